"""The windows of a combat, one by one, and what its facts say (GA-17.30 to 17.60)."""

import pytest

from referee.fact import DamageDealt
from referee.games.grand_archive.facts import CombatEnded, Fizzled, StrikeReckoned
from referee.games.grand_archive.words import WORDS
from tests.games.grand_archive.table import Match, turn

ATTACKER = """
[[cards]]
name = "Scout"
types = ["ally"]
reserve = 1
power = 2
life = 3
[[cards.effects]]
when = "on attack"
steps = [{ do = "draw", count = 1 }]
[[cards]]
name = "Zap"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.struck = { what = { is = "ally" } }
steps = [{ do = "destroy", thing = "struck" }]
[[cards]]
name = "Blunt"
types = ["weapon"]
supertypes = ["regalia"]
memory = 0
power = 0
durability = 2
deck = "material"
[[cards]]
name = "Flip"
types = ["ally"]
reserve = 1
power = 1
life = 3
[cards.back]
name = "Flop"
types = ["ally"]
power = 4
life = 4
deck = "none"
[[cards]]
name = "Turn"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.thing = { what = { is = "ally" } }
steps = [{ do = "transform", thing = "thing" }]
"""


def fight(**more: object) -> Match:
    """ana's Scout attacks an ally of bo's, and has triggered."""
    match = turn(extra=ATTACKER, **more).hold("bo", "Zap")  # type: ignore[arg-type]
    match.put("ana", "Scout")
    match.put("bo", "A2")
    return match.play("ana attack Scout A2")


@pytest.mark.rule("GA-17.30")
def test_ga_17_30_what_the_attack_triggers_is_answered_first() -> None:
    match = fight()
    kinds = [type(each).__name__ for each in match.ga.waiting.stack]
    assert kinds == ["Combat", "Triggered"]
    match.play("bo activate Zap Scout.1; bo resolve; ana resolve")
    assert [type(each).__name__ for each in match.ga.waiting.stack] == ["Combat"]


@pytest.mark.rule("GA-17.31")
def test_ga_17_31_before_retaliation_both_may_act() -> None:
    match = fight().play("ana resolve").hold("ana", "Zap")
    match.play("ana activate Zap A2.1; ana resolve")
    match.refuse("bo retaliate A2.1", "GA-17.32")


@pytest.mark.rule("GA-17.40")
def test_ga_17_40_before_damage_both_may_act_and_nobody_retaliates_any_more() -> None:
    match = fight().play("ana step damage")
    match.refuse("bo retaliate A2.1", "GA-17.32", since=3)
    match.play("bo activate Zap Scout.1; bo resolve; ana end")
    assert match.thing("A2.1").damage == 0


@pytest.mark.rule("GA-17.42")
def test_ga_17_42_both_sides_strike_in_one_moment() -> None:
    match = fight().play("bo retaliate A2.1; ana damage 2")
    dealt = [(each.source, each.amount) for each in match.all(DamageDealt)]
    assert dealt == [("Scout", 2), ("A2", 2)]
    assert "A2.1" not in match.ga.zones.things and match.thing("Scout.1").damage == 2


@pytest.mark.rule("GA-17.43")
@pytest.mark.rule("GA-17.44")
def test_ga_17_44_the_attacker_is_the_only_source_of_the_sum() -> None:
    match = turn().hold("ana", "Slash3")
    match.put("ana", "Blade1")
    match.play("ana activate Slash3 target=bo uses=Blade1 damage=5")
    dealt = match.one(DamageDealt)
    assert (dealt.source, dealt.amount) == ("Fire", 5)


@pytest.mark.rule("GA-17.46")
def test_ga_17_46_a_retaliator_that_has_left_deals_nothing() -> None:
    match = fight().hold("ana", "Zap").play("bo retaliate A2.1; ana activate Zap A2.1")
    match.play("ana resolve; ana resolve")
    assert match.all(StrikeReckoned) == [] and match.thing("Scout.1").damage == 0


def test_ga_17_41_the_order_may_be_said_before_the_damage() -> None:
    match = turn().hold("ana", "Sweep4")
    match.put("bo", "A1")
    match.put("bo", "A3")
    match.play("ana activate Sweep4; ana attack ana.champion bo; bo retaliate A1.1 A3.1")
    match.refuse("bo order A3.1 A1.1", "GA-17.41")
    match.play("ana order A3.1 A1.1; ana damage")
    assert [f.thing for f in match.all(StrikeReckoned)][-2:] == ["A3.1", "A1.1"]


@pytest.mark.rule("GA-17.60")
def test_ga_17_60_a_combat_ends_though_everybody_is_gone() -> None:
    match = fight().hold("bo", "Zap").play("bo activate Zap Scout.1; bo activate Zap A2.1")
    match.play("ana end")
    assert match.one(CombatEnded).how == "without a target"


@pytest.mark.rule("GA-17.70")
def test_ga_17_70_a_defender_that_is_no_target_any_more_is_spared() -> None:
    match = fight().play("ana resolve")
    match.thing("A2.1").marks.append("stealth")
    match.play("ana tally; ana resolve; ana resolve")
    assert match.thing("A2.1").damage == 0


@pytest.mark.rule("GA-20.8")
def test_ga_20_8_roles_are_asked_again_with_every_check() -> None:
    match = fight().play("ana resolve; bo activate Zap A2.1; bo resolve")
    assert match.ga.waiting.stack[0].targets == []  # type: ignore[union-attr]


@pytest.mark.rule("GA-20.1")
def test_ga_20_1_a_check_goes_on_until_nothing_follows() -> None:
    match = turn()
    mine = match.put("ana", "A2", damage=2)
    first = match.put("ana", "Lamp1", link=mine)
    match.put("ana", "Lamp1", link=first)
    match.play("ana tally")
    assert [each for each in match.ga.zones.things.values() if each.name == "Lamp1"] == []


@pytest.mark.rule("GA-17.13")
def test_ga_17_13_an_attack_card_in_anothers_turn_fizzles() -> None:
    match = turn().hold("ana", "Cut2").play("ana activate Cut2").at("main", "bo")
    match.play("ana resolve")
    assert match.one(Fizzled).rule == "GA-17.13"


def test_ga_17_6_nobody_attacks_their_own() -> None:
    match = turn()
    match.put("ana", "A1")
    match.refuse("ana attack A1 ana", "GA-17.6")


def test_ga_17_16_a_weapon_of_no_power_is_not_enough_in_r25() -> None:
    match = turn(extra=ATTACKER)
    match.put("ana", "Blunt")
    match.refuse("ana attack ana.champion bo uses=Blunt", "GA-17.16", have=0)


@pytest.mark.rule("GA-19.10")
def test_ga_19_10_a_transformed_object_keeps_its_counters() -> None:
    match = turn(extra=ATTACKER).hold("ana", "Turn")
    flip = match.put("ana", "Flip", counters={"buff": 1}, damage=2)
    match.play(f"ana activate Turn {flip}; ana resolve; ana tally {flip} power=5 life=3 damage=2")
    match.play(f"ana attack {flip} bo damage=5")


def test_every_fact_of_a_combat_is_told_in_words() -> None:
    match = fight().play("bo retaliate A2.1; ana damage 2")
    told = [WORDS[type(each)](each) for each in match.facts if type(each) in WORDS]
    assert told[-5:] == [
        "Scout.1 strikes A2.1 for 2",
        "A2.1 strikes Scout.1 for 2",
        "the attack of Scout.1 (entry 2): struck",
        "the combat of Scout.1 is over",
        "A2.1 dies",
    ]


def test_ga_17_21_weapons_are_said_when_the_card_is_in_the_intent() -> None:
    match = turn().hold("ana", "Cut2")
    match.put("ana", "Blade1")
    match.play("ana activate Cut2; ana resolve; ana attack ana.champion bo uses=Blade1")
    match.play("ana step main; ana tally Blade1 kind=durability counters=1; bo tally damage=4")


@pytest.mark.parametrize("line", ["bo activate Bolt1", "ana step damage", "ana end"])
def test_ga_17_21_without_a_word_of_weapons_the_card_attacks_alone(line: str) -> None:
    match = turn().hold("ana", "Cut2").hold("bo", "Bolt1")
    match.put("ana", "Blade1")
    match.play(f"ana activate Cut2; ana resolve; {line}")
    match.play("ana tally Blade1 kind=durability counters=2; bo tally damage=2")


def test_ga_24_18_it_is_too_late_to_intercept_when_retaliators_are_chosen() -> None:
    match = turn(extra=ATTACKER)
    match.put("ana", "A3")
    match.put("bo", "Page2")
    match.level("bo", "Kai, One", "Kai, Two")
    match.champion("bo").name = "Brute, Two"
    match.play("ana attack A3.1 bo; bo retaliate bo.champion")
    match.refuse("bo intercept Page2.1", "GA-24.18")


@pytest.mark.parametrize("passes", ["ana pass; bo pass", "bo pass"])
def test_ga_17_32_retaliation_is_chosen_when_all_have_passed(passes: str) -> None:
    match = turn()
    match.put("ana", "A1")
    match.put("bo", "A2")
    match.play(f"ana attack A1 A2; {passes}; bo retaliate A2; ana end")
    assert match.size("ana", "graveyard") == 1


def test_ga_17_32_retaliation_is_late_when_somebody_acted_since() -> None:
    match = turn()
    match.put("ana", "A1")
    match.put("bo", "A2")
    match.play("ana attack A1 A2; ana pass; bo pass; bo activate Bolt1")
    match.refuse("bo retaliate A2", "GA-17.32")
