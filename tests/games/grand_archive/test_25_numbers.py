"""The numbers that a text may ask for, and the words for what an object has met with."""

from typing import Any

import pytest

from tests.games.grand_archive.table import Match, turn


def gauge(asked: str) -> str:
    """A free action that puts as many gem counters onto the champion as a number says, an ally of
    one suit and another."""
    return f"""
[[cards]]
name = "Gauge"
types = ["action"]
subtypes = ["spell"]
classes = ["mage"]
element = "fire"
elements = ["fire"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{{ do = "counter", kind = "gem", thing = "champion", change = {asked} }}]

[[cards]]
name = "Page"
types = ["ally"]
subtypes = ["suited"]
reserve = 2
power = 1
life = 1

[[cards]]
name = "Knave"
types = ["ally"]
subtypes = ["suited"]
reserve = 3
power = 1
life = 1
"""


def measured(asked: str, edition: str = "R25", **more: Any) -> int:
    """What a number comes to at this table as the card resolves."""
    match = turn(extra=gauge(asked), edition=edition, **more).level("ana", "Kai, One")
    match.champion("ana").damage = 4
    match.champion("ana").counters |= {"level": 2, "enlighten": 1}
    match.champion("bo").damage = 6
    for name in ("Page", "Page", "Knave"):
        match.put("ana", name)
    match.lay("ana", "graveyard", "A1", "A2", "Gauge").lay("bo", "graveyard", "A1")
    match.lay("ana", "banishment", "A4", "A2", "A4", "Ring1", "Gauge")
    match.side("ana").omens = ["A4", "A2", "A4"]
    match.unseen("bo", "memory", 3)
    match.hold("ana", "Gauge").play("ana activate Gauge; ana resolve")
    gems: int = match.champion("ana").counters.get("gem", 0)
    return gems


NUMBERS = {
    "omens": 3,
    "omen cost": 4 + 2 + 4,
    "omen least": 2,
    "omen kinds": 2,
    "namesakes gone": 2,
    "shown cost": 0,
    "suited cost": 2 + 2 + 3,
    "suited kinds": 2,
    "own main phase": 1,
    "even level counters": 1,
    "own turn": 1,
    "own end phase": 0,
    "recollection phase of another": 0,
    "level": 1 + 2,
    "hand": 7,
    "memory": 2,
    "influence": 9,
    "deck": 51,
    "graveyard": 3,
    "banishment": 5,
    "class bonus": 1,
    "element bonus": 1,
    "damage": 4,
    "champion damage": 4,
    "activated": 1,
    "level counters": 2,
    "charge": 0,
}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_text_asks_for_a_number_of_its_player(number: str) -> None:
    assert measured(f'{{ ask = "{number}" }}') == NUMBERS[number]


@pytest.mark.parametrize(
    ("number", "about", "found"),
    [
        ("life", "champion", 20),
        ("base level", "champion", 1),
        ("memory cost", "champion", 1),
        ("cost", "champion", 1),
        ("damage", "champion", 4),
        ("level counters", "champion", 2),
        ("power", "champion", 0),
        ("attack power", "champion", 0),
        ("reserve cost", "champion", 0),
        ("small 2", "champion", 0),
    ],
)
def test_a_text_asks_for_a_number_of_an_object(number: str, about: str, found: int) -> None:
    assert measured(f'{{ ask = "{number}", about = "{about}" }}') == found


@pytest.mark.parametrize(("number", "found"), [("level", 1 + 2 + 3), ("activated", 1)])
def test_ga_24_10_a_spell_that_is_empowered_reads_a_higher_level(number: str, found: int) -> None:
    match = turn(extra=gauge(f'{{ ask = "{number}" }}')).level("ana", "Kai, One")
    match.champion("ana").counters["level"] = 2
    match.side("ana").empower = 3
    match.hold("ana", "Gauge").play("ana activate Gauge; ana resolve")
    assert match.champion("ana").counters["gem"] == found


STATED = [
    ("rested", {"rested": True}, {}),
    ("awake", {}, {"rested": True}),
    ("damaged", {"damage": 1}, {}),
    ("damaged this turn", {"hurt": 5}, {"hurt": 4}),
    ("imbued", {"marks": ["imbued"]}, {"marks": ["prepared"]}),
    ("prepared", {"marks": ["prepared"]}, {"marks": ["brewed"]}),
    ("brewed", {"marks": ["brewed"]}, {"marks": ["fostered"]}),
    ("fostered", {"marks": ["fostered"]}, {"marks": ["distant"]}),
    ("distant", {"marks": ["distant"]}, {"marks": ["ephemeral"]}),
    ("ephemeral", {"marks": ["ephemeral"]}, {"marks": ["imbued"]}),
    ("empowered", {"empowered": 1}, {}),
    ("token", {"token": True}, {}),
]


@pytest.mark.parametrize(("word", "so", "otherwise"), STATED)
def test_a_word_says_what_an_object_has_met_with(
    word: str, so: dict[str, Any], otherwise: dict[str, Any]
) -> None:
    counted = f'{{ count = {{ is = ["ally", "{word}"], of = "you" }} }}'
    match = turn(extra=gauge(counted))
    match.put("ana", "A4", **so)
    match.put("ana", "A3", **otherwise)
    match.put("bo", "A4", **so)
    match.hold("ana", "Gauge").play("ana activate Gauge; ana resolve")
    assert match.champion("ana").counters == {"gem": 1}


@pytest.mark.parametrize(
    ("word", "seat", "found"), [("attacking", "you", 1), ("defending", "you", 0)]
)
def test_a_word_says_who_fights(word: str, seat: str, found: int) -> None:
    match: Match = turn(extra=gauge(f'{{ count = {{ is = "{word}", of = "{seat}" }} }}'))
    match.put("ana", "A4")
    match.put("bo", "A3")
    match.hold("ana", "Gauge").play("ana attack A4 A3; ana activate Gauge; ana resolve")
    assert match.champion("ana").counters.get("gem", 0) == found
