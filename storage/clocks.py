"""Times of an entry that no clock that goes right can have given: told beside the verdict, and
never a refusal. The statistic ``clocks`` lists the same entries of a log."""

from collections.abc import Iterator
from datetime import timedelta

from storage.match import Match

AHEAD = timedelta(minutes=5)
"""So much may be said to have happened after it was written down."""
APART = timedelta(days=3653)
"""Ten years: so much cannot lie between an entry and the one before it."""


def clock_doubts(match: Match, seq: int) -> Iterator[str]:
    """What is odd about the times of an entry."""
    entry = match.entry(seq)
    if entry.played_at > entry.recorded_at + AHEAD:
        yield (
            f"entry {seq} was played at {entry.played_at:%Y-%m-%d %H:%M} by what it says, after it "
            f"was recorded ({entry.recorded_at:%Y-%m-%d %H:%M})"
        )
    if seq == 1:
        return
    before = match.entry(seq - 1)
    if entry.recorded_at < before.recorded_at:
        yield (
            f"entry {seq} was recorded at {entry.recorded_at:%Y-%m-%d %H:%M:%S} by the clock, "
            f"before entry {seq - 1} ({before.recorded_at:%Y-%m-%d %H:%M:%S})"
        )
    elif abs(entry.played_at - before.played_at) > APART:
        yield (
            f"entry {seq} was played at {entry.played_at:%Y-%m-%d %H:%M} by what it says, more "
            f"than ten years from entry {seq - 1} ({before.played_at:%Y-%m-%d %H:%M})"
        )
