"""Server-sent events: what is new, by topic, to whoever listens (VN-8)."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

KEPT = 500
"""So many messages of a topic are kept for who comes back; who missed more resyncs (VN-8.1)."""
BEHIND = 64
"""So many messages wait for one listener at most (VN-8.3)."""
QUIET = 15.0
"""After so many seconds without a message a comment goes out (VN-8.1)."""
RETRY = 2000
"""After how many milliseconds a listener comes back."""


class Message(Struct, frozen=True):
    """What is new in a topic, written once for all who listen."""

    topic: str  # such as ``match/vale-r1-t4``
    n: int  # its number in the topic
    full: bytes  # what is said of it to those who see all, as JSON
    sealed: bytes  # the same to those who are told no verdicts

    @classmethod
    def of(
        cls, topic: str, n: int, full: Mapping[str, Any], sealed: Mapping[str, Any] | None = None
    ) -> "Message":
        """A message; without ``sealed`` all are told the same."""
        all_of_it = msgspec.json.encode({"topic": topic, "n": n, **full})
        if sealed is None or sealed == full:
            return cls(topic, n, all_of_it, all_of_it)
        return cls(topic, n, all_of_it, msgspec.json.encode({"topic": topic, "n": n, **sealed}))


class Listener:
    """One stream: the messages that wait for it, at most :data:`BEHIND`.

    Args:
        after: for each topic, the last number that it has.
        unsealed: the topics of which it sees all.
        missed: what it has missed since, and gets first.
        device: the session that listens.
        quiet: after so many seconds without a message a comment goes out.
    """

    def __init__(
        self,
        after: Mapping[str, int],
        unsealed: frozenset[str],
        missed: Iterable[Message] = (),
        device: str = "",
        quiet: float = QUIET,
    ) -> None:
        self.at = dict(after)
        self.unsealed = unsealed
        self.device = device
        self.closed = False
        self._quiet = quiet
        self._missed = deque(missed)
        self._waiting: deque[Message | None] = deque()
        self._something = asyncio.Event()

    def hear(self, message: Message | None) -> None:
        """Have a message wait; None: it has to resync. Who is too far behind is closed."""
        if len(self._waiting) >= BEHIND:
            self.closed = True
        else:
            self._waiting.append(message)
        self._something.set()

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self._something.set()

    async def events(self) -> AsyncIterator[bytes]:
        """The lines of the stream, until it is closed."""
        yield f"retry: {RETRY}\n\n".encode()
        while self._missed:
            yield self._written(self._missed.popleft())
        while True:
            while self._waiting:
                yield self._written(self._waiting.popleft())
            if self.closed:
                return
            self._something.clear()
            try:
                await asyncio.wait_for(self._something.wait(), self._quiet)
            except TimeoutError:
                yield b": all is quiet\n\n"

    def _written(self, message: Message | None) -> bytes:
        if message is None:
            return f"id: {self._id()}\nevent: resync\ndata: {{}}\n\n".encode()
        self.at[message.topic] = message.n
        data = message.full if message.topic in self.unsealed else message.sealed
        return b"id: %s\ndata: %s\n\n" % (self._id().encode(), data)

    def _id(self) -> str:
        """How far it is in every topic, so that it can go on there (VN-8.1)."""
        return ",".join(f"{topic}@{n}" for topic, n in self.at.items())


class Streams:
    """All who listen, by topic. For the event loop alone.

    Args:
        quiet: after so many seconds without a message a stream gets a comment.
    """

    def __init__(self, quiet: float = QUIET) -> None:
        self._quiet = quiet
        self._kept: dict[str, deque[Message]] = {}
        self._last: dict[str, int] = {}
        self._listeners: dict[str, set[Listener]] = {}

    @property
    def listening(self) -> int:
        """How many streams are open."""
        return len(self._all())

    def publish(self, messages: Iterable[Message]) -> None:
        """Tell those who listen. News that have no number of their own tell of no entry: they are
        not kept, as they would pass for the entry of that number to who comes back."""
        for message in messages:
            if message.n > self._last.get(message.topic, 0):
                self._kept.setdefault(message.topic, deque(maxlen=KEPT)).append(message)
                self._last[message.topic] = message.n
            for listener in [*self._listeners.get(message.topic, ())]:
                listener.hear(message)
                if listener.closed:
                    self.leave(listener)

    def stand_at(self, topic: str, n: int) -> None:
        """Say how far a topic is of which nothing was published yet."""
        self._last.setdefault(topic, n)

    def number(self, topic: str) -> int:
        """How far a topic is; 0 where nothing is known of it."""
        return self._last.get(topic, 0)

    def forget(self, topic: str) -> None:
        """Keep nothing of a topic any longer; who comes back behind resyncs."""
        self._kept.pop(topic, None)

    def listen(
        self, after: Mapping[str, int | None], unsealed: frozenset[str], device: str = ""
    ) -> Listener:
        """Begin a stream: what is missing comes first, or a resync where that is not kept.

        Args:
            after: the topics, each with the last number that is known; None: from now on.
            unsealed: the topics of which the listener sees all.
            device: the session that listens.
        """
        now = {t: self._last.get(t, 0) if n is None else n for t, n in after.items()}
        if any(self._gap(topic, n) for topic, n in now.items()):
            at = {t: self._last.get(t, n) for t, n in now.items()}
            listener = Listener(at, unsealed, (), device, self._quiet)
            listener.hear(None)
        else:
            missed = [m for t, n in now.items() for m in self._kept.get(t, ()) if m.n > n]
            listener = Listener(now, unsealed, missed, device, self._quiet)
        for topic in now:
            self._listeners.setdefault(topic, set()).add(listener)
        return listener

    def _gap(self, topic: str, n: int) -> bool:
        """Whether something behind that number is not kept."""
        last = self._last.get(topic, n)
        kept = self._kept.get(topic)
        return n < last and (not kept or kept[0].n > n + 1)

    def leave(self, listener: Listener) -> None:
        """End a stream."""
        listener.close()
        for topic in listener.at:
            held = self._listeners.get(topic)
            if held is not None:
                held.discard(listener)
                if not held:
                    del self._listeners[topic]

    def end(self, device: str) -> None:
        """End the streams of a device that has been ended (VN-5.3)."""
        self.end_where(lambda each: each == device)

    def end_where(self, of: Callable[[str], bool]) -> None:
        """End the streams of all devices of which that is so; what they may not hear any more is
        refused when they come back."""
        for listener in self._all():
            if of(listener.device):
                self.leave(listener)

    def close(self) -> None:
        """End all streams."""
        for listener in self._all():
            self.leave(listener)

    def _all(self) -> set[Listener]:
        return {each for held in self._listeners.values() for each in held}
