"""What the search over hidden cards is about: lots of slots, claims, and showings."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

K = TypeVar("K", str, int)


class Lot(Struct):
    """Slots that cannot be told apart."""

    zone: str  # where they are; empty once all of them have been shown
    pools: list[str]  # the pools that their cards may be of, ascending
    count: int  # how many, with those taken by showings that are not settled


class Claim(Struct):
    """At entry `seq` the slots of these lots held none of these names of these pools."""

    seq: int
    names: list[str]
    lots: list[str]
    pools: list[str]
    clock: int


class Showing(Struct):
    """A card was shown from one of these lots and is of one of these pools, `count` times.

    Claims with a later clock do not concern it.
    """

    card: str
    lots: list[str]
    pools: list[str]
    clock: int
    count: int = 1


def take(counts: dict[K, int], name: K, count: int = 1) -> None:
    """Lower a count and leave no zero behind."""
    rest = counts[name] - count
    if rest:
        counts[name] = rest
    else:
        del counts[name]


def bits(keys: list[str], chosen: Iterable[str]) -> int:
    """The places of the chosen keys as the bits of a number."""
    return sum(1 << keys.index(key) for key in chosen)
