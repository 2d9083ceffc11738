"""Which ways allow nothing that others do not.

Where a card was shown of which two pools had copies, one way says that the copy of the one is gone
and another that the copy of the other is. What tells them apart is where the copy that is left can
lie. A way can go if, for each place where that copy may lie, there is another way in which the
slot there is of the pool from which a copy is gone, and the copy is gone from the other instead.

Only ways that have the copy left in an earlier pool make up for one that has it left in a later
one. So no two make up for each other, and in what order they are looked at does not matter. A way
that is not told apart itself may have been left out before: it counts if others make up for it.
"""

from collections.abc import Iterator, Sequence

from referee.hidden.way import ByPast, Kind

FEW = 400
"""So few ways are not looked through."""
MANY = 1_000
"""If more ways are left than these, it is asked what may have been left out before."""
MOST_ASKED = 100_000
"""Of so many ways at the most it is asked whether they have been left out before."""

_Swap = tuple[int, int, int, list[tuple[int, int]]]
"""A card is gone from a later pool instead of an earlier one: the digit of what is gone of the
earlier, that of the later, and what this is where nothing is left; for each kind of slots of the
later pool in each zone its digit, and what is added to all digits if one of these slots is of the
earlier pool then; 0 if there can be none such."""


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
    return _Covering(ways, pools, kinds, size).left()


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
        self._swaps = [*self._every_swap()]
        self._made_up: set[int] = set()
        self._not: set[int] = set()

    def left(self) -> ByPast:
        """Those that others do not make up for."""
        left = self._ways - self._covered(self._ways)
        if len(left) > MANY:
            left -= self._covered(left, ask=True)
        found: ByPast = {past: set() for past in self._pasts.values()}
        counts = (1 << self._size * 8) - 1
        for n in left:
            found[self._pasts[n & ~counts]].add(n & counts)
        return {past: some for past, some in found.items() if some}

    def _covered(self, some: set[int], *, ask: bool = False) -> set[int]:
        """Which of these ways others make up for.

        Args:
            ask: whether those count that have been left out before.
        """
        covered, ways = set[int](), self._ways
        of: dict[int, list[int]] = {}
        for n in some:
            of.setdefault(n >> self._size * 8, []).append(n)
        for gone, left, none, steps in self._swaps:
            rest = set[int]().union(
                *(few for past, few in of.items() if past & gone and past & left != none)
            )
            rest -= covered
            for digit, step in steps:
                if not rest:
                    break
                if not step:
                    rest = {n for n in rest if not n & digit}
                    continue
                there = self._there({n + step for n in rest if n & digit}) if ask else ways
                rest = {n for n in rest if not n & digit or n + step in there}
            covered |= rest
        return covered

    def _there(self, some: set[int]) -> set[int]:
        """Which of these ways are told apart, or made up for."""
        rest = some - self._ways - self._made_up - self._not
        if rest and len(self._made_up) + len(self._not) < MOST_ASKED:
            made_up = self._covered(rest, ask=True)
            self._made_up |= made_up
            self._not |= rest - made_up
        return some & self._ways | some & self._made_up

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
