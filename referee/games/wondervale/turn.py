"""Section 4: the steps of a turn."""

from events.wondervale import Deposit, Discard, End
from referee.fact import CardMoved, TurnBegan, TurnEnded
from referee.games.wondervale.cards import require_tribe_cards, show_from_hand
from referee.games.wondervale.due import DrawCard, TakeBack
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.possible import actions, discards_due, must_act, way_on
from referee.games.wondervale.state import (
    DEPLOY,
    DEPOSIT,
    DISCARD,
    DONE_IN_A_TURN,
    HAND_LIMIT,
    LIMIT,
    STEP_NAMES,
    Side,
    WvTable,
    hand_size,
    opponent,
)
from referee.house import require_seat

MOST_DISCARDED = 2
MOST_DEPOSITED = 2

LASTING = (DrawCard, TakeBack)
"""What a player may take until the turn ends (WV-I 17)."""

LATE = {DEPOSIT: "WV-4.6", DEPLOY: "WV-6.1"}
"""The rule that gives a step its place, for those that have one of their own."""


# -- what every step asks ----------------------------------------------------------------------


def require_nothing_due(t: WvTable) -> None:
    """A step that a rule asks for holds everything else up."""
    for due in t.state.due:
        if due.must:
            t.refuse(
                due.rule,
                "{seat} has to {task} first",
                seat=due.seat,
                task=due.text(),
                legal=way_on(t),
                since=due.since,
            )


def require_turn(t: WvTable, seat: str, step: int) -> Side:
    """The player on turn takes a step in its order (WV-4.1, 4.3); returns that player's side."""
    state = t.state
    if seat != state.active:
        require_seat(t, seat)
        if not state.active:
            t.forbid("WV-4.1", "the first turn has not begun", legal=way_on(t))
        t.refuse("WV-4.1", "it is {active}'s turn", active=state.active, seat=seat, legal=way_on(t))
    if state.due:
        require_nothing_due(t)
    if state.step == DISCARD and step > DISCARD:
        t.refuse(
            "WV-4.3",
            "{seat} has not drawn yet; {due} due",
            seat=seat,
            due=1 + state.discarded,
            legal=way_on(t),
        )
    if step < state.step and "WV-4.1" not in t.waived:
        t.refuse(
            LATE.get(step, "WV-4.1"),
            "the {step} step is over; this is the {now} step",
            step=STEP_NAMES[step],
            now=STEP_NAMES[state.step],
            legal=way_on(t),
        )
    if state.closing and step < LIMIT:
        t.refuse("WV-9.5", "the turn is over", since=state.closing, legal=way_on(t))
    return state.sides[seat]


def go_on(t: WvTable, step: int) -> None:
    """Play goes on: the step is reached, and offers lapse."""
    state = t.state
    if step > state.step:
        state.step = step
    if state.due:
        _lapse(t)


def _lapse(t: WvTable) -> None:
    """WV-I 17: what a defeat or a pick offers stands until the turn ends, or until this step.

    The same holds of an ability of the other player, who need not be quicker than the one on
    turn; that of the player on turn happens at once, or not (WV-7.14).
    """
    state = t.state
    if t.choice["WV-I 17"] == "next_step_of_the_active_player":
        state.due.clear()
        return
    state.due = [
        due
        for due in state.due
        if not due.must and (due.seat != state.active or type(due) in LASTING)
    ]


# -- discard and deposit -----------------------------------------------------------------------


@handles
def discard(t: WvTable, e: Discard) -> None:
    """The discard step (WV-4.2), or the hand limit once cards were drawn (WV-4.7)."""
    state = t.state
    before_drawing = state.step == DISCARD
    side = require_turn(t, e.seat, DISCARD if before_drawing else LIMIT)
    if before_drawing:
        _require_few_discards(t, len(e.cards))
    else:
        _require_discards_due(t, side, len(e.cards))
        require_action(t, side)
    show_from_hand(t, side, e.cards)
    rule = "WV-4.2" if before_drawing else "WV-4.7"
    side.discard += e.cards
    if before_drawing:
        state.discarded += len(e.cards)
    else:
        go_on(t, LIMIT)
    for card in e.cards:
        t.fact(CardMoved(e.seat, card, "hand", "discard", rule))


def _require_few_discards(t: WvTable, more: int) -> None:
    """WV-4.2: two cards at most."""
    count = t.state.discarded + more
    if count > MOST_DISCARDED:
        t.refuse(
            "WV-4.2",
            "{have:card} discarded in this step; at most {limit}",
            have=count,
            limit=MOST_DISCARDED,
            legal=f"at most {MOST_DISCARDED - t.state.discarded} more",
        )


def _require_discards_due(t: WvTable, side: Side, count: int) -> None:
    """WV-4.7: neither more nor fewer than are above the limit."""
    size = hand_size(side)
    excess = max(0, size - HAND_LIMIT)
    if count != excess:
        t.refuse(
            "WV-4.7",
            "{have} discarded from a hand of {size}, limit {limit}",
            have=count,
            size=size,
            limit=HAND_LIMIT,
            legal=f"exactly {excess}" if excess else "no discard",
        )


@handles
def deposit(t: WvTable, e: Deposit) -> None:
    """WV-4.6."""
    state = t.state
    side = require_turn(t, e.seat, DEPOSIT)
    count = state.deposited + len(e.cards)
    if count > MOST_DEPOSITED:
        t.refuse(
            "WV-4.6",
            "{have:tribe card} deposited this turn; at most {limit}",
            have=count,
            limit=MOST_DEPOSITED,
            legal=f"at most {MOST_DEPOSITED - state.deposited} more",
        )
    require_tribe_cards(t, e.cards, "WV-4.6")
    show_from_hand(t, side, e.cards)
    side.bank += e.cards
    state.deposited = count
    go_on(t, DEPOSIT)
    for card in e.cards:
        t.fact(CardMoved(e.seat, card, "hand", "bank", "WV-4.6"))


# -- the end of a turn -------------------------------------------------------------------------


def require_action(t: WvTable, side: Side) -> None:
    """WV-I 5: under that reading a possible action may not be skipped (WV-7.1)."""
    if must_act(t, side):
        t.refuse(
            "WV-7.1",
            "no action was taken, although one is possible",
            legal=" or ".join(actions(t, side)),
        )


@handles
def end_turn(t: WvTable, e: End) -> None:
    """WV-4.1 and 4.7: the turn passes to the other player."""
    state = t.state
    side = require_turn(t, e.seat, LIMIT)
    if discards_due(t, side):
        t.refuse(
            "WV-4.7",
            "{seat} holds {have:card}, limit {limit}",
            seat=e.seat,
            have=hand_size(side),
            limit=HAND_LIMIT,
            legal=way_on(t),
        )
    if t.choice["WV-I 5"] != "yes":
        require_action(t, side)
    t.fact(TurnEnded(e.seat, state.turn))
    state.due.clear()
    state.turn += 1
    state.active = opponent(state, e.seat).seat
    state.step = DISCARD
    for name in DONE_IN_A_TURN:
        setattr(state, name, 0)
    t.fact(TurnBegan(state.active, state.turn))
