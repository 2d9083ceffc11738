"""The tables that a log keeps, and the format of the file."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from storage.error import LogError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FORMAT = 1
"""The version of the file format. A change that an older program would misread raises it."""

_RECORD = (
    "SELECT meta.value, e.payload, e.digest, m.refereed, c.payload, p.name, "
    "e.rowid, m.rowid, c.rowid, p.rowid, meta.rowid "
    "FROM main.meta, main.entries e, main.matches m, main.catalogs c, main.people p LIMIT 0"
)
"""What a log has to have, so that its record can be read: tables, which have row ids."""

HIDDEN = (
    "secrets",
    "venue_codes",
    "venue_devices",
    "venue_pins",
    "venue_registrations",
    "venue_probes",
    "venue_floor",
    "venue_push",
    "venue_push_key",
    "venue_marks",
)
"""The tables that are kept and that nothing shows: no view, no export and no copy for queries has
them, but every backup. No log has them before there is something to keep."""

KEPT = (
    "meta",
    "entries",
    "matches",
    "catalogs",
    "people",
    "heads",
    "unrefereed",
    "receipts",
    "seals",
    "unpublished",
    *HIDDEN,
)
"""The tables that are kept."""
PROTECTING = ("heads", "unrefereed")
"""Those of them by which it shows that something else is gone, so that none may be missing."""
_SEALING = "how often it was sealed"
"""What the table of marks says of itself in a log that was made by a release that seals."""

_SCHEMA = resources.files(__package__) / "sql" / "schema"


@cache
def sql(name: str) -> str:
    """A file of ``storage/sql/schema`` by its name without ``.sql``."""
    return (_SCHEMA / f"{name}.sql").read_text(encoding="utf-8")


def create(connection: "DuckDBPyConnection") -> None:
    """Make the tables of an empty log."""
    connection.execute("BEGIN")
    for name in ("record", "heads", "unrefereed", "receipts", "seals"):
        connection.execute(sql(name))
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


def seals_from_the_start(connection: "DuckDBPyConnection") -> bool:
    """Whether a log was made by a release that seals and keeps the head of every checkpoint, by
    what its table of marks says of itself: it has had a table of seals then, even an empty one."""
    return bool(
        connection.execute(
            "SELECT 1 FROM duckdb_tables() WHERE database_name = current_database() AND "
            "schema_name = 'main' AND table_name = 'meta' AND contains(comment, ?)",
            [_SEALING],
        ).fetchone()
    )


class Hiding(NamedTuple):
    """A function that somebody made in a log, under a name that DuckDB has a function of."""

    name: str  # its name
    kind: str  # ``MACRO`` or ``MACRO TABLE``, as it is dropped


def hiding(connection: "DuckDBPyConnection") -> list[Hiding]:
    """The functions of a log that take the place of DuckDB's own, in views and in every query.

    With another ``max`` or ``+`` a view tells of another winner, though no row is changed. That
    they are looked for relies on no function that could be another.
    """
    every = "FROM system.main.duckdb_functions()"
    made = connection.execute(
        f"SELECT DISTINCT function_name, function_type {every} "
        "WHERE NOT internal AND schema_name = 'main' AND database_name <> 'temp'"
    ).fetchall()
    if not made:
        return []
    own = connection.execute(f"SELECT DISTINCT function_name {every} WHERE internal").fetchall()
    names = {name.lower() for (name,) in own}
    return sorted(
        Hiding(name, "MACRO TABLE" if kind == "table_macro" else "MACRO")
        for name, kind in made
        if name.lower() in names
    )


def altered(connection: "DuckDBPyConnection") -> dict[str, tuple[str, str]]:
    """The kept tables that are not as they were made: as they are, and as they should be."""
    due, here = _due(), _described(connection)
    return {
        name: (here[name], due[name]) for name in KEPT if here.get(name, due[name]) != due[name]
    }


@cache
def _due() -> Mapping[str, str]:
    """How DuckDB describes the tables of a log as they are made."""
    from storage.instance import in_memory

    with in_memory() as new:
        create(new)
        new.execute(sql("secrets"))
        new.execute(sql("venue"))
        new.execute(sql("venue_marks"))
        return _described(new)


def _described(connection: "DuckDBPyConnection") -> dict[str, str]:
    """How DuckDB describes the tables of a log, by their names."""
    return dict(
        connection.execute(
            "SELECT table_name, sql FROM duckdb_tables() "
            "WHERE database_name = current_database() AND schema_name = 'main'"
        ).fetchall()
    )


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
