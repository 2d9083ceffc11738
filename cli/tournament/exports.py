"""A tournament goes into files for others: its record, its games, tables, TRF16."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace as with_fields

from cli.arguments import LogOption, commands
from cli.failure import Failure, Status
from cli.reading.matches import Source
from cli.screen import render
from cli.tournament.printer import NoNamesOption, given
from cli.tournament.standings import standings_shown
from cli.tournament.stream import Desk, StreamArgument, at_desk
from referee.english import counted
from storage.exchange.output import appearing
from storage.exchange.tournament import pairings_csv, standings_csv
from storage.exchange.trf import trf
from storage.venue.rows import registrations

app = commands()

WHAT = {
    "record": "the text record of the tournament",
    "games": "JSON lines of the tournament and of all games that its results name",
    "standings": "the standings, as CSV or JSON",
    "pairings": "a round with its results, as CSV",
    "trf": "TRF16 for engines and checkers of chess; who is posted first has White",
}


@app.command(epilog="Example: referee tournament export open standings --format json")
def export(
    event: StreamArgument,
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT", help="; ".join(f"{name}: {about}" for name, about in WHAT.items())
        ),
    ] = "record",
    number: Annotated[
        int | None,
        typer.Option("--round", min=0, max=99, help="Of which round; by default the newest."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", "-f", metavar="FORMAT", help="For standings: csv or json."),
    ] = None,
    no_names: NoNamesOption = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where to write it; by default to the screen."
        ),
    ] = None,
    log: LogOption = None,
) -> Status:
    """Write record, games, standings, pairings or TRF.

    The record and the games can be imported to the same hashes.

    Records and games hold ids only. The other forms have names, unless without.
    """
    if what not in WHAT:
        raise Failure(f"{what}: nothing of that name", f"expected {', '.join(WHAT)}")
    if form not in (None, "csv", "json") or (form == "json" and what != "standings"):
        raise Failure(f"--format {form}: no such form", "standings are csv or json")
    if number is not None and what not in ("standings", "pairings"):
        raise Failure(f"--round says nothing about {what}", "it is for standings, pairings")
    with at_desk(event, log) as opened:
        named = Source(opened.source.match, opened.log.published_people())
        desk = replace(opened, source=named)
        games = _games(desk)
        text = "" if what in ("record", "games") else _text(desk, what, number, form, no_names)
    if what in ("record", "games"):
        from cli.commands.whole_log import export as exported

        matches, wanted = ([event], "record") if what == "record" else ([event, *games], "jsonl")
        return exported(matches, wanted, output, "entries", None, log)
    if output is None:
        sys.stdout.write(text)
        return Status.DONE
    with appearing(output) as part:
        part.write_text(text, encoding="utf-8", newline="")
    render.say(f"{WHAT[what].partition(',')[0].partition(';')[0]}: in {output}")
    return Status.DONE


def _text(desk: Desk, what: str, number: int | None, form: str | None, no_names: bool) -> str:
    """What is asked for as a text.

    Raises:
        Failure: the round is not posted.
        TrfError: points that TRF cannot tell.
    """
    of = given(desk, no_names=no_names)
    rounds = len(of.state.rounds)
    wanted = rounds if number is None else number
    if what == "pairings" and not rounds:
        raise Failure("no round is posted", "pairings follow its post")
    if wanted > rounds or (what == "pairings" and not wanted):
        raise Failure(f"round {wanted} is not posted", f"{counted(rounds, 'round')} so far")
    if what == "pairings":
        return pairings_csv(of, wanted)
    if what == "trf":
        return trf(of if no_names else of._replace(programme=_programmes(desk)))
    if form != "json":
        return standings_csv(of, number)
    shown = standings_shown(desk, number)
    if no_names:
        unnamed = tuple(with_fields(each, name="") for each in shown.places)
        shown = with_fields(shown, places=unnamed)
    return render.json_text(shown) + "\n"


def _programmes(desk: Desk) -> dict[str, str]:
    """The ids in the programme of those who registered by phone and agreed to be published."""
    rows = registrations(desk.log)
    return {
        row.person: row.programme
        for row in rows
        if row.stream == desk.name and row.standing == "confirmed" and row.publish
    }


def _games(desk: Desk) -> list[str]:
    """The games that results name, those of the boards of teams too, as far as the log has them."""
    found: dict[str, None] = {}
    for played in desk.table.state.rounds:
        for contest in played.contests.values():
            for each in (contest, *contest.boards.values()):
                if each.result is not None:
                    found |= dict.fromkeys(game.match for game in each.result.games)
    return [match for match in found if desk.log.has(match)]


__all__ = ["export"]
