"""A few of the seasons of `python -m tests.trials planted`: what was planted is found."""

from collections import Counter

import pytest

from tests.planted import TRUTHS, fewest, found
from tests.storage.statistics.season import Season

SEASONS = 8


@pytest.mark.parametrize("name", TRUTHS)
def test_what_was_planted_in_a_season_is_found(name: str) -> None:
    season = Season()
    held = Counter[str]()
    for seed in range(SEASONS):
        held.update({what: int(is_held) for what, is_held in found(name, seed, season).items()})
    assert all(times >= fewest(SEASONS) for times in held.values()), held


def test_of_a_hundred_seasons_89_have_to_hold_the_truth() -> None:
    assert (fewest(100), fewest(8)) == (89, 6)
