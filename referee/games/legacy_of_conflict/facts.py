"""The facts that only Legacy of Conflict has; each becomes a table of the log."""

from referee.fact import Fact, Term


class CardsFlipped(Fact, frozen=True):
    """A player flipped two cards.

    Args:
        seat: who flipped.
        first: the first card.
        second: the second card.
        total: the sum of their values.
        chance: the chance of that sum from a fresh deck.
        purpose: initiative, contest, attack, defense or hazard.
        left: cards left in the deck.
        rule: the rule that asks for the flip.
    """

    seat: str
    first: str
    second: str
    total: int
    chance: float
    purpose: str
    left: int
    rule: str


class CardSetAside(Fact, frozen=True):
    """After a refresh the top card went to the discard pile, unseen by all."""

    seat: str
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
    """Action tokens were paid onto an action.

    Args:
        seat: whose character it is.
        unit: the character.
        card: its name in the catalog.
        action: the action.
        count: how many were paid.
        left: how many stay in the pool.
        rule: the rule that makes it cost them.
    """

    seat: str
    unit: str
    card: str
    action: str
    count: int
    left: int
    rule: str


class TokensReturned(Fact, frozen=True):
    """Action tokens came back to the pool at the start of an activation.

    Args:
        seat: whose character it is.
        unit: the character.
        count: how many came back.
        pool: how many are in the pool now.
        rule: the rule that returns them.
    """

    seat: str
    unit: str
    count: int
    pool: int
    rule: str


class ActivationBegan(Fact, frozen=True):
    """A character's activation began.

    Args:
        seat: its player.
        unit: the character.
        card: its name in the catalog.
        turn: the turn.
        rule: the rule that opens it.
    """

    seat: str
    unit: str
    card: str
    turn: int
    rule: str


class ActivationEnded(Fact, frozen=True):
    """A character's activation was closed.

    Args:
        seat: its player.
        unit: the character.
        card: its name in the catalog.
        turn: the turn.
        idle: action tokens that stayed in the pool.
        rule: the rule that closes it.
    """

    seat: str
    unit: str
    card: str
    turn: int
    idle: int
    rule: str


class OpportunityPassed(Fact, frozen=True):
    """A player passed.

    Args:
        seat: the player.
        turn: the turn.
        rule: the rule that allows it.
    """

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
    """A character gained or lost condition tokens.

    Args:
        seat: its player.
        unit: the character.
        condition: slow, weaken, hinder or dot (damage over time).
        change: how many more; below 0 for fewer.
        count: how many of that kind are on it now.
        rule: the rule that gives or removes them.
    """

    seat: str
    unit: str
    condition: str
    change: int
    count: int
    rule: str


class WoundsHealed(Fact, frozen=True):
    """A character has more Wounds again.

    Args:
        seat: its player.
        unit: the character.
        amount: how many more.
        left: how many it has now.
        rule: the rule that heals it.
    """

    seat: str
    unit: str
    amount: int
    left: int
    rule: str


class TerrainChanged(Fact, frozen=True):
    """A terrain piece was destroyed, opened or closed.

    Args:
        seat: who did it; empty where nobody did.
        piece: the piece.
        how: destroyed, open or closed.
        rule: the rule that changes it.
    """

    seat: str
    piece: str
    how: str
    rule: str


class MarkerHeld(Fact, frozen=True):
    """At the end of a turn a side holds a marker, or nobody does.

    Args:
        marker: the marker.
        side: the side that holds it; empty where none does.
        turn: the turn.
        rule: the rule that asks for it.
    """

    marker: str
    side: str
    turn: int
    rule: str


class OrderFixed(Fact, frozen=True):
    """A side or a player has its rank in the order.

    Args:
        seat: the player; the first of a side for the side's rank.
        rank: its rank, from 1.
        rule: the rule that fixes it.
    """

    seat: str
    rank: int
    rule: str


class ContestPlaced(Fact, frozen=True):
    """A participant has its place in a contest: for initiative, or one that an ability started.

    Args:
        contest: ``initiative``, or the ability that started it.
        seat: the player; the first of a side for a side.
        participant: the side, or the character.
        terms: the total, itemised: the two cards, then what is added to them.
        bonus: what is added to the cards, all in all.
        total: the total.
        again: the cards of its flips after an exact match, in order; empty where it had none.
        rank: its place, from 1.
        won: whether it is the first.
        rule: the rule that gives the place: the totals alone, or the last step of a tie.
    """

    contest: str
    seat: str
    participant: str
    terms: tuple[Term, ...]
    bonus: int
    total: int
    again: str
    rank: int
    won: bool
    rule: str


class CountDiffered(Fact, frozen=True):
    """Tokens were counted that lie otherwise than the record has them.

    Args:
        seat: whose character it is.
        unit: the character.
        card: its name in the catalog.
        counted: what lies on the table, in words.
        recorded: what the record has, in words.
        rule: the rule that has them equal.
    """

    seat: str
    unit: str
    card: str
    counted: str
    recorded: str
    rule: str


FACTS: tuple[type[Fact], ...] = (
    CardsFlipped,
    CardSetAside,
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
    ContestPlaced,
    CountDiffered,
)
"""All facts of this game, beside the common ones."""
