"""The command that writes reports."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from cli.arguments import LanguageOption, LogOption, commands, complete_match
from cli.failure import Failure, Status
from cli.language import LANGUAGES
from cli.language.pages import language_named
from cli.reading.facts import day, over_facts
from cli.reading.matches import Source, loaded
from cli.report.figures import figures_of
from cli.report.match import filters, match_page, seen
from cli.report.page import Link, Page, page_text
from cli.report.season import season_page
from cli.report.tournament import event_page, games_of
from cli.screen import render
from cli.screen.printer import write_page
from cli.tournament.stream import Desk
from cli.venue.seen.names import NAMINGS, Naming, shown_names
from referee.games.registry import game_of, is_stream
from storage.statistics import Figure, Filters, run_each, statistic

if TYPE_CHECKING:
    from storage.log import Log

app = commands()


ReportedArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="MATCH",
        help="A match or an event in the log.",
        autocompletion=complete_match,
        show_default=False,
    ),
]
FileOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="A .html or .pdf file."),
]
FolderOption = Annotated[
    Path | None,
    typer.Option(
        "--folder", metavar="DIR", help="Of an event: its page and those of all its games."
    ),
]
ViewOption = Annotated[
    str,
    typer.Option(
        "--view",
        metavar="SEAT|judge",
        help="Of a match: as a seat or a judge may see it; by default as all may.",
        show_default=False,
    ),
]
SimulatedOption = Annotated[
    bool,
    typer.Option("--simulated", help="Of a season: count simulated matches among the others."),
]


@app.command(epilog="Example: referee report r1-t4 -o r1-t4.html")
def report(
    match: ReportedArgument = None,
    output: FileOption = None,
    folder: FolderOption = None,
    season: Annotated[bool, typer.Option("--season", help="Of all matches together.")] = False,
    view: ViewOption = "",
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="Of a season: only this game.")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Of a season: from this day on.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="Of a season: up to this day.")
    ] = None,
    simulated: SimulatedOption = False,
    names: Annotated[
        str, typer.Option("--names", metavar="|".join(NAMINGS), help="How people are called.")
    ] = NAMINGS[0],
    language: LanguageOption = LANGUAGES[0],
    log: LogOption = None,
) -> Status:
    """Write a page to look at: a match, an event with its games, or a season.

    The page is one file that needs no network, for screens, paper and screen readers.
    """
    if (match is None) != season:
        raise Failure("report of what?", "a MATCH, an EVENT, or --season")
    if not season and (game or since or until or simulated):
        raise Failure("--game, --since and the like are of a season", "referee report --season")
    if game:
        game_of(game)
    if (output is None) == (folder is None):
        raise Failure("where to?", "-o FILE.html, or --folder DIR for an event and its games")
    if folder is not None and match is None:
        raise Failure("--folder is of an event", "-o FILE.html")
    naming, spoken = _naming(names), language_named(language)
    of_season = Filters(
        game=game,
        since=day(since, "--since"),
        until=day(until, "--until"),
        simulated=simulated,
    )

    def made(opened: "Log") -> list[tuple[Path, str]]:
        if folder is not None and match is not None:
            folder.mkdir(parents=True, exist_ok=True)
            return [(folder / file, text) for file, text in site(opened, match, naming, spoken)]
        assert output is not None
        if match is not None:
            page = one(opened, match, view, naming)
        else:
            people = _called(opened.published_people(), naming)
            page = season_page(opened, of_season, people)
        return [(output, page_text(page, spoken))]

    written = over_facts(log, made)
    for path, text in written:
        write_page(text, path)
    more = f" and {len(written) - 1:,} more" if len(written) > 1 else ""
    render.say(f"written: {written[0][0]}{more}")
    return Status.DONE


def _naming(names: str) -> Naming:
    """How people are called.

    Raises:
        Failure: nobody is called so.
    """
    naming = next((each for each in NAMINGS if each == names), None)
    if naming is None:
        raise Failure(f"--names {names}: no such way", f"one of {', '.join(NAMINGS)}")
    return naming


def one(log: "Log", name: str, view: str = "", names: Naming = "names") -> Page:
    """The page of a match or of an event, in a log whose facts are projected.

    Raises:
        Failure: there is none of that name, or nobody may see it so.
    """
    asked = _named(log, loaded(log, name), names)
    if not is_stream(asked.game.id):
        of = seen(log, asked, view)
        return match_page(of, figures_of(log.connection, filters(asked.match.id)))
    if view:
        raise Failure("--view is of a match", f"referee report {name}")
    return event_page(Desk(log, asked), {})


def site(
    log: "Log", event: str, names: Naming = "names", language: str = LANGUAGES[0]
) -> Iterator[tuple[str, str]]:
    """The page of an event and those of its games that may be seen, by the names of their files;
    errors as for :func:`one`."""
    asked = _named(log, loaded(log, event), names)
    if not is_stream(asked.game.id):
        raise Failure(f"--folder: {event} is a match, not an event", "-o FILE.html")
    desk = Desk(log, asked)
    games = games_of(desk)
    pages = {match: f"{quote(match, safe='')}.html" for match in games}
    yield "index.html", page_text(event_page(desk, pages), language)
    above = Link(event, "index.html")
    figures = _of_each(log, event)
    with render.progress("writing pages", len(games)) as step:
        for done, match in enumerate(games, 1):
            of = seen(log, _named(log, loaded(log, match), names), "")
            page = match_page(of, partial(figures, match))
            yield f"{match}.html", page_text(page._replace(above=above), language)
            step(done, None)


def _of_each(log: "Log", event: str) -> Callable[[str, str], Figure]:
    """The figures of each game of an event, of all together: by match and name."""
    all_of_them = Filters(events=(event,), simulated=True)
    known: dict[str, dict[str, Figure]] = {}

    def figure(match: str, name: str) -> Figure:
        if name not in known:
            known[name] = run_each(log.connection, name, all_of_them)
        return known[name].get(match) or Figure(name, statistic(name).title, (), [], 1)

    return figure


def _named(log: "Log", asked: Source, names: Naming) -> Source:
    """A match with what people are called there: as they are published (VN-18.4)."""
    return Source(asked.match, _called(log.published_people(), names))


def _called(people: Mapping[str, str], names: Naming) -> Mapping[str, str]:
    return shown_names(people, names) if names != "ids" else {}


__all__ = ["one", "site"]
