"""The devices that have joined, for the desk: listed, ended, and codes for more (VN-5.3)."""

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from cli.venue.access.codes import spelled
from cli.venue.access.entitled import INVITES
from cli.venue.access.refused import Forbidden
from cli.venue.access.session import Invitation, Role, Session
from cli.venue.web.bodies import Refusal, answer, body_of
from cli.venue.web.caller import access_of, hall_of, session_of
from storage.log import Log


@get("/api/devices")
async def devices(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The devices of this tournament, by role and person."""
    session, hall = session_of(request), hall_of(request)
    found = access_of(request).devices(session.event, hall.clock())
    return answer({"devices": found})


@post("/api/devices/{session_id:str}/end", status_code=200)
async def end(request: Request[Any, Any, Any], session_id: FromPath[str]) -> Response[bytes]:
    """End a device, such as a lost phone."""
    await end_device(request, session_id)
    return answer({"ended": session_id})


async def end_device(request: Request[Any, Any, Any], session_id: str) -> None:
    """End a device of this tournament: it is let in no more, hears and records nothing (VN-5.3).

    Raises:
        Refusal: there is no such device.
        Forbidden: it is of somebody who may do more than whoever asks.
    """
    session, hall = session_of(request), hall_of(request)
    found = access_of(request).devices(session.event, hall.clock())
    named = next((each for each in found if each.id == session_id), None)
    if named is None:
        raise Refusal(404, "there is no such device")
    require_invites(session, named.role)
    await hall.end_device(session_id)


class CodeIn(Struct, frozen=True, forbid_unknown_fields=True):
    """For whom a code is wanted."""

    role: Role
    person: str = ""
    tables: tuple[int, ...] = ()


@post("/api/codes", status_code=200)
async def code(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A code for one more device: the one there is, or a new one where a device has joined."""
    session, hall, access = session_of(request), hall_of(request), access_of(request)
    wanted = await body_of(request, CodeIn)
    require_invites(session, wanted.role)

    def invited(log: Log) -> str:
        ends = 0
        if session.stream and wanted.role == "player":
            ends = max(log.live(session.stream).replay().state.turn, 1)
        invitation = Invitation(
            wanted.role, wanted.person, session.stream, session.match, wanted.tables, ends
        )
        return access.invite(log, invitation)

    found = await hall.ask(invited)
    return answer({"code": spelled(found), "address": f"/j/{found}"})


def require_invites(session: Session, role: Role) -> None:
    """See that somebody at the desk may make a code for a role, or end a device of it.

    Raises:
        Forbidden: it is a role that may more.
    """
    able = INVITES.get(session.role, frozenset())
    if role not in able:
        raise Forbidden(f"a {session.role} makes no codes for a {role}", "ask the organiser")


HANDLERS = [devices, end, code]
