"""The course of a turn: its phases, what is compulsory in each, and who acts (sections 10, 11)."""

from collections.abc import Iterator

from referee.fact import TurnBegan, TurnEnded
from referee.games.tower_wizwar.catalog import ORBITAL
from referee.games.tower_wizwar.drawing import spells_left
from referee.games.tower_wizwar.due import (
    AnswerCast,
    CarryOutOrbital,
    DraftFive,
    DrawASet,
    DrawUp,
    PlayFront,
    PlayOfSet,
    SayBlock,
    SayOrder,
    Shed,
)
from referee.games.tower_wizwar.facts import PhaseBegan
from referee.games.tower_wizwar.groups import awaited_order, defender_of
from referee.games.tower_wizwar.harm import drain, renew, turn_harm
from referee.games.tower_wizwar.places import hand_size, size, spells_in
from referee.games.tower_wizwar.reckoning import forbidden
from referee.games.tower_wizwar.state import (
    ATTACK,
    CAST,
    DRAFT,
    FILL,
    HAND,
    JUXTAPOSE,
    LAST,
    MOVEMENT,
    PHASE_NAMES,
    RENEW,
    SETS,
    STABILISE,
    Casting,
    Doings,
    InPlay,
    Strike,
    TwTable,
    at,
    card_of,
    controlled,
    covered,
    following,
    phases_of,
    tower_of,
)
from referee.house import require_playing
from referee.obligation import Obligation
from referee.parts.lasting import over

POOL = 10
"""With so many cards in a pool two of them are discarded (TW-11.11)."""
FULL_POOL = 5
"""With fewer cards than that the pool is filled after the entrance (TW-10.10)."""


# -- turns ---------------------------------------------------------------------------------------


def begin_turn(t: TwTable, seat: str) -> None:
    """A wizard's turn begins: an entrance, a turn, or one in retreat."""
    state = t.state
    t.set(state, "turn", state.turn + 1)
    t.set(state, "active", seat)
    t.set(state, "done", Doings())
    t.fact(TurnBegan(seat, state.turn))
    t.set(state, "phase", 0)
    enter_phase(t, phases_of(state)[0])


def end_turn(t: TwTable) -> None:
    """The turn is over: harm turns, what lasted for it stops, and the next wizard begins
    (TW-11.21, 11.22)."""
    state = t.state
    seat = state.active
    turn_all_harm(t, seat)
    if state.over:
        return
    over(t, "turn")
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
    t.set(state, "wounding", t.seq)
    seats = state.seats if t.choice["TW-I 65"] == "all_spaces" else (seat,)
    for each in seats:
        for thing in controlled(t, each):
            if not thing.harm or (covered(t, thing) and t.choice["TW-I 84"] == "waits"):
                continue
            turn_harm(t, thing, thing.harm, "turn")


def enter_phase(t: TwTable, phase: int) -> None:
    """A phase begins, with what follows of itself."""
    state = t.state
    seat, side, done = state.active, state.sides[state.active], state.done
    t.set(state, "phase", phase)
    t.fact(PhaseBegan(seat, PHASE_NAMES[phase]))
    if phase == RENEW:
        for thing in controlled(t, seat):
            if thing.expended and _may_renew(t, thing):
                renew(t, thing)
        if side.retreat:
            drain(t, seat, -4, "TW-18.7")
        elif tower_of(t, seat) is not None:
            drain(t, seat, -side.drain, "TW-11.5")
        else:
            drain(t, seat, -3, "TW-11.5")
    elif phase == ATTACK:
        t.set(done, "pool", spells_in(t, seat, "pool"))
    elif phase == LAST:
        t.set(done, "stabilised", False)


def _may_renew(t: TwTable, thing: InPlay) -> bool:
    """Whether nothing in force forbids that it is renewed (TW-11.4, 19.12)."""
    return not forbidden(t, "renew", thing.id)


# -- what is compulsory --------------------------------------------------------------------------


def duties(t: TwTable) -> Iterator[Obligation]:
    """What has to be done before the turn, or an attack or cast, goes on; the rule is in each."""
    state = t.state
    for pending in reversed(state.waiting.stack):
        if isinstance(pending, Strike):
            yield from _of_attack(t, pending)
        elif isinstance(pending, Casting) and pending.awaits:
            card = state.zones.things[pending.source].name
            yield AnswerCast(pending.on, "TW-18.11", pending.entry, card=card)
    if state.phase:
        yield from of_phase(t)


def _of_attack(t: TwTable, attack: Strike) -> Iterator[Obligation]:
    if attack.blocked is None:
        seat = defender_of(t, attack)
        yield SayBlock(seat, "TW-15.8", attack.entry, target=attack.target)
        return
    cards = awaited_order(t, attack)
    if cards:
        seat = t.state.zones.things[cards[0]].controller
        yield SayOrder(seat, "TW-15.16", attack.entry, cards=cards)


def of_phase(t: TwTable) -> Iterator[Obligation]:
    """What is compulsory in the phase that is on."""
    state = t.state
    seat, done = state.active, state.done
    phase, side = state.phase, state.sides[state.active]
    if phase == SETS:
        if not done.found:
            yield DrawASet(seat, "TW-10.7", t.seq)
        elif not done.chosen:
            yield PlayOfSet(seat, "TW-10.8", t.seq)
    elif phase == FILL:
        if not done.filled and spells_in(t, seat, "pool") < FULL_POOL and spells_left(t, seat):
            yield DrawUp(seat, "TW-10.10", t.seq, count=FULL_POOL, place="pool")
    elif phase in (STABILISE, LAST):
        yield from _stabilising(t, seat)
    elif phase == DRAFT:
        if side.retreat and not done.drafted and spells_left(t, seat):
            yield DraftFive(seat, "TW-18.8", t.seq)
    elif phase == CAST:
        if done.fetch and spells_left(t, seat):
            yield DrawUp(seat, "TW-18.13", t.seq, count=done.fetch, place="hand")
        asked = not done.orbital and not done.cast and t.choice["TW-I 31"] == "must"
        if asked and (orbitals := usable_orbitals(t, seat)):
            yield CarryOutOrbital(seat, "TW-11.9", t.seq, orbitals=orbitals)
        if must_trim(t, seat):
            yield Shed(seat, "TW-11.11", t.seq, count=2, place="pool")
    elif phase == MOVEMENT and must_play_front(t, seat):
        yield PlayFront(seat, "TW-11.13", t.seq)


def _stabilising(t: TwTable, seat: str) -> Iterator[Obligation]:
    if t.state.done.stabilised:
        return
    have = hand_size(t, seat)
    if have > HAND and spells_in(t, seat, "hand"):
        yield Shed(seat, stabilise_rule(t), t.seq, count=have - HAND)
    elif have < HAND and spells_left(t, seat):
        yield DrawUp(seat, stabilise_rule(t), t.seq, count=HAND - have)


def stabilise_rule(t: TwTable) -> str:
    """The rule of the stabilise step that is on."""
    if t.state.phase == STABILISE:
        return "TW-11.2"
    return "TW-11.20" if t.state.sides[t.state.active].entered else "TW-10.12"


def usable_orbitals(t: TwTable, seat: str) -> tuple[str, ...]:
    """The orbitals of a wizard that can be used: those not expended (TW-11.9)."""
    spots = t.state.sides[seat].map
    found = []
    for spot in JUXTAPOSE if t.choice["TW-I 35"] != "any_spot" else tuple(spots):
        if spot in spots:
            thing = at(t, seat, spot)
            if thing is not None and not thing.expended and card_of(t, thing).kind == ORBITAL:
                found.append(thing.id)
    return tuple(found)


def must_trim(t: TwTable, seat: str) -> bool:
    """Whether two of the pool have to be discarded as the cast phase ends (TW-11.11)."""
    done = t.state.done
    if done.trimmed or (done.rebuked and t.choice["TW-I 73"] == "no"):
        return False
    return spells_in(t, seat, "pool") >= POOL


def must_play_front(t: TwTable, seat: str) -> bool:
    """Whether a card of the front has to be played now (TW-11.13, I 32, I 33)."""
    reading = t.choice["TW-I 32"]
    if reading == "may_in_movement":
        return False
    left = size(t, seat, "front")
    return bool(left) and (not t.state.done.fronted or t.choice["TW-I 33"] != "one")


# -- who acts, and when --------------------------------------------------------------------------


def act(t: TwTable, seat: str, phase: int, rule: str = "TW-11.1") -> None:
    """An act that belongs to a phase of one's own turn; the phases before it end with that.

    Args:
        t: the table.
        seat: who acts.
        phase: the phase that the act belongs to.
        rule: the rule of the act, where it is only for some phase.

    Raises:
        Violation: a compulsory part before it is open (its own rule), it is another's turn
            (TW-11.1), or the phase is over or no part of this turn.
    """
    require_playing(t, seat)
    state = t.state
    if seat == state.active and phase == state.phase:
        return
    if seat != state.active or phase < state.phase:
        _require_next(t, seat, phase, rule)
    advance(t, phase, rule)


def _require_next(t: TwTable, seat: str, phase: int, rule: str) -> None:
    """The act of whose turn comes next ends the turn being played."""
    state = t.state
    require_turn_taker(t, seat)
    if following(state, state.active) != seat:
        legal = f"{state.active} acts"
        t.refuse("TW-11.1", "it is {active}'s turn", active=state.active, seat=seat, legal=legal)
        return
    if seat == state.active and phase >= state.phase:
        return
    finish(t, seat)
    if state.over:
        return
    if state.active != seat:  # the turn was handed on to another, as somebody lost
        t.forbid("TW-11.1", "it is {active}'s turn", active=state.active, seat=seat)


def require_turn_taker(t: TwTable, seat: str) -> None:
    """A wizard that has lost without retreat does nothing more (TW-1.9)."""
    side = t.state.sides[seat]
    if side.lost and not side.retreat:
        t.forbid("TW-1.9", "{seat} has lost", seat=seat, since=side.lost)


def finish(t: TwTable, seat: str) -> None:
    """The turn being played goes to its end, as the next wizard acts, or it is said.

    Raises:
        Violation: a compulsory part is open; where that is one of the phases after the present
            one, TW-11.1's order has it first.
    """
    state = t.state
    turn = state.turn
    while not state.over and state.turn == turn:
        require_no_duty(t)
        step(t)


def step(t: TwTable) -> None:
    """The next phase begins, or the next turn."""
    phases = phases_of(t.state)
    at_phase = phases.index(t.state.phase)
    if at_phase + 1 == len(phases):
        end_turn(t)
    else:
        enter_phase(t, phases[at_phase + 1])


def advance(t: TwTable, phase: int, rule: str) -> None:
    """The phases up to one end, which nothing compulsory may stand against."""
    state = t.state
    if phase not in phases_of(state):
        t.refuse(
            _no_such_phase(t, phase, rule),
            "{seat} has no {phase} phase now",
            seat=state.active,
            phase=PHASE_NAMES[phase],
        )
        return
    if phase < state.phase:
        t.refuse(
            rule,
            "the {phase} phase is over; it is {now}",
            phase=PHASE_NAMES[phase],
            now=PHASE_NAMES[state.phase],
        )
        return
    while state.phase != phase:
        require_no_duty(t)
        step(t)


def _no_such_phase(t: TwTable, phase: int, rule: str) -> str:
    if t.state.sides[t.state.active].retreat:
        return "TW-18.4"
    return rule if phase in (SETS, FILL) else "TW-10.3"


def require_no_duty(t: TwTable) -> None:
    """Nothing compulsory is open (TW-11.1); the refusal cites that part."""
    for duty in duties(t):
        since = duty.since if duty.since < t.seq else None
        t.refuse(
            duty.rule,
            "first {what}",
            what=f"{duty.seat}: {duty.told()}",
            legal=duty.told(),
            since=since,
        )
        return


def require_active(t: TwTable, seat: str) -> None:
    """Only the wizard whose turn it is (TW-11.1)."""
    require_playing(t, seat)
    state = t.state
    if seat != state.active:
        t.refuse("TW-11.1", "it is {active}'s turn", active=state.active, legal=state.active)
