"""Section 20: fall, impact and displacement (LC-20.6 to 20.12); for pushes see :mod:`push`."""

from events.legacy_of_conflict import Displace, Fall
from referee.english import listed
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.facts import UnitMoved
from referee.games.legacy_of_conflict.handlers import handles, unless_asked
from referee.games.legacy_of_conflict.harm import (
    Damage,
    harm,
    owe_choice,
    owe_fall,
    require_hazards_flipped,
    seat_in_play,
)
from referee.games.legacy_of_conflict.measurement import full, require_measure
from referee.games.legacy_of_conflict.positions import (
    put,
    require_displacement,
    require_landing,
)
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.state import Figure, LcTable, piece_at, record_of
from referee.games.legacy_of_conflict.surfaces import (
    height,
    require_enterable,
    require_surface,
)
from referee.games.legacy_of_conflict.terrain import walk_into
from referee.games.legacy_of_conflict.turn import settling
from referee.house import require_seat


def drops(t: LcTable, figure: Figure, surface: str) -> bool:
    """Whether a surface lies farther below a figure than it steps."""
    drop = height(t, figure.on) - height(t, surface)
    if drop <= record_of(t, figure).step:
        return False
    bridge = any(p.bridge for s in (figure.on, surface) if (p := piece_at(t, s)) is not None)
    return not (bridge and drop < 1)


def require_no_drop(t: LcTable, figure: Figure, surface: str, rule: str) -> None:
    """LC-20.6: who is moved to a surface farther below than it steps has fallen there, unless a
    feature leads down to it."""
    if not drops(t, figure, surface):
        return
    ends = {figure.on, surface}
    pieces = [p for s in ends if (p := piece_at(t, s)) is not None]
    if any(ends == set(f.joins) for piece in pieces for f in piece.features):
        return
    t.refuse(
        rule,
        "{unit} comes from {have} down to {limit}, which is a fall",
        unit=figure.id,
        have=figure.on,
        limit=surface,
        legal="stands=no without that surface, then where it lands",
    )


def carried(t: LcTable, figure: Figure, stands: bool) -> None:
    """LC-15.2: where something moves a figure in its own Move Action, it stands there or not."""
    if t.state.moving is not None and figure.id == t.state.acting:
        t.state.moving.stands = stands


def defense_against(t: LcTable, figure: Figure) -> int:
    """LC-19.4: the Defense of a character, less Weaken, where it counts against such damage."""
    return max(0, record_of(t, figure).defense - figure.conditions.get("weaken", 0))


@handles
@unless_asked
@settling
def fall(t: LcTable, e: Fall) -> None:
    """LC-20.6 to 20.12: where a falling character lands, and on whom."""
    require_hazards_flipped(t)
    state = t.state
    falls = [d for d in state.due if isinstance(d, owed.Fall)]
    due = next((d for d in falls if d.unit == e.character), None)
    if due is None:
        t.forbid(
            "LC-20.6",
            "{unit} does not fall: something carries it",
            unit=e.character,
            legal=listed(d.unit for d in falls) or "nobody falls now",
        )
    require_seat(t, e.seat)
    figure = state.figures[e.character]
    require_surface(t, e.to, "LC-20.6")
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
    require_enterable(t, e.into, "LC-20.6", record.step)
    require_landing(t, figure, other, e)
    put(t, figure, e.at, turned=False)
    t.trust(f"{e.character} lands on {e.onto or e.to}")
    state.due.remove(due)
    if state.moving is not None and not due.must and figure.id == state.acting:
        state.moving.used = state.moving.limit
    carried(t, figure, True)
    figure.on = e.to
    t.fact(UnitMoved(figure.seat, figure.id, "fall", 0.0, 0, e.to, "LC-20.6"))
    damage = max(1, full(height_left - height_reached)) + max(0, record.category)
    harm(t, figure, Damage(damage, "falling", "LC-20.8", in_fall=True))
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
    to_figure = two.category - (defense_against(t, figure) if shield else 0)
    to_other = one.category - (defense_against(t, other) if shield else 0)
    harm(t, figure, Damage(to_figure, "impact", "LC-20.10", other, in_fall=True))
    harm(t, other, Damage(to_other, "impact", "LC-20.10", figure, in_fall=True))
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
    require_hazards_flipped(t)
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
    require_seat(t, e.seat)
    require_measure(t, e.mm)
    figure = state.figures[e.character]
    surface = e.on or figure.on
    if e.on:
        require_surface(t, surface, "LC-20.11")
    if height(t, surface) > height(t, figure.on) + record_of(t, figure).step:
        t.forbid(
            "LC-20.11",
            "{unit} is moved up to {to}",
            unit=e.character,
            to=surface,
            legal="the nearest place",
        )
    require_no_drop(t, figure, surface, "LC-20.11")
    require_enterable(t, e.into, "LC-20.11", record_of(t, figure).step)
    require_displacement(t, figure, e)
    put(t, figure, e.at, turned=False)
    t.trust(f"{e.mm:g} mm is the least that parts them")
    state.due.remove(due)
    figure.on = surface
    t.fact(UnitMoved(figure.seat, figure.id, "displaced", e.mm, 0, surface, "LC-20.11"))
    walk_into(t, figure, e.into, ())
    if not e.stands:
        t.trust(f"nothing carries {e.character}")
        owe_fall(t, figure, "LC-20.11")
