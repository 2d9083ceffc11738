"""The desk in a browser: by keyboard alone, two of them, on every screen, light and dark."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Keys

from storage.log import Log
from tests.tournament.logged import CUP, logs, proposed
from tests.venue.browser.staff import SIZES, Screen, served
from tests.venue.counters import EIGHT, cup
from tests.venue.desks import device

ORGANISER = device("lena", "organiser", stream=CUP)
FOCUSED = "return document.activeElement.id"
KEPT = os.environ.get("REFEREE_SCREENSHOTS")
"""Where the pictures are kept; by default with the files of the test."""


def hall(path: Path) -> Path:
    """A cup in its first round: a result, one that is disputed, a call, more time."""
    cup(path, EIGHT, late="1")
    with Log.open(path, write=True) as log:
        for player in EIGHT:
            log.name_person(player, f"{player.title()} Underhill-{player.title()}son")
        logs(log, [proposed(log, 1)])
        first, second, third, _ = log.live(CUP).replay().state.rounds[0].contests.values()
        logs(
            log,
            "lena start 1 2026-03-14T09:30:00Z; "
            f"lena report 1 {first.table} 2 0; "
            f"{second.a} attest 1 {second.table} 2 0; {second.b} attest 1 {second.table} 0 2; "
            f'{third.a} call 1 {third.table} about="a card too many"; '
            f"kim extend 1 {third.table} 300 other",
        )
    return path


@pytest.fixture
def screen(browser: Chrome, tmp_path: Path) -> Iterator[Screen]:
    with served(hall(tmp_path / "hall.duckdb"), ORGANISER, "4711") as address:
        shown = Screen(browser, address)
        shown.size()
        shown.complaints()
        yield shown
        browser.get("about:blank")


def test_the_desk_fits_every_screen_light_and_dark(screen: Screen, tmp_path: Path):
    kept = Path(KEPT) if KEPT else tmp_path
    kept.mkdir(parents=True, exist_ok=True)
    for name, (width, height) in SIZES.items():
        for dark in (False, True):
            screen.size(width, height, dark=dark)
            screen.open()
            screen.says("live")
            assert screen.run("return document.documentElement.scrollWidth") <= width
            screen.run("document.getElementById('table-2').click()")
            screen.says("call a judge")
            for box in screen.boxes():
                assert box["left"] >= 0 and box["right"] <= width, box
            picture = kept / f"desk-{name}-{'dark' if dark else 'light'}.png"
            screen.driver.save_screenshot(str(picture))
            assert picture.stat().st_size > 20_000
    assert screen.complaints() == []


def test_slips_are_typed_one_after_the_other_and_the_focus_stays_vn_12_3(screen: Screen):
    screen.open()
    screen.says("live")
    assert screen.run(FOCUSED) == "text"
    left = screen.run("return [...document.querySelectorAll('.tables .quiet')].length")
    assert left
    screen.type(f"3 2 1{Keys.ENTER}")
    screen.says("slip of table 3, round 1: 2-1")
    screen.until(lambda: screen.run("return document.getElementById('text').value") == "")
    screen.type(f"4 9 9{Keys.ENTER}")
    screen.says("TR-7.1")
    assert screen.run("return document.getElementById('text').value") == "4 9 9"
    screen.type(f"4 0 2{Keys.ENTER}")
    screen.says("slip of table 4, round 1: 0-2")
    assert screen.run(FOCUSED) == "text"
    screen.type(Keys.ARROW_UP)
    assert screen.run("return document.getElementById('text').value") == "4 0 2"
    screen.type(Keys.ESCAPE)
    screen.type(f"decide 2 2 0 both slips read{Keys.ENTER}")
    screen.until(lambda: "disputed" not in screen.text())
    screen.says("propose round 2")
    assert screen.complaints() == []


def test_the_next_round_is_posted_by_keyboard_alone(screen: Screen):
    screen.open()
    screen.says("live")
    for line in ("3 2 1", "4 0 2", "decide 2 2 0 slips", "end 17 90", "propose"):
        screen.type(line + Keys.ENTER)
        screen.until(lambda: screen.run("return document.getElementById('text').value") == "")
        screen.until(lambda: not screen.run("return !!document.querySelector('.htmx-request')"))
    screen.says("post round 2?")
    screen.type(Keys.TAB)  # the button that logs, then yes
    screen.type(Keys.TAB)
    assert screen.run(FOCUSED) == "yes"
    screen.type(Keys.ENTER)
    screen.says("Tables of round 2")
    screen.says("0 of 4 in")


def test_what_another_desk_logs_is_shown_without_a_reload(screen: Screen):
    screen.open()
    screen.says("live")
    first = screen.driver.current_window_handle
    screen.driver.switch_to.new_window("tab")
    screen.size()
    screen.open()
    screen.type(f"4 1 2{Keys.ENTER}")
    screen.says("slip of table 4, round 1: 1-2")
    screen.driver.close()
    screen.driver.switch_to.window(first)
    screen.says("1-2")
    screen.type(f"l{Keys.ENTER}")
    screen.says("others have logged 1")


def test_a_table_is_tapped_and_its_result_too(screen: Screen):
    screen.size(390, 844)
    screen.open()
    screen.says("live")
    screen.tap("table 4", "another result of table 4")
    assert screen.run("return document.getElementById('text').value") == "4 "


def test_lines_typed_faster_than_the_venue_answers_are_all_logged(screen: Screen):
    screen.open()
    screen.says("live")
    slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    screen.driver.execute_cdp_cmd("Network.enable", {})
    screen.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    screen.type(f"3 2 1{Keys.ENTER}9 2 0{Keys.ENTER}4 0 2{Keys.ENTER}")
    screen.says("slip of table 4, round 1: 0-2")
    assert "slip of table 3, round 1: 2-1" in screen.text()
    kept = screen.run("return document.getElementById('unlogged').innerText")
    assert kept.startswith("9 2 0") and "tables 1 to 4" in kept
    screen.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**slow, "latency": 0})
    screen.tap("9 2 0")
    assert screen.run("return document.getElementById('text').value") == "9 2 0"


def test_a_line_that_could_not_be_sent_comes_back(screen: Screen):
    screen.open()
    screen.says("live")
    gone = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    screen.driver.execute_cdp_cmd("Network.enable", {})
    screen.driver.execute_cdp_cmd("Network.emulateNetworkConditions", gone)
    screen.type(f"4 0 2{Keys.ENTER}")
    screen.says("the venue does not answer")
    screen.until(lambda: screen.run("return document.getElementById('text').value") == "4 0 2")
    back = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    screen.driver.execute_cdp_cmd("Network.emulateNetworkConditions", back)
    screen.type(Keys.ENTER)
    screen.says("slip of table 4, round 1: 0-2")


def test_the_pin_is_asked_for_and_the_line_goes_again_vn_5_7(browser: Chrome, tmp_path: Path):
    path = cup(tmp_path / "hall.duckdb", EIGHT)
    with served(path, ORGANISER) as address:
        screen = Screen(browser, address)
        screen.size()
        screen.open()
        screen.says("live")
        screen.type(f"propose{Keys.ENTER}")
        screen.says("post round 1?")
        screen.type(f"y{Keys.ENTER}")
        screen.says("choose a PIN")
        screen.type(f"4711{Keys.ENTER}")
        screen.says("Tables of round 1")
        assert screen.run("return document.getElementById('text').value") == ""
        browser.get("about:blank")
