"""Statistics as parts of a page: the table of each, and the picture that its columns make."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from cli.report.page import Section
from cli.screen.intervals import Rate, intervals_drawn
from cli.screen.matrix import matrix_drawn
from cli.screen.plots import course_drawn
from cli.screen.tables import figures
from events.notation import quote
from storage.statistics import ALL, Figure, Filters, run, statistic, without_thin_rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST = 24
"""The most rates that one picture shows: those whose lower ends are the highest."""
WIDEST = 12
"""The most things that are drawn against each other."""
LEAST = 30
"""Of how many a rate is, at least, that is drawn in colour."""
PLACES = 3
_GAME = ("game", "plays")
"""The columns that say which game is counted."""


def sections(
    connection: "DuckDBPyConnection",
    names: Iterable[str],
    filters: Filters,
    *,
    persons: bool = False,
) -> Iterator[Section]:
    """The parts of a page for statistics that have something to tell.

    Args:
        connection: a log whose facts are projected.
        names: the statistics.
        filters: of which matches.
        persons: whether rows may go by people.
    """
    for name in names:
        if persons or "person" not in statistic(name).keys:
            figure = without_thin_rows(run(connection, name, filters))
            if figure.rows:
                yield section(figure, asked(name, filters))


def asked(name: str, filters: Filters) -> str:
    """The command that answers with a figure."""
    words = ["stats", name]
    for option, value in (
        ("--match", filters.match),
        ("--game", filters.game),
        *(("--event", event) for event in filters.events),
        ("--since", filters.since and str(filters.since)),
        ("--until", filters.until and str(filters.until)),
    ):
        if value:
            words += [option, quote(value)]
    return " ".join([*words, *["--simulated"] * filters.simulated])


def section(figure: Figure, command: str) -> Section:
    """A figure as a part of a page, without the columns in which nothing stands."""
    told = statistic(figure.name)
    columns = [c for c in figure.columns if _tells(figure, c)]
    values = [[record[c] for record in figure.records()] for c in columns]
    cells = [figures(column, PLACES) for column in values]
    return Section(
        id=figure.name.replace("/", "-"),
        title=figure.title,
        about=told.about,
        asked=command,
        columns=columns,
        rows=list(zip(*cells, strict=True)),
        numbers=frozenset(c for c in columns if c not in figure.keys),
        meanings=told.columns,
        picture=pictured(figure),
        notes=figure.notes,
    )


def _tells(figure: Figure, column: str) -> bool:
    """Whether a column has something to say; of one game alone, the page says it once."""
    values = [record[column] for record in figure.records()]
    if column in _GAME:
        return len({*values}) > 1
    return any(value is not None for value in values)


def pictured(figure: Figure) -> Element | None:
    """The picture of a figure; None where its columns make none."""
    if statistic(figure.name).drawn and not figure.by:
        return course_drawn(figure)
    if not {"rate", "low", "high", "n"} <= set(figure.columns):
        return None
    rates = {_key(figure, each): _rate(figure, each) for each in figure.records()}
    told = {key: rate for key, rate in rates.items() if rate is not None}
    if not told:
        return None
    if statistic(figure.name).square and not figure.by:
        cells = {(key[1], key[2]): rate for key, rate in told.items()}
        names = list(dict.fromkeys(name for pair in cells for name in pair))
        if len(names) <= WIDEST and not _tells(figure, figure.keys[0]):
            return matrix_drawn(figure.title, names, cells, LEAST)
    ranked = sorted(told.values(), key=lambda rate: -rate.low)[:MOST]
    even = 0.5 if {"wins"} <= set(figure.columns) else None
    return intervals_drawn(figure.title, ranked, even)


def _key(figure: Figure, record: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(str(record[name]) for name in figure.keys)


def _rate(figure: Figure, record: Mapping[str, object]) -> Rate | None:
    rate, low, high, n = (record[name] for name in ("rate", "low", "high", "n"))
    if not isinstance(rate, float) or not isinstance(low, float) or not isinstance(high, float):
        return None
    own = [str(record[k]) for k in figure.keys if k not in _GAME]
    label = ", ".join(each for each in own if each != ALL) or "all"
    expected = record.get("expected")
    chance = expected if isinstance(expected, float) and 0 <= expected <= 1 else None
    return Rate(label, rate, low, high, n if isinstance(n, int) else 0, chance)


__all__ = ["asked", "pictured", "section", "sections"]
