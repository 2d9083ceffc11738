"""What would be accepted now: an entry is tried on the table, and all of it is taken back.

Options ask the rules themselves, so that nothing is offered that would be refused.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from events.event import Event
from referee.house import AnyTable, Handler
from referee.parts.responses import Window, answered, resolve
from referee.verdict import Unsaid, Violation


@contextmanager
def as_if(t: AnyTable) -> Iterator[None]:
    """What is done in this block is taken back at its end."""
    seq = t.seq
    try:
        with t.tried():
            t.seq = seq + 1
            yield
    finally:
        t.seq = seq


def would_do(
    t: AnyTable, window: Window, handlers: Mapping[type[Any], Handler], event: Event
) -> bool:
    """Whether an entry of a game with a window would be accepted now; its own events alone."""
    return next_would(t, answered(window, handlers[type(event)]), t, event)


def next_would(t: AnyTable, act: Callable[..., object], *args: Any) -> bool:
    """Whether an act is not refused in the next entry; it is taken back."""
    seq = t.seq
    t.seq = seq + 1
    try:
        return t.would(act, *args)
    finally:
        t.seq = seq


def resolved(t: AnyTable, window: Window) -> bool:
    """Whether the newest of what is pending takes effect without a further word, which it does."""
    try:
        with t.whole():
            resolve(t, window)
    except (Violation, Unsaid):
        return False
    return True


@contextmanager
def after(t: AnyTable, window: Window, count: int) -> Iterator[None]:
    """In this block so many of what is pending have taken effect, the newest first."""
    with as_if(t):
        for _ in range(count):
            if t.state.waiting.stack:
                resolved(t, window)
        yield
