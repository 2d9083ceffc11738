"""Catalogs and decks as people name them: a file, a shipped one, or one that the log keeps."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec

from cli.failure import Failure
from cli.reading.log import is_served, log_path, opened_log
from cli.reading.matches import option_pairs
from events.common import CardList
from events.notation.words import nearest
from referee.catalog import (
    Catalog,
    CatalogError,
    DeckFile,
    catalog_hash,
    game_named,
    read_catalog,
    read_deck,
)
from referee.english import one_of
from referee.game import Game
from referee.games.registry import game_ids, game_of, stream_ids
from storage.catalogs import catalog_text
from storage.files import read_text


def shipped_catalogs(game: Game) -> list[Catalog]:
    """The catalogs that are shipped with a game."""
    return [_shipped(path, game.catalog_type) for path in game.sample_catalogs()]


@cache
def _shipped(path: Path, kind: type[Catalog]) -> Catalog:
    """A catalog that is shipped, which is read once."""
    return read_catalog(catalog_text(path, examples=False), kind, path.name)


def shipped_decks(game: Game) -> dict[str, DeckFile]:
    """The decks that are shipped with a game, by the name of their file."""
    return {path.stem: read_deck(read_text(path), path.name) for path in game.sample_decks()}


def catalog_file(game: Game, path: Path) -> Catalog:
    """A catalog from its file.

    Raises:
        CatalogError: the file is no catalog of this game, or is faulty.
        Failure: it cannot be read, or is of another game.
    """
    text = catalog_text(path)
    named = game_named(text, str(path))
    if named not in ("", game.id):
        raise Failure(f"{path}: a catalog of {named}, not of {game.id}")
    return read_catalog(text, game.catalog_type, str(path))


def game_of_catalog(text: str, name: str) -> Game:
    """The game that a catalog says it is of.

    Raises:
        CatalogError: it is no TOML or JSON, or says no game.
        GameError: there is no such game.
    """
    if not (named := game_named(text, name)):
        raise CatalogError(f"{name}: Object missing required field `game`")
    return game_of(named)


def catalog_in(file: Path) -> Catalog:
    """A catalog from its file, of the game that it says it is of; errors as for both of these."""
    text = catalog_text(file)
    game = game_of_catalog(text, str(file))
    return read_catalog(text, game.catalog_type, str(file))


def named_catalog(name: str, log: Path | None) -> Catalog:
    """A catalog by its file, its name or the beginning of its hash: shipped, or kept in the log.

    Raises:
        Failure: there is none.
    """
    if _is_path(name) or Path(name).is_file():
        return catalog_in(Path(name))
    shipped = [
        each for game in (*game_ids(), *stream_ids()) for each in shipped_catalogs(game_of(game))
    ]
    for each in shipped:
        if name == each.name or (len(name) >= 6 and catalog_hash(each).startswith(name)):
            return each
    if is_served(log) or log_path(log).exists():
        with opened_log(log) as opened:
            for row in opened.catalogs():
                if name == row.name or (len(name) >= 6 and row.hash.startswith(name)):
                    return opened.catalog(row.hash)[1]
    raise Failure(f"no catalog {name}", "referee catalog list")


def tables_of(catalog: Catalog) -> dict[str, Sequence[Mapping[str, Any]]]:
    """The parts of a catalog that are lists of things."""
    plain = msgspec.to_builtins(catalog)
    return {
        name: value
        for name, value in plain.items()
        if isinstance(value, list | tuple) and value and isinstance(value[0], dict)
    }


def deck_file(game: Game, path: Path) -> DeckFile:
    """A deck from its file; errors as for :func:`catalog_file`."""
    deck = read_deck(read_text(path), str(path))
    if deck.game != game.id:
        raise Failure(f"{path}: a deck of {deck.game}, not of {game.id}")
    for name in deck.lists:
        if name not in game.lists:
            known = f"its lists are {', '.join(game.lists)}" if game.lists else "it has no lists"
            raise Failure(f"{path}: lists.{name}: {game.title} has no list of that name", known)
    return deck


def chosen_deck(game: Game, name: str) -> DeckFile:
    """A shipped deck by its name, or a deck by the path of its file.

    Raises:
        Failure: there is neither.
        CatalogError: the file is no deck.
    """
    decks = {} if _is_path(name) else shipped_decks(game)
    for stem, deck in decks.items():
        if name in (stem, deck.name):
            return deck
    if _is_path(name) or Path(name).is_file():
        return deck_file(game, Path(name))
    close = nearest(name, decks)
    known = f"did you mean {close[0]}?" if close else f"shipped are {', '.join(decks) or 'none'}"
    raise Failure(f"no deck {name}, and no such file", known)


def still_to_name(game: Game, seats: Sequence[str], lists: Mapping[str, CardList]) -> Iterator[str]:
    """What may be typed for seats without a deck, and for the lists of the table, in sentences.

    Args:
        game: whose decks are shipped.
        seats: the seats without a deck.
        lists: the lists of the table that the opening names.
    """
    decks = shipped_decks(game)
    if seats and decks:
        typed = " ".join(f"--seat {seat}={deck}" for seat, deck in zip(seats, cycle(decks)))
        yield f"no deck is named for {', '.join(seats)}; shipped are {', '.join(decks)}"
        yield f"such as: {typed}"
    if missing := [name for name in game.table_lists if name not in lists]:
        typed = " ".join(f"--list {name}=FILE" for name in missing)
        yield f"the table has no cards for {', '.join(missing)}: {typed}"


def table_lists(game: Game, catalog: Catalog, given: Sequence[str]) -> dict[str, CardList]:
    """The lists of the table that a match pins: those given as ``name=deck``, else the catalog's.

    Raises:
        Failure: one has another form, or there is no such deck.
        CatalogError: a file is no deck.
    """
    chosen: dict[str, CardList] = {
        name: dict(chosen_deck(game, deck).cards)
        for name, deck in option_pairs(given, "--list").items()
    }
    return game.lists_of_table(catalog, chosen)


def chosen_catalog(game: Game, name: str | None, wanted: Sequence[str] = ()) -> Catalog:
    """A catalog by its file or the beginning of its shipped name; else the shipped one that the
    decks are made for.

    Raises:
        Failure: there is none of that name, or none is shipped.
        CatalogError: the file is no catalog.
    """
    if name is not None and (_is_path(name) or Path(name).is_file()):
        return catalog_file(game, Path(name))
    shipped = shipped_catalogs(game)
    for each in (name,) if name is not None else (*wanted, *(c.name for c in shipped)):
        found = next((catalog for catalog in shipped if catalog.name == each), None)
        if found is not None:
            return found
    begun = [each for each in shipped if name and each.name.startswith(name)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Failure(f"{name} is not one catalog alone", one_of(each.name for each in begun))
    listed = ", ".join(catalog.name for catalog in shipped) or "none"
    raise Failure(
        f"no catalog {name}, and no such file" if name else "no catalog is shipped: name a file",
        f"shipped are {listed}",
    )


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.endswith((".toml", ".json"))
