"""The report of an event for all who were there, once it is closed: pages to read and to print, of
the event and of its games."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from cli.reading.matches import Source
from cli.report.figures import figures_of
from cli.report.match import filters, match_page, seen
from cli.report.page import Link, Page, page_policy, page_text
from cli.report.tournament import event_page, games_of
from cli.tournament.stream import Desk
from cli.venue.language import language_of
from cli.venue.show.kept import Kept
from cli.venue.web.bodies import Refusal
from cli.venue.web.caller import hall_of, session_of
from storage.files import Scratch
from storage.log import Log
from storage.match import Match
from storage.projection import refresh
from storage.venue.marks import hide

REPORT = "/report"

Answer = Response[bytes]
Asking = Request[Any, Any, Any]


@get(REPORT)
async def reported(request: Asking) -> Answer:
    """The page of ``referee report``; its style and script are let in by their hashes (VN-5.8)."""

    def page(desk: Desk) -> Page:
        pages = {match: f"{REPORT}/{quote(match, safe='')}" for match in games_of(desk)}
        return event_page(desk, pages)

    return await _answered(request, "", page)


@get(REPORT + "/{match_id:str}")
async def reported_match(request: Asking, match_id: FromPath[str]) -> Answer:
    """The page of a game of the event, as all may see it."""

    def page(desk: Desk) -> Page:
        log = desk.log
        if match_id not in games_of(desk):
            raise Refusal(404, f"{desk.name} has no such game")
        asked = Source(log.load(match_id), desk.source.people)
        found = match_page(seen(log, asked, ""), figures_of(log.connection, filters(match_id)))
        return found._replace(above=Link(desk.name, REPORT))

    return await _answered(request, match_id, page)


@get("/keep/{match_id:str}")
async def kept(request: Asking, match_id: FromPath[str], alone: FromQuery[bool] = False) -> Answer:
    """The page of a match whose result is in, for those who sat there and who judge it: one file
    that loads nothing, to keep (VN-17.20). There is no link for others: that were a secret more.
    Alone it leads nowhere, as it is saved."""
    session, hall, reports = session_of(request), hall_of(request), _reports(request)
    language = language_of(request)

    def over(log: Log, match: Match) -> tuple[int, Mapping[str, str]]:
        if not hall.showing.view(log, match, session).closed:
            raise Refusal(404, f"the page of {match_id} follows its result")
        ((entries,),) = log.rows("SELECT count(*) FROM entries")
        return entries, hall.showing.people(log)

    entries, people = await hall.match(match_id, over)

    def make(log: Log) -> bytes:
        with Log.open(reports.copied(log, entries), write=True) as copy:
            asked = seen(copy, Source(copy.load(match_id), people), "")
            page = match_page(asked, figures_of(copy.connection, filters(match_id)))
            file = Link(f"{match_id}.html", f"/keep/{quote(match_id, safe='')}?alone=true")
            return page_text(page._replace(saved=None if alone else file), language).encode()

    at = entries, hash(tuple(people.items()))
    name = f"keep/{match_id}/{language}/{alone}"
    made = await reports.kept.get(name, at, lambda: hall.read(make))
    return _page(made.body)


async def _answered(request: Asking, name: str, page: Callable[[Desk], Page]) -> Answer:
    """A page of the event, made once for each state of the log."""
    stream, hall, reports = session_of(request).stream, hall_of(request), _reports(request)
    language = language_of(request)
    if not stream:
        raise Refusal(404, "there is no tournament here")

    def closed(log: Log) -> tuple[int, Mapping[str, str]]:
        match = log.live(stream)
        if not match.replay().opened or not match.replay().state.over:
            raise Refusal(404, f"the report of {stream} follows its close")
        ((entries,),) = log.rows("SELECT count(*) FROM entries")
        return entries, hall.showing.people(log, published=True)

    entries, people = await hall.ask(closed)

    def make(log: Log) -> bytes:
        with Log.open(reports.copied(log, entries), write=True) as copy:
            desk = Desk(copy, Source(copy.load(stream), people))
            return page_text(page(desk), language).encode()

    at = entries, hash(tuple(people.items()))
    made = await reports.kept.get(f"{stream}/{name}/{language}", at, lambda: hall.read(make))
    return _page(made.body)


def _page(body: bytes) -> Answer:
    headers = {
        "Content-Security-Policy": f"{page_policy()}; frame-ancestors 'none'",
        "Cache-Control": "no-store",
    }
    return Response(body, media_type="text/html", headers=headers)


class Reports:
    """The pages that are kept, and the copy of the log that they are made from."""

    def __init__(self) -> None:
        self.kept = Kept()
        self._folder: Scratch | None = None
        self._entries = 0

    def copied(self, log: Log, entries: int) -> Path:
        """A copy of the log without its secrets, its facts projected, made anew for other entries;
        asked in the one thread that reads."""
        if self._folder is None or self._entries != entries:
            folder = Scratch()
            path = Path(folder.name) / "copy.duckdb"
            log.copy_to(path)
            with Log.open(path, write=True) as copy:
                hide(copy)
                refresh(copy)
            self.close()
            self._folder, self._entries = folder, entries
        return Path(self._folder.name) / "copy.duckdb"

    def close(self) -> None:
        """The copy goes."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def _reports(request: Asking) -> Reports:
    state = request.app.state
    if not hasattr(state, "reports"):
        state.reports = Reports()
    found = state.reports
    assert isinstance(found, Reports)
    return found


def close(state: State) -> None:
    """The copy that reports are made from goes with the hall."""
    if hasattr(state, "reports"):
        state.reports.close()


HANDLERS = [reported, reported_match, kept]
