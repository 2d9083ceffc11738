"""What the types of cards are in play (GA-14)."""

import pytest

from referee.fact import CardMoved
from referee.games.grand_archive.facts import Fizzled, ObjectLeft
from referee.games.grand_archive.values import power_of
from referee.verdict import Incomplete
from tests.games.grand_archive.table import opened, turn

SHAPING = """
[[cards]]
name = "Alive"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.thing = { what = { is = "item" } }
steps = [
    { do = "grant", thing = "thing", word = "ally", until = "game" },
    { do = "set", thing = "thing", what = "power", amount = 2, until = "game" },
    { do = "modify", thing = "thing", what = "power", change = 1, until = "game" },
    { do = "set", thing = "thing", what = "life", amount = 2, until = "game" },
]
[[cards]]
name = "Recall"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.thing = { what = { is = "regalia" } }
steps = [{ do = "return", thing = "thing", to = "hand" }]
[[cards]]
name = "Stop"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.item = { what = "pending" }
steps = [{ do = "negate", item = "item" }]
[[cards]]
name = "Blast"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.thing = { what = { not = "champion" } }
steps = [{ do = "destroy", thing = "thing" }]
[[cards]]
name = "Helper"
types = ["ally"]
reserve = 1
power = 0
life = 2
keywords = ["wield"]
[[cards]]
name = "Wing"
types = ["weapon"]
supertypes = ["regalia"]
subtypes = ["aetherwing"]
memory = 0
power = 1
durability = 2
deck = "material"
"""


@pytest.mark.rule("GA-14.1")
@pytest.mark.rule("GA-17.2")
def test_ga_14_1_an_ally_attacks_in_the_turn_in_which_it_came() -> None:
    match = turn().hold("ana", "A1")
    match.play("ana activate A1; ana resolve")
    assert not match.thing("A1.1").rested
    match.play("ana attack A1 bo damage=1")


@pytest.mark.rule("GA-14.2")
@pytest.mark.rule("GA-14.3")
def test_ga_14_2_an_ally_with_lethal_damage_is_destroyed() -> None:
    match = turn()
    mine, other = match.put("ana", "A2"), match.put("bo", "A2")
    match.play(f"ana attack {mine} {other} damage=2")
    assert match.one(ObjectLeft).how == "died"


@pytest.mark.rule("GA-14.3")
def test_ga_14_3_it_goes_to_its_owners_graveyard() -> None:
    match = turn()
    match.put("ana", "A2", controller="bo", damage=2)
    match.play("ana tally")
    assert match.ga.zones.piles["ana.graveyard"] == ["A2"]


@pytest.mark.rule("GA-14.4")
def test_ga_14_4_an_action_goes_to_the_graveyard_when_it_is_done() -> None:
    match = turn().hold("ana", "Bolt1").play("ana activate Bolt1; ana resolve")
    assert match.one(CardMoved).rule == "GA-11.8"
    assert match.ga.zones.piles["ana.graveyard"] == ["Bolt1"]


def test_ga_14_5_an_attack_card_rests_the_champion() -> None:
    match = turn().hold("ana", "Cut2", "Cut2").play("ana activate Cut2 target=bo damage=2")
    match.refuse("ana activate Cut2", "GA-14.5", since=2)


def test_ga_14_6_an_attack_card_that_resolves_is_declared() -> None:
    match = turn().hold("ana", "Cut2")
    match.put("bo", "A1")
    match.play("ana activate Cut2")
    match.refuse("ana end", "GA-14.6", since=2)
    match.refuse("ana attack ana.champion ana", "GA-17.6")
    match._log("ana attack ana.champion")
    assert isinstance(match.verdict, Incomplete)
    match.play("ana resolve target=A1.1; ana end")


def test_ga_17_5_an_attack_card_is_not_said_to_attack_who_is_not_there() -> None:
    match = opened()
    match.refuse("ana activate Cut2 target=bo", "GA-17.5")
    match.play("ana activate Cut2; ana end")
    assert match.size("ana", "graveyard") == 1


@pytest.mark.rule("GA-14.7")
def test_ga_14_7_without_anything_to_attack_it_fizzles() -> None:
    match = turn().hold("ana", "Cut2").play("ana activate Cut2")
    match.t.state.changes.begun += 0
    match.champion("bo").marks.append("stealth")
    match.play("ana resolve")
    assert match.one(Fizzled).rule == "GA-14.7"
    assert match.champion("ana").rested
    assert match.ga.zones.piles["ana.graveyard"] == ["Cut2"]


@pytest.mark.rule("GA-14.8")
def test_ga_14_8_a_negated_attack_card_leaves_the_champion_rested() -> None:
    match = turn(extra=SHAPING).hold("ana", "Cut2").hold("bo", "Stop")
    match.play("ana activate Cut2; bo activate Stop Cut2; bo resolve")
    assert match.champion("ana").rested and match.champion("bo").damage == 0
    assert match.ga.zones.piles["ana.graveyard"] == ["Cut2"]


@pytest.mark.rule("GA-14.10")
def test_ga_14_10_a_weapon_has_as_many_counters_as_it_says_and_may_have_more() -> None:
    match = turn()
    blade = match.put("ana", "Blade1")
    assert match.thing(blade).counters == {"durability": 2}
    match.thing(blade).counters["durability"] = 5
    match.play("ana attack ana.champion bo uses=Blade1 damage=2")
    assert match.thing(blade).counters == {"durability": 4}


def test_ga_14_11_an_ally_uses_no_weapon_without_an_effect_of_r26() -> None:
    match = turn(extra=SHAPING)
    match.put("ana", "A3")
    match.put("ana", "Helper")
    match.put("ana", "Blade1")
    match.refuse("ana attack A3 bo uses=Blade1", "GA-14.11")
    match.refuse("ana attack Helper bo uses=Blade1", "GA-14.11")
    new = turn(extra=SHAPING, edition="R26")
    new.put("ana", "A3")
    new.put("ana", "Helper")
    new.put("ana", "Blade1")
    new.refuse("ana attack A3 bo uses=Blade1", "GA-14.11")
    new.play("ana attack Helper bo uses=Blade1 damage=2")


@pytest.mark.rule("GA-14.12")
def test_ga_14_12_a_worn_out_regalia_is_banished() -> None:
    match = turn()
    match.put("ana", "Blade1", counters={"durability": 1})
    match.play("ana attack ana.champion bo uses=Blade1 damage=2")
    assert match.one(ObjectLeft).how == "destroyed"
    assert match.ga.zones.piles["ana.banishment"] == ["Blade1"]


@pytest.mark.rule("GA-14.13")
def test_ga_14_13_a_phantasia_stays_until_it_is_destroyed() -> None:
    match = turn(extra=SHAPING).hold("ana", "Mist2", "Blast")
    match.play("ana activate Mist2; ana resolve")
    assert match.thing("Mist2.1").place == "field"
    match.play("ana activate Blast Mist2.1; ana resolve")
    assert match.one(ObjectLeft).how == "destroyed"
    assert sorted(match.ga.zones.piles["ana.graveyard"]) == ["Blast", "Mist2"]


@pytest.mark.rule("GA-14.14")
def test_ga_14_14_a_siegeable_domain_loses_durability_by_damage() -> None:
    match = turn()
    mine, hill = match.put("ana", "A2"), match.put("bo", "Hill3")
    match.play(f"ana attack {mine} {hill} damage=2")
    assert match.thing(hill).counters == {"durability": 1} and match.thing(hill).damage == 0
    other = match.put("ana", "A1")
    match.play(f"ana attack {other} {hill} damage=1")
    assert match.one(ObjectLeft).how == "destroyed"


@pytest.mark.parametrize(("edition", "loads"), [("R25", False), ("R26", True)])
def test_ga_14_15_what_is_not_loaded_is_not_used(edition: str, loads: bool) -> None:
    match = turn(extra=SHAPING, edition=edition)
    match.put("ana", "Wing")
    if loads:
        match.refuse("ana attack ana.champion bo uses=Wing", "GA-14.15")
    else:
        match.play("ana attack ana.champion bo uses=Wing damage=1")


@pytest.mark.rule("GA-14.17")
def test_ga_14_17_regalia_are_banished_or_enter_the_material_deck() -> None:
    match = turn(extra=SHAPING).hold("ana", "Recall", "Blast")
    match.put("ana", "Ring0")
    match.put("ana", "Ring1")
    before = match.size("ana", "material")
    match.play("ana activate Recall Ring0.1; ana resolve; ana activate Blast Ring1.1; ana resolve")
    assert match.size("ana", "material") == before + 1
    assert match.ga.zones.piles["ana.banishment"] == ["Ring1"]


@pytest.mark.rule("GA-14.18")
@pytest.mark.rule("GA-14.19")
def test_ga_14_18_an_added_type_takes_nothing_and_the_stricter_rule_is_used() -> None:
    match = turn(extra=SHAPING).hold("ana", "Alive")
    ring, other = match.put("ana", "Ring0"), match.put("bo", "A3")
    match.refuse(f"ana attack {ring} bo", "GA-17.1")
    match.play(f"ana activate Alive {ring}; ana resolve; ana attack {ring} {other}")
    match.play(f"bo retaliate {other}; ana damage 3")
    assert match.ga.zones.piles["ana.banishment"] == ["Ring0"]
    left = match.all(ObjectLeft)
    assert {(each.card, each.how) for each in left} == {("Ring0", "destroyed"), ("A3", "died")}


@pytest.mark.rule("GA-14.19")
def test_ga_14_19_a_stat_that_is_set_is_there() -> None:
    match = turn(extra=SHAPING).hold("ana", "Alive")
    lamp = match.put("ana", "Lamp1")
    assert power_of(match.t, match.thing(lamp)) is None
    match.play(f"ana activate Alive {lamp}; ana resolve")
    assert power_of(match.t, match.thing(lamp)) == 3
