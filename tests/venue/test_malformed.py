"""Requests that no page sends: refused in the form of VN-4.1, and never a fault."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from cli.venue.access.session import Session, hashed
from cli.venue.hall.hall import Hall
from cli.venue.web import live
from storage.log import Log
from tests.venue.counters import act, ask, counter, cup
from tests.venue.halls import NOW, hall, later
from tests.venue.lent import client_of
from tests.venue.malformed import malformed


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    path = hall(tmp_path / "hall.duckdb")
    with client_of(Hall(path, clock=lambda: NOW), raise_server_exceptions=False) as client:
        yield client


def test_vn_16_3_what_no_page_sends_is_refused_or_done_and_what_is_refused_writes_nothing(
    tmp_path: Path,
):
    done = malformed(tmp_path / "hall.duckdb", 0, 90)
    assert {"200", "401", "403", "404", "422"} <= done.keys()


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://testserver.local/", "//"])
def test_vn_5_4_an_origin_that_is_no_address_is_403(client: TestClient[Litestar], origin: str):
    answer = client.post("/j", content=b"code=1", headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")


@pytest.mark.parametrize("host", ["a:99999999", "a:x", "[", "http://[x", "a b", ""])
def test_vn_4_1_a_host_that_is_no_address_is_no_fault(client: TestClient[Litestar], host: str):
    for path in ("/api/time", "/here", "/j/0123456789", "/static/base.css", "/nowhere"):
        for accepts in ("application/json", "text/html"):
            answer = client.get(path, headers={"Host": host, "Accept": accepts})
            assert answer.status_code in (200, 400, 401, 403, 404), (path, answer.text)


def test_vn_4_1_what_no_handler_was_reached_for_says_what_to_do(client: TestClient[Litestar]):
    told = client.get("/nowhere")
    assert (told.status_code, told.json()["hint"]) == (404, "there is nothing at this address")
    told = client.put("/api/time")
    assert (told.status_code, told.json()["error"]) == (405, "not allowed")


def test_vn_4_1_a_query_that_cannot_be_read_is_422_and_names_its_field(tmp_path: Path):
    with counter(cup(tmp_path / "cup.duckdb", ("ana", "bo"))) as desk:
        for typed in ("x", "", "%00", "%ED%A0%80", "9" * 5000):
            told = desk.get(f"/api/tournaments/cup/standings?after={typed}")
            assert (told.status_code, told.json()["error"]) == (422, "not well-formed"), typed
            assert told.json()["field"] == "after"


def test_vn_5_3_a_device_that_is_ended_while_it_begins_a_stream_hears_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    served, session = Hall(hall(tmp_path / "hall.duckdb"), clock=lambda: NOW), device_of("ana")

    def ended(log: Log, *_: object) -> None:
        served.access.end(log, session.id, NOW)

    monkeypatch.setattr(live, "require_topics", ended)
    with client_of(served) as client:
        served.access._hold(session, hashed("token"))
        asked = {"Cookie": "referee=token"}
        told = client.get("/api/stream?topics=tournament/cup", headers=asked)
        assert (told.status_code, served.streams.listening) == (401, 0)


def test_vn_16_3_one_stream_more_than_there_may_be_comes_again_after_ten_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live, "MOST_STREAMS", 0)
    served = Hall(hall(tmp_path / "hall.duckdb"), clock=lambda: NOW)
    with client_of(served) as client:
        served.access._hold(device_of("ana"), hashed("token"))
        asked = {"Cookie": "referee=token"}
        told = client.get("/api/stream?topics=tournament/cup", headers=asked)
    assert (told.status_code, told.headers["Retry-After"]) == (503, "10")


def device_of(player: str) -> Session:
    """A phone that has joined as a player."""
    return Session("phone", player, "player", "cup", "", (), "", NOW, later(hours=12))


@pytest.mark.parametrize(
    "name", ["a" * 300, "a" * 5000, "%00", "base.css%00", "..%2f..%2fserve.py", "%2e%2e/serve.py"]
)
def test_vn_4_1_what_is_no_file_of_the_pages_is_404(client: TestClient[Litestar], name: str):
    assert client.get(f"/static/{name}").status_code == 404


def test_tr_6_1_a_round_that_starts_on_the_last_day_of_the_calendar_leaves_the_venue_going(
    tmp_path: Path,
):
    path = cup(tmp_path / "cup.duckdb", ("ana", "bo"), minutes="50")
    with counter(path) as desk:
        act(desk, "post")
        act(desk, "start", at="9999-12-31T23:59:59Z")
        assert ask(desk)["clock"]["until"] == "9999-12-31T23:59:59Z"
        assert desk.get("/api/show").status_code == desk.get("/desk").status_code == 200
