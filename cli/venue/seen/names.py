"""People as the organiser wants them shown, on pages and screens (VN-7.9). The log has ids."""

import re
from collections.abc import Mapping
from html import escape, unescape
from typing import Literal, get_args

from storage.library import DRAWN, told_apart

Naming = Literal["names", "first-names", "initials", "ids"]
"""How people are shown: whole names, first names, initials, or ids."""
NAMINGS: tuple[Naming, ...] = get_args(Naming)


def shown_names(people: Mapping[str, str], how: Naming) -> dict[str, str]:
    """What people are called, by their ids. Two who would be called the same are told apart by
    their ids.

    Example:
        >>> shown_names({"ana": "Ana Novak", "bo": "Bo Li", "al": "Ana Lind"}, "first-names")
        {'ana': 'Ana (ana)', 'bo': 'Bo', 'al': 'Ana (al)'}
    """
    if how == "ids":
        return {person: person for person in people}
    return told_apart({person: _called(name, how) or person for person, name in people.items()})


_UNREAD = re.compile(
    r"(<(script|style|textarea|template)\b.*?</\2>|<[^>]*>)", re.DOTALL | re.IGNORECASE
)
"""What is no text of a page: its tags, and elements whose content is not read."""
_LABEL = re.compile(r'aria-label="[^"]*"')
_BESIDE = re.compile(rf"(?<![\w-])({DRAWN.pattern})(?![\w-])(?: \(((?:[^()]|\([^()]*\))*)\))?")


def without_drawn_ids(page: str, people: Mapping[str, str]) -> str:
    """A page on which people are called by their names instead of the ids that were drawn for them,
    which say nothing to anybody (VN-18.2, VN-19.10). Forms and addresses keep the ids.

    Example:
        >>> people = {"p-k3a7q2m9": "Ana Novak"}
        >>> without_drawn_ids('<a href="/p-k3a7q2m9">p-k3a7q2m9 (Ana Novak)</a>', people)
        '<a href="/p-k3a7q2m9">Ana Novak</a>'
    """
    if not DRAWN.search(page):
        return page

    def called(found: re.Match[str]) -> str:
        person, beside = found.groups()
        if not people.get(person):
            return found[0]
        name = escape(people[person])
        plain = beside is None or unescape(beside) == people[person]
        return name if plain else f"{name} ({beside})"

    parts = _UNREAD.split(page)  # text, what is no text, the name of its tag
    parts[1::3] = [
        _LABEL.sub(lambda found: _BESIDE.sub(called, found[0]), tag) for tag in parts[1::3]
    ]
    parts[2::3] = [""] * len(parts[2::3])
    parts[::3] = [_BESIDE.sub(called, text) for text in parts[::3]]
    return "".join(parts)


def _called(name: str, how: Naming) -> str:
    words = name.split()
    if how == "first-names":
        return words[0] if words else ""
    if how == "initials":
        return " ".join(f"{word[0]}." for word in words)
    return name


__all__ = ["NAMINGS", "Naming", "shown_names", "without_drawn_ids"]
