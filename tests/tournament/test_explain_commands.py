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
from tests.tournament.halls import hall, judged, posted, worked_example
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


def in_words(home: Home, *arguments: object) -> str:
    """What is told, with one space where there are several, and without the rules of tables."""
    lines = (" ".join(line.split()) for line in home.ok("explain", *arguments).splitlines())
    return "\n".join(line for line in lines if line.strip("─"))


A_IN_WORDS = """\
A, number 1: place 1 of 5, after round 3
round met result points their match win their game win
1 B win 2-0 3 3/9 = .3333 6/18 = .3333
2 C win 2-1 3 6/9 = .6667 15/24 = .6250
3 D draw 1-1-1, time 1 4/9 = .4444 13/24 = .5417
points 7 = 3 + 3 + 1
own match win 7/9 = .7778 (what opponents get from it)
omw .4815 (13/27) = (1/3 + 2/3 + 4/9) / 3: mean match win of the opponents met
gw 16/24 = .6667: own game win
ogw .5000 = (1/3 + 5/8 + 13/24) / 3: mean game win of the opponents met
stands above C by points, 7 to 6"""
E_IN_WORDS = """\
E, number 5: place 5 of 5, after round 3
round met result points their match win their game win
1 - bye 3 - -
2 B loss 0-2 0 3/9 = .3333 6/18 = .3333
3 - not there; not in match win 0 - -
points 3 = 3 + 0 + 0
own match win 3/6 = .5000 (what opponents get from it)
omw .3333 (1/3) = 1/3: mean match win of the opponents met
gw 6/12 = .5000: own game win
ogw .3333 (1/3) = 1/3: mean game win of the opponents met
B stands above by omw, .6481 (35/54) to .3333 (1/3)"""


@pytest.mark.parametrize(("player", "told"), [("A", A_IN_WORDS), ("E", E_IN_WORDS)])
def test_a_standing_in_words_says_how_each_figure_is_made(home: Home, player: str, told: str):
    assert in_words(home, "open", player) == told


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
    assert in_words(home, "open", "B").splitlines() == [
        "B, number 2: place 2 of 2, after round 1",
        "round met result points sos margin",
        "1 A loss 10-47 3 1 -37",
        "points 3 = 3",
        "sos 1 = 1: contests won by the opponents met",
        "margin -37 = (-37): own scores less those of the opponents",
        "A stands above by points, 17 to 3",
    ]


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
    assert "could not be paired" not in words


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


COSTS = """\
1. rematch 0 0
2. earlier bye of the one with the bye 0 0
3. points of the one with the bye above the lowest 0 0
4. square of the difference of points {own} 9
5. float the same way twice in a row 0 0
6. pair of one team 0 0"""
A_MEETS_D = f"""\
round 3, table 1: A - D
A (number 1): 6 points, no bye so far
D (number 4): 3 points, 1 bye so far
as the engine proposes it for its key: no other round costs less (TR-5.2)
what counts, from the top this pair the round
{COSTS.format(own=9)}
the best rounds in which A does not get D
C: costs more: rematch +1
changes tables 1, 2 to A - C, B - D
B: costs more: rematch +2, float the same way twice in a row +1
changes tables 1, 2 to A - B, C - D"""
D_HAS_THE_BYE = f"""\
round 2, the bye: D
D (number 4): 0 points, no bye so far
as the engine proposes it for its key: no other round costs less (TR-5.2)
what counts, from the top the bye the round
{COSTS.format(own=0)}
the best rounds in which D does not get the bye
A: costs the same; the key of the round decided (TR-5.4)
changes tables 1, 2 and the bye to bye B, A - D, C - E
E: costs the same; the key of the round decided (TR-5.4)
changes table 2 and the bye to bye B, D - E
B: costs more: points of the one with the bye above the lowest +3, square of
the difference of points -9
changes tables 1, 2 and the bye to bye C, A - E, B - D"""


@pytest.mark.parametrize(("pair", "told"), [("r3t1", A_MEETS_D), ("r2:D", D_HAS_THE_BYE)])
def test_a_pair_in_words_says_what_is_known_of_both_and_what_others_would_cost(
    home: Home, pair: str, told: str
):
    assert in_words(home, "open", pair) == told


def test_who_floated_in_the_round_before_is_told_so(home: Home):
    told = in_words(home, "open", "r3t2").splitlines()
    assert told[1:3] == [
        "C (number 3): 3 points, no bye so far",
        "B (number 2): 3 points, no bye so far, met one with more points in round 2",
    ]


def test_a_round_in_words_names_the_pairs_that_cost_anything(home: Home):
    told = in_words(home, "open", "r2").splitlines()
    assert told[:2] == [
        "round 2: 2 tables, posted by entry 10",
        "as the engine proposes it for its key: no other round costs less (TR-5.2)",
    ]
    assert told[-3:] == [
        "table who meets points what it cost",
        "2 B - E 0 - 3 square of the difference of points 9",
        "the other 2 pairs cost nothing: no rematch, and as many points",
    ]


BRACKET = "by the bracket: seed 1 meets the last, and the halves stay as they are"
CIRCLE = "everybody meets everybody, by the circle method over the entry numbers"


@pytest.mark.parametrize(
    ("format", "told"),
    [
        (
            "elimination",
            [BRACKET, "(TR-12.2)", "table 1: bo (seed 2) - cy (seed 3)", "the bye: ana (seed 1)"],
        ),
        ("round-robin", [CIRCLE, "(TR-5.11)", "table 1: bo - cy", "the bye: ana"]),
    ],
)
def test_a_round_that_is_no_matter_of_points_is_told_by_its_stage(
    tmp_path: Path, format: str, told: list[str]
):
    home = Home(tmp_path)
    keep(home, posted(hall("ana bo cy", format=format)))
    assert in_words(home, "open", "r1").splitlines() == [
        "round 1: 1 table, posted by entry 5",
        *told,
    ]
    assert in_words(home, "open", "r1t1").splitlines()[1:] == told[:2]
    assert answer(home, "open", "r1")["as_proposed"] is None


# -- penalties -----------------------------------------------------------------------------------


@pytest.mark.rule("TR-10.2", "TR-10.5")
def test_a_penalty_in_words_says_its_count_and_what_would_be_without_others(tmp_path: Path):
    home, match = Home(tmp_path), judged()
    match.play("kim infraction ana 1 PE-4 warning; kim infraction ana 1 PE-4 warning")
    match.play('hedy infraction ana 1 PE-4 warning deviation="a beginner"')
    keep(home, match)
    path = "play-error (warning, warning,"
    later = [
        "without this one, entry 14 (ana, PE-4) would have the standard warning instead",
        "of game-loss; it keeps its warning",
    ]
    assert in_words(home, "open", "p13").splitlines() == [
        "ana, round 1: warning for PE-4 (Game rule violation)",
        "given by kim in entry 13",
        f"standard: warning: number 2 of the path {path}",
        "game-loss, match-loss) in this event, after entry 12 (TR-10.2)",
        "without entry 12 it would be the same: kim infraction ana 1 PE-4 warning",
        *later,
    ]
    told = in_words(home, "open", "p14").splitlines()
    assert "another one was given: a beginner (TR-10.3)" in told
    assert "without entry 12 it would be warning: kim infraction ana 1 PE-4 warning" in told
    found = answer(home, "open", "p14")
    assert (found["given"], found["standard"], found["count"]) == ("warning", "game-loss", 3)
    assert found["steps"] == ["warning", "warning", "game-loss", "match-loss"]
    assert [each["penalty"] for each in found["without"]] == ["warning", "warning"]
    assert "in force: p12, p13, p14" in home.error("explain", "open", "p5")


# -- the cut and the rest --------------------------------------------------------------------------


def test_a_cut_is_told_before_it_is_made(tmp_path: Path):
    home = Home(tmp_path)
    match = hall("A B C D", rounds=1, cut=2)
    match.play("post A-B C-D; lena report 1 1 2 0; lena report 1 2 2 1")
    keep(home, match)
    told = answer(home, "open", "cut")
    assert [each["player"] for each in told["due"]] == ["A", "C"]
    assert told["line"]["lower"] == "D"
    assert in_words(home, "open", "cut").splitlines() == [
        "the cut to 2, as it would be now",
        "seed player place points",
        "1 A 1 3",
        "2 C 2 3",
        "C is in and D out by points, 3 to 0",
        "next: D (3), B (4)",
    ]


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
