"""A device that has joined several events of one log: of which an address is, and the page on which
its holder chooses."""

from contextlib import suppress
from typing import Any

from litestar import Request, Response, get
from litestar.connection import ASGIConnection

from cli.venue.access.home_tables import place_of_match
from cli.venue.access.session import Session
from cli.venue.hall.hall import Hall
from cli.venue.web.caller import hall_of, joined_by
from cli.venue.web.pages import page
from storage.error import LogError
from storage.log import Log

Connection = ASGIConnection[Any, Any, Any, Any]

COOKIE = "referee"
"""The cookie that holds the token of a device; of one that has joined several events that of each,
first the one that was chosen."""
EVENT = "X-Referee-Event"
"""In which a page says of which event it is, where the address does not."""
MOST = 4
"""So many events a device has joined at most; the next takes the place of the last."""
_BETWEEN = "."


def joined(connection: Connection) -> dict[str, Session]:
    """What a device has joined, by its token, the chosen one first: one of each event."""
    hall = connection.app.state.hall
    assert isinstance(hall, Hall)
    now = hall.clock()
    found: dict[str, Session] = {}
    for token in connection.cookies.get(COOKIE, "").split(_BETWEEN)[:MOST]:
        session = hall.access.session(token, now) if token else None
        if session is not None and session.event not in {each.event for each in found.values()}:
            found[token] = session
    return found


def cookie_with(token: str, joined: dict[str, Session], event: str) -> str:
    """What the cookie holds once a device has joined an event with that token, or has chosen it."""
    others = [each for each, session in joined.items() if session.event != event]
    return _BETWEEN.join([token, *others][:MOST])


async def concerned(connection: Connection, sessions: dict[str, Session]) -> Session | None:
    """As what a device asks: as what it has joined the event that the page or the address names,
    and else the one that was chosen.

    None where it has joined none, or not the event that its page is of: what was meant for one
    event is never done in another.
    """
    known = {each.event: each for each in sessions.values()}
    said = connection.query_params.get("event") or connection.headers.get(EVENT, "")
    if said:
        return known.get(said)
    first = next(iter(known.values()), None)
    if len(known) < 2:
        return first
    names = [connection.path_params.get(name, "") for name in ("stream", "match_id")]
    topics = str(connection.query_params.get("topics", "")).split(",")
    names += [each.partition("/")[2].partition("@")[0] for each in topics]
    named = [str(each) for each in names if each]
    for name in named:
        if name in known:
            return known[name]
    hall = connection.app.state.hall
    streams = await hall.ask(lambda log: [_stream(log, each) for each in named])
    return next((known[each] for each in streams if each in known), first)


def _stream(log: Log, match: str) -> str:
    """The tournament of a match; empty where there is none."""
    with suppress(LogError):
        place = place_of_match(log.live(match))
        return place.stream if place else ""
    return ""


@get("/choose")
async def choose(request: Request[Any, Any, Any]) -> Response[str]:
    """The events that this device has joined, each with the name that it has there."""
    hall = hall_of(request)
    sessions = joined_by(request).values()

    def look(log: Log) -> list[dict[str, str]]:
        people = hall.showing.people(log)
        found = []
        for each in sorted(sessions, key=lambda each: each.event):
            row = hall.register.of(each.stream, each.person)
            name = people.get(each.person) or (row.name if row else each.person)
            found.append({"event": each.event, "role": each.role, "name": name})
        return found

    return page(request, "choose.html", events=await hall.ask(look))


HANDLERS = [choose]
