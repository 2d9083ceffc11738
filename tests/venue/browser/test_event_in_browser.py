"""An event on a phone in a real browser: the form, the own page, offline and back (VN-18)."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from selenium.webdriver import Chrome

from cli.reading.decks import shipped_decks
from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from cli.venue.entering.lists import as_text
from storage.log import Log
from tests.logbook import GAME
from tests.tournament.logged import CUP, plays
from tests.venue import entrants
from tests.venue.browser.phone import CONTRAST, SMALL
from tests.venue.browser.staff import Screen, served
from tests.venue.entrants import event

DECK = next(iter(shipped_decks(GAME).values()))
LIST = as_text(DECK.name, DECK.cards, DECK.lists)
PICTURES = os.environ.get("PICTURES", "")
SAYING = """
const buttons = [...document.querySelectorAll("[data-act=attest]")];
buttons.find(({ innerText }) => innerText.replace("\u2013", "-") === arguments[0]).click();
"""
WIDE = "return document.documentElement.scrollWidth - innerWidth"


class Hand(Screen):
    """A phone in somebody's hand."""

    def __init__(self, driver: Chrome, address: str, language: str) -> None:
        super().__init__(driver, address)
        self.language = language
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        headers = {"headers": {"Accept-Language": language}}
        driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", headers)
        self.size(360, 740)

    def go(self, path: str) -> "Hand":
        """Load a page."""
        self.driver.get(self.address + path)
        self.until(lambda: self.run("return document.readyState") == "complete")
        return self

    def press(self, selector: str) -> None:
        """Tap what a selector finds."""
        self.until(lambda: self.run("return !!document.querySelector(arguments[0])", selector))
        self.run("document.querySelector(arguments[0]).click()", selector)

    def fill(self, selector: str, text: str) -> None:
        """Type into a field."""
        self.run(
            "const f = document.querySelector(arguments[0]); f.value = arguments[1];"
            "f.dispatchEvent(new Event('input', {bubbles: true}))",
            selector,
            text,
        )

    def offline(self, *, off: bool) -> None:
        """The network goes, or is back."""
        conditions = {
            "offline": off,
            "latency": 0,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        }
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)

    def sound(self, name: str) -> None:
        """See that a page fits the phone, and can be read and tapped; keep its picture."""
        assert self.run(WIDE) <= 0, (name, self.run(WIDE))
        assert self.run(CONTRAST) == [], name
        assert self.run(SMALL) == [], name
        if PICTURES:
            high = self.run("return Math.max(740, document.documentElement.scrollHeight)")
            self.size(360, high)
            self.driver.save_screenshot(f"{PICTURES}/{self.language}-{name}.png")
            self.size(360, 740)


class Others:
    """The devices of all others, without a browser."""

    def __init__(self, address: str) -> None:
        self.client = httpx.Client(base_url=address)
        self.address = address

    def phone(self, cookie: str = "") -> entrants.Phone:
        """A phone."""
        return entrants.Phone(self.client, cookie, {"Origin": self.address})  # type: ignore[arg-type]


@contextmanager
def hall(path: Path, **options: str) -> Iterator[tuple[str, Others, str, entrants.Phone]]:
    """A venue on a port: its address, other devices, the code of the event, the desk."""
    event(path, check_in="yes", **options)
    with Log.open(path, write=True) as log:
        access = Access.load(log)
        code = access.invite(log, Invitation("entrant", stream=CUP))
        desk = access.invite(log, Invitation("organiser", "lena", CUP))
        cookie = access.bind(log, desk, "laptop", datetime.now(UTC))[0]
    with served(path, None) as address:
        others = Others(address)
        lena = others.phone(cookie)
        lena.post("/api/pin", pin="4711")
        yield address, others, code, lena


def wait_for_text(hand: Hand, *texts: str) -> None:
    for text in texts:
        hand.until(lambda text=text: text in hand.text())  # type: ignore[misc]


WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "registered": "You are registered", "here": "I am here", "is_here": "You are checked in",
        "table": "Table 1", "won": "I won 2-1", "in": "The result is in",
        "over": "The event is over", "unsent": "not sent yet", "registered_list": "registered",
        "unknown": "there is no such card",
    },
    "de": {
        "registered": "Du bist angemeldet", "here": "Ich bin da",
        "is_here": "als anwesend gemeldet", "table": "Tisch 1", "won": "2-1 gewonnen",
        "in": "Das Ergebnis ist da", "over": "Das Turnier ist zu Ende",
        "unsent": "noch nicht gesendet", "registered_list": "abgegeben",
        "unknown": "diese Karte gibt es nicht",
    },
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
def test_vn_18_from_the_form_to_the_final_place_on_a_phone(
    browser: Chrome, tmp_path: Path, language: str
):
    say = WORDS[language]
    path = tmp_path / "hall.duckdb"
    options = {"plays": plays(), "decklists": "closed", "rounds": "1"}
    with hall(path, **options) as (address, others, code, desk):
        hand = Hand(browser, address, language).go(f"/e/{code}")
        hand.sound("1-form")
        hand.fill("#name", "Ana Hill")
        hand.press("form [type=submit]")
        wait_for_text(hand, say["registered"])
        hand.sound("2-registered")
        hand.fill("#text", "4 Nosuchcard")
        hand.press("[data-check]")
        wait_for_text(hand, say["unknown"])
        hand.sound("3-list-faulty")
        hand.fill("#text", LIST)
        hand.press("[data-list] [type=submit]")
        hand.until(lambda: hand.run("return document.querySelector('.faults .good') !== null"))
        bo = others.phone()
        bo.register(code, "Bo Li", list=LIST)
        desk.post("/api/registrations/confirm", everybody=True)
        wait_for_text(hand, say["here"], say["registered_list"])
        hand.sound("4-here")
        hand.press("[data-act=check-in]")
        wait_for_text(hand, say["is_here"])
        bo.act("check-in", players=[bo.person])
        desk.act("post")
        desk.act("start")
        wait_for_text(hand, say["table"])
        hand.sound("5-table")
        hand.run("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        hand.sound("6-all-open")
        hand.offline(off=True)
        hand.run(SAYING, say["won"])
        wait_for_text(hand, say["unsent"])
        hand.sound("7-offline")
        hand.offline(off=False)
        hand.until(lambda: say["unsent"] not in hand.text())
        page = entrants.words(bo.get("/me"))
        assert "says: I lost 1-2" in page
        told = re.search(r'"a": ?(\d), "b": ?(\d)', bo.get("/me"))
        assert told is not None
        bo.act("attest", table=1, a=int(told[1]), b=int(told[2]))
        wait_for_text(hand, say["in"])
        hand.sound("8-result")
        desk.act("close")
        wait_for_text(hand, say["over"])
        hand.sound("9-final")
        assert [each for each in hand.complaints() if "Failed to load" not in str(each)] == []
