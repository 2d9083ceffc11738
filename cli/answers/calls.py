"""The calls for a judge that are open: who called, at which entry, and about what."""

from collections.abc import Iterator

from msgspec import Struct

from events.common import CallJudge, Insert
from referee.replay.replay import Replay


class OpenCall(Struct, frozen=True):
    """A call for a judge that nobody has closed.

    Args:
        entry: the entry that called.
        seat: who called.
        about: what it is about.
    """

    entry: int
    seat: str
    about: str


def open_calls(replay: Replay) -> Iterator[OpenCall]:
    """The calls that are open where the match stands, the oldest first."""
    for seq in replay.state.calls:
        event = replay.events[seq - 1]
        called = replay.game.codec.nested(event) if isinstance(event, Insert) else event
        if isinstance(called, CallJudge):
            yield OpenCall(seq, called.seat, called.about)


__all__ = ["OpenCall", "open_calls"]
