"""Wizards who log the truth are believed, whatever they leave unsaid; and no card is lost."""

import pytest

from tests.games.tower_wizwar.truth import lies, match


@pytest.mark.rule("TW-20.8")
@pytest.mark.parametrize("seed", range(10))
def test_tw_20_8_nobody_truthful_is_refused_and_all_is_as_it_really_is(seed: int):
    """Through fights, effects, retreats, new decks and unnamed cards, up to the inspection."""
    assert match.trial(seed, 120)["entries"] > 40


@pytest.mark.parametrize("seed", range(5))
def test_what_all_at_the_table_can_prove_to_be_a_lie_is_refused_and_leaves_no_trace(seed: int):
    assert lies.trial(seed, 150).total() > 10
