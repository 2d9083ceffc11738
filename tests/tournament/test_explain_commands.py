"""``explain`` on a tournament: standings, pairings, the cut, for people and for programs."""

import json
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.answers.schema import ANSWERS
from storage.log import Log
from tests.cli.test_home import Home, widest
from tests.table import Match
from tests.tournament.halls import hall, worked_example
from tests.tournament.logged import draft

EXACT = {
    "A": (7, "7/9", "13/27", "2/3", "1/2"),
    "C": (6, "2/3", "14/27", "5/8", "37/72"),
    "D": (4, "4/9", "13/18", "13/24", "31/48"),
    "B": (3, "1/3", "35/54", "1/3", "43/72"),
    "E": (3, "1/2", "1/3", "1/2", "1/3"),
}
"""The table of the worked example: points, match win, OMW, GW, OGW."""


def keep(home: Home, match: Match, name: str = "open") -> None:
    """Put a tournament into the log."""
    drafts = [draft(event, n, name) for n, event in enumerate(match.replay.events, 1)]
    with Log.open(home.log, write=True) as log:
        log.open_match(drafts[0], name, match.replay.catalog)
        log.append(name, drafts[1:])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    found = Home(tmp_path_factory.mktemp("explain"))
    keep(found, worked_example())
    keep(found, hall("A B", rounds=3, cut=2), "small")
    return found


def answer(home: Home, *arguments: object) -> Any:
    """What ``explain`` answers with ``--json``, in the shape that was promised."""
    told = home.ok("explain", *arguments, "--json")
    msgspec.json.decode(told, type=reduce(or_, ANSWERS["explain"]), strict=True)
    return json.loads(told)


# -- standings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("player", EXACT)
def test_tr_8_10_the_figures_of_the_worked_example_are_exact(home: Home, player: str):
    told = answer(home, "open", player)
    points, match_win, omw, gw, ogw = EXACT[player]
    assert (told["place"], told["places"]) == (list(EXACT).index(player) + 1, 5)
    assert (told["points"]["exact"], told["match_win"]["value"]["exact"]) == (
        str(points),
        match_win,
    )
    assert {each["word"]: each["figure"]["exact"] for each in told["tiebreaks"]} == {
        "omw": omw,
        "gw": gw,
        "ogw": ogw,
    }


def test_tr_8_10_a_standing_says_what_decides_above_and_below(home: Home):
    told = answer(home, "open", "B")
    assert (told["above"]["upper"], told["above"]["by"]) == ("D", "points")
    below = told["below"]
    assert (below["lower"], below["by"]) == ("E", "omw")
    assert (below["upper_figure"]["exact"], below["lower_figure"]["exact"]) == ("35/54", "1/3")
    assert answer(home, "open", "A")["above"] is None


def test_tr_8_10_each_opponent_is_there_with_the_floor_where_it_is_used(home: Home):
    (first,) = answer(home, "open", "A", "--after", 1)["rounds"]
    assert first["opponent"] == "B"
    assert first["match_win"]["plain"] == {"exact": "0", "shown": ".0000"}
    assert (first["match_win"]["value"]["exact"], first["match_win"]["raised"]) == ("33/100", True)
    assert "0/3 = .0000, floor .3300" in home.ok("explain", "open", "A", "--after", 1)


def test_a_standing_in_words_says_how_each_figure_is_made(home: Home):
    told = home.ok("explain", "open", "A")
    assert "A, number 1: place 1 of 5, after round 3" in told
    assert "omw .4815 (13/27) = (1/3 + 2/3 + 4/9) / 3" in told
    assert "stands above C by points, 7 to 6" in told
    assert "not there; not in match win" in home.ok("explain", "open", "E")


def test_who_shares_a_place_is_told_with_whom(tmp_path: Path):
    home, match = Home(tmp_path), hall("A B", rounds=3)
    keep(home, match)
    told = home.ok("explain", "open", "A")
    assert "place 1 of 2, shared, before round 1" in told
    assert "shares the place with B" in told


def test_where_scores_count_each_round_adds_its_margin(tmp_path: Path):
    home = Home(tmp_path)
    match = hall("A B", "margin", rounds=3, best_of=1)
    match.play("post A-B; lena report 1 1 47 10")
    keep(home, match)
    assert answer(home, "open", "B")["rounds"][0]["adds"]["margin"]["exact"] == "-37"
    told = home.ok("explain", "open", "B")
    assert "loss 10-47" in told
    assert "match win" not in told
    assert "A stands above by points, 17 to 3" in told


# -- pairings ------------------------------------------------------------------------------------


def test_tr_5_2_a_table_is_told_with_its_cost_and_the_best_other_rounds(home: Home):
    told = answer(home, "open", "r3t1")
    assert (told["a"]["player"], told["b"]["player"]) == ("A", "D")
    assert (told["cost"], told["round_cost"]) == ([0, 0, 0, 9, 0, 0], [0, 0, 0, 9, 0, 0])
    assert told["as_proposed"] is True
    assert [(each["instead"], each["more"][0]) for each in told["others"]] == [("C", 1), ("B", 2)]
    words = home.ok("explain", "open", "r3t1")
    assert "C: costs more: rematch +1" in words
    assert "changes tables 1, 2 to A - C, B - D" in words


def test_instead_tells_what_another_meeting_would_have_cost_for_each_of_the_two(home: Home):
    told = answer(home, "open", "r3t1", "--instead", "B")["asked"]
    assert [(each["player"], each["instead"], each["more"]) for each in told] == [
        ("A", "B", [2, 0, 0, 0, 1, 0]),
        ("D", "B", [1, 0, 0, 0, 0, 0]),
    ]
    words = home.ok("explain", "open", "r2:A", "--instead", "bye")
    assert "points of the one with the bye above the lowest +3" in words


def test_a_bye_is_explained_by_the_player_who_has_it(home: Home):
    told = answer(home, "open", "r2:D")
    assert (told["table"], told["b"], told["awarded"]) == (0, None, False)
    assert "the best rounds in which D does not get the bye" in home.ok("explain", "open", "r2:D")


def test_a_round_lists_what_costs_anything(home: Home):
    told = answer(home, "open", "r2")
    assert told["cost"] == [0, 0, 0, 9, 0, 0]
    assert {each["table"]: each["cost"][3] for each in told["tables"]} == {1: 0, 2: 9, 0: 0}
    assert "the other 2 pairs cost nothing" in home.ok("explain", "open", "r2")


def test_a_round_that_was_posted_by_hand_is_not_said_to_be_the_proposal(home: Home):
    assert answer(home, "open", "r1")["as_proposed"] is False
    assert "not what the engine proposes" in home.ok("explain", "open", "r1")


# -- the cut and the rest --------------------------------------------------------------------------


def test_a_cut_is_told_before_it_is_made(tmp_path: Path):
    home = Home(tmp_path)
    match = hall("A B C D", rounds=1, cut=2)
    match.play("post A-B C-D; lena report 1 1 2 0; lena report 1 2 2 1")
    keep(home, match)
    told = answer(home, "open", "cut")
    assert [each["player"] for each in told["due"]] == ["A", "C"]
    assert told["line"]["lower"] == "D"
    assert "C is in and D out by points, 3 to 0" in home.ok("explain", "open", "cut")


@pytest.mark.parametrize(
    "words", ["A", "B", "E", "A --after 0", "r1", "r2", "r3", "r1t1", "r3t1 --instead B", "r1:E"]
)
def test_all_of_it_fits_the_screen_without_colour(home: Home, words: str):
    told = home.ok("explain", "open", *words.split())
    assert widest(told) <= 80
    assert "\x1b" not in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("nobody", "nothing is called nobody"),
        ("r4", "round 4 is not posted"),
        ("r3t9", "table 9 was not paired in round 3"),
        ("r3:E", "E was not paired in round 3"),
        ("r3t1 --instead E", "E was not paired in round 3"),
        ("r3t1 --instead D", "D is of this table"),
        ("A --instead B", "--instead goes with a pairing"),
        ("A --after 4", "round 4 is not posted"),
        ("r3 --after 2", "--after goes with a player"),
        ("cut", "this tournament has no cut"),
        ("p5", "entry 5 is no infraction in force"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(home: Home, words: str, message: str):
    assert message in home.error("explain", "open", *words.split())


def test_a_pairing_before_any_round_is_an_error(home: Home):
    assert "round 1 is not posted (no round is)" in home.error("explain", "small", "r1")


def test_an_entry_is_explained_as_in_a_match(home: Home):
    assert "lena report 1 1 2 0" in home.ok("explain", "open", "8")
    assert "a tournament" in home.error("explain", "open", "8", "--after", 1)
