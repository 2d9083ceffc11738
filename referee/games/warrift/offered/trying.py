"""What would be accepted now, and how the table stands when what is pending has taken effect."""

from collections.abc import Iterator
from contextlib import contextmanager

from events.event import Event
from referee.games.warrift.handlers import handles
from referee.games.warrift.state import Effective, Triggered, WrTable
from referee.games.warrift.window import WINDOW, in_order
from referee.parts.responses import resolve
from referee.parts.trying import as_if, would_do
from referee.verdict import Violation

__all__ = ["accepted", "as_if"]


def accepted(t: WrTable, event: Event) -> bool:
    """Whether an entry would be accepted now."""
    return would_do(t, WINDOW, handles, event)


def settle(t: WrTable) -> Effective | None:
    """What is pending takes effect, last first, up to what owes an effect of its own.

    Returns:
        What owes it; None where nothing does. Whoever asks takes it back.
    """
    stack = t.state.waiting.stack
    while stack and not t.state.over:
        top = stack[-1]
        try:
            with t.whole():
                resolve(t, WINDOW)
        except Violation:
            return top if isinstance(top, Effective) else None
        stack = t.state.waiting.stack
    return None


@contextmanager
def settled(t: WrTable) -> Iterator[None]:
    """In this block everything pending has taken effect, up to what owes an effect."""
    with as_if(t):
        settle(t)
        yield


def owing(t: WrTable) -> Iterator[Effective]:
    """What owes an effect when everything pending is about to take effect, equally old things
    together. It is a question: the table is as it will be then until the next is asked for."""
    with as_if(t):
        found = settle(t)
        if found is not None:
            moment = getattr(found, "moment", None)
            same = [
                each
                for each in t.state.waiting.stack
                if isinstance(each, Effective)
                and each.entry == found.entry
                and getattr(each, "moment", None) == moment
            ]
            yield from same[:1] if isinstance(found, Triggered) and in_order(t, found) else same
