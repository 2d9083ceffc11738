"""What somebody found who knew the rules of a tournament, and not how they are kept."""

from referee.tournament.history import history, totals
from referee.tournament.standings.crosstable import Crosstable
from referee.tournament.standings.current import standings_of
from referee.tournament.state import Score, losers, winner_of
from referee.verdict import Illegal
from tests.tournament.halls import hall


def two_rounds(**options: str):
    """Four players after two rounds; the result of table 1 of round 1 is entry 7."""
    match = hall("A B C D", **{"rounds": 3, **options})
    match.play("post A-B C-D; lena report 1 1 2 0; lena report 1 2 2 0")
    return match.play("post A-C B-D; lena report 2 1 2 0; lena report 2 2 2 0")


def due(match):
    """What the desk is told to do."""
    return [each.text() for each in match.game.obligations(match.replay.table) if each.must]


def test_tr_5_1_nothing_goes_on_while_a_struck_result_of_an_earlier_round_is_not_reported_again():
    match = two_rounds().play("lena strike 7")
    assert due(match) == ["no result: table 1 of round 1"]
    refused = match.refuse("lena close", "TR-5.1", have=1)
    assert refused.legal == "report 1 1, as it ended"
    cost = "cost=0,0,0,17,2,0"
    match.refuse(f"lena post 3 {cost} 1:A:D 2:B:C", "TR-5.1", tables="table 1 of round 1")
    match.play("lena report 1 1 1 2")
    assert due(match) == []
    match.play("post A-D B-C")


def test_tr_12_1_no_cut_is_made_while_a_result_of_an_earlier_round_is_gone():
    match = two_rounds(rounds="2", cut="2").play("lena strike 7")
    match.refuse("lena cut 2 A B", "TR-12.1", have=1)
    match.play("lena decide 1 1 2 1; lena cut 2 A B")


def test_tr_5_1_a_table_that_a_post_has_named_as_missing_holds_up_nothing_later():
    match = hall("A B C D", rounds=3).play("post A-B C-D; lena report 1 1 2 0")
    match.play("lena post 2 cost=0,0,0,5,0,0 1:A:C 2:B:D missing=2")
    match.play("lena report 2 1 2 0; lena report 2 2 2 0")
    assert due(match) == []
    match.play("lena close")


def test_a_result_is_corrected_after_the_close_by_a_strike_a_report_and_a_close():
    match = two_rounds().play("lena close; lena strike 7")
    assert not match.state.over
    match.play("lena report 1 1 0 2; lena close")
    assert match.state.over


def test_who_reports_against_a_lost_contest_is_told_when_the_penalty_may_be_struck():
    match = hall("A B C D", rounds=3).play("post A-B C-D")
    match.play("lena infraction A 1 TE-2 match-loss")
    right = "strike 7 first if it came after the contest"
    assert match.refuse("lena report 1 1 2 1", "TR-7.5").legal == right
    assert match.refuse("lena decide 1 1 2 1", "TR-10.6").legal == f"the contest to B; {right}"
    match.play("lena strike 7; lena report 1 1 2 1; lena infraction A 1 TE-2 match-loss")
    assert winner_of(match.state.rounds[0].contests["1"]) == "A"


def test_tr_9_2_a_repair_that_names_a_pair_the_other_way_round_turns_the_contest_round():
    match = hall("A B C D", rounds=3).play("post A-B C-D")
    match.play("lena report 1 1 2 1; C attest 1 2 2 0")
    match.play("lena repair 1 1:B:A 2:D:C cost=0,0,0,0,0,0 reason=sides")
    first, second = match.state.rounds[0].contests.values()
    assert (first.a, first.b, first.result.score.a, first.result.score.b) == ("B", "A", 1, 2)
    assert totals(history(match.state, match.replay.table.catalog))["A"] == 3
    assert second.attested == {"C": Score(0, 2)}
    match.play("D attest 1 2 0 2")
    assert winner_of(second) == "C"


def test_tr_13_2_a_drafted_contest_of_teams_is_turned_round_with_its_boards():
    match = hall("", rounds=3, teams=3)
    for team in ("red", "blue"):
        match.play("; ".join(f"lena enter {team}{at} team={team}" for at in "123"))
    match.play("post red-blue; lena report 1 1 2 0 board=b")
    match.play("lena repair 1 1:blue:red cost=0,0,0,0,0,0 reason=sides")
    board = match.state.rounds[0].contests["1"].boards["b"]
    assert (board.a, board.b, winner_of(board)) == ("blue2", "red2", "red2")
    match.play("lena report 1 1 2 0 board=a; lena report 1 1 0 2 board=c")
    assert winner_of(match.state.rounds[0].contests["1"]) == "red"


def test_tr_3_4_a_contest_that_was_given_up_is_no_first_result_after_a_repair():
    match = hall("A B C D", rounds=3).play("post A-B C-D; lena drop A")
    match.play("lena repair 1 2:D:C keep=1 cost=0,0,0,0,0,0 reason=sides; lena drop C")
    assert losers(match.state.rounds[0].contests["2"]) == ["C"]


def test_who_reports_what_a_penalty_has_made_so_hears_that_it_is_so():
    match = hall("A B C D", rounds=3).play("post A-B C-D")
    match.play("lena infraction A 1 TE-2 match-loss")
    assert match.refuse("lena report 1 1 0 2", "TR-7.5").legal == "nothing more"


def test_tr_7_1_what_is_named_instead_of_an_unfinished_contest_can_be_logged():
    match = hall("A B C D", rounds=3).play("post A-B C-D")
    level = match.refuse("lena report 1 1 1 1", "TR-7.1").legal
    assert level == "a contest won, or how=time, intentional-draw or judge"
    led = match.refuse("lena report 1 1 1 0", "TR-7.1").legal
    assert led == "a contest won, or how=time, concession, no-show or judge"


def test_tr_12_1_where_fewer_than_two_can_play_on_the_desk_is_told_to_close():
    match = two_rounds(rounds="2", cut="2").play("lena drop B; lena drop C; lena drop D")
    assert match.refuse("lena cut 2 A B", "TR-12.1", have=1).legal == "close"
    match.play("lena close")


def test_tr_8_3_points_that_a_late_entry_is_given_are_no_part_of_its_match_win():
    match = hall("A B C D", rounds=3, late=2).play("post A-B C-D")
    match.play("lena report 1 1 2 0; lena report 1 2 2 0; lena enter E byes=1 points=2")
    match.play("post A-E B-D C; lena report 2 1 0 2; lena report 2 2 2 0")
    policy = match.replay.table.catalog
    first, *_ = standings_of(match.state, policy)
    assert (first.player, first.points) == ("E", 8)
    crosstable = Crosstable(history(match.state, policy), policy)
    assert crosstable.match_win("E").value == 1


def test_tr_10_6_a_game_lost_after_a_contest_does_not_hold_up_the_correction_of_its_result():
    match = hall("A B C D", rounds=3).play("post A-B C-D; lena report 1 1 2 1")
    match.play("lena infraction A 1 TE-1 game-loss; lena strike 7")
    refused = match.refuse("lena report 1 1 2 0", "TR-10.6", since=8)
    assert refused.legal == "1 or more to B; strike 8 first if it came after the contest"
    match.play("lena strike 8; lena report 1 1 2 0; lena infraction A 1 TE-1 game-loss")
    assert match.state.entrants["A"].owed == {"A": 1}


def test_what_is_suggested_against_a_decision_can_be_logged():
    match = hall("A B C D", rounds=3).play("post A-B C-D; lena decide 1 1 2 0")
    refused = match.refuse("B attest 1 1 0 2", "TR-7.2")
    assert refused.legal == "a call: the head judge may decide again"
    match.play("B call 1 1; lena decide 1 1 0 2")


def test_after_the_last_round_the_cut_is_named_only_where_there_is_one():
    line = "lena post 3 cost=0,0,0,17,2,0 1:A:D 2:B:C"
    assert two_rounds(rounds="2").refuse(line, "TR-5.1").legal == "close, or adjust rounds"
    cut = two_rounds(rounds="2", cut="2")
    assert cut.refuse(line, "TR-5.1").legal == "cut, or adjust rounds"


def test_what_was_refused_does_not_come_into_force_when_a_strike_clears_its_way():
    match = hall("A B C D", rounds=3).play("post A-B C-D")
    match.play("lena report 1 1 2 1; lena drop B 1")
    match.refuse("lena drop B", "TR-3.4")
    refused = match.seq
    match.play("lena strike 7; lena report 1 1 2 0")
    assert isinstance(match.replay.standing(refused), Illegal)
    assert match.state.rounds[0].contests["1"].result.by == "slip"


def test_what_was_refused_is_let_stand_by_a_judge():
    match = hall("A B C D", rounds=3, late=0)
    match.play("post A-B C-D").refuse("lena enter E", "TR-3.3")
    match.play(f"lena stand {match.seq} TR-3.3")
    assert "E" in match.state.entrants
