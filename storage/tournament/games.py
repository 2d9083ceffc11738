"""The matches in a log that are games of a contest."""

from storage import schema
from storage.log import Log
from storage.match import Match


def games_of(log: Log, stream: str, number: int, table: int) -> dict[int, Match]:
    """The matches that are games of a contest by their openings, by the number of the game.

    Args:
        log: the log; the matches stay in memory, see :meth:`~storage.log.Log.live`.
        stream: the tournament.
        number: the round.
        table: the table.

    Raises:
        LogError: one of them cannot be read.
    """
    contest = f"{stream}/{number}/{table}"
    found: dict[int, Match] = {}
    for match_id, said in log.rows(schema.sql("contested"), [contest]):
        found.setdefault(int(said.rpartition("/")[2]), log.live(match_id))
    return dict(sorted(found.items()))


def contests_of(log: Log, stream: str, number: int) -> dict[str, str]:
    """The contest of each match that is a game of a round, by the match.

    Raises:
        LogError: the log cannot be read.
    """
    return dict(log.rows(schema.sql("contested"), [f"{stream}/{number}"]))


__all__ = ["contests_of", "games_of"]
