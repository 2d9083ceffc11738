"""The world that comes to mind first: often it fits, and nothing need be searched.

Which pool each showing is of is guessed, as it was in the world found last; where the shown cards
lay and all others lie is a matter of counting then. What was found last is no part of what is
known: without it, the same is possible, and a search finds it.
"""

from collections.abc import Collection, Mapping

from referee.hidden.flow import Flow
from referee.hidden.slots import Lot, Showing

MOST = 20
"""With more showings that are not settled a search might give up. Whether it does must not hang on
what was found last, so that nothing is guessed."""

Ways = Mapping[str, Mapping[str, int]]
"""For each card, how many showings of it are of which pool."""


def guessed(
    pools: Mapping[str, dict[str, int]],
    lots: Mapping[str, Lot],
    shown: Collection[Showing],
    last: Ways,
) -> Ways | None:
    """A world that fits, where nothing is claimed, if the first guess does; otherwise None.

    Args:
        last: the world that was found last.
    """
    if len(shown) > MOST:
        return None
    bits: dict[str, int] = {}
    room: list[int] = []
    reach = dict.fromkeys(pools, 0)
    bit = 1
    for key, lot in lots.items():
        bits[key] = bit
        room.append(lot.count)
        for pool in lot.pools:
            reach[pool] |= bit
        bit <<= 1
    sizes = {pool: sum(left.values()) for pool, left in pools.items()}
    chosen: dict[str, dict[str, int]] = {}
    rows: dict[int, int] = {}
    for one in sorted(shown, key=_ways):
        card, count = one.card, one.count
        base = 0
        for key in one.lots:
            base |= bits[key]
        used = chosen.setdefault(card, {})
        before = last.get(card, {})
        able: list[tuple[bool, int, str, int, int]] = []
        for pool in one.pools:
            spare = pools[pool].get(card, 0) - used.get(pool, 0)
            places = base & reach[pool]
            if spare > 0 and places:
                again = min(before.get(pool, 0) - used.get(pool, 0), spare)
                # The cards that may lie where the showing cannot are the less to be spared.
                rest = sizes[pool] - _held(room, reach[pool] & ~places)
                if again > 0:
                    able.append((True, rest, pool, again, places))
                    spare -= again
                if spare:
                    able.append((False, rest, pool, spare, places))
        able.sort(reverse=True)
        for _, _, pool, most, places in able:
            given = count if count < most else most
            rows[places] = rows.get(places, 0) + given
            sizes[pool] -= given
            used[pool] = used.get(pool, 0) + given
            count -= given
            if not count:
                break
        if count:
            return None
    for pool, size in sizes.items():
        if size < 0:
            return None
        rows[reach[pool]] = rows.get(reach[pool], 0) + size
    flow = Flow({}, room)
    fits = all(flow.lay(mask, rows[mask]) for mask in sorted(rows, key=int.bit_count))
    return chosen if fits else None


def _ways(one: Showing) -> int:
    return len(one.lots) * len(one.pools)


def _held(room: list[int], places: int) -> int:
    held = 0
    while places:
        bit = places & -places
        held += room[bit.bit_length() - 1]
        places ^= bit
    return held
