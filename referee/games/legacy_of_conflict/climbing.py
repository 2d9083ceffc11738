"""Sections 15 and 18: climbing, stairs and ladders, and other uses of Strides."""

from events.legacy_of_conflict import Climb, Door, Interact, Shake, Traverse
from events.notation import quote
from referee.games.legacy_of_conflict.activation import require_acting
from referee.games.legacy_of_conflict.characters import Character
from referee.games.legacy_of_conflict.facts import TerrainChanged, UnitMoved
from referee.games.legacy_of_conflict.fall import drops
from referee.games.legacy_of_conflict.handlers import handles
from referee.games.legacy_of_conflict.harm import owe_fall, remove, score
from referee.games.legacy_of_conflict.measurement import full, inch, over, require_measure
from referee.games.legacy_of_conflict.movement import (
    STANDS,
    ends_unsupported,
    in_one_pool,
    refuse_length,
    require_move,
    stridden,
    strides_left,
    unsupported,
)
from referee.games.legacy_of_conflict.positions import (
    put,
    require_climb,
    require_contact,
    require_traverse,
)
from referee.games.legacy_of_conflict.scenarios import Feature, Piece
from referee.games.legacy_of_conflict.state import (
    Figure,
    LcTable,
    Moving,
    piece_at,
    record_of,
    scenario_of,
)
from referee.games.legacy_of_conflict.surfaces import (
    height,
    require_enterable,
    require_leaving,
    require_open,
    require_piece,
    require_surface,
)
from referee.games.legacy_of_conflict.terrain import walk_into
from referee.games.legacy_of_conflict.turn import settled

CONTACT = "it is in base contact"


def climb_cost(t: LcTable, record: Character, before: str, surface: str) -> int | None:
    """LC-15.3, 15.5: the Strides of a climb; None where it cannot be climbed (LC-I 59, 60, 62)."""
    rise = height(t, surface) - height(t, before)
    if rise < 0 and t.choice["LC-I 62"] != "same_cost_as_up":
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


@handles
def climb(t: LcTable, e: Climb) -> None:
    """LC-15.3 to 15.5: up or down to another surface."""
    figure = require_acting(t, e.seat)
    record = record_of(t, figure)
    require_move(t, figure, e.part, 0)
    require_surface(t, e.to, "LC-15.3")
    require_open(t, e.to)
    up = height(t, e.to) > height(t, figure.on)
    if e.to == figure.on:
        t.forbid("LC-15.3", "{unit} is on {to}", unit=figure.id, to=e.to, legal="another surface")
    require_measure(t, e.mm)
    if t.choice["LC-I 62"] == "a_fall" and drops(t, figure, e.to):
        _step_off(t, figure, e)
        return
    if not e.contact and t.choice["LC-I 61"] == "yes":
        t.refuse(
            "LC-15.3",
            "{unit} is not in base contact before the climb",
            unit=figure.id,
            legal="contact first",
        )
    rule = "LC-15.3" if up else "LC-15.5"
    cost = _require_climbable(t, figure, e.to, rule)
    moving = t.state.moving
    if moving is not None and cost and (e.part in (0, moving.part) or in_one_pool(t, moving)):
        _enough(t, figure, moving, cost, rule)
    moving = require_move(t, figure, e.part, cost)
    if not e.stands:
        t.refuse(
            "LC-15.2",
            "{unit} cannot stand on {to}",
            unit=figure.id,
            to=e.to,
            legal="a surface that carries it",
        )
    require_enterable(t, e.into, "LC-14.8", record.step)
    if e.out_of:
        require_leaving(t, figure, e.out_of)
    _require_near_the_edge(t, figure, e)
    edge = e.to if up else figure.on
    needed = e.contact and t.choice["LC-I 61"] == "yes"
    if needed and not require_contact(t, figure, edge, rule):
        t.trust(CONTACT)
    t.trust(STANDS)
    require_climb(t, figure, e, edge)
    stridden(t, figure, moving, cost, e.stands)
    put(t, figure, e.at)
    figure.on = e.to
    t.fact(UnitMoved(figure.seat, figure.id, "climb", 0.0, cost, e.to, rule))
    walk_into(t, figure, e.into, list(figure.within), own=True)


def _require_climbable(t: LcTable, figure: Figure, surface: str, rule: str) -> int:
    """LC-15.3, 15.5: the Strides of the climb; none where it is let stand that it is too high."""
    record = record_of(t, figure)
    cost = climb_cost(t, record, figure.on, surface)
    if cost is None:
        t.refuse(
            rule,
            "{to} is higher than {unit}, of Size {have}, can climb",
            to=surface,
            unit=figure.id,
            have=f"{record.size:g}",
            legal="terrain up to its own Size",
        )
    return cost or 0


def _require_near_the_edge(t: LcTable, figure: Figure, e: Climb) -> None:
    """LC-15.4: it is put within half an inch of the edge."""
    limit = inch(t) / 2
    if e.mm > limit + over(t):
        t.refuse(
            "LC-15.4",
            "{unit} is put {have} mm from the edge; at most {limit} mm is allowed",
            unit=figure.id,
            have=f"{e.mm:g}",
            limit=f"{limit:g}",
        )


def _step_off(t: LcTable, figure: Figure, e: Climb) -> None:
    """LC-15.5: going down is a fall (LC-I 62), and where it lands is logged next (LC-20.6)."""
    if e.at is not None or e.into:
        t.forbid(
            "LC-20.6",
            "going down is a fall here; where {unit} lands is logged with the fall",
            unit=figure.id,
            legal=f"climb {quote(e.to)}",
        )
    require_leaving(t, figure, e.out_of)
    moving = require_move(t, figure, e.part, 0)
    stridden(t, figure, moving, 0, True)
    owe_fall(t, figure, "LC-20.6")


def _enough(t: LcTable, figure: Figure, moving: Moving, cost: int, rule: str) -> None:
    """LC-15.3: the Strides of a climb are those left in this Move Action."""
    left = strides_left(t, figure, moving)
    last = moving.tokens == 1 or moving.part == 2 or in_one_pool(t, moving)
    if 0 < left < cost or (cost > left and last):
        t.refuse(
            rule,
            "the climb costs {have:Stride}; left in this Move Action: {limit}",
            have=cost,
            limit=max(0, left),
            legal="a climb that the Strides pay",
        )


@handles
def traverse(t: LcTable, e: Traverse) -> None:
    """LC-18.4: by stairs, a ladder or a ramp to an adjacent level, for one Stride."""
    figure = require_acting(t, e.seat)
    moving = require_move(t, figure, e.part, 1)
    feature = find_feature(t, e.feature, {figure.on, e.to})
    if feature is None or {figure.on, e.to} != set(feature[1].joins):
        t.forbid(
            "LC-18.4",
            "{feature} does not lead from {before} to {to}",
            feature=e.feature,
            before=figure.on,
            to=e.to,
            legal=" and ".join(feature[1].joins) if feature else "a feature on the table",
        )
    if not e.contact and not e.mm:
        t.refuse(
            "LC-18.4",
            "{unit} is not in contact with {feature}",
            unit=figure.id,
            feature=e.feature,
            legal="contact first",
        )
    require_surface(t, e.to, "LC-18.4")
    if e.mm:
        _require_way(t, figure, e)
    falls = not e.stands and ends_unsupported(t, figure, moving, 1, (e.to,))
    if e.contact:
        t.trust(CONTACT)
    t.trust(STANDS if e.stands else "it does not stand at the end")
    require_traverse(t, figure, e)
    stridden(t, figure, moving, 1, e.stands or falls)
    put(t, figure, e.at)
    figure.on = e.to
    t.fact(UnitMoved(figure.seat, figure.id, "feature", e.mm, 1, e.to, "LC-18.4"))
    walk_into(t, figure, (), list(figure.within), own=True)
    unsupported(t, figure, (e.to,), stands=e.stands, falls=falls)


def _require_way(t: LcTable, figure: Figure, e: Traverse) -> None:
    """LC-15.9: whether a Stride by a feature carries a distance too (LC-I 63), and how far."""
    require_measure(t, e.mm)
    if t.choice["LC-I 63"] != "counts_as_an_ordinary_stride_too":
        t.refuse(
            "LC-18.4",
            "a Stride by {feature} leads from its one end to the other, and no {have} mm farther",
            feature=e.feature,
            have=f"{e.mm:g}",
            legal="no mm, and another Stride for the way",
        )
    record = record_of(t, figure)
    if e.mm > (record.longest if e.ahead else record.shortest) + over(t):
        refuse_length(t, record, e.mm, e.mm, ahead=e.ahead)
    where = "straight ahead" if e.ahead else "any way"
    t.trust(f"{e.mm:g} mm {where}, with nothing in the way and nothing that slows")


def find_feature(t: LcTable, name: str, ends: set[str]) -> tuple[Piece, Feature] | None:
    """The stairs, ladder or ramp of that name on a piece that stands, best between these ends."""
    found = None
    for piece_name, ground in t.state.ground.items():
        if ground.destroyed:
            continue
        for feature in t.catalog.piece[piece_name].features:
            if feature.name == name:
                found = t.catalog.piece[piece_name], feature
                if set(feature.joins) == ends:
                    return found
    return found


def _in_place(t: LcTable, figure: Figure, moving: Moving) -> None:
    """LC-15.2, 15.9: a Stride that moves nobody; the last one is spent where the figure stands,
    or it falls off its bridge (LC-18.7)."""
    stood, on = moving.stands, (figure.on,)
    falls = not stood and ends_unsupported(t, figure, moving, 1, on)
    stridden(t, figure, moving, 1, stood or falls)
    unsupported(t, figure, on, stands=stood, falls=falls)


@handles
def shake(t: LcTable, e: Shake) -> None:
    """LC-15.7: one Stride removes one condition token, once in a Move Action."""
    figure = require_acting(t, e.seat)
    moving = require_move(t, figure, e.part, 1)
    if moving.shaken:
        t.refuse(
            "LC-15.7",
            "{unit} has used Shake in this Move Action",
            unit=figure.id,
            legal="once in a Move Action",
        )
    if not figure.conditions.get(e.condition):
        t.forbid(
            "LC-15.7",
            "{unit} has no {condition}",
            unit=figure.id,
            condition=e.condition,
            legal=" or ".join(figure.conditions) or "no condition to remove",
        )
    _in_place(t, figure, moving)
    moving.shaken = not in_one_pool(t, moving) or moving.shaken_once
    moving.shaken_once = not moving.shaken
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


def _interacted(t: LcTable, moving: Moving) -> None:
    """LC-15.8: it is used up; where two Move Actions are one pool, the second time (LC-I 51)."""
    moving.interacted = not in_one_pool(t, moving) or moving.interacted_once
    moving.interacted_once = not moving.interacted


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
    if not require_contact(t, figure, target, rule):
        t.trust(CONTACT)


@handles
def interact(t: LcTable, e: Interact) -> None:
    """LC-15.8, 21.5: with a terrain piece or a marker of the scenario."""
    state = t.state
    figure = require_acting(t, e.seat)
    moving = require_move(t, figure, e.part, 1)
    marker = scenario_of(t).marker.get(e.target)
    if marker is None:
        piece = require_piece(t, e.target, "LC-15.8")
        ground = state.ground[piece.name]
        if ground.destroyed and not ground.rubble:
            t.forbid(
                "LC-15.8", "{piece} is destroyed", piece=piece.name, legal="what is on the table"
            )
    _interacting(t, figure, moving)
    _in_contact(t, figure, e.target, e.contact, "LC-15.8")
    _in_place(t, figure, moving)
    _interacted(t, moving)
    if marker is not None and marker.interact == "control":
        state.held[marker.name] = figure.side
    elif marker is not None and marker.interact == "score":
        score(t, figure.side, marker.points)
        settled(t)


@handles
def door(t: LcTable, e: Door) -> None:
    """LC-18.9: a door or gate is opened or closed (LC-I 82: that is an Interact)."""
    figure = require_acting(t, e.seat)
    moving = require_move(t, figure, e.part, 1)
    piece = require_piece(t, e.door, "LC-18.9")
    ground = t.state.ground[piece.name]
    if not ground.door or ground.destroyed:
        t.forbid("LC-18.9", "{door} is not a door", door=e.door, legal="a door or gate")
    if ground.door == e.to:
        t.forbid(
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
    _in_place(t, figure, moving)
    if interacts:
        _interacted(t, moving)
    ground.door = e.to
    t.fact(TerrainChanged(figure.seat, piece.name, e.to, "LC-18.9"))
