"""Many processes at one log: writers and readers in a loop, and how long each had to wait."""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from storage.exchange.transfer import export_jsonl, import_jsonl
from storage.log import Log, LogLocked
from storage.private_copy import private_copy
from storage.projection import refresh
from storage.verify import verify
from tests.logbook import finish, log_match, note, start, without_heads
from tests.processes import next_line

LONG_QUERY = "SELECT count(DISTINCT hash(i)) FROM range({}) t(i)"
"""A query that takes long, as does a statistic over many seasons."""

LONG = 1800.0
"""For how many seconds such a process is waited for, as others may use the machine too."""


class Contended(NamedTuple):
    """What came of it.

    Attributes:
        refused: how often a log could not be had within the wait.
        lost: entries that were acknowledged and are not in the log.
        waits: how many seconds each had to wait, by what it did.
        exact: whether the log verifies.
    """

    refused: int
    lost: int
    waits: dict[str, list[float]]
    exact: bool


def contend(folder: Path, writers: int, readers: int, rounds: int, rows: int) -> Contended:
    """Have processes write and read one log at the same time.

    Args:
        folder: where to make the log.
        writers: how many log an entry in each round, each in a match of its own.
        readers: how many read in each round: a match, and by a long query.
        rounds: how many rounds each has.
        rows: how many rows the long query goes over.
    """
    path = folder / "season.duckdb"
    with Log.open(path, write=True) as log:
        for number in range(writers):
            log_match(log, f"m{number}", number + 1, entries=30)
    names = ["write"] * writers + ["read"] * readers
    code = "import sys\nfrom tests import contention\ncontention.take_part(sys.argv[1:])\n"
    processes = [
        start(code, path, name, number % writers, rounds, rows) for number, name in enumerate(names)
    ]
    return _told(path, processes, {})


def _told(
    path: Path, processes: Sequence[subprocess.Popen[str]], waits: dict[str, list[float]]
) -> Contended:
    """What these processes came to, once they have ended; their waits are added to these."""
    told = [json.loads(line) for each in processes for line in finish(each, LONG).splitlines()]
    for each in told:
        waits.setdefault(each["what"], []).append(each["seconds"])
    acknowledged = {each["id"] for each in told if "id" in each}
    with Log.open(path) as log:
        there = {key for (key,) in log.rows("SELECT id FROM entries WHERE match_id LIKE 'm%'")}
        exact = verify(log).exact
    return Contended(len(waits.pop("refused", ())), len(acknowledged - there), waits, exact)


def take_part(arguments: Sequence[str]) -> None:
    """One of the processes."""
    path, name, own = Path(arguments[0]), arguments[1], int(arguments[2])
    rounds, rows = map(int, arguments[3:])
    for turn in range(rounds):
        try:
            if name == "write":
                _write(path, own, turn)
            else:
                _read(path, own, rows)
        except LogLocked:
            _tell("refused", 0.0)


def rebuild(folder: Path, entries: int, writers: int) -> Contended:
    """Have processes log and one ask, while the tables of a large log are made anew.

    Args:
        folder: where to make the log.
        entries: how many it has at least.
        writers: how many log, each in a match of its own.
    """
    path, lines = folder / "season.duckdb", folder / "lines.jsonl"
    with Log.open(path, write=True) as log:
        for number in range(writers):
            log_match(log, f"m{number}", 1)
        export_jsonl(log, lines, ["m0"])
        text = without_heads(lines.read_text())
        times = -(-entries // text.count("\n"))
        with lines.open("w") as file:
            file.writelines(text.replace('"m0"', f'"c{number}"') for number in range(times))
        import_jsonl(log, lines)
        refresh(log)
    code = "import sys\nfrom tests import contention\ncontention.go_on(sys.argv[1:])\n"
    beside = [start(code, path, "write", number) for number in range(writers)]
    beside.append(start(code, path, "ask", 0))
    for each in beside:
        next_line(each)
    began = time.monotonic()
    finish(start("from cli.main import run\nrun()", "rebuild", "--log", path), LONG)
    waits = {"rebuild": [time.monotonic() - began]}
    path.with_suffix(".done").touch()
    return _told(path, beside, waits)


def go_on(arguments: Sequence[str]) -> None:
    """One of the processes beside a rebuilding, until that is done."""
    path, name, own = Path(arguments[0]), arguments[1], int(arguments[2])
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    turn = 0
    while not path.with_suffix(".done").exists():
        try:
            if name == "write":
                _write(path, own, turn)
            else:
                _ask(path, "head", f"m{own}")
                _ask(path, "sql", "SELECT count(*) FROM entries")
                _ask(path, "sql", "SELECT count(*) FROM turns")
        except LogLocked:
            _tell("refused", 0.0)
        turn += 1
        time.sleep(0.1)


def _ask(path: Path, command: str, what: str) -> None:
    """Ask as a person does, with the start of the command in the time."""
    began = time.monotonic()
    asked = [sys.executable, "-m", "cli", command, what, "--log", str(path)]
    status = subprocess.run(asked, capture_output=True, check=False).returncode
    told = f"{command} {what.rpartition(' ')[2]}" if command == "sql" else command
    _tell(told, time.monotonic() - began)
    if status:
        _tell("refused", 0.0)


def _write(path: Path, own: int, turn: int) -> None:
    began = time.monotonic()
    with Log.open(path, write=True) as log:
        waited = time.monotonic() - began
        (recorded,) = log.append(f"m{own}", [note(100 + turn, seed=own + 1)])
    _tell("write", waited, recorded.entry.id)


def _read_match(path: Path, own: int) -> None:
    began = time.monotonic()
    with Log.open(path) as log:
        waited = time.monotonic() - began
        log.load(f"m{own}")
    _tell("read a match", waited)


def _read(path: Path, own: int, rows: int) -> None:
    _read_match(path, own)
    began = time.monotonic()
    with private_copy(path) as copy:
        waited = time.monotonic() - began
        copy.rows(LONG_QUERY.format(rows))
    _tell("begin a long query", waited)
    _tell("(the query itself)", time.monotonic() - began - waited)


def _tell(what: str, seconds: float, entry_id: str | None = None) -> None:
    told = {"what": what, "seconds": seconds} | ({"id": entry_id} if entry_id else {})
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
