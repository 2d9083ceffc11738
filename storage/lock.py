"""The line before a log: one writes at a time, and who came first is served first.

Whoever comes draws a ticket, a number in ``<log>.lock``, and locks the byte of that number until
it is done; its turn comes when nobody has a lower byte locked any more. A process that dies lets
go of its byte, so nobody waits for the dead. A writer keeps its turn from open to close; a reader
only until it has the file, so that any number may read, but none overtakes a writer.
"""

from __future__ import annotations

import os
import struct
import sys
from contextlib import suppress
from io import FileIO
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Protocol

from storage.error import LogError

if TYPE_CHECKING:
    from collections.abc import Callable

    from filelock import BaseFileLock

if sys.platform == "linux":
    import fcntl

POLL = 0.01
"""How many seconds lie between two tries to get a log that somebody else has."""

_NUMBER = 8
"""How many bytes hold the last ticket, and each process behind it."""
_FIRST = 2 * _NUMBER
_TICKETS = 1 << 40
_WRITERS = _FIRST + _TICKETS + 2
"""The byte that every writer has locked, with others, while it stands in line and has its turn."""
_KNOWN = 512
"""Of how many tickets, the last ones, the file says which process drew each."""


class Turn(Protocol):
    """A turn at a log, kept until its release."""

    def awaited(self) -> bool:
        """Whether somebody stands in line behind it, as far as can be known."""

    def succeeded(self) -> bool:
        """Whether somebody who writes does, and is known to."""

    def release(self) -> None:
        """Let the next one have its turn."""


class Waited(Exception):
    """The turn did not come within the wait."""


class _Ticket:
    """A turn as an open lock file."""

    def __init__(self, file: FileIO, number: int) -> None:
        self._file = file
        self._next = _FIRST + number + 1

    def awaited(self) -> bool:
        """Whether somebody has drawn a later ticket."""
        return _conflict(self._file.fileno(), fcntl.F_OFD_GETLK, self._next) is not None

    def succeeded(self) -> bool:
        """Whether another writer stands in line; none of an earlier release is known."""
        asked = fcntl.F_OFD_GETLK, fcntl.F_WRLCK, _WRITERS, 1
        return _locks(self._file.fileno(), *asked) is not None

    def release(self) -> None:
        """Let the next one have its turn."""
        if not self._file.closed:
            _locked(self._file.fileno(), fcntl.F_UNLCK, 0, 0)  # for children that have it too
            self._file.close()


def lock_path(log: Path) -> Path:
    """The lock file of a log: ``<log>.lock``. It stays when the lock is let go."""
    return log.with_name(log.name + ".lock")


def take_turn(log: Path, until: float, *, write: bool) -> Turn | None:
    """Stand in line for a log.

    Args:
        log: the log, which need not exist; its folder must.
        until: how long to wait, on the monotonic clock.
        write: whether to write. A reader stands in line only where there is one that it may use:
            where nobody ever wrote here, or the lock file is not its to change, there is None.

    Raises:
        Waited: others kept the log until then.
        LogError: the lock file cannot be written.
    """
    path = lock_path(log)
    if sys.platform != "linux":
        return _unordered(path, until) if write else None
    flags = os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT if write else 0)
    try:
        file = FileIO(os.open(path, flags, 0o660), "r+")
    except OSError as error:
        if not write:
            return None
        raise LogError(f"{path}: {error.strerror or error}") from error
    try:
        if write:
            _locked(file.fileno(), fcntl.F_RDLCK, _WRITERS, 1)
        return _Ticket(file, _draw(file, until))
    except OSError as error:
        file.close()
        raise LogError(f"{path}: {error.strerror or error}") from error
    except BaseException:
        file.close()
        raise


def process_at(log: Path) -> int | None:
    """The process that keeps others from a log, as far as the system says; not this one.

    Only for a log that this process has not open itself: to look at it lets go of its locks.
    """
    if sys.platform != "linux":
        return None
    with suppress(OSError), log.open("rb", buffering=0) as file:
        found = _conflict(file.fileno(), fcntl.F_GETLK, 0)
        if found is not None and found > 0:
            return found
    with suppress(OSError), lock_path(log).open("rb", buffering=0) as line:
        return _first_in_line(line.fileno())
    return None


def is_stopped(process: int) -> bool:
    """Whether a process is stopped, such as by Ctrl-Z."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[:1] == ["T"]


def _wait_for(ready: Callable[[], bool], until: float) -> None:
    while not ready():
        if monotonic() >= until:
            raise Waited
        sleep(POLL)


if sys.platform == "linux":

    def _draw(file: FileIO, until: float) -> int:
        """Draw a ticket and wait until all with a lower one are done; its number."""
        at = file.fileno()
        _wait_for(lambda: _locked(at, fcntl.F_WRLCK, 0, _FIRST), until)
        ticket = int.from_bytes(os.pread(at, _NUMBER, 0), "little") % _TICKETS + 1
        os.pwrite(at, ticket.to_bytes(_NUMBER, "little"), 0)
        os.pwrite(at, os.getpid().to_bytes(_NUMBER, "little"), _drawn_by(ticket))
        _locked(at, fcntl.F_WRLCK, _FIRST + ticket, 1)
        _locked(at, fcntl.F_UNLCK, 0, _FIRST)
        _wait_for(lambda: _locked(at, fcntl.F_RDLCK, _FIRST, ticket), until)
        return ticket

    def _drawn_by(ticket: int) -> int:
        """Where the file says which process drew a ticket."""
        return _FIRST + _NUMBER * (ticket % _KNOWN)

    def _first_in_line(file: int) -> int | None:
        """The process with the lowest ticket, whether or not it has its turn yet."""
        ticket = None
        until = 0
        while (found := _locks(file, fcntl.F_OFD_GETLK, fcntl.F_RDLCK, _FIRST, until)) is not None:
            ticket = until = found[0] - _FIRST
        if ticket is None:
            return None
        return int.from_bytes(os.pread(file, _NUMBER, _drawn_by(ticket)), "little") or None

    _FLOCK = struct.Struct("hhqqi4x")

    def _locked(file: int, kind: int, start: int, length: int) -> bool:
        """Lock or unlock a stretch of a file for whoever has it open, if nobody is in the way."""
        asked = _FLOCK.pack(kind, os.SEEK_SET, start, length, 0)
        try:
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, asked)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def _conflict(file: int, command: int, start: int) -> int | None:
        """The process that has something locked from there on, -1 where it has no number."""
        found = _locks(file, command, fcntl.F_WRLCK, start, 0)
        return None if found is None else found[1]

    def _locks(
        file: int, command: int, asking: int, start: int, length: int
    ) -> tuple[int, int] | None:
        """Where others have a stretch locked, and the process; up to the end for no length."""
        asked = _FLOCK.pack(asking, os.SEEK_SET, start, length, 0)
        kind, _, at, _, process = _FLOCK.unpack(fcntl.fcntl(file, command, asked))
        return None if kind == fcntl.F_UNLCK else (int(at), int(process))


class _Unordered:
    """A turn that does not show who waits for it."""

    def __init__(self, lock: BaseFileLock) -> None:
        self._lock = lock

    def awaited(self) -> bool:
        """It may be."""
        return True

    def succeeded(self) -> bool:
        """It is not known."""
        return False

    def release(self) -> None:
        """Let somebody else have a turn."""
        self._lock.release()


def _unordered(path: Path, until: float) -> Turn:
    """A lock without a line, for systems that cannot lock bytes for an open file."""
    from filelock import FileLock, Timeout

    lock = FileLock(path)
    try:
        lock.acquire(timeout=max(0.0, until - monotonic()), poll_interval=POLL)
    except Timeout:
        raise Waited from None
    except OSError as error:
        raise LogError(f"{path}: {error.strerror or error}") from error
    return _Unordered(lock)
