"""Monsters that are to come in (WR-5.4, 5.6)."""

from collections import Counter

from referee.fact import DeckRebuilt
from referee.games.warrift.catalog import Monster
from referee.games.warrift.due import BringIn
from referee.games.warrift.places import LAYOUT, pile, show
from referee.games.warrift.state import WrTable
from referee.parts import layered


def monsters_in(t: WrTable, place: str) -> int:
    """How many monsters of a place could still come in, without those that are to already."""
    owed = sum(
        each.count for each in t.state.due if isinstance(each, BringIn) and each.place == place
    )
    there = _there(t, place)
    if place == "eye" and _feeds(t):
        there += _there(t, "necropolis")
    return there - owed


def _there(t: WrTable, place: str) -> int:
    if place == "eye":
        return layered.size_of(t.state.zones, place)
    cards = t.catalog.cards
    return sum(isinstance(cards[name], Monster) for name in pile(t, place))


def _feeds(t: WrTable) -> bool:
    """Whether an empty Eye has the monsters of the Necropolis shuffled in (WR-I 22)."""
    return t.choice["WR-I 22"] != "no_more_enter"


def any_left(t: WrTable, place: str) -> bool:
    """Whether another monster can come in from a place now."""
    return _there(t, place) > 0 or (place == "eye" and _feeds(t) and _there(t, "necropolis") > 0)


def bring_in(t: WrTable, count: int, place: str, source: str) -> int:
    """So many monsters are to come in, as far as there are any (WR-5.4).

    Args:
        t: the table.
        count: how many.
        place: from where: the Eye, or the Necropolis.
        source: by which card; empty for the Eye.

    Returns:
        How many are to come.
    """
    if place != "eye" or not _feeds(t):
        count = min(count, monsters_in(t, place))
    if count > 0:
        rule = "WR-5.6" if source else "WR-5.4"
        due = BringIn(t.state.active, rule, t.seq, count=count, place=place, source=source)
        t.push(t.state.due, due)
    return max(0, count)


def fetch_monster(t: WrTable, place: str, name: str) -> None:
    """A monster is taken off the Eye, or out of an open place, and is nowhere yet.

    Raises:
        Violation: WR-2.5, it cannot be there; WR-2.9, it is not on top.
    """
    if place == "eye":
        if not _there(t, "eye") and _feeds(t):
            _feed(t)
        show(t, "", "eye", name, "WR-2.5")
        return
    zone = LAYOUT.places[place].zone("")
    left = list(pile(t, zone))
    if name not in left or not isinstance(t.catalog.cards[name], Monster):
        t.forbid("WR-2.5", "{card} is no monster of {place}", card=name, place=place)
    left.remove(name)
    t.item(t.state.zones.piles, zone, left)


def _feed(t: WrTable) -> None:
    """The monsters of the Necropolis are a new Eye, a pool of its own (WR-I 22)."""
    zones, cards = t.state.zones, t.catalog.cards
    dead = [name for name in pile(t, "necropolis") if isinstance(cards[name], Monster)]
    left = [name for name in pile(t, "necropolis") if not isinstance(cards[name], Monster)]
    if dead:
        layered.shuffle(t, zones, "eye", Counter(dead))
        t.item(zones.piles, "necropolis", left)
        t.fact(DeckRebuilt("", len(dead), "WR-5.4"))
