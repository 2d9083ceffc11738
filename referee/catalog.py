"""Catalogs and decks: data files read with clear errors and named by their content.

People write TOML; a catalog that a program made may be JSON.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Annotated, Any, Protocol, Self, TypeVar

import msgspec
from msgspec import Meta, Struct, structs

from events.bounds import MOST_DEFINED, MOST_LISTED, TooMuch, require_plain, require_size
from events.common import CardList
from events.error import RefereeError
from events.notation.words import nearest
from referee.misfits import converted, misfits

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

    def prepare(self) -> None:
        """Work out what is asked of the catalog as a whole, so that nobody at a table waits for
        it later."""
        for name in dir(type(self)):
            if isinstance(getattr(type(self), name), cached_property):
                getattr(self, name)

    def faults(self) -> list[str]:
        """What is wrong with it as a whole; empty when it can be used."""
        return []

    def on_day(self, day: str, cards: Collection[str]) -> tuple[Self, Sequence[str]]:
        """The catalog as decks were held against it on a day.

        Args:
            day: the day, such as ``2026-06-29``.
            cards: the names in the deck.

        Returns:
            The catalog, and sentences of what is not known of that day and these cards. One
            without dates is the same on all days.
        """
        return self, ()


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
    """A catalog from its text.

    Raises:
        CatalogError: not TOML or JSON, a field is wrong (its path is named), or the whole is
            faulty.
        TooMuch: it is larger than can be taken in.
    """
    catalog = unjudged_catalog(text, kind, name)
    if faults := catalog.faults():
        raise CatalogError("\n".join(f"{name}: {fault}" for fault in faults))
    return catalog


def unjudged_catalog(text: str, kind: type[C], name: str = "catalog") -> C:
    """A catalog from its text whose faults as a whole nobody has asked for yet.

    Raises:
        CatalogError: not TOML or JSON, or a field is wrong (its path is named).
        TooMuch: it is larger than can be taken in.
    """
    catalog = _read(text, kind, name)
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
    found: tuple[T, ...] = getattr(_read(text, beside, name), EXAMPLES)
    return found


def read_deck(text: str, name: str = "deck") -> DeckFile:
    """A deck from its TOML text; errors as for :func:`read_catalog`, and they name the card."""
    import tomli  # what a command keeps is read without it

    require_plain(text, name)
    with suppress(tomli.TOMLDecodeError):
        cards = tomli.loads(text).get("cards")
        for card, count in cards.items() if isinstance(cards, dict) else ():
            if type(count) is not int or not 1 <= count <= MOST_COPIES:
                raise CatalogError(
                    f"{name}: {card} = {count!r}: expected a number from 1 to {MOST_COPIES}"
                )
    return _read(text, DeckFile, name)


def catalog_hash(catalog: Catalog) -> str:
    """The content hash that an opening pins."""
    return catalog.hash


def stored_catalog(payload: bytes | str, kind: type[C]) -> C:
    """A catalog from the canonical bytes that are kept beside the log.

    Raises:
        CatalogError: the bytes are not such a catalog.
    """
    found: C = _stored(payload, kind)
    return found


@lru_cache(8)
def _stored(payload: bytes | str, kind: Any) -> Any:
    """The last few are kept: who opens a log again finds what was worked out of its catalogs."""
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CatalogError(f"stored catalog: {error}") from error


def is_json(text: str) -> bool:
    """Whether a data file is JSON: an object; TOML never begins so."""
    return text.lstrip().startswith("{")


def game_named(text: str, name: str = "catalog") -> str:
    """The id of the game that a catalog says it is of; empty where it says none.

    Raises:
        CatalogError: not TOML or JSON.
        TooMuch: it is larger than can be taken in.
    """
    if not is_json(text):
        return str(_tables(text, name).get("game", ""))
    return str(_of_json(_unread(text, name).get("game", b'""'), Any, name))


def joined(text: str, parts: Mapping[str, str], name: str = "catalog") -> str:
    """A catalog with what people write for it in files of their own, such as its effects.

    A part is TOML with lists that the catalog has. What it says of something is put into what has
    that name there; its examples come to those of the others.

    Args:
        text: the catalog, JSON.
        parts: the parts by the names of their files.
        name: what to call the catalog.

    Returns:
        The whole as JSON.

    Raises:
        CatalogError: a file is none, the catalog has nothing of that name, or says that already.
        TooMuch: a file is larger than can be taken in.

    Example:
        >>> joined('{"cards": [{"name": "Elk"}]}', {"more.toml": "[[cards]]\\nname='Elk'\\nlife=2"})
        '{"cards":[{"name":"Elk","life":2}]}'
    """
    whole = _unread(text, name)
    lists: dict[str, _Listed] = {}
    examples: list[Any] = []
    for part, content in parts.items():
        for field, entries in _tables(content, part).items():
            if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
                raise CatalogError(f"{part}: {field}: expected a list of tables, [[{field}]]")
            if field == EXAMPLES:
                examples += entries
                continue
            if field not in lists:
                if bytes(memoryview(whole.get(field, b""))[:1]) != b"[":
                    raise CatalogError(f"{part}: {field}: no list of {name}")
                lists[field] = _Listed(whole[field], f"{name}: {field}")
            held = lists[field]
            for entry in entries:
                said = str(entry.pop("name", None))
                if said not in held.at:
                    close = nearest(said, held.at)
                    meant = f"; did you mean {close[0]}?" if close else ""
                    raise CatalogError(f"{part}: {field}: {name} has no {said}{meant}")
                _put_into(held.read(said), entry, f"{part}: {said}")
    made: dict[str, Any] = {**whole, **{field: held.entries for field, held in lists.items()}}
    if examples:
        own = _of_json(whole.get(EXAMPLES, b"[]"), Any, name)
        made[EXAMPLES] = [*own, *examples] if isinstance(own, list) else own
    return msgspec.json.encode(made).decode()


class _Named(Struct):
    name: str


def _unread(text: str, name: str) -> dict[str, Any]:
    """The fields of a JSON file, each as it stands there: what is large is not taken apart."""
    require_size(text, name)
    found: dict[str, Any] = _of_json(text, dict[str, msgspec.Raw], name)
    return found


def _of_json(value: Any, kind: Any, place: str) -> Any:
    try:
        return msgspec.json.decode(value, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CatalogError(f"{place}: {error}") from error


class _Listed:
    """A list of a catalog, whose entries are read when something is put into them."""

    def __init__(self, listed: Any, place: str) -> None:
        self.place = place
        self.entries: list[Any] = _of_json(listed, list[msgspec.Raw], place)
        names = [_of_json(entry, _Named, place).name for entry in self.entries]
        self.at = {name: number for number, name in enumerate(names)}

    def read(self, name: str) -> dict[str, Any]:
        """The entry of a name."""
        at = self.at[name]
        if not isinstance(self.entries[at], dict):
            self.entries[at] = _of_json(self.entries[at], dict[str, Any], f"{self.place}, {name}")
        found: dict[str, Any] = self.entries[at]
        return found


def _put_into(held: dict[str, Any], more: Mapping[str, Any], place: str) -> None:
    for field, value in more.items():
        inner = held.get(field)
        if isinstance(inner, dict) and isinstance(value, dict):
            _put_into(inner, value, f"{place}: {field}")
        elif field in held:
            raise CatalogError(f"{place}: {field}: said already, by the catalog or another file")
        else:
            held[field] = value


def _read(text: str, kind: type[T], name: str) -> T:
    if is_json(text):
        fields = _unread(text, name)
        if issubclass(kind, Catalog):
            fields.pop(EXAMPLES, None)
        with suppress(msgspec.MsgspecError, RecursionError):  # what is wrong is told below
            return msgspec.json.decode(msgspec.json.encode(fields), type=kind)
    tables = _tables(text, name)
    if issubclass(kind, Catalog):
        tables.pop(EXAMPLES, None)
    try:
        return converted(tables, kind)
    except msgspec.ValidationError as error:
        raise CatalogError(f"{name}: " + "\n".join(misfits(tables, kind))) from error


def _tables(text: str, name: str) -> dict[str, Any]:
    """What a data file says, whichever of the two it is."""
    import tomli

    tables: dict[str, Any]
    if is_json(text):
        require_size(text, name)
        tables = _of_json(text, dict[str, Any], name)
        return tables
    if (begun := text.count("\n[[")) > MOST_DEFINED:  # to read them all takes long
        raise TooMuch(name, f"{begun:,} cards and the like; at most {MOST_DEFINED:,}")
    require_plain(text, name)
    try:
        tables = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise CatalogError(f"{name}: {error}") from error
    return tables


def copies(deck: Mapping[str, int]) -> int:
    """How many cards a deck holds."""
    return sum(deck.values())


def size(cards: CardList) -> int:
    """How many cards a list holds."""
    return copies(cards) if isinstance(cards, dict) else len(cards)
