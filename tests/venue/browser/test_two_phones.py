"""Two phones at one table of a tournament, each a browser of its own (VN-10, VN-16.2)."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from selenium.webdriver import Chrome

from cli.venue.access.access import Access
from events.common import Confirm
from storage.log import Log
from tests.bench.devices import HOST
from tests.bench.venue import served
from tests.tournament.logged import CUP, contests
from tests.venue.browser.phone import browsing
from tests.venue.browser.pictures import play_on
from tests.venue.browser.staff import Screen
from tests.venue.halls import hall, joined, match_at

ACTION = "main .answers > button:not(.undo)"


class Two(NamedTuple):
    """Two phones, the people who have them, and their match."""

    log: Path
    match: str
    one: Screen
    other: Screen
    names: tuple[str, str]
    table: int


@contextmanager
def at_a_table(browser: Chrome, tmp_path: Path) -> Iterator[Two]:
    """Both players have joined, and look at the page of their table."""
    path = hall(tmp_path / "hall.duckdb")
    with Log.open(path, write=True) as log:
        contest = contests(log, 1)[0]
        access, now = Access.load(log), datetime.now(UTC)
        tokens = [joined(access, log, who, now)[0] for who in (contest.a, contest.b)]
        match = match_at(1, contest.table)
        play_on(log, match, 30)
    with ExitStack() as open_until:
        second = open_until.enter_context(browsing())
        port, _, _ = open_until.enter_context(served(path))
        phones = [Screen(driver, f"http://{HOST}:{port}") for driver in (browser, second)]
        for phone, token in zip(phones, tokens, strict=True):
            phone.size(390, 844)
            phone.complaints()
            cookie = {"name": "referee", "value": token, "url": phone.address, "httpOnly": True}
            phone.driver.execute_cdp_cmd("Network.setCookie", cookie)
            phone.driver.get(f"{phone.address}/t/{match}")
            phone.until(lambda phone=phone: phone.all(".foot button"))
        yield Two(path, match, phones[0], phones[1], (contest.a, contest.b), contest.table)
        browser.get("about:blank")
        browser.delete_all_cookies()


def last(phone: Screen) -> int:
    """The number of the newest entry that a phone shows."""
    return int(
        phone.run("return document.querySelector('body > .log li:last-child .number').innerText")
    )


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
    with at_a_table(browser, tmp_path) as two:
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
