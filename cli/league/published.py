"""What a league publishes: all figures of a season, kept as they were, and its page."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import UNSET, UnsetType

from cli.answers import league as answers
from cli.arguments import JobsOption, JsonOption, commands
from cli.failure import Failure, Status
from cli.league.figures import AsOfOption, GameOption
from cli.league.which_league import LeagueOption, SeasonOption, moment, the_league
from cli.screen import render
from cli.screen.columns import say_table
from storage.models import replaying

if TYPE_CHECKING:
    from storage.league.telling.published import Published
    from storage.log import Log

app = commands()


@app.command(epilog="Example: referee league publish --season spring -o spring.html")
def publish(
    season: SeasonOption = None,
    game: GameOption = None,
    as_of: AsOfOption = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Its page: a .html or .pdf file."),
    ] = None,
    jobs: JobsOption = None,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Keep all figures of a season as they stand, signed; with -o, write the page of the season.

    Run it each night. What is kept is never changed, and can be counted again.
    """
    from storage.league.telling.published import publish as keep
    from storage.league.telling.published import published

    place = the_league(league)
    pages: list[str] = []

    def page(log: "Log") -> None:
        from cli.report.page import page_text
        from cli.report.season import season_page
        from storage.statistics import Filters

        title = f"Season {season}" if season else "A season"
        pages.append(page_text(season_page(log, Filters(game=game), {}, title)))

    with render.progress("counting") as step, replaying(jobs or 1, lambda done, of: None):
        file = keep(
            place,
            season or "",
            game or "",
            moment=moment(as_of, "--as-of") if as_of else None,
            progress=step,
            page=page if output is not None else lambda log: None,
        )
    if output is not None:
        from cli.screen.printer import write_page

        write_page(pages[0], output)
    made = next(each for path, each in published(place) if path == file)
    if json:
        render.say_json(answers.LeaguePublished((_listed(file, made),)))
        return Status.DONE
    render.say(f"{render.counted(len(made.figures), 'statistic')} kept in {file}", 0, 2)
    render.say(
        "rows of single persons and judges are left out: they and judges have them by referee "
        "league stats NAME --own",
        2,
    )
    if output is not None:
        render.say(f"written: {output}")
    return Status.DONE


@app.command("published", epilog="Example: referee league published --season spring --check")
def show_published(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="STATISTIC", help="A statistic, each time that it was.", show_default=False
        ),
    ] = None,
    season: SeasonOption = None,
    check: Annotated[
        bool, typer.Option("--check", help="Count all of it again, as of its moment.")
    ] = False,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """List what was published; a statistic as it was; or count all of it again."""
    from storage.league.telling.published import counted_again, figures_of, published

    place = the_league(league)
    found = published(place, season)
    if name is not None:
        if check:
            raise Failure("a statistic or --check, not both")
        found = [(path, made) for path, made in found if name in figures_of(made)]
        if not found:
            raise Failure(f"no {name} was published", "referee league published lists what was")
    differ = {path: counted_again(place, made) for path, made in found} if check else {}
    if json:
        listed = (_listed(path, made, differ.get(path, UNSET)) for path, made in found)
        render.say_json(answers.LeaguePublished(tuple(listed)))
    elif name is not None:
        _say_statistic([made for _, made in found], name)
    elif not found:
        render.say("nothing was published yet: referee league publish")
    else:
        rows = [
            (
                path.rpartition("/")[2],
                made.season or "all",
                f"{made.moment:%Y-%m-%d %H:%M}",
                len(made.figures),
                *([_again(differ[path])] if check else []),
            )
            for path, made in found
        ]
        heads = ("file", "season", "as of", "figures")
        say_table((*heads, "counted again") if check else heads, rows)
    return Status.NOT_EXACT if any(differ.values()) else Status.DONE


def _listed(
    path: str, made: "Published", differ: list[str] | UnsetType | None = UNSET
) -> answers.PublishedListed:
    return answers.PublishedListed(
        path,
        made.season,
        made.game,
        made.moment,
        tuple(made.figures),
        tuple(differ) if isinstance(differ, list) else differ,
    )


def _again(differ: list[str] | None) -> str:
    if differ is None:
        return "not kept any more"
    return ", ".join(differ) or "the same"


def _say_statistic(found: "list[Published]", name: str) -> None:
    from storage.league.telling.published import figures_of

    for made in found:
        figure = figures_of(made)[name]
        render.say(f"{figure.title}, as of {made.moment:%Y-%m-%d %H:%M}", 0, 2, style="strong")
        say_table(figure.columns, figure.rows)
        render.say()
