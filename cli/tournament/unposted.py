"""Tournaments that were taken in without what their entries meant."""

from collections.abc import Iterable, Iterator

from events.tournament import Post
from referee.verdict import Illegal
from storage.log import Log


def unposted(log: Log, events: Iterable[str]) -> Iterator[tuple[str, int, Illegal]]:
    """The posts that are refused of rounds that the tournament does not have: the tournament, the
    entry and its verdict, the first of each tournament."""
    for event in events:
        replay = log.load(event).replay()
        if not replay.opened:
            continue
        for seq, entry in enumerate(replay.events, 1):
            if isinstance(entry, Post) and entry.round > replay.state.turn:
                verdict = replay.standing(seq)
                if isinstance(verdict, Illegal):
                    yield event, seq, verdict
                    break
