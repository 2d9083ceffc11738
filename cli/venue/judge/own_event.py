"""Who judges and plays in one event: what is closed to players is closed to them, too (TR-4.2)."""

from datetime import datetime

from cli.venue.access.refused import Forbidden
from cli.venue.access.session import Session
from cli.venue.judge.ruling import log_at_event
from events.common import Note
from storage.log import Log


def require_apart(log: Log, session: Session, looked_at: str, now: datetime) -> None:
    """See that somebody who plays in an event may be told what is closed to players. Its organiser
    may, who can be the only one who judges there: that it was looked at is on the record, once in
    each round.

    Args:
        log: the log, in the writer's thread.
        session: the device.
        looked_at: what is asked for.
        now: when, UTC.

    Raises:
        Forbidden: whoever judges and plays is to ask somebody who does not play.
    """
    if session.role != "organiser":
        why = f"{session.person} plays here, too: what is closed to players stays closed"
        raise Forbidden(why, "ask another judge")
    replay = log.live(session.stream).replay()
    note = Note(
        session.person, f"who plays here looked at {looked_at} in round {replay.state.turn}"
    )
    if note not in replay.events:
        log_at_event(log, session, note, now)
