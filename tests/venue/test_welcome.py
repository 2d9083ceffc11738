"""What is said when the venue opens, and where others reach it."""

import re
import resource
import socket
import threading
from pathlib import Path

import pytest
from litestar.testing import TestClient

from cli.failure import Failure
from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from cli.venue.hall.hall import Hall
from cli.venue.keeping import open_files
from cli.venue.web.server import address_of
from cli.venue.welcome import welcome
from events.notation import read
from storage.log import Log
from tests.tournament.logged import draft, opened
from tests.venue.halls import hall
from tests.venue.lent import lent


def said(path: Path, capsys: pytest.CaptureFixture[str], *matches: str, json: bool = False) -> str:
    """What the venue says when it opens, with codes that are all alike."""
    served = Hall(path)
    served.address = "http://hall.local:8000"
    finished = threading.Event()

    async def heard(of: Hall) -> None:
        await welcome(matches, json=json)(of)
        finished.set()

    with lent(served, [heard]) as app, TestClient(app):
        assert finished.wait(60), "nothing was said"
    told = capsys.readouterr().out
    return re.sub(r"[0-9A-Z]{5}-?[0-9A-Z]{5}", "CODE", told)


def test_vn_5_9_codes_are_said_for_seats_judges_staff_and_those_who_watch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(hall(tmp_path / "hall.duckdb"), capsys)
    roles = sorted(line.split("  ")[0] for line in told.splitlines() if "/j/CODE" in line)
    first, *rest = told.splitlines()
    assert first == "The venue is open at http://hall.local:8000"
    assert rest[-1].startswith("Ctrl-C")
    assert roles == [
        "friendly, judge juno", "friendly, seat ana", "friendly, seat bo", "friendly, to watch",
        "head-judge hal", "judge kim", "organiser lena", "scorekeeper sam", "screen",
        "source, judge", "source, seat ana", "source, seat bo", "source, to watch",
        "table 1, bo", "table 1, cy", "table 2, ana", "table 2, dee", "to watch",
    ]  # fmt: skip


def test_codes_of_the_events_that_are_named_are_said_each_with_its_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = hall(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "2"}, stream="evening")
    told = said(path, capsys, "cup")
    assert "organiser lena" in told and "evening" not in told and "friendly" not in told
    told = said(path, capsys)
    assert "evening, organiser lena" in told and "cup, organiser lena" in told
    assert "evening, to register" in told and "/e/CODE" in told


def test_vn_18_1_a_code_that_the_desk_has_ended_is_not_made_anew_at_a_restart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = hall(tmp_path / "hall.duckdb")
    wanted = Invitation("entrant", stream="evening")
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "2"}, stream="evening")
        access = Access.load(log)
        code = access.invite(log, wanted)
        access.end_code(log, code)
        assert access.invitation(code) is None
    for _ in range(2):
        told = said(path, capsys, "evening")
        assert "to watch" in told and "/e/CODE" not in told
    with Log.open(path, write=True) as log:
        access = Access.load(log)
        assert access.was_ended(wanted) and not access.code_for(wanted)
        assert access.invite(log, wanted) != code
    assert "/e/CODE" in said(path, capsys, "evening")


def test_vn_5_9_codes_of_a_match_alone_are_said_for_machines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(hall(tmp_path / "hall.duckdb"), capsys, "friendly", json=True)
    assert '"schema"' in told and told.count("/j/CODE") == 4 and "lena" not in told


def test_vn_5_9_nobody_is_invited_to_a_match_that_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = hall(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        match = log.load("friendly")
        log.append("friendly", [draft(read("ana concede", match.game.codec), 2, "friendly")])
    assert "friendly" not in said(path, capsys)


@pytest.mark.parametrize(
    ("host", "name", "secure", "address"),
    [
        ("127.0.0.1", "", False, r"http://127\.0\.0\.1:\d+"),
        ("127.0.0.1", "hall.local", True, r"https://hall\.local:\d+"),
        ("0.0.0.0", "", False, r"http://(?!0\.0\.0\.0)[\d.]+:\d+"),
    ],
)
def test_the_venue_is_reached_by_a_name_or_by_the_address_of_its_machine(
    host: str, name: str, secure: bool, address: str
) -> None:
    with socket.create_server((host, 0)) as listening:
        assert re.fullmatch(address, address_of(listening, name, secure=secure))
        assert address_of(listening, name, secure=secure).endswith(f":{listening.getsockname()[1]}")


@pytest.mark.parametrize(
    ("now", "most", "devices", "found"),
    [
        (2_048, 9_999, 10, 2_048),
        (256, 9_999, 10, 1_024),
        (256, 9_999, 500, 2_000),
        (256, 1_500, 500, 1_500),
        (256, resource.RLIM_INFINITY, 500, 2_000),
    ],
)
def test_vn_1_5_as_many_files_may_be_open_as_devices_need(
    now: int, most: int, devices: int, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (now, most))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: raised.append(both))
    assert open_files.require_files(devices) == found
    assert raised == ([] if found == now else [(found, most)])


def test_vn_1_5_a_hall_does_not_open_with_too_few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 1_000))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    with pytest.raises(Failure, match="may have 1000 files open"):
        open_files.require_files(10)
