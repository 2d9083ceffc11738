"""After damage: whether the journal beside a log is sound, and a new log from what is left."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers.whole_log import JournalShown
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.log import log_path
from cli.screen import render

if TYPE_CHECKING:
    from storage.exchange.salvage import Salvaged
    from storage.verify.journal import Held, Journal

app = commands()


@app.command(epilog="Example: referee journal --set-aside")
def journal(
    aside: Annotated[
        bool,
        typer.Option(
            "--set-aside", help="Move a damaged journal away; its sound beginning stays in force."
        ),
    ] = False,
    source: Annotated[
        list[Path] | None,
        typer.Option(
            "--from",
            metavar="PATH",
            help="A backup or a venue's copies: what was acknowledged?",
        ),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Say whether the journal beside the log is sound, and what is safe.

    The journal (LOG.wal) holds what is not in the log's own file yet. A damaged one keeps the
    log from being opened (status 1). --set-aside renames it, and deletes nothing.
    """
    from storage.exchange.salvage import acknowledged
    from storage.verify.journal import journal as looked_at
    from storage.verify.journal import set_aside

    path = log_path(log)
    if not path.exists():
        raise Failure(f"{path}: there is no such log", "--log names another")
    moved = None
    if aside:
        found, moved = set_aside(path)
    else:
        there = looked_at(path)
        if there is None:
            if json:
                render.say_json(JournalShown(False, "", 0, None, None, None))
            else:
                render.say(f"{path} has no journal: all of it is in the one file")
            return Status.DONE
        found = there
    had = acknowledged(found.safe.lasts, source) if source else {}
    if json:
        kept = str(moved) if moved else None
        render.say_json(
            JournalShown(
                True,
                found.damage,
                found.size,
                found.file.entries,
                found.safe.entries,
                kept,
                dict(found.behind),
                had,
            )
        )
        return _status(found, moved)
    _say_journal(found, moved, had)
    return _status(found, moved)


def _say_journal(found: "Journal", moved: Path | None, had: Mapping[str, int]) -> None:
    if not found.damage:
        more = render.counted(found.safe.entries - found.file.entries, "entry")
        render.say(f"{found.path} is sound: it holds {more} beside {_held(found.file)}")
    else:
        render.say(f"{found.path} is damaged: {found.damage}", 0, 2)
        render.say(f"safe: the file itself holds {_held(found.file)}", 2)
        render.say(f"safe: with the sound beginning of the journal, {_held(found.safe)}", 2)
        render.say("what was logged behind the damage cannot be put in force", 2)
        if moved:
            render.say(f"the journal is in {moved} now, and the log can be opened", 2)
        else:
            render.say("referee journal --set-aside opens the log with what is safe", 2)
    for match_id, (first, last) in found.behind.items():
        entries = f"entry {first}" if first == last else f"entries {first} to {last}"
        render.say(f"not safe: {entries} of {match_id}, which it names", 2)
    for match_id, last in had.items():
        safe = found.safe.lasts.get(match_id, 0)
        render.say(f"lost though acknowledged: {match_id}, entry {safe + 1} to {last}", 2)
    if had:
        render.say("referee salvage --from brings them back", 2)
    elif found.behind:
        render.say(
            "what was written last may never have been acknowledged, all before it was; --from "
            "BACKUP, or the folder of a venue's copies, says what",
            2,
        )


def _status(found: "Journal", moved: Path | None) -> Status:
    return Status.ENVIRONMENT if found.damage and moved is None else Status.DONE


def _held(held: "Held") -> str:
    matches = "1 match" if held.matches == 1 else f"{held.matches:,} matches"
    newest = f", the newest of {held.newest:%Y-%m-%d %H:%M:%S} UTC" if held.newest else ""
    return f"{matches}, {render.counted(held.entries, 'entry')}{newest}"


@app.command(
    epilog="Examples: referee salvage season.duckdb -o saved.duckdb. "
    "referee salvage season.duckdb --from /media/stick/season -o saved.duckdb"
)
def salvage(
    damaged: Annotated[
        Path, typer.Argument(metavar="LOG", help="The damaged log; it stays as it is.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="NEW", help="The log that is made.")
    ],
    source: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="PATH", help="A backup, or the folder of a venue's copies."),
    ] = None,
) -> Status:
    """Make a new log of all that can be read of a damaged one, and say what is missing.

    A flipped bit is put right. Of each match as much is taken as its chain holds. Status 4 where
    entries are missing, or the new log is not exact.
    """
    from storage.exchange.salvage import salvage as salvaged

    found = salvaged(damaged, output, source or ())
    report = found.report
    _say_mended(found, output)
    if found.journal:
        render.warn(f"referee: the journal: {found.journal}")
    for table, rows in found.unread.items():
        render.warn(f"referee: {table}: {render.counted(rows, 'row')} could not be read")
    for each in found.lost:
        of = f"{each.first} to {each.last}" if each.last > each.first else f"{each.first}"
        render.warn(f"referee: {each.match}: entry {of} missing")
    for match_id, fault in found.faults.items():
        render.warn(f"referee: {match_id} could not be taken: {fault}")
    if not found.whole:
        render.say("devices join anew; receipts are not kept", 2)
        if found.lost:
            render.say("--from BACKUP, or the folder of a venue's copies, may have the rest", 2)
    if report.exact:
        render.say_lines([render.paint("EXACT", "good")])
    else:
        render.say_lines([render.paint("NOT EXACT", "bad")])
        render.say(f"referee verify --log {output} says more", 2)
    return Status.DONE if report.exact and not found.lost and not found.faults else Status.NOT_EXACT


def _say_mended(found: "Salvaged", output: Path) -> None:
    """What was read, and which bits of it were put right."""
    report, mended = found.report, found.mended
    matches = render.counted(report.matches, "match")
    render.say(f"{output}: {matches}, {render.counted(report.entries, 'entry')}", 0, 2)
    if mended.exact:
        render.say(f"{render.counted(mended.exact, 'flipped bit')} put right", 2)
    if mended.likely:
        blocks = render.counted(mended.likely, "block")
        render.say(f"a flipped bit in {blocks} put right where it most likely was", 2)
    if mended.doubtful:
        blocks = render.counted(mended.doubtful, "block")
        said = "damaged beyond one bit, or in a bit that nothing tells from others"
        render.say(f"{blocks} of {mended.blocks} {said}", 2)
    if mended.short:
        render.say(f"{mended.short} bytes of the end are missing", 2)
    if found.whole and not mended.hurt and not found.journal:
        render.say("no damage was found in the file", 2)
    if found.whole and report.exact and not mended.sound:
        render.say(
            "all that can be proved was read and is exact, so that it was put right, or nothing "
            "is kept there; names of people cannot be proved",
            2,
        )
