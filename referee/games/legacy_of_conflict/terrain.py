"""Section 17, and hazards: pieces that are hurt, destroyed, or walked into."""

from collections import Counter
from collections.abc import Iterable
from math import ceil, floor

from referee.fact import DamageDealt
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.effects import Cause, apply_to
from referee.games.legacy_of_conflict.facts import TerrainChanged
from referee.games.legacy_of_conflict.harm import owe_fall, seat_in_play
from referee.games.legacy_of_conflict.scenarios import Piece
from referee.games.legacy_of_conflict.state import Figure, Ground, LcTable, scenario_of
from referee.games.legacy_of_conflict.surfaces import difficult, hazardous


def new_ground(piece: Piece, rounding: str) -> Ground:
    """A piece at the start, with its Wounds (LC-17.2, 17.6, 17.7, LC-I 74)."""
    whole = ceil(piece.size) if rounding == "round_up" else floor(piece.size)
    wounds = piece.wounds
    if wounds is None:
        usual = {"reinforced": 2 * whole, "fragile": 1}
        wounds = max(1, usual.get(piece.kind, whole))
    return Ground(wounds, door=piece.door)


def defense_of_piece(t: LcTable, piece: Piece) -> tuple[int, str]:
    """A piece's Defense, and the rule that gives it (LC-17.2, 17.6, 17.7)."""
    if piece.defense is not None:
        return piece.defense, "LC-17.2"
    whole = ceil(piece.size) if t.choice["LC-I 74"] == "round_up" else floor(piece.size)
    if piece.kind == "reinforced":
        return whole + 2, "LC-17.6"
    return (0, "LC-17.7") if piece.kind == "fragile" else (whole, "LC-17.2")


def harm_piece(t: LcTable, piece: Piece, damage: int, by: Figure) -> None:
    """LC-17.3, 17.6, 17.7: damage on a piece stays, and enough of it destroys the piece."""
    ground = t.state.ground[piece.name]
    if piece.kind == "reinforced" and damage < piece.size:
        return
    rule = "LC-17.7" if piece.kind == "fragile" else "LC-17.3"
    ground.wounds = 0 if piece.kind == "fragile" else max(0, ground.wounds - damage)
    t.fact(
        DamageDealt(
            by.seat, by.name, "", piece.name, piece.name, damage, ground.wounds, "attack", rule
        )
    )
    if not ground.wounds:
        destroy(t, piece, by, rule)


def destroy(t: LcTable, piece: Piece, by: Figure | None, rule: str) -> None:
    """LC-17.4, 17.5: the piece is gone, what was agreed happens, and those on it fall."""
    state = t.state
    ground = state.ground[piece.name]
    if ground.destroyed:
        return
    ground.destroyed = True
    ground.wounds = 0
    left = piece.remains or scenario_of(t).destruction or t.choice["LC-I 76"]
    ground.rubble = left == "difficult_ground"
    t.fact(TerrainChanged(by.seat if by else "", piece.name, "destroyed", rule))
    for figure in list(state.figures.values()):
        if figure.down:
            continue
        if piece.name in figure.within and not ground.rubble:
            figure.within.remove(piece.name)
        if figure.on.partition("/")[0] == piece.name:
            apply_to(t, piece.destroyed, figure, Cause("LC-17.4", by))
            if not figure.down:
                owe_fall(t, figure, "LC-17.5")


def walk_into(
    t: LcTable, figure: Figure, into: Iterable[str], out_of: Iterable[str], own: bool = False
) -> None:
    """The figure is in other terrain now, and each hazard that it entered is flipped for
    (LC-18.13; in another's activation by whom LC-I 12 says). What is both entered and left, and
    it did not stand in, it went through; what was not left in between is entered once, however
    often it is named."""
    before, left = tuple(figure.within), tuple(out_of)
    for name in left:
        if name in figure.within:
            figure.within.remove(name)
    times = Counter[str]()
    for name in into:
        piece = t.catalog.piece[name]
        if times[name] >= left.count(name) + (name not in before):
            continue
        times[name] += 1
        through = name in left and name not in before
        rough = hazardous(t, piece) or difficult(t, piece)
        if rough and not through and name not in figure.within:
            figure.within.append(name)
        owe_hazard(t, figure, piece, own)


def owe_hazard(t: LcTable, figure: Figure, piece: Piece, own: bool) -> None:
    """LC-18.13: two cards for a hazard (LC-I 84: each time, or once an activation)."""
    if not hazardous(t, piece):
        return
    if piece.name in figure.entered and t.choice["LC-I 84"] == "once_per_activation":
        return
    if piece.name not in figure.entered:
        figure.entered.append(piece.name)
    by_owner = own or t.choice["LC-I 12"] == "its_controller"
    seat = figure.seat if by_owner else seat_in_play(t)
    t.state.due.append(owed.Hazard(seat, "LC-18.13", t.seq, unit=figure.id, piece=piece.name))
