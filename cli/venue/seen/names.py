"""People as the organiser wants them shown, on pages and screens (VN-7.9). The log has ids."""

import re
from collections.abc import Iterable, Mapping
from html import escape, unescape
from typing import Literal, get_args

from storage.library import DRAWN, distinct_names

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
    return distinct_names({person: _called(name, how) or person for person, name in people.items()})


_WORD = re.compile(r"[\w-]+")


def in_names(text: str, called: Mapping[str, str]) -> str:
    """A text in which people are called by their names instead of their ids or those of their seats
    (VN-7.9, VN-19.10): an id that is no word, and one that is where a name stands, as before a
    comma; ``ana.hand`` is hers. A name that stood beside its id is not said twice.

    What is typed or sent keeps the ids; this is for what people read.

    Example:
        >>> in_names("bo may attack: bo.hand, may 3", {"bo": "Bo Li", "may": "May Roe"})
        "Bo Li may attack: Bo Li's hand, May Roe 3"
        >>> in_names("p-k3a7q2m9 (Ana Novak) drops", {"p-k3a7q2m9": "Ana Novak"})
        'Ana Novak drops'
    """
    parts, at = [], 0
    for found in _WORD.finditer(text):
        (begin, end), name = found.span(), called.get(found[0])
        if begin < at or not name or name == found[0]:
            continue
        owns = text.startswith(".", end) and _WORD.match(text, end + 1)
        if not (owns or _stands(text, begin, end)):
            continue
        parts += [text[at:begin], name]
        at = end
        if owns:
            parts.append("'s ")
            at += 1
        elif text.startswith(beside := f" ({name})", end):
            at += len(beside)
    return "".join((*parts, text[at:]))


def _stands(text: str, begin: int, end: int) -> bool:
    """Whether an id stands where a name does, and not as a word among words."""
    return (
        any(each.isdigit() or each == "-" for each in text[begin:end])
        or begin == 0
        or text[:begin].rstrip(" ").endswith((",", ";", ":", "(", "["))
        or end == len(text)
        or text.startswith(("'s", ",", ";", ":", ".", ")", "]"), end)
    )


def called_at(persons: Mapping[str, str], people: Mapping[str, str]) -> dict[str, str]:
    """What those at a table are called, by their seats, where it is known.

    Args:
        persons: who sits at each seat.
        people: what people are called, by their ids.
    """
    return {seat: people[who] for seat, who in persons.items() if people.get(who)}


def beside(texts: Iterable[str], called: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What an answer says beside texts in which people are called by their ids: as ``named``, what
    is shown instead; nothing where there is none."""
    found = {text: in_names(text, called) for text in texts}
    named = {text: said for text, said in found.items() if said != text}
    return {"named": named} if named else {}


_UNREAD = re.compile(
    r"(<(script|style|textarea|template)\b.*?</\2>|<[^>]*>)", re.DOTALL | re.IGNORECASE
)
"""What is no text of a page: its tags, and elements whose content is not read."""
_LABEL = re.compile(r'aria-label="[^"]*"')


def page_in_names(page: str, people: Mapping[str, str]) -> str:
    """A page with :func:`in_names` for the ids that were drawn, which say nothing to anybody
    (VN-18.2). Forms and addresses keep the ids.

    Example:
        >>> people = {"p-k3a7q2m9": "Ana Novak"}
        >>> page_in_names('<a href="/p-k3a7q2m9">p-k3a7q2m9 (Ana Novak)</a>', people)
        '<a href="/p-k3a7q2m9">Ana Novak</a>'
    """
    drawn = {each: people[each] for each in DRAWN.findall(page) if people.get(each)}
    if not drawn:
        return page

    def renamed(text: str) -> str:
        return escape(in_names(unescape(text), drawn)) if DRAWN.search(text) else text

    def tag(found: str) -> str:
        return _LABEL.sub(lambda said: f'aria-label="{renamed(said[0][12:-1])}"', found)

    parts = _UNREAD.split(page)  # text, what is no text, the name of its tag
    parts[1::3] = map(tag, parts[1::3])
    parts[2::3] = [""] * len(parts[2::3])
    parts[::3] = map(renamed, parts[::3])
    return "".join(parts)


def _called(name: str, how: Naming) -> str:
    words = name.split()
    if how == "first-names":
        return words[0] if words else ""
    if how == "initials":
        return " ".join(f"{word[0]}." for word in words)
    return name


__all__ = [
    "NAMINGS",
    "Naming",
    "beside",
    "called_at",
    "in_names",
    "page_in_names",
    "shown_names",
]
