"""Asking a league: its matches as the tables of a log, so that every statistic runs as it stands.

What is asked is a copy of the catalog: the lake as it is, or as it was at any moment that it has
kept. The tables of a log are views of the lake there, of a season, a game or all; those that the
lake does not have are empty.

Statistics count with all of it. Who asks in SQL of their own, and is no judge, sees no payload,
nobody's id, no word that somebody wrote, and nobody apart from others (LEAGUE 8): no figure is to
be of one person, whom a pseudonym tells apart. The tables that have payloads, ids and words are
views without them, in a schema that is looked into first; where a pseudonym stands there is
nothing. What a query names is looked at before it is asked: bare names alone, so that none leads
past them.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import duckdb
import msgspec

from referee.games.registry import stream_ids
from storage import schema
from storage.drawn import ddl, views
from storage.fact_tables import quoted
from storage.league.lake import Lake, LeagueError, Place
from storage.league.people import PSEUDONYM, Columns, columns_of, person_columns
from storage.league.publishers import Season, seasons
from storage.league.reckoned import BY, PARTITION, VIEWS, is_reckoned, uncommented
from storage.log import Log
from storage.match import Match
from storage.proof.head import Head
from storage.proof.packet import packet_of
from storage.statistics import prepare

OWN = {*PARTITION, BY}
"""The columns of the lake that no statistic knows of."""


@contextmanager
def asked(
    place: Place,
    season: str = "",
    game: str = "",
    as_of: str = "",
    *,
    commented: bool = False,
    analyst: bool = False,
    mixed: Callable[[int], None] | None = None,
) -> Iterator[Log]:
    """The lake as a log whose facts are up to date, open for reading.

    Args:
        place: the league.
        season: only matches of that season; empty: of all.
        game: only matches of that game; empty: of all.
        as_of: the lake as it was then, UTC; empty: as it is.
        commented: whether each table has its comments.
        analyst: whether the names of tables mean what analysts may see.
        mixed: told by how many programs the facts are, where it is more than one.

    Raises:
        LeagueError: there is no such season.
        LogError: the lake cannot be read.
    """
    with Lake(place, moment=as_of) as lake:
        found = season_of(lake, season)
        log = lake.log()
        draw(lake, log, found, _games(game, found), commented, analyst)
        if analyst:
            _narrow(log)
        if mixed is not None and (count := programs(lake)) > 1:
            mixed(count)
        lake.rows(f"SET allowed_directories = [{quoted(place.data_path)}]")
        yield log


def season_of(lake: Lake, name: str) -> Season | None:
    """The season of that name; None where none is named.

    Raises:
        LeagueError: there is no such season.
    """
    if not name:
        return None
    known = {each.name: each for each in seasons(lake)}
    if name not in known:
        raise LeagueError(f"no season {name}; there are: {', '.join(known) or 'none'}")
    return known[name]


def _games(game: str, season: Season | None) -> Sequence[str]:
    """The games that are asked about; none where all are. What tournaments have played is said in
    them, so that a season of a game has them all."""
    if game:
        return (game,)
    return (season.game, *stream_ids()) if season is not None and season.game else ()


def draw(
    lake: Lake,
    log: Log,
    season: Season | None = None,
    games: Sequence[str] = (),
    commented: bool = False,
    analyst: bool = False,
) -> None:
    """Make the tables and views of a log, over those of the lake where it has them."""
    schema.create(log.connection)
    projected = ddl(log).removesuffix(views())
    log.rows(projected if commented else uncommented(projected))
    there = lake.rows(
        "SELECT table_name, list(column_name ORDER BY column_index), "
        "list(data_type ORDER BY column_index) FROM duckdb_columns() "
        "WHERE database_name = 'lake' GROUP BY table_name"
    )
    people = _joined(lake, {t: dict(zip(names, kinds, strict=True)) for t, names, kinds in there})
    chosen = _chosen(lake, {table for table, _, _ in there}, season, games)
    own = {
        name: dict(zip(columns, kinds, strict=True))
        for name, columns, kinds in log.rows(
            "SELECT table_name, list(column_name ORDER BY column_index), "
            "list(data_type ORDER BY column_index) FROM duckdb_columns() "
            "WHERE database_name = 'memory' AND NOT internal GROUP BY table_name"
        )
        if name not in ("meta", "people")
    }
    over = set()
    for table, columns, kinds in there:
        if table not in own:
            continue
        picked = [
            _nobody(name, kind, columns_of(table, columns, stream=True))
            if analyst
            else (_ALL if kind.endswith("[]") else _ONE).format(name=name)
            if (table, name) in people
            else f'"{name}"'
            for name, kind in zip(columns, kinds, strict=True)
            if name not in OWN
        ]
        # a lake of an older program gets a column when something is put in that has it (LG-9)
        picked += [
            f'NULL::{k} AS "{name}"' for name, k in own[table].items() if name not in columns
        ]
        names = ", ".join(picked)
        narrowed = chosen if "lake_game" in columns else ""
        log.rows(f'DROP TABLE "{table}"')
        log.rows(f'CREATE VIEW "{table}" AS SELECT {names} FROM lake."{table}" {narrowed}')
        over.add(table)
    log.rows(views() if commented else uncommented(views()))
    over |= _read_kept(lake, log, {table: columns for table, columns, _ in there}, chosen)
    if commented:
        _comment(log, f"{_record()}\n{projected}\n{views()}", over)


def _read_kept(lake: Lake, log: Log, there: Mapping[str, Sequence[str]], chosen: str) -> set[str]:
    """The views that the lake keeps reckoned are read from there; which those are."""
    if not is_reckoned(lake, there):
        return set()
    kept = {table: columns for table, columns in there.items() if table in VIEWS}
    for table, columns in kept.items():
        names = ", ".join(f'"{name}"' for name in columns if name not in OWN)
        log.rows(f"CREATE OR REPLACE VIEW {table} AS SELECT {names} FROM lake.{table} {chosen}")
    return {*kept}


_ONE = (
    'coalesce((SELECT instead FROM lake.joined AS j WHERE j.pseudonym = "{name}"), "{name}") '
    'AS "{name}"'
)
"""SQL for who somebody is: persons of several stores may be joined."""
_ALL = (
    "(SELECT coalesce(list(coalesce(j.instead, each.one) ORDER BY each.place), []) FROM "
    '(SELECT unnest("{name}") AS one, generate_subscripts("{name}", 1) AS place) AS each '
    'LEFT JOIN lake.joined AS j ON j.pseudonym = each.one) AS "{name}"'
)
"""The same of several."""


def _joined(lake: Lake, columns: Mapping[str, Mapping[str, str]]) -> Collection[tuple[str, str]]:
    """The columns in which somebody stands who may have been joined."""
    if "joined" not in columns or not lake.rows("SELECT 1 FROM lake.joined LIMIT 1"):
        return ()
    return person_columns(columns)


def _nobody(name: str, kind: str, told: Columns) -> str:
    """SQL for a column in which nobody is told apart."""
    if name in told.persons and kind.endswith("[]"):
        return f'[x FOR x IN "{name}" IF NOT regexp_full_match(x, \'{PSEUDONYM}\')] AS "{name}"'
    if name in told.persons:
        return f'NULL::{kind} AS "{name}"'
    if name in told.sentences:
        return f"regexp_replace(\"{name}\", '\\b{PSEUDONYM}\\b', 'somebody', 'g') AS \"{name}\""
    return f'"{name}"'


def _chosen(lake: Lake, there: set[str], season: Season | None, games: Sequence[str]) -> str:
    """What narrows a table of the lake: by partition first, then by the day of the opening."""
    parts = [f"lake_game IN ({', '.join(map(quoted, games))})"] if games else []
    if season is not None:
        first, last = season.since, season.until
        parts.append(f"lake_season BETWEEN {first.year} AND {last.year}")
        lake.rows(
            "CREATE TABLE chosen AS SELECT match_id FROM lake.matches "
            "WHERE opened_at >= ? AND opened_at < ?"
            if "matches" in there
            else "CREATE TABLE chosen AS SELECT '' AS match_id WHERE ? > ?",
            [first, last],
        )
        parts.append("match_id IN (FROM chosen)")
    return f"WHERE {' AND '.join(parts)}" if parts else ""


def _record() -> str:
    return "\n".join(schema.sql(name) for name in ("record", "heads", "receipts"))


def programs(lake: Lake) -> int:
    """By how many programs the facts of a league are: more than one where it was renewed since, and
    facts were not put in anew."""
    ((count,),) = lake.rows(
        "SELECT count(DISTINCT program) FROM (SELECT arg_max(program, seq) AS program "
        "FROM lake.ledger AS l ANTI JOIN lake.rulings AS r "
        "ON r.match_id = l.match_id AND r.hash = l.hash "
        "ANTI JOIN lake.forgotten AS f ON f.match_id = l.match_id GROUP BY l.match_id)"
    )
    return int(count)


def person_of(log: Log, named: str) -> tuple[str, Callable[[str], str]]:
    """Who a person of a store is in a lake that is asked: the pseudonym, and what the entries of a
    tournament call them, which is nothing where these were forgotten.

    Raises:
        LeagueError: nothing of that person has come in.
    """
    publisher, _, person = named.partition(":")
    known = (
        "(SELECT publisher, person, coalesce(instead, pseudonym) AS one FROM lake.people "
        "LEFT JOIN lake.joined USING (pseudonym))"
    )
    found = log.rows(
        f"SELECT one FROM {known} WHERE publisher = ? AND person = ?", [publisher, person]
    )
    if not found:
        raise LeagueError(f"nothing of {named} has come in; expected STORE:PERSON")
    one = str(found[0][0])
    ids = dict(log.rows(f"SELECT publisher, person FROM {known} WHERE one = ?", [one]))
    gone = {match for (match,) in log.rows("SELECT match_id FROM lake.forgotten")}
    return one, lambda match: "" if match in gone else ids.get(match.partition(":")[0], "")


def _comment(log: Log, made: str, over: set[str]) -> None:
    """Say of the views what is said of the tables of a log."""
    for line in made.splitlines():
        kind, _, rest = line.removeprefix("COMMENT ON ").partition(" ")
        name = rest.partition(" ")[0].partition(".")[0].strip('"')
        if line.startswith("COMMENT ON ") and name in over:
            log.rows(f"COMMENT ON {'VIEW' if kind == 'TABLE' else kind} {rest}")


def packet(place: Place, match_id: str) -> tuple[bytes, str]:
    """A match as a file that proves itself, by the id that it has in its store; and its head.

    Raises:
        LeagueError: the league has no such match.
        PacketError: it is too large.
        LogError: the lake cannot be read, or the edition is not there.
    """
    with asked(place) as log:
        found = log.rows(
            "SELECT game, version, catalog FROM matches WHERE match_id = ?", [match_id]
        )
        if not found:
            raise LeagueError(f"no match {match_id} was taken; expected STORE:MATCH")
        if not log.rows("SELECT 1 FROM entries WHERE match_id = ? LIMIT 1", [match_id]):
            raise LeagueError(f"{match_id} was forgotten: its entries are here no more")
        ((name, version, pinned),) = found
        game = log.game(name, version)
        match = Match(match_id.partition(":")[2], game, log.catalog_for(pinned, game))
        match.fill(
            log.rows(
                "SELECT id, payload, hash, digest FROM entries WHERE match_id = ? ORDER BY seq",
                [match_id],
            )
        )
        return packet_of(match), str(Head(match.last, match.hashes[-1]))


def moment_of(text: str) -> str:
    """A moment as DuckLake takes it, UTC where it does not say.

    Raises:
        LeagueError: it is none.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise LeagueError(f"--as-of {text}: expected a time such as 2026-03-14T18:00Z") from None
    return str(moment if moment.tzinfo else moment.replace(tzinfo=UTC))


# -- analysts -----------------------------------------------------------------------------------


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


def _narrow(log: Log) -> None:
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
        _require_own_tables(log, re.sub(r"(?i)^\s*EXPLAIN(\s+ANALYZE)?\b", "", each.query))


def _require_own_tables(log: Log, query: str) -> None:
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
    nodes = [*_parts_of(tree)]
    # a name that could be that of a file is none of a query's own
    own |= {e["key"] for n in nodes for e in n.get("map", ()) if re.fullmatch(r"\w+", e["key"])}
    own = {name.lower() for name in own}
    for node in nodes:
        kind = node.get("type")
        if kind == "BASE_TABLE":
            name = node["table_name"]
            path = ".".join(filter(None, (node["catalog_name"], node["schema_name"], name)))
            if path != name or name.lower() not in own:
                raise _not_a_table(path)
        elif kind == "TABLE_FUNCTION":
            name = str(node["function"]["function_name"])
            if name not in _FUNCTIONS | macros:
                raise _not_a_table(f"{name}()")


def _not_a_table(name: str) -> LeagueError:
    return LeagueError(
        f"{name[:80]}: analysts ask the tables that referee league sql lists, by their bare names; "
        "--own is for judges"
    )


def _parts_of(tree: Any) -> Iterator[dict[str, Any]]:
    """All that a query is made of."""
    if isinstance(tree, dict):
        yield tree
        for each in tree.values():
            yield from _parts_of(each)
    elif isinstance(tree, list):
        for each in tree:
            yield from _parts_of(each)


__all__ = [
    "WITHHELD",
    "asked",
    "draw",
    "moment_of",
    "packet",
    "person_of",
    "programs",
    "require_asking",
    "season_of",
]
