"""Which log a command reads, and how it is opened."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cli.failure import Failure

if TYPE_CHECKING:
    from storage.log import Log

DEFAULT_LOG = "referee.duckdb"


def log_path(given: Path | None) -> Path:
    """The log file: as given, else ``REFEREE_LOG``, else ``referee.duckdb`` here."""
    return given or Path(os.environ.get("REFEREE_LOG") or DEFAULT_LOG)


@contextmanager
def opened_log(log: Path | None, *, write: bool = False) -> "Iterator[Log]":
    """The log, which has to be there.

    Raises:
        Failure: it is not.
        LogError: it cannot be opened.
    """
    from storage.log import Log

    path = log_path(log)
    if not path.exists():
        raise Failure(f"{path}: there is no such log", "referee new makes it; --log names another")
    with Log.open(path, write=write) as opened:
        yield opened
