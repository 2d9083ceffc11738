"""The course of a turn: its phases, and who acts in them (sections 10, 11)."""

from referee.fact import TurnBegan, TurnEnded
from referee.games.tower_wizwar.compulsory import duties, of_what_waits
from referee.games.tower_wizwar.facts import PhaseBegan, PoolLeft
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import drain, drain_steps, renew, turn_harm
from referee.games.tower_wizwar.places import spells_in
from referee.games.tower_wizwar.state import (
    ATTACK,
    LAST,
    PHASE_NAMES,
    RENEW,
    RETREAT_PHASES,
    SETS,
    Doings,
    InPlay,
    TwTable,
    controlled,
    covered,
    following,
    phases_of,
    tower_of,
)
from referee.games.tower_wizwar.triggers import report
from referee.games.tower_wizwar.values import forbidden
from referee.house import require_playing
from referee.obligation import Obligation
from referee.parts.lasting_changes import over

_UNDEMANDING = (RENEW, ATTACK)
"""The phases that ask for nothing by themselves."""


# -- turns ---------------------------------------------------------------------------------------


def begin_turn(t: TwTable, seat: str) -> None:
    """A wizard's turn begins: an entrance, a turn, or one in retreat."""
    state = t.state
    t.set(state, "turn", state.turn + 1)
    t.set(state, "active", seat)
    t.set(state, "done", Doings(reach=state.done.after))
    t.fact(TurnBegan(seat, state.turn))
    gone = {each: left for each, left in state.gone.items() if left[0] == t.seq}
    if len(gone) < len(state.gone):
        t.set(state, "gone", gone)
    report(t, "turn begins", seat, seat)
    t.set(state, "phase", 0)
    enter_phase(t, phases_of(state)[0])


def end_turn(t: TwTable) -> None:
    """The turn is over: harm turns, what lasted for it stops, and the next wizard begins
    (TW-11.21, 11.22)."""
    state, seat = t.state, t.state.active
    turn_all_harm(t, seat)
    if state.over:
        return
    report(t, "turn ends", seat, seat)
    over(t, "turn")
    t.fact(PoolLeft(seat, spells_in(t, seat, "pool")))
    side = state.sides[seat]
    if not side.entered:
        t.set(side, "entered", True)
    t.fact(TurnEnded(seat, state.turn))
    begin_turn(t, following(state, seat))


def turn_all_harm(t: TwTable, seat: str) -> None:
    """Harm on cards becomes wounds (TW-17.1)."""
    state = t.state
    if state.sides[seat].retreat:
        return
    seats = state.seats if t.choice["TW-I 65"] == "all_spaces" else (seat,)
    for each in seats:
        for thing in controlled(t, each):
            if not thing.harm or (t.choice["TW-I 84"] == "waits" and covered(t, thing)):
                continue
            if not forbidden(t, "turning", thing.id):
                turn_harm(t, thing, thing.harm, "turn", "TW-17.1")


def enter_phase(t: TwTable, phase: int) -> None:
    """A phase begins, with what follows of itself."""
    state = t.state
    seat, side, done = state.active, state.sides[state.active], state.done
    t.set(state, "phase", phase)
    if state.came != t.seq:
        t.set(state, "came", t.seq)
    t.fact(PhaseBegan(seat, PHASE_NAMES[phase]))
    if t.choice["TW-I 10"] == "kept_to_end_of_phase":
        for each in state.sides.values():
            t.set(each, "mana", 0)
    if phase == RENEW:
        for thing in controlled(t, seat):
            if thing.expended and _may_renew(t, thing):
                renew(t, thing)
        if side.retreat:
            drain(t, seat, -4 * drain_steps(t), "TW-18.7")
        elif tower_of(t, seat) is not None:
            drain(t, seat, -side.drain, "TW-11.5")
        else:
            drain(t, seat, -3 * drain_steps(t), "TW-11.5")
    elif phase == ATTACK:
        pool = spells_in(t, seat, "pool")
        if pool != done.pool:
            t.set(done, "pool", pool)
    elif phase == LAST and done.stabilised:
        t.set(done, "stabilised", False)


def _may_renew(t: TwTable, thing: InPlay) -> bool:
    """Whether nothing in force forbids that it is renewed (TW-11.4, 19.12)."""
    return not forbidden(t, "renew", thing.id)


# -- who acts, and when --------------------------------------------------------------------------


def act(t: TwTable, seat: str, phase: int, rule: str = "TW-11.1") -> None:
    """An act that belongs to a phase of one's own turn; what comes before that phase ends with
    it: the phases before it, and the turn of the wizard before.

    Args:
        t: the table.
        seat: who acts.
        phase: the phase that the act belongs to.
        rule: the rule of the act, where it is only for some phase.

    Raises:
        Violation: it is another's turn, or the phase is over or no part of this turn (the rule of
            the act; of an entrance TW-10.3, 10.7, 10.11, in retreat TW-18.4), or something
            compulsory comes first (its own rule).
    """
    require_playing(t, seat)
    state = t.state
    if seat == state.active and phase == state.phase:
        if state.done.reach:
            come_to(t, 2 * phase + 1)
        return
    if not _in_time(t, seat, phase, rule):
        return
    if seat != state.active:
        finish(t)
        _require_begun(t, seat)
    while state.phase != phase:
        require_no_duty(t)
        step(t)
    for duty in of_what_waits(t):  # what the phase that begins by this has set off comes before it
        require_done(t, duty)
        return
    come_to(t, 2 * phase + 1)


def come_to(t: TwTable, moment: int) -> None:
    """The turn is not further than that, whatever it might have been (``compulsory.reach_of``)."""
    done = t.state.done
    if done.reach > moment:
        t.set(done, "reach", moment)
    if done.after:
        t.set(done, "after", 0)


def _in_time(t: TwTable, seat: str, phase: int, rule: str) -> bool:
    """Whether the turn that is on, or the next one, still has that phase for this wizard; else it
    is refused, and, where a judge lets it stand, no phase ends with it."""
    require_turn_taker(t, seat)
    state = t.state
    if seat != state.active and following(state, state.active) != seat:
        t.refuse(
            _rule_of_time(t, seat, phase, rule),
            "it is {active}'s turn",
            active=state.active,
            seat=seat,
            legal=state.active,
        )
        return False
    if phase not in phases_of(state, seat):
        t.refuse(
            _rule_of_time(t, seat, phase, rule),
            "{seat} has no such phase in this turn: {phase}",
            seat=seat,
            phase=PHASE_NAMES[phase],
        )
        return False
    if seat == state.active and phase < state.phase:
        t.refuse(
            _rule_of_time(t, seat, phase, rule),
            "{phase} {are} over, now it is {now}",
            phase=PHASE_NAMES[phase],
            are="are" if PHASE_NAMES[phase].startswith("the sets") else "is",
            now=PHASE_NAMES[state.phase],
        )
        return False
    return True


def _rule_of_time(t: TwTable, seat: str, phase: int, rule: str) -> str:
    """The rule by which an act at another time is refused."""
    state = t.state
    if state.sides[seat].retreat:
        return rule if phase in RETREAT_PHASES else "TW-18.4"
    if all(side.entered or side.lost for side in state.sides.values()):
        return rule
    if phase == SETS and seat == state.active:
        return "TW-10.7"
    return "TW-10.11" if rule == "TW-12.1" else "TW-10.3"


def require_turn_taker(t: TwTable, seat: str) -> None:
    """A wizard that has lost without retreat does nothing more (TW-1.9)."""
    side = t.state.sides[seat]
    if side.lost and not side.retreat:
        t.forbid("TW-1.9", "{seat} has lost", seat=seat, since=side.lost)


def _require_begun(t: TwTable, seat: str) -> None:
    """The turn before has ended without the match, and this wizard's has begun."""
    state = t.state
    if state.over:
        t.forbid("TW-1.9", "the match ends with the turn before", legal="end")
    if state.active != seat:  # whoever came next has lost as the turn ended
        t.forbid("TW-11.1", "it is {active}'s turn", active=state.active, seat=seat)


def begun(t: TwTable) -> bool:
    """Whether anything was done yet in the turn that is on."""
    state = t.state
    return state.phase != phases_of(state)[0] or state.done != Doings()


def finish(t: TwTable) -> None:
    """The turn being played goes to its end, as the next wizard acts, or it is said.

    Raises:
        Violation: a compulsory part of it is open, which has its own rule.
    """
    state = t.state
    turn = state.turn
    while not state.over and state.turn == turn:
        require_no_duty(t)
        step(t)


def step(t: TwTable) -> None:
    """The next phase begins, or the next turn."""
    state = t.state
    now = state.phase
    for phase in phases_of(state):
        if phase > now:
            enter_phase(t, phase)
            break
    else:
        end_turn(t)
    if state.waiting.stack:
        handles.follows(t)


def require_no_duty(t: TwTable) -> None:
    """Nothing compulsory is open (TW-11.1); the refusal cites that part."""
    if not t.state.waiting.stack and t.state.phase in _UNDEMANDING:
        return
    for duty in duties(t):
        require_done(t, duty)
        return


def require_done(t: TwTable, duty: Obligation) -> None:
    """Something compulsory is to be done first; its own rule is cited."""
    since = duty.since if 0 < duty.since < t.seq else None
    what = duty.text()
    t.refuse(
        duty.rule,
        "{who} first has to {what}",
        who=duty.seat,
        what=what,
        legal=f"{duty.seat}: {what}",
        since=since,
    )


def require_active(t: TwTable, seat: str) -> None:
    """Only the wizard whose turn it is (TW-11.1)."""
    state = t.state
    if seat != state.active:
        t.refuse("TW-11.1", "it is {active}'s turn", active=state.active, legal=state.active)
