"""The choice that only this game offers: a die that goes round until it settles the health."""

from typing import TYPE_CHECKING, Any, ClassVar

from referee.choice import SHOWN, Choice
from referee.pad import DicePad

if TYPE_CHECKING:
    from random import Random


class Relay(Choice, frozen=True, tag="relay"):
    """Single dice thrown by the seats in turn until one shows at least ``least`` (WV-2.4)."""

    sides: int
    seats: tuple[str, ...]
    least: int
    later: ClassVar[bool] = True

    def decide(self, chance: "Random") -> list[tuple[str, int]]:
        thrown = [(self.seats[0], chance.randint(1, self.sides))]
        while thrown[-1][1] < self.least:
            seat = self.seats[len(thrown) % len(self.seats)]
            thrown.append((seat, chance.randint(1, self.sides)))
        return thrown

    def allows(self, value: Any) -> bool:
        if not isinstance(value, tuple | list) or not value:
            return False
        settled = range(self.least, self.sides + 1)
        for number, each in enumerate(value, 1):
            if not isinstance(each, tuple | list) or len(each) != 2:
                return False
            seat, die = each
            faces = settled if number == len(value) else range(1, self.least)
            if seat != self.seats[(number - 1) % len(self.seats)] or die not in faces:
                return False
        return True

    def described(self, most: int = SHOWN) -> str:
        return f"dice such as {self.seats[0]}:{self.sides}, on until {self.least} or more"

    def names(self) -> tuple[str, ...]:
        return self.seats

    def fits(self, text: str) -> bool:
        return ":" in text

    def pad(self) -> DicePad:
        again = tuple((face,) for face in range(1, self.least))
        return DicePad(self.sides, 1, again, self.seats, shape="seated")
