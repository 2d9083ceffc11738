"""A whole log under other readings: what would be judged otherwise, and who would have won."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import Struct

from events.error import RefereeError
from referee.catalog import Catalog
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.compare import reread
from referee.replay.replay import Change
from referee.table import Result
from referee.verdict import Illegal, Verdict, applied
from storage.error import LogError, UnknownMatch
from storage.log import Log
from storage.match_pages import Progress, Stored, pages
from storage.replays import Asked, Replays
from storage.verify.report import MOST


class Reading(NamedTuple):
    """How matches of a game are to be read."""

    version: str  # of the rules; empty: the one that each match pins
    choices: Mapping[str, str]  # the interpretations that are other ones


class RuleReread(Struct):
    """What changes by one rule."""

    game: str  # the game
    # the rule that refuses an entry under one of the two readings; empty where none does: where
    # only what is on trust differs, or the state alone
    rule: str
    matches: int = 0  # in how many matches it does so
    first: int = 0  # in how many it is what differs first
    refused: int = 0  # how many entries it would refuse
    allowed: int = 0  # how many it refused, and would no more
    results: int = 0  # how many of the matches in which it is first would have ended otherwise


class ResultReread(Struct, frozen=True):
    """A match that would have ended otherwise."""

    match: str  # the match
    seq: int  # the first entry that is judged otherwise; 0 where none is
    before: Result | None  # how it ended; None where it is on
    after: Result | None  # how it would have ended


class Reread(Struct):
    """What a log comes to under other readings."""

    matches: int = 0  # how many matches were read anew
    entries: int = 0  # how many entries they have
    # in how many matches anything differs: a verdict, the state at the end, the result
    changed: int = 0
    verdicts: int = 0  # how many entries would be judged otherwise
    rules: list[RuleReread] = []  # by which rules, those first that differ first in most matches
    # the matches that would have ended otherwise, up to the first thousand
    results: list[ResultReread] = []
    more: int = 0  # how many further ones there are
    # the matches that could not be opened so, by the reason; the first thousand
    unopened: dict[str, str] = {}
    # the matches that cannot be replayed, each with the reason; likewise
    faults: dict[str, str] = {}


class _Otherwise(NamedTuple):
    """How a match would go."""

    opens: Verdict  # how it would open
    changes: Sequence[Change]  # the entries that would be judged otherwise
    stays: bool  # the state at the end would be the same
    before: Result | None  # how it ended; None where it is on
    after: Result | None  # how it would have ended


def reread_log(
    log: Log,
    readings: Mapping[str, Reading],
    match_ids: Sequence[str] | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
) -> Reread:
    """Read the matches of a log otherwise. Nothing is written.

    Args:
        log: the log; open for reading will do.
        readings: how the matches of each game are read; those of others are left alone.
        match_ids: which matches; all where None.
        progress: told how many entries are done, and how many there are.
        jobs: in how many processes matches are replayed, as for :func:`storage.verify.verify`.

    Raises:
        UnknownMatch: there is no such match.
        LogError: the log cannot be read.
    """
    for match_id in match_ids or ():
        if not log.has(match_id):
            raise UnknownMatch(f"{log.path}: no match {match_id!r}")
    with log.little_memory(), Replays(jobs) as replays:
        return reread_by(replays, log, readings, match_ids, progress)


def reread_by(
    replays: Replays,
    log: Log,
    readings: Mapping[str, Reading],
    match_ids: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Reread:
    """The same by processes that there are.

    Raises:
        LogError: the log cannot be read.
    """
    report = Reread()
    rules: dict[tuple[str, str], RuleReread] = {}
    games = msgspec.json.encode(sorted(readings)).decode()
    of_games = f"SELECT unnest(from_json('{games}', '[\"VARCHAR\"]'))"
    chosen = f"SELECT match_id FROM matches WHERE game IN ({of_games})"
    if match_ids is not None:
        named = msgspec.json.encode(match_ids).decode().replace("'", "''")
        chosen += f" AND match_id IN (SELECT unnest(from_json('{named}', '[\"VARCHAR\"]')))"
    waiting: deque[tuple[Stored, str]] = deque()

    def asked() -> Iterator[Asked]:
        for page in pages(log, chosen, progress=progress):
            for stored in page:
                try:
                    match = _asked(log, stored)
                except (RefereeError, ValueError, RecursionError) as error:
                    waiting.append((stored, str(error)))
                else:
                    waiting.append((stored, ""))
                    yield match

    def unasked() -> None:
        while waiting and waiting[0][1]:
            stored, fault = waiting.popleft()
            _fault(report, stored, fault)

    for found in replays.each(partial(_otherwise, readings), asked()):
        unasked()
        stored, _ = waiting.popleft()
        if isinstance(found, str):
            _fault(report, stored, found)
        else:
            _count(report, rules, stored, found)
    unasked()
    report.rules = weightiest_first(rules.values())
    return report


def weightiest_first(rules: Iterable[RuleReread]) -> list[RuleReread]:
    """Those first that differ first in most matches."""
    return sorted(rules, key=lambda each: (-each.first, -each.matches, each.game, each.rule))


def _asked(log: Log, stored: Stored) -> Asked:
    """A match that is to be read otherwise.

    Raises:
        RefereeError, ValueError, RecursionError: it cannot be replayed.
    """
    edition = stored.require_edition()
    game = log.game(edition.game, edition.version)
    catalog = log.catalog_for(edition.catalog, game)
    if not stored.rows:
        raise LogError(f"{stored.id}: it has no entries")
    return Asked(stored.id, game, catalog, [row.payload for row in stored.rows], 0)


def _otherwise(
    readings: Mapping[str, Reading],
    match_id: str,
    game: Game,
    catalog: Catalog,
    payloads: Sequence[str],
    upto: int,
) -> _Otherwise | str:
    """How a match would go, or why it cannot be replayed."""
    version, choices = readings[game.id]
    try:
        other = game_of(game.id, version) if version else game
        effect = reread(game, catalog, game.codec.events_of(payloads), choices, other)
    except (RefereeError, ValueError, RecursionError) as error:
        return str(error)
    return _Otherwise(
        effect.verdict,
        effect.changes,
        not effect.differences,
        effect.result_before,
        effect.result_after,
    )


def _fault(report: Reread, stored: Stored, fault: str) -> None:
    if len(report.faults) < MOST:
        report.faults[stored.id] = fault


def _count(
    report: Reread, rules: dict[tuple[str, str], RuleReread], stored: Stored, found: _Otherwise
) -> None:
    assert stored.edition is not None
    game = stored.edition.game
    report.matches += 1
    report.entries += len(stored.rows)
    if not applied(found.opens):
        if len(report.unopened) < MOST:
            said = found.opens
            why = f"{said.rule}: {said.message}" if isinstance(said, Illegal) else str(said)
            report.unopened[stored.id] = why
        return
    ended = found.before != found.after
    if found.stays and not (found.changes or ended):
        return
    report.changed += 1
    report.verdicts += len(found.changes)
    cited = [_rule(change) for change in found.changes] or [""]
    for rule in dict.fromkeys(cited):
        rules.setdefault((game, rule), RuleReread(game, rule)).matches += 1
    first = rules[game, cited[0]]
    first.first += 1
    first.results += ended
    for change, rule in zip(found.changes, cited, strict=False):
        rules[game, rule].refused += isinstance(change.after, Illegal)
        rules[game, rule].allowed += isinstance(change.before, Illegal) and not isinstance(
            change.after, Illegal
        )
    if ended and len(report.results) < MOST:
        seq = found.changes[0].seq if found.changes else 0
        report.results.append(ResultReread(stored.id, seq, found.before, found.after))
    elif ended:
        report.more += 1


def _rule(change: Change) -> str:
    """The rule by which an entry is refused under one of two readings; empty where under none."""
    for verdict in (change.after, change.before):
        if isinstance(verdict, Illegal):
            return verdict.rule
    return ""


__all__ = [
    "Reading",
    "Reread",
    "ResultReread",
    "RuleReread",
    "reread_by",
    "reread_log",
    "weightiest_first",
]
