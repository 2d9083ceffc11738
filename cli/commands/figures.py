"""Statistics over the log, the entries behind a figure, and free SQL."""

import csv
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryFile
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer
from msgspec import UNSET

from cli.answers import whole_log
from cli.arguments import (
    JobsOption,
    JsonOption,
    LogOption,
    commands,
    complete_match,
    complete_statistic,
)
from cli.failure import Failure, Status
from cli.reading.attended import attended
from cli.reading.facts import day, over_facts, projected
from cli.reading.matches import option_pairs
from cli.screen import render
from cli.screen.columns import say_table
from events.notation.words import nearest
from referee.english import listed
from referee.games.registry import is_stream
from storage.exchange.spreadsheet import cell
from storage.models import replaying
from storage.season.all_persons import of_all
from storage.season.changes import changes
from storage.statistics import (
    APART,
    Figure,
    Filters,
    Statistic,
    UnknownStatistic,
    all_statistics,
    entries_behind,
    prepare,
    run,
    run_by,
    statistic,
    without_thin_rows,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from storage.log import Log

app = commands()
_OF_DECKS = ("deck", "list")
"""What figures of tournaments cannot be had apart by."""
_MOST_ROWS = 1000
"""How many rows of a query a table on the screen shows."""
_FETCHED = 10_000
"""How many rows are in memory at a time."""


StatisticArgument = Annotated[
    str | None,
    typer.Argument(metavar="NAME", help="A statistic.", autocompletion=complete_statistic),
]
OnlyMatchOption = Annotated[
    str | None, typer.Option("--match", help="Only this match.", autocompletion=complete_match)
]
OnlySinceOption = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="Only matches from this day on.")
]
OnlyUntilOption = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="Only matches up to this day.")
]
EventsOption = Annotated[
    list[str] | None,
    typer.Option("--event", metavar="EVENT", help="Only games of a tournament; repeatable."),
]
AgainstOption = Annotated[
    str | None, typer.Option("--against", metavar="DECK", help="Only where they met this one.")
]
EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition", help="Only a version of the rules, a catalog by name or hash, or both."
    ),
]
ApartOption = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="|".join(APART),
        help="The figure apart for each.",
        autocompletion=lambda: APART,
    ),
]
ChangedOption = Annotated[
    bool, typer.Option("--changed", help="With --by week or month: when each rate changed.")
]
SimulatedOption = Annotated[
    bool, typer.Option("--simulated", help="Count simulated matches among the others.")
]
EntriesOption = Annotated[
    bool, typer.Option("--entries", help="List the entries behind the figures.")
]
RowOption = Annotated[
    list[str] | None,
    typer.Option("--row", metavar="COLUMN=VALUE", help="With --entries: only those of this row."),
]
SvgOption = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", help="Draw the course over the turns as SVG."),
]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV.")]


@app.command(epilog="Examples: referee stats. referee stats wins-by-deck --json")
def stats(
    name: StatisticArgument = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="Only this game.")] = None,
    match: OnlyMatchOption = None,
    person: Annotated[str | None, typer.Option("--person", help="Only this person.")] = None,
    since: OnlySinceOption = None,
    until: OnlyUntilOption = None,
    event: EventsOption = None,
    deck: Annotated[str | None, typer.Option("--deck", help="Only seats with this deck.")] = None,
    against: AgainstOption = None,
    edition: EditionOption = None,
    by: ApartOption = None,
    changed: ChangedOption = False,
    simulated: SimulatedOption = False,
    entries: EntriesOption = False,
    row: RowOption = None,
    svg: SvgOption = None,
    as_csv: CsvOption = False,
    jobs: JobsOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Compute a statistic over the log; without a name, list what there is.

    A tournament is an event, whose games are matches of their own: --event asks for these.
    """
    if json and as_csv:
        raise Failure("--json or --csv, not both")
    if name is None:
        _list(game, json)
        return Status.DONE
    if row and not entries:
        raise Failure("--row is of the entries behind the figures", "give --entries too")
    found = _askable(name, by, changed=changed, entries=entries)
    chosen = Filters(
        game=game,
        match=match,
        person=person,
        since=day(since, "--since"),
        until=day(until, "--until"),
        events=tuple(event or ()),
        deck=deck,
        against=against,
        edition=edition,
        simulated=simulated,
    )

    def computed(opened: "Log") -> tuple[Figure, list[tuple[str, int]] | None]:
        if not found.model:
            return counted(opened)
        with render.progress("replaying") as step, replaying(jobs or 1, step):
            return counted(opened)

    def counted(opened: "Log") -> tuple[Figure, list[tuple[str, int]] | None]:
        _require_known(opened, found, chosen, by)
        if by:
            apart = changes if changed else run_by
            figure = apart(opened.connection, found.name, by, chosen)
        else:
            figure = without_thin_rows(run(opened.connection, found.name, chosen))
        if opened.of_all:
            figure = of_all(figure, "--own tells them, for the player and judges")
        if not entries:
            return figure, None
        of_row = _row_of(figure, figure.keys, option_pairs(row or [], "--row"))
        return figure, entries_behind(opened.connection, found.name, chosen, row=of_row)

    figure, behind = over_facts(log, computed)
    if svg is not None:
        _draw(figure, svg)
    if json:
        render.say_json(_shown(figure, behind))
    elif as_csv:
        _print_csv(figure, behind)
    elif behind is not None:
        for match_id, seq in behind:
            print(f"{render.clean(match_id)} {seq}")
    else:
        _say_figure(figure)
        if svg is not None:
            render.say(f"drawn: {svg}")
    return Status.DONE


def _askable(name: str, by: str | None, *, changed: bool, entries: bool) -> Statistic:
    """A statistic that can be asked so.

    Raises:
        Failure: there is none of that name, or it cannot be had so.
    """
    try:
        found = statistic(name)
    except UnknownStatistic as error:
        raise Failure(str(error.args[0])) from None
    if by is not None and by not in APART:
        raise Failure(f"--by {by}: a figure can be had apart by {listed(APART)}")
    if by and entries:
        raise Failure("--by and --entries, not both", "narrow it by --edition, --since or --deck")
    if changed and by not in ("week", "month"):
        raise Failure("--changed asks when: give --by week or --by month too")
    if changed and not {"wins", "n"} <= found.columns.keys():
        raise Failure(f"{found.name} has no wins out of n, so no rate that changes")
    return found


def _shown(figure: Figure, behind: Sequence[tuple[str, int]] | None) -> whole_log.FigureShown:
    return whole_log.FigureShown(
        name=figure.name,
        title=figure.title,
        matches=figure.n,
        editions=figure.editions,
        rows=tuple(figure.records()),
        notes=figure.notes,
        entries=UNSET if behind is None else tuple(behind),
        nothing=UNSET if figure.rows else figure.nothing,
    )


def _print_csv(figure: Figure, behind: Sequence[tuple[str, int]] | None) -> None:
    """The figure, or the entries behind it."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("match_id", "seq") if behind is not None else map(cell, figure.columns))
    for each in behind if behind is not None else figure.rows:
        writer.writerow([cell(value) for value in each])


def _list(game: str | None, json: bool) -> None:
    """What there is for a game: its own and what all share; a tournament shares nothing."""
    others = ("",) if game is None or not is_stream(game) else ()
    known = [s for s in all_statistics().values() if game in (None, s.game) or s.game in others]
    if json:
        render.say_json(
            whole_log.Statistics(
                tuple(
                    whole_log.StatisticListed(s.name, s.game, s.title, s.about, s.columns)
                    for s in known
                )
            )
        )
        return
    for each in known:
        of = f" ({each.game})" if each.game else ""
        render.say(f"{each.name}{of}: {each.title}", style="strong")
        render.say(each.about, 4)


def _say_figure(figure: Figure) -> None:
    """The figure as a plot, or as a table for each game."""
    counted_by = all_statistics()[figure.name]
    if counted_by.drawn and figure.rows and not figure.by:
        from cli.screen.plots import course_text

        print(course_text(figure, render.width()))
    elif counted_by.is_grid and figure.rows and not figure.by:
        _say_grids(figure)
    else:
        for game, columns, rows in _by_game(figure):
            over = figure.over(game)
            say_table(
                columns,
                rows,
                f"{figure.title}: {over}" if over else figure.title,
                keys=figure.keys,
                right=[column for column in columns if column not in figure.keys],
                places=3,
                absent="-",
            )
    if not figure.rows:
        render.say(figure.nothing)
    for note in figure.notes:
        render.say(note, 0, 2)


def _say_grids(figure: Figure) -> None:
    """Each against each other, a square for each game: the rate, and of how many it is."""
    first, row, _ = figure.keys
    for of in dict.fromkeys(record[first] for record in figure.records()):
        cells = {
            (record[row], record["against"]): f"{record['rate']:.3f} ({record['n']:,})"
            for record in figure.records()
            if record[first] == of and record["rate"] is not None
        }
        names = list(dict.fromkeys(name for pair in cells for name in pair))
        marks = names
        if sum(len(name) + 2 for name in names) + max(map(len, names), default=0) > render.width():
            marks = [
                letter * (1 + at // 26)
                for at, letter in zip(range(len(names)), cycle(ascii_lowercase), strict=False)
            ]
        labels = (
            names if marks is names else [f"{m} {n}" for m, n in zip(marks, names, strict=True)]
        )
        over = figure.over(of) or figure.over()
        say_table(
            (row, *marks),
            [
                (label, *(cells.get((name, other), "") for other in names))
                for label, name in zip(labels, names, strict=True)
            ],
            f"{figure.title}: {over}",
            keys=(row,),
            right=marks,
        )
    render.say("The rate of a row against a column (n); --csv has all columns.", 0, 2, "quiet")


def _by_game(figure: Figure) -> Iterator[tuple[str, list[str], list[tuple[Any, ...]]]]:
    """The rows of each game with their columns, of which none says the game."""
    columns = list(figure.columns)
    if "game" not in columns or not figure.rows:
        yield "", columns, figure.rows
        return
    at = columns.index("game")
    for game in dict.fromkeys(row[at] for row in figure.rows):
        rows = [row[:at] + row[at + 1 :] for row in figure.rows if row[at] == game]
        yield game, columns[:at] + columns[at + 1 :], rows


def _draw(figure: Figure, path: Path) -> None:
    from cli.screen.plots import course_svg

    try:
        drawing = course_svg(figure)
    except ValueError:
        drawn = [name for name, each in all_statistics().items() if each.drawn]
        raise Failure(f"--svg draws only {' and '.join(drawn)}") from None
    path.write_text(drawing, encoding="utf-8")


def _row_of(figure: Figure, keys: Sequence[str], wanted: dict[str, str]) -> dict[str, Any] | None:
    """The key columns of a row, with the values that the figure has for what was typed."""
    if not wanted:
        return None
    for name in wanted:
        if name not in keys:
            raise Failure(f"--row {name}: no such column", f"rows go by {', '.join(keys)}")
    for record in figure.records():
        if all(str(record[name]) == value for name, value in wanted.items()):
            return {name: record[name] for name in wanted}
    raise Failure(f"{figure.name} has no row with {', '.join(wanted.values())}")


def _require_known(log: "Log", found: Statistic, chosen: Filters, by: str | None) -> None:
    """What is asked for by name is in the log, and the statistic counts such."""
    from referee.games.registry import game_of

    if chosen.game is not None:
        game_of(chosen.game)
    if chosen.match is not None and not log.has(chosen.match):
        raise Failure(f"{log.path}: no match {chosen.match}", "referee matches lists them")
    of_events = is_stream(found.game)
    if chosen.match is not None and not of_events and chosen.game is None:
        of = _game_of(log, chosen.match)
        if is_stream(of):
            raise Failure(
                f"{chosen.match} is an event, and {found.name} counts the entries of matches",
                f"--event {chosen.match} for its games, --game {of} for its own entries",
            )
    for event in chosen.events:
        if not log.has(event) or not is_stream(_game_of(log, event)):
            events = [each.id for each in log.matches() if is_stream(each.game)]
            near = nearest(event, events)[:1]
            hint = f"did you mean {near[0]}?" if near else "referee matches lists them"
            raise Failure(f"{log.path}: no event {event}", hint)
    if of_events and (chosen.deck is not None or chosen.against is not None or by in _OF_DECKS):
        raise Failure(f"{found.name} counts events: it cannot be asked of a deck")
    asked = log.connection.execute("SELECT DISTINCT deck_name FROM seats").fetchall
    decks = {name for (name,) in (asked() if chosen.deck or chosen.against else ())}
    for deck in filter(None, (chosen.deck, chosen.against)):
        if deck not in decks:
            near = nearest(deck, decks)[:1]
            hint = f"did you mean {near[0]}?" if near else "referee stats wins-by-deck lists them"
            raise Failure(f"no seat of the log has the deck {deck}", hint)
    if chosen.edition is not None:
        _require_edition(log, found, chosen)


def _require_edition(log: "Log", found: Statistic, chosen: Filters) -> None:
    prepare(log.connection)
    chosen.taken(log.connection, found)
    editions = log.connection.execute(
        "SELECT DISTINCT version || ' ' || left(catalog, 8), of_edition(version, catalog) "
        "FROM matches ORDER BY ALL"
    ).fetchall()
    if not any(is_asked for _, is_asked in editions):
        known = listed([edition for edition, _ in editions])
        hint = f"there are {known}" if known else "there are no matches"
        raise Failure(f"no match of the log has the edition {chosen.edition}", hint)


def _game_of(log: "Log", match: str) -> str:
    (game,) = log.connection.execute(
        "SELECT game FROM matches WHERE match_id = ?", [match]
    ).fetchall()[0]
    return str(game)


# -- SQL ---------------------------------------------------------------------------------------


@app.command(epilog="Example: referee sql 'FROM match_results' --csv")
def sql(
    query: Annotated[
        str | None,
        typer.Argument(metavar="SQL", help="A query; without one, the tables are described."),
    ] = None,
    as_csv: CsvOption = False,
    time_limit: Annotated[
        float,
        typer.Option(
            "--time-limit", min=0, metavar="SECONDS", help="How long it may take; 0: any time."
        ),
    ] = 60,
    memory_limit: Annotated[
        float,
        typer.Option(
            "--memory-limit", min=0, metavar="MB", help="How much it may take; 0: all there is."
        ),
    ] = 2000,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Ask the log in SQL (DuckDB), reading the log only: no other file is read or written.

    Facts are brought up to date first, where any are asked for. Macros of the statistics, such
    as wilson(wins, n), may be used. Nobody waits for a query: it is asked of a copy.
    """
    if json and as_csv:
        raise Failure("--json or --csv, not both")
    with projected(log, query or "") as opened:
        if query is None:
            _describe(opened, json)
            return Status.DONE
        if not query.strip():
            raise Failure("there is no query", "such as: FROM match_results")
        with TemporaryFile("w+", encoding="utf-8", newline="") as answer:
            form = "csv" if as_csv else "json" if json else "table"
            columns, rows = attended(
                opened,
                lambda: _asked(opened, query, form, answer),
                time_limit or None,
                memory_limit or None,
            )
            answer.seek(0)
            shutil.copyfileobj(answer, sys.stdout)
    if form == "table":
        _say_rows(columns, rows)
    return Status.DONE


def _asked(
    log: "Log", query: str, form: str, answer: TextIO
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The columns of the answer to a query and, for a table, its first rows; CSV and JSON are
    written to a file, so that they need no memory.

    Raises:
        Failure: DuckDB refuses the query.
        OSError: the file cannot be written.
    """
    import duckdb

    rows: list[tuple[Any, ...]] = []
    try:
        prepare(log.connection)
        log.connection.execute("SET enable_external_access = false")
        result = log.connection.execute(query)
        columns = [column[0] for column in result.description or ()]
        if form == "csv":
            _write_csv(columns, result, answer)
        elif form == "json":
            _write_json(columns, result, answer)
        else:
            rows = result.fetchmany(_MOST_ROWS + 1)
    except duckdb.OutOfMemoryException:
        more = "the query needs more memory than it may take"
        raise Failure(more, status=Status.ENVIRONMENT) from None
    except duckdb.Error as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        raise Failure(" ".join(lines[:2]) if lines else "the query failed") from None
    return columns, rows


def _write_csv(columns: list[str], result: "DuckDBPyConnection", answer: TextIO) -> None:
    writer = csv.writer(answer, lineterminator="\n")
    writer.writerow(map(cell, columns))
    while rows := result.fetchmany(_FETCHED):
        writer.writerows([cell(value) for value in row] for row in rows)


def _write_json(columns: list[str], result: "DuckDBPyConnection", answer: TextIO) -> None:
    """The rows as :class:`~cli.answers.whole_log.Rows`, but never all in memory."""
    names = _distinct(columns)
    begin, _, end = render.json_text(whole_log.Rows(tuple(names), ())).rpartition("[]")
    answer.write(begin)
    before = "[\n"
    while rows := result.fetchmany(_FETCHED):
        for row in rows:
            row_text = render.json_text(dict(zip(names, row, strict=True)))
            answer.write(before + indent(row_text, " " * 4))
            before = ",\n"
    answer.write(("[]" if before == "[\n" else "\n  ]") + end + "\n")


def _say_rows(columns: list[str], rows: list[tuple[Any, ...]]) -> None:
    say_table(columns, rows[:_MOST_ROWS])
    if len(rows) > _MOST_ROWS:
        render.warn(f"referee: the first {_MOST_ROWS:,} rows; --csv prints all")


def _distinct(columns: Sequence[str]) -> list[str]:
    """The names of columns, numbered where one stands twice."""
    seen: dict[str, int] = {}
    names = []
    for name in columns:
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return names


def _describe(log: "Log", json: bool) -> None:
    """The tables and views of the log with their comments."""
    from storage.exchange.transfer import tables

    found = tables(log)
    if json:
        described = tuple(
            whole_log.TableDescribed(
                each.name,
                each.kind,
                each.comment,
                tuple(whole_log.ColumnDescribed(*column) for column in each.columns),
            )
            for each in found
        )
        render.say_json(whole_log.Tables(described))
        return
    for table in found:
        about = f": {table.comment}" if table.comment else ""
        render.say(f"{table.name} ({table.kind}){about}", 0, 2, style="strong")
        for column in table.columns:
            note = f": {column.comment}" if column.comment else ""
            render.say(f"{column.name} {column.type}{note}", 4, 8)
