"""The program's sentences in other languages (VN-15.2).

What the pages of a venue say themselves stands in catalogs by keys. A sentence that the program
makes, such as a refusal, what the desk has to do, or a heading of a sheet or a report, is made
once, in English, as the terminal tells it. A catalog in ``sentences`` has it in another language:
by the English sentence with its fields in braces, the same with the same fields.

In the English sentence a field is ``{name}``, a number ``{name#}``, several ``{name&}``, a word, as
an id is, ``{name@}``, what somebody is called ``{name=}``, a number with what depends on it
``{name:card is|cards are}``, as in a rulebook. In the other one ``{name}`` stands as it is, as
names do; ``{name!}`` is a sentence of the catalog itself, or several; ``{name?}`` is one if it can
be; ``{name~}``, and what stands between backticks, is in the words of the game, which are not
translated.

What lies on a board is said in short words, of which some are verbs elsewhere: its sentences begin
with ``board:``, and are asked for by :func:`laid`.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.english import plural
from referee.games.registry import folder_of, game_ids

LANGUAGES = ("en", "de")
"""The languages that pages speak; the first is that of the program and of the games."""
SENTENCES = "sentences"
"""The folder of the catalogs."""
BOARD = "board: "
"""How the sentences of boards begin."""

FIELD = re.compile(r"\{(\w+)([#&@=!?~]?)(?::([^{}|]*)(?:\|([^{}]*))?)?\}")
"""A field of a sentence: its name, its mark, and the words for one and for more."""
_EDGES = re.compile(r"([\s,;:.]*)(.*?)([\s,;.]*)", re.DOTALL)
_NUMBER = r"-?\d[\d,]*"
_KINDS = {"#": _NUMBER, "&": r"\d[\d, to]*", "@": r"[^\s,;:]+", "=": r"[^,;:()]+(?: \([^()]*\))?"}
_PARTS = re.compile(r"(; |, )(?![^(\[]*[)\]])")
"""Between the parts of an enumeration, but not within brackets."""


class Piece(NamedTuple):
    """A part of a sentence."""

    text: str
    own: bool = False  # whether it is in the words of the game


class _Pattern(NamedTuple):
    """A sentence of a catalog: what it is in English, and in the other language."""

    english: re.Pattern[str]
    said: str
    needs: str  # what no such sentence is without


@cache
def sentences(language: str) -> Mapping[str, str]:
    """The sentences of the program in a language, by the English ones, with those that games bring
    in the same folder of theirs: what their own statistics say."""
    found: dict[str, str] = {}
    for folder in (*filter(None, map(folder_of, game_ids())), Path(__file__).parent):
        file = folder / SENTENCES / f"{language}.json"
        if file.is_file():
            found |= json.loads(file.read_text(encoding="utf-8"))
    return found


@cache
def _patterns(language: str, of: str = "") -> tuple[_Pattern, ...]:
    """Those with fields, the more particular ones first: of boards, or all others."""
    known = [
        (each.removeprefix(of), said)
        for each, said in sentences(language).items()
        if FIELD.search(each) and each.startswith(BOARD) == bool(of)
    ]
    found = sorted(known, key=lambda each: (-len(FIELD.sub("", each[0])), each[0]))
    return tuple(
        _Pattern(re.compile(_regex(each), re.DOTALL), said, max(FIELD.split(each)[::5], key=len))
        for each, said in found
    )


def _regex(sentence: str) -> str:
    found, at = "", 0
    for field in FIELD.finditer(sentence):
        name, mark, one, more = field.groups()
        found += re.escape(sentence[at : field.start()])
        at = field.end()
        taken = f"(?P<f{name}>{_NUMBER if one else _KINDS.get(mark, '.*?')})"
        if f"(?P<f{name}>" in found:
            taken = f"(?P=f{name})"
        if one:
            taken += f" (?:{re.escape(one)}|{re.escape(more or plural(one))})"
        found += taken
    return found + re.escape(sentence[at:])


def pieces(language: str, text: str) -> tuple[Piece, ...] | None:
    """A sentence of the program in a language; None where the catalog does not have it."""
    return (Piece(text),) if language == LANGUAGES[0] else _found(language, text)


@lru_cache(maxsize=4_096)
def _found(language: str, text: str) -> tuple[Piece, ...] | None:
    edges = _EDGES.fullmatch(text)
    assert edges is not None
    before, inner, after = edges.groups()
    core = " ".join(inner.split())
    if not core:
        return (Piece(text),)
    found = _whole(language, core) or _listed(language, core)
    return found and tuple(each for each in (Piece(before), *found, Piece(after)) if each.text)


def _listed(language: str, text: str) -> tuple[Piece, ...] | None:
    """An enumeration of sentences; None where it is none."""
    parts = _PARTS.split(text)
    found: list[Piece] = []
    for part, mark in zip(parts[::2], [*parts[1::2], ""], strict=True):
        made = _whole(language, part) if len(parts) > 1 else None
        if made is None:
            return None
        found += (*made, Piece(mark))
    return tuple(found)


def _whole(language: str, text: str) -> tuple[Piece, ...] | None:
    known = sentences(language).get(text)
    if known is not None:
        return _made(language, known, None)
    if not re.search(r"[A-Za-z]{2}", text):
        return (Piece(text),)  # figures alone
    return _matched(language, _patterns(language), text, _found)


def _matched(
    language: str, patterns: tuple[_Pattern, ...], text: str, find: "_Find"
) -> tuple[Piece, ...] | None:
    for each in patterns:
        if each.needs not in text:
            continue
        fields = each.english.fullmatch(text)
        made = fields and _made(language, each.said, fields, find)
        if made:
            return made
    return None


_Find = Callable[[str, str], tuple[Piece, ...] | None]
"""How a field that is a sentence is told in a language."""


def laid(language: str, text: str) -> tuple[Piece, ...] | None:
    """What stands on a board in a language; what the catalogs do not have of it is in the words of
    the game. None where they have nothing of it."""
    return (Piece(text),) if language == LANGUAGES[0] else _laid(language, text)


@lru_cache(maxsize=4_096)
def _laid(language: str, text: str) -> tuple[Piece, ...] | None:
    found = _on_board(language, text)
    if found is not None:
        return found
    parts, told = _PARTS.split(text), False
    made: list[Piece] = []
    for part, mark in zip(parts[::2], [*parts[1::2], ""], strict=True):
        said = _on_board(language, part) if len(parts) > 1 else None
        told = told or said is not None
        made += (*(said or (Piece(part, re.search(r"[^\W\d]{2}", part) is not None),)), Piece(mark))
    return tuple(made) if told else None


def _on_board(language: str, text: str) -> tuple[Piece, ...] | None:
    known = sentences(language).get(BOARD + text)
    if known is not None:
        return _made(language, known, None)
    return _matched(language, _patterns(language, BOARD), text, _nested)


def _nested(language: str, text: str) -> tuple[Piece, ...] | None:
    return _laid(language, text) or _found(language, text)


def _made(
    language: str, text: str, fields: re.Match[str] | None, find: _Find | None = None
) -> tuple[Piece, ...] | None:
    """A sentence with its fields; None where one of them cannot be told in the language."""
    found: list[Piece] = []
    for n, part in enumerate(text.split("`")):
        own, at = n % 2 == 1, 0
        for field in FIELD.finditer(part):
            found.append(Piece(part[at : field.start()], own))
            at = field.end()
            filled = _filled(language, field, fields, find or _found)
            if filled is None:
                return None
            found += (Piece(each.text, own or each.own) for each in filled)
        found.append(Piece(part[at:], own))
    return tuple(each for each in found if each.text)


def _filled(
    language: str, field: re.Match[str], fields: re.Match[str] | None, find: _Find
) -> tuple[Piece, ...] | None:
    name, mark, one, more = field.groups()
    assert fields is not None, field[0]
    text = fields[f"f{name}"]
    if one:
        return (Piece(f"{text} {one if text == '1' else more}"),)
    if mark in ("", "~"):
        return (Piece(text, mark == "~"),)
    found = find(language, text)
    if found is not None or mark == "!":
        return found
    return (Piece(text, find is _nested),)  # on a board, what is no sentence is the game's


def plainly(language: str, text: object) -> str:
    """The same as text alone, as in the name of a button; in English where it is not there."""
    found = pieces(language, str(text))
    return str(text) if found is None else "".join(each.text for each in found)


def fields_in(language: str, fields: Mapping[str, Any], *names: str) -> Iterator[tuple[str, str]]:
    """Some fields of an answer in a language, and ``lang`` where one of them could not be told in
    it."""
    for name in names:
        text = fields.get(name)
        if not isinstance(text, str) or not text:
            continue
        yield name, plainly(language, text)
        if pieces(language, text) is None:
            yield "lang", LANGUAGES[0]


__all__ = [
    "BOARD",
    "FIELD",
    "LANGUAGES",
    "SENTENCES",
    "laid",
    "pieces",
    "plainly",
    "sentences",
    "told",
]
