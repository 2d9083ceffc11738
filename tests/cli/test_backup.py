"""A copy of the log in a second place is a log like the other, and is checked."""

import duckdb

from cli.failure import Status
from storage.log import Log
from storage.proof.seals import seals
from tests.cli.test_home import Home, home
from tests.logbook import content, new_log

__all__ = ["home"]


def test_a_backup_is_a_log_like_the_other(home: Home) -> None:
    new_log(home.log, (1, 2))
    home.ok("stats", "wins-by-seat")
    file = home.folder / "copy.duckdb"
    said = home.ok("backup", file)
    assert said.splitlines()[-1] == "EXACT"
    assert "2 matches, 279 entries, " in " ".join(said.split())
    with Log.open(home.log) as log, Log.open(file) as copy:
        noted = log.rows("SELECT count(digest) FROM entries")[0][0]
        assert seals(copy)[-1].counts[2] == noted
        assert f"{noted} noted states" in " ".join(said.split())
        assert content(copy) == content(log)
    assert home.ok("log", "m1", "kim note text=later", "--by", "kim", "--log", file)
    assert home.json("backup", home.folder / "again.duckdb")["entries"] == 279


def test_a_backup_takes_the_place_of_nothing(home: Home) -> None:
    new_log(home.log, (1,))
    file = home.folder / "there.txt"
    file.write_text("mine")
    assert "is there already" in home.error("backup", file, status=Status.MISUSED)
    assert file.read_text() == "mine"
    assert "is there already" in home.error("backup", home.log, status=Status.MISUSED)
    nowhere = home.folder / "nosuch" / "copy.duckdb"
    assert "there is no folder" in home.error("backup", nowhere, status=Status.ENVIRONMENT)


def test_a_backup_of_a_log_that_was_changed_says_so(home: Home) -> None:
    new_log(home.log, (1,))
    with duckdb.connect(home.log) as raw:
        raw.execute("UPDATE entries SET recorded_by = 'somebody' WHERE seq = 7")
    file = home.folder / "copy.duckdb"
    assert "NOT EXACT" in home.ok("backup", file, status=Status.NOT_EXACT)
    assert "entry 7" in home.ok("verify", "--log", file, status=Status.NOT_EXACT)
