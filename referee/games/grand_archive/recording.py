"""What goes on record beside play: windows, ends of turns, cross-checks (sections 6, 25)."""

from events.common import Concede
from events.event import Event
from events.grand_archive import (
    Act,
    EndTurn,
    Inspection,
    Missed,
    Settle,
    Sideboard,
    Starts,
    Step,
    Tally,
    Time,
)
from events.outcome import Nothing
from referee.games.grand_archive.champions import namesakes, require_settled
from referee.games.grand_archive.course import (
    empty_stack,
    go_to,
    next_phase,
    require_active,
    require_begun,
    require_player,
)
from referee.games.grand_archive.facts import TriggerMissed
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.losing import leave as leave_game
from referee.games.grand_archive.losing import loses
from referee.games.grand_archive.places import find, goes, pile, put, size, take
from referee.games.grand_archive.reckoning import level_of, life_of, power_of, refuse_if_sure
from referee.games.grand_archive.state import (
    BEFORE,
    DAMAGE,
    DRAW,
    END,
    MAIN,
    PHASE_NAMES,
    RECOLLECTION,
    GaTable,
    champion_of,
    combat_of,
    stands,
)
from referee.house import AnyTable, members, require_judge, require_seat

_STEPS = {"recollection": RECOLLECTION, "draw": DRAW, "main": MAIN, "end": END}


@handles
def step(t: GaTable, e: Step) -> None:
    """Play goes on to a window, which the next line belongs to (GA-6.2, 17.30, 17.40)."""
    require_player(t, e.seat)
    require_begun(t)
    if e.to == "damage":
        combat = combat_of(t.state)
        if combat is None:
            t.forbid("GA-6.71", "no attack is on")
        t.set(combat, "stage", DAMAGE)
        return
    phase = _STEPS[e.to]
    state = t.state
    if state.phase >= phase and state.phase != BEFORE:
        t.refuse("GA-6.1", "now it is {phase}", phase=PHASE_NAMES[state.phase])
        return
    go_to(t, phase, stop=True)


@handles
def end(t: GaTable, e: EndTurn) -> None:
    """The turn is over (GA-6.48 to 6.54)."""
    require_active(t, e.seat, "GA-6.48")
    require_begun(t)
    state = t.state
    turn = state.turn
    require_settled(t)
    go_to(t, END)
    while state.turn == turn and not state.over:
        empty_stack(t)
        next_phase(t)
        handles.follows(t)


@handles
def settle(t: GaTable, e: Settle) -> None:
    """Of several unique objects the ones that go (GA-14.16, 20.5)."""
    require_player(t, e.seat)
    own = [each for several in namesakes(t, e.seat) for each in several]
    if not own and e.objects:
        t.refuse("GA-20.5", "{seat} has nothing to settle", seat=e.seat)
    for named in e.objects:
        thing = find(t, named, e.seat, "GA-20.5")
        if own and thing not in own:
            t.refuse("GA-20.5", "{thing} has no namesake", thing=thing.id)
        goes(t, thing, "sacrificed", "GA-14.16")


@handles
def concede(t: GaTable, e: Concede) -> None:
    """A player gives up, at any moment (GA-4.10)."""
    require_seat(t, e.seat)
    if not stands(t.state, e.seat):
        t.forbid("GA-4.5", "{seat} has lost", seat=e.seat, since=t.state.players[e.seat].lost)
    loses(t, e.seat, "concession", "GA-4.10")


def leave(t: AnyTable, side: str) -> None:
    """A side has left the match: all its players are out."""
    for seat in members(t.state, side):
        if stands(t.state, seat):
            leave_game(t, seat)


# -- between games -------------------------------------------------------------------------------


@handles
def sideboard(t: GaTable, e: Sideboard) -> None:
    """Cards are exchanged with the sideboard before a later game (GA-26.22)."""
    require_seat(t, e.seat)
    if t.state.game < 2:
        t.refuse("GA-26.22", "no game of this match was played before")
    if t.state.turn:
        t.refuse("GA-26.22", "the decks were presented")


@handles
def starts(t: GaTable, e: Starts) -> None:
    """Who takes the first turn (GA-26.20)."""
    require_seat(t, e.seat)
    require_seat(t, e.first)
    if t.state.turn:
        t.refuse("GA-26.20", "the first turn has begun")
    t.set(t.state, "first", e.first)


# -- overtime, what was missed, what was done ----------------------------------------------------


@handles
def time(t: GaTable, e: Time) -> None:
    """Time is called: this turn is finished, then up to three more (GA-26.5)."""
    require_judge(t, e.judge)
    if t.state.overtime:
        t.refuse("GA-26.5", "time was called")
    t.set(t.state, "overtime", 4)


@handles
def missed(t: GaTable, e: Missed) -> None:
    """A trigger or turn-based action was not done, and that was noticed (GA-28.7)."""
    require_seat(t, e.seat)
    t.fact(TriggerMissed(e.seat, e.what, e.added))
    t.trust(f"{e.what} was missed")


_ACTS = {
    "draw": "GA-22.1",
    "shuffle": "GA-5.6",
    "look": "GA-5.20",
    "delevel": "GA-15.30",
    "level": "GA-15.7",
}


@handles
def act(t: GaTable, e: Act) -> None:
    """Something was done though nothing in the log gave it: refused by the rule of what it was."""
    require_seat(t, e.seat)
    for each in e.did:
        if isinstance(each, Nothing):
            continue
        word = str(each.__struct_config__.tag)
        refuse_if_sure(
            t, (word,), _ACTS.get(word, "GA-25.7"), "nothing in the log gives {seat} {word}",
            seat=e.seat, word=word,
        )  # fmt: skip


# -- cross-checks --------------------------------------------------------------------------------

AFTERWARDS: frozenset[type[Event]] = frozenset({Inspection, Tally})
"""What may still be said when the match is over."""


@handles
def inspection(t: GaTable, e: Inspection) -> None:
    """Hidden cards are laid open: all of a place (GA-25.7)."""
    require_seat(t, e.seat)
    if e.place in ("field", "lineage", "graveyard", "banishment"):
        t.forbid("GA-5.42", "what lies in {place} is open", place=e.place)
    have = size(t, e.seat, e.place)
    if len(e.cards) != have:
        t.forbid(
            "GA-5.42",
            "{seat}'s {place} holds {have} cards, not {count}",
            seat=e.seat,
            place=e.place,
            have=have,
            count=len(e.cards),
        )
    take(t, e.seat, e.place, e.cards)
    put(t, e.seat, e.place, e.cards)


@handles
def tally(t: GaTable, e: Tally) -> None:
    """A cross-check of figures that all can count (GA-5.42, 25.1)."""
    require_seat(t, e.seat)
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
    if thing is not None:
        life = life_of(t, thing)
        own = {
            "damage": thing.damage,
            "level": level_of(t, thing),
            "life": None if life is None else life - thing.damage,
            "power": power_of(t, thing),
            "counters": thing.counters.get(e.kind, 0),
        }
        _require_same(t, e, own)
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
