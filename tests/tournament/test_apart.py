"""A tournament stands apart from the games for tables, and works where matches do (TR-1.2)."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from storage.exchange.transfer import export_jsonl, export_record, import_jsonl, import_record
from storage.log import Log
from storage.projection import rebuild, refresh
from storage.statistics import run
from storage.verify import verify
from tests.logbook import copied, new_log
from tests.tournament.logged import CUP, logs, opened, proposed


def both(path: Path) -> None:
    with Log.open(new_log(path, [1]), write=True) as log:
        opened(log)
        logs(log, "lena enter ana; lena enter bo")
        logs(log, [proposed(log, 1)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log with one match, and a tournament beside it."""
    return copied(tmp_path / "season.duckdb", both)


@pytest.mark.rule("TR-1.2")
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["new", "open", "--game", "tournament", "--seat", "desk"], "referee tournament new"),
        (["simulate", "tournament", "-n", "1"], "referee tournament simulate"),
    ],
)
def test_tr_1_2_what_makes_matches_names_the_command_that_is_meant(
    path: Path, words: list[str], meant: str
):
    asked = CliRunner().invoke(app, words, env={"REFEREE_LOG": str(path)})
    assert asked.exit_code
    assert "tournament is no game for a table" in asked.output
    assert meant in asked.output
    with Log.open(path) as log:
        assert not log.has("open")


def test_tr_1_2_the_list_of_matches_says_what_is_a_tournament(path: Path):
    asked = CliRunner().invoke(app, ["matches", "--json", "--log", str(path)])
    games = {each["id"]: each["game"] for each in json.loads(asked.stdout)["matches"]}
    assert games == {"m1": "wondervale", CUP: "tournament"}
    assert "tournament" not in CliRunner().invoke(app, ["games"]).stdout


def test_tr_1_2_statistics_of_games_do_not_count_it(path: Path):
    with Log.open(path, write=True) as log:
        refresh(log)
        for name in ("match-length", "pace"):
            figure = run(log.connection, name)
            assert {row[0] for row in figure.rows} == {"wondervale"}, name
            assert figure.n == 1, name


def test_tr_1_2_it_goes_out_and_in_to_the_same_hashes(path: Path, tmp_path: Path):
    with Log.open(path, write=True) as log:
        rebuild(log)
        text = export_record(log.load(CUP))
        export_jsonl(log, tmp_path / "all.jsonl")
        hashes = log.load(CUP).hashes
        assert verify(log).exact
    with Log.open(tmp_path / "record.duckdb", write=True) as log:
        assert import_record(log, text).matches == 1
        assert log.load(CUP).hashes == hashes
        assert verify(log).exact
    with Log.open(tmp_path / "lines.duckdb", write=True) as log:
        assert import_jsonl(log, tmp_path / "all.jsonl").matches == 2
        assert log.load(CUP).hashes == hashes
        assert verify(log).exact
