"""The handlers of this game: each module of the rules adds its own, by the event they take."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from events.event import Event
from referee.house import Handlers

E = TypeVar("E", bound=Event)


class WholeHandlers(Handlers):
    """Handlers of which each is done whole or, where it refuses, not at all."""

    def __call__(self, handler: Callable[[Any, E], None]) -> Callable[[Any, E], None]:
        """Take a handler in; see :class:`Handlers`."""

        @wraps(handler)
        def whole(t: Any, e: E) -> None:
            t.wholly(handler, t, e)

        super().__call__(whole)
        return handler


handles = WholeHandlers()
