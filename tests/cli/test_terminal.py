"""What a person at a terminal sees of an error: lines that fit; a program gets one line."""

import pytest

from cli import main
from cli.failure import Status
from tests.cli.test_home import DECKS, Home, home

__all__ = ["home"]


def test_an_error_fits_a_terminal(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("stats", "xyzzy")
    home.open()
    assert home.run(*arguments).stderr.count("\n") == 1
    monkeypatch.setattr(main, "_at_a_terminal", lambda: True)
    told = home.run(*arguments).stderr
    assert told.startswith("referee: no statistic 'xyzzy'; there are: ")
    assert told.count("\n") > 3
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.parametrize("seat", ["Ana!", "a b", "1st", "", "x" * 33])
def test_what_is_no_name_of_a_seat_is_said_in_words(home: Home, seat: str) -> None:
    result = home.run(
        "new", "r1", "--game", "wondervale", "--seat", f"{seat}=frost-and-sand", *DECKS
    )
    assert result.exit_code == Status.MISUSED
    assert f"--seat {seat}: expected a name of small letters, digits" in result.stderr
    assert "regex" not in result.stderr
    assert not home.log.exists()
