"""In which language somebody is spoken to by a page of the venue (VN-15.2)."""

from itertools import groupby
from typing import Any

from litestar import Request
from markupsafe import Markup, escape

from cli.language import LANGUAGES, Piece, laid, pieces


def language_of(request: Request[Any, Any, Any]) -> str:
    """Of these languages the one that the browser would like best (VN-15.2)."""
    asked = request.headers.get("accept-language", "").lower().split(",")
    wanted = (each.partition(";")[0].strip()[:2] for each in asked)
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def said(language: str, text: object) -> Markup:
    """A sentence of the program for a page: in its language, else marked as English, so that a
    screen reader speaks it rightly."""
    return _marked(str(text), pieces(language, str(text)))


def on_board(language: str, text: object) -> Markup:
    """What stands on a board, likewise."""
    return _marked(str(text), laid(language, str(text)))


def _marked(text: str, found: tuple[Piece, ...] | None) -> Markup:
    if found is None:
        return _own(text)
    parts = groupby(found, lambda each: each.own)
    joined = ((own, "".join(each.text for each in part)) for own, part in parts)
    return Markup("").join(_own(part) if own else escape(part) for own, part in joined)


def _own(text: str) -> Markup:
    return Markup('<span lang="en">{}</span>').format(text) if text else Markup("")


__all__ = ["language_of", "on_board", "said"]
