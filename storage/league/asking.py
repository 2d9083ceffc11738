"""Asking a league: its matches as the tables of a log, so that every statistic runs as it stands.

What is asked is a copy of the catalog: the lake as it is, or as it was at any moment that it has
kept. The tables of a log are views of the lake there, of a season, a game or all; those that the
lake does not have are empty.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache

from referee.games.registry import stream_ids
from storage import schema
from storage.drawn import ddl, views
from storage.fact_tables import quoted
from storage.league.lake import Lake, LeagueError, Place
from storage.league.people import person_columns
from storage.league.registry import Season, seasons
from storage.log import Log
from storage.match import Match
from storage.proof.head import Head
from storage.proof.packet import packet_of

PARTITION = ("lake_game", "lake_season")
"""The columns of the lake that no statistic knows of."""


@contextmanager
def asked(
    place: Place,
    season: str = "",
    game: str = "",
    as_of: str = "",
    *,
    told: bool = False,
    mixed: Callable[[int], None] | None = None,
) -> Iterator[Log]:
    """The lake as a log whose facts are up to date, open for reading.

    Args:
        place: the league.
        season: only matches of that season; empty: of all.
        game: only matches of that game; empty: of all.
        as_of: the lake as it was then, UTC; empty: as it is.
        told: whether each table has its comments.
        mixed: told by how many programs the facts are, where it is more than one.

    Raises:
        LeagueError: there is no such season.
        LogError: the lake cannot be read.
    """
    with Lake(place, moment=as_of) as lake:
        found = season_of(lake, season)
        log = lake.log()
        draw(lake, log, found, _games(game, found), told)
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
    told: bool = False,
) -> None:
    """Make the tables and views of a log, over those of the lake where it has them."""
    schema.create(log.connection)
    projected = ddl(log).removesuffix(views())
    log.rows(projected if told else _uncommented(projected))
    there = lake.rows(
        "SELECT table_name, list(column_name ORDER BY column_index), "
        "list(data_type ORDER BY column_index) FROM duckdb_columns() "
        "WHERE database_name = 'lake' GROUP BY table_name"
    )
    people = _joined(lake, {t: dict(zip(names, kinds, strict=True)) for t, names, kinds in there})
    chosen = _chosen(lake, {table for table, _, _ in there}, season, games)
    own = {
        name
        for (name,) in log.rows(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = 'memory'"
        )
    } - {"meta", "people"}
    over = set()
    for table, columns, _ in there:
        if table not in own:
            continue
        names = ", ".join(
            _ONE.format(name=name) if (table, name) in people else f'"{name}"'
            for name in columns
            if name not in PARTITION
        )
        narrowed = chosen if "lake_game" in columns else ""
        log.rows(f'DROP TABLE "{table}"')
        log.rows(f'CREATE VIEW "{table}" AS SELECT {names} FROM lake."{table}" {narrowed}')
        over.add(table)
    log.rows(views() if told else _uncommented(views()))
    if told:
        _comment(log, f"{_record()}\n{projected}", over)


_ONE = (
    'coalesce((SELECT instead FROM lake.joined AS j WHERE j.pseudonym = "{name}"), "{name}") '
    'AS "{name}"'
)
"""SQL for who somebody is: persons of several stores may be joined."""


def _joined(lake: Lake, columns: Mapping[str, Mapping[str, str]]) -> Collection[tuple[str, str]]:
    """The columns in which somebody stands who may have been joined."""
    if "joined" not in columns or not lake.rows("SELECT 1 FROM lake.joined LIMIT 1"):
        return ()
    return person_columns(columns)


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


@cache
def _uncommented(sql: str) -> str:
    """The same without the comments on tables and columns, which take most of the time."""
    return "\n".join(line for line in sql.splitlines() if not line.startswith("COMMENT ON"))


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


__all__ = [
    "asked",
    "draw",
    "moment_of",
    "packet",
    "person_of",
    "programs",
    "season_of",
]
