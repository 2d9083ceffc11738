"""Statistics as parts of a page: the table of each, and the picture that its columns make."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from cli.report.page import Link, Section
from cli.report.ranks import ranks_drawn
from cli.screen.columns import figures as written
from cli.screen.intervals import Rate, intervals_drawn
from cli.screen.matrix import heat_drawn, matrix_drawn
from cli.screen.plots import course_drawn, trend_drawn
from events.notation import quote
from storage.season.all_persons import of_all
from storage.statistics import (
    ALL,
    Figure,
    Filters,
    Known,
    run,
    run_by,
    statistic,
    without_thin_rows,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Figures = Callable[[str], Figure]
"""What computes the statistic of a name."""
MOST = 24
"""The most rates that one picture shows: those whose lower ends are the highest."""
WIDEST = 12
"""The most things that are drawn against each other."""
FEWEST = 5
"""Where every rate is of fewer, none is drawn."""
LEAST = 30
"""Of how many a rate is, at least, that is drawn in colour."""
PLACES = 3
LINES = 8
"""The most lines that one picture shows."""
_TIMES = ("by_week", "round")
"""The columns over which rates are drawn as lines."""
FIELD = "field-by-round"
"""The statistic that is drawn by who is first."""
_GAME = ("game", "plays")
"""The columns that say which game is counted."""

JUDGES = "Rows of single judges are left out: the command below tells them."
"""What is said where nobody asks for one judge."""


def figures_of(connection: "DuckDBPyConnection", filters: Filters) -> Figures:
    """The figures of these matches, in a log whose facts are projected."""
    known: Known = {}
    return lambda name: run(connection, name, filters, known)


def sections(
    figures: Figures,
    names: Iterable[str],
    filters: Filters,
    *,
    without: Collection[str] = ("person",),
    pages: Mapping[str, str] = {},
) -> Iterator[Section]:
    """The parts of a page for statistics that have something to tell.

    Args:
        figures: what computes them.
        names: the statistics.
        filters: of which matches they are.
        without: the keys by which rows may not go; nobody is named where nobody asks.
        pages: where the pages of matches are.
    """
    for name in names:
        if not {*without} & {*statistic(name).keys}:
            figure = figures(name)
            if figure.rows:
                substantial = without_thin_rows(figure)
                shown = of_all(substantial, "the command below tells them", ("judge",), JUDGES)
                drawn = statistic(name).drawn
                if not drawn or any(record[drawn] is not None for record in shown.records()):
                    yield section(shown, asked(name, filters), pages)


def trends(
    connection: "DuckDBPyConnection", name: str, by: str, filters: Filters
) -> Iterator[Section]:
    """The part of a page for a statistic apart by week or edition, where there are several."""
    figure = run_by(connection, name, by, filters)
    if len({record[figure.by] for record in figure.records()}) > 1:
        command = f"{asked(name, filters)} --by {by}"
        shown = section(figure, command)
        yield shown._replace(id=f"{shown.id}-by-{by}", title=f"{shown.title}, by {by}")


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


def section(figure: Figure, command: str, pages: Mapping[str, str] = {}) -> Section:
    """A figure as a part of a page, without the columns in which nothing stands."""
    shown = statistic(figure.name)
    columns = [c for c in figure.columns if _tells(figure, c)]
    values = [[record[c] for record in figure.records()] for c in columns]
    cells = [
        [
            Link(text, pages[text]) if name == "match" and text in pages else text
            for text in _said(own)
        ]
        for name, own in zip(columns, values, strict=True)
    ]
    return Section(
        id=figure.name.replace("/", "-"),
        title=figure.title,
        statistic=figure.name,
        about=shown.about,
        asked=command,
        columns=columns,
        rows=list(zip(*cells, strict=True)),
        numbers=frozenset(
            name
            for name, own in zip(columns, values, strict=True)
            if name not in figure.keys and not any(isinstance(each, str | bool) for each in own)
        ),
        meanings=shown.columns,
        picture=pictured(figure),
        notes=[note for note in figure.notes if note not in shown.about],
    )


def _said(values: Sequence[object]) -> list[str]:
    """The values of a column as a page says them."""
    if any(isinstance(each, bool) for each in values):
        return ["" if each is None else "yes" if each else "no" for each in values]
    return written(values, PLACES)


def _tells(figure: Figure, column: str) -> bool:
    """Whether a column has something to say; of one game alone, the page says it once."""
    values = [record[column] for record in figure.records()]
    if column in _GAME or (column in ("match", "event") and figure.n == 1):
        return len({*values}) > 1
    return any(value is not None for value in values)


def pictured(figure: Figure) -> Element | None:
    """The picture of a figure; None where its columns make none."""
    drawn = statistic(figure.name).drawn
    if drawn and not figure.by:
        return course_drawn(figure) if _moves(figure) else None
    what = next((each for each in ("difference", "rate") if each in figure.columns), "")
    if not what or not {"low", "high", "n"} <= set(figure.columns):
        return None
    rates = {_key(figure, each): _rate(figure, each, what) for each in figure.records()}
    along = next((each for each in _TIMES if each in figure.keys), "")
    lines = {tuple(record[k] for k in figure.keys if k != along) for record in figure.records()}
    moments = {record[along] for record in figure.records()} if along else set()
    known = {key: rate for key, rate in rates.items() if rate is not None}
    if "own_turn" in figure.keys and known:
        return _heat(figure, known)
    if figure.name == FIELD:
        panels = _field(figure, known)
        return ranks_drawn(figure.title, along, panels, LINES) if panels else None
    if len(moments) > 1 and what == "rate" and len(lines) <= LINES:
        return trend_drawn(figure, along)
    if all(rate.n < FEWEST for rate in known.values()):
        return None
    if statistic(figure.name).is_grid:
        cells = {(key[1], key[2]): rate for key, rate in known.items()}
        names = list(dict.fromkeys(name for pair in cells for name in pair))
        if len(names) <= WIDEST and not _tells(figure, figure.keys[0]):
            return matrix_drawn(figure.title, names, cells, LEAST)
    ranked = sorted(known.values(), key=lambda rate: -rate.low)[:MOST]
    even = 0.0 if what == "difference" else 0.5 if "wins" in figure.columns else None
    return intervals_drawn(f"{figure.title}: {what}", ranked, even)


def _moves(figure: Figure) -> bool:
    """Whether a line of what is drawn has two moments at least, between which it can be seen."""
    shown = statistic(figure.name)
    keys = [key for key in figure.keys if key != shown.along]
    records = without_thin_rows(figure).records()
    known = [record for record in records if record[shown.drawn] is not None]
    moments = Counter(tuple(record[key] for key in keys) for record in known)
    return max(moments.values(), default=0) > 1


def _heat(figure: Figure, known: Mapping[tuple[str, ...], Rate]) -> Element:
    """The cards that were played most, by the own turn in which they were, beside all who reached
    that turn."""
    cells: dict[tuple[str, str], Rate] = {}
    played = Counter[str]()
    for record in figure.records():
        key = _key(figure, record)
        if key in known and record["own_turn"] < WIDEST:
            own = known[key]._replace(expected=record["rate_all"])
            cells[record["card"], str(record["own_turn"])] = own
            played[record["card"]] += record["n"]
    cards = [card for card, _ in played.most_common(WIDEST)]
    turns = sorted({int(turn) for card, turn in cells if card in cards})
    return heat_drawn(f"{figure.title}: rate", cards, [*map(str, turns)], cells, LEAST)


def _field(
    figure: Figure, known: Mapping[tuple[str, ...], Rate]
) -> Mapping[str, Mapping[int, Mapping[str, Rate]]]:
    """The share of each deck in each round, among all and at the first tables, where more than one
    round is told."""
    found: dict[str, dict[int, dict[str, Rate]]] = {}
    for record in figure.records():
        if rate := known.get(_key(figure, record)):
            shares = found.setdefault(record["at"], {}).setdefault(record["round"], {})
            shares[record["deck"] or "no deck"] = rate
    return {name: rounds for name, rounds in found.items() if len(rounds) > 1}


def _key(figure: Figure, record: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(str(record[name]) for name in figure.keys)


def _rate(figure: Figure, record: Mapping[str, object], what: str) -> Rate | None:
    rate, low, high, n = (record[name] for name in (what, "low", "high", "n"))
    if not isinstance(rate, float) or not isinstance(low, float) or not isinstance(high, float):
        return None
    own = [str(record[k]) for k in figure.keys if k not in _GAME]
    label = ", ".join(each for each in own if each != ALL) or "all"
    expected = record.get("expected")
    chance = expected if isinstance(expected, float) and 0 <= expected <= 1 else None
    return Rate(label, rate, low, high, n if isinstance(n, int) else 0, chance)


__all__ = ["Figures", "asked", "figures_of", "pictured", "section", "sections"]
