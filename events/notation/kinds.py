"""How a value of each kind is written as a word of notation, and read from one.

Reading gives plain values (``str``, ``int``, ``list`` …) as JSON would; whether they are in
range is left to the event type. The marks nest in one order, so that no word is ambiguous:
``,`` between the items of a sequence, ``:`` between the parts of a record or an outcome, ``-``
between dice.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from events.notation.words import SEVERAL, Word, choose_name, matching, nearest, quote

WriteEvent = Callable[[dict[str, Any]], str]
"""How an event inside an event is written: its JSON object to one line."""

_MOST_COPIES = 1000
_MANY = 10
_WHOLE = re.compile(r"[+-]?[0-9]+")
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
"""What looks like a number."""

_json = msgspec.json.Encoder(order="deterministic")


class Reading(NamedTuple):
    """What reading a word may need: the names in play, how a nested event is read, and what else
    people call the things in play."""

    names: Collection[str]
    event: Callable[[Word], Any]
    called: Mapping[str, Sequence[str]] = {}


class Kind(ABC):
    """How values of one type look in the notation."""

    @abstractmethod
    def write(self, value: Any, event: WriteEvent) -> str:
        """The value as one word; empty only for an empty collection."""

    @abstractmethod
    def parse(self, word: Word, reading: Reading) -> Any:
        """The plain value that a word holds; raises ``Malformed``."""

    @abstractmethod
    def shape(self, name: str) -> str:
        """What such a word looks like, for a field of this name."""

    @property
    def expected(self) -> str:
        """What is expected, in words; empty where only the event type can say."""
        return ""

    @property
    def nests(self) -> bool:
        """Whether a value holds an event."""
        return False

    def within(self, word: Word, step: str) -> "tuple[Word, Kind] | None":
        """The word and the kind of a part, by its name or index, where a value has parts."""
        return None

    def read(self, word: Word, reading: Reading) -> Any:
        """The plain value that a word holds; raises ``Malformed``."""
        if not word.raw:
            raise word.wrong(f"expected {self.expected or 'a value'} here")
        return self.parse(word, reading)


@dataclass(frozen=True)
class Words(Kind):
    """A string. Free text is always quoted; ``known`` ones are looked up among the names.

    Args:
        of: ``things`` or ``cards`` where it names only these: a thing is a numbered copy;
            ``called`` where a thing may go by what people call it.
        beside: words that mean something else at this place; such a name is quoted.
        also: words that may stand here though nothing is called so, alone or before a colon,
            each with the one that it means; one that means none is no name either.
    """

    free: bool
    known: bool
    expected: str = "text"
    of: str = ""
    beside: tuple[str, ...] = ()
    also: tuple[tuple[str, str], ...] = ()

    def write(self, value: str, event: WriteEvent) -> str:
        mistaken = self.beside and value.casefold() in map(str.casefold, self.beside)
        return quote(value, always=self.free or bool(mistaken))

    def parse(self, word: Word, reading: Reading) -> str:
        text = word.text
        if not (self.known and reading.names and text):
            return text
        also = dict(self.also)
        head, colon, rest = text.casefold().partition(":")
        if head in also and (text not in reading.names or not also[head]):
            return f"{also[head]}{colon}{rest}"
        name = choose_name(word, reading.names, self.of, (*self.beside, *also))
        if self.of != "called":
            return name
        meant = sorted(set(reading.called.get(name, (name,))))
        if name in meant:
            return name  # others that are called so have a number
        if len(meant) > 1:
            raise word.wrong(f"{SEVERAL} thing is called this", meant)
        return meant[0]

    def shape(self, name: str) -> str:
        return '"..."' if self.free else name


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number."""

    expected: str = "a number"

    def write(self, value: int, event: WriteEvent) -> str:
        return str(value)

    def parse(self, word: Word, reading: Reading) -> int:
        return whole(word, word.text, self.expected)

    def shape(self, name: str) -> str:
        return name


def whole(word: Word, text: str, expected: str) -> int:
    """The whole number that a text says; raises ``Malformed``."""
    if _WHOLE.fullmatch(text):
        try:
            return int(text)
        except ValueError:
            raise word.wrong("too many digits for a number") from None
    raise word.wrong(f"expected {expected}")


@dataclass(frozen=True)
class Number(Kind):
    """A number that may have a fraction; a whole one is written without."""

    expected: str = "a number"

    def write(self, value: float, event: WriteEvent) -> str:
        return repr(float(value)).removesuffix(".0")

    def parse(self, word: Word, reading: Reading) -> float:
        text = word.text
        if not NUMBER.fullmatch(text) or float(text) in (float("inf"), float("-inf")):
            raise word.wrong(f"expected {self.expected}")
        return float(text)

    def shape(self, name: str) -> str:
        return name


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few words, each for one plain value; a unique beginning will do on input."""

    values: dict[str, Any]

    @property
    def expected(self) -> str:
        return " or ".join(self.values)

    def write(self, value: Any, event: WriteEvent) -> str:
        plain = msgspec.to_builtins(value)
        labels = (label for label, each in self.values.items() if each == plain)
        return quote(next(labels, str(plain)))

    def parse(self, word: Word, reading: Reading) -> Any:
        found = matching(word.text, self.values)
        if len(found) != 1:
            raise word.wrong(f"expected {self.expected}", found or nearest(word.text, self.values))
        return self.values[found[0]]

    def shape(self, name: str) -> str:
        return "|".join(self.values)


class Plain(Kind):
    """A value that JSON writes as a string: a time, a UUID, a decimal number."""

    def write(self, value: Any, event: WriteEvent) -> str:
        return quote(str(msgspec.to_builtins(value)))

    def parse(self, word: Word, reading: Reading) -> str:
        return word.text

    def shape(self, name: str) -> str:
        return name


@dataclass(frozen=True)
class Maybe(Kind):
    """A value or ``none``."""

    inner: Kind

    @property
    def expected(self) -> str:
        return f"{self.inner.expected} or none" if self.inner.expected else ""

    def write(self, value: Any, event: WriteEvent) -> str:
        if value is None:
            return "none"
        text = self.inner.write(value, event)
        return '"none"' if text == "none" else text

    def parse(self, word: Word, reading: Reading) -> Any:
        return None if word.raw == "none" else self.inner.read(word, reading)

    def shape(self, name: str) -> str:
        return f"{self.inner.shape(name)}|none"

    @property
    def nests(self) -> bool:
        return self.inner.nests

    def within(self, word: Word, step: str) -> tuple[Word, Kind] | None:
        return self.inner.within(word, step)


@dataclass(frozen=True)
class Dice(Kind):
    """So many whole numbers joined by ``-``, such as dice thrown against each other."""

    numbers: tuple[Whole, ...]

    @property
    def expected(self) -> str:
        return f"{len(self.numbers)} numbers joined by -, each {self.numbers[0].expected}"

    def write(self, value: tuple[int, ...], event: WriteEvent) -> str:
        return "-".join(map(str, value))

    def parse(self, word: Word, reading: Reading) -> list[int]:
        found = re.fullmatch("-".join(["(-?[0-9]+)"] * len(self.numbers)), word.text)
        if found is None:
            raise word.wrong(f"expected {self.expected}")
        return [whole(word, text, self.expected) for text in found.groups()]

    def shape(self, name: str) -> str:
        return "-".join([name] * len(self.numbers))

    def within(self, word: Word, step: str) -> tuple[Word, Kind] | None:
        return word, self.numbers[int(step)]


@dataclass(frozen=True)
class Record(Kind):
    """Parts joined by ``:``, such as a seat and its die.

    The last parts may have defaults: those that have them are left out. On input one pair of
    quotes may go round the whole of it.
    """

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    attributes: tuple[str, ...]
    needed: int
    defaults: tuple[Any, ...] = ()

    @property
    def expected(self) -> str:
        return self.shape("")

    def write(self, value: Any, event: WriteEvent) -> str:
        # An option has plain values, which may leave out parts at the end.
        plain = not self.attributes or isinstance(value, tuple | list)
        parts = value if plain else [getattr(value, name) for name in self.attributes]
        needed = len(parts)
        while needed > max(1, self.needed) and self._at_default(needed - 1, parts[needed - 1]):
            needed -= 1
        return ":".join(
            kind.write(part, event)
            for kind, part in zip(self.kinds[:needed], parts[:needed], strict=True)
        )

    def _at_default(self, index: int, part: Any) -> bool:
        """Whether a part is exactly its default; 0.0 and -0.0 are equal, and not the same."""
        return repr(part) == repr(self.defaults[index - self.needed])

    def parse(self, word: Word, reading: Reading) -> list[Any]:
        parts = word.split(":")
        if len(parts) < self.needed and word.is_quoted:
            parts = Word(word.text, word.column + 1).split(":")
            if len(parts) > len(self.kinds):  # a name may have a colon with a blank behind it
                parts, column = [], word.column + 1
                for text in re.split(":(?! )", word.text):
                    parts.append(Word(text, column))
                    column += len(text) + 1
        if not self.needed <= len(parts) <= len(self.kinds):
            raise word.wrong(f"expected {self.expected}")
        return [kind.read(part, reading) for kind, part in zip(self.kinds, parts, strict=False)]

    def shape(self, name: str) -> str:
        shapes = [k.shape(n) for n, k in zip(self.names, self.kinds, strict=True)]
        first = max(1, self.needed)
        return ":".join(shapes[:first]) + "".join(f"[:{shape}]" for shape in shapes[first:])

    def within(self, word: Word, step: str) -> tuple[Word, Kind] | None:
        return word, self.kinds[int(step)]


@dataclass(frozen=True)
class Items(Kind):
    """A sequence: its items joined by ``,``, or as words of their own; ``item*3`` repeats, and of
    what ``counts`` names a plain number stands for so many."""

    item: Kind
    least: int
    most: int | None
    repeats: bool = True
    counts: str = ""

    def write(self, value: Any, event: WriteEvent) -> str:
        return ",".join(self.words(value, event))

    def words(self, value: Any, event: WriteEvent) -> list[str]:
        """Each item as a word; many that are the same and follow each other as one."""
        found = [self.item.write(item, event) for item in value]
        if not self.repeats or len(found) < _MANY:
            return found
        runs = ((word, len([*same])) for word, same in groupby(found))
        return [
            each
            for word, n in runs
            for each in ([f"{word}*{n}"] if _MANY <= n <= _MOST_COPIES else [word] * n)
        ]

    def parse(self, word: Word, reading: Reading) -> list[Any]:
        return [value for _, value in self.pairs([word], reading)]

    def pairs(self, words: Collection[Word], reading: Reading) -> list[tuple[Word, Any]]:
        """The items that words hold, each with the part of a word that says so."""
        found: list[tuple[Word, Any]] = []
        for word in words:
            parts = word.split(",") if word.raw else []
            for part in parts:
                if not part.raw and len(parts) > 1:
                    raise part.wrong(
                        "nothing stands beside a comma; a name that has one needs quotes"
                    )
                if self.counts and part.raw.isdecimal():
                    if not re.fullmatch("[1-9][0-9]?", part.raw):
                        raise part.wrong(f"expected {self.item.expected}, or a number from 1 to 99")
                    part = Word(f"{self.counts}*{part.raw}", part.column)
                item, times = copies(part) if self.repeats else (part, 1)
                found.extend([(item, self.item.read(item, reading))] * times)
        return found

    def shape(self, name: str) -> str:
        return f"{self.item.shape(singular(name))},..."

    @property
    def nests(self) -> bool:
        return self.item.nests

    def within(self, word: Word, step: str) -> tuple[Word, Kind] | None:
        return word, self.item


def copies(word: Word) -> tuple[Word, int]:
    """An item and how often it is there: ``Ice*3``."""
    item, *times = word.split("*")
    if not times:
        return word, 1
    text = times[0].raw
    if len(times) > 1 or not re.fullmatch("[0-9]{1,4}", text):
        raise word.wrong("expected item*3; a * that belongs to a name needs quotes")
    if not 1 <= int(text) <= _MOST_COPIES:
        raise times[0].wrong(f"expected a number from 1 to {_MOST_COPIES}")
    return item, int(text)


@dataclass(frozen=True)
class Table(Kind):
    """Names with a value each: ``Wolf:3,Elk:1``."""

    key: Kind
    value: Kind

    def write(self, value: dict[str, Any], event: WriteEvent) -> str:
        return ",".join(
            f"{self.key.write(name, event)}:{self.value.write(each, event)}"
            for name, each in value.items()
        )

    def read(self, word: Word, reading: Reading) -> dict[str, Any]:
        return self.parse(word, reading)

    def parse(self, word: Word, reading: Reading) -> dict[str, Any]:
        table: dict[str, Any] = {}
        for part in word.split(",") if word.raw else ():
            pair = part.split(":")
            if len(pair) != 2:
                raise part.wrong("expected name:value")
            name = self.key.read(pair[0], reading)
            if name in table:
                raise pair[0].wrong("this name is given twice here")
            table[name] = self.value.read(pair[1], reading)
        return table

    def shape(self, name: str) -> str:
        return f"name:{self.value.shape('value')},..."


class Json(Kind):
    """Anything else, as quoted JSON."""

    def write(self, value: Any, event: WriteEvent) -> str:
        return quote(_json.encode(value).decode(), always=True)

    def parse(self, word: Word, reading: Reading) -> Any:
        try:
            return msgspec.json.decode(word.text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise word.wrong(f"expected quoted JSON ({error})") from None

    def shape(self, name: str) -> str:
        return "json"


class Nested(Kind):
    """An event inside an event: its line of notation, quoted."""

    def write(self, value: dict[str, Any], event: WriteEvent) -> str:
        return quote(event(value), always=True)

    def parse(self, word: Word, reading: Reading) -> Any:
        return reading.event(word)

    @property
    def nests(self) -> bool:
        return True

    def shape(self, name: str) -> str:
        return f'"{name}"'


def singular(name: str) -> str:
    """One of what a field's name says: ``roll`` for ``rolls``, ``copy`` for ``copies``."""
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name
