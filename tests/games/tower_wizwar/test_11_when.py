"""When an effect happened that tells nothing of the phase that was on (TW-11.23): what only it
makes compulsory is not asked for where that was perhaps over already, and may be done all the
same."""

from referee.games.tower_wizwar.state import RENEW
from tests.games.tower_wizwar.asking import hidden
from tests.games.tower_wizwar.effects import card
from tests.games.tower_wizwar.table import Match, turn

TEXT = card("Text", 'when = "activated"\ntext = "Anything."')


def with_text(phase: str, **more: object) -> Match:
    """Both wizards have a card of which any outcome may be logged."""
    match = turn(extra=TEXT, phase=phase, **more)
    for seat in match.tw.seats:
        match.put(seat, "S3", "Text")
    return match


def test_tw_11_23_a_card_that_came_to_a_hand_of_five_perhaps_came_after_it_was_stabilised():
    match = with_text("stabilise").play("bo effect Text draw:1:::ana; ana full-draft 3 unnamed=2")
    assert hidden(match, "ana", "hand") == 9


def test_tw_11_23_or_before_that():
    match = with_text("stabilise").play("bo effect Text draw:1:::ana; ana discard unnamed=1")
    assert match.tw.phase < RENEW
    match.refuse("ana discard unnamed=1", "TW-4.1")


def test_tw_11_23_what_was_compulsory_before_an_effect_is_so_after_it():
    match = with_text("stabilise").unseen("ana", "hand", 1)
    match.play("bo effect Text draw:1:::ana")
    match.refuse("ana full-draft 3 unnamed=2", "TW-11.2")
    match.play("ana discard unnamed=2; ana full-draft 3 unnamed=2")


def test_tw_11_23_an_act_of_a_phase_tells_which_was_on():
    match = with_text("stabilise").play("ana phase draft; bo effect Text draw:1:::ana")
    match.play("ana phase attack; ana phase last")
    match.refuse("ana end", "TW-11.20")


def test_tw_11_23_nobody_knows_on_which_side_of_the_end_of_a_turn_an_effect_was():
    match = with_text("attack").play("ana effect Text draw:1:::bo; bo full-draft 3 unnamed=2")
    assert match.tw.active == "bo"
    said = with_text("attack").play("ana effect Text draw:1:::bo; ana end")
    said.refuse("bo full-draft 3 unnamed=2", "TW-11.2")


def test_tw_11_23_a_pool_that_grew_perhaps_grew_after_the_cast_phase():
    match = with_text("draft").unseen("ana", "pool", 3)
    match.put("ana", "F1", "C2")
    match.play("ana effect Text draw:3::pool; ana attack bo C2.1")
    late = with_text("draft").unseen("ana", "pool", 4)
    late.play("bo effect Text draw:1::pool:ana")
    late.refuse("ana phase movement", "TW-11.11")


def test_tw_11_23_a_card_that_came_to_an_empty_front_perhaps_came_after_the_first_moves():
    match = with_text("movement")
    match.put("ana", "F1", "C2")
    match.play("ana effect Text draw:1:celestial+spell; ana attack bo C2.1")
    said = with_text("cast").play("ana effect Text draw:1:celestial+spell; ana phase movement")
    said.refuse("ana phase attack", "TW-11.13")


def test_tw_i_90_what_comes_to_the_front_after_tokens_holds_up_no_later_moment():
    """The card that an effect draws was perhaps drawn once the hand was brought to five."""
    match = with_text("movement", choices={"TW-I 90": "after_the_cards"})
    match.put("ana", "F1", "C2", tokens={"gold": 1})
    match.play("ana tokens C2.1 Text.1 gold").hold("ana", "Sun1", place="front")
    match.play("bo effect Text draw:1:::ana; ana end")
    assert match.tw.active == "bo"
