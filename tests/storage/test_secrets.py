"""The secret of a tournament: kept beside the chain, and shown by nothing (TR-5.8)."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from storage.exchange.transfer import export_jsonl, export_record, export_table, tables
from storage.log import Log, LogError
from storage.projection import refresh
from storage.verify import verify
from tests.logbook import new_log
from tests.tournament.logged import CUP, SECRET, opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = new_log(tmp_path / "season.duckdb", [1])
    with Log.open(path, write=True) as log:
        opened(log)
    return path


def test_tr_5_8_a_secret_is_kept_and_found_again(path: Path):
    with Log.open(path) as log:
        assert log.secret(CUP) == SECRET
        assert log.secret("m1") is None
        assert verify(log).exact


def test_a_log_without_a_tournament_keeps_no_secret(tmp_path: Path):
    with Log.open(new_log(tmp_path / "other.duckdb", [1])) as log:
        assert log.secret("m1") is None


def test_tr_5_8_another_secret_than_the_one_committed_to_is_not_kept(path: Path):
    with Log.open(path, write=True) as log:
        with pytest.raises(LogError, match="not committed to this secret"):
            log.keep_secret(CUP, "another")
        with pytest.raises(LogError, match="not committed to this secret"):
            log.keep_secret("m1", "a match commits to nothing")
        assert log.secret(CUP) == SECRET


def test_before_the_opening_a_later_secret_takes_the_place_of_an_earlier_one(path: Path):
    with Log.open(path, write=True) as log:
        log.keep_secret("open", "first")
        log.keep_secret("open", "second")
        assert log.secret("open") == "second"


def test_a_secret_is_kept_by_a_log_that_is_open_for_writing_only(path: Path):
    with Log.open(path) as log, pytest.raises(LogError, match="reading only"):
        log.keep_secret("open", "first")


def test_tr_5_8_no_export_has_the_secret(path: Path, tmp_path: Path):
    with Log.open(path, write=True) as log:
        refresh(log)
        assert "secrets" not in {each.name for each in tables(log)}
        with pytest.raises(LogError, match="no table 'secrets'"):
            export_table(log, "secrets", tmp_path / "secrets.csv", "csv")
        assert SECRET not in export_record(log.load(CUP))
        export_jsonl(log, tmp_path / "all.jsonl")
        assert SECRET not in (tmp_path / "all.jsonl").read_text()
        for table in tables(log):
            found = log.rows(f"SELECT * FROM {table.name}")
            assert SECRET not in str(found), table.name


def test_tr_5_8_no_query_finds_the_secret(path: Path):
    runner = CliRunner()
    for query in ("FROM secrets", "FROM main.secrets", "FROM query_table('secrets')"):
        asked = runner.invoke(app, ["sql", query, "--log", str(path)])
        assert asked.exit_code, asked.output
        assert SECRET not in asked.output
    described = runner.invoke(app, ["sql", "--log", str(path)])
    assert "secrets" not in described.output
    with Log.open(path) as log:
        assert log.secret(CUP) == SECRET


def test_a_backup_has_the_secret_since_no_round_can_be_posted_without(path: Path, tmp_path: Path):
    with Log.open(path) as log:
        log.copy_to(tmp_path / "backup.duckdb")
    with Log.open(tmp_path / "backup.duckdb") as log:
        assert log.secret(CUP) == SECRET


def test_a_table_of_secrets_that_was_altered_is_found(path: Path):
    with Log.open(path, write=True) as log:
        log.rows("ALTER TABLE secrets ADD COLUMN whose VARCHAR")
        (found,) = verify(log).differences
    assert (found.what, found.table) == ("format", "secrets")
