"""The world that comes to mind first: often it fits, and nothing need be searched.

Which pool each showing is of is guessed, and mended where too many cards would have to lie in the
same places; where the shown cards lay and all others lie is a matter of counting then.
"""

from collections.abc import Collection, Mapping

from referee.hidden.flow import Flow
from referee.hidden.slots import Lot, Showing, take

MOST = 50
"""With more showings that are not settled nothing is guessed: a search might give up on so many,
and then all of it is to be forgotten."""

TRIES = 6
"""How often a guess is looked at and mended before a search has to find the world."""


def guessed(
    pools: Mapping[str, dict[str, int]], lots: Mapping[str, Lot], shown: Collection[Showing]
) -> bool:
    """Whether a guess is a world that fits, where nothing is claimed."""
    if sum(one.count for one in shown) > MOST:
        return False
    guess = _Guess(pools, lots)
    for one in sorted(shown, key=_ways):
        if not guess.choose(one):
            return False
    for _ in range(TRIES):
        crowded = guess.crowded()
        if not crowded:
            return True
        if not guess.mend(crowded):
            break
    return False


def _ways(one: Showing) -> int:
    return len(one.lots) * len(one.pools)


class _Guess:
    """Which pool each showing is of. Places are lots, as the bits of a number.

    Attributes:
        given: for each showing, the places of its lots, and how many of it are of which pool.
        used: for each card, how many showings of it are of which pool.
        left: the pools that showings have been of before it was mended.
        sizes: how many other cards of each pool there are.
    """

    def __init__(self, pools: Mapping[str, dict[str, int]], lots: Mapping[str, Lot]) -> None:
        self.pools = pools
        self.bits: dict[str, int] = {}
        self.room: list[int] = []
        self.reach = dict.fromkeys(pools, 0)
        bit = 1
        for key, lot in lots.items():
            self.bits[key] = bit
            self.room.append(lot.count)
            for pool in lot.pools:
                self.reach[pool] |= bit
            bit <<= 1
        self.sizes = {pool: sum(left.values()) for pool, left in pools.items()}
        self.used: dict[str, dict[str, int]] = {}
        self.given: list[tuple[Showing, int, dict[str, int]]] = []
        self.left: set[tuple[int, str]] = set()

    def choose(self, one: Showing) -> bool:
        """Give these showings pools; false if there are none left for them."""
        card, count, base = one.card, one.count, 0
        for key in one.lots:
            base |= self.bits[key]
        used = self.used.setdefault(card, {})
        able: list[tuple[int, str, int]] = []
        for pool in one.pools:
            spare = self.pools[pool].get(card, 0) - used.get(pool, 0)
            places = base & self.reach[pool]
            if spare > 0 and places:
                # The cards that may lie where the showing cannot are the less to be spared.
                rest = self.sizes[pool] - self._held(self.reach[pool] & ~places)
                able.append((rest, pool, spare))
        able.sort(reverse=True)
        given: dict[str, int] = {}
        self.given.append((one, base, given))
        for _, pool, most in able:
            some = count if count < most else most
            given[pool] = given.get(pool, 0) + some
            used[pool] = used.get(pool, 0) + some
            self.sizes[pool] -= some
            count -= some
            if not count:
                return True
        while count:
            for pool in one.pools:
                if base & self.reach[pool] and self._spared(card, pool, {pool}):
                    break
            else:
                return False
            given[pool] = given.get(pool, 0) + 1
            used[pool] = used.get(pool, 0) + 1
            self.sizes[pool] -= 1
            count -= 1
        return True

    def _spared(self, card: str, pool: str, asked: set[str]) -> bool:
        """Let a showing of this card and pool be of another, for one that needs the copy."""
        for one, base, given in self.given:
            if one.card != card or pool not in given:
                continue
            for new in one.pools:
                if new in asked or not base & self.reach[new]:
                    continue
                asked.add(new)
                spare = self.pools[new].get(card, 0) > self.used[card].get(new, 0)
                if spare or self._spared(card, new, asked):
                    self._change(card, given, pool, new)
                    return True
        return False

    def _change(self, card: str, given: dict[str, int], old: str, new: str) -> None:
        for counts in (given, self.used[card]):
            take(counts, old)
            counts[new] = counts.get(new, 0) + 1
        self.sizes[old] += 1
        self.sizes[new] -= 1

    def crowded(self) -> int:
        """Places for which there are too many cards that may lie nowhere else; 0 if none are."""
        rows: dict[int, int] = {}
        for _, base, given in self.given:
            for pool, count in given.items():
                places = base & self.reach[pool]
                rows[places] = rows.get(places, 0) + count
        for pool, size in self.sizes.items():
            places = self.reach[pool]
            rows[places] = rows.get(places, 0) + size
        flow = Flow({}, list(self.room))
        for mask in sorted(rows, key=int.bit_count):
            if not flow.lay(mask, rows[mask]):
                return flow.full
        return 0

    def mend(self, crowded: int) -> bool:
        """Let a showing be of another pool, if that leaves fewer cards to the crowded places."""
        best = 0
        change: tuple[int, str, str] | None = None
        for at, (one, base, given) in enumerate(self.given):
            if len(one.pools) < 2:
                continue
            used = self.used[one.card]
            for new in one.pools:
                places = base & self.reach[new]
                if not places or (at, new) in self.left:
                    continue
                if self.pools[new].get(one.card, 0) <= used.get(new, 0):
                    continue
                gain = (not self.reach[new] & ~crowded) - (not places & ~crowded)
                for old in given:
                    more = gain + (not base & self.reach[old] & ~crowded)
                    more -= not self.reach[old] & ~crowded
                    if more > best and old != new:
                        best, change = more, (at, old, new)
        if change is None:
            return False
        at, old, new = change
        self.left.add((at, old))
        one, _, given = self.given[at]
        self._change(one.card, given, old, new)
        return True

    def _held(self, places: int) -> int:
        held = 0
        while places:
            bit = places & -places
            held += self.room[bit.bit_length() - 1]
            places ^= bit
        return held
