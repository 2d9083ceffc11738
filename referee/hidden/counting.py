"""Proofs by counting: where there is enough to spare, a world exists and need not be searched.

Whatever has been kept is possible, so some world fits it. If the zone has a slot that no showing
can need, and the pool a copy that none can need, that world has a twin in which this copy lies in
this slot: the two cards change places. Claims may forbid one of them its new place; but if more
cards are allowed in each claimed lot than there are slots in all claimed lots, one of those lies
where nothing is claimed, and the exchange goes by way of it.

A proof says that something is possible. Where it fails, nothing is said.
"""

from collections.abc import Collection, Mapping, Sequence

from referee.hidden.slots import Claim, Lot, Showing


class Sparing:
    """What is left for certain, whichever way the showings that are not settled went."""

    def __init__(
        self,
        pools: Mapping[str, dict[str, int]],
        lots: Mapping[str, Lot],
        claims: Sequence[Claim],
        shown: Sequence[Showing],
    ) -> None:
        self.pools, self.lots, self.claims, self.shown = pools, lots, claims, shown
        self._bans: dict[str, dict[str, set[str]]] = {}
        self._spare: dict[str, int] = {}

    def can_show(self, held: Sequence[str], need: Mapping[str, int]) -> bool:
        """Whether these cards can surely be shown from these lots."""
        room = {
            key: self.lots[key].count - sum(one.count for one in self.shown if key in one.lots)
            for key in held
        }
        asked = sum(need.values())
        for card, count in need.items():
            copies: dict[str, int] = {}
            for key in held:
                for pool in self.lots[key].pools if room[key] > 0 else ():
                    if card in self.pools[pool] and self._free(key, pool, card, asked):
                        have = copies.get(pool)
                        if have is None:
                            have = self._copies(pool, card)
                        given = max(min(count, room[key], have), 0)
                        copies[pool] = have - given
                        room[key] -= given
                        count -= given
            if count:
                return False
        return True

    def can_lack(self, held: Collection[str], names: Collection[str]) -> bool:
        """Whether surely none of these names need lie in these lots."""
        return all(
            self._allowed(pool, {*self._forbidden(key, pool), *names})
            > self._closed(pool, held) + self._booked(pool)
            for key in held
            for pool in self.lots[key].pools
            if not self.pools[pool].keys().isdisjoint(names)
        )

    def _copies(self, pool: str, card: str) -> int:
        return self.pools[pool][card] - sum(
            one.count for one in self.shown if one.card == card and pool in one.pools
        )

    def _free(self, key: str, pool: str, card: str, asked: int) -> bool:
        """Whether the card can change places with any other in the lot, so many times."""
        claims = [claim for claim in self.claims if pool in claim.pools]
        mixed = self.lots[key].pools
        if not claims:
            return len(mixed) == 1 or (
                not self.claims
                and all(
                    set(mixed).issubset(lot.pools)
                    for lot in self.lots.values()
                    if pool in lot.pools
                )
            )
        return (
            len(mixed) == 1 and card not in self._forbidden(key, pool) and self._loose(pool, asked)
        )

    def _loose(self, pool: str, asked: int) -> bool:
        """Whether a card that lies in a claimed lot can change places with one outside.

        Each card asked for is one less of those that are left to do so.
        """
        spare = self._spare.get(pool)
        if spare is None:
            alike = {frozenset(names) for names in self._banned(pool).values()}
            most = min((self._allowed(pool, names) for names in alike), default=0)
            spare = self._spare[pool] = most - self._closed(pool) - self._booked(pool)
        return spare >= asked

    def _banned(self, pool: str) -> dict[str, set[str]]:
        """The claimed lots, each with the names of the pool that the claims keep out of it."""
        found = self._bans.get(pool)
        if found is None:
            found = self._bans[pool] = {}
            for claim in self.claims:
                if pool in claim.pools:
                    for key in claim.lots:
                        if pool in self.lots[key].pools:
                            found.setdefault(key, set()).update(claim.names)
        return found

    def _closed(self, pool: str, also: Collection[str] = ()) -> int:
        return sum(self.lots[key].count for key in {*self._banned(pool), *also})

    def _forbidden(self, key: str, pool: str) -> Collection[str]:
        return self._banned(pool).get(key, ())

    def _allowed(self, pool: str, forbidden: Collection[str]) -> int:
        return sum(count for name, count in self.pools[pool].items() if name not in forbidden)

    def _booked(self, pool: str) -> int:
        return sum(one.count for one in self.shown if pool in one.pools)
