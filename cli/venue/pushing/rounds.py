"""Players are told where they sit as a round is posted, also where no page of theirs is open
(VN-18.15)."""

import asyncio
from asyncio import run_coroutine_threadsafe
from collections.abc import Iterable, Iterator
from contextlib import suppress

from cli.venue.hall.busy import Busy
from cli.venue.hall.hall import Hall, New
from cli.venue.pushing.service import Service, new_key
from cli.venue.web.pages import texts
from events.tournament import Close, Post, Repair
from referee.games.registry import is_stream
from referee.tournament.state import State
from storage.error import LogError
from storage.log import Log
from storage.venue import push
from storage.venue.push import Subscription

Notice = tuple[Subscription, str]
"""A device, and what it is told."""


async def watch_rounds(hall: Hall, contact: str) -> tuple[Service, "asyncio.Task[None]"]:
    """Notify players of every round from now on.

    Args:
        hall: what is served.
        contact: whom a push service may write to.

    Returns:
        The service, for whoever asks for its key, and the task that feeds it; whoever serves the
        hall ends both.
    """
    loop = asyncio.get_running_loop()

    def gone(sessions: Iterable[str]) -> None:
        async def forget(found: list[str]) -> None:
            with suppress(Busy, LogError):
                await hall.ask(lambda log: push.unsubscribe(log, found))

        with suppress(RuntimeError):  # the loop may be closed by now
            run_coroutine_threadsafe(forget([*sessions]), loop)

    service = Service(await hall.ask(lambda log: push.key_of(log, new_key)), contact, gone)

    def posted(log: Log, new: New) -> list[Notice]:
        try:
            return [notices for name in new for notices in _notices(hall, log, name, new)]
        except LogError:
            return []

    waiting = hall.queued(posted)

    async def go_on() -> None:
        while True:
            for to, text in await waiting.get():
                service.tell(to, text)

    return service, asyncio.create_task(go_on())


def _notices(hall: Hall, log: Log, name: str, new: New) -> Iterator[Notice]:
    """Who is told what, now that this is new in a tournament. With its end all of it is over."""
    match = log.at_hand.get(name)
    if match is None or not is_stream(match.game.id):
        return
    events = [each.entry.event for each in new[name]]
    found = push.subscriptions(log, name, hall.clock())
    if any(isinstance(each, Close) for each in events):
        push.unsubscribe(log, [each.session for own in found.values() for each in own])
        return
    state: State = match.replay().state
    if not found or not any(isinstance(each, Post | Repair) for each in events) or not state.rounds:
        return
    newest = state.rounds[-1]
    sits = {who: each.table for each in newest.contests.values() for who in (each.a, each.b)}
    for person, devices in found.items():
        who = state.players.get(person, person)  # where teams play, they meet
        key = "push.table" if who in sits else "push.bye"
        if who in sits or who in newest.byes:
            for each in devices:
                yield each, texts(each.language)[key].format(state.turn, sits.get(who))


__all__ = ["watch_rounds"]
