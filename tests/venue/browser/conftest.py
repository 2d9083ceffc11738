"""One browser for all tests of pages; where there is none they are left out, and it is said."""

from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver import Chrome

from tests.venue.browser.fake import Table, Venue
from tests.venue.browser.phone import MISSING, Phone, browsing


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chrome]:
    """A headless chromium."""
    if MISSING:
        pytest.skip(f"pages are not tried in a browser: {MISSING}")
    with browsing() as driver:
        yield driver


@pytest.fixture
def browser(chromium: Chrome) -> Chrome:
    """The browser of all tests, in the language that it has by itself."""
    chromium.execute_cdp_cmd("Network.enable", {})
    chromium.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    chromium.get_log("browser")  # what a test before has left
    return chromium


@pytest.fixture
def opened(browser: Chrome) -> Iterator[Callable[[Table], Phone]]:
    """Opens the page of a table on a phone."""
    venues = []

    def open_page(table: Table, path: str = "/t/m1") -> Phone:
        venues.append(Venue(table))
        phone = Phone(browser, venues[-1])
        phone.size()
        phone.complaints()
        return phone.open(path)

    yield open_page
    browser.get("about:blank")
    for venue in venues:
        venue.close()
