"""Who asks, and of which hall."""

from math import ceil
from time import monotonic
from typing import Any

from litestar import Request

from cli.venue.access.access import Access
from cli.venue.access.session import Session
from cli.venue.hall.hall import Hall
from cli.venue.web.bodies import Refusal


def hall_of(request: Request[Any, Any, Any]) -> Hall:
    """The hall that is asked."""
    hall = request.app.state.hall
    assert isinstance(hall, Hall)
    return hall


def access_of(request: Request[Any, Any, Any]) -> Access:
    """Who may join, and who has."""
    return hall_of(request).access


def session_of(request: Request[Any, Any, Any]) -> Session:
    """The session of the device that asks.

    Raises:
        Refusal: 401: it has none.
    """
    session = request.scope.get("state", {}).get("session")
    if not isinstance(session, Session):
        raise Refusal(401, "this device has not joined: scan the code of the table or ask the desk")
    return session


def joined_by(request: Request[Any, Any, Any]) -> dict[str, Session]:
    """What the device that asks has joined, by its token: one of each event, the chosen one
    first."""
    found = request.scope.get("state", {}).get("joined", {})
    assert isinstance(found, dict)
    return found


def of_event(path: str, request: Request[Any, Any, Any], event: str) -> str:
    """The address of a page that each event has one of: with the event where this device has
    joined others, too."""
    others = {each.event for each in joined_by(request).values()} - {event}
    return f"{path}?event={event}" if others else path


def require_pace(request: Request[Any, Any, Any], session: Session, count: int) -> None:
    """See that a device sends no more entries than VN-5.6 lets it.

    Raises:
        Refusal: 429, with the seconds to wait.
    """
    wait = hall_of(request).access.limits.entries(session.id, count, monotonic())
    if wait:
        raise Refusal(429, f"wait {ceil(wait)} seconds; nothing was written", retry=ceil(wait))


def require_pin(request: Request[Any, Any, Any], session: Session) -> None:
    """See that a head judge or organiser has given the PIN within 15 minutes (VN-5.7): before
    rulings and posts.

    Raises:
        Refusal: 403, with the error ``pin``.
    """
    access = access_of(request)
    if access.needs_pin(session, hall_of(request).clock()):
        known = access.has_pin(session)
        hint = "give your PIN" if known else "choose a PIN of 4 to 12 digits first"
        raise Refusal(403, hint, error="pin")
