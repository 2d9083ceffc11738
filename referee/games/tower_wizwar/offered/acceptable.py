"""What would be accepted now, and how the table stands when what is pending has taken effect."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

from events.event import Event
from referee.games.tower_wizwar.attack_moments import go_on
from referee.games.tower_wizwar.handlers import handles
from referee.games.tower_wizwar.state import Strike, TwTable
from referee.games.tower_wizwar.window import WINDOW
from referee.parts import acceptable
from referee.parts.acceptable import as_if, next_would, would_do

__all__ = ["accepted", "as_if"]


def accepted(t: TwTable, event: Event) -> bool:
    """Whether an entry would be accepted now."""
    return would_do(t, WINDOW, handles, event)


def may(t: TwTable, event: Event, require: Callable[..., object]) -> bool:
    """Whether an entry would be accepted now, where its rule asks all it asks before anything is
    done: then only that is tried, but the whole where something takes effect ahead of it."""
    if t.state.waiting.stack or t.state.waiting.passed:
        return accepted(t, event)
    return next_would(t, require, t, event)


def settle(t: TwTable) -> None:
    """What is pending takes effect, last first, up to what still needs a word."""
    while t.state.waiting.stack and not t.state.over:
        if not resolved(t):
            return


def resolved(t: TwTable) -> bool:
    """Whether the newest of what is pending takes effect without a further word, which it does; an
    attack that needs one goes on as far as that."""
    newest = t.state.waiting.stack[-1]
    if acceptable.resolved(t, WINDOW):
        return True
    if isinstance(newest, Strike):
        t.refusal(partial(go_on, t, newest))
    return False


def after(t: TwTable, count: int) -> AbstractContextManager[None]:
    """In this block so many of what is pending have taken effect, the newest first."""
    return acceptable.after(t, WINDOW, count)
