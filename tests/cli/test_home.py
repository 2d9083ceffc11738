"""What the tests of the command line share, and what holds for every command."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cli.commands import figures
from cli.main import COMMANDS, app
from cli.reading.facts import projected
from cli.report import command as reports
from storage.log import Log
from storage.statistics import run

ROOT = Path(__file__).parents[2]
DISPUTE = ROOT / "tests" / "records" / "wondervale" / "dispute.txt"
TWO_CALLS = DISPUTE.with_name("two-calls.txt")
DECKS = ("--seat", "ana=frost-and-sand", "--seat", "bo=city-and-canopy")
OPENED = (
    "ana standard-health; ana draw 7; bo draw 7; ana first-roll 5-2",
    "ana draw; ana deposit Aegaryn Aegaryn; ana lay Snowlitt tribes=Aegaryn; ana end",
    "bo draw; bo deposit Juryn; bo lay Tinkerel tribes=Juryn; bo end",
    "ana draw; ana promote Snowlitt",
)
"""The first 15 entries of a match with the opening; what may come next is a direct attack."""


class Home:
    """A log of its own, and the command line upon it."""

    played: dict[bool, bytes] = {}
    """The files of logs that hold ``r1`` after :meth:`play`: as it was logged, and counted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "test.duckdb"
        self.columns = 80

    def run(self, *arguments: object, input: str | bytes | None = None) -> Result:
        """Run a command in this process, as the entry point would."""
        environment: Mapping[str, str] = {
            "REFEREE_LOG": str(self.log),
            "NO_COLOR": "1",
            "COLUMNS": str(self.columns),
        }
        return CliRunner().invoke(app, list(map(str, arguments)), input=input, env=environment)

    def ok(self, *arguments: object, status: int = 0, input: str | bytes | None = None) -> str:
        """What a command prints that leaves with that status."""
        result = self.run(*arguments, input=input)
        assert result.exit_code == status, result.output + result.stderr
        return result.stdout

    def error(self, *arguments: object, status: int = 2, input: str | bytes | None = None) -> str:
        """The one line on standard error of a command that fails, and prints nothing else."""
        result = self.run(*arguments, input=input)
        assert result.exit_code == status, result.output + result.stderr
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        if "--json" in arguments:
            told = json.loads(result.stderr)
            assert (told["schema"], told["status"]) == ("referee/error/1", status)
            return f"{told['message']} ({told['hint']})"
        assert result.stderr.startswith("referee: ")
        return result.stderr.removeprefix("referee: ").rstrip("\n")

    def json(self, *arguments: object, status: int = 0) -> Any:
        """What a command prints with ``--json``."""
        return json.loads(self.ok(*arguments, "--json", status=status))

    def open(self, match: str = "r1", *more: str) -> None:
        """Open a match."""
        self.ok("new", match, "--game", "wondervale", *DECKS, *more)

    def play(self, match: str = "r1", *, counted: bool = False) -> None:
        """Open a match and log its first 15 entries; the second time, as a copy of the file.

        Args:
            match: what it is called.
            counted: whether the log has its tables for statistics, up to date.
        """
        new = match == "r1" and not self.log.exists()
        if new and counted in Home.played:
            self.log.write_bytes(Home.played[counted])
            return
        if counted:
            self.play(match)
            self.ok("stats", "endings")
        else:
            self.open(match)
            self.ok("log", match, *OPENED)
        if new:
            Home.played[counted] = self.log.read_bytes()

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Nobody writes to the log meanwhile: one copy of it, made once, serves all statistics and
        reports, and each statistic is counted once."""
        with pytest.MonkeyPatch.context() as patch, projected(self.log) as copy:
            for each in (figures, reports):
                patch.setattr(each, "over_facts", lambda log, work: work(copy))
            patch.setattr(figures, "run", cache(run))
            yield

    def matches(self) -> dict[str, int]:
        """How many entries each match has."""
        if not self.log.exists():
            return {}
        with Log.open(self.log) as log:
            return {row.id: row.entries for row in log.matches()}

    def entries(self, match: str = "r1") -> int:
        """How many entries a match has; 0 where there is none."""
        return self.matches().get(match, 0)


def process(
    *arguments: str, input: bytes | None = None, environment: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        input=input,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", **(environment or {})},
        timeout=60,
        check=False,
    )


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def widest(text: str) -> int:
    return max(map(len, text.splitlines()), default=0)


def test_help_lists_every_command(home: Home) -> None:
    listed = home.ok("--help")
    assert all(f"\n  {name} " in listed for name in COMMANDS)
    assert home.ok() == listed


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help_of_80_columns(home: Home, command: str) -> None:
    told = home.ok(command, "--help")
    assert "Usage: referee" in told
    assert widest(told) <= 80


@pytest.mark.parametrize(
    "command",
    [name for name in COMMANDS if name not in ("catalog", "deck", "people", "table", "demo")],
)
def test_every_command_shows_an_example_in_its_help(home: Home, command: str) -> None:
    assert f"referee {command}" in " ".join(home.ok(command, "--help").split("Options:")[1].split())


def test_an_unknown_command_is_answered_with_the_nearest(home: Home) -> None:
    assert "no such command 'shwo' (did you mean show?" in home.error("shwo")
    assert "no such command 'forgt' (did you mean forget?" in home.error("people", "forgt", "ana")
    assert home.error("zzz") == "no such command 'zzz' (referee --help lists them)"


def test_an_unknown_option_is_answered_with_the_nearest_or_the_help(home: Home) -> None:
    assert "no such option: --ilegal (did you mean --illegal?" in home.error(
        "show", "r1", "--ilegal"
    )
    assert "see referee show --help" in home.error("show", "r1", "--zzz")


def test_a_missing_argument_is_named(home: Home) -> None:
    assert "missing argument 'MATCH'" in home.error("show")


def test_version_is_printed(home: Home) -> None:
    assert home.ok("--version").startswith("referee")


READERS: Sequence[Sequence[object]] = (
    ("matches",),
    ("show", "r1"),
    ("options", "r1"),
    ("replay", "r1"),
    ("explain", "r1", 15),
    ("diff", "r1", 3, 9),
    ("check", "r1"),
    ("check", "r1", "ana direct-attack"),
    ("what-if", "r1", "strike 15"),
    ("verify",),
    ("stats",),
    ("stats", "illegal-entries"),
    ("stats", "score-by-turn", "--entries"),
    ("sql",),
    ("sql", "FROM match_results"),
    ("games",),
    ("rules", "wondervale"),
    ("events", "wondervale"),
    ("catalog", "list"),
    ("catalog", "show", "sample-vale"),
    ("deck", "check", "frost-and-sand"),
    ("people", "list"),
    ("simulate", "wondervale", "-n", 2),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Home:
    found = Home(tmp_path_factory.mktemp("played"))
    found.play()
    found.ok("log", "r1", "ana attack 5-2", status=3)
    return found


@pytest.mark.parametrize("arguments", READERS, ids=lambda a: " ".join(map(str, a)))
def test_every_listing_is_json_too_and_fits_80_columns(
    played: Home, arguments: Sequence[object]
) -> None:
    status = 3 if arguments == ("check", "r1") else 0
    played.json(*arguments, status=status)
    told = played.ok(*arguments, status=status)
    assert told
    assert widest(told) <= 80
    assert "\x1b" not in told
    assert played.entries() == 16
