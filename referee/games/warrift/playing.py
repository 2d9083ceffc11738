"""Playing cards, and what effects did (sections 6, 14 and 15)."""

from collections.abc import Iterator
from contextlib import contextmanager

from events.warrift import Effect, Hire, Play, Use
from referee.games.warrift.acting import begun, require_begun, require_mid, require_nothing_awaited
from referee.games.warrift.ambush import require_may_discard
from referee.games.warrift.catalog import Fighter, Mercenary, StartingCard
from referee.games.warrift.effects import (
    AWAITED,
    Owed,
    Saying,
    carry_out,
    does_nothing,
    enters,
    name_of,
    take_effect,
    told,
)
from referee.games.warrift.facts import CardPlayed
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, find_in_play, require_listed, show
from referee.games.warrift.state import (
    EYE,
    MID,
    OVER,
    Announced,
    Effective,
    InPlay,
    Played,
    WrTable,
    card_of,
    class_of,
    class_seat,
)
from referee.games.warrift.turn import (
    MOMENTS,
    came_amid,
    effects_before_the_eye,
    proceed,
    still_acts,
)
from referee.games.warrift.window import AnyEffective, answered, let_all, reach, require_not_struck
from referee.parts.effects import Doing, declare
from referee.parts.responses import Pending, pend, take_away
from referee.verdict import Violation


@handles
def play(t: WrTable, e: Play) -> None:
    """Cards are played from hand (WR-6.2); what is said besides is of the last (WR-2.15)."""
    answer = answered(t, e.seat, e.answers) if e.answers is not None else None
    last = len(e.cards) - 1
    for at, name in enumerate(e.cards):
        with _named(at if last else None):
            if at and answer is None:
                _between(t)
            _play_one(t, e, name, answer, last=at == last)
    proceed(t)


@contextmanager
def _named(at: int | None) -> Iterator[None]:
    """A refusal names which of a line is refused (WR-2.15)."""
    try:
        yield
    except Violation as refused:
        if at is not None:
            refused.why += " ({place} of the line)"
            refused.facts["place"] = at + 1
        raise


def _between(t: WrTable) -> None:
    """What takes effect between two cards of a line leaves nothing to be said (WR-2.15)."""
    try:
        let_all(t)
    except Owed as owed:
        owed.rule = "WR-2.15"
        raise


def _play_one(t: WrTable, e: Play, name: str, answer: Pending | None, *, last: bool) -> None:
    if name not in t.catalog.cards:
        require_listed(t, name)
    _require_time(t, e, name, answer)
    state, card = t.state, card_of(t, name)
    ambush = "ambush" in card.words
    say = Saying(e.did, e.aims, e.mode, e.x) if last else Saying()
    if ambush:
        require_may_discard(t, e.seat, card, say, response=answer is not None)
    if not isinstance(card, Fighter):
        t.forbid("WR-6.2", "a {kind} is not played from a hand", kind=card.kind, card=name)
    show(t, e.seat, "hand", name, "WR-6.2" if isinstance(card, Mercenary) else "WR-2.7")
    owner = class_seat(state, class_of(card)) if class_of(card) else ""
    if isinstance(card, StartingCard) and t.choice["WR-I 12"] == "classless":
        owner = e.seat
    thing = enter_play(t, e.seat, name, owner, answer)
    t.fact(CardPlayed(e.seat, thing.id, name, answer is not None or e.seat != state.active))
    comes(t, thing, "played", say, answer, Played)


def _require_time(t: WrTable, e: Play, name: str, answer: Pending | None) -> None:
    """In the mid step; with Ambush at any moment, and as a response (WR-6.7, 14.4, 14.11)."""
    state = t.state
    if "ambush" not in card_of(t, name).words:
        if answer is not None:
            require_begun(t, e.seat)
            rule = "WR-14.11" if e.seat == state.active else "WR-6.7"
            t.refuse(rule, "{card} has no Ambush", card=name, since=answer.entry)
        require_mid(t, e.seat, Play)
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
    between = state.rotation > 1 and not state.taken and state.phase == EYE and not state.begun
    if between and t.choice["WR-I 75"] == "refused":
        t.refuse("WR-14.4", "{card} comes between two rotations", card=name)
    require_not_struck(t, e.answers)
    require_nothing_awaited(t, but_the_eye=True, answer=answer)
    begun(t)


# -- coming into play --------------------------------------------------------------------------


def enter_play(t: WrTable, seat: str, name: str, owner: str, answer: Pending | None) -> InPlay:
    """A card played, or a mercenary hired, comes into play for this turn (WR-6.3, 9.4).

    Args:
        t: the table.
        seat: who plays or hires it.
        name: the card.
        owner: the player of its class; empty where it has none.
        answer: what it answers.
    """
    state = t.state
    if "ambush" not in card_of(t, name).words:
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
    pending.aims, pending.mode, pending.x = say.aims, say.mode, say.x
    pending.response = answer is not None
    pend(t, None, pending)
    if say.did:
        _give_magicka(t, pending)
        if not pending.effects:
            t.refuse("WR-15.3", "{card} has no effect of that kind", card=thing.name)
        else:
            _carry_out(t, pending, pending.effects[0], say)
    elif not thing.ambush or t.choice["WR-I 56"] == "yes":
        return
    try:
        with t.whole():
            take_effect(t, pending)
            take_away(t, pending, "took effect")
    except Owed:
        return
    _acted(t, thing, t.seq + 1)


def _give_magicka(t: WrTable, pending: Effective) -> None:
    if isinstance(pending, Played) and pending.magicka:
        side = t.state.sides[pending.seat]
        t.set(side, "magicka", side.magicka + pending.magicka)
        t.set(pending, "magicka", 0)


def _acted(t: WrTable, thing: InPlay | None, until: int) -> None:
    """What a card says is done; up to which entry its attack would still be at once."""
    if thing is not None and thing.ambush and t.choice["WR-I 30"] == "at_once_only":
        t.set(thing, "done", until)


# -- effects -----------------------------------------------------------------------------------


@handles
def use(t: WrTable, e: Use) -> None:
    """An effect is announced, so that it can be answered before it is done (WR-4.4, 15.1)."""
    require_begun(t, e.seat)
    answer = answered(t, e.seat, e.answers) if e.answers is not None else None
    thing = find_in_play(t, e.source, e.seat)
    own = t.catalog.triggered.get((thing.name, "used"), ())
    effects = card_of(t, thing).all_effects
    if e.trigger not in ("", "used"):
        own = tuple(at for at in own if effects[at].name == e.trigger)
    if not own:
        t.forbid("WR-15.1", "{card} has no such effect to use", card=thing.name)
    at = own[0]
    if effects[at].speed == "fast":
        require_nothing_awaited(t, but_the_eye=True, answer=answer)
        begun(t)
    elif effects[at].text_alone and (answer is not None or e.seat != t.state.active):
        t.trust(f"{thing.name}: its text would have to let it be used now")
        require_nothing_awaited(t, answer=answer)
    elif answer is not None:
        t.refuse("WR-15.1", "{card} is used in the mid step alone", card=thing.name)
    else:
        require_mid(t, e.seat, Use)
    require_not_struck(t, e.answers)
    doing = Doing(e.seat, thing.id, (), e.aims, e.mode, e.x, trigger="used", cause=t.seq)
    declare(t, told(t, thing.name, at), doing)
    entry = answer.entry if answer else 0
    found = Announced(t.seq, e.seat, thing.id, entry, trigger="used", effects=[at])
    found.aims, found.mode, found.x = e.aims, e.mode, e.x
    pend(t, None, found)


@handles
def effect(t: WrTable, e: Effect) -> None:
    """What effects of cards did (WR-15.1 to 15.5), of several in that order (WR-2.15)."""
    require_begun(t, e.seat)
    effects_before_the_eye(t, e.source)
    moment = None
    for at, source in enumerate((e.source, *e.also)):
        with _named(at if e.also else None):
            say = Saying() if at else Saying(e.did, e.aims, e.mode, e.x)
            pending = reach(t, e, source)
            found = (pending.entry, getattr(pending, "moment", 0)) if pending else None
            if at and (found is None or found != moment):
                t.forbid("WR-2.15", "{source} has no effect of that moment", source=source)
            moment = found
            _effect_one(t, e, source, pending, say)
    proceed(t)


def _effect_one(
    t: WrTable, e: Effect, source: str, pending: AnyEffective | None, say: Saying
) -> None:
    if pending is None:
        if _amid(t, e, source, say):
            return
        _require_its_moment(t, e, source)
        thing = find_in_play(t, source, e.seat)
        used = t.catalog.triggered.get((thing.name, e.trigger or "used"), ())
        if not used:
            t.refuse("WR-15.3", "{card} has no effect to use", card=thing.name)
            return
        carry_out(t, e.seat, thing.id, thing.name, used[0], e.trigger or "used", t.seq, say)
        return
    if isinstance(pending, Played):
        _give_magicka(t, pending)
    _carry_out(t, pending, _which(t, pending, e.trigger), say)
    if not pending.effects:
        take_away(t, pending, "took effect")
        _acted(t, t.state.zones.things.get(pending.source), t.seq + 1)


def _amid(t: WrTable, e: Effect, source: str, say: Saying) -> bool:
    """The start- or end-of-turn effect of what came amid the effects of that moment, where it may
    still do it (WR-I 74); whether it is that."""
    word = MOMENTS.get(t.state.phase, "")
    things = t.state.zones.things
    found = [each for each in things.values() if source in (each.id, each.name)]
    if not word or e.trigger not in ("", word) or len(found) != 1:
        return False
    effects = t.catalog.triggered.get((found[0].name, word))
    if not effects or not came_amid(t, found[0]):
        return False
    if not still_acts(t, found[0]):
        rule = AWAITED[word]
        t.forbid(rule, "{thing} came after that moment, or has acted", thing=found[0].id)
    carry_out(t, e.seat, found[0].id, found[0].name, effects[0], word, t.seq, say)
    return True


def _require_its_moment(t: WrTable, e: Effect, source: str) -> None:
    """An effect of a turn's start or end is done in that moment, and once (WR-12.1, 15.1)."""
    state, triggered = t.state, t.catalog.triggered
    things = state.zones.things.values()
    name = next((each.name for each in things if source in (each.id, each.name)), "")
    if not e.trigger and (name, "used") in triggered:
        return
    for word in MOMENTS.values():
        if (name, word) in triggered and e.trigger in ("", word):
            late = word == "turn_end" and (e.seat != state.active or state.phase in (EYE, OVER))
            rule = "WR-12.1" if late else "WR-15.1"
            t.refuse(rule, "this is not the moment for {card}", card=name)


def _which(t: WrTable, pending: Effective, named: str) -> int:
    """Which of its effects is meant: the one of that name, else the first still to be done."""
    effects = t.catalog.cards[name_of(t, pending)].all_effects
    return next((at for at in pending.effects if effects[at].name == named), pending.effects[0])


def _carry_out(t: WrTable, pending: Effective, at: int, say: Saying) -> None:
    """One of the effects happens as a line says, and as was said when it was declared."""
    if not does_nothing(say.did):
        aims, x = say.aims or pending.aims, pending.x if say.x is None else say.x
        carry_out(
            t,
            pending.seat,
            pending.source,
            name_of(t, pending),
            at,
            pending.trigger,
            pending.entry,
            Saying(say.did, aims, say.mode or pending.mode, x),
            late=isinstance(pending, Announced),
        )
    t.set(pending, "effects", [each for each in pending.effects if each != at])
