"""Standings against the figures that organisers publish and those of the worked example."""

from fractions import Fraction
from typing import get_args

import pytest
from msgspec.structs import replace

from referee.tournament.history import Played
from referee.tournament.policy import Points, Policy, Tiebreak, Tiebreaks
from referee.tournament.standings.crosstable import Crosstable, Ratio
from referee.tournament.standings.ranking import (
    compare,
    decided,
    explain,
    lot,
    shown,
    shown_points,
    shown_tiebreak,
    standings,
)
from referee.tournament.standings.tiebreaks import LAST, TIEBREAKS
from tests.tournament.histories import SCORES, shipped, written

POINTS = Points(win=3, draw=1, loss=0, bye="win", bye_games=(2, 0, 0))
STANDARD = Policy(
    game="tournament",
    name="by match wins of opponents",
    points=POINTS,
    tiebreaks=Tiebreaks(order=("omw", "gw", "ogw"), floor="0.33", bye_in_match_win=True),
)
BYES_OUT = replace(STANDARD, tiebreaks=replace(STANDARD.tiebreaks, bye_in_match_win=False))
MARGIN = Policy(
    game="tournament",
    name="by margins",
    points=Points(win=20, draw=10),
    score=SCORES,
    tiebreaks=Tiebreaks(order=("sos", "margin")),
)
CHESS = Policy(
    game="tournament",
    name="by points of opponents",
    points=Points(win=1, draw="1/2"),
    tiebreaks=Tiebreaks(order=("buchholz",)),
)
EXAMPLE = (
    "A 2-0 B, C 2-1 D, E bye",
    "A 2-1 C, B 2-0 E, D bye",
    "A 1-1-1 D, C 2-0 B, E missed",
)
NUMBERS = {player: number for number, player in enumerate("ABCDEFGHIJ", 1)}
BUT_C = {player: number for player, number in NUMBERS.items() if player != "C"}


def ordered(*words: str, policy: Policy = STANDARD) -> Policy:
    """The policy with other tiebreaks."""
    return replace(policy, tiebreaks=replace(policy.tiebreaks, order=words))


# -- the worked example -------------------------------------------------------------------------


COUNTED = """
A 7 .7778 .4815 .6667 .5000
C 6 .6667 .5185 .6250 .5139
D 4 .4444 .7222 .5417 .6458
B 3 .3333 .6481 .3333 .5972
E 3 .5000 .3333 .5000 .3333
"""
NOT_COUNTED = """
A 7 .7778 .4433 .6667 .5000
C 6 .6667 .4804 .6250 .5139
D 4 .3300 .7222 .5417 .6458
B 3 .3333 .5915 .3333 .5972
E 3 .3300 .3333 .5000 .3333
"""


@pytest.mark.rule("TR-8.1", "TR-8.3", "TR-8.4", "TR-8.5", "TR-8.6")
@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        (STANDARD, COUNTED),
        (shipped("standard"), COUNTED),
        (BYES_OUT, NOT_COUNTED),
    ],
    ids=["byes count in match win", "so under the shipped policy", "byes do not"],
)
def test_tr_8_3_the_worked_example_holds_in_every_cell(policy: Policy, expected: str) -> None:
    played = written(policy, *EXAMPLE)
    table = Crosstable(played, policy)
    assert [
        " ".join(
            (
                each.player,
                shown_points(each.points),
                shown(table.match_win(each.player).value),
                *(shown(figure) for figure in each.tiebreaks.values()),
            )
        )
        for each in standings(played, policy, NUMBERS)
    ] == expected.strip().splitlines()


@pytest.mark.rule("TR-8.10")
def test_tr_8_10_standings_as_of_a_round_know_of_no_later_one() -> None:
    played = written(STANDARD, *EXAMPLE)
    for through in range(4):
        alone = written(STANDARD, *EXAMPLE[:through]) or {player: [] for player in "ABCDE"}
        assert standings(played, STANDARD, NUMBERS, through=through) == standings(
            alone, STANDARD, NUMBERS
        )
    before = standings(played, STANDARD, NUMBERS, through=2)
    assert [(each.player, int(each.points)) for each in before] == [
        *(("A", 6), ("C", 3), ("B", 3), ("D", 3), ("E", 3))
    ]


# -- published figures --------------------------------------------------------------------------


def record(wins: int, losses: int, draws: int, byes: int = 0) -> list[Played]:
    """What somebody has played, against somebody without a record of interest."""
    outcomes = ["win"] * wins + ["loss"] * losses + ["draw"] * draws + ["bye"] * byes
    return [
        Played(number, "" if outcome == "bye" else "X", outcome, POINTS.value(outcome))
        for number, outcome in enumerate(outcomes, 1)
    ]


def match_win(policy: Policy, rounds: list[Played]) -> tuple[str, str]:
    """Without and with the floor, as people write it."""
    found = Crosstable({"A": rounds, "X": []}, policy).match_win("A")
    return shown(found.plain), shown(found.value)


@pytest.mark.rule("TR-8.3", "TR-8.6")
def test_tr_8_3_published_match_wins() -> None:
    assert match_win(STANDARD, record(6, 2, 1)) == (".7037", ".7037")
    assert Crosstable({"A": record(6, 2, 1), "X": []}, STANDARD).match_win("A").value == Fraction(
        19, 27
    )
    assert match_win(BYES_OUT, record(4, 2, 1, byes=2)) == (".6190", ".6190")
    assert match_win(STANDARD, record(4, 2, 1, byes=2)) == (".7037", ".7037")
    assert match_win(STANDARD, record(1, 4, 0)) == (".2000", ".3300")
    assert Crosstable({"A": record(1, 4, 0), "X": []}, STANDARD).match_win("A").raised


@pytest.mark.rule("TR-8.6")
def test_tr_8_6_what_is_as_much_as_the_floor_is_not_raised_to_it() -> None:
    floor = Fraction(33, 100)
    assert not Ratio(Fraction(33), Fraction(100), floor).raised
    assert Ratio(Fraction(32), Fraction(100), floor).raised


@pytest.mark.rule("TR-8.6")
def test_tr_8_6_a_third_is_above_the_floor_of_33_hundredths() -> None:
    third = Crosstable({"A": record(1, 2, 0), "X": []}, STANDARD).match_win("A")
    assert (third.value, third.raised) == (Fraction(1, 3), False)


@pytest.mark.rule("TR-8.2", "TR-8.5")
@pytest.mark.parametrize(
    ("won", "lost", "drawn", "points", "expected"),
    [(7, 2, 1, 22, ".7333"), (3, 5, 2, 11, ".3667"), (1, 9, 0, 3, ".3300")],
)
def test_tr_8_5_published_game_wins(
    won: int, lost: int, drawn: int, points: int, expected: str
) -> None:
    rounds = [Played(1, "X", "draw", POINTS.value("draw"), won, lost, drawn)]
    found = Crosstable({"A": rounds, "X": []}, STANDARD).game_win("A")
    assert (found.won, found.possible, shown(found.value)) == (points, 30, expected)


@pytest.mark.rule("TR-8.4")
@pytest.mark.parametrize(("policy", "expected"), [(STANDARD, ".5322"), (BYES_OUT, ".4989")])
def test_tr_8_4_a_published_mean_of_three_opponents(policy: Policy, expected: str) -> None:
    played = {
        "A": [Played(n, who, "win", POINTS.value("win")) for n, who in enumerate("BCD", 1)],
        "B": record(5, 2, 1),
        "C": record(1, 3, 0),
        "D": record(2, 2, 0, byes=1),
        "X": [],
    }
    numbers = {player: number for number, player in enumerate("ABCDX", 1)}
    found = {each.player: each for each in standings(played, policy, numbers)}
    assert shown(found["A"].tiebreaks["omw"]) == expected
    assert found["X"].tiebreaks["omw"] == 0, "nobody was met"


# -- other programmes ---------------------------------------------------------------------------


@pytest.mark.rule("TR-8.9")
@pytest.mark.parametrize(
    ("number", "before", "played", "then", "at_the_end"),
    [
        (3, "3/2", Played(3, "", "missed", Fraction(0)), "5/2", "11/2"),
        (6, "7/2", Played(6, "B", "win", Fraction(1), how="no-show"), "7/2", "5"),
    ],
    ids=["absent in round 3 of 9 with 1.5", "won by forfeit in round 6 with 3.5"],
)
def test_tr_8_9_the_published_virtual_opponents(
    number: int, before: str, played: Played, then: str, at_the_end: str
) -> None:
    first = Played(1, "B", "win", Fraction(before))
    rest = [Played(n, "B", "draw", Fraction(1, 2)) for n in range(number + 1, 10)]
    rounds = {"A": [first, played, *rest], "B": []}
    for through, expected in ((number, then), (9, at_the_end)):
        found = explain("A", rounds, CHESS, NUMBERS, through=through).rounds[1]
        assert found.adds["buchholz"] == Fraction(expected)


@pytest.mark.rule("TR-8.9")
def test_tr_8_9_buchholz_is_the_sum_of_the_points_of_the_opponents() -> None:
    played = written(CHESS, "A 1-0 B, C 0-0-1 D, E bye", "A 1-0 C, E 1-0 B, D bye")
    found = standings(played, CHESS, NUMBERS)
    # the virtual opponent of D has the half of D before, and no more in the round of the bye;
    # that of E has nothing before, nothing in the round, and half a point in the one since
    assert [(each.player, each.points, each.tiebreaks["buchholz"]) for each in found] == [
        ("A", 2, Fraction(1, 2)),
        ("E", 2, Fraction(1, 2)),
        ("D", Fraction(3, 2), 1),
        ("C", Fraction(1, 2), Fraction(7, 2)),
        ("B", 0, 4),
    ]
    assert [each.place for each in found] == [1, 1, 3, 4, 5]


@pytest.mark.rule("TR-8.8")
def test_tr_8_8_the_shipped_bands() -> None:
    policy = shipped("margin")
    played = written(policy, "A 37-0 B, C 1-0 D, E 5-66 F")
    assert [
        (each.player, int(each.points), int(each.tiebreaks["margin"]))
        for each in standings(played, policy, NUMBERS)
    ] == [("F", 20, 61), ("A", 17, 37), ("D", 10, -1), ("C", 10, 1), ("B", 3, -37), ("E", 0, -61)]


@pytest.mark.rule("TR-8.8")
def test_tr_8_8_margin_points_then_wins_of_opponents_then_the_own_margin() -> None:
    played = written(MARGIN, "A 61-0 B, C 50-13 D, E 11-10 F", "A 40-40 C, E 30-10 B, D 45-8 F")
    found = standings(played, MARGIN, NUMBERS)
    assert [
        (each.player, int(each.points), *map(int, each.tiebreaks.values())) for each in found
    ] == [
        ("A", 30, 1, 61),
        ("C", 27, 2, 37),
        ("E", 24, 0, 21),
        ("D", 20, 1, 0),
        ("F", 13, 3, -38),
        ("B", 6, 3, -81),
    ]


@pytest.mark.rule("TR-8.8")
def test_tr_8_8_a_bye_is_a_win_of_an_opponent_where_it_counts_in_match_win() -> None:
    for policy, expected in ((STANDARD, 2), (BYES_OUT, 1)):
        by_wins = ordered("sos", policy=policy)
        played = written(by_wins, "A 2-0 B, C bye", "A 2-1 C, B bye", "B 2-0 C, A bye")
        assert explain("A", played, by_wins, NUMBERS).rounds[0].adds["sos"] == expected


# -- who is equal in all of that ----------------------------------------------------------------

EQUAL = "A 2-0 B, C 2-0 D, E 2-0 F, G 2-0 H"


@pytest.mark.rule("TR-8.7")
def test_tr_8_7_what_is_left_equal_is_drawn_by_lot_and_said_so() -> None:
    played = written(STANDARD, EQUAL)
    for key in ("one", "another"):
        found = standings(played, STANDARD, NUMBERS, key=key)
        drawn = sorted("ACEG", key=lambda player: lot(key, NUMBERS[player]))
        assert [each.player for each in found[:4]] == drawn
        assert [each.place for each in found] == [1, 2, 3, 4, 5, 6, 7, 8]
        assert all(each.lot and not each.shared for each in found)
        assert decided(found[0], found[1]).by == "lot"
        assert decided(found[3], found[4]).by == "points"
    assert lot("one", 3) == "772b6e06687b93b7f93422c603340064a6ff7d172b758d002b5c04cf6532ca49"


@pytest.mark.rule("TR-8.7")
def test_tr_8_7_without_a_key_they_share_the_place() -> None:
    found = standings(written(STANDARD, EQUAL), STANDARD, NUMBERS)
    assert [(each.place, each.player) for each in found] == [
        *((1, "A"), (1, "C"), (1, "E"), (1, "G"), (5, "B"), (5, "D"), (5, "F"), (5, "H"))
    ]
    assert all(each.shared and not each.lot for each in found)
    assert decided(found[0], found[1]).by == ""


@pytest.mark.rule("TR-8.7")
def test_tr_8_7_the_order_of_entry_leaves_nothing_to_the_lot() -> None:
    policy = ordered("omw", "entry")
    numbers = {player: 10 - number for player, number in NUMBERS.items()}
    found = standings(written(policy, EQUAL), policy, numbers, key="one")
    assert [each.player for each in found] == list("GECAHFDB")
    assert [each.place for each in found] == list(range(1, 9))
    assert not any(each.lot or each.shared for each in found)
    assert decided(found[0], found[1]).by == "entry"


def test_who_is_equal_to_nobody_is_not_drawn_by_lot() -> None:
    found = standings(written(STANDARD, *EXAMPLE), STANDARD, NUMBERS, key="one")
    assert not any(each.lot for each in found)


@pytest.mark.rule("TR-10.6")
def test_tr_10_6_who_is_disqualified_has_no_place_and_remains_an_opponent() -> None:
    played = written(STANDARD, *EXAMPLE)
    whole = standings(played, STANDARD, NUMBERS)
    found = standings(played, STANDARD, BUT_C)
    assert [(each.place, each.player) for each in found] == [(1, "A"), (2, "D"), (3, "B"), (4, "E")]
    assert [each.tiebreaks for each in found] == [
        each.tiebreaks for each in whole if each.player != "C"
    ]
    out = explain("C", played, STANDARD, BUT_C)
    assert (out.placed, out.above, out.below, out.points) == (None, None, None, 6)


def test_without_entrants_there_are_no_standings() -> None:
    assert standings({}, STANDARD, {}, key="one") == ()


# -- taken apart --------------------------------------------------------------------------------


@pytest.mark.rule("TR-8.10")
def test_tr_8_10_a_standing_is_taken_apart_into_its_opponents() -> None:
    found = explain("A", written(BYES_OUT, *EXAMPLE), BYES_OUT, NUMBERS)
    assert [
        (
            each.played.opponent,
            shown(each.match_win.plain),
            shown(each.match_win.value),
            each.match_win.raised,
            shown(each.game_win.plain),
        )
        for each in found.rounds
        if each.match_win and each.game_win
    ] == [
        ("B", ".3333", ".3333", False, ".3333"),
        ("C", ".6667", ".6667", False, ".6250"),
        ("D", ".1667", ".3300", True, ".5417"),
    ]
    assert found.sums["omw"] == (Fraction(133, 100), 3)
    assert found.placed and found.placed.tiebreaks["omw"] == Fraction(133, 300)
    assert (found.match_win.won, found.match_win.possible) == (7, 9)
    assert (found.game_win.won, found.game_win.possible) == (16, 24)


@pytest.mark.rule("TR-8.10")
@pytest.mark.parametrize(("policy", "counted"), [(STANDARD, True), (BYES_OUT, False)])
def test_tr_8_10_rounds_without_an_opponent_say_whether_they_count(
    policy: Policy, counted: bool
) -> None:
    found = explain("E", written(policy, *EXAMPLE), policy, NUMBERS)
    assert [(each.played.outcome, each.counts, sorted(each.adds)) for each in found.rounds] == [
        ("bye", counted, []),
        ("loss", True, ["ogw", "omw"]),
        ("missed", False, []),
    ]
    assert found.match_win.possible == (6 if counted else 3)


@pytest.mark.rule("TR-8.10")
def test_tr_8_10_it_is_said_why_one_stands_above_the_next() -> None:
    played = written(STANDARD, *EXAMPLE)
    found = explain("B", played, STANDARD, NUMBERS)
    assert found.above and (found.above.upper, found.above.by) == ("D", "points")
    assert found.above.figures == (4, 3)
    assert found.below and (found.below.lower, found.below.by) == ("E", "omw")
    assert found.below.figures and [*map(shown, found.below.figures)] == [".6481", ".3333"]
    assert explain("A", played, STANDARD, NUMBERS).above is None
    assert explain("E", played, STANDARD, NUMBERS).below is None


# -- compared -----------------------------------------------------------------------------------


@pytest.mark.rule("TR-2.3")
def test_tr_2_3_the_first_place_that_differs_under_another_policy_is_named() -> None:
    before = standings(written(STANDARD, *EXAMPLE), STANDARD, NUMBERS)
    by_games = ordered("gw", "omw")
    after = standings(written(by_games, *EXAMPLE), by_games, NUMBERS)
    found = compare(before, after)
    assert found.first == 4
    assert [
        (each.player, each.before and each.before.place, each.after and each.after.place)
        for each in found.moved
    ] == [("E", 5, 4), ("B", 4, 5)]
    assert compare(before, before) == compare([], []) and compare([], []).first == 0


@pytest.mark.rule("TR-2.3")
def test_tr_2_3_who_has_no_place_on_one_side_is_among_the_changes() -> None:
    played = written(STANDARD, *EXAMPLE)
    whole = standings(played, STANDARD, NUMBERS)
    found = compare(whole, standings(played, STANDARD, BUT_C))
    assert found.first == 2
    assert [each.player for each in found.moved] == ["D", "B", "E", "C"]
    assert found.moved[-1].after is None


# -- as people read it --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        (Fraction(7, 9), ".7778"),
        (Fraction(1), "1.0000"),
        (Fraction(0), ".0000"),
        (Fraction(25, 200_000), ".0001"),
        (Fraction(1, 20_000), ".0000"),
        (Fraction(3, 20_000), ".0002"),
        (Fraction(-1, 3), "-.3333"),
        (Fraction(-1, 30_000), ".0000"),
    ],
)
def test_ratios_are_shown_with_four_decimals_half_to_even(figure: Fraction, expected: str) -> None:
    assert shown(figure) == expected


@pytest.mark.parametrize(
    ("figure", "expected"),
    [("7", "7"), ("1/2", "0.5"), ("-81", "-81"), ("100", "100"), ("1/3", "0.3333"), ("0", "0")],
)
def test_points_are_shown_as_short_as_they_are(figure: str, expected: str) -> None:
    assert shown_points(Fraction(figure)) == expected


def test_each_tiebreak_is_shown_in_its_way() -> None:
    assert shown_tiebreak("omw", Fraction(1, 2)) == ".5000"
    assert shown_tiebreak("buchholz", Fraction(1, 2)) == "0.5"


def test_every_word_that_a_policy_may_have_is_known() -> None:
    assert set(get_args(Tiebreak)) == TIEBREAKS.keys() | LAST.keys()
    assert all(each.what for each in TIEBREAKS.values()) and all(LAST.values())
