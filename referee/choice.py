"""What one field of an option may hold, and all that is asked about it, each kind in one class.

A choice is decided by chance, typed at the table, checked, described in a few words, and made
into buttons and pads by pages. All of that is said by its own methods, so that a new kind is one
class, in the game that needs it; nothing takes choices apart. The kinds here are those that any
game may need.

A value is plain, as JSON has it: text, numbers, yes or no, sequences of these.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard

from msgspec import UNSET, Struct
from msgspec.structs import replace

from events.notation.words import offered, quote
from events.outcome import Nothing
from referee.pad import DicePad, LengthPad, Pad, Pile

if TYPE_CHECKING:
    from random import Random

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_TENTHS = re.compile(r"[0-9]{1,9}(\.[0-9])?")
_PAIR = re.compile(r"[0-9]+-[0-9]+")

SHOWN = 8
"""How many candidates a description names."""


# -- what every choice answers -----------------------------------------------------------------


class Question(Struct, frozen=True):
    """What is asked next of fields that are decided together."""

    title: str  # what is decided, in a few words
    choice: "Choice"  # what it may be


class Choice(Struct, frozen=True, tag_field="type"):
    """What a field may hold. A kind of choice is a subclass with a tag of its own.

    Each kind has to answer :meth:`decide`, :meth:`allows` and :meth:`described`; what else it
    answers differently from most, it overrides. Whatever it decides, it allows.
    """

    later: ClassVar[bool] = False
    """Whether it may be logged later, as dice and cards may that are not thrown yet."""

    def decide(self, chance: "Random") -> Any:
        """A value by chance; ``UNSET`` where the field is left out."""
        raise NotImplementedError

    def allows(self, value: Any) -> bool:
        """Whether the field may hold a value, whatever its type."""
        raise NotImplementedError

    def described(self, most: int = SHOWN) -> str:
        """The choice in a few words, which name so many candidates."""
        raise NotImplementedError

    def names(self) -> Sequence[str]:
        """The names that may be typed for it."""
        return ()

    def fits(self, text: str) -> bool:
        """Whether a text looks like such a value, or one of several; names may be cut short."""
        return bool(text and offered(text, self.names()))

    def allows_default(self, default: Any) -> bool:
        """Whether the field may be left at its default."""
        return self.later or self.allows(default)

    def only(self) -> tuple[Any] | None:
        """The one value that it can have, wrapped; None where there are several."""
        return None

    def listed(self) -> Sequence[Any] | None:
        """Its values one by one; None where it has no list of them."""
        return None

    def span(self) -> tuple[float, float] | None:
        """The least and the most of a distance, in mm; None where it is none."""
        return None

    def pad(self) -> Pad | None:
        """What a page offers for something physical; None where there is nothing to throw."""
        return None

    def bounds(self) -> tuple[int, int] | None:
        """The least and the most of a whole number; None where it is none."""
        return None

    def pile(self) -> Pile | None:
        """The things of which several are taken one by one; None where it takes none so."""
        return None

    def together(self) -> Sequence[Mapping[str, Any]] | None:
        """All that this field and those that are decided with it may hold, each a value for every
        one of them that is said; None where they are not decided together, or are too many."""
        return None

    def whole(self) -> bool:
        """Whether each of these was asked about as a whole entry."""
        return False

    def asked(self, answers: Sequence[Any]) -> "Question | Mapping[str, Any] | None":
        """What is asked next of this field and those that are decided with it, or what they hold
        once all is answered; None where they are not asked so.

        Args:
            answers: what was answered so far, as JSON has it.

        Raises:
            Violation: what was answered is not possible together.
            LookupError: it was not to choose from.
        """
        return None

    def mark(self) -> str:
        """What stands between two words that are one value, and may be typed apart."""
        return ""

    def several(self) -> bool:
        """Whether it takes several things that may be possible one by one, and not together."""
        return False

    def public(self) -> "Choice":
        """The choice as views show it, without what only the referee remembers."""
        return self

    def veiled(self) -> bool:
        """Whether views show more than can be, so that nobody reads from it what was seen."""
        return False


# -- the kinds that any game may need ----------------------------------------------------------


class Fixed(Choice, frozen=True, tag="fixed"):
    """The field can only be this."""

    value: Any

    def decide(self, chance: "Random") -> Any:
        return self.value

    def allows(self, value: Any) -> bool:
        return bool(_as_tuples(value) == _as_tuples(self.value))

    def described(self, most: int = SHOWN) -> str:
        return ", ".join(map(_part, _many(self.value))) or "none"

    def names(self) -> Sequence[str]:
        return _names_in(self.value)

    def fits(self, text: str) -> bool:
        return text in _plain_parts([self.value]) or super().fits(text)

    def only(self) -> tuple[Any]:
        return (self.value,)

    def listed(self) -> Sequence[Any]:
        return (self.value,)

    def span(self) -> tuple[float, float] | None:
        return (self.value, self.value) if isinstance(self.value, float) else None


class OneOf(Choice, frozen=True, tag="one of"):
    """One of these values."""

    values: tuple[Any, ...]

    def decide(self, chance: "Random") -> Any:
        return chance.choice(self.values)

    def allows(self, value: Any) -> bool:
        return _as_tuples(value) in map(_as_tuples, self.values)

    def described(self, most: int = SHOWN) -> str:
        return _in_words([_word(value) for value in dict.fromkeys(self.values)], most)

    def names(self) -> Sequence[str]:
        return [name for value in self.values for name in _names_in(value)]

    def fits(self, text: str) -> bool:
        return text in _plain_parts(self.values) or super().fits(text)

    def only(self) -> tuple[Any] | None:
        return (self.values[0],) if len(set(self.values)) == 1 else None

    def listed(self) -> Sequence[Any]:
        return self.values


class Some(Choice, frozen=True, tag="some", omit_defaults=True):
    """Several cards out of a multiset, each at most as often as it is there."""

    cards: dict[str, int]  # the multiset; of a hidden place, what may be there one by one
    least: int  # how many at least
    most: int  # how many at most
    # so many as it takes that may be there together, where the first ones may not
    such: tuple[str, ...] = ()

    @classmethod
    def of_hidden(
        cls,
        cards: Mapping[str, int],
        least: int,
        most: int,
        possible: Callable[[Sequence[str]], bool] | None,
    ) -> "Some":
        """Cards of a hidden place, of which several may be impossible together, as is asked of
        ``possible``; where that is None, none are.

        >>> Some.of_hidden({"Elk": 2, "Owl": 1}, 2, 2, lambda some: some != ("Elk", "Elk")).first()
        ('Elk', 'Owl')
        """
        plain = cls(dict(cards), least, most)
        if not least or possible is None or possible(plain.first()):
            return plain
        found: tuple[str, ...] = ()
        for card in Counter(cards).elements():
            if len(found) < least and possible((*found, card)):
                found += (card,)
        return replace(plain, such=found) if len(found) == least else plain

    def first(self) -> tuple[str, ...]:
        """As few of the cards as will do, which may be there together as far as that was asked."""
        return self.such or tuple(Counter(self.cards).elements())[: self.least]

    def decide(self, chance: "Random") -> list[str]:
        pile = list(Counter(self.cards).elements())
        return chance.sample(pile, chance.randint(self.least, min(self.most, len(pile))))

    def allows(self, value: Any) -> bool:
        if not _is_sequence(value) or not self.least <= len(value) <= self.most:
            return False
        if not all(isinstance(card, str) for card in value):
            return False
        return all(n <= self.cards.get(card, 0) for card, n in Counter(value).items())

    def described(self, most: int = SHOWN) -> str:
        if not self.most:
            return "none"
        count = str(self.least) if self.least == self.most else f"{self.least}-{self.most}"
        shown = [quote(c) if n == 1 else f"{quote(c)}*{n}" for c, n in self.cards.items()]
        return f"{count} of {_in_words(shown, most)}"

    def names(self) -> Sequence[str]:
        return list(self.cards)

    def only(self) -> tuple[Any] | None:
        if self.least != self.most:
            return None
        pile = tuple(Counter(self.cards).elements())
        sure = not self.least or len(self.cards) == 1 or len(pile) == self.least
        return (pile[: self.least],) if sure else None

    def pile(self) -> Pile:
        return Pile.of(self.cards, self.least, self.most)

    def several(self) -> bool:
        return self.most > 1


class Number(Choice, frozen=True, tag="number"):
    """A whole number within bounds."""

    least: int
    most: int

    def decide(self, chance: "Random") -> int:
        return chance.randint(self.least, self.most)

    def allows(self, value: Any) -> bool:
        return _is_whole(value) and self.least <= value <= self.most

    def described(self, most: int = SHOWN) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"

    def fits(self, text: str) -> bool:
        return bool(_WHOLE.fullmatch(text))

    def only(self) -> tuple[Any] | None:
        return (self.least,) if self.least == self.most else None

    def bounds(self) -> tuple[int, int]:
        return self.least, self.most


class Measure(Choice, frozen=True, tag="measure"):
    """Millimetres within bounds, with at most one decimal."""

    least: float
    most: float

    def decide(self, chance: "Random") -> float:
        return chance.randint(ceil(self.least * 10), floor(self.most * 10)) / 10

    def allows(self, value: Any) -> bool:
        if not isinstance(value, float) and not _is_whole(value):
            return False
        return self.least <= value <= self.most and value == round(value, 1)

    def described(self, most: int = SHOWN) -> str:
        if self.least == self.most:
            return f"{self.least:g} mm"
        return f"{self.least:g} to {self.most:g} mm"

    def fits(self, text: str) -> bool:
        return bool(_TENTHS.fullmatch(text))

    def only(self) -> tuple[Any] | None:
        return (self.least,) if self.least == self.most else None

    def span(self) -> tuple[float, float]:
        return self.least, self.most

    def pad(self) -> Pad:
        return LengthPad(self.least, self.most)


class Dice(Choice, frozen=True, tag="dice"):
    """One die, as it falls."""

    sides: int
    later: ClassVar[bool] = True

    def decide(self, chance: "Random") -> int:
        return chance.randint(1, self.sides)

    def allows(self, value: Any) -> bool:
        return _is_whole(value) and 1 <= value <= self.sides

    def described(self, most: int = SHOWN) -> str:
        return f"a die, 1 to {self.sides}"

    def fits(self, text: str) -> bool:
        return bool(_WHOLE.fullmatch(text))

    def pad(self) -> Pad:
        return DicePad(self.sides)


class Contest(Choice, frozen=True, tag="contest"):
    """Pairs of dice, thrown again while ``own + edge`` equals the other die.

    With ``again`` false a tie is not thrown again.
    """

    sides: int
    edge: int = 0
    again: bool = True
    later: ClassVar[bool] = True

    def decide(self, chance: "Random") -> list[tuple[int, int]]:
        pairs = [(chance.randint(1, self.sides), chance.randint(1, self.sides))]
        while self._goes_on(pairs[-1]):
            pairs.append((chance.randint(1, self.sides), chance.randint(1, self.sides)))
        return pairs

    def _goes_on(self, pair: Sequence[int]) -> bool:
        return self.again and pair[0] + self.edge == pair[1]

    def allows(self, value: Any) -> bool:
        if not _is_sequence(value) or not value:
            return False
        faces = range(1, self.sides + 1)
        if not all(
            _is_sequence(pair) and len(pair) == 2 and all(_is_whole(d) and d in faces for d in pair)
            for pair in value
        ):
            return False
        *tied, last = value
        return all(map(self._goes_on, tied)) and not self._goes_on(last)

    def described(self, most: int = SHOWN) -> str:
        tie = "; ties again" if self.again else ""
        return f"dice own-other, such as {self.sides // 2}-{self.sides}{tie}"

    def fits(self, text: str) -> bool:
        return bool(_PAIR.fullmatch(text))

    def pad(self) -> Pad:
        faces = range(1, self.sides + 1)
        ties = tuple((own, own + self.edge) for own in faces if own + self.edge in faces)
        return DicePad(self.sides, 2, ties if self.again else (), shape="throws")


class Perhaps(Choice, frozen=True, tag="perhaps"):
    """The field may be left out, or be this."""

    choice: Choice
    later: ClassVar[bool] = True

    def decide(self, chance: "Random") -> Any:
        return self.choice.decide(chance) if chance.random() < 0.5 else UNSET

    def allows(self, value: Any) -> bool:
        return value is UNSET or self.choice.allows(value)

    def described(self, most: int = SHOWN) -> str:
        return f"perhaps {self.choice.described(most)}"

    def names(self) -> Sequence[str]:
        return self.choice.names()

    def fits(self, text: str) -> bool:
        return self.choice.fits(text)

    def listed(self) -> Sequence[Any] | None:
        return self.choice.listed()

    def pad(self) -> Pad | None:
        return self.choice.pad()

    def mark(self) -> str:
        return self.choice.mark()

    def several(self) -> bool:
        return self.choice.several()

    def public(self) -> Choice:
        return replace(self, choice=self.choice.public())

    def veiled(self) -> bool:
        return self.choice.veiled()


# -- choices taken together --------------------------------------------------------------------


def together(choices: Sequence[Choice]) -> str:
    """What may stand there by several choices, in a few words: listed values as one list."""
    lists = [listed for choice in choices if (listed := choice.listed()) is not None]
    if len(choices) > 1 and len(lists) == len(choices):
        choices = [OneOf(tuple(value for values in lists for value in values))]
    return " or ".join(dict.fromkeys(choice.described() for choice in choices))


# -- values and words --------------------------------------------------------------------------


def said(value: Any) -> str:
    """A value in words for people, without the quotes of the notation."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if _is_sequence(value):
        return ", ".join(map(said, value)) or "none"
    if isinstance(value, Nothing):
        return ":".join(filter(None, ("none", value.reason)))
    if isinstance(value, dict):  # an outcome as JSON has it
        return ":".join(said(part) for part in value.values() if part not in ("", None))
    return str(value)


def _is_sequence(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, tuple | list)


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _as_tuples(value: Any) -> Any:
    """A value with all its sequences as tuples, so that a list equals a tuple."""
    return tuple(map(_as_tuples, value)) if _is_sequence(value) else value


def _many(value: Any) -> Sequence[Any]:
    return value if _is_sequence(value) else (value,)


def _names_in(value: Any) -> list[str]:
    """The names in a value, those in its records too: ``bridge:ana`` has two."""
    if _is_sequence(value):
        return [name for part in value for name in _names_in(part)]
    return [value] if isinstance(value, str) else []


def _plain_parts(values: Iterable[Any]) -> set[str]:
    """What may be typed for values, or for one of several parts of them, in full."""
    parts = [part for value in values for part in _many(value)]
    # an outcome without parts is its word alone
    parts = [part["do"] if isinstance(part, dict) and [*part] == ["do"] else part for part in parts]
    return {":".join(map(said, part)) if _is_sequence(part) else said(part) for part in parts}


def _part(value: Any) -> str:
    """A part of a value that is given; a record as the notation writes it, ``ana:4``."""
    return ":".join(map(_word, value)) if _is_sequence(value) else _word(value)


def _word(value: Any) -> str:
    if _is_sequence(value):
        return ",".join(map(_part, value)) or "none"
    return quote(value) if isinstance(value, str) else said(value)


def _in_words(shown: Sequence[str], most: int) -> str:
    """The first of many, and how many more; all of them where that is as short."""
    more = f"{len(shown) - most} more" if len(shown) > most else ""
    if more and len(", ".join(shown[most:])) <= len(more):
        most, more = len(shown), ""
    return ", ".join(filter(None, [*shown[:most], more]))
