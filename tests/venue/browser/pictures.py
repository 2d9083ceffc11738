"""Pictures of every page and role in each language, on four screens, light and dark, of a hall that
is served: ``python -m tests.venue.browser.pictures FOLDER``."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from selenium.webdriver import Chrome

from cli.commands.entries import log as log_line
from cli.language import LANGUAGES
from cli.reading.decks import shipped_decks
from cli.reading.lines import new_id
from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from cli.venue.demonstration.tournament import (
    EVENT,
    HEAD_JUDGE,
    JUDGE,
    ORGANISER,
    SCOREKEEPER,
    set_up,
)
from cli.venue.web.pages import texts
from events.common import Record
from events.event import Event
from referee.games.registry import game_of
from referee.replay.replay import Replay
from storage.log import Draft, Log
from storage.tournament.games import contests_of
from tests.bench.devices import HOST
from tests.bench.venue import served
from tests.laws.players import go_on
from tests.venue.browser.phone import MISSING, SMALL, browsing
from tests.venue.browser.staff import SIZES, Screen
from tests.venue.spoken import english

GAME = "wondervale"
AT = 40
"""So many entries a match has; that of table 2 is over."""
NOBODY = ""


class Hall(NamedTuple):
    """A hall that is served.

    Attributes:
        address: of the venue.
        tokens: the cookie of each person who has joined.
        code: one that nobody has joined with.
        matches: the match of each table, table 1 first.
        players: who sits at each table.
    """

    address: str
    tokens: dict[str, str]
    code: str
    matches: list[str]
    players: list[tuple[str, str]]


class Shot(NamedTuple):
    """A page as somebody sees it.

    Attributes:
        name: of its pictures.
        who: whose device it is; empty: nobody's.
        path: its address.
        ready: what it shows when it is drawn, a selector.
        act: what is tapped before the picture.
    """

    name: str
    who: str
    path: str
    ready: str = "main, .foot button"
    act: Callable[[Screen], object] = lambda _: None


# -- the hall ----------------------------------------------------------------------------------


@contextmanager
def open_hall(folder: Path, game_id: str = GAME) -> Iterator[Hall]:
    """A tournament of sixteen in its first round: matches under way, one that is over, a result
    that is in, one of which only one player has told, a call."""
    path = folder / "hall.duckdb"
    set_up(path, game_of(game_id))
    with Log.open(path, write=True) as log:
        contests = log.live(EVENT).replay().state.rounds[-1].contests.values()
        players = [(each.a, each.b) for each in contests]
        games = {contest: match for match, contest in contests_of(log, EVENT, 1).items()}
        matches = [games[f"{EVENT}/1/{each.table}/1"] for each in contests]
        for number, match_id in enumerate(matches, 1):
            play_on(log, match_id, AT + number if number != 2 else 10_000)
        lighten(log, matches[4], players[4][0])
        tokens, code = _joined(log, players)
    _told(path, players)
    with served(path) as (port, _, _):
        yield Hall(f"http://{HOST}:{port}", tokens, code, matches, players)


def play_on(log: Log, match_id: str, entries: int) -> None:
    """Log the first entries of a random match."""
    match, chance = log.load(match_id), Random(match_id)
    replay = Replay(match.game, match.catalog).extend(match.replay().events)
    events: list[Event] = []
    while len(events) < entries and not replay.state.over:
        events.append(go_on(replay, chance))
    now = datetime.now(UTC)
    drafts = [Draft(event, new_id(now), now, now, SCOREKEEPER) for event in events]
    log.append(match_id, drafts)


def lighten(log: Log, match_id: str, player: str) -> None:
    """From here on the scores of a match are told alone."""
    now = datetime.now(UTC)
    log.append(match_id, [Draft(Record(player, "life"), new_id(now), now, now, player)])


def _joined(log: Log, players: list[tuple[str, str]]) -> tuple[dict[str, str], str]:
    access, now = Access.load(log), datetime.now(UTC)
    staff = {ORGANISER: "organiser", HEAD_JUDGE: "head-judge", JUDGE: "judge"}
    invited: dict[str, Invitation] = {
        person: Invitation(role, person, EVENT)  # type: ignore[arg-type]
        for person, role in {**staff, SCOREKEEPER: "scorekeeper"}.items()
    }
    for player in (
        *players[0],
        *players[1],
        *players[2],
        *players[4],
        players[5][0],
        players[6][0],
    ):
        invited[player] = Invitation("player", player, EVENT, ends=1)
    invited["screen"] = Invitation("screen", stream=EVENT)
    invited["watcher"] = Invitation("spectator", stream=EVENT)
    tokens = {
        who: access.bind(log, access.invite(log, each), f"{who}'s phone", now)[0]
        for who, each in invited.items()
    }
    code = access.invite(log, Invitation("player", players[3][0], EVENT, ends=1))
    return tokens, code


def _told(path: Path, players: list[tuple[str, str]]) -> None:
    """Results and a call."""
    lines = [
        f'{players[4][0]} call 1 5 about="was that attack allowed?"',
        f"{SCOREKEEPER} report 1 6 1 0",
        f"{SCOREKEEPER} report 1 7 0 1",
    ]
    with redirect_stdout(StringIO()):
        for line in lines:
            log_line(EVENT, [line], by=line.split()[0], log=path)


# -- the pages ---------------------------------------------------------------------------------


def shots(hall: Hall) -> list[Shot]:
    """Every page, and the states of a table's."""
    (ana, _), (cy, _), (dee, eli), _, (fay, _), (gil, _), (hui, _), *_ = hall.players
    first, second, third, _, fifth, *_ = hall.matches
    foot = ".foot button"

    def records(page: Screen) -> object:
        taken = "headers: { 'X-Referee': '1', 'Content-Type': 'application/json' }"
        path = f"/api/matches/{third}/recorder"
        return page.run(f"return fetch('{path}', {{ method: 'POST', body: '{{}}', {taken} }})")

    def tap(key: str) -> Callable[[Screen], object]:
        """Tap what a text of the catalog stands on, where it is there; not every state of a match
        has all."""
        names = [texts(language)[key] for language in LANGUAGES]
        return lambda page: page.tap(*[name for name in names if name in page.names()][:1])

    def pad(page: Screen) -> object:
        return page.run("document.querySelector('.figure-button').click()")

    def opened(page: Screen) -> object:
        return page.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")

    def line(text: str) -> Callable[[Screen], object]:
        def typed(page: Screen) -> object:
            page.until(lambda: page.run("return !!window.htmx"))
            page.run(
                "document.getElementById('text').value = arguments[0];"
                "document.getElementById('line').requestSubmit()",
                text,
            )
            return page.until(lambda: page.all("#reply .reply"))

        return typed

    table, asks, asked, mistyped = (line(each) for each in ("p 1", "6 0 1", "?", "99 1 1"))

    def struck(page: Screen) -> object:
        page.until(lambda: page.run("return !!window.htmx"))
        page.run("document.querySelector('nav.acts button:nth-child(2)')?.click()")
        return page.until(lambda: page.all("#asked > *"))

    return [
        Shot("join-type", NOBODY, "/", "#code"),
        Shot("join-code", NOBODY, f"/j/{hall.code}", "#label"),
        Shot("refused", NOBODY, "/desk"),
        Shot("table-player", ana, f"/t/{first}", foot),
        Shot("table-other", ana, f"/t/{first}", foot, tap("other")),
        Shot("table-more", ana, f"/t/{first}", foot, tap("more")),
        Shot("table-judge", ana, f"/t/{first}", foot, tap("judge")),
        Shot("table-board", ana, f"/t/{first}", foot, tap("open")),
        Shot("table-over", cy, f"/t/{second}", foot),
        Shot("table-scorekeeper", SCOREKEEPER, f"/t/{third}", foot),
        Shot("table-recording", eli, f"/t/{third}", foot, records),
        Shot("table-watching", dee, f"/t/{third}", foot),
        Shot("life", fay, f"/t/{fifth}", ".counter"),
        Shot("life-pad", fay, f"/t/{fifth}", ".counter", pad),
        Shot("life-more", fay, f"/t/{fifth}", ".counter", tap("more")),
        Shot("result", cy, "/r/2"),
        Shot("me", ana, "/me"),
        Shot("me-over", cy, "/me"),
        Shot("me-called", fay, "/me"),
        Shot("me-result", gil, "/me"),
        Shot("me-lost", hui, "/me", "main", opened),
        Shot("choose", ana, "/choose"),
        Shot("desk", ORGANISER, "/desk", "[data-topic]"),
        Shot("desk-table", ORGANISER, "/desk", "#table-1", table),
        Shot("desk-asks", ORGANISER, "/desk", "#table-6", asks),
        Shot("desk-help", ORGANISER, "/desk", "#text", asked),
        Shot("desk-wrong", ORGANISER, "/desk", "#text", mistyped),
        Shot("judge", JUDGE, "/judge", "[data-topic]"),
        Shot("floor", JUDGE, "/floor", "#floor button"),
        Shot("check", JUDGE, f"/check/{ana}", "#check"),
        Shot("judge-match", JUDGE, f"/judge/{first}", "[data-topic]"),
        Shot("judge-struck", JUDGE, f"/judge/{first}?entry=30", "[data-topic]", struck),
        Shot("judge-entry", JUDGE, f"/judge/{first}?entry=30", "[data-topic]"),
        Shot("show", "screen", "/show", "main :not(:empty)"),
        Shot("overlay", "screen", f"/overlay/{first}", "body *"),
        Shot("watch", "watcher", "/watch"),
        Shot("print-slips", ORGANISER, "/print/slips?number=1", "body *"),
        Shot("print-labels", ORGANISER, "/print/labels", "body *"),
        Shot("print-pairings", ORGANISER, "/print/pairings?number=1", "body *"),
    ]


def show(driver: Chrome, hall: Hall, shot: Shot, language: str = LANGUAGES[0]) -> Screen:
    """A page, once it is drawn, on the screen whose size was set, for who likes a language best."""
    screen = Screen(driver, hall.address)
    driver.execute_cdp_cmd("Network.enable", {})
    headers = {"headers": {"Accept-Language": f"{language},en;q=0.1"}}
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", headers)
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    if shot.who:
        cookie = {"name": "referee", "value": hall.tokens[shot.who], "url": hall.address}
        driver.execute_cdp_cmd("Network.setCookie", {**cookie, "httpOnly": True})
    driver.get(hall.address + shot.path)
    screen.until(lambda: screen.all(shot.ready))
    shot.act(screen)
    return screen


TOLD = """
const told = [];
const lang = (each) => each.closest("[lang]").lang;
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let at = walk.nextNode(); at; at = walk.nextNode())
  if (at.data.trim() && !at.parentElement.closest("script, style, kbd, pre"))
    told.push([at.data, lang(at.parentElement)]);
for (const name of ["aria-label", "placeholder", "title", "alt"])
  for (const each of document.querySelectorAll(`[${name}]`))
    told.push([each.getAttribute(name), lang(each)]);
return told;
"""
"""The texts of a page as it is drawn, each with the language in which it is spoken."""


def unspoken(screen: Screen, language: str, names: list[str]) -> list[str]:
    """What a page that is shown says in English without saying that it is (VN-15.2)."""
    told: Any = screen.run(TOLD)
    return [text for text, spoken in told if spoken == language and english(language, text, names)]


def names_of(hall: Hall) -> list[str]:
    """What people, their devices, the game, decks and the event are called, and what one said."""
    people = [each for pair in hall.players for each in pair]
    game = game_of(GAME)
    decks = [each for pair in shipped_decks(game).items() for each in (pair[0], pair[1].name)]
    said = "was that attack allowed?", "watcher's phone"
    return [*people, *decks, game.title, EVENT, *hall.matches, *said]


THUMB = 43.9
"""What is tapped is wider and higher than that, in px; an edge may lie between two of them."""


def wrong_with(screen: Screen) -> list[str]:
    """What is wrong with a page that is shown: it is wider than the screen, something is too small
    for a thumb, or the browser complained of it, as it does where a page breaks its policy."""
    wide: Any = screen.run("return document.documentElement.scrollWidth - innerWidth")
    refused = [] if screen.run("return !document.querySelector('.join')") else ["(Unauthorized)"]
    said = [each for each in screen.complaints() if not any(word in each for word in refused)]
    return [f"{wide} px too wide"] * (wide > 0) + screen.run(SMALL, THUMB) + said


def main(arguments: list[str]) -> int:
    """Take all pictures; 1 where a page is too wide or the browser complained."""
    if MISSING or len(arguments) != 1:
        sys.stderr.write(f"{MISSING or __doc__}\n")
        return 2
    kept, wrong = Path(arguments[0]), 0
    kept.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name, open_hall(Path(name)) as hall, browsing() as driver:
        for shot in shots(hall):
            for language, (size, (width, height)), dark in product(
                LANGUAGES, SIZES.items(), (False, True)
            ):
                screen = Screen(driver, hall.address)
                screen.size(width, height, dark=dark)
                show(driver, hall, shot, language)
                screen.run("return document.fonts.ready.then(() => true)")
                picture = f"{shot.name}-{language}-{size}-{'dark' if dark else 'light'}.png"
                driver.save_screenshot(str(kept / picture))
                for fault in wrong_with(screen):
                    wrong += 1
                    sys.stderr.write(f"{picture}: {fault}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
