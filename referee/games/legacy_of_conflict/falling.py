"""Section 20: push and throw, fall, impact and displacement."""

from math import floor

from events.legacy_of_conflict import Displace, Fall, Push, Throw
from referee.games.legacy_of_conflict import owed
from referee.games.legacy_of_conflict.effects import _set_aside_by, too_large
from referee.games.legacy_of_conflict.facts import UnitMoved
from referee.games.legacy_of_conflict.handling import handles, unless_asked
from referee.games.legacy_of_conflict.harm import (
    defeat,
    harm,
    hazards_first,
    owe_choice,
    owe_fall,
    seat_in_play,
)
from referee.games.legacy_of_conflict.measuring import full, measured, over_fixed
from referee.games.legacy_of_conflict.positions import displaced_to, landed_at, pushed_to, put
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.state import Figure, LcTable, piece_at, record_of, sets_aside
from referee.games.legacy_of_conflict.surfaces import (
    height,
    known_surface,
    piece_of,
    shut,
    solid,
    standing_in,
)
from referee.games.legacy_of_conflict.terrain import walk_into
from referee.games.legacy_of_conflict.turn import settling

EDGE = "edge"
"""What stops a push at the edge of the table."""


@handles
@unless_asked
@settling
def push(t: LcTable, e: Push | Throw) -> None:
    """LC-20.1 to 20.6: how far the target went, what stopped it, and whether it falls."""
    hazards_first(t)
    state = t.state
    kind = owed.Push if type(e) is Push else owed.Throw
    due = next((d for d in state.due if type(d) is kind and d.unit == e.target), None)
    if due is None:
        target = state.figures.get(e.target)
        acting = state.figures.get(state.acting)
        if target and acting and too_large(t, acting, target):
            t.forbid(
                "LC-20.2",
                "{unit} is of Size {have}, more than one above {size}",
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
    figure = state.figures[e.target]
    pusher = state.figures[due.pusher]
    whole = due.mm
    measured(t, e.mm)
    if not e.straight_away:
        t.refuse(
            due.rule,
            "{unit} did not go straight away from {pusher}",
            unit=e.target,
            pusher=pusher.id,
            legal="straight away from the pusher",
        )
    if e.mm - whole > over_fixed(t):
        t.refuse(
            "LC-1.7",
            "{unit} went {have} mm, fixed are {limit}",
            unit=e.target,
            have=f"{e.mm:g}",
            limit=f"{whole:g}",
            legal=f"{whole:g} mm, or less with what stopped it",
        )
    surface = e.on or figure.on
    if not e.stopped_by and whole - e.mm > over_fixed(t):
        t.refuse(
            "LC-20.3",
            "{unit} went {have} of {due} mm, and nothing stopped it",
            unit=e.target,
            have=f"{e.mm:g}",
            due=f"{whole:g}",
            legal="the whole distance, or what stopped it",
        )
    blow = _stopped(t, figure, e.stopped_by) if e.stopped_by else 0
    if e.on:
        known_surface(t, surface, "LC-20.3")
    own = _set_aside_by(t, pusher, due.source), record_of(t, pusher).changes
    if _up(t, figure, surface) and not sets_aside(t, "LC-18.5", *own):
        t.refuse(
            "LC-18.5",
            "{unit} goes up from {have} to {limit}",
            unit=e.target,
            have=figure.on,
            limit=surface,
            legal="nobody is pushed up",
        )
    _not_down(t, figure, surface, "LC-20.6")
    standing_in(t, e.into, "LC-20.3", record_of(t, figure).step)
    if e.at is None or not pushed_to(t, pusher, figure, e):
        t.trust(f"{e.target} went straight away from {pusher.id}")
    put(figure, e.at, turned=False)
    if not e.stands:
        t.trust(f"nothing carries {e.target}")
    state.due.remove(due)
    if e.stopped_by == EDGE and t.choice["LC-I 55"] == "leaving_is_defeat":
        defeat(t, figure, "LC-14.7")
        return
    before, figure.on = figure.on, surface
    t.fact(UnitMoved(figure.seat, figure.id, due.task, e.mm, 0, surface, due.rule))
    if blow:
        harm(t, figure, blow, "impassable terrain", "LC-20.4", pusher)
    if figure.down:
        return
    walk_into(t, figure, e.into, e.out_of)
    _carried(t, figure, True)
    if not e.stands:
        bridge = any((p := piece_at(t, s)) is not None and p.bridge for s in (before, surface))
        if not bridge or t.choice["LC-I 80"] == "always":
            owe_fall(t, figure, "LC-18.7" if bridge else "LC-20.6")
        else:
            state.due.append(owed.Fall(pusher.seat, "LC-18.7", t.seq, False, unit=figure.id))


def _pushes_due(t: LcTable, kind: type[owed.Push]) -> str:
    """Who is to be pushed or thrown now, in words."""
    waiting = ", ".join(d.unit for d in t.state.due if type(d) is kind)
    task = "push" if kind is owed.Push else "throw"
    return f"a {task} of {waiting}" if waiting else "what an attack or ability does"


def _up(t: LcTable, figure: Figure, surface: str) -> bool:
    """LC-18.5: whether a push leads up a feature, or higher than the character steps."""
    rise = height(t, surface) - height(t, figure.on)
    if rise <= 0:
        return False
    pieces = [p for s in (figure.on, surface) if (p := piece_at(t, s)) is not None]
    ends = {figure.on, surface}
    joined = any(ends == set(feature.joins) for piece in pieces for feature in piece.features)
    return joined or rise > record_of(t, figure).step


def _not_down(t: LcTable, figure: Figure, surface: str, rule: str) -> None:
    """LC-20.6: who is moved to a surface farther below than it steps has fallen there, unless a
    feature leads down to it."""
    drop = height(t, figure.on) - height(t, surface)
    if drop <= record_of(t, figure).step:
        return
    ends = {figure.on, surface}
    pieces = [p for s in ends if (p := piece_at(t, s)) is not None]
    bridge = any(piece.bridge for piece in pieces) and drop < 1
    if bridge or any(ends == set(f.joins) for piece in pieces for f in piece.features):
        return
    t.refuse(
        rule,
        "{unit} comes from {have} down to {limit}, which is a fall",
        unit=figure.id,
        have=figure.on,
        limit=surface,
        legal="stands=no without that surface, then where it lands",
    )


def _carried(t: LcTable, figure: Figure, stands: bool) -> None:
    """LC-15.2: where something moves a figure in its own Move Action, it stands there or not."""
    if t.state.moving is not None and figure.id == t.state.acting:
        t.state.moving.stands = stands


def _defense(t: LcTable, figure: Figure) -> int:
    """LC-19.4: the Defense of a character, less Weaken, where it counts against such damage."""
    return max(0, record_of(t, figure).defense - figure.conditions.get("weaken", 0))


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
    piece = piece_of(t, by, "LC-20.3")
    if piece.impassable and not t.state.ground[piece.name].destroyed:
        blow = floor(piece.size)
        if t.choice["LC-I 93"] == "yes":
            blow = max(0, blow - _defense(t, figure))
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


@handles
@unless_asked
@settling
def fall(t: LcTable, e: Fall) -> None:
    """LC-20.6 to 20.12: where a falling character lands, and on whom."""
    hazards_first(t)
    state = t.state
    falls = [d for d in state.due if isinstance(d, owed.Fall)]
    due = next((d for d in falls if d.unit == e.character), None)
    if due is None:
        t.forbid(
            "LC-20.6",
            "{unit} does not fall: something carries it",
            unit=e.character,
            legal=", ".join(d.unit for d in falls) or "nobody falls now",
        )
    if e.seat != due.seat:
        t.refuse(due.rule, "{seat} logs it", seat=e.seat, legal=f"{due.seat} logs it")
    figure = state.figures[e.character]
    known_surface(t, e.to, "LC-20.6")
    height_left, height_reached = height(t, figure.on), height(t, e.to)
    if height_reached > height_left:
        t.forbid(
            "LC-20.6",
            "{unit} falls from {have} up to {to}",
            unit=e.character,
            have=figure.on,
            to=e.to,
            legal="a surface below",
        )
    if e.to == figure.on != GROUND:
        t.forbid(
            "LC-20.6",
            "{unit} falls from {to}, which does not carry it",
            unit=e.character,
            to=e.to,
            legal="another surface",
        )
    other = _landed_on(t, figure, e) if e.onto else None
    record = record_of(t, figure)
    standing_in(t, e.into, "LC-20.6", record.step)
    if e.at is not None:
        landed_at(t, figure, other, e)
    put(figure, e.at, turned=False)
    t.trust(f"{e.character} lands on {e.onto or e.to}")
    state.due.remove(due)
    if state.moving is not None and not due.must and figure.id == state.acting:
        state.moving.used = state.moving.limit
    _carried(t, figure, True)
    figure.on = e.to
    t.fact(UnitMoved(figure.seat, figure.id, "fall", 0.0, 0, e.to, "LC-20.6"))
    damage = max(1, full(height_left - height_reached)) + max(0, record.category)
    harm(t, figure, damage, "falling", "LC-20.8", later=True)
    owe_choice(t, figure, "LC-20.7")
    if other is not None and not figure.down:
        _impact(t, figure, other)
    if not figure.down:
        walk_into(t, figure, e.into, list(figure.within))


def _landed_on(t: LcTable, figure: Figure, e: Fall) -> Figure:
    other = t.state.figures.get(e.onto)
    if other is None or other.down or other is figure or other.on != e.to:
        t.forbid(
            "LC-20.9",
            "{other} is not on {to}",
            other=e.onto,
            to=e.to,
            legal="a character that stands where it lands",
        )
    return other


def _impact(t: LcTable, figure: Figure, other: Figure) -> None:
    """LC-20.9 to 20.11: each of the two is hurt by the other, and the smaller gives way."""
    one, two = record_of(t, figure), record_of(t, other)
    if t.choice["LC-I 98"] == "both":
        owe_choice(t, figure, "LC-20.9")
    owe_choice(t, other, "LC-20.9")
    shield = t.choice["LC-I 99"] == "yes"
    to_figure = two.category - (_defense(t, figure) if shield else 0)
    to_other = one.category - (_defense(t, other) if shield else 0)
    harm(t, figure, to_figure, "impact", "LC-20.10", other, later=True)
    harm(t, other, to_other, "impact", "LC-20.10", figure, later=True)
    if one.size == two.size:
        falls = t.choice["LC-I 100"] == "the_falling_one_moves"
        smaller = figure if falls else other
    else:
        smaller = figure if one.size < two.size else other
    if not figure.down and not other.down:
        t.state.due.append(
            owed.Displace(seat_in_play(t) or smaller.seat, "LC-20.11", t.seq, unit=smaller.id)
        )


@handles
@unless_asked
@settling
def displace(t: LcTable, e: Displace) -> None:
    """LC-20.11: the smaller one is moved out of base contact, and may fall in its turn."""
    hazards_first(t)
    state = t.state
    waiting = [d for d in state.due if isinstance(d, owed.Displace)]
    due = next((d for d in waiting if d.unit == e.character), None)
    if due is None:
        t.forbid(
            "LC-20.11",
            "{unit} is not to be moved",
            unit=e.character,
            legal=f"{waiting[0].unit} gives way" if waiting else "nobody gives way now",
        )
    if e.seat != due.seat:
        t.refuse(due.rule, "{seat} logs it", seat=e.seat, legal=f"{due.seat} logs it")
    measured(t, e.mm)
    figure = state.figures[e.character]
    surface = e.on or figure.on
    if e.on:
        known_surface(t, surface, "LC-20.11")
    if height(t, surface) > height(t, figure.on) + record_of(t, figure).step:
        t.forbid(
            "LC-20.11",
            "{unit} is moved up to {to}",
            unit=e.character,
            to=surface,
            legal="the nearest place",
        )
    _not_down(t, figure, surface, "LC-20.11")
    standing_in(t, e.into, "LC-20.11", record_of(t, figure).step)
    if e.at is not None:
        displaced_to(t, figure, e)
    put(figure, e.at, turned=False)
    t.trust(f"{e.mm:g} mm is the least that parts them")
    state.due.remove(due)
    figure.on = surface
    t.fact(UnitMoved(figure.seat, figure.id, "displaced", e.mm, 0, surface, "LC-20.11"))
    walk_into(t, figure, e.into, ())
    if not e.stands:
        t.trust(f"nothing carries {e.character}")
        owe_fall(t, figure, "LC-20.11")
