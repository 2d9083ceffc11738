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


@pytest.mark.rule("GA-1.6")
def test_ga_1_6_what_a_spell_that_nobody_tells_did_happens_and_is_on_trust():
    for lines in (
        "ana activate Rite3 did=draw:1; ana step end",
        "ana activate Rite3; bo activate Bolt1; ana resolve draw:1 source=Rite3",
    ):
        m = turn(partial=True)
        m.play(lines)
        assert m.trusted()
        assert m.size("ana", "hand") == 7 - 4 + 1
    m = turn(partial=True)
    m.put("ana", "A2")
    m.play("ana attack A2 bo; bo activate Bolt1 did=destroy:A2; ana end")
    assert m.champion("bo").damage == 0


def test_ga_16_10_what_nobody_tells_triggers_as_it_enters():
    m = turn(partial=True).play("ana activate A1; ana trigger A1 did=draw:1")
    assert m.trusted()
    m.play("ana end")
    assert m.size("ana", "hand") == 7 - 2 + 1


def test_ga_1_6_a_card_without_a_text_did_nothing_that_could_be_said():
    m = turn()
    m.refuse("ana activate Rite3 did=draw:1", "GA-1.6", card="Rite3")
    m.play("ana activate Rite3").refuse("ana resolve draw:1", "GA-1.6", card="Rite3")
    m.play("ana resolve none")
