"""Answers that serve all who watch: made once for each change (VN-13.2). For the event loop."""

import asyncio
from collections.abc import Awaitable, Callable
from gzip import compress
from hashlib import sha256

import msgspec
from msgspec import Struct


class Made(Struct, frozen=True):
    """An answer, ready to be sent."""

    at: object  # what it was made at
    body: bytes  # what is sent: JSON, or a page
    packed: bytes  # the same by gzip
    tag: str  # by which a browser asks whether it has it already


class Kept:
    """The newest answer by its name. Who asks while one is being made waits for it."""

    def __init__(self) -> None:
        self.made = 0
        """How many were made."""
        self._answers: dict[str, Made] = {}
        self._turns: dict[str, asyncio.Lock] = {}

    async def get(self, name: str, at: object, make: Callable[[], Awaitable[object]]) -> Made:
        """The answer of that name, made anew where something has changed.

        Args:
            name: what it is.
            at: by what a change is known, such as the number of a topic.
            make: makes what is told, or the bytes of a page; errors are its own.
        """
        async with self._turns.setdefault(name, asyncio.Lock()):
            found = self._answers.get(name)
            if found is None or found.at != at:
                answered = await make()
                body = answered if isinstance(answered, bytes) else msgspec.json.encode(answered)
                tag = f'"{sha256(body).hexdigest()[:24]}"'
                found = self._answers[name] = Made(at, body, compress(body, 6, mtime=0), tag)
                self.made += 1
            return found


__all__ = ["Kept", "Made"]
