"""A copy of the log for the commands of who has its key (VN-1.1)."""

import asyncio
from collections.abc import AsyncIterator
from hmac import compare_digest
from pathlib import Path
from typing import Any

from litestar import Request, get
from litestar.response import Stream

from cli.venue.hall.busy import Busy
from cli.venue.web.bodies import Refusal
from cli.venue.web.caller import hall_of
from storage.files import Scratch
from storage.log import Log
from storage.venue.marks import hide

PIECE = 1 << 18
"""How many bytes are sent at a time."""

_one = asyncio.Lock()


@get("/api/log/copy")
async def copied(request: Request[Any, Any, Any]) -> Stream:
    """The log as it stands, without codes, devices and the secrets of tournaments."""
    key = request.app.state.get("key")
    given = request.headers.get("authorization", "")
    if not key or not compare_digest(given.encode(), f"Bearer {key}".encode()):
        raise Refusal(403, "a copy is given for the key of this venue alone")
    if _one.locked():
        raise Busy("another copy is being made")
    async with _one:
        scratch = Scratch()
        path = Path(scratch.name) / "copy.duckdb"
        try:
            await hall_of(request).read(lambda log: _copy(log, path))
        except BaseException:
            scratch.cleanup()
            raise
    return Stream(_pieces(scratch, path), media_type="application/octet-stream")


def _copy(log: Log, path: Path) -> None:
    log.copy_to(path)
    with Log.open(path, write=True) as copy:
        hide(copy)


async def _pieces(scratch: Scratch, path: Path) -> AsyncIterator[bytes]:
    try:
        with path.open("rb") as file:
            while piece := await asyncio.to_thread(file.read, PIECE):
                yield piece
    finally:
        await asyncio.to_thread(scratch.cleanup)


HANDLERS = [copied]
