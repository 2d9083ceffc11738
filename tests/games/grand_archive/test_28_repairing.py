"""Section 28: a wrong state is set right."""

import pytest

from referee.games.grand_archive.facts import TriggerMissed
from referee.games.grand_archive.state import Triggered
from tests.games.grand_archive.table import Match, opened, turn

CARDS = """
[[cards]]
name = "Echo"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
when = "on enter"
may = true
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Fury"
types = ["ally"]
reserve = 1
power = 1
life = 2
[[cards.effects]]
when = "on attack"
steps = [{ do = "modify", thing = "self", what = "power", change = 1, until = "turn" }]

[[cards]]
name = "Riddle"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
when = "triggered"
text = "something happens"
"""


def effects(match: Match) -> list[str]:
    return [each.source for each in match.ga.waiting.stack if isinstance(each, Triggered)]


# -- reversals -----------------------------------------------------------------------------------


@pytest.mark.rule("GA-28.2")
def test_ga_28_2_the_last_act_is_taken_back_as_if_it_had_not_been():
    match = opened().play("ana tally")
    before = match.replay.digest()
    match.play("ana end; jo rewind 2")
    assert match.replay.undone == {3: 4}
    assert match.replay.digest() == before


def test_ga_28_3_only_an_appointed_judge_sets_the_state_right():
    match = turn().play("org appoint lena judge")
    match.refuse("kim adjust damage:ana:1", "GA-28.3", judge="kim")
    match.play("lena adjust damage:ana:1 reason=fix")
    match.refuse("lena adjust damage:ana:1 authority=head", "GA-28.3", judge="lena")


def test_ga_28_4_a_drawn_card_is_put_back_by_chance_where_not_all_know_it():
    match = turn()
    refused = match.refuse(
        "jo adjust move:ana/A1:hand>deck", "GA-28.4", card="A1", seat="ana", place="hand"
    )
    assert refused.legal == "unseen:ana/hand>deck:1"
    match.play("jo adjust unseen:ana/hand>deck:1")


# -- partial fixes -------------------------------------------------------------------------------


def test_ga_28_6_objects_are_woken_in_the_same_turn_only():
    match = turn(seat="bo")
    match.refuse("ana missed wake added=yes", "GA-28.6", active="bo", seat="ana")
    match.play("bo missed wake added=yes")
    assert match.one(TriggerMissed) == TriggerMissed("bo", "wake", True)


@pytest.mark.parametrize("what", ["recollection", "draw"])
def test_ga_28_6_what_was_missed_of_a_turn_is_done_now(what: str):
    match = turn(phase="materialize")
    hand = match.size("ana", "hand")
    match.play(f"ana missed {what} added=yes")
    assert match.size("ana", "hand") > hand
    after = match.size("ana", "hand")
    match.play(f"ana missed {what} added=yes")
    assert match.size("ana", "hand") == after


def test_ga_28_6_what_was_missed_and_is_left_is_for_a_judge_to_set_right():
    match = turn().play("ana missed draw")
    assert match.trusted() == ("draw: it is reckoned as done at its time, a judge takes it back",)


def test_ga_28_6_a_turn_without_that_phase_misses_nothing():
    match = turn()
    match.side("ana").begun = 1
    match.refuse("ana missed recollection", "GA-3.6")


def test_ga_28_6_nothing_triggers_by_a_fix():
    match = turn(extra=CARDS).hold("ana", "Echo")
    match.play("jo adjust move:ana/Echo:hand>field")
    assert not match.ga.waiting.stack


# -- missed triggers -----------------------------------------------------------------------------


@pytest.mark.rule("GA-28.7")
def test_ga_28_7_a_trigger_that_waits_is_left_unless_the_opponent_adds_it():
    match = turn(extra=CARDS).hold("ana", "Echo")
    match.play("ana activate Echo; ana resolve source=Echo")
    assert effects(match) == ["Echo.1"]
    match.play("ana missed Echo added=yes")
    assert effects(match) == ["Echo.1"]
    match.play("ana missed Echo")
    assert effects(match) == []


def test_ga_28_7_a_missed_trigger_goes_to_the_bottom_of_the_stack_where_its_place_is_unknown():
    match = turn(extra=CARDS).hold("ana", "Bolt1")
    match.put("ana", "Riddle")
    match.play("ana activate Bolt1 hold=yes; ana missed Riddle added=yes")
    assert [each.source for each in match.ga.waiting.stack] == ["Riddle.1", "Bolt1.1"]
    match.play("ana resolve source=Riddle.1")
    assert not match.ga.waiting.stack


def test_ga_28_7_a_missed_trigger_goes_to_its_proper_place():
    match = turn(extra=CARDS).hold("ana", "Bolt1", "Bolt2")
    match.put("ana", "Riddle")
    match.play("ana activate Bolt1 hold=yes; ana activate Bolt2 hold=yes")
    match.play("ana missed Riddle cause=2 added=yes")
    stack = [each.source for each in match.ga.waiting.stack]
    assert stack == ["Bolt1.1", "Riddle.1", "Bolt2.1"]


def test_ga_28_7_a_missed_trigger_goes_on_an_empty_stack():
    match = turn(extra=CARDS)
    match.put("ana", "Riddle")
    match.play("ana missed Riddle added=yes")
    assert effects(match) == ["Riddle.1"]
    assert match.trusted() == ("Riddle: that its text was triggered",)


def test_ga_28_7_nothing_is_added_after_a_whole_turn():
    match = turn(extra=CARDS)
    match.put("ana", "Riddle")
    match.play("ana tally; ana end; bo end")
    match.refuse("ana missed Riddle cause=2 added=yes", "GA-28.7", entry=2)
    match.play("ana missed Riddle cause=2; ana missed Riddle cause=4 added=yes")


def test_ga_28_7_nothing_is_added_whose_effect_would_be_over():
    match = turn(extra=CARDS)
    match.put("ana", "Fury")
    match.play("ana attack Fury bo; ana missed Fury cause=2 added=yes; ana end")
    match.refuse("ana missed Fury cause=2 added=yes", "GA-28.7", card="Fury")


def test_ga_28_7_an_entry_that_is_not_logged_sets_off_nothing():
    match = turn(extra=CARDS)
    match.put("ana", "Riddle")
    match.refuse("ana missed Riddle cause=99", "GA-28.7", entry=99)


def test_ga_28_7_a_card_without_a_trigger_misses_none():
    match = turn(extra=CARDS)
    match.put("ana", "A1")
    match.put("bo", "Riddle")
    match.refuse("ana missed A1", "GA-16.10", card="A1")
    match.refuse("ana missed Riddle", "GA-16.5", seat="bo")
    match.refuse("ana missed Nobody", "GA-2.11", card="Nobody")


# -- too late, and caught at once ----------------------------------------------------------------


@pytest.mark.rule("GA-28.8")
def test_ga_28_8_too_late_is_accepted_or_costs_the_game():
    match = turn()
    match.refuse("jo penalty ana warning rule=GA-28.8", "GA-28.8")
    match.play("jo penalty ana game-loss rule=GA-28.8")
    assert match.state.over


@pytest.mark.rule("GA-28.10")
def test_ga_28_10_an_illegal_attempt_is_taken_back_to_before_it():
    match = turn().hold("ana", "A4")
    hand, memory = match.size("ana", "hand"), match.size("ana", "memory")
    match.refuse("ana activate A4 reserved=3", "GA-8.9")
    assert (match.size("ana", "hand"), match.size("ana", "memory")) == (hand, memory)
    match.play("ana activate A4")
    assert (match.size("ana", "hand"), match.size("ana", "memory")) == (hand - 5, memory + 4)


def test_ga_28_6_the_entry_that_set_off_what_was_missed_is_kept() -> None:
    match = turn(seat="bo").play("ana missed draw cause=1")
    assert match.one(TriggerMissed) == TriggerMissed("ana", "draw", False, 1)
