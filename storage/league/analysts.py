"""What analysts get to see of a league (LEAGUE 8): no payload, nobody's id, no word that somebody
wrote. Statistics count with all of it; who asks in SQL of their own sees views without these.

The views have the names of the tables that they stand for, in a schema that is looked into first.
What a query names is looked at before it is asked: bare names alone, so that none leads past them.
"""

import re
from collections.abc import Iterator
from typing import Any

import duckdb
import msgspec

from storage.fact_tables import quoted
from storage.league.lake import LeagueError
from storage.log import Log
from storage.statistics import prepare

WITHHELD = {
    "calls": ("about", "judge"),
    "entries": ("payload", "recorded_by"),
    "illegal_entries": ("by_whom",),
    "rulings": ("judge", "reason"),
}
"""By table, what is read off payloads: ids as the store has them, and words that people wrote."""
_SCHEMA = "analysts"
_FUNCTIONS = {"generate_series", "json_each", "json_tree", "range", "repeat_row", "unnest"}
"""The functions that make a table of what they are given."""


def narrow(log: Log) -> None:
    """Have the names of tables mean what analysts may see."""
    log.rows(f"CREATE SCHEMA {_SCHEMA}")
    for table, withheld in WITHHELD.items():
        view = f'{_SCHEMA}."{table}"'
        log.rows(
            f'CREATE VIEW {view} AS SELECT * EXCLUDE ({", ".join(withheld)}) FROM main."{table}"'
        )
        for column, comment in log.rows(
            "SELECT column_name, comment FROM duckdb_columns() WHERE database_name = 'memory' "
            "AND schema_name = 'main' AND table_name = ? AND comment IS NOT NULL",
            [table],
        ):
            if column not in withheld:
                log.rows(f'COMMENT ON COLUMN {view}."{column}" IS {quoted(comment)}')
        for (comment,) in log.rows(
            "SELECT comment FROM duckdb_views() WHERE database_name = 'memory' "
            "AND schema_name = 'main' AND view_name = ? AND comment IS NOT NULL",
            [table],
        ):
            log.rows(f"COMMENT ON VIEW {view} IS {quoted(comment)}")
    log.rows(f"SET search_path = '{_SCHEMA},main'")


def require_asking(log: Log, query: str, *, judge: bool = False) -> None:
    """See that a query only asks, as what it wrote would lie among the files of the lake; and for
    what analysts may see.

    Args:
        log: the league, to be asked.
        query: the query.
        judge: whether a judge asks, who may see all.

    Raises:
        LeagueError: it does more.
    """
    kinds = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
    try:
        found = log.connection.extract_statements(query)
    except duckdb.Error as error:
        raise LeagueError(" ".join(str(error).split("\n")[:2])) from None
    if any(each.type not in kinds for each in found):
        raise LeagueError("a league is asked, and not written to: expected SELECT or FROM")
    for each in () if judge else found:
        _require_told(log, re.sub(r"(?i)^\s*EXPLAIN(\s+ANALYZE)?\b", "", each.query))


def _require_told(log: Log, query: str) -> None:
    """See that a query names tables that analysts may see, and none by another way."""
    ((text,),) = log.rows("SELECT json_serialize_sql(?::VARCHAR)", [query])
    tree = msgspec.json.decode(text)
    prepare(log.connection)
    if tree["error"]:
        raise LeagueError(f"what this query asks for cannot be told: {tree['error_message']}")
    own = {
        name
        for (name,) in log.rows(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = 'memory' "
            "UNION ALL SELECT view_name FROM duckdb_views() WHERE database_name = 'memory' "
            "AND NOT internal"
        )
    }
    macros = {
        name
        for (name,) in log.rows(
            "SELECT function_name FROM duckdb_functions() "
            "WHERE function_type = 'table_macro' AND NOT internal"
        )
    }
    nodes = [*_nodes(tree)]
    # a name that could be that of a file is none of a query's own
    own |= {e["key"] for n in nodes for e in n.get("map", ()) if re.fullmatch(r"\w+", e["key"])}
    own = {name.lower() for name in own}
    for node in nodes:
        kind = node.get("type")
        if kind == "BASE_TABLE":
            name = node["table_name"]
            path = ".".join(filter(None, (node["catalog_name"], node["schema_name"], name)))
            if path != name or name.lower() not in own:
                raise _not_told(path)
        elif kind == "TABLE_FUNCTION":
            name = str(node["function"]["function_name"])
            if name not in _FUNCTIONS | macros:
                raise _not_told(f"{name}()")


def _not_told(name: str) -> LeagueError:
    return LeagueError(
        f"{name[:80]}: analysts ask the tables that referee league sql lists, by their bare names; "
        "--own is for judges"
    )


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """All that a query is made of."""
    if isinstance(tree, dict):
        yield tree
        for each in tree.values():
            yield from _nodes(each)
    elif isinstance(tree, list):
        for each in tree:
            yield from _nodes(each)


__all__ = ["WITHHELD", "narrow", "require_asking"]
