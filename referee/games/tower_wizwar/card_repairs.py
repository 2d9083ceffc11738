"""What a judge sets right of where cards lie: on the maps, in places, in decks (REF-3.5).

No text hears of it, and nothing is replaced by it.
"""

from events.notation.words import quote
from referee.english import one_of
from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL, SPELL
from referee.games.tower_wizwar.drawing import drawn_from, reshuffle
from referee.games.tower_wizwar.places import (
    LAYOUT,
    keeps_books,
    lay,
    pass_unseen,
    pile,
    show,
    size,
    spells_in,
    take_off,
    zone,
)
from referee.games.tower_wizwar.state import (
    SPOTS,
    InPlay,
    TwTable,
    stack_at,
    stands,
    tower_in_spot,
)
from referee.house import AnyTable
from referee.parts.zones import Where
from referee.repair import forbid_card, forbid_repair, numbered, require_number, require_seat
from referee.verdict import Violation

TAKES = {
    "hand": (SPELL,),
    "pool": (SPELL,),
    "deck": (SPELL, CELESTIAL, ORBITAL),
    "front": (CELESTIAL, ORBITAL),
    "discard": (SPELL,),
    "aether": (SPELL, CELESTIAL, ORBITAL, "tower"),
    "towers": ("tower",),
    "play": (SPELL, ORBITAL, "tower"),
}
"""Which cards lie in which place, by their backs (TW-3.6, 4.1 to 4.6, 13.2)."""


DRAWN_TO = {
    "hand": "hand",
    "pool": "pool",
    "front": "front",
    "discard": "unnamed",
    "aether": "unseen",
}
"""Where cards may lie unseen beside the deck, by what people call it."""


def lying(t: TwTable) -> list[str]:
    """What lies on the maps, by its ids; a card that is being cast does not yet."""
    return [each.id for each in t.state.zones.things.values() if each.spot]


def require_thing(t: TwTable, target: str) -> InPlay:
    """The card in play that a repair names by its id."""
    thing = t.state.zones.things.get(target)
    if thing is None or not thing.spot:
        forbid_repair("{target} is not in play", one_of(lying(t)), target=target)
    return thing


# -- the map -------------------------------------------------------------------------------------


def spot(t: AnyTable, target: str, value: str) -> None:
    """spot:Golem.2:bo.F2/over  a card lies in another spot, free or over or under what is there"""
    thing = require_thing(t, target)
    seat, spot, how = _require_spot(t, thing.controller, value)
    _require_holds(t, thing.name, thing.owner, seat, spot, thing)
    others = [each for each in stack_at(t, seat, spot) if each is not thing]
    _require_room(others, seat, spot, how)
    if not others and (seat, spot) == (thing.controller, thing.spot):
        forbid_repair("{thing} lies in {spot}", "another spot", thing=thing.id, spot=spot)
    take_off(t, thing)
    lay(t, thing, seat, spot, under=how == "under")


def _require_spot(t: TwTable, seat: str, value: str) -> tuple[str, str, str]:
    """The wizard whose map a repair means, the spot, and how a card lies there."""
    where, _, how = value.partition("/")
    whose, _, spot = where.rpartition(".")
    if (whose and whose not in t.state.sides) or spot not in SPOTS:
        forbid_repair("{value} names no spot", f"{one_of(SPOTS)}, or as bo.F2", value=value)
    if how not in ("", "over", "under"):
        forbid_repair("{how} is not how a card lies", "over or under", how=how)
    if not stands(t.state, whose or seat):
        forbid_repair("{seat} has lost", seat=whose or seat)
    return whose or seat, spot, how


def _require_room(others: list[InPlay], seat: str, spot: str, how: str) -> None:
    """Where something lies, a card lies over or under it."""
    if others and not how:
        legal, other = f"{spot}/over or {spot}/under", others[-1].id
        forbid_repair("{other} lies in {spot}", legal, other=other, spot=f"{seat}.{spot}")


def _require_holds(
    t: TwTable, name: str, owner: str, seat: str, spot: str, thing: InPlay | None = None
) -> None:
    """A tower lies in its owner's ``T`` and nowhere else, one at a time; rituals in no other spot
    either, where that is so (TW-3.5, 5.4, I 12)."""
    kind = t.catalog.cards[name].kind
    if kind == "ritual" and spot != "T" and t.choice["TW-I 12"] == "no":
        forbid_repair("{card} does not lie in {spot}", "T", card=name, spot=spot)
    if kind != "tower":
        return
    if (seat, spot) != (owner, "T"):
        forbid_repair("{card} does not lie in {spot}", f"{owner}.T", card=name, spot=spot)
    there = tower_in_spot(t, seat)
    if there is not None and there is not thing:
        forbid_repair("{tower} lies in T", tower=there.id)


# -- cards ---------------------------------------------------------------------------------------


def move(t: AnyTable, target: str, value: str) -> None:
    """move:ana/Golem:hand>F2  an own card from place to place; play is left by an id"""
    seat, _, card = target.partition("/")
    require_seat(seat, t.state.sides)
    source, _, to = value.partition(">")
    into_play = to.partition("/")[0].rpartition(".")[2] in SPOTS
    if source not in TAKES or (to not in TAKES and not into_play) or to in (source, "play"):
        legal = f"from and to one of {', '.join(TAKES)}; to play by the spot"
        forbid_repair("{value} names no two places", legal, value=value)
    if into_play and source == "play":
        forbid_repair("{card} is in play", "spot, for another spot", card=card)
    thing = t.state.zones.things.get(card) if source == "play" else None
    if source == "play" and (thing is None or not thing.spot or thing.owner != seat):
        own = [id for id in lying(t) if t.state.zones.things[id].owner == seat]
        forbid_repair("no card of {seat} in play is {card}", one_of(own), card=card, seat=seat)
    name = thing.name if thing is not None else card
    if into_play:
        name = numbered(t, card, t.catalog.cards)
    _require_takes(t, name, "play" if into_play else to)
    if thing is not None:
        _leave(t, thing, seat, to)
        return
    if into_play:
        whose, spot, how = _require_spot(t, seat, to)
        _require_holds(t, name, seat, whose, spot)
        _require_room(stack_at(t, whose, spot), whose, spot, how)
    _take(t, seat, source, name)
    if into_play:
        thing = LAYOUT.enter(t, name, "play", seat, whose, spot=spot)
        lay(t, thing, whose, spot, under=how == "under")
    else:
        LAYOUT.put_back(t, seat, to, (name,), _where(to))
    if "deck" in (source, to):
        _deck_changed(t, seat)


def _require_takes(t: TwTable, name: str, place: str) -> None:
    """A place takes such a card."""
    card = t.catalog.cards.get(name)
    if card is None:
        forbid_card(name, t.catalog.cards)
    if ("tower" if card.kind == "tower" else card.back) not in TAKES[place]:
        forbid_repair("{card} does not go to {place}", card=name, place=place)


def _where(place: str) -> Where:
    """Nobody says where in a deck a card lies; a tower goes under the others."""
    if place == "towers":
        return "bottom"
    return "top" if place in ("discard", "aether") else "anywhere"


def _leave(t: TwTable, thing: InPlay, seat: str, to: str) -> None:
    """A card leaves play, and what is on it; a tower keeps its wounds where they do (TW-I 50)."""
    if to == "towers" and t.choice["TW-I 50"] == "towers_keep_wounds":
        worn = t.state.sides[seat].worn
        t.item(worn, thing.name, [*worn.get(thing.name, ()), thing.wounds])
    LAYOUT.leave(t, thing, seat, to, _where(to))
    if to == "deck":
        _deck_changed(t, seat)


def _take(t: TwTable, seat: str, source: str, name: str) -> None:
    """A card is taken out of a place, and is nowhere yet; a discard may hold it without a name."""
    public = LAYOUT.places[source].kind == "public"
    there = list(pile(t, seat, source))
    if name in there:
        del there[len(there) - 1 - there[::-1].index(name)]
        t.item(t.state.zones.piles, LAYOUT.places[source].zone(seat), there)
        worn = t.state.sides[seat].worn
        if source == "towers" and len(worn.get(name, ())) > (left := there.count(name)):
            t.item(worn, name, worn[name][:left])
        return
    hidden = {"discard": "unnamed", "aether": "unseen"}.get(source, "" if public else source)
    if not hidden or not size(t, seat, hidden):
        forbid_repair("{card} is not in {seat}'s {place}", card=name, seat=seat, place=source)
    try:
        show(t, seat, hidden, (name,))
    except Violation:
        forbid_repair("{card} cannot be in {seat}'s {place}", card=name, seat=seat, place=source)


def _deck_changed(t: TwTable, seat: str) -> None:
    """A deck is not as it was; one that has run out is made anew (TW-2.13, I 5)."""
    drawn_from(t, t.state.sides[seat])
    if not size(t, seat, "deck") and t.choice["TW-I 5"] == "when_last_card_drawn":
        reshuffle(t, seat)


def draw(t: AnyTable, target: str, value: str) -> None:
    """draw:ana/pool/spell:2  cards out of the deck, unseen, by their back; below 0 back into it"""
    seat, place, back = (*target.split("/"), "", "")[:3]
    require_seat(seat, t.state.sides)
    if place not in DRAWN_TO:
        forbid_repair("{place} is no such place", one_of(DRAWN_TO), place=place)
    spells = (SPELL, *t.catalog.books) if keeps_books(t, seat) else (SPELL,)
    able = {"front": (CELESTIAL, ORBITAL), "aether": (*spells, CELESTIAL, ORBITAL)}.get(
        place, spells
    )
    back = back or able[0]
    if back not in able:
        forbid_repair("{back} is no back in the {place}", one_of(able), back=back, place=place)
    place, hidden = DRAWN_TO[place], t.state.zones.hidden
    most, least = (
        spells_in(t, seat, each) if back == SPELL else hidden.size(zone(seat, each, back))
        for each in ("deck", place)
    )
    count = require_number(value, -least, most)
    source, to = ("deck", place) if count > 0 else (place, "deck")
    if count:
        pass_unseen(t, seat, {back: abs(count)}, source, to)
        _deck_changed(t, seat)


def add(t: AnyTable, target: str, value: str) -> None:
    """add:ana/Golem:hand  a card that was in no list comes to a place, as an effect adds it"""
    seat, _, name = target.partition("/")
    side = t.state.sides[require_seat(seat, t.state.sides)]
    able = [place for place in TAKES if place not in ("aether", "towers", "play")]
    if value not in able:
        forbid_repair("nothing is added to {place}", one_of(able), place=value)
    _require_takes(t, name, value)
    for count in (side.grown, t.state.zones.generated):
        t.item(count, name, count.get(name, 0) + 1)
    LAYOUT.put_back(t, seat, value, (name,), _where(value))
    if value == "deck":
        _deck_changed(t, seat)


# -- towers --------------------------------------------------------------------------------------


def tower(t: AnyTable, target: str, value: str) -> None:
    """tower:ana:Keep  the tower in play; the one that is goes under the deck of towers"""
    require_seat(target, t.state.sides)
    deck = pile(t, target, "towers")
    if value not in deck:
        legal = one_of(dict.fromkeys(deck))
        forbid_repair("{tower} is not in {seat}'s deck of towers", legal, tower=value, seat=target)
    there = tower_in_spot(t, target)
    _require_spot(t, target, "T")
    _take(t, target, "towers", value)
    if there is not None:
        _leave(t, there, there.owner, "towers")
    thing = LAYOUT.enter(t, value, "play", target, target, spot="T")
    lay(t, thing, target, "T", under=True)


def towers(t: AnyTable, target: str, value: str) -> None:
    """towers:ana:Keep>Dungeon>Spire  the order of the deck of towers, from its top down"""
    require_seat(target, t.state.sides)
    deck, order = pile(t, target, "towers"), value.split(">")
    if sorted(order) != sorted(deck):
        legal = quote(">".join(reversed(deck)))
        forbid_repair("these are not the deck of towers of {seat}", legal, seat=target)
    t.item(t.state.zones.piles, LAYOUT.places["towers"].zone(target), order[::-1])
