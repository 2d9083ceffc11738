"""The toy game of the effects as a game of the command line: cards in a catalog, with effects."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest
from msgspec import Struct

from lanterns import GAME as LANTERNS
from referee.catalog import Catalog, CatalogError
from referee.catalog_import import Changed, Imported, Printed
from referee.games import registry
from referee.parts.effects import Effect
from referee.parts.effects.author_report import Effects
from tests.referee.parts.toy import EFFECT, VOCABULARY, WORDS, Toy, names_on, table


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card: its name, its words, and what it does."""

    name: str
    words: tuple[str, ...] = ()
    effects: tuple[EFFECT, ...] = ()  # type: ignore[valid-type]


class Cards(Catalog, frozen=True):
    """A catalog of the toy game."""

    cards: tuple[Card, ...]

    def faults(self) -> list[str]:
        """Names that are there twice."""
        names = [card.name for card in self.cards]
        return [f"{name} is there twice" for name in dict.fromkeys(names) if names.count(name) > 1]


def effects(catalog: Cards) -> Mapping[str, Sequence[Effect]]:
    return {card.name: card.effects for card in catalog.cards}


def words(catalog: Cards) -> set[str]:
    return {word for several in WORDS.values() for word in several}


def lay(catalog: Cards, line: str) -> Toy:
    for thing in line.split("; "):
        if (name := thing.rpartition(": ")[2]) not in WORDS:
            raise CatalogError(f"nothing is named {name}")
    return table(*line.split("; "))


def printed(files: Mapping[str, str]) -> dict[str, Printed]:
    """The texts of files that say them by name in JSON."""
    found: dict[str, Printed] = {}
    for text in files.values():
        for name, said in json.loads(text).items():
            mark = hashlib.sha256(said.encode()).hexdigest()
            found[name] = Printed(name, said, mark, "TOY", ("So it was ruled.",))
    return found


def imports(files: Mapping[str, str], old: Cards, name: str, others: bool) -> Imported[Cards]:
    """Files that list names in JSON; effects stay with the cards that are still there."""
    before = {card.name: card for card in old.cards}
    names = [each for text in files.values() for each in json.loads(text)]
    names += [each for each in before if others and each not in names]
    made = tuple(before.get(each, Card(each)) for each in names)
    return Imported(
        Cards(game="toy", name=name or "imported", cards=made),
        added=tuple(each for each in names if each not in before),
        gone=tuple(each for each in before if each not in names),
        changed=(Changed("Rock", "words", "[]", '["hard"]'),),
        kept=tuple(each for each in names if each in before and before[each].effects),
        doubts=("the files may be old",),
    )


GAME = replace(
    LANTERNS,
    id="toy",
    title="Toy",
    package=__package__,
    catalog_type=Cards,
    names=lambda t: list(names_on(t)),
    effects=Effects(VOCABULARY, effects, words, lay),
    imports=imports,
    printed=printed,
    other_versions=(),
    lists=("side",),
)


@contextmanager
def brought_in() -> Iterator[None]:
    """The toy game is known."""
    found = {"toy": EntryPoint("toy", __name__, registry.GROUP), **registry._elsewhere()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_elsewhere", lambda: found)
        registry.game_of.cache_clear()
        yield
    registry.game_of.cache_clear()
