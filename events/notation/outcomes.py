"""Outcomes: small values of several types, each told by its word, ``damage:Ogre.2:3``.

An outcome is a tagged Struct; its tag is the word, and its fields are the parts behind it. One
mark more nests inside a part: ``+`` between the items of a sequence.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from events.notation.kinds import (
    NUMBER,
    Choice,
    Kind,
    Maybe,
    Number,
    Plain,
    Reading,
    Whole,
    WriteEvent,
    copies,
    singular,
)
from events.notation.words import Word, choose, matching, offered, quote

_LISTED_WORDS = 6


@dataclass(frozen=True)
class Several(Kind):
    """A sequence within a part: its items joined by ``+``, or ``none``; ``item*3`` repeats."""

    item: Kind

    def write(self, value: Any, event: WriteEvent) -> str:
        items = [_apart(self.item, self.item.write(each, event)) for each in value]
        return '"none"' if items == ["none"] else "+".join(items) or "none"

    def parse(self, word: Word, reading: Reading) -> list[Any]:
        if word.raw == "none":
            return []
        found: list[Any] = []
        for part in word.split("+"):
            item, times = copies(part)
            found += [self.item.read(item, reading)] * times
        return found

    def shape(self, name: str) -> str:
        return f"{self.item.shape(singular(name))}+..."

    @property
    def nests(self) -> bool:
        return self.item.nests

    def within(self, word: Word, step: str) -> tuple[Word, Kind]:
        items = [part for part in word.split("+") for _ in range(copies(part)[1])]
        return (items[int(step)] if int(step) < len(items) else word), self.item


class Part(NamedTuple):
    """A field of an outcome, as it is written and as the Struct has it."""

    name: str
    attribute: str
    kind: Kind
    required: bool
    default: Any

    def at_default(self, value: Any) -> bool:
        """Whether a value is exactly the default; 1 and yes are equal, and not the same."""
        return not self.required and repr(value) == repr(self.default)


class Form(NamedTuple):
    """One type of outcome: its word, its parts, and how JSON has it."""

    word: str
    parts: tuple[Part, ...]
    tag_field: str
    array: bool

    def shape(self) -> str:
        """What such an outcome looks like: ``damage[:monster][:amount]``."""
        shown = self.word
        for part in self.parts:
            unsaid = isinstance(part.kind, Maybe) and part.default is None
            kind = part.kind.inner if isinstance(part.kind, Maybe) and unsaid else part.kind
            shape = kind.shape(part.name)
            shown += f":{shape}" if part.required else f"[:{shape}]"
        return shown


@dataclass(frozen=True)
class Outcome(Kind):
    """One of several tagged Structs: ``word:part:part``.

    The last parts are left out where they are at their defaults; one in between is empty there.
    """

    forms: dict[str, Form]
    expected: str = "an outcome"

    def write(self, value: Any, event: WriteEvent) -> str:
        form = self.forms[value.__struct_config__.tag]
        parts = [""] * len(form.parts)
        for index, part in enumerate(form.parts):
            if not part.at_default(held := getattr(value, part.attribute)):
                parts[index] = _apart(part.kind, part.kind.write(held, event))
        while parts and not parts[-1]:
            parts.pop()
        return ":".join([form.word, *parts])

    def parse(self, word: Word, reading: Reading) -> Any:
        form, given = self._given(word)
        for index, part in enumerate(form.parts):
            if part.required and index not in given:
                raise word.wrong(f"{form.word} needs {part.name}: {form.shape()}")
        values = {
            form.parts[index].name: form.parts[index].kind.read(part, reading)
            for index, part in given.items()
        }
        if not form.array:
            return {form.tag_field: form.word, **values}
        spoken = form.parts[: max(given, default=-1) + 1]
        return [form.word, *(values.get(part.name, part.default) for part in spoken)]

    def _given(self, word: Word) -> tuple[Form, dict[int, Word]]:
        """The form of an outcome, and the word of each part that is said.

        A number goes to the first part from there on that takes one: ``attack:3`` for
        ``attack::3``.
        """
        head, *said = word.split(":")
        if '"' in head.raw:
            raise head.wrong("expected an outcome, a word without quotes")
        form = self.forms[choose(head, self.forms, "outcome")]
        given: dict[int, Word] = {}
        at = 0
        for part in said:
            if NUMBER.fullmatch(part.raw) or all(map(NUMBER.fullmatch, part.raw.split("+"))):
                later = range(at, len(form.parts))
                at = next((i for i in later if _takes(form.parts[i].kind, part.raw)), at)
            if at >= len(form.parts):
                raise part.wrong(f"one part too many: {form.shape()}")
            if part.raw:
                given[at] = part
            at += 1
        return form, given

    def begins(self, word: Word, names: Collection[str] | None) -> bool:
        """Whether a word is one of these rather than a name.

        It is where it has a colon or is the word of one. With the names that may stand there it
        may be cut short, where it is no name.
        """
        for part in word.split(","):
            head, *parts = part.split(":")
            if parts:
                return True
            if '"' in head.raw or not head.raw:
                continue
            found = matching(head.raw, self.forms)
            if any(head.raw.casefold() == each.casefold() for each in found):
                return True
            if names and len(found) == 1 and not offered(head.raw, names):
                return True
        return False

    def shape(self, name: str) -> str:
        words = list(self.forms)
        return "|".join(words) if len(words) <= _LISTED_WORDS else f"{words[0]}|{words[1]}|..."

    @property
    def nests(self) -> bool:
        return any(part.kind.nests for form in self.forms.values() for part in form.parts)

    def within(self, word: Word, step: str) -> tuple[Word, Kind] | None:
        form, given = self._given(word)
        for index, part in enumerate(form.parts):
            if step in (part.name, str(index + 1)):
                return given.get(index, word), part.kind
        return None


def _takes(kind: Kind, text: str) -> bool:
    """Whether a kind takes a number that stands there without quotes."""
    match kind:
        case Maybe(inner) | Several(inner):
            return _takes(inner, text)
        case Choice(values):
            return text in values
        case _:
            return isinstance(kind, Whole | Number | Plain)


def _apart(kind: Kind, text: str) -> str:
    """A part as it is written; in quotes where it would be taken for a number, or for several."""
    if '"' in text or isinstance(kind, Several):
        return text
    mistaken = "+" in text or (NUMBER.fullmatch(text) and not _takes(kind, text))
    return quote(text, always=True) if mistaken else text
