"""Matches replayed by the workers of a Dask cluster, which may be on other machines.

They have this program installed, of the same version. What a worker was doing that is lost, Dask
has another one do.
"""

from concurrent.futures import Future
from typing import Any, TypeVar

from storage.error import LogError
from storage.replays.processes import AHEAD, Asked, Replays

T = TypeVar("T")
LOST = 10
"""How many workers may be lost at one part before it is no use."""


class Cluster(Replays):
    """Replays matches on a cluster. Use it as a context manager.

    Args:
        address: that of its scheduler, such as ``tcp://10.0.0.1:8786``.

    Raises:
        LogError: the extra is not installed, or there is no such cluster.
    """

    def __init__(self, address: str) -> None:
        super().__init__(2)
        self._client: Any = None
        try:
            import dask
            import distributed
        except ImportError:
            raise LogError(
                "a cluster needs the extra: pip install 'tabletop-referee[league-server]'"
            ) from None
        dask.config.set({"distributed.scheduler.allowed-failures": LOST})
        client: Any = distributed.Client
        try:
            self._client = client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as error:
            raise LogError(f"{address}: there is no cluster: {error}") from None
        self.jobs = self.others = max(2, len(self._client.scheduler_info()["workers"]))

    def _waits_for_first(self, under_way: Any) -> bool:
        """This machine does no share of it: there is room with a worker once the first is told."""
        return len(under_way) >= AHEAD * self.jobs

    def _send(self, work: Any) -> "Future[list[T]]":
        sent: Future[list[T]] = self._client.submit(work.there, pure=False)
        return sent

    def _edition(self, asked: Asked) -> tuple[str, str, bytes]:
        return asked.game.id, asked.game.version, asked.catalog.canonical

    def _stop(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


def replays_by(jobs: int | str) -> Replays:
    """Replays in so many processes of this machine, or on the cluster at that address."""
    return Cluster(jobs) if isinstance(jobs, str) else Replays(jobs)


__all__ = ["Cluster", "replays_by"]
