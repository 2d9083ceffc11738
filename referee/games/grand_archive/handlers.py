"""The handlers of this game: each module of the rules adds its own, by the event they take.

As it has a window, each is done whole or, where it refuses, not at all. After each of them the
state is checked (section 20).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from events.common import Adjust, Begins, Penalty
from events.event import Event
from events.grand_archive import Inspection, Sideboard, Starts, Time
from referee.house import AnyTable, Handlers

E = TypeVar("E", bound=Event)

BETWEEN_GAMES = (Begins, Sideboard, Starts, Time, Inspection, Adjust, Penalty)
"""What may be logged before the decks of a later game are presented (section 26b), or does not
present them."""


def _nothing(t: AnyTable) -> None:
    """Nothing follows."""


def _unguarded(t: AnyTable, e: Any) -> None:
    """Nothing is refused, and nothing begins."""


def _as_it_is(t: AnyTable, item: Any) -> bool:
    """Nothing is settled."""
    return True


class Followed(Handlers):
    """Handlers after which the state is checked."""

    # the newest write when the state was last checked, so that it is not checked again before
    # anything else is written
    checked: object | None = None
    follows: Callable[[Any], None] = staticmethod(_nothing)  # the state check
    # begins the game, once its decks are not changed any more, with what is logged
    presents: Callable[[Any, Any], None] = staticmethod(_unguarded)
    # what follows where an effect has ended a part of the turn
    cuts: Callable[[Any], None] = staticmethod(_nothing)
    # refuses what is not for the time while something is to be settled
    guard: Callable[[Any, Any], None] = staticmethod(_unguarded)
    # lets the newest of what is pending take effect
    play_on: Callable[[Any], None] = staticmethod(_nothing)
    # settles what a trigger is aimed at as it goes on the stack; whether it does
    settles: Callable[[Any, Any], bool] = staticmethod(_as_it_is)

    # does what an object comes with that an effect puts onto the field
    comes: Callable[[Any, Any], None] = staticmethod(_unguarded)
    # does what a text that was begun does as it ends
    ended: Callable[[Any, Any], None] = staticmethod(_unguarded)

    def __call__(self, handler: Callable[[Any, E], None]) -> Callable[[Any, E], None]:
        """Take a handler in; see :class:`Handlers`."""

        @wraps(handler)
        def followed(t: Any, e: E) -> None:
            if not t.state.presented and not isinstance(e, BETWEEN_GAMES):
                self.presents(t, e)
            if t.state.unsettled or t.state.withering:
                self.guard(t, e)
            handler(t, e)
            if not t.state.over:
                self.follows(t)

        super().__call__(followed)
        return handler


handles = Followed()
