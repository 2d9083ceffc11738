"""The hall: one log with its writer, its readers, its live matches and its streams."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from cli.venue.access.access import Access
from cli.venue.entering.games import Games
from cli.venue.entering.register import Register
from cli.venue.hall.busy import Busy
from cli.venue.hall.probes import Probes
from cli.venue.hall.reader import Reader
from cli.venue.hall.recorders import Recorders
from cli.venue.hall.streams import Message, Streams
from cli.venue.hall.writer import Writer
from cli.venue.seen.delayed import Delayed, News, public_topic
from cli.venue.seen.entries import is_sealed, line_fields, line_for_players, line_of, tournament_of
from cli.venue.seen.names import Naming
from cli.venue.seen.offers import lists_of
from cli.venue.seen.sight import Showing
from cli.venue.view import View
from events.common import RULINGS, Appoint
from events.entry import GENESIS, link
from events.tournament import Post
from referee.games.registry import is_stream
from storage.error import LogError, Unplayed
from storage.log import Answer, Item, Log
from storage.match import Match, Recorded

T = TypeVar("T")

KEPT_AFTER = 30 * 60.0
"""For so many seconds a match that is over stays in memory when nobody looks (VN-1.4)."""
_TICK = 60.0
PATIENCE = 0.25
"""So many seconds a view waits for what may be tapped; then it goes out without (VN-19.8)."""
DUE = 1.0
"""Every so many seconds it is looked whether spectators may be told more (VN-6.5)."""

_log = logging.getLogger(__name__)

New = Mapping[str, Sequence[Recorded]]
"""What is new, by match."""
Heard = Callable[[Log, New], None]
"""Who is told after every commit and look, in the writer's thread, even where nothing is new in
a match that was at hand before; it never raises and never waits."""


class Hall:
    """What the venue serves. Between :meth:`start` and :meth:`stop` nobody else has the log.

    Args:
        path: the log.
        clock: what time it is, UTC.
        names: how people are called on pages and screens (VN-7.9).
        reader: works out what may be tapped, beside the writer; None: the writer does.

    Attributes:
        showing: what all are shown; for the writer's thread alone.
        streams: who listens; for the event loop alone.
        access: who has joined, and as what.
        register: who has registered by phone; for the writer's thread alone.
        games: what is known of games that open by themselves; for the writer's thread alone.
        recorders: which device records which match; for the writer's thread alone.
        probes: which devices tried lines that were refused; for the writer's thread alone.
        heard: who is told of each commit, such as the keeper of copies.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], datetime] | None = None,
        names: Naming = "names",
        reader: Reader | None = None,
    ) -> None:
        self.path = path
        self.clock = clock or (lambda: datetime.now(UTC))
        self.showing = Showing(Delayed(lambda: self.clock()), names, reader)
        self.streams = Streams()
        self.access = Access()
        self.register = Register()
        self.games = Games()
        self.recorders = Recorders()
        self.probes = Probes()
        self.heard: list[Heard] = []
        self.address = ""
        """How others on the network reach it."""
        self.listens = ""
        """How this machine reaches it, which knows no name of the network when that is gone."""
        self.committed_at: datetime | None = None
        self._writer = Writer(path, self._after)
        self._reader = reader
        self._offered: dict[str, asyncio.Event] = {}
        self._behind: set[str] = set()
        """The matches of which somebody was shown what may not be tapped yet."""
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="cursor")
        self._beside: Log | None = None
        self._beside_of = 0
        self._sent: dict[str, int] = {}
        self._looked: dict[str, float] = {}
        self._prepared: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ticking: Sequence[asyncio.Task[None]] = ()

    # -- from start to stop -------------------------------------------------------------------

    async def start(self) -> None:
        """Open the log, see that the chains of the open matches are whole, and load them (VN-1.5).

        Raises:
            LogLocked: another process has the log.
            LogError: it cannot be written; or a chain is broken, named with its entry.
        """
        self._loop = asyncio.get_running_loop()
        await self._loop.run_in_executor(None, self._writer.start)
        if self._reader is not None:
            self._reader.on_offered = lambda *of: self._later(self._tell_offered, *of)
            self._reader.start()
        await self.ask(self._load)
        self._ticking = [asyncio.create_task(self._tick()), asyncio.create_task(self._tell_due())]

    async def stop(self) -> None:
        """Take nothing more, empty the queue, fold the journal in, close (VN-1.6)."""
        for each in self._ticking:
            each.cancel()
        self.streams.close()
        self._reading.shutdown(wait=True)
        if self._beside is not None:
            self._beside.close()
        await asyncio.get_running_loop().run_in_executor(None, self._writer.stop)
        if self._reader is not None:
            self._reader.stop()

    def close_soon(self) -> None:
        """Take nothing more, and end all streams: the venue is about to be stopped."""
        self._writer.close()
        self._later(self.streams.close)

    def queued(self, find: Callable[[Log, New], Sequence[T]]) -> asyncio.Queue[Sequence[T]]:
        """What is found in each commit, for a task of the event loop that sees to it.

        Args:
            find: what there is to do, asked in the writer's thread; it never raises.
        """
        loop = asyncio.get_running_loop()
        waiting: asyncio.Queue[Sequence[T]] = asyncio.Queue()

        def heard(log: Log, new: New) -> None:
            if found := find(log, new):
                with suppress(RuntimeError):  # the loop may be closed by now
                    loop.call_soon_threadsafe(waiting.put_nowait, found)

        self.heard.append(heard)
        return waiting

    def _load(self, log: Log) -> None:
        """Have every match at hand that is open, whole and with its replay, and know the devices
        that had joined before."""
        self.access = Access.load(log)
        self.register = Register.load(log, self.access, self.clock())
        rows = log.matches()
        for row in rows:
            self._sent[row.id] = row.entries
            self._later(self.streams.stand_at, _topic(row.game, row.id), row.entries)
        for row in sorted(rows, key=lambda row: not is_stream(row.game)):
            if row.over or _is_past(log, row.contest):
                continue
            match = log.live(row.id)
            require_whole(match)
            try:
                over = not match.replay().opened or match.replay().state.over
            except Unplayed as fault:  # it is told to whoever asks for it; all others go on
                _log.error("%s cannot be played: %s", row.id, fault)
                over = True
            if over:
                log.let_go(row.id)
                continue
            self._looked[row.id] = monotonic()
            self._prepare(match)
            if not is_stream(match.game.id):
                self._stand_at_public(log, match)

    def _prepare(self, match: Match) -> None:
        """Work out what all tables share of a catalog before the first of them waits for it."""
        if is_stream(match.game.id) or match.catalog.hash in self._prepared:
            return
        self._prepared.add(match.catalog.hash)
        try:
            match.catalog.prepare()
            lists_of(match, blind=False)
        except Exception:  # it is told to whoever asks for it
            _log.exception("%s cannot be prepared", match.id)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            with suppress(Busy, LogError):
                await self.ask(self._let_go)

    def _let_go(self, log: Log) -> None:
        """Keep no match in memory that is over and that nobody looks at (VN-1.4)."""
        for session in self.register.tidy(log, self.access, self.clock()):
            self._later(self.streams.end, session)
        self.probes.tidy(log, self.clock())
        since = monotonic() - KEPT_AFTER
        for match_id, match in [*log.at_hand.items()]:
            over = not match.replay().opened or match.replay().state.over
            if over and self._looked.get(match_id, 0) < since:
                log.let_go(match_id)
                self.showing.let_go(match_id)
                self._later(self.streams.forget, topic_of(match))

    async def _tell_due(self) -> None:
        """Tell spectators what they may know by now (VN-6.5)."""
        while True:
            await asyncio.sleep(DUE)
            if self.showing.delayed.waiting:
                with suppress(Busy, LogError):
                    news = await self.ask(self.showing.delayed.due)
                    self.streams.publish(_published(news))

    # -- what is asked of it ------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How many posts wait."""
        return self._writer.waiting

    @property
    def failed(self) -> str:
        """Why nothing can be written; empty while all is well (VN-3.5)."""
        return self._writer.failed

    async def post(
        self,
        match: str,
        make: Callable[[Log, Match], Item],
        tell: Callable[[Log, Match, Answer], T],
    ) -> T:
        """Have something logged in a match: on disk when this returns.

        Args:
            match: the match.
            make: makes the item in the writer's thread, or raises why there is none.
            tell: makes the answer there.

        Raises:
            Busy: too much waits, or the venue is being closed.
            UnknownMatch: there is no such match.
            Unplayed: the program fails at it; nothing was written.
        """
        self._looked[match] = monotonic()
        answer: asyncio.Future[T] = asyncio.wrap_future(self._writer.post(match, make, tell))
        return await answer

    async def ask(self, look: Callable[[Log], T]) -> T:
        """Have something done with the log by the writer: what touches a live match, its replay
        or the table of a tournament. It may append. Errors are those of the look, and Busy."""
        return await asyncio.wrap_future(self._writer.ask(look))

    async def read(self, look: Callable[[Log], T]) -> T:
        """Have something done beside the writer, with a cursor of its own: statistics, exports,
        copies (VN-2.5). It must not touch a live match."""
        if self._beside is None or self._beside_of != self._writer.times_opened:
            self._beside_of = self._writer.times_opened
            self._beside = await self.ask(lambda log: log.cursor())
        return await asyncio.get_running_loop().run_in_executor(self._reading, look, self._beside)

    async def match(self, match_id: str, look: Callable[[Log, Match], T]) -> T:
        """Look at a live match, which stays in memory for as long as somebody does (VN-1.4);
        errors as for :meth:`~storage.log.Log.live`."""

        def looked(log: Log) -> T:
            self._looked[match_id] = monotonic()
            return look(log, log.live(match_id))

        return await self.ask(looked)

    async def view(self, match_id: str, look: Callable[[Log, Match], View]) -> View:
        """A view of a live match, which waits a little for what may be tapped. Where that takes
        longer it goes out without, and all who listen are told when it is known (VN-19.8)."""
        seen = await self.match(match_id, look)
        if seen.behind and self._reader is not None:
            made = self._offered.setdefault(match_id, asyncio.Event())
            if self._reader.pending(match_id):
                with suppress(TimeoutError):
                    await asyncio.wait_for(made.wait(), PATIENCE)
            seen = await self.match(match_id, look)
            if seen.behind:
                self._behind.add(match_id)
                if not self._reader.pending(match_id):  # it came meanwhile
                    self._tell_offered(match_id, seen.at)
        return seen

    def _tell_offered(self, match_id: str, at: int) -> None:
        """Have those who wait know what may be tapped after an entry."""
        if made := self._offered.pop(match_id, None):
            made.set()
        if match_id in self._behind:
            self._behind.discard(match_id)
            topic = f"match/{match_id}"
            self.streams.publish([Message.of(topic, self.streams.number(topic), {"offers": at})])

    async def end_device(self, session_id: str) -> None:
        """End a device: it is let in no more, hears nothing and records nothing (VN-5.3)."""
        now = self.clock()

        def ended(log: Log) -> None:
            self.access.end(log, session_id, now)
            self.recorders.ended(session_id)

        await self.ask(ended)
        self.streams.end(session_id)

    # -- what is told -------------------------------------------------------------------------

    def _after(self, log: Log) -> None:
        """Tell of what is new in every match at hand; in the writer's thread. A match that was
        not there at the start is new from its opening on."""
        new: dict[str, Sequence[Recorded]] = {}
        for match in log.moved():
            before = self._sent.get(match.id, 0)
            if match.last > before:
                new[match.id] = match.since(before)
            if not before:
                self._prepare(match)
            self._sent[match.id] = match.last
        if not new:
            return
        self.committed_at = self.clock()
        messages: list[Message] = []
        for match_id, recorded in new.items():
            try:
                messages += _messages(log, log.at_hand[match_id], recorded)
            except Exception:  # a fault of one match is no other's (VN-3.4)
                _log.exception("%s: what is new cannot be told", match_id)
        for match_id in new:
            self.showing.offers.ahead(log.at_hand[match_id])
        news = self.showing.delayed.heard(log, [log.at_hand[match_id] for match_id in new])
        self._later(self.streams.publish, [*messages, *_published(news)])
        for match_id, recorded in new.items():
            if any(isinstance(each.entry.event, (Appoint, *RULINGS)) for each in recorded):
                self._retire(log, match_id)
            if any(isinstance(each.entry.event, Post) for each in recorded):
                keeps = partial(self._keeps_scores, match_id)
                self._later(self.streams.end_where, keeps)
        for heard in self.heard:
            heard(log, new)

    def _keeps_scores(self, stream: str, device: str) -> bool:
        """Whether a device is a scorekeeper's, who hears of tables while they are played."""
        session = self.access.known(device)
        return session is not None and (session.role, session.stream) == ("scorekeeper", stream)

    def _retire(self, log: Log, match_id: str) -> None:
        """End the devices of those who are no longer judges, or whatever they had joined as."""
        try:
            for ended in self.access.retire(log, match_id, self.clock()):
                self._later(self.streams.end, ended.id)
        except LogError as error:
            _log.error("%s: %s", match_id, error)

    def _stand_at_public(self, log: Log, match: Match) -> None:
        at = self.showing.delayed.at(log, match)
        self._later(self.streams.stand_at, public_topic(match.id), at)

    def tell_of(self, stream: str, news: Mapping[str, Any]) -> None:
        """Have those who look at a tournament know of something that is no entry of it."""
        topic = f"tournament/{stream}"
        self.tell([Message.of(topic, self.streams.number(topic), news)])

    def tell_of_entrants(self, stream: str, *, standing: bool = True) -> None:
        """Have the desk know that something is new among the registrations, and those who wait
        where it may be how they stand."""
        if not standing:
            self.tell_of(stream, {"verb": "registration"})
            return
        topic, news = f"entering/{stream}", {"verb": "registration"}
        self.tell([Message.of(topic, self.streams.number(topic) + 1, news)])
        self.tell_of(stream, news)

    def tell(self, messages: Sequence[Message]) -> None:
        """Tell those who listen; from any thread."""
        self._later(self.streams.publish, messages)

    def _later(self, what: Callable[..., object], *args: Any) -> None:
        """Have the event loop do something, unless it is gone."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(what, *args)


def _messages(log: Log, match: Match, recorded: Iterable[Recorded]) -> list[Message]:
    """What is told of new entries."""
    topic, sealed = topic_of(match), is_sealed(log, match)
    lines = [line_of(match, each.entry.seq) for each in recorded]
    table = tournament_of(log, match)
    return [
        Message.of(
            topic,
            line.seq,
            line_fields(match, line),
            line_for_players(match, line, table, sealed=sealed),
        )
        for line in lines
    ]


def _published(news: Iterable[News]) -> list[Message]:
    """What spectators are told, as messages."""
    return [Message.of(topic, n, what) for topic, n, what in news]


def _is_past(log: Log, contest: str) -> bool:
    """Whether a contest is of a tournament that is over or plays a later round by now."""
    stream, _, place = contest.partition("/")
    held = log.at_hand.get(stream)
    if held is None:  # the tournament is over, or not in this log
        return bool(contest) and log.has(stream)
    state = held.replay().state
    return int(place.partition("/")[0]) < int(state.turn)


def topic_of(match: Match) -> str:
    """The topic in which a match, or a tournament, is told of."""
    return _topic(match.game.id, match.id)


def _topic(game: str, match_id: str) -> str:
    return f"{'tournament' if is_stream(game) else 'match'}/{match_id}"


def require_whole(match: Match) -> None:
    """See that the chain of a match is whole (VN-1.5).

    Raises:
        LogError: it is broken; names the entry.
    """
    previous = GENESIS
    for seq, (payload, chained) in enumerate(zip(match.payloads, match.hashes, strict=True), 1):
        previous = link(previous, payload)
        if previous != chained:
            raise LogError(
                f"{match.id}: the chain is broken at entry {seq}; "
                f"referee verify {match.id} says more"
            )
