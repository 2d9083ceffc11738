"""Files that people hand in: whole and regular, and no larger than what can be taken in; and
folders for what a command needs for a while, none of which is left behind for good."""

import os
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from events.bounds import MOST_TEXT, TooMuch
from storage.error import LogError

if sys.platform != "win32":
    import fcntl

MAGIC = slice(8, 12)
"""Where a DuckDB file says that it is one."""

PREFIX = "referee-held-"
"""How the names of these folders begin; a dot comes before it where they lie beside a log."""


class NotText(TooMuch):
    """The file is no UTF-8 text."""


class Unreadable(LogError):
    """The file cannot be read: it is not there, not a file, or not ours to read."""


def require_regular(path: Path) -> int:
    """The size of a file of bytes: no folder, and no pipe or device, which may never end.

    Raises:
        Unreadable: it is none.
    """
    try:
        about = path.stat()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise Unreadable(f"{str(path)!r}: {error}") from None
    if not stat.S_ISREG(about.st_mode):
        kind = "a directory" if stat.S_ISDIR(about.st_mode) else "a pipe or a device"
        raise Unreadable(f"{path}: {kind}; expected a file")
    return about.st_size


def is_duckdb(start: bytes) -> bool:
    """Whether a file that starts so is one of DuckDB, such as a log."""
    return start[MAGIC] == b"DUCK"


def read_text(path: Path, most: int = MOST_TEXT) -> str:
    """A file of text.

    Raises:
        Unreadable: it cannot be read.
        TooMuch: it has more than so many bytes.
        NotText: it is not UTF-8; names the line.
    """
    require_regular(path)
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            return text_of(file, str(path), most)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error


def text_of(file: IO[bytes], name: str, most: int = MOST_TEXT) -> str:
    """What an open file holds, such as standard input; errors as for :func:`read_text`."""
    content = file.read(most + 1)
    if len(content) > most:
        raise TooMuch(name, f"more than {most:,} bytes, which is the most that is read at once")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise NotText(name, "not UTF-8 text", line) from None


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a named pipe that took its place meanwhile is not waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


# -- for a while -------------------------------------------------------------------------------


class Scratch(tempfile.TemporaryDirectory[str]):
    """A folder that goes when its block ends.

    Whoever has it holds a lock on it, which goes with the process. So the next one finds what a
    process that was killed has left, such as a copy of a log, and removes it.

    Args:
        beside: the folder in which it lies; by default that of the system for such things.
    """

    def __init__(self, beside: Path | None = None) -> None:
        parent = Path(tempfile.gettempdir() if beside is None else beside)
        prefix = PREFIX if beside is None else f".{PREFIX}"
        _sweep(parent, prefix)
        while True:
            super().__init__(prefix=prefix, dir=parent)
            self._lock: int | None = None
            with suppress(BlockingIOError):
                self._lock = _held(self.name)
                if os.path.isdir(self.name):
                    break
            self.cleanup()  # another one took it for one that was left, before it was locked

    def cleanup(self) -> None:
        """Remove the folder, and let go of it."""
        super().cleanup()
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)


def _held(folder: str) -> int | None:
    """The open folder, locked; None where it is gone, or cannot be locked here.

    Raises:
        BlockingIOError: another process has it.
    """
    if sys.platform == "win32":
        return None
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        if isinstance(error, BlockingIOError):
            raise
        return None
    return lock


def _sweep(parent: Path, prefix: str) -> None:
    """Remove the folders that nobody holds any more; those of other people are theirs."""
    if sys.platform == "win32":
        return
    with suppress(OSError), os.scandir(parent) as found:
        for each in found:
            if not each.name.startswith(prefix):
                continue
            with suppress(OSError):
                own = each.stat(follow_symlinks=False).st_uid == os.geteuid()
                if own and (lock := _held(each.path)) is not None:
                    shutil.rmtree(each.path, ignore_errors=True)
                    os.close(lock)
