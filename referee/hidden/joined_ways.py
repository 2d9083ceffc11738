"""What of a plain set of ways need not be told apart: two pools, or a way that others make up for.

Where a card was shown of which two pools had copies, one way says that the copy of the one is gone
and another that the copy of the other is. What tells them apart is where the copy that is left can
be: a way can go if, for each place where its copy may lie, there is another way in which the slot
there is of the pool from which a copy is gone, and the copy is gone from the other instead.

Only ways that have the copy left in an earlier pool make up for one that has it left in a later
one. So no two make up for each other, and in what order they are looked at does not matter. A way
that is not told apart itself may have been left out before: it counts if others make up for it.
(Matches of an earlier day look at one after the other, in either direction.)
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import reduce
from itertools import islice, product
from operator import or_

from referee.hidden.way import ByPast, Gone, Kind, Past, number_of_splits, with_gone

DEEP = 3
"""So many copies change places at the most until a way is found that is one of those told apart."""
MOST_TRIES = 2_000
"""So often at the most it is tried whether a way that is not told apart is made up for."""

FEW = 400
"""So few ways are not looked through."""
MANY = 1_000
"""If more ways are left than these, it is asked what may have been left out before."""
MOST_ASKED = 100_000
"""Of so many ways at the most it is asked whether they have been left out before."""

FIRST = 8
"""So few ways are looked at by themselves before all of them are counted."""

_Swap = tuple[int, int, int, list[tuple[int, int]]]
"""A card is gone from a later pool instead of an earlier one: the digit of what is gone of the
earlier, that of the later, and what this is where nothing is left; for each kind of slots of the
later pool in each zone its digit, and what is added to all digits if one of these slots is of the
earlier pool then; 0 if there can be none such."""


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

        slots = [1 << 8 * (self._size - 1 - at) for at in range(one, self._size, wide)]
        apart = [slot - (slot >> shift) for slot in slots]

        def is_distinct(n: int, past: Past) -> bool:
            count, ways = left[past], self._ways[past]
            if to_tell(n, count) > len(ways):
                return False
            row = n.to_bytes(self._size, "big")[one::wide]
            return all(each in ways for each in _distinct(n, row, apart, count))

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
            first = map(joined, islice(self._ways[pasts[0]], FIRST))
            if not all(any(is_distinct(n, past) for past in pasts) for n in first):
                return False  # mostly that is seen at once
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


def _distinct(n: int, row: bytes, apart: Sequence[int], count: int) -> Iterator[int]:
    """The ways in which so many of the joined slots are of the one kind, the others of the other.

    Args:
        n: the way with all of them of the one kind.
        row: how many of them each zone has.
        apart: for each zone, by how much a way is less where one slot is of the other kind.
        count: how many are of the one kind.

    >>> list(_told_apart(0x0200, bytes([2]), [0x0100 - 0x0001], 1))
    [257]
    """
    if not row:
        yield n
        return
    have, rest = row[0], row[1:]
    for kept in range(max(0, count - sum(rest)), min(have, count) + 1):
        yield from _distinct(n - (have - kept) * apart[0], rest, apart[1:], count - kept)


def left_of(
    ways: ByPast, pools: Sequence[dict[str, int]], kinds: Sequence[Kind], size: int
) -> ByPast:
    """The ways without those that others make up for; all of them if they are few.

    Args:
        ways: all of them.
        pools: the cards of each pool.
        kinds: the kinds of slots.
        size: how many counts each way has.
    """
    if sum(map(len, ways.values())) <= FEW:
        return ways
    told = [(past, len(some), sum(some), hash(frozenset(some))) for past, some in ways.items()]
    every = size, str(pools), tuple(kinds), tuple(told)
    if (covered := _COVERED.get(every)) is None:
        if len(_COVERED) == MOST_KEPT:
            del _COVERED[next(iter(_COVERED))]
        covered = _COVERED[every] = _Covering(ways, pools, kinds, size).covered()
    left = {past: some - covered.get(past, set()) for past, some in ways.items()}
    return {past: some for past, some in left.items() if some}


MOST_KEPT = 64
"""Of so many accounts at the most it is remembered which ways others make up for."""
_COVERED: dict[tuple[object, ...], ByPast] = {}
"""The ways that others make up for, by what tells the accounts apart: matches are folded again and
again, and then the same is asked."""


_NONE: set[int] = set()


class _Covering:
    """Ways, some of which others make up for. How many of a card are gone of a pool is a digit,
    too."""

    def __init__(
        self, ways: ByPast, pools: Sequence[dict[str, int]], kinds: Sequence[Kind], size: int
    ) -> None:
        self._pools, self._kinds, self._size = pools, kinds, size
        self._digit: dict[tuple[int, str], int] = {}
        end = size * 8
        for card in sorted({card for gone, _ in ways for _, card, _ in gone}):
            for pool, cards in enumerate(pools):
                if card in cards:
                    self._digit[pool, card] = 1 << end
                    end += cards[card].bit_length()
        all_lies = {lies: at for at, lies in enumerate(sorted({lies for _, lies in ways}))}
        self._pasts = {
            sum(count * self._digit[pool, card] for pool, card, count in past[0])
            + (all_lies[past[1]] << end): past
            for past in ways
        }
        self._ways = {number + n for number, past in self._pasts.items() for n in ways[past]}
        self._swaps = {1 << at: swap for at, swap in enumerate(self._every_swap())}
        self._able: dict[int, int] = {}
        self._made_up: set[int] = set()
        self._not: set[int] = set()

    def covered(self) -> ByPast:
        """Those that others make up for."""
        covered = self._covered(self._ways)
        if len(self._ways) - len(covered) > MANY:
            covered |= self._covered(self._ways - covered, ask=True)
        found: ByPast = {}
        counts = (1 << self._size * 8) - 1
        for n in covered:
            found.setdefault(self._pasts[n & ~counts], set()).add(n & counts)
        return found

    def _covered(self, some: set[int], *, ask: bool = False) -> set[int]:
        """Which of these ways others make up for.

        Args:
            ask: whether those count that have been left out before.
        """
        covered, count = set[int](), len(some)
        of: dict[int, set[int]] = {}
        for n in some:
            of.setdefault(n >> self._size * 8, set()).add(n)
        able = [(self._able.get(past) or self._swaps_of(past), few) for past, few in of.items()]
        any_of = reduce(or_, (swaps for swaps, _ in able), 0)
        while any_of and len(covered) < count:
            bit = any_of & -any_of
            any_of ^= bit
            first, *others = [few for swaps, few in able if swaps & bit]
            rest = first.union(*others) if others else first
            self._cover(rest - covered, self._swaps[bit][3], covered, ask)
        return covered

    def _swaps_of(self, past: int) -> int:
        """The swaps that ways of a past allow, as bits."""
        able = sum(
            bit
            for bit, (gone, left, none, _) in self._swaps.items()
            if past & gone and past & left != none
        )
        self._able[past] = able
        return able

    def _cover(
        self, rest: set[int], steps: list[tuple[int, int]], covered: set[int], ask: bool
    ) -> None:
        """Add those of these ways that others make up for by one swap."""
        for digit, step in steps:
            if not rest:
                return
            if not step:
                rest.difference_update([n for n in rest if n & digit])
                continue
            asked = {n + step for n in rest if n & digit}
            if asked:
                lacking = self._lacking(asked) if ask else asked - self._ways
                rest.difference_update([n - step for n in lacking])
        covered |= rest

    def _lacking(self, some: set[int]) -> set[int]:
        """Which of these ways are neither told apart nor made up for."""
        if len(some) == 1:  # mostly it is one
            (n,) = some
            if n in self._ways or n in self._made_up:
                return _NONE
            if n in self._not:
                return some
        lacking = some - self._ways - self._made_up
        rest = lacking - self._not
        if rest and len(self._made_up) + len(self._not) < MOST_ASKED:
            made_up = self._covered(rest, ask=True)
            self._made_up |= made_up
            self._not |= rest - made_up
            lacking -= self._made_up
        return lacking

    def _every_swap(self) -> Iterator[_Swap]:
        of, end = {kind: at for at, kind in enumerate(self._kinds)}, self._size * 8
        for (pool, card), gone in self._digit.items():
            of_pool = gone * ((1 << self._pools[pool][card].bit_length()) - 1)
            for later in range(pool + 1, len(self._pools)):
                if (later, card) not in self._digit:
                    continue
                left, all_gone, steps = self._digit[later, card], self._pools[later][card], []
                for at in range(self._size):
                    kind = at % len(self._kinds)
                    own, said = self._kinds[kind]
                    if own == later:
                        one = 1 << (self._size - 1 - at) * 8
                        to, step = of.get((pool, said)), 0
                        if to is not None:
                            step = (1 << (self._size - 1 - at - to + kind) * 8) - one + left - gone
                        steps.append((255 * one, step))
                mask = (1 << all_gone.bit_length()) - 1
                yield of_pool >> end, mask * left >> end, all_gone * left >> end, steps


def needed(
    ways: ByPast, pools: Sequence[dict[str, int]], kinds: Sequence[Kind], size: int
) -> ByPast:
    """The ways without those that others make up for, as matches of an earlier day have it;
    `left_of` leaves out more, and sooner.

    Args:
        ways: all of them.
        pools: the cards of each pool.
        kinds: the kinds of slots.
        size: how many counts each way has.

    >>> ways = {(((1, "Elk", 1),), ()): {0x0101}, (((0, "Elk", 1),), ()): {0x0002}}
    >>> needed(ways, [{"Elk": 1}, {"Elk": 1, "Owl": 1}], [(0, ()), (1, ())], 2)
    {(((1, 'Elk', 1),), ()): {257}}
    """
    return _Relabelled(ways, pools, kinds, size).needed()


class _Relabelled:
    """Ways by the number of their past."""

    def __init__(
        self, ways: ByPast, pools: Sequence[dict[str, int]], kinds: Sequence[Kind], size: int
    ) -> None:
        self.pools = pools
        self.pasts = sorted(ways)
        self.number = {past: at for at, past in enumerate(self.pasts)}
        self.ways = [{*ways[past]} for past in self.pasts]
        self.tries = 0
        self.swaps: dict[int, list[tuple[int, int, int]]] = {}
        self.steps = _steps(size, len(pools), kinds)

    def needed(self) -> ByPast:
        """The ways without those that others make up for, one after the other."""
        for past, alike in enumerate(self.ways[:]):
            for counts in sorted(alike):
                alike.remove(counts)
                if not self._made_up_for(counts, past, DEEP):
                    alike.add(counts)
        return {past: left for past, left in zip(self.pasts, self.ways, strict=True) if left}

    def _made_up_for(self, counts: int, past: int, deep: int) -> bool:
        """Whether a copy of a card is left in one pool and gone from another, and for every slot
        that this copy may lie in there is a way in which that slot is of the other pool, and the
        copy is gone from the first instead."""
        if past not in self.swaps:
            self.swaps[past] = self._swaps(past)
        for pool, other, then in self.swaps[past]:
            there = self.ways[then]
            for digit, step in self.steps[pool, other]:
                if not counts & digit or (step and counts + step in there):
                    continue
                if not step or deep == 1 or self.tries == MOST_TRIES:
                    break
                self.tries += 1
                if not self._made_up_for(counts + step, then, deep - 1):
                    break
            else:
                return True
        return False

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
                        self.ways.append(set())
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
