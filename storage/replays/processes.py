"""Matches replayed one after the other, or side by side in several processes.

This one does its share: while the others have enough to do, it does the next part itself. What goes
to another process is the payloads of a match, and what comes back is what it comes to:
digests and rows, never the replay itself. So the result is the same for any number of processes,
and none of them needs the log.
"""

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import Generic, NamedTuple, Self, TypeVar

from events.common import Opening
from referee.catalog import Catalog, stored_catalog
from referee.fact import FACTS, Fact
from referee.game import Game
from referee.games.registry import game_of
from referee.verdict import Illegal, Incomplete
from storage.fact_tables import table_name
from storage.files import Scratch
from storage.replays.replayed import Unplayable, replayed
from storage.rows import Lines, rows_of
from storage.tournament.played import GameOfContest, contest_game_of

TOGETHER = 250
"""About how many entries go to another process at a time."""
AHEAD = 3
"""How many such parts each other process has to do or is doing."""
WAITING = 40
"""How many parts may wait for the first of them, as where the others are still starting."""
LOST = 3
"""How often processes may be ended from without until this one does the rest itself."""
LARGE = 10_000
"""From how many entries on other processes are started where nobody says in how many: each takes
about a second of processor time to start, which two cores make good again from 2,000 entries of a
slow game on, and from 20,000 of a quick one."""
MOST = 8
"""How many processes are the usual most: one feeds them all."""


def usual_jobs(entries: int) -> int:
    """In how many processes so many entries are best replayed on this machine."""
    return min(_cores(), MOST) if entries >= LARGE else 1


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class Asked(NamedTuple):
    """A match that is to be replayed."""

    match_id: str  # the match
    game: Game  # its game, under the version that it pins
    catalog: Catalog  # the catalog that it pins
    payloads: Sequence[str]  # its entries
    upto: int  # the entry up to which its rows are asked for; 0: none are


_Part = Sequence[tuple[str, str, str, str | bytes, Sequence[str], int]]
"""Matches for another process: id, game, version, catalog (its file, or its canonical bytes where
that process may be on another machine), entries, rows up to."""


class Came(NamedTuple):
    """What a match comes to."""

    noted: Mapping[int, str]  # the digests to note, by entry
    rows: Mapping[str, Lines]  # for each table how many rows it has, and these as JSON lines
    whole: bool = True  # its opening is legal, and no entry lacks a choice
    # the entry at which it cannot be replayed, what that is, and why
    fault: tuple[int, str, str] | None = None
    # what it says of the contest that it is a game of; None where it is of none
    game: GameOfContest | None = None
    depth: str = "full"  # how much is told of it, at the least of all times


T = TypeVar("T")
Act = Callable[[str, Game, Catalog, Sequence[str], int], T]
"""What is asked of a match: it is given what is in :class:`Asked`."""


class _Work(NamedTuple, Generic[T]):
    """The same of a part."""

    here: Callable[[], list[T]]  # as this process does it
    there: Callable[[], list[T]]  # as another does


_UnderWay = deque[tuple[_Work[T], Future[list[T]]]]


class Replays:
    """Replays matches. Use it as a context manager.

    What a process was doing that is ended from without, as where memory runs short, is done by
    others, and in the end by this one.

    Args:
        jobs: in how many processes, this one and others.
    """

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self.others = jobs - 1
        self._folder: Scratch | None = None
        self._pool: ProcessPoolExecutor | None = None
        self._kept: set[str] = set()
        self._lost = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stop()
        if self._folder is not None:
            self._folder.cleanup()

    def of(self, asked: Iterable[Asked]) -> Iterator[Came]:
        """What each match comes to, in order.

        Raises:
            LogError: a game gives a fact that it does not declare.
        """
        return self.each(came_to, asked)

    def each(self, act: Act[T], asked: Iterable[Asked]) -> Iterator[T]:
        """What is asked of each match, in order: by a function of a module, which other processes
        can import, and what it gives can be sent."""
        if not self.others:
            yield from (act(*each) for each in asked)
            return
        under_way: _UnderWay[T] = deque()
        for each in _parts(asked):
            while under_way and self._waits_for_first(under_way):
                yield from self._first(under_way)
            part = [(a.match_id, *self._edition(a), a.payloads, a.upto) for a in each]
            work = _Work(partial(_each_here, act, each), partial(_each_of, act, part))
            sent = self._send(work) if self._has_room(under_way) else _done(work)
            under_way.append((work, sent))
        while under_way:
            yield from self._first(under_way)

    def _waits_for_first(self, under_way: _UnderWay[T]) -> bool:
        """Whether the first part is told before another is begun: it is done, or there are many."""
        return under_way[0][1].done() or len(under_way) >= max(WAITING, AHEAD * self.jobs)

    def _has_room(self, under_way: _UnderWay[T]) -> bool:
        """Whether another process does the next part, not this one."""
        return sum(not future.done() for _, future in under_way) < AHEAD * self.others

    def _first(self, under_way: _UnderWay[T]) -> list[T]:
        """What the matches of the first part come to, once that is known."""
        while True:
            try:
                found = under_way[0][1].result()
            except BrokenProcessPool:
                self._lost += 1
                self._stop()
                for at, (work, future) in enumerate(under_way):
                    if isinstance(future.exception(), BrokenProcessPool):
                        under_way[at] = work, self._send(work)
            else:
                under_way.popleft()
                return found

    def _send(self, work: _Work[T]) -> Future[list[T]]:
        """Have a part done by another process, or at last by this one."""
        if self._lost >= LOST:
            return _done(work)
        try:
            return self._started().submit(work.there)
        except BrokenProcessPool as error:
            sent: Future[list[T]] = Future()
            sent.set_exception(error)
            return sent

    def _edition(self, asked: Asked) -> tuple[str, str, str | bytes]:
        """The game, its version, and the file of the catalog, which each process reads once."""
        if self._folder is None:
            self._folder = Scratch()
        path = Path(self._folder.name, asked.catalog.hash)
        if asked.catalog.hash not in self._kept:
            path.write_bytes(asked.catalog.canonical)
            self._kept.add(asked.catalog.hash)
        return asked.game.id, asked.game.version, str(path)

    def _started(self) -> ProcessPoolExecutor:
        """The processes, which leave Ctrl-C to this one from their first moment on."""
        if self._pool is None:
            here = current_thread() is main_thread()
            before = signal.signal(signal.SIGINT, signal.SIG_IGN) if here else None
            try:
                self._pool = ProcessPoolExecutor(
                    self.others, get_context("spawn"), _begin, gc.get_threshold()
                )
                for _ in range(self.others):
                    self._pool.submit(os.getpid)
            finally:
                if here:
                    signal.signal(signal.SIGINT, before)
        return self._pool

    def _stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def _done(work: _Work[T]) -> Future[list[T]]:
    """A part, done by this process."""
    done: Future[list[T]] = Future()
    done.set_result(work.here())
    return done


def _each_here(act: Act[T], asked: Sequence[Asked]) -> list[T]:
    return [act(*each) for each in asked]


def _parts(asked: Iterable[Asked]) -> Iterator[list[Asked]]:
    """The matches in parts of about as many entries."""
    part: list[Asked] = []
    size = 0
    for each in asked:
        part.append(each)
        size += len(each.payloads)
        if size >= TOGETHER:
            yield part
            part, size = [], 0
    if part:
        yield part


# -- in another process ------------------------------------------------------------------------


def _begin(*seldom: int) -> None:
    """Leave Ctrl-C to the process that asks, end with it, and look for garbage as seldom."""
    gc.freeze()
    gc.set_threshold(*seldom)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _each_of(act: Act[T], part: _Part) -> list[T]:
    found = []
    for match_id, game_id, version, kept, payloads, upto in part:
        game = game_of(game_id, version)
        found.append(act(match_id, game, _catalog(kept, game), payloads, upto))
    return found


_catalogs: dict[tuple[str | bytes, str, str], Catalog] = {}


def _catalog(kept: str | bytes, game: Game) -> Catalog:
    key = kept, game.id, game.version
    if key not in _catalogs:
        text = kept.decode() if isinstance(kept, bytes) else Path(kept).read_text("utf-8")
        _catalogs[key] = stored_catalog(text, game.catalog_type)
        gc.freeze()  # it stays
    return _catalogs[key]


# -- in any process ----------------------------------------------------------------------------


def came_to(
    match_id: str, game: Game, catalog: Catalog, payloads: Sequence[str], upto: int
) -> Came:
    """What a match comes to, as :meth:`Replays.of` asks of it."""
    try:
        replay = replayed(match_id, game, catalog, payloads)
    except Unplayable as error:
        return Came({}, {}, False, (error.seq, error.what, error.why))
    rows: Mapping[str, Lines] = {}
    if upto:
        shown = replay
        if upto < len(payloads):
            shown = replayed(match_id, game, catalog, payloads[:upto])
        rows = rows_of(match_id, shown, _tables(game.id, game.facts))
    verdicts = replay.verdicts
    whole = type(verdicts[0]) is not Illegal and Incomplete not in map(type, verdicts)
    opening = replay.events[0]
    of_contest = isinstance(opening, Opening) and opening.contest
    game_of_it = contest_game_of(replay) if of_contest else None
    return Came(replay.noted, rows, whole, game=game_of_it, depth=replay.depth)


@cache
def _tables(game_id: str, facts: tuple[type[Fact], ...]) -> Mapping[type[Fact], str]:
    """The table of each fact type of a game."""
    own = {kind: table_name(kind, game_id) for kind in facts}
    return own | {kind: table_name(kind) for kind in FACTS}


__all__ = ["Asked", "Came", "Replays", "came_to", "usual_jobs"]
