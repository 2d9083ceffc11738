"""The statistics: each one SQL over the facts, in a file of its own.

Those that read what all games share lie under ``storage/sql/stats``; those that read the facts of
one game alone lie with that game, in the folder ``statistics`` of its package; so do those of
tournaments. What the statistics of a folder share is in its ``_macros.sql``.

A file starts with what it is for (title, columns, which entries are behind it), makes a row of
``evidence`` for each fact it counts, and ends with the figure over that evidence. So every
figure can list the very entries it was counted from. To add a statistic, add a file. Its head may
also say the ``question`` that it answers, the ``pitfall`` of it, which every figure has as a note,
the ``smallest`` n of a row that tells more than counts, that its rows are ``ranked``, the ``model``
of ``storage.models`` that fills a table for it, and on what it ``rests``: ``every`` match however
little is told of it, those whose ``turns`` and scores were told, or, where it says nothing, those
of which ``all`` is.

The facts must be projected before; nothing here writes to the log.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, convert
from msgspec.structs import replace

from events.entry import UtcTime
from events.error import RefereeError
from events.notation.words import nearest
from referee.english import counted
from referee.games.registry import folder_of, game_ids, is_stream, stream_ids
from storage.models import filled

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Rests = Literal["all", "turns", "every"]
"""On how much of a match a statistic rests: a light record is counted where it tells enough."""
MOST_RANKED = 20
"""How many rows are ranked without a word of how many of them stand out by chance."""
ALL = "(all)"
"""In a key column of a figure: everybody together."""

_FIGURE = "\n-- figure\n"
_EDITIONS = """
SELECT game, version, catalog, count(*), min(opened_at), max(opened_at)
FROM matches
WHERE match_id IN (
    SELECT match_id FROM {chosen}($game, $match, $since, $until, $person)
)
GROUP BY game, version, catalog
ORDER BY game, version, catalog
"""
_MATCHES = """
SELECT match_id, game, version, catalog, 1, opened_at, opened_at
FROM matches
WHERE match_id IN (
    SELECT match_id FROM {chosen}($game, $match, $since, $until, $person)
)
"""
# what is asked for by such a group reads it; empty until it is filled
_ARCHETYPES = """
CREATE TEMP TABLE IF NOT EXISTS archetypes (match_id VARCHAR, seat VARCHAR, archetype VARCHAR)
"""
# the last that is defined: whoever has it has them all
_PREPARED = "CREATE OR REPLACE TEMP MACRO prepared() AS true;"
_SQL = resources.files(__package__) / "sql"


class UnknownStatistic(RefereeError, LookupError):
    """There is no statistic, or no column, of that name; the message says which there are."""


class Statistic(Struct, frozen=True):
    """One statistic."""

    # what it is asked for by: the name of its file, after that of the game and a slash
    # (``chess/openings``) where another statistic has the same
    name: str
    title: str  # a few words
    about: str  # what it says and what it leaves out
    behind: str  # which entries stand behind a figure
    nothing: str  # what is said where there was nothing to count
    sql: str  # the whole file
    columns: dict[str, str]  # what each column of the figure holds, in their order
    keys: tuple[str, ...]  # the columns that name a row; the others are counted or computed
    drawn: str = ""  # the column that is drawn over the turns; empty where none is
    # what a drawing calls that column; empty where the column ``measure`` says it
    drawn_as: str = ""
    along: str = "turn"  # the key column over which it is drawn, which the game calls so, too
    moment: str = ""  # when each point of it was, in words
    notes: tuple[str, ...] = ()  # what to bear in mind with any figure of it
    least: int = 0  # the ``n`` of a mean over several matches that is told; 0 for any
    game: str = ""  # the game whose own facts it reads; empty for a statistic of all games
    chosen: str = "chosen_matches"  # the macro that gives the matches that the filters leave
    question: str = ""  # what it answers, in one sentence
    pitfall: str = ""  # what it does not say; a note of every figure of it
    # the ``n`` from which on a row tells more than its counts
    smallest: int = 0
    model: str = ""  # what fills a table for it before: a module of ``storage.models``
    # on what it rests: on ``all`` that is told of a match, its ``turns`` and scores, or on nothing
    # of it (``every`` match)
    rests: Rests = "all"
    ranked: bool = False  # whether its rows are in the order of the lower ends of their intervals

    @property
    def is_grid(self) -> bool:
        """Whether its rows are rates of each against each other both ways, game by game."""
        against = len(self.keys) == 3 and self.keys[-1] == "against"
        return against and "rate" in self.columns and not self.ranked


class Edition(Struct, frozen=True):
    """Matches of one game, version and catalog that a figure was counted from.

    Args:
        game: the id of the game.
        version: the version of its rules.
        catalog: the hash of the catalog.
        matches: how many they are.
        first: when the first of them was opened.
        last: when the last of them was.
    """

    game: str
    version: str
    catalog: str
    matches: int
    first: UtcTime
    last: UtcTime


class Figure(Struct, frozen=True):
    """A statistic computed over the matches that were asked for."""

    name: str  # the statistic
    title: str  # its title
    columns: tuple[str, ...]  # the names of the columns; ``n`` is what a row rests on
    # the rows, with one value for each column: text, number, list or None
    rows: list[tuple[Any, ...]]
    n: int  # how many matches the filters left
    notes: tuple[str, ...] = ()  # what to bear in mind
    # the matches that the filters left, by game, version and catalog
    editions: tuple[Edition, ...] = ()
    nothing: str = "nothing to count yet"  # what is said where it has no rows
    by: str = ""  # the first column, where it names what the figure stands apart for

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that name a row."""
        own = tuple(key for key in statistic(self.name).keys if key in self.columns)
        return (self.by, *own) if self.by else own

    def records(self) -> list[dict[str, Any]]:
        """The rows by column name, as for JSON."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def over(self, game: str = "") -> str:
        """What it was counted from, in words: game, version, catalog, matches and days.

        Args:
            game: only the matches of that game.

        Example: ``chess 2, catalog 52807f13, 42 matches, 2026-01-05 to 2026-03-14``.
        """
        of = [each for each in self.editions if game in ("", each.game)]
        if not of:
            return game
        played = dict.fromkeys(f"{each.game} {each.version}" for each in of)
        hashes = {each.catalog for each in of}
        catalogs = f"{len(hashes)} catalogs" if len(hashes) > 1 else f"catalog {of[0].catalog[:8]}"
        matches = sum(each.matches for each in of)
        kind = "event" if all(is_stream(each.game) for each in of) else "match"
        days = dict.fromkeys(
            f"{day:%Y-%m-%d}" for day in (min(e.first for e in of), max(e.last for e in of))
        )
        return ", ".join((*played, catalogs, counted(matches, kind), " to ".join(days)))


def _read(file: Traversable, game: str) -> Statistic:
    """A statistic from the comment at the head of its file."""
    text = file.read_text(encoding="utf-8")
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
    along = head.get("along", ["turn"])[0]
    question, pitfall = head.get("question", [""])[0], head.get("pitfall", [""])[0]
    return Statistic(
        file.name.removesuffix(".sql").replace("_", "-"),
        head["title"][0],
        " ".join(filter(None, (question, head["about"][0], pitfall))),
        head["behind"][0],
        head["nothing"][0],
        text,
        columns,
        tuple(keys),
        drawn,
        drawn_as,
        along,
        head.get("moment", [f"at the end of each {along}"])[0],
        tuple(filter(None, (*head.get("note", ()), pitfall))),
        int(head.get("least", ["0"])[0]),
        game,
        head.get("chosen", ["chosen_matches"])[0],
        question,
        pitfall,
        int(head.get("smallest", ["0"])[0]),
        head.get("model", [""])[0],
        convert(head.get("rests", ["all"])[0], Rests),
        "ranked" in head,
    )


def _labels(text: str) -> Iterator[tuple[str, str]]:
    comment = re.match(r"(?:--.*\n)*", text)
    assert comment is not None
    unfolded = re.sub(r"\n-- {5,}", " ", comment[0])
    for line in unfolded.splitlines():
        label, _, words = line.removeprefix("-- ").partition(": ")
        yield label, words


def _folders() -> Iterator[tuple[str, Traversable]]:
    """Where statistics lie: the game, or empty for all games, and the folder."""
    yield "", _SQL / "stats"
    for game in (*game_ids(), *stream_ids()):
        if folder := folder_of(game):
            yield game, folder / "statistics"


@cache
def all_statistics() -> dict[str, Statistic]:
    """All statistics by name: those of all games first, then each game's own."""
    found = [
        _read(file, game)
        for game, folder in _folders()
        if folder.is_dir()
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".sql") and not file.name.startswith("_")
    ]
    times = Counter(each.name for each in found)
    named = (
        replace(each, name=_qualified(each)) if each.game and times[each.name] > 1 else each
        for each in found
    )
    return {each.name: each for each in named}


def _qualified(statistic: Statistic) -> str:
    return f"{statistic.game}/{statistic.name}"


def statistic(name: str) -> Statistic:
    """The statistic of that name; a game's own may always be named after its game.

    Raises:
        UnknownStatistic: there is none.
    """
    known = all_statistics()
    game, _, own = name.rpartition("/")
    found = known.get(name) or known.get(own)
    if found is not None and (not game or found.game == game):
        return found
    near = [each for each in known if each.endswith(f"/{name}")] or nearest(name, known)[:1]
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}"
    raise UnknownStatistic(f"no statistic {name!r}; {hint}")


@cache
def _macros() -> str:
    streams = ", ".join(f"'{each}'" for each in stream_ids())
    files = (_SQL / "stats_macros.sql", *(folder / "_macros.sql" for _, folder in _folders()))
    texts = (file.read_text(encoding="utf-8") for file in files if file.is_file())
    return "\n".join(
        (f"CREATE OR REPLACE TEMP MACRO streams() AS [{streams}]::VARCHAR[];", *texts, _PREPARED)
    )


def prepare(connection: DuckDBPyConnection) -> None:
    """Define for this connection what the statistics share, such as ``wilson(wins, n)``.

    The macros are temporary: a log that is open for reading will do, and an analyst's own SQL
    may use them after this.
    """
    from duckdb import CatalogException

    try:
        connection.execute("SELECT prepared()")
    except CatalogException:
        connection.execute(_ARCHETYPES)
        connection.execute(_macros())


class Filters(Struct, frozen=True, kw_only=True):
    """Of which matches, and of which seats in them, a figure is asked for."""

    # only matches of that game; for a game's own statistic, its game unless another is named, of
    # which it has none
    game: str | None = None
    match: str | None = None  # only that match
    since: date | None = None  # only matches opened then or later (UTC)
    until: date | None = None  # only those opened on or before that day, or before that time (UTC)
    # only that person's matches; where seats are counted, only that person's seats
    person: str | None = None
    # only games of these tournaments, or of what tournaments count, only these
    events: tuple[str, ...] = ()
    deck: str | None = None  # only matches with that deck; where seats are counted, only its seats
    against: str | None = None  # only where the other side has that deck
    # only under a version of the rules, or a catalog by its name or hash, or both (``1 52807f13``)
    edition: str | None = None
    # only matches with a deck of that group of lists, as ``archetypes`` has them, which has to be
    # filled; where seats are counted, only its seats
    archetype: str | None = None
    # whether simulated matches are counted among those that people have played of the same game;
    # where there are no others, they are
    simulated: bool = False

    def taken(self, connection: DuckDBPyConnection, found: Statistic) -> dict[str, Any]:
        """What a query takes of them; the others are set as variables of the connection."""
        for name, value in (
            ("events", list(self.events) or None),
            ("person", self.person),
            ("deck", self.deck),
            ("against", self.against),
            ("edition", self.edition),
            ("archetype", self.archetype),
            ("simulated", self.simulated),
            ("depth", found.rests),
        ):
            connection.execute(f"SET VARIABLE asked_{name} = $value", {"value": value})
        return {
            "game": self.game or found.game or None,
            "match": self.match,
            "person": self.person,
            **period(self.since, self.until),
        }


ALL_MATCHES = Filters()


def period(since: date | None, until: date | None) -> dict[str, date | None]:
    """From when and until when, as queries take them: in UTC, and a last day whole."""
    return {"since": _utc(since), "until": _utc(_behind(until))}


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


def _asked(connection: DuckDBPyConnection, found: Statistic, filters: Filters) -> dict[str, Any]:
    """What the queries of a statistic take, all that they use being there."""
    prepare(connection)
    chosen = filters.taken(connection, found)
    if found.model:
        filled(connection, found.model, chosen)
    return chosen


Known = dict[tuple[str, str | None, Filters], tuple[tuple[Edition, ...], int]]
"""What figures were counted from, of the same facts: asked once of those of the same matches."""


def run(
    connection: DuckDBPyConnection,
    name: str,
    filters: Filters = ALL_MATCHES,
    known: Known | None = None,
) -> Figure:
    """Compute a statistic over the facts.

    Args:
        connection: a log whose facts are projected.
        name: the statistic.
        filters: of which matches.
        known: what other figures of the same facts were counted from, which is added to.

    Raises:
        UnknownStatistic: there is no statistic of that name.
    """
    found = statistic(name)
    chosen = _asked(connection, found, filters)
    cursor = connection.execute(found.sql, chosen)
    columns = tuple(column[0] for column in cursor.description)
    rows = cursor.fetchall()
    known = {} if known is None else known
    key = (found.chosen + found.rests, chosen["game"], filters)
    if key not in known:
        known[key] = _counted(connection, found, chosen, filters)
    editions, left_out = known[key]
    figure = _figure(found, columns, rows, editions)
    if not left_out:
        return figure
    left = counted(left_out, "simulated match")
    return replace(figure, notes=(*figure.notes, f"{left} left out; --simulated counts them too."))


def run_each(
    connection: DuckDBPyConnection, name: str, filters: Filters = ALL_MATCHES
) -> dict[str, Figure]:
    """Compute a statistic of each match by itself, for all at once: by match, those that have
    something to tell; errors as for :func:`run`.

    Args:
        connection: a log whose facts are projected.
        name: a statistic of which no row is of several matches of a game, were there but one.
        filters: of which matches.
    """
    found = statistic(name)
    chosen = _asked(connection, found, filters)
    by = found.keys.index("match" if "match" in found.keys else "game")
    connection.execute("SET VARIABLE asked_each = $each", {"each": "match" not in found.keys})
    try:
        cursor = connection.execute(found.sql, chosen)
        columns = tuple(column[0] for column in cursor.description)
        rows: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
        for row in cursor.fetchall():
            rows[row[by]].append(row)
    finally:
        connection.execute("SET VARIABLE asked_each = false")
    editions = {
        match: Edition(*edition)
        for match, *edition in connection.execute(
            _MATCHES.format(chosen=found.chosen), chosen
        ).fetchall()
    }
    return {
        match: _figure(
            found, columns, [(editions[match].game, *row[1:]) for row in own], (editions[match],)
        )
        for match, own in rows.items()
    }


def _counted(
    connection: DuckDBPyConnection, found: Statistic, chosen: Mapping[str, Any], filters: Filters
) -> tuple[tuple[Edition, ...], int]:
    """The editions that a figure is counted from, and how many simulated matches are left out."""
    editions = tuple(
        Edition(*row)
        for row in connection.execute(_EDITIONS.format(chosen=found.chosen), chosen).fetchall()
    )
    if filters.simulated:
        return editions, 0
    connection.execute("SET VARIABLE asked_simulated = true")
    macro = f"{found.chosen}($game, $match, $since, $until, $person)"
    ((every,),) = connection.execute(
        f"SELECT count(DISTINCT match_id) FROM {macro}", chosen
    ).fetchall()
    return editions, every - sum(each.matches for each in editions)


def _figure(
    found: Statistic,
    columns: tuple[str, ...],
    rows: list[tuple[Any, ...]],
    editions: tuple[Edition, ...],
) -> Figure:
    return Figure(
        found.name,
        found.title,
        columns,
        rows,
        sum(each.matches for each in editions),
        (*found.notes, *_by_chance(found, len(rows))),
        editions,
        found.nothing if editions else "nothing to count yet",
    )


def _by_chance(found: Statistic, rows: int) -> tuple[str, ...]:
    """What to bear in mind where many rows are ranked."""
    if not found.ranked or rows <= MOST_RANKED:
        return ()
    says = "; q says which are more than that" if "q" in found.columns else ""
    return (
        f"{rows} rows are ranked: of so many, about {round(rows / 20)} lie outside of their "
        f"intervals by chance alone{says}.",
    )


_APART = {
    "edition": "SELECT version || ' ' || left(catalog, 8), match_id FROM matches",
    "week": "SELECT date_trunc('week', opened_at)::DATE, match_id FROM matches",
    "month": "SELECT date_trunc('month', opened_at)::DATE, match_id FROM matches",
    "deck": """
        SELECT deck_name, match_id FROM seats
        WHERE (asked_deck() IS NULL OR deck_name = asked_deck())
            AND ($person IS NULL OR person = $person)
    """,
    "list": """
        SELECT archetype, match_id FROM archetypes JOIN seats USING (match_id, seat)
        WHERE (asked_deck() IS NULL OR deck_name = asked_deck())
            AND ($person IS NULL OR person = $person)
    """,
}
APART = tuple(_APART)
"""What a figure may be computed for apart: editions, weeks by their Monday, months by their first
day, decks by name, or by what is in their lists."""


def parts(
    connection: DuckDBPyConnection, name: str, by: str, filters: Filters = ALL_MATCHES
) -> dict[str, Filters]:
    """The filters of a figure narrowed to each edition, week or deck that they leave.

    Args:
        connection: a log whose facts are projected.
        name: the statistic.
        by: one of :data:`APART`.
        filters: of which matches.
    """
    found = statistic(name)
    prepare(connection)
    chosen = filters.taken(connection, found)
    if by == "list":
        filled(connection, "archetypes", chosen)
    macro = f"{found.chosen}($game, $match, $since, $until, $person)"
    values = connection.execute(
        f"SELECT DISTINCT value FROM ({_APART[by]}) AS apart (value, match_id) "
        f"SEMI JOIN {macro} USING (match_id) ORDER BY ALL",
        chosen,
    ).fetchall()
    return {str(value): _narrowed(filters, by, value) for (value,) in values}


def _narrowed(filters: Filters, by: str, value: Any) -> Filters:
    if by not in ("week", "month"):
        return replace(filters, **{"archetype" if by == "list" else by: value})
    since, until = _utc(filters.since), _utc(_behind(filters.until))
    last = value + timedelta(days=6 if by == "week" else monthrange(value.year, value.month)[1] - 1)
    return replace(
        filters,
        since=filters.since if since is not None and _at(since) > _at(value) else value,
        until=filters.until if until is not None and _at(until) <= _at(last) else last,
    )


def _at(moment: date) -> datetime:
    return moment if isinstance(moment, datetime) else datetime.combine(moment, time.min)


def run_by(
    connection: DuckDBPyConnection, name: str, by: str, filters: Filters = ALL_MATCHES
) -> Figure:
    """The same for each of :data:`APART` by itself, which a further column names, without the means
    of too few; errors as for :func:`run`."""
    whole = run(connection, name, filters)
    rows: list[tuple[Any, ...]] = []
    notes = dict.fromkeys(whole.notes)
    for value, narrowed in parts(connection, name, by, filters).items():
        part = without_thin_rows(run(connection, name, narrowed))
        rows += [(value, *row) for row in part.rows]
        notes |= dict.fromkeys(part.notes)
    column = f"by_{by}"
    return replace(
        whole, columns=(column, *whole.columns), rows=rows, notes=tuple(notes), by=column
    )


def without_thin_rows(figure: Figure) -> Figure:
    """The figure as it is told: without the means of too few, which a note counts, and of a row
    that rests on too few, the counts alone.

    A mean over one match is whole.
    """
    found = statistic(figure.name)
    if found.smallest:
        figure = _counts_alone(figure, found.smallest)
    least = found.least
    if not least or figure.n < 2:
        return figure
    n = figure.columns.index("n")
    rows = [row for row in figure.rows if row[n] >= least]
    if len(rows) == len(figure.rows):
        return figure
    gone = f"{len(figure.rows) - len(rows):,} of {len(figure.rows):,} points"
    return replace(
        figure,
        rows=rows,
        notes=(*figure.notes, f"Left out: {gone}, which rest on fewer than {least} scores each."),
        nothing=f"no point rests on {least} scores or more; a match alone is shown whole",
    )


def _counts_alone(figure: Figure, smallest: int) -> Figure:
    """The same without what is reckoned from fewer; counts are whole numbers."""
    n = figure.columns.index("n")
    few = [row[n] < smallest for row in figure.rows]
    if not any(few):
        return figure
    rows = [
        tuple(None if isinstance(value, float) else value for value in row) if is_few else row
        for row, is_few in zip(figure.rows, few, strict=True)
    ]
    note = (
        f"Of {sum(few):,} of {len(rows):,} rows the counts alone are told: n is under {smallest}."
    )
    return replace(figure, rows=rows, notes=(*figure.notes, note))


def entries_behind(
    connection: DuckDBPyConnection,
    name: str,
    filters: Filters = ALL_MATCHES,
    *,
    row: Mapping[str, Any] | None = None,
    limit: int | None = None,
) -> list[tuple[str, int]]:
    """The entries that a figure, or one row of it, was counted from: match id and number.

    Args:
        connection: a log whose facts are projected.
        name: the statistic.
        filters: of which matches.
        row: the row, by some or all of the statistic's key columns; other columns are ignored,
            so a record of the figure will do.
        limit: at most how many entries.

    Raises:
        UnknownStatistic: there is no statistic of that name, or no such column in it.

    Example:
        >>> entries_behind(connection, "wins-by-seat", row={"place": 1})  # doctest: +SKIP
        [('2025-05-01-a', 48), ('2025-05-01-b', 61)]
    """
    found = statistic(name)
    chosen = _asked(connection, found, filters)
    conditions = []
    for number, (column, value) in enumerate((row or {}).items()):
        if column not in found.columns:
            raise UnknownStatistic(
                f"{name} has no column {column!r}; its rows go by {', '.join(found.keys)}"
            )
        if column in found.keys and value != ALL:
            conditions.append(f'"{column}" IS NOT DISTINCT FROM $row{number}')
            chosen[f"row{number}"] = value
    where = " AND ".join(conditions) or "true"
    evidence = found.sql.partition(_FIGURE)[0]
    most = "" if limit is None else f" LIMIT {int(limit)}"
    return connection.execute(
        f"{evidence}\nSELECT DISTINCT match_id, seq FROM evidence WHERE {where} "
        f"ORDER BY match_id, seq{most}",
        chosen,
    ).fetchall()


__all__ = [
    "ALL",
    "ALL_MATCHES",
    "APART",
    "Edition",
    "Figure",
    "Filters",
    "Known",
    "Statistic",
    "UnknownStatistic",
    "all_statistics",
    "entries_behind",
    "parts",
    "period",
    "prepare",
    "run",
    "run_by",
    "run_each",
    "statistic",
    "without_thin_rows",
]
