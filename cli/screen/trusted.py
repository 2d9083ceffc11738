"""On trust, said once for an action: what follows at once and rests on the same points back."""

from events.event import Event
from referee.verdict import OnTrust, Verdict


class Trusted:
    """Of entries that are told one after the other, which rest on what one before them did.

    Example:
        >>> from events.common import Note
        >>> told, stride, verdict = Trusted(), Note("ana", "x"), OnTrust(("it stands",))
        >>> [told.shorter(seq, stride, verdict) for seq in (4, 5, 9)]
        [OnTrust(assumptions=('it stands',)), OnTrust(assumptions=('as entry 4',)), \
OnTrust(assumptions=('it stands',))]
    """

    def __init__(self) -> None:
        self._last = 0
        self._first: dict[tuple[type[Event], tuple[str, ...]], int] = {}

    def shorter(self, seq: int, event: Event, verdict: Verdict) -> Verdict:
        """The verdict of the next entry that is told, as it is told.

        An entry that is not on trust begins a new action, and so does one that is told alone.
        """
        if seq != self._last + 1 or not isinstance(verdict, OnTrust):
            self._first.clear()
        self._last = seq
        if not isinstance(verdict, OnTrust):
            return verdict
        first = self._first.setdefault((type(event), verdict.assumptions), seq)
        return verdict if first == seq else OnTrust((f"as entry {first}",))


__all__ = ["Trusted"]
