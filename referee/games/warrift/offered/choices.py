"""What fields of WarRift's options may hold, beside what any game may need."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.choice import Choice, OneOf, Some
from referee.pad import DicePad, Pad, Pile

if TYPE_CHECKING:
    from random import Random


class Faces(Choice, frozen=True, tag="faces"):
    """WarRift dice, as they fall."""

    faces: tuple[int, ...]  # what a die can show
    count: int  # how many are thrown
    later = True

    def decide(self, chance: "Random") -> list[int]:
        return [chance.choice(self.faces) for _ in range(self.count)]

    def allows(self, value: Any) -> bool:
        return (
            isinstance(value, tuple | list)
            and len(value) == self.count
            and all(die in self.faces for die in value)
        )

    def described(self, most: int = 8) -> str:
        shown = ", ".join(map(str, self.faces))
        return f"{self.count} dice, each {shown}"

    def fits(self, text: str) -> bool:
        return text.lstrip("-").isdecimal()

    def pad(self) -> Pad:
        faces = tuple(dict.fromkeys(self.faces))
        return DicePad(len(self.faces), self.count, faces=faces, shape="throw")


class FirstRolls(Choice, frozen=True, tag="first rolls"):
    """A roll of all players, and of those again who tie for the highest (WR-3.14)."""

    seats: tuple[str, ...]
    faces: tuple[int, ...]
    later = True

    def decide(self, chance: "Random") -> list[list[Any]]:
        rolling = list(self.seats)
        rolls: list[list[Any]] = []
        while len(rolling) > 1 or not rolls:
            now = {seat: chance.choice(self.faces) for seat in rolling}
            rolls += [[seat, die] for seat, die in now.items()]
            rolling = [seat for seat in rolling if now[seat] == max(now.values())]
        return rolls

    def allows(self, value: Any) -> bool:
        if not isinstance(value, tuple | list):
            return False
        rolling, left = list(self.seats), [tuple(each) for each in value]
        while len(rolling) > 1:
            now = dict(left[: len(rolling)])
            if set(now) != set(rolling) or not set(now.values()) <= set(self.faces):
                return False
            left = left[len(rolling) :]
            rolling = [seat for seat in rolling if now[seat] == max(now.values())]
        return not left

    def described(self, most: int = 8) -> str:
        return f"a roll of each, such as {self.seats[0]}:{self.faces[-1]}; ties again"

    def fits(self, text: str) -> bool:
        return ":" in text

    def pad(self) -> Pad:
        faces = tuple(dict.fromkeys(self.faces))
        sides = len(self.faces)
        return DicePad(sides, seats=self.seats, faces=faces, ties=True, shape="seated")


class Targets(OneOf, frozen=True, tag="targets"):
    """The parts of an attack; one that takes the whole of it needs no amount."""

    def allows(self, value: Any) -> bool:
        if not isinstance(value, tuple | list):
            return False
        parts = [tuple(part) for part in value if isinstance(part, tuple | list)]
        whole = [part[:1] if part[1:] == (None,) else part for part in parts]
        return len(parts) == len(value) and super().allows(whole)


class Order(Choice, frozen=True, tag="order"):
    """Cards of a multiset one after another, so many of them."""

    cards: dict[str, int]
    count: int

    def decide(self, chance: "Random") -> list[str]:
        found: list[str] = Some(self.cards, self.count, self.count).decide(chance)
        return found

    def allows(self, value: Any) -> bool:
        return Some(self.cards, self.count, self.count).allows(value)

    def described(self, most: int = 8) -> str:
        return Some(self.cards, self.count, self.count).described(most)

    def names(self) -> Sequence[str]:
        return list(self.cards)

    def pile(self) -> Pile:
        return Pile.of(self.cards, self.count, self.count, ordered=True)

    def several(self) -> bool:
        return self.count > 1
