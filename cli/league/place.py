"""Which league a command is about, and what its commands share."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from storage.league.lake import Place

LEAGUE = "REFEREE_LEAGUE"
"""The environment variable that names the folder of the league."""
LeagueOption = Annotated[
    Path | None,
    typer.Option(
        "--league",
        metavar="FOLDER",
        help="The folder of the league, or a league.toml; by default REFEREE_LEAGUE, or here.",
        show_default=False,
    ),
]
KEY = "REFEREE_PUBLISHING_KEY"
KeyOption = Annotated[
    Path | None,
    typer.Option(
        "--key",
        metavar="FILE",
        envvar=KEY,
        help="The private key of the store, PEM.",
        show_default=False,
    ),
]


def the_league(given: Path | None) -> "Place":
    """The league: as given, else ``REFEREE_LEAGUE``, else that of this folder.

    Raises:
        LeagueError: there is none.
    """
    from storage.league.lake import place_at

    return place_at(given or Path(os.environ.get(LEAGUE) or "."))
