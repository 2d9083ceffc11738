"""Tournaments played in tests: opened with options, their rounds posted as proposed."""

from collections.abc import Collection, Mapping

from events.common import Opening, Seating
from events.notation import write
from events.tournament import Pairing, Post
from referee.games.registry import game_of
from referee.tournament.policy import Policy
from referee.tournament.posting import cost_of_posted
from referee.tournament.proposing import proposed
from storage.catalogs import samples
from tests.table import Match

GAME = game_of("tournament")
KEYS = tuple(f"{number:02x}" * 32 for number in range(100))
"""A key for each round."""


def policy(name: str = "standard") -> Policy:
    """A policy that is shipped."""
    (found,) = (each for each in samples("tournament").values() if each.name.startswith(name))
    assert isinstance(found, Policy)
    return found


def hall(players: str = "", name: str = "standard", **options: str | int) -> Match:
    """A tournament that lena has opened, and these have entered."""
    rules = policy(name)
    told: Mapping[str, str] = {option: str(value) for option, value in options.items()}
    opening = Opening(
        by="lena",
        game="tournament",
        version=GAME.version,
        catalog=rules.hash,
        seats=(Seating("desk", "lena"),),
        options=GAME.agreements(rules, told),
    )
    match = Match(GAME, rules, opening)
    for player in players.split():
        match.play(f"lena enter {player}")
    return match


def proposal(match: Match, *, key: bool = True) -> Post:
    """The next round as it is proposed."""
    return proposed(match.replay.table, "lena", KEYS[match.state.turn + 1] if key else "")


def posted(match: Match, *, key: bool = True) -> Match:
    """The next round is posted as proposed."""
    return match.play(write(proposal(match, key=key), GAME.codec))


def meets(match: Match, number: int = 0) -> set[str]:
    """Who meets in a round, or in the newest one: such as ``ana-bo``, and ``cy`` for a bye."""
    played = match.state.rounds[number - 1]
    return {f"{c.a}-{c.b}" for c in played.contests.values()} | set(played.byes)


def wins(match: Match, *winners: str) -> Match:
    """These win their contests in the newest round, two games to none."""
    number = match.state.turn
    for contest in list(match.state.rounds[-1].contests.values()):
        if contest.a in winners:
            match.play(f"lena report {number} {contest.table} 2 0")
        elif contest.b in winners:
            match.play(f"lena report {number} {contest.table} 0 2")
    return match


def posts(match: Match, *pairs: str, missing: Collection[int] = ()) -> Match:
    """The next round is posted with these pairs, such as ``ana-bo``, and a bye for ``cy``."""
    number = match.state.turn + 1
    met = [pair.split("-") for pair in pairs if "-" in pair]
    tables = tuple(Pairing(table, a, b) for table, (a, b) in enumerate(met, 1))
    byes = tuple(pair for pair in pairs if "-" not in pair)
    cost = cost_of_posted(match.replay.table, number, tables, byes)
    left = tuple(missing)
    event = Post("lena", number, "swiss", KEYS[number], 0, cost, tables, byes, missing=left)
    return match.play(write(event, GAME.codec))
