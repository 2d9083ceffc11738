"""Magicka, summoning, and gaps of class selections: section 8."""

import pytest

from referee.fact import DeckRebuilt
from referee.games.warrift.facts import CardSummoned
from referee.games.warrift.state import END, MID
from referee.parts.lasting_changes import begin
from tests.games.warrift.table import Match, begun, mid

GIVER = """
[[class_cards]]
name = "Wellspring"
cls = "necromancer"
tier = 2
cost = 2
magicka = 4
words = ["ambush"]
"""


def rich(players: int = 2, extra: str = "", **more: object) -> Match:
    """Ana's mid step, and she has magicka for anything."""
    return mid(players, extra, **more).give("ana", magicka=20)


def selection(match: Match, seat: str = "ana") -> list[str]:
    return match.wr.zones.piles[f"{seat}.selection"]


# -- magicka -----------------------------------------------------------------------------------


@pytest.mark.rule("WR-8.1")
def test_wr_8_1_magicka_of_several_cards_adds_up():
    match = mid().hold("ana", "Amage", "Amage", "A3").play("ana play Amage Amage A3; ana step end")
    lost = [fact for fact in match.facts if getattr(fact, "amount", None)]
    assert [(fact.seat, fact.amount) for fact in lost] == [("ana", 3)]


def test_wr_8_1_each_player_has_a_store_of_their_own():
    match = mid().give("bo", magicka=2).pile("ana.selection", "A2")
    match.refuse("ana summon A2", "WR-8.3", have=0)


# -- the card and its cost ---------------------------------------------------------------------


def test_wr_8_2_a_card_outside_the_own_selection_is_refused():
    match = rich().pile("ana.selection", "A2", "A3").pile("bo.selection", "N2")
    refusal = match.refuse("ana summon N2", "WR-8.2", seat="ana", card="N2")
    assert refusal.legal == "one of A2, A3"


def test_wr_2_2_what_is_no_card_is_not_summoned():
    assert rich().refuse("ana summon Amege", "WR-2.2", card="Amege").legal == "did you mean Amage?"


def test_wr_8_2_the_classes_in_hand_change_nothing():
    match = rich().hold("ana", "N4").pile("bo.selection", "N4")
    match.refuse("ana summon N4", "WR-8.2")


def test_wr_8_3_a_card_that_costs_too_much_is_refused():
    match = mid().give("ana", magicka=3).pile("ana.selection", "A2", "A3", "A4")
    refusal = match.refuse("ana summon A4", "WR-8.3", cost=4, have=3)
    assert refusal.legal == "one of A2, A3"


@pytest.mark.parametrize(
    ("line", "rule", "card"),
    [
        ("ana sum a4 a2", "WR-8.3", "A4"),
        ("ana summon A4 A2", "WR-8.3", "A4"),
        ("sum a4", "WR-8.3", "A4"),
        ("sum a5 a2", "WR-8.2", "A5"),
        ("sum a5", "WR-8.2", "A5"),
    ],
)
def test_wr_8_3_what_is_summoned_is_named_before_what_is_flipped(line: str, rule: str, card: str):
    match = mid().give("ana", magicka=3).pile("ana.selection", "A2", "A4")
    match.refuse(line, rule, card=card)


def test_wr_8_3_what_is_suggested_can_be_summoned():
    def match() -> Match:
        return mid().give("ana", magicka=3).pile("ana.selection", "A2", "A3", "A4", "A5", "AA")

    legal = match().refuse("ana summon A4", "WR-8.3").legal
    assert legal == "one of A2, A3, AA"
    for name in legal.removeprefix("one of ").split(", "):
        match().play(f"ana summon {name}")


def test_wr_8_3_a_hint_names_nothing_where_nothing_can_be_paid():
    match = mid().pile("ana.selection", "A2")
    assert match.refuse("ana summon A2", "WR-8.3").legal == ""


def test_wr_8_3_exactly_the_cost_is_taken():
    match = mid().give("ana", magicka=5).play("ana summon A4 A2")
    assert match.wr.sides["ana"].magicka == 1


def test_wr_8_3_a_cost_that_is_changed_is_the_one_that_counts():
    match = mid().give("ana", magicka=3).pile("ana.selection", "A4")
    begin(match.t, "Bazaar.1", "ana", "add", "summon", -1, until="turn")
    match.play("ana summon A4")
    assert match.one(CardSummoned).cost == 3


@pytest.mark.rule("WR-8.4")
def test_wr_8_4_the_card_lies_in_the_rift_and_its_player_has_summoned():
    match = rich().play("ana summon A4 A2")
    assert match.wr.zones.piles["rift"] == ["A4"]
    assert match.wr.rift == ["ana"]
    assert (match.wr.sides["ana"].summoned, match.wr.sides["bo"].summoned) == (True, False)
    assert not match.wr.zones.things


def test_wr_8_4_the_fact_tells_what_else_was_offered():
    match = rich().pile("ana.selection", "A2", "A2", "A3", "A4", "AA").play("ana summon A2 A5")
    assert match.one(CardSummoned) == CardSummoned("ana", "A2", 2, "rift", ("A2", "A3", "A4", "AA"))


# -- when --------------------------------------------------------------------------------------


def test_wr_8_5_the_mid_step_begins_with_a_summon():
    match = begun().play("ana eye-roll 0 0").give("ana", magicka=2).play("ana summon A2 A3")
    assert match.wr.phase == MID


def test_wr_8_5_it_is_refused_in_the_own_end_step():
    match = rich()
    match.wr.phase = END
    match.refuse("ana summon A2 A3", "WR-8.5", step="end")


def test_wr_8_5_the_start_step_is_done_with_first():
    match = begun().give("ana", magicka=2)
    match.refuse("ana summon A2 A3", "WR-5.10")


def test_wr_8_5_on_anothers_turn_it_waits_for_nothing():
    match = mid(extra=GIVER).hold("bo", "Wellspring")
    match.play("bo play Wellspring; bo summon N4 N2")
    assert match.wr.sides["bo"].summoned
    assert match.wr.sides["bo"].magicka == 0


def test_wr_8_5_on_anothers_turn_it_comes_even_before_the_eye():
    match = begun().give("bo", magicka=4).play("bo summon N4 N2; ana eye-roll 0 0")
    assert match.wr.rift == ["bo"]


def test_wr_i_35_any_moment_with_magicka_needs_nothing_to_answer():
    mid().give("bo", magicka=4).play("bo summon N4 N2")


def test_wr_i_35_only_in_response_window_needs_something_to_answer():
    match = mid(choices={"WR-I 35": "only_in_response_window"}).give("bo", magicka=4)
    match.refuse("bo summon N4 N2", "WR-8.5", seat="bo")
    rat, fighter = match.put("", "Rat")[0], match.put("ana", "A2", turn=1)[0]
    match.play(f"ana attack {fighter} {rat}; bo summon N4 N2")
    assert match.wr.waiting.stack


# -- gaps --------------------------------------------------------------------------------------


def test_wr_8_6_the_card_flipped_is_said_with_the_summon_or_after_it():
    match = rich().pile("ana.selection", "A2", "A2", "A3", "A4", "AA").play("ana summon A2 A5")
    assert sorted(selection(match)) == ["A2", "A3", "A4", "A5", "AA"]
    match.play("ana summon A2")
    assert match.due("ana") == [("fill gap", "WR-8.6")]
    match.play("ana refill A4")
    assert sorted(selection(match)) == ["A3", "A4", "A4", "A5", "AA"]


def test_wr_8_6_a_refill_without_a_gap_is_refused():
    match = rich()
    match.refuse("ana refill A4", "WR-8.6", of="class")
    match.play("ana summon A2")
    match.refuse("bo refill N4", "WR-8.6")


def test_wr_8_6_nothing_else_of_the_turn_comes_before_the_refill():
    match = rich().hold("ana", "Amage").play("ana summon A2")
    match.refuse("ana play Amage", "WR-2.13", since=match.seq)


def test_wr_8_6_a_card_that_the_deck_cannot_have_is_refused():
    match = rich()
    match.refuse("ana summon A2 N4", "WR-2.5")
    match.play("ana summon A2")
    match.refuse("ana refill N4", "WR-2.5")


@pytest.mark.rule("WR-8.7")
def test_wr_8_7_an_empty_class_deck_leaves_the_gap():
    match = rich()
    hidden = match.wr.zones.hidden
    hidden.draw(hidden.size("ana.class"), "ana.class", "ana.hand")
    match.refuse("ana summon A2 A3", "WR-2.10")
    match.play("ana summon A2; ana summon A3")
    assert len(selection(match)) == 3
    assert not match.wr.due
    match.refuse("ana refill A4", "WR-8.6")
    assert not [fact for fact in match.replay.table.facts if isinstance(fact, DeckRebuilt)]


def test_wr_i_36_at_once_asks_for_the_card_now():
    match = rich().play("ana summon A2")
    assert match.due("ana") == [("fill gap", "WR-8.6")]


def test_wr_i_36_end_of_turn_fills_all_gaps_when_the_turn_has_ended():
    match = rich(choices={"WR-I 36": "end_of_turn"})
    match.refuse("ana summon A2 A3", "WR-8.6")
    match.play("ana summon A2; ana summon A2")
    match.refuse("ana refill A4", "WR-8.6")
    match.play("ana step end")
    assert match.due("ana") == [("fill gap", "WR-8.6")] * 2
    match.refuse("bo step mid", "WR-5.10")
    match.play("ana refill A4; ana refill A4; bo step mid")
    assert len(selection(match)) == 5


def test_wr_i_36_end_of_rotation_waits_for_the_last_turn():
    match = rich(choices={"WR-I 36": "end_of_rotation"}).play("ana summon A2; ana step end")
    assert not match.wr.due
    match.refuse("ana refill A4", "WR-8.6")
    match.play("bo step mid; bo step end; ana rift-deal")
    assert ("fill gap", "WR-8.6") in match.due("ana")
    match.refuse("bo eye-roll 0 0", "WR-2.13")
    match.play("ana refill A4; bo eye-roll 0 0; bo step mid")


@pytest.mark.parametrize("when", ["end_of_turn", "end_of_rotation"])
def test_wr_i_36_the_gap_may_be_filled_before_the_rift_is_dealt(when: str):
    match = mid(choices={"WR-I 36": when}).play("ana step end; bo step mid").give("bo", magicka=9)
    match.play("bo summon N4; bo step end; bo refill N2; ana rift-deal")
    assert match.due("bo") == [("roll eye", "WR-5.1")]


def test_wr_i_36_whose_gap_it_is_says_whoever_refills():
    match = rich(choices={"WR-I 36": "end_of_turn"}).give("bo", magicka=9)
    match.play("ana summon A2; bo summon N4; ana step end; bo refill N2")
    assert (match.due("ana"), match.due("bo")) == ([("fill gap", "WR-8.6")], [])


def test_wr_i_36_before_the_rift_is_dealt_no_more_than_the_gaps_are_filled():
    match = mid(choices={"WR-I 36": "end_of_turn"}).play("ana step end; bo step mid")
    match.give("bo", magicka=9).play("bo summon N4; bo step end")
    match.refuse("ana refill A4", "WR-8.6")
    match.play("bo refill N2").refuse("bo refill N2", "WR-8.6")


@pytest.mark.parametrize("when", ["end_of_turn", "end_of_rotation"])
@pytest.mark.parametrize(
    ("later", "never", "filled"),
    [("WR-I 36", "WR-I 39", "class"), ("WR-I 39", "WR-I 36", "support")],
)
def test_wr_i_36_and_39_only_the_selection_that_is_filled_then_is_asked_for(
    when: str, later: str, never: str, filled: str
):
    match = mid(choices={later: when, never: "never"}).play("ana step end; bo step mid")
    match.give("bo", magicka=2, points=1).play(
        "bo summon N2; bo gain Hut1; bo step end; ana rift-deal"
    )
    assert [due.of for due in match.wr.due if due.task == "fill gap"] == [filled]


def test_wr_8_6_each_summon_makes_one_gap():
    match = mid().give("bo", magicka=9).play("bo summon N4; bo summon N2")
    assert match.due("bo") == [("fill gap", "WR-8.6")] * 2


def test_wr_i_36_never_leaves_the_gap():
    match = rich(choices={"WR-I 36": "never"})
    match.refuse("ana summon A2 A3", "WR-8.6")
    match.play("ana summon A2; ana step end; bo step mid")
    match.refuse("ana refill A4", "WR-8.6")
    assert len(selection(match)) == 4
