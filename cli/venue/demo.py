"""A hall to look at, with people who play in it."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from cli.arguments import JsonOption, commands, complete_game
from cli.failure import Failure, Status
from cli.screen import render
from cli.venue.serve import HostOption, PortOption, require_extra
from referee.games.registry import game_ids, game_of

app = commands()


@app.command(epilog="Example: referee venue demo")
def demo(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="What is played.", autocompletion=complete_game),
    ] = None,
    host: HostOption = "127.0.0.1",
    port: PortOption = 8080,
    pace: Annotated[
        float, typer.Option(min=0.05, max=600, help="Seconds between two entries of a table.")
    ] = 2.0,
    seed: Annotated[int, typer.Option("--seed", help="The same seed, the same people.")] = 1,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--log", metavar="FILE", help="Keep the log in this file; otherwise it is thrown away."
        ),
    ] = None,
    json: JsonOption = False,
) -> Status:
    """Open a hall that plays by itself: a tournament of sixteen, a match at each table.

    Who joins as a player takes over: that table waits for the taps of the visitor.
    """
    require_extra()
    from cli.venue.demonstration.players import Players
    from cli.venue.demonstration.tournament import set_up
    from cli.venue.hall.hall import Hall
    from cli.venue.web.server import Address, run, served
    from cli.venue.welcome import welcome

    async def play(hall: Hall) -> None:
        await Players(hall, pace, Random(seed)).play()

    if keep is not None and keep.exists():
        raise Failure(f"{keep}: already exists", "the demo makes a log of its own")
    with TemporaryDirectory(prefix="referee-venue-") as folder:
        path = keep or Path(folder) / "hall.duckdb"
        with render.progress("setting up a tournament of sixteen"):
            set_up(path, game_of(game or _shown()))
        run(served(path), Address(host, port), [welcome(json=json), play])
    return Status.DONE


def _shown() -> str:
    """The game with the fewest rules: its board fits on a phone."""
    return min(game_ids(), key=lambda each: len(game_of(each).rulebook.rules))
