"""Section 14: the Move Action and its Strides, and the terrain that these cross (LC-15.1, 17.8,
18.10 to 18.13)."""

from collections.abc import Sequence

from events.legacy_of_conflict import Move, Stride
from referee.games.legacy_of_conflict import owed
from referee.games.legacy_of_conflict.activation import acting, done_moving, one_of_each, pay, spend
from referee.games.legacy_of_conflict.characters import Character
from referee.games.legacy_of_conflict.facts import UnitMoved
from referee.games.legacy_of_conflict.handling import handles
from referee.games.legacy_of_conflict.harm import defeat, owe_fall
from referee.games.legacy_of_conflict.measuring import measured, over
from referee.games.legacy_of_conflict.positions import put, strode_to
from referee.games.legacy_of_conflict.scenarios import GROUND, Piece
from referee.games.legacy_of_conflict.state import (
    MOVE,
    Figure,
    LcTable,
    Moving,
    lasting,
    piece_at,
    record_of,
    sets_aside,
)
from referee.games.legacy_of_conflict.surfaces import (
    difficult,
    hazardous,
    height,
    known_surface,
    piece_of,
    shut,
    solid,
    standing_in,
)
from referee.games.legacy_of_conflict.terrain import destroy, walk_into
from referee.games.legacy_of_conflict.turn import settled

_AHEAD = "straight ahead, with nothing in the way but what is named"

_ASIDE = "nothing in the way but what is named"

STANDS = "it stands at the end"


def strides_of(t: LcTable, figure: Figure) -> int:
    """LC-14.3, 19.3: the Strides of a Move Action, less Slow (LC-I 87)."""
    strides = record_of(t, figure).strides
    if figure.bonuses:
        strides += lasting(figure, "strides")
    always = record_of(t, figure).always.get("strides")
    if always:
        strides += sum(amount for _, amount in always)
    slow = figure.conditions.get("slow", 0)
    if not slow:
        return strides
    least = 1 if t.choice["LC-I 87"] == "strides_left_at_least_1" else 0
    return max(least, strides - slow)


@handles
def move(t: LcTable, e: Move) -> None:
    """LC-14.2: one or two Move Actions, back to back, paid at the start."""
    figure = acting(t, e.seat)
    done_moving(t)
    one_of_each(t, figure, MOVE)
    if e.tokens not in (1, 2):
        t.forbid(
            "LC-14.2",
            "a Move Action is paid with {have} tokens",
            have=e.tokens,
            legal="one token or two",
        )
    pay(t, figure, MOVE, e.tokens)
    spend(t, figure, MOVE, e.tokens, MOVE)
    t.state.moving = Moving(e.tokens, strides_of(t, figure), seq=t.seq)


def in_move(t: LcTable, figure: Figure, part: int, cost: int) -> Moving:
    """The Move Action that Strides are spent in (LC-14.2, 14.3), with room for them.

    The second one begins when it is named, or when the first has no Stride left.
    """
    moving = t.state.moving
    if moving is None:
        t.forbid(
            "LC-14.2",
            "{unit} is not taking a Move Action",
            unit=figure.id,
            legal="move, with one token or two",
        )
    limit = moving.limit
    if t.choice["LC-I 88"] == "at_every_stride":
        limit = strides_of(t, figure)
    used = moving.used
    if t.choice["LC-I 52"] == "character_value_per_activation":
        used = figure.strides
    second = part == 2 or (part == 0 and cost and used >= limit and moving.tokens == 2)
    if moving.part == 1 and second:
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
            legal="nothing comes between or goes back",
        )
    if cost and used + cost > limit:
        t.refuse(
            "LC-14.3",
            "{unit} spends {have} Strides of {limit} in this Move Action",
            unit=figure.id,
            have=used + cost,
            limit=limit,
            legal=_left(limit - used),
        )
    return moving


def _left(strides: int) -> str:
    """How many Strides are left, in words."""
    if strides <= 0:
        return "no Stride is left: another action, or the end"
    return "1 Stride is left" if strides == 1 else f"{strides} Strides are left"


def strides_left(t: LcTable, figure: Figure, moving: Moving) -> int:
    """The Strides that are left in a Move Action (LC-I 52, LC-I 88)."""
    limit, used = moving.limit, moving.used
    if t.choice["LC-I 88"] == "at_every_stride":
        limit = strides_of(t, figure)
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


# -- a Stride ----------------------------------------------------------------------------------


@handles
def stride(t: LcTable, e: Stride) -> None:
    """LC-14.4 to 14.8, 15.1, 18.10 to 18.13: one Stride."""
    figure = acting(t, e.seat)
    moving = in_move(t, figure, e.part, 1)
    record = record_of(t, figure)
    measured(t, e.mm)
    if e.inside:
        measured(t, e.inside)
    length = record.longest if e.ahead else record.shortest
    gone = _in_difficult(t, figure, record, e) if e.inside or figure.within else e.mm
    if gone > length + over(t):
        slowed = gone > e.mm + e.inside
        t.refuse(
            "LC-18.11" if slowed else "LC-14.6" if gone > record.longest + over(t) else "LC-14.5",
            "the Stride goes {have} mm, its length is {limit}",
            have=f"{gone:g}",
            limit=f"{length:g}",
            legal="up to that length" + ("" if e.ahead else ", for it is not straight ahead"),
        )
    broken: list[Piece] = []
    if e.through:
        _through(t, figure, record, e.through)
    if e.off_table and t.choice["LC-I 55"] == "nobody_leaves_and_pushes_stop":
        t.refuse(
            "LC-14.7", "{unit} leaves the table", unit=figure.id, legal="a Stride on the table"
        )
    for name in e.over:
        if _cross(t, record, name):
            broken.append(piece_of(t, name, "LC-15.1"))
    if e.over and not e.inside:
        _some_way_inside(t, record, e)
    for name in e.into:
        if name in figure.within and name not in e.out_of:
            t.forbid(
                "LC-14.8",
                "{unit} stands in {piece} already",
                unit=figure.id,
                piece=name,
                legal="a piece that it enters",
            )
        if name not in e.over and _breaks(t, record, name):
            broken.append(piece_of(t, name, "LC-17.8"))
    if e.into:
        standing = [n for n in e.into if not _breaks(t, record, n)]
        standing_in(t, standing, "LC-14.8", record.step)
    for name in e.out_of:
        if name not in figure.within:
            t.forbid(
                "LC-14.8",
                "{unit} does not stand in {piece}",
                unit=figure.id,
                piece=name,
                legal=", ".join(figure.within) or "nothing to leave",
            )
    before = figure.on
    if e.on and e.on != before:
        _step_to(t, record, before, e.on)
    surface = e.on or before
    measured_out = e.at is not None and strode_to(t, figure, e)
    if not measured_out:
        t.trust(_AHEAD if e.ahead else _ASIDE)
    falls = not e.stands and ends_unsupported(t, figure, moving, 1, (before, surface))
    stridden(t, figure, moving, 1, e.stands or falls)
    if not (e.stands and measured_out and surface == GROUND):
        t.trust(STANDS if e.stands else "it does not stand at the end")
    put(figure, e.at)
    figure.on = surface
    t.fact(UnitMoved(figure.seat, figure.id, "stride", e.mm + e.inside, 1, surface, "LC-14.6"))
    if e.off_table:
        defeat(t, figure, "LC-14.7")
    for piece in broken:
        destroy(t, piece, figure, "LC-17.8")
    if e.stands and not (e.into or e.over or e.out_of or e.off_table):
        return
    if (e.into or e.over or e.out_of) and not figure.down:
        entered = _hazards_crossed(t, record, e)
        walk_into(t, figure, [*e.into, *entered], [*e.out_of, *entered], own=True)
    if not figure.down:
        unsupported(t, figure, (before, surface), stands=e.stands, falls=falls)
    if t.state.fallen or figure.down:
        settled(t)


def _hazards_crossed(t: LcTable, record: Character, e: Stride) -> list[str]:
    """LC-18.13: the hazards that a Stride runs through without an end in them; LC-I 85 on those
    that are stepped over."""
    found = []
    for name in dict.fromkeys(e.over):
        piece = piece_of(t, name, "LC-18.13")
        stepped = piece.size <= record.step and t.choice["LC-I 85"] == "no"
        if hazardous(t, piece) and piece.name not in e.into and not stepped:
            found.append(piece.name)
    return found


def _in_difficult(t: LcTable, figure: Figure, record: Character, e: Stride) -> float:
    """LC-18.11: the distance counted for a Stride, with the share in difficult ground (LC-I 83)."""
    pieces = [piece_of(t, name, "LC-18.11") for name in (*e.into, *figure.within, *e.over)]
    hard = [piece for piece in pieces if difficult(t, piece)]
    if not e.inside:
        slow = [p.name for p in hard if p.size > record.step and p.name in figure.within]
        stays = [name for name in slow if name not in e.out_of]
        if e.mm and stays and not sets_aside(t, "LC-18.11", record.changes):
            t.refuse(
                "LC-18.11",
                "{unit} stands in {piece} and stays there, and no mm inside are named",
                unit=figure.id,
                piece=stays[0],
                legal="inside, the mm in difficult ground",
            )
        return e.mm
    if not hard:
        t.forbid(
            "LC-18.11",
            "{mm} mm inside difficult ground, and {unit} is in none",
            mm=f"{e.inside:g}",
            unit=figure.id,
            legal="the difficult piece that it is in, enters or crosses",
        )
    light = all(piece.size <= record.step for piece in hard)
    if light or sets_aside(t, "LC-18.11", record.changes):
        return e.mm + e.inside
    if t.choice["LC-I 83"] == "by_share":
        return e.mm + 2 * e.inside
    return 2 * (e.mm + e.inside)


def _some_way_inside(t: LcTable, record: Character, e: Stride) -> None:
    """LC-18.11: who crosses difficult ground that slows it goes some way inside."""
    for name in e.over:
        piece = piece_of(t, name, "LC-14.8")
        slows = difficult(t, piece) and piece.size > record.step and not _breaks(t, record, name)
        if slows and e.mm and not sets_aside(t, "LC-18.11", record.changes):
            t.refuse(
                "LC-18.11",
                "the Stride crosses {piece}, and no mm inside are named",
                piece=piece.name,
                legal="inside, the mm in difficult ground",
            )


def _through(t: LcTable, figure: Figure, record: Character, names: Sequence[str]) -> None:
    """LC-14.7: other characters are in the way (LC-I 54)."""
    if sets_aside(t, "LC-14.7", record.changes):
        return
    for name in names:
        other = t.state.figures.get(name)
        if other is None or other.down or other is figure:
            t.forbid("LC-14.7", "{unit} is not on the table", unit=name, legal="who stands there")
        reading = t.choice["LC-I 54"]
        if reading == "friends_only" and other.side == figure.side:
            continue
        if reading == "by_the_step_over_limit" and record_of(t, other).size <= record.step:
            continue
        t.refuse(
            "LC-14.7",
            "{other} is in the way of {unit}",
            other=name,
            unit=figure.id,
            legal="around it",
        )


def _breaks(t: LcTable, record: Character, name: str) -> bool:
    """LC-17.8: a larger character that moves through a fragile piece destroys it (LC-I 77)."""
    piece = piece_of(t, name, "LC-17.8")
    if piece.kind != "fragile" or t.state.ground[piece.name].destroyed:
        return False
    if record.size <= piece.size:
        return False
    return piece.size > record.step or t.choice["LC-I 77"] == "any_crossing_also_stepping_over"


def _cross(t: LcTable, record: Character, name: str) -> bool:
    """LC-15.1, 17.8, 18.10, 18.12: whether a piece may be crossed; True where that breaks it."""
    piece = piece_of(t, name, "LC-14.8")
    if t.state.ground[piece.name].destroyed:
        return False
    if piece.impassable:
        t.refuse("LC-18.12", "{piece} is impassable", piece=name, legal="around it")
    not_shut(t, name)
    if _breaks(t, record, name):
        return True
    if solid(t, piece) and piece.size > record.step:
        t.refuse(
            "LC-15.1",
            "{piece} is of Size {have}, stepped over is up to {limit}",
            piece=name,
            have=f"{piece.size:g}",
            limit=record.step,
            legal="a climb, or around it",
        )
    return False


def not_shut(t: LcTable, name: str) -> None:
    """LC-18.10: nobody passes a closed door, whatever the Sizes."""
    piece = piece_at(t, name)
    if piece is not None and shut(t, piece):
        t.refuse(
            "LC-18.10",
            "{piece} is closed",
            piece=piece.name,
            legal="open it first, for one Stride",
        )


def _step_to(t: LcTable, record: Character, before: str, surface: str) -> None:
    """A Stride reaches another surface only where that takes no climb (LC-15.1, 15.5)."""
    known_surface(t, surface, "LC-15.2")
    not_shut(t, surface)
    rise = height(t, surface) - height(t, before)
    bridges = any((p := piece_at(t, s)) is not None and p.bridge for s in (before, surface))
    if abs(rise) > (max(record.step, 1) if bridges and abs(rise) < 1 else record.step):
        t.refuse(
            "LC-15.3" if rise > 0 else "LC-15.5",
            "{surface} is {have} Sizes {way} {before}",
            surface=surface,
            have=f"{abs(rise):g}",
            way="above" if rise > 0 else "below",
            before=before,
            legal="a climb, or a feature",
        )
