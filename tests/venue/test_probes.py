"""Lines that a player's device tries and that are refused (VN-19.4)."""

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from cli.venue.hall import probes
from cli.venue.web import matches
from events.event import Event
from storage.log import Log
from storage.venue.probes import KEPT, Probe, keep_probe
from storage.venue.probes import probes as kept
from tests.tournament.logged import draft
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


def test_vn_19_4_they_are_kept_for_thirty_days(tmp_path: Path) -> None:
    path = cup(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        (then,) = (log.load(MATCH).entry(1).recorded_at,)
        old = Probe(
            MATCH, then - KEPT - timedelta(seconds=1), "device-ana", "ana", "ana draw", "WV-4.3"
        )
        new = Probe(MATCH, then, "device-ana", "ana", "ana draw", "WV-4.3")
        keep_probe(log, old)
        assert len(kept(log, MATCH)) == 1
        keep_probe(log, new)
        assert [each.at for each in kept(log, MATCH)] == [new.at.replace(tzinfo=None)]


def check(wrong: Event) -> bytes:
    return msgspec.json.encode({"event": wrong})
