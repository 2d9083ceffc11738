"""A judge with a phone at a table: a call taken, an entry looked at, a ruling in a few taps."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from cli.reading.lines import new_id
from events.common import Note
from storage.log import Draft
from tests.tournament.logged import CUP
from tests.venue.browser.staff import SIZES, Screen, served
from tests.venue.desks import body, device
from tests.venue.halls import NOW, hall, misplay


@pytest.fixture
def case(tmp_path: Path) -> tuple[Path, str, int]:
    """A hall in which somebody has played out of turn and called: log, match, entry."""
    path = hall(tmp_path / "hall.duckdb")
    return path, *misplay(path)


@pytest.fixture
def judge(browser: Chrome, case: tuple[Path, str, int]) -> Iterator[Screen]:
    """A judge's phone."""
    with served(case[0], device("kim", "judge", stream=CUP)) as address:
        screen = Screen(browser, address)
        screen.size(*SIZES["phone"])
        screen.complaints()
        yield screen
        assert screen.complaints() == []
        browser.get("about:blank")


def dictate(screen: Screen, words: str) -> None:
    screen.driver.find_element(By.NAME, "reason").send_keys(words)


def test_a_call_is_taken_ruled_on_and_ended_in_four_taps(
    judge: Screen, case: tuple[Path, str, int]
):
    _, name, wrong = case
    judge.open("/judge")
    judge.tap("Take the call")
    judge.says("taken by kim")
    judge.run("document.querySelector('#calls a.button').click()")  # drawn anew meanwhile
    judge.says(f"Entry {wrong}")
    dictate(judge, "it was not your turn")
    judge.tap(f"Rule: kim strike {wrong}")
    judge.says("The call is ended")
    judge.says(f"taken out by entry {wrong + 2}")
    judge.open("/judge")
    judge.says("No call is open")
    judge.open(f"/judge/{name}?entry={wrong}")
    judge.says("it was not your turn")


def test_what_came_in_between_is_shown_and_the_words_are_kept(
    judge: Screen, case: tuple[Path, str, int]
):
    _, name, wrong = case
    judge.open(f"/judge/{name}?entry={wrong}")
    dictate(judge, "said before")
    sent = body([Draft(Note("kim", "a remark"), new_id(NOW), NOW, NOW, "kim")], None).decode()
    judge.run(
        "return fetch(arguments[0], {method: 'POST', body: arguments[1],"
        " headers: {'X-Referee': '1'}}).then((each) => each.status)",
        f"/api/matches/{name}/entries",
        sent,
    )
    judge.says("a remark")
    judge.tap(f"Rule: kim strike {wrong}")
    judge.says("The match went on since you looked")
    field = judge.driver.find_element(By.NAME, "reason")
    assert field.get_attribute("value") == "said before"
    judge.tap(f"Rule: kim strike {wrong}")
    judge.says("Written")
    # the refusal itself is told by the browser, and is what was wanted
    assert all("409" in each for each in judge.complaints())


def test_what_a_ruling_of_another_kind_would_do_is_shown_first(
    judge: Screen, case: tuple[Path, str, int]
):
    _, name, wrong = case
    judge.open(f"/judge/{name}?entry={wrong}")
    judge.run("document.querySelector('details.card:has([name=kind])').open = true")
    judge.run("document.querySelector('[name=kind][value=rewind]').click()")
    judge.tap("What would it do?")
    judge.says("Nothing is written")
    assert f"kim rewind {wrong - 1}" in judge.text()


def test_vn_5_7_a_head_judge_is_asked_for_the_pin_and_the_ruling_goes_on(
    browser: Chrome, case: tuple[Path, str, int]
):
    path, name, wrong = case
    with served(path, device("hal", "head-judge", stream=CUP)) as address:
        screen = Screen(browser, address)
        screen.size(*SIZES["phone"])
        screen.open(f"/judge/{name}?entry={wrong}")
        screen.tap(f"Rule: hal strike {wrong}")
        screen.says("choose a PIN")
        screen.driver.find_element(By.CSS_SELECTOR, "dialog input").send_keys("2468")
        screen.tap("Go on")
        screen.says("Written")
        assert all("403" in each for each in screen.complaints())
        browser.get("about:blank")


@pytest.mark.parametrize("size", SIZES)
def test_vn_15_1_pages_fit_their_screens_and_thumbs_hit_their_buttons(
    judge: Screen, case: tuple[Path, str, int], size: str
):
    _, name, wrong = case
    judge.size(*SIZES[size])
    thumbs = {"enabled": size != "desk"}
    judge.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", thumbs)
    least = 48 if size != "desk" else 24
    for path in ("/judge", f"/judge/{name}?entry={wrong}"):
        judge.open(path)
        judge.run("document.querySelectorAll('details').forEach((each) => { each.open = true })")
        wide = judge.run("return [document.documentElement.scrollWidth, window.innerWidth]")
        assert wide[0] <= wide[1]
        assert all(box["height"] >= least for box in judge.boxes("button, .button, summary"))
        unnamed = judge.run(
            """return [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
                .filter((each) => !each.labels?.length).map((each) => each.name)"""
        )
        assert unnamed == []
    judge.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
