"""Shapes on the table, and what can be measured between them once positions are logged.

Lengths are in mm and rounded to 0.1 mm (LC-1.6). ``x`` grows to the right and ``y`` away from
the near edge, both from the near left corner. A facing is a compass bearing in degrees: 0 looks
along +y, 90 along +x. A base is an ellipse whose longest dimension lies along its facing
(LC-14.5, LC-14.9), a circle where both dimensions are equal.

What is not known is never guessed: the facing of an oval that nobody logged leaves a
:class:`Footprint` with a part that is covered surely and a part that may be, and a distance is a
:class:`Span`. Nothing here decides a rule; it measures, and who asks compares.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, inf, pi, radians, sin
from typing import NamedTuple, TypeAlias

import shapely
from shapely import Polygon

TOUCH = 0.05
"""Shapes that share no more than so many mm touch and do not cross."""
_CORNERS = 256
"""The corners of the polygon that stands for an ellipse; a base of 170 mm is 0.01 mm off."""
KEPT = 4096
_MAIN = {0.0: (0.0, 1.0), 90.0: (1.0, 0.0), 180.0: (0.0, -1.0), 270.0: (-1.0, 0.0)}


class Base(NamedTuple):
    """The base of a character, in mm."""

    longest: float
    shortest: float

    @property
    def is_round(self) -> bool:
        """Whether its facing makes no difference to where it lies."""
        return self.longest == self.shortest


class Place(NamedTuple):
    """Where the centre of something is, and where it looks; None for a facing nobody logged."""

    x: float
    y: float
    facing: float | None = None


Point: TypeAlias = tuple[float, float] | Place
"""``x`` and ``y`` in mm; a place is a point too."""
Outline: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a polygon in mm."""


class Span(NamedTuple):
    """A length of at least ``least`` and at most ``most`` mm; both are the same where it is known.

    A limit is surely broken where ``least`` exceeds it, and surely kept where ``most`` does not.
    """

    least: float
    most: float

    @property
    def exact(self) -> bool:
        """Whether it is one length."""
        return self.least == self.most


class Footprint(NamedTuple):
    """The ground under a base: what it covers surely, and what it may cover at the most."""

    core: Polygon
    reach: Polygon


# -- shapes ------------------------------------------------------------------------------------


@lru_cache(KEPT)
def base_shape(
    x: float, y: float, facing: float | None, longest: float, shortest: float
) -> Polygon:
    """The ground that a base covers; for an oval of unknown facing, all that it may cover.

    >>> base_shape(100, 100, 90, 40, 25).bounds
    (80.0, 87.5, 120.0, 112.5)
    """
    across = longest if facing is None else shortest
    return _placed(_ellipse(across, longest), x, y, facing)


def footprint(place: Place, base: Base) -> Footprint:
    """The ground under a base; for an oval of unknown facing, between the circles of both
    dimensions."""
    x, y, facing = place
    reach = base_shape(x, y, facing, *base)
    if facing is not None or base.is_round:
        return Footprint(reach, reach)
    return Footprint(base_shape(x, y, None, base.shortest, base.shortest), reach)


@lru_cache(KEPT)
def piece_shape(
    x: float,
    y: float,
    facing: float | None,
    width: float,
    depth: float,
    is_round: bool = False,
    outline: Outline = (),
) -> Polygon:
    """The ground that a terrain piece covers (LC-1.5).

    Args:
        x: its centre.
        y: its centre.
        facing: the bearing to which its depth points; None is 0.
        width: its extent across the facing.
        depth: its extent along the facing.
        is_round: an ellipse instead of a rectangle.
        outline: the corners of any other shape, seen from its centre at facing 0; width and
            depth are not looked at.

    Raises:
        ValueError: the outline crosses itself, or it holds no ground.

    >>> piece_shape(300, 200, 0, 150, 100).bounds
    (225.0, 150.0, 375.0, 250.0)
    """
    if is_round and not outline:
        return _placed(_ellipse(width, depth), x, y, facing)
    right, far = width / 2, depth / 2
    corners = outline or ((-right, -far), (right, -far), (right, far), (-right, far))
    if len(corners) < 3:
        raise ValueError("an outline needs three corners or more")
    shape = Polygon(corners)
    if not shape.is_valid:
        raise ValueError("an outline that crosses itself, or that holds no ground")
    return _placed(shape, x, y, facing)


def outline_of(shape: Polygon) -> Outline:
    """The corners of a shape, to be drawn; the first is not repeated."""
    return tuple((_mm(x), _mm(y)) for x, y in shape.exterior.coords[:-1])


@lru_cache(256)
def _ellipse(across: float, along: float) -> Polygon:
    turns = (2 * pi * i / _CORNERS for i in range(_CORNERS))
    return Polygon([(across / 2 * sin(turn), along / 2 * cos(turn)) for turn in turns])


def _placed(shape: Polygon, x: float, y: float, facing: float | None) -> Polygon:
    """A shape seen from its centre, turned to its facing and put on the table."""
    over, ahead = _direction(facing or 0.0)
    turn = ((ahead, -over), (over, ahead))
    return shapely.transform(shape, lambda corners: corners @ turn + (x, y))


# -- distances ---------------------------------------------------------------------------------


def gap(a: Footprint | Polygon, b: Footprint | Polygon) -> Span:
    """From edge to edge, 0 where they touch or overlap (LC-I 40, base_edge_to_base_edge).

    >>> bases = Base(40, 40), Base(25, 25)
    >>> gap(footprint(Place(0, 0), bases[0]), footprint(Place(100, 0), bases[1]))
    Span(least=67.5, most=67.5)
    """
    (core, reach), (other_core, other_reach) = _ground(a), _ground(b)
    least = _mm(float(shapely.distance(reach, other_reach)))
    if core is reach and other_core is other_reach:
        return Span(least, least)
    return Span(least, _mm(float(shapely.distance(core, other_core))))


def _ground(shape: Footprint | Polygon) -> Footprint:
    return shape if isinstance(shape, Footprint) else Footprint(shape, shape)


def mark(point: Point) -> Polygon:
    """A marker as a shape: its position is a point without extent."""
    return shapely.Point(point[0], point[1])


def edge_distance(a: Footprint, piece: Polygon) -> Span:
    """From a base to the nearest edge of a piece, whether it stands beside it or on it (LC-15.4).

    >>> wall = piece_shape(0, 0, 0, 100, 100)
    >>> edge_distance(footprint(Place(0, 0), Base(40, 40)), wall).least
    30.0
    """
    return gap(a, piece.exterior)


def edges_at(a: Footprint, piece: Polygon, slack: float) -> list[Polygon]:
    """The straight edges of a piece that a base beside it touches, within so many mm (LC-15.4).

    >>> wall = piece_shape(0, 0, 0, 100, 100)
    >>> [edge.bounds for edge in edges_at(footprint(Place(0, 70), Base(40, 40)), wall, 0)]
    [(-50.0, 50.0, 50.0, 50.0)]
    """
    corners = piece.exterior.coords
    edges = [shapely.LineString(ends) for ends in pairwise(corners)]
    near = max(slack, TOUCH)
    return [edge for edge in edges if shapely.distance(a.reach, edge) <= near]


def farthest(aim: Footprint, a: Footprint) -> Span:
    """From the edge of what is aimed at to the farthest point of a base (LC-I 48, whole_base)."""
    least = shapely.distance(shapely.points(shapely.get_coordinates(a.core)), aim.reach)
    most = shapely.distance(shapely.points(shapely.get_coordinates(a.reach)), aim.core)
    return Span(_mm(float(least.max())), _mm(float(most.max())))


def overlap(a: Polygon, b: Polygon) -> float:
    """How far two bases are in each other: the width of what they share, 0 where they touch."""
    shared = shapely.intersection(a, b)
    if shared.area <= 0:
        return 0.0
    left, near, right, far = shared.bounds
    return min(_mm(right - left), _mm(far - near), _mm(2 * shared.area / shared.length))


def centre_distance(a: Point, b: Point) -> Span:
    """From centre to centre (LC-I 40, centre_to_centre), which no facing changes."""
    length = displacement(a, b)
    return Span(length, length)


def displacement(start: Point, end: Point) -> float:
    """How far a centre has moved."""
    return _mm(hypot(end[0] - start[0], end[1] - start[1]))


def bearing(start: Point, end: Point) -> float:
    """The direction from one point to another in degrees, to 0.1; 0 where they are the same.

    >>> bearing((0, 0), (10, 0))
    90.0
    """
    turn = degrees(atan2(end[0] - start[0], end[1] - start[1]))
    return _mm(turn % 360) % 360


def off_course(start: Point, end: Point, facing: float) -> float:
    """How far an end lies beside the straight line ahead (LC-14.5); ``inf`` where it lies behind.

    >>> off_course((0, 0), (3, 40), 0)
    3.0
    """
    return _beside(start, end, _direction(facing))


def off_line_away(pusher: Point, start: Point, end: Point) -> float:
    """How far an end lies beside the line straight away from a pusher (LC-20.1); ``inf`` where it
    lies towards the pusher, 0 where both began at one point and any direction leads away.

    >>> off_line_away((0, 0), (0, 50), (1, 76))
    1.0
    """
    over, ahead = start[0] - pusher[0], start[1] - pusher[1]
    length = hypot(over, ahead)
    return _beside(start, end, (over / length, ahead / length)) if length else 0.0


def ahead_of(point: Point, facing: float, shape: Polygon) -> float:
    """How far the foremost part of a shape lies ahead of a point; negative where all is behind.

    >>> ahead_of((0, 0), 90, base_shape(-100, 0, None, 30, 30))
    -85.0
    """
    over, ahead = _direction(facing)
    corners = shapely.get_coordinates(shape) - (point[0], point[1])
    return _mm(float((corners @ (over, ahead)).max()))


def _beside(start: Point, end: Point, direction: tuple[float, float]) -> float:
    over, ahead = direction
    x, y = end[0] - start[0], end[1] - start[1]
    if x * over + y * ahead < -TOUCH:
        return inf
    return _mm(abs(x * ahead - y * over))


def _direction(facing: float) -> tuple[float, float]:
    """The step of 1 mm along a facing; the four main directions are exact."""
    turn = facing % 360
    return _MAIN.get(turn) or (sin(radians(turn)), cos(radians(turn)))


# -- ways and areas ----------------------------------------------------------------------------


@lru_cache(KEPT)
def swept(start: Polygon, end: Polygon) -> Polygon:
    """All that a base runs over in one straight line; both ends belong to it."""
    return shapely.convex_hull(shapely.geometrycollections([start, end]))


def crossed(
    start: Polygon, end: Polygon, pieces: Mapping[str, Polygon], slack: float = 0.0
) -> set[str]:
    """The pieces into which a straight move runs by more than ``slack`` mm (LC-14.7, LC-14.8).

    What is only touched is not crossed, whatever the slack.
    """
    way = swept(start, end)
    met = {name for name, piece in pieces.items() if shapely.intersects(way, piece)}
    if not met:
        return met
    deep = shapely.buffer(way, -max(slack, TOUCH), join_style="mitre")
    return {name for name in met if shapely.intersects(deep, pieces[name])}


def way_inside(
    start: Point, end: Point, base: Footprint, areas: Iterable[Polygon]
) -> tuple[float, float]:
    """How many mm of a straight way lie inside areas (LC-18.11): those on which the whole base
    is inside, and those on which some part of it is.

    Args:
        base: the ground at the end.
    """
    length = displacement(start, end)
    over, ahead = start[0] - end[0], start[1] - end[1]
    way = swept(shifted(base.reach, over, ahead), base.reach)
    met = [area for area in areas if shapely.intersects(way, area)]
    if not met or not length:
        return 0.0, 0.0
    ground = shapely.union_all(met)
    deep = shapely.buffer(ground, TOUCH)
    thin = shapely.buffer(ground, -TOUCH)
    shapely.prepare(deep)
    shapely.prepare(thin)
    steps = max(1, ceil(length))
    whole = part = 0
    for step in range(steps):
        share = (step + 0.5) / steps
        there = shifted(base.reach, over * share, ahead * share)
        whole += bool(shapely.covers(deep, there))
        part += bool(shapely.intersects(thin, there))
    return _mm(length * whole / steps), _mm(length * part / steps)


def shifted(shape: Polygon, over: float, ahead: float) -> Polygon:
    """The shape so many mm to the right and away from the near edge."""
    shift = over, ahead
    return shapely.transform(shape, lambda corners: corners + shift)


def inside(shape: Polygon, area: Polygon) -> float:
    """The share of a base that lies in an area, from 0 to 1 (LC-13.11, LC-I 48).

    Above 0 some part of the base is inside, at 1 the whole of it.
    """
    shared = float(shapely.area(shapely.intersection(shape, area)))
    return round(min(1.0, shared / float(shapely.area(shape))), 4)


def centre_inside(centre: Point, area: Polygon) -> bool:
    """Whether the centre of a base lies in an area (LC-I 48, centre_of_the_base)."""
    return bool(shapely.covers(area, shapely.Point(centre[0], centre[1])))


def on_table(shape: Polygon, width: float, depth: float, slack: float = 0.0) -> bool:
    """Whether no part of a shape is over the table's edge by more than ``slack`` mm (LC-14.7)."""
    left, near, right, far = shape.bounds
    over = max(slack, TOUCH)
    return bool(left >= -over and near >= -over and right <= width + over and far <= depth + over)


def _mm(length: float) -> float:
    return round(length, 1) + 0.0
