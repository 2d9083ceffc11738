"""How many cards can lie where, whatever their names: rows of alike cards, laid into places."""

from collections.abc import Mapping

from referee.hidden.slots import Lot, take


class Flow:
    """One way to lay the cards: rows of alike cards, each with how many of it lie where.

    A row is named by the set of places (bits) where its cards may lie.

    Attributes:
        free: how many more cards each place can hold.
        full: where a row found no place, the places that are filled with its cards and those that
            could make room for them.
    """

    __slots__ = ("free", "full", "rows")

    def __init__(self, rows: dict[int, dict[int, int]], free: list[int]) -> None:
        self.rows, self.free, self.full = rows, free, 0

    def shifted(self, before: int, after: int, count: int) -> "Flow | None":
        """With so many cards of one row in another instead; None if no way is left."""
        if before == after or not count:
            return self
        flow = Flow({mask: dict(row) for mask, row in self.rows.items()}, list(self.free))
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
        self.full = seen
        return 0


def can_be_one(
    pools: Mapping[str, dict[str, int]], lots: Mapping[str, Lot], zone: str, card: str
) -> bool:
    """Whether one of the slots of a zone can be such a card, where nothing is claimed and no
    showing is open: names do not matter then, only how many cards of each pool there are."""
    if any(
        lot.zone == zone and len(lot.pools) == 1 and card in pools[lot.pools[0]]
        for lot in lots.values()
        if lot.count
    ):
        return True
    sizes = {pool: sum(left.values()) for pool, left in pools.items()}
    reach = dict.fromkeys(pools, 0)
    for at, lot in enumerate(lots.values()):
        for pool in lot.pools:
            reach[pool] |= 1 << at
    room = [lot.count for lot in lots.values()]
    for at, lot in enumerate(lots.values()):
        if lot.zone != zone or not lot.count:
            continue
        for pool in lot.pools:
            if card not in pools[pool]:
                continue
            flow = Flow({}, list(room))
            flow.free[at] -= 1
            if all(flow.lay(reach[each], size - (each == pool)) for each, size in sizes.items()):
                return True
    return False
