"""How the contest of a match stands: the games that each seat has won before (VN-17.19)."""

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from cli.venue.access.home_tables import Tournament, contest_at, place_of_match
from cli.venue.view import View
from events.common import Opening
from storage.log import Log
from storage.match import Match
from storage.tournament.games import games_of
from storage.tournament.played import Undecided, played_of, winner_of


def games_won(
    log: Log, match: Match, table: Tournament | None, known: Callable[[Match], bool]
) -> Mapping[str, int]:
    """How many of the games before it each seat of a match has won, as they were played: what a
    penalty has taken is told to its player alone (TR-10.9).

    Args:
        log: the log.
        match: the match.
        table: its tournament; None where it is of none.
        known: whether they who are told may know how an earlier game ended.

    Raises:
        LogError: an earlier game cannot be read.
    """
    at = place_of_match(match)
    contest = contest_at(table.state, at.round, at.table) if at and table is not None else None
    if at is None or contest is None or table is None or at.game < 2:
        return {}
    players, won = table.state.players, Counter[str]()
    for number, game in games_of(log, at.stream, at.round, at.table).items():
        if number < at.game and game.replay().state.over and known(game):
            try:
                won[winner_of(played_of(game), (contest.a, contest.b), players)] += 1
            except Undecided:
                continue  # it is of others, and the desk is told so
    opening = match.entry(1).event
    assert isinstance(opening, Opening)
    return {s.seat: won[players.get(s.person, s.person)] for s in opening.seats}


def with_won(view: View, won: Mapping[str, int]) -> View:
    """A view that says how the contest stands."""
    if not any(won.values()):
        return view
    return replace(view, seats=tuple(replace(s, won=won.get(s.seat, 0)) for s in view.seats))


__all__ = ["games_won", "with_won"]
