"""What an organiser may adjust (TR-1.1, TR-4.3, TR-5.7)."""

from referee.house import AnyTable, Repair
from referee.tournament.beginning import require_option
from referee.tournament.entering import entrant_of


def _number(t: AnyTable, what: str, value: str, most: int) -> int:
    if not value.isdecimal() or int(value) > most:
        t.forbid("REF-3.5", "{value} is not a number from 0 to {most}", value=value, most=most)
    return int(value)


def rounds(t: AnyTable, target: str, value: str) -> None:
    """``rounds:all:8``: so many rounds are played before the cut or the end."""
    if target != "all":
        t.forbid("REF-3.5", "{target} has no rounds", target=target, legal="rounds:all:8")
    require_option(t, "rounds", value)
    if int(value) < t.state.turn:
        t.forbid("REF-3.5", "round {turn} is posted", turn=t.state.turn)
    t.item(t.state.options, "rounds", value)


def table(t: AnyTable, target: str, value: str) -> None:
    """``table:ana:5``: the player always sits at that table; 0: at any."""
    t.set(entrant_of(t, target), "fixed", _number(t, "table", value, 9_999))


def team(t: AnyTable, target: str, value: str) -> None:
    """``team:ana:wolves``: the player is of that team or club; ``none``: of none."""
    t.set(entrant_of(t, target), "team", "" if value == "none" else value)


REPAIRS: dict[str, Repair] = {"rounds": rounds, "table": table, "team": team}
