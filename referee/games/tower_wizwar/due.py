"""What a wizard owes, or is offered, in a match of Tower-WizWar: one class for each.

All of it is read from the table when it is asked for; none of it is kept in the state.
"""

from events.notation.words import quote
from referee.english import listed
from referee.obligation import Obligation
from referee.parts.effects.pending import EffectDue
from referee.parts.effects.schema import Effect, Mode, word_of


class DrawASet(Obligation):
    """A set of the entrance is to be drawn (TW-10.4)."""

    def text(self) -> str:
        return "draw a set of five"


class PlayOfSet(Obligation):
    """A celestial or orbital of the set is to be played (TW-10.8)."""

    def text(self) -> str:
        return "play a celestial or an orbital of the set"


class DrawUp(Obligation):
    """Spells are to be drawn; ``place`` is the hand or the pool."""

    count: int = 0
    place: str = "hand"

    def text(self) -> str:
        spells = "spell" if self.count == 1 else "spells"
        return f"draw {self.count} {spells} into the {self.place}"


class Shed(Obligation):
    """Cards are to be discarded from the hand or the pool (TW-11.2, 11.11)."""

    count: int = 0
    place: str = "hand"

    def text(self) -> str:
        cards = "card" if self.count == 1 else "cards"
        return f"discard {self.count} {cards} of the {self.place}"


class DraftFive(Obligation):
    """A wizard in retreat drafts (TW-18.8), or one that may not do without (TW-11.6, I 28)."""

    either: bool = False  # whether the draft may also be the tower's

    def text(self) -> str:
        full = "draw five, discard two of them"
        return f"{full}, or draft by the tower" if self.either else full


class CarryOutOrbital(Obligation):
    """An orbital is to be used (TW-11.9)."""

    orbitals: tuple[str, ...] = ()

    def text(self) -> str:
        return f"use an orbital: {listed(self.orbitals)}"


class PlayFront(Obligation):
    """A card of the front is to be played (TW-11.13)."""

    def text(self) -> str:
        return "play a card of the front"


class SayBlock(Obligation):
    """Whether an attack is blocked is to be said (TW-15.8)."""

    target: str = ""

    def text(self) -> str:
        return f"block the attack on {quote(self.target)}, or not"


class SayOrder(Obligation):
    """The order of cards of equal Might is to be said (TW-15.16)."""

    cards: tuple[str, ...] = ()

    def text(self) -> str:
        return f"say the order of {listed(self.cards)}"


class AnswerCast(Obligation):
    """An ally accepts a cast into its map, or rebukes it (TW-18.11)."""

    card: str = ""

    def text(self) -> str:
        return f"accept or rebuke {quote(self.card)}"


def rule_of(trigger: str, effect: Effect | None = None) -> str:
    """The rule by which an effect is due that is described (TW-19.13): where it demands a forfeit,
    of a celestial, of a loss, of any other."""
    if effect is not None and _demands_forfeit(effect):
        return "TW-17.8"
    own = {"celestial": "TW-13.6", "on loss": "TW-17.11", "loses": "TW-17.12"}
    return own.get(trigger, "TW-19.9")


def _demands_forfeit(effect: Effect) -> bool:
    """Whether a text calls for a forfeit, perhaps as the alternative to a price."""
    ways: tuple[Effect | Mode, ...] = (effect, *effect.modes)
    return any(word_of(type(step)) == "forfeit" for way in ways for step in way.steps)


class DoEffect(EffectDue):
    """An effect is still to be logged (TW-19.13)."""

    def text(self) -> str:
        by = f" ({self.trigger})" if self.trigger else ""
        return f"say what {quote(self.source)} did{by}"


Due = (
    DrawASet
    | PlayOfSet
    | DrawUp
    | Shed
    | DraftFive
    | CarryOutOrbital
    | PlayFront
    | SayBlock
    | SayOrder
    | AnswerCast
    | DoEffect
)
"""What a wizard owes, beside what all games share."""
