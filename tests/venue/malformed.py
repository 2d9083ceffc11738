"""Requests that no page sends, to every address by every role: each is refused in the form of
VN-4.1 or done, none is a fault, and what is refused writes nothing."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import msgspec
from litestar import Litestar
from litestar.testing import TestClient

from cli.reading.lines import new_id
from cli.venue.access.session import Role, Session, hashed
from cli.venue.hall.hall import Hall
from cli.venue.web import matches
from storage.log import Log
from tests.tournament.logged import CUP
from tests.venue.halls import NOW, hall, later, match_at
from tests.venue.lent import client_of
from tests.venue.test_permissions import PERSONS, ROLES, addresses
from tests.venue.test_staff_rights import ACTS, FORMS

LEFT_OUT = {"/api/log/copy"}
"""Only commands ask for it, with the key of the venue."""
WORDS: tuple[Any, ...] = (
    "", "x", "0", "-1", "9" * 400, "ana", "kim", CUP, "nowhere", "a\x00b", "\u202e", "é" * 40,
    "<b>", "'; --", "{{7*7}}", "../..", "%", "\ud7ff", "a" * 5_000, "cup/1/1/1", "17 2 1", "post!",
)  # fmt: skip
"""What stands where a word is expected."""
THINGS: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 10**30, 1e308, [], {}, [[]], {"type": "end"}, [None] * 300, *WORDS,
)  # fmt: skip
"""What stands anywhere in a body."""
ODD: tuple[bytes, ...] = (
    b"", b"{", b"\xff\xfe", b'{"a":"\xed\xa0\x80"}', b"null", b"[]", b'"x"', b"1e999", b"NaN",
    b"[" * 20_000, b'{"drafts":' * 3_000, b" " * 70_000, b"a=1&a=2", b"%zz=%", b'{"x":1}{"y":2}',
)  # fmt: skip
"""Bodies that are none."""
HEADERS: tuple[dict[str, str], ...] = (
    {}, {}, {}, {}, {}, {}, {},
    {"Origin": "http://evil.example"}, {"Origin": ""}, {"X-Referee": ""},
    {"Content-Type": "application/x-www-form-urlencoded"}, {"Content-Type": "multipart/form-data"},
    {"Content-Type": "\u00e9"}, {"Accept": "text/html"}, {"Accept-Language": "de;q=x,*;q=9"},
    {"Accept-Encoding": "gzip, br;q=-1"}, {"Last-Event-ID": "match/x@99999999999999999999,@,"},
    {"If-None-Match": "*"}, {"Range": "bytes=9-1"}, {"X-Forwarded-For": "a, b"},
)  # fmt: skip


def malformed(path: Path, seed: int, count: int) -> Counter[str]:
    """Send so many requests to a venue of its own.

    Args:
        path: the log, which is made.
        seed: the same seed, the same requests.
        count: how many.

    Returns:
        How many were answered with which status.

    Raises:
        AssertionError: one was a fault, was refused in another form, or wrote though refused;
            names it.
    """
    chance, done = Random(f"malformed {seed}"), Counter[str]()

    async def at_once(seconds: float) -> None:
        """Nobody is waited for who tries much."""

    with (
        patch.object(matches, "sleep", at_once),
        client_of(Hall(hall(path), clock=lambda: NOW), raise_server_exceptions=False) as client,
    ):
        client.follow_redirects = False
        every = [each for each in addresses(client) if each[1] not in LEFT_OUT]
        for number in range(count):
            method, address = chance.choice(every)
            role = chance.choice((None, *ROLES))
            before = _heads(client)
            asked, answer = _request(client, chance, role, method, address)
            said = f"seed {seed}, request {number}: {role} {method} {asked}: {answer.status_code}"
            _require_answer(said, answer)
            if answer.status_code >= 400:
                assert _heads(client) == before, f"{said}, and something was written"
            done[str(answer.status_code)] += 1
        assert client.get("/healthz").status_code == 200
    return done


def _require_answer(said: str, answer: Any) -> None:
    """See that an answer is of the form of VN-4.1, and no fault."""
    text = answer.text
    assert answer.status_code < 500, f"{said} {text[:300]}"
    assert "Traceback" not in text and "/cli/venue" not in text, f"{said} {text[:300]}"
    if answer.status_code >= 400 and "json" in answer.headers.get("content-type", ""):
        assert {"error", "hint"} <= answer.json().keys(), f"{said} {text[:300]}"


def _heads(client: TestClient[Litestar]) -> Any:
    """How long every stream is."""

    def look(log: Log) -> list[tuple[Any, ...]]:
        return log.rows("SELECT match_id, count(*) FROM entries GROUP BY ALL ORDER BY ALL")

    assert client.blocking_portal is not None
    return client.blocking_portal.call(client.app.state.hall.ask, look)


def _request(
    client: TestClient[Litestar], chance: Random, role: Role | None, method: str, address: str
) -> tuple[str, Any]:
    """Send one; what was asked for, and the answer."""
    headers = {"Origin": "http://testserver.local", "X-Referee": "1", **chance.choice(HEADERS)}
    headers = {name: quote(value, safe=" -~!*,;:=/@.()") for name, value in headers.items()}
    if role is not None:
        session = Session(f"id-{role}", PERSONS[role], role, CUP, "", (), "", NOW, later(hours=12))
        client.app.state.hall.access._hold(session, hashed(role))  # an address may have ended it
        client.app.state.hall.access._proved[session.id] = NOW
        headers["Cookie"] = f"referee={role}"
    parts = {"match_id": match_at(1, 1), "stream": CUP, "table": "1", "player": "ana"}

    def part(found: re.Match[str]) -> str:
        usual = parts.get(found[1], "1")
        return usual if chance.random() < 0.7 else quote(str(chance.choice(WORDS)), safe="")

    asked = re.sub(r"\{(\w+)\}", part, address)
    if chance.random() < 0.3 or address == "/api/stream":
        word = quote(str(chance.choice(WORDS)), safe="")
        asked += (
            f"?{chance.choice(('after', 'topics', 'number', 'size', 'since', 'person'))}={word}"
        )
    sent: dict[str, Any] = {}
    if method == "POST" or chance.random() < 0.05:
        sent = _body(chance, address, parts["match_id"])
    return f"{asked} {str(sent)[:300]}", client.request(method, asked, headers=headers, **sent)


def _body(chance: Random, address: str, match: str) -> dict[str, Any]:
    """A body: none at all, or nearly what the address expects."""
    if chance.random() < 0.3:
        return {"content": chance.choice(ODD)}
    if address in FORMS or not address.startswith("/api/"):
        form = FORMS.get(address, {"kind": "strike", "entry": "2", "reason": "so", "name": "Zoe"})
        return {"data": {name: str(chance.choice((said, *WORDS))) for name, said in form.items()}}
    usual: Any = ACTS.get(address.rpartition("/")[2], _usual(chance, address))
    return {"content": msgspec.json.encode(_spoilt(chance, usual))}


def _usual(chance: Random, address: str) -> Any:
    """What an address of a match expects."""
    event = {"type": "end", "seat": "ana"}
    at = NOW.isoformat()
    draft = {"id": new_id(NOW), "played_at": at, "recorded_at": at, "event": event}
    return {
        "entries": {"drafts": [draft], "expected": chance.randint(0, 9), "if_legal": True},
        "check": {"event": event},
        "what-if": {"event": {"type": "strike", "judge": "kim", "entry": 2}},
        "typed": {"type": "lay", "field": "unit", "text": "Wolf"},
        "way": {"event": event, "answers": [1], "forced": [event]},
        "codes": {"role": "player", "person": "ana"},
        "pin": {"pin": "4711"},
    }.get(address.rpartition("/")[2], {"id": new_id(NOW), "text": "4 Wolf", "person": "ana"})


def _spoilt(chance: Random, thing: Any) -> Any:
    """A thing with one of its parts another one, left out, or one more."""
    how: Callable[[], float] = chance.random
    if isinstance(thing, dict) and thing and how() < 0.85:
        name = chance.choice([*thing])
        rest = {key: value for key, value in thing.items() if key != name}
        if how() < 0.15:
            return rest
        if how() < 0.15:
            return {**thing, str(chance.choice(WORDS)): chance.choice(THINGS)}
        return {**thing, name: _spoilt(chance, thing[name])}
    if isinstance(thing, list) and thing and how() < 0.7:
        return [_spoilt(chance, thing[0]), *thing[1:]] * chance.choice((1, 1, 1, 2, 41))
    return thing if how() < 0.2 else chance.choice(THINGS)


__all__ = ["malformed"]
