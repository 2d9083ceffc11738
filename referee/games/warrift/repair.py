"""The primitive repairs that a judge may make to a match of WarRift (REF-3.5).

=========  =======================  =============================================
word       target                   value
=========  =======================  =============================================
points     seat                     the player's points
=========  =======================  =============================================
"""

from collections.abc import Mapping

from referee.house import AnyTable, Repair
from referee.verdict import forbid


def _points(t: AnyTable, target: str, value: str) -> None:
    """points:ana:12  a player's points"""
    side = t.state.sides.get(target)
    if side is None or not value.isdecimal():
        forbid("REF-3.5", "{target} has no points {value}", target=target, value=value)
    t.set(side, "points", int(value))


REPAIRS: Mapping[str, Repair] = {"points": _points}
