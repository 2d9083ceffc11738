"""Cards that a publisher hands out: a catalog is made of them, and what is new is told."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_home import Home, home
from tests.cli.toybox import brought_in

__all__ = ["home"]

OLD = """
game = "toy"
name = "few"

[[cards]]
name = "Rock"

[[cards]]
name = "Rite"
effects = [{ text = "Something happens." }]
"""


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with brought_in():
        yield


@pytest.fixture
def files(home: Home) -> tuple[Path, Path]:
    """A catalog, and what a publisher hands out."""
    old, cards = home.folder / "old.toml", home.folder / "cards.json"
    old.write_text(OLD)
    cards.write_text('["Rite", "Elk"]')
    return old, cards


def test_a_catalog_is_written_and_the_differences_are_named(
    home: Home,
    files: tuple[Path, Path],
) -> None:
    old, cards = files
    target = home.folder / "new.json"
    told = home.ok("catalog", "import", cards, "--game", "toy", "--catalog", old, "-o", target)
    assert "imported, against few" in " ".join(told.split())
    for line in (
        "new (1)",
        "  Elk",
        "gone (1)",
        "  Rock",
        "effects kept, the text is the same (1)",
        "changed (1)",
        '  Rock: words [] is ["hard"]',
        "  the files may be old",
    ):
        assert line in told.splitlines()
    assert [card["name"] for card in json.loads(target.read_text())["cards"]] == ["Rite", "Elk"]
    assert home.json("catalog", "check", target)["faults"] == []


def test_the_answer_has_the_hash_that_an_opening_pins(
    home: Home,
    files: tuple[Path, Path],
) -> None:
    old, cards = files
    target = home.folder / "new.json"
    asked = ("--catalog", old, "--name", "season", "--others", "-o", target)
    told = home.json("catalog", "import", cards, *asked)
    assert (told["name"], told["added"], told["gone"]) == ("season", ["Elk"], [])
    assert home.json("catalog", "add", target)["hash"] == told["hash"]


def test_nothing_is_written_over_nor_beside_effects_of_others(
    home: Home,
    files: tuple[Path, Path],
) -> None:
    old, cards = files
    asked = ("catalog", "import", cards, "--catalog", old, "-o")
    assert "is there already" in home.error(*asked, old)
    assert old.read_text() == OLD
    (home.folder / "effects").mkdir()
    (home.folder / "effects" / "more.toml").write_text("")
    assert "the folder effects beside it" in home.error(*asked, home.folder / "new.json")
    assert not (home.folder / "new.json").exists()


def test_effects_may_stay_in_the_files_beside_the_new_catalog(
    home: Home,
    files: tuple[Path, Path],
) -> None:
    old, cards = files
    (home.folder / "effects").mkdir()
    beside = home.folder / "effects" / "more.toml"
    beside.write_text('[[cards]]\nname = "Elk"\neffects = [{ text = "It runs." }]\n')
    target = home.folder / "new.json"
    asked = ("catalog", "import", cards, "--catalog", old, "--bare", "-o", target)
    told = home.json(*asked)
    assert "effects" not in target.read_text()
    assert home.json("catalog", "add", target)["hash"] == told["hash"]
    target.unlink()
    beside.write_text('[[cards]]\nname = "Rock"\neffects = [{ text = "It rolls." }]\n')
    assert "has no Rock" in home.error(*asked)
    assert not target.exists()


def test_a_game_without_an_import_says_so(home: Home, files: tuple[Path, Path]) -> None:
    said = home.error("catalog", "import", files[1], "--game", "wondervale")
    assert "has no import of cards" in said
    said = home.error("catalog", "import", files[1], "--game", "toy", "--catalog", "sample-vale")
    assert "a catalog of wondervale, not of toy" in said
