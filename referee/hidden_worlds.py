"""Exact search over the ways in which unseen cards can lie, for more than one pool or with claims.

Every unseen slot lies in a lot: slots that have shared their way since they entered their zone.
A lot says which pools its cards may be of. A world gives each card of each pool to one slot of a
lot that allows it. A showing whose slot or pool is not settled is kept, together with the lots
and pools that it may have come from; something is possible if a world fits all that is kept.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from typing import TypeVar

from msgspec import Struct, field

K = TypeVar("K", str, int)

NODES = 20_000
"""After so many steps the search gives up and calls the matter possible, which is never unjust."""


class Lot(Struct):
    """Slots that cannot be told apart.

    Args:
        zone: where they are; empty once all of them have been shown.
        pools: the pools that their cards may be of, ascending.
        count: how many, with those taken by showings that are not settled.
    """

    zone: str
    pools: list[int]
    count: int


class Claim(Struct):
    """At entry `seq` the slots of these lots held none of these names of these pools."""

    seq: int
    names: list[str]
    lots: list[int]
    pools: list[int]
    clock: int


class Showing(Struct):
    """A card was shown from one of these lots and is of one of these pools, `count` times.

    Claims with a later clock do not concern it.
    """

    card: str
    lots: list[int]
    pools: list[int]
    clock: int
    count: int = 1


def take(counts: dict[K, int], name: K, count: int = 1) -> None:
    """Lower a count and leave no zero behind."""
    rest = counts[name] - count
    if rest:
        counts[name] = rest
    else:
        del counts[name]


def _fits(rows: Mapping[int, int], room: Sequence[int]) -> bool:
    """Whether all cards find a slot: each row is a set of places (bits) and how many cards."""
    free = list(room)
    flow: dict[int, list[int]] = {}
    for mask in sorted(rows, key=lambda row: (row.bit_count(), row)):
        need = rows[mask]
        own = flow[mask] = [0] * len(free)
        for at in range(len(free)):
            if mask >> at & 1 and free[at]:
                given = min(need, free[at])
                free[at] -= given
                own[at] += given
                need -= given
        while need:
            given = _make_room(mask, need, flow, free)
            if not given:
                return False
            need -= given
    return True


def _make_room(start: int, need: int, flow: dict[int, list[int]], free: list[int]) -> int:
    """Place up to `need` more cards of a row by moving those of others; how many it placed."""
    into: dict[int, int] = {}
    out_of: dict[int, int] = {}
    queue = [start]
    seen = 0
    for mask in queue:
        fresh = mask & ~seen
        seen |= fresh
        while fresh:
            at = (fresh & -fresh).bit_length() - 1
            fresh &= fresh - 1
            into[at] = mask
            if free[at]:
                path = [(mask, at)]
                while mask != start:
                    mask = into[out_of[mask]]
                    path.append((mask, out_of[path[-1][0]]))
                amount = min(need, free[at], *(flow[row][out_of[row]] for row, _ in path[:-1]))
                for row, to in path:
                    flow[row][to] += amount
                    if row != start:
                        flow[row][out_of[row]] -= amount
                free[at] -= amount
                return amount
            for other, given in flow.items():
                if given[at] and other != start and other not in out_of:
                    out_of[other] = at
                    queue.append(other)
    return 0


class _Group:
    """Showings that are alike: for each pool, where its card would lie unshown and shown."""

    __slots__ = ("card", "count", "options")

    def __init__(self, card: str, count: int, options: list[tuple[int, int, int]]) -> None:
        self.card, self.count, self.options = card, count, options


class _Search:
    """One search for a world that fits everything."""

    def __init__(
        self,
        pools: Mapping[int, dict[str, int]],
        lots: Mapping[int, Lot],
        claims: Sequence[Claim],
        shown: Sequence[Showing],
    ) -> None:
        self.pools, self.claims, self.steps = pools, claims, NODES
        places: dict[tuple[object, ...], int] = {}
        self.place_of: dict[int, int] = {}
        self.room: list[int] = []
        for key, lot in lots.items():
            kind = (
                *lot.pools,
                *(-1 - n for n, claim in enumerate(claims) if key in claim.lots),
                None,
                *(n for n, showing in enumerate(shown) if key in showing.lots),
            )
            place = places.setdefault(kind, len(places))
            if place == len(self.room):
                self.room.append(0)
            self.room[place] += lot.count
            self.place_of[key] = place
        self.open: dict[int, int] = dict.fromkeys(pools, 0)
        for key, lot in lots.items():
            for pool in lot.pools:
                self.open[pool] |= 1 << self.place_of[key]
        self.closed = [self._mask(claim.lots) for claim in claims]
        self.claimed = {name for claim in claims for name in claim.names}
        self.rows: dict[int, int] = {}
        for pool, left in pools.items():
            for name, count in left.items():
                mask = self._where(pool, name, None)
                self.rows[mask] = self.rows.get(mask, 0) + count
        groups: dict[str, list[_Group]] = {}
        for showing in shown:
            base = self._mask(showing.lots)
            options = []
            for pool in showing.pools:
                if showing.card in pools[pool]:
                    after = self._where(pool, showing.card, showing.clock) & base
                    if after:
                        options.append((pool, self._where(pool, showing.card, None), after))
            options.sort(key=lambda option: (option[1] != option[2], -option[2].bit_count()))
            groups.setdefault(showing.card, []).append(_Group(showing.card, showing.count, options))
        self.groups = [group for card in sorted(groups) for group in groups[card]]
        self.groups.sort(
            key=lambda group: (
                max(len(g.options) for g in groups[group.card]),
                group.card,
                len(group.options),
            )
        )
        self.alone = [len(groups[group.card]) == 1 for group in self.groups]
        self.fitting: dict[frozenset[tuple[int, int]], bool] = {}
        self.failed: set[tuple[object, ...]] = set()

    def _mask(self, lots: Iterable[int]) -> int:
        mask = 0
        for lot in lots:
            mask |= 1 << self.place_of[lot]
        return mask

    def _where(self, pool: int, name: str, clock: int | None) -> int:
        mask = self.open[pool]
        if name in self.claimed:
            for claim, closed in zip(self.claims, self.closed, strict=True):
                if name in claim.names and pool in claim.pools:
                    if clock is None or claim.clock <= clock:
                        mask &= ~closed
        return mask

    def _fit(self, rows: dict[int, int]) -> bool:
        key = frozenset(rows.items())
        known = self.fitting.get(key)
        if known is None:
            known = self.fitting[key] = _fits(rows, self.room)
        return known

    def found(self) -> bool:
        """Whether there is a world; also true if the search gives up."""
        return self._fit(self.rows) and self._settle(0, 0, 0, self.rows, {})

    def _settle(
        self, at: int, done: int, first: int, rows: dict[int, int], used: dict[int, int]
    ) -> bool:
        """Settle the pools of the groups from `at` on, of which `done` showings are settled."""
        if at == len(self.groups):
            return True
        group = self.groups[at]
        if done == group.count:
            same = at + 1 < len(self.groups) and self.groups[at + 1].card == group.card
            return self._settle(at + 1, 0, 0, rows, used if same else {})
        self.steps -= 1
        if self.steps < 0:
            return True
        state = (at, done, first, frozenset(rows.items()), frozenset(used.items()))
        if state in self.failed:
            return False
        for number in range(first, len(group.options)):
            pool, before, after = group.options[number]
            spare = self.pools[pool][group.card] - used.get(pool, 0)
            if spare <= 0:
                continue
            if before == after and self.alone[at] and spare >= group.count - done:
                # These cards may lie where they would lie unshown: nothing can be better.
                return self._settle(at, group.count, 0, rows, used)
            changed = rows
            if before != after:
                changed = dict(rows)
                take(changed, before)
                changed[after] = changed.get(after, 0) + 1
                if not self._fit(changed):
                    continue
            if self._settle(at, done + 1, number, changed, used | {pool: used.get(pool, 0) + 1}):
                return True
        self.failed.add(state)
        return False


class Worlds(Struct):
    """The unseen slots and cards of one owner, with all that has been seen of them.

    Args:
        pools: for each pool, its cards that no settled showing has taken.
        lots: the slots.
        claims: the claims that still concern a lot, in the order in which they were made.
        shown: the showings that are not settled.
        clock: how many claims there have been.
        next: the number of the next pool or lot.
        widened: something had to be forgotten, so some impossible things may pass.
    """

    pools: dict[int, dict[str, int]] = field(default_factory=dict)
    lots: dict[int, Lot] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)
    shown: list[Showing] = field(default_factory=list)
    clock: int = 0
    next: int = 0
    widened: bool = False

    @classmethod
    def started(cls, left: Mapping[str, int], unseen: Mapping[str, int]) -> "Worlds":
        """One pool that lies in the zones."""
        worlds = cls(next=1)
        if left:
            worlds.pools[0] = dict(left)
        for zone, count in unseen.items():
            if count:
                worlds._new_lot(zone, [0], count)
        return worlds

    def _new_lot(self, zone: str, pools: list[int], count: int) -> int:
        key = self.next
        self.next += 1
        self.lots[key] = Lot(zone, pools, count)
        return key

    def _lots_in(self, zone: str) -> list[int]:
        return [key for key, lot in self.lots.items() if lot.zone == zone]

    # Questions

    def _asked(self, zone: str, cards: Iterable[str]) -> list[Showing]:
        """What showing these cards now would add."""
        lots = self._lots_in(zone)
        asked: dict[str, Showing] = {}
        for card in cards:
            if card in asked:
                asked[card].count += 1
            else:
                pools = sorted(
                    {
                        pool
                        for key in lots
                        for pool in self.lots[key].pools
                        if card in self.pools[pool]
                    }
                )
                ways = [key for key in lots if not set(pools).isdisjoint(self.lots[key].pools)]
                asked[card] = Showing(card, ways, pools, self.clock)
        return list(asked.values())

    def can_show(
        self, zone: str, cards: Iterable[str], without: Collection[int] | None = ()
    ) -> bool:
        """Whether these cards can be shown together now.

        Args:
            without: the entries of claims to leave out; None leaves out all.
        """
        return self._possible(self._asked(zone, cards), without)

    def can_lack(
        self, zone: str, names: Collection[str], without: Collection[int] | None = ()
    ) -> bool:
        """Whether the unseen slots of the zone can hold none of these names."""
        return self._possible([], without, self._claimed(zone, names, -1))

    def _claimed(self, zone: str, names: Collection[str], seq: int) -> Claim | None:
        lots = self._lots_in(zone)
        pools = sorted({pool for key in lots for pool in self.lots[key].pools})
        could = sorted(name for name in set(names) if any(name in self.pools[p] for p in pools))
        return Claim(seq, could, lots, pools, self.clock + 1) if could else None

    def _possible(
        self,
        asked: list[Showing],
        without: Collection[int] | None = (),
        claim: Claim | None = None,
    ) -> bool:
        claims = [] if without is None else [one for one in self.claims if one.seq not in without]
        if claim is not None:
            claims.append(claim)
        return _Search(self.pools, self.lots, claims, self.shown + asked).found()

    def most(self, zone: str, slots: int) -> dict[str, int]:
        """For each name, how many copies could be shown together now, of so many slots."""
        lots = self._lots_in(zone)
        pools = sorted({pool for key in lots for pool in self.lots[key].pools})
        kept = {showing.card for showing in self.shown}
        alike: dict[tuple[object, ...], int] = {}
        found: dict[str, int] = {}
        for name in {name: None for pool in pools for name in self.pools[pool]}:
            have = [self.pools[pool].get(name, 0) for pool in pools]
            kind = (
                name if name in kept else "",
                *have,
                *(number for number, claim in enumerate(self.claims) if name in claim.names),
            )
            most = alike.get(kind)
            if most is None:
                most = 0
                while most < min(sum(have), slots) and self.can_show(zone, [name] * (most + 1)):
                    most += 1
                alike[kind] = most
            if most:
                found[name] = most
        return found

    def total(self) -> dict[str, int]:
        """The cards that nobody has seen yet."""
        total: dict[str, int] = {}
        for left in self.pools.values():
            for name, count in left.items():
                total[name] = total.get(name, 0) + count
        for showing in self.shown:
            take(total, showing.card, showing.count)
        return total

    # Changes; the caller has asked whether they are possible

    def show(self, zone: str, cards: Iterable[str]) -> None:
        """These cards leave their slots, face up."""
        self.shown += self._asked(zone, cards)
        self.tidy()

    def claim(self, zone: str, names: Collection[str], seq: int) -> None:
        """The slots that are now in the zone hold none of these names."""
        claim = self._claimed(zone, names, seq)
        if claim is not None:
            self.clock += 1
            self.claims.append(claim)
            self.tidy()

    def forget_claim(self, seq: int) -> None:
        """The claims of this entry count no longer."""
        self.claims = [claim for claim in self.claims if claim.seq != seq]
        self.tidy()

    def add(self, zone: str, cards: Mapping[str, int]) -> None:
        """Seen cards become unseen slots of the zone: a pool of their own, mixed in later."""
        pool = self.next
        self.next += 1
        self.pools[pool] = dict(cards)
        self._new_lot(zone, [pool], sum(cards.values()))

    def move(self, count: int, source: str, target: str, held: int) -> None:
        """Some of the `held` unseen slots of a zone go to another."""
        if not count:
            return
        if count == held:
            for lot in self.lots.values():
                if lot.zone == source:
                    lot.zone = target
        else:
            if len(self._lots_in(source)) > 1:
                self._mix(source)
            (key,) = self._lots_in(source)
            lot = self.lots[key]
            lot.count -= count
            part = self._new_lot(target, list(lot.pools), count)
            for claim in self.claims:
                if key in claim.lots:
                    claim.lots.append(part)
        self.tidy()
