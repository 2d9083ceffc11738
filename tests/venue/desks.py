"""A venue for tests: its application with a device that has joined, without codes and cookies."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import msgspec
from litestar import Litestar
from litestar.testing import TestClient

from cli.venue.access.session import Role, Session
from cli.venue.hall.hall import Hall
from storage.log import Draft, Log
from tests.logbook import START, copied, log_match
from tests.venue.lent import client_of


def device(
    person: str = "p-ana", role: Role = "player", *, stream: str = "", match: str = "m1"
) -> Session:
    """A device that has joined."""
    until = START + timedelta(days=9000)
    match = "" if stream else match
    return Session(f"device-{person}", person, role, stream, match, (), "a phone", START, until)


@contextmanager
def venue(path: Path, session: Session | None) -> Iterator[TestClient[Litestar]]:
    """A client for the venue of a log, as that device."""
    with client_of(Hall(path), lambda _: session) as client:
        yield client


def log_of(path: Path, *matches: tuple[str, int, int | None]) -> Path:
    """A log with matches: id, seed, and how many entries; None: all."""
    return copied(path, _log_of, *matches)


def _log_of(path: Path, *matches: tuple[str, int, int | None]) -> None:
    with Log.open(path, write=True) as log:
        for match_id, seed, entries in matches:
            log_match(log, match_id, seed, entries)


def body(drafts: Sequence[Draft], expected: int | None, *, if_legal: bool = False) -> bytes:
    """What a device posts."""
    sent = [
        {"id": d.id, "played_at": d.played_at, "recorded_at": d.recorded_at, "event": d.event}
        for d in drafts
    ]
    return msgspec.json.encode({"drafts": sent, "expected": expected, "if_legal": if_legal})
