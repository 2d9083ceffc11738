"""Time (section 6): the clock of a round, extensions, caps, overtime."""

from datetime import UTC, datetime

import pytest

from referee.tournament.facts import ClockSet, ContestEnded, Extended
from referee.tournament.judging.clock import overtime_words
from referee.tournament.judging.clock_events import (
    day_of,
    ends_at,
    held_by,
    no_show_at,
    seconds_left,
)
from referee.tournament.judging.extensions import Offer, offers
from tests.table import Match
from tests.tournament.halls import entered, judged
from tests.tournament.histories import shipped


def at(clock: str) -> datetime:
    """A moment of the day on which all of this happens."""
    return datetime.fromisoformat(f"2026-11-22T{clock}Z")


def contest(match: Match, table: int = 1):
    return match.state.rounds[-1].contests[str(table)]


def end(match: Match, table: int = 1) -> datetime | None:
    state = match.state
    return ends_at(state, match.replay.table.catalog, state.turn, contest(match, table))


def called(match: Match, seconds: int, table: int = 1) -> int:
    """A call at a table that took so long; returns its number."""
    match.play(f"ana call 1 {table}")
    number = match.seq
    match.play(f"kim answer {number}; kim end-call {number} {seconds}")
    return number


def lines(match: Match) -> list[str]:
    """What is offered."""
    return [offer.line for offer in offers(match.state, match.replay.table.catalog)]


# -- the clock ---------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["start", "pause", "resume", "time", "arrive"])
def test_tr_1_4_a_time_that_no_calendar_has_is_refused(verb: str):
    match = judged()
    player = "ana " if verb == "arrive" else ""
    match.refuse(f"lena {verb} 1 {player}2026-02-30T10:00:00Z", "TR-1.4", day="2026-02-30")
    match.refuse(f"lena {verb} 1 {player}0000-01-01T10:00:00Z", "TR-1.4")


def test_tr_1_8_the_desk_moves_the_clock():
    match = judged()
    for line in ("start", "pause", "resume", "time"):
        match.refuse(f"kim {line} 1 2026-11-22T10:00:00Z", "TR-1.8")
    match.play("sam start 1 2026-11-22T10:00:00Z")
    match.refuse("ana extend 1 1 60 other", "TR-1.8")
    match.refuse("ana arrive 1 ana 2026-11-22T10:05:00Z", "TR-1.8")


def test_tr_1_3_a_clock_is_of_a_round_and_an_extension_of_a_table_that_are_there():
    assert entered().refuse("lena start 1 2026-11-22T10:00:00Z", "TR-1.3").legal == "a post"
    match = judged()
    beyond = match.refuse("lena start 2 2026-11-22T10:00:00Z", "TR-1.3", round=2)
    assert beyond.legal == "round 1"
    nowhere = match.refuse("kim extend 1 7 60 other", "TR-1.3", table=7)
    assert nowhere.legal == "tables 1 to 2"
    match.refuse("kim extend 2 1 60 other", "TR-1.3", round=2)
    match.refuse("kim extend 1 1 60 call call=3", "TR-1.3", call=3)
    match.refuse("kim arrive 1 zoe 2026-11-22T10:00:00Z", "TR-1.3", player="zoe")


def test_tr_6_1_a_round_starts_once():
    match = judged().play("lena start 1 2026-11-22T10:00:00Z")
    assert match.one(ClockSet) == ClockSet(1, "start", "2026-11-22T10:00:00Z")
    started = match.seq
    match.refuse("lena start 1 2026-11-22T10:01:00Z", "TR-6.1", since=started)


def test_tr_6_1_what_has_not_started_neither_stops_nor_runs_out():
    match = judged()
    for verb in ("pause", "resume", "time"):
        illegal = match.refuse(f"lena {verb} 1 2026-11-22T10:00:00Z", "TR-6.1")
        assert illegal.legal == "start 1 2026-11-22T10:00:00Z"


def test_tr_6_1_no_pause_within_a_pause_and_no_resume_without_one():
    match = judged().play("lena start 1 2026-11-22T10:00:00Z")
    match.refuse("lena resume 1 2026-11-22T10:05:00Z", "TR-6.1")
    match.play("lena pause 1 2026-11-22T10:10:00Z")
    paused = match.seq
    illegal = match.refuse("lena pause 1 2026-11-22T10:15:00Z", "TR-6.1", since=paused)
    assert illegal.legal == "resume 1 2026-11-22T10:15:00Z"
    match.refuse("lena time 1 2026-11-22T10:15:00Z", "TR-6.1", since=paused)
    match.play(f"lena {illegal.legal}; lena pause 1 2026-11-22T10:15:00Z")


def test_tr_6_1_each_move_of_the_clock_is_no_earlier_than_the_last():
    match = judged().play("lena start 1 2026-11-22T10:00:00Z")
    match.refuse("lena pause 1 2026-11-22T09:59:59Z", "TR-6.1", since=match.seq)
    match.play("lena pause 1 2026-11-22T10:10:00Z")
    match.refuse("lena resume 1 2026-11-22T10:09:00Z", "TR-6.1", last="2026-11-22T10:10:00Z")
    match.play("lena resume 1 2026-11-22T10:10:00Z; lena time 1 2026-11-22T10:50:00Z")
    match.play("lena report 1 1 2 0; lena report 1 2 2 0")
    match.play("post ana-cy bo-eva dee")
    match.refuse("lena start 2 2026-11-22T10:49:00Z", "TR-6.1", last="2026-11-22T10:50:00Z")
    match.play("lena start 2 2026-11-22T10:50:00Z")


def test_tr_6_1_the_clock_of_a_round_that_is_over_stands():
    match = judged().play("lena start 1 2026-11-22T10:00:00Z")
    match.play("lena report 1 1 2 0; lena report 1 2 2 0")
    match.play("post ana-cy bo-eva dee")
    over = match.seq
    match.refuse("lena time 1 2026-11-22T10:50:00Z", "TR-6.1", since=over)
    match.refuse("kim extend 1 1 60 other", "TR-6.1", since=over)


def test_tr_6_1_a_contest_with_a_result_gets_no_more_time():
    match = judged().play("lena report 1 1 2 0")
    match.refuse("kim extend 1 1 60 other", "TR-6.1", since=match.seq, table=1)


@pytest.mark.rule("TR-6.1")
def test_tr_6_1_the_time_left_counts_pauses_and_extensions():
    match = judged()
    rules = shipped()

    def left(clock: str, table: int = 1) -> int | None:
        return seconds_left(match.state, rules, 1, contest(match, table), at(clock))

    assert left("10:00:00") is None
    match.play("lena start 1 2026-11-22T10:00:00Z")
    assert left("10:00:00") == 50 * 60
    assert left("10:10:30") == 50 * 60 - 630
    match.play("lena pause 1 2026-11-22T10:20:00Z")
    assert left("10:27:00") == 30 * 60  # it stands still
    match.play("lena resume 1 2026-11-22T10:25:00Z; kim extend 1 1 120 other")
    assert left("10:27:00") == 30 * 60 - 120 + 120
    assert left("10:27:00", table=2) == 30 * 60 - 120
    match.play("lena pause 1 2026-11-22T10:30:00Z; lena resume 1 2026-11-22T10:31:40Z")
    assert left("10:40:00") == 3000 - 2400 + 300 + 100 + 120
    assert end(match) == at("10:58:40")
    assert end(match, 2) == at("10:56:40")
    assert left("10:59:00", table=2) == -140


@pytest.mark.rule("TR-6.1")
def test_tr_6_1_the_opening_may_give_other_minutes_than_the_policy():
    match = judged(minutes="30").play("lena start 1 2026-11-22T10:00:00Z")
    assert end(match) == at("10:30:00")


@pytest.mark.rule("TR-6.2")
def test_tr_6_2_time_ends_the_round_but_for_contests_with_more():
    match = judged().play("lena start 1 2026-11-22T10:00:00Z; kim extend 1 1 180 other")
    match.play("lena time 1 2026-11-22T10:50:20Z")
    assert end(match, 2) == at("10:50:20")
    assert end(match, 1) == at("10:53:00")
    match.play("lena pause 1 2026-11-22T10:51:00Z")
    assert end(match, 1) is None
    match.play("lena resume 1 2026-11-22T10:55:00Z")
    assert end(match, 1) == at("10:57:00")
    assert end(match, 2) == at("10:50:20")


@pytest.mark.rule("TR-6.2")
def test_tr_6_2_in_a_round_without_a_clock_more_time_runs_from_time():
    match = judged("chess-like", minutes="0")
    assert not shipped("chess-like").clock.minutes
    match.play("lena start 1 2026-11-22T10:00:00Z; kim extend 1 1 120 other")
    assert end(match) is None
    match.play("lena time 1 2026-11-22T11:00:00Z")
    assert end(match) == at("11:02:00")
    assert end(match, 2) == at("11:00:00")


def test_tr_6_2_time_is_called_once():
    match = judged().play("lena start 1 2026-11-22T10:00:00Z; lena time 1 2026-11-22T10:50:00Z")
    match.refuse("lena time 1 2026-11-22T10:51:00Z", "TR-6.2", since=match.seq)


# -- extensions --------------------------------------------------------------------------------


def test_tr_6_3_a_long_call_offers_its_length_rounded_up():
    match = judged()
    number = called(match, 130)
    ended = match.seq
    assert offers(match.state, shipped()) == [Offer(1, 1, 180, "call", ended, number)]
    assert lines(match) == [f"extend 1 1 180 call call={number}"]
    due = [each for each in match.game.obligations(match.replay.table) if each.rule == "TR-6.3"]
    assert [(each.must, each.since) for each in due] == [(False, ended)]
    match.play(f"kim {lines(match)[0]}")
    assert match.one(Extended) == Extended(1, 1, 180, "call", number, "kim", "TR-6.3")
    assert lines(match) == []


def test_tr_6_3_a_call_of_exactly_so_long_offers_an_extension_and_a_shorter_one_none():
    match = judged()
    called(match, 59)
    assert lines(match) == []
    number = called(match, 60)
    assert lines(match) == [f"extend 1 1 60 call call={number}"]
    match.play(f"kim {lines(match)[0]}")


def test_tr_6_3_a_contest_that_has_ended_is_offered_nothing():
    match = judged()
    called(match, 130)
    assert lines(match)
    assert lines(match.play("lena report 1 1 2 0")) == []


def test_tr_6_3_an_extension_for_a_call_rests_on_one_that_is_over_and_was_long():
    match = judged()
    illegal = match.refuse("kim extend 1 1 60 call", "TR-6.3", table=1)
    assert illegal.legal == "cause=other"
    match.play("ana call 1 1")
    number = match.seq
    match.refuse(f"kim extend 1 1 60 call call={number}", "TR-6.3", call=number)
    match.play(f"kim end-call {number} 59")
    match.refuse(f"kim extend 1 1 60 call call={number}", "TR-6.3", have=59, limit=60)
    long = called(match, 100)
    match.refuse(f"kim extend 1 2 120 call call={long}", "TR-6.3", table=1)
    longer = match.refuse(f"kim extend 1 1 180 call call={long}", "TR-6.3", have=180, limit=120)
    assert longer.legal == "120 seconds, or cause=other"
    match.play(f"kim extend 1 1 120 call call={long}")
    given = match.seq
    match.refuse(f"kim extend 1 1 60 call call={long}", "TR-6.3", since=given)
    match.play("kim extend 1 1 60 cause=other")


def test_tr_6_3_which_call_is_asked_for_where_it_is_not_said():
    match = judged()
    number = called(match, 100)
    match._log("kim extend 1 1 120 call")
    assert match.verdict.choices == {"call": (str(number),)}


def test_tr_6_4_a_deck_check_offers_its_length_and_the_bonus():
    match = judged()
    match.refuse("kim extend 1 1 60 check", "TR-6.4", table=1)
    match.play("kim deck-check bo 1 random 400; jo deck-check ana 1 random 380")
    assert lines(match) == ["extend 1 1 600 check"]  # once 400 + 180, in whole minutes
    match.refuse("kim extend 1 1 660 check", "TR-6.4", have=660, limit=600)
    match.refuse("kim extend 1 2 60 check", "TR-6.4")
    match.play("kim extend 1 1 600 check")
    assert match.one(Extended).rule == "TR-6.4"
    assert lines(match) == []
    assert match.refuse("kim extend 1 1 60 check", "TR-6.4", limit=0).legal == "cause=other"


def test_tr_6_4_late_by_the_desks_doing_gives_the_time_lost():
    match = judged().play("lena start 1 2026-11-22T10:00:00Z")
    started = match.seq
    match.play("lena arrive 1 ana 2026-11-22T10:03:00Z")
    assert lines(match) == []  # one alone is late by nobody's doing but the own
    match.play("kim arrive 1 bo 2026-11-22T10:04:10Z")
    assert offers(match.state, shipped()) == [Offer(1, 1, 300, "late", started)]
    match.refuse("kim extend 1 1 360 late", "TR-6.4", limit=300)
    match.play("kim extend 1 1 300 late")
    assert lines(match) == []


def test_tr_6_4_who_was_there_before_the_round_began_lost_no_time():
    match = judged().play(
        "lena arrive 1 ana 2026-11-22T09:58:00Z; lena arrive 1 bo 2026-11-22T09:59:00Z;"
        " lena start 1 2026-11-22T10:00:00Z"
    )
    assert lines(match) == [] and offers(match.state, shipped()) == []


def test_tr_6_4_a_delay_that_was_not_noted_is_on_trust():
    match = judged().play("kim extend 1 1 240 late")
    assert match.trusted() == ("when both players of table 1 were there was not noted",)


def test_tr_6_5_beyond_the_cap_the_head_judge_gives_more():
    match = judged("grand-archive")
    first = called(match, 200)
    match.play(f"kim extend 1 1 240 call call={first}")
    given = match.seq
    second = called(match, 200)
    assert lines(match) == [f"extend 1 1 60 call call={second}"]  # what the cap leaves
    match.refuse("kim extend 1 1 120 other", "TR-6.5", since=given, have=120, limit=60)
    match.play(f"kim {lines(match)[0]}")
    illegal = match.refuse("kim extend 1 1 60 other", "TR-6.5", have=60, limit=0)
    assert illegal.legal == "the head judge"
    match.play("hedy extend 1 1 60 other")
    assert match.one(Extended).rule == "TR-6.5"
    called(match, 200)
    assert lines(match) == []


def test_tr_6_5_another_cap_holds_with_a_deck_check_among_them():
    match = judged("grand-archive")
    match.play("kim deck-check ana 1 random 700")
    match.play("kim extend 1 1 720 check; kim extend 1 1 180 other")
    match.refuse("kim extend 1 1 60 other", "TR-6.5", limit=0)


def test_tr_6_5_an_extension_that_is_put_before_others_accuses_nobody():
    match = judged("grand-archive")
    before = match.seq
    match.play("kim extend 1 1 300 other")
    given = match.seq
    match.play(f'kim insert {before} "kim extend 1 1 60 other"')
    assert match.replay.standing(given).assumptions


# -- after time --------------------------------------------------------------------------------


@pytest.mark.rule("TR-6.6")
def test_tr_6_6_after_time_who_leads_wins_and_level_games_are_a_draw():
    match = judged()
    for line, winner in (("1 1 0 1", "bo"), ("1 2 1 1", "")):
        match.play(f"lena report {line} how=time")
        assert match.one(ContestEnded).winner == winner
    assert overtime_words(shipped().overtime) == "5 more turns"


# -- appeals, absence, days --------------------------------------------------------------------


@pytest.mark.rule("TR-11.4")
def test_tr_11_4_while_an_appeal_is_open_the_time_of_its_contest_does_not_end():
    match = judged().play("lena start 1 2026-11-22T10:00:00Z; kim extend 1 1 60 other")
    match.play("ana call 1 1")
    number = match.seq
    match.play(f"kim ruling {number} leave; bo appeal {match.seq + 1}")
    appealed = match.seq
    assert held_by(match.state, 1, 1) == appealed
    assert held_by(match.state, 1, 2) == 0
    assert end(match) is None
    assert end(match, 2) == at("10:50:00")
    match.play(f"hedy settle {appealed} yes")
    assert held_by(match.state, 1, 1) == 0
    assert end(match) == at("10:51:00")


@pytest.mark.rule("TR-3.5")
def test_tr_3_5_an_absent_player_loses_when_the_policy_says():
    match = judged()
    assert no_show_at(match.state, shipped(), 1) is None
    match.play("lena start 1 2026-11-22T10:00:00Z")
    assert no_show_at(match.state, shipped(), 1) == at("10:10:00")
    match.play("lena pause 1 2026-11-22T10:05:00Z")
    assert no_show_at(match.state, shipped(), 1) is None
    match.play("lena resume 1 2026-11-22T10:08:00Z")
    assert no_show_at(match.state, shipped(), 1) == datetime(2026, 11, 22, 10, 13, tzinfo=UTC)


def test_tr_3_5_who_was_missing_arrives_once_in_the_round_that_is_on():
    match = judged().play("kim arrive 1 bo 2026-11-22T10:12:00Z")
    assert match.state.rounds[0].arrived == {"bo": "2026-11-22T10:12:00Z"}
    match.refuse("kim arrive 1 bo 2026-11-22T10:13:00Z", "TR-3.5", at="2026-11-22T10:12:00Z")
    match.refuse("kim arrive 1 eva 2026-11-22T10:13:00Z", "TR-3.5", player="eva")
    match.play("lena report 1 1 0 2 how=no-show; lena report 1 2 2 0")
    match.play("sam arrive 1 ana 2026-11-22T10:40:00Z")  # reported to the desk: not dropped
    match.play("post ana-cy bo-eva dee")
    match.refuse("kim arrive 1 cy 2026-11-22T10:50:00Z", "TR-3.5", round=1)


def test_the_day_is_that_of_the_last_start():
    match = judged()
    assert day_of(match.state) == ""
    match.play("lena start 1 2026-11-22T10:00:00Z; lena report 1 1 2 0; lena report 1 2 2 0")
    match.play("post ana-cy bo-eva dee")
    assert day_of(match.state) == "2026-11-22"
    match.play("lena start 2 2026-11-23T09:00:00Z")
    assert day_of(match.state) == "2026-11-23"
