"""The secret of the pairings: whether the log has it, and how it comes back."""

from pathlib import Path
from typing import Annotated

import typer

from cli.arguments import LogOption, commands
from cli.failure import Failure, Status
from cli.screen import render
from cli.tournament.stream import Desk, StreamArgument, at_desk

app = commands()

SECRET = "referee tournament secret EVENT says where it is"
"""What to try where a step needs the secret."""


@app.command(
    epilog="Examples: referee tournament secret open. "
    "referee tournament secret open --from /media/stick/friday.duckdb"
)
def secret(
    event: StreamArgument,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="The words that were printed at its opening."),
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--from", metavar="LOG", help="A backup that has the secret.")
    ] = None,
    log: LogOption = None,
) -> Status:
    """Say whether the log has the secret of the pairings, or give it back to it.

    Without it no further round can be posted, and the tournament cannot be closed. The secret
    itself is never shown.
    """
    if words and source:
        raise Failure("words or --from, not both")
    from storage.tournament.secret import commitment, recovered, secret_in

    with at_desk(event, log, write=bool(words or source)) as desk:
        committed = commitment(desk.log, event)
        if not committed:
            raise Failure(f"{event} has committed to no secret")
        if words or source:
            found = (
                secret_in(source, event, committed)
                if source
                else recovered(" ".join(words or ()), committed)
            )
            desk.log.keep_secret(event, found)
            render.say(f"{desk.log.path} has the secret of {event} again")
            return Status.DONE
        secret_of(desk)
        render.say(f"{desk.log.path} has the secret of {event}")
        return Status.DONE


def secret_of(desk: Desk) -> str:
    """The secret of a tournament that has committed to one.

    Raises:
        Failure: the log does not have it, or keeps another; says where it is.
    """
    found = desk.log.secret(desk.name)
    if found is not None:
        return found
    from storage.tournament.secret import where_kept, why_missing

    again = f"referee tournament secret {desk.name}"
    backup = where_kept(desk.log, desk.name)
    hint = (
        f"{backup} has it: {again} --from {backup}"
        if backup
        else f"{again} WORDS, as printed at its opening, or --from BACKUP"
    )
    raise Failure(why_missing(desk.log, desk.name), hint)
