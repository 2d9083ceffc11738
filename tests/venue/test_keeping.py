"""Copies of a log while it is served, the lines after them, and the log made anew (VN-11)."""

import os
import shutil
import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from cli.venue.keeping import copy_check
from cli.venue.keeping.copy_check import Check
from cli.venue.keeping.keeper import Keeper
from cli.venue.keeping.restoration import restore
from cli.venue.keeping.second_folder import LINES, STAYING, Shelf, shelf_for
from referee.replay.simulate import opening
from storage.log import Item, Log, LogError, Receipt
from storage.verify import verify
from tests.cli.test_answers import validator
from tests.cli.test_home import Home
from tests.logbook import CATALOG, DECKS, GAME, draft, log_match, new_log, note, played, start
from tests.processes import end_of, next_line, wait_until
from tests.tournament.logged import CUP, contests, logs, proposed
from tests.venue.halls import hall

NOW = datetime(2026, 5, 1, 10, tzinfo=UTC)


class Served:
    """A log that is open, its keeper, and the second folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "friday.duckdb"
        self.stick = folder / "stick"
        self.stick.mkdir()
        self.now = NOW
        self.log = Log.open(new_log(self.path, (1, 2)), write=True)
        self.keeper = Keeper(self.path, self.stick, lambda: self.now)
        self.number = 1000

    @property
    def shelf(self) -> Shelf:
        return Shelf(self.stick / "friday")

    def post(self, match: str = "m1", text: str = "a remark") -> str:
        """Log a remark as a device does; its id."""
        self.number += 1
        item = Item(match, [note(self.number, text)], receipt=Receipt(self.now, "phone"))
        (answer,) = self.log.append_many([item])
        assert answer.error is None
        self.keeper.committed(self.log)
        return answer.recorded[0].entry.id

    def copy(self, round_name: str = "") -> None:
        """Have a copy made and verified."""
        if round_name:
            self.keeper.round_posted(round_name)
        with self.log.cursor() as beside:
            self.keeper.copy(beside)
        wait_until(self.verified)
        self.now += timedelta(minutes=5)

    def verified(self) -> bool:
        self.keeper.tick()
        return self.keeper._check is None

    def close(self) -> None:
        self.keeper.close()
        self.log.close()

    def lose(self) -> None:
        """Lose the log, as when the disk dies."""
        self.close()
        for each in self.path.parent.glob("friday.duckdb*"):
            each.unlink()


class CheckedHere(Check):
    """A copy that is verified by this process, without the second that another takes to begin."""

    done = True

    def __init__(self, path: Path) -> None:
        self.path = path

    def wait(self) -> str:
        return copy_check._amiss(self.path)


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr("cli.venue.keeping.keeper.Check", CheckedHere)
    served = Served(tmp_path)
    yield served
    served.close()


@pytest.fixture
def served_beside(tmp_path: Path) -> Iterator[Served]:
    """One whose copies a process of its own verifies, as at a venue."""
    served = Served(tmp_path)
    yield served
    served.close()


def ids(path: Path) -> set[str]:
    with Log.open(path) as log:
        assert verify(log).exact
        return {key for (key,) in log.rows("SELECT id FROM entries")}


def lines_of(served: Served) -> int:
    """How many lines are written since the newest copy was begun."""
    return (served.shelf.folder / LINES).read_bytes().count(b"\n")


# -- copies ---------------------------------------------------------------------------------------


def test_vn_11_1_a_copy_is_a_log_that_was_verified_and_others_write_meanwhile(
    served_beside: Served,
) -> None:
    served = served_beside
    before = served.post()
    served.copy()
    after = served.post()
    (copy,) = served.shelf.copies()
    assert copy.sound
    assert before in ids(copy.path)
    assert after not in ids(copy.path)
    status = served.keeper.status()
    assert (status.copied_at, status.copies) == (NOW, 1)


def test_vn_11_1_a_copy_is_due_at_the_start_then_when_its_time_has_come_or_a_round_is_posted(
    served: Served,
) -> None:
    assert served.keeper.due()
    served.copy()
    assert not served.keeper.due()
    served.keeper.round_posted("3")
    assert served.keeper.due()
    served.copy()
    assert not served.keeper.due()
    again = Keeper(served.path, served.stick, lambda: NOW, every=timedelta(0))
    with served.log.cursor() as beside:
        again.copy(beside)
    assert not again.due()  # one at a time
    again.close()
    assert again.due()


def test_vn_11_1_a_round_that_is_posted_has_a_copy_made_that_bears_its_name(
    tmp_path: Path,
) -> None:
    cup = hall(tmp_path / "cup.duckdb")
    stick = tmp_path / "stick"
    stick.mkdir()
    keeper = Keeper(cup, stick, lambda: NOW)
    with Log.open(cup, write=True) as log, log.cursor() as beside:
        log.live(CUP)
        keeper.copy(beside)
        wait_until(lambda: keeper.tick() or keeper.status().copies)
        keeper.committed(log)
        assert not keeper.due()
        logs(log, [f"lena report 1 {each.table} 2 0" for each in contests(log, 1)])
        logs(log, [proposed(log, 2)])
        log.live(CUP)
        keeper.committed(log)
        assert keeper.due()
        keeper.copy(beside)
        keeper.close()
    assert [each.round for each in Shelf(stick / "cup").copies()] == ["cup-2", ""]


def test_vn_11_1_the_last_twelve_copies_stay_and_the_first_of_each_round(served: Served) -> None:
    served.copy("1")
    shelf = served.shelf
    (first,) = shelf.copies()
    for number in range(2, 20):
        name = "1" if number == 3 else "Top 8" if number == 4 else ""
        shutil.copy(first.path, shelf.draft(number, NOW, name).with_suffix(".duckdb"))
        shelf.before(number).touch()
    shelf.tidy()
    copies = shelf.copies()
    assert [each.number for each in copies] == [*range(19, 19 - STAYING, -1), 4, 1]
    assert [each.round for each in copies[-2:]] == ["Top-8", "1"]
    assert [path.name for path in shelf.lines()] == [
        *(f"entries-{number:04}.jsonl" for number in range(9, 20)),
        LINES,
    ]


def test_vn_11_1_a_copy_that_is_not_exact_is_told_and_does_not_count(served_beside: Served) -> None:
    served = served_beside
    served.log.rows("UPDATE entries SET hash = repeat('0', 64) WHERE match_id = 'm2' AND seq = 9")
    served.copy()
    status = served.keeper.status()
    assert status.standing == "failed"
    assert "not exact: m2: entry 9: hash" in status.said
    assert served.shelf.copies() == []
    assert [each.suffix for each in served.shelf.folder.glob("0001-*")] == [".not-exact"]


@pytest.mark.parametrize(("sound", "ending"), [(True, ".duckdb"), (False, ".not-exact")])
def test_vn_11_1_the_name_of_a_copy_is_on_the_disk_before_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: bool, ending: str
) -> None:
    synced: list[tuple[Path, bool]] = []
    at_last = "cli.venue.keeping.second_folder.sync_folder"
    monkeypatch.setattr(at_last, lambda path: synced.append((path, path.exists())))
    shelf = Shelf(tmp_path)
    made = shelf.draft(1, datetime(2026, 3, 14, 10, tzinfo=UTC), "")
    made.touch()
    kept = shelf.keep(made, sound=sound)
    assert kept.suffix == ending
    assert synced == [(kept, True)]


def test_vn_11_1_copies_of_another_log_of_the_same_name_are_left_alone(
    served: Served, tmp_path: Path
) -> None:
    served.copy()
    other = tmp_path / "other" / "friday.duckdb"
    other.parent.mkdir()
    with Log.open(other, write=True) as log:
        log_match(log, "m1", 3)
        assert shelf_for(log, served.stick).folder.name == "friday-2"
    assert shelf_for(served.log, served.stick).folder.name == "friday"


def test_vn_11_1_a_stick_that_is_gone_is_told_and_used_again_when_it_is_back(
    served: Served,
) -> None:
    away = served.stick.with_name("away")
    served.copy()
    served.stick.rename(away)
    served.copy()
    status = served.keeper.status()
    assert status.standing == "failed"
    assert str(served.stick) in status.said
    assert served.post()
    away.rename(served.stick)
    served.copy()
    assert served.keeper.status().standing == "late"  # good, were it another disk
    assert served.keeper.status().said == "the copies are on the same disk as the log"
    assert len(served.shelf.copies()) == 2


def test_vn_11_1_a_stick_that_cannot_be_written_is_told_and_nobody_waits_for_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.copy()

    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "write", full)
    one = served.post()
    wait_until(lambda: served.keeper.status().standing == "failed")
    assert served.keeper.status().said.endswith("No space left on device")
    monkeypatch.undo()
    other = served.post()
    assert lines_of(served) == 0  # a gap is not written over
    served.copy()
    last = served.post()
    served.lose()
    restore(served.stick, served.path)
    assert {one, other, last} <= ids(served.path)


def test_vn_11_1_while_the_empty_place_of_a_stick_is_left_nothing_is_written_there(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli.venue.keeping import keeper

    disks = {served.stick: 2, served.path.parent: 1}
    monkeypatch.setattr(keeper, "_device", lambda folder: disks[folder])
    served.copy()
    served.copy()
    assert served.keeper.status().standing == "good"
    disks[served.stick] = 1
    served.copy()
    assert served.keeper.status().standing == "failed"
    assert "what was mounted there is gone" in served.keeper.status().said
    assert len(served.shelf.copies()) == 2


# -- lines ----------------------------------------------------------------------------------------


def test_vn_11_2_what_is_committed_after_a_copy_is_in_the_lines_and_the_log_is_whole_again(
    served: Served,
) -> None:
    one = served.post()
    served.copy()
    two = served.post()
    with served.log.transaction():
        served.log.name_person("p-mira", "Mira")
    log_match(served.log, "m3", 3)
    served.log.live("m3")
    three = served.post("m3")
    served.lose()
    done = restore(served.stick, served.path)
    assert {one, two, three} <= ids(served.path)
    assert done.report.entries == done.copied + len(played(3)) + 2
    assert done.last is not None
    assert (done.last.match, done.last.seq) == ("m3", len(played(3)) + 1)
    assert done.last.received_at == served.now
    assert (done.left_out, done.unreadable, done.set_aside) == ({}, 0, {})
    with Log.open(served.path) as log:
        assert log.rows("SELECT count(*) FROM receipts WHERE session = 'line file'") == [
            (len(played(3)) + 2,)
        ]


def test_vn_11_2_a_catalog_that_came_after_the_copy_is_in_the_lines(served: Served) -> None:
    served.copy()
    own = msgspec.structs.replace(CATALOG, name="Of this event")
    decks = [(each.name, each.cards) for each in DECKS[:2]]
    served.log.open_match(draft(opening(GAME, own, decks), 1), "m3", own)
    served.log.live("m3")
    one = served.post("m3")
    served.lose()
    restore(served.stick, served.path)
    assert one in ids(served.path)
    with Log.open(served.path) as log:
        assert own.hash in {each.hash for each in log.catalogs()}


def test_vn_11_2_a_line_that_was_cut_off_is_no_fault(served: Served) -> None:
    served.copy()
    one, two = served.post(), served.post()
    served.lose()
    lines = served.shelf.folder / LINES
    lines.write_bytes(lines.read_bytes()[:-40])
    done = restore(served.stick, served.path)
    assert done.unreadable == 0
    assert one in ids(served.path)
    assert two not in ids(served.path)


def test_vn_11_2_of_a_match_whose_opening_is_damaged_all_is_left_out_and_told(
    served: Served,
) -> None:
    served.copy()
    log_match(served.log, "late", 3, entries=1)
    served.log.live("late")
    served.keeper.committed(served.log)
    served.lose()
    lines = served.shelf.folder / LINES
    lines.write_bytes(lines.read_bytes().replace(b'"p-ana"', b'"p-eva"'))
    assert restore(served.stick, served.path).left_out == {"late": 1}


def test_vn_11_2_a_line_that_is_damaged_or_was_changed_loses_what_comes_after_and_says_so(
    served: Served,
) -> None:
    served.copy()
    first = served.post("m1")
    served.post("m1", "what was said")
    served.post("m1")
    other = served.post("m2")
    served.lose()
    lines = served.shelf.folder / LINES
    before = lines.read_bytes()
    lines.write_bytes(before.replace(b"what was said", b"what was sung") + b"}\n")
    done = restore(served.stick, served.path)
    assert {first, other} <= ids(served.path)
    assert done.left_out == {"m1": len(played(1)) + 3}
    assert done.unreadable == 1


def test_vn_11_2_a_file_of_lines_that_is_moved_away_is_told(served: Served) -> None:
    served.copy()
    (served.shelf.folder / LINES).unlink()
    served.post()
    wait_until(lambda: served.keeper.status().standing == "failed")
    assert LINES in served.keeper.status().said


# -- the log made anew ----------------------------------------------------------------------------


def test_vn_11_3_a_copy_that_is_damaged_is_left_aside_and_the_one_before_goes_on_with_all_lines(
    served: Served,
) -> None:
    served.copy()
    one = served.post()
    served.copy()
    two = served.post()
    served.lose()
    newest, before = served.shelf.copies()
    content = bytearray(newest.path.read_bytes())
    content[4096 * 3 :] = bytes(len(content) - 4096 * 3)
    newest.path.write_bytes(content)
    done = restore(served.stick, served.path)
    assert done.copy == before.path
    assert list(done.set_aside) == [newest.path.name]
    assert {one, two} <= ids(served.path)


def test_vn_11_3_a_log_that_is_there_is_never_replaced(served: Served) -> None:
    served.copy()
    served.close()
    before = served.path.read_bytes()
    with pytest.raises(LogError, match="takes the place of nothing"):
        restore(served.stick, served.path)
    assert served.path.read_bytes() == before


def test_vn_11_3_what_was_restored_is_served_and_kept_again_in_the_same_place(
    served: Served,
) -> None:
    served.copy()
    one = served.post()
    served.lose()
    restore(served.stick, served.path)
    served.log = Log.open(served.path, write=True)
    served.keeper = Keeper(served.path, served.stick, lambda: served.now)
    two = served.post()
    served.copy()
    three = served.post()
    served.lose()
    assert [each.number for each in served.shelf.copies()] == [2, 1]
    restore(served.stick, served.path)
    assert {one, two, three} <= ids(served.path)


_WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from time import sleep
from cli.venue.keeping.keeper import Keeper
from storage.log import Item, Log
from tests.logbook import note

if __name__ == "__main__":
    path, stick = map(Path, sys.argv[1:])
    keeper = Keeper(path, stick, lambda: datetime.now(UTC))

    def keep():
        with log.cursor() as beside:
            while True:
                if keeper.due():
                    keeper.copy(beside)
                keeper.tick()
                sleep(0.05)

    with Log.open(path, write=True) as log:
        log.live("m1")
        Thread(target=keep, daemon=True).start()
        for number in range(1000, 100_000):
            (answer,) = log.append_many([Item("m1", [note(number)])])
            keeper.committed(log)
            now = keeper.status()
            print(answer.recorded[0].entry.seq, now.copies, now.unwritten, flush=True)
            sleep(0.005)
"""


def test_vn_11_3_a_process_is_killed_while_it_writes_its_log_is_lost_and_made_anew(
    tmp_path: Path,
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    home = Home(tmp_path)
    new_log(home.log, (1, 2))
    worker = start(_WRITER, home.log, stick)
    further = sure = waiting = 0
    while further < 200 or waiting > 1:
        seq, copies, waiting = map(int, next_line(worker).split())
        sure = max(sure, seq - waiting - 1)  # one may just be being written
        further += copies > 0
    os.kill(worker.pid, signal.SIGKILL)
    _, problems = end_of(worker)
    assert worker.returncode == -signal.SIGKILL, problems
    for each in tmp_path.glob("test.duckdb*"):
        each.unlink()
    told = home.json("venue", "restore", stick)
    validator("venue restore").validate(told)
    assert told["exact"]
    assert told["entries"] > told["copied"]
    last = told["last"]
    assert last["match"] == "m1"
    assert last["seq"] >= sure
    assert home.json("verify")["entries"] == told["entries"]


def test_vn_11_3_the_command_says_what_it_made_the_log_from(served: Served, tmp_path: Path) -> None:
    served.copy()
    served.post()
    served.lose()
    home = Home(tmp_path)
    said = home.ok("venue", "restore", served.stick, "--log", served.path)
    copy = served.shelf.copies()[0].path.name
    assert "EXACT" in said
    assert f"from {copy}" in said
    assert f"and 1 entry from the lines, up to m1 {len(played(1)) + 1}, 2026-05-01 10:05" in said
    assert "takes the place of nothing" in home.error(
        "venue", "restore", served.stick, "--log", served.path, status=1
    )
    (tmp_path / "empty").mkdir()
    empty = home.error("venue", "restore", tmp_path / "empty", status=1)
    assert empty.endswith("empty: there are no copies of a log")
    nothing = home.error("venue", "restore", tmp_path / "nothing", status=1)
    assert nothing.endswith("nothing: No such file or directory")
