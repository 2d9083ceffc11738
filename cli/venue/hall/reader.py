"""The readers: processes beside the writer that work out what may be tapped (VN-19.8).

Where much may be tapped that takes longer than to log an entry, and a thread would hold up those
who log. A reader folds a copy of each match of its own, works out the newest state alone, and gives
way to all others.
"""

import logging
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Condition, Thread, current_thread, main_thread
from typing import NamedTuple
from zlib import crc32

import msgspec
from msgspec import Struct

from cli.venue.seen.offers import NONE, Offer, Offers
from cli.venue.view import Button
from referee.catalog import Catalog, stored_catalog
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.replay.trial import Trial
from storage.match import Match

MOST = 4
"""So many processes at most; one core is left to the writer."""
_WAY = 5
"""How much a process gives way."""
_SPAWN = get_context("spawn")
_log = logging.getLogger(__name__)

OnOffered = Callable[[str, int], None]
"""Is told that something was worked out: of which match, after which entry; in any thread."""


class _Asked(Struct, frozen=True, array_like=True):
    """What a process is asked."""

    match: str  # the match
    game: str = ""  # the id of its game
    version: str = ""  # the version of its rules
    catalog: int = 0  # a number for its catalog
    canonical: bytes = b""  # that catalog, where the process does not have it
    before: int = 0  # how many entries the process has of the match
    payloads: Sequence[bytes] = ()  # those behind them
    goes: bool = False  # whether nothing of it is to be kept any more


class _Answered(Struct, frozen=True, array_like=True):
    """What a process answers."""

    forced: tuple[Button, ...] = ()  # as in an offer
    buttons: tuple[Button, ...] = ()
    lost: bool = False  # whether it could not follow the match, and has nothing of it any more


class _Wanted(NamedTuple):
    """A match as it stood when it was asked for."""

    match: Match
    payloads: tuple[bytes, ...]
    hashes: tuple[str, ...]


class _Made(NamedTuple):
    """What was worked out, and after which entry."""

    head: str
    offer: Offer


class Reader:
    """What may be tapped at each table, worked out by other processes.

    To be asked by the thread that has the log, but for :meth:`pending`.

    Args:
        processes: how many; None: as many as there are cores, but for one.

    Attributes:
        made: how often it was worked out.
        on_offered: is told each time.
    """

    def __init__(self, processes: int | None = None) -> None:
        count = processes or max(1, min(MOST, (os.cpu_count() or 1) - 1))
        self.made = 0
        self.on_offered: OnOffered = lambda match, at: None
        self._made: dict[str, _Made] = {}
        self._asked: dict[str, bool] = {}
        """The matches that are asked for; whether since it was last begun for them."""
        self._hands = [_Hand(self._keep) for _ in range(count)]

    def start(self) -> None:
        """Begin; what is asked for meanwhile waits."""
        here = current_thread() is main_thread()
        before = signal.signal(signal.SIGINT, signal.SIG_IGN) if here else None
        try:
            for hand in self._hands:
                hand.start()
        finally:
            if here:
                signal.signal(signal.SIGINT, before)

    def stop(self) -> None:
        """End the processes."""
        for hand in self._hands:
            hand.stop()

    def of(self, match: Match) -> Offer | None:
        """What may be tapped now; None while that is being worked out."""
        self._asked[match.id] = True
        found = self._made.get(match.id)
        if found is not None and found.head == match.hashes[-1]:
            return found.offer
        self._hand(match.id).want(match)
        return None

    def ahead(self, match: Match) -> None:
        """Have it worked out at once where what was worked out before was asked for."""
        if self._asked.get(match.id):
            self._asked[match.id] = False
            self._hand(match.id).want(match)

    def pending(self, match_id: str) -> bool:
        """Whether something is being worked out of a match; for any thread."""
        return self._hand(match_id).pending(match_id)

    def let_go(self, match_id: str) -> None:
        """Keep nothing of a match."""
        self._asked.pop(match_id, None)
        self._made.pop(match_id, None)
        self._hand(match_id).drop(match_id)

    def _hand(self, match_id: str) -> "_Hand":
        return self._hands[crc32(match_id.encode()) % len(self._hands)]

    def _keep(self, wanted: _Wanted, offer: Offer) -> None:
        """In the thread of a process."""
        match_id = wanted.match.id
        if match_id in self._asked:
            self._made[match_id] = _Made(wanted.hashes[-1], offer)
            self.made += 1
        self.on_offered(match_id, len(wanted.payloads))


class _Hand:
    """One process, and the thread that asks it: one match after the other, each as it stands.

    Args:
        keep: takes what was worked out.
    """

    def __init__(self, keep: Callable[[_Wanted, Offer], None]) -> None:
        self._keep = keep
        self._something = Condition()
        self._waiting: dict[str, _Wanted] = {}
        self._gone: set[str] = set()
        self._now: _Wanted | None = None
        self._closing = False
        self._has: dict[str, tuple[int, str]] = {}
        """How many entries the process has of each match, and the hash of the last."""
        self._catalogs: dict[int, Catalog] = {}
        """The catalogs that the process has, by the number that it knows them by."""
        self._thread = Thread(target=self._run, name="reader", daemon=True)
        self._decoder = msgspec.msgpack.Decoder(_Answered)

    def start(self) -> None:
        self._begin()
        self._thread.start()

    def _begin(self) -> None:
        """Have a process that knows nothing yet."""
        self._has.clear()
        self._catalogs.clear()
        line, theirs = _SPAWN.Pipe()
        with theirs:
            process = _SPAWN.Process(target=_read, args=(theirs,), daemon=True)
            process.start()
        self._line, self._process = line, process

    def stop(self) -> None:
        with self._something:
            self._closing = True
            self._something.notify()
        self._process.terminate()
        self._thread.join()
        self._process.join()
        self._line.close()

    def want(self, match: Match) -> None:
        """Have it worked out; what waited of the match is of no use any more."""
        wanted = _Wanted(match, tuple(match.payloads), tuple(match.hashes))
        with self._something:
            if self._now is not None and self._now.hashes[-1] == wanted.hashes[-1]:
                return
            self._waiting[match.id] = wanted
            self._something.notify()

    def pending(self, match_id: str) -> bool:
        now = self._now
        return match_id in self._waiting or (now is not None and now.match.id == match_id)

    def drop(self, match_id: str) -> None:
        """Have the process keep nothing of a match."""
        with self._something:
            self._waiting.pop(match_id, None)
            self._gone.add(match_id)

    # -- in the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        while (wanted := self._next()) is not None:
            try:
                offer = self._worked_out(wanted)
            except Exception as error:
                if self._closing:
                    return
                _log.error("%s: what may be tapped is not known: %r", wanted.match.id, error)
                self._process.kill()
                self._line.close()
                with suppress(OSError):  # else it is tried again with the next match
                    self._begin()
                offer = NONE
            self._keep(wanted, offer)
            with self._something:
                self._now = None

    def _next(self) -> _Wanted | None:
        """The match that has waited longest; None at the end."""
        with self._something:
            self._something.wait_for(lambda: self._waiting or self._closing)
            if self._closing:
                return None
            self._now = self._waiting.pop(next(iter(self._waiting)))
            return self._now

    def _worked_out(self, wanted: _Wanted) -> Offer:
        """What the process says.

        Raises:
            OSError, EOFError: there is none any more.
        """
        match_id, last = wanted.match.id, len(wanted.payloads)
        while self._gone:
            gone = self._gone.pop()
            if self._has.pop(gone, None):
                self._ask(_Asked(gone, goes=True))
        before, head = self._has.pop(match_id, (0, ""))
        if before > last or (before and wanted.hashes[before - 1] != head):
            before = 0
        game, catalog = wanted.match.game, wanted.match.catalog
        known = id(catalog) in self._catalogs
        self._catalogs[id(catalog)] = catalog
        answered = self._ask(
            _Asked(
                match_id,
                game.id,
                game.version,
                id(catalog),
                b"" if known else catalog.canonical,
                before,
                wanted.payloads[before:],
            )
        )
        if not answered.lost:
            self._has[match_id] = last, wanted.hashes[-1]
        return Offer(answered.forced, answered.buttons)

    def _ask(self, asked: _Asked) -> _Answered:
        self._line.send_bytes(msgspec.msgpack.encode(asked))
        return self._decoder.decode(self._line.recv_bytes())


# -- in a process of its own -------------------------------------------------------------------


class _Copy:
    """A match as a reader has it: what :class:`~cli.venue.seen.offers.Played` asks for."""

    def __init__(self, match_id: str, game: Game, catalog: Catalog) -> None:
        self.id = match_id
        self.game = game
        self._replay = Replay(game, catalog)
        self._trial = Trial(game, catalog)

    @property
    def last(self) -> int:
        return len(self._replay.events)

    def follow(self, payloads: Sequence[bytes]) -> None:
        """More entries of it."""
        self._replay.extend(self.game.codec.events_of(payloads))

    def replay(self) -> Replay:
        return self._replay

    def trial(self) -> Replay:
        return self._trial.at(self._replay.events)


class _Copies:
    """All matches as a reader has them, and what may be tapped there."""

    def __init__(self) -> None:
        self._offers = Offers()
        self._copies: dict[str, _Copy] = {}
        self._catalogs: dict[tuple[int, str, str], Catalog] = {}
        self._canonical: dict[int, bytes] = {}

    def answer(self, asked: _Asked) -> _Answered:
        """What may be tapped; nothing where the program fails at the match."""
        if asked.goes:
            self._let_go(asked.match)
            return _Answered()
        try:
            offer = self._offers.of(self._followed(asked))
        except Exception:
            _log.exception("%s cannot be followed", asked.match)
            self._let_go(asked.match)
            return _Answered(lost=True)
        return _Answered(offer.forced, offer.buttons)

    def _followed(self, asked: _Asked) -> _Copy:
        if asked.canonical:
            self._canonical[asked.catalog] = asked.canonical
        if not asked.before:
            self._let_go(asked.match)
            game = game_of(asked.game, asked.version)
            self._copies[asked.match] = _Copy(asked.match, game, self._catalog(asked, game))
        copy = self._copies[asked.match]
        copy.follow(asked.payloads)
        return copy

    def _catalog(self, asked: _Asked, game: Game) -> Catalog:
        key = asked.catalog, game.id, game.version
        if key not in self._catalogs:
            canonical = self._canonical[asked.catalog]
            self._catalogs[key] = stored_catalog(canonical, game.catalog_type)
        return self._catalogs[key]

    def _let_go(self, match_id: str) -> None:
        self._copies.pop(match_id, None)
        self._offers.let_go(match_id)


def _read(line: Connection) -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(_WAY)
    copies, decoder = _Copies(), msgspec.msgpack.Decoder(_Asked)
    with suppress(EOFError, OSError):
        while True:
            answered = copies.answer(decoder.decode(line.recv_bytes()))
            line.send_bytes(msgspec.msgpack.encode(answered))


__all__ = ["Reader"]
