"""The log under load: import, appends, one match out of a large archive, statistics, start-up."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from events.entry import GENESIS, entry_id, link
from events.event import Event
from referee.catalog import Catalog
from storage.exchange.transfer import import_jsonl
from storage.log import Draft, Log
from storage.projection import rebuild, refresh
from storage.statistics import all_statistics
from storage.statistics import run as statistic
from storage.verify import verify, verify_chain
from tests.bench.matches import Stored, simulated
from tests.bench.measure import (
    Timing,
    about,
    duration,
    heading,
    once,
    peak_memory,
    rate,
    timed,
)

ROOT = Path(__file__).parents[2]


def run(game_id: str, count: int | None, entries: int) -> None:
    """Print the figures of the log.

    Args:
        game_id: the game.
        count: how many matches to simulate; None: enough of them.
        entries: how large the archive is made by copying them.
    """
    _, catalog, matches = simulated(game_id, count)
    lines = sum(len(m.payloads) for m in matches)
    with TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "matches.jsonl"
        file.write_bytes(b"\n".join(p for m in matches for p in m.payloads) + b"\n")
        about(f"archive, {game_id}")
        heading(f"import of {lines:,} entries, JSON lines")
        for referee in (True, False):
            path = folder / f"import-{referee}.duckdb"
            with Log.open(path, write=True) as log:
                log.add_catalog(catalog)
                timing = once(lambda log=log, r=referee: import_jsonl(log, file, referee=r))
            rate("import, refereed" if referee else "import, not refereed", lines, timing)
        with Log.open(folder / "import-True.duckdb", write=True) as log:
            rate("verify: chain, replay, digests", lines, once(lambda: verify(log)))
            rate("project the facts", lines, once(lambda: refresh(log)))
            for jobs in (1, 2):
                by_the_clock = f"{jobs} at a time, by the clock"
                again = once(lambda log=log, n=jobs: verify(log, jobs=n), time.perf_counter)
                rate(f"verify: with the facts, {by_the_clock}", lines, again)
                again = once(lambda log=log, n=jobs: rebuild(log, jobs=n), time.perf_counter)
                rate(f"project anew, {by_the_clock}", lines, again)
        _appends(folder / "append.duckdb", matches, catalog)
        _archive(folder / "import-True.duckdb", game_id, matches, entries)
    peak_memory()


def _draft(event: Event) -> Draft:
    now = datetime.now(UTC)
    return Draft(event, entry_id(int(now.timestamp() * 1000), os.urandom(10)), now, now, "bench")


def _appends(path: Path, matches: Sequence[Stored], catalog: Catalog) -> None:
    heading("durable appends, refereed, one process")
    for size in (1, 20):
        done, spent = 0, 0.0
        with Log.open(path, write=True) as log:
            for number, stored in enumerate(matches):
                match_id = f"append-{size}-{number}"
                log.open_match(_draft(stored.events[0]), match_id, catalog)
                match = log.load(match_id)
                rest = [_draft(event) for event in stored.events[1:]]
                start = time.perf_counter()
                for at in range(0, len(rest), size):
                    log.append(match_id, rest[at : at + size], match=match)
                spent += time.perf_counter() - start
                done += len(rest)
                if spent > 2:
                    break
        rate(f"append, {size} in a commit", done, Timing([spent]))


def _archive(path: Path, game_id: str, matches: Sequence[Stored], entries: int) -> None:
    copies = max(1, entries // sum(len(match.payloads) for match in matches))
    enlarge(path, copies)
    with Log.open(path) as log:
        total = log.rows("SELECT count(*) FROM entries")[0][0]
        facts = sum(
            log.rows(f"SELECT count(*) FROM {t}")[0][0] for t in _tables(log) if "fact_" in t
        )
        heading(f"an archive of {total:,} entries and {facts:,} facts")
        wanted = f"{matches[len(matches) // 2].match}-{copies // 2}" if copies > 1 else "m000000"
        rate("verify --quick: the chain alone", total, once(lambda: _require_whole(log)))
        duration("load one match and replay it", timed(lambda: log.load(wanted).replay()))
        for name, asked in all_statistics().items():
            if asked.game in ("", game_id):
                timing = timed(lambda n=name: statistic(log.connection, n), runs=1)
                duration(f"stats {name}", timing)
    heading("whole processes, with start-up; the source is compiled beforehand")
    for label, words in (
        ("referee check on that archive", ["check", wanted, "ana note text=x", "--log", str(path)]),
        ("referee matches on that archive", ["matches", "--log", str(path)]),
        ("referee rules", ["rules", game_id, "--json"]),
    ):
        duration(label, timed(lambda w=words: _process(w, path.parent), runs=1))


def enlarge(path: Path, copies: int) -> None:
    """Make a log so many times as large: copies of its matches, each whole in itself."""
    with Log.open(path, write=True) as log:
        for table in _tables(log):
            if table not in ("entries", "heads"):
                log.rows(
                    f"INSERT INTO {table} SELECT * EXCLUDE (copy) "
                    f"REPLACE (match_id || '-' || copy AS match_id) FROM {table}, "
                    f"range(1, {copies}) AS copies(copy)",
                )
        chained = path.with_suffix(".jsonl")
        _write_chains(log, chained, copies)
        log.rows(
            "INSERT INTO entries SELECT e.* REPLACE (e.match_id || '-' || copy AS match_id, "
            "replace(e.payload, e.match_id, e.match_id || '-' || copy) AS payload, c.hash AS hash) "
            f"FROM read_json('{chained}', format = 'newline_delimited', columns = "
            "{match_id: 'VARCHAR', seq: 'INTEGER', copy: 'INTEGER', hash: 'VARCHAR'}) AS c "
            "JOIN entries AS e USING (match_id, seq)"
        )
        log.rows("CHECKPOINT")


def _write_chains(log: Log, path: Path, copies: int) -> None:
    """Write the hashes of the copies of all matches: each names its match, so they are its own."""
    rows = log.rows("SELECT match_id, seq, payload FROM entries ORDER BY match_id, seq")
    with path.open("wb") as file:
        for copy in range(1, copies):
            chained = GENESIS
            for match_id, seq, payload in rows:
                copied = payload.replace(match_id, f"{match_id}-{copy}").encode()
                chained = link(GENESIS if seq == 1 else chained, copied)
                row = {"match_id": match_id, "seq": seq, "copy": copy, "hash": chained}
                file.write(msgspec.json.encode(row) + b"\n")


def _require_whole(log: Log) -> None:
    report = verify_chain(log)
    if not report.exact:
        raise SystemExit(f"the archive is not whole: {report.differences[0]}")


def _process(words: Sequence[str], folder: Path) -> None:
    """One command; what is compiled is kept in a folder, also where nothing may be kept here."""
    surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-m", "cli", *words],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        check=False,
    )
    if done.returncode not in (0, 3):
        raise SystemExit(done.stderr.decode())


def _tables(log: Log) -> list[str]:
    found = log.rows(
        "SELECT table_name FROM duckdb_columns() WHERE column_name = 'match_id' AND "
        "table_name IN (SELECT table_name FROM duckdb_tables()) ORDER BY table_name"
    )
    return [row[0] for row in found]
