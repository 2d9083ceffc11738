"""A map of tables as rows and columns, from where they were measured to stand.

A page of rows needs no drawing, works without colours and with a thumb, and is read aloud in order.
"""

import csv
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import chain, combinations
from math import floor as rounded_down
from math import isfinite

from cli.failure import Failure
from storage.venue.floor import IN_ROWS, Spot

Grid = tuple[tuple[int, ...], ...]
"""Rows of tables by their numbers; 0: no table stands there."""

USUAL = 8
"""So many tables stand in a row where nobody has said otherwise."""
MOST_IN_A_ROW = 40
MOST_TABLE = 9_999
MOST_SPOTS = 1_000


def in_rows(many: int) -> tuple[Spot, ...]:
    """What is kept of a hall whose tables stand in rows of so many, in the order of their numbers.

    Raises:
        Failure: no such rows are drawn.
    """
    if not 1 <= many <= MOST_IN_A_ROW:
        raise Failure(f"{many} tables in a row cannot be shown", f"1 to {MOST_IN_A_ROW}")
    return (Spot(IN_ROWS, many, 0),)


def spots_in(text: str, where: str) -> tuple[Spot, ...]:
    """Where tables stand, from lines of ``table,x,y``; a first line may head them so.

    Args:
        text: the lines; empty ones and those that begin with ``#`` say nothing.
        where: what the text is called where it is wrong.

    Raises:
        Failure: a line says something else; or a table stands twice, or two stand in one place.
    """
    lines: dict[int, int] = {}
    taken: dict[tuple[float, float], int] = {}
    found: list[Spot] = []
    for number, row in enumerate(csv.reader(text.removeprefix("\ufeff").splitlines()), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#"):
            continue
        if not found and [cell.casefold() for cell in cells] == ["table", "x", "y"]:
            continue
        spot = _spot(cells, f"{where}:{number}")
        if spot.table in lines:
            raise Failure(
                f"{where}:{number}: table {spot.table} stands in line {lines[spot.table]} too"
            )
        if (spot.x, spot.y) in taken:
            other = taken[spot.x, spot.y]
            raise Failure(f"{where}:{number}: table {spot.table} stands where table {other} does")
        lines[spot.table], taken[spot.x, spot.y] = number, spot.table
        found.append(spot)
        if len(found) > MOST_SPOTS:
            raise Failure(f"{where}:{number}: more than {MOST_SPOTS} tables")
    if not found:
        raise Failure(f"{where}: no table stands in it", "lines of table,x,y, such as 1,0,0")
    return tuple(found)


def _spot(cells: list[str], where: str) -> Spot:
    wanted = "table,x,y: a number, and how far to the right and down, such as 12,3.5,2"
    if len(cells) != 3:
        raise Failure(f"{where}: {len(cells)} fields", wanted)
    number, *places = cells
    try:
        x, y = map(float, places)
    except ValueError:
        raise Failure(f"{where}: {' '.join(places)} is no place", wanted) from None
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:9]) <= MOST_TABLE):
        raise Failure(f"{where}: {number or 'nothing'} is no number of a table", wanted)
    if not (isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= 1e6):
        raise Failure(f"{where}: {' '.join(places)} is no place", wanted)
    return Spot(int(number), x, y)


def grid_of(spots: tuple[Spot, ...], tables: Collection[int]) -> Grid:
    """The tables as they stand. What stands apart by more than the two nearest tables do leaves one
    free row or column, an aisle; tables whose place nobody said stand in rows below.

    Example:
        >>> grid_of((Spot(1, 0, 0), Spot(2, 150, 0), Spot(3, 900, 0), Spot(4, 0, 400)), [1, 2, 5])
        ((1, 2, 0, 3), (0, 0, 0, 0), (4, 0, 0, 0), (0, 0, 0, 0), (5, 0, 0, 0))
        >>> grid_of((), [1, 2, 3])
        ((1, 2, 3, 0, 0, 0, 0, 0),)
    """
    return _grid(spots, tuple(sorted(tables)))


@lru_cache(maxsize=64)
def _grid(spots: tuple[Spot, ...], tables: tuple[int, ...]) -> Grid:
    wide = next((int(each.x) for each in spots if each.table == IN_ROWS), USUAL)
    placed = [each for each in spots if each.table != IN_ROWS]
    if not placed:
        return tuple(_rows(range(1, max(tables, default=0) + 1), {*tables}, wide))
    apart = min(
        (max(abs(a.x - b.x), abs(a.y - b.y)) for a, b in combinations(placed, 2)), default=1.0
    )
    columns = _ranks(rounded_down(each.x / apart + 0.5) for each in placed)
    lines = _ranks(rounded_down(each.y / apart + 0.5) for each in placed)
    width = max(columns.values()) + 1
    rows = [[0] * width for _ in range(max(lines.values()) + 1)]
    for each in placed:
        line = lines[rounded_down(each.y / apart + 0.5)]
        rows[line][columns[rounded_down(each.x / apart + 0.5)]] = each.table
    known = {each.table for each in placed}
    left = [each for each in tables if each not in known]
    below = [(0,) * width, *_rows(left, {*left}, width)] if left else []
    return tuple(chain(map(tuple, rows), below))


def _rows(numbers: Iterable[int], known: Collection[int], wide: int) -> Iterable[tuple[int, ...]]:
    line: list[int] = []
    for number in numbers:
        line.append(number if number in known else 0)
        if len(line) == wide:
            yield tuple(line)
            line = []
    if line:
        yield (*line, *[0] * (wide - len(line)))


def _ranks(found: Iterable[int]) -> Mapping[int, int]:
    """The columns of a grid: what is between two tables is one free column, however wide."""
    ranks: dict[int, int] = {}
    at, before = 0, None
    for each in sorted({*found}):
        at += min(each - before, 2) if before is not None else 0
        ranks[each], before = at, each
    return ranks


__all__ = ["MOST_IN_A_ROW", "USUAL", "Grid", "grid_of", "in_rows", "spots_in"]
