"""What a judge's device reaches: its tournament with its matches, or single matches."""

from cli.reading.matches import Source
from cli.tournament.stream import Desk
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import Session
from cli.venue.seen.entries import stream_of
from cli.venue.seen.sight import sight_of
from referee.games.registry import is_stream
from storage.log import Log
from storage.match import Match


def desk_of(log: Log, session: Session) -> Desk | None:
    """The tournament of a device; None where it has joined a single match."""
    if not session.stream:
        return None
    return Desk(log, Source(log.live(session.stream), log.people()), session.person)


def require_desk(log: Log, session: Session) -> Desk:
    """The same.

    Raises:
        Forbidden: the device has joined no tournament.
    """
    desk = desk_of(log, session)
    if desk is None:
        raise Forbidden("this device has joined no tournament", "a match is judged on its own page")
    return desk


def games_at_hand(log: Log, session: Session) -> list[Match]:
    """The matches that are on, or were looked at of late: those of the tournament, or the one
    that was joined."""
    if not session.stream:
        return [log.live(session.match)] if session.match else []
    return [
        match
        for match in log.at_hand.values()
        if not is_stream(match.game.id) and stream_of(match) == session.stream
    ]


def judged(log: Log, session: Session, match_id: str) -> Source:
    """A match that a judge looks at.

    Raises:
        Forbidden: it is not of this tournament, or the device does not judge here any more.
        UnknownMatch: there is none.
    """
    match = log.live(match_id)
    if sight_of(log, match, session) != "staff":
        raise Forbidden(f"{session.person} does not judge {match_id}", "ask at the desk")
    return Source(match, log.people())
