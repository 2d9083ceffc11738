"""A hall of 200 tables served over HTTP: posts, streams, a flood, and queues that come back."""

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from events.entry import entry_id
from events.event import Event
from storage.log import Draft, Log
from tests.bench.devices import HOST, Device
from tests.bench.matches import simulated
from tests.bench.measure import Timing, about, duration, heading, rate
from tests.processes import bounded, wait_until

TABLES = 200
PACE = TABLES / 88
"""Seconds between two entries of a table: 88 entries/s in all (VENUE 14)."""
QUEUED, BATCH = 60, 20
"""The entries of a queue that comes back, and how many go at once (VN-9.3)."""


class Seat(NamedTuple):
    """A table: its match, what is played there, and its two devices."""

    match: str
    events: Sequence[Event]
    recorder: str
    watcher: str


def run(game_id: str, seconds: float = 20.0, tables: int = TABLES) -> None:
    """Print how a venue fares under load, server and load on the same cores.

    Args:
        game_id: the game.
        seconds: for how long each kind of load goes on.
        tables: how many matches are on.
    """
    _, catalog, matches = simulated(game_id)
    about(f"venue, {game_id}")
    heading(f"a venue of {tables} tables and {2 * tables} streams, {game_id}")
    with TemporaryDirectory() as name:
        path = Path(name) / "hall.duckdb"
        played = [match.events for match in islice(cycle(matches), 2 * tables)]
        with Log.open(path, write=True) as log:
            seats = _seated(log, played, catalog)
        with served(path) as (port, process, started):
            duration(f"from start to the first answer, {2 * tables} matches", Timing([started]))
            asyncio.run(_loaded(port, seats[:tables], seats[tables:], seconds))
            print(f"  memory of the server: {_resident(process):,.0f} MB")


def _seated(log: Log, played: Sequence[Sequence[Event]], catalog: object) -> list[Seat]:
    """Open the matches, and have two devices join each."""
    access = Access.load(log)
    found = []
    for number, events in enumerate(played):
        match = f"t{number}"
        log.open_match(_draft(events[0]), match, catalog)  # type: ignore[arg-type]
        persons = [seating.person for seating in events[0].seats]  # type: ignore[attr-defined]
        codes = access.invite_all(
            log, [Invitation("player", each, match=match) for each in persons[:2]]
        )
        tokens = [access.bind(log, code, "", datetime.now(UTC))[0] for code in codes]
        found.append(Seat(match, events, *tokens))
    return found


@contextmanager
def served(path: Path, port: int = 0) -> Iterator[tuple[int, int, float]]:
    """The venue as a process of its own, at that port or any: its port, its number, and the seconds
    that it took to answer."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind((HOST, port))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "cli", "venue", "serve", "--log", str(path)]
    begun = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--host", HOST, "--port", str(port)], stdout=subprocess.DEVNULL
    )
    try:
        wait_until(partial(_answers, port), process)
        yield port, process.pid, time.perf_counter() - begun
    finally:
        process.send_signal(signal.SIGTERM)
        with bounded(process):
            process.wait()


def _answers(port: int) -> bool:
    try:
        asyncio.run(Device(port, "").ask("GET", "/healthz"))
    except OSError:
        return False
    return True


def _resident(process: int) -> float:
    """The memory of a process in MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


# -- the load ------------------------------------------------------------------------------------


class _Seen(msgspec.Struct):
    """What is looked at of a view."""

    at: int = 0
    behind: bool = False


_SEEN = msgspec.json.Decoder(_Seen)


class _Table:
    """A table that posts its match entry by entry, and another device that listens. Both look at
    the match when something is new, as their pages do.

    Args:
        port: of the venue.
        seat: the table.
    """

    def __init__(self, port: int, seat: Seat) -> None:
        self.match = seat.match
        self.recorder = Device(port, seat.recorder)
        self.watcher = Device(port, seat.watcher)
        self.posts: list[float] = []
        self.heard: list[float] = []
        self.offered: list[float] = []
        self.errors = 0
        self.events = seat.events
        self.last = 1
        self._sent: dict[int, float] = {}
        self._looking = Device(port, seat.recorder)

    @property
    def over(self) -> bool:
        """Whether all of its match is logged."""
        return self.last >= len(self.events)

    async def post(self, count: int = 1) -> int:
        """Post the next entries; the status."""
        events = self.events[self.last : self.last + count]
        body = _body([_draft(event) for event in events], self.last)
        now = time.perf_counter()
        for seq in range(self.last + 1, self.last + len(events) + 1):
            self._sent[seq] = now
        answer = await self.recorder.ask("POST", f"/api/matches/{self.match}/entries", body)
        self.posts.append(answer.seconds)
        if answer.status == 200:
            self.last += len(events)
        elif answer.status in (429, 503):
            await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
        else:
            self.errors += 1
        return answer.status

    async def listen(self, device: Device, *, watching: bool) -> None:
        """Listen to the match, and look at it when something is new."""
        new = asyncio.Event()
        looking = asyncio.create_task(self._look(new, watching=watching))
        try:
            async for message in device.hear(f"match/{self.match}"):
                sent = self._sent.get(message.get("n", 0))
                if sent is not None and watching and "offers" not in message:
                    self.heard.append(time.perf_counter() - sent)
                if sent is not None:
                    new.set()
        finally:
            looking.cancel()

    async def _look(self, new: asyncio.Event, *, watching: bool) -> None:
        """Look, and note when what may be tapped was there."""
        device, known = self.watcher if watching else self._looking, 0
        while True:
            await new.wait()
            new.clear()
            answer = await device.ask("GET", f"/api/matches/{self.match}")
            seen = _SEEN.decode(answer.body) if answer.status == 200 else _Seen()
            if not watching and known < seen.at and not seen.behind and seen.at in self._sent:
                self.offered.append(time.perf_counter() - self._sent[seen.at])
                known = seen.at


async def _loaded(port: int, on: Sequence[Seat], away: Sequence[Seat], seconds: float) -> None:
    tables = [_Table(port, seat) for seat in on]
    listening = [
        asyncio.create_task(each)
        for table, seat in zip(tables, on, strict=True)
        for each in (
            table.listen(table.watcher, watching=True),
            table.listen(Device(port, seat.recorder), watching=False),
        )
    ]
    await asyncio.sleep(1)
    gc.freeze()  # a pause of the load is none of the venue
    try:
        await _paced(tables, seconds)
        _told(tables, f"88 entries/s, {len(listening)} streams")
        done = await _flooded(tables, seconds / 2)
        rate("all as fast as they may", done, Timing([seconds / 2]))
        _told(tables, "  in the flood")
        await _back(port, tables, away)
    finally:
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)


def _told(tables: Sequence[_Table], label: str) -> None:
    """Print what posts took, and until others heard of them; then forget it."""
    posts = sorted(seconds for table in tables for seconds in table.posts)
    heard = sorted(seconds for table in tables for seconds in table.heard)
    errors = sum(table.errors for table in tables)
    offered = sorted(seconds for table in tables for seconds in table.offered)
    timed = {
        "a post": posts,
        "until the other device knows": heard,
        "until the own one has what may be tapped": offered,
    }
    for what, times in timed.items():
        for quantile in (0.5, 0.99) if times else ():
            found = times[min(int(len(times) * quantile), len(times) - 1)]
            duration(f"{label}: {what}, p{quantile * 100:.0f} of {len(times)}", Timing([found]))
    if errors:
        print(f"  {errors} posts were refused")
    for table in tables:
        table.posts.clear()
        table.heard.clear()
        table.offered.clear()
        table.errors = 0


async def _paced(tables: Sequence[_Table], seconds: float) -> None:
    """Each table posts an entry every PACE seconds or so."""
    chance, until = Random(1), time.perf_counter() + seconds

    async def one(table: _Table) -> None:
        await asyncio.sleep(chance.random() * PACE)
        while time.perf_counter() < until and not table.over:
            await table.post()
            await asyncio.sleep(PACE * (0.5 + chance.random()))

    await asyncio.gather(*map(one, tables))


async def _flooded(tables: Sequence[_Table], seconds: float) -> int:
    """Each table posts as soon as it is answered; how many entries went in."""
    until, before = time.perf_counter() + seconds, sum(table.last for table in tables)

    async def one(table: _Table) -> None:
        while time.perf_counter() < until and not table.over:
            await table.post()

    await asyncio.gather(*map(one, tables))
    return sum(table.last for table in tables) - before


async def _back(port: int, tables: Sequence[_Table], away: Sequence[Seat]) -> None:
    """Phones that were offline come back with their queues at once, while others go on."""
    queues = [_Table(port, seat) for seat in away]
    begun = time.perf_counter()

    async def one(table: _Table) -> None:
        wanted = min(QUEUED, len(table.events) - 1)
        while table.last <= wanted:
            await table.post(min(BATCH, wanted + 1 - table.last))

    going_on = asyncio.create_task(_paced(tables, 30))
    await asyncio.gather(*map(one, queues))
    took = time.perf_counter() - begun
    going_on.cancel()
    await asyncio.gather(going_on, return_exceptions=True)
    sent = sum(table.last - 1 for table in queues)
    duration(f"{len(queues)} queues of {QUEUED} come back ({sent:,} entries)", Timing([took]))
    _told(tables, "  others meanwhile")


def _body(drafts: Sequence[Draft], expected: int) -> bytes:
    sent = [
        {"id": d.id, "played_at": d.played_at, "recorded_at": d.recorded_at, "event": d.event}
        for d in drafts
    ]
    return msgspec.json.encode({"drafts": sent, "expected": expected, "if_legal": True})


def _draft(event: Event) -> Draft:
    now = datetime.now(UTC)
    return Draft(event, entry_id(int(now.timestamp() * 1000), os.urandom(10)), now, now, "bench")
