"""The library: what ``import tabletop_referee`` offers to programs.

Open a log, load a match, replay it, ask in SQL. DuckDB is imported when it is needed first: to
open a log, not to list the games.
"""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from events.entry import Entry
from events.event import Event
from events.notation import Malformed
from events.notation import read as read_line
from events.notation import write as write_line
from referee.catalog import Catalog
from referee.fact import Fact
from referee.game import Game
from referee.games.registry import UnknownGame, game_ids, game_of
from referee.replay.replay import Change, Outcome, Replay
from referee.verdict import Illegal, Incomplete, Legal, OnTrust, Verdict
from storage.error import (
    Conflict,
    LogBroken,
    LogError,
    LogLocked,
    Refused,
    StaleSequence,
    UnknownMatch,
)
from storage.match import Answer, Draft, Item, Match, Receipt, Recorded

if TYPE_CHECKING:
    from storage.exchange.imported import Imported, ImportFault
    from storage.log import Log, MatchRow
    from storage.verify import Difference, Report

__all__ = [
    "Answer",
    "Catalog",
    "Change",
    "Conflict",
    "Difference",
    "Draft",
    "Entry",
    "Event",
    "Fact",
    "Game",
    "Illegal",
    "ImportFault",
    "Imported",
    "Incomplete",
    "Item",
    "Legal",
    "Log",
    "LogBroken",
    "LogError",
    "LogLocked",
    "Malformed",
    "Match",
    "MatchRow",
    "OnTrust",
    "Outcome",
    "Receipt",
    "Recorded",
    "Refused",
    "Replay",
    "Report",
    "StaleSequence",
    "UnknownGame",
    "UnknownMatch",
    "Verdict",
    "export_record",
    "game_of",
    "games",
    "import_record",
    "open_log",
    "query",
    "read_line",
    "verify",
    "write_line",
]

_WITH_DUCKDB = {
    "Difference": ".verify",
    "ImportFault": ".exchange.imported",
    "Imported": ".exchange.imported",
    "Log": ".log",
    "MatchRow": ".log",
    "Report": ".verify",
}
"""What is offered from modules that import DuckDB."""


def __getattr__(name: str) -> Any:
    if name in _WITH_DUCKDB:
        return getattr(import_module(_WITH_DUCKDB[name], __package__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def open_log(path: str | Path, *, write: bool = False, wait: float = 10.0) -> "Log":
    """Open a log; use it in a ``with`` block, and no longer than the work needs it.

    ``log.matches()`` lists the matches and ``log.load(id)`` gives one of them; ``open_match``
    and ``append`` log what happens, ``append_many`` in many matches at once. Whoever has it open
    for writing keeps all other processes out; ``log.cursor()`` is the same log for another thread.

    Args:
        path: the file.
        write: open it for writing; it is made where there is none.
        wait: how many seconds to wait for others to let go of it.

    Raises:
        LogLocked: another process had it for longer than the wait.
        LogError: there is no such log, or it cannot be read or written.

    Example:
        >>> import tabletop_referee as tr
        >>> with tr.open_log("season.duckdb", write=True) as log:
        ...     log.matches()
        []
        >>> tr.open_log("nosuch.duckdb")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        tabletop_referee.storage.error.LogError: ...nosuch.duckdb: there is no such log
    """
    from storage.log import Log

    return Log.open(Path(path), write=write, wait=wait)


def import_record(log: "Log", path: str | Path) -> "Imported":
    """Take the match of a text record into a log; what is already there stays as it is.

    Args:
        log: the log, open for writing.
        path: the file of the record.

    Raises:
        ImportFault: a line is wrong, or differs from the log; names the line, and nothing is
            imported.
        LogError: the log cannot be written, or the file not be read.
        TooMuch: the file is larger than what is read at once, or is not UTF-8 text.

    Example:
        >>> import tabletop_referee as tr
        >>> with tr.open_log("season.duckdb", write=True) as log:
        ...     tr.import_record(log, "dispute.txt")
        Imported(matches=1, entries=96, known=0)
    """
    from storage.exchange import transfer
    from storage.files import read_text

    path = Path(path)
    return transfer.import_record(log, read_text(path), path.name)


def export_record(match: Match) -> str:
    """A match as a text record; imported, it gives the same entries to the last hash.

    Example:
        >>> import tabletop_referee as tr
        >>> with tr.open_log("season.duckdb", write=True) as log:
        ...     imported = tr.import_record(log, "dispute.txt")
        ...     text = tr.export_record(log.load("vale-open-r4-t1-g2"))
        >>> text.splitlines()[0]
        'match = "vale-open-r4-t1-g2"'
    """
    from storage.exchange import transfer

    return transfer.export_record(match)


def query(log: "Log", sql: str, parameters: object = None) -> list[dict[str, Any]]:
    """Ask a log in SQL (DuckDB): a dictionary for each row, by the names of the columns.

    The facts of all matches are brought up to date first, and the macros of the statistics,
    such as ``wilson(wins, n)``, may be used. ``referee sql`` describes the tables and views.

    Args:
        log: the log; open for writing where entries came in since it was last asked.
        sql: the query.
        parameters: values for its ``?`` or ``$name``.

    Raises:
        LogError: DuckDB refuses the query; or the facts are behind, and the log is open for
            reading only.

    Example:
        >>> import tabletop_referee as tr
        >>> with tr.open_log("season.duckdb", write=True) as log:
        ...     imported = tr.import_record(log, "dispute.txt")
        ...     tr.query(log, "SELECT seq, standing FROM illegal_entries WHERE seq > ?", [75])
        [{'seq': 77, 'standing': 'legal'}]
    """
    import duckdb

    from storage.projection import refresh
    from storage.statistics import prepare

    refresh(log)
    try:
        prepare(log.connection)
        result = log.connection.execute(sql, parameters)
        names = [column[0] for column in result.description or ()]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    except (duckdb.Error, UnicodeError, RuntimeError) as error:
        raise log.fault(error) from error


def verify(log: "Log", matches: Iterable[str] | None = None) -> "Report":
    """Recompute every hash, replay every match and compare with the states that were noted.

    Args:
        log: the log.
        matches: which matches; all where None.

    Raises:
        UnknownMatch: there is no such match.
        LogError: the file itself cannot be read.

    Example:
        >>> import tabletop_referee as tr
        >>> with tr.open_log("season.duckdb", write=True) as log:
        ...     imported = tr.import_record(log, "dispute.txt")
        ...     tr.verify(log).exact
        True
    """
    from storage.verify import verify as verified

    return verified(log, None if matches is None else list(matches))


def games() -> list[Game]:
    """The games that can be played, each under the newest version of its rules.

    Example:
        >>> import tabletop_referee as tr
        >>> fewest, most = tr.games()[0].players
        >>> 1 <= fewest <= most
        True
    """
    return [game_of(game_id) for game_id in game_ids()]
