"""Which league a command is about, and what its commands share."""

import os
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failure import Failure
from cli.screen import render

if TYPE_CHECKING:
    from storage.league.lake import Away, Place
    from storage.league.patience import Patience

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
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Replay on a Dask cluster: the address of its scheduler.",
        show_default=False,
    ),
]
WaitOption = Annotated[
    float,
    typer.Option(
        "--wait",
        metavar="SECONDS",
        min=0,
        help="How long to wait for a server that is away, each time; 0: not at all.",
    ),
]
WAIT = 600.0
"""For how many seconds each time, if nothing is said."""
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


def replayed_by(jobs: int | None, cluster: str | None) -> int | str:
    """Where matches are replayed.

    Raises:
        Failure: both are said.
    """
    if jobs is not None and cluster is not None:
        raise Failure("--jobs is about this machine, --cluster about others", "one of both")
    return cluster or jobs or 1


def patience_of(wait: float) -> "Patience":
    """How long servers are waited for that are away, which is told."""
    from storage.league.patience import Patience

    return Patience(wait, _say_away)


def _say_away(error: "Away", pause: float) -> None:
    render.warn(f"referee: {error}; trying again in {max(1, round(pause))} s")


def moment(text: str, option: str) -> datetime:
    """A day or a moment, UTC where it does not say."""
    from cli.reading.facts import day

    found = day(text, option)
    assert isinstance(found, date)
    if not isinstance(found, datetime):
        found = datetime(found.year, found.month, found.day)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
