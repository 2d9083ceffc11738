"""What may be logged next in a match of WarRift, and what is owed or offered."""

from collections.abc import Iterator

from referee.choice import Fixed, OneOf
from referee.games.warrift.state import State, WrTable
from referee.house import AnyTable
from referee.obligation import Obligation
from referee.option import Option


def options(t: AnyTable) -> list[Option]:
    """What may be logged next, for every seat that may act."""
    state: State = t.state
    if state.over:
        return []
    return list(_turn(t))


def _turn(t: WrTable) -> Iterator[Option]:
    state = t.state
    if state.active:
        yield Option(state.active, "step", {"step": OneOf(("mid", "end"))}, rule="WR-4.2")


def obligations(t: AnyTable) -> list[Obligation]:
    """What is required or offered now."""
    return [] if t.state.over else list(t.state.due)


__all__ = ["Fixed", "obligations", "options"]
