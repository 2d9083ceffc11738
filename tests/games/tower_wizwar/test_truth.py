"""Wizards who log the truth are believed, whatever they leave unsaid; and no card is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.tower_wizwar.places import LAYOUT
from tests.games.tower_wizwar.table import DECK, TOWERS
from tests.games.tower_wizwar.truth import Truth

REGISTERED = {name: 2 * count for name, count in {**DECK, **dict.fromkeys(TOWERS, 1)}.items()}


@pytest.mark.rule("TW-20.8")
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), books=st.booleans())
def test_tw_20_8_nobody_truthful_is_refused_and_every_card_is_somewhere(seed: int, books: bool):
    """Through new decks, drafts, unnamed cards and names given later, up to the inspection."""
    match = Truth(seed, backs="spellbooks" if books else "kinds")
    match.play(turns=7)
    assert LAYOUT.counted(match.match.t) == {**dict(sorted(REGISTERED.items())), "Text": 2}
