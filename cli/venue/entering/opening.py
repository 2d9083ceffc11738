"""Games are opened as they fall due, beside what devices ask (VN-18.13)."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime

from cli.venue.access.home_tables import place_of_match
from cli.venue.entering.games import open_due
from cli.venue.hall.busy import Busy
from cli.venue.hall.hall import Hall, New
from events.tournament import Post, Repair
from referee.games.registry import is_stream
from storage.error import LogError
from storage.log import Log
from storage.match import Recorded
from storage.tournament.games import contests_of

EACH = 8
"""So many tables are looked at before others have their turn."""
_AGAIN = 2.0

_log = logging.getLogger(__name__)


async def watch_games(hall: Hall) -> asyncio.Task[None]:
    """Open games as they fall due, from now on, and those that are due now.

    Returns:
        The task that does so; whoever serves the hall ends it.
    """
    loop = asyncio.get_running_loop()

    def due(log: Log, new: New) -> list[tuple[str, int]]:
        return [each for name, recorded in new.items() for each in _touched(log, name, recorded)]

    waiting = hall.queued(due)

    async def go_on() -> None:
        while True:
            found = await waiting.get()
            if not found:  # it is time to look whether somebody has not answered
                loop.call_later(_AGAIN, waiting.put_nowait, [])
                asked = [*hall.games.asked.items()]
                found = [at[::2] for at, each in asked if each.until is not None]
            try:
                await open_at(hall, found)
            except (Busy, LogError) as error:
                _log.warning("games are not opened: %s", error)

    if places := await hall.ask(_all):
        waiting.put_nowait(places)
    waiting.put_nowait([])
    return asyncio.create_task(go_on())


async def open_at(hall: Hall, places: Sequence[tuple[str, int]], *, all_: bool = False) -> int:
    """Open what is due at tables, a few at a time; at how many.

    Raises:
        Busy: too much waits.
        LogError: a tournament cannot be read.
    """
    count = 0
    places = [*dict.fromkeys(places)]
    for stream in dict.fromkeys(stream for stream, _ in places):
        tables = [table for name, table in places if name == stream]
        for first in range(0, len(tables), EACH):
            some, now = tables[first : first + EACH], hall.clock()

            def do(
                log: Log, stream: str = stream, some: list[int] = some, now: datetime = now
            ) -> list[int]:
                return open_due(log, hall.games, stream, some, now, all_=all_)

            for table in await hall.ask(do):
                hall.tell_of(stream, {"verb": "game", "table": table})
                count += 1
            while hall.games.new:
                name, _, table = hall.games.new.pop()
                hall.tell_of(name, {"verb": "game", "table": table})
    return count


def _touched(log: Log, name: str, recorded: Sequence[Recorded]) -> list[tuple[str, int]]:
    """The tables at which a game may be due now that something was logged."""
    match = log.at_hand[name]
    replay = match.replay()
    if not replay.opened:
        return []
    if is_stream(match.game.id):
        posts = any(isinstance(each.entry.event, Post | Repair) for each in recorded)
        if not posts or not replay.state.rounds:
            return []
        return [(name, each.table) for each in replay.state.rounds[-1].contests.values()]
    at = place_of_match(match)
    return [(at.stream, at.table)] if at is not None and replay.state.over else []


def _all(log: Log) -> list[tuple[str, int]]:
    """The tables of the newest rounds of all tournaments at hand: the venue may have been killed
    between a game and the next one."""
    found = []
    for name, match in [*log.at_hand.items()]:
        replay = match.replay()
        if is_stream(match.game.id) and replay.opened and replay.state.rounds:
            contests = replay.state.rounds[-1].contests.values()
            on = replay.state.options.get("games") == "post" or contests_of(
                log, name, replay.state.turn
            )
            found += [(name, each.table) for each in contests] if on else []
    return found


__all__ = ["open_at", "watch_games"]
