"""The form by which somebody registers (VN-18.1): a plain one, which needs no script."""

import secrets
from math import ceil
from time import monotonic
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from cli.venue.access.codes import spelled
from cli.venue.access.refused import AccessRefused, CodeOver, UnknownCode
from cli.venue.access.session import WATCHING, Invitation, Session
from cli.venue.entering.lists import closes_at
from cli.venue.entering.register import Form, Wrong, new_device, require_open
from cli.venue.language import language_of
from cli.venue.web.bodies import Refusal
from cli.venue.web.caller import access_of, hall_of, joined_by, of_event
from cli.venue.web.join import code_of, device_of, sent_on
from cli.venue.web.pages import page, texts
from storage.log import Log

Asked = Request[Any, Any, Any]

EMPTY = Form(name="")
"""The form before anything is typed."""


@get("/e/{code:str}")
async def form(request: Asked, code: FromPath[str]) -> Response[Any]:
    """The form of an event; whoever has registered goes to the own page."""
    try:
        found, invitation = code_of(request, code)
    except UnknownCode:
        return Redirect(f"/j/{code}", status_code=303)
    if invitation.role != "entrant":
        return Redirect(f"/j/{found}", status_code=303)
    own = _own(request, invitation)
    if own is not None:
        return Redirect(of_event("/me", request, own.stream), status_code=303)
    return await _asked(request, found, invitation, EMPTY, secrets.token_urlsafe(32))


@post("/e/{code:str}")
async def enter(request: Asked, code: FromPath[str]) -> Response[Any]:
    """Somebody registers; the device gets its cookie, and goes to the own page."""
    hall, access = hall_of(request), access_of(request)
    sent = await request.form()
    once = _text(sent, "once")[:200]
    said = _form(sent)
    found, invitation = code_of(request, code)
    if invitation.role != "entrant":
        raise Refusal(404, "this is no code of an event")
    own = _own(request, invitation)
    if own is not None:
        return Redirect(of_event("/me", request, own.stream), status_code=303)
    address, now = request.client.host if request.client else "", hall.clock()

    def register(log: Log) -> tuple[str, Session]:
        label = _text(sent, "label") or device_of(request)
        device = new_device(invitation.stream, label, now)
        return hall.register.register(log, access, said, once, device)

    try:
        if wait := access.limits.registrations(address, monotonic()):
            raise Refusal(429, "too many have registered from here", retry=ceil(wait))
        token, session = await hall.ask(register)
    except Wrong as wrong:
        return await _asked(request, found, invitation, said, once, wrong)
    except AccessRefused as error:
        raise Refusal(403, str(error), what=error.hint or None) from None
    hall.tell_of_entrants(invitation.stream, standing=False)
    return sent_on("/me", request, token, session)


def _own(request: Asked, invitation: Invitation) -> Session | None:
    """The device's own session, where it is one of this event that registers nobody any more."""
    mine = (each for each in joined_by(request).values() if each.stream == invitation.stream)
    return next((each for each in mine if each.role not in WATCHING), None)


def _form(sent: Any) -> Form:
    """What a plain form says."""
    minor = _text(sent, "minor")
    return Form(
        name=_text(sent, "name"),
        programme=_text(sent, "programme"),
        minor=None if minor not in ("yes", "no") else minor == "yes",
        guardian=bool(_text(sent, "guardian")),
        publish=bool(_text(sent, "publish")),
        list=_text(sent, "list"),
    )


def _text(sent: Any, field: str) -> str:
    """A field of a form; a file is none."""
    found = sent.get(field, "")
    return found if isinstance(found, str) else ""


async def _asked(
    request: Asked,
    code: str,
    invitation: Invitation,
    said: Form,
    once: str,
    wrong: Wrong | None = None,
) -> Response[str]:
    """The form, with what was typed and what is wrong with it."""
    hall = hall_of(request)

    def look(log: Log) -> dict[str, Any]:
        table = log.live(invitation.stream).replay().table
        try:
            require_open(table.state)
            over = ""
        except CodeOver as error:
            over = str(error)
        options = table.state.options
        return {
            "entering": table.catalog.entering,
            "lists": options["decklists"] != "none" and bool(options["plays"]),
            "until": closes_at(table.state),
            "over": over,
        }

    shown = await hall.ask(look)
    words = texts(language_of(request))
    why = words[wrong.key].format(*wrong.values) if wrong is not None else ""
    return page(
        request,
        "enter.html",
        status=422 if wrong is not None else 403 if shown["over"] else 200,
        **shown,
        event=invitation.stream,
        code=code,
        spelled=spelled(code),
        said=said,
        once=once,
        wrong=why,
        field=wrong.field if wrong is not None else "",
    )


HANDLERS = [form, enter]
