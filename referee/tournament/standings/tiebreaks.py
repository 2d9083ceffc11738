"""The tiebreaks of a tournament: what each of their words means (TR-8)."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct

from referee.tournament.history import Played
from referee.tournament.standings import direct
from referee.tournament.standings.crosstable import Crosstable, total

Adds = Callable[[Crosstable, str, Played], Fraction | int | None]
"""What a round adds to the tiebreak of who played it; ``None`` where it has no part in it."""


class Tiebreak(Struct, frozen=True):
    """One figure by which entrants with the same points are ordered; more is better."""

    what: str  # what it is, in one line
    of: Callable[[Crosstable, str], Fraction]  # the figure of an entrant
    adds: Adds | None = None  # what each round adds, where the figure is a sum or a mean of that
    ratio: bool = False  # whether it lies between 0 and 1
    # the figures of those who are level so far, where they rest on who is
    among: Callable[[Crosstable, Sequence[str]], dict[str, Fraction]] | None = None


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


def opponent_points(table: Crosstable, player: str, played: Played) -> Fraction | None:
    """The points of the opponent; where none was played, of one that the policy imagines."""
    return table.faced(player, played)


def points_beaten(table: Crosstable, player: str, played: Played) -> Fraction | None:
    """The same, times what was scored in the round."""
    faced = table.faced(player, played)
    return None if faced is None else faced * (played.points - played.given)


def _without_least(of: Adds, cut: int) -> Adds:
    """What a round adds, but for those that bring least. Rounds that a player chose not to play go
    first, unless the least one of all brings more (FIDE C.07, 16.5)."""

    def left_out(table: Crosstable, player: str) -> list[int]:
        known = [(each, of(table, player, each)) for each in table.played[player]]
        left = [
            (not table.is_voluntary(each), table.faced(player, each), value, each.round)
            for each, value in known
            if value is not None
        ]
        out: list[int] = []
        for _ in range(min(cut, len(left))):
            least = min(left, key=lambda each: each[1:])
            first = min(left)
            left.remove(gone := least if least[2] > first[2] else first)
            out.append(gone[3])
        return out

    def adds(table: Crosstable, player: str, played: Played) -> Fraction | int | None:
        rounds = table.once((player, of, cut), lambda: left_out(table, player))
        return None if played.round in rounds else of(table, player, played)

    return adds


def game_win(table: Crosstable, player: str) -> Fraction:
    """The own game win."""
    return table.own_game_win(player)


def stayed(table: Crosstable, player: str) -> Fraction:
    """The last round in which who left had a place; of who stays it is the last there is."""
    return Fraction(table.last_place(player))


def above(table: Crosstable, level: Sequence[str]) -> dict[str, Fraction]:
    """How many of those who are level each stands above by what they played against each other."""
    groups = direct.ranked(table, level)
    found: dict[str, Fraction] = {}
    below = len(level)
    for group in groups:
        below -= len(group)
        found |= dict.fromkeys(group, Fraction(below))
    return found


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
    "buchholz-c1": _sum(
        "points of the opponents met, without the least", _without_least(opponent_points, 1)
    ),
    "buchholz-c2": _sum(
        "points of the opponents met, without the two least", _without_least(opponent_points, 2)
    ),
    "sonneborn": _sum("points of the opponents, times what was scored against them", points_beaten),
    "sonneborn-c1": _sum(
        "points of the opponents, times what was scored, without the least",
        _without_least(points_beaten, 1),
    ),
    "direct": Tiebreak(
        "how many of those who are level stand below by the contests among them",
        lambda table, player: Fraction(0),
        among=above,
    ),
}
"""The figures by the words that a policy has for them."""

LAST = {
    "entry": "who entered first",
    "lot": "drawn by lot from the key of the last round",
}
"""Words that leave nobody equal, and so end the order; without one of them the lot does."""
