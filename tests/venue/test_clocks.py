"""Times of what a server takes: all is taken, in the order of arrival, and marked (VN-11.4)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from storage.log import Item, Log, Receipt
from storage.match import clock_doubts
from tests.cli.test_home import Home
from tests.logbook import new_log, note, played
from tests.venue.desks import body, device, log_of, venue

HOUR = timedelta(hours=1)


def marked(home: Home) -> dict[str, tuple[Any, ...]]:
    """What the statistic says of each mark."""
    told = home.json("stats", "clocks", "--entries")
    return {row["mark"]: (row["n"], row["devices"], row["most_seconds"]) for row in told["rows"]}


def take(log: Log, number: int, after: timedelta, phone: str = "one") -> int:
    """Take a remark so long after it was recorded; its number."""
    sent = note(number)
    item = Item("m1", [sent], receipt=Receipt(sent.recorded_at + after, phone))
    (answer,) = log.append_many([item])
    assert answer.error is None
    return answer.recorded[0].entry.seq


def test_vn_11_4_a_time_more_than_five_minutes_ahead_is_taken_and_marked(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with Log.open(new_log(home.log, (1,)), write=True) as log:
        last = len(played(1))
        assert take(log, 1000, -timedelta(minutes=5)) == last + 1
        assert take(log, 1001, -timedelta(minutes=5, seconds=1)) == last + 2
    assert marked(home) == {"ahead": (1, 1, 301.0)}
    told = home.json("stats", "clocks", "--entries")
    assert told["entries"] == [["m1", last + 2]]


def test_vn_11_4_a_time_before_that_of_what_was_sent_before_is_marked_and_the_order_stands(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    late = note(2000)
    early = msgspec.structs.replace(note(1000), recorded_at=late.recorded_at - 2 * HOUR)
    with Log.open(new_log(home.log, (1,)), write=True) as log:
        for minute, each in enumerate((late, early)):
            at = late.recorded_at + timedelta(minutes=minute)
            (answer,) = log.append_many([Item("m1", [each], receipt=Receipt(at, "one"))])
            assert answer.error is None
        ids = [entry.id for entry in log.load("m1").entries[-2:]]
    assert ids == [late.id, early.id]
    assert marked(home) == {"back": (1, 1, 7200.0)}


def test_vn_11_4_what_waited_for_hours_is_no_fault_of_a_clock_and_what_is_a_day_old_is_marked(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    with Log.open(new_log(home.log, (1,)), write=True) as log:
        take(log, 1000, 10 * HOUR)
        take(log, 1001, 10 * HOUR, "two")
    assert marked(home) == {}
    with Log.open(home.log, write=True) as log:
        take(log, 1002, 25 * HOUR)
    assert marked(home) == {"old": (1, 1, 90000.0)}


def test_of_what_no_server_took_times_that_run_backwards_or_are_decades_off_are_told_and_marked(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    home.open()
    first = "ana standard-health"
    assert home.run("log", "r1", first).stderr == ""
    told = home.run("log", "r1", "ana draw 7", "--at", "1970-01-01T00:00").stderr
    assert "note: entry 3 was played at 1970-01-01 00:00 by what it says, more than ten" in told
    told = home.run("log", "r1", "bo draw 7", "--at", "2999-01-01T00:00", "--json").stderr
    assert "after it was recorded" in told
    with Log.open(home.log, write=True) as log:
        match = log.load("r1")
        late = [
            msgspec.structs.replace(note(n), recorded_at=match.entry(1).recorded_at - n * HOUR)
            for n in (1, 2)
        ]
        log.append("r1", late, match=match)
        doubtful = {seq for seq in range(1, match.last + 1) if [*clock_doubts(match, seq)]}
    marks = {mark: n for mark, (n, _, _) in marked(home).items()}
    assert marks == {"ahead": 1, "back": 2, "far": 2}
    entries = home.json("stats", "clocks", "--entries")["entries"]
    assert {seq for _, seq in entries} == doubtful == {3, 4, 5, 6}


def test_vn_11_4_a_device_whose_clock_is_off_is_told_with_the_answer(tmp_path: Path) -> None:
    path = log_of(tmp_path / "hall.duckdb", ("m1", 1, 10))
    now = datetime.now(UTC)
    with venue(path, device("sk-lena", "judge")) as client:

        def posted(number: int, off: timedelta) -> str:
            sent = msgspec.structs.replace(note(number), played_at=now + off, recorded_at=now + off)
            told = client.post("/api/matches/m1/entries", content=body([sent], None)).json()
            (recorded,) = told["recorded"]
            return str(recorded.get("clock", ""))

        assert posted(1000, timedelta()) == ""
        assert "entry 12 was recorded at" in posted(1001, HOUR)
        assert "and came in at" in posted(1002, -30 * HOUR)
        assert posted(1003, -20 * HOUR) == "", "it was sent when there was a network again"


def test_vn_11_4_a_judge_reads_of_a_clock_that_is_off_at_the_entry_and_so_do_explain_and_check(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    with Log.open(new_log(home.log, (1,)), write=True) as log:
        ahead = take(log, 2000, -HOUR)
        back = take(log, 1000, 30 * HOUR)
        other = take(log, 900, HOUR, "two")  # which was without a network for longer
    with venue(home.log, device("kim", "judge")) as client:
        pages = [client.get(f"/judge/m1/entries/{seq}").text for seq in (ahead, back, other)]
    assert "of its device, and came in at" in pages[0]
    assert "of its device, before what that sent before" in pages[1]
    assert "clock:" not in pages[2]
    told = [home.ok("explain", "m1", seq) for seq in (ahead, back, other)]
    assert [each.count("clock: entry") for each in told] == [1, 2, 0]
    notes = home.run("check", "m1").stderr
    assert notes.count("of its device") == 3
    assert "clock: entry" in home.ok("show", "m1", "--at", back)
    assert "clock" not in home.ok("show", "m1")


def test_of_what_no_server_took_the_entry_itself_tells_later_too(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.open()
    home.run("log", "r1", "ana standard-health", "--at", "1970-01-01T00:00")
    for command in (("explain", "r1", 2), ("show", "r1")):
        assert "more than ten years from entry 1" in " ".join(home.ok(*command).split())
    assert "note: entry 2 was played at 1970" in home.run("check", "r1").stderr
