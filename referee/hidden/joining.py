"""What of a plain set of ways need not be told apart: two pools, or a way that others make up for.

Where a card was shown of which two pools had copies, one way says that the copy of the one is gone
and another that the copy of the other is. What tells them apart is where the copy that is left can
be: a way can go if each place where its copy may lie is one of another way's.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import product

from referee.hidden.way import ByPast, Gone, Kind, Past, Way, number_of_splits, with_gone

DEEP = 3
"""So many copies change places at the most until a way is found that is one of those told apart."""
MOST_TRIES = 2_000
"""So often at the most it is tried whether a way that is not told apart is made up for."""


class Joining:
    """Two kinds of slots, each all there is of its pool, are one if that allows nothing more.

    Args:
        pools: the cards of each pool.
        of: the pool of each kind.
        ways: the ways.
        size: how many counts each has.
        held: the zones that may have slots of each kind, as bits.
        shown: whether pools are joined of which it is open which one a card was that was shown;
            accounts of an earlier day do not.
    """

    def __init__(
        self,
        pools: Sequence[dict[str, int]],
        of: Sequence[int],
        ways: ByPast,
        size: int,
        held: Sequence[int],
        *,
        shown: bool,
    ) -> None:
        self._pools, self._of, self._ways, self._held, self._shown = pools, of, ways, held, shown
        self._size, self._gone = size, {gone for gone, _ in ways}

    def loses_nothing(self, one: int, other: int) -> bool:
        """Whether two kinds are of the same name alone, lie in one zone, or lie together in all
        ways that there are to tell them apart."""
        pools = {self._of[one], self._of[other]}
        if len({card for pool in pools for card in self._pools[pool]}) == 1:
            return True
        held, others = self._held[one], self._held[other]
        if held == others and not held & (held - 1):
            return True
        if held & ~others and others & ~held:
            return False
        open_ = any(pool in pools for gone in self._gone for pool, _, _ in gone)
        if (open_ or held != others) and not self._shown:
            return False
        return self._in_all_ways(one, other)

    def _in_all_ways(self, one: int, other: int) -> bool:
        """Whether, wherever both kinds lie and whatever is gone of either, one of the ways to say
        which of them that was leaves all ways to tell apart what lies there: each world that the
        joined kind allows is then one of these."""
        wide = len(self._of)
        theirs = 255 * int.from_bytes(bytes(at % wide == other for at in range(self._size)), "big")
        shift = (other - one) * 8
        kept = self._of[one]
        left, others = self._left(kept), self._left(self._of[other])
        if self._held[one] != self._held[other] and all(map(min, left.values(), others.values())):
            return False

        def joined(n: int) -> int:
            return n + ((n & theirs) << shift) - (n & theirs)

        def to_tell(n: int, count: int) -> int:
            return number_of_splits(n.to_bytes(self._size, "big")[one::wide], count)

        past, ways = next(iter(self._ways.items()))
        some, most = joined(next(iter(ways))), max(map(len, self._ways.values()))
        of_both = left[past] + others[past]
        counts = {left[each] for each in left if left[each] + others[each] == of_both}
        if all(to_tell(some, count) > most for count in counts):  # mostly there are too few
            return False
        alike: dict[tuple[object, ...], list[Past]] = {}
        for past in self._ways:
            of = self._of_either(past[0], {kept, self._of[other]})
            alike.setdefault((of, past[1]), []).append(past)
        for pasts in alike.values():
            found = {past: Counter(map(joined, self._ways[past])) for past in pasts}
            if not all(
                any(n in of and to_tell(n, left[past]) == of[n] for past, of in found.items())
                for n in set().union(*found.values())
            ):
                return False
        return True

    def _left(self, pool: int) -> dict[Past, int]:
        """How many cards of a pool nobody has seen, by what is past."""
        size = sum(self._pools[pool].values())
        return {past: size - sum(n for of, _, n in past[0] if of == pool) for past in self._ways}

    @staticmethod
    def _of_either(gone: Gone, pools: Set[int]) -> tuple[object, ...]:
        """What is gone, whichever of some pools it was of."""
        of = Counter[str]()
        for pool, card, count in gone:
            if pool in pools:
                of[card] += count
        others = (each for each in gone if each[0] not in pools)
        return (*others, *sorted(of.items()))


def needed(
    ways: Iterable[Way], pools: Sequence[dict[str, int]], kinds: Sequence[Kind]
) -> list[Way]:
    """The ways, ascending, without those that others make up for, as matches of an earlier day have
    it; `referee.hidden.covering` leaves out more, and sooner.

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
