"""What a device is told hangs only on what it may know (VN-19.5); more of it: ``python -m
tests.trials oracle``."""

from pathlib import Path

import pytest

from cli.venue.seen import sight
from events.common import Concede, Note
from storage.log import Log
from tests.tournament.logged import draft
from tests.venue.halls import NOW
from tests.venue.oracle import asked, differing, first_apart, twins
from tests.venue.watched import LOGGED, MATCH, PLAYERS, cup, events_of, watched

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
    found = []
    for path in pair.paths:
        with watched(path, clock=lambda: NOW) as at:
            found.append([*asked(at, pair.viewer, (pair.viewer, pair.owner))])
    assert any(
        x.what.startswith("GET /api/matches/") for x, y in zip(*found, strict=True) if x != y
    )


@pytest.mark.parametrize("sealed", ["no", "yes"])
def test_vn_6_5_what_spectators_are_not_told_yet_changes_no_byte(
    tmp_path: Path, sealed: str
) -> None:
    found = []
    for name in ("a", "b"):
        path = cup(tmp_path / f"{name}.duckdb", LOGGED - 3, delay="5/0", sealed=sealed)
        events = [Note("kim", "one"), Note("kim", "two"), Concede("ana")]
        if name == "b":
            events = events_of(path)[LOGGED - 3 : LOGGED]
        with Log.open(path, write=True) as log:
            numbers = range(LOGGED - 2, LOGGED + 1)
            made = [draft(event, n, MATCH) for n, event in zip(numbers, events, strict=True)]
            log.append(MATCH, made)
            assert bool(log.load(MATCH).replay().state.over) == (name == "a")
        with watched(path, clock=lambda: NOW) as at:
            found.append([x for who in ("fan", "wall") for x in asked(at, who, PLAYERS)])
    apart = [(x.who, x.what, first_apart(x, y)) for x, y in zip(*found, strict=True) if x != y]
    assert apart == []
