"""Section 10: sets until one has another card than spells, that card, the pool, a cast phase."""

from random import Random

import pytest

from referee.fact import CardsDrawn, TurnEnded
from referee.verdict import Incomplete
from tests.games.tower_wizwar.effects import TEXT
from tests.games.tower_wizwar.table import Match, opened
from tests.games.tower_wizwar.test_9_drawing import sizes

LAST = "ana set spell*4 celestial"
ENTERED = f"{LAST}; ana play Sun1 Keep3; ana draw; ana draw; ana end"


def with_pool(count: int) -> Match:
    """Ana's pool has so many cards before her first set."""
    return opened().unseen("ana", "pool", count)


def test_tw_10_1_the_first_card_of_a_deck_is_a_spell():
    opened().refuse("ana set celestial spell*4", "TW-10.1")
    match = opened()
    match.refuse("ana set orbital*5", "TW-10.1")  # before TW-9.4: the deck has four
    match.play("ana set spell orbital spell*3")


def test_tw_9_4_a_set_holds_no_more_cards_than_there_are():
    match = opened()
    cards = match.tw.zones.hidden
    for back, kept in (("spell", 3), ("celestial", 0), ("orbital", 0)):
        match.unseen("ana", "unseen", cards.size(f"ana.deck/{back}") - kept, back)
    refused = match.refuse("ana set spell*5 unnamed=3", "TW-9.4", seat="ana")
    assert refused.legal == "3 cards"


@pytest.mark.parametrize("deed", ["shuffle:deck:bo", "pass:1:deck:pool:bo"])
def test_tw_10_1_nobody_knows_the_top_card_of_a_deck_that_an_effect_has_changed(deed: str):
    match = opened(extra=TEXT)
    match.play("ana set spell*4 orbital; ana play Hat1 J1; ana draw; ana orbital")
    match.put("ana", "F1", "Text")
    match.play(f"ana effect Text {deed}; ana draw")
    match.play("bo set celestial spell*4")


def test_tw_10_3_wizards_enter_in_their_order_by_these_steps_alone():
    match = opened(4)
    match.refuse("cy set spell*4 orbital", "TW-10.3")
    match.refuse("di phase draft", "TW-10.3")
    for line in ("ana full-draft 3", "ana tower-draft", "ana phase attack", "ana phase renew"):
        match.refuse(line, "TW-10.3")
    match.play(ENTERED)
    assert match.tw.active == "bo" and match.side("ana").entered
    match.refuse("cy draw", "TW-10.3")
    match.refuse("bo move C1.1 F1", "TW-10.3")


def test_tw_10_4_a_set_has_five_cards_of_any_kind():
    opened().refuse("ana set spell*4", "TW-10.4", have=4)
    opened().refuse("ana set spell*5 orbital", "TW-10.4", have=6)
    match = opened().play("ana set spell celestial orbital spell celestial")
    assert match.one(CardsDrawn).count == 5


def test_tw_10_5_of_five_spells_two_go_to_the_pool_and_three_to_the_discard():
    match = opened()
    match.refuse("ana set discards=C1,C2", "TW-10.5", have=2)
    match.refuse("ana set discards=C1,C2,C3,C4", "TW-10.5", have=4)
    match._log("ana set")
    assert isinstance(match.verdict, Incomplete)
    match.play("ana set discards=C1,C2,C3")
    assert match.tw.zones.piles["ana.discard"] == ["C1", "C2", "C3"]
    assert sizes(match, "pool", "hand") == [2, 0]
    match.play("ana set discards=C1 unnamed=2")
    assert sizes(match, "pool", "unnamed") == [4, 2]
    line = "ana set discards=C2,C3,C4 books"
    match.refuse(f"{line}=Blue*5", "TW-20.4", so="White, White, White")
    match.play(f"{line}=White*3,Blue*2")


def test_tw_10_6_with_ten_in_the_pool_all_five_go_to_the_discard():
    match = with_pool(10)
    match.refuse("ana set discards=C1,C2,C3", "TW-10.6", have=3)
    match.play("ana set discards=C1,C2,C3,C4,C5")
    assert sizes(match, "pool") == [10]
    nine = with_pool(9).play("ana set discards=C1,C2,C3")
    assert sizes(nine, "pool") == [11]


def test_tw_10_7_the_first_set_with_another_card_is_the_last():
    match = opened()
    match.refuse("ana end", "TW-10.7")  # nobody enters without one
    match.refuse("ana play Sun1 Keep3", "TW-10.7")
    match.refuse("ana set spell*4 orbital discards=C1,C2,C3", "TW-10.7")
    match.play(LAST).refuse("ana set spell*4 orbital", "TW-10.7")
    match.play("ana play Sun1 Keep3; ana draw").refuse("ana set spell*5 unnamed=3", "TW-10.7")
    match.play("ana draw; ana end").refuse("ana set spell*4 orbital", "TW-10.7")


def test_tw_10_8_one_card_of_that_set_is_played_at_once():
    match = opened().play("ana set spell*3 celestial orbital")
    for line in ("ana draw", "ana end", "ana cast C1 F1 mana=C2"):
        match.refuse(line, "TW-10.8")
    match.refuse("ana play C1", "TW-13.1")
    match.refuse("ana play Sun1 Keep4", "TW-14.2")
    match.play("ana play Hat2 J2")
    match.refuse("ana play Sun1 Keep3", "TW-10.3")  # the other one waits for a movement phase


@pytest.mark.parametrize("reading", ["choice", "celestial_first"])
def test_tw_i_25_which_comes_first_of_a_set_with_both(reading: str):
    match = opened(choices={"TW-I 25": reading}).play("ana set spell*3 celestial orbital")
    if reading == "celestial_first":
        match.refuse("ana play Hat2 J2", "TW-10.8")
        match.play("ana play Sun1 Keep2")
    else:
        match.play("ana play Hat2 J2")
    alone = opened(choices={"TW-I 25": reading}).play("ana set spell*3 orbital*2")
    alone.play("ana play Hat2 J2")


@pytest.mark.rule("TW-10.9")
def test_tw_10_9_the_other_four_are_the_hand_and_the_front():
    match = opened().play("ana set spell*2 celestial*2 orbital; ana play Sun1 Keep3")
    assert sizes(match, "hand", "front") == [2, 2]


@pytest.mark.parametrize(("pool", "drawn"), [(0, 5), (2, 5), (4, 5), (6, 0), (8, 0), (10, 0)])
def test_tw_10_10_a_pool_of_fewer_than_five_gets_five(pool: int, drawn: int):
    match = with_pool(pool).play(f"{LAST}; ana play Sun1 Keep3")
    if drawn:
        match.refuse("ana end", "TW-10.10")
        match.refuse("ana phase cast", "TW-10.10")
        match.play("ana draw")
    match.play("ana phase cast")
    assert sizes(match, "pool") == [pool + drawn]


def test_tw_10_11_then_comes_a_cast_phase_with_the_orbital_just_played():
    match = opened().play("ana set spell*4 orbital; ana play Hat1 J1; ana draw")
    match.refuse("ana cast C1 F1 mana=C2", "TW-11.9")
    match.play("ana orbital; ana cast C1 F1 mana=C2; ana draw")
    match.refuse("ana cast C0 F2", "TW-10.11")
    match.play("ana end")


def test_tw_10_12_stabilising_and_wounding_come_last():
    match = opened().play(f"{LAST}; ana play Sun1 Keep3; ana draw")
    match.refuse("ana end", "TW-10.12")
    match.refuse("ana draw spell*2", "TW-1.3")
    keep = match.thing("Keep3.1")
    keep.harm = 1
    match.play("ana draw; ana end")
    assert (keep.harm, keep.wounds) == (0, 1) and match.one(TurnEnded).seat == "ana"


@pytest.mark.rule("TW-10.13")
def test_tw_10_13_at_most_ten_sets_are_all_spells():
    match = opened()
    for _ in range(5):
        match.play("ana set unnamed=3")
    for _ in range(5):
        match.play("ana set unnamed=5")
    assert sizes(match, "deck", "pool") == [10, 10]
    match.refuse("ana set unnamed=5", "TW-9.4")
    match.play("ana set celestial*5; ana play Sun1 Keep3")


@pytest.mark.rule("TW-10.14")
def test_tw_10_14_before_it_a_wizard_has_nothing_but_its_decks():
    match = opened()
    for seat in match.tw.seats:
        side = match.side(seat)
        assert (side.map, side.harm, side.wounds, side.drain) == ({}, 0, 0, 0)
    assert sizes(match, "hand", "pool", "front", "deck") == [0, 0, 0, 60]
    assert match.tw.zones.things == {}


def test_tw_10_4_no_set_is_due_of_a_deck_that_has_not_five_cards_left():
    match = opened()
    for back in ("spell", "celestial", "orbital"):
        match.unseen("ana", "unseen", match.tw.zones.hidden.size(f"ana.deck/{back}"), back)
    assert not match.due("ana") and "set" not in match.options("ana")
    assert match.play("ana end").options("bo") >= {"set"}


def test_tw_10_4_of_a_deck_with_hardly_a_spell_a_set_of_what_there_is_is_offered():
    match = opened()
    match.unseen("ana", "unseen", match.tw.zones.hidden.size("ana.deck/spell") - 1)
    options = match.game.options(match.replay.table)
    sets = [option.decide(Random(1)) for option in options if option.verb == "set"]
    assert [each["backs"] for each in sets] == [("spell", *["celestial"] * 4)]
    match.play(f"ana set {' '.join(sets[0]['backs'])}")
