"""The line file: what was committed, appended on a second disk by a thread of its own (VN-11.2).

One line is one object: an entry with its hash, the digest that is noted at it and when it came
in, or a catalog that a match pins. The bytes of the entry are those that the hash covers.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from time import monotonic

import msgspec
from msgspec import Raw, Struct

from cli.venue.keeping.second_folder import LINES, Shelf
from storage.database import sync_folder

WAITING = 20_000
"""So many lines wait for a slow disk at most."""
SYNCED = 1.0
"""After at most so many seconds a line is on the disk."""


class EntryLine(Struct, frozen=True, omit_defaults=True):
    """An entry that was committed."""

    entry: Raw  # its canonical bytes
    hash: str  # its link in the chain
    received_at: datetime  # when it came in
    digest: str = ""  # the digest of the state that is noted at it; empty where none is


class CatalogLine(Struct, frozen=True):
    """A catalog that a match pins."""

    catalog: Raw  # its canonical bytes
    game: str  # its game
    hash: str  # what matches pin it by


Line = EntryLine | CatalogLine


class _Turn(Struct, frozen=True):
    """From here on lines go into a new file, as a copy is begun that has all before."""

    shelf: Shelf
    number: int


class LineFile:
    """Appends lines. Nobody who commits waits for it: where the disk cannot keep up, or is gone,
    lines are left out, and :attr:`trouble` says so until a copy is begun that has them.

    Attributes:
        trouble: why lines are left out; empty while all is well.
        synced_at: when lines were last seen to be on the disk, on the monotonic clock.
    """

    def __init__(self) -> None:
        self.trouble = ""
        self.synced_at: float | None = None
        self._queue: Queue[tuple[Line, ...] | _Turn | None] = Queue(WAITING)
        self._file: int | None = None
        self._path: Path | None = None
        self._unsynced: float | None = None
        self._thread = Thread(target=self._run, name="lines", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many batches wait to be written."""
        return self._queue.qsize()

    def write(self, lines: Iterable[Line]) -> None:
        """Have lines appended, soon."""
        batch = tuple(lines)
        if batch:
            try:
                self._queue.put_nowait(batch)
            except Full:
                self.trouble = "the disk is too slow for what is committed"

    def turn(self, shelf: Shelf, number: int) -> None:
        """Begin a new file: a copy of that number is about to be made."""
        with suppress(Full):  # what is dropped before that copy, it has
            self._queue.put_nowait(_Turn(shelf, number))

    def close(self, wait: float = 10.0) -> None:
        """Write what waits, and end."""
        with suppress(Full):
            self._queue.put(None, timeout=wait)
        self._thread.join(wait)

    # -- in the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        for part in self._parts():
            try:
                if isinstance(part, _Turn):
                    self._begin(part)
                elif part is not None:
                    self._append(part)
                if self._unsynced is not None and monotonic() >= self._unsynced + SYNCED:
                    self._sync()
            except OSError as error:
                self._fail(error)
        with suppress(OSError):
            self._leave()

    def _parts(self) -> Iterator[tuple[Line, ...] | _Turn | None]:
        """What waits, one after the other; None where it is time to look at the disk."""
        while True:
            due = SYNCED if self._unsynced is None else self._unsynced + SYNCED - monotonic()
            try:
                part = self._queue.get(timeout=max(0.01, due))
            except Empty:
                yield None
                continue
            if part is None:
                return
            yield part

    def _append(self, lines: Iterable[Line]) -> None:
        if self._file is None:
            return
        text = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        while text:
            text = text[os.write(self._file, text) :]
        if self._unsynced is None:
            self._unsynced = monotonic()

    def _sync(self) -> None:
        """See that the lines are on the disk, in a file that is still there."""
        if self._file is not None and self._path is not None:
            os.fsync(self._file)
            if not os.path.samestat(os.fstat(self._file), os.stat(self._path)):
                raise FileNotFoundError(2, "it was moved away", str(self._path))
            self.synced_at = monotonic()
        self._unsynced = None

    def _begin(self, turn: _Turn) -> None:
        with suppress(OSError):
            self._leave()
        path = turn.shelf.folder / LINES
        if path.exists():
            path.rename(turn.shelf.before(turn.number))
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o660)
        self._path = path
        sync_folder(path)
        self.trouble = ""
        self.synced_at = monotonic()

    def _leave(self) -> None:
        file, self._file, self._unsynced = self._file, None, None
        if file is not None:
            try:
                os.fsync(file)
            finally:
                os.close(file)

    def _fail(self, error: OSError) -> None:
        self.trouble = f"{error.filename or self._path or 'the line file'}: {error.strerror}"
        with suppress(OSError):
            self._leave()


__all__ = ["CatalogLine", "EntryLine", "Line", "LineFile"]
