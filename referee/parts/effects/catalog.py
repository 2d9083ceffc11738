"""A catalog whose cards have effects, and what is asked of them all at once."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from referee.catalog import Catalog
from referee.house import AnyTable
from referee.parts.effects.planned import CompiledEffect
from referee.parts.effects.schema import Effect


class CardsWithEffects(Catalog, frozen=True, kw_only=True, dict=True):
    """A catalog whose cards have ``all_effects``. A game extends it."""

    triggers: ClassVar[Sequence[str]] = ()
    """What sets an effect off, in the words of the game."""

    def all(self) -> Sequence[Any]:
        """Every card, and every face with a name of its own."""
        raise NotImplementedError

    def ready(self, name: str) -> tuple[CompiledEffect, ...]:
        """The effects of a card made ready, by the vocabulary of the game: the type of catalog that
        a match has says how."""
        raise NotImplementedError

    @cached_property
    def _compiled(self) -> dict[str, tuple[CompiledEffect, ...]]:
        return {}

    def compiled(self, name: str) -> tuple[CompiledEffect, ...]:
        """The effects of a card, ready to be read."""
        made = self._compiled
        found = made.get(name)
        if found is None:
            found = made[name] = self.ready(name)
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name of a card."""
        return frozenset(card.name for card in self.all())

    @cached_property
    def with_effects(self) -> tuple[Any, ...]:
        """The cards with effects; often few of those that there are."""
        return tuple(card for card in self.all() if card.all_effects)

    @cached_property
    def standing(self) -> frozenset[str]:
        """The cards with a text that holds or listens while they are in play."""
        return frozenset(
            card.name
            for card in self.with_effects
            if any(e.when == "always" or not isinstance(e.when, str) for e in card.all_effects)
        )

    @cached_property
    def triggered(self) -> dict[tuple[str, str], tuple[int, ...]]:
        """For a card and a trigger, the places of its effects that are set off by it."""
        found: dict[tuple[str, str], tuple[int, ...]] = {}
        for card in self.with_effects:
            for at, effect in enumerate(card.all_effects):
                if isinstance(effect.when, str) and not self.is_begun(card.name, effect):
                    key = card.name, effect.when
                    found[key] = (*found.get(key, ()), at)
        return found

    def is_begun(self, card: str, effect: Effect) -> bool:
        """Whether an effect is a text that another of the card begins, which sets it off itself."""
        return False

    @cached_property
    def labels(self) -> frozenset[str]:
        """What is typed to tell effects and modes apart: triggers, and their own names."""
        effects = [effect for card in self.with_effects for effect in card.all_effects]
        modes = {mode.name for effect in effects for mode in effect.modes}
        return frozenset({*self.triggers, *modes, *(effect.name for effect in effects)} - {""})


def compiled_effect(t: AnyTable, card: str, at: int) -> CompiledEffect:
    """An effect of a card, ready to be read."""
    found: CompiledEffect = t.catalog.compiled(card)[at]
    return found


def effects_of(catalog: CardsWithEffects) -> dict[str, tuple[Effect, ...]]:
    """All cards with their effects, those of their words too."""
    return {card.name: card.all_effects for card in catalog.all()}
