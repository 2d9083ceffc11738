"""What a device may log (VN-5.5)."""

from cli.venue.access.session import Session
from events.event import Event
from storage.log import Log
from storage.match import Match


def require_may_log(log: Log, session: Session, event: Event, match: Match) -> None:
    """See that a session may log an event in a match."""
