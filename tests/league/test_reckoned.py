"""What a lake keeps reckoned is what the views come to, whatever program has filled it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from storage.league.keeping.upkeep import tidy
from storage.league.lake import Lake, place_at
from storage.league.reckoned import BY, OF_ENTRIES, VIEWS, Source, is_reckoned, reckoning
from storage.league.telling.queries import asked
from storage.statistics import Filters, entries_behind, run
from tests.league.conftest import Shared
from tests.league.stores import League, Store

ONE = "wondervale-3-1"
RESTING = ("clocks", "comeback", "decision-time", "rules-learned", "time-per-turn", "wins-by-seat")
"""Statistics that rest on them."""
SELDOM = ("time_under_call", "times_amiss")
"""Those of them of which a match may have nothing."""


def views_of(league: League) -> Mapping[str, list[tuple[Any, ...]]]:
    """What the views come to over entries and facts."""
    with Lake(place_at(league.place)) as lake:
        sources = {t: Source(f'lake."{t}"', own) for t, own in lake.types().items()}
        with reckoning(lake.log(), sources) as apart:
            return {view: sorted(lake.rows(f"FROM {apart}.{view}"), key=repr) for view in VIEWS}


def kept_in(league: League) -> Mapping[str, list[tuple[Any, ...]]]:
    """What the lake has of them."""
    with Lake(place_at(league.place)) as lake:
        bare = "EXCLUDE (lake_game, lake_season)"
        return {
            view: sorted(lake.rows(f"SELECT * {bare} FROM lake.{view}"), key=repr) for view in VIEWS
        }


def figures_of(league: League) -> list[object]:
    with asked(place_at(league.place)) as log:
        return [
            (run(log.connection, name).rows, entries_behind(log.connection, name))
            for name in RESTING
        ]


def is_whole(league: League) -> bool:
    with Lake(place_at(league.place)) as lake:
        return is_reckoned(lake, lake.columns())


def do(league: League, *statements: str) -> None:
    with Lake(place_at(league.place), write=True) as lake:
        for each in statements:
            lake.rows(each)


Told = tuple[list[object], Mapping[str, list[tuple[Any, ...]]]]


@pytest.fixture(scope="module")
def told(shared: Shared) -> Told:
    """What figures the league has that is full, and what it has kept of the views."""
    return figures_of(shared.full), kept_in(shared.full)


def test_what_is_kept_is_what_the_views_come_to_also_where_a_match_goes_on(
    full: League, north: Store
) -> None:
    assert is_whole(full)
    assert kept_in(full) == views_of(full)
    assert all(rows for table, rows in kept_in(full).items() if table not in SELDOM)
    north.ok("log", ONE, "lena note text=late", "ana call-judge about=dice")
    north.ok("log", ONE, "lena appoint lena judge")
    north.ok("log", ONE, "lena rewind 6 reason=wrong")
    north.ok("rule", ONE, "penalty", "ana", "warning", "-j", "lena", "--at", "2046-03-14T10:00:00Z")
    full.take(north.parcel(ONE))
    assert is_whole(full)
    assert kept_in(full) == views_of(full)
    assert all(kept_in(full).values())


def test_a_lake_of_an_older_program_is_asked_the_long_way_until_it_is_tidied(
    full: League, told: Told
) -> None:
    before, kept = told
    do(
        full,
        *(f"DROP TABLE lake.{table}" for table in VIEWS),
        f"ALTER TABLE lake.projected DROP COLUMN {BY}",
    )
    assert not is_whole(full)
    assert figures_of(full) == before
    steps: list[tuple[int, int]] = []
    tidy(place_at(full.place), progress=lambda done, of: steps.append((done, of)))
    assert steps[-1][0] == steps[-1][1]
    assert is_whole(full)
    assert figures_of(full) == before
    assert kept_in(full) == kept


@pytest.mark.parametrize("by", ["NULL", "'other'"])
def test_what_another_program_has_taken_on_or_reckoned_otherwise_is_not_told(
    full: League, by: str, told: Told
) -> None:
    before, kept = told
    do(
        full,
        *(f"DELETE FROM lake.{view} WHERE match_id LIKE 'south:%'" for view in VIEWS),
        f"UPDATE lake.projected SET {BY} = {by} WHERE match_id LIKE 'south:%'",
    )
    assert figures_of(full) == before
    tidy(place_at(full.place))
    assert kept_in(full) == kept


def test_a_match_that_an_older_program_has_taken_is_reckoned_whole_when_it_goes_on(
    full: League, north: Store
) -> None:
    do(
        full,
        *(f"DELETE FROM lake.{view} WHERE match_id LIKE 'north:%'" for view in VIEWS),
        f"UPDATE lake.projected SET {BY} = NULL WHERE match_id LIKE 'north:%'",
    )
    north.add_note(ONE)
    full.take(north.parcel(ONE))
    assert not is_whole(full)
    due = views_of(full)
    for view, rows in kept_in(full).items():
        one = [row for row in due[view] if row[0] == f"north:{ONE}"]
        assert one or view in SELDOM
        assert [row for row in rows if row[0] == f"north:{ONE}"] == one
    tidy(place_at(full.place))
    assert kept_in(full) == views_of(full)


def test_a_simulated_match_that_was_forgotten_is_not_taken_for_one_that_people_have_played(
    full: League,
) -> None:
    do(full, f"DELETE FROM lake.simulated WHERE match_id <> 'north:{ONE}'")
    place = place_at(full.place)

    def counted(**chosen: Any) -> int:
        with asked(place) as log:
            return run(log.connection, "wins-by-seat", Filters(**chosen)).n

    assert (counted(), counted(simulated=True)) == (3, 4)
    full.said("person", "forget", "north:p-ana")
    assert (counted(), counted(simulated=True)) == (3, 4)
    kept = kept_in(full)
    for view in OF_ENTRIES:
        assert not any(row[0].startswith("north:") for row in kept[view])
    tidy(place, datetime.now(UTC), now=True)
    assert is_whole(full)
    assert kept_in(full) == kept
