"""The DuckDB file under a log: making it, opening it, and saying what is wrong with it."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

import duckdb

from storage import schema
from storage.error import Damaged, DamagedJournal, LogBroken, LogError, LogLocked
from storage.files import MAGIC, is_duckdb, require_regular
from storage.instance import MEMORY, Opened, connected, is_open, opened
from storage.lock import POLL, Turn, Waited, is_stopped, process_at, take_turn
from storage.venue.notice import require_unserved

if "pandas" not in sys.modules and find_spec("pandas") is None:
    # DuckDB imports it with every parameter that it is given, and a module that is not there is
    # looked for anew each time: half of what a short question takes
    sys.modules["pandas"] = None  # type: ignore[assignment]

LITTLE = "112MB"
"""How much memory DuckDB may take for what goes over a whole log."""

_JOURNAL = ("replaying WAL", "WAL file", "WAL was created")
_JOURNAL_STARTS = re.compile(
    rb"\x64\x00\x62\x65\x00.\x66\x00\x10(?:[\x80-\xff]*[\x00-\x7f]){16}"
    rb"\x67\x00[\x80-\xff]*[\x00-\x7f]\xff\xff",
    re.DOTALL,
)
"""How a journal starts: its version, and of which file and state of that file it is."""
_JOURNAL_START = 64
"""At most how many bytes that has. DuckDB leaves a shorter journal aside, which holds nothing."""
_JOURNAL_USED = (
    "SELECT wal_size FROM pragma_database_size() WHERE database_name = current_database()"
)
_SMALL = 256 * 1024
"""A journal of fewer bytes is read sooner than it is folded in, which looks at every table."""
_DAMAGED = ("Corrupt", "checksum", "Could not read", "deserialize")
_NO_ROOM = "the disk or quota is full; nothing was written"
_FULL = ("No space left", "File too large", "Disk quota", "Could not write", "max_temp_directory")


class Database:
    """A DuckDB file that is open, by one writer or by any number of readers.

    Attributes:
        path: the log.
        file: what is open: the log, or a private copy of it.
        writing: whether it is open for writing.
        connection: the DuckDB connection, for queries. The record changes by the methods alone.
    """

    def __init__(
        self,
        path: Path,
        connection: duckdb.DuckDBPyConnection,
        turn: Turn | None,
        file: Path,
        opened: Opened | None = None,
    ) -> None:
        self.path = path
        self.file = file
        self.connection = connection
        self._opened = opened
        self.writing = turn is not None
        self._turn = turn
        self._journal = 0
        self._journal_file = str(journal_path(file))
        self._within = False
        self._closed = False

    @classmethod
    def open(
        cls, path: Path, *, write: bool = False, wait: float = 10.0, file: Path | None = None
    ) -> Self:
        """Open a log.

        Args:
            path: the log.
            write: open it for writing; it is made where there is none.
            wait: how many seconds to wait for others to let go of it.
            file: a copy of the log, to be opened in its place.

        Raises:
            LogServed: a venue has it; nobody waits for that.
            LogLocked: another process had it for longer than the wait.
            LogError: there is no such log; it is none, damaged, or of a later version; or it
                cannot be read or written.
        """
        until = monotonic() + wait
        if write:
            require_folder(path)
        path = path.resolve()
        file = path if file is None else file.resolve()
        if file.exists():
            require_regular(file)
        if not is_open(file):
            require_unserved(file)
        try:
            turn = take_turn(file, until, write=write)
        except Waited:
            raise locked(file) from None
        try:
            if write and not file.exists():
                make(file)
            if not is_open(file):
                require_duckdb_file(file)
                sound_start(file)
            found = connect(file, write=write, until=until)
            connection = found.cursor()
        except BaseException:
            if turn is not None:
                turn.release()
            raise
        if not write and turn is not None:
            turn.release()
            turn = None
        log = cls(path, connection, turn, file, found)
        try:
            schema.require_log(log.connection, str(path))
            if write:
                schema.complete(log.connection)
        except BaseException as error:
            log.close()
            if isinstance(error, duckdb.Error):
                raise fault(path, error) from error
            raise
        return log

    def close(self) -> None:
        """Let go of the log. All that was written is in the one file then; but where others who
        write stand in line, the last of them folds a small journal in, and nobody waits for it."""
        if self._closed:
            return
        self._closed = True
        try:
            with suppress(duckdb.Error):
                self.connection.close()
            if self._opened is not None:
                small = self._journal_size() < _SMALL
                self._opened.let_go(fold=not (small and self.succeeded()))
        finally:
            if self._turn is not None:
                self._turn.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def cursor(self) -> Self:
        """The same log for another thread, with a cursor of its own, to be closed before this.

        Statistics, exports and copies that take long there hold up nobody here. What is in the
        log stays one thread's to append.
        """
        try:
            if self._opened is not None:
                connection = self._opened.again().cursor()
            else:
                connection = self.connection.cursor()
            beside = type(self)(self.path, connection, None, self.file, self._opened)
        except duckdb.Error as error:
            raise fault(self.path, error) from error
        beside.writing = self.writing
        return beside

    # -- SQL ------------------------------------------------------------------------------

    def rows(self, sql: str, parameters: object = None) -> list[tuple[Any, ...]]:
        """Run SQL and fetch all rows; a DuckDB error comes as a :class:`LogError`."""
        try:
            found = self.connection.execute(sql, parameters).fetchall()
        except (duckdb.Error, UnicodeError, RuntimeError) as error:
            raise fault(self.path, error) from error
        self.keep_journal()
        return found

    def keep_journal(self) -> None:
        """See after a commit that a journal that it made is found again after a loss of power.

        Raises:
            LogError: the folder cannot be synced.
        """
        if self.writing and not self._within:
            try:
                made = os.stat(self._journal_file).st_ino
            except FileNotFoundError:
                made = 0
            if made and made != self._journal:
                try:
                    keep_private(journal_path(self.file))
                    sync_folder(self.file)
                except FileNotFoundError:  # another thread had it folded into the file meanwhile
                    made = 0
                except OSError as error:
                    raise fault(self.path, error) from error
            self._journal = made

    @cached_property
    def hiding(self) -> list[schema.Hiding]:
        """As :func:`storage.schema.hiding`, which takes long; nobody makes any while it is open."""
        return schema.hiding(self.connection)

    def has_table(self, name: str) -> bool:
        """Whether the file has a table; those of earlier versions lack some."""
        try:  # to list all tables takes ten times as long
            self.connection.execute(f'FROM main."{name}" LIMIT 0')
        except duckdb.CatalogException:
            return False
        except duckdb.Error:
            pass
        return bool(
            self.rows(
                "SELECT 1 FROM duckdb_tables() WHERE database_name = current_database() "
                "AND schema_name = 'main' AND table_name = ?",
                [name],
            )
        )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written within comes to be when the block ends, or nothing.

        Raises:
            LogError: the log is open for reading only, or the disk is full.
        """
        self.require_writing()
        self.rows("BEGIN")
        self._within = True
        try:
            yield
            self._within = False
            self.rows("COMMIT")
        except BaseException:
            self._within = False
            with suppress(duckdb.Error):
                self.connection.execute("ROLLBACK")
            raise

    @contextmanager
    def little_memory(self) -> Iterator[None]:
        """Within, DuckDB keeps little of the file in memory, however large it is, and works in two
        threads, as each has memory of its own."""
        threads = self.rows("SELECT current_setting('threads')")[0][0]
        self.rows(f"SET memory_limit = '{LITTLE}'; SET threads = {min(threads, 2)}")
        try:
            yield
        finally:
            with suppress(LogError):
                self.rows(f"SET memory_limit = '{MEMORY}'; SET threads = {threads}")

    def _journal_size(self) -> int:
        try:
            return journal_path(self.file).stat().st_size
        except OSError:
            return 0

    def awaited(self) -> bool:
        """Whether somebody stands in line for what is open for writing here."""
        return self._turn is not None and self._turn.awaited()

    def succeeded(self) -> bool:
        """Whether somebody who will write stands in line for it."""
        return self._turn is not None and self._turn.succeeded()

    def require_writing(self) -> None:
        """See that the log is open for writing.

        Raises:
            LogError: it is not.
        """
        if not self.writing:
            raise LogError(f"{self.path}: open for reading only")

    def fault(self, error: Exception) -> LogError:
        """What an error of DuckDB or of the system means for this log."""
        return fault(self.path, error)


def is_open_here(path: Path) -> bool:
    """Whether this process has a log open."""
    return is_open(path.resolve())


def require_folder(path: Path) -> None:
    """See that a log can be made at a path.

    Raises:
        LogError: its folder is not there.
    """
    if not path.absolute().parent.is_dir():
        raise LogError(f"{path}: there is no folder {path.absolute().parent}")


def require_duckdb_file(path: Path) -> None:
    """See whether a path leads to a DuckDB file.

    Raises:
        LogError: it does not, or it cannot be read.
    """
    try:
        with path.open("rb") as file:
            start = file.read(MAGIC.stop)
    except FileNotFoundError:
        raise LogError(f"{path}: there is no such log") from None
    except IsADirectoryError:
        raise LogError(f"{path}: a folder, not a log") from None
    except OSError as error:
        raise LogError(f"{path}: {error.strerror or error}") from error
    if not start:
        raise LogError(f"{path}: the file is empty, so it is not a log")
    if not is_duckdb(start):
        raise LogError(f"{path}: not a log (not a DuckDB file)")


def sound_start(path: Path) -> None:
    """See whether DuckDB will read the journal of a log: it leaves one aside, without a word, of
    which the first bytes are damaged.

    Raises:
        DamagedJournal: it will not.
        LogError: the journal, or the log, cannot be read.
    """
    try:
        with journal_path(path).open("rb") as file:
            start = file.read(_JOURNAL_START)
    except FileNotFoundError:
        return
    except OSError as error:
        raise fault(journal_path(path), error) from error
    if len(start) < _JOURNAL_START or _JOURNAL_STARTS.match(start):
        return
    try:
        with connected(path, write=False) as connection:
            used = connection.execute(_JOURNAL_USED).fetchone()
    except duckdb.Error as error:
        raise fault(path, error) from error
    if used == ("0 bytes",):
        raise DamagedJournal(path, "its first bytes are not those of a journal")


def journal_path(path: Path) -> Path:
    """The journal of a log, in which DuckDB has what is not in the file itself yet."""
    return path.with_name(path.name + ".wal")


def keep_private(path: Path) -> None:
    """Let a file be read by its owner and group only, or by fewer where the system says so."""
    path.chmod(path.stat().st_mode & 0o660)


def sync_folder(path: Path) -> None:
    """Have the folder of a file know it when the power is lost."""
    if sys.platform == "win32":
        return  # a folder cannot be opened there
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def make(path: Path) -> None:
    """Make an empty log. It appears under its name when it is whole, or not at all.

    Raises:
        LogError: it cannot be written.
    """
    wal = journal_path(path)
    if wal.exists():
        raise LogError(
            f"{wal} exists, but the log itself is missing: restore it, or move {wal.name} away"
        )
    draft = path.with_name(path.name + ".new")
    leftovers = (draft, journal_path(draft))
    try:
        for file in leftovers:
            file.unlink(missing_ok=True)
        _draw_up(draft)
        keep_private(draft)
        draft.rename(path)
        sync_folder(path)
    except (duckdb.Error, OSError) as error:
        for file in leftovers:
            with suppress(OSError):
                file.unlink(missing_ok=True)
        raise fault(path, error) from error


def _draw_up(path: Path) -> None:
    with connected(path, write=True) as connection:
        schema.create(connection)
        connection.execute("CHECKPOINT")


def connect(path: Path, *, write: bool, until: float) -> Opened:
    """Open a DuckDB file, waiting for others to let go of it.

    Args:
        path: the file.
        write: whether to write; then nobody else may have it open.
        until: how long to wait, on the monotonic clock.

    Raises:
        LogLocked: others kept it until then.
        LogError: it cannot be opened.
    """
    while True:
        try:
            return opened(path, write=write)
        except duckdb.Error as error:
            if not _is_locked(error) or monotonic() >= until:
                raise fault(path, error) from error
        sleep(POLL)


def fault(path: Path, error: Exception) -> LogError:
    """What an error of DuckDB or of the system means for the log.

    Raises:
        KeyboardInterrupt: the error is only how DuckDB takes Ctrl-C.
    """
    if isinstance(error.__cause__, KeyboardInterrupt):
        raise error.__cause__
    if isinstance(error, OSError):
        if error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
            return LogError(f"{path}: {_NO_ROOM}")
        return LogError(f"{path}: {error.strerror or error}")
    said = str(error)
    first = said.splitlines()[0] if said else type(error).__name__
    if isinstance(error, duckdb.FatalException) or "has been invalidated" in said:
        why = "the disk or quota is full" if any(words in said for words in _FULL) else first
        return LogBroken(f"{path}: {why}; open it again: all that was acknowledged is there")
    if _is_locked(error):
        return locked(path)
    if any(words in said for words in _FULL):
        return LogError(f"{path}: {_NO_ROOM}")
    if any(words in said for words in _JOURNAL):
        return DamagedJournal(path, re.sub(r'^.* WAL file "[^"]*": ', "", first))
    if is_damage(error):
        return Damaged(f"{path}: the file is damaged or cut short: {first}")
    return LogError(f"{path}: {first}")


def is_damage(error: Exception) -> bool:
    """Whether DuckDB says that the file is not as it was written."""
    return any(words in str(error) for words in _DAMAGED)


def _is_locked(error: Exception) -> bool:
    """Whether DuckDB says that somebody else has the file, in another process or in this one."""
    return isinstance(error, duckdb.ConnectionException) or "Could not set lock" in str(error)


def locked(path: Path) -> LogLocked:
    """The error for a log that others kept for too long; it names the process."""
    if is_open(path):
        return LogLocked(f"{path}: this process has it open already")
    process = process_at(path)
    if process is None:
        return LogLocked(f"{path}: another process has it; gave up waiting")
    if is_stopped(process):
        return LogLocked(
            f"{path}: process {process} has it and is stopped, as by Ctrl-Z; gave up waiting: "
            f"fg in its terminal lets it go on, kill -9 {process} ends it"
        )
    return LogLocked(f"{path}: process {process} has it; gave up waiting")
