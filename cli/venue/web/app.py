"""The application: every address, who may ask it, and what is said where it fails."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.static_files import create_static_files_router
from litestar.types import Guard

from cli.venue.hall.hall import Hall
from cli.venue.web import devices, joining, matches, pages, streaming
from cli.venue.web.answering import MOST_BODY, SECURE, refused
from cli.venue.web.guard import guard

Begun = Callable[[Hall], Coroutine[Any, Any, None]]
"""Something that is done once the hall has started."""
STATIC = Path(__file__).parents[1] / "static"


def application(
    hall: Hall, begun: Sequence[Begun] = (), *, guards: Sequence[Guard] = (guard,), **state: Any
) -> Litestar:
    """The venue as an application; it starts and stops the hall.

    Args:
        hall: what it serves.
        begun: what is done when the hall has started; it may go on until the hall stops.
        guards: who sees that a device may ask what it asks.
        state: what else handlers find in ``app.state``, beside ``hall``.
    """

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        await hall.start()
        going_on = [asyncio.create_task(each(hall)) for each in begun]
        try:
            yield
        finally:
            for task in going_on:
                task.cancel()
            await asyncio.gather(*going_on, return_exceptions=True)
            await hall.stop()

    static = create_static_files_router(
        "/static",
        [STATIC],
        include_in_schema=False,
        cache_control=None,
        after_request=_served,
    )
    return Litestar(
        route_handlers=[
            *joining.HANDLERS,
            *devices.HANDLERS,
            *matches.HANDLERS,
            *streaming.HANDLERS,
            *pages.HANDLERS,
            static,
        ],
        lifespan=[opened],
        guards=list(guards),
        exception_handlers={Exception: refused},
        compression_config=CompressionConfig("gzip", exclude=["/api/stream"]),
        after_request=_secured,
        openapi_config=None,
        logging_config=None,
        request_max_body_size=MOST_BODY + 1,
        state=State({"hall": hall, **state}),
    )


def _served(response: Response[Any]) -> Response[Any]:
    """A file of the pages; the service worker among them may serve pages (VN-9.4)."""
    response.headers["Service-Worker-Allowed"] = "/"
    return _secured(response)


def _secured(response: Response[Any]) -> Response[Any]:
    for name, value in SECURE.items():
        response.headers.setdefault(name, value)
    return response
