"""What an event belongs to, and what takes effect before it (WR-4.4, 4.6, 14.6)."""

from collections.abc import Callable
from typing import Any

from events.warrift import (
    Attack,
    Draw,
    Effect,
    Enter,
    EyeRoll,
    Flip,
    Hire,
    Look,
    Permit,
    Play,
    ReAim,
    Refill,
    Reshuffle,
    Retarget,
    RiftDeal,
    Summon,
    Tally,
    Trade,
    Use,
)
from referee.games.warrift.due import BringIn, DealRift, FillGap, RollEye
from referee.games.warrift.effects import name_of, take_effect
from referee.games.warrift.harm import strike
from referee.games.warrift.state import (
    Announced,
    AnyPending,
    Effective,
    Gained,
    Played,
    State,
    Strike,
    Triggered,
    WrTable,
)
from referee.games.warrift.turn import proceed
from referee.obligation import Obligation
from referee.parts.responses import Bearing, Pending, Reaches, Window, resolve

_ASIDE = (Tally, Look, Draw, Reshuffle)
_DUE: dict[type[Any], type[Obligation]] = {
    Enter: BringIn,
    EyeRoll: RollEye,
    Refill: FillGap,
    RiftDeal: DealRift,
}


def _bearing(t: WrTable, e: Any) -> Bearing:
    """What an event belongs to (WR-4.6)."""
    kind = type(e)
    if kind in _ASIDE or kind is Flip:
        return "apart"
    if kind is Trade:
        return "ends" if t.choice["WR-I 46"] == "nothing_pending" else "apart"
    if kind in _DUE:
        return _made_due(t, _DUE[kind])
    if kind is Effect:
        return _effect(t, e)
    if kind in (Retarget, ReAim, Permit):
        return _changed(t, e)
    if kind in (Play, Hire, Use):
        return "ends" if e.answers is None or not t.state.waiting.stack else "answer"
    if kind in (Attack, Summon) and e.answers is not None:
        found = answered(t, e.seat, e.answers)
        return Reaches(found) if found is not None else "ends"
    if kind is Summon and e.seat != t.state.active:
        others = [each for each in t.state.waiting.stack if each.seat != e.seat]
        return Reaches(others[-1]) if others else "ends"
    return "ends"


def until(t: WrTable, holds: Callable[[], object]) -> None:
    """What is pending takes effect, last first, until something holds, or nothing is left."""
    while t.state.waiting.stack and not t.state.over and not holds():
        resolve(t, WINDOW)


def due_of(state: State, kind: type[Any]) -> Any | None:
    """The newest obligation of a kind; None where there is none."""
    return next((each for each in reversed(state.due) if isinstance(each, kind)), None)


def _made_due(t: WrTable, kind: type[Obligation]) -> Bearing:
    """It belongs to what made it due; that may be about to take effect."""
    until(t, lambda: due_of(t.state, kind))
    found = due_of(t.state, kind)
    if found is None:
        return "ends"
    return Reaches(Pending(found.since, found.seat, number=10**6))


def _effect(t: WrTable, e: Effect) -> Bearing:
    """It belongs to what set it off; else to what it answers."""
    until(t, lambda: matching(t, e))
    found = matching(t, e)
    if found is not None:
        return Reaches(_moment(t, found))
    if e.answers is not None:
        wanted = answered(t, e.seat, e.answers)
        if wanted is not None:
            return Reaches(wanted)
    return "ends"


def _moment(t: WrTable, pending: Effective) -> Pending:
    """The last of what came up at one moment: all of it is equally old (WR-4.4)."""
    if not isinstance(pending, Triggered):
        return pending
    same = [
        each
        for each in t.state.waiting.stack
        if isinstance(each, Triggered)
        and each.entry == pending.entry
        and each.moment == pending.moment
    ]
    return same[-1]


def matching(t: WrTable, e: Effect) -> Effective | None:
    """What is pending that this may be the effect of; the newest."""
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, Strike) or not each.effects:
            continue
        if e.source not in (each.source, name_of(t, each)):
            continue
        if e.trigger and e.trigger != each.trigger and not effect_named(t, each, e.trigger):
            continue
        return each
    return None


def effect_named(t: WrTable, pending: Effective, name: str) -> bool:
    """Whether one of the effects still to be done has that name."""
    effects = t.catalog.cards[name_of(t, pending)].all_effects
    return any(effects[at].name == name for at in pending.effects)


def answered(t: WrTable, seat: str, entry: int) -> AnyPending | None:
    """What an event answers: what that entry began, or the last that another did."""
    for each in reversed(t.state.waiting.stack):
        if each.entry == entry or (entry == 0 and (each.seat != seat or type(each) is Triggered)):
            return each
    return None


def _changed(t: WrTable, e: Any) -> Bearing:
    """The attack or effect that it changes."""
    kind: Any = Strike if type(e) is Retarget else Effective
    entry = e.attack if type(e) is Retarget else e.effect
    own = type(e) is not Permit
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, kind) and (
            each.entry == entry or (not entry and (each.seat == e.seat) == own)
        ):
            return Reaches(each)
    return "ends"


WINDOW = Window(
    bearing=_bearing,
    effects={
        Strike: strike,
        Played: take_effect,
        Gained: take_effect,
        Announced: take_effect,
        Triggered: take_effect,
    },
    settle=proceed,
)


def let_all(t: WrTable) -> None:
    """Everything that is pending takes effect."""
    until(t, lambda: False)
