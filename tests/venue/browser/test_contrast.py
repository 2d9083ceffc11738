"""Every page is read by weak eyes and tapped by large thumbs (VN-15.1)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from selenium.webdriver import Chrome

from cli.venue.view import Line
from storage.log import Log
from tests.tournament.logged import logs
from tests.venue.browser.fake import Table, shown, tap
from tests.venue.browser.phone import Phone
from tests.venue.browser.staff import Screen, served
from tests.venue.halls import hall, misplay
from tests.venue.watched import DEVICES, MATCH, cup, joined

Opened = Callable[..., Phone]
TOLD = {"tournament": "cup", "round": 3, "table": 12, "a": "Ana", "b": "Bo", "act": "attest"}
SAID = {"who": "Bo", "a": 2, "b": 1, "drawn": 0, "how": "time"}
SCHEMES = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


def is_plain(phone: Phone) -> None:
    """All of the page that is shown can be read and tapped."""
    assert phone.pale() == []
    assert phone.small() == []


@SCHEMES
def test_vn_15_1_the_opened_board_and_a_match_that_is_over(opened: Opened, dark: bool) -> None:
    line = Line(20, "b", "bo lay Elk", "illegal", "AB-1.1", "not in turn")
    view = replace(shown("legacy_of_conflict/rooftop", 60), buttons=(tap("lay"), tap("end")))
    table = Table(replace(view, entries=(*view.entries[:-1], line), sits="ana", ended=40))
    phone = opened(table)
    phone.size(dark=dark)
    is_plain(phone)
    table.down = True
    phone.tap("lay")
    table.write("0190b3a0-0000-7000-8000-000000000001", {"type": "lay", "what": "theirs"})
    table.down = False
    phone.run("dispatchEvent(new Event('online'))")
    phone.button("drop mine")
    is_plain(phone)
    phone.until(
        lambda: "theirs" in phone.run("return document.querySelector('body > .log').innerText")
    )
    phone.tap("drop mine")
    phone.button("1 dropped here")
    phone.tap("1 dropped here")
    phone.button("show the judge")
    is_plain(phone)
    table.view = replace(table.view, over="ana won", table=4, following="m2")
    phone.open()
    phone.until(lambda: phone.all("main a"))
    is_plain(phone)


@SCHEMES
def test_vn_15_1_the_page_of_a_result(opened: Opened, dark: bool) -> None:
    table = Table(shown("wondervale/clean", 20), page={**TOLD, "most": 2, "said": SAID})
    phone = opened(table, "/result")
    phone.size(dark=dark)
    phone.all("summary")[0].click()
    is_plain(phone)


@SCHEMES
@pytest.mark.parametrize("path", ["/watch", "/show"])
def test_vn_15_1_what_spectators_see(
    browser: Chrome, tmp_path: Path, path: str, dark: bool
) -> None:
    log = cup(tmp_path / "cup.duckdb")
    screen = Screen(browser, "")
    screen.size(390, 844, dark=dark)
    role = "spectator" if path == "/watch" else "screen"
    with served(log, joined("", role)) as address:
        browser.get(address + path)
        screen.until(lambda: "Example" in screen.text())
        is_plain(screen)
        browser.get("about:blank")


@SCHEMES
def test_vn_15_1_the_pages_of_the_staff_on_a_phone(
    browser: Chrome, tmp_path: Path, dark: bool
) -> None:
    path = cup(tmp_path / "cup.duckdb")
    with Log.open(path, write=True) as log:
        logs(log, "ana call 1 2 about=shuffling")
    screen = Screen(browser, "")
    screen.size(390, 844, dark=dark)
    for who, pages in (
        ("lena", ["/desk"]),
        ("kim", ["/judge", f"/judge/{MATCH}"]),
    ):
        with served(path, DEVICES[who]) as address:
            for page in pages:
                Screen(browser, address).open(page)
                assert (page, screen.pale()) == (page, [])
                assert (page, screen.small()) == (page, [])
            browser.get("about:blank")


@SCHEMES
def test_vn_15_1_an_entry_before_a_judge_on_a_phone(
    browser: Chrome, tmp_path: Path, dark: bool
) -> None:
    path = hall(tmp_path / "hall.duckdb")
    match, entry = misplay(path)
    screen = Screen(browser, "")
    screen.size(390, 844, dark=dark)
    with served(path, DEVICES["kim"]) as address:
        Screen(browser, address).open(f"/judge/{match}?entry={entry}")
        screen.until(lambda: "Your ruling" in screen.text())
        is_plain(screen)
        browser.get("about:blank")
