"""What is measured between shapes on the table: known lengths, and laws that hold anywhere."""

from math import cos, hypot, inf, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.legacy_of_conflict.geometry import (
    Base,
    Place,
    Span,
    base_shape,
    bearing,
    centre_distance,
    centre_inside,
    crossed,
    displacement,
    edges_at,
    farthest,
    footprint,
    gap,
    inside,
    off_course,
    off_line_away,
    on_table,
    outline_of,
    piece_shape,
    swept,
)
from referee.games.legacy_of_conflict.straight_lines import aside, free_line, screen
from tests.tiers import examples

OVAL = Base(40, 25)
ROUND = Base(30, 30)
WALL = piece_shape(200, 100, 0, 10, 100)
"""It stands across the way from (100, 100) to (300, 100)."""


def disc(x: float, y: float, across: float = 30) -> object:
    return base_shape(x, y, None, across, across)


# -- shapes ------------------------------------------------------------------------------------


def test_the_longest_dimension_of_a_base_lies_along_its_facing() -> None:
    assert base_shape(0, 0, 0, 40, 25).bounds == pytest.approx((-12.5, -20, 12.5, 20))
    assert base_shape(0, 0, 90, 40, 25).bounds == pytest.approx((-20, -12.5, 20, 12.5))


def test_a_base_is_an_ellipse() -> None:
    assert base_shape(7, 9, 33, 40, 25).area == pytest.approx(3.14159 * 20 * 12.5, rel=1e-3)


def test_an_oval_of_unknown_facing_lies_between_two_circles() -> None:
    core, reach = footprint(Place(0, 0), OVAL)
    assert core.bounds == pytest.approx((-12.5, -12.5, 12.5, 12.5))
    assert reach.bounds == pytest.approx((-20, -20, 20, 20))
    known = footprint(Place(0, 0, 45), OVAL)
    assert known.core is known.reach
    assert reach.buffer(0.01).covers(known.reach)
    assert known.core.buffer(0.01).covers(core)


def test_a_piece_is_a_rectangle_an_ellipse_or_its_outline_turned_to_its_facing() -> None:
    assert piece_shape(100, 100, None, 60, 20).bounds == pytest.approx((70, 90, 130, 110))
    assert piece_shape(100, 100, 90, 60, 20).bounds == pytest.approx((90, 70, 110, 130))
    assert piece_shape(0, 0, 0, 60, 20, True).bounds == pytest.approx((-30, -10, 30, 10))
    arrow = ((-10.0, 0.0), (10.0, 0.0), (0.0, 30.0))
    turned = piece_shape(0, 0, 90, 0, 0, outline=arrow)
    assert set(outline_of(turned)) == {(0, 10), (0, -10), (30, 0)}


@pytest.mark.parametrize(
    "outline",
    [
        ((0.0, 0.0), (10.0, 0.0)),
        ((0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)),
        ((0.0, 0.0), (10.0, 0.0), (20.0, 0.0)),
    ],
    ids=["a line", "crosses itself", "no ground"],
)
def test_an_outline_must_hold_ground(outline: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(ValueError, match="outline"):
        piece_shape(0, 0, 0, 0, 0, outline=outline)


# -- distances ---------------------------------------------------------------------------------


def test_circles_are_apart_by_their_centres_less_both_radii() -> None:
    assert gap(disc(0, 0, 40), disc(100, 0, 25)) == Span(67.5, 67.5)
    assert gap(disc(0, 0, 170), disc(200, 77.3, 170)).least == round(hypot(200, 77.3) - 170, 1)


def test_an_oval_reaches_further_ahead_than_aside() -> None:
    other = disc(0, 100)
    assert gap(base_shape(0, 0, 0, 40, 25), other) == Span(65, 65)
    assert gap(base_shape(0, 0, 90, 40, 25), other) == Span(72.5, 72.5)


def test_an_unknown_facing_leaves_a_span() -> None:
    found = gap(footprint(Place(0, 0), OVAL), footprint(Place(0, 100), ROUND))
    assert found == Span(65, 72.5)
    assert not found.exact
    assert gap(footprint(Place(0, 0, 0), OVAL), disc(0, 100)).exact


def test_centres_are_apart_by_a_straight_line() -> None:
    assert centre_distance(Place(0, 0, 12), (30, 40)) == Span(50, 50)
    assert displacement((0, 0), (1, 1)) == 1.4


def test_bearings_are_those_of_a_compass() -> None:
    ends = [(0, 9), (9, 9), (9, 0), (9, -9), (0, -9), (-9, 0), (-9, 9)]
    assert [bearing((0, 0), end) for end in ends] == [0, 45, 90, 135, 180, 270, 315]
    assert bearing((0, 0), (-0.001, 900)) == 0


def test_off_course_is_what_lies_beside_the_line_ahead() -> None:
    assert off_course((100, 100), (100, 140), 0) == 0
    assert off_course((100, 100), (140, 97), 90) == 3
    assert off_course((100, 100), (100, 90), 0) == inf
    assert off_course((100, 100), (100, 100), 77) == 0


def test_a_push_goes_on_along_the_line_from_the_pusher() -> None:
    assert off_line_away((0, 0), (30, 40), (60, 80)) == 0
    assert off_line_away((0, 0), (0, 40), (2, 65)) == 2
    assert off_line_away((0, 0), (0, 40), (0, 20)) == inf
    assert off_line_away((5, 5), (5, 5), (9, 30)) == 0


# -- ways and areas ----------------------------------------------------------------------------


def test_a_move_runs_through_what_lies_on_its_way() -> None:
    pieces = {"wall": WALL, "hut": piece_shape(200, 300, 0, 50, 50)}
    assert crossed(disc(100, 100), disc(300, 100), pieces) == {"wall"}
    assert crossed(disc(100, 100), disc(150, 100), pieces) == set()
    assert swept(disc(100, 100), disc(300, 100)).bounds == pytest.approx((85, 85, 315, 115))


def test_what_is_only_touched_is_not_crossed_and_slack_forgives_more() -> None:
    kerb = {"kerb": piece_shape(200, 120, 0, 100, 10)}
    start, beside, into = disc(100, 100), disc(300, 100), disc(300, 102)
    assert crossed(start, beside, kerb) == set()
    assert crossed(start, into, kerb) == {"kerb"}
    assert crossed(start, into, kerb, 2) == set()


def test_the_share_of_a_base_in_an_area() -> None:
    area = disc(0, 0, 100)
    assert inside(disc(0, 0), area) == 1
    assert inside(disc(100, 0), area) == 0
    assert inside(disc(65, 0), area) == 0
    half = inside(disc(100, 100), piece_shape(50, 100, 0, 100, 400))
    assert half == pytest.approx(0.5)
    assert centre_inside((49, 0), area) and not centre_inside(Place(51, 0, 3), area)


def test_the_edge_of_the_table_may_be_touched_and_with_slack_passed() -> None:
    assert on_table(disc(15, 15), 900, 600)
    assert not on_table(disc(14, 15), 900, 600)
    assert on_table(disc(14, 15), 900, 600, 1)
    assert not on_table(disc(890, 300), 900, 600)
    assert not on_table(disc(300, 590), 900, 600)


def test_the_edges_that_a_base_touches() -> None:
    hut = piece_shape(0, 0, 0, 100, 100)
    assert edges_at(footprint(Place(0, 90), ROUND), hut, 3) == []
    (north,) = edges_at(footprint(Place(0, 67), ROUND), hut, 3)
    assert north.bounds == (-50, 50, 50, 50)
    assert len(edges_at(footprint(Place(60, 60), ROUND), hut, 3)) == 2


def test_the_farthest_point_of_a_base() -> None:
    aim, base = footprint(Place(0, 0), ROUND), footprint(Place(100, 0, 90), OVAL)
    assert gap(aim, base) == Span(65, 65)
    assert farthest(aim, base) == Span(105, 105)
    assert farthest(aim, footprint(Place(100, 0), OVAL)) == Span(97.5, 105)


# -- lines of sight ----------------------------------------------------------------------------


def free(a: object, b: object, *pieces: object) -> bool:
    return free_line(a, b, screen(pieces, 0.0).core) is not None


def test_nothing_between_is_free() -> None:
    assert free(disc(100, 100), disc(300, 100), piece_shape(200, 300, 0, 50, 50))
    assert aside(disc(100, 100), disc(300, 100), {"wall": WALL, "hut": disc(200, 300, 50)}) == {
        "wall": 0,
        "hut": 160,
    }


def test_a_wall_across_the_way_is_on_every_line() -> None:
    assert not free(disc(100, 100), disc(300, 100), WALL)


def test_a_base_that_looks_past_a_corner_has_a_free_line_though_its_centre_has_none() -> None:
    post = piece_shape(200, 100, 0, 10, 10)
    assert free(disc(100, 100), disc(300, 100), post)
    assert not free(disc(100, 100, 1), disc(300, 100, 1), post)


def test_two_pieces_may_block_together_what_neither_blocks_alone() -> None:
    near, far = piece_shape(200, 130, 0, 10, 60), piece_shape(220, 70, 0, 10, 60)
    assert free(disc(100, 100), disc(300, 100), near, far)
    far = piece_shape(220, 80, 0, 10, 60)
    assert free(disc(100, 100), disc(300, 100), far)
    assert not free(disc(100, 100), disc(300, 100), near, far)


def test_a_gap_between_two_pieces_is_seen_through_however_narrow_and_a_joint_is_not() -> None:
    one = piece_shape(200, 150, 0, 10, 100)
    bases = disc(100, 100), disc(300, 100)
    assert not free(*bases, one, piece_shape(200, 50, 0, 10, 100))
    assert free(*bases, one, piece_shape(200, 49, 0, 10, 100))
    assert free(*bases, one, piece_shape(200, 49.7, 0, 10, 100))


def test_bases_that_touch_see_each_other() -> None:
    assert free(disc(100, 100), disc(130, 100), piece_shape(115, 125, 0, 10, 40))


def test_a_line_along_an_edge_crosses_nothing() -> None:
    assert free(disc(100, 100, 1), disc(300, 100, 1), piece_shape(200, 104.5, 0, 50, 10))


# -- laws --------------------------------------------------------------------------------------

spots = st.integers(-300, 300).map(float)
facings = st.integers(0, 359).map(float)
places = st.builds(Place, spots, spots, facings)
bases = st.tuples(st.integers(25, 170), st.integers(25, 170)).map(
    lambda sides: Base(max(sides), min(sides))
)
few = settings(max_examples=examples(40))


def moved(place: Place, turn: float, dx: float, dy: float) -> Place:
    """The place after the whole table is turned about its origin and pushed aside."""
    over, ahead = sin(radians(turn)), cos(radians(turn))
    x = place.x * ahead + place.y * over + dx
    y = -place.x * over + place.y * ahead + dy
    return Place(x, y, None if place.facing is None else place.facing + turn)


def shape(place: Place, base: Base) -> object:
    return base_shape(*place, *base)


@few
@given(places, bases, places, bases)
def test_a_gap_is_the_same_both_ways_and_no_more_than_between_the_centres(
    a: Place, base_a: Base, b: Place, base_b: Base
) -> None:
    there = gap(shape(a, base_a), shape(b, base_b))
    assert there == gap(shape(b, base_b), shape(a, base_a))
    assert there.exact
    assert 0 <= there.least <= centre_distance(a, b).least


@few
@given(places, bases, places, bases, facings, spots, spots)
def test_a_gap_does_not_depend_on_where_the_table_stands(
    a: Place, base_a: Base, b: Place, base_b: Base, turn: float, dx: float, dy: float
) -> None:
    here = gap(shape(a, base_a), shape(b, base_b)).least
    there = gap(shape(moved(a, turn, dx, dy), base_a), shape(moved(b, turn, dx, dy), base_b)).least
    assert there == pytest.approx(here, abs=0.1001)


@few
@given(places, bases, places, bases)
def test_a_gap_of_an_unknown_facing_holds_that_of_every_facing(
    a: Place, base_a: Base, b: Place, base_b: Base
) -> None:
    span = gap(footprint(Place(a.x, a.y), base_a), shape(b, base_b))
    found = gap(footprint(a, base_a), shape(b, base_b)).least
    assert span.least - 0.1001 <= found <= span.most + 0.1001


@few
@given(places, bases, bases, facings)
def test_bases_that_overlap_have_no_gap(a: Place, base: Base, other: Base, facing: float) -> None:
    beside = Place(a.x + base.shortest / 2, a.y, facing)
    assert gap(shape(a, base), shape(beside, other)) == Span(0, 0)


@few
@given(places, facings, st.integers(1, 200), st.integers(-100, 100))
def test_off_course_is_the_step_aside(a: Place, facing: float, ahead: int, aside: int) -> None:
    end = moved(Place(aside, ahead), facing, a.x, a.y)
    assert off_course(a, end, facing) == pytest.approx(abs(aside), abs=0.1001)
