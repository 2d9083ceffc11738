"""How many taps an event takes, counted on the pages as they are: every tap is one of a pointer."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement

from cli.reading.decks import shipped_decks
from cli.venue.entering.lists import as_text
from referee.fact import ScoreChanged, TurnBegan
from tests.golden import records, replayed
from tests.logbook import GAME
from tests.tournament.logged import plays
from tests.venue.browser.staff import Screen
from tests.venue.browser.test_event_in_browser import Hand, hall
from tests.venue.browser.test_life_page import at_a_table, figures

DECK = next(iter(shipped_decks(GAME).values()))
LIST = as_text(DECK.name, DECK.cards, DECK.lists)
REGISTERING = 12
"""So many taps a registration with a list takes at most, beside typing and pasting."""
CONFIRMING = 10
"""Fewer taps than these confirm 64 players at the desk."""
MATCH = 40
"""Fewer taps than these tell a whole match by its counters."""
FOUND = """
if (document.querySelector(".guard")?.hidden === false) return null;
const able = [...document.querySelectorAll(arguments[0])].filter((each) =>
  each.checkVisibility() && !each.disabled);
const called = able.map((each) => [each, (each.ariaLabel ?? each.innerText).trim()]);
return (called.find(([, text]) => text === arguments[1]) ??
  called.find(([, text]) => text.startsWith(arguments[1])))?.[0] ?? null;
"""
"""What a selector finds that takes a tap, called so or with a name that begins so."""


class Thumb:
    """Taps what is seen of a page where it stands, and counts."""

    def __init__(self, phone: Screen) -> None:
        self.phone, self.taps = phone, 0

    def on(self, selector: str, name: str = "") -> None:
        """Tap the first that a selector finds, called so, or with a name that begins so."""
        self.phone.until(lambda: self._tapped(selector, name))
        self.taps += 1

    def _tapped(self, selector: str, name: str) -> bool:
        try:
            found = self._found(selector, name)
            if found is None:
                return False
            self.phone.run("arguments[0].scrollIntoView({block: 'nearest'})", found)
            ActionChains(self.phone.driver, duration=0).move_to_element(found).click().perform()
        except StaleElementReferenceException:
            return False  # the page was drawn anew before the tap
        return True

    def _found(self, selector: str, name: str) -> WebElement | None:
        found: WebElement | None = self.phone.run(FOUND, selector, name)
        return found

    def types(self, text: str) -> None:
        """Type where the last tap was; this is no tap."""
        focus = "return document.activeElement.matches('input, textarea')"
        assert self.phone.run(focus), "nothing that was tapped takes letters"
        self.phone.run("document.activeElement.select()")
        self.phone.type(text)

    def pastes(self, text: str) -> None:
        """Paste where the last tap was; this is no tap."""
        self.types("x")
        self.phone.run(
            "const at = document.activeElement; at.value = arguments[0];"
            "at.dispatchEvent(new Event('input', { bubbles: true }))",
            text,
        )


def test_vn_18_to_register_with_a_list_and_mend_it_takes_at_most_twelve_taps(
    browser: Chrome, tmp_path: Path
) -> None:
    options = {"plays": plays(), "decklists": "closed"}
    with hall(tmp_path / "hall.duckdb", **options) as (address, _, code, desk):
        hand = Hand(browser, address, "en").go(f"/e/{code}")
        thumb = Thumb(hand)
        thumb.on("#name")
        thumb.types("Ana Hill")
        thumb.on("[name=publish]")
        thumb.on("summary", "Hand in your list")
        thumb.on("#list")
        thumb.pastes(LIST.replace("4 ", "40 ", 1))
        thumb.on("[type=submit]", "Register")
        hand.until(lambda: "You are registered" in hand.text() and "the deck has" in hand.text())
        thumb.on("#text")
        thumb.pastes(LIST)
        thumb.on("[data-check]")
        hand.until(lambda: hand.all(".faults .good"))
        thumb.on("[data-list] [type=submit]")
        hand.until(lambda: desk.get("/api/registrations")["now"]["waiting"][0]["list"] == "right")
        desk.post("/api/registrations/confirm", everybody=True)
        thumb.on("[data-act=check-in]")
        hand.until(lambda: "You are checked in" in hand.text())
        assert thumb.taps <= REGISTERING, thumb.taps


def test_vn_18_6_the_desk_confirms_64_players_in_fewer_than_ten_taps(
    browser: Chrome, tmp_path: Path
) -> None:
    with hall(tmp_path / "hall.duckdb") as (address, others, code, desk):
        for number in range(64):  # two have the same name
            others.phone().register(code, f"Player Nr {min(number, 62)}")
        screen = Screen(browser, address)
        screen.size(820, 1180)
        cookie = {"name": "referee", "value": desk.cookie, "url": address, "httpOnly": True}
        browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
        browser.execute_cdp_cmd("Network.setCookie", cookie)
        screen.open("/desk")
        thumb = Thumb(screen)
        thumb.on("#entering button", "confirm all (62)")
        screen.says("2 waiting, 62 confirmed")
        for left in (1, 0):
            thumb.on("#entering button", "confirm Player Nr 62")
            screen.says(f"{left} waiting, {64 - left} confirmed")
        assert desk.get("/api/registrations")["now"]["confirmed"] == 64
        assert thumb.taps < CONFIRMING, thumb.taps


class Told(NamedTuple):
    """What a table says of a record: whose turn begins, or what a score stands at then."""

    seat: str
    score: int | None = None


def told(name: str) -> Iterator[Told]:
    """A record as counters tell it, entry by entry."""
    record = replayed(records()[name])
    last: dict[str, int] = {}
    for _, fact in record.replay.all_facts():
        if isinstance(fact, TurnBegan):
            yield Told(fact.seat)
        elif isinstance(fact, ScoreChanged) and last.get(fact.seat) != fact.value:
            last[fact.seat] = fact.value
            yield Told(fact.seat, fact.value)


def test_vn_17_a_whole_match_of_the_records_is_told_in_fewer_than_forty_taps(
    browser: Chrome, tmp_path: Path
) -> None:
    lines = [*told("wondervale/clean")]
    assert Counter(each.score is None for each in lines) == {True: 19, False: 10}
    with at_a_table(browser, tmp_path) as two:
        one, thumb = two.one, Thumb(two.one)
        names = dict(zip(("ana", "bo"), two.names, strict=True))
        stands = dict.fromkeys(names, 250)
        begun = False
        for each in lines:
            name = names[each.seat]
            if each.score is None:
                thumb.on("main button", f"{name}'s turn" if begun else name)
                begun = True
                continue
            for step in steps(each.score - stands[each.seat]):
                sign = "+" if step > 0 else "\N{MINUS SIGN}"
                thumb.on("main button", f"{name}: health {sign}{abs(step)}")
            stands[each.seat] = each.score
            at = 0 if each.seat == "ana" else 1
            one.until(lambda at=at, now=str(each.score): figures(one)[at] == now)  # type: ignore[misc]
        thumb.on("main button", f"{names['bo']} won")
        thumb.on("main button", "it was meant")
        two.other.until(lambda: "Over:" in two.other.text())
        assert thumb.taps < MATCH, thumb.taps
    replay = two.replay()
    assert (replay.state.winner, replay.depth) == ("bo", "life")
    assert {seat: replay.state.scores["health"][seat] for seat in stands} == stands


def steps(change: int) -> Iterator[int]:
    """How a thumb makes a change by the buttons of the counter."""
    for step in (-50, -20, -10, 10):
        while change and change // step > 0:
            yield step
            change -= step
