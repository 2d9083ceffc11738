"""Histories of tournaments to count standings from: written down by hand, or drawn at random."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import referee.tournament
from referee.catalog import read_catalog
from referee.tournament.history import Played
from referee.tournament.policy import Outcome, Policy, Score

Contest = tuple[str, str, int, int, int]
"""Two players and the games or scores of each, and games drawn; a bye and a missed round have
nobody, ``""``, as second, and ``-1`` for what the first missed."""
MISSED = -1

_LINE = re.compile(r"(\w+) (?:(bye)|(missed)|(\d+)-(\d+)(?:-(\d+))? (\w+))")


@cache
def shipped(name: str = "standard") -> Policy:
    """One of the policies that are shipped, such as ``standard``."""
    path = Path(referee.tournament.__file__).parent / "sample" / f"catalog-{name}.toml"
    return read_catalog(path.read_text(encoding="utf-8"), Policy)


def contests(text: str) -> list[Contest]:
    """A round as people write it: ``A 2-0 B, C 1-1-1 D, E bye, F missed``."""
    found: list[Contest] = []
    for line in text.split(", "):
        match = _LINE.fullmatch(line)
        assert match, line
        a, bye, missed, won, lost, drawn, b = match.groups()
        if bye or missed:
            found.append((a, "", MISSED if missed else 0, 0, 0))
        else:
            found.append((a, b, int(won), int(lost), int(drawn or 0)))
    return found


def history(policy: Policy, rounds: Sequence[Sequence[Contest]]) -> dict[str, list[Played]]:
    """What each has played under a policy, who comes first in the first round first."""
    found: dict[str, list[Played]] = {}
    for number, contests in enumerate(rounds, 1):
        for a, b, mine, theirs, drawn in contests:
            if not b:
                outcome: Outcome = "missed" if mine == MISSED else "bye"
                games = policy.points.bye_games if outcome == "bye" else (0, 0, 0)
                played = Played(number, "", outcome, policy.points.value(outcome), *games)
                found.setdefault(a, []).append(played)
                continue
            sides = (a, b, mine, theirs), (b, a, theirs, mine)
            for player, opponent, own, other in sides:
                found.setdefault(player, []).append(
                    _played(policy, number, opponent, own, other, drawn)
                )
    return found


def written(policy: Policy, *rounds: str) -> dict[str, list[Played]]:
    """What each has played in rounds as people write them."""
    return history(policy, [contests(text) for text in rounds])


def _played(policy: Policy, number: int, opponent: str, own: int, other: int, drawn: int) -> Played:
    outcome: Outcome = "win" if own > other else "loss" if own < other else "draw"
    if policy.score.kind == "margin":
        points = policy.score.points(own, other)[0]
        return Played(number, opponent, outcome, points, score=own, conceded=other)
    return Played(number, opponent, outcome, policy.points.value(outcome), own, other, drawn)


RESULTS = ((2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0), (1, 1, 1), (1, 1, 0), (0, 0, 1), (1, 0, 0))
SCORES = Score(
    kind="margin",
    bands=(
        (0, 10, 10),
        (2, 11, 9),
        (6, 12, 8),
        (11, 13, 7),
        (16, 14, 6),
        (21, 15, 5),
        (26, 16, 4),
        (31, 17, 3),
        (41, 18, 2),
        (51, 19, 1),
        (61, 20, 0),
    ),
)
"""The bands of the specification."""


def at_random(players: int, rounds: int, random: Random, absent: float) -> list[list[Contest]]:
    """Rounds in which anybody meets anybody, and some have a bye or are not there."""
    found = []
    for _ in range(rounds):
        order = [f"p{number}" for number in range(1, players + 1)]
        random.shuffle(order)
        alone = [player for player in order if random.random() < absent]
        paired = [player for player in order if player not in alone]
        if len(paired) % 2:
            alone.append(paired.pop())
        round = [
            (a, b, *random.choice(RESULTS)) for a, b in zip(paired[::2], paired[1::2], strict=True)
        ]
        found.append(round + [(a, "", random.choice((0, MISSED)), 0, 0) for a in alone])
    return found
