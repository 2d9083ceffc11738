"""The primitive repairs that a judge may make to a match of Tower-WizWar (REF-3.5).

==========  ===================  ============================================================
word        target               value
==========  ===================  ============================================================
harm        thing or seat        the harm on it
wounds      thing or seat        its wounds, fewer than three
tokens      thing/colour         how many coins of a colour lie on a card
drain       seat                 where the drain counter stands
expended    thing                yes or no
spot        thing                where it lies: a spot, free or ``F2/over``, ``F2/under``
move        seat/card            from>to; what is in play comes from ``play``, by its id
draw        seat/place/back      cards out of the deck, unseen (below 0: back into it)
tower       seat                 the tower in play, out of the deck of towers
towers      seat                 the deck of towers, from its top down
turned      number               how often that draft card was turned in this pass
phase       seat                 where the turn of the active wizard stands
drafted     seat                 the draft of the active wizard: no, tower or full
stabilised  seat                 whether the hand was brought to five in this phase
attacks     seat                 how many attacks were declared in this turn
moved       seat                 how many cards were moved in this turn
lost        seat                 no: a wizard that was out, or in retreat, has not lost
==========  ===================  ============================================================

A spot is one of the wizard's own map, or of another's as ``bo.F2``; who has the map controls the
card. A repair sets the table right and is no play: no text hears of it, nothing is replaced. All
writes go through the table, so that several repairs are made whole or not at all.
"""

from collections.abc import Mapping
from typing import Any

from referee.fact import ScoreChanged
from referee.games.tower_wizwar import rearranging
from referee.games.tower_wizwar.effects.chance import NUMBERS, turned_now
from referee.games.tower_wizwar.harm import from_pool
from referee.games.tower_wizwar.places import spells_in
from referee.games.tower_wizwar.rearranging import lying, require_thing
from referee.games.tower_wizwar.state import (
    ATTACK,
    BEFORE,
    CAST,
    COINS,
    DRAFT,
    FILL,
    LAST,
    MOVEMENT,
    RENEW,
    SETS,
    STABILISE,
    WOUNDS,
    TwTable,
    phases_of,
)
from referee.house import AnyTable, Repair, side_of
from referee.repairing import (
    forbid_repair,
    require_number,
    require_seat,
    require_yes_or_no,
)
from referee.wording import one_of

MOST = 999

PHASES = {
    "sets": SETS,
    "fill": FILL,
    "stabilise": STABILISE,
    "renew": RENEW,
    "draft": DRAFT,
    "cast": CAST,
    "movement": MOVEMENT,
    "attack": ATTACK,
    "last": LAST,
}


def _require_bearer(t: TwTable, target: str) -> Any:
    side = t.state.sides.get(target)
    if side is None and target not in lying(t):
        legal = one_of((*lying(t), *t.state.sides))
        forbid_repair("{target} is neither in play nor a wizard", legal, target=target)
    return side or t.state.zones.things[target]


def _require_active(t: TwTable, target: str) -> None:
    if require_seat(target, t.state.sides) != t.state.active:
        active = t.state.active
        forbid_repair("it is {active}'s turn", active, active=active, seat=target)


# -- figures -------------------------------------------------------------------------------------


def _set_figure(t: TwTable, target: str, what: str, count: int) -> None:
    t.set(_require_bearer(t, target), what, count)
    if target in t.state.sides:
        t.fact(ScoreChanged(target, what, count))


def _harm(t: AnyTable, target: str, value: str) -> None:
    """harm:ana:3  the harm on a card or a wizard"""
    have = _require_bearer(t, target).harm
    most = have + from_pool(t, "harm", MOST - have)
    _set_figure(t, target, "harm", require_number(value, 0, most))


def _wounds(t: AnyTable, target: str, value: str) -> None:
    """wounds:Golem.2:1  the wounds of a card or a wizard, fewer than three"""
    _set_figure(t, target, "wounds", require_number(value, 0, WOUNDS - 1))


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


def _phase(t: AnyTable, target: str, value: str) -> None:
    """phase:ana:cast  the phase in which the turn of the active wizard stands"""
    _require_active(t, target)
    state, done = t.state, t.state.done
    there = [name for name, phase in PHASES.items() if phase in phases_of(state)]
    if value not in there or state.phase == BEFORE:
        forbid_repair("{value} is no phase of this turn", one_of(there), value=value)
    if state.waiting.stack or state.losing:
        forbid_repair("something is still to take effect", "when nothing is")
    t.set(state, "phase", PHASES[value])
    t.set(state, "came", t.seq)
    t.set(done, "stabilised", False)
    t.set(done, "pool", spells_in(t, target, "pool") if value == "attack" else 0)
    for name in ("reach", "after"):
        t.set(done, name, 0)


def _drafted(t: AnyTable, target: str, value: str) -> None:
    """drafted:ana:no  the draft of the active wizard in this turn: no, tower or full"""
    _require_active(t, target)
    if value not in ("no", "tower", "full"):
        forbid_repair("{value} is no draft", "no, tower or full", value=value)
    t.set(t.state.done, "drafted", "" if value == "no" else value)


def _stabilised(t: AnyTable, target: str, value: str) -> None:
    """stabilised:ana:yes  whether the hand was brought to five in this phase"""
    _require_active(t, target)
    t.set(t.state.done, "stabilised", require_yes_or_no(value))


def _attacks(t: AnyTable, target: str, value: str) -> None:
    """attacks:ana:0  how many attacks the active wizard has declared in this turn"""
    _require_active(t, target)
    t.set(t.state.done, "attacks", require_number(value, 0, 99))


def _moved(t: AnyTable, target: str, value: str) -> None:
    """moved:ana:0  how many cards the active wizard has moved in this turn"""
    _require_active(t, target)
    t.set(t.state.done, "moved", require_number(value, 0, 99))


def _lost(t: AnyTable, target: str, value: str) -> None:
    """lost:bo:no  a wizard that is out or in retreat has not lost; what it had is moved back"""
    state = t.state
    side = state.sides[require_seat(target, state.sides)]
    if value != "no":
        forbid_repair("{value} cannot be said of it", "no; else forfeit or penalty", value=value)
    if not side.lost or target in state.losing or side_of(state, target) in state.out:
        forbid_repair("{seat} is not a wizard that has lost", seat=target)
    if state.over:
        forbid_repair("the match is over", "a ruling on the entry that ended it")
    if side.wounds >= WOUNDS:
        forbid_repair("{seat} has {have:wound}", "fewer than three", seat=target, have=side.wounds)
    t.set(side, "lost", 0)
    t.set(side, "retreat", False)


REPAIRS: Mapping[str, Repair] = {
    "harm": _harm,
    "wounds": _wounds,
    "tokens": _tokens,
    "drain": _drain,
    "expended": _expended,
    "spot": rearranging.spot,
    "move": rearranging.move,
    "draw": rearranging.draw,
    "tower": rearranging.tower,
    "towers": rearranging.towers,
    "turned": _turned,
    "phase": _phase,
    "drafted": _drafted,
    "stabilised": _stabilised,
    "attacks": _attacks,
    "moved": _moved,
    "lost": _lost,
}
