"""The tables of a tournament as CSV: standings and pairings (TR-14.3).

Figures are decimals as people write them. Names are those that the log knows; an export without
names knows none, and has ids only (TR-14.4).
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from io import StringIO
from typing import NamedTuple

from referee.tournament.policy import Policy
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import shown_points, shown_tiebreak
from referee.tournament.state import Round, State
from storage.exchange.spreadsheet import cell


class Tournament(NamedTuple):
    """A tournament as it is given to others."""

    stream: str  # its id
    entries: int  # how many entries it has
    state: State  # its state
    policy: Policy  # its policy
    # what people are called, by id; who is not there is told by the id
    names: Mapping[str, str] = {}
    # the short code of the checkpoint that covers ``state.through``; empty without one
    code: str = ""
    # the ids of players in a programme of organised play, by id, as far as they may be told
    programme: Mapping[str, str] = {}

    def name(self, player: str) -> str:
        """What an entrant or a player is called."""
        return self.names.get(player, player)

    def number(self, player: str) -> int:
        """The number of an entrant, or of the team of a player."""
        state = self.state
        return state.entrants[state.players.get(player, player)].number


def standings_csv(of: Tournament, through: int | None = None) -> str:
    """The standings after a round, or as they are now, a line for each place."""
    words = [word for word in of.policy.tiebreaks.order if word not in ("entry", "lot")]
    columns = ["place", "number", "player", "name", "team", "points", *words, "decided"]
    rows = (
        (
            placed.place,
            of.number(placed.player),
            placed.player,
            of.names.get(placed.player, ""),
            of.state.entrants[placed.player].team,
            Decimal(shown_points(placed.points)),
            *(Decimal(shown_tiebreak(word, placed.tiebreaks[word])) for word in words),
            "lot" if placed.lot else "shared" if placed.shared else "",
        )
        for placed in standings_of(of.state, of.policy, through)
    )
    return _written(columns, rows)


def pairings_csv(of: Tournament, number: int) -> str:
    """A round as it was posted, a line for each table, byes behind; the results as they are."""
    played = of.state.rounds[number - 1]
    seats = [f"{seat}{part}" for seat in "ab" for part in ("_number", "", "_name")]
    columns = ["round", "table", *seats, "a_won", "b_won", "drawn", "how"]
    return _written(columns, _pairings(of, number, played))


def _pairings(of: Tournament, number: int, played: Round) -> Iterable[Sequence[object]]:
    def who(player: str) -> tuple[int, str, str]:
        return of.number(player), player, of.names.get(player, "")

    for contest in sorted(played.contests.values(), key=lambda each: each.table):
        score = contest.result.score if contest.result is not None else None
        result = ("", "", "", "") if score is None else (score.a, score.b, score.drawn, score.how)
        yield number, contest.table, *who(contest.a), *who(contest.b), *result
    for player in played.byes:
        yield number, "", *who(player), "", "", "", "", "", "", "bye"


def _written(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(value) for value in row] for row in rows)
    return file.getvalue()


__all__ = ["Tournament", "pairings_csv", "standings_csv"]
