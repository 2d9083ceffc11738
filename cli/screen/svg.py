"""SVG documents: elements with attributes and text, escaped by the XML library that writes them."""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from cli.safe import clean

Attribute = str | float | None


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


def written(root: Element) -> str:
    """The document as text, a line for each element."""
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


__all__ = ["add", "document", "number", "written"]
