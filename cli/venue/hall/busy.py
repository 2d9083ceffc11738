"""Why the hall did not do what was asked: too much waits, or a fault."""

from typing import ClassVar

from events.error import Cause, RefereeError

RETRY = 2
"""After how many seconds who was sent away may come again (VN-3.3)."""


class Busy(RefereeError):
    """Too much waits, or the hall is being closed: nothing was written (VN-1.6, VN-3.3)."""

    cause: ClassVar[Cause] = "machine"


class Fault(RefereeError):
    """The program failed at one match; it is loaded anew, all others go on (VN-3.4)."""

    cause: ClassVar[Cause] = "program"
