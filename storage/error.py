"""What can go wrong with a log, in words for the people who use it."""

from typing import ClassVar

from events.error import Cause, RefereeError
from referee.verdict import Illegal, Incomplete

__all__ = [
    "Conflict",
    "DamagedJournal",
    "IncompleteEntry",
    "LogBroken",
    "LogError",
    "LogLocked",
    "Refused",
    "StaleSequence",
    "UnknownCatalog",
    "UnknownMatch",
    "Unloggable",
    "Unplayed",
]


class LogError(RefereeError):
    """The log cannot do what was asked; the message says why. What was in it is still there."""

    cause: ClassVar[Cause] = "machine"


class LogLocked(LogError):
    """Another process has the log, and did not let go of it within the wait."""


class Damaged(LogError):
    """The file of a log is damaged or cut short."""

    hint = "a backup goes on; referee salvage LOG -o NEW makes a log of what can be read"


class DamagedJournal(LogError):
    """The journal beside a log is damaged, so that the log cannot be opened.

    Args:
        path: the log.
        why: what is wrong with the journal.
    """

    def __init__(self, path: object, why: str) -> None:
        super().__init__(
            f"{path}: the journal beside it is damaged; referee journal says what is safe ({why})"
        )
        self.why = why


class LogBroken(LogError):
    """What is open cannot be used any more, as after a disk was full while the file was tidied.

    The log is sound, with all that was acknowledged: close it and its cursors, and open it again.
    """


class UnknownMatch(LogError):
    """The log has no such match."""

    cause = "input"


class UnknownCatalog(LogError):
    """Neither the log nor a shipped sample has the catalog of that hash."""


class Unloggable(LogError):
    """A draft is not well-formed, or too long; nothing was written."""

    cause = "input"


class Unplayed(LogError):
    """A handler fails at an entry: a fault in the program, named with its match and game."""

    cause = "program"


class IncompleteEntry(LogError):
    """A choice is missing that has to be logged; nothing was written.

    Args:
        match_id: the match.
        question: what has to be said, and what would do.
    """

    cause = "input"

    def __init__(self, match_id: str, question: Incomplete) -> None:
        super().__init__(f"{match_id}: {question.message}; nothing was written")
        self.match_id = match_id
        self.question = question


class Conflict(LogError):
    """An id is in the log already, with other content."""


class StaleSequence(LogError):
    """The match went on since the caller last looked.

    Args:
        match_id: the match.
        expected: the last entry that the caller knew.
        current: the last entry that the log has.
    """

    def __init__(self, match_id: str, expected: int, current: int) -> None:
        super().__init__(
            f"{match_id}: expected entry {expected} to be the last, but the last is {current}; "
            "nothing was written"
        )
        self.match_id = match_id
        self.expected = expected
        self.current = current


class Refused(LogError):
    """An opening breaks a rule; nothing was written.

    Args:
        match_id: the match that was to be opened.
        verdict: the rule that the opening breaks, and why.
    """

    def __init__(self, match_id: str, verdict: Illegal) -> None:
        legal = f" (legal: {verdict.legal})" if verdict.legal else ""
        super().__init__(f"{match_id}: the opening breaks {verdict.rule}: {verdict.message}{legal}")
        self.match_id = match_id
        self.verdict = verdict
