"""Proposals beside those of an engine for chess, which follows FIDE's Dutch system.

``fide/*.trf`` are two events that bbpPairings 6 made up and paired itself (``--dutch -g``, seed 1),
with forfeits and byes. It pairs by its own rules within the same points; what can be compared is
how many meet again and how far apart they are in points.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from referee.tournament.pairing import Paired, cost_of, propose

HERE = Path(__file__).parent / "fide"
POINTS = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0), "+": Fraction(1)}
POINTS |= {"-": Fraction(0), "U": Fraction(1)}
Round = tuple[list[Paired], list[tuple[int, int]], int]


def read(path: Path) -> dict[int, list[tuple[int, str]]]:
    """The opponents (0: none) and results of each player, by columns of the format."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("001"):
            cells = [line[at : at + 8] for at in range(91, len(line.rstrip()), 10)]
            found[int(line[4:8])] = [(int(cell[:4]), cell[7]) for cell in cells]
    return found


def rounds(path: Path) -> Iterator[Round]:
    """Each round as the engine paired it, with the players as they came into it."""
    event = read(path)
    players = {number: Paired(number, Fraction()) for number in event}
    for at in range(len(event[1])):
        met = {number: event[number][at] for number in event}
        pairs = [(number, other) for number, (other, _) in met.items() if other > number]
        bye = next((number for number, (other, _) in met.items() if not other), 0)
        yield list(players.values()), pairs, bye
        before = dict(players)
        for number, (other, result) in met.items():
            ahead = before[number].points - before[other].points if other else 0
            players[number] = Paired(
                number,
                before[number].points + POINTS[result],
                before[number].met | ({other} if result in "1=0" else set()),  # no forfeit
                before[number].byes + (not other),
                (ahead < 0) - (ahead > 0),
            )


@pytest.mark.parametrize(("event", "equal"), [("33-players", 7), ("63-players", 8)])
def test_no_more_meet_again_and_none_are_farther_apart_than_by_an_engine_for_chess(
    event: str, equal: int
) -> None:
    alike = 0
    for players, pairs, bye in rounds(HERE / f"{event}.trf"):
        ours, theirs = propose(players, event).cost, cost_of(players, pairs, bye)
        assert ours[:4] <= theirs[:4]
        assert ours[0] == theirs[0] == 0
        if ours[1:3] == theirs[1:3]:
            assert ours[3] <= theirs[3]
        alike += ours[:4] == theirs[:4]
    assert alike == equal
