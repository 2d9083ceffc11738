"""Playing cards, and what effects did (sections 6, 14 and 15)."""

from events.warrift import Effect, Play
from referee.games.warrift.acting import begun, require_begun, require_mid, require_nothing_awaited
from referee.games.warrift.effects import (
    Saying,
    carry_out,
    does_nothing,
    enters,
    name_of,
)
from referee.games.warrift.facts import CardPlayed
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, find_in_play, show
from referee.games.warrift.state import Played, WrTable, card_of, class_of, class_seat
from referee.games.warrift.turn import proceed
from referee.games.warrift.window import answered, let_all, matching
from referee.parts.responses import pend, take_away


@handles
def play(t: WrTable, e: Play) -> None:
    """Cards are played from hand (WR-6.2)."""
    for at, name in enumerate(e.cards):
        if at and e.answers is None:
            let_all(t)
        _play_one(t, e, name, alone=len(e.cards) == 1)
    proceed(t)


def _play_one(t: WrTable, e: Play, name: str, *, alone: bool) -> None:
    state = t.state
    card = card_of(t, name)
    ambush = "ambush" in card.words
    answer = answered(t, e.seat, e.answers) if e.answers is not None else None
    if not ambush and answer is None:
        if e.seat != state.active and state.phase:
            t.refuse("WR-6.7", "{card} has no Ambush", card=name)
        require_mid(t, e.seat)
    else:
        require_begun(t, e.seat)
        if not ambush:
            rule = "WR-14.11" if e.seat == state.active else "WR-6.7"
            t.refuse(rule, "{card} has no Ambush", card=name)
        if answer is None:
            require_nothing_awaited(t)
        begun(t)
    show(t, e.seat, "hand", name, "WR-2.7")
    owner = class_seat(state, class_of(card))
    thing = LAYOUT.enter(
        t, name, "play", owner, e.seat, ambush=state.turn if ambush else 0, turn=state.turn
    )
    t.fact(CardPlayed(e.seat, thing.id, name, answer is not None or e.seat != state.active))
    pending = enters(t, thing, e.seat, "played", answer.entry if answer else 0, Played)
    if answer is not None:
        pending.response = True
    if alone:
        pending.aims, pending.mode, pending.x = e.aims, e.mode, e.x
    if alone and e.did:
        t.set(state.sides[e.seat], "magicka", state.sides[e.seat].magicka + card.magicka)
        at = pending.effects[0] if pending.effects else 0
        say = Saying(e.did, e.aims, e.mode, e.x)
        carry_out(t, e.seat, thing.id, name, at, "played", t.seq, say)
        return
    pend(t, None, pending)


@handles
def effect(t: WrTable, e: Effect) -> None:
    """What an effect of a card did (WR-15.1 to 15.5)."""
    require_begun(t, e.seat)
    for source in (e.source, *e.also):
        _effect_one(t, e, source)
    proceed(t)


def _effect_one(t: WrTable, e: Effect, source: str) -> None:
    say = Saying(e.did, e.aims, e.mode, e.x) if source == e.source else Saying()
    pending = matching(t, e) if source == e.source else None
    if pending is None:
        thing = find_in_play(t, source, e.seat)
        used = t.catalog.triggered.get((thing.name, e.trigger or "used"), ())
        if not used:
            t.refuse("WR-15.3", "{card} has no effect to use", card=thing.name)
            return
        carry_out(t, e.seat, thing.id, thing.name, used[0], e.trigger or "used", t.seq, say)
        return
    card, at = name_of(t, pending), pending.effects[0]
    if not (does_nothing(say.did) and len(say.did) == 1):
        carry_out(t, e.seat, pending.source, card, at, pending.trigger, pending.entry, say)
    t.set(pending, "effects", [each for each in pending.effects if each != at])
    if not pending.effects:
        take_away(t, pending, "took effect")
