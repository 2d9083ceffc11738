"""What programs may rely on: the JSON Schema of every answer."""

from typing import Annotated

import typer

from cli.arguments import commands
from cli.failure import Failure, Status
from cli.screen import render
from events.notation.words import nearest

app = commands()


def _complete_command(incomplete: str) -> list[str]:
    from cli.answers.schema import ANSWERS

    return [command for command in ANSWERS if command.startswith(incomplete)]


@app.command(epilog="Example: referee schema show")
def schema(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="COMMAND",
            help="A command that has --json; by default all.",
            autocompletion=_complete_command,
        ),
    ] = None,
) -> Status:
    """Print the JSON Schema of what commands answer with --json.

    Every answer is an object; its field schema says which one it is, with the number of its
    version. What is added later leaves that number; what goes, or holds something else, raises it.
    """
    from cli.answers.schema import ANSWERS, document

    command = " ".join(words or ())
    if command and command not in ANSWERS:
        close = nearest(command, ANSWERS)
        meant = f"did you mean {' or '.join(close)}? " if close else ""
        raise Failure(
            f"{command}: no command with --json", f"{meant}there are: {', '.join(ANSWERS)}"
        )
    render.say_schema(document([command] if command else ANSWERS))
    return Status.DONE
