"""What a log keeps beside its entries: the catalogs that matches pin, the names of people, and the
secrets of tournaments."""

import re
import secrets
from collections import Counter
from collections.abc import Collection, Container, Mapping
from functools import cached_property
from unicodedata import normalize

import msgspec
from msgspec import Struct

from referee.catalog import Catalog, CatalogError, stored_catalog
from referee.game import Game
from referee.games.registry import UnknownGame, game_of
from storage import schema
from storage.catalogs import sample
from storage.database import Database
from storage.error import LogError, UnknownCatalog
from storage.served import Served

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""The characters of ids that are drawn: none that is read as another."""
DRAWN = re.compile(f"p-[{LETTERS}]{{8}}")
"""An id that was drawn."""
OPTED_OUT = "opt-out "
"""What a key of ``meta`` begins with that says whether somebody is published."""


def drawn_person(*taken: Container[str]) -> str:
    """An id of a person that tells nothing of them, which none of these has."""
    while True:
        person = "p-" + "".join(secrets.choice(LETTERS) for _ in range(8))
        if not any(person in each for each in taken):
            return person


def note_minors(log: Database, persons: Collection[str]) -> None:
    """Note that people are minors; what was said of one of them before, as that a guardian agrees,
    stays.

    Raises:
        LogError: the log cannot be written.
    """
    log.rows(
        "INSERT INTO meta SELECT DISTINCT ? || person, 'minor' "
        "FROM (SELECT unnest(from_json(?, '[\"VARCHAR\"]')) AS person) ON CONFLICT DO NOTHING",
        [OPTED_OUT, msgspec.json.encode([*persons]).decode()],
    )


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """What people are called, by their ids, nobody as another: who shares a name has some of the id
    behind it, which no later name changes.

    Example:
        >>> distinct_names({"p-k3a7q2m9": "Alex", "p-77mvx0tz": "alex", "bo": "Bo"})
        {'p-k3a7q2m9': 'Alex (q2m9)', 'p-77mvx0tz': 'alex (x0tz)', 'bo': 'Bo'}
    """

    def tail(person: str, length: int) -> str:
        return person.removeprefix("p-")[-length:] if DRAWN.fullmatch(person) else person

    def alike(name: str) -> str:
        return " ".join(normalize("NFKC", name).casefold().split())

    called = dict(names)
    for length in (4, len("p-") + 8):
        count = Counter(map(alike, called.values()))
        called = {
            person: f"{names[person]} ({tail(person, length)})" if count[alike(name)] > 1 else name
            for person, name in called.items()
        }
    return called


class CatalogRow(Struct, frozen=True):
    """One catalog in a list of catalogs, with the number of matches that pin it."""

    hash: str
    game: str
    name: str
    matches: int


class Library(Served):
    """The catalogs and the names of a log that is open."""

    @cached_property
    def _catalogs(self) -> dict[tuple[str, str, str], Catalog]:
        return {}

    @cached_property
    def borrowed(self) -> set[str]:
        """The catalogs that were asked for and that the log does not have: shipped samples of the
        same content stand in for them."""
        return set()

    def game(self, game_id: str, version: str) -> Game:
        """The game of a match.

        Raises:
            LogError: this program does not have it, or not in that version.
        """
        try:
            return game_of(game_id, version)
        except UnknownGame as error:
            raise LogError(str(error)) from error

    def add_catalog(self, catalog: Catalog) -> str:
        """Keep a catalog; returns its hash. Keeping it again changes nothing."""
        self.require_writing()
        self.rows(
            "INSERT INTO catalogs VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [catalog.hash, catalog.game, catalog.name, catalog.canonical.decode()],
        )
        self.borrowed.discard(catalog.hash)
        return catalog.hash

    def catalog(self, key: str) -> tuple[str, Catalog]:
        """The catalog of that hash, with the id of its game: of the log, or else a sample.

        Raises:
            UnknownCatalog: there is none.
            LogError: it cannot be read.
        """
        row = self.rows("SELECT game FROM catalogs WHERE hash = ?", [key])
        if row:
            try:
                game = game_of(row[0][0])
            except UnknownGame as error:
                raise LogError(str(error)) from error
            return game.id, self.catalog_for(key, game)
        found = sample(key)
        if found is None:
            raise UnknownCatalog(f"{self.path}: no catalog {key}; add it first")
        return found.game, found

    def catalog_for(self, key: str, game: Game) -> Catalog:
        """The catalog of that hash as a game reads it; errors as for :meth:`catalog`."""
        found = self._catalogs.get((key, game.id, game.version))
        if found is None:
            row = self.rows("SELECT payload FROM catalogs WHERE hash = ?", [key])
            if row:
                try:
                    found = stored_catalog(row[0][0], game.catalog_type)
                except CatalogError as error:
                    raise LogError(f"{self.path}: catalog {key}: {error}") from error
            else:
                found = sample(key, game.id)
                self.borrowed.add(key)
            if found is None:
                raise UnknownCatalog(f"{self.path}: no catalog {key}; add it first")
            self._catalogs[key, game.id, game.version] = found
        return found

    def catalogs(self) -> list[CatalogRow]:
        """The catalogs that the log keeps, by game and name."""
        found = self.rows(
            "SELECT hash, game, name, (SELECT count(*) FROM matches WHERE catalog = hash) "
            "FROM catalogs ORDER BY game, name, hash"
        )
        return [CatalogRow(*row) for row in found]

    def names(self) -> dict[str, str]:
        """The names of people by their ids, as they were said."""
        return dict(self.rows("SELECT person, name FROM people ORDER BY person"))

    def people(self) -> dict[str, str]:
        """What people are called, by their ids, so that nobody is taken for somebody else; see
        :func:`distinct_names`."""
        return distinct_names(self.names())

    def published_people(self) -> dict[str, str]:
        """The names of people by their ids as they are published: who has not agreed to that is
        called otherwise, such as *Player 17* (VN-18.4)."""
        return {**self.names(), **self.unpublished()}

    def unpublished(self) -> dict[str, str]:
        """Who is not called by name outside of the hall, and what is said in its stead."""
        if not self.has_table("unpublished"):
            return {}
        return dict(self.rows("SELECT person, called FROM unpublished ORDER BY person"))

    def name_person(self, person: str, name: str) -> None:
        """Note what a person is called; a later name takes the place of an earlier one."""
        self.require_writing()
        self.rows("INSERT OR REPLACE INTO people VALUES (?, ?)", [person, name])

    def name_people(self, names: Mapping[str, str]) -> None:
        """Note what many are called, by their ids."""
        self.require_writing()
        self.rows(
            "INSERT OR REPLACE INTO people SELECT unnest(map_keys(m)), unnest(map_values(m)) "
            "FROM (SELECT ?::JSON::MAP(VARCHAR, VARCHAR) AS m)",
            [msgspec.json.encode(names).decode()],
        )

    def forget_person(self, person: str) -> None:
        """Blank a person's name. The entries keep the id, and every chain stays whole.

        No query finds the name then; its bytes go when DuckDB uses their place in the file again.
        """
        self.require_writing()
        self.rows("DELETE FROM people WHERE person = ?", [person])

    def keep_secret(self, match_id: str, secret: str) -> None:
        """Keep the secret of a tournament until it is closed (TR-5.8).

        It stands beside the chain: no view, no export and no copy for queries has it, but every
        backup does, since without it no further round can be posted. Before the tournament is
        opened a later secret takes the place of an earlier one.

        Raises:
            LogError: the opening has not committed to this secret; or the log cannot be written.
        """
        from referee.tournament.keys import commitment_of  # who plays at a table needs none of it

        self.require_writing()
        opened = self.rows(schema.sql("commitment"), [match_id])
        if opened and opened[0][0] != commitment_of(secret):
            raise LogError(f"{match_id}: its opening has not committed to this secret")
        with self.transaction():
            self.rows(schema.sql("secrets"))
            self.rows("INSERT OR REPLACE INTO secrets VALUES (?, ?)", [match_id, secret])

    def secret(self, match_id: str) -> str | None:
        """The secret of a tournament; None where the log does not keep the one that its opening
        has committed to, so that no round can be posted under another key (TR-5.8).

        Raises:
            LogError: the log cannot be read.
        """
        from referee.tournament.keys import commitment_of

        kept = self.kept_secret(match_id)
        opened = self.rows(schema.sql("commitment"), [match_id])
        fits = kept is not None and (not opened or opened[0][0] == commitment_of(kept))
        return kept if fits else None

    def kept_secret(self, match_id: str) -> str | None:
        """The secret that the log keeps of a tournament, whether it is the right one or not; None
        where it keeps none.

        Raises:
            LogError: the log cannot be read.
        """
        if not self.has_table("secrets"):
            return None
        found = self.rows("SELECT secret FROM secrets WHERE match_id = ?", [match_id])
        return str(found[0][0]) if found else None
