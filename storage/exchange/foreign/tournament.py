"""What a file of somebody else tells of an event, whatever its form."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from typing import Literal, NamedTuple

from events.error import RefereeError

MOST_ROUNDS = 99
MOST_TABLES = 9_999
MOST_PLAYERS = 9_999
CUT = "a cut"
SHORTEST_CUT = 2
"""The rounds of a cut that is told by its form alone."""
LONGEST_NAME = 200
"""Characters of a name."""
MOST_UNTAKEN = 9_999
"""How much of a file may be left out, before it is taken for something else."""

Worth = Literal["full", "half", "zero"]
"""As what a round without an opponent counts: a win, a draw, a loss."""

_NUMBERED = re.compile(r"(?:round\s*)?(\d{1,3})", re.IGNORECASE)
_SCORE = re.compile(r"(\d{1,4})-(\d{1,4})(?:-(\d{1,4}))?")


class NoEvent(RefereeError, ValueError):
    """The file tells of no event that can be taken in; says where and why."""


class Untaken(NamedTuple):
    """Something that the file says and the tournament does not."""

    where: str  # the place in the file
    what: str  # what it is, and why it was left out


class Met(NamedTuple):
    """A contest as it was played."""

    a: str  # who stands first
    b: str  # the other
    won: tuple[int, int, int]  # the games of the first, of the other, and drawn ones
    table: int = 0  # the number of the table; 0 where none is told
    how: str = ""  # how it ended, where that is told


class Published(NamedTuple):
    """A line of the standings that the organiser published."""

    rank: int
    player: str
    points: Fraction
    tiebreaks: dict[str, float]  # by the policy's words for them
    rounds: int | None = None  # the rounds won, lost and drawn, where they are told


@dataclass
class ForeignRound:
    """A round: who met, and who had no opponent."""

    name: str = ""  # what it is called, where that is no number
    contests: list[Met] = field(default_factory=list)
    byes: dict[str, Worth] = field(default_factory=dict)
    places: dict[str, Met | None] = field(default_factory=dict)  # everybody's; None: a bye

    def is_cut_before(self, later: Sequence["ForeignRound"]) -> bool:
        """Whether this is the round of a cut that those rounds end, with one final or with the
        two contests before it, where that was not played."""
        fits = (2 * len(later[0].contests),) if later else (1, 2)
        if self.byes or len(self.contests) not in fits:
            return False
        won = {met.a if met.won[0] > met.won[1] else met.b for met in self.contests}
        return not later or later[0].places.keys() == won


@dataclass
class ForeignEvent:
    """An event as the file tells it."""

    form: str  # the form of the file
    name: str = ""  # what the event is called
    dated: datetime | None = None  # when it began
    games: bool = True  # whether its results are games; else each contest is told as one
    rounds: list[ForeignRound] = field(default_factory=list)  # those before a cut
    standings: list[Published] = field(default_factory=list)
    players: list[str] = field(default_factory=list)  # who entered, beside those who have a place
    cut: dict[str, int] = field(default_factory=dict)  # who played on after a cut, how many rounds
    cut_points: dict[str, int] = field(default_factory=dict)  # what these bring where they count
    played_on: list[ForeignRound] = field(default_factory=list)  # these rounds
    untaken: list[Untaken] = field(default_factory=list)
    _published: set[str] = field(default_factory=set)  # who has a line of the standings

    def leave(self, where: str, what: str) -> None:
        """Note what is not taken.

        Raises:
            NoEvent: it is too much.
        """
        if len(self.untaken) == MOST_UNTAKEN:
            raise NoEvent(f"{where}: more than {MOST_UNTAKEN:,} things that cannot be taken")
        self.untaken.append(Untaken(where, what))

    def publish(self, line: Published, where: str) -> None:
        """Take a line of the standings; the first one of each player."""
        if not is_name(line.player):
            self.leave(where, f"{line.player[:40]!r} is no name")
        elif line.player in self._published:
            self.leave(where, f"{line.player} has another line")
        else:
            self._published.add(line.player)
            self.standings.append(line)

    def part_cut(self) -> None:
        """Leave out the cut where it is told as further rounds: each has half the contests of the
        one before, among its winners, down to one; what everybody plays is no cut."""
        first = len(self.rounds)
        while first > 1 and self.rounds[first - 1].is_cut_before(self.rounds[first:]):
            first -= 1
        if len(self.rounds) - first < SHORTEST_CUT:
            return
        if len(self.rounds[first].places) >= len(self.rounds[first - 1].places):
            return
        for number in range(first + 1, len(self.rounds) + 1):
            contests = len(self.rounds[number - 1].contests)
            self.leave(f"round {number}", f"{CUT}: {contests} contests among winners alone")
            self.played_on.append(ForeignRound())
            for met in self.rounds[number - 1].contests:
                self.play_on(met, f"round {number}")
        del self.rounds[first:]

    def part_places(self) -> None:
        """Leave out what was played beside a cut, for the places of those who had lost in it."""
        rounds = sorted(self.played_on, key=lambda round: len(round.places), reverse=True)
        self.played_on = []
        lost: set[str] = set()
        for round in rounds:
            if lost.isdisjoint(round.places):
                self.played_on.append(round)
                lost |= {met.b if met.won[0] > met.won[1] else met.a for met in round.contests}
            else:
                contests = len(round.contests)
                self.leave(round.name or CUT, f"{contests} contests for places beside the cut")

    def play_on(self, met: Met, where: str) -> None:
        """Note who has a place in a round of the cut, and what it brings where the cut counts."""
        if met.a == met.b or not (is_name(met.a) and is_name(met.b)):
            self.leave(where, f"{met.a[:40]!r} and {met.b[:40]!r} are not two players")
            return
        for player in met[:2]:
            self.cut[player] = self.cut.get(player, 0) + 1
        self.played_on[-1].contests.append(met)
        self.played_on[-1].places |= {met.a: met, met.b: met}
        a, b, _ = met.won
        points = (3, 0) if a > b else (0, 3) if b > a else (1, 1) if any(met.won) else (0, 0)
        for player, more in zip(met[:2], points, strict=True):
            self.cut_points[player] = self.cut_points.get(player, 0) + more

    def take(self, number: int, met: Met, where: str) -> None:
        """Take a contest of a round; one that is told from both sides is taken once."""
        round = self.rounds[number - 1]
        for player in met[:2]:
            if not is_name(player):
                self.leave(where, f"{player[:40]!r} is no name")
                return
        if met.a == met.b:
            self.leave(where, f"{met.a} meets nobody else")
            return
        known = round.places.get(met.a)
        if known is not None and {*known[:2]} == {met.a, met.b}:
            a, b, drawn = met.won
            same = known.won == (met.won if known.a == met.a else (b, a, drawn))
            if not same:
                self.leave(where, f"{met.a} and {met.b} have another result in this round")
            return
        for player in met[:2]:
            if player in round.places:
                self.leave(where, f"{player} has another place in this round")
                return
        if len(round.contests) == MOST_TABLES:
            raise NoEvent(f"{where}: more than {MOST_TABLES:,} tables in a round")
        round.contests.append(met)
        round.places |= {met.a: met, met.b: met}

    def take_bye(self, number: int, player: str, worth: Worth, where: str) -> None:
        """Take a round in which somebody had no opponent."""
        round = self.rounds[number - 1]
        if not is_name(player):
            self.leave(where, f"{player[:40]!r} is no name")
        elif round.byes.get(player) == worth:
            return
        elif player in round.places:
            self.leave(where, f"{player} has another place in this round")
        else:
            round.byes[player] = worth
            round.places[player] = None

    def reach(self, number: int, where: str) -> None:
        """There are so many rounds at least.

        Raises:
            NoEvent: more than an event has.
        """
        if not 1 <= number <= MOST_ROUNDS:
            raise NoEvent(f"{where}: round {number}; expected 1 to {MOST_ROUNDS}")
        while len(self.rounds) < number:
            self.rounds.append(ForeignRound())


def score_of(text: str) -> tuple[int, int, int] | None:
    """Games won, won by the other, and drawn, as ``2-1-0``; ``None`` where it is none."""
    found = _SCORE.fullmatch(text.strip())
    return (int(found[1]), int(found[2]), int(found[3] or 0)) if found else None


def number_in(text: str) -> int | None:
    """The number of a round that is called so; ``None`` where it is one after the last of them."""
    found = _NUMBERED.fullmatch(text.strip())
    return int(found[1]) if found else None


def moment(text: str | None) -> datetime | None:
    """A moment as it is written; ``None`` where it is none."""
    try:
        found = datetime.fromisoformat(text or "")
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def is_name(text: str) -> bool:
    """Whether somebody may be called that."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME and text.isprintable()
