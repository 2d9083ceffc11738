"""Words that an effect grants to cards in a hand, which are named (WR-15.6)."""

import pytest

from referee.choice import Fixed
from referee.games.warrift.values import has_word, lent
from referee.verdict import Legal, OnTrust
from tests.games.warrift.effects import TEXT, card, does, told
from tests.games.warrift.table import Match, mid

PLAIN = card("Plain", attack=4)


def endowed(word: str, seat: str = "bo", *more: str, until: str = "") -> Match:
    """A Plain in a hand has a word; besides it the hand is known to have what is said."""
    match = mid(2, f"{TEXT}\n{PLAIN}").hold("ana", "Text")
    match.t.state.zones.hidden.draw(5, f"{seat}.hand", "gone")
    if seat == "ana":
        match.hold("ana", "Text")
    match.hold(seat, "Plain", *more)
    match.put("", "Ogre", "Wolf")
    match.play(f"ana play Text; ana effect Text endow:{word}:Plain:{seat}{until}")
    return match


def test_wr_15_6_a_card_in_hand_that_was_granted_ambush_is_played_on_anothers_turn():
    match = endowed("ambush").play("bo play Plain")
    assert isinstance(match.verdict, Legal)
    match.play("bo attack Plain Ogre; ana step end")
    assert match.wr.sides["bo"].points == 4


def test_wr_15_6_the_board_tells_what_was_granted():
    match = endowed("ambush")
    assert "1, known: Plain, Plain has ambush; deck 5" in str(match.game.board(match.t))
    match.play("bo play Plain")
    assert "has ambush" not in str(match.game.board(match.t))


def test_wr_15_6_without_the_grant_it_is_not():
    match = endowed("overwhelm")
    match.refuse("bo play Plain", "WR-6.7")


def test_wr_15_6_one_grant_is_for_one_card_of_that_name():
    match = endowed("ambush", "bo", "Plain")
    match.refuse("bo play Plain Plain", "WR-6.7")
    match.play("bo play Plain")
    assert isinstance(match.verdict, Legal)
    match.refuse("bo play Plain", "WR-6.7")


def test_wr_14_4_a_granted_ambush_is_offered_as_a_response_and_steals_a_kill():
    match = endowed("ambush")
    match.put("ana", "A5")
    match.play("ana attack A5 Ogre")
    offered = [option.fields for option in match.game.options(match.t) if option.seat == "bo"]
    assert {"cards": Fixed(("Plain",)), "answers": Fixed(0)} in offered
    match.play("bo play Plain answers=0; bo attack Plain Ogre answers=0; ana step end")
    assert match.wr.sides["bo"].points == 4


def test_wr_14_9_a_card_played_with_a_granted_ambush_as_a_response_makes_nobody_discard():
    cruel = card("Cruel", does('do = "discard", player = "opponent", cards = { by = "holder" }'))
    match = mid(2, f"{TEXT}\n{cruel}").hold("ana", "Text").hold("bo", "Cruel")
    match.put("", "Ogre")
    match.play("ana play Text; ana effect Text endow:ambush:Cruel:bo")
    match.put("ana", "A5")
    match.play("ana attack A5 Ogre; bo play Cruel answers=0")
    match.refuse("bo effect Cruel discard:Amage:ana", "WR-14.9")


def test_wr_15_10_what_was_granted_for_the_turn_is_over_with_it():
    match = endowed("ambush").play("ana step end; bo step end")
    assert not lent(match.t, "bo", "Plain")
    match.play("bo eye-roll 0 0; bo step end")
    match.refuse("bo play Plain", "WR-6.7")


def test_wr_15_6_what_was_granted_for_the_match_stays_as_long_as_the_card_is_in_hand():
    match = endowed("ambush", until=":match")
    match.play("ana step end; bo step end; bo eye-roll 0 0; bo step end; bo play Plain")
    assert isinstance(match.verdict, Legal)
    match = endowed("ambush", until=":match")
    match.play("ana step end; bo play Plain; bo step end; bo eye-roll 0 0; bo step end")
    match.hold("bo", "Plain").refuse("bo play Plain", "WR-6.7")


def test_wr_15_6_a_card_that_cannot_be_in_that_hand_is_granted_nothing():
    match = mid(2, TEXT).hold("ana", "Text").play("ana play Text")
    match.refuse("ana effect Text endow:ambush:A2:bo", "WR-2.7")


@pytest.mark.parametrize("word", ["overwhelm", "corrupt"])
def test_wr_15_6_a_word_granted_in_hand_is_the_cards_in_play_too(word: str):
    match = endowed(word, "ana").play("ana play Plain")
    assert isinstance(match.verdict, Legal)
    assert has_word(match.t, match.thing("Plain.1"), word)
    assert not lent(match.t, "ana", "Plain")


def test_wr_15_6_of_two_of_a_name_nobody_sees_which_was_granted_a_word():
    match = endowed("overwhelm", "ana", "Plain").play("ana play Plain")
    assert isinstance(match.verdict, OnTrust)
    match.play("ana attack Plain Ogre.1:3 Wolf.1:1; ana play Plain")
    assert isinstance(match.verdict, Legal)
    match.play("ana attack Plain.2 Ogre.1:1 Wolf.1:3")


def test_wr_15_6_a_granted_card_that_is_discarded_takes_the_word_with_it():
    match = endowed("ambush", "bo", until=":match")
    match.hold("ana", "Text").play("ana play Text; ana effect Text.2 discard:Plain:bo")
    match.hold("bo", "Plain").refuse("bo play Plain", "WR-6.7")


def test_wr_14_12_a_card_in_hand_that_was_granted_awaken_is_discarded_where_it_is_consumed():
    match = endowed("awaken").hold("ana", "Text")
    match.play("ana play Text; ana effect Text.2 consume:Plain:hand:bo")
    assert "Plain" in match.wr.zones.piles["ana.discard"]


def test_wr_15_3_a_step_of_a_catalog_may_grant_a_word_to_cards_in_hand():
    step = 'do = "endow", word = "ambush", cards = { what = { not = "ambush" } }'
    match = told(does(step), extra=PLAIN).hold("ana", "Plain").play("ana play Rite")
    match.refuse("ana effect Rite endow:overwhelm:Plain", "WR-15.3")
    match.play("ana effect Rite endow:ambush:Plain")
    assert [each.what for each in lent(match.t, "ana", "Plain")] == ["ambush"]
