"""How the desk is led: one step after the other, each with the time that it took."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from random import Random
from typing import NamedTuple

from cli.failure import Failure
from cli.venue.access.refused import AccessRefused
from cli.venue.access.session import Session
from cli.venue.demonstration.players import Players
from cli.venue.hall.busy import Busy
from cli.venue.hall.hall import Hall
from cli.venue.keeping.keeper import Keeper
from cli.venue.rehearsal.rehearsal_steps import DESK, STEPS, Key, Scene, say_result
from storage.error import LogError
from storage.log import Log

PLAYS = 10
"""So many entries a table logs while one says its result."""
LAST = 1.5
"""So many seconds the server goes on when all is done, or the laptop is about to die."""
LOOKS = 0.4
"""Every so many seconds it is looked whether a step is done."""

_log = logging.getLogger(__name__)


class StepShown(NamedTuple):
    """The step that is on, for a page or the terminal."""

    number: int
    of: int
    key: Key
    named: Mapping[str, object]


class Rehearsal:
    """A rehearsal, through the death of its laptop.

    Args:
        event: the tournament.
        chance: the source of chance of the robots.
        pace: about how many seconds lie between two results that robots say.
        on_step: called when a step begins, in the writer's thread.
        ended: called when one is done, with the seconds that it took.

    Attributes:
        done: the seconds that each step took, in their order.
        left_out: the steps that this event does not know.
        dying: whether the laptop is dead and the log is to be restored.
        stop: ends the server.
        keeper: makes copies of the log.
    """

    def __init__(
        self,
        event: str,
        chance: Random,
        pace: float,
        on_step: Callable[[StepShown], None],
        ended: Callable[[Key, float], None],
    ) -> None:
        self.scene = Scene(event)
        self.done: dict[Key, float] = {}
        self.left_out: list[Key] = []
        self.dying = False
        self.stop: Callable[[], None] = lambda: None
        self.keeper: Keeper | None = None
        self._chance, self._pace = chance, pace
        self._on_step, self._ended = on_step, ended
        self._at = 0
        self._since: datetime | None = None
        self._shown = StepShown(1, len(STEPS), STEPS[0].key, {})
        self._said: datetime | None = None

    @property
    def is_over(self) -> bool:
        """Whether every step is done."""
        return self._at >= len(STEPS)

    def remain(self) -> list[Key]:
        """The steps that were not done."""
        return [each.key for each in STEPS[self._at :]]

    def looked(self, session: Session) -> StepShown | None:
        """The step that is on, for a device that looks at the desk's page; None once all are
        done."""
        if session.role in DESK:
            self.scene.seen[session.id] = session
        return None if self.is_over else self._shown

    async def lead(self, hall: Hall) -> None:
        """Lead the desk until the last step is done, or the laptop dies."""
        self.scene.hall = hall
        while not self.is_over and not self.dying:
            try:
                if await hall.ask(self._look):
                    hall.tell_of(self.scene.event, {"verb": "rehearsal"})
                    continue
            except (AccessRefused, Busy, Failure, LogError) as error:
                _log.info("%s", error)
            await asyncio.sleep(LOOKS)
        if self.dying:
            await self._copied(hall)
        await asyncio.sleep(LAST)  # for pages to show it
        self.stop()

    async def _copied(self, hall: Hall) -> None:
        """Wait for a copy that has the devices of now, too, as a laptop that lives for half a
        minute more would have made it."""
        if self.keeper is None:
            return
        since = hall.clock()
        self.keeper.round_posted("rehearsal")
        while (at := self.keeper.status().copied_at) is None or at < since:
            await asyncio.sleep(LOOKS)

    async def play(self, hall: Hall) -> None:
        """Have robots play the games that are open, as in the demonstration."""
        opened = await hall.ask(lambda log: log.live(self.scene.event).entry(1).recorded_by)
        event, pace = self.scene.event, self._pace / PLAYS
        await Players(hall, pace, self._chance, event, opened, led=True).play()

    def _look(self, log: Log) -> bool:
        """Begin the step that is due, or see whether it is done; whether anything changed."""
        step, now = STEPS[self._at], self.scene.now()
        if self._since is None:
            self.scene.at, self.scene.named = step.key, {}
            if not step.begin(self.scene, log):
                self.left_out.append(step.key)
                self._at += 1
                return True
            self._since = now
            self._shown = StepShown(self._at + 1, len(STEPS), step.key, self.scene.named)
            self._on_step(self._shown)
            if step.key == "dead":
                self.dying = True
            return True
        if step.done(self.scene, log):
            took = max((now - self._since).total_seconds(), 0.0)
            self.done[step.key] = took
            self._ended(step.key, took)
            self._at, self._since = self._at + 1, None
            return True
        if self._said is None or (now - self._said).total_seconds() >= self._pace:
            self._said = now
            say_result(self.scene, log, self._chance.randrange)
        return False

    def revive(self) -> None:
        """The log was restored, and is served again: who was at the desk comes back."""
        self.dying = False
        self.scene.seen.clear()


__all__ = ["Rehearsal", "StepShown"]
