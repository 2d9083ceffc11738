"""The paper of a tournament goes to the printer."""

from typing import Annotated

import msgspec
import typer

from cli.arguments import LanguageOption, LogOption, PageOption, commands
from cli.failure import Failure, Status
from cli.language import LANGUAGES
from cli.language.pages import language_named
from cli.screen import render
from cli.screen.printer import write_page
from cli.tournament.paper import DRAWN, PAPERS, Asked, Size
from cli.tournament.stream import Desk, StreamArgument, at_desk
from events.tournament import Checkpoint
from referee.verdict import applied
from storage.exchange.tournament import Tournament
from storage.proof.head import Head
from storage.venue.floor import floor

app = commands()

NoNamesOption = Annotated[
    bool, typer.Option("--no-names", help="Ids only, without the names of people.")
]


def complete_paper(incomplete: str) -> list[str]:
    """The pages that begin so."""
    return [name for name in PAPERS if name.startswith(incomplete)]


_PAGES = "; ".join(f"{name}: {paper.what}" for name, paper in PAPERS.items())


@app.command("print", epilog="Example: referee tournament print open slips -o slips.html")
def print_paper(
    event: StreamArgument,
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help=f"The page. {_PAGES}.", autocompletion=complete_paper),
    ],
    number: Annotated[
        int | None,
        typer.Option("--round", min=0, max=99, help="Of which round; by default the newest."),
    ] = None,
    tables: Annotated[
        list[int] | None,
        typer.Option("--table", min=1, help="For checks: this table, instead of those drawn."),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(min=1, max=999, help="For checks: how many tables are drawn; usually 2."),
    ] = None,
    row: Annotated[
        int | None,
        typer.Option(min=1, max=40, help="For the map: how many tables stand in a row; usually 8."),
    ] = None,
    staff: Annotated[
        bool, typer.Option("--staff", help="For penalties: with names, for judges and the desk.")
    ] = False,
    size: Annotated[str, typer.Option(help="The paper: a4 or letter.")] = "a4",
    language: LanguageOption = LANGUAGES[0],
    no_names: NoNamesOption = False,
    output: PageOption = None,
    log: LogOption = None,
) -> Status:
    """Make a page to print: pairings, slips, standings.

    The page is HTML, which any browser prints; a .pdf is made where weasyprint or chromium is
    found.
    """
    if what not in PAPERS:
        raise Failure(f"{what}: no such page", f"expected {', '.join(PAPERS)}")
    options = {"round": number, "table": tables, "count": count, "row": row, "staff": staff or None}
    for option, value in options.items():
        if value is not None and option not in PAPERS[what].asks:
            able = [name for name, paper in PAPERS.items() if option in paper.asks]
            raise Failure(f"--{option} says nothing about {what}", f"it is for {', '.join(able)}")
    paper: Size = "letter" if size.lower() == "letter" else "a4"
    if size.lower() not in ("a4", "letter"):
        raise Failure(f"--size {size}: no such paper", "expected a4 or letter")
    drawn, said = count or DRAWN, language_named(language)
    asked = Asked(number, tuple(tables or ()), drawn, staff, paper, row or 0, language=said)
    with at_desk(event, log) as desk:
        asked = msgspec.structs.replace(asked, spots=floor(desk.log, desk.name))
        text = PAPERS[what].made(given(desk, no_names=no_names), asked)
    if output is None:
        print(text, end="")
    else:
        write_page(text, output)
        render.say(f"{PAPERS[what].what.partition(';')[0]}: in {output}")
    return Status.DONE


def given(desk: Desk, *, no_names: bool = False) -> Tournament:
    """A tournament as it is given to others, on paper or as a file."""
    table, source = desk.table, desk.source
    names = {} if no_names else source.people
    return Tournament(desk.name, source.last, table.state, table.catalog, names, _code(desk))


def _code(desk: Desk) -> str:
    """The short code of the newest checkpoint: words for 48 bits of its root."""
    replay = desk.replay
    for seq in range(len(replay.events), 0, -1):
        event = replay.events[seq - 1]
        if isinstance(event, Checkpoint) and applied(replay.standing(seq)):
            return Head(event.through, event.root).phrase
    return ""


__all__ = ["NoNamesOption", "given", "print_paper"]
