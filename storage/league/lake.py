"""The lake of a league: Parquet files and a catalog that says which of them count, by DuckLake.

In a folder there are ``league.toml`` (which says where the rest is), ``league.key`` (the league's
own key, which also makes the pseudonyms), the catalog, ``data`` and ``parcels``. One process writes
at a time, as in a log; whoever reads has a private copy of the catalog, so that nobody waits.

The catalog may be in PostgreSQL, and all other files but these two in an object store; then any
number may write, on any machine that has these two, and who commits second does it again. How to
get there, the environment says, as for other programs: ``PGPASSWORD`` and the like,
``AWS_ACCESS_KEY_ID``, ``AWS_SECRET_ACCESS_KEY``, ``AWS_REGION``, ``AWS_ENDPOINT_URL``.
"""

import os
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, cached_property
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Self

import duckdb
import msgspec
import tomli_w

from events.error import Cause, RefereeError
from storage.database import fault, locked
from storage.error import LogError
from storage.fact_tables import quoted
from storage.files import Scratch, read_text
from storage.instance import CONFIG, for_lake
from storage.lock import Waited, take_turn
from storage.log import Log
from storage.proof.signatures import new_key, public_key

FORMAT = 1
"""The version of a lake. A program that knows an older one reads it, and does not take."""
CONFIG_FILE, KEY_FILE = "league.toml", "league.key"
WAIT = 60.0
"""For so many seconds others who write are waited for."""
TRIES = 10
"""How often is committed again what another was quicker with."""
GIVEN = "(SELECT unnest(from_json(?, '[\"VARCHAR\"]')))"
"""SQL for the texts of one parameter, as :func:`given` makes it."""
REMAKING = "remaking"
"""What a lake says of itself while it is made again, or where that was broken off."""
META = "__ducklake_metadata_lake"
"""What DuckLake calls its own tables about the tables of the lake that is called so."""
LINE = 32
"""The advisory lock of PostgreSQL under which one commits at a time."""
POSTGRES, S3 = "postgres:", "s3://"
"""What a catalog, or where data are, begins with that is on a server."""
_MISSING = (
    "a league needs the extension {name} of DuckDB {version}: pip install "
    "'tabletop-referee[{extra}]', or with internet: python -c \"import duckdb; "
    "duckdb.sql('INSTALL {name}')\"; without internet: elsewhere pip download -d wheels "
    "'tabletop-referee[{extra}]', and here pip install --no-index --find-links wheels "
    "'tabletop-referee[{extra}]'"
)


class LeagueError(LogError):
    """A league cannot do what was asked; the message says why, and nothing is half done."""

    cause: ClassVar[Cause] = "input"


class Away(RefereeError):
    """The database or the object store does not answer, which may be otherwise later. What was
    committed stays. It says nothing about what is kept there, and so is no :class:`LogError`."""

    cause: ClassVar[Cause] = "machine"
    hint = "what was committed stays; the same again does the rest when it is back"


class Place(msgspec.Struct, frozen=True, dict=True):
    """Where a league is kept, as ``league.toml`` says."""

    folder: Path  # the folder of that file
    # the catalog: a file in it, or ``postgres:`` and how to connect
    catalog: str = "catalog.ducklake"
    data: str = "data"  # where the Parquet files are, as seen from it, or ``s3://``
    kept: str = ""  # where parcels, rulings and the like are, ``s3://``; empty: in that folder
    # under which mark a lost catalog is being made again; nobody else opens it then
    remaking: str = ""

    @property
    def on_server(self) -> bool:
        """Whether the catalog is in PostgreSQL: then any number may write."""
        return self.catalog.startswith(POSTGRES)

    @property
    def catalog_file(self) -> Path:
        """The file of the catalog, where it is one."""
        return self.folder / self.catalog

    @property
    def data_path(self) -> str:
        """Where the Parquet files are, as DuckLake wants it."""
        if self.data.startswith(S3):
            return f"{self.data.rstrip('/')}/"
        return f"{self.folder / self.data}/"

    @cached_property
    def key(self) -> str:
        """The private key of the league, PEM.

        Raises:
            LogError: it cannot be read.
        """
        return read_text(self.folder / KEY_FILE)


def place_at(path: Path) -> Place:
    """The league in a folder, or of a file that says where it is.

    Raises:
        LeagueError: there is none.
    """
    file = path / CONFIG_FILE if path.is_dir() else path
    if not file.exists():
        raise LeagueError(f"{path}: there is no league; referee league new FOLDER makes one")
    try:
        said = tomllib.loads(read_text(file))
        return msgspec.convert({"folder": file.parent.resolve(), **said}, Place, dec_hook=_path)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LeagueError(f"{file}: {error}") from None


def _path(kind: type, value: Any) -> Any:
    return kind(value)


def make(folder: Path, catalog: str = "", data: str = "") -> str:
    """Make a league; the id of its key.

    Args:
        folder: a new folder.
        catalog: the catalog, if it is not to be a file of that folder: ``postgres:…``.
        data: below which address the Parquet files are to be, and what is kept besides, if not in
            that folder: ``s3://…``.

    Raises:
        LeagueError: the folder has something in it, or a place is none.
        LogError: it cannot be made.
    """
    if catalog and not catalog.startswith(POSTGRES):
        raise LeagueError(f"{catalog}: no such place of a catalog; expected postgres:…")
    if data and not data.startswith(S3):
        raise LeagueError(f"{data}: no such place of data; expected s3://…")
    if data and not catalog:
        raise LeagueError("data on a server want their catalog there: --catalog postgres:…")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LeagueError(f"{folder}: there is something already; name a new folder")
    key = new_key()
    # what lies below its data, DuckLake takes for its own, and deletes what it does not know
    below = data.rstrip("/")
    said = {"catalog": catalog, "data": below and f"{below}/data", "kept": below}
    own = {name: value for name, value in said.items() if value}
    place, was_there = Place(folder.resolve(), **own), folder.exists()
    try:
        place.folder.mkdir(parents=True, exist_ok=True)
        with os.fdopen(
            os.open(folder / KEY_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w"
        ) as file:
            file.write(key)
        make_catalog(place)
        text = tomli_w.dumps({"catalog": place.catalog, "data": place.data} | own)
        (folder / CONFIG_FILE).write_text(text, encoding="utf-8")
    except BaseException as error:
        shutil.rmtree(place.folder, ignore_errors=True)
        if was_there:
            place.folder.mkdir(exist_ok=True)
        if isinstance(error, OSError):
            raise fault(folder, error) from error
        raise
    return public_key(key)


def make_catalog(place: Place, turn: int = 0) -> None:
    """Make the catalog of a league that has none, or whose catalog is being made again: what was
    made of that before goes.

    Args:
        place: the league.
        turn: how often it was written to before it was lost.

    Raises:
        LeagueError: there is one.
        LogError: it cannot be made.
    """
    with Lake(place, write=True, again=True) as lake:
        there = lake.tables()
        if there and not ("meta" in there and REMAKING in lake.meta()):
            raise LeagueError(
                "that database has a lake in it already; name another"
                if place.on_server
                else f"{place.catalog_file}: it is there; move it away first"
            )
        with lake.transaction():
            for table in sorted(there):
                lake.rows(f'DROP TABLE lake."{table}"')
            lake.rows((resources.files(__package__) / "lake.sql").read_text(encoding="utf-8"))
            lake.rows("INSERT INTO lake.turn VALUES (?)", [turn])
            lake.rows("INSERT INTO lake.meta VALUES ('format', ?)", [str(FORMAT)])
            if place.remaking:
                lake.rows(f"INSERT INTO lake.meta VALUES ('{REMAKING}', ?)", [place.remaking])
        lake.rows("CALL lake.set_option('parquet_compression', 'zstd')")
        with lake.transaction():
            for table, columns in lake.types().items():
                if table not in ("meta", "turn"):
                    lake.had_rows(table, columns)


_SOME = "coalesce(TRY_CAST('' AS {0}), TRY_CAST('0' AS {0}), TRY_CAST('1970-01-01' AS {0}))"
"""Some value of a type; NULL where it takes none of these."""


def given(values: Sequence[str]) -> str:
    """Texts as one parameter, for :data:`GIVEN`."""
    return msgspec.json.encode(values).decode()


class Lake:
    """A lake that is attached as ``lake`` to a database in memory. Use it as a context manager.

    Args:
        place: where it is.
        write: to write, in turn with others; a reader has a copy of the catalog.
        moment: for a reader: the lake as it was then, UTC as ISO 8601; empty: as it is.
        connection: the database to attach it to; by default a new one.
        name: what it is called there.
        again: to begin anew where its catalog was being made again.

    Raises:
        LeagueError: the extension is missing; or the lake is of a later version, and to be written.
        Away: a server does not answer.
        LogError: it cannot be opened.
    """

    def __init__(
        self,
        place: Place,
        *,
        write: bool = False,
        moment: str = "",
        connection: duckdb.DuckDBPyConnection | None = None,
        name: str = "lake",
        again: bool = False,
    ) -> None:
        self.place = place
        self.name = name
        self.again = again
        self._stack = ExitStack()
        try:
            own = connection is None
            self.connection = connected(self._stack, place) if connection is None else connection
            if not own:
                self._stack.callback(self._detach)
            self._attach(write, monotonic() + WAIT, moment)
        except BaseException as error:
            self._stack.__exit__(type(error), error, error.__traceback__)
            if isinstance(error, duckdb.Error):
                require_here(error, place.folder)
                raise fault(place.folder, error) from error
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def rows(self, sql: str, values: Any = None) -> list[tuple[Any, ...]]:
        """What a statement gives.

        Raises:
            Away: a server does not answer.
            LogError: it cannot be done.
        """
        try:
            return self.connection.execute(sql, values).fetchall()
        except duckdb.Error as error:
            require_here(error, self.place.folder)
            raise fault(self.place.folder, error) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written in the block, or nothing."""
        self.rows("BEGIN")
        try:
            yield
            self.rows("COMMIT")
        except BaseException:
            with suppress(duckdb.Error):  # a commit that failed has ended it already
                self.connection.rollback()
            raise

    def types(self) -> dict[str, dict[str, str]]:
        """The tables that were committed when this transaction began, or at the moment that is
        asked about, each with its columns and their types. DuckLake's own tables know them; to list
        those of DuckDB opens each."""
        found: dict[str, dict[str, str]] = {}
        meta = f"__ducklake_metadata_{self.name}"
        for table, column, kind in self.rows(
            f"SELECT t.table_name, c.column_name, c.column_type FROM {meta}.ducklake_table AS t "
            f"JOIN {meta}.ducklake_column AS c USING (table_id), "
            f"(SELECT id FROM ducklake_current_snapshot({quoted(self.name)})) AS now "
            f"WHERE {_there('t')} AND {_there('c')} AND c.parent_column IS NULL "
            "ORDER BY c.column_order"
        ):
            found.setdefault(table, {})[column] = str(kind).upper()
        return found

    def had_rows(self, table: str, columns: Mapping[str, str]) -> None:
        """Have a table that is empty be one that had rows, in a transaction. Of one that never had
        any, DuckLake keeps no statistics, and asks its catalog for those of each column whenever
        the table is read: that takes four times as long."""
        values = map(_SOME.format, columns.values())
        names = ", ".join(f'"{name}"' for name in columns)
        self.rows(f'INSERT INTO {self.name}."{table}" ({names}) VALUES ({", ".join(values)})')
        self.rows(f'DELETE FROM {self.name}."{table}"')

    def meta(self) -> dict[str, str]:
        """What it says of itself."""
        return dict(self.rows(f"SELECT key, value FROM {self.name}.meta"))

    def columns(self) -> dict[str, set[str]]:
        """The same without their types."""
        return {table: {*own} for table, own in self.types().items()}

    def tables(self) -> set[str]:
        """The tables that were committed."""
        return set(self.columns())

    def _attach(self, write: bool, until: float, moment: str) -> None:
        options = [f"DATA_PATH {quoted(self.place.data_path)}", "OVERRIDE_DATA_PATH true"]
        options += [] if write else ["READ_ONLY"]
        options += [f"SNAPSHOT_TIME {quoted(moment)}"] if moment else []
        catalog = self._served(write, until) if self.place.on_server else self._file(write, until)
        try:
            self.connection.execute(
                f"ATTACH {quoted(f'ducklake:{catalog}')} AS {self.name} ({', '.join(options)})"
            )
        except duckdb.InvalidInputException as error:
            if "No snapshot" not in str(error):
                raise
            raise LeagueError(f"{self.place.folder}: it was not there at {moment}") from None
        self._stack.callback(self._detach)
        try:
            said = self.connection.execute(f"SELECT key, value FROM {self.name}.meta").fetchall()
        except duckdb.CatalogException:
            return  # nothing is in it yet
        self._require_open(write, dict(said))

    def _require_open(self, write: bool, said: Mapping[str, str]) -> None:
        """See that this program may do with a lake what it is about to."""
        if write and int(said.get("format", FORMAT + 1)) > FORMAT:
            raise LeagueError(
                f"{self.place.folder}: a later version made it; this one reads, and takes "
                "nothing in"
            )
        if self.place.remaking != said.get(REMAKING, "") and not self.again:
            raise LeagueError(
                f"{self.place.folder}: its catalog is being made again, or that was broken off: "
                "referee league tidy --catalog begins anew"
            )

    def _file(self, write: bool, until: float) -> Path:
        """The catalog in a file: to write, in turn with others; to read, as a private copy."""
        file = self.place.catalog_file
        try:
            turn = take_turn(file, until, write=write)
        except Waited:
            raise locked(file) from None
        if write:
            if turn is not None:
                self._stack.callback(turn.release)
            return file
        try:
            return self._copied(file)
        finally:
            if turn is not None:
                turn.release()

    def _served(self, write: bool, until: float) -> str:
        """The catalog in PostgreSQL, with what it takes to get at both."""
        load(self.connection, "postgres_scanner", "league-server")
        if write:
            self._wait_in_line(until)
        if self.place.data.startswith(S3) or self.place.kept:
            load(self.connection, "httpfs", "league-server")
            self.connection.execute(_secret())
        return self.place.catalog

    def _wait_in_line(self, until: float) -> None:
        """Let others commit first who write to a catalog on a server. That is for speed alone: of
        two who do not wait one does it again (LG-5.2)."""
        line = self.connection.cursor()
        self._stack.callback(_let_go, line)
        catalog = quoted(self.place.catalog.removeprefix(POSTGRES))
        line.execute(f"ATTACH IF NOT EXISTS {catalog} AS line (TYPE postgres)")
        line.execute("BEGIN")
        with suppress(duckdb.Error):  # waited too long
            seconds = max(1, round(until - monotonic()))
            line.execute(f"CALL postgres_execute('line', 'SET LOCAL lock_timeout = {seconds}000')")
            line.execute(
                f"FROM postgres_query('line', 'SELECT pg_advisory_xact_lock({LINE})::TEXT')"
            )

    def _detach(self) -> None:
        """Let go of the catalog before others have their turn."""
        self.connection.execute("USE memory")
        self.connection.execute(f"DETACH DATABASE IF EXISTS {self.name}")

    def _copied(self, file: Path) -> Path:
        """A private copy of the catalog and its journal, for a reader."""
        folder = Path(self._stack.enter_context(Scratch()))
        for path in (file, file.with_name(f"{file.name}.wal")):
            if path.exists():
                shutil.copyfile(path, folder / path.name)
        if not (folder / file.name).exists():
            raise LeagueError(f"{file}: there is no catalog; referee league tidy --catalog")
        return folder / file.name

    def log(self) -> Log:
        """The database in memory, to be read as a log is."""
        return Log(self.place.folder, self.connection, None, self.place.folder)


def _let_go(line: duckdb.DuckDBPyConnection) -> None:
    """Give the turn up. Where a connection is closed that has a transaction on a server, and the
    server has gone away meanwhile, DuckDB ends the whole process."""
    with suppress(duckdb.Error):
        line.rollback()
    line.close()


_AWAY = re.compile(
    r"connection to server|server closed the connection|the database system is |"
    r"terminating connection|no connection to the server|could not (?:receive|send) data|"
    r"could not translate host name|timeout expired|SSL connection has been closed|"
    r"remaining connection slots|too many clients|Failed to execute query \"ROLLBACK\"|"
    r"error for HTTP [A-Z]+ to |HTTP (?:code )?(?:429|5\d\d)\b"
)
"""What DuckDB says of PostgreSQL, or of an object store, that does not answer now."""
_DENIED = re.compile(r"FATAL:(?! +(?:the database system|terminating|remaining|sorry))")
"""What it says where PostgreSQL answers that it will not, as to who has no password."""


def require_here(error: BaseException | None, where: object) -> None:
    """See that it was no server that was away, when something could not be done.

    Args:
        error: why it could not be.
        where: where the lake is, or what was to be read, for what is said.

    Raises:
        Away: it was.
    """
    said = str(error)
    found = _AWAY.search(said) if isinstance(error, duckdb.Error) else None
    if found is not None and not _DENIED.search(said):
        # before what it says of PostgreSQL stands how to connect, which may hold a password
        start = 0 if "HTTP" in found[0] else found.start()
        raise Away(f"{where}: a server is away: {said[start:].partition(chr(10))[0]}") from error


def _there(table: str) -> str:
    """SQL for what a table of DuckLake has of the moment that is looked at: another may have
    committed since."""
    last = f"coalesce({table}.end_snapshot, now.id + 1)"
    return f"{table}.begin_snapshot <= now.id AND {last} > now.id"


def connected(stack: ExitStack, place: Place) -> duckdb.DuckDBPyConnection:
    """A database in memory that can attach a lake; it is closed with the stack.

    Raises:
        LeagueError: the extension is not there.
    """
    folder = stack.enter_context(Scratch())
    if place.on_server:  # what it takes to get there stays with it, and with nothing else
        connection = duckdb.connect(config={**CONFIG, "temp_directory": folder})
        stack.callback(connection.close)
        connection.execute("SET enable_progress_bar = false")
    else:
        connection = stack.enter_context(for_lake(folder, CONFIG))
    load(connection, "ducklake", "league")
    return connection


def load(connection: duckdb.DuckDBPyConnection, name: str, extra: str) -> None:
    """Load an extension of DuckDB.

    Raises:
        LeagueError: it is not there; the message says which extra has it.
    """
    try:
        connection.execute(f"LOAD {quoted(extension(name))}")
    except duckdb.Error as error:
        why = str(error).partition("\n")[0]
        message = _MISSING.format(name=name, extra=extra, version=duckdb.__version__)
        raise LeagueError(f"{message} ({why})") from None


def _secret() -> str:
    """SQL that tells DuckDB how to get at an object store, as the environment has it."""
    said = {
        "KEY_ID": os.environ.get("AWS_ACCESS_KEY_ID", ""),
        "SECRET": os.environ.get("AWS_SECRET_ACCESS_KEY", ""),
        "SESSION_TOKEN": os.environ.get("AWS_SESSION_TOKEN", ""),
        "REGION": os.environ.get("AWS_REGION", ""),
    }
    parts = [f"{key} {quoted(value)}" for key, value in said.items() if value]
    if endpoint := os.environ.get("AWS_ENDPOINT_URL", ""):
        scheme, _, host = endpoint.rstrip("/").rpartition("://")
        parts += [f"ENDPOINT {quoted(host)}", "URL_STYLE 'path'"]
        parts += ["USE_SSL false"] if scheme == "http" else []
    return f"CREATE OR REPLACE SECRET (TYPE s3{''.join(f', {part}' for part in parts)})"


@contextmanager
def in_bucket(
    address: str, fails: type[LeagueError] = LeagueError
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database in memory that reads and writes objects of a bucket.

    Args:
        address: where in it, for what is said.
        fails: the error where what is done in the block cannot be.

    Raises:
        LeagueError: the extension is not there, or that error.
        Away: the object store does not answer.
    """
    bucket = _bucket(_secret())
    try:
        yield bucket
    except duckdb.Error as error:
        require_here(error, address)
        said = " ".join(line for line in str(error).splitlines()[:2] if line)
        raise fails(f"{address}: {said}") from None


@cache
def _bucket(secret: str) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(config=CONFIG)
    load(connection, "httpfs", "league-server")
    # other machines write there, too
    connection.execute(f"SET enable_external_file_cache = false; {secret}")
    return connection


def committed(
    place: Place, connection: duckdb.DuckDBPyConnection, act: Callable[["Lake"], None]
) -> None:
    """Do something in a transaction of its own, and again where another was quicker (LG-5.1).

    Raises:
        Away: a server does not answer.
        LogError: it cannot be done.
    """
    for left in reversed(range(TRIES)):
        try:
            with Lake(place, write=True, connection=connection) as lake, lake.transaction():
                act(lake)
            return
        except LogError as error:
            if not left or not isinstance(error.__cause__, duckdb.TransactionException):
                raise


def extension(name: str) -> str:
    """An extension of DuckDB: the file that pip has installed, else its name."""
    spec = find_spec(f"duckdb_extension_{name}")
    for folder in (spec and spec.submodule_search_locations) or ():
        for path in sorted(Path(folder).rglob(f"{name}.duckdb_extension")):
            return str(path)
    return name


__all__ = [
    "GIVEN",
    "META",
    "REMAKING",
    "Away",
    "Lake",
    "LeagueError",
    "Place",
    "committed",
    "connected",
    "given",
    "in_bucket",
    "make",
    "make_catalog",
    "place_at",
    "require_here",
]
