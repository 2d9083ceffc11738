"""Two phones at one table of a tournament, each a browser of its own (VN-10, VN-16.2)."""

from pathlib import Path

from selenium.webdriver import Chrome

from events.common import Confirm
from storage.log import Log
from tests.tournament.logged import CUP
from tests.venue.browser.staff import Screen
from tests.venue.browser.two import two_phones
from tests.venue.halls import hall

ACTION = "main .answers > button:not(.undo)"
NEWEST = "return document.querySelector('body > .log li:last-child .number')?.innerText"


def last(phone: Screen) -> int:
    """The number of the newest entry that a phone shows, once it has one."""

    def numbered() -> str:
        shown = str(phone.run(NEWEST))
        return shown if shown.isdecimal() else ""

    return int(phone.until(numbered))


MOST_TAPS = 60
"""No entry takes so many."""


def log_one(phone: Screen) -> int:
    """Tap until an entry is in; its number."""
    before = last(phone)
    for _ in range(MOST_TAPS):
        if last(phone) != before:
            break
        phone.rest()
        for button in phone.all(ACTION)[:1]:
            phone.run("arguments[0].click()", button)
        phone.run("return new Promise((go) => setTimeout(go, 100))")
    assert last(phone) != before, phone.text()
    phone.until(lambda: "all sent" in phone.text())
    return last(phone)


def test_vn_10_one_records_the_other_watches_agrees_and_takes_over_and_both_attest(
    browser: Chrome, tmp_path: Path
) -> None:
    with two_phones(browser, hall(tmp_path / "hall.duckdb"), (390, 844), ".foot button", 30) as two:
        one, other, (_, second) = two.one, two.other, two.names
        at = log_one(one)
        other.until(lambda: last(other) == at)
        other.until(lambda: "watching" in other.text())
        assert "recording" in one.text()
        agree = next(name for name in other.names() if name.startswith("agree with all up to"))
        other.tap(agree)
        one.until(lambda: last(one) == at + 1)
        other.tap("take over")
        other.until(lambda: "recording" in other.text())
        one.until(lambda: f"{second} records" in one.text())
        at = log_one(other)
        one.until(lambda: last(one) == at)
        other.tap("other", "concede", second)
        other.tap("it was meant")
        for phone in (one, other):
            link = phone.until(lambda phone=phone: phone.all("main .answers a"))[0]
            assert link.text == f"result of table {two.table}"
            link.click()
            phone.until(lambda phone=phone: "Result of table" in phone.text())
        one.tap(one.run("return document.querySelector('.results button').ariaLabel"))
        one.until(lambda: "✓ sent" in one.text())
        other.driver.refresh()
        other.tap("that is right")
        other.until(lambda: "✓ sent" in other.text())
        assert one.complaints() == other.complaints() == []
    with Log.open(two.log) as log:
        match = log.load(two.match).replay()
        (agreed,) = [each for each in match.events if isinstance(each, Confirm)]
        assert match.table.persons[agreed.seat] == second
        assert agree == f"agree with all up to entry {agreed.entry}"
        contest = log.load(CUP).replay().state.rounds[0].contests[str(two.table)]
        assert contest.result and contest.attested.keys() == set(two.names)
