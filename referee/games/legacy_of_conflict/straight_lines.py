"""Straight lines from one base to another, and whether one of them is free (LC-16.1, LC-I 64).

A line is free that runs through no piece; to touch one, along its edge or at its corner, is not
to run through it. Whether there is a free line is answered exactly: if there is any, one of them
can be turned and pushed aside until it touches two corners, of pieces or of bases, and there are
not many lines that do.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import shapely
from shapely import Polygon

from referee.games.legacy_of_conflict.geometry import KEPT, TOUCH, swept

Line: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
"""From one base to the other."""
_Points: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"

_ROUND = 0.1
"""By how many mm at most a round shape is drawn with fewer corners."""
_CLEAR = 0.01
"""By how many mm a line that is tried keeps clear of the corners that it passes."""
_NEAR = 1e-6
"""Corners that are no farther apart than so many mm are one."""


class Screen(NamedTuple):
    """What pieces hide together."""

    core: Polygon  # no more than they hide as they lie
    reach: Polygon  # all that they would hide if each came some mm nearer


@lru_cache(KEPT)
def screen(pieces: tuple[Polygon, ...], slack: float) -> Screen:
    """What pieces hide together; those that touch are one, and nobody looks through the joint.

    Args:
        slack: how many mm away from them a line is free in any case.
    """
    drawn = shapely.simplify(pieces, _ROUND)
    joined = shapely.union_all(shapely.buffer(drawn, TOUCH, join_style="mitre"))
    core = shapely.buffer(joined, -2 * TOUCH, join_style="mitre")
    reach = shapely.buffer(joined, slack + _ROUND, join_style="mitre")
    shapely.prepare((core, reach))
    return Screen(joined if core.is_empty else core, reach)


def aside(a: Polygon, b: Polygon, pieces: Mapping[str, Polygon]) -> dict[str, float]:
    """How far each piece lies beside every line between two bases, in mm; 0 where one touches
    it."""
    if not pieces:
        return {}
    apart = shapely.distance(swept(a, b), list(pieces.values()))
    return {name: round(float(mm), 1) for name, mm in zip(pieces, apart, strict=True)}


@lru_cache(KEPT)
def free_line(a: Polygon, b: Polygon, pieces: Polygon) -> Line | None:
    """A line from one base to the other that runs through none of the pieces; None where there is
    none.

    >>> from referee.games.legacy_of_conflict.geometry import base_shape, piece_shape
    >>> bases = base_shape(0, 0, None, 30, 30), base_shape(0, 200, None, 30, 30)
    >>> free_line(*bases, piece_shape(0, 100, 0, 40, 10)) is None
    True
    >>> free_line(*bases, piece_shape(20, 100, 0, 40, 10)) is None
    False
    """
    if shapely.dwithin(a, b, TOUCH):
        met = shapely.shortest_line(a, b).coords
        return (met[0], met[-1])
    one, other = _corners(a), _corners(b)
    for lines in _tried(a, b, pieces):
        ways = _from_to(lines, one, other)
        if not len(ways):
            continue
        free = ~shapely.intersects(pieces, shapely.linestrings(ways))
        if free.any():
            (x, y), (u, v) = ways[int(np.argmax(free))].tolist()
            return (x, y), (u, v)
    return None


def _tried(a: Polygon, b: Polygon, pieces: Polygon) -> Iterator[_Points]:
    """The lines among which there is a free one if there is any, the likeliest first."""
    one, other = _corners(a), _corners(b)
    yield _through(_middle(one), _middle(other))
    yield _tangents(one, other)
    grown = shapely.buffer(pieces, _CLEAR, join_style="mitre")
    corners = _inside(shapely.difference(grown, shapely.union(a, b)), swept(a, b))
    yield np.concatenate([_tangents(corners, one), _tangents(corners, other)])
    yield _through(*_pairs(corners))


@lru_cache(KEPT)
def _corners(shape: Polygon) -> _Points:
    drawn = shapely.get_coordinates(shapely.simplify(shape, _ROUND / 2))[:-1]
    return np.asarray(drawn if shape.exterior.is_ccw else drawn[::-1])


def _middle(corners: _Points) -> _Points:
    return np.asarray(corners.mean(axis=0, keepdims=True))


def _inside(pieces: Polygon, hull: Polygon) -> _Points:
    """The corners of the pieces that a line between the bases can touch, each once."""
    found = np.unique(np.round(shapely.get_coordinates(pieces), 6), axis=0)
    return np.asarray(found[shapely.intersects_xy(shapely.buffer(hull, TOUCH), found)])


def _pairs(corners: _Points) -> tuple[_Points, _Points]:
    first, second = np.triu_indices(len(corners), 1)
    return corners[first], corners[second]


def _through(starts: _Points, ends: _Points) -> _Points:
    """The lines through two points each: a point, and the direction as a length of 1."""
    way = ends - starts
    length = np.hypot(way[:, 0], way[:, 1])
    apart = length > _NEAR
    return np.stack([starts[apart], way[apart] / length[apart, None]], axis=1)


def _tangents(points: _Points, base: _Points) -> _Points:
    """The lines from each of the points that touch the base on either side."""
    ahead = base.mean(axis=0) - points
    way = base[None, :, :] - points[:, None, :]
    beside = ahead[:, None, 0] * way[..., 1] - ahead[:, None, 1] * way[..., 0]
    along = ahead[:, None, 0] * way[..., 0] + ahead[:, None, 1] * way[..., 1]
    turn = np.arctan2(beside, along)
    ends = base[turn.argmin(axis=1)], base[turn.argmax(axis=1)]
    return np.concatenate([_through(points, end) for end in ends])


def _from_to(lines: _Points, one: _Points, other: _Points) -> _Points:
    """The part of each line that runs from the one base to the other; what misses a base is no
    line between them."""
    if not len(lines):
        return np.empty((0, 2, 2))
    enter, leave = _chord(lines, one)
    into, out_of = _chord(lines, other)
    hit = (enter <= leave) & (into <= out_of)
    forward = leave <= into
    start, end = np.where(forward, leave, enter), np.where(forward, into, out_of)
    start, end = start[hit], end[hit]
    points, ways = lines[hit, 0], lines[hit, 1]
    return np.stack([points + ways * start[:, None], points + ways * end[:, None]], axis=1)


def _chord(lines: _Points, base: _Points) -> tuple[_Points, _Points]:
    """Where each line enters and leaves a base, in mm along it; it leaves before it enters where
    it misses it."""
    edges = np.roll(base, -1, axis=0) - base
    edges /= np.hypot(edges[:, 0], edges[:, 1])[:, None]
    outward = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    room = _NEAR + ((base[None] - lines[:, None, 0]) * outward[None]).sum(axis=2)
    speed = (lines[:, None, 1] * outward[None]).sum(axis=2)
    flat = np.abs(speed) < 1e-12
    at = room / np.where(flat, 1.0, speed)
    missed = (flat & (room < 0)).any(axis=1)
    enter = np.where(~flat & (speed < 0), at, -np.inf).max(axis=1)
    leave = np.where(~flat & (speed > 0), at, np.inf).min(axis=1)
    return np.where(missed, np.inf, enter), np.where(missed, -np.inf, leave)
