"""Which ways allow nothing that others do not.

Where a card was shown of which two pools had copies, one way says that the copy of the one is gone
and another that the copy of the other is. What tells them apart is where the copy that is left can
lie. A way can go if, for each place where that copy may lie, there is another way in which the
slot there is of the pool from which a copy is gone, and the copy is gone from the other instead.

Only ways that have the copy left in an earlier pool make up for one that has it left in a later
one. So no two make up for each other, and in what order they are looked at does not matter. A way
that is not told apart itself may have been left out before: it counts if others make up for it.
"""

from collections.abc import Sequence

from referee.hidden.way import ByPast, Gone, Kind, Past, with_gone

FEW = 300
"""So many ways may be left without asking what has been left out before."""
MOST_ASKED = 100_000
"""Of so many ways at the most it is asked whether they have been left out before."""

_Step = tuple[int, int]
"""For a kind of slots in a zone its digit of the counts, and what is added to these if one of the
slots is of another pool instead; 0 if there are none such."""


class Covering:
    """Ways, some of which others make up for.

    Args:
        ways: all of them.
        pools: the cards of each pool.
        kinds: the kinds of slots.
        size: how many counts each way has.
    """

    def __init__(
        self, ways: ByPast, pools: Sequence[dict[str, int]], kinds: Sequence[Kind], size: int
    ) -> None:
        self._ways, self._pools, self._kinds, self._size = ways, pools, kinds, size
        self._swaps: dict[Past, list[tuple[list[_Step], Past]]] = {}
        self._steps: dict[tuple[int, int], list[_Step]] = {}
        self._made_up: ByPast = {}
        self._not: ByPast = {}
        self._asked = 0

    def needed(self) -> ByPast:
        """Those that others do not make up for."""
        found = {past: some - self._covered(past, some) for past, some in self._ways.items()}
        if sum(map(len, found.values())) > FEW:
            for past in sorted(found):
                found[past] -= self._covered(past, found[past], ask=True)
        return {past: some for past, some in found.items() if some}

    def _covered(self, past: Past, some: set[int], *, ask: bool = False) -> set[int]:
        """Which of these ways others make up for.

        Args:
            ask: whether those count that have been left out before.
        """
        covered: set[int] = set()
        for steps, then in self._swaps_of(past):
            there = self._ways.get(then, covered)
            if not (there or ask):
                continue
            rest = some - covered
            for digit, step in steps:
                if not rest:
                    break
                if not step:
                    rest = {n for n in rest if not n & digit}
                elif ask:
                    theirs = self._there({n + step for n in rest if n & digit}, then)
                    rest = {n for n in rest if not n & digit or n + step in theirs}
                else:
                    rest = {n for n in rest if not n & digit or n + step in there}
            covered |= rest
        return covered

    def _there(self, some: set[int], past: Past) -> set[int]:
        """Which of these ways are told apart, or made up for."""
        found = some & self._ways.get(past, set())
        rest = some - found
        if rest:
            made_up, nots = self._made_up.setdefault(past, set()), self._not.setdefault(past, set())
            found |= rest & made_up
            rest -= made_up
            rest -= nots
            if rest and self._asked < MOST_ASKED:
                self._asked += len(rest)
                new = self._covered(past, rest, ask=True)
                made_up |= new
                nots |= rest - new
                found |= new
        return found

    def _swaps_of(self, past: Past) -> list[tuple[list[_Step], Past]]:
        """Where a copy of a card is gone from one pool and left in a later one: what changes with
        a slot of the later one, and the past in which it is the other way round."""
        if (found := self._swaps.get(past)) is None:
            gone, lies = past
            found = self._swaps[past] = []
            for pool, card, _ in gone:
                for later in range(pool + 1, len(self._pools)):
                    if self._is_left(card, later, gone):
                        then = with_gone(with_gone(gone, pool, card, -1), later, card)
                        found.append((self._steps_of(later, pool), (then, lies)))
        return found

    def _is_left(self, card: str, pool: int, gone: Gone) -> bool:
        spent = sum(n for each, name, n in gone if each == pool and name == card)
        return self._pools[pool].get(card, 0) > spent

    def _steps_of(self, pool: int, other: int) -> list[_Step]:
        """For each kind of slots of a pool in each zone."""
        if (found := self._steps.get((pool, other))) is None:
            found = self._steps[pool, other] = []
            of = {kind: at for at, kind in enumerate(self._kinds)}
            for at in range(self._size):
                kind = at % len(self._kinds)
                own, said = self._kinds[kind]
                if own == pool:
                    one = 1 << (self._size - 1 - at) * 8
                    to = of.get((other, said))
                    became = 0 if to is None else 1 << (self._size - 1 - at - to + kind) * 8
                    found.append((one * 255, became - one if became else 0))
        return found
