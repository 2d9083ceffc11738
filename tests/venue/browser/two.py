"""Two phones at one table of a tournament, each a browser of its own."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from selenium.webdriver import Chrome

from cli.venue.access.access import Access
from referee.replay.replay import Replay
from storage.log import Log
from tests.bench.devices import HOST
from tests.bench.venue import served
from tests.tournament.logged import contests
from tests.venue.browser.phone import browsing
from tests.venue.browser.pictures import play_on
from tests.venue.browser.staff import Screen
from tests.venue.halls import joined, match_at


class Two(NamedTuple):
    """Two phones, the people who have them, and their match."""

    log: Path
    match: str
    one: Screen
    other: Screen
    names: tuple[str, str]
    table: int

    def replay(self) -> Replay:
        """The match as the log has it."""
        with Log.open(self.log) as log:
            return log.load(self.match).replay()


@contextmanager
def two_phones(
    browser: Chrome, path: Path, size: tuple[int, int], ready: str, entries: int = 0
) -> Iterator[Two]:
    """Both players have joined, and look at the page of their table.

    Args:
        browser: the browser of the one.
        path: the log of the hall.
        size: how wide and high the phones are.
        ready: what is on the page of a table once it can be tapped, as a selector.
        entries: so many entries are logged before.
    """
    with Log.open(path, write=True) as log:
        contest = contests(log, 1)[0]
        access, now = Access.load(log), datetime.now(UTC)
        tokens = [joined(access, log, who, now)[0] for who in (contest.a, contest.b)]
        match = match_at(1, contest.table)
        if entries:
            play_on(log, match, entries)
    with ExitStack() as open_until:
        second = open_until.enter_context(browsing())
        port, _, _ = open_until.enter_context(served(path))
        phones = [Screen(driver, f"http://{HOST}:{port}") for driver in (browser, second)]
        for phone, token in zip(phones, tokens, strict=True):
            phone.size(*size)
            phone.complaints()
            cookie = {"name": "referee", "value": token, "url": phone.address, "httpOnly": True}
            phone.driver.execute_cdp_cmd("Network.setCookie", cookie)
            phone.driver.get(f"{phone.address}/t/{match}")
            phone.until(lambda phone=phone: phone.all(ready))
        yield Two(path, match, phones[0], phones[1], (contest.a, contest.b), contest.table)
        browser.get("about:blank")
        browser.delete_all_cookies()
