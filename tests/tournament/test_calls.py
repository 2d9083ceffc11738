"""Calls, rulings, appeals (section 11)."""

import pytest

from referee.tournament.facts import AppealSettled, CallEnded, JudgeCalled, RulingMade
from referee.tournament.judging.calls import open_appeals, open_calls, to_replace
from tests.table import Match
from tests.tournament.halls import entered, judged, posts


def called(match: Match, who: str = "ana", table: int = 1) -> int:
    match.play(f'{who} call 1 {table} about="a trigger"')
    return match.seq


def ruled(match: Match, kind: str = "leave") -> tuple[int, int]:
    """A call and what kim rules at it."""
    call = called(match)
    match.play(f"kim answer {call}; kim ruling {call} {kind}")
    return call, match.seq


def due(match: Match) -> list[tuple[str, int, str]]:
    """What the desk has to do before it can go on."""
    return [(d.rule, d.since, d.text()) for d in match.game.obligations(match.replay.table)]


# -- calls -------------------------------------------------------------------------------------


def test_tr_11_1_open_calls_are_listed_by_age():
    match = judged()
    first, second = called(match, "cy", 2), called(match, "bo", 1)
    assert [seq for seq, _ in open_calls(match.state)] == [first, second]
    assert match.one(JudgeCalled) == JudgeCalled(1, 1, "bo", "a trigger")
    match.play(f"kim answer {second}")
    assert [each for each in due(match) if each[0] == "TR-11.1"] == [
        ("TR-11.1", first, f"call {first}, table 2: a trigger"),
        ("TR-11.1", second, f"call {second}, table 1: a trigger, kim is there"),
    ]
    match.play(f'kim end-call {second} 95 outcome="no error"')
    assert match.one(CallEnded) == CallEnded(
        second, "bo", 1, 1, 95, "kim", "a trigger", "no error", "TR-11.1"
    )
    assert [seq for seq, _ in open_calls(match.state)] == [first]


def test_tr_11_1_only_a_call_that_is_open_is_answered_or_ended():
    match = judged()
    call = called(match)
    match.play(f"kim answer {call}")
    answered = match.seq
    illegal = match.refuse(f"kim answer {call}", "TR-11.1", since=answered, judge="kim")
    assert illegal.legal == f"end-call {call}"
    match.play(f"kim end-call {call} 20")
    ended = match.seq
    match.refuse(f"kim end-call {call} 20", "TR-11.1", since=ended)
    match.refuse(f"kim answer {call}", "TR-11.1", since=ended, judge="kim")


def test_tr_11_1_a_call_may_be_at_the_desk_and_by_the_desk():
    match = judged()
    match.play("eva call 1 0; sam call 1 2")
    assert [(c.by, c.table) for _, c in open_calls(match.state)] == [("eva", 0), ("sam", 2)]
    assert due(match)[1][2].startswith(f"call {match.seq - 1}, at the desk: ")


def test_tr_1_8_who_calls_and_who_answers():
    match = judged()
    match.refuse("zoe call 1 1", "TR-1.8", by="zoe")
    call = called(match)
    for line in (f"answer {call}", f"end-call {call}", f"ruling {call} leave"):
        match.refuse(f"ana {line}", "TR-1.8", by="ana")
        match.refuse(f"sam {line}", "TR-1.8", by="sam")


def test_tr_1_3_a_call_is_at_a_table_and_an_answer_of_a_call_that_are_there():
    entered().refuse("ana call 1 1", "TR-1.3", round=1)
    match = judged()
    match.refuse("ana call 1 9", "TR-1.3", table=9)
    for line in ("answer 5", "end-call 5", "ruling 5 leave"):
        match.refuse(f"kim {line}", "TR-1.3", call=5)
    match.refuse("ana appeal 5", "TR-1.3", ruling=5)
    match.refuse("hedy settle 5 yes", "TR-1.3", appeal=5)


def test_tr_1_3_who_names_what_is_not_there_is_told_what_is():
    match = judged()

    def legal(line: str, rule: str = "TR-1.3") -> str:
        return match.refuse(line, rule).legal

    assert legal("kim answer 5") == "a call first"
    assert legal("ana appeal 5") == "a ruling first"
    assert legal("hedy settle 5 yes") == "an appeal first"
    first, second = called(match), called(match, "cy", 2)
    assert legal("kim answer 5") == f"one of the open calls: {first}, {second}"
    match.play(f"kim end-call {first} 20")
    assert legal(f"kim answer {first}", "TR-11.1") == f"one of the open calls: {second}"
    match.play(f"kim end-call {second} 20")
    assert legal(f"kim answer {first}", "TR-11.1") == "a new call"
    match.play(f"kim ruling {first} leave; kim ruling {second} leave")
    other, ruling = match.seq - 1, match.seq
    assert legal("ana appeal 5") == f"one of {other}, {ruling}"
    match.play(f"ana appeal {other}; cy appeal {ruling}")
    appeal = match.seq
    assert legal("hedy settle 5 yes") == f"one of {appeal - 1}, {appeal}"
    assert legal("ana appeal 5") == "a ruling first"
    match.play(f"hedy settle {appeal} no")
    settled = f"hedy settle {appeal} yes"
    assert legal(settled, "TR-11.4") == f"ruling {second} …"
    match.play(f"hedy ruling {second} simple-backup")
    assert legal(settled, "TR-11.4") == "nothing more"


def test_tr_1_3_a_struck_call_takes_what_rests_on_it_with_it():
    match = judged()
    call, ruling = ruled(match)
    match.play(f"ana appeal {ruling}; jo strike {call}")
    assert match.replay.standing(ruling).rule == "TR-1.3"
    assert match.replay.standing(ruling + 1).rule == "TR-1.3"
    assert not open_calls(match.state) and not open_appeals(match.state)


def test_tr_11_5_who_answered_a_call_ends_it_or_the_head_judge():
    match = judged()
    call = called(match)
    match.play(f"kim answer {call}")
    illegal = match.refuse(f"jo end-call {call} 30", "TR-11.5", since=match.seq, judge="kim")
    assert illegal.legal == "end-call by kim or the head judge"
    match.play(f"hedy end-call {call} 30")
    assert match.one(CallEnded).judge == "kim"


def test_tr_11_5_a_judge_who_takes_over_from_another_may_end_the_call():
    match = judged()
    call = called(match)
    match.play(f"kim answer {call}; jo answer {call}")
    match.refuse(f"jo answer {call}", "TR-11.1", judge="jo")
    match.play(f"jo end-call {call} 30")
    assert match.one(CallEnded).judge == "kim"


def test_tr_11_5_the_head_judge_comes_to_a_call_that_is_answered():
    match = judged()
    call = called(match)
    match.play(f"kim answer {call}; hedy answer {call}")
    match.refuse(f"kim end-call {call} 30", "TR-11.5", judge="hedy")


def test_tr_11_5_who_ends_a_call_that_nobody_answered_was_there():
    match = judged()
    match.play(f"jo end-call {called(match)} 30")
    assert match.one(CallEnded).judge == "jo"


# -- rulings -----------------------------------------------------------------------------------


def test_tr_11_2_a_full_backup_is_ruled_by_the_head_judge():
    match = judged()
    call = called(match)
    illegal = match.refuse(f"kim ruling {call} full-backup", "TR-11.2")
    assert illegal.legal.startswith("full-backup by the head judge")
    match.play(f"kim ruling {call} simple-backup; hedy ruling {call} full-backup")
    assert match.one(RulingMade).rule == "TR-11.2"


@pytest.mark.rule("TR-11.3")
def test_tr_11_3_a_ruling_names_what_it_is_about():
    match = judged()
    match.play("ana call 1 1 match=r1-t1 entry=31")
    call = match.seq
    match.play(f'kim ruling {call} leave entry=30 rule=GA-28.1 reason="the trigger was seen"')
    assert match.one(RulingMade) == RulingMade(
        call, "leave", "kim", 1, 1, "r1-t1", 30, "GA-28.1", 0, "TR-11.2"
    )
    match.play(f"kim end-call {call} 40; kim ruling {call} information match=r1-t2")
    assert match.one(RulingMade).match == "r1-t2"


# -- appeals -----------------------------------------------------------------------------------


def test_tr_11_4_a_ruling_is_appealed_once_and_settled_once():
    match = judged()
    _, ruling = ruled(match)
    match.play(f"bo appeal {ruling}")
    appeal = match.seq
    assert ("TR-11.4", appeal, f"appeal {appeal} of ruling {ruling}: settle") in due(match)
    match.refuse(f"ana appeal {ruling}", "TR-11.4", since=appeal)
    match.refuse(f"kim settle {appeal} yes", "TR-1.8", by="kim")
    match.play(f"hedy settle {appeal} yes")
    settled = match.seq
    assert match.one(AppealSettled) == AppealSettled(
        appeal, ruling, True, "hedy", "kim", 1, 1, "TR-11.4"
    )
    match.refuse(f"hedy settle {appeal} no", "TR-11.4", since=settled)
    match.refuse(f"ana appeal {ruling}", "TR-11.4", since=appeal)
    assert open_appeals(match.state) == to_replace(match.state) == []


def test_tr_11_4_a_ruling_that_is_not_upheld_is_replaced_by_the_head_judge():
    match = judged()
    call, ruling = ruled(match)
    match.play(f"ana appeal {ruling}; hedy settle {match.seq + 1} no")
    settled = match.seq
    assert ("TR-11.4", settled, f"ruling {ruling} does not stand: ruling {call}") in due(match)
    match.play(f"kim ruling {call} information")
    assert match.one(RulingMade).replaces == 0
    assert [seq for seq, _ in to_replace(match.state)] == [ruling]
    match.play(f"hedy ruling {call} simple-backup")
    assert match.one(RulingMade).replaces == ruling
    assert to_replace(match.state) == []
    match.refuse(f"bo appeal {match.seq}", "TR-11.4", since=settled, first=ruling)


def test_tr_11_4_no_appeal_once_play_goes_on():
    match = judged()
    call, ruling = ruled(match)
    match.play(f"kim end-call {call} 40")
    illegal = match.refuse(f"ana appeal {ruling}", "TR-11.4", since=match.seq, ruling=ruling)
    assert illegal.legal == f"strike {match.seq - 1} first, if it did not"
    match.play(f"kim strike {match.seq - 1}; ana appeal {ruling}")
    assert open_appeals(match.state)
    match.refuse(f"bo appeal {ruling}", "TR-11.4")


def test_tr_11_4_no_appeal_once_the_contest_has_a_result():
    match = judged()
    _, ruling = ruled(match)
    match.play("lena report 1 1 2 0")
    match.refuse(f"bo appeal {ruling}", "TR-11.4", since=match.seq)


def test_tr_11_4_a_ruling_noted_after_its_call_may_be_appealed():
    match = judged()
    call = called(match)
    match.play(f"kim end-call {call} 40; kim ruling {call} leave; bo appeal {match.seq + 2}")


def test_tr_11_4_an_appeal_in_a_later_round_is_of_the_table_of_that_round():
    match = judged().play("lena report 1 1 2 0; lena report 1 2 2 0")
    posts(match, "ana-cy", "bo-eva", "dee").play("bo call 2 1")
    call = match.seq
    match.play(f"kim ruling {call} leave")
    ruling = match.seq
    assert match.refuse(f"dee appeal {ruling}", "TR-1.8").legal == "ana or cy or bo"
    match.play("lena report 2 1 2 0")
    match.refuse(f"cy appeal {ruling}", "TR-11.4", since=match.seq)


def test_tr_1_8_who_is_not_concerned_does_not_appeal():
    match = judged()
    _, ruling = ruled(match)
    for who in ("cy", "kim", "hedy"):
        illegal = match.refuse(f"{who} appeal {ruling}", "TR-1.8", by=who)
        assert illegal.legal == "ana or bo"
