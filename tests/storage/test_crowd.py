"""The short form of ``python -m tests.trials contention``, ``rebuild``, ``kill`` and
``files``."""

from pathlib import Path

from storage.log import Log
from storage.proof.packet import packet_of
from tests.contention import contend, rebuild
from tests.damage import KEPT, SILENT, handed_on
from tests.kills import WORK, kill
from tests.logbook import new_log


def test_eight_writers_and_three_readers_are_all_served(tmp_path: Path) -> None:
    found = contend(tmp_path, writers=8, readers=3, rounds=2, rows=100_000)
    assert (found.refused, found.lost, found.exact) == (0, 0, True)
    assert {what: len(waits) for what, waits in found.waits.items()} == {
        "write": 16,
        "read a match": 6,
        "begin a long query": 6,
        "(the query itself)": 6,
    }


def test_three_write_and_one_asks_while_the_tables_are_made_anew(tmp_path: Path) -> None:
    found = rebuild(tmp_path, entries=1_000, writers=3)
    assert (found.refused, found.lost, found.exact) == (0, 0, True)
    assert {"rebuild", "write"} <= found.waits.keys()
    assert found.waits.keys() <= {"rebuild", "write", "head", "sql entries", "sql turns"}


def test_whatever_is_killed_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    found = kill(tmp_path, rounds=1)
    assert found.kills == len(WORK)
    assert found.acknowledged > len(WORK)
    assert (found.lost, found.torn, found.damaged) == (0, [], [])


def test_no_damaged_journal_backup_packet_or_lines_are_taken_for_what_they_were(
    tmp_path: Path,
) -> None:
    found = handed_on(tmp_path, rounds=1, first=0)
    assert {kind for kind, _ in found} == {*KEPT}
    assert not [said for _, said in found if said.startswith(SILENT)]


def test_the_trial_of_files_notices_another_packet(tmp_path: Path) -> None:
    packets = tmp_path / "one.packet", tmp_path / "other.packet"
    with Log.open(new_log(tmp_path / "log.duckdb", (1, 2))) as log:
        for path, match_id in zip(packets, ("m1", "m2"), strict=True):
            path.write_bytes(packet_of(log.load(match_id)))
    assert KEPT["packet"](*packets) == SILENT
