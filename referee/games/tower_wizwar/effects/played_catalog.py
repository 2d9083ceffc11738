"""The catalog as it is played with: its effects are checked when it is read, and made ready once.

A misspelt word of an effect is refused with the catalog, before anybody plays with it.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import convert

from referee.games.tower_wizwar.catalog import Card, Cards, EffectOfGame
from referee.games.tower_wizwar.effects.example_tables import lay
from referee.games.tower_wizwar.effects.numbers import words
from referee.games.tower_wizwar.effects.vocabulary import VOCABULARY
from referee.games.tower_wizwar.triggers import OF_WIZARDS
from referee.parts.effects import CompiledEffect, Effect, compile_effect
from referee.parts.effects.author_report import Effects
from referee.parts.effects.catalog import effects_of
from referee.parts.effects.faults import faults
from referee.parts.effects.schema import Listen, word_of

_FREE: Effect = convert({"when": "activated", "cost": [{"do": "mana", "count": 0}]}, EffectOfGame)
"""What an activation costs of which a card says no mana: the surcharge alone (TW-6.5)."""

_SET_OFF = {"orbital": "orbitals", "celestial": "celestials"}
"""Whose effects some triggers set off."""


class Catalogue(Cards, frozen=True, kw_only=True, dict=True):
    """All cards of one edition, with effects in the words of the game."""

    def faults(self) -> list[str]:
        """Names used twice, wrong kinds, and what is wrong with effects."""
        own = [
            f"{card.name}: {fault}"
            for card in self.all()
            for effect in card.all_effects
            for fault in _faults(card, effect)
        ]
        found = faults(effects_of(self), VOCABULARY, words(self), self.names)
        return [*super().faults(), *own, *found]

    def ready(self, name: str) -> tuple[CompiledEffect, ...]:
        """The effects of a card, made ready."""
        return tuple(compile_with_price(each, name) for each in self.cards[name].usable_effects)


def compile_with_price(effect: Effect, card: str) -> CompiledEffect:
    """An effect made ready; each activation costs mana, if only the surcharge (TW-6.5)."""
    compiled = compile_effect(effect, VOCABULARY, card)
    if effect.when == "activated" and not any(_paid_with_mana(effect)):
        compiled.cost = (*compile_effect(_FREE, VOCABULARY, card).cost, *compiled.cost)
    return compiled


def _paid_with_mana(effect: Effect) -> Iterator[bool]:
    """Of each way to pay for an effect, whether mana is among it."""
    for steps in (effect.cost, *(mode.cost for mode in effect.modes)):
        yield any(word_of(type(step)) == "mana" for step in steps)


EFFECTS = Effects(VOCABULARY, effects_of, words, lay)
"""The effects of the game, for those who write its catalogs."""


def _faults(card: Card, effect: Effect) -> Iterator[str]:
    """What a card of that kind cannot have, and what a text says that nobody asks for."""
    when: Any = effect.when
    if isinstance(when, str) and when in _SET_OFF and card.kind != when:
        yield f"{when} is for {_SET_OFF[when]}"
    if card.kind == "celestial" and when != "celestial":
        yield "a celestial does nothing but when it is played"
    if when == "celestial":
        for step in effect.all_steps:
            if getattr(step, "until", "turn") in (None, "stay"):
                yield f"a celestial does not stay: say until when of {word_of(type(step))}"
    if when == "activated" and card.kind == "orbital":
        yield "an orbital is never activated (TW-13.8)"
    if when == "on cast" and card.back != "spell":
        yield "nothing but spells is cast"
    if isinstance(when, Listen) and when.on in OF_WIZARDS and when.what is not None:
        yield f"{when.on} happens to wizards: say whose with seat"
    paid = list(_paid_with_mana(effect))[1:]
    if when == "activated" and any(paid) and not all(paid):
        yield "say the mana of each mode, 0 where one costs none"
    if effect.instead is not None:
        yield "no text replaces anything here: tell it as a text"
    for change in effect.change:
        numbers = ("power", "might", "cast", "activate")
        if change.layer in ("set", "add", "swap", "free") and change.what not in numbers:
            yield f"what lasts changes power, might or what is paid, not {change.what}"
