"""How the projected tables and views of a log are drawn: made, marked, and seen to be there."""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import duckdb

from referee.fact import FACTS, Fact
from referee.game import Game
from referee.games.registry import UnknownGame, elsewhere_ids, game_ids, game_of, stream_ids
from storage import schema
from storage.error import LogError
from storage.fact_tables import FactTable, fact_tables, measures, played_cards, quoted
from storage.files import Scratch
from storage.instance import connected, in_memory
from storage.log import Log

TABLES = ("projected", "seats", "contests", "deck_cards", "verdicts", "card_traits", "pool_at_end")
"""The projected tables, besides those of the facts."""
VIEWS = (
    "match_results",
    "player_matches",
    "damage",
    "calls",
    "time_under_call",
    "turns",
    "rulings",
    "illegal_entries",
    "simulated",
    "logged",
    "times_amiss",
    "decisions",
    "leads",
    "turn_scores",
    "played_cards",
    "measures",
)

_LISTED = """
    SELECT table_name, sql FROM duckdb_tables()
    WHERE database_name = current_database() AND schema_name = 'main'
    UNION ALL
    SELECT view_name, sql FROM duckdb_views()
    WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal
    ORDER BY ALL
"""


_EMPTY = "empty_projection.duckdb"
_FACT_TABLES = Path(__file__).with_name("fact_tables.py")


class Mark(NamedTuple):
    """What a log notes of its projected tables and views when they are made."""

    fingerprint: str  # of the SQL that made them and of the program that filled them
    duckdb: str = ""  # the version of DuckDB that did; empty in logs of earlier versions
    drawing: str = ""  # the SHA-256 of how that describes them; empty as above

    def __str__(self) -> str:
        said = " ".join(self)
        return f"{said} {_sha256(said)[:16]}"


def read_mark(text: str) -> Mark | None:
    """A mark from its text; None where it is none."""
    if re.fullmatch("[0-9a-f]{64}", text):
        return Mark(text)
    words = text.split(" ")
    found = Mark(*words[:3]) if len(words) == 4 else None
    return found if found is not None and str(found) == text else None


def noted_mark(log: Log) -> str | None:
    """The text of the mark that a log has; None where it has none."""
    found = log.rows("SELECT value FROM meta WHERE key = 'projection'")
    return str(found[0][0]) if found else None


def fact_tables_of(log: Log) -> dict[str, dict[type[Fact], FactTable]]:
    """For each game the tables of its facts, the common ones and its own.

    The games are all that there are, and tournaments; each in its newest edition and in those
    that the log has matches of.
    """
    every = (*game_ids(), *stream_ids())
    editions: list[tuple[str, str | None]] = [(game, None) for game in every]
    editions += log.rows("SELECT DISTINCT game, version FROM matches ORDER BY ALL")
    own: dict[str, dict[type[Fact], None]] = {}
    for game_id, version in editions:
        try:
            game = game_of(game_id, version)
        except UnknownGame:
            continue
        own.setdefault(game_id, {}).update(dict.fromkeys(game.facts))
    common = _drawn(tuple(FACTS))
    return {game: {**_drawn(tuple(kinds), game), **common} for game, kinds in own.items()}


@cache
def _drawn(kinds: tuple[type[Fact], ...], game: str = "") -> Mapping[type[Fact], FactTable]:
    return fact_tables(kinds, game)


def ddl(log: Log) -> str:
    """The SQL that makes and documents the projected tables and views of a log."""
    return f"{_tables(log)}\n{views()}"


@cache
def views() -> str:
    """The SQL that makes and documents the views."""
    played = played_cards({game: each.played for game, each in _games().items()})
    return f"{shared_views()}\n{played}"


@cache
def shared_views() -> str:
    """The same of those that look at no facts but those that all games share."""
    deciding = measures({game: each.measures for game, each in _games().items()})
    return f"{deciding}\n{schema.sql('views')}"


@cache
def _games() -> Mapping[str, Game]:
    """The games that there are, each in its newest edition."""
    games = {}
    for game in game_ids():
        with suppress(UnknownGame):
            games[game] = game_of(game)
    return games


def _tables(log: Log) -> str:
    facts = {table.name: table for own in fact_tables_of(log).values() for table in own.values()}
    return "\n".join((schema.sql("projection"), *(table.ddl() for table in facts.values())))


@cache
def _makers() -> tuple[str, ...]:
    """The modules that say what the tables are."""
    return tuple(Path(each).read_text("utf-8") for each in (__file__, _FACT_TABLES))


def fingerprint() -> str:
    """The SHA-256 of all that the tables and views follow from: the program that fills them, what
    makes them, the common facts, and those of games from elsewhere. No other game is loaded.

    Another edition of the rules may put the same verdict in other words.
    """
    made_by = [program(), schema.sql("projection"), schema.sql("views")]
    made_by += _makers()
    made_by += [table.ddl() for table in _drawn(tuple(FACTS)).values()]
    for game_id in elsewhere_ids():
        with suppress(UnknownGame):
            game = game_of(game_id)
            made_by += [table.ddl() for table in _drawn(tuple(game.facts), game_id).values()]
            made_by += [played_cards({game_id: game.played}), measures({game_id: game.measures})]
    return _sha256("\n".join(made_by))


@cache
def program() -> str:
    """The SHA-256 of the modules that decide what is in the rows."""
    found = hashlib.sha256()
    rooms = Path(__file__).parents[1]
    for room in ("events", "referee"):
        for folder, inside, files in os.walk(rooms / room):
            inside.sort()
            for name in sorted(files):
                if name.endswith(".py"):
                    found.update(Path(folder, name).read_bytes())
    found.update((rooms / "storage" / "rows.py").read_bytes())
    return found.hexdigest()


@cache
def due(made_by: str) -> Mapping[str, str]:
    """How DuckDB describes the tables and views that SQL makes, by their names."""
    plain = [line for line in made_by.splitlines() if not line.startswith("COMMENT ON")]
    with in_memory() as connection:
        connection.execute(schema.sql("record"))
        connection.execute("\n".join(plain))
        return _projected(dict(connection.execute(_LISTED).fetchall()))


def listed(log: Log) -> dict[str, str]:
    """How DuckDB describes the projected tables and views that a log has, by their names."""
    return _projected(dict(log.rows(_LISTED)))


def _projected(found: dict[str, str]) -> dict[str, str]:
    """Those that are projected; anybody may have made others."""
    return {
        name: sql
        for name, sql in found.items()
        if name in TABLES or name in VIEWS or name.startswith("fact_")
    }


def damage(log: Log) -> str | None:
    """What is wrong with the projected tables and views, which have to be made then.

    None where nothing is; empty where there are none, or where another version made them.
    """
    noted = noted_mark(log)
    if noted is None:
        return ""
    mark = read_mark(noted)
    if mark is None:
        return "the mark of the projected tables was altered"
    if (mark.fingerprint, mark.duckdb) != (fingerprint(), duckdb.__version__):
        return ""
    if log.hiding:
        return f"{', '.join(each.name for each in log.hiding)} of DuckDB was replaced by a macro"
    found = listed(log)
    if mark.drawing == _drawing(found):
        return None
    facts = (table.name for own in fact_tables_of(log).values() for table in own.values())
    missing = sorted({*TABLES, *VIEWS, *facts} - found.keys())
    return f"{', '.join(missing)} missing" if missing else "a projected table or view was altered"


def make(log: Log) -> None:
    """Make all projected tables and views, empty, in the place of those that are there.

    Raises:
        LogError: the log cannot be written.
    """
    while log.hiding:
        own = log.hiding[-1]
        log.rows(f'DROP {own.kind} "{own.name.replace(chr(34), chr(34) * 2)}"')
        log.hiding.pop()
    tables = _tables(log)
    there = log.rows(
        "SELECT view_name, 'VIEW' FROM duckdb_views() "
        "WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal "
        "UNION ALL SELECT table_name, 'TABLE' FROM duckdb_tables() "
        "WHERE database_name = current_database() AND schema_name = 'main'"
    )
    old = [(n, kind) for n, kind in there if n in {*TABLES, *VIEWS} or n.startswith("fact_")]
    with _empty_tables(log, tables) as made, log.transaction():
        for name, kind in sorted(old, key=lambda each: each[1], reverse=True):
            log.rows(f'DROP {kind} "{name}"')
        log.rows(made)
        log.rows(views())
        mark = Mark(fingerprint(), duckdb.__version__, _drawing(listed(log)))
        log.rows("INSERT OR REPLACE INTO meta VALUES ('projection', ?)", [str(mark)])


_numbers = count(1)


@contextmanager
def _empty_tables(log: Log, tables: str) -> Iterator[str]:
    """The SQL by which, in this block, a log gets these tables: copied from a database that has
    them, with their comments, in a twentieth of the time; told one by one where there is none."""
    try:
        empty = Path(_empty(tables).name, _EMPTY)
        # a name of its own, as a copy has (storage/served.py)
        name = f"{empty.stem}_{next(_numbers)}"
        log.rows(f"ATTACH {quoted(str(empty))} AS {name} (READ_ONLY)")
    except (OSError, duckdb.Error, LogError):
        yield tables
        return
    try:
        here = log.rows("SELECT current_database()")[0][0]
        yield f'COPY FROM DATABASE {name} TO "{here}" (SCHEMA)'
    finally:
        with suppress(LogError):
            log.rows(f"DETACH {name}")


@cache
def _empty(tables: str) -> Scratch:
    """The folder of a database that has these tables and nothing in them; it goes with the
    process."""
    folder = Scratch()
    with connected(Path(folder.name, _EMPTY), write=True) as connection:
        connection.execute("BEGIN")
        connection.execute(tables)
        connection.execute("COMMIT")
    return folder


def projected_columns(log: Log) -> dict[str, dict[str, str]]:
    """The columns of each table that is projected from matches, with their types."""
    found = log.rows(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE database_name = current_database() ORDER BY table_name, column_index"
    )
    columns: dict[str, dict[str, str]] = {}
    for table, column, kind in found:
        if (table in TABLES or table.startswith("fact_")) and table != "card_traits":
            columns.setdefault(table, {})[column] = kind
    return columns


def _drawing(found: dict[str, str]) -> str:
    return _sha256("\n".join(f"{name} {sql}" for name, sql in sorted(found.items())))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


__all__ = [
    "TABLES",
    "VIEWS",
    "Mark",
    "damage",
    "ddl",
    "due",
    "fact_tables_of",
    "fingerprint",
    "listed",
    "make",
    "noted_mark",
    "projected_columns",
    "read_mark",
    "views",
]
