"""A private copy of a log: whole, as the log stood, and in nobody's way."""

import errno
import os
import signal
from pathlib import Path

import pytest

from storage import private_copy as copies
from storage.log import Log, LogError
from storage.private_copy import private_copy
from storage.verify import verify
from tests.logbook import content, log_match, new_log, note, start
from tests.processes import end_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return new_log(tmp_path / "season.duckdb", [1])


def append(path: Path, number: int) -> None:
    with Log.open(path, write=True, wait=0.1) as log:
        log.append("m1", [note(number)])


def everything(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with Log.open(path) as log:
        return content(log)


def test_writers_go_on_while_a_copy_is_read_which_stays_as_it_was(path: Path) -> None:
    before = everything(path)
    with private_copy(path) as copy:
        append(path, 900)
        assert content(copy) == before != everything(path)
        assert verify(copy).exact
        assert copy.path == path


def test_what_is_done_to_a_copy_changes_nothing_but_the_copy(path: Path) -> None:
    before = path.read_bytes()
    with private_copy(path, lambda copy: copy.append("m1", [note(900)])) as copy:
        assert content(copy) != everything(path)
        with pytest.raises(LogError, match="open for reading only"):
            copy.append("m1", [note(901)])
        folder = copy.file.parent
        assert not copy.file.exists()
    assert not folder.exists()
    assert path.read_bytes() == before


def test_what_changes_between_the_pieces_of_a_copy_is_copied_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = 0
    copy_piece = copies._piece

    def piece(path: Path, *rest: object) -> bool:
        nonlocal pieces
        if pieces < 12:  # DuckDB lets nothing be changed while it is copied, but between
            with Log.open(path, write=True, wait=0.1) as log:
                if pieces % 3:
                    log_match(log, f"n{pieces}", pieces)
                else:
                    log.rows("DROP TABLE IF EXISTS other")
                    log.rows("CREATE TABLE other AS SELECT hash(i) AS h FROM range(300000) t(i)")
        pieces += 1
        return copy_piece(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(copies, "_piece", piece)
    monkeypatch.setattr(copies, "HELD", 0)
    with private_copy(path) as copy:
        assert pieces > 12
        assert content(copy) == everything(path)
        assert verify(copy).exact


def test_a_copy_is_completed_however_much_writers_change_between_its_pieces(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_piece, pieces = copies._piece, 0

    def piece(path: Path, *rest: object) -> bool:
        nonlocal pieces
        pieces += 1
        with Log.open(path, write=True) as log:  # every time more than a short piece copies
            log.rows("DROP TABLE IF EXISTS other")
            log.rows("CREATE TABLE other AS SELECT hash(i) AS h FROM range(300000) t(i)")
        assert pieces < 60, "it never ends"
        return copy_piece(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(copies, "_piece", piece)
    monkeypatch.setattr(copies, "HELD", 1e-6)
    monkeypatch.setattr(copies, "LONGER", 2)
    with private_copy(path) as copy:
        assert verify(copy).exact


CRASHED = """
import os, sys
from pathlib import Path
from storage.log import Log
from tests.logbook import note
log = Log.open(Path(sys.argv[1]), write=True)
log.append("m1", [note(900)])
os.kill(os.getpid(), 9)
"""


def test_the_journal_that_a_crash_left_is_part_of_the_copy(path: Path) -> None:
    last = len(everything(path)["entries"])
    crashed = start(CRASHED, path)
    end_of(crashed)
    assert crashed.returncode == -signal.SIGKILL
    assert path.with_name("season.duckdb.wal").exists()
    with private_copy(path) as copy:
        assert copy.rows("SELECT count(*) FROM entries") == [(last + 1,)]
        assert verify(copy).exact


def test_a_log_that_this_process_has_open_is_not_copied(path: Path) -> None:
    with (
        Log.open(path),
        pytest.raises(LogError, match="this process has it open"),
        private_copy(path),
    ):
        pass


def test_without_room_for_a_copy_the_log_itself_is_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "sendfile", full)
    monkeypatch.setattr(os, "write", full)
    with private_copy(path) as log:
        assert log.file == log.path == path
        assert verify(log).exact


def test_a_file_that_is_no_log_is_not_copied(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="there is no such log"), private_copy(tmp_path / "none"):
        pass
    (tmp_path / "text").write_text("Dear diary, " * 2000)
    with pytest.raises(LogError, match="not a log"), private_copy(tmp_path / "text"):
        pass
