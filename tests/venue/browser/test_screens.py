"""The pages of projectors, spectators and stream software in a browser (VN-13)."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.webdriver import Chrome

from storage.log import Log
from tests.logbook import empty_log
from tests.tournament.logged import contests, logs, opened, proposed
from tests.venue.browser.staff import SIZES, Screen, served
from tests.venue.watched import MATCH, cup, joined

WALL = joined("", "screen")
MANY = 90
PACE = 0.02
"""Pages turn so much faster here."""


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """Ninety players, of whom nobody sits yet."""
    path = empty_log(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        opened(log, {"minutes": "50"})
        logs(log, [f"lena enter p{n:02}" for n in range(MANY)])
        logs(log, [proposed(log, 1)])
    return path


@pytest.fixture
def screen(browser: Chrome) -> Iterator[Screen]:
    """A screen without an address so far."""
    yield Screen(browser, "")
    browser.get("about:blank")


def shows(screen: Screen, address: str, path: str) -> None:
    """Open a page, and wait until it shows something."""
    screen.driver.get(address + path)
    screen.until(lambda: screen.run("return document.querySelector('[data-line]')?.textContent"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dark", [False, True])
def test_vn_13_1_a_screen_shows_all_of_it_page_by_page_without_scrolling(
    hall: Path, screen: Screen, size: str, dark: bool
) -> None:
    screen.size(*SIZES[size], dark=dark)
    with served(hall, WALL) as address:
        screen.driver.get(f"{address}/show?pace={PACE}")
        seen: set[str] = set()

        def all_seen() -> bool:
            found = screen.run(
                "const all = [...document.querySelectorAll('.row.places')];"
                "const low = document.querySelector('[data-rows]').getBoundingClientRect().bottom;"
                "return [all.map(r => r.children[0].textContent),"
                " all.map(r => r.getBoundingClientRect().bottom - low).filter(b => b > 1),"
                " document.documentElement.scrollHeight <= innerHeight,"
                " document.documentElement.scrollWidth <= innerWidth]"
            )
            names, beyond, high, wide = found
            assert high and wide
            if not beyond:  # a page counts when it fits; what stands above it comes first
                seen.update(names)
            return len(seen) == MANY

        screen.until(all_seen)
        assert screen.complaints() == []


def test_vn_13_1_a_screen_recovers_by_itself_when_the_venue_was_away(
    hall: Path, screen: Screen
) -> None:
    screen.size()
    with served(hall, WALL) as address:
        shows(screen, address, "/show")
        screen.until(lambda: "live" in screen.text())
        port = urlsplit(address).port or 0
    screen.until(lambda: "not connected" in screen.text())
    assert "p07" in screen.text(), "what was shown stays"
    with Log.open(hall, write=True) as log:
        tables = [contest.table for contest in contests(log, 1)]
        logs(log, [f"lena report 1 {table} 2 0" for table in tables])
    with served(hall, WALL, port=port):
        screen.until(lambda: "Standings after round 1" in screen.text())
        screen.until(lambda: "live" in screen.text())


def test_vn_13_1_a_clock_counts_on_the_device_by_the_time_of_the_venue(
    hall: Path, screen: Screen
) -> None:
    from datetime import UTC, datetime, timedelta

    begun = datetime.now(UTC) - timedelta(minutes=20)
    with Log.open(hall, write=True) as log:
        logs(log, f"lena start 1 {begun:%Y-%m-%dT%H:%M:%SZ}")
    screen.size()
    clock = "return document.querySelector('[data-clock]').textContent"
    with served(hall, WALL) as address:
        shows(screen, address, "/show")
        screen.until(lambda: screen.run(clock).startswith("29:"))
        first = screen.run(clock)
        screen.until(lambda: screen.run(clock) != first)


def test_a_player_finds_the_own_table_by_a_few_letters_of_the_name(
    hall: Path, screen: Screen
) -> None:
    with Log.open(hall, write=True) as log:
        log.name_person("p07", "Théodora Okoro")
    screen.size(*SIZES["phone"])
    with served(hall, WALL) as address:
        shows(screen, address, "/watch")
        screen.until(lambda: len(screen.all("[data-places] li")) == MANY)
        field = screen.all("[data-name]")[0]
        field.send_keys("theo")
        screen.until(lambda: len(screen.all("[data-places] li")) == 1)
        assert "Théodora Okoro" in screen.text() and "against" in screen.text()
        field.send_keys("x")
        screen.until(lambda: "Nobody here is called" in screen.text())
        assert screen.complaints() == []


@pytest.mark.parametrize("size", SIZES)
def test_vn_13_1_an_overlay_is_transparent_and_tells_of_one_match(
    tmp_path: Path, screen: Screen, size: str
) -> None:
    path = cup(tmp_path / "cup.duckdb")
    screen.size(*SIZES[size])
    with served(path, WALL) as address:
        screen.driver.get(f"{address}/overlay/{MATCH}")
        screen.until(lambda: "Example" in screen.text())
        ground = "return getComputedStyle({}).backgroundColor"
        for element in ("document.documentElement", "document.body"):
            assert screen.run(ground.format(element)) == "rgba(0, 0, 0, 0)"
        assert screen.run("return document.documentElement.scrollWidth <= innerWidth")
        assert screen.complaints() == []
