"""Pushes, falls and displacements, compared with the positions (LC-20.1 to 20.11)."""

from math import hypot

import shapely
from shapely import Polygon

from events.legacy_of_conflict import Displace, Fall, Push, Spot, Throw
from referee.games.legacy_of_conflict.geometry import (
    Footprint,
    displacement,
    gap,
    off_line_away,
    overlap,
    shifted,
)
from referee.games.legacy_of_conflict.positions.declared import (
    require_course,
    require_named,
    require_near,
    require_on_surface,
    require_on_table,
    require_same,
    require_terrain,
)
from referee.games.legacy_of_conflict.positions.room import (
    End,
    in_the_way,
    nearest_room,
    require_room,
)
from referee.games.legacy_of_conflict.positions.where import (
    base_of,
    ground_at,
    ground_of,
    piece_name,
    piece_shapes,
    rough_ground,
    tolerance,
)
from referee.games.legacy_of_conflict.scenarios import EDGE
from referee.games.legacy_of_conflict.state import Figure, LcTable, record_of
from referee.games.legacy_of_conflict.surfaces import shut, solid

_LEAST = 1.0
"""So many mm may come of a facing that is logged in whole degrees."""
_STEPS = 4
"""In how many steps a base is looked at, half its length ahead and back."""

# -- push and throw ------------------------------------------------------------------------------


def compare_push(t: LcTable, pusher: Figure, figure: Figure, e: Push | Throw, spot: Spot) -> bool:
    """How far and where it went, what it met, and room at the end; True where nothing is left to
    trust."""
    rule = "LC-20.1" if type(e) is Push else "LC-20.5"
    surface = e.on or figure.on
    ground = ground_at(t, figure, spot, figure.facing)
    off = e.stopped_by == EDGE and t.choice["LC-I 55"] == "leaving_is_defeat"
    if e.stopped_by:
        _require_at_stop(t, e, ground)
    standing = e.stands and not off
    if standing:
        require_on_table(t, "LC-20.3", figure, ground)
        require_on_surface(t, "LC-20.3", figure, ground, surface)
        stays = [name for name in figure.within if name not in e.out_of]
        entered = [name for name in e.into if name not in e.out_of or name in figure.within]
        require_terrain(t, "LC-20.3", ground, surface, entered, stays)
    if figure.at is not None:
        end = (spot.x, spot.y)
        require_same(t, rule, "the distance", e.mm, displacement(figure.at, end))
        if pusher.at is not None:
            beside = off_line_away(pusher.at, figure.at, end)
            require_course(t, rule, "straight away", beside, "straight from the pusher")
            _require_stop_ahead(t, pusher, figure, e, ground)
        _require_way(t, figure, e, ground, surface)
    if standing:
        room = End(ground, surface, {*figure.within, *e.into})
        require_room(t, figure, room, "LC-20.3")
    return figure.at is not None and pusher.at is not None


def _stop(t: LcTable, name: str) -> Footprint | Polygon | None:
    """The ground of what stopped a push, where it is known."""
    by = t.state.figures.get(name)
    if by is not None:
        return None if by.at is None else ground_of(t, by)
    return piece_shapes(t).get(piece_name(name))


def _require_at_stop(t: LcTable, e: Push | Throw, ground: Footprint) -> None:
    """LC-20.3: it ends at what stopped it."""
    if e.stopped_by == EDGE:
        table = t.catalog.table[t.state.table]
        left, near, right, far = ground.reach.bounds
        apart = max(0.0, min(left, near, table.width - right, table.depth - far))
        require_near(t, "LC-20.3", "stopped by the", EDGE, round(apart, 1))
    elif (stop := _stop(t, e.stopped_by)) is not None:
        require_near(t, "LC-20.3", "stopped by", e.stopped_by, gap(ground, stop).least)


def _require_stop_ahead(
    t: LcTable, pusher: Figure, figure: Figure, e: Push | Throw, ground: Footprint
) -> None:
    """LC-20.3: what stopped it was not behind it."""
    stop = _stop(t, e.stopped_by) if e.stopped_by else None
    if stop is None:
        return
    assert pusher.at is not None and figure.at is not None
    over, ahead = figure.at[0] - pusher.at[0], figure.at[1] - pusher.at[1]
    shape = stop.reach if isinstance(stop, Footprint) else stop
    if not base_of(t, figure).is_round:
        core = stop.core if isinstance(stop, Footprint) else stop
        _require_not_left(t, figure, e, ground, (core, shape), (over, ahead))
        return
    centre = ground.core.centroid
    met = shapely.shortest_line(centre, shape).coords[-1]
    along = (met[0] - centre.x) * over + (met[1] - centre.y) * ahead
    behind = -along / (hypot(over, ahead) or 1.0)
    if behind > 2 * tolerance(t):
        t.refuse(
            "LC-20.3",
            "declared stopped by {name}; by the positions it lies {measured} mm behind {unit}",
            name=e.stopped_by,
            measured=f"{behind:.1f}",
            unit=figure.id,
            legal="what is in the way, or the whole distance",
        )


def _require_not_left(
    t: LcTable,
    figure: Figure,
    e: Push | Throw,
    ground: Footprint,
    stop: tuple[Polygon, Polygon],
    course: tuple[float, float],
) -> None:
    """LC-20.3: a base that is not round rests against what stopped it: it has not come away from
    it, which it would if it had been inside it before, and came free of it farther on.

    Args:
        stop: what stopped it: the ground that it surely covers, and all that it may cover.
        course: the direction of the push.
    """
    length = hypot(*course)
    if ground.core is not ground.reach or not length:
        t.trust(f"how {figure.id} rests against {e.stopped_by}")
        return
    half = base_of(t, figure).longest / 2
    over, ahead = (half * part / length for part in course)
    steps = [step / _STEPS for step in range(1, _STEPS + 1)]
    before = [overlap(shifted(ground.core, -over * s, -ahead * s), stop[0]) for s in steps]
    after = [overlap(shifted(ground.core, over * s, ahead * s), stop[1]) for s in steps]
    inside = max(before)
    if inside > max(_LEAST, 2 * tolerance(t)) and not any(after):
        t.refuse(
            "LC-20.3",
            "declared stopped by {name}; by the positions {unit} came away from it: {back} mm "
            "farther back it would be {measured} mm inside it",
            name=e.stopped_by,
            unit=figure.id,
            back=f"{half * steps[before.index(inside)]:g}",
            measured=f"{inside:g}",
            legal="what is in the way, or the whole distance",
        )


def _require_way(
    t: LcTable, figure: Figure, e: Push | Throw, ground: Footprint, surface: str
) -> None:
    """LC-20.3: what stops it is not run through, and the terrain on the way is named."""
    met = in_the_way(t, figure, ground_of(t, figure), ground, surface)
    stops = {name for name in met.pieces if _stops(t, figure, name)}
    if e.stopped_by in met.characters | stops:
        t.refuse(
            "LC-20.3",
            "by the positions {unit} went on through {name}, which is declared to have stopped it",
            unit=figure.id,
            name=e.stopped_by,
            legal="an end in contact with it",
        )
    require_named(t, "LC-20.3", "characters met", [e.stopped_by], met.characters)
    require_named(t, "LC-20.3", "stopped by", [e.stopped_by, piece_name(surface)], stops)
    passed = met.pieces & rough_ground(t, figure.on).keys() - stops
    require_named(t, "LC-20.3", "terrain entered", [*e.into, *e.out_of, *figure.within], passed)


def _stops(t: LcTable, figure: Figure, name: str) -> bool:
    """Whether a piece stops a push: what is impassable, closed, or solid and not stepped over."""
    piece = t.catalog.piece[name]
    if piece.impassable or shut(t, piece):
        return True
    return solid(t, piece) and piece.size > record_of(t, figure).step


# -- fall and displacement -----------------------------------------------------------------------


def compare_fall(t: LcTable, figure: Figure, onto: Figure | None, e: Fall, spot: Spot) -> None:
    """LC-20.6, 20.9: straight below, or at the nearest place that has room."""
    ground = ground_at(t, figure, spot, figure.facing)
    require_on_table(t, "LC-20.6", figure, ground)
    require_on_surface(t, "LC-20.6", figure, ground, e.to)
    if onto is not None and onto.at is not None:
        require_near(t, "LC-20.9", "on", onto.id, gap(ground, ground_of(t, onto)).least)
    require_terrain(t, "LC-20.6", ground, e.to, e.into, ())
    require_room(t, figure, End(ground, e.to, e.into), "LC-20.6", beside=e.onto)
    if figure.at is not None:
        gone = displacement(figure.at, (spot.x, spot.y))
        _require_least(t, figure, e.to, gone, "LC-20.6", through=onto is not None)


def compare_displacement(t: LcTable, figure: Figure, e: Displace, spot: Spot) -> None:
    """LC-20.11: its length, which is no more than it takes, and that it ends all base contact."""
    surface = e.on or figure.on
    ground = ground_at(t, figure, spot, figure.facing)
    gone = displacement(figure.at, (spot.x, spot.y)) if figure.at is not None else None
    if gone is not None:
        require_same(t, "LC-20.11", "the distance", e.mm, gone)
    if not e.stands:
        return
    require_on_table(t, "LC-20.11", figure, ground)
    require_on_surface(t, "LC-20.11", figure, ground, surface)
    require_terrain(t, "LC-20.11", ground, surface, e.into, figure.within)
    end = End(ground, surface, {*figure.within, *e.into})
    require_room(t, figure, end, "LC-20.11")
    if gone is not None:
        _require_least(t, figure, surface, gone, "LC-20.11")


def _require_least(
    t: LcTable, figure: Figure, surface: str, gone: float, rule: str, *, through: bool = False
) -> None:
    """Refuse a place that is farther off than one that surely has room.

    Args:
        through: whether other characters take up no room, for it lands on one.
    """
    slack = tolerance(t)
    if gone <= slack:
        return
    least = nearest_room(t, figure, surface, through=through)
    if least is not None and gone > least + slack:
        t.refuse(
            rule,
            "by the positions {unit} is moved {measured} mm, and {limit} mm away there is room",
            unit=figure.id,
            measured=f"{gone:g}",
            limit=f"{least:g}",
            legal="the nearest place",
        )
    t.trust(f"no place is nearer than the {gone:g} mm that {figure.id} is moved")
