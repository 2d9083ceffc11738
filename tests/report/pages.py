"""A report as tests read it: its sections with their tables, and the answers they must agree with.

A table's columns are called as the fields of the answer are; below it stands the command.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html.parser import HTMLParser
from itertools import chain
from typing import Any

from referee.tournament.standings.ranking import shown, shown_points
from tests.cli.test_home import Home

WORDS = {"note", "what", "told", "ruling"}
"""The columns of words that are made of several fields."""
ASKED = {"seq", "misplay", "rule"}
"""The columns that say of which entry it was asked what a ruling would change."""
CALLED = {"entry": "seq"}
"""The columns that are called otherwise than their field."""


class Told:
    """A section of a page."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.columns: list[str] = []
        self.rows: list[list[str]] = []
        self.links: list[str] = []
        self.command = ""
        self.text = ""
        self.pictures = 0


class Read(HTMLParser):
    """A page, read."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: dict[str, Told] = {}
        self.found: dict[str, str] = {}
        self.ids: list[str] = []
        self.policy = ""
        self._open: list[str] = []
        self._kind: list[str] = []
        self._said = ""
        self._now = Told("")
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if "id" in given:
            self.ids.append(given["id"])
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        if tag == "section":
            self._now = self.sections.setdefault(given["id"], Told(given["id"]))
        if tag == "svg":
            self._now.pictures += 1
        if tag == "a" and "td" in self._open:
            self._now.links.append(given["href"])
        if tag == "tr" and "tbody" in self._open:
            self._now.rows.append([])
        if tag not in ("meta", "input"):
            self._open.append(tag)
            self._kind.append(given.get("class", "") or given.get("id", ""))
            self._said = ""

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            self._kind.pop()
        kind = self._kind.pop()
        if tag == "th":
            self._now.columns.append(self._said.replace(" ", "_"))
        if tag == "td":
            self._now.rows[-1].append(self._said.strip())
        if tag == "code" and "asked" in self._kind:
            self._now.command = self._said.removeprefix("referee ")
        if tag in ("style", "script", "pre"):
            self.found[kind or tag] = self._said

    def handle_data(self, data: str) -> None:
        self._said += data
        self._now.text += data


def disagreeing(page: Read, home: Home, people: Mapping[str, str] = {}) -> Iterator[str]:
    """What stands in a table of a page and not in the answer of the command below it."""
    with home.unchanged():
        for section in page.sections.values():
            for row in section.rows if section.columns and section.command else ():
                command = _of_row(section.command, row)
                if not any(
                    _agrees(section.columns, row, each, people) for each in _asked(home, command)
                ):
                    yield f"{section.id}: {row} is not in {command}"


def _of_row(command: str, row: Sequence[str]) -> str:
    """The command of a row where each has its own: for an entry and its rule, or for a place."""
    rule = row[2] if "RULE" in command else ""
    return re.sub(r"\bN\b", row[0], command.replace("PLACE", row[0]).replace("RULE", rule))


def _asked(home: Home, command: str) -> list[dict[str, Any]]:
    """The records of an answer, asked once."""
    kept: dict[str, list[dict[str, Any]]] = home.__dict__.setdefault("asked", {})
    if command not in kept:
        kept[command] = list(_records(home.json(*shlex.split(command)), {}))
    return kept[command]


def _records(value: Any, above: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """All objects in an answer, each with the fields of those it stands in."""
    if isinstance(value, dict):
        whole = {**above, **value}
        yield whole
        yield from chain.from_iterable(_records(each, whole) for each in value.values())
    elif isinstance(value, list):
        yield from chain.from_iterable(_records(each, above) for each in value)


def _agrees(
    columns: Sequence[str], row: Sequence[str], record: Mapping[str, Any], people: Mapping[str, str]
) -> bool:
    for column, text in zip(columns, row, strict=True):
        name = column if column in record else CALLED.get(column, column)
        if name in WORDS or (name in ASKED and "changes" in record):
            continue
        held = {**record.get("tiebreaks", {}), **record}
        if name not in held:
            if text:
                return False
        elif not _says(text, held[name], people):
            return False
    return True


def _says(text: str, value: Any, people: Mapping[str, str]) -> bool:
    if value is None:
        return text == ""
    if isinstance(value, list):
        joined = (", ".join(map(str, value)), " ".join(map(str, value)), str(len(value)))
        return text in joined or _all_say(text.split(), value)
    if isinstance(value, dict):  # how a match ended
        return str(value.get("how", "")) in text
    if isinstance(value, bool):
        return text == ("yes" if value else "no")
    if isinstance(value, float):
        return _near(text, value)
    if text in (str(value), people.get(str(value)), value or ""):
        return True
    if isinstance(value, int):
        return text == "" and value == 0
    return text in _written(str(value))


def _all_say(words: Sequence[str], values: Sequence[Any]) -> bool:
    pairs = zip(words, values, strict=False)
    return len(words) == len(values) and all(_near(word, value) for word, value in pairs)


def _near(text: str, value: Any) -> bool:
    if text.startswith(("<", ">")):
        return abs(value) < 0.001
    try:
        places = len(text.partition(".")[2])
        return abs(float(text) - value) <= 0.5000001 * 10**-places
    except (TypeError, ValueError):
        return False


def _written(value: str) -> set[str]:
    """How a page writes an exact figure or a moment."""
    if re.fullmatch(r"-?\d+(/\d+)?", value):
        return {shown(Fraction(value)), shown_points(Fraction(value))}
    return {value[11:16]} if re.match(r"\d{4}-\d\d-\d\dT", value) else set()
