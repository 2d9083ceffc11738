"""How a card is played may be in its own text, which a catalog need not tell (GA-1.3)."""

import pytest

from tests.games.grand_archive.table import turn

CARDS = """
[[cards]]
name = "Riddle"
types = ["ally"]
reserve = 3

[[cards]]
name = "Half Told"
types = ["action"]
reserve = 3
speed = "fast"
[[cards.effects]]
name = "otherwise"
when = "always"
text = "It may be paid for in another way."
touches = ["activate"]
[[cards.effects]]
name = "draws"
when = "played"
steps = [{ do = "draw" }]

[[cards]]
name = "Whole"
types = ["action"]
reserve = 3
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "draw" }]
"""


@pytest.mark.rule("GA-1.3")
def test_ga_1_3_what_the_own_text_of_a_card_may_say_of_its_cost_is_on_trust():
    m = turn(extra=CARDS).hold("ana", "Half Told", "Whole")
    m.play('ana activate "Half Told" reserved=0')
    assert m.trusted() == ("GA-8.9: the text of Half Told may allow it",)
    m.refuse("ana activate Whole reserved=0", "GA-8.9")


def test_ga_1_3_a_card_may_come_from_elsewhere_by_its_own_text():
    m = turn(extra=CARDS).lay("ana", "graveyard", "Half Told", "Whole")
    m.play('ana activate "Half Told" origin=graveyard')
    assert m.trusted() == ("GA-8.1: the text of Half Told may allow it",)
    m.refuse("ana activate Whole origin=graveyard", "GA-8.1")


def test_ga_7_1_a_card_that_nobody_tells_may_be_fast_by_its_own_text():
    m = turn(extra=CARDS, partial=True).hold("bo", "Riddle")
    m.play("bo activate Riddle")
    assert m.trusted()
