"""An event on two phones in two languages at one table, from the scan to the final places, with a
server that is killed in the middle (VN-21)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from os import kill
from pathlib import Path
from signal import SIGKILL

import pytest
from selenium.webdriver import Chrome

from cli.language import plainly
from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from cli.venue.web.pages import texts
from events.common import Strike
from events.tournament import Attest, Drop, Report
from referee.fact import DepthChanged
from referee.verdict import Illegal
from storage.log import Log
from storage.verify import verify
from tests.bench.devices import HOST
from tests.bench.venue import served
from tests.tournament.logged import CUP, plays
from tests.venue.browser.phone import browsing
from tests.venue.browser.test_event_in_browser import LIST, Hand, Others
from tests.venue.browser.test_life_page import FIGURE, figures, press
from tests.venue.entrants import Phone, event

MINUS = "\N{MINUS SIGN}"
SIZES = ((360, 740), (390, 844))
OPTIONS = {"rounds": "1", "games": "post", "record": "life", "decklists": "closed"}


class Player(Hand):
    """A phone in the hand of somebody who plays, in the own language."""

    def __init__(self, driver: Chrome, address: str, language: str, name: str) -> None:
        super().__init__(driver, address, language)
        self.name, self.say = name, texts(language)
        self.health = plainly(language, "health")

    def tells(self, key: str, *values: object) -> str:
        """Wait until the page says a text of the catalog."""
        text = self.say[key].format(*values)
        self.until(lambda: text in self.text())
        return text

    def shows(self, *values: str) -> None:
        """Wait for the figures of the counters, once all that was tapped is sent."""
        self.until(lambda: figures(self) == [*values])
        self.until(lambda: not self.all(".counter.going"))

    def at(self, path: str) -> None:
        """Wait until the phone has gone to a page by itself."""
        self.until(lambda: path in self.driver.current_url)
        self.until(lambda: self.run("return document.readyState") == "complete")

    def sets(self, name: str, figure: str, value: str) -> None:
        """A counter is set by the pad."""
        press(self, f"{name}, {self.health}: {figure}")
        for digit in value:
            press(self, digit)
        press(self, f"{self.say['ok']} {value}")


class Desk:
    """Whoever runs the event, with a venue that may be killed."""

    def __init__(self, path: Path, cookie: str) -> None:
        self.path, self.cookie, self.port, self.process = path, cookie, 0, 0
        self._serving = self._begun()

    @contextmanager
    def _begun(self) -> Iterator[None]:
        with served(self.path, self.port) as (self.port, self.process, _):
            yield

    def __enter__(self) -> "Desk":
        self._serving.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        self._serving.__exit__(None, None, None)

    def killed(self) -> None:
        """The server dies, and comes back at its place."""
        kill(self.process, SIGKILL)
        self._serving.__exit__(None, None, None)
        self._serving = self._begun()
        self._serving.__enter__()

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    def device(self) -> Phone:
        """The laptop, with the PIN given."""
        laptop = Others(self.address).phone(self.cookie)
        laptop.post("/api/pin", pin="4711")
        return laptop


@pytest.mark.parametrize(
    ("languages", "dies"),
    [(("en", "de"), False), (("de", "en"), True)],
    ids=["all is well", "the server is killed"],
)
def test_vn_21_two_phones_go_from_the_scan_to_their_places(
    browser: Chrome, tmp_path: Path, languages: tuple[str, str], dies: bool
) -> None:
    path = event(tmp_path / "hall.duckdb", check_in="yes", plays=plays(), **OPTIONS)
    with Log.open(path, write=True) as log:
        access = Access.load(log)
        code = access.invite(log, Invitation("entrant", stream=CUP))
        invited = access.invite(log, Invitation("organiser", "lena", CUP))
        cookie = access.bind(log, invited, "laptop", datetime.now(UTC))[0]
    with Desk(path, cookie) as desk, browsing() as second:
        names = ("Ana Hill", "Bo Li")
        phones = [
            Player(driver, desk.address, *who)
            for driver, *who in zip((browser, second), languages, names, strict=True)
        ]
        for phone, size in zip(phones, SIZES, strict=True):
            phone.size(*size)

        def die() -> None:
            if dies:
                desk.killed()

        registered(phones, code, desk)
        die()
        life_and_back(phones, die)
        won(phones[0], phones[1], die)
        said_anew(*phones)
        die()
        left_and_back(phones[1])
        desk.device().act("close")
        for phone in phones:
            phone.tells("me.over")
            assert phone.run("return !!document.querySelector('.place b')")
        amiss = [x for phone in phones for x in phone.complaints()]
        assert [x for x in amiss if "Failed to load" not in x and "409" not in x] == []
        browser.get("about:blank")
    as_meant(path)


def registered(phones: list[Player], code: str, desk: Desk) -> None:
    """Both register; one mends a list; the desk takes a few taps, and no slip."""
    for phone in phones:
        phone.go(f"/e/{code}")
        phone.fill("#name", phone.name)
        phone.press("form [type=submit]")
        phone.tells("me.registered.waiting")
    first, other = phones
    first.fill("#text", "4 Nosuchcard")
    first.press("[data-check]")
    first.tells("me.list.unknown")
    for phone in (first, other):
        phone.fill("#text", LIST)
        phone.press("[data-list] [type=submit]")
        phone.until(lambda phone=phone: phone.all(".faults .good"))
    desk.device().post("/api/registrations/confirm", everybody=True)
    for phone in phones:
        phone.tells("me.here")
        phone.press("[data-act=check-in]")
        phone.tells("me.is-here")
    desk.device().act("post")
    desk.device().act("start")
    for phone in phones:
        if "/t/" not in phone.driver.current_url:  # a page that knew its seat goes there by itself
            phone.press("a.button.due")
        phone.at("/t/")
        phone.until(lambda phone=phone: len(phone.all(FIGURE)) == 2)


def life_and_back(phones: list[Player], die: Callable[[], None]) -> None:
    """Scores are told and taken back; all is told from here on both phones, and scores again."""
    first, other = phones
    press(first, first.name)  # who goes first
    other.tells("wentFirst", first.name)
    mine = first.run("return document.querySelector('.counter').ariaLabel").startswith(first.name)
    press(first, f"{other.name}: {first.health} {MINUS}50")
    both = ("250", "200") if mine else ("200", "250")
    for phone in phones:
        phone.shows(*both)
    press(first, first.say["undo"])
    for phone in phones:
        phone.shows("250", "250")
    press(first, first.say["more"])
    press(first, first.say["depth.full"])
    first.until(lambda: first.all(".position-form input[type=number]"))
    first.run(
        "for (const each of document.querySelectorAll('.position-form input[type=number]')) {"
        " each.value = /hand/i.test(each.ariaLabel) ? 7 : 0;"
        " each.dispatchEvent(new Event('change')); }"
    )
    press(first, first.say["declare"])
    other.tells("declares", first.name)
    die()
    press(other, other.say["same"])
    for phone in phones:
        phone.until(lambda phone=phone: not phone.all(FIGURE))
    press(other, other.say["more"])
    press(other, other.say["depth.life"])
    for phone in phones:
        phone.until(lambda phone=phone: len(phone.all(FIGURE)) == 2)


def won(first: Player, other: Player, die: Callable[[], None]) -> None:
    """Both games are won by the one who keeps the score; the next opens by itself."""
    for number in (1, 2):
        if number == 2:
            for phone in (first, other):
                phone.press("main a[href$='-g2']")
                phone.at("-g2")
                phone.until(lambda phone=phone: len(phone.all(FIGURE)) == 2)
            press(first, first.name)
            die()
        first.sets(other.name, "250", "0")
        press(first, first.say["won"].format(first.name))
        press(first, first.say["choice.meant"])
    for phone in (first, other):
        phone.until(lambda phone=phone: phone.all("main a[href^='/r/']"))


def said_anew(first: Player, other: Player) -> None:
    """One mis-taps the result and says it anew; the other agrees."""
    for phone in (first, other):
        phone.go("/me")
        phone.tells("me.result")
    tap_result(first, "me.won", 2, 1)
    first.press("dialog[open] [data-yes]")  # the logged games say otherwise
    other.until(lambda: "2" in other.text() and other.all("[data-act=attest].due"))
    tap_result(first, "me.won", 2, 0)
    other.until(
        lambda: (
            "0" in other.run("return document.querySelector('[data-act=attest].due')?.dataset.body")
            or ""
        )
    )
    other.until(
        lambda: (
            '"b": 1'
            not in (
                other.run("return document.querySelector('[data-act=attest].due').dataset.body")
            )
        )
    )
    other.press("[data-act=attest].due")
    for phone in (first, other):
        phone.tells("me.result.in")


def tap_result(phone: Player, key: str, own: int, theirs: int) -> None:
    """Tap a result from the own side."""
    label = f"{own}\N{EN DASH}{theirs}"
    phone.until(
        lambda: phone.run(
            "const all = [...document.querySelectorAll('.results [data-act=attest]')];"
            "const found = all.find((each) => each.innerText.replace('-', '\\u2013')"
            ".includes(arguments[0]) && !each.disabled); found?.click(); return !!found",
            label,
        )
    )


def left_and_back(phone: Player) -> None:
    """Who leaves is asked twice, and takes it back."""
    phone.run("document.getElementById('leave').open = true")
    phone.press("[data-act=drop]")
    for _ in range(2):
        phone.press("dialog[open] [data-yes]")
    phone.tells("me.left")
    phone.press("[data-act=drop].due")
    phone.until(lambda: phone.say["me.left"] not in phone.text())


def as_meant(path: Path) -> None:
    """What was tapped is in the log as it was meant; nobody typed a slip."""
    with Log.open(path) as log:
        cup = log.load(CUP).replay()
        assert not [each for each in cup.verdicts if isinstance(each, Illegal)]
        assert not [each for each in cup.events if isinstance(each, Report)]
        said = [(each.a, each.b) for each in cup.events if isinstance(each, Attest)]
        assert len(said) == 3 and {*map(max, said)} == {2}
        assert [each.ends for each in cup.events if isinstance(each, Drop)] == [False, True]
        (contest,) = cup.state.rounds[0].contests.values()
        assert contest.result is not None and not contest.disputed
        games = [log.load(each.id).replay() for each in log.matches() if each.id != CUP]
        assert [bool(each.state.over) for each in games] == [True, True]
        told = [f.depth for _, f in games[0].all_facts() if isinstance(f, DepthChanged)]
        assert told == ["life", "full", "life"]
        assert sum(isinstance(each, Strike) for each in games[0].events) == 1
        assert verify(log).exact
