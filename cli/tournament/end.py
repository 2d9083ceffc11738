"""The end of a tournament."""

from typing import Annotated

import typer

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.screen import render
from cli.screen.recorded import say_logged
from cli.tournament.checkpoints import checkpoint_line, covered
from cli.tournament.secret import secret_of
from cli.tournament.stream import Desk, DeskOption, StreamArgument, at_desk, logged
from events.tournament import Close, Cut
from referee.tournament.stages.cut import able_to_play_on

app = commands()


@app.command(epilog="Example: referee tournament cut open 8")
def cut(
    event: StreamArgument,
    size: Annotated[
        int | None,
        typer.Argument(min=2, max=1024, metavar="[SIZE]", help="By default as it was opened."),
    ] = None,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Make the cut to the elimination.

    The first of the standings who have not left play on.
    """
    with at_desk(event, log, by, write=True) as desk:
        return logged(desk, cut_of(desk, size or 0), json=json)


def cut_of(desk: Desk, size: int = 0) -> Cut:
    """The cut to so many; 0: as the tournament was opened.

    Raises:
        Failure: it was opened without one.
    """
    wanted = size or int(desk.table.state.options["cut"])
    if not wanted:
        raise Failure(f"{desk.name} was opened without a cut", "name its size")
    able = able_to_play_on(desk.table.state, desk.table.catalog)
    return Cut(desk.person(), wanted, tuple(each.player for each in able[:wanted]))


@app.command(epilog="Example: referee tournament close open")
def close(
    event: StreamArgument,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Close it, and reveal the secret of the pairings."""
    with at_desk(event, log, by, write=True) as desk:
        recorded = desk.record(close_of(desk))
        made, checkpoint = covered(desk)
        say_logged(desk.source, [*recorded, *checkpoint], (), json)
        if not json:
            render.say(checkpoint_line(made), 0, 2)
        return Status.DONE


def close_of(desk: Desk) -> Close:
    """The end, which reveals the secret of the pairings.

    Raises:
        Failure: this log does not have it; says where it is.
    """
    secret = secret_of(desk) if desk.table.state.options["commitment"] else ""
    return Close(desk.person(), secret)
