"""Catalogs and decks as people name them: a file, a shipped one, or one that the log keeps."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

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
from storage.catalogs import catalog_text, shipped_once
from storage.files import read_text


def shipped_catalogs(game: Game) -> list[Catalog]:
    """The catalogs that are shipped with a game."""
    return [shipped_once(path, game.catalog_type) for path in game.sample_catalogs()]


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
    if is_path(name) or Path(name).is_file():
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


def require_card(card: str, cards: Collection[str], catalog: Catalog, where: str = "") -> None:
    """See that a card is one of a catalog.

    Args:
        card: its name.
        cards: the names that there are.
        catalog: the catalog.
        where: what stands before the error.

    Raises:
        Failure: there is none of that name.
    """
    if card not in cards:
        close = nearest(card, cards)
        meant = f"did you mean {close[0]}?" if close else f"it is not in {catalog.name}"
        raise Failure(f"{where}no card is named {card}", meant)


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


# -- lists as people paste them ------------------------------------------------------------------

MOST_TEXT = 16 * 1024
"""At most so many bytes has a list that is pasted."""
MOST_LINES = 200
"""At most so many lines has one."""
LONGEST_LINE = 200
"""No line with more characters names a card."""
MOST_NEAREST = 20
"""For so many lines that are not understood the nearest names are looked for."""
MOST_OF_ONE = 200
"""At most so many copies of a card are read."""

_MAIN = frozenset({"main", "deck", "maindeck", "cards", "list", "decklist"})
_TITLE = re.compile(
    r"\s*(?:name|title|deck name)\s*[:=]\s*\"?(?P<name>[^\"]*)\"?\s*", re.IGNORECASE
)
_ASIDE = re.compile(
    r"\s*(?:(?:game|catalog|format|author|date|source)\s*[:=].*"
    r"|(?:total|cards|count)\s*[:=]?\s*\d+|\d+\s*cards)\s*",
    re.IGNORECASE,
)
_REMARK = re.compile(r"\s(?://|#(?=\s)).*")
"""What somebody has written behind a card."""
_ITEM = re.compile(r"[-*\u2013\u2022]\s+")
"""What stands before each line of a list with dots."""
_SIDEBOARD = re.compile(r"SB:\s*", re.IGNORECASE)
_COPIES = (
    re.compile(r"(?P<count>\d{1,4})\s*[x\u00d7]?\s+(?P<name>\S.*)", re.IGNORECASE),
    re.compile(r"(?P<name>.*\S)\s+[x\u00d7]\s*(?P<count>\d{1,4})", re.IGNORECASE),
    re.compile(r"\"?(?P<name>[^\"=]*[^\"=\s])\"?\s*=\s*(?P<count>\d{1,4})"),
    re.compile(r"[x\u00d7]\s*(?P<count>\d{1,4})\s+(?P<name>\S.*)", re.IGNORECASE),
    re.compile(r"\"?(?P<count>\d{1,4})\"?\s*[,;\t]\s*\"?(?P<name>[^\"]*[^\"\s])\"?"),
    re.compile(r"\"?(?P<name>[^\"]*[^\"\s])\"?\s*[:,;\t]\s*\"?(?P<count>\d{1,4})\"?"),
    re.compile(r"(?P<count>\d{1,4})[x\u00d7](?P<name>\S.*)", re.IGNORECASE),
)
"""How a line says how many copies of what; the first that names a card counts."""
_BEHIND = re.compile(r"(?P<name>.*\S)\s+\(?(?P<count>\d{1,4})\)?")
"""Copies behind a name alone: behind the code of a set it is a number in that."""
_MARKS = re.compile(
    r"\s*(?:\([^()]*\)|\[[^][]*\]|<[^<>]*>|\*\S*\*|#\S+|[-\u2013]\s*[A-Z0-9]{2,8}"
    r"|[A-Z0-9]{2,8}[-\u2013]\d+\w?|\b(?![IVX]+$)[A-Z0-9]{2,5}|\d+)$"
)
"""What stands behind a name: the code of a set, a number in it, the mark of a foil. A number of the
Romans is none: it may tell a card from another."""


class FaultyLine(NamedTuple):
    """A line of a pasted list that is not understood, or says too much."""

    number: int  # the line, from 1; 0: the list as a whole
    text: str  # what it says
    kind: str  # unknown, many, none
    nearest: tuple[str, ...] = ()  # the names that may have been meant

    def __str__(self) -> str:
        if self.kind == "none":
            return "no card; expected a card on each line, such as 4 NAME"
        if self.kind == "many":
            return f"{self.text}: expected 1 to {MOST_OF_ONE} copies"
        meant = f"did you mean {', '.join(self.nearest)}?" if self.nearest else "expected 4 NAME"
        return f"{self.text}: no card is named so; {meant}"


class PastedList(NamedTuple):
    """A list as it was pasted."""

    deck: DeckFile | None  # what it says; None where it has no card
    faults: tuple[FaultyLine, ...]  # the lines that are not understood
    at: Mapping[str, int]  # in which line each card stands first


def read_list(text: str, game: Game, catalog: Catalog, name: str = "list") -> PastedList:
    """A list of cards as builders of decks export it (VN-18.7): a card on each line, ``4 Name``,
    ``4x Name`` or ``Name x4``, under headings for the game's lists. Codes of sets are passed over.

    Args:
        text: the list.
        game: of which game.
        catalog: which names there are.
        name: what the deck is called where the text does not say.

    Raises:
        Failure: it is longer than :data:`MOST_TEXT` or :data:`MOST_LINES`.

    Example:
        >>> read_list("4x Wolf\\n1 Bear (CORE) 12", game, catalog).deck.cards   # doctest: +SKIP
        {'Wolf': 4, 'Bear': 1}
    """
    lines = text.splitlines()
    if len(text.encode("utf-8", "replace")) > MOST_TEXT or len(lines) > MOST_LINES:
        raise Failure(
            "this list is too long", f"at most {MOST_LINES} lines and {MOST_TEXT // 1024} KB"
        )
    known = _names_in(catalog)
    found: dict[str, Counter[str]] = {}
    order: dict[str, list[str]] = {}
    faults: list[FaultyLine] = []
    at: dict[str, int] = {}
    into = ""
    for number, line in enumerate(lines, 1):
        said = _ITEM.sub("", line.strip().strip("\ufeff"), count=1)
        heading = _heading(said, game)
        if heading is not None:
            into = heading
            continue
        if not said or said.startswith(("//", "#", "---", "===")) or _ASIDE.fullmatch(said):
            continue
        titled = _TITLE.fullmatch(said)
        if titled is not None:
            name = titled["name"].strip() or name
            continue
        board = _SIDEBOARD.match(said) if "sideboard" in game.lists else None
        place = "sideboard" if board is not None else into
        plain = _REMARK.sub("", said[board.end() :] if board is not None else said)
        copies, card = _card(plain, known) if len(said) <= LONGEST_LINE else (0, None)
        if card is None:
            wanted = _bare(next(_said(plain[:LONGEST_LINE], *_COPIES))[1])
            near = nearest(wanted, known)[:3] if len(faults) < MOST_NEAREST else []
            close = tuple(known[each] for each in near)
            faults.append(FaultyLine(number, said[:100], "unknown", close))
        elif not 1 <= copies <= MOST_OF_ONE or found.get(place, Counter())[card] > MOST_OF_ONE:
            faults.append(FaultyLine(number, said[:100], "many"))
        else:
            found.setdefault(place, Counter())[card] += copies
            order.setdefault(place, []).extend([card] * copies)
            at.setdefault(card, number)
    if not any(found.values()):
        return PastedList(None, (*faults, *([] if faults else [FaultyLine(0, "", "none")])), at)
    return PastedList(_deck(game, name, found, order), tuple(faults), at)


def _deck(
    game: Game, name: str, found: Mapping[str, Counter[str]], order: Mapping[str, list[str]]
) -> DeckFile:
    """The deck of what was found under each heading, and in which order."""
    ordered = _ordered(game)
    lists: dict[str, CardList] = {
        each: tuple(order[each]) if each in ordered else dict(cards)
        for each, cards in found.items()
        if each
    }
    return DeckFile(game.id, name[:64], dict(found.get("", {})), lists=lists)


def _plain(text: str) -> str:
    """Letters without accents, case and the signs between them."""
    bare = unicodedata.normalize("NFKD", text)
    return re.sub(
        r"[^\w ]+", "", "".join(c for c in bare if not unicodedata.combining(c))
    ).casefold()


def _bare(text: str) -> str:
    return " ".join(_plain(text).split())


def _names_in(catalog: Catalog) -> Mapping[str, str]:
    """The names of a catalog, each as it is compared."""
    key = catalog_hash(catalog)
    found = _known_names.get(key)
    if found is None:
        named = (each.get("name", "") for part in tables_of(catalog).values() for each in part)
        found = _known_names[key] = {_bare(str(name)): str(name) for name in named if name}
    return found


_known_names: dict[str, Mapping[str, str]] = {}


@cache
def _ordered_lists(game: str, version: str) -> frozenset[str]:
    decks = shipped_decks(game_of(game, version)).values()
    return frozenset(
        name for deck in decks for name, cards in deck.lists.items() if isinstance(cards, tuple)
    )


def _ordered(game: Game) -> frozenset[str]:
    """The lists of a game whose order matters, as its shipped decks have them."""
    return _ordered_lists(game.id, game.version)


def _heading(said: str, game: Game) -> str | None:
    """Which list begins with a line: empty for the deck itself; None for a line that is none."""
    if _TITLE.fullmatch(said):
        return None
    bare = re.sub(r"\(?\d*\)?$|lists\.", "", said.strip(" #/[]:*=-\t")).strip(" :")
    word = _bare(bare)
    if not word or len(word) > 40:
        return None
    for each in (word, word.removesuffix(" deck"), word.removesuffix(" list")):
        if each in _MAIN or each == "main deck":
            return ""
        for name in game.lists:
            if each in (name, name.removesuffix("s"), f"{name}s", *_apart(name)):
                return name
    return None


def _apart(name: str) -> tuple[str, ...]:
    """How a list such as ``sideboard`` is headed, too."""
    first = name.removesuffix("board")
    return () if first == name else (first, f"{first} board")


def _said(said: str, *forms: re.Pattern[str]) -> Iterator[tuple[int | None, str]]:
    """How many copies a line may say, and of what; last the line as a name alone."""
    for form in forms:
        found = form.fullmatch(said)
        if found is not None:
            yield int(found["count"]), found["name"]
    yield None, said


def _card(said: str, known: Mapping[str, str]) -> tuple[int, str | None]:
    """How many copies of which card a line means; no card where there is none of that name, or
    where a number in the line may count copies and is not understood."""
    whole = known.get(_bare(said))
    if whole is not None:
        return 1, whole
    for copies, name in _said(said, *_COPIES, _BEHIND):
        if (card := known.get(_bare(name))) is not None:
            return 1 if copies is None else copies, card
    for copies, name in _said(said, *_COPIES):
        card, marks = _without_marks(name, known)
        if card is not None and (copies is not None or not _may_count(marks)):
            return 1 if copies is None else copies, card
    return 1, None


def _without_marks(name: str, known: Mapping[str, str]) -> tuple[str | None, list[str]]:
    """The card that is named before codes of sets and the like, and these; None where there is
    none."""
    marks: list[str] = []
    while len(marks) < 6:
        shorter = _MARKS.sub("", name).strip()
        if not shorter or shorter == name:
            break
        marks.append(name[len(shorter) :].strip())
        name = shorter
        if (card := known.get(_bare(name))) is not None:
            return card, marks
    return None, marks


def _may_count(marks: Sequence[str]) -> bool:
    """Whether a number among what stands behind a name may be meant to count copies: one in
    brackets, or one without the code of a set."""
    numbers = [mark for mark in marks if mark.strip("()[]").isdecimal()]
    return any(not mark.isdecimal() for mark in numbers) or len(numbers) == len(marks) > 0


def chosen_deck(game: Game, name: str, catalog: Catalog | None = None) -> DeckFile:
    """A shipped deck by its name, or a deck by the path of its file: TOML, or in a ``.txt`` a list
    as people write it.

    Args:
        game: of which game.
        name: the name, or the path.
        catalog: which cards a list may name; by default those of the shipped one.

    Raises:
        Failure: there is neither, or a line of the list is not understood.
        CatalogError: the file is no deck.
    """
    if is_text(name):
        return _listed_deck(game, Path(name), catalog or chosen_catalog(game, None))
    decks = {} if is_path(name) else shipped_decks(game)
    for stem, deck in decks.items():
        if name in (stem, deck.name):
            return deck
    if is_path(name) or Path(name).is_file():
        return deck_file(game, Path(name))
    close = nearest(name, decks)
    known = f"did you mean {close[0]}?" if close else f"shipped are {', '.join(decks) or 'none'}"
    raise Failure(f"no deck {name}, and no such file", known)


def _listed_deck(game: Game, path: Path, catalog: Catalog) -> DeckFile:
    """The deck of a list as builders of decks export it.

    Raises:
        Failure: it cannot be read, or lines of it are not understood.
    """
    try:
        found = read_list(read_text(path), game, catalog, path.stem)
    except Failure as error:
        raise Failure(f"{path}: {error.message}", error.hint) from None
    if found.faults:
        said = [f"{path}:{each.number}: {each}" for each in found.faults[:MOST_NEAREST]]
        more = len(found.faults) - len(said)
        raise Failure("; ".join([*said, *([f"and {more} more"] if more else [])]))
    assert found.deck is not None, "one without a card has a fault"
    return found.deck


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
    if name is not None and (is_path(name) or Path(name).is_file()):
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


def is_path(name: str) -> bool:
    """Whether a name is that of a file, as it is written, and not of something that is shipped."""
    return "/" in name or "\\" in name or name.endswith((".toml", ".json", ".txt"))


def is_text(name: str) -> bool:
    """Whether a name is that of a file with a list of cards as people write it."""
    return name.endswith(".txt")
