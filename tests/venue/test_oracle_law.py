"""What a device is told hangs only on what it may know (VN-19.5); more of it: ``python -m
tests.trials oracle``."""

from pathlib import Path

import pytest

from cli.venue.seen import sight
from tests.venue.oracle import differing, twins

SEEDS = [("wondervale", 0), ("grand_archive", 2)]


@pytest.mark.parametrize(("game", "seed"), SEEDS)
def test_vn_19_5_a_closed_list_changes_no_byte_of_what_others_are_told(
    tmp_path: Path, game: str, seed: int
) -> None:
    pair = twins(tmp_path, game, seed)
    assert pair is not None
    assert [(one.who, one.what) for one, _ in differing(pair)] == []


def test_vn_19_5_the_law_sees_a_name_that_only_a_closed_list_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = twins(tmp_path, "wondervale", 0)
    assert pair is not None
    monkeypatch.setattr(sight.Showing, "nameable", lambda *_, **__: None)
    assert any(one.what.startswith("GET /api/matches/") for one, _ in differing(pair))
