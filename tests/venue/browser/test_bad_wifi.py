"""The page of a table on a network that is slow and loses answers (VN-16.3)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from selenium.webdriver import Chrome

from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from events.event import Event
from storage.log import Log
from tests.bench.devices import HOST
from tests.bench.venue import served
from tests.logbook import draft, empty_log
from tests.venue.browser.staff import Screen
from tests.venue.browser.thumb import play
from tests.venue.browser.wifi import Wifi, wifi
from tests.venue.robot import measured, played_by_thumb

ENTRIES = 12
NAME = "m1"
SLOW = {"offline": False, "latency": 800, "downloadThroughput": -1, "uploadThroughput": -1}
FAST = {**SLOW, "latency": 0}

OPENED, RANDOM = measured("wondervale", 3)
EVENTS = played_by_thumb(OPENED, RANDOM).replay.events[: ENTRIES + 1]


class Table(NamedTuple):
    """A phone at its table, and the network between it and the venue."""

    phone: Screen
    network: Wifi


@contextmanager
def at_a_table(browser: Chrome, path: Path, every: int = 0) -> Iterator[Table]:
    with Log.open(empty_log(path), write=True) as log:
        log.open_match(draft(EVENTS[0], 1), NAME, OPENED.catalog)
        person = OPENED.first.seats[0].person
        code = Access.load(log).invite(log, Invitation("player", person, match=NAME))
    with served(path) as (port, _, _), wifi(port) as network:
        phone = Screen(browser, f"http://{HOST}:{network.port}")
        phone.size(390, 844)
        browser.get(f"{phone.address}/j/{code}")
        phone.button("Join").click()
        phone.until(lambda: phone.all(".foot button"))
        network.every = every
        try:
            yield Table(phone, network)
        finally:
            browser.execute_cdp_cmd("Network.emulateNetworkConditions", FAST)
            browser.get("about:blank")
            browser.delete_all_cookies()


def logged(path: Path) -> list[Event]:
    """What is in the log."""
    with Log.open(path) as log:
        return log.load(NAME).replay().events


def test_vn_16_3_wifi_of_800_ms_that_loses_answers_logs_each_tap_once(
    browser: Chrome, tmp_path: Path
) -> None:
    path = tmp_path / "hall.duckdb"
    with at_a_table(browser, path, every=4) as (_, network):
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW)
        play(browser, OPENED, EVENTS)
        assert network.lost > 1
    assert logged(path)[1:] == list(EVENTS[1:])


def test_vn_16_3_a_reload_amid_an_entry_and_the_back_button_keep_the_queue_and_drop_the_half(
    browser: Chrome, tmp_path: Path
) -> None:
    path = tmp_path / "hall.duckdb"
    with at_a_table(browser, path) as (phone, network):
        network.deaf = True
        phone.all("main .answers > button:not(.undo)")[0].click()
        phone.until(lambda: "1 waiting" in phone.text())
        for go in (browser.refresh, lambda: (browser.get("about:blank"), browser.back())):
            phone.tap("judge")
            assert "a disagreement" in phone.text()
            go()
            phone.until(lambda: "1 waiting" in phone.text())
            assert "a disagreement" not in phone.text()
        network.deaf = False
        phone.run("dispatchEvent(new Event('online'))")
        phone.until(lambda: "all sent" in phone.text())
    assert len(logged(path)) == 2
