"""The search for a world: one way in which the unseen cards can lie that fits all that is kept."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.hidden.flow import Flow
from referee.hidden.slots import Claim, Lot, Showing, bits

STEPS = 5_000
"""After so many steps the search gives up and calls the matter possible, which is never unjust."""

SHOWN = 250
"""With more showings that are not settled it does not begin."""


class _Group(NamedTuple):
    """Showings that are alike."""

    card: str  # what was shown
    size: int  # how often
    # each pool that the card may be of, and the places it may be from
    options: list[tuple[str, int]]
    reach: int  # all those places


class Search:
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
        if sum(group.size for groups in self.by_card.values() for group in groups) > SHOWN:
            return None
        flow, seats = Flow({}, list(self.room)), Flow({}, list(self.room))
        if not all(flow.lay(mask, self.rows[mask]) for mask in sorted(self.rows, key=_by_size)):
            return False
        for card, groups in self.by_card.items():
            pools = [pool for pool, left in self.pools.items() if card in left]
            copies = Flow({}, [self.pools[pool][card] for pool in pools])
            for group in groups:
                wanted = bits(pools, (pool for pool, _ in group.options))
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
        self, at: int, done: int, first: int, flow: Flow, seats: Flow, used: dict[str, int]
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
            rest = self._unshown(card, flow, used)
            return rest is not None and self._settle(at + 1, 0, 0, rest, seats, {})
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

    def _unshown(self, card: str, flow: Flow, used: Mapping[str, int]) -> Flow | None:
        """The flow once all showings of a card are settled, as the copies that are left were never
        shown; None where they find no place."""
        for pool, left in self.pools.items():
            if card in left:
                either, unshown = self.either[pool, card], self.unshown[pool, card]
                rest = flow.shifted(either, unshown, left[card] - used.get(pool, 0))
                if rest is None:
                    self.trouble[card] += 1
                    return None
                flow = rest
        return flow

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
