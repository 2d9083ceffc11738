"""Matches that several won, that all lost, or that came to no result, with one to eight seats;
figures counted by hand.
"""

import pytest

from referee.fact import Ending, FirstPlayer, UnitEntered
from storage.statistics import entries_behind
from tests.storage.statistics.season import Season, close

EIGHT = ("ana", "bo", "cy", "di", "ed", "fay", "gus", "hal")


@pytest.fixture
def ends(season: Season) -> Season:
    """Three seats, five matches: ana wins; ana and cy share; a draw; all lose; no result."""
    results: list[tuple[tuple[str, ...], Ending]] = [
        (("ana",), "won"),
        (("ana", "cy"), "shared"),
        ((), "draw"),
        ((), "all lost"),
        ((), "no result"),
    ]
    for number, (winners, result) in enumerate(results):
        name = f"m{number}"
        season.match(name, "ana", "bo", "cy", decks=("Wolves", "Bears", "Foxes"))
        season.entry(name, 9, "end", 60)
        season.fact(name, 2, FirstPlayer("cy", ""), UnitEntered("cy", "u", "Fox", "laid", ""))
        season.ended(name, winners, result)
    return season


def test_a_shared_win_is_a_win_for_each_and_no_result_is_beside_n(ends: Season) -> None:
    columns = ("place", "n", "wins", "draws", "no_result", "rate")
    assert ends.rows("wins-by-seat", *columns) == [
        (1, 4, 2, 1, 1, 0.5),
        (2, 4, 0, 1, 1, 0),
        (3, 4, 1, 1, 1, 0.25),
    ]
    assert ends.rows("wins-by-seat", "low", "high")[2] == close(0.0456, 0.6994)
    assert ends.rows("wins-by-deck", "deck", *columns[1:]) == [
        ("Wolves", 4, 2, 1, 1, 0.5),
        ("Foxes", 4, 1, 1, 1, 0.25),
        ("Bears", 4, 0, 1, 1, 0),
    ]
    assert ends.rows("wins-by-start", "start", *columns[1:]) == [
        ("went first", 4, 1, 1, 1, 0.25),
        ("went later", 8, 2, 2, 2, 0.25),
    ]
    assert ends.rows("card-performance", "card", *columns[1:], "laid") == [
        ("Fox", 4, 1, 1, 1, 0.25, 5)
    ]


def test_decks_that_share_a_win_have_both_won(ends: Season) -> None:
    found = ends.rows("matchups", "deck", "against", "n", "wins", "draws", "no_result")
    assert ("Wolves", "Foxes", 4, 2, 1, 1) in found
    assert ("Foxes", "Wolves", 4, 1, 1, 1) in found
    assert ("Bears", "Foxes", 4, 0, 1, 1) in found


def test_every_kind_of_end_is_told_apart(ends: Season) -> None:
    assert ends.rows("endings", "result", "how", "n", "ended", "rate") == [
        ("all lost", "points", 5, 1, 0.2),
        ("draw", "points", 5, 1, 0.2),
        ("no result", "points", 5, 1, 0.2),
        ("shared", "points", 5, 1, 0.2),
        ("won", "points", 5, 1, 0.2),
    ]
    lost = ends.figure("endings").records()[0]
    assert entries_behind(ends.log, "endings", row=lost) == [("m3", 9)]


def test_the_views_say_what_each_match_and_each_seat_came_to(ends: Season) -> None:
    ends.match("on", "ana", "bo", "cy")
    told = "SELECT result, winners FROM match_results ORDER BY match_id"
    assert ends.log.execute(told).fetchall() == [
        ("won", ["ana"]),
        ("shared", ["ana", "cy"]),
        ("draw", []),
        ("all lost", []),
        ("no result", []),
        (None, None),
    ]
    seats = "SELECT seat, won, result FROM player_matches WHERE match_id = ? ORDER BY place"
    assert [ends.log.execute(seats, [f"m{n}"]).fetchall() for n in range(5)] == [
        [("ana", True, "won"), ("bo", False, "lost"), ("cy", False, "lost")],
        [("ana", True, "won"), ("bo", False, "lost"), ("cy", True, "won")],
        [(seat, None, "drawn") for seat in ("ana", "bo", "cy")],
        [(seat, False, "lost") for seat in ("ana", "bo", "cy")],
        [(seat, None, "no result") for seat in ("ana", "bo", "cy")],
    ]
    assert set(ends.log.execute(seats, ["on"]).fetchall()) == {
        (seat, None, "on") for seat in ("ana", "bo", "cy")
    }


def test_where_no_match_has_a_result_there_is_no_rate(season: Season) -> None:
    season.match("a")
    season.ended("a", (), "no result")
    assert season.rows("wins-by-seat", "n", "wins", "no_result", "rate", "low", "high") == [
        (0, 0, 1, None, None, None),
        (0, 0, 1, None, None, None),
    ]


def test_one_alone_wins_or_loses_against_the_game(season: Season) -> None:
    results: list[tuple[tuple[str, ...], Ending]] = [
        (("ana",), "won"),
        ((), "all lost"),
        ((), "all lost"),
        ((), "draw"),
    ]
    for number, (winners, result) in enumerate(results):
        season.match(f"m{number}", "ana", decks=("Wolves",))
        season.fact(f"m{number}", 2, FirstPlayer("ana", ""))
        season.ended(f"m{number}", winners, result)
    columns = ("place", "n", "wins", "draws", "rate")
    assert season.rows("wins-by-seat", *columns) == [(1, 4, 1, 1, 0.25)]
    assert season.rows("wins-by-start", "start", "n", "wins") == [("went first", 4, 1)]
    assert season.rows("wins-by-deck", "deck", "n", "wins", "mirror") == [("Wolves", 4, 1, 0)]
    assert season.rows("matchups", "deck") == []


def test_eight_win_together_or_lose_together(season: Season) -> None:
    season.match("won", *EIGHT)
    season.ended("won", EIGHT, "shared")
    season.match("lost", *EIGHT)
    season.ended("lost", (), "all lost")
    assert season.rows("wins-by-seat", "place", "n", "wins") == [
        (place, 2, 1) for place in range(1, 9)
    ]


def test_a_side_that_shares_a_win_wins_with_all_its_seats(season: Season) -> None:
    season.match("a", *EIGHT[:5], sides=("red", "red", "blue", "blue", "ed"))
    season.ended("a", ("red", "ed"), "shared")
    assert season.rows("wins-by-seat", "place", "wins") == [(1, 1), (2, 1), (3, 0), (4, 0), (5, 1)]
