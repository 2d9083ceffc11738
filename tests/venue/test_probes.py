"""Lines that a player's device tries and that are refused (VN-19.4)."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import msgspec
import pytest

from cli.reading.lines import new_id
from cli.venue.hall import probes
from cli.venue.web import matches
from events.event import Event
from events.tournament import Close
from storage.log import Draft, Log
from storage.venue.probes import KEPT, Probe, keep_probe
from storage.venue.probes import probes as kept
from tests.tournament.logged import CUP, draft, logs
from tests.venue.desks import body
from tests.venue.watched import LOGGED, MATCH, Devices, at_table, cup, refused, watched

VIEW = f"/api/matches/{MATCH}"


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """For how many seconds answers waited."""
    found: list[float] = []

    async def wait(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(matches, "sleep", wait)
    return found


def tried(at: Devices, who: str, wrong: Event, number: int) -> dict[str, object]:
    made = draft(wrong, number, MATCH)
    answer = at.post(who, f"{VIEW}/entries", body([made], LOGGED, if_legal=True))
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def test_vn_19_4_who_tries_many_lines_waits_and_is_taken_at_the_word(
    tmp_path: Path, waits: list[float]
) -> None:
    path = cup(tmp_path / "hall.duckdb")
    with Log.open(path) as log:
        player, other = at_table(log)
    wrong = refused(path, LOGGED)
    with watched(path) as at:
        for number in range(probes.MOST):
            assert tried(at, player, wrong, 100 + number)["recorded"] == []
        assert waits == [0, 0, 0, 0, 0, 2, 4, 6, 8, 10]
        assert at.post(player, f"{VIEW}/check", check(wrong)).status_code == 403
        assert tried(at, other, wrong, 300)["recorded"] == []
        assert waits[-1] == 0
        (written,) = tried(at, player, wrong, 200)["recorded"]  # type: ignore[misc]
        assert written["verdict"]["verdict"] == "illegal"
        page = at.get("kim", f"/judge/{MATCH}").text
    assert "11 lines were tried on phones and refused" in page
    with Log.open(path) as log:
        found = kept(log, MATCH)
        assert log.load(MATCH).last == LOGGED + 1
    assert [each.person for each in found] == [player] * 10 + [other]
    assert all(each.line and each.rule.startswith("WV-") for each in found)


def test_vn_19_4_what_is_asked_of_check_counts_and_a_restart_forgets_nothing(
    tmp_path: Path, waits: list[float]
) -> None:
    path = cup(tmp_path / "hall.duckdb")
    with Log.open(path) as log:
        player, _ = at_table(log)
    wrong = refused(path, LOGGED)
    for _ in range(2):
        with watched(path) as at:
            for _ in range(5):
                assert at.post(player, f"{VIEW}/check", check(wrong)).status_code == 200
    with watched(path) as at:
        assert at.post(player, f"{VIEW}/check", check(wrong)).status_code == 403
        for who in ("kim", "sam"):
            for _ in range(12):
                assert at.post(who, f"{VIEW}/check", check(wrong)).status_code == 200
    assert waits == [0.0] * len(waits)


def test_vn_19_4_of_a_scorekeeper_it_counts_where_lists_are_closed(
    tmp_path: Path, waits: list[float]
) -> None:
    path = cup(tmp_path / "hall.duckdb", decklists="closed")
    wrong = refused(path, LOGGED)
    with watched(path) as at:
        for who, status in (("kim", 200), ("sam", 403)):
            for _ in range(probes.MOST):
                assert at.post(who, f"{VIEW}/check", check(wrong)).status_code == 200
            assert at.post(who, f"{VIEW}/check", check(wrong)).status_code == status
    assert waits[-10:] == [0, 0, 0, 0, 0, 2, 4, 6, 8, 10]


def test_vn_19_4_they_are_kept_until_thirty_days_behind_the_close(tmp_path: Path) -> None:
    path = cup(tmp_path / "hall.duckdb", rounds="1")
    clock = Clock()
    with Log.open(path, write=True) as log:
        keep_probe(log, Probe(MATCH, clock.now, "device-ana", "ana", "ana draw", "WV-4.3"))
        keep_probe(log, Probe("gone", clock.now, "device-ana", "ana", "ana draw", "WV-4.3"))

    def left(at: Devices, later: timedelta) -> list[int]:
        """How many are left of each match so long after it."""
        clock.now += later
        at.asked(partial(at.hall.ask, at.hall._let_go))
        look = partial(at.hall.ask, lambda log: [len(kept(log, each)) for each in (MATCH, "gone")])
        found: list[int] = at.asked(look)
        return found

    with watched(path, clock=clock) as at:
        assert left(at, KEPT) == [1, 1]
        assert left(at, timedelta(days=1)) == [1, 0], "an event goes on for weeks"

        def close(log: Log) -> None:
            log.let_go(CUP)
            logs(log, "lena report 1 1 2 0; lena report 1 2 2 0")
            log.append(CUP, [closing(log, clock.now)])
            log.live(CUP)

        at.asked(partial(at.hall.ask, close))
        assert left(at, KEPT) == [1, 0]
        assert left(at, timedelta(days=1)) == [0, 0]


class Clock:
    """The time in the hall."""

    now = datetime(2026, 3, 14, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def closing(log: Log, now: datetime) -> Draft:
    """The close of the cup."""
    log.live(CUP)
    event = Close("lena", log.secret(CUP) or "")
    return Draft(event, new_id(now), now, now, "lena")


def check(wrong: Event) -> bytes:
    return msgspec.json.encode({"event": wrong})
