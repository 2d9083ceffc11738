"""The tables of examples: laid as one line says it, for those who write catalogs."""

from typing import Any

from referee.catalog import CatalogError
from referee.games.tower_wizwar.catalog import CREATURES, ORBITAL, Cards
from referee.games.tower_wizwar.places import LAYOUT, enter
from referee.games.tower_wizwar.state import CAST, COINS, SPOTS, Casting, Side, State, TwTable
from referee.parts.effects.examples import (
    deal_unseen,
    known_card,
    known_names,
    parts_of,
    with_marks,
)
from referee.parts.responses import pend
from referee.parts.zones import Zones
from referee.rulebook import rulebook_of
from referee.table import Table

_MARKS = ("harm", "wounds", *COINS)
_COPIES = 5
"""How many there are of each card in each deck: more than enough."""
_PILES = ("discard", "aether", "towers")


def lay(catalog: Cards, line: str) -> TwTable:
    """The table of an example: ana's cast phase, as the line says what lies where.

    Each part says of a seat what there is: cards in play by their names, with the spot before and
    ``harm``, ``wounds``, coins and ``expended`` behind; ``hand 3`` and ``pool 6`` for unseen
    spells; ``drain 2``, ``harm 1``, ``wounds 1`` of the wizard; what lies in a discard, an aether
    or a deck of towers, with a plus between names; and ``casts Imp`` for a cast that waits. Without
    a spot, creatures lie in the first that is free of ``F``, towers and rituals in ``T``, orbitals
    in ``J``, others in ``S``.
    There are at least ana and bo; a name with a comma stands in quotes::

        ana: Storm Lash, pool 3, drain 3; bo: F2 Ogre harm 1, T Keep, discard Imp+Page

    Raises:
        CatalogError: something in it is not known.
    """
    said = list(parts_of(line))
    seats = tuple(sorted({"ana", "bo", *(seat for seat, _ in said)}))
    state = State(seats, phase=CAST, turn=1, active=seats[0], copies=len(seats) + 1)
    for seat in seats:
        state.sides[seat] = Side(entered=True, begun=True)
    deck = {card.name: _COPIES for card in catalog.all() if card.kind != "tower"}
    hidden = catalog.backs.opened({f"{seat}.deck": dict(deck) for seat in seats})
    state.zones = Zones(hidden=hidden)
    t: TwTable = Table(state, catalog, rulebook_of(__package__.rpartition(".")[0]).usual())
    for seat, items in said:
        for item in items:
            _lay(t, seat, item)
    return t


def _lay(t: TwTable, seat: str, item: str) -> None:
    """One thing that a seat has."""
    word, _, rest = item.partition(" ")
    if word in ("hand", "pool") and rest.isdecimal():
        deal_unseen(t.state.zones.hidden, item, f"{seat}.deck/spell", f"{seat}.{word}/spell")
    elif word in ("drain", "harm", "wounds") and rest.isdecimal():
        setattr(t.state.sides[seat], word, int(rest))
    elif word in _PILES:
        t.state.zones.piles[f"{seat}.{word}"] = known_names(t.catalog.cards, rest)
    elif word == "casts":
        card = known_card(t.catalog.cards, rest)
        thing = LAYOUT.enter(t, rest, "play", seat, seat)
        thing.place = ""
        pend(t, None, Casting(t.seq, seat, thing.id, spot=_free(t, seat, card), on=seat))
    else:
        _put(t, seat, item)


def _put(t: TwTable, seat: str, item: str) -> None:
    """A card in play, with what it says of its spot and of what lies on it."""
    spot, _, rest = item.partition(" ")
    said = rest if spot in SPOTS else item
    name, marks = with_marks(t.catalog.cards, said, _MARKS, ("expended",))
    spot = spot if spot in SPOTS else _free(t, seat, t.catalog.cards[name])
    thing = enter(t, name, seat, seat, spot)
    thing.tokens = {coin: marks.pop(coin) for coin in COINS if coin in marks}
    for field, value in marks.items():
        setattr(thing, field, value)


def _free(t: TwTable, seat: str, card: Any) -> str:
    kind = card.kind
    row = "F" if kind in CREATURES else "J" if kind == ORBITAL else "S"
    if kind in ("tower", "ritual"):
        return "T"
    taken = t.state.sides[seat].map
    found = next((spot for spot in SPOTS if spot[0] == row and spot not in taken), "")
    if not found:
        raise CatalogError(f"{card.name}: no spot of {row} is free")
    return found
