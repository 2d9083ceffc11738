"""The chances that ratings give before each contest of tournaments."""

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from storage.models import keep
from storage.season.contests import contests
from storage.season.ratings import predicted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def fill(connection: "DuckDBPyConnection", chosen: Mapping[str, Any]) -> None:
    """The table ``predicted``: for each contest one of the two, and its chance before."""
    found = []
    for met, chance in predicted(contests(connection)):
        first = sha256(f"{met.event}/{met.round}/{met.table}".encode()).digest()[0] % 2 == 0
        player, own = (met.a, chance) if first else (met.b, 1 - chance)
        found.append((met.event, met.round, met.table, player, own))
    columns = {
        "match_id": "VARCHAR", "round": "INTEGER", '"table"': "INTEGER", "player": "VARCHAR",
        "chance": "DOUBLE",
    }  # fmt: skip
    keep(connection, "predicted", columns, found)
