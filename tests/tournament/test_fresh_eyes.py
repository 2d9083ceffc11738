"""What somebody found who knew the rules of a tournament, and not how they are kept."""

from tests.tournament.small import opened, post


def two_rounds(**options: str):
    """Four players after two rounds; the result of table 1 of round 1 is entry 7."""
    match = post(opened("A B C D", options), 1, "1:A:B 2:C:D")
    match.play("lena report 1 1 2 0; lena report 1 2 2 0")
    return post(match, 2, "1:A:C 2:B:D").play("lena report 2 1 2 0; lena report 2 2 2 0")


def due(match):
    """What the desk is told to do."""
    return [each.told() for each in match.game.obligations(match.replay.table) if each.must]


def test_tr_5_1_nothing_goes_on_while_a_struck_result_of_an_earlier_round_is_not_reported_again():
    match = two_rounds().play("lena strike 7")
    assert due(match) == ["no result: table 1 of round 1"]
    refused = match.refuse("lena close", "TR-5.1", have=1)
    assert refused.legal == "report 1 1 or decide 1 1, as it ended"
    cost = "cost=0,0,0,17,2,0"
    match.refuse(f"lena post 3 {cost} 1:A:D 2:B:C", "TR-5.1", tables="table 1 of round 1")
    match.play("lena report 1 1 1 2")
    assert due(match) == []
    post(match, 3, "1:A:D 2:B:C")


def test_tr_12_1_no_cut_is_made_while_a_result_of_an_earlier_round_is_gone():
    match = two_rounds(rounds="2", cut="2").play("lena strike 7")
    match.refuse("lena cut 2 A B", "TR-12.1", have=1)
    match.play("lena decide 1 1 2 1; lena cut 2 A B")


def test_tr_5_1_a_table_that_a_post_has_named_as_missing_holds_up_nothing_later():
    match = post(opened("A B C D"), 1, "1:A:B 2:C:D").play("lena report 1 1 2 0")
    match.play("lena post 2 cost=0,0,0,5,0,0 1:A:C 2:B:D missing=2")
    match.play("lena report 2 1 2 0; lena report 2 2 2 0")
    assert due(match) == []
    match.play("lena close")


def test_a_result_is_corrected_after_the_close_by_a_strike_a_report_and_a_close():
    match = two_rounds().play("lena close; lena strike 7")
    assert not match.state.over
    match.play("lena report 1 1 0 2; lena close")
    assert match.state.over


def test_who_reports_against_a_lost_contest_is_not_told_to_strike_the_penalty():
    match = post(opened("A B C D"), 1, "1:A:B 2:C:D")
    match.play("lena infraction A 1 TE-2 match-loss")
    assert match.refuse("lena report 1 1 2 1", "TR-7.5").legal == "decide"
