"""A new log from what is left of a damaged one."""

from pathlib import Path
from typing import Annotated

import typer

from cli.arguments import commands
from cli.failure import Status
from cli.screen import render

app = commands()


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
    report, mended = found.report, found.mended
    matches = render.counted(report.matches, "match")
    render.say(f"{output}: {matches}, {render.counted(report.entries, 'entry')}", 0, 2)
    if mended.exact:
        render.say(f"{render.counted(mended.exact, 'flipped bit')} put right", 2)
    if found.whole and not mended.exact and not found.journal:
        render.say("no damage was found in the file", 2)
    if mended.doubtful or mended.short:
        torn = render.counted(mended.doubtful, "block")
        short = f", and {mended.short} bytes of the end are missing" if mended.short else ""
        render.say(f"{torn} of {mended.blocks} damaged beyond a bit{short}", 2)
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
