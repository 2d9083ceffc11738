"""Section 22: the lightest log, in which what follows is not logged."""

import pytest

from referee.fact import DeckRebuilt
from referee.games.tower_wizwar.facts import CardCast, Drafted, Expended, PhaseBegan
from tests.games.tower_wizwar.asking import hidden, pile, spots
from tests.games.tower_wizwar.table import Match, turn


def position() -> Match:
    """Bo's turn is at its attacks; ana's is next, with her tower and a creature expended."""
    match = turn(phase="attack")
    match.at("attack", "bo")
    match.tower("ana", "Keep3")
    match.put("ana", "F1", "C5", expended=True)
    match.put("bo", "F1", "C2", harm=1)
    return match.hold("ana", "C2").give("ana", drain=2)


@pytest.mark.rule("TW-22.1")
def test_tw_22_1_a_turn_in_which_nothing_is_said_of_what_follows():
    match = position()
    match.play(
        """
        ana discard unnamed=1
        ana tower-draft
        ana cast C2 F2 unnamed=3
        ana attack bo C5.1
        ana attack C2.1 C2.2
        ana draw
        bo phase cast
        """
    )
    assert match.side("ana").drain == 4
    assert match.side("bo").harm == 0
    assert match.tw.active == "bo"


@pytest.mark.rule("TW-22.1")
def test_tw_22_1_phases_and_turns_end_by_the_acts_that_belong_to_later_ones():
    match = position().play("ana discard unnamed=1")
    match.play("ana attack bo C5.1")
    began = [fact.phase for fact in match.all(PhaseBegan)]
    assert began == ["renew and reduce", "draft", "cast", "movement", "attack"]
    assert [fact.thing for fact in match.all(Expended)] == ["C5.1", "C5.1"]


@pytest.mark.rule("TW-22.1")
def test_tw_22_1_a_new_deck_follows_of_itself():
    match = turn(phase="draft")
    deck = match.tw.zones.hidden.size("ana.deck/spell")
    match.tw.zones.hidden.draw(deck - 3, "ana.deck/spell", "ana.unseen/spell")
    for back in ("celestial", "orbital"):
        others = match.tw.zones.hidden.size(f"ana.deck/{back}")
        match.tw.zones.hidden.draw(others, f"ana.deck/{back}", f"ana.unseen/{back}")
    match.tw.zones.piles["ana.discard"] = ["C1", "C2", "C3", "C4"]
    match.play("ana full-draft 3 unnamed=2")
    assert match.one(DeckRebuilt).seat == "ana"
    assert hidden(match, "ana", "deck") == 2


@pytest.mark.rule("TW-22.2")
def test_tw_22_2_the_only_tower_and_the_only_orbital_need_not_be_named():
    match = turn(phase="movement").hold("ana", "Sun1", place="front")
    match.tw.zones.piles["ana.towers"] = ["Keep5"]
    match.play("ana play Sun1")
    assert spots(match, "ana") == {"T": ["Keep5.1"]}
    match = turn()
    match.put("ana", "J2", "Hat1")
    match.play("ana orbital")
    assert match.tw.done.orbital == "Hat1.1"


@pytest.mark.rule("TW-22.2")
def test_tw_22_2_the_number_of_a_draw_that_a_rule_fixes_need_not_be_said():
    match = turn(phase="draft")
    match.tower("ana", "Keep3")
    match.play("ana tower-draft")
    assert match.one(Drafted).spells == 3
    match = turn(phase="draft").play("ana full-draft 3 unnamed=2")
    assert match.one(Drafted).spells == 5


@pytest.mark.rule("TW-22.2")
def test_tw_22_2_no_mana_is_said_where_nothing_is_to_be_paid():
    match = turn().hold("ana", "C0").play("ana cast C0 F1")
    assert match.one(CardCast).cost == 0
    assert pile(match, "ana", "discard") == []


@pytest.mark.rule("TW-22.2")
def test_tw_22_2_the_only_free_spot_of_an_orbital_need_not_be_said():
    match = turn(phase="movement").hold("ana", "Hat1", place="front")
    match.put("ana", "J1", "Tool1")
    match.play("ana play Hat1")
    assert spots(match, "ana")["J2"] == ["Hat1.1"]
