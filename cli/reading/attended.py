"""Work that a person may end: by Ctrl-C, or by a limit of time, within a second."""

import os
import sys
from collections.abc import Callable
from math import inf
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from cli.failure import Failure, Status

if TYPE_CHECKING:
    from storage.log import Log

PATIENCE = 0.7
"""How many seconds a query has to end that was told to."""
LOOK = 0.1
"""How often, in seconds, it is seen how much memory a query takes."""

Result = TypeVar("Result")


def attended(
    log: "Log",
    work: Callable[[], Result],
    limit: float | None = None,
    memory: float | None = None,
) -> Result:
    """What work with a log comes to. It is done in a thread, so that this one stays awake.

    A query that does not end when it is told to ends with the process; so the log has to be a
    private copy, or open for reading.

    Args:
        log: the log.
        work: what to do with it.
        limit: how many seconds it may take.
        memory: how many megabytes more the process may take for it.

    Raises:
        Failure: it took longer, or more.
    """
    before = _megabytes()
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

    try:  # from its start on: one that nobody waits for would keep the log from being closed
        Thread(target=run, daemon=True).start()
        until = inf if limit is None else monotonic() + limit
        while not done.wait(max(0.0, min(LOOK, until - monotonic()))):
            if monotonic() >= until:
                raise Failure(
                    f"the query took longer than {limit:g} s",
                    "--time-limit SECONDS gives it more, 0 all it needs",
                    Status.ENVIRONMENT,
                )
            if memory is not None and _megabytes() - before > memory:
                raise Failure(
                    f"the query took more than {memory:g} MB of memory",
                    "--memory-limit MB gives it more, 0 all there is",
                    Status.ENVIRONMENT,
                )
    except BaseException as why:
        _end(log, done, why)
        raise
    if failed:
        raise failed[0]
    return found[0]


def _megabytes() -> float:
    """How much memory this process has now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, AttributeError):
        return 0.0


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
