"""Which league a command is about, and what its commands share."""

import os
from datetime import UTC, date, datetime
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
SeasonOption = Annotated[
    str | None, typer.Option("--season", metavar="NAME", help="Only matches of this season.")
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


def moment(text: str, option: str) -> datetime:
    """A day or a moment, UTC where it does not say."""
    from cli.reading.facts import day

    found = day(text, option)
    assert isinstance(found, date)
    if not isinstance(found, datetime):
        found = datetime(found.year, found.month, found.day)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
