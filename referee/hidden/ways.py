"""A plain set of the ways in which unseen cards can lie, for where lots are told apart no longer.

A way says how many slots of each zone hold cards of each pool; names do not matter to it, but for
those that have been shown. It takes the place of `referee.hidden.worlds` at the moment at which
that account would have to forget something, and is exact as long as there are few ways. Claims are
kept beside the slots that they concern, so that one can be left out.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import ClassVar

import msgspec
from msgspec import Raw, Struct, field

from referee.hidden.joining import Joining, needed
from referee.hidden.slots import take
from referee.hidden.way import (
    EACH_WAY,
    MOST_BOUND,
    MOST_SLOTS,
    MOST_WAYS,
    Gone,
    Kind,
    TooMany,
    Way,
    few,
    splits,
    with_gone,
)

_BYTES = [bytes([count]) for count in range(256)]


class Said(Struct):
    """At entry `seq` some slots held none of these names."""

    seq: int
    names: list[str]


class Ways(Struct, omit_defaults=True, eq=False):
    """The ways in which unseen cards can lie that are judged together.

    They are not changed: what changes makes others. An account keeps them as bytes (`kept`,
    `opened`), so that a copy of it costs nothing, however many they are.

    Args:
        zones: where the slots are.
        pools: the cards of each pool, but for those that are gone in every way.
        kinds: the kinds of slots.
        ways: the ways, ascending.
        claims: those that concern a slot, or concerned one, by number.
        bound: how many ways are told apart at the most.
    """

    zones: list[str]
    pools: list[dict[str, int]]
    kinds: list[Kind]
    ways: list[Way]
    claims: dict[str, Said] = field(default_factory=dict)
    bound: int = MOST_WAYS

    widened: ClassVar[bool] = False

    @classmethod
    def found(
        cls,
        zones: list[str],
        pools: list[dict[str, int]],
        kinds: list[Kind],
        ways: Iterable[Way],
        claims: dict[str, Said] | None = None,
        bound: int = MOST_WAYS,
    ) -> "Ways":
        """These ways, without what matters no longer."""
        new = cls(zones, [dict(cards) for cards in pools], kinds, [*ways], claims or {}, bound)
        new._tidy()
        return new

    # Questions

    def total(self) -> dict[str, int]:
        """The cards that nobody has seen yet."""
        total: dict[str, int] = {}
        for cards in self.pools:
            for card, count in cards.items():
                total[card] = total.get(card, 0) + count
        for _, card, count in self.ways[0][1]:
            take(total, card, count)
        return total

    def unseen(self, card: str) -> int:
        """How many copies of a card nobody has seen yet."""
        return self.total().get(card, 0)

    def can_show(
        self, zone: str, cards: Mapping[str, int], without: Collection[int] | None = ()
    ) -> bool:
        """Whether these cards can be shown together now.

        Args:
            without: the entries of claims to leave out; None leaves out all.
        """
        if zone not in self.zones:
            return not cards
        at = self.zones.index(zone)
        return self._one_can_show(self._different(at), at, cards, self._alive(without))

    def _one_can_show(
        self, ways: Collection[Way], at: int, cards: Mapping[str, int], alive: tuple[str, ...]
    ) -> bool:
        names = [card for card, count in cards.items() for _ in range(count)]
        return any(self._can_be(way, at, names, alive) for way in ways)

    def can_lack(
        self, zone: str, names: Collection[str], without: Collection[int] | None = ()
    ) -> bool:
        """Whether the unseen slots of the zone can hold none of these names."""
        if zone not in self.zones:
            return True
        at, alive = self.zones.index(zone), self._alive(without)
        return any(self._fits(way, alive, at, names) for way in self.ways)

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
        ways = self._different(at)
        for name, have in self.total().items():
            most = 0
            while most < min(have, slots) and self._one_can_show(ways, at, {name: most + 1}, alive):
                most += 1
            if most:
                found[name] = most
        return found

    def of_pools(self, zone: str, card: str) -> int:
        """How many copies of a card are in the pools that the zone may hold."""
        if zone not in self.zones:
            return 0
        some = self._pools_in(self.zones.index(zone), self._there())
        return sum(self.pools[pool].get(card, 0) for pool in some)

    def single(self) -> dict[str, int] | None:
        """The cards of the only pool if nothing but counting is left to do."""
        return self.total() if len(self.pools) < 2 and not self.claims else None

    def claimed_at(self) -> list[int]:
        """The entries of the claims, ascending."""
        return sorted({claim.seq for claim in self.claims.values()})

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
        size = sum(self.ways[0][0]) + sum(other.ways[0][0])
        if len(self.ways) * len(other.ways) > self.bound or size > MOST_SLOTS:
            raise TooMany
        zones = list(dict.fromkeys([*self.zones, *other.zones]))
        pools, numbers = len(self.pools), self._next_claim()
        wide = len(self.kinds) + len(other.kinds)
        found: list[Way] = []
        for counts, gone, lies in self.ways:
            for others, more, false in other.ways:
                new = bytearray(len(zones) * wide)
                for part, each, start in ((self, counts, 0), (other, others, len(self.kinds))):
                    for at, zone in enumerate(part.zones):
                        row = part.row(each, at)
                        begin = zones.index(zone) * wide + start
                        new[begin : begin + len(row)] = row
                shifted = tuple((pool + pools, card, count) for pool, card, count in more)
                lied = tuple(str(int(number) + numbers) for number in false)
                found.append((bytes(new), (*gone, *shifted), (*lies, *lied)))
        kinds = [
            *self.kinds,
            *(
                (pool + pools, tuple(str(int(n) + numbers) for n in said))
                for pool, said in other.kinds
            ),
        ]
        claims = self.claims | {str(int(n) + numbers): said for n, said in other.claims.items()}
        pools_of_both = [*self.pools, *other.pools]
        return Ways.found(zones, pools_of_both, kinds, found, claims, self.bound)

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
        found = []
        for counts, gone, lies in self.ways:
            new = bytearray()
            for other in range(len(self.zones)):
                row = self.row(counts, other)
                new += bytes(wide) + row if other == at else row + bytes(wide)
            found.append((bytes(new), gone, lies))
        claims = self.claims | {number: Said(seq, sorted(names))}
        return Ways.found(self.zones, self.pools, kinds, found, claims, self.bound)

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
            if len(part.ways) * len(rest.ways) == len(self.ways):
                rest, *others = rest.come_apart()
                return [rest, part, *others]
        return [self]

    def held_in(self) -> set[str]:
        """The zones that hold any of it."""
        return {*self.zones}

    # How it is done

    def _show(self, zone: str, cards: Iterable[tuple[str, int]]) -> "Ways":
        at, found = self.zones.index(zone), set(self.ways)
        for card, count in cards:
            for _ in range(count):
                found = few(self._shown(found, at, card), self.bound)
        return Ways.found(self.zones, self.pools, self.kinds, found, self.claims, self.bound)

    def _move(self, count: int, source: str, target: str) -> "Ways":
        zones = self.zones if target in self.zones else [*self.zones, target]
        wide = len(self.kinds)
        size, old = len(zones) * wide, len(self.zones) * wide
        at, to = zones.index(source), zones.index(target)
        # counts are read as the digits of one number, which moves them all at once
        after, into = ((size - (each + 1) * wide) * 8 for each in (at, to))
        steps: dict[bytes, list[int]] = {}

        def moved() -> Iterator[Way]:
            for counts, gone, lies in self.ways:
                row = self.row(counts, at)
                if row not in steps:
                    parts = [int.from_bytes(part, "big") for part in splits(row, count)]
                    steps[row] = [(part << into) - (part << after) for part in parts]
                now = int.from_bytes(counts, "big") << (size - old) * 8
                for step in steps[row]:
                    yield (now + step).to_bytes(size, "big"), gone, lies

        found = few(moved(), self.bound)
        return Ways.found(zones, self.pools, self.kinds, found, self.claims, self.bound)

    def _next_claim(self) -> int:
        return max(map(int, self.claims), default=-1) + 1

    def row(self, counts: bytes, at: int) -> bytes:
        """How many slots of each kind a zone has in a way."""
        wide = len(self.kinds)
        return counts[at * wide : at * wide + wide]

    def _alive(self, without: Collection[int] | None) -> tuple[str, ...]:
        if without is None:
            return ()
        return tuple(number for number, said in self.claims.items() if said.seq not in without)

    def _different(self, at: int) -> list[Way]:
        """Of ways that are alike in a zone one, where nothing is claimed."""
        if self.claims:
            return self.ways
        wide = len(self.kinds)
        own = slice(at * wide, at * wide + wide)
        return [*{(way[0][own], way[1]): way for way in self.ways}.values()]

    def _there(self) -> bytes:
        """Of each zone and kind, whether any way has slots there: 0 where none has."""
        some = 0
        for counts, _, _ in self.ways:
            some |= int.from_bytes(counts, "big")
        return some.to_bytes(len(self.ways[0][0]), "big")

    def _pools_in(self, at: int, there: bytes) -> set[int]:
        """The pools that a zone may hold."""
        row = self.row(there, at)
        return {pool for (pool, _), some in zip(self.kinds, row, strict=True) if some}

    def _left(self, pool: int, card: str, gone: Gone) -> int:
        have = self.pools[pool].get(card, 0)
        for other, name, count in gone:
            if other == pool and name == card:
                have -= count
        return have

    def _shown(self, ways: Iterable[Way], at: int, card: str) -> Iterator[Way]:
        """The ways that are left of some when a card is shown from a zone."""
        start = at * len(self.kinds)
        some = [
            (start + kind, pool, {n for n in said if card in self.claims[n].names})
            for kind, (pool, said) in enumerate(self.kinds)
            if card in self.pools[pool]
        ]
        left: dict[Gone, list[tuple[int, Gone, set[str]]]] = {}
        for counts, gone, lies in ways:
            if (of := left.get(gone)) is None:
                of = left[gone] = [
                    (slot, with_gone(gone, pool, card), false)
                    for slot, pool, false in some
                    if self._left(pool, card, gone)
                ]
            for slot, now, false in of:
                if count := counts[slot]:
                    lied = tuple(sorted({*lies, *false})) if false else lies
                    yield counts[:slot] + _BYTES[count - 1] + counts[slot + 1 :], now, lied

    def _can_be(self, way: Way, at: int, names: list[str], alive: tuple[str, ...]) -> bool:
        """Whether a zone can show these cards, as one way has it."""
        if not names:
            return self._fits(way, alive)
        return any(
            self._can_be(one, at, names[1:], alive) for one in self._shown([way], at, names[0])
        )

    def _fits(
        self, way: Way, alive: tuple[str, ...], without: int = -1, names: Collection[str] = ()
    ) -> bool:
        """Whether names can be laid into the slots as the claims have it, and so that a zone is
        without some: of the cards that may lie in some of the kinds, there are as many as slots."""
        counts, gone, lies = way
        if not alive and without < 0:
            return True
        if not set(alive).isdisjoint(lies):
            return False
        bound: dict[int, dict[frozenset[str], int]] = {}
        wide = len(self.kinds)
        for at, count in enumerate(counts):
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
        self.ways = [
            (counts, shown, tuple(n for n in lies if n not in gone))
            for counts, shown, lies in self.ways
        ]
        self.claims = {n: said for n, said in self.claims.items() if n not in gone}

    def _tidy(self) -> None:
        """Leave out what matters no longer, and join what need not be told apart."""
        self._settle_gone()
        self._drop_claims(
            {n for n, said in self.claims.items() if not self._matters(n, said.names)}
        )
        self._rearrange()
        if self.bound > EACH_WAY:
            self.ways = needed(self.ways, self.pools, self.kinds)
            self._settle_gone()
            self._rearrange()
        joined = len(self.pools) > 1
        while joined:
            joined = self._join_pools()
        self.ways = sorted(set(self.ways))

    def _matters(self, number: str, names: Collection[str]) -> bool:
        if any(number in lies for _, _, lies in self.ways):
            return True
        wide = len(self.kinds)
        there = {at % wide for at, some in enumerate(self._there()) if some}
        return any(
            number in self.kinds[kind][1]
            and not self.pools[self.kinds[kind][0]].keys().isdisjoint(names)
            for kind in there
        )

    def _settle_gone(self) -> None:
        """What is gone in every way is left out of its pool."""
        always = set(self.ways[0][1])
        keys = {(pool, card) for pool, card, _ in always}
        for _, gone, _ in self.ways:
            have = {(pool, card): count for pool, card, count in gone}
            keys = {key for key in keys if key in have}
            if not keys:
                return
        for pool, card in keys:
            least = min(
                count for _, gone, _ in self.ways for p, c, count in gone if (p, c) == (pool, card)
            )
            take(self.pools[pool], card, least)
            self.ways = [
                (counts, with_gone(gone, pool, card, -least), lies)
                for counts, gone, lies in self.ways
            ]

    def _rearrange(self) -> None:
        """Kinds and pools of which no slot is left go, and zones without slots."""
        wide = len(self.kinds)
        there = self._there()
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
        nothing = len(self.ways[0][0])
        # what becomes one is added up as digits of one number, one addend after the other
        addends = [[nothing] * (len(rows) * wide)]
        for at, row in enumerate(rows):
            for kind in range(old):
                if to[kind] >= 0:
                    slot, depth = at * wide + to[kind], 0
                    while depth < len(addends) and addends[depth][slot] != nothing:
                        depth += 1
                    if depth == len(addends):
                        addends.append([nothing] * (len(rows) * wide))
                    addends[depth][slot] = row * old + kind
        first, *others = [itemgetter(*slots, nothing, nothing) for slots in addends]
        left: dict[Gone, Gone] = {}
        found = set()
        for counts, gone, lies in self.ways:
            if gone not in left:
                now: Gone = ()
                for pool, card, count in gone:
                    if pool in pools:
                        now = with_gone(now, pools[pool], card, count)
                left[gone] = now
            padded = counts + b"\0"
            new = bytes(first(padded)[:-2])
            for more in others:
                both = int.from_bytes(new, "big") + int.from_bytes(more(padded)[:-2], "big")
                new = both.to_bytes(len(new), "big")
            found.add((new, left[gone], lies))
        self.kinds, self.ways = kinds, sorted(found)

    def _join_pools(self) -> bool:
        """Two pools become one, if that loses nothing; whether some did."""
        wide, there = len(self.kinds), self._there()
        held = [
            sum(1 << row for row in range(len(self.zones)) if there[row * wide + kind])
            for kind in range(wide)
        ]
        pools = [pool for pool, _ in self.kinds]
        plain = [
            n for n, (pool, said) in enumerate(self.kinds) if not said and pools.count(pool) < 2
        ]
        joining = Joining(self.pools, pools, self.ways, held, shown=self.bound > EACH_WAY)
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
        there = self._there()
        for at in range(len(self.zones)):
            some = self._pools_in(at, there)
            joined = set().union(*(group for group in groups if group & some))
            groups = [joined, *(group for group in groups if not group & some)]
        return sorted(groups, key=min)

    def _part(self, pools: Collection[int]) -> "Ways":
        """What concerns some pools alone."""
        ways = [
            (
                bytes(
                    n if self.kinds[at % len(self.kinds)][0] in pools else 0
                    for at, n in enumerate(counts)
                ),
                tuple(one for one in gone if one[0] in pools),
                lies,
            )
            for counts, gone, lies in self.ways
        ]
        return Ways.found(self.zones, self.pools, self.kinds, ways, bound=self.bound)


_ENCODER = msgspec.msgpack.Encoder(order="deterministic")
_DECODER = msgspec.msgpack.Decoder(Ways)


class _Kept(bytes):
    """Ways as bytes that are at hand: what has just been kept need not be read again."""

    ways: Ways


def kept(ways: Ways) -> Raw:
    """The ways as bytes, as an account keeps them."""
    found = _ENCODER.encode(ways)
    at_hand = _Kept(found)
    at_hand.ways = ways
    _opened(at_hand)
    return Raw(found)


def opened(raw: Raw) -> Ways:
    """The ways that an account has kept."""
    return _opened(bytes(raw))


@lru_cache(maxsize=4)
def _opened(found: bytes) -> Ways:
    return found.ways if isinstance(found, _Kept) else _DECODER.decode(found)


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
    pool = Ways([zone], [dict(cards)], [(0, ())], [(bytes([count]), (), ())])
    return ways.absorb(pool)
