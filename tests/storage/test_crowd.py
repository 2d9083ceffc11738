"""The short form of ``python -m tests.trials contention`` and ``kill``."""

from pathlib import Path

from tests.contention import contend
from tests.kills import WORK, kill


def test_eight_writers_and_three_readers_are_all_served(tmp_path: Path) -> None:
    found = contend(tmp_path, writers=8, readers=3, rounds=2, rows=200_000)
    assert (found.refused, found.lost, found.exact) == (0, 0, True)
    assert {what: len(waits) for what, waits in found.waits.items()} == {
        "write": 16,
        "read a match": 6,
        "begin a long query": 6,
        "(the query itself)": 6,
    }


def test_whatever_is_killed_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    found = kill(tmp_path, rounds=1)
    assert found.kills == len(WORK)
    assert found.acknowledged > len(WORK)
    assert (found.lost, found.torn, found.damaged) == (0, [], [])
