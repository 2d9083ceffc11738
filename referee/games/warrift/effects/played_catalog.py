"""The catalog as it is played with: its effects are checked when it is read, and made ready once.

A misspelt word of an effect is refused with the catalog, before anybody plays with it.
"""

from collections.abc import Iterator

from referee.games.warrift.catalog import Card, Cards, Monster, Stronghold
from referee.games.warrift.effects.example_tables import lay
from referee.games.warrift.effects.numbers import STATES, WORDS
from referee.games.warrift.effects.vocabulary import ACTS, VOCABULARY
from referee.parts.effects import CompiledEffect, Effect, compile_effect
from referee.parts.effects.author_report import Effects
from referee.parts.effects.catalog import effects_of
from referee.parts.effects.faults import faults

_SET_OFF = {
    "played": "what is played or hired",
    "enter_play": "strongholds",
    "eyestrike": "monsters",
    "deathcrash": "monsters",
}
"""Whose effects some triggers set off (WR-15.1)."""

_CHANGED = ("attack", "health", *ACTS)
"""What a text in play can change: two numbers, and what acts cost (WR-15.11)."""


class Catalogue(Cards, frozen=True, kw_only=True, dict=True):
    """All cards of one edition, with effects in the words of the game."""

    def faults(self) -> list[str]:
        """Names used twice, and what is wrong with effects."""
        effects = effects_of(self)
        own = [
            f"{card.name}: {fault}"
            for card in self.all()
            for effect in card.all_effects
            for fault in (*_triggers(card, effect), *_unread(effect))
        ]
        return [*super().faults(), *own, *faults(effects, VOCABULARY, WORDS, self.names)]

    def ready(self, name: str) -> tuple[CompiledEffect, ...]:
        """The effects of a card, made ready."""
        return tuple(
            compile_effect(each, VOCABULARY, name) for each in self.cards[name].all_effects
        )


EFFECTS = Effects(VOCABULARY, effects_of, lambda catalog: WORDS, lay)
"""The effects of the game, for those who write its catalogs."""


def _triggers(card: Card, effect: Effect) -> Iterator[str]:
    """What nothing sets off on such a card."""
    kind = "eyestrike deathcrash" if isinstance(card, Monster) else "played"
    if isinstance(card, Stronghold):
        kind = "enter_play"
    when = effect.when if isinstance(effect.when, str) else ""
    if when in _SET_OFF and when not in kind:
        yield f"{when} is for {_SET_OFF[when]}"


def _unread(effect: Effect) -> Iterator[str]:
    """What a text could say and the rules of this game never ask, so that it would do nothing."""
    if effect.instead is not None:
        yield "no text replaces anything here: tell it as a text"
    for aim in effect.aims.values():
        if aim.what == "pending":
            yield "nothing that is pending is aimed at here"
    for change in effect.change:
        if change.layer in ("set", "add", "swap", "free"):
            if change.what not in _CHANGED or change.word not in ("", *_CHANGED):
                yield f"what lasts changes attack, health or costs, not {change.what} (WR-15.11)"
        elif change.layer not in ("grant", "lose"):
            yield f"nobody is asked whether a text in play says {change.layer}: tell it as a text"
        elif change.what in ("forcefield", "ambush", *STATES):
            yield f"{change.what} is not given by a card that lies there"
