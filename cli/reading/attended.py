"""Work that a person may end: by Ctrl-C, or by a limit of time, within a second."""

import os
import sys
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from cli.failure import Failure, Status

if TYPE_CHECKING:
    from storage.log import Log

PATIENCE = 0.7
"""How many seconds a query has to end that was told to."""

Result = TypeVar("Result")


def attended(log: "Log", work: Callable[[], Result], limit: float | None = None) -> Result:
    """What work with a log comes to. It is done in a thread, so that this one stays awake.

    A query that does not end when it is told to ends with the process; so the log has to be a
    private copy, or open for reading.

    Args:
        log: the log.
        work: what to do with it.
        limit: how many seconds it may take.

    Raises:
        Failure: it took longer.
    """
    done = Event()
    found: list[Result] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)
        finally:
            done.set()

    Thread(target=run, daemon=True).start()
    try:
        if not done.wait(limit):
            raise Failure(
                f"the query took longer than {limit:g} s",
                "--time-limit SECONDS gives it more, 0 all it needs",
                Status.ENVIRONMENT,
            )
    except BaseException as why:
        _end(log, done, why)
        raise
    if failed:
        raise failed[0]
    return found[0]


def _end(log: "Log", done: Event, why: BaseException) -> None:
    """Have the query end, or the whole process where it does not."""
    until = monotonic() + PATIENCE
    while not done.is_set() and monotonic() < until:
        log.connection.interrupt()
        done.wait(0.02)
    if not done.is_set():
        status = why.status if isinstance(why, Failure) else Status.INTERRUPTED
        said = why if isinstance(why, Failure) else "interrupted"
        print(f"referee: {said}", file=sys.stderr, flush=True)
        os._exit(status)
