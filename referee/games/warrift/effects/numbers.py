"""The numbers and words that a text may read (section 15, and what each kind of card has)."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from referee.games.warrift.catalog import Class, Word
from referee.games.warrift.state import (
    InPlay,
    Side,
    WrTable,
    card_of,
    hand_size,
    monsters,
    strongholds,
)
from referee.games.warrift.values import attack_of, has_word, health_left, lent
from referee.parts.effects import Run
from referee.parts.effects.effect_run import Read, of_thing
from referee.parts.zones import Copy

LEGENDARY = 6
"""What a legendary counts as where a text reads the tier of a card."""


def _side(r: Run, about: Any) -> Side:
    return r.t.state.sides[r.seat_of(about)]  # type: ignore[no-any-return]


def _printed(name: str) -> Read:
    def number(r: Run, about: Any) -> int:
        if about is None:
            return 0
        value = getattr(card_of(r.t, about), name, 0)
        return LEGENDARY if value == "legendary" else value or 0

    return number


def _attack(r: Run, about: Any) -> int:
    return attack_of(r.t, about) if isinstance(about, InPlay) else _printed("attack")(r, about)


def _health(r: Run, about: Any) -> int:
    return health_left(r.t, about) if isinstance(about, InPlay) else _printed("health")(r, about)


NUMBERS: Mapping[str, Read] = {
    "night": lambda r, about: int(r.t.state.night),
    "rotation": lambda r, about: r.t.state.rotation,
    "monsters": lambda r, about: len(monsters(r.t)),
    "magicka": lambda r, about: _side(r, about).magicka,
    "points": lambda r, about: _side(r, about).points,
    "hand": lambda r, about: hand_size(r.t.state, r.seat_of(about)),
    "strongholds": lambda r, about: len(strongholds(r.t, r.seat_of(about))),
    "attack": _attack,
    "health": _health,
    "damage": of_thing(lambda t, thing: thing.damage),
    "counters": of_thing(lambda t, thing: thing.counters),
    "cost": _printed("cost"),
    "tier": _printed("tier"),
}
"""The numbers of the table, of a player, of a thing or card."""

STATES: Mapping[str, Callable[[InPlay], bool]] = {
    "damaged": lambda thing: thing.damage > 0,
    "corrupted": lambda thing: thing.counters > 0,
    "attacked": lambda thing: thing.attacks > 0,
}
"""The words for what a thing in play has met with."""

_KINDS = ("class card", "starting card", "mercenary", "monster", "stronghold", "creature")
_TIERS = ("tier 1", "tier 2", "tier 3", "tier 4", "tier 5", "legendary")
_LENT = frozenset(get_args(Word)) - {"forcefield"}
"""The words that a card in hand may be granted."""

WORDS: frozenset[str] = frozenset(
    {
        *_KINDS,
        *_TIERS,
        *get_args(Class),
        *get_args(Word),
        *STATES,
        *("mage", "warrior", "alter", "scout", "garrison"),
    }
)
"""All words that a text may ask of a card."""


def has(t: WrTable, thing: Copy | str, word: str) -> bool:
    """Whether a thing in play, or a card of that name, has a word; one in hand may be lent it."""
    if isinstance(thing, str):
        if word in card_of(t, thing).all_words:
            return True
        return word in _LENT and any(
            each.what == word for seat in t.state.seats for each in lent(t, seat, thing)
        )
    state = STATES.get(word)
    if state is not None:
        return isinstance(thing, InPlay) and state(thing)
    changes = t.state.changes
    if (thing.id in changes.on or word in changes.statics) and isinstance(thing, InPlay):
        return has_word(t, thing, word)
    return word in t.catalog.cards[thing.name].all_words
