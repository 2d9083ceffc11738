"""Activated abilities are used: of objects, of a lineage, of cards elsewhere (section 16a)."""

from collections.abc import Collection, Sequence

from events.grand_archive import Ability, PayDown, Rest
from events.outcome import Outcome
from referee.games.grand_archive.begun_texts import used_up
from referee.games.grand_archive.catalog import ANYBODY, LENDS, LENT
from referee.games.grand_archive.changed_cards import is_blank
from referee.games.grand_archive.combat import obeys
from referee.games.grand_archive.costs import pay_of_memory
from referee.games.grand_archive.effects.declaration import declare_item, tell_in_advance
from referee.games.grand_archive.effects.resolution import resting_for_cost
from referee.games.grand_archive.enlighten import enlighten, is_meant
from referee.games.grand_archive.facts import AbilityActivated
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.opportunity import require_fast_time, require_slow_time
from referee.games.grand_archive.payment import (
    MemoryPayment,
    ReservePayment,
    pay_reserve,
    require_reservable,
    rest_reservable,
)
from referee.games.grand_archive.places import (
    HIDDEN,
    LAYOUT,
    find,
    meant,
    moved,
    pile,
    put,
    take,
)
from referee.games.grand_archive.prevention import ability_price
from referee.games.grand_archive.state import (
    FIELD,
    INTENT,
    LINEAGE,
    GaTable,
    InPlay,
    Used,
    card_of,
    face_of,
    lapses,
    stack_is_empty,
    texts_of,
)
from referee.games.grand_archive.triggers import report
from referee.games.grand_archive.values import (
    BLANK,
    CARDISTRY,
    TEXTS,
    as_it_was,
    is_ally,
    is_mute,
    refuse_if_sure,
    require_not_forbidden,
)
from referee.parts.effects import CompiledEffect, Effect
from referee.parts.effects.catalog import compiled_effect
from referee.parts.responses import pend

Having = tuple[str, int]
"""The card that an ability is of, and its place among the effects of that."""


def lent_abilities(t: GaTable, thing: InPlay) -> list[Having]:
    """The abilities that texts in play lend to an object: such as they give away, and where its
    own says so those of other objects."""
    statics = t.state.changes.statics
    if thing.place != FIELD or not (LENT in statics or LENDS in statics):
        return []
    things = t.state.zones.things
    found: list[Having] = []
    for static in statics.get(LENT, ()):
        if TEXTS.fits(t, static, thing.id):
            card = face_of(t, things[static.source])
            found += [(card, at) for at in t.catalog.triggered.get((card, LENT), ())]
    for static in statics.get(LENDS, ()):
        if static.source == thing.id:
            for other in things.values():
                if other is not thing and TEXTS.fits(t, static, other.id):
                    found += own_abilities(t, other)
    return list(dict.fromkeys(found))


def own_abilities(t: GaTable, thing: InPlay) -> list[Having]:
    """The activated abilities that are printed on an object, unless it has lost them."""
    if thing.place != FIELD or BLANK in thing.marks:
        return []
    return [
        (name, at)
        for name in texts_of(t, thing)
        for when in ("activated", ANYBODY)
        for at in t.catalog.triggered.get((name, when), ())
    ]


RELEASE = "lineage release"

# -- abilities -----------------------------------------------------------------------------------


@handles
def ability(t: GaTable, e: Ability) -> None:
    """An activated ability is used (GA-16.6)."""
    require_fast_time(t, e.seat)
    if t.state.over:
        return
    if (place := _elsewhere(t, e)) and not meant(t, e.source, e.seat):
        _use_elsewhere(t, e, place)
        return
    thing = _source(t, e)
    if is_meant(t, thing, e):
        enlighten(t, e, thing)
        return
    name, at = which_of(t, thing, e.which, e.seat)
    effect = t.catalog.by_name[name].usable_effects[at]
    if effect.speed == "slow":
        require_slow_time(t, e.seat, card=thing.name)
    require_usable(t, e.seat, thing)
    answers = not stack_is_empty(t.state)
    card = card_of(t, thing)
    pay_of_memory(t, e.seat, MemoryPayment(e.random, e.floating), card, "ability")
    pays = _with_what_rests(t, e)
    found = compiled_effect(t, name, at)
    if not _pays(found) and (due := ability_price(t, e.seat, card.name)):
        pays = _beside(t, e, thing, found, pays, due)
    release = thing.place == LINEAGE and _is_release(t, thing, at, e.which)
    inherited = thing.place == LINEAGE and not release
    item = Used(
        t.seq,
        e.seat,
        thing.under if inherited else thing.id,
        card=name,
        trigger="activated",
        effects=[at],
        x=e.x,
        hold=e.hold,
    )
    before = as_it_was(t, thing) if effect.cost or release else None
    declare_item(t, item, e.aims, e.mode, pays)
    if release:
        _release(t, thing)
    if thing.id not in t.state.zones.things:
        item.was = before  # its cost was the thing itself
    _pend(t, item)
    t.fact(AbilityActivated(e.seat, thing.id, thing.name, effect.name, answers))
    used_up(t, "ability", e.seat, thing.name)
    if CARDISTRY in card.words and effect.uses == 1 and effect.per == "entry":
        used_up(t, CARDISTRY, e.seat, name)
        report(t, CARDISTRY, thing.id)
    tell_in_advance(t, item, e.did)


def _with_what_rests(t: GaTable, e: Ability) -> tuple[Outcome, ...]:
    """What pays for an ability, with the Reservable objects that rest for it (GA-9.5); where
    nobody knows what it costs they rest as said."""
    resting = require_reservable(t, e.seat, e.rest)
    if not t.catalog.is_untold(e.source):
        return (*e.pays, *(Rest(each.id) for each in resting))
    rest_reservable(t, e.seat, e.rest)
    return e.pays


def _pays(found: CompiledEffect) -> bool:
    """Whether an ability has a reserve cost of its own, or may have one that nobody knows."""
    return found.free or any(step.word == "pay" for step in found.all_costs)


def _beside(
    t: GaTable,
    e: Ability,
    thing: InPlay,
    found: CompiledEffect,
    pays: tuple[Outcome, ...],
    due: int,
) -> tuple[Outcome, ...]:
    """An ability without a reserve cost costs some by another's text: it is paid, with cards of
    the hand and with Reservable objects that rest, and what was said of that is left out of the
    rest (GA-8.9, 9.1, 9.5)."""
    rests = resting_for_cost(t, thing.id, found.all_costs, pays)
    said = [each for each in pays if isinstance(each, PayDown) and each.player in (None, e.seat)]
    within = [thing for each in said for thing in each.resting or ()]
    resting = [*(str(each.thing) for each in rests), *within]
    counts = [each.count for each in said if each.count is not None]
    by_hand = sum(counts) - len(within) if counts else None
    if by_hand == due and not resting:
        by_hand = None  # of what all of it was paid is open
    card = card_of(t, thing)
    pay_reserve(t, e.seat, due, card, ReservePayment(resting=resting, said=by_hand))
    return tuple(each for each in pays if each not in said and each not in rests)


def require_usable(t: GaTable, seat: str, thing: InPlay) -> None:
    """That the abilities of an object may be used: none forbids it, and an ally obeys (GA-16.6,
    21.11)."""
    require_not_forbidden(t, "ability", thing.id, seat)
    if is_ally(t, thing) and not obeys(t, thing):
        refuse_if_sure(t, ("level", "pride"), "GA-21.11", "{thing} does not obey", thing=thing.id)


def _pend(t: GaTable, item: Used) -> None:
    """An ability goes on the stack; who has Opportunity first then is GA-I 10 (GA-16.8). Whom
    nobody names is the turn player, who is asked anew by GA-7.7; where passes are on record, these
    are told apart."""
    pend(t, None, item)
    apart = t.state.event and t.state.asks_aims and not lapses(t)
    first = t.state.active if apart else ""
    if t.choice["GA-I 10"] == "activating_player":
        first = item.seat
    t.set(t.state.waiting, "holder", first)


def _source(t: GaTable, e: Ability) -> InPlay:
    """The object whose ability is used, or a card of one's inner lineage (GA-16.2, 24.17,
    24.22)."""
    for each in t.state.zones.things.values():
        if each.place in _BESIDE and each.controller == e.seat and e.source in (each.id, each.name):
            return each
    if not meant(t, e.source, e.seat):
        _require_working(t, e)
    thing = find(t, e.source, e.seat, "GA-16.2")
    if thing.controller != e.seat and not t.catalog.triggered.get((face_of(t, thing), ANYBODY)):
        t.refuse("GA-16.6", "{thing} is not {seat}'s", thing=thing.id, seat=e.seat)
    return thing


_BESIDE = (LINEAGE, INTENT)
"""Where a card has abilities beside the field (GA-16.2, 16.9)."""
_PILES = {"graveyard": "in graveyard", "banishment": "in banishment"}


ELSEWHERE = {**_PILES, "hand": "in hand"}
"""The places in which a card that is no object may have abilities, by what these are (GA-16.2)."""


def _elsewhere(t: GaTable, e: Ability) -> str:
    """The place of a card of a player in which it has an ability that works there, or may have
    one that nobody knows (GA-16.2); a card of the hand is shown for that.

    Raises:
        Unsaid: one of the same name has others where it attacks, and nobody said which.
    """
    there = [place for place in ELSEWHERE if e.source in cards_of(t, e.seat, place)]
    beside = [each.name for each in t.state.zones.things.values() if each.place in _BESIDE]
    effects = t.catalog.by_name[e.source].usable_effects if there else ()
    others = t.catalog.triggered.get((e.source, "activated"), ()) if e.source in beside else ()
    for place in there:
        if is_blank(t, e.seat, place, e.source):
            continue
        own = t.catalog.triggered.get((e.source, ELSEWHERE[place]), ())
        if own and others and not e.which:
            which = [effects[at].name for at in (*own, *others)]
            t.incomplete(f"say which ability of {e.source}", which=which)
        if own and not (others and all(e.which != effects[at].name for at in own)):
            return place
    unknown = t.catalog.is_untold(e.source) and e.source not in beside
    return there[0] if there and unknown else ""


def cards_of(t: GaTable, seat: str, place: str) -> Collection[str]:
    """The cards that lie in a place of a player, or may, each once."""
    if place in HIDDEN:
        return t.state.zones.hidden.candidates(f"{seat}.{place}")
    return dict.fromkeys(pile(t, seat, place))


def _require_working(t: GaTable, e: Ability) -> None:
    """The abilities of what is no object work only where their text says so, and those of hidden
    cards never do."""
    for place in _PILES:
        if e.source in pile(t, e.seat, place):
            t.forbid("GA-16.2", "{card} lies in the {place}", card=e.source, place=place)
    hidden = t.state.zones.hidden
    for place in HIDDEN:
        if e.source in hidden.candidates(f"{e.seat}.{place}"):
            t.forbid("GA-16.3", "{card} is on no field, and hidden", card=e.source)


def _use_elsewhere(t: GaTable, e: Ability, place: str) -> None:
    """An ability that works in a graveyard, in banishment or in a hand is used."""
    trigger = ELSEWHERE[place]
    if place == "hand":
        take(t, e.seat, place, (e.source,), "GA-16.3")
        put(t, e.seat, place, (e.source,))
    able = t.catalog.triggered.get((e.source, trigger), (0,))
    effects = t.catalog.by_name[e.source].usable_effects
    if t.catalog.is_untold(e.source):
        named = f"an ability {e.which}".rstrip()
        t.trust(f"{e.source}: that it has {named} that works in the {place}")
    else:
        able = tuple(at for at in able if e.which in ("", effects[at].name))
    if not able:
        t.refuse("GA-16.6", "{card} has no ability {which}", card=e.source, which=e.which)
    if len(able) != 1:
        which = [effects[at].name for at in able]
        t.incomplete(f"say which ability of {e.source}", which=which)
    item = Used(t.seq, e.seat, e.source, card=e.source, trigger=trigger, effects=[able[0]],
                x=e.x, hold=e.hold)  # fmt: skip
    require_not_forbidden(t, "ability", e.source, e.seat)
    pay_of_memory(t, e.seat, MemoryPayment(e.random, e.floating), card_of(t, e.source), "ability")
    pays = _with_what_rests(t, e)
    declare_item(t, item, e.aims, e.mode, pays)
    _pend(t, item)
    t.fact(AbilityActivated(e.seat, e.source, e.source, effects[able[0]].name))
    tell_in_advance(t, item, e.did)


def which_of(t: GaTable, thing: InPlay, named: str, seat: str = "") -> Having:
    """Which of the abilities is meant, with the card that it is of: of a card in a lineage those
    that its champion inherits, and Lineage Release, which works nowhere else (GA-24.17, 24.22); of
    an object those that texts lend it, too."""
    name = face_of(t, thing)
    more = [
        each
        for each in lent_abilities(t, thing)
        if named in ("", _effect(t, each).name, _effect(t, each).when)
    ]
    more += [
        each
        for each in own_abilities(t, thing)
        if each[0] != name and named in ("", _effect(t, each).name, _effect(t, each).when)
    ]
    if t.catalog.is_untold(name) and not (more and named):
        if named:
            t.trust(f"{name}: that it has an ability {named}")
        return name, 0
    if BLANK in thing.marks or is_mute(t, thing):
        if not more:
            t.forbid("GA-16.6", "{thing} has lost its abilities", thing=thing.id)
        return _one_of(t, thing, more)
    effects = t.catalog.by_name[name].effects
    below = thing.place == LINEAGE
    used = [at for at, each in enumerate(effects) if each.when in ("activated", ANYBODY)]
    if seat and seat != thing.controller:
        used = [at for at in used if effects[at].when == ANYBODY]
        more = []
    released = [at for at, each in enumerate(effects) if each.when == RELEASE]
    able = [*(at for at in used if effects[at].inherited), *released] if below else used
    if named:
        meant = [at for at in (*used, *released) if named in (effects[at].name, effects[at].when)]
        if not (meant or more):
            t.refuse("GA-16.6", "{card} has no ability {which}", card=name, which=named)
        able = [at for at in able if at in meant] if meant or more else able
    if not able and below:
        t.refuse("GA-24.17", "{card} lends its champion no ability", card=name)
        able = used
    elif not (able or more) and released:
        t.forbid("GA-24.22", "{card} is in no inner lineage", card=name)
    return _one_of(t, thing, [*((name, at) for at in able), *more])


def _effect(t: GaTable, ability: Having) -> Effect:
    card, at = ability
    effect: Effect = t.catalog.by_name[card].usable_effects[at]
    return effect


def _one_of(t: GaTable, thing: InPlay, able: Sequence[Having]) -> Having:
    """The only one of these abilities.

    Raises:
        Violation: GA-16.6, there is none.
        Unsaid: there are several.
    """
    if not able:
        t.forbid("GA-16.6", "{card} has no such ability", card=thing.name)
    if len(able) > 1:
        which = [(each := _effect(t, one)).name or str(each.when) for one in able]
        t.incomplete(f"say which ability of {thing.name}", which=which)
    return able[0]


def _release(t: GaTable, thing: InPlay) -> None:
    """A card of the inner lineage is banished as the price of its Lineage Release (GA-24.22)."""
    LAYOUT.leave(t, thing, thing.owner, "banishment")
    moved(t, thing.owner, (thing.name,), LINEAGE, "banishment", "GA-24.22")
    report(t, "banished", thing.name, thing.owner)


def _is_release(t: GaTable, thing: InPlay, at: int, named: str) -> bool:
    """Whether what is used of a card in a lineage is its Lineage Release."""
    if t.catalog.is_encoded(thing.name):
        return bool(t.catalog.by_name[thing.name].usable_effects[at].when == RELEASE)
    words = card_of(t, thing).words
    return RELEASE in words and (named == RELEASE or "inherited effect" not in words)
