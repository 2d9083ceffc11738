"""Parcels (LG-4.1): what a store sends to a league, and what the league keeps as evidence.

A parcel is a folder of three files that never change: ``entries.parquet``, ``catalogs.parquet``,
as an export writes them, and ``parcel.json``, which lists the heads of the matches, the hashes of
the files, the publisher, and the key with its signature. The folder is named by the SHA-256 of
``parcel.json``: the same content is the same name, and sending it again changes nothing. There are
no names in it, no secrets and no receipts. On its way it may be one file, a zip archive of these
three, stored as they are; as such it is an object of a bucket, too.

What is signed is the SHA-256 of this text, whose lines each end with a line feed, the matches in
the order of their bytes::

    referee parcel 1
    north
    open-r1-t1-g1 96:5f0c…
"""

import os
import re
import shutil
import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from events.bounds import TooMuch
from events.entry import MatchId
from storage.database import fault
from storage.error import UnknownMatch
from storage.fact_tables import quoted
from storage.files import NotText, Scratch, Unreadable, read_text, require_regular
from storage.league.lake import S3, LeagueError, given
from storage.league.sending.left_out import LeftOut, left_out, require_no_names, telling_seats
from storage.league.shelf import Bucket, Folder, Shelf
from storage.log import Log
from storage.match_pages import Progress
from storage.proof.given import heads
from storage.proof.head import WrittenHead, find_head
from storage.proof.signatures import PARCEL, is_signed, signed

FORMAT = 1
ZIP = ".zip"
_NAMED = re.compile(r"[0-9a-f]{64}\Z")
LIST, ENTRIES, CATALOGS = "parcel.json", "entries.parquet", "catalogs.parquet"
COLUMNS = {
    ENTRIES: (
        *("match_id", "seq", "id", "played_at", "recorded_at", "recorded_by", "type"),
        *("payload", "hash", "digest"),
    ),
    CATALOGS: ("hash", "game", "name", "payload"),
}
"""The files of a parcel with their columns."""

Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Publisher = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9][a-z0-9-]{0,31}\Z",
        description="up to 32 small letters, digits and hyphens",
    ),
]


class Listed(Struct, frozen=True, forbid_unknown_fields=True):
    """What ``parcel.json`` says."""

    format: int
    publisher: Publisher
    key_id: Sha256
    signature: Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]
    files: dict[str, Sha256]
    heads: dict[MatchId, WrittenHead]


class Parcel(Struct, frozen=True):
    """A parcel at hand."""

    folder: Path  # where it lies; of one that was made as a zip archive, that
    name: str  # the SHA-256 of its list
    listed: Listed  # what that says

    @property
    def root(self) -> str:
        """What is signed."""
        return root_of(self.listed.publisher, self.listed.heads)


class Packed(NamedTuple):
    """What was put into a parcel, and what was not."""

    parcel: Parcel | None  # None where nothing is new
    left: LeftOut  # what was new and is not in it
    seats: dict[str, str]  # matches of it in which a seat tells who sits there, each with the seat


class NoParcel(LeagueError):
    """A folder that is no parcel, or one whose files are not those of its list (LG-4.4).

    Args:
        message: what is wrong.
        what: the kind of refusal.
        listed: what its list says, where that could be read.
    """

    def __init__(self, message: str, what: str = "parcel", listed: Listed | None = None) -> None:
        super().__init__(message)
        self.what = what
        self.listed = listed


def root_of(publisher: str, found: Mapping[str, str]) -> str:
    """The root over the heads of a parcel."""
    lines = ["referee parcel 1", publisher, *(f"{match} {found[match]}" for match in sorted(found))]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def require_publisher(publisher: str) -> None:
    """See that a text can be the id of a publisher.

    Raises:
        LeagueError: it cannot.
    """
    try:
        msgspec.convert(publisher, Publisher)
    except msgspec.ValidationError:
        due = "up to 32 of a-z, 0-9 and -"
        raise LeagueError(f"{publisher[:80]}: no such id of a publisher; expected {due}") from None


# -- at the store ------------------------------------------------------------------------------


_STEPS = 4
"""How many steps a parcel is made in: heads, what is left out, files, and their hashes."""


class Sender(NamedTuple):
    """Who makes a parcel."""

    publisher: str  # the id by which the league knows the store
    key: str  # its private key, PEM


class Chosen(NamedTuple):
    """Which matches of a log go into a parcel, where anything in them is new."""

    match_ids: Sequence[str] | None = None  # which; None: all
    # heads that were sent before, as hash or words: a match that has not gone on is left out
    since: Mapping[str, str] | None = None
    telling: bool = False  # also those in which a seat is called as who sits there


ALL = Chosen()


def pack(
    log: Log,
    sender: Sender,
    target: Path,
    chosen: Chosen = ALL,
    *,
    zipped: bool = False,
    progress: Progress = lambda done, of: None,
) -> Packed:
    """Write a parcel of matches of a log into a folder, where anything is new.

    Args:
        log: the log, or a copy of it; open for reading will do.
        sender: who makes it.
        target: the folder in which the parcel will lie.
        chosen: which matches.
        zipped: as one file, a zip archive.
        progress: told how many steps are done, and how many there are.

    What tells of people is left out, as :mod:`storage.league.sending.left_out` says.

    Raises:
        LeagueError: the id is none, or somebody is called by name as an id.
        UnknownMatch: there is no such match.
        SigningError: the key is none.
        LogError: the log cannot be read, or the parcel not be written.
    """
    require_publisher(sender.publisher)
    found = _new_heads(log, chosen)
    progress(1, _STEPS)
    left = left_out(log, found, telling=chosen.telling)
    found = {match: head for match, head in found.items() if match not in left.matches}
    if not found:
        return Packed(None, left, {})
    require_no_names(log, [*found])
    progress(2, _STEPS)
    try:
        target.mkdir(parents=True, exist_ok=True)
        with Scratch(target) as scratch:
            folder = Path(scratch) / "parcel"
            folder.mkdir()
            _write(log, folder, sorted(found))
            progress(3, _STEPS)
            listed = _signed_list(folder, sender, found)
            name = _hash_of(folder / LIST)
            made = target / (f"{name}{ZIP}" if zipped else name)
            if zipped:
                _zip(folder, folder.with_suffix(ZIP))
                os.replace(folder.with_suffix(ZIP), made)
            else:
                _lay(folder, made)
    except OSError as error:
        raise fault(target, error) from error
    progress(_STEPS, _STEPS)
    return Packed(Parcel(made, name, listed), left, telling_seats(log, [*found]))


def _new_heads(log: Log, chosen: Chosen) -> dict[str, str]:
    """The heads of the chosen matches that have gone on since they were sent.

    Raises:
        UnknownMatch: there is no such match.
    """
    before = {} if chosen.since is None else chosen.since
    found = {match: str(head) for match, head in heads(log, chosen.match_ids).items()}
    for match in chosen.match_ids or ():
        if match not in found:
            raise UnknownMatch(f"{log.path}: no match {match!r}")
    return {m: head for m, head in found.items() if not _is_same(head, before.get(m))}


def _signed_list(folder: Path, sender: Sender, found: Mapping[str, str]) -> Listed:
    """Write the list of a parcel beside its files."""
    sign = signed(root_of(sender.publisher, found), sender.key, PARCEL)
    hashes = {name: _hash_of(folder / name) for name in COLUMNS}
    listed = Listed(FORMAT, sender.publisher, sign.key_id, sign.signature, hashes, {**found})
    text = msgspec.json.format(msgspec.json.encode(listed, order="sorted"), indent=1)
    (folder / LIST).write_bytes(text + b"\n")
    return listed


def _is_same(head: str, said: str | None) -> bool:
    """Whether a head is the one that was said, as hash or words."""
    return said is not None and find_head([_hash(head)], _hash(said)) is not None


def _hash(head: str) -> str:
    return head.rpartition(":")[2]


def _zip(folder: Path, file: Path) -> None:
    """The archive; no time, no system and no compression is in it that could differ."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name in (LIST, *COLUMNS):
            part = zipfile.ZipInfo(name)
            part.create_system = 3
            part.external_attr = 0o644 << 16
            with (folder / name).open("rb") as source, archive.open(part, "w") as into:
                shutil.copyfileobj(source, into)


def send(parcel: Parcel, address: str) -> str:
    """Put a parcel, a zip archive, into a bucket; the address of the object.

    Raises:
        Away: the object store does not answer.
        LeagueError: it cannot be put there.
    """
    bucket, name = Bucket(address), f"{parcel.name}{ZIP}"
    bucket.write(name, parcel.folder.read_bytes())
    return bucket.at(name)


def _write(log: Log, folder: Path, match_ids: Sequence[str]) -> None:
    chosen = quoted(given(match_ids))
    ids = f"(SELECT unnest(from_json({chosen}, '[\"VARCHAR\"]')))"
    pinned = f"SELECT catalog FROM matches WHERE match_id IN {ids}"
    queries = {
        ENTRIES: f"FROM entries WHERE match_id IN {ids} ORDER BY match_id, seq",
        CATALOGS: f"FROM catalogs WHERE hash IN ({pinned}) ORDER BY hash",
    }
    for name, query in queries.items():
        log.rows(
            f"COPY (SELECT {', '.join(COLUMNS[name])} {query}) TO {quoted(str(folder / name))} "
            "(FORMAT parquet, COMPRESSION zstd)"
        )


# -- at the league -----------------------------------------------------------------------------


Sent = Path | str
"""Where a parcel lies: a folder, a zip archive, or as a text the address of either in a bucket."""


def name_of(sent: Sent) -> str:
    """What a parcel is called where it lies."""
    return str(sent).rpartition("/")[2].removesuffix(ZIP)


@contextmanager
def opened(sent: Sent) -> Iterator[Parcel]:
    """A parcel in whatever form, as a folder while it is looked at.

    Raises:
        NoParcel: it is none, a byte of it was changed, or the bucket does not give it.
        Away: the object store does not answer.
        LogError: there is no room for it.
    """
    if isinstance(sent, Path) and sent.suffix != ZIP:
        yield read_parcel(sent)
        return
    with Scratch() as scratch:
        folder = Path(scratch) / name_of(sent)
        try:
            folder.mkdir()
            if isinstance(sent, str) and not sent.endswith(ZIP):
                _fetch(sent, (LIST, *COLUMNS), folder)
            elif isinstance(sent, str):
                address, _, name = sent.rpartition("/")
                _fetch(address, [name], Path(scratch))
                _unzip(Path(scratch) / name, folder, sent)
            else:
                _unzip(sent, folder, str(sent))
        except OSError as error:
            raise fault(folder, error) from error
        yield read_parcel(folder)


def _fetch(address: str, names: Sequence[str], folder: Path) -> None:
    """Fetch the first of these objects, and the others that are there."""
    bucket = Bucket(address, NoParcel)
    for name in names:
        content = bucket.read(name)
        if content is not None:
            (folder / name).write_bytes(content)
        elif name == names[0]:
            raise NoParcel(f"{bucket.at(name)}: there is no such object")


def _unzip(file: Path, folder: Path, named: str) -> None:
    """Take the files of a parcel out of its archive: these alone, none of them compressed, so that
    it takes no more room than it has bytes."""
    due = [LIST, *COLUMNS]
    try:
        size = require_regular(file)
        with _archive(file) as archive:
            parts = archive.infolist()
        stored = all(part.compress_type == zipfile.ZIP_STORED for part in parts)
        if [part.filename for part in parts] != due or not stored:
            raise NoParcel(f"{named}: expected {', '.join(due)}, stored as they are")
        if sum(part.file_size for part in parts) > size:
            raise NoParcel(f"{named}: it says that it has more than its {size:,} bytes")
        for part in parts:
            with (folder / part.filename).open("wb") as into:
                for some in _read(file, part):
                    into.write(some)
    except (Unreadable, _Broken) as error:
        raise NoParcel(f"{named}: this is no parcel: {error}") from None


class _Broken(Exception):
    """An archive that cannot be read."""


@contextmanager
def _archive(file: Path) -> Iterator[zipfile.ZipFile]:
    """An archive that may be anything: however it is broken, that is said by one error."""
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except _ODD as error:
        raise _Broken(str(error) or type(error).__name__) from None


_ODD = (OSError, zipfile.BadZipFile, RuntimeError, EOFError, ValueError, struct.error)
"""What reading an archive may raise: of one that was cut short, numbers lead before its begin."""


def _read(file: Path, part: zipfile.ZipInfo) -> Iterator[bytes]:
    with _archive(file) as archive, archive.open(part) as source:
        while some := source.read(_AT_ONCE):
            yield some


_AT_ONCE = 1 << 20
"""How many bytes are read at a time."""


def read_list(folder: Path) -> Listed:
    """What a parcel says that is in it, whether it is or not.

    Raises:
        NoParcel: it is none.
    """
    try:
        return msgspec.json.decode(read_text(folder / LIST), type=Listed)
    except (Unreadable, TooMuch, NotText, ValueError, RecursionError) as error:
        raise NoParcel(f"{folder}: this is no parcel: {error}") from None


def read_parcel(folder: Path) -> Parcel:
    """A parcel whose files are those that its list says.

    Raises:
        NoParcel: it is none, or a byte of it was changed.
    """
    listed = read_list(folder)
    name = _hash_of(folder / LIST)
    if listed.format > FORMAT:
        raise NoParcel(f"{folder}: a later version wrote it", "edition", listed)
    if _NAMED.match(folder.name) and folder.name != name:
        raise NoParcel(f"its list has the hash {name}, which is not its name", "bytes", listed)
    if set(listed.files) != set(COLUMNS):
        raise NoParcel(f"it should list {' and '.join(COLUMNS)}", "parcel", listed)
    for file, due in listed.files.items():
        try:
            require_regular(folder / file)
            found = _hash_of(folder / file)
        except (Unreadable, OSError):
            raise NoParcel(f"{file} cannot be read", "bytes", listed) from None
        if found != due:
            said = f"{file} has the hash {found}, and the list says {due}"
            raise NoParcel(said, "bytes", listed)
    return Parcel(folder, name, listed)


def is_by_key(parcel: Parcel) -> bool:
    """Whether the signature is of this parcel and of the key that it names."""
    listed = parcel.listed
    return is_signed(parcel.root, listed.key_id, listed.signature, PARCEL)


def _lay(folder: Path, target: Path) -> None:
    """Lay a whole parcel where its name says it lies; the same may be there, or come meanwhile.

    Raises:
        OSError: it cannot be laid there.
    """
    try:
        os.replace(folder, target)
    except OSError:
        if not (target / LIST).exists():
            raise


def parcels_in(box: Sent) -> list[Sent]:
    """The parcels that lie in a folder, or below an address in a bucket, in order: each a folder or
    one file, there or in the folder of a publisher.

    Raises:
        Away: the object store does not answer.
        LogError: it cannot be read.
    """
    if isinstance(box, Path):
        shelf: Shelf = Folder(box)
        names = [name for each in ("*", "*/*", "*/*/*") for name in shelf.names(each)]
    else:
        shelf = Bucket(box)
        names = shelf.names("**/*")
    found = {name.rpartition("/")[0] for name in names if name.endswith(f"/{LIST}")}
    found |= {name for name in names if name.endswith(ZIP) and _NAMED.match(name_of(name))}
    return [shelf.at(name) for name in sorted(found)]


# -- kept by the league --------------------------------------------------------------------------


CAME = "came"
"""The file beside those of a parcel that says when it was taken, as ISO 8601, and at which turn of
the lake: a catalog that is lost is made again in that order. Until it is taken, it says when the
parcel came, and no turn: 0. An older version wrote when it came alone."""


class When(NamedTuple):
    """When a parcel came to be in the lake."""

    at: datetime  # UTC
    turn: int | None  # at which turn of the lake; 0: it was not taken; None: that was not noted

    def as_written(self) -> bytes:
        """The same as the file says it."""
        at = self.at.astimezone(UTC).isoformat()
        return (at if self.turn is None else f"{at} {self.turn}").encode()


class Kept(NamedTuple):
    """A parcel that the league keeps."""

    publisher: str
    name: str

    @property
    def folder(self) -> str:
        """Where it lies on the shelf."""
        return f"parcels/{self.publisher}/{self.name}"


def keep(parcel: Parcel, shelf: Shelf, now: datetime) -> None:
    """Have the league keep a parcel. Its list is written last: what has none is no parcel. One that
    has lost a file is kept anew, and came when it came.

    Raises:
        Away: the object store does not answer.
        LogError: it cannot be written.
    """
    kept = Kept(parcel.listed.publisher, parcel.name)
    there = _files_of(shelf, kept)
    if there >= {LIST, *COLUMNS}:
        return
    try:
        for name in COLUMNS:
            shelf.write(f"{kept.folder}/{name}", (parcel.folder / name).read_bytes())
        if LIST not in there:
            note_came(shelf, kept, When(now, 0))
        shelf.write(f"{kept.folder}/{LIST}", (parcel.folder / LIST).read_bytes())
    except OSError as error:
        raise fault(parcel.folder, error) from error


def is_kept(shelf: Shelf, kept: Kept) -> bool:
    """Whether the league keeps a parcel, all of it."""
    return _files_of(shelf, kept) >= {LIST, *COLUMNS}


def _files_of(shelf: Shelf, kept: Kept) -> set[str]:
    return {name.rpartition("/")[2] for name in shelf.names(f"{kept.folder}/*")}


def all_kept(shelf: Shelf) -> list[Kept]:
    """The parcels that the league keeps, in order."""
    return [Kept(*name.split("/")[1:3]) for name in shelf.names(f"parcels/*/*/{LIST}")]


def note_came(shelf: Shelf, kept: Kept, moment: When) -> None:
    """Write down beside a parcel when it came.

    Raises:
        LogError: it cannot be written.
    """
    shelf.write(f"{kept.folder}/{CAME}", moment.as_written())


def came(shelf: Shelf, kept: Kept) -> When:
    """When a parcel came: as is written beside it, or when its list was written.

    Raises:
        LeagueError: what is written is no time.
        LogError: it cannot be read.
    """
    said = shelf.read(f"{kept.folder}/{CAME}")
    if said is None:
        return When(shelf.written_at(f"{kept.folder}/{LIST}"), None)
    try:
        at, _, turn = said.decode().strip().partition(" ")
        return When(datetime.fromisoformat(at).astimezone(UTC), int(turn) if turn else None)
    except ValueError:
        raise LeagueError(f"{shelf.at(kept.folder)}/{CAME}: expected a time") from None


def list_of(shelf: Shelf, kept: Kept) -> Listed:
    """What a parcel says that is in it, whether it is or not.

    Raises:
        NoParcel: it is none.
        LogError: it cannot be read.
    """
    content = shelf.read(f"{kept.folder}/{LIST}")
    try:
        return msgspec.json.decode(content or b"", type=Listed)
    except (ValueError, RecursionError) as error:
        raise NoParcel(f"{shelf.at(kept.folder)}: this is no parcel: {error}") from None


def drop(shelf: Shelf, kept: Kept) -> None:
    """Delete a parcel, if it is there: its list first, so that none is left which is not whole, and
    its entries last, by which :func:`storage.league.keeping.persons.forget` finds what is left.

    Raises:
        Away: the object store does not answer.
        LogError: it cannot be deleted.
    """
    names = shelf.names(f"{kept.folder}/*")
    shelf.delete(sorted(names, key=lambda e: (not e.endswith(LIST), e.endswith(ENTRIES))))


def sweep(shelf: Shelf, before: datetime) -> int:
    """Delete the files of parcels that were not kept to the end, or not deleted to the end; how
    many these were.

    Args:
        shelf: where parcels are kept.
        before: only of parcels of which nothing was written since: what is newer may be of an
            intake that is under way, as parcels are kept before there is a turn to commit.

    Raises:
        Away: the object store does not answer.
        LogError: it cannot be read or deleted.
    """
    whole, parts = {*all_kept(shelf)}, dict[Kept, list[str]]()
    for name in shelf.names("parcels/*/*/*"):
        _, publisher, parcel, file = name.split("/")
        if _NAMED.match(parcel) and file in (*COLUMNS, CAME):
            parts.setdefault(Kept(publisher, parcel), []).append(name)
    swept = 0
    for each in parts.keys() - whole:
        if max(map(shelf.written_at, parts[each])) < before:
            drop(shelf, each)
            swept += len(parts[each])
    return swept


def as_sent(text: str) -> Sent:
    """Where a parcel lies, as somebody has typed it."""
    return text if text.startswith(S3) else Path(text)


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


__all__ = [
    "CATALOGS",
    "COLUMNS",
    "ENTRIES",
    "LIST",
    "Chosen",
    "Kept",
    "Listed",
    "NoParcel",
    "Packed",
    "Parcel",
    "Publisher",
    "Sender",
    "Sent",
    "When",
    "all_kept",
    "as_sent",
    "came",
    "drop",
    "is_by_key",
    "is_kept",
    "keep",
    "list_of",
    "name_of",
    "note_came",
    "opened",
    "pack",
    "parcels_in",
    "read_list",
    "read_parcel",
    "require_publisher",
    "root_of",
    "send",
    "sweep",
]
