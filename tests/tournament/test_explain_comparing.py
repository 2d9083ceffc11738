"""``standings --policy``: how they would be under another policy (TR-2.3)."""

import json
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.answers.schema import ANSWERS
from referee.games.registry import game_of
from storage.catalogs import catalog_text
from tests.cli.test_home import Home, widest
from tests.tournament.halls import hall, worked_example
from tests.tournament.histories import shipped
from tests.tournament.test_explain_commands import keep

STANDARD, CHESS = shipped("standard").name, shipped("chess-like").name


def sample(name: str) -> Path:
    """The file of a shipped policy."""
    return game_of("tournament").sample(f"catalog-{name}.toml")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    found = Home(tmp_path_factory.mktemp("comparing"))
    keep(found, worked_example())
    keep(found, hall("A B", "margin", rounds=3), "scores")
    return found


def answer(home: Home, *arguments: object) -> Any:
    told = home.ok("tournament", "standings", *arguments, "--json")
    msgspec.json.decode(told, type=reduce(or_, ANSWERS["tournament standings"]), strict=True)
    return json.loads(told)


@pytest.mark.rule("TR-2.3")
def test_tr_2_3_the_first_place_that_differs_under_another_policy_is_named(home: Home):
    other = home.folder / "by-games.toml"
    text = catalog_text(sample("standard")).replace('["omw", "gw", "ogw"]', '["gw", "omw"]')
    other.write_text(text.replace(STANDARD, "by-games"), encoding="utf-8")
    told = answer(home, "open", "--policy", other)
    assert (told["first"], told["pinned"], told["policy"]) == (4, STANDARD, "by-games")
    assert [(p["player"], p["place"], p["pinned"]) for p in told["places"][2:]] == [
        ("D", 3, 3),
        ("E", 4, 5),
        ("B", 5, 4),
    ]
    assert told["places"][3]["tiebreaks"] == {"gw": "1/2", "omw": "1/3"}
    words = home.ok("tournament", "standings", "open", "--policy", other)
    assert "the first that differs is place 4: E, who has 5" in words
    assert "there E stands above B by gw, .5000 to .3333 (1/3)" in words
    assert widest(words) <= 80


@pytest.mark.rule("TR-2.3")
def test_tr_2_3_as_of_a_round_the_points_of_the_other_policy_count(home: Home):
    told = answer(home, "open", "--policy", CHESS, "--after", 1)
    points = {each["player"]: each["points"] for each in told["places"]}
    assert points == {"A": "1", "B": "0", "C": "1", "D": "0", "E": "1"}


@pytest.mark.rule("TR-2.3")
def test_tr_2_3_under_the_pinned_policy_nothing_differs(home: Home):
    told = answer(home, "open", "--policy", STANDARD)
    assert told["first"] == 0
    assert "no place differs" in home.ok("tournament", "standings", "open", "--policy", STANDARD)


def test_a_policy_that_counts_scores_says_nothing_of_games(home: Home):
    told = home.error("tournament", "standings", "open", "--policy", shipped("margin").name)
    assert "counts the scores of a game" in told
    assert "no catalog nobody" in home.error(
        "tournament", "standings", "open", "--policy", "nobody"
    )
    told = home.error("tournament", "standings", "scores", "--policy", CHESS)
    assert "counts games won" in told
