"""Section 8: expended cards."""

import pytest

from referee.games.tower_wizwar.facts import Expended
from referee.games.tower_wizwar.state import ATTACK, RENEW
from referee.games.tower_wizwar.values import power_of
from tests.games.tower_wizwar.asking import spots
from tests.games.tower_wizwar.table import Match, turn

EFFECTS = """
[[implements]]
name = "Lamp"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "activated"
cost = [{ do = "expend", card = "self" }]
steps = [{ do = "drain", wizard = "opponent", change = 1 }]

[[implements]]
name = "Drum"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "always"
change = [{ on = { is = "creature", of = "you" }, layer = "add", what = "power", amount = 2 }]
"""


def renewed_next_turn(match: Match) -> Match:
    return match.play("ana end; bo end; ana phase draft")


@pytest.mark.rule("TW-8.1")
def test_tw_8_1_a_lasting_text_does_nothing_while_its_card_is_expended():
    match = turn(extra=EFFECTS)
    drum = match.put("ana", "S1", "Drum")
    match.put("ana", "F1", "C2")
    assert power_of(match.t, match.thing("C2.1")) == 4
    match.thing(drum).expended = True
    assert power_of(match.t, match.thing("C2.1")) == 2


def test_tw_i_81_a_lasting_text_may_go_on_while_its_card_is_expended():
    match = turn(extra=EFFECTS, choices={"TW-I 81": "go_on"})
    match.put("ana", "S1", "Drum", expended=True)
    match.put("ana", "F1", "C2")
    assert power_of(match.t, match.thing("C2.1")) == 4


@pytest.mark.rule("TW-12.12")
def test_tw_12_12_a_lasting_text_of_a_covered_tower_does_nothing():
    spell = '[[implements]]\nname = "Drum"\nspellbook = "Blue"\ncost = 1\n[[implements.effects]]'
    tower = '[[towers]]\nname = "Drum"\nvalue = 2\ndraft = 2\n[[towers.effects]]'
    match = turn(extra=EFFECTS.replace(spell, tower))
    match.put("ana", "T", "Drum")
    match.put("ana", "F1", "C2")
    assert power_of(match.t, match.thing("C2.1")) == 4
    match.put("ana", "T", "Rite1")
    assert power_of(match.t, match.thing("C2.1")) == 2


def test_tw_8_2_an_expended_card_does_nothing():
    match = turn(extra=EFFECTS, phase="cast")
    match.put("ana", "S1", "Lamp", expended=True)
    match.put("ana", "F1", "C2", expended=True)
    match.refuse("ana effect Lamp", "TW-8.2")
    match.refuse("ana attack bo C2.1", "TW-8.2")


def test_tw_8_2_no_card_is_expended_a_second_time():
    match = turn(extra=EFFECTS)
    match.put("ana", "S1", "Lamp")
    match.play("ana effect Lamp")
    match.refuse("ana effect Lamp", "TW-8.2")


def test_tw_i_23_an_expended_card_may_block_or_attack_too():
    for option, blocks, attacks in (
        ("nothing", False, False),
        ("may_block", True, False),
        ("may_attack_and_block", True, True),
    ):
        match = turn(phase="attack", choices={"TW-I 23": option})
        match.put("ana", "F1", "C2", expended=True)
        match.put("ana", "F2", "C3")
        match.put("bo", "S1", "Guard1", expended=True)
        match.put("bo", "S2", "Guard2")
        match.play("ana attack bo C3.1")
        if blocks:
            match.play("bo block Guard1.1")
        else:
            match.refuse("bo block Guard1.1", "TW-8.2")
            match.play("bo no-block")
        if attacks:
            match.play("ana attack bo C2.1; bo no-block")
        else:
            match.refuse("ana attack bo C2.1", "TW-8.2")


@pytest.mark.rule("TW-8.3")
def test_tw_8_3_an_expended_card_is_attacked_moved_and_replaced():
    match = turn().hold("ana", "C0")
    match.put("ana", "F1", "C2", expended=True)
    match.put("ana", "F2", "C4")
    match.put("bo", "F1", "C1", expended=True)
    match.play("ana cast C0 F5; ana move C2.1 F3; ana attack C1.1 C4.1")
    assert match.thing("C1.1").harm == 1
    replaced = turn().hold("ana", "C0")
    replaced.put("ana", "F1", "C2", expended=True)
    replaced.play("ana cast C0 F1; ana phase movement")
    assert spots(replaced, "ana") == {"F1": ["C0.1"]}


def test_tw_8_4_an_attack_and_damage_expend_but_a_block_does_not():
    match = turn(phase="attack")
    match.put("ana", "F1", "C2")
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    match.play("ana attack bo C2.1; bo block Guard1.1 Guard2.1 order=Guard1.1,Guard2.1")
    assert match.thing("C2.1").expended
    assert match.thing("Guard1.1").expended
    assert not match.thing("Guard2.1").expended


def test_tw_8_5_renewing_lets_an_ability_be_used_again():
    match = turn(extra=EFFECTS)
    match.put("ana", "S1", "Lamp")
    match.play("ana effect Lamp")
    renewed_next_turn(match)
    assert not match.one(Expended).expended
    match.play("ana effect Lamp")


@pytest.mark.rule("TW-8.6")
def test_tw_8_6_a_wizard_is_never_expended():
    match = turn(phase="attack")
    match.put("ana", "F1", "C8")
    match.play("ana attack bo C8.1")
    assert match.side("bo").harm == 1
    assert {fact.thing for fact in match.all(Expended)} == {"C8.1"}


@pytest.mark.rule("TW-11.23")
def test_tw_11_23_an_effect_possible_only_later_happens_later():
    match = turn(extra=EFFECTS, phase="attack")
    match.put("bo", "S1", "Lamp", expended=True)
    match.play("bo effect Lamp")
    assert (match.tw.active, match.tw.phase) == ("bo", RENEW)
    assert match.thing("Lamp.1").expended


def test_tw_11_23_but_not_past_what_is_compulsory_before_it():
    match = turn(extra=EFFECTS, phase="attack").unseen("ana", "hand", 1)
    match.put("bo", "S1", "Lamp", expended=True)
    match.refuse("bo effect Lamp", "TW-8.2")
    match.play("ana discard unnamed=1; bo effect Lamp")


def test_tw_11_23_what_is_possible_now_happens_now():
    match = turn(extra=EFFECTS, phase="attack")
    match.put("bo", "S1", "Lamp")
    match.play("bo effect Lamp")
    assert (match.tw.active, match.tw.phase) == ("ana", ATTACK)
