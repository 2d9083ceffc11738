"""Matches are replayed in several processes to the same result, and none is left behind."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from storage.exchange.transfer import ImportFault, export_jsonl, import_jsonl
from storage.log import Log
from storage.projection import rebuild, refresh
from storage.replays import Asked, Replays, usual_jobs
from storage.replays.cluster import Cluster
from storage.replays.processes import AHEAD, LARGE, MOST
from storage.verify import Report, verify
from storage.verify.reread import Reading, Reread, reread_log
from tests.bench.matches import stored
from tests.cli.test_home import Home
from tests.logbook import (
    CATALOG,
    GAME,
    ROOT,
    content,
    log_match,
    new_log,
    played,
    start,
    without_heads,
)
from tests.processes import end_of, next_line, wait_until

SEEDS = (1, 2, 3, 4, 5, 6)
DEFENDS = "WV-I 5=no_if_possible"


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = new_log(tmp_path_factory.mktemp("replays") / "season.duckdb", SEEDS)
    with Log.open(path, write=True) as log:
        refresh(log)
        log_match(log, "on", 7, entries=20)
    return path


@pytest.fixture
def log(season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    """A log of which a match or two go to another process at a time."""
    monkeypatch.setattr("storage.replays.processes.TOGETHER", 100)
    copy = shutil.copy(season, tmp_path / "season.duckdb")
    with Log.open(Path(copy), write=True) as opened:
        yield opened


def told(log: Log, jobs: int) -> tuple[Any, list[object]]:
    """What is found of a log, and in which order the matches were judged."""
    seen: list[object] = []
    report = verify(log, each=seen.append, jobs=jobs)
    return msgspec.to_builtins(report), seen


def test_what_is_found_is_the_same_in_any_number_of_processes(log: Log) -> None:
    exact = told(log, 1)
    assert exact[0]["rows"] > 1000 and not exact[0]["differences"]
    assert told(log, 3) == exact
    for change in (
        "UPDATE entries SET digest = repeat('0', 64) WHERE match_id = 'm2' AND digest IS NOT NULL",
        "UPDATE fact_match_ended SET winners = ['nobody'] WHERE match_id = 'm3'",
        "UPDATE entries SET hash = repeat('0', 64) WHERE match_id = 'm4' AND seq = 9",
        "UPDATE matches SET version = '0' WHERE match_id = 'm5'",
        "DELETE FROM projected WHERE match_id = 'm6'",
    ):
        log.rows(change)
    damaged = told(log, 1)
    found = {each["match"] for each in damaged[0]["differences"]}
    assert found == {"m2", "m3", "m4", "m5", "m6"}
    assert told(log, 2) == damaged


@pytest.mark.parametrize("buffered", [150, 100_000])
def test_what_is_imported_is_the_same_in_any_number_of_processes(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, buffered: int
) -> None:
    monkeypatch.setattr("storage.exchange.intake.BUFFERED", buffered)
    lines = tmp_path / "lines.jsonl"
    export_jsonl(log, lines)
    stated = lines.read_text()
    mixed = sorted(without_heads(stated).splitlines(keepends=True), key=lambda line: seq_of(line))
    wrong = [re.sub('"digest":"[0-9a-f]{4}', '"digest":"0000', line) for line in mixed]
    assert wrong != mixed
    for name, text in (("whole", stated), ("mixed", "".join(mixed)), ("wrong", "".join(wrong))):
        lines.write_text(text)
        came = []
        for jobs in (1, 2):
            path = tmp_path / f"{name}-{jobs}.duckdb"
            with Log.open(path, write=True) as other:
                try:
                    came.append(str(import_jsonl(other, lines, jobs=jobs)))
                except ImportFault as error:
                    came.append(str(error))
                kept = "SELECT match_id, seq, payload, hash, digest FROM entries ORDER BY ALL"
                came.append(str(other.rows(kept)))
        assert came[:2] == came[2:]
        assert ("the replay comes to" in came[0]) == (name == "wrong")


def seq_of(line: str) -> int:
    return int(json.loads(line)["seq"])


def test_what_is_projected_is_the_same_in_any_number_of_processes(log: Log) -> None:
    log.rows("UPDATE entries SET payload = '{}' WHERE match_id = 'm3' AND seq = 9")
    done = [(rebuild(log, jobs=jobs), content(log)) for jobs in (1, 3)]
    assert done[0] == done[1]
    assert [*done[0][0].faults] == ["m3"] and done[0][0].matches == len(SEEDS) + 1
    assert "entry 9 cannot be replayed" in done[0][0].faults["m3"]


def test_what_another_reading_comes_to_is_the_same_in_any_number_of_processes(log: Log) -> None:
    log.rows("UPDATE entries SET payload = '{}' WHERE match_id = 'm3' AND seq = 9")
    log.rows("UPDATE matches SET version = '0' WHERE match_id = 'm5'")
    readings = {GAME.id: Reading("", {"WV-I 5": "no_if_possible"})}
    here, there = (reread_log(log, readings, jobs=jobs) for jobs in (1, 3))
    assert here == there
    assert here.changed and here.results and [*here.faults] == ["m3", "m5"]


def asked(seed: int = 1) -> Asked:
    """A whole match, of which the digests are asked for."""
    events = [each.event for each in played(seed)]
    payloads = [payload.decode() for payload in stored("m000001", events, {}).payloads]
    return Asked(f"m{seed}", GAME, CATALOG, payloads, 0)


def test_a_match_that_cannot_be_replayed_is_named_by_any_process() -> None:
    *payloads, last = asked().payloads
    broken = asked()._replace(payloads=[*payloads, last.replace('"type":"', '"type":"no-')])
    found = []
    for jobs in (1, 2):
        with Replays(jobs) as replays:
            first, second = replays.of([asked(2), broken])
        assert first.fault is None and first.noted
        found.append(second)
    assert found[0] == found[1]
    assert found[0].fault is not None and found[0].fault[0] == len(broken.payloads)


def where(*_: object) -> int:
    """The process that does something of a match."""
    return os.getpid()


def test_the_process_that_asks_does_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.replays.processes.TOGETHER", 1)
    with Replays(2) as replays:
        done_by = [*replays.each(where, [asked()] * 24)]
    assert len({*done_by}) == 2 and os.getpid() in done_by


def test_a_cluster_does_all_of_it() -> None:
    """There is room with its workers for as long as no part has to be waited for."""
    replays = Cluster.__new__(Cluster)
    Replays.__init__(replays, 2)
    replays.others = 2
    under_way: deque[Any] = deque()
    while not replays._waits_for_first(under_way):
        assert replays._has_room(under_way)
        under_way.append((None, Future()))
    assert len(under_way) == AHEAD * 2


@pytest.mark.parametrize("again", [False, True], ids=["once", "again and again"])
def test_what_a_process_was_doing_that_is_ended_is_done_by_others(
    monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    """Where it happens again and again, by the process that asks."""
    monkeypatch.setattr("storage.replays.processes.TOGETHER", 1)
    ended: set[int] = set()
    with Replays(2) as replays:

        def matches() -> Iterator[Asked]:
            for number in range(24):
                yield asked(1 + number % 3)
                running = [] if replays._pool is None else [*replays._pool._processes]
                if running and (again or not ended):
                    with suppress(ProcessLookupError):
                        os.kill(running[0], signal.SIGKILL)
                    ended.add(running[0])

        found = [came.noted for came in replays.of(matches())]
        assert ended and (replays._pool is None) == again
    with Replays() as replays:
        once = [came.noted for came in replays.of(asked(seed) for seed in range(1, 4))]
    assert len({*map(str, once)}) == 3
    assert found == once * 8


ENDLESS = """
import sys
from itertools import repeat
from storage.replays import Replays
from tests.storage.test_replays import asked
try:
    with Replays(2) as replays:
        for number, _ in enumerate(replays.of(repeat(asked()))):
            if not number:
                print(*replays._pool._processes, flush=True)
except KeyboardInterrupt:
    sys.exit(130)
"""


def replaying_without_end() -> tuple[subprocess.Popen[str], list[int]]:
    """A process that replays on and on, and those that do so for it."""
    process = start(ENDLESS, start_new_session=True)
    return process, [int(word) for word in next_line(process).split()]


def is_there(pid: int) -> bool:
    with suppress(ProcessLookupError, FileNotFoundError):
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_ctrl_c_ends_all_of_them_without_a_word() -> None:
    process, others = replaying_without_end()
    assert len(others) == 1  # it does its own share
    os.killpg(process.pid, signal.SIGINT)
    _, said = end_of(process)
    assert (process.returncode, said) == (130, "")
    assert not any(map(is_there, others))


def test_no_process_outlives_the_one_that_asks() -> None:
    process, others = replaying_without_end()
    process.kill()
    end_of(process)
    wait_until(lambda: not any(map(is_there, others)))


@pytest.mark.parametrize("question", [[], ["--under", DEFENDS]], ids=["as it is", "otherwise"])
def test_the_command_takes_a_number_of_processes(season: Path, question: list[str]) -> None:
    said = {
        subprocess.run(
            [sys.executable, "-m", "cli", "verify", *question, "--jobs", jobs, "--log", season],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for jobs in ("1", "2")
    }
    assert len(said) == 1 and said.pop().startswith("wondervale" if question else "EXACT")


def test_a_large_log_is_replayed_on_all_cores_and_a_small_one_in_one_process(
    season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cores, due in ((1, 1), (2, 2), (64, MOST)):
        monkeypatch.setattr("storage.replays.processes._cores", lambda cores=cores: cores)
        assert (usual_jobs(LARGE - 1), usual_jobs(LARGE)) == (1, due)
    asked: list[int] = []

    def verified(*given: Any, jobs: int, **more: Any) -> Report:
        asked.append(jobs)
        return Report()

    def reread(log: Log, *given: Any) -> Reread:
        asked.append(given[-1])
        return Reread()

    monkeypatch.setattr("storage.verify.verify", verified)
    monkeypatch.setattr("cli.judging.other_readings.reread_log", reread)
    home = Home(season.parent)
    home.log = season
    for words in ([], ["m1"], ["--jobs", 3]):
        for large in (10**6, 100):
            monkeypatch.setattr("storage.replays.processes.LARGE", large)
            home.ok("verify", *words)
            home.ok("verify", *words, "--under", DEFENDS)
    assert asked[::2] == [1, MOST, 1, MOST if len(played(1)) >= 100 else 1, 3, 3] == asked[1::2]
