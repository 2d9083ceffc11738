"""Applications of venues, lent to one test after the other: to register every address takes longer
than most tests do."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.testing import TestClient

from cli.venue.access.session import Session
from cli.venue.hall.hall import Hall
from cli.venue.web.app import Begun, addressed, furnished
from cli.venue.web.guard import guard

Connection = ASGIConnection[Any, Any, Any, Any]
Known = Callable[[Connection], Session | None]
"""Which device asks; None for one that has not joined."""


async def _as_known(connection: Connection, _: BaseRouteHandler) -> None:
    connection.scope["state"]["session"] = connection.app.state.known(connection)


_GUARDS = {False: guard, True: _as_known}
_free: dict[bool, list[Litestar]] = {False: [], True: []}


@contextmanager
def lent(
    hall: Hall, begun: Sequence[Begun] = (), known: Known | None = None, **state: Any
) -> Iterator[Litestar]:
    """The application of a hall, until the block ends.

    Args:
        hall: what it serves.
        begun: what is done when the hall has started.
        known: which device asks, whatever it asks for; None: by its cookie, as its role may.
        state: what else is found in its state.
    """
    free = _free[known is not None]
    app = free.pop() if free else addressed([_GUARDS[known is not None]])
    try:
        yield furnished(app, hall, begun, known=known, **state)
    finally:
        free.append(app)


@contextmanager
def client_of(
    hall: Hall, known: Known | None = None, **options: Any
) -> Iterator[TestClient[Litestar]]:
    """A client of the venue of a hall; arguments as for :func:`lent`, and of the client."""
    with lent(hall, known=known) as app, TestClient(app, **options) as client:
        yield client
