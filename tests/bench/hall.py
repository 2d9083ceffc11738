"""A hall: entries of many tables in one commit, beside one commit each; what a copy costs them."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import cycle, islice, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from events.common import Note
from events.entry import entry_id
from events.event import Event
from referee.catalog import Catalog
from storage.log import Draft, Item, Log, Receipt
from tests.bench.matches import simulated
from tests.bench.measure import Timing, about, duration, heading, rate

TABLES = 80
"""How many matches are played at once."""


def run(game_id: str, seconds: float = 2.0) -> None:
    """Print how many entries a second a log takes that is held open, and what a commit waits for.

    Args:
        game_id: the game.
        seconds: for how long entries go in one way.
    """
    _, catalog, matches = simulated(game_id)
    played = [match.events for match in islice(cycle(matches), TABLES)]
    about(f"hall, {game_id}")
    heading(f"a hall of {TABLES} tables, {game_id}: refereed, on disk, the log held open")
    with TemporaryDirectory() as name:
        for label, alone, receipt in (
            ("one entry, one commit", True, False),
            (f"an entry of each of {TABLES} tables, one commit", False, False),
            ("the same, with receipts", False, True),
        ):
            with Log.open(Path(name) / f"{alone}-{receipt}.duckdb", write=True) as log:
                _open(log, played, catalog)
                items = list(_rounds(played, receipt=receipt))
                commits = [[item] for each in items for item in each] if alone else items
                done, times = _committed(log, commits, seconds)
                rate(label, done, Timing([sum(times)]))
                duration("  a commit", Timing(times))
        _waits(Path(name) / "waits.duckdb", played, catalog, seconds)


def _waits(path: Path, played: Sequence[Sequence[Event]], catalog: Catalog, seconds: float) -> None:
    """The longest wait for a commit, with nothing beside it and with what goes on beside it; the
    log is filled for some seconds before."""
    with Log.open(path, write=True) as log:
        _open(log, played, catalog)
        done, _ = _committed(log, _rounds(played), seconds)
        works: dict[str, Callable[[Log], object]] = {
            "with nothing beside it": lambda beside: time.sleep(2),
            "while a copy is made": lambda beside: beside.copy_to(path.with_name("copy")),
            "while the journal is folded in now and then": _fold,
        }
        log.checkpoint(0)
        print(f"a commit of {TABLES} entries, in a log of {done:,}:")
        for label, work in works.items():
            times = _beside(log, work)
            longest = Timing([max(times)])
            duration(f"  at most, {label} ({len(times)} commits)", longest)


def _fold(log: Log) -> None:
    for _ in range(20):
        log.checkpoint()
        time.sleep(0.1)


def _beside(log: Log, work: Callable[[Log], object]) -> list[float]:
    """The seconds of each commit while work goes on in another thread, and one more."""

    def run() -> None:
        with log.cursor() as beside:
            work(beside)

    thread = Thread(target=run)
    times: list[float] = []
    thread.start()
    while thread.is_alive() or not times:
        noted = [Item(f"t{n}", [_draft(Note("bench", "time"))]) for n in range(TABLES)]
        times += _committed(log, [noted], 60)[1]
    thread.join()
    return times


def _open(log: Log, played: Sequence[Sequence[Event]], catalog: Catalog) -> None:
    for number, events in enumerate(played):
        log.open_match(_draft(events[0]), f"t{number}", catalog)
        log.live(f"t{number}").replay()


def _rounds(played: Sequence[Sequence[Event]], *, receipt: bool = False) -> Iterator[list[Item]]:
    """The second entry of every match, then the third, and so on."""
    for seq, events in enumerate(zip_longest(*(match[1:] for match in played)), 1):
        yield [
            Item(
                f"t{number}",
                [_draft(event)],
                seq,
                receipt=Receipt(datetime.now(UTC), "bench") if receipt else None,
            )
            for number, event in enumerate(events)
            if event is not None
        ]


def _committed(
    log: Log, commits: Iterable[Sequence[Item]], seconds: float
) -> tuple[int, list[float]]:
    """How many entries went in, and the seconds of each commit."""
    done, times = 0, []
    end = time.perf_counter() + seconds
    for items in commits:
        start = time.perf_counter()
        if start > end:
            break
        answers = log.append_many(items)
        times.append(time.perf_counter() - start)
        done += len(items)
        for answer in answers:
            if answer.error is not None:
                raise answer.error
    return done, times


def _draft(event: Event) -> Draft:
    now = datetime.now(UTC)
    return Draft(event, entry_id(int(now.timestamp() * 1000), os.urandom(10)), now, now, "bench")
