"""A copy is verified by a process of its own, which gives way to all others."""

import os
import signal
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

_SPAWN = get_context("spawn")
_LEAST = 19
"""How much it gives way."""


class Check:
    """A copy that is being verified.

    Args:
        path: the copy.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._answer, theirs = _SPAWN.Pipe(duplex=False)
        self._process = _SPAWN.Process(target=_verify, args=(path, theirs), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def done(self) -> bool:
        """Whether there is an answer, or no process any more that could give one."""
        return self._answer.poll() or not self._process.is_alive()

    def wait(self) -> str:
        """What is wrong with the copy, once that is known; empty where it is exact."""
        try:
            said = str(self._answer.recv())
        except EOFError:
            said = f"{self.path}: the process that verifies it was ended"
        self._process.join()
        self._answer.close()
        return said


def _verify(path: Path, answer: Connection) -> None:
    """Verify a copy, in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(_LEAST)
    answer.send(_amiss(path))
    answer.close()


def _amiss(path: Path) -> str:
    """What is wrong with a copy; empty where it is exact."""
    try:
        from storage.log import Log
        from storage.verify import verify

        with Log.open(path) as log:
            report = verify(log)
        return "" if report.exact else f"{path}: not exact: {report.differences[0]}"
    except Exception as error:
        return str(error) or repr(error)


__all__ = ["Check"]
