"""Logs of which reports are written, each made once."""

import pytest

from tests.cli.test_home import DISPUTE, Home
from tests.report.pages import Read

RECORDS = DISPUTE.parents[1]


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The shipped dispute, the club cup, and two games of a final."""
    home = Home(tmp_path_factory.mktemp("shipped"))
    home.ok("import", DISPUTE, RECORDS / "tournament" / "club-cup.txt")
    for name in ("final-1", "final-2"):
        home.ok("import", RECORDS / "grand_archive" / f"{name}.txt")
    home.ok("stats", "endings")
    return home


@pytest.fixture(scope="session")
def event(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A simulated event of eight with a cut and its games."""
    home = Home(tmp_path_factory.mktemp("event"))
    asked = ("open", "--seed", 3, "--players", 8, "--cut", 4, "--game", "wondervale")
    home.ok("tournament", "simulate", *asked)
    home.ok("stats", "endings")
    return home


@pytest.fixture(scope="session")
def season(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Simulated matches of two games."""
    home = Home(tmp_path_factory.mktemp("season"))
    slips = ("--slips", 0.01, "--rulings", 0.002, "--import")
    home.ok("simulate", "wondervale", "-n", 24, "--seed", 7, *slips)
    home.ok("simulate", "legacy_of_conflict", "-n", 2, "--seed", 7, *slips)
    home.ok("stats", "endings")
    return home


def text_of(home: Home, *asked: object) -> str:
    """The report that was asked for, of a log that nobody writes to; written once."""
    kept: dict[tuple[object, ...], str] = home.__dict__.setdefault("pages", {})
    if asked not in kept:
        path = home.folder / "page.html"
        with home.unchanged():
            home.ok("report", *asked, "-o", path)
        kept[asked] = path.read_text(encoding="utf-8")
    return kept[asked]


def read(home: Home, *asked: object) -> Read:
    """The same, read."""
    return Read(text_of(home, *asked))
