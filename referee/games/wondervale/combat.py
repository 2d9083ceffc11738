"""What units add to their dice, and how totals are compared (WV-7.7 to 7.9, 9.3)."""

from collections.abc import Sequence

from msgspec import Struct

from events.event import RolledPair
from referee.fact import DieRolled, Term, TotalsCompared
from referee.games.wondervale.catalog import Cards, Modifiers, modifiers
from referee.games.wondervale.state import Side, Unit, WvTable


class Combat(Struct, frozen=True, gc=False):
    """A unit of one side attacks one of the other; what they add to their dice (WV-7.8, 7.9)."""

    side: Side
    attacker: Unit
    enemy: Side
    target: Unit
    own: Modifiers
    other: Modifiers

    @property
    def edge(self) -> int:
        """The attacker's sum less the defender's."""
        return self.own.total - self.other.total


class Fighter(Struct, frozen=True, gc=False):
    """One side of a contest: a seat, the card that fights, and what it adds to the die."""

    seat: str
    card: str
    adds: Modifiers


class Contest(Struct, frozen=True, gc=False):
    """A contest of totals: its name, the rule that compares them, and the two who fight it."""

    kind: str
    rule: str
    own: Fighter
    other: Fighter


def meet(cards: Cards, side: Side, attacker: Unit, enemy: Side, target: Unit) -> Combat:
    """The combat of two units, with their modifiers."""
    card = cards.character[attacker.cards[-1]]
    foe = cards.character[target.cards[-1]]
    own = cards.attacking[card.name, foe.tribe]
    if own.stack != len(attacker.cards):
        own = modifiers(card, len(attacker.cards), foe.tribe, "offense")
    other = cards.defending[foe.name, card.tribe]
    if other.stack != len(target.cards):
        other = modifiers(foe, len(target.cards), card.tribe, "defense")
    return Combat(side, attacker, enemy, target, own, other)


def require_settled(t: WvTable, rolls: Sequence[RolledPair], edge: int, rule: str) -> None:
    """Every tied pair is followed by another, every other pair is the last (WV-7.7, WV-I 9)."""
    last = len(rolls)
    for number, (own, other) in enumerate(rolls, 1):
        tied = own + edge == other
        if tied and number == last:
            t.forbid(
                rule,
                "throw {number}, {own} to {other}, is a tie: the totals are equal",
                number=number,
                own=own,
                other=other,
                legal="throw again, and log that throw behind the tie",
            )
        if not tied and number < last:
            t.forbid(
                rule,
                "throw {number}, {own} to {other}, is not a tie, but another follows it",
                number=number,
                own=own,
                other=other,
            )


def compare(t: WvTable, contest: Contest, rolls: Sequence[RolledPair]) -> int:
    """Report every pair of totals; returns the last difference."""
    kind, own, other = contest.kind, contest.own, contest.other
    terms, other_terms = own.adds.terms, other.adds.terms
    difference = 0
    for mine, theirs in rolls:
        t.fact(DieRolled(own.seat, 6, mine, kind))
        t.fact(DieRolled(other.seat, 6, theirs, kind))
        total, other_total = mine + own.adds.total, theirs + other.adds.total
        difference = total - other_total
        t.fact(
            TotalsCompared(
                kind,
                own.seat,
                own.card,
                (Term("die", mine, terms[0].rule), *terms),
                total,
                other.seat,
                other.card,
                (Term("die", theirs, other_terms[0].rule), *other_terms),
                other_total,
                own.seat if difference > 0 else other.seat if difference < 0 else "",
                contest.rule,
            )
        )
    return difference
