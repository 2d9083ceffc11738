"""Hidden cards by those who hold them: nobody truthful is accused, and no provable lie passes."""

from collections import Counter

import pytest

from tests.games.warrift.truth import match, small


@pytest.mark.parametrize("seed", range(12))
def test_nobody_truthful_is_accused_and_no_provable_lie_passes(seed: int):
    assert match.trial(seed, 120)["entries"] > 40


def test_on_small_tables_what_some_truth_allows_is_accepted_and_hardly_anything_else():
    tried: Counter[str] = Counter()
    for seed in range(20):
        tried += small.trial(seed, 8)
    too_much = sum(count for what, count in tried.items() if what.startswith("allowed"))
    assert tried["possible"] > 1000
    assert too_much < tried["asked"] / 1000
