"""The direct encounter: who is first of those who are level, by their contests alone.

FIDE Handbook C.07, article 6: where all of them have met, what they scored against each other ranks
them; where not all have, who is first whatever the contests would have brought that there were not
is first. Those who are still level are ranked in the same way among themselves.
"""

from collections.abc import Sequence
from fractions import Fraction

from referee.tournament.standings.crosstable import Crosstable, total


def ranked(table: Crosstable, level: Sequence[str]) -> list[list[str]]:
    """Those who are level in groups, the first first; in a group nothing tells them apart."""
    if len(level) < 2:
        return [list(level)]
    against = {player: _scores(table, player, level) for player in level}
    have = {player: total(scores.values()) for player, scores in against.items()}
    others = len(level) - 1
    if table.is_fixed or all(len(scores) == others for scores in against.values()):
        groups = [
            [player for player in level if have[player] == score]
            for score in sorted({*have.values()}, reverse=True)
        ]
    else:
        could = {
            player: have[player] + (others - len(scores)) * table.win
            for player, scores in against.items()
        }
        groups = _first_alone(level, have, could)
    if len(groups) == 1:
        return groups
    return [each for group in groups for each in ranked(table, group)]


def _scores(table: Crosstable, player: str, level: Sequence[str]) -> dict[str, Fraction]:
    """What was scored against each of the others who was met, on average where more than once."""
    found: dict[str, list[Fraction]] = {}
    for each in table.played[player]:
        if each.opponent in level and table.is_played(each):
            found.setdefault(each.opponent, []).append(each.points - each.given)
    return {other: total(scores) / len(scores) for other, scores in found.items()}


def _first_alone(
    level: Sequence[str], have: dict[str, Fraction], could: dict[str, Fraction]
) -> list[list[str]]:
    """Each who stands above what all after them could have, and then the others together."""
    left = sorted(level, key=lambda player: (-have[player], -could[player]))
    groups: list[list[str]] = []
    while len(left) > 1 and have[left[0]] > max(could[player] for player in left[1:]):
        groups.append([left.pop(0)])
    return [*groups, left]
