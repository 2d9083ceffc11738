"""Heads on the command line: shown, compared, kept, missed."""

import json
import re
from pathlib import Path

import pytest

from cli.screen.qr import code, code_lines
from storage.log import Log
from storage.proof.given import given_heads
from tests.cli.test_home import DISPUTE, Home, home, widest

__all__ = ["home"]

_MODULES = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}


@pytest.fixture
def played(home: Home) -> Home:
    """A log with the match ``r1`` of 15 entries."""
    home.play()
    return home


def cut(home: Home, after: int) -> None:
    """Cut the tail of ``r1`` off."""
    with Log.open(home.log, write=True) as log:
        log.rows(f"DELETE FROM entries WHERE match_id = 'r1' AND seq > {after}")


def test_head_prints_the_hash_the_phrase_and_the_code(played: Home) -> None:
    found = played.json("head", "r1")
    with Log.open(played.log) as log:
        assert found["hash"] == log.load("r1").hashes[-1]
    assert (found["seq"], found["phrase_bits"]) == (15, 48)
    told = played.ok("head", "r1")
    assert f"hash    {found['hash']}\n" in told
    assert f"phrase  {found['phrase']}\n" in told
    assert "48 bits" in told
    assert widest(told) <= 80
    assert len(told.splitlines()) <= 30
    assert "\x1b" not in told


def test_the_code_in_the_terminal_is_the_code_of_the_head(played: Home) -> None:
    head = played.json("head", "r1")["head"]
    drawn = [line for line in played.ok("head", "r1").splitlines() if line and line[0] in "█▀"]
    pairs = [[_MODULES[sign] for sign in line.ljust(len(drawn[0]))] for line in drawn]
    modules = [[pair[half] for pair in row] for row in pairs for half in (0, 1)]
    wanted = code(head.upper())
    assert modules[: len(wanted)] == wanted
    assert len(modules) - len(wanted) in (0, 1)
    finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert ["".join(map(str, row[4:11])) for row in wanted[4:11]] == finder
    assert not any(any(row[:4]) or any(row[-4:]) for row in wanted)
    assert list(code_lines(head.upper())) == drawn


def test_a_head_is_that_of_the_record_too_and_no_log_is_needed(home: Home) -> None:
    home.ok("import", DISPUTE)
    in_log = home.json("head", "vale-open-r4-t1-g2")
    other = Home(home.folder / "none")
    assert other.json("head", DISPUTE) == in_log
    assert not other.log.exists()


def test_verify_compares_with_a_head_by_hash_and_by_phrase(played: Home) -> None:
    found = played.json("head", "r1")
    for said in (found["hash"], found["phrase"], found["head"], found["phrase"].replace("-", " ")):
        assert "HEAD  it is that of entry 15\n" in played.ok("verify", "r1", "--head", said)
    played.ok("log", "r1", "ana direct-attack")
    assert "entry 15; 1 entry followed" in played.ok("verify", "r1", "--head", found["hash"])
    assert played.json("verify", "r1", "--head", found["hash"])["reached"] == 15


def test_verify_refuses_a_head_that_the_match_does_not_have(played: Home) -> None:
    told = played.ok("verify", "r1", "--head", "f" * 64, status=4)
    assert "OTHER HEAD" in told
    assert played.json("verify", "r1", "--head", "f" * 64, status=4)["reached"] is None
    assert "is not a word of a phrase" in played.error("verify", "r1", "--head", "hello world")
    assert "name it" in played.error("verify", "--head", "f" * 64)


def test_a_tail_that_is_cut_off_after_a_head_was_given_out_shows(played: Home) -> None:
    played.ok("head", "r1")
    cut(played, 11)
    told = " ".join(played.ok("verify", status=4).split())
    assert "r1: entry 15: head: " in told
    assert "ends at entry 11: its end is missing" in told


@pytest.mark.parametrize("form", ["record", "jsonl"])
@pytest.mark.parametrize("to_file", [True, False])
def test_an_export_gives_the_head_out(
    played: Home, tmp_path: Path, form: str, to_file: bool
) -> None:
    where = ("-o", tmp_path / "out") if to_file else ()
    played.ok("export", "r1", "--format", form, *where)
    with Log.open(played.log) as log:
        assert [(g.match, g.seq) for g in given_heads(log)] == [("r1", 15)]


def test_an_import_of_lines_without_their_tail_says_so(played: Home, tmp_path: Path) -> None:
    path = tmp_path / "r1.jsonl"
    played.ok("export", "r1", "-o", path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:9]))
    other = Home(tmp_path / "other")
    other.folder.mkdir()
    result = other.run("import", path)
    assert result.exit_code == 4
    assert "its head is of entry 15, and the match ends at entry 9" in result.stderr
    path.write_text("".join(lines[9:]))
    other.ok("import", path)
    other.ok("verify")


def test_a_head_is_told_where_the_log_cannot_be_written(
    played: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage.error import LogError

    def refuse(*_: object) -> None:
        raise LogError("the log is read only")

    monkeypatch.setattr("storage.proof.given.give_out", refuse)
    result = played.run("head", "r1")
    assert result.exit_code == 0
    assert re.search(r"^phrase  \w+(-\w+){5}$", result.stdout, re.MULTILINE)
    assert result.stderr.startswith("note: the log does not keep")
    assert json.loads(played.run("head", "r1", "--json").stdout)["seq"] == 15
