"""The catalogs that a log keeps: there, unchanged and sound."""

from collections.abc import Iterator

from referee.catalog import CatalogError, stored_catalog
from referee.games.registry import UnknownGame, game_of
from storage.catalogs import sample
from storage.log import Log
from storage.verify.report import Difference


class Catalogs:
    """The catalogs of a log.

    Args:
        log: the log; open for reading will do.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept = {key for (key,) in log.rows("SELECT hash FROM catalogs")}
        self.pinned: set[str] = set()
        """Those of the matches that were asked about."""

    def missing(self, key: str) -> str:
        """In words, that the log does not have a catalog which a match pins; empty where it has."""
        self.pinned.add(key)
        if key in self._kept:
            return ""
        shipped = sample(key)
        if shipped is None:
            return f"the log does not have the catalog {key}"
        return f"the log does not have the catalog {key}; the sample {shipped.name!r} is the same"

    def differences(self, *, every: bool) -> Iterator[Difference]:
        """What is wrong with the catalogs: all of the log, or those that were asked about."""
        for key in sorted(self._kept if every else self._kept & self.pinned):
            game, name, payload, chained = self._log.rows(
                "SELECT game, name, payload, sha256(payload) FROM catalogs WHERE hash = ?", [key]
            )[0]
            for fault in _faults(key, game, name, payload, chained):
                yield Difference("", 0, "catalog", f"{key}: {fault}", "catalogs")


def _faults(key: str, game: str, name: str, payload: str, chained: str) -> Iterator[str]:
    if chained != key:
        yield f"its payload is changed: it has the hash {chained}"
        return
    try:
        found = stored_catalog(payload, game_of(game).catalog_type)
    except UnknownGame as error:
        yield f"game is {game!r}: {error}"
        return
    except (CatalogError, RecursionError) as error:
        yield str(error)
        return
    if found.game != game:
        yield f"game is {game!r}, but the payload says {found.game!r}"
    if found.name != name:
        yield f"name is {name!r}, but the payload says {found.name!r}"
    yield from found.faults()


__all__ = ["Catalogs"]
