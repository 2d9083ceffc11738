"""Distances: millimetres with at most one decimal (LC-1.6), and how far one may be off (LC-1.7)."""

from math import floor

from referee.games.legacy_of_conflict.state import LcTable

EXACT = 0.05
"""Half of the smallest step of a measured distance, in mm."""

_INCH = {"exact_25.4": 25.4, "as_25": 25.0}
_SLACK = {"0": EXACT, "1": 1 + EXACT, "2": 2 + EXACT}


def full(sizes: float) -> int:
    """The full steps in a difference of Sizes; 3.3 less 1.3 is two, whatever the last bit says."""
    return floor(round(sizes, 6))


def inch(t: LcTable) -> float:
    """An inch of the printed rules, in mm (LC-I 6)."""
    return _INCH[t.choice["LC-I 6"]]


def over(t: LcTable) -> float:
    """By how many mm a maximum may be overshot (LC-I 7)."""
    return _SLACK[t.choice["LC-I 7"]]


def over_fixed(t: LcTable) -> float:
    """By how many mm a fixed distance may be missed (LC-I 8)."""
    return _SLACK[t.choice["LC-I 8"]]


def require_in_range(
    t: LcTable, target: str, mm: float, name: str, bounds: tuple[float, float]
) -> None:
    """LC-13.3: a distance that an attack or ability reaches; LC-I 7 bears on the highest one."""
    least, most = bounds
    if mm > most + over(t) or mm < least - EXACT:
        t.refuse(
            "LC-13.3",
            "{target} is {have} mm away; {name} reaches {least} to {limit} mm",
            target=target,
            have=f"{mm:g}",
            name=name,
            least=f"{least:g}",
            limit=f"{most:g}",
            legal="a target in range",
        )


def require_measure(t: LcTable, mm: float) -> None:
    """LC-1.6: zero or more, and at most one decimal."""
    tenths = mm * 10
    if mm >= 0 and tenths % 1 == 0:
        return
    if mm < 0 or abs(tenths - round(tenths)) > 1e-6:
        t.forbid(
            "LC-1.6",
            "{mm} mm is not a measured distance",
            mm=f"{mm:g}",
            legal="zero or more, with at most one decimal",
        )
