"""How long it takes from the scan of a table's code to the first tap, on a slow phone with a slow
network: ``python -m tests.venue.browser.first_tap [GAME ...]``.

The processor is slowed six times, the network has 150 ms and 1.6 Mbit/s, and the browser has kept
nothing. It begins with the address in the code of a slip (``/at/1``), of a device that has joined,
and ends when the page shows what takes a tap: the counters of a light record, else the buttons.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome

from cli.reading.lines import new_id
from cli.venue.access.access import Access
from events.common import Opening
from referee.games.registry import game_ids
from storage.log import Draft, Log
from tests.bench.devices import HOST
from tests.bench.matches import edition, simulated
from tests.bench.venue import served
from tests.tournament.logged import CUP, contests, draft, logs, opened, proposed
from tests.venue.browser.phone import MISSING, browsing
from tests.venue.halls import PLAYERS, joined, match_at

SLOWER = 6
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 1_600_000 / 8,
}
USUAL = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
READY = {"life": "main .counters button", "full": "main .answers button, main .forced button"}
"""What takes the first tap."""
TIMES = 9
PATIENCE = 30.0


class Taken(NamedTuple):
    """What one scan took: seconds, bytes on the way, and how many requests."""

    seconds: float
    size: int
    requests: int


def hall(path: Path, game_id: str, depth: str) -> str:
    """A cup with a match at table 1; the cookie of a phone of one of its players."""
    _, catalog, _ = edition(game_id)
    first, *others = simulated(game_id)[2][0].events[:12]
    assert isinstance(first, Opening)
    with Log.open(path, write=True) as log:
        opened(log, {"rounds": "2", "record": "result"})
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        logs(log, [proposed(log, 1)])
        pair = contests(log, 1)[0]
        persons = {0: pair.a, 1: pair.b}
        seats = tuple(
            msgspec.structs.replace(seat, person=persons.get(place, f"p-{place}"))
            for place, seat in enumerate(first.seats)
        )
        record = "" if depth == "full" else depth
        said = {"seats": seats, "contest": f"{CUP}/1/1/1", "record": record}
        name = match_at(1, 1)
        log.open_match(draft(msgspec.structs.replace(first, **said), 1, name), name, catalog)
        if depth == "full":
            now = datetime.now(UTC)
            log.append(name, [Draft(each, new_id(now), now, now, pair.a) for each in others])
        return joined(Access.load(log), log, pair.a, datetime.now(UTC))[0]


def scan(driver: Chrome, address: str, ready: str) -> Taken:
    """Scan the code of a slip, and wait until the page takes a tap."""
    driver.get("about:blank")
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", NETWORK)
    driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    begun = time.monotonic()
    driver.execute_script("location.assign(arguments[0])", f"{address}/at/1")
    while not shows(driver, ready):
        if time.monotonic() - begun > PATIENCE:
            raise AssertionError("the page takes no tap")
        time.sleep(0.01)
    took = time.monotonic() - begun
    sent = driver.execute_script(
        "return performance.getEntries().filter((each) => each.transferSize)"
        ".map((each) => each.transferSize)"
    )
    driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", USUAL)
    return Taken(took, sum(sent), len(sent))


def shows(driver: Chrome, selector: str) -> bool:
    """Whether a page has something."""
    script = "return document.querySelector(arguments[0]) !== null"
    try:
        return bool(driver.execute_script(script, selector))
    except WebDriverException:
        return False  # one page goes and the next comes


@contextmanager
def phone(address: str, cookie: str) -> Iterator[Chrome]:
    """A browser that has joined."""
    with browsing() as driver:
        metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        driver.execute_cdp_cmd("Network.enable", {})
        given = {"name": "referee", "value": cookie, "url": address, "httpOnly": True}
        driver.execute_cdp_cmd("Network.setCookie", given)
        yield driver


def main(games: list[str]) -> int:
    """Print for each game and depth the least and the usual of some scans."""
    if MISSING:
        sys.stderr.write(f"{MISSING}\n")
        return 2
    for game_id in games or game_ids():
        for depth, ready in READY.items():
            with TemporaryDirectory() as name:
                path = Path(name) / "hall.duckdb"
                cookie = hall(path, game_id, depth)
                with served(path) as (port, _, _):
                    address = f"http://{HOST}:{port}"
                    with phone(address, cookie) as driver:
                        taken = [scan(driver, address, ready) for _ in range(TIMES)]
            seconds = [each.seconds for each in taken]
            print(
                f"{game_id:<20} {depth:<5} least {min(seconds):.2f} s, usual"
                f" {median(seconds):.2f} s, {taken[-1].size / 1024:.1f} KB,"
                f" {taken[-1].requests} requests",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
