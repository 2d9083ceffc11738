"""DuckDB looks for no module that is not there, as it would with every parameter it is given."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from storage.log import Log


class Seeker:
    """Counts the modules that are looked for, and finds none."""

    def __init__(self) -> None:
        self.sought: Counter[str] = Counter()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Count one."""
        self.sought[name] += 1


def test_a_question_with_parameters_looks_for_no_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    seeker = Seeker()
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        log.rows("SELECT ?::VARCHAR", ["as the first time"])
        monkeypatch.setattr(sys, "meta_path", [seeker, *sys.meta_path])
        for number in range(3):
            assert log.rows("SELECT ?::INTEGER + ?::INTEGER", [number, 1]) == [(number + 1,)]
    assert not seeker.sought
