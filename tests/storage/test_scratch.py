"""What a process that is killed leaves in the folder for such things goes with the next one."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage.files import PREFIX, Scratch
from storage.private_copy import private_copy
from tests.logbook import new_log
from tests.processes import end_of, next_line

ROOT = Path(__file__).parents[2]

HELD = """
import pathlib, sys
from storage.files import Scratch
folder = Scratch(*map(pathlib.Path, sys.argv[1:]))
(pathlib.Path(folder.name) / "copy").write_text("of a log")
print(folder.name, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "temporary"
    found.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(found))
    monkeypatch.setenv("TMPDIR", str(found))
    return found


@contextmanager
def holder(*beside: Path) -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    """Another process that has such a folder, and the folder."""
    with subprocess.Popen(
        [sys.executable, "-c", HELD, *map(str, beside)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process, Path(next_line(process).strip())
        finally:
            process.kill()


def test_a_copy_that_a_killed_reader_left_goes_with_the_next_reader(
    folder: Path, tmp_path: Path
) -> None:
    with holder() as (process, left):
        process.kill()
        end_of(process)
        assert (left / "copy").exists()
    with private_copy(new_log(tmp_path / "season.duckdb", [1])):
        assert not left.exists()
    assert list(folder.iterdir()) == []


def test_what_another_process_holds_stays(folder: Path) -> None:
    with holder() as (_, theirs):
        with Scratch() as own:
            assert (theirs / "copy").exists()
            assert sorted(folder.iterdir()) == sorted([theirs, Path(own)])
        assert list(folder.iterdir()) == [theirs]


def test_what_is_left_beside_a_log_goes_with_the_next_that_is_made_there(tmp_path: Path) -> None:
    with holder(tmp_path) as (process, left):
        process.kill()
        end_of(process)
        assert left.parent == tmp_path
    with Scratch(tmp_path):
        assert not left.exists()


def test_a_link_under_such_a_name_leads_nowhere(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "season.duckdb").touch()
    os.symlink(kept, folder / f"{PREFIX}x")
    with Scratch():
        pass
    assert (kept / "season.duckdb").exists()


def test_a_folder_that_another_one_took_for_left_is_made_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage import files

    held, taken = files._held, []

    def too_late(name: str) -> int | None:
        if not taken:
            taken.append(name)
            raise BlockingIOError
        return held(name)

    monkeypatch.setattr(files, "_held", too_late)
    with Scratch() as own:
        assert [own] != taken
        assert [str(each) for each in folder.iterdir()] == [own]
