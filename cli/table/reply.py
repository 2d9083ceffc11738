"""What a line at the table comes to."""

from collections.abc import Sequence
from typing import NamedTuple

from cli.failure import Status
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
