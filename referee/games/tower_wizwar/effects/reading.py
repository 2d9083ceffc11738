"""The catalog as it is played with: its effects are checked when it is read, and made ready once.

A misspelt word of an effect is refused with the catalog, before anybody plays with it.
"""

from functools import cached_property

from referee.games.tower_wizwar.catalog import Cards
from referee.games.tower_wizwar.effects.numbers import words
from referee.games.tower_wizwar.effects.vocabulary import VOCABULARY
from referee.parts.effects import Effect, Told, compiled
from referee.parts.effects.checking import faults


class Catalogue(Cards, frozen=True, kw_only=True, dict=True):
    """All cards of one edition, with effects in the words of the game."""

    def faults(self) -> list[str]:
        """Names used twice, wrong kinds, and what is wrong with effects."""
        found = faults(effects_of(self), VOCABULARY, words(self), self.names)
        return [*super().faults(), *found]

    @cached_property
    def _told(self) -> dict[str, tuple[Told, ...]]:
        return {}

    def told(self, name: str) -> tuple[Told, ...]:
        """The effects of a card, ready to be read."""
        made = self._told
        found = made.get(name)
        if found is None:
            effects = self.cards[name].all_effects
            found = made[name] = tuple(compiled(each, VOCABULARY, name) for each in effects)
        return found


def effects_of(catalog: Cards) -> dict[str, tuple[Effect, ...]]:
    """All cards with their effects."""
    return {card.name: card.all_effects for card in catalog.all()}
