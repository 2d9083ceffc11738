"""What is sent, read and refused: bodies to Structs, errors to what a client can go by (VN-4.1)."""

import logging
import re
from itertools import chain
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from cli.failure import Status, failure_of
from cli.language import fields_in
from cli.venue.access.refused import AccessRefused, UnknownCode
from cli.venue.hall.busy import RETRY, Busy
from cli.venue.language import language_of
from cli.venue.seen.names import beside
from events.error import RefereeError
from storage.error import (
    Conflict,
    IncompleteEntry,
    LogError,
    StaleSequence,
    UnknownMatch,
    Unloggable,
    Unplayed,
)

T = TypeVar("T")

MOST_BODY = 64 * 1024
"""At most so many bytes are read of a body (VN-4)."""

SECURE = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
"""What every answer says to the browser (VN-5.8)."""

_WORDS = {
    400: "not json",
    401: "unauthorised",
    403: "forbidden",
    404: "unknown",
    405: "not allowed",
    409: "conflict",
    413: "too large",
    422: "not well-formed",
    429: "slow down",
    500: "fault",
    503: "busy",
    507: "no room",
}

_HINTS = {
    404: "there is nothing at this address",
    405: "this address is not asked in that way",
    413: f"a body has at most {MOST_BODY:,} bytes",
}
"""What is said where no handler of ours was reached."""

_LACKING = re.compile(r"(?:missing required|contains unknown) field `([^`]*)`")
"""The field that is missing or one too many, which is not in the path that is named."""

_FOLDER = re.compile(r"^(?:[A-Za-z]:)?[^:]*[/\\](?=[^/\\:]+:)")
"""The folder of the log with whose path a message begins."""

_log = logging.getLogger(__name__)


class Refusal(RefereeError):
    """Why a request is not answered as it wishes.

    Args:
        status: the status of HTTP.
        hint: what is wrong and what would do, in words for a person.
        error: the word for programs; by default that of the status.
        retry: after how many seconds it may come again; 0: not said.
        more: what else the answer says, such as ``field`` or ``entries``.
    """

    def __init__(
        self, status: int, hint: str, *, error: str = "", retry: int = 0, **more: Any
    ) -> None:
        super().__init__(hint)
        self.status = status
        self.error = error or _WORDS.get(status, "refused")
        self.hint = hint
        self.retry = retry
        self.more = more


def refusal_of(error: Exception) -> Refusal:
    """Any error as a refusal."""
    match error:
        case Refusal():
            return error
        case Busy():
            return Refusal(503, str(error), retry=RETRY)
        case UnknownCode():
            return Refusal(404, str(error), what=error.hint or None)
        case AccessRefused():
            return Refusal(403, str(error), what=error.hint or None)
        case StaleSequence():
            return Refusal(409, str(error), error="stale", last=error.current)
        case Conflict():
            return Refusal(409, str(error))
        case UnknownMatch():
            return Refusal(404, "the log has no such match")
        case IncompleteEntry():
            asked = error.question
            return Refusal(422, asked.message, error="incomplete", choices=asked.choices)
        case Unloggable():
            return Refusal(422, str(error))
        case msgspec.ValidationError():
            said = str(error)
            what, _, at = said.partition(" - at `$")
            lacking = _LACKING.search(what)
            at = ".".join(filter(None, (at.rstrip("`").lstrip("."), lacking and lacking[1])))
            return Refusal(422, said, field=at or None, what=what)
        case msgspec.DecodeError():
            return Refusal(400, f"the body is no JSON: {error}")
        case Unplayed():
            return Refusal(500, str(error))
        case LogError():
            return Refusal(507, without_folder(str(error)))
        case ValidationException():
            fields = [str(each["key"]) for each in _wrong(error.extra) if "key" in each]
            said = f"{' and '.join(fields) or 'what was asked'} cannot be read: see the address"
            return Refusal(422, said, field=fields[0] if fields else None)
        case HTTPException():
            retry = int((error.headers or {}).get("Retry-After", 0))
            hint = _HINTS.get(error.status_code, error.detail)
            return Refusal(error.status_code, hint, retry=retry)
        case _:
            pass
    failure = failure_of(error)
    if failure is not None and failure.status is Status.ILLEGAL:
        legal = failure.hint.removeprefix("legal: ") or None
        rule = failure.rule or None
        return Refusal(422, failure.message, error="illegal", rule=rule, legal=legal)
    if failure is not None:
        word = "illegal" if failure.rule else "refused"
        rule = failure.rule or None
        return Refusal(422, failure.message, error=word, what=failure.hint, rule=rule)
    _log.error("a request failed", exc_info=error)
    return Refusal(500, f"a fault in the program, please report it: {type(error).__name__}")


def without_folder(text: str) -> str:
    """What is wrong with a log, without where it lies on this machine (VN-16.3)."""
    return _FOLDER.sub("", text)


def _wrong(extra: object) -> list[dict[str, Any]]:
    return [each for each in extra if isinstance(each, dict)] if isinstance(extra, list) else []


def refused(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The answer to a request that failed, in the form of VN-4.1."""
    refusal = refusal_of(error)
    fields = {name: value for name, value in refusal.more.items() if value is not None}
    fields = {"hint": refusal.hint, **fields}
    fields |= fields_in(language_of(request), fields, "hint", "what", "legal")
    if called := getattr(request.state, "called", None):
        said = (fields["hint"], *chain(*fields.get("choices", {}).values()))
        fields |= beside(said, called)
    headers = {**SECURE, "Cache-Control": "no-store"}
    if refusal.retry:
        headers["Retry-After"] = str(refusal.retry)
    body = {"error": refusal.error, **fields}
    return Response(
        msgspec.json.encode(body),
        media_type="application/json",
        status_code=refusal.status,
        headers=headers,
    )


def answer(body: Any, *, status: int = 200) -> Response[bytes]:
    """An answer in JSON."""
    return Response(
        body if isinstance(body, bytes) else msgspec.json.encode(body),
        media_type="application/json",
        status_code=status,
        headers={"Cache-Control": "no-store"},
    )


async def body_of(request: Request[Any, Any, Any], kind: type[T]) -> T:
    """The body of a request as that Struct; unknown fields are refused.

    Raises:
        Refusal: it is too large, no JSON, or not well-formed; names the field.
    """
    raw = await request.body()
    if len(raw) > MOST_BODY:
        raise Refusal(413, f"a body has at most {MOST_BODY:,} bytes")
    try:
        return msgspec.json.decode(raw or b"{}", type=kind)
    except msgspec.MsgspecError as error:
        raise refusal_of(error) from None
    except (UnicodeDecodeError, RecursionError) as error:
        raise Refusal(400, f"the body is no JSON: {error}") from None


__all__ = [
    "MOST_BODY",
    "SECURE",
    "Refusal",
    "answer",
    "body_of",
    "refusal_of",
    "refused",
    "without_folder",
]
