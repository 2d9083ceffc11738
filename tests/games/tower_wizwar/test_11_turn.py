"""Section 11: the turn and its phases."""

from typing import Any

import pytest

from referee.fact import CardsDrawn, TurnBegan, TurnEnded
from referee.games.tower_wizwar.facts import Drafted, DrainMoved, Expended, PhaseBegan
from referee.verdict import Incomplete
from tests.games.tower_wizwar.asking import asks, hidden
from tests.games.tower_wizwar.table import Match, opened, turn


def short(match: Match, seat: str, count: int, place: str = "hand") -> Match:
    """So many cards of a hidden place go back to the deck."""
    hidden = match.tw.zones.hidden
    hidden.draw(count, f"{seat}.{place}/spell", f"{seat}.deck/spell")
    return match


def front(match: Match, seat: str, *backs: str) -> Match:
    for back in backs:
        match.unseen(seat, "front", 1, back)
    return match


# -- the phases ----------------------------------------------------------------------------------


def test_tw_11_1_a_phase_that_is_over_does_not_come_back():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2")
    match.refuse("ana full-draft 3 unnamed=2", "TW-11.1")
    match.refuse("ana phase cast", "TW-11.1")


def test_tw_11_1_nobody_acts_in_the_turn_of_another_who_is_not_before_them():
    match = turn(4, phase="movement")
    match.put("cy", "F1", "C2")
    match.refuse("cy move C2.1 F2", "TW-11.1", active="ana")
    match.refuse("cy end", "TW-11.1")


def test_tw_11_1_an_act_of_a_later_phase_ends_the_phases_before_it():
    match = turn(phase="stabilise")
    match.put("ana", "F1", "C2", expended=True)
    match.play("ana attack bo C2.1")
    assert [fact.phase for fact in match.all(PhaseBegan)] == [
        "renew and reduce",
        "draft",
        "cast",
        "movement",
        "attack",
    ]


# -- stabilise -----------------------------------------------------------------------------------


def test_tw_11_2_a_hand_of_four_or_fewer_draws_up_to_five():
    match = short(turn(phase="stabilise"), "ana", 2)
    match.refuse("ana full-draft 3 unnamed=2", "TW-11.2")
    match.play("ana draw spell celestial spell")
    assert hidden(match, "ana", "hand") == 5
    assert hidden(match, "ana", "front", "celestial") == 1


def test_tw_11_2_the_number_of_a_draw_that_is_due_need_not_be_said():
    match = short(turn(phase="stabilise"), "ana", 2).play("ana draw")
    assert match.one(CardsDrawn).count == 2


def test_tw_11_2_exactly_the_excess_over_five_is_taken_away():
    match = turn(phase="stabilise").unseen("ana", "hand", 2)
    match.refuse("ana discard unnamed=1", "TW-11.2", have=1)
    match.refuse("ana discard unnamed=3", "TW-11.2", have=3)
    match.refuse("ana draw", "TW-11.2")
    match.refuse("ana phase cast", "TW-11.2")
    match.play("ana discard unnamed=2")
    assert hidden(match, "ana", "hand") == 5


def test_tw_11_2_a_hand_of_five_asks_for_nothing():
    match = turn(phase="stabilise")
    match.refuse("ana draw", "TW-1.3", have=5)
    match.play("ana phase cast")


def test_tw_1_3_another_number_than_brings_the_hand_to_five_is_not_drawn():
    match = short(turn(phase="stabilise"), "ana", 2)
    match.refuse("ana draw spell", "TW-1.3", have=1)
    match.refuse("ana draw spell spell spell", "TW-1.3", have=3)


@pytest.mark.rule("TW-11.3")
def test_tw_11_3_up_to_three_of_the_excess_go_to_the_pool():
    match = turn(phase="stabilise").unseen("ana", "hand", 5)
    match.refuse("ana discard unnamed=1 pool=4", "TW-11.3", have=4)
    match.play("ana discard unnamed=2 pool=3")
    assert (hidden(match, "ana", "hand"), hidden(match, "ana", "pool")) == (5, 9)


def test_tw_i_26_all_three_may_have_to_go_to_the_pool():
    match = turn(phase="stabilise", choices={"TW-I 26": "exactly_three"}).unseen("ana", "hand", 5)
    match.refuse("ana discard unnamed=3 pool=2", "TW-11.3", have=2)
    match.play("ana discard unnamed=2 pool=3")
    less = turn(phase="stabilise", choices={"TW-I 26": "exactly_three"}).unseen("ana", "hand", 2)
    less.refuse("ana discard unnamed=2", "TW-11.3", have=0)
    less.play("ana discard pool=2")


# -- renew and reduce ----------------------------------------------------------------------------


@pytest.mark.rule("TW-11.4")
def test_tw_11_4_all_expended_cards_on_the_own_map_are_renewed():
    match = turn(phase="stabilise")
    own = match.put("ana", "F1", "C2", expended=True)
    other = match.put("bo", "F1", "C2", expended=True)
    match.play("ana phase draft")
    assert not match.thing(own).expended
    assert match.thing(other).expended
    assert match.one(Expended).thing == own


def test_tw_11_5_the_counter_loses_three_without_a_tower_and_all_with_one():
    match = turn(phase="stabilise").give("ana", drain=5).play("ana phase renew")
    assert match.side("ana").drain == 2
    assert match.one(DrainMoved).rule == "TW-11.5"
    match = turn(phase="stabilise").give("ana", drain=5)
    match.tower("ana", "Keep2")
    match.play("ana phase renew")
    assert match.side("ana").drain == 0


@pytest.mark.rule("TW-6.9")
def test_tw_6_9_the_counter_stops_at_nothing():
    match = turn(phase="stabilise").give("ana", drain=1).play("ana phase renew")
    assert match.side("ana").drain == 0
    assert match.one(DrainMoved).change == -1


# -- drafts --------------------------------------------------------------------------------------


def test_tw_11_6_one_draft_or_none():
    match = turn(phase="draft")
    match.refuse("ana tower-draft", "TW-11.6")
    match.tower("ana", "Keep3")
    match.play("ana tower-draft")
    match.refuse("ana full-draft 3 unnamed=2", "TW-11.6")
    match.refuse("ana tower-draft", "TW-11.6")
    turn(phase="draft").play("ana phase cast")


def test_tw_i_28_a_draft_may_be_compulsory():
    match = turn(phase="draft", choices={"TW-I 28": "no"})
    match.refuse("ana phase cast", "TW-11.6")
    match.refuse("bo phase cast", "TW-11.6")
    match.play("ana full-draft 3 unnamed=2; ana phase cast")
    match = turn(phase="draft", choices={"TW-I 28": "no"})
    match.tower("ana", "Keep2")
    match.play("ana tower-draft; ana phase cast")


def test_tw_i_29_the_draft_of_the_tower_may_come_before_the_turn_and_beside_the_full_draft():
    match = turn(phase="stabilise", choices={"TW-I 29": "extra"})
    match.tower("ana", "Keep3")
    match.play("ana tower-draft")
    match.refuse("ana tower-draft", "TW-11.6")
    match.play("ana full-draft 3 unnamed=2")
    match.refuse("ana tower-draft", "TW-11.1")
    late = turn(phase="draft", choices={"TW-I 29": "extra"})
    late.tower("ana", "Keep3")
    late.refuse("ana tower-draft", "TW-11.1")


def test_tw_11_7_the_draft_value_is_the_most_that_a_tower_drafts():
    match = turn(phase="draft")
    match.tower("ana", "Keep3")
    match.refuse("ana tower-draft spell spell spell spell", "TW-11.7", have=4)
    match.play("ana tower-draft spell orbital spell")
    assert hidden(match, "ana", "pool") == 8
    assert hidden(match, "ana", "front", "orbital") == 1
    assert match.side("ana").drain == 2
    assert match.one(DrainMoved).rule == "TW-6.8"


def test_tw_11_7_without_a_word_a_tower_drafts_its_whole_value():
    match = turn(phase="draft")
    match.tower("ana", "Keep3")
    match.play("ana tower-draft")
    assert match.one(Drafted).pool == 3


def test_tw_i_30_a_tower_may_have_to_draft_its_whole_value():
    match = turn(phase="draft", choices={"TW-I 30": "exactly"})
    match.tower("ana", "Keep3")
    match.refuse("ana tower-draft spell spell", "TW-11.7", have=2)
    match.play("ana tower-draft spell spell spell")


def test_tw_11_8_five_are_drawn_two_discarded_and_three_divided():
    match = turn(phase="draft")
    match.refuse("ana full-draft 4 unnamed=2", "TW-11.8", have=4)
    match.refuse("ana full-draft 3 unnamed=1", "TW-11.8", have=1)
    match.play("ana full-draft 1 C3 unnamed=1 backs=spell,spell,spell,spell,spell")
    assert (hidden(match, "ana", "hand"), hidden(match, "ana", "pool")) == (6, 8)
    assert match.one(Drafted).hand == 1


def test_tw_11_8_and_11_2_discards_of_which_nothing_was_said_are_asked_for():
    match = turn(phase="draft")
    asks(match, "ana full-draft 3")
    assert match.verdict.message == "say the 2 cards that are discarded, or unnamed=2"
    match = turn(phase="last").hold("ana", "C1", "C2")
    asks(match, "ana discard")
    assert match.verdict.message == "say the 2 cards that are discarded, or unnamed=2"
    match.refuse("ana discard C1", "TW-11.20", have=1)


def test_tw_1_4_a_full_draft_is_a_draw_of_five():
    match = turn(phase="draft")
    match.refuse("ana full-draft 2 unnamed=2 backs=spell,spell,spell,spell", "TW-1.4", have=4)


# -- the cast phase ------------------------------------------------------------------------------


def test_tw_11_9_an_orbital_is_used_before_anything_else_is_done():
    match = turn(phase="draft").hold("ana", "C0")
    match.put("ana", "J1", "Hat1")
    match.refuse("ana cast C0 F1", "TW-11.9")
    match.refuse("ana phase movement", "TW-11.9")
    match.refuse("bo phase cast", "TW-11.9")
    match.play("ana orbital")
    match.refuse("ana orbital", "TW-11.9")
    match.play("ana cast C0 F1")


def test_tw_11_9_of_several_orbitals_one_is_chosen():
    match = turn()
    match.put("ana", "J1", "Hat1")
    match.put("ana", "J2", "Hat2")
    assert asks(match, "ana orbital") == {"source": ("Hat1.1", "Hat2.1")}
    match.play("ana orbital Hat2")
    match.refuse("ana orbital Hat1", "TW-11.9")


def test_tw_11_9_an_expended_orbital_is_not_used():
    match = turn()
    match.refuse("ana orbital", "TW-11.9", seat="ana")
    match.put("ana", "J1", "Hat1", expended=True)
    match.refuse("ana orbital Hat1", "TW-11.9", seat="ana")
    match.play("ana phase movement")


def test_tw_11_9_what_is_used_is_one_of_the_orbitals_that_can_be():
    match = turn()
    match.put("ana", "J1", "Hat1", expended=True)
    match.put("ana", "J2", "Hat2")
    match.put("ana", "F1", "C2")
    for other in ("Hat1.1", "C2.1"):
        refused = match.refuse(f"ana orbital {other}", "TW-11.9", thing=other)
        assert refused.legal == "Hat2.1"


def test_tw_11_9_no_orbital_is_asked_of_who_does_not_play():
    turn(phase="cast").refuse("nobody orbital orbital", "REF-1.3")


@pytest.mark.parametrize("before", ["", "ana cast C0 F1", "ana phase attack"])
def test_tw_11_9_a_back_is_no_orbital_and_accuses_nobody(before: str):
    match = turn(choices={"TW-I 31": "may"}).hold("ana", "C0").play(before)
    match.put("ana", "J1", "Hat1")
    for back in ("spell", "orbital"):  # a draw of which only the cards are said
        match._log(f"ana orbital {back}")
        assert match.verdict == Incomplete("say which orbital", {"source": ("Hat1.1",)})


def test_tw_i_31_an_orbital_may_be_left_unused():
    match = turn(choices={"TW-I 31": "may"})
    match.put("ana", "J1", "Hat1")
    match.play("ana phase movement")


@pytest.mark.rule("TW-11.10")
def test_tw_11_10_any_number_of_casts_but_none_after_the_pool_was_cut():
    match = turn().hold("ana", "C0", "C0", "C0").unseen("ana", "pool", 4)
    match.play("ana cast C0 F1; ana cast C0 F2; ana discard unnamed=2")
    match.refuse("ana cast C0 F3", "TW-11.10")


def test_tw_11_11_a_pool_of_ten_loses_two_at_the_end_of_the_cast_phase():
    match = turn().unseen("ana", "pool", 7)
    match.refuse("ana phase movement", "TW-11.11")
    match.refuse("bo phase cast", "TW-11.11")
    match.refuse("ana discard unnamed=3", "TW-11.11", have=3)
    match.play("ana discard unnamed=2; ana phase movement")
    assert (hidden(match, "ana", "pool"), hidden(match, "ana", "hand")) == (11, 5)


def test_tw_11_11_a_pool_of_nine_loses_none():
    match = turn().unseen("ana", "pool", 3)
    match.refuse("ana discard unnamed=2", "TW-4.1")
    match.play("ana phase movement")


def test_tw_11_1_the_pool_is_not_cut_before_what_comes_first():
    match = short(turn(phase="stabilise").unseen("ana", "pool", 5), "ana", 1)
    match.refuse("ana discard unnamed=2", "TW-11.2", what="draw 1 spell into the hand")
    match.play("ana draw; ana discard unnamed=2")
    assert hidden(match, "ana", "pool") == 9


def test_tw_11_12_orbital_casts_and_cut_come_in_that_order():
    match = turn().hold("ana", "C0").unseen("ana", "pool", 4)
    match.put("ana", "J1", "Hat1")
    match.refuse("ana discard unnamed=2", "TW-11.9")
    match = turn(choices={"TW-I 31": "may"}).hold("ana", "C0")
    match.put("ana", "J1", "Hat1")
    match.play("ana cast C0 F1")
    match.refuse("ana orbital", "TW-11.12")


# -- movement ------------------------------------------------------------------------------------


def test_tw_11_13_a_card_of_the_front_is_played_first():
    match = front(turn(phase="movement"), "ana", "orbital", "orbital")
    match.put("ana", "F1", "C2")
    match.refuse("ana move C2.1 F2", "TW-11.13")
    match.refuse("ana attack bo C2.1", "TW-11.13")
    match.refuse("ana end", "TW-11.13")
    match.refuse("bo phase cast", "TW-11.13")
    match.play("ana play Hat1 J1")
    match.refuse("ana play Hat2 J2", "TW-11.13")
    match.play("ana move C2.1 F2")
    match.refuse("ana play Hat2 J2", "TW-11.13")


def test_tw_11_13_what_comes_to_the_front_after_the_first_move_waits():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2")
    match.play("ana move C2.1 F2")
    front(match, "ana", "orbital")
    match.refuse("ana play Hat1 J1", "TW-11.13")
    match.play("ana attack bo C2.1")


def test_tw_i_32_a_card_of_the_front_may_be_left_there():
    match = front(turn(phase="movement", choices={"TW-I 32": "may_in_movement"}), "ana", "orbital")
    match.put("ana", "F1", "C2")
    match.play("ana move C2.1 F2")
    match.refuse("ana play Hat1 J1", "TW-11.13")


def test_tw_i_33_all_cards_of_the_front_may_have_to_be_played():
    choices = {"TW-I 33": "all_one_at_a_time"}
    match = front(turn(phase="movement", choices=choices), "ana", "orbital", "orbital")
    match.put("ana", "F1", "C2")
    match.play("ana play Hat1 J1")
    match.refuse("ana move C2.1 F2", "TW-11.13")
    match.play("ana play Hat2 J2; ana move C2.1 F2")


def test_tw_11_14_a_move_goes_to_an_empty_spot():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2")
    match.put("ana", "F2", "C3")
    match.refuse("ana move C2.1 F2", "TW-11.14")
    match.play("ana move C2.1 S1; ana exchange C2.1 C3.1")
    assert (match.thing("C2.1").spot, match.thing("C3.1").spot) == ("F2", "S1")


def test_tw_11_15_three_cards_are_moved_in_a_phase_and_an_exchange_is_two():
    match = turn(phase="movement")
    for spot in ("F1", "F2", "F3"):
        match.put("ana", spot, "C2")
    match.play("ana move C2.1 F4; ana move C2.1 F5")
    match.refuse("ana exchange C2.2 C2.3", "TW-11.15", have=2)
    match.play("ana move C2.1 S1")
    match.refuse("ana move C2.1 S2", "TW-11.15", have=3)


def test_tw_11_14_what_lies_in_one_spot_is_not_exchanged():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2")
    match.put("ana", "F1", "C3")
    match.refuse("ana exchange C2.1 C3.1", "TW-11.14", thing="C2.1", spot="F1")
    match.refuse("ana exchange C3.1 C3.1", "TW-11.14", thing="C3.1", spot="F1")


def test_tw_i_34_an_exchange_may_count_one():
    match = turn(phase="movement", choices={"TW-I 34": "one"})
    for spot in ("F1", "F2"):
        match.put("ana", spot, "C2")
    match.play("ana exchange C2.1 C2.2; ana exchange C2.1 C2.2; ana exchange C2.1 C2.2")
    match.refuse("ana exchange C2.1 C2.2", "TW-11.15", have=3)


@pytest.mark.rule("TW-11.16")
def test_tw_11_16_a_moved_card_keeps_what_is_on_it():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2", expended=True, wounds=1, harm=1, tokens={"gold": 2})
    match.play("ana move C2.1 S1")
    moved = match.thing("C2.1")
    assert (moved.expended, moved.wounds, moved.harm, moved.tokens) == (True, 1, 1, {"gold": 2})


@pytest.mark.rule("TW-11.16")
def test_tw_11_16_towers_do_not_move():
    match = turn(phase="movement")
    match.tower("ana", "Keep2")
    match.put("ana", "F1", "C2")
    match.refuse("ana move Keep2.1 F2", "TW-5.4")
    match.refuse("ana exchange C2.1 Keep2.1", "TW-5.3")


def test_tw_i_35_an_orbital_moves_to_the_other_spot_beside_the_tower():
    match = turn(phase="movement")
    match.put("ana", "J1", "Hat1")
    match.put("ana", "F1", "C2")
    match.refuse("ana move Hat1.1 S1", "TW-11.14", thing="Hat1.1", spot="S1")
    match.refuse("ana exchange C2.1 Hat1.1", "TW-11.14", thing="Hat1.1", spot="F1")
    match.refuse("ana exchange Hat1.1 C2.1", "TW-11.14", thing="Hat1.1", spot="F1")
    match.play("ana move Hat1.1 J2")


def test_tw_i_35_an_orbital_may_move_anywhere_and_be_used_there():
    match = turn(phase="movement", choices={"TW-I 35": "any_spot"})
    match.put("ana", "J1", "Hat1")
    match.play("ana move Hat1.1 S1; ana end; bo end")
    match.refuse("ana phase movement", "TW-11.9")
    match.play("ana orbital")


def test_tw_i_35_an_orbital_may_stay_for_good():
    match = turn(phase="movement", choices={"TW-I 35": "nowhere"})
    match.put("ana", "J1", "Hat1")
    match.refuse("ana move Hat1.1 J2", "TW-11.14")


def test_tw_11_17_three_stacks_of_up_to_five_tokens_are_moved():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2", tokens={"gold": 8, "silver": 1}, harm=1, wounds=1)
    match.put("ana", "F2", "C3")
    match.put("bo", "F1", "C4")
    match.refuse("ana tokens C2.1 C3.1 gold 6", "TW-11.17", have=6)
    for line, why in (
        ("ana tokens C2.1 C3.1 harm", "harm is not moved"),
        ("ana tokens C2.1 C3.1 wounds", "wounds is not moved"),
        ("ana tokens C2.1 C4.1 gold", "C4.1 is not ana's"),
        ("ana tokens C2.1 C2.1 gold", "C2.1 is named twice"),
        ("ana tokens C2.1 C3.1 bronze", "C2.1 has 0 bronze"),
    ):
        assert match.refuse(line, "TW-11.17").message == why
    match.play("ana tokens C2.1 C3.1 gold 5; ana tokens C2.1 C3.1 gold 3")
    match.play("ana move C2.1 F3; ana tokens C2.1 C3.1 silver")
    assert match.thing("C3.1").tokens == {"gold": 8, "silver": 1}
    match.refuse("ana tokens C3.1 C2.1 gold", "TW-11.17", have=3)


def coins(**more: Any) -> Match:
    """Ana's movement phase with coins on one of two cards of hers."""
    match = turn(phase="movement", **more)
    match.put("ana", "F1", "C2", tokens={"gold": 4})
    match.put("ana", "F2", "C3")
    return match


def test_tw_i_90_tokens_are_moved_between_cards_and_ahead_of_them():
    match = coins(choices={"TW-I 90": "any_time"}).hold("ana", "Sun1", place="front")
    assert match.options("ana") >= {"tokens", "play"}
    match.play("ana tokens C2.1 C3.1 gold; ana play Sun1 Keep3; ana tokens C2.1 C3.1 gold")
    match.play("ana move C2.1 F3; ana tokens C2.1 C3.1 gold; ana exchange C2.1 C3.1")
    assert match.thing("C3.1").tokens == {"gold": 3}


def test_tw_i_90_once_tokens_are_moved_no_card_is():
    match = coins(choices={"TW-I 90": "after_the_cards"})
    match.play("ana move C2.1 F3")
    assert match.options("ana") >= {"move", "exchange", "tokens"}
    since = match.seq + 1
    match.play("ana tokens C2.1 C3.1 gold; ana tokens C2.1 C3.1 gold")
    for line in ("ana move C3.1 F4", "ana exchange C2.1 C3.1"):
        refused = match.refuse(line, "TW-11.17", have=2, since=since)
        assert refused.legal == "no more cards"
    assert match.options("ana").isdisjoint({"move", "exchange"})
    assert "tokens" in match.options("ana")
    match.play("ana tokens C2.1 C3.1 gold; ana attack bo C2.1")


def test_tw_i_90_cards_may_be_moved_again_in_the_next_turn():
    match = coins(choices={"TW-I 90": "after_the_cards"})
    match.play("ana tokens C2.1 C3.1 gold; ana end; bo end; ana phase movement; ana move C2.1 F3")


def test_tw_i_90_tokens_wait_for_the_card_of_the_front():
    match = coins(choices={"TW-I 90": "after_the_cards"}).hold("ana", "Sun1", place="front")
    assert "tokens" not in match.options("ana")
    match.refuse("ana tokens C2.1 C3.1 gold", "TW-11.13", who="ana")
    match.play("ana play Sun1 Keep3; ana tokens C2.1 C3.1 gold")


def test_tw_i_90_no_card_of_the_front_is_played_after_tokens():
    choices = {"TW-I 32": "may_in_movement", "TW-I 90": "after_the_cards"}
    match = coins(choices=choices).hold("ana", "Sun1", place="front")
    assert match.options("ana") >= {"play", "tokens"}
    match.play("ana tokens C2.1 C3.1 gold")
    refused = match.refuse("ana play Sun1 Keep3", "TW-11.13", since=match.seq)
    assert refused.legal == "none"
    assert "play" not in match.options("ana")
    match.play("ana phase attack")


def test_tw_i_90_what_comes_to_the_front_after_tokens_waits():
    match = coins(choices={"TW-I 90": "after_the_cards"}).play("ana tokens C2.1 C3.1 gold")
    match.hold("ana", "Sun1", place="front").play("ana tokens C2.1 C3.1 gold; ana attack bo C2.1")


def test_tw_i_36_wounds_may_be_moved_too():
    match = turn(phase="movement", choices={"TW-I 36": "yes"})
    match.put("ana", "F1", "C2", wounds=2)
    match.put("ana", "F2", "C3", wounds=1)
    match.refuse("ana tokens C3.1 C2.1 wounds 2", "TW-11.17", have=1)
    match.play("ana tokens C2.1 C3.1 wounds 2")
    assert "C3.1" not in match.tw.zones.things
    assert match.thing("C2.1").wounds == 0


# -- attacks -------------------------------------------------------------------------------------


def test_tw_11_18_one_attack_and_one_more_for_each_three_in_the_pool():
    match = turn(phase="movement")
    for spot in ("F1", "F2", "F3", "F4"):
        match.put("ana", spot, "C2")
    match.play("ana attack bo C2.1; ana attack bo C2.2; ana attack bo C2.3")
    refused = match.refuse("ana attack bo C2.4", "TW-11.18", have=3)
    assert (refused.message, refused.legal) == ("ana has attacked 3 times", "at most 3 attacks")


def test_tw_i_37_the_pool_may_be_counted_at_each_attack():
    at_start = turn(phase="movement")
    each_time = turn(phase="movement", choices={"TW-I 37": "each_declaration"})
    for match in (at_start, each_time):
        for spot in ("F1", "F2", "F3"):
            match.put("ana", spot, "C2")
        match.play("ana attack bo C2.1; ana attack bo C2.2; ana mana unnamed=1")
    at_start.play("ana attack bo C2.3")
    each_time.refuse("ana attack bo C2.3", "TW-11.18", have=2)


def test_tw_11_19_attacks_happen_in_the_attack_phase():
    match = turn(phase="last")
    match.put("ana", "F1", "C2")
    match.refuse("ana attack bo C2.1", "TW-11.19")
    four = turn(4, phase="attack")
    four.put("cy", "F1", "C2")
    four.refuse("cy attack ana C2.1", "TW-11.19")


# -- the end of the turn -------------------------------------------------------------------------


def test_tw_11_20_the_hand_is_brought_to_five_again_before_the_turn_ends():
    match = short(turn(phase="attack"), "ana", 1)
    match.refuse("ana end", "TW-11.20")
    match.refuse("bo phase cast", "TW-11.20")
    match.refuse("bo draw", "TW-11.20")
    match.play("ana draw; bo phase cast")
    match = turn(phase="attack").unseen("ana", "hand", 4)
    match.refuse("ana discard unnamed=3", "TW-11.20", have=3)
    match.play("ana discard unnamed=1 pool=3; ana end")


@pytest.mark.rule("TW-11.21")
def test_tw_11_21_harm_on_cards_turns_after_the_last_stabilise():
    match = short(turn(phase="attack"), "ana", 1)
    match.put("ana", "F1", "C2", harm=2)
    match.play("ana draw")
    assert match.thing("C2.1").harm == 2
    match.play("ana end")
    assert (match.thing("C2.1").harm, match.thing("C2.1").wounds) == (0, 2)


def test_tw_11_22_the_first_act_of_the_next_wizard_ends_the_turn():
    match = turn(phase="attack")
    match.put("ana", "F1", "C2", harm=1)
    match.play("bo phase draft")
    assert (match.one(TurnEnded).seat, match.one(TurnBegan).seat) == ("ana", "bo")
    assert match.thing("C2.1").wounds == 1


def test_tw_11_22_the_end_of_a_turn_may_be_said():
    match = turn(phase="cast").play("ana end")
    assert match.one(TurnEnded).seat == "ana"
    match.refuse("ana end", "TW-11.1")


def test_tw_11_22_a_turn_in_which_nothing_was_done_is_ended_by_saying_so():
    match = turn(phase="cast").play("bo end")
    assert match.tw.active == "ana"
    assert [fact.seat for fact in match.all(TurnEnded)] == ["ana", "bo"]
    match.refuse("bo end", "TW-11.1", active="ana")


KNELL = """
[[implements]]
name = "Knell"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = { on = "turn ends", seat = "you" }
steps = [{ do = "wound", wizard = "opponent", change = 1 }]
"""


def test_tw_1_9_whoever_loses_as_the_turn_before_ends_does_nothing_in_the_next():
    match = turn(phase="attack", extra=KNELL).give("bo", wounds=2)
    match.put("ana", "S1", "Knell")
    assert match.refuse("bo phase cast", "TW-1.9").legal == "end"
    assert match.play("ana end").tw.winner == "ana"


def test_tw_11_1_after_a_wizard_that_loses_as_the_turn_before_ends_it_is_the_nexts_turn():
    each = KNELL.replace('wizard = "opponent"', 'each = "opponent", wizard = "it"')
    match = turn(4, phase="attack", extra=each).give("bo", wounds=2)
    match.put("ana", "S1", "Knell")
    match.refuse("bo phase cast", "TW-11.1", active="cy", seat="bo")
    assert match.play("ana end").tw.active == "cy"


def test_tw_11_23_mana_effects_and_answers_end_no_phase_and_no_turn():
    match = turn(phase="cast").play("bo mana unnamed=1")
    assert (match.tw.active, match.tw.phase) == ("ana", 6)


# -- entrances -----------------------------------------------------------------------------------


def test_tw_10_3_nobody_does_anything_else_before_having_entered():
    match = opened(4)
    match.refuse("ana full-draft 3 unnamed=2", "TW-10.3")
    match.refuse("ana phase movement", "TW-10.3")
    match.refuse("cy phase movement", "TW-10.3")
    match.refuse("cy cast C0 F1", "TW-10.11")
