"""``referee venue restore``: a log made anew from its copies."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers.venue import CopySetAside, LastRestored, LeftOut
from cli.answers.venue import Restored as Shown
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Status
from cli.reading.log import log_path
from cli.screen import render

if TYPE_CHECKING:
    from cli.venue.keeping.restoration import Restored

app = commands()


@app.command(epilog="Example: referee venue restore /media/stick --log friday.duckdb")
def restore(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where the venue kept its copies.")
    ],
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Make the log anew from the newest sound copy and what was written after it.

    On any machine; then start the venue there under the same address. Devices keep their
    sessions. The log is verified as exact before it appears, and takes the place of nothing.
    """
    from cli.venue.keeping.restoration import restore as made_anew

    path = log_path(log)
    with render.progress("verifying") as step:
        done = made_anew(folder, path, step)
    if json:
        render.say_json(_shown(path, done))
    else:
        _say(path, done)
    return Status.DONE


def _shown(path: Path, done: "Restored") -> Shown:
    last = done.last
    return Shown(
        str(path),
        str(done.copy),
        done.report.exact,
        done.report.matches,
        done.report.entries,
        done.copied,
        LastRestored(last.match, last.seq, last.received_at) if last else None,
        tuple(LeftOut(match, seq) for match, seq in done.left_out.items()),
        done.unreadable,
        tuple(CopySetAside(name, why) for name, why in done.set_aside.items()),
    )


def _say(path: Path, done: "Restored") -> None:
    report, last = done.report, done.last
    for name, why in done.set_aside.items():
        render.warn(f"note: {name} could not be used: {why}")
    if done.unreadable:
        render.warn(f"note: {render.counted(done.unreadable, 'line')} could not be read")
    matches = render.counted(report.matches, "match")
    render.say(f"{path}: {matches}, {render.counted(report.entries, 'entry')}", 0, 2)
    render.say_lines([render.paint("EXACT", "good")])
    render.say(f"from {done.copy.name}, {render.counted(done.copied, 'entry')}", 2)
    if last is None:
        render.say("nothing was written behind it", 2)
    else:
        added = render.counted(report.entries - done.copied, "entry")
        at = f"{last.received_at:%Y-%m-%d %H:%M:%S} UTC"
        render.say(f"and {added} from the lines, up to {last.match} {last.seq}, {at}", 2)
    render.say("What came in later is missing: see at the tables what was logged last.", 2)
    for match, seq in done.left_out.items():
        render.say(f"{match}: entries up to {seq} were written, and some before are lost", 2)
