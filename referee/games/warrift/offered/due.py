"""What is due in a match of WarRift, as options: setup, the Eye, gaps, the Rift."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from events.warrift import (
    Enter,
    Refill,
    Replace,
)
from referee.choice import Choice, Fixed, OneOf, Perhaps, Some
from referee.games.warrift.due import (
    BringIn,
    DealRift,
    FillGap,
    FlipSelection,
    RollEye,
    RollFirst,
)
from referee.games.warrift.offered.acceptable import accepted, may
from referee.games.warrift.offered.choices import Faces, FirstRolls, Order
from referee.games.warrift.places import LAYOUT, pile, show
from referee.games.warrift.state import (
    WrTable,
    card_of,
)
from referee.house import side_of
from referee.obligation import Obligation
from referee.option import Option
from referee.parts import layered

AWAITED_WEIGHT = 64
"""How eagerly a random player does what is awaited: rather than trading all the time."""


def _deck(t: WrTable, seat: str, place: str) -> dict[str, int]:
    """What may come off a deck, or lies in a pile."""
    known, zones = LAYOUT.places[place], t.state.zones
    if known.kind != "hidden":
        return dict(LAYOUT.find(t, seat, place).cards)
    zone = known.zone(seat)
    if place == "support" and not layered.size_of(zones, zone):
        return dict(Counter(pile(t, "support-discard")))
    return layered.candidates_of(zones, zone)


def _ordered(t: WrTable, seat: str, place: str) -> bool:
    """Whether something is known of the order of a deck, so that not all of it may come next."""
    zones, zone = t.state.zones, LAYOUT.places[place].zone(seat)
    return zone in zones.layers or bool(zones.hidden.known(zone))


def due_options(t: WrTable, due: Obligation) -> Iterator[Option]:
    """What may be logged of something that is due."""
    state, seat = t.state, due.seat
    match due:
        case FlipSelection(of="class"):
            cards = Order(_deck(t, seat, "class"), due.count)
            yield Option(seat, "selection", {"cards": cards}, due.rule, AWAITED_WEIGHT, must=True)
        case FlipSelection():
            cards = Order(_deck(t, "", "support"), due.count)
            fields: dict[str, Choice] = {"cards": cards, "of": Fixed("support")}
            yield Option(seat, "selection", fields, due.rule, AWAITED_WEIGHT, must=True)
        case RollFirst():
            yield from _first_rolls(t, due)
        case RollEye() if not any(each.must for each in state.due if each is not due):
            dice = Faces(state.faces, due.dice)
            yield Option(seat, "eye-roll", {"dice": dice}, due.rule, AWAITED_WEIGHT, must=True)
        case BringIn():
            deck = _deck(t, "", due.place) or _deck(t, "", "necropolis")
            deck = {n: c for n, c in deck.items() if card_of(t, n).kind == "monster"}
            if due.place == "eye" and _ordered(t, "", "eye"):
                comes = partial(_comes_up, place="eye")
                deck = {n: c for n, c in deck.items() if may(t, Enter(seat, (n,)), comes, n)}
            yield Option(
                seat, "enter", {"monsters": Order(deck, 1)}, due.rule, AWAITED_WEIGHT, must=True
            )
        case FillGap():
            owner, place = (seat, "class") if due.of == "class" else ("", "support")
            deck = _deck(t, owner, place)
            refill = partial(Refill, seat, of="class" if due.of == "class" else "support")
            if _ordered(t, owner, place):
                comes = partial(_comes_up, owner=owner, place=place)
                deck = {n: c for n, c in deck.items() if may(t, refill(n), comes, n)}
            fields = {"card": one_of(deck)}
            if due.of != "class":
                fields["of"] = Fixed("support")
            yield Option(seat, "refill", fields, due.rule, AWAITED_WEIGHT, must=True)
        case DealRift():
            yield Option(seat, "rift-deal", rule=due.rule, weight=AWAITED_WEIGHT, must=True)


def _comes_up(t: WrTable, e: Enter | Refill, name: str, *, owner: str = "", place: str) -> None:
    """A card comes off the top of a deck that is not empty (WR-2.9)."""
    show(t, owner, place, name, "WR-2.5")


def _first_rolls(t: WrTable, due: RollFirst) -> Iterator[Option]:
    """A roll of all who roll; or only who won it (WR-I 16)."""
    state, reading = t.state, t.choice["WR-I 16"]
    playing = [seat for seat in state.seats if side_of(state, seat) not in state.out]
    if reading == "any_roll":
        for seat in playing:
            yield Option(seat, "first-roll", rule=due.rule, weight=AWAITED_WEIGHT, must=True)
        return
    faces = (1, 2, 3, 4, 5, 6) if reading == "d6_highest_tied_reroll" else state.faces
    rolls = FirstRolls(due.among or tuple(playing), faces)
    yield Option(due.seat, "first-roll", {"rolls": rolls}, due.rule, AWAITED_WEIGHT, must=True)


def flipping(t: WrTable, seat: str, of: str) -> dict[str, Choice]:
    """The card flipped into a gap, which the line that makes the gap may name (WR-2.16); no field
    where the order of the deck is known, or the gap is filled later.

    Args:
        t: the table.
        seat: whose class deck.
        of: the deck: ``class`` or ``support``.
    """
    at_once = t.choice["WR-I 36" if of == "class" else "WR-I 39"] == "at_once"
    owner = seat if of == "class" else ""
    zone = f"{seat}.class" if of == "class" else "support"
    if not at_once or _ordered(t, owner, of) or not layered.size_of(t.state.zones, zone):
        return {}
    return {"flipped": Perhaps(one_of(_deck(t, owner, of)))}


def one_of(cards: dict[str, int]) -> OneOf:
    """One card of several, those with more copies more often."""
    return OneOf(tuple(card for card, count in cards.items() for _ in range(count)))


def replacing(t: WrTable, seat: str) -> Iterator[Option]:
    """Cards of a selection that are replaced before the first turn (WR-3.12)."""
    shown = Counter(pile(t, f"{seat}.selection"))
    there = LAYOUT.find(t, seat, "class")
    if not shown or not accepted(t, Replace(seat, (min(shown),), tuple(there.cards)[:1])):
        return
    for count in range(1, min(shown.total(), there.size) + 1):
        fields: dict[str, Choice] = {
            "cards": Some(dict(shown), count, count),
            "flipped": Order(dict(there.cards), count),
        }
        yield Option(seat, "replace", fields, "WR-3.12", weight=1)
