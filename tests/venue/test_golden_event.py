"""What everybody is shown at the venue, as it has always been; see
:mod:`tests.venue.golden_event`."""

import pytest

from tests.venue.golden_event import OFFERED, event_text, golden_path, taps_text


def test_an_event_shows_everybody_what_its_golden_text_says() -> None:
    assert event_text() == golden_path("event").read_text("utf-8"), "see python -m tests.golden"


@pytest.mark.parametrize("game_id", OFFERED)
def test_a_table_is_offered_what_its_golden_text_says(game_id: str) -> None:
    expected = golden_path(f"taps-{game_id}").read_text("utf-8")
    assert taps_text(game_id) == expected, "see python -m tests.golden"
