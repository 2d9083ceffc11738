"""What a player owes, or is offered, in a match of Wondervale: one class for each."""

from collections import Counter

from msgspec import field

from referee.english import counted
from referee.obligation import Obligation


class Owed(Obligation):
    """What waits until somebody does it, or passes on it."""

    @property
    def source(self) -> str:
        """What it is declined by: a fallen unit, or the verb of an ability."""
        return self.task


# -- what waits until somebody does it, and lies in the state -----------------------------------


class ExtraCards(Owed, tag="extra", kw_only=True):
    """One card for each hand that the opponent drew anew (WV-3.3)."""

    count: int

    @property
    def source(self) -> str:
        return "mulligan"

    def text(self) -> str:
        return f"draw up to {counted(self.count, 'extra card')}"


class EnterBattle(Owed, tag="enter", kw_only=True):
    """The defender chooses which of these units enters battle (WV-7.4)."""

    units: list[str]

    def text(self) -> str:
        return f"choose which unit enters battle ({', '.join(self.units)})"


class RollDice(Owed, tag="roll", kw_only=True):
    """The dice of an attack on this unit, which was declared before (WV-7.7)."""

    target: str

    def text(self) -> str:
        return f"roll for the attack on {self.target}"


class DrawCard(Owed, tag="draw", kw_only=True):
    """One card that may be drawn, for a fallen unit (WV-7.13) or for a picked card (WV-8.4)."""

    unit: str = ""  # the fallen unit; empty for a picked card

    @property
    def source(self) -> str:
        return self.unit or "picked"

    def text(self) -> str:
        return f"draw a card for {self.unit or 'the one that was picked'}"


class TakeBack(Owed, tag="reclaim", kw_only=True):
    """Tribe cards of a fallen unit that may come back to hand (WV-7.12)."""

    unit: str  # the fallen unit
    count: int  # how many may be taken, those taken included
    cards: list[str]  # the tribe cards that it had
    # those that were taken. Where a card may have been of several units, whose it was is settled
    # anew with each card.
    taken: list[str] = field(default_factory=list)

    @property
    def source(self) -> str:
        return self.unit

    def text(self) -> str:
        left = self.count - len(self.taken)
        rest = dict.fromkeys((Counter(self.cards) - Counter(self.taken)).elements())
        return f"take back up to {counted(left, 'tribe card')} of {self.unit} ({', '.join(rest)})"


class Ability(Owed, kw_only=True):
    """What the tribe of the winning unit does (section 8)."""

    card: str  # the winning unit's topmost card


class Duneward(Ability, tag="duneward"):
    """WV-8.1."""

    def text(self) -> str:
        return "sift: draw a card, then discard one (Duneward)"


class Juryn(Ability, tag="juryn"):
    """WV-8.2."""

    @property
    def source(self) -> str:
        return "exchange"

    def text(self) -> str:
        return "exchange two tribe cards, or replace one from hand (Juryn)"


class Verdari(Ability, tag="verdari"):
    """WV-8.3."""

    @property
    def source(self) -> str:
        return "graft"

    def text(self) -> str:
        return "graft a tribe card, or draw a card if there is none (Verdari)"


class Aegaryn(Ability, tag="aegaryn"):
    """WV-8.4."""

    @property
    def source(self) -> str:
        return "pick"

    def text(self) -> str:
        return "pick a card of the opponent's hand (Aegaryn)"


class Abyssal(Ability, tag="abyssal", kw_only=True):
    """WV-8.6, against one of these units."""

    units: list[str]

    def text(self) -> str:
        return f"drown a unit (Abyssal; {', '.join(self.units)})"


Due = (
    ExtraCards
    | EnterBattle
    | RollDice
    | DrawCard
    | TakeBack
    | Duneward
    | Juryn
    | Verdari
    | Aegaryn
    | Abyssal
)
"""All that may lie in the state."""


# -- the steps of the set-up and of a turn, which follow from the state -------------------------


class SetHealth(Obligation, tag="set health"):
    """WV-2.1."""

    def text(self) -> str:
        return "set the Champions' health"


class FirstTurnRoll(Obligation, tag="roll for the first turn"):
    """WV-3.4."""

    def text(self) -> str:
        return "roll for the first turn"


class DrawCards(Obligation, tag="draw", kw_only=True):
    """The opening hand (WV-3.1), or the draw of the turn (WV-4.3)."""

    count: int

    def text(self) -> str:
        return f"draw {counted(self.count, 'card')}"


class DiscardDown(Obligation, tag="discard down", kw_only=True):
    """What is in hand above the limit (WV-4.7)."""

    count: int

    def text(self) -> str:
        return f"discard {counted(self.count, 'card')} before the turn ends"
