"""QR codes: as blocks of text for the terminal, and as SVG for a page."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from cli.screen import svg

_QUIET = 4
"""How many empty modules stand around a code; readers look for them."""
_BLOCKS = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Two modules, the upper and the lower one; on a terminal what is written is what is light."""


def code(text: str) -> list[list[int]]:
    """The modules of a QR code with the quiet zone around it; 1 is dark."""
    import segno

    made = segno.make_qr(text, error="m", boost_error=False)
    return [[int(bool(module)) for module in row] for row in made.matrix_iter(border=_QUIET)]


def code_lines(text: str) -> Iterator[str]:
    """A QR code as lines of blocks, two modules to a character, for light text on dark.

    The blocks alone make the code, without any colour; most readers take it the other way round
    too, as dark text on light shows it.
    """
    rows: Sequence[Sequence[int]] = code(text)
    if len(rows) % 2:
        rows = [*rows, [1] * len(rows[0])]
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))


def add_code(parent: Element, text: str, size: str) -> Element:
    """A QR code as SVG at the end of an element of a page.

    Args:
        parent: the element.
        text: what the code says.
        size: its width and height, such as ``32mm``.
    """
    rows = code(text)
    box = f"0 0 {len(rows)} {len(rows)}"
    drawn = svg.add(parent, "svg", width=size, height=size, viewBox=box, role="img")
    svg.add(drawn, "title", text)
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    svg.add(drawn, "path", d=path, fill="#000000", shape_rendering="crispEdges")
    return drawn


__all__ = ["add_code", "code", "code_lines"]
