"""The rows of a match in the lake: found by their partition, and taken out of its tables."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from storage.fact_tables import quoted
from storage.league.lake import GIVEN, META, Lake, given

_FILLED = f"""
SELECT DISTINCT t.table_name
FROM {META}.ducklake_data_file AS f
JOIN {META}.ducklake_table AS t USING (table_id)
JOIN {META}.ducklake_file_partition_value AS game USING (data_file_id)
JOIN {META}.ducklake_file_partition_value AS season USING (data_file_id)
WHERE f.end_snapshot IS NULL AND t.end_snapshot IS NULL
    AND game.partition_key_index = 0 AND game.partition_value IN {GIVEN}
    AND season.partition_key_index = 1 AND season.partition_value IN {GIVEN}
UNION
SELECT t.table_name
FROM {META}.ducklake_inlined_data_tables AS few
JOIN {META}.ducklake_table AS t USING (table_id)
WHERE t.end_snapshot IS NULL
"""
"""The tables that have a file of these partitions, or a few rows in the catalog: what else a lake
has need not be opened."""


_OWN = re.compile(r"fact_(\w+?)__")
"""What a table of facts begins with that one game alone has, and which game that is."""


class Where(NamedTuple):
    """Where the rows of a match are."""

    match_id: str
    lake_game: str
    lake_season: int


def where(matches: Iterable[Where]) -> str:
    """SQL that is true of the rows of these matches; the partition first, so that only its files
    are read."""
    matches = list(matches)
    games = ", ".join(sorted({quoted(each.lake_game) for each in matches}))
    seasons = ", ".join(sorted({str(each.lake_season) for each in matches}))
    ids = ", ".join(quoted(each.match_id) for each in matches)
    return f"lake_game IN ({games}) AND lake_season IN ({seasons}) AND match_id IN ({ids})"


def _filled(lake: Lake, tables: Iterable[str], matches: Sequence[Where]) -> list[str]:
    """Those of the tables that may have rows of these matches."""
    filled = {
        table
        for (table,) in lake.rows(
            _FILLED,
            [
                given(sorted({each.lake_game for each in matches})),
                given(sorted({str(each.lake_season) for each in matches})),
            ],
        )
    }
    games = {each.lake_game for each in matches}
    found = []
    for table in sorted(filled.intersection(tables)):
        whose = _OWN.match(table)
        if whose is None or whose[1] in games:
            found.append(table)  # else a few rows in the catalog, which are of another game
    return found


def unchanged(
    lake: Lake,
    columns: Mapping[str, Mapping[str, str]],
    there: Mapping[str, Collection[str]],
    matches: Sequence[Where],
) -> set[str]:
    """The tables in which matches that go on have the same rows as before, none where they have
    none: to take these out and put them in anew costs much and changes nothing.

    Args:
        lake: the lake.
        columns: the columns of the tables of a bench.
        there: those of the lake.
        matches: the matches; their rows on the bench are those that are due.
    """
    if not matches:
        return set()
    due = f"WHERE match_id IN ({', '.join(quoted(each.match_id) for each in matches)})"
    before, now = [], []
    for table in _filled(lake, columns.keys() & there.keys(), matches):
        if columns[table].keys() <= {*there[table]}:
            names = ", ".join(f'"{name}"' for name in columns[table])
            asked = f"SELECT {quoted(table)}, count(*), sum(hash({names})) FROM"
            before.append(f'{asked} lake."{table}" WHERE {where(matches)}')
            now.append(f'{asked} "{table}" {due}')
    if not before:
        return set()
    queries = (" UNION ALL ".join(parts) for parts in (before, now))
    held, come = (set(lake.rows(sql)) for sql in queries)
    return {table for table, _, _ in held & come}


def take_out(lake: Lake, tables: Iterable[str], matches: Sequence[Where]) -> None:
    """Delete the rows of matches from these tables of the lake."""
    if not matches:
        return
    for table in _filled(lake, tables, matches):
        lake.rows(f'DELETE FROM lake."{table}" WHERE {where(matches)}')


def out_of_lake(lake: Lake, matches: Sequence[Where]) -> None:
    """Delete all rows of matches from the lake, but those of the ledger."""
    own = {table for table, columns in lake.columns().items() if "lake_game" in columns}
    take_out(lake, own - {"ledger"}, matches)


def part_in_lake(lake: Lake, table: str) -> None:
    """Have the files of a table be by game and year (LG-4.6)."""
    lake.rows(f'ALTER TABLE lake."{table}" SET PARTITIONED BY (lake_game, lake_season)')


def make_table(
    lake: Lake,
    table: str,
    columns: Mapping[str, str],
    known: Collection[str] | None,
    whole: bool = False,
) -> None:
    """See that the lake has a table with these columns; columns are only added (LG-9)."""
    if known is None:
        typed = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
        lake.rows(f'CREATE TABLE lake."{table}" ({typed})')
        if not whole:
            part_in_lake(lake, table)
        return
    for name, kind in columns.items():
        if name not in known:
            lake.rows(f'ALTER TABLE lake."{table}" ADD COLUMN "{name}" {kind}')


__all__ = ["Where", "make_table", "out_of_lake", "part_in_lake", "take_out", "unchanged", "where"]
