"""Whole pages in other languages: sheets to print, and reports (VN-15.2)."""

from collections.abc import Iterable
from itertools import groupby
from xml.etree.ElementTree import Element

from cli.failure import Failure
from cli.language import LANGUAGES, Piece, pieces, plainly

READ = ("aria-label", "title", "placeholder", "alt", "data-search", "data-find", "data-after")
"""The attributes that are read out or shown, or that a script of the page says."""
KEPT = {"translate": "no"}
"""The attribute of what is the same in each language, such as the name of a person."""
ENGLISH = {"lang": LANGUAGES[0]}
"""The attribute of what is in the words of the game."""
_SILENT = frozenset({"style", "script", "pre"})
_TEXT_ALONE = frozenset({"title", "option"})
"""Within these stands no other element."""
_DRAWN = frozenset({"svg", "g", "text", "circle", "rect", "line", "path"})


def language_named(name: str) -> str:
    """A language as it is asked for.

    Raises:
        Failure: there is no catalog of it.
    """
    if name.lower() not in LANGUAGES:
        raise Failure(f"--language {name}: no such language", f"expected {' or '.join(LANGUAGES)}")
    return name.lower()


def speak(root: Element, language: str) -> None:
    """Say a page that was made in English in a language.

    Each text and each attribute that is read is said as the catalog has it. What the catalog does
    not have is in the words of the game, and marked as English. What is :data:`KEPT`, or says its
    language, stands as it is.
    """
    if language == LANGUAGES[0]:
        for element in root.iter():
            element.attrib.pop("lang", None)  # all is
    else:
        root.attrib.pop("lang", None)
        _speak(root, language)
    root.set("lang", language)


def _speak(element: Element, language: str) -> None:
    for name in READ:
        if text := element.get(name):
            element.set(name, plainly(language, text))
    children = list(element)
    _say(element, None, element.text, language)
    for child in children:
        if not ("lang" in child.attrib or child.tag in _SILENT or _stays(child)):
            _speak(child, language)
        _say(element, child, child.tail, language)


def _stays(element: Element) -> bool:
    """Whether an element is the same in each language."""
    return KEPT.items() <= element.attrib.items()


def _say(parent: Element, after: Element | None, text: str | None, language: str) -> None:
    """Say the text at the beginning of an element, or behind one of its children."""
    if text is None or not text.strip():
        return
    found = pieces(language, text)
    if parent.tag in _TEXT_ALONE or (found is None and not len(parent)):
        if found is None:
            parent.attrib |= ENGLISH
        _put(parent, after, (Piece(plainly(language, text)),))
    else:
        _put(parent, after, found if found is not None else (Piece(text, True),))


def _put(parent: Element, after: Element | None, found: Iterable[Piece]) -> None:
    """Have parts stand where a text stood, those in the words of the game as elements."""
    at = [*parent].index(after) + 1 if after is not None else 0
    if after is None:
        parent.text = ""
    else:
        after.tail = ""
    for own, parts in groupby(found, lambda each: each.own):
        text = "".join(each.text for each in parts)
        if own:
            after = Element("tspan" if parent.tag in _DRAWN else "span", ENGLISH)
            after.text, after.tail = text, ""
            parent.insert(at, after)
            at += 1
        elif after is None:
            parent.text = text
        else:
            after.tail = text


__all__ = ["ENGLISH", "KEPT", "READ", "language_named", "speak"]
