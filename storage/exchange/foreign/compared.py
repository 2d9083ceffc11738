"""The standings that an organiser published, held against those that the entries fold to."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, takewhile
from typing import NamedTuple

from referee.tournament.history import history, totals
from referee.tournament.policy import Policy
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.places import Placed
from referee.tournament.standings.tiebreaks import TIEBREAKS
from storage.exchange.foreign.entries import Taken
from storage.exchange.foreign.told import Published, Told


class Difference(NamedTuple):
    """A figure that differs."""

    player: str  # the name in the file
    figure: str  # points, or the policy's word for a tiebreak
    published: Fraction
    folded: Fraction


Pairs = list[tuple[Published, Placed]]
"""The lines that were published, each with where the entries place that player."""


class Compared(NamedTuple):
    """How many lines were held against each other, and what differs."""

    players: int  # lines of which both are known
    points: int  # players whose points are equal
    tiebreaks: int  # players whose tiebreaks are all equal
    in_order: bool  # whether the published order is one that the folded figures allow
    # after what most points were as they were published, where that is not the last round: so many
    # rounds before it, or the cut as well
    after: str
    then: int  # players whose points were equal then; those that are, where it is empty
    differences: tuple[Difference, ...]


def compared(told: Told, taken: Taken) -> Compared:
    """Published against folded figures, in the order in which they were published."""
    table = taken.replay.table
    folded = {each.player: each for each in standings_of(table.state, table.catalog)}
    pairs = [
        (line, folded[taken.ids[line.player]])
        for line in told.standings
        if taken.ids.get(line.player) in folded
    ]
    found: list[Difference] = []
    points = tiebreaks = 0
    near = _tolerance(told.standings)
    known = _known(told, table.catalog)
    for line, placed in pairs:
        if line.points == placed.points:
            points += 1
        else:
            found.append(Difference(line.player, "points", line.points, placed.points))
        other = [
            Difference(line.player, word, Fraction(str(figure)), placed.tiebreaks[word])
            for word, figure in line.tiebreaks.items()
            if word in known and abs(placed.tiebreaks[word] - Fraction(figure)) > near
        ]
        tiebreaks += not other
        found += other
    # whom the cut has ranked is left out
    ranked = sorted(
        (pair for pair in pairs if pair[0].player not in told.cut), key=lambda pair: pair[0].rank
    )
    keys = [(placed.points, *(placed.tiebreaks[word] for word in known)) for _, placed in ranked]
    ordered = all(one >= other for one, other in pairwise(keys))
    after, then = _after(told, taken, pairs) if points < len(pairs) else ("", points)
    return Compared(len(pairs), points, tiebreaks, ordered, after, then, tuple(found))


OF_GAMES = frozenset({"gw", "ogw"})
"""Tiebreaks that are made of games."""
WITH_CUT = "the cut"
BEFORE = "the last round but one"


def _after(told: Told, taken: Taken, pairs: Pairs) -> tuple[str, int]:
    """After what most points were as they were published, and how many."""
    table = taken.replay.table
    known = history(table.state, table.catalog)
    last = sum(played.stage != "elimination" for played in table.state.rounds)

    def equal(number: int, more: Mapping[str, int]) -> int:
        points = totals(known, number)
        return sum(
            points.get(placed.player, Fraction(0)) + more.get(line.player, 0) == line.points
            for line, placed in pairs
        )

    found = [("", equal(last, {})), (WITH_CUT, equal(last, told.cut_points))]
    for back in range(1, last):
        found.append(
            (BEFORE if back == 1 else f"the round {back} before the last", equal(last - back, {}))
        )
    return max(found, key=lambda each: each[1])


def _known(told: Told, policy: Policy) -> list[str]:
    """The policy's tiebreaks that the file tells enough for; all that come after one of games
    where it tells none are left out, too."""
    words = [word for word in policy.tiebreaks.order if word in TIEBREAKS]
    return words if told.games else [*takewhile(lambda word: word not in OF_GAMES, words)]


def _tolerance(lines: list[Published]) -> Fraction:
    """How far two figures may be apart that are written alike: with three decimals or more."""
    figures = [figure for line in lines for figure in line.tiebreaks.values()]
    rough = all(abs(figure * 1000 - round(figure * 1000)) < 1e-6 for figure in figures)
    return Fraction(6, 10_000) if rough else Fraction(6, 100_000)


def entries_behind(taken: Taken, differences: Mapping[str, object]) -> dict[str, list[int]]:
    """The entries of each player whose figures differ."""
    return {name: taken.entries[name] for name in differences}
