"""A simulated event while it goes on: its entries with their times, each held against the truth."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from random import Random

from events.event import Event
from events.notation import write
from events.tournament import LoggedGame
from referee.game import Game
from referee.replay.replay import Replay
from referee.replay.simulate import SimulationError
from referee.tournament.policy import Policy
from referee.tournament.simulating.logged import ListOf, LoggedMatch, Tables
from referee.tournament.simulating.people import Player
from referee.tournament.simulating.planned_event import Plan
from referee.tournament.simulating.tally import Tally
from referee.tournament.state import State
from referee.verdict import Illegal, applied

BEGINS = datetime(2026, 5, 2, 9, tzinfo=UTC)
"""When the desk of a simulated event opens."""


@dataclass(kw_only=True)
class Simulated:
    """A simulated event."""

    secret: str  # the organiser's
    replay: Replay  # its entries and what they came to
    tally: Tally  # what is true
    times: list[datetime] = field(default_factory=list)  # when each entry was made, in order
    players: dict[str, Player] = field(default_factory=dict)  # who took part, by id
    # the entries that are false; all were refused
    lies: set[int] = field(default_factory=set)
    # how often something false was tried, by kind
    lied: Counter[str] = field(default_factory=Counter)
    # the games that were logged, where games are
    matches: list[LoggedMatch] = field(default_factory=list)
    # why games could not go on, in the place of which others were played
    faults: list[str] = field(default_factory=list)

    @property
    def events(self) -> list[Event]:
        """The entries."""
        return self.replay.events


@dataclass(kw_only=True)
class Run(Simulated):
    """One event while it is simulated."""

    game: Game  # the tournament as a game
    policy: Policy  # its policy
    plan: Plan  # what it is to be like
    chance: Random  # the source of chance
    decks: Sequence[ListOf]  # what the players may play
    name: str  # of the stream
    tables: Tables | None  # what is played as matches; None where games are not logged
    # the games that were logged, by round and table
    games: dict[tuple[int, int], tuple[LoggedGame, ...]] = field(default_factory=dict)
    now: datetime = BEGINS  # the time
    # the infractions in force: whose, which, on which day
    found: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    # the games that penalties took, by round and table, and by player
    lost: dict[tuple[int, int], dict[str, int]] = field(default_factory=dict)
    # more time that contests were given, by round and table: for what, and how much
    given: dict[tuple[int, int], list[tuple[str, int]]] = field(default_factory=dict)
    day: str = ""  # the date of the last start of a round
    # what will happen, and when
    agenda: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    planned: int = 0  # how much ever was on it
    # what puts mistakes right that nobody has noticed yet
    unnoticed: list[Callable[[], None]] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        state: State = self.replay.state
        return state

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return len(self.times)

    def happens(self, often: float) -> bool:
        """Whether something happens that happens so often, from 0 to 1."""
        return often > 0 and self.chance.random() < often

    def at(self) -> str:
        """The time, as clock events have it."""
        return self.now.strftime("%Y-%m-%dT%H:%M:%SZ")

    def pass_time(self, seconds: float) -> None:
        """Some seconds pass; entries have whole ones."""
        self.now += timedelta(seconds=round(seconds))

    def sleep(self) -> None:
        """It is the next morning."""
        self.now = (self.now + timedelta(days=1)).replace(hour=BEGINS.hour, minute=0, second=0)

    def say(self, event: Event, seconds: int = 0) -> int:
        """Log what is true and in order, some seconds later; returns its entry.

        Raises:
            SimulationError: it is refused.
        """
        if self.happens(self.plan.lies):
            self.plan.lie(self)
        self.pass_time(seconds)
        verdict = self.replay.add(event).verdict
        self.times.append(self.now)
        if not applied(verdict):
            why = f"{verdict.rule}, {verdict.message}" if isinstance(verdict, Illegal) else verdict
            raise SimulationError(f"entry {self.seq}, {write(event)}: true, and refused: {why}")
        return self.seq

    def deny(self, kind: str, event: Event, rules: Collection[str], *, keep: bool = True) -> None:
        """Log what is false or out of order; it stays on record and changes nothing.

        Args:
            kind: what kind of lie it is.
            event: the entry.
            rules: by one of which it has to be refused.
            keep: whether it stays; what an earlier entry alone stands against is taken off again,
                as it would come into force where that one is struck.

        Raises:
            SimulationError: it is accepted, or refused by another rule.
        """
        verdict = self.replay.add(event).verdict
        self.times.append(self.now)
        if not isinstance(verdict, Illegal):
            raise SimulationError(f"entry {self.seq}, {write(event)}: {kind}, and accepted")
        if verdict.rule not in rules:
            raise SimulationError(
                f"entry {self.seq}, {write(event)}: {kind}, refused by {verdict.rule}, not by "
                f"{' or '.join(rules)}: {verdict.message}"
            )
        self.lied[kind] += 1
        if keep:
            self.lies.add(self.seq)
        else:
            self.replay.retract()
            self.times.pop()

    # -- what goes on at many tables at once -----------------------------------------------------

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Something will happen so many seconds from now."""
        moment = self.now.timestamp() + seconds
        self.planned += 1
        heappush(self.agenda, (moment, self.planned, act))

    def go_on(self) -> None:
        """All that is to happen happens, in the order of time."""
        while self.agenda:
            moment, _, act = heappop(self.agenda)
            self.now = max(self.now, datetime.fromtimestamp(round(moment), UTC))
            act()
