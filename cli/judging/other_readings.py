"""A whole log under another reading or version of the rules, as a table."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import astuple

from cli.answers import whole_log
from cli.answers.matches import Outcome
from cli.failure import Failure, Status
from cli.reading.log import copied_log, entries_in
from cli.reading.matches import option_pairs
from cli.screen import render
from cli.screen.columns import say_table
from cli.screen.sentences import result_words
from referee.games.registry import game_ids, game_of, is_stream
from referee.table import Result
from referee.verdict import Violation
from storage.replays import usual_jobs
from storage.verify.reread import Reading, Reread, reread_log

_SHOWN = 20
"""How many matches are told that would have ended otherwise; JSON has more."""


def reread(
    match_ids: Sequence[str] | None,
    rules: Sequence[str],
    under: Sequence[str],
    log: Path | None,
    jobs: int | None,
    json: bool,
) -> Status:
    """Tell what would be judged otherwise, by rule, and who would have won.

    Raises:
        Failure: a game, a version, an interpretation or an option is not known.
    """
    readings = readings_of(rules, under)
    with copied_log(log) as opened, render.progress("reading anew") as step:
        own = jobs or usual_jobs(entries_in(opened, match_ids))
        found = reread_log(opened, readings, match_ids, step, own)
    warn_of_faults(found)
    if json:
        render.say_json(whole_log.Reread(**reread_fields(found, readings)))
    else:
        say_reread(found, readings)
    return Status.NOT_EXACT if found.faults else Status.DONE


def warn_of_faults(found: Reread) -> None:
    """Say which matches cannot be replayed."""
    for match_id, fault in found.faults.items():
        render.warn(f"referee: {match_id} cannot be replayed and is not counted: {fault}")


def readings_of(rules: Sequence[str], under: Sequence[str]) -> dict[str, Reading]:
    """How the matches of each game are to be read.

    Raises:
        Failure: a part of it is not known, or it is not said of which game it is.
    """
    versions = option_pairs(rules, "--rules")
    for name, version in versions.items():
        game_of(name, version)
        if is_stream(name):
            raise Failure(f"--rules {name}: it is no game for a table")
    choices: dict[str, dict[str, str]] = {name: {} for name in versions}
    for said, option in option_pairs(under, "--under").items():
        name, interpretation = _interpreted(said)
        try:
            game_of(name).choices({interpretation: option})
        except Violation as violation:
            hint = f"expected {violation.legal}" if violation.legal else f"referee rules {name}"
            raise Failure(f"--under: {violation}", hint) from None
        choices.setdefault(name, {})[interpretation] = option
    return {name: Reading(versions.get(name, ""), given) for name, given in choices.items()}


def _interpreted(said: str) -> tuple[str, str]:
    """The game and the id of an interpretation, which names its game where several have it.

    Raises:
        Failure: no game has it, or more than one.
    """
    named, colon, interpretation = said.partition(":")
    if colon:
        game_of(named)
        return named, interpretation.strip()
    having = [name for name in game_ids() if said in game_of(name).rulebook.interpretations]
    if not having:
        raise Failure(f"--under: no game has an interpretation {said!r}", "referee rules GAME")
    if len(having) > 1:
        raise Failure(f"--under {said}: {' and '.join(having)} have it", f"{having[0]}:{said}=…")
    return having[0], said


def reread_fields(found: Reread, readings: Mapping[str, Reading]) -> dict[str, Any]:
    """What was found, as answers have it."""
    return dict(
        rules={name: each.version for name, each in readings.items() if each.version},
        under={name: {**each.choices} for name, each in readings.items() if each.choices},
        matches=found.matches,
        entries=found.entries,
        changed=found.changed,
        verdicts=found.verdicts,
        by_rule=tuple(whole_log.RuleReread(*astuple(each)) for each in found.rules),
        results=tuple(
            whole_log.ResultReread(
                each.match, each.seq or None, _outcome(each.before), _outcome(each.after)
            )
            for each in found.results
        ),
        more=found.more,
        unopened=found.unopened,
        faults=found.faults,
    )


def _outcome(ended: Result | None) -> Outcome | None:
    return None if ended is None else Outcome(ended.how, ended.result, ended.winners)


def say_reread(found: Reread, readings: Mapping[str, Reading]) -> None:
    """Say what was found: by rule, and of each match how it would have ended."""
    asked = [
        f"{name} under "
        + ", ".join([*(f"{k} = {v}" for k, v in each.choices.items()), *filter(None, each[:1])])
        for name, each in readings.items()
    ]
    render.say("; ".join(asked), style="strong")
    counted = f"{render.counted(found.matches, 'match')}, {render.counted(found.entries, 'entry')}"
    if not found.changed:
        render.say(f"{counted}: all come out the same, and so do the boards and the results")
    else:
        ended = len(found.results) + found.more
        render.say(
            f"{counted}: {found.changed:,} would differ, "
            f"{render.counted(found.verdicts, 'verdict')}, {render.counted(ended, 'result')}"
        )
        say_table(
            ("game", "rule", "matches", "first", "refused", "allowed", "results"),
            [
                (e.game, e.rule or "-", e.matches, e.first, e.refused, e.allowed, e.results)
                for e in found.rules
            ],
            keys=("game", "rule"),
        )
        if any(not each.rule for each in found.rules):
            render.say("rule -: what is on trust, or the board, differs", style="quiet")
    for each in found.results[:_SHOWN]:
        at = f"entry {each.seq}: " if each.seq else ""
        render.say(f"{each.match}: {at}{_ended(each.before)}, then {_ended(each.after)}")
    if left := len(found.results[_SHOWN:]) + found.more:
        render.say(f"and {left:,} more", style="quiet")
    if found.unopened:
        many = render.counted(len(found.unopened), "match")
        render.say(f"{many} could not be opened so, such as:")
        match_id, why = next(iter(found.unopened.items()))
        render.say(f"{match_id}: {why}", 2)


def _ended(ended: Result | None) -> str:
    return "on" if ended is None else result_words(ended)
