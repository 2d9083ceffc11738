"""When somebody may act: speed, Opportunity, whose turn it is (section 7)."""

from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.course import asked_before, go_to, require_begun, require_player
from referee.games.grand_archive.payment import empowering, keyword_works
from referee.games.grand_archive.state import (
    LATE,
    MAIN,
    MATERIALIZE,
    OPPORTUNE,
    PHASE_NAMES,
    WAKE,
    GaTable,
    combat_of,
    lapses,
    stack_is_empty,
)
from referee.games.grand_archive.values import TEXTS, refuse_if_sure
from referee.parts.responses import seats_in_turn

FAST = "fast activation"
"""What lets a card be played at fast speed; a text may lend it to the next one."""


def is_fast(t: GaTable, seat: str, card: Card) -> bool:
    """Whether a card is played at fast speed now (GA-7.3, 7.4, 14.4); an action of which nobody
    knows the speed may be."""
    statics = t.state.changes.statics.get(FAST, ()) if t.state.begun else ()
    if any(TEXTS.charges(t, each, seat, card.name) for each in statics):
        return True
    if card.may_be_fast or FAST not in card.words:
        return card.may_be_fast
    return keyword_works(t, seat, card, FAST, empowering(t, seat, card))


def require_slow_time(t: GaTable, seat: str, rule: str = "", card: str = "") -> None:
    """Slow timing: one's own main phase, with an empty stack (GA-7.1, 4.2). What comes before the
    main phase is over with it. Of a card the own text may say otherwise.

    Args:
        t: the table.
        seat: who acts.
        rule: the rule for an act that has one of its own.
        card: the card that is played.

    Raises:
        Violation: that rule; without it GA-25.11 where player and phase are wrong, GA-6.47 where
            the player is, GA-4.2 where the phase is, GA-7.1 where the stack or a combat is in the
            way.
    """
    require_player(t, seat)
    require_begun(t)
    state = t.state
    late = state.phase > MAIN
    if seat != state.active:
        refuse_if_sure(
            t,
            ("speed",),
            rule or ("GA-25.11" if late else "GA-6.47"),
            "it is {active}'s turn",
            active=state.active,
            card=card,
        )
        return
    if late:
        refuse_if_sure(
            t, ("speed",), rule or "GA-4.2", "the main phase is over", since=state.came, card=card
        )
        return
    if lapses(t):
        go_to(t, MAIN)
        return
    if not stack_is_empty(state) or combat_of(state) is not None:
        top = state.waiting.stack[-1]
        refuse_if_sure(
            t, ("speed",), rule or "GA-7.1", "{thing} waits on the stack", thing=top.source,
            since=top.entry, card=card,
        )  # fmt: skip
        return
    _require_not_passed(t, seat)
    go_to(t, MAIN)


def _require_not_passed(t: GaTable, seat: str) -> None:
    """Where passes are on record, who has passed has Opportunity no more until something else
    happens (GA-7.5)."""
    state = t.state
    if not lapses(t) and seat in state.waiting.passed:
        other = next(each for each in seats_in_turn(state) if each not in state.waiting.passed)
        t.refuse("GA-7.5", "{seat} has passed", seat=seat, legal=f"{other} pass")


def require_fast_time(t: GaTable, seat: str) -> None:
    """Fast timing: whoever holds Opportunity (GA-7.3). With nothing pending that is in the main
    phase, unless a window was named before (GA-6.2)."""
    require_player(t, seat)
    require_begun(t)
    state = t.state
    if state.waiting.stack:
        return
    if state.phase not in OPPORTUNE:
        require_window(t)
        go_to(t, MAIN)
    require_asked(t, seat, "GA-7.3")


def require_window(t: GaTable) -> None:
    """Where passes are on record, nobody acts in a phase without Opportunity over an empty stack
    (GA-6.2, 6.12, 6.22, 6.23); elsewhere the line belongs to the next window."""
    state = t.state
    if lapses(t):
        return
    rule = "GA-6.2"
    if state.phase in (MATERIALIZE, LATE):
        rule = "GA-6.22" if state.done.materialized else "GA-6.23"
    elif state.phase == WAKE:
        rule = "GA-6.12"
    t.refuse(rule, "nobody has Opportunity in the {phase} phase", phase=PHASE_NAMES[state.phase])


def require_asked(t: GaTable, seat: str, rule: str) -> None:
    """Where passes are on record, a player has Opportunity once all who were asked before have
    passed (GA-7.5); in an event whoever has just added to the stack is taken to have done so
    (GA-7.15).

    Raises:
        Violation: that rule, somebody else has it.
    """
    if lapses(t):
        return
    require_player(t, seat)
    for each in asked_before(t, seat):
        t.refuse(rule, "{other} has Opportunity", other=each, legal=f"{each} pass")
