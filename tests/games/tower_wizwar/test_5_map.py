"""Section 5: what lies where."""

import pytest

from tests.games.tower_wizwar.asking import spots
from tests.games.tower_wizwar.table import turn

EFFECTS = """
[[implements]]
name = "Lamp"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "activated"
cost = [{ do = "expend", card = "self" }]
steps = [{ do = "drain", wizard = "opponent", change = 1 }]

[[creatures]]
name = "Warden1"
spellbook = "White"
cost = 1
type = "minion"
power = 1
might = 4
allows = ["spot"]
"""


def test_tw_5_2_a_spot_has_one_card():
    match = turn(phase="movement")
    match.put("ana", "F1", "C2")
    match.put("ana", "F2", "C3")
    match.refuse("ana move C2.1 F2", "TW-11.14")
    match.hold("ana", "Hat1", place="front")
    match = turn(phase="movement").hold("ana", "Hat1", place="front")
    match.put("ana", "J1", "Tool1")
    match.refuse("ana play Hat1 J1", "TW-5.2", spot="J1")


def test_tw_5_3_the_tower_spot_takes_only_what_may_lie_there():
    match = turn(extra=EFFECTS).hold("ana", "C0", "Warden1")
    match.refuse("ana cast C0 T", "TW-5.3")
    match.play("ana cast Warden1 T unnamed=1; ana phase movement")
    assert spots(match, "ana") == {"T": ["Warden1.1"]}
    match.put("ana", "F1", "C2")
    match.play("ana move Warden1.1 S1")
    match.refuse("ana move C2.1 T", "TW-5.3")
    match.play("ana move Warden1.1 T")


def test_tw_5_4_towers_and_rituals_lie_in_no_other_spot():
    match = turn(phase="movement")
    match.tower("ana", "Keep3")
    match.refuse("ana move Keep3.1 S1", "TW-5.4")
    match.put("ana", "T", "Rite1")
    match.refuse("ana move Rite1.1 S1", "TW-5.4")
    match.put("ana", "F1", "C2")
    match.play("ana move C2.1 S1; ana move C2.1 J1; ana move C2.1 F5")


def test_tw_5_6_nothing_blocks_for_a_tower_from_beside_it():
    match = turn(phase="attack")
    match.tower("bo", "Keep3")
    match.put("ana", "F1", "C2")
    match.put("bo", "J1", "Guard1")
    match.put("bo", "S1", "C3")
    match.play("ana attack bo C2.1")
    match.refuse("bo block Guard1.1", "TW-5.6")
    match.play("bo block C3.1")


def test_tw_5_9_a_card_is_used_from_a_spot_of_a_map():
    match = turn(extra=EFFECTS).hold("ana", "Lamp")
    match.refuse("ana effect Lamp", "TW-5.9")
    match.play("ana cast Lamp S1 unnamed=1; ana phase movement; ana effect Lamp")


@pytest.mark.rule("TW-5.10")
def test_tw_5_10_a_card_stays_until_something_moves_it():
    match = turn(phase="movement")
    match.put("ana", "S3", "C2", harm=1)
    match.play("ana end; bo end; ana phase movement")
    assert spots(match, "ana") == {"S3": ["C2.1"]}


def test_tw_5_11_nobody_moves_the_cards_of_another():
    match = turn(phase="movement")
    match.put("bo", "F1", "C2")
    match.put("ana", "F1", "C3")
    match.refuse("ana move C2.1 F2", "TW-5.11")
    match.refuse("ana exchange C3.1 C2.1", "TW-5.11")
