"""The main job in one go, on a shipped match: log, catch, explain, rule, verify, count."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from cli.arguments import commands, complete_game
from cli.commands.explanation import explain
from cli.commands.figures import stats
from cli.commands.position import show
from cli.commands.ruling import ask
from cli.commands.story import story_lines
from cli.commands.whole_log import take_in, verify
from cli.failure import Failure, Status
from cli.reading.matches import Source, logged_source
from cli.screen import render
from cli.screen.printer import write_page
from events.common import RULINGS
from events.notation import quote
from referee.verdict import Illegal
from storage.log import Log
from storage.statistics import Filters

app = commands()

_SHORT = 16
_WANTED = "dispute"
"""The record that is shown: the first whose name has this word."""
_REPORTED = ("club-cup", "final-1", "final-2")
"""The records of which pages are written beside it: an event, and two games of one."""
_SEASON = 200
"""So many matches are played at random for the page of a season."""


@app.command(epilog="Example: referee demo")
def demo(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A match of this game.", autocompletion=complete_game),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--log", metavar="FILE", help="Keep the log in this file; otherwise it is thrown away."
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="DIR",
            help="Write pages instead: of the match, a club's cup, a final, a simulated season.",
        ),
    ] = None,
) -> Status:
    """Show the whole product on one disputed match, in a log of its own."""
    if report is not None:
        return _reported(report, keep)
    render.line_by_line()
    record = shipped_record(game)
    with _log(keep) as log:
        _step(f"referee import {record.name}", lambda: take_in([record], log=log))
        match = _only_match(log)
        shown = logged_source(match, log)
        caught, ruling = caught_and_ruled(shown)
        if caught:
            _step(f"referee show {match} --at {caught}", lambda: show(match, caught, log=log))
            first = max(2, caught - 2)
            _step(
                f"referee replay {match} --from {first} --to {caught}",
                lambda: render.say_lines(story_lines(shown, first, caught)),
            )
            _step(f"referee explain {match} {caught}", lambda: explain(match, str(caught), log=log))
        if ruling:
            _step(
                f"referee replay {match} --from {ruling} --to {ruling}",
                lambda: render.say_lines(story_lines(shown, ruling, ruling)),
            )
            line = f"judge overrule {ruling}"
            _step(
                f"referee what-if {match} {quote(line)} | head -{_SHORT}",
                lambda: _headed(lambda: ask(match, [line], log=log)),
            )
        _step("referee verify", lambda: verify(log=log))
        _step("referee stats illegal-entries", lambda: stats("illegal-entries", log=log))
        _step(
            f"referee stats score-by-turn --match {match}",
            lambda: stats("score-by-turn", match=match, log=log),
        )
    _say_next(shown.game.id, match, keep)
    return Status.DONE


def _reported(folder: Path, keep: Path | None) -> Status:
    """Write the pages of what is shipped, and of a season played at random."""
    from cli.commands.simulation import play
    from cli.reading.facts import over_facts
    from cli.report.command import one
    from cli.report.page import page_text
    from cli.report.season import season_page

    shown = shipped_record()
    records = [shown, *(next(shown.parents[1].glob(f"*/{name}.txt")) for name in _REPORTED)]
    season = Filters(game=shown.parent.name, simulated=True)

    def made(opened: Log) -> Iterator[tuple[str, str]]:
        for each in opened.matches()[-len(records) :]:
            yield each.id, page_text(one(opened, each.id))
        yield "season", page_text(season_page(opened, season, opened.people()))

    with _log(keep) as log:
        with redirect_stdout(StringIO()):
            for path in records:
                take_in([path], log=log)
            play(shown.parent.name, _SEASON, slips=0.01, rulings=0.002, into_log=True, log=log)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in over_facts(log, lambda opened: [*made(opened)]):
            write_page(text, folder / f"{name}.html")
            render.say(f"written: {folder / name}.html")
    return Status.DONE


def _step(command: str, act: Callable[[], object]) -> None:
    """One command, as it would be typed, and what it prints."""
    render.say(f"$ {command}", style="strong")
    act()
    render.say()


def _headed(act: Callable[[], object]) -> None:
    """Only the first lines of what a command prints."""
    said = StringIO()
    with redirect_stdout(said):
        act()
    render.say_lines(said.getvalue().splitlines()[:_SHORT])


def _say_next(game: str, match: str, keep: Path | None) -> None:
    render.say("Try next", style="strong")
    if keep is None:
        render.say("referee demo --log demo.duckdb    keeps this log", 2)
    else:
        render.say(f"referee replay {match} --log {keep}    tells the whole match", 2)
        render.say(f"referee table {match} --log {keep}    goes on with it at the table", 2)
    render.say(f"referee rules {game}    prints the rulebook", 2)
    render.say(f"referee events {game}    says how each event is written", 2)
    render.say(f"referee simulate {game} -n 1000 --import    fills a log", 2)
    render.say("referee tournament simulate open    plays a whole tournament", 2)
    render.say("referee venue demo    opens a hall for phones, judges and screens", 2)
    render.say("referee new --help    opens a match of your own", 2)
    render.say("referee help    lists what there is to read", 2)


@contextmanager
def _log(keep: Path | None) -> Iterator[Path]:
    """A log of its own: at a path where there is none yet, or for as long as this lasts."""
    if keep is not None:
        if keep.exists():
            raise Failure(f"{keep}: already exists", "the demo makes a log of its own")
        yield keep
        return
    with TemporaryDirectory(prefix="referee-demo-") as folder:
        yield Path(folder) / "demo.duckdb"


def shipped_record(game: str | None = None) -> Path:
    """The record of the demonstration: in the package, or in a checkout.

    Raises:
        Failure: none is shipped.
    """
    here = Path(__file__).parents[1]
    for folder in (here / "records", here.parent / "tests" / "records"):
        found = sorted(
            path
            for path in folder.glob(f"{game or '*'}/*.txt")
            if _WANTED in path.name and not path.name.endswith(".golden.txt")
        )
        if found:
            return found[0]
    raise Failure("there is no shipped record to show" + (f" for {game}" if game else ""))


def _only_match(log: Path) -> str:
    with Log.open(log) as opened:
        return opened.matches()[0].id


def caught_and_ruled(shown: Source) -> tuple[int, int]:
    """An entry that broke a rule, and the ruling that changed its standing; 0 for none.

    The first such entry that a ruling dealt with, else the first that broke a rule.
    """
    trial = shown.before(1)
    illegal: list[int] = []
    for seq, event in enumerate(shown.events, 1):
        outcome = trial.add(event)
        if isinstance(outcome.verdict, Illegal):
            illegal.append(seq)
        if type(event) in RULINGS:
            ruled = [change.seq for change in outcome.changes if change.seq in illegal]
            if ruled:
                return ruled[0], seq
    return (illegal[0], 0) if illegal else (0, 0)
