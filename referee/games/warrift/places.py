"""Where cards lie in WarRift, and how they move (section 2)."""

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from referee.english import listed, meant, one_of
from referee.fact import CardMoved
from referee.games.warrift.state import InPlay, WrTable, goes_to
from referee.games.warrift.triggers import happened
from referee.games.warrift.values import TEXTS, leaves_hand
from referee.hidden import Impossible
from referee.parts import layered
from referee.parts.lasting_changes import leave
from referee.parts.zones import Layout, Place

PLACES = (
    Place("hand", "hidden"),
    Place("primary", "hidden", ordered=True),
    Place("class", "hidden", ordered=True),
    Place("selection", "public"),
    Place("discard", "public"),
    Place("garrison", "public"),
    Place("play", "play"),
    Place("eye", "hidden", ordered=True, of="table"),
    Place("support", "hidden", ordered=True, of="table"),
    Place("offers", "public", of="table"),
    Place("support-discard", "public", of="table"),
    Place("rift", "public", of="table"),
    Place("necropolis", "public", of="table"),
)
"""A Garrison is a public place of its stronghold, by whose id its zone is named."""


def _home(t: WrTable, thing: InPlay) -> tuple[str, str]:
    if thing.piled:
        return "", ""
    return goes_to(t, thing.name, thing.owner or thing.controller)


def lay_on_pile(t: WrTable, thing: InPlay) -> None:
    """The card of another class goes to its pile as it is played, and still acts (WR-I 28)."""
    zones = t.state.zones
    t.item(zones.generated, thing.name, zones.generated.get(thing.name, 0) + 1)
    LAYOUT.put_back(t, thing.owner, "discard", [thing.name], "top")
    t.set(thing, "piled", True)


def _take_off_pile(t: WrTable, thing: InPlay) -> None:
    """It leaves play as the card that lies there; where the pile is a deck by now, as no card."""
    zones = t.state.zones
    lies = list(pile(t, f"{thing.owner}.discard"))
    if thing.name in lies:
        lies.remove(thing.name)
        t.item(zones.piles, f"{thing.owner}.discard", lies)
        if left := zones.generated[thing.name] - 1:
            t.item(zones.generated, thing.name, left)
        else:
            t.item(zones.generated, thing.name)
        t.set(thing, "piled", False)


def _leaving(t: WrTable, thing: InPlay) -> None:
    """What is on a thing, and what its texts change, goes with it; what a stronghold stored is
    discarded, as it cannot stay."""
    if thing.piled:
        _take_off_pile(t, thing)
    if thing.attacks and t.choice["WR-I 31"] == "turn":
        t.push(t.state.left, thing.name)
    if t.state.zones.piles.get(f"{thing.id}.garrison"):
        discard_stored(t, thing, "WR-10.6")
    if thing.name in t.catalog.standing:
        if "health" in t.state.changes.texts.get(thing.id, ()):
            t.set(t.state, "fading", True)
        TEXTS.detach(t, thing)
    elif t.state.changes.begun:
        leave(t, thing.id)


def _entering(t: WrTable, thing: InPlay) -> None:
    """What its texts change holds from now on (WR-15.11)."""
    if thing.name in t.catalog.standing:
        TEXTS.attach(t, thing)


LAYOUT: Layout[InPlay] = Layout(
    PLACES, lambda t: t.state.zones, InPlay, _home, _leaving, entering=_entering
)


def pile(t: WrTable, zone: str) -> Sequence[str]:
    """The cards of a public place, by its zone."""
    return t.state.zones.piles.get(zone, ())


def garrison_zone(stronghold: InPlay) -> str:
    """The zone of a Garrison."""
    return LAYOUT.places["garrison"].zone(stronghold.id)


def stored(t: WrTable, stronghold: InPlay) -> Sequence[str]:
    """What lies in a Garrison."""
    return pile(t, garrison_zone(stronghold))


def discard_stored(t: WrTable, stronghold: InPlay, rule: str) -> None:
    """What lies in a Garrison goes to the discard piles of its classes."""
    zone = garrison_zone(stronghold)
    cards = pile(t, zone)
    if zone in t.state.zones.piles:
        t.item(t.state.zones.piles, zone)
    for card in cards:
        to, place = goes_to(t, card, stronghold.controller)
        LAYOUT.put_back(t, to, place, [card], "top")
        target = LAYOUT.places[place].zone(to)
        t.fact(CardMoved(stronghold.controller, card, zone, target, rule))


def show(t: WrTable, seat: str, place: str, card: str, rule: str) -> None:
    """A card is taken from a hand, or from the top of a deck, where all see it now; it is nowhere
    yet.

    Args:
        t: the table.
        seat: whose place it is; empty where it is the table's.
        place: hand or deck.
        card: the card.
        rule: the rule by which it is refused if it cannot be there (WR-2.5, 2.7); one that
            lies deeper in a deck than on top is refused by WR-2.9.

    Raises:
        Violation: it cannot be there.
    """
    zones, zone = t.state.zones, LAYOUT.places[place].zone(seat)
    if place == "hand":
        t.keep(zones.hidden)
        if found := zones.hidden.take(zone, (card,)):
            forbid_showing(t, seat, place, found, rule)
        leaves_hand(t, seat, card)
    elif found := layered.flip(t, zones, zone, card):
        forbid_top(t, seat, place, found, rule)


def forbid_top(t: WrTable, seat: str, place: str, found: Impossible, rule: str) -> NoReturn:
    """Refuse a card as the top of a deck: by WR-2.9 where it may lie deeper in it."""
    zones, zone = t.state.zones, LAYOUT.places[place].zone(seat)
    if found.kind != "size" and found.card in layered.candidates_of(zones, zone):
        top = layered.known_top(zones, zone)
        t.forbid(
            "WR-2.9",
            "{card} cannot be on top of {where}",
            card=found.card,
            where=_where(seat, place),
            legal=listed(top[:1]),
        )
    forbid_showing(t, seat, place, found, rule)


def show_all(
    t: WrTable, seat: str, place: str, cards: Sequence[str], rules: Mapping[str, str]
) -> None:
    """Cards are taken from a deck before the first turn, all of them or none; see :func:`show`.

    Args:
        t: the table.
        seat: whose deck it is; empty where it is the table's.
        place: the deck.
        cards: the cards, of which nobody has looked at any yet.
        rules: for each card, the rule by which it is refused if it cannot be there.

    Raises:
        Violation: they cannot be there together.
    """
    hidden = t.state.zones.hidden
    t.keep(hidden)
    found = hidden.take(LAYOUT.places[place].zone(seat), cards)
    if found is not None:
        forbid_showing(t, seat, place, found, rules.get(found.card, "WR-2.5"))


def forbid_showing(t: WrTable, seat: str, place: str, found: Impossible, rule: str) -> NoReturn:
    """Refuse cards that a hidden place cannot show."""
    card, where = found.card, _where(seat, place)
    if found.kind == "size":
        t.forbid("WR-2.10", "there is no card in {where}", where=where)
    require_listed(t, card)
    t.forbid(rule, "{card} cannot be in {where}", card=card, where=where)


def _where(seat: str, place: str) -> str:
    return f"{seat}'s {place}" if seat else f"the {place} deck"


def require_listed(t: WrTable, name: str) -> None:
    """Refuse a card that is in no list of the opening (WR-2.2).

    As no card comes or goes (WR-2.3), these are the cards that are anywhere.
    """
    there = LAYOUT.counted(t)
    if name in there:
        return
    t.forbid(
        "WR-2.2",
        "{card} is in no list of the opening" if name in t.catalog.names else "no card is {card}",
        card=name,
        legal=meant(name, there, "a card of the lists"),
    )


def find_in_play(
    t: WrTable, named: str, seat: str = "", could: Callable[[InPlay], bool] | None = None
) -> InPlay:
    """What is meant by an id, or by a name that only one thing in play bears (WR-2.1).

    Args:
        t: the table.
        named: the id or name.
        seat: who has to control it, where somebody has to.
        could: what could be meant, for the hint of a refusal; without it there is none.

    Raises:
        Violation: there is no such card (WR-2.2) or number (WR-2.1), or it is not in play, or
            not under that player's control (WR-2.4).
        Unsaid: several bear that name.
    """
    things = t.state.zones.things
    found = things.get(named)
    if found is not None and (not seat or found.controller == seat):
        return found
    if found is not None:
        t.forbid(
            "WR-2.4",
            "{seat} does not control {thing}",
            seat=seat,
            thing=found.id,
            legal=_own(t, seat, could),
        )
    bearing = [each for each in things.values() if each.name == named]
    own = [each for each in bearing if not seat or each.controller == seat]
    if len(own) == 1:
        return own[0]
    if own:
        t.incomplete(f"say which {named}", source=[each.id for each in own])
    if bearing:
        t.forbid(
            "WR-2.4",
            "{seat} controls no {thing}",
            seat=seat,
            thing=named,
            legal=_own(t, seat, could),
        )
    require_numbered(t, named, _own(t, seat, could))
    t.forbid("WR-2.4", "{thing} is not in play", thing=named, legal=_own(t, seat, could))


def numbered(t: WrTable, named: tuple[str, ...]) -> tuple[str, ...]:
    """The same with the number of what is in play, where only one there bears the name (WR-2.1)."""
    things = t.state.zones.things
    found = []
    for each in named:
        bearing = [] if each in things else [id for id, x in things.items() if x.name == each]
        found.append(bearing[0] if len(bearing) == 1 else each)
    return tuple(found)


def require_numbered(t: WrTable, named: str, legal: str) -> None:
    """Refuse what has never been in play by that number, and what is no card (WR-2.1, 2.2);
    ``legal`` is what would do instead."""
    name, _, number = named.rpartition(".")
    if not (name in t.catalog.names and number.isdecimal()):
        require_listed(t, named)
        return
    last = t.state.zones.numbers.get(name, 0)
    if not 1 <= int(number) <= last:
        t.forbid(
            "WR-2.1",
            "no {card} has the number {number}",
            card=name,
            number=int(number),
            last=last,
            legal=legal,
        )


def _own(t: WrTable, seat: str, could: Callable[[InPlay], bool] | None) -> str:
    things = t.state.zones.things.values()
    own = [each.id for each in things if could and each.controller == seat and could(each)]
    return one_of(own)


def discard_unplayed(t: WrTable, seat: str, card: str, rule: str, source: str = "hand") -> None:
    """A card that was shown goes unplayed to its discard pile (WR-9.3, 15.6, I 38).

    Args:
        t: the table.
        seat: whose card it was.
        card: the card.
        rule: the rule by which it is discarded.
        source: where it was.
    """
    to, place = goes_to(t, card, seat)
    if place == "discard" and t.choice["WR-I 38"] == "pile_of_the_discarder":
        to = seat
    LAYOUT.put_back(t, to, place, [card], "top")
    t.fact(CardMoved(seat, card, source, LAYOUT.places[place].zone(to), rule))
    if source == "hand":
        happened(t, "discard", card, seat)
