"""A judge's rulings: made and recorded, or asked about before they are made."""

import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers.entries import outcome_of
from cli.answers.matches import Ruled
from cli.answers.position import position_fields
from cli.arguments import (
    JsonOption,
    LoggedArgument,
    LogOption,
    MatchArgument,
    commands,
    complete_judge,
)
from cli.failure import Failure, Status
from cli.judging.effect import effect_lines, learned_lines
from cli.judging.remedies import propose, somebody, what_if_answer
from cli.judging.ruling import KINDS, ruling_kind, ruling_line, waived_rules
from cli.reading.door import Writer
from cli.reading.lines import Line, Reading, moment_of, new_id, one_line, read_arguments, read_lines
from cli.reading.log import opened_log
from cli.reading.matches import Source, loaded, source
from cli.screen import render
from cli.screen.changed import board_changes, changed_lines
from cli.screen.standing import FEW, standing_summary
from events.common import CloseCall, Stand
from events.entry import verb
from events.notation import quote, write
from referee.games.registry import is_stream
from referee.replay.compare import what_if
from referee.replay.replay import Replay
from referee.verdict import Illegal, applied

if TYPE_CHECKING:
    from storage.match import Recorded

app = commands()

_STOOD = re.compile(
    r'(?P<head>\s*(?:(?:"[^"]*"|\S+)\s+)?stand\s+(?:entry=)?)(?P<entry>\d{1,9})'
    r"(?P<rest>(?:\s+(?:authority|reason)=.*)?\s*)"
)


def _complete_kind(incomplete: str) -> list[str]:
    return [kind for kind in KINDS if kind.startswith(incomplete)]


KindArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="KIND",
        help=f"{', '.join(KINDS)}; an entry, or nothing, for proposals.",
        autocompletion=_complete_kind,
    ),
]
WordsArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="WORDS", help="The rest of the line: the entry, the seat, the repair."),
]
JudgeOption = Annotated[
    str | None,
    typer.Option(
        "--judge",
        "-j",
        metavar="NAME",
        envvar="REFEREE_JUDGE",
        help="Who rules.",
        autocompletion=complete_judge,
    ),
]
WaivedOption = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="ID", help="The rule; for stand, each rule waived."),
]
ClosedOption = Annotated[
    int | None,
    typer.Option("--call", min=1, metavar="N", help="The call that this answers, which it closes."),
]


@app.command(
    epilog="Examples: referee rule r1-t4 strike 41 --judge lena. "
    "referee rule r1-t4 insert 12 'ana draw' --judge lena --reason 'forgotten draw'. "
    "referee rule r1-t4 stand 41 --judge lena (waives the rule that entry 41 broke). "
    "referee rule r1-t4 41 (what the rules allow of entry 41)."
)
def rule(
    match: LoggedArgument,
    kind: KindArgument = None,
    words: WordsArgument = None,
    judge: JudgeOption = None,
    reason: Annotated[str | None, typer.Option("--reason", "-r", help="Why.")] = None,
    rules: WaivedOption = None,
    authority: Annotated[
        str | None, typer.Option(help="With whose authority: scorekeeper, floor or head.")
    ] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="TIME", help="When, UTC; by default now.")
    ] = None,
    call: ClosedOption = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Make it however many entries it changes.")
    ] = False,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Make a ruling. It is recorded like any entry, and nothing is ever deleted.

    One that changes the standing of more than a few entries is summed up, and asks before it is
    made. A ruling that is not in order is recorded with its verdict and has no effect (status 3).

    An entry in the place of the kind lists what the rules allow of it, with what each would do;
    without any, of the newest illegal one, or of the newest. Nothing is written then.
    """
    if kind is None or kind.isdecimal():
        return propose(source(match, log), kind, judge, json=json)
    from storage.log import Draft

    if not judge:
        raise Failure("who rules?", "--judge NAME, or REFEREE_JUDGE")
    now = datetime.now(UTC)
    played_at = moment_of(at, now)
    with opened_log(log, write=True) as opened:
        logged = loaded(opened, match)
        ruling = ruling_kind(kind)
        waived = waived_rules(logged, ruling, words or [], rules or [])
        line = ruling_line(judge, ruling, words or [], reason, waived, authority)
        trial = logged.trial()
        (reading,) = readings = read_lines([Line(line, f"in: {line}")], trial)
        if call is not None and applied(reading.outcome.verdict):
            readings += _closing(judge, call, trial)
        drafts = [Draft(read.event, new_id(now), played_at, now, judge) for read in readings]
        before, last = logged.board(logged.replay()), logged.last
        many = len(reading.outcome.changes) > FEW
        if yes or not many:
            recorded = opened.append(match, drafts, match=logged.match)
    if many and not yes:  # asked while others may log: what they do then is a conflict
        _agree(standing_summary(reading.outcome.changes), json)
        with opened_log(log, write=True) as opened:
            logged = loaded(opened, match)
            recorded = opened.append(match, drafts, expected=last, match=logged.match)
    changed = board_changes(before, logged.board(logged.replay()), logged.names)
    _say_ruled(logged, recorded, changed, json)
    illegal = isinstance(recorded[0].outcome.verdict, Illegal)
    return Status.ILLEGAL if illegal else Status.DONE


def _say_ruled(
    logged: Source, recorded: "Sequence[Recorded]", changed: Sequence[str], json: bool
) -> None:
    replay = logged.replay()
    if json:
        entries = tuple(outcome_of(r.outcome, r.entry.event, logged.game) for r in recorded)
        render.say_json(Ruled(logged.match.id, entries, tuple(changed), **position_fields(replay)))
        return
    for each in recorded:
        event = each.entry.event
        render.say_lines(render.outcome_lines(each.outcome, event, logged.game, logged.line))
    render.say_lines(changed_lines(changed, (), 6))
    render.say_lines(render.next_lines(replay))


def _closing(judge: str, call: int, trial: Replay) -> list[Reading]:
    """The end of the call that a ruling answers.

    Raises:
        Failure: there is no such call, or it is not for this judge to close.
    """
    line = f"{quote(judge)} {verb(CloseCall)} {call}"
    readings = read_lines([Line(line, f"in: {line}")], trial)
    if isinstance(found := readings[0].outcome.verdict, Illegal):
        raise Failure(f"--call {call}: {found.message}", "nothing is written")
    return readings


def _agree(summary: str, json: bool) -> None:
    """Have a ruling confirmed that changes much.

    Raises:
        Failure: it is not, or nobody is there to be asked.
    """
    if json or not _somebody_there():
        raise Failure(f"this ruling changes much: {summary}", "--yes makes it; nothing is written")
    render.warn(summary)
    if not typer.confirm("make this ruling?", err=True):
        raise Failure("not made, nothing is written")


def _somebody_there() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


@app.command(
    "what-if",
    epilog="Examples: referee what-if r1-t4 'lena strike 41'. "
    "referee what-if open --result 3/17=1-2.",
)
def ask(
    match: MatchArgument,
    line: Annotated[
        list[str] | None,
        typer.Argument(metavar="LINE", help="The ruling, such as: strike 41.", show_default=False),
    ] = None,
    result: Annotated[
        list[str] | None,
        typer.Option(
            "--result",
            metavar="ROUND/TABLE=A-B",
            help="Of a tournament: a result as it should be; may be given several times.",
            show_default=False,
        ),
    ] = None,
    judge: JudgeOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Show what a ruling would do, without making it.

    Lists the entries whose standing would change, how the result and the state would differ; of a
    rewind also what players have learned since: cards shown and drawn, dice, plans. Any other entry
    may be asked about too.

    Of a tournament it takes several lines together, such as a strike and a report, and tells whose
    points and places would change, which posted rounds the right standings would have paired
    otherwise and which of their results are in, who would be in the cut, and which standard
    penalties would be others.
    """
    asked = source(match, log)
    if is_stream(asked.game.id):
        from cli.tournament.explaining.correction import ask_correction

        return ask_correction(asked, line or (), result or (), judge, json=json)
    if result:
        raise Failure("--result is of the tables of a tournament", "a ruling, such as: strike 41")
    if not line:
        raise Failure("there is no event here", "a ruling, such as: strike 41")
    who = judge or somebody(asked)
    readings = read_arguments(_with_waived(asked, line), asked.trial, Writer(who, who), read_lines)
    if len(readings) != 1:
        raise Failure("one ruling at a time")
    event = readings[0].event
    if not asked.replay().opened:
        raise Failure(f"{asked.match.id}: it has no legal opening", "referee explain MATCH 1")
    effect = what_if(asked.game, asked.match.catalog, asked.events, event)
    illegal = isinstance(effect.verdict, Illegal)
    if json:
        render.say_json(what_if_answer(asked, event, effect))
        return Status.ILLEGAL if illegal else Status.DONE
    for text in render.wrapped(f"what if: {write(event, asked.game.codec)}", 0, 4):
        print(render.paint(text, "strong"))
    render.say_lines(render.verdict_lines(effect.verdict, asked.game, 2, asked.lines_with([event])))
    render.say_lines(effect_lines(asked, effect))
    for number, text in enumerate(learned_lines(asked, event)):
        render.say(text, 2 if number else 0, 6, style=None if number else "strong")
    render.say("nothing is written", style="quiet")
    return Status.ILLEGAL if illegal else Status.DONE


def _with_waived(asked: Source, arguments: list[str]) -> list[str]:
    """The line of a ruling, for an entry let stand with the rule that it broke, as ``rule`` has it.

    Raises:
        Failure: the entry is not there, or is not illegal.
    """
    found = _STOOD.fullmatch(one_line(arguments) if len(arguments) > 1 else arguments[0])
    if found is None:
        return arguments
    (waived,) = waived_rules(asked, verb(Stand), [found["entry"]], [])
    return [f"{found['head']}{found['entry']} {waived}{found['rest']}"]
