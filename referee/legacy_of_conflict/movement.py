"""Sections 14, 15 and 18: the Move Action, Strides, climbing, and other uses of Strides."""

from collections.abc import Sequence

from events.legacy_of_conflict import Climb, Door, Interact, Move, Shake, Stride, Traverse
from referee.legacy_of_conflict.catalog import GROUND, Character, Feature, Piece
from referee.legacy_of_conflict.facts import TerrainChanged, UnitMoved
from referee.legacy_of_conflict.harm import (
    defeat,
    destroy,
    owe_fall,
    remove,
    score,
    walk_into,
)
from referee.legacy_of_conflict.measuring import full, inch, measured, over
from referee.legacy_of_conflict.positions import climbed_to, contact, put, strode_to, touching
from referee.legacy_of_conflict.state import (
    MOVE,
    Figure,
    LcTable,
    Moving,
    lasting,
    piece_at,
    record_of,
    scenario_of,
    sets_aside,
)
from referee.legacy_of_conflict.surfaces import (
    difficult,
    hazardous,
    height,
    known_surface,
    piece_of,
    shut,
    solid,
    standing_in,
)
from referee.legacy_of_conflict.turn import acting, done_moving, one_of_each, pay, settled, spend
from referee.option import Obligation
from referee.table import impossible

_AHEAD = "straight ahead, with nothing in the way but what is named"
_ASIDE = "nothing in the way but what is named"
_STANDS = "it stands at the end"
_CONTACT = "it is in base contact"


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


def move(t: LcTable, e: Move) -> None:
    """LC-14.2: one or two Move Actions, back to back, paid at the start."""
    figure = acting(t, e.seat)
    done_moving(t)
    one_of_each(t, figure, MOVE)
    if e.tokens not in (1, 2):
        impossible(
            "LC-14.2",
            "a Move Action is paid with {have} tokens",
            have=e.tokens,
            legal="one token or two",
        )
    pay(t, figure, MOVE, e.tokens)
    spend(t, figure, MOVE, e.tokens, MOVE)
    t.state.moving = Moving(e.tokens, strides_of(t, figure), seq=t.seq)


def _part(t: LcTable, figure: Figure, part: int, cost: int) -> Moving:
    """The Move Action that Strides are spent in (LC-14.2, 14.3), with room for them.

    The second one begins when it is named, or when the first has no Stride left.
    """
    moving = t.state.moving
    if moving is None:
        impossible(
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
            impossible(
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
        impossible(
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
            legal=f"{max(0, limit - used)} are left",
        )
    return moving


def _spent(t: LcTable, figure: Figure, moving: Moving, cost: int, stands: bool) -> None:
    """The Strides are spent; LC-15.2, LC-18.7 where the Move Action ends unsupported."""
    if t.state.due and any(not due.must for due in t.state.due):
        t.state.due = [due for due in t.state.due if due.must]
    moving.used += cost
    moving.stands = stands
    moving.seq = t.seq
    figure.strides += cost
    t.state.moving = moving


def _ends_unsupported(
    t: LcTable, figure: Figure, moving: Moving, cost: int, surfaces: Sequence[str]
) -> bool:
    """Whether this was the last Stride of the movement: off a bridge it is a fall (LC-18.7),
    anywhere else it is refused (LC-15.2)."""
    if moving.used + cost < moving.limit:
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


def _unsupported(
    t: LcTable, figure: Figure, surfaces: Sequence[str], *, stands: bool, falls: bool
) -> None:
    """LC-18.7: off a bridge it falls where its movement ends; before the last Stride that is
    for its player to say, with the fall or with another Stride."""
    if falls:
        owe_fall(t, figure, "LC-18.7")
    elif not stands and _off_a_bridge(t, surfaces):
        t.state.due.append(
            Obligation(figure.seat, "fall", "LC-18.7", t.seq, must=False, about=figure.id)
        )


# -- a Stride ----------------------------------------------------------------------------------


def stride(t: LcTable, e: Stride) -> None:
    """LC-14.4 to 14.8, 15.1, 18.10 to 18.13: one Stride."""
    figure = acting(t, e.seat)
    moving = _part(t, figure, e.part, 1)
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
    for name in e.into:
        if name in figure.within and name not in e.out_of:
            impossible(
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
            impossible(
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
    falls = not e.stands and _ends_unsupported(t, figure, moving, 1, (before, surface))
    _spent(t, figure, moving, 1, e.stands or falls)
    if not (e.stands and measured_out and surface == GROUND):
        t.trust(_STANDS if e.stands else "it does not stand at the end")
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
        _unsupported(t, figure, (before, surface), stands=e.stands, falls=falls)
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
        impossible(
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


def _through(t: LcTable, figure: Figure, record: Character, names: Sequence[str]) -> None:
    """LC-14.7: other characters are in the way (LC-I 54)."""
    if sets_aside(t, "LC-14.7", record.changes):
        return
    for name in names:
        other = t.state.figures.get(name)
        if other is None or other.down or other is figure:
            impossible("LC-14.7", "{unit} is not on the table", unit=name, legal="who stands there")
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
    _open(t, name)
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


def _open(t: LcTable, name: str) -> None:
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
    _open(t, surface)
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


# -- climbing ----------------------------------------------------------------------------------


def climb_cost(t: LcTable, record: Character, before: str, surface: str) -> int | None:
    """LC-15.3, 15.5: the Strides of a climb; None where it cannot be climbed (LC-I 59, 60, 62)."""
    rise = height(t, surface) - height(t, before)
    if rise < 0 and t.choice["LC-I 62"] == "free":
        return 0
    steps = abs(rise)
    if t.choice["LC-I 60"] == "size_of_the_piece":
        piece = piece_at(t, surface if rise > 0 else before)
        steps = piece.size if piece is not None else steps
    match t.choice["LC-I 59"]:
        case "own_size_free_higher_costs":
            return max(0, full(steps - record.size))
        case "own_size_or_less_only_free":
            return 0 if steps <= record.size else None
        case _:
            return full(record.size - steps) if steps <= record.size else None


def climb(t: LcTable, e: Climb) -> None:
    """LC-15.3 to 15.5: up or down to another surface."""
    figure = acting(t, e.seat)
    record = record_of(t, figure)
    known_surface(t, e.to, "LC-15.3")
    _open(t, e.to)
    up = height(t, e.to) > height(t, figure.on)
    if e.to == figure.on:
        impossible("LC-15.3", "{unit} is on {to}", unit=figure.id, to=e.to, legal="another surface")
    measured(t, e.mm)
    if not e.contact and t.choice["LC-I 61"] == "yes":
        t.refuse(
            "LC-15.3",
            "{unit} is not in base contact before the climb",
            unit=figure.id,
            legal="contact first",
        )
    cost = climb_cost(t, record, figure.on, e.to)
    rule = "LC-15.3" if up else "LC-15.5"
    if cost is None:
        t.refuse(
            rule,
            "{to} is above what {unit} of Size {have} climbs",
            to=e.to,
            unit=figure.id,
            have=f"{record.size:g}",
            legal="terrain up to its own Size",
        )
        cost = 0
    moving = t.state.moving
    if moving is not None and e.part in (0, moving.part) and cost:
        _enough(t, figure, moving, cost, rule)
    moving = _part(t, figure, e.part, cost)
    limit = inch(t) / 2
    if e.mm > limit + over(t):
        t.refuse(
            "LC-15.4",
            "{unit} is put {have} mm from the edge, at most {limit}",
            unit=figure.id,
            have=f"{e.mm:g}",
            limit=f"{limit:g}",
        )
    if not e.stands:
        t.refuse(
            "LC-15.2",
            "{unit} cannot stand on {to}",
            unit=figure.id,
            to=e.to,
            legal="a surface that carries it",
        )
    standing_in(t, e.into, "LC-14.8", record.step)
    edge = e.to if up else figure.on
    needed = e.contact and t.choice["LC-I 61"] == "yes"
    if needed and not contact(t, figure, edge, rule):
        t.trust(_CONTACT)
    t.trust(_STANDS)
    climbed_to(t, figure, e, edge)
    _spent(t, figure, moving, cost, e.stands)
    put(figure, e.at)
    figure.on = e.to
    t.fact(UnitMoved(figure.seat, figure.id, "climb", 0.0, cost, e.to, rule))
    walk_into(t, figure, e.into, list(figure.within), own=True)


def _enough(t: LcTable, figure: Figure, moving: Moving, cost: int, rule: str) -> None:
    """LC-15.3: the Strides of a climb are those left in this Move Action."""
    left = moving.limit - moving.used
    if 0 < left < cost or (cost > left and (moving.tokens == 1 or moving.part == 2)):
        t.refuse(
            rule,
            "the climb costs {have} Strides, {limit} are left in this Move Action",
            have=cost,
            limit=max(0, left),
            legal="a climb that the Strides pay",
        )


def traverse(t: LcTable, e: Traverse) -> None:
    """LC-18.4: by stairs, a ladder or a ramp to an adjacent level, for one Stride."""
    figure = acting(t, e.seat)
    feature = find_feature(t, e.feature)
    if feature is None or {figure.on, e.to} != set(feature[1].joins):
        impossible(
            "LC-18.4",
            "{feature} does not lead from {before} to {to}",
            feature=e.feature,
            before=figure.on,
            to=e.to,
            legal=" and ".join(feature[1].joins) if feature else "a feature on the table",
        )
    if not e.contact:
        t.refuse(
            "LC-18.4",
            "{unit} is not in contact with {feature}",
            unit=figure.id,
            feature=e.feature,
            legal="contact first",
        )
    known_surface(t, e.to, "LC-18.4")
    moving = _part(t, figure, e.part, 1)
    falls = not e.stands and _ends_unsupported(t, figure, moving, 1, (e.to,))
    t.trust(_CONTACT)
    t.trust(_STANDS if e.stands else "it does not stand at the end")
    if e.at is not None:
        touching(t, figure, e.at, e.to, "LC-18.4")
    _spent(t, figure, moving, 1, e.stands or falls)
    put(figure, e.at)
    figure.on = e.to
    t.fact(UnitMoved(figure.seat, figure.id, "feature", 0.0, 1, e.to, "LC-18.4"))
    walk_into(t, figure, (), list(figure.within), own=True)
    _unsupported(t, figure, (e.to,), stands=e.stands, falls=falls)


def find_feature(t: LcTable, name: str) -> tuple[Piece, Feature] | None:
    """The stairs, ladder or ramp of that name on a piece that stands."""
    for piece_name, ground in t.state.ground.items():
        if ground.destroyed:
            continue
        for feature in t.catalog.piece[piece_name].features:
            if feature.name == name:
                return t.catalog.piece[piece_name], feature
    return None


# -- other uses of a Stride --------------------------------------------------------------------


def shake(t: LcTable, e: Shake) -> None:
    """LC-15.7: one Stride removes one condition token, once in a Move Action."""
    figure = acting(t, e.seat)
    moving = _part(t, figure, e.part, 1)
    if moving.shaken:
        t.refuse(
            "LC-15.7",
            "{unit} has used Shake in this Move Action",
            unit=figure.id,
            legal="once in a Move Action",
        )
    if not figure.conditions.get(e.condition):
        impossible(
            "LC-15.7",
            "{unit} has no {condition}",
            unit=figure.id,
            condition=e.condition,
            legal=" or ".join(figure.conditions) or "no condition to remove",
        )
    _spent(t, figure, moving, 1, moving.stands)
    moving.shaken = True
    remove(t, figure, e.condition, 1, "LC-15.7")


def _interacting(t: LcTable, figure: Figure, moving: Moving) -> None:
    """LC-15.8: once in a Move Action."""
    if moving.interacted:
        t.refuse(
            "LC-15.8",
            "{unit} has used Interact in this Move Action",
            unit=figure.id,
            legal="once in a Move Action",
        )


def _in_contact(t: LcTable, figure: Figure, target: str, declared: bool, rule: str) -> None:
    """LC-15.8, 18.9: declared, and where the position is known, shown."""
    if not declared:
        t.refuse(
            rule,
            "{unit} is not in base contact with {target}",
            unit=figure.id,
            target=target,
            legal="contact first",
        )
    if not contact(t, figure, target, rule):
        t.trust(_CONTACT)


def interact(t: LcTable, e: Interact) -> None:
    """LC-15.8, 21.5: with a terrain piece or a marker of the scenario."""
    state = t.state
    figure = acting(t, e.seat)
    moving = _part(t, figure, e.part, 1)
    marker = scenario_of(t).marker.get(e.target)
    if marker is None:
        piece = piece_of(t, e.target, "LC-15.8")
        ground = state.ground[piece.name]
        if ground.destroyed and not ground.rubble:
            impossible(
                "LC-15.8", "{piece} is destroyed", piece=piece.name, legal="what is on the table"
            )
    _interacting(t, figure, moving)
    _in_contact(t, figure, e.target, e.contact, "LC-15.8")
    _spent(t, figure, moving, 1, moving.stands)
    moving.interacted = True
    if marker is not None and marker.interact == "control":
        state.held[marker.name] = figure.side
    elif marker is not None and marker.interact == "score":
        score(t, figure.side, marker.points)
        settled(t)


def door(t: LcTable, e: Door) -> None:
    """LC-18.9: a door or gate is opened or closed (LC-I 82: that is an Interact)."""
    figure = acting(t, e.seat)
    moving = _part(t, figure, e.part, 1)
    piece = piece_of(t, e.door, "LC-18.9")
    ground = t.state.ground[piece.name]
    if not ground.door or ground.destroyed:
        impossible("LC-18.9", "{door} is no door", door=e.door, legal="a door or gate")
    if ground.door == e.to:
        impossible(
            "LC-18.9",
            "{door} is {to} already",
            door=e.door,
            to=e.to,
            legal="open" if e.to == "closed" else "closed",
        )
    interacts = t.choice["LC-I 82"] == "yes"
    if interacts:
        _interacting(t, figure, moving)
    _in_contact(t, figure, e.door, e.contact, "LC-18.9")
    _spent(t, figure, moving, 1, moving.stands)
    moving.interacted = moving.interacted or interacts
    ground.door = e.to
    t.fact(TerrainChanged(figure.seat, piece.name, e.to, "LC-18.9"))


__all__ = [
    "climb",
    "climb_cost",
    "door",
    "find_feature",
    "interact",
    "move",
    "shake",
    "stride",
    "strides_of",
    "traverse",
]
