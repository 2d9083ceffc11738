"""What waits to take effect, and what answers or cancels it (TW-4.7, 15.24, 19)."""

import pytest

from referee.fact import CardsDrawn
from referee.games.tower_wizwar.facts import Cancelled
from referee.parts.responses import Resolved
from referee.verdict import Incomplete
from tests.games.tower_wizwar.effects import card, does, text
from tests.games.tower_wizwar.table import Match, turn

NULL_SIGIL = card(
    "Null Sigil",
    """
when = "activated"
cost = [{ do = "expend", card = "self" }]
choose = 1
by = "opponent"
modes = [{ name = "cancelled", steps = [{ do = "cancel", what = "cast" }] },
         { name = "paid", steps = [{ do = "discard", wizard = "opponent", place = "pool",
                                     cards = { count = 2 } }] }]
""".replace("\n         ", " ").replace("\n                                     ", " "),
    kind="implements",
    cost=2,
)
WARD = card("Ward", does('do = "cancel"'), kind="implements")


def facing(extra: str, name: str, phase: str = "cast") -> Match:
    """In a phase of ana's turn, in which bo has that card in S1."""
    match = turn(extra=extra, phase=phase).unseen("ana", "hand", 1)
    match.put("bo", "S1", name)
    return match


def test_a_cast_is_cancelled_and_its_mana_stays_spent():
    match = facing(NULL_SIGIL, "Null Sigil").hold("ana", "C3")
    match.play("ana cast C3 F2 unnamed=3")
    match.play('bo effect "Null Sigil" mode=cancelled')
    assert match.one(Cancelled) == Cancelled("ana", 2, "cast")
    assert match.tw.zones.piles["ana.discard"] == ["C3"]
    assert match.tw.zones.hidden.size("ana.pool/spell") == 3
    assert match.side("ana").drain == 1
    assert match.thing("Null Sigil.1").expended


def test_a_cast_stands_where_its_price_is_paid():
    match = facing(NULL_SIGIL, "Null Sigil").hold("ana", "C3")
    match.hold("ana", "C1", "C2", place="pool")
    match.play("ana cast C3 F2 unnamed=3")
    match.refuse('bo effect "Null Sigil" mode=paid discard:C1', "TW-19.9")
    match.play('bo effect "Null Sigil" mode=paid discard:C1+C2')
    match.play("ana phase movement")
    assert match.thing("C3.1").spot == "F2"


def test_tw_19_6_nothing_is_cancelled_that_is_not_pending():
    match = facing(NULL_SIGIL, "Null Sigil")
    match.refuse('bo effect "Null Sigil" mode=cancelled cancel:cast', "TW-19.6")


def test_the_mode_is_asked_of_the_wizard_who_chooses():
    match = facing(NULL_SIGIL, "Null Sigil").hold("ana", "C3")
    match.play("ana cast C3 F2 unnamed=3")
    match.play('bo effect "Null Sigil"')
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.seat == "ana"


def test_an_attack_waits_by_itself_where_a_card_in_play_could_cancel_it():
    match = facing(WARD, "Ward", "attack")
    match.put("ana", "F1", "C7")
    match.play("ana attack bo C7.1 unblocked=yes")
    assert match.side("bo").harm == 0
    match.play("bo effect Ward")
    assert match.one(Cancelled) == Cancelled("ana", 2, "attack")
    match.play("ana phase last")
    assert match.side("bo").harm == 0


def test_an_attack_that_nobody_cancels_goes_on_with_the_next_entry():
    match = facing(WARD, "Ward", "attack")
    match.put("ana", "F1", "C7")
    match.play("ana attack bo C7.1 unblocked=yes; ana phase last")
    assert match.side("bo").harm == 1


def test_an_effect_waits_by_itself_where_a_card_in_play_could_cancel_it():
    blow = card("Told", does('do = "damage", wizard = "opponent", amount = 7'))
    match = facing(f"{WARD}\n{blow}", "Ward")
    match.put("ana", "F1", "Told")
    match.play("ana effect Told")
    assert match.side("bo").harm == 0
    match.play("bo effect Ward; ana phase attack")
    assert match.side("bo").harm == 0
    match.thing("Ward.1").expended = True
    match.play("ana effect Told")
    assert match.side("bo").harm == 1


def test_what_was_done_already_is_asked_to_be_logged_as_waiting():
    match = text(phase="attack")
    match.put("ana", "F2", "C7")
    match.put("bo", "F1", "Text")
    match.play("ana attack bo C7.1")
    assert match.side("bo").harm == 1
    match.play("bo effect Text.2 cancel:attack")
    assert isinstance(match.verdict, Incomplete)
    assert "waiting=yes" in match.verdict.message
    match.play("ana effect Text.1 drain:1")
    match.play("bo effect Text.2 cancel:effect")
    assert isinstance(match.verdict, Incomplete)
    assert "use" in match.verdict.message


def test_tw_15_24_an_attack_that_was_held_is_cancelled():
    match = text(phase="attack")
    match.put("ana", "F2", "C7")
    match.put("bo", "F1", "Text")
    match.play("ana attack bo C7.1 waiting=yes; bo effect Text.2 cancel:attack")
    assert match.side("bo").harm == 0
    assert not match.tw.waiting.stack


def test_an_announced_effect_is_answered_and_then_carried_out():
    match = text()
    match.put("bo", "F1", "Text")
    match.play("ana use Text.1; bo effect Text.2 answers=0 drain:1:ana")
    assert match.side("ana").drain == 2
    match.play("ana effect Text.1 damage:bo:7")
    assert match.side("bo").harm == 1
    assert match.one(Resolved).how == "took effect"


def test_an_announced_effect_is_cancelled_and_stays_paid():
    match = text().give("ana", drain=3)
    match.put("bo", "F1", "Text")
    match.play("ana use Text.1 unnamed=1; bo effect Text.2 cancel:effect")
    assert match.tw.zones.hidden.size("ana.pool/spell") == 5
    assert match.side("ana").drain == 4
    assert not match.tw.waiting.stack


def test_an_answer_to_nothing_is_refused():
    match = text()
    match.refuse("ana effect Text drain:1 answers=1", "TW-19.6", entry=1)
    match.refuse("ana use Text answers=1", "TW-19.6", entry=1)


def test_tw_16_1_an_effect_is_not_blocked():
    match = text()
    match.put("bo", "S1", "Guard1")
    match.play("ana use Text.1")
    match.refuse("bo block Guard1.1", "TW-16.1")


def test_an_announced_effect_takes_effect_with_the_next_entry():
    bolt = does('do = "damage", card = "victim", amount = 3', aims='{ victim = { what = { is = '
                '"creature", of = "opponent" } } }')  # fmt: skip
    match = turn(extra=card("Told", bolt)).unseen("ana", "hand", 1)
    match.put("ana", "F1", "Told")
    victim = match.put("bo", "F1", "C3")
    match.play(f"ana use Told {victim}")
    match.play("ana phase movement")
    assert match.thing(victim).harm == 1


@pytest.mark.rule("TW-19.1")
def test_tw_19_1_what_the_rest_of_an_attack_sets_off_is_logged_when_nothing_else_is_said():
    falls = 'when = { on = "leaves", what = "self" }\nmay = true\n'
    drawing = f'{falls}steps = [{{ do = "draw", count = 1 }}]'
    match = turn(extra=card("Fallen", drawing, power=2, words=("ephemeral",)), phase="attack")
    match.put("ana", "F3", "Fallen")
    match.put("bo", "S1", "Fallen")
    match.play("ana attack bo Fallen.1; bo block Fallen.2")
    match.play("ana effect Fallen.1")
    assert match.one(CardsDrawn).seat == "ana"
