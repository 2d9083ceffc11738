"""What a character stands on and in: surfaces, their heights, and the terrain underfoot."""

from collections.abc import Sequence
from typing import NoReturn

from events.notation.words import quote
from referee.english import listed, meant, one_of
from referee.games.legacy_of_conflict.scenarios import GROUND, Piece
from referee.games.legacy_of_conflict.state import Figure, Ground, LcTable


def require_piece(t: LcTable, name: str, rule: str) -> Piece:
    """A terrain piece that lies on the table, destroyed or not; ``piece/level`` will do.

    Raises:
        Violation: there is none of that name, by the rule named.
    """
    piece = t.catalog.of_surface.get(name)
    if piece is None or piece.name not in t.state.ground:
        _refuse_piece(t, name, rule)
    return piece


def _refuse_piece(t: LcTable, name: str, rule: str) -> NoReturn:
    base = name.partition("/")[0]
    if base not in t.state.ground:
        t.forbid(
            rule,
            "{piece} is not a terrain piece on this table",
            piece=name,
            legal=meant(base, t.state.ground, listed(t.state.ground)),
        )
    legal = listed(t.catalog.piece[base].surfaces)
    t.forbid(rule, "{piece} has no such level", piece=name, legal=legal)


def require_surface(t: LcTable, surface: str, rule: str) -> None:
    """Refuse a surface that is not there, is an area (LC-14.8), is destroyed, or that nobody may
    stand on (LC-18.12)."""
    if surface == GROUND:
        return
    piece = require_piece(t, surface, rule)
    if not piece.solid:
        why = "{piece} is an area: who is in it stands on the ground"
        t.forbid(rule, why, piece=piece.name, legal=GROUND)
    if surface not in piece.surfaces:
        t.forbid(rule, "{piece} has levels", piece=surface, legal=one_of(piece.surfaces))
    if t.state.ground[piece.name].destroyed:
        t.forbid(rule, "{piece} is destroyed", piece=piece.name, legal="another surface")
    if piece.impassable:
        t.refuse(
            "LC-18.12",
            "{piece} is impassable; nobody stands on it",
            piece=piece.name,
            legal="another surface",
        )


def height(t: LcTable, surface: str) -> float:
    """How high a surface lies, in Sizes (LC-18.1); 0 for the ground. The Size of a level is its
    height above the ground, or its thickness (LC-I 78)."""
    if t.choice["LC-I 78"] == "thickness_of_that_level":
        return t.catalog.stacked[surface]
    return t.catalog.height[surface]


def rubble(t: LcTable, piece: Piece) -> bool:
    """Whether only difficult ground is left of a piece."""
    return t.state.ground[piece.name].rubble


def hazardous(t: LcTable, piece: Piece) -> bool:
    """Whether the piece is a hazard now."""
    return piece.hazard is not None and not t.state.ground[piece.name].destroyed


def difficult(t: LcTable, piece: Piece) -> bool:
    """Whether the piece is difficult ground now: by its record, or as rubble."""
    ground = t.state.ground[piece.name]
    return ground.rubble if ground.destroyed else piece.difficult


def solid(t: LcTable, piece: Piece) -> bool:
    """Whether the piece is in the way (LC-14.8, LC-I 56); a door only while it is closed."""
    ground: Ground = t.state.ground[piece.name]
    if ground.destroyed or ground.door == "open" or piece.bridge:
        return False
    return piece.solid or t.choice["LC-I 56"] == "all_terrain_solid"


def shut(t: LcTable, piece: Piece) -> bool:
    """Whether the piece is a closed door or gate, which nobody passes (LC-18.10)."""
    ground = t.state.ground[piece.name]
    return ground.door == "closed" and not ground.destroyed


def require_open(t: LcTable, name: str) -> None:
    """LC-18.10: nobody passes a closed door, whatever the Sizes."""
    piece = t.catalog.of_surface.get(name)
    if piece is not None and shut(t, piece):
        t.refuse(
            "LC-18.10",
            "{piece} is closed",
            piece=piece.name,
            legal="open it first, for one Stride",
        )


def require_enterable(
    t: LcTable,
    pieces: Sequence[str],
    rule: str,
    step: float | None = None,
    solid_by: str = "LC-14.8",
) -> None:
    """Refuse what one cannot stand in: only hazards, difficult and area terrain (LC-14.8).

    Args:
        rule: the rule that asks for pieces of the table.
        solid_by: the rule by which what is solid is in the way.
        step: the Size that the character steps over, where one moves: what is solid and larger
            is in its way, a hazard or not.
    """
    for name in pieces:
        piece = require_piece(t, name, rule)
        if name != piece.name:
            t.forbid(rule, "{piece} is a level", piece=name, legal=quote(piece.name))
        if piece.impassable and not t.state.ground[name].destroyed:
            t.refuse("LC-18.12", "{piece} is impassable", piece=name, legal="around it")
        if shut(t, piece):
            t.refuse("LC-18.10", "{piece} is closed", piece=name, legal="open it first")
        rough = hazardous(t, piece) or difficult(t, piece)
        # Whoever waived what such a refusal once cited has waived this.
        if "LC-14.8" in t.waived or not solid(t, piece):
            continue
        if rough and (step is None or piece.size <= step):
            continue
        if rough and piece.solid and step is not None:
            t.refuse(
                "LC-15.1",
                "{piece} is solid, and of Size {have}; only Size {limit} at most is stepped into",
                piece=name,
                have=f"{piece.size:g}",
                limit=f"{step:g}",
                legal="around it",
            )
        else:
            t.refuse(
                solid_by,
                "{piece} is solid",
                piece=name,
                legal="around it, over it where its Size allows, or a climb",
            )


def require_leaving(
    t: LcTable, figure: Figure, names: Sequence[str], through: Sequence[str] = ()
) -> None:
    """Refuse to leave what the character does not stand in (LC-14.8). Who stands in area terrain
    that is neither a hazard nor difficult is not kept, and may leave it.

    Args:
        through: what it enters on the way, and may have left again.
    """
    for name in names:
        if name in figure.within or name in through:
            continue
        piece = require_piece(t, name, "LC-14.8")
        kept = hazardous(t, piece) or difficult(t, piece)
        if kept or solid(t, piece) or name != piece.name:
            t.forbid(
                "LC-14.8",
                "{unit} does not stand in {piece}",
                unit=figure.id,
                piece=name,
                legal=" or ".join(f"out_of={quote(each)}" for each in figure.within) or "no out_of",
            )
