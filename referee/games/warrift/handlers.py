"""The handlers of this game: each module of the rules adds its own, by the event they take.

As it has a window, each is done whole or, where it refuses, not at all.
"""

from events.event import Event
from referee.games.warrift.state import WrTable
from referee.house import Handler, Handlers

handles = Handlers()


def noting_plays() -> dict[type[Event], Handler]:
    """The handlers, each of which notes that a play came: what attacks only at once has had its
    time then (WR-I 30). A remark, a ruling or what was refused is no play."""
    return {kind: _noting(handler) for kind, handler in handles.items()}


def _noting(handler: Handler) -> Handler:
    def handle(t: WrTable, e: Event) -> None:
        turn = t.state.turn
        handler(t, e)
        if t.choice["WR-I 30"] == "at_once_only":
            same = t.state.turn == turn and not t.state.over
            t.set(t.state, "play", t.seq if same and _some_could(t) else 0)

    return handle


def _some_could(t: WrTable) -> bool:
    """Whether a creature came by Ambush this turn."""
    turn = t.state.turn
    return any(each.ambush == turn for each in t.state.zones.things.values())
