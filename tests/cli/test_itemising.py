"""``explain`` of a thing in play: why its numbers are what they are."""

import pytest

from tests.cli.test_home import Home, home, widest

__all__ = ["home"]

DECKS = ("--seat", "ana=rai-wind", "--seat", "bo=ciel-fire")
PLAYED = (
    'ana resolve source="Spirit of Fortuitous Wind"; ana end',
    'bo activate "Liminal Guide"; bo activate "Liminal Guide"',
    'bo attack "Liminal Guide.2" ana; bo attack "Liminal Guide.1" ana; bo end',
)


@pytest.fixture
def table(home: Home) -> Home:
    """A match in which a champion was struck twice."""
    home.ok("new", "g1", "--game", "grand_archive", *DECKS, "--judge", "lena=head")
    for line in PLAYED:
        home.ok("log", "g1", line)
    return home


@pytest.mark.rule("GA-25.13")
def test_the_life_of_a_champion_is_told_with_the_entries_that_struck_it(table: Home) -> None:
    found = table.json("explain", "g1", "ana")
    assert (found["schema"], found["thing"]) == ("referee/explain-thing/1", "ana.champion")
    life = next(each for each in found["numbers"] if each["what"] == "life left")
    assert life["total"] == 13
    terms = [(p["label"], p["value"], p["rule"], p["entry"]) for p in life["parts"]]
    assert terms == [
        ("Spirit of Fortuitous Wind", 15, "GA-2.32", 1),
        ("Liminal Guide, attack", -1, "GA-17.42", 7),
        ("Liminal Guide, attack", -1, "GA-17.42", 8),
    ]
    assert {"GA-2.32", "GA-17.42"} <= {each["id"] for each in found["rules"]}


def test_a_repair_of_damage_is_a_term_of_its_own(table: Home) -> None:
    table.ok("log", "g1", "lena adjust damage:ana:6")
    found = table.json("explain", "g1", "ana.champion")["numbers"][0]
    assert (found["what"], found["total"]) == ("life left", 9)
    assert found["parts"][-1] == {
        "label": "a judge's repair",
        "value": -4,
        "rule": "REF-3.5",
        "entry": 9,
    }


def test_an_object_has_its_power_and_life_and_the_counters_on_it(table: Home) -> None:
    table.ok("log", "g1", 'lena adjust counter:"Liminal Guide.1/buff":2')
    told = table.ok("explain", "g1", "Liminal Guide.1")
    assert "power: 3" in told
    assert "GA-19.2, entry 9" in told


def test_it_fits_the_screen(table: Home) -> None:
    told = table.ok("explain", "g1", "ana")
    assert widest(told) <= 80
    assert "life left: 13" in told
    assert "Liminal Guide, attack" in told


def test_what_is_not_there_is_a_clear_error(table: Home) -> None:
    assert "nothing is called Nobody" in table.error("explain", "g1", "Nobody")
    assert "one of Liminal Guide.1, Liminal Guide.2" in table.error(
        "explain", "g1", "Liminal Guide"
    )


def test_in_any_game_the_damage_dealt_to_a_thing_is_told(home: Home) -> None:
    home.play()
    found = home.json("explain", "r1", "ana")
    assert found["numbers"] == []
    assert "no number of it is kept" in home.ok("explain", "r1", "ana")
