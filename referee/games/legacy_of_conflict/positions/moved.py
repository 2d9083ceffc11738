"""Own movement and setting up, compared with the positions (LC-14.5 to 15.8, 18.4, 18.11, 21.7)."""

from math import inf

from events.legacy_of_conflict import Climb, Place, Spot, Stride, Traverse
from referee.games.legacy_of_conflict.geometry import (
    Footprint,
    displacement,
    edge_distance,
    edges_at,
    gap,
    mark,
    off_course,
    swept,
    way_inside,
)
from referee.games.legacy_of_conflict.positions.declared import (
    require_course,
    require_in,
    require_named,
    require_near,
    require_on_surface,
    require_on_table,
    require_same,
    require_terrain,
    terrain_under,
)
from referee.games.legacy_of_conflict.positions.room import End, in_the_way, require_room
from referee.games.legacy_of_conflict.positions.where import (
    base_of,
    facing_after,
    ground_at,
    ground_of,
    piece_name,
    piece_shapes,
    shape_of,
    tolerance,
)
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.state import (
    Figure,
    LcTable,
    record_of,
    scenario_of,
    sets_aside,
)
from referee.games.legacy_of_conflict.surfaces import difficult, hazardous


def compare_place(t: LcTable, figure: Figure, e: Place, spot: Spot) -> list[str]:
    """LC-21.7: on the table, on the surface and in the terrain named, with room to stand; and the
    hazards that it surely stands in, though they are not named, which are flipped for (LC-18.13).
    Difficult ground that is not named may be agreed to begin beside it."""
    ground = ground_at(t, figure, spot)
    require_on_table(t, "LC-21.7", figure, ground)
    require_on_surface(t, "LC-21.7", figure, ground, e.on)
    require_in(t, "LC-21.7", ground, e.within)
    unsaid = sorted(terrain_under(t, ground, e.on) - set(e.within))
    hazards = [name for name in unsaid if hazardous(t, t.catalog.piece[name])]
    for name in unsaid:
        stands = "is in" if name in hazards else "is not in"
        though = "which was not said" if name in hazards else "though by its position it is"
        t.trust(f"{figure.id} {stands} {name}, {though}")
    require_room(t, figure, End(ground, e.on, e.within), "LC-21.7")
    return hazards


# -- a Stride ------------------------------------------------------------------------------------


def compare_stride(t: LcTable, figure: Figure, e: Stride, spot: Spot) -> bool:
    """The distance, the course, what is in the way, and room at the end; True where nothing is
    left to trust.

    A Stride that is not straight ahead may have bends: then the way is not known, only its ends,
    and what was declared is at least as long.
    """
    surface = e.on or figure.on
    ground = ground_at(t, figure, spot, facing_after(t, figure, spot) if e.ahead else None)
    left = [name for name in figure.within if name not in e.out_of]
    if not e.off_table:
        require_on_table(t, "LC-14.7", figure, ground)
    require_on_surface(t, "LC-15.2", figure, ground, surface, stands=e.stands)
    require_terrain(t, "LC-14.8", ground, surface, e.into, left)
    known = figure.at is not None and _require_course(t, figure, e, spot, ground)
    if e.stands and not e.off_table:
        end = End(ground, surface, {*left, *e.into})
        require_room(t, figure, end, "LC-14.8", apart="LC-14.7")
    return known


def _require_course(t: LcTable, figure: Figure, e: Stride, spot: Spot, ground: Footprint) -> bool:
    """LC-14.5 to 14.8, 18.11: how far, which way, and past what; False where it may have bends."""
    assert figure.at is not None
    surface = e.on or figure.on
    declared, gone = e.mm + e.inside, displacement(figure.at, (spot.x, spot.y))
    require_same(t, "LC-14.6", "the Stride", declared, gone, None if e.ahead else inf)
    if e.ahead:
        _require_ahead(t, figure, spot)
    elif declared > gone + tolerance(t):
        return False
    _require_way(t, figure, e, ground, surface)
    if figure.on == surface == GROUND:
        _require_share_inside(t, figure, spot, e, ground)
    return True


def _require_ahead(t: LcTable, figure: Figure, spot: Spot) -> None:
    """LC-14.4, 14.5: straight ahead of the facing that was logged. A round base has none, and a
    turn ahead of the Stride may go unlogged."""
    assert figure.at is not None
    if base_of(t, figure).is_round:
        return
    end = (spot.x, spot.y)
    if spot.facing is not None:
        beside = off_course(figure.at, end, spot.facing)
        require_course(t, "LC-14.5", "straight ahead", beside, "ahead=no")
    elif facing_after(t, figure, spot) is None:
        t.trust(f"{figure.id} was turned ahead of the Stride, to face where it went")


def _require_way(t: LcTable, figure: Figure, e: Stride, ground: Footprint, surface: str) -> None:
    """LC-14.7, 14.8: what a straight way runs through is named, and what is named is there."""
    start = ground_of(t, figure)
    met = in_the_way(t, figure, start, ground, surface)
    named = (*e.over, *e.into, *e.out_of, *figure.within, piece_name(surface))
    pieces = [piece_name(name) for name in named if name != GROUND]
    require_named(t, "LC-14.8", "terrain crossed", pieces, met.pieces)
    require_named(t, "LC-14.7", "characters crossed", e.through, met.characters)
    way, shapes = swept(start.reach, ground.reach), piece_shapes(t)
    for name in e.over:
        if (shape := shapes.get(piece_name(name))) is not None:
            require_near(t, "LC-14.8", "crossed:", name, gap(way, shape).least)
    for name in e.through:
        other = t.state.figures[name]
        if other.at is not None:
            require_near(t, "LC-14.7", "crossed:", name, gap(way, shape_of(t, other)).least)


def _require_share_inside(
    t: LcTable, figure: Figure, spot: Spot, e: Stride, ground: Footprint
) -> None:
    """LC-18.11: the mm of a straight Stride inside difficult ground that slows the character.

    The source does not say which part of a base counts: it is at least the way on which the whole
    base is inside, and at most the way on which any part of it is.
    """
    assert figure.at is not None
    record = record_of(t, figure)
    if sets_aside(t, "LC-18.11", record.changes):
        return
    hard = [
        shape
        for name, shape in piece_shapes(t).items()
        if difficult(t, t.catalog.piece[name]) and t.catalog.piece[name].size > record.step
    ]
    found = way_inside(figure.at, (spot.x, spot.y), ground, hard)
    require_same(t, "LC-18.11", "inside difficult ground", e.inside, *found)
    if not e.inside and found[1] > tolerance(t):
        t.trust(f"{figure.id} went no distance inside difficult ground; part of it {found[1]:g} mm")


# -- climbing, features, contact -----------------------------------------------------------------


def compare_climb(t: LcTable, figure: Figure, e: Climb, spot: Spot, edge: str) -> None:
    """LC-15.4: on the surface reached, as near to the edge climbed as declared, with room."""
    ground = ground_at(t, figure, spot)
    require_on_table(t, "LC-15.2", figure, ground)
    require_on_surface(t, "LC-15.2", figure, ground, e.to)
    if piece_name(edge) in piece_shapes(t):
        _require_at_edge(t, figure, e, spot, edge)
    require_terrain(t, "LC-14.8", ground, e.to, e.into, ())
    require_room(t, figure, End(ground, e.to, e.into), "LC-15.2")


def _require_at_edge(t: LcTable, figure: Figure, e: Climb, spot: Spot, edge: str) -> None:
    """LC-15.4: the distance to the edge that it climbed: going up, one that its base touched
    before; going down, the one that it is put at. Where that is not known, it is any edge."""
    ground, shape = ground_at(t, figure, spot), piece_shapes(t)[piece_name(edge)]
    piece = t.catalog.piece[piece_name(edge)]
    if piece_name(e.to) == piece_name(figure.on):
        t.trust(f"{e.mm:g} mm are from the edge of {e.to}")
        return
    up = piece_name(e.to) == piece.name
    nearest = edge_distance(ground, shape)
    climbed = None
    if up and figure.at is not None and not piece.round and t.choice["LC-I 61"] == "yes":
        climbed = edges_at(ground_of(t, figure), shape, tolerance(t))
    if climbed:
        found = [gap(ground, each) for each in climbed]
        least, most = min(f.least for f in found), max(f.most for f in found)
    else:
        least = nearest.least
        most = inf if up or piece.outline else nearest.most
    require_same(t, "LC-15.4", "from the edge climbed", e.mm, least, most)
    if figure.at is None:
        return
    gone = displacement(figure.at, (spot.x, spot.y))
    if gone > record_of(t, figure).longest + e.mm + 2 * tolerance(t):
        t.trust(f"{figure.id} climbed from where it stood, {gone:g} mm from where it is now")


def compare_traverse(t: LcTable, figure: Figure, e: Traverse, spot: Spot) -> None:
    """LC-18.4: where the piece of the feature is, with room to stand."""
    ground = ground_at(t, figure, spot)
    require_on_table(t, "LC-18.4", figure, ground)
    require_on_surface(t, "LC-18.4", figure, ground, e.to, stands=e.stands)
    if e.stands:
        require_room(t, figure, End(ground, e.to), "LC-18.4")


def compare_contact(t: LcTable, figure: Figure, target: str, rule: str) -> bool:
    """Refuse declared base contact that the positions contradict; True where they show it."""
    marker = scenario_of(t).marker.get(target)
    shape = piece_shapes(t).get(piece_name(target))
    if marker is not None:
        shape = None if marker.at is None else mark(marker.at)
    if shape is None:
        return False
    apart = gap(ground_of(t, figure), shape)
    require_near(t, rule, "in contact with", target, apart.least)
    return apart.most <= tolerance(t)
