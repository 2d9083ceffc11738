"""The steps of a turn, the Eye, monsters that come out, and the Rift (sections 4, 5 and 13)."""

from events.notation.words import quote
from events.warrift import Enter, EyeRoll, RiftDeal, Step
from referee.games.warrift.arrivals import bring_in, fetch_monster
from referee.games.warrift.due import BringIn, DealRift, RollEye
from referee.games.warrift.effects.resolution import can_do
from referee.games.warrift.facts import EyeOpened, MonsterEntered
from referee.games.warrift.handlers import handles
from referee.games.warrift.harm import new_moment, trigger
from referee.games.warrift.match_end import (
    LOST,
    WON,
    deal,
    dealer,
    laid,
    recipients,
    rift_size,
    rotate,
    shares_of,
)
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import (
    EYE,
    MID,
    OVER,
    START,
    STEP_NAMES,
    AnyPending,
    Triggered,
    WrTable,
    card_of,
)
from referee.games.warrift.time_to_act import (
    begun,
    next_seat,
    require_active,
    require_begun,
    require_mid,
    require_nothing_awaited,
    way_on,
)
from referee.games.warrift.triggers import happened
from referee.games.warrift.turn import (
    arrived,
    begin_end,
    begin_rotation,
    proceed,
    roll_is_made,
    rolled,
)
from referee.games.warrift.window import due_of, until
from referee.parts.effects.pending import Owed
from referee.parts.responses import take_away


@handles
def step(t: WrTable, e: Step) -> None:
    """The mid or the end step begins (WR-4.2, 4.5)."""
    require_step(t, e)
    if e.step == "mid":
        return
    begun(t)
    begin_end(t)
    t.set(t.state, "closing", True)
    _pass_over_nothing(t)
    proceed(t)


def require_step(t: WrTable, e: Step) -> None:
    """A step may begin now; the mid step has with that (WR-4.2, 4.5)."""
    state = t.state
    require_begun(t, e.seat)
    require_active(t, e.seat)
    if state.closing or (e.step == "mid" and not is_before_mid(t)):
        t.refuse(
            "WR-4.2",
            "it is the {step} step already",
            step=STEP_NAMES[state.phase],
            legal="step end" if state.phase == MID else "",
        )
    if e.step == "mid":
        require_mid(t, e.seat)
    else:
        require_nothing_awaited(t)


def is_before_mid(t: WrTable) -> bool:
    """Whether a turn stands before its mid step."""
    return t.state.phase in (EYE, START)


def _pass_over_nothing(t: WrTable) -> None:
    """The end step goes on by itself where none of its effects is to be logged, or may be."""
    state = t.state
    if any(_keeps_open(t, each) for each in state.waiting.stack):
        return
    for each in list(state.waiting.stack):
        take_away(t, each, "took effect")


def _keeps_open(t: WrTable, pending: AnyPending) -> bool:
    """Whether something pending can still be logged: it is owed, may be declined, or is not
    described (WR-4.5)."""
    if not isinstance(pending, Triggered):
        return True
    for at in pending.effects:
        effect = card_of(t, pending.name).all_effects[at]
        if effect.may or effect.text_alone or can_do(t, pending, at):
            return True
    return False


@handles
def eye_roll(t: WrTable, e: EyeRoll) -> None:
    """The dice of the Eye (WR-5.1 to 5.3)."""
    require_begun(t, e.seat)
    state = t.state
    due = due_of(state, RollEye)
    if due is None:
        if state.phase == OVER and e.seat == next_seat(t):
            require_nothing_awaited(t)
        t.refuse("WR-5.1", "no roll for the Eye is due")
        return
    if e.seat != due.seat:
        t.refuse("WR-5.1", "{seat} does not roll", seat=e.seat, legal=due.seat)
    require_nothing_awaited(t, but_the_eye=True)
    if len(e.dice) != due.dice:
        t.refuse("WR-5.2", "{have:die}", have=len(e.dice), legal=f"exactly {due.dice}")
    for die in e.dice:
        if die not in state.faces:
            faces = ", ".join(map(str, sorted(set(state.faces))))
            t.forbid("WR-5.2", "no die shows {die}", die=die, legal=f"one of {faces}")
    begun(t)
    rolled(t, e.seat, e.dice, "eye")
    t.pull(state.due, due)
    roll_is_made(t)
    count = max(e.dice) if t.choice["WR-I 21"] == "highest" else sum(e.dice)
    t.fact(EyeOpened(e.seat, count))
    bring_in(t, count, "eye", "")
    proceed(t)


@handles
def enter(t: WrTable, e: Enter) -> None:
    """Monsters come out, one after the other (WR-5.4 to 5.6)."""
    require_begun(t, e.seat)
    for at, name in enumerate(e.monsters):
        try:
            _enter_one(t, name)
        except Owed as owed:
            if owed.pending.entry == t.seq:  # it is not in play but for this line
                owed.legal = " ".join((e.seat, "enter", *map(quote, e.monsters[:at])))
            raise
    proceed(t)


def _enter_one(t: WrTable, name: str) -> None:
    """A monster comes in; the Eyestrike of the one before it is done first (WR-5.5)."""
    state = t.state
    due = due_of(state, BringIn)
    if due is None:
        t.refuse("WR-5.4", "no more monsters come out")
        return
    try:
        until(t, lambda: state.waiting.stack[-1].entry <= due.since)
    except Owed as owed:
        owed.rule = "WR-5.5"
        raise
    fetch_monster(t, due.place, name)
    thing = LAYOUT.enter(t, name, "play", "", "")
    t.fact(MonsterEntered(thing.id, name, due.source or "the Eye"))
    if due.count == 1:
        t.pull(state.due, due)
    else:
        t.set(due, "count", due.count - 1)
    arrived(t, thing)
    new_moment(t)
    trigger(t, thing, "eyestrike", state.active)
    happened(t, "enter", thing.id, state.active)


@handles
def rift_deal(t: WrTable, e: RiftDeal) -> None:
    """The Rift is dealt (WR-13.2, 13.3), also after the rotation that ended the match (13.7)."""
    require_begun(t, e.seat)
    state = t.state
    due = due_of(state, DealRift)
    if due is None:
        _require_last_deal(t)
    by = dealer(t)
    if e.seat != by:
        t.refuse("WR-13.2", "{seat} does not deal", seat=e.seat, legal=by)
    usual, shares = recipients(t), shares_of(t)
    served = [seat for seat in usual if shares[seat]]
    if e.recipients and list(e.recipients) not in (usual, served, laid(usual, shares)):
        rule = "WR-13.3" if set(e.recipients) != set(usual) else "WR-13.2"
        legal = f"to {', then '.join(usual)}"
        t.refuse(rule, "dealt to {whom}", whom=", ".join(e.recipients), legal=legal)
    deal(t, shares)
    if due is not None:
        t.pull(state.due, due)
        rotate(t)
        begin_rotation(t)
        proceed(t)


def _require_last_deal(t: WrTable) -> None:
    """Without a deal that is due there is only the one after the match (WR-13.7)."""
    state = t.state
    if state.over:
        if state.over not in (LOST, WON) or not (rift_size(t) and recipients(t)):
            t.forbid("WR-1.12", "the match is over by {how}", how=state.over, since=state.ended)
    elif state.phase == EYE and not state.begun and state.rotation > 1:
        t.forbid("WR-13.2", "the Rift is empty, or nobody is dealt to")
    elif state.phase != OVER:
        t.forbid("WR-13.1", "the rotation is not at its end")
    else:
        coming = state.due[-1]
        t.forbid("WR-2.13", "first {what}", what=coming.text(), legal=way_on(t), since=coming.since)
