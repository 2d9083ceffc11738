"""DuckDB, started once for what a process opens one after another.

To start it takes longer than to open a log and to ask it something. So whatever is open has it for
itself, as if it had been started for that alone, and leaves it to what is opened next; one that
failed, or whose settings were changed, is ended instead.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import duckdb

MEMORY = "1GB"
"""How much memory DuckDB may take; what needs more goes by way of a temporary file."""

CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "storage_compatibility_version": "v1.5.0",
    "autoinstall_known_extensions": False,
    "memory_limit": MEMORY,
    # how many rows there are is often guessed far too low, of a lake most of all; one by one is
    # then by hundreds of thousands
    "asof_loop_join_threshold": 0,
}

_SETTINGS = (
    "SELECT current_setting('threads'), current_setting('memory_limit'), "
    "current_setting('enable_external_access')"
)
"""What is set for all connections, here or by those who ask in SQL."""

_TAKEN = ("main", "memory", "system", "temp")
"""What DuckDB calls something of its own; a file of that name it calls otherwise."""


class _Instance(NamedTuple):
    config: Mapping[str, Any]  # how it was started
    root: duckdb.DuckDBPyConnection
    settings: object  # as they were when it was started


_idle: list[_Instance] = []
_idle_of_lakes: list[_Instance] = []
"""Those that have loaded what lakes want, which a log has no use for."""
_left: list[_Instance] = []
_open: WeakValueDictionary[Path, Opened] = WeakValueDictionary()
_lock = Lock()


class Opened:
    """A file that DuckDB has open, for all who use it in this process.

    To open and close such a file by other means would let go of the lock that DuckDB has on it,
    as POSIX has it, for the whole process.
    """

    def __init__(self, file: Path, write: bool) -> None:
        self.file = file
        self.write = write
        self.users = 0
        stem = file.name.partition(".")[0]
        self._name = _quoted(f"{stem}_db" if stem.lower() in _TAKEN else stem, '"')
        self._instance = _taken(_idle)
        root = self._instance.root
        try:
            root.execute(f"SET temp_directory = {_quoted(f'{file}.tmp')}")
            mode = "READ_WRITE" if write else "READ_ONLY"
            root.execute(f"ATTACH {_quoted(str(file))} AS {self._name} ({mode})")
        except BaseException:
            root.close()
            raise

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A connection to it, to be closed before it is let go of."""
        made = self._instance.root.cursor()
        # progress would go to standard output
        made.execute(f"USE {self._name}; SET enable_progress_bar = false")
        return made

    def again(self) -> Opened:
        """The same for one more user."""
        with _lock:
            self.users += 1
        return self

    def let_go(self, *, fold: bool = True) -> None:
        """Use it no more; with its last user it is closed.

        Args:
            fold: whether what is in its journal goes into the file then.
        """
        with _lock:
            self.users -= 1
            if self.users or _open.get(self.file) is not self:
                return
            del _open[self.file]
            root = self._instance.root
            try:
                if not fold:
                    root.execute("PRAGMA disable_checkpoint_on_shutdown")
                root.execute(f"DETACH {self._name}")
                root.execute("PRAGMA enable_checkpoint_on_shutdown; SET temp_directory = ''")
            except duckdb.Error:
                root.close()
            else:
                _leave(self._instance, _idle)

    def is_broken(self) -> bool:
        """Whether nothing more can be done with it, since its journal could not be folded in. So
        it is closed, whoever uses it."""
        try:
            self.cursor().close()
            return False
        except duckdb.Error:
            with suppress(duckdb.Error):
                self._instance.root.execute(f"DETACH {self._name}")
            self._instance.root.close()
            return True


def opened(file: Path, *, write: bool) -> Opened:
    """Open a file, or use it as it is open here already; let go of it once for each time. Of one
    that is broken the others have no use any more: it is opened anew.

    Raises:
        duckdb.ConnectionException: it is open here, but not for the same.
        duckdb.Error: it cannot be opened.
    """
    with _lock:
        found = _open.get(file)
        if found is None or found.is_broken():
            found = _open[file] = Opened(file, write)
        elif found.write != write:
            raise duckdb.ConnectionException("this process has it open for something else")
        found.users += 1
        return found


@contextmanager
def connected(file: Path, *, write: bool) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to a file, for as long as the block lasts; errors as for :func:`opened`."""
    found = opened(file.absolute(), write=write)
    try:
        with closing(found.cursor()) as connection:
            yield connection
    finally:
        found.let_go()


def is_open(file: Path) -> bool:
    """Whether this process has a file open."""
    return file in _open


@contextmanager
def in_memory() -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty database, which goes when the block ends."""
    instance = _taken(_idle)
    try:
        with closing(instance.root.cursor()) as connection:
            connection.execute("ATTACH ':memory:' AS empty; USE empty")
            yield connection
        instance.root.execute("DETACH empty")
    except BaseException:
        instance.root.close()
        raise
    _leave(instance, _idle)


@contextmanager
def for_lake(folder: str, config: Mapping[str, Any]) -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty database called ``memory``, to which lakes are attached; what is left of the block
    in it goes when that ends.

    Args:
        folder: for temporary files.
        config: how DuckDB is started.
    """
    instance = _taken(_idle_of_lakes, config)
    try:
        with closing(instance.root.cursor()) as connection:
            connection.execute(f"SET temp_directory = {_quoted(folder)}")
            connection.execute("SET enable_progress_bar = false")
            yield connection
    except BaseException:
        instance.root.close()
        raise
    try:
        instance.root.execute(_EMPTIED)
    except duckdb.Error:
        instance.root.close()
    else:
        _leave(instance, _idle_of_lakes)


_EMPTIED = """
SET temp_directory = '';
RESET allowed_directories;
ATTACH ':memory:' AS empty;
USE empty;
DETACH memory;
ATTACH ':memory:' AS memory;
USE memory;
DETACH empty;
"""


def _taken(idle: list[_Instance], config: Mapping[str, Any] = CONFIG) -> _Instance:
    with suppress(IndexError):
        found = idle.pop()
        if found.config == config:
            return found
        found.root.close()
    root = duckdb.connect(config={**config})
    return _Instance({**config}, root, root.execute(_SETTINGS).fetchone())


def _leave(instance: _Instance, idle: list[_Instance]) -> None:
    if instance.root.execute(_SETTINGS).fetchone() == instance.settings:
        idle.append(instance)
    else:
        instance.root.close()


def _quoted(text: str, mark: str = "'") -> str:
    return mark + text.replace(mark, mark * 2) + mark


def _in_a_child() -> None:
    """No thread of DuckDB's goes on in a process that was forked, so that none can be used there,
    nor ended."""
    for idle in (_idle, _idle_of_lakes):
        _left.extend(idle)
        idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_child)
