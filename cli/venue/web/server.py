"""The venue under uvicorn: one process, one worker, until it is told to stop."""

import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import uvicorn

from cli.failure import Failure, Status
from cli.screen.render import line_by_line
from cli.venue.hall.hall import Hall
from cli.venue.hall.reader import Reader
from cli.venue.keeping.keeper import Keeper
from cli.venue.keeping.open_files import require_files
from cli.venue.rehearsal.rehearsal import Rehearsal
from cli.venue.seen.names import Naming
from cli.venue.web.app import Begun, application

GRACE = 5
"""For so many seconds requests that have begun are waited for at the end (VN-1.6)."""

TURN = 0.0005
"""A thread that is at work lets another in after so many seconds: what was written is answered
while the writer goes on, and who comes back from the disk goes on while others are answered."""

SELDOM = 100
"""The collector of garbage goes through all live matches ten times less often than Python would
have it: that takes a tenth of a second, and finds next to nothing."""


class Server(uvicorn.Server):
    """A server that ends its streams when it is told to stop, so that nobody is waited for.

    Args:
        config: of uvicorn.
        closing: called when it is told to stop.
    """

    def __init__(self, config: uvicorn.Config, closing: Callable[[], None]) -> None:
        super().__init__(config)
        self._closing = closing

    def stop(self) -> None:
        """Stop as for a signal."""
        self.handle_exit(signal.SIGTERM, None)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called for SIGINT and SIGTERM; a second Ctrl-C waits for nobody. It ends as it should,
        with status 0, where uvicorn would have the signal end the process."""
        self._closing()
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


class Address(NamedTuple):
    """Where a venue is reached."""

    host: str  # the address to listen at
    port: int  # 0: any that is free
    tls: tuple[Path, Path] | None = None  # a certificate and its key; None: plain HTTP
    name: str = ""  # by what name devices reach this machine; empty: by its address


def served(path: Path, *, devices: int = 0, names: Naming = "names") -> Hall:
    """The hall of a log, as a process of its own serves it.

    Args:
        path: the log.
        devices: how many devices are expected.
        names: how people are called on pages and screens (VN-7.9).

    Raises:
        Failure: too few files may be open.
    """
    require_files(devices)
    return Hall(path, names=names, reader=Reader())


def run(
    hall: Hall,
    address: Address,
    begun: Sequence[Begun] = (),
    *,
    backup: Path | None = None,
    rehearsal: Rehearsal | None = None,
    contact: str = "",
) -> None:
    """Serve a log until SIGTERM or Ctrl-C.

    Args:
        hall: the hall, which has not started yet.
        address: where it is reached.
        begun: what is done when it has started.
        backup: the folder of its copies.
        rehearsal: what is rehearsed there; None: it is no rehearsal.
        contact: where phones are notified, whom a push service may write to; empty: they are not.

    Raises:
        LogLocked: another process has the log.
        LogError: it cannot be written.
        Failure: the address cannot be listened at.
    """
    line_by_line()
    keeper = Keeper(hall.path, backup, hall.clock) if backup else None
    listening = _listening(address.host, address.port)
    certificate, key = address.tls or (None, None)
    begun = (_settled, *begun)
    app = application(hall, begun, keeper=keeper, certificate=certificate, contact=contact)
    config = uvicorn.Config(
        app,
        workers=1,
        log_level="warning",
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=75,
        server_header=False,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    hall.listens = address_of(listening, secure=certificate is not None)
    hall.address = address_of(listening, address.name, secure=certificate is not None)
    server = Server(config, hall.close_soon)
    app.state.stop = server.stop
    if rehearsal is not None:
        app.state.rehearsal, rehearsal.stop, rehearsal.keeper = rehearsal, server.stop, keeper
    logging.getLogger("uvicorn.error").addFilter(lambda _: app.state.fault is None)
    try:
        server.run([listening])
    except SystemExit:
        if app.state.fault is None:
            raise
    if app.state.fault is not None:
        raise app.state.fault


async def _settled(hall: Hall) -> None:
    """What was loaded stays: nobody has to wait while the collector of garbage looks at it. The
    writer and those who answer take turns more often than Python would have it."""
    sys.setswitchinterval(TURN)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        Failure: the address is taken, or not one of this machine.
    """
    try:
        return socket.create_server((host, port), backlog=2048)
    except OSError as error:
        raise Failure(
            f"{host}:{port}: {error.strerror or error}", "--port says another", Status.ENVIRONMENT
        ) from None


def address_of(listening: socket.socket, name: str = "", *, secure: bool) -> str:
    """How others on the network reach it."""
    host, port = listening.getsockname()[:2]
    if name:
        host = name
    elif host in ("0.0.0.0", "::"):
        host = own_address()
    return f"{'https' if secure else 'http'}://{host}:{port}"


def own_address() -> str:
    """The address of this machine on the network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # kept for documentation: it is nobody's
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
