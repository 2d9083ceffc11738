"""The tables that a log keeps, and the format of the file."""

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from storage.error import LogError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FORMAT = 1
"""The version of the file format. A change that an older program would misread raises it."""

_RECORD = (
    "SELECT meta.value, e.payload, e.digest, m.refereed, c.payload, p.name "
    "FROM main.meta, main.entries e, main.matches m, main.catalogs c, main.people p LIMIT 0"
)
"""What a log has to have, so that its record can be read."""

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
    connection.execute(sql("unrefereed"))
    connection.execute(sql("receipts"))
    connection.execute(f"INSERT INTO meta VALUES ('format', '{FORMAT}')")
    connection.execute("COMMIT")


def complete(connection: "DuckDBPyConnection") -> None:
    """Make the tables that an earlier version did not make, in a log that is open for writing."""
    import duckdb

    try:
        connection.execute("FROM main.receipts LIMIT 0")
    except duckdb.CatalogException:
        connection.execute("BEGIN")
        connection.execute(sql("receipts"))
        connection.execute("COMMIT")


def require_log(connection: "DuckDBPyConnection", name: str) -> None:
    """See whether a database is a log that this program can use.

    Raises:
        LogError: it is another database, or a later version wrote it.
    """
    import duckdb

    try:  # the tables are asked for themselves: a list of all columns would bind every view
        connection.execute(_RECORD)
    except (duckdb.CatalogException, duckdb.BinderException):
        raise LogError(f"{name}: a DuckDB database, but not a log of matches") from None
    row = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    written = str(row[0]) if row else "?"
    if not written.isdecimal():
        raise LogError(f"{name}: its format is {written!r}; expected a number")
    if not int(written):
        raise LogError(f"{name}: its format is {written!r}; there is none before 1")
    if int(written) > FORMAT:
        raise LogError(
            f"{name}: written in format {written} by a later version; "
            f"this one reads up to format {FORMAT}"
        )
