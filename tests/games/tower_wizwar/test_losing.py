"""Sections 16 and 17: damage of effects, harm and wounds, losing and what a loss sets off."""

import pytest

from referee.fact import CardMoved, MatchEnded
from referee.games.tower_wizwar.facts import (
    DamageAssigned,
    HarmChanged,
    SpaceCleared,
    WizardLost,
    WoundsChanged,
)
from tests.games.tower_wizwar.effects import card, does
from tests.games.tower_wizwar.table import Match, turn

TEXTS = """
[[implements]]
name = "Spring"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "activated"
text = "Anything."
[[implements]]
name = "Urn"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "on loss"
aims = { other = { what = "opponent" } }
steps = [{ do = "wound", wizard = "other", change = 1 }]
[[implements]]
name = "Bell"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "on loss"
steps = [{ do = "drain", wizard = "you", change = 1 }]
[[implements]]
name = "Crow"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = { on = "loses" }
aims = { other = { what = "opponent" } }
steps = [{ do = "harm", wizard = "other", change = 1 }]
"""
TEXTS += """
[[orbitals]]
name = "Wisp"
keywords = ["ephemeral"]
[[towers]]
name = "Tomb"
value = 2
draft = 2
[[towers.effects]]
when = "on loss"
aims = { other = { what = "opponent" } }
steps = [{ do = "wound", wizard = "other", change = 1 }]
[[implements]]
name = "Toll"
spellbook = "Blue"
cost = 0
[[implements.effects]]
when = "on cast"
[[implements.effects.modes]]
name = "price"
cost = [{ do = "mana", count = 7 }]
[[implements.effects.modes]]
name = "ruin"
steps = [{ do = "forfeit", wizard = "you" }]
"""
"""Spring may do anything; Urn and Bell do something when their wizard loses, Crow when another
does."""


def duel(players: int = 2, **more: object) -> Match:
    """Ana's cast phase, a Spring beside each tower."""
    match = turn(players, extra=TEXTS, **more)
    for seat in match.tw.seats:
        match.put(seat, "J1", "Spring")
    return match


# -- damage of effects ---------------------------------------------------------------------------


def damage(match: Match, amount: int, target: str) -> Match:
    what = f"{amount}:{target}" if target in match.tw.seats else f"{target}:{amount}"
    return match.play(f"ana effect Spring.1 damage:{what}")


@pytest.mark.parametrize("amount, taken", [(2, 0), (3, 1), (6, 2)])
def test_tw_16_2_damage_of_an_effect_loops_on_its_target(amount: int, taken: int):
    match = duel()
    guard = match.put("bo", "F1", "Guard1")
    damage(match, amount, guard)
    assert match.thing(guard).harm == taken
    assert match.one(DamageAssigned).rule == "TW-16.2"


def test_tw_16_3_the_target_is_expended_though_it_took_no_harm():
    match = duel()
    guard = match.put("bo", "F1", "Guard1")
    assert damage(match, 1, guard).thing(guard).expended


def test_tw_16_3_a_wizard_counts_might_7_and_no_tower_shields_it():
    match = duel()
    keep = match.tower("bo", "Keep3")
    damage(match, 15, "bo")
    assert (match.side("bo").harm, match.thing(keep).harm) == (2, 0)


def test_tw_i_76_a_tower_takes_an_effects_damage_for_its_wizard():
    match = duel(choices={"TW-I 76": "tower_takes_it"})
    keep = match.tower("bo", "Keep3")
    damage(match, 7, "bo")
    assert (match.side("bo").harm, match.thing(keep).harm) == (0, 2)
    match.thing(keep).spot = ""
    match.side("bo").map.clear()
    damage(match, 7, "bo")
    assert match.side("bo").harm == 1


def test_tw_16_4_might_00_takes_no_damage_from_effects_but_is_expended():
    match = duel()
    glass = match.put("bo", "F1", "Glass2")
    damage(match, 9, glass)
    assert (match.thing(glass).harm, match.thing(glass).expended) == (0, True)
    match.play(f"ana effect Spring.1 harm:{glass}:2")
    assert match.thing(glass).harm == 0


def test_tw_16_6_an_ephemeral_card_goes_back_from_an_effects_damage():
    match = duel()
    mist = match.put("bo", "F1", "Mist1")
    damage(match, 1, mist)
    assert mist not in match.tw.zones.things
    assert match.one(CardMoved).target == "bo.hand"


def test_tw_16_6_an_ephemeral_orbital_goes_to_the_aether():
    match = duel()
    wisp = match.put("bo", "J2", "Wisp")
    damage(match, 1, wisp)
    assert match.one(CardMoved).target == "bo.aether"


def test_tw_i_63_no_damage_expends_nothing():
    match = duel()
    guard = match.put("bo", "F1", "Guard1")
    assert not damage(match, 0, guard).thing(guard).expended


def test_tw_i_53_an_ethereal_card_is_expended_by_an_effects_damage_or_no_target_of_it():
    match = duel()
    ghost = match.put("bo", "F1", "Ghost2")
    damage(match, 9, ghost)
    assert (match.thing(ghost).harm, match.thing(ghost).expended) == (0, True)
    match = duel(choices={"TW-I 53": "refused"})
    ghost = match.put("bo", "F1", "Ghost2")
    match.refuse(f"ana effect Spring.1 damage:{ghost}:9", "TW-15.2", thing=ghost)


@pytest.mark.rule("TW-16.7")
def test_tw_16_7_a_granted_guardian_is_one():
    match = duel()
    match.put("ana", "F1", "C3")
    match.put("bo", "F1", "C2")
    match.put("bo", "F2", "C1")
    match.play("bo effect Spring.2 grant:C1.1:guardian:turn; ana attack C2.1 F1; bo block F2")


# -- harm and wounds -----------------------------------------------------------------------------


def test_tw_17_1_harm_on_own_cards_turns_into_wounds_as_the_turn_ends():
    match = duel()
    own = match.put("ana", "F1", "C3", harm=2)
    other = match.put("bo", "F1", "C3", harm=2)
    match.play("ana end")
    assert (match.thing(own).harm, match.thing(own).wounds) == (0, 2)
    assert (match.thing(other).harm, match.thing(other).wounds) == (2, 0)
    assert [each.rule for each in match.all(WoundsChanged)] == ["TW-17.1"]


def test_tw_i_65_harm_turns_in_all_play_spaces():
    match = duel(choices={"TW-I 65": "all_spaces"})
    other = match.put("bo", "F1", "C3", harm=2)
    assert match.play("ana end").thing(other).wounds == 2


def test_tw_17_1_an_effect_keeps_harm_from_turning():
    match = duel()
    own = match.put("ana", "F1", "C3", harm=2)
    match.play(f"ana effect Spring.1 forbid:{own}:turning:turn; ana end")
    assert (match.thing(own).harm, match.thing(own).wounds) == (2, 0)


def test_tw_17_2_the_third_wound_takes_a_card_at_once():
    match = duel()
    dead = match.put("bo", "F1", "C3", wounds=2, tokens={"gold": 1})
    match.play(f"ana effect Spring.1 wound:{dead}:1")
    assert dead not in match.tw.zones.things
    assert match.tw.zones.piles["bo.discard"][-1] == "C3"


def test_tw_17_2_a_tower_and_a_non_spell_card_go_to_the_aether():
    match = duel()
    keep = match.tower("bo", "Keep3")
    hat = match.put("bo", "J2", "Hat1")
    match.play(f"ana effect Spring.1 wound:{keep}:3; ana effect Spring.1 wound:{hat}:3")
    assert match.tw.zones.piles["bo.aether"] == ["Keep3", "Hat1"]


@pytest.mark.parametrize("reading", ["discard", "aether"])
def test_tw_i_66_where_a_destroyed_spell_card_goes(reading: str):
    match = duel(choices={"TW-I 66": reading})
    dead = match.put("bo", "F1", "C3")
    match.play(f"ana effect Spring.1 destroy:{dead}")
    assert match.one(CardMoved).target == f"bo.{reading}"


@pytest.mark.rule("TW-17.3")
def test_tw_17_3_three_harm_end_nothing_until_they_turn():
    match = duel()
    own = match.put("ana", "F1", "C3", harm=3)
    match.play(f"ana effect Spring.1 harm:{own}:1")
    assert match.thing(own).harm == 4
    match.play("ana end")
    assert own not in match.tw.zones.things


@pytest.mark.rule("TW-17.4")
def test_tw_17_4_harm_on_a_wizard_does_not_turn_as_the_turn_ends():
    match = duel().give("ana", harm=2)
    match.play("ana end")
    assert (match.side("ana").harm, match.side("ana").wounds) == (2, 0)


def test_tw_17_5_an_effect_harms_turns_and_wounds_a_wizard():
    match = duel()
    match.play("ana effect Spring.1 harm:2:bo")
    assert match.one(HarmChanged).rule == "TW-17.5"
    match.refuse("ana effect Spring.1 turn:3:bo", "TW-17.5", have=2)
    match.refuse("ana effect Spring.1 harm:-3:bo", "TW-17.5", have=2)
    match.play("ana effect Spring.1 turn:1:bo wound:1:bo")
    assert (match.side("bo").harm, match.side("bo").wounds) == (1, 2)


@pytest.mark.parametrize("reading, wounds", [("turns", 1), ("waits", 0)])
def test_tw_i_84_harm_on_a_tower_under_a_ritual(reading: str, wounds: int):
    match = duel(choices={"TW-I 84": reading})
    keep = match.tower("ana", "Keep3")
    match.thing(keep).harm = 1
    match.put("ana", "T", "Rite1")
    assert match.play("ana end").thing(keep).wounds == wounds


def test_tw_12_12_a_third_wound_takes_a_covered_tower_and_leaves_the_ritual():
    match = duel()
    keep = match.tower("ana", "Keep3")
    match.thing(keep).harm = 3
    rite = match.put("ana", "T", "Rite1")
    match.play("ana end")
    assert keep not in match.tw.zones.things
    assert match.thing(rite).spot == "T"


# -- who loses -----------------------------------------------------------------------------------


def test_tw_17_6_a_wizard_with_three_wounds_loses():
    match = duel().give("bo", wounds=2)
    match.play("ana effect Spring.1 wound:1:bo")
    assert match.one(WizardLost).rule == "TW-17.6"
    assert match.one(MatchEnded).winners == ("ana",)
    assert match.one(MatchEnded).rule == "TW-1.7"


def test_tw_17_7_a_wizard_forfeits_at_any_moment():
    match = duel()
    match.put("ana", "F1", "C3")
    match.put("bo", "S1", "C3")
    match.play("ana attack bo F1; bo forfeit")
    assert match.one(WizardLost).rule == "TW-17.7"
    assert match.one(MatchEnded).winners == ("ana",)
    match.refuse("ana end", "TW-1.9")


@pytest.mark.parametrize("seat", ["ana", "bo"])
def test_tw_17_7_nobody_is_kept_from_it_by_what_a_cast_did_that_was_not_said(seat: str):
    aims = '{ one = { what = { is = "creature" } } }'
    entering = does('do = "damage", card = "one", amount = 1', when="on cast", aims=aims)
    match = turn(extra=card("Told", entering)).hold("ana", "Told")
    match.put("ana", "S1", "C3")
    match.put("bo", "S1", "C3")
    match.play("ana cast Told F1 unnamed=1")
    match.refuse("ana move C3.1 F2", "TW-19.9")
    match.play(f"{seat} forfeit")
    assert match.one(MatchEnded).winners == ("bo" if seat == "ana" else "ana",)


def test_tw_17_8_an_effect_demands_a_forfeit():
    match = duel()
    match.play("ana effect Spring.1 forfeit:bo")
    assert match.one(WizardLost).rule == "TW-17.8"


def test_tw_17_8_only_a_price_that_can_be_paid_avoids_the_forfeit():
    match = duel().hold("ana", "Toll").play("ana cast Toll F1")
    match.refuse("ana end", "TW-17.8")
    match.refuse("ana effect Toll mode=price unnamed=7", "TW-20.2")
    match.refuse("ana effect Toll mode=price unnamed=6", "TW-4.8")
    match.play("ana effect Toll mode=ruin")
    assert match.one(MatchEnded).winners == ("bo",)


@pytest.mark.parametrize("reading, winners", [("draw", ()), ("active_wizard_wins", ("ana",))])
def test_tw_i_67_all_wizards_lose_at_one_moment(reading: str, winners: tuple[str, ...]):
    match = duel(choices={"TW-I 67": reading}).give("ana", wounds=2).give("bo", wounds=2)
    match.play("bo effect Spring.2 wound:1:ana wound:1:bo")
    assert match.one(MatchEnded).winners == winners


def test_tw_17_9_losing_at_one_moment_is_a_draw():
    match = duel().give("ana", wounds=2).give("bo", wounds=2)
    match.play("ana effect Spring.1 wound:1:bo wound:1:ana")
    assert (match.one(MatchEnded).result, match.one(MatchEnded).rule) == ("draw", "TW-17.9")


def test_tw_17_10_a_tower_play_without_any_tower_is_ascension():
    match = duel()
    match.tw.zones.piles["bo.towers"] = []
    match.play("ana effect Spring.1 tower::bo")
    assert match.one(WizardLost).rule == "TW-17.10"


# -- what a loss sets off ------------------------------------------------------------------------


def test_tw_17_11_the_losers_effects_of_a_loss_come_first():
    match = duel(4)
    match.put("bo", "F1", "Urn")
    match.put("bo", "F2", "Bell")
    match.play("bo forfeit")
    assert match.side("bo").drain == 1
    assert not match.side("bo").retreat
    match.refuse("ana end", "TW-17.11", since=2)
    match.refuse("bo effect Spring.2 drain:1:bo", "TW-17.11")
    match.play("bo effect Urn cy")
    assert (match.side("cy").wounds, match.side("bo").retreat) == (1, True)


def test_tw_17_11_what_it_does_may_make_the_match_a_draw():
    match = duel().give("ana", wounds=2)
    match.put("bo", "F1", "Urn")
    match.play("bo forfeit")
    assert match.one(MatchEnded).result == "draw"


def test_tw_17_11_who_has_lost_uses_nothing():
    match = duel(4).play("bo forfeit")
    match.refuse("bo effect Spring.2 drain:1:bo", "TW-17.11", since=2)


def test_tw_17_11_no_effect_of_a_loss_without_one():
    match = duel()
    match.put("bo", "F1", "Urn")
    match.refuse("bo effect Urn ana", "TW-17.11")


def test_tw_17_11_an_expended_card_has_no_effect_of_a_loss():
    match = duel()
    match.put("bo", "F1", "Urn", expended=True)
    match.play("bo forfeit")
    assert (match.tw.winner, match.side("ana").wounds) == ("ana", 0)


@pytest.mark.parametrize("covered, wounds", [(False, 1), (True, 0)])
def test_tw_12_12_a_tower_under_a_ritual_has_no_effect_of_a_loss(covered: bool, wounds: int):
    match = duel()
    match.put("bo", "T", "Tomb")
    if covered:
        match.put("bo", "T", "Rite1")
    match.play("bo forfeit")
    assert match.side("ana").wounds == wounds


def test_tw_17_11_what_was_set_off_before_is_not_done_any_more_by_who_loses():
    match = duel(6)
    match.put("bo", "F1", "Crow")
    match.play("cy forfeit")
    match.refuse("ana end", "TW-17.12")
    match.play("bo forfeit; ana end")
    assert match.side("cy").retreat


def test_tw_17_11_what_was_set_off_before_by_another_is_still_done():
    match = duel(6)
    match.put("bo", "F1", "Crow")
    match.play("cy forfeit; di forfeit; bo effect Crow ana; bo effect Crow ana")
    assert match.side("ana").harm == 2


def test_tw_17_12_effects_of_others_come_after_the_losers():
    match = duel(6)
    match.put("bo", "F1", "Urn")
    match.put("cy", "F1", "Crow")
    match.play("bo forfeit")
    match.refuse("cy effect Crow di", "TW-17.11")
    match.play("bo effect Urn ana")
    match.refuse("ana end", "TW-17.12", since=4)
    match.play("cy effect Crow di")
    assert (match.side("ana").wounds, match.side("di").harm) == (1, 1)
    assert match.side("bo").retreat


def test_tw_17_12_no_such_effect_without_a_loss():
    match = duel(4)
    match.put("cy", "F1", "Crow")
    match.refuse("cy effect Crow di", "TW-17.12")


@pytest.mark.parametrize("reading", ["loser", "each_for_its_own"])
@pytest.mark.parametrize("order", ["ana cy", "cy ana"])
def test_tw_i_68_others_effects_come_in_the_order_that_was_chosen(reading: str, order: str):
    match = duel(6, choices={"TW-I 68": reading})
    match.put("ana", "F1", "Crow")
    match.put("cy", "F1", "Crow")
    match.play("bo forfeit")
    ids = {"ana": "Crow.1", "cy": "Crow.2"}
    for seat in order.split():
        match.play(f"{seat} effect {ids[seat]} di")
    assert match.side("di").harm == 2
    assert match.one(SpaceCleared).seat == "bo"
