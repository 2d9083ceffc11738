"""A table at the end of a turn, of a match and of a contest: what its devices are told."""

from pathlib import Path
from typing import Any

import msgspec

from events.common import Concede, Confirm
from events.event import Event
from storage.log import Log
from tests.tournament.logged import draft, game
from tests.venue.desks import body, device, log_of, venue
from tests.venue.watched import LOGGED, MATCH, Devices, at_table, cup, watched

VIEW = f"/api/matches/{MATCH}"


def sitting(path: Path) -> tuple[str, str]:
    """Who sits at table 1."""
    with Log.open(path) as log:
        return at_table(log)


def sent(at: Devices, who: str, event: Event, number: int) -> dict[str, Any]:
    """The view after an event of a device."""
    one = msgspec.structs.replace(draft(event, number, MATCH), recorded_by=who)
    answer = at.post(who, f"{VIEW}/entries", body([one], number - 1))
    assert answer.status_code == 200, answer.text
    found = at.get(who, VIEW).json()
    assert isinstance(found, dict)
    return found


def test_vn_10_4_both_are_asked_to_agree_up_to_the_end_of_the_last_turn(tmp_path: Path) -> None:
    path = cup(tmp_path / "cup.duckdb")
    first, second = sitting(path)
    with watched(path) as at:
        told = at.get(first, VIEW).json()
        ended, at_now = told["ended"], told["at"]
        assert 1 < ended <= at_now == LOGGED
        with_log = at.get("sam", VIEW).json()
        assert (with_log["ended"], with_log.get("sits")) == (ended, None)
        seats = [at.get(who, VIEW).json()["sits"] for who in (first, second)]
        assert seats == [each["seat"] for each in told["seats"]]
        agreed = sent(at, first, Confirm(seats[0], ended), LOGGED + 1)
        assert (agreed["agreed"], agreed["ended"]) == ({seats[0]: ended}, ended)


def test_vn_6_2_where_it_is_sealed_the_end_of_a_turn_is_not_told(tmp_path: Path) -> None:
    path = cup(tmp_path / "cup.duckdb", sealed="yes")
    first, _ = sitting(path)
    with watched(path) as at:
        assert at.get(first, VIEW).json()["ended"] == LOGGED
        seat = at.get(first, VIEW).json()["sits"]
        told = sent(at, first, Confirm(seat, LOGGED), LOGGED + 1)
        assert (told["at"], told["ended"], told["agreed"]) == (LOGGED + 1, LOGGED, {seat: LOGGED})


def test_tr_7_2_a_match_that_is_over_tells_where_its_result_is_said(tmp_path: Path) -> None:
    path = cup(tmp_path / "cup.duckdb")
    first, second = sitting(path)
    with watched(path) as at:
        before = at.get(first, VIEW).json()
        assert not {"table", "closed", "following"} & before.keys()
        over = sent(at, first, Concede(before["sits"]), LOGGED + 1)
        assert over["over"] and over["table"] == 1 and "closed" not in over
        assert at.get("sam", VIEW).json()["table"] == 1
        assert "table" not in at.get("kim", VIEW).json()
        said = {"round": 1, "table": 1, "a": 0, "b": 2, "drawn": 0, "how": "concession"}
        for who in (first, second):
            assert "closed" not in at.get(who, VIEW).json()
            answer = at.post(who, "/api/tournaments/cup/attest", msgspec.json.encode(said))
            assert answer.status_code == 200, answer.text
        assert [at.get(who, VIEW).json()["closed"] for who in (first, second)] == [True, True]


def test_the_next_game_of_a_contest_is_told_once_it_is_open(tmp_path: Path) -> None:
    path = cup(tmp_path / "cup.duckdb")
    first, second = sitting(path)
    with watched(path) as at:
        seat = at.get(first, VIEW).json()["sits"]
        assert "following" not in sent(at, first, Concede(seat), LOGGED + 1)
    with Log.open(path, write=True) as log:
        game(log, "second", (first, second), "cup/1/1/2", seed=2, entries=3)
    with watched(path) as at:
        assert at.get(second, VIEW).json()["following"] == "second"


def test_a_match_of_no_tournament_is_closed_when_it_is_over(tmp_path: Path) -> None:
    path = log_of(tmp_path / "single.duckdb", ("m1", 1, None))
    with venue(path, device("p-ana")) as client:
        told = client.get("/api/matches/m1").json()
        assert told["over"] and told["closed"] and "table" not in told
