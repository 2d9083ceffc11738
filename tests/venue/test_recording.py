"""Each table has one recording device; taking over is one tap (VN-10.1, VN-10.5)."""

from pathlib import Path

import pytest

from events.common import CallJudge, Confirm, Note
from storage.log import Log
from tests.logbook import draft, first_entry, played
from tests.tournament.logged import CUP
from tests.venue.desks import body, device, log_of, venue
from tests.venue.halls import hall, match_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return hall(tmp_path / "hall.duckdb")


def test_whoever_logs_first_records_and_another_takes_over_vn_10_1(tmp_path: Path) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    ana, bo = device("p-ana"), device("p-bo")
    with venue(path, ana) as client:
        hall = client.app.state.hall
        assert client.get("/api/matches/m1").json()["recording"]
        client.post("/api/matches/m1/entries", content=body(played(1)[10:11], 10))
        told = client.get("/api/matches/m1").json()
        assert told["recording"] and told["recorder"] == "p-ana"
        other = hall.recorders.take("m1", bo)
        assert other is not None and other.id == ana.id
        now = client.get("/api/matches/m1").json()
        assert not now.get("recording") and now["recorder"] == "p-bo"
        taken = client.post("/api/matches/m1/recorder", json={}).json()
        assert taken["recording"] and taken["recorder"] == "p-ana"


def test_vn_19_6_who_only_agrees_or_calls_a_judge_does_not_record(tmp_path: Path) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    (seat,) = (each.seat for each in first_entry().seats if each.person == "p-bo")
    with venue(path, device("p-bo")) as client:
        for last, event in enumerate((Confirm(seat, 9), CallJudge(seat), Note("p-bo", "x")), 10):
            sent = [draft(event, last + 1, by="p-bo")]
            told = client.post("/api/matches/m1/entries", content=body(sent, last)).json()
            assert told["recorded"]
            assert not client.get("/api/matches/m1").json().get("recorder")


def test_who_begins_to_record_takes_it_from_nobody_vn_10_1(path: Path) -> None:
    with Log.open(path) as log:
        match = match_of(log, "ana").id
    with venue(path, device("ana", stream=CUP)) as client:
        assert client.post(f"/api/matches/{match}/recorder", json={}).json()["recording"]
        served = client.app.state.hall
        served.recorders.take(match, device("kim", "judge", stream=CUP))
        assert client.post(f"/api/matches/{match}/recorder", json={}).json()["recording"]
    with Log.open(path) as log:
        loaded = log.load(CUP)
        told = [each.text for each in loaded.replay().events if isinstance(each, Note)]
    assert [f"{match} is recorded by ana" in each for each in told] == [True]
    assert told[0].endswith("before by kim")


def test_two_devices_of_one_seat_are_two_recorders_vn_10_5(tmp_path: Path) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    with venue(path, device("p-ana")) as client:
        hall = client.app.state.hall
        second = type(device())(**{**_fields(device("p-ana")), "id": "device-second"})
        hall.recorders.logged("m1", second)
        hall.recorders.logged("m1", device("p-ana"))
        assert not client.get("/api/matches/m1").json().get("recording")
        hall.recorders.ended("device-second")
        assert client.get("/api/matches/m1").json()["recording"]


def _fields(session: object) -> dict[str, object]:
    return {name: getattr(session, name) for name in session.__struct_fields__}  # type: ignore[attr-defined]


def test_vn_5_3_a_device_that_is_ended_records_no_more_and_the_other_goes_on(
    tmp_path: Path,
) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    with venue(path, device("p-ana")) as client:
        hall = client.app.state.hall
        hall.recorders.logged("m1", device("p-bo"))
        assert not client.get("/api/matches/m1").json().get("recording")
        with client.portal() as portal:
            portal.call(hall.end_device, device("p-bo").id)
        assert client.get("/api/matches/m1").json()["recording"]
