"""``referee venue floor``: where the tables stand is said, or shown."""

from pathlib import Path
from typing import Annotated

import typer

from cli.answers.venue import FloorShown
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.screen import render
from cli.tournament.stream import StreamArgument, at_desk

app = commands()


@app.command(
    epilog="Examples: referee venue floor friday --rows 10. referee venue floor friday --file "
    "hall.csv (table,x,y in each line, in any unit: x to the right, y downwards)."
)
def floor(
    event: StreamArgument,
    file: Annotated[
        Path | None,
        typer.Option("--file", "-f", metavar="FILE", help="Lines of table,x,y, such as 12,3.5,2."),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option("--rows", metavar="N", help="The tables stand in rows of so many."),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Say where the tables of a tournament stand, for the map on the pages of staff and screens.

    Without an option it shows the map there is. While the venue serves, the desk says it on the map
    itself.
    """
    from cli.tournament.paper.hall_map import grid_of, in_rows, spots_in
    from storage.files import read_text
    from storage.venue.floor import floor as kept
    from storage.venue.floor import keep_floor

    if file is not None and rows is not None:
        raise Failure("--file or --rows, not both")
    said = None
    if file is not None:
        said = spots_in(read_text(file), str(file))
    elif rows is not None:
        said = in_rows(rows)
    with at_desk(event, log, write=said is not None) as desk:
        if said is not None:
            keep_floor(desk.log, desk.name, said)
        rounds = desk.table.state.rounds
        posted = [each.table for each in rounds[-1].contests.values()] if rounds else []
        seats = len(desk.table.state.entrants) // 2
        grid = grid_of(kept(desk.log, desk.name), posted or range(1, seats + 1))
    if json:
        render.say_json(FloorShown(event, grid))
        return Status.DONE
    width = max((len(str(table)) for line in grid for table in line), default=1)
    for line in grid:
        render.say_lines(["  " + " ".join(f"{table or '':>{width}}" for table in line).rstrip()])
    if not grid:
        render.say("no table is known yet", 2, style="quiet")
    return Status.DONE
