"""A private copy of a log for whoever reads for long, so that writers go on meanwhile.

The file is copied piece by piece, each while the log is held for a short time, and between the
pieces writers have their turn. What they changed shows by its checksums, with which DuckDB begins
every block of the file, and is copied again; so the last piece completes a log as it stood then.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from storage.database import is_open_here, journal_path
from storage.error import LogError
from storage.files import Scratch
from storage.log import Log

HELD = 0.08
"""For about how many seconds the first piece keeps writers waiting."""
LONGER = 1.1
"""How much longer each piece may take than the one before: however much writers change between the
pieces, one of them completes the copy."""

_HEADERS = 3 * 4096
"""How many bytes come before the first block."""
_BLOCK = 256 * 1024
_CHECKSUM = 8


@contextmanager
def private_copy(
    path: Path, prepare: Callable[[Log], object] | None = None, *, wait: float = 10.0
) -> Iterator[Log]:
    """A private copy of a log as it stands now, open for reading; it goes when the block ends.

    Its messages name the log itself. Where no copy can be made, for want of room or because
    there is nowhere to write, it is the log itself.

    Args:
        path: the log, which this process has not open.
        prepare: what to do with the copy first; for that it is open for writing.
        wait: how many seconds to wait, for each piece, for others to let go of the log.

    Raises:
        LogLocked: another process had it for longer than the wait.
        LogError: there is no such log; or it cannot be read.
    """
    if is_open_here(path):
        raise LogError(f"{path}: this process has it open, and a copy would let go of its lock")
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(Scratch())
            copy = Path(folder) / path.name
            copy_log(path, copy, wait)
        except OSError:
            copy = path
            stack.close()
        if prepare is not None:
            with Log.open(path, file=copy, write=True, wait=wait) as log:
                prepare(log)
        with Log.open(path, file=copy, wait=wait) as log:
            if copy is not path:  # none is left behind, whatever ends the process
                copy.unlink()
                journal_path(copy).unlink(missing_ok=True)
            yield log


def copy_log(path: Path, copy: Path, wait: float) -> None:
    """Copy a log and its journal, if it has one.

    Raises:
        LogLocked: another process had it for longer than the wait.
        LogError: there is no such log, or it cannot be read.
        OSError: the copy cannot be written.
    """
    checksums: list[bytes] = []
    with copy.open("wb", buffering=0) as out:
        held = HELD
        while not _piece(path, out, checksums, wait, held):
            held *= LONGER


def _piece(path: Path, out: BinaryIO, checksums: list[bytes], wait: float, held: float) -> bool:
    """Copy what differs from the copy, for as long as the log may be held; whether that was all.

    The file is closed before the log is: to close it lets go of the lock on the log.
    """
    with Log.open(path, wait=wait), path.open("rb", buffering=0) as file:
        until = None
        size = os.fstat(file.fileno()).st_size
        starts = range(_HEADERS, size, _BLOCK)
        del checksums[len(starts) :]
        for number, start in enumerate(starts):
            checksum = os.pread(file.fileno(), _CHECKSUM, start)
            if checksums[number : number + 1] == [checksum]:
                continue
            if until is None:
                until = monotonic() + held
            elif monotonic() >= until:
                return False
            _copy(file, out, start, min(_BLOCK, size - start))
            checksums[number : number + 1] = [checksum]
        _copy(file, out, 0, min(_HEADERS, size))
        out.truncate(size)
        journal = journal_path(path)
        if journal.exists():
            with journal.open("rb") as old, journal_path(Path(out.name)).open("wb") as new:
                _copy(old, new, 0, os.fstat(old.fileno()).st_size)
    return True


def _copy(file: BinaryIO, out: BinaryIO, start: int, length: int) -> None:
    os.lseek(out.fileno(), start, os.SEEK_SET)
    while length:
        try:
            done = os.sendfile(out.fileno(), file.fileno(), start, length)
        except (AttributeError, OSError):  # not every system copies so
            done = os.write(out.fileno(), os.pread(file.fileno(), min(length, _BLOCK), start))
        if not done:
            break
        start += done
        length -= done


__all__ = ["copy_log", "private_copy"]
