"""Where the handlers of Legacy of Conflict are registered, each beside the rules it follows."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from events.event import Event
from referee.games.legacy_of_conflict.activation import require_no_question
from referee.games.legacy_of_conflict.state import LcTable
from referee.house import Handlers

E = TypeVar("E", bound=Event)

handles = Handlers()
"""All handlers of the game. Those that :func:`unless_asked` does not guard ask on their own
whether anything is open (``activation.require_nothing_open``)."""


def unless_asked(handler: Callable[[LcTable, E], None]) -> Callable[[LcTable, E], None]:
    """The handler, refused while a question is open (LC-3.4)."""

    @wraps(handler)
    def asked(t: LcTable, e: E) -> None:
        if t.state.question:
            require_no_question(t)
        handler(t, e)

    return asked
