"""``referee venue rehearse``: an event is rehearsed with its own entries, on one laptop."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers.venue import Rehearsed, StepDone
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.log import opened_log
from cli.reading.matches import loaded
from cli.screen import render
from cli.tournament.stream import StreamArgument
from cli.venue.serve import HostOption, PortOption, require_extra
from referee.games.registry import is_stream

if TYPE_CHECKING:
    from cli.venue.rehearsal.rehearsal import Rehearsal, StepShown
    from cli.venue.rehearsal.rehearsal_steps import Key

app = commands()

WAITS = 0.3
"""Every so many seconds it is looked whether the log is restored."""


@app.command(epilog="Example: referee venue rehearse friday")
def rehearse(
    event: StreamArgument,
    host: HostOption = "127.0.0.1",
    port: PortOption = 8080,
    pace: Annotated[
        float, typer.Option(min=0.05, max=600, help="Seconds between two results of robots.")
    ] = 5.0,
    seed: Annotated[int, typer.Option("--seed", help="The same seed, the same results.")] = 1,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Rehearse an event with its own entries: robots play, and the desk is led through what comes.

    A late entry, a wrong slip, a lost phone, a dispute, no network, a dead laptop. The log of the
    event is only read; the rehearsal has one of its own and throws it away. Ctrl-C ends it.
    """
    require_extra()
    from cli.venue.rehearsal.event_copy import copied
    from cli.venue.rehearsal.rehearsal import Rehearsal

    with TemporaryDirectory(prefix="referee-rehearsal-") as name:
        folder = Path(name)
        path, stick = folder / "laptop.duckdb", folder / "stick"
        stick.mkdir()
        with opened_log(log) as opened:
            if not opened.has(event):
                loaded(opened, event)  # says what may have been meant
            if not is_stream(opened.load(event).game.id):
                raise Failure(f"{event} is a match, not a tournament")
            copied(opened, event, path, datetime.now(UTC))
        led = Rehearsal(event, Random(seed), pace, *_speaking(json=json))
        led.scene.restoring = f"referee venue restore {stick} --log {restored_in(folder)}"
        with suppress(KeyboardInterrupt):  # while the log is waited for; the server ends by itself
            _served_until_the_end(led, path, stick, host, port, json=json)
        _say_end(led, json=json)
    return Status.DONE


def _served_until_the_end(
    led: "Rehearsal", path: Path, stick: Path, host: str, port: int, *, json: bool
) -> None:
    """Serve until all steps are done or somebody ends it; the laptop dies on the way."""
    from cli.venue.web.server import Address, run, served
    from cli.venue.welcome import welcome

    event = led.scene.event
    begun = [welcome([event], json=json), led.lead, led.play]
    run(served(path), Address(host, port), begun, backup=stick, rehearsal=led)
    if not led.dying:
        return
    path.unlink()
    restored = restored_in(path.parent)
    while not restored.exists():
        time.sleep(WAITS)
    led.revive()
    listens = led.scene.hall.listens
    run(
        served(restored),
        Address(host, int(listens.rpartition(":")[2])),
        [led.lead, led.play],
        backup=_another_stick(path.parent),
        rehearsal=led,
    )


def restored_in(folder: Path) -> Path:
    """Where the log of the dead laptop is waited for."""
    return folder / "second.duckdb"


def _another_stick(folder: Path) -> Path:
    found = folder / "second-stick"
    found.mkdir()
    return found


def _speaking(
    *, json: bool
) -> tuple[Callable[["StepShown"], None], Callable[["Key", float], None]]:
    """How a step is told when it begins, and when it is done; with ``--json`` beside the answer."""
    from cli.venue.web.pages import texts

    words = texts("en")

    def say(text: str, style: render.Style | None = None, indent: int = 0) -> None:
        if json:
            render.warn(text)
        else:
            render.say(text, indent, style=style)

    def say_step(step: "StepShown") -> None:
        say(f"{step.number}/{step.of} {words[f'rehearse.step.{step.key}']}", "strong")
        say(words[f"rehearse.what.{step.key}"].format(**step.named), indent=2)

    def ended(key: "Key", seconds: float) -> None:
        say(f"done: {words[f'rehearse.step.{key}']}, {duration(seconds)}", "good")

    return say_step, ended


def duration(seconds: float) -> str:
    """A time in minutes and seconds, as ``2:05 min``."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02} min"


def _say_end(led: "Rehearsal", *, json: bool) -> None:
    """What was done and how long each took, and what remains."""
    from cli.venue.web.pages import texts

    remain = led.remain()
    if json:
        done = tuple(StepDone(key, round(seconds, 1)) for key, seconds in led.done.items())
        render.say_json(Rehearsed(led.scene.event, done, tuple(led.left_out), tuple(remain)))
        return
    words = texts("en")
    render.say()
    render.say(f"Rehearsal of {led.scene.event}", style="strong")
    for key, seconds in led.done.items():
        render.say(f"{words[f'rehearse.step.{key}']}: {duration(seconds)}", 2, 4)
    for key in led.left_out:
        render.say(f"{words[f'rehearse.step.{key}']}: not with this event", 2, 4)
    for key in remain:
        render.say(f"{words[f'rehearse.step.{key}']}: remains", 2, 4)
    if not remain:
        render.say("All of it was done.", style="good")
