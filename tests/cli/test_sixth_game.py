"""A game from elsewhere at the command line: lists, questions that are asked, and its faults."""

from pathlib import Path
from typing import Any

import pytest

from lanterns.events import Pass
from referee.games.registry import game_of
from storage.error import IncompleteEntry, Unplayed
from storage.log import Log
from storage.verify import verify
from tests.cli.test_home import Home, home
from tests.logbook import draft

__all__ = ["home"]

SEATS = ("--seat", "ana=stormy", "--seat", "bo=stormy", "--seat", "cy=calm")
ASKED = "say whom it threatens (at: bo, cy)"


@pytest.fixture
def at_sea(home: Home) -> Home:
    """Two matches of three players."""
    for match in ("r1", "r2"):
        home.ok("new", match, "--game", "lanterns", *SEATS)
    return home


# -- a choice that is missing --------------------------------------------------------------------


@pytest.mark.parametrize("command", ["log", "check"])
def test_a_line_that_lacks_a_choice_is_asked_about_and_not_written(at_sea: Home, command: str):
    assert ASKED in at_sea.error(command, "r1", "ana light Squall")
    assert at_sea.entries() == 1
    at_sea.ok(command, "r1", "ana light Squall at=cy")


def test_the_table_asks_and_gives_the_line_back(at_sea: Home):
    shown = at_sea.ok("table", "r1", status=2, input="light Squall\nlight Squall at=cy\n")
    assert "not logged: light leaves at open: bo, cy" in shown
    assert at_sea.entries() == 2


def test_a_program_that_logs_is_told_what_is_missing(at_sea: Home):
    from lanterns.events import Light

    with Log.open(at_sea.log, write=True) as log:
        with pytest.raises(IncompleteEntry, match="say whom it threatens") as told:
            log.append("r1", [draft(Light("ana", "Squall"), 2)])
        assert told.value.question.choices == {"at": ("bo", "cy")}
        assert log.load("r1").last == 1


def test_a_record_with_such_a_line_names_it_and_is_not_imported(at_sea: Home, tmp_path: Path):
    at_sea.ok("log", "r1", "ana light Squall at=cy")
    record = tmp_path / "r3.txt"
    text = at_sea.ok("export", "r1").replace(" Squall cy |", " Squall |")
    lines = text.replace('match = "r1"', 'match = "r3"').splitlines()
    lines = [line for line in lines if not line.startswith("head =")]
    number = next(n for n, line in enumerate(lines, 1) if "light Squall" in line)
    record.write_text("\n".join(lines) + "\n")
    error = at_sea.error("import", record)
    assert f"r3.txt:{number}: {ASKED}" in error
    assert at_sea.entries("r3") == 0


# -- a handler that fails ------------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(t: Any, e: Pass) -> None:
        t.state.nights = 7
        raise KeyError("sail")

    monkeypatch.setitem(game_of("lanterns").all_handlers, Pass, fails)


def test_a_handler_that_fails_is_a_fault_of_the_program_and_nothing_is_written(
    at_sea: Home, broken: None
):
    at_sea.ok("log", "r1", "ana light Lamp")
    error = at_sea.error("log", "r1", "bo pass", status=1)
    assert "fault in the program" in error
    assert all(word in error for word in ("r1", "entry 3", "lanterns", "bo pass", "'sail'"))
    assert at_sea.entries("r1") == 2
    at_sea.ok("log", "r2", "ana light Lamp")


def test_the_match_goes_on_from_where_it_stood(
    at_sea: Home, broken: None, monkeypatch: pytest.MonkeyPatch
):
    with Log.open(at_sea.log, write=True) as log:
        match = log.load("r1")
        with pytest.raises(Unplayed, match="r1: lanterns, entry 2"):
            log.append("r1", [draft(Pass("ana"), 2)], match=match)
        assert (match.last, match.replay().state.nights) == (1, 0)
        monkeypatch.undo()
        assert log.append("r1", [draft(Pass("ana"), 2)], match=match)[0].entry.seq == 2


def test_verify_names_it_and_goes_on_with_the_next_match(
    at_sea: Home, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
):
    at_sea.ok("log", "r1", "ana light Lamp; bo pass", status=0)
    request.getfixturevalue("broken")
    with Log.open(at_sea.log) as log:
        report = verify(log)
    assert [(found.match, found.seq, found.what) for found in report.differences] == [
        ("r1", 3, "replay")
    ]
    assert "KeyError" in report.differences[0].message
    assert (report.matches, report.differing) == (2, 1)


# -- lists ---------------------------------------------------------------------------------------


def test_a_list_that_the_game_does_not_know_is_refused_by_its_place(home: Home, tmp_path: Path):
    deck = tmp_path / "towers.toml"
    calm = game_of("lanterns").sample("decks", "calm.toml").read_text()
    deck.write_text(calm + '\n[lists]\ntowers = ["Glow", "Lamp"]\n')
    assert "lists.towers: Lanterns has no list of that name" in home.error("deck", "check", deck)
    given = ("new", "r1", "--game", "lanterns", "--seat", "ana=calm", "--seat", "bo=calm")
    text = home.ok(*given, "--list", "monsters=calm", status=3)
    assert "REF-1.2" in text
    assert not home.entries()


def test_a_game_without_lists_of_the_table_checks_none(home: Home):
    assert "the table of Lanterns has no list of that name (it has none)" in home.error(
        "deck", "check", "calm", "--list", "monsters"
    )


def test_an_opening_names_the_contest_that_it_is_a_game_of(home: Home):
    given = ("new", "r1", "--game", "lanterns", "--seat", "ana=calm", "--seat", "bo=calm")
    assert "contest" in home.error(*given, "--contest", "round 3")
    home.ok(*given, "--contest", "spring-open/3/17/2")
    with Log.open(home.log) as log:
        assert log.load("r1").entry(1).event.contest == "spring-open/3/17/2"
