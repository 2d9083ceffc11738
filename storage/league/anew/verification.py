"""All of a league judged again, by replay (LG-7)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from storage.error import LogError
from storage.league.anew.runs import (
    Differing,
    Kind,
    Part,
    Question,
    Rows,
    Run,
    done_in_parts,
    judged_of,
    lay,
)
from storage.league.keeping.lost import lost_files
from storage.league.lake import GIVEN, Lake, Place, given
from storage.league.patience import ALONE, Effort
from storage.league.people import unnamed
from storage.league.rows import where
from storage.league.taking.staged_matches import Bench
from storage.league.telling.league_answers import astray
from storage.replays.processes import Came
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
    effort: Effort = ALONE,
) -> Verified:
    """Judge all matches of a league again.

    Args:
        place: the league.
        run: what the run is called: one that was stopped goes on. Empty: a new one.
        season: only the matches of that season; empty: all.
        effort: how it is done.

    Raises:
        LeagueError, Away, LogError: as for :func:`~storage.league.anew.runs.done_in_parts`.
    """

    def judged(bench: Bench, source: Lake, part: Part) -> Rows:
        return [
            {
                "match_id": each.match,
                "entries": int(part.heads[each.match].partition(":")[0]),
                "what": each.what,
                "entry": each.seq,
                "why": unnamed(
                    place, bench.log, part.publisher, each.match.partition(":")[2], each.message
                )
                if each.message
                else "",
            }
            for each in _judged(bench, source, part)
        ]

    kind = Kind("verified", _COLUMNS, judged, _come_to)
    return done_in_parts(place, run, Question(season=season), kind, effort)


def _judged(bench: Bench, source: Lake, part: Part) -> list[Difference]:
    """What each match of a part comes to; what is empty where it is exact, with its length."""
    exact: dict[str, Difference] = {}
    try:
        lay(bench, source, part)
    except LogError as error:
        return [Difference(each.match_id, 1, "unreadable", str(error)) for each in part.matches]
    told = partial(_then_and_now, bench, source, part)
    for found in judged_of(bench, part, rows=False, told=told):
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


def _then_and_now(
    bench: Bench, source: Lake, part: Part, differing: Sequence[Differing]
) -> Iterator[Difference]:
    """Of matches that come to other digests also the first entry that is judged otherwise, with
    its verdict as the league has it and as it is now."""
    yield from (differs for _, differs in differing if differs.what != "digest")
    chains = {differs.match: (chain, differs) for chain, differs in differing
              if differs.what == "digest"}  # fmt: skip
    if not chains:
        return
    kept: dict[str, list[tuple[int, str, str]]] = {match_id: [] for match_id in chains}
    chosen = where(each for each in part.matches if each.match_id in chains)
    try:
        for match_id, *judged in source.rows(
            f"SELECT match_id, seq, verdict, rule FROM {source.name}.verdicts WHERE {chosen} "
            "ORDER BY ALL"
        ):
            kept[match_id].append((*judged,))
    except LogError:  # a file of them is gone, which is told of the matches by itself
        yield from (differs for _, differs in chains.values())
        return
    asked = [(chain, len(chain.ready.payloads)) for chain, _ in chains.values()]
    named = f"{part.publisher}:{{}}".format
    for (_, differs), came in zip(chains.values(), bench.rows_of(asked, named), strict=True):
        yield _first_apart(differs, kept[differs.match], came)


def _first_apart(
    differs: Difference, kept: Sequence[tuple[int, str, str]], came: Came
) -> Difference:
    lines = [msgspec.json.decode(line) for line in came.rows["verdicts"][1].splitlines()]
    now = {each["seq"]: (each["verdict"], each["rule"]) for each in lines}
    for seq, *then in kept:
        if seq in now and (*then,) != now[seq]:
            said = f"{' '.join(then).strip()} then, {' '.join(now[seq]).strip()} now"
            message = f"{said}; entry {differs.seq}: {differs.message}"
            return replace(differs, seq=seq, what="verdict", message=message)
    return replace(differs, message=f"{differs.message}; each verdict is as it was")


def _come_to(run: Run, source: Lake) -> Verified:
    # the matches that are not those which checkpoints covered then
    other = astray(source) if "checkpoints" in source.tables() else []
    with Lake(source.place, connection=source.connection) as lake:
        ((matches, entries),) = lake.rows(
            "SELECT count(*), coalesce(sum(entries), 0)::BIGINT FROM lake.verified WHERE run = ?",
            [run.name],
        )
        differ = lake.rows(
            "SELECT match_id, entry, what, why FROM lake.verified WHERE run = ? AND what <> '' "
            "ORDER BY match_id",
            [run.name],
        )
        judged = lake.rows(
            f"SELECT match_id FROM lake.verified WHERE run = ? AND match_id IN {GIVEN}",
            [run.name, given([each.stream for each in other])],
        )
        gone = _without_facts(lake, run)
    own = {match_id for (match_id,) in judged}
    found = sorted([Difference(*row) for row in differ] + gone, key=lambda each: each.match)
    found += [Difference(e.stream, e.seq, "checkpoint", e.why) for e in other if e.stream in own]
    return Verified(run.name, run.moment, matches, entries, found)


def _without_facts(lake: Lake, run: Run) -> list[Difference]:
    """The matches that are exact, and of which facts may be in a file that is gone now, or cannot
    be read: which had rows in it, nobody can say any more."""
    found: dict[str, Difference] = {}
    for each in lost_files(lake, lake.place):
        why = (
            f"a file of {each.table} is gone or damaged, which may have had facts of it; "
            "referee league tidy --refill puts these in anew"
        )
        rows = lake.rows(
            "SELECT DISTINCT v.match_id FROM lake.verified AS v "
            "JOIN lake.ledger AS l USING (match_id) WHERE v.run = ? AND v.what = '' "
            "AND ? IN ('', l.lake_game) AND ? IN ('', l.lake_season::VARCHAR)",
            [run.name, each.game, each.season],
        )
        found |= {match_id: Difference(match_id, 1, "lost", why) for (match_id,) in rows}
    return [*found.values()]


__all__ = ["Verified", "verify"]
