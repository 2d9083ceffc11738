"""A second count of an event, from what is true: it knows neither the state nor the standings."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from referee.tournament.policy import Policy
from referee.tournament.state import Score


@dataclass
class Tally:
    """What every player really got in every round."""

    policy: Policy  # what counts
    entered: dict[str, int] = field(default_factory=dict)  # the first round of every player
    # by round and table: the two players and how it ended; None while it is on
    contests: dict[tuple[int, int], tuple[str, str, Score | None]] = field(default_factory=dict)
    byes: dict[int, list[str]] = field(default_factory=dict)  # who had a bye, by round
    through: int = 0  # the last round that gives points; 0: all do

    def points(self) -> dict[str, Fraction]:
        """The points of every player."""
        gives = self.policy.points
        worth = {each: Fraction(getattr(gives, each)) for each in ("win", "draw", "loss")}
        bye = Fraction(gives.bye_points) if gives.bye_points is not None else None
        if bye is None:
            bye = Fraction(0) if gives.bye == "none" else worth[gives.bye]
        found = dict.fromkeys(self.entered, Fraction(0))
        placed = Counter[str]()
        for players in self.byes.values():
            for player in players:
                found[player] += bye
                placed[player] += 1
        for a, b, score in self._counted():
            for player, points in ((a, 0), (b, 1)):
                placed[player] += 1
                found[player] += self._of(score, worth)[points] if score else 0
        for player, first in self.entered.items():
            missed = len(self.byes) - placed[player]
            before = min(first - 1, len(self.byes)) if self.policy.byes.late else 0
            found[player] += before * bye + (missed - before) * worth["loss"]
        return found

    def _counted(self) -> Iterator[tuple[str, str, Score | None]]:
        for (number, _), contest in self.contests.items():
            if not self.through or number <= self.through:
                yield contest

    def _of(self, score: Score, worth: dict[str, Fraction]) -> tuple[Fraction, Fraction]:
        if score.a == score.b == 0 and score.how == "no-show":
            return worth["loss"], worth["loss"]
        if bands := self.policy.score.bands:
            band = max(band for band in bands if band[0] <= abs(score.a - score.b))
            more, less = Fraction(band[1]), Fraction(band[2])
            return (more, less) if score.a >= score.b else (less, more)
        if score.a == score.b:
            return worth["draw"], worth["draw"]
        most = worth["win"], worth["loss"]
        return most if score.a > score.b else (most[1], most[0])

    def games(self) -> dict[str, tuple[int, int, int]]:
        """The games of every player that were really there: won, lost, drawn."""
        found = {player: [0, 0, 0] for player in self.entered}
        for a, b, score in self._counted():
            if score is not None:
                for player, won, lost in ((a, score.a, score.b), (b, score.b, score.a)):
                    for at, count in enumerate((won, lost, score.drawn)):
                        found[player][at] += count
        return {player: (won, lost, drawn) for player, (won, lost, drawn) in found.items()}
