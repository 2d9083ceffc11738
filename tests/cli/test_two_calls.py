"""A match with two calls open at once, a forgotten draw and a penalty that is not the first: what a
head judge asks of the log about it, and what it answers.

The record is ``tests/records/wondervale/two-calls.txt``; one of its players was penalised in
``dispute.txt`` before.
"""

import pytest

from tests.cli.test_home import DISPUTE, TWO_CALLS, Home, home

__all__ = ["home"]

MATCH = "vale-open-r5-t2-g3"
DRAWLESS = range(41, 50)
"""The entries that were refused because a draw was forgotten before the first of them."""


@pytest.fixture
def event(home: Home) -> Home:
    """A log with both matches of the event."""
    home.ok("import", DISPUTE, TWO_CALLS)
    return home


def test_one_forgotten_draw_is_one_misplay_with_eight_consequences(event: Home) -> None:
    misplays = {each["seq"]: each for each in event.json("replay", MATCH, "--illegal")["entries"]}
    root, *rest = DRAWLESS
    assert misplays.keys() == {root, 55}
    assert misplays[root]["followed"] == rest
    assert misplays[root]["forgotten"] == ["joss draw"]
    assert misplays[root]["remedy"] == "repaired by an insert"
    told = event.ok("replay", MATCH, "--illegal")
    assert "refused because of it: 8 entries, 42 to 49" in told


def test_an_explanation_and_a_sheet_name_what_was_forgotten(event: Home) -> None:
    root = event.ok("explain", MATCH, 41)
    assert "forgotten before it: joss draw" in root
    assert "refused because of it: 8 entries, 42 to 49" in root
    for told in (event.ok("explain", MATCH, 49), event.ok("sheet", MATCH, 49)):
        assert "because of entry 41: joss deposit Abyssal" in told
        assert "forgotten before entry 41: joss draw" in told


def test_statistics_count_the_forgotten_draw_once(event: Home) -> None:
    found = event.json("stats", "illegal-entries", "--match", MATCH)["rows"]
    rows = {row["rule"]: row for row in found}
    assert rows.keys() == {"WV-4.3", "REF-3.7"}
    draw = rows["WV-4.3"]
    assert (draw["illegal"], draw["consequences"], draw["inserted"]) == (1, 8, 1)
    assert (draw["let_stand"], draw["undone"], draw["repaired"]) == (0, 0, 0)
    matches = {row["id"]: row for row in event.json("matches")["matches"]}
    assert (matches[MATCH]["illegal"], matches[MATCH]["consequences"]) == (2, 8)


def test_each_call_is_open_until_its_own_judge_closes_it(event: Home) -> None:
    open_at = {
        seq: event.json("show", MATCH, "--at", seq)["calls"] for seq in (49, 50, 51, 53, 54, 58)
    }
    assert open_at == {49: [], 50: [50], 51: [50, 51], 53: [50, 51], 54: [50], 58: []}


def test_an_open_call_says_who_called_and_about_what(event: Home) -> None:
    called = [
        (call["entry"], call["seat"], call["about"])
        for call in event.json("show", MATCH, "--at", 51)["open_calls"]
    ]
    assert [(entry, seat) for entry, seat, _ in called] == [(50, "joss"), (51, "nika")]
    shown = " ".join(event.ok("show", MATCH, "--at", 51).split())
    for entry, seat, about in called:
        assert f"open call {entry}, by {seat}: {about}" in shown


def board(event: Home, seq: int) -> object:
    """What lies on the table after an entry."""
    return event.json("show", MATCH, "--at", seq)["board"]


def test_a_ruling_of_somebody_who_is_not_named_waits_for_the_appointment(event: Home) -> None:
    assert event.json("explain", MATCH, 55)["rule"] == "REF-3.7"
    assert board(event, 55) == board(event, 54)
    assert "fj-anand" not in event.json("show", MATCH, "--at", 55)["judges"]
    assert event.json("show", MATCH, "--at", 56)["judges"]["fj-anand"] == "floor"
    assert board(event, 57) != board(event, 56)


def test_a_ruling_that_is_taken_back_leaves_the_die_as_it_lay(event: Home) -> None:
    assert board(event, 57) != board(event, 54) == board(event, 61)
    assert event.json("explain", MATCH, 57)["undone_by"] == 61
    assert event.json("explain", MATCH, 49)["standing"] == {"verdict": "legal"}


def test_all_penalties_of_a_person_are_found_over_the_matches_of_an_event(event: Home) -> None:
    found = event.json("people", "trace", "p-joss")["penalties"]
    assert [(each["match"], each["kind"], each["rule"]) for each in found] == [
        ("vale-open-r4-t1-g2", "caution", "WV-4.3"),
        (MATCH, "warning", "WV-4.3"),
    ]
