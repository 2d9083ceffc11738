"""Statistics, ratings and SQL over a league: those of a log, with all their options, and the
season."""

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.arguments import JsonOption, commands, complete_game
from cli.commands import figures
from cli.failure import Failure, Status
from cli.league.which_league import LeagueOption, SeasonOption, the_league
from cli.screen import render
from cli.tournament.season import ratings, say_profile

app = commands()

AsOfOption = Annotated[
    str | None, typer.Option("--as-of", metavar="TIME", help="The league as it was then, UTC.")
]

GameOption = Annotated[
    str | None,
    typer.Option("--game", "-g", help="Only this game.", autocompletion=complete_game),
]

OwnOption = Annotated[
    bool,
    typer.Option("--own", help="For the player and judges: what is not published, too."),
]


def over_a_league(command: Callable[..., Status]) -> Callable[..., Status]:
    """The same command over a league: it has the options of a league in the place of ``--log``."""

    signature = inspect.signature(command)
    has_game = "game" in signature.parameters or "plays" in signature.parameters

    @wraps(command)
    def run(
        *args: Any,
        league: Path | None = None,
        season: str | None = None,
        as_of: str | None = None,
        own: bool = False,
        **given: Any,
    ) -> Status:
        game = given.get("game") if has_game else given.pop("game", None)
        from storage.league.telling.queries import asked, moment_of, require_asking

        if command is ratings or given.get("person"):
            _require_own(own)
        place = the_league(league)
        in_sql = command is figures.sql
        with asked(
            *(place, season or "", game or "", moment_of(as_of) if as_of else ""),
            commented=in_sql and given.get("query") is None,
            analyst=in_sql and not own,
            mixed=_mixed,
        ) as log:
            log.of_all = not own
            if given.get("query"):
                require_asking(log, given["query"], judge=own)
            return command(*args, log=log, **given)

    options: dict[str, Any] = {"league": LeagueOption, "season": SeasonOption, "as_of": AsOfOption}
    if not has_game:
        options["game"] = GameOption
    options["own"] = OwnOption
    kept = [each for name, each in signature.parameters.items() if name != "log"]
    kept += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in options.items()
    ]
    run.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in kept} | {"return": Status}
    return run


def _require_own(own: bool) -> None:
    """See that it is the player, or a judge, who asks for what is of one person (LEAGUE 8).

    Raises:
        Failure: nobody has said so.
    """
    if not own:
        raise Failure("figures of one person are for them and for judges", "--own")


def _mixed(programs: int) -> None:
    render.warn(
        f"referee: these facts are by {programs} programs; referee league take --again puts them "
        "in anew"
    )


app.command(
    "stats",
    epilog="Examples: referee league stats wins-by-deck --season spring. "
    "referee league stats wins-by-deck --as-of 2026-03-14T18:00",
)(over_a_league(figures.stats))
app.command("sql", epilog="Example: referee league sql 'FROM match_results' --csv")(
    over_a_league(figures.sql)
)
app.command("ratings", epilog="Example: referee league ratings --season spring --least 5 --own")(
    over_a_league(ratings)
)


@app.command("profile", epilog="Example: referee league profile north:p-7 --own")
def show_profile(
    person: Annotated[
        str, typer.Argument(metavar="PERSON", help="STORE:PERSON.", show_default=False)
    ],
    own: OwnOption = False,
    season: SeasonOption = None,
    as_of: AsOfOption = None,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Show what a player has played over stores: tournaments, decks, opponents, ratings.

    Persons who were joined are one. It is for the player and for judges, who say so by --own:
    whose a pseudonym is, the league alone can say.
    """
    from storage.league.telling.queries import asked, moment_of, person_of
    from storage.season.profile import profile

    _require_own(own)
    moment = moment_of(as_of) if as_of else ""
    with asked(the_league(league), season or "", as_of=moment, mixed=_mixed) as log:
        pseudonym, known_as = person_of(log, person)
        found = profile(log, pseudonym, own=own, known_as=known_as)
    if not found.events:
        raise Failure(f"{person} has entered no tournament of this league or season")
    say_profile(found, {pseudonym: person}, json)
    return Status.DONE
