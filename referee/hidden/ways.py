"""A plain set of the ways in which unseen cards can lie, for where lots are told apart no longer.

A way says how many slots of each zone hold cards of each pool; names do not matter to it, but for
those that have been shown. It takes the place of `referee.hidden.worlds` at the moment at which
that account would have to forget something, and is exact as long as there are few ways. Claims are
kept beside the slots that they concern, so that one can be left out.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property, lru_cache, reduce
from itertools import combinations, islice
from operator import itemgetter, or_
from typing import ClassVar

import msgspec
from msgspec import Raw, Struct

from referee.hidden.joined_ways import Joining, left_of, needed
from referee.hidden.slots import take
from referee.hidden.way import (
    EACH_WAY,
    MOST_BOUND,
    MOST_SLOTS,
    MOST_WAYS,
    TRIED_APART,
    ByPast,
    Gone,
    Kind,
    Past,
    TooMany,
    Way,
    by_past,
    one_by_one,
    splits,
    with_gone,
)


class Said(Struct):
    """At entry `seq` some slots held none of these names."""

    seq: int
    names: list[str]


class Ways:
    """The ways in which unseen cards can lie that are judged together.

    They are not changed: what changes makes others. An account keeps them as bytes (`kept`,
    `opened`), so that a copy of it costs nothing, however many they are.

    Args:
        zones: where the slots are.
        pools: the cards of each pool, but for those that are gone in every way.
        kinds: the kinds of slots.
        ways: the ways.
        claims: those that concern a slot, or concerned one, by number.
        bound: how many ways are told apart at the most.
    """

    widened: ClassVar[bool] = False

    def __init__(
        self,
        zones: list[str],
        pools: list[dict[str, int]],
        kinds: list[Kind],
        ways: ByPast,
        claims: dict[str, Said] | None = None,
        bound: int = MOST_WAYS,
    ) -> None:
        self.zones, self.pools, self.kinds, self.ways = zones, pools, kinds, ways
        self.claims, self.bound = claims or {}, bound
        self._in_zone: dict[int, ByPast] = {}
        self._most_by: dict[tuple[int, Past | None, tuple[int, ...]], int] = {}

    def tidied(self) -> "Ways":
        """These ways on pools of their own, without what matters no longer."""
        self.pools = [dict(cards) for cards in self.pools]
        self._tidy()
        return self

    # Questions

    def total(self) -> dict[str, int]:
        """The cards that nobody has seen yet."""
        return dict(self._total)

    @cached_property
    def _total(self) -> dict[str, int]:
        total: dict[str, int] = {}
        for cards in self.pools:
            for card, count in cards.items():
                total[card] = total.get(card, 0) + count
        for _, card, count in next(iter(self.ways))[0]:
            take(total, card, count)
        return total

    def unseen(self, card: str) -> int:
        """How many copies of a card nobody has seen yet."""
        return self._total.get(card, 0)

    def number(self) -> int:
        """How many ways there are."""
        return sum(map(len, self.ways.values()))

    def can_show(
        self, zone: str, cards: Mapping[str, int], without: Collection[int] | None = ()
    ) -> bool:
        """Whether these cards can be shown together now.

        Args:
            without: the entries of claims to leave out; None leaves out all.
        """
        if zone not in self.zones:
            return not cards
        return self._can_show(self.zones.index(zone), cards, self._alive(without))

    def _can_show(self, at: int, cards: Mapping[str, int], alive: tuple[str, ...]) -> bool:
        if not alive and len(cards) == 1:
            return any(self._most_of(at, card) >= count for card, count in cards.items())
        names = [card for card, count in cards.items() for _ in range(count)]
        return any(
            self._can_be(n, past, at, names, alive)
            for past, some in self._different(at).items()
            for n in some
        )

    def can_lack(
        self, zone: str, names: Collection[str], without: Collection[int] | None = ()
    ) -> bool:
        """Whether the unseen slots of the zone can hold none of these names."""
        if zone not in self.zones:
            return True
        at, alive = self.zones.index(zone), self._alive(without)
        return any(
            self._fits(n, past, alive, at, names) for past, some in self.ways.items() for n in some
        )

    def most(self, zone: str, slots: int) -> dict[str, int]:
        """For each name, how many copies could be shown together now, of so many slots.

        Between two entries it is asked again and again: the last answers are remembered.
        """
        return dict(_most(self, zone, slots))

    def _most(self, zone: str, slots: int) -> dict[str, int]:
        found: dict[str, int] = {}
        if zone not in self.zones:
            return found
        at, alive = self.zones.index(zone), self._alive(())
        for name, have in self._total.items():
            most, have = 0, min(have, slots)
            if not alive:
                most = min(have, self._most_of(at, name))
            while alive and most < have and self._can_show(at, {name: most + 1}, alive):
                most += 1
            if most:
                found[name] = most
        return found

    def _most_of(self, at: int, card: str) -> int:
        """How many copies a zone can show at the most, whatever is claimed."""
        rows = self._rows(at)
        if card not in self._doubtful:
            return self._most_in(at, None, self._copies(card, ()))
        return max(self._most_in(at, past, self._copies(card, past[0])) for past in rows)

    def _copies(self, card: str, gone: Gone) -> tuple[int, ...]:
        """How many copies of a card are left of each kind of slots' pool."""
        return tuple(self._left(pool, card, gone) for pool, _ in self.kinds)

    def _most_in(self, at: int, past: Past | None, copies: tuple[int, ...]) -> int:
        """How many slots of a zone can be of a card at the most.

        Args:
            past: what is past; None if that does not matter to the card.
            copies: how many of it are left of the pool of each kind of slots.
        """
        key, wide = (at, past, copies), len(self.kinds)
        if (most := self._most_by.get(key)) is None:
            rows = self._rows(at)
            some = set[int]().union(*rows.values()) if past is None else rows[past]
            of = {pool: have for (pool, _), have in zip(self.kinds, copies, strict=True) if have}
            masks = [(have, self._mask(pool)) for pool, have in of.items()]
            most = self._most_by[key] = max(
                sum(min(have, sum((row & mask).to_bytes(wide, "big"))) for have, mask in masks)
                for row in some
            )
        return most

    @cached_property
    def _doubtful(self) -> set[str]:
        """The cards of which it is open what pool they were of that were shown."""
        return {card for gone, _ in self.ways for _, card, _ in gone}

    def of_pools(self, zone: str, card: str) -> int:
        """How many copies of a card are in the pools that the zone may hold."""
        if zone not in self.zones:
            return 0
        some = self.pools_in(self.zones.index(zone), self.there())
        return sum(self.pools[pool].get(card, 0) for pool in some)

    def single(self) -> dict[str, int] | None:
        """The cards of the only pool if nothing but counting is left to do."""
        return self.total() if len(self.pools) < 2 and not self.claims else None

    def claimed_at(self) -> list[int]:
        """The entries of the claims, ascending."""
        return sorted({claim.seq for claim in self.claims.values()})

    def denied(self, zone: str) -> list[tuple[int, list[str]]]:
        """What is claimed of slots that may lie in a zone: by which entry, and which names."""
        if zone not in self.zones:
            return []
        row = self.row(self.there(), self.zones.index(zone))
        there = {n for (_, said), some in zip(self.kinds, row, strict=True) if some for n in said}
        return [(said.seq, said.names) for n, said in self.claims.items() if n in there]

    # Changes; the caller has asked whether they are possible

    def show(self, zone: str, cards: Mapping[str, int]) -> "Ways":
        """These cards leave their slots, face up.

        Raises:
            TooMany: there would be too many ways.
        """
        return _showing(self, zone, tuple(cards.items()))

    def move(self, count: int, source: str, target: str, held: int) -> "Ways":
        """Some of the `held` unseen slots of a zone go to another.

        Raises:
            TooMany: there would be too many ways.
        """
        return _moving(self, count, source, target) if count else self

    def add(self, zone: str, cards: Mapping[str, int]) -> "Ways":
        """Seen cards become unseen slots of the zone: a pool of their own, mixed in later.

        Raises:
            TooMany: there would be too many slots.
        """
        return _adding(self, zone, tuple(cards.items()))

    def absorb(self, other: "Ways") -> "Ways":
        """With all that lies in another account of ways.

        Raises:
            TooMany: there would be too many ways.
        """
        if (
            self.number() * other.number() > self.bound
            or self._slots() + other._slots() > MOST_SLOTS
        ):
            raise TooMany
        zones = list(dict.fromkeys([*self.zones, *other.zones]))
        pools, numbers = len(self.pools), self._next_claim()
        wide = len(self.kinds) + len(other.kinds)

        def placed(part: Ways, start: int) -> dict[Past, list[int]]:
            size, old = len(zones) * wide, len(part.kinds)
            found: dict[Past, list[int]] = {}
            for past, some in part.ways.items():
                of = found[past] = []
                for n in some:
                    new, counts = bytearray(size), part.counts(n)
                    for at, zone in enumerate(part.zones):
                        begin = zones.index(zone) * wide + start
                        new[begin : begin + old] = counts[at * old : at * old + old]
                    of.append(int.from_bytes(new, "big"))
            return found

        found: ByPast = {}
        others = placed(other, len(self.kinds))
        for (gone, lies), some in placed(self, 0).items():
            for (more, false), theirs in others.items():
                shifted = tuple((pool + pools, card, count) for pool, card, count in more)
                lied = tuple(str(int(number) + numbers) for number in false)
                found[(*gone, *shifted), (*lies, *lied)] = {n + m for n in some for m in theirs}
        kinds = [
            *self.kinds,
            *(
                (pool + pools, tuple(str(int(n) + numbers) for n in said))
                for pool, said in other.kinds
            ),
        ]
        claims = self.claims | {str(int(n) + numbers): said for n, said in other.claims.items()}
        pools_of_both = [*self.pools, *other.pools]
        return Ways(zones, pools_of_both, kinds, found, claims, self.bound).tidied()

    def claim(self, zone: str, names: Collection[str], seq: int) -> "Ways":
        """The slots that are now in the zone hold none of these names.

        Raises:
            TooMany: there would be too many kinds of slots.
        """
        number = str(self._next_claim())
        at, wide = self.zones.index(zone), len(self.kinds)
        kinds = [
            *self.kinds,
            *((pool, (*said, number)) for pool, said in self.kinds),
        ]
        if any(
            len({said for pool, said in kinds if pool == each and said}) > MOST_BOUND
            for each in range(len(self.pools))
        ):
            raise TooMany
        found: ByPast = {}
        for past, some in self.ways.items():
            of = found[past] = set()
            for n in some:
                new, counts = bytearray(), self.counts(n)
                for other in range(len(self.zones)):
                    row = counts[other * wide : other * wide + wide]
                    new += bytes(wide) + row if other == at else row + bytes(wide)
                of.add(int.from_bytes(new, "big"))
        claims = self.claims | {number: Said(seq, sorted(names))}
        return Ways(self.zones, self.pools, kinds, found, claims, self.bound).tidied()

    def forget_claim(self, seq: int) -> "Ways":
        """The claims of this entry count no longer."""
        pools = [dict(cards) for cards in self.pools]
        new = Ways(self.zones, pools, self.kinds, self.ways, self.claims, self.bound)
        new._drop_claims({number for number, said in self.claims.items() if said.seq == seq})
        new._tidy()
        return new

    def come_apart(self) -> list["Ways"]:
        """What no longer concerns the rest, each by itself, the rest first: zones that share no
        pool with others, where neither tells anything about the other."""
        groups = self._groups() if not self.claims else []
        for group in groups if len(groups) > 1 else ():
            part, rest = self._part(group), self._part({*range(len(self.pools))} - group)
            if part.number() * rest.number() == self.number():
                rest, *others = rest.come_apart()
                return [rest, part, *others]
        return [self]

    def held_in(self) -> set[str]:
        """The zones that hold any of it."""
        return {*self.zones}

    # How it is done

    def _show(self, zone: str, cards: Iterable[tuple[str, int]]) -> "Ways":
        at, found = self.zones.index(zone), self.ways
        for card, count in cards:
            for _ in range(count):
                found = self._shown(found, at, card)
                if sum(map(len, found.values())) > self.bound:
                    raise TooMany
        return Ways(self.zones, self.pools, self.kinds, found, self.claims, self.bound).tidied()

    def _move(self, count: int, source: str, target: str) -> "Ways":
        zones = self.zones if target in self.zones else [*self.zones, target]
        wide = len(self.kinds)
        size, old = len(zones) * wide, len(self.zones) * wide
        at, to = zones.index(source), zones.index(target)
        after, into = ((size - (each + 1) * wide) * 8 for each in (at, to))
        mask = (1 << wide * 8) - 1
        steps: dict[int, list[int]] = {}
        number, found = 0, {}
        for past, some in self.ways.items():
            new: set[int] = set()
            rest = iter(some)
            while few := [n << (size - old) * 8 for n in islice(rest, 1_000)]:
                for row in {n >> after & mask for n in few} - steps.keys():
                    parts = (
                        int.from_bytes(part, "big")
                        for part in splits(row.to_bytes(wide, "big"), count)
                    )
                    steps[row] = [(part << into) - (part << after) for part in parts]
                new.update([n + step for n in few for step in steps[n >> after & mask]])
                if number + len(new) > self.bound:
                    raise TooMany
            found[past] = new
            number += len(new)
        return Ways(zones, self.pools, self.kinds, found, self.claims, self.bound).tidied()

    def _next_claim(self) -> int:
        return max(map(int, self.claims), default=-1) + 1

    def size(self) -> int:
        """How many counts each way has."""
        return len(self.zones) * len(self.kinds)

    def counts(self, n: int) -> bytes:
        """How many slots of each kind each zone has in a way."""
        return n.to_bytes(self.size(), "big")

    def row(self, counts: bytes, at: int) -> bytes:
        """How many slots of each kind a zone has in a way."""
        wide = len(self.kinds)
        return counts[at * wide : at * wide + wide]

    def one(self) -> bytes:
        """The counts of any way."""
        return self.counts(next(iter(next(iter(self.ways.values())))))

    def _slots(self) -> int:
        """How many slots there are."""
        return sum(self.one())

    def _alive(self, without: Collection[int] | None) -> tuple[str, ...]:
        if without is None:
            return ()
        return tuple(number for number, said in self.claims.items() if said.seq not in without)

    def _rows(self, at: int) -> ByPast:
        """What a zone may hold."""
        if (rows := self._in_zone.get(at)) is None:
            wide = len(self.kinds)
            after, mask = (self.size() - (at + 1) * wide) * 8, (1 << wide * 8) - 1
            rows = self._in_zone[at] = {
                past: {n >> after & mask for n in some} for past, some in self.ways.items()
            }
        return rows

    def _mask(self, pool: int) -> int:
        """The digits of a row that are slots of a pool."""
        return int.from_bytes(bytes(255 * (each == pool) for each, _ in self.kinds), "big")

    def _different(self, at: int) -> ByPast:
        """Of ways that are alike in a zone one, where nothing is claimed."""
        if self.claims:
            return self.ways
        after = (self.size() - (at + 1) * len(self.kinds)) * 8
        return {past: {row << after for row in rows} for past, rows in self._rows(at).items()}

    def there(self) -> bytes:
        """Of each zone and kind, whether any way has slots there: 0 where none has."""
        return self.counts(reduce(or_, (reduce(or_, some) for some in self.ways.values())))

    def pools_in(self, at: int, there: bytes) -> set[int]:
        """The pools that a zone may hold."""
        row = self.row(there, at)
        return {pool for (pool, _), some in zip(self.kinds, row, strict=True) if some}

    def _left(self, pool: int, card: str, gone: Gone) -> int:
        have = self.pools[pool].get(card, 0)
        for other, name, count in gone:
            if other == pool and name == card:
                have -= count
        return have

    def _shown(self, ways: ByPast, at: int, card: str) -> ByPast:
        """The ways that are left of some when a card is shown from a zone."""
        last = self.size() - 1 - at * len(self.kinds)
        of = [
            (1 << (last - kind) * 8, pool, {n for n in said if card in self.claims[n].names})
            for kind, (pool, said) in enumerate(self.kinds)
            if card in self.pools[pool]
        ]
        found: ByPast = {}
        for (gone, lies), some in ways.items():
            for one, pool, false in of:
                if self._left(pool, card, gone):
                    new = {n - one for n in some if n & 255 * one}
                    if new:
                        lied = tuple(sorted({*lies, *false})) if false else lies
                        past = with_gone(gone, pool, card), lied
                        found[past] = found[past] | new if past in found else new
        return found

    def _can_be(
        self, n: int, past: Past, at: int, names: list[str], alive: tuple[str, ...]
    ) -> bool:
        """Whether a zone can show these cards, as one way has it."""
        if not names:
            return self._fits(n, past, alive)
        return any(
            self._can_be(m, then, at, names[1:], alive)
            for then, some in self._shown({past: {n}}, at, names[0]).items()
            for m in some
        )

    def _fits(
        self,
        n: int,
        past: Past,
        alive: tuple[str, ...],
        without: int = -1,
        names: Collection[str] = (),
    ) -> bool:
        """Whether names can be laid into the slots as the claims have it, and so that a zone is
        without some: of the cards that may lie in some of the kinds, there are as many as slots."""
        if not alive and without < 0:
            return True
        gone, lies = past
        if not set(alive).isdisjoint(lies):
            return False
        bound: dict[int, dict[frozenset[str], int]] = {}
        wide = len(self.kinds)
        for at, count in enumerate(self.counts(n)):
            if count:
                pool, said = self.kinds[at % wide]
                bans = {name for n in said if n in alive for name in self.claims[n].names}
                if at // wide == without:
                    bans.update(names)
                if bans:
                    alike = bound.setdefault(pool, {})
                    alike[frozenset(bans)] = alike.get(frozenset(bans), 0) + count
        for pool, slots in bound.items():
            left = {card: self._left(pool, card, gone) for card in self.pools[pool]}
            for size in range(1, len(slots) + 1):
                for some in combinations(slots, size):
                    banned = some[0].intersection(*some)
                    room = sum(count for card, count in left.items() if card not in banned)
                    if sum(slots[each] for each in some) > room:
                        return False
        return True

    def _drop_claims(self, gone: Collection[str]) -> None:
        if not gone:
            return
        self.kinds = [(pool, tuple(n for n in said if n not in gone)) for pool, said in self.kinds]
        left: ByPast = {}
        for (shown, lies), some in self.ways.items():
            left.setdefault((shown, tuple(n for n in lies if n not in gone)), set()).update(some)
        self.ways = left
        self.claims = {n: said for n, said in self.claims.items() if n not in gone}

    def _tidy(self) -> None:
        """Leave out what matters no longer, and join what need not be told apart."""
        self._settle_gone()
        self._drop_claims(
            {n for n, said in self.claims.items() if not self._matters(n, said.names)}
        )
        self._rearrange()
        left = self._left_of_all()
        if left is not self.ways:
            self.ways = left
            self._settle_gone()
            self._rearrange()
        joined = len(self.pools) > 1
        while joined:
            joined = self._join_pools()

    def _left_of_all(self) -> ByPast:
        """The ways without those that others make up for, where those are left out."""
        if self.bound <= EACH_WAY or len(self.ways) < 2:
            return self.ways
        leave_out = left_of if self.bound > TRIED_APART else needed
        return leave_out(self.ways, self.pools, self.kinds, self.size())

    def _matters(self, number: str, names: Collection[str]) -> bool:
        if any(number in lies for _, lies in self.ways):
            return True
        wide = len(self.kinds)
        there = {at % wide for at, some in enumerate(self.there()) if some}
        return any(
            number in self.kinds[kind][1]
            and not self.pools[self.kinds[kind][0]].keys().isdisjoint(names)
            for kind in there
        )

    def _settle_gone(self) -> None:
        """What is gone in every way is left out of its pool."""
        first, *others = (gone for gone, _ in self.ways)
        least = {(pool, card): count for pool, card, count in first}
        for gone in others:
            have = {(pool, card): count for pool, card, count in gone}
            least = {key: min(count, have[key]) for key, count in least.items() if key in have}
            if not least:
                return
        for (pool, card), count in least.items():
            take(self.pools[pool], card, count)
            self.ways = {
                (with_gone(gone, pool, card, -count), lies): some
                for (gone, lies), some in self.ways.items()
            }

    def _rearrange(self) -> None:
        """Kinds and pools of which no slot is left go, and zones without slots."""
        wide = len(self.kinds)
        there = self.there()
        rows = [at for at in range(len(self.zones)) if any(self.row(there, at))]
        alike: dict[Kind, int] = {}
        for at, count in enumerate(there):
            if count:
                alike.setdefault(self.kinds[at % wide], len(alike))
        pools = sorted({pool for pool, _ in alike})
        if len(rows) == len(self.zones) and len(alike) == wide and len(pools) == len(self.pools):
            return
        self._map(
            rows,
            [alike.get(kind, -1) for kind in self.kinds],
            [(pools.index(pool), said) for pool, said in alike],
            {pool: at for at, pool in enumerate(pools)},
        )
        self.zones = [self.zones[at] for at in rows]
        self.pools = [self.pools[pool] for pool in pools]

    def _map(
        self, rows: list[int], to: list[int], kinds: list[Kind], pools: Mapping[int, int]
    ) -> None:
        """Slots are of other kinds, and pools have other numbers."""
        wide, old = len(kinds), len(self.kinds)
        nothing, size = self.size(), len(rows) * wide
        # what becomes one is added up as digits of one number, one addend after the other
        addends = [[nothing] * size]
        for at, row in enumerate(rows):
            for kind in range(old):
                if to[kind] >= 0:
                    slot, depth = at * wide + to[kind], 0
                    while depth < len(addends) and addends[depth][slot] != nothing:
                        depth += 1
                    if depth == len(addends):
                        addends.append([nothing] * size)
                    addends[depth][slot] = row * old + kind
        first, *others = [itemgetter(*slots, nothing, nothing) for slots in addends]
        found: ByPast = {}
        for (gone, lies), some in self.ways.items():
            left: Gone = ()
            for pool, card, count in gone:
                if pool in pools:
                    left = with_gone(left, pools[pool], card, count)
            of = found.setdefault((left, lies), set())
            for n in some:
                padded = self.counts(n) + b"\0"
                new = int.from_bytes(first(padded)[:-2], "big")
                for more in others:
                    new += int.from_bytes(more(padded)[:-2], "big")
                of.add(new)
        self.kinds, self.ways = kinds, found

    def _join_pools(self) -> bool:
        """Two pools become one, if that loses nothing; whether some did."""
        wide, there = len(self.kinds), self.there()
        held = [
            sum(1 << row for row in range(len(self.zones)) if there[row * wide + kind])
            for kind in range(wide)
        ]
        pools = [pool for pool, _ in self.kinds]
        plain = [
            n for n, (pool, said) in enumerate(self.kinds) if not said and pools.count(pool) < 2
        ]
        joining = Joining(
            self.pools, pools, self.ways, self.size(), held, shown=self.bound > EACH_WAY
        )
        for one, other in combinations(plain, 2):
            if joining.loses_nothing(one, other):
                kept, gone = pools[one], pools[other]
                for card, count in self.pools[gone].items():
                    self.pools[kept][card] = self.pools[kept].get(card, 0) + count
                self.pools[kept] = dict(sorted(self.pools[kept].items()))
                number = {pool: pool for pool in range(len(self.pools))} | {gone: kept}
                to = [one if kind == other else kind for kind in range(wide)]
                self._map([*range(len(self.zones))], to, self.kinds, number)
                self._rearrange()
                self._settle_gone()
                return True
        return False

    def _groups(self) -> list[set[int]]:
        """The pools that lie in zones together, group by group."""
        groups: list[set[int]] = [{pool} for pool in range(len(self.pools))]
        there = self.there()
        for at in range(len(self.zones)):
            some = self.pools_in(at, there)
            joined = set().union(*(group for group in groups if group & some))
            groups = [joined, *(group for group in groups if not group & some)]
        return sorted(groups, key=min)

    def _part(self, pools: Collection[int]) -> "Ways":
        """What concerns some pools alone."""
        theirs = bytes(
            255 * (self.kinds[at % len(self.kinds)][0] in pools) for at in range(self.size())
        )
        mask, ways = int.from_bytes(theirs, "big"), dict[Past, set[int]]()
        for (gone, lies), some in self.ways.items():
            past = tuple(one for one in gone if one[0] in pools), lies
            ways.setdefault(past, set()).update(n & mask for n in some)
        return Ways(self.zones, self.pools, self.kinds, ways, bound=self.bound).tidied()


class _Written(Struct, omit_defaults=True):
    """Ways as they are written down."""

    zones: list[str]
    pools: list[dict[str, int]]
    kinds: list[Kind]
    ways: list[Way] = []
    claims: dict[str, Said] = {}
    bound: int = MOST_WAYS
    pasts: list[tuple[Gone, tuple[str, ...], bytes]] = []


_ENCODER = msgspec.msgpack.Encoder(order="deterministic")
_DECODER = msgspec.msgpack.Decoder(_Written)


class _Kept(bytes):
    """Ways as bytes that are at hand: what has just been kept need not be read again."""

    ways: Ways


def kept(ways: Ways) -> Raw:
    """The ways as bytes, as an account keeps them."""
    size = ways.size()
    new = _Written(ways.zones, ways.pools, ways.kinds, claims=ways.claims, bound=ways.bound)
    if ways.bound > TRIED_APART:
        new.pasts = [
            (*past, b"".join([n.to_bytes(size, "big") for n in sorted(some)]))
            for past, some in sorted(ways.ways.items())
        ]
    else:
        new.ways = one_by_one(ways.ways, size)
    found = _ENCODER.encode(new)
    at_hand = _Kept(found)
    at_hand.ways = ways
    _opened(at_hand)
    return Raw(found)


def opened(raw: Raw) -> Ways:
    """The ways that an account has kept."""
    return _opened(bytes(raw))


@lru_cache(maxsize=4)
def _opened(found: bytes) -> Ways:
    if isinstance(found, _Kept):
        return found.ways
    kept = _DECODER.decode(found)
    ways, size = by_past(kept.ways), len(kept.zones) * len(kept.kinds)
    for gone, lies, some in kept.pasts:
        ways[gone, lies] = {
            int.from_bytes(some[at : at + size], "big") for at in range(0, len(some), size)
        }
    return Ways(kept.zones, kept.pools, kept.kinds, ways, kept.claims, kept.bound)


# Between two entries the same is asked and tried again and again: the last is remembered.


@lru_cache(maxsize=64)
def _most(ways: Ways, zone: str, slots: int) -> dict[str, int]:
    return ways._most(zone, slots)


@lru_cache(maxsize=8)
def _showing(ways: Ways, zone: str, cards: tuple[tuple[str, int], ...]) -> Ways:
    return ways._show(zone, cards)


@lru_cache(maxsize=8)
def _moving(ways: Ways, count: int, source: str, target: str) -> Ways:
    return ways._move(count, source, target)


@lru_cache(maxsize=8)
def _adding(ways: Ways, zone: str, cards: tuple[tuple[str, int], ...]) -> Ways:
    count = sum(count for _, count in cards)
    if count > MOST_SLOTS:
        raise TooMany
    pool = Ways([zone], [dict(cards)], [(0, ())], {((), ()): {count}})
    return ways.absorb(pool)
