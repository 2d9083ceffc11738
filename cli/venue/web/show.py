"""The pages of screens, spectators and stream software, and what they are told (VN-13)."""

from time import monotonic
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import structs

from cli.screen.qr import code as code_modules
from cli.tournament.paper.hall_map import grid_of
from cli.venue.access.codes import spelled
from cli.venue.access.refused import AccessRefused
from cli.venue.access.session import WATCHING, Invitation
from cli.venue.entering.register import require_open
from cli.venue.hall.hall import Hall
from cli.venue.seen.delayed import public_topic
from cli.venue.seen.sight import require_topics
from cli.venue.show.kept import Kept, Made
from cli.venue.show.overlay import Overlay, overlay
from cli.venue.show.tournament import Door, Shown, shown
from cli.venue.web.bodies import Refusal
from cli.venue.web.caller import hall_of, session_of
from cli.venue.web.pages import page
from referee.tournament.state import State
from storage.log import Log
from storage.venue.floor import floor

RENEWED = 60.0
"""After so many seconds an answer is made anew though nothing happened: somebody may be called
otherwise."""


@get("/show")
async def projector(request: Request[Any, Any, Any]) -> Response[str]:
    """The page of a projector: it turns its pages by itself."""
    return _page(request, "show.html")


@get("/watch")
async def phone(request: Request[Any, Any, Any]) -> Response[str]:
    """The same for the phones of players and spectators: where do I play, how do I stand?"""
    return _page(request, "watch.html")


def _page(request: Request[Any, Any, Any], name: str) -> Response[str]:
    stream = _event(request)
    topics = _from_now(request, f"tournament/{stream}")
    return page(request, name, event=stream, topics=topics)


def _from_now(request: Request[Any, Any, Any], topic: str) -> str:
    """A topic with its number, so that a page misses nothing of what comes from now on."""
    return f"{topic}@{hall_of(request).streams.number(topic)}"


@get("/api/show")
async def screens(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What screens are told of a tournament."""
    stream, hall = _event(request), hall_of(request)
    role = session_of(request).role
    outside = role == "spectator"
    inside = role not in ("spectator", "player", "screen")

    def look(log: Log) -> Shown:
        match = log.live(stream)
        replay = match.replay()
        if not replay.opened:
            raise Refusal(404, f"{stream} has no legal opening")
        published = outside or (bool(replay.state.over) and not inside)
        people = hall.showing.people(log, published=published)
        found = shown(stream, match.last, replay.table, people, hall.clock())
        door = None if outside else _door(hall, stream, replay.state)
        spots = floor(log, stream)
        rows = grid_of(spots, [each.table for each in found.tables]) if spots else ()
        return structs.replace(found, door=door, floor=rows)

    code = hall.access.code_for(Invitation("entrant", stream=stream))
    at = hall.streams.number(f"tournament/{stream}"), monotonic() // RENEWED, code
    name = f"{stream} {'outside' if outside else 'inside' if inside else 'hall'}"
    return _sent(request, await _kept(request).get(name, at, lambda: hall.ask(look)))


def _door(hall: Hall, stream: str, state: State) -> Door | None:
    """How players register for a tournament; None while nobody does."""
    code = hall.access.code_for(Invitation("entrant", stream=stream))
    try:
        require_open(state)
    except AccessRefused:
        return None
    if not code or not hall.address:
        return None
    address = f"{hall.address}/e/{code}"
    square = tuple("".join(map(str, row)) for row in code_modules(address))
    return Door(hall.address, spelled(code), square)


@get("/overlay/{match_id:str}")
async def overlaid(request: Request[Any, Any, Any], match_id: FromPath[str]) -> Response[str]:
    """One match for stream software: transparent, delayed as the tournament says."""
    await _require(request, match_id)
    hall = hall_of(request)
    at = await hall.ask(lambda log: hall.showing.delayed.at(log, log.live(match_id)))
    topics = f"{public_topic(match_id)}@{at}"  # as it is known, also of one that is over (VN-6.5)
    return page(request, "overlay.html", match=match_id, topics=topics)


@get("/api/overlay/{match_id:str}")
async def overlay_shown(
    request: Request[Any, Any, Any], match_id: FromPath[str]
) -> Response[bytes]:
    """What the overlay shows, for those who draw their own."""
    await _require(request, match_id)
    hall = hall_of(request)

    def look(log: Log) -> Overlay:
        return overlay(hall.showing.shared(log, log.live(match_id), "public"))

    topic = public_topic(match_id)
    at = hall.streams.number(topic), monotonic() // RENEWED
    return _sent(request, await _kept(request).get(topic, at, lambda: hall.ask(look)))


async def _require(request: Request[Any, Any, Any], match_id: str) -> None:
    """See that the device may watch a match: asked once of each that only watches, and each time of
    others, whose rights come and go.

    Raises:
        Forbidden: it may not.
        UnknownMatch: there is none.
    """
    session, known = session_of(request), _watching(request)
    if (session.id, match_id) in known:
        return
    await hall_of(request).ask(lambda log: require_topics(log, [public_topic(match_id)], session))
    if session.role in WATCHING:
        known.add((session.id, match_id))


def _watching(request: Request[Any, Any, Any]) -> set[tuple[str, str]]:
    state = request.app.state
    if not hasattr(state, "watching"):
        state.watching = set()
    found = state.watching
    assert isinstance(found, set)
    return found


def _event(request: Request[Any, Any, Any]) -> str:
    """The tournament of the device.

    Raises:
        Refusal: it is of none.
    """
    session = session_of(request)
    if not session.stream:
        raise Refusal(404, f"there is no tournament here; /overlay/{session.match} shows the match")
    return session.stream


def _kept(request: Request[Any, Any, Any]) -> Kept:
    """The answers that are kept."""
    state = request.app.state
    if not hasattr(state, "shown"):
        state.shown = Kept()
    kept = state.shown
    assert isinstance(kept, Kept)
    return kept


def _sent(request: Request[Any, Any, Any], made: Made) -> Response[bytes]:
    """An answer that is kept, or the word that the browser has it already."""
    headers = {"Cache-Control": "no-cache", "ETag": made.tag, "Vary": "Accept-Encoding, Cookie"}
    if request.headers.get("if-none-match", "") == made.tag:
        return Response(b"", status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(made.packed, media_type="application/json", headers=headers)
    return Response(made.body, media_type="application/json", headers=headers)


HANDLERS = [projector, phone, screens, overlaid, overlay_shown]
