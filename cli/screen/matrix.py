"""Rates of one thing against another as a square: the deeper a cell, the farther from even."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from cli.screen import svg
from cli.screen.intervals import Rate, label_width

_CELL, _HIGH, _TOP = 92, 46, 54
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
    left = label_width(names, _LETTERS)
    width, height = left + _CELL * len(names) + 10, _TOP + _HIGH * len(names) + 10
    view = (0, 0, width, height)
    root = svg.document(title, view, width=width, height=height, font_size=14)
    for number, name in enumerate(names):
        middle = left + _CELL * (number + 0.5)
        above = svg.add(
            root, "text", _short(name, _ABOVE), x=middle, y=_TOP - 12, text_anchor="middle"
        )
        svg.add(above, "title", name)
        y = _TOP + _HIGH * number
        beside = svg.add(
            root, "text", _short(name, _LETTERS), x=left - 10, y=y + 28, text_anchor="end"
        )
        svg.add(beside, "title", name)
        for column, other in enumerate(names):
            _draw(root, cells.get((name, other)), left + _CELL * column, y, least)
    return root


def _draw(root: Element, cell: Rate | None, x: float, y: float, least: int) -> None:
    group = svg.add(root, "g")
    box = svg.add(group, "rect", fill="none", stroke="#ddd")
    svg.place(box, x, y, _CELL - 3, _HIGH - 3)
    if cell is None:
        return
    svg.add(group, "title", cell.in_words())
    if cell.n >= least:
        depth = min(0.5, abs(cell.rate - 0.5) * 1.5 + 0.06)
        box.set("fill", svg.SHADES[0] if cell.rate >= 0.5 else svg.SHADES[1])
        box.set("fill-opacity", f"{depth:.2f}")
    else:
        box.set("stroke-dasharray", "3 3")
    middle = x + _CELL / 2
    svg.add(group, "text", f"{cell.rate:.3f}", x=middle, y=y + 19, text_anchor="middle")
    svg.add(group, "text", f"n {cell.n:,}", x=middle, y=y + 36, text_anchor="middle", font_size=12)


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


__all__ = ["matrix_drawn"]
