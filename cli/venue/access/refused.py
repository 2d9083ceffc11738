"""Why somebody is refused at the venue."""


class AccessRefused(Exception):
    """Somebody is refused; the text says why, and ``hint`` what to do.

    Args:
        message: why.
        hint: what to do.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Forbidden(AccessRefused):
    """Whoever it is may not do this (VN-5.5)."""


class UnknownCode(AccessRefused):
    """There is no such code."""


class CodeTaken(AccessRefused):
    """Another device has joined with this code (VN-5.2)."""


class CodeOver(AccessRefused):
    """The code has ended with its round or event, or with the role of its person (VN-5.2)."""


class WrongPin(AccessRefused):
    """It is not the PIN, or it is none (VN-5.7)."""
