"""The journal beside a log: whether it is sound, and out of the way where it is not."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers.keeping import JournalShown
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.log import log_path
from cli.screen import render

if TYPE_CHECKING:
    from storage.verify.journal import Held

app = commands()


@app.command(epilog="Example: referee journal --set-aside")
def journal(
    aside: Annotated[
        bool,
        typer.Option(
            "--set-aside", help="Move a damaged journal away; its sound beginning stays in force."
        ),
    ] = False,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Say whether the journal beside the log is sound, and what is safe.

    The journal (LOG.wal) holds what is not in the log's own file yet. A damaged one keeps the
    log from being opened (status 1). --set-aside renames it, and deletes nothing.
    """
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
    if json:
        kept = str(moved) if moved else None
        render.say_json(
            JournalShown(
                True, found.damage, found.size, found.file.entries, found.safe.entries, kept
            )
        )
    elif not found.damage:
        more = render.counted(found.safe.entries - found.file.entries, "entry")
        render.say(f"{found.path} is sound: it holds {more} beside {_held(found.file)}")
    else:
        render.say(f"{found.path} is damaged: {found.damage}", 0, 2)
        render.say(f"safe: the file itself holds {_held(found.file)}", 2)
        render.say(f"safe: with the sound beginning of the journal, {_held(found.safe)}", 2)
        render.say("what was logged behind the damage is not to be read any more", 2)
        if moved:
            render.say(f"the journal is in {moved} now, and the log can be opened", 2)
        else:
            render.say("referee journal --set-aside opens the log with what is safe", 2)
    return Status.ENVIRONMENT if found.damage and moved is None else Status.DONE


def _held(held: "Held") -> str:
    matches = "1 match" if held.matches == 1 else f"{held.matches:,} matches"
    newest = f", the newest of {held.newest:%Y-%m-%d %H:%M:%S} UTC" if held.newest else ""
    return f"{matches}, {render.counted(held.entries, 'entry')}{newest}"
