"""Tables on the screen, in which nothing is ever cut.

A table has every word, figure and id whole and the figures of a column in one precision. Where
the terminal is too narrow for that, each row is shown by itself.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from math import floor, isfinite, log10

from cli.screen.render import (
    clean,
    flowing,
    paint,
    say,
    say_lines,
    terminal_width,
    width,
    wrapped,
)

_GAP = 2
"""How far columns stand apart."""
_BETWEEN = " " * _GAP
_MOST_PLACES = 6
"""What would be 0 even so is told as less than the least that this shows."""
_SPACED_WORD = re.compile(r"\s*\S+")


def say_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    title: str = "",
    keys: Sequence[str] = (),
    right: Sequence[str] = (),
    places: int | None = None,
    absent: str = "",
) -> None:
    """Print a table that fits the width, or its rows one by one.

    Args:
        columns: the headings.
        rows: the cells; numbers stand to the right.
        title: a line above.
        keys: the columns that name a row; with them, a row that is shown by itself is short.
        right: further columns to set to the right.
        places: how many decimal places a number has at most; None for all that it needs.
        absent: what stands for None.
    """
    listed = list(rows)
    values = [[row[at] for row in listed] for at in range(len(columns))]
    cells = [[clean(text) for text in figures(column, places, absent)] for column in values]
    names = [clean(name) for name in columns]
    if title:
        say(title, style="strong")
    for headings in (names, [name.replace("_", "_\n") for name in names]):
        widths = _widths([[h, *column] for h, column in zip(headings, cells, strict=True)])
        if widths:
            numbers = [
                name in right or _numbers(column)
                for name, column in zip(columns, values, strict=True)
            ]
            _say_columns(headings, cells, widths, numbers)
            return
    if any(name in keys for name in columns):
        _say_briefly(columns, cells, keys)
    else:
        _say_one_by_one(names, cells)


def figures(values: Sequence[object], places: int | None = None, absent: str = "") -> list[str]:
    """The values of a column as text, all its fractions with equally many places.

    Args:
        values: what stands in the column.
        places: at most so many places, or up to six where a fraction would be 0 by them.
        absent: what stands for None.

    Example:
        >>> figures([0.5, 0.3333333, None, 12.0], 3, "-")
        ['0.500', '0.333', '-', '12.000']
        >>> figures([0.25, 0.00012, 1e-9], 3)
        ['0.250000', '0.000120', '<0.000001']
    """
    if not {float, list} & set(map(type, values)):
        return [absent if value is None else str(value) for value in values]
    fractions = [v for value in values for v in _fractions(value)]
    needed = [_places(value, places) for value in fractions]
    if -1 in needed:
        return [absent if value is None else str(value) for value in values]
    most = max(needed, default=0)
    return [_figure(value, most, absent) for value in values]


def _fractions(value: object) -> list[float]:
    found = value if isinstance(value, list) else [value]
    return [each for each in found if isinstance(each, float) and isfinite(each)]


def _places(value: float, most: int | None) -> int:
    """How many places a fraction needs; -1 where it is only written with a power of ten."""
    if most is None:
        text = str(value)
        return -1 if "e" in text else len(text.removesuffix(".0").partition(".")[2])
    if 0 < abs(value) < 10**-most:
        return min(_MOST_PLACES, -floor(log10(abs(value))))
    return len(_rounded(value, most))


def _rounded(value: float, most: int) -> str:
    """The places of a fraction that are not 0 at the end."""
    return f"{value:.{most}f}".rstrip("0").partition(".")[2]


def _figure(value: object, places: int, absent: str) -> str:
    if value is None:
        return absent
    if isinstance(value, list):
        return " ".join(_figure(each, places, absent) for each in value)
    if not isinstance(value, float):
        return str(value)
    least = 10**-places
    if 0 < abs(value) < least:
        return f"<{least:.{places}f}" if value > 0 else f">-{least:.{places}f}"
    return f"{value:.{places}f}"


def _numbers(column: Iterable[object]) -> bool:
    """Whether a column holds numbers alone."""
    found = [value for value in column if value is not None]
    return bool(found) and all(
        isinstance(value, int | float | Decimal) and not isinstance(value, bool) for value in found
    )


def _widths(columns: Sequence[Sequence[str]]) -> list[int]:
    """How wide each column is that holds these texts; none where a word would have to be cut.

    What is left over goes to those that would rather be wider, the nearly content first.
    """
    every = [set(column) for column in columns]
    least = [max(_cells(word) for text in own for word in text.split() or [""]) for own in every]
    want = [max(_cells(line) for text in own for line in text.split("\n")) for own in every]
    left = terminal_width() - sum(least) - _GAP * (len(columns) - 1)
    if left < 0:
        return []
    order = sorted(range(len(columns)), key=lambda at: want[at] - least[at])
    for number, at in enumerate(order):
        more = min(want[at] - least[at], left // (len(order) - number))
        least[at] += more
        left -= more
    return least


def _cells(text: str) -> int:
    """How wide a text is on the screen."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _say_columns(
    headings: Sequence[str],
    cells: Sequence[Sequence[str]],
    widths: Sequence[int],
    numbers: Sequence[bool],
) -> None:
    """Rows in columns, as many lines each as its texts need.

    A table of tens of thousands of rows is told in a moment; the tables of Rich take seconds.
    """
    columns = zip(headings, cells, widths, numbers, strict=True)
    pieces = [
        {
            text: [_set(line, wide, right) for line in _broken(text, wide)]
            for text in {head, *column}
        }
        for head, column, wide, right in columns
    ]
    for line in _row_lines([own[head] for own, head in zip(pieces, headings, strict=True)], widths):
        print(paint(line, "strong"))
    print("─" * (sum(widths) + _GAP * (len(widths) - 1)))
    for row in zip(*cells, strict=True):
        lines = [own[text] for own, text in zip(pieces, row, strict=True)]
        print("\n".join(_row_lines(lines, widths, top=True)))


def _set(text: str, wide: int, right: bool) -> str:
    """The text as wide as its column."""
    blank = " " * (wide - _cells(text))
    return blank + text if right else text + blank


def _row_lines(
    row: Sequence[list[str]], widths: Sequence[int], *, top: bool = False
) -> Iterator[str]:
    """The lines of a row; what has fewer of them stands at its top, else at its bottom."""
    most = max(map(len, row))
    if most > 1:
        blank = [[" " * wide] * (most - len(own)) for own, wide in zip(row, widths, strict=True)]
        row = [own + b if top else b + own for own, b in zip(row, blank, strict=True)]
    return (_BETWEEN.join(texts).rstrip() for texts in zip(*row, strict=True))


def _broken(text: str, wide: int) -> list[str]:
    """The text in lines of a width in which each of its words has room."""
    if _cells(text) <= wide and "\n" not in text:
        return [text]
    lines = []
    for part in text.split("\n"):
        line = ""
        for word in _SPACED_WORD.findall(part):
            if line and _cells(line) + _cells(word) > wide:
                lines.append(line)
                line = ""
            line = line + word if line else word.lstrip()
        lines.append(line)
    return lines


def _say_one_by_one(names: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
    """Rows that are too wide, each column on a line."""
    wide = max(map(len, names))
    for number, row in enumerate(zip(*cells, strict=True), 1):
        say(f"row {number}", style="strong")
        for name, text in zip(names, row, strict=True):
            labelled = f"{name:<{wide}}  {text}"
            lines = wrapped(labelled, 2, wide + 4)
            fits = all(len(line) <= width() for line in lines)
            say_lines(lines if fits else wrapped(labelled, 2))


def _say_briefly(
    columns: Sequence[str], cells: Sequence[Sequence[str]], keys: Sequence[str]
) -> None:
    """Rows that are too wide, each under what names it, as many columns on a line as fit."""
    for row in zip(*cells, strict=True):
        said = list(zip(columns, row, strict=True))
        say(", ".join(text for name, text in said if name in keys), 0, 2, "strong")
        rest = [f"{clean(name)} {text}" for name, text in said if name not in keys and text]
        say_lines(flowing(rest, 2))


__all__ = ["figures", "say_table"]
