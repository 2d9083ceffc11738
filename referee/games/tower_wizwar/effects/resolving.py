"""Lines that say what effects did (TW-19.1 to 19.11)."""

from events.tower_wizwar import Did, Effect, PayMana, Use
from referee.games.tower_wizwar.effects.happening import (
    Saying,
    carry_out,
    do,
    done,
    meant,
    name_of,
    told,
)
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.places import find_in_play
from referee.games.tower_wizwar.reckoning import require_not_forbidden
from referee.games.tower_wizwar.state import (
    CAST,
    Announced,
    Effective,
    InPlay,
    TwTable,
    card_of,
    covered,
    stands,
)
from referee.games.tower_wizwar.turn import require_no_duty, step
from referee.house import require_playing
from referee.parts.effects import Doing, declare
from referee.parts.responses import pend
from referee.verdict import Violation


@handles
def effect(t: TwTable, e: Effect) -> None:
    """What an effect of a card did (TW-19.1)."""
    require_playing(t, e.seat)
    pending = _pending(t, e)
    if pending is not None:
        _finish(t, e, pending)
        return
    _now_or_later(t, e)


def _pending(t: TwTable, e: Effect) -> Announced | None:
    """What was announced, or set off, and is carried out by this."""
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, Announced) and e.source in (each.source, name_of(t, each)):
            return each
    return None


def _finish(t: TwTable, e: Effect, pending: Announced) -> None:
    if pending.seat != e.seat:
        t.refuse("TW-19.1", "it is an effect of {seat}", seat=pending.seat, legal=pending.seat)
    at = _which(t, pending, e.trigger)
    do(t, pending, at, _saying(t, e))
    if at in pending.effects:
        carry_out(t, pending, at, _saying(t, e))
        t.set(pending, "effects", [each for each in pending.effects if each != at])
    if not pending.effects:
        done(t, pending)


def _which(t: TwTable, pending: Effective, named: str) -> int:
    effects = t.catalog.cards[name_of(t, pending)].all_effects
    for at in pending.effects:
        if named and effects[at].name == named:
            return at
    return pending.effects[0]


def _saying(t: TwTable, e: Effect) -> Saying:
    return Saying(meant(t, e.did), e.aims, e.mode, e.x, _pays(t, e))


def _pays(t: TwTable, e: Effect | Use) -> tuple[Did, ...]:
    """What pays for it; the mana of a line is one of that."""
    pays = meant(t, e.pays)
    return (*pays, PayMana(e.mana, None, e.unnamed or None)) if e.mana or e.unnamed else pays


def _now_or_later(t: TwTable, e: Effect) -> None:
    """An effect happens now, or, where that is impossible, at the next moment at which it is
    possible and which nothing compulsory stands before (TW-11.23)."""
    first: Violation | None = None
    turn = t.state.turn
    while True:
        try:
            with t.whole():
                _activated(t, e)
            return
        except Violation as refused:
            first = first or refused
        try:
            require_no_duty(t)
        except Violation:
            raise first from None
        if t.state.turn > turn and t.state.phase >= CAST:
            raise first
        step(t)


def _activated(t: TwTable, e: Effect) -> None:
    """An effect of a card in play that is used at will, or was triggered."""
    thing = _source(t, e.seat, e.source)
    effects = card_of(t, thing).all_effects
    if not effects:
        t.refuse("TW-19.9", "{card} has no effect", card=thing.name)
        return
    at = _meant(t, thing, e.trigger)
    when = str(effects[at].when)
    if when == "activated":
        if thing.expended and not _just_spent(thing, e):
            t.refuse("TW-8.2", "{card} is expended", card=thing.id, since=thing.spent or None)
        require_not_forbidden(t, "activate", thing.id, e.seat)
        _require_time(t, e.seat)
    pending = Effective(t.seq, e.seat, thing.id, trigger=when, effects=[at])
    carry_out(t, pending, at, _saying(t, e))
    t.set(t.state, "latest", (t.seq, "effect"))


def _just_spent(thing: InPlay, e: Effect) -> bool:
    """Whether the entry that set it off expended it (TW-19.2)."""
    return bool(e.cause) and thing.spent == e.cause


def _require_time(t: TwTable, seat: str) -> None:
    """When effects may be activated (TW-I 74)."""
    reading = t.choice["TW-I 74"]
    state = t.state
    if reading == "any_time":
        return
    if seat != state.active:
        t.refuse("TW-19.3", "effects are activated in one's own turn")
    elif reading == "own_cast_phase" and state.phase != CAST:
        t.refuse("TW-19.3", "effects are activated in the cast phase")


def _source(t: TwTable, seat: str, named: str) -> InPlay:
    """A face-up card on the own map (TW-19.2)."""
    thing = find_in_play(t, named, seat)
    if thing.controller != seat or not thing.spot:
        t.forbid("TW-19.2", "{thing} is not on {seat}'s map", thing=thing.id, seat=seat)
    if covered(t, thing):
        t.forbid("TW-19.2", "{thing} lies under a ritual", thing=thing.id)
    if not stands(t.state, seat):
        t.forbid("TW-17.11", "{seat} has lost", seat=seat)
    return thing


def _meant(t: TwTable, thing: InPlay, named: str) -> int:
    """Which effect of a card is meant."""
    effects = card_of(t, thing).all_effects
    able = [at for at, each in enumerate(effects) if each.when != "always"]
    if named:
        able = [at for at in able if named in (effects[at].name, effects[at].when)]
    if not able:
        t.forbid("TW-19.9", "{card} has no such effect", card=thing.name)
    own = [at for at in able if effects[at].when == "activated"]
    if len(own or able) > 1:
        names = [effects[at].name for at in own or able]
        t.incomplete(f"say which effect of {thing.name}", trigger=names)
    return (own or able)[0]


@handles
def use(t: TwTable, e: Use) -> None:
    """An effect is announced and paid for (TW-19.3)."""
    require_playing(t, e.seat)
    thing = _source(t, e.seat, e.source)
    at = _meant(t, thing, e.trigger)
    when = str(card_of(t, thing).all_effects[at].when)
    found = told(t, thing.name, at)
    doing = Doing(e.seat, thing.id, (), e.aims, e.mode, e.x, _pays(t, e), trigger=when)
    declare(t, found, doing)
    pending = Announced(
        t.seq, e.seat, thing.id, trigger=when, effects=[at], aims=e.aims, mode=e.mode, x=e.x
    )
    pend(t, None, pending)
