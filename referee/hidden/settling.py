"""Which showings can be settled: where only one lot or pool is left, or one is as good as any."""

import copy
from collections.abc import Iterator, Mapping, Sequence

from referee.hidden.slots import Claim, Lot, Showing, bits, take


class _Open:
    """Showings that are alike and not settled; lots, pools and claims are bits.

    Args:
        forbid: the claims that forbid the card to be shown from their lots.
        strictly: those of them that concern all pools it may be of.
    """

    __slots__ = ("card", "clock", "count", "forbid", "lots", "pools", "strictly")

    def __init__(self, one: Showing, lots: list[str], pools: list[str], claims: Sequence[Claim]):
        self.card, self.clock, self.count = one.card, one.clock, one.count
        self.lots, self.pools = bits(lots, one.lots), bits(pools, one.pools)
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
    """

    def __init__(
        self,
        cards: Mapping[str, dict[str, int]],
        slots: Mapping[str, Lot],
        claims: Sequence[Claim],
        shown: Sequence[Showing],
    ) -> None:
        self.cards, self.slots, self.claims = cards, slots, claims
        self.lots, self.pools = list(slots), list(cards)
        self.room = [lot.count for lot in slots.values()]
        self.pools_of = [bits(self.pools, lot.pools) for lot in slots.values()]
        self.claims_on = [
            sum(1 << n for n, claim in enumerate(claims) if key in claim.lots) for key in self.lots
        ]
        self.compared: dict[int, tuple[int, int]] = {}
        self.shown = [_Open(one, self.lots, self.pools, claims) for one in shown]

    def settle(self) -> tuple[list[Showing], bool]:
        """Narrow down as far as possible: what is still open, and whether anything changed."""
        changed, again = False, True
        while again:
            again = False
            for one in list(self.shown):
                while one.count and self._narrow(one):
                    again = changed = True
        alike: dict[tuple[str, int, int, int], Showing] = {}
        for one in self.shown:
            kind = (one.card, one.lots, one.pools, one.clock)
            if one.count and kind in alike:
                alike[kind].count += one.count
            elif one.count:
                lots = [self.lots[at] for at in _places(one.lots)]
                pools = [self.pools[at] for at in _places(one.pools)]
                alike[kind] = Showing(one.card, lots, pools, one.clock, one.count)
        for lot, count in zip(self.slots.values(), self.room, strict=True):
            lot.count = count
        return list(alike.values()), changed

    def _left(self, pool: int, card: str) -> int:
        return self.cards[self.pools[pool]].get(card, 0)

    def _narrow(self, one: _Open) -> bool:
        """Drop one lot or pool of these showings, or settle them."""
        lots, pools = _places(one.lots), _places(one.pools)
        if len(lots) == len(pools) == 1:
            self.room[lots[0]] -= one.count
            take(self.cards[self.pools[pools[0]]], one.card, one.count)
            one.count = 0
            return True
        before = one.lots
        if len(lots) > 1 and self._narrow_lots(one, lots):
            return True
        if one.lots != before:
            return True
        if len(pools) > 1:
            rivals = self._rivals(one, "pools", one.card)
            near = 0
            for lot in lots:
                near |= self.pools_of[lot]
            for pool in pools:
                rest = _rest(self._left(pool, one.card), rivals, 1 << pool, ~(1 << pool))
                if rest <= 0 or not near >> pool & 1:
                    one.pools ^= 1 << pool
                    return True
            for better in pools:
                for worse in pools:
                    if better != worse and self._better_pool(one, lots, better, worse):
                        rest = _rest(self._left(better, one.card), rivals, 1 << better, 1 << worse)
                        if rest > 0:
                            self._split(one, rest)
                            one.pools ^= 1 << worse
                            return True
        return False

    def _narrow_lots(self, one: _Open, lots: list[int]) -> bool:
        """Drop lots while two are left; true where showings came apart, which makes a new rival.

        What speaks for a lot are the other showings alone, so that one look at each will do.
        """
        rivals = self._rivals(one, "lots")
        for lot in lots:
            rest = _rest(self.room[lot], rivals, 1 << lot, ~(1 << lot))
            if rest <= 0 or not self.pools_of[lot] & one.pools:
                one.lots ^= 1 << lot
                if not one.lots & (one.lots - 1):
                    return False
        if one.lots != sum(1 << lot for lot in lots):
            lots = _places(one.lots)
        near: dict[int, list[tuple[int, int]]] = {}
        for better, worse in self._better_lots(one, lots):
            if not (one.lots >> better & 1 and one.lots >> worse & 1):
                continue
            if better not in near:
                near[better] = [rival for rival in rivals if rival[0] >> better & 1]
            rest = _rest(self.room[better], near[better], 1 << better, 1 << worse)
            if rest <= 0:
                continue
            apart = self._split(one, rest)
            one.lots ^= 1 << worse
            if apart:
                return True
            if not one.lots & (one.lots - 1):
                return False
        return False

    def _rivals(self, one: _Open, ways: str, card: str = "") -> list[tuple[int, int]]:
        """How many other showings (of a card) there are for each set of lots, or of pools."""
        counts: dict[int, int] = {}
        for other in self.shown:
            if other is not one and other.count and (not card or other.card == card):
                way = getattr(other, ways)
                counts[way] = counts.get(way, 0) + other.count
        return list(counts.items())

    def _split(self, one: _Open, most: int) -> bool:
        """Leave no more than `most` of these showings together; whether some came apart."""
        if most >= one.count:
            return False
        rest = copy.copy(one)
        rest.count, one.count = one.count - most, most
        self.shown.append(rest)
        return True

    def _better_lots(self, one: _Open, lots: list[int]) -> Iterator[tuple[int, int]]:
        """Which lots are better for the showing than which others, whatever is left in them.

        A lot is better than another if each world with the card from the worse one has a twin
        with it from the better one, which swaps it with another slot there, if there is one to
        spare.
        """
        for better in lots:
            few = self.pools_of[better]
            free = not self.claims_on[better] & one.forbid
            tighter, looser = self._compared(better)
            for worse in _places((tighter if free else 0) & one.lots | looser & one.lots):
                if self.pools_of[worse] & one.pools & ~few:
                    continue
                # A slot of a tighter lot can hold no more than one of `worse`: it is to be used.
                # Otherwise the claims on `worse` alone must all forbid the card; without them
                # both lots are alike.
                alone = self.claims_on[worse] & ~self.claims_on[better]
                if not alone or not alone & ~one.strictly:
                    yield better, worse

    def _compared(self, lot: int) -> tuple[int, int]:
        """The lots that are no tighter than one in any way, and those that only claims tell
        apart from it, which it has not, as bits."""
        found = self.compared.get(lot)
        if found is None:
            few, strict = self.pools_of[lot], self.claims_on[lot]
            tighter = looser = 0
            for other, (many, loose) in enumerate(zip(self.pools_of, self.claims_on, strict=True)):
                if other == lot or few & ~many:
                    continue
                if not loose & ~strict:
                    tighter |= 1 << other
                elif few == many and not strict & ~loose:
                    looser |= 1 << other
            found = self.compared[lot] = tighter, looser
        return found

    def _better_pool(self, one: _Open, lots: list[int], better: int, worse: int) -> bool:
        """Whether a world with the card of `worse` has a twin with it of `better`.

        The twin swaps it with another copy of `better`, if there is one to spare, which may lie
        in fewer lots.
        """
        if any(pools >> better & 1 and not pools >> worse & 1 for pools in self.pools_of):
            return False
        if any(
            self.pools_of[at] >> worse & 1 and not self.pools_of[at] >> better & 1 for at in lots
        ):
            return False
        return not any(
            one.card in claim.names
            and (self.pools[better] in claim.pools) != (self.pools[worse] in claim.pools)
            for claim in self.claims
        )


def _rest(have: int, rivals: list[tuple[int, int]], ours: int, other: int) -> int:
    """How many are left without the rivals that may use ours but not the other."""
    for ways, count in rivals:
        if ways & ours and not ways & other:
            have -= count
            if have <= 0:
                break
    return have


def _places(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
