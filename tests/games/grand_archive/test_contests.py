"""The games of a contest: who goes first in the first one is said when it is known (GA-3.2)."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_home import Home
from tests.logbook import copied

EVENT, GAME = "friday", "friday-r1-t1-g1"


def posted(path: Path) -> None:
    home = Home(path.parent)
    home.log = path
    new = ("tournament", "new", EVENT, "--by", "lena", "--game", "grand_archive", "--rounds", 2)
    home.ok(*new, "--option", "decklists=open")
    home.ok("tournament", "enter", EVENT, "ana", "bo", "--by", "lena")
    for player, deck in (("ana", "rai-wind"), ("bo", "ciel-fire")):
        home.ok("tournament", "deck", EVENT, player, deck, "--by", "lena")
    home.ok("tournament", "post", EVENT, "--by", "lena")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A round of two with their lists."""
    home = Home(tmp_path)
    copied(home.log, posted)
    return home


def opened(home: Home, *more: str) -> dict[str, Any]:
    """The opening of the first game."""
    told = home.json("tournament", "game", EVENT, 1, "--by", "lena", *more)
    found = told["entries"][0]["event"]
    assert isinstance(found, dict)
    return found


def test_ga_3_2_a_first_game_waits_for_who_goes_first(home: Home):
    assert opened(home)["options"]["first"] == "told"
    told = home.json("options", GAME)
    assert {each["verb"] for each in told["options"]} == {"begins"}
    home.ok("log", GAME, "bo begins; bo end")
    home.ok("log", GAME, "bo end", status=3)  # it is ana's turn now


def test_where_it_was_said_before_the_game_begins_with_its_opening(home: Home):
    first = opened(home, "--first", "bo")
    assert first["options"]["first"] == "seated"
    assert first["seats"][0]["person"] == "bo"
    home.ok("log", GAME, "bo end")
