"""A damaged journal beside a sound log: what is safe, and how the log is opened again."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from storage.error import DamagedJournal
from storage.log import Log, LogError
from storage.verify import verify
from storage.verify.journal import journal, set_aside
from tests.cli.test_home import Home
from tests.logbook import new_log, played, start
from tests.processes import end_of

FOLDED, LOGGED = 10, 30
"""How many entries of a match are in the file itself, and how many one by one in the journal."""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log whose writer was killed, with a journal beside it."""
    path = new_log(tmp_path_factory.mktemp("journal") / "killed.duckdb", (1,))
    process = start(
        "import os, sys\n"
        "from pathlib import Path\n"
        "from tests.logbook import *\n"
        "with Log.open(Path(sys.argv[1]), write=True) as log:\n"
        f"    log_match(log, 'm2', 2, entries={FOLDED})\n"
        "log = Log.open(Path(sys.argv[1]), write=True)\n"
        "match = log.load('m2')\n"
        f"for each in played(2)[{FOLDED}:{FOLDED + LOGGED}]:\n"
        "    log.append('m2', [each], match=match)\n"
        "os.kill(os.getpid(), 9)",
        path,
    )
    end_of(process)
    assert process.returncode == -signal.SIGKILL
    return path


@pytest.fixture
def path(killed: Path, tmp_path: Path) -> Path:
    shutil.copy(f"{killed}.wal", tmp_path / "log.duckdb.wal")
    return Path(shutil.copy(killed, tmp_path / "log.duckdb"))


def beside(path: Path) -> Path:
    return path.with_name("log.duckdb.wal")


def damaged(path: Path, at: float) -> None:
    """Change a byte of the journal, so far along it."""
    content = bytearray(beside(path).read_bytes())
    content[int(at * (len(content) - 1))] ^= 0xFF
    beside(path).write_bytes(content)


def count(path: Path) -> int:
    with Log.open(path) as log:
        return int(log.rows("SELECT count(*) FROM entries WHERE match_id = 'm2'")[0][0])


def test_a_sound_journal_is_said_to_be_sound_and_not_set_aside(path: Path) -> None:
    found = journal(path)
    assert found is not None
    assert found.damage == ""
    assert found.safe.entries - found.file.entries == LOGGED
    with pytest.raises(LogError, match="no damaged journal"):
        set_aside(path)
    assert count(path) == FOLDED + LOGGED
    beside(path).unlink()
    assert journal(path) is None


def test_what_is_safe_is_told_and_the_sound_beginning_stays_in_force(path: Path) -> None:
    damaged(path, 0.6)
    before = {file: file.read_bytes() for file in (path, beside(path))}
    with pytest.raises(DamagedJournal, match="referee journal says what is safe"):
        Log.open(path)
    with pytest.raises(DamagedJournal):
        Log.open(path, write=True)
    found = journal(path)
    assert found is not None
    assert "checksum" in found.damage
    assert found.file.entries < found.safe.entries < found.file.entries + LOGGED
    assert {file: file.read_bytes() for file in before} == before
    told, aside = set_aside(path)
    assert told == found
    assert aside.read_bytes() == before[beside(path)]
    assert count(path) == FOLDED + found.safe.entries - found.file.entries
    with Log.open(path, write=True) as log:
        assert verify(log).exact
        log.append("m2", played(2)[log.load("m2").last :])


@pytest.mark.parametrize("place", [0, 4, 9, 14])
def test_a_journal_that_is_damaged_at_its_first_bytes_is_not_left_aside_without_a_word(
    path: Path, place: int
) -> None:
    content = bytearray(beside(path).read_bytes())
    content[place] ^= 0xFF
    beside(path).write_bytes(content)
    with pytest.raises(DamagedJournal):
        Log.open(path, write=True)
    assert beside(path).read_bytes() == content
    _, aside = set_aside(path)
    assert aside.read_bytes() == content
    assert count(path) == FOLDED


def test_a_lost_tail_is_named_and_what_a_backup_or_lines_know_of_it_was_acknowledged(
    path: Path,
) -> None:
    home = Home(path.parent)
    home.log = path
    assert home.json("journal")["behind"] == {}
    backup = Path(shutil.copy(path, path.with_name("backup.duckdb")))
    shutil.copy(beside(path), f"{backup}.wal")
    with Log.open(backup) as log:
        rows = log.rows("SELECT payload, hash FROM entries WHERE match_id = 'm2' AND seq > 9")
    lines = (f'{{"entry":{payload},"hash":"{chained}"}}\n' for payload, chained in rows)
    path.with_name("entries.jsonl").write_text("".join(lines))
    last = FOLDED + LOGGED
    os.truncate(beside(path), beside(path).stat().st_size - 5)
    found = journal(path)
    assert found is not None
    assert (found.damage, found.behind) == ("", {"m2": (last, last)})
    assert f"not safe: entry {last} of m2" in _plain(home.ok("journal"))
    damaged(path, 0.6)
    found = journal(path)
    assert found is not None
    first = found.safe.lasts["m2"] + 1
    assert found.behind["m2"][1] == last
    assert f"to {last} of m2, which it names" in _plain(home.ok("journal", status=1))
    for source in (backup, path.with_name("entries.jsonl")):
        told = _plain(home.ok("journal", "--from", source, status=1))
        assert f"lost though acknowledged: m2, entry {first} to {last}" in told
    told = json.loads(home.ok("journal", "--from", backup, "--json", status=1))
    assert told["acknowledged"] == {"m2": last}


def test_a_second_damaged_journal_does_not_take_the_place_of_the_first(path: Path) -> None:
    damaged(path, 0.6)
    _, first = set_aside(path)
    shutil.copy(first, beside(path))
    _, second = set_aside(path)
    assert first.read_bytes() == second.read_bytes()
    assert (first.name, second.name) == ("log.duckdb.wal.damaged", "log.duckdb.wal.damaged-2")


def test_a_journal_cut_short_by_a_kill_is_no_damage(path: Path) -> None:
    whole = beside(path).read_bytes()
    os.truncate(beside(path), len(whole) - 5)
    found = journal(path)
    assert found is not None
    assert found.damage == ""
    assert count(path) == FOLDED + LOGGED - 1


def test_the_command_says_what_is_safe_and_sets_the_journal_aside(path: Path) -> None:
    home = Home(path.parent)
    home.log = path
    assert "is sound: it holds 30 entries beside 2 matches" in _plain(home.ok("journal"))
    damaged(path, 0.6)
    assert "referee journal says what is safe" in home.error("matches", status=1)
    told = _plain(home.ok("journal", status=1))
    assert "is damaged" in told
    assert "--set-aside" in told
    assert json.loads(home.ok("journal", "--json", status=1))["aside"] is None
    made = json.loads(home.ok("journal", "--set-aside", "--json"))
    assert Path(made["aside"]).exists()
    assert made["entries"] < made["safe"]
    assert home.ok("verify").startswith("EXACT")


def _plain(text: str) -> str:
    return " ".join(text.split())
