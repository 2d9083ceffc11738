"""What must hold when something goes wrong in a hall (VN-16.3): the server killed, the disk full,
the log moved away, a fault in the program, a machine that slept. Other rows of that table are in
``test_offline``, ``test_hostile_device``, ``test_streams``, ``test_recording``, ``test_served_log``
and in the browser's tests."""

import asyncio
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from events.common import CallJudge, Note
from events.event import Event
from storage.error import LogError
from storage.log import Log
from storage.verify.verification import verify
from tests.bench.devices import HOST, Device
from tests.logbook import CATALOG, GAME, ROOT, draft, empty_log, first_entry, played
from tests.processes import end_of, next_line
from tests.tournament.logged import CUP, logs
from tests.venue import halls
from tests.venue.desks import body, device, log_of, venue

LAST = 8
"""So many entries a match gets in the end of which the server was killed."""
ENTRIES = "/api/matches/m1/entries"


# -- a server of its own -------------------------------------------------------------------------


def hall_of(path: Path, tables: int) -> list[str]:
    """A log with so many tables, whose matches are open; the token of a device at each."""
    empty_log(path)
    tokens = []
    with Log.open(path, write=True) as log:
        access = Access.load(log)
        for number in range(tables):
            log.open_match(draft(first_entry(1), 1, number + 1), f"t{number}", CATALOG)
        seats = [Invitation("player", "p-ana", match=f"t{number}") for number in range(tables)]
        for code in access.invite_all(log, seats):
            tokens.append(access.bind(log, code, "", datetime.now(UTC))[0])
    return tokens


@contextmanager
def serving(
    path: Path, port: int = 0, more: Sequence[str] = ()
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The venue as a process, and its port."""
    command = [sys.executable, "-m", "cli", "venue", "serve", "--log", str(path), "--host", HOST]
    process = subprocess.Popen(
        [*command, "--port", str(port), *more], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    try:
        first = next_line(process)
        assert "open at" in first, first
        yield process, int(first.rpartition(":")[2])
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
            process.terminate()
        end_of(process)


def sent(match: str, events: Sequence[Event], expected: int, seed: int) -> bytes:
    """Entries as a device posts them: the same bytes whenever they are sent."""
    drafts = [draft(event, expected + n, seed) for n, event in enumerate(events, 1)]
    return body(drafts, expected)


def notes(number: int) -> list[Event]:
    """Remarks, which are legal at any time."""
    return [Note("p-ana", f"remark {number}")]


# -- the server is killed ------------------------------------------------------------------------


def test_vn_16_3_a_server_killed_while_60_tables_post_loses_nothing_and_nothing_is_there_twice(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.duckdb"
    tables = 60
    tokens = hall_of(path, tables)
    acknowledged = [1] * tables
    waiting: dict[int, bytes] = {}

    async def one(port: int, number: int) -> None:
        """A device that posts on until nobody answers; what was not answered waits."""
        phone = Device(port, tokens[number])
        with suppress(OSError, asyncio.IncompleteReadError, ConnectionError):
            while acknowledged[number] < LAST:
                last = acknowledged[number]
                waiting.setdefault(number, sent(f"t{number}", notes(last), last, number + 1))
                answer = await phone.ask("POST", f"/api/matches/t{number}/entries", waiting[number])
                if answer.status == 200:
                    del waiting[number]
                    acknowledged[number] = msgspec.json.decode(answer.body)["recorded"][-1]["seq"]
                else:
                    assert answer.status in (429, 503), answer.body
                    await asyncio.sleep(0.3)
        phone.close()

    async def all_of_them(process: subprocess.Popen[str], port: int) -> None:
        posting = [asyncio.create_task(one(port, number)) for number in range(tables)]
        while sum(acknowledged) < tables * 2:
            await asyncio.sleep(0.05)
        process.kill()
        await asyncio.gather(*posting)

    with serving(path) as (process, port):
        asyncio.run(all_of_them(process, port))
    before = list(acknowledged)
    assert sum(before) >= tables * 2 and waiting
    with serving(path) as (process, port):

        async def back() -> None:
            await asyncio.gather(*(one(port, number) for number in range(tables)))

        asyncio.run(back())
    with Log.open(path) as log:
        for number in range(tables):
            match = log.load(f"t{number}")
            assert match.last == acknowledged[number] == LAST and before[number] <= LAST
            assert len(set(match.ids)) == match.last
            texts = [e.event.text for e in match.entries[1:] if isinstance(e.event, Note)]
            assert texts == [f"remark {n}" for n in range(1, LAST)]


def test_vn_1_6_a_server_that_is_stopped_finishes_what_waits_and_leaves_a_sound_log(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.duckdb"
    (token,) = hall_of(path, 1)
    with serving(path) as (process, port):

        async def post() -> int:
            phone = Device(port, token)
            answer = await phone.ask("POST", "/api/matches/t0/entries", sent("t0", notes(1), 1, 1))
            return answer.status

        assert asyncio.run(post()) == 200
        process.terminate()
        end_of(process)
        assert process.returncode == 0
    assert not path.with_name(path.name + ".wal").exists()
    with Log.open(path) as log:
        assert verify(log).exact


# -- a machine that sleeps, and another network ----------------------------------------------------


def test_vn_16_3_a_laptop_that_slept_and_changed_its_network_goes_on_without_a_restart(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.duckdb"
    (token,) = hall_of(path, 1)
    with serving(path) as (process, port):

        async def through_the_night() -> list[int]:
            phone = Device(port, token)
            first = await phone.ask("POST", "/api/matches/t0/entries", sent("t0", notes(1), 1, 1))
            process.send_signal(signal.SIGSTOP)
            late = asyncio.create_task(
                phone.ask("POST", "/api/matches/t0/entries", sent("t0", notes(2), 2, 1))
            )
            await asyncio.sleep(6)  # longer than a post waits (VN-3.3)
            process.send_signal(signal.SIGCONT)
            answers = [first.status, (await late).status]
            phone.close()
            again = Device(port, token)  # the phone comes back by another connection
            last = await again.ask("POST", "/api/matches/t0/entries", sent("t0", notes(2), 2, 1))
            return [*answers, last.status]

        first, late, again = asyncio.run(through_the_night())
    assert first == again == 200
    assert late in (200, 503)
    with Log.open(path) as log:
        assert log.load("t0").last == 3


# -- what cannot be written ------------------------------------------------------------------------


def test_vn_3_5_where_the_disk_is_full_every_post_is_507_and_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    large = [draft(Note("p-ana", "x" * 900), 90 + n) for n in range(15)]
    room, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    with venue(path, device("p-ana")) as client:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, most))
            full = client.post(ENTRIES, content=body(large, 10))
            told = client.get("/healthz").json()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
        assert (full.status_code, full.json()["error"]) == (507, "no room")
        assert "full" in full.json()["hint"] and "full" in told["trouble"]
        assert full.json()["hint"].startswith("hall.duckdb: ")
        assert str(tmp_path) not in full.text + told["trouble"]
        again = client.post(ENTRIES, content=body(large, 10))
        assert again.status_code == 200 and again.json()["at"] == 25
        assert client.get("/healthz").json()["trouble"] == ""
    with Log.open(path) as log:
        assert log.load("m1").last == 25


def test_vn_3_5_where_the_log_was_moved_away_nothing_is_acknowledged(tmp_path: Path) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    with venue(path, device("p-ana")) as client:
        path.rename(tmp_path / "elsewhere.duckdb")
        gone = client.post(ENTRIES, content=body(played(1)[10:11], 10))
        assert (gone.status_code, gone.json()["error"]) == (507, "no room")
        assert (
            "moved" in gone.json()["hint"] and "moved" in client.get("/healthz").json()["trouble"]
        )
        (tmp_path / "elsewhere.duckdb").rename(path)
        again = client.post(ENTRIES, content=body(played(1)[10:11], 10))
        assert again.status_code == 200


def test_vn_3_5_a_log_that_cannot_be_written_acknowledges_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))

    def read_only(*_: object) -> None:
        raise LogError("the file system is read-only")

    with venue(path, device("p-ana")) as client:
        with monkeypatch.context() as patched:
            patched.setattr(Log, "_insert", read_only)
            refused = client.post(ENTRIES, content=body(played(1)[10:11], 10))
        assert (refused.status_code, refused.json()["error"]) == (507, "no room")
        assert client.get("/api/matches/m1").json()["at"] == 10


# -- a fault in the program ------------------------------------------------------------------------


def test_vn_3_4_a_handler_that_raises_fails_that_post_alone_and_the_match_is_loaded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10), ("m2", 2, 10))

    def broken(*_: object) -> None:
        raise ZeroDivisionError("nobody thought of this")

    with venue(path, device("p-ana")) as client:
        with monkeypatch.context() as patched:
            patched.setitem(GAME.all_handlers, CallJudge, broken)
            call = draft(CallJudge("ana", "why"), 90)
            failed = client.post(ENTRIES, content=body([call], 10))
            assert (failed.status_code, failed.json()["error"]) == (500, "fault")
            assert "m1" in caplog.text
            other = client.post(ENTRIES, content=body([draft(Note("p-ana", "a"), 91)], 10))
            assert other.status_code == 200
        assert client.get("/api/matches/m1").json()["at"] == 11
    with Log.open(path) as log:
        assert (log.load("m1").last, log.load("m2").last) == (11, 10)


# -- too much --------------------------------------------------------------------------------------


def test_vn_3_3_beyond_2_000_that_wait_a_post_is_503_and_may_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    with venue(path, device("p-ana")) as client:
        with monkeypatch.context() as patched:
            patched.setattr("cli.venue.hall.writer.WAITING", 0)
            full = client.post(ENTRIES, content=body(played(1)[10:11], 10))
        assert (full.status_code, full.json()["error"]) == (503, "busy")
        assert full.headers["retry-after"] == "2"
        assert client.post(ENTRIES, content=body(played(1)[10:11], 10)).status_code == 200


def test_vn_16_3_no_traceback_and_no_path_of_the_machine_reaches_a_device(tmp_path: Path) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    with venue(path, device("p-ana")) as client:
        answers = [
            client.get("/api/matches/m9"),
            client.post(ENTRIES, content=b"{"),
            client.get("/api/matches/m1/entries?after=x"),
            client.get("/t/m9"),
        ]
    for answer in answers:
        assert 400 <= answer.status_code < 500
        assert str(tmp_path) not in answer.text and "Traceback" not in answer.text


def test_vn_1_5_at_the_start_matches_of_rounds_that_are_over_stay_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "hall.duckdb"
    halls.hall(path)
    with Log.open(path, write=True) as log:
        logs(log, [f"lena report 1 {table} 2 0" for table in (1, 2)])
        halls.post(log, 2)
    with venue(path, device("kim", "judge", stream=CUP)) as client:
        hall = client.app.state.hall
        held = client.get("/healthz") and [*hall._writer._opened.result().at_hand]
        assert CUP in held and "friendly" in held
        assert halls.match_at(2, 1) in held and halls.match_at(1, 1) not in held
        assert client.get(f"/api/matches/{halls.match_at(1, 1)}").status_code == 200
