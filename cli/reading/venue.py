"""A log that a venue has, read from a copy that the venue gives (VN-1.1)."""

import os
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfileobj
from typing import TYPE_CHECKING

from cli.failure import Failure, Status
from cli.screen.render import warn
from storage.files import Scratch
from storage.venue.notice import Notice, notice_of

if TYPE_CHECKING:
    from storage.log import Log

ADDRESS = "/api/log/copy"
"""Where a venue gives a copy of its log."""
KEY = "REFEREE_VENUE_KEY"
"""What holds the key for the venue of another machine, as it stands there in ``LOG.venue``."""
PATIENCE = 60.0
"""For so many seconds a venue is waited for at most."""


@contextmanager
def copy_from_venue(
    log: Path, address: str = "", prepare: "Callable[[Log], object] | None" = None
) -> "Iterator[Log]":
    """A private copy of a log that a venue has; it goes when the block ends.

    Args:
        log: the log.
        address: where the venue is, if it is on another machine.
        prepare: what to do with the copy first; for that it is open for writing.

    Raises:
        Failure: the venue gives no copy.
        LogError: the copy cannot be read.
    """
    from storage.log import Log

    notice = Notice(address, key=os.environ.get(KEY, "")) if address else notice_of(log.resolve())
    if notice is None or not notice.address:
        raise Failure(
            f"{log}: a venue has it, which only its owner may reach", status=Status.ENVIRONMENT
        )
    with Scratch() as folder:
        copy = Path(folder) / "copy.duckdb"
        _fetch(notice, copy)
        warn(f"note: {notice.address} has the log; this is a copy of {datetime.now(UTC):%H:%M:%S}")
        if prepare is not None:
            with Log.open(copy, write=True) as opened:
                prepare(opened)
        with Log.open(copy) as opened:
            opened.path = Path(notice.address.partition("://")[2]) if address else log
            yield opened


def _fetch(notice: Notice, copy: Path) -> None:
    """Have the venue give a copy of its log.

    Raises:
        Failure: it does not; names the reason.
    """
    trusted = None
    if notice.address.startswith("https:"):
        trusted = ssl.create_default_context(cafile=notice.certificate or None)
        trusted.check_hostname = not notice.certificate  # it is of the name that phones use
    asked = urllib.request.Request(
        notice.address.rstrip("/") + ADDRESS, headers={"Authorization": f"Bearer {notice.key}"}
    )
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusted)
    )
    try:
        with opener.open(asked, timeout=PATIENCE) as answer, copy.open("wb") as file:
            copyfileobj(answer, file)
    except urllib.error.HTTPError as error:
        reasons = {403: "the key is not its own", 404: "it gives no copies"}
        reason = reasons.get(error.code, f"it answers {error.code}")
        hint = (
            f"{KEY} holds the key that stands beside the log, in LOG.venue"
            if error.code == 403
            else ""
        )
        raise Failure(f"{notice.address}: {reason}", hint, Status.ENVIRONMENT) from error
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", None) or error
        said = f"{notice.address}: the venue does not answer: {why}"
        raise Failure(said, status=Status.ENVIRONMENT) from error
