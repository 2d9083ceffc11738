"""Packets: one file that proves a match where there is no log, and nothing that is no packet."""

import io
import os
import zipfile
from pathlib import Path

import pytest

from storage.log import Log
from storage.proof.given import given_heads
from storage.proof.packet import BOUNDS, MOST, PacketError, Unproven, prove_packet
from tests.cli.test_home import DISPUTE, Home, home

__all__ = ["home"]

MATCH = "vale-open-r4-t1-g2"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The packet of the shipped dispute."""
    made = Home(tmp_path_factory.mktemp("packet"))
    made.ok("import", DISPUTE)
    made.ok("export", MATCH, "--packet", made.folder / "one.packet")
    return (made.folder / "one.packet").read_bytes()


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(held: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """An archive as the program writes them, but for how it is compressed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in held.items():
            part = zipfile.ZipInfo(name)
            part.create_system, part.external_attr = 3, 0o644 << 16
            archive.writestr(part, content, method)
    return file.getvalue()


def changed(whole: bytes, part: str, old: bytes, new: bytes) -> bytes:
    held = parts(whole)
    assert old in held[part]
    return zipped({**held, part: held[part].replace(old, new, 1)})


def test_a_packet_proves_the_match_where_there_is_no_log(home: Home, whole: bytes) -> None:
    path = home.folder / "one.packet"
    path.write_bytes(whole)
    told = home.ok("verify", path)
    assert told.startswith("EXACT  ")
    assert "96 entries" in told
    assert not home.log.exists()
    found = home.json("verify", path)
    other = Home(home.folder / "none")
    head = other.json("head", DISPUTE)
    assert (found["exact"], found["match"], found["head"]) == (True, MATCH, head["head"])
    assert found["version"] == "1.1"
    assert "HEAD  it is that of entry 96" in home.ok("verify", path, "--head", head["phrase"])
    assert "OTHER HEAD" in home.ok("verify", path, "--head", "f" * 64, status=4)


def test_the_same_match_gives_the_same_packet_and_gives_its_head_out(
    home: Home, whole: bytes
) -> None:
    home.ok("import", DISPUTE)
    home.ok("people", "set", "p-mira", "Mira Somebody")
    home.ok("export", MATCH, "--packet", home.folder / "two.packet")
    assert (home.folder / "two.packet").read_bytes() == whole
    assert b"Somebody" not in whole
    with Log.open(home.log) as log:
        assert [(g.match, g.seq) for g in given_heads(log)] == [(MATCH, 96)]


def test_a_packet_brings_a_catalog_of_its_own(home: Home, whole: bytes) -> None:
    held = parts(whole)
    assert list(held) == list(BOUNDS)
    path = home.folder / "other.packet"
    path.write_bytes(changed(whole, "catalog.json", b'"name":"', b'"name":"x'))
    with pytest.raises(Unproven, match="and the match pins"):
        prove_packet(path)


@pytest.mark.parametrize(
    ("part", "old", "new", "why"),
    [
        ("record.txt", b"joss attack 6-2", b"joss attack 6-1", "the entries come to 96:"),
        ("record.txt", b"digest=cca459", b"digest=dca459", "the replay comes to cca459"),
        ("record.txt", b"96 16:09:50", b"#96 16:09:50", "the entries come to 95:"),
        ("packet.json", b'"head": "96:', b'"head": "95:', "the head is 95:"),
        ("packet.json", MATCH.encode(), b"another", "packet.json says match another"),
    ],
)
def test_what_contradicts_itself_is_not_exact(
    home: Home, whole: bytes, part: str, old: bytes, new: bytes, why: str
) -> None:
    path = home.folder / "changed.packet"
    path.write_bytes(changed(whole, part, old, new))
    with pytest.raises(Unproven, match=why):
        prove_packet(path)
    assert home.ok("verify", path, status=4).startswith("NOT EXACT  ")
    assert home.json("verify", path, status=4)["exact"] is False


def _padded(whole: bytes) -> bytes:
    return zipped({**parts(whole), "record.txt": b"#" * (BOUNDS["record.txt"] + 1)})


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda w: b"", "no packet"),
        (lambda w: b"match = 1\n", "no packet"),
        (lambda w: w[: len(w) // 2], "cut short"),
        (lambda w: w[:-1], "cut short"),
        (lambda w: w + b"more", "cut short, or something was added"),
        (lambda w: b"x" + w, "no packet"),
        (lambda w: zipped({"a.txt": b"1"}), "expected the parts"),
        (lambda w: zipped({**parts(w), "evil.txt": b"1"}), "expected the parts"),
        (lambda w: zipped(dict(reversed(parts(w).items()))), "expected the parts"),
        (lambda w: zipped(parts(w), zipfile.ZIP_DEFLATED), "is compressed"),
        (lambda w: w.replace(b"joss attack 6-2", b"joss attack 6-1", 1), "damaged"),
        (_padded, "16,777,217 bytes; at most 16,777,216"),
        (lambda w: b"PK\x03\x04" + bytes(MOST), "bytes; at most"),
        (lambda w: changed(w, "packet.json", b'"format": 1', b'"format": 2'), "of format 2"),
        (lambda w: changed(w, "packet.json", b'"format"', b'"formal"'), "packet.json: "),
        (lambda w: zipped({**parts(w), "packet.json": b"[" * 4000}), "packet.json: "),
        (lambda w: changed(w, "record.txt", b"joss attack", b"joss atack"), r"record\.txt:\d+:"),
        (lambda w: changed(w, "record.txt", b'"wondervale"', b'"chess"'), "unknown game"),
        (lambda w: zipped({**parts(w), "record.txt": b"\xff"}), "can't decode"),
        (lambda w: zipped({**parts(w), "catalog.json": b"[]"}), "catalog.json: "),
    ],
)
def test_what_is_no_packet_is_told_in_one_line(
    home: Home, whole: bytes, make: object, why: str
) -> None:
    path = home.folder / "bad.packet"
    path.write_bytes(make(whole))  # type: ignore[operator]
    with pytest.raises(PacketError, match=why):
        prove_packet(path)
    assert home.error("verify", path)


def test_files_that_are_not_there_or_not_regular_are_told(home: Home) -> None:
    assert "No such file" in home.error("verify", home.folder / "none.packet", status=1)
    assert "directory" in home.error("verify", f"{home.folder}/", status=1)
    os.mkfifo(home.folder / "pipe.packet")
    assert "no regular file" in home.error("verify", home.folder / "pipe.packet")


def test_a_packet_holds_one_match_and_goes_into_a_file(home: Home, tmp_path: Path) -> None:
    home.play()
    assert "one match" in home.error("export", "--packet", tmp_path / "a.packet")
    told = home.error("export", "r1", "--packet", tmp_path / "a.packet", "--format", "jsonl")
    assert "--packet" in told
