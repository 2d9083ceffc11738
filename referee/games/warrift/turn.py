"""Rotation and turn: the Eye, the steps, the end of a turn and of a rotation (4, 5, 12, 13)."""

from referee.fact import DieRolled, TurnBegan, TurnEnded
from referee.games.warrift.arrivals import any_left
from referee.games.warrift.catalog import Monster
from referee.games.warrift.draws import draw_up
from referee.games.warrift.due import BringIn, RollEye
from referee.games.warrift.facts import MagickaLost, RotationBegan
from referee.games.warrift.harm import die_if_spent, new_moment, starve, trigger
from referee.games.warrift.match_end import after_the_last_turn
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.selections import await_later
from referee.games.warrift.state import (
    END,
    EYE,
    MID,
    OVER,
    START,
    InPlay,
    Triggered,
    WrTable,
    card_of,
    monsters,
    plays,
    seats_from,
    turn_of,
)
from referee.games.warrift.triggers import happened
from referee.parts.lasting_changes import over
from referee.parts.responses import take_away

MOMENTS = {START: "turn_start", END: "turn_end"}
"""The trigger of the effects that come up in a phase."""
_OF_A_MOMENT = tuple(MOMENTS.values())


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
    if state.changes.ends:
        over(t, turn_of(seat))
    t.set(state, "closing", False)
    for field in ("struck", "left"):
        if getattr(state, field):
            t.set(state, field, [])
    t.fact(TurnBegan(seat, state.turn))
    if state.turn > 1:
        await_later(t, rotation=not state.taken)
    if t.choice["WR-I 25"] == "effects_first":
        _start_effects(t)
    elif _rolls(t):
        _await_the_roll(t)


def _rolls(t: WrTable) -> bool:
    """Whether the roll for the Eye is still to be made in this start step (WR-5.1)."""
    state = t.state
    each = state.turn if t.choice["WR-I 19"] == "every_turn" else state.rotation
    return state.rolled != each


def roll_is_made(t: WrTable) -> None:
    """The Eye was rolled for, in this turn or for the whole rotation."""
    state = t.state
    each = state.turn if t.choice["WR-I 19"] == "every_turn" else state.rotation
    t.set(state, "rolled", each)


def _await_the_roll(t: WrTable) -> None:
    """The first player rolls; the active one where that player has left the match."""
    state = t.state
    seat = state.first if plays(state, state.first) else state.active
    t.push(state.due, RollEye(seat, "WR-5.1", t.seq, dice=len(state.seats)))


def _start_effects(t: WrTable) -> None:
    """The start-of-turn effects come up (WR-5.9)."""
    t.set(t.state, "phase", START)
    of_the_moment(t, "turn_start")
    if not t.state.taken:
        happened(t, "lead", t.state.active, t.state.active)


def effects_before_the_eye(t: WrTable, source: str) -> None:
    """Where the player chooses, an effect of a turn's start may be logged before the roll, and
    then all of them come first (WR-I 25)."""
    state = t.state
    if t.choice["WR-I 25"] != "player_chooses" or state.phase != EYE or not _rolls(t):
        return
    thing = state.zones.things.get(source)
    name = thing.name if thing is not None else source
    if (name, "turn_start") not in t.catalog.triggered:
        return
    for due in [each for each in state.due if isinstance(each, RollEye)]:
        t.pull(state.due, due)
        _start_effects(t)


def proceed(t: WrTable) -> None:
    """Play goes on by itself as far as nothing is pending and nothing is awaited."""
    state = t.state
    statics = state.changes.statics
    while True:
        if state.fading or "health" in statics:
            starve(t)
        if state.waiting.stack:
            _pass_over_the_gone(t)
        if state.over or state.waiting.stack or (state.due and _awaited(t)):
            return
        if state.phase in (EYE, START) and _rolls(t):
            _await_the_roll(t)
        elif state.phase == EYE:
            _start_effects(t)
        elif state.phase == END and state.closing:
            _parts_two_to_five(t)
        elif state.phase == OVER:
            _next(t)
        else:
            return


def _pass_over_the_gone(t: WrTable) -> None:
    """What has left play before its turn came has no effect of a turn's start or end (WR-5.9)."""
    things = t.state.zones.things
    for each in t.state.waiting.stack:
        if type(each) is Triggered and each.source not in things and each.trigger in _OF_A_MOMENT:
            take_away(t, each, "passed over")


def _awaited(t: WrTable) -> bool:
    """Whether anything is awaited; a monster that is to come in from where none is left is not
    (WR-I 22)."""
    due = t.state.due
    while due and isinstance(due[-1], BringIn) and not any_left(t, due[-1].place):
        t.pull(due, due[-1])
    return bool(due)


def of_the_moment(t: WrTable, word: str) -> None:
    """The effects of a turn's start or end: of monsters and the active player's (WR-5.9, 12.2)."""
    state, seat = t.state, t.state.active
    new_moment(t)
    t.set(state, "opened", t.seq)
    t.set(state, "opening", state.moments)
    triggered = t.catalog.triggered
    for thing in list(state.zones.things.values()):
        if (thing.name, word) in triggered and (
            thing.controller == seat or isinstance(card_of(t, thing), Monster)
        ):
            trigger(t, thing, word, seat)


def arrived(t: WrTable, thing: InPlay) -> None:
    """A card came into play amid the effects of a turn's start or end: where it still has its own
    now, it is as old as the others (WR-I 74)."""
    state = t.state
    if state.phase not in MOMENTS or t.choice["WR-I 74"] != "this_time":
        return
    if not isinstance(card_of(t, thing), Monster) and thing.controller != state.active:
        return
    found = trigger(t, thing, MOMENTS[state.phase], state.active)
    if found is not None:
        t.set(found, "entry", state.opened)
        t.set(found, "moment", state.opening)


def came_amid(t: WrTable, thing: InPlay) -> bool:
    """Whether a card came into play amid the effects of a turn's start or end, and is a monster or
    the active player's."""
    state = t.state
    own = thing.controller == state.active or isinstance(card_of(t, thing), Monster)
    return own and state.phase in MOMENTS and thing.since > state.opened


def may_still_act(t: WrTable, thing: InPlay) -> bool:
    """Whether a card that came amid the effects of a moment may do its own, where that is logged
    (WR-I 74); it does so once."""
    return t.choice["WR-I 74"] == "as_logged" and thing.acted != t.state.opened


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
    _clear(t)
    state = t.state
    everyone = t.choice["WR-I 49"] == "everyone"
    for seat in seats_from(state, state.active) if everyone else (state.active,):
        if plays(state, seat):
            draw_up(t, seat)
    t.set(state, "phase", OVER)
    if over(t, "turn"):
        new_moment(t)
        for monster in monsters(t):
            die_if_spent(t, monster, "", "")
    t.fact(TurnEnded(state.active, state.turn))


def _clear(t: WrTable) -> None:
    """Magicka, played cards and damage go (WR-12.3 to 12.5)."""
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


def break_off(t: WrTable) -> None:
    """The active player has left the match: the turn is over, and nobody draws (WR-I 6)."""
    _clear(t)
    t.set(t.state, "phase", OVER)
    over(t, "turn")
    t.fact(TurnEnded(t.state.active, t.state.turn))
    proceed(t)


def _next(t: WrTable) -> None:
    """The next turn, or the end of the rotation (WR-13.1)."""
    state = t.state
    order = seats_from(state, state.first, back=t.choice["WR-I 18"] == "counterclockwise")
    for taken in range(state.taken + 1, len(order)):
        if plays(state, order[taken]):
            t.set(state, "taken", taken)
            begin_turn(t, order[taken])
            return
    if after_the_last_turn(t):
        begin_rotation(t)


def rolled(t: WrTable, seat: str, dice: tuple[int, ...], purpose: str) -> None:
    """Dice fell."""
    faces = t.state.faces
    for die in dice:
        t.fact(DieRolled(seat, len(faces), die, purpose, faces))
