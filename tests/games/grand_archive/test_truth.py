"""Players who log the truth are believed, whatever they leave unsaid; and no lie that all at the
table can prove passes."""

from collections import Counter

import pytest

from tests.games.grand_archive.truth import match, shipped, small


@pytest.mark.rule("GA-25.7")
@pytest.mark.parametrize("seed", range(8))
def test_ga_25_7_nobody_truthful_is_refused_and_all_is_as_it_really_is(seed: int) -> None:
    """Through turns, fights and answers, in both editions, up to the cards that are laid open."""
    tried = match.trial(seed, 150)
    assert tried["entries"] > 100 or tried["ended"]


def test_what_all_can_prove_to_be_a_lie_is_refused_by_the_right_rule_and_leaves_no_trace() -> None:
    tried: Counter[str] = Counter()
    for seed in range(100, 106):
        tried += match.trial(seed, 150)
    assert len([what for what in tried if what.startswith("lies")]) > 25


def test_with_the_shipped_cards_what_is_true_is_accepted() -> None:
    assert sum(shipped.trial(seed, 40)["entries"] for seed in range(4)) > 100


def test_what_a_text_puts_face_down_is_such_a_card_in_truth_too() -> None:
    assert (
        shipped.trial(15000069, 120)["entries"] > 100
    )  # a Grail passes a card of the material deck


def test_with_the_lists_that_people_play_what_is_true_is_accepted() -> None:
    assert sum(shipped.trial_of_lists(seed, 40)["entries"] for seed in range(5)) > 100


def test_on_small_tables_just_what_some_truth_allows_is_possible() -> None:
    tried: Counter[str] = Counter()
    for seed in range(12):
        tried += small.trial(seed, 25)
    assert tried["possible"] > 1000 and tried["lies: what no world has"] > 50
    assert not tried["allowed too much"]
