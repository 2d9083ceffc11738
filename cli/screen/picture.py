"""A picture of the table as SVG: what stands where, and whose it is.

One unit of the drawing is one mm. Seats are told apart by dashes and by the names of their
characters, never by colour alone.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from cli.safe import clean
from cli.screen import svg
from referee.picture import Kind, Picture, Shape

_ORDER: tuple[Kind, ...] = ("zone", "area", "terrain", "marker", "character")
"""What is drawn first lies below."""
_DASHES = (None, (3, 1), (1, 1), (4, 1, 1, 1))
"""The strokes of the seats in order, in line widths."""
_NOBODY = "#444444"
_FILLS: dict[Kind, str] = {
    "zone": "none",
    "area": "url(#hatched)",
    "terrain": "#d9d4c7",
    "marker": "#ffffff",
}
_PIXELS = 1000
"""How wide the drawing is shown where nobody says otherwise."""
_LONGEST = 24
"""The longest label that stands on the table; the whole of it is in the tooltip."""
_LETTER = 0.56
"""The width of a letter, as a share of its height."""


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "_Box") -> bool:
        return not (
            self.right <= other.left
            or other.right <= self.left
            or self.bottom <= other.top
            or other.bottom <= self.top
        )


class _Pen:
    """What the parts of one drawing share: its scale, its colours and the room that is taken."""

    def __init__(self, picture: Picture, seats: Sequence[str]) -> None:
        self.depth = picture.depth
        self.unit = max(picture.width, picture.depth) / 100
        self.seats = list(dict.fromkeys([*seats, *(s.seat for s in picture.shapes if s.seat)]))
        self.taken = [_box(s, self) for s in picture.shapes if s.kind in ("character", "marker")]

    def stroke(self, seat: str, width: float) -> dict[str, str]:
        """The attributes of a line in the colour and the dashes of a seat."""
        width *= self.unit
        line = {"stroke": self.shade(seat), "stroke_width": svg.number(width)}
        dash = _DASHES[self.seats.index(seat) % len(_DASHES)] if seat else None
        if dash is not None:
            line["stroke_dasharray"] = " ".join(svg.number(part * width) for part in dash)
        return line

    def shade(self, seat: str) -> str:
        """The colour of a seat."""
        return svg.SHADES[self.seats.index(seat) % len(svg.SHADES)] if seat else _NOBODY

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table in the drawing, where y grows downwards."""
        return x, self.depth - y


def picture_svg(picture: Picture, title: str, seats: Mapping[str, str]) -> str:
    """The picture as an SVG document; arguments as for :func:`picture_drawn`."""
    return svg.written(picture_drawn(picture, title, seats))


def picture_drawn(picture: Picture, title: str, seats: Mapping[str, str]) -> Element:
    """The picture as a drawing.

    Args:
        picture: the table and what lies on it.
        title: stands above it.
        seats: the seats in order, each with its words in the legend.
    """
    pen = _Pen(picture, list(seats))
    unit = pen.unit
    title = clean(title)
    above, beside = 6 * unit, 3 * unit
    width = picture.width + 2 * beside
    height = picture.depth + above + 4 * unit + 3 * unit * (len(pen.seats) + 1)
    size = min(2.6 * unit, picture.width / (_LETTER * max(1, len(title))))
    root = svg.document(
        title,
        (-beside, -above, width, height),
        width=_PIXELS,
        height=round(_PIXELS * height / width),
        font_size=1.5 * unit,
    )
    hatched = svg.add(
        svg.add(root, "defs"),
        "pattern",
        id="hatched",
        width=unit,
        height=unit,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    up = f"M0 0V{svg.number(unit)}"
    svg.add(hatched, "path", d=up, stroke="#8a9a7a", stroke_width=unit / 6)
    svg.add(root, "rect", x=-beside, y=-above, width=width, height=height, fill="white")
    svg.add(root, "text", title, x=0, y=-2 * unit, font_size=size)
    svg.add(
        root,
        "rect",
        class_="table",
        width=picture.width,
        height=picture.depth,
        fill="#fbfaf6",
        stroke="#222222",
        stroke_width=unit / 4,
    )
    shapes = sorted(picture.shapes, key=lambda shape: _ORDER.index(shape.kind))
    for shape in shapes:
        _draw(root, shape, pen)
    for shape in reversed(shapes):
        _label(root, shape, pen)
    _legend(root, pen, seats)
    return root


def _draw(root: Element, shape: Shape, pen: _Pen) -> None:
    """The outline, the facing, and a tooltip with everything that is known."""
    group = svg.add(
        root,
        "g",
        class_=shape.kind,
        data_id=shape.id,
        data_seat=shape.seat or None,
        opacity="0.35" if shape.faded else None,
    )
    words = dict.fromkeys(clean(w) for w in (shape.id, shape.label, shape.seat, shape.note) if w)
    svg.add(group, "title", ", ".join(words))
    look = {"fill": _FILLS.get(shape.kind, pen.shade(shape.seat)), **pen.stroke(shape.seat, 0.3)}
    if shape.kind == "character":
        look["fill_opacity"] = "0.3"
    if shape.kind == "zone" and not shape.seat:
        look["stroke_dasharray"] = f"{svg.number(pen.unit)} {svg.number(pen.unit)}"
    if len(shape.points) == 1:
        x, y = pen.at(*shape.points[0])
        svg.add(group, "circle", cx=x, cy=y, r=pen.unit, **look)
    else:
        corners = (",".join(map(svg.number, pen.at(*point))) for point in shape.points)
        svg.add(group, "polygon", points=" ".join(corners), **look)
    if shape.facing is not None:
        (x1, y1), (x2, y2) = pen.at(*shape.facing[:2]), pen.at(*shape.facing[2:])
        svg.add(
            group,
            "line",
            x1=x1,
            y1=y1,
            x2=x2,
            y2=y2,
            stroke=pen.shade(shape.seat),
            stroke_width=pen.unit / 2,
            stroke_linecap="round",
        )


def _label(root: Element, shape: Shape, pen: _Pen) -> None:
    """Its name, beside a character or marker and upon all else, where no other name stands."""
    named = (shape.label or shape.id,) if shape.kind == "character" else (shape.id, shape.label)
    words = {w.casefold(): clean(w) for w in (shape.note, *reversed(named)) if w}
    rows = [
        word if len(word) <= _LONGEST else word[: _LONGEST - 1] + "…"
        for word in reversed(words.values())
    ]
    size = 1.5 * pen.unit
    wide, high = _LETTER * size * max(map(len, rows), default=0), 1.15 * size * len(rows)
    spots = _spots(shape, pen, wide, high)
    boxes = [_Box(x - wide / 2, y, x + wide / 2, y + high) for x, y in spots]
    box = next((b for b in boxes if not any(b.meets(o) for o in pen.taken)), boxes[0])
    pen.taken.append(box)
    for row, text in enumerate(rows):
        svg.add(
            root,
            "text",
            text,
            x=(box.left + box.right) / 2,
            y=box.top + size * (0.9 + 1.15 * row),
            text_anchor="middle",
            fill=pen.shade(shape.seat),
            stroke="white",
            stroke_width=size / 5,
            paint_order="stroke",
            text_decoration="line-through" if shape.faded else None,
        )


def _box(shape: Shape, pen: _Pen) -> _Box:
    """The room that a shape takes in the drawing."""
    small = pen.unit if len(shape.points) == 1 else 0.0
    return _Box(
        min(x for x, _ in shape.points) - small,
        pen.depth - max(y for _, y in shape.points) - small,
        max(x for x, _ in shape.points) + small,
        pen.depth - min(y for _, y in shape.points) + small,
    )


def _spots(shape: Shape, pen: _Pen, wide: float, high: float) -> list[tuple[float, float]]:
    """Where a label may stand, the best place first: the middle of its upper edge."""
    left, top, right, bottom = _box(shape, pen)
    x, y = (left + right) / 2, (top + bottom - high) / 2
    off = pen.unit / 2
    if shape.kind == "zone":
        corner = left + wide / 2 + off
        return [(corner, top + off), (corner, bottom - high - off), (x, y)]
    around = [
        (x, bottom + off),
        (x, top - high - off),
        (right + wide / 2 + off, y),
        (left - wide / 2 - off, y),
    ]
    if shape.kind in ("character", "marker"):
        return around
    return [(x, y), (x, top + off), (x, bottom - high - off), *around]


def _legend(root: Element, pen: _Pen, seats: Mapping[str, str]) -> None:
    """The seats with their strokes, and a scale, under the table."""
    unit = pen.unit
    group = svg.add(root, "g", class_="legend")
    for row, seat in enumerate(pen.seats):
        y = pen.depth + unit * (3 + 3 * row)
        svg.add(
            group,
            "rect",
            x=0,
            y=y,
            width=4 * unit,
            height=2 * unit,
            fill=pen.shade(seat),
            fill_opacity="0.3",
            **pen.stroke(seat, 0.3),
        )
        words = seats.get(seat, seat)
        svg.add(group, "text", words, x=5 * unit, y=y + 1.6 * unit, font_size=1.8 * unit)
    y = pen.depth + unit * (4 + 3 * len(pen.seats))
    top, middle, bottom = map(svg.number, (y - unit / 2, y, y + unit / 2))
    scale = f"M0 {top}V{bottom}M0 {middle}H100M100 {top}V{bottom}"
    svg.add(group, "path", d=scale, fill="none", stroke="#222222", stroke_width=unit / 5)
    svg.add(group, "text", "100 mm", x=100 + unit, y=y + 0.5 * unit)


__all__ = ["picture_drawn", "picture_svg"]
