"""A log made anew from a copy and the lines that were written after it (VN-11.3)."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from msgspec import Raw, Struct

from cli.venue.keeping.second_folder import Copy, Shelf, shelves_in
from events.entry import GENESIS, link
from events.error import RefereeError
from referee.catalog import stored_catalog
from referee.games.registry import game_of
from storage import schema
from storage.database import journal_path, require_folder, sync_folder
from storage.error import LogError
from storage.exchange.transfer import import_jsonl
from storage.files import Scratch
from storage.log import Log
from storage.venue.rows import forget
from storage.verify import Report, verify

Progress = Callable[[int, int | None], None]


_NOTHING = Raw()


class _Read(Struct, frozen=True):
    """One line, of an entry or of a catalog."""

    hash: str
    entry: Raw = _NOTHING
    received_at: datetime | None = None
    digest: str = ""
    catalog: Raw = _NOTHING
    game: str = ""


class _Entry(Struct, frozen=True):
    """What of an entry says where it belongs."""

    match: str
    seq: int
    recorded_at: datetime


class Added(Struct, frozen=True):
    """An entry that came from a line."""

    match: str  # the match
    seq: int  # its number
    recorded_at: datetime  # when it was recorded
    received_at: datetime  # when it came in


class Restored(Struct, frozen=True):
    """What a log was made from."""

    copy: Path  # the copy
    copied: int  # how many entries the copy had
    report: Report  # what the verification of the whole found; it is exact
    # the newest entry that was added from the lines; None where the copy had all
    last: Added | None
    # the last number of each match in the lines that does not follow on what there is
    left_out: Mapping[str, int]
    unreadable: int  # how many lines could not be read, but for one that was cut off at the end
    set_aside: Mapping[str, str]  # the newer copies that could not be used, each with the reason


def restore(folder: Path, log_path: Path, progress: Progress | None = None) -> Restored:
    """Make a log from the newest sound copy of a folder and the lines after it.

    It appears when it is whole and verified as exact, or not at all.

    Args:
        folder: where the copies are: of the log itself, or the one above.
        log_path: the log that is to be made; nothing may be there.
        progress: told how far the verification is.

    Raises:
        LogError: there is a log already; there are no copies, or those of several logs; none is
            sound; or it cannot be read or written.
    """
    require_free(log_path)
    try:
        shelf = _chosen(folder, log_path)
        aside: dict[str, str] = {}
        for copy in shelf.copies():
            with Scratch(log_path.absolute().parent) as scratch:
                draft = Path(scratch) / log_path.name
                try:
                    made = _made(shelf, copy, draft, aside, progress)
                except RefereeError as error:
                    aside[copy.path.name] = str(error)
                    continue
                if not made.report.exact:
                    aside[copy.path.name] = f"not exact: {made.report.differences[0]}"
                    continue
                require_free(log_path)
                draft.rename(log_path)
            sync_folder(log_path)
            return made
    except OSError as error:
        raise LogError(f"{error.filename or folder}: {error.strerror or error}") from error
    tried = "; ".join(f"{name}: {why}" for name, why in aside.items())
    raise LogError(f"{shelf.folder}: no copy is sound ({tried})")


def require_free(log_path: Path) -> None:
    """See that a log can be made at a path, where none is.

    Raises:
        LogError: there is something, or no folder.
    """
    require_folder(log_path)
    for path in (log_path, journal_path(log_path)):
        if path.exists() or path.is_symlink():
            raise LogError(
                f"{path}: is there already; a log that is restored takes the place of nothing"
            )


def _chosen(folder: Path, log_path: Path) -> Shelf:
    """The copies of the log, where a folder has those of one log, or of one of that name."""
    found = shelves_in(folder)
    if not found:
        raise LogError(f"{folder}: there are no copies of a log")
    named = [shelf for shelf in found if shelf.folder.name == log_path.stem]
    for shelves in (found, named):
        if len(shelves) == 1:
            return shelves[0]
    names = ", ".join(str(shelf.folder) for shelf in found)
    raise LogError(f"{folder}: has copies of several logs; name one of {names}")


def _made(
    shelf: Shelf, copy: Copy, draft: Path, aside: dict[str, str], progress: Progress | None
) -> Restored:
    """The log as a copy and the lines give it, in a draft."""
    shutil.copyfile(copy.path, draft)
    with Log.open(draft, write=True) as log:
        ((copied,),) = log.rows("SELECT count(*) FROM entries")
        lines = _Lines(log, shelf, copy)
        entries = draft.with_name("lines")
        try:
            with entries.open("wb") as file:
                file.writelines(lines.taken())
            import_jsonl(log, entries)
            lines.keep_receipts()
            last = lines.added[-1] if lines.added else None
        except LogError as error:
            aside["entries.jsonl"] = str(error)
            last = None
        for person in shelf.forgotten():
            log.forget_person(person)
            forget(log, person)
    with Log.open(draft) as log:
        report = verify(log, progress=progress)
    left_out = lines.left_out()
    return Restored(copy.path, copied, report, last, left_out, lines.unreadable, dict(aside))


class _Lines:
    """The lines of a shelf, held against a copy: those are taken that go on where it ends."""

    def __init__(self, log: Log, shelf: Shelf, copy: Copy) -> None:
        self._log = log
        late = shelf.before(copy.number)
        files = shelf.lines()
        self._files = files[files.index(late) + 1 :] if late in files else files
        heads = "SELECT match_id, max(seq), arg_max(hash, seq) FROM entries GROUP BY match_id"
        self._heads = {match_id: (seq, chained) for match_id, seq, chained in log.rows(heads)}
        self._beyond: dict[str, int] = {}
        self.added: list[Added] = []
        self.unreadable = 0

    def taken(self) -> Iterator[bytes]:
        """The entries that go on where the copy ends, as JSON lines that can be imported."""
        for path in self._files:
            with path.open("rb") as file:
                for text in file:
                    try:
                        line = msgspec.json.decode(text, type=_Read)
                        entry = None
                        if payload := bytes(line.entry):
                            entry = msgspec.json.decode(payload, type=_Entry)
                    except (ValueError, RecursionError):
                        # a line that the end of the process or the disk cut off is no fault
                        self.unreadable += text.endswith(b"\n")
                        continue
                    if entry is None:
                        self._keep_catalog(line)
                    elif self._follows(line, entry):
                        more = f',"digest":"{line.digest}"' if line.digest else ""
                        yield payload[:-1] + f"{more}}}\n".encode()

    def _follows(self, line: _Read, entry: _Entry) -> bool:
        """Whether a line is the next entry of its match, by the chain."""
        last, before = self._heads.get(entry.match, (0, GENESIS))
        if entry.seq <= last or line.received_at is None:
            return False
        if entry.seq != last + 1 or link(before, bytes(line.entry)) != line.hash:
            self._beyond[entry.match] = max(entry.seq, self._beyond.get(entry.match, 0))
            return False
        self._heads[entry.match] = entry.seq, line.hash
        self.added.append(Added(entry.match, entry.seq, entry.recorded_at, line.received_at))
        return True

    def left_out(self) -> dict[str, int]:
        """The last number of each match that does not follow on what was taken."""
        heads = self._heads
        return {m: seq for m, seq in self._beyond.items() if seq > heads.get(m, (0, ""))[0]}

    def _keep_catalog(self, line: _Read) -> None:
        catalog = stored_catalog(bytes(line.catalog), game_of(line.game).catalog_type)
        if catalog.hash == line.hash:
            self._log.add_catalog(catalog)

    def keep_receipts(self) -> None:
        """Keep when the entries that were added came in."""
        rows = [
            {
                "match_id": each.match,
                "seq": each.seq,
                "received_at": each.received_at,
                "session": "line file",
                "delay_ms": (each.received_at - each.recorded_at) // timedelta(milliseconds=1),
            }
            for each in self.added
        ]
        if rows:
            self._log.rows(schema.sql("received"), [msgspec.json.encode(rows).decode()])


__all__ = ["Added", "Restored", "require_free", "restore"]
