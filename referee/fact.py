"""What followed from an entry. Facts explain, narrate and feed statistics; nobody folds them.

Each type becomes one table of the log, with these fields as its columns. A game uses the
common types where they fit and may bring types of its own.
"""

from typing import Literal

from msgspec import Struct

from events.event import kebab


class Fact(Struct, frozen=True, gc=False, tag_field="fact", tag=kebab):
    """Something that follows from an entry by the rules."""


class Term(Struct, frozen=True, gc=False):
    """One term of a total: what it is, its value, and the rule that adds it.

    The term of a die that was thrown for the total is labelled ``die``; the label of cards that
    were flipped for it begins with ``cards``.
    """

    label: str
    value: int
    rule: str


class DieRolled(Fact, frozen=True):
    """A die fell.

    Args:
        seat: who threw it.
        sides: how many sides it has.
        value: what it shows.
        purpose: what it was thrown for.
        faces: what its sides show, where that need not be 1 up to their number; else empty.
    """

    seat: str
    sides: int
    value: int
    purpose: str
    faces: tuple[int, ...] = ()


class TotalsCompared(Fact, frozen=True):
    """Two totals were compared.

    Args:
        kind: what the contest was.
        seat: the attacking player.
        card: the attacking card.
        terms: the attacker's total, itemised.
        total: the attacker's total.
        other_seat: the defending player.
        other_card: the defending card, or the game's name for what else defends.
        other_terms: the defender's total, itemised.
        other_total: the defender's total.
        winner: the seat with the higher total; empty for a tie.
        rule: the rule that compares them.
    """

    kind: str
    seat: str
    card: str
    terms: tuple[Term, ...]
    total: int
    other_seat: str
    other_card: str
    other_terms: tuple[Term, ...]
    other_total: int
    winner: str
    rule: str


class DamageDealt(Fact, frozen=True):
    """Damage was dealt.

    Args:
        seat: who dealt it; empty where a rule did.
        source: the card that dealt it, or the rule's name for it.
        other_seat: who took it, with a unit or directly.
        target: the unit, or the game's name for what else took it.
        card: the card that took it (a unit's topmost); as ``target`` where it was no unit.
        amount: how much.
        left: health left, never below 0.
        cause: in the game's words: combat, counterattack, ability, empty deck …
        rule: the rule that deals it.
    """

    seat: str
    source: str
    other_seat: str
    target: str
    card: str
    amount: int
    left: int
    cause: str
    rule: str


class UnitDefeated(Fact, frozen=True):
    """A unit was defeated; ``by`` is the seat that is credited, or empty."""

    seat: str
    unit: str
    card: str
    by: str
    rule: str


class ScoreChanged(Fact, frozen=True):
    """What decides the match changed, or was set: health, points, wounds.

    Args:
        seat: whose it is; a side where the whole side has one score.
        measure: what is counted, such as health or points.
        value: what it is now.
    """

    seat: str
    measure: str
    value: int


class CardsDrawn(Fact, frozen=True):
    """Cards were drawn unseen, by the rule named."""

    seat: str
    count: int
    rule: str


class CardMoved(Fact, frozen=True):
    """A card that all can see went from one place to another."""

    seat: str
    card: str
    source: str
    target: str
    rule: str


class DeckRebuilt(Fact, frozen=True):
    """A pile was shuffled into a new deck of so many cards."""

    seat: str
    count: int
    rule: str


class HandKept(Fact, frozen=True):
    """A player kept an opening hand with so many copies of a card (REF-2.2)."""

    seat: str
    card: str
    copies: int


class HandReturned(Fact, frozen=True):
    """A player returned an opening hand with so many copies of a card, for another.

    Args:
        seat: who did.
        card: the card.
        copies: how many copies of it.
        rule: the rule that lets it.
    """

    seat: str
    card: str
    copies: int
    rule: str


class HandShown(Fact, frozen=True):
    """A player showed a hand with so many copies of a card (REF-2.3).

    Args:
        seat: who did.
        card: the card.
        copies: how many copies of it.
        over: whether the match was over.
    """

    seat: str
    card: str
    copies: int
    over: bool


class CardsSeen(Fact, frozen=True):
    """Hidden cards were looked at by one, or shown to all; a game says which of its own do so.

    Args:
        seat: who looked.
        zone: where they lie.
        count: how many.
        cards: their names by a comma, where all saw them.
    """

    seat: str
    zone: str
    count: int
    cards: str


class UnitEntered(Fact, frozen=True):
    """A unit came to, or moved on, the battlefield: laid, upgraded, promoted, swapped …"""

    seat: str
    unit: str
    card: str
    how: str
    rule: str


class UnitsReadied(Fact, frozen=True):
    """So many of a player's units became ready."""

    seat: str
    count: int
    rule: str


class AbilityUsed(Fact, frozen=True):
    """A card's ability happened."""

    seat: str
    card: str
    ability: str
    rule: str


class TurnBegan(Fact, frozen=True):
    """A turn began, counted from 1 over all players; ``seat`` is empty where all share it."""

    seat: str
    turn: int


class TurnEnded(Fact, frozen=True):
    """A turn ended."""

    seat: str
    turn: int


class FirstPlayer(Fact, frozen=True):
    """Who goes first."""

    seat: str
    rule: str


class DepthChanged(Fact, frozen=True):
    """How much is told of the match from here.

    Args:
        seat: who said so; empty for a judge, and for the opening.
        depth: result, life, key-plays or full.
    """

    seat: str
    depth: str


class StateRepaired(Fact, frozen=True):
    """A judge's primitive repair: what, of which target, to which value."""

    what: str
    target: str
    value: str


class SideLeft(Fact, frozen=True):
    """A side is out of the match, which goes on without it."""

    side: str
    how: str
    rule: str


Ending = Literal["won", "shared", "draw", "all lost", "no result"]
"""With what result a match ended: won by one side, shared by several, drawn, lost by all …"""


class MatchEnded(Fact, frozen=True):
    """The match is over.

    Args:
        winners: the sides that won; empty where none did.
        result: won by one side, shared by several, a draw, lost by all, or no result.
        how: how it ended.
        rule: the rule that ends it.
    """

    winners: tuple[str, ...]
    result: Ending
    how: str
    rule: str


FACTS: tuple[type[Fact], ...] = (
    DieRolled,
    TotalsCompared,
    DamageDealt,
    UnitDefeated,
    ScoreChanged,
    CardsDrawn,
    CardMoved,
    DeckRebuilt,
    HandKept,
    HandReturned,
    HandShown,
    UnitEntered,
    UnitsReadied,
    AbilityUsed,
    TurnBegan,
    TurnEnded,
    FirstPlayer,
    DepthChanged,
    StateRepaired,
    SideLeft,
    MatchEnded,
)
"""The fact types that all games share."""
