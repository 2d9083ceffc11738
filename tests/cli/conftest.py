"""What every test of a command has."""

import pytest

from cli.screen import render


@pytest.fixture(autouse=True)
def _no_progress_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine nothing more is said: time passes where a test lets it."""
    monkeypatch.setattr(render, "monotonic", lambda: 0.0)
