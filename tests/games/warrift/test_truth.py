"""Matches whose hidden cards are all known: nobody truthful is accused, no provable lie passes."""

import pytest

from tests.games.warrift.truth.match import trial


@pytest.mark.parametrize("seed", range(12))
def test_nobody_truthful_is_accused_and_no_provable_lie_passes(seed: int):
    assert trial(seed, 120)["entries"] > 40
