"""The venue under uvicorn: one process, one worker, until it is told to stop."""

from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn
from litestar import Litestar

from cli.venue.hall.hall import Hall
from cli.venue.web.app import application

GRACE = 5
"""For so many seconds requests that have begun are waited for at the end (VN-1.6)."""


class Server(uvicorn.Server):
    """A server that ends its streams when it is told to stop, so that nobody is waited for.

    Args:
        config: of uvicorn.
        closing: called when it is told to stop.
    """

    def __init__(self, config: uvicorn.Config, closing: Callable[[], None]) -> None:
        super().__init__(config)
        self._closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called for SIGINT and SIGTERM."""
        self._closing()
        super().handle_exit(sig, frame)


def run(path: Path, host: str, port: int, tls: tuple[Path, Path] | None = None) -> None:
    """Serve a log until SIGTERM or Ctrl-C.

    Raises:
        LogLocked: another process has the log.
        LogError: it cannot be written.
    """
    hall = Hall(path)
    served(application(hall), hall, host, port, tls)


def served(
    app: Litestar, hall: Hall, host: str, port: int, tls: tuple[Path, Path] | None = None
) -> None:
    """Serve an application; errors as for :func:`run`."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        workers=1,
        log_level="warning",
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=75,
        server_header=False,
        ssl_certfile=tls[0] if tls else None,
        ssl_keyfile=tls[1] if tls else None,
    )
    Server(config, hall.close_soon).run()
