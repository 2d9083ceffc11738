"""Each table has one recording device; taking over is one tap (VN-10.1, VN-10.5)."""

from pathlib import Path

from tests.logbook import played
from tests.venue.desks import body, device, log_of, venue


def test_whoever_logs_first_records_and_another_takes_over_vn_10_1(tmp_path: Path) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    ana, bo = device("p-ana"), device("p-bo")
    with venue(path, ana) as client:
        hall = client.app.state.hall
        assert client.get("/api/matches/m1").json()["recording"]
        told = client.post("/api/matches/m1/entries", content=body(played(1)[10:11], 10)).json()
        assert told["view"]["recording"] and told["view"]["recorder"] == "p-ana"
        other = hall.recorders.take("m1", bo)
        assert other is not None and other.id == ana.id
        now = client.get("/api/matches/m1").json()
        assert not now.get("recording") and now["recorder"] == "p-bo"
        taken = client.post("/api/matches/m1/recorder", json={}).json()
        assert taken["recording"] and taken["recorder"] == "p-ana"


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
