"""Where the browser of a player takes notifications (VN-18.15)."""

from typing import Any

from litestar import Request, Response, delete, post
from msgspec import Struct

from cli.venue.language import language_of
from cli.venue.web.bodies import Refusal, answer, body_of
from cli.venue.web.caller import hall_of, require_pace, session_of
from storage.venue.push import Subscription, subscribe, unsubscribe

Asked = Request[Any, Any, Any]


class KeysIn(Struct, frozen=True):
    """The keys of a browser, base64url."""

    p256dh: str
    auth: str


class SubscriptionIn(Struct, frozen=True):
    """A subscription as a browser writes it; what else it says is passed over."""

    endpoint: str
    keys: KeysIn


@post("/api/push", status_code=200)
async def notify(request: Asked) -> Response[bytes]:
    """Notify this device when a round is posted."""
    session = session_of(request)
    require_pace(request, session, 1)
    service = request.app.state.push
    if service is None:
        raise Refusal(404, "this hall sends no notifications")
    said = await body_of(request, SubscriptionIn)
    if not service.takes(said.endpoint, said.keys.p256dh, said.keys.auth):
        raise Refusal(422, "this is no subscription of a push service that is known")
    made = Subscription(
        session.id, said.endpoint, said.keys.p256dh, said.keys.auth, language_of(request)
    )
    await hall_of(request).ask(lambda log: subscribe(log, made))
    return answer({"notified": True})


@delete("/api/push", status_code=200)
async def leave_alone(request: Asked) -> Response[bytes]:
    """Notify this device no more."""
    session = session_of(request)
    require_pace(request, session, 1)
    await hall_of(request).ask(lambda log: unsubscribe(log, [session.id]))
    return answer({"notified": False})


HANDLERS = [notify, leave_alone]
