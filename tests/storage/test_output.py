"""Files that are written for others: whole or not at all; only regular files are replaced."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from storage.exchange.output import appearing
from tests.logbook import ROOT, new_log
from tests.processes import PATIENCE


def write(path: Path, text: str) -> None:
    with appearing(path) as part:
        part.write_text(text)


def test_a_file_is_replaced_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    path.chmod(0o600)
    with path.open() as reading:
        with appearing(path) as part:
            part.write_text("new")
            assert path.read_text() == "old"
        assert reading.read() == "old"
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    with pytest.raises(KeyError), appearing(path) as part:
        part.write_text("half")
        raise KeyError
    assert [p.read_text() for p in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize("target", ["there.txt", "missing.txt"])
def test_a_link_stays_a_link_and_what_it_leads_to_is_written(tmp_path: Path, target: str) -> None:
    (tmp_path / "there.txt").write_text("old and longer")
    link = tmp_path / "link"
    link.symlink_to(target)
    write(link, "new")
    assert os.readlink(link) == target
    assert (tmp_path / target).read_text() == "new"


def test_all_names_of_a_file_show_what_was_written(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("old")
    two.hardlink_to(one)
    write(one, "new")
    assert two.read_text() == "new"
    assert one.samefile(two)


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()), daemon=True)
    reader.start()
    write(pipe, "new")
    reader.join(PATIENCE)
    assert got == ["new"]
    assert pipe.is_fifo()


def test_a_folder_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write(tmp_path, "new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["-f", "jsonl"], ["-f", "record", "m1"], ["-f", "csv"]])
def test_an_export_goes_through_dev_stdout(tmp_path: Path, words: list[str]) -> None:
    log = new_log(tmp_path / "season.duckdb", [1])
    command = ["export", *words, "--log", str(log), "-o"]
    named, out = tmp_path / "named", tmp_path / "out"
    for output in (named, "/dev/stdout"):
        with out.open("w") as stdout:
            subprocess.run(
                [sys.executable, "-m", "cli", *command, str(output)],
                cwd=ROOT,
                stdout=stdout,
                check=True,
            )
    assert out.read_text() == named.read_text() != ""
    assert Path("/dev/stdout").is_symlink()


def test_nothing_takes_the_place_of_a_log(tmp_path: Path) -> None:
    log = new_log(tmp_path / "season.duckdb", [1])
    link = tmp_path / "link.txt"
    link.symlink_to(log)
    before = log.read_bytes()
    for path in (log, link):
        with pytest.raises(FileExistsError, match="a log; nothing is written in its place"):
            write(path, "a record")
    assert log.read_bytes() == before


def test_a_folder_that_is_not_there_is_told_by_the_name_that_was_typed(tmp_path: Path) -> None:
    path = tmp_path / "nosuch" / "x.txt"
    with pytest.raises(FileNotFoundError) as said:
        write(path, "new")
    assert said.value.filename == str(path)
