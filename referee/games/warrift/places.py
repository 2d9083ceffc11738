"""Where cards lie in WarRift, and how they move (section 2)."""

from collections.abc import Sequence

from referee.games.warrift.catalog import Stronghold
from referee.games.warrift.state import InPlay, WrTable, goes_to
from referee.parts import layered
from referee.parts.lasting import leave
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
    return goes_to(t, thing.name, thing.owner or thing.controller)


def _leaving(t: WrTable, thing: InPlay) -> None:
    """What is on a thing, and what its texts change, goes with it."""
    changes = t.state.changes
    if changes.begun:
        leave(t, thing.id)


LAYOUT: Layout[InPlay] = Layout(PLACES, lambda t: t.state.zones, InPlay, _home, _leaving)


def pile(t: WrTable, zone: str) -> Sequence[str]:
    """The cards of a public place, by its zone."""
    return t.state.zones.piles.get(zone, ())


def stored(t: WrTable, stronghold: InPlay) -> Sequence[str]:
    """What lies in a Garrison."""
    return pile(t, f"{stronghold.id}.garrison")


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
        found = zones.hidden.take(zone, (card,))
    else:
        found = layered.flip(t, zones, zone, card)
    if found is None:
        return
    where = f"{seat}'s {place}" if seat else f"the {place} deck"
    if found.kind == "size":
        t.forbid("WR-2.10", "there is no card in {where}", where=where)
    if place != "hand" and card in layered.candidates_of(zones, zone):
        top = layered.known_top(zones, zone)
        t.forbid(
            "WR-2.9",
            "{card} cannot be on top of {where}",
            card=card,
            where=where,
            legal=top[0] if top else "",
        )
    t.forbid(rule, "{card} cannot be in {where}", card=card, where=where)


def find_in_play(t: WrTable, named: str, seat: str = "") -> InPlay:
    """What is meant by an id, or by a name that only one thing in play bears (WR-2.1).

    Args:
        t: the table.
        named: the id or name.
        seat: who has to control it, where somebody has to.

    Raises:
        Violation: WR-2.4, nothing such is in play, or under that player's control.
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
            legal=_own(t, seat),
        )
    bearing = [each for each in things.values() if each.name == named]
    if seat:
        bearing = [each for each in bearing if each.controller == seat]
    if len(bearing) == 1:
        return bearing[0]
    if bearing:
        t.incomplete(f"say which {named}", source=[each.id for each in bearing])
    t.forbid("WR-2.4", "there is no {thing} in play", thing=named, legal=_own(t, seat))


def _own(t: WrTable, seat: str) -> str:
    things = t.state.zones.things.values()
    own = [each.id for each in things if not seat or each.controller == seat]
    return f"one of {', '.join(own)}" if own else ""


def is_stronghold(t: WrTable, thing: InPlay) -> bool:
    """Whether a thing in play is a stronghold."""
    return isinstance(t.catalog.cards[thing.name], Stronghold)
