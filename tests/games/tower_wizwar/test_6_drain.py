"""Section 6: the drain counter and the surcharge, and what pays (4.8)."""

import pytest

from referee.games.tower_wizwar.facts import CardCast, DrainMoved, ManaSpent
from tests.games.tower_wizwar.asking import hidden
from tests.games.tower_wizwar.table import Match, opened, turn

EFFECTS = """
[[implements]]
name = "Wand"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "activated"
cost = [{ do = "mana", count = 1 }]
steps = [{ do = "damage", card = { is = "creature" }, amount = 3 }]

[[implements]]
name = "Bell"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "activated"
steps = [{ do = "drain", wizard = "opponent", change = 1 }]

[[implements]]
name = "Toll"
spellbook = "Blue"
cost = 0
[[implements.effects]]
when = "on cast"
steps = [{ do = "mana", count = 2 }]

[[orbitals]]
name = "Crown"
[[orbitals.effects]]
when = "orbital"
steps = [{ do = "drain", wizard = "opponent", change = 1 }]

[[towers]]
name = "Spire"
value = 2
draft = 2
power = 1
might = 4
[[towers.effects]]
when = "activated"
cost = [{ do = "mana", count = 1 }]
steps = [{ do = "drain", wizard = "opponent", change = 1 }]
"""


def casting(choices: dict[str, str] | None = None) -> Match:
    """Ana's cast phase, with some cards in her hand."""
    match = turn(extra=EFFECTS, choices=choices)
    return match.hold("ana", "C0", "C0", "C1", "C2", "Toll")


def drain(match: Match, seat: str = "ana") -> int:
    return match.side(seat).drain


# -- the counter ---------------------------------------------------------------------------------


@pytest.mark.rule("TW-6.1")
def test_tw_6_1_the_counter_begins_at_nothing():
    assert drain(opened()) == 0


@pytest.mark.rule("TW-6.2")
def test_tw_6_2_every_full_three_steps_are_one_mana():
    for steps, extra in ((2, 0), (3, 1), (5, 1), (6, 2)):
        match = casting().give("ana", drain=steps).play(f"ana cast C0 F1 unnamed={extra}")
        assert match.one(CardCast).surcharge == extra


def test_tw_6_4_a_cast_moves_the_counter_by_one_whatever_it_costs():
    match = casting().play("ana cast C2 F1 unnamed=2")
    assert match.one(DrainMoved).rule == "TW-6.4"
    assert drain(match) == 1


def test_tw_6_3_an_activation_moves_the_counter_of_whoever_controls_the_card():
    match = casting()
    match.put("ana", "S1", "Bell")
    match.play("ana effect Bell")
    assert (drain(match), drain(match, "bo")) == (1, 1)
    match.put("ana", "S2", "Wand")
    match.put("bo", "F1", "C3")
    match.play("ana effect Wand damage:C3.1:3 unnamed=1")
    assert drain(match) == 2


def test_tw_6_3_a_tower_is_activated_like_a_spell():
    match = casting()
    match.put("ana", "T", "Spire")
    match.play("ana effect Spire unnamed=1")
    assert drain(match) == 1


def test_tw_6_4_a_payment_that_an_effect_asks_for_moves_it_too():
    for option, steps in (("each_payment", 2), ("each_cast", 1), ("nothing", 0)):
        match = casting({"TW-I 14": option}).play("ana cast Toll S1 mana:::2")
        match.play("ana phase movement")
        assert drain(match) == steps
        assert hidden(match, "ana", "pool") == 4


def test_tw_6_5_an_activation_costs_the_surcharge_also_when_it_is_printed_as_nothing():
    match = casting().give("ana", drain=3)
    match.put("ana", "S1", "Bell")
    match.put("ana", "S2", "Wand")
    match.put("bo", "F1", "C3")
    match.refuse("ana effect Wand damage:C3.1:3 unnamed=1", "TW-6.5", made=1, price=2)
    match.play("ana effect Wand damage:C3.1:3 unnamed=2")
    match.play("ana effect Bell unnamed=1")
    assert hidden(match, "ana", "pool") == 3


def test_tw_6_6_a_cast_costs_the_surcharge_too():
    match = casting().give("ana", drain=4)
    match.refuse("ana cast C1 F1 unnamed=1", "TW-6.6", made=1, price=2)
    match.play("ana cast C1 F1 unnamed=2")


@pytest.mark.rule("TW-6.7")
def test_tw_6_7_the_third_act_makes_the_fourth_dearer():
    match = casting()
    match.play("ana cast C0 F1; ana cast C0 F2; ana cast C1 F3 unnamed=1")
    assert match.one(CardCast).surcharge == 0
    match.play("ana cast C2 F4 unnamed=3")
    assert match.one(CardCast).surcharge == 1


def test_tw_6_8_each_card_that_a_tower_drafts_moves_it():
    match = turn(phase="draft")
    match.tower("ana", "Keep3")
    match.play("ana tower-draft celestial spell spell")
    assert drain(match) == 2


@pytest.mark.rule("TW-6.10")
def test_tw_6_10_what_is_not_activated_neither_pays_nor_moves_the_counter():
    match = casting().give("ana", drain=3)
    match.put("ana", "J1", "Crown")
    match.refuse("ana orbital unnamed=1", "TW-6.10")
    match.play("ana orbital")
    assert (drain(match), drain(match, "bo")) == (3, 1)


# -- readings ------------------------------------------------------------------------------------


def test_tw_i_14_what_else_than_an_activation_moves_the_counter():
    for option, steps in (
        ("each_payment", 1),
        ("each_cast", 1),
        ("nothing", 0),
        ("each_mana_spent", 2),
    ):
        match = turn(choices={"TW-I 14": option}).hold("ana", "C2")
        match.play("ana cast C2 F1 unnamed=2")
        assert drain(match) == steps


def test_tw_i_15_what_the_surcharge_raises():
    for option, price in (
        ("activations_and_casts", 2),
        ("activations_only", 1),
        ("every_payment", 2),
    ):
        match = turn(choices={"TW-I 15": option}).hold("ana", "C1").give("ana", drain=3)
        match.play(f"ana cast C1 F1 unnamed={price}")
        assert match.one(CardCast).cost == price


def test_tw_i_16_the_surcharge_may_count_the_step_of_the_act():
    for option, extra in (("before", 0), ("after", 1)):
        match = turn(choices={"TW-I 16": option}).hold("ana", "C1").give("ana", drain=2)
        match.play(f"ana cast C1 F1 unnamed={1 + extra}")
        assert match.one(CardCast).surcharge == extra


def test_tw_i_17_one_drain_may_be_a_whole_mana_of_surcharge():
    for option, steps in (("counter_steps", 2), ("surcharge_points", 6)):
        match = turn(phase="draft", choices={"TW-I 17": option})
        match.tower("ana", "Keep2")
        match.play("ana tower-draft")
        assert drain(match) == steps
        match = turn(phase="stabilise", choices={"TW-I 17": option}).give("ana", drain=9)
        match.play("ana phase renew")
        assert drain(match) == (6 if option == "counter_steps" else 0)


def test_tw_i_18_an_orbital_may_pay_and_move_the_counter():
    match = turn(extra=EFFECTS, choices={"TW-I 18": "orbitals_do"}).give("ana", drain=3)
    match.put("ana", "J1", "Crown")
    match.play("ana orbital unnamed=1")
    assert drain(match) == 4
    assert match.one(ManaSpent).used == 1


def test_tw_i_80_a_cast_for_nothing_moves_the_counter_or_does_not():
    for option, steps in (("moves_counter", 1), ("does_not", 0)):
        match = turn(choices={"TW-I 80": option}).hold("ana", "C0").play("ana cast C0 F1")
        assert drain(match) == steps
    paid = turn(choices={"TW-I 80": "does_not"}).hold("ana", "C0").give("ana", drain=3)
    assert drain(paid.play("ana cast C0 F1 unnamed=1")) == 4


# -- mana ----------------------------------------------------------------------------------------


def test_tw_4_8_too_little_mana_pays_for_nothing():
    match = casting()
    match.refuse("ana cast C2 F1 unnamed=1", "TW-4.8", made=1, price=2)
    empty = casting()
    empty.tw.zones.hidden.draw(6, "ana.pool/spell", "ana.deck/spell")
    empty.refuse("ana cast C2 F1", "TW-4.8", made=0)


def test_tw_i_10_mana_beyond_a_cost_is_lost_kept_or_refused():
    lost = turn(choices={"TW-I 10": "lost"}).hold("ana", "C1", "C2")
    lost.play("ana cast C1 F1 unnamed=3; ana mana unnamed=1")
    assert hidden(lost, "ana", "pool") == 2
    lost.refuse("ana cast C2 F2 unnamed=1", "TW-4.8")
    kept = turn(choices={"TW-I 10": "kept_to_end_of_phase"}).hold("ana", "C1", "C1", "C2")
    kept.play("ana cast C1 F1 unnamed=2; ana mana unnamed=1; ana cast C2 F2")
    assert kept.side("ana").mana == 0
    kept.play("ana mana unnamed=1; ana phase movement")
    assert kept.side("ana").mana == 0
    refused = turn(choices={"TW-I 10": "refused"}).hold("ana", "C1")
    refused.refuse("ana cast C1 F1 unnamed=2", "TW-4.8", made=2, price=1)
    refused.refuse("ana mana unnamed=1", "TW-4.8")
