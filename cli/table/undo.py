"""What ``u`` takes back: the newest entries in force, or the ruling that was made after them."""

from typing import NamedTuple

from events.common import RULINGS, Overrule, Strike
from events.event import Event
from referee.replay.replay import Replay
from referee.replay.timeline import REWRITING
from referee.verdict import Illegal

_MISLOGGED = "mis-logged"


class Newest(NamedTuple):
    """What there is to take back: entries that were played, newest first, or one ruling."""

    played: tuple[int, ...] = ()
    ruling: int = 0


def newest(replay: Replay, seen: int, wanted: int) -> Newest:
    """The newest entries in force up to one, as many as are wanted.

    What took something back itself, and a ruling without effect, is passed over; what was played
    before a ruling is not reached.
    """
    played: list[int] = []
    for seq in range(seen, 1, -1):
        if len(played) == wanted:
            break
        event, standing = replay.events[seq - 1], replay.standing(seq)
        if standing is None or _took_back(event) or without_effect(replay, seq):
            continue
        if isinstance(event, RULINGS) and not isinstance(standing, Illegal):
            return Newest(tuple(played)) if played else Newest(ruling=seq)
        played.append(seq)
    return Newest(tuple(played))


def without_effect(replay: Replay, seq: int) -> bool:
    """Whether an entry is a ruling that was refused: it stays, and nothing rests on it."""
    return type(replay.events[seq - 1]) in REWRITING and isinstance(replay.standing(seq), Illegal)


def strikes(played: tuple[int, ...], by: str) -> tuple[Strike, ...]:
    """The entries that take these back, which were played (REF-3.2)."""
    return tuple(Strike(by, seq, authority="scorekeeper") for seq in played)


def overruling(ruling: int, by: str) -> Overrule:
    """The entry that takes a ruling back."""
    return Overrule(by, ruling, reason=_MISLOGGED)


def _took_back(event: Event) -> bool:
    if isinstance(event, Strike):
        return event.authority == "scorekeeper"
    return isinstance(event, Overrule) and event.reason == _MISLOGGED
