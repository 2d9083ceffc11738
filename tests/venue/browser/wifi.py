"""Wi-Fi between a phone and the venue that loses posts, or the answers to them."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.bench.devices import HOST


class Wifi:
    """What passes all on, but for answers that it loses after the venue has given them.

    Args:
        port: of the venue.
        every: the answer to each post of that number is lost; 0: none.

    Attributes:
        deaf: whether no post comes through.
        lost: how many answers were lost.
    """

    def __init__(self, port: int, every: int) -> None:
        self._venue = port
        self.every = every
        self.deaf = False
        self._posts = 0
        self.lost = 0
        self._socket = socket.create_server((HOST, 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """Pass nothing on any more."""
        self._socket.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._socket.accept()
                threading.Thread(target=self._connect, args=(phone,), daemon=True).start()

    def _connect(self, phone: socket.socket) -> None:
        gone = suppress(ConnectionRefusedError)
        with phone, gone, socket.create_connection((HOST, self._venue)) as venue:
            losing = threading.Event()
            asked = threading.Thread(target=self._ask, args=(phone, venue, losing), daemon=True)
            asked.start()
            with suppress(OSError):
                while answer := venue.recv(65536):
                    if losing.is_set():
                        self.lost += 1
                        break
                    phone.sendall(answer)
            for each in (phone, venue):
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)
            asked.join()

    def _ask(self, phone: socket.socket, venue: socket.socket, losing: threading.Event) -> None:
        with suppress(OSError):
            while asked := phone.recv(65536):
                if asked.startswith(b"POST "):
                    self._posts += 1
                    if self.deaf:
                        phone.shutdown(socket.SHUT_RDWR)
                        break
                    if self.every and self._posts % self.every == 0:
                        losing.set()
                venue.sendall(asked)
            venue.shutdown(socket.SHUT_WR)


@contextmanager
def wifi(port: int, every: int = 0) -> Iterator[Wifi]:
    """Wi-Fi to a venue, until it is no longer needed."""
    made = Wifi(port, every)
    try:
        yield made
    finally:
        made.close()
