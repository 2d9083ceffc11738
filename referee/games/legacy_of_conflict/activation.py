"""What may be done in an activation, and what it costs (sections 11 and 12)."""

from typing import NoReturn

from referee.english import counted
from referee.games.legacy_of_conflict.due import Close, Due
from referee.games.legacy_of_conflict.facts import TokensSpent
from referee.games.legacy_of_conflict.harm import require_hazards_flipped
from referee.games.legacy_of_conflict.state import (
    CLEANUP,
    INITIATIVE,
    ORDER,
    PHASE_NAMES,
    PLAY,
    Figure,
    LcTable,
    question_in_words,
    refreshing,
    scenario_of,
)
from referee.house import require_playing


def require_no_question(t: LcTable) -> None:
    """Refuse what is logged while a question is open (LC-3.4)."""
    if t.state.question:
        about = question_in_words(t.state)
        t.refuse(
            "LC-3.4",
            "a question is open about {question}" if about else "a question is open",
            question=about,
            since=t.state.question,
            legal="settle it, with every player's consent"
            + (", or a judge's repair of the tokens" if about else ""),
        )


def require_done(t: LcTable, due: Due) -> None:
    """Refuse what comes before something that is owed."""
    t.refuse(
        due.rule,
        "{seat} first has to {task}",
        seat=due.seat,
        task=due.text(),
        since=due.since,
        legal=_done_by(t, due),
    )


def _done_by(t: LcTable, due: Due) -> str:
    """The line that does it, or, where more has to be said than the referee knows, what to do."""
    asked = [marker.name for marker in scenario_of(t).markers if marker.declared]
    if isinstance(due, Close) and asked:
        return f"{due.seat}: {due.text()}, and say who holds {' and '.join(asked)}"
    return f"{due.seat} {due.logged_as}"


def require_nothing_open(t: LcTable) -> None:
    """Refuse play while something is open: a question, a choice, a flip, a declared attack."""
    state = t.state
    if state.question:
        require_no_question(t)
    if state.due:
        require_hazards_flipped(t)
    for due in state.due:
        if due.must:
            require_done(t, due)
    require_refreshed(t)
    if state.duel is not None:
        _require_flips(t)
    if state.aim is not None:
        t.refuse(
            "LC-13.1",
            "{unit}'s attack is declared, and its cards are not flipped yet",
            unit=state.aim.figure,
            since=state.aim.since,
            legal="the two cards of the attack",
        )


def require_refreshed(t: LcTable) -> None:
    """Refuse what comes before a deck is refreshed that is empty (LC-5.3, LC-I 16)."""
    for seat in refreshing(t):
        t.refuse(
            "LC-5.3",
            "{seat}'s deck is empty, and is refreshed at once",
            seat=seat,
            legal=f"{seat} refresh",
        )


def _require_flips(t: LcTable) -> NoReturn:
    """Refuse what comes before the flips of a contest; after an exact match, by LC-6.4."""
    duel = t.state.duel
    assert duel is not None
    rule = "LC-9.1" if duel.kind == "initiative" else "LC-4.3"
    t.forbid(
        "LC-6.4" if duel.again else rule,
        "{who} first has to flip" if len(duel.due) == 1 else "{who} first have to flip",
        who=", ".join(duel.due),
        legal="two cards of each",
    )


def require_activation_phase(t: LcTable, rule: str) -> None:
    """Refuse play outside of the activation phase."""
    state = t.state
    if state.phase == PLAY:
        return
    if state.phase == CLEANUP:
        close = next(due for due in state.due if isinstance(due, Close))
        t.forbid(rule, "the turn is over; cleanup comes first", legal=_done_by(t, close))
    if state.phase == ORDER:
        t.forbid("LC-9.5", "the players of a side have not fixed their order", legal="order")
    if state.phase == INITIATIVE:
        _require_flips(t)
    t.forbid(
        "LC-9.1",
        "the match is still in {phase}",
        phase=PHASE_NAMES[state.phase],
        legal="what is not settled yet, then initiative",
    )


def require_acting(t: LcTable, seat: str, rule: str = "LC-11.1") -> Figure:
    """The character that is activated now, where its player may go on with it.

    Raises:
        Violation: something else comes first (LC-9.7, 10.1, 11.1, and what is due).
    """
    state = t.state
    if (
        state.due
        or state.aim is not None
        or state.duel is not None
        or state.question
        or t.choice["LC-I 16"] == "at_once"
    ):
        require_nothing_open(t)
    if not state.acting or seat != state.active:
        _require_turn_to_act(t, seat, rule)
    return state.figures[state.acting]


def _require_turn_to_act(t: LcTable, seat: str, rule: str) -> None:
    """Refuse who does not act now (LC-9.7), and what is done in no activation (LC-10.1, 11.1)."""
    state = t.state
    require_playing(t, seat)
    require_activation_phase(t, "LC-10.1")
    if seat != state.active:
        t.refuse(
            "LC-9.7",
            "{seat} acts, but it is {active}'s opportunity",
            seat=seat,
            active=state.active,
            legal=f"{state.active} acts",
        )
    if not state.acting:
        t.forbid(rule, "no character is being activated", legal="activate a character first")


def require_clear_slot(t: LcTable, figure: Figure, action: str) -> None:
    """Refuse an action whose slot is not clear (LC-12.5), whatever it costs."""
    have = figure.slots.get(action, 0)
    if have:
        t.refuse(
            "LC-12.5",
            "{have:token lies|tokens lie} on {action} of {unit}",
            have=have,
            action=action,
            unit=figure.id,
            legal="an action with a clear slot",
        )


def cost(t: LcTable, figure: Figure, action: str, bounds: tuple[int, int], paid: int) -> int:
    """LC-12.2: the tokens that an action costs, which the pool pays; the lowest number where none
    is named."""
    least, most = bounds
    tokens = paid or least
    if not least <= tokens <= most:
        t.forbid(
            "LC-12.2",
            "{name} is paid with {have:token}",
            name=action,
            have=tokens,
            legal=counted(least, "token") if least == most else f"{least} to {most} tokens",
        )
    if figure.pool < tokens:
        refuse_unpaid(t, figure, action, tokens)
    return tokens


def refuse_unpaid(t: LcTable, figure: Figure, action: str, tokens: int) -> NoReturn:
    """LC-12.2: an action that the pool does not pay."""
    t.forbid(
        "LC-12.2",
        "{unit} has {have:token} in its pool; {action} costs {limit}",
        unit=figure.id,
        have=figure.pool,
        action=action,
        limit=tokens,
        legal="an action that it can pay",
    )


def spend(t: LcTable, figure: Figure, action: str, tokens: int, kind: str) -> None:
    """The tokens of an action that was checked; no other action comes into a Move (LC-14.2)."""
    if kind != "response":
        t.state.moving = None
    figure.pool -= tokens
    if tokens:
        figure.slots[action] = figure.slots.get(action, 0) + tokens
    figure.actions.append(kind)
    t.fact(TokensSpent(figure.seat, figure.id, figure.name, action, tokens, figure.pool, "LC-12.2"))


def require_new_action(t: LcTable, figure: Figure, kind: str, action: str) -> None:
    """Refuse a second action of a kind, where an activation has one of each (LC-I 35), and an
    action whose slot is not clear (LC-12.5)."""
    if kind in figure.actions and t.choice["LC-I 35"] == "one_of_each_kind":
        t.refuse(
            "LC-11.6",
            "{unit} has already taken an action of this kind ({kind})",
            unit=figure.id,
            kind=kind,
            legal="an action of another kind, or the end of the activation",
        )
    if action in figure.slots:
        require_clear_slot(t, figure, action)


def require_footing(t: LcTable) -> None:
    """Refuse to leave a Move Action where the character cannot stand (LC-15.2)."""
    moving = t.state.moving
    if moving is None:
        return
    if not moving.stands:
        t.refuse(
            "LC-15.2",
            "the movement ends where the character cannot stand",
            since=moving.seq,
            legal="another Stride, to where it can stand",
        )
