"""The network goes while an event is played on phones, and the server is killed meanwhile:
``python -m tests.venue.browser.away [SECONDS]``, 300 by default.

One phone keeps the score of its table, another says a result on the own page and calls a judge; all
that is tapped in between has to be in the log once, in order, and as it was meant.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from selenium.webdriver import Chrome

from cli.venue.access.access import Access
from events.common import Begins, CallJudge, Score
from events.event import Event
from events.tournament import Attest, Call
from referee.verdict import Illegal
from storage.log import Log
from storage.verify import verify
from tests.bench.devices import HOST
from tests.bench.venue import served
from tests.tournament.logged import CUP, contests
from tests.venue.browser.phone import browsing
from tests.venue.browser.staff import Screen
from tests.venue.browser.test_life_page import FIGURE, figures, press
from tests.venue.halls import joined, match_at
from tests.venue.lifes import life_hall

GONE = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
BACK = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
MINUS = "\N{MINUS SIGN}"


class Said(NamedTuple):
    """What came into the log: of the match behind its opening, and of the cup behind the post."""

    match: list[Event]
    cup: list[Event]
    illegal: int
    exact: bool


def away(one: Chrome, other: Chrome, path: Path, seconds: float, *, killed: bool = True) -> Said:
    """Let the network be away for so long while something is tapped on both phones.

    Args:
        one: the phone that keeps the score.
        other: the phone of the opponent, which says the result.
        path: where the log is made.
        seconds: for how long there is no network.
        killed: whether the server is killed meanwhile, and comes back.
    """
    life_hall(path, lists="none")
    with Log.open(path, write=True) as log:
        pair = contests(log, 1)[0]
        access, now = Access.load(log), datetime.now(UTC)
        tokens = [joined(access, log, who, now)[0] for who in (pair.a, pair.b)]
        begun = log.load(CUP).last
    with served(path) as (port, process, _):
        match = match_at(1, pair.table)
        pages = zip((one, other), tokens, (f"/t/{match}", "/me"), strict=True)
        scores, own = [opened(driver, port, token, page) for driver, token, page in pages]
        scores.until(lambda: len(scores.all(FIGURE)) == 2)
        own.until(lambda: "connected" in own.text())
        for phone in (scores, own):
            network(phone, GONE)
        tap_scores(scores, pair.a, pair.b)
        say_result(own)
        time.sleep(seconds / 2)
        if killed:
            os.kill(process, signal.SIGKILL)
        time.sleep(seconds / 2)
        with again(path, port, killed=killed):
            for phone in (scores, own):
                network(phone, BACK)
            scores.until(lambda: "all sent" in scores.text())
            own.until(lambda: "not sent yet" not in own.text())
            scores.until(lambda: figures(scores) == ["240", "150"])
        one.get("about:blank")
    with Log.open(path) as log:
        played, cup = log.load(match).replay(), log.load(CUP).replay()
        verdicts = [*played.verdicts, *cup.verdicts]
        illegal = sum(isinstance(each, Illegal) for each in verdicts)
        return Said(played.events[1:], cup.events[begun:], illegal, verify(log).exact)


def opened(driver: Chrome, port: int, token: str, page: str) -> Screen:
    """A page on a phone that has joined."""
    phone = Screen(driver, f"http://{HOST}:{port}")
    phone.size(360, 740)
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    cookie = {"name": "referee", "value": token, "url": phone.address, "httpOnly": True}
    driver.execute_cdp_cmd("Network.setCookie", cookie)
    driver.get(phone.address + page)
    return phone


def network(phone: Screen, conditions: Mapping[str, float]) -> None:
    """The network of a phone goes, or is back."""
    phone.driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)


@contextmanager
def again(path: Path, port: int, *, killed: bool) -> Iterator[None]:
    """The server comes back at its place, where it was killed."""
    if not killed:
        yield
        return
    with served(path, port):
        yield


def tap_scores(phone: Screen, a: str, b: str) -> None:
    """Who begins, two scores, a turn that is taken back and told again."""
    press(phone, a)
    press(phone, f"{b}: health {MINUS}50", 2)
    phone.until(lambda: not phone.all(".counter.going"))
    press(phone, f"{a}: health {MINUS}10")
    phone.until(lambda: not phone.all(".counter.going"))
    press(phone, f"{b}'s turn")
    phone.until(lambda: "offline, 4 waiting" in phone.text())
    press(phone, "undo")
    phone.until(lambda: "offline, 3 waiting" in phone.text())
    press(phone, f"{b}'s turn")
    phone.until(lambda: "offline, 4 waiting" in phone.text())


def say_result(phone: Screen) -> None:
    """The result from the own side, and a judge."""
    press_first(phone, "[data-act=attest]")
    phone.until(lambda: "not sent yet" in phone.text())
    press_first(phone, "[data-act=call]")
    press_first(phone, "dialog [data-yes]")
    phone.until(lambda: len(phone.all("[data-unsent] li")) == 2)


def press_first(phone: Screen, selector: str) -> None:
    """Tap the first that a selector finds."""
    phone.until(lambda: phone.all(selector))
    phone.run("document.querySelector(arguments[0]).click()", selector)


def as_meant(said: Said) -> bool:
    """Whether everything that was tapped is in the log once, in order, and nothing else is."""
    match = [
        (type(each), each.seat, getattr(each, "value", None))
        for each in said.match
        if isinstance(each, Begins | Score)
    ]
    wanted = [(Begins, "ana", None), (Score, "bo", 150), (Score, "ana", 240), (Begins, "bo", None)]
    kinds = sorted(type(each).__name__ for each in said.cup if isinstance(each, Attest | Call))
    beside = [each for each in said.match if not isinstance(each, Begins | Score)]
    return (
        match == wanted
        and [type(each) for each in beside] == [CallJudge]
        and kinds == ["Attest", "Call"]
        and said.illegal == 0
        and said.exact
    )


def main(arguments: list[str]) -> int:
    """Say what came of it; 1 where it is not as it was meant."""
    seconds = float(arguments[0]) if arguments else 300.0
    with TemporaryDirectory() as name, browsing() as one, browsing() as other:
        said = away(one, other, Path(name) / "hall.duckdb", seconds)
    print(said)
    print(f"{seconds:.0f} s without a network, the server killed: as meant: {as_meant(said)}")
    return 0 if as_meant(said) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
