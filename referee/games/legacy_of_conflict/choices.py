"""The choice that only this game offers: two cards turned over from a deck."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.choice import SHOWN, Choice
from referee.pad import CardPad

if TYPE_CHECKING:
    from random import Random


class Flip(Choice, frozen=True, tag="flip"):
    """Two different cards turned over one after the other, written as one word."""

    first: tuple[str, ...]  # the cards that may be first
    second: tuple[str, ...]  # the cards that may be second; never the same as the first
    sep: str  # what stands between them
    # all cards of such a deck: what views offer instead, so that nobody reads from an option which
    # cards were seen; empty where the players may know that
    deck: tuple[str, ...] = ()
    later: ClassVar[bool] = True

    def decide(self, chance: "Random") -> str:
        one = chance.choice(self.first)
        return one + self.sep + chance.choice([card for card in self.second if card != one])

    def allows(self, value: Any) -> bool:
        if not isinstance(value, str):
            return False
        one, _, two = value.partition(self.sep)
        return one in self.first and two in self.second and one != two

    def described(self, most: int = SHOWN) -> str:
        one, two = next((a, b) for a in self.first for b in self.second if a != b)
        return f"two cards, such as {one}{self.sep}{two}"

    def names(self) -> Sequence[str]:
        return [one + self.sep + two for one in self.first for two in self.second if one != two]

    def fits(self, text: str) -> bool:
        return self.sep in text and super().fits(text)

    def pad(self) -> CardPad:
        return CardPad((self.first, self.second), self.sep)

    def mark(self) -> str:
        return self.sep

    def public(self) -> "Flip":
        return Flip(self.deck, self.deck, self.sep) if self.deck else self

    def veiled(self) -> bool:
        return bool(self.deck)
