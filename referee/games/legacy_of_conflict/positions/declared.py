"""Refusals of what was declared and the positions contradict, with both figures."""

from collections.abc import Iterable

from referee.games.legacy_of_conflict.geometry import (
    Footprint,
    centre_inside,
    crossed,
    gap,
    on_table,
)
from referee.games.legacy_of_conflict.positions.where import (
    piece_name,
    piece_shapes,
    rough_ground,
    tolerance,
)
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.state import Figure, LcTable


def require_same(
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


def require_named(
    t: LcTable, rule: str, what: str, declared: Iterable[str], found: Iterable[str]
) -> None:
    """Refuse a list that leaves out what the positions show."""
    named = list(dict.fromkeys(name for name in declared if name))
    missing = sorted(set(found) - set(named))
    if missing:
        t.refuse(
            rule,
            "{what}: declared {declared}; the positions show {measured} too",
            what=what,
            declared=", ".join(named) or "nothing",
            measured=", ".join(missing),
            legal="all that the positions show",
        )


def require_near(t: LcTable, rule: str, what: str, name: str, mm: float) -> None:
    """Refuse what is declared met, and lies farther off than the tolerance."""
    if mm > tolerance(t):
        t.refuse(
            rule,
            "declared {what} {name}; by the positions they are {measured} mm apart",
            what=what,
            name=name,
            measured=f"{mm:g}",
            legal=f"within {t.state.tolerance} mm",
        )


def require_course(t: LcTable, rule: str, declared: str, beside: float, legal: str) -> None:
    """Refuse a direction that the positions contradict."""
    if beside > tolerance(t):
        back = beside == float("inf")
        t.refuse(
            rule,
            "declared {declared}; by the positions it is {measured}",
            declared=declared,
            measured="the other way" if back else f"{beside:g} mm beside that line",
            legal=legal,
        )


def require_on_table(t: LcTable, rule: str, figure: Figure, ground: Footprint) -> None:
    """Refuse a place that is surely over the table's edge."""
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


def require_on_surface(
    t: LcTable,
    rule: str,
    figure: Figure,
    ground: Footprint,
    surface: str,
    *,
    stands: bool = True,
) -> None:
    """Refuse a place on a piece that the position shows to be elsewhere; with its centre past
    the edge a figure stands only where somebody has seen it stand (LC-I 81)."""
    shape = piece_shapes(t).get(piece_name(surface))
    if shape is None:
        return
    require_near(t, rule, "on", surface, gap(ground, shape).least)
    centre = ground.core.centroid
    if stands and not centre_inside((centre.x, centre.y), shape):
        past = round(float(shape.distance(centre)), 1)
        if past > tolerance(t):
            t.trust(f"{figure.id} stands with its centre {past:g} mm past the edge of {surface}")


def require_terrain(
    t: LcTable,
    rule: str,
    ground: Footprint,
    surface: str,
    entered: Iterable[str],
    stays: Iterable[str],
) -> None:
    """Refuse hazards and difficult ground at the end that contradict the position."""
    if surface != GROUND:
        return
    within = list(entered)
    require_in(t, rule, ground, within)
    found = terrain_under(t, ground, surface)
    require_named(t, rule, "terrain at the end", [*within, *stays], found)


def require_in(t: LcTable, rule: str, ground: Footprint, pieces: Iterable[str]) -> None:
    """Refuse pieces that it is declared in, and that lie farther off than the tolerance."""
    shapes = piece_shapes(t)
    for name in pieces:
        if name in shapes:
            require_near(t, rule, "in", name, gap(ground, shapes[name]).least)


def terrain_under(t: LcTable, ground: Footprint, surface: str) -> set[str]:
    """The hazards and difficult ground that a figure on a surface surely stands in."""
    return crossed(ground.core, ground.core, rough_ground(t, surface), tolerance(t))
