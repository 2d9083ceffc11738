"""Face-down decks and hands: what lies there, and what effects do to them (2.5 to 2.9)."""

from collections.abc import Sequence

from referee.games.warrift.places import LAYOUT, forbid_showing, forbid_top
from referee.games.warrift.state import WrTable
from referee.games.warrift.values import leaves_hand
from referee.parts import layered

Spot = tuple[str, str]
"""A place: its seat, empty where it is the table's, and its name."""

_PASSED = "passed"
"""Where cards are while they are passed; no place has such a name."""


def size_there(t: WrTable, seat: str, place: str) -> int:
    """How many cards lie in a place."""
    known = LAYOUT.places[place]
    if known.kind != "hidden":
        return LAYOUT.find(t, seat, place).size
    return layered.size_of(t.state.zones, known.zone(seat))


def take_out(t: WrTable, seat: str, place: str, cards: Sequence[str], rule: str) -> None:
    """Several cards are taken from a hidden place together, and are nowhere yet.

    Whoever looks a deck through may put the rest back in any order (WR-2.9).

    Raises:
        Violation: they cannot be there together.
    """
    if not cards:
        return
    zones, zone = t.state.zones, LAYOUT.places[place].zone(seat)
    if place == "hand":
        t.keep(zones.hidden)
        found = zones.hidden.take(zone, cards)
        if found is None:
            for card in cards:
                leaves_hand(t, seat, card)
    else:
        found = layered.take_from(t, zones, zone, cards)
        if found is None:
            layered.shuffle(t, zones, zone)
    if found is not None:
        forbid_showing(t, seat, place, found, rule)


def put_seen(t: WrTable, seat: str, place: str, cards: Sequence[str], where: str) -> None:
    """Cards that all have seen come to a place; without where, anywhere in a deck."""
    known, zones = LAYOUT.places[place], t.state.zones
    if known.kind != "hidden":
        LAYOUT.put_back(t, seat, place, cards, "bottom" if where == "bottom" else "top")
        return
    zone = known.zone(seat)
    if place == "hand" or not where:
        layered.merge(t, zones, zone)
        t.keep(zones.hidden)
        zones.hidden.put(zone, cards)
    else:
        layered.put_seen(t, zones, zone, cards, "top" if where == "top" else "bottom")


def pass_unseen(t: WrTable, count: int, source: Spot, target: Spot, where: str) -> None:
    """So many cards that nobody sees go from one hidden place to another (WR-2.8)."""
    zones = t.state.zones
    origin, goal = (LAYOUT.places[place].zone(seat) for seat, place in (source, target))
    if not count:
        return
    layered.draw(t, zones, origin, count, _PASSED)
    if target[1] == "hand" or not where:
        layered.merge(t, zones, goal)
        zones.hidden.draw(count, _PASSED, goal)
    else:
        end: layered.End = "top" if where == "top" else "bottom"
        layered.put_unseen(t, zones, _PASSED, count, goal, end)
    zones.hidden.zones.pop(_PASSED, None)


def reveal(t: WrTable, seat: str, place: str, cards: Sequence[str]) -> None:
    """Cards are shown to all and stay: of a hand any, of a deck the top in order (WR-2.9).

    Raises:
        Violation: they cannot be there, or it is known that others are on top.
    """
    zones, zone = t.state.zones, LAYOUT.places[place].zone(seat)
    if place == "hand":
        found = zones.hidden.refuses(zone, cards)
        if found is not None:
            forbid_showing(t, seat, place, found, "WR-2.7")
        t.keep(zones.hidden)
        zones.hidden.reveal(zone, cards)
        return
    found = layered.reveal_top(t, zones, zone, cards)
    if found is not None:
        have = layered.candidates_of(zones, zone).get(found.card, 0)
        if list(cards).count(found.card) > have:
            forbid_showing(t, seat, place, found, "WR-2.5")
        forbid_top(t, seat, place, found, "WR-2.5")


def alter(t: WrTable, seat: str, deck: str, seen: int, bottom: int) -> None:
    """The top of a deck is put back in another order, so many of it at the bottom (WR-14.1)."""
    if seen:
        layered.alter(t, t.state.zones, LAYOUT.places[deck].zone(seat), seen, bottom)


def shuffle(t: WrTable, seat: str, deck: str) -> None:
    """A deck is shuffled; no order in it is known (WR-2.8)."""
    layered.shuffle(t, t.state.zones, LAYOUT.places[deck].zone(seat))
