"""How servers are waited for that are away, with pauses that grow: what is done each night goes on
by itself when they are back (LG-9)."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import NamedTuple, TypeVar

from storage.league.lake import Away
from storage.match_pages import Progress

FIRST, LONGEST = 1.0, 60.0
"""The pauses, in seconds: the first, and what each next one, twice as long, comes to at most."""

T = TypeVar("T")


class Patience:
    """How long servers are waited for that are away.

    Args:
        most: for how many seconds each time; 0: not at all.
        on_pause: told before each pause why, and for how many seconds.
    """

    def __init__(
        self, most: float = 0.0, on_pause: Callable[[Away, float], None] = lambda error, pause: None
    ) -> None:
        self.most = most
        self.on_pause = on_pause
        self.waited = 0.0  # for how many seconds in all
        self.went_on()

    def went_on(self) -> None:
        """What is done next is waited for as long anew."""
        self._until: float | None = None
        self._pause = FIRST

    def over(self, act: Callable[[], T]) -> T:
        """What comes of an act, which is done again where a server is away meanwhile.

        Raises:
            Away: it has stayed away for too long.
        """
        while True:
            try:
                found = act()
            except Away as error:
                self._bear(error)
            else:
                self.went_on()
                return found

    def _bear(self, error: Away) -> None:
        now = monotonic()
        if self._until is None:
            self._until = now + self.most
        pause = min(self._pause, self._until - now)
        if pause <= 0:
            waited = f"; waited for {round(self.most):,} s" if self.most else ""
            raise Away(f"{error}{waited}") from error.__cause__
        self.on_pause(error, pause)
        sleep(pause)
        self.waited += monotonic() - now
        self._pause = min(2 * self._pause, LONGEST)


__all__ = ["Patience"]


class Effort(NamedTuple):
    """How what takes long is done."""

    # in how many processes matches are replayed, or the address of a Dask cluster
    jobs: int | str = 1
    progress: Progress | None = None  # told how many parts are done, and how many there are
    # how long servers are waited for that are away; None: not at all
    patience: Patience | None = None

    def said(self, done: int, of: int) -> None:
        """Tell how far it is."""
        if self.progress is not None:
            self.progress(done, of)

    def went_on(self) -> None:
        """Something was committed: what is done next is waited for as long anew."""
        if self.patience is not None:
            self.patience.went_on()


ALONE = Effort()
"""In this process, telling nobody, and waiting for no server."""
