"""The one thread that has the log: it commits what waits in groups, and looks between commits."""

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import Any, TypeGuard, TypeVar

from cli.venue.hall.busy import Busy
from storage.error import Conflict, LogBroken, LogError, StaleSequence, Unplayed
from storage.log import Answer, Item, Log
from storage.match import Match

T = TypeVar("T")

GROUP = 256
"""At most so many items go in one commit (VN-3.1)."""
ENTRIES = 512
"""With the item that brings so many entries a commit is full too (VN-19.9)."""
WAITING = 2000
"""At most so many items wait (VN-3.3)."""
PATIENCE = 5.0
"""An item that waited for so many seconds is sent away (VN-3.3)."""
LOOKING = 0.05
"""For at most about so many seconds those who look go on before the next commit, and otherwise for
as long as the last one took: who writes waits for few of them, and in a flood both have a share."""

_log = logging.getLogger(__name__)


Make = Callable[[Log, Match], Item]
"""Makes the item that is posted, or raises why there is none; in the writer's thread."""
Tell = Callable[[Log, Match, Answer], Any]
"""Makes the answer of what became of it, when it is on disk; in the writer's thread."""


class _Post:
    """Something on its way into a match."""

    __slots__ = ("answer", "arrived", "make", "match", "tell")

    def __init__(self, match: str, make: Make, tell: Tell) -> None:
        self.match = match
        self.make = make
        self.tell = tell
        self.answer: Future[Any] = Future()
        self.arrived = monotonic()


class Writer:
    """The thread that owns the log, from :meth:`start` to :meth:`stop`.

    Args:
        path: the log.
        after: called in this thread after every commit and look, with the log; it never raises.
    """

    def __init__(self, path: Path, after: Callable[[Log], None]) -> None:
        self.path = path
        self.failed = ""
        """Why nothing can be written now; empty while all is well (VN-3.5)."""
        self.times_opened = 0
        """How often the log was opened; cursors of an earlier time are of no use any more."""
        self._after = after
        self._posts: deque[_Post] = deque()
        self._looks: deque[tuple[Callable[[Log], Any], Future[Any]]] = deque()
        self._something = Condition()
        self._closing = False
        self._file: tuple[int, int] | None = None
        self._opened: Future[Log] = Future()
        self._thread = Thread(target=self._run, name="writer", daemon=True)

    @property
    def waiting(self) -> int:
        """How many items wait."""
        return len(self._posts)

    def start(self) -> Log:
        """Open the log and begin; the log, for cursors of other threads.

        Raises:
            LogLocked: another process has it.
            LogError: it cannot be opened for writing.
        """
        self._thread.start()
        return self._opened.result()

    def close(self) -> None:
        """Take nothing more; what waits is finished (VN-1.6)."""
        with self._something:
            self._closing = True
            self._something.notify()

    def stop(self) -> None:
        """Take nothing more, finish what waits, fold the journal in and close (VN-1.6)."""
        self.close()
        self._thread.join()

    def post(self, match: str, make: Make, tell: Tell) -> "Future[Any]":
        """Have an item logged. The answer comes when it is on disk, and not before.

        Args:
            match: the match.
            make: makes the item, or raises why there is none.
            tell: makes the answer.

        Raises:
            Busy: too many wait, or the hall is being closed.
        """
        post = _Post(match, make, tell)
        with self._something:
            self._require_open(len(self._posts))
            self._posts.append(post)
            self._something.notify()
        return post.answer

    def ask(self, look: Callable[[Log], T]) -> "Future[T]":
        """Have something done with the log between commits: the only place where a live match or
        its replay is touched. It may append; errors as for :meth:`post`."""
        found: Future[T] = Future()
        with self._something:
            self._require_open(len(self._looks))
            self._looks.append((look, found))
            self._something.notify()
        return found

    def _require_open(self, waiting: int) -> None:
        if self._closing:
            raise Busy("the venue is being closed; nothing was written")
        if waiting >= WAITING:
            raise Busy(f"{waiting:,} posts wait; nothing was written")

    # -- in the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            log = self._open()
        except BaseException as error:
            self._opened.set_exception(error)
            return
        self._opened.set_result(log)
        try:
            while self._wait():
                begun = monotonic()
                log = self._commit(log)
                log = self._look(log, min(LOOKING, monotonic() - begun))
        finally:
            with suppress(LogError):
                log.rows("CHECKPOINT")
            log.close()

    def _open(self) -> Log:
        log = Log.open(self.path, write=True, wait=1.0)
        log.rows("SET threads = 1")  # a commit of a few rows takes a third less work then
        self._file = self._file_there()
        self.times_opened += 1
        return log

    def _file_there(self) -> tuple[int, int] | None:
        """Which file the path leads to now."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _require_there(self) -> None:
        """See that the log is still where it was: what is open goes on when it is moved away, and
        nobody would find what is written then.

        Raises:
            LogError: it is not.
        """
        if self._file_there() != self._file:
            raise LogError(f"{self.path} was moved away or replaced; nothing was written")

    def _wait(self) -> bool:
        """Wait until there is something to do; whether there is."""
        with self._something:
            self._something.wait_for(lambda: self._posts or self._looks or self._closing)
            return bool(self._posts or self._looks)

    def _taken(self) -> Iterator[_Post]:
        """What goes in the next commit; what waited too long is sent away."""
        taken, late = 0, monotonic() - PATIENCE
        while self._posts and taken < GROUP:
            post = self._posts.popleft()
            if post.arrived < late:
                post.answer.set_exception(Busy("it waited too long; nothing was written"))
            elif post.answer.set_running_or_notify_cancel():
                taken += 1
                yield post

    def _commit(self, log: Log) -> Log:
        """Have all that waits logged in one commit, then answer each."""
        made: list[tuple[_Post, Item]] = []
        entries = 0
        for post in self._taken():
            try:
                made.append((post, post.make(log, log.live(post.match))))
            except Exception as error:
                post.answer.set_exception(error)
                continue
            entries += len(made[-1][1].drafts)
            if entries >= ENTRIES:
                break
        if not made:
            return log
        try:
            self._require_there()
            answers: Sequence[Answer] = log.append_many([item for _, item in made])
        except LogError as error:
            answers = [Answer(error=error) for _ in made]
        self._tell(log)
        unwritten = [answer.error for answer in answers if is_unwritten(answer.error)]
        if unwritten or any(answer.error is None for answer in answers):
            self.failed = str(unwritten[0]) if unwritten else ""
        for (post, _), answer in zip(made, answers, strict=True):
            self._answer(log, post, answer)
        return self._anew(log) if any(isinstance(e, LogBroken) for e in unwritten) else log

    def _tell(self, log: Log) -> None:
        """Have those told who hear of what is new. A fault there is one of the program, and holds
        nobody up: what was committed is committed."""
        try:
            self._after(log)
        except Exception:
            _log.exception("what is new could not be told")

    def _answer(self, log: Log, post: _Post, answer: Answer) -> None:
        """Say what became of a post. A match at which the program fails is loaded anew (VN-3.4)."""
        try:
            if isinstance(answer.error, Unplayed):
                _log.error("%s is dropped: %s", post.match, answer.error)
                log.let_go(post.match)
                raise answer.error
            if is_unwritten(answer.error):
                raise answer.error
            post.answer.set_result(post.tell(log, log.live(post.match), answer))
        except Exception as error:
            post.answer.set_exception(error)

    def _look(self, log: Log, seconds: float) -> Log:
        """Let those look who wait, at least one, and for a while where something is to be
        committed."""
        until = monotonic() + seconds
        while self._looks:
            look, found = self._looks.popleft()
            if found.set_running_or_notify_cancel():
                try:
                    seen = look(log)
                except BaseException as error:
                    found.set_exception(error)
                    if isinstance(error, LogBroken):
                        return self._anew(log)
                else:
                    self._tell(log)
                    found.set_result(seen)
            if self._posts and monotonic() > until:
                break
        return log

    def _anew(self, log: Log) -> Log:
        """Open the log again after it broke; all that was acknowledged is there."""
        log.close()
        try:
            return self._open()
        except LogError as error:
            _log.error("the log cannot be opened again: %s", error)
            self.failed = str(error)
            return log


def is_unwritten(error: LogError | None) -> TypeGuard[LogError]:
    """Whether the log itself could not be written, as when the disk is full (VN-3.5)."""
    return error is not None and error.cause == "machine" and type(error) not in _OF_THE_ITEM


_OF_THE_ITEM = (StaleSequence, Conflict)
