"""DuckDB is started once for what is opened one after another, and nobody notices."""

import gc
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from storage import instance
from storage.database import is_open_here, journal_path
from storage.error import LogLocked
from storage.instance import CONFIG, connected, for_lake, in_memory
from storage.log import Log
from storage.private_copy import private_copy
from tests.logbook import as_nobody, new_log, note


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Each start of DuckDB from here on; at the beginning none is left from before."""
    connect, found = duckdb.connect, list[object]()

    def noted(*args: object, **more: object) -> object:
        found.append(args)
        return connect(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(instance, "_idle", [])
    monkeypatch.setattr(instance, "_idle_of_lakes", [])
    monkeypatch.setattr(duckdb, "connect", noted)
    yield found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return new_log(tmp_path / "season.duckdb", (1,))


def test_what_is_opened_one_after_another_starts_it_once(path: Path, started: list[object]) -> None:
    for write in (False, True, False):
        with Log.open(path, write=write) as log:
            assert log.has("m1")
    with private_copy(path, lambda copy: copy.rows("DROP TABLE receipts")) as copy:
        assert copy.has("m1")
    with in_memory() as empty:
        assert empty.execute("SELECT count(*) FROM duckdb_tables()").fetchone() == (0,)
    assert len(started) == 1


def test_what_is_open_at_once_is_apart(path: Path, tmp_path: Path, started: list[object]) -> None:
    other = new_log(tmp_path / "other.duckdb", (2,))
    with Log.open(path) as one, Log.open(other) as two:
        names = "SELECT database_name FROM duckdb_databases() WHERE NOT internal ORDER BY ALL"
        assert one.rows(names) == [("memory",), ("season",)]
        assert two.rows(names) == [("memory",), ("other",)]
    assert len(started) == 2


@pytest.mark.parametrize(
    "sql", ["SET threads = 3", "SET memory_limit = '64MB'", "SET enable_external_access = false"]
)
def test_what_was_set_for_one_is_not_so_for_the_next(
    path: Path, started: list[object], sql: str
) -> None:
    with Log.open(path) as log:
        before = log.rows(instance._SETTINGS)
        log.rows(sql)
        assert log.rows(instance._SETTINGS) != before
    with Log.open(path) as log:
        assert log.rows(instance._SETTINGS) == before
    assert len(started) == 2


def test_what_belongs_to_one_connection_is_gone_with_it(path: Path, started: list[object]) -> None:
    with Log.open(path, write=True) as log:
        log.rows("CREATE TEMP TABLE left_over AS SELECT 1; SET VARIABLE said = 1; BEGIN")
        log.rows("DELETE FROM entries")
    with Log.open(path) as log:
        assert log.rows("SELECT getvariable('said'), count(*) > 0 FROM entries") == [(None, True)]
        assert not log.rows("FROM duckdb_tables() WHERE table_name = 'left_over'")
    assert len(started) == 1


def test_after_a_journal_was_left_to_others_the_next_one_is_folded_in(
    path: Path, monkeypatch: pytest.MonkeyPatch, started: list[object]
) -> None:
    with monkeypatch.context() as patch, Log.open(path, write=True) as log:
        patch.setattr(Log, "succeeded", lambda _: True)
        log.append("m1", [note(1000)])
        log.close()
    assert journal_path(path).exists()
    with Log.open(path, write=True) as log:
        log.append("m1", [note(1001)])
    assert not journal_path(path).exists()
    assert len(started) == 1


def test_what_failed_is_used_no_more(tmp_path: Path, path: Path, started: list[object]) -> None:
    with pytest.raises(duckdb.Error), connected(tmp_path / "none.duckdb", write=False):
        pass
    with Log.open(path) as log:
        assert log.has("m1")
    assert len(started) == 2


def test_what_needed_a_file_for_want_of_memory_leaves_none(
    path: Path, started: list[object]
) -> None:
    for _ in range(2):
        with Log.open(path) as log:
            log.rows("SET memory_limit = '20MB'; SET threads = 1")
            log.rows(
                "FROM (SELECT md5(range::VARCHAR) AS m FROM range(400000)) ORDER BY m OFFSET 1"
            )
            assert Path(f"{path}.tmp").exists()
            log.rows("SET memory_limit = '1GB'")
        assert not Path(f"{path}.tmp").exists()
    assert len(started) == 2


@pytest.mark.parametrize("name", ["temp", "memory", "main", "System", "a.b", 'it\'s "one"', "a b"])
def test_a_log_may_have_any_name(tmp_path: Path, name: str) -> None:
    path = new_log(tmp_path / f"{name}.duckdb", (1,))
    with Log.open(path, write=True) as log, log.cursor() as beside:
        assert beside.has("m1")
        log.copy_to(tmp_path / "copy")
    with Log.open(tmp_path / "copy") as copy:
        assert copy.has("m1")


def test_a_log_that_nobody_closed_is_let_go_of_when_it_is_forgotten(path: Path) -> None:
    log = Log.open(path)
    beside = log.cursor()
    with pytest.raises(LogLocked):
        Log.open(path, write=True, wait=0)
    log.close()
    assert is_open_here(path)
    del log, beside
    gc.collect()
    assert not is_open_here(path)
    with Log.open(path, write=True, wait=0) as log:
        assert log.has("m1")


def test_a_process_that_is_forked_starts_its_own(path: Path) -> None:
    with Log.open(path):
        pass
    assert instance._idle

    def looked() -> str:
        left = len(instance._idle)
        with Log.open(path) as log:
            return f"{left} {log.has('m1')}"

    assert as_nobody(looked, path.parent) == "0 True"


LEFT = (
    "CREATE TABLE left_over (n INTEGER)",
    "CREATE VIEW left_behind AS SELECT 1 AS n",
    "CREATE TEMP TABLE left_here AS SELECT 1 AS n",
    "BEGIN; CREATE TABLE left_open (n INTEGER)",
    "SET allowed_directories = ['/somewhere']",
    "SET temp_directory = '/elsewhere'",
)
"""What is done to the database that a lake is attached to."""


@pytest.mark.parametrize("sql", LEFT)
def test_for_lakes_it_is_started_once_and_nothing_is_left(
    tmp_path: Path, started: list[object], sql: str
) -> None:
    asked = (
        "SELECT (SELECT list(view_name) FROM duckdb_views() WHERE NOT internal), "
        "(SELECT list(table_name) FROM duckdb_tables()), "
        "(SELECT list(database_name ORDER BY database_name) FROM duckdb_databases()), "
        "current_setting('allowed_directories'), current_setting('temp_directory'), "
        "current_setting('enable_progress_bar'), current_database()"
    )
    found = []
    for _ in range(2):
        with for_lake(str(tmp_path), CONFIG) as empty:
            found.append(empty.execute(asked).fetchone())
            empty.execute(sql)
    assert found[0] == found[1] and len(started) == 1


def test_for_a_lake_it_is_started_anew_where_it_failed_or_is_to_be_another(
    tmp_path: Path, path: Path, started: list[object]
) -> None:
    other = {**CONFIG, "allow_unsigned_extensions": True}
    for number, config in enumerate((CONFIG, other, CONFIG), 1):
        with for_lake(str(tmp_path), config):
            assert len(started) == number
    with pytest.raises(ValueError), for_lake(str(tmp_path), CONFIG):
        raise ValueError
    with for_lake(str(tmp_path), CONFIG) as empty:
        assert len(started) == 4
        empty.execute("SET enable_external_access = false")
    with for_lake(str(tmp_path), CONFIG):
        assert len(started) == 5
    with Log.open(path) as log:
        assert log.has("m1") and len(started) == 6, "a log has none that lakes have had"


def test_what_was_before_is_never_looked_for_row_by_row(path: Path) -> None:
    """However few rows DuckDB takes them for: of a lake it has guessed 60 of a million, and took
    a minute."""
    facts = "(SELECT i, i % 7 AS match FROM range(9) AS r (i))"
    with Log.open(path) as log:
        plan = str(log.rows(
            f"EXPLAIN SELECT * FROM {facts} AS own ASOF JOIN {facts} AS other "
            "ON own.match = other.match AND own.i >= other.i"
        ))  # fmt: skip
    assert "ASOF_JOIN" in plan and "NESTED" not in plan
