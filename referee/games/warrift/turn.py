"""Rotation and turn: the Eye, the steps, the end of a turn and of a rotation (4, 5, 12, 13)."""

from referee.fact import DieRolled, TurnBegan, TurnEnded
from referee.games.warrift.drawing import draw_up
from referee.games.warrift.due import RollEye
from referee.games.warrift.ending import after_the_last_turn
from referee.games.warrift.facts import MagickaLost, RotationBegan
from referee.games.warrift.harm import die_if_spent, new_moment, trigger
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.selections import await_later
from referee.games.warrift.state import (
    END,
    EYE,
    MID,
    OVER,
    START,
    WrTable,
    controlled,
    monsters,
    seats_from,
)
from referee.parts.lasting import over


def begin_rotation(t: WrTable) -> None:
    """A rotation is one turn of every player, the first player's first (WR-4.1)."""
    state = t.state
    t.set(state, "rotation", state.rotation + 1)
    t.set(state, "taken", 0)
    t.set(state, "begun", False)
    for side in state.sides.values():
        if side.summoned:
            t.set(side, "summoned", False)
    t.fact(RotationBegan(state.first, state.rotation, state.rotation == state.ending))
    begin_turn(t, state.first)


def begin_turn(t: WrTable, seat: str) -> None:
    """A turn starts; nothing is logged for it (WR-4.5)."""
    state = t.state
    t.set(state, "turn", state.turn + 1)
    t.set(state, "active", seat)
    t.set(state, "phase", EYE)
    t.set(state, "closing", False)
    if state.struck:
        t.set(state, "struck", [])
    t.fact(TurnBegan(seat, state.turn))
    if state.turn > 1:
        await_later(t, rotation=not state.taken)
    if seat == state.first or t.choice["WR-I 19"] == "every_turn":
        t.push(state.due, RollEye(state.first, "WR-5.1", t.seq, dice=len(state.seats)))


def proceed(t: WrTable) -> None:
    """Play goes on by itself as far as nothing is pending and nothing is awaited."""
    state = t.state
    while not state.over and not state.due and not state.waiting.stack:
        if state.phase == EYE:
            t.set(state, "phase", START)
            of_the_moment(t, "turn_start")
        elif state.phase == END and state.closing:
            _parts_two_to_five(t)
        elif state.phase == OVER:
            _next(t)
        else:
            return


def of_the_moment(t: WrTable, word: str) -> None:
    """The effects of a turn's start or end: of monsters and the active player's (WR-5.9, 12.2)."""
    seat = t.state.active
    new_moment(t)
    for thing in [*monsters(t), *controlled(t, seat)]:
        trigger(t, thing, word, seat)


def begin_mid(t: WrTable) -> None:
    """The mid step begins, by ``step`` or by what only it allows (WR-4.5, 5.10)."""
    if t.state.phase in (EYE, START):
        t.set(t.state, "phase", MID)


def begin_end(t: WrTable) -> None:
    """The end step begins: its first part."""
    if t.state.phase != END:
        t.set(t.state, "phase", END)
        of_the_moment(t, "turn_end")


def _parts_two_to_five(t: WrTable) -> None:
    """Magicka, played cards, damage, draw (WR-12.3 to 12.7); then changes stop (WR-15.10)."""
    state = t.state
    for seat, side in state.sides.items():
        if side.magicka:
            t.fact(MagickaLost(seat, side.magicka))
            t.set(side, "magicka", 0)
    for thing in list(state.zones.things.values()):
        if thing.turn:
            LAYOUT.leave(t, thing)
        elif thing.damage:
            t.set(thing, "damage", 0)
    everyone = t.choice["WR-I 49"] == "everyone"
    for seat in seats_from(state, state.active) if everyone else (state.active,):
        draw_up(t, seat)
    t.set(state, "phase", OVER)
    if over(t, "turn"):
        new_moment(t)
        for monster in monsters(t):
            die_if_spent(t, monster, "", "")
    t.fact(TurnEnded(state.active, state.turn))


def _next(t: WrTable) -> None:
    """The next turn, or the end of the rotation (WR-13.1)."""
    state = t.state
    order = seats_from(state, state.first, back=t.choice["WR-I 18"] == "counterclockwise")
    if state.taken + 1 < len(order):
        t.set(state, "taken", state.taken + 1)
        begin_turn(t, order[state.taken])
        return
    if after_the_last_turn(t):
        begin_rotation(t)


def rolled(t: WrTable, seat: str, dice: tuple[int, ...], purpose: str) -> None:
    """Dice fell."""
    sides = len(t.state.faces) or 6
    for die in dice:
        t.fact(DieRolled(seat, sides, die, purpose))
