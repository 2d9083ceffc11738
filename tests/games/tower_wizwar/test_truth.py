"""Wizards who log the truth are believed, whatever they leave unsaid; and no lie that all at the
table can prove passes."""

from collections import Counter

import pytest

from tests.games.tower_wizwar.truth import match, small, twins


@pytest.mark.rule("TW-20.8")
@pytest.mark.parametrize("seed", range(10))
def test_tw_20_8_nobody_truthful_is_refused_and_all_is_as_it_really_is(seed: int):
    """Through fights, effects, retreats, new decks and unnamed cards, up to the inspection."""
    tried = match.trial(seed, 120)
    assert tried["entries"] > 100 or tried["ended"]
    assert tried["inspections"] > 1


def test_what_all_can_prove_to_be_a_lie_is_refused_by_the_right_rule_and_leaves_no_trace():
    tried: Counter[str] = Counter()
    for seed in range(6):
        tried += match.trial(100 + seed, 150)
    assert len([what for what in tried if what.startswith("lies")]) > 5


@pytest.mark.parametrize("seed", range(4))
def test_with_the_shipped_cards_what_is_true_is_accepted(seed: int):
    assert twins.trial(seed, 60)["entries"] > 10


def test_on_small_tables_just_what_some_truth_allows_is_possible():
    tried: Counter[str] = Counter()
    for seed in range(12):
        tried += small.trial(seed, 25)
    assert tried["possible"] > 1000
    assert not tried["allowed too much"]
