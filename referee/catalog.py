"""Catalogs and decks: data files (TOML) read with clear errors and named by their content."""

import hashlib
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime, time
from functools import cached_property
from typing import Annotated, Any, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct, inspect, structs

from events.bounds import MOST_DEFINED, MOST_LISTED, TooMuch, require_plain
from events.common import CardList
from events.error import RefereeError
from events.notation.words import nearest

C = TypeVar("C", bound="Catalog")
T = TypeVar("T")

EXAMPLES = "examples"
"""The list in a catalog's file that is no part of the catalog: lines that its effects are tried by.

A match needs none of them, so the hash leaves them out and nothing keeps them.
"""

MOST_COPIES = 200
"""The most copies of a card that a deck file may list."""


class CatalogError(RefereeError, ValueError):
    """A catalog or deck file cannot be used; says where and what was expected."""


class Catalog(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """What cards, characters, terrain and scenarios are. A game extends it."""

    game: str
    name: Annotated[str, Meta(min_length=1, max_length=64)]

    @cached_property
    def canonical(self) -> bytes:
        """The bytes that name a catalog and that are kept beside the log: canonical JSON."""
        return msgspec.json.encode(self, order="deterministic")

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the canonical bytes, 64 hexadecimal digits."""
        return hashlib.sha256(self.canonical).hexdigest()

    def faults(self) -> list[str]:
        """What is wrong with it as a whole; empty when it can be used."""
        return []


class Registered(Protocol):
    """What a seat registers: a deck, and other lists by the game's names for them."""

    @property
    def deck(self) -> Mapping[str, int]:
        """How many copies of each card."""

    @property
    def lists(self) -> Mapping[str, CardList]:
        """The other lists: copies of each card, or names in their order."""


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck as people hand it in: how many copies of each card, under a name.

    What a game registers beside the deck stands under ``lists``: copies of each card, or, where
    their order matters, names one after another.
    """

    game: str
    name: Annotated[str, Meta(min_length=1, max_length=64)]
    cards: Annotated[
        dict[str, Annotated[int, Meta(ge=1, le=MOST_COPIES)]], Meta(max_length=MOST_LISTED)
    ]
    catalog: str = ""
    lists: dict[str, CardList] = {}

    @property
    def deck(self) -> Mapping[str, int]:
        """The cards of the deck itself."""
        return self.cards


def read_catalog(text: str, kind: type[C], name: str = "catalog") -> C:
    """A catalog from its TOML text.

    Raises:
        CatalogError: not TOML, a field is wrong (its path is named), or the whole is faulty.
        TooMuch: it is larger than can be taken in.
    """
    catalog = unjudged_catalog(text, kind, name)
    if faults := catalog.faults():
        raise CatalogError("\n".join(f"{name}: {fault}" for fault in faults))
    return catalog


def unjudged_catalog(text: str, kind: type[C], name: str = "catalog") -> C:
    """A catalog from its TOML text whose faults as a whole nobody has asked for yet.

    Raises:
        CatalogError: not TOML, or a field is wrong (its path is named).
        TooMuch: it is larger than can be taken in.
    """
    catalog = _toml(text, kind, name)
    parts = (value for value in structs.astuple(catalog) if isinstance(value, (tuple, dict)))
    if (defined := sum(map(len, parts))) > MOST_DEFINED:
        raise TooMuch(name, f"{defined:,} cards and the like; at most {MOST_DEFINED:,}")
    return catalog


def examples_beside(text: str, kind: type[T], name: str = "catalog") -> tuple[T, ...]:
    """The examples that stand in the file of a catalog, each of a type.

    Raises:
        CatalogError: as for :func:`unjudged_catalog`.
    """
    several: Any = tuple.__class_getitem__((kind, ...))
    beside: Any = msgspec.defstruct("Beside", [(EXAMPLES, several, ())])
    found: tuple[T, ...] = getattr(_toml(text, beside, name), EXAMPLES)
    return found


def read_deck(text: str, name: str = "deck") -> DeckFile:
    """A deck from its TOML text; errors as for :func:`read_catalog`, and they name the card."""
    require_plain(text, name)
    with suppress(msgspec.MsgspecError, UnicodeDecodeError):
        cards = msgspec.toml.decode(text).get("cards")
        for card, count in cards.items() if isinstance(cards, dict) else ():
            if type(count) is not int or not 1 <= count <= MOST_COPIES:
                raise CatalogError(
                    f"{name}: {card} = {count!r}: expected a number from 1 to {MOST_COPIES}"
                )
    return _toml(text, DeckFile, name)


def catalog_hash(catalog: Catalog) -> str:
    """The content hash that an opening pins."""
    return catalog.hash


def stored_catalog(payload: bytes | str, kind: type[C]) -> C:
    """A catalog from the canonical bytes that are kept beside the log.

    Raises:
        CatalogError: the bytes are not such a catalog.
    """
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CatalogError(f"stored catalog: {error}") from error


_MOMENTS = (datetime, date, time)
"""What TOML has of its own beside numbers and texts."""
_PLACE = re.compile(r"at `\$([^`]*)`$")
_STEP = re.compile(r"[^.\[\]]+")
_UNKNOWN = re.compile(r"unknown field `(?P<field>[^`]+)`|Invalid value '(?P<tag>[^']+)'")


def _toml(text: str, kind: type[T], name: str) -> T:
    require_plain(text, name)
    try:
        tables = msgspec.toml.decode(text)
        if issubclass(kind, Catalog):
            tables.pop(EXAMPLES, None)
        return msgspec.convert(tables, kind, builtin_types=_MOMENTS, str_keys=True)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CatalogError(f"{name}: {error}{_hint(text, kind, str(error))}") from error


def _hint(text: str, kind: Any, message: str) -> str:
    """The names of the things that the path in a message leads through, and what may stand there.

    Example:
        >>> _hint('name = "few"', DeckFile, "Expected `str` - at `$.name`")
        ' (few)'
    """
    place = _PLACE.search(message)
    if place is None:
        return ""
    at: Any = msgspec.toml.decode(text)
    type_at: Any = inspect.type_info(kind)
    names = []
    above: Any = None
    for part in _STEP.findall(place[1]):
        above = type_at
        if isinstance(at, dict) and isinstance(at.get("name"), str):
            names.append(at["name"])
        try:
            at = at[int(part)] if part.isdecimal() else at[part]
        except (LookupError, TypeError, ValueError):
            at = None
        type_at = _part(type_at, part)
    if isinstance(at, dict) and isinstance(at.get("name"), str):
        names.append(at["name"])
    named = f" ({': '.join(names[1:] or names)})" if names else ""
    literals = [each for each in _members(type_at) if isinstance(each, inspect.LiteralType)]
    values = [str(value) for each in literals for value in each.values]
    if "Invalid enum value" in message and values:
        return f"{named}; expected one of {', '.join(values)}"
    if (unknown := _UNKNOWN.search(message)) is not None:
        word, expected = next(filter(None, unknown.groups())), _field_names(type_at, at)
        if unknown["tag"]:
            expected = [str(each.tag) for each in _structs(above)]
        if close := nearest(word, expected):
            return f"{named}; did you mean {close[0]}?"
    return named


def _structs(kind: Any) -> list[inspect.StructType]:
    return [each for each in _members(kind) if isinstance(each, inspect.StructType)]


def _field_names(kind: Any, at: Any) -> list[str]:
    """The fields of a table, where it may be one of several as its tag says."""
    found = []
    for each in _structs(kind):
        if each.tag is None or (isinstance(at, dict) and at.get(each.tag_field) == each.tag):
            found += [field.encode_name for field in each.fields]
    return found


def _members(kind: Any) -> list[Any]:
    """The types of a union, or the one type."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]


def _part(kind: Any, part: str) -> Any:
    """The type of a part of a value: a field, an item."""
    for each in _members(kind):
        if isinstance(each, inspect.StructType):
            for field in each.fields:
                if field.encode_name == part:
                    return field.type
        elif isinstance(each, inspect.TupleType) and part.isdecimal():
            return each.item_types[min(int(part), len(each.item_types) - 1)]
        elif isinstance(each, inspect.VarTupleType | inspect.ListType):
            return each.item_type
        elif isinstance(each, inspect.DictType):
            return each.value_type
    return None


def copies(deck: Mapping[str, int]) -> int:
    """How many cards a deck holds."""
    return sum(deck.values())


def size(cards: CardList) -> int:
    """How many cards a list holds."""
    return copies(cards) if isinstance(cards, dict) else len(cards)
