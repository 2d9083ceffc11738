"""What a lake keeps reckoned: views of a log that take long over millions of entries.

They are tables of the lake, filled by the very SQL of the views as matches are taken in. A column
of ``projected`` says of each match by which SQL that was. While there is a match that was taken by
another, as in a lake of an older program, the views are reckoned whenever they are asked;
``referee league tidy`` fills them.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

from referee.fact import FACTS
from storage import schema
from storage.drawn import shared_views
from storage.fact_tables import fact_tables
from storage.league.lake import Lake
from storage.league.rows import Where, make_table, take_out, where
from storage.log import Log
from storage.match_pages import Progress

VIEWS: Mapping[str, set[str]] = {
    "simulated": set(),
    "logged": {"entries"},
    "times_amiss": {"entries"},
    "time_under_call": {"entries", "verdicts"},
    "decisions": {"entries", "verdicts"},
    "turns": {"entries", "verdicts", "fact_turn_began", "fact_turn_ended", "fact_match_ended"},
    "leads": {"seats", "fact_score_changed", "fact_turn_began"},
    "turn_scores": {"fact_score_changed", "fact_turn_began"},
}
"""The views, each with the tables in which a match that goes on may have rows that change it. No
id of a person is in them: what they follow from may be forgotten (LEAGUE 8)."""
GROWING = ("logged", "times_amiss")
"""Those of them to which entries that come later only add."""
OF_ENTRIES = (*GROWING, "time_under_call", "decisions", "turns")
"""Those of them of which nothing is left where the entries of a match are deleted."""
BY = "reckoned_by"
"""The column of ``projected`` that says by which SQL they are, match by match."""
PARTITION = {"lake_game": "VARCHAR", "lake_season": "INTEGER"}
"""The columns by which the files of the lake are parted, with their types."""
AT_ONCE = 5_000
"""Of how many matches a lake gets them at once."""
_APART = "reckoning"


class Source(NamedTuple):
    """Where the rows of a table of a log come from."""

    rows: str  # what follows FROM
    columns: Collection[str]  # the columns that there are; others are empty


@cache
def by_sql() -> str:
    """The SHA-256 of the SQL that the views follow from, the same with whatever games there are:
    another edition of one is another program, whose facts are put in anew."""
    return hashlib.sha256(uncommented(schema.sql("views")).encode()).hexdigest()


@cache
def uncommented(sql: str) -> str:
    """The same without the comments on tables and columns, which take most of the time."""
    return "\n".join(line for line in sql.splitlines() if not line.startswith("COMMENT ON"))


@cache
def _tables() -> str:
    """The SQL of all tables that the views look at."""
    facts = (table.ddl() for table in fact_tables(FACTS).values())
    return uncommented("\n".join((schema.sql("record"), schema.sql("projection"), *facts)))


@contextmanager
def reckoning(log: Log, sources: Mapping[str, Source]) -> Iterator[str]:
    """The views over other tables, in this block: the name of the database that they are in.

    Args:
        log: the database in memory.
        sources: the tables by the names that a log has for them; the others are empty.
    """
    log.rows(f"ATTACH ':memory:' AS {_APART}")
    try:
        log.rows(f"USE {_APART}")
        log.rows(_tables())
        own: dict[str, list[tuple[str, str]]] = {}
        for table, column, kind in log.rows(
            "SELECT table_name, column_name, data_type FROM duckdb_columns() "
            f"WHERE database_name = '{_APART}' ORDER BY table_name, column_index"
        ):
            own.setdefault(table, []).append((column, kind))
        for table in own.keys() & sources.keys():
            rows, there = sources[table]
            picked = ", ".join(
                f'"{name}"' if name in there else f'NULL::{kind} AS "{name}"'
                for name, kind in own[table]
            )
            log.rows(f'DROP TABLE "{table}"; CREATE VIEW "{table}" AS SELECT {picked} FROM {rows}')
        log.rows(uncommented(shared_views()))
        log.rows("USE memory")
        yield _APART
    finally:
        log.rows("USE memory")
        log.rows(f"DETACH {_APART}")


def reckon(log: Log, sources: Mapping[str, Source]) -> dict[str, dict[str, str]]:
    """Make tables of the views over matches that lie on a bench; the columns of each.

    Args:
        log: the database in memory.
        sources: as for :func:`reckoning`.
    """
    with reckoning(log, sources) as apart:
        for view in VIEWS:
            log.rows(f'CREATE OR REPLACE TABLE memory."{view}" AS FROM {apart}."{view}"')
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in log.rows(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE database_name = 'memory' ORDER BY table_name, column_index"
    ):
        if table in VIEWS:
            found.setdefault(table, {})[column] = kind
    return found


_OTHERWISE = f"FROM lake.projected WHERE {BY} IS DISTINCT FROM ?"
"""The matches of which a lake has them by another SQL, or not at all."""


def is_reckoned(lake: Lake, there: Mapping[str, Collection[str]]) -> bool:
    """Whether a lake has the views of all of its matches as this program reckons them.

    Args:
        lake: the lake.
        there: its tables, each with its columns.
    """
    if BY not in there.get("projected", ()):
        return False
    return not lake.rows(f"SELECT 1 {_OTHERWISE} LIMIT 1", [by_sql()])


def unchanged(
    lake: Lake,
    there: Mapping[str, Collection[str]],
    matches: Sequence[Where],
    kept: Collection[str],
) -> set[str]:
    """The views to which matches that go on come as before, or which only grow.

    Args:
        lake: the lake.
        there: its tables, each with its columns.
        matches: the matches.
        kept: the tables in which they have the same rows as before.
    """
    if not matches or BY not in there.get("projected", ()):
        return set()
    if lake.rows(f"SELECT 1 {_OTHERWISE} AND {where(matches)} LIMIT 1", [by_sql()]):
        return set()
    return {*GROWING} | {view for view, tables in VIEWS.items() if tables <= {*kept}}


def fill(lake: Lake, progress: Progress = lambda done, of: None) -> int:
    """Reckon the views of those matches of which a lake has them not, some at a time; of how many
    that was.

    Args:
        lake: the lake, open for writing.
        progress: told how many matches are done, and how many there are.

    Raises:
        LogError: the lake cannot be written.
    """
    there = lake.types()
    if "projected" not in there:
        return 0
    with lake.transaction():
        make_table(lake, "projected", {BY: "VARCHAR"}, there["projected"])
    due = lake.rows(
        f"SELECT lake_game, lake_season, list(match_id ORDER BY match_id) {_OTHERWISE} "
        "GROUP BY ALL ORDER BY ALL",
        [by_sql()],
    )
    done, of = 0, sum(len(ids) for _, _, ids in due)
    for game, season, ids in due:
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            _fill(lake, [Where(each, game, season) for each in some])
            done += len(some)
            progress(done, of)
    return done


def _fill(lake: Lake, matches: Sequence[Where]) -> None:
    there = lake.types()
    chosen = where(matches)
    sources = {
        table: Source(f'lake."{table}" WHERE {chosen}', own)
        for table, own in there.items()
        if "lake_game" in own
    }
    reckoned = reckon(lake.log(), sources)
    with lake.transaction():
        lake.rows("UPDATE lake.turn SET n = n + 1")
        take_out(lake, reckoned.keys() & there.keys(), matches)
        for table, own in reckoned.items():
            make_table(lake, table, own | PARTITION, there.get(table))
            names = ", ".join(f'"{name}"' for name in own)
            lake.rows(
                f'INSERT INTO lake."{table}" ({names}, lake_game, lake_season) '
                f'SELECT {names}, ?, ? FROM memory."{table}" ORDER BY ALL',
                [matches[0].lake_game, matches[0].lake_season],
            )
        lake.rows(f"UPDATE lake.projected SET {BY} = ? WHERE {chosen}", [by_sql()])
