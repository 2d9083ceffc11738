"""Devices for the load on a venue: HTTP by hand over sockets that stay open, so that the load takes
as little of the two cores as it can."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import msgspec

HOST = "127.0.0.1"


class Answered(NamedTuple):
    """An answer, and the seconds that it took."""

    status: int
    body: bytes
    headers: dict[str, str]
    seconds: float


class Device:
    """A device that has joined.

    Args:
        port: of the venue.
        token: its cookie.
    """

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._head = (
            f"Host: {HOST}:{port}\r\nCookie: referee={token}\r\n"
            f"Origin: http://{HOST}:{port}\r\nX-Referee: 1\r\n"
        )
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> Answered:
        """Ask for something and wait for the answer."""
        begun = time.perf_counter()
        for again in (True, False):
            try:
                reader, writer = self._streams or await self._connect()
                writer.write(self._request(method, path, body))
                status, headers = await _head(reader)
                found = await reader.readexactly(int(headers.get("content-length", 0)))
                return Answered(status, found, headers, time.perf_counter() - begun)
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if not again:
                    raise
        raise AssertionError

    async def hear(self, topics: str) -> AsyncIterator[dict[str, Any]]:
        """The messages of a stream, over a connection of its own."""
        reader, writer = await asyncio.open_connection(HOST, self._port)
        try:
            writer.write(self._request("GET", f"/api/stream?topics={topics}", b""))
            status, _ = await _head(reader)
            if status != 200:
                raise ConnectionError(f"a stream is answered with {status}")
            while line := await reader.readline():
                if line.startswith(b"data: ") and len(line) > 10:
                    yield msgspec.json.decode(line[6:])
        finally:
            writer.close()

    def close(self) -> None:
        """Close its connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._streams = await asyncio.open_connection(HOST, self._port)
        return self._streams

    def _request(self, method: str, path: str, body: bytes) -> bytes:
        length = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        return f"{method} {path} HTTP/1.1\r\n{self._head}{length}\r\n".encode() + body


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status and the headers of an answer."""
    raw = await reader.readuntil(b"\r\n\r\n")
    first, *lines = raw.decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines if ": " in line)
    return int(first.split()[1]), headers
