"""Which games there are: the shipped ones, and those that a package from elsewhere brings."""

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from events.common import AgreeResult, Concede
from referee.game import Game
from referee.games import registry
from referee.games.registry import GROUP, UnknownGame, game_ids, game_of, package_of
from referee.house import Handlers

ROOT = Path(__file__).parents[2]


def test_a_package_brings_a_game_through_the_entry_point():
    assert "lanterns" in game_ids()
    assert isinstance(game_of("lanterns"), Game)
    assert package_of("lanterns") == "lanterns"


def test_to_list_the_games_imports_none_of_them():
    code = (
        "import sys; from referee.games.registry import game_ids, package_of\n"
        "print([package_of(game) for game in game_ids()])\n"
        "print([name for name in sys.modules if 'wondervale' in name or 'lanterns' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    packages, loaded = done.stdout.splitlines()
    assert "referee.games.wondervale" in packages
    assert loaded == "[]"


def test_an_unknown_game_says_which_there_are():
    with pytest.raises(UnknownGame, match="did you mean wondervale") as told:
        game_of("wondervail")
    assert all(game in str(told.value) for game in game_ids())


@pytest.mark.parametrize(
    ("value", "why"),
    [("no_such_package", "ModuleNotFoundError"), ("string", "AttributeError"), ("lanterns", "id")],
)
def test_a_package_that_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch, value: str, why: str
):
    found = {"skiffs": EntryPoint("skiffs", value, GROUP)}
    monkeypatch.setattr(registry, "_elsewhere", lambda: found)
    with pytest.raises(UnknownGame, match=f"skiffs: {value} .*{why}"):
        game_of("skiffs")


def test_an_event_has_one_handler_and_its_annotation_names_it():
    handles = Handlers()

    @handles
    def end(t: object, e: Concede | AgreeResult) -> None:
        pass

    assert dict(handles) == {Concede: end, AgreeResult: end}
    with pytest.raises(TypeError, match="again"):

        @handles
        def again(t: object, e: Concede) -> None:
            pass

    with pytest.raises(TypeError, match="nothing"):

        @handles  # type: ignore[arg-type]
        def nothing(t: object, e: str) -> None:
            pass
