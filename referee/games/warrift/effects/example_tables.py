"""The tables of examples: laid as one line says it, for those who write catalogs."""

from collections import Counter
from typing import get_args

from referee.games.warrift.catalog import Cards, Class, StartingCard
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import MID, Side, State, WrTable, class_of, class_seat
from referee.hidden import HiddenCards
from referee.parts.effects.examples import deal_unseen, known_names, parts_of, with_marks
from referee.parts.zones import Zones
from referee.rulebook import rulebook_of
from referee.table import Table

CLASSES: tuple[str, ...] = get_args(Class)
_MARKS = ("damage", "counters")
_COPIES = 5
"""How many there are of each starting card and each card of a class deck: more than enough."""


def lay(catalog: Cards, line: str) -> WrTable:
    """The table of an example: the mid step of ana's turn, as the line says what lies where.

    Each part says of a seat, or of the table, what there is: cards in play by their names, a
    monster with its ``damage`` or ``counters``; the class, if it is not the seat's in the order
    of the classes; ``hand 3``, ``magicka 2``, ``points 4``; ``night``; and what lies in an open
    place, with a plus between names. There are at least ana and bo; a name with a comma stands
    in quotes::

        ana: werewolf, Page, Squire, hand 3; bo: points 4, discard Page+Squire; table: night, Wolf

    Raises:
        CatalogError: something in it is not known.
    """
    said = list(parts_of(line, ("table",)))
    of_seats = [(seat, items) for seat, items in said if seat != "table"]
    classes = {seat: item for seat, items in of_seats for item in items if item in CLASSES}
    seats = tuple(sorted({"ana", "bo", *(seat for seat, _ in of_seats)}))
    left = iter([each for each in CLASSES if each not in classes.values()])
    state = State(seats, phase=MID, turn=1, active=seats[0], first=seats[0], rotation=1, limit=12)
    state.faces = tuple(range(7))
    for seat in seats:
        state.sides[seat] = Side(classes.get(seat) or next(left, CLASSES[0]))
    state.zones = Zones(hidden=HiddenCards.of_lists(_lists(catalog, state)))
    t: WrTable = Table(state, catalog, rulebook_of(__package__.rpartition(".")[0]).usual())
    for seat, items in said:
        for item in items:
            if seat not in classes or item != classes[seat]:
                _lay(t, "" if seat == "table" else seat, item)
    return t


def _lists(catalog: Cards, state: State) -> dict[str, dict[str, int]]:
    lists = {
        "eye": Counter(catalog.lists.get("monsters", ())),
        "support": Counter(catalog.lists.get("support", ())),
    }
    for seat, side in state.sides.items():
        own = [card for card in catalog.all() if class_of(card) == side.cls]
        starting = {card.name: _COPIES for card in own if isinstance(card, StartingCard)}
        others = {card.name: _COPIES for card in own if not isinstance(card, StartingCard)}
        lists |= {f"{seat}.primary": Counter(starting), f"{seat}.class": Counter(others)}
    return {zone: dict(cards) for zone, cards in lists.items()}


def _lay(t: WrTable, seat: str, item: str) -> None:
    """One thing that a seat, or the table, has."""
    word, _, rest = item.partition(" ")
    place = LAYOUT.places.get(word)
    if item == "night" and not seat:
        t.state.night = True
    elif word in ("magicka", "points") and seat and rest.isdecimal():
        setattr(t.state.sides[seat], word, int(rest))
    elif word == "hand" and seat and rest.isdecimal():
        deal_unseen(t.state.zones.hidden, item, f"{seat}.primary", f"{seat}.hand")
    elif place is not None and place.kind == "public" and (place.of == "seat") == bool(seat):
        t.state.zones.piles[place.zone(seat)] = known_names(t.catalog.cards, rest)
    else:
        _put(t, seat, item)


def _put(t: WrTable, seat: str, item: str) -> None:
    """A card in play, with what it says of its damage and counters."""
    name, marks = with_marks(t.catalog.cards, item, _MARKS)
    cls = class_of(t.catalog.cards[name])
    LAYOUT.enter(t, name, "play", class_seat(t.state, cls) if cls else "", seat, **marks)
