"""The catalog as it is played with: its effects are checked when it is read, and made ready once.

A misspelt word of an effect is refused with the catalog, before anybody plays with it.
"""

from typing import Any

from msgspec import convert

from referee.games.grand_archive.catalog import TOGETHER, Cards, EffectOfGame
from referee.games.grand_archive.effects.example_tables import lay
from referee.games.grand_archive.effects.thing_words import words
from referee.games.grand_archive.effects.vocabulary import VOCABULARY
from referee.parts.effects import CompiledEffect, Effect, compile_effect
from referee.parts.effects.author_report import Effects
from referee.parts.effects.faults import faults

UNTOLD: Effect = convert(
    {"when": "always", "text": "The catalog tells nothing of it."}, EffectOfGame
)
"""The text of a card of which a catalog tells nothing though it tells of others."""


class Catalogue(Cards, frozen=True, kw_only=True, dict=True):
    """All cards, with effects in the words of the game."""

    def faults(self) -> list[str]:
        """Names used twice, wrong kinds, and what is wrong with effects."""
        found = faults(effects_of(self), VOCABULARY, words(self), self.names)
        return [*super().faults(), *found]

    def ready(self, name: str) -> tuple[CompiledEffect, ...]:
        """The effects of a card, or of several of which one object has the texts, made ready."""
        if TOGETHER in name:
            return tuple(each for card in name.split(TOGETHER) for each in self.compiled(card))
        effects: Any = self.by_name[name].effects
        if not effects and self.is_untold(name):
            effects = (UNTOLD,)
        return tuple(compile_effect(each, VOCABULARY, name) for each in effects)


def effects_of(catalog: Cards) -> dict[str, tuple[Effect, ...]]:
    """All cards that have effects, with them."""
    return {card.name: card.all_effects for card in catalog.with_effects}


def played_of(catalog: Cards) -> dict[str, tuple[Effect, ...]]:
    """All cards with what is played with: an unknown text where the catalog tells none."""
    untold = catalog.untold
    faces = catalog.by_name.items()
    return {name: (UNTOLD,) if name in untold else face.all_effects for name, face in faces}


EFFECTS = Effects(VOCABULARY, effects_of, words, lay, played_of)
"""The effects of the game, for those who write its catalogs."""
