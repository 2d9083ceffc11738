"""From lots to ways, where lots are told apart no longer; and back, where the ways are too many."""

from collections.abc import Iterable, Iterator

from referee.hidden.slots import Lot, take
from referee.hidden.way import (
    EACH_WAY,
    MOST_SLOTS,
    Gone,
    Kind,
    TooMany,
    by_past,
    few,
    splits,
    with_gone,
)
from referee.hidden.ways import Said, Ways
from referee.hidden.worlds import Worlds


def ways_of(worlds: Worlds, most: int) -> Ways:
    """The same as lots, claims and showings have it.

    Args:
        most: how many ways are told apart at the most.

    Raises:
        TooMany: that would be too many ways.
    """
    return _Laying(worlds).laid(most)


def lots_of(ways: Ways) -> Worlds:
    """Lots that allow each of the ways, and others too."""
    one_of = list(range(len(ways.pools)))
    for gone, _ in ways.ways:
        for card in {card for _, card, _ in gone}:
            mixed = {one_of[pool] for pool, left in enumerate(ways.pools) if card in left}
            one_of = [min(mixed) if each in mixed else each for each in one_of]
    worlds = Worlds(next=len(ways.pools), widened=True)
    for pool, cards in enumerate(ways.pools):
        joined = worlds.pools.setdefault(str(one_of[pool]), {})
        for card, count in cards.items():
            joined[card] = joined.get(card, 0) + count
    for pool, card, count in next(iter(ways.ways))[0]:
        take(worlds.pools[str(one_of[pool])], card, count)
    there, one_way = ways.there(), ways.one()
    for at, zone in enumerate(ways.zones):
        some = {one_of[pool] for pool in ways.pools_in(at, there)}
        worlds.lots[str(worlds.next)] = Lot(
            zone, sorted(map(str, some)), sum(ways.row(one_way, at))
        )
        worlds.next += 1
    worlds.tidy()
    return worlds


class _Laying:
    """The ways that lots, claims and showings leave, one showing and one lot after the other."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds
        self.pools = list(worlds.pools)
        self.lots = list(worlds.lots)
        self.zones = list(dict.fromkeys(lot.zone for lot in worlds.lots.values() if lot.zone))
        self.kinds: dict[Kind, int] = {}
        self.kind_of: dict[tuple[str, str], int] = {}
        for key, lot in worlds.lots.items():
            for pool in lot.pools:
                said = tuple(
                    str(number)
                    for number, claim in enumerate(worlds.claims)
                    if key in claim.lots and pool in claim.pools
                )
                kind = self.pools.index(pool), said
                self.kind_of[key, pool] = self.kinds.setdefault(kind, len(self.kinds))

    def laid(self, most: int) -> Ways:
        """All of them.

        Raises:
            TooMany: there are more than are told apart.
        """
        worlds, bound = self.worlds, most if most > EACH_WAY else 8 * most
        left = tuple(sum(cards.values()) for cards in worlds.pools.values())
        room = tuple(lot.count for lot in worlds.lots.values())
        if sum(room) > MOST_SLOTS:
            raise TooMany
        states: set[_State] = {(room, left, 0, (), ())}
        for number, one in enumerate(worlds.shown):
            for _ in range(one.count):
                states = few((new for old in states for new in self._shown(old, number)), bound)
        for at in range(len(self.lots)):
            states = few(self._filled(states, at), bound)
        size = len(self.zones) * len(self.kinds)
        laid = (
            (counts.to_bytes(size, "big"), gone, lies)
            for _, left, counts, gone, lies in states
            if not any(left)
        )
        claims = {str(n): Said(claim.seq, claim.names) for n, claim in enumerate(worlds.claims)}
        pools = [dict(cards) for cards in worlds.pools.values()]
        ways = by_past(few(laid, most))
        return Ways(self.zones, pools, list(self.kinds), ways, claims, most).tidied()

    def _shown(self, state: "_State", number: int) -> Iterator["_State"]:
        """A showing is of one of its lots and pools."""
        room, left, counts, gone, lies = state
        one = self.worlds.shown[number]
        for key in one.lots:
            at = self.lots.index(key)
            for pool in one.pools:
                of = self.pools.index(pool)
                have = self.worlds.pools[pool].get(one.card, 0)
                spent = sum(n for p, card, n in gone if p == of and card == one.card)
                if not room[at] or have <= spent or pool not in self.worlds.lots[key].pools:
                    continue
                false = {
                    str(n)
                    for n, claim in enumerate(self.worlds.claims)
                    if claim.clock <= one.clock
                    and key in claim.lots
                    and pool in claim.pools
                    and one.card in claim.names
                }
                yield (
                    _less(room, at, 1),
                    _less(left, of, 1),
                    counts,
                    with_gone(gone, of, one.card),
                    tuple(sorted({*lies, *false})),
                )

    def _filled(self, states: Iterable["_State"], at: int) -> Iterator["_State"]:
        """The slots of a lot that are still there hold cards of its pools."""
        steps: dict[tuple[_Counts, _Counts], list[tuple[_Counts, _Counts, int]]] = {}
        for room, left, counts, gone, lies in states:
            if (of := steps.get((room, left))) is None:
                of = steps[room, left] = self._ways_to_fill(at, room, left)
            for less, rest, step in of:
                yield less, rest, counts + step, gone, lies

    def _ways_to_fill(
        self, at: int, room: "_Counts", left: "_Counts"
    ) -> list[tuple["_Counts", "_Counts", int]]:
        """What room and which cards are left then, and what that adds to the counts, which are
        read as the digits of one number."""
        lot, wide = self.worlds.lots[self.lots[at]], len(self.kinds)
        if not room[at]:
            return [(room, left, 0)]
        if not lot.zone:
            return []
        last = len(self.zones) * wide - 1 - self.zones.index(lot.zone) * wide
        less, pools, found = _less(room, at, room[at]), [*map(self.pools.index, lot.pools)], []
        for part in splits(bytes(left[pool] for pool in pools), room[at]):
            rest, step = list(left), 0
            for of, pool, count in zip(lot.pools, pools, part, strict=True):
                step += count << (last - self.kind_of[self.lots[at], of]) * 8
                rest[pool] -= count
            found.append((less, tuple(rest), step))
        return found


_Counts = tuple[int, ...]
_State = tuple[_Counts, _Counts, int, Gone, tuple[str, ...]]


def _less(counts: _Counts, at: int, count: int) -> _Counts:
    return (*counts[:at], counts[at] - count, *counts[at + 1 :])
