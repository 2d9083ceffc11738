"""What would be accepted now, and how the table stands when what is pending has taken effect."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

from events.event import Event
from referee.games.grand_archive.course import go_to, next_window
from referee.games.grand_archive.effects.resolution import Owed
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.state import END, MAIN, GaTable
from referee.games.grand_archive.values import DOUBT
from referee.games.grand_archive.window import WINDOW
from referee.parts import acceptable
from referee.parts.acceptable import as_if, next_would
from referee.parts.responses import answered, resolve
from referee.verdict import Unsaid, Violation

__all__ = ["accepted", "as_if"]

AT_ONCE = replace(WINDOW, later=None)
"""What comes after something that is pending is offered for that moment (:func:`after`)."""


def accepted(t: GaTable, event: Event, *, in_doubt: bool = False) -> bool:
    """Whether an entry would be accepted now by the rules: not only because a text that nobody
    tells may allow it, unless that will do (``in_doubt``)."""
    return would(t, answered(AT_ONCE, handles[type(event)]), t, event, in_doubt=in_doubt)


def would(t: GaTable, act: Callable[..., object], *args: object, in_doubt: bool = False) -> bool:
    """The same of an act of the next entry, which is taken back."""
    sure = True

    def tried() -> None:
        nonlocal sure
        said = len(t.assumptions)
        act(*args)
        sure = not any(each.endswith(DOUBT) for each in t.assumptions[said:])

    return next_would(t, tried) and (in_doubt or sure)


def resolved(t: GaTable) -> bool:
    """Whether the newest of what is pending takes effect without a further word, which it does."""
    return acceptable.resolved(t, WINDOW)


def order_asked(t: GaTable) -> tuple[str, tuple[str, ...]]:
    """What the newest of what is pending asks for, and whom: which of several replacements goes
    first (GA-16.20, 18.14); nothing where it asks for nothing of that kind."""
    missing: list[Unsaid] = []

    def tried() -> None:
        try:
            resolve(t, WINDOW)
        except (Unsaid, Owed) as asked:
            missing.append(asked.unsaid if isinstance(asked, Owed) else asked)
            raise

    t.would(tried)
    for asked in missing:
        if first := asked.choices.get("first"):
            return asked.seat, tuple(map(str, first))
    return "", ()


def after(t: GaTable, count: int) -> AbstractContextManager[None]:
    """In this block so many of what is pending have taken effect, the newest first."""
    return acceptable.after(t, WINDOW, count)


@contextmanager
def at_main(t: GaTable) -> Iterator[None]:
    """In this block all that is pending has taken effect, and the main phase has come."""
    with as_if(t):
        t.refusal(lambda: go_to(t, MAIN))
        yield


def came_to_next(t: GaTable) -> bool:
    """Whether the next phase comes without a further word, and what it puts on the stack takes
    effect; as far as it does, it has."""
    try:
        with t.whole():
            next_window(t)
    except (Violation, Unsaid):
        return False
    while t.state.waiting.stack and not t.state.over:
        if not resolved(t):
            return False
    return True


@contextmanager
def at_next(t: GaTable) -> Iterator[None]:
    """In this block the next phase has come that puts something on the stack which needs a word."""
    with as_if(t):
        while t.state.waiting.stack and resolved(t):
            pass
        while not t.state.waiting.stack and t.state.phase < END and came_to_next(t):
            pass
        yield
