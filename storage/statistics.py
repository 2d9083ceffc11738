"""The statistics: each one SQL over the facts, in its own file under ``storage/sql/stats``.

A file starts with what it is for (title, columns, which entries are behind it), makes a row of
``evidence`` for each fact it counts, and ends with the figure over that evidence. So every
figure can list the very entries it was counted from. To add a statistic, add a file.

The facts must be projected before; nothing here writes to the log.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ALL = "(all)"
"""In a key column of a figure: everybody together."""

_FIGURE = "\n-- figure\n"
_SQL = resources.files(__package__) / "sql"


class UnknownStatistic(LookupError):
    """There is no statistic, or no column, of that name; the message says which there are."""


class Statistic(Struct, frozen=True):
    """One statistic.

    Args:
        name: what it is asked for by.
        title: a few words.
        about: what it says and what it leaves out.
        behind: which entries stand behind a figure.
        nothing: what is said where there was nothing to count.
        file: the SQL, a file in ``storage/sql/stats``.
        columns: what each column of the figure holds, in their order.
        keys: the columns that name a row; the others are counted or computed.
        drawn: the column that is drawn over the turns; empty where none is.
        drawn_as: what a drawing calls that column; empty where the column ``measure`` says it.
        notes: what to bear in mind with any figure of it.
    """

    name: str
    title: str
    about: str
    behind: str
    nothing: str
    file: str
    columns: dict[str, str]
    keys: tuple[str, ...]
    drawn: str = ""
    drawn_as: str = ""
    notes: tuple[str, ...] = ()


class Figure(Struct, frozen=True):
    """A statistic computed over the matches that were asked for.

    Args:
        name: the statistic.
        title: its title.
        columns: the names of the columns; ``n`` is what a row rests on.
        rows: the rows, with one value for each column: text, number, list or None.
        n: how many matches the filters left.
        notes: what to bear in mind.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    n: int
    notes: tuple[str, ...] = ()

    def records(self) -> list[dict[str, Any]]:
        """The rows by column name, as for JSON."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def cells(self) -> list[tuple[str, ...]]:
        """The rows as text for a table: rates and means to three places, None as ``-``."""
        return [tuple(_cell(value) for value in row) for row in self.rows]


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        if 0 < abs(value) < 0.001:
            return f"{value:.1e}"
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if isinstance(value, list):
        return " ".join(_cell(item) for item in value)
    return str(value)


def _read(file: str) -> Statistic:
    """A statistic from the comment at the head of its file."""
    text = (_SQL / "stats" / file).read_text(encoding="utf-8")
    head: dict[str, list[str]] = {}
    columns: dict[str, str] = {}
    keys = []
    for label, words in _labels(text):
        kind, _, name = label.partition(" ")
        if kind in ("key", "column"):
            columns[name] = words
            if kind == "key":
                keys.append(name)
        else:
            head.setdefault(kind, []).append(words)
    drawn, _, drawn_as = head.get("drawn", [""])[0].partition(", ")
    return Statistic(
        file.removesuffix(".sql").replace("_", "-"),
        head["title"][0],
        head["about"][0],
        head["behind"][0],
        head["nothing"][0],
        file,
        columns,
        tuple(keys),
        drawn,
        drawn_as,
        tuple(head.get("note", ())),
    )


def _labels(text: str) -> Iterator[tuple[str, str]]:
    comment = re.match(r"(?:--.*\n)*", text)
    assert comment is not None
    unfolded = re.sub(r"\n-- {5,}", " ", comment[0])
    for line in unfolded.splitlines():
        label, _, words = line.removeprefix("-- ").partition(": ")
        yield label, words


STATISTICS: dict[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        _read(file.name)
        for file in sorted((_SQL / "stats").iterdir(), key=lambda file: file.name)
        if file.name.endswith(".sql")
    )
}
"""All statistics by name."""


def statistic(name: str) -> Statistic:
    """The statistic of that name.

    Raises:
        UnknownStatistic: there is none.
    """
    found = STATISTICS.get(name)
    if found is None:
        near = get_close_matches(name, STATISTICS, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(STATISTICS)}"
        raise UnknownStatistic(f"no statistic {name!r}; {hint}")
    return found


@cache
def _sql(file: str) -> str:
    return (_SQL / file).read_text(encoding="utf-8")


def prepare(connection: DuckDBPyConnection) -> None:
    """Define for this connection what the statistics share, such as ``wilson(wins, n)``.

    The macros are temporary: a log that is open for reading will do, and an analyst's own SQL
    may use them after this.
    """
    connection.execute(_sql("stats_macros.sql"))


def _chosen(
    game: str | None,
    match: str | None,
    since: date | None,
    until: date | None,
    person: str | None,
) -> dict[str, Any]:
    return {
        "game": game,
        "match": match,
        "since": _utc(since),
        "until": _utc(_behind(until)),
        "person": person,
    }


def _behind(until: date | None) -> date | None:
    """A day includes all of it; a time is exact."""
    if until is None or isinstance(until, datetime):
        return until
    return datetime.combine(until, time.min) + timedelta(days=1)


def _utc(moment: date | None) -> date | None:
    """The log keeps UTC without saying so."""
    if isinstance(moment, datetime) and moment.tzinfo is not None:
        return moment.astimezone(UTC).replace(tzinfo=None)
    return moment


def run(
    connection: DuckDBPyConnection,
    name: str,
    *,
    game: str | None = None,
    match: str | None = None,
    since: date | None = None,
    until: date | None = None,
    person: str | None = None,
) -> Figure:
    """Compute a statistic over the facts.

    Args:
        connection: a log whose facts are projected.
        name: the statistic.
        game: only matches of that game.
        match: only that match.
        since: only matches opened then or later (UTC).
        until: only matches opened on or before that day, or before that time (UTC).
        person: only that person's matches; where seats are counted, only that person's seats.

    Raises:
        UnknownStatistic: there is no statistic of that name.
    """
    found = statistic(name)
    chosen = _chosen(game, match, since, until, person)
    prepare(connection)
    cursor = connection.execute(_sql(f"stats/{found.file}"), chosen)
    columns = tuple(column[0] for column in cursor.description)
    rows = cursor.fetchall()
    counted = connection.execute(
        "SELECT count(*) FROM chosen_matches($game, $match, $since, $until, $person)", chosen
    ).fetchone()
    assert counted is not None
    return Figure(found.name, found.title, columns, rows, counted[0], found.notes)


def entries_behind(
    connection: DuckDBPyConnection,
    name: str,
    *,
    row: Mapping[str, Any] | None = None,
    limit: int | None = None,
    game: str | None = None,
    match: str | None = None,
    since: date | None = None,
    until: date | None = None,
    person: str | None = None,
) -> list[tuple[str, int]]:
    """The entries that a figure, or one row of it, was counted from: match id and number.

    Args:
        connection: a log whose facts are projected.
        name: the statistic.
        row: the row, by some or all of the statistic's key columns; other columns are ignored,
            so a record of the figure will do.
        limit: how many entries at the most.
        game: as for :func:`run`, and so are the others.
        match: only that match.
        since: only matches opened then or later.
        until: only matches opened on or before that day, or before that time.
        person: only that person's.

    Raises:
        UnknownStatistic: there is no statistic of that name, or no such column in it.

    Example:
        >>> entries_behind(connection, "wins-by-seat", row={"place": 1})  # doctest: +SKIP
        [('2025-05-01-a', 48), ('2025-05-01-b', 61)]
    """
    found = statistic(name)
    chosen = _chosen(game, match, since, until, person)
    conditions = []
    for number, (column, value) in enumerate((row or {}).items()):
        if column not in found.columns:
            raise UnknownStatistic(
                f"{name} has no column {column!r}; its rows are named by {', '.join(found.keys)}"
            )
        if column in found.keys and value != ALL:
            conditions.append(f'"{column}" IS NOT DISTINCT FROM $row{number}')
            chosen[f"row{number}"] = value
    where = " AND ".join(conditions) or "true"
    evidence = _sql(f"stats/{found.file}").partition(_FIGURE)[0]
    most = "" if limit is None else f" LIMIT {int(limit)}"
    prepare(connection)
    return connection.execute(
        f"{evidence}\nSELECT DISTINCT match_id, seq FROM evidence WHERE {where} "
        f"ORDER BY match_id, seq{most}",
        chosen,
    ).fetchall()


__all__ = [
    "ALL",
    "STATISTICS",
    "Figure",
    "Statistic",
    "UnknownStatistic",
    "entries_behind",
    "prepare",
    "run",
    "statistic",
]
