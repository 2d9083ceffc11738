"""Monsters that are to come in (WR-5.4, 5.6)."""

from referee.games.warrift.catalog import Monster
from referee.games.warrift.due import BringIn
from referee.games.warrift.places import LAYOUT, pile
from referee.games.warrift.state import WrTable


def monsters_in(t: WrTable, place: str) -> int:
    """How many monsters of a place could still come in, without those that are to already."""
    owed = sum(
        each.count for each in t.state.due if isinstance(each, BringIn) and each.place == place
    )
    if place == "eye":
        return LAYOUT.find(t, "", place).size - owed
    cards = t.catalog.cards
    zone = LAYOUT.places[place].zone("")
    return sum(isinstance(cards[name], Monster) for name in pile(t, zone)) - owed


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
    count = min(count, monsters_in(t, place))
    if count > 0:
        rule = "WR-5.6" if source else "WR-5.4"
        due = BringIn(t.state.active, rule, t.seq, count=count, place=place, source=source)
        t.push(t.state.due, due)
    return max(0, count)


def fetch_monster(t: WrTable, place: str, name: str) -> None:
    """A monster is taken out of an open place, and is nowhere yet.

    Raises:
        Violation: WR-2.5, it is not there.
    """
    zone = LAYOUT.places[place].zone("")
    left = list(pile(t, zone))
    if name not in left or not isinstance(t.catalog.cards[name], Monster):
        t.forbid("WR-2.5", "{card} is no monster of {place}", card=name, place=place)
    left.remove(name)
    t.item(t.state.zones.piles, zone, left)
