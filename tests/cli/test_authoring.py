"""For authors of catalogs: faults with their places, effects read back, examples, coverage."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_home import Home, home
from tests.cli.toybox import brought_in

__all__ = ["home"]

HEAD = 'game = "toy"\nname = "few"\n'
RITE = """
[[cards]]
name = "Rite"
[[cards.effects]]
when = "played"
text = "Hurt a monster a little, then draw."
steps = [
    { do = "damage", monster = { is = "monster" }, amount = [1, 3] },
    { do = "draw" },
]
"""
SONG = '[[cards]]\nname = "Song"\neffects = [{ text = "Odd." }]\n'
CHANT = '[[cards]]\nname = "Chant"\neffects = [{ rest = true, steps = [{ do = "draw" }] }]\n'
ROCK = '[[cards]]\nname = "Rock"\n'
EXAMPLES = """
[[examples]]
card = "Rite"
table = "Ogre; Ogre"
legal = ["dam:ogre.1:3", "draw dam:ogre.2:1"]
illegal = ["dam:ogre.1:4", "dam:ogre.1:3 draw draw"]
"""


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with brought_in():
        yield


def file(home: Home, *parts: str) -> Path:
    found = home.folder / "few.toml"
    found.write_text(HEAD + "".join(parts))
    return found


# -- check -------------------------------------------------------------------------------------


def test_effects_are_read_back_beside_the_words_of_their_author(home: Home):
    told = home.ok("catalog", "check", file(home, RITE, SONG, EXAMPLES))
    assert "Rite\n  played: 1 to 3 damage to a monster; you draw 1\n    text: Hurt a m" in told
    assert "Song\n  used: a text alone\n    text: Odd.\n" in told
    assert "2 effects; 4 lines of examples tried" in told
    assert "faults" not in told
    assert "warnings" not in told


def test_a_fault_has_its_card_effect_step_and_the_nearest_word(home: Home):
    text = RITE.replace('"monster"', '"monsters"').replace('"played"', '"playd"')
    told = home.json("catalog", "check", file(home, text, SONG, EXAMPLES), status=2)
    assert told["faults"] == [
        "Rite, effect 1: nothing sets it off by playd; did you mean played?",
        "Rite, effect 1, step 1 (damage): nothing has the word monsters; did you mean monster?",
    ]
    assert told["examples"] == 0
    shown = home.ok("catalog", "check", file(home, text), status=2)
    assert "faults (2)\n  Rite, effect 1: nothing sets it off by playd" in shown


def test_faults_of_the_catalog_stand_beside_those_of_its_effects(home: Home):
    text = RITE.replace('"played"', '"playd"')
    told = home.json("catalog", "check", file(home, text, ROCK, ROCK), status=2)
    assert [fault[:13] for fault in told["faults"]] == ["Rock is there", "Rite, effect "]


def test_an_example_that_fails_is_a_fault_with_its_line(home: Home):
    wrong = EXAMPLES.replace("ogre.1:3", "ogre.1:9", 1)
    told = home.json("catalog", "check", file(home, RITE, wrong), status=2)
    assert told["faults"] == [
        "Rite, example 'dam:ogre.1:9': expected to be legal, and is illegal TY-1.1: "
        "Rite: at most 3 damage, logged 9 (outcome 1)"
    ]


@pytest.mark.parametrize(
    ("example", "says"),
    [
        ('card = "Riet"\ntable = ""', "examples: no card is named Riet; did you mean Rite?"),
        (
            'card = "Rite"\ntable = "Ogrr"\nlegal = ["draw"]',
            "Rite, table 'Ogrr': nothing is named Ogrr",
        ),
        ('card = "Rite"\neffect = "b"\ntable = ""', "Rite: an example, and no effect named b"),
        (
            'card = "Rite"\ntable = ""\nlegl = []',
            "Object contains unknown field `legl` - at `$.examples[0]` (few); did you mean legal?",
        ),
    ],
)
def test_an_example_that_cannot_be_tried_is_a_fault(home: Home, example: str, says: str):
    told = home.json("catalog", "check", file(home, RITE, f"[[examples]]\n{example}\n"), status=2)
    assert told["faults"] == [says]


def test_an_effect_without_examples_is_a_warning(home: Home):
    told = home.json("catalog", "check", file(home, RITE, SONG))
    assert told["warnings"] == [
        "Rite: no example of a line that is legal",
        "Rite: no example of a line that is illegal",
    ]
    assert "warnings (2)\n  Rite: no example" in home.ok("catalog", "check", file(home, RITE))


def test_examples_change_nothing_of_what_a_match_pins(home: Home):
    with_them = home.json("catalog", "check", file(home, RITE, EXAMPLES))
    assert with_them["hash"] == home.json("catalog", "check", file(home, RITE))["hash"]
    added = home.json("catalog", "add", file(home, RITE, EXAMPLES))
    assert added["hash"] == with_them["hash"]
    assert "examples" not in home.json("catalog", "show", added["hash"])["catalog"]


def test_a_game_without_effects_has_no_examples(home: Home):
    text = 'game = "lanterns"\nname = "x"\n[[lanterns]]\nname = "Glow"\nbright = 1\n'
    found = home.folder / "glow.toml"
    found.write_text(text)
    assert home.json("catalog", "check", found)["effects"] == []
    found.write_text(text + EXAMPLES)
    told = home.json("catalog", "check", found, status=2)
    assert told["faults"] == ["examples: Lanterns has no effects that they could be of"]


# -- coverage ----------------------------------------------------------------------------------


def test_coverage_counts_cards_and_effects(home: Home):
    told = home.json("catalog", "coverage", file(home, RITE, SONG, CHANT, ROCK))
    assert [told[how] for how in ("told", "part", "alone", "plain")] == [1, 1, 1, 1]
    assert told["effects"] == {"told": 1, "alone": 1, "part": 1}
    assert told["cards"][1] == {"card": "Song", "copies": 1, "how": "alone"}
    shown = home.ok("catalog", "coverage", file(home, RITE, SONG, CHANT, ROCK))
    assert shown.startswith("few: 4 cards\n")
    assert "a text alone: Song\n" in shown


def test_coverage_of_a_deck_counts_its_copies(home: Home):
    deck = home.folder / "deck.toml"
    deck.write_text('game = "toy"\nname = "mine"\n[cards]\nRite = 3\nSong = 2\n')
    told = home.json("catalog", "coverage", file(home, RITE, SONG, ROCK), deck)
    assert (told["deck"], told["told"], told["alone"], told["plain"]) == ("mine", 3, 2, 0)
    deck.write_text('game = "toy"\nname = "mine"\n[cards]\nRiet = 3\n')
    error = home.error("catalog", "coverage", file(home, RITE), deck)
    assert "no card is named Riet (did you mean Rite?)" in error


def test_a_game_without_effects_says_so(home: Home):
    error = home.error("catalog", "coverage", "sample-lanterns")
    assert "Lanterns has no effects in its catalogs" in error
    assert json.loads(home.run("catalog", "coverage", "sample-lanterns", "--json").stderr)
