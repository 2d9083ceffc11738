"""What went wrong, in one line for the person at the terminal, and the exit status it gives."""

import sys
from enum import IntEnum

import msgspec

from events.error import Cause, RefereeError
from referee.verdict import Violation


class Status(IntEnum):
    """The exit statuses of every command."""

    DONE = 0
    """Done; every verdict is legal or on trust."""
    ENVIRONMENT = 1
    """The machine or the log file is in the way: locked, unreadable, disk full."""
    MISUSED = 2
    """What was typed cannot be logged or understood; nothing was written."""
    ILLEGAL = 3
    """A rule is broken; the entry is recorded where the command records, and not applied."""
    NOT_EXACT = 4
    """A stored match does not verify."""
    INTERRUPTED = 130


class Failure(RefereeError):
    """Why a command cannot do what it was asked.

    Args:
        message: where it is wrong, what is wrong and what was expected.
        hint: what to try instead.
        status: the exit status.
        rule: the rule that is broken; empty where none is.
    """

    def __init__(
        self, message: str, hint: str = "", status: Status = Status.MISUSED, rule: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.status = status
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


_STATUS: dict[Cause, Status] = {
    "input": Status.MISUSED,
    "rule": Status.ILLEGAL,
    "machine": Status.ENVIRONMENT,
    "program": Status.ENVIRONMENT,
}
_HINTS = {"UnknownMatch": "referee matches lists them"}
"""What to try after an error of this name; a command that needs no log imports none of them."""


def failure_of(error: BaseException) -> Failure | None:
    """An error as a failure; None where it is a fault in the program itself."""
    if isinstance(error, Failure):
        return error
    if isinstance(error, RefereeError):
        hint = _HINTS.get(type(error).__name__, getattr(error, "hint", ""))
        return Failure(_cited(error), hint, _STATUS[error.cause])
    if isinstance(error, msgspec.MsgspecError):
        return Failure(_cited(error))
    duckdb = sys.modules.get("duckdb")  # its errors can only come where it is loaded
    if duckdb is not None and isinstance(error, duckdb.Error):
        return Failure(_cited(error), status=Status.ENVIRONMENT)
    if isinstance(error, UnicodeDecodeError):
        return Failure(f"not UTF-8 text: byte {error.start + 1} cannot be read")
    if isinstance(error, OSError):
        reason = error.strerror or str(error) or type(error).__name__
        message = f"{error.filename}: {reason}" if error.filename else reason
        return Failure(message, status=Status.ENVIRONMENT)
    if isinstance(error, MemoryError):
        return Failure("out of memory", status=Status.ENVIRONMENT)
    if isinstance(error, RecursionError):
        return Failure("the input is nested too deeply")
    return None


def _cited(error: BaseException) -> str:
    """The message in one line, with the rule that it is about and what would be legal."""
    text = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
    if not isinstance(error, Violation):
        return text
    return f"{error.rule}: {text}" + (f"; legal: {error.legal}" if error.legal else "")
