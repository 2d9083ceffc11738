"""What cards cost by their own texts, and conditions of texts (GA-8.9, 13, 16)."""

import pytest

from tests.games.grand_archive.table import turn

OWN = """
[[cards]]
name = "Thrift"
types = ["action"]
reserve = 3
speed = "slow"
classes = ["mage"]
[[cards.effects]]
name = "cheap"
when = "always"
if = { ask = "class bonus" }
change = [{ on = "self", layer = "add", what = "activate", amount = -2 }]
[[cards.effects]]
name = "draws"
when = "played"
steps = [{ do = "draw" }]

[[cards]]
name = "Sore"
types = ["action"]
reserve = 3
speed = "slow"
[[cards.effects]]
name = "cheap"
when = "always"
if = { ask = "champion damage", least = 10 }
change = [{ on = "self", layer = "set", what = "activate", amount = 1 }]
[[cards.effects]]
name = "draws"
when = "played"
steps = [{ do = "draw" }]

[[cards]]
name = "Kin"
types = ["action"]
reserve = 2
speed = "slow"
[[cards.effects]]
name = "cheap"
when = "always"
if = { count = { is = "champion", of = "you", named = "Kai" } }
[[cards.effects.change]]
on = "self"
layer = "add"
what = "activate"
amount = { count = { is = "ally", of = "you" }, times = -1 }
[[cards.effects]]
name = "draws"
when = "played"
steps = [{ do = "draw" }]
"""


@pytest.mark.rule("GA-8.9")
def test_ga_8_9_a_card_in_hand_costs_less_by_its_own_text_while_its_condition_holds() -> None:
    m = turn(extra=OWN).hold("ana", "Thrift", "Thrift")
    m.play("ana activate Thrift")
    assert m.size("ana", "memory") == 2 + 3
    m = turn(extra=OWN).hold("ana", "Thrift").level("ana", "Kai, One")
    m.play("ana activate Thrift")
    assert m.size("ana", "memory") == 2 + 1


def test_ga_8_9_what_was_said_to_be_reserved_agrees_with_the_cards_own_text() -> None:
    m = turn(extra=OWN).hold("ana", "Sore")
    m.champion("ana").damage = 10
    m.refuse("ana activate Sore reserved=3", "GA-8.9")
    m.play("ana activate Sore reserved=1")


@pytest.mark.rule("GA-13.7")
def test_ga_13_7_a_text_may_ask_for_a_champion_of_a_name_and_count_what_lies_there() -> None:
    m = turn(extra=OWN).hold("ana", "Kin").level("ana", "Kai, One")
    m.put("ana", "A1")
    m.play("ana activate Kin")
    assert m.size("ana", "memory") == 2 + 1
