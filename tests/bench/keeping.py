"""Copies of a log while a hall plays: what they cost those who post, and what comes back."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from cli.venue.keeping.keeper import Keeper
from cli.venue.keeping.restoration import restore
from events.common import Note
from events.entry import entry_id
from storage.exchange.transfer import import_jsonl
from storage.log import Draft, Item, Log
from tests.bench.archive import enlarge
from tests.bench.matches import simulated
from tests.bench.measure import Timing, about, duration, heading

ENTRIES = 90_000
"""How large the log is: a weekend of two hundred tables."""
TABLES = 80
PACE = 0.02
"""How many seconds lie between two commits of two entries each: about 90 entries a second."""


def run(game_id: str) -> None:
    """Print how long a copy takes and what posts wait meanwhile, and how long a restore takes.

    Args:
        game_id: the game.
    """
    _, catalog, matches = simulated(game_id)
    about(f"keeping, {game_id}")
    with TemporaryDirectory() as name:
        folder = Path(name)
        path, stick = folder / "log.duckdb", folder / "stick"
        stick.mkdir()
        lines = folder / "lines.jsonl"
        lines.write_bytes(b"\n".join(p for m in matches for p in m.payloads) + b"\n")
        with Log.open(path, write=True) as log:
            log.add_catalog(catalog)
            taken = import_jsonl(log, lines).entries
        enlarge(path, -(-ENTRIES // taken))
        with Log.open(path, write=True) as log:
            _kept(log, stick)
        path.unlink()
        start = time.perf_counter()
        done = restore(stick, path)
        label = f"restore of {done.report.entries:,} entries, verified"
        duration(label, Timing([time.perf_counter() - start]))
        print(
            f"{done.report.entries - done.copied:,} of them from the lines; {done.left_out or ''}"
        )


def _kept(log: Log, stick: Path) -> None:
    """The figures of a copy of a log that is served."""
    ((entries,),) = log.rows("SELECT count(*) FROM entries")
    heading(f"a copy of {entries:,} entries, {log.file.stat().st_size / 1e6:.0f} MB, on this disk")
    keeper = Keeper(log.path, stick, lambda: datetime.now(UTC))
    tables = [row.id for row in log.matches()[:TABLES]]
    for table in tables:
        log.live(table).replay()

    def copy() -> None:
        with log.cursor() as beside:
            start = time.perf_counter()
            keeper.copy(beside)
            duration("a copy", Timing([time.perf_counter() - start]))

    def verified() -> None:
        start = time.perf_counter()
        while keeper.status().copies == 0 and keeper.status().standing != "failed":
            keeper.tick()
            time.sleep(0.05)
        duration("its verification, giving way", Timing([time.perf_counter() - start]))

    for label, work in (
        ("with nothing beside it", lambda: time.sleep(4)),
        ("while a copy is made", copy),
        ("while the copy is verified", verified),
    ):
        times = sorted(_posted(log, keeper, tables, work))
        print(f"a post {label} ({len(times)} commits, one every {PACE * 1000:.0f} ms):")
        duration("  half of them", Timing([times[len(times) // 2]]))
        duration("  99 of 100", Timing([times[len(times) * 99 // 100]]))
        duration("  at most", Timing(times[-1:]))
    print(keeper.status().said)
    keeper.close()


def _posted(log: Log, keeper: Keeper, tables: list[str], work: Callable[[], object]) -> list[float]:
    """The seconds of each commit, lines included, while work goes on in another thread."""
    thread = Thread(target=work)
    times: list[float] = []
    thread.start()
    while thread.is_alive():
        at = len(times)
        items = [
            Item(tables[(2 * at + more) % len(tables)], [_remark(at, more)]) for more in (0, 1)
        ]
        start = time.perf_counter()
        for answer in log.append_many(items):
            if answer.error is not None:
                raise answer.error
        keeper.committed(log)
        times.append(time.perf_counter() - start)
        time.sleep(PACE)
    thread.join()
    return times


def _remark(at: int, more: int) -> Draft:
    now = datetime.now(UTC)
    key = entry_id(int(now.timestamp() * 1000), os.urandom(10))
    return Draft(Note("bench", f"remark {at} {more}"), key, now, now, "bench")
