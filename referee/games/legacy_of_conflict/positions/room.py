"""What is in the way of a figure, and where it has room to stand."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

import shapely
from shapely import Polygon

from referee.games.legacy_of_conflict.geometry import (
    Footprint,
    crossed,
    overlap,
)
from referee.games.legacy_of_conflict.positions.where import (
    base_of,
    ground_of,
    piece_name,
    piece_shapes,
    placed,
    rough_ground,
    tolerance,
    whole_pieces,
)
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.state import Figure, LcTable, record_of
from referee.games.legacy_of_conflict.surfaces import height, shut, solid

_FINE = 0.1
"""By how many mm the corners of a shape may be off."""


def upright(t: LcTable, surface: str) -> dict[str, Polygon]:
    """The pieces that rise above a surface; a bridge is passed under, and what lies lower is not
    in the way."""
    here, own = height(t, surface), piece_name(surface)
    return {
        name: shape
        for name, shape in whole_pieces(t).items()
        if name != own
        and not t.catalog.piece[name].bridge
        and (height(t, name) > here or _hollow(t, name, surface))
    }


def _hollow(t: LcTable, name: str, surface: str) -> bool:
    return surface == GROUND and t.catalog.piece[name].impassable


def others_on(t: LcTable, figure: Figure, *surfaces: str) -> dict[str, Footprint]:
    """The ground of the other figures on these surfaces whose positions are known; none of those
    who stand below one of them, as one does who is under a bridge."""
    shapes = [shape for s in surfaces if (shape := piece_shapes(t).get(piece_name(s))) is not None]
    found = {}
    for other in placed(t):
        if other is figure or other.on not in surfaces:
            continue
        ground = ground_of(t, other)
        own = piece_shapes(t).get(piece_name(other.on))
        if any(s is not own and overlap(s, ground.core) > tolerance(t) for s in shapes):
            continue
        found[other.id] = ground
    return found


class Obstacles(NamedTuple):
    """What a straight way surely runs through by more than the tolerance."""

    pieces: set[str]
    characters: set[str]


def in_the_way(
    t: LcTable, figure: Figure, start: Footprint, end: Footprint, surface: str
) -> Obstacles:
    """The pieces and characters between a start on the figure's surface and an end on another;
    where on the way it comes from one level of a piece to another, no position tells."""
    slack = tolerance(t)
    pieces = rough_ground(t, figure.on) | upright(t, figure.on)
    floors = {figure.on, surface}
    if len(floors) == 2 and piece_name(figure.on) == piece_name(surface):
        floors = set()
    others = {n: g.core for n, g in others_on(t, figure, *floors).items()}
    way = start.core, end.core
    return Obstacles(crossed(*way, pieces, slack), crossed(*way, others, slack))


# -- room at the end ----------------------------------------------------------------------------


class End(NamedTuple):
    """Where a figure comes to stand."""

    ground: Footprint  # the ground under its base
    surface: str  # the surface
    within: Collection[str] = ()  # pieces that it stands in


def require_room(
    t: LcTable, figure: Figure, end: End, rule: str, *, apart: str = "", beside: str = ""
) -> None:
    """Refuse an end that is surely inside a base or a piece by more than the tolerance.

    What the figure steps over may carry it in part: that it stands there is on trust.

    Args:
        t: the table.
        figure: who comes to stand there.
        end: where.
        rule: the rule for an end inside a piece.
        apart: the rule for an end inside a base, where that is another.
        beside: a character that it may be inside, for it lands on it.
    """
    ground, surface, within = end
    limit = tolerance(t)
    for name, other in others_on(t, figure, surface).items():
        deep = overlap(ground.core, other.core)
        if deep > limit and name != beside:
            _refuse_inside(t, apart or rule, figure, name, deep, "a place without base contact")
    step = record_of(t, figure).step
    for name, deep in _inside(t, ground, surface, limit):
        piece = t.catalog.piece[name]
        if name in within:
            continue
        if piece.impassable:
            _refuse_inside(t, "LC-18.12", figure, name, deep, "beside it")
        elif shut(t, piece):
            _refuse_inside(t, "LC-18.10", figure, name, deep, "beside it, or open it first")
        elif piece.size > step:
            _refuse_inside(t, rule, figure, name, deep, "beside it, or on it")
        else:
            t.trust(f"{figure.id} stands, with {deep:g} mm of its base over {name}")


def _inside(
    t: LcTable, ground: Footprint, surface: str, slack: float
) -> Iterator[tuple[str, float]]:
    """The pieces that nobody stands in, and how deep the figure is in them."""
    for name, shape in upright(t, surface).items():
        piece = t.catalog.piece[name]
        if not (piece.impassable or shut(t, piece) or solid(t, piece)):
            continue
        deep = overlap(ground.core, shape)
        if deep > slack:
            yield name, deep


def _refuse_inside(
    t: LcTable, rule: str, figure: Figure, other: str, deep: float, legal: str
) -> None:
    t.refuse(
        rule,
        "by the positions {unit} and {other} overlap by {measured} mm; at most {limit} mm are "
        "within the tolerance",
        unit=figure.id,
        other=other,
        measured=f"{deep:g}",
        limit=f"{tolerance(t):g}",
        legal=legal,
    )


# -- the nearest place ---------------------------------------------------------------------------


def nearest_room(
    t: LcTable, figure: Figure, surface: str, *, through: bool = False
) -> float | None:
    """How far the nearest place is at which the figure surely has room, in mm; None where there
    is none.

    A place counts only where the figure is free of everything with the tolerance to spare, in
    whatever way it faces. So there may be a nearer one: this is an upper limit of a least distance.

    Args:
        through: whether other characters take up no room.
    """
    assert figure.at is not None
    half = base_of(t, figure).longest / 2
    others = {} if through else others_on(t, figure, surface)
    taken = [ground.reach for ground in others.values()]
    taken += [*upright(t, surface).values(), *rough_ground(t, surface).values()]
    table = t.catalog.table[t.state.table]
    places = shapely.box(half, half, table.width - half, table.depth - half)
    floor = piece_shapes(t).get(piece_name(surface))
    if floor is not None:
        places = shapely.intersection(places, shapely.buffer(floor, -half))
    kept = half + tolerance(t) + _FINE
    places = shapely.difference(places, shapely.union_all(shapely.buffer(taken, kept)))
    if places.is_empty:
        return None
    return round(float(shapely.distance(places, shapely.Point(figure.at))), 1)
