"""What is offered where positions are logged: distances, areas and contact that they show."""

from collections.abc import Collection

from events.legacy_of_conflict import Attack
from referee.games.legacy_of_conflict.characters import Attack as AttackRecord
from referee.games.legacy_of_conflict.geometry import gap, mark
from referee.games.legacy_of_conflict.positions.aimed import (
    ahead_shown,
    distance_shown,
    ends_of,
    fits,
    from_aim,
    grounds_of,
)
from referee.games.legacy_of_conflict.positions.where import (
    ground_of,
    piece_name,
    piece_shapes,
    tolerance,
)
from referee.games.legacy_of_conflict.scenarios import Piece
from referee.games.legacy_of_conflict.state import Figure, LcTable, scenario_of
from referee.games.legacy_of_conflict.straight_lines import aside

_FINE = 0.1
"""Distances are logged to so many mm (LC-1.6)."""


def distances(
    t: LcTable, figure: Figure, target: Figure | Piece, bounds: tuple[float, float]
) -> tuple[float, float] | None:
    """The distances within a range that the positions show (LC-13.3), or that are within the
    tolerance of it; None where the target is out of range."""
    found = distance_shown(t, figure, target)
    if found is None:
        return bounds
    least, most = max(bounds[0], found.least), min(bounds[1], found.most)
    if least <= most:
        return least, most
    nearest = bounds[1] if found.least > bounds[1] else bounds[0]
    slack = tolerance(t)
    return (nearest, nearest) if found.least - slack <= nearest <= found.most + slack else None


def in_front(t: LcTable, figure: Figure, target: Figure | Piece) -> bool:
    """Whether a target is not surely behind the attacker (LC-I 41)."""
    found = ahead_shown(t, figure, target)
    return found is None or found.most >= -tolerance(t)


def beside_every_line(
    t: LcTable, figure: Figure, target: Figure, names: Collection[str]
) -> set[str]:
    """Those pieces that no line from one to the other can run through (LC-16.1). Whether a line is
    free of the others is not looked at: that takes too long for what is only offered."""
    ends = ends_of(t, figure, target)
    shapes = {name: ground.reach for name, ground in grounds_of(t, names).items()}
    return {name for name, mm in aside(*ends.at_most, shapes).items() if mm > _FINE}


def caught(
    t: LcTable, figure: Figure, chosen: AttackRecord, target: Figure, level: str | None
) -> tuple[tuple[str, float], ...]:
    """Whom an area surely catches beside the character aimed at (LC-13.11), and how far off.

    Args:
        level: the surface that it stays on; None where it reaches all.
    """
    assert chosen.area is not None
    e = Attack(figure.seat, chosen.name, target.id, 0.0)
    found = []
    for other in t.state.figures.values():
        if other is figure or other is target or other.down or not fits(chosen, figure, other):
            continue
        if level is not None and other.on != level:
            continue
        span = from_aim(t, figure, e, other)
        if span is not None and span.most + tolerance(t) <= chosen.area.mm:
            found.append((other.id, span.most))
    return tuple(found)


def touches(t: LcTable, figure: Figure, target: str) -> bool:
    """Whether a base is not surely apart from a piece or marker (LC-15.3, 15.8, 18.9)."""
    marker = scenario_of(t).marker.get(target)
    shape = piece_shapes(t).get(piece_name(target))
    if marker is not None:
        shape = None if marker.at is None else mark(marker.at)
    return shape is None or gap(ground_of(t, figure), shape).least <= tolerance(t)
