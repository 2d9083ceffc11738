"""One way in which unseen cards can lie, and how ways multiply.

While they are worked with, ways with the same past are a set of numbers: the counts of each, read
as the digits of one number, which moves or compares them all at once.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import TypeVar

MOST_WAYS = 5_000
"""How many ways are told apart at the most."""
EACH_WAY = 100_000
"""Accounts of more ways than these leave out what others make up for; the others keep each way, as
their records have it."""
TRIED_APART = 120_000
"""Accounts of no more ways than these try each way by itself, and are written way by way."""
MOST_SLOTS = 255
"""How many slots there are at the most: a count is a byte."""
MOST_BOUND = 8
"""How many kinds of claimed slots of one pool are told apart at the most."""

T = TypeVar("T")
Gone = tuple[tuple[int, str, int], ...]
"""Cards that were shown of one pool or another: the pool, the name, how many."""
Way = tuple[bytes, Gone, tuple[str, ...]]
"""How many slots there are, zone by zone, of each kind; what is gone; which claims would then have
been lies."""
Past = tuple[Gone, tuple[str, ...]]
"""What is gone, and which claims would then have been lies."""
ByPast = dict[Past, set[int]]
"""Ways by what is past: the counts of each, read as the digits of one number."""
Kind = tuple[int, tuple[str, ...]]
"""Slots of one pool that the same claims concern, by their numbers."""


class TooMany(Exception):
    """There are more ways than are told apart; nothing has changed."""


def by_past(ways: Iterable[Way]) -> ByPast:
    """These ways, each once."""
    found: ByPast = {}
    for counts, gone, lies in ways:
        found.setdefault((gone, lies), set()).add(int.from_bytes(counts, "big"))
    return found


def one_by_one(ways: ByPast, size: int) -> list[Way]:
    """The same, ascending.

    Args:
        size: how many counts each has.
    """
    return sorted(
        (counts.to_bytes(size, "big"), *past) for past, some in ways.items() for counts in some
    )


@lru_cache(maxsize=4096)
def with_gone(gone: Gone, pool: int, card: str, count: int = 1) -> Gone:
    """So many more copies of a card of a pool are gone."""
    found = {(p, c): n for p, c, n in gone}
    found[pool, card] = found.get((pool, card), 0) + count
    return tuple((p, c, n) for (p, c), n in sorted(found.items()) if n)


def few(ways: Iterable[T], most: int) -> set[T]:
    """The ways, each once.

    Raises:
        TooMany: there are more than are told apart.
    """
    found: set[T] = set()
    rest = iter(ways)
    while some := [*islice(rest, 1_000)]:
        found.update(some)
        if len(found) > most:
            raise TooMany
    return found


@lru_cache(maxsize=4096)
def splits(row: bytes, count: int) -> list[bytes]:
    """The ways to take so many slots out of a row, of each kind so many.

    >>> [list(part) for part in splits(bytes([2, 1]), 2)]
    [[1, 1], [2, 0]]
    """
    found: list[tuple[tuple[int, ...], int]] = [((), count)]
    for at, have in enumerate(row):
        after = sum(row[at + 1 :])
        found = [
            ((*part, some), rest - some)
            for part, rest in found
            for some in range(max(0, rest - after), min(have, rest) + 1)
        ]
    return [bytes(part) for part, _ in found]


@lru_cache(maxsize=4096)
def number_of_splits(row: bytes, count: int) -> int:
    """In how many ways so many slots can be taken out of a row.

    >>> number_of_splits(bytes([2, 1]), 2)
    2
    """
    count = min(count, sum(row) - count)
    if count < 0:
        return 0
    found = [1, *(0 for _ in range(count))]
    for have in row:
        if have:
            found = [sum(found[max(0, n - have) : n + 1]) for n in range(count + 1)]
    return found[count]
