"""Hidden cards by those who hold them: nobody truthful is accused, and no provable lie passes."""

from collections import Counter

import pytest

from tests.games.warrift.truth import match, small, twins


@pytest.mark.parametrize("seed", range(8))
def test_nobody_truthful_is_accused_and_no_provable_lie_passes(seed: int):
    assert match.trial(seed, 120)["entries"] > 40


@pytest.mark.parametrize("seed", range(5))
def test_with_the_shipped_cards_what_is_true_is_accepted(seed: int):
    assert twins.trial(seed, 60)["entries"] >= 60


def test_a_gap_that_nothing_is_left_to_fill_may_stand_beside_an_effect_that_is_owed() -> None:
    assert twins.trial(8_800_009, 300)["entries"] == 300


def test_on_small_tables_what_some_truth_allows_is_accepted_and_hardly_anything_else():
    tried: Counter[str] = Counter()
    for seed in range(16):
        tried += small.trial(seed, 8)
    too_much = sum(count for what, count in tried.items() if what.startswith("allowed"))
    assert tried["possible"] > 1000
    assert too_much < tried["entries"] / 1000
