"""Files that are written for others: each appears when it is whole, or not at all."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG

from storage.files import MAGIC, Scratch, is_duckdb


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """A place to write a file, which appears under its name when the block ends well.

    A regular file is replaced, and the new one has the same permissions. What is something else
    (a link, a file of several names, a pipe, a device) stays, and is written to.

    Raises:
        OSError: the file cannot be written; or it is a log, of which there may be no other copy.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if _is_database(path):
        raise FileExistsError(errno.EEXIST, "a log; nothing is written in its place", str(path))
    if is_special(path):
        with Scratch() as folder:
            part = Path(folder) / path.name
            yield part
            with part.open("rb") as whole, path.open("wb") as file:
                shutil.copyfileobj(whole, file)
        return
    part = path.with_name(f"{path.name}.part-{os.getpid()}")
    try:
        yield part
        with suppress(FileNotFoundError):
            shutil.copymode(path, part)
        part.replace(path)
    except OSError as error:
        if error.filename == str(part):  # which nobody has typed
            error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _is_database(path: Path) -> bool:
    """Whether a path leads to a DuckDB file, such as a log."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return is_duckdb(file.read(MAGIC.stop))
    except OSError:
        return False


def is_special(path: Path) -> bool:
    """Whether a path leads to something else than a regular file of this one name."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    return not S_ISREG(found.st_mode) or found.st_nlink > 1


__all__ = ["appearing", "is_special"]
