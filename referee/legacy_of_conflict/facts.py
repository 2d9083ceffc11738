"""The facts that only Legacy of Conflict has; each becomes a table of the log."""

from referee.fact import Fact


class CardsFlipped(Fact, frozen=True):
    """A player flipped two cards.

    Args:
        seat: who flipped.
        first: the first card.
        second: the second card.
        total: the sum of their values.
        purpose: initiative, contest, attack, defense or hazard.
        left: cards left in the deck.
        rule: the rule that asks for the flip.
    """

    seat: str
    first: str
    second: str
    total: int
    purpose: str
    left: int
    rule: str


class AttackResolved(Fact, frozen=True):
    """An attack hit or missed.

    Args:
        seat: the attacking player.
        unit: the attacking character.
        card: its name in the catalog.
        attack: the attack.
        other_seat: the player of the target; empty for terrain.
        target: the character or piece.
        cover: none, partial or full.
        flip: the sum of the two cards.
        total: the attack total.
        other_total: the defense total.
        hit: whether it hit.
        damage: the damage of the hit.
        rule: the rule that decides it.
    """

    seat: str
    unit: str
    card: str
    attack: str
    other_seat: str
    target: str
    cover: str
    flip: int
    total: int
    other_total: int
    hit: bool
    damage: int
    rule: str


class TokensSpent(Fact, frozen=True):
    """Action tokens were paid onto an action; ``left`` stay in the pool."""

    seat: str
    unit: str
    card: str
    action: str
    count: int
    left: int
    rule: str


class TokensReturned(Fact, frozen=True):
    """Action tokens came back to the pool at the start of an activation."""

    seat: str
    unit: str
    count: int
    pool: int
    rule: str


class ActivationBegan(Fact, frozen=True):
    """A character's activation began."""

    seat: str
    unit: str
    card: str
    turn: int
    rule: str


class ActivationEnded(Fact, frozen=True):
    """A character's activation was closed with ``idle`` tokens unspent."""

    seat: str
    unit: str
    card: str
    turn: int
    idle: int
    rule: str


class OpportunityPassed(Fact, frozen=True):
    """A player passed."""

    seat: str
    turn: int
    rule: str


class UnitMoved(Fact, frozen=True):
    """A character was moved.

    Args:
        seat: its player.
        unit: the character.
        how: stride, climb, feature, push, throw, fall, displaced.
        mm: how far, where a distance was measured.
        strides: how many Strides it cost.
        surface: the surface at the end.
        rule: the rule that moves it.
    """

    seat: str
    unit: str
    how: str
    mm: float
    strides: int
    surface: str
    rule: str


class ConditionChanged(Fact, frozen=True):
    """A character gained or lost condition tokens; ``count`` of that kind are on it now."""

    seat: str
    unit: str
    condition: str
    change: int
    count: int
    rule: str


class WoundsHealed(Fact, frozen=True):
    """A character has more Wounds again."""

    seat: str
    unit: str
    amount: int
    left: int
    rule: str


class TerrainChanged(Fact, frozen=True):
    """A terrain piece was destroyed, opened or closed; ``seat`` did it, or is empty."""

    seat: str
    piece: str
    how: str
    rule: str


class MarkerHeld(Fact, frozen=True):
    """At the end of a turn a side holds a marker; ``side`` is empty where none does."""

    marker: str
    side: str
    turn: int
    rule: str


class OrderFixed(Fact, frozen=True):
    """A side or a player has its rank in the order, from 1."""

    seat: str
    rank: int
    rule: str


FACTS: tuple[type[Fact], ...] = (
    CardsFlipped,
    AttackResolved,
    TokensSpent,
    TokensReturned,
    ActivationBegan,
    ActivationEnded,
    OpportunityPassed,
    UnitMoved,
    ConditionChanged,
    WoundsHealed,
    TerrainChanged,
    MarkerHeld,
    OrderFixed,
)
"""All facts of this game, beside the common ones."""
