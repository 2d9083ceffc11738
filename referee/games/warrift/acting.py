"""Who may act now, and what has to come first (WR-1.12, 2.13, 4.3, 5.10)."""

from referee.games.warrift.state import EYE, MID, SETUP, START, STEP_NAMES, WrTable
from referee.games.warrift.turn import begin_mid
from referee.house import require_playing


def require_begun(t: WrTable, seat: str) -> None:
    """Only in a turn (WR-3.17)."""
    require_playing(t, seat)
    if t.state.phase == SETUP:
        t.forbid("WR-3.17", "the match has not begun", legal=way_on(t))


def way_on(t: WrTable) -> str:
    """What is awaited, in words."""
    state = t.state
    return "; ".join(f"{each.seat}: {each.told()}" for each in state.due)


def require_nothing_awaited(t: WrTable) -> None:
    """While something compulsory is awaited, only that is accepted (WR-2.13)."""
    for each in t.state.due:
        if each.must:
            rule = "WR-5.10" if t.state.phase == EYE else "WR-2.13"
            t.refuse(rule, "first {what}", what=each.told(), legal=way_on(t), since=each.since)
            return


def require_active(t: WrTable, seat: str) -> None:
    """Only the player whose turn it is (WR-4.3)."""
    if seat != t.state.active:
        t.refuse("WR-4.3", "it is {active}'s turn", active=t.state.active, seat=seat)


def require_mid(t: WrTable, seat: str) -> None:
    """In one's own mid step, which begins with that (WR-4.5, 6.1)."""
    require_begun(t, seat)
    require_active(t, seat)
    require_nothing_awaited(t)
    phase = t.state.phase
    if phase in (EYE, START):
        begin_mid(t)
    elif phase != MID:
        t.refuse("WR-4.2", "it is the {step} step", step=STEP_NAMES[phase])
    begun(t)


def begun(t: WrTable) -> None:
    """The rotation has had an event (WR-1.8)."""
    if not t.state.begun:
        t.set(t.state, "begun", True)
