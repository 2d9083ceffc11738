"""In which language somebody is spoken to by a page of the venue (VN-15.2)."""

from itertools import groupby
from typing import Any

from litestar import Request
from markupsafe import Markup, escape

from cli.language import LANGUAGES, pieces


def language_of(request: Request[Any, Any, Any]) -> str:
    """Of these languages the one that the browser would like best (VN-15.2)."""
    asked = request.headers.get("accept-language", "").lower().split(",")
    wanted = (each.partition(";")[0].strip()[:2] for each in asked)
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def said(language: str, text: object) -> Markup:
    """A sentence of the program for a page: in its language, else marked as English, so that a
    screen reader speaks it rightly."""
    found = pieces(language, str(text))
    if found is None:
        return _own(str(text))
    parts = groupby(found, lambda each: each.own)
    joined = ((own, "".join(each.text for each in part)) for own, part in parts)
    return Markup("").join(_own(part) if own else escape(part) for own, part in joined)


def _own(text: str) -> Markup:
    return Markup('<span lang="en">{}</span>').format(text) if text else Markup("")


__all__ = ["language_of", "said"]
