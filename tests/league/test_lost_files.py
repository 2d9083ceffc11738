"""Files of a lake that are lost or damaged are made again singly, of the parcels (LG-9)."""

import signal
from pathlib import Path

import pytest

from storage.league.keeping import upkeep
from storage.league.lake import META, Lake, LeagueError, place_at
from storage.league.taking.intake import take
from tests.league.conftest import Shared
from tests.league.stores import MATCHES, PLAYED, League
from tests.league.test_failing import ended, started

BESIDE = "legacy_of_conflict"
LEFT_OUT = {"runs", "verified"}
KILLED = """
import os, signal, sys
from pathlib import Path
from storage.league import lake
from storage.league.keeping import upkeep
from storage.league.taking import rulings
def killed(*given, **named):
    os.kill(os.getpid(), signal.SIGKILL)
rulings.take = killed
upkeep.refill(lake.place_at(Path(sys.argv[1])))
"""


def in_files(league: League) -> League:
    """The same, of which nothing is small enough to be kept in the catalog alone."""
    with Lake(place_at(league.place), write=True) as lake:
        lake.rows("CALL ducklake_flush_inlined_data('lake')")
    return league


Both = tuple[League, dict[str, object]]
"""A league that has another game besides, in files of its own, and what it holds."""


@pytest.fixture(scope="module")
def both_games(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Both:
    league = shared.full.copy(tmp_path_factory.mktemp("both"))
    north = shared.stores["north"].copy(tmp_path_factory.mktemp("beside"))
    north.ok("simulate", BESIDE, "-n", 1, "--seed", 10, "--import")
    take(place_at(league.place), [north.parcel(f"{BESIDE}-10-1")])
    return in_files(league), content(league)


@pytest.fixture
def two_games(both_games: Both, tmp_path: Path) -> League:
    """The same, for one test alone."""
    return both_games[0].copy(tmp_path)


@pytest.fixture(scope="module")
def filed_once(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> League:
    return in_files(shared.full.copy(tmp_path_factory.mktemp("filed")))


@pytest.fixture
def filed(filed_once: League, tmp_path: Path) -> League:
    """A league that has taken what the stores have sent, all of which is in files."""
    return filed_once.copy(tmp_path)


@pytest.fixture
def due(shared: Shared) -> dict[str, object]:
    """What that holds."""
    return {table: rows for table, rows in shared.content.items() if table not in LEFT_OUT}


def files(league: League, table: str, game: str) -> list[Path]:
    return sorted((league.place / "data").rglob(f"{table}/lake_game={game}/**/*.parquet"))


def content(league: League) -> dict[str, object]:
    return {table: rows for table, rows in league.content().items() if table not in LEFT_OUT}


def test_a_file_that_is_lost_or_damaged_is_made_again_of_the_parcels_and_others_stay(
    two_games: League, both_games: Both
) -> None:
    league = two_games
    before = both_games[1]
    there = f"SELECT path FROM {META}.ducklake_data_file WHERE path LIKE '%{BESIDE}%'"
    beside = league.rows(f"{there} ORDER BY ALL")
    files(league, "verdicts", PLAYED)[0].unlink()
    damaged = files(league, "entries", PLAYED)[0]
    damaged.write_bytes(damaged.read_bytes()[:-40])
    assert league.said("verify", status=4)["differ"]
    done = league.said("tidy", "--refill")
    assert (done["files"], done["matches"], done["left"]) == (2, 2 * MATCHES, [])
    assert content(league) == before
    assert league.rows(f"{there} ORDER BY ALL") == beside, "the other game was left alone"
    assert league.said("verify")["exact"]
    assert league.said("tidy", "--refill")["files"] == 0
    league.said("tidy", "--keep", "2100-01-01", "--now")
    assert content(league) == before


def test_what_a_run_has_named_or_lacks_entries_is_put_in_anew(
    full: League, due: dict[str, object]
) -> None:
    one, two = (f"north:{PLAYED}-3-{number}" for number in (1, 2))
    with Lake(place_at(full.place), write=True) as lake:
        lake.rows(
            "UPDATE lake.entries SET payload = replace(payload, 'simulator', 'simulated') "
            f"WHERE match_id = '{one}' AND seq = 6"
        )
        lake.rows(f"DELETE FROM lake.entries WHERE match_id = '{two}' AND seq > 9")
    at = ("--league", full.place)
    assert f"put in anew: {1} match" in full.ok("league", "tidy", "--refill", *at)
    full.said("verify", "--run", "night", status=4)
    assert full.said("tidy", "--refill", "--run", "night")["matches"] == 1
    assert content(full) == due
    assert "no run day" in full.error("league", "tidy", "--refill", "--run", "day", *at)


def test_verify_names_the_matches_whose_facts_may_be_in_a_file_that_is_lost(
    two_games: League,
) -> None:
    """Their entries are exact; those of another game are left alone."""
    league = two_games
    files(league, "seats", PLAYED)[0].unlink()
    done = league.said("verify", status=4)
    ones = [f"{store}:{PLAYED}-3-{number}" for store in ("north", "south") for number in (1, 2)]
    assert [(each["match"], each["what"]) for each in done["differ"]] == [
        (each, "lost") for each in ones
    ]
    assert "a file of seats is gone or damaged" in done["differ"][0]["why"]
    assert league.said("tidy", "--refill")["matches"] == 2 * MATCHES
    assert league.said("verify")["exact"]


def test_a_refill_that_is_killed_is_done_by_the_same_again(
    filed: League, due: dict[str, object]
) -> None:
    for file in files(filed, "seats", PLAYED):
        file.unlink()
    killed = started("-c", KILLED, filed.place)
    assert ended([killed])[0][0] == -signal.SIGKILL
    done = filed.said("tidy", "--refill")
    assert (done["files"], done["matches"]) == (0, 2 * MATCHES)
    assert content(filed) == due
    assert filed.said("tidy", "--refill")["matches"] == 0


def test_what_cannot_be_put_in_anew_is_told_each_time_until_it_is(
    two_games: League, both_games: Both, shared: Shared
) -> None:
    """The parcel of one store is damaged: its matches are due still, those of the other are not."""
    league = two_games
    before = both_games[1]
    for file in files(league, "verdicts", PLAYED):
        file.unlink()
    name = shared.parcels["south"].name
    damaged = league.place / "parcels" / "south" / name / "entries.parquet"
    kept = damaged.read_bytes()
    damaged.write_bytes(kept[:-40])
    league.said("verify", "--run", "-", status=4)
    ones = [f"south:{PLAYED}-3-{number}" for number in (1, 2)]
    done = league.said("tidy", "--refill", status=4)
    assert (done["matches"], done["left"]) == (MATCHES, ones)
    told = league.ok("league", "tidy", "--refill", "--league", league.place, status=4)
    assert f"left: {ones[0]}: entries.parquet has the hash" in told
    damaged.write_bytes(kept)
    done = league.said("tidy", "--refill")
    assert (done["files"], done["matches"], done["left"]) == (0, MATCHES, [])
    assert content(league) == before
    assert league.said("tidy", "--refill")["matches"] == 0
    asked = "SELECT count(*) FROM lake.verified WHERE run = '-'"
    assert league.rows(asked) == [(2 * MATCHES + 1,)], "a run of any name stays what it was"


def test_of_who_was_forgotten_it_is_told_that_facts_are_lost(filed: League) -> None:
    filed.said("person", "forget", "north:p-ana")
    for file in files(filed, "seats", PLAYED):
        file.unlink()
    ones = [f"north:{PLAYED}-3-{number}" for number in (1, 2)]
    done = filed.said("tidy", "--refill", status=4)
    assert (done["matches"], done["left"]) == (MATCHES, ones)
    assert filed.said("tidy", "--refill")["left"] == []


def test_what_parcels_do_not_bring_is_told(full: League, shared: Shared) -> None:
    place = place_at(full.place)
    for parcel in (full.place / "parcels" / "south").iterdir():
        for file in parcel.iterdir():
            file.unlink()
        parcel.rmdir()
    with Lake(place, write=True) as lake:
        lake.rows("DELETE FROM lake.entries WHERE match_id LIKE 'south:%'")
        lake.rows("CALL ducklake_flush_inlined_data('lake')")
    done = full.said("tidy", "--refill", status=4)
    assert done["left"] == [f"south:{PLAYED}-3-{number}" for number in (1, 2)]
    # the store sends it again, otherwise packed
    sent = shared.stores["south"].parcel(f"{PLAYED}-3-1", into="again")
    assert full.take(sent)["known"] == 1
    done = full.said("tidy", "--refill", status=4)
    assert (done["matches"], done["left"]) == (1, [f"south:{PLAYED}-3-2"])
    for path in (full.place / "data").rglob("ledger/**/*.parquet"):
        path.unlink()
    with pytest.raises(LeagueError, match="files of ledger are gone"):
        upkeep.refill(place)
