"""Whole events of fixed seeds and formats: every entry, verdict and place as it has always been.

Their golden texts lie under ``tests/tournament/golden``; see :mod:`tests.tournament.golden_events`.
"""

import pytest

from tests.tournament.golden_events import EVENTS, FORMATS, event_text, golden_path


@pytest.mark.parametrize("name", [*EVENTS, *FORMATS])
def test_an_event_goes_as_its_golden_text_says(name: str) -> None:
    assert event_text(name) == golden_path(name).read_text("utf-8"), "see python -m tests.golden"
