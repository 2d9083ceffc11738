"""A whole log under other readings: what would be judged otherwise, and who would have won."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from events.error import RefereeError
from referee.games.registry import game_of
from referee.replay.compare import Effect, reread
from referee.replay.replay import Change
from referee.table import Result
from referee.verdict import Illegal, applied
from storage.error import LogError, UnknownMatch
from storage.log import Log
from storage.pages import Progress, Stored, pages
from storage.verify.report import MOST


class Reading(NamedTuple):
    """How matches of a game are to be read.

    Attributes:
        version: of the rules; empty: the one that each match pins.
        choices: the interpretations that are other ones.
    """

    version: str
    choices: Mapping[str, str]


class RuleReread(Struct):
    """What changes by one rule.

    Args:
        game: the game.
        rule: the rule that refuses an entry under one of the two readings; empty where none does:
            where only what is on trust differs, or the state alone.
        matches: in how many matches it does so.
        first: in how many it is what differs first.
        refused: how many entries it would refuse.
        allowed: how many it refused, and would no more.
        results: how many of the matches in which it is first would have ended otherwise.
    """

    game: str
    rule: str
    matches: int = 0
    first: int = 0
    refused: int = 0
    allowed: int = 0
    results: int = 0


class ResultReread(Struct, frozen=True):
    """A match that would have ended otherwise.

    Args:
        match: the match.
        seq: the first entry that is judged otherwise; 0 where none is.
        before: how it ended; None where it is on.
        after: how it would have ended.
    """

    match: str
    seq: int
    before: Result | None
    after: Result | None


class Reread(Struct):
    """What a log comes to under other readings.

    Args:
        matches: how many matches were read anew.
        entries: how many entries they have.
        changed: in how many matches anything differs: a verdict, the state at the end, the result.
        verdicts: how many entries would be judged otherwise.
        rules: by which rules, those first that differ first in most matches.
        results: the matches that would have ended otherwise, up to the first thousand.
        more: how many further ones there are.
        unopened: the matches that could not be opened so, by the reason; the first thousand.
        faults: the matches that cannot be replayed, each with the reason; likewise.
    """

    matches: int = 0
    entries: int = 0
    changed: int = 0
    verdicts: int = 0
    rules: list[RuleReread] = []
    results: list[ResultReread] = []
    more: int = 0
    unopened: dict[str, str] = {}
    faults: dict[str, str] = {}


def reread_log(
    log: Log,
    readings: Mapping[str, Reading],
    match_ids: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Reread:
    """Read the matches of a log otherwise. Nothing is written.

    Args:
        log: the log; open for reading will do.
        readings: how the matches of each game are read; those of others are left alone.
        match_ids: which matches; all where None.
        progress: told how many entries are done, and how many there are.

    Raises:
        UnknownMatch: there is no such match.
        LogError: the log cannot be read.
    """
    for match_id in match_ids or ():
        if not log.has(match_id):
            raise UnknownMatch(f"{log.path}: no match {match_id!r}")
    report = Reread()
    rules: dict[tuple[str, str], RuleReread] = {}
    games = msgspec.json.encode(sorted(readings)).decode()
    of_games = f"SELECT unnest(from_json('{games}', '[\"VARCHAR\"]'))"
    chosen = f"SELECT match_id FROM matches WHERE game IN ({of_games})"
    if match_ids is not None:
        named = msgspec.json.encode(match_ids).decode().replace("'", "''")
        chosen += f" AND match_id IN (SELECT unnest(from_json('{named}', '[\"VARCHAR\"]')))"
    with log.little_memory():
        for page in pages(log, chosen, progress=progress):
            for stored in page:
                try:
                    effect = _effect(log, stored, readings)
                except (RefereeError, ValueError, RecursionError) as error:
                    if len(report.faults) < MOST:
                        report.faults[stored.id] = str(error)
                else:
                    assert stored.edition is not None
                    _count(report, rules, stored, effect)
    report.rules = sorted(
        rules.values(), key=lambda each: (-each.first, -each.matches, each.game, each.rule)
    )
    return report


def _effect(log: Log, stored: Stored, readings: Mapping[str, Reading]) -> Effect:
    """How a match would go.

    Raises:
        RefereeError, ValueError, RecursionError: it cannot be replayed.
    """
    edition = stored.require_edition()
    game = log.game(edition.game, edition.version)
    reading = readings[edition.game]
    other = game_of(game.id, reading.version) if reading.version else game
    catalog = log.catalog_for(edition.catalog, game)
    events = game.codec.events_of([row.payload for row in stored.rows])
    if not events:
        raise LogError(f"{stored.id}: it has no entries")
    return reread(game, catalog, events, reading.choices, other)


def _count(
    report: Reread, rules: dict[tuple[str, str], RuleReread], stored: Stored, effect: Effect
) -> None:
    assert stored.edition is not None
    game = stored.edition.game
    report.matches += 1
    report.entries += len(stored.rows)
    if not applied(effect.verdict):
        if len(report.unopened) < MOST:
            said = effect.verdict
            why = f"{said.rule}: {said.message}" if isinstance(said, Illegal) else str(said)
            report.unopened[stored.id] = why
        return
    ended = effect.result_before != effect.result_after
    if not (effect.changes or effect.differences or ended):
        return
    report.changed += 1
    report.verdicts += len(effect.changes)
    cited = [_rule(change) for change in effect.changes] or [""]
    for rule in dict.fromkeys(cited):
        rules.setdefault((game, rule), RuleReread(game, rule)).matches += 1
    first = rules[game, cited[0]]
    first.first += 1
    first.results += ended
    for change, rule in zip(effect.changes, cited, strict=False):
        rules[game, rule].refused += isinstance(change.after, Illegal)
        rules[game, rule].allowed += isinstance(change.before, Illegal) and not isinstance(
            change.after, Illegal
        )
    if ended and len(report.results) < MOST:
        seq = effect.changes[0].seq if effect.changes else 0
        before, after = effect.result_before, effect.result_after
        report.results.append(ResultReread(stored.id, seq, before, after))
    elif ended:
        report.more += 1


def _rule(change: Change) -> str:
    """The rule by which an entry is refused under one of two readings; empty where under none."""
    for verdict in (change.after, change.before):
        if isinstance(verdict, Illegal):
            return verdict.rule
    return ""


__all__ = ["Reading", "Reread", "ResultReread", "RuleReread", "reread_log"]
