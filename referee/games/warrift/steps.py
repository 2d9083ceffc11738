"""The steps of a turn, the Eye, and monsters that come out (sections 4 and 5)."""

from events.warrift import Enter, EyeRoll, RiftDeal, Step
from referee.games.warrift.acting import (
    begun,
    require_active,
    require_begun,
    require_mid,
    require_nothing_awaited,
)
from referee.games.warrift.arriving import bring_in, fetch_monster
from referee.games.warrift.due import BringIn, DealRift, RollEye
from referee.games.warrift.ending import deal, recipients, shares_of
from referee.games.warrift.facts import EyeOpened, MonsterEntered, RotationEnded
from referee.games.warrift.handlers import handles
from referee.games.warrift.harm import new_moment, trigger
from referee.games.warrift.places import LAYOUT, show
from referee.games.warrift.state import END, WrTable, monsters, seats_from
from referee.games.warrift.turn import begin_end, begin_rotation, proceed, rolled
from referee.games.warrift.window import due_of, let_all


@handles
def step(t: WrTable, e: Step) -> None:
    """The mid or the end step begins (WR-4.2, 4.5)."""
    if e.step == "mid":
        require_mid(t, e.seat)
        return
    require_begun(t, e.seat)
    require_active(t, e.seat)
    require_nothing_awaited(t)
    if t.state.closing:
        t.refuse("WR-4.2", "the end step has begun")
    begun(t)
    if t.state.phase != END:
        begin_end(t)
    t.set(t.state, "closing", True)
    proceed(t)


@handles
def eye_roll(t: WrTable, e: EyeRoll) -> None:
    """The dice of the Eye (WR-5.1 to 5.3)."""
    require_begun(t, e.seat)
    state = t.state
    due = due_of(state, RollEye)
    if due is None:
        t.refuse("WR-5.1", "no roll for the Eye is due")
        return
    if e.seat != due.seat:
        t.refuse("WR-5.1", "{seat} does not roll", seat=e.seat, legal=due.seat)
    if len(e.dice) != due.dice:
        t.refuse("WR-5.2", "{have} dice", have=len(e.dice), legal=f"exactly {due.dice}")
    for die in e.dice:
        if die not in state.faces:
            t.forbid("WR-5.2", "no die shows {die}", die=die)
    begun(t)
    rolled(t, e.seat, e.dice, "eye")
    t.pull(state.due, due)
    count = max(e.dice) if t.choice["WR-I 21"] == "highest" else sum(e.dice)
    t.fact(EyeOpened(e.seat, count))
    bring_in(t, count, "eye", "")
    proceed(t)


@handles
def enter(t: WrTable, e: Enter) -> None:
    """Monsters come out, one after the other (WR-5.4 to 5.6)."""
    require_begun(t, e.seat)
    for at, name in enumerate(e.monsters):
        if at:
            let_all_since(t)
        _enter_one(t, e.seat, name)
    proceed(t)


def let_all_since(t: WrTable) -> None:
    """An Eyestrike is done before the next monster comes (WR-5.5)."""
    let_all(t)


def _enter_one(t: WrTable, seat: str, name: str) -> None:
    state = t.state
    due = due_of(state, BringIn)
    if due is None:
        t.refuse("WR-5.4", "no more monsters come out")
        return
    if due.place == "eye":
        show(t, "", "eye", name, "WR-2.5")
    else:
        fetch_monster(t, due.place, name)
    thing = LAYOUT.enter(t, name, "play", "", "")
    t.fact(MonsterEntered(thing.id, name, due.source or "the Eye"))
    if due.count == 1:
        t.pull(state.due, due)
    else:
        t.set(due, "count", due.count - 1)
    new_moment(t)
    trigger(t, thing, "eyestrike", state.active)


@handles
def rift_deal(t: WrTable, e: RiftDeal) -> None:
    """The Rift is dealt (WR-13.2, 13.3)."""
    require_begun(t, e.seat)
    state = t.state
    due = due_of(state, DealRift)
    if due is None:
        t.refuse("WR-13.2", "no Rift is to be dealt")
        return
    if e.seat != due.seat:
        t.refuse("WR-13.2", "{seat} does not deal", seat=e.seat, legal=due.seat)
    usual = recipients(t)
    if e.recipients and sorted(e.recipients) != sorted(usual):
        t.refuse("WR-13.3", "dealt to {whom}", whom=", ".join(e.recipients), legal=", ".join(usual))
    if e.recipients and list(e.recipients) != usual:
        t.refuse("WR-13.2", "dealt in another order", legal=", ".join(usual))
    deal(t, shares_of(t, e.recipients))
    t.pull(state.due, due)
    t.fact(RotationEnded(state.rotation, len(monsters(t)), state.limit))
    t.set(state, "night", not state.night)
    t.set(state, "first", seats_from(state, state.first)[1])
    begin_rotation(t)
