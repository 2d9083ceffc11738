"""The state of a match of Legacy of Conflict, and the questions that the rules ask about it."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct, field

from referee.fact import Term
from referee.games.legacy_of_conflict.catalog import Forces
from referee.games.legacy_of_conflict.characters import Character
from referee.games.legacy_of_conflict.due import Due
from referee.games.legacy_of_conflict.scenarios import Piece, Scenario
from referee.hidden import HiddenCards
from referee.house import members
from referee.table import MatchState, Table

SETUP, INITIATIVE, ORDER, PLAY, CLEANUP = range(5)
"""The phases of a match: a turn is the activation phase (PLAY) and then cleanup."""

PHASE_NAMES = ("setup", "initiative", "team order", "activation phase", "cleanup")

MOVE = "move"
"""The slot of the Move Action, which every character has (LC-14.1)."""

CONDITIONS = ("slow", "weaken", "hinder", "dot")
OF_A_FALL = ("slow", "weaken", "hinder")
MOST_OF_A_CONDITION = 2

TOPICS = ("sides", "sizes", "terrain", "tokens", "deck", "points", "hazards", "scenario")
TOPIC_RULES = {
    "sides": "LC-8.1",
    "sizes": "LC-1.2",
    "terrain": "LC-1.5",
    "tokens": "LC-1.9",
    "deck": "LC-2.1",
    "points": "LC-8.2",
    "hazards": "LC-18.15",
    "scenario": "LC-21.4",
}
"""What all players settle before the first flip, and the rule that asks for it."""


class Lasting(Struct, omit_defaults=True):
    """A bonus that lasts for a while: what it is added to, how much, from what, until when."""

    applies: str
    amount: int
    source: str
    until: str


class Figure(Struct, omit_defaults=True):
    """A character on the table."""

    id: str  # its name, with ``.2``, ``.3`` … for later ones of that name
    name: str  # its name in the catalog
    seat: str  # its player
    side: str  # that player's side
    pool: int  # unspent action tokens
    wounds: int  # Wounds left
    on: str  # the surface that it stands on
    slots: dict[str, int] = field(default_factory=dict)  # the tokens that lie on its actions
    conditions: dict[str, int] = field(default_factory=dict)  # the condition tokens on it
    received: int = 0  # action tokens received from others, less those given (LC-12.6)
    activated: bool = False  # whether it has activated this turn
    placed: bool = False  # whether it is set up
    down: bool = False  # defeated, or out of the match
    # hazardous and difficult pieces that it stands in
    within: list[str] = field(default_factory=list)
    bonuses: list[Lasting] = field(default_factory=list)  # bonuses that last for a while
    at: tuple[float, float] | None = None  # its position, x and y in mm, where known
    facing: float | None = None  # its facing in degrees, where known
    entered: list[str] = field(default_factory=list)  # hazards flipped for in this activation
    # the kinds of action it has taken in this activation
    actions: list[str] = field(default_factory=list)
    strides: int = 0  # Strides spent in this activation


class Player(Struct, omit_defaults=True):
    """What one player has beside characters."""

    seat: str  # the player
    side: str  # the side that the player is on
    cards: HiddenCards  # the deck, and the card of the discard pile that nobody saw
    # the cards flipped since the last refresh, oldest first
    discard: list[str] = field(default_factory=list)
    agreed: list[str] = field(default_factory=list)  # the topics that this player has agreed
    shuffled: bool = False  # whether the deck is shuffled
    passed: bool = False  # whether the player has passed this turn


class Ground(Struct, omit_defaults=True):
    """A terrain piece in play: Wounds left, destroyed or not, and the state of a door."""

    wounds: int
    destroyed: bool = False
    rubble: bool = False
    door: str = ""


class Moving(Struct, omit_defaults=True):
    """A Move Action that is going on."""

    tokens: int  # one or two Move Actions
    limit: int  # the Strides of this Move Action, as they were counted at its start
    part: int = 1  # the first or the second
    used: int = 0  # Strides spent in this one
    shaken: bool = False  # whether Shake is used up in this one
    interacted: bool = False  # whether Interact is used up in this one
    stands: bool = True  # whether the figure could stand when it last moved
    seq: int = 0  # the entry that last moved it
    shaken_once: bool = False  # whether Shake was used once, and may be again (LC-I 51)
    interacted_once: bool = False  # the same for Interact


class Target(Struct, omit_defaults=True):
    """One target of an attack: its cover, and the defender's cards where an ability grants them."""

    id: str
    cover: int = 0
    cards: str = ""
    by: str = ""
    bonus: int = 0


class Aim(Struct, omit_defaults=True):
    """An attack that is declared and not resolved."""

    figure: str  # the attacker
    attack: str  # which of its attacks
    targets: list[Target]  # those that are left to resolve
    since: int  # the entry that declared it
    cards: str = ""  # the attacker's two cards, once they are flipped
    # declared bonuses to the attack, with their sources
    bonus: list[tuple[str, int]] = field(default_factory=list)
    light: bool = False  # whether it was paid with fewer tokens than it may cost


class Duel(Struct, omit_defaults=True):
    """A contest: initiative, or one that an ability started."""

    kind: str  # ``initiative``, or the name of the ability
    since: int  # the entry that started it
    # what each participant (a side for initiative, a character otherwise) has flipped, the first
    # flip first
    flips: dict[str, list[str]]
    bonus: dict[str, int]  # the modifiers of each
    due: list[str]  # the participants who have to flip
    again: bool = False  # whether they flip again after an exact match (LC-6.4)
    # what the members of a side have flipped, where each does (LC-I 24)
    best: dict[str, str] = field(default_factory=dict)
    figure: str = ""  # the character whose ability started it
    target: str = ""  # the character that it is about


class Miscount(Struct):
    """A count of tokens that is not the record's: whose, and what was counted, in words."""

    unit: str
    counted: str


class State(MatchState[Due], omit_defaults=True):
    """The whole match."""

    phase: int = SETUP  # setup, initiative, team order, activation phase or cleanup
    scenario: str = ""  # the scenario
    table: str = ""  # the table
    agreed_total: int = 0  # the agreed total of force points
    tolerance: int = 0  # by how many mm a declared distance and the positions may differ
    # the bonus of each side that has one (LC-8.3)
    underdog: dict[str, int] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)  # the players, by seat
    figures: dict[str, Figure] = field(default_factory=dict)  # the characters, by id
    # the terrain pieces on the table, by name
    ground: dict[str, Ground] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)  # the sides in the order of initiative
    # the members of each side of several in their order
    teams: dict[str, list[str]] = field(default_factory=dict)
    sequence: list[str] = field(default_factory=list)  # all players in the order in which they act
    last: str = ""  # the seat that had the last opportunity
    # for each team, the place of the member after the one who was last, from 0
    visits: dict[str, int] = field(default_factory=dict)
    passes: int = 0  # passes in a row
    acting: str = ""  # the character that is activated now
    moving: Moving | None = None  # its Move Action that is going on
    aim: Aim | None = None  # an attack that is declared and not resolved
    duel: Duel | None = None  # a contest that is going on
    struck: list[str] = field(default_factory=list)  # those hit by the newest attack
    # the entry that was last answered, the place of who answered it, and the entry of that response
    answered: tuple[int, int, int] | None = None
    # characters at 0 Wounds whose fall is not over yet
    fallen: list[str] = field(default_factory=list)
    ending: int = 0  # a declared condition that ends the turn when the activation is closed
    last_turn: int = 0  # a declared condition that ends the game at cleanup
    question: int = 0  # the entry that asked an open question
    # whether the owner chooses what an effect takes off that names no condition; otherwise Slow
    # goes first, then Weaken, Hinder and damage over time
    owner_removes: bool = False
    # the count of tokens that the open question is about, where it is about one
    miscount: Miscount | None = None
    held: dict[str, str] = field(default_factory=dict)  # who holds which marker
    points: dict[str, int] = field(default_factory=dict)  # the scenario's points, by side


LcTable = Table[State, Forces]


def scenario_of(t: LcTable) -> Scenario:
    """The scenario that is played."""
    return t.catalog.scenario[t.state.scenario]


def record_of(t: LcTable, figure: Figure) -> Character:
    """The record of a character."""
    return t.catalog.character[figure.name]


def standing(state: State) -> Iterator[Figure]:
    """The characters that are on the table."""
    return (f for f in state.figures.values() if not f.down)


def to_come(state: State, seat: str) -> int:
    """How many characters of a player may still be activated this turn."""
    return sum(
        1 for f in state.figures.values() if f.seat == seat and not f.activated and not f.down
    )


def members_of(state: State, side: str) -> list[str]:
    """The players of a side, in their order."""
    if not state.allies:
        return [side]
    return state.teams.get(side) or members(state, side)


def actions_of(record: Character) -> tuple[str, ...]:
    """The actions of a character that tokens can lie on (LC-12.2)."""
    return MOVE, *record.attack, *(a.name for a in record.abilities if a.kind != "always")


def tokens_of(t: LcTable, figure: Figure) -> int:
    """All action tokens of a character: its capacity, and what it received (LC-12.1)."""
    return record_of(t, figure).capacity + figure.received


def tokens_in_words(pool: int, slots: Mapping[str, int]) -> str:
    """Tokens in words, such as ``pool 1, move 2``."""
    return ", ".join([f"pool {pool}", *(f"{a} {n}" for a, n in sorted(slots.items()))])


def question_in_words(state: State) -> str:
    """What the open question is about, as far as the record says so."""
    if state.miscount is None:
        return ""
    figure = state.figures[state.miscount.unit]
    has = tokens_in_words(figure.pool, figure.slots)
    return f"the tokens of {figure.id}: counted {state.miscount.counted}; the record has {has}"


def lasting(figure: Figure, applies: str) -> list[Term]:
    """The bonuses that last for a while, as terms (LC-13.5)."""
    return [Term(b.source, b.amount, "LC-13.5") for b in figure.bonuses if b.applies == applies]


def refreshing(t: LcTable) -> list[str]:
    """The players who refresh an empty deck before anything else is begun (LC-5.3, LC-I 16)."""
    if t.choice["LC-I 16"] != "at_once":
        return []
    return [
        player.seat
        for player in t.state.players.values()
        if not player.cards.zones["deck"].size() and player.side not in t.state.out
    ]


def piece_at(t: LcTable, surface: str) -> Piece | None:
    """The piece that a surface belongs to; None for the ground."""
    return t.catalog.of_surface.get(surface)


def sets_aside(t: LcTable, rule: str, *changes: Collection[str]) -> bool:
    """Whether an ability, an attack or the scenario sets a core rule aside (LC-3.2, 3.3)."""
    for each in changes:
        if rule in each:
            return True
    return rule in scenario_of(t).changes
