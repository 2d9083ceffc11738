"""What fits the screen at the table: one map at a time of two, and of options a few of others."""

from pathlib import Path

import pytest

from cli.reading.matches import record_source
from cli.table.map_pages import Pages
from cli.table.session import Session
from events.notation import write
from referee.replay.replay import Replay
from tests.cli.test_home import ROOT

RECORDS = ROOT / "tests" / "records"
DUEL = RECORDS / "tower_wizwar" / "duel.txt"


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("NO_COLOR", "1")


def session(last: int, record: Path = DUEL) -> Session:
    """A session with a match, the duel, as it was after an entry."""
    match = record_source(record, None).match
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


def test_of_four_players_one_at_a_time_is_shown() -> None:
    table = session(177, RECORDS / "tower_wizwar" / "retreat.txt")
    shown = [table.greeting().lines[1:], *(table.looked().lines for _ in range(4))]
    for lines, seat in zip(shown, ("gerd", "lucia", "hanne", "rafael", "gerd"), strict=True):
        assert [line for line in lines if line in table.replay.state.seats] == [seat]
        assert len(lines) <= 24


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
            assert "turn 3" in lines, last


def test_a_larger_screen_has_both_maps_with_all_that_may_be_logged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LINES", "70")
    lines = session(90).greeting().lines
    assert "enzo" in lines and "lotte" in lines
    assert any(line.startswith(" 1  ") for line in lines)


def test_what_whoever_acts_may_do_leads_and_others_take_a_third_of_the_lines() -> None:
    table = session(70, RECORDS / "warrift" / "stolen.txt")
    lines = table.greeting().lines
    (start,) = (n for n, line in enumerate(lines) if line == "turn 6, rina, mid step")
    *own, others, keys = lines[start + 1 :]
    assert [line[:8] for line in own] == [f" {n}  rina" for n in range(1, 6)]
    assert others == " 6 tomas hire | 7 tomas trade | 8 wanda play | 9 wanda hire"
    assert keys == "? shows the keys"
    assert any(line.startswith(" 7  tomas trade ") for line in table.enter("o").lines)
    (event,) = table.enter("8 thorn").events
    assert write(event, table.match.game.codec) == 'wanda play "Thorn Runt"'


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ("80", " 3 otto selection | 4 pia selection | 5 quin selection"),
        ("40", " 3 otto selection | o: 2 more"),
    ],
)
def test_what_is_left_out_of_what_others_may_do_is_counted(
    columns: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    table = session(1, RECORDS / "warrift" / "teams.txt")
    (line,) = [line for line in table.greeting().lines if " otto selection" in line]
    assert line == told
