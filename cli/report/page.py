"""A page of a report: one file with its style and its script, let in by their hashes.

What the page says stands in tables, each with the command that answers with the same figures;
pictures only show them. The script steps, sorts and searches, and a page without it is whole.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element

from cli.language import LANGUAGES, Piece, pieces, sentences
from cli.language.pages import ENGLISH
from cli.safe import clean
from cli.screen import svg
from cli.screen.print_page import add, kept, written
from cli.venue.seen.names import page_in_names

SHORT = 18
"""So many letters in a cell are not parted."""
NAMES = frozenset(
    {"a", "b", "player", "winner", "person", "judge", "match", "event", "games", "seat", "place"}
)
"""The columns of tables in which people and matches are named, or their seats."""
OF_THE_GAME = frozenset(
    {"card", "cards", "deck", "against", "line", "message", "misplay", "ruling", "rule"}
    | {"source", "target", "trait"}
)
"""Those that hold what is in the words of the game."""
_FILES = ("report.css", "report.js")
_HERE = resources.files(__package__)


class Link(NamedTuple):
    """A cell that leads to an entry, a part of the page, or another page."""

    text: str
    to: str


Cell = str | Link


class Section(NamedTuple):
    """A part of a page: a question, a picture, and the table behind it."""

    id: str  # by which links find it
    title: str  # what it is
    about: str = ""  # what it says and what it leaves out
    asked: str = ""  # the command whose answer with --json has the same figures
    columns: Sequence[str] = ()  # the headings
    rows: Sequence[Sequence[Cell]] = ()  # the cells
    numbers: frozenset[str] = frozenset()  # the columns that are set to the right
    meanings: Mapping[str, str] = {}  # what columns hold
    picture: Element | None = None  # the same as a drawing
    notes: Sequence[str] = ()  # what to bear in mind
    inside: Sequence[Element] = ()  # what else stands in it
    statistic: str = ""  # which it tells


class Page(NamedTuple):
    """A page as it is told, before it is a file."""

    title: str
    about: Sequence[str]  # what stands below the title
    sections: Sequence[Section]
    above: Link | None = None  # the page that leads here
    who: str = ""  # who is there, in names alone
    saved: Link | None = None  # the file that it is saved as, and where that is
    people: Mapping[str, str] = {}  # what people are called whose ids were drawn


def page_text(page: Page, language: str = LANGUAGES[0]) -> str:
    """The page as a file, in a language; what games call things stays in theirs."""
    style, script = _style_and_script()
    root = Element("html", lang="en")
    head = add(root, "head")
    add(head, "meta", charset="utf-8")
    add(head, "meta", http_equiv="Content-Security-Policy", content=page_policy())
    add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    add(head, "title", page.title)
    add(head, "style").text = style
    body = add(root, "body", data_search="search", data_find="Search {}", data_after="after {}")
    add(body, "a", "To the figures", class_="skip", href="#figures")
    top = add(body, "header")
    if page.above is not None:
        kept(add(add(top, "p"), "a", page.above.text, href=page.above.to))
    if page.saved is not None:
        name, address = page.saved
        add(add(top, "p"), "a", "save this page", href=address, download=name)
    add(top, "h1", page.title)
    if page.who:
        kept(add(top, "p", page.who))
    for line in page.about:
        add(top, "p", line)
    _contents(body, page.sections)
    main = add(body, "main", id="figures")
    for section in page.sections:
        _add_section(main, section, language)
    add(add(body, "footer"), "p", "Every figure is in the answer of the command below its table.")
    add(body, "script").text = script
    return page_in_names(written(root, language), page.people)


@cache
def _style_and_script() -> tuple[str, str]:
    style, script = ((_HERE / name).read_text(encoding="utf-8") for name in _FILES)
    return style + svg.dark(), script


def page_policy() -> str:
    """What a page may load: its own style and script, by their hashes, and nothing else."""
    hashed = (sha256(text.encode()).digest() for text in _style_and_script())
    styles, scripts = (f"'sha256-{b64encode(each).decode()}'" for each in hashed)
    return (
        f"default-src 'none'; style-src {styles}; script-src {scripts}; "
        "base-uri 'none'; form-action 'none'"
    )


def _contents(body: Element, sections: Iterable[Section]) -> None:
    """What the page has, as links."""
    nav = add(body, "nav", aria_label="What is on this page")
    listed = add(nav, "ul")
    for each in sections:
        add(add(listed, "li"), "a", each.title, href=f"#{each.id}")


def _add_section(main: Element, section: Section, language: str) -> None:
    part = add(main, "section", id=section.id, aria_labelledby=f"{section.id}-title")
    add(part, "h2", section.title, id=f"{section.id}-title")
    if section.about:
        _add_words(add(part, "p", class_="about"), section.about, language)
    if section.picture is not None:
        region = _region(part, f"{section.title}, as a picture", "picture")
        add(region, "figure").append(section.picture)
    if section.columns:
        _add_table(part, section, language)
    for each in section.inside:
        part.append(each)
    for note in section.notes:
        _add_words(add(part, "p", class_="note"), note, language)
    if section.asked:
        add(add(part, "p", class_="asked"), "code", f"referee {section.asked}").attrib |= ENGLISH


def _add_words(part: Element, text: str, language: str) -> None:
    """A text in which names of columns stand between backticks."""
    parts = [Piece(words, number % 2 == 1) for number, words in enumerate(text.split("`"))]
    if language != LANGUAGES[0]:
        found = pieces(language, text)
        part.set("lang", language if found else LANGUAGES[0])
        parts = [*found] if found else parts
    at = None
    for own, words in groupby(parts, lambda each: each.own):
        said = clean("".join(each.text for each in words))
        if own:
            at = add(part, "code", said, lang=LANGUAGES[0])
        elif at is None:
            part.text = said
        else:
            at.tail = said


def _region(part: Element, label: str, kind: str) -> Element:
    """What may be wider than the screen: it is scrolled by itself, by keys too."""
    return add(part, "div", class_=kind, tabindex="0", role="region", aria_label=label)


def _add_table(part: Element, section: Section, language: str) -> None:
    table = add(_region(part, f"{section.title}, the table", "table"), "table")
    head = add(add(table, "thead"), "tr")
    sides = ["number" if name in section.numbers else None for name in section.columns]
    for name, side in zip(section.columns, sides, strict=True):
        meaning = section.meanings.get(name)
        if language != LANGUAGES[0] and meaning not in sentences(language):
            meaning = None  # what is not said in the language cannot be marked in an attribute
        said = name.replace("_", " ")
        heading = add(head, "th", said, scope="col", class_=side, title=meaning)
        if own := sentences(language).get(f"{section.statistic}: {said}"):
            heading.text = own  # a word that means another thing in this statistic
            heading.set("lang", language)
    body = add(table, "tbody")
    for cells in section.rows:
        row = add(body, "tr")
        for name, cell, side in zip(section.columns, cells, sides, strict=True):
            text = cell.text if isinstance(cell, Link) else cell
            kind = side or ("short" if len(text) <= SHORT else None)
            if isinstance(cell, Link):
                made = add(row, "td", class_=kind)
                add(made, "a", text, href=cell.to)
            else:
                made = add(row, "td", text, class_=kind)
            if name in NAMES:
                kept(made)
            elif name in OF_THE_GAME and text:
                made.attrib |= ENGLISH


__all__ = ["Cell", "Link", "Page", "Section", "page_policy", "page_text"]
