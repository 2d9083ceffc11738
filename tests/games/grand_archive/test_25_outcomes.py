"""Section 25a: what the outcomes of a text that nobody knows can be, and what none can do."""

import pytest

from tests.games.grand_archive.table import Match, opened, turn

CARDS = """
[[cards]]
name = "Tome"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
text = "it does something"

[[cards]]
name = "Maw"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
cost = [{ do = "sacrifice", thing = { is = "ally" } }]
steps = [{ do = "draw" }]
"""

ZAP = """
[[cards]]
name = "Zap"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims = { unit = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "unit", amount = 3 }]
"""


def asked(**more: str) -> Match:
    """Ana uses the Tome, of which nobody knows what it does."""
    match = turn(extra=CARDS, **more).level("ana", "Kai, One")
    match.put("ana", "Tome")
    match.put("ana", "A1")
    match.put("bo", "A2")
    return match.hold("ana", "A3", "Bolt1").play("ana ability Tome")


IMPOSSIBLE = [
    ("draw:-1", "GA-22.1", {"count": -1, "place": "hand"}),
    ("draw:1:ana:graveyard", "GA-22.1", {"count": 1, "place": "graveyard"}),
    ("glimpse:2:3", "GA-22.5", {"count": 2, "bottom": 3}),
    ("glimpse:-1", "GA-22.5", {"count": -1}),
    ("random:0", "GA-22.8", {"number": 0}),
    ("random:7:6", "GA-22.8", {"number": 7}),
    ("name:Imp", "GA-23.10", {"card": "Imp"}),
    ("name:Zork", "GA-23.10", {"card": "Zork"}),
    ("gather:A1", "GA-22.10", {"card": "A1"}),
    ("generate:Zork", "GA-2.11", {"card": "Zork"}),
    ("mill:Zork", "GA-2.11", {"card": "Zork"}),
    ("mill:Pact", "GA-25.7", {"card": "Pact", "have": 0, "place": "deck"}),
    ("scavenge:Pact:1:ally", "GA-25.7", {"card": "Pact", "have": 0, "place": "deck"}),
    ("scavenge:A1+A2:1:ally", "GA-1.6", {"due": 1, "logged": 2}),
    ("reveal:Pact", "GA-25.7", {"card": "Pact", "have": 0, "place": "hand"}),
    ("reveal:Pact:deck", "GA-25.7", {"card": "Pact", "have": 0, "place": "deck"}),
    ("pass:99", "GA-25.7", {"have": 9, "asked": 99, "place": "hand"}),
    ("reserve:99", "GA-22.10", {"have": 9, "asked": 99, "place": "hand"}),
    ("pay:99", "GA-9.1", {"have": 9, "asked": 99, "place": "hand"}),
    ("look:99", "GA-11.5", {"have": 9, "where": "hand"}),
    ("look:1:graveyard", "GA-11.5", {"have": 0, "where": "graveyard"}),
    ("fetch:Bolt1:deck:field", "GA-5.24", {"card": "Bolt1"}),
    ("level:A1", "GA-15.6", {"card": "A1"}),
    ("level:Ring0", "GA-15.6", {"card": "Ring0"}),
    ("play:Fire:material:materialize", "GA-15.4", {"card": "Fire"}),
    ("play:Bolt1:hand:materialize", "GA-16.22", {"card": "Bolt1"}),
    ('play:"Kai, Two":material:activate', "GA-16.22", {"card": "Kai, Two"}),
    ('play:"Kai, Three"', "GA-9.15", {"card": "Kai, Three", "due": 3, "have": 2}),
    ("damage:Fire.1:1", "GA-11.5", {"thing": "Fire.1"}),
    ("destroy:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("mastery:A1", "GA-11.5", {"name": "A1"}),
    ("sacrifice:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("banish-object:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("suppress:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("return:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("rest:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("wake:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("transform:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("control:Fire.1:bo", "GA-11.5", {"thing": "Fire.1"}),
    ("link:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("counter:buff:1:Fire.1", "GA-11.5", {"thing": "Fire.1"}),
    ("counter:buff:-1:A1", "GA-11.5", {"thing": "A1.1", "have": 0, "kind": "buff"}),
    ("counter:damage:1:A1", "GA-11.5", {"kind": "damage"}),
    ("recover:-1", "GA-11.5", {"amount": -1}),
    ("summon:A1", "GA-11.5", {"name": "A1"}),
    ("redirect:A1", "GA-11.5", {}),
    ("begin:other", "GA-11.5", {"effect": "other"}),
    ("negate:A1.1", "GA-11.5", {"item": "A1.1"}),
    ("copy:Fire.1", "GA-11.5", {"item": "Fire.1"}),
    ("control:A2:zoe", "GA-11.5", {"logged": "zoe"}),
]


@pytest.mark.parametrize(("done", "rule", "compared"), IMPOSSIBLE)
def test_ga_25_7_what_no_text_can_do(done: str, rule: str, compared: dict[str, int | str]):
    asked().refuse(f"ana resolve {done}", rule, **compared)


@pytest.mark.parametrize(
    ("done", "rule"),
    [
        ("delevel:bo", "GA-11.5"),
        ('level:"Kai, One":bo', "GA-15.8"),
        ("fetch:A1:deck:lineage", "GA-11.5"),
    ],
)
def test_ga_15_8_nothing_is_done_to_a_champion_that_is_yet_to_come(done: str, rule: str):
    match = opened(extra=CARDS)
    match.put("bo", "Tome")
    match.play("bo ability Tome").refuse(f"bo resolve {done}", rule, seat="bo")


def test_ga_17_73_an_attack_with_cleave_is_not_redirected():
    cleaver = '[[cards]]\nname = "Reaper"\ntypes = ["ally"]\nreserve = 0\npower = 1\nlife = 1\n'
    match = turn(extra=CARDS + cleaver + 'keywords = ["cleave"]\n', edition="R26")
    for name in ("Reaper", "Tome"):
        match.put("ana", name)
    match.put("bo", "A2")
    match.put("bo", "Shade2")
    match.play("ana attack Reaper bo; ana ability Tome")
    match.refuse("ana resolve redirect:A2", "GA-17.15", thing="A2.1", since=2)
    match.refuse("ana resolve redirect:Shade2", "GA-17.73", since=2)


def test_ga_17_10_what_is_said_to_be_replaced_is_what_is_attacked():
    match = turn(extra=CARDS)
    for seat, name in (("ana", "A1"), ("ana", "Tome"), ("bo", "A2"), ("bo", "A3")):
        match.put(seat, name)
    match.play("ana attack A1 A2; ana ability Tome")
    match.refuse("ana resolve redirect:bo.champion::A3.1", "GA-17.10", thing="A3.1")
    match.ga.waiting.stack[0].targets = ["A2.1", "A3.1"]
    match.play("ana resolve redirect:bo.champion::A3.1")
    assert match.ga.waiting.stack[0].targets == ["bo.champion", "A2.1"]


def test_ga_8_7_only_an_aim_is_replaced_and_only_by_what_fits() -> None:
    match = turn(extra=CARDS + ZAP).hold("ana", "Zap")
    for seat, name in (("ana", "Tome"), ("bo", "A2"), ("bo", "A3")):
        match.put(seat, name)
    match.play("ana activate Zap A2 hold=yes; ana ability Tome")
    match.refuse("ana resolve redirect:A3:Zap.1:bo.champion", "GA-8.7", thing="bo.champion")
    match.refuse("ana resolve redirect:bo.champion:Zap.1:A2", "GA-8.7", instead="A2.1")
    match.play("ana resolve redirect:A3:Zap.1:A2; ana resolve")
    assert "A3.1" not in match.ga.zones.things


def test_ga_21_4_only_ones_own_is_sacrificed_to_pay():
    match = turn(extra=CARDS)
    for seat, name in (("ana", "Maw"), ("ana", "A1"), ("bo", "A2")):
        match.put(seat, name)
    match.refuse("ana ability Maw pays=sacrifice:A2", "GA-21.4", thing="A2.1", seat="ana")
    match.play("ana ability Maw pays=sacrifice:A1")
    assert "A1.1" not in match.ga.zones.things


def test_ga_25_7_an_empty_place_holds_no_card() -> None:
    refused = asked().refuse("ana resolve reveal:A1:facedown", "GA-25.7", have=0, seat="ana")
    assert refused.message == "ana's facedown holds 0 cards"


def test_an_attack_goes_on_no_card_of_a_lineage() -> None:
    match = turn(extra=CARDS).level("ana", "Kai, One")
    for seat, name in (("ana", "A1"), ("ana", "Tome"), ("bo", "A2")):
        match.put(seat, name)
    match.play("ana attack A1 A2; ana ability Tome")
    match.refuse("ana resolve redirect:Fire.1", "GA-11.5", thing="Fire.1")


def test_ga_15_34_the_only_card_of_a_lineage_stays_where_that_is_the_reading() -> None:
    match = turn(extra=CARDS, choices={"GA-I 7": "refused"})
    match.put("ana", "Tome")
    match.play("ana ability Tome").refuse("ana resolve delevel", "GA-15.34", card="Fire")
