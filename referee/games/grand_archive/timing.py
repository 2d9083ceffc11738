"""When somebody may act: speed, Opportunity, whose turn it is (section 7)."""

from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.course import go_to, require_begun, require_player
from referee.games.grand_archive.paying import empowering, keyword_works
from referee.games.grand_archive.reckoning import refuse_if_sure
from referee.games.grand_archive.state import (
    MAIN,
    OPPORTUNE,
    GaTable,
    combat_of,
    stack_is_empty,
)


def is_fast(t: GaTable, seat: str, card: Card) -> bool:
    """Whether a card is played at fast speed now (GA-7.3, 7.4, 14.4); an action of which nobody
    knows the speed may be."""
    return card.may_be_fast or keyword_works(
        t, seat, card, "fast activation", empowering(t, seat, card)
    )


def require_slow_time(t: GaTable, seat: str, rule: str = "GA-7.1", card: str = "") -> None:
    """Slow timing: one's own main phase, with an empty stack (GA-7.1, 4.2). What comes before the
    main phase is over with it. Of a card the own text may say otherwise.

    Raises:
        Violation: GA-6.47 for the other player, that rule for any other time.
    """
    require_player(t, seat)
    require_begun(t)
    state = t.state
    if seat != state.active:
        refuse_if_sure(
            t,
            ("speed",),
            "GA-6.47" if rule == "GA-7.1" else rule,
            "it is {active}'s turn",
            active=state.active,
            legal=state.active,
            card=card,
        )
        return
    if state.phase > MAIN:
        why = "the main phase is over"
        refuse_if_sure(t, ("speed",), rule, why, legal="a fast action", card=card)
        return
    go_to(t, MAIN)
    if state.over:
        return
    if not stack_is_empty(state) or combat_of(state) is not None:
        top = state.waiting.stack[-1]
        refuse_if_sure(t, ("speed",), rule, "the stack is not empty", since=top.entry, card=card)


def require_fast_time(t: GaTable, seat: str) -> None:
    """Fast timing: whoever holds Opportunity (GA-7.3). With nothing pending that is in the main
    phase, unless a window was named before (GA-6.2)."""
    require_player(t, seat)
    require_begun(t)
    state = t.state
    if state.waiting.stack or state.phase in OPPORTUNE:
        return
    go_to(t, MAIN)
