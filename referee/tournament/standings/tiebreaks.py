"""The tiebreaks of a tournament: what each of their words means (TR-8)."""

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from referee.tournament.history import Played
from referee.tournament.standings.crosstable import Crosstable, total

NO_SHOW = "no-show"
"""How a contest ended that was not played, though it had an opponent."""

Adds = Callable[[Crosstable, str, Played], Fraction | int | None]
"""What a round adds to the tiebreak of who played it; ``None`` where it has no part in it."""


class Tiebreak(Struct, frozen=True):
    """One figure by which entrants with the same points are ordered; more is better."""

    what: str  # what it is, in one line
    of: Callable[[Crosstable, str], Fraction]  # the figure of an entrant
    adds: Adds | None = None  # what each round adds, where the figure is a sum or a mean of that
    ratio: bool = False  # whether it lies between 0 and 1


def opponent_match_win(table: Crosstable, player: str, played: Played) -> Fraction | None:
    """The match win of the opponent."""
    return table.match_win(played.opponent).value if played.opponent else None


def opponent_game_win(table: Crosstable, player: str, played: Played) -> Fraction | None:
    """The game win of the opponent."""
    return table.game_win(played.opponent).value if played.opponent else None


def opponent_wins(table: Crosstable, player: str, played: Played) -> int | None:
    """The contests that the opponent has won."""
    return table.wins[played.opponent] if played.opponent else None


def margin(table: Crosstable, player: str, played: Played) -> int:
    """By how much the own score is higher."""
    return played.score - played.conceded


def opponent_points(table: Crosstable, player: str, played: Played) -> Fraction:
    """The points of the opponent; where none was played, of a virtual one, who had as many points
    before the round, the rest of them in it, and draws ever since (TR-8.9)."""
    if played.opponent and played.how != NO_SHOW:
        return table.points[played.opponent]
    since = table.rounds - played.round
    return table.before(player, played.round) + table.win - played.points + table.draw * since


def game_win(table: Crosstable, player: str) -> Fraction:
    """The own game win."""
    return table.own_game_win(player)


def stayed(table: Crosstable, player: str) -> Fraction:
    """The last round in which who left had a place; of who stays it is the last there is."""
    placed = (each.round for each in table.played[player] if each.outcome != "missed")
    return Fraction(max(placed, default=0))


def _sum(what: str, adds: Adds) -> Tiebreak:
    def of(table: Crosstable, player: str) -> Fraction:
        found = (adds(table, player, each) for each in table.played[player])
        return total(each for each in found if each is not None)

    return Tiebreak(what, of, adds)


def _mean(what: str, adds: Adds) -> Tiebreak:
    def of(table: Crosstable, player: str) -> Fraction:
        found = [adds(table, player, each) for each in table.played[player]]
        parts = [each for each in found if each is not None]
        return total(parts) / max(len(parts), 1)

    return Tiebreak(what, of, adds, ratio=True)


TIEBREAKS = {
    "omw": _mean("mean match win of the opponents met", opponent_match_win),
    "gw": Tiebreak("own game win", game_win, ratio=True),
    "ogw": _mean("mean game win of the opponents met", opponent_game_win),
    "sos": _sum("contests won by the opponents met", opponent_wins),
    "margin": _sum("own scores less those of the opponents", margin),
    "stayed": Tiebreak("the last round with a place", stayed),
    "buchholz": _sum("points of the opponents met, and of virtual ones", opponent_points),
}
"""The figures by the words that a policy has for them."""

LAST = {
    "entry": "who entered first",
    "lot": "drawn by lot from the key of the last round",
}
"""Words that leave nobody equal, and so end the order; without one of them the lot does."""
