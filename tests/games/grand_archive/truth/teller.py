"""Somebody who writes down what is public, and what a reader of the lines takes to be so.

A line is read at the earliest moment at which it is legal (25a). The teller knows how far that is,
and puts `resolve` or `step` first where the truth is further; now and then without need.
"""

from collections.abc import Callable
from typing import NamedTuple

from events import grand_archive as log
from events.event import Event
from tests.games.grand_archive.truth.world import Fight, Item, World

OPPORTUNE = ("recollection", "main", "end")
"""The phases in which Opportunity arises by itself (GA-6.2)."""


class Moment(NamedTuple):
    """A moment at which somebody may act."""

    turn: int
    phase: str
    stack: tuple[Item, ...]
    fight: Fight | None
    step: str


class Teller:
    """Who tells it.

    Args:
        world: the true table.
        enter: takes each line.
        wordy: how often more is said than need be, from 0 to 1.
    """

    def __init__(self, world: World, enter: Callable[[Event], None], wordy: float) -> None:
        self.world, self.enter, self.wordy = world, enter, wordy
        self.read = self.now()

    def now(self) -> Moment:
        """What is really so."""
        w = self.world
        return Moment(
            w.turn, w.phase, tuple(w.stack), w.fight, w.fight.step if w.fight is not None else ""
        )

    @property
    def synced(self) -> bool:
        """Whether the reader stands where the table does."""
        return self.read == self.now()

    def more(self) -> bool:
        """Whether more is said than need be, this time."""
        return self.world.chance.random() < self.wordy

    def tell(self, event: Event) -> None:
        """A line, of what has just happened."""
        self._tell(event, self.now())

    # -- fast acts -----------------------------------------------------------------------------

    def reading(self, seat: str) -> Moment:
        """The moment at which a reader takes a fast act of a player to be done (GA-7.15, 25a)."""
        turn, phase, stack, fight, step = self.read
        left = list(stack)
        w = self.world
        cards = [each for each in left if not each.trigger]
        if (
            phase == "materialize"
            and seat == w.active
            and cards
            and all(each.materialized and each.seat == seat and not each.hold for each in cards)
        ):
            return Moment(turn, "main", (), None, "")
        while w.event and left:
            top = next((each for each in reversed(left) if not each.trigger), None)
            if top is None or top.seat != seat or top.hold:
                break
            gone = left.pop()
            if gone.fight is not None:
                fight, step = gone.fight, "retaliation"
                break
        if fight is self.read.fight and fight is not None and fight.retaliators and not left:
            step = "damage"
        if not left and fight is None and phase not in OPPORTUNE:
            phase = "main"
        return Moment(turn, phase, tuple(left), fight, step)

    def ready(self, seat: str) -> None:
        """What has to be said before a fast act of a player, and sometimes what has not."""
        if not self.synced and self.more():
            self.mark()
        for _ in range(12):
            if self.reading(seat) == self.now():
                return
            self.mark()
        raise AssertionError(f"not told: {self.read} is not {self.now()}")

    def mark(self) -> None:
        """One line that brings the reader nearer to what is so."""
        w, now, read = self.world, self.now(), self.read
        assert read.turn == now.turn, (read, now)
        over = read.fight is not None and now.fight is not read.fight
        if over:
            assert read.fight is not None
            back = Moment(now.turn, "main", (), None, "")
            either = (log.CombatDamage(read.fight.seat), log.Step(w.active, "main"))
            self._tell(w.chance.choice(either), back)
        elif read.stack and read.stack[-1] not in now.stack and not self._later(now):
            self._resolve(read.stack[-1])
        elif read.fight is not None:
            self._tell(log.Step(w.active, "damage"), now)
        else:
            came = Moment(now.turn, now.phase, tuple(w.arose), None, "")
            self._tell(log.Step(w.active, now.phase), came)  # type: ignore[arg-type]

    def _later(self, now: Moment) -> bool:
        """Whether a step may be said, after which the reader stands where the table does."""
        read = self.read
        fits = now.phase in OPPORTUNE and all(each.trigger for each in now.stack)
        return fits and read.phase != now.phase and self.world.chance.random() < 0.8

    def say_resolved(self, item: Item) -> None:
        """That a card has just resolved, if a reader takes it to be the next that will."""
        if self.read.stack and self.read.stack[-1] is item:
            self._resolve(item)

    def _resolve(self, top: Item) -> None:
        """That the newest on the stack has resolved; an attack card has begun its fight by it."""
        read = self.read._replace(stack=self.read.stack[:-1])
        if top.fight is not None:
            read = read._replace(fight=top.fight, step="retaliation")
        self._tell(log.Resolve(top.seat, source=top.id if self.more() else ""), read)

    def _tell(self, event: Event, read: Moment) -> None:
        self.read = read
        self.enter(event)
