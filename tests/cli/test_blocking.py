"""Nobody waits for somebody who reads, and who reads for long can be ended."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from cli.answers import whole_log
from cli.commands import figures
from cli.reading import attended
from cli.screen import render
from storage import database, verify
from storage.exchange import transfer
from storage.log import Log, LogError
from tests.cli.test_home import ROOT, Home, home
from tests.logbook import note, start
from tests.processes import end_of, wait_until

__all__ = ["home"]

READING: list[tuple[tuple[str, ...], object, str]] = [
    (("sql", "SELECT count(*) FROM entries"), figures, "prepare"),
    (("stats", "wins-by-seat"), figures, "run"),
    (("matches",), Log, "matches"),
    (("verify",), verify, "verify"),
    (("backup", "OUT"), Log, "copy_to"),
    (("export", "-f", "jsonl"), transfer, "json_lines"),
    (("export", "-f", "jsonl", "-o", "OUT"), transfer, "export_jsonl"),
    (("export", "-f", "csv", "-o", "OUT", "--table", "turns"), transfer, "export_table"),
]


@pytest.mark.parametrize(("words", "owner", "name"), READING, ids=range(len(READING)))
def test_an_entry_is_acknowledged_while_somebody_reads(
    home: Home,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    owner: object,
    name: str,
) -> None:
    home.play(counted=True)
    read: Callable[..., Any] = getattr(owner, name)
    acknowledged: list[str] = []

    def meanwhile(*given: Any, **more: Any) -> Any:
        with Log.open(home.log, write=True, wait=0.1) as log:
            (recorded,) = log.append("r1", [note(900)])
        acknowledged.append(recorded.entry.id)
        return read(*given, **more)

    monkeypatch.setattr(owner, name, meanwhile)
    home.ok(*[str(home.folder / "out") if word == "OUT" else word for word in words])
    assert len(acknowledged) == 1


def test_a_log_that_cannot_be_written_is_read_with_all_its_facts(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.play()

    take_turn = database.take_turn

    def refused(log: Path, until: float, *, write: bool) -> object:
        if write and log == home.log:
            raise LogError(f"{log}: Read-only file system")
        return take_turn(log, until, write=write)

    monkeypatch.setattr(database, "take_turn", refused)
    for _ in range(2):
        found = home.run("stats", "wins-by-seat", "--json")
        assert found.exit_code == 0
        assert json.loads(found.stdout)["matches"] == 1
        said = f"facts were read for this command alone: {home.log}: Read-only file system"
        assert found.stderr == f"note: {said}\n"


ENDLESS = "SELECT count(*) FROM range(1000000000000) t(i) WHERE i % 7 = 3"


def test_a_query_has_a_limit_of_time(home: Home) -> None:
    home.play(counted=True)
    said = home.error("sql", ENDLESS, "--time-limit", "0.3", status=1)
    assert said.startswith("the query took longer than 0.3 s (--time-limit SECONDS")


@pytest.mark.parametrize("form", [[], ["--csv"], ["--json"]])
def test_nothing_is_printed_of_a_query_that_fails_on_the_way(home: Home, form: list[str]) -> None:
    home.play(counted=True)
    query = "SELECT CASE WHEN i < 50000 THEN i ELSE error('broken') END FROM range(60000) t(i)"
    if not form:
        query += " ORDER BY ALL"
    assert "broken" in home.error("sql", query, *form)


class Pages:
    """A result that gives its rows page by page and no other way."""

    def __init__(self, *pages: list[tuple[Any, ...]]) -> None:
        self.pages = list(pages)

    def fetchmany(self, _: int) -> list[tuple[Any, ...]]:
        return self.pages.pop(0) if self.pages else []


def test_rows_are_written_page_by_page() -> None:
    def written(write: Callable[..., None], *pages: list[tuple[Any, ...]]) -> str:
        out = io.StringIO()
        write(["i", "at"], Pages(*pages), out)
        return out.getvalue()

    at = datetime(2026, 5, 1, 10)
    assert written(figures._write_csv, [(1, "a")], [(2, "b")]) == "i,at\n1,a\n2,b\n"
    for pages in ([], [[(1, at)]], [[(1, at)], [(2, None)]]):
        rows = tuple({"i": i, "at": when} for page in pages for i, when in page)
        told = render.json_text(whole_log.Rows(("i", "at"), rows)) + "\n"
        assert written(figures._write_json, *pages) == told


def has_a_copy(process: "subprocess.Popen[str]") -> bool:
    """Whether a process reads a private copy, which has no name any more."""
    for file in Path(f"/proc/{process.pid}/fd").iterdir():
        try:
            if "referee-" in os.readlink(file) and "(deleted)" in os.readlink(file):
                return True
        except OSError:
            continue
    return False


def test_ctrl_c_ends_a_query_and_leaves_nothing_behind(home: Home, tmp_path: Path) -> None:
    home.play(counted=True)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "sql", ENDLESS, "--time-limit", "0"],
        cwd=ROOT,
        env={**os.environ, "REFEREE_LOG": str(home.log), "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: has_a_copy(process), process)
    process.send_signal(signal.SIGINT)
    printed, said = end_of(process)
    assert printed == "" and said.splitlines()[-1] == "referee: interrupted"
    assert process.returncode == 130
    assert list(temporary.iterdir()) == []


def test_ctrl_c_at_the_moment_in_which_a_query_begins_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Begun(Thread):
        def start(self) -> None:
            super().start()
            raise KeyboardInterrupt

    told = Event()
    log: Any = SimpleNamespace(connection=SimpleNamespace(interrupt=told.set))
    monkeypatch.setattr(attended, "Thread", Begun)
    monkeypatch.setattr(attended, "PATIENCE", 60)
    with pytest.raises(KeyboardInterrupt):
        attended.attended(log, partial(told.wait, 600))
    assert told.is_set()


DEAF = """
import time
from types import SimpleNamespace
from cli.reading.attended import attended
log = SimpleNamespace(connection=SimpleNamespace(interrupt=lambda: None))
attended(log, lambda: time.sleep(600), 0.1)
"""


def test_a_query_that_does_not_heed_ends_with_the_process() -> None:
    process = start(DEAF)
    _, said = end_of(process)
    assert process.returncode == 1
    assert said.startswith("referee: the query took longer than 0.1 s")
