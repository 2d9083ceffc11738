"""What goes on record beside play: windows, ends of turns, cross-checks (sections 6, 25)."""

from events.common import AgreeResult, Concede
from events.event import Event
from events.grand_archive import (
    EndTurn,
    Inspection,
    Loop,
    Step,
    Tally,
    Time,
)
from referee.games.grand_archive.combat import begin_damage
from referee.games.grand_archive.course import (
    at_its_moment,
    empty_stack,
    go_to,
    next_phase,
    require_active,
    require_begun,
    require_passed,
    require_player,
)
from referee.games.grand_archive.game_end import leave as leave_game
from referee.games.grand_archive.game_end import loses, time_is_up
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.phases import require_in_turn
from referee.games.grand_archive.places import (
    find,
    pile,
    put,
    size,
    take,
)
from referee.games.grand_archive.state import (
    DRAW,
    END,
    MAIN,
    PHASE_NAMES,
    RECOLLECTION,
    GaTable,
    asks_aims,
    card_of,
    champion_of,
    combat_of,
)
from referee.games.grand_archive.values import level_of, life_of, power_of, refuse_if_sure
from referee.house import (
    COMMON_HANDLERS,
    AnyTable,
    judges,
    members,
    require_judge,
    require_seat,
)
from referee.parts.layered import candidates_of

_STEPS = {"recollection": RECOLLECTION, "draw": DRAW, "main": MAIN, "end": END}


@handles
def step(t: GaTable, e: Step) -> None:
    """Play goes on to a window, which the next line belongs to (GA-6.2, 17.30, 17.40)."""
    require_player(t, e.seat)
    require_begun(t)
    state = t.state
    if e.to == "damage":
        combat = combat_of(state)
        if combat is None:
            t.forbid("GA-6.71", "no attack is on")
        begin_damage(t, combat)
        return
    if e.to == "end" and e.seat != state.active:
        t.forbid("GA-6.48", "it is {active}'s turn", active=state.active)
    phase = _STEPS[e.to]
    require_in_turn(t, phase)
    if state.phase > phase:
        t.forbid("GA-6.1", "now it is {phase}", phase=PHASE_NAMES[state.phase])
    turn = state.turn
    go_to(t, phase, stop=True)
    if state.turn == turn and not state.over:
        require_in_turn(t, phase)


@handles
def end(t: GaTable, e: EndTurn) -> None:
    """The turn is over (GA-6.48 to 6.54)."""
    require_active(t, e.seat, "GA-6.48")
    require_begun(t)
    state = t.state
    turn = state.turn
    go_to(t, END)
    while state.turn == turn and not state.over:
        empty_stack(t)
        if state.turn == turn and not state.over:
            require_passed(t)
            next_phase(t)
            handles.follows(t)


@handles
def concede(t: GaTable, e: Concede) -> None:
    """A player gives up, at any moment (GA-4.10)."""
    require_seat(t, e.seat)
    if not t.state.plays_on(e.seat):
        t.forbid("GA-4.5", "{seat} has lost", seat=e.seat, since=t.state.players[e.seat].lost)
    loses(t, e.seat, "concession", "GA-4.10")


def leave(t: AnyTable, side: str) -> None:
    """A side has left the match: all its players are out."""
    for seat in members(t.state, side):
        if t.state.plays_on(seat):
            leave_game(t, seat)
    handles.follows(t)


# -- overtime, loops, results ----------------------------------------------------------------------


@handles
def time(t: GaTable, e: Time) -> None:
    """Time is called: this turn is finished, then up to three more; said again, the five minutes
    are over (GA-26.5 to 26.7)."""
    require_judge(t, e.judge)
    state = t.state
    if not state.presented:
        t.set(state, "overtime", -1)
    elif state.overtime:
        empty_stack(t)
        if not state.over:
            time_is_up(t)
        return
    else:
        passing = state.phase == END and t.choice["GA-I 16"] == "next_turn_is_0"
        t.set(state, "overtime", 5 if passing else 4)
    t.set(state, "called", t.seq)


@handles
def loop(t: GaTable, e: Loop) -> None:
    """The last lines are repeated so many times more (GA-26.34)."""
    require_player(t, e.seat)
    have = t.seq - t.state.came
    if e.lines > have:
        t.refuse(
            "GA-26.34",
            "{have:line was|lines were} logged in this phase, {lines:is|are} to be repeated",
            have=have,
            lines=e.lines,
        )
    t.set(t.state, "looped", t.seq)
    t.trust("the lines repeated hold no chance and change the state")
    t.trust("what they changed is not reckoned: a judge adjusts it")


@handles
def agree_result(t: GaTable, e: AgreeResult) -> None:
    """A result is agreed; in an event a game that has begun is drawn so through a judge alone
    (GA-26.28)."""
    drawn = not e.winner and not e.unwon
    if drawn and t.state.event and t.state.presented:
        roles = judges(t.state)
        if t.state.game < 2:
            t.trust("a judge allowed it, or it was agreed in the first five minutes")
        elif e.by in t.persons.values() or e.by in t.state.seats:
            t.refuse("GA-26.28", "{by} is no judge", by=e.by, legal="a judge writes it down")
        elif e.by not in roles:
            t.trust(f"{e.by} is a judge")
    COMMON_HANDLERS[AgreeResult](t, e)


# -- cross-checks --------------------------------------------------------------------------------

AFTERWARDS: frozenset[type[Event]] = frozenset({Inspection, Tally})
"""What may still be said when the match is over."""


@handles
def inspection(t: GaTable, e: Inspection) -> None:
    """Hidden cards are laid open, all of a place: those of a deck that is checked, face-down ones
    as their player has lost or the game is over (GA-4.11, 25.7, 26.22, 26.23)."""
    require_seat(t, e.seat)
    at_its_moment(t, lambda: _inspect(t, e))


def _inspect(t: GaTable, e: Inspection) -> None:
    if e.place in ("field", "lineage", "graveyard", "banishment"):
        t.forbid("GA-5.42", "what lies in {place} is open", place=e.place)
    shown = ""
    if e.place == "facedown" and (t.state.over or t.state.players[e.seat].lost):
        shown = "GA-26.23" if t.state.over else "GA-4.11"
    have = size(t, e.seat, e.place)
    if have and not (e.cards or shown) and asks_aims(t):
        cards = "the card" if have == 1 else f"all {have} cards"
        able = sorted(candidates_of(t.state.zones, f"{e.seat}.{e.place}"))
        t.incomplete(f"say {cards} of {e.seat}'s {e.place}", cards=able)
    if len(e.cards) != have:
        t.forbid(
            shown or "GA-5.42",
            "{seat}'s {place} holds {have:card}, not {count}",
            seat=e.seat,
            place=e.place,
            have=have,
            count=len(e.cards),
        )
    for name in e.cards:
        if not candidates_of(t.state.zones, f"{e.seat}.{e.place}").get(name):
            rule = shown or _where_else(t, e.seat, name)
            t.forbid(rule, "{card} cannot be in {seat}'s {place}", card=name, seat=e.seat,
                     place=e.place)  # fmt: skip
    take(t, e.seat, e.place, e.cards, shown or "GA-25.7")
    put(t, e.seat, e.place, e.cards)


def _where_else(t: GaTable, seat: str, name: str) -> str:
    """The rule by which a card cannot be where it was found: it is elsewhere, it is a card of the
    sideboard, there is none."""
    card_of(t, name)
    own = t.state.lists[seat]
    if name in own["main"] or name in own["material"]:
        return "GA-5.2"
    return "GA-26.22" if name in own["sideboard"] else "GA-25.7"


_OF_A_THING = ("damage", "level", "life", "power", "counters")
"""What is counted of an object."""


@handles
def tally(t: GaTable, e: Tally) -> None:
    """A cross-check of figures that all can count (GA-5.42, 25.1)."""
    require_seat(t, e.seat)
    at_its_moment(t, lambda: _tally(t, e))


def _tally(t: GaTable, e: Tally) -> None:
    if e.kind and e.counters is None and asks_aims(t):
        t.incomplete(f"say how many {e.kind} counters there are with counters=")
    if e.thing and all(getattr(e, name) is None for name in _OF_A_THING) and asks_aims(t):
        t.incomplete(f"say what was counted of {e.thing}: {', '.join(_OF_A_THING)}")
    known: dict[str, int | None] = {
        "hand": size(t, e.seat, "hand"),
        "memory": size(t, e.seat, "memory"),
        "deck": size(t, e.seat, "deck"),
        "material": size(t, e.seat, "material"),
        "graveyard": len(pile(t, e.seat, "graveyard")),
        "banishment": len(pile(t, e.seat, "banishment")) + size(t, e.seat, "facedown"),
    }
    _require_same(t, e, known)
    thing = find(t, e.thing, e.seat) if e.thing else champion_of(t, e.seat)
    own = [each for each in _OF_A_THING if getattr(e, each) is not None]
    if thing is None and own and asks_aims(t):
        t.forbid("GA-5.42", "{seat} has no champion, so no {name}", seat=e.seat, name=own[0])
    if thing is not None:
        kinds = [each for each, count in thing.counters.items() if count]
        if e.counters is not None and not e.kind and (kinds or e.counters) and asks_aims(t):
            t.incomplete("say which counters with kind=", kind=kinds)
        life = life_of(t, thing)
        figures = {
            "damage": thing.damage,
            "level": level_of(t, thing),
            "life": None if life is None else life - thing.damage,
            "power": power_of(t, thing),
            "counters": thing.counters.get(e.kind, 0),
        }
        _require_same(t, e, figures)
    if e.phase is not None and e.phase != PHASE_NAMES[t.state.phase].split()[0]:
        t.forbid("GA-5.42", "now it is {phase}", phase=PHASE_NAMES[t.state.phase])


def _require_same(t: GaTable, e: Tally, known: dict[str, int | None]) -> None:
    for name, have in known.items():
        said = getattr(e, name)
        if said is not None and said != have:
            refuse_if_sure(
                t,
                (name,),
                "GA-5.42",
                "{seat} has {have}, not {said}, as {name}",
                seat=e.seat,
                have=have if have is not None else 0,
                said=said,
                name=name,
                legal=f"{name}={have}",
            )
