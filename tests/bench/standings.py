"""The standings of a large tournament under each shipped policy, and with every tiebreak."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from referee.tournament.standings.ranking import explain, standings
from referee.tournament.standings.tiebreaks import TIEBREAKS
from tests.bench.measure import about, duration, heading, timed_together
from tests.tournament.histories import at_random, history, shipped

PLAYERS, ROUNDS = 1_024, 10


def run() -> None:
    """Print how long the standings take."""
    about("standings")
    heading(f"standings of {PLAYERS:,} players after {ROUNDS} rounds")
    rounds = at_random(PLAYERS, ROUNDS, Random(1), absent=0.02)
    numbers = {f"p{number}": number for number in range(1, PLAYERS + 1)}
    standard = shipped("standard")
    ties = replace(standard.tiebreaks, order=tuple(TIEBREAKS))
    policies = {name: shipped(name) for name in ("standard", "margin", "chess-like")}
    policies["every tiebreak"] = replace(standard, tiebreaks=ties)
    works: dict[str, Callable[[], object]] = {}
    for name, policy in policies.items():
        played = history(policy, rounds)
        works[name] = lambda played=played, policy=policy: standings(
            played, policy, numbers, key="last"
        )
    played = history(standard, rounds)
    works["one of them taken apart"] = lambda: explain("p1", played, standard, numbers, key="last")
    for name, timing in timed_together(works).items():
        duration(name, timing)
