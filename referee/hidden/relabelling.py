"""Ways that allow nothing which other ways do not allow: they need not be told apart.

Where a card was shown of which two pools had copies, one way says that the copy of the one is gone
and another that the copy of the other is. What tells them apart is where the copy that is left can
be: a way can go if each place where its copy may lie is one of another way's.
"""

from collections.abc import Iterable, Sequence
from itertools import product

from referee.hidden.way import Gone, Kind, Way, with_gone

DEEP = 3
"""So many copies change places at the most until a way is found that is one of those told apart."""
MOST_TRIES = 2_000
"""So often at the most it is tried whether a way that is not told apart is made up for."""

_Past = tuple[Gone, tuple[str, ...]]
"""What is gone, and which claims would then have been lies."""


def needed(
    ways: Iterable[Way], pools: Sequence[dict[str, int]], kinds: Sequence[Kind]
) -> list[Way]:
    """The ways, ascending, without those that others make up for.

    >>> ways = [(b"\\1\\1", ((1, "Elk", 1),), ()), (b"\\0\\2", ((0, "Elk", 1),), ())]
    >>> needed(ways, [{"Elk": 1}, {"Elk": 1, "Owl": 1}], [(0, ()), (1, ())])
    [(b'\\x01\\x01', ((1, 'Elk', 1),), ())]
    """
    found = sorted(set(ways))
    if any(way[1:] != found[0][1:] for way in found):
        return _Relabelled(found, pools, kinds).needed()
    return found


class _Relabelled:
    """Ways by their counts, read as the digits of one number, and by the number of their past."""

    def __init__(
        self, ways: Sequence[Way], pools: Sequence[dict[str, int]], kinds: Sequence[Kind]
    ) -> None:
        self.pools = pools
        self.pasts = sorted({(gone, lies) for _, gone, lies in ways})
        self.number = {past: at for at, past in enumerate(self.pasts)}
        self.ways = {(int.from_bytes(way[0], "big"), self.number[way[1:]]): way for way in ways}
        self.tries = 0
        self.swaps: dict[int, list[tuple[int, int, int]]] = {}
        self.steps = _steps(len(ways[0][0]), len(pools), kinds)

    def needed(self) -> list[Way]:
        """The ways without those that others make up for, one after the other."""
        for counts, past in sorted(self.ways, key=lambda way: (way[1], way[0])):
            way = self.ways.pop((counts, past))
            if not self._made_up_for(counts, past, DEEP):
                self.ways[counts, past] = way
        return sorted(self.ways.values())

    def _made_up_for(self, counts: int, past: int, deep: int) -> bool:
        """Whether a copy of a card is left in one pool and gone from another, and for every slot
        that this copy may lie in there is a way in which that slot is of the other pool, and the
        copy is gone from the first instead."""
        if past not in self.swaps:
            self.swaps[past] = self._swaps(past)
        return any(
            all(
                step
                and (
                    (counts + step, then) in self.ways
                    or (deep > 1 and self._try(counts + step, then, deep - 1))
                )
                for digit, step in self.steps[pool, other]
                if counts & digit
            )
            for pool, other, then in self.swaps[past]
        )

    def _try(self, counts: int, past: int, deep: int) -> bool:
        self.tries += 1
        return self.tries <= MOST_TRIES and self._made_up_for(counts, past, deep)

    def _swaps(self, past: int) -> list[tuple[int, int, int]]:
        """Where a card is gone from one pool and left in another: the pool where it is left, that
        from which it is gone, and the past in which it is the other way round."""
        gone, lies = self.pasts[past]
        spent = {(pool, card): count for pool, card, count in gone}
        found = []
        for other, card, _ in gone:
            for pool, cards in enumerate(self.pools):
                if pool != other and cards.get(card, 0) > spent.get((pool, card), 0):
                    then = with_gone(with_gone(gone, other, card, -1), pool, card), lies
                    if then not in self.number:
                        self.number[then] = len(self.pasts)
                        self.pasts.append(then)
                    found.append((pool, other, self.number[then]))
        return found


def _steps(
    size: int, pools: int, kinds: Sequence[Kind]
) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """For two pools, each kind of slots of the first in each zone: its digit in the counts, and
    what is added to these if one slot is of the other pool instead; 0 if there are none such."""
    of = {kind: at for at, kind in enumerate(kinds)}
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for pool, other in product(range(pools), repeat=2):
        steps = found[pool, other] = []
        for at in range(size):
            own, said = kinds[at % len(kinds)]
            if own == pool and other != pool:
                one = 1 << (size - 1 - at) * 8
                to = of.get((other, said))
                became = 0 if to is None else 1 << (size - 1 - at - to + at % len(kinds)) * 8
                steps.append((one * 255, became - one if became else 0))
    return found
