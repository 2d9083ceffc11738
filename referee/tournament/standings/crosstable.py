"""Who has met whom in a tournament, and what match win, game win and tiebreaks are made of (TR-8).

All figures are exact. As of a round, a crosstable knows of no later one, for nobody.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm

from msgspec import UNSET, Struct

from referee.tournament.history import Played
from referee.tournament.policy import Policy

NONE = Fraction(0)
NO_SHOW = "no-show"
"""How a contest ended that was not played, though it had an opponent."""


def total(figures: Iterable[Fraction | int]) -> Fraction:
    """Their exact sum; of whole numbers and of fractions alike."""
    found = [each.as_integer_ratio() for each in figures]
    below = lcm(*{denominator for _, denominator in found})
    return Fraction(sum(above * (below // each) for above, each in found), below)


class Ratio(Struct, frozen=True, dict=True):
    """Points won of those that could be won, raised to the floor (TR-8.3, TR-8.5)."""

    won: Fraction  # the points
    possible: Fraction  # as many as a win of each would have given
    floor: Fraction  # what it counts at least

    @cached_property
    def plain(self) -> Fraction:
        """Without the floor; of nothing, 0."""
        return self.won / self.possible if self.possible else NONE

    @cached_property
    def value(self) -> Fraction:
        """As it counts."""
        return max(self.plain, self.floor)

    @property
    def raised(self) -> bool:
        """Whether the floor is used."""
        return self.plain < self.floor


class Crosstable:
    """Who has met whom, and how it ended, as of a round.

    Args:
        played: the rounds of each entrant, in order.
        policy: what counts.
        through: the last round that is seen; ``None`` for all.
    """

    def __init__(
        self, played: Mapping[str, Sequence[Played]], policy: Policy, through: int | None = None
    ) -> None:
        self.played: Mapping[str, Sequence[Played]] = played
        if through is not None:
            self.played = {
                player: [each for each in rounds if each.round <= through]
                for player, rounds in played.items()
            }
        """What is seen of each entrant."""
        self.rounds = max((each.round for row in self.played.values() for each in row), default=0)
        """The last round."""
        self.win, self.draw = policy.points.value("win"), policy.points.value("draw")
        self._policy = policy
        self._match_wins: dict[str, Ratio] = {}
        self._game_wins: dict[str, Ratio] = {}
        self._ratios: dict[tuple[Fraction, Fraction], Ratio] = {}
        self._known: dict[Hashable, Sequence[int]] = {}

    @cached_property
    def points(self) -> dict[str, Fraction]:
        """The points of each entrant (TR-8.1)."""
        return {
            player: total(each.points for each in rounds) for player, rounds in self.played.items()
        }

    def counts(self, player: str, played: Played) -> bool:
        """Whether a round is in the match win of who played it (TR-8.3): none that was missed, and
        a bye by the policy, which may have another word for those that are lost."""
        tiebreaks = self._policy.tiebreaks
        alone = tiebreaks.lost_alone_in_match_win
        if alone is not UNSET and (played.outcome == "missed" or played.how == "zero"):
            return alone and played.round <= self.last_place(player)
        if played.outcome == "bye":
            return tiebreaks.bye_in_match_win
        return played.outcome != "missed"

    def last_place(self, player: str) -> int:
        """The last round in which somebody had a place, at a table or with a bye."""
        rounds = (each.round for each in self.played[player] if each.outcome != "missed")
        return max(rounds, default=0)

    def match_win(self, player: str) -> Ratio:
        """The part of the points won in the rounds that count (TR-8.3); what a late entry was
        given beside its byes is not won."""
        if player not in self._match_wins:
            points = [
                each.points - each.given if each.given else each.points
                for each in self.played[player]
                if self.counts(player, each)
            ]
            self._match_wins[player] = self._ratio(total(points), self.win * len(points))
        return self._match_wins[player]

    def game_win(self, player: str) -> Ratio:
        """The part of the points won in games, those of a bye among them (TR-8.2, TR-8.5)."""
        if player not in self._game_wins:
            rounds, points = self.played[player], self._policy.points
            won, drawn = sum(each.won for each in rounds), sum(each.drawn for each in rounds)
            lost = sum(each.lost for each in rounds)
            possible = points.game_win * (won + lost + drawn)
            self._game_wins[player] = self._ratio(points.games(won, lost, drawn), possible)
        return self._game_wins[player]

    @cached_property
    def wins(self) -> dict[str, int]:
        """The contests each has won; byes too, where they are wins and count in match win."""
        won = {"win"}
        if self._policy.tiebreaks.bye_in_match_win and self._policy.points.bye == "win":
            won.add("bye")
        return {
            player: sum(each.outcome in won for each in rounds)
            for player, rounds in self.played.items()
        }

    def own_game_win(self, player: str) -> Fraction:
        """The game win as a tiebreak of its own, with the floor unless the policy says without."""
        found = self.game_win(player)
        return found.plain if self._policy.tiebreaks.own_games_plain is True else found.value

    def before(self, player: str, round: int) -> Fraction:
        """The points before a round."""
        return total(each.points for each in self.played[player] if each.round < round)

    # -- points of opponents (TR-8.9) --------------------------------------------------------------

    @property
    def is_fixed(self) -> bool:
        """Whether who meets whom was fixed before, so that a contest counts that nobody played."""
        return self._policy.tiebreaks.unplayed == "nothing"

    def is_played(self, played: Played) -> bool:
        """Whether there was a contest in the round."""
        return bool(played.opponent) and (self.is_fixed or played.how != NO_SHOW)

    def is_voluntary(self, played: Played) -> bool:
        """Whether who had no contest in a round chose so: who missed it, asked for a bye that is
        not full, or did not come."""
        if self.is_played(played):
            return False
        if played.opponent:
            return played.outcome != "win"
        return played.outcome == "missed" or played.how in ("half", "zero")

    def faced(self, player: str, played: Played) -> Fraction | None:
        """The points of the opponent of a round; without a contest those of an opponent that the
        policy imagines, if any."""
        unplayed, met = self._policy.tiebreaks.unplayed, played.opponent
        if unplayed is UNSET:
            return self.points[met] if self.is_played(played) else self._virtual(player, played)
        if unplayed == "nothing":
            return self.points[met] if met else None
        if self.is_played(played):
            return self._to_opponents[met]
        own = self.points[player]
        if unplayed == "own":
            return own
        return min(own, self._to_opponents[met] if met else self.draw * self.rounds)

    def _virtual(self, player: str, played: Played) -> Fraction:
        """A virtual opponent had as many points before the round, the rest of them in it, and draws
        ever since."""
        since = self.rounds - played.round
        return self.before(player, played.round) + self.win - played.points + self.draw * since

    @cached_property
    def _to_opponents(self) -> dict[str, Fraction]:
        """The points of each as opponents have them: rounds after the last one that a player did
        not choose to miss are draws."""
        found: dict[str, Fraction] = {}
        for player, rounds in self.played.items():
            there = [each.round for each in rounds if not self.is_voluntary(each)]
            last = max(there, default=0)
            found[player] = total(
                each.points if each.opponent or each.round <= last else self.draw for each in rounds
            )
        return found

    def once(self, key: Hashable, made: Callable[[], Sequence[int]]) -> Sequence[int]:
        """What was worked out before under that key."""
        if key not in self._known:
            self._known[key] = made()
        return self._known[key]

    def _ratio(self, won: Fraction, possible: Fraction) -> Ratio:
        """One object for all that are equal, as each is worked out once."""
        found = Ratio(won, possible, self._policy.tiebreaks.least)
        return self._ratios.setdefault((won, possible), found)
