"""What can go wrong with a log, in words for the people who use it."""

from referee.verdict import Illegal

__all__ = [
    "Conflict",
    "LogError",
    "LogLocked",
    "Refused",
    "StaleSequence",
    "UnknownCatalog",
    "UnknownMatch",
]


class LogError(Exception):
    """The log cannot do what was asked; the message says why. What was in it is still there."""


class LogLocked(LogError):
    """Another process has the log, and did not let go of it within the wait."""


class UnknownMatch(LogError):
    """The log has no such match."""


class UnknownCatalog(LogError):
    """Neither the log nor a shipped sample has the catalog of that hash."""


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
            f"{match_id}: expected {expected} to be the last entry, and it is {current}; "
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
        super().__init__(f"{match_id}: no opening by {verdict.rule}: {verdict.message}{legal}")
        self.match_id = match_id
        self.verdict = verdict
