"""Playing cards, and announcing effects (sections 6 and 14)."""

from collections.abc import Sequence

from events.warrift import Hire, Play, Use
from referee.games.warrift.ambush import require_may_discard
from referee.games.warrift.answered import hear_mark, require_not_struck
from referee.games.warrift.catalog import Card, Fighter, Mercenary, StartingCard
from referee.games.warrift.due import RollEye
from referee.games.warrift.effects.aims import require_declared
from referee.games.warrift.effects.effect_lines import (
    acted,
    can_be_used,
    done,
    name_place,
    one_used,
    require_time_to_use,
)
from referee.games.warrift.effects.resolution import (
    enters,
    give_magicka,
    require_unused,
    shared_out,
    take_effect,
)
from referee.games.warrift.facts import CardPlayed
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import (
    LAYOUT,
    find_in_play,
    lay_on_pile,
    numbered,
    require_listed,
    show,
)
from referee.games.warrift.state import (
    MID,
    Announced,
    Effective,
    InPlay,
    Played,
    WrTable,
    card_of,
    class_of,
    class_seat,
)
from referee.games.warrift.time_to_act import (
    begun,
    require_begun,
    require_mid,
    require_nothing_awaited,
)
from referee.games.warrift.triggers import happened
from referee.games.warrift.turn import proceed
from referee.games.warrift.values import has_ambush, lent
from referee.games.warrift.window import let_all
from referee.parts.effects import Doing, declare
from referee.parts.effects.catalog import compiled_effect
from referee.parts.effects.pending import NOTHING_SAID, Owed, Saying
from referee.parts.effects.resolution import require_owed
from referee.parts.lasting_changes import Lasting, begin, end
from referee.parts.responses import Pending, pend, take_away
from referee.verdict import Violation


@handles
def play(t: WrTable, e: Play) -> None:
    """Cards are played from hand (WR-6.2); what is said besides is of the last (WR-2.15)."""
    answer = hear_mark(t, e)
    last = len(e.cards) - 1
    for at, name in enumerate(e.cards):
        try:
            if at and answer is None:
                _between(t)
            _play_one(t, e, name, answer, last=at == last)
        except Violation as refused:
            if last:
                name_place(refused, at)
            raise
    proceed(t)


def _between(t: WrTable) -> None:
    """What takes effect between two cards of a line leaves nothing to be said (WR-2.15)."""
    try:
        let_all(t)
    except Owed as owed:
        owed.rule, owed.since, owed.legal = "WR-2.15", None, "that card as the last of a line"
        raise


def require_playable(
    t: WrTable, e: Play, name: str, answer: Pending | None, say: Saying = NOTHING_SAID
) -> Card:
    """A card may be played now, if it is in hand (WR-6.2, 6.7, 14.4, 14.9).

    Args:
        t: the table.
        e: the event.
        name: the card: one of the event.
        answer: what it answers.
        say: what the line says of its effects.
    """
    if name not in t.catalog.cards:
        require_listed(t, name)
    _require_time(t, e, name, answer)
    card: Card = card_of(t, name)
    if has_ambush(t, e.seat, name):
        require_may_discard(t, e.seat, card, say, response=answer is not None)
    if not isinstance(card, Fighter):
        t.forbid("WR-6.2", "{kind:a} is not played from a hand", kind=card.kind, card=name)
    return card


def _play_one(t: WrTable, e: Play, name: str, answer: Pending | None, *, last: bool) -> None:
    say = Saying(e.did, e.aims, e.mode, e.x) if last else NOTHING_SAID
    card = require_playable(t, e, name, answer, say)
    state, ambush = t.state, has_ambush(t, e.seat, name)
    granted = lent(t, e.seat, name)
    show(t, e.seat, "hand", name, "WR-6.2" if isinstance(card, Mercenary) else "WR-2.7")
    owner = class_seat(state, class_of(card)) if class_of(card) else ""
    if isinstance(card, StartingCard) and t.choice["WR-I 12"] == "classless":
        owner = e.seat
    thing = enter_play(t, e.seat, name, owner, answer, ambush=ambush)
    if granted:
        _keep_words(t, thing, granted, answer)
    ambushing = answer is not None or e.seat != state.active
    t.fact(CardPlayed(e.seat, thing.id, name, ambushing, owner))
    if owner not in ("", e.seat) and t.choice["WR-I 28"] == "as_it_is_played":
        lay_on_pile(t, thing)
    happened(t, "play", thing.id, e.seat)
    comes(t, thing, "played", say, answer, Played)


def _keep_words(
    t: WrTable, thing: InPlay, granted: Sequence[Lasting], answer: Pending | None
) -> None:
    """What was granted to the card in hand it has in play too, as long (WR-15.6).

    Where another of its name that may be in hand may be the one, nobody sees which; only what is
    played as nothing without Ambush could be shows itself.
    """
    state, seat = t.state, thing.controller
    ambushes = answer is not None or seat != state.active or state.phase != MID
    for each in {each.what: each for each in reversed(granted)}.values():
        if each.what != "ambush":
            begin(t, each.source, thing.id, "grant", each.what, until=each.until)
        if each not in lent(t, seat, thing.name):
            continue
        if each.what == "ambush" and ambushes:
            end(t, each)
        else:
            t.trust(f"nobody sees which {thing.name} of {seat} has {each.what}")


def _require_time(t: WrTable, e: Play, name: str, answer: Pending | None) -> None:
    """In the mid step; with Ambush at any moment, and as a response (WR-6.7, 14.4, 14.11)."""
    state = t.state
    if not has_ambush(t, e.seat, name):
        if answer is not None:
            require_begun(t, e.seat)
            rule = "WR-14.11" if e.seat == state.active else "WR-6.7"
            t.refuse(rule, "{card} has no Ambush", card=name, since=answer.entry)
        require_mid(t, e.seat, Play)
        if e.answers:
            require_not_struck(t, e.answers)
        return
    require_ambush_time(t, e, name, answer)


def require_ambush_time(t: WrTable, e: Play | Hire, name: str, answer: Pending | None) -> None:
    """A card with Ambush may be played or hired at any moment, in response too, as far as nothing
    else is awaited (WR-14.4, 2.13).

    Args:
        t: the table.
        e: the event.
        name: the card.
        answer: what it answers.
    """
    state = t.state
    require_begun(t, e.seat)
    between = state.rotation > 1 and not state.taken
    rolls = any(isinstance(each, RollEye) for each in state.due)
    if between and rolls and t.choice["WR-I 75"] == "refused" and answer is None:
        t.refuse("WR-14.4", "{card} comes between two rotations", card=name)
    require_not_struck(t, e.answers)
    require_nothing_awaited(t, but_the_eye=True, answer=answer)
    begun(t)


# -- coming into play --------------------------------------------------------------------------


def enter_play(
    t: WrTable, seat: str, name: str, owner: str, answer: Pending | None, *, ambush: bool
) -> InPlay:
    """A card played, or a mercenary hired, comes into play for this turn (WR-6.3, 9.4).

    Args:
        t: the table.
        seat: who plays or hires it.
        name: the card.
        owner: the player of its class; empty where it has none.
        answer: what it answers.
        ambush: whether it has Ambush.
    """
    state = t.state
    if not ambush:
        return LAYOUT.enter(t, name, "play", owner, seat, turn=state.turn)
    return LAYOUT.enter(
        t,
        name,
        "play",
        owner,
        seat,
        turn=state.turn,
        ambush=state.turn,
        response=answer is not None,
        late=state.phase >= MID,
    )


def comes(
    t: WrTable,
    thing: InPlay,
    trigger: str,
    say: Saying,
    answer: Pending | None,
    kind: type[Effective],
) -> None:
    """What a card that came into play does is pending; done at once where it was said (WR-2.16).

    Args:
        t: the table.
        thing: the card: played, hired or gained.
        trigger: what sets its effects off.
        say: what the line says of them.
        answer: what it answers.
        kind: what kind of thing is pending.
    """
    pending = enters(t, thing, thing.controller, trigger, answer.entry if answer else 0, kind)
    if say.aims or say.mode or say.x is not None:
        pending.aims, pending.mode, pending.x = numbered(t, say.aims), say.mode, say.x
        pend(t, None, pending)
        require_declared(t, pending)
    else:
        pend(t, None, pending)
    if say.did:
        give_magicka(t, pending)
        if not pending.effects:
            t.refuse("WR-15.3", "{card} has no effect of that kind", card=thing.name)
        for at, did in shared_out(t, pending, say.did).items():
            done(t, pending, at, Saying(did, pending.aims, say.mode, say.x))
    elif not thing.ambush or t.choice["WR-I 56"] == "yes":
        return
    try:
        with t.whole():
            take_effect(t, pending)
            take_away(t, pending, "took effect")
    except Owed:
        return
    acted(t, thing, t.seq + 1)


# -- effects -----------------------------------------------------------------------------------


@handles
def use(t: WrTable, e: Use) -> None:
    """An effect is announced, so that it can be answered before it is done (WR-4.4, 15.1)."""
    require_begun(t, e.seat)
    answer = hear_mark(t, e)
    thing = find_in_play(t, e.source, e.seat, lambda each: can_be_used(t, each))
    at = one_used(t, thing, e.trigger)
    require_time_to_use(t, e.seat, thing, at, answer)
    require_not_struck(t, e.answers)
    entry = answer.entry if answer else 0
    found = Announced(t.seq, e.seat, thing.id, entry, trigger="used", effects=[at])
    found.aims, found.mode, found.x = numbered(t, e.aims), e.mode, e.x
    effect = compiled_effect(t, thing.name, at)
    require_unused(t, found, effect.effect, thing.name)
    require_owed(t, effect, e.pays)
    doing = Doing(
        e.seat, thing.id, (), found.aims, e.mode, e.x, e.pays, trigger="used", cause=t.seq
    )
    declare(t, effect, doing)
    pend(t, None, found)
