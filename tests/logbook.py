"""Matches to put into a log: random ones of a shipped game, and processes that log them."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from events.common import Note, Opening
from events.entry import entry_id
from events.event import Event
from referee.catalog import read_catalog, read_deck
from referee.games.registry import game_of
from referee.replay.simulate import opening, simulate
from storage.log import Draft, Log, LogError
from tests.processes import PATIENCE, end_of

ROOT = Path(__file__).parent.parent
GAME = game_of("wondervale")
CATALOG = read_catalog(GAME.sample_catalogs()[0].read_text(), GAME.catalog_type)
DECKS = [read_deck(path.read_text()) for path in GAME.sample_decks()]
START = datetime(2025, 5, 1, 10, tzinfo=UTC)


def first_entry(seed: int = 1) -> Opening:
    """An opening between two of the shipped decks."""
    one, two = DECKS[seed % len(DECKS)], DECKS[(seed + 1) % len(DECKS)]
    return opening(GAME, CATALOG, [(one.name, one.cards), (two.name, two.cards)])


def draft(event: Event, number: int, seed: int = 1, *, by: str = "sk-lena") -> Draft:
    """An event that happened at its number in a match, 20 seconds after the one before."""
    at = START + timedelta(days=seed, seconds=20 * number)
    milliseconds = int(at.timestamp() * 1000)
    entropy = random.Random(f"{seed} {number} {event}").randbytes(10)
    return Draft(event, entry_id(milliseconds, entropy), at, at + timedelta(seconds=2), by)


@cache
def played(seed: int = 1) -> tuple[Draft, ...]:
    """A whole random match; the same seed gives the same match."""
    replay = simulate(GAME, CATALOG, first_entry(seed), random.Random(seed))
    return tuple(draft(event, n, seed) for n, event in enumerate(replay.events, 1))


def note(number: int, text: str = "a remark", seed: int = 1) -> Draft:
    """A remark; it is legal at any time."""
    return draft(Note("sk-lena", text), number, seed)


def log_match(log: Log, match_id: str, seed: int = 1, entries: int | None = None) -> None:
    """Log the first entries of a random match, or all of them."""
    first, *rest = played(seed)[:entries]
    log.open_match(first, match_id, CATALOG)
    log.append(match_id, rest)


def copied(path: Path, make: Callable[..., object], *given: Hashable) -> Path:
    """A log as ``make(path, *given)`` makes it; it is made but once, and then copied."""
    path.write_bytes(_made(make, *given))
    return path


@cache
def _made(make: Callable[..., object], *given: Hashable) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log.duckdb"
        make(path, *given)
        assert {each.name for each in path.parent.iterdir()} <= {path.name, f"{path.name}.lock"}
        return path.read_bytes()


def empty_log(path: Path) -> Path:
    """A log with nothing in it; to make one takes ten times as long as to copy it."""
    return copied(path, _empty)


def _empty(path: Path) -> None:
    Log.open(path, write=True).close()


def new_log(path: Path, seeds: Sequence[int] = (1, 2, 3)) -> Path:
    """A log with a match ``m<seed>`` for each seed."""
    with Log.open(empty_log(path), write=True) as log:
        for seed in seeds:
            log_match(log, f"m{seed}", seed)
    return path


def content(log: Log, *but: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables but those named, in a fixed order."""
    names = log.rows("SELECT table_name FROM duckdb_tables() WHERE NOT internal ORDER BY ALL")
    return {
        name: log.rows(f"SELECT * FROM {name} ORDER BY ALL") for (name,) in names if name not in but
    }


def without_heads(lines: str) -> str:
    """JSON lines as somebody writes them who knows no heads."""
    return re.sub(r',"head":"[^"]*"', "", lines)


def start(code: str, *arguments: object, **options: Any) -> subprocess.Popen[str]:
    """Another process that runs Python code, with this repository on its path."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def finish(process: subprocess.Popen[str], seconds: float = PATIENCE) -> str:
    """What a process printed; it has to end well, and by then."""
    out, err = end_of(process, seconds=seconds)
    assert process.returncode == 0, err
    return out


def as_nobody(work: Callable[[], object], folder: Path) -> str:
    """What work comes to, or a LogError says, that no user of this machine does.

    Args:
        work: what to do.
        folder: where; it can be reached then.
    """
    for above in (folder, *folder.parents[:3]):  # tests side by side have one folder more
        with suppress(PermissionError):
            above.chmod(above.stat().st_mode | 0o055)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            said = str(work())
        except LogError as error:
            said = str(error)
        except BaseException as error:
            said = repr(error)
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        said = file.read()
    os.waitpid(child, 0)
    return said
