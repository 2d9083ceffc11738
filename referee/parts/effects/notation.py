"""The language in which catalogs tell effects, as a page: each of its words with a line of a real
card. It is made of the tables themselves, so that it cannot fall behind them."""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from events.outcome import Nothing, Other
from referee.parts.effects import schema
from referee.parts.effects.author_report import Effects
from referee.parts.effects.schema import Effect, Part, parts_of
from referee.parts.effects.vocabulary import Vocabulary
from referee.parts.lasting_changes import TextLayer

TABLES: Mapping[str, tuple[type[Struct], str]] = {
    "effect": (schema.Effect, "an effect of a card"),
    "aim": (schema.Aim, "what is chosen when it is declared, by a name of yours"),
    "step": (schema.Step, "what any step may say beside its word and parts"),
    "select": (schema.Select, "which things or cards are meant"),
    "pick": (schema.Pick, "cards that are picked or shown"),
    "test": (schema.Test, "what must hold: if"),
    "reckon": (schema.Reckon, "a number that is reckoned, wherever a number stands"),
    "mode": (schema.Mode, "one of several ways"),
    "listen": (schema.Listen, "a happening that sets it off: when"),
    "instead": (schema.Instead, "a replacement or prevention"),
    "change": (schema.Change, "what it changes while its source is in play"),
}
"""The tables of an effect, in the order in which they are met, each with what it is for."""

WORDS = {
    "outcome": "what a step does: do, and its parts",
    "when": "what sets an effect off",
    "happening": "what it may listen for: on",
    "number": "what may be asked for: ask, with, or a number by its name",
    "act": "what is permitted, forbidden, or has a price",
    "family": "words of which a thing may be set to have one alone",
    "layer": "what a change does",
    "place": "where cards and things are",
    "stand": "names that stand for a thing or a player",
    "by": "who decides what a text leaves open",
}
"""The other chapters: the words of a game, each with what it is for."""


class Noted(Struct, frozen=True):
    """A word of the language."""

    chapter: str  # of :data:`TABLES` or :data:`WORDS`
    word: str  # as it is written
    says: str = ""  # what it means
    parts: tuple[str, ...] = ()  # of an outcome: its parts, each with what it is
    card: str = ""  # a card that has it; empty where none of the catalog does
    line: Mapping[str, Any] = {}  # the smallest table of that card in which it stands


def notation(of: Effects, catalog: Any) -> list[Noted]:
    """All words of a game's effects, chapter by chapter.

    Args:
        of: the effects of the game.
        catalog: the catalog whose cards show them.
    """
    shown = _Shown()
    for card, effects in of.cards(catalog).items():
        for effect in effects:
            shown.take(card, effect)
    return [*_of_tables(shown), *_of_words(of.vocabulary, shown)]


def _of_tables(shown: "_Shown") -> Iterator[Noted]:
    for chapter, (kind, _) in TABLES.items():
        says_of = _field_texts(kind)
        for field in msgspec.structs.fields(kind):
            card, line = shown.fields.get((kind.__name__, field.encode_name), ("", {}))
            one = [str(each) for each in _literals(field.type) if each]
            says = "; one of ".join(filter(None, (says_of[field.name], ", ".join(one))))
            yield Noted(chapter, field.encode_name, says, card=card, line=line)


def _literals(kind: Any) -> Iterator[Any]:
    """The values of which a field has one."""
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    elif get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from _literals(each)


def _of_words(vocabulary: Vocabulary, shown: "_Shown") -> Iterator[Noted]:
    for word, outcome in vocabulary.types.items():
        if not issubclass(outcome, Other | Nothing):
            parts = tuple(map(_part, parts_of(outcome)))
            says = vocabulary.outcomes[outcome].says
            yield Noted("outcome", word, says, parts, *shown.steps.get(word, ("", {})))
    several: Mapping[str, Sequence[str]] = {
        "when": vocabulary.triggers,
        "happening": tuple(vocabulary.happenings),
        "number": tuple(vocabulary.numbers),
        "act": tuple(vocabulary.acts),
        "family": tuple(vocabulary.families),
        "layer": get_args(TextLayer),
        "place": tuple(vocabulary.places),
        "stand": ("self", "it", "you", "opponent", "player", *vocabulary.stands),
        "by": get_args(schema.By),
    }
    for chapter, words in several.items():
        for word in dict.fromkeys(words):
            card, line = shown.said(chapter, word)
            says = vocabulary.means.get(word, "") or vocabulary.heard.get(word, "")
            yield Noted(chapter, word, says, card=card, line=line)


def _part(part: Part) -> str:
    return f"{part.name}: {' '.join(part.words) if part.words else part.kind}"


_COMMENT = re.compile(r"\s*# ?(.*)")


def _field_texts(kind: type[Struct]) -> dict[str, str]:
    """What is said of each field of a table: behind it, or in the lines before it."""
    found: dict[str, str] = {}
    before: list[str] = []
    for line in inspect.getsource(kind).splitlines():
        code, _, behind = line.partition("  # ")
        field = re.match(r"    (\w+): ", code)
        if (comment := _COMMENT.fullmatch(line)) is not None:
            before.append(comment[1])
        else:
            if field is not None:
                found[field[1]] = " ".join([*before, *([behind] if behind else [])])
            before = []
    return found


Shown = tuple[str, Mapping[str, Any]]
"""A card, and a table of it."""


class _Shown:
    """For each word the smallest table of a catalog in which it stands."""

    def __init__(self) -> None:
        self.fields: dict[tuple[str, str], Shown] = {}
        self.steps: dict[str, Shown] = {}
        self._texts: dict[tuple[str, str], Shown] = {}

    def take(self, card: str, effect: Effect) -> None:
        """Look through an effect for what is smaller than what was found before."""
        for table in schema.within(effect):
            if not isinstance(table, Struct):
                continue
            plain: Mapping[str, Any] = msgspec.to_builtins(table)
            bases = [each for each in type(table).__mro__ if each.__module__ == schema.__name__]
            kinds = [each.__name__ for each in bases if each is not schema.Table]
            for word, value in plain.items():
                part = {word: value} if isinstance(table, Effect) else plain
                for kind in kinds:
                    self._keep(self.fields, (kind, word), card, part)
                for text in _texts(value):
                    self._keep(self._texts, (kinds[0], text), card, part)
            if "do" in plain:
                self._keep(self.steps, plain["do"], card, plain)

    def said(self, chapter: str, word: str) -> Shown:
        """The smallest table in which a word of a chapter stands."""
        kinds = _STANDS.get(chapter, _ANYWHERE)
        found = [self._texts[kind, word] for kind in kinds if (kind, word) in self._texts]
        return min(found, key=lambda each: len(str(each[1])), default=("", {}))

    @staticmethod
    def _keep(into: dict[Any, Shown], key: Any, card: str, table: Mapping[str, Any]) -> None:
        if key not in into or len(str(table)) < len(str(into[key][1])):
            into[key] = card, table


_ANYWHERE = ("Step", "Select", "Pick", "Test", "Reckon", "Aim", "Listen", "Instead", "Change")
_STANDS = {
    "when": ("Effect",),
    "happening": ("Listen",),
    "act": ("Step", "Change"),
    "family": ("Change",),
    "layer": ("Change",),
}
"""In which tables the words of a chapter stand; others in any."""


def _texts(value: Any) -> Iterator[str]:
    """The words that stand directly in a value of a table, and the names of its numbers."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (each for each in value if isinstance(each, str))
    elif isinstance(value, dict):
        yield from value


# -- recipes -----------------------------------------------------------------------------------


class Recipe(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that shows how texts of a pattern are told."""

    text: str  # the pattern, in words of ours
    card: str  # the card
    effect: int = 1  # which of its effects, from 1


class _Recipes(Struct, frozen=True, forbid_unknown_fields=True):
    recipes: tuple[Recipe, ...]


def recipes_in(text: str) -> tuple[Recipe, ...]:
    """The recipes of a game from the text of their file."""
    import tomli

    return msgspec.convert(tomli.loads(text), _Recipes).recipes
