"""Who asks, and whether that role may ask this at all: before any handler (VN-5.4, VN-6.6)."""

from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from cli.venue.access.permissions import WITHOUT_SCRIPT, may
from cli.venue.access.roles import require_standing
from cli.venue.access.session import STAFF, Invitation
from cli.venue.web.bodies import Refusal
from cli.venue.web.several import concerned, joined

HEADER = "X-Referee"
"""What every post has, which no page of another server can send."""
_READING = frozenset({"GET", "HEAD"})

Connection = ASGIConnection[Any, Any, Any, Any]


async def guard(connection: Connection, _: BaseRouteHandler) -> None:
    """See who asks, and that an address is for that role; of a post also where it comes from.

    The session is in ``connection.state["session"]`` for those behind; all that the device has
    joined, by its token, in ``connection.state["joined"]``.

    That somebody of the staff is still what the device has joined as is looked up each time: a
    device ends with the appointment, but a request may have come in just before (VN-20.5).

    Raises:
        Refusal: 401: the device has not joined; 403: its role may not, or the post is forged, or
            its Host is none, of which no address of a page can be made.
        Forbidden: its person is of the staff no longer.
    """
    if not is_address(connection.headers.get("host", "")):
        raise Refusal(403, "the Host of this request is no address")
    hall = connection.app.state.hall
    sessions = joined(connection)
    session = await concerned(connection, sessions)
    connection.scope.setdefault("state", {}).update(session=session, joined=sessions)
    method, path = str(connection.scope.get("method")), connection.scope["path_template"]
    if not may(session.role if session else None, method, path):
        if session is None:
            raise Refusal(401, "this device has not joined: scan a code, or ask at the desk")
        raise Refusal(403, f"this is not for a {session.role}")
    if method not in _READING:
        require_own_page(connection, scripted=(method, path) not in WITHOUT_SCRIPT)
    if session is not None and session.role in STAFF and not may(None, method, path):
        whose = Invitation(session.role, session.person, session.stream, session.match)
        await hall.ask(lambda log: require_standing(log, whose))


@lru_cache(maxsize=64)
def is_address(host: str) -> bool:
    """Whether a Host has a form of which addresses can be made; none at all is one."""
    try:
        return urlsplit(f"//{host}").port != 0
    except ValueError:
        return False


def require_own_page(connection: Connection, *, scripted: bool) -> None:
    """See that a post comes from a page of this server (VN-5.4).

    Args:
        connection: what was asked.
        scripted: whether a script of the page has sent it, which can send a header.

    Raises:
        Refusal: it does not.
    """
    headers = connection.headers
    host = headers.get("host", "")
    own = f"{connection.scope['scheme']}://{host}"
    if not host or headers.get("origin", "").lower() != own.lower():
        raise Refusal(403, "this was not sent from a page of this server")
    if scripted and headers.get(HEADER) != "1":
        raise Refusal(403, f"a post has the header {HEADER}: 1")
