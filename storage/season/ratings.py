"""Ratings of players over tournaments, by ``openskill``.

A rating is replayed from the contests each time: a struck result, or one reported anew, rates as if
it had always been so.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from storage.season.contests import Met


class Model(Struct, frozen=True):
    """How ratings are made: the Plackett-Luce model of openskill (Weng and Lin, 2011).

    Args:
        mu: where everybody begins.
        sigma: how uncertain that is.
        beta: how much chance there is in one contest.
        kappa: the least that a variance is multiplied by.
        tau: how much more uncertain a rating is before each contest.
    """

    mu: float = 25.0
    sigma: float = 25 / 3
    beta: float = 25 / 6
    kappa: float = 0.0001
    tau: float = 25 / 300

    name = "Plackett-Luce"

    def in_words(self) -> str:
        """The model and its parameters in one line."""
        figures = ", ".join(f"{name} {value:.6g}" for name, value in asdict(self).items())
        return f"{self.name} (openskill): {figures}; ordinal = mu - 3 sigma"


class Step(Struct, frozen=True):
    """A rating after the last contest of a tournament.

    Args:
        event: the tournament.
        mu: the estimate.
        sigma: how uncertain it is.
        ordinal: mu less three times sigma, by which players are put in order.
    """

    event: str
    mu: float
    sigma: float
    ordinal: float


class Rating(Struct, frozen=True):
    """What a player is rated in a game.

    Args:
        plays: the game.
        player: who; where teams enter, the team.
        mu: the estimate.
        sigma: how uncertain it is.
        ordinal: mu less three times sigma, by which players are put in order.
        n: contests that were rated.
        wins: of these, won.
        draws: of these, drawn.
        course: the rating after each tournament, in the order of time.
    """

    plays: str
    player: str
    mu: float
    sigma: float
    ordinal: float
    n: int
    wins: int
    draws: int
    course: tuple[Step, ...]


class _Course(Struct):
    """A player's rating while contests are gone through."""

    rating: Any
    n: int = 0
    wins: int = 0
    draws: int = 0
    steps: dict[str, Step] = {}


def ratings(contests: Iterable[Met], model: Model | None = None) -> list[Rating]:
    """The ratings after these contests, by game, the best first; as for :func:`predicted`."""
    return _replayed(contests, model)[0]


def predicted(contests: Iterable[Met], model: Model | None = None) -> list[tuple[Met, float]]:
    """Each contest that was played, with the chance of the one who was posted first, by what the
    two were rated before it."""
    return _replayed(contests, model)[1]


def _replayed(
    contests: Iterable[Met], model: Model | None
) -> tuple[list[Rating], list[tuple[Met, float]]]:
    """The ratings after contests, by game, and what was expected of each of them.

    Each game has ratings of its own. Contests count in the order in which they are given; those
    that were not played do not. The same contests give the same ratings to the last bit on one
    platform.
    """
    from openskill.models import PlackettLuce

    model = model or Model()
    engine = PlackettLuce(**asdict(model))
    known: dict[tuple[str, str], _Course] = {}
    expected: list[tuple[Met, float]] = []
    for met in contests:
        if not met.played:
            continue
        both = []
        for key in ((met.plays, met.a), (met.plays, met.b)):
            if key not in known:
                known[key] = _Course(engine.rating())
            both.append(known[key])
        expected.append((met, engine.predict_win([[each.rating] for each in both])[0]))
        ranks = [1.0, 1.0] if not met.winner else [1.0, 2.0] if met.winner == met.a else [2.0, 1.0]
        rated = engine.rate([[each.rating] for each in both], ranks=ranks)
        for player, course, (rating,) in zip((met.a, met.b), both, rated, strict=True):
            course.rating = rating
            course.n += 1
            course.wins += met.winner == player
            course.draws += not met.winner
            course.steps.pop(met.event, None)
            course.steps[met.event] = Step(met.event, rating.mu, rating.sigma, rating.ordinal())
    found = [
        Rating(
            plays,
            player,
            course.rating.mu,
            course.rating.sigma,
            course.rating.ordinal(),
            course.n,
            course.wins,
            course.draws,
            tuple(course.steps.values()),
        )
        for (plays, player), course in known.items()
    ]
    found.sort(key=lambda each: (each.plays, -each.ordinal, each.player))
    return found, expected
