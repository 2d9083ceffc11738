"""The course of a match as a plot, turn by turn, for the terminal and as SVG.

Both take the figure of a statistic that is drawn over the turns, such as ``score-by-turn``. A
value holds until it changes, so lines are steps.
Lines are told apart by letters, dashes and labels, never by colour alone.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple
from xml.etree.ElementTree import Element

from cli.screen import svg
from storage.statistics import Figure, all_statistics

_ROWS = 16
"""The height of a plot in the terminal, without its axis: five steps of three rows, and one."""

_ROUND = (1, 2, 3, 4, 5, 6, 8, 10)

_DASHES = (None, "7 4", "2 4", "10 3 2 3")
_SHADES = ("#1b4f8a", "#a8431f", "#3d7a2f", "#6b3f86")


class _Line(NamedTuple):
    label: str
    points: list[tuple[int, float]]

    def at(self, turn: int) -> float | None:
        """The score at the end of a turn; None before the first and after the last."""
        if turn > self.points[-1][0]:
            return None
        return next((v for t, v in reversed(self.points) if t <= turn), None)


class _Panel(NamedTuple):
    title: str
    lines: list[_Line]
    turns: int
    low: float
    high: float


def course_text(figure: Figure, width: int = 78) -> str:
    """The plot for a terminal, in plain ASCII, one panel for each measure.

    Args:
        figure: the figure of a statistic that is drawn.
        width: the widest line, in characters; at least 40.

    Raises:
        ValueError: the figure is another, or the width is below 40.

    Example, a match of 12 turns::

        health at the end of each turn
         250 |**********bbbbb
             |         |    |
             |         aaaaa*****bbbbb
    """
    if width < 40:
        raise ValueError(f"a plot needs at least 40 columns, not {width}")
    return "\n\n".join(_text(panel, width) for panel in _panels(figure)) or _nothing(figure)


def course_svg(figure: Figure) -> str:
    """The plot as an SVG document, one panel below the other.

    Raises:
        ValueError: the figure is another.
    """
    panels = _panels(figure)
    height = _PANEL_HEIGHT * max(1, len(panels))
    root = svg.document(
        figure.title, (0, 0, _WIDTH, height), width=_WIDTH, height=height, font_size=13
    )
    svg.add(root, "rect", width=_WIDTH, height=height, fill="white")
    if not panels:
        svg.add(root, "text", _nothing(figure), x=_LEFT, y=_TOP)
    for number, panel in enumerate(panels):
        at = f"translate(0 {number * _PANEL_HEIGHT})"
        _draw_panel(svg.add(root, "g", transform=at), panel)
    return svg.written(root)


def _nothing(figure: Figure) -> str:
    return f"Nothing to draw: {all_statistics()[figure.name].nothing}."


def _panels(figure: Figure) -> list[_Panel]:
    statistic = all_statistics().get(figure.name)
    if statistic is None or not statistic.drawn:
        raise ValueError(f"{figure.name} is not a course over turns and cannot be drawn")
    found: dict[tuple[str, str], dict[str, list[tuple[int, float]]]] = {}
    for record in figure.records():
        game, label, turn, value = (record[c] for c in ("game", "line", "turn", statistic.drawn))
        measure = statistic.drawn_as or record["measure"]
        found.setdefault((game, measure), {}).setdefault(label, []).append((turn, float(value)))
    games = {game for game, _ in found}
    panels = []
    for (game, measure), lines in found.items():
        values = [value for points in lines.values() for _, value in points]
        title = f"{measure} at the end of each turn"
        panels.append(
            _Panel(
                title if len(games) == 1 else f"{game}: {title}",
                [_Line(label, sorted(points)) for label, points in lines.items()],
                max(turn for points in lines.values() for turn, _ in points),
                min(0.0, *values),
                max(1.0, *values),
            )
        )
    return panels


# -- the terminal ------------------------------------------------------------------------------


def _text(panel: _Panel, width: int) -> str:
    marks = _marks([line.label for line in panel.lines])
    low, step = _scale(panel.low, panel.high)
    numbers = [str(low + step * i) for i in range(6)]
    margin = max(len(number) for number in numbers) + 3
    room = width - margin
    turn_of = _columns(panel.turns, room)
    cells = [[" "] * len(turn_of) for _ in range(_ROWS)]
    for line, mark in zip(panel.lines, marks, strict=True):
        values = [line.at(turn) for turn in turn_of]
        _draw(cells, [None if v is None else round((v - low) / step * 3) for v in values], mark)
    out = [panel.title[:width]]
    for i in reversed(range(_ROWS)):
        label = "" if i % 3 else numbers[i // 3]
        out.append(f" {label:>{margin - 3}} |{''.join(cells[i])}".rstrip())
    out.append(" " * (margin - 1) + "+" + "-" * len(turn_of))
    out.append((" " * margin + _ticks(turn_of)).rstrip())
    out.append(" " * margin + "turn")
    for line, mark in zip(panel.lines, marks, strict=True):
        last, value = line.points[-1]
        out.append(f" {mark} = {line.label}, {svg.number(value)} after turn {last}"[:width])
    if len(panel.lines) > 1:
        out.append(" * = several of them")
    return "\n".join(out)


def _scale(low: float, high: float) -> tuple[int, int]:
    """Where an axis of five equal steps begins, and the round step with which it covers all."""
    step = _step((high - low) / 5, _ROUND)
    while floor(low / step) * step + 5 * step < high:
        step = _step(step + 1, _ROUND)
    return floor(low / step) * step, step


def _columns(turns: int, room: int) -> list[int]:
    """The turn that each column of characters shows; the first and the last are there."""
    count = turns + 1
    if count > room:
        return [round(i * turns / (room - 1)) for i in range(room)]
    room = min(room, 6 * count)
    return [i * count // room for i in range(room)]


def _draw(cells: list[list[str]], rows: Sequence[int | None], mark: str) -> None:
    before: int | None = None
    for column, row in enumerate(rows):
        if row is not None:
            if before is not None:
                for between in range(min(before, row) + 1, max(before, row)):
                    if cells[between][column] == " ":
                        cells[between][column] = "|"
            there = cells[row][column]
            cells[row][column] = mark if there in " |" else "*"
        before = row


def _ticks(turn_of: Sequence[int]) -> str:
    """The numbers under the axis, each beginning under the first column of its turn."""
    step = _step(turn_of[-1] / max(1, len(turn_of) // 6))
    text = ""
    for column, turn in enumerate(turn_of):
        first = column == 0 or turn_of[column - 1] != turn
        fits = len(text) < column or column == 0
        if first and fits and turn % step == 0 and column + len(str(turn)) <= len(turn_of):
            text = text.ljust(column) + str(turn)
    return text


def _marks(labels: Iterable[str]) -> list[str]:
    """One letter for each line, out of its label where that is free."""
    marks: list[str] = []
    for label in labels:
        words = "".join([*label.split()[-1:], label, "abcdefghijklmnopqrst"])
        marks.append(next(c for c in words if c.isascii() and c.isalnum() and c not in marks))
    return marks


# -- SVG ---------------------------------------------------------------------------------------

_WIDTH, _PANEL_HEIGHT = 800, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 200, 46, 54
_LABEL = 22


def _draw_panel(group: Element, panel: _Panel) -> None:
    plot_width = _WIDTH - _LEFT - _RIGHT
    plot_height = _PANEL_HEIGHT - _TOP - _BOTTOM
    scale = plot_height / (panel.high - panel.low)

    def x(turn: float) -> float:
        return _LEFT + plot_width * turn / max(1, panel.turns)

    def y(value: float) -> float:
        return _TOP + (panel.high - value) * scale

    right, bottom = _LEFT + plot_width, _TOP + plot_height
    svg.add(group, "text", panel.title, x=_LEFT, y=24, font_size=16)
    step = _step((panel.high - panel.low) / 6)
    for i in range(ceil(panel.low / step), floor(panel.high / step) + 1):
        at = y(i * step)
        svg.add(group, "line", x1=_LEFT, x2=right, y1=at, y2=at, stroke="#ddd")
        label = svg.number(i * step)
        svg.add(group, "text", label, x=_LEFT - 8, y=at, dy=4, text_anchor="end")
    for turn in range(0, panel.turns + 1, _step(panel.turns / 12)):
        svg.add(group, "text", str(turn), x=x(turn), y=bottom + 20, text_anchor="middle")
    axes = f"M{_LEFT} {_TOP}V{bottom}H{right}"
    svg.add(group, "path", d=axes, fill="none", stroke="#333")
    middle = _LEFT + plot_width / 2
    svg.add(group, "text", "turn", x=middle, y=bottom + 42, text_anchor="middle")
    labels = _spread([y(line.points[-1][1]) for line in panel.lines])
    for number, (line, label_y) in enumerate(zip(panel.lines, labels, strict=True)):
        (first_turn, first_value), *later = line.points
        shade = _SHADES[number % len(_SHADES)]
        svg.add(
            group,
            "path",
            d=f"M{svg.number(x(first_turn))} {svg.number(y(first_value))}"
            + "".join(f"H{svg.number(x(turn))}V{svg.number(y(value))}" for turn, value in later),
            fill="none",
            stroke=shade,
            stroke_width=2.5,
            stroke_dasharray=_DASHES[number % len(_DASHES)],
        )
        words = f"{line.label[:_LABEL]} {svg.number(line.points[-1][1])}"
        svg.add(group, "text", words, x=right + 10, y=label_y, dy=4, fill=shade)


def _spread(places: Sequence[float], apart: float = 16) -> list[float]:
    """The same heights, moved down where two labels would lie on each other."""
    out = list(places)
    order = sorted(range(len(out)), key=lambda i: out[i])
    for above, below in pairwise(order):
        out[below] = max(out[below], out[above] + apart)
    return out


def _step(least: float, round_numbers: Sequence[int] = (1, 2, 5, 10)) -> int:
    """The smallest round distance (1, 2, 5, 10, 20, ...) of at least so much."""
    power: int = 10 ** floor(log10(max(1.0, least)))
    return next(power * k for k in round_numbers if power * k >= least)


__all__ = ["course_svg", "course_text"]
