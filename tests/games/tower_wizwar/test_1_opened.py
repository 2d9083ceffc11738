"""How people open a match of Tower-WizWar: sizes, decks and towers, what is agreed."""

from pathlib import Path

import pytest

from referee.catalog import read_deck
from tests.cli.test_home import Home, home
from tests.games.tower_wizwar.table import GAME

__all__ = ["home"]

DECKS = ("preacher", "dream-storm", "wildfire")
SEATS = ("ana", "bo", "cy", "di", "eli", "fay")
NEW = ("new", "w1", "--game", "tower_wizwar")


def seated(count: int) -> list[str]:
    """The arguments for so many wizards; more than two play odd against even."""
    found = []
    for at, seat in enumerate(SEATS[:count]):
        found += ["--seat", f"{seat}={DECKS[at % 3]}"]
    if count > 2:
        for name, first in (("red", 0), ("blue", 1)):
            found += ["--side", f"{name}={','.join(SEATS[first:count:2])}"]
    return found


@pytest.mark.parametrize("count", [2, 4, 6])
def test_tw_1_8_duels_and_equal_sides_open_with_shipped_decks(home: Home, count: int):
    said = home.ok(*NEW, *seated(count))
    assert "ana must: draw a set of five [TW-10.7]" in said


def test_tw_1_8_three_wizards_open_only_where_that_is_agreed(home: Home):
    three = seated(3)[:6]
    said = home.ok(*NEW, *three, status=3)
    assert "TW-1.8, Battle: the sides are ana; bo; cy" in said
    assert "nothing is written" in said
    home.ok(*NEW, *three, "--set", "TW-I 1=free_for_all")


def test_tw_21_1_invasion_is_no_type_that_can_be_opened(home: Home):
    said = home.ok(*NEW, *seated(2), "--option", "type=invasion", status=3)
    assert "TW-21.1" in said and "legal: type=battle" in said


def test_what_is_agreed_of_copies_and_tokens_is_kept_with_the_opening(home: Home):
    limited = ("--set", "TW-I 4=limited", "--set", "TW-I 19=limited")
    said = home.ok(*NEW, *seated(2), *limited, "--option", "copies=2", status=3)
    assert "TW-2.9" in said and "at most 2" in said
    home.ok(*NEW, *seated(2), *limited, "--option", "copies=9", "--option", "harm=20")
    assert 'harm = "20"' in home.ok("export", "w1")


def changed_deck(folder: Path, *pairs: tuple[str, str]) -> Path:
    """A file of a shipped deck in which some words are others."""
    text = GAME.sample("decks", "preacher.toml").read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path = folder / "mine.toml"
    path.write_text(text)
    return path


def test_all_faults_of_a_deck_and_its_towers_are_named_at_once(home: Home, tmp_path: Path):
    towers = ", ".join(f'"{name}"' for name in _towers()[:1])
    listed = ", ".join(f'"{name}"' for name in _towers())
    mine = changed_deck(tmp_path, ('"Blindfold Novice" = 3', '"Blindfold Novce" = 1'),
                        (f"towers = [{listed}]", f"towers = [{towers}]"))  # fmt: skip
    said = home.ok("deck", "check", mine, status=3)
    for rule in ("TW-2.1", "TW-2.10", "TW-3.1", "TW-3.2"):
        assert rule in said, said
    assert "Blindfold Novice" in said  # what was meant
    assert "TW-2.1" in home.ok(*NEW, "--seat", f"ana={mine}", "--seat", "bo=wildfire", status=3)


def _towers() -> list[str]:
    deck = read_deck(GAME.sample("decks", "preacher.toml").read_text())
    return list(deck.lists["towers"])
