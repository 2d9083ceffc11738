"""The opening: wizards and sides, decks, the first entrance (sections 1, 2, 3, 7, 10)."""

from typing import Any

from events.common import Opening
from referee.fact import FirstPlayer
from referee.games.tower_wizwar.decks import deck_faults, in_order
from referee.games.tower_wizwar.state import BEFORE, Side, State, TwTable
from referee.games.tower_wizwar.turn import begin_turn
from referee.house import allies, members, sides
from referee.parts.decks import require_decks
from referee.parts.zones import Zones

BACKS = ("kinds", "spellbooks")
"""What is kept of the backs of spells: that they are spells, or their spellbooks too."""


def agreed(catalog: Any) -> dict[str, tuple[str, ...]]:
    """What the players agree: the type of the game (TW-1.8, 21.1), and what is kept of the backs of
    spells (TW-2.11, 20.4)."""
    return {"type": ("battle",), "backs": BACKS}


AGREED_RULES = {"type": "TW-1.8"}
"""The rules by which other values are refused."""


def open_match(t: TwTable, e: Opening) -> State:
    """The state before the first set is drawn (TW-1.8, 7.7, 10.1, 10.2, 10.14)."""
    seats = tuple(each.seat for each in e.seats)
    state = State(seats, allies=allies(e))
    _require_sides(t, state)
    require_decks(t, e, deck_faults)
    state.books = e.options.get("backs", BACKS[0]) == "spellbooks"
    state.copies = len(seats) + 1
    backs = t.catalog.book_backs if state.books else t.catalog.backs
    lists = {f"{each.seat}.deck": dict(each.deck) for each in e.seats}
    state.zones = Zones(hidden=backs.opened(lists))
    for each in e.seats:
        state.sides[each.seat] = Side()
        towers = in_order(each.lists["towers"])
        state.zones.piles[f"{each.seat}.towers"] = list(reversed(towers))
    state.phase = BEFORE
    t.fact(FirstPlayer(seats[0], "TW-10.2"))
    t.state = state
    begin_turn(t, seats[0])
    return state


def _require_sides(t: TwTable, state: State) -> None:
    """Two wizards, or two sides of equal number (TW-1.8)."""
    groups = [members(state, side) for side in sides(state)]
    sizes = [len(each) for each in groups]
    if t.choice["TW-I 1"] == "free_for_all":
        return
    if len(sizes) != 2 or sizes[0] != sizes[1]:
        split = "; ".join(", ".join(each) for each in groups)
        t.forbid(
            "TW-1.8",
            "the sides are {split}",
            split=split,
            legal="two wizards, or two sides of equal number",
        )
