"""Section 2: the Champions' health."""

import pytest

from referee.fact import DieRolled, ScoreChanged
from tests.games.wondervale.table import opened


def health(match) -> tuple[int, int]:
    return match.ana.health, match.bo.health


@pytest.mark.parametrize("again", ["standard-health", "agree-health 100", "chaos-health bo:3"])
def test_wv_2_1_health_is_set_once_for_both(again: str):
    match = opened().play("ana agree-health 120")
    match.refuse(f"bo {again}", "WV-2.1", have=120)
    assert health(match) == (120, 120)


def test_wv_2_1_nobody_begins_before_health_is_set():
    match = opened().play("ana draw 7; bo draw 7")
    match.refuse("ana first-roll 5-2", "WV-2.1")
    match.play("bo standard-health; ana first-roll 5-2")


def test_wv_2_1_what_was_refused_has_not_set_it():
    match = opened()
    match.refuse("ana agree-health 0", "WV-2.3")
    match.play("ana standard-health")


def test_wv_2_2_the_competitive_standard_is_250_each():
    match = opened().play("bo standard-health")
    assert health(match) == (250, 250)
    assert match.all(ScoreChanged) == [
        ScoreChanged("ana", "health", 250),
        ScoreChanged("bo", "health", 250),
    ]


@pytest.mark.parametrize("amount", [1, 175, 1000])
def test_wv_2_3_players_may_agree_on_any_positive_amount(amount: int):
    assert health(opened().play(f"ana agree-health {amount}")) == (amount, amount)


@pytest.mark.parametrize("amount", [0, -50])
def test_wv_2_3_an_agreed_amount_is_positive(amount: int):
    opened().refuse(f"ana agree-health {amount}", "WV-2.3", amount=amount)


@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_wv_2_4_chaos_health_is_50_times_the_die(die: int):
    match = opened().play(f"bo chaos-health bo:{die}")
    assert health(match) == (50 * die, 50 * die)
    assert match.all(DieRolled) == [DieRolled("bo", 6, die, "chaos health")]


def test_wv_2_4_after_a_1_the_other_player_throws_until_2_or_more():
    match = opened().play("ana chaos-health ana:1 bo:1 ana:1 bo:3")
    assert health(match) == (150, 150)
    assert [(die.seat, die.value) for die in match.all(DieRolled)] == [
        ("ana", 1),
        ("bo", 1),
        ("ana", 1),
        ("bo", 3),
    ]


def test_wv_2_4_either_player_may_throw_first():
    assert health(opened().play("ana chaos-health bo:1 ana:2")) == (100, 100)


def test_wv_2_4_a_1_settles_nothing():
    verdict = opened().refuse("ana chaos-health ana:1", "WV-2.4")
    assert verdict.legal == "bo throws, and so on until it shows 2 or more"


def test_wv_2_4_the_same_player_does_not_throw_twice():
    opened().refuse("ana chaos-health ana:1 ana:4", "WV-2.4", number=2, seat="ana")


def test_wv_2_4_nobody_throws_after_it_is_settled():
    opened().refuse("ana chaos-health ana:4 bo:5", "WV-2.4", number=1, die=4)


def test_wv_2_4_only_players_throw():
    opened().refuse("ana chaos-health cy:4", "REF-1.3", seat="cy")
    opened().refuse("ana chaos-health ana:1 cy:4", "WV-2.4", number=2, seat="cy")
