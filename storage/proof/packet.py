"""Packets: one match as a single file that proves itself on a machine without the log.

A packet is a zip archive of three parts, stored as they are and in this order: ``packet.json``
(format, match, game, version of its rules, hash of the catalog, head), ``record.txt`` (the text
record with its noted digests) and ``catalog.json`` (the catalog as canonical JSON). The same match
always gives the same bytes. Names of people are not in it.
"""

import io
import os
import stat
import struct
import zipfile
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from events.bounds import MOST_ENTRY
from events.common import Opening
from events.entry import GENESIS, MatchId, canonical, link
from events.error import RefereeError
from referee.catalog import Catalog, CatalogError, stored_catalog
from referee.game import Game
from referee.games.registry import game_of
from storage.exchange.record import RecordError, TextRecord, read_record
from storage.exchange.transfer import export_record
from storage.match import Match
from storage.proof.head import Head, WrittenHead, written_head
from storage.replays.replayed import Unplayable, replayed

FORMAT = 1
"""The format of packets that this program writes and reads."""
BOUNDS = {"packet.json": 4_096, "record.txt": 16 << 20, "catalog.json": 16 << 20}
"""The parts in their order, and how many bytes each may have."""
MOST = sum(BOUNDS.values()) + 4_096
"""How many bytes a packet may have."""

_END = struct.Struct("<4s4H2LH")
"""The end of a zip archive: mark, disks, parts, size and place of its directory, no comment."""
_MARK = b"PK\x05\x06"


class PacketError(RefereeError, ValueError):
    """A file that is no packet: foreign, cut short, too large or malformed; says which."""


class Unproven(PacketError):
    """A packet that is well-formed and contradicts itself; says where."""


class Proved(Struct, frozen=True):
    """What a packet proves."""

    match: str  # the match
    game: str  # the id of its game
    version: str  # the version of the rules
    catalog: str  # the hash of the catalog
    entries: int  # how many entries there are
    digests: int  # how many noted states the replay came to
    head: str  # the last entry and its hash
    hashes: list[str]  # the hash of every entry


class _Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    match: MatchId
    game: str
    version: str
    catalog: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    head: WrittenHead


def packet_of(match: Match) -> bytes:
    """The packet of a match.

    Raises:
        PacketError: a part would be larger than its bound.
    """
    opening = match.entry(1).event
    assert isinstance(opening, Opening)
    head = str(Head(match.last, match.hashes[-1]))
    manifest = _Manifest(FORMAT, match.id, opening.game, opening.version, match.catalog.hash, head)
    parts = {
        "packet.json": msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n",
        "record.txt": export_record(match).encode(),
        "catalog.json": match.catalog.canonical,
    }
    for name, content in parts.items():
        if len(content) > BOUNDS[name]:
            raise PacketError(f"{match.id}: {name} would have {_over(len(content), BOUNDS[name])}")
    return _zipped(parts)


def _zipped(parts: dict[str, bytes]) -> bytes:
    """The archive; no time, no system and no compression is in it that could differ."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            part = zipfile.ZipInfo(name)
            part.create_system = 3
            part.external_attr = 0o644 << 16
            archive.writestr(part, content)
    return file.getvalue()


def prove_packet(path: Path) -> Proved:
    """See that a packet is whole, and replay what is in it; no log is needed.

    Raises:
        PacketError: the file is no packet, or one of a later program.
        Unproven: chain, head, catalog or a noted state is not what it says.
        OSError: it cannot be read.
    """
    parts = _parts(path)
    try:
        said = msgspec.json.decode(parts["packet.json"], type=_Manifest)
    except (ValueError, RecursionError) as error:
        raise PacketError(f"{path}: packet.json: {error}") from None
    if said.format != FORMAT:
        raise PacketError(f"{path}: a packet of format {said.format}; this program reads {FORMAT}")
    record = _record(path, parts["record.txt"])
    opening = record.entries[0].event
    assert isinstance(opening, Opening)
    game = game_of(opening.game, opening.version)
    pinned = (record.entries[0].match, opening.game, opening.version, opening.catalog)
    stated = (said.match, said.game, said.version, said.catalog)
    for what, here, there in zip(
        ("match", "game", "version", "catalog"), stated, pinned, strict=True
    ):
        if here != there:
            raise Unproven(f"packet.json says {what} {here}, and the record {there}")
    payloads, hashes = _chained(path, game, record)
    head = written_head(said.head)
    if Head(len(hashes), hashes[-1]) != head:
        raise Unproven(f"the head is {head}, and the entries come to {len(hashes)}:{hashes[-1]}")
    catalog = _catalog(path, game, parts["catalog.json"], opening.catalog)
    try:
        noted = replayed(said.match, game, catalog, payloads).noted
    except Unplayable as error:
        raise Unproven(f"entry {error.seq}: {error.why}") from None
    for seq, digest in record.digests.items():
        if noted.get(seq) != digest:
            due = noted.get(seq) or "none"
            raise Unproven(f"entry {seq}: {digest} is noted, and the replay comes to {due}")
    count = len(record.digests)
    return Proved(*pinned, len(hashes), count, str(head), hashes)


def _parts(path: Path) -> dict[str, bytes]:
    """The parts of a packet, each within its bound."""
    with open(path, "rb", opener=_without_waiting) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise PacketError(f"{path}: no packet, and no regular file")
        content = file.read(MOST + 1)
    if len(content) > MOST:
        raise PacketError(f"{path}: {_over(about.st_size, MOST)}")
    if not content.startswith(b"PK\x03\x04"):
        raise PacketError(f"{path}: no packet; referee export MATCH --packet FILE writes one")
    end = content[-_END.size :]
    if len(end) < _END.size or not end.startswith(_MARK):
        raise PacketError(f"{path}: cut short, or something was added behind its end")
    _, _, _, _, count, size, _, _ = _END.unpack(end)
    if count != len(BOUNDS) or size > 4_096:
        raise PacketError(f"{path}: no packet; expected the parts {', '.join(BOUNDS)}")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            listed = archive.infolist()
            if [part.filename for part in listed] != list(BOUNDS):
                raise PacketError(f"{path}: no packet; expected the parts {', '.join(BOUNDS)}")
            for part in listed:
                if part.compress_type != zipfile.ZIP_STORED:
                    raise PacketError(f"{path}: {part.filename} is compressed; packets are not")
                if part.file_size > BOUNDS[part.filename]:
                    over = _over(part.file_size, BOUNDS[part.filename])
                    raise PacketError(f"{path}: {part.filename} has {over}")
            parts = {part.filename: archive.read(part) for part in listed}
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError) as error:
        if isinstance(error, PacketError):
            raise
        raise PacketError(f"{path}: damaged: {error}") from None
    if _zipped(parts) != content:
        raise PacketError(f"{path}: something in it is hidden from view, or was moved")
    return parts


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a named pipe that nobody writes is not waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _over(size: int, bound: int) -> str:
    return f"{size:,} bytes; at most {bound:,} are allowed"


def _record(path: Path, content: bytes) -> TextRecord:
    try:
        text = content.decode()
        return read_record(text, lambda game, version: game_of(game, version).codec, "record.txt")
    except (UnicodeDecodeError, RecordError) as error:
        raise PacketError(f"{path}: {error}") from None


def _chained(path: Path, game: Game, record: TextRecord) -> tuple[list[bytes], list[str]]:
    """The payload and the hash of every entry."""
    payloads: list[bytes] = []
    hashes: list[str] = []
    for entry in record.entries:
        try:
            payload = canonical(game.codec.entry(canonical(entry)))
        except (ValueError, RecursionError) as error:
            raise PacketError(f"{path}: entry {entry.seq}: {error}") from None
        if len(payload) > MOST_ENTRY:
            raise PacketError(f"{path}: entry {entry.seq}: {_over(len(payload), MOST_ENTRY)}")
        hashes.append(link(hashes[-1] if hashes else GENESIS, payload))
        payloads.append(payload)
    return payloads, hashes


def _catalog(path: Path, game: Game, content: bytes, pinned: str) -> Catalog:
    try:
        found = stored_catalog(content, game.catalog_type)
    except (CatalogError, RecursionError) as error:
        raise PacketError(f"{path}: catalog.json: {error}") from None
    if found.hash != pinned or found.canonical != content:
        raise Unproven(f"catalog.json is {found.hash}, and the match pins {pinned}")
    return found


__all__ = [
    "BOUNDS",
    "FORMAT",
    "MOST",
    "PacketError",
    "Proved",
    "Unproven",
    "packet_of",
    "prove_packet",
]
