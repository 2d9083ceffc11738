"""The standings that an organiser published, held against those that the entries fold to.

Where there was a cut, some publish the figures as they were before it, others count its contests:
for everybody, or for those alone who played in it. Which it was, the figures themselves say.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

from referee.tournament.standings.current import standings_of
from referee.tournament.standings.places import Placed
from storage.exchange.foreign.entries import Taken
from storage.exchange.foreign.told import NoEvent, Published, Told

Counted = Literal["", "finalists", "everybody"]
"""Whose contests of a cut are in the published figures."""


LAST_DECIMAL = Fraction(1, 1_000_000)
"""By how much a figure may be rounded before it counts as another one in the order."""


class Difference(NamedTuple):
    """A figure that differs."""

    player: str  # the name in the file
    figure: str  # points, or the policy's word for a tiebreak
    published: Fraction
    folded: Fraction


class Compared(NamedTuple):
    """How many lines were held against each other, and what differs."""

    players: int  # lines of which both are known
    points: int  # players whose points are equal
    tiebreaks: int  # players whose tiebreaks are all equal
    in_order: bool  # whether the published order is one that the folded figures allow
    differences: tuple[Difference, ...]
    cut: Counted = ""  # whose contests of the cut are in the published figures


def compared(told: Told, taken: Taken, again: Callable[[Told], Taken]) -> Compared:
    """Published against folded figures, in the order in which they were published.

    Args:
        told: what the file tells.
        taken: the entries.
        again: makes entries once more, where the contests of a cut may be counted.
    """
    folded = _folded(taken)
    found = _held(told, folded, "")
    if not told.cut or found.points == found.players:
        return found
    try:
        through = _folded(again(told.through_cut()))
    except NoEvent:
        return found
    finalists = told.finalists
    own = {name: (through if name in finalists else folded)[name] for name in folded}
    others = (_held(told, own, "finalists"), _held(told, through, "everybody"))
    return max((found, *others), key=lambda each: (each.points, each.tiebreaks))


def _folded(taken: Taken) -> dict[str, Placed]:
    """The line of everybody, by the names of the file."""
    table = taken.replay.table
    lines = {each.player: each for each in standings_of(table.state, table.catalog)}
    return {name: lines[player] for name, player in taken.ids.items() if player in lines}


def _held(told: Told, folded: Mapping[str, Placed], cut: Counted) -> Compared:
    pairs = [(line, folded[line.player]) for line in told.standings if line.player in folded]
    found: list[Difference] = []
    points = tiebreaks = 0
    near = _tolerance(told.standings)
    for line, placed in pairs:
        if line.points == placed.points:
            points += 1
        else:
            found.append(Difference(line.player, "points", line.points, placed.points))
        other = [
            Difference(line.player, word, Fraction(str(figure)), placed.tiebreaks[word])
            for word, figure in line.tiebreaks.items()
            if word in placed.tiebreaks and abs(placed.tiebreaks[word] - Fraction(figure)) > near
        ]
        tiebreaks += not other
        found += other
    # whom the cut has ranked is left out
    finalists = told.finalists
    ranked = sorted(
        (pair for pair in pairs if pair[0].player not in finalists), key=lambda pair: pair[0].rank
    )
    ordered = all(_keys(*one) >= _keys(*other) for one, other in pairwise(ranked))
    return Compared(len(pairs), points, tiebreaks, ordered, tuple(found), cut)


def _keys(line: Published, placed: Placed) -> tuple[Fraction, ...]:
    """What a line is ordered by: a figure that is equal to the last decimal counts as it was
    published, since some sites order by what they have rounded (.5555556 before .5555555)."""
    return (placed.points, *(_as_published(line, *each) for each in placed.tiebreaks.items()))


def _as_published(line: Published, word: str, folded: Fraction) -> Fraction:
    figure = Fraction(line.tiebreaks.get(word, folded))
    return figure if abs(figure - folded) <= LAST_DECIMAL else folded


def _tolerance(lines: list[Published]) -> Fraction:
    """How far two figures may be apart that are written alike: with three decimals or more."""
    figures = [figure for line in lines for figure in line.tiebreaks.values()]
    rough = all(abs(figure * 1000 - round(figure * 1000)) < 1e-6 for figure in figures)
    return Fraction(6, 10_000) if rough else Fraction(6, 100_000)


def entries_behind(taken: Taken, differences: Mapping[str, object]) -> dict[str, list[int]]:
    """The entries of each player whose figures differ."""
    return {name: taken.entries[name] for name in differences}
