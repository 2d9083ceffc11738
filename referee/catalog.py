"""Catalogs and decks: data files (TOML) read with clear errors and named by their content."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

C = TypeVar("C", bound="Catalog")

MOST_COPIES = 200
"""The most copies of a card that a deck file may list."""


class CatalogError(ValueError):
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


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck as people hand it in: how many copies of each card, under a name."""

    game: str
    name: Annotated[str, Meta(min_length=1, max_length=64)]
    cards: dict[str, Annotated[int, Meta(ge=1, le=MOST_COPIES)]]
    catalog: str = ""


def read_catalog(text: str, kind: type[C], name: str = "catalog") -> C:
    """A catalog from its TOML text.

    Raises:
        CatalogError: not TOML, a field is wrong (its path is named), or the whole is faulty.
    """
    catalog = _toml(text, kind, name)
    if faults := catalog.faults():
        raise CatalogError("\n".join(f"{name}: {fault}" for fault in faults))
    return catalog


def read_deck(text: str, name: str = "deck") -> DeckFile:
    """A deck from its TOML text; errors as for :func:`read_catalog`, and they name the card."""
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


T = TypeVar("T")


def _toml(text: str, kind: type[T], name: str) -> T:
    try:
        return msgspec.toml.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CatalogError(f"{name}: {error}") from error


def copies(deck: Mapping[str, int]) -> int:
    """How many cards a deck holds."""
    return sum(deck.values())
