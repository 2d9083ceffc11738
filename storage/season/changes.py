"""When a rate changed: the one point in time that parts a season best, and whether chance does."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import erfc, log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from storage.statistics import ALL_MATCHES, Figure, Filters, run_by

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FEWEST = 30
"""So many are before a change at least, and after it."""
COLUMNS = {
    "n": "before the change",
    "wins": "of these, won",
    "rate": "wins out of n",
    "later_n": "from the change on",
    "later_wins": "of these, won",
    "later_rate": "later_wins out of later_n",
    "difference": "later_rate less rate",
    "low": "lower end of the 95 % interval of the difference (Newcombe)",
    "high": "upper end of it",
    "p": "the chance that a rate that never changed seems to change so much anywhere",
}
"""What is told of a change, and when it was: the column that the figure stands apart by."""


class Change(NamedTuple):
    """The parting of a row of wins that is the least likely, had its rate been one."""

    at: int  # the first of the later ones
    p: float  # for whichever parting: so many were tried (Bonferroni)


def changed(counts: Sequence[tuple[int, int]]) -> Change | None:
    """When a rate changed, by a likelihood ratio test of each parting.

    Args:
        counts: wins, and out of how many, in order of time.

    Returns:
        None where no parting has enough on both sides.
    """
    wins, n = (sum(each) for each in zip(*counts, strict=True)) if counts else (0, 0)
    found: list[tuple[float, int]] = []
    won = out_of = 0
    for at, (own, of) in enumerate(counts[:-1], 1):
        won, out_of = won + own, out_of + of
        if min(out_of, n - out_of) >= FEWEST:
            parts = _likelihood(won, out_of) + _likelihood(wins - won, n - out_of)
            found.append((2 * (parts - _likelihood(wins, n)), -at))
    if not found:
        return None
    most, at = max(found)
    return Change(-at, min(1.0, len(found) * erfc(sqrt(max(0.0, most) / 2))))


def _likelihood(wins: int, n: int) -> float:
    """The logarithm of that of so many wins, at their own rate."""
    return sum(k * log(k / n) for k in (wins, n - wins) if k)


def changes(
    connection: "DuckDBPyConnection", name: str, by: str, filters: Filters = ALL_MATCHES
) -> Figure:
    """When the rate of each row of a statistic changed most, of those that have enough on both
    sides; errors as for :func:`storage.statistics.run`.

    Args:
        connection: a log whose facts are projected.
        name: a statistic of wins out of n.
        by: week or month.
        filters: of which matches.

    Raises:
        ValueError: it is none of wins.
    """
    figure = run_by(connection, name, by, filters)
    if not {"wins", "n"} <= set(figure.columns):
        raise ValueError(f"{name} has no wins out of n")
    keys = figure.keys[1:]
    rows: defaultdict[tuple[Any, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for record in figure.records():
        rows[tuple(record[key] for key in keys)].append(record)
    found = []
    for row, records in rows.items():
        change = changed([(each["wins"], each["n"]) for each in records])
        if change is not None:
            before, after = records[: change.at], records[change.at :]
            counts = [sum(e[c] for e in part) for part in (before, after) for c in ("wins", "n")]
            found.append(
                (*row, records[change.at][figure.by], *_compared(connection, *counts), change.p)
            )
    note = "Of each row the clearest change is told, whether or not there was one: see p."
    return replace(
        figure,
        title=f"{figure.title}, and when they changed",
        columns=(*keys, figure.by, *COLUMNS),
        rows=sorted(found, key=lambda each: (each[-1], each)),
        notes=(*figure.notes, note),
        nothing=f"no row has {FEWEST} before and after a {by}",
    )


def _compared(
    connection: "DuckDBPyConnection", wins: int, n: int, later_wins: int, later_n: int
) -> tuple[Any, ...]:
    ((difference, low, high),) = connection.execute(
        "SELECT unnest(newcombe($later_wins, $later_n, $wins, $n))",
        {"later_wins": later_wins, "later_n": later_n, "wins": wins, "n": n},
    ).fetchall()
    return (n, wins, wins / n, later_n, later_wins, later_wins / later_n, difference, low, high)


__all__ = ["COLUMNS", "Change", "changed", "changes"]
