"""All of a league under another reading, or another version of the rules (LG-7): which verdicts and
results would be others, by game, rule and store. Nothing that is in force changes."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

import msgspec

from storage.error import LogError
from storage.league.anew.runs import Kind, Part, Question, Rows, Run, done_in_parts, lay
from storage.league.lake import Lake, Place
from storage.league.patience import ALONE, Effort
from storage.league.people import unnamed
from storage.league.taking.staged_matches import Bench
from storage.verify.report import MOST
from storage.verify.reread import Reading, Reread, RuleReread, reread_by, weightiest_first

_COLUMNS = {"publisher": "VARCHAR", "found": "VARCHAR"}


class StoreReread(NamedTuple):
    """What a store's matches come to."""

    publisher: str  # the store
    matches: int  # how many were read anew
    changed: int  # in how many anything differs
    results: int  # how many would have ended otherwise
    rules: list[RuleReread]  # by which rules


class LeagueReread(NamedTuple):
    """What a run came to."""

    run: str  # what it is called
    moment: datetime  # the league as it was then, UTC, as tables keep it
    whole: Reread  # over all stores, matches as ``publisher:match``
    stores: list[StoreReread]  # store by store


def reread_league(
    place: Place,
    readings: Mapping[str, Reading],
    run: str = "",
    *,
    season: str = "",
    effort: Effort = ALONE,
) -> LeagueReread:
    """Read the matches of a league otherwise.

    Args:
        place: the league.
        readings: how the matches of each game are read; those of others are left alone.
        run, season, effort: as for :func:`~storage.league.anew.verification.verify`.

    Raises:
        LeagueError: there is no such season, or the run asks something else.
        Away: a server stays away; what was kept before stays.
        LogError: the lake cannot be read or written; what was kept before stays.
    """

    def read(bench: Bench, source: Lake, part: Part) -> Rows:
        try:
            lay(bench, source, part)
        except LogError as error:
            found = Reread(
                faults={each.match_id.partition(":")[2]: str(error) for each in part.matches}
            )
        else:
            found = reread_by(bench.replays, bench.log, readings)
            _unname(place, bench, part.publisher, found)
        return [{"publisher": part.publisher, "found": msgspec.json.encode(found).decode()}]

    kind = Kind("reread", _COLUMNS, read, _come_to)
    return done_in_parts(place, run, Question(readings, season), kind, effort)


def _come_to(run: Run, source: Lake) -> LeagueReread:
    with Lake(source.place, connection=source.connection) as lake:
        kept = lake.rows(
            "SELECT publisher, found FROM lake.reread WHERE run = ? ORDER BY part", [run.name]
        )
    parts = [(publisher, msgspec.json.decode(found, type=Reread)) for publisher, found in kept]
    stores = []
    for publisher in sorted({publisher for publisher, _ in parts}):
        some = _together((publisher, found) for whose, found in parts if whose == publisher)
        ended = len(some.results) + some.more
        stores.append(StoreReread(publisher, some.matches, some.changed, ended, some.rules))
    return LeagueReread(run.name, run.moment, _together(parts), stores)


def _unname(place: Place, bench: Bench, publisher: str, found: Reread) -> None:
    """Put pseudonyms in the place of ids."""
    for faults in (found.unopened, found.faults):
        for match, why in faults.items():
            faults[match] = unnamed(place, bench.log, publisher, match, why)


def _together(parts: Iterable[tuple[str, Reread]]) -> Reread:
    """What parts come to as a whole."""
    whole = Reread()
    rules: dict[tuple[str, str], RuleReread] = {}
    for publisher, part in parts:
        for counted in ("matches", "entries", "changed", "verdicts", "more"):
            setattr(whole, counted, getattr(whole, counted) + getattr(part, counted))
        for each in part.rules:
            into = rules.setdefault((each.game, each.rule), RuleReread(each.game, each.rule))
            for counted in ("matches", "first", "refused", "allowed", "results"):
                setattr(into, counted, getattr(into, counted) + getattr(each, counted))
        for result in part.results:
            match = f"{publisher}:{result.match}"
            whole.results.append(msgspec.structs.replace(result, match=match))
        for faults, own in ((whole.unopened, part.unopened), (whole.faults, part.faults)):
            faults.update({f"{publisher}:{match}": why for match, why in own.items()})
    whole.more += len(whole.results[MOST:])
    del whole.results[MOST:]
    whole.rules = weightiest_first(rules.values())
    return whole


__all__ = ["LeagueReread", "StoreReread", "reread_league"]
