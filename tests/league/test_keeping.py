"""A league is kept: forks are ruled on, files put in order, a catalog made again of parcels."""

import os
import signal
from pathlib import Path

import duckdb
import pytest

from storage.league import parcels
from storage.league.keeping import upkeep
from storage.league.lake import Lake, LeagueError, place_at
from storage.league.shelf import shelf_of
from storage.league.taking import rulings
from storage.league.taking.batch import Batch
from storage.league.taking.intake import take
from tests.league.conftest import Shared
from tests.league.stores import MATCHES, PLAYED, League, Store
from tests.league.test_failing import KILLED, ended, started

ONE, TWO = (f"{PLAYED}-3-{number}" for number in (1, 2))
MATCH = f"north:{ONE}"


def test_a_fork_is_ruled_on_by_the_league_and_a_lost_catalog_comes_to_the_same(
    league: League, sides: tuple[Path, Path, Store]
) -> None:
    mine, other, store = sides
    league.take(mine)
    (refused,) = league.take(other, refused=True)["refused"]
    ruled = league.said("dispute", MATCH, "--for", f"{refused['seq']}:{refused['hash']}")
    assert ruled["heads"][-1]["hash"] == refused["hash"]
    assert {each["hash"] for each in ruled["heads"]} >= {refused["held_hash"], refused["hash"]}
    count = f"SELECT count(*), max(hash) FROM lake.entries WHERE match_id = '{MATCH}' AND seq = "
    assert league.rows(f"{count}{refused['seq']}") == [(1, refused["hash"])]
    verdicts = f"SELECT count(*) FROM lake.verdicts WHERE match_id = '{MATCH}'"
    assert league.rows(verdicts) == [(refused["seq"],)]
    # the side that was set aside stays aside, and the other goes on
    assert league.take(mine, refused=True)["refused"][0]["what"] == "fork"
    store.add_note(ONE, "later")
    assert league.take(store.parcel(ONE))["extended"] == 1
    assert league.said("verify")["exact"]
    before = league.content()
    (league.place / "catalog.ducklake").unlink()
    made = league.said("tidy", "--catalog")
    assert (made["parcels"], made["matches"], made["rulings"]) == (3, 1, 1)
    after = league.content()
    assert {k: v for k, v in after.items() if k not in ("runs", "verified")} == {
        k: v for k, v in before.items() if k not in ("runs", "verified")
    }
    assert [each["publisher"] for each in made["keys"]] == ["north"]
    assert "has ended" in league.take(mine, refused=True)["refused"][0]["why"]


REBUILT = """
import os, sys
from pathlib import Path
from storage.league import lake
from storage.league.keeping import upkeep
asked = lake.Lake.rows
left = [int(sys.argv[2])]
def rows(self, sql, values=None):
    if sql.startswith("INSERT INTO lake.parcels"):
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), 9)
    return asked(self, sql, values)
lake.Lake.rows = rows
upkeep.rebuild(lake.place_at(Path(sys.argv[1])))
"""
"""A catalog that is made again by somebody who is killed at a parcel."""


def test_a_catalog_that_was_not_made_to_the_end_is_begun_anew(full: League, shared: Shared) -> None:
    """Until then nobody asks it, nor puts anything in."""
    before = shared.content
    (full.place / "catalog.ducklake").unlink()
    ((status, _),) = ended([started("-c", REBUILT, full.place, 2)])
    assert status == -signal.SIGKILL
    at = ("--league", full.place)
    for asked in (("stats", "wins-by-seat"), ("take",), ("verify",), ("show", MATCH)):
        assert "is being made again" in full.error("league", *asked, *at)
    assert full.said("tidy", "--catalog")["matches"] == 2 * MATCHES
    assert full.content() == before
    assert "move it away first" in full.error("league", "tidy", "--catalog", *at)


def test_each_parcel_is_fetched_once_for_a_catalog(
    full: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    (full.place / "catalog.ducklake").unlink()
    seen: list[str] = []
    read = parcels.read_parcel

    def counted(folder: Path) -> parcels.Parcel:
        seen.append(folder.name)
        return read(folder)

    monkeypatch.setattr(parcels, "read_parcel", counted)
    upkeep.rebuild(place_at(full.place))
    assert len(seen) == len({*seen}) == 2


@pytest.mark.parametrize("killed", [False, True])
def test_of_a_fork_that_side_is_made_again_which_was_committed_first(
    killed: bool, league: League, sides: tuple[Path, Path, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another machine has looked at a side of it before, and committed it later; or was killed."""
    mine, other, _ = sides
    place = place_at(league.place)
    began = Batch.commit

    def commit(batch: Batch) -> bool:
        monkeypatch.setattr(Batch, "commit", began)
        league.take(other)
        if killed:
            raise KeyboardInterrupt
        return began(batch)

    monkeypatch.setattr(Batch, "commit", commit)
    if killed:
        with pytest.raises(KeyboardInterrupt):
            take(place, [mine])
    else:
        assert [each.what for each in take(place, [mine]).refused] == ["fork"]
    before = league.content()
    taken = league.said("show", MATCH)["heads"]
    for _ in range(1 + killed):  # again, as who is killed has left a parcel that was not taken
        (league.place / "catalog.ducklake").unlink()
        made = league.said("tidy", "--catalog")
        assert (made["parcels"], made["matches"]) == (2, 1)
        assert league.content() == before
        assert league.said("show", MATCH)["heads"] == taken  # by the same receipts


def test_a_ruling_that_the_league_has_not_signed_counts_for_nothing(
    league: League, sides: tuple[Path, Path, Store]
) -> None:
    mine, other, _ = sides
    league.take(mine)
    (refused,) = league.take(other, refused=True)["refused"]
    place = place_at(league.place)
    made = rulings.ruled(place, MATCH, refused["hash"])
    (file,) = (place.folder / "rulings").iterdir()
    head = made.heads[MATCH]
    file.write_text(file.read_text().replace(head, f"1{head}"))
    (changed,) = rulings.kept(place)
    with pytest.raises(LeagueError, match="has not signed"):
        rulings.again(place, changed)


def test_files_are_merged_and_what_no_moment_needs_is_deleted(full: League, shared: Shared) -> None:
    before = shared.content
    moment = "2100-01-01"
    kept = full.said("tidy")
    assert (kept["deleted"], kept["moments"]) == (0, 0)
    done = full.said("tidy", "--keep", moment, "--now")
    assert done["files"] <= kept["files"] and done["moments"]
    assert full.content() == before
    assert full.said("tidy")["orphans"] == 0


def test_files_are_compressed_and_lie_by_game_and_year_each_match_together(full: League) -> None:
    """LG-4.6; also of a league that was moved."""
    moved = full.folder / "moved"
    full.said("move", moved)
    for place in (full.place, moved):
        files = [str(path) for path in (place / "data").rglob("*.parquet")]
        with duckdb.connect() as connection:
            asked = f"SELECT DISTINCT compression FROM parquet_metadata({files})"
            assert connection.execute(asked).fetchall() == [("ZSTD",)]
            own = [each for each in files if "/entries/" in each]
            assert all(f"/lake_game={PLAYED}/lake_season=" in each for each in own) and own
            for each in own:
                asked = f"SELECT match_id, seq FROM read_parquet('{each}')"
                rows = connection.execute(asked).fetchall()
                assert rows == sorted(rows)


def test_what_a_killed_intake_left_is_found(league: League, shared: Shared) -> None:
    killed = started("-c", KILLED, "COMMIT", league.place, shared.parcels["north"])
    assert ended([killed])[0][0] == -signal.SIGKILL
    assert league.said("tidy")["orphans"] > 0
    assert league.said("tidy")["orphans"] == 0
    assert league.take(shared.parcels["north"])["new"] == MATCHES


def test_files_of_a_parcel_that_was_not_kept_to_the_end_are_deleted_when_they_are_old(
    league: League, shared: Shared
) -> None:
    """Another intake may be under way: it keeps a parcel before it writes to the lake."""
    sent = shared.parcels["north"]
    assert ended([started("-c", CUT_SHORT, league.place, sent)])[0][0] == -signal.SIGKILL
    (folder,) = (league.place / "parcels/north").iterdir()
    assert {path.name for path in folder.iterdir()} == {"entries.parquet", "catalogs.parquet"}
    assert league.said("tidy", "--now")["orphans"] == 0
    for path in folder.iterdir():
        os.utime(path, (0, 0))
    assert league.said("tidy")["orphans"] == 2
    assert not folder.exists()
    assert league.take(sent)["new"] == MATCHES
    assert not [path for path in league.place.rglob(".*")]  # where it was writing


CUT_SHORT = """
import os, sys
from pathlib import Path
from storage.league import lake, shelf
from storage.league.taking import intake
put = os.replace
def replace(source, target):
    if str(target).endswith("/came"):
        os.kill(os.getpid(), 9)
    put(source, target)
os.replace = replace
intake.take(lake.place_at(Path(sys.argv[1])), [Path(sys.argv[2])])
"""
"""An intake that is killed while it keeps a parcel."""


def test_a_parcel_that_has_lost_a_file_is_kept_anew_when_it_is_sent_again(
    full: League, shared: Shared
) -> None:
    """And it came when it came, so that a catalog is made again in the same order."""
    place = place_at(full.place)
    sent = parcels.Kept("north", shared.parcels["north"].name)
    when = parcels.came(shelf_of(place), sent)
    (full.place / sent.folder / parcels.ENTRIES).unlink()
    assert full.take(shared.parcels["north"])["known"] == MATCHES
    assert parcels.is_kept(shelf_of(place), sent)
    assert parcels.came(shelf_of(place), sent) == when


def test_a_match_leaves_the_league_as_a_packet(full: League, tmp_path: Path) -> None:
    file = tmp_path / "one.packet"
    told = full.said("packet", MATCH, "-o", file)
    assert full.json("verify", file)["exact"]
    assert told["head"].endswith(full.said("show", MATCH)["heads"][-1]["hash"])


def test_who_has_opted_out_is_in_no_parcel_and_names_are_no_ids(north: Store) -> None:
    north.ok("people", "set", "p-1", "P-Ana")
    words = ("league", "parcel", "--publisher", "north", "--key", north.key, "-o", north.folder)
    assert "p-ana is a name" in north.error(*words)
    assert "2 of this log" in north.ok("people", "opt-out", "p-ana")
    assert "nothing is new" in north.ok(*words)
    assert "nothing is new" in north.ok(*words[:2], ONE, *words[2:])
    north.ok("people", "forget", "p-1")
    north.ok("people", "opt-out", "p-ana", "--end")
    with duckdb.connect() as connection:
        sent = f"{north.parcel()}/entries.parquet"
        assert connection.execute(
            f"SELECT count(DISTINCT match_id) FROM read_parquet('{sent}')"
        ).fetchone() == (MATCHES,)


def test_what_was_altered_or_lost_in_the_lake_is_named(full: League) -> None:
    with Lake(place_at(full.place), write=True) as lake:
        lake.rows(
            "UPDATE lake.entries SET payload = replace(payload, 'simulator', 'simulated') "
            f"WHERE match_id = '{MATCH}' AND seq = 6"
        )
        lake.rows(f"DELETE FROM lake.entries WHERE match_id = 'north:{TWO}'")
    done = full.said("verify", status=4)
    assert [(each["match"], each["entry"], each["what"]) for each in done["differ"]] == [
        (MATCH, 6, "hash"),
        (f"north:{TWO}", 1, "head"),
    ]
    assert "NOT EXACT" in full.ok("league", "verify", "--league", full.place, status=4)
    for file in (full.place / "data").rglob("entries/**/*.parquet"):
        file.unlink()
    done = full.said("verify", status=4)
    assert {each["match"].partition(":")[0] for each in done["differ"]} == {"north", "south"}
