"""For whom a view is: what a session may look at, and which view it gets (VN-6.1)."""

from collections.abc import Sequence

from cli.venue.access.refused import Forbidden
from cli.venue.access.session import JUDGES, Session
from cli.venue.seen.lines import is_sealed, stream_of
from cli.venue.seen.view import view_of
from cli.venue.view import Sight, View
from events.common import Opening
from referee.games.registry import is_stream
from storage.log import Log
from storage.match import Match


def sight_of(log: Log, match: Match, session: Session) -> Sight:
    """For whom the view of a match is made.

    Raises:
        Forbidden: the session may not look at this match; a tournament has no view.
    """
    if is_stream(match.game.id):
        raise Forbidden(f"{match.id} is a tournament, not a match")
    stream = stream_of(match)
    if (session.stream and session.stream != stream) or (
        session.match and session.match != match.id
    ):
        raise Forbidden(f"{match.id} is not of this tournament")
    if session.role in JUDGES:
        return "staff"
    if session.role in ("spectator", "screen"):
        return "public"
    if session.role == "player" and not seats_of(match, session):
        raise Forbidden(f"{match.id} is played at another table")
    return "table"


def seats_of(match: Match, session: Session) -> tuple[str, ...]:
    """The seats of a match for which a device logs."""
    opening = match.entry(1).event
    assert isinstance(opening, Opening)
    if session.role == "scorekeeper":
        return tuple(seating.seat for seating in opening.seats)
    return tuple(s.seat for s in opening.seats if s.person == session.person)


def view_for(log: Log, match: Match, session: Session) -> View:
    """What a session is shown of a match; errors as for :func:`sight_of`."""
    return view_of(
        match,
        sight_of(log, match, session),
        sealed=is_sealed(log, match),
        by=session.person,
        mine=seats_of(match, session),
        people=log.people(),
    )


def require_topics(log: Log, topics: Sequence[str], session: Session) -> None:
    """See that a session may listen to topics.

    Raises:
        Forbidden: it may not, or there is no such topic.
    """
    for topic in topics:
        kind, _, name = topic.partition("/")
        if kind == "match" and session.role not in ("spectator", "screen"):
            sight_of(log, log.live(name), session)
        elif kind == "tournament" and (name == session.stream or not session.stream):
            log.live(name)
        elif kind == "public":
            pass
        else:
            raise Forbidden(f"{topic}: no such topic for this device")
