"""The opening: wizards and sides, decks, the first entrance (sections 1, 2, 3, 7, 10)."""

from collections.abc import Mapping
from typing import Any

from events.common import Opening
from events.tower_wizwar import COLOURS
from referee import hidden
from referee.fact import FirstPlayer, ScoreChanged
from referee.game import ANY
from referee.games.tower_wizwar.decks import copies_faults, deck_faults, in_order
from referee.games.tower_wizwar.state import BEFORE, FORGOTTEN, KEPT, Side, State, TwTable
from referee.games.tower_wizwar.turn import begin_turn
from referee.hidden import KINDS, most_ways
from referee.house import allies, members, sides
from referee.parts.decks import require_decks
from referee.parts.effects import pending as unsaid
from referee.parts.zones import Zones

BACKS = ("kinds", "spellbooks")
"""What is kept of the backs of spells: that they are spells, or their spellbooks too."""
UNLIMITED = "unlimited"


def agreed(catalog: Any) -> dict[str, tuple[str, ...]]:
    """What the players agree: the type of the game (TW-1.8, 21.1), what is kept of the backs of
    spells (TW-2.11, 20.4), and the numbers that an interpretation asks for: of the copies of a
    card (TW-I 4), of the tokens in each pool (TW-I 19); how the account of unseen cards is kept;
    what becomes of an effect that was paid for, if nobody says what it did (TW-19.13); whether the
    mode and X that are announced of a text nobody has told wait with it (TW-19.3)."""
    numbers = {name: (UNLIMITED, ANY) for name in ("copies", *COLOURS)}
    played = {"type": ("battle", ANY), "backs": BACKS, **numbers, "account": (*KINDS,)}
    return {**played, **unsaid.AGREED, "announced": (KEPT, FORGOTTEN)}


FORMERLY = {**hidden.FORMERLY, **unsaid.FORMERLY, "announced": FORGOTTEN}
"""How matches were played until there was a choice."""


def open_match(t: TwTable, e: Opening) -> State:
    """The state before the first set is drawn (TW-1.8, 7.7, 10.1, 10.2, 10.14)."""
    seats = tuple(each.seat for each in e.seats)
    state = State(seats, allies=allies(e))
    _require_battle(t, e.options.get("type", "battle"))
    _require_sides(t, state)
    require_decks(t, e, deck_faults)
    _require_copies(t, e)
    state.books = e.options.get("backs", BACKS[0]) == "spellbooks"
    state.copies = len(seats) + 1
    state.pools = _pools(t, e.options)
    backs = t.catalog.book_backs if state.books else t.catalog.backs
    lists = {f"{each.seat}.deck": dict(each.deck) for each in e.seats}
    state.zones = Zones(hidden=backs.opened(lists, most=most_ways(e.options)))
    for each in e.seats:
        state.sides[each.seat] = Side()
        towers = in_order(each.lists["towers"])
        state.zones.piles[f"{each.seat}.towers"] = list(reversed(towers))
    state.phase = BEFORE
    t.fact(FirstPlayer(seats[0], "TW-10.2"))
    for seat in seats:
        t.fact(ScoreChanged(seat, "harm", 0))
        t.fact(ScoreChanged(seat, "wounds", 0))
    t.state = state
    begin_turn(t, seats[0])
    return state


def _require_battle(t: TwTable, asked: str) -> None:
    """The type of the game: Invasion has a name and no rules (TW-1.8, 21.1)."""
    if asked == "invasion":
        t.forbid("TW-21.1", "no rules of Invasion are known", legal="type=battle")
    if asked != "battle":
        t.forbid("TW-1.8", "{type} is no type of game", type=asked, legal="type=battle")


def _require_sides(t: TwTable, state: State) -> None:
    """Two wizards, or two sides of equal number (TW-1.8); others where that is agreed (TW-I 1)."""
    groups = [members(state, side) for side in sides(state)]
    sizes = [len(each) for each in groups]
    if t.choice["TW-I 1"] == "free_for_all":
        if len(sizes) < 2:
            t.forbid("TW-1.8", "all wizards are of one side", legal="two sides or more")
        return
    if len(sizes) != 2 or sizes[0] != sizes[1]:
        split = "; ".join(", ".join(each) for each in groups)
        t.forbid(
            "TW-1.8",
            "the sides are {split}",
            split=split,
            legal="two wizards, or two sides of equal number",
        )


def _require_copies(t: TwTable, e: Opening) -> None:
    """No card is in a deck more often than was agreed (TW-2.9, I 4)."""
    most = _number(
        t, e.options, "copies", t.choice["TW-I 4"] == "limited", "TW-2.9", "TW-I 4=limited"
    )
    if most is not None:
        require_decks(t, e, lambda _, seating, __: copies_faults(seating.deck, most))


def _pools(t: TwTable, options: Mapping[str, str]) -> dict[str, int]:
    """How many tokens each pool has, where they are limited (TW-7.1, I 19)."""
    limited = t.choice["TW-I 19"] == "limited"
    found = {
        colour: _number(t, options, colour, False, "TW-7.1", "TW-I 19=limited")
        for colour in COLOURS
    }
    numbers = {colour: count for colour, count in found.items() if count is not None}
    if limited and not numbers:
        t.forbid("TW-7.1", "no pool has a number", legal="gold=12, say")
    return numbers


def _number(
    t: TwTable, options: Mapping[str, str], name: str, needed: bool, rule: str, reading: str
) -> int | None:
    """A number that was agreed; None where there is no limit."""
    said = options.get(name, UNLIMITED)
    chosen, _, option = reading.partition("=")
    if said == UNLIMITED:
        if needed:
            t.forbid(rule, "the limit is not said", legal=f"{name}=3, say")
        return None
    if t.choice[chosen] != option:
        t.forbid(rule, "{name} has no limit here", name=name, legal=reading)
    if not said.isdecimal() or not said.isascii() or not 1 <= int(said[:4]) <= 999:
        t.forbid(rule, "{name} cannot be {said}", name=name, said=said, legal="1 to 999")
    return int(said)
