"""What was banned on a day: for each format names, each with the day of a list (GA-2.13)."""

from collections.abc import Collection, Mapping
from typing import TypeVar

F = TypeVar("F", bound=str)

Bans = Mapping[F, Mapping[str, str]]


def held_on(bans: Bans[F], day: str) -> dict[F, dict[str, str]]:
    """The bans that are known to hold on a day, such as ``2026-06-29``."""
    return {
        format: {name: since for name, since in names.items() if since <= day}
        for format, names in bans.items()
    }


def limits_on(name: str, limits: Mapping[F, int], bans: Bans[F], held: Bans[F]) -> dict[F, int]:
    """The limits of a card but for those by bans that are not among those that hold."""
    later = {f for f, names in bans.items() if name in names and name not in held[f]}
    return {f: most for f, most in limits.items() if f not in later}


def unknown_on(bans: Bans[F], dated: str, day: str, cards: Collection[str]) -> list[str]:
    """What is not known of a day, in sentences.

    Args:
        bans: the bans, each with the day of which it is known.
        dated: the day of the last list; empty where none is known.
        day: the day that is asked about.
        cards: the names that are asked about.
    """
    unknown = [
        f"{name} is banned in {format} by the list of {since}; whether it was on {day} is not known"
        for format, names in bans.items()
        for name, since in names.items()
        if since > day and name in cards
    ]
    if dated and day > dated:
        unknown.append(f"what was banned after {dated} is not known")
    return unknown
