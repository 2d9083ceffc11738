"""What a league keeps beside its lake: in its folder or, on servers, in a bucket, where any machine
that takes parcels in finds it (LEAGUE 2, 8 and 9)."""

import re
import shutil
import signal
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.league import shelf
from storage.league.keeping import persons
from storage.league.lake import KEY_FILE, Away, LeagueError, place_at
from storage.league.parcels import (
    CAME,
    COLUMNS,
    ENTRIES,
    LIST,
    Kept,
    all_kept,
    came,
    is_kept,
    list_of,
    sweep,
)
from storage.league.shelf import Bucket, Folder, Shelf, shelf_of
from tests.league.conftest import Shared
from tests.league.servers import Servers
from tests.league.stores import MATCHES, PLAYED, League, Store
from tests.league.test_failing import ended, started

ONE = f"{PLAYED}-3-1"
MATCH = f"north:{ONE}"
KILLED = """
import os, signal, sys
from pathlib import Path
from storage.league import lake, shelf
from storage.league.taking import intake
moment, place, *sent = sys.argv[1:]
def killed_at(kind, act):
    asked = getattr(kind, act)
    def acts(self, what, *values):
        if what.startswith(moment) or what.endswith(moment):
            os.kill(os.getpid(), signal.SIGKILL)
        return asked(self, what, *values)
    setattr(kind, act, acts)
killed_at(lake.Lake, "rows")
killed_at(shelf.Bucket, "write")
intake.take(lake.place_at(Path(place)), [Path(each) for each in sent])
"""


def another(league: League, folder: Path, catalog: str = "") -> League:
    """The same league on another machine, which has its key and knows where it is; with another
    catalog, where its own was lost."""
    made = League(folder)
    made.place.mkdir(parents=True)
    for name in (KEY_FILE, "league.toml"):
        shutil.copyfile(league.place / name, made.place / name)
    config = made.place / "league.toml"
    if catalog:
        config.write_text(
            re.sub(r"(?m)^catalog = .*$", f'catalog = "{catalog}"', config.read_text())
        )
    return made


@pytest.fixture(params=["folder", "bucket"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shelf]:
    if request.param == "folder":
        yield Folder(tmp_path)
    else:
        store = request.getfixturevalue("servers").store
        yield Bucket(f"s3://{store.bucket}/shelf")


def test_a_folder_and_a_bucket_keep_the_same(kept: Shelf) -> None:
    for name in ("a/x.json", "a/y", "a/b/x.json"):
        kept.write(name, name.encode())
    kept.write("a/y", b"later")
    assert kept.names("a/*.json") == ["a/x.json"]
    assert kept.names("*/*/*.json") == ["a/b/x.json"]
    assert kept.names("a/**/*") == ["a/b/x.json", "a/x.json", "a/y"]
    assert (kept.read("a/y"), kept.read("a/z")) == (b"later", None)
    assert abs(kept.written_at("a/y") - datetime.now(UTC)) < timedelta(days=1)
    kept.delete(["a/y", "a/b/x.json", "a/z"])
    kept.delete([])
    assert kept.names("a/**/*") == ["a/x.json"]


def test_what_is_left_of_a_parcel_is_swept_when_it_is_old_and_nothing_else(kept: Shelf) -> None:
    """As where an intake was killed whose parcel never comes again."""
    whole, cut, young = (Kept("north", digit * 64) for digit in "abc")
    archive = f"parcels/inbox/north/{'d' * 64}.zip"
    for each, files in ((whole, (LIST, *COLUMNS, CAME)), (cut, (*COLUMNS, CAME))):
        for name in files:
            kept.write(f"{each.folder}/{name}", b"{}")
    kept.write(archive, b"PK")
    today, later = datetime.now(UTC), datetime.now(UTC) + timedelta(days=1)
    assert sweep(kept, today - timedelta(days=1)) == 0
    assert sweep(kept, later) == 3
    left = {archive, *(f"{whole.folder}/{name}" for name in (LIST, *COLUMNS, CAME))}
    assert {*kept.names("parcels/**/*")} == left
    assert not is_kept(kept, young) and not is_kept(kept, cut) and is_kept(kept, whole)
    kept.delete([f"{whole.folder}/{ENTRIES}"])
    assert sweep(kept, later) == 0 and not is_kept(kept, whole)  # it comes again, as it came


def test_what_a_bucket_will_not_delete_is_told(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Bucket(f"s3://{servers.store.bucket}/shelf")
    own.write("held/x", b"x")
    monkeypatch.setattr(shelf, "_DELETE", "SELECT 1")
    with pytest.raises(LeagueError, match="held/x: the bucket has not deleted it"):
        own.delete(["held/x"])


def test_a_lost_catalog_is_made_again_of_the_bucket_alone_by_another_machine(
    servers: Servers, empty_served: League, sides: tuple[Path, Path, Store], tmp_path: Path
) -> None:
    """With a fork that was ruled on; and again of a folder, into which that league is moved."""
    league = servers.copy(empty_served, tmp_path / "first", "rebuilt")
    league.take(sides[0])
    (refused,) = league.take(sides[1], refused=True)["refused"]
    league.said("dispute", MATCH, "--for", f"{refused['seq']}:{refused['hash']}")
    assert {path.name for path in league.place.iterdir()} == {KEY_FILE, "league.toml"}
    before = league.content()
    database = servers.database.new("rebuilt_again")
    second = another(league, tmp_path / "second", f"postgres:{database}")
    made = second.said("tidy", "--catalog")
    assert (made["parcels"], made["matches"], made["rulings"]) == (2, 1, 1)
    assert second.content() == before
    folder = League(tmp_path / "third")
    moved = second.said("move", folder.place)
    assert (moved["matches"], moved["parcels"]) == (1, 2)
    assert folder.content() == before
    turn = "SELECT n FROM lake.turn"
    assert folder.rows(turn) > second.rows(turn) >= league.rows(turn)  # what comes is later
    north = Kept("north", sides[0].name)
    assert came(Folder(folder.place), north) == came(shelf_of(place_at(league.place)), north)
    for path in (folder.place / "parcels").rglob("parcel.json"):
        path.touch()  # a copy that has not the times of the files
    (folder.place / "catalog.ducklake").unlink()
    folder.said("tidy", "--catalog")
    assert folder.content() == before


def test_who_is_forgotten_is_in_no_object_of_the_bucket(
    servers: Servers, full_served: League, shared: Shared, tmp_path: Path
) -> None:
    league = servers.copy(full_served, tmp_path / "first", "forgets")
    done = league.said("person", "forget", "north:p-ana")
    assert done["parcels"] == [shared.parcels["north"].name]
    kept = servers.store.objects("forgets/parcels/")
    assert {name.split("/")[2] for name in kept} == {"south"}
    second = another(league, tmp_path / "second")
    (refused,) = second.take(shared.parcels["north"], refused=True)["refused"]
    assert refused["what"] == "forgotten"
    # a catalog that is made again knows of it
    database = servers.database.new("forgets_again")
    third = another(league, tmp_path / "third", f"postgres:{database}")
    assert third.said("tidy", "--catalog")["matches"] == MATCHES
    assert third.rows("SELECT count(*) FROM lake.forgotten") == [(MATCHES,)]


def test_parcels_that_were_not_deleted_to_the_end_are_by_the_same_again(
    full: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = place_at(full.place)
    asked = Folder.delete

    def away(self: Folder, names: Sequence[str]) -> None:
        asked(self, names[:-1])
        raise Away("a server is away")

    with monkeypatch.context() as patch, pytest.raises(Away):
        patch.setattr(Folder, "delete", away)
        persons.forget(place, "north:p-ana")
    assert list((full.place / "parcels").glob("north/*"))
    assert [each.publisher for each in all_kept(shelf_of(place))] == ["south"]
    assert persons.forget(place, "north:p-ana").parcels
    assert not list((full.place / "parcels").glob("north/*"))


@pytest.mark.parametrize(("moment", "due"), [("/parcel.json", 0), ("UPDATE lake.turn", 1)])
def test_an_intake_that_is_killed_keeps_a_parcel_whole_or_not_at_all(
    moment: str,
    due: int,
    servers: Servers,
    empty_served: League,
    shared: Shared,
    tmp_path: Path,
) -> None:
    """Another machine takes what it has kept, and what is sent again is complete."""
    name = f"killed{len(moment)}"
    league = servers.copy(empty_served, tmp_path / "first", name)
    killed = started("-c", KILLED, moment, league.place, shared.parcels["north"])
    assert ended([killed])[0][0] == -signal.SIGKILL
    assert servers.store.objects(f"{name}/parcels/north/")
    second = another(league, tmp_path / "second")
    done = second.said("take")
    assert (done["parcels"], done["new"]) == (due, due * MATCHES)
    second.take(*shared.parcels.values())
    assert second.content() == shared.content
    sent = Kept("north", shared.parcels["north"].name)
    assert len(list_of(shelf_of(place_at(second.place)), sent).heads) == MATCHES
