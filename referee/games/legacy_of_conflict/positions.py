"""Positions, where they are logged: what they say is compared with what was declared.

A position is optional, and all that follows from it is too: where both ends are known, the
distance, straightness, base contact and what lies between are computed, and a declaration that
differs by more than the agreed tolerance is refused with both figures. The geometry is loaded
only when a position is logged.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from events.legacy_of_conflict import Attack, Climb, Displace, Fall, Push, Spot, Stride
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.state import (
    Figure,
    LcTable,
    record_of,
    scenario_of,
    sets_aside,
    standing,
)
from referee.games.legacy_of_conflict.surfaces import difficult, hazardous, height, shut, solid

if TYPE_CHECKING:
    from referee.games.legacy_of_conflict.geometry import Footprint, Span

Polygon = Any


def tolerance(t: LcTable) -> float:
    """By how many mm a declared figure and the positions may differ."""
    return float(t.state.tolerance)


def shape_of(t: LcTable, figure: Figure) -> Polygon:
    """The ground that a figure whose position is known covers, or may cover: the base of an
    oval whose facing nobody logged is the circle of its longest dimension."""
    return _ground_of(t, figure).reach


def _ground_of(t: LcTable, figure: Figure) -> "Footprint":
    from referee.games.legacy_of_conflict.geometry import Base, Place, footprint

    assert figure.at is not None
    record = record_of(t, figure)
    return footprint(Place(*figure.at, figure.facing), Base(record.longest, record.shortest))


def _ground_at(t: LcTable, figure: Figure, spot: Spot) -> "Footprint":
    from referee.games.legacy_of_conflict.geometry import Base, Place, footprint

    record = record_of(t, figure)
    place = Place(spot.x, spot.y, _facing(figure, spot))
    return footprint(place, Base(record.longest, record.shortest))


def _facing(figure: Figure, spot: Spot) -> float | None:
    return figure.facing if spot.facing is None else spot.facing


def piece_shapes(t: LcTable) -> Mapping[str, Polygon]:
    """The outlines of the pieces on the table whose positions are in the catalog."""
    return t.catalog.outlines[t.state.table]


def _whole(t: LcTable) -> dict[str, Polygon]:
    """The outlines of the pieces that are not destroyed."""
    ground = t.state.ground
    return {n: s for n, s in piece_shapes(t).items() if not ground[n].destroyed}


def put(figure: Figure, spot: Spot | None, *, turned: bool = True) -> None:
    """The position is known now, the facing only where it was logged; without a position it is
    not known where the figure is, nor, where it may have turned, how it faces."""
    if spot is None:
        figure.at = None
        if turned:
            figure.facing = None
        return
    figure.at = (spot.x, spot.y)
    if spot.facing is not None:
        figure.facing = spot.facing


# -- comparisons -------------------------------------------------------------------------------


def _same(
    t: LcTable, rule: str, what: str, declared: float, least: float, most: float | None = None
) -> None:
    """Refuse a declared figure that the positions contradict.

    Args:
        least: by the positions it is this, or where ``most`` is given, at least this.
        most: and at most that.
    """
    top = least if most is None else most
    slack = tolerance(t)
    if least - slack <= declared <= top + slack:
        return
    t.refuse(
        rule,
        "{what}: declared {declared} mm, by the positions {measured} mm",
        what=what,
        declared=f"{declared:g}",
        measured=_figures(least, top),
        legal=f"within {t.state.tolerance} mm of each other",
    )


def _figures(least: float, most: float) -> str:
    if most == least:
        return f"{least:g}"
    return f"{least:g} or more" if most == float("inf") else f"{least:g} to {most:g}"


def _named(t: LcTable, rule: str, what: str, declared: Iterable[str], found: set[str]) -> None:
    """Refuse a list that leaves out what the positions show."""
    missing = sorted(found - set(declared))
    if missing:
        t.refuse(
            rule,
            "{what}: declared {declared}, by the positions {measured} too",
            what=what,
            declared=", ".join(declared) or "none",
            measured=", ".join(missing),
            legal="all that the positions show",
        )


def _apart(t: LcTable, rule: str, what: str, name: str, mm: float) -> None:
    """Refuse what is declared met, and lies farther off than the tolerance."""
    if mm > tolerance(t):
        t.refuse(
            rule,
            "declared {what} {name}, by the positions {measured} mm apart",
            what=what,
            name=name,
            measured=f"{mm:g}",
            legal=f"within {t.state.tolerance} mm",
        )


def _course(t: LcTable, rule: str, declared: str, beside: float, legal: str) -> None:
    """Refuse a direction that the positions contradict."""
    if beside > tolerance(t):
        back = beside == float("inf")
        t.refuse(
            rule,
            "declared {declared}, by the positions {measured}",
            declared=declared,
            measured="the other way" if back else f"{beside:g} mm beside that line",
            legal=legal,
        )


def _on_table(t: LcTable, rule: str, figure: Figure, ground: "Footprint") -> None:
    """Refuse a place that is surely over the table's edge."""
    from referee.games.legacy_of_conflict.geometry import on_table

    table = t.catalog.table[t.state.table]
    if not on_table(ground.core, table.width, table.depth, tolerance(t)):
        t.refuse(
            rule,
            "by the positions {unit} is not on the table of {width} by {depth} mm",
            unit=figure.id,
            width=f"{table.width:g}",
            depth=f"{table.depth:g}",
            legal="a place on the table",
        )


def touching(t: LcTable, figure: Figure, spot: Spot, surface: str, rule: str) -> None:
    """Refuse an end on a piece that the position shows to be elsewhere."""
    from referee.games.legacy_of_conflict.geometry import gap

    shape = piece_shapes(t).get(surface.partition("/")[0])
    if shape is not None:
        ground = _ground_at(t, figure, spot)
        _apart(t, rule, "on", surface, gap(ground, shape).least)


def _ends_in(
    t: LcTable, figure: Figure, spot: Spot, rule: str, into: Iterable[str], stays: Iterable[str]
) -> None:
    """Refuse hazards and difficult ground at the end that contradict the position."""
    from referee.games.legacy_of_conflict.geometry import crossed, gap

    ground = _ground_at(t, figure, spot)
    shapes = piece_shapes(t)
    entered = list(into)
    for name in entered:
        if name in shapes:
            _apart(t, rule, "in", name, gap(ground, shapes[name]).least)
    found = crossed(ground.core, ground.core, _rough(t), tolerance(t))
    _named(t, rule, "terrain at the end", [*entered, *stays], found)


def _rough(t: LcTable) -> dict[str, Polygon]:
    """The outlines of hazards and difficult ground, rubble among it."""
    return {
        name: shape
        for name, shape in piece_shapes(t).items()
        if hazardous(t, t.catalog.piece[name]) or difficult(t, t.catalog.piece[name])
    }


# -- set up and moved --------------------------------------------------------------------------


def placed_at(t: LcTable, figure: Figure, spot: Spot) -> None:
    """A figure is set up at a position on the table (LC-21.7)."""
    _on_table(t, "LC-21.7", figure, _ground_at(t, figure, spot))
    put(figure, spot)


def _in_the_way(t: LcTable, figure: Figure, spot: Spot) -> tuple[set[str], set[str]]:
    """The pieces and characters that a straight move surely runs through by more than the
    tolerance. A bridge is passed under."""
    from referee.games.legacy_of_conflict.geometry import crossed

    here = height(t, figure.on)
    own = figure.on.partition("/")[0]
    rough = _rough(t) if figure.on == GROUND else {}
    pieces = {
        name: shape
        for name, shape in _whole(t).items()
        if name != own and t.catalog.piece[name].size > here and not t.catalog.piece[name].bridge
    }
    others = {
        f.id: _ground_of(t, f).core
        for f in standing(t.state)
        if f is not figure and f.at is not None and f.on == figure.on
    }
    start, end = _ground_of(t, figure).core, _ground_at(t, figure, spot).core
    slack = tolerance(t)
    return crossed(start, end, rough | pieces, slack), crossed(start, end, others, slack)


def _not_on_the_way(
    t: LcTable, figure: Figure, spot: Spot, rule: str, names: Iterable[str]
) -> None:
    """Refuse pieces and characters that are declared crossed, and lie beside a straight way."""
    from referee.games.legacy_of_conflict.geometry import gap, swept

    way = swept(_ground_of(t, figure).reach, _ground_at(t, figure, spot).reach)
    shapes = piece_shapes(t)
    for name in names:
        other = t.state.figures.get(name)
        shape = shapes.get(name.partition("/")[0])
        if other is not None and other.at is not None:
            shape = shape_of(t, other)
        if shape is not None:
            _apart(t, rule, "crossed:", name, gap(way, shape).least)


def strode_to(t: LcTable, figure: Figure, e: Stride) -> bool:
    """Compare a Stride with the positions at both ends; True where nothing is left to trust.

    A Stride that is not straight ahead may have bends: then the way is not known, only its ends,
    and what was declared is at least as long.
    """
    from referee.games.legacy_of_conflict.geometry import displacement, off_course

    spot = e.at
    if spot is None:
        return False
    surface = e.on or figure.on
    left = [name for name in figure.within if name not in e.out_of]
    if not e.off_table:
        _on_table(t, "LC-14.7", figure, _ground_at(t, figure, spot))
    touching(t, figure, spot, surface, "LC-15.2")
    if surface == GROUND:
        _ends_in(t, figure, spot, "LC-14.8", e.into, left)
    if figure.at is None:
        return False
    end = (spot.x, spot.y)
    declared = e.mm + e.inside
    gone = displacement(figure.at, end)
    straight = e.ahead or declared <= gone + tolerance(t)
    _same(t, "LC-14.6", "the Stride", declared, gone, None if e.ahead else float("inf"))
    facing = _facing(figure, spot)
    if e.ahead and facing is not None:
        beside = off_course(figure.at, end, facing)
        _course(t, "LC-14.5", "straight ahead", beside, "ahead=no")
    if not straight:
        return False
    pieces, others = _in_the_way(t, figure, spot)
    named = (*e.over, *e.into, *e.out_of, *figure.within, surface.partition("/")[0])
    _named(t, "LC-14.8", "terrain crossed", [n.partition("/")[0] for n in named], pieces)
    _named(t, "LC-14.7", "characters crossed", e.through, others)
    _not_on_the_way(t, figure, spot, "LC-14.8", e.over)
    _not_on_the_way(t, figure, spot, "LC-14.7", e.through)
    if figure.on == surface == GROUND:
        _share_inside(t, figure, spot, e)
    return facing is not None or not e.ahead


def _share_inside(t: LcTable, figure: Figure, spot: Spot, e: Stride) -> None:
    """LC-18.11: the mm of a straight Stride inside difficult ground that slows the character.

    The source does not say which part of a base counts: it is at least the way on which the whole
    base is inside, and at most the way on which any part of it is.
    """
    from referee.games.legacy_of_conflict.geometry import way_inside

    assert figure.at is not None
    record = record_of(t, figure)
    if sets_aside(t, "LC-18.11", record.changes):
        return
    hard = [
        shape
        for name, shape in piece_shapes(t).items()
        if difficult(t, t.catalog.piece[name]) and t.catalog.piece[name].size > record.step
    ]
    found = way_inside(figure.at, (spot.x, spot.y), _ground_at(t, figure, spot), hard)
    _same(t, "LC-18.11", "inside difficult ground", e.inside, *found)


def pushed_to(t: LcTable, pusher: Figure, figure: Figure, e: Push) -> bool:
    """Compare a push with the positions at both ends (LC-20.1, 20.3); True where nothing is left
    to trust."""
    from referee.games.legacy_of_conflict.geometry import displacement, gap, off_line_away

    spot = e.at
    assert spot is not None
    rule = "LC-20.1" if type(e) is Push else "LC-20.5"
    surface = e.on or figure.on
    ground = _ground_at(t, figure, spot)
    if e.stands:
        _on_table(t, "LC-20.3", figure, ground)
        touching(t, figure, spot, surface, "LC-20.3")
    by = t.state.figures.get(e.stopped_by)
    stop = piece_shapes(t).get(e.stopped_by)
    if by is not None and by.at is not None:
        stop = _ground_of(t, by)
    if stop is not None:
        _apart(t, "LC-20.3", "stopped by", e.stopped_by, gap(ground, stop).least)
    if surface == GROUND and e.stands:
        stays = [name for name in figure.within if name not in e.out_of]
        entered = [name for name in e.into if name not in e.out_of or name in figure.within]
        _ends_in(t, figure, spot, "LC-20.3", entered, stays)
    if figure.at is None:
        return False
    end = (spot.x, spot.y)
    _same(t, rule, "the distance", e.mm, displacement(figure.at, end))
    if pusher.at is not None:
        beside = off_line_away(pusher.at, figure.at, end)
        _course(t, rule, "straight away", beside, "straight from the pusher")
    pieces, others = _in_the_way(t, figure, spot)
    _named(t, "LC-20.3", "characters met", [e.stopped_by], others)
    met = {name for name in pieces if _stops(t, figure, name)}
    passed = pieces & _rough(t).keys() - met
    _named(t, "LC-20.3", "stopped by", [e.stopped_by, surface.partition("/")[0]], met)
    _named(t, "LC-20.3", "terrain entered", [*e.into, *e.out_of, *figure.within], passed)
    return pusher.at is not None


def _stops(t: LcTable, figure: Figure, name: str) -> bool:
    """Whether a piece stops a push: what is impassable, closed, or solid and not stepped over."""
    piece = t.catalog.piece[name]
    if piece.impassable or shut(t, piece):
        return True
    return solid(t, piece) and piece.size > record_of(t, figure).step


def landed_at(t: LcTable, figure: Figure, onto: Figure | None, e: Fall) -> None:
    """Compare where a falling character lands with its position (LC-20.6, 20.9)."""
    from referee.games.legacy_of_conflict.geometry import gap

    spot = e.at
    assert spot is not None
    ground = _ground_at(t, figure, spot)
    _on_table(t, "LC-20.6", figure, ground)
    touching(t, figure, spot, e.to, "LC-20.6")
    if onto is not None and onto.at is not None:
        _apart(t, "LC-20.9", "on", onto.id, gap(ground, _ground_of(t, onto)).least)
    if e.to == GROUND:
        _ends_in(t, figure, spot, "LC-20.6", e.into, ())


def displaced_to(t: LcTable, figure: Figure, e: Displace) -> None:
    """Compare a displacement with the positions: its length, and that it ends all base contact
    (LC-20.11)."""
    from referee.games.legacy_of_conflict.geometry import displacement

    spot = e.at
    assert spot is not None
    surface = e.on or figure.on
    ground = _ground_at(t, figure, spot)
    if e.stands:
        _on_table(t, "LC-20.11", figure, ground)
        touching(t, figure, spot, surface, "LC-20.11")
        if surface == GROUND:
            _ends_in(t, figure, spot, "LC-20.11", e.into, figure.within)
    if figure.at is not None:
        _same(t, "LC-20.11", "the distance", e.mm, displacement(figure.at, (spot.x, spot.y)))
    for other in standing(t.state):
        if other is not figure and other.at is not None and other.on == surface:
            deep = _overlap(ground, _ground_of(t, other))
            if deep > tolerance(t):
                t.refuse(
                    "LC-20.11",
                    "by the positions {unit} and {other} overlap by {measured} mm",
                    unit=figure.id,
                    other=other.id,
                    measured=f"{deep:g}",
                    legal="a place without base contact",
                )


def _overlap(one: "Footprint", other: "Footprint") -> float:
    from referee.games.legacy_of_conflict.geometry import overlap

    return overlap(one.core, other.core)


# -- contact and aim ---------------------------------------------------------------------------


def contact(t: LcTable, figure: Figure, target: str, rule: str) -> bool:
    """Refuse declared base contact that the positions contradict; True where they show it.

    Args:
        target: a terrain piece, one of its levels, or a marker, whose position is a point.
    """
    if figure.at is None:
        return False
    from referee.games.legacy_of_conflict.geometry import gap, mark

    marker = scenario_of(t).marker.get(target)
    shape = piece_shapes(t).get(target.partition("/")[0])
    if marker is not None:
        shape = None if marker.at is None else mark(marker.at)
    if shape is None:
        return False
    apart = gap(_ground_of(t, figure), shape)
    _apart(t, rule, "in contact with", target, apart.least)
    return apart.most <= tolerance(t)


def climbed_to(t: LcTable, figure: Figure, e: Climb, edge: str) -> None:
    """Compare the end of a climb with its position: the surface reached, and the distance from
    the nearest edge of the piece (LC-15.4).

    Args:
        edge: the surface whose edge was climbed.
    """
    if e.at is None:
        return
    from referee.games.legacy_of_conflict.geometry import edge_distance

    ground = _ground_at(t, figure, e.at)
    _on_table(t, "LC-15.2", figure, ground)
    touching(t, figure, e.at, e.to, "LC-15.2")
    shape = piece_shapes(t).get(edge.partition("/")[0])
    if shape is not None:
        nearest = edge_distance(ground, shape)
        _same(t, "LC-15.4", "from the edge", e.mm, nearest.least, float("inf"))
    if e.to == GROUND:
        _ends_in(t, figure, e.at, "LC-14.8", e.into, ())


def aimed(t: LcTable, figure: Figure, target: Figure, e: Attack) -> bool:
    """Compare an attack's distance, what lies between, and whom an area catches with the
    positions (LC-13.3, 13.11, 16.1).

    Returns:
        Whether nothing is left to trust.
    """
    if not distant(t, figure, target, e.mm):
        return False
    for caught in e.caught:
        unit = t.state.figures.get(caught.target)
        if unit is not None and unit is not target and unit.at is not None:
            apart = _distance(t, target, unit, centres=False)
            _same(t, "LC-13.11", f"{caught.target} from the target", caught.mm, *apart)
    in_line(t, figure, target, e.between)
    return True


def distant(t: LcTable, figure: Figure, target: Figure, mm: float) -> bool:
    """Compare a distance between two characters with their positions; False where one of these
    is not known."""
    if figure.at is None or target.at is None:
        return False
    centres = t.choice["LC-I 40"] == "centre_to_centre"
    _same(t, "LC-13.3", "the distance", mm, *_distance(t, figure, target, centres=centres))
    return True


def in_line(t: LcTable, figure: Figure, target: Figure, between: Sequence[str]) -> None:
    """Compare what is declared to lie between two characters with their positions (LC-16.1)."""
    from referee.games.legacy_of_conflict.geometry import lines

    one, other = _ground_of(t, figure), _ground_of(t, target)
    under = {figure.on.partition("/")[0], target.on.partition("/")[0]}
    flat = t.choice["LC-I 71"] == "no"
    pieces = {
        name: shape
        for name, shape in _whole(t).items()
        if name not in under and not (flat and t.catalog.piece[name].size < 1)
    }
    sight = lines(one.reach, other.reach, pieces)
    declared = {name.partition("/")[0] for name in between}
    known = declared & pieces.keys()
    _named(t, "LC-16.1", "between", sorted(declared), set(sight.every))
    if not sight.clear and not known and not lines(one.core, other.core, pieces).clear:
        _named(t, "LC-16.1", "between", sorted(declared), set(sight.some))
    beside = sorted(known - sight.some)
    if beside:
        t.refuse(
            "LC-16.1",
            "declared between: {declared}; by the positions no line crosses {measured}",
            declared=", ".join(sorted(declared)),
            measured=", ".join(beside),
            legal="what lies between",
        )


def _distance(t: LcTable, one: Figure, other: Figure, *, centres: bool) -> "Span":
    """The distance between two characters (LC-I 40)."""
    from referee.games.legacy_of_conflict.geometry import centre_distance, gap

    if centres:
        assert one.at is not None and other.at is not None
        return centre_distance(one.at, other.at)
    return gap(_ground_of(t, one), _ground_of(t, other))


__all__ = [
    "aimed",
    "climbed_to",
    "contact",
    "displaced_to",
    "distant",
    "in_line",
    "landed_at",
    "piece_shapes",
    "placed_at",
    "pushed_to",
    "put",
    "shape_of",
    "strode_to",
    "tolerance",
    "touching",
]
