"""Which pools belong together: pools as the bits of a number, and what holds some of them."""

from collections.abc import Iterable, Mapping

from referee.hidden.slots import Lot, Showing


def masks(bits: Mapping[str, int], holders: Iterable[Lot | Showing]) -> list[int]:
    """The pools of each holder."""
    found = []
    for holder in holders:
        mask = 0
        for pool in holder.pools:
            mask |= bits[pool]
        found.append(mask)
    return found


def linked(every: int, holders: Iterable[int]) -> list[int]:
    """The groups of pools that holders have together, in any order."""
    groups: list[int] = []
    alone = every
    for holder in holders:
        if not holder & (holder - 1):
            continue
        joined, others = holder, []
        for group in groups:
            if group & holder:
                joined |= group
            else:
                others.append(group)
        if joined == every:
            return [every]
        alone &= ~joined
        groups = [*others, joined]
    while alone:
        bit = alone & -alone
        alone ^= bit
        groups.append(bit)
    return groups


def linked_in_turn(every: int, holders: Iterable[int]) -> list[int]:
    """The same; the group of the last holder comes last."""
    groups = [1 << at for at in range(every.bit_length())]
    for holder in holders:
        joined, others = 0, []
        for group in groups:
            if group & holder:
                joined |= group
            else:
                others.append(group)
        if joined:
            groups = [*others, joined]
    return groups


def alike(every: int, holders: Iterable[int]) -> bool:
    """Whether each holder has both or none of some two pools."""
    groups = [every]
    for holder in holders:
        parts = []
        for group in groups:
            inside = group & holder
            outside = group ^ inside
            if inside & (inside - 1):
                parts.append(inside)
            if outside & (outside - 1):
                parts.append(outside)
        if not parts:
            return False
        groups = parts
    return True


def joinable(group: int, live: Iterable[int], gone: Iterable[int]) -> bool:
    """Whether the pools of a group might become one: whether all slots that are still unseen may
    hold cards of the same of them, and something would change.

    Args:
        group: pools that are linked.
        live: the pools of the lots that have unseen slots.
        gone: those of the others.
    """
    kind = 0
    for holder in live:
        if holder & group:
            if kind:
                return False
            kind = holder
    return not kind or bool(group & (group - 1)) or any(holder & group for holder in gone)
