"""The log under load: import, appends, one match out of a large archive, statistics, start-up."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from events.entry import entry_id
from events.event import Event
from referee.catalog import Catalog
from storage.exchange.transfer import import_jsonl
from storage.log import Draft, Log
from storage.projection import refresh
from storage.statistics import all_statistics
from storage.statistics import run as statistic
from storage.verify import verify
from tests.bench.matches import Stored, simulated
from tests.bench.measure import Timing, duration, heading, peak_memory, rate, timed

ROOT = Path(__file__).parents[2]


def once(work: Callable[[], object]) -> Timing:
    """One run of work that cannot be repeated on the same file."""
    start = time.perf_counter()
    work()
    return Timing([time.perf_counter() - start])


def run(game_id: str, count: int, entries: int) -> None:
    """Print the figures of the log.

    Args:
        game_id: the game.
        count: how many matches to simulate.
        entries: how large the archive is made by copying them.
    """
    _, catalog, matches = simulated(game_id, count)
    lines = sum(len(m.payloads) for m in matches)
    with TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "matches.jsonl"
        file.write_bytes(b"\n".join(p for m in matches for p in m.payloads) + b"\n")
        heading(f"import of {lines:,} entries, JSON lines")
        for referee in (True, False):
            path = folder / f"import-{referee}.duckdb"
            with Log.open(path, write=True) as log:
                log.add_catalog(catalog)
                timing = once(lambda log=log, r=referee: import_jsonl(log, file, referee=r))
            rate("with refereeing" if referee else "without refereeing", lines, timing)
        with Log.open(folder / "import-True.duckdb", write=True) as log:
            rate("verify: chain, replay, digests", lines, once(lambda: verify(log)))
            rate("project the facts", lines, once(lambda: refresh(log)))
        _appends(folder / "append.duckdb", matches, catalog)
        _archive(folder / "import-True.duckdb", matches, lines, entries)
    peak_memory()


def _draft(event: Event) -> Draft:
    now = datetime.now(UTC)
    return Draft(event, entry_id(int(now.timestamp() * 1000), os.urandom(10)), now, now, "bench")


def _appends(path: Path, matches: Sequence[Stored], catalog: Catalog) -> None:
    heading("durable appends, refereed, one process")
    for size in (1, 20):
        done = 0
        with Log.open(path, write=True) as log:
            start = time.perf_counter()
            for number, stored in enumerate(matches):
                match_id = f"append-{size}-{number}"
                log.open_match(_draft(stored.events[0]), match_id, catalog)
                match = log.load(match_id)
                rest = stored.events[1:]
                for at in range(0, len(rest), size):
                    drafts = [_draft(event) for event in rest[at : at + size]]
                    log.append(match_id, drafts, match=match)
                    done += len(drafts)
                if time.perf_counter() - start > 5:
                    break
            timing = Timing([time.perf_counter() - start])
        rate(f"batches of {size}, one commit each", done, timing)


def _archive(path: Path, matches: Sequence[Stored], lines: int, entries: int) -> None:
    copies = max(1, entries // lines)
    with Log.open(path, write=True) as log:
        for table in _tables(log):
            columns = "* EXCLUDE (copy) REPLACE (match_id || '-' || copy AS match_id)"
            if table == "entries":
                columns = (
                    "* EXCLUDE (copy) REPLACE (match_id || '-' || copy AS match_id, "
                    "replace(payload, match_id, match_id || '-' || copy) AS payload)"
                )
            log.rows(
                f"INSERT INTO {table} SELECT {columns} FROM {table}, "
                f"range(1, {copies}) AS copies(copy)",
            )
        log.rows("CHECKPOINT")
    with Log.open(path) as log:
        total = log.rows("SELECT count(*) FROM entries")[0][0]
        facts = sum(
            log.rows(f"SELECT count(*) FROM {t}")[0][0] for t in _tables(log) if "fact_" in t
        )
        heading(f"an archive of {total:,} entries and {facts:,} facts")
        wanted = f"{matches[len(matches) // 2].match}-{copies // 2}" if copies > 1 else "m000000"
        duration("load one match and replay it", timed(lambda: log.load(wanted).replay()))
        for name in all_statistics():
            duration(f"stats {name}", timed(lambda n=name: statistic(log.connection, n), runs=3))
    heading("whole processes, with start-up")
    for label, words in (
        ("referee check on that archive", ["check", wanted, "ana note text=x", "--log", str(path)]),
        ("referee rules", ["rules", matches_game(matches), "--json"]),
    ):
        duration(label, timed(lambda w=words: _process(w)))


def matches_game(matches: Sequence[Stored]) -> str:
    """The game that the matches are of, as their opening says."""
    return str(getattr(matches[0].events[0], "game", ""))


def _process(words: Sequence[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli", *words], cwd=ROOT, capture_output=True, check=False
    )
    if done.returncode not in (0, 3):
        raise SystemExit(done.stderr.decode())


def _tables(log: Log) -> list[str]:
    found = log.rows(
        "SELECT table_name FROM duckdb_columns() WHERE column_name = 'match_id' AND "
        "table_name IN (SELECT table_name FROM duckdb_tables()) ORDER BY table_name"
    )
    return [row[0] for row in found]
