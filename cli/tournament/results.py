"""Results are taken in from slips."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.tournament.desk.slip import Slip, report_of
from cli.tournament.stream import (
    Desk,
    DeskOption,
    StreamArgument,
    at_desk,
    logged,
    require_known,
)
from events.tournament import Report

app = commands()


@app.command(
    epilog="Examples: referee tournament report open 17 2 1. "
    "referee tournament report open 17 1 1 1 --how time. "
    "referee tournament report open 17 --games."
)
def report(
    event: StreamArgument,
    slip: Annotated[
        list[str],
        typer.Argument(
            metavar="TABLE A B [DRAWN]",
            help="The table, what the first and the second have won, and drawn games; "
            "with --games the table will do.",
        ),
    ],
    how: Annotated[
        str,
        typer.Option(help="played, concession, intentional-draw, time, no-show or judge."),
    ] = "played",
    number: Annotated[
        int | None, typer.Option("--round", min=1, max=99, help="By default the newest.")
    ] = None,
    paper: Annotated[str, typer.Option("--slip", help="The number of the slip.")] = "",
    games: Annotated[
        bool, typer.Option("--games", help="Count the logged games of the table, and name them.")
    ] = False,
    yes: Annotated[
        bool,
        typer.Option("--yes", "-y", help="Report it although the logged games say otherwise."),
    ] = False,
    by: DeskOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Take in a slip that both have signed.

    Where games of the contest are logged, the slip is compared with them before it is written.
    """
    from cli.tournament.linked.results import compared, counted

    with at_desk(event, log, by, write=True) as desk:
        if games and len(slip) == 1:
            slip, how = counted(desk, slip[0], how, number)
        entry = reported(desk, slip, how, number, paper)
        return logged(desk, compared(desk, entry, naming=games, sure=yes), json=json)


def reported(
    desk: Desk, slip: Sequence[str], how: str = "played", number: int | None = None, paper: str = ""
) -> Report:
    """The result that a slip says: table, won by the first, by the second, drawn.

    Raises:
        Failure: it says something else.
    """
    if not 3 <= len(slip) <= 4 or not all(word.isdecimal() and len(word) < 6 for word in slip):
        raise Failure(
            f"{' '.join(slip)}: expected a table and two or three numbers", "such as 17 2 1"
        )
    turn = desk.table.state.turn
    if not turn:
        raise Failure("no round is posted", f"referee tournament post {desk.name}")
    require_known("--how", how, Report, "how")
    table, a, b, *drawn = map(int, slip)
    said = Slip(table, a, b, drawn[0] if drawn else 0, how)
    entry = replace(report_of(said, desk.person(), number or turn), slip=paper)
    try:
        return msgspec.convert(msgspec.to_builtins(entry), Report)
    except msgspec.ValidationError as error:
        raise Failure(f"this is no result: {error}") from None
