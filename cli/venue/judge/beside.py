"""Calls that a table logs in its match are written into its tournament at once (TR-11.1)."""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from cli.failure import Failure
from cli.reading.matches import Source
from cli.tournament.linked.both import write_together
from cli.tournament.stream import Desk
from cli.venue.hall.busy import Busy
from cli.venue.hall.hall import Hall, New
from cli.venue.judge.calls import called_beside
from cli.venue.seen.entries import stream_of
from events.common import CallJudge
from referee.games.registry import is_stream
from storage.error import LogError
from storage.log import Log

_log = logging.getLogger(__name__)

Call = tuple[str, int]
"""A match, and the entry that called."""


async def watch_calls(hall: Hall) -> asyncio.Task[None]:
    """Write the open calls of matches into their tournaments, and from now on each as it is made.

    Returns:
        The task that does so; whoever serves the hall ends it.
    """

    def made(log: Log, new: New) -> list[Call]:
        return [
            (name, each.entry.seq)
            for name, recorded in new.items()
            for each in recorded
            if isinstance(each.entry.event, CallJudge) and not each.entry.event.call
        ]

    waiting = hall.queued(made)

    async def go_on() -> None:
        while True:
            found = await waiting.get()
            with suppress(Busy):
                await hall.ask(lambda log, found=found: link(log, found, hall.clock()))  # type: ignore[misc]

    await hall.ask(lambda log: link(log, _open(log), hall.clock()))
    return asyncio.create_task(go_on())


def _open(log: Log) -> list[Call]:
    """The calls that are open in the matches at hand."""
    return [
        (match.id, seq)
        for match in [*log.at_hand.values()]
        if not is_stream(match.game.id) and match.replay().opened
        for seq in match.replay().state.calls
    ]


def link(log: Log, calls: Iterable[Call], now: datetime) -> None:
    """Write calls into the tournaments of their matches, where these do not have them yet.

    One that cannot be written is left to the judge who takes it.
    """
    people = log.people()
    for name, seq in calls:
        match = log.live(name)
        stream = stream_of(match)
        if not stream or not log.has(stream):
            continue
        desk = Desk(log, Source(log.live(stream), people))
        call = called_beside(desk, match, seq) if desk.replay.opened else None
        if call is None:
            continue
        try:
            write_together(log, [(desk.source, [call])], match.entry(seq).recorded_by, now)
        except (Failure, LogError) as error:
            _log.warning("call %s of %s is not in %s: %s", seq, name, stream, error)
