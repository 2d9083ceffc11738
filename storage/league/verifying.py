"""All of a league judged again, by replay (LG-7)."""

from datetime import datetime
from typing import NamedTuple

from storage.error import LogError
from storage.league.lake import GIVEN, Lake, Place, given
from storage.league.looking import astray
from storage.league.runs import Part, Question, Rows, Run, began, done_in_parts, judged_of, lay
from storage.league.staging import Bench
from storage.pages import Progress
from storage.verify.report import Difference

_COLUMNS = {
    "match_id": "VARCHAR",
    "entries": "INTEGER",
    "what": "VARCHAR",
    "entry": "INTEGER",
    "why": "VARCHAR",
}


class Verified(NamedTuple):
    """What a run came to."""

    run: str  # what it is called
    moment: datetime  # the league as it was then, UTC, as tables keep it
    matches: int  # how many matches there were
    entries: int  # how many entries they had
    differ: list[Difference]  # of each match that is not exact, the first entry that differs


def verify(
    place: Place,
    run: str = "",
    *,
    season: str = "",
    jobs: int | str = 1,
    progress: Progress | None = None,
) -> Verified:
    """Judge all matches of a league again.

    Args:
        place: the league.
        run: what the run is called: one that was stopped goes on. Empty: a new one.
        season: only the matches of that season; empty: all.
        jobs: in how many processes matches are replayed, or the address of a Dask cluster.
        progress: told how many parts are done, and how many there are.

    Raises:
        LeagueError: there is no such season, or the run asks something else.
        LogError: the lake cannot be read or written; what was kept before stays.
    """
    begun = began(place, run, Question(season=season))

    def judged(bench: Bench, part: Part) -> Rows:
        return [
            {
                "match_id": each.match,
                "entries": int(part.heads[each.match].partition(":")[0]),
                "what": each.what,
                "entry": each.seq,
                "why": each.message,
            }
            for each in _judged(place, begun, bench, part)
        ]

    done_in_parts(place, begun, "verified", _COLUMNS, judged, jobs, progress)
    return _come_to(place, begun)


def _judged(place: Place, run: Run, bench: Bench, part: Part) -> list[Difference]:
    """What each match of a part comes to; what is empty where it is exact, with its length."""
    exact: dict[str, Difference] = {}
    try:
        lay(place, run, bench, part)
    except LogError as error:
        return [Difference(each.match_id, 1, "unreadable", str(error)) for each in part.matches]
    for found in judged_of(bench, part, rows=False):
        if isinstance(found, Difference):
            exact[found.match] = found
        else:
            match_id = f"{part.publisher}:{found[0].id}"
            exact[match_id] = Difference(match_id, len(found[0].hashes), "", "")
    lost = "the ledger has it, and no entry of it is there"
    return [
        exact.get(each.match_id) or Difference(each.match_id, 1, "head", lost)
        for each in part.matches
    ]


def _come_to(place: Place, run: Run) -> Verified:
    with Lake(place) as lake:
        ((matches, entries),) = lake.rows(
            "SELECT count(*), coalesce(sum(entries), 0)::BIGINT FROM lake.verified WHERE run = ?",
            [run.name],
        )
        differ = lake.rows(
            "SELECT match_id, entry, what, why FROM lake.verified WHERE run = ? AND what <> '' "
            "ORDER BY match_id",
            [run.name],
        )
    found = [Difference(*row) for row in differ] + _astray(place, run)
    return Verified(run.name, run.moment, matches, entries, found)


def _astray(place: Place, run: Run) -> list[Difference]:
    """The checkpoints of the tournaments of a run that cover other matches than there are."""
    with Lake(place, moment=run.at) as lake:
        if not lake.rows(
            "SELECT 1 FROM duckdb_tables() WHERE database_name = 'lake' "
            "AND table_name = 'checkpoints'"
        ):
            return []
        found = astray(lake)
    with Lake(place) as lake:
        judged = lake.rows(
            f"SELECT match_id FROM lake.verified WHERE run = ? AND match_id IN {GIVEN}",
            [run.name, given([each.stream for each in found])],
        )
    own = {match_id for (match_id,) in judged}
    return [Difference(e.stream, e.seq, "checkpoint", e.why) for e in found if e.stream in own]


__all__ = ["Verified", "verify"]
