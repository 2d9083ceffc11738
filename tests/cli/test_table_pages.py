"""Two maps at the table: one at a time where they do not fit the screen together."""

import pytest

from cli.reading.matches import record_source
from cli.table.pages import Pages
from cli.table.session import Session
from referee.replay.replay import Replay
from tests.cli.test_home import ROOT

DUEL = ROOT / "tests" / "records" / "tower_wizwar" / "duel.txt"


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("NO_COLOR", "1")


def session(last: int) -> Session:
    """A session with the duel as it was after an entry."""
    match = record_source(DUEL, None).match
    match.back(last)
    return Session(match, "kim")


def test_the_map_of_whoever_acts_comes_first_and_the_others_by_turns() -> None:
    table = session(90)
    shown = [table.greeting().lines, *(table.looked().lines for _ in range(3))]
    for number, seat, other in ((0, "enzo", "lotte"), (1, "lotte", "enzo"), (2, "enzo", "lotte")):
        lines = shown[number]
        assert seat in lines and other not in lines
        assert any(line.startswith(f"Enter: the map of {other}") for line in lines)
        assert len(lines) <= (25 if number == 0 else 23)
    assert list(shown[1]) == list(shown[3])


def test_what_is_logged_brings_the_map_of_whoever_acts_back() -> None:
    table = session(90)
    table.greeting()
    table.match.back(89)
    assert "enzo" in table.looked().lines


def test_a_map_fits_the_screen_at_every_moment_of_a_match() -> None:
    asked = record_source(DUEL, None)
    replay = Replay(asked.game, asked.match.catalog)
    for last, event in enumerate(asked.events, 1):
        replay.add(event)
        if replay.state.over:
            break
        status, pages = ["turn 3", *(f"{n:>2}  an option" for n in range(1, 12))], Pages()
        for _ in replay.state.seats if last % 9 == 0 else ():
            board = asked.game.board(replay.table)
            lines = pages.lines(board, replay.state, status, last)
            assert len(lines) <= 23 and max(map(len, lines)) <= 80, last


def test_a_larger_screen_has_both_maps_with_all_that_may_be_logged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LINES", "70")
    lines = session(90).greeting().lines
    assert "enzo" in lines and "lotte" in lines
    assert any(line.startswith(" 1  ") for line in lines)
