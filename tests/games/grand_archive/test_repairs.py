"""What a judge may repair in a match of Grand Archive (REF-3.5)."""

from typing import Any

import pytest

from referee.games.grand_archive.places import LAYOUT
from referee.games.grand_archive.state import FIELD, lineage_of
from referee.games.grand_archive.values import enabled, level_of, life_of, power_of
from referee.verdict import OnTrust
from tests.games.grand_archive.table import MATERIAL, Match, ally, opened, turn

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

MOURNER = """
[[cards]]
name = "Mourner"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
when = { on = "leaves", what = { is = "ally" } }
steps = [{ do = "draw", count = 1 }]
"""
MUSTER = """
[[cards]]
name = "Muster"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
name = "begins"
when = "played"
steps = [{ do = "begin", effect = "buffs", until = "turn" }]
[[cards.effects]]
name = "buffs"
when = { on = "enters", what = { is = "ally", of = "you" } }
steps = [{ do = "counter", thing = "it", kind = "buff", change = 1 }]
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


@pytest.mark.parametrize(("word", "meant"), [("distnt", "distant"), ("banana", "imbued")])
def test_a_mark_that_nothing_asks_is_on_trust_and_named(word: str, meant: str):
    match = turn()
    match.put("ana", "A2")
    match.play(f"jo adjust mark:A2.1/{word}:yes")
    assert isinstance(match.verdict, OnTrust)
    assert any(word in each and meant in each for each in match.verdict.assumptions)
    assert match.thing("A2.1").marks == [word]


@pytest.mark.rule("GA-28.6")
def test_that_a_card_of_a_lineage_was_not_played_is_marked():
    match = turn()
    match.put("ana", "A2")
    repaired(match, 'mark:"A2.1/unplayed A2":yes')
    assert match.thing("A2.1").marks == ["unplayed A2"]
    assert repaired(match, 'mark:"A2.1/unplayed A2":no').thing("A2.1").marks == []


@pytest.mark.rule("GA-28.6")
def test_that_a_champion_was_not_played_stays_marked_when_it_has_left_the_lineage():
    match = turn()
    match.play('jo adjust mark:"ana.champion/unplayed Kai, Two":yes')
    assert isinstance(match.verdict, OnTrust)
    assert match.thing("ana.champion").marks == ["unplayed Kai, Two"]


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


def test_a_turn_that_is_set_is_played_and_nothing_was_done_in_it():
    match = turn()
    match.put("ana", "A4")
    repaired(match, "attacks:ana:1", "stat:A4.1/power:9", "turn:bo:6/materialize")
    state = match.ga
    assert (state.turn, state.active, state.last, state.came) == (6, "bo", "bo", match.t.seq)
    assert state.turned[0] == match.t.seq
    assert (state.done.attacks, match.side("bo").begun, match.side("ana").begun) == (0, 3, 3)
    assert power_of(match.t, match.thing("A4.1")) == 4
    match.play("bo materialize Ring0; bo step draw")
    assert match.ga.turn == 6


def test_what_was_begun_for_a_turn_is_over_with_one_that_is_set():
    match = turn(extra=MUSTER).hold("ana", "Muster").play("ana activate Muster; ana resolve")
    assert match.ga.begun
    match.play("jo adjust turn:ana:7/main")
    assert not match.ga.begun


def test_a_turn_after_one_that_was_skipped_is_no_first_turn():
    match = repaired(turn(), "turn:ana:2/recollection")
    assert match.side("ana").begun == 2


def test_a_first_turn_is_set_with_the_phases_that_it_has():
    match = repaired(turn(), "turn:bo:2/draw")
    assert match.side("bo").begun == 1
    assert repaired(match, "turn:bo:1/main").side("bo").begun == 1
    repaired(match, "turn:ana:1/main")
    match.play("ana step end; ana end")
    assert (match.ga.active, match.ga.turn) == ("bo", 2)


def test_r26_has_all_champions_before_a_turn():
    match = opened(edition="R26", materials={"bo": ("Fire", "Water", *MATERIAL[1:11])})
    repaired(match, "stack:ana.champion:gone")
    verdict = match.refuse("jo adjust turn:ana:3/main", "REF-3.5")
    assert verdict.message == "bo has placed no champion"
    assert verdict.legal == 'one of "level:bo:Fire", "level:bo:Water"'
    repaired(match, '"level:bo:Fire"', "turn:ana:3/main")
    assert match.ga.active == "ana"


def test_a_first_champion_is_laid_down_and_nothing_is_triggered():
    match = turn()
    match.side("bo").champions, match.side("bo").had = [], False
    del match.ga.zones.things["bo.champion"]
    refused(match, 'level:bo:"Kai, One"', seat="bo")
    match.ga.zones.hidden.put("bo.material", ("Fire",))
    repaired(match, "level:bo:Fire")
    assert (match.champion("bo").name, match.ga.waiting.stack) == ("Fire", [])


def test_overtime_is_set_and_lifted():
    match = repaired(turn(), "overtime:ana:0")
    assert (match.ga.overtime, match.ga.called) == (1, match.t.seq)
    repaired(match, "overtime:ana:none")
    assert (match.ga.overtime, match.ga.called) == (0, 0)
    repaired(match, "overtime:ana:0").play("ana step end; ana end")
    assert match.ga.over == "time"


def test_a_player_has_lost_and_a_game_of_three_goes_on():
    match = turn(3, MOURNER).hold("ana", "Bolt1")
    match.put("ana", "Mourner")
    match.put("bo", "A1")
    match.play("ana activate Bolt1 hold=yes")
    refused(match, "lost:bo:now")
    match.play("ana resolve")
    repaired(match, "lost:bo:now")
    assert (match.ga.out, match.side("bo").champions, match.ga.heard) == (["bo"], [], [])
    assert not match.ga.waiting.stack
    refused(match, "lost:bo:now", seat="bo")
    refused(match, "turn:bo:8/main", seat="bo")
    refused(match, "lost:cy:now")


def test_whose_turn_it_is_that_has_lost_is_set_with_it():
    match = repaired(turn(3), "lost:ana:now", "turn:bo:8/main")
    assert (match.ga.active, match.ga.turn) == ("bo", 8)


def test_elements_are_enabled_for_a_turn():
    match = repaired(turn(), "element:ana/water:yes", "element:ana/fire:no")
    assert enabled(match.t, "ana") == {"norm", "water", "exalted"}
    begun = match.ga.changes.begun
    repaired(match, "element:ana/water:yes", "element:ana/fire:no")
    assert match.ga.changes.begun == begun


def test_the_stats_of_an_object_are_set_for_a_turn():
    match = turn()
    match.put("ana", "A2")
    repaired(match, "stat:A2.1/power:5", "stat:A2.1/life:4", "stat:ana/level:2")
    thing = match.thing("A2.1")
    assert (power_of(match.t, thing), life_of(match.t, thing)) == (5, 4)
    assert level_of(match.t, match.champion("ana")) == 2
    begun = match.ga.changes.begun
    assert repaired(match, "stat:A2.1/power:5").ga.changes.begun == begun


def test_an_object_comes_by_the_number_of_its_id():
    match = turn().hold("ana", "A2", "A2", "A3")
    repaired(
        match, "move:ana/A2.7:hand>field", "move:ana/A2.3:hand>field", "move:ana/A3:hand>field"
    )
    assert {"A2.7", "A2.3", "A3.1"} <= match.ga.zones.things.keys()
    assert match.ga.zones.numbers["A2"] == 7


def test_a_copy_of_a_card_comes_from_nowhere_as_a_token():
    match = turn().play("jo adjust move:ana/A2:nowhere>field")
    assert match.thing("A2.1").token
    refused(match, "move:ana/A2.1:field>graveyard", thing="A2.1")
    match.play("jo adjust move:ana/A2.1:field>nowhere")
    assert "A2.1" not in match.ga.zones.things


def test_a_card_that_is_no_champion_comes_to_lie_in_a_lineage():
    match = repaired(turn().hold("ana", "A2", "A3"), "move:ana/A2:hand>lineage",
                     "move:ana/A3:hand>lineage/bo.champion")  # fmt: skip
    assert [each.name for each in lineage_of(match.t, match.champion("ana"))] == ["A2"]
    assert [each.name for each in lineage_of(match.t, match.champion("bo"))] == ["A3"]


def test_unseen_cards_of_the_material_deck_lie_face_down():
    match = repaired(turn(), "unseen:ana/material>facedown:2")
    assert (match.size("ana", "material"), match.size("ana", "facedown")) == (9, 2)


def test_masteries_statuses_and_what_is_suppressed():
    match = turn(extra=MASTERIES).lay("ana", "banishment", "A1")
    repaired(match, "mastery:ana:Sky/east", "status:ana/Weary:yes", "suppressed:ana/A1:yes")
    side = match.side("ana")
    assert (side.mastery, side.direction, side.statuses) == ("Sky", "east", ["Weary"])
    assert side.suppressed == ["A1"]
    repaired(match, "mastery:ana:none", "status:ana/Weary:no", "suppressed:ana/A1:no")
    assert (side.mastery, side.statuses, side.suppressed) == ("", [], [])


TWO_PLACES = (
    "from and to one of hand, memory, deck, facedown, graveyard, banishment, preserved, material,"
    " field, loaded, lineage, nowhere"
)
UNSEEN = "from and to one of hand, memory, deck, facedown"
PLACES_OF_MAIN = "one of hand, memory, deck, facedown, graveyard, banishment, preserved"
PHASES = "one of wake, materialize, recollection, draw, main, end"
KNOWN = "a card of the catalog"
ON_FIELD = "one of ana.champion, bo.champion, A2.1, A1.1, A1.2, Lamp1.1"
OTHER_PLACES = f"{PLACES_OF_MAIN}, loaded, lineage"
REFUSED = [
    ("damage:A9.1:1", "A9.1 is not on the field", ON_FIELD),
    ("damage:A1:1", "several are A1", "one of A1.1, A1.2"),
    ("damage:Lamp1.1:1", "Lamp1.1 has no life", ""),
    ("damage:A2.1:-1", "-1 is not a whole number from 0 to 999", "0 to 999"),
    ("damage:A2.1:1000", "1000 is not a whole number from 0 to 999", "0 to 999"),
    ("counter:A2.1/buff:-1", "-1 is not a whole number from 0 to 999", "0 to 999"),
    ("counter:A2.1/damage:1", "damage is no kind of counters", "buff; damage for damage"),
    ("counter:A2.1:1", " is no kind of counters", "buff; damage for damage"),
    ("rested:A2.1:maybe", "maybe is neither yes nor no", "yes or no"),
    ("mark:A2.1/back:yes", "A2.1 has one face", ""),
    ("mark:A2.1/UP:yes", "UP is no mark", "imbued, prepared, fostered, distant or back"),
    (
        'mark:"A2.1/unplayed A3":yes',
        "unplayed A3 is no mark",
        "imbued, prepared, fostered, distant or back",
    ),
    ("control:A2.1:eve", "eve has no seat", "one of ana, bo"),
    ("link:A2.1:A2.1", "A2.1 is not linked to itself", ""),
    ("link:A2.1:A9", "A9 is not on the field", ON_FIELD),
    ("link:A2.1:champion", "several are champion", "one of ana.champion, bo.champion"),
    ("move:eve/A1:hand>graveyard", "eve has no seat", "one of ana, bo"),
    ("move:ana/A1:hand>hand", "hand>hand does not name two places", TWO_PLACES),
    (
        'move:"ana/Kai, One":material>lineage',
        "Kai, One does not go to lineage",
        "one of material, facedown, banishment",
    ),
    ("move:ana/A2:hand>lineage/A1.1", "A1.1 is no champion", "one of ana.champion, bo.champion"),
    ("move:ana/A1.1:hand>field", "A1.1 is there already", "another number"),
    ("move:ana/A1.0:hand>field", "0 is not a whole number from 1 to 999", "1 to 999"),
    ("move:ana/A9.1:hand>field", "no card is A9", KNOWN),
    ("move:ana/A1.3:hand>graveyard", "no card is A1.3", "did you mean A3?"),
    (
        "move:ana/Bolt1:nowhere>field",
        "Bolt1 does not go to field",
        OTHER_PLACES,
    ),
    ("move:ana/A1.1:field>loaded", "A1.1 has an id there already", "another place"),
    ("move:ana/A1.1:field>nowhere", "A1 does not go to nowhere", PLACES_OF_MAIN),
    ("move:ana/Nothing:hand>graveyard", "no card is Nothing", KNOWN),
    ("move:ana/A1:graveyard>hand", "A1 cannot be in ana's graveyard", ""),
    (
        "move:ana/Blade1:material>hand",
        "Blade1 does not go to hand",
        "one of material, facedown, banishment, field, loaded",
    ),
    (
        "move:ana/Bolt1:hand>field",
        "Bolt1 does not go to field",
        OTHER_PLACES,
    ),
    (
        'move:"ana/Kai, One":material>field',
        "Kai, One does not go to field",
        "one of material, facedown, banishment",
    ),
    ("move:ana/A2:graveyard>deck/middle", "middle is not where in deck", "deck/top"),
    ("move:ana/A1:hand>graveyard/top", "top is not where in graveyard", "deck/top"),
    ("move:ana/A3:hand>loaded/A9", "A9 is not on the field", ON_FIELD),
    ("move:ana/Imp:nowhere>hand", "Imp does not go to hand", "one of field, nowhere"),
    ("move:ana/A1:nowhere>hand", "A1 is no token", ""),
    ("move:ana/ana.champion:field>banishment", "ana.champion is a champion", "delevel"),
    ("move:bo/A2.1:field>graveyard", "no card of bo there is A2.1", "A1.2"),
    ("move:ana/A2.1:loaded>graveyard", "no card of ana there is A2.1", ""),
    ("move:ana/A9:field>hand", "no card of ana there is A9", "one of A2.1, A1.1, Lamp1.1"),
    ("move:ana/A1:preserved>hand", "A1 is not preserved", ""),
    ("unseen:eve/hand>memory:1", "eve has no seat", "one of ana, bo"),
    ("unseen:ana/hand>graveyard:1", "hand>graveyard does not name two places", UNSEEN),
    ("unseen:ana/material>memory:1", "material>memory does not name two places", UNSEEN),
    ("unseen:ana/facedown>deck:1", "1 is not 0, which alone is possible", "0"),
    ("unseen:ana/hand>hand:1", "hand>hand does not name two places", UNSEEN),
    ("unseen:ana/material>hand:1", "material>hand does not name two places", UNSEEN),
    ("unseen:ana/hand>memory:99", "99 is not a whole number from 0 to 7", "0 to 7"),
    ("shuffle:eve:deck", "eve has no seat", "one of ana, bo"),
    ("shuffle:ana:hand", "hand is no deck", "deck"),
    ("level:ana:A1", "A1 is no champion", ""),
    ("level:ana:Nothing", "no card is Nothing", KNOWN),
    ('level:A2.1:"Kai, One"', "A2.1 is no champion", "one of ana.champion, bo.champion"),
    ("stat:A9.1/power:1", "A9.1 is not on the field", ON_FIELD),
    ("stat:A2.1/reserve:1", "reserve is no stat", "one of power, life, level"),
    ("stat:A2.1/power:1000", "1000 is not a whole number from -999 to 999", "-999 to 999"),
    ("turn:eve:3/main", "eve has no seat", "one of ana, bo"),
    ("turn:ana:0/main", "0 is not a whole number from 1 to 9999", "1 to 9999"),
    ("turn:bo:10000/main", "10000 is not a whole number from 1 to 9999", "1 to 9999"),
    ("turn:ana:1/draw", "draw is no phase of this turn", "one of wake, main, end"),
    ("turn:bo:2/dinner", "dinner is no phase of this turn", PHASES),
    (
        "turn:ana:3",
        " is no phase of this turn",
        PHASES,
    ),
    ("overtime:bo:1", "it is ana's turn", "ana"),
    ("overtime:ana:10", "10 is not a whole number from 0 to 9", "0 to 9"),
    ("lost:eve:now", "eve has no seat", "one of ana, bo"),
    ("lost:bo:yes", "yes is not a time", "now"),
    ("lost:bo:now", "that would end the game", "a concession, or a penalty"),
    ("element:eve/fire:yes", "eve has no seat", "one of ana, bo"),
    ("element:ana/mud:yes", "mud is no element", "one of arcane, fire, water"),
    ("element:ana/fire:on", "on is neither yes nor no", "yes or no"),
    ("delevel:ana:1", "Fire is all of its lineage", ""),
    ("stack:A2.1:gone", "A2.1 is not pending", ""),
    ("phase:eve:main", "eve has no seat", "one of ana, bo"),
    ("phase:bo:main", "it is ana's turn", "ana"),
    (
        "phase:ana:dinner",
        "dinner is no phase of this turn",
        PHASES,
    ),
    ("materialized:bo:yes", "it is ana's turn", "ana"),
    ("recollected:bo:yes", "it is ana's turn", "ana"),
    ("attacks:bo:1", "it is ana's turn", "ana"),
    ("attacks:ana:100", "100 is not a whole number from 0 to 99", "0 to 99"),
    ("mastery:eve:none", "eve has no seat", "one of ana, bo"),
    ("mastery:ana:A1", "A1 is no mastery", "none, or its name"),
    ("mastery:ana:none/up", "up is no direction", "one of north, east, south, west"),
    ("status:eve/Weary:yes", "eve has no seat", "one of ana, bo"),
    ("status:ana/A1:yes", "A1 is no status", "Weary"),
    ("suppressed:eve/A1:yes", "eve has no seat", "one of ana, bo"),
    ("suppressed:ana/A1:yes", "A1 is not in ana's banishment", ""),
    ("suppressed:ana/A1:no", "A1 is not suppressed", ""),
    ("move:ana/A1.1:field>hand/top", "top is not where in hand", "deck/top"),
]


@pytest.mark.parametrize(("change", "why", "legal"), REFUSED)
def test_what_cannot_be_is_refused(change: str, why: str, legal: str):
    match = turn(extra=MASTERIES)
    match.put("ana", "A2")
    match.put("ana", "A1")
    match.put("bo", "A1")
    match.put("ana", "Lamp1")
    match.lay("ana", "graveyard", "A2")
    verdict = match.refuse(f"jo adjust {change}", "REF-3.5")
    assert (verdict.message, verdict.legal) == (why, legal)


@pytest.mark.parametrize(
    ("before", "change", "why", "legal"),
    [
        ("ana activate Bolt1", "stack:Bolt1:gone", "Bolt1 is a card", "where it goes"),
        ("ana activate Bolt1", "stack:Bolt1:field", "Bolt1 does not go to field", PLACES_OF_MAIN),
        ("ana activate Bolt1", "stack:A1:gone", "A1 is not pending", "Bolt1.1"),
        ("ana activate Cut2; ana resolve", "stack:Cut2:hand", "Cut2 is about to attack",
         "when it has attacked"),
        ("ana attack A2 bo", "stack:A2.1:hand", "A2.1 is no card on the stack", "gone"),
        ("ana activate Bolt1", "turn:ana:5/end", "something is still to take effect",
         "stack:Bolt1.1:hand"),
        ("ana activate Cut2; ana resolve", "phase:ana:end", "something is still to take effect",
         "when it has attacked"),
    ],
)  # fmt: skip
def test_what_is_pending_is_set_right_as_what_it_is(before: str, change: str, why: str, legal: str):
    match = turn().hold("ana", "Bolt1", "Cut2")
    match.put("ana", "A2")
    match.put("bo", "A1")
    verdict = match.play(before).refuse(f"jo adjust {change}", "REF-3.5")
    assert (verdict.message, verdict.legal) == (why, legal)


SET_OFF = ally("Set Off", '{ do = "draw" }')


@pytest.mark.parametrize("change", ["phase:ana:end", "turn:bo:6/main", "lost:di:now"])
@pytest.mark.parametrize(
    ("before", "gone"),
    [
        ("ana activate Bolt1", "stack:Bolt1.1:hand"),
        ('ana activate "Set Off"; bo activate Bolt1', 'stack:Bolt1.1:hand stack:"Set Off.1":hand'),
        ('ana activate "Set Off"; ana resolve', 'stack:"Set Off.1":gone'),
        ("ana attack A2 bo; bo activate Bolt1", "stack:Bolt1.1:hand stack:A2.1:gone"),
    ],
)
def test_what_is_pending_is_named_with_the_repair_that_takes_it_away(
    before: str, gone: str, change: str
):
    match = turn(4, extra=SET_OFF).hold("ana", "Bolt1", "Set Off").hold("bo", "Bolt1")
    match.put("ana", "A2")
    assert match.play(before).refuse(f"jo adjust {change}", "REF-3.5").legal == gone
    match.play(f"jo adjust {gone} {change}")
    assert not match.ga.waiting.stack


def test_a_material_card_that_is_pending_goes_back_to_the_material_deck():
    match = turn(phase="materialize").play("ana materialize Ring0 hold=yes")
    gone = match.refuse("jo adjust phase:ana:end", "REF-3.5").legal
    assert gone == "stack:Ring0.1:material"
    match.play(f"jo adjust {gone} phase:ana:end")


def test_no_phase_is_set_while_namesakes_are_to_be_settled():
    match = turn().hold("ana", "King4")
    match.put("ana", "King4")
    match.play("jo adjust move:ana/King4:hand>field")
    settle = match.refuse("jo adjust phase:ana:end", "REF-3.5").legal
    match.play(f"{settle}; jo adjust phase:ana:end")


def test_who_has_lost_controls_nothing():
    match = turn(4)
    match.put("ana", "A1")
    match.ga.allies = {"cy": "us", "di": "us"}
    match.play("di concede")
    refused(match, "control:A1.1:di", seat="di")
    repaired(match, "control:A1.1:cy")


def test_several_repairs_are_made_whole_or_not_at_all():
    match = turn()
    match.put("ana", "A2")
    refused(match, "damage:A2.1:1 unseen:ana/hand>deck:2 phase:ana:dinner")
    assert (match.thing("A2.1").damage, match.size("ana", "hand")) == (0, 7)


def test_nothing_is_repaired_before_the_game_begins():
    match = opened(contest="cup/1/1/2", lost="second")
    verdict = match.refuse("jo adjust damage:ana:1", "REF-3.5")
    assert verdict.message == "no game has begun"
    assert verdict.legal == "an entry that begins it"
