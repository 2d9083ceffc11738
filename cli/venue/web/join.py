"""How a device joins, and what it is then: codes, the cookie, the PIN (VN-5)."""

import secrets
from asyncio import to_thread
from math import ceil
from time import monotonic
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct

from cli.venue.access.access import Access, require_pin
from cli.venue.access.codes import PREFIX, read_code, spelled
from cli.venue.access.home_tables import home, matches_of, own_seats
from cli.venue.access.refused import AccessRefused, UnknownCode, WrongPin
from cli.venue.access.session import HEAD, LASTS, Invitation, Session
from cli.venue.language import language_of
from cli.venue.web.bodies import Refusal, answer, body_of
from cli.venue.web.caller import access_of, hall_of, joined_by, of_event, session_of
from cli.venue.web.pages import page, texts
from cli.venue.web.several import COOKIE, cookie_with
from storage.log import Log
from storage.tournament.games import contests_of


@get("/")
async def entrance(request: Request[Any, Any, Any]) -> Response[Any]:
    """Who has joined goes to the own page, everybody else types a code."""
    if request.scope["state"].get("session") is not None:
        return Redirect("/here", status_code=303)
    return _asked_again(request)


@post("/j")
async def typed(request: Request[Any, Any, Any]) -> Response[Any]:
    """A code that somebody typed, in any form."""
    code = read_code(str((await request.form()).get("code", "")))
    if code is None:
        wrong = texts(language_of(request))["join.wrong"]
        return _asked_again(request, 422, wrong)
    return Redirect(f"/j/{code}", status_code=303)


@get("/j/{code:str}")
async def shown(request: Request[Any, Any, Any], code: FromPath[str]) -> Response[Any]:
    """What a code is for; it binds nothing, for link previews fetch this too (VN-4)."""
    access = access_of(request)
    try:
        found, invitation = code_of(request, code)
    except UnknownCode as error:
        return _asked_again(request, 404, str(error))
    if invitation.role == "entrant":
        return Redirect(f"/e/{found}", status_code=303)
    if access.taken(found):
        wrong = texts(language_of(request))["join.taken"]
        return _asked_again(request, 403, wrong)
    return await _asked(request, access, found, invitation)


def _asked_again(
    request: Request[Any, Any, Any], status: int = 200, wrong: str = ""
) -> Response[str]:
    """The page on which a code is typed, with what was wrong with the one before."""
    return page(request, "join.html", status=status, invited=None, code="", wrong=wrong)


async def _asked(
    request: Request[Any, Any, Any], access: Access, code: str, invitation: Invitation
) -> Response[str]:
    hall = hall_of(request)
    people = await hall.ask(hall.showing.people)
    return page(
        request,
        "join.html",
        invited={
            "role": invitation.role,
            "name": people.get(invitation.person, invitation.person),
            "event": invitation.event,
            "tables": invitation.tables,
        },
        code=spelled(code),
        wrong="",
        once=secrets.token_urlsafe(16),
        pin=invitation.role in HEAD and not access.has_pin(invitation),
    )


@post("/j/{code:str}")
async def join(request: Request[Any, Any, Any], code: FromPath[str]) -> Response[Any]:
    """This device joins; it gets its cookie, and goes to its page."""
    access, hall = access_of(request), hall_of(request)
    form = await request.form()
    label, once, pin = (str(form.get(name, "")) for name in ("label", "once", "pin"))
    now = hall.clock()

    def bind(log: Log) -> tuple[str, Session]:
        token, session = access.bind(log, found, label or device_of(request), now, once=once)
        if pin and session.role in HEAD and not access.has_pin(session):
            access.set_pin(log, session, pin, now)
        return token, session

    try:
        found, invitation = code_of(request, code)
        if invitation.role == "entrant":
            return Redirect(f"/e/{found}", status_code=303)
        if pin and invitation.role in HEAD:
            require_pin(pin)
        token, session = await hall.ask(bind)
    except AccessRefused as error:
        status = 404 if isinstance(error, UnknownCode) else 403
        wrong = f"{error}. {error.hint}".rstrip(". ") + "."
        return page(
            request,
            "join.html",
            status=422 if isinstance(error, WrongPin) else status,
            invited=None,
            code="",
            wrong=wrong[:1].upper() + wrong[1:],
        )
    return sent_on("/here", request, token, session)


def sent_on(path: str, request: Request[Any, Any, Any], token: str, session: Session) -> Redirect:
    """To a page of the event that a device has joined with that token, and has chosen so; it keeps
    what it has joined of others."""
    cookie = cookie_of(request, cookie_with(token, joined_by(request), session.event))
    at = of_event(path, request, session.event) if path in ("/here", "/me") else path
    return Redirect(at, status_code=303, cookies=[cookie])


def code_of(request: Request[Any, Any, Any], typed: str) -> tuple[str, Invitation]:
    """The code that was tried, and what it is for.

    Raises:
        UnknownCode: there is none.
        Refusal: 429: too many were tried (VN-5.6).
    """
    access, code = access_of(request), read_code(typed)
    address = request.client.host if request.client else ""
    prefix = code[:PREFIX] if code else ""
    if wait := access.limits.tries(prefix, address, monotonic()):
        raise Refusal(429, "too many codes were tried; wait a little", retry=ceil(wait))
    invitation = access.invitation(code) if code else None
    if code is None or invitation is None:
        raise UnknownCode("there is no such code", "read it again, or ask at the desk")
    access.limits.found(prefix, address)
    return code, invitation


def device_of(request: Request[Any, Any, Any]) -> str:
    """What a device is called where nobody gave it a name: by its kind."""
    agent = request.headers.get("user-agent", "")
    kinds = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
    return next((kind for kind in kinds if kind in agent), "a device")


def cookie_of(request: Request[Any, Any, Any], token: str) -> Cookie:
    """VN-5.3: no script reads it, no other site has it sent, and under TLS it goes by TLS only."""
    return Cookie(
        key=COOKIE,
        value=token,
        path="/",
        max_age=int(LASTS.total_seconds()) if token else 0,
        httponly=True,
        samesite="strict",
        secure=request.scope["scheme"] == "https",
    )


# -- who has joined ------------------------------------------------------------------------------


@get("/here")
async def here(request: Request[Any, Any, Any]) -> Redirect:
    """The page where a device is at home just now; a player's moves with the round (VN-5.2). Of a
    device that has joined several events it is that of the one that is named, and which that is
    else, its holder says."""
    session, sessions = session_of(request), joined_by(request)
    if len(sessions) > 1 and "event" not in request.query_params:
        return Redirect("/choose", status_code=303)
    home = await hall_of(request).ask(lambda log: home_of(log, session))
    if len(sessions) < 2:
        return Redirect(home, status_code=303)
    token = next(each for each, known in sessions.items() if known is session)
    return sent_on(home, request, token, session)


def home_of(log: Log, session: Session) -> str:
    """The address where a device is at home, as everything stands.

    Raises:
        LogError: the log cannot be read.
    """
    if not session.stream or session.role == "entrant":
        return home(session, {session.match: False})
    table = log.live(session.stream).replay().table
    games = contests_of(log, session.stream, table.state.turn)
    matches = [log.live(match) for match in matches_of(session, table, games)]
    if session.role == "player":
        matches = [match for match in matches if own_seats(session, match)]
    ended = {match.id: bool(match.replay().state.over) for match in matches}
    return home(session, ended)


@get("/api/me")
async def me(request: Request[Any, Any, Any]) -> Response[bytes]:
    """As what this device has joined, and where it is at home."""
    session, hall, access = session_of(request), hall_of(request), access_of(request)
    at, people = await hall.ask(lambda log: (home_of(log, session), hall.showing.people(log)))
    return answer(
        {
            "id": session.id,
            "person": session.person,
            "name": people.get(session.person, session.person),
            "role": session.role,
            "stream": session.stream,
            "match": session.match,
            "tables": session.tables,
            "until": session.until,
            "home": at,
            "pin": access.needs_pin(session, hall.clock()),
            "has_pin": access.has_pin(session),
        }
    )


class PinIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A PIN, as it was typed."""

    pin: str


@post("/api/pin", status_code=200)
async def give_pin(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The PIN, which counts for 15 minutes; the first one is the one that is chosen (VN-5.7)."""
    session, hall, access = session_of(request), hall_of(request), access_of(request)
    pin, now = (await body_of(request, PinIn)).pin, hall.clock()
    if wait := access.limits.pin(f"{session.event}/{session.person}", monotonic()):
        raise Refusal(429, "too many PINs were tried; wait a little", retry=ceil(wait))
    if not access.has_pin(session):
        await hall.ask(lambda log: access.set_pin(log, session, pin, now))
    elif not await to_thread(access.prove, session, pin, now):
        raise Refusal(403, "this is not the PIN", error="wrong pin")
    return answer({"pin": False})


@post("/api/leave", status_code=200)
async def leave(request: Request[Any, Any, Any]) -> Response[bytes]:
    """This device leaves; it has to join again with another code."""
    session = session_of(request)
    await hall_of(request).end_device(session.id)
    left = answer({"left": session.id})
    others = [each for each, known in joined_by(request).items() if known.id != session.id]
    left.set_cookie(cookie_of(request, ".".join(others)))
    return left


HANDLERS = [entrance, typed, shown, join, here, me, give_pin, leave]
