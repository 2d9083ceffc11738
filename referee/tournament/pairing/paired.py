"""Who is to be paired, and the places of a round."""

from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from events.error import RefereeError

BYE = 0
"""Stands for the bye where a number of a player is meant: entry numbers begin at 1."""

Pair = tuple[int, int]
"""Two who meet, by their entry numbers, the lower one first."""


class Unpairable(RefereeError, ValueError):
    """These players cannot be paired; the message says why."""


class Paired(Struct, frozen=True, gc=False):
    """One who is to have a place in the round: a player, or a team."""

    number: int  # the entry number, from 1
    points: Fraction  # exact, before this round
    met: frozenset[int] = frozenset()  # the numbers of all opponents so far
    byes: int = 0  # how many byes were given so far; who has had fewer comes first
    # 1 where the opponent of the round before had more points then, -1 where fewer, else 0
    floated: int = 0
    group: str = ""  # who is of one group should not meet (item 6); empty: of none
    table: int = 0  # the fixed table; 0 where there is none


class Placed(NamedTuple):
    """A contest of a round with its table."""

    table: int
    a: int
    b: int

    @property
    def pair(self) -> Pair:
        """The two who meet there, the lower number first."""
        return ordered(self.a, self.b)


def ordered(a: int, b: int) -> Pair:
    """The two as a pair."""
    return (a, b) if a < b else (b, a)
