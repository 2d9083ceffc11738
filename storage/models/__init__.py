"""What statistics need that SQL does not say: each module fills a temporary table for them.

A statistic names its model at the head of its file; :func:`filled` is asked before it is run.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def filled(connection: "DuckDBPyConnection", name: str, chosen: Mapping[str, Any]) -> None:
    """Have a model fill its table.

    Args:
        connection: a log whose facts are projected, for which the macros are defined.
        name: the model: a module of this package.
        chosen: what its queries take, by name.
    """
    import_module(f"{__name__}.{name}").fill(connection, chosen)


_PROGRESS: ContextVar[Callable[[int, int], None]] = ContextVar(
    "progress", default=lambda done, of: None
)
_JOBS: ContextVar[int] = ContextVar("jobs", default=1)


@contextmanager
def replaying(jobs: int, progress: Callable[[int, int], None]) -> Iterator[None]:
    """Have a model that takes long replay matches in so many processes, and somebody told how far
    it is: how many matches are done, and how many there are."""
    before = _JOBS.set(jobs), _PROGRESS.set(progress)
    try:
        yield
    finally:
        _JOBS.reset(before[0])
        _PROGRESS.reset(before[1])


def jobs() -> int:
    """In how many processes matches are replayed."""
    return _JOBS.get()


def step(done: int, of: int) -> None:
    """Tell how far a model is."""
    _PROGRESS.get()(done, of)


def keep(
    connection: "DuckDBPyConnection",
    table: str,
    columns: Mapping[str, str],
    rows: Iterable[Iterable[object]],
) -> None:
    """Make a temporary table of these rows, in the place of one of that name.

    Args:
        connection: the log.
        table: its name.
        columns: the type of each column in DuckDB, by name.
        rows: the rows.
    """
    kinds = ", ".join(f"{name} {kind}" for name, kind in columns.items())
    connection.execute(f"CREATE OR REPLACE TEMP TABLE {table} ({kinds})")
    names = [name.strip('"') for name in columns]
    records = [dict(zip(names, row, strict=True)) for row in rows]
    if records:
        connection.execute(
            f"INSERT INTO {table} SELECT unnest(row) FROM (SELECT unnest("
            f"from_json(?, '[\"JSON\"]')) AS text), LATERAL (SELECT text::STRUCT({kinds}) AS row)",
            [msgspec.json.encode(records).decode()],
        )
