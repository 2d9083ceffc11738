"""Sections 4 and 7.1: hands, fronts, discards, aethers, pools and their mana; pools of tokens."""

import pytest

from referee.fact import CardMoved
from referee.games.tower_wizwar.state import STABILISE
from tests.games.tower_wizwar.effects import text
from tests.games.tower_wizwar.table import Match, opened, turn
from tests.games.tower_wizwar.test_9_drawing import sizes


def pile(match: Match, name: str) -> list[str]:
    """A public place, its top last."""
    return list(match.tw.zones.piles.get(name, ()))


def test_tw_4_1_cards_leave_a_hand_only_as_a_rule_says():
    turn(phase="last").refuse("ana discard C1", "TW-4.1")
    turn(phase="cast").refuse("ana cast Keep2 F1", "TW-12.1")


@pytest.mark.rule("TW-4.2")
def test_tw_4_2_the_front_is_no_part_of_the_hand():
    match = turn(phase="last").unseen("ana", "front", 2, "celestial")
    match.play("ana tally hand=5 front=2; ana end")  # nothing is to be discarded
    assert sizes(match, "front") == [2]


@pytest.mark.rule("TW-4.3")
def test_tw_4_3_a_discard_lies_open_in_its_order_with_the_owner():
    match = turn(4).play("ana mana C3,C1; ana cast C1 F1 mana=C2; ana cast C0 F1; ana tally pool=3")
    assert pile(match, "ana.discard") == ["C3", "C1", "C2", "C1"]
    borrowed = match.put("bo", "S1", "C5")
    match.thing(borrowed).owner = "di"
    match.give("bo").at("cast", "bo").play("bo cast C0 S1; bo tally pool=6")
    assert pile(match, "di.discard") == ["C5"] and pile(match, "bo.discard") == []


def test_tw_4_5_nothing_comes_back_from_an_aether():
    match = text().hold("ana", "Sun1", place="front").at("movement")
    match.play("ana play Sun1 Keep2; ana phase attack")
    match.at("cast").refuse("ana effect Text take:Sun1:aether:hand", "TW-4.5")


def test_tw_4_6_a_pool_holds_spells_alone():
    match = text().hold("ana", place="front").unseen("ana", "front", 1, "celestial")
    match.refuse("ana effect Text take:Sun1:front:pool", "TW-4.6")
    hat = match.put("ana", "J1", "Hat1")
    match.refuse(f"ana effect Text put:{hat}:pool", "TW-4.6")


def test_tw_4_7_mana_is_made_at_any_moment_in_any_turn():
    match = turn(4, phase="attack")
    match.put("ana", "F1", "C3")
    match.put("bo", "S1", "C3")
    match.play("ana attack bo F1; bo mana C1; di mana C1; cy mana C2,C3")
    assert [(fact.card, fact.rule) for fact in match.all(CardMoved)] == [
        ("C2", "TW-4.7"),
        ("C3", "TW-4.7"),
    ]
    match.play("bo no-block; ana mana C1; ana end; ana mana C2")
    early = turn(phase="stabilise").play("bo mana C1; ana mana C1; bo tally pool=5")
    assert (early.tw.active, early.tw.phase) == ("ana", STABILISE)


def test_tw_4_8_less_mana_than_the_cost_pays_for_nothing():
    match = turn()
    match.refuse("ana cast C3 F1 mana=C1,C2", "TW-4.8", made=2, price=3)
    match.refuse("ana cast C8 F1", "TW-4.8", price=8)  # the pool has six
    match.play("ana cast C3 F1 mana=C1,C2,C4")


@pytest.mark.parametrize("reading", ["yes", "no"])
def test_tw_i_11_who_looks_into_a_pool_changes_no_play(reading: str):
    match = turn(choices={"TW-I 11": reading}).play("ana mana C1; ana cast C1 F1 mana=C2")
    assert sizes(match, "pool", "hand") == [4, 4]


# -- tokens --------------------------------------------------------------------------------------


LIMITED = {"TW-I 19": "limited"}


@pytest.mark.rule("TW-7.1")
def test_tw_7_1_tokens_come_from_their_pool_and_go_back_to_it():
    match = text(choices=LIMITED, gold="2", harm="1")
    match.play("ana effect Text coin:0:Text.1:gold coin:0:Text.1:gold")
    assert match.thing("Text.1").tokens == {"gold": 2}
    match.play("ana effect Text coin:0:Text.1:gold coin:0:Text.1:silver")
    assert match.thing("Text.1").tokens == {"gold": 2, "silver": 1}  # the pool of gold is empty
    match.play("ana effect Text coins:Text.1:gold:1 coin:0:Text.1:gold")
    assert match.thing("Text.1").tokens["gold"] == 2


@pytest.mark.parametrize(("reading", "harm"), [("limited", [1, 0]), ("unlimited", [1, 1])])
def test_tw_i_19_a_pool_that_is_limited_can_run_out(reading: str, harm: list[int]):
    more = {"harm": "1"} if reading == "limited" else {}
    match = text(choices={"TW-I 19": reading}, **more)
    one, other = match.put("bo", "F1", "C3"), match.put("bo", "F2", "C3")
    match.play(f"ana effect Text damage:{one}:3 damage:{other}:3")
    assert [match.thing(each).harm for each in (one, other)] == harm
    match.play("ana effect Text harm::1:bo")
    assert match.side("bo").harm == (reading == "unlimited")
    wizard = text(choices={"TW-I 19": reading}, **more)
    wizard.play("ana effect Text harm::1:bo harm::1:ana")
    assert [wizard.side(seat).harm for seat in ("bo", "ana")] == harm


def test_tw_i_19_the_numbers_are_agreed_with_the_opening():
    opened(choices=LIMITED, gold="none").refused("TW-7.1", name="gold")
    opened(choices=LIMITED, harm="0").refused("TW-7.1", name="harm")
    opened(choices=LIMITED).refused("TW-7.1")
    opened(gold="5").refused("TW-7.1", name="gold")


def test_tw_3_5_a_tower_lies_in_t_of_its_own_map_alone():
    match = text()
    keep = match.tower("ana", "Keep2")
    match.refuse(f"ana effect Text move:{keep}:T:bo", "TW-3.5")
    match.refuse(f"ana effect Text move:{keep}:J1", "TW-19.7")
    other = match.tower("bo", "Keep3")
    match.refuse(f"ana effect Text exchange:{keep}:{other}", "TW-3.5")


def test_tw_9_6_a_tower_is_said_for_a_celestial_alone():
    match = text()
    match.refuse("ana effect Text draw:1:::ana:Hat1+C3:Keep3", "TW-9.6", tower="Keep3")
    match.play("ana effect Text draw:1:::ana:Hat1+C3")
    assert match.tw.zones.hidden.known("ana.front/orbital") == {"Hat1": 1}
