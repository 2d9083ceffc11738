"""The stream of what is new: one connection for all topics of a page (VN-8)."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any

from litestar import Request, get
from litestar.params import FromQuery
from litestar.response import Stream

from cli.venue.access.session import JUDGES, Session
from cli.venue.hall.streams import Listener, Streams
from cli.venue.judge.own_event import seen_as
from cli.venue.seen.sight import require_topics
from cli.venue.web.bodies import Refusal
from cli.venue.web.caller import hall_of, session_of
from storage.log import Log

MOST_TOPICS = 40
"""At most so many topics has one stream."""
MOST_STREAMS = 1200
"""At most so many streams are open (VN-16.3)."""


@get("/api/stream")
async def stream(request: Request[Any, Any, Any], topics: FromQuery[str] = "") -> Stream:
    """Server-sent events of topics, ``match/ID@LAST,...``; goes on behind ``Last-Event-ID``."""
    session, hall = session_of(request), hall_of(request)
    if hall.streams.listening >= MOST_STREAMS:
        raise Refusal(503, "too many streams are open", retry=10)
    after = _after(topics)
    known = _after(request.headers.get("last-event-id", ""))
    after.update({topic: n for topic, n in known.items() if topic in after and n is not None})
    if not after:
        raise Refusal(422, "name the topics, such as match/ID", field="topics")
    await hall.ask(lambda log: _require(log, [*after], session, hall.clock()))
    if hall.access.has_ended(session, hall.clock()):
        raise Refusal(401, "this device was ended while it asked: join again")
    unsealed = frozenset(after) if session.role in JUDGES else frozenset[str]()
    listener = hall.streams.listen(after, unsealed, session.id)
    return Stream(
        _heard(hall.streams, listener),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def _require(log: Log, topics: Sequence[str], session: Session, now: datetime) -> None:
    """See that a device may listen; who hears the own match as its judge does so on the record."""
    require_topics(log, topics, session)
    for kind, _, name in (each.partition("/") for each in topics):
        if kind == "match":
            seen_as(log, log.live(name), session, now)


def _after(topics: str) -> dict[str, int | None]:
    """Topics, each with the last number that is known."""
    found: dict[str, int | None] = {}
    for each in filter(None, topics.split(",")[:MOST_TOPICS]):
        topic, sign, n = each.rpartition("@")
        found[topic if sign else each] = int(n) if sign and n.isdecimal() and len(n) < 10 else None
    return found


async def _heard(streams: Streams, listener: Listener) -> AsyncIterator[bytes]:
    try:
        async for event in listener.events():
            yield event
    finally:
        streams.leave(listener)


HANDLERS = [stream]
