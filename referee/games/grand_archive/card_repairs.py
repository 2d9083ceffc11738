"""What a judge sets right of where cards lie (REF-3.5, GA-28.4, 28.6).

No text hears of it, and nothing is replaced by it.
"""

from collections.abc import Callable, Collection

from referee.english import one_of
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.lineages import lay_down, lay_on, lift_off
from referee.games.grand_archive.namesakes_and_wither import recount
from referee.games.grand_archive.places import (
    HIDDEN,
    LAYOUT,
    PRESERVED,
    meant,
    pass_unseen,
    preserve,
    put,
    size,
    take,
)
from referee.games.grand_archive.state import (
    FIELD,
    LINEAGE,
    LOADED,
    GaTable,
    InPlay,
    card_of,
    lineage_of,
)
from referee.house import AnyTable
from referee.parts import layered
from referee.parts.zones import Where
from referee.repair import forbid_card, forbid_repair, require_number, require_seat
from referee.verdict import Violation

MOST = 999
NOWHERE = "nowhere"
"""Whence tokens come and where they go."""

_MAIN = ("hand", "memory", "deck", "facedown", "graveyard", "banishment", PRESERVED)
_MATERIAL = ("material", "facedown", "banishment")
_PLACES = (*_MAIN, "material", FIELD, LOADED, LINEAGE, NOWHERE)
_WITH_ID = (FIELD, LOADED, LINEAGE)
_DECK = ("", "top", "bottom", "shuffled")


def require_object(t: GaTable, target: str) -> InPlay:
    """The object that a repair means: by its id, its name, or the seat of a champion."""
    found = meant(t, target)
    if len(found) != 1:
        field = [each for each in t.state.zones.things.values() if each.place == FIELD]
        legal = one_of(each.id for each in found or field)
        why = "several are {target}" if found else "{target} is not on the field"
        forbid_repair(why, legal, target=target)
    return found[0]


def require_champion(t: GaTable, target: str) -> InPlay:
    """The champion that a repair means."""
    thing = require_object(t, target)
    if thing.id not in t.state.players[thing.controller].champions:
        keys = (key for side in t.state.players.values() for key in side.champions)
        forbid_repair("{target} is no champion", one_of(keys), target=target)
    return thing


def _require_card(t: GaTable, name: str) -> Card:
    card: Card | None = t.catalog.by_name.get(name)
    if card is None:
        forbid_card(name, t.catalog.by_name)
    return card


def _require_named(t: GaTable, name: str, *, numbered: bool) -> tuple[Card, int]:
    """The card that is meant, and the number of its id to be, where that is said."""
    head, _, number = name.rpartition(".")
    if not numbered or name in t.catalog.by_name or not number.isdecimal():
        return _require_card(t, name), 0
    card = _require_card(t, head)
    if name in t.state.zones.things:
        forbid_repair("{card} is there already", "another number", card=name)
    return card, require_number(number, 1, MOST)


def _require_goes(card: Card, place: str, places: Collection[str] = _PLACES) -> None:
    """A place, one of these, takes such a card (GA-5.1, 14.17, 15.50, 23.1); champions come to
    a lineage by level."""
    if card.is_token:
        able: tuple[str, ...] = (FIELD, NOWHERE)
    elif card.deck == "material":
        able = _MATERIAL if card.is_champion else (*_MATERIAL, FIELD, LOADED)
    else:
        able = (*_MAIN, FIELD, LOADED) if card.is_object else (*_MAIN, LOADED)
        able += (LINEAGE,)
    able = tuple(each for each in able if each in places)
    if place not in able:
        forbid_repair("{card} does not go to {place}", one_of(able), card=card.name, place=place)


# -- cards that are known ------------------------------------------------------------------------


def move(t: AnyTable, target: str, value: str) -> None:
    """move:ana/Wolf:hand>graveyard  a known card; what has an id, or is to have one, by its id"""
    seat, _, name = target.partition("/")
    require_seat(seat, t.state.players)
    source, _, goal = value.partition(">")
    to, _, where = goal.partition("/")
    if source not in _PLACES or to not in _PLACES or to == source:
        legal = f"from and to one of {', '.join(_PLACES)}"
        forbid_repair("{value} does not name two places", legal, value=value)
    if source in _WITH_ID:
        thing = t.state.zones.things.get(name)
        if thing is None or thing.place != source or thing.owner != seat:
            own = (
                x for x in t.state.zones.things.values() if x.owner == seat and x.place == source
            )
            ids = (x.id for x in own if x.id not in t.state.players[x.controller].champions)
            forbid_repair("no card of {seat} there is {card}", one_of(ids), seat=seat, card=name)
        if thing.id in t.state.players[thing.controller].champions:
            forbid_repair("{card} is a champion", "delevel", card=name)
        if to in _WITH_ID:
            forbid_repair("{card} has an id there already", "another place", card=name)
        send(t, thing, goal)
        return
    card, number = _require_named(t, name, numbered=to in (FIELD, LOADED))
    name = card.name
    _require_goes(card, to)
    if to == "deck" and source in ("hand", "memory"):
        _require_known(t, seat, source, name)
    if source != NOWHERE:
        _take(t, seat, source, card)
    elif not card.is_token and to != FIELD:
        forbid_repair("{card} is no token", card=name)
    if to == FIELD:
        _enter(t, seat, card, number, token=source == NOWHERE)
    elif to == LINEAGE:
        champion = require_champion(t, where or seat)
        LAYOUT.enter(t, name, LINEAGE, seat, champion.controller, under=champion.id)
    elif to == LOADED:
        under = require_object(t, where).id
        LAYOUT.enter(t, name, LOADED, seat, number=number, under=under)
    else:
        _put(t, seat, name, to, where)


def _require_known(t: GaTable, seat: str, place: str, name: str) -> None:
    """A card goes back to a deck by its name where all know that it is there; else chance picks
    one of its place (GA-28.4)."""
    if not t.state.zones.hidden.known(f"{seat}.{place}").get(name):
        t.forbid(
            "GA-28.4",
            "not all know that {card} is in {seat}'s {place}",
            card=name,
            seat=seat,
            place=place,
            legal=f"unseen:{seat}/{place}>deck:1",
        )


def send(t: GaTable, thing: InPlay, goal: str) -> None:
    """What has an id goes to a place of its owner, and what lies under it home."""
    to, _, where = goal.partition("/")
    if thing.token and to != NOWHERE:
        forbid_repair("{thing} is a token", NOWHERE, thing=thing.id)
    if not thing.token:
        without_id = [each for each in _PLACES if each not in _WITH_ID]
        _require_goes(t.catalog.by_name[thing.name], to, without_id)
    _require_end(to, where)
    for each in list(t.state.zones.things.values()):
        if each.under == thing.id and each.place == LOADED:
            LAYOUT.leave(t, each)
    if thing.token:
        LAYOUT.leave(t, thing)
    elif to == PRESERVED:
        LAYOUT.leave(t, thing, thing.owner, "material")
        preserve(t, thing.owner, thing.name)
    else:
        LAYOUT.leave(t, thing, thing.owner, to, _end(to, where))
    recount(t)


def _enter(t: GaTable, seat: str, card: Card, number: int, *, token: bool) -> None:
    """A card is an object from now on, or a token; nothing hears of it."""
    comes: Callable[..., InPlay] = LAYOUT.generate if token else LAYOUT.enter
    thing = comes(t, card.name, FIELD, owner=seat, number=number, token=token, turn=t.state.turn)
    if card.durability is not None:
        t.item(thing.counters, "durability", card.durability)


def _take(t: GaTable, seat: str, source: str, card: Card) -> None:
    """A card is taken out of a place, and is nowhere yet."""
    name, place = card.name, source
    if source == PRESERVED:
        place = "material"
        if name not in t.state.players[seat].preserved:
            legal = one_of(t.state.players[seat].preserved)
            forbid_repair("{card} is not preserved", legal, card=name)
    try:
        take(t, seat, place, (name,))
    except Violation:
        forbid_repair("{card} cannot be in {seat}'s {place}", card=name, seat=seat, place=source)


def _put(t: GaTable, seat: str, name: str, to: str, where: str) -> None:
    """A card that is out comes to a place of its owner."""
    _require_end(to, where)
    if to == PRESERVED:
        put(t, seat, "material", (name,))
        preserve(t, seat, name)
    else:
        put(t, seat, to, (name,), _end(to, where))


def _require_end(to: str, where: str) -> None:
    if where not in _DECK or (where and to != "deck"):
        forbid_repair("{where} is not where in {place}", "deck/top", where=where, place=to)


def _end(to: str, where: str) -> Where:
    """Where in a deck a card lies: on top where nothing is said (GA-28.4)."""
    if to != "deck":
        return "top" if to in ("graveyard", "banishment") else "anywhere"
    ends: dict[str, Where] = {"bottom": "bottom", "shuffled": "anywhere"}
    return ends.get(where, "top")


# -- cards that nobody sees ----------------------------------------------------------------------


def unseen(t: AnyTable, target: str, value: str) -> None:
    """unseen:ana/hand>deck:1  cards go so that nobody sees which; to a deck, on top of it"""
    seat, _, places = target.partition("/")
    require_seat(seat, t.state.players)
    source, _, to = places.partition(">")
    able = [each for each in HIDDEN if each != "material"]
    among = (*able, "material") if "facedown" in (source, to) else able
    if source not in among or to not in among or source == to:
        forbid_repair(
            "{places} does not name two places", f"from and to {one_of(able)}", places=places
        )
    count = require_number(value, 0, size(t, seat, source))
    if not count:
        return
    if to == "deck":
        LAYOUT.move(t, count, (seat, source), (seat, to), "top")
    else:
        pass_unseen(t, seat, count, source, to, "REF-3.5")


def shuffle(t: AnyTable, target: str, value: str) -> None:
    """shuffle:ana:deck  a main deck is shuffled"""
    require_seat(target, t.state.players)
    if value != "deck":
        forbid_repair("{value} is no deck", "deck", value=value)
    layered.shuffle(t, t.state.zones, f"{target}.deck")


# -- lineages ------------------------------------------------------------------------------------


def level(t: AnyTable, target: str, value: str) -> None:
    """level:ana:Spirit  a champion card of the material deck comes on top, or is the first"""
    card, side = _require_card(t, value), t.state.players.get(target)
    if not card.is_champion:
        forbid_repair("{card} is no champion", card=value)
    if side is not None and not side.had:
        if card.level != 0:
            forbid_repair("{seat} has no champion yet", "a Lv 0 champion", seat=target)
        _take(t, target, "material", card)
        lay_down(t, target, value)
        return
    champion = require_champion(t, target)
    _take(t, champion.owner, "material", card)
    lay_on(t, champion, value)


def delevel(t: AnyTable, target: str, value: str) -> None:
    """delevel:ana:1  so many cards of a lineage go back to the material deck"""
    champion = require_champion(t, target)
    below = [each for each in lineage_of(t, champion) if card_of(t, each).is_champion]
    if not below:
        forbid_repair("{card} is all of its lineage", card=champion.name)
    for _ in range(require_number(value, 1, len(below))):
        lift_off(t, champion)
