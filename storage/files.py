"""Files that people hand in: whole and regular, and no larger than what can be taken in."""

import os
import stat
from pathlib import Path
from typing import IO

from events.bounds import MOST_TEXT, TooMuch
from storage.error import LogError


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
