"""The report of an event for all who were there, once it is closed: a page to read and to print."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from cli.reading.matches import Source
from cli.report.event import event_page
from cli.report.page import page_policy, page_text
from cli.tournament.stream import Desk
from cli.venue.show.kept import Kept
from cli.venue.web.answers import Refusal
from cli.venue.web.caller import hall_of, session_of
from storage.files import Scratch
from storage.log import Log
from storage.projection import refresh
from storage.venue.marks import hide


@get("/report")
async def reported(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page of ``referee report``; its style and script are let in by their hashes (VN-5.8)."""
    stream, hall = session_of(request).stream, hall_of(request)
    if not stream:
        raise Refusal(404, "there is no tournament here")

    def closed(log: Log) -> tuple[int, Mapping[str, str]]:
        match = log.live(stream)
        if not match.replay().opened or not match.replay().state.over:
            raise Refusal(404, f"the report of {stream} follows its close")
        return match.last, hall.showing.people(log)

    last, people = await hall.ask(closed)

    def make(log: Log) -> bytes:
        with Scratch() as folder:
            path = Path(folder) / "copy.duckdb"
            log.snapshot(path)
            with Log.open(path, write=True) as copy:
                hide(copy)
                refresh(copy)
                desk = Desk(copy, Source(copy.load(stream), people))
                return page_text(event_page(desk, {})).encode()

    at = last, hash(tuple(people.items()))
    made = await _kept(request).get(stream, at, lambda: hall.read(make))
    headers = {
        "Content-Security-Policy": f"{page_policy()}; frame-ancestors 'none'",
        "Cache-Control": "no-store",
    }
    return Response(made.body, media_type="text/html", headers=headers)


def _kept(request: Request[Any, Any, Any]) -> Kept:
    """The pages that are kept."""
    state = request.app.state
    if not hasattr(state, "reports"):
        state.reports = Kept()
    kept = state.reports
    assert isinstance(kept, Kept)
    return kept


HANDLERS = [reported]
