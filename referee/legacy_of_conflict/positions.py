"""Positions, where they are logged: what they say is compared with what was declared.

A position is optional, and all that follows from it is too: where both ends are known, the
distance, straightness, base contact and what lies between are computed, and a declaration that
differs by more than the agreed tolerance is refused with both figures. The geometry is loaded
only when a position is logged.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from events.legacy_of_conflict import Attack, Climb, Displace, Fall, Push, Spot, Stride, Throw
from referee.legacy_of_conflict.state import Figure, LcTable, record_of, standing
from referee.legacy_of_conflict.surfaces import height

Polygon = Any


def tolerance(t: LcTable) -> float:
    """By how many mm a declared figure and the positions may differ."""
    return float(t.state.tolerance)


def shape_of(t: LcTable, figure: Figure) -> Polygon:
    """The base of a figure whose position is known."""
    from referee.legacy_of_conflict.geometry import base_shape

    assert figure.at is not None
    record = record_of(t, figure)
    x, y = figure.at
    return base_shape(x, y, figure.facing, record.longest, record.shortest)


def _shape_at(t: LcTable, figure: Figure, spot: Spot) -> Polygon:
    from referee.legacy_of_conflict.geometry import base_shape

    record = record_of(t, figure)
    facing = figure.facing if spot.facing is None else spot.facing
    return base_shape(spot.x, spot.y, facing, record.longest, record.shortest)


def piece_shapes(t: LcTable) -> Mapping[str, Polygon]:
    """The outlines of the pieces on the table whose positions are in the catalog."""
    from referee.legacy_of_conflict.geometry import piece_shape

    key = ("shapes", t.state.table)
    found: dict[str, Polygon] | None = t.catalog.memory.get(key)
    if found is None:
        found = {}
        for laid in t.catalog.table[t.state.table].pieces:
            piece = t.catalog.piece[laid.piece]
            if laid.at is not None and (piece.outline or (piece.width and piece.depth)):
                x, y, facing = laid.at
                found[piece.name] = piece_shape(
                    x, y, facing, piece.width, piece.depth, piece.round, piece.outline
                )
        t.catalog.memory[key] = found
    return found


def _whole(t: LcTable) -> dict[str, Polygon]:
    """The outlines of the pieces that are not destroyed."""
    ground = t.state.ground
    return {n: s for n, s in piece_shapes(t).items() if not ground[n].destroyed}


def put(figure: Figure, spot: Spot) -> None:
    """The position is known now; the facing only where it was logged."""
    figure.at = (spot.x, spot.y)
    if spot.facing is not None:
        figure.facing = spot.facing


def _same(t: LcTable, rule: str, what: str, declared: float, found: float) -> None:
    """Refuse a declared figure that the positions contradict."""
    if abs(declared - found) > tolerance(t):
        t.refuse(
            rule,
            "{what}: declared {declared} mm, by the positions {measured} mm",
            what=what,
            declared=f"{declared:g}",
            measured=f"{found:g}",
            legal=f"within {t.state.tolerance} mm of each other",
        )


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
        )


def placed_at(t: LcTable, figure: Figure, spot: Spot) -> None:
    """A figure is set up at a position on the table (LC-21.7)."""
    from referee.legacy_of_conflict.geometry import on_table

    table = t.catalog.table[t.state.table]
    shape = _shape_at(t, figure, spot)
    if not on_table(shape, table.width, table.depth, tolerance(t)):
        t.refuse(
            "LC-21.7",
            "{unit} at {x}, {y} is not on the table of {width} by {depth} mm",
            unit=figure.id,
            x=f"{spot.x:g}",
            y=f"{spot.y:g}",
            width=f"{table.width:g}",
            depth=f"{table.depth:g}",
        )
    put(figure, spot)


def moved_to(t: LcTable, figure: Figure, spot: Spot) -> None:
    """A figure comes to a position by what nobody measures."""
    put(figure, spot)


def _in_the_way(t: LcTable, figure: Figure, spot: Spot) -> tuple[set[str], set[str]]:
    """The pieces and characters that a straight move runs through by more than the tolerance."""
    from referee.legacy_of_conflict.geometry import crossed

    here = height(t, figure.on)
    own = figure.on.partition("/")[0]
    pieces = {
        name: shape
        for name, shape in _whole(t).items()
        if name != own and t.catalog.piece[name].size > here
    }
    others = {
        f.id: shape_of(t, f)
        for f in standing(t.state)
        if f is not figure and f.at is not None and f.on == figure.on
    }
    start, end = shape_of(t, figure), _shape_at(t, figure, spot)
    slack = tolerance(t)
    return crossed(start, end, pieces, slack), crossed(start, end, others, slack)


def strode_to(t: LcTable, figure: Figure, e: Stride) -> bool:
    """Compare a Stride with the positions at both ends; True where nothing is left to trust."""
    from referee.legacy_of_conflict.geometry import displacement, off_course, on_table

    spot = e.at
    if spot is None or figure.at is None:
        return False
    end = (spot.x, spot.y)
    _same(t, "LC-14.6", "the Stride", e.mm + e.inside, displacement(figure.at, end))
    facing = figure.facing if spot.facing is None else spot.facing
    if e.ahead and facing is not None:
        beside = off_course(figure.at, end, facing)
        if beside > tolerance(t):
            t.refuse(
                "LC-14.5",
                "declared straight ahead, by the positions {measured} mm beside it",
                measured=f"{beside:g}",
                legal="ahead=no",
            )
    pieces, others = _in_the_way(t, figure, spot)
    named = (*e.over, *e.into, *e.out_of, *figure.within, (e.on or figure.on).partition("/")[0])
    _named(t, "LC-14.8", "terrain crossed", named, pieces)
    _named(t, "LC-14.7", "characters crossed", e.through, others)
    table = t.catalog.table[t.state.table]
    if not e.off_table and not on_table(
        _shape_at(t, figure, spot), table.width, table.depth, tolerance(t)
    ):
        t.refuse(
            "LC-14.7",
            "by the positions {unit} leaves the table",
            unit=figure.id,
            legal="a place on the table",
        )
    return facing is not None or not e.ahead


def pushed_to(t: LcTable, pusher: Figure, figure: Figure, e: Push | Throw) -> None:
    """Compare a push with the positions at both ends (LC-20.1)."""
    from referee.legacy_of_conflict.geometry import displacement, off_line_away

    spot = e.at
    assert spot is not None
    if figure.at is not None:
        end = (spot.x, spot.y)
        _same(t, "LC-20.1", "the distance", e.mm, displacement(figure.at, end))
        if pusher.at is not None:
            beside = off_line_away(pusher.at, figure.at, end)
            if beside > tolerance(t):
                t.refuse(
                    "LC-20.1",
                    "declared straight away, by the positions {measured} mm beside that line",
                    measured=f"{beside:g}",
                )
    put(figure, spot)


def contact(t: LcTable, figure: Figure, target: str, rule: str) -> bool:
    """Refuse declared base contact that the positions contradict; True where they show it."""
    from referee.legacy_of_conflict.geometry import gap

    shape = piece_shapes(t).get(target.partition("/")[0])
    if shape is None or figure.at is None:
        return False
    apart = gap(shape_of(t, figure), shape).least
    if apart > tolerance(t):
        t.refuse(
            rule,
            "declared in contact with {piece}, by the positions {measured} mm apart",
            piece=target,
            measured=f"{apart:g}",
        )
    return True


def aimed(t: LcTable, figure: Figure, target: Figure, e: Attack) -> bool:
    """Compare an attack's distance and what lies between with the positions (LC-13.3, 16.1).

    Returns:
        Whether nothing is left to trust.
    """
    from referee.legacy_of_conflict.geometry import centre_distance, gap, lines

    if figure.at is None or target.at is None:
        return False
    one, other = shape_of(t, figure), shape_of(t, target)
    if t.choice["LC-I 40"] == "centre_to_centre":
        apart = centre_distance(figure.at, target.at).least
    else:
        apart = gap(one, other).least
    _same(t, "LC-13.3", "the distance", e.mm, apart)
    under = {figure.on.partition("/")[0], target.on.partition("/")[0]}
    pieces = {n: s for n, s in _whole(t).items() if n not in under}
    sight = lines(one, other, pieces)
    declared = {name.partition("/")[0] for name in e.between}
    _named(t, "LC-16.1", "between", sorted(declared), set(sight.every))
    beside = sorted((declared & pieces.keys()) - sight.some)
    if beside:
        t.refuse(
            "LC-16.1",
            "declared between: {declared}; by the positions no line crosses {measured}",
            declared=", ".join(sorted(declared)),
            measured=", ".join(beside),
        )
    return True


def climbed_to(figure: Figure, e: Climb | Displace | Fall) -> None:
    """The position at the end of a climb, where it was logged; unknown otherwise."""
    if e.at is None:
        figure.at = None
    else:
        put(figure, e.at)


__all__ = [
    "aimed",
    "climbed_to",
    "contact",
    "moved_to",
    "piece_shapes",
    "placed_at",
    "pushed_to",
    "put",
    "shape_of",
    "strode_to",
    "tolerance",
]
