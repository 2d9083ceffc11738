"""One writer at a time: the advisory lock beside a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from storage.error import LogError, LogLocked

if TYPE_CHECKING:
    from filelock import BaseFileLock

POLL = 0.01
"""How many seconds lie between two tries to get a log that somebody else has."""


def lock_path(log: Path) -> Path:
    """The lock file of a log: ``<log>.lock``. It stays when the lock is let go."""
    return log.with_name(log.name + ".lock")


def take_lock(log: Path, wait: float) -> BaseFileLock:
    """The lock of a log, held until its ``release``.

    Args:
        log: the log, which need not exist; its folder must.
        wait: how many seconds to wait for another writer.

    Raises:
        LogLocked: another writer kept it for longer.
        LogError: the lock file cannot be written.
    """
    from filelock import FileLock, Timeout  # 45 ms that a reader need not spend

    lock = FileLock(lock_path(log))
    try:
        lock.acquire(timeout=wait, poll_interval=POLL)
    except Timeout:
        raise LogLocked(f"{log}: another process is writing; gave up after {wait:g} s") from None
    except OSError as error:
        raise LogError(f"{lock_path(log)}: {error.strerror or error}") from error
    return lock
