"""The contests of many tournaments, from the facts of a log."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from storage.statistics import period, prepare

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_CONTESTS = """
SELECT
    contest.match_id, contest.plays, contest.opened_at,
    coalesce(posting.played_at, contest.opened_at) AS posted_at, contest.round, contest."table",
    contest.a, contest.b, contest.winner, contest.how, contest.played, contest.seq
FROM event_contests(NULL, $match, $since, $until, NULL) AS contest
LEFT JOIN entries AS posting
    ON posting.match_id = contest.match_id AND posting.seq = contest.posted_seq
WHERE contest.how <> 'on' AND ($plays IS NULL OR contest.plays = $plays)
ORDER BY posted_at, contest.match_id, contest.round, contest."table"
"""


class Met(Struct, frozen=True):
    """A contest of a tournament that is over."""

    event: str  # the tournament
    plays: str  # the game that is played
    opened_at: datetime  # when the tournament was opened, UTC
    posted_at: datetime  # when the round was posted as it stands, UTC
    round: int  # the round
    table: int  # the table
    a: str  # who was posted first
    b: str  # the other
    winner: str  # who won; empty for a draw, and where nobody came
    how: str  # how it ended, as it was reported; ``unfinished`` where it never was
    # whether it says who is the better: no draw that was agreed, no no-show, not decided by a
    # forfeit or a penalty, and not without a result
    played: bool
    seq: int  # the entry that gave it its result


def contests(
    connection: "DuckDBPyConnection",
    *,
    plays: str | None = None,
    event: str | None = None,
    since: date | None = None,
    until: date | None = None,
) -> list[Met]:
    """The contests that are over, in the order of time: by the post of their round, and of rounds
    posted at one moment by tournament and table.

    Args:
        connection: a log whose facts are projected.
        plays: only where that game is played.
        event: only of that tournament.
        since: only of tournaments opened then or later, UTC.
        until: only of tournaments opened on or before that day, or before that time.
    """
    prepare(connection)
    chosen: Mapping[str, object] = {"match": event, "plays": plays, **period(since, until)}
    return [Met(*row) for row in connection.execute(_CONTESTS, chosen).fetchall()]
