"""A log that is held open for days, and serves meanwhile: a copy of it, and its journal."""

from contextlib import closing, suppress
from itertools import count
from pathlib import Path

import duckdb

from storage.database import (
    Database,
    fault,
    journal_path,
    keep_private,
    require_folder,
    sync_folder,
)
from storage.error import LogError
from storage.fact_tables import quoted
from storage.files import Scratch
from storage.instance import CONFIG

FOLDED = 4 << 20
"""How many bytes a journal may have: some ten thousand entries. To fold in less keeps those who
write waiting hardly less, but more often; DuckDB by itself lets four times as much come together,
and whoever writes then waits for all of it."""


class Served(Database):
    """What a log offers that others use while it is open."""

    def copy_to(self, path: Path) -> None:
        """Make a copy of the log as it stands at this moment: the record, facts and views.

        It goes by a cursor of its own: the thread that appends goes on where this is called on
        :meth:`cursor` in another one. Who keeps a log open copies it in no other way: to read the
        file beside DuckDB lets go of its lock.

        Args:
            path: where to; nothing may be there. The copy appears when it is whole, or not at all.

        Raises:
            LogError: there is something, or no folder; or it cannot be written.
        """
        require_folder(path)
        if path.exists() or path.is_symlink():
            raise LogError(f"{path}: is there already; a copy takes the place of nothing")
        try:
            with Scratch(path.absolute().parent) as folder:
                draft = Path(folder) / "copy"
                own = self.rows("SELECT current_database()")[0][0]
                with closing(self.connection.cursor()) as cursor:
                    _copy(cursor, own, draft)
                with suppress(PermissionError):  # a stick may know no owners
                    keep_private(draft)
                draft.rename(path)
            sync_folder(path)
        except (duckdb.Error, OSError) as error:
            raise fault(path, error) from error

    def checkpoint(self, most: int = FOLDED) -> bool:
        """Fold the journal into the file if it has more than so many bytes; whether it had.

        To be called now and then where a log stays open, on :meth:`cursor` in another thread
        than the one that appends, which goes on meanwhile.

        Raises:
            LogBroken: the disk is full.
            LogError: the log is open for reading only.
        """
        self.require_writing()
        try:
            if journal_path(self.file).stat().st_size <= most:
                return False
        except FileNotFoundError:
            return False
        self.rows("CHECKPOINT")
        return True


_numbers = count(1)


def _copy(cursor: duckdb.DuckDBPyConnection, own: str, path: Path) -> None:
    """Copy a database that is open to a file, with keys and comments.

    No two copies have a name in common: where another cursor has looked at all databases in one
    transaction, and meets a second one of a name in it, DuckDB gives up the log.
    """
    other = f"copy {next(_numbers)} of {own}"
    version = CONFIG["storage_compatibility_version"]
    options = f"(READ_WRITE, STORAGE_VERSION '{version}')"
    cursor.execute(f"ATTACH {quoted(str(path))} AS {_named(other)} {options}")
    try:
        cursor.execute("BEGIN")
        cursor.execute(f"COPY FROM DATABASE {_named(own)} TO {_named(other)}")
        cursor.execute("COMMIT")
        cursor.execute(f"CHECKPOINT {_named(other)}")
    except BaseException:
        with suppress(duckdb.Error):
            cursor.execute("ROLLBACK")
        raise
    finally:
        with suppress(duckdb.Error):
            cursor.execute(f"DETACH {_named(other)}")


def _named(database: str) -> str:
    return '"' + database.replace('"', '""') + '"'


__all__ = ["FOLDED", "Served"]
