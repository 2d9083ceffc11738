"""Which showings can be settled: where only one lot or pool is left, or one is as good as any."""

import copy
from collections.abc import Mapping, Sequence

from referee.hidden.slots import Claim, Lot, Showing, take


class _Open:
    """Showings that are alike and not settled; lots, pools and claims are bits.

    Args:
        forbid: the claims that forbid the card to be shown from their lots.
        strictly: those of them that concern all pools it may be of.
        done: nothing has changed since there was no way to narrow it down.
    """

    __slots__ = ("card", "clock", "count", "done", "forbid", "lots", "pools", "strictly")

    def __init__(self, one: Showing, lots: int, pools: int, claims: Sequence[Claim]) -> None:
        self.card, self.clock, self.count = one.card, one.clock, one.count
        self.lots, self.pools, self.done = lots, pools, False
        self.forbid = self.strictly = 0
        for at, claim in enumerate(claims):
            if claim.clock <= one.clock and one.card in claim.names:
                self.forbid |= 1 << at
                if set(claim.pools).issuperset(one.pools):
                    self.strictly |= 1 << at


class Settling:
    """Narrows down which lots and pools the showings are of, and settles them.

    A way is dropped if it is impossible, or if each world that goes this way has a twin that
    goes another. That must hold whichever claims are forgotten later.

    Args:
        cards: the cards of each pool, and
        slots: the lots; both lose what is settled.
        claims: the claims that are alive.
        shown: the showings that are not settled.

    Attributes:
        merged: showings that had come apart are alike again, so there may be more to settle.
    """

    def __init__(
        self,
        cards: Mapping[str, dict[str, int]],
        slots: Mapping[str, Lot],
        claims: Sequence[Claim],
        shown: Sequence[Showing],
    ) -> None:
        self.slots, self.claims, self.left = slots, claims, list(cards.values())
        self.lots, self.pools = list(slots), list(cards)
        pools = {pool: 1 << at for at, pool in enumerate(cards)}
        lots: dict[str, int] = {}
        self.room: list[int] = []
        self.pools_of: list[int] = []
        self.lots_of = dict.fromkeys(pools.values(), 0)
        bit = 1
        for key, lot in slots.items():
            lots[key] = bit
            self.room.append(lot.count)
            few = 0
            for pool in lot.pools:
                few |= pools[pool]
                self.lots_of[pools[pool]] |= bit
            self.pools_of.append(few)
            bit <<= 1
        self.claims_on = [0] * len(lots)
        for number, claim in enumerate(claims):
            for key in claim.lots:
                self.claims_on[lots[key].bit_length() - 1] |= 1 << number
        self.wider: dict[int, int] = {}
        self.compared: dict[int, tuple[int, int]] = {}
        self.lot_pairs: dict[tuple[int, int, int, int], list[tuple[int, int]]] = {}
        self.pool_pairs: dict[tuple[int, int, str], list[tuple[int, int]]] = {}
        self.by_lots: dict[int, int] = {}
        self.by_pools: dict[str, dict[int, int]] = {}
        self.merged = False
        self.shown: list[_Open] = []
        for one in shown:
            ways = of = 0
            for key in one.lots:
                ways |= lots[key]
            for pool in one.pools:
                of |= pools[pool]
            self.shown.append(_Open(one, ways, of, claims))
            self.by_lots[ways] = self.by_lots.get(ways, 0) + one.count
            alike = self.by_pools.setdefault(one.card, {})
            alike[of] = alike.get(of, 0) + one.count

    def settle(self) -> tuple[list[Showing], bool]:
        """Narrow down as far as possible: what is still open, and whether anything changed."""
        changed, again = False, True
        while again:
            again = False
            for one in list(self.shown):
                while not one.done:
                    if self._narrow(one):
                        again = changed = True
                    else:
                        one.done = True
        alike: dict[tuple[str, int, int, int], Showing] = {}
        for one in self.shown:
            kind = (one.card, one.lots, one.pools, one.clock)
            if one.count and kind in alike:
                alike[kind].count += one.count
                self.merged = True
            elif one.count:
                lots = [self.lots[at] for at in _places(one.lots)]
                pools = [self.pools[at] for at in _places(one.pools)]
                alike[kind] = Showing(one.card, lots, pools, one.clock, one.count)
        for lot, count in zip(self.slots.values(), self.room, strict=True):
            lot.count = count
        return list(alike.values()), changed

    def _count(self, one: _Open, count: int) -> None:
        """So many more showings, or fewer, may be from these lots and of these pools."""
        self.by_lots[one.lots] = self.by_lots.get(one.lots, 0) + count
        alike = self.by_pools.setdefault(one.card, {})
        alike[one.pools] = alike.get(one.pools, 0) + count

    def _narrow(self, one: _Open) -> bool:
        """Drop one lot or pool of these showings, or settle them.

        Those that have the choice are no rivals of their own: what may use both ways of two, or
        more than the one, is not counted against it.
        """
        lots, pools = one.lots, one.pools
        if lots & (lots - 1):
            if self._narrow_lots(one):
                return True
        elif not pools & (pools - 1) and lots and pools:
            # It leaves as much to the others as it did before.
            self._count(one, -one.count)
            self.room[lots.bit_length() - 1] -= one.count
            take(self.left[pools.bit_length() - 1], one.card, one.count)
            one.count, one.done = 0, True
            return True
        return bool(pools & (pools - 1)) and self._narrow_pools(one)

    def _narrow_lots(self, one: _Open) -> bool:
        """Drop lots while two are left; whether any was dropped.

        What speaks for a lot are the other showings alone, so that one look at each will do;
        where showings come apart, that makes a new rival, and the next look has to begin anew.
        """
        before = left = one.lots
        rest = before
        while rest:
            bit = rest & -rest
            rest ^= bit
            at = bit.bit_length() - 1
            if self.room[at] <= self.by_lots.get(bit, 0) or not self.pools_of[at] & one.pools:
                left ^= bit
                if not left & (left - 1):
                    break
        apart = False
        if left & (left - 1):
            for better, worse in self._better_lots(left, one):
                if not (left >> better & 1 and left >> worse & 1):
                    continue
                most = _rest(self.room[better], self.by_lots, 1 << better, 1 << worse)
                if most <= 0:
                    continue
                apart = self._split(one, left, most)
                left ^= 1 << worse
                if apart or not left & (left - 1):
                    break
        if left == before:
            return False
        self._count(one, -one.count)
        one.lots = left
        self._count(one, one.count)
        for other in self.shown:
            if other.lots & before and other.count:
                other.done = False
        return True

    def _narrow_pools(self, one: _Open) -> bool:
        """Drop one pool of two or more; whether it was."""
        before = one.pools
        rivals = self.by_pools[one.card]
        dropped, rest = 0, before
        while rest:
            bit = rest & -rest
            rest ^= bit
            have = self.left[bit.bit_length() - 1].get(one.card, 0)
            if have <= rivals.get(bit, 0) or not self.lots_of[bit] & one.lots:
                dropped = bit
                break
        else:
            for better, worse in self._better_pools(one):
                have = self.left[better].get(one.card, 0)
                most = _rest(have, rivals, 1 << better, 1 << worse)
                if most > 0:
                    self._split(one, one.lots, most)
                    dropped = 1 << worse
                    break
        if not dropped:
            return False
        self._count(one, -one.count)
        one.pools ^= dropped
        self._count(one, one.count)
        for other in self.shown:
            if other.card == one.card and other.pools & before and other.count:
                other.done = False
        return True

    def _split(self, one: _Open, lots: int, most: int) -> bool:
        """Leave no more than `most` of these showings together; whether some came apart."""
        if most >= one.count:
            return False
        rest = copy.copy(one)
        rest.count = one.count - most
        self._count(one, -rest.count)
        one.count, rest.lots = most, lots
        self._count(rest, rest.count)
        self.shown.append(rest)
        return True

    def _better_lots(self, lots: int, one: _Open) -> list[tuple[int, int]]:
        """Which lots are better for the showing than which others, whatever is left in them.

        A lot is better than another if each world with the card from the worse one has a twin
        with it from the better one, which swaps it with another slot there, if there is one to
        spare.
        """
        kind = (lots, one.pools, one.forbid, one.strictly)
        pairs = self.lot_pairs.get(kind)
        if pairs is None:
            pairs = self.lot_pairs[kind] = []
            for better in _places(lots):
                few = self.pools_of[better]
                if not self.claims:
                    worse = self._wider(few) & lots & ~(1 << better)
                    if worse and one.pools & ~few:
                        worse &= ~self._some(one.pools & ~few)
                    if worse:
                        pairs += [(better, at) for at in _places(worse)]
                    continue
                free = not self.claims_on[better] & one.forbid
                tighter, looser = self._compared(better)
                for worse in _places((tighter if free else 0) & lots | looser & lots):
                    if self.pools_of[worse] & one.pools & ~few:
                        continue
                    # A slot of a tighter lot can hold no more than one of `worse`: it is to be
                    # used. Otherwise the claims on `worse` alone must all forbid the card;
                    # without them both lots are alike.
                    alone = self.claims_on[worse] & ~self.claims_on[better]
                    if not alone or not alone & ~one.strictly:
                        pairs.append((better, worse))
        return pairs

    def _wider(self, pools: int) -> int:
        """The lots that may hold cards of each of these pools."""
        found = self.wider.get(pools)
        if found is None:
            found = -1
            for bit, lots in self.lots_of.items():
                if bit & pools:
                    found &= lots
            self.wider[pools] = found
        return found

    def _some(self, pools: int) -> int:
        """The lots that may hold cards of any of these pools."""
        found = 0
        for bit, lots in self.lots_of.items():
            if bit & pools:
                found |= lots
        return found

    def _compared(self, lot: int) -> tuple[int, int]:
        """The lots that are no tighter than one in any way, and those that only claims tell
        apart from it, which it has not, as bits."""
        found = self.compared.get(lot)
        if found is None:
            few, strict = self.pools_of[lot], self.claims_on[lot]
            tighter = looser = 0
            for other, (many, loose) in enumerate(zip(self.pools_of, self.claims_on, strict=True)):
                if few & ~many or other == lot:
                    continue
                if not loose & ~strict:
                    tighter |= 1 << other
                elif few == many and not strict & ~loose:
                    looser |= 1 << other
            found = self.compared[lot] = tighter, looser
        return found

    def _better_pools(self, one: _Open) -> list[tuple[int, int]]:
        """Which pools are better for the showing than which others, whatever is left in them.

        A pool is better than another if each world with the card of the worse one has a twin
        with it of the better one, which swaps it with another copy of the better pool, if there
        is one to spare; that copy may lie in fewer lots.
        """
        kind = (one.lots, one.pools, one.card if self.claims else "")
        pairs = self.pool_pairs.get(kind)
        if pairs is None:
            pools = _places(one.pools)
            pairs = self.pool_pairs[kind] = [
                (better, worse)
                for better in pools
                for worse in pools
                if better != worse and self._better_pool(one, better, worse)
            ]
        return pairs

    def _better_pool(self, one: _Open, better: int, worse: int) -> bool:
        many, few = self.lots_of[1 << worse], self.lots_of[1 << better]
        if few & ~many or many & ~few & one.lots:
            return False
        return not any(
            one.card in claim.names
            and (self.pools[better] in claim.pools) != (self.pools[worse] in claim.pools)
            for claim in self.claims
        )


def _rest(have: int, rivals: Mapping[int, int], ours: int, other: int) -> int:
    """How many are left without the rivals that may use ours but not the other."""
    for ways, count in rivals.items():
        if ways & ours and not ways & other:
            have -= count
            if have <= 0:
                break
    return have


def _places(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
