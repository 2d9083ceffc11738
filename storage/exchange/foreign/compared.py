"""The standings that an organiser published, held against those that the entries fold to.

Who has left is left behind by some sites, too: their tiebreaks stay as they were after the last
round that they played. And some round, or add up in another order, before they compare: a figure
that is equal but for its last digits counts as it was published where the order is looked at.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise, takewhile
from typing import NamedTuple

from referee.tournament.history import history, totals
from referee.tournament.policy import Policy
from referee.tournament.standings.crosstable import Crosstable
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import History, Placed
from referee.tournament.standings.tiebreaks import TIEBREAKS
from storage.exchange.foreign.entries import Taken
from storage.exchange.foreign.tournament import ForeignEvent, Published


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
    order: str  # why it is another one, as far as that is known; empty where it is not
    left: int  # players whose tiebreaks are equal as of the last round that they played
    # after what most points were as they were published, where that is not the last round: so many
    # rounds before it, or the cut as well
    after: str
    then: int  # players whose points were equal then; those that are, where it is empty
    differences: tuple[Difference, ...]


def compared(foreign: ForeignEvent, taken: Taken) -> Compared:
    """Published against folded figures, in the order in which they were published."""
    table = taken.replay.table
    known = history(table.state, table.catalog)
    folded = {each.player: each for each in standings_of(table.state, table.catalog)}
    pairs = [
        (line, folded[taken.ids[line.player]])
        for line in foreign.standings
        if taken.ids.get(line.player) in folded
    ]
    words = _known(foreign, table.catalog)
    near = _tolerance(foreign.standings)
    earlier = _Earlier(table.catalog, known)
    found: list[Difference] = []
    points = tiebreaks = left = 0
    ranked: list[tuple[Published, Figures, Figures]] = []
    for line, placed in pairs:
        if line.points == placed.points:
            points += 1
        else:
            found.append(Difference(line.player, "points", line.points, placed.points))
        figures = {word: placed.tiebreaks[word] for word in words}
        other = [
            Difference(line.player, word, Fraction(str(line.tiebreaks[word])), figures[word])
            for word in _differing(line, figures, near)
        ]
        tiebreaks += not other
        found += other
        then = figures
        if other:
            before = earlier.figures(placed.player, words)
            if before and not _differing(line, before, near):
                then = before
                left += 1
        if line.player not in foreign.cut:  # whom the cut has ranked is left out
            ranked.append(
                (line, {POINTS: placed.points, **figures}, {POINTS: placed.points, **then})
            )
    ranked.sort(key=lambda each: each[0].rank)
    order = _order(ranked)
    after, equal = _after(foreign, taken, pairs) if points < len(pairs) else ("", points)
    return Compared(
        len(pairs), points, tiebreaks, not order, order, left, after, equal, tuple(found)
    )


Figures = dict[str, Fraction]
"""Points and tiebreaks of a player, by their words."""
POINTS = "points"
LEFT = "tiebreaks as they were when a player left"
AGAINST = "against its own figures"
LAST_DIGITS = "by the last digits of a mean"
OTHERWISE = "tiebreaks that differ"
ROUNDED = Fraction(1, 1_000_000)
"""By how much a figure may differ and be the same one, rounded."""


def _differing(line: Published, figures: Figures, near: Fraction) -> list[str]:
    """The published tiebreaks that are not those."""
    return [
        word
        for word, figure in line.tiebreaks.items()
        if word in figures and abs(figures[word] - Fraction(figure)) > near
    ]


class _Earlier:
    """The tiebreaks of who has left, as they were after the last round that they played."""

    def __init__(self, policy: Policy, known: History) -> None:
        self._policy, self._known = policy, known
        self._tables: dict[int, Crosstable] = {}
        self._last = max((len(rounds) for rounds in known.values()), default=0)

    def figures(self, player: str, words: list[str]) -> Figures:
        """Those of a player; none of who has played to the end."""
        there = [each.round for each in self._known[player] if each.outcome != "missed"]
        last = max(there, default=0)
        if not 0 < last < self._last:
            return {}
        if last not in self._tables:
            self._tables[last] = Crosstable(self._known, self._policy, last)
        return {word: TIEBREAKS[word].of(self._tables[last], player) for word in words}


def _order(ranked: list[tuple[Published, Figures, Figures]]) -> str:
    """Why the order is not one that the folded figures allow; empty where it is."""
    wrong = [*_wrong((line, now) for line, now, _ in ranked)]
    if not wrong:
        return ""
    if not [*_wrong((line, then) for line, _, then in ranked)]:
        return LEFT
    if all(_is_level_in_a_mean(one, other) for one, other in wrong):
        return LAST_DIGITS
    own = [(line.points, *map(Fraction, line.tiebreaks.values())) for line, *_ in ranked]
    return OTHERWISE if all(one >= other for one, other in pairwise(own)) else AGAINST


def _wrong(ranked: Iterable[tuple[Published, Figures]]) -> Iterator[tuple[Figures, Figures]]:
    """Those of whom the lower stands above the other, by exact figures and as they are written."""
    for (upper, one), (lower, other) in pairwise(ranked):
        exact = [*one.values()] >= [*other.values()]
        if not exact and _written(upper, one) < _written(lower, other):
            yield one, other


def _is_level_in_a_mean(one: Figures, other: Figures) -> bool:
    """Whether what tells two apart comes after a mean over opponents, which a site that adds up
    rounded numbers need not find equal."""
    words = [*takewhile(lambda word: one[word] == other[word], one)]
    return any(TIEBREAKS[word].adds and TIEBREAKS[word].ratio for word in words if word != POINTS)


def _written(line: Published, figures: Figures) -> list[Fraction]:
    """The figures, those that are equal but for the last digits as they were published."""
    published = {word: Fraction(figure) for word, figure in line.tiebreaks.items()}
    return [
        published[word] if abs(published.get(word, figure + 1) - figure) <= ROUNDED else figure
        for word, figure in figures.items()
    ]


OF_GAMES = frozenset({"gw", "ogw"})
"""Tiebreaks that are made of games."""
WITH_CUT = "the cut"
BEFORE = "the last round but one"


def _after(foreign: ForeignEvent, taken: Taken, pairs: Pairs) -> tuple[str, int]:
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

    found = [("", equal(last, {})), (WITH_CUT, equal(last, foreign.cut_points))]
    for back in range(1, last):
        found.append(
            (BEFORE if back == 1 else f"the round {back} before the last", equal(last - back, {}))
        )
    return max(found, key=lambda each: each[1])


def _known(foreign: ForeignEvent, policy: Policy) -> list[str]:
    """The policy's tiebreaks that the file tells enough for; all that come after one of games
    where it tells none are left out, too."""
    words: list[str] = [word for word in policy.tiebreaks.order if word in TIEBREAKS]
    return words if foreign.games else [*takewhile(lambda word: word not in OF_GAMES, words)]


def _tolerance(lines: list[Published]) -> Fraction:
    """How far two figures may be apart that are written alike: with three decimals or more."""
    figures = [figure for line in lines for figure in line.tiebreaks.values()]
    rough = all(abs(figure * 1000 - round(figure * 1000)) < 1e-6 for figure in figures)
    return Fraction(11, 10_000) if rough else Fraction(11, 100_000)
