"""The geometry against a second computation that is slow and obvious: points, and plain Python.

Bases are ellipses and pieces are polygons; the oracle samples points of them and straight lines
between those. Where the answer hangs on less than a sample's step, either is right.
"""

from collections.abc import Iterator
from math import cos, hypot, pi, radians, sin
from random import Random
from typing import NamedTuple

import pytest

from referee.games.legacy_of_conflict.geometry import (
    Base,
    Footprint,
    Place,
    base_shape,
    crossed,
    farthest,
    footprint,
    gap,
    outline_of,
    overlap,
    piece_shape,
)
from referee.games.legacy_of_conflict.straight_lines import aside, free_line, screen

Point = tuple[float, float]

TABLES = 40


class Ellipse(NamedTuple):
    """A base as a formula."""

    x: float
    y: float
    facing: float
    longest: float
    shortest: float

    def at(self, share: float, turn: float) -> Point:
        """A point so far out, from 0 to 1, in the direction ``turn``."""
        across, along = self.shortest / 2 * cos(turn) * share, self.longest / 2 * sin(turn) * share
        right, ahead = radians(self.facing + 90), radians(self.facing)
        x = self.x + across * sin(right) + along * sin(ahead)
        return x, self.y + across * cos(right) + along * cos(ahead)

    def edge(self, points: int) -> list[Point]:
        return [self.at(1, 2 * pi * i / points) for i in range(points)]

    def filled(self) -> list[Point]:
        """Points all over it, dense enough for what is asked here."""
        rings = 16
        return [
            self.at(ring / rings, 2 * pi * i / 40) for ring in range(rings + 1) for i in range(40)
        ]

    def holds(self, p: Point) -> bool:
        over, up = p[0] - self.x, p[1] - self.y
        right, ahead = radians(self.facing + 90), radians(self.facing)
        across = over * sin(right) + up * cos(right)
        along = over * sin(ahead) + up * cos(ahead)
        return (2 * across / self.shortest) ** 2 + (2 * along / self.longest) ** 2 <= 1

    @property
    def ground(self) -> Footprint:
        return footprint(Place(self.x, self.y, self.facing), Base(self.longest, self.shortest))


def in_polygon(p: Point, corners: tuple[Point, ...]) -> bool:
    """A ray to the right crosses its edges an odd number of times."""
    x, y = p
    inside = False
    for (a, b), (c, d) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (b > y) != (d > y) and x < a + (y - b) * (c - a) / (d - b):
            inside = not inside
    return inside


def depth(p: Point, corners: tuple[Point, ...]) -> float:
    """How far from the edges a point lies, positive inside."""
    nearest = min(
        to_segment(p, a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
    return nearest if in_polygon(p, corners) else -nearest


def to_segment(p: Point, a: Point, b: Point) -> float:
    over, up = b[0] - a[0], b[1] - a[1]
    length = over * over + up * up
    share = ((p[0] - a[0]) * over + (p[1] - a[1]) * up) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(p[0] - a[0] - share * over, p[1] - a[1] - share * up)


def along(a: Point, b: Point, step: float) -> Iterator[Point]:
    steps = max(2, int(hypot(b[0] - a[0], b[1] - a[1]) / step))
    for i in range(steps + 1):
        yield a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps


def runs_through(a: Point, b: Point, pieces: list[tuple[Point, ...]], by: float) -> bool:
    """Whether a line is inside a piece by more than so many mm."""
    return any(
        in_polygon(p, corners) and depth(p, corners) > by
        for p in along(a, b, 1.5)
        for corners in pieces
    )


def base(chance: Random) -> Ellipse:
    long = chance.choice([25.0, 30.0, 40.0, 60.0, 110.0])
    short = chance.choice([long, max(25.0, long * 0.7)])
    x, y = chance.uniform(0, 400), chance.uniform(0, 400)
    return Ellipse(x, y, chance.uniform(0, 360), long, short)


def away(chance: Random, one: Ellipse, least: float) -> Ellipse:
    """Another base, not in contact with the first."""
    while True:
        other = base(chance)
        if hypot(other.x - one.x, other.y - one.y) > (one.longest + other.longest) / 2 + least:
            return other


def corners(chance: Random) -> tuple[Point, ...]:
    """A piece: a rectangle anywhere, never thinner than 6 mm."""
    shape = piece_shape(
        chance.uniform(50, 350),
        chance.uniform(50, 350),
        chance.uniform(0, 360),
        chance.uniform(6, 150),
        chance.uniform(6, 60),
    )
    return tuple(shape.exterior.coords[:-1])


def polygon(points: tuple[Point, ...]) -> object:
    return piece_shape(0, 0, 0, 0, 0, outline=points)


@pytest.mark.parametrize("seed", range(TABLES))
def test_a_line_that_is_free_runs_through_nothing_and_where_none_is_free_all_are_hidden(
    seed: int,
) -> None:
    chance = Random(seed)
    one = base(chance)
    other = away(chance, one, 40)
    pieces = [corners(chance) for _ in range(chance.randint(1, 5))]
    found = free_line(
        one.ground.core, other.ground.core, screen(tuple(map(polygon, pieces)), 0.0).core
    )
    if found is not None:
        start, end = found
        assert min(hypot(start[0] - x, start[1] - y) for x, y in one.edge(720)) < 0.6
        assert min(hypot(end[0] - x, end[1] - y) for x, y in other.edge(720)) < 0.6
        assert not runs_through(start, end, pieces, 0.2)
        return
    for a in one.edge(24):
        for b in other.edge(24):
            assert runs_through(a, b, pieces, 0.0), (a, b)


@pytest.mark.parametrize("seed", range(TABLES))
def test_the_one_line_that_a_slit_leaves_free_is_found(seed: int) -> None:
    """Walls on both sides of a line between two points of the bases, half a mm from it."""
    chance = Random(seed + 500)
    one, other = Ellipse(100, 40, 0, 40, 30), Ellipse(120, 330, 70, 60, 50)
    a, b = one.at(0.9, chance.uniform(0, 2 * pi)), other.at(0.9, chance.uniform(0, 2 * pi))
    length = hypot(b[0] - a[0], b[1] - a[1])
    over, up = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    walls = []
    for _ in range(2):
        on = chance.uniform(0.4, 0.6) * length
        for side in (-1, 1):
            near, far = 0.5 * side, 300 * side
            ends = [(on, near), (on + 20, near), (on + 20, far), (on, far)]
            walls.append(
                tuple((a[0] + over * u + up * v, a[1] + up * u - over * v) for u, v in ends)
            )
    seen = screen(tuple(map(polygon, walls)), 0.0).core
    found = free_line(one.ground.core, other.ground.core, seen)
    assert found is not None
    assert not runs_through(*found, walls, 0.2)
    shut = screen((*map(polygon, walls), base_shape(*along_line(a, b, 0.5), 0.0, 9, 9)), 0.0).core
    assert free_line(one.ground.core, other.ground.core, shut) is None


def along_line(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


@pytest.mark.parametrize("seed", range(TABLES))
def test_a_line_with_room_to_spare_is_free_however_the_bases_are_put_down(seed: int) -> None:
    chance = Random(seed + 1000)
    one = base(chance)
    other = away(chance, one, 40)
    pieces = [corners(chance) for _ in range(chance.randint(1, 4))]
    reach = screen(tuple(map(polygon, pieces)), 3.0).reach
    found = free_line(one.ground.core, other.ground.core, reach)
    if found is None:
        return
    for _ in range(12):
        (a, b), (c, d) = found
        turn, back = chance.uniform(0, 2 * pi), chance.uniform(0, 2 * pi)
        start = a + 2.9 * sin(turn), b + 2.9 * cos(turn)
        end = c + 2.9 * sin(back), d + 2.9 * cos(back)
        assert not runs_through(start, end, pieces, 0.0)


@pytest.mark.parametrize("seed", range(TABLES))
def test_a_piece_lies_beside_every_line_or_some_line_meets_it(seed: int) -> None:
    chance = Random(seed + 2000)
    one = base(chance)
    other = away(chance, one, 10)
    piece = corners(chance)
    found = aside(one.ground.core, other.ground.core, {"piece": polygon(piece)})["piece"]
    nearest = min(
        max(0.0, -depth(p, piece))
        for a in one.edge(60)
        for b in other.edge(60)[::5]
        for p in along(a, b, 12)
    )
    assert found <= nearest + 0.1
    assert nearest <= found + 9


@pytest.mark.parametrize("seed", range(TABLES))
def test_gaps_and_farthest_points_are_those_of_the_edges(seed: int) -> None:
    chance = Random(seed + 3000)
    one = base(chance)
    other = away(chance, one, 2)
    near = min(hypot(a - c, b - d) for a, b in one.edge(200) for c, d in other.edge(200))
    assert gap(one.ground, other.ground).least == pytest.approx(near, abs=0.8)
    far = max(min(hypot(a - c, b - d) for a, b in one.edge(120)) for c, d in other.edge(120))
    assert farthest(one.ground, other.ground).most == pytest.approx(far, abs=0.8)


@pytest.mark.parametrize("seed", range(TABLES))
def test_what_overlaps_still_does_when_it_is_moved_by_less(seed: int) -> None:
    """The width of an overlap is never more than it takes to end it, nor is it a small part."""
    chance = Random(seed + 4000)
    one = base(chance)
    turn, part = chance.uniform(0, 2 * pi), chance.uniform(0.3, 1.2)
    far = (one.longest + 30) / 2 * part
    other = Ellipse(one.x + far * sin(turn), one.y + far * cos(turn), 0, 30, 30)
    found = overlap(one.ground.core, other.ground.core)
    shared = any(other.holds(p) for p in one.filled())
    assert shared == (found > 0) or found < 2
    if found > 0.5:
        for i in range(24):
            off = found * 0.95
            moved = other._replace(
                x=other.x + off * sin(2 * pi * i / 24), y=other.y + off * cos(2 * pi * i / 24)
            )
            assert any(moved.holds(p) for p in one.filled())


@pytest.mark.parametrize("seed", range(TABLES))
def test_a_straight_move_runs_through_what_its_base_meets_on_the_way(seed: int) -> None:
    chance = Random(seed + 5000)
    start = base(chance)
    turn, far = chance.uniform(0, 2 * pi), chance.uniform(0, 120)
    end = start._replace(x=start.x + far * sin(turn), y=start.y + far * cos(turn))
    piece = corners(chance)
    found = bool(crossed(start.ground.core, end.ground.core, {"p": polygon(piece)}, 3.0))
    deepest = max(
        depth(p, piece)
        for x, y in along((start.x, start.y), (end.x, end.y), 6)
        for p in start._replace(x=x, y=y).filled()[::7]
    )
    if deepest > 6:
        assert found
    if deepest < 0:
        assert not found


def test_shapes_are_what_their_formulas_say() -> None:
    chance = Random(6000)
    for _ in range(20):
        one = base(chance)
        drawn = outline_of(base_shape(one.x, one.y, one.facing, one.longest, one.shortest))
        assert all(
            one._replace(longest=one.longest + 0.3, shortest=one.shortest + 0.3).holds(p)
            for p in drawn
        )
        assert not any(
            one._replace(longest=one.longest - 0.3, shortest=one.shortest - 0.3).holds(p)
            for p in drawn
        )
