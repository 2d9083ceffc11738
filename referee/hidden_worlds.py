"""Exact search over the ways in which unseen cards can lie, for more than one pool or with claims.

Every unseen slot lies in a lot: slots that have shared their way since they entered their zone.
A lot says which pools its cards may be of. A world gives each card of each pool to one slot of a
lot that allows it. A showing whose slot or pool is not settled is kept, together with the lots
and pools that it may have come from; something is possible if a world fits all that is kept.
"""

import copy
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec import Struct, field

K = TypeVar("K", str, int)

STEPS = 5_000
"""After so many steps the search gives up and calls the matter possible, which is never unjust."""


class Lot(Struct):
    """Slots that cannot be told apart.

    Args:
        zone: where they are; empty once all of them have been shown.
        pools: the pools that their cards may be of, ascending.
        count: how many, with those taken by showings that are not settled.
    """

    zone: str
    pools: list[str]
    count: int


class Claim(Struct):
    """At entry `seq` the slots of these lots held none of these names of these pools."""

    seq: int
    names: list[str]
    lots: list[str]
    pools: list[str]
    clock: int


class Showing(Struct):
    """A card was shown from one of these lots and is of one of these pools, `count` times.

    Claims with a later clock do not concern it.
    """

    card: str
    lots: list[str]
    pools: list[str]
    clock: int
    count: int = 1


def take(counts: dict[K, int], name: K, count: int = 1) -> None:
    """Lower a count and leave no zero behind."""
    rest = counts[name] - count
    if rest:
        counts[name] = rest
    else:
        del counts[name]


class _Flow:
    """One way to lay the cards: rows of alike cards, each with how many of it lie where.

    A row is named by the set of places (bits) where its cards may lie.
    """

    __slots__ = ("free", "rows")

    def __init__(self, rows: dict[int, dict[int, int]], free: list[int]) -> None:
        self.rows, self.free = rows, free

    def shifted(self, before: int, after: int, count: int) -> "_Flow | None":
        """With so many cards of one row in another instead; None if no way is left."""
        if before == after or not count:
            return self
        flow = _Flow({mask: dict(row) for mask, row in self.rows.items()}, list(self.free))
        old, new = flow.rows[before], flow.rows.setdefault(after, {})
        away = 0
        for at in sorted(old, key=lambda at: not after >> at & 1):
            moved = min(count, old[at])
            take(old, at, moved)
            if after >> at & 1:
                new[at] = new.get(at, 0) + moved
            else:
                flow.free[at] += moved
                away += moved
            count -= moved
            if not count:
                break
        return flow if flow.lay(after, away) else None

    def lay(self, mask: int, count: int) -> bool:
        """Lay more cards of a row; false if they find no place."""
        row, free = self.rows.setdefault(mask, {}), self.free
        rest = mask
        while rest and count:
            at = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            if free[at]:
                given = min(count, free[at])
                free[at] -= given
                row[at] = row.get(at, 0) + given
                count -= given
        while count:
            given = self._make_room(mask, count)
            if not given:
                return False
            count -= given
        return True

    def _make_room(self, start: int, need: int) -> int:
        """Lay up to `need` more cards of a row by moving those of others; how many it laid."""
        rows, free = self.rows, self.free
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
                    amount = min(need, free[at], *(rows[row][out_of[row]] for row, _ in path[:-1]))
                    for row, to in path:
                        rows[row][to] = rows[row].get(to, 0) + amount
                        if row != start:
                            take(rows[row], out_of[row], amount)
                    free[at] -= amount
                    return amount
                for other, given in rows.items():
                    if at in given and other != start and other not in out_of:
                        out_of[other] = at
                        queue.append(other)
        return 0


class _Group(NamedTuple):
    """Showings that are alike.

    Args:
        card: what was shown.
        size: how often.
        options: each pool that the card may be of, and the places it may be from.
        reach: all those places.
    """

    card: str
    size: int
    options: list[tuple[str, int]]
    reach: int


class _Search:
    """One search for a world that fits everything."""

    def __init__(
        self,
        pools: Mapping[str, dict[str, int]],
        lots: Mapping[str, Lot],
        claims: Sequence[Claim],
        shown: Sequence[Showing],
    ) -> None:
        self.pools, self.claims, self.steps = pools, claims, 0
        places: dict[tuple[object, ...], int] = {}
        self.place_of: dict[str, int] = {}
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
        self.open: dict[str, int] = dict.fromkeys(pools, 0)
        for key, lot in lots.items():
            for pool in lot.pools:
                self.open[pool] |= 1 << self.place_of[key]
        self.closed = [self._mask(claim.lots) for claim in claims]
        self.claimed = {name for claim in claims for name in claim.names}
        groups: dict[str, list[_Group]] = {}
        for showing in shown:
            base = self._mask(showing.lots)
            options, reach = [], 0
            for pool in showing.pools:
                places_from = self._where(pool, showing.card, showing.clock) & base
                if places_from and showing.card in pools[pool]:
                    options.append((pool, places_from))
                    reach |= places_from
            groups.setdefault(showing.card, []).append(
                _Group(showing.card, showing.count, options, reach)
            )
        self.unshown: dict[tuple[str, str], int] = {}
        self.either: dict[tuple[str, str], int] = {}
        self.rows: dict[int, int] = {}
        for pool, left in pools.items():
            for name, count in left.items():
                either = unshown = self._where(pool, name, None)
                for group in groups.get(name, ()):
                    for option, places_from in group.options:
                        if option == pool:
                            either |= places_from
                self.unshown[pool, name], self.either[pool, name] = unshown, either
                self.rows[either] = self.rows.get(either, 0) + count
        for card, alike in groups.items():
            alike.sort(key=lambda group: len(group.options))
            for group in alike:
                group.options.sort(key=lambda option: self._cost(card, *option))
        self.by_card = groups
        self.trouble = dict.fromkeys(sorted(groups), 0)
        self.failed: set[tuple[object, ...]] = set()

    def _cost(self, card: str, pool: str, places: int) -> tuple[bool, int]:
        """How much it narrows the search if a showing of the card is of this pool."""
        return self.either[pool, card] != places, -places.bit_count()

    def _mask(self, lots: Iterable[str]) -> int:
        mask = 0
        for lot in lots:
            mask |= 1 << self.place_of[lot]
        return mask

    def _where(self, pool: str, name: str, clock: int | None) -> int:
        mask = self.open[pool]
        if name in self.claimed:
            for claim, closed in zip(self.claims, self.closed, strict=True):
                binds = clock is None or claim.clock <= clock
                if binds and name in claim.names and pool in claim.pools:
                    mask &= ~closed
        return mask

    def found(self) -> bool | None:
        """Whether there is a world; None if the search gives up.

        It starts again now and then, with the cards first that caused the most trouble.
        """
        flow, seats = _Flow({}, list(self.room)), _Flow({}, list(self.room))
        if not all(flow.lay(mask, self.rows[mask]) for mask in sorted(self.rows, key=_by_size)):
            return False
        for card, groups in self.by_card.items():
            pools = [pool for pool, left in self.pools.items() if card in left]
            copies = _Flow({}, [self.pools[pool][card] for pool in pools])
            for group in groups:
                wanted = _bits(pools, (pool for pool, _ in group.options))
                if not copies.lay(wanted, group.size) or not seats.lay(group.reach, group.size):
                    return False
        budget, spent = 50, 0
        while spent < STEPS:
            self.groups = [
                group
                for card in sorted(self.by_card, key=self._first)
                for group in self.by_card[card]
            ]
            self.steps = budget
            self.failed.clear()
            found = self._settle(0, 0, 0, flow, seats, {})
            if self.steps >= 0:
                return found
            spent += budget
            budget += budget // 2
        return None

    def _first(self, card: str) -> tuple[int, int, str]:
        return -self.trouble[card], max(len(group.options) for group in self.by_card[card]), card

    def _settle(
        self, at: int, done: int, first: int, flow: _Flow, seats: _Flow, used: dict[str, int]
    ) -> bool:
        """Settle the pools of the groups from `at` on, of which `done` showings are settled.

        Until its pool is settled, a card may lie wherever it could lie unshown or shown.

        Args:
            at: the group.
            done: how many of its showings are settled.
            first: the first of its options that the next one may take.
            flow: one way to lay all cards.
            seats: one way to lay the shown cards alone, where they were when they were shown.
            used: for each pool, how many copies of the card are settled.
        """
        if at == len(self.groups):
            return True
        group = self.groups[at]
        card = group.card
        last = at + 1 == len(self.groups) or self.groups[at + 1].card != card
        if done == group.size:
            if not last:
                return self._settle(at + 1, 0, 0, flow, seats, used)
            for pool, left in self.pools.items():
                if card in left:
                    either, unshown = self.either[pool, card], self.unshown[pool, card]
                    rest = flow.shifted(either, unshown, left[card] - used.get(pool, 0))
                    if rest is None:
                        self.trouble[card] += 1
                        return False
                    flow = rest
            return self._settle(at + 1, 0, 0, flow, seats, {})
        self.steps -= 1
        if self.steps < 0:
            return True
        counts = frozenset((mask, sum(row.values())) for mask, row in flow.rows.items() if row)
        state = (at, done, first, counts, frozenset(used.items()))
        if state in self.failed:
            return False
        for number in range(first, len(group.options)):
            pool, places = group.options[number]
            now = used.get(pool, 0)
            spare = self.pools[pool][card] - now
            if spare <= 0:
                continue
            more = 1
            if last and not done and spare >= group.size and self._free(group, pool, places):
                more = group.size
            changed = flow.shifted(self.either[pool, card], places, more)
            seated = changed and seats.shifted(group.reach, places, more)
            if (
                changed
                and seated
                and self._settle(
                    at, done + more, number, changed, seated, used | {pool: now + more}
                )
            ):
                return True
            if more > 1:
                break
        self.failed.add(state)
        self.trouble[card] += 1
        return False

    def _free(self, group: _Group, pool: str, places: int) -> bool:
        """Whether no other pool can be better than this one, for the last group of a card.

        So it is if a card of this pool may lie in the same places shown and unshown, and the
        other pools gain no place by a showing.
        """
        return places == self.either[pool, group.card] and all(
            self.either[other, group.card] == self.unshown[other, group.card]
            for other, _ in group.options
        )


def _by_size(mask: int) -> tuple[int, int]:
    return mask.bit_count(), mask


class _Open:
    """Showings that are alike and not settled; lots, pools and claims are bits.

    Args:
        forbid: the claims that forbid the card to be shown from their lots.
        strictly: those of them that concern all pools it may be of.
    """

    __slots__ = ("card", "clock", "count", "forbid", "lots", "pools", "strictly")

    def __init__(self, one: Showing, lots: list[str], pools: list[str], claims: list[Claim]):
        self.card, self.clock, self.count = one.card, one.clock, one.count
        self.lots, self.pools = _bits(lots, one.lots), _bits(pools, one.pools)
        self.forbid = self.strictly = 0
        for at, claim in enumerate(claims):
            if claim.clock <= one.clock and one.card in claim.names:
                self.forbid |= 1 << at
                if set(claim.pools).issuperset(one.pools):
                    self.strictly |= 1 << at


class _Settling:
    """Narrows down which lots and pools the showings are of, and settles them.

    A way is dropped if it is impossible, or if each world that goes this way has a twin that
    goes another. That must hold whichever claims are forgotten later.
    """

    def __init__(self, worlds: "Worlds") -> None:
        self.worlds = worlds
        self.lots, self.pools = list(worlds.lots), list(worlds.pools)
        self.room = [lot.count for lot in worlds.lots.values()]
        self.pools_of = [_bits(self.pools, lot.pools) for lot in worlds.lots.values()]
        self.claims_on = [
            sum(1 << n for n, claim in enumerate(worlds.claims) if key in claim.lots)
            for key in self.lots
        ]
        self.shown = [_Open(one, self.lots, self.pools, worlds.claims) for one in worlds.shown]

    def settle(self) -> bool:
        """Narrow down as far as possible and write it back; whether anything changed."""
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
        self.worlds.shown = list(alike.values())
        for lot, count in zip(self.worlds.lots.values(), self.room, strict=True):
            lot.count = count
        return changed

    def _left(self, pool: int, card: str) -> int:
        return self.worlds.pools[self.pools[pool]].get(card, 0)

    def _narrow(self, one: _Open) -> bool:
        """Drop one lot or pool of these showings, or settle them."""
        lots, pools = _places(one.lots), _places(one.pools)
        if len(lots) == len(pools) == 1:
            self.room[lots[0]] -= one.count
            take(self.worlds.pools[self.pools[pools[0]]], one.card, one.count)
            one.count = 0
            return True
        others = [other for other in self.shown if other is not one and other.count]
        if len(lots) > 1:
            rivals = [(other.lots, other.count) for other in others]
            for lot in lots:
                rest = _rest(self.room[lot], rivals, 1 << lot, ~(1 << lot))
                if rest <= 0 or not self.pools_of[lot] & one.pools:
                    one.lots ^= 1 << lot
                    return True
            for better in lots:
                for worse in lots:
                    if better != worse and self._better_lot(one, better, worse):
                        rest = _rest(self.room[better], rivals, 1 << better, 1 << worse)
                        if self._split(one, rest):
                            one.lots ^= 1 << worse
                            return True
        if len(pools) > 1:
            rivals = [(other.pools, other.count) for other in others if other.card == one.card]
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
                        if self._split(one, rest):
                            one.pools ^= 1 << worse
                            return True
        return False

    def _split(self, one: _Open, most: int) -> bool:
        """Leave no more than `most` of these showings together; false if that is none."""
        if most <= 0:
            return False
        if most < one.count:
            rest = copy.copy(one)
            rest.count, one.count = one.count - most, most
            self.shown.append(rest)
        return True

    def _better_lot(self, one: _Open, better: int, worse: int) -> bool:
        """Whether a world with the card from `worse` has a twin with it from `better`.

        The twin swaps it with another slot of `better`, if there is one to spare.
        """
        few, many = self.pools_of[better], self.pools_of[worse]
        if few & ~many or many & one.pools & ~few:
            return False
        strict, loose = self.claims_on[better], self.claims_on[worse]
        if not loose & ~strict:
            # A slot of `better` can hold no more than one of `worse`, so it is the one to use.
            return not strict & one.forbid
        # Otherwise the claims on `worse` alone must all forbid the card; without them both lots
        # are alike.
        return few == many and not strict & ~loose and not loose & ~strict & ~one.strictly

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
            for claim in self.worlds.claims
        )


def _rest(have: int, rivals: list[tuple[int, int]], ours: int, other: int) -> int:
    """How many are left without the rivals that may use ours but not the other."""
    for ways, count in rivals:
        if ways & ours and not ways & other:
            have -= count
            if have <= 0:
                break
    return have


def _bits(keys: list[str], chosen: Iterable[str]) -> int:
    return sum(1 << keys.index(key) for key in chosen)


def _places(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


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

    pools: dict[str, dict[str, int]] = field(default_factory=dict)
    lots: dict[str, Lot] = field(default_factory=dict)
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
            worlds.pools["0"] = dict(left)
        for zone, count in unseen.items():
            if count:
                worlds._new_lot(zone, ["0"], count)
        return worlds

    def _new_lot(self, zone: str, pools: list[str], count: int) -> str:
        key = str(self.next)
        self.next += 1
        self.lots[key] = Lot(zone, pools, count)
        return key

    def _lots_in(self, zone: str) -> list[str]:
        return [key for key, lot in self.lots.items() if lot.zone == zone]

    # Questions

    def _asked(self, zone: str, cards: Mapping[str, int]) -> list[Showing]:
        """What showing these cards now would add."""
        lots = self._lots_in(zone)
        asked = []
        for card, count in cards.items():
            pools = sorted(
                {p for key in lots for p in self.lots[key].pools if card in self.pools[p]}
            )
            ways = [key for key in lots if not self._apart(self.lots[key].pools, pools)]
            asked.append(Showing(card, ways, pools, self.clock, count))
        return asked

    def can_show(
        self, zone: str, cards: Mapping[str, int], without: Collection[int] | None = ()
    ) -> bool | None:
        """Whether these cards can be shown together now; None if the search gives up.

        Args:
            without: the entries of claims to leave out; None leaves out all.
        """
        return self._possible(self._asked(zone, cards), without)

    def can_lack(
        self, zone: str, names: Collection[str], without: Collection[int] | None = ()
    ) -> bool | None:
        """Whether the unseen slots of the zone can hold none of these names; None if unsure."""
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
    ) -> bool | None:
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
                while (
                    most < min(sum(have), slots)
                    and self.can_show(zone, {name: most + 1}) is not False
                ):
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

    def show(self, zone: str, cards: Mapping[str, int]) -> None:
        """These cards leave their slots, face up."""
        self.shown += self._asked(zone, cards)
        self.tidy()

    def claim(self, zone: str, names: Collection[str], seq: int) -> None:
        """The slots that are now in the zone hold none of these names."""
        claim = self._claimed(zone, names, seq)
        if claim is not None:
            self.clock += 1
            self.claims.append(claim)
            self.tidy(settle=False)

    def forget_claim(self, seq: int) -> None:
        """The claims of this entry count no longer."""
        self.claims = [claim for claim in self.claims if claim.seq != seq]
        self.tidy()

    def add(self, zone: str, cards: Mapping[str, int]) -> None:
        """Seen cards become unseen slots of the zone: a pool of their own, mixed in later."""
        pool = str(self.next)
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
        self.tidy(settle=False)

    # Keeping the account small

    def _mix(self, zone: str) -> None:
        """The lots of a zone become one: nobody can say any longer which slot is of which lot.

        Nothing is lost if the counts alone still tell how many slots are of which pool, and if
        showings and claims concern all lots that could matter to them. Otherwise the account
        becomes too generous, never too strict, and says so in `widened`.
        """
        parts = self._lots_in(zone)
        pools = sorted({pool for key in parts for pool in self.lots[key].pools})
        count = sum(self.lots[key].count for key in parts)
        exact = self._counts_tell(parts, set(pools), count)
        whole = self._new_lot(zone, pools, count)
        for showing in self.shown:
            away = [key for key in parts if key not in showing.lots]
            if len(away) < len(parts):
                exact &= all(self._apart(self.lots[key].pools, showing.pools) for key in away)
                showing.lots = [whole]
        for claim in self.claims:
            away = [key for key in parts if key not in claim.lots]
            kept = [key for key in claim.lots if key not in parts]
            if len(kept) < len(claim.lots):
                if all(self._apart(self.lots[key].pools, claim.pools) for key in away):
                    kept.append(whole)
                else:
                    exact = False
                claim.lots = kept
        for key in parts:
            del self.lots[key]
        self.widened |= not exact

    @staticmethod
    def _apart(some: list[str], others: list[str]) -> bool:
        return set(some).isdisjoint(others)

    def _counts_tell(self, parts: list[str], pools: set[str], count: int) -> bool:
        """Whether each way to fill the parts as one lot is also a way to fill them apart."""
        kinds = sorted({tuple(self.lots[key].pools) for key in parts})
        if len(kinds) > 8:
            return False
        for chosen in range(1, 1 << len(kinds)):
            inside = {p for n, kind in enumerate(kinds) if chosen >> n & 1 for p in kind}
            outside = pools - inside
            bound = sum(
                lot.count
                for key, lot in self.lots.items()
                if key in parts and inside.issuperset(lot.pools)
            )
            least = count - sum(sum(self.pools[pool].values()) for pool in outside)
            for key, lot in self.lots.items():
                if key not in parts and outside.issuperset(lot.pools):
                    least += lot.count
            if bound > max(least, 0):
                return False
        return True

    def tidy(self, settle: bool = True) -> None:
        """Settle what has only one way left, and drop what can matter no longer.

        Args:
            settle: whether showings can have got settled.
        """
        changed = True
        while changed:
            self._drop_spent()
            self._join_lots()
            changed = settle and bool(self.shown) and _Settling(self).settle()
            joined = self._join_pools()
            settle |= joined
            changed |= joined
        self.claims = [claim for claim in self.claims if self._matters(claim)]

    def _matters(self, claim: Claim) -> bool:
        return bool(claim.lots) and any(
            name in self.pools[pool] for pool in claim.pools for name in claim.names
        )

    def _remove_lots(self, gone: set[str]) -> None:
        for key in gone:
            del self.lots[key]
        holders: list[Claim | Showing] = [*self.claims, *self.shown]
        for holder in holders:
            if not gone.isdisjoint(holder.lots):
                holder.lots = [key for key in holder.lots if key not in gone]

    def _drop_spent(self) -> None:
        """Lots without slots go; the lots of a zone that has shown all its slots leave it."""
        held: dict[str, int] = {}
        empty: set[str] = set()
        for key, lot in self.lots.items():
            held[lot.zone] = held.get(lot.zone, 0) + lot.count
            if not lot.count:
                empty.add(key)
        for showing in self.shown:
            held[self.lots[showing.lots[0]].zone] -= showing.count
        for lot in self.lots.values():
            if not held[lot.zone]:
                lot.zone = ""
        if empty:
            self._remove_lots(empty)

    def _join_pools(self) -> bool:
        """Pools become one if all slots that are still unseen may hold cards of each of them."""
        changed = False
        empty = {pool for pool, left in self.pools.items() if not left}
        if empty:
            self._rename_pools(empty, set(), "")
            self.pools = {pool: left for pool, left in self.pools.items() if left}
        for pools in self._linked():
            lots = {key: lot for key, lot in self.lots.items() if not pools.isdisjoint(lot.pools)}
            live = [lot for lot in lots.values() if lot.zone]
            gone = {key for key, lot in lots.items() if not lot.zone}
            kept = set(live[0].pools) if live else set()
            if len(pools) == 1 and not gone and live:
                continue
            if any(set(lot.pools) != kept for lot in live) or any(
                not kept.issubset(claim.pools)
                for claim in self.claims
                if any(key in lots and key not in gone for key in claim.lots)
            ):
                continue
            changed = True
            joined: dict[str, int] = {}
            for pool in sorted(pools):
                for name, count in self.pools.pop(pool).items():
                    joined[name] = joined.get(name, 0) + count
            # The cards of lots that have shown all their slots are known by name.
            spent = [one for one in self.shown if not gone.isdisjoint(one.lots)]
            for showing in spent:
                take(joined, showing.card, showing.count)
            self.shown = [one for one in self.shown if one not in spent]
            self._remove_lots(gone)
            number = min(kept, default="")
            if live:
                self.pools[number] = joined
            self._rename_pools(pools, kept, number)
        self._join_alike_pools()
        self.pools = dict(sorted(self.pools.items()))
        return changed

    def _rename_pools(self, gone: set[str], kept: set[str], number: str) -> None:
        """What concerned one of the kept pools now concerns the joined one instead."""
        holders: list[Lot | Claim | Showing] = [*self.lots.values(), *self.claims, *self.shown]
        for holder in holders:
            if not gone.isdisjoint(holder.pools):
                rest = {pool for pool in holder.pools if pool not in gone}
                holder.pools = sorted(rest if kept.isdisjoint(holder.pools) else rest | {number})

    def _join_alike_pools(self) -> None:
        """Pools become one if the same lots, claims and showings concern them."""
        first: dict[tuple[object, ...], str] = {}
        for pool in sorted(self.pools):
            kind = (
                *(key for key, lot in self.lots.items() if pool in lot.pools),
                None,
                *(number for number, one in enumerate(self.claims) if pool in one.pools),
                None,
                *(number for number, one in enumerate(self.shown) if pool in one.pools),
            )
            same = first.setdefault(kind, pool)
            if same != pool:
                for name, count in self.pools.pop(pool).items():
                    self.pools[same][name] = self.pools[same].get(name, 0) + count
                self._rename_pools({same, pool}, {same, pool}, same)

    def _linked(self) -> list[set[str]]:
        """The pools, those together that share a lot or a showing."""
        linked: list[set[str]] = []
        groups = [{pool} for pool in self.pools]
        for more in (
            *groups,
            *(set(lot.pools) for lot in self.lots.values()),
            *(set(showing.pools) for showing in self.shown),
        ):
            apart = [one for one in linked if one.isdisjoint(more)]
            for one in linked:
                if not one.isdisjoint(more):
                    more = more | one
            linked = [*apart, more]
        return linked

    def _join_lots(self) -> None:
        """Lots become one if the same pools and claims concern them and it loses nothing.

        Nothing is lost if each has room for all showings that concern it and not the other.
        """
        kinds: dict[tuple[object, ...], list[str]] = {}
        for key, lot in list(self.lots.items()):
            claims = (number for number, one in enumerate(self.claims) if key in one.lots)
            firsts = kinds.setdefault((lot.zone, *lot.pools, None, *claims), [])
            for first in firsts:
                if self._roomy(first, key) and self._roomy(key, first):
                    self.lots[first].count += lot.count
                    self._rename_lot(key, first)
                    break
            else:
                firsts.append(key)

    def _roomy(self, lot: str, other: str) -> bool:
        alone = sum(one.count for one in self.shown if lot in one.lots and other not in one.lots)
        return alone <= self.lots[lot].count

    def _rename_lot(self, gone: str, kept: str) -> None:
        del self.lots[gone]
        holders: list[Claim | Showing] = [*self.claims, *self.shown]
        for holder in holders:
            if gone in holder.lots:
                holder.lots = [key for key in holder.lots if key not in (gone, kept)] + [kept]

    def single(self) -> dict[str, int] | None:
        """The cards of the only pool if nothing but counting is left to do."""
        if self.claims or self.shown or len(self.pools) > 1:
            return None
        return next(iter(self.pools.values()), {})
