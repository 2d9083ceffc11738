"""All of a league judged again, by replay (LG-7): a run of parts, each whole or not at all, that
goes on where it was stopped."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from storage.error import LogError
from storage.files import Scratch
from storage.league.lake import Lake, Place, connected
from storage.league.rows import Where, where
from storage.league.staging import Bench, Chain
from storage.log import Log
from storage.pages import Progress
from storage.proof.head import Head
from storage.replays import Replays
from storage.verify.report import Difference

PART = 500
"""How many matches are judged before what they come to is kept."""


class Verified(NamedTuple):
    """What a run came to."""

    run: str  # what it is called
    moment: datetime  # the league as it was then, UTC, as tables keep it
    matches: int  # how many matches there were
    entries: int  # how many entries they had
    differ: list[Difference]  # of each match that is not exact, the first entry that differs


class _Part(NamedTuple):
    number: int
    publisher: str
    matches: list[Where]
    heads: dict[str, str]  # the head in force, by match


def verify(
    place: Place, run: str = "", *, jobs: int = 1, progress: Progress | None = None
) -> Verified:
    """Judge all matches of a league again.

    Args:
        place: the league.
        run: what the run is called: one that was stopped goes on. Empty: a new one.
        jobs: in how many processes matches are replayed.
        progress: told how many parts are done, and how many there are.

    Raises:
        LogError: the lake cannot be read or written; what was kept before stays.
    """
    name = run or f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    moment = _moment(place, name)
    with ExitStack() as stack:
        connection = connected(stack)
        log = Log(place.folder, connection, None, place.folder)
        folder = Path(stack.enter_context(Scratch()))
        bench = Bench(log, folder, stack.enter_context(Replays(jobs)))
        at = f"{moment}+00"
        with Lake(place, connection=connection) as lake:
            done = {
                part
                for (part,) in lake.rows("SELECT part FROM lake.verified WHERE run = ?", [name])
            }
        with Lake(place, connection=connection, moment=at) as lake:
            parts = list(_parts(lake))
        for number, part in enumerate(parts, 1):
            if part.number not in done:
                _keep(place, log, name, part, _judged(place, bench, at, part))
            if progress is not None:
                progress(number, len(parts))
    return _come_to(place, name, moment)


def _moment(place: Place, run: str) -> datetime:
    """The moment that a run is of: it is fixed when the run begins."""
    with Lake(place, write=True) as lake, lake.transaction():
        found = lake.rows("SELECT moment FROM lake.runs WHERE run = ?", [run])
        if not found:
            now = datetime.now(UTC).replace(tzinfo=None)
            lake.rows("INSERT INTO lake.runs VALUES (?, ?)", [run, now])
            return now
        moment: datetime = found[0][0]
        return moment


def _parts(lake: Lake) -> Iterator[_Part]:
    """The matches in force, by store, game and year, so many at a time."""
    found = lake.rows(
        "SELECT publisher, lake_game, lake_season, l.match_id, "
        "arg_max(seq || ':' || l.hash, seq) FROM lake.ledger AS l "
        "ANTI JOIN lake.rulings AS r ON r.match_id = l.match_id AND r.hash = l.hash "
        "GROUP BY ALL ORDER BY ALL"
    )
    groups: dict[tuple[str, str, int], list[tuple[str, str]]] = {}
    for publisher, game, season, match_id, head in found:
        groups.setdefault((publisher, game, season), []).append((match_id, head))
    number = 0
    for (publisher, game, season), matches in groups.items():
        for start in range(0, len(matches), PART):
            some = matches[start : start + PART]
            number += 1
            yield _Part(
                number, publisher, [Where(each, game, season) for each, _ in some], dict(some)
            )


def _judged(place: Place, bench: Bench, at: str, part: _Part) -> list[Difference]:
    """What each match of a part comes to; what is empty where it is exact, with its length."""
    named = f"{part.publisher}:{{}}".format
    exact: dict[str, Difference] = {}
    try:
        with Lake(place, connection=bench.log.connection, moment=at) as lake:
            bench.lay_out(
                "(SELECT split_part(match_id, ':', 2) AS match_id, * EXCLUDE (match_id) "
                f"FROM lake.entries WHERE {where(part.matches)})",
                "lake.catalogs",
            )
            assert lake is not None
    except LogError as error:
        return [Difference(each.match_id, 1, "unreadable", str(error)) for each in part.matches]
    for page in bench.chains(named):
        due: list[Chain] = []
        for found in page:
            if isinstance(found, Difference):
                match_id = named(found.match)
                exact[match_id] = msgspec.structs.replace(found, match=match_id)
                continue
            match_id = named(found.id)
            head = str(Head(len(found.hashes), found.hashes[-1]))
            if head == part.heads[match_id]:
                due.append(found)
            else:
                said = f"the ledger has the head {part.heads[match_id]}, it comes to {head}"
                exact[match_id] = Difference(match_id, len(found.hashes), "head", said)
        for chain, came in bench.judged(due, named):
            match_id = named(chain.id)
            exact[match_id] = (
                msgspec.structs.replace(came, match=match_id)
                if isinstance(came, Difference)
                else Difference(match_id, len(chain.hashes), "", "")
            )
    lost = "the ledger has it, and no entry of it is there"
    return [
        exact.get(each.match_id) or Difference(each.match_id, 1, "head", lost)
        for each in part.matches
    ]


def _keep(place: Place, log: Log, run: str, part: _Part, found: list[Difference]) -> None:
    rows = [
        {
            "match_id": each.match,
            "entries": int(part.heads[each.match].partition(":")[0]),
            "what": each.what,
            "entry": each.seq,
            "why": each.message,
        }
        for each in found
    ]
    with Lake(place, write=True, connection=log.connection) as lake, lake.transaction():
        # another process may have done it meanwhile
        lake.rows("UPDATE lake.turn SET n = n + 1")
        lake.rows("DELETE FROM lake.verified WHERE run = ? AND part = ?", [run, part.number])
        lake.rows(
            "INSERT INTO lake.verified SELECT $1, $2, r.match_id, r.entries, r.what, r.entry, "
            'r.why FROM (SELECT unnest(from_json($3, \'[{"match_id": "VARCHAR", "entries": '
            '"INTEGER", "what": "VARCHAR", "entry": "INTEGER", "why": "VARCHAR"}]\')) AS r)',
            [run, part.number, msgspec.json.encode(rows).decode()],
        )


def _come_to(place: Place, run: str, moment: datetime) -> Verified:
    with Lake(place) as lake:
        ((matches, entries),) = lake.rows(
            "SELECT count(*), coalesce(sum(entries), 0)::BIGINT FROM lake.verified WHERE run = ?",
            [run],
        )
        differ = lake.rows(
            "SELECT match_id, entry, what, why FROM lake.verified WHERE run = ? AND what <> '' "
            "ORDER BY match_id",
            [run],
        )
    return Verified(run, moment, matches, entries, [Difference(*row) for row in differ])


__all__ = ["Verified", "verify"]
