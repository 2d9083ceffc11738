"""What a line at the table would log, and the question that has to be answered before it does."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cli.failure import Status
from events.common import RULINGS
from events.event import Event


class Reply(NamedTuple):
    """What a line comes to."""

    lines: Sequence[str] = ()  # what to show
    events: tuple[Event, ...] = ()  # what to append to the log; then tell the session how that went
    offer: str = ""  # what to put on the next line for editing
    look: bool = False  # look into the log for what others logged, then call :meth:`Session.looked`
    leave: bool = False  # the session is over
    # where something of the line is not logged, the exit status for a program
    lost: Status | None = None


def unclear(lines: Sequence[str], offer: str = "") -> Reply:
    """What was typed cannot be logged so."""
    return Reply(lines, offer=offer, lost=Status.MISUSED)


class Proposed(NamedTuple):
    """What is on its way into the log: the events, the line they came from, what it has left; and
    what breaks a rule behind them, which is asked about when they are in the log."""

    events: tuple[Event, ...]
    line: str
    rest: str = ""
    undone: tuple[int, ...] = ()
    refused: "Refused | None" = None

    def is_like(self, event: Event | None) -> bool:
        """Whether the last of the events is this one typed otherwise: of one seat and one verb."""
        mine = self.events[-1]
        seats = (getattr(each, "seat", "") for each in (mine, event))
        return type(event) is type(mine) and len(set(seats)) == 1


class Refused(NamedTuple):
    """What breaks a rule and is not in the log: as it would go in, and what is said of it."""

    proposed: Proposed
    lines: Sequence[str]


class Question(NamedTuple):
    """What is asked, of what, how it is answered, and what a yes does; each answer may be cut
    short."""

    about: Proposed
    asks: str
    yes: str
    no: str
    how: str
    then: Callable[[Proposed], Reply]

    @property
    def prompt(self) -> str:
        """What stands before the answer."""
        short = "/".join(sorted((self.yes[0], self.no[0]), key="mpyn".index))
        return f"{self.asks}? [{short}] "


def misplayed(proposed: Proposed, then: Callable[[Proposed], Reply]) -> Question:
    """What breaks a rule: it may be a typing mistake."""
    how = "m: a typing mistake, nothing is logged; p: it was really played, log it"
    return Question(proposed, "mistyped, or really played", "played", "mistyped", how, then)


def overtaken(proposed: Proposed, then: Callable[[Proposed], Reply]) -> Question:
    """Somebody else was quicker."""
    how = "y: read the line again as the match stands now; n: edit it first"
    return Question(proposed, "log your line anyway", "yes", "no", how, then)


def weighed(proposed: Proposed, then: Callable[[Proposed], Reply]) -> Question:
    """What changes much, ends a match or comes from nobody who is known."""
    ruled = any(isinstance(event, RULINGS) for event in proposed.events)
    asks = "make this ruling" if ruled else "log it"
    return Question(proposed, asks, "yes", "no", "y: log it; n: leave it", then)
