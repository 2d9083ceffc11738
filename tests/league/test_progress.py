"""What takes long with a large league says how far it is, on standard error."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from cli.screen import render
from storage.league.keeping.league_copy import move
from storage.league.keeping.upkeep import rebuild, refill, tidy
from storage.league.lake import place_at
from storage.league.parcels import Sender, pack
from storage.log import Log
from storage.match_pages import Progress
from tests.league.stores import League, Store

Work = Callable[[League, Store, Progress], object]


def packed(league: League, store: Store, step: Progress) -> object:
    with Log.open(store.log) as log:
        sender = Sender("north", store.key.read_text())
        return pack(log, sender, store.folder / "out", progress=step)


def remade(league: League, store: Store, step: Progress) -> object:
    (league.place / "catalog.ducklake").unlink()
    return rebuild(place_at(league.place), step)


WORK: dict[str, Work] = {
    "parcel": packed,
    "tidy": lambda league, store, step: tidy(
        place_at(league.place), datetime(2100, 1, 1, tzinfo=UTC), now=True, progress=step
    ),
    "tidy --catalog": remade,
    "tidy --refill": lambda league, store, step: refill(place_at(league.place), "", step),
    "move": lambda league, store, step: move(
        place_at(league.place), league.place.with_name("to"), step
    ),
}


@pytest.mark.parametrize("what", WORK)
def test_long_work_tells_each_step_to_the_last(what: str, full: League, north: Store) -> None:
    steps: list[tuple[int, int]] = []
    WORK[what](full, north, lambda done, of: steps.append((done, of)))
    assert len({of for _, of in steps}) == 1
    assert [done for done, _ in steps] == [*range(1, steps[-1][1] + 1)]


def test_it_is_said_on_standard_error_and_answers_stay_alone(
    full: League, north: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = count(0, 60)
    monkeypatch.setattr(render, "monotonic", lambda: next(later))
    at = ("--league", str(full.place))
    own = ("--publisher", "north", "--key", str(north.key), "-o", str(tmp_path / "out"))
    for home, words, said in (
        (full, ("tidy", "--json", *at), "putting in order: 9 of 9"),
        (full, ("move", str(tmp_path / "to"), "--json", *at), "copying: 5 of "),
        (north, ("parcel", *own, "--json"), "making a parcel: 4 of 4"),
    ):
        done = home.run("league", *words)
        assert said in done.stderr and said not in done.stdout
