"""In which language somebody is spoken to by a page of the venue (VN-15.2)."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

from litestar import Request
from markupsafe import Markup, escape

from cli.language import LANGUAGES, Piece, laid, pieces
from cli.venue.seen.names import in_names


def language_of(request: Request[Any, Any, Any]) -> str:
    """Of these languages the one that the browser would like best (VN-15.2)."""
    asked = request.headers.get("accept-language", "").lower().split(",")
    wanted = (each.partition(";")[0].strip()[:2] for each in asked)
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def parts(language: str, text: object, called: Mapping[str, str]) -> Sequence[Piece]:
    """A sentence of the program in a language, else in English as in the words of the game, with
    people called by their names: those are put in last, as the catalogs know ids."""
    return _named(str(text), pieces(language, str(text)), called)


def said(language: str, text: object, called: Mapping[str, str] = MappingProxyType({})) -> Markup:
    """A sentence of the program for a page: in its language, else marked as English, so that a
    screen reader speaks it rightly.

    Args:
        language: of the page.
        text: the sentence.
        called: what people are called, by their ids.
    """
    return _marked(parts(language, text, called))


def on_board(language: str, text: object) -> Markup:
    """What stands on a board, likewise."""
    return _marked(_named(str(text), laid(language, str(text)), {}))


def _named(text: str, found: Sequence[Piece] | None, called: Mapping[str, str]) -> Sequence[Piece]:
    known = (Piece(text, own=True),) if found is None else found
    return [each._replace(text=in_names(each.text, called)) for each in known]


def _marked(found: Sequence[Piece]) -> Markup:
    told = groupby(found, lambda each: each.own)
    joined = ((own, "".join(each.text for each in part)) for own, part in told)
    return Markup("").join(_own(part) if own else escape(part) for own, part in joined)


def _own(text: str) -> Markup:
    return Markup('<span lang="en">{}</span>').format(text) if text else Markup("")


__all__ = ["language_of", "on_board", "parts", "said"]
