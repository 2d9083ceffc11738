"""Which device records a match (VN-10.1)."""

from datetime import datetime
from typing import Any

from litestar import Request, Response, post
from litestar.params import FromPath

from cli.reading.lines import new_id
from cli.venue.access.home_tables import seats_of
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import Session
from cli.venue.hall.hall import topic_of
from cli.venue.hall.streams import Message
from cli.venue.language import language_of
from cli.venue.seen.entries import stream_of, tournament_of
from cli.venue.seen.spoken import in_language
from cli.venue.view import View
from cli.venue.web.bodies import answer
from cli.venue.web.caller import hall_of, session_of
from cli.venue.web.matches import shown
from events.common import Note
from storage.log import Draft, Item, Log
from storage.match import Match


@post("/api/matches/{match_id:str}/recorder", status_code=200)
async def record(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[bytes]:
    """This device records from now on; the one that did before is told, and the tournament notes
    it (VN-10.1)."""
    session, hall = session_of(request), hall_of(request)
    language = language_of(request)

    def take(log: Log) -> View:
        match = log.live(match_id)
        if not seats_of(session, match, tournament_of(log, match)):
            raise Forbidden(f"{match.id} is not at a table of yours", "look at your own table")
        before = hall.recorders.take(match.id, session)
        if before is not None:
            _note_taken(log, match, session, before, hall.clock())
            taken = {"recorder": session.person}
            hall.tell([Message.of(topic_of(match), match.last, taken)])
        return in_language(shown(hall, log, match, session), language)

    return answer(await hall.ask(take))


def _note_taken(log: Log, match: Match, session: Session, before: Session, now: datetime) -> None:
    """The note in the stream of the tournament; without a tournament there is none."""
    stream = stream_of(match)
    if stream and log.has(stream):
        said = f"{match.id} is recorded by {session.person} from entry {match.last + 1} on, "
        note = Note(session.person, said + f"before by {before.person}")
        draft = Draft(note, new_id(now), now, now, session.person)
        (answered,) = log.append_many([Item(stream, [draft])])
        if answered.error is not None:
            raise answered.error


HANDLERS = [record]
