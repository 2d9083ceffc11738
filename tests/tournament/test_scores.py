"""What results give in points and standings, folded from what was logged (section 8)."""

from fractions import Fraction

import pytest

from referee.tournament.history import history, totals
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import lot, shown
from tests.table import Match
from tests.tournament.halls import KEYS, hall, posted, posts, section_8, wins
from tests.tournament.test_players import points


@pytest.mark.rule("TR-8.1", "TR-8.2", "TR-8.3", "TR-8.4", "TR-8.5", "TR-8.6")
def test_the_worked_example_comes_out_of_the_log():
    match = hall(rounds=3).play(section_8())
    placed = standings_of(match.state, match.replay.catalog)
    told = {
        each.player: (int(each.points), *(shown(each.tiebreaks[w]) for w in ("omw", "gw", "ogw")))
        for each in placed
    }
    assert told == {
        "ana": (7, ".4815", ".6667", ".5000"),
        "cy": (6, ".5185", ".6250", ".5139"),
        "dee": (4, ".7222", ".5417", ".6458"),
        "bo": (3, ".6481", ".3333", ".5972"),
        "eva": (3, ".3333", ".5000", ".3333"),
    }
    assert [each.player for each in placed] == ["ana", "cy", "dee", "bo", "eva"]


@pytest.mark.rule("TR-8.10")
def test_tr_8_10_standings_are_those_after_any_round():
    match = hall(rounds=3).play(section_8())
    at = [
        {p.player: int(p.points) for p in standings_of(match.state, match.replay.catalog, after)}
        for after in (0, 1, 2)
    ]
    assert set(at[0].values()) == {0}
    assert at[1] == {"ana": 3, "bo": 0, "cy": 3, "dee": 0, "eva": 3}
    assert at[2] == {"ana": 6, "bo": 3, "cy": 3, "dee": 3, "eva": 3}


@pytest.mark.rule("TR-8.7")
def test_tr_8_7_the_lot_is_drawn_by_the_key_of_the_last_round():
    match = posts(hall("ana bo cy dee", rounds=3), "ana-bo", "cy-dee")
    match.play("lena report 1 1 1 1 1; lena report 1 2 1 1 1")
    for number in (1, 2):
        placed = standings_of(match.state, match.replay.catalog)
        drawn = sorted(match.state.entrants, key=lambda player: _lot(match, number, player))
        assert [each.player for each in placed] == drawn
        assert all(each.lot for each in placed)
        if number == 1:
            posts(match, "ana-cy", "bo-dee")
            match.play("lena report 2 1 1 1 1; lena report 2 2 1 1 1")


def _lot(match: Match, number: int, player: str) -> str:
    return lot(KEYS[number], match.state.entrants[player].number)


@pytest.mark.rule("TR-8.7")
def test_tr_8_7_without_a_key_who_is_level_shares_a_place():
    match = posted(hall("ana bo", rounds=3), key=False).play("lena report 1 1 1 1 1")
    placed = standings_of(match.state, match.replay.catalog)
    assert [(each.place, each.shared) for each in placed] == [(1, True), (1, True)]


@pytest.mark.parametrize(
    ("a", "b", "points_of_a"), [(85, 48, 17), (41, 40, 10), (61, 0, 20), (3, 40, 3)]
)
@pytest.mark.rule("TR-8.8")
def test_tr_8_8_a_difference_gives_points_by_its_band(a: int, b: int, points_of_a: int):
    match = posts(hall("ana bo", policy="margin"), "ana-bo").play(f"lena report 1 1 {a} {b}")
    assert points(match) == {"ana": points_of_a, "bo": 20 - points_of_a}


@pytest.mark.rule("TR-8.1")
def test_tr_8_1_half_a_point_is_exact():
    match = posts(hall("ana bo cy", policy="chess-like"), "ana-bo", "cy")
    match.play("lena report 1 1 1 1 1")
    found = totals(history(match.state, match.replay.catalog))
    assert (found["ana"], found["bo"]) == (Fraction(1, 2), Fraction(1, 2))


@pytest.mark.rule("TR-10.6")
def test_who_is_disqualified_has_no_place_and_remains_an_opponent():
    match = hall(rounds=3).play(section_8()).play("lena drop bo cause=disqualified")
    placed = standings_of(match.state, match.replay.catalog)
    assert [each.player for each in placed] == ["ana", "cy", "dee", "eva"]
    assert shown(placed[0].tiebreaks["omw"]) == ".4815"


def test_a_contest_that_is_on_counts_for_nobody_yet():
    match = wins(posts(hall("ana bo cy dee"), "ana-bo", "cy-dee"), "ana")
    assert points(match) == {"ana": 3, "bo": 0, "cy": 0, "dee": 0}
    assert history(match.state, match.replay.catalog)["cy"] == []
