"""Who may act now, and what has to come first (WR-1.12, 2.13, 4.3, 5.10, 6.1)."""

from collections.abc import Mapping
from typing import Any

from events import warrift as ev
from referee.games.warrift.due import BringIn, DealRift, RollEye
from referee.games.warrift.state import (
    END,
    EYE,
    MID,
    OVER,
    SETUP,
    START,
    STEP_NAMES,
    WrTable,
    plays,
    seats_from,
)
from referee.games.warrift.turn import begin_mid
from referee.games.warrift.values import has_ambush
from referee.house import require_playing
from referee.parts.responses import Pending

_TIMES: Mapping[type[Any] | None, tuple[str, str]] = {
    ev.Play: ("WR-6.7", "WR-6.1"),
    ev.Attack: ("WR-7.1", "WR-7.1"),
    ev.Summon: ("WR-4.3", "WR-8.5"),
    ev.Hire: ("WR-9.5", "WR-6.1"),
    ev.Gain: ("WR-10.1", "WR-10.1"),
    ev.Step: ("WR-4.3", "WR-4.2"),
    ev.Take: ("WR-10.8", "WR-10.8"),
}
"""By which rule an act of one's own mid step is refused: on another's turn, in another step."""

_USUAL = ("WR-4.3", "WR-6.1")


def require_begun(t: WrTable, seat: str) -> None:
    """Only in a turn (WR-3.17)."""
    state = t.state
    if state.out or seat not in state.sides:
        require_playing(t, seat)
    if state.phase == SETUP:
        t.forbid("WR-3.17", "the match has not begun", legal=way_on(t))


def way_on(t: WrTable) -> str:
    """What is awaited, in words."""
    state = t.state
    return "; ".join(f"{each.seat}: {each.text()}" for each in state.due)


def require_nothing_awaited(
    t: WrTable, *, but_the_eye: bool = False, answer: Pending | None = None
) -> None:
    """While something compulsory is awaited, only that is accepted, or a response (WR-2.13).

    Args:
        t: the table.
        but_the_eye: whether it may come before the Eye is rolled for, as Ambush may.
        answer: what is answered; what was awaited before that does not stand in the way.
    """
    for each in t.state.due:
        if not each.must or (but_the_eye and isinstance(each, RollEye)):
            continue
        if answer is not None and answer.entry >= each.since:
            continue
        rule = "WR-2.13"
        if t.state.phase in (EYE, START) and not but_the_eye:
            rule = "WR-5.10"
        elif isinstance(each, DealRift):
            rule = "WR-13.1"
        since = each.since if each.since < t.seq else None
        t.refuse(rule, "first {what}", what=each.text(), legal=way_on(t), since=since)
        return


def still_coming(t: WrTable, pending: Pending) -> BringIn | None:
    """The monsters still to come in that something has brought since: they come before what was
    set off earlier (WR-4.6)."""
    for each in t.state.due:
        if isinstance(each, BringIn) and each.since > pending.entry:
            return each
    return None


def next_seat(t: WrTable) -> str:
    """Whose turn is next; the seat that will have the token, where the rotation is at its end."""
    state = t.state
    order = seats_from(state, state.first, back=t.choice["WR-I 18"] == "counterclockwise")
    coming = [*order[state.taken + 1 :], *seats_from(state, state.first)[1:], state.first]
    return next(seat for seat in coming if plays(state, seat))


def require_active(t: WrTable, seat: str, rule: str = "WR-4.3") -> None:
    """Only the player whose turn it is (WR-4.3).

    Args:
        t: the table.
        seat: who acts.
        rule: the rule of the act, where it has one of its own for this.
    """
    state = t.state
    if seat == state.active:
        return
    if seat == next_seat(t) and (state.phase == OVER or state.closing):
        require_nothing_awaited(t)
    t.refuse(rule, "it is {active}'s turn", active=state.active, seat=seat)


def require_mid(t: WrTable, seat: str, act: type[Any] | None = None) -> None:
    """In one's own mid step, which begins with that (WR-4.5, 6.1).

    Args:
        t: the table.
        seat: who acts.
        act: what is done, where it has a rule of its own for this.
    """
    state = t.state
    if seat == state.active and state.phase == MID and state.begun and not (state.due or state.out):
        return
    require_own_mid(t, seat, act)
    require_nothing_awaited(t)
    if state.phase != MID:
        begin_mid(t)
    begun(t)


def require_own_mid(t: WrTable, seat: str, act: type[Any] | None = None) -> None:
    """In one's own mid step, or ahead of it; what is awaited is not asked here."""
    others, own = _TIMES.get(act, _USUAL)
    require_begun(t, seat)
    require_active(t, seat, others)
    phase = t.state.phase
    if phase not in (EYE, START, MID):
        t.refuse(own, "it is the {step} step", step=STEP_NAMES[phase], seat=seat)


def begun(t: WrTable) -> None:
    """The rotation has had an event (WR-1.8)."""
    if not t.state.begun:
        t.set(t.state, "begun", True)


# -- an event that would pass over what is owed ------------------------------------------------


def only_in_mid(t: WrTable, e: Any) -> bool:
    """Whether nothing but the active player's mid step allows an event (WR-4.5)."""
    kind = type(e)
    if kind is ev.Play or kind is ev.Hire:
        known = t.catalog.cards
        if kind is ev.Hire:
            return e.mercenary in known and "ambush" not in known[e.mercenary].words
        return any(name in known and not has_ambush(t, e.seat, name) for name in e.cards)
    if kind is ev.Attack:
        own = [
            each
            for each in t.state.zones.things.values()
            if e.creature in (each.id, each.name) and each.controller == e.seat
        ]
        return all(each.ambush != t.state.turn for each in own)
    if kind is ev.Summon:
        return bool(e.seat == t.state.active)
    if kind is ev.Gain:
        return t.choice["WR-I 41"] == "own_mid_step_only"
    if kind is ev.Store:
        return t.choice["WR-I 43"] == "own_mid_step"
    return kind is ev.Step and e.step == "mid"


def require_time(t: WrTable, e: Any) -> None:
    """Refuse an event that is not for this player at this time, whatever is still owed."""
    state, kind = t.state, type(e)
    require_begun(t, e.seat)
    begins = turn_would_begin(t, e.seat)
    last = state.taken + 1 == len(state.seats)
    rolls = begins and (last or t.choice["WR-I 19"] == "every_turn")
    due = any(isinstance(each, RollEye) for each in state.due)
    if kind is ev.EyeRoll and not due and not rolls:
        t.refuse("WR-5.1", "no roll for the Eye is due")
    if kind is ev.RiftDeal and not (last and state.closing):
        t.refuse("WR-13.1", "the rotation is not at its end")
    if begins:
        return
    if only_in_mid(t, e):
        require_own_mid(t, e.seat, kind)
    elif kind is ev.Take or kind is ev.Step:
        require_active(t, e.seat, _TIMES[kind][0])
        if kind is ev.Step and state.closing:
            t.refuse("WR-4.2", "the end step has begun")


def turn_would_begin(t: WrTable, seat: str) -> bool:
    """Whether it would be this player's turn if nothing of the last one were owed."""
    state = t.state
    return state.closing and state.phase in (END, OVER) and seat == next_seat(t)


def comes_first(t: WrTable, e: Any) -> str:
    """The rule by which an event waits for an effect that is owed, beside those of the effect."""
    state = t.state
    if turn_would_begin(t, e.seat):
        return "WR-12.2"
    early = state.phase in (EYE, START) and e.seat == state.active
    return "WR-5.10" if early and (only_in_mid(t, e) or type(e) is ev.Step) else "WR-2.13"
