"""A copy of the log in a second place, checked."""

from pathlib import Path
from typing import Annotated

import typer

from cli.answers.whole_log import BackedUp
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.heads import sealed
from cli.reading.log import copied_log
from cli.screen import render

app = commands()


@app.command(epilog="Example: referee backup /media/stick/friday.duckdb")
def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to; nothing may be there yet.")
    ],
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Copy the log as it stands now to FILE, and verify the copy.

    The copy is a log like the other, and takes the place of nothing. Others go on writing
    meanwhile. Says EXACT, or that the copy is not (status 4): referee verify says more.
    """
    from storage.log import Log
    from storage.verify import verify

    if file.exists() or file.is_symlink():
        raise Failure(f"{file}: is there already", "another name, such as one with the date")
    sealed(log)
    with copied_log(log, whole=True) as copy:
        copy.copy_to(file)
    with Log.open(file) as made, render.progress("verifying") as step:
        report = verify(made, progress=step)
    size = file.stat().st_size
    if json:
        render.say_json(
            BackedUp(str(file), size, report.exact, report.matches, report.entries, report.digests)
        )
    else:
        matches = render.counted(report.matches, "match")
        entries = render.counted(report.entries, "entry")
        states = render.counted(report.digests, "noted state")
        render.say(f"{file}: {matches}, {entries}, {states}", 0, 2)
        if report.exact:
            render.say_lines([render.paint("EXACT", "good")])
        else:
            render.say_lines([render.paint("NOT EXACT", "bad")])
            render.say(f"referee verify --log {file} says more", 2)
    return Status.DONE if report.exact else Status.NOT_EXACT
