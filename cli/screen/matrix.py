"""Rates of one thing against another as a table: the deeper a cell, the farther from even."""

from collections.abc import Mapping, Sequence
from math import sqrt
from xml.etree.ElementTree import Element

from cli.screen import svg
from cli.screen.intervals import Rate, label_width

_CELL, _HIGH, _TOP = 92, 46, 54
_LEGEND = 180
"""How wide the words are below rates whose areas differ."""
_LETTERS, _ABOVE = 24, 12
"""The longest labels that are drawn whole, beside the rows and above the columns."""


def matrix_drawn(
    title: str, names: Sequence[str], cells: Mapping[tuple[str, str], Rate], least: int
) -> Element:
    """The rate of each row against each column, in figures; those of few are set apart.

    Args:
        title: what it is.
        names: the rows, which are the columns too.
        cells: the rates by row and column.
        least: of how many a cell is at least that is coloured.
    """
    return _drawn(title, names, names, cells, least)


def heat_drawn(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], Rate],
    least: int,
) -> Element:
    """The same of rows against other columns: the area that is coloured grows with how many a
    rate is of, and its colour tells how far it is from what was expected."""
    most = max((cell.n for cell in cells.values()), default=0)
    root = _drawn(title, rows, columns, cells, least, most)
    for number, line in enumerate(("area: n", "+: more than expected"), 1):
        svg.add(
            root, "text", line, x=10, y=float(root.attrib["height"]) - 32 + 14 * number, fill="#555"
        )
    return root


def _drawn(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], Rate],
    least: int,
    most: int = 0,
) -> Element:
    left = label_width(rows, _LETTERS)
    width, height = left + _CELL * len(columns) + 10, _TOP + _HIGH * len(rows) + 10
    if most:
        width, height = max(width, _LEGEND), height + 30
    view = (0, 0, width, height)
    root = svg.document(title, view, width=width, height=height, font_size=14)
    for number, name in enumerate(columns):
        middle = left + _CELL * (number + 0.5)
        above = svg.add(
            root, "text", _short(name, _ABOVE), x=middle, y=_TOP - 12, text_anchor="middle"
        )
        svg.add(above, "title", name)
    for number, name in enumerate(rows):
        y = _TOP + _HIGH * number
        beside = svg.add(
            root, "text", _short(name, _LETTERS), x=left - 10, y=y + 28, text_anchor="end"
        )
        svg.add(beside, "title", name)
        for column, other in enumerate(columns):
            _draw(root, cells.get((name, other)), left + _CELL * column, y, least, most)
    return root


def _draw(root: Element, cell: Rate | None, x: float, y: float, least: int, most: int) -> None:
    group = svg.add(root, "g")
    box = svg.add(group, "rect", fill="none", stroke="#ddd")
    svg.place(box, x, y, _CELL - 3, _HIGH - 3)
    if cell is None:
        return
    svg.add(group, "title", cell.in_words())
    if cell.n >= least:
        even = 0.5 if cell.expected is None or not most else cell.expected
        depth = min(0.5, abs(cell.rate - even) * 1.5 + 0.06)
        if most:
            share = sqrt(cell.n / most)
            wide, high = share * (_CELL - 3), share * (_HIGH - 3)
            box = svg.add(group, "rect")
            svg.place(box, x + (_CELL - 3 - wide) / 2, y + (_HIGH - 3 - high) / 2, wide, high)
        box.set("fill", svg.SHADES[0] if cell.rate >= even else svg.SHADES[1])
        box.set("fill-opacity", f"{depth:.2f}")
    else:
        box.set("stroke-dasharray", "3 3")
    middle, words = x + _CELL / 2, f"n {cell.n:,}"
    if most and cell.expected is not None:
        words += f", {cell.rate - cell.expected:+.2f}"
    svg.add(group, "text", f"{cell.rate:.3f}", x=middle, y=y + 19, text_anchor="middle")
    svg.add(group, "text", words, x=middle, y=y + 36, text_anchor="middle", font_size=12)


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


__all__ = ["heat_drawn", "matrix_drawn"]
