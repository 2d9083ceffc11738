"""A course over the turns, or what a game has for them, as a plot: for the terminal and as SVG.

Both take the figure of a statistic that is drawn, such as ``score-by-turn``. A
value holds until it changes, so lines are steps. A mean is shown with its 95 % interval and with
how many it is the mean of.
Lines are told apart by letters, dashes and labels, never by colour alone.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from textwrap import wrap
from typing import NamedTuple
from xml.etree.ElementTree import Element

from cli.safe import clean
from cli.screen import svg
from storage.statistics import Figure, all_statistics, without_thin_rows

_ROWS = 16
"""The height of a plot in the terminal, without its axis: five steps of three rows, and one."""

_CHANCE = "chance"
"""A drawn column that holds shares of one; they are drawn in percent."""

_GAME = ("game", "plays")
"""The columns that say which game is counted."""
_ROUND = (1, 2, 3, 4, 5, 6, 8, 10)


class _Point(NamedTuple):
    """The value at the end of a turn, or of what else is counted along the axis: of one seat or
    side, or the mean of ``n``."""

    turn: int
    value: float
    low: float | None = None
    high: float | None = None
    n: int = 1

    @property
    def around(self) -> tuple[float, float] | None:
        """The interval of a mean."""
        return None if self.low is None or self.high is None else (self.low, self.high)


class _Line(NamedTuple):
    label: str
    points: list[_Point]
    along: str

    def at(self, turn: int) -> _Point | None:
        """How it stood at the end of a turn; None before the first and after the last."""
        if turn > self.points[-1].turn:
            return None
        return next((point for point in reversed(self.points) if point.turn <= turn), None)

    def in_words(self) -> str:
        """Where the line ends, in words."""
        last = self.points[-1]
        text = f"{self.label}, {svg.number(last.value)} after {self.along} {last.turn}"
        if last.around is None:
            return text
        low, high = map(svg.number, last.around)
        return f"{text} ({low} to {high}, n {last.n:,})"


class _Panel(NamedTuple):
    title: str
    over: str
    along: str
    lines: list[_Line]
    turns: int
    low: float
    high: float

    @property
    def means(self) -> bool:
        """Whether its values are means."""
        return any(point.n > 1 for line in self.lines for point in line.points)


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

    Where the values are means, ``:`` fills their intervals, and the n of each stands below.
    """
    if width < 40:
        raise ValueError(f"a plot needs at least 40 columns, not {width}")
    return "\n\n".join(_text(panel, width) for panel in _panels(figure)) or _nothing(figure)


def course_svg(figure: Figure) -> str:
    """The plot as an SVG document; errors as for :func:`course_drawn`."""
    return svg.written(course_drawn(figure))


def course_drawn(figure: Figure, marks: Collection[tuple[str, int]] = ()) -> Element:
    """The plot as a drawing, one panel below the other.

    Args:
        figure: what is drawn.
        marks: where a line has a ring: its name, and the turn.

    Raises:
        ValueError: the figure is another.
    """
    panels = _panels(figure)
    heights = [_height(panel) for panel in panels]
    height = sum(heights) or _PANEL_HEIGHT
    title = f"{figure.title}: {figure.over()}" if figure.editions else figure.title
    root = svg.document(title, (0, 0, _WIDTH, height), width=_WIDTH, height=height, font_size=13)
    svg.add(root, "rect", width=_WIDTH, height=height, fill="white")
    if not panels:
        svg.add(root, "text", title, x=_LEFT, y=24, font_size=16)
        svg.add(root, "text", _nothing(figure), x=_LEFT, y=_TOP)
    for number, panel in enumerate(panels):
        at = f"translate(0 {sum(heights[:number])})"
        _draw_panel(svg.add(root, "g", transform=at), panel, marks)
    return root


def trend_drawn(figure: Figure, along: str) -> Element:
    """Rates over rounds, weeks or months as a drawing, a line for each of the other names.

    Args:
        figure: a figure with rates.
        along: the key column that is the axis: numbers, or days on which something begins.
    """
    steps = sorted({record[along] for record in figure.records()})
    numbered = isinstance(steps[0], int)
    found: dict[str, list[_Point]] = {}
    for record in figure.records():
        if record["low"] is None:
            continue
        rate, low, high = (100 * record[name] for name in ("rate", "low", "high"))
        own = [str(record[k]) for k in figure.keys if k not in (*_GAME, along)]
        at = record[along] if numbered else steps.index(record[along])
        point = _Point(at, rate, low, high, record["n"])
        found.setdefault(clean(", ".join(own)) or "all", []).append(point)
    unit = along.removeprefix("by_")
    panel = _Panel(
        f"{figure.title}: rate (%) by {unit}",
        "" if numbered else f"{unit} 0 begins on {steps[0]}",
        unit,
        [_Line(label, sorted(points), unit) for label, points in found.items()],
        steps[-1] if numbered else len(steps) - 1,
        0.0,
        100.0,
    )
    height = _height(panel)
    view = (0, 0, _WIDTH, height)
    root = svg.document(panel.title, view, width=_WIDTH, height=height, font_size=13)
    _draw_panel(svg.add(root, "g"), panel)
    return root


def _nothing(figure: Figure) -> str:
    return f"Nothing to draw: {without_thin_rows(figure).nothing}."


def _panels(figure: Figure) -> list[_Panel]:
    statistic = all_statistics().get(figure.name)
    if statistic is None or not statistic.drawn:
        raise ValueError(f"{figure.name} is not a course over turns and cannot be drawn")
    along = statistic.along
    found: dict[tuple[str, str], dict[str, list[_Point]]] = {}
    for record in without_thin_rows(figure).records():
        if record[statistic.drawn] is None:
            continue
        game = record["game"] if "game" in record else record["plays"]
        label = record["line"] if "line" in record else f"round {record['round']}"
        measure = clean(statistic.drawn_as or record.get("measure", statistic.drawn))
        share = statistic.drawn == _CHANCE
        whole = 100 if share else 1
        low, high = (v if v is None else whole * v for v in map(record.get, ("low", "high")))
        value = whole * float(record[statistic.drawn])
        point = _Point(record[along], value, low, high, record["n"])
        measure = f"{measure} (%)" if share else measure
        found.setdefault((game, measure), {}).setdefault(clean(label), []).append(point)
    games = {game for game, _ in found}
    panels = []
    for (game, measure), lines in found.items():
        points = [point for line in lines.values() for point in line]
        values = [value for p in points for value in (p.value, *(p.around or ()))]
        title = f"{measure} {statistic.moment}"
        panels.append(
            _Panel(
                title if len(games) == 1 else f"{game}: {title}",
                figure.over(game) if figure.editions else "",
                along,
                [_Line(label, sorted(line), along) for label, line in lines.items()],
                max(point.turn for point in points),
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

    def row(value: float) -> int:
        return round((value - low) / step * 3)

    stood = [[line.at(turn) for turn in turn_of] for line in panel.lines]
    for points in stood:
        for column, point in enumerate(points):
            if point and point.around:
                least, most = map(row, point.around)
                for between in range(max(0, least), min(_ROWS - 1, most) + 1):
                    cells[between][column] = ":"
    for points, mark in zip(stood, marks, strict=True):
        _draw(cells, [None if p is None else row(p.value) for p in points], mark)
    out = [*wrap(panel.title, width), *wrap(panel.over, width)]
    for i in reversed(range(_ROWS)):
        label = "" if i % 3 else numbers[i // 3]
        out.append(f" {label:>{margin - 3}} |{''.join(cells[i])}".rstrip())
    out.append(" " * (margin - 1) + "+" + "-" * len(turn_of))
    ticks = _ticks(turn_of)
    out.append((" " * margin + _under(ticks, ticks.values())).rstrip())
    out.append(" " * margin + panel.along)
    if panel.means:
        for points, mark in zip(stood, marks, strict=True):
            counts = (f"{point.n}" if (point := points[c]) else "" for c in ticks)
            out.append(f" {mark}".ljust(margin) + _under(ticks, counts))
        out.append(" " * margin + "n, of how many each is the mean")
    for line, mark in zip(panel.lines, marks, strict=True):
        out += wrap(
            f"{mark} = {line.in_words()}", width, initial_indent=" ", subsequent_indent="     "
        )
    if len(panel.lines) > 1:
        out.append(" * = several of them")
    if panel.means:
        out.append(" : = 95 % interval of a mean")
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
                    if cells[between][column] in " :":
                        cells[between][column] = "|"
            there = cells[row][column]
            cells[row][column] = mark if there in " |:" else "*"
        before = row


def _ticks(turn_of: Sequence[int]) -> dict[int, str]:
    """The numbers under the axis, by the columns in which they begin: the first of their turn."""
    step = _step(turn_of[-1] / max(1, len(turn_of) // 6))
    found: dict[int, str] = {}
    end = 0
    for column, turn in enumerate(turn_of):
        first = column == 0 or turn_of[column - 1] != turn
        fits = end < column or column == 0
        if first and fits and turn % step == 0 and column + len(str(turn)) <= len(turn_of):
            found[column] = str(turn)
            end = column + len(str(turn))
    return found


def _under(columns: Iterable[int], texts: Iterable[str]) -> str:
    """A line with a text in each of the columns; one that would touch the last is left out."""
    line = ""
    for column, text in zip(columns, texts, strict=True):
        if text and (len(line) < column or not line):
            line = line.ljust(column) + text
    return line


def _marks(labels: Iterable[str]) -> list[str]:
    """One letter for each line, out of its label where that is free."""
    marks: list[str] = []
    for label in labels:
        words = "".join([*label.split()[-1:], label, "abcdefghijklmnopqrst"])
        marks.append(next(c for c in words if c.isascii() and c.isalnum() and c not in marks))
    return marks


# -- SVG ---------------------------------------------------------------------------------------

_WIDTH, _PANEL_HEIGHT = 800, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 200, 66, 54
_LABEL, _LINE = 22, 16


def _height(panel: _Panel) -> int:
    """How high a panel is drawn: below its axis stands the n of each line of means."""
    return _PANEL_HEIGHT + (_LINE * (len(panel.lines) + 1) if panel.means else 0)


def _draw_panel(group: Element, panel: _Panel, marks: Collection[tuple[str, int]] = ()) -> None:
    plot_width = _WIDTH - _LEFT - _RIGHT
    plot_height = _PANEL_HEIGHT - _TOP - _BOTTOM
    scale = plot_height / (panel.high - panel.low)

    def x(turn: float) -> float:
        return _LEFT + plot_width * turn / max(1, panel.turns)

    def y(value: float) -> float:
        return _TOP + (panel.high - value) * scale

    right, bottom = _LEFT + plot_width, _TOP + plot_height
    svg.add(group, "text", panel.title, x=_LEFT, y=24, font_size=16)
    svg.add(group, "text", panel.over, x=_LEFT, y=46)
    step = _step((panel.high - panel.low) / 6)
    for i in range(ceil(panel.low / step), floor(panel.high / step) + 1):
        at = y(i * step)
        svg.add(group, "line", x1=_LEFT, x2=right, y1=at, y2=at, stroke="#ddd")
        label = svg.number(i * step)
        svg.add(group, "text", label, x=_LEFT - 8, y=at, dy=4, text_anchor="end")
    ticks = range(0, panel.turns + 1, _step(panel.turns / 12))
    for turn in ticks:
        svg.add(group, "text", str(turn), x=x(turn), y=bottom + 20, text_anchor="middle")
    axes = f"M{_LEFT} {_TOP}V{bottom}H{right}"
    svg.add(group, "path", d=axes, fill="none", stroke="#333")
    middle = _LEFT + plot_width / 2
    svg.add(group, "text", panel.along, x=middle, y=bottom + 42, text_anchor="middle")
    labels = _spread([y(line.points[-1].value) for line in panel.lines])
    for number, (line, label_y) in enumerate(zip(panel.lines, labels, strict=True)):
        shade = svg.SHADES[number % len(svg.DASHES)]
        _draw_course(group, line, number, x, y)
        for turn in (turn for name, turn in marks if name == line.label):
            if point := line.at(turn):
                ring = svg.add(group, "circle", cx=x(turn), cy=y(point.value), r=7, fill="none")
                ring.set("stroke", shade)
                svg.add(ring, "title", f"{line.label}, {panel.along} {turn}")
        short = line.label if len(line.label) <= _LABEL else f"{line.label[: _LABEL - 1]}…"
        words = f"{short} {svg.number(line.points[-1].value)}"
        named = svg.add(group, "text", words, x=right + 10, y=label_y, dy=4, fill=shade)
        svg.add(named, "title", line.in_words())
        if panel.means:
            below = bottom + 42 + _LINE * (number + 1)
            svg.add(group, "text", f"n {short}", x=right + 10, y=below, fill=shade)
            for turn in ticks:
                if point := line.at(turn):
                    svg.add(
                        group, "text", f"{point.n}", x=x(turn), y=below, fill=shade,
                        text_anchor="middle",
                    )  # fmt: skip
    if panel.means:
        legend = "n: of how many each is the mean; shaded: the 95 % interval of the mean"
        below = bottom + 42 + _LINE * (len(panel.lines) + 1)
        svg.add(group, "text", legend, x=_LEFT, y=below, fill="#555")


def _draw_course(
    group: Element,
    line: _Line,
    number: int,
    x: Callable[[float], float],
    y: Callable[[float], float],
) -> None:
    """A line in its dashes, and its interval as a shade around it."""
    shade = svg.SHADES[number % len(svg.DASHES)]
    around = [(point.turn, *point.around) for point in line.points if point.around]
    lower = _corners([(x(turn), y(low)) for turn, low, _ in around])
    upper = _corners([(x(turn), y(high)) for turn, _, high in around])
    edge = " ".join(f"{svg.number(px)},{svg.number(py)}" for px, py in upper + lower[::-1])
    if edge:
        svg.add(group, "polygon", points=edge, fill=shade, opacity="0.15")
    course = _corners([(x(point.turn), y(point.value)) for point in line.points])
    svg.add(
        group,
        "path",
        d="M" + "L".join(f"{svg.number(px)} {svg.number(py)}" for px, py in course),
        fill="none",
        stroke=shade,
        stroke_width=2.5,
        stroke_dasharray=svg.DASHES[number % len(svg.DASHES)],
    )


def _corners(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the steps through points, each of which holds until the next."""
    between = [[(later[0], before[1]), later] for before, later in pairwise(points)]
    return [*points[:1], *(corner for pair in between for corner in pair)]


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


__all__ = ["course_drawn", "course_svg", "course_text", "trend_drawn"]
