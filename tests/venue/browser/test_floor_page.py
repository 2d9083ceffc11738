"""The map of the hall on the smallest phone: taps, signs, and nothing by colour alone (VN-20.1)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from storage.log import Log
from storage.venue.floor import Spot, keep_floor
from tests.tournament.logged import CUP, contests, logs, proposed
from tests.venue.browser.staff import Screen, served
from tests.venue.counters import cup
from tests.venue.desks import device
from tests.venue.watched import cup as watched_cup

SMALLEST = (360, 740)
MANY = 16


@pytest.fixture
def judge(browser: Chrome, tmp_path: Path) -> Iterator[Screen]:
    """A judge's phone; a call at table 3, results at 1 and 2."""
    path = cup(tmp_path / "hall.duckdb", tuple(f"p{n:02}" for n in range(MANY)), minutes="50")
    with Log.open(path, write=True) as log:
        logs(log, [proposed(log, 1), "lena start 1 2026-03-14T12:00:00Z"])
        who = contests(log, 1)[2].a
        logs(
            log, f'lena report 1 1 2 0; lena report 1 2 2 1; {who} call 1 3 about="a card is bent"'
        )
        keep_floor(
            log, CUP, [Spot(n, (n - 1) % 4 * 2 + (n % 4 > 2), (n - 1) // 4) for n in range(1, 9)]
        )
    with served(path, device("kim", "judge", stream=CUP)) as address:
        screen = Screen(browser, address)
        screen.size(*SMALLEST)
        screen.complaints()
        yield screen
        assert screen.complaints() == []
        browser.get("about:blank")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_vn_20_1_the_map_on_a_phone_tells_without_colour_and_takes_a_call_in_two_taps(
    judge: Screen, dark: bool
) -> None:
    judge.size(*SMALLEST, dark=dark)
    judge.open("/floor")
    drawn = judge.run(
        "return [...document.querySelectorAll('.floor button')]"
        ".map((each) => ['b', '.signs'].map((part) => each.querySelector(part).innerText))"
    )
    assert [*map(tuple, drawn[:4])] == [("1", "✓"), ("2", "✓"), ("3", "!+○"), ("4", "+○")]
    assert judge.run("return document.documentElement.scrollWidth <= innerWidth")
    assert judge.pale() == [] and judge.small() == []
    judge.run("document.getElementById('at-3').click()")
    judge.says("a card is bent")
    assert judge.pale() == [] and judge.small() == []
    judge.tap("Take the call")
    judge.says("taken by kim")
    judge.until(lambda: "→" in judge.run("return document.getElementById('at-3').innerText"))


def test_vn_20_3_what_is_ticked_stays_on_the_phone_until_one_entry_tells_it(
    browser: Chrome, tmp_path: Path
) -> None:
    path = watched_cup(tmp_path / "check.duckdb", decklists="closed")
    with served(path, device("kim", "judge", stream=CUP)) as address:
        screen = Screen(browser, address)
        screen.size(*SMALLEST)
        screen.open("/check/ana")
        for _ in range(2):
            screen.run("document.querySelectorAll('[data-next]')[1].click()")
        screen.says("2 of 4 cards are not ticked")
        screen.open("/check/ana")
        screen.says("2 of 4 cards are not ticked")
        assert screen.run("return document.querySelectorAll(':checked').length") == 2 + 1  # drawn
        screen.run("document.querySelector('[value=wrong-deck]').click()")
        assert "1 Wolf" in screen.run("return document.querySelector('textarea').value")
        assert screen.run("return document.documentElement.scrollWidth <= innerWidth")
        assert screen.pale() == [] and screen.small() == []
        screen.tap("Log the check")
        screen.says("the deck is wrong")
        screen.says("4 of 4 cards are not ticked")
        assert screen.complaints() == []
        browser.get("about:blank")
    with Log.open(path) as log:
        (check,) = log.live(CUP).replay().state.checks
        assert (check.player, check.found) == ("ana", "wrong-deck")
