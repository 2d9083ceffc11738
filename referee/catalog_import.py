"""Catalogs made of what a publisher hands out: what came, and how it differs from before."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from referee.catalog import Catalog

C = TypeVar("C", bound=Catalog)


class Changed(Struct, frozen=True):
    """What is printed otherwise than before.

    Args:
        card: the card.
        field: what, by the name that catalogs have for it; of a text its hash.
        before: as it was, in JSON.
        after: as it is now, in JSON.
    """

    card: str
    field: str
    before: str
    after: str


class NewWord(Struct, frozen=True):
    """A word on cards of which the rules of the game know nothing.

    Args:
        kind: what it is by its place: ``type``, ``element``, ``keyword``.
        word: the word.
        cards: the cards that have it.
        means: what that means for play, in a sentence.
    """

    kind: str
    word: str
    cards: tuple[str, ...]
    means: str


class Imported(Struct, Generic[C], frozen=True):
    """A catalog that was made of files, held against the one before."""

    catalog: C  # the new one
    added: tuple[str, ...] = ()  # the cards that the one before does not have
    gone: tuple[str, ...] = ()  # those that it has and the new one does not
    changed: tuple[Changed, ...] = ()  # what is printed otherwise
    kept: tuple[str, ...] = ()  # the cards whose effects were kept: their text is the same
    # those whose effects were kept though the text of before is not known
    unread: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()  # those whose effects were left out: their text is another
    doubts: tuple[str, ...] = ()  # what the files do not say for certain, in sentences
    words: tuple[NewWord, ...] = ()  # what the rules do not know
    plain: tuple[str, ...] = ()  # the new cards that keywords tell
    # those of which each line is like one on a card that is told in full
    alike: tuple[str, ...] = ()


Import = Callable[[Mapping[str, str], Any, str, bool], Imported[Any]]
"""Makes a catalog of the texts of files, by their names, held against the catalog before, under a
name, and where that is asked with the cards of before that the files do not have.

Raises CatalogError, with the place, where a file is none that it knows.
"""


class Printed(Struct, frozen=True):
    """What a publisher prints on a card, for who reads it; nothing of it is kept."""

    card: str
    text: str  # without marks of layout
    hash: str  # by what the text is known again
    set: str = ""  # the first set that it is in
    rulings: tuple[str, ...] = ()


PrintedTexts = Callable[[Mapping[str, str]], Mapping[str, Printed]]
"""The printed texts of the cards of files, by their names.

Raises CatalogError, with the place, where a file is none that it knows.
"""


def difference(before: Struct, after: Struct, without: Sequence[str] = ()) -> list[Changed]:
    """What two cards of one name differ in, field by field.

    Example:
        >>> class Elk(Struct, kw_only=True):
        ...     name: str
        ...     life: int = 1
        >>> difference(Elk(name="Elk"), Elk(name="Elk", life=2))
        [Changed(card='Elk', field='life', before='1', after='2')]
    """
    found = []
    for field in before.__struct_fields__:
        old, new = getattr(before, field), getattr(after, field)
        if field not in without and old != new:
            name = str(getattr(after, "name", ""))
            found.append(Changed(name, field, _json(old), _json(new)))
    return found


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def written(catalog: Catalog, without: Collection[str] = ()) -> str:
    """A catalog as a JSON file that people can compare: one line for each of what it lists.

    Args:
        catalog: the catalog.
        without: the fields of what it lists that are left out.
    """
    fields = msgspec.to_builtins(catalog)
    lines = []
    for field, value in fields.items():
        if isinstance(value, list | tuple) and value:
            rows = ",\n".join(_line(_bare(each, without)) for each in value)
            lines.append(f"{_line(field)}: [\n{rows}\n]")
        else:
            lines.append(f"{_line(field)}: {_line(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _bare(value: Any, without: Collection[str]) -> Any:
    if not without or not isinstance(value, dict):
        return value
    return {key: _bare(each, without) for key, each in value.items() if key not in without}


def _line(value: Any) -> str:
    return msgspec.json.encode(value).decode()
