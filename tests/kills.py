"""Processes that are killed while they work at a log: nothing acknowledged is lost."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from storage.exchange.transfer import export_jsonl, import_jsonl
from storage.log import Item, Log, Receipt
from storage.private_copy import private_copy
from storage.projection import refresh
from storage.verify import verify
from tests.logbook import CATALOG, draft, first_entry, log_match, note, start, without_heads
from tests.processes import end_of, next_line


class Killed(NamedTuple):
    """What came of it.

    Attributes:
        kills: how many processes were killed at work.
        acknowledged: how many entries, and imported matches, were acknowledged.
        lost: those of them that are not in the log.
        torn: matches that were imported in part.
        damaged: the work after which the log did not verify.
    """

    kills: int
    acknowledged: int
    lost: int
    torn: list[str]
    damaged: list[str]


def _append(path: Path, seed: int) -> None:
    with Log.open(path, write=True) as log:
        match = log.load("m1")
        for number in range(100_000):
            (recorded,) = log.append("m1", [note(1000 + number, seed=seed)], match=match)
            _say(recorded.entry.id)


def _append_batches(path: Path, seed: int) -> None:
    for first in range(0, 100_000, 20):
        drafts = [note(1000 + first + number, seed=seed) for number in range(20)]
        with Log.open(path, write=True) as log:
            recorded = log.append("m1", drafts)
        _say(*(each.entry.id for each in recorded))


def _open_matches(path: Path, seed: int) -> None:
    for number in range(100_000):
        with Log.open(path, write=True) as log:
            opening = draft(first_entry(), number, seed)
            recorded = log.open_match(opening, f"n{seed}-{number}", CATALOG)
        _say(recorded.entry.id)


def _import(path: Path, seed: int) -> None:
    with Log.open(path, write=True) as log:
        lines = path.with_name("lines.jsonl").read_text()
        for number in range(100_000):
            file = path.with_name(f"lines-{seed}.jsonl")
            match_id = f"i{seed}-{number}"
            file.write_text(lines.replace('"m1"', f'"{match_id}"'))
            import_jsonl(log, file)
            _say(match_id)


def _import_to_the_commit(path: Path, seed: int) -> None:
    """An import whose process ends with the commit, before anything else is done."""
    commit, match_id = Log.transaction, f"i{seed}-committed"

    @contextmanager
    def ending(log: Log) -> Iterator[None]:
        with commit(log):
            yield
        _say(match_id)
        os.kill(os.getpid(), signal.SIGKILL)

    Log.transaction = ending  # type: ignore[method-assign]
    file = path.with_name(f"lines-{seed}.jsonl")
    lines = path.with_name("lines.jsonl").read_text()
    file.write_text(lines.replace('"m1"', f'"{match_id}"'))
    with Log.open(path, write=True) as log:
        import_jsonl(log, file)


def _project(path: Path, seed: int) -> None:
    for number in range(100_000):
        with Log.open(path, write=True) as log:
            log.append("m2", [note(1000 + number, seed=seed)])
            log.rows("DELETE FROM meta WHERE key = 'projection'")
        _say()
        with private_copy(path, lambda copy: refresh(copy, also=path)):
            _say()


def _serve(path: Path, seed: int) -> None:
    """A log held open: several matches in a commit, the journal folded in by another thread."""

    def fold() -> None:
        with log.cursor() as beside:
            while True:
                beside.checkpoint(20_000)
                time.sleep(0.02)

    log = Log.open(path, write=True)
    Thread(target=fold, daemon=True).start()
    for number in range(1000, 100_000):
        items = [
            Item(f"m{match}", [each], receipt=Receipt(each.recorded_at, "phone"))
            for match, each in ((1, note(number, seed=seed)), (2, note(number, "b", seed=seed)))
        ]
        answers = log.append_many(items)
        _say(*(recorded.entry.id for answer in answers for recorded in answer.recorded))


WORK = {
    "append": _append,
    "append batches": _append_batches,
    "open matches": _open_matches,
    "import": _import,
    "import to the commit": _import_to_the_commit,
    "project": _project,
    "serve": _serve,
}


def kill(folder: Path, rounds: int, seed: int = 0) -> Killed:
    """Kill each kind of work at random moments, and look at the log each time."""
    path = folder / "season.duckdb"
    with Log.open(path, write=True) as log:
        log_match(log, "m1", 1)
        log_match(log, "m2", 2)
        export_jsonl(log, folder / "lines.jsonl", ["m1"])
    lines = without_heads((folder / "lines.jsonl").read_text())
    (folder / "lines.jsonl").write_text(lines)
    whole = lines.count("\n")
    chance = random.Random(seed)
    kills = 0
    acknowledged: set[str] = set()
    lost: set[str] = set()
    damaged = []
    code = "import sys\nfrom tests import kills\nkills.work(sys.argv[1:])\n"
    for turn in range(rounds):
        for name in WORK:
            worker = start(code, path, name, 100 * seed + turn + 7)
            acknowledged |= set(_killed(worker, chance))
            kills += worker.returncode == -signal.SIGKILL
            with Log.open(path) as log:
                told = "SELECT id FROM entries UNION SELECT match_id FROM matches"
                there = {key for (key,) in log.rows(told)}
                lost |= acknowledged - there
                if not verify(log).exact:
                    damaged.append(f"{name}, round {turn}")
            with Log.open(path, write=True, wait=1) as log:
                (recorded,) = log.append("m2", [note(2000 + kills, seed=turn)])
            acknowledged.add(recorded.entry.id)
    with Log.open(path) as log:
        torn = log.rows(
            "SELECT match_id FROM entries WHERE match_id LIKE 'i%' "
            f"GROUP BY match_id HAVING count(*) <> {whole} ORDER BY match_id"
        )
    return Killed(kills, len(acknowledged), len(lost), [each for (each,) in torn], damaged)


def _killed(worker: "subprocess.Popen[str]", chance: random.Random) -> list[str]:
    """What a process acknowledged that is killed some time after its first word."""
    said = next_line(worker)
    time.sleep(chance.random() * 0.2)
    os.kill(worker.pid, signal.SIGKILL)
    rest, _ = end_of(worker)
    whole = (said + rest).rpartition("\n")[0]  # the last line may be cut off
    return whole.split()


def work(arguments: list[str]) -> None:
    """The work of one process, until it is killed."""
    path, name, seed = Path(arguments[0]), arguments[1], int(arguments[2])
    WORK[name](path, seed)


def _say(*ids: str) -> None:
    sys.stdout.write(" ".join(ids) + "\n")
    sys.stdout.flush()
