"""Which phases the turn has that is on (sections 3, 6)."""

from referee.games.grand_archive.state import (
    DRAW,
    END,
    LATE,
    MAIN,
    MATERIALIZE,
    PHASE_NAMES,
    RECOLLECTION,
    WAKE,
    GaTable,
    in_r26,
)


def is_first(t: GaTable, seat: str = "") -> bool:
    """Whether it is a player's first turn (GA-3.6, 3.7)."""
    return t.state.players[seat or t.state.active].begun == 1


def phases_of(t: GaTable) -> tuple[int, ...]:
    """The phases of the turn that is on (GA-3.6 to 3.8, 6.1)."""
    state = t.state
    if not is_first(t):
        return USUAL if not is_distorted(t) else DISTORTED
    if state.active == state.first and len(state.seats) == 2:
        return FIRST
    return FIRST_WITH_DRAW


USUAL = (WAKE, MATERIALIZE, RECOLLECTION, DRAW, MAIN, END)
DISTORTED = (WAKE, RECOLLECTION, DRAW, MAIN, LATE, END)
FIRST_WITH_DRAW = (DRAW, MAIN, END)
FIRST = (MAIN, END)


def is_distorted(t: GaTable, seat: str = "") -> bool:
    """Whether a player's time is distorted: the materialize phase is after main (GA-6.75)."""
    return in_r26(t) and t.state.players[seat or t.state.active].distorted


def require_in_turn(t: GaTable, phase: int) -> None:
    """The turn that is on has a phase, which was not skipped (GA-3.6, 3.7, 3.9, 6.73)."""
    state = t.state
    if phase not in phases_of(t):
        name = PHASE_NAMES[phase]
        t.refuse(lacking_rule(t), "this turn has no {phase} phase", phase=name)
    elif PHASE_NAMES[phase] in state.done.skipped:
        t.refuse("GA-6.73", "the {phase} phase is skipped", phase=PHASE_NAMES[phase])


def lacking_rule(t: GaTable) -> str:
    """The rule by which a player's first turn lacks phases."""
    if in_r26(t):
        return "GA-3.9"
    return "GA-3.6" if phases_of(t) == FIRST else "GA-3.7"
