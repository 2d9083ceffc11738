"""Sides, and what else the players agree, on the command line."""

import dataclasses

import pytest

from cli.commands import books, entries, simulation
from referee.game import Game
from referee.games.registry import game_ids, game_of
from referee.replay.simulate import SEATS
from tests.cli.test_home import DECKS, Home, home

__all__ = ["home"]

GAME = game_of("wondervale")
AGREED = {"length": ("short", "long"), "points": ("75", "100", "*")}


@pytest.fixture
def agreeing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped game, as if its players agreed on something before they start."""
    made = dataclasses.replace(GAME, agreed=lambda catalog: AGREED)

    def found(game: str, version: str | None = None) -> Game:
        return made

    for module in (books, entries, simulation):
        monkeypatch.setattr(module, "game_of", found)


def new(*words: object) -> tuple[object, ...]:
    return ("new", "r1", "--game", "wondervale", *DECKS, *words)


def test_a_match_is_opened_with_sides(home: Home) -> None:
    told = home.ok(*new("--side", "red=ana", "--side", "blue=bo"))
    assert told.splitlines()[0].endswith("red (ana), blue (bo)")
    home.ok("log", "r1", "bo concede")
    shown = home.ok("show", "r1")
    assert "ana (red): ana" in shown
    assert "red wins" in shown
    position = home.json("show", "r1")
    assert position["sides"] == {"red": ["ana"], "blue": ["bo"]}
    assert (position["winners"], position["out"]) == (["red"], [])
    assert "ana, ana, for red" in " ".join(home.ok("explain", "r1", 1).split())
    assert "ana (red) with" in " ".join(home.ok("replay", "r1").split())
    assert "red wins" in home.ok("matches")
    exported = home.ok("export", "r1")
    assert 'side = "red"' in exported


def test_a_side_is_named_as_the_winner(home: Home) -> None:
    home.ok(*new("--side", "red=ana"))
    assert "red wins: agreed result" in home.ok("log", "r1", "ana agree-result red")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ana agree-result ana sharing=bo", "ana and bo win"),
        ("ana agree-result", "a draw"),
        ("ana agree-result unwon=all-lost", "everybody loses"),
        ("ana agree-result unwon=no-result", "no result"),
    ],
)
def test_a_match_that_nobody_won_alone_is_listed_by_what_it_came_to(
    home: Home, line: str, told: str
) -> None:
    home.ok(*new())
    home.ok("log", "r1", line)
    assert told in home.ok("show", "r1")
    assert home.ok("matches").splitlines()[-1].rstrip(" |").endswith(told)
    (row,) = home.json("matches")["matches"]
    assert (row["over"], row["contest"]) == ("agreed result", "")


def test_a_side_is_named_at_the_table(home: Home) -> None:
    home.ok(*new("--side", "red=ana"))
    typed = "jo time-called red\ny\n"
    assert "red wins: time called" in home.ok("table", "r1", "--plain", input=typed)
    home.open("r2")
    told = home.ok("table", "r2", "--plain", input="jo time-called\n", status=3)
    assert "not logged: jo time-called" in told


def test_a_seat_without_a_side_is_told_by_its_name(home: Home) -> None:
    assert home.ok(*new("--side", "red=ana")).splitlines()[0].endswith("red (ana), bo")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--side", "red=ana,cy"), "no seat cy (seats are ana, bo)"),
        (("--side", "red=ana", "--side", "blue=ana"), "ana already plays for red"),
        (("--side", "red"), "expected name=value"),
        (("--side", "Red=ana"), "--side Red: expected a name of small letters"),
    ],
)
def test_sides_are_made_of_seats(
    home: Home,
    words: tuple[str, ...],
    told: str,
) -> None:
    assert told in home.error(*new(*words))


def test_a_game_refuses_sides_that_it_does_not_have(home: Home) -> None:
    assert "WV-1.2" in home.ok(*new("--side", "red=ana,bo"), status=3)
    assert "WV-1.2: both play for red" in home.error(
        "simulate", "wondervale", "-n", 1, "--side", "red=ana,bo", status=3
    )


def test_where_nothing_is_agreed_no_option_is_taken(home: Home) -> None:
    for words in (new("--option", "points=75"), ("simulate", "wondervale", "--option", "a=b")):
        assert "REF-1.2" in home.error(*words, status=3)
    assert "Agreed before" not in home.ok("rules", "wondervale")


@pytest.mark.usefixtures("agreeing")
def test_an_opening_pins_all_that_is_agreed(home: Home) -> None:
    home.ok(*new("--option", "points=60"))
    (entry,) = home.json("replay", "r1")["entries"]
    assert entry["event"]["options"] == {"length": "short", "points": "60"}
    told = home.error(*new("--option", "length=endless"), status=3)
    assert "length cannot be endless" in told
    assert "one of short, long" in told


@pytest.mark.usefixtures("agreeing")
def test_a_rulebook_lists_what_is_agreed(home: Home) -> None:
    told = home.ok("rules", "wondervale")
    assert "length: short; or long" in told
    assert "points: 75; or 100, any other" in told
    assert home.json("rules", "wondervale")["agreed"]["points"] == ["75", "100", "*"]


def test_a_simulation_has_as_many_players_as_the_game_takes(home: Home) -> None:
    assert "takes 2" in home.error("simulate", "wondervale", "--players", 3)
    one = home.json("simulate", "wondervale", "-n", 2, "--players", 2)
    assert one["winners"] == home.json("simulate", "wondervale", "-n", 2)["winners"]
    six = home.json("simulate", "legacy_of_conflict", "-n", 2, "--players", 6)
    assert six["matches"] == 2
    assert "takes 2 to 8" in home.error("simulate", "legacy_of_conflict", "--players", 9)


@pytest.mark.parametrize("game", ["tower_wizwar"])
def test_seats_that_cannot_play_each_for_itself_are_simulated_in_two_sides(home: Home, game: str):
    told = home.json("simulate", game, "-n", 1, "--players", 4)
    assert set(told["winners"]) <= {"odd", "even", "draw"}


def test_there_are_seats_for_every_game() -> None:
    assert len(set(SEATS)) == 16
    assert all(game_of(game).players[1] <= len(SEATS) for game in game_ids())


def test_random_matches_are_won_by_sides(home: Home) -> None:
    sides = ("--side", "red=ana", "--side", "blue=bo")
    found = home.json("simulate", "wondervale", "-n", 3, *sides)
    assert found["winners"].keys() <= {"red", "blue", "draw"}
