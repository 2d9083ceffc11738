"""A whole event on the phones of its players: from the scan to the final place, without a slip."""

from pathlib import Path

import pytest

from storage.log import Log
from storage.verify import verify
from tests.tournament.logged import CUP
from tests.venue.entrants import Phone, Venue, event, venue

TAPS = 10
"""Fewer taps than these confirm everybody."""


def standing_at(phone: Phone) -> tuple[int, str, bool]:
    """The table of a player, and whether the own name was posted first."""
    told = phone.get(f"/api/tournaments/{CUP}")
    number, table = told["round"], told["table"]
    tables = phone.get(f"/api/tournaments/{CUP}/rounds/{number}")["tables"]
    at = next((each for each in tables if each["table"] == table), None)
    return (
        table,
        "" if at is None else at["b" if at["a"] == phone.person else "a"],
        bool(at and at["a"] == phone.person),
    )


def say_results(phones: list[Phone], number: int) -> None:
    """Everybody says the result of the own table: who is posted first has won 2-1."""
    for phone in phones:
        table, _, _ = standing_at(phone)
        if table:
            phone.act("attest", round=number, table=table, a=2, b=1)


def run(at: Venue, phones: list[Phone], desk: Phone, first: int, rounds: int) -> None:
    """Rounds from post to result."""
    for number in range(first, rounds + 1):
        desk.act("post", round=number)
        desk.act("start")
        for phone in phones[:2]:
            assert f"Round {number} of {rounds} Table" in phone.me()
        say_results(phones, number)
        assert not desk.get(f"/api/tournaments/{CUP}")["open"]


@pytest.mark.parametrize("count", [8, 32])
def test_vn_18_an_event_goes_from_the_scan_to_final_places_without_a_slip(
    tmp_path: Path, count: int
):
    path = event(tmp_path / "hall.duckdb", rounds="3", check_in="yes")
    with venue(path) as at:
        phones = at.registered(*(f"Player Nr {n}" for n in range(count)))
        assert "You are registered" in phones[0].me()
        desk = at.staff()
        assert desk.get("/api/registrations")["ready"] == count
        desk.ask("POST", "/desk/line", data={"text": "confirm all"})
        assert "No round is posted yet" in phones[0].me() and "I am here" in phones[0].me()
        for phone in phones:
            phone.act("check-in", players=[phone.person])
        assert "You are checked in" in phones[0].me()
        run(at, phones, desk, 1, 3)
        assert "you are 1." in "".join(phone.me() for phone in phones)
        desk.act("close")
        assert f"1. place of {count}" in "".join(phone.me() for phone in phones)
    with Log.open(path) as log:
        assert verify(log, pairings=True).exact
        entries = log.load(CUP).replay().events
        assert not [each for each in entries if type(each).__name__ == "Report"]
        persons = [each.player for each in entries if type(each).__name__ == "Enter"]
        assert len({*persons}) == count and all(each.startswith("p-") for each in persons)


def test_vn_18_the_same_where_the_server_is_killed_in_every_phase(tmp_path: Path):
    path = event(tmp_path / "hall.duckdb", check_in="yes")
    with venue(path) as at:
        code, cookies = at.code, [phone.cookie for phone in at.registered("Ana", "Bo", "Cy", "Di")]
    with venue(path) as at:  # it was stopped: all is as it was
        assert at.code == code
        desk = at.staff()
        phones = [at.phone(cookie) for cookie in cookies]
        assert "You are registered" in phones[0].me()
        desk.post("/api/registrations/confirm", everybody=True)
        for phone in phones:
            phone.act("check-in", players=[phone.person])
        desk.act("post", round=1)
    with venue(path) as at:
        phones = [at.phone(cookie) for cookie in cookies]
        assert "Table 1" in "".join(phone.me() for phone in phones)
        say_results(phones, 1)
        run(at, phones, at.staff("sam", "scorekeeper"), 2, 2)
        at.staff().act("close")
        assert "1. place of 4" in "".join(phone.me() for phone in phones)
