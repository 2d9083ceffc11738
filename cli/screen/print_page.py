"""HTML pages for print: elements with attributes and text, escaped by the XML library."""

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from cli.language import LANGUAGES
from cli.language.pages import KEPT, speak
from cli.screen.svg import add

STYLE = """
@page { size: A4; margin: 12mm }
body { font: 9pt/1.3 sans-serif; color: #000; background: #fff; max-width: 186mm; margin: auto }
h1 { font-size: 14pt; margin: 0 0 1mm }
h2 { font-size: 10pt; margin: 3mm 0 1mm; border-bottom: 0.3mm solid #000; break-after: avoid }
p { margin: 0.5mm 0 }
table { border-collapse: collapse; width: 100% }
th, td { border: 0.2mm solid #000; padding: 0.4mm 1mm; text-align: left; vertical-align: top }
th { font-weight: bold }
tr { break-inside: avoid }
tr.marked td { font-weight: bold; border-width: 0.5mm }
td, p { overflow-wrap: anywhere }
td:first-child { overflow-wrap: break-word }
.hash { font-family: monospace; font-size: 8.5pt }
.head { display: flex; gap: 4mm; align-items: center; break-inside: avoid }
.lines td { height: 9mm }
"""
"""A4, and nothing that is told by colour alone."""


def page(title: str, style: str = "") -> tuple[Element, Element]:
    """An empty page and its body.

    Args:
        title: what it is.
        style: what it has beside the style of all pages.
    """
    root = Element("html", lang="en")
    head = add(root, "head")
    add(head, "meta", charset="utf-8")
    add(head, "title", title)
    add(head, "style", " ".join((STYLE + style).split()))
    return root, add(root, "body")


def add_table(
    parent: Element, columns: Sequence[str], rows: Iterable[Sequence[str]], marked: int = -1
) -> Element:
    """A table at the end of an element; its headings stand on each page that it reaches.

    Args:
        parent: the element.
        columns: the headings.
        rows: the cells.
        marked: the row that stands out, from 0.
    """
    table = add(parent, "table")
    head = add(add(table, "thead"), "tr")
    for name in columns:
        add(head, "th", name)
    body = add(table, "tbody")
    for number, cells in enumerate(rows):
        row = add(body, "tr", class_="marked" if number == marked else None)
        for cell in cells:
            add(row, "td", cell)
    return table


def kept(element: Element) -> Element:
    """Have an element stand as it is in each language: it is the name of somebody or something."""
    element.attrib |= KEPT
    return element


def written(root: Element, language: str = LANGUAGES[0]) -> str:
    """The page as text in a language, a line for each element."""
    speak(root, language)
    ElementTree.indent(root, "")
    return "<!DOCTYPE html>\n" + ElementTree.tostring(root, "unicode", method="html") + "\n"


__all__ = ["add", "add_table", "kept", "page", "written"]
