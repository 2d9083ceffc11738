"""How people open a match of WarRift: decks, lists of the table, teams, what is agreed."""

import re
from pathlib import Path
from typing import Any

import pytest

from cli.commands import simulation
from events.common import Opening
from referee.catalog import Catalog, read_catalog
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.verdict import Illegal, Violation
from storage.log import Log
from tests.cli.test_home import Home, home

__all__ = ["home"]

GAME = game_of("warrift")
SAMPLE = GAME.sample_catalogs()[0]
CLASSES = ("arbiter", "necromancer", "werewolf", "grandmaster")
NEW = ("new", "r1", "--game", "warrift")
TWO = ("--seat", "ana=arbiter", "--seat", "bo=necromancer")
FOUR = (*TWO, "--seat", "cy=werewolf", "--seat", "di=grandmaster")


def usual(name: str) -> dict[str, int]:
    """The sample catalog's list of the table."""
    catalog = read_catalog(SAMPLE.read_text(), GAME.catalog_type)
    return dict(GAME.usual_lists(catalog)[name])  # type: ignore[call-overload]


def first_entry(home: Home, match: str = "r1") -> Opening:
    with Log.open(home.log) as log:
        opening = log.load(match).entry(1).event
    assert isinstance(opening, Opening)
    return opening


def deck_file(path: Path, name: str, cards: dict[str, int], more: str = "") -> Path:
    lines = "\n".join(f'"{card}" = {count}' for card, count in cards.items())
    path.write_text(f'game = "warrift"\nname = "{name}"\n[cards]\n{lines}\n{more}')
    return path


def swapped(name: str, by: int = 1) -> dict[str, int]:
    """A list of the table with one of its Tier 1 cards more, or fewer, for the next one."""
    cards = usual(name)
    one, two, *_ = cards
    return {**cards, one: cards[one] + 1, two: cards[two] - by}


@pytest.mark.parametrize("seats", [TWO, FOUR[:6], FOUR])
def test_two_to_four_open_with_shipped_decks(home: Home, seats: tuple[str, ...]):
    said = home.ok(*NEW, *seats)
    assert "flip the support selection, 6 cards [WR-3.10]" in said
    opening = first_entry(home)
    assert [seat.deck_name for seat in opening.seats] == list(CLASSES[: len(seats) // 2])
    assert all(sum(seat.lists["class"].values()) == 50 for seat in opening.seats)  # type: ignore[union-attr]


def test_the_usual_lists_of_the_catalog_are_pinned_into_the_opening(home: Home):
    home.ok(*NEW, *TWO)
    opening = first_entry(home)
    assert opening.lists == {name: usual(name) for name in ("monsters", "support")}
    assert sum(usual("monsters").values()) == sum(usual("support").values()) == 60


def test_a_list_of_the_table_is_given_by_a_file(home: Home, tmp_path: Path):
    file = deck_file(tmp_path / "mine.toml", "mine", swapped("monsters"))
    home.ok(*NEW, *TWO, "--list", f"monsters={file}")
    opening = first_entry(home)
    assert opening.lists == {"monsters": swapped("monsters"), "support": usual("support")}


def test_a_list_that_breaks_a_rule_opens_nothing(home: Home, tmp_path: Path):
    file = deck_file(tmp_path / "few.toml", "few", swapped("support", 2))
    said = home.ok(*NEW, *TWO, "--list", f"support={file}", status=3)
    assert "WR-3.7" in said
    assert "refused; nothing is written" in said
    assert not home.log.exists()


def test_a_list_is_checked_beforehand(home: Home, tmp_path: Path):
    file = deck_file(tmp_path / "mine.toml", "mine", swapped("monsters"))
    check = ("deck", "check", file, "--list")
    assert "mine: 60 cards of sample-rift\n  legal\n" in home.ok(*check, "monsters")
    assert "WR-3.7" in home.ok(*check, "support", status=3)
    assert "WR-3.2" in home.ok("deck", "check", file, status=3)
    assert "its lists are monsters, support" in home.error(*check, "towers")
    few = deck_file(tmp_path / "few.toml", "few", swapped("monsters", 2))
    assert "exactly 24" in home.ok("deck", "check", few, "--list", "monsters", status=3)


@pytest.mark.parametrize("deck", CLASSES)
def test_shipped_decks_are_legal(home: Home, deck: str):
    assert f"{deck}: 10 cards, class 50 of sample-rift\n  legal\n" in home.ok("deck", "check", deck)


def test_a_deck_of_ones_own_brings_its_class_deck(home: Home, tmp_path: Path):
    shipped = GAME.sample("decks", "werewolf.toml").read_text()
    file = tmp_path / "own.toml"
    file.write_text(shipped.replace('name = "werewolf"', 'name = "pack"'))
    home.ok(*NEW, "--seat", f"ana={file}", "--seat", "bo=arbiter")
    assert first_entry(home).seats[0].deck_name == "pack"
    file.write_text(shipped.partition("[lists.class]")[0])
    said = home.ok("new", "r2", "-g", "warrift", "-s", f"ana={file}", "-s", "bo=arbiter", status=3)
    assert "WR-3.3" in said


def test_the_rulebook_says_what_an_opening_may_name(home: Home):
    told = home.ok("rules", "warrift")
    assert "difficulty: normal; or easy" in told
    assert "Cards of the table, such as --list NAME=DECK\n    monsters, support\n" in told
    assert home.json("rules", "warrift")["table_lists"] == ["monsters", "support"]


def test_teams_are_named_by_sides(home: Home):
    home.ok(*NEW, *FOUR, "--side", "red=ana,cy", "--side", "blue=bo,di")
    assert [seat.side for seat in first_entry(home).seats] == ["red", "blue", "red", "blue"]
    said = home.ok("new", "r2", "-g", "warrift", *FOUR, "--side", "red=ana,cy,bo", status=3)
    assert "WR-17.2" in said


def test_what_is_agreed_is_kept_and_told(home: Home):
    home.ok(
        *(*NEW, *TWO, "--option", "difficulty=hard", "--option", "retain=2"),
        *("--option", "faces=0,1,1,2,2,3", "--set", "WR-I 20=declared"),
    )
    assert first_entry(home).options == {
        "difficulty": "hard",
        "retain": "2",
        "faces": "0,1,1,2,2,3",
        "account": "complete",
        "scouts": "logged",
        "unsaid": "asked",
    }
    told = home.ok("explain", "r1", "1")
    assert "difficulty = hard" in told
    assert "the table, monsters: " in told
    assert "ana, class: Aurelise, Voice of the Court x1" in told
    assert "; difficulty hard; faces 0,1,1,2,2,3; retain 2" in " ".join(
        home.ok("replay", "r1").split()
    )


def test_what_cannot_be_agreed_is_refused_by_its_rule(home: Home):
    said = home.error(*NEW, *TWO, "--option", "difficulty=brutal", status=3)
    assert "WR-3.16" in said
    assert not home.log.exists()


def test_an_opening_goes_out_and_comes_back_as_it_was(home: Home, tmp_path: Path):
    home.ok(*NEW, *FOUR, "--side", "red=ana,cy", "--side", "blue=bo,di", "--option", "retain=1")
    record = tmp_path / "r1.txt"
    record.write_text(home.ok("export", "r1"))
    assert "\n[lists.support]\n" in record.read_text()
    assert "\n[seats.lists.class]\n" in record.read_text()
    other = Home(tmp_path / "other")
    other.folder.mkdir()
    other.ok("import", record)
    assert first_entry(other) == first_entry(home)
    assert other.ok("export", "r1") == record.read_text()
    assert "EXACT" in other.ok("verify")


def test_a_record_without_the_lists_is_refused_by_their_rule(home: Home, tmp_path: Path):
    home.ok(*NEW, *TWO)
    text = home.ok("export", "r1").replace('match = "r1"', 'match = "r2"')
    text = re.sub(r"\n\[lists.monsters\]\n[^[]+", "\n", text)
    record = tmp_path / "r2.txt"
    record.write_text(re.sub(r"\n(head|digest) = .*", "", text))
    assert "WR-3.6" in home.ok("explain", record, "1")


@pytest.fixture
def only_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random matches are opened, and not played."""

    def opened(game: Game, catalog: Catalog, first: Opening, *_: Any, **__: Any) -> Replay:
        replay = Replay(game, catalog)
        verdict = replay.add(first).verdict
        if isinstance(verdict, Illegal):
            raise Violation(verdict.rule, verdict.message)
        return replay

    monkeypatch.setattr(simulation, "simulate", opened)


@pytest.mark.usefixtures("only_opened")
def test_random_matches_take_lists_teams_and_what_is_agreed(home: Home, tmp_path: Path):
    file = deck_file(tmp_path / "mine.toml", "mine", swapped("monsters"))
    given = ("simulate", "warrift", "-n", "1", "--players", "4", "--records", tmp_path / "out")
    home.ok(
        *(*given, "--list", f"monsters={file}", "--side", "red=ana,cy", "--side", "blue=bo,di"),
        *("--option", "difficulty=rekt", "--import"),
    )
    opening = first_entry(home, "warrift-1-1")
    assert opening.lists == {"monsters": swapped("monsters"), "support": usual("support")}
    assert {seat.side for seat in opening.seats} == {"red", "blue"}
    assert opening.options["difficulty"] == "rekt"
    assert "EXACT" in home.ok("verify")
    assert "\n[lists.monsters]\n" in (tmp_path / "out" / "warrift-1-1.txt").read_text()


@pytest.mark.usefixtures("only_opened")
def test_random_matches_deal_decks_again_that_are_of_one_class(home: Home, tmp_path: Path):
    shipped = GAME.sample("decks", "werewolf.toml").read_text()
    pack = tmp_path / "pack.toml"
    pack.write_text(shipped.replace('name = "werewolf"', 'name = "pack"'))
    decks = ("--deck", "werewolf", "--deck", pack, "--deck", "arbiter")
    assert "20 matches" in home.ok("simulate", "warrift", "-n", "20", *decks)
    assert "WR-3.1" in home.error("simulate", "warrift", "-n", "1", "--deck", "arbiter", status=3)
