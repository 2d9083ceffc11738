"""A picture of the table as SVG: what stands where, and whose it is.

One unit of the drawing is one mm. Seats are told apart by dashes and by the names of their
characters, never by colour alone.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from cli.failure import clean
from referee.drawing import Kind, Picture, Shape

_ORDER: tuple[Kind, ...] = ("zone", "area", "terrain", "marker", "character")
"""What is drawn first lies below."""
_SHADES = ("#1b4f8a", "#a8431f", "#3d7a2f", "#6b3f86", "#7a6a12", "#2b7a78")
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

    def stroke(self, seat: str, width: float) -> str:
        """The attributes of a line in the colour and the dashes of a seat."""
        width *= self.unit
        line = f'stroke="{self.shade(seat)}" stroke-width="{_mm(width)}"'
        dash = _DASHES[self.seats.index(seat) % len(_DASHES)] if seat else None
        if dash is None:
            return line
        return f'{line} stroke-dasharray="{" ".join(_mm(part * width) for part in dash)}"'

    def shade(self, seat: str) -> str:
        """The colour of a seat."""
        return _SHADES[self.seats.index(seat) % len(_SHADES)] if seat else _NOBODY

    def at(self, x: float, y: float) -> tuple[str, str]:
        """A point of the table in the drawing, where y grows downwards."""
        return _mm(x), _mm(self.depth - y)


def picture_svg(picture: Picture, title: str, seats: Mapping[str, str]) -> str:
    """The picture as an SVG document.

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
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_mm(-beside)} {_mm(-above)} '
        f'{_mm(width)} {_mm(height)}" width="{_PIXELS}" height="{_PIXELS * height / width:.0f}" '
        f'role="img" font-family="sans-serif" font-size="{_mm(1.5 * unit)}">',
        f"<title>{escape(title)}</title>",
        f'<defs><pattern id="hatched" width="{_mm(unit)}" height="{_mm(unit)}" '
        'patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path d="M0 0V{_mm(unit)}" stroke="#8a9a7a" stroke-width="{_mm(unit / 6)}"/>'
        "</pattern></defs>",
        f'<rect x="{_mm(-beside)}" y="{_mm(-above)}" width="{_mm(width)}" '
        f'height="{_mm(height)}" fill="white"/>',
        f'<text x="0" y="{_mm(-2 * unit)}" font-size="{_mm(size)}">{escape(title)}</text>',
        f'<rect class="table" width="{_mm(picture.width)}" height="{_mm(picture.depth)}" '
        f'fill="#fbfaf6" stroke="#222222" stroke-width="{_mm(unit / 4)}"/>',
    ]
    shapes = sorted(picture.shapes, key=lambda shape: _ORDER.index(shape.kind))
    for shape in shapes:
        parts += _drawn(shape, pen)
    for shape in reversed(shapes):
        parts += _labelled(shape, pen)
    return "\n".join([*parts, *_legend(pen, seats), "</svg>\n"])


def _drawn(shape: Shape, pen: _Pen) -> list[str]:
    """The outline, the facing, and a tooltip with everything that is known."""
    of = f" data-seat={quoteattr(clean(shape.seat))}" if shape.seat else ""
    faded = ' opacity="0.35"' if shape.faded else ""
    words = dict.fromkeys(clean(w) for w in (shape.id, shape.label, shape.seat, shape.note) if w)
    parts = [
        f'<g class="{shape.kind}" data-id={quoteattr(clean(shape.id))}{of}{faded}>',
        f"<title>{escape(', '.join(words))}</title>",
    ]
    fill = _FILLS.get(shape.kind, pen.shade(shape.seat))
    soft = ' fill-opacity="0.3"' if shape.kind == "character" else ""
    look = f'fill="{fill}"{soft} {pen.stroke(shape.seat, 0.3)}'
    if shape.kind == "zone" and not shape.seat:
        look += f' stroke-dasharray="{_mm(pen.unit)} {_mm(pen.unit)}"'
    if len(shape.points) == 1:
        x, y = pen.at(*shape.points[0])
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_mm(pen.unit)}" {look}/>')
    else:
        corners = " ".join(",".join(pen.at(*point)) for point in shape.points)
        parts.append(f'<polygon points="{corners}" {look}/>')
    if shape.facing is not None:
        (x1, y1), (x2, y2) = pen.at(*shape.facing[:2]), pen.at(*shape.facing[2:])
        parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{pen.shade(shape.seat)}" '
            f'stroke-width="{_mm(pen.unit / 2)}" stroke-linecap="round"/>'
        )
    return [*parts, "</g>"]


def _labelled(shape: Shape, pen: _Pen) -> list[str]:
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
    gone = ' text-decoration="line-through"' if shape.faded else ""
    return [
        f'<text x="{_mm((box.left + box.right) / 2)}" '
        f'y="{_mm(box.top + size * (0.9 + 1.15 * row))}" text-anchor="middle" '
        f'fill="{pen.shade(shape.seat)}" stroke="white" stroke-width="{_mm(size / 5)}" '
        f'paint-order="stroke"{gone}>{escape(text)}</text>'
        for row, text in enumerate(rows)
    ]


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


def _legend(pen: _Pen, seats: Mapping[str, str]) -> list[str]:
    """The seats with their strokes, and a scale, under the table."""
    unit = pen.unit
    parts = ['<g class="legend">']
    for row, seat in enumerate(pen.seats):
        y = pen.depth + unit * (3 + 3 * row)
        parts.append(
            f'<rect x="0" y="{_mm(y)}" width="{_mm(4 * unit)}" height="{_mm(2 * unit)}" '
            f'fill="{pen.shade(seat)}" fill-opacity="0.3" {pen.stroke(seat, 0.3)}/>'
            f'<text x="{_mm(5 * unit)}" y="{_mm(y + 1.6 * unit)}" font-size="{_mm(1.8 * unit)}">'
            f"{escape(clean(seats.get(seat, seat)))}</text>"
        )
    y = pen.depth + unit * (4 + 3 * len(pen.seats))
    parts.append(
        f'<path d="M0 {_mm(y - unit / 2)}V{_mm(y + unit / 2)}M0 {_mm(y)}H100'
        f'M100 {_mm(y - unit / 2)}V{_mm(y + unit / 2)}" fill="none" stroke="#222222" '
        f'stroke-width="{_mm(unit / 5)}"/>'
        f'<text x="{_mm(100 + unit)}" y="{_mm(y + 0.5 * unit)}">100 mm</text>'
    )
    return [*parts, "</g>"]


def _mm(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")


__all__ = ["picture_svg"]
