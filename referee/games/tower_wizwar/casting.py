"""Casting: who, when, where, for what mana; allies who accept or rebuke (sections 12, 18)."""

from events.tower_wizwar import Accept, Cast, Rebuke
from referee.games.tower_wizwar.catalog import Spell
from referee.games.tower_wizwar.effects.happening import Saying, comes_into_play
from referee.games.tower_wizwar.facts import Cancelled, CardCast
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.harm import drain
from referee.games.tower_wizwar.paying import pay
from referee.games.tower_wizwar.places import (
    LAYOUT,
    clear,
    goes,
    lay,
    replaced,
    show,
)
from referee.games.tower_wizwar.reckoning import TEXTS, cost_of, require_not_forbidden
from referee.games.tower_wizwar.state import (
    CAST,
    Casting,
    InPlay,
    TwTable,
    allies_of,
    at,
    card_of,
    stack_at,
    surcharge,
    tower_in_spot,
)
from referee.games.tower_wizwar.turn import act, of_phase
from referee.house import require_playing
from referee.parts.responses import pend, take_away

REBUKE = 3
"""What a rebuke costs (TW-18.11)."""


@handles
def cast(t: TwTable, e: Cast) -> None:
    """A spell card is cast from hand (TW-12.1 to 12.6)."""
    act(t, e.seat, CAST, "TW-12.1")
    _require_part(t, e.seat)
    card = card_of(t, e.card)
    if not isinstance(card, Spell):
        t.forbid("TW-12.1", "a {kind} is not cast", kind=card.kind, card=e.card)
    on = _map(t, e)
    require_not_forbidden(t, "cast", e.seat)
    require_spot(t, card, on, e.spot, over=e.over)
    price = cost_of(t, e.seat, e.card, card.cost)
    show(t, e.seat, "hand", (e.card,), "TW-12.4")
    paid = bool(e.mana or e.unnamed) or not price or on == e.seat
    made = pay(t, e.seat, price, e.mana, e.unnamed, "cast", "TW-6.6") if paid else 0
    moves = (price or made or t.choice["TW-I 80"] == "moves_counter") and _counts(t)
    extra = surcharge(t.state.sides[e.seat])
    if moves:
        drain(t, e.seat, made if t.choice["TW-I 14"] == "each_mana_spent" else 1, "TW-6.4")
    if not t.state.done.cast:
        t.set(t.state.done, "cast", True)
    thing = LAYOUT.enter(t, e.card, "play", e.seat, on)
    t.fact(CardCast(e.seat, thing.id, e.card, card.kind, e.spot, price, extra, on))
    say = Saying(e.did, e.aims, e.mode, e.x)
    casting = Casting(
        t.seq,
        e.seat,
        thing.id,
        trigger="on cast",
        effects=list(t.catalog.triggered.get((e.card, "on cast"), ())),
        spot=e.spot,
        on=on,
        over=e.over,
        mana=list(e.mana),
        unpaid=0 if paid else price,
        awaits=on != e.seat and not e.accepted,
        did=say.did,
        aims=say.aims,
        mode=say.mode,
        x=say.x,
    )
    pend(t, None, casting)


def _counts(t: TwTable) -> bool:
    """Whether casts move the counter (TW-I 14)."""
    return t.choice["TW-I 14"] != "nothing"


def _require_part(t: TwTable, seat: str) -> None:
    """After the orbital, and before two of ten are discarded (TW-11.9, 11.12)."""
    done = t.state.done
    if done.rebuked and t.choice["TW-I 73"] == "no":
        t.refuse("TW-18.13", "a rebuke has ended the cast phase")
    if done.trimmed:
        t.refuse("TW-11.12", "the cast phase is at its end: two of the pool were discarded")
    for duty in of_phase(t):
        if duty.rule == "TW-11.9":
            t.refuse("TW-11.9", "first {what}", what=duty.told(), legal=duty.told())


def _map(t: TwTable, e: Cast) -> str:
    """On whose map a card is cast: one's own; in retreat an ally's (TW-12.3, 18.9)."""
    state = t.state
    if not state.sides[e.seat].retreat:
        if e.ally and e.ally != e.seat:
            t.forbid("TW-12.3", "{seat} casts onto its own map", seat=e.seat)
        return e.seat
    able = allies_of(state, e.seat)
    if not e.ally and len(able) == 1:
        return able[0]
    if not e.ally:
        t.incomplete("say on which ally's map", ally=able)
    if e.ally not in able:
        t.forbid("TW-18.9", "{ally} is no standing ally", ally=e.ally, legal=", ".join(able))
    return e.ally


def require_spot(t: TwTable, card: Spell, seat: str, spot: str, *, over: bool = False) -> None:
    """A spot may hold such a card (TW-5.3, 5.4, 12.6, 12.10)."""
    ritual = card.kind == "ritual"
    if ritual and spot != "T" and t.choice["TW-I 12"] == "no":
        t.refuse("TW-12.10", "a ritual lies in T, not in {spot}", spot=spot, legal="T")
    bare = ritual and spot == "T" and tower_in_spot(t, seat) is None
    if bare and t.choice["TW-I 40"] == "refused":
        t.refuse("TW-12.10", "{seat} has no tower in play", seat=seat)
    if not ritual and spot == "T" and "tower spot" not in card.allows:
        t.refuse("TW-5.3", "{card} does not lie in T", card=card.name, legal="J, S or F")
    if over and not ritual:
        if "overlay" not in card.allows:
            t.refuse("TW-12.6", "{card} does not lie over another card", card=card.name)
        if at(t, seat, spot) is None:
            t.forbid("TW-12.6", "{spot} is empty", spot=spot)


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
    _require_unique(t, thing)
    make_room(t, card, casting.on, casting.spot, over=casting.over)
    lay(t, thing, casting.on, casting.spot)
    if thing.name in t.catalog.standing:
        TEXTS.attach(t, thing)
    comes_into_play(t, casting, thing)


def make_room(t: TwTable, card: Spell, seat: str, spot: str, *, over: bool = False) -> None:
    """What a card replaces leaves its spot; a ritual replaces a ritual, not the tower."""
    if card.kind == "ritual" and spot == "T":
        for thing in stack_at(t, seat, spot):
            if card_of(t, thing).kind != "tower":
                replaced(t, thing, "TW-12.11")
    elif not over:
        clear(t, seat, spot, "TW-12.5")


def _require_unique(t: TwTable, thing: InPlay) -> None:
    """Of a Unique card one is in play; the other copy goes to a pool (TW-12.14)."""
    if not is_unique(t, thing.name):
        return
    for other in list(t.state.zones.things.values()):
        if other.name != thing.name or other is thing or not other.spot:
            continue
        own = other.controller == thing.controller
        if own and t.choice["TW-I 42"] == "own_copy_discarded":
            goes(t, other, "TW-12.14")
            continue
        if own and t.choice["TW-I 42"] == "refused":
            t.refuse("TW-12.14", "{thing} is in play", thing=other.id)
        whose = other.owner if t.choice["TW-I 79"] == "owners_pool" else other.controller
        goes(t, other, "TW-12.14", whose, "pool", "anywhere")


def is_unique(t: TwTable, name: str) -> bool:
    """Whether only one of a card may be in play (TW-12.14)."""
    card = card_of(t, name)
    return card.kind == "artifact" or "unique" in card.keywords


# -- into an ally's map --------------------------------------------------------------------------


def _awaiting(t: TwTable, seat: str) -> Casting:
    for each in reversed(t.state.waiting.stack):
        if isinstance(each, Casting) and each.awaits:
            if each.on != seat:
                t.forbid("TW-18.11", "{ally} answers", ally=each.on, legal=each.on)
            return each
    t.forbid("TW-18.11", "no cast waits for an answer")


@handles
def accept(t: TwTable, e: Accept) -> None:
    """An ally accepts a cast into its map (TW-18.11)."""
    require_playing(t, e.seat)
    casting = _awaiting(t, e.seat)
    if casting.unpaid:
        pay(t, casting.seat, casting.unpaid, e.mana, e.unnamed, "cast", "TW-6.6")
        t.set(casting, "unpaid", 0)
    t.set(casting, "awaits", False)


@handles
def rebuke(t: TwTable, e: Rebuke) -> None:
    """An ally pays three mana against a cast into its map (TW-18.11 to 18.13)."""
    require_playing(t, e.seat)
    casting = _awaiting(t, e.seat)
    reading = t.choice["TW-I 72"]
    own = t.state.sides[e.seat]
    price = REBUKE + (surcharge(own) if reading == "surcharge_added_one_step" else 0)
    pay(t, e.seat, price, e.mana, e.unnamed, "rebuke")
    if reading != "flat_3_no_step":
        drain(t, e.seat, 1, "TW-6.4")
    _take_back(t, casting)
    take_away(t, casting, "rebuked")
    t.set(t.state.done, "rebuked", True)
    t.set(t.state.done, "fetch", 3)


def _take_back(t: TwTable, casting: Casting) -> None:
    """A rebuked cast: its mana goes back to the pool as known cards, its drain step is undone, the
    card goes to its owner's discard (TW-18.12)."""
    thing = t.state.zones.things[casting.source]
    t.fact(Cancelled(casting.seat, casting.entry, "cast"))
    for card in casting.mana:
        LAYOUT.move(t, [card], (casting.seat, "discard"), (casting.seat, "pool"))
    drain(t, casting.seat, -1, "TW-18.12")
    LAYOUT.leave(t, thing, casting.seat, "discard")
