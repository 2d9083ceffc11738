"""Section 20: push and throw (LC-20.1 to 20.6)."""

from math import floor

from events.legacy_of_conflict import Push, Throw
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.effects import _set_aside_by, too_large
from referee.games.legacy_of_conflict.facts import UnitMoved
from referee.games.legacy_of_conflict.fall import carried, defense_against, require_no_drop
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.harm import (
    Damage,
    defeat,
    harm,
    owe_fall,
    require_hazards_flipped,
)
from referee.games.legacy_of_conflict.measurement import over_fixed, require_measure
from referee.games.legacy_of_conflict.positions import put, require_push
from referee.games.legacy_of_conflict.scenarios import EDGE
from referee.games.legacy_of_conflict.state import Figure, LcTable, piece_at, record_of, sets_aside
from referee.games.legacy_of_conflict.surfaces import (
    height,
    require_enterable,
    require_leaving,
    require_piece,
    require_surface,
    shut,
    solid,
)
from referee.games.legacy_of_conflict.terrain import walk_into
from referee.games.legacy_of_conflict.turn import settling


@handles
@unless_asked
@settling
def push(t: LcTable, e: Push | Throw) -> None:
    """LC-20.1 to 20.6: how far the target went, what stopped it, and whether it falls."""
    require_hazards_flipped(t)
    due = _require_due(t, e)
    figure, pusher = t.state.figures[e.target], t.state.figures[due.pusher]
    before, surface = figure.on, e.on or figure.on

    _require_course(t, pusher, e, due.rule)
    blow = _stopped(t, figure, e.stopped_by) if e.stopped_by else 0
    _require_level(t, pusher, figure, surface, due)
    stops = "LC-20.1" if type(e) is Push else "LC-20.3"
    require_enterable(t, e.into, "LC-20.3", record_of(t, figure).step, stops)
    if e.out_of:
        require_leaving(t, figure, e.out_of, e.into)
    _require_distance(t, e, due)
    if not require_push(t, pusher, figure, e):
        t.trust(f"{e.target} went straight away from {pusher.id}")
    if not e.stands:
        t.trust(f"nothing carries {e.target}")

    put(t, figure, e.at, turned=False)
    t.state.due.remove(due)
    if e.stopped_by == EDGE and t.choice["LC-I 55"] == "leaving_is_defeat":
        defeat(t, figure, "LC-14.7")
        return
    figure.on = surface
    t.fact(UnitMoved(figure.seat, figure.id, due.task, e.mm, 0, surface, due.rule))

    if blow:
        harm(t, figure, Damage(blow, "impassable terrain", "LC-20.4", pusher))
    if figure.down:
        return
    walk_into(t, figure, e.into, e.out_of)
    carried(t, figure, True)
    if not e.stands:
        _owe_fall(t, pusher, figure, before)


def _require_due(t: LcTable, e: Push | Throw) -> owed.Push:
    """LC-20.1, 20.2, 20.5: the push or throw that somebody has to log."""
    state = t.state
    kind = owed.Push if type(e) is Push else owed.Throw
    due = next((d for d in state.due if type(d) is kind and d.unit == e.target), None)
    if due is None:
        target = state.figures.get(e.target)
        acting = state.figures.get(state.acting)
        if target and acting and too_large(t, acting, target):
            t.forbid(
                "LC-20.2",
                "{unit} is of Size {have}, more than 1 above Size {size}",
                unit=e.target,
                have=f"{record_of(t, target).size:g}",
                size=f"{record_of(t, acting).size:g}",
                legal="the effect is void",
            )
        t.forbid(
            "LC-20.1" if kind is owed.Push else "LC-20.5",
            "no {task} of {unit} is due",
            task="push" if kind is owed.Push else "throw",
            unit=e.target,
            legal=_pushes_due(t, kind),
        )
    if e.seat != due.seat:
        t.refuse(due.rule, "{seat} logs it", seat=e.seat, legal=f"{due.seat} logs it")
    return due


def _pushes_due(t: LcTable, kind: type[owed.Push]) -> str:
    """Who is to be pushed or thrown now, in words."""
    waiting = ", ".join(d.unit for d in t.state.due if type(d) is kind)
    task = "push" if kind is owed.Push else "throw"
    return f"a {task} of {waiting}" if waiting else "what an attack or ability does"


def _require_course(t: LcTable, pusher: Figure, e: Push | Throw, rule: str) -> None:
    """LC-20.1: straight away from the pusher."""
    require_measure(t, e.mm)
    if not e.straight_away:
        t.refuse(
            rule,
            "{unit} did not go straight away from {pusher}",
            unit=e.target,
            pusher=pusher.id,
            legal="straight away from the pusher",
        )


def _require_distance(t: LcTable, e: Push | Throw, due: owed.Push) -> None:
    """LC-20.1, 20.3: all of the way, unless something stops it."""
    # Whoever waived what such a refusal once cited has waived this.
    if e.mm - due.mm > over_fixed(t) and "LC-1.7" not in t.waived:
        t.refuse(
            "LC-20.1" if type(e) is Push else "LC-1.7",
            "{unit} went {have} mm; the distance is fixed at {limit} mm",
            unit=e.target,
            have=f"{e.mm:g}",
            limit=f"{due.mm:g}",
            legal=f"{due.mm:g} mm, or less with what stopped it",
        )
    if not e.stopped_by and due.mm - e.mm > over_fixed(t):
        t.refuse(
            "LC-20.3",
            "{unit} went {have} of {due} mm, and nothing stopped it",
            unit=e.target,
            have=f"{e.mm:g}",
            due=f"{due.mm:g}",
            legal="the whole distance, or what stopped it",
        )


def _require_level(
    t: LcTable, pusher: Figure, figure: Figure, surface: str, due: owed.Push
) -> None:
    """LC-18.5, 20.6: nobody is pushed up, and who comes down a step too high falls."""
    if surface == figure.on:
        return
    require_surface(t, surface, "LC-20.3")
    changes = _set_aside_by(t, pusher, due.source), record_of(t, pusher).changes
    if _up(t, figure, surface) and not sets_aside(t, "LC-18.5", *changes):
        t.refuse(
            "LC-18.5",
            "{unit} goes up from {have} to {limit}",
            unit=figure.id,
            have=figure.on,
            limit=surface,
            legal="an end that is no higher",
        )
    require_no_drop(t, figure, surface, "LC-20.6")


def _owe_fall(t: LcTable, pusher: Figure, figure: Figure, before: str) -> None:
    """LC-18.7, 20.6: nothing carries it; off a bridge the pusher may have the say (LC-I 80)."""
    surfaces = (before, figure.on)
    bridge = any((p := piece_at(t, s)) is not None and p.bridge for s in surfaces)
    if not bridge or t.choice["LC-I 80"] == "always":
        owe_fall(t, figure, "LC-18.7" if bridge else "LC-20.6")
    else:
        t.state.due.append(owed.Fall(pusher.seat, "LC-18.7", t.seq, False, unit=figure.id))


def _up(t: LcTable, figure: Figure, surface: str) -> bool:
    """LC-18.5: whether a push leads up a feature, or higher than the character steps."""
    rise = height(t, surface) - height(t, figure.on)
    if rise <= 0:
        return False
    pieces = [p for s in (figure.on, surface) if (p := piece_at(t, s)) is not None]
    ends = {figure.on, surface}
    joined = any(ends == set(feature.joins) for piece in pieces for feature in piece.features)
    return joined or rise > record_of(t, figure).step


def _stopped(t: LcTable, figure: Figure, by: str) -> int:
    """LC-20.3, 20.4: what stopped a push, and the damage of impassable terrain."""
    if by == EDGE:
        return 0
    other = t.state.figures.get(by)
    strict = t.choice["LC-I 91"] == "stops_as_in_20.4"
    if other is not None:
        if other.down or other is figure:
            t.forbid("LC-20.3", "{by} is not in the way", by=by, legal="who stands there")
        return record_of(t, other).category if strict else 0
    piece = require_piece(t, by, "LC-20.3")
    if by != piece.name:
        t.forbid("LC-20.3", "{piece} is a level", piece=by, legal=f"stopped_by={piece.name}")
    if piece.impassable and not t.state.ground[piece.name].destroyed:
        blow = floor(piece.size)
        if t.choice["LC-I 93"] == "yes":
            blow = max(0, blow - defense_against(t, figure))
        return blow
    over_it = piece.size <= record_of(t, figure).step and not shut(t, piece)
    if over_it or not (solid(t, piece) or shut(t, piece)):
        t.refuse(
            "LC-20.3",
            "{piece} does not stop {unit}",
            piece=by,
            unit=figure.id,
            legal="solid terrain that it cannot step over, or the whole distance",
        )
        return 0
    return floor(piece.size) if strict else 0
