"""Waits for what happens elsewhere, each with a bound: a process that says nothing more, or an
answer that never comes, is a failure that says so, and nothing is left running behind it."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from io import StringIO
from types import FrameType
from typing import Any

PATIENCE = 120.0
"""For so many seconds another process is waited for: for a line, or for its end."""
LONGEST = 900.0
"""No test takes so many seconds, nor what is set up for it or taken down after it."""
AGAIN = 30.0
"""After so many seconds more what waits on the way out of a test is broken off too."""
CLEAN = {"HOME": os.environ.get("HOME", "/"), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
"""The environment of a machine that sets nothing for Python or a terminal."""


# -- another process -----------------------------------------------------------------------------


@contextmanager
def bounded(process: "subprocess.Popen[Any]", seconds: float = PATIENCE) -> Iterator[None]:
    """Have a process killed, and the test fail, where what waits for it takes longer."""
    over = threading.Event()

    def end() -> None:
        over.set()
        process.kill()

    timer = threading.Timer(seconds, end)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if over.is_set():
            process.wait()
            raise AssertionError(f"waited {seconds:g} s for a process: {process.args!r}")


def next_line(process: "subprocess.Popen[str]", seconds: float = PATIENCE) -> str:
    """The next line that a process prints; empty at the end."""
    assert process.stdout is not None
    with bounded(process, seconds):
        return process.stdout.readline()


def lines_of(process: "subprocess.Popen[str]") -> Iterator[str]:
    """The lines that a process prints, as they come."""
    while line := next_line(process):
        yield line


def end_of(
    process: "subprocess.Popen[str]", typed: str = "", seconds: float = PATIENCE
) -> tuple[str, str]:
    """What a process prints from here to its end, given the last that is typed to it; what it
    says of errors. ``communicate`` would lose what came along with the lines read before."""
    pipes = (process.stdout, process.stderr)
    out, errors = (StringIO() if pipe is None or pipe.closed else pipe for pipe in pipes)
    with bounded(process, seconds), out, errors, ThreadPoolExecutor(1) as beside:
        if process.stdin is not None and not process.stdin.closed:
            with suppress(BrokenPipeError), process.stdin as typing:
                typing.write(typed)
        said = beside.submit(errors.read)
        printed = out.read()
        process.wait()
        return printed, said.result()


def wait_until(
    done: Callable[[], object],
    process: "subprocess.Popen[Any] | None" = None,
    seconds: float = PATIENCE,
    every: float = 0.01,
) -> None:
    """Look again and again until something is so, while a process goes on that is to bring it
    about; less often where it costs much to look."""
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, f"not so after {seconds:g} s"
        assert process is None or process.poll() is None, "the process has ended before"
        time.sleep(every)


# -- everything else -----------------------------------------------------------------------------


class TookTooLong(BaseException):
    """A test waits for what does not come; no handler of errors is to take it for one of its
    own."""


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """Have whatever is done here fail where it takes longer, and end the processes begun by it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only there can it be broken off
        return
    before = _children()

    def end(number: int, frame: FrameType | None) -> None:
        for pid in _children() - before:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        raise TookTooLong(f"{what} has taken {seconds:g} s")

    handled = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handled)


def _children() -> set[int]:
    """The processes that this one has begun and that are there."""
    found: set[int] = set()
    for thread in os.listdir("/proc/self/task") if os.path.isdir("/proc/self/task") else ():
        with suppress(OSError), open(f"/proc/self/task/{thread}/children", "rb") as told:
            found |= set(map(int, told.read().split()))
    return found
