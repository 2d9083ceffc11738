"""The numbers and words that a text may read."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from referee.games.tower_wizwar.catalog import Cards, Element, Keyword
from referee.games.tower_wizwar.places import pile, spells_in
from referee.games.tower_wizwar.state import COINS, InPlay, Side, TwTable, card_of
from referee.games.tower_wizwar.values import has_word, might_of, power_of
from referee.parts.effects import Run
from referee.parts.effects.effect_run import Read, of_thing
from referee.parts.zones import Copy


def _side(r: Run, about: Any) -> Side:
    return r.t.state.sides[r.seat_of(about)]  # type: ignore[no-any-return]


def _cost(r: Run, about: Any) -> int:
    return 0 if about is None else getattr(card_of(r.t, about), "cost", 0)


NUMBERS: Mapping[str, Read] = {
    "drain": lambda r, about: _side(r, about).drain,
    "wizard harm": lambda r, about: _side(r, about).harm,
    "wizard wounds": lambda r, about: _side(r, about).wounds,
    "hand": lambda r, about: spells_in(r.t, r.seat_of(about), "hand"),
    "pool": lambda r, about: spells_in(r.t, r.seat_of(about), "pool"),
    "discard": lambda r, about: len(pile(r.t, r.seat_of(about), "discard")),
    "power": of_thing(power_of),
    "might": of_thing(might_of),
    "harm": of_thing(lambda t, thing: thing.harm),
    "wounds": of_thing(lambda t, thing: thing.wounds),
    "cost": _cost,
    **{
        colour: of_thing(lambda t, thing, colour=colour: thing.tokens.get(colour, 0))  # type: ignore[misc]
        for colour in COINS
    },
}
"""The numbers of a wizard, of a thing or card."""

STATES: Mapping[str, Callable[[InPlay], bool]] = {
    "expended": lambda thing: thing.expended,
    "harmed": lambda thing: thing.harm > 0,
    "wounded": lambda thing: thing.wounds > 0,
    "forward": lambda thing: thing.spot[:1] == "F",
    "shield": lambda thing: thing.spot[:1] == "S",
    "juxtaposed": lambda thing: thing.spot[:1] == "J",
}
"""The words for what a card in play has met with, and where it lies."""

_KINDS = ("minion", "monster", "demigod", "ritual", "implement", "artifact", "locus", "tower")
WORDS: frozenset[str] = frozenset(
    {
        *_KINDS,
        *("creature", "noncreature", "corporeal", "spell", "celestial", "orbital"),
        *get_args(Element),
        *get_args(Keyword),
        *STATES,
        *("sun", "moon", "comet"),
    }
) - {"none"}
"""The words that a text may ask of a card, beside its spellbook and the sort of an orbital."""


def words(catalog: Cards) -> frozenset[str]:
    """All words that a text may ask of a card of a catalog."""
    books = {book.name for book in catalog.spellbooks}
    return WORDS | books | {each.sort for each in catalog.orbitals}


def has(t: TwTable, thing: Copy | str, word: str) -> bool:
    """Whether a thing in play, or a card of that name, has a word."""
    if isinstance(thing, str):
        return word in card_of(t, thing).all_words
    state = STATES.get(word)
    if state is not None:
        return isinstance(thing, InPlay) and state(thing)
    return isinstance(thing, InPlay) and has_word(t, thing, word)
