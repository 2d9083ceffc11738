"""Effects of cards, told in the catalog: read against a line, checked and applied.

A game declares its outcomes (``events.outcome``) and what each does (``vocabulary``). From these
come the tables of its catalog (``schema``: ``effect_type``) and what is wrong with them
(``faults``, ``unique``, ``examples``). An effect is made ready once (``compiled``:
``compile_effect``) and then happens as lines say (``resolution``: ``happen``, ``declare``), step by
step (``effect_steps``, ``settlers``, ``selectors``); ``effect_run`` is what primitives and named
numbers are given. ``in_words`` reads it back in words, ``accepted_lines`` makes lines that are
accepted. What is asked of all effects at once is in ``catalog``, what waits with some of its own in
``pending``, with what is still to be said of them.

What other parts do joins by the vocabulary: ``replaced`` is asked before each outcome is done,
``clouded`` before a contradiction is held against anybody, ``pending`` for what can be aimed at;
and by ``texts``, which says to them what the texts of the things in play change, hear and replace.
"""

from referee.parts.effects.compiled import compile_effect
from referee.parts.effects.effect_run import Doing, Run
from referee.parts.effects.facts import FACTS, EffectHappened, OutcomeLeftOut, PickedBy
from referee.parts.effects.in_words import effect_in_words
from referee.parts.effects.planned import CompiledEffect
from referee.parts.effects.resolution import declare, happen
from referee.parts.effects.schema import Effect, effect_type
from referee.parts.effects.texts import Texts
from referee.parts.effects.vocabulary import Primitive, Vocabulary
from referee.parts.zones import Among

__all__ = [
    "FACTS",
    "Among",
    "CompiledEffect",
    "Doing",
    "Effect",
    "EffectHappened",
    "OutcomeLeftOut",
    "PickedBy",
    "Primitive",
    "Run",
    "Texts",
    "Vocabulary",
    "compile_effect",
    "declare",
    "effect_in_words",
    "effect_type",
    "happen",
]
