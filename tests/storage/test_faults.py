"""What goes wrong around a log: killed processes, many writers, full disks, files that are none.

Each time: what was acknowledged is there, what was not is not, and people are told why.
"""

import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from storage.exchange.transfer import export_jsonl
from storage.lock import lock_path
from storage.log import Log, LogError, LogLocked
from storage.projection import refresh
from storage.verify import verify
from tests.logbook import (
    as_nobody,
    content,
    finish,
    log_match,
    new_log,
    note,
    played,
    start,
    without_heads,
)
from tests.processes import end_of, next_line, wait_until

LOG_NOTES = """
import sys
from pathlib import Path
from storage.log import Log
from tests.logbook import note
path, match_id, seed, first, last = sys.argv[1:]
with Log.open(Path(path), write=True, wait=60) as log:
    match = log.load(match_id)
    for n in range(int(first), int(last)):
        (recorded,) = log.append(match_id, [note(n, seed=int(seed))], match=match)
        print(recorded.entry.id, flush=True)
"""


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_log(tmp_path_factory.mktemp("faults") / "season.duckdb", [1, 2])


@pytest.fixture
def path(season: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(season, tmp_path / "season.duckdb"))


def ids(path: Path) -> list[str]:
    with Log.open(path) as log:
        return [entry_id for (entry_id,) in log.rows("SELECT id FROM entries")]


# -- killed -----------------------------------------------------------------------------------


def test_what_was_acknowledged_survives_kill_9(path: Path) -> None:
    before = set(ids(path))
    acknowledged: list[str] = []
    for round_ in range(3):
        first = 1000 * round_ + 1000
        writer = start(LOG_NOTES, path, "m1", 7, first, first + 900)
        acknowledged += [next_line(writer).strip() for _ in range(15 + 10 * round_)]
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged += end_of(writer)[0].split()
        found = set(ids(path))
        assert found >= before | set(acknowledged)
        assert len(found) <= len(before) + len(acknowledged) + 1 + round_
    with Log.open(path, write=True) as log:
        assert verify(log).exact
        log.append("m1", [note(9000)])
    assert set(ids(path)) >= set(acknowledged)
    assert not path.with_name(path.name + ".wal").exists()


def test_a_log_that_was_being_made_when_the_process_was_killed_is_made_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "new.duckdb"
    path.with_name(path.name + ".new").write_bytes(b"half a log")
    path.with_name(path.name + ".new.wal").write_bytes(b"half a log")
    with Log.open(path, write=True) as log:
        log_match(log, "m1", entries=5)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["new.duckdb", "new.duckdb.lock"]


def test_the_folder_knows_a_log_and_its_journal_before_anything_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.duckdb"
    synced: list[list[str]] = []
    sync = os.fsync

    def note_folders(file: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{file}"):
            synced.append(sorted(p.name for p in tmp_path.iterdir()))
        sync(file)

    monkeypatch.setattr(os, "fsync", note_folders)
    log = Log.open(path, write=True)
    assert synced.pop() == ["new.duckdb", "new.duckdb.lock"]
    for number in (1, 2):
        log.name_person(f"p{number}", "Ana")
        assert synced.pop() == ["new.duckdb", "new.duckdb.lock", "new.duckdb.wal"]
        log.name_person(f"p{number}", "Bo")
        log_match(log, f"m{number}", entries=5)
        assert synced == []
        log.rows("CHECKPOINT")
    log.close()


def test_a_new_log_is_read_by_its_owner_and_group_only(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        with Log.open(tmp_path / "new.duckdb", write=True) as log:
            log_match(log, "m1", entries=5)
            modes = {p.name: p.stat().st_mode & 0o777 for p in tmp_path.iterdir()}
    finally:
        os.umask(mask)
    assert modes == dict.fromkeys(["new.duckdb", "new.duckdb.lock", "new.duckdb.wal"], 0o640)


# -- many at once -----------------------------------------------------------------------------

OPEN_AND_LOG = """
import sys
from pathlib import Path
from storage.log import Log, StaleSequence
from tests.logbook import note
path, match_id, seed, rounds, size = sys.argv[1:]
for n in range(int(rounds)):
    drafts = [note(100 * n + k, seed=int(seed)) for k in range(int(size))]
    while True:
        with Log.open(Path(path), wait=60) as log:
            last = log.load(match_id).last
        try:
            with Log.open(Path(path), write=True, wait=60) as log:
                recorded = log.append(match_id, drafts, expected=last)
        except StaleSequence as stale:
            assert stale.current > last
            print("stale")
        else:
            break
    for each in recorded:
        print(each.entry.id, flush=True)
"""


def test_five_processes_lose_nothing_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "season.duckdb"
    with Log.open(path, write=True) as log:
        for n in range(5):
            log_match(log, f"m{n}", n + 1, entries=3)
    writers = [start(OPEN_AND_LOG, path, f"m{n}", 20 + n, 3, 3) for n in range(5)]
    acknowledged = [line for w in writers for line in finish(w).split() if line != "stale"]
    assert len(set(acknowledged)) == 5 * 3 * 3
    assert set(ids(path)) >= set(acknowledged)
    with Log.open(path) as log:
        assert [row.entries for row in log.matches()] == [3 + 3 * 3] * 5
        assert verify(log).exact


def test_five_processes_take_turns_in_one_match(tmp_path: Path) -> None:
    path = tmp_path / "season.duckdb"
    with Log.open(path, write=True) as log:
        log_match(log, "m1", entries=3)
    writers = [start(OPEN_AND_LOG, path, "m1", 20 + n, 2, 2) for n in range(5)]
    acknowledged = [line for w in writers for line in finish(w).split() if line != "stale"]
    assert len(set(acknowledged)) == 5 * 2 * 2
    assert set(ids(path)) >= set(acknowledged)
    with Log.open(path) as log:
        assert log.load("m1").last == 3 + 5 * 2 * 2
        assert verify(log).exact


def test_five_processes_make_one_new_log(tmp_path: Path) -> None:
    path = tmp_path / "season.duckdb"
    code = (
        "import sys\nfrom pathlib import Path\nfrom storage.log import Log\n"
        "from tests.logbook import log_match\n"
        "with Log.open(Path(sys.argv[1]), write=True, wait=60) as log:\n"
        "    log_match(log, 'm' + sys.argv[2], int(sys.argv[2]), entries=5)\n"
    )
    for writer in [start(code, path, n) for n in range(5)]:
        finish(writer)
    with Log.open(path) as log:
        assert [row.id for row in log.matches()] == [f"m{n}" for n in range(5)]
        assert verify(log).exact


def test_readers_wait_for_a_writer_and_writers_for_readers(path: Path) -> None:
    writer = start(LOG_NOTES, path, "m1", 7, 1000, 1030)
    next_line(writer)
    with Log.open(path, wait=60) as log:
        assert verify(log).exact
        late = start(LOG_NOTES, path, "m1", 7, 2000, 2001)
        with Log.open(path) as another:
            assert another.has("m1")
        time.sleep(0.5)
        assert late.poll() is None
    finish(writer)
    assert finish(late).strip() in ids(path)


def test_a_locked_log_is_a_clear_error_when_the_wait_is_over(path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom storage.log import *\n"
        "for write in (True, False):\n"
        "    try:\n"
        "        Log.open(Path(sys.argv[1]), write=write, wait=0.2)\n"
        "    except LogLocked as error:\n"
        "        print(error)\n"
    )
    with Log.open(path, write=True) as log:
        for write in (True, False):
            with pytest.raises(LogLocked, match="this process has it open already"):
                Log.open(path, write=write, wait=0.1)
        said = finish(start(code, path))
        assert said == f"{path}: process {os.getpid()} has it; gave up waiting\n" * 2
        log.append("m1", [note(900)])
    with Log.open(path) as reading:
        with pytest.raises(LogLocked, match="this process has it open already"):
            Log.open(path, write=True, wait=0.1)
        assert finish(start(code, path)) == (
            f"{path}: process {os.getpid()} has it; gave up waiting\n"
        )
        assert reading.has("m1")
    with Log.open(path, write=True, wait=0.1) as log:
        assert verify(log).exact


HOLD = """
import sys
from pathlib import Path
from storage.log import Log
with Log.open(Path(sys.argv[1]), write=sys.argv[2] == "True"):
    print("open", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.parametrize("write", [True, False])
def test_a_stopped_process_is_named_to_all_who_wait_for_it(path: Path, write: bool) -> None:
    holder = start(HOLD, path, write)
    assert next_line(holder) == "open\n"
    os.kill(holder.pid, signal.SIGSTOP)
    try:
        with pytest.raises(LogLocked) as first:
            Log.open(path, write=True, wait=0.1)
        assert f"process {holder.pid} has it and is stopped" in str(first.value)
        assert "duckdb.org" not in str(first.value)
    finally:
        os.kill(holder.pid, signal.SIGCONT)
    end_of(holder, "\n")
    with Log.open(path, write=True, wait=0.1) as log:
        log.append("m1", [note(900)])


IN_LINE = """
import sys
from pathlib import Path
from storage.log import Log
from tests.logbook import note
print("ready", flush=True)
sys.stdin.readline()
with Log.open(Path(sys.argv[1]), write=True, wait=60) as log:
    log.append("m1", [note(100 + int(sys.argv[2]), sys.argv[2])])
"""


def _drawn(path: Path) -> int:
    return int.from_bytes(lock_path(path).read_bytes()[:8], "little")


def _stands_in_line(path: Path, before: int, log: Log | None = None) -> bool:
    """Whether somebody has drawn a number since, and waits for a log."""
    return _drawn(path) != before and (log is None or log.awaited())


def test_a_process_that_was_stopped_in_line_is_named_to_all_behind_it(path: Path) -> None:
    waiting = [start(IN_LINE, path, number) for number in (0, 1)]
    with Log.open(path, write=True) as log:
        for each in waiting:
            before = _drawn(path)
            assert each.stdin is not None
            each.stdin.write("\n")
            each.stdin.flush()
            wait_until(partial(_stands_in_line, path, before, log), each)
        os.kill(waiting[0].pid, signal.SIGSTOP)
    try:
        for write in (True, False):
            with pytest.raises(LogLocked) as refused:
                Log.open(path, write=write, wait=0.1)
            assert f"process {waiting[0].pid} has it and is stopped" in str(refused.value)
    finally:
        os.kill(waiting[0].pid, signal.SIGCONT)
    for each in waiting:
        end_of(each)
    with Log.open(path) as log:
        assert verify(log).exact


def test_writers_are_served_in_the_order_in_which_they_came(path: Path) -> None:
    order = [3, 0, 4, 1, 2]
    writers = [start(IN_LINE, path, number) for number in range(5)]
    for writer in writers:
        assert next_line(writer) == "ready\n"
    with Log.open(path, write=True) as log:
        for number in order:
            before = _drawn(path)
            writer = writers[number]
            assert writer.stdin is not None
            writer.stdin.write("\n")
            writer.stdin.flush()
            wait_until(partial(_stands_in_line, path, before), writer)
        os.kill(writers[order[1]].pid, signal.SIGKILL)  # nobody waits for the dead
        last = log.load("m1").last
    for number in order:
        if number != order[1]:
            finish(writers[number])
    end_of(writers[order[1]])
    with Log.open(path) as log:
        said = [entry.event for entry in log.load("m1").entries[last:]]
    assert [getattr(event, "text", "") for event in said] == ["3", "4", "1", "2"]


# -- files that are none ----------------------------------------------------------------------


def _sqlite(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE entries (payload)")
    db.close()


def _duckdb(path: Path) -> None:
    import duckdb

    with duckdb.connect(path) as db:
        db.execute("CREATE TABLE entries (payload VARCHAR)")


def _newer(path: Path) -> None:
    with Log.open(path, write=True) as log:
        log.rows("UPDATE meta SET value = '2' WHERE key = 'format'")


FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing": (lambda path: None, "there is no such log"),
    "a folder": (lambda path: path.mkdir(), "a directory; expected a file"),
    "an empty file": (lambda path: path.touch(), "the file is empty"),
    "a text": (lambda path: path.write_text("Dear diary, " * 2000), "not a log"),
    "a few bytes": (lambda path: path.write_bytes(b"12345678DU"), "not a log"),
    "only a mark": (lambda path: path.write_bytes(b"12345678DUCK" + bytes(99)), "damaged"),
    "another database": (_sqlite, "not a log"),
    "another DuckDB file": (_duckdb, "not a log of matches"),
    "a log of a later version": (_newer, "format 2 by a later version; this one reads up to"),
}


@pytest.mark.parametrize("case", FOREIGN)
def test_a_file_that_is_no_log_is_a_clear_error(tmp_path: Path, case: str) -> None:
    make, message = FOREIGN[case]
    path = tmp_path / "foreign"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(LogError, match=message):
        Log.open(path)
    if case != "nothing":
        with pytest.raises(LogError, match=message):
            Log.open(path, write=True)
        assert (path.read_bytes() if path.is_file() else None) == before


def test_a_log_that_was_cut_short_is_a_clear_error(path: Path) -> None:
    whole = path.read_bytes()
    for part in (0.9, 0.5, 0.1, 0.003):
        path.write_bytes(whole[: int(len(whole) * part)])
        for write in (False, True):
            with (
                pytest.raises(LogError, match=r"damaged or cut short"),
                Log.open(path, write=write) as log,
            ):
                verify(log)
    path.write_bytes(whole)
    with Log.open(path) as log:
        assert verify(log).exact


def test_a_log_whose_folder_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="there is no folder"):
        Log.open(tmp_path / "none" / "season.duckdb", write=True)
    with pytest.raises(LogError, match="no such log"):
        Log.open(tmp_path / "none" / "season.duckdb")
    assert not (tmp_path / "none").exists()


def test_what_a_lost_log_left_behind_is_not_mixed_with_a_new_one(path: Path) -> None:
    writer = start(LOG_NOTES, path, "m1", 7, 1000, 1900)
    next_line(writer)
    os.kill(writer.pid, signal.SIGKILL)
    end_of(writer)
    path.unlink()
    with pytest.raises(
        LogError, match=r"season\.duckdb\.wal exists, but the log itself is missing"
    ):
        Log.open(path, write=True)
    assert not path.exists()
    assert path.with_name("season.duckdb.wal").exists()


def test_a_log_that_may_not_be_read_or_written_is_a_clear_error(path: Path) -> None:
    def writing() -> Log:
        return Log.open(path, write=True)

    path.chmod(0o000)
    assert "Permission denied" in as_nobody(lambda: Log.open(path), path.parent)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    assert "Permission denied" in as_nobody(writing, path.parent)
    other = path.with_name("x")
    assert "Permission denied" in as_nobody(lambda: Log.open(other, write=True), path.parent)
    path.parent.chmod(0o755)
    path.chmod(0o644)
    with Log.open(path, write=True) as log:
        assert verify(log).exact


# -- a full disk ------------------------------------------------------------------------------

ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from storage.log import Log, LogError
from storage.projection import refresh
from storage.exchange.transfer import import_jsonl
from tests.logbook import note
path, lines, room = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
log = Log.open(path, write=True)
resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
def attempt(what, work):
    try:
        return work()
    except LogError as error:
        print(what, error, flush=True)
match = log.load("m1")
for n in range(2000):
    recorded = attempt("append", lambda: log.append("m1", [note(1000 + n)], match=match))
    if recorded is None:
        break
    print("id", recorded[0].entry.id, flush=True)
attempt("import", lambda: import_jsonl(log, lines))
attempt("refresh", lambda: refresh(log))
attempt("again", lambda: log.append("m1", [note(5000, "x" * 1900)], match=match))
print("last", log.load("m1").last, match.last)
log.close()
"""


def test_a_full_disk_is_a_clear_error_and_loses_nothing(path: Path, tmp_path: Path) -> None:
    lines = tmp_path / "many.jsonl"
    with Log.open(path) as log:
        before = content(log)
        export_jsonl(log, lines, ["m2"])
    one = without_heads(lines.read_text())
    lines.write_text("".join(one.replace('"match":"m2"', f'"match":"n{n}"') for n in range(9)))
    said = finish(start(ON_A_FULL_DISK, path, lines, 60_000)).splitlines()
    acknowledged = [line.split()[1] for line in said if line.startswith("id ")]
    assert len(acknowledged) > 10
    for what in ("append", "import", "refresh", "again"):
        assert any(
            line.startswith(f"{what} ") and "disk or quota is full" in line for line in said
        ), what
    last = len(played(1)) + len(acknowledged)
    assert said[-1] == f"last {last} {last}"
    with Log.open(path, write=True) as log:
        assert verify(log).exact
        assert log.load("m1").last == last
        assert {each for (each,) in log.rows("SELECT id FROM entries")} >= set(acknowledged)
        assert content(log)["matches"] == before["matches"]
        refresh(log)


def test_no_log_is_made_on_a_full_disk(tmp_path: Path) -> None:
    code = (
        "import resource, sys\nfrom pathlib import Path\nfrom storage.log import *\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))\n"
        "try:\n"
        "    Log.open(Path(sys.argv[1]), write=True)\n"
        "except LogError as error:\n"
        "    print(error)\n"
    )
    said = finish(start(code, tmp_path / "new.duckdb"))
    assert "the disk or quota is full" in said
    assert [p.name for p in tmp_path.iterdir()] == ["new.duckdb.lock"]


def test_an_export_to_a_full_disk_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with Log.open(path, write=True) as log:
        refresh(log)
    code = (
        "import resource, sys\nfrom pathlib import Path\nfrom storage.log import *\n"
        "from storage.exchange.transfer import export_jsonl, export_table\n"
        "with Log.open(Path(sys.argv[1])) as log:\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, resource.RLIM_INFINITY))\n"
        "    for work in (\n"
        "        lambda p: export_jsonl(log, p / 'x.jsonl'),\n"
        "        lambda p: export_table(log, 'entries', p / 'x.csv', 'csv'),\n"
        "        lambda p: export_table(log, 'entries', p / 'x.parquet', 'parquet'),\n"
        "    ):\n"
        "        try:\n"
        "            work(Path(sys.argv[2]))\n"
        "        except LogError as error:\n"
        "            print(error)\n"
    )
    said = finish(start(code, path, out)).splitlines()
    assert len(said) == 3
    assert list(out.iterdir()) == []
