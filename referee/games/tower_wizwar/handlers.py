"""The handlers of this game: each module of the rules adds its own, by the event they take.

As it has a window, each is done whole or, where it refuses, not at all.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from events.event import Event
from referee.house import AnyTable, Handlers

E = TypeVar("E", bound=Event)


def _nothing(t: AnyTable) -> None:
    """Nothing follows."""


class Followed(Handlers):
    """Handlers after which something follows of itself, while anything is pending or a wizard has
    just lost.
    """

    # what does: the effects that were set off, and what a loss brings with it
    follows: Callable[[Any], None] = staticmethod(_nothing)

    def __call__(self, handler: Callable[[Any, E], None]) -> Callable[[Any, E], None]:
        """Take a handler in; see :class:`Handlers`."""

        @wraps(handler)
        def followed(t: Any, e: E) -> None:
            handler(t, e)
            if t.state.waiting.stack or t.state.losing:
                self.follows(t)

        super().__call__(followed)
        return handler


handles = Followed()
