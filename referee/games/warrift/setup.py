"""Setup: classes and decks, selections, who goes first (section 3)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from events.common import Deck, Opening
from events.warrift import FirstRoll, Flip, Replace
from referee.catalog import Registered
from referee.fact import FirstPlayer
from referee.games.warrift.acting import way_on
from referee.games.warrift.catalog import Cards
from referee.games.warrift.due import FlipSelection, RollFirst
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, pile, show
from referee.games.warrift.state import HAND, SETUP, Side, State, WrTable
from referee.games.warrift.turn import begin_rotation, rolled
from referee.games.warrift.window import due_of
from referee.hidden import HiddenCards
from referee.house import allies, require_seat
from referee.parts.decks import require_decks
from referee.parts.zones import Zones
from referee.verdict import Violation

SELECTION, OFFERS = 5, 6
"""How many cards a class selection has, and the support selection (WR-3.10, 3.11)."""

LIMITS = {
    "normal": 12,
    "easy": 15,
    "you-suck-at-deckbuilders": 18,
    "hard": 9,
    "insane": 6,
    "rekt": 3,
}
"""The monster limit of each difficulty (WR-3.16)."""


def agreed(catalog: Any) -> dict[str, tuple[str, ...]]:
    """What the players agree: the difficulty (WR-3.16), the retain cost (WR-16.1)."""
    return {"difficulty": tuple(LIMITS), "retain": ("none", "1", "2", "3")}


def deck_faults(cards: Cards, registered: Registered, choice: Mapping[str, str]) -> list[Violation]:
    """What is wrong with a starting deck and a class deck, in the order of the rules."""
    return []


def open_match(t: WrTable, e: Opening) -> State:
    """The state before the first selection is flipped (WR-3.1 to 3.9)."""
    if not 2 <= len(e.seats) <= 4:
        t.forbid("WR-1.1", "{have} players take part", have=len(e.seats), legal="2, 3 or 4")
    require_decks(t, e, deck_faults)
    cards = t.catalog.cards
    seats = tuple(each.seat for each in e.seats)
    state = State(seats, allies=allies(e))
    shared = {**t.catalog.lists, **e.lists}
    lists: dict[str, Deck] = {
        "eye": Counter(shared["monsters"]),
        "support": Counter(shared["support"]),
    }
    for each in e.seats:
        lists[f"{each.seat}.primary"] = each.deck
        lists[f"{each.seat}.class"] = Counter(each.lists["class"])
        state.sides[each.seat] = Side(cards[next(iter(each.deck))].cls)
    state.zones = Zones(hidden=HiddenCards.of_lists(lists))
    state.limit = LIMITS[e.options.get("difficulty", "normal")]
    retain = e.options.get("retain", "none")
    state.retain = 0 if retain == "none" else int(retain)
    state.faces = (1, 2, 3, 4, 5, 6) if t.choice["WR-I 20"] == "one_to_six" else tuple(range(7))
    for seat in seats:
        state.zones.hidden.draw(HAND, f"{seat}.primary", f"{seat}.hand")
        state.due.append(FlipSelection(seat, "WR-3.11", 1, of="class", count=SELECTION))
    state.due.append(FlipSelection(seats[0], "WR-3.10", 1, of="support", count=OFFERS))
    state.due.append(RollFirst(seats[0], "WR-3.14", 1))
    return state


def require_setting_up(t: WrTable, seat: str) -> None:
    """Only before the first turn (WR-3.17)."""
    require_seat(t, seat)
    if t.state.phase != SETUP:
        t.forbid("WR-3.17", "the match has begun; it is set up no more")


@handles
def flip(t: WrTable, e: Flip) -> None:
    """A selection is flipped (WR-3.10, 3.11)."""
    require_setting_up(t, e.seat)
    rule = "WR-3.10" if e.of == "support" else "WR-3.11"
    due = next(
        (
            each
            for each in t.state.due
            if isinstance(each, FlipSelection)
            and each.of == e.of
            and (each.seat == e.seat or e.of == "support")
        ),
        None,
    )
    if due is None:
        t.forbid(rule, "it is flipped already", legal=way_on(t))
    if len(e.cards) != due.count:
        t.forbid(rule, "{have} cards", have=len(e.cards), legal=f"exactly {due.count}")
    seat, place, target = (
        ("", "support", "offers") if e.of == "support" else (e.seat, "class", "selection")
    )
    for card in e.cards:
        show(t, seat, place, card, "WR-2.5")
    t.item(t.state.zones.piles, LAYOUT.places[target].zone(seat), list(e.cards))
    if e.of == "class":
        t.set(t.state.sides[e.seat], "flipped", True)
    t.pull(t.state.due, due)
    _begin_if_ready(t)


@handles
def replace(t: WrTable, e: Replace) -> None:
    """Cards of a class selection are put back, after others were flipped (WR-3.12)."""
    require_seat(t, e.seat)
    side = t.state.sides[e.seat]
    if t.state.begun or not side.flipped:
        t.forbid("WR-3.12", "only between the flipping and the first turn")
    zone = f"{e.seat}.selection"
    left = list(pile(t, zone))
    for card in e.cards:
        if card not in left:
            t.forbid("WR-3.12", "{card} is not in the selection", card=card)
        left.remove(card)
    for card in e.flipped:
        show(t, e.seat, "class", card, "WR-3.12")
    hidden = t.state.zones.hidden
    counts = {name: e.cards.count(name) for name in e.cards}
    hidden.shuffle(f"{e.seat}.class", counts)
    t.item(t.state.zones.piles, zone, [*left, *e.flipped])
    t.set(side, "replaced", side.replaced + 1)


@handles
def first_roll(t: WrTable, e: FirstRoll) -> None:
    """Who goes first (WR-3.14, 3.15)."""
    require_setting_up(t, e.seat)
    due = due_of(t.state, RollFirst)
    if due is None:
        t.forbid("WR-3.14", "it is rolled already", legal=way_on(t))
    for roll in e.rolls:
        rolled(t, roll.seat, (roll.die,), "first player")
    best = max(e.rolls, key=lambda roll: roll.die).seat if e.rolls else e.seat
    t.set(t.state, "first", best)
    t.fact(FirstPlayer(best, "WR-3.15"))
    t.pull(t.state.due, due)
    _begin_if_ready(t)


def _begin_if_ready(t: WrTable) -> None:
    """The first turn begins when all of it is done (WR-3.17)."""
    if not t.state.due:
        begin_rotation(t)
