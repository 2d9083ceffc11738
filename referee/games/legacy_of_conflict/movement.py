"""Section 14: the Move Action, the Strides that it has, and how it ends (LC-15.2, 18.7)."""

from collections.abc import Sequence
from typing import NoReturn

from events.legacy_of_conflict import Move
from referee.english import counted
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.activation import (
    refuse_unpaid,
    require_acting,
    require_footing,
    require_new_action,
    spend,
)
from referee.games.legacy_of_conflict.characters import Character
from referee.games.legacy_of_conflict.handlers import handles
from referee.games.legacy_of_conflict.harm import owe_fall
from referee.games.legacy_of_conflict.measurement import over
from referee.games.legacy_of_conflict.state import (
    MOVE,
    Figure,
    LcTable,
    Moving,
    lasting,
    piece_at,
    record_of,
)

STANDS = "it stands at the end"


def strides_of(t: LcTable, figure: Figure) -> int:
    """LC-14.3, 19.3: the Strides of a Move Action, less Slow (LC-I 87)."""
    record = record_of(t, figure)
    strides = record.strides
    if figure.bonuses or "strides" in record.always:
        bonuses = (*record.always.get("strides", ()), *lasting(figure, "strides"))
        strides += sum(bonus.value for bonus in bonuses)
    slow = figure.conditions.get("slow", 0)
    if not slow:
        return strides
    least = 1 if t.choice["LC-I 87"] == "strides_left_at_least_1" else 0
    return max(least, strides - slow)


@handles
def move(t: LcTable, e: Move) -> None:
    """LC-14.2: one or two Move Actions, back to back, paid at the start."""
    figure = require_acting(t, e.seat)
    require_footing(t)
    require_new_action(t, figure, MOVE, MOVE)
    if e.tokens not in (1, 2):
        t.forbid(
            "LC-14.2",
            "a Move Action is paid with {have:token}",
            have=e.tokens,
            legal="one token or two",
        )
    if figure.pool < e.tokens:
        refuse_unpaid(t, figure, MOVE, e.tokens)
    spend(t, figure, MOVE, e.tokens, MOVE)
    moving = t.state.moving = Moving(e.tokens, 0, seq=t.seq)
    moving.limit = _counted_now(t, figure, moving)


def in_one_pool(t: LcTable, moving: Moving) -> bool:
    """LC-I 51: whether two Move Actions have their Strides together, and only those."""
    return moving.tokens == 2 and t.choice["LC-I 51"] == "one_pool_of_strides"


def _counted_now(t: LcTable, figure: Figure, moving: Moving) -> int:
    """The Strides of this Move Action, or of both (LC-I 51, LC-I 52), as Slow has it now."""
    each = strides_of(t, figure)
    both = in_one_pool(t, moving) and t.choice["LC-I 52"] == "character_value_per_move_action"
    return 2 * each if both else each


def require_move(t: LcTable, figure: Figure, part: int, cost: int) -> Moving:
    """The Move Action that Strides are spent in (LC-14.2, 14.3), with room for them.

    The second one begins when it is named, or when the first has no Stride left.
    """
    moving = t.state.moving
    if moving is None:
        _refuse_unbegun(t, figure)
    limit = moving.limit
    if t.choice["LC-I 88"] == "at_every_stride":
        limit = _counted_now(t, figure, moving)
    used = moving.used
    if t.choice["LC-I 52"] == "character_value_per_activation":
        used = figure.strides
    second = part == 2 or (part == 0 and cost and used >= limit and moving.tokens == 2)
    if moving.part == 1 and second and not in_one_pool(t, moving):
        if moving.tokens < 2:
            t.forbid(
                "LC-14.2",
                "{unit} takes one Move Action",
                unit=figure.id,
                legal="two are said at the start, with two tokens",
            )
        if not moving.stands:
            t.refuse(
                "LC-15.2",
                "the first Move Action ends where the figure cannot stand",
                since=moving.seq,
                legal="another Stride of it, to where it stands",
            )
        moving = Moving(2, strides_of(t, figure), 2, seq=moving.seq)
        limit = moving.limit
        used = figure.strides if t.choice["LC-I 52"] == "character_value_per_activation" else 0
    elif part == 1 and moving.part == 2:
        t.forbid(
            "LC-14.2",
            "{unit} is in its second Move Action",
            unit=figure.id,
            legal="part=2, or no part",
        )
    if cost and used + cost > limit:
        t.refuse(
            "LC-14.3",
            "{unit} spends {have} Strides in this Move Action; it has {limit}",
            unit=figure.id,
            have=used + cost,
            limit=limit,
            legal=_left(limit - used),
        )
    return moving


def refuse_length(
    t: LcTable, record: Character, gone: float, measured: float, *, ahead: bool
) -> None:
    """LC-14.5, 18.11: a Stride is longer than the base ahead, or than its other dimension.

    Args:
        gone: the distance counted, in mm.
        measured: the distance on the table, which is less in difficult ground.
        ahead: whether it is straight ahead.
    """
    # Whoever waived what such a refusal once cited has waived this.
    if gone > record.longest + over(t) and "LC-14.6" in t.waived:
        return
    t.refuse(
        "LC-18.11" if gone > measured else "LC-14.5",
        "the Stride goes {have} mm; its length is {limit} mm",
        have=f"{gone:g}",
        limit=f"{record.longest if ahead else record.shortest:g}",
        legal="up to that length" + ("" if ahead else ", as it is not straight ahead"),
    )


def _refuse_unbegun(t: LcTable, figure: Figure) -> NoReturn:
    """LC-14.2: no Move Action is going on; another action ends one, with all that it has left."""
    ended = MOVE in figure.actions
    able = not ended and figure.pool and not figure.slots.get(MOVE)
    t.forbid(
        "LC-14.2",
        "another action has ended {unit}'s Move Action; nothing comes between two of them"
        if ended
        else "{unit} is not taking a Move Action",
        unit=figure.id,
        legal=f"{figure.seat} move" if able else f"{figure.seat} end, or another action",
    )


def _left(strides: int) -> str:
    """How many Strides are left, in words."""
    if strides <= 0:
        return "no Stride is left: another action, or the end"
    return counted(strides, "Stride is left", "Strides are left")


def strides_left(t: LcTable, figure: Figure, moving: Moving) -> int:
    """The Strides that are left in a Move Action (LC-I 52, LC-I 88)."""
    limit, used = moving.limit, moving.used
    if t.choice["LC-I 88"] == "at_every_stride":
        limit = _counted_now(t, figure, moving)
    if t.choice["LC-I 52"] == "character_value_per_activation":
        used = figure.strides
    return limit - used


def stridden(t: LcTable, figure: Figure, moving: Moving, cost: int, stands: bool) -> None:
    """The Strides are spent; LC-15.2, LC-18.7 where the Move Action ends unsupported."""
    if t.state.due and any(not due.must for due in t.state.due):
        t.state.due = [due for due in t.state.due if due.must]
    moving.used += cost
    moving.seq = t.seq
    figure.strides += cost
    t.state.moving = moving
    # Where no Stride is left, it comes here unsupported only because a judge let that stand.
    moving.stands = stands or strides_left(t, figure, moving) <= 0


def ends_unsupported(
    t: LcTable, figure: Figure, moving: Moving, cost: int, surfaces: Sequence[str]
) -> bool:
    """Whether this was the last Stride of the movement: off a bridge it is a fall (LC-18.7),
    anywhere else it is refused (LC-15.2)."""
    if cost < strides_left(t, figure, moving):
        return False
    if _off_a_bridge(t, surfaces):
        return True
    t.refuse(
        "LC-15.2",
        "{unit} cannot stand there, and no Stride is left",
        unit=figure.id,
        legal="an end where the figure stands",
    )
    return False


def _off_a_bridge(t: LcTable, surfaces: Sequence[str]) -> bool:
    return any((piece := piece_at(t, s)) is not None and piece.bridge for s in surfaces)


def unsupported(
    t: LcTable, figure: Figure, surfaces: Sequence[str], *, stands: bool, falls: bool
) -> None:
    """LC-18.7: off a bridge it falls where its movement ends; before the last Stride that is
    for its player to say, with the fall or with another Stride."""
    if falls:
        owe_fall(t, figure, "LC-18.7")
    elif not stands and _off_a_bridge(t, surfaces):
        t.state.due.append(owed.Fall(figure.seat, "LC-18.7", t.seq, False, unit=figure.id))
