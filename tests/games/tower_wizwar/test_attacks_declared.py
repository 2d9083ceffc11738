"""Section 15 up to the block: who attacks, what may be attacked, who blocks (TW-15.1 to 15.13)."""

import pytest
from msgspec.structs import replace

from referee.fact import Term
from referee.games.tower_wizwar.facts import (
    AttackBlocked,
    AttackDeclared,
    DamageAssigned,
    DamageReckoned,
)
from tests.games.tower_wizwar.table import GAME, Match, catalog, opening, turn

OLD_HANDS = """
[[implements]]
name = "Banner"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "activated"
text = "Allow."
[[creatures]]
name = "Tireless"
spellbook = "Blue"
cost = 2
type = "minion"
power = 2
might = 2
allows = ["unexpended"]
[[implements]]
name = "Watchtower"
spellbook = "Blue"
cost = 1
allows = ["block"]
[[towers]]
name = "Bulwark"
value = 2
draft = 2
keywords = ["guardian"]
"""
"""Cards whose texts are words alone, so that an effect of theirs may be anything; one that attacks
without being expended, and one that blocks from anywhere."""


def fight(**more: object) -> Match:
    """Ana's attack phase: C3 and C2 in her forward spots, a bare bo."""
    match = turn(phase="attack", extra=OLD_HANDS, **more)
    match.put("ana", "F1", "C3")
    match.put("ana", "F2", "C2")
    return match


def blocked(match: Match) -> int:
    return match.one(AttackBlocked).blockers


# -- attackers -----------------------------------------------------------------------------------


def test_tw_15_4_one_wizards_cards_attack_one_target():
    match = fight()
    match.put("bo", "F1", "C1")
    match.refuse("ana attack bo C1.1", "TW-15.4", thing="C1.1")
    match.play("ana attack bo F1 F2")
    assert match.one(AttackDeclared).attackers == 2


def test_tw_15_4_what_is_attacked_is_named_by_its_spot_or_by_its_name():
    match = fight()
    match.put("bo", "F1", "C3")
    match.play("ana attack C3 F1")
    assert match.one(AttackDeclared).target == "C3.2"
    assert match.one(AttackDeclared).defender == "bo"


def test_tw_15_4_a_spot_as_a_target_says_on_whose_map():
    match = fight()
    match.put("bo", "F1", "C3")
    match._log("ana attack F1 F2")
    assert "on whose map" in match.verdict.ask  # type: ignore[union-attr]


def test_tw_1_5_six_cards_do_not_attack_together():
    match = fight()
    for spot in ("F3", "F4", "F5"):
        match.put("ana", spot, "C1")
    match.put("ana", "S1", "C1")
    match.refuse("ana attack bo F1 F2 F3 F4 F5 S1", "TW-1.5", have=6)


def test_tw_15_5_no_attacker_is_named_twice():
    fight().refuse("ana attack bo F1 C3.1", "TW-15.5")


def test_tw_15_5_an_attacker_is_a_creature():
    match = fight()
    match.put("ana", "F3", "Tool1")
    match.refuse("ana attack bo F3", "TW-15.5", thing="Tool1.1")


def test_tw_15_5_whoever_cannot_attack_is_told_who_can():
    match = fight()
    match.put("ana", "F3", "Tool1")
    match.put("ana", "F4", "C1", expended=True)
    assert match.refuse("ana attack bo F3", "TW-15.5").legal == "one of C3.1, C2.1"
    assert match.refuse("ana attack bo F1 F4", "TW-8.2").legal == "C2.1"
    assert match.refuse("ana attack bo F1 F2 F4", "TW-8.2").legal == ""


def test_tw_15_7_whoever_attacks_what_cannot_be_is_told_what_can():
    match = fight()
    match.put("bo", "J1", "C1")
    match.put("bo", "F1", "C2")
    refused = match.refuse("ana attack bo.J1 F1", "TW-5.5", thing="C1.1", spot="J1")
    assert refused.legal == "one of C2.2, bo"


def test_tw_15_5_an_attacker_is_in_play():
    fight().refuse("ana attack bo C8", "TW-15.5", thing="C8")
    fight().refuse("ana attack bo F5", "TW-15.5", spot="ana.F5")


def test_tw_2_10_a_name_that_there_is_not_comes_first():
    match = fight().at("last")
    match.refuse("ana attack bo Nobody", "TW-2.10", card="Nobody")
    match.refuse("ana attack Nobody F1", "TW-2.10", card="Nobody")
    match.refuse("ana block Nobody", "TW-2.10", card="Nobody")
    match.refuse("ana attack bo F1", "TW-11.19")


def test_the_refusals_of_an_attack_come_in_the_order_of_the_page():
    match = fight()
    match.put("ana", "S1", "Tool1", expended=True)
    match.put("ana", "S2", "Ghost2")
    match.put("bo", "F1", "C1")
    match.refuse("ana attack ana F1 F2 S1 S2 bo.F1 F1", "TW-1.5")
    match.refuse("ana attack ana S1 S2 bo.F1", "TW-15.4")
    match.refuse("ana attack ana S2 S1", "TW-15.2")
    match.refuse("ana attack ana S1", "TW-5.8")
    match.thing("Tool1.1").spot = "F3"
    match.refuse("ana attack ana Tool1.1", "TW-8.2")
    match.thing("Tool1.1").expended = False
    match.refuse("ana attack ana Tool1.1", "TW-15.5")
    match.tw.done.attacks = 9
    match.refuse("ana attack ana F1", "TW-15.7")
    match.refuse("ana attack bo F1", "TW-11.18")


@pytest.mark.parametrize("reading", ["any_corporeal"])
def test_tw_i_39_any_corporeal_card_attacks(reading: str):
    match = fight(choices={"TW-I 39": reading})
    match.put("ana", "F3", "Tool1")
    match.play("ana attack bo F3")


def test_tw_15_2_an_ethereal_card_does_not_attack():
    match = fight()
    match.put("ana", "F3", "Ghost2")
    match.refuse("ana attack bo F3", "TW-15.2", thing="Ghost2.1")


def test_tw_5_8_only_a_forward_card_attacks():
    match = fight()
    match.put("ana", "S1", "C1")
    match.refuse("ana attack bo S1", "TW-5.8", spot="S1")


def test_tw_8_2_an_expended_card_does_not_attack():
    match = fight()
    match.play("ana attack bo F1")
    match.refuse("ana attack bo F1", "TW-8.2", since=2)


def test_tw_i_23_an_expended_card_attacks_where_that_is_played():
    match = fight(choices={"TW-I 23": "may_attack_and_block"})
    match.play("ana attack bo F1; ana attack bo F1")


def test_tw_i_38_a_creature_cast_this_turn_does_not_attack():
    match = turn(choices={"TW-I 38": "no"}).hold("ana", "C0")
    match.play("ana cast C0 F1")
    match.refuse("ana attack bo F1", "TW-15.5", thing="C0.1")


def test_tw_12_7_a_creature_cast_this_turn_attacks():
    turn().hold("ana", "C0").play("ana cast C0 F1; ana attack bo F1")


def test_tw_15_6_attackers_are_expended_but_those_whose_text_spares_them():
    match = fight()
    match.put("ana", "F3", "Tireless")
    match.play("ana attack bo F1 F3")
    assert match.thing("C3.1").expended
    assert not match.thing("Tireless.1").expended


def test_tw_11_18_three_attacks_with_six_in_the_pool():
    match = fight()
    for spot in ("F3", "F4"):
        match.put("ana", spot, "C1")
    match.play("ana attack bo F1; ana attack bo F2; ana attack bo F3")
    match.refuse("ana attack bo F4", "TW-11.18", have=3)


# -- targets -------------------------------------------------------------------------------------


def test_tw_5_5_a_card_beside_the_tower_is_not_attacked():
    match = fight()
    match.put("bo", "J1", "C1")
    match.refuse("ana attack bo.J1 F1", "TW-5.5", thing="C1.1")


def test_tw_15_7_a_tower_is_attacked_as_its_wizard():
    match = fight()
    keep = match.tower("bo", "Keep3")
    match.refuse(f"ana attack {keep} F1", "TW-15.7", thing=keep)
    match.play("ana attack bo F1")
    assert match.thing(keep).harm == 1


def test_tw_15_7_no_wizard_attacks_itself_or_an_ally():
    fight().refuse("ana attack ana F1", "TW-15.7", target="ana")
    match = turn(4, phase="attack")
    match.put("ana", "F1", "C3")
    match.refuse("ana attack cy F1", "TW-15.7", target="cy")


def test_tw_15_7_a_wizard_in_retreat_is_no_target():
    match = turn(4, phase="attack")
    match.put("ana", "F1", "C3")
    match.play("bo forfeit")
    match.refuse("ana attack bo F1", "TW-15.7", target="bo", since=2)


def test_tw_15_7_a_target_is_in_play():
    fight().refuse("ana attack C8 F1", "TW-15.7", thing="C8")


def test_tw_i_54_even_an_own_card_is_attacked():
    match = fight()
    match.play("ana attack C2.1 F1")
    assert match.thing("C2.1").harm == 1


def test_tw_i_54_only_cards_of_opponents_are_attacked():
    match = turn(4, phase="attack", choices={"TW-I 54": "opponents_only"})
    match.put("ana", "F1", "C3")
    match.put("cy", "F1", "C1")
    match.refuse("ana attack C1.1 F1", "TW-15.7", thing="C1.1")


def test_tw_19_12_no_wizard_and_no_card_is_attacked_that_an_effect_keeps_from_it():
    match = fight()
    match.put("bo", "F1", "C1")
    match.put("bo", "J1", "Banner")
    match.play("bo effect Banner.1 forbid::target:turn:bo forbid:C1.1:target:turn")
    match.refuse("ana attack bo F1", "TW-19.12", since=match.seq)
    match.refuse("ana attack C1.1 F1", "TW-19.12", since=2)


def test_tw_18_1_an_allys_card_that_is_attacked_is_blocked_for_by_the_ally():
    match = turn(4, phase="attack")
    match.put("ana", "F1", "C3")
    match.put("ana", "F2", "Guard1")
    match.put("cy", "F1", "C1")
    match.put("cy", "F2", "Guard1")
    match.play("ana attack C1.1 F1")
    match.refuse("ana block Guard1.1", "TW-18.1", defender="cy")
    match.refuse("bo no-block", "TW-18.1", defender="cy")
    match.play("cy block F2")
    assert blocked(match) == 1


def test_tw_i_53_an_ethereal_target_is_expended_without_harm():
    match = fight()
    ghost = match.put("bo", "F1", "Ghost2")
    match.play(f"ana attack {ghost} F1")
    assert (match.thing(ghost).expended, match.thing(ghost).harm) == (True, 0)
    assert match.one(DamageAssigned).rule == "TW-15.2"


def test_tw_i_53_an_ethereal_card_is_no_target():
    match = fight(choices={"TW-I 53": "refused"})
    match.put("bo", "F1", "Ghost2")
    match.refuse("ana attack bo.F1 F1", "TW-15.2", thing="Ghost2.1")


# -- who blocks ----------------------------------------------------------------------------------


def test_tw_15_8_an_attack_waits_for_a_block_or_none():
    match = fight()
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1")
    assert not match.all(DamageAssigned)
    match.refuse("ana attack bo F2", "TW-15.8", since=2)
    match.refuse("ana end", "TW-15.8")
    match.play("bo no-block")
    assert (blocked(match), match.all(DamageAssigned)[0].target) == (0, "bo")


def test_tw_15_8_an_attack_that_nobody_could_block_goes_on_by_itself():
    match = fight()
    match.put("bo", "F1", "C1")
    match.play("ana attack bo F1")
    assert match.one(DamageAssigned).target == "bo"
    match.play("bo no-block")


def test_tw_15_8_the_block_is_part_of_the_attacks_own_entry():
    match = fight()
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1 block=S1")
    assert match.thing("C1.1").harm == 1
    match.play("ana attack bo F2 unblocked=yes")
    assert match.one(AttackBlocked).blockers == 0


def test_tw_15_8_an_attack_is_not_both_blocked_and_unblocked():
    match = fight()
    match.put("bo", "S1", "C1")
    match.refuse("ana attack bo F1 block=S1 unblocked=yes", "TW-15.8")


def test_tw_18_1_the_attacker_says_nothing_of_blocks_after_an_attack_that_nobody_could_block():
    match = fight().play("ana attack bo F1")
    match.refuse("ana block F2", "TW-18.1", defender="bo")
    match.refuse("ana no-block", "TW-18.1", defender="bo")


def test_tw_15_8_of_an_attack_that_nobody_could_block_the_defender_may_say_so_before_it_is_over():
    match = fight(choices={"TW-I 60": "target_too"})
    match.put("bo", "F1", "C1")
    match.play("ana attack C1.1 F1 waiting=yes; ana go-on")
    match.refuse("ana no-block", "TW-18.1", defender="bo")
    assert match.play("bo no-block").facts == []


def test_tw_15_8_no_block_without_an_attack():
    match = fight()
    match.put("bo", "S1", "C1")
    match.refuse("bo block S1", "TW-15.8")
    match.refuse("bo no-block", "TW-15.8")
    match.play("ana attack bo F1 unblocked=yes")
    match.refuse("bo block S1", "TW-15.8")


def test_tw_15_8_to_say_again_that_an_attack_went_unblocked_changes_nothing():
    match = fight()
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1 unblocked=yes; bo no-block")
    assert match.facts == []
    match.refuse("bo no-block waiting=yes", "TW-15.24", since=2)
    match.play("ana attack bo F2; bo block S1")
    match.refuse("bo no-block", "TW-15.8")


def test_tw_15_8_a_block_is_said_once():
    match = fight()
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1 waiting=yes; bo block S1 waiting=yes")
    match.refuse("bo no-block", "TW-15.8", since=2)


def test_tw_18_1_only_the_controller_of_the_target_blocks():
    match = turn(4, phase="attack")
    match.put("ana", "F1", "C3")
    match.put("bo", "S1", "C1")
    match.put("di", "S1", "C1")
    match.play("ana attack bo F1")
    match.refuse("di block S1", "TW-18.1", defender="bo")
    match.play("bo no-block")


def test_tw_15_9_a_forward_card_is_blocked_for_by_a_forward_guardian():
    match = fight()
    match.put("bo", "F1", "C1")
    match.put("bo", "F2", "C2")
    match.put("bo", "F3", "Guard1")
    match.put("bo", "J1", "Guard2")
    match.put("bo", "S1", "Guard3")
    match.play("ana attack C1.1 F1")
    match.refuse("bo block F2", "TW-15.9", thing="C2.2", spot="F2")
    match.refuse("bo block S1", "TW-15.9", thing="Guard3.1")
    match.refuse("bo block J1", "TW-15.9", thing="Guard2.1")
    match.refuse("bo block F1", "TW-15.9", thing="C1.1")
    match.play("bo block F3")


def test_tw_15_10_a_shield_card_is_blocked_for_by_any_other_guardian():
    match = fight()
    match.put("bo", "S1", "Guard1")
    match.put("bo", "F2", "C2")
    match.put("bo", "S2", "C1")
    match.put("bo", "J1", "Guard2")
    match.play("ana attack Guard1.1 F1")
    match.refuse("bo block F2", "TW-15.10", thing="C2.2")
    match.refuse("bo block S1", "TW-15.10", thing="Guard1.1")
    match.refuse("bo block S2", "TW-5.7", thing="C1.1")
    match.play("bo block J1")


def test_tw_15_11_tower_and_wizard_are_blocked_for_by_shields_and_guardians():
    match = fight()
    match.tower("bo", "Keep3")
    match.put("bo", "F1", "C1")
    match.put("bo", "S1", "C1")
    match.put("bo", "J1", "Guard2")
    match.put("bo", "F2", "Guard1")
    match.play("ana attack bo F1")
    match.refuse("bo block F1", "TW-15.11", thing="C1.1")
    match.refuse("bo block J1", "TW-5.6", thing="Guard2.1")
    match.play("bo block F2; ana attack bo F2; bo block S1")


def test_tw_5_7_a_shield_card_without_guardian_blocks_for_tower_and_wizard_only():
    match = fight()
    match.put("bo", "F1", "C1")
    match.put("bo", "F2", "Guard1")
    match.put("bo", "S1", "C2")
    match.play("ana attack C1.1 F1")
    match.refuse("bo block S1", "TW-5.7", thing="C2.2")


def test_tw_15_12_an_ethereal_card_does_not_block():
    match = fight()
    match.put("bo", "S1", "Ghost2")
    match.play("ana attack bo F1")
    match.refuse("bo block S1", "TW-15.12", thing="Ghost2.1")


def test_tw_15_12_an_effect_lets_an_ethereal_card_block():
    match = fight()
    match.put("bo", "S1", "Ghost2")
    match.put("bo", "J1", "Banner")
    match.play("bo effect Banner.1 allow:Ghost2.1:block:turn; ana attack bo F1; bo block S1")
    assert blocked(match) == 1


def test_tw_15_12_a_tower_under_a_ritual_does_not_block():
    match = fight()
    keep = match.put("bo", "T", "Bulwark")
    match.put("bo", "T", "Rite1")
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    match.play("ana attack Guard1.1 F1")
    match.refuse(f"bo block {keep}", "TW-15.12", thing=keep)


def test_tw_8_2_an_expended_card_does_not_block():
    match = fight()
    match.put("bo", "S1", "C1", expended=True)
    match.play("ana attack bo F1")
    match.refuse("bo block S1", "TW-8.2", thing="C1.1")


@pytest.mark.parametrize("reading", ["may_block", "may_attack_and_block"])
def test_tw_i_23_an_expended_card_blocks_where_that_is_played(reading: str):
    match = fight(choices={"TW-I 23": reading})
    match.put("bo", "S1", "C1", expended=True)
    match.play("ana attack bo F1; bo block S1")


def test_tw_15_12_a_text_lets_a_card_block_from_elsewhere():
    match = fight()
    match.put("bo", "F1", "Watchtower")
    match.play("ana attack bo F1; bo block F1")


@pytest.mark.parametrize(
    "reading, against_tower, against_card",
    [("never_blocks", "TW-5.6", "TW-5.6"), ("always", "", ""), ("not_against_tower", "TW-5.6", "")],
)
def test_tw_i_13_a_guardian_beside_the_tower(reading: str, against_tower: str, against_card: str):
    match = fight(choices={"TW-I 13": reading})
    match.tower("bo", "Keep3")
    match.put("bo", "J1", "Guard1")
    match.put("bo", "S1", "C1")
    match.put("bo", "S2", "Guard2")
    match.play("ana attack bo F1")
    if against_tower:
        match.refuse("bo block J1", against_tower)
        match.play("bo no-block")
    else:
        match.play("bo block J1")
    match.play("ana attack C1.1 F2")
    if against_card:
        match.refuse("bo block J1", against_card)
    elif not match.thing("Guard1.1").expended:
        match.play("bo block J1")


# -- joiners -------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["may_block", "as_for_the_tower"])
def test_tw_i_89_a_guardian_beside_a_standing_tower_blocks_by_neither_reading(reading: str):
    match = fight(choices={"TW-I 89": reading})
    match.tower("bo", "Keep3")
    match.put("bo", "J1", "Guard1")
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1")
    refused = match.refuse("bo block J1", "TW-5.6", thing="Guard1.1", spot="J1")
    assert refused.legal == "C1.1"
    match.play("bo block C1.1")


def test_tw_i_89_a_guardian_in_j_blocks_for_a_wizard_without_a_tower():
    match = fight(choices={"TW-I 89": "may_block"})
    match.put("bo", "J1", "Guard1")
    match.put("bo", "J2", "C1")
    match.play("ana attack bo F1")
    assert match.options("bo") >= {"block", "no-block"}
    assert match.refuse("bo block J2", "TW-15.11", thing="C1.1").legal == "Guard1.1"
    match.play("bo block Guard1.1")
    assert blocked(match) == 1


def test_tw_i_89_a_guardian_in_j_does_not_block_for_the_wizard_either():
    match = fight(choices={"TW-I 89": "as_for_the_tower"})
    match.put("bo", "J1", "Guard1")
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1")
    refused = match.refuse("bo block J1", "TW-5.6", thing="Guard1.1", spot="J1")
    assert refused.legal == "C1.1"
    match.play("bo block C1.1")


def test_tw_i_89_where_only_a_guardian_in_j_is_there_nobody_is_asked_for_a_block():
    match = fight(choices={"TW-I 89": "as_for_the_tower"})
    match.put("bo", "J1", "Guard1")
    match.play("ana attack bo F1")
    assert match.options("bo").isdisjoint({"block", "no-block"})
    assert match.refuse("bo block J1", "TW-5.6", thing="Guard1.1").legal == "no block"
    match.play("bo no-block")


@pytest.mark.parametrize(
    "covered, rule", [("wizard", ""), ("tower", "TW-5.6"), ("ritual", "TW-5.6")]
)
def test_tw_i_89_no_tower_stands_where_an_attack_meets_the_wizard(covered: str, rule: str):
    """Under a ritual the tower is out of play, unless it or the ritual is what is met."""
    match = fight(choices={"TW-I 41": covered})
    match.tower("bo", "Keep3")
    match.put("bo", "T", "Rite1")
    match.put("bo", "J1", "Guard1")
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1")
    if rule:
        match.refuse("bo block J1", rule, thing="Guard1.1")
    else:
        match.play("bo block J1")


@pytest.mark.parametrize(
    "of_13, of_89, rule",
    [
        ("never_blocks", "may_block", "TW-5.6"),
        ("never_blocks", "as_for_the_tower", "TW-5.6"),
        ("always", "may_block", ""),
        ("always", "as_for_the_tower", ""),
    ],
)
def test_tw_i_89_is_asked_only_where_tw_i_13_leaves_it_open(of_13: str, of_89: str, rule: str):
    match = fight(choices={"TW-I 13": of_13, "TW-I 89": of_89})
    match.put("bo", "J1", "Guard1")
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1")
    if rule:
        match.refuse("bo block J1", rule, thing="Guard1.1")
    else:
        match.play("bo block J1")


@pytest.mark.parametrize(
    "reading, rule", [("may_block", "TW-15.13"), ("as_for_the_tower", "TW-5.6")]
)
def test_tw_i_89_a_guardian_in_j_joins_no_blocker(reading: str, rule: str):
    match = fight(choices={"TW-I 89": reading})
    match.put("bo", "J1", "Guard1")
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1")
    match.refuse("bo block S1 J1", rule, thing="Guard1.1")


def test_tw_i_89_an_opening_that_names_no_reading_is_played_by_that_of_its_day():
    first = opening()
    assert first.interpretations["TW-I 89"] == "may_block"
    pinned = {k: v for k, v in first.interpretations.items() if k not in ("TW-I 89", "TW-I 90")}
    match = Match(GAME, catalog(), replace(first, interpretations=pinned))
    chosen = match.t.choice
    assert (chosen["TW-I 89"], chosen["TW-I 90"]) == ("as_for_the_tower", "any_time")


@pytest.mark.rule("TW-15.13")
def test_tw_15_13_guardians_among_the_shields_join_the_blocker():
    match = fight()
    match.tower("bo", "Keep3")
    match.put("bo", "S1", "C1")
    match.put("bo", "S2", "Guard1")
    match.put("bo", "S3", "C1")
    match.put("bo", "F1", "Guard2")
    match.put("bo", "J1", "Guard3")
    match.play("ana attack bo F1")
    match.refuse("bo block S1 J1", "TW-5.6", thing="Guard3.1")
    match.refuse("bo block S1 S3", "TW-15.13", thing="C1.2")
    match.refuse("bo block S1 F1", "TW-15.13", thing="Guard2.1")
    match.refuse("bo block S2 S2", "TW-15.13")
    match.play("bo block S1 S2")
    assert blocked(match) == 2


def test_tw_15_13_who_could_not_block_does_not_join_either():
    match = fight()
    match.put("bo", "S1", "C1")
    match.put("bo", "S2", "Guard1", expended=True)
    match.put("bo", "S3", "Ghost2")
    match.play("ana attack bo F1")
    refused = match.refuse("bo block S1 S2", "TW-8.2", thing="Guard1.1", spot="S2")
    assert (refused.message, refused.legal) == ("Guard1.1 in S2 cannot join the blocker", "")
    match.refuse("bo block S1 S3", "TW-15.12", thing="Ghost2.1")


def test_tw_1_5_six_cards_do_not_block_together():
    match = fight()
    for spot in ("S1", "S2", "S3", "F1", "F2", "F3"):
        match.put("bo", spot, "Guard1")
    match.play("ana attack bo F1")
    match.refuse("bo block S1 S2 S3 F1 F2 F3", "TW-1.5", have=6)


@pytest.mark.parametrize("reading", ["any", "not_forward_targets"])
def test_tw_i_55_guardians_join_for_a_forward_card(reading: str):
    match = fight(choices={"TW-I 55": reading})
    match.put("bo", "F1", "C1")
    match.put("bo", "F2", "Guard1")
    match.put("bo", "S1", "Guard2")
    match.play("ana attack C1.1 F1")
    if reading == "any":
        match.play("bo block F2 S1")
        return
    match.refuse("bo block F2 S1", "TW-15.13", thing="Guard2.1")
    match.play("bo no-block; ana attack bo F2; bo block F2 S1")


def test_tw_i_77_an_attacked_guardian_stands_neither_for_itself_nor_with_others():
    match = fight()
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    match.play("ana attack Guard1.1 F1")
    match.refuse("bo block S1", "TW-15.10", thing="Guard1.1")
    match.refuse("bo block S2 S1", "TW-15.13", thing="Guard1.1")


def test_tw_i_77_an_attacked_guardian_is_in_the_blocking_group_and_takes_one_harm():
    match = fight(choices={"TW-I 77": "yes"})
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    match.put("ana", "F3", "C8")
    match.play("ana attack Guard1.1 F3; bo block S2 S1 order=S1,S2")
    found = [each.target for each in match.all(DamageAssigned) if each.source == "attack"]
    assert found == ["Guard1.1", "Guard2.1"]
    assert match.thing("Guard1.1").harm == 1


def test_tw_i_77_a_forward_guardian_does_not_stand_for_itself():
    match = fight(choices={"TW-I 77": "yes"})
    match.put("bo", "F1", "Guard1")
    match.put("bo", "F2", "Guard2")
    match.play("ana attack Guard1.1 F1")
    match.refuse("bo block F1", "TW-15.9", thing="Guard1.1")


# -- what is told --------------------------------------------------------------------------------


def test_tw_15_14_the_power_of_each_attacker_is_a_term():
    match = fight()
    match.play("ana attack bo F1 F2")
    terms = (Term("C3.1", 3, "TW-15.1"), Term("C2.1", 2, "TW-15.1"))
    assert match.one(AttackDeclared).power == 5
    assert match.one(DamageReckoned).terms == terms
    assert match.one(DamageReckoned).total == 5


def test_tw_15_3_a_card_without_a_stat_line_has_00_01():
    match = fight()
    match.put("bo", "S1", "Tool1")
    match.play("ana attack bo F2; bo block S1")
    first, _ = match.all(DamageAssigned)[:2]
    assert (first.target, first.might, first.amount, first.left) == ("Tool1.1", 1, 1, 1)
