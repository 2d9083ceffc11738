"""What organisers count in different ways: contests without a result, rounds lost alone."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from referee.tournament.history import history, totals
from referee.tournament.policy import Policy
from referee.tournament.standings.current import standing_of, standings_of
from tests.tournament.halls import hall
from tests.tournament.histories import shipped

FOUR = "ana bo cy dee"


def counting(**how: Any) -> Policy:
    """The standard policy, with another word for what stands here."""
    policy = shipped()
    points = {word: how.pop(word) for word in ("no_result",) if word in how}
    return replace(
        policy,
        points=replace(policy.points, **points),
        tiebreaks=replace(policy.tiebreaks, **how),
    )


def test_a_policy_that_says_nothing_of_it_has_the_hash_that_it_always_had() -> None:
    assert shipped().hash.startswith("f4b2f676873d7389")
    assert shipped("chess-like").hash.startswith("d6bf640ce94c4c99")
    assert counting(no_result="draw").hash != shipped().hash


@pytest.mark.rule("TR-8.1")
@pytest.mark.parametrize(
    ("said", "points", "met"),
    [
        ({}, 1, "bo"),
        ({"no_result": "draw"}, 1, "bo"),
        ({"no_result": "loss"}, 0, "bo"),
        ({"no_result": "void"}, 0, ""),
    ],
)
@pytest.mark.parametrize("result", ["lena report 1 1 0 0 how=time", ""])
def test_tr_8_1_a_contest_without_a_result_counts_as_the_policy_says(
    said: dict[str, str], points: int, met: str, result: str
) -> None:
    match = hall(FOUR, counting(**said)).play("post ana-bo cy-dee").play(result)
    match.play("lena report 1 2 2 0; post ana-cy bo-dee" + ("" if result else " missing=1"))
    found = history(match.state, match.replay.catalog, 1)
    assert totals(found)["ana"] == points
    assert found["ana"][0].opponent == met


@pytest.mark.rule("TR-8.1")
@pytest.mark.parametrize("said", ["loss", "void"])
def test_tr_8_1_a_draw_that_was_agreed_or_played_is_no_contest_without_a_result(said: str) -> None:
    match = hall(FOUR, counting(no_result=said)).play("post ana-bo cy-dee")
    match.play("lena report 1 1 0 0 how=intentional-draw; lena report 1 2 0 0 1 how=time")
    assert set(totals(history(match.state, match.replay.catalog)).values()) == {1}


@pytest.mark.rule("TR-8.3")
@pytest.mark.parametrize(
    ("said", "late", "gone"),
    [
        ({}, Fraction(3, 3), Fraction(3, 3)),
        ({"lost_alone_in_match_win": False}, Fraction(3, 3), Fraction(3, 3)),
        ({"lost_alone_in_match_win": True}, Fraction(3, 6), Fraction(3, 3)),
    ],
)
def test_tr_8_3_a_round_lost_without_an_opponent_counts_as_the_policy_says(
    said: dict[str, bool], late: Fraction, gone: Fraction
) -> None:
    match = hall(FOUR, counting(**said), rounds=3, late=2).play("post ana-bo cy-dee")
    match.play("lena report 1 1 2 0; lena report 1 2 2 0; lena drop ana after=1; lena enter eva")
    match.play("post eva-bo cy-dee; lena report 2 1 2 0; lena report 2 2 2 0")
    wins = {
        player: standing_of(match.state, match.replay.catalog, player).match_win.value
        for player in ("eva", "ana")
    }
    assert wins == {"eva": late, "ana": gone}  # who has left has lost no round


@pytest.mark.rule("TR-8.3", "TR-5.1")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, "3/6"),
        ({"lost_alone_in_match_win": True}, "3/6"),
        ({"lost_alone_in_match_win": False}, "1"),
        ({"bye_in_match_win": False, "lost_alone_in_match_win": True}, "3/6"),
    ],
)
def test_tr_8_3_a_bye_that_counts_as_a_loss_counts_as_the_policy_says(
    said: dict[str, bool], expected: str
) -> None:
    match = hall("ana bo cy", counting(**said)).play(
        "lena post 1 1:bo:cy bye=ana zero=ana given=0:late,1:late cost=0,0,0,0,0,0;"
        "lena report 1 1 2 0"
    )
    match.play("post ana-bo cy; lena report 2 1 2 0")
    found = standing_of(match.state, match.replay.catalog, "ana")
    assert found.match_win.value == Fraction(expected)
    assert [each.played.how for each in found.rounds] == ["zero", "played"]


@pytest.mark.rule("TR-7.1")
def test_tr_7_1_a_draw_agreed_before_play_is_apart_from_one_that_was_played() -> None:
    match = hall(FOUR, "melee").play("post ana-bo cy-dee")
    match.play("lena report 1 1 0 0 3 how=intentional-draw")
    match.play("lena report 1 2 1 1 1 how=time")
    found = {each.player: each for each in standings_of(match.state, match.replay.catalog)}
    assert {each.points for each in found.values()} == {1}
    assert [found[player].tiebreaks["gw"] for player in ("ana", "cy")] == [
        Fraction(1, 3),
        Fraction(4, 9),
    ]
    how = [contest.result.score.how for contest in match.state.rounds[0].contests.values()]  # type: ignore[union-attr]
    assert how == ["intentional-draw", "time"]
