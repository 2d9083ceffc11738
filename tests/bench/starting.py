"""What a command waits for before it has done anything: imports, the catalog, a match opened; each
time in a process of its own, by turns with plain commands as people type them."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.games.registry import game_of
from referee.replay.simulate import SEATS
from tests.bench.measure import Timing, about, duration, heading, once

ROOT = Path(__file__).parents[2]
STARTED = Path(__file__).with_name("started.py")
RUNS = 9
COMMAND = "from cli.main import run; run()"


def run(game_id: str) -> None:
    """Print what one game takes of the processor to begin with."""
    about(f"starting, {game_id}")
    heading(f"from nothing, {game_id}: processor time")
    found: dict[str, list[float]] = {}
    with TemporaryDirectory() as folder:
        commands = _commands(game_id)
        for at in range(RUNS + 1):
            stages = {**_stages(game_id), **_stages(game_id, "--anew")}
            for name, args in commands.items():
                args = [each.format(at=at) for each in args]
                stages[name] = once(lambda args=args: _command(folder, args)).median
            if at:  # the first finds nothing kept, and a disk that is asleep
                for label, seconds in stages.items():
                    found.setdefault(label, []).append(seconds)
    for label, each in found.items():
        duration(label, Timing(each))


def _stages(game_id: str, *options: str) -> dict[str, float]:
    lines = _done([str(STARTED), game_id, *options], ROOT).splitlines()
    return {label: float(ms) / 1000 for ms, _, label in (line.partition(" ") for line in lines)}


def _commands(game_id: str) -> dict[str, list[str]]:
    """What is typed, by its label; the first opens the match that the others are about."""
    game = game_of(game_id)
    decks = [path.stem for path in game.sample_decks()]
    seats: list[str] = []
    for at, seat in enumerate(SEATS[: game.players[0]]):
        seats += ["--seat", f"{seat}={decks[at % len(decks)]}" if decks else seat]
    return {
        "referee new": ["new", "m{at}", "--game", game_id, *seats],
        "referee show": ["show", "m{at}"],
        "referee log": ["log", "m{at}", "ana", "note", "word"],
        "referee check": ["check", "m{at}", "ana", "concede"],
        "referee stats, after a match": ["stats", "pace"],
    }


def _command(folder: str, args: Sequence[str]) -> None:
    _done(["-c", COMMAND, *args], Path(folder))


def _done(args: Sequence[str], folder: Path) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    environ = {**kept, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *args],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(args)}: {done.stderr}")
    return done.stdout
