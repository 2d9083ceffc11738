"""What a judge may repair in a match of Grand Archive (REF-3.5)."""

from typing import Any

import pytest

from referee.games.grand_archive.places import LAYOUT
from referee.games.grand_archive.state import FIELD
from tests.games.grand_archive.table import Match, opened, turn

MASTERIES = """
[[cards]]
name = "Sky"
types = ["mastery"]
deck = "none"

[[cards]]
name = "Weary"
types = ["status"]
deck = "none"

[[cards]]
name = "Echo"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
name = "first"
when = "on enter"
steps = [{ do = "draw", count = 1 }]
[[cards.effects]]
name = "last"
when = "on death"
steps = [{ do = "draw", count = 1 }]
"""


def repaired(match: Match, *changes: str) -> Match:
    before = LAYOUT.counted(match.t)
    match.play(f"jo adjust {' '.join(changes)}")
    assert LAYOUT.counted(match.t) == before
    return match


def refused(match: Match, change: str, **facts: Any) -> None:
    match.refuse(f"jo adjust {change}", "REF-3.5", **facts)


def pile(match: Match, zone: str) -> list[str]:
    return match.ga.zones.piles.get(zone, [])


# -- objects -------------------------------------------------------------------------------------


def test_damage_counters_and_rest_of_objects():
    match = turn()
    match.put("ana", "A4", rested=True)
    repaired(match, "damage:A4.1:3", "counter:A4.1/buff:2", "rested:A4.1:no", "damage:bo:4")
    thing = match.thing("A4.1")
    assert (thing.damage, thing.counters, thing.rested) == (3, {"buff": 2}, False)
    assert match.champion("bo").damage == 4
    repaired(match, "counter:A4.1/buff:0", "rested:A4.1:yes")
    assert (thing.counters, thing.rested) == ({}, True)


@pytest.mark.rule("GA-20.3")
def test_a_unit_whose_damage_is_set_to_its_life_dies():
    match = turn()
    match.put("ana", "A2")
    repaired(match, "damage:A2.1:2")
    assert pile(match, "ana.graveyard") == ["A2"]


def test_marks_control_and_links():
    match = turn()
    match.put("ana", "A2")
    match.put("ana", "Lamp1")
    repaired(match, "mark:A2.1/distant:yes", "control:A2.1:bo", "link:Lamp1.1:A2.1")
    assert match.thing("A2.1").marks == ["distant"]
    assert match.thing("A2.1").controller == "bo"
    assert match.thing("Lamp1.1").link == "A2.1"
    assert repaired(match, "mark:A2.1/distant:no").thing("A2.1").marks == []


# -- cards ---------------------------------------------------------------------------------------


@pytest.mark.rule("GA-28.6")
def test_ga_28_6_a_known_card_in_the_wrong_zone_is_moved():
    match = turn().lay("ana", "graveyard", "A2", "A3")
    repaired(match, "move:ana/A2:graveyard>banishment")
    assert (pile(match, "ana.graveyard"), pile(match, "ana.banishment")) == (["A3"], ["A2"])


def test_cards_go_to_hidden_places_and_come_from_them():
    match = turn().lay("ana", "graveyard", "A2").hold("ana", "A1")
    repaired(match, "move:ana/A2:graveyard>hand", "move:ana/A1:hand>graveyard")
    assert match.size("ana", "hand") == 8
    assert pile(match, "ana.graveyard") == ["A1"]


def test_a_card_comes_onto_the_field_and_leaves_it_by_its_id_and_nothing_is_triggered():
    match = turn(extra=MASTERIES).hold("ana", "Echo")
    repaired(match, "move:ana/Echo:hand>field")
    assert match.thing("Echo.1").place == FIELD
    assert not match.ga.waiting.stack
    repaired(match, "move:ana/Echo.1:field>hand")
    assert "Echo.1" not in match.ga.zones.things
    assert not match.ga.waiting.stack


def test_a_weapon_comes_with_its_durability():
    match = repaired(turn(), "move:ana/Blade1:material>field")
    assert match.thing("Blade1.1").counters == {"durability": 2}
    repaired(match, "move:ana/Blade1.1:field>material")
    assert match.size("ana", "material") == 11


def test_tokens_come_from_nowhere_and_go_there():
    match = turn().play("jo adjust move:ana/Imp:nowhere>field")
    assert match.thing("Imp.1").token
    match.play("jo adjust move:ana/Imp.1:field>nowhere")
    assert "Imp.1" not in match.ga.zones.things
    assert "Imp" not in LAYOUT.counted(match.t)


def test_a_card_comes_to_lie_loaded_and_goes_home_with_what_it_lies_under():
    match = turn().hold("ana", "A1")
    match.put("ana", "Blade0")
    repaired(match, "move:ana/A1:hand>loaded/Blade0.1")
    assert match.thing("A1.1").under == "Blade0.1"
    repaired(match, "move:ana/Blade0.1:field>banishment")
    assert (pile(match, "ana.banishment"), pile(match, "ana.graveyard")) == (["Blade0"], ["A1"])


@pytest.mark.rule("GA-28.4")
def test_ga_28_4_a_drawn_card_goes_back_on_top_by_chance_and_is_drawn_from_there():
    match = turn().hold("ana", "A1")
    deck, hand = match.size("ana", "deck"), match.size("ana", "hand")
    repaired(match, "unseen:ana/hand>deck:1")
    assert (match.size("ana", "deck"), match.size("ana", "hand")) == (deck + 1, hand - 1)
    zones = match.ga.zones
    assert zones.layers["ana.deck"][0] != "ana.deck"
    repaired(match, "unseen:ana/deck>hand:1")
    assert "ana.deck" not in zones.layers


@pytest.mark.rule("GA-28.4")
def test_ga_28_4_a_drawn_card_that_all_know_goes_back_in_its_order():
    match = turn().hold("ana", "Owl1").hold("ana", "Wall3")
    repaired(match, "move:ana/Owl1:hand>deck/top", "move:ana/Wall3:hand>deck/top")
    assert match.ga.zones.hidden.zones["ana.deck"].top == ["Wall3", "Owl1"]
    repaired(match, "shuffle:ana:deck")
    assert not match.ga.zones.hidden.zones["ana.deck"].top


def test_unseen_cards_go_between_hand_and_memory():
    match = repaired(turn(), "unseen:ana/memory>hand:2")
    assert (match.size("ana", "hand"), match.size("ana", "memory")) == (9, 0)
    repaired(match, "unseen:ana/hand>memory:3")
    assert (match.size("ana", "hand"), match.size("ana", "memory")) == (6, 3)


def test_a_lineage_grows_and_shrinks_and_nothing_is_triggered():
    match = repaired(turn(), 'level:ana:"Kai, One"')
    assert match.champion("ana").name == "Kai, One"
    repaired(match, 'level:ana.champion:"Kai, Two"')
    repaired(match, "delevel:ana:2")
    assert match.champion("ana").name == "Fire"
    assert not match.ga.waiting.stack
    refused(match, "delevel:ana:1", card="Fire")


def test_a_preserved_card_lies_face_up_in_the_material_deck():
    match = turn().hold("ana", "A1")
    repaired(match, "move:ana/A1:hand>preserved")
    assert match.side("ana").preserved == ["A1"]
    repaired(match, "move:ana/A1:preserved>hand")
    assert match.side("ana").preserved == []


# -- the stack -----------------------------------------------------------------------------------


def test_a_card_on_the_stack_goes_back_to_where_it_came_from():
    match = turn().hold("ana", "Bolt1").play("ana activate Bolt1 hold=yes")
    hand = match.size("ana", "hand")
    repaired(match, "stack:Bolt1.1:hand", "unseen:ana/memory>hand:1")
    assert not match.ga.waiting.stack
    assert match.size("ana", "hand") == hand + 2


def test_a_trigger_on_the_stack_is_gone():
    match = turn(extra=MASTERIES)
    match.put("ana", "Echo")
    match.put("bo", "A1")
    match.play("jo adjust damage:Echo.1:1")
    assert len(match.ga.waiting.stack) == 1
    repaired(match, "stack:Echo.1:gone")
    assert not match.ga.waiting.stack


def test_an_attack_is_taken_back_with_its_attack_card():
    match = turn().level("ana", "Kai, One").hold("ana", "Cut2")
    match.play("ana activate Cut2 hold=yes; ana attack ana.champion bo")
    repaired(match, "stack:ana.champion:gone")
    assert not match.ga.waiting.stack
    assert pile(match, "ana.graveyard") == ["Cut2"]


# -- the turn and the players --------------------------------------------------------------------


def test_the_phase_and_what_was_done_in_the_turn():
    match = turn()
    repaired(match, "phase:ana:materialize", "materialized:ana:no")
    match.play("ana materialize Ring0")
    assert match.ga.done.materialized
    repaired(turn(), "attacks:ana:1", "recollected:ana:yes")


def test_masteries_statuses_and_what_is_suppressed():
    match = turn(extra=MASTERIES).lay("ana", "banishment", "A1")
    repaired(match, "mastery:ana:Sky/east", "status:ana/Weary:yes", "suppressed:ana/A1:yes")
    side = match.side("ana")
    assert (side.mastery, side.direction, side.statuses) == ("Sky", "east", ["Weary"])
    assert side.suppressed == ["A1"]
    repaired(match, "mastery:ana:none", "status:ana/Weary:no", "suppressed:ana/A1:no")
    assert (side.mastery, side.statuses, side.suppressed) == ("", [], [])


@pytest.mark.parametrize(
    "change",
    [
        "damage:A9.1:1",
        "damage:A1:1",
        "damage:Lamp1.1:1",
        "damage:A2.1:-1",
        "counter:A2.1/damage:1",
        "counter:A2.1:1",
        "rested:A2.1:maybe",
        "mark:A2.1/back:yes",
        "mark:A2.1/UP:yes",
        "control:A2.1:eve",
        "link:A2.1:A2.1",
        "move:eve/A1:hand>graveyard",
        "move:ana/A1:hand>hand",
        "move:ana/A1:hand>lineage",
        "move:ana/Nothing:hand>graveyard",
        "move:ana/A1:graveyard>hand",
        "move:ana/Blade1:material>hand",
        "move:ana/Bolt1:hand>field",
        'move:"ana/Kai, One":material>field',
        "move:ana/A2:graveyard>deck/middle",
        "move:ana/A1:hand>graveyard/top",
        "move:ana/Imp:nowhere>hand",
        "move:ana/A1:nowhere>hand",
        "move:ana/ana.champion:field>banishment",
        "move:bo/A2.1:field>graveyard",
        "move:ana/A1:preserved>hand",
        "unseen:ana/hand>graveyard:1",
        "unseen:ana/hand>memory:99",
        "unseen:ana/material>hand:1",
        "shuffle:ana:hand",
        "level:ana:A1",
        'level:A2.1:"Kai, One"',
        "delevel:ana:1",
        "stack:A2.1:gone",
        "phase:bo:main",
        "phase:ana:dinner",
        "attacks:bo:1",
        "mastery:ana:A1",
        "mastery:ana:none/up",
        "status:ana/A1:yes",
        "suppressed:ana/A1:yes",
        "suppressed:ana/A1:no",
    ],
)
def test_what_cannot_be_is_refused(change: str):
    match = turn()
    match.put("ana", "A2")
    match.put("ana", "A1")
    match.put("bo", "A1")
    match.put("ana", "Lamp1")
    match.lay("ana", "graveyard", "A2")
    refused(match, change)


def test_several_repairs_are_made_whole_or_not_at_all():
    match = turn()
    match.put("ana", "A2")
    refused(match, "damage:A2.1:1 unseen:ana/hand>deck:2 phase:ana:dinner")
    assert (match.thing("A2.1").damage, match.size("ana", "hand")) == (0, 7)


def test_nothing_is_repaired_before_the_game_begins():
    refused(opened(contest="cup/1/1/2", lost="second"), "damage:ana:1")
