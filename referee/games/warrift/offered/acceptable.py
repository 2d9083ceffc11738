"""What would be accepted now, and how the table stands when what is pending has taken effect."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from events.event import Event
from referee.games.warrift.handlers import handles
from referee.games.warrift.state import Effective, Triggered, WrTable
from referee.games.warrift.window import WINDOW, in_order
from referee.parts.acceptable import as_if, next_would, would_do
from referee.parts.responses import before, resolve
from referee.verdict import Unsaid, Violation

__all__ = ["accepted", "as_if"]


def accepted(t: WrTable, event: Event) -> bool:
    """Whether an entry would be accepted now."""
    return would_do(t, WINDOW, handles, event)


def may(t: WrTable, event: Event, require: Callable[..., object], *more: Any) -> bool:
    """Whether an entry would be accepted now, where its rule asks all it asks before anything is
    done: then only that is tried, but the whole where something takes effect ahead of it.

    Args:
        t: the table.
        event: the entry; if it has a mark, a card played or hired as an answer.
        require: what its rule asks.
        more: what that is given beside the table and the event.
    """
    if t.state.waiting.stack and getattr(event, "answers", None) is None:
        return accepted(t, event)
    return next_would(t, require, t, event, *more)


@contextmanager
def ahead_of(t: WrTable, event: Event) -> Iterator[bool]:
    """In this block that has taken effect which does ahead of an entry, and what its rule asks can
    be asked: of the entry, and of others that differ in nothing by which they belong elsewhere.
    It is told whether the entry is heard at all."""
    with as_if(t):
        try:
            before(t, WINDOW, event)
        except (Violation, Unsaid):
            heard = False
        else:
            heard = True
        yield heard


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
            yield from owed_with(t, found)


def owed_with(t: WrTable, owes: Effective) -> Sequence[Effective]:
    """What owes an effect at the same moment; the first of it where that comes in its order."""
    moment = getattr(owes, "moment", None)
    same = [
        each
        for each in t.state.waiting.stack
        if isinstance(each, Effective)
        and each.entry == owes.entry
        and getattr(each, "moment", None) == moment
    ]
    return same[:1] if isinstance(owes, Triggered) and in_order(t, owes) else same
