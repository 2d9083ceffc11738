"""What would be accepted now: an entry is tried on the table, and all of it is taken back.

Options ask the rules themselves, so that nothing is offered that would be refused.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from events.event import Event
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.state import TwTable
from referee.games.tower_wizwar.window import WINDOW
from referee.parts.responses import answered, resolve
from referee.verdict import Unsaid, Violation


class _TakenBack(Exception):
    """Takes a block of the table back."""


@contextmanager
def as_if(t: TwTable) -> Iterator[None]:
    """What is done in this block is taken back at its end."""
    seq = t.seq
    try:
        with t.whole():
            t.seq = seq + 1
            yield
            raise _TakenBack
    except _TakenBack:
        pass
    finally:
        t.seq = seq


def accepted(t: TwTable, event: Event) -> bool:
    """Whether an entry would be accepted now."""
    try:
        with as_if(t):
            answered(WINDOW, handles[type(event)])(t, event)
    except (Violation, Unsaid):
        return False
    return True


def settle(t: TwTable) -> None:
    """What is pending takes effect, last first, up to what still needs a word."""
    while t.state.waiting.stack and not t.state.over:
        if not resolved(t):
            return


def resolved(t: TwTable) -> bool:
    """Whether the newest of what is pending takes effect without a further word, which it does."""
    try:
        with t.whole():
            resolve(t, WINDOW)
    except (Violation, Unsaid):
        return False
    return True


@contextmanager
def after(t: TwTable, count: int) -> Iterator[None]:
    """In this block so many of what is pending have taken effect, the newest first."""
    with as_if(t):
        for _ in range(count):
            if t.state.waiting.stack:
                resolved(t)
        yield
