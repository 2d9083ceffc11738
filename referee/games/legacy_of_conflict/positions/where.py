"""Where figures and pieces are, as shapes on the table."""

from collections.abc import Iterator, Mapping

from shapely import Polygon

from events.legacy_of_conflict import Spot
from referee.games.legacy_of_conflict.geometry import (
    Base,
    Footprint,
    Place,
    footprint,
    off_course,
)
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.state import Figure, LcTable, record_of, standing
from referee.games.legacy_of_conflict.surfaces import difficult, hazardous


def tolerance(t: LcTable) -> float:
    """By how many mm a declared figure and the positions may differ."""
    return float(t.state.tolerance)


def ground_of(t: LcTable, figure: Figure) -> Footprint:
    """The ground under a figure whose position is known."""
    assert figure.at is not None
    return footprint(Place(*figure.at, figure.facing), base_of(t, figure))


def ground_at(t: LcTable, figure: Figure, spot: Spot, facing: float | None = None) -> Footprint:
    """The ground under a figure, were it at a position.

    Args:
        facing: how it faces, where the position does not say so.
    """
    known = facing if spot.facing is None else spot.facing
    return footprint(Place(spot.x, spot.y, known), base_of(t, figure))


def facing_after(t: LcTable, figure: Figure, spot: Spot) -> float | None:
    """How a figure faces after a move straight ahead to a position that has no facing: as before
    where that led ahead, otherwise it was turned, which nobody has to log (LC-14.4)."""
    if figure.at is None or figure.facing is None:
        return None
    beside = off_course(figure.at, (spot.x, spot.y), figure.facing)
    return figure.facing if beside <= tolerance(t) else None


def base_of(t: LcTable, figure: Figure) -> Base:
    """The base of a figure."""
    record = record_of(t, figure)
    return Base(record.longest, record.shortest)


def shape_of(t: LcTable, figure: Figure) -> Polygon:
    """The ground that a figure whose position is known covers, or may cover: the base of an
    oval whose facing nobody logged is the circle of its longest dimension."""
    return ground_of(t, figure).reach


def placed(t: LcTable) -> Iterator[Figure]:
    """The figures on the table whose positions are known."""
    return (figure for figure in standing(t.state) if figure.at is not None)


def piece_name(surface: str) -> str:
    """The piece that a surface belongs to; the ground is none."""
    return surface.partition("/")[0]


def piece_shapes(t: LcTable) -> Mapping[str, Polygon]:
    """The outlines of the pieces on the table whose positions are in the catalog."""
    return t.catalog.outlines[t.state.table]


def whole_pieces(t: LcTable) -> dict[str, Polygon]:
    """The outlines of the pieces that are not destroyed."""
    ground = t.state.ground
    return {n: s for n, s in piece_shapes(t).items() if not ground[n].destroyed}


def rough_ground(t: LcTable, surface: str) -> dict[str, Polygon]:
    """The outlines of the hazards and difficult ground, rubble among it, that lie on a surface."""
    if surface != GROUND:
        return {}
    return {
        name: shape
        for name, shape in piece_shapes(t).items()
        if hazardous(t, t.catalog.piece[name]) or difficult(t, t.catalog.piece[name])
    }
