"""For whom a view is: what a session may look at, and which view it gets (VN-6.1)."""

from collections.abc import Sequence

from cli.venue.access.places import Tournament, seats_of
from cli.venue.access.places import sight_of as sight_at
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import WATCHING, Session
from cli.venue.seen.lines import is_sealed, stream_of
from cli.venue.seen.view import view_of
from cli.venue.view import Sight, View
from referee.games.registry import is_stream
from storage.log import Log
from storage.match import Match


def tournament_of(log: Log, match: Match) -> Tournament | None:
    """The tournament of a match as it stands; None where it is of none, or not in this log."""
    stream = stream_of(match)
    if not stream or not log.has(stream):
        return None
    held = log.live(stream).replay()
    return held.table if held.opened else None


def sight_of(log: Log, match: Match, session: Session) -> Sight:
    """For whom the view of a match is made.

    Raises:
        Forbidden: the session may not look at this match; a tournament has no view.
    """
    if is_stream(match.game.id):
        raise Forbidden(f"{match.id} is a tournament, not a match")
    sight = sight_at(session, match, tournament_of(log, match))
    if sight is None:
        raise Forbidden(f"{match.id} is played at another table", "look at your own table")
    return sight


def view_for(log: Log, match: Match, session: Session) -> View:
    """What a session is shown of a match; errors as for :func:`sight_of`."""
    return view_of(
        match,
        sight_of(log, match, session),
        sealed=is_sealed(log, match),
        by=session.person,
        mine=seats_of(session, match, tournament_of(log, match)),
        people=log.people(),
    )


def require_topics(log: Log, topics: Sequence[str], session: Session) -> None:
    """See that a session may listen to topics.

    Raises:
        Forbidden: it may not, or there is no such topic.
    """
    for topic in topics:
        kind, _, name = topic.partition("/")
        if kind == "match" and session.role not in WATCHING:
            sight_of(log, log.live(name), session)
        elif kind == "tournament" and name == session.stream:
            log.live(name)
        elif kind != "public":
            raise Forbidden(f"{topic}: no such topic for this device")
