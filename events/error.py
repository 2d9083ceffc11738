"""The base of every error that is a message for people."""

from typing import ClassVar, Literal

Cause = Literal["input", "rule", "machine", "program"]
"""What is to be looked at: what was typed, a rule that it breaks, the machine or the file, us."""


class RefereeError(Exception):
    """What cannot be done, in words for the person who asked: where, what, and what would do.

    ``cause`` says which of the four is to be looked at; nothing is lost whichever it is.
    """

    cause: ClassVar[Cause] = "input"


class ProgramFault(RefereeError):
    """The program itself is wrong. The message says where, and nothing was written."""

    cause = "program"
