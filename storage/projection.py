"""The projections: facts, verdicts, seats and decks as tables, made anew at any time.

Nothing is projected when an entry is logged. Who wants to ask calls :func:`refresh` first; it
replays the matches that went on since, and takes the place of what was projected of them.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from referee.fact import FACTS, Fact
from referee.games.registry import UnknownGame, game_ids, game_of
from storage import schema
from storage.error import LogError
from storage.facts import FactTable, fact_tables, quoted
from storage.log import Log
from storage.pages import Progress, Stored, pages
from storage.rows import projected, rows_of

__all__ = ["Projected", "rebuild", "refresh", "stale"]

LOADED = 250_000
"""How many entries are projected at a time."""

_TABLES = ("projected", "seats", "contests", "deck_cards", "verdicts", "card_traits")
_VIEWS = (
    "match_results",
    "player_matches",
    "damage",
    "calls",
    "time_under_call",
    "turns",
    "rulings",
    "illegal_entries",
)
_STALE = """
    SELECT match_id
    FROM (SELECT match_id, max(seq) AS seq FROM entries GROUP BY match_id)
    ANTI JOIN projected USING (match_id, seq)
"""
_GIVEN = "(SELECT unnest(from_json(?, '[\"VARCHAR\"]')))"


class Projected(NamedTuple):
    """What a refresh did.

    Attributes:
        matches: how many matches were projected.
        entries: how many entries they have.
        faults: the matches that cannot be replayed, each with the reason; nothing of them is
            projected.
    """

    matches: int
    entries: int
    faults: dict[str, str]


def stale(log: Log) -> int:
    """How many matches have entries that are not projected; those that cannot be are not counted.

    Raises:
        LogError: the log cannot be read.
    """
    chosen = _STALE if _current(log) else "SELECT DISTINCT match_id FROM entries"
    return int(log.rows(f"SELECT count(*) FROM ({chosen})")[0][0])


def refresh(log: Log, progress: Progress | None = None) -> Projected:
    """Project what was logged since. A log that is open for reading will do where nothing was.

    Raises:
        LogError: something was, and the log is open for reading only; or it cannot be written.
    """
    if not stale(log):
        return Projected(0, 0, _faults(log))
    if not log.writing:
        raise LogError(
            f"{log.path}: open for reading only, and the facts of {stale(log)} matches "
            "are not up to date"
        )
    if not _current(log):
        _make(log)
    _traits(log)
    matches = entries = 0
    try:
        with TemporaryDirectory(prefix="referee-") as folder:
            writer = _Writer(log, Path(folder))
            for page in pages(log, _STALE, progress=progress):
                writer.write(page)
                matches += len(page)
                entries += sum(len(stored.rows) for stored in page)
                if writer.entries >= LOADED:
                    writer.load()
            writer.load()
    except OSError as error:
        raise log.fault(error) from error
    return Projected(matches, entries, _faults(log))


def rebuild(log: Log, progress: Progress | None = None) -> Projected:
    """Drop all projections and make them anew.

    Raises:
        LogError: the log cannot be written.
    """
    log.require_writing()
    _make(log)
    return refresh(log, progress)


def _faults(log: Log) -> dict[str, str]:
    if not _current(log):
        return {}
    return dict(log.rows("SELECT match_id, fault FROM projected WHERE fault IS NOT NULL"))


# -- the tables -------------------------------------------------------------------------------


def _fact_tables(log: Log) -> dict[str, dict[type[Fact], FactTable]]:
    """For each game the tables of its facts, the common ones and its own.

    The games are all that there are, each in its newest edition and in those that the log has
    matches of.
    """
    editions: list[tuple[str, str | None]] = [(game, None) for game in game_ids()]
    editions += log.rows("SELECT DISTINCT game, version FROM matches ORDER BY ALL")
    own: dict[str, dict[type[Fact], None]] = {}
    for game_id, version in editions:
        try:
            game = game_of(game_id, version)
        except UnknownGame:
            continue
        own.setdefault(game_id, {}).update(dict.fromkeys(game.facts))
    common = fact_tables(FACTS)
    return {game_id: {**fact_tables(kinds, game_id), **common} for game_id, kinds in own.items()}


def _ddl(log: Log) -> str:
    facts = {table.name: table for own in _fact_tables(log).values() for table in own.values()}
    made = "\n".join(table.ddl() for table in facts.values())
    return "\n".join((schema.sql("projection"), made, schema.sql("views")))


def _fingerprint(ddl: str) -> str:
    return hashlib.sha256(ddl.encode()).hexdigest()


def _current(log: Log) -> bool:
    """Whether the log has the tables that this program would make."""
    found = log.rows("SELECT value FROM meta WHERE key = 'projection'")
    return bool(found) and found[0][0] == _fingerprint(_ddl(log))


def _make(log: Log) -> None:
    """Make all projected tables and views, empty, in the place of those that are there."""
    ddl = _ddl(log)
    old = log.rows(
        "SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() "
        f"AND (table_name LIKE 'fact\\_%' ESCAPE '\\' OR table_name IN "
        f"({', '.join(map(quoted, _TABLES))}))"
    )
    with log.transaction():
        for view in _VIEWS:
            log.rows(f"DROP VIEW IF EXISTS {view}")
        for (table,) in old:
            log.rows(f'DROP TABLE "{table}"')
        log.rows(ddl)
        log.rows("INSERT OR REPLACE INTO meta VALUES ('projection', ?)", [_fingerprint(ddl)])


def _traits(log: Log) -> None:
    """The traits of the cards of catalogs that came in since."""
    rows: list[tuple[str, str, str, str]] = []
    editions = log.rows(
        "SELECT DISTINCT catalog, game, version FROM matches "
        "WHERE catalog NOT IN (SELECT catalog FROM card_traits) ORDER BY ALL"
    )
    for key, game_id, version in editions:
        try:
            game = log.game(game_id, version)
            cards = game.traits(log.catalog_for(key, game))
        except LogError:
            continue  # the matches that pin it are faulty, and say so
        rows += [(key, c, t, v) for c, traits in cards.items() for t, v in traits.items()]
    if rows:
        log.rows(
            "INSERT INTO card_traits SELECT DISTINCT row[1], row[2], row[3], row[4] "
            "FROM (SELECT unnest(from_json(?, '[[\"VARCHAR\"]]')) AS row)",
            [_json(rows)],
        )


def _columns(log: Log) -> dict[str, dict[str, str]]:
    """The columns of each projected table, with their types."""
    found = log.rows(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE database_name = current_database() ORDER BY table_name, column_index"
    )
    columns: dict[str, dict[str, str]] = {}
    for table, column, kind in found:
        if (table in _TABLES or table.startswith("fact_")) and table != "card_traits":
            columns.setdefault(table, {})[column] = kind
    return columns


# -- the rows ---------------------------------------------------------------------------------


class _Writer:
    """Writes the rows of matches to files of JSON lines, which DuckDB loads many at a time."""

    def __init__(self, log: Log, folder: Path) -> None:
        self.log = log
        self.folder = folder
        self.facts = {
            game: {kind: table.name for kind, table in own.items()}
            for game, own in _fact_tables(log).items()
        }
        self.columns = _columns(log)
        self.ids: list[str] = []
        self.entries = 0
        self.tables: set[str] = set()

    def write(self, page: list[Stored]) -> None:
        """Write the rows of some matches."""
        lines: dict[str, list[bytes]] = {}
        for stored in page:
            self.ids.append(stored.id)
            self.entries += len(stored.rows)
            fault = None
            try:
                replay = stored.replay(self.log)
            except LogError as error:
                fault = str(error)
            else:
                for table, line in rows_of(stored.id, replay, self.facts[replay.game.id]):
                    lines.setdefault(table, []).append(line)
            last = stored.rows[-1].seq if stored.rows else 0
            table, line = projected(stored.id, last, fault)
            lines.setdefault(table, []).append(line)
        for table, own in lines.items():
            with self._path(table).open("ab") as file:
                file.writelines(own)
        self.tables |= lines.keys()

    def load(self) -> None:
        """Have DuckDB take in what is written, in the place of what was projected before."""
        log = self.log
        with log.transaction():
            before = log.rows(
                f"SELECT list(match_id) FROM projected WHERE match_id IN {_GIVEN}",
                [_json(self.ids)],
            )[0][0]
            for table in self.columns if before else ():
                log.rows(f'DELETE FROM "{table}" WHERE match_id IN {_GIVEN}', [_json(before)])
            for table in sorted(self.tables):
                log.rows(_load(table, self._path(table), self.columns[table]))
        for table in self.tables:
            self._path(table).unlink()
        self.ids.clear()
        self.tables.clear()
        self.entries = 0

    def _path(self, table: str) -> Path:
        return self.folder / f"{table}.jsonl"


def _load(table: str, path: Path, columns: Mapping[str, str]) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    kinds = ", ".join(f'"{name}": {quoted(kind)}' for name, kind in columns.items())
    return (
        f'INSERT INTO "{table}" SELECT {names} FROM read_json({quoted(str(path))}, '
        f"format = 'newline_delimited', columns = {{{kinds}}})"
    )


def _json(values: object) -> str:
    """Values as one JSON text, to be passed as one parameter and unnested in SQL."""
    return msgspec.json.encode(values).decode()
