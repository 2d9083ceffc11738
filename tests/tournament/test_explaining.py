"""Pairings, penalties and the cut of a tournament, taken apart."""

from itertools import combinations

import pytest

from referee.catalog import read_catalog
from referee.tournament.explaining.cut import explain_cut
from referee.tournament.explaining.pairing import Meeting, PostedRound
from referee.tournament.explaining.penalty import explain_penalty
from referee.tournament.pairing import Unpairable, cost_of
from referee.tournament.policy import Policy
from referee.tournament.state import Found, State
from tests.table import Match
from tests.tournament.halls import hall, worked_example

PLAY_ERRORS = read_catalog(
    """
game = "tournament"
name = "one-path"
[points]
win = 3
draw = 1
[[paths]]
id = "play-error"
steps = ["warning", "warning", "game-loss", "match-loss"]
counts = "path"
within = "event"
[[infractions]]
code = "PE-4"
title = "Game rule violation"
path = "play-error"
""",
    Policy,
)


@pytest.fixture(scope="module")
def example() -> Match:
    return worked_example()


# -- pairings ----------------------------------------------------------------------------------


def test_tr_5_2_a_pairing_has_the_points_from_before_its_round_and_what_it_cost(example: Match):
    told = PostedRound(example.replay, 3).explain(Meeting(1, "A", "D"))
    assert told.b is not None
    assert (told.a.points, told.a.byes, told.b.points, told.b.byes) == (6, 0, 3, 1)
    assert told.cost == (0, 0, 0, 9, 0, 0)


def test_tr_5_2_the_best_other_rounds_come_the_cheapest_first(example: Match):
    others = PostedRound(example.replay, 3).explain(Meeting(1, "A", "D")).others
    assert [(each.instead, each.more) for each in others] == [
        ("C", (1, 0, 0, 0, 0, 0)),
        ("B", (2, 0, 0, 0, 1, 0)),
    ]
    assert others[0].gone == (Meeting(1, "A", "D"), Meeting(2, "C", "B"))
    assert set(map(frozenset, others[0].new)) == {frozenset("AC"), frozenset("BD")}


def test_tr_5_2_an_alternative_costs_no_less_than_any_round_with_that_pair(example: Match):
    found = PostedRound(example.replay, 3)
    numbers = {player: known.number for player, known in found.known.items()}
    for player, other in combinations("ABCD", 2):
        left = sorted(set("ABCD") - {player, other})
        pairs = [(numbers[player], numbers[other]), (numbers[left[0]], numbers[left[1]])]
        told = found.instead(player, other)
        assert told is not None
        assert told.cost == cost_of(list(found.known.values()), pairs)


def test_tr_5_3_who_has_the_bye_is_explained_by_who_else_could_have_had_it(example: Match):
    found = PostedRound(example.replay, 2)
    meeting = found.meeting_of("D")
    assert meeting == Meeting(0, "D", "")
    told = found.explain(meeting)
    assert (told.b, told.cost) == (None, (0, 0, 0, 0, 0, 0))
    again = found.instead("E", "")
    assert again is not None
    assert again.more[1] == 1, "a second bye"
    higher = found.instead("A", "")
    assert higher is not None
    assert higher.more[1:3] == (0, 3), "three points above the lowest"


def test_tr_5_2_a_round_costs_what_was_posted(example: Match):
    for number, played in enumerate(example.state.rounds, 1):
        assert PostedRound(example.replay, number).cost == tuple(played.cost)


def test_a_pairing_is_explained_by_what_was_known_when_it_was_posted():
    match = worked_example()
    wrong = match.state.rounds[0].contests["1"].result.seq
    match.play(f"lena strike {wrong} authority=head; lena report 1 1 0 2")
    side = PostedRound(match.replay, 2).side("A")
    assert side.points == 3, "it was won, as far as the desk knew"


def test_a_round_that_is_not_posted_and_a_player_without_a_place_are_told(example: Match):
    with pytest.raises((LookupError, IndexError)):
        PostedRound(example.replay, 4)
    found = PostedRound(example.replay, 3)
    assert found.meeting_of("E") is None
    with pytest.raises(Unpairable, match="E was not paired in round 3"):
        found.instead("A", "E")


def test_a_bye_by_the_entry_is_no_part_of_the_pairing():
    match = hall("A B C", rounds=3)
    match.play("lena enter F byes=1")
    match.play("lena enter G")
    match.play("post A-B C-G F")
    found = PostedRound(match.replay, 1)
    assert (found.awarded, found.bye) == (("F",), "")
    assert found.explain(Meeting(0, "F", "")).awarded


# -- penalties -----------------------------------------------------------------------------------


def _three() -> State:
    given = ("warning", "warning", "game-loss")
    found = [
        Found(seq, "jude", "A", round, 1, "PE-4", penalty, penalty)
        for seq, round, penalty in zip((20, 30, 40), (1, 2, 4), given, strict=True)
    ]
    return State(("desk",), infractions=found)


@pytest.mark.rule("TR-10.8")
def test_tr_10_8_three_violations_give_a_game_loss_and_without_the_first_a_warning():
    told = explain_penalty(_three(), PLAY_ERRORS, 40)
    assert told.standard is not None
    assert (told.title, told.standard.penalty) == ("Game rule violation", "game-loss")
    assert (told.standard.count, told.standard.counted) == (3, (20, 30))
    assert told.without == ((20, "warning"), (30, "warning"))
    assert told.later == ()


@pytest.mark.rule("TR-10.5")
def test_tr_10_5_the_first_of_three_tells_what_would_shift_without_it():
    (shift,) = explain_penalty(_three(), PLAY_ERRORS, 20).later
    assert (shift.given.seq, shift.was.penalty, shift.now.penalty) == (40, "game-loss", "warning")
    assert shift.given.penalty == "game-loss", "it keeps its penalty"


def test_an_entry_that_is_no_infraction_is_told():
    with pytest.raises(LookupError, match="entry 21 is no infraction in force"):
        explain_penalty(_three(), PLAY_ERRORS, 21)


# -- the cut -------------------------------------------------------------------------------------


@pytest.mark.rule("TR-12.1")
def test_tr_12_1_a_cut_is_explained_by_the_line_between_in_and_out(example: Match):
    told = explain_cut(example.state, example.replay.table.catalog, 2)
    assert [each.player for each in told.due] == ["A", "C"]
    assert [each.player for each in told.out] == ["D", "B"]
    assert told.line is not None
    assert (told.line.upper, told.line.lower, told.line.by) == ("C", "D", "points")


@pytest.mark.rule("TR-12.1")
def test_tr_12_1_who_has_left_is_passed_over():
    match = worked_example()
    match.play("lena drop C")
    told = explain_cut(match.state, match.replay.table.catalog, 2)
    assert [each.player for each in told.due] == ["A", "D"]
    assert [(each.player, each.place, each.why) for each in told.passed] == [("C", 2, "has left")]


def test_a_tournament_without_a_cut_has_none_to_explain(example: Match):
    with pytest.raises(LookupError, match="no cut"):
        explain_cut(example.state, example.replay.table.catalog)
