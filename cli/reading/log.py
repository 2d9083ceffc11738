"""Which log a command reads, and how it is opened."""

import os
from collections.abc import Callable, Iterator
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

    with Log.open(_there(log), write=write) as opened:
        yield opened


@contextmanager
def copied_log(
    log: Path | None, prepare: "Callable[[Log], object] | None" = None
) -> "Iterator[Log]":
    """A private copy of the log as it stands, for what takes long: nobody waits for it.

    Args:
        log: as it was given.
        prepare: what to do with the copy before it is read.

    Raises:
        Failure: there is no such log.
        LogError: it cannot be read.
    """
    from storage.snapshot import snapshot

    with snapshot(_there(log), prepare) as copy:
        if copy.file == copy.path:
            from cli.screen.render import warn

            warn("note: no copy of the log can be made; others wait until this is done")
        yield copy


def _there(log: Path | None) -> Path:
    path = log_path(log)
    if not path.exists():
        raise Failure(f"{path}: there is no such log", "referee new makes it; --log names another")
    return path
