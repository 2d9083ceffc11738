"""The state of a match of Legacy of Conflict, and the questions that the rules ask about it."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct, field

from referee.fact import Term
from referee.games.legacy_of_conflict.catalog import Forces
from referee.games.legacy_of_conflict.characters import Character
from referee.games.legacy_of_conflict.owed import Due
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
    """A character on the table.

    Args:
        id: its name, with ``.2``, ``.3`` … for later ones of that name.
        name: its name in the catalog.
        seat: its player.
        side: that player's side.
        pool: unspent action tokens.
        wounds: Wounds left.
        on: the surface that it stands on.
        slots: the tokens that lie on its actions.
        conditions: the condition tokens on it.
        received: action tokens received from others, less those given (LC-12.6).
        activated: whether it has activated this turn.
        placed: whether it is set up.
        down: defeated, or out of the match.
        within: hazardous and difficult pieces that it stands in.
        bonuses: bonuses that last for a while.
        at: its position, x and y in mm, where known.
        facing: its facing in degrees, where known.
        entered: hazards flipped for in this activation.
        actions: the kinds of action it has taken in this activation.
        strides: Strides spent in this activation.
    """

    id: str
    name: str
    seat: str
    side: str
    pool: int
    wounds: int
    on: str
    slots: dict[str, int] = field(default_factory=dict)
    conditions: dict[str, int] = field(default_factory=dict)
    received: int = 0
    activated: bool = False
    placed: bool = False
    down: bool = False
    within: list[str] = field(default_factory=list)
    bonuses: list[Lasting] = field(default_factory=list)
    at: tuple[float, float] | None = None
    facing: float | None = None
    entered: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    strides: int = 0


class Player(Struct, omit_defaults=True):
    """What one player has beside characters.

    Args:
        seat: the player.
        side: the side that the player is on.
        cards: the deck, and the card of the discard pile that nobody saw.
        discard: the cards flipped since the last refresh, oldest first.
        agreed: the topics that this player has agreed.
        shuffled: whether the deck is shuffled.
        passed: whether the player has passed this turn.
    """

    seat: str
    side: str
    cards: HiddenCards
    discard: list[str] = field(default_factory=list)
    agreed: list[str] = field(default_factory=list)
    shuffled: bool = False
    passed: bool = False


class Ground(Struct, omit_defaults=True):
    """A terrain piece in play: Wounds left, destroyed or not, and the state of a door."""

    wounds: int
    destroyed: bool = False
    rubble: bool = False
    door: str = ""


class Moving(Struct, omit_defaults=True):
    """A Move Action that is going on.

    Args:
        tokens: one or two Move Actions.
        limit: the Strides of this Move Action, as they were counted at its start.
        part: the first or the second.
        used: Strides spent in this one.
        shaken: whether Shake is used up in this one.
        interacted: whether Interact is used up in this one.
        stands: whether the figure could stand when it last moved.
        seq: the entry that last moved it.
        shaken_once: whether Shake was used once, and may be again (LC-I 51).
        interacted_once: the same for Interact.
    """

    tokens: int
    limit: int
    part: int = 1
    used: int = 0
    shaken: bool = False
    interacted: bool = False
    stands: bool = True
    seq: int = 0
    shaken_once: bool = False
    interacted_once: bool = False


class Target(Struct, omit_defaults=True):
    """One target of an attack: its cover, and the defender's cards where an ability grants them."""

    id: str
    cover: int = 0
    cards: str = ""
    by: str = ""
    bonus: int = 0


class Aim(Struct, omit_defaults=True):
    """An attack that is declared and not resolved.

    Args:
        figure: the attacker.
        attack: which of its attacks.
        targets: those that are left to resolve.
        since: the entry that declared it.
        cards: the attacker's two cards, once they are flipped.
        bonus: declared bonuses to the attack, with their sources.
        light: whether it was paid with fewer tokens than it may cost.
    """

    figure: str
    attack: str
    targets: list[Target]
    since: int
    cards: str = ""
    bonus: list[tuple[str, int]] = field(default_factory=list)
    light: bool = False


class Duel(Struct, omit_defaults=True):
    """A contest: initiative, or one that an ability started.

    Args:
        kind: ``initiative``, or the name of the ability.
        since: the entry that started it.
        flips: what each participant (a side for initiative, a character otherwise) has
            flipped, the first flip first.
        bonus: the modifiers of each.
        due: the participants who have to flip.
        again: whether they flip again after an exact match (LC-6.4).
        best: what the members of a side have flipped, where each does (LC-I 24).
        figure: the character whose ability started it.
        target: the character that it is about.
    """

    kind: str
    since: int
    flips: dict[str, list[str]]
    bonus: dict[str, int]
    due: list[str]
    again: bool = False
    best: dict[str, str] = field(default_factory=dict)
    figure: str = ""
    target: str = ""


class Miscount(Struct):
    """A count of tokens that is not the record's: whose, and what was counted, in words."""

    unit: str
    counted: str


class State(MatchState[Due], omit_defaults=True):
    """The whole match.

    Args:
        phase: setup, initiative, team order, activation phase or cleanup.
        scenario: the scenario.
        table: the table.
        agreed_total: the agreed total of force points.
        tolerance: by how many mm a declared distance and the positions may differ.
        underdog: the bonus of each side that has one (LC-8.3).
        players: the players, by seat.
        figures: the characters, by id.
        ground: the terrain pieces on the table, by name.
        order: the sides in the order of initiative.
        teams: the members of each side of several in their order.
        sequence: all players in the order in which they act.
        last: the seat that had the last opportunity.
        visits: for each team, the place of the member after the one who was last, from 0.
        passes: passes in a row.
        acting: the character that is activated now.
        moving: its Move Action that is going on.
        aim: an attack that is declared and not resolved.
        duel: a contest that is going on.
        struck: those hit by the newest attack.
        answered: the entry that was last answered, the place of who answered it, and the
            entry of that response.
        fallen: characters at 0 Wounds whose fall is not over yet.
        ending: a declared condition that ends the turn when the activation is closed.
        last_turn: a declared condition that ends the game at cleanup.
        question: the entry that asked an open question.
        owner_removes: whether the owner chooses what an effect takes off that names no condition;
            otherwise Slow goes first, then Weaken, Hinder and damage over time.
        miscount: the count of tokens that the open question is about, where it is about one.
        held: who holds which marker.
        points: the scenario's points, by side.
    """

    phase: int = SETUP
    scenario: str = ""
    table: str = ""
    agreed_total: int = 0
    tolerance: int = 0
    underdog: dict[str, int] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    figures: dict[str, Figure] = field(default_factory=dict)
    ground: dict[str, Ground] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    teams: dict[str, list[str]] = field(default_factory=dict)
    sequence: list[str] = field(default_factory=list)
    last: str = ""
    visits: dict[str, int] = field(default_factory=dict)
    passes: int = 0
    acting: str = ""
    moving: Moving | None = None
    aim: Aim | None = None
    duel: Duel | None = None
    struck: list[str] = field(default_factory=list)
    answered: tuple[int, int, int] | None = None
    fallen: list[str] = field(default_factory=list)
    ending: int = 0
    last_turn: int = 0
    question: int = 0
    owner_removes: bool = False
    miscount: Miscount | None = None
    held: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)


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


def tokens_told(pool: int, slots: Mapping[str, int]) -> str:
    """Tokens in words, such as ``pool 1, move 2``."""
    return ", ".join([f"pool {pool}", *(f"{a} {n}" for a, n in sorted(slots.items()))])


def question_told(state: State) -> str:
    """What the open question is about, as far as the record says so."""
    if state.miscount is None:
        return ""
    figure = state.figures[state.miscount.unit]
    has = tokens_told(figure.pool, figure.slots)
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
