"""Sections 14, 15 and 18: one Stride, and the terrain that it crosses, enters and leaves (LC-15.1,
17.8, 18.10 to 18.13)."""

from collections.abc import Sequence

from events.legacy_of_conflict import Stride
from referee.games.legacy_of_conflict.activation import require_acting
from referee.games.legacy_of_conflict.characters import Character
from referee.games.legacy_of_conflict.facts import UnitMoved
from referee.games.legacy_of_conflict.handlers import handles
from referee.games.legacy_of_conflict.harm import defeat
from referee.games.legacy_of_conflict.measurement import over, require_measure
from referee.games.legacy_of_conflict.movement import (
    STANDS,
    ends_unsupported,
    refuse_length,
    require_move,
    stridden,
    unsupported,
)
from referee.games.legacy_of_conflict.positions import put, require_stride
from referee.games.legacy_of_conflict.scenarios import GROUND, Piece
from referee.games.legacy_of_conflict.state import (
    Figure,
    LcTable,
    piece_at,
    record_of,
    sets_aside,
)
from referee.games.legacy_of_conflict.surfaces import (
    difficult,
    hazardous,
    height,
    require_enterable,
    require_leaving,
    require_open,
    require_piece,
    require_surface,
    solid,
)
from referee.games.legacy_of_conflict.terrain import destroy, walk_into
from referee.games.legacy_of_conflict.turn import settled

_AHEAD = "straight ahead, with nothing in the way but what is named"

_ASIDE = "nothing in the way but what is named"


@handles
def stride(t: LcTable, e: Stride) -> None:
    """LC-14.4 to 14.8, 15.1, 18.10 to 18.13: one Stride."""
    figure = require_acting(t, e.seat)
    moving = require_move(t, figure, e.part, 1)
    record = record_of(t, figure)
    before, surface = figure.on, e.on or figure.on

    if e.through:
        _require_passing(t, figure, record, e.through)
    if e.off_table and t.choice["LC-I 55"] == "nobody_leaves_and_pushes_stop":
        t.refuse(
            "LC-14.7", "{unit} leaves the table", unit=figure.id, legal="a Stride on the table"
        )
    if e.over:
        _require_crossing(t, record, e)
    if e.into:
        _require_entering(t, figure, record, e)
    if e.out_of:
        require_leaving(t, figure, e.out_of)
    if surface != before:
        _require_level(t, record, before, surface)
    _require_distances(t, figure, record, e)
    seen = require_stride(t, figure, e)
    falls = not e.stands and ends_unsupported(t, figure, moving, 1, (before, surface))

    if not seen:
        t.trust(_AHEAD if e.ahead else _ASIDE)
    if not (e.stands and seen and surface == GROUND):
        t.trust(STANDS if e.stands else "it does not stand at the end")
    stridden(t, figure, moving, 1, e.stands or falls)
    put(t, figure, e.at, ahead=e.ahead)
    figure.on = surface
    t.fact(UnitMoved(figure.seat, figure.id, "stride", e.mm + e.inside, 1, surface, "LC-14.6"))

    if e.stands and not (e.into or e.over or e.out_of or e.off_table):
        return
    _arrive(t, figure, record, e)
    if not figure.down:
        unsupported(t, figure, (before, surface), stands=e.stands, falls=falls)
    if t.state.fallen or figure.down:
        settled(t)


def _arrive(t: LcTable, figure: Figure, record: Character, e: Stride) -> None:
    """What a Stride leads to: off the table, through what breaks, into hazards."""
    if e.off_table:
        defeat(t, figure, "LC-14.7")
    for piece in _broken(t, record, e):
        destroy(t, piece, figure, "LC-17.8")
    if (e.into or e.over or e.out_of) and not figure.down:
        entered = _hazards_crossed(t, record, e)
        walk_into(t, figure, [*e.into, *entered], [*e.out_of, *entered], own=True)


# -- how far ------------------------------------------------------------------------------------


def _require_distances(t: LcTable, figure: Figure, record: Character, e: Stride) -> None:
    """LC-14.5, 14.6, 18.11: the length of the Stride, with its share in difficult ground."""
    require_measure(t, e.mm)
    if e.inside:
        require_measure(t, e.inside)
    elif e.over and e.mm and not sets_aside(t, "LC-18.11", record.changes):
        _require_some_way_inside(t, record, e)
    length = record.longest if e.ahead else record.shortest
    gone = _counted(t, figure, record, e) if e.inside or figure.within else e.mm
    if gone > length + over(t):
        refuse_length(t, record, gone, e.mm + e.inside, ahead=e.ahead)


def _counted(t: LcTable, figure: Figure, record: Character, e: Stride) -> float:
    """LC-18.11: the distance counted for a Stride, with the share in difficult ground (LC-I 83)."""
    pieces = [require_piece(t, name, "LC-18.11") for name in (*e.into, *figure.within, *e.over)]
    hard = [piece for piece in pieces if difficult(t, piece)]
    if not e.inside:
        slow = [p.name for p in hard if p.size > record.step and p.name in figure.within]
        stays = [name for name in slow if name not in e.out_of]
        if e.mm and stays and not sets_aside(t, "LC-18.11", record.changes):
            t.refuse(
                "LC-18.11",
                "{unit} stands in {piece} and stays there, and no distance inside is named",
                unit=figure.id,
                piece=stays[0],
                legal="inside=MM, the distance in difficult ground",
            )
        return e.mm
    if not hard:
        t.forbid(
            "LC-18.11",
            "{mm} mm inside difficult ground, and {unit} is in none",
            mm=f"{e.inside:g}",
            unit=figure.id,
            legal="the difficult piece that it is in, enters or crosses",
        )
    light = all(piece.size <= record.step for piece in hard)
    if light or sets_aside(t, "LC-18.11", record.changes):
        return e.mm + e.inside
    if t.choice["LC-I 83"] == "by_share":
        return e.mm + 2 * e.inside
    return 2 * (e.mm + e.inside)


# -- what is in the way -------------------------------------------------------------------------


def _require_passing(t: LcTable, figure: Figure, record: Character, names: Sequence[str]) -> None:
    """LC-14.7: other characters are in the way (LC-I 54)."""
    if sets_aside(t, "LC-14.7", record.changes):
        return
    for name in names:
        other = t.state.figures.get(name)
        if other is None or other.down or other is figure:
            t.forbid("LC-14.7", "{unit} is not on the table", unit=name, legal="who stands there")
        reading = t.choice["LC-I 54"]
        if reading == "friends_only" and other.side == figure.side:
            continue
        if reading == "by_the_step_over_limit" and record_of(t, other).size <= record.step:
            continue
        t.refuse(
            "LC-14.7",
            "{other} is in the way of {unit}",
            other=name,
            unit=figure.id,
            legal="around it",
        )


def _require_crossing(t: LcTable, record: Character, e: Stride) -> None:
    """LC-14.8, 15.1, 17.8, 18.10, 18.12: the pieces that it crosses may be crossed."""
    for name in e.over:
        piece = require_piece(t, name, "LC-14.8")
        if t.state.ground[piece.name].destroyed:
            continue
        if piece.impassable:
            t.refuse("LC-18.12", "{piece} is impassable", piece=name, legal="around it")
        require_open(t, name)
        if _breaks(t, record, name):
            continue
        # Whoever waived what such a refusal once cited has waived this.
        if solid(t, piece) and piece.size > record.step and "LC-15.1" not in t.waived:
            t.refuse(
                "LC-14.8",
                "{piece} is of Size {have}; it steps over Size {limit} at most",
                piece=name,
                have=f"{piece.size:g}",
                limit=record.step,
                legal="a climb, or around it",
            )


def _require_some_way_inside(t: LcTable, record: Character, e: Stride) -> None:
    """LC-18.11: who crosses difficult ground that slows it goes some way inside."""
    for name in e.over:
        piece = require_piece(t, name, "LC-14.8")
        if difficult(t, piece) and piece.size > record.step and not _breaks(t, record, name):
            t.refuse(
                "LC-18.11",
                "the Stride crosses {piece}, and no distance inside is named",
                piece=piece.name,
                legal="inside=MM, the distance in difficult ground",
            )


def _require_entering(t: LcTable, figure: Figure, record: Character, e: Stride) -> None:
    """LC-14.8: what it enters is another piece than it stands in, and one that can be entered."""
    for name in e.into:
        if name in figure.within and name not in e.out_of:
            t.forbid(
                "LC-14.8",
                "{unit} stands in {piece} already",
                unit=figure.id,
                piece=name,
                legal="a piece that it enters",
            )
    whole = [name for name in e.into if not _breaks(t, record, name)]
    require_enterable(t, whole, "LC-14.8", record.step)


def _require_level(t: LcTable, record: Character, before: str, surface: str) -> None:
    """A Stride reaches another surface only where that takes no climb (LC-15.1, 15.5)."""
    require_surface(t, surface, "LC-15.2")
    require_open(t, surface)
    rise = height(t, surface) - height(t, before)
    bridges = any((p := piece_at(t, s)) is not None and p.bridge for s in (before, surface))
    if abs(rise) > (max(record.step, 1) if bridges and abs(rise) < 1 else record.step):
        t.refuse(
            "LC-15.3" if rise > 0 else "LC-15.5",
            "{surface} is {have} Sizes {way} {before}",
            surface=surface,
            have=f"{abs(rise):g}",
            way="above" if rise > 0 else "below",
            before=before,
            legal="a climb, or a feature",
        )


# -- what it does to the terrain ----------------------------------------------------------------


def _breaks(t: LcTable, record: Character, name: str) -> bool:
    """LC-17.8: a larger character that moves through a fragile piece destroys it (LC-I 77)."""
    piece = require_piece(t, name, "LC-17.8")
    if piece.kind != "fragile" or t.state.ground[piece.name].destroyed:
        return False
    if record.size <= piece.size:
        return False
    return piece.size > record.step or t.choice["LC-I 77"] == "any_crossing_also_stepping_over"


def _broken(t: LcTable, record: Character, e: Stride) -> list[Piece]:
    """The pieces that the Stride destroys, each once (LC-17.8)."""
    met = dict.fromkeys((*e.over, *e.into))
    return [require_piece(t, name, "LC-17.8") for name in met if _breaks(t, record, name)]


def _hazards_crossed(t: LcTable, record: Character, e: Stride) -> list[str]:
    """LC-18.13: the hazards that a Stride runs through without an end in them; LC-I 85 on those
    that are stepped over."""
    found = []
    for name in dict.fromkeys(e.over):
        piece = require_piece(t, name, "LC-18.13")
        stepped = piece.size <= record.step and t.choice["LC-I 85"] == "no"
        if hazardous(t, piece) and piece.name not in e.into and not stepped:
            found.append(piece.name)
    return found
