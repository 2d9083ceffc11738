"""The application: every address, who may ask it, and what is said where it fails."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.static_files import create_static_files_router
from litestar.types import Guard

from cli.venue.entering.opening import watch_games
from cli.venue.hall.hall import Hall
from cli.venue.judge.beside import watch_calls
from cli.venue.keeping.background import watch
from cli.venue.keeping.keeper import Keeper
from cli.venue.web import (
    copies,
    desk,
    devices,
    event_report,
    floor,
    join,
    live,
    matches,
    pages,
    paper,
    recorder,
    several,
    show,
    tournaments,
)
from cli.venue.web.bodies import MOST_BODY, SECURE, Refusal
from cli.venue.web.guard import guard
from cli.venue.web.judging import dispute, judge, ruling
from cli.venue.web.own import enter, entrants, me, notified
from events.error import RefereeError
from storage.venue.notice import posted

Begun = Callable[[Hall], Coroutine[Any, Any, None]]
"""Something that is done once the hall has started."""
PACKED = ["/api/stream", "/api/log", "/api/show", "/api/overlay"]
"""What is not packed here: streams, copies, and what is packed once for all who ask."""
STATIC = Path(__file__).parents[1] / "static"
LONGEST = 100
"""No file of the pages has a longer name."""


def application(
    hall: Hall,
    begun: Sequence[Begun] = (),
    *,
    keeper: Keeper | None = None,
    certificate: Path | None = None,
    contact: str = "",
) -> Litestar:
    """The venue as an application; it starts and stops the hall.

    Args:
        hall: what it serves.
        begun: what is done when the hall has started; it may go on until the hall stops.
        keeper: makes copies of the log; None where no second folder was named.
        certificate: under HTTPS, its file.
        contact: where phones are notified, whom a push service may write to; empty: they are not.
    """
    given = {"keeper": keeper, "certificate": certificate, "contact": contact}
    return furnished(addressed(), hall, begun, **given)


def furnished(
    app: Litestar,
    hall: Hall,
    begun: Sequence[Begun] = (),
    **state: Any,
) -> Litestar:
    """The same application, for this hall and no other.

    Args:
        app: the application.
        hall: what it serves.
        begun: what is done when the hall has started.
        state: what else is found in ``app.state``, beside these.
    """
    app.state.clear()
    absent = dict.fromkeys(("keeper", "rehearsal", "certificate", "push", "fault"))
    given = {**absent, "contact": "", "stop": hall.close_soon, **state}
    app.state.update({**given, "hall": hall, "begun": begun})
    return app


def addressed(guards: Sequence[Guard] = (guard,)) -> Litestar:
    """The application without a hall: every address, and who sees that it may be asked."""
    static = create_static_files_router(
        "/static",
        [STATIC],
        include_in_schema=False,
        cache_control=None,
        after_request=_served,
        guards=[_require_file_name],
    )
    return Litestar(
        route_handlers=[
            *join.HANDLERS,
            *several.HANDLERS,
            *enter.HANDLERS,
            *me.HANDLERS,
            *notified.HANDLERS,
            *entrants.HANDLERS,
            *devices.HANDLERS,
            *matches.HANDLERS,
            *recorder.HANDLERS,
            *live.HANDLERS,
            *tournaments.HANDLERS,
            *desk.HANDLERS,
            *pages.HANDLERS,
            *judge.HANDLERS,
            *dispute.HANDLERS,
            *ruling.HANDLERS,
            *floor.HANDLERS,
            *copies.HANDLERS,
            *show.HANDLERS,
            *paper.HANDLERS,
            *event_report.HANDLERS,
            static,
        ],
        lifespan=[_opened],
        guards=list(guards),
        exception_handlers={Exception: pages.refused_page},
        compression_config=CompressionConfig("gzip", exclude=PACKED),
        after_request=_secured,
        openapi_config=None,
        logging_config=None,
        request_max_body_size=MOST_BODY + 1,
    )


@asynccontextmanager
async def _opened(app: Litestar) -> AsyncIterator[None]:
    """As :func:`_served_hall`. Why that cannot begin, or end, is kept for whoever runs it: the
    server would say where it happened."""
    try:
        async with _served_hall(app):
            yield
    except (RefereeError, OSError) as error:
        app.state.fault = error
        raise


def _begun(app: Litestar, task: asyncio.Task[Any]) -> None:
    """Stop where what is done at the beginning fails, such as to make the codes: nobody could
    join."""
    error = None if task.cancelled() else task.exception()
    if isinstance(error, RefereeError | OSError):
        app.state.fault = error
        app.state.stop()


@asynccontextmanager
async def _served_hall(app: Litestar) -> AsyncIterator[None]:
    """While it serves, the hall is open, and what goes on beside it goes on."""
    state = app.state
    hall, keeper = state.hall, state.keeper
    if keeper is not None:
        hall.heard.append(keeper.committed)
    await hall.start()
    if keeper is not None:
        hall.access.changed = keeper.soon
    going_on = [asyncio.create_task(watch(hall, keeper))]
    going_on.append(await watch_calls(hall))
    going_on.append(await watch_games(hall))
    if state.contact:
        from cli.venue.pushing.rounds import watch_rounds  # it needs packages of its own

        state.push, feeding = await watch_rounds(hall, state.contact)
        going_on.append(feeding)
    try:
        with posted_at(hall, state.certificate) as state.key:
            begun = [asyncio.create_task(each(hall)) for each in state.begun]
            for each in begun:
                each.add_done_callback(partial(_begun, app))
            going_on += begun
            yield
    finally:
        for task in going_on:
            task.cancel()
        await asyncio.gather(*going_on, return_exceptions=True)
        if state.push is not None:
            await asyncio.to_thread(state.push.close)
        await hall.stop()
        event_report.close(state)
        if keeper is not None:
            await asyncio.to_thread(keeper.close)


async def _require_file_name(connection: ASGIConnection[Any, Any, Any, Any], _: object) -> None:
    """See that what is asked for can be the name of a file.

    Raises:
        Refusal: 404: it cannot.
    """
    name = str(connection.path_params.get("file_path", ""))
    if len(name) > LONGEST or not name.isprintable():
        raise Refusal(404, "there is no such file")


async def _served(response: Response[Any]) -> Response[Any]:
    """A file of the pages; the service worker among them may serve pages (VN-9.4)."""
    response.headers["Service-Worker-Allowed"] = "/"
    return await _secured(response)


@contextmanager
def posted_at(hall: Hall, certificate: Path | None = None) -> Iterator[str]:
    """Have every other command know that the venue has the log, and the key to a copy of it
    (VN-1.1); where nobody listens there is none."""
    if not hall.listens:
        yield ""
        return
    with posted(hall.path, hall.listens, str(certificate.resolve()) if certificate else "") as post:
        yield post.key


async def _secured(response: Response[Any]) -> Response[Any]:
    """A coroutine, as a plain function would be called in another thread."""
    for name, value in SECURE.items():
        response.headers.setdefault(name, value)
    return response
