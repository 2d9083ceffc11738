"""Attacks and abilities compared with the positions: the distance, the line of sight, and whom an
area catches (LC-13.3, 13.11, 16.1)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import shapely
from shapely import Polygon

from events.legacy_of_conflict import Attack
from referee.games.legacy_of_conflict.characters import Attack as AttackRecord
from referee.games.legacy_of_conflict.geometry import (
    Footprint,
    Span,
    ahead_of,
    centre_distance,
    farthest,
    gap,
)
from referee.games.legacy_of_conflict.positions.declared import require_named, require_same
from referee.games.legacy_of_conflict.positions.where import (
    base_of,
    ground_of,
    piece_name,
    piece_shapes,
    placed,
    tolerance,
    whole_pieces,
)
from referee.games.legacy_of_conflict.scenarios import GROUND, Piece
from referee.games.legacy_of_conflict.sight import cover_of, size_compared
from referee.games.legacy_of_conflict.state import Figure, LcTable, standing
from referee.games.legacy_of_conflict.straight_lines import aside, free_line, screen
from referee.games.legacy_of_conflict.surfaces import height

_FINE = 0.1
"""By how many mm the corners of a shape may be off."""


# -- the distance --------------------------------------------------------------------------------


def compare_distance(t: LcTable, figure: Figure, target: Figure | Piece, mm: float) -> bool:
    """LC-13.3: the distance (LC-I 40), which is longer than on the table where one stands higher;
    False where the positions do not say it."""
    found = distance_shown(t, figure, target)
    if found is None:
        return False
    level = isinstance(target, Piece) or height(t, figure.on) == height(t, target.on)
    if not level and mm > found.most + tolerance(t):
        t.trust(f"{mm:g} mm aslant, from one height to another: on the table {found.most:g} mm")
        return True
    require_same(t, "LC-13.3", "the distance", mm, *found)
    return True


def distance_shown(t: LcTable, figure: Figure, target: Figure | Piece) -> Span | None:
    """The distance that the positions show (LC-I 40); None where they do not say it."""
    centres = t.choice["LC-I 40"] == "centre_to_centre"
    if isinstance(target, Piece):
        shape = piece_shapes(t).get(target.name)
        return None if shape is None or centres else gap(ground_of(t, figure), shape)
    if centres:
        assert figure.at is not None and target.at is not None
        return centre_distance(figure.at, target.at)
    return gap(ground_of(t, figure), ground_of(t, target))


def _ground(t: LcTable, target: Figure | Piece) -> Footprint | None:
    """What a character whose position is known covers, or a piece; None for a piece that is
    nowhere."""
    if isinstance(target, Figure):
        return ground_of(t, target)
    shape = piece_shapes(t).get(target.name)
    return None if shape is None else Footprint(shape, shape)


def ahead_shown(t: LcTable, figure: Figure, target: Figure | Piece) -> Span | None:
    """How far the foremost part of a target lies ahead of the attacker's centre; None where the
    positions do not say it."""
    ground = _ground(t, target)
    if figure.facing is None or figure.at is None or ground is None:
        return None
    core, reach = (ahead_of(figure.at, figure.facing, shape) for shape in ground)
    return Span(core, reach)


def compare_front(t: LcTable, figure: Figure, target: Figure | Piece) -> bool:
    """LC-I 41: refuse a target of which no part lies ahead of the attacker's centre; True where
    some part surely does."""
    found = ahead_shown(t, figure, target)
    if found is None:
        return False
    if found.most < -tolerance(t):
        t.refuse(
            "LC-13.3",
            "by the positions {target} is {measured} mm behind {unit}, which faces {facing}°",
            target=target.id if isinstance(target, Figure) else target.name,
            measured=f"{-found.most:g}",
            unit=figure.id,
            facing=f"{figure.facing:g}",
            legal="a target in the front half",
        )
    return found.least > tolerance(t)


# -- the line of sight ---------------------------------------------------------------------------


class Ends(NamedTuple):
    """Where lines of sight begin and end: what each end covers surely, and what it may cover."""

    start: Footprint
    end: Footprint

    @property
    def surely(self) -> tuple[Polygon, Polygon]:
        """Between these there are no lines that there might not be."""
        return self.start.core, self.end.core

    @property
    def at_most(self) -> tuple[Polygon, Polygon]:
        """Between these there are all lines that there might be."""
        return self.start.reach, self.end.reach


def ends_of(t: LcTable, figure: Figure, target: Figure | Piece) -> Ends:
    """LC-I 64: from base to base, or from centre to centre, of those whose positions are known."""
    centres = t.choice["LC-I 64"] == "centre_to_centre"
    grounds: list[Footprint] = []
    for each in (figure, target):
        ground = _ground(t, each)
        assert ground is not None
        if centres:
            centre = shapely.buffer(ground.core.centroid, _FINE)
            ground = Footprint(centre, centre)
        grounds.append(Footprint(ground.core, shapely.buffer(ground.reach, tolerance(t) + _FINE)))
    return Ends(*grounds)


def compare_line(
    t: LcTable, figure: Figure, target: Figure | Piece, between: Sequence[str]
) -> None:
    """LC-16.1: refuse pieces that no line runs through, cover where a line is free, and a list
    that leaves out what every line runs through; what the positions leave open is trusted.

    Seen from above: where one end is higher, a line may pass over what it crosses here.
    """
    ends = ends_of(t, figure, target)
    hiding = _hiding(t, figure, target)
    grounds = grounds_of(t, hiding)
    shapes = {name: ground.reach for name, ground in grounds.items()}
    _trust_underfoot(t, figure, target, between)
    declared = list(dict.fromkeys(piece_name(name) for name in between))
    known = [name for name in declared if name in shapes]
    beside = aside(*ends.at_most, shapes)
    _require_met(t, ends, {n: shapes[n] for n in known if beside[n] > _FINE})
    level = _on_the_ground(figure, target)
    near = {n: s for n, s in shapes.items() if beside[n] <= _FINE}
    aloft = {n for n in near if level and _stands_on_a_piece(t, n)}
    near = {n: s for n, s in near.items() if n not in aloft}
    known = [name for name in known if name not in aloft]
    unplaced = sorted(aloft | (hiding - shapes.keys()))
    if not near:
        _trust_unplaced(t, unplaced, declared)
        return
    reach = screen(tuple(near.values()), tolerance(t)).reach
    if known and not unplaced:
        _require_needed(t, ends, known, reach)
    every, blocked = _blocking(ends, {name: grounds[name] for name in near})
    if level:
        require_named(t, "LC-16.1", "between", declared, every)
        if blocked and not known:
            require_named(t, "LC-16.1", "between", declared, near)
    if set(known) == every == near.keys() and level:
        _trust_unplaced(t, unplaced, declared)
        return
    if not known and free_line(*ends.surely, reach) is not None:
        _trust_unplaced(t, unplaced, declared)
        return
    if not level:
        _trust_over(t, sorted(near.keys() - set(known)), known)
    elif not known:
        _trust_free(t, [*sorted(near), *unplaced])
    elif not blocked:
        t.trust(f"no line is free of {_listed(known)}")
    else:
        t.trust(f"the line that counts runs through {_listed(known)}, and nothing else")


def _on_the_ground(figure: Figure, target: Figure | Piece) -> bool:
    """Whether a line from one to the other runs along the ground."""
    return figure.on == GROUND and (isinstance(target, Piece) or target.on == GROUND)


def grounds_of(t: LcTable, names: Collection[str]) -> dict[str, Footprint]:
    """Where these pieces and characters are, as far as that is known."""
    found = {n: Footprint(s, s) for n, s in whole_pieces(t).items() if n in names}
    return found | {f.id: ground_of(t, f) for f in placed(t) if f.id in names}


def _blocking(ends: Ends, grounds: Mapping[str, Footprint]) -> tuple[set[str], bool]:
    """Those of which no line is free, and whether none is free of all of them."""
    alone = {n: screen((ground.core,), 0.0).core for n, ground in grounds.items()}
    every = {n for n, core in alone.items() if free_line(*ends.at_most, core) is None}
    core = screen(tuple(ground.core for ground in grounds.values()), 0.0).core
    return every, bool(every) or free_line(*ends.at_most, core) is None


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _trust_free(t: LcTable, names: Sequence[str]) -> None:
    t.trust(f"a line is free of {_listed(names)}")


def _trust_unplaced(t: LcTable, names: Sequence[str], declared: Sequence[str]) -> None:
    """What has no position, or stands on a piece, beside a line or across it as declared."""
    free = [name for name in names if name not in declared]
    met = [name for name in names if name in declared]
    if free:
        _trust_free(t, free)
    if met:
        t.trust(f"no line is free of {_listed(met)}")


def _stands_on_a_piece(t: LcTable, name: str) -> bool:
    """Whether it is a character that a line along the ground may pass under (LC-I 65)."""
    other = t.state.figures.get(name)
    return other is not None and other.on != GROUND


def _trust_over(t: LcTable, passed: Sequence[str], met: Sequence[str]) -> None:
    """What only the table shows where the heights differ."""
    if passed:
        t.trust(f"a line passes {_listed(passed)}, from one height to another")
    if met:
        t.trust(f"no line passes over {_listed(met)}")


def _size(t: LcTable, figure: Figure, target: Figure | Piece) -> float:
    """LC-I 67: the Size that is compared with what lies between."""
    if isinstance(target, Piece):
        return size_compared(t, figure, None, target.size)
    return size_compared(t, figure, target, 0)


def _under(figure: Figure, target: Figure | Piece) -> set[str]:
    """The pieces that either stands on, and a piece that is the target itself."""
    other = target.name if isinstance(target, Piece) else piece_name(target.on)
    return {piece_name(figure.on), other}


def _gives(t: LcTable, name: str, size: float) -> bool:
    """Whether a piece gives cover to such a Size, or hides it, if it lies between."""
    return any(cover_of(t, s, size) != 0 for s in (name, *t.catalog.piece[name].surfaces))


def _hiding(t: LcTable, figure: Figure, target: Figure | Piece) -> set[str]:
    """What gives cover to this target or hides it, if it lies between (LC-16.3 to 16.6, LC-I 65);
    none that either stands on."""
    size, under = _size(t, figure, target), _under(figure, target)
    found = {name for name in t.state.ground if name not in under and _gives(t, name, size)}
    if t.choice["LC-I 65"] != "no":
        others = (f for f in standing(t.state) if f is not figure and f is not target)
        found |= {f.id for f in others if cover_of(t, f.id, size) != 0}
    return found


def _trust_underfoot(
    t: LcTable, figure: Figure, target: Figure | Piece, between: Sequence[str]
) -> None:
    """LC-I 66: where what they stand on counts, no position tells whether a line crosses it."""
    if t.choice["LC-I 66"] == "ignored":
        return
    own = target.name if isinstance(target, Piece) else ""
    declared = {piece_name(name) for name in between}
    size = _size(t, figure, target)
    for name in sorted(_under(figure, target) - {GROUND, own}):
        if _gives(t, name, size):
            said = "no line is free of" if name in declared else "a line is free of"
            t.trust(f"{said} {name}, which one of them stands on")


def _require_met(t: LcTable, ends: Ends, missed: dict[str, Polygon]) -> None:
    """Refuse pieces that are declared, and lie beside every line."""
    for name, mm in aside(*ends.surely, missed).items():
        t.refuse(
            "LC-16.1",
            "declared between: {declared}; by the positions {measured} mm beside every line",
            declared=name,
            measured=f"{mm:g}",
            legal="what lies between",
        )


def _require_needed(t: LcTable, ends: Ends, declared: Sequence[str], reach: Polygon) -> None:
    """LC-I 64: refuse cover where a line is free with the tolerance to spare."""
    free = free_line(*ends.surely, reach)
    if free is not None:
        (x, y), (u, v) = free
        t.refuse(
            "LC-16.1",
            "declared between: {declared}; by the positions the line from {start} to {end} is free",
            declared=_listed(declared),
            start=f"{x:.1f}:{y:.1f}",
            end=f"{u:.1f}:{v:.1f}",
            legal="between left out",
        )


# -- an area -------------------------------------------------------------------------------------


def compare_area(
    t: LcTable, figure: Figure, chosen: AttackRecord, e: Attack, level: str | None
) -> bool:
    """LC-13.11: whom the positions show in the area is caught, and as far off as declared; True
    where nothing is left to trust.

    Args:
        level: the surface that it stays on; None where it reaches all.
    """
    assert chosen.area is not None
    reach, slack = chosen.area.mm, tolerance(t)
    caught = {each.target: each.mm for each in e.caught}
    open_: list[str] = []
    for other in t.state.figures.values():
        if other.down or (level is not None and other.on != level):
            continue
        found = from_aim(t, figure, e, other)
        if other.id in caught:
            if found is not None and other.id != e.target:
                what = f"{other.id} from the point aimed at"
                require_same(t, "LC-13.11", what, caught[other.id], *found)
            continue
        if other is figure or not fits(chosen, figure, other):
            continue
        if found is None or found.least - slack <= reach < found.most + slack:
            open_.append(other.id)
        if found is not None and found.most + slack <= reach:
            t.refuse(
                "LC-13.11",
                "{unit} is not declared caught; by the positions it is {measured} mm from the "
                "point aimed at, and the area reaches {limit} mm",
                unit=other.id,
                measured=f"{found.most:g}",
                limit=f"{reach:g}",
                legal=f"caught={other.id}:{found.most:g} too",
            )
    if open_:
        t.trust(f"not in the area: {_listed(open_)}")
    return True


def fits(chosen: AttackRecord, figure: Figure, other: Figure) -> bool:
    """Whether the attack is for such a character (LC-13.3)."""
    friend = other.side == figure.side
    return "character" in chosen.targets or ("friend" if friend else "foe") in chosen.targets


def from_aim(t: LcTable, figure: Figure, e: Attack, other: Figure) -> Span | None:
    """How far a character is from what is aimed at, by how much of its base counts (LC-I 48).

    A point that is aimed at has no position, but it is as far from the attacker as declared,
    which leaves a span.
    """
    if other.at is None:
        return None
    ground = ground_of(t, other)
    target = t.state.figures.get(e.target)
    if target is not None:
        return None if target.at is None else _measured(t, ground_of(t, target), ground)
    piece = piece_shapes(t).get(e.target)
    if piece is not None:
        return _measured(t, Footprint(piece, piece), ground)
    return _from_point(t, figure, e.mm, other, ground) if figure.at is not None else None


def _measured(t: LcTable, aim: Footprint, ground: Footprint) -> Span:
    match t.choice["LC-I 48"]:
        case "centre_of_the_base":
            return gap(aim, ground.core.centroid)
        case "whole_base":
            return farthest(aim, ground)
        case _:
            return gap(aim, ground)


def _from_point(t: LcTable, figure: Figure, mm: float, other: Figure, ground: Footprint) -> Span:
    """From any point that is so many mm from the attacker."""
    about = ground_of(t, figure)
    least = max(0.0, _measured(t, about, ground).least - mm)
    centre = ground.core.centroid
    most = farthest(Footprint(centre, centre), about).most + mm
    if t.choice["LC-I 48"] == "whole_base":
        most += base_of(t, other).longest / 2
    return Span(least, round(most, 1))
