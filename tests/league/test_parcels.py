"""Parcels in other forms: as one file, and in a bucket."""

import shutil
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from storage.league.lake import LeagueError, in_bucket
from storage.league.parcels import COLUMNS, LIST, parcels_in
from tests.league.conftest import Shared
from tests.league.servers import object_store
from tests.league.stores import MATCHES, PLAYED, League, Store

BUCKET = "inbox"


def packed(store: Store, *arguments: object) -> dict[str, object]:
    """What a store answers that makes a parcel."""
    own = ("--publisher", store.name, "--key", store.key)
    told: dict[str, object] = store.json("league", "parcel", *own, *arguments)
    return told


def test_a_parcel_in_one_file_is_the_same_parcel(
    league: League, shared: Shared, north: Store, tmp_path: Path
) -> None:
    inbox = tmp_path / "inbox"
    made = packed(north, "-o", inbox, "--zip")
    file = Path(str(made["folder"]))
    assert file == inbox / f"{shared.parcels['north'].name}.zip"
    before = file.read_bytes()
    assert packed(north, "-o", inbox, "--zip") == made and file.read_bytes() == before
    assert packed(north, "-o", inbox, "--since", file)["matches"] == 0
    (inbox / "some.zip").write_bytes(b"another file")
    assert league.said("take", "--inbox", inbox)["new"] == MATCHES
    status = ("status", file, "--key", north.key)
    assert league.said(*status)["waiting"] == []
    assert league.take(shared.parcels["south"], file)["known"] == MATCHES
    assert league.content() == shared.content
    assert league.take()["parcels"] == 0, "it is kept as a folder, as others are"


def other_files(archive: zipfile.ZipFile) -> None:
    archive.writestr("../escaped", b"x")


def fewer(archive: zipfile.ZipFile) -> None:
    archive.writestr(LIST, b"{}")


def compressed(archive: zipfile.ZipFile) -> None:
    for name in (LIST, *COLUMNS):
        archive.writestr(name, b"0" * 100_000, zipfile.ZIP_DEFLATED)


def test_an_archive_that_leads_before_its_begin_is_refused_alone(
    league: League, shared: Shared, north: Store, tmp_path: Path
) -> None:
    """The system says so of one, where the library says nothing: others are taken."""
    file = Path(str(packed(north, "-o", tmp_path / "out", "--zip")["folder"]))
    content = bytearray(file.read_bytes())
    at = content.rindex(b"PK\5\6") + 16  # where the list of its files begins
    (begin,) = struct.unpack_from("<I", content, at)
    struct.pack_into("<I", content, at, begin + 1000)
    file.write_bytes(content)
    done = league.said("take", file, shared.parcels["south"], status=3)
    (refused,) = done["refused"]
    assert (refused["what"], refused["parcel"], done["new"]) == ("parcel", file.stem, MATCHES)
    assert "this is no parcel" in refused["why"]
    status = ("league", "status", file, "--key", north.key, "--league", league.place)
    assert "this is no parcel" in league.error(*status)


def test_an_archive_that_lies_where_parcels_are_kept_is_taken_once_and_no_evidence(
    league: League, north: Store
) -> None:
    packed(north, "-o", league.place / "parcels" / "north", "--zip")
    assert league.take()["new"] == MATCHES
    assert league.take()["parcels"] == 0
    before = league.content()
    (league.place / "catalog.ducklake").unlink()
    assert league.said("tidy", "--catalog")["parcels"] == 1
    assert league.content() == before


def test_a_parcel_that_is_being_written_is_none_yet(shared: Shared, tmp_path: Path) -> None:
    parcel = shared.parcels["north"]
    shutil.copytree(parcel, tmp_path / ".held" / "parcel")
    assert parcels_in(tmp_path) == []
    shutil.copytree(parcel, tmp_path / "north" / parcel.name)
    assert parcels_in(tmp_path) == [tmp_path / "north" / parcel.name]


@pytest.mark.parametrize("how", [other_files, fewer, compressed, None])
def test_an_archive_of_something_else_is_no_parcel(
    how: Callable[[zipfile.ZipFile], None] | None, league: League, tmp_path: Path
) -> None:
    file = tmp_path / f"{'0' * 64}.zip"
    if how is None:
        file.write_bytes(b"PK\x03\x04 cut short")
    else:
        with zipfile.ZipFile(file, "w") as archive:
            how(archive)
    (refused,) = league.said("take", file, status=3)["refused"]
    assert (refused["what"], refused["parcel"]) == ("parcel", "0" * 64)
    assert not list(tmp_path.rglob("escaped"))


def test_a_byte_of_an_archive_that_was_changed_is_told(
    league: League, north: Store, tmp_path: Path
) -> None:
    file = Path(str(packed(north, "-o", tmp_path / "out", "--zip")["folder"]))
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    (refused,) = league.said("take", file, status=3)["refused"]
    assert refused["what"] in ("parcel", "bytes")


def test_parcels_go_through_a_bucket(
    league: League, shared: Shared, north: Store, tmp_path: Path
) -> None:
    """Stores put them there, each below its own address, and the league takes what lies there."""
    box = f"s3://{BUCKET}/parcels"
    at = ("--league", league.place)
    with object_store(BUCKET):
        for store in (north, shared.stores["south"]):
            packed(store, "-o", f"{box}/{store.name}")
        sent = f"{box}/north/{shared.parcels['north'].name}.zip"
        assert packed(north, "-o", f"{box}/north")["folder"] == sent
        assert packed(north, "-o", f"{box}/north", "--since", sent)["matches"] == 0
        assert league.said("take", sent)["new"] == MATCHES
        done = league.said("take", "--inbox", box)
        assert (done["parcels"], done["new"], done["known"]) == (2, MATCHES, MATCHES)
        assert league.content() == shared.content
        north.add_note(f"{PLAYED}-3-1")
        more = packed(north, "-o", f"{box}/north", "--since", sent)
        assert more["matches"] == 1
        assert league.said("take", str(more["folder"]))["extended"] == 1
        none = f"s3://{BUCKET}-none/x"
        words = ("league", "take", "--inbox", none)
        assert f"{none}: HTTP Error" in league.error(*words, *at)
        gone = f"{box}/{'0' * 64}.zip"
        (refused,) = league.said("take", gone, sent, status=3)["refused"]
        assert (refused["what"], gone in refused["why"]) == ("parcel", True)
        own = ("--publisher", "north", "--key", north.key, "-o", none)
        assert f".zip: HTTP Error: Unable to connect to URL {none}" in north.error(
            *("league", "parcel", *own)
        )
    with pytest.raises(LeagueError), in_bucket(box) as bucket:
        bucket.execute("FROM no_such_table")
