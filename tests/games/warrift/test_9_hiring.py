"""Hiring mercenaries, and gaps of the support selection: section 9."""

from collections import Counter

import pytest

from referee.fact import CardMoved, DeckRebuilt
from referee.games.warrift.facts import SupportTaken
from referee.verdict import Incomplete
from tests.games.warrift.table import Match, begun, mid

SERGEANT = """
[[mercenaries]]
name = "Sergeant"
tier = 1
cost = 1
of = ["warrior"]
attack = 2
magicka = 2
[[mercenaries.effects]]
when = "played"
steps = [{ do = "points", change = 1 }]

[[mercenaries]]
name = "Raider"
tier = 1
cost = 0
attack = 1
[[mercenaries.effects]]
when = "played"
steps = [{ do = "damage", monster = { is = "monster" }, amount = 1 }]

[[class_cards]]
name = "Sleeper"
cls = "arbiter"
tier = 2
cost = 1
words = ["awaken"]
"""


def market(players: int = 2, extra: str = SERGEANT, **more: object) -> Match:
    """Ana's mid step with mercenaries and strongholds on offer, and cards to pay with."""
    match = mid(players, extra, **more).hold("ana", "Amage", "Awarrior", "N2")
    return match.pile("offers", "Hand1", "Hand2", "Sneak1", "Hut1", "Sergeant", "Raider")


def offers(match: Match) -> list[str]:
    return match.wr.zones.piles["offers"]


# -- what is hired -----------------------------------------------------------------------------


def test_wr_9_1_a_mercenary_that_is_not_on_offer_is_refused():
    refusal = market().refuse("ana hire Hand3 Amage", "WR-9.1", card="Hand3")
    assert refusal.legal == (
        "a mercenary that can be paid for: Hand1, Hand2, Sneak1, Sergeant, Raider"
    )


def test_wr_9_1_what_is_suggested_can_be_hired():
    match = market().pile("offers", "Hand2", "Sneak1", "HandL1", "Hut1", "Sergeant", "Raider")
    hidden = match.wr.zones.hidden
    hidden.draw(hidden.size("ana.hand") - 2, "ana.hand", "bo.hand")
    legal = match.refuse("ana hire Hand3", "WR-9.1").legal
    assert legal == "a mercenary that can be paid for: Hand2, Sneak1, Sergeant, Raider"
    legal = match.refuse("bo hire Hand3", "WR-9.5").legal
    assert legal == ""


def test_wr_9_1_a_stronghold_is_not_hired():
    market().refuse("ana hire Hut1 Amage", "WR-9.1", card="Hut1")


def test_wr_9_1_a_card_that_there_is_not_is_refused():
    market().refuse("ana hire Nobody Amage", "WR-2.2", card="Nobody")


def test_wr_2_2_a_mercenary_that_is_in_no_list_is_not_in_the_match():
    spare = '[[mercenaries]]\nname = "Spare"\ntier = 1\ncost = 1\nattack = 1\n'
    mid(2, spare).refuse("ana hire Spare Amage", "WR-2.2", card="Spare")


# -- the price ---------------------------------------------------------------------------------


def test_wr_9_2_as_many_cards_are_discarded_as_it_asks_for():
    match = market().play("ana hire Hand2 Amage N2 flipped=Hut2")
    assert match.wr.zones.piles["ana.discard"] == ["Amage"]
    assert match.one(SupportTaken) == SupportTaken(
        "ana", "Hand2.1", "Hand2", 2, "mercenary", ("Hand1", "Sneak1", "Hut1", "Sergeant", "Raider")
    )


@pytest.mark.parametrize("cards", ["Amage", "Amage N2 Awarrior"])
def test_wr_9_2_fewer_or_more_are_refused(cards: str):
    have = len(cards.split())
    refusal = market().refuse(f"ana hire Hand2 {cards} flipped=Hut2", "WR-9.2", cost=2, have=have)
    assert refusal.legal == "exactly 2"


def test_wr_9_2_which_cards_pay_is_asked_for():
    match = market()
    match._log("ana hire Hand2")
    assert isinstance(match.verdict, Incomplete)


def test_wr_9_2_a_card_that_cannot_be_in_that_hand_is_refused():
    market().refuse("ana hire Hand1 A4", "WR-2.7", card="A4")
    market().refuse("ana hire Hand2 Amage A4", "WR-2.7", card="A4")


def test_wr_9_2_a_hand_without_so_many_cards_cannot_pay():
    match = market().pile("offers", "HandL1")
    hidden = match.wr.zones.hidden
    hidden.draw(hidden.size("ana.hand") - 2, "ana.hand", "bo.hand")
    assert match.refuse("ana hire HandL1", "WR-9.2", cost=3, have=0).legal == ""
    match.refuse("ana hire Hut1", "WR-9.1")


def test_wr_i_37_printed_number_any_cards_asks_for_no_kind():
    market().play("ana hire Sergeant Amage")


def test_wr_i_37_printed_number_and_condition_asks_for_the_kind():
    match = market(choices={"WR-I 37": "printed_number_and_condition"})
    match.refuse("ana hire Sergeant Amage", "WR-9.2", card="Amage")
    match.play("ana hire Sergeant Awarrior")


def test_wr_i_37_one_card_is_the_price_of_all():
    match = market(choices={"WR-I 37": "one_card"})
    match.refuse("ana hire Hand2 Amage N2", "WR-9.2", cost=1, have=2)
    match.play("ana hire Hand2 Amage")


@pytest.mark.rule("WR-9.3")
def test_wr_9_3_the_cards_go_to_discard_piles():
    match = market().play("ana hire Hand2 Amage N2")
    moved = [(fact.seat, fact.card, fact.target) for fact in match.all(CardMoved)]
    assert moved == [("ana", "Amage", "ana.discard"), ("ana", "N2", "bo.discard")]


def test_wr_9_3_awaken_has_no_say():
    match = market().hold("ana", "Sleeper").play("ana hire Hand1 Sleeper")
    assert match.wr.zones.piles["ana.discard"] == ["Sleeper"]


def test_wr_i_38_pile_of_its_class_takes_cards_of_others():
    match = market().play("ana hire Hand1 N2")
    assert match.wr.zones.piles["bo.discard"] == ["N2"]


def test_wr_i_38_pile_of_the_discarder_takes_them_all():
    match = market(choices={"WR-I 38": "pile_of_the_discarder"}).play("ana hire Hand1 N2")
    assert match.wr.zones.piles["ana.discard"] == ["N2"]


DREAD = """
[[mercenaries]]
name = "Dread"
tier = 1
cost = 1
words = ["ambush"]
[[mercenaries.effects]]
when = "played"
steps = [{ do = "discard", player = "opponent", cards = { count = 1, by = "holder" } }]
"""


def test_wr_9_5_the_price_is_not_what_wr_14_9_forbids_but_the_effect_is():
    match = mid(extra=DREAD).hold("ana", "A2").hold("bo", "N2", "N3").pile("offers", "Dread")
    fighter, rat = match.put("ana", "A2", turn=1)[0], match.put("", "Rat")[0]
    match.play(f"ana attack {fighter} {rat}; bo hire Dread N2 flipped=Hut1 answers=0")
    assert match.wr.zones.piles["bo.discard"] == ["N2"]
    match.refuse("bo effect Dread discard:A2:ana", "WR-14.9")


def test_wr_9_5_it_is_not_even_hired_where_such_a_play_is_refused():
    match = mid(extra=DREAD, choices={"WR-I 59": "play_refused"}).hold("bo", "N2")
    match.pile("offers", "Dread")
    match.refuse("bo hire Dread N2 flipped=Hut1", "WR-14.9", card="Dread")


def test_wr_i_75_between_rotations_ambush_is_refused_for_mercenaries_too():
    match = market(choices={"WR-I 75": "refused"}).play("ana step end; bo step end")
    match.refuse("ana hire Sneak1 Amage flipped=Hut2", "WR-14.4", card="Sneak1")


# -- what it does ------------------------------------------------------------------------------


@pytest.mark.rule("WR-9.4")
def test_wr_9_4_it_is_in_play_with_magicka_effects_and_attack():
    match = market()
    rat = match.put("", "Rat")[0]
    match.play(f"ana hire Sergeant Amage flipped=Hut2; ana attack Sergeant {rat}")
    assert (match.wr.sides["ana"].magicka, match.wr.sides["ana"].points) == (2, 1)
    match.play("ana step end")
    assert match.wr.sides["ana"].points == 2


def test_wr_9_4_what_it_did_may_be_said_with_the_hire():
    match = market()
    match.put("", "Wolf", "Wolf")
    match.play("ana hire Raider did=damage:Wolf.2 flipped=Hut2")
    assert match.thing("Wolf.2").damage == 1
    assert not match.wr.waiting.stack


def test_wr_9_4_its_effect_is_awaited_if_it_leaves_something_open():
    match = market()
    match.put("", "Wolf", "Wolf")
    match.play("ana hire Raider flipped=Hut2")
    match.refuse("ana summon A2", "WR-2.13")
    match.play("ana effect Raider damage:Wolf.1")
    assert match.thing("Wolf.1").damage == 1


def test_wr_9_5_without_ambush_it_is_not_hired_on_anothers_turn():
    match = market().hold("bo", "Nmage")
    match.refuse("bo hire Hand1 Nmage", "WR-9.5", seat="bo", active="ana")
    fighter, rat = match.put("ana", "A2", turn=1)[0], match.put("", "Rat")[0]
    match.play(f"ana attack {fighter} {rat}")
    match.refuse("bo hire Hand1 Nmage answers=0", "WR-9.5")


def test_wr_9_5_with_ambush_it_is_hired_on_anothers_turn_and_attacks():
    match = market().hold("bo", "Nmage")
    rat = match.put("", "Rat")[0]
    match.play(f"bo hire Sneak1 Nmage flipped=Hut2; bo attack Sneak1 {rat}; ana step end")
    assert match.wr.sides["bo"].points == 1


def test_wr_9_5_with_ambush_it_is_hired_in_response_and_takes_the_kill():
    match = market().hold("bo", "Nmage")
    fighter, rat = match.put("ana", "A2", turn=1)[0], match.put("", "Rat")[0]
    match.play(f"ana attack {fighter} {rat}; bo hire Sneak1 Nmage flipped=Hut2 answers=0")
    assert len(match.wr.waiting.stack) == 2
    match.play(f"bo attack Sneak1 {rat} answers=0; ana step end")
    assert (match.wr.sides["ana"].points, match.wr.sides["bo"].points) == (0, 1)


def test_wr_9_5_in_response_in_the_own_turn_it_needs_ambush_too():
    match = market().hold("bo", "NA")
    match.play("bo play NA")
    match.refuse("ana hire Hand1 Amage answers=0", "WR-14.11", card="Hand1")
    match.play("ana hire Sneak1 Amage answers=0")


def test_wr_9_5_an_attack_that_has_struck_is_answered_no_more():
    match = market()
    fighter, rat = match.put("ana", "A2", turn=1)[0], match.put("", "Rat")[0]
    match.play(f"ana attack {fighter} {rat}")
    struck = match.seq
    match.play("ana hire Raider flipped=Hut2")
    match.refuse(f"ana hire Hand1 Amage answers={struck}", "WR-14.8")
    match.refuse(f"ana hire Sneak1 Amage answers={struck}", "WR-14.8")


def test_wr_9_5_with_ambush_it_is_hired_in_the_own_start_step_which_goes_on():
    match = begun(extra=SERGEANT).hold("ana", "Amage")
    match.refuse("ana hire Hand1 Amage", "WR-5.10")
    match.play("ana hire Sneak1 Amage")
    match.refuse("ana eye-roll 0 0", "WR-2.13")
    match.play("ana refill Hut2 of=support; ana eye-roll 0 0")


@pytest.mark.rule("WR-9.6")
def test_wr_9_6_when_the_turn_ends_it_goes_to_the_support_discard_pile():
    match = market().play("ana hire Hand1 Amage flipped=Hut2; ana step end")
    assert match.wr.zones.piles["support-discard"] == ["Hand1"]
    assert not match.wr.zones.things


# -- gaps --------------------------------------------------------------------------------------


def test_wr_9_7_the_gap_is_filled_from_the_support_deck():
    match = market().play("ana hire Hand1 Amage")
    assert match.due("ana") == [("fill gap", "WR-9.7")]
    match.refuse("ana refill Rat of=support", "WR-2.5")
    match.refuse("ana refill A2", "WR-8.6")
    match.play("ana refill Hut3 of=support")
    assert Counter(offers(match)) == Counter(
        ["Hut3", "Hand2", "Sneak1", "Hut1", "Sergeant", "Raider"]
    )


def test_wr_9_7_a_refill_without_a_gap_is_refused():
    market().refuse("ana refill Hut3 of=support", "WR-9.7", of="support")


def test_wr_9_7_anybody_may_say_which_card_was_flipped():
    market().play("ana hire Hand1 Amage; bo refill Hut3 of=support; ana step end")


def test_wr_i_39_at_once_asks_for_the_card_now():
    match = market().play("ana hire Hand1 Amage")
    match.refuse("ana step end", "WR-2.13")


def test_wr_i_39_end_of_turn_fills_the_gaps_when_the_turn_has_ended():
    match = market(choices={"WR-I 39": "end_of_turn"})
    match.refuse("ana hire Hand1 Amage flipped=Hut2", "WR-9.7")
    match.play("ana hire Hand1 Amage")
    match.refuse("ana refill Hut2 of=support", "WR-9.7")
    match.play("ana step end; bo refill Hut2 of=support; bo step mid")
    assert len(offers(match)) == 6


def test_wr_i_39_end_of_rotation_waits_for_the_last_turn():
    match = market(choices={"WR-I 39": "end_of_rotation"}).play("ana hire Hand1 Amage")
    match.play("ana step end; bo step mid; bo step end")
    assert ("fill gap", "WR-9.7") in [(due.task, due.rule) for due in match.wr.due]
    match.play("bo refill Hut2 of=support")
    assert len(offers(match)) == 6


def test_wr_i_39_never_leaves_the_gap():
    match = market(choices={"WR-I 39": "never"})
    match.refuse("ana hire Hand1 Amage flipped=Hut2", "WR-9.7")
    match.play("ana hire Hand1 Amage; ana step end; bo step mid; bo step end")
    match.refuse("ana refill Hut2 of=support", "WR-9.7")
    assert len(offers(match)) == 5


def without_deck(**choices: str) -> Match:
    """The support deck is empty; two cards lie in its discard pile."""
    match = market(choices={f"WR-I {id[1:]}": option for id, option in choices.items()})
    hidden = match.wr.zones.hidden
    hidden.draw(hidden.size("support"), "support", "bo.hand")
    return match.pile("support-discard", "Hand3", "Hut3")


def test_wr_i_40_discard_pile_shuffled_in_when_needed():
    match = without_deck()
    match.refuse("ana hire Hand1 Amage flipped=Hut2", "WR-2.5")
    match.play("ana hire Hand1 Amage flipped=Hut3")
    assert match.one(DeckRebuilt) == DeckRebuilt("", 2, "WR-9.7")
    assert match.wr.zones.piles["support-discard"] == []
    assert match.wr.zones.hidden.size("support") == 1
    match.play("ana hire Raider")
    match.refuse("ana refill Hut3 of=support", "WR-2.5")
    match.play("ana refill Hand3 of=support")


def test_wr_i_40_the_gap_is_to_be_filled_where_only_the_pile_has_cards():
    match = without_deck().play("ana hire Hand1 Amage")
    assert match.due("ana") == [("fill gap", "WR-9.7")]
    match.play("ana refill Hand3 of=support")
    assert match.one(DeckRebuilt).count == 2


def test_wr_i_40_the_pile_waits_while_the_deck_has_cards():
    match = market().pile("support-discard", "Hand3").play("ana hire Hand1 Amage flipped=Hut2")
    assert match.wr.zones.piles["support-discard"] == ["Hand3"]


def test_wr_i_40_the_gap_stays_if_both_are_empty():
    match = without_deck().pile("support-discard")
    match.play("ana hire Hand1 Amage")
    assert not match.wr.due


def test_wr_i_40_stays_empty_leaves_the_gap():
    match = without_deck(_40="stays_empty")
    match.refuse("ana hire Hand1 Amage flipped=Hut3", "WR-2.10")
    match.play("ana hire Hand1 Amage; ana hire Raider; ana step end")
    assert len(offers(match)) == 4


def test_wr_2_14_whose_gap_a_card_of_the_support_fills_need_not_be_said():
    match = mid().play("ana hire Hand1 Amage; ana refill Hut1")
    assert match.wr.zones.piles["offers"].count("Hut1") == 2
    match = mid().play("ana hire Hand1 Amage")
    match.refuse("ana refill Dragon1", "WR-8.6")
    match.refuse("ana refill A5", "WR-8.6")
