"""Which log a command reads, and how it is opened."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cli.failure import Failure

if TYPE_CHECKING:
    from storage.log import Log

DEFAULT_LOG = "referee.duckdb"


def log_path(given: Path | None) -> Path:
    """The log file: as given, else ``REFEREE_LOG``, else ``referee.duckdb`` here.

    Raises:
        Failure: it is the address of a venue, which has the log itself.
    """
    path = _named(given)
    if address := address_in(path):
        raise Failure(f"{address}: a venue gives copies to read; this command needs the log itself")
    return path


def own_log_path(given: Path | None) -> Path:
    """The log file of a command that stays at it for long; errors as for :func:`log_path`.

    Raises:
        LogServed: a venue has it.
    """
    from storage.venue.notice import require_unserved

    path = log_path(given)
    require_unserved(path.resolve())
    return path


def _named(given: Path | None) -> Path:
    return given or Path(os.environ.get("REFEREE_LOG") or DEFAULT_LOG)


def address_in(path: Path) -> str:
    """The address of a venue that stands in the place of a log; empty where a log is named."""
    scheme, _, rest = str(path).partition(":/")
    return f"{scheme}://{rest.lstrip('/')}" if scheme in ("http", "https") else ""


def is_served(log: Path | None) -> bool:
    """Whether a venue has the log, so that commands read a copy of it."""
    from storage.venue.notice import notice_of

    path = _named(log)
    return bool(address_in(path)) or notice_of(path.resolve()) is not None


@contextmanager
def opened_log(log: Path | None, *, write: bool = False) -> "Iterator[Log]":
    """The log, which has to be there; to read, a copy of it where a venue has it (VN-1.1).

    Raises:
        Failure: it is not there, or the venue gives no copy.
        LogServed: a venue has it, and it is to be written.
        LogError: it cannot be opened.
    """
    from storage.log import Log

    if not write and is_served(log):
        from cli.reading.venue import copy_from_venue

        path = _named(log)
        with copy_from_venue(path, address_in(path)) as copy:
            yield copy
        return
    with Log.open(_there(log), write=write) as opened:
        yield opened


@contextmanager
def copied_log(
    log: Path | None, prepare: "Callable[[Log], object] | None" = None, *, whole: bool = False
) -> "Iterator[Log]":
    """A private copy of the log as it stands, for what takes long: nobody waits for it.

    Args:
        log: as it was given.
        prepare: what to do with the copy before it is read.
        whole: with what nobody may ask, such as the secret of a tournament; a venue, which keeps
            whole copies itself, gives none of that away.

    Raises:
        Failure: there is no such log; or the venue gives no copy.
        LogServed: a venue has the log, and the copy is to be whole.
        LogError: it cannot be read.
    """
    from storage.private_copy import private_copy

    if not whole and is_served(log):
        from cli.reading.venue import copy_from_venue

        path = _named(log)
        with copy_from_venue(path, address_in(path), prepare) as copy:
            yield copy
        return
    with private_copy(_there(log), prepare) as copy:
        if copy.file == copy.path:
            from cli.screen.render import warn

            warn("note: no copy of the log can be made; others wait until this is done")
        yield copy


def entries_in(log: "Log", match_ids: Sequence[str] | None) -> int:
    """How many entries a log has, or these matches of it."""
    counted, given = "SELECT count(*) FROM entries", None
    if match_ids:
        counted += " WHERE match_id IN (SELECT unnest(from_json(?, '[\"VARCHAR\"]')))"
        given = [msgspec.json.encode(match_ids).decode()]
    return int(log.rows(counted, given)[0][0])


def _there(log: Path | None) -> Path:
    path = log_path(log)
    if not path.exists():
        raise Failure(f"{path}: there is no such log", "referee new makes it; --log names another")
    return path
