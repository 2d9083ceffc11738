"""The standings of a tournament as of any round, taken apart and compared (TR-8).

All arithmetic is in exact fractions; only :func:`shown` rounds. What the tiebreaks mean is in
``tiebreaks.py``.
"""

import hashlib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from math import lcm

from msgspec import Struct

from referee.tournament.history import Played
from referee.tournament.policy import Policy
from referee.tournament.standings.crosstable import Crosstable, Ratio, total
from referee.tournament.standings.tiebreaks import LAST, TIEBREAKS

History = Mapping[str, Sequence[Played]]
"""What each entrant has played, in the order of rounds."""


class Placed(Struct, frozen=True):
    """One line of the standings."""

    place: int  # from 1
    player: str  # who
    points: Fraction  # the sum of what the rounds gave (TR-8.1)
    tiebreaks: dict[str, Fraction]  # the figures by the policy's words for them, in its order
    lot: bool = False  # whether the lot decided among those who are equal in all of that (TR-8.7)
    shared: bool = False  # whether others have the same place, as there is no key to draw lots by


def standings(
    played: History,
    policy: Policy,
    numbers: Mapping[str, int],
    *,
    key: str = "",
    through: int | None = None,
) -> tuple[Placed, ...]:
    """All entrants in order: by points, then by each tiebreak of the policy, then by lot.

    Args:
        played: what each entrant has played.
        policy: what counts, and in which order.
        numbers: the numbers of those who have a place, which are the order of entry too. Who has
            none, as who is disqualified (TR-10.6), remains an opponent.
        key: that of the last round, by which lots are drawn; without one those who are still equal
            share a place and are listed by their numbers.
        through: the last round that is seen; ``None`` for all.
    """
    return _placed(Crosstable(played, policy, through), policy, numbers, key)


def lot(key: str, number: int) -> str:
    """The lot of an entrant, the lowest of which comes first (TR-8.7)."""
    return hashlib.sha256(f"{key}|lot|{number}".encode()).hexdigest()


def _placed(
    table: Crosstable,
    policy: Policy,
    numbers: Mapping[str, int],
    key: str,
) -> tuple[Placed, ...]:
    words = [word for word in policy.tiebreaks.order if word not in LAST]
    by_entry = "entry" in policy.tiebreaks.order
    players = sorted(
        (player for player in table.played if player in numbers), key=numbers.__getitem__
    )
    columns = [[table.points[player] for player in players]]
    for word in words:
        columns.append(_column(table, players, word, columns))
    # whole numbers over one denominator for each column: sorting fractions takes five times as long
    ranks = dict(zip(players, zip(*map(_whole, columns), strict=True), strict=True))
    figures = dict(zip(players, zip(*columns, strict=True), strict=True))
    players.sort(key=ranks.__getitem__, reverse=True)  # keeps the order of entry among equals
    found: list[Placed] = []
    for _, group in groupby(players, key=ranks.__getitem__):
        level = list(group)
        alone = by_entry or len(level) == 1
        if key and not alone:
            level.sort(key=lambda player: lot(key, numbers[player]))
        first = len(found) + 1
        for place, player in enumerate(level, first):
            points, *tiebreaks = figures[player]
            found.append(
                Placed(
                    place if key or alone else first,
                    player,
                    points,
                    dict(zip(words, tiebreaks, strict=True)),
                    lot=bool(key) and not alone,
                    shared=not key and not alone,
                )
            )
    return tuple(found)


def _column(
    table: Crosstable, players: Sequence[str], word: str, before: Sequence[Sequence[Fraction]]
) -> list[Fraction]:
    """The figures of a tiebreak, which may rest on who is level in all that is before it."""
    tiebreak = TIEBREAKS[word]
    if tiebreak.among is None:
        return [tiebreak.of(table, player) for player in players]
    level: dict[tuple[Fraction, ...], list[str]] = {}
    for player, figures in zip(players, zip(*before, strict=True), strict=True):
        level.setdefault(figures, []).append(player)
    found: dict[str, Fraction] = {}
    for group in level.values():
        found |= tiebreak.among(table, group)
    return [found[player] for player in players]


def _whole(column: Sequence[Fraction]) -> list[int]:
    below = lcm(*(each.denominator for each in column))
    return [each.numerator * (below // each.denominator) for each in column]


# -- a standing taken apart ---------------------------------------------------------------------


class Decided(Struct, frozen=True):
    """Why one entrant stands above another (TR-8.10)."""

    upper: str  # who is above
    lower: str  # who is below
    # the first that differs: ``points``, a tiebreak's word, ``entry`` or ``lot``; empty where
    # nothing does and they share a place
    by: str
    # the upper's and the lower's; none for the last three
    figures: tuple[Fraction, Fraction] | None = None


class Round(Struct, frozen=True):
    """What a round means for the standing of who played it."""

    played: Played  # the round itself
    counts: bool  # whether it is in the own match win (TR-8.3)
    match_win: Ratio | None  # that of the opponent; ``None`` without one
    game_win: Ratio | None  # that of the opponent; ``None`` without one
    # what the round adds to each tiebreak that is a sum or a mean over rounds; those that it has no
    # part in are not there
    adds: dict[str, Fraction]


class Explained(Struct, frozen=True):
    """The standing of one entrant, taken apart."""

    player: str  # who
    points: Fraction  # the sum over the rounds
    match_win: Ratio  # the own one
    game_win: Ratio  # the own one
    rounds: tuple[Round, ...]  # each round
    # of what the rounds add to each tiebreak: the sum, and how many rounds have a part in it, which
    # is what a mean divides by
    sums: dict[str, tuple[Fraction, int]]
    placed: Placed | None  # the line of the standings; ``None`` for who has no place
    above: Decided | None  # why the one before stands above; ``None`` for the first
    below: Decided | None  # why this one stands above the next; ``None`` for the last


def explain(
    player: str,
    played: History,
    policy: Policy,
    numbers: Mapping[str, int],
    *,
    key: str = "",
    through: int | None = None,
) -> Explained:
    """The standing of an entrant taken apart; what is asked is as for :func:`standings`.

    Raises:
        KeyError: nobody is called that.
    """
    table = Crosstable(played, policy, through)
    placed = _placed(table, policy, numbers, key)
    at = next((i for i, each in enumerate(placed) if each.player == player), None)
    above = below = None
    if at is not None:
        above = decided(placed[at - 1], placed[at]) if at else None
        below = decided(placed[at], placed[at + 1]) if at + 1 < len(placed) else None
    rounds = tuple(_round(table, policy, player, each) for each in table.played[player])
    added = {
        word: [each.adds[word] for each in rounds if word in each.adds]
        for word in policy.tiebreaks.order
        if word in TIEBREAKS and TIEBREAKS[word].adds
    }
    return Explained(
        player,
        table.points[player],
        table.match_win(player),
        table.game_win(player),
        rounds,
        {word: (total(figures), len(figures)) for word, figures in added.items()},
        placed[at] if at is not None else None,
        above,
        below,
    )


def decided(upper: Placed, lower: Placed) -> Decided:
    """By what one line of the standings is above another of the same standings."""
    if upper.points != lower.points:
        return Decided(upper.player, lower.player, "points", (upper.points, lower.points))
    for word, figure in upper.tiebreaks.items():
        if figure != lower.tiebreaks[word]:
            return Decided(upper.player, lower.player, word, (figure, lower.tiebreaks[word]))
    by = "" if upper.shared else "lot" if upper.lot else "entry"
    return Decided(upper.player, lower.player, by)


def _round(table: Crosstable, policy: Policy, player: str, played: Played) -> Round:
    adds: dict[str, Fraction] = {}
    for word in policy.tiebreaks.order:
        if word in TIEBREAKS and (by := TIEBREAKS[word].adds):
            figure = by(table, player, played)
            if figure is not None:
                adds[word] = Fraction(figure)
    met = played.opponent
    return Round(
        played,
        table.counts(player, played),
        table.match_win(met) if met else None,
        table.game_win(met) if met else None,
        adds,
    )


# -- two standings compared ---------------------------------------------------------------------


class Moved(Struct, frozen=True):
    """An entrant whose place differs; ``None`` where it has none."""

    player: str
    before: Placed | None
    after: Placed | None


class Compared(Struct, frozen=True):
    """How two standings differ (TR-2.3)."""

    first: int  # the first place that somebody else holds, or others too; 0 where none does
    moved: tuple[Moved, ...]  # everybody whose place differs, in the order of the second standings


def compare(before: Sequence[Placed], after: Sequence[Placed]) -> Compared:
    """How two standings differ: of two policies, of two rounds, without and with a correction."""
    old, new = ({each.player: each for each in placed} for placed in (before, after))
    moved = [
        Moved(player, old.get(player), new.get(player))
        for player in [*new, *(player for player in old if player not in new)]
        if player not in old or player not in new or old[player].place != new[player].place
    ]
    places = [each.place for move in moved for each in (move.before, move.after) if each]
    return Compared(min(places, default=0), tuple(moved))


# -- as people read it --------------------------------------------------------------------------


def shown(figure: Fraction) -> str:
    """A ratio with four decimals, half to even.

    Example:
        >>> shown(Fraction(7, 9)), shown(Fraction(1)), shown(Fraction(-1, 3))
        ('.7778', '1.0000', '-.3333')
    """
    ten_thousandths = round(figure * 10_000)
    whole, part = divmod(abs(ten_thousandths), 10_000)
    return f"{'-' if ten_thousandths < 0 else ''}{whole or ''}.{part:04}"


def shown_points(figure: Fraction) -> str:
    """Points, margins and their sums: as short as they are, with four decimals at most.

    Example:
        >>> shown_points(Fraction(7)), shown_points(Fraction(1, 2)), shown_points(Fraction(-10, 3))
        ('7', '0.5', '-3.3333')
    """
    return f"{Decimal(round(figure * 10_000)).scaleb(-4).normalize():f}"


def shown_tiebreak(word: str, figure: Fraction) -> str:
    """The figure of a tiebreak as people write it: a ratio, or points."""
    return shown(figure) if TIEBREAKS[word].ratio else shown_points(figure)
