"""Infractions and penalties in a tournament (section 10)."""

import pytest

from referee.replay.replay import Replay
from referee.tournament.facts import ContestEnded, GamesLost, Left, PenaltyGiven
from referee.tournament.history import history, totals
from referee.tournament.judging.infractions import changed, seen_by, standard_of
from referee.tournament.standings.current import disqualified
from referee.tournament.state import Score
from referee.verdict import Legal, OnTrust
from tests.table import Match
from tests.tournament.halls import entered, judged
from tests.tournament.histories import shipped


def contest(match: Match, table: int = 1):
    return match.state.rounds[-1].contests[str(table)]


def next_round(match: Match) -> Match:
    """Round 1 is over, and round 2 is posted: ana meets cy at table 1, bo meets eva at table 2."""
    for table in (1, 2):
        if contest(match, table).result is None:
            match.play(f"lena report 1 {table} 2 0")
    return match.play("post ana-cy bo-eva dee")


# -- what the standard is ----------------------------------------------------------------------


def test_tr_10_2_an_infraction_gives_the_step_of_its_path_at_its_count():
    match = judged()
    match.play("kim infraction ana 1 PE-4 warning table=1")
    assert match.one(PenaltyGiven) == PenaltyGiven(
        "ana", 1, 1, "PE-4", "warning", "warning", "play-error", "", (), "kim", "TR-10.2"
    )
    first = match.seq
    match.play("kim infraction bo 1 PE-4 warning; jo infraction ana 1 PE-3 warning")
    assert match.one(PenaltyGiven).counted == (first,)
    found = standard_of(match.state, shipped(), "ana", "PE-1")
    assert found and (found.penalty, found.count) == ("game-loss", 3)
    assert standard_of(match.state, shipped(), "ana", "XX-1") is None


def test_tr_10_2_within_a_day_the_last_start_says_which():
    match = judged().play("lena start 1 2026-11-21T20:00:00Z")
    match.play("kim infraction ana 1 TE-3 warning")
    match.refuse("kim infraction ana 1 TE-3 warning", "TR-10.3", standard="game-loss")
    next_round(match).play("lena start 2 2026-11-22T09:00:00Z")
    match.play("kim infraction ana 2 TE-3 warning")
    assert match.one(PenaltyGiven).counted == ()


def test_tr_10_3_another_penalty_is_a_deviation_of_the_head_judge():
    match = judged().play("kim infraction ana 1 PE-4 warning")
    first = match.seq
    illegal = match.refuse(
        "kim infraction ana 1 PE-4 game-loss",
        "TR-10.3",
        since=first,
        standard="warning",
        penalty="game-loss",
        count=2,
        entries=str(first),
    )
    assert illegal.legal == "warning or a deviation by the head judge"
    assert illegal.message.endswith(f"number 2 on the path play-error, after {first}")
    match.refuse('kim infraction ana 1 PE-4 game-loss deviation="seen before"', "TR-10.3")
    illegal = match.refuse("hedy infraction ana 1 PE-4 game-loss", "TR-10.3")
    assert illegal.legal == "warning or deviation=…"
    match.play('hedy infraction ana 1 PE-4 game-loss deviation="seen before"')
    fact = match.one(PenaltyGiven)
    assert (fact.penalty, fact.standard, fact.deviation) == ("game-loss", "warning", "seen before")


def test_tr_10_3_what_the_policy_leaves_to_the_head_judge():
    match = judged()
    match.refuse("kim infraction ana 1 UC-5 disqualification", "TR-10.3")
    illegal = match.refuse("kim infraction ana 1 UC-5 match-loss", "TR-10.3", count=1)
    assert "after" not in illegal.message
    assert illegal.legal == "disqualification or a deviation, by the head judge"
    match.play("hedy infraction ana 1 UC-5 disqualification")


def test_tr_10_3_an_infraction_is_one_that_the_policy_has():
    illegal = judged().refuse("kim infraction ana 1 XX-9 warning", "TR-10.3", code="XX-9")
    assert illegal.legal.startswith("one of PE-1, ")


def test_tr_1_3_an_infraction_names_a_player_a_round_and_a_table_that_are_there():
    match = judged()
    match.refuse("kim infraction zoe 1 PE-4 warning", "TR-1.3", player="zoe")
    match.refuse("kim infraction ana 3 PE-4 warning", "TR-1.3", round=3)
    match.refuse("kim infraction ana 2 PE-4 warning table=1", "TR-1.3", round=2)
    match.refuse("kim infraction ana 1 PE-4 warning table=8", "TR-1.3", table=8)
    match.refuse("ana infraction bo 1 PE-4 warning", "TR-1.8", by="ana")
    match.refuse("sam infraction bo 1 PE-4 warning", "TR-1.8", by="sam")


def test_tr_10_4_of_one_error_the_most_severe_counts():
    match = judged()
    match.refuse('kim infraction ana 1 PE-4 warning deviation="same error"', "TR-10.4")
    match.play("kim infraction ana 1 TE-4 game-loss")
    match.play('kim infraction ana 1 PE-4 warning deviation="same error"')
    assert contest(match).lost == {"ana": 1}
    found = standard_of(match.state, shipped(), "ana", "PE-4")
    assert found and found.count == 1  # what was noted as the same error is not counted
    match.refuse('kim infraction bo 1 PE-4 warning deviation="same error"', "TR-10.4", player="bo")


def test_tr_10_4_the_same_error_takes_no_second_game():
    match = judged().play("kim infraction ana 1 TE-4 game-loss")
    match.play('kim infraction ana 1 TE-2a game-loss deviation="same error"')
    assert contest(match).lost == {"ana": 1}


# -- what is taken back ------------------------------------------------------------------------


@pytest.mark.rule("TR-10.5", "TR-10.8")
def test_tr_10_5_and_10_8_with_the_first_overruled_the_third_would_be_a_warning():
    match = judged(rounds="4").play("kim infraction ana 1 PE-4 warning")
    first = match.seq
    next_round(match).play("kim infraction ana 2 PE-4 warning")
    match.play("lena report 2 1 2 0; lena report 2 2 2 0")
    match.play("post ana-dee cy-bo eva")
    match.play("lena report 3 1 2 0; lena report 3 2 2 0")
    match.play("post ana-eva cy-dee bo")
    match.play("kim infraction ana 4 PE-4 game-loss")
    third = match.seq
    assert isinstance(match.replay.standing(third), Legal)
    before = Replay(match.game, match.replay.table.catalog).extend(match.replay.events)
    match.play(f"hedy strike {first} authority=head")
    assert match.outcome.changes[-1].seq == third
    standing = match.replay.standing(third)
    assert isinstance(standing, OnTrust)
    assert "the standard penalty is warning, not game-loss" in standing.assumptions[0]
    (shift,) = changed(shipped(), before.state, match.state)
    assert (shift.given.seq, shift.was.penalty, shift.now.penalty) == (
        third,
        "game-loss",
        "warning",
    )
    kept = match.state.infractions[-1]
    assert (kept.penalty, kept.standard) == ("game-loss", "warning")
    assert contest(match).lost == {"ana": 1}  # it keeps its penalty
    match.play("kim infraction ana 4 PE-4 game-loss")  # the third one in force


def test_tr_10_5_a_judge_strikes_an_infraction_and_its_effect_goes_with_it():
    match = judged().play("kim infraction ana 1 TE-4 game-loss")
    match.refuse("lena report 1 1 2 0", "TR-10.6")
    match.play(f"jo strike {match.seq - 1}")
    assert match.state.infractions == []
    assert contest(match).lost == {}


# -- what a penalty does -----------------------------------------------------------------------


def test_tr_10_6_a_game_loss_is_of_the_contest_that_is_on():
    match = judged().play("kim infraction ana 1 TE-4 game-loss")
    given = match.seq
    assert match.one(GamesLost) == GamesLost("ana", 1, 1, 1, "TR-10.6")
    illegal = match.refuse("lena report 1 1 2 0", "TR-10.6", since=given, lost=1, others=0)
    assert illegal.legal.startswith("1 or more to bo; strike ")
    assert illegal.message == "a penalty takes 1 game of ana, and the result gives bo 0"
    match.refuse("bo attest 1 1 2 0", "TR-10.6")
    match.refuse("hedy decide 1 1 1 0", "TR-10.6")
    match.refuse("lena report 1 1 2 0 how=concession", "TR-10.6")
    match.play("lena report 1 1 2 1")


def test_tr_10_6_a_refusal_names_the_penalty_of_the_player_that_takes_a_game():
    match = judged().play("kim infraction ana 1 TE-4 game-loss")
    taking = match.seq
    match.play("kim infraction ana 1 PE-4 warning; kim infraction cy 1 TE-4 game-loss")
    match.refuse("lena report 1 1 2 0", "TR-10.6", since=taking, player="ana")


def test_tr_10_6_a_draw_that_is_agreed_holds_what_it_is_agreed_to():
    match = judged().play("kim infraction ana 1 TE-4 game-loss")
    match.play("lena report 1 1 0 0 3 how=intentional-draw")


def test_tr_10_6_without_a_contest_a_game_loss_is_of_the_next():
    match = judged().play("lena report 1 1 2 0; kim infraction ana 1 TE-4 game-loss")
    assert match.one(GamesLost) == GamesLost("ana", 1, 0, 0, "TR-10.6")
    assert match.state.entrants["ana"].owed == {"ana": 1}
    next_round(match)
    assert match.one(GamesLost) == GamesLost("ana", 1, 2, 1, "TR-10.6")
    assert match.state.entrants["ana"].owed == {}
    match.refuse("lena report 2 1 2 0", "TR-10.6")
    match.play("lena report 2 1 1 2")


def test_tr_10_6_a_game_loss_waits_through_a_bye():
    match = judged().play("kim infraction eva 1 TE-4 game-loss")
    assert next_round(match).state.entrants["eva"].owed == {}
    match.refuse("lena report 2 2 0 2", "TR-10.6")


def test_tr_10_6_a_round_that_is_paired_again_takes_the_lost_game_along():
    match = judged().play(
        "kim infraction ana 1 TE-4 game-loss; kim infraction dee 1 TE-2 match-loss"
    )
    match.play("hedy repair 1 1:ana:cy 2:bo:eva bye=dee cost=0,0,0,0,0,0 reason=mistyped")
    assert contest(match).lost == {"ana": 1}
    assert match.state.entrants["dee"].owed == {"dee": 2}
    match.refuse("lena report 1 1 2 0", "TR-10.6")


def test_tr_10_6_a_repair_may_make_the_contest_that_a_penalty_has_taken():
    match = judged().play("kim infraction eva 1 TE-2 match-loss")
    match.play("hedy repair 1 1:ana:eva keep=2 bye=bo cost=0,0,0,0,0,0 reason=mistyped")
    ended = match.one(ContestEnded)
    assert (ended.table, ended.winner, ended.by) == (1, "ana", "penalty")
    assert match.all(GamesLost) == [GamesLost("eva", 2, 1, 1, "TR-10.6")]


def test_tr_10_6_before_the_first_round_a_game_loss_is_of_that_round():
    match = entered().play("kim infraction ana 1 TE-4 game-loss")
    match.play("post ana-bo cy-dee eva")
    assert contest(match).lost == {"ana": 1}


def test_tr_10_6_a_match_loss_decides_the_contest():
    match = judged().play("kim infraction ana 1 TE-2 match-loss")
    given = match.seq
    ended = match.one(ContestEnded)
    assert (ended.winner, ended.a_won, ended.b_won, ended.by) == ("bo", 0, 2, "penalty")
    assert ended.rule == "TR-10.6"
    illegal = match.refuse("lena report 1 1 2 0", "TR-7.5", since=given)
    assert illegal.legal == f"strike {given} first if it came after the contest"
    assert match.refuse("lena report 1 1 0 2", "TR-7.5", since=given).legal == "nothing more"
    illegal = match.refuse("hedy decide 1 1 2 0", "TR-10.6", since=given)
    assert illegal.legal == f"the contest to bo; strike {given} first if it came after the contest"
    assert illegal.message == "a penalty takes the contest of ana"
    match.refuse("hedy decide 1 1 1 1 how=intentional-draw", "TR-10.6")
    match.play("hedy decide 1 1 1 2")


def test_tr_10_6_two_lost_games_of_three_are_the_contest():
    match = judged().play(
        "kim infraction ana 1 TE-4 game-loss; kim infraction ana 1 TE-2a game-loss"
    )
    assert match.one(ContestEnded).winner == "bo"


def test_tr_10_6_where_one_game_decides_a_lost_game_does():
    match = judged(best_of="1").play("kim infraction bo 1 TE-4 game-loss")
    assert contest(match).result.score == Score(1, 0, 0, "judge")


def test_tr_10_6_a_match_loss_without_a_contest_is_of_the_next():
    match = judged().play("lena report 1 1 2 0; kim infraction ana 1 TE-2 match-loss")
    assert contest(match).result.score == Score(2, 0)
    next_round(match)
    assert match.one(ContestEnded).winner == "cy"


def test_tr_10_6_both_may_lose_a_contest_and_neither_wins():
    match = judged().play(
        "kim infraction ana 1 TE-2 match-loss; kim infraction bo 1 TE-2 match-loss"
    )
    points = totals(history(match.state, shipped()))
    assert points["ana"] == points["bo"] == 0
    assert match.one(ContestEnded).winner == ""
    match.refuse("hedy decide 1 1 2 0", "TR-10.6", player="ana")
    match.refuse("hedy decide 1 1 0 0 how=time", "TR-10.6", player="ana")
    match.play("hedy decide 1 1 0 0 how=no-show")
    match.play("kim infraction ana 1 TE-4 game-loss")
    assert match.state.entrants["ana"].owed == {"ana": 1}  # that contest is over


def test_tr_10_6_where_scores_count_the_contest_is_lost_by_the_widest_band():
    match = judged("margin", best_of="1")
    code = match.replay.table.catalog.infractions[0].code
    match.play(f'hedy infraction ana 1 {code} match-loss deviation="cheating"')
    points = totals(history(match.state, shipped("margin")))
    assert (points["ana"], points["bo"]) == (0, 20)
    match.refuse("hedy decide 1 1 40 39", "TR-10.6")
    match.play("hedy decide 1 1 10 61")


def test_tr_10_6_who_is_disqualified_loses_the_contest_and_is_out():
    match = judged().play("hedy infraction ana 1 UC-5 disqualification")
    given = match.seq
    assert match.one(ContestEnded).winner == "bo"
    assert match.one(Left) == Left("ana", 1, "disqualified", "TR-10.6")
    assert disqualified(match.state) == {"ana"}
    match.refuse("lena drop ana", "TR-3.4", since=given)
    match.refuse("hedy reinstate ana", "TR-10.6", since=given)
    match.play("lena report 1 2 2 0")
    match.play("post bo-cy dee-eva")
    match.play(f"hedy strike {given} authority=head")
    assert disqualified(match.state) == set()


def test_tr_10_6_earlier_results_of_who_is_disqualified_stand():
    match = judged().play("lena report 1 1 2 0; hedy infraction ana 1 UC-5 disqualification")
    assert contest(match).result.score == Score(2, 0)
    assert not match.all(ContestEnded)


def test_tr_10_6_who_has_left_can_still_be_disqualified():
    match = judged().play("lena report 1 1 2 0; lena drop ana")
    match.play("hedy infraction ana 1 UC-5 disqualification")
    assert disqualified(match.state) == {"ana"}
    match.refuse("hedy reinstate ana", "TR-10.6", since=match.seq)


# -- who names what, and who sees it -----------------------------------------------------------


@pytest.mark.rule("TR-10.7")
def test_tr_10_7_an_infraction_names_the_penalty_in_the_match():
    match = judged().play("kim infraction ana 1 PE-4 warning match=r1-t1-g1 entry=40")
    (found,) = match.state.infractions
    assert (found.match, found.entry) == ("r1-t1-g1", 40)


@pytest.mark.rule("TR-10.9")
def test_tr_10_9_players_see_their_own_penalties_until_all_are_published():
    match = judged().play("kim infraction ana 1 PE-4 warning; kim infraction bo 1 PE-4 warning")

    def seen(who: str) -> list[str]:
        return [each.player for each in seen_by(match.state, who)]

    assert (seen("ana"), seen("cy"), seen("sam")) == (["ana"], [], ["ana", "bo"])
    match.play("lena publish penalties 1")
    assert seen("cy") == ["ana", "bo"]
    next_round(match).play("kim infraction ana 2 PE-4 warning")
    assert seen("cy") == ["ana", "bo"]
    match.play("lena publish penalties")
    assert seen("cy") == ["ana", "bo", "ana"]


def test_the_board_shows_what_judges_have_given():
    match = judged().play("kim extend 1 1 180 other; kim infraction bo 1 TE-4 game-loss")
    panels = {panel.title: dict(panel.rows) for panel in match.game.board(match.replay.table)}
    assert panels["Round 1"]["table 1"] == "ana - bo: open, 180 s more, bo loses 1 game"
    assert panels["Round 1"]["table 2"] == "cy - dee: open"
