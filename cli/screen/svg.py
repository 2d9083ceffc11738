"""SVG documents: elements with attributes and text, escaped by the XML library that writes them."""

from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from cli.safe import clean

Attribute = str | float | None

SHADES = ("#1b4f8a", "#a8431f", "#3d7a2f", "#6b3f86", "#7a6a12", "#2b7a78")
"""The colours of lines and seats in their order."""
DASHES = (None, "7 4", "2 4", "10 3 2 3")
"""The strokes of lines in their order: nothing is told by colour alone."""

_DARK = {
    "white": "#14171a",
    "#ffffff": "#1f2429",
    "#fbfaf6": "#1b1f23",
    "#d9d4c7": "#3a3f45",
    "#ddd": "#353c44",
    "#8a9a7a": "#5d6b52",
    "#555": "#b0b7bf",
    "#444444": "#b0b7bf",
    "#333": "#b0b7bf",
    "#222222": "#c9ced4",
    **dict(
        zip(SHADES, ("#8ab4f0", "#f0a080", "#8fd07a", "#c9a0e6", "#d8c860", "#7fd0cc"), strict=True)
    ),
}
"""What each colour of a drawing is where the reader's theme is dark."""


def dark(colours: Iterable[str] = _DARK) -> str:
    """The style by which drawings of these colours follow the reader's theme; paper is light."""
    rules = [
        f'svg [{what}="{light}"] {{ {what}: {_DARK[light]} }}'
        for light in dict.fromkeys(colours)
        if light in _DARK
        for what in ("fill", "stroke")
    ]
    named = "svg text:not([fill]) { fill: #eef0f2 }"
    return f"@media screen and (prefers-color-scheme: dark) {{ {' '.join([named, *rules])} }}"


def document(
    title: str, view: tuple[float, float, float, float], **attributes: Attribute
) -> Element:
    """An empty document.

    Args:
        title: what it shows, in words, for those who do not see it.
        view: what of the drawing is seen: left, top, width and height.
        attributes: as for :func:`add`.
    """
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    root.attrib |= _written(attributes)
    root.set("viewBox", " ".join(map(number, view)))
    root.set("font-family", "sans-serif")
    add(root, "title", title)
    return root


def add(parent: Element, tag: str, text: str | None = None, **attributes: Attribute) -> Element:
    """A new element at the end of another.

    Args:
        parent: the other.
        tag: what it is, such as ``text``.
        text: what it says.
        attributes: by their names with ``_`` for ``-``, and ``class_``; numbers are written to
            one place, and None is left out.

    Example:
        >>> ElementTree.tostring(add(Element("g"), "text", "a < b", font_size=2.0))
        b'<text font-size="2">a &lt; b</text>'
    """
    element = SubElement(parent, tag, _written(attributes))
    if text is not None:
        element.text = clean(text)
    return element


def place(box: Element, x: float, y: float, width: float, height: float) -> None:
    """Where a rectangle lies, and how large it is."""
    for name, value in (("x", x), ("y", y), ("width", width), ("height", height)):
        box.set(name, number(value))


def written(root: Element) -> str:
    """The document as text, a line for each element, with the style of the dark theme."""
    style = Element("style")
    style.text = dark(each.get(what, "") for each in root.iter() for what in ("fill", "stroke"))
    root.insert(1, style)
    ElementTree.indent(root, "")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def number(value: float) -> str:
    """A number to one place, without a zero that says nothing."""
    return f"{value:.1f}".removesuffix(".0")


def _written(attributes: dict[str, Attribute]) -> dict[str, str]:
    return {
        name.rstrip("_").replace("_", "-"): number(value)
        if isinstance(value, int | float)
        else clean(value)
        for name, value in attributes.items()
        if value is not None
    }


__all__ = ["DASHES", "SHADES", "add", "dark", "document", "number", "place", "written"]
