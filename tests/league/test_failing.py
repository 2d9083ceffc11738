"""What fails in a league, by real processes: killed at any moment, several at once (LG-9)."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from storage.league.lake import Lake, place_at
from tests.league.conftest import Shared
from tests.league.stores import MATCHES, League
from tests.processes import PATIENCE

ROOT = Path(__file__).parents[2]
KILLED = """
import os, signal, sys
from pathlib import Path
from storage.league import lake, parcels
from storage.league.taking import intake
moment, place, *sent = sys.argv[1:]
asked = lake.Lake.rows
def rows(self, sql, values=None):
    if sql.startswith(moment):
        os.kill(os.getpid(), signal.SIGKILL)
    found = asked(self, sql, values)
    if moment == "after " + sql:
        os.kill(os.getpid(), signal.SIGKILL)
    return found
lake.Lake.rows = rows
print("taking", flush=True)
intake.take(lake.place_at(Path(place)), [Path(each) for each in sent])
"""
MOMENTS = ("UPDATE lake.turn", "INSERT INTO lake.ledger", "COMMIT", "after COMMIT")


def started(*words: object) -> "subprocess.Popen[str]":
    """A process of Python in this checkout."""
    return subprocess.Popen(
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
    )


def ended(processes: "Sequence[subprocess.Popen[str]]") -> list[tuple[int, str]]:
    """How processes end, and what they have said."""
    found = []
    for each in processes:
        out, err = each.communicate(timeout=PATIENCE)
        found.append((each.returncode, out + err))
    return found


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_intake_that_is_killed_leaves_nothing_or_all_and_what_is_sent_again_is_complete(
    moment: str, league: League, shared: Shared
) -> None:
    sent = [*shared.parcels.values()]
    ((status, said),) = ended([started("-c", KILLED, moment, league.place, *sent)])
    assert (status, said) == (-signal.SIGKILL, "taking\n")
    tables = league.rows("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'entries'")
    whole = moment == "after COMMIT"
    assert tables == [(int(whole),)]
    assert not whole or league.content() == shared.content
    done = league.take(*sent)
    assert (done["new"], done["known"]) == ((0, 2 * MATCHES) if whole else (2 * MATCHES, 0))
    assert league.content() == shared.content


def test_several_who_take_the_same_parcels_come_to_one_copy(league: League, shared: Shared) -> None:
    sent = shared.parcels.values()
    taking = ("-m", "cli", "league", "take", *sent, "--league", league.place)
    said = ended([started(*taking) for _ in range(3)])
    assert [status for status, _ in said] == [0, 0, 0], said
    assert sum(f"{2 * MATCHES} matches new" in each for _, each in said) == 1, said
    assert sum(f"{2 * MATCHES} known" in each for _, each in said) == 2, said
    assert league.content() == shared.content


def test_the_fence_lets_one_of_two_commit_who_have_read_the_same_ledger(league: League) -> None:
    """LG-5.1, without the lock that a league in a folder has besides."""
    place = place_at(league.place)
    with Lake(place, write=True) as lake:
        other = lake.connection.cursor()
        for connection in (lake.connection, other):
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM lake.ledger").fetchall()
        for connection, seq in ((lake.connection, 1), (other, 2)):
            connection.execute("UPDATE lake.turn SET n = n + 1")
            connection.execute(
                "INSERT INTO lake.seasons VALUES (?, '', now()::TIMESTAMP, now()::TIMESTAMP)",
                [f"s{seq}"],
            )
        lake.connection.execute("COMMIT")
        with pytest.raises(Exception, match="conflict"):
            other.execute("COMMIT")
        assert lake.rows("SELECT season FROM lake.seasons") == [("s1",)]


def test_a_table_that_another_makes_meanwhile_is_not_there_before_who_reads_begins_anew(
    league: League,
) -> None:
    """Else an intake puts rows into what its own transaction has not, and fails instead of doing
    it again."""
    with Lake(place_at(league.place), write=True) as lake:
        other = lake.connection.cursor()
        lake.rows("BEGIN")
        lake.rows("UPDATE lake.turn SET n = n + 1")
        other.execute("CREATE TABLE lake.fact_later (n INTEGER)")
        assert "fact_later" not in lake.tables()
        lake.rows("ROLLBACK")
        assert "fact_later" in lake.tables()
