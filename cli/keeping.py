"""What the log keeps: its matches, whether they are exact, and the way in and out."""

from typing import Annotated

import msgspec
import typer

from cli import render
from cli.arguments import JsonOption, LogOption, commands, complete_game, complete_match
from cli.failure import Failure, Status
from cli.narrating import result_text
from cli.sources import is_file, opened_log

app = commands()


@app.command(epilog="Example: referee matches --json")
def matches(
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", help="Only this game.", autocompletion=complete_game),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """List the matches of the log in the order they were opened."""
    with opened_log(log) as opened:
        found = opened.matches(game=game)
    if json:
        render.say_json(msgspec.to_builtins(found))
        return Status.DONE
    render.say_table(
        ("match", "game", "opened (UTC)", "entries", "seats", "result"),
        [
            (
                row.id,
                row.game,
                f"{row.opened_at:%Y-%m-%d %H:%M}",
                row.entries,
                ", ".join(row.seats),
                "-" if row.over is None else result_text(row.over, row.winner or ""),
            )
            for row in found
        ],
        right=("entries",),
    )
    if any(row.over is None for row in found):
        render.say("result -: not read yet; referee stats reads the facts", style="quiet")
    return Status.DONE


@app.command(epilog="Example: referee verify r1-t4")
def verify(
    match: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MATCH", help="Matches in the log; else all.", autocompletion=complete_match
        ),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Recompute every hash, replay every match, compare with what was noted.

    Says EXACT, or for each match that is not, the first entry that differs (status 4).
    """
    from storage.verify import verify as verified

    for name in match or ():
        if is_file(name):
            raise Failure(f"{name}: verify is for the log", f"referee check {name}")
    with opened_log(log) as opened, render.progress("verifying") as step:
        report = verified(opened, match or None, step)
    if json:
        render.say_json({"exact": report.exact, **msgspec.to_builtins(report)})
    elif report.exact:
        counts = ", ".join(
            (
                "1 match" if report.matches == 1 else f"{report.matches:,} matches",
                render.counted(report.entries, "entry"),
                render.counted(report.digests, "noted state"),
            )
        )
        render.say_lines([f"{render.paint('EXACT', 'good')}  {counts}"])
    else:
        differs = f"{report.differing:,} of {report.matches:,} matches"
        render.say_lines([f"{render.paint('NOT EXACT', 'bad')}  {differs}"])
        for difference in report.differences:
            render.say(str(difference), 2, 4)
        more = report.differing - len(report.differences)
        if more > 0:
            render.say(f"and {more:,} more", 2)
    return Status.DONE if report.exact else Status.NOT_EXACT
