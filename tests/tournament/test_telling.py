"""What is told of a tournament: each fact in a sentence, the board, what is to be done."""

import pytest

from referee.fact import Fact
from referee.tournament.due import missing
from referee.tournament.facts import (
    FACTS,
    AppealSettled,
    BoardEnded,
    CallEnded,
    CheckedIn,
    ClockSet,
    ContestDisputed,
    ContestEnded,
    CutMade,
    DeckChecked,
    DeckRegistered,
    Entered,
    Extended,
    GamesLost,
    JudgeCalled,
    Left,
    PenaltyGiven,
    PlacePosted,
    Published,
    Repaired,
    Returned,
    RoundPosted,
    RulingMade,
)
from referee.tournament.facts.words import WORDS
from tests.table import Match
from tests.tournament.halls import hall, judged, posts, wins


def ended(drawn: int = 0, how: str = "played", by: str = "slip") -> ContestEnded:
    return ContestEnded(2, 5, "ana", "bo", 2, 1, drawn, how, "ana", by, "TR-7.3")


def board_ended(drawn: int) -> BoardEnded:
    return BoardEnded(1, 2, "b", "ana", "bo", 1, 1, drawn, "played", "", "slip", "TR-13.1")


def ruled(cited: str) -> RulingMade:
    return RulingMade(7, "leave", "kim", 1, 2, "", 0, cited, 0, "TR-11.2")


def given(standard: str) -> PenaltyGiven:
    return PenaltyGiven("ana", 1, 2, "PE-4", "warning", standard, "", "", (), "kim", "TR-10.2")


def settled(upheld: bool) -> AppealSettled:
    return AppealSettled(9, 8, upheld, "hedy", "kim", 1, 2, "TR-11.4")


TOLD: list[tuple[Fact, str]] = [
    (Entered("ana", 3, 2), "ana enters as number 3, from round 2 on"),
    (CheckedIn("ana", "TR-3.2"), "ana has checked in"),
    (Left("ana", 2, "own"), "ana leaves, after round 2"),
    (Left("ana", 0, "own"), "ana leaves, before round 1"),
    (Left("ana", 1, "no-show"), "ana is dropped for not showing up, after round 1"),
    (Left("ana", 1, "disqualified"), "ana is disqualified, after round 1"),
    (Left("ana", 4, "cut"), "ana does not play on after the cut, after round 4"),
    (Returned("ana", 4, 2, "TR-3.6"), "ana is back from round 4 on after missing 2 rounds"),
    (Returned("ana", 2, 0, "TR-3.6"), "ana is back from round 2 on"),
    (RoundPosted(1, "swiss", 4, 1), "round 1 is posted: 4 tables and 1 bye"),
    (RoundPosted(1, "swiss", 1, 0), "round 1 is posted: 1 table"),
    (PlacePosted(1, "swiss", 2, "ana", "bo"), "round 1, table 2: ana meets bo"),
    (PlacePosted(1, "swiss", 2, "ana", "bo", True), "round 1, table 2: ana meets bo, as before"),
    (PlacePosted(1, "swiss", 0, "ana", ""), "round 1: ana has a bye"),
    (PlacePosted(1, "swiss", 0, "ana", "", True), "round 1: ana has a bye, as before"),
    (Repaired(2, 3, 1, 0, "TR-9.2"), "round 2 is paired again: 3 kept, 1 new"),
    (Repaired(2, 3, 2, 1, "TR-9.2"), "round 2 is paired again: 3 kept, 2 new, 1 result undone"),
    (ended(), "round 2, table 5: ana 2-1 bo"),
    (ended(1, "time", "attested"), "round 2, table 5: ana 2-1-1 bo, time, as both attest"),
    (ended(by="judge"), "round 2, table 5: ana 2-1 bo, as a judge decides"),
    (ended(by="penalty"), "round 2, table 5: ana 2-1 bo, by a penalty"),
    (board_ended(1), "round 1, table 2, board b: ana 1-1-1 bo"),
    (board_ended(0), "round 1, table 2, board b: ana 1-1 bo"),
    (
        ContestDisputed(1, 2, "TR-7.2"),
        "round 1, table 2: what was said of the result does not agree",
    ),
    (DeckRegistered("ana", "Red"), "ana hands in a list, Red"),
    (DeckRegistered("ana", ""), "ana hands in a list"),
    (
        DeckChecked("ana", 1, "random", 240, "right"),
        "round 1: the deck of ana is checked for 240 s: right",
    ),
    (ClockSet(1, "start", "12:00"), "the clock of round 1 starts, 12:00"),
    (ClockSet(1, "pause", "12:00"), "the clock of round 1 stands still, 12:00"),
    (ClockSet(1, "resume", "12:00"), "the clock of round 1 goes on, 12:00"),
    (ClockSet(1, "time", "12:00"), "the clock of round 1 is up, 12:00"),
    (
        Extended(1, 2, 180, "check", 0, "kim", "TR-6.4"),
        "round 1, table 2: 180 s more, for check",
    ),
    (JudgeCalled(1, 2, "ana", "a trigger"), "ana calls a judge to table 2: a trigger"),
    (JudgeCalled(1, 0, "ana", "a list"), "ana calls a judge to the desk: a list"),
    (CallEnded(7, "ana", 1, 2, 95, "kim", "", "", "TR-11.1"), "kim ends call 7 after 95 s"),
    (ruled("GA-28.1"), "at call 7 the ruling is leave, by GA-28.1"),
    (ruled(""), "at call 7 the ruling is leave"),
    (settled(True), "hedy settles appeal 9: ruling 8 of kim stands"),
    (settled(False), "hedy settles appeal 9: ruling 8 of kim does not stand"),
    (given("warning"), "ana: PE-4, warning"),
    (given("game-loss"), "ana: PE-4, warning, where game-loss is the standard"),
    (GamesLost("ana", 1, 2, 5, "TR-10.6"), "ana loses 1 game at table 5"),
    (GamesLost("ana", 2, 0, 0, "TR-10.6"), "ana loses 2 games of the next contest"),
    (CutMade("ana", 2, 8), "ana plays on as seed 2 of 8"),
    (Published("penalties", 3), "penalties are published, round 3"),
    (Published("decks", 0), "decks are published"),
]


@pytest.mark.parametrize(("fact", "told"), TOLD, ids=lambda each: str(each)[:40])
def test_a_fact_is_told_in_a_sentence(fact: Fact, told: str):
    assert WORDS[type(fact)](fact) == told


def test_every_fact_of_a_tournament_is_told_here():
    assert {type(fact) for fact, _ in TOLD} == set(FACTS)


# -- the board -----------------------------------------------------------------------------------


def panel(match: Match, title: str) -> list[tuple[str, str]]:
    return [
        row
        for each in match.game.board(match.replay.table)
        if each.title == title
        for row in each.rows
    ]


def now(match: Match) -> dict[str, str]:
    return dict(panel(match, "Tournament"))


def test_the_board_says_how_far_the_tournament_is():
    match = hall("ana bo cy dee eva", rounds=2).play("lena drop eva")
    assert now(match) == {"now": "entries", "entrants": "5, 4 active"}
    wins(posts(match, "ana-bo", "cy-dee"), "ana", "cy").play("lena drop dee 2")
    assert now(match) == {"now": "round 1 of 2", "entrants": "5, 4 active"}
    wins(posts(match, "ana-cy", "bo-dee"), "ana", "bo").play("lena close")
    assert now(match)["now"] == "over: closed, ana has won"
    assert not panel(match, "To do")


def test_the_board_counts_no_rounds_where_their_number_is_open_or_behind():
    assert now(posts(hall("ana bo", policy="margin"), "ana-bo"))["now"] == "round 1"
    match = wins(posts(hall("ana bo cy dee", rounds=1), "ana-bo", "cy-dee"), "ana", "cy")
    match.play("lena adjust rounds:all:2 authority=head")
    adjusted = match.seq
    posts(match, "ana-cy", "bo-dee").play(f"lena overrule {adjusted}")
    assert now(match)["now"] == "round 2"


def test_the_board_has_those_who_play_on_after_the_cut():
    match = wins(posts(hall("ana bo cy dee", rounds=1, cut=2), "ana-bo", "cy-dee"), "ana", "cy")
    cut = match.play(f"lena cut 2 {seeds(match)}").state.cut
    assert now(match)["cut"] == f"{cut[0]}, {cut[1]}"


def seeds(match: Match) -> str:
    """The two winners in the order that the standings have them."""
    found = match.refuse("lena cut 2 bo dee", "TR-12.1").legal
    return found.removeprefix("seeds=")


def test_the_board_shows_each_contest_of_the_round_as_it_stands():
    match = posts(
        hall("ana bo cy dee eva fox gus hal ida"), "ana-bo", "cy-dee", "eva-fox", "gus-hal", "ida"
    )
    match.play("lena report 1 1 2 1; lena report 1 2 1 1 1 how=time")
    match.play("eva attest 1 3 2 0; fox attest 1 3 0 2")
    assert panel(match, "Round 1") == [
        ("table 1", "ana - bo: 2-1"),
        ("table 2", "cy - dee: 1-1-1, time"),
        ("table 3", "eva - fox: open, disputed"),
        ("table 4", "gus - hal: open"),
        ("bye", "ida"),
    ]
    assert panel(match, "To do") == [
        ("", "table 3 is disputed: decide"),
        ("", "no result: table 4 (gus, hal)"),
    ]


# -- what is to be done --------------------------------------------------------------------------


def due(match: Match) -> list[tuple[str, bool, str]]:
    """What the desk has to do: the rule, whether it must, and in words."""
    return [(each.rule, each.must, each.text()) for each in missing(match.replay.table)]


def test_who_is_not_checked_in_is_told_by_name_and_by_number_where_they_are_many():
    match = hall("ana bo", check_in="yes")
    assert due(match) == [
        ("TR-3.2", False, "check in, or drop: ana, bo"),
        ("TR-5.1", False, "check players in"),
    ]
    match.play("lena check-in ana")
    assert due(match)[-1][2] == "enter players"
    match = hall(" ".join(f"p{n}" for n in range(1, 11)), check_in="yes").play("lena drop p1")
    told = "check in, or drop: p2, p3, p4, p5, p6, p7, p8, p9 and 1 more"
    assert due(match)[0] == ("TR-3.2", False, told)


def test_who_is_not_checked_in_may_still_come_while_round_1_is_on():
    match = hall("ana bo cy", check_in="yes", rounds=2).play("ana check-in ana; bo check-in bo")
    posts(match, "ana-bo")
    assert ("TR-3.2", False, "check in, or drop: cy") in due(match)
    posts(wins(match, "ana"), "bo-ana", "cy")
    assert due(match) == [("TR-7.6", True, "no result: table 1 (bo, ana)")]


def test_who_came_late_waits_for_a_place():
    match = posts(hall("ana bo", late=1), "ana-bo").play("lena enter cy")
    told = "waiting for a place in this round: cy; repair gives them one"
    assert due(match) == [
        ("TR-7.6", True, "no result: table 1 (ana, bo)"),
        ("TR-9.4", False, told),
    ]


def test_a_result_of_an_earlier_round_that_is_gone_is_missed_by_its_round():
    match = wins(posts(hall("ana bo cy dee", rounds=3), "ana-bo", "cy-dee"), "ana", "cy")
    entry = match.state.rounds[0].contests["2"].result.seq
    posts(match, "ana-cy", "bo-dee").play(f"lena strike {entry}")
    assert due(match) == [
        ("TR-7.6", True, "no result: table 2 of round 1"),
        ("TR-7.6", True, "no result: table 1 (ana, cy), table 2 (bo, dee)"),
    ]
    match.refuse("lena close", "TR-5.1", tables="1, 2")
    wins(match, "ana", "bo")
    gone = match.refuse("lena close", "TR-5.1", have=1, tables="table 2 of round 1")
    assert gone.legal == "report 1 2, as it ended"


def test_calls_and_appeals_come_before_what_is_offered():
    match = judged().play("ana call 1 1; cy call 1 2; kim answer 12")
    match.play("kim end-call 12 130; kim ruling 12 leave; jo ruling 13 leave; cy appeal 17")
    assert due(match)[1:] == [
        ("TR-11.1", True, "call 13, table 2: a question"),
        ("TR-11.4", True, "appeal 18 of ruling 17: settle"),
        ("TR-6.3", False, "offered: extend 1 1 180 call call=12"),
    ]


def test_the_board_says_of_how_many_rounds_the_last_is():
    match = hall("ana bo", rounds=1).play("post")
    assert match.game.board(match.t)[0].rows[0] == ("now", "round 1 of 1")
