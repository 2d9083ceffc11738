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
from referee.tournament.simulating.plan import Plan
from referee.tournament.simulating.tally import Tally
from referee.tournament.state import State
from referee.verdict import Illegal, applied

BEGINS = datetime(2026, 5, 2, 9, tzinfo=UTC)
"""When the desk of a simulated event opens."""


@dataclass
class Simulated:
    """A whole simulated event.

    Args:
        replay: its entries and what they came to.
        times: when each entry was made, in order.
        lies: the entries that are false; all were refused.
        lied: how often something false was tried, by kind.
        tally: what is true.
        players: who took part, by id.
        secret: the organiser's.
        matches: the games that were logged, where games are.
        faults: why games could not go on, in the place of which others were played.
    """

    replay: Replay
    times: list[datetime]
    lies: set[int]
    lied: Counter[str]
    tally: Tally
    players: dict[str, Player]
    secret: str
    matches: list[LoggedMatch]
    faults: list[str]

    @property
    def events(self) -> list[Event]:
        """The entries."""
        return self.replay.events


@dataclass
class Run:
    """One event while it is simulated.

    Args:
        game: the tournament as a game.
        policy: its policy.
        plan: what it is to be like.
        chance: the source of chance.
        secret: the organiser's.
        replay: its entries so far.
        tally: what is true.
        decks: what the players may play.
        name: of the stream.
        tables: what is played as matches; None where games are not logged.
        games: the games that were logged, by round and table.
        matches: the same as the log keeps them.
        faults: why games could not go on, in the place of which others were played.
        now: the time.
        players: who has entered.
        times: of the entries.
        lies: the entries that are false.
        lied: how often something false was tried, by kind.
        lie: tries something false.
        found: the infractions in force: whose, which, on which day.
        lost: the games that penalties took, by round and table, and by player.
        given: more time that contests were given, by round and table: for what, and how much.
        day: the date of the last start of a round.
        agenda: what will happen, and when.
        planned: how much ever was on it.
        unnoticed: what puts mistakes right that nobody has noticed yet.
    """

    game: Game
    policy: Policy
    plan: Plan
    chance: Random
    secret: str
    replay: Replay
    tally: Tally
    decks: Sequence[ListOf]
    name: str
    tables: Tables | None
    games: dict[tuple[int, int], tuple[LoggedGame, ...]] = field(default_factory=dict)
    matches: list[LoggedMatch] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    now: datetime = BEGINS
    players: dict[str, Player] = field(default_factory=dict)
    times: list[datetime] = field(default_factory=list)
    lies: set[int] = field(default_factory=set)
    lied: Counter[str] = field(default_factory=Counter)
    lie: Callable[["Run"], None] = lambda run: None
    found: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    lost: dict[tuple[int, int], dict[str, int]] = field(default_factory=dict)
    given: dict[tuple[int, int], list[tuple[str, int]]] = field(default_factory=dict)
    day: str = ""
    agenda: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    planned: int = 0
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
            self.lie(self)
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
