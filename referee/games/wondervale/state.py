"""The state of a match of Wondervale, and the questions that the rules ask about it."""

from collections.abc import Iterator

from msgspec import Struct, field

from referee.games.wondervale.catalog import Cards, Character
from referee.games.wondervale.due import Due
from referee.hidden import HiddenCards
from referee.table import MatchState, Table

SETUP, DISCARD, DEPOSIT, DEPLOY, ACTION, LIMIT = range(6)
"""The steps of a turn in their order. Draw and flip follow the discard step in one entry."""

STEP_NAMES = ("setup", "discard and draw", "deposit", "deployment", "action", "hand limit")

DONE_IN_A_TURN = (
    *("discarded", "deposited", "attacks", "attacked_unit", "direct_attacks"),
    *("champion_attacks", "swapped", "defeat", "closing"),
)
"""What of the state counts what was done in a turn."""

HAND_LIMIT = 7
BENCH_LIMIT = 7
OPENING_HAND = 7


class Unit(Struct, omit_defaults=True):
    """Character cards that fight as one."""

    id: str  # the apprentice's name, with ``.2``, ``.3`` … for later ones of one player
    cards: list[str]  # the character cards, topmost last
    tribes: list[str]  # the attached tribe cards
    damage: int = 0  # the damage on it
    vertical: bool = False  # whether it is ready
    upgraded: int = 0  # the turn in which it was last upgraded


class Side(Struct, omit_defaults=True):
    """What one player has."""

    seat: str  # the player
    hidden: HiddenCards  # deck and hand
    health: int = 0  # the Champion's health
    discard: list[str] = field(default_factory=list)  # the discard pile, oldest first
    bank: list[str] = field(default_factory=list)  # the tribe bank
    bench: list[Unit] = field(default_factory=list)  # the bench, oldest first
    battle: Unit | None = None  # the unit in the battle position
    defeat_pile: list[str] = field(default_factory=list)  # characters of defeated units
    defeated: int = 0  # how many of the opponent's units this player has defeated
    # how many units of each apprentice were laid, for their ids
    laid: dict[str, int] = field(default_factory=dict)
    hand_drawn: bool = False  # whether the opening hand is drawn


class State(MatchState[Due], omit_defaults=True):
    """The whole match."""

    sides: dict[str, Side] = field(default_factory=dict)  # the two players
    health: int = 0  # the starting health; 0 until it is set
    step: int = SETUP  # the step of the turn
    discarded: int = 0  # cards discarded in this turn's discard step
    deposited: int = 0  # tribe cards deposited this turn
    attacks: int = 0  # attacks on units and direct attacks this turn
    attacked_unit: int = 0  # the entry that first attacked a unit this turn
    direct_attacks: int = 0  # direct attacks this turn
    champion_attacks: int = 0  # Champion battles this turn
    swapped: int = 0  # the entry that swapped this turn
    defeat: int = 0  # the entry in which a unit was first defeated this turn
    closing: int = 0  # the entry that made the turn be over (WV-9.5)


WvTable = Table[State, Cards]


def opponent(state: State, seat: str) -> Side:
    """The other player."""
    first, second = state.seats
    return state.sides[second if seat == first else first]


def hand_size(side: Side) -> int:
    """How many cards are in hand."""
    return side.hidden.size("hand")


def units_of(side: Side) -> Iterator[Unit]:
    """The units on a player's battlefield, the battle position first."""
    if side.battle is not None:
        yield side.battle
    yield from side.bench


def unit_of(name: str, number: int) -> str:
    """The id of a player's unit, which began with so many of that apprentice laid."""
    return name if number == 1 else f"{name}.{number}"


def find_unit(side: Side, unit_id: str) -> Unit | None:
    """The unit of that id on a player's battlefield."""
    for unit in units_of(side):
        if unit.id == unit_id:
            return unit
    return None


def ready_bench(side: Side) -> list[Unit]:
    """The vertical units on the bench."""
    return [unit for unit in side.bench if unit.vertical]


def has_ready_unit(side: Side) -> bool:
    """Whether any unit of that player is vertical."""
    return side.battle is not None or any(unit.vertical for unit in side.bench)


def top(cards: Cards, unit: Unit) -> Character:
    """The topmost card, which alone gives the unit its values (WV-6.9)."""
    return cards.character[unit.cards[-1]]


def upgrades(unit: Unit) -> int:
    """How many guardians and heroes are in the unit; an apprentice lies at the bottom."""
    return len(unit.cards) - 1


def capacity(cards: Cards, unit: Unit) -> int:
    """How many tribe cards the unit may hold (WV-5.8)."""
    return max(cards.character[card].value for card in unit.cards)


def tribe_bonus(t: WvTable, unit: Unit) -> int:
    """10 health for each attached tribe card of the unit's tribe (WV-5.7).

    WV-I 4: in a mixed unit the topmost card's tribe counts, or that of the character for
    which the tribe card was attached (the first ones for the apprentice, and so on upward).
    """
    cards = t.catalog
    tribe_of = cards.tribe_of
    if len(unit.cards) == 1 or t.choice["WV-I 4"] == "topmost":
        tribe = cards.character[unit.cards[-1]].tribe
        return 10 * [tribe_of[name] for name in unit.tribes].count(tribe)
    bonus = 0
    for position, name in enumerate(unit.tribes, 1):
        holder = next(
            (c for c in unit.cards if position <= cards.character[c].value), unit.cards[-1]
        )
        bonus += 10 * (tribe_of[name] == cards.character[holder].tribe)
    return bonus


def full_health(t: WvTable, unit: Unit) -> int:
    """The unit's health without damage: the topmost card's, with the tribe bonus."""
    return top(t.catalog, unit).health + tribe_bonus(t, unit)


def turns_completed(state: State) -> int:
    """How many turns have been completed since the start."""
    return max(0, state.turn - 1)
