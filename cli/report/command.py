"""The command that writes reports."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.arguments import LogOption, commands, complete_match
from cli.failure import Failure, Status
from cli.reading.facts import day, over_facts
from cli.reading.matches import Source, loaded
from cli.report.event import event_page
from cli.report.match import match_page, seen
from cli.report.page import Page, page_text
from cli.report.season import season_page
from cli.screen import render
from cli.screen.printer import write_page
from cli.tournament.printer import NoNamesOption
from cli.tournament.stream import Desk
from referee.games.registry import is_stream
from storage.statistics import Filters

if TYPE_CHECKING:
    from storage.log import Log

app = commands()


@app.command(
    epilog="Examples: referee report r1-t4 -o r1-t4.html. referee report --season -o s.html"
)
def report(
    match: Annotated[
        str | None,
        typer.Argument(
            metavar="MATCH",
            help="A match or an event in the log.",
            autocompletion=complete_match,
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="A .html or .pdf file."),
    ] = None,
    season: Annotated[bool, typer.Option("--season", help="Of all matches together.")] = False,
    view: Annotated[
        str,
        typer.Option(
            "--view",
            metavar="SEAT|judge",
            help="Of a match: as a seat or a judge may see it; by default as all may.",
            show_default=False,
        ),
    ] = "",
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="Of a season: only this game.")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Of a season: from this day on.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="Of a season: up to this day.")
    ] = None,
    no_names: NoNamesOption = False,
    log: LogOption = None,
) -> Status:
    """Write a page to look at: a match, an event with its games, or a season.

    The page is one file that needs no network, for screens, paper and screen readers.
    """
    if (match is None) != season:
        raise Failure("report of what?", "a MATCH, an EVENT, or --season")
    if not season and (game or since or until):
        raise Failure("--game, --since and --until are of a season", "referee report --season")
    if output is None:
        raise Failure("where to?", "-o FILE.html")
    filters = Filters(game=game, since=day(since, "--since"), until=day(until, "--until"))

    def made(opened: "Log") -> Page:
        if match is None:
            return season_page(opened, filters)
        found = loaded(opened, match)
        asked = Source(found.match, {}) if no_names else found
        if is_stream(asked.game.id):
            return event_page(Desk(opened, asked), {})
        return match_page(opened, seen(opened, asked, view))

    page = over_facts(log, made)
    write_page(page_text(page), output)
    render.say(f"{page.title}: in {output}")
    return Status.DONE
