"""Plain answers where nobody expects to get into: an empty log, odd bytes, a build of yesterday,
too large a query, a disk that cannot be written."""

from contextlib import nullcontext
from itertools import chain, repeat
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from cli.commands.figures import app as _figures  # noqa: F401  imported before a fork
from cli.failure import Failure
from cli.reading.attended import attended
from cli.venue.serve import require_writable
from events.bounds import MOST_DEFINED, TooMuch
from referee.catalog import read_catalog
from storage import projection
from storage.log import Log
from storage.projection import refresh
from storage.verify import verify
from tests.cli.test_home import Home, home
from tests.logbook import CATALOG, GAME, as_nobody, empty_log, new_log, note

__all__ = ["home"]


@pytest.mark.parametrize("asked", [("stats", "pace"), ("stats", "wins-by-seat"), ("matches",)])
def test_a_log_with_a_catalog_and_no_match_has_no_figures_and_no_fault(home: Home, asked):
    with Log.open(empty_log(home.log), write=True) as log:
        log.add_catalog(CATALOG)
    home.ok(*asked)
    home.ok("sql", "FROM match_results")


def test_what_is_no_text_is_refused_and_leaves_nothing(home: Home):
    new_log(home.log, (1,))
    before = sorted(home.folder.iterdir())
    for words in (("show", "\udcff"), ("--log", "\udcff.duckdb"), ("log", "m1", "kim note \udcff")):
        assert "is not UTF-8 text" in home.error(*words)
    assert sorted(home.folder.iterdir()) == before


def test_tables_of_another_build_are_told_of_and_not_compared(home: Home):
    new_log(home.log, (1,))
    with Log.open(home.log, write=True) as log:
        refresh(log)
        log.rows("UPDATE meta SET value = repeat('a', 64) WHERE key = 'projection'")
        report = verify(log)
        assert report.exact and not report.rows
        assert [each.table for each in report.notes if "another build" in each.message]


def test_a_query_takes_no_more_memory_than_it_may(home: Home):
    new_log(home.log, (1,))
    query = "SELECT len(list(i)) FROM range(60000000) t(i)"
    said = home.error("sql", "--memory-limit", 60, query, status=1)
    assert "took more than 60 MB of memory (--memory-limit MB" in said


@pytest.mark.parametrize(("more", "ends"), [(50, False), (70, True)])
def test_what_a_process_had_before_is_not_what_its_query_takes(
    home: Home, monkeypatch: pytest.MonkeyPatch, more: int, ends: bool
):
    taken = chain([5_000], repeat(5_000 + more))
    monkeypatch.setattr("cli.reading.attended._megabytes", lambda: next(taken))
    new_log(home.log, (1,))
    with Log.open(home.log) as log, pytest.raises(Failure) if ends else nullcontext():
        attended(log, lambda: sleep(0.3), memory=60)


def test_a_catalog_of_too_many_cards_is_refused_before_it_is_read():
    with pytest.raises(TooMuch, match="50,001 cards"):
        read_catalog("\n[[cards]]" * (MOST_DEFINED + 1), GAME.catalog_type)


def test_a_log_in_a_folder_for_reading_only_is_not_served(tmp_path: Path):
    path = new_log(tmp_path / "hall.duckdb", (1,))
    said = as_nobody(lambda: require_writable(path), tmp_path)
    assert said.startswith(str(path)) and "ermission denied" in said


def test_others_log_on_while_the_tables_are_made_anew(home: Home, monkeypatch: pytest.MonkeyPatch):
    new_log(home.log, (1, 2))
    make = projection.refresh

    def refresh_beside(*given: Any, **more: Any) -> object:
        with Log.open(home.log, write=True, wait=1) as log:
            log.append("m1", [note(900)])
        return make(*given, **more)

    monkeypatch.setattr(projection, "refresh", refresh_beside)
    assert "made anew: the tables of 2 matches" in home.ok("rebuild")
    monkeypatch.undo()
    with Log.open(home.log, write=True) as log:
        refresh(log)
        report = verify(log)
        assert report.exact and report.rows
