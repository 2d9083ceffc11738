"""``<log>.venue``: which process serves a log for days, and how to reach it (VN-1.1).

Whoever wants the log meanwhile learns so at once, and need not wait for a lock that nobody will
let go of. The file is its owner's alone to read, as it holds the key to a copy of the log. Where
the process was killed the file stays, and says nothing any more.
"""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from storage.error import LogError, LogLocked
from storage.lock import process_at


class Notice(Struct, frozen=True):
    """Who serves a log."""

    address: str = ""  # where, such as ``http://127.0.0.1:8080``; empty where it may not be known
    process: int = 0  # the number of the process
    started_at: datetime | None = None  # since when
    key: str = ""  # what a copy of the log is given for
    certificate: str = ""  # under HTTPS, the file of the certificate; else empty


class LogServed(LogLocked):
    """A venue has the log, until it is stopped.

    Args:
        path: the log.
        notice: who serves it.
    """

    hint = "enter it on its pages, or stop the venue first"

    def __init__(self, path: Path, notice: Notice) -> None:
        at = f" at {notice.address}" if notice.address else ""
        since = f" since {notice.started_at:%H:%M} UTC" if notice.started_at else ""
        super().__init__(f"{path}: the venue{at} has it{since} (process {notice.process})")
        self.notice = notice


def notice_path(log: Path) -> Path:
    """Where the notice of a log is."""
    return log.with_name(log.name + ".venue")


def notice_of(log: Path) -> Notice | None:
    """The notice of a log that another process serves; None where none does.

    Only for a log that this process has not open itself.
    """
    path = notice_path(log)
    try:
        notice = msgspec.json.decode(path.read_bytes(), type=Notice)
    except PermissionError:
        process = process_at(log)
        return Notice(process=process) if process else None
    except (OSError, msgspec.MsgspecError):
        return None
    if notice.process == os.getpid():
        return None
    return notice if _is_there(log, notice) else None


def require_unserved(log: Path) -> None:
    """See that no other process serves a log; as for :func:`notice_of`.

    Raises:
        LogServed: one does.
    """
    if notice := notice_of(log):
        raise LogServed(log, notice)


def _is_there(log: Path, notice: Notice) -> bool:
    """Whether the process of a notice has the log; another one may have its number by now."""
    if sys.platform == "linux":
        return process_at(log) == notice.process
    if sys.platform == "win32":  # to ask for a process there may end it
        return True
    try:
        os.kill(notice.process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


@contextmanager
def posted(log: Path, address: str, certificate: str = "") -> Iterator[Notice]:
    """Have every other process know who serves the log, until the block ends.

    For the process that has the log open for writing: another notice is an old one.

    Raises:
        LogError: the notice cannot be written.
    """
    log = log.resolve()
    key = secrets.token_urlsafe(32)
    notice = Notice(address, os.getpid(), datetime.now(UTC), key, certificate)
    path = notice_path(log)
    draft = path.with_name(path.name + ".new")
    try:
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(notice))
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise LogError(f"{path}: {error.strerror or error}") from error
    try:
        yield notice
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


__all__ = ["LogServed", "Notice", "notice_of", "notice_path", "posted", "require_unserved"]
