"""Random devices against a model of the venue; more of them: ``python -m tests.trials venue``."""

from pathlib import Path

import pytest

from tests.venue.crowd import crowd


@pytest.mark.parametrize("seed", [2, 3], ids=["open", "sealed"])
def test_random_devices_are_answered_as_the_specification_says(tmp_path: Path, seed: int) -> None:
    done = crowd(tmp_path / "hall.duckdb", seed, 100)
    assert {"logged", "stale", "forbidden", "looked", "streams"} <= done.keys()
