"""What fields of Tower-WizWar's options may hold, beside what any game may need."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from referee.choice import Choice, OneOf, Some
from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL, SPELL
from referee.pad import Pile

if TYPE_CHECKING:
    from random import Random


class Drawn(Choice, frozen=True, tag="drawn"):
    """The backs of a draw, one by one until the last spell that is due; of a set, five of any."""

    deck: dict[str, int]  # how many cards of each back the deck holds
    spells: int = 0  # how many spells are due; 0 for a set
    size: int = 0  # how many cards are a set; 0 for a draw
    first: bool = False  # whether the top card has to be a spell (TW-10.1)
    discard: int = 0  # how many spells a new deck would have
    fewest: int = -1  # how few spells may be drawn, where that is a choice; else below 0
    later = True

    def decide(self, chance: "Random") -> Any:
        left, again = dict(self.deck), self.discard
        due = self.spells
        if self.fewest >= 0:
            due = chance.randint(self.fewest, self.spells)
        found: list[str] = []
        while len(found) < self.size if self.size else found.count(SPELL) < due:
            kinds = [back for back, count in left.items() if count]
            if not kinds and again:
                left, again = {SPELL: again}, 0
                continue
            if not kinds:
                break
            if self.first and not found and left.get(SPELL):
                kinds = [SPELL]
            back = chance.choices(kinds, [left[each] for each in kinds])[0]
            left[back] -= 1
            found.append(back)
        if self.size:
            usual = found == [SPELL] * self.size
        else:
            usual = found == [SPELL] * min(self.spells, len(found)) and due == self.spells
        return UNSET if usual and found else tuple(found)

    def usual(self) -> list[str]:
        """Such a draw with as few cards as can be, spells first."""
        have = self.deck.get(SPELL, 0)
        if self.spells <= have:
            return [SPELL] * self.spells
        others = [back for back in (CELESTIAL, ORBITAL) for _ in range(self.deck.get(back, 0))]
        return [*[SPELL] * have, *others, *[SPELL] * min(self.discard, self.spells - have)]

    def allows(self, value: Any) -> bool:
        if value is UNSET:
            return True
        if not isinstance(value, tuple | list):
            return False
        if not value:
            return True
        if self.size:
            return len(value) == self.size and self._there(value)
        spells = sum(back == SPELL for back in value)
        left = self.deck.get(SPELL, 0) + self.discard
        fewest = self.fewest if self.fewest >= 0 else min(self.spells, left)
        return fewest <= spells <= self.spells and self._there(value)

    def _there(self, value: Sequence[str]) -> bool:
        return all(value.count(back) <= self.deck.get(back, 0) for back in (CELESTIAL, ORBITAL))

    def described(self, most: int = 8) -> str:
        if self.size:
            return f"{self.size} backs, left to right"
        words = "spell has" if self.spells == 1 else "spells have"
        return f"the backs until {self.spells} {words} come"

    def pile(self) -> Pile:
        if self.size:
            return Pile.of(self.deck, self.size, self.size, ordered=True)
        spells = self.deck.get(SPELL, 0) + self.discard
        there = {**self.deck, SPELL: min(self.spells, spells)}
        least = self.fewest if self.fewest >= 0 else there[SPELL]
        return Pile.of(there, least, sum(there.values()), ordered=True)

    def fits(self, text: str) -> bool:
        back = text.partition("*")[0]
        return bool(back) and any(kind.startswith(back) for kind in (SPELL, CELESTIAL, ORBITAL))


class Mixed(OneOf, frozen=True, tag="mixed"):
    """A set of the entrance in which a card is no spell: one of these values for chance, and any
    other for people.
    """

    deck: dict[str, int] = {}  # how many cards of each back the deck holds
    first: bool = False  # whether the top card has to be a spell (TW-10.1)
    # how many of the set are spells, where their spellbooks are said; else below 0
    spells: int = -1

    def allows(self, value: Any) -> bool:
        if not isinstance(value, tuple | list) or len(value) != len(self.values[0]):
            return False
        spells = sum(back == SPELL for back in value)
        if spells == len(value) or self.spells not in (-1, spells):
            return False
        if self.first and value[0] != SPELL:
            return False
        return all(value.count(back) <= count for back, count in self.deck.items())

    def described(self, most: int = 8) -> str:
        return f"{len(self.values[0])} backs, left to right"

    def only(self) -> tuple[Any] | None:
        return None

    def pile(self) -> Pile:
        size = len(self.values[0])
        return Pile.of(self.deck, size, size, ordered=True)


class Mana(Some, frozen=True, tag="mana"):
    """Cards of a pool that pay; whether all may be there together, hangs on what is cast too."""

    besides: str = ""  # what may be said instead of their names (TW-20.10)

    def decide(self, chance: "Random") -> list[str]:
        """Of a pool that is paid out nearly whole few draws may be there together: every other
        time those that may."""
        return [*self.such] if self.such and chance.random() < 0.5 else super().decide(chance)

    def described(self, most: int = 8) -> str:
        return super().described(most) + self.besides

    def several(self) -> bool:
        return True


class Books(Choice, frozen=True, tag="books"):
    """The spellbooks of so many spells, in their order."""

    there: dict[str, int]  # how many spells of each there are
    count: int  # how many are said

    def decide(self, chance: "Random") -> Any:
        found = Some(self.there, self.count, self.count).decide(chance)
        chance.shuffle(found)
        return found

    def allows(self, value: Any) -> bool:
        return Some(self.there, self.count, self.count).allows(value)

    def allows_default(self, default: Any) -> bool:
        return len(self.there) == 1 or sum(self.there.values()) == self.count  # there is one way

    def described(self, most: int = 8) -> str:
        return f"{self.count} of {', '.join(self.there)}"

    def names(self) -> Sequence[str]:
        return list(self.there)

    def pile(self) -> Pile:
        return Pile.of(self.there, self.count, self.count, ordered=True)

    def several(self) -> bool:
        return True


class Groups(Choice, frozen=True, tag="groups"):
    """Cards of a group: any of these together, at most so many, the first of them among some."""

    first: tuple[str, ...]  # of which the first is one
    others: tuple[str, ...]  # what may be with it
    most: int = 5  # how many there may be in all

    def decide(self, chance: "Random") -> list[str]:
        found = [chance.choice(self.first)]
        able = [each for each in self.others if each not in found]
        chance.shuffle(able)
        count = chance.choice((0, len(able), chance.randint(0, len(able))))
        return found + able[: min(count, self.most - 1)]

    def allows(self, value: Any) -> bool:
        if not isinstance(value, tuple | list) or not 1 <= len(value) <= self.most:
            return False
        if len(set(value)) < len(value) or value[0] not in self.first:
            return False
        return all(each in self.first or each in self.others for each in value[1:])

    def described(self, most: int = 8) -> str:
        able = dict.fromkeys((*self.first, *self.others))
        upto = min(self.most, len(able))
        count = "1" if upto == 1 else f"1 to {upto}"
        return f"{count} of {', '.join(list(able)[:most])}"

    def names(self) -> Sequence[str]:
        return list(dict.fromkeys((*self.first, *self.others)))

    def pile(self) -> Pile:
        return Pile.of(dict.fromkeys(self.names(), 1), 1, self.most, ordered=True)

    def several(self) -> bool:
        return True


def counted(cards: Mapping[str, int]) -> list[str]:
    """The cards one by one, those with more copies more often."""
    return [name for name, count in cards.items() for _ in range(count)]
