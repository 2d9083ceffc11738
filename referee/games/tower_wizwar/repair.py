"""The primitive repairs that a judge may make to a match of Tower-WizWar (REF-3.5).

=========  =======================  =====================================================
word       target                   value
=========  =======================  =====================================================
harm       thing or seat            the harm on it
wounds     thing or seat            its wounds, fewer than three
drain      seat                     where the drain counter stands
expended   thing                    yes or no
=========  =======================  =====================================================
"""

from collections.abc import Mapping
from typing import Any, NoReturn

from referee.fact import ScoreChanged
from referee.games.tower_wizwar.state import WOUNDS, TwTable
from referee.house import AnyTable, Repair
from referee.verdict import forbid

MOST = 999


def _forbid(why: str, legal: str = "", **facts: int | str) -> NoReturn:
    forbid("REF-3.5", why, legal=legal, since=None, **facts)


def _bearer(t: TwTable, target: str) -> Any:
    found = t.state.zones.things.get(target) or t.state.sides.get(target)
    if found is None:
        _forbid("{target} is neither in play nor a wizard", target=target)
    return found


def _number(value: str, most: int) -> int:
    if not value.isdecimal() or int(value) > most:
        _forbid("{value} is out of bounds", f"0 to {most}", value=value)
    return int(value)


def _mend(t: AnyTable, target: str, what: str, count: int) -> None:
    t.set(_bearer(t, target), what, count)
    if target in t.state.sides:
        t.fact(ScoreChanged(target, what, count))


def _harm(t: AnyTable, target: str, value: str) -> None:
    """harm:ana:3  the harm on a card or a wizard"""
    _mend(t, target, "harm", _number(value, MOST))


def _wounds(t: AnyTable, target: str, value: str) -> None:
    """wounds:Golem.2:1  the wounds of a card or a wizard, fewer than three"""
    _mend(t, target, "wounds", _number(value, WOUNDS - 1))


def _drain(t: AnyTable, target: str, value: str) -> None:
    """drain:ana:4  where the drain counter stands"""
    if target not in t.state.sides:
        _forbid("{target} has no seat", target=target)
    t.set(t.state.sides[target], "drain", _number(value, MOST))


def _expended(t: AnyTable, target: str, value: str) -> None:
    """expended:Golem.2:no  whether a card is expended"""
    thing = t.state.zones.things.get(target)
    if thing is None or value not in ("yes", "no"):
        _forbid("{target} cannot be {value}", "yes or no", target=target, value=value)
    t.set(thing, "expended", value == "yes")


REPAIRS: Mapping[str, Repair] = {
    "harm": _harm,
    "wounds": _wounds,
    "drain": _drain,
    "expended": _expended,
}
