"""Sections 4 and 12: turns and their steps, the parts of the end step, drawing up."""

import pytest

from referee.fact import CardsDrawn, DeckRebuilt
from referee.games.warrift.facts import MagickaLost, MonsterKilled
from referee.games.warrift.state import END, hand_size
from referee.verdict import Legal
from tests.games.warrift.table import Match, begun, mid

EXTRA = """
[[class_cards]]
name = "Bless"
cls = "arbiter"
tier = 2
cost = 2
attack = 1
[[class_cards.effects]]
when = "played"
steps = [{ do = "health", monster = { is = "monster" }, change = 2, until = "turn" }]

[[class_cards]]
name = "Scholar"
cls = "arbiter"
tier = 2
cost = 2
[[class_cards.effects]]
when = "played"
steps = [{ do = "draw", count = 2 }]

[[strongholds]]
name = "Bridge"
tier = 1
cost = 1
[[strongholds.effects]]
when = "turn_end"
steps = [{ do = "points", change = 1 }]

[[strongholds]]
name = "Inn"
tier = 1
cost = 1
[[strongholds.effects]]
when = "turn_end"
may = true
steps = [{ do = "points", change = 1 }]

[[strongholds]]
name = "Riddle"
tier = 1
cost = 1
[[strongholds.effects]]
when = "turn_end"
text = "something happens"

[[monsters]]
name = "Tithe"
tier = 1
health = 1
[[monsters.effects]]
when = "turn_end"
steps = [{ do = "points", change = -1 }]

[[monsters]]
name = "Shrine"
tier = 1
health = 2
[[monsters.effects]]
when = "deathcrash"
steps = [{ do = "points", change = 3 }]
"""


def table(players: int = 2) -> Match:
    return mid(players, EXTRA)


def reading(id: str, option: str, players: int = 2) -> Match:
    return mid(players, EXTRA, choices={id: option})


def points(match: Match) -> list[int]:
    return [side.points for side in match.wr.sides.values()]


# -- rotation and turn -------------------------------------------------------------------------


@pytest.mark.rule("WR-4.1")
def test_wr_4_1_a_rotation_is_one_turn_of_each_from_the_first_player_on():
    match = mid(3)
    seen = [match.wr.active]
    for seat in ("ana", "bo", "cy"):
        match.play(f"{seat} step end")
        seen.append(match.wr.active)
    assert seen == ["ana", "bo", "cy", "bo"]
    assert match.wr.rotation == 2


def test_wr_4_2_the_steps_follow_one_another_and_none_comes_twice():
    match = mid()
    match.refuse("ana step mid", "WR-4.2", step="mid")
    match.put("ana", "Hut1")
    match.play("ana play Amage")
    match.refuse("ana step mid", "WR-4.2")
    match.wr.phase = END
    match.refuse("ana step mid", "WR-4.2", step="end")


def test_wr_4_2_a_mid_step_in_which_nothing_is_done_need_not_be_logged():
    assert begun().play("ana eye-roll 0 0; ana step end").wr.active == "bo"


def test_wr_4_3_only_the_active_player_acts():
    match = mid()
    match.refuse("bo step mid", "WR-4.3")
    match.refuse("bo step end", "WR-4.3", active="ana")


def test_wr_4_5_the_end_step_begins_with_its_first_effect():
    match = table()
    match.put("ana", "Bridge", "Inn")
    match.play("ana effect Bridge.1")
    assert match.wr.phase == END
    match.refuse("ana play Amage", "WR-6.1")
    match.play("ana step end")
    assert match.wr.active == "ana"
    match.play("ana effect Inn.1")
    assert (match.wr.active, points(match)) == ("bo", [2, 0])


def test_wr_4_5_the_mark_does_not_pass_over_what_is_owed_after_the_first_effect():
    match = table()
    match.put("ana", "Bridge", "Bridge")
    match.play("ana effect Bridge.1; ana step end")
    assert match.wr.active == "ana"
    match.play("ana effect Bridge.2")
    assert match.wr.active == "bo"


# -- the parts of the end step -----------------------------------------------------------------


def test_wr_12_1_an_effect_comes_too_late_after_the_other_parts():
    match = table()
    match.put("ana", "Inn")
    match.play("ana step end; bo step mid")
    match.refuse("ana effect Inn.1", "WR-12.1")
    match.refuse("ana effect Inn.1 trigger=turn_end", "WR-12.1")


def test_wr_12_2_all_effects_of_the_end_are_done_of_monsters_and_the_active_player():
    match = table().give("ana", points=4)
    match.put("ana", "Bridge")
    match.put("bo", "Bridge")
    match.put("", "Tithe")
    match.play("ana step end")
    match.refuse("bo step mid", "WR-12.2")
    match.refuse("ana play Amage", "WR-6.1")
    match.play("ana effect Tithe.1; ana effect Bridge.1")
    assert (match.wr.active, points(match)) == ("bo", [4, 0])


def test_wr_12_2_one_that_may_be_declined_is_passed_over_by_the_next_entry():
    match = table()
    match.put("ana", "Inn")
    match.play("ana step end")
    assert match.wr.active == "ana"
    match.play("ana draw 0")
    assert (match.wr.active, points(match)) == ("bo", [0, 0])


def test_wr_12_2_one_with_a_text_alone_may_still_be_logged():
    match = table()
    match.put("ana", "Riddle")
    match.play("ana step end; ana effect Riddle.1 none")
    assert match.wr.active == "bo"
    match = table()
    match.put("ana", "Riddle")
    match.play("ana step end; ana tally monsters=0")
    assert match.wr.active == "bo"


def test_wr_12_2_a_figure_passes_over_nothing_that_is_owed():
    match = table()
    match.put("ana", "Bridge")
    match.play("ana step end; ana tally points=0")
    assert match.wr.active == "ana"
    match.play("ana effect Bridge.1")


@pytest.mark.rule("WR-12.3")
def test_wr_12_3_all_lose_the_magicka_they_have_not_spent():
    match = table().give("ana", magicka=3).give("bo", magicka=2).play("ana step end")
    assert [side.magicka for side in match.wr.sides.values()] == [0, 0]
    assert match.all(MagickaLost) == [MagickaLost("ana", 3), MagickaLost("bo", 2)]


@pytest.mark.rule("WR-12.4")
def test_wr_12_4_played_cards_go_to_the_piles_of_their_classes_and_strongholds_stay():
    match = table().hold("ana", "N2")
    match.put("ana", "Hut2", "Hand1")
    match.thing("Hand1.1").turn = 1
    match.pile("Hut2.1.garrison", "A3")
    match.hold("bo", "NA").play("ana play N2; ana play Amage; bo play NA; ana step end")
    piles = match.wr.zones.piles
    assert sorted(piles["bo.discard"]) == ["N2", "NA"]
    assert piles["ana.discard"] == ["Amage"]
    assert piles["support-discard"] == ["Hand1"]
    assert list(match.wr.zones.things) == ["Hut2.1"]
    assert piles["Hut2.1.garrison"] == ["A3"]


@pytest.mark.rule("WR-12.5")
def test_wr_12_5_damage_is_taken_off_and_counters_stay():
    match = table()
    match.put("", "Ogre", damage=2, counters=1)
    match.play("ana step end")
    ogre = match.thing("Ogre.1")
    assert (ogre.damage, ogre.counters) == (0, 1)


def test_wr_12_6_cards_are_drawn_until_the_hand_has_five():
    match = table().play("ana play Amage; ana play Awarrior; ana step end")
    assert match.one(CardsDrawn) == CardsDrawn("ana", 2, "WR-12.6")
    assert hand_size(match.wr, "ana") == 5
    match.play("ana draw 2")


@pytest.mark.rule("WR-12.7")
def test_wr_12_7_a_larger_hand_stays_as_it_is():
    match = table().hold("ana", "A2", "A2").play("ana step end")
    assert match.all(CardsDrawn) == []
    assert hand_size(match.wr, "ana") == 7


def test_wr_12_8_a_new_deck_only_when_a_card_is_due():
    match = table().pile("ana.discard", "A2", "A3")
    match.play("ana play Amage Amage Awarrior Awarrior Awarrior; ana step end")
    assert match.all(DeckRebuilt) == []
    match.refuse("ana reshuffle 2", "WR-12.8")
    assert match.t.state.zones.hidden.size("ana.primary") == 0
    match.play("bo step end; bo eye-roll 0 0; bo step end")
    left = match.wr.zones.hidden.candidates("ana.hand")
    match.play(f"ana play {next(iter(left))}; ana step end")
    assert match.one(DeckRebuilt) == DeckRebuilt("ana", 8, "WR-12.8")
    match.play("ana reshuffle 8; ana draw 1")
    match.refuse("ana reshuffle 7", "WR-2.10", have=8)


def test_wr_12_8_a_new_deck_that_a_judge_lets_stand_is_compared_with_nothing():
    match = mid()
    match.refuse("ana reshuffle 2", "WR-12.8")
    refused = match.seq
    match.play(f"jo stand {refused} WR-12.8")
    assert match.replay.standing(refused) == Legal()


def test_wr_12_8_the_same_for_draws_by_effects():
    match = table().hold("ana", "Scholar").pile("ana.discard", "A2")
    hidden = match.wr.zones.hidden
    hidden.draw(4, "ana.primary", "bo.hand")
    match.play("ana play Scholar; ana step end")
    assert match.all(DeckRebuilt)[0] == DeckRebuilt("ana", 1, "WR-12.8")


@pytest.mark.rule("WR-12.9")
def test_wr_12_9_with_both_empty_the_draw_stops_short():
    match = table()
    match.wr.zones.hidden.draw(5, "ana.primary", "bo.hand")
    match.hold("ana").play("ana play Amage; ana step end")
    assert match.one(CardsDrawn).count == 1
    assert hand_size(match.wr, "ana") == 5
    match = table()
    match.wr.zones.hidden.draw(5, "ana.primary", "bo.hand")
    match.wr.zones.hidden.draw(3, "ana.hand", "bo.hand")
    match.play("ana step end")
    assert (match.all(CardsDrawn), hand_size(match.wr, "ana")) == ([], 2)


@pytest.mark.parametrize(("option", "sizes"), [("active_player", [5, 4]), ("everyone", [5, 5])])
def test_wr_i_49_who_draws(option: str, sizes: list[int]):
    match = reading("WR-I 49", option).hold("bo", "NA")
    match.play("bo play NA").wr.zones.hidden.draw(1, "bo.hand", "ana.hand")
    match.play("ana play Amage; ana step end")
    assert [hand_size(match.wr, seat) for seat in ("ana", "bo")] == sizes


@pytest.mark.parametrize(
    ("option", "killer", "ana"), [("nobody", "", 3), ("active_player", "ana", 4)]
)
def test_wr_i_33_a_monster_dies_because_a_change_stops(option: str, killer: str, ana: int):
    match = reading("WR-I 33", option).hold("ana", "Bless")
    match.put("", "Shrine", counters=1)
    match.play("ana play Bless health:Shrine.1:2")
    match.thing("Shrine.1").counters = 3
    match.play("ana step end")
    assert match.one(MonsterKilled).seat == killer
    match.refuse("bo step mid", "WR-12.2")
    match.play("ana effect Shrine.1")
    assert (match.wr.active, points(match)) == ("bo", [ana, 0])


def test_wr_i_55_ambush_until_the_first_part_of_the_end_step():
    match = table().hold("bo", "NA", "NA")
    match.put("ana", "Inn")
    match.play("bo play NA; ana step end; bo play NA answers=0")
    assert (match.wr.active, match.wr.phase) == ("ana", END)
    assert match.thing("NA.2").turn == match.wr.turn
    match.play("ana draw 0")
    assert match.wr.zones.piles["bo.discard"] == ["NA", "NA"]


@pytest.mark.parametrize("option", ["clockwise", "counterclockwise"])
def test_wr_i_18_the_direction_of_the_turns(option: str):
    match = mid(3, choices={"WR-I 18": option}).play("ana step end")
    assert match.wr.active == {"clockwise": "bo", "counterclockwise": "cy"}[option]
    last = {"clockwise": "bo; cy", "counterclockwise": "cy; bo"}[option]
    match.play("; ".join(f"{seat.strip()} step end" for seat in last.split(";")))
    assert match.wr.first == "bo"
