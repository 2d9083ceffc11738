"""Sections 13 and 14: celestials, orbitals and towers."""

import pytest

from referee.fact import MatchEnded
from referee.games.tower_wizwar.facts import CardPlayed, HarmChanged, WizardLost, WoundsChanged
from tests.games.tower_wizwar.asking import asks, hidden, pile, spots
from tests.games.tower_wizwar.table import DECK, Match, opened, turn

TEXTS = """
[[celestials]]
name = "Nova"
[[celestials.effects]]
when = "celestial"
steps = [{ do = "damage", card = { is = "creature" }, amount = 3 }]

[[celestials]]
name = "Dusk"
[[celestials.effects]]
when = "celestial"
text = "Something else."

[[orbitals]]
name = "Crown"
[[orbitals.effects]]
when = "orbital"
steps = [{ do = "damage", card = { is = "creature" }, amount = 3 }]
"""


def moving(*fronts: str, players: int = 2, extra: str = "", **more: object) -> Match:
    """Ana's movement phase, with such cards in her front, which all know."""
    return turn(players, extra, phase="movement", **more).hold("ana", *fronts, place="front")


def without_towers(match: Match, seat: str = "ana") -> Match:
    match.tw.zones.piles[f"{seat}.towers"] = []
    return match


# -- how they are played -------------------------------------------------------------------------


def test_tw_13_1_they_are_played_in_the_movement_phase_for_no_mana():
    match = moving("Hat1").give("ana", drain=3)
    match.play("ana play Hat1 J1")
    assert match.side("ana").drain == 3
    assert hidden(match, "ana", "pool") == 6
    late = turn(phase="attack").hold("ana", "Hat1", place="front")
    late.refuse("ana play Hat1 J1", "TW-13.1")
    four = turn(4).hold("cy", "Hat1", place="front")
    four.refuse("cy play Hat1 J1", "TW-13.1")


def test_tw_13_6_the_celestial_that_ends_the_match_lies_in_the_aether_too():
    match = moving("Sun1").give("ana", harm=1, wounds=2).play("ana play Sun1 Keep3")
    assert match.one(MatchEnded)
    assert pile(match, "ana", "aether") == ["Sun1"]


def test_tw_13_1_a_spell_or_a_tower_is_not_played():
    match = moving("Hat1").hold("ana", "C0")
    match.refuse("ana play C0 J1", "TW-13.1", kind="minion")
    match.refuse("ana play Keep2", "TW-13.1", kind="tower")


def test_tw_13_1_in_the_entrance_one_is_played_at_once():
    match = opened().play("ana set spell spell orbital spell spell; ana play Hat1 J1")
    assert spots(match, "ana") == {"J1": ["Hat1.1"]}


@pytest.mark.rule("TW-13.2")
def test_tw_13_2_what_is_out_of_play_is_in_the_aether():
    match = moving("Sun1").play("ana play Sun1 Keep2")
    assert pile(match, "ana", "aether") == ["Sun1"]
    assert pile(match, "ana", "discard") == []


@pytest.mark.rule("TW-13.2")
def test_tw_13_2_a_destroyed_orbital_is_in_the_aether():
    match = turn(phase="attack")
    match.put("ana", "J1", "Hat1", wounds=2, harm=1)
    match.play("ana end")
    assert pile(match, "ana", "aether") == ["Hat1"]


def test_tw_13_3_the_card_is_one_that_can_be_in_the_front():
    match = moving("Hat1")
    match.refuse("ana play Sun1 Keep2", "TW-13.3")
    deck = {name: count for name, count in DECK.items() if name not in ("Hat1", "Hat2")}
    deck["Hat3"] += 2
    match = turn(phase="movement", decks={"ana": deck}).unseen("ana", "front", 1, "orbital")
    match.refuse("ana play Hat1 J1", "TW-13.3")
    turn(phase="movement").refuse("ana play Hat1 J1", "TW-13.3", have=0)


# -- celestials ----------------------------------------------------------------------------------


@pytest.mark.rule("TW-13.4")
def test_tw_13_4_a_tower_play_comes_with_a_celestial():
    match = moving("Sun1")
    assert asks(match, "ana play Sun1") == {"to": ("Keep2", "Keep3", "Keep5")}
    match.refuse("ana play Sun1 stay", "TW-13.4")
    match.play("ana play Sun1 Keep3")
    assert spots(match, "ana") == {"T": ["Keep3.1"]}
    assert [fact.card for fact in match.all(CardPlayed)] == ["Sun1", "Keep3"]


@pytest.mark.rule("TW-13.5")
def test_tw_13_5_one_harm_of_the_wizard_becomes_a_wound():
    match = moving("Sun1").give("ana", harm=2)
    match.play("ana play Sun1 Keep3")
    assert (match.side("ana").harm, match.side("ana").wounds) == (1, 1)
    assert match.one(HarmChanged).change == -1
    assert match.one(WoundsChanged).change == 1


@pytest.mark.rule("TW-13.5")
def test_tw_13_5_the_third_wound_by_a_celestial_loses():
    match = moving("Sun1").give("ana", harm=1, wounds=2)
    match.play("ana play Sun1 Keep3")
    assert match.one(WizardLost).cause == "three wounds"
    assert match.tw.winner == "bo"


@pytest.mark.rule("TW-13.5")
def test_tw_13_5_whoever_loses_by_a_celestial_hands_the_turn_on():
    match = moving("Sun1", players=4).give("ana", harm=1, wounds=2)
    match.play("ana play Sun1 Keep3")
    assert (match.tw.active, match.side("ana").retreat) == ("bo", True)
    assert "Sun1.1" not in match.tw.zones.things
    assert pile(match, "ana", "aether").count("Sun1") == 1


def test_tw_i_43_the_draw_may_turn_the_harm():
    for option, wounds in (("played", (0, 1)), ("drawn", (1, 1)), ("both", (1, 2))):
        match = turn(phase="stabilise", choices={"TW-I 43": option}).give("ana", harm=3)
        match.tw.zones.hidden.draw(1, "ana.hand/spell", "ana.deck/spell")
        match.play("ana draw celestial spell")
        drawn = match.side("ana").wounds
        match.play("ana play Sun1 Keep3")
        assert (drawn, match.side("ana").wounds) == wounds


def test_tw_i_44_a_celestial_may_wound_a_wizard_without_harm():
    for option, wounds in (("no_wound", 0), ("wound_anyway", 1)):
        match = moving("Sun1", choices={"TW-I 44": option}).play("ana play Sun1 Keep3")
        assert match.side("ana").wounds == wounds


def test_tw_13_6_the_text_of_a_celestial_is_carried_out():
    match = moving("Nova", extra=TEXTS)
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C2")
    match.play("ana play Nova Keep3 damage:C3.1:3")
    assert match.thing("C3.1").harm == 1
    assert pile(match, "ana", "aether") == ["Nova"]


def test_tw_13_6_a_text_that_is_compulsory_is_not_passed_over():
    match = moving("Nova", extra=TEXTS)
    match.put("bo", "F1", "C3")
    match.put("bo", "F2", "C2")
    match.play("ana play Nova Keep3")
    match.refuse("ana phase attack", "TW-13.6")
    match.refuse("ana end", "TW-13.6")
    match.play("ana effect Nova damage:C2.1:3; ana phase attack")
    assert pile(match, "ana", "aether") == ["Nova"]


def test_tw_13_6_a_celestial_of_which_no_text_is_told_asks_for_none():
    match = moving("Dusk", extra=TEXTS).play("ana play Dusk Keep3; ana phase attack")
    assert pile(match, "ana", "aether") == ["Dusk"]


# -- orbitals ------------------------------------------------------------------------------------


def test_tw_13_7_an_orbital_lies_beside_the_tower():
    match = moving("Hat1", "Hat2", choices={"TW-I 33": "all_one_at_a_time"})
    match.refuse("ana play Hat1 S1", "TW-13.7")
    match.refuse("ana play Hat1 T", "TW-13.7")
    match.refuse("ana play Hat1 towerd", "TW-13.7", spot="towerd")
    assert asks(match, "ana play Hat1") == {"to": ("J1", "J2")}
    match.play("ana play Hat1 J2; ana play Hat2")
    assert spots(match, "ana") == {"J2": ["Hat1.1"], "J1": ["Hat2.1"]}


def test_tw_5_2_a_spot_that_is_taken_is_not_taken_again_while_the_other_is_free():
    match = moving("Hat1")
    match.put("ana", "J1", "Tool1")
    match.refuse("ana play Hat1 J1", "TW-5.2")
    match.play("ana play Hat1")
    assert spots(match, "ana")["J2"] == ["Hat1.1"]


def test_tw_5_11_an_orbital_is_not_played_onto_another_map():
    moving("Hat1").refuse("ana play Hat1 bo.J1", "TW-5.11")


def test_tw_i_46_with_both_spots_taken_an_orbital_replaces_one_or_waits():
    match = moving("Hat1")
    match.put("ana", "J1", "Tool1")
    match.put("ana", "J2", "Hat2")
    assert asks(match, "ana play Hat1") == {"to": ("J1", "J2")}
    match.play("ana play Hat1 J2")
    assert spots(match, "ana") == {"J1": ["Tool1.1"], "J2": ["Hat1.1"]}
    assert pile(match, "ana", "aether") == ["Hat2"]
    waits = moving("Hat1", choices={"TW-I 46": "waits_in_front"})
    waits.put("ana", "J1", "Tool1")
    waits.put("ana", "J2", "Hat2")
    waits.refuse("ana play Hat1 J2", "TW-13.7")
    waits.play("ana phase attack")


@pytest.mark.rule("TW-13.8")
def test_tw_13_8_the_text_of_an_orbital_is_carried_out_as_the_cast_phase_begins():
    match = turn(extra=TEXTS)
    match.put("ana", "J1", "Crown")
    match.put("bo", "F1", "C3")
    match.play("ana orbital Crown damage:C3.1:3")
    assert match.thing("C3.1").harm == 1
    assert match.side("ana").drain == 0


def test_tw_13_8_an_orbital_does_nothing_as_it_is_played():
    match = moving("Crown", extra=TEXTS)
    match.put("bo", "F1", "C3")
    match.refuse("ana play Crown J1 damage:C3.1:3", "TW-13.8", card="Crown")
    match.refuse("ana play Crown J1 aims=C3.1", "TW-13.8", card="Crown")
    match.play("ana play Crown J1")


# -- towers --------------------------------------------------------------------------------------


@pytest.mark.rule("TW-14.1")
def test_tw_14_1_a_tower_is_struck_in_place_of_its_wizard():
    match = turn(phase="attack")
    match.tower("bo", "Keep3")
    match.put("ana", "F1", "C8")
    match.play("ana attack bo C8.1")
    assert (match.thing("Keep3.1").harm, match.side("bo").harm) == (1, 0)


def test_tw_14_2_the_tower_before_goes_to_the_bottom_of_the_deck():
    match = moving("Sun1")
    match.tower("ana", "Keep2")
    match.refuse("ana play Sun1 Keep4", "TW-14.2")
    match.refuse("ana play Sun1 Keep2", "TW-14.2")
    match.play("ana play Sun1 Keep3")
    assert pile(match, "ana", "towers") == ["Keep2", "Keep5"]


def test_tw_i_47_the_tower_on_top_may_be_the_one():
    match = moving("Sun1", choices={"TW-I 47": "top"})
    match.refuse("ana play Sun1 Keep5", "TW-14.2")
    match.play("ana play Sun1")
    assert spots(match, "ana") == {"T": ["Keep2.1"]}


@pytest.mark.rule("TW-14.3")
def test_tw_14_3_with_no_tower_in_the_deck_the_one_in_play_stays():
    match = moving("Sun1")
    match.tower("ana", "Keep2")
    match.thing("Keep2.1").wounds = 2
    without_towers(match)
    match.refuse("ana play Sun1 Keep3", "TW-14.2")
    match.play("ana play Sun1")
    assert match.thing("Keep2.1").wounds == 2


def test_tw_i_48_the_only_tower_may_return_and_be_played_again():
    match = moving("Sun1", choices={"TW-I 48": "returned_and_played_again"})
    match.tower("ana", "Keep2")
    match.thing("Keep2.1").wounds = 2
    without_towers(match).play("ana play Sun1")
    assert spots(match, "ana") == {"T": ["Keep2.2"]}
    assert match.thing("Keep2.2").wounds == 0


@pytest.mark.rule("TW-14.4")
def test_tw_14_4_with_no_tower_at_all_the_wizard_ascends():
    match = without_towers(moving("Sun1")).play("ana play Sun1")
    assert match.one(WizardLost).cause == "ascension"
    assert match.one(MatchEnded).winners == ("bo",)


@pytest.mark.rule("TW-14.5")
def test_tw_14_5_the_destruction_of_a_tower_calls_for_no_other():
    match = turn(phase="attack")
    match.tower("ana", "Keep2")
    match.thing("Keep2.1").harm = 3
    match.play("ana end")
    assert spots(match, "ana") == {}
    assert pile(match, "ana", "towers") == ["Keep5", "Keep3"]


def test_tw_i_49_the_tower_in_play_may_be_kept():
    match = moving("Sun1", choices={"TW-I 49": "may"})
    match.refuse("ana play Sun1 stay", "TW-13.4")
    match.tower("ana", "Keep2")
    match.play("ana play Sun1 stay")
    assert spots(match, "ana") == {"T": ["Keep2.1"]}
    other = moving("Sun1", choices={"TW-I 49": "may"})
    other.tower("ana", "Keep2")
    (option,) = (o for o in other.game.options(other.t) if o.verb == "play")
    assert option.fields["to"].allows("stay")
    other.play("ana play Sun1 Keep5")
    assert spots(other, "ana") == {"T": ["Keep5.1"]}
    unsaid = moving("Sun1", choices={"TW-I 49": "may"})
    unsaid.tower("ana", "Keep2")
    assert asks(unsaid, "ana play Sun1")["to"][-1] == "stay"


def test_tw_14_6_a_tower_that_goes_back_has_lost_what_was_on_it():
    match = moving("Sun1", "Sun2", choices={"TW-I 33": "all_one_at_a_time"})
    match.tower("ana", "Keep2")
    match.thing("Keep2.1").wounds = 2
    match.play("ana play Sun1 Keep3; ana play Sun2 Keep2")
    assert match.thing("Keep2.2").wounds == 0


def test_tw_i_50_a_tower_may_keep_its_wounds_in_the_deck():
    choices = {"TW-I 33": "all_one_at_a_time", "TW-I 50": "towers_keep_wounds"}
    towers = ("Keep2", "Keep2", "Keep3")
    match = moving("Sun1", "Sun2", "Sun3", "Sun4", choices=choices, towers={"ana": towers})
    match.tower("ana", "Keep2")
    match.thing("Keep2.1").wounds = 2
    match.play("ana play Sun1 Keep2")
    assert match.thing("Keep2.2").wounds == 0
    match.play("ana play Sun2 Keep3; ana play Sun3 Keep2")
    assert match.thing("Keep2.3").wounds == 2
    match.play("ana play Sun4 Keep2")
    assert match.thing("Keep2.4").wounds == 0


def test_tw_i_51_a_destroyed_tower_goes_to_the_aether_or_under_its_deck():
    for option, aether, towers in (
        ("aether", ["Keep2"], ["Keep5", "Keep3"]),
        ("tower_deck_bottom", [], ["Keep2", "Keep5", "Keep3"]),
    ):
        match = turn(phase="attack", choices={"TW-I 51": option})
        match.tower("ana", "Keep2")
        match.thing("Keep2.1").harm = 3
        match.play("ana end")
        assert pile(match, "ana", "aether") == aether
        assert pile(match, "ana", "towers") == towers


def test_tw_14_7_towers_change_under_a_ritual():
    match = moving("Sun1")
    match.tower("ana", "Keep2")
    match.put("ana", "T", "Rite1")
    match.play("ana play Sun1 Keep3")
    assert spots(match, "ana") == {"T": ["Keep3.1", "Rite1.1"]}


def test_tw_i_52_a_tower_play_may_discard_the_ritual_or_not_happen():
    match = moving("Sun1", choices={"TW-I 52": "ritual_discarded"})
    match.tower("ana", "Keep2")
    match.put("ana", "T", "Rite1")
    match.play("ana play Sun1 Keep3")
    assert spots(match, "ana") == {"T": ["Keep3.1"]}
    assert pile(match, "ana", "discard") == ["Rite1"]
    none = moving("Sun1", choices={"TW-I 52": "no_tower_play"})
    none.tower("ana", "Keep2")
    none.put("ana", "T", "Rite1")
    none.refuse("ana play Sun1 Keep3", "TW-14.2")
    none.play("ana play Sun1")
    assert spots(none, "ana") == {"T": ["Keep2.1", "Rite1.1"]}


def test_tw_14_8_another_card_in_the_tower_spot_is_replaced():
    match = moving("Sun1")
    match.put("ana", "T", "C5")
    match.play("ana play Sun1 Keep3")
    assert spots(match, "ana") == {"T": ["Keep3.1"]}
    assert pile(match, "ana", "discard") == ["C5"]


def test_tw_14_8_with_no_tower_to_play_it_stays_and_nobody_ascends():
    match = without_towers(moving("Sun1"))
    match.put("ana", "T", "C5")
    match.play("ana play Sun1")
    assert spots(match, "ana") == {"T": ["C5.1"]}
    assert not match.tw.over
