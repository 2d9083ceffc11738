"""Whole matches by taps alone, on the page of a table that a venue serves (VN-16.2)."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from cli.venue.access.access import Access
from cli.venue.access.session import Invitation
from events.event import Event
from events.notation import read, write
from referee.games.registry import game_ids
from referee.replay.replay import Replay
from storage.log import Draft, Log
from storage.match import Match
from tests.bench.devices import HOST
from tests.bench.venue import served
from tests.laws.players import Opened
from tests.logbook import draft, empty_log
from tests.trials import ELSEWHERE
from tests.venue.browser.staff import Screen
from tests.venue.browser.thumb import Played, play
from tests.venue.robot import measured, played_by_thumb

SHORT = {
    "grand_archive": 4,
    "legacy_of_conflict": 37,
    "tower_wizwar": 7,
    "warrift": 2,
    "wondervale": 22,
}
"""The seeds of short matches."""

NAME = "m1"
TOO_FAST = "429"
"""Nobody taps so fast for long, and the queue waits (VN-5.6)."""


def tapped(
    browser: Chrome, path: Path, opened: Opened, events: Sequence[Event]
) -> tuple[Played, Match]:
    """A match that is tapped on the page of a venue, by a phone that joins with a code; what it
    took, and the match as it is in the log."""
    with Log.open(empty_log(path), write=True) as log:
        log.open_match(draft(events[0], 1), NAME, opened.catalog)
        for each in opened.first.seats:  # whoever is called like the seat is called so on buttons
            log.name_person(each.person, each.seat)
        person = opened.first.seats[0].person
        code = Access.load(log).invite(log, Invitation("player", person, match=NAME))
    with served(path) as (port, _, _):
        phone = Screen(browser, f"http://{HOST}:{port}")
        phone.size(390, 844)
        phone.complaints()
        browser.get(f"{phone.address}/j/{code}")
        phone.button("Join").click()
        phone.until(lambda: phone.all(".foot button") and not phone.all(".taps.stale"))
        try:
            played = play(browser, opened, events)
            assert [each for each in phone.complaints() if TOO_FAST not in each] == []
        finally:
            browser.get("about:blank")
            browser.delete_all_cookies()
    with Log.open(path) as log:
        match = log.load(NAME)
        match.replay()
        return played, match


def by_lines(path: Path, opened: Opened, match: Match) -> Match:
    """The same match, its entries written as lines and read again, under their ids and times."""
    first, *entries = [match.entry(seq) for seq in range(1, match.last + 1)]
    codec = opened.game.codec
    lines = [write(entry.event, codec) for entry in entries]
    drafts = [
        Draft(read(line, codec), e.id, e.played_at, e.recorded_at, e.recorded_by)
        for line, e in zip(lines, entries, strict=True)
    ]
    opening = Draft(first.event, first.id, first.played_at, first.recorded_at, first.recorded_by)
    with Log.open(empty_log(path), write=True) as log:
        log.open_match(opening, NAME, opened.catalog)
        log.append(NAME, drafts)
        return log.load(NAME)


@pytest.mark.parametrize("game_id", game_ids())
def test_vn_16_2_a_whole_match_by_taps_alone_is_the_match_by_lines(
    browser: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game_id: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ELSEWHERE))
    opened, random = measured(game_id, SHORT.get(game_id, 0))
    counted = played_by_thumb(opened, random)
    events = counted.replay.events
    played, match = tapped(browser, tmp_path / "hall.duckdb", opened, events)
    logged = match.replay()
    assert logged.events[1:] == events[1:]
    assert logged.state.over
    wanted = Replay(opened.game, opened.catalog).extend([logged.events[0], *events[1:]])
    assert logged.digest() == wanted.digest()
    again = by_lines(tmp_path / "lines.duckdb", opened, match)
    assert again.hashes == match.hashes
    assert again.digests == match.digests
    assert played.taps == [each.taps for each in counted.entries]
    print(f"{game_id}: {len(played.taps)} entries, {sum(played.taps)} taps, {counted.turns} turns")
