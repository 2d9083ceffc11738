"""Penalties: counts, standards, deviations."""

import pytest

from referee.catalog import read_catalog
from referee.tournament.judging.penalties import (
    SAME_ERROR,
    Given,
    Standard,
    objection,
    shifts,
    standard_penalty,
    standards,
)
from referee.tournament.policy import PenaltyKind, Policy

POLICY = read_catalog(
    """
game = "tournament"
name = "three-paths"
only_head_judge = ["disqualification"]
[points]
win = 3
draw = 1
[[paths]]
id = "play-error"
steps = ["warning", "warning", "game-loss", "match-loss"]
counts = "path"
within = "event"
[[paths]]
id = "daily"
steps = ["warning", "game-loss"]
counts = "code"
within = "day"
[[paths]]
id = "late"
steps = ["game-loss", "match-loss"]
counts = "code"
within = "day"
[[infractions]]
code = "PE-1"
title = "Missed trigger"
path = "play-error"
[[infractions]]
code = "PE-4"
title = "Game rule violation"
path = "play-error"
[[infractions]]
code = "TE-1"
title = "Tardiness"
path = "late"
[[infractions]]
code = "TE-1a"
title = "Tardiness of less than a minute"
path = "daily"
counts_as = "TE-1"
[[infractions]]
code = "TE-3"
title = "Slow play"
path = "daily"
""",
    Policy,
)


def given(seq: int, code: str, penalty: PenaltyKind = "warning", day: str = "") -> Given:
    """An infraction of Ada's in force."""
    return Given(seq, "ada", code, penalty, day)


def standard(code: str, *before: Given, day: str = "") -> Standard:
    """What Ada's next infraction gives after those."""
    return standard_penalty(POLICY, POLICY.by_code[code], "ada", day, before)


@pytest.mark.rule("TR-10.2")
def test_tr_10_2_the_standard_is_the_step_of_the_path_at_the_count():
    one, two = given(10, "PE-4"), given(20, "PE-1")
    assert standard("PE-4").penalty == "warning"
    assert standard("PE-4", one).penalty == "warning"
    assert standard("PE-4", one, two).penalty == "game-loss"
    assert standard("PE-4", one, two).counted == (10, 20)


@pytest.mark.rule("TR-10.2")
def test_tr_10_2_the_last_step_of_a_path_stays():
    before = [given(seq, "PE-4") for seq in range(1, 8)]
    assert standard("PE-4", *before).penalty == "match-loss"


@pytest.mark.rule("TR-10.2")
def test_tr_10_2_other_players_and_other_paths_are_not_counted():
    before = [Given(1, "bob", "PE-4", "warning"), given(2, "TE-3"), given(3, "XX-1")]
    assert standard("PE-4", *before).counted == ()


@pytest.mark.rule("TR-10.2")
def test_tr_10_2_a_path_that_counts_codes_leaves_its_other_codes_out():
    before = [given(1, "TE-1a"), given(2, "TE-3")]
    assert standard("TE-3", *before).counted == (2,)


@pytest.mark.rule("TR-10.2")
def test_tr_10_2_a_case_with_a_penalty_of_its_own_counts_as_the_infraction_itself():
    mild, itself = given(1, "TE-1a"), given(2, "TE-1", "game-loss")
    assert standard("TE-1", mild) == Standard(
        "match-loss", "late", ("game-loss", "match-loss"), "code", "day", (1,)
    )
    assert standard("TE-1a", itself).penalty == "game-loss"


@pytest.mark.rule("TR-10.2")
def test_tr_10_2_a_path_of_the_day_begins_anew_with_the_next():
    before = given(1, "TE-3", day="2026-05-01")
    assert standard("TE-3", before, day="2026-05-01").penalty == "game-loss"
    assert standard("TE-3", before, day="2026-05-02").penalty == "warning"


@pytest.mark.parametrize(
    ("penalty", "deviation", "head", "expected"),
    [
        ("warning", "", False, None),
        ("warning", "", True, None),
        ("game-loss", "", False, "deviation"),
        ("game-loss", "", True, "deviation"),
        ("game-loss", "third today", False, "deviation"),
        ("game-loss", "third today", True, None),
        ("caution", "young player", True, None),
        ("disqualification", "lied to a judge", False, "head judge only"),
        ("disqualification", "lied to a judge", True, None),
    ],
)
def test_tr_10_3_only_a_head_judge_deviates_from_the_standard_and_says_why(
    penalty: PenaltyKind, deviation: str, head: bool, expected: str | None
):
    first = standard("PE-4")
    assert objection(POLICY, first, penalty, deviation, head=head) == expected


@pytest.mark.rule("TR-10.4")
def test_tr_10_4_a_judge_notes_what_a_graver_infraction_of_the_same_error_outweighs():
    graver, slow = given(5, "TE-1", "game-loss"), standard("TE-3")

    def noted(penalty: PenaltyKind, *beside: Given) -> str | None:
        return objection(POLICY, slow, penalty, SAME_ERROR, head=False, beside=beside)

    assert noted("caution", graver) is None
    assert noted("caution") == "nothing graver"
    assert noted("caution", given(4, "PE-4", "caution")) == "nothing graver"
    assert noted("match-loss", graver) == "nothing graver"


@pytest.mark.rule("TR-10.4")
def test_tr_10_4_infractions_of_the_same_error_do_not_make_each_other_graver():
    before, beside = given(1, "PE-4"), given(2, "PE-4")
    second = standard("PE-1", before, beside)
    assert second.penalty == "game-loss"
    assert second.without({2}).penalty == "warning"
    noted = objection(POLICY, second, "caution", SAME_ERROR, head=False, beside=[beside])
    assert noted is None


@pytest.mark.rule("TR-10.4")
def test_tr_10_4_what_was_noted_as_the_same_error_is_not_counted():
    noted = Given(5, "ada", "TE-3", "caution", same_error=True)
    assert standard("TE-3", noted).counted == ()


THREE = (given(10, "PE-4"), given(20, "PE-4"), given(30, "PE-4", "game-loss"))
"""The example of TR-10.8: rule violations in rounds 1, 2 and 4."""


def test_tr_10_8_three_rule_violations_give_two_warnings_and_a_game_loss():
    assert [each.penalty for each in standards(POLICY, THREE).values()] == [
        "warning",
        "warning",
        "game-loss",
    ]


@pytest.mark.rule("TR-10.5")
def test_tr_10_5_without_the_first_the_standard_of_the_third_becomes_a_warning():
    (shift,) = shifts(POLICY, THREE, THREE[1:])
    assert shift.given == THREE[2]
    assert (shift.was.penalty, shift.now.penalty) == ("game-loss", "warning")
    assert shift.now.counted == (20,)


@pytest.mark.rule("TR-10.5")
def test_tr_10_5_nothing_shifts_where_other_players_or_later_infractions_go():
    bob = Given(5, "bob", "PE-4", "warning")
    assert shifts(POLICY, (bob, *THREE), THREE) == ()
    assert shifts(POLICY, THREE, THREE[:2]) == ()


def test_a_standard_tells_its_path_its_count_and_the_entries_counted():
    assert standard("PE-4", *THREE[:2]).in_words() == (
        "game-loss: number 3 of the path play-error (warning, warning, game-loss, match-loss)"
        " in this event, after entries 10, 20"
    )
    assert standard("TE-3").in_words() == (
        "warning: number 1 of its code, on the path daily (warning, game-loss) on this day"
    )
