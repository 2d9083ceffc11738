"""Checkpoints: what is logged so far under one hash, signed where there is a key (TR-14.2)."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.screen import render
from cli.tournament.stream import Desk, DeskOption, StreamArgument, at_desk, logged
from events.tournament import Checkpoint

if TYPE_CHECKING:
    from storage.match import Match, Recorded

app = commands()

KEY = "REFEREE_SIGNING_KEY"
"""The environment variable that names the file of the key."""
KeyOption = Annotated[
    Path | None,
    typer.Option(
        "--key", metavar="FILE", envvar=KEY, help="Sign with the private key in this file, PEM."
    ),
]


def checkpoint_by(by: str, match: "Match", key: Path | None) -> Checkpoint:
    """A checkpoint of all that is logged in a tournament.

    Raises:
        Failure: the key cannot be used.
    """
    from storage.proof.signatures import SigningError, signed
    from storage.tournament.checkpoint import checkpoint_of

    root = checkpoint_of(match)
    if key is None:
        return Checkpoint(by, root.through, root.hash)
    from storage.files import read_text

    try:
        found = signed(root.hash, read_text(key))
    except SigningError as error:
        raise Failure(f"{key}: {error}") from None
    return Checkpoint(by, root.through, root.hash, found.key_id, found.signature)


def covered(desk: Desk) -> "tuple[Checkpoint, Sequence[Recorded]]":
    """The checkpoint that a post and the close make by themselves, recorded."""
    made = checkpoint_by(desk.person(), desk.source.match, key_at_hand())
    return made, desk.record(made)


def key_at_hand() -> Path | None:
    """The file of the key that the environment names; None where it names none."""
    named = os.environ.get(KEY)
    return Path(named) if named else None


def checkpoint_line(made: Checkpoint) -> str:
    """A checkpoint in a line, as it stands on the wall."""
    from storage.proof.head import phrase_of

    signed = "signed" if made.signature else "unsigned"
    return f"checkpoint of entry {made.through}, {signed}: {phrase_of(made.root)}"


@app.command(
    epilog="Examples: referee tournament checkpoint open --key desk.pem. "
    "referee tournament checkpoint open --new-key desk.pem makes a key first."
)
def checkpoint(
    event: StreamArgument,
    key: KeyOption = None,
    new_key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Make a key, keep it here, sign with it.")
    ] = None,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Bring all that is logged so far under one hash, with six words for the wall.

    Every post and the close make one by themselves. Without a key it is unsigned.
    """
    if new_key is not None:
        key = made_key(new_key)
    with at_desk(event, log, by, write=True) as desk:
        made = checkpoint_by(desk.person(), desk.source.match, key)
        status = logged(desk, made, json=json)
        if not json:
            render.say(checkpoint_line(made), 0, 2)
        return status


def made_key(path: Path) -> Path:
    """Make a private key in a new file that nobody else reads.

    Raises:
        Failure: there is such a file, or no key can be made.
    """
    from storage.proof.signatures import SigningError, new_key

    try:
        pem = new_key()
    except SigningError as error:
        raise Failure(str(error)) from None
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(pem)
    except FileExistsError:
        raise Failure(f"{path}: there is such a file already", "--key signs with it") from None
    return path
