"""What a correction of a tournament would change (TR-9.3, TR-10.5, TR-2.3)."""

import re
from collections.abc import Iterator, Sequence

from cli.answers.corrected import (
    CorrectionTried,
    CutMoved,
    EntryTried,
    MovedShown,
    OtherwiseShown,
    PointsShown,
    SeedMoved,
)
from cli.answers.entries import changes_of, standing_of
from cli.failure import Failure, Status
from cli.judging.remedies import somebody
from cli.reading.door import Writer
from cli.reading.lines import read_arguments, read_lines
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.standing import standing_summary
from cli.tournament.explaining.penalty import shift_text, shifts_shown
from events.event import Event
from events.notation import quote, write
from referee.english import counted
from referee.tournament.explaining.correction import (
    Correction,
    CutChanged,
    PairedOtherwise,
    PointsChanged,
    what_if_corrected,
)
from referee.tournament.standings.ranking import Compared, Moved, shown_points
from referee.tournament.state import State, number_of
from referee.verdict import Illegal

MANY = 12
"""How many places and tables are listed one by one; JSON has them all."""
_RESULT = re.compile(
    r"(?P<round>\d{1,2})/(?P<table>\d{1,4})=(?P<a>\d+)-(?P<b>\d+)(-(?P<drawn>\d+))?"
)


def ask_correction(
    asked: Source, lines: Sequence[str], results: Sequence[str], judge: str | None, *, json: bool
) -> Status:
    """Show what a correction would change: entries in notation, or results that were wrong.

    Args:
        asked: the tournament.
        lines: entries, each a line; or the words of one.
        results: right results, each ``ROUND/TABLE=A-B`` or ``ROUND/TABLE=A-B-DRAWN``.
        judge: who rules; without one, the first who may.
        json: whether it is told for machines.

    Raises:
        Failure: nothing is asked, or it is no entry.
    """
    if not asked.replay().opened:
        raise Failure(f"{asked.match.id}: it has no legal opening", "referee explain MATCH 1")
    who = judge or somebody(asked)
    writer = Writer(who, who)
    events: list[Event] = []
    if results:
        given = [line for each in results for line in _corrected(asked, who, each)]
        events += [read.event for read in read_arguments(given, asked.trial, writer, read_lines)]
    if lines or not results:
        taken = read_arguments(lines, asked.trial, writer, read_lines)
        events += [read.event for read in taken]
    found = what_if_corrected(asked.game, asked.match.catalog, asked.events, events)
    status = Status.DONE
    if any(isinstance(verdict, Illegal) for verdict in found.verdicts):
        status = Status.ILLEGAL
    if json:
        render.say_json(_answer(asked, events, found))
        return status
    line_of = asked.lines_with(events)
    for event, verdict in zip(events, found.verdicts, strict=True):
        render.say(f"what if: {write(event, asked.game.codec)}", 0, 4, style="strong")
        render.say_lines(render.verdict_lines(verdict, asked.game, 2, line_of))
    if status is Status.DONE:
        _say(found)
    render.say("nothing is written", style="quiet")
    return status


def _corrected(asked: Source, who: str, text: str) -> Iterator[str]:
    """The lines that put a result right: a strike and a report of what a slip said, a decision over
    what players attested; in their place where the tournament is over.

    Raises:
        Failure: it is no result of a table.
    """
    found = _RESULT.fullmatch(text)
    if found is None:
        raise Failure(f"--result {text}: expected ROUND/TABLE=A-B, such as 3/17=1-2")
    state: State = asked.replay().state
    number, table = int(found["round"]), int(found["table"])
    if not 1 <= number <= len(state.rounds):
        raise Failure(f"--result {text}: round {number} is not posted", f"1 to {len(state.rounds)}")
    contest = state.rounds[number - 1].contests.get(str(table))
    if contest is None:
        raise Failure(f"--result {text}: round {number} has no table {table}")
    by = quote(who)
    wanted = (int(found["a"]), int(found["b"]), int(found["drawn"] or 0))
    figures = f"{number} {table} {' '.join(map(str, wanted))}"
    most = (number_of(state, "best_of") + 1) // 2
    games = asked.replay().table.catalog.score.kind == "games"
    how = "how=time" if games and max(wanted[:2]) < most else ""
    said = f"{by} report {figures} {how}".rstrip()
    if contest.result is None:
        yield said
        return
    score = contest.result.score
    if (score.a, score.b, score.drawn) == wanted:
        raise Failure(f"--result {text}: that is the result of round {number}, table {table}")
    if contest.result.by == "slip":
        yield f"{by} strike {contest.result.seq}"
    else:
        said = f"{by} decide {figures}"
    if state.over:  # nothing is reported any more, but a judge may put in what was forgotten
        said = f"{by} insert {contest.result.seq} {quote(said, always=True)}"
    yield said


# -- in words ----------------------------------------------------------------------------------


def _say(found: Correction) -> None:
    if found.changes:
        render.say(f"in the record: {standing_summary(found.changes)}", 0, 2)
    if found.points:
        render.say("points", style="strong")
        render.say_lines(render.flowing([_points(each) for each in found.points[:MANY]], 2))
        _say_rest(len(found.points), "entrant")
    else:
        render.say("nobody's points change")
    _say_places(found.places)
    for each in found.rounds:
        _say_round(each)
    if not found.rounds:
        render.say("no posted round would have been paired otherwise")
    if found.cut is not None:
        _say_cut(found.cut)
    if found.penalties:
        render.say("penalties (TR-10.5)", style="strong")
        for shift in found.penalties:
            render.say(shift_text(shift), 2)
    before, after = (player or "nobody yet" for player in found.champion)
    if before != after:
        render.say(f"who has won: {before} -> {after}", style="strong")


def _points(each: PointsChanged) -> str:
    before, after = (
        shown_points(figure) if figure is not None else "-" for figure in (each.before, each.after)
    )
    return f"{each.player} {before} -> {after}"


def _say_places(places: Compared) -> None:
    if not places.moved:
        render.say("no place changes")
        return
    render.say(f"places, the first that changes is {places.first}", style="strong")
    moved = [_place(each) for each in places.moved[:MANY]]
    render.say_lines(render.flowing(moved, 2))
    _say_rest(len(places.moved), "place")


def _place(each: Moved) -> str:
    before, after = (str(p.place) if p else "none" for p in (each.before, each.after))
    return f"{each.player} {before} -> {after}"


def _say_rest(count: int, what: str) -> None:
    if count > MANY:
        render.say(f"and {counted(count - MANY, f'{what} more', f'{what}s more')}", 2)


def _say_round(each: PairedOtherwise) -> None:
    tables = counted(sum(bool(m.table) for m in each.gone), "table")
    render.say(f"round {each.round}: {tables} would have been paired otherwise", style="strong")
    if not each.as_proposed:
        render.say("it was not posted as proposed; here one proposal stands against another", 2)
    gone = [
        f"{m.table}: {m.a} - {m.b}" if m.table else f"{m.a} - {m.b}" if m.b else f"bye {m.a}"
        for m in each.gone
    ]
    new = [f"{a} - {b}" if b else f"bye {a}" for a, b in each.new]
    for head, lines in (("not", gone), ("but", new)):
        more = f" and {len(lines) - MANY} more" if len(lines) > MANY else ""
        render.say(f"{head} {', '.join(lines[:MANY])}{more}", 2, 6)
    if each.tables:
        listed = ", ".join(map(str, each.tables))
        word = "table" if len(each.tables) == 1 else "tables"
        render.say(f"results are in: {word} {listed}", 2, style="doubt")


def _say_cut(cut: CutChanged) -> None:
    made = "which was made" if cut.made else "which is not made yet"
    render.say(f"the cut to {cut.size}, {made}", style="strong")
    if cut.comes_in or cut.goes_out:
        ins, outs = (", ".join(names) or "nobody" for names in (cut.comes_in, cut.goes_out))
        render.say(f"in would be {ins}; out {outs}", 2)
    if cut.seeds:
        seeds = ", ".join(f"{player} {was} -> {now}" for player, was, now in cut.seeds[:MANY])
        render.say(f"seeds: {seeds}", 2)


# -- for machines ------------------------------------------------------------------------------


def _answer(asked: Source, events: Sequence[Event], found: Correction) -> CorrectionTried:
    cut = found.cut
    return CorrectionTried(
        asked.match.id,
        tuple(
            EntryTried(write(event, asked.game.codec), standing_of(verdict))
            for event, verdict in zip(events, found.verdicts, strict=True)
        ),
        changes_of(found.changes),
        tuple(
            PointsShown(
                each.player,
                None if each.before is None else str(each.before),
                None if each.after is None else str(each.after),
            )
            for each in found.points
        ),
        found.places.first,
        tuple(
            MovedShown(
                each.player,
                each.before.place if each.before else None,
                each.after.place if each.after else None,
            )
            for each in found.places.moved
        ),
        tuple(
            OtherwiseShown(
                each.round,
                each.gone,
                each.new,
                each.tables,
                each.as_proposed,
            )
            for each in found.rounds
        ),
        None
        if cut is None
        else CutMoved(
            cut.size,
            cut.made,
            cut.comes_in,
            cut.goes_out,
            tuple(SeedMoved(*each) for each in cut.seeds),
        ),
        shifts_shown(found.penalties),
        *found.champion,
    )
