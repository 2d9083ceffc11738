"""What the truth oracles of the games share: matches of which everything is known, and lies."""

from collections.abc import Iterable
from typing import NamedTuple

from events.event import Event


class Accused(AssertionError):
    """The referee refused what was true."""


class Enough(Exception):
    """So many entries as were asked for have been logged."""


class Lie(NamedTuple):
    """An entry that is not true.

    Args:
        kind: what sort of lie it is.
        event: the entry.
        rules: the rules by which it may be refused.
    """

    kind: str
    event: Event
    rules: set[str]


World = tuple[tuple[str, ...], ...]
"""What lies in each of a few places, in the order of names."""


def moved(worlds: Iterable[World], source: int, target: int | None, card: str = "") -> set[World]:
    """A card goes from a place to another, or before all eyes; any, where it is not said which."""
    found = set()
    for world in worlds:
        for one in {card} & {*world[source]} if card else {*world[source]}:
            piles = [list(pile) for pile in world]
            piles[source].remove(one)
            if target is not None:
                piles[target].append(one)
            found.add(tuple(tuple(sorted(pile)) for pile in piles))
    return found
