"""The desk and those who have registered: listed, confirmed, refused; all games of a round."""

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from cli.venue.access.codes import spelled
from cli.venue.access.session import Invitation
from cli.venue.desk.counter import Counter
from cli.venue.entering import confirmation
from cli.venue.entering.opening import open_at
from cli.venue.web.bodies import answer, body_of
from cli.venue.web.caller import access_of, hall_of, require_pace, session_of
from cli.venue.web.tournaments import at_counter

Asked = Request[Any, Any, Any]


@get("/api/registrations")
async def registrations(request: Asked) -> Response[bytes]:
    """Who waits to be confirmed, and how many are; the code of the event."""
    session = session_of(request)
    code = access_of(request).code_for(Invitation("entrant", stream=session.stream))
    found = await at_counter(request, "", confirmation.entering_of)
    return answer({"code": spelled(code) if code else "", "ready": found.ready, "now": found})


class ConfirmIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is confirmed: all who may be at once, or one."""

    person: str = ""
    everybody: bool = False
    guardian: bool = False


class RefuseIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is refused."""

    person: str


@post("/api/registrations/confirm", status_code=200)
async def confirm(request: Asked) -> Response[bytes]:
    """Confirm those who have registered (VN-18.6)."""
    said = await body_of(request, ConfirmIn)

    def do(desk: Counter) -> list[str]:
        if said.everybody:
            return confirmation.confirm_all(desk)
        return confirmation.confirm(desk, said.person, guardian=said.guardian)

    return await _done(request, do)


@post("/api/registrations/refuse", status_code=200)
async def refuse(request: Asked) -> Response[bytes]:
    """Refuse one."""
    said = await body_of(request, RefuseIn)
    return await _done(request, lambda desk: confirmation.refuse(desk, said.person))


async def _done(request: Asked, do: Any) -> Response[bytes]:
    session = session_of(request)
    require_pace(request, session, 1)
    lines = await at_counter(request, "", do)
    hall_of(request).tell_of_entrants(session.stream)
    return answer({"lines": lines})


@post("/api/tournaments/{stream:str}/games", status_code=200)
async def games(request: Asked, stream: FromPath[str]) -> Response[bytes]:
    """Open the next game of every table of the round at which one is due (VN-18.13)."""
    require_pace(request, session_of(request), 1)

    def look(desk: Counter) -> list[int]:
        state = desk.table.state
        return [each.table for each in state.rounds[-1].contests.values()] if state.rounds else []

    tables = await at_counter(request, stream, look)
    count = await open_at(hall_of(request), [(stream, table) for table in tables], all_=True)
    return answer({"opened": count})


HANDLERS = [registrations, confirm, refuse, games]
