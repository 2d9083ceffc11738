"""Effects of cards, told in the catalog: read against a line, checked and applied."""

from referee.parts.effects.facts import FACTS, EffectHappened, OutcomeLeftOut
from referee.parts.effects.happening import declare, happen
from referee.parts.effects.reading import compiled
from referee.parts.effects.running import Doing, Run, Told
from referee.parts.effects.schema import Effect, effect_type
from referee.parts.effects.telling import effect_told
from referee.parts.effects.vocabulary import Primitive, Vocabulary
from referee.parts.zones import Among

__all__ = [
    "FACTS",
    "Among",
    "Doing",
    "Effect",
    "EffectHappened",
    "OutcomeLeftOut",
    "Primitive",
    "Run",
    "Told",
    "Vocabulary",
    "compiled",
    "declare",
    "effect_told",
    "effect_type",
    "happen",
]
