"""What went wrong, in one line for the person at the terminal, and the exit status it gives."""

import sys
from enum import IntEnum
from typing import Any


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


class Failure(Exception):
    """Why a command cannot do what it was asked.

    Args:
        message: where it is wrong, what is wrong and what was expected.
        hint: what to try instead.
        status: the exit status.
    """

    def __init__(self, message: str, hint: str = "", status: Status = Status.MISUSED) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.status = status

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


_KNOWN = (
    ("events.notation.words", "Malformed", Status.MISUSED),
    ("storage.record", "RecordError", Status.MISUSED),
    ("referee.catalog", "CatalogError", Status.MISUSED),
    ("referee.games.registry", "UnknownGame", Status.MISUSED),
    ("referee.verdict", "Violation", Status.ILLEGAL),
    ("msgspec", "MsgspecError", Status.MISUSED),
    ("storage.error", "UnknownMatch", Status.MISUSED),
    ("storage.intake", "ImportFault", Status.MISUSED),
    ("storage.error", "LogError", Status.ENVIRONMENT),
    ("duckdb", "Error", Status.ENVIRONMENT),
)
"""Errors of the other rooms that are messages for people, and the status that each gives.

They are named, not imported: an error can only come from a module that is loaded already.
"""

_HOUSE = __name__.removesuffix("cli.failure")
"""What stands before the names of the rooms: nothing in the tree, the package once installed."""


def failure_of(error: BaseException) -> Failure | None:
    """An error as a failure; None where it is a fault of the program itself."""
    if isinstance(error, Failure):
        return error
    for module, name, status in _KNOWN:
        found = sys.modules.get(_HOUSE + module) or sys.modules.get(module)
        kind: Any = getattr(found, name, None)
        if kind is not None and isinstance(error, kind):
            return Failure(_cited(error), status=status)
    if isinstance(error, UnicodeDecodeError):
        return Failure(f"not UTF-8 text: byte {error.start + 1} cannot be read")
    if isinstance(error, OSError):
        reason = error.strerror or str(error) or type(error).__name__
        message = f"{error.filename}: {reason}" if error.filename else reason
        return Failure(message, status=Status.ENVIRONMENT)
    if isinstance(error, MemoryError):
        return Failure("out of memory", status=Status.ENVIRONMENT)
    if isinstance(error, RecursionError):
        return Failure("the input is nested too deep")
    return None


def _cited(error: BaseException) -> str:
    """The message in one line, with the rule that it is about and what would be legal."""
    text = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
    rule, legal = getattr(error, "rule", ""), getattr(error, "legal", "")
    return (f"{rule}: " if rule else "") + text + (f"; legal: {legal}" if legal else "")


def clean(text: str) -> str:
    """The text without characters that would move the cursor or change the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
