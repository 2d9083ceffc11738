"""Where the tables of a hall stand (VN-20.1): beside the chain, as rows of a side table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from storage import schema

if TYPE_CHECKING:
    from storage.log import Log

IN_ROWS = 0
"""The table whose ``x`` says how many tables stand in a row, where they simply stand in rows."""


class Spot(Struct, frozen=True):
    """Where a table stands, in whatever unit the hall was measured: x to the right, y downwards."""

    table: int  # its number; IN_ROWS: all of them
    x: float
    y: float


def keep_floor(log: "Log", stream: str, spots: Sequence[Spot]) -> None:
    """Keep where the tables of a tournament stand, in the place of what was kept; none: nothing.

    Raises:
        LogError: the log cannot be written.
    """
    with log.transaction():
        if not log.has_table("venue_floor"):
            log.rows(schema.sql("venue"))
        log.rows("DELETE FROM venue_floor WHERE stream = ?", [stream])
        for each in spots:
            log.rows(
                "INSERT INTO venue_floor VALUES (?, ?, ?, ?)", [stream, each.table, each.x, each.y]
            )


def floor(log: "Log", stream: str) -> tuple[Spot, ...]:
    """Where the tables of a tournament stand, by number; empty where nobody has said."""
    if not log.has_table("venue_floor"):
        return ()
    found = log.rows(
        "SELECT table_number, x, y FROM venue_floor WHERE stream = ? ORDER BY table_number",
        [stream],
    )
    return tuple(Spot(*row) for row in found)
