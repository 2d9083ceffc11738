"""The primitive repairs that a judge may make to a match of Tower-WizWar (REF-3.5).

==========  ===================  ==================================================================
word        target               value
==========  ===================  ==================================================================
harm        thing or seat        the harm on it
wounds      thing or seat        its wounds, fewer than three, or more of one that has lost
tokens      thing/colour         how many coins of a colour lie on a card
word        thing/word           yes or no, until the turn ends
power       thing                its attack power until the turn ends
might       thing                its Might until the turn ends
drain       seat                 where the drain counter stands
expended    thing                yes or no
spot        thing                where it lies: a spot, free or ``F2/over``, ``F2/under``
move        seat/card            from>to; what is in play comes from ``play``, by its id
draw        seat/place/back      cards out of the deck, unseen (below 0: back into it)
add         seat/card            a place for a card that was in no list, as an effect adds it
tower       seat                 the tower in play, out of the deck of towers
towers      seat                 the deck of towers, from its top down
turned      number               how often that draft card was turned in this pass
turn        seat                 the turn and its phase, such as ``12/cast``
entered     seat                 whether its entrance is over
phase       seat                 where the turn of the active wizard stands
drafted     seat                 the draft of the active wizard: no, tower or full
stabilised  seat                 whether the hand was brought to five in this phase
attacks     seat                 how many attacks were declared in this turn
moved       seat                 how many cards were moved in this turn
lost        seat                 whether it has lost: no, out, or retreat
==========  ===================  ==================================================================

A spot is one of the wizard's own map, or of another's as ``bo.F2``; who has the map controls the
card. What comes into play may be named with a new number, as ``Golem.3``; to a discard or an aether
cards are drawn that nobody names. A repair sets the table right and is no play: no text hears of
it, nothing is replaced. All writes go through the table, so that several repairs are made whole or
not at all.
"""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from events.notation.words import quote
from referee.english import one_of
from referee.games.tower_wizwar import card_repairs
from referee.games.tower_wizwar.card_repairs import lying, require_thing
from referee.games.tower_wizwar.catalog import Keyword
from referee.games.tower_wizwar.effects.chance import NUMBERS, turned_now
from referee.games.tower_wizwar.harm import from_pool
from referee.games.tower_wizwar.places import pile, spells_in
from referee.games.tower_wizwar.state import (
    ATTACK,
    COINS,
    FILL,
    NAMED_PHASES,
    SETS,
    TURN_PHASES,
    WOUNDS,
    Doings,
    InPlay,
    TwTable,
    acts,
    allies_of,
    controlled,
    phases_of,
    stands,
)
from referee.games.tower_wizwar.values import has_word, might_of, power_of
from referee.house import AnyTable, Repair, side_of
from referee.repair import (
    bring_to,
    forbid_repair,
    let_bear,
    require_active,
    require_nothing_pending,
    require_number,
    require_seat,
    require_yes_or_no,
)

MOST = 999
WORDS: tuple[str, ...] = get_args(Keyword)

PHASES = {"sets": SETS, "fill": FILL, **NAMED_PHASES}


def _require_bearer(t: TwTable, target: str) -> Any:
    side = t.state.sides.get(target)
    if side is None and target not in lying(t):
        legal = one_of((*lying(t), *t.state.sides))
        forbid_repair("{target} is neither in play nor a wizard", legal, target=target)
    return side or t.state.zones.things[target]


# -- figures -------------------------------------------------------------------------------------


def _set_figure(t: TwTable, target: str, what: str, count: int) -> None:
    t.set(_require_bearer(t, target), what, count)


def _harm(t: AnyTable, target: str, value: str) -> None:
    """harm:ana:3  the harm on a card or a wizard"""
    have = _require_bearer(t, target).harm
    most = have + from_pool(t, "harm", MOST - have)
    _set_figure(t, target, "harm", require_number(value, 0, most))


def _wounds(t: AnyTable, target: str, value: str) -> None:
    """wounds:Golem.2:1  the wounds of a card or a wizard; below three, or it has lost"""
    side = t.state.sides.get(target)
    most = MOST if side is not None and side.lost else WOUNDS - 1
    _set_figure(t, target, "wounds", require_number(value, 0, most))


def _tokens(t: AnyTable, target: str, value: str) -> None:
    """tokens:Golem.2/gold:3  how many coins of a colour lie on a card"""
    id, _, colour = target.partition("/")
    thing = require_thing(t, id)
    if colour not in COINS:
        forbid_repair("{colour} is no colour of a coin", one_of(COINS), colour=colour)
    have = thing.tokens.get(colour, 0)
    count = require_number(value, 0, have + from_pool(t, colour, MOST - have))
    if count:
        t.item(thing.tokens, colour, count)
    elif have:
        t.item(thing.tokens, colour)


def _word(t: AnyTable, target: str, value: str) -> None:
    """word:Golem.2/ethereal:yes  whether a card has a word, until the turn ends"""
    id, _, word = target.rpartition("/")
    thing = require_thing(t, id)
    let_bear(t, thing.id, word, value, WORDS, lambda: has_word(t, thing, word))


def _power(t: AnyTable, target: str, value: str) -> None:
    """power:Golem.2:4  the attack power of a card, until the turn ends"""
    _stat(t, target, value, "power", power_of)


def _might(t: AnyTable, target: str, value: str) -> None:
    """might:Golem.2:5  the Might of a card, until the turn ends"""
    _stat(t, target, value, "might", might_of)


def _stat(
    t: TwTable, target: str, value: str, what: str, now: Callable[[TwTable, InPlay], int]
) -> None:
    thing = require_thing(t, target)
    if has_word(t, thing, "ethereal"):
        forbid_repair("{target} is Ethereal", f"word:{target}/ethereal:no first", target=target)
    number = require_number(value, 0, MOST)
    bring_to(t, thing.id, what, number, lambda: now(t, thing))


def _drain(t: AnyTable, target: str, value: str) -> None:
    """drain:ana:4  where the drain counter stands"""
    side = t.state.sides[require_seat(target, t.state.sides)]
    t.set(side, "drain", require_number(value, 0, MOST))


def _expended(t: AnyTable, target: str, value: str) -> None:
    """expended:Golem.2:no  whether a card is expended"""
    thing, expended = require_thing(t, target), require_yes_or_no(value)
    t.set(thing, "expended", expended)
    if expended:
        t.set(thing, "spent", t.seq)


# -- the turn ------------------------------------------------------------------------------------


def _turned(t: AnyTable, target: str, value: str) -> None:
    """turned:4:1  how often the draft cards of a number were turned in this pass"""
    number = require_number(target, NUMBERS[0], NUMBERS[-1])
    turned = turned_now(t.state)
    turned[number - 1] = require_number(value, 0, t.state.copies)
    t.set(t.state, "turned", turned)


def _turn(t: AnyTable, target: str, value: str) -> None:
    """turn:ana:12/cast  whose turn it is, its number, and its phase; nothing was done in it"""
    state = t.state
    seat = require_seat(target, [each for each in state.seats if acts(state, each)])
    number, _, phase = value.partition("/")
    _require_phase(t, seat, phase)
    t.set(state, "turn", require_number(number, 1, MOST))
    t.set(state, "active", seat)
    t.set(state, "done", Doings())
    t.set(state, "gone", {})
    for side in state.sides.values():
        t.set(side, "mana", 0)
    _stand_at(t, PHASES[phase])


def _phase(t: AnyTable, target: str, value: str) -> None:
    """phase:ana:cast  the phase in which the turn of the active wizard stands"""
    require_active(t, target)
    _require_phase(t, target, value, went_on=t.choice["TW-I 86"] == "goes_on_in_retreat")
    _stand_at(t, PHASES[value])


def _require_phase(t: TwTable, seat: str, phase: str, *, went_on: bool = False) -> None:
    """Who is in retreat since this turn may still stand in a phase that none in retreat comes to
    (TW-I 86)."""
    state = t.state
    phases = TURN_PHASES if went_on and state.sides[seat].retreat else phases_of(state, seat)
    there = [name for name, each in PHASES.items() if each in phases]
    if phase not in there:
        forbid_repair("{value} is no phase of this turn", one_of(there), value=phase)
    _require_nothing_pending(t)


def _require_nothing_pending(t: TwTable) -> None:
    require_nothing_pending(t.state.waiting.stack)
    if t.state.losing:
        forbid_repair("something is still to take effect", "when nothing is")


def _stand_at(t: TwTable, phase: int) -> None:
    """The turn stands there, and nothing was done in that phase yet."""
    state, done = t.state, t.state.done
    t.set(state, "phase", phase)
    t.set(state, "came", t.seq)
    t.set(done, "stabilised", False)
    t.set(done, "pool", spells_in(t, state.active, "pool") if phase == ATTACK else 0)
    for name in ("reach", "after"):
        t.set(done, name, 0)


def _entered(t: AnyTable, target: str, value: str) -> None:
    """entered:ana:yes  whether the entrance of a wizard is over"""
    side = t.state.sides[require_seat(target, t.state.sides)]
    entered = require_yes_or_no(value)
    _require_nothing_pending(t)
    t.set(side, "entered", entered)
    _keep_to_the_phases(t, target)


def _keep_to_the_phases(t: TwTable, seat: str) -> None:
    """A turn that stands at none of its phases is at the first of them."""
    state = t.state
    if seat == state.active and state.phase not in phases_of(state):
        _stand_at(t, phases_of(state)[0])


def _drafted(t: AnyTable, target: str, value: str) -> None:
    """drafted:ana:no  the draft of the active wizard in this turn: no, tower or full"""
    require_active(t, target)
    if value not in ("no", "tower", "full"):
        forbid_repair("{value} is no draft", "no, tower or full", value=value)
    t.set(t.state.done, "drafted", "" if value == "no" else value)


def _stabilised(t: AnyTable, target: str, value: str) -> None:
    """stabilised:ana:yes  whether the hand was brought to five in this phase"""
    require_active(t, target)
    t.set(t.state.done, "stabilised", require_yes_or_no(value))


def _attacks(t: AnyTable, target: str, value: str) -> None:
    """attacks:ana:0  how many attacks the active wizard has declared in this turn"""
    require_active(t, target)
    t.set(t.state.done, "attacks", require_number(value, 0, 99))


def _moved(t: AnyTable, target: str, value: str) -> None:
    """moved:ana:0  how many cards the active wizard has moved in this turn"""
    require_active(t, target)
    t.set(t.state.done, "moved", require_number(value, 0, 99))


def _lost(t: AnyTable, target: str, value: str) -> None:
    """lost:bo:retreat  whether a wizard has lost: out, in retreat, or no"""
    state = t.state
    side = state.sides[require_seat(target, state.sides)]
    if value not in ("no", "out", "retreat"):
        forbid_repair("{value} cannot be said of it", "no, out or retreat", value=value)
    if target in state.losing or side_of(state, target) in state.out:
        forbid_repair("{seat} is losing, or has left", "a ruling on that entry", seat=target)
    if state.over:
        forbid_repair("the match is over", "a ruling on the entry that ended it")
    if value != "no":
        _require_can_be_out(t, target, value)
        t.set(side, "lost", side.lost or t.seq)
        t.set(side, "retreat", value == "retreat")
        _keep_to_the_phases(t, target)
        return
    if not side.lost:
        forbid_repair("{seat} is not a wizard that has lost", seat=target)
    if side.wounds >= WOUNDS:
        forbid_repair("{seat} has {have:wound}", "fewer than three", seat=target, have=side.wounds)
    t.set(side, "lost", 0)
    t.set(side, "retreat", False)


def _require_can_be_out(t: TwTable, seat: str, how: str) -> None:
    """A wizard that has lost has nothing on its map, and two sides or more play on."""
    state = t.state
    _require_nothing_pending(t)
    for thing in controlled(t, seat):
        forbid_repair(
            "{thing} lies on the map of {seat}", "move it first", thing=thing.id, seat=seat
        )
    for tower in pile(t, seat, "towers"):
        forbid_repair("{seat} has {tower} in the deck of towers", f"move:{seat}/{quote(tower)}:"
                      "towers>aether first", seat=seat, tower=tower)  # fmt: skip
    if how == "retreat" and not allies_of(state, seat):
        forbid_repair("no ally of {seat} stands", "out", seat=seat)
    if how == "out" and seat == state.active:
        forbid_repair("it is {seat}'s turn", "turn, for another first", seat=seat)
    others = {side_of(state, each) for each in state.seats if each != seat and stands(state, each)}
    if len(others) < 2:
        forbid_repair("the match would be over", "a forfeit, or the result", seat=seat)


REPAIRS: Mapping[str, Repair] = {
    "harm": _harm,
    "wounds": _wounds,
    "tokens": _tokens,
    "word": _word,
    "power": _power,
    "might": _might,
    "drain": _drain,
    "expended": _expended,
    "spot": card_repairs.spot,
    "move": card_repairs.move,
    "draw": card_repairs.draw,
    "add": card_repairs.add,
    "tower": card_repairs.tower,
    "towers": card_repairs.towers,
    "turned": _turned,
    "turn": _turn,
    "entered": _entered,
    "phase": _phase,
    "drafted": _drafted,
    "stabilised": _stabilised,
    "attacks": _attacks,
    "moved": _moved,
    "lost": _lost,
}
