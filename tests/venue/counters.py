"""Somebody at the venue's desk, for tests: a cup, and a device that has given its PIN."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar
from litestar.testing import TestClient

from cli.venue.access.session import Role
from storage.log import Log
from tests.logbook import copied
from tests.tournament.logged import CUP, logs, opened
from tests.venue.desks import device, venue

STARTED = "2026-03-14T1{}:00:00Z"
CALLED = "2026-03-14T1{}:50:00Z"
EIGHT = ("ana", "bo", "cy", "dee", "eva", "fay", "gus", "hal")


def cup(path: Path, players: tuple[str, ...] = (), **options: str) -> Path:
    """A cup that lena has opened, with kim as its judge and sam as its scorekeeper."""
    return copied(path, _cup, players, tuple(options.items()))


def _cup(path: Path, players: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> None:
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "2", **dict(options)})
        logs(log, "lena appoint kim judge; lena appoint sam scorekeeper")
        logs(log, [f"lena enter {player}" for player in players])


@contextmanager
def counter(
    path: Path, person: str = "lena", role: Role = "organiser"
) -> Iterator[TestClient[Litestar]]:
    """The venue, for a device that has joined the cup, with its PIN given."""
    with venue(path, device(person, role, stream=CUP)) as client:
        if role in ("organiser", "head-judge"):
            assert client.post("/api/pin", json={"pin": "4711"}).status_code == 200
        yield client


def act(
    client: TestClient[Litestar], name: str, status: int = 200, /, **said: Any
) -> dict[str, Any]:
    """What is answered to an act at the desk."""
    answer = client.post(f"/api/tournaments/{CUP}/{name}", content=msgspec.json.encode(said))
    assert answer.status_code == status, (name, answer.status_code, answer.text)
    found = answer.json()
    assert isinstance(found, dict)
    return found


def ask(client: TestClient[Litestar], path: str = "", status: int = 200) -> dict[str, Any]:
    """What is told of the cup."""
    answer = client.get(f"/api/tournaments/{CUP}{path}")
    assert answer.status_code == status, answer.text
    found = answer.json()
    assert isinstance(found, dict)
    return found
