"""People as the organiser wants them shown, on pages and screens (VN-7.9). The log has ids."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, get_args

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
    called = {person: _called(name, how) or person for person, name in people.items()}
    if how == "names":
        return called
    count = Counter(called.values())
    return {
        person: name if count[name] == 1 else f"{name} ({person})"
        for person, name in called.items()
    }


def _called(name: str, how: Naming) -> str:
    words = name.split()
    if how == "first-names":
        return words[0] if words else ""
    if how == "initials":
        return " ".join(f"{word[0]}." for word in words)
    return name


__all__ = ["NAMINGS", "Naming", "shown_names"]
