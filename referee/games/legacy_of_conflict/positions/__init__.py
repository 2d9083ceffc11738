"""Positions, where they are logged: what they say is compared with what was declared.

A position is optional, and all that follows from it is too: where it is known, the distance,
straightness, base contact, what is in the way and what lies between are computed, and a
declaration that differs by more than the agreed tolerance is refused with both figures. What
neither the positions nor the declaration settles is taken on trust, in the words of what nobody
has checked. One thing follows from a position alone: who is set up in a hazard stands in it.

Handlers ask here. What computes is loaded by the first position that is logged, and not before.
"""

from collections.abc import Sequence

from events import legacy_of_conflict as ev
from referee.games.legacy_of_conflict.characters import Attack as AttackRecord
from referee.games.legacy_of_conflict.scenarios import Piece
from referee.games.legacy_of_conflict.state import Figure, LcTable, record_of


def put(
    t: LcTable,
    figure: Figure,
    spot: ev.Spot | None,
    *,
    turned: bool = True,
    ahead: bool = False,
) -> None:
    """Where the figure is now, and how it faces.

    Without a position it is not known where it is, and without a facing not how it faces; a
    round base keeps in the record the last that was logged, unless attacks go by it (LC-I 41).

    Args:
        turned: whether it may have turned, which nobody has to log (LC-14.4).
        ahead: whether it went straight ahead.
    """
    if spot is None:
        figure.at = None
        if turned:
            figure.facing = None
        return
    if spot.facing is not None:
        figure.facing = spot.facing
    elif turned and (t.choice["LC-I 41"] != "no" or not _is_round(t, figure)):
        from referee.games.legacy_of_conflict.positions.where import facing_after

        figure.facing = facing_after(t, figure, spot) if ahead else None
    figure.at = (spot.x, spot.y)


def _is_round(t: LcTable, figure: Figure) -> bool:
    record = record_of(t, figure)
    return record.longest == record.shortest


def require_placed(t: LcTable, figure: Figure, e: ev.Place) -> list[str]:
    """Where a figure is set up it has room, on the surface and in the terrain named (LC-21.7); the
    hazards that it stands in beside that."""
    if e.at is None:
        return []
    from referee.games.legacy_of_conflict.positions.moved import compare_place

    return compare_place(t, figure, e, e.at)


def require_stride(t: LcTable, figure: Figure, e: ev.Stride) -> bool:
    """A Stride is what the positions at both ends show; True where nothing is left to trust."""
    if e.at is None:
        return False
    from referee.games.legacy_of_conflict.positions.moved import compare_stride

    return compare_stride(t, figure, e, e.at)


def require_climb(t: LcTable, figure: Figure, e: ev.Climb, edge: str) -> None:
    """A climb ends on the surface and as near to the edge as declared (LC-15.4).

    Args:
        edge: the surface whose edge is climbed.
    """
    if e.at is not None:
        from referee.games.legacy_of_conflict.positions.moved import compare_climb

        compare_climb(t, figure, e, e.at, edge)


def require_traverse(t: LcTable, figure: Figure, e: ev.Traverse) -> None:
    """A feature ends where its piece is, with room to stand (LC-18.4)."""
    if e.at is not None:
        from referee.games.legacy_of_conflict.positions.moved import compare_traverse

        compare_traverse(t, figure, e, e.at)


def require_contact(t: LcTable, figure: Figure, target: str, rule: str) -> bool:
    """Refuse declared base contact that the positions contradict; True where they show it.

    Args:
        target: a terrain piece, one of its levels, or a marker, whose position is a point.
    """
    if figure.at is None:
        return False
    from referee.games.legacy_of_conflict.positions.moved import compare_contact

    return compare_contact(t, figure, target, rule)


def require_push(t: LcTable, pusher: Figure, figure: Figure, e: ev.Push | ev.Throw) -> bool:
    """A push is what the positions show (LC-20.1, 20.3); True where nothing is left to trust."""
    if e.at is None:
        return False
    from referee.games.legacy_of_conflict.positions.forced import compare_push

    return compare_push(t, pusher, figure, e, e.at)


def require_landing(t: LcTable, figure: Figure, onto: Figure | None, e: ev.Fall) -> None:
    """A fall ends where it can (LC-20.6, 20.9)."""
    if e.at is not None:
        from referee.games.legacy_of_conflict.positions.forced import compare_fall

        compare_fall(t, figure, onto, e, e.at)


def require_displacement(t: LcTable, figure: Figure, e: ev.Displace) -> None:
    """A displacement ends all base contact, and is no longer than that takes (LC-20.11)."""
    if e.at is not None:
        from referee.games.legacy_of_conflict.positions.forced import compare_displacement

        compare_displacement(t, figure, e, e.at)


def require_distance(t: LcTable, figure: Figure, target: Figure | Piece, mm: float) -> bool:
    """A distance is what the positions show (LC-13.3); False where one of them is not known."""
    if figure.at is None or (isinstance(target, Figure) and target.at is None):
        return False
    from referee.games.legacy_of_conflict.positions.aimed import compare_distance

    return compare_distance(t, figure, target, mm)


def require_front(t: LcTable, figure: Figure, target: Figure | Piece) -> bool:
    """A target is not behind the attacker (LC-I 41); True where nothing is left to trust."""
    if figure.at is None or (isinstance(target, Figure) and target.at is None):
        return False
    from referee.games.legacy_of_conflict.positions.aimed import compare_front

    return compare_front(t, figure, target)


def require_line(
    t: LcTable, figure: Figure, target: Figure | Piece, between: Sequence[str]
) -> None:
    """What is declared to lie between is what the positions show (LC-16.1), where they show the
    distance."""
    from referee.games.legacy_of_conflict.positions.aimed import compare_line

    compare_line(t, figure, target, between)


def require_area(
    t: LcTable, figure: Figure, chosen: AttackRecord, e: ev.Attack, level: str | None
) -> bool:
    """An area catches whom the positions show in it (LC-13.11); True where nothing is left to
    trust.

    Args:
        level: the surface that it stays on; None where it reaches all.
    """
    if all(other.at is None for other in t.state.figures.values()):
        return False
    from referee.games.legacy_of_conflict.positions.aimed import compare_area

    return compare_area(t, figure, chosen, e, level)


# -- what is offered ---------------------------------------------------------------------------


def _known(figure: Figure, target: Figure | Piece) -> bool:
    return figure.at is not None and (isinstance(target, Piece) or target.at is not None)


def offered_distances(
    t: LcTable,
    figure: Figure,
    target: Figure | Piece,
    bounds: tuple[float, float],
    *,
    front: bool = True,
) -> tuple[float, float] | None:
    """The distances within a range that the positions do not refuse; None where there is none.

    Args:
        front: whether a target behind is out of reach where facing counts (LC-I 41).
    """
    if not _known(figure, target):
        return bounds
    from referee.games.legacy_of_conflict.positions import offered

    front = front and t.choice["LC-I 41"] == "front_half_only"
    if front and not offered.in_front(t, figure, target):
        return None
    return offered.distances(t, figure, target, bounds)


def offered_between(t: LcTable, figure: Figure, target: Figure, names: Sequence[str]) -> list[str]:
    """Those pieces that may lie between, as far as the positions show it at a glance."""
    if not _known(figure, target):
        return list(names)
    from referee.games.legacy_of_conflict.positions import offered

    beside = offered.beside_every_line(t, figure, target, names)
    return [name for name in names if name not in beside]


def offered_catch(
    t: LcTable, figure: Figure, chosen: AttackRecord, target: Figure, level: str | None
) -> tuple[tuple[str, float], ...]:
    """Whom the positions show in an area around a character, and how far off, beside itself."""
    if target.at is None:
        return ()
    from referee.games.legacy_of_conflict.positions import offered

    return offered.caught(t, figure, chosen, target, level)


def offered_contact(t: LcTable, figure: Figure, target: str) -> bool:
    """Whether base contact with a piece or marker is not refused by the positions."""
    if figure.at is None:
        return True
    from referee.games.legacy_of_conflict.positions import offered

    return offered.touches(t, figure, target)
