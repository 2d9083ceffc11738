"""Rates that may only rise, by pooling adjacent violators (Ayer and others, 1955)."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple


class Block(NamedTuple):
    """Values that have one rate."""

    least: float  # the least of them
    won: float  # the sum of their results
    n: int  # how many they are

    @property
    def rate(self) -> float:
        """Their mean result."""
        return self.won / self.n


class Isotonic:
    """The rate at each value, which never falls as the value rises.

    Args:
        points: values with their results from 0 to 1: what is known of one may come in parts.
        fewest: how many results a block has at least, where there are so many.

    >>> rising = Isotonic([Block(1, 0, 1), Block(2, 2, 2), Block(3, 0, 1), Block(4, 1, 1)])
    >>> [(block.least, block.rate) for block in rising.blocks]
    [(1, 0.0), (2, 0.6666666666666666), (4, 1.0)]
    """

    def __init__(self, points: Iterable[Block], fewest: int = 1) -> None:
        blocks: list[Block] = []
        for value, same in groupby(sorted(points), key=lambda point: point.least):
            known = [*same]
            blocks.append(Block(value, sum(e.won for e in known), sum(e.n for e in known)))
            while len(blocks) > 1 and (blocks[-2].rate >= blocks[-1].rate or blocks[-2].n < fewest):
                _join(blocks)
        if len(blocks) > 1 and blocks[-1].n < fewest:
            _join(blocks)
        self.blocks = blocks


def _join(blocks: list[Block]) -> None:
    """The last two are one."""
    least, won, n = blocks.pop(-2)
    blocks[-1] = Block(least, won + blocks[-1].won, n + blocks[-1].n)
