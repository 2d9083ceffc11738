"""What is left of a damaged log, made into a new one.

A flipped bit is put right by the checksum of its block. Where more is damaged, the tables are read
one by one and piece by piece, in a process of its own that may fail; of each match as much is
taken as its chain holds, from whichever source has the next entry: the file, its journal, other
logs such as backups, and the line files of a venue.
"""

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import msgspec

from events.entry import GENESIS, link
from events.error import RefereeError
from referee.catalog import stored_catalog
from referee.games.registry import game_of
from storage.database import journal_path, require_folder, sync_folder
from storage.error import LogError
from storage.exchange.blocks import Mended, mend
from storage.exchange.transfer import import_jsonl
from storage.files import Scratch
from storage.instance import CONFIG
from storage.log import Log
from storage.proof.given import give_out
from storage.proof.head import Head
from storage.verify import Report, verify
from storage.verify.journal import set_aside
from storage.verify.outside_copies import beside

_COLUMNS = {
    "catalogs": "game, payload",
    "people": "person, name",
    "secrets": "match_id, secret",
    "heads": "match_id, seq, hash",
    "matches": "match_id",
    "entries": "payload, hash, digest",
}
_PIECE = 2048
"""So many rows lie together in a file; no piece that is read is smaller."""
_TRIES = 100
"""So often a process may fail before what is left is left."""
_SPAWN = get_context("spawn")

Row = Sequence[Any]


class Lost(NamedTuple):
    """Entries of a match that are nowhere."""

    match: str  # the match
    first: int  # the first of them
    last: int  # the last that is known to have been


class Salvaged(NamedTuple):
    """What came of it."""

    mended: Mended  # what was done to the blocks of the file
    whole: bool  # whether the file was put right as a whole, so that all of it is in the new log
    journal: str  # what is wrong with the journal; empty where nothing is or there is none
    unread: Mapping[str, int]  # how many rows of which table could not be read
    lost: Sequence[Lost]  # which entries are missing
    faults: Mapping[str, str]  # the matches that could not be taken, with the reason
    report: Report  # the verification of the new log


def salvage(path: Path, new: Path, others: Sequence[Path] = ()) -> Salvaged:
    """Make a new log of what can be read of a damaged one, which stays as it is.

    Args:
        path: the damaged log.
        new: the log that is to be made; nothing may be there.
        others: other logs, line files, and folders with such, that may have what is missing.

    Raises:
        LogError: there is no such log, or there is one already; or it cannot be written.
    """
    require_folder(new)
    if new.exists():
        raise LogError(f"{new}: is there already; what is salvaged takes the place of nothing")
    if not path.is_file():
        raise LogError(f"{path}: there is no such log")
    try:
        with Scratch(new.absolute().parent) as folder:
            copy = Path(folder) / "damaged" / new.name
            copy.parent.mkdir()
            shutil.copyfile(path, copy)
            mended = mend(copy)
            amiss = _with_journal(path, copy)
            draft = Path(folder) / new.name
            found = _as_it_was(copy, draft, mended, amiss)
            if found is None:
                found = _pieced(copy, draft, others)._replace(mended=mended, journal=amiss)
            draft.rename(new)
        sync_folder(new)
    except OSError as error:
        raise LogError(f"{error.filename or new}: {error.strerror or error}") from error
    return found


def _with_journal(path: Path, copy: Path) -> str:
    """Put the journal of a log beside its copy, as far as it is sound; what is wrong with it."""
    try:
        shutil.copyfile(journal_path(path), journal_path(copy))
    except FileNotFoundError:
        return ""
    try:
        found, _ = set_aside(copy)
    except LogError as error:
        if "no damaged journal" in str(error):
            return ""
        journal_path(copy).unlink(missing_ok=True)
        return "it cannot be read beside a damaged file"
    return f"{found.damage}; {found.safe.entries - found.file.entries} entries of it are sound"


def _as_it_was(copy: Path, draft: Path, mended: Mended, amiss: str) -> Salvaged | None:
    """The file itself, where it is what was written, or is verified as exact."""
    trial = _SPAWN.Process(target=_tried, args=(copy,), daemon=True)  # which may be its end
    trial.start()
    trial.join()
    if trial.exitcode:
        return None
    with Log.open(copy) as log:
        report = verify(log)
    if not mended.sound and not report.exact:
        return None
    copy.rename(draft)
    return Salvaged(mended, True, amiss, {}, [], {}, report)


def _tried(copy: Path) -> None:
    """Open a file and read all of it, in a process of its own.

    Raises:
        LogError: it cannot be read.
    """
    _quiet()
    with Log.open(copy, write=True) as log:
        log.rows("CHECKPOINT")
        verify(log)


def _quiet() -> None:
    """Let a process that may fail say nothing of it."""
    with suppress(OSError), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)


# -- piece by piece ---------------------------------------------------------------------------


class _Found:
    """What was read, from wherever."""

    def __init__(self) -> None:
        self.entries: dict[str, dict[int, dict[bytes, tuple[str, str]]]] = {}
        self.catalogs: dict[str, str] = {}
        self.people: dict[str, str] = {}
        self.secrets: dict[str, str] = {}
        self.heads: dict[tuple[str, int], str] = {}
        self.named: dict[str, int] = {}
        """The last entry of each match that anything tells of."""

    def take(self, table: str, row: Row) -> None:
        """Take a row of a table."""
        if table == "entries":
            self.entry(row[0].encode(), row[1], row[2])
        elif table == "catalogs":
            self.catalogs[row[1]] = row[0]
        elif table == "people":
            self.people[row[0]] = row[1]
        elif table == "secrets":
            self.secrets[row[0]] = row[1]
        elif table == "heads":
            self.heads[row[0], row[1]] = row[2]
            self.named[row[0]] = max(self.named.get(row[0], 0), row[1])
        else:
            self.named.setdefault(row[0], 1)

    def entry(self, payload: bytes, chained: str, digest: str | None) -> None:
        """Take an entry, if it is one at all."""
        try:
            said = msgspec.json.decode(payload, type=_Entry)
        except (ValueError, RecursionError):
            return
        own = self.entries.setdefault(said.match, {})
        own.setdefault(said.seq, {})[payload] = chained, digest or ""
        self.named[said.match] = max(self.named.get(said.match, 0), said.seq)

    def chain(self, match_id: str) -> Iterator[tuple[bytes, str]]:
        """The entries of a match as far as its chain holds, each with its digest."""
        previous, seq = GENESIS, 1
        own = self.entries.get(match_id, {})
        while True:
            for payload, (stated, digest) in own.get(seq, {}).items():
                if link(previous, payload) == stated:
                    yield payload, digest
                    previous, seq = stated, seq + 1
                    break
            else:
                return


class _Entry(msgspec.Struct):
    match: str
    seq: int


def _pieced(copy: Path, draft: Path, others: Sequence[Path]) -> Salvaged:
    found = _Found()
    unread = _read_damaged(copy, found)
    _gather(others, found)
    if not found.named:
        raise LogError(
            f"{copy.name}: nothing of the damaged log can be read; a backup, or the folder of a "
            "venue's copies, may have it: --from"
        )
    lost, faults = [], {}
    with Log.open(draft, write=True) as log:
        for payload, game_id in found.catalogs.items():
            with suppress(RefereeError, ValueError):
                log.add_catalog(stored_catalog(payload.encode(), game_of(game_id).catalog_type))
        for match_id, last in sorted(found.named.items()):
            chain = [*found.chain(match_id)]
            if len(chain) < last:
                lost.append(Lost(match_id, len(chain) + 1, last))
            if chain and (fault := _imported(log, draft.with_name("lines"), chain)):
                faults[match_id] = fault
        for person, name in found.people.items():
            log.name_person(person, name)
        for match_id, secret in found.secrets.items():
            with suppress(LogError):
                log.keep_secret(match_id, secret)
        for (match_id, seq), chained in found.heads.items():
            if log.rows(
                "SELECT 1 FROM entries WHERE match_id = ? AND seq = ? AND hash = ?",
                [match_id, seq, chained],
            ):
                give_out(log, {match_id: Head(seq, chained)})
        log.rows("CHECKPOINT")
    with Log.open(draft) as log:
        report = verify(log)
    return Salvaged(Mended(0, 0, 0, 0, 0), False, "", unread, lost, faults, report)


def _imported(log: Log, lines: Path, chain: Sequence[tuple[bytes, str]]) -> str:
    """Take a match into the new log; what is wrong with it, else nothing."""
    with lines.open("wb") as file:
        for payload, digest in chain:
            more = f',"digest":"{digest}"' if digest else ""
            file.write(payload[:-1] + f"{more}}}\n".encode())
    try:
        import_jsonl(log, lines)
    except LogError:
        try:
            import_jsonl(log, lines, referee=False)
        except LogError as error:
            return str(error)
    return ""


def _gather(others: Sequence[Path], found: _Found) -> None:
    for path in beside(others):
        if path.suffix == ".jsonl":
            _read_lines(path, found)
        else:
            with suppress(LogError), Log.open(path, wait=0) as log:
                for table, columns in _COLUMNS.items():
                    if log.has_table(table):
                        for row in log.rows(f"SELECT {columns} FROM {table}"):
                            found.take(table, row)


def acknowledged(safe: Mapping[str, int], others: Sequence[Path]) -> dict[str, int]:
    """The last entry of each match that other logs or line files know of, where that is not safe.
    They have what was acknowledged alone.

    Args:
        safe: the last entry of each match that is safe.
        others: other logs, line files, and folders with such.
    """
    found = _Found()
    _gather(others, found)
    return {key: n for key, n in sorted(found.named.items()) if n > safe.get(key, 0)}


def _read_lines(path: Path, found: _Found) -> None:
    """The entries and catalogs of a line file of a venue."""
    with path.open("rb") as file:
        for text in file:
            with suppress(ValueError, RecursionError):
                line = msgspec.json.decode(text, type=_Line)
                if entry := bytes(line.entry):
                    found.entry(entry, line.hash, line.digest)
                elif catalog := bytes(line.catalog):
                    found.catalogs[catalog.decode()] = line.game


class _Line(msgspec.Struct):
    entry: msgspec.Raw = msgspec.Raw()
    hash: str = ""
    digest: str = ""
    catalog: msgspec.Raw = msgspec.Raw()
    game: str = ""


# -- a process that may fail ------------------------------------------------------------------


def _read_damaged(copy: Path, found: _Found) -> dict[str, int]:
    """Read what can be; how many rows of which table cannot."""
    out = copy.with_name("read")
    left: list[tuple[str, int, int]] = [(table, 0, -1) for table in _COLUMNS]
    unread: dict[str, int] = {}
    for _ in range(_TRIES):
        if not left:
            break
        out.write_bytes(b"")
        process = _SPAWN.Process(target=_read, args=(copy, out, left), daemon=True)
        process.start()
        process.join()
        begun = None
        for line in out.read_text("utf-8", "replace").splitlines():
            with suppress(ValueError, LookupError, TypeError):
                kind, *said = json.loads(line)
                if kind == "begin":
                    begun = (said[0], said[1], said[2])
                elif kind == "row":
                    found.take(said[0], said[1:])
                elif kind == "unread":
                    unread[said[0]] = unread.get(said[0], 0) + said[1]
                elif kind == "done":
                    left = [each for each in left if each != begun]
                    begun = None
                elif kind == "split" and begun is not None:
                    left = [each for each in left if each != begun]
                    left += [(each[0], each[1], each[2]) for each in said]
                    begun = None
        if begun is not None:  # the process ended in it
            left.remove(begun)
            table, first, end = begun
            if end - first > _PIECE:
                middle = first + (end - first) // 2 // _PIECE * _PIECE
                left += [(table, first, middle), (table, middle, end)]
            else:
                unread[table] = unread.get(table, 0) + max(end - first, 0)
        elif process.exitcode:
            break  # it cannot even be opened
    return unread


def _read(copy: Path, out: Path, pieces: list[tuple[str, int, int]]) -> None:
    """Read pieces of tables from a file that may end this process."""
    _quiet()
    with out.open("w", encoding="utf-8", buffering=1) as file:

        def say(*words: object) -> None:
            file.write(json.dumps(words) + "\n")

        connection = duckdb.connect(copy, read_only=True, config=CONFIG)
        for piece in pieces:
            say("begin", *piece)
            table, first, end = piece
            try:
                if end < 0:
                    last = connection.execute(f"SELECT max(rowid) FROM {table}").fetchone()
                    ends = 0 if last is None or last[0] is None else last[0] + 1
                    say("split", *([[table, 0, ends]] if ends else []))
                    continue
                rows = connection.execute(
                    f"SELECT {_COLUMNS[table]} FROM {table} WHERE rowid >= {first} "
                    f"AND rowid < {end}"
                ).fetchall()
            except duckdb.CatalogException:
                say("done")
                continue
            except (duckdb.Error, UnicodeError):
                with suppress(duckdb.Error):
                    connection.close()
                connection = duckdb.connect(copy, read_only=True, config=CONFIG)
                if end - first > _PIECE:
                    middle = first + (end - first) // 2 // _PIECE * _PIECE
                    say("split", [table, first, middle], [table, middle, end])
                else:
                    say("unread", table, max(end - first, 0))
                    say("done")
                continue
            for row in rows:
                say("row", table, *row)
            say("done")


__all__ = ["Lost", "Salvaged", "acknowledged", "salvage"]
