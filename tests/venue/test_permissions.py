"""Every address with every role against one table of permissions (VN-6.6)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from cli.venue.access.permissions import PERMISSIONS
from cli.venue.access.session import Role, Session, hashed
from cli.venue.hall.hall import Hall
from tests.tournament.logged import CUP
from tests.venue.halls import NOW, hall, later, match_at
from tests.venue.lent import client_of

ROLES: tuple[Role, ...] = get_args(Role)
PERSONS = {
    "player": "ana",
    "scorekeeper": "sam",
    "judge": "kim",
    "head-judge": "hal",
    "organiser": "lena",
    "spectator": "",
    "screen": "",
    "entrant": "p-00000000",
}

BY_SPECIFICATION = """
GET  /j/{code}                          player scorekeeper judge head-judge organiser spectator screen entrant nobody
POST /j/{code}                          player scorekeeper judge head-judge organiser spectator screen entrant nobody
GET  /e/{code}                          player scorekeeper judge head-judge organiser spectator screen entrant nobody
POST /e/{code}                          player scorekeeper judge head-judge organiser spectator screen entrant nobody
GET  /me                                player entrant
GET  /api/registration                  player entrant
POST /api/registration                  player entrant
DELETE /api/registration                player entrant
POST /api/list/check                    player entrant
POST /api/list                          player entrant
POST /api/push                          player entrant
DELETE /api/push                        player entrant
GET  /api/registrations                 scorekeeper head-judge organiser
POST /api/registrations/confirm         scorekeeper head-judge organiser
POST /api/registrations/refuse          scorekeeper head-judge organiser
GET  /t/{match_id}                      player scorekeeper judge head-judge organiser
GET  /api/matches/{match_id}            player scorekeeper judge head-judge organiser spectator screen
GET  /api/matches/{match_id}/entries    player scorekeeper judge head-judge organiser spectator screen
GET  /api/matches/{match_id}/hidden     player scorekeeper judge head-judge organiser
GET  /api/matches/{match_id}/cards      scorekeeper judge head-judge organiser
POST /api/matches/{match_id}/check      scorekeeper judge head-judge organiser
POST /api/matches/{match_id}/entries    player scorekeeper judge head-judge organiser
POST /api/matches/{match_id}/what-if    judge head-judge organiser
GET  /api/stream                        player scorekeeper judge head-judge organiser spectator screen entrant
GET  /api/time                          player scorekeeper judge head-judge organiser spectator screen entrant nobody
GET  /healthz                           player scorekeeper judge head-judge organiser spectator screen entrant nobody
GET  /api/devices                       scorekeeper head-judge organiser
POST /api/devices/{session_id}/end      scorekeeper head-judge organiser
POST /api/codes                         scorekeeper head-judge organiser
POST /api/pin                           head-judge organiser
GET  /floor                             scorekeeper judge head-judge organiser
GET  /api/floor                         scorekeeper judge head-judge organiser
POST /floor/take                        judge head-judge organiser
POST /floor                             scorekeeper head-judge organiser
GET  /check/{player}                    judge head-judge organiser
POST /api/tournaments/{stream}/deck-check judge head-judge organiser
"""  # noqa: E501
"""What VN-4, VN-5, VN-18 and VN-20 say of an address, apart from the table in the program."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    path = hall(tmp_path / "hall.duckdb")
    with client_of(Hall(path, clock=lambda: NOW), raise_server_exceptions=False) as client:
        client.follow_redirects = False
        yield client


def addresses(client: TestClient[Litestar]) -> list[tuple[str, str]]:
    """Every address that is served, with its method."""
    return sorted(
        {
            (method, route.path_format)
            for route in client.app.routes
            if isinstance(route, HTTPRoute)
            for method in route.methods
            if method not in ("OPTIONS", "HEAD")
        }
    )


def answered(client: TestClient[Litestar], role: Role | None, method: str, path: str) -> str:
    """How an address answers a role: ``yes``, ``join first`` or ``no``."""
    state: Hall = client.app.state.hall
    headers = {"Origin": "http://testserver.local", "X-Referee": "1"}
    if role is not None:
        session = Session(f"id-{role}", PERSONS[role], role, CUP, "", (), "", NOW, later(hours=12))
        state.access._hold(session, hashed(role))  # joined anew: an address may have ended it
        headers["Cookie"] = f"referee={role}"
    parts = {"match_id": match_at(1, 1), "stream": CUP, "table": "1", "code": "0" * 10}
    filled = re.sub(r"\{(\w+)\}", lambda found: parts.get(found[1], "1"), path)
    found = client.request(method, filled, headers=headers)
    if found.status_code == 401:
        return "join first"
    refused = found.status_code == 403 and "this is not for a" in found.text
    return "no" if refused else "yes"


def test_vn_6_6_every_address_has_a_row_in_the_table_of_permissions(
    client: TestClient[Litestar],
):
    assert [each for each in addresses(client) if each not in PERMISSIONS] == []


def test_vn_6_6_every_address_answers_every_role_as_the_table_says(
    client: TestClient[Litestar],
):
    wrong = []
    for method, path in addresses(client):
        able = PERMISSIONS[method, path]
        for role in (None, *ROLES):
            due = "yes" if "all" in able or role in able else "no" if role else "join first"
            got = answered(client, role, method, path)
            if got != due:
                wrong.append((method, path, role, due, got))
    assert wrong == []


def test_vn_6_6_the_table_says_what_the_specification_says(client: TestClient[Litestar]):
    for line in filter(None, BY_SPECIFICATION.splitlines()):
        method, path, *able = line.split()
        got = {
            role or "nobody"
            for role in (None, *ROLES)
            if answered(client, role, method, path) == "yes"
        }
        assert got == {*able}, (method, path)


def test_an_address_without_a_row_is_for_nobody(client: TestClient[Litestar]):
    row = PERMISSIONS.pop(("GET", "/api/time"))
    try:
        assert answered(client, None, "GET", "/api/time") == "join first"
        assert {answered(client, role, "GET", "/api/time") for role in ROLES} == {"no"}
    finally:
        PERMISSIONS["GET", "/api/time"] = row
