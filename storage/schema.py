"""The tables that a log keeps, and the format of the file."""

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from storage.error import LogError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FORMAT = 1
"""The version of the file format. A change that an older program would misread raises it."""

_SCHEMA = resources.files(__package__) / "sql" / "schema"


@cache
def sql(name: str) -> str:
    """A file of ``storage/sql/schema`` by its name without ``.sql``."""
    return (_SCHEMA / f"{name}.sql").read_text(encoding="utf-8")


def create(connection: "DuckDBPyConnection") -> None:
    """Make the tables of an empty log."""
    connection.execute("BEGIN")
    connection.execute(sql("record"))
    connection.execute(sql("heads"))
    connection.execute(f"INSERT INTO meta VALUES ('format', '{FORMAT}')")
    connection.execute("COMMIT")


def require_log(connection: "DuckDBPyConnection", name: str) -> None:
    """See whether a database is a log that this program can use.

    Raises:
        LogError: it is another database, or a later version wrote it.
    """
    found = connection.execute(
        "SELECT count(*) FROM duckdb_columns() WHERE database_name = current_database() "
        "AND schema_name = 'main' AND (table_name, column_name) IN (('meta', 'value'), "
        "('entries', 'payload'), ('entries', 'digest'), ('matches', 'refereed'), "
        "('catalogs', 'payload'), ('people', 'name'))"
    ).fetchone()
    if found != (6,):
        raise LogError(f"{name}: a DuckDB database, but not a log of matches")
    row = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    written = str(row[0]) if row else "?"
    if not written.isdecimal():
        raise LogError(f"{name}: its format is {written!r}; expected a number")
    if int(written) > FORMAT:
        raise LogError(
            f"{name}: written in format {written} by a later version; "
            f"this one reads up to format {FORMAT}"
        )
