"""Section 12: casting, and what lies over what."""

import pytest

from referee.fact import CardMoved
from referee.games.tower_wizwar.facts import CardCast, ManaSpent
from tests.games.tower_wizwar.asking import hidden, pile, spots
from tests.games.tower_wizwar.table import DECK, Match, opened, turn

EXTRA = """
[[creatures]]
name = "Cloak1"
spellbook = "White"
cost = 1
type = "minion"
power = 1
might = 1
allows = ["overlay"]

[[creatures]]
name = "Warden1"
spellbook = "White"
cost = 1
type = "minion"
power = 1
might = 4
allows = ["spot"]

[[creatures]]
name = "Canopy1"
spellbook = "White"
cost = 1
type = "minion"
power = 1
might = 1
allows = ["spot", "overlay"]

[[creatures]]
name = "Only1"
spellbook = "White"
cost = 1
type = "minion"
power = 1
might = 1
keywords = ["unique"]
"""


def later(match: Match) -> Match:
    """What was cast last has taken effect."""
    return match.play("ana phase movement")


def with_tower(phase: str = "cast", **more: object) -> Match:
    match = turn(extra=EXTRA, phase=phase, **more)
    match.tower("ana", "Keep3")
    if phase == "cast":
        match.hold("ana", "Rite1", "Rite2", "Warden1", "Canopy1", "Cloak1", "C0")
    return match


# -- who, when, what -----------------------------------------------------------------------------


def test_tw_12_1_only_spells_are_cast_in_the_own_cast_phase():
    match = turn(phase="movement").hold("ana", "C0")
    match.refuse("ana cast C0 F1", "TW-12.1")
    match.play("ana phase attack")
    match.refuse("ana cast C0 F1", "TW-12.1")
    four = turn(4).hold("cy", "C0")
    four.refuse("cy cast C0 F1", "TW-12.1", active="ana")
    turn().refuse("ana cast Sun1 F1", "TW-12.1", kind="celestial")
    turn().refuse("ana cast Keep2 T", "TW-12.1", kind="tower")


def test_tw_12_1_the_card_is_of_the_own_hand():
    match = turn().hold("bo", "C8")
    match.play("ana cast C1 F1 unnamed=1")
    assert hidden(match, "ana", "hand") == 4


def test_tw_10_11_within_an_entrance_a_cast_has_its_place():
    match = opened(4)
    match.refuse("cy cast C0 F1", "TW-10.11")


def test_tw_12_2_a_cast_costs_what_is_printed_and_the_surcharge():
    match = turn().hold("ana", "C2").give("ana", drain=3)
    match.refuse("ana cast C2 F1 unnamed=1", "TW-4.8", made=1, price=3)
    match.refuse("ana cast C2 F1 unnamed=2", "TW-6.6", made=2, price=3)
    match.play("ana cast C2 F1 mana=C1,C1 unnamed=1")
    assert (match.one(CardCast).cost, match.one(CardCast).surcharge) == (3, 1)
    assert match.one(ManaSpent).made == 3
    assert hidden(match, "ana", "pool") == 3


def test_tw_12_2_the_mana_of_another_does_not_pay():
    deck = {**DECK, "C8": 2}
    del deck["Tool1"]
    deck["C1"] += 3
    match = turn(decks={"ana": deck}).hold("ana", "C1").hold("bo", "Tool1", place="pool")
    match.put("ana", "F2", "C2")
    match.put("bo", "S1", "Tool1")
    match.refuse("ana cast C1 F1 mana=Tool1", "TW-12.2", card="Tool1")


def test_tw_12_3_a_spell_is_cast_onto_the_own_map():
    match = turn(4).hold("ana", "C0")
    match.refuse("ana cast C0 F1 ally=cy", "TW-12.3")
    match.play("ana cast C0 F1")


def test_tw_12_4_a_card_is_cast_only_if_it_can_be_in_that_hand():
    deck = {name: count for name, count in DECK.items() if name != "Tool1"}
    match = turn(decks={"ana": {**deck, "C1": 5}})
    match.refuse("ana cast Tool1 S1 unnamed=1", "TW-12.4", card="Tool1")
    match.refuse("ana cast Nobody S2", "TW-2.10")
    empty = turn()
    empty.tw.zones.hidden.draw(5, "ana.hand/spell", "ana.deck/spell")
    empty.refuse("ana cast C0 S1", "TW-12.4", have=0)


def test_tw_12_5_a_card_in_the_way_is_discarded_and_its_tokens_are_gone():
    match = turn().hold("ana", "C0")
    match.put("ana", "F1", "C5", tokens={"gold": 2})
    later(match.play("ana cast C0 F1"))
    assert spots(match, "ana") == {"F1": ["C0.1"]}
    assert pile(match, "ana", "discard") == ["C5"]


def test_tw_12_5_an_orbital_in_the_way_goes_to_the_aether():
    match = turn(choices={"TW-I 31": "may"}).hold("ana", "C0")
    match.put("ana", "J1", "Hat1")
    later(match.play("ana cast C0 J1"))
    assert pile(match, "ana", "aether") == ["Hat1"]
    assert pile(match, "ana", "discard") == []


def test_tw_12_5_what_is_replaced_goes_to_its_owner():
    match = turn().hold("ana", "C0")
    match.tw.zones.things[match.put("ana", "F1", "C5")].owner = "bo"
    later(match.play("ana cast C0 F1"))
    assert pile(match, "bo", "discard") == ["C5"]


def test_tw_i_82_a_tower_in_whose_spot_another_card_is_cast():
    usual = later(with_tower().play("ana cast Warden1 T unnamed=1"))
    assert pile(usual, "ana", "towers") == ["Keep3", "Keep5", "Keep2"]
    gone = with_tower(choices={"TW-I 82": "aether"})
    later(gone.play("ana cast Warden1 T unnamed=1"))
    assert pile(gone, "ana", "aether") == ["Keep3"]
    refused = with_tower(choices={"TW-I 82": "refused"})
    refused.refuse("ana cast Warden1 T unnamed=1", "TW-5.3")
    refused.play("ana cast Canopy1 T unnamed=1 over=yes")


# -- overlays ------------------------------------------------------------------------------------


def test_tw_12_6_a_card_whose_text_says_so_lies_over_another():
    match = with_tower()
    match.put("ana", "F1", "C5")
    match.refuse("ana cast C0 F1 over=yes", "TW-12.6")
    match.refuse("ana cast Cloak1 F2 over=yes unnamed=1", "TW-12.6")
    later(match.play("ana cast Cloak1 F1 over=yes unnamed=1"))
    assert spots(match, "ana")["F1"] == ["C5.1", "Cloak1.1"]


def test_tw_i_78_a_card_under_an_overlay_works_or_does_not():
    for option, drafted in (("active", True), ("inactive", False)):
        match = with_tower("draft", choices={"TW-I 78": option})
        match.put("ana", "T", "Canopy1")
        if drafted:
            match.play("ana tower-draft")
        else:
            match.refuse("ana tower-draft", "TW-11.6")


def test_tw_i_78_an_orbital_under_an_overlay_is_used_or_is_not():
    for option, used in (("active", True), ("inactive", False)):
        match = turn(extra=EXTRA, choices={"TW-I 78": option})
        match.put("ana", "J1", "Hat1")
        match.put("ana", "J1", "Cloak1")
        if used:
            match.refuse("ana phase movement", "TW-11.9")
            match.play("ana orbital")
        else:
            match.play("ana phase movement")


def test_tw_i_83_a_further_cast_replaces_all_of_a_spot_or_the_topmost():
    for option, left in (("whole_stack", ["C0.1"]), ("top_card", ["C5.1", "C0.1"])):
        match = with_tower(choices={"TW-I 83": option})
        match.put("ana", "F1", "C5")
        match.put("ana", "F1", "Cloak1")
        later(match.play("ana cast C0 F1"))
        assert spots(match, "ana")["F1"] == left


def test_tw_i_83_a_move_takes_all_of_a_spot_or_the_topmost():
    for option, left in (("whole_stack", None), ("top_card", ["C5.1"])):
        match = with_tower("movement", choices={"TW-I 83": option})
        match.put("ana", "F1", "C5")
        match.put("ana", "F1", "Cloak1")
        if left:
            match.refuse("ana move C5.1 F2", "TW-11.14")
        match.play("ana move Cloak1.1 F2")
        assert spots(match, "ana").get("F1") == left
        assert spots(match, "ana")["F2"][-1] == "Cloak1.1"


def test_tw_i_83_what_lies_over_one_another_is_exchanged_together():
    match = with_tower("movement")
    match.put("ana", "F1", "C5")
    match.put("ana", "F1", "Cloak1")
    match.put("ana", "S1", "C2")
    match.play("ana exchange Cloak1.1 C2.1")
    assert spots(match, "ana")["S1"] == ["C5.1", "Cloak1.1"]
    assert spots(match, "ana")["F1"] == ["C2.1"]


# -- kinds of cards ------------------------------------------------------------------------------


@pytest.mark.rule("TW-12.7")
def test_tw_12_7_a_creature_attacks_in_the_turn_in_which_it_is_cast():
    match = turn().hold("ana", "C1")
    match.play("ana cast C1 F1 unnamed=1; ana attack bo C1.1")


def test_tw_i_38_a_creature_may_have_to_wait_for_the_next_turn():
    match = turn(choices={"TW-I 38": "no"}).hold("ana", "C1")
    match.put("ana", "F2", "C2")
    match.play("ana cast C1 F1 unnamed=1")
    match.refuse("ana attack bo C1.1", "TW-15.5")
    match.play("ana attack bo C2.1; ana end; bo end; ana attack bo C1.1")


def test_tw_12_10_a_ritual_is_cast_over_the_tower_and_nowhere_else():
    match = turn().hold("ana", "Rite1")
    match.refuse("ana cast Rite1 F1 unnamed=1", "TW-12.10")
    match.refuse("ana cast Rite1 T unnamed=1", "TW-12.10")
    match.tower("ana", "Keep3")
    later(match.play("ana cast Rite1 T unnamed=1"))
    assert spots(match, "ana")["T"] == ["Keep3.1", "Rite1.1"]


def test_tw_12_10_that_a_ritual_lies_over_the_tower_may_be_said_where_there_is_one():
    match = turn(choices={"TW-I 40": "allowed"}).hold("ana", "Rite1")
    match.refuse("ana cast Rite1 T unnamed=1 over=yes", "TW-12.6", card="Rite1")
    match.tower("ana", "Keep3")
    later(match.play("ana cast Rite1 T unnamed=1 over=yes"))
    assert spots(match, "ana")["T"] == ["Keep3.1", "Rite1.1"]


def test_tw_i_12_a_ritual_that_lies_elsewhere_lies_over_nothing_there():
    match = turn(choices={"TW-I 12": "yes"}).hold("ana", "Rite1")
    match.put("ana", "S1", "C2")
    match.refuse("ana cast Rite1 S1 unnamed=1 over=yes", "TW-12.6", card="Rite1")
    later(match.play("ana cast Rite1 S1 unnamed=1"))
    assert spots(match, "ana") == {"S1": ["Rite1.1"]}


def test_tw_i_12_a_ritual_may_lie_elsewhere():
    match = turn(choices={"TW-I 12": "yes"}).hold("ana", "Rite1")
    later(match.play("ana cast Rite1 S1 unnamed=1"))
    match.play("ana move Rite1.1 S2")
    assert spots(match, "ana") == {"S2": ["Rite1.1"]}


def test_tw_i_40_a_ritual_may_be_cast_where_no_tower_is():
    match = turn(choices={"TW-I 40": "allowed"}).hold("ana", "Rite1")
    later(match.play("ana cast Rite1 T unnamed=1"))
    assert spots(match, "ana")["T"] == ["Rite1.1"]


def test_tw_12_11_a_second_ritual_replaces_the_first_and_not_the_tower():
    match = with_tower()
    match.thing("Keep3.1").tokens["gold"] = 1
    match.play("ana cast Rite1 T unnamed=1")
    later(match.play("ana cast Rite2 T unnamed=2"))
    assert spots(match, "ana")["T"] == ["Keep3.1", "Rite2.1"]
    assert match.thing("Keep3.1").tokens == {"gold": 1}
    assert pile(match, "ana", "discard") == ["Rite1"]


@pytest.mark.rule("TW-12.12")
def test_tw_12_12_a_tower_under_a_ritual_is_not_in_play():
    match = with_tower("stabilise").give("ana", drain=5)
    match.put("ana", "T", "Rite1")
    match.refuse("ana tower-draft", "TW-11.6")
    match.play("ana phase draft")
    assert match.side("ana").drain == 2


@pytest.mark.rule("TW-12.12")
def test_tw_12_12_the_tower_is_in_play_again_when_the_ritual_is_gone():
    match = with_tower("draft")
    match.put("ana", "T", "Rite1", wounds=2, harm=1)
    match.play("ana end; bo end; ana tower-draft")
    assert spots(match, "ana")["T"] == ["Keep3.1"]


def test_tw_i_84_harm_on_a_covered_tower_turns_or_waits():
    for option, wounds in (("turns", 2), ("waits", 0)):
        match = with_tower("attack", choices={"TW-I 84": option})
        match.thing("Keep3.1").harm = 2
        match.put("ana", "T", "Rite1")
        match.play("ana end")
        assert match.thing("Keep3.1").wounds == wounds


def test_tw_i_84_a_third_wound_takes_the_tower_and_leaves_the_ritual():
    match = with_tower("attack")
    match.thing("Keep3.1").harm = 3
    match.put("ana", "T", "Rite1")
    match.play("ana end")
    assert spots(match, "ana")["T"] == ["Rite1.1"]


def test_tw_i_41_an_attack_on_a_wizard_whose_tower_is_covered():
    for option, struck in (("wizard", "bo"), ("tower", "Keep3.1"), ("ritual", "Rite1.1")):
        match = turn(phase="attack", choices={"TW-I 41": option})
        match.tower("bo", "Keep3")
        match.put("bo", "T", "Rite1")
        match.put("ana", "F1", "C8")
        match.play("ana attack bo C8.1")
        harmed = {"bo": match.side("bo").harm}
        harmed |= {id: thing.harm for id, thing in match.tw.zones.things.items()}
        assert {name for name, harm in harmed.items() if harm} == {struck}


@pytest.mark.rule("TW-12.13")
def test_tw_12_13_an_implement_without_a_stat_line_is_00_01():
    match = turn(phase="attack")
    match.put("bo", "F1", "Tool1")
    match.put("ana", "F1", "C1")
    match.play("ana attack Tool1.1 C1.1")
    assert match.thing("Tool1.1").harm == 1


# -- Unique cards --------------------------------------------------------------------------------


def test_tw_12_14_the_copy_of_another_goes_to_a_pool_and_is_known_there():
    match = turn().hold("ana", "Relic2")
    match.put("bo", "S1", "Relic2", tokens={"gold": 1})
    later(match.play("ana cast Relic2 S2 unnamed=2"))
    assert spots(match, "ana") == {"S2": ["Relic2.2"]}
    assert spots(match, "bo") == {}
    assert hidden(match, "bo", "pool") == 7
    match.play("bo mana Relic2")
    assert pile(match, "bo", "discard") == ["Relic2"]


def test_tw_12_14_the_copy_in_the_pool_makes_mana_as_soon_as_the_other_is_cast():
    match = turn().hold("ana", "Relic2")
    match.put("bo", "S1", "Relic2")
    match.play("ana cast Relic2 S2 unnamed=2; bo mana Relic2")
    assert hidden(match, "bo", "pool") == 6
    match = turn().hold("ana", "Relic2")
    match.put("bo", "S1", "Relic2")
    match.play("ana cast Relic2 S2 unnamed=2; bo mana unnamed=7")
    assert hidden(match, "bo", "pool") == 0


def test_tw_12_14_the_copy_goes_to_a_pool_also_when_the_caster_forfeits_then():
    match = turn(4).hold("ana", "Relic2")
    match.put("bo", "S1", "Relic2")
    match.play("ana cast Relic2 S2 unnamed=2; ana forfeit")
    assert match.tw.zones.hidden.known("bo.pool/spell") == {"Relic2": 1}
    assert pile(match, "ana", "discard") == ["Relic2"]


def test_tw_12_14_a_spellbook_for_a_name_may_mean_the_copy_that_came_to_the_pool():
    match = opened(backs="spellbooks").at("cast").hold("ana", "Relic2")
    cards = match.tw.zones.hidden
    cards.draw(2, "ana.deck/Blue", "ana.pool/Blue")
    cards.draw(1, "bo.deck/Blue", "bo.pool/Blue")
    match.put("bo", "S1", "Relic2")
    match.play("ana cast Relic2 S2 mana=Blue,Blue; bo mana Blue")
    match.play("bo mana Tool1")  # it was Relic2 that nobody named
    assert hidden(match, "bo", "pool", "Blue") == 0


def test_tw_12_14_a_creature_may_be_unique():
    match = turn(extra=EXTRA).hold("ana", "Only1")
    match.put("bo", "F1", "Only1")
    later(match.play("ana cast Only1 F1 unnamed=1"))
    assert hidden(match, "bo", "pool") == 7


def test_tw_i_42_a_copy_that_the_caster_has_in_play_itself():
    usual = turn().hold("ana", "Relic2")
    usual.put("ana", "S1", "Relic2")
    later(usual.play("ana cast Relic2 S2 unnamed=2"))
    assert hidden(usual, "ana", "pool") == 5
    refused = turn(choices={"TW-I 42": "refused"}).hold("ana", "Relic2")
    refused.put("ana", "S1", "Relic2")
    refused.refuse("ana cast Relic2 S2 unnamed=2", "TW-12.14", thing="Relic2.1")
    gone = turn(choices={"TW-I 42": "own_copy_discarded"}).hold("ana", "Relic2")
    gone.put("ana", "S1", "Relic2")
    later(gone.play("ana cast Relic2 S2 unnamed=2"))
    assert hidden(gone, "ana", "pool") == 4
    assert pile(gone, "ana", "discard") == ["Relic2"]


def test_tw_i_79_an_artifact_that_another_controls_goes_to_its_owner_or_to_whom_has_it():
    for option, pools in (("owners_pool", (6, 7)), ("controllers_pool", (7, 6))):
        match = turn(4, choices={"TW-I 79": option}).hold("ana", "Relic2")
        match.tw.zones.things[match.put("bo", "S1", "Relic2")].owner = "di"
        later(match.play("ana cast Relic2 S2 unnamed=2"))
        assert (hidden(match, "bo", "pool"), hidden(match, "di", "pool")) == pools


def test_tw_12_14_replaced_cards_are_told():
    match = turn().hold("ana", "C0")
    match.put("ana", "F1", "C5")
    later(match.play("ana cast C0 F1"))
    assert [fact.card for fact in match.all(CardMoved)] == ["C5"]
