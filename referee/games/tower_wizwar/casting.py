"""Casting: who, when, where, for what mana; allies who accept or rebuke (sections 12, 18)."""

from collections.abc import Sequence

from events.notation.words import quote
from events.tower_wizwar import Accept, Cast, Rebuke
from referee.games.tower_wizwar.catalog import Spell
from referee.games.tower_wizwar.compulsory import must_use_orbital, usable_orbitals
from referee.games.tower_wizwar.effects.resolution import comes_into_play, name_of
from referee.games.tower_wizwar.facts import Cancelled, CardCast
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.mana import Price, can_pay, count_use, pay, require_enough
from referee.games.tower_wizwar.places import (
    LAYOUT,
    backs_of,
    goes,
    lay,
    pile,
    show,
    spells_in,
    zone,
)
from referee.games.tower_wizwar.prices import cast_price, surcharge
from referee.games.tower_wizwar.spots import make_room, only_one, require_spot, require_unique
from referee.games.tower_wizwar.state import CAST, Casting, TwTable, allies_of, card_of
from referee.games.tower_wizwar.triggers import report
from referee.games.tower_wizwar.turn import act
from referee.games.tower_wizwar.values import TEXTS, require_not_forbidden
from referee.house import require_playing
from referee.parts.effects.pending import does_nothing
from referee.parts.responses import dry_run, pend, take_away
from referee.table import NOTHING_WAIVED
from referee.verdict import Violation

REBUKE = 3
"""What a rebuke costs (TW-18.11)."""
DRAWN = 3
"""So many cards does the caster draw then (TW-18.13)."""


@handles
def cast(t: TwTable, e: Cast) -> None:
    """A spell card is cast from hand (TW-12.1 to 12.6)."""
    card = card_of(t, e.card)
    act(t, e.seat, CAST, "TW-12.1")
    if not isinstance(card, Spell):
        t.forbid("TW-12.1", "{kind:a} is not cast", kind=card.kind, card=e.card)
    _require_part(t, e.seat)
    require_not_forbidden(t, "cast", e.seat)
    on = _map(t, e)
    require_unique(t, e.card, on)
    require_spot(t, card, on, e.spot, over=e.over)
    own, extra = cast_price(t, e.seat, e.card, card.cost)
    price, made = own + extra, len(e.mana) + e.unnamed
    asked = Price(price, extra, "TW-6.6")
    awaits = on != e.seat and not e.accepted
    try:
        if made or not can_pay(t, e.seat, price):
            have = made or spells_in(t, e.seat, "pool")
            require_enough(t, e.seat, asked, have)
        show(t, e.seat, "hand", (e.card,), "TW-12.4")
        if awaits:
            _name_mana(t, e, asked)
        else:
            pay(t, e.seat, asked, e.mana, e.unnamed, "cast")
            count_use(t, e.seat, price, "cast")
    except Violation:
        _require_own(t, e.seat, e.mana)
        raise
    done = t.state.done
    if not done.cast:
        t.set(done, "cast", True)
    thing = LAYOUT.enter(t, e.card, "", e.seat, on)
    if t.choice["TW-I 38"] == "no":
        t.push(done.fresh, thing.id)
    t.fact(CardCast(e.seat, thing.id, e.card, card.kind, e.spot, price, extra, on))
    casting = Casting(
        t.seq,
        e.seat,
        thing.id,
        trigger="on cast",
        effects=list(t.catalog.triggered.get((e.card, "on cast"), ())),
        spot=e.spot,
        on=on,
        over=e.over,
        mana=list(e.mana) if awaits else [],
        unnamed=e.unnamed if awaits else 0,
        unpaid=price if awaits else 0,
        extra=extra if awaits else 0,
        awaits=awaits,
        did=e.did,
        aims=e.aims,
        mode=e.mode,
        x=e.x,
    )
    _require_effect(t, casting)
    pend(t, None, casting)
    if e.did or e.aims or e.mode or e.x is not None:
        _try_what_was_said(t, casting)
    report(t, "casts", e.card, e.seat)


def _try_what_was_said(t: TwTable, casting: Casting) -> None:
    """What was said of its effect is possible, once an ally has accepted it where one has to. What
    a judge lets stand although it is not, the card does not do: the cast takes effect with a later
    entry, of which nobody ruled."""
    waived, t.waived = t.waived, NOTHING_WAIVED

    def accepted() -> None:
        t.set(casting, "awaits", False)
        resolve_cast(t, casting)

    try:
        t.set(casting, "trusted", dry_run(t, accepted))
    except Violation as refused:
        if refused.rule not in waived:
            raise
        for name, nothing in (("did", ()), ("aims", ()), ("mode", ()), ("x", None)):
            t.set(casting, name, nothing)
    finally:
        t.waived = waived


def _require_effect(t: TwTable, casting: Casting) -> None:
    """Nothing is said of an effect that the card does not have (TW-19.9)."""
    said = casting.did or casting.aims or casting.mode or casting.x is not None
    if said and not casting.effects and not does_nothing(casting.did):
        card = name_of(t, casting)
        if not t.catalog.tells_effects:
            t.set(casting, "effects", [0])
            return
        t.refuse("TW-19.9", "{card} has no effect {trigger}", card=card, trigger=casting.trigger)


def _require_part(t: TwTable, seat: str) -> None:
    """After the orbital, and before two of ten are discarded (TW-11.9, 11.10, 11.12)."""
    done = t.state.done
    if done.rebuked:
        t.refuse("TW-18.13", "a rebuke has ended the cast phase")
    if done.trimmed:
        t.refuse("TW-11.10", "nothing is cast after two of the pool were discarded")
    if must_use_orbital(t, seat):
        legal = " or ".join(f"orbital {quote(each)}" for each in usable_orbitals(t, seat))
        t.refuse("TW-11.9", "an orbital is used before the first cast", legal=legal)


def _require_own(t: TwTable, seat: str, mana: Sequence[str]) -> None:
    """The mana comes from the caster's own pool (TW-12.2): a card that is only another wizard's is
    none of it."""
    hidden = t.state.zones.hidden
    for card in mana:
        if card not in t.catalog.backs.of:
            continue
        pools = [
            each
            for each in t.state.seats
            if card in hidden.candidates(zone(each, "pool", backs_of(t, each).of[card]))
        ]
        if pools and seat not in pools and not _has(t, seat, card):
            t.forbid("TW-12.2", "{card} is no card of {seat}", card=card, seat=seat)


def _has(t: TwTable, seat: str, card: str) -> bool:
    """Whether a card could be one of a wizard's, wherever it is."""
    hidden, back = t.state.zones.hidden, backs_of(t, seat).of[card]
    places = ("hand", "pool", "deck", "unnamed", "unseen")
    if any(card in hidden.candidates(zone(seat, place, back)) for place in places):
        return True
    if any(card in pile(t, seat, place) for place in ("discard", "aether")):
        return True
    things = t.state.zones.things.values()
    return any(each.name == card and each.owner == seat for each in things)


def _map(t: TwTable, e: Cast) -> str:
    """On whose map a card is cast: one's own; in retreat an ally's (TW-12.3, 18.9)."""
    state = t.state
    if not state.sides[e.seat].retreat:
        if e.accepted or (e.ally and e.ally != e.seat):
            t.forbid("TW-12.3", "{seat} casts onto its own map, by itself", seat=e.seat)
        return e.seat
    able = allies_of(state, e.seat)
    if not e.ally and len(able) == 1:
        return able[0]
    if not e.ally:
        t.incomplete("say on which ally's map", ally=able)
    if e.ally not in able:
        t.forbid("TW-18.9", "{ally} is no standing ally", ally=e.ally, legal=", ".join(able))
    return e.ally


# -- the card lies on the map --------------------------------------------------------------------


def resolve_cast(t: TwTable, casting: Casting) -> None:
    """A cast takes effect: the card comes to lie in its spot (TW-12.5, 12.6, 12.11, 12.14)."""
    thing = t.state.zones.things[casting.source]
    card = card_of(t, thing)
    if casting.awaits:
        t.refuse(
            "TW-18.11",
            "{ally} has neither accepted nor rebuked {card}",
            ally=casting.on,
            card=card.name,
            since=casting.entry,
        )
    only_one(t, thing)
    make_room(t, card, casting.on, casting.spot, over=casting.over)
    lay(t, thing, casting.on, casting.spot)
    if thing.name in t.catalog.standing:
        TEXTS.attach(t, thing)
    report(t, "enters", thing.id)
    comes_into_play(t, casting, thing)


# -- into an ally's map --------------------------------------------------------------------------


def _awaiting(t: TwTable, seat: str) -> Casting:
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, Casting) and each.awaits:
            if each.on != seat:
                t.forbid("TW-18.11", "{ally} answers", ally=each.on, legal=each.on)
            return each
    t.forbid("TW-18.11", "no cast waits for an answer")


def _name_mana(t: TwTable, e: Cast, asked: Price) -> None:
    """The mana of a cast that waits for an answer: it stays in the pool until then, and what was
    named is known to lie there (TW-18.12)."""
    have = spells_in(t, e.seat, "pool")
    if e.unnamed + len(e.mana) > have or have + t.state.sides[e.seat].mana < asked.mana:
        require_enough(t, e.seat, asked, have)
        t.forbid("TW-20.2", "{seat}'s pool holds {have:card}", seat=e.seat, have=have)
    if e.mana or e.unnamed:
        dry_run(t, lambda: pay(t, e.seat, asked, e.mana, e.unnamed, "cast"))
    if named := tuple(card for card in e.mana if card in t.catalog.cards):
        show(t, e.seat, "pool", named)
        LAYOUT.put_back(t, e.seat, "pool", named, "anywhere")


@handles
def accept(t: TwTable, e: Accept) -> None:
    """An ally accepts a cast into its map, and it is paid for (TW-18.11)."""
    require_playing(t, e.seat)
    casting = _awaiting(t, e.seat)
    cards, unnamed = tuple(casting.mana), casting.unnamed
    if not cards and not unnamed:
        cards, unnamed = e.mana, e.unnamed
    elif (e.mana or e.unnamed) and (sorted(e.mana), e.unnamed) != (sorted(cards), unnamed):
        t.forbid("TW-4.8", "its mana was said with the cast", since=casting.entry)
    price = casting.unpaid
    asked = Price(price, casting.extra, "TW-6.6")
    pay(t, casting.seat, asked, cards, unnamed, "cast")
    count_use(t, casting.seat, price, "cast")
    t.set(casting, "unpaid", 0)
    t.set(casting, "awaits", False)


@handles
def rebuke(t: TwTable, e: Rebuke) -> None:
    """An ally pays three mana against a cast into its map: the card goes to the caster's discard,
    and nothing else of the cast happens (TW-18.11 to 18.13)."""
    require_playing(t, e.seat)
    casting = _awaiting(t, e.seat)
    reading = t.choice["TW-I 72"]
    extra = surcharge(t, e.seat) if reading == "surcharge_added_one_step" else 0
    pay(t, e.seat, Price(REBUKE + extra, extra), e.mana, e.unnamed, "rebuke")
    if reading != "flat_3_no_step":
        count_use(t, e.seat, REBUKE + extra, "rebuke")
    take_away(t, casting, "rebuked")
    t.fact(Cancelled(casting.seat, casting.entry, "cast"))
    goes(t, t.state.zones.things[casting.source], "TW-18.12", casting.seat, "discard")
    t.set(t.state.done, "rebuked", True)
    t.set(t.state.done, "fetch", DRAWN)
