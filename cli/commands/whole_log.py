"""What the log keeps: its matches, whether they are exact, and the way in and out."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from cli.answers import whole_log
from cli.arguments import (
    JobsOption,
    JsonOption,
    LogOption,
    MatchesArgument,
    OtherRulesOption,
    UnderOption,
    commands,
    complete_game,
    complete_match,
)
from cli.commands.proofs import (
    exported_packet,
    is_packet,
    reached_head,
    reached_line,
    verified_packet,
)
from cli.failure import Failure, Status
from cli.reading.heads import given_out
from cli.reading.log import copied_log, entries_in, log_path, opened_log
from cli.reading.matches import is_file, loaded
from cli.safe import json_shown
from cli.screen import render
from cli.screen.columns import say_table
from cli.screen.sentences import result_words
from referee.table import Result
from storage.exchange.output import appearing, is_special
from storage.files import read_text, require_regular
from storage.proof.head import Head

if TYPE_CHECKING:
    from storage.log import Log, MatchRow
    from storage.verify import Report

app = commands()

FORMATS = ("record", "jsonl", "parquet", "csv")


@app.command(epilog="Example: referee matches --json")
def matches(
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", help="Only this game.", autocompletion=complete_game),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """List the matches of the log in the order they were opened."""
    from cli.reading.facts import over_facts

    found = over_facts(log, lambda opened: opened.matches(game=game))
    if game is not None and not found:
        from referee.games.registry import game_of

        game_of(game)  # which says what games there are
    if json:
        listed = tuple(whole_log.MatchListed(**msgspec.structs.asdict(row)) for row in found)
        render.say_json(whole_log.Matches(listed))
        return Status.DONE
    if not found:
        render.say("no match" + (f" of {game}" if game else "") + " is in this log")
        return Status.DONE
    columns = ["match", "game", "opened (UTC)", "entries", "seats", "result"]
    rows = [
        [
            row.id,
            row.game,
            row.opened_at.isoformat(" ", "minutes"),
            row.entries,
            ", ".join(row.seats),
            _result(row),
        ]
        for row in found
    ]
    if any(row.illegal for row in found):
        columns.append("misplays")
        for cells, row in zip(rows, found, strict=True):
            cells.append(_misplays(row))
    if any(row.contest for row in found):
        columns.insert(1, "contest")
        for cells, row in zip(rows, found, strict=True):
            cells.insert(1, row.contest)
    say_table(columns, rows, keys=("match",))
    if any(row.consequences for row in found):
        render.say("(+n): entries that were refused only because of these", style="quiet")
    if any(row.over is None for row in found):
        render.say("result -: cannot be replayed; see referee verify", style="quiet")
    return Status.DONE


def _misplays(row: "MatchRow") -> str:
    """How many entries were illegal, and how many were refused only because of these."""
    if not row.illegal:
        return ""
    return f"{row.illegal} (+{row.consequences})" if row.consequences else f"{row.illegal}"


def _result(row: "MatchRow") -> str:
    if row.over is None:
        return "-"
    if not row.result:
        return "on"
    return result_words(Result(row.over, row.result, row.winners))


HeadOption = Annotated[
    str | None,
    typer.Option(
        "--head",
        metavar="HEAD",
        help="A head of the one match, as hash or phrase: it must reach it.",
    ),
]
CopiesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--from",
        metavar="PATH",
        help="A backup, or the folder of a venue's copies: all it has must be here.",
    ),
]


@app.command(epilog="Example: referee verify r1-t4")
def verify(
    match: MatchesArgument = None,
    head: HeadOption = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only numbers, hashes and heads; nothing is replayed.")
    ] = False,
    pairings: Annotated[
        bool,
        typer.Option("--pairings", help="Of tournaments, make each proposal again and compare."),
    ] = False,
    source: CopiesOption = None,
    under: UnderOption = None,
    rules: OtherRulesOption = None,
    jobs: JobsOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Recompute every hash, replay every match, compare with all that the log keeps of it.

    Says EXACT, or for each match that is not, the first entry that differs (status 4). Judged
    are the entries, the digests and flags noted beside them, the catalogs, and every row of the
    tables for statistics, which referee rebuild makes anew. A tournament is held against its
    matches: results, tables, decks, keys, penalties, calls, checkpoints.

    With --under or --rules: by rule, what would be judged otherwise, and who would have won.
    """
    from storage.replays import usual_jobs
    from storage.verify import verify as verified
    from storage.verify import verify_chain
    from storage.verify.outside_copies import elsewhere_differs

    if under or rules:
        if quick or pairings or head is not None or source:
            raise Failure("--under and --rules go with no other question", "ask one by one")
        from cli.judging.other_readings import reread

        return reread(match, rules or (), under or (), log, jobs, json)
    if quick and pairings:
        raise Failure("--quick replays nothing, so that nothing is proposed", "one of both")
    if match and len(match) == 1 and is_packet(match[0]):
        for given, option in ((quick, "--quick"), (source, "--from")):
            if given:
                raise Failure(f"{option} is for the log", f"referee verify {match[0]}")
        return verified_packet(Path(match[0]), head, json)
    _require_logged(match or (), head)
    with copied_log(log) as opened, render.progress("verifying") as step:
        reached = {}
        if match and head is not None:
            chain = "SELECT hash FROM entries WHERE match_id = ? ORDER BY seq"
            reached = reached_head([row[0] for row in opened.rows(chain, [match[0]])], head)
        if quick:
            report = verify_chain(opened, match or None, step)
        else:
            jobs = jobs or usual_jobs(entries_in(opened, match))
            report = verified(opened, match or None, step, jobs=jobs, pairings=pairings)
        for difference in elsewhere_differs(opened, source or (), match):
            report.found(difference)
    if json:
        fields = {**msgspec.to_builtins(report), **reached}
        for name in ("differences", "notes"):
            fields[name] = msgspec.convert(fields[name], tuple[whole_log.NotExact, ...])
        render.say_json(whole_log.Verified(exact=report.exact, **fields))
    else:
        _say_report(report)
        for note in report.notes:
            render.say(str(note), 2, style="quiet")
        if reached:
            render.say_lines([reached_line(reached)])
    exact = report.exact and reached.get("reached", 1) is not None
    return Status.DONE if exact else Status.NOT_EXACT


def _require_logged(names: Sequence[str], head: str | None) -> None:
    """Refuse files, and a head of any but one match."""
    for name in names:
        if is_file(name):
            raise Failure(f"{name}: verify works on the log", f"referee check {name}")
    if head is not None and len(names) != 1:
        raise Failure("--head is of one match: name it", "referee verify MATCH --head HEAD")


def _say_report(report: "Report") -> None:
    """What a verification found, in words."""
    from storage.exchange.transfer import RECORD
    from storage.schema import HIDDEN

    if report.exact:
        counts = ["1 match" if report.matches == 1 else f"{report.matches:,} matches"]
        counts.append(render.counted(report.entries, "entry"))
        if report.quick:
            render.say_lines([f"{render.paint('WHOLE', 'good')}  {', '.join(counts)}"])
            render.say("The chain is whole; what the entries come to was not replayed.", 2)
            return
        counts.append(render.counted(report.digests, "noted state"))
        if report.rows:
            counts.append(render.counted(report.rows, "projected row"))
        first, *rest = render.wrapped(f"EXACT{report.depths}  {', '.join(counts)}", 0, 7)
        render.say_lines([first.replace("EXACT", render.paint("EXACT", "good")), *rest])
        return
    differs = f"{report.differing:,} of {report.matches:,} matches"
    where = differs if report.differing else "what is kept beside the matches"
    render.say_lines([f"{render.paint('NOT EXACT', 'bad')}  {where}"])
    for difference in report.differences:
        render.say(str(difference), 2)
    if report.more:
        render.say(f"and {report.more:,} more", 2)
    kept = (*RECORD, *HIDDEN)
    if any(each.what == "projection" or each.table not in kept for each in report.differences):
        render.say("referee rebuild makes the projected tables anew; back the log up before:", 2)
        render.say("of entries that are missing they may be the last that knows", 2)


@app.command(epilog="Example: referee rebuild r1-t4")
def rebuild(
    match: MatchesArgument = None,
    jobs: JobsOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Make the tables for statistics anew from the entries: facts, verdicts, seats, decks.

    Needed where referee verify finds that a row was changed. What is missing is made by itself.
    Others log on meanwhile.
    """
    from storage.projection import Projected, clear, refresh
    from storage.replays import usual_jobs

    made: list[Projected] = []
    with opened_log(log, write=True) as opened:
        own = jobs or usual_jobs(entries_in(opened, match))
        clear(opened, match or None)
    with render.progress("rebuilding") as step:

        def prepare(copy: "Log") -> None:
            also = None if copy.file == copy.path else copy.path
            made.append(refresh(copy, step, also=also, jobs=own))

        with copied_log(log, prepare):
            (done,) = made
    if done.unshared:
        render.warn(f"note: the log gets the rest with the next statistics: {done.unshared}")
    for match_id, fault in done.faults.items():
        render.warn(f"referee: {match_id} cannot be replayed and is not counted: {fault}")
    if json:
        render.say_json(whole_log.Rebuilt(done.matches, done.entries, done.faults))
    else:
        entries = render.counted(done.entries, "entry")
        matches = "1 match" if done.matches == 1 else f"{done.matches:,} matches"
        render.say(f"made anew: the tables of {matches}, {entries}")
    return Status.DONE if not done.faults else Status.NOT_EXACT


OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Where to write it; by default to the screen."
    ),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help="record, jsonl, parquet or csv; else as the name of the file ends.",
    ),
]


@app.command(epilog="Example: referee export r1-t4 -o r1-t4.txt")
def export(
    match: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MATCH",
            help="The match; for jsonl any number of them, or all.",
            autocompletion=complete_match,
        ),
    ] = None,
    form: FormatOption = None,
    output: OutputOption = None,
    table: Annotated[
        str, typer.Option("--table", help="For parquet and csv: which table; see referee sql.")
    ] = "entries",
    packet: Annotated[
        Path | None,
        typer.Option("--packet", metavar="FILE", help="One file that referee verify FILE proves."),
    ] = None,
    log: LogOption = None,
) -> Status:
    """Write a match as a readable text record, matches as JSON lines, or a table.

    Text records and JSON lines can be imported again, to the same hashes.
    """
    if packet is not None:
        if form or output or not match or len(match) > 1:
            raise Failure("--packet FILE holds one match: name it", "with no other form or file")
        return exported_packet(match[0], packet, log)
    wanted = form or _form_of(output)
    if wanted not in FORMATS:
        raise Failure(f"--format {wanted}: no such format", f"expected {', '.join(FORMATS)}")
    if wanted in ("parquet", "csv"):
        return _export_table(match or [], wanted, output, table, log)
    if wanted == "jsonl":
        return _export_lines(match or [], output, log)
    if not match or len(match) > 1:
        raise Failure("a text record holds one match: name it", "--format jsonl takes several")
    from storage.exchange.transfer import export_record

    with opened_log(log) as opened:
        found = loaded(opened, match[0]).match
    text = export_record(found)
    if output is None:
        sys.stdout.write(text)
    else:
        _write(output, [text])
        _say_written(f"{match[0]} is in {output}", output)
    given_out(log, {found.id: Head(found.last, found.hashes[-1])})
    return Status.DONE


def _form_of(output: Path | None) -> str:
    suffix = output.suffix.removeprefix(".") if output else ""
    return suffix if suffix in FORMATS else "record"


def _export_lines(match: list[str], output: Path | None, log: Path | None) -> Status:
    from storage.exchange.transfer import export_jsonl, json_lines
    from storage.proof.given import heads

    with copied_log(log) as opened, render.progress("exporting") as step:
        given = heads(opened, match or None)
        if output is None:
            sys.stdout.writelines(map(json_shown, json_lines(opened, match or None)))
        else:
            count = export_jsonl(opened, output, match or None, step)
            _say_written(f"{render.counted(count, 'entry')} in {output}", output)
    given_out(log, given)
    return Status.DONE


def _export_table(
    match: list[str], form: str, output: Path | None, table: str, log: Path | None
) -> Status:
    from storage.exchange.transfer import RECORD, export_table, heads_beside, tables
    from storage.proof.given import heads

    if match:
        raise Failure(f"{form} holds a table of the whole log", "referee sql asks for one match")
    if output is None:
        raise Failure(f"{form} goes into a file", "-o FILE")
    from cli.reading.facts import projected

    with copied_log(log) if table in RECORD else projected(log) as opened:
        known = {each.name: each for each in tables(opened)}
        if table not in known:
            raise Failure(f"--table {table}: no such table", "referee sql lists them")
        of_matches = any(column.name == "match_id" for column in known[table].columns)
        count = export_table(opened, table, output, form)
        given = heads(opened) if of_matches else {}
    beside = form == "csv" and of_matches and not is_special(output)
    more = f"; the heads of the matches in {heads_beside(output)}" if beside else ""
    _say_written(f"{render.counted(count, 'row')} in {output}{more}", output)
    given_out(log, given)
    return Status.DONE


def _say_written(text: str, path: Path) -> None:
    """Say what was written, and not into what was written, which may be the screen itself."""
    if is_special(path):
        render.warn(text)
    else:
        render.say(text)


def _write(path: Path, parts: Iterable[str]) -> None:
    """Write a file that appears when it is whole, or not at all."""
    with appearing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(parts)


@app.command("import", epilog="Example: referee import final.txt season.jsonl")
def take_in(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Text records or JSON lines.")
    ],
    no_referee: Annotated[
        bool,
        typer.Option(
            "--no-referee", help="Take JSON lines as they are; verify replays them later."
        ),
    ] = False,
    jobs: JobsOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Take matches into the log; what is already there stays as it is.

    Each file is taken whole or not at all.
    """
    from cli.tournament.unposted import unposted
    from storage.exchange.transfer import import_jsonl, import_record
    from storage.log import Log
    from storage.proof.given import lost

    texts = {file: _record_text(file) for file in files}
    total = [0, 0, 0]
    with Log.open(log_path(log), write=True) as opened, render.progress("importing") as step:
        before_it = {row.id for row in opened.matches(game="tournament")}
        for number, (file, text) in enumerate(texts.items(), 1):
            if text is None:
                done = import_jsonl(
                    opened, file, referee=not no_referee, progress=step, jobs=jobs or 1
                )
            else:
                done = import_record(opened, text, str(file), referee=not no_referee)
                step(number, len(texts))
            total = [a + b for a, b in zip(total, done, strict=True)]
        cut = lost(opened)
        rows = opened.matches(game="tournament")
        refused = list(unposted(opened, [row.id for row in rows if row.id not in before_it]))
    matches, entries, known = total
    for event, seq, verdict in refused:
        render.warn(
            f"note: {event}: a round is not posted, as entry {seq} is refused:"
            f" {verdict.rule}: {verdict.message}"
        )
    for given, instead in cut:
        render.warn(f"note: {given.match}: its head is of entry {given.seq}, and {instead}")
    if json:
        render.say_json(whole_log.Imported(matches, entries, known))
        return Status.DONE if not cut else Status.NOT_EXACT
    new = render.counted(matches, "new match")
    before = f"; {render.counted(known, 'entry')} already known" if known else ""
    render.say(f"{new}, {render.counted(entries, 'entry')} in {log_path(log)}{before}")
    return Status.DONE if not cut else Status.NOT_EXACT


def _record_text(file: Path) -> str | None:
    """The text of a record; None for JSON lines, which are read from their file.

    Raises:
        Failure: the file cannot be read.
    """
    require_regular(file)
    try:
        with file.open("rb") as opened:
            start = opened.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(f"{file}: {reason}", status=Status.ENVIRONMENT) from None
    return None if start.startswith(b"{") else read_text(file)
