"""Section 5: the Eye, Eyestrike, Deathcrash, effects of a turn's start."""

import pytest

from referee.games.warrift.facts import EyeOpened, MonsterEntered
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import MID, START
from tests.games.warrift.table import MONSTERS, SUPPORT, Match, begun, mid

EXTRA = """
[[monsters]]
name = "Biter"
tier = 1
health = 1
[[monsters.effects]]
when = "eyestrike"
steps = [{ do = "points", change = -1 }]

[[monsters]]
name = "Caller"
tier = 1
health = 1
[[monsters.effects]]
when = "eyestrike"
steps = [{ do = "enter", count = 1, place = "eye" }]

[[monsters]]
name = "Burster"
tier = 1
health = 1
[[monsters.effects]]
when = "deathcrash"
steps = [{ do = "magicka", change = 1 }]

[[monsters]]
name = "Mourner"
tier = 1
health = 1
[[monsters.effects]]
when = "deathcrash"
steps = [{ do = "points", change = -1 }]

[[monsters]]
name = "Nag"
tier = 1
health = 1
[[monsters.effects]]
when = "turn_start"
steps = [{ do = "points", change = -1 }]

[[monsters]]
name = "Herald"
tier = 1
health = 1
[[monsters.effects]]
when = "turn_start"
steps = [{ do = "enter", count = 1, place = "eye" }]

[[strongholds]]
name = "Garden"
tier = 1
cost = 1
[[strongholds.effects]]
when = "turn_start"
steps = [{ do = "magicka", change = 1 }]
"""
EYE_CARDS = {
    **MONSTERS,
    "Rat": 11,
    "Mourner": 1,
    "Biter": 3,
    "Caller": 3,
    "Burster": 3,
    "Nag": 2,
    "Herald": 1,
}
LISTS = {"monsters": EYE_CARDS, "support": {**SUPPORT, "Hut1": 9, "Garden": 2}}


def rolled(dice: str, players: int = 2, **more: object) -> Match:
    """A match in which the Eye was rolled for."""
    return begun(players, EXTRA, lists=LISTS, **more).play(f"ana eye-roll {dice}")


def awaited(match: Match) -> list[str]:
    return [due.task for due in match.state.due]


# -- the roll ----------------------------------------------------------------------------------


def test_wr_5_1_the_first_player_rolls_in_the_first_turn_of_a_rotation():
    match = begun()
    assert awaited(match) == ["roll eye"]
    match.refuse("bo eye-roll 1 1", "WR-5.1")
    match.play("ana eye-roll 0 0; ana step end")
    match.refuse("bo eye-roll 1 1", "WR-5.1")
    match.refuse("ana eye-roll 1 1", "WR-5.1")
    match.play("bo step end; bo eye-roll 0 0")
    assert (match.wr.rotation, match.wr.active) == (2, "bo")


def test_wr_5_2_one_die_for_each_player_and_each_with_a_face_that_it_has():
    match = begun(3)
    match.refuse("ana eye-roll 1 1", "WR-5.2", have=2)
    match.refuse("ana eye-roll 1 1 1 1", "WR-5.2", have=4)
    match.refuse("ana eye-roll 1 7 1", "WR-5.2", die=7)
    match.play("ana eye-roll 0 6 0")


@pytest.mark.rule("WR-5.3")
def test_wr_5_3_the_dice_are_added_up():
    match = rolled("2 1")
    assert match.one(EyeOpened).count == 3
    assert rolled("0 0").one(EyeOpened).count == 0


def test_wr_5_4_exactly_so_many_monsters_come_out():
    match = rolled("1 1").play("ana enter Rat")
    match.refuse("ana step mid", "WR-5.10")
    match.play("ana enter Wolf")
    assert match.wr.phase == START
    match.refuse("ana enter Rat", "WR-5.4")
    assert list(match.wr.zones.things) == ["Rat.1", "Wolf.1"]


def test_wr_5_4_a_line_with_too_many_is_refused_whole():
    match = rolled("1 1")
    match.refuse("ana enter Rat Rat Rat", "WR-5.4")
    match.play("ana enter Rat Rat")


def test_wr_5_4_only_what_can_be_on_top_comes_out():
    match = rolled("6 6")
    match.play("ana enter Dragon1")
    match.refuse("ana enter Dragon1", "WR-2.5")


# -- Eyestrike ---------------------------------------------------------------------------------


def test_wr_5_5_an_eyestrike_is_done_before_the_next_monster():
    match = rolled("1 1").give("ana", points=3).play("ana enter Biter")
    match.refuse("ana enter Rat", "WR-5.5", since=match.seq)
    match.refuse("ana step mid", "WR-5.10")
    match.play("ana effect Biter.1; ana enter Rat; ana step mid")
    assert match.wr.sides["ana"].points == 2


def test_wr_5_5_a_line_has_an_eyestrike_only_on_its_last_monster():
    match = rolled("1 1").give("ana", points=3)
    assert match.refuse("ana enter Biter Rat", "WR-5.5").legal == "ana enter Biter"
    match.play("ana enter Rat Biter; ana effect Biter.1; ana step mid")


def test_wr_5_5_nothing_need_be_logged_where_all_see_that_nothing_happens():
    match = rolled("1 1").play("ana enter Rat Rat; ana step mid")
    assert match.wr.phase == MID


def test_wr_5_6_a_monster_that_an_eyestrike_brings_comes_on_top_of_the_number():
    match = rolled("1 0").play("ana enter Caller; ana effect Caller.1")
    assert [due.count for due in match.wr.due] == [1]
    match.give("ana", points=1).play("ana enter Biter")
    match.refuse("ana step mid", "WR-5.10")
    match.play("ana effect Biter.1; ana step mid")
    assert len(match.wr.zones.things) == 2


def test_wr_5_6_they_come_and_strike_before_the_rest_of_the_roll():
    match = rolled("1 1").give("ana", points=9).play("ana enter Caller; ana effect Caller.1")
    assert [due.count for due in match.wr.due] == [1, 1]
    match.play("ana enter Biter")
    assert match.one(MonsterEntered).source == "Caller"
    match.refuse("ana enter Rat", "WR-5.5")
    match.play("ana effect Biter.1; ana enter Rat")
    assert match.one(MonsterEntered).source == "the Eye"


# -- Deathcrash --------------------------------------------------------------------------------


def test_wr_5_7_a_deathcrash_is_done_when_the_monster_has_died():
    match = mid(2, EXTRA, lists=LISTS)
    match.put("", "Burster", "Rat")
    match.put("ana", "Awarrior", "A2", turn=1)
    match.play("ana attack Awarrior Burster")
    match.refuse("ana attack A2 Rat", "WR-2.13")
    match.play("ana effect Burster.1; ana attack A2 Rat; ana step end")


def test_wr_5_7_deathcrashes_come_in_the_order_of_the_deaths():
    extra = EXTRA + (
        '[[class_cards]]\nname = "Sweep"\ncls = "arbiter"\ntier = 2\ncost = 2\nattack = 2\n'
        'words = ["overwhelm"]\n'
    )
    match = mid(2, extra, lists=LISTS)
    match.put("", "Burster", "Burster")
    match.put("ana", "Sweep", turn=1)
    match.play("ana attack Sweep Burster.2:1 Burster.1:1")
    match.refuse("ana effect Burster.1", "WR-5.7")
    assert match.refuse("ana step end", "WR-2.13").legal == "ana effect Burster.2"
    match.play("ana effect Burster.2; ana effect Burster.1; ana step end")


def test_wr_5_7_one_that_only_leaves_has_none():
    match = mid(2, EXTRA, lists=LISTS)
    match.put("", "Burster")
    LAYOUT.leave(match.t, match.thing("Burster.1"), "", "eye")
    match.refuse("ana effect Burster.1 trigger=deathcrash", "WR-15.1")
    match.play("ana step end")


@pytest.mark.rule("WR-5.8")
def test_wr_5_8_you_of_a_monster_is_the_active_player_and_for_a_deathcrash_the_killer():
    match = mid(2, EXTRA, lists=LISTS).hold("bo", "NA").give("ana", points=5)
    match.put("", "Burster")
    match.play("bo play NA; bo attack NA Burster; ana effect Burster.1")
    assert match.wr.sides["bo"].magicka == 1


def test_wr_i_24_always_the_active_player():
    choices = {"WR-I 24": "always_active_player"}
    match = mid(2, EXTRA, lists=LISTS, choices=choices).hold("bo", "NA")
    match.put("", "Burster")
    match.play("bo play NA; bo attack NA Burster; ana effect Burster.1")
    assert match.wr.sides["ana"].magicka == 1


@pytest.mark.parametrize(
    ("option", "points"), [("points_then_deathcrash", 0), ("deathcrash_then_points", 1)]
)
def test_wr_i_23_points_and_deathcrash_come_in_either_order(option: str, points: int):
    match = mid(2, EXTRA, lists=LISTS, choices={"WR-I 23": option})
    match.put("", "Mourner")
    match.put("ana", "Awarrior", turn=1)
    match.play("ana attack Awarrior Mourner; ana effect Mourner.1")
    assert match.wr.sides["ana"].points == points


# -- the start of a turn -----------------------------------------------------------------------


def test_wr_5_9_all_effects_of_the_start_are_done_and_of_each_turn():
    match = rolled("1 0").give("ana", points=5).give("bo", points=5)
    match.play("ana enter Nag")
    match.put("ana", "Garden")
    match.refuse("ana step mid", "WR-5.10")
    match.play("ana effect Nag.1; ana step mid; ana step end")
    match.refuse("bo step mid", "WR-5.10")
    match.play("bo effect Nag.1; bo step mid")
    assert [match.wr.sides[seat].points for seat in ("ana", "bo")] == [4, 4]


def test_wr_5_9_only_the_active_players_cards_and_several_in_one_line():
    match = begun(2, EXTRA, lists=LISTS).give("ana", points=1)
    match.put("ana", "Garden")
    match.put("bo", "Garden")
    match.put("", "Nag")
    match.play("ana eye-roll 0 0")
    match.refuse("ana step mid", "WR-5.10")
    match.play("ana effect Garden.1 also=Nag.1; ana step mid")
    assert match.wr.sides["ana"].magicka == 1
    assert match.wr.sides["bo"].magicka == 0


EATER = """
[[monsters]]
name = "Eater"
tier = 1
health = 3
[[monsters.effects]]
when = "turn_start"
steps = [{ do = "kill", monster = { is = "monster", other = true } }]
"""


def test_wr_2_15_a_deathcrash_that_a_line_sets_off_comes_before_the_next_effect_of_the_line():
    match = begun(2, EXTRA + EATER, lists=LISTS).give("ana", points=1)
    match.put("", "Eater", "Burster", "Nag")
    match.play("ana eye-roll 0 0")
    line = "ana effect Eater.1 kill:Burster.1 also=Nag.1"
    refused = match.refuse(line, "WR-2.13", card="Burster", place=2)
    assert refused.legal == "ana effect Eater.1 kill:Burster.1"
    match.play(f"{refused.legal}; ana effect Burster.1; ana effect Nag.1")


def test_wr_5_9_what_has_left_before_its_turn_is_passed_over():
    match = begun(2, EXTRA + EATER, lists=LISTS).give("ana", points=1)
    match.put("", "Eater", "Nag")
    match.play("ana eye-roll 0 0; ana effect Eater.1 kill:Nag.1; ana step mid")
    assert "Nag.1" not in match.wr.zones.things
    assert match.wr.waiting.stack == []


def test_wr_5_10_the_mid_step_waits_for_the_whole_start_step():
    match = begun(2, EXTRA, lists=LISTS)
    match.refuse("ana step mid", "WR-5.10")
    match.refuse("ana step end", "WR-5.10")
    match.play("ana eye-roll 0 1")
    match.refuse("ana play Awarrior", "WR-5.10")
    match.play("ana enter Rat; ana play Awarrior")
    assert match.wr.phase == MID


# -- interpretations ---------------------------------------------------------------------------


def test_wr_i_19_the_first_player_rolls_in_every_turn():
    match = rolled("0 0", choices={"WR-I 19": "every_turn"})
    match.play("ana step end")
    assert [(due.seat, due.task) for due in match.wr.due] == [("ana", "roll eye")]
    match.refuse("bo eye-roll 0 0", "WR-5.1")
    match.play("ana eye-roll 0 0; bo step end")


def test_wr_i_19_once_in_a_rotation():
    match = rolled("0 0").play("ana step end")
    assert match.wr.due == []


def test_wr_i_20_a_die_from_one_to_six():
    match = begun(choices={"WR-I 20": "one_to_six"})
    match.refuse("ana eye-roll 0 1", "WR-5.2", die=0)
    match.play("ana eye-roll 6 1")


def test_wr_i_20_whole_numbers_to_six():
    begun().play("ana eye-roll 0 6")


@pytest.mark.parametrize(("option", "count"), [("sum", 7), ("highest", 4)])
def test_wr_i_21_how_dice_give_one_number(option: str, count: int):
    assert rolled("4 3", choices={"WR-I 21": option}).one(EyeOpened).count == count


def emptied(option: str) -> Match:
    """A match in which a Rat was the last of the Eye, a Wolf is dead, and one more is to come."""
    match = begun(choices={"WR-I 22": option})
    for name, count in {**MONSTERS, "Rat": 23}.items():
        match.wr.zones.hidden.show("eye", [name] * count)
    match.pile("necropolis", "Wolf", "N2")
    return match.play("ana eye-roll 1 1; ana enter Rat")


def test_wr_i_22_of_an_empty_eye_no_more_enter():
    match = emptied("no_more_enter")
    assert match.wr.due == []
    match.refuse("ana enter Rat", "WR-5.4")
    match.play("ana step mid")


def test_wr_i_22_the_monsters_of_the_necropolis_are_shuffled_in():
    match = emptied("necropolis_monsters_shuffled_in")
    match.refuse("ana step mid", "WR-5.10")
    match.refuse("ana enter Rat", "WR-2.5")
    match.play("ana enter Wolf; ana step mid")
    assert match.wr.zones.piles["necropolis"] == ["N2"]
    assert match.wr.zones.hidden.size("eye") == 0


def test_wr_i_25_the_eye_first():
    match = begun(2, EXTRA, lists=LISTS)
    match.put("ana", "Garden")
    match.refuse("ana effect Garden.1", "WR-15.1")
    match.play("ana eye-roll 0 0; ana effect Garden.1; ana step mid")


def test_wr_i_25_effects_first():
    match = mid(2, EXTRA, lists=LISTS, choices={"WR-I 25": "effects_first"})
    match.put("bo", "Garden")
    match.put("", "Nag")
    match.play("ana step end; bo effect Garden.1; bo effect Nag.1; bo step mid; bo step end")
    match.refuse("bo eye-roll 1 1", "WR-5.1")
    match.play("bo effect Garden.1 also=Nag.1")
    assert awaited(match) == ["roll eye"]
    match.refuse("bo step mid", "WR-5.10")
    match.play("bo eye-roll 0 1; bo enter Nag; bo step mid")


@pytest.mark.parametrize("first", ["eye", "effect"])
def test_wr_i_25_the_player_chooses(first: str):
    match = begun(2, EXTRA, lists=LISTS, choices={"WR-I 25": "player_chooses"})
    match.put("ana", "Garden")
    lines = ["ana eye-roll 0 0", "ana effect Garden.1"]
    match.play("; ".join(lines if first == "eye" else reversed(lines)))
    match.play("ana step mid")


def test_wr_i_26_the_active_player_chooses_the_order():
    match = begun(2, EXTRA, lists=LISTS).give("ana", points=1)
    match.put("", "Nag")
    match.put("ana", "Garden")
    match.play("ana eye-roll 0 0; ana effect Garden.1; ana effect Nag.1; ana step mid")


def test_wr_i_26_the_oldest_first():
    match = begun(2, EXTRA, lists=LISTS, choices={"WR-I 26": "oldest_first"})
    match.give("ana", points=1)
    match.put("ana", "Garden")
    match.put("", "Nag")
    match.play("ana eye-roll 0 0")
    match.refuse("ana effect Nag.1", "WR-5.9")
    match.play("ana effect Garden.1; ana effect Nag.1; ana step mid")


def heralded(option: str) -> Match:
    """A Nag has come by the effect of a Herald at the turn's start."""
    match = begun(2, EXTRA, lists=LISTS, choices={"WR-I 74": option}).give("ana", points=2)
    match.put("", "Herald")
    return match.play("ana eye-roll 0 0; ana effect Herald.1; ana enter Nag")


def test_wr_i_74_as_logged_neither_awaited_nor_refused():
    heralded("as_logged").play("ana step mid")
    match = heralded("as_logged").play("ana effect Nag.1")
    match.refuse("ana effect Nag.1", "WR-5.9")
    match.play("ana step mid")
    assert match.wr.sides["ana"].points == 1


@pytest.mark.parametrize("line", ["effect nag", "ana effect Nag", "ana effect Nag.2"])
def test_wr_i_74_of_two_of_a_name_the_one_that_may_still_act_is_meant(line: str):
    match = begun(2, EXTRA, lists=LISTS).give("ana", points=3)
    match.put("", "Nag", "Herald")
    match.play("ana eye-roll 0 0; ana effect Nag.1; ana effect Herald.1; ana enter Nag")
    match.play(line)
    assert match.wr.sides["ana"].points == 1
    match.refuse("ana effect Nag.2", "WR-5.9", thing="Nag.2")
    match.refuse("ana effect Nag", "WR-15.1")


def test_wr_i_74_not_this_time():
    match = heralded("not_this_time")
    match.refuse("ana effect Nag.1", "WR-5.9")
    match.play("ana step mid")


def test_wr_i_74_this_time():
    match = heralded("this_time")
    match.refuse("ana step mid", "WR-5.10")
    match.play("ana effect Nag.1")
    match.refuse("ana effect Nag.1", "WR-5.9")
    match.play("ana step mid")


@pytest.mark.parametrize(
    "lines",
    [
        "ana effect Nag.1; ana effect Nag.2",
        "ana effect Nag.2; ana effect Nag.1",
        "ana effect Nag.1 also=Nag.2",
    ],
)
def test_wr_i_74_what_came_amid_a_moment_is_as_old_as_the_others_of_it(lines: str):
    match = begun(2, EXTRA, lists=LISTS, choices={"WR-I 74": "this_time"}).give("ana", points=3)
    match.put("", "Herald", "Nag")
    match.play("ana eye-roll 0 0; ana effect Herald.1; ana enter Nag")
    match.play(f"{lines}; ana step mid")
    assert match.wr.sides["ana"].points == 1


def test_wr_i_75_ambush_between_two_rotations_counts_to_the_next_turn():
    match = mid().play("ana step end; bo step end").hold("ana", "AA")
    match.play("ana play AA")
    assert match.wr.begun
    assert match.thing("AA.1").turn == 3


def test_wr_i_75_ambush_between_two_rotations_is_refused():
    match = mid(choices={"WR-I 75": "refused"}).play("ana step end; bo step end").hold("ana", "AA")
    match.refuse("ana play AA", "WR-14.4")
    match.play("bo eye-roll 0 0; ana play AA")


# -- a judge -----------------------------------------------------------------------------------


def test_wr_5_5_a_forgotten_eyestrike_is_inserted_by_a_judge():
    match = mid(2, EXTRA, lists=LISTS)
    match.put("ana", "A2", turn=1)
    match.put("", "Rat", "Ogre")
    match.play("ana attack A2 Rat; ana step end; bo step end; bo eye-roll 1 0; bo enter Biter")
    at = match.seq
    match.refuse("bo step mid", "WR-5.10")
    match.refuse("bo play Nwarrior", "WR-5.10")
    match.give("bo", points=3)
    match.play(f'lena insert {at} "bo effect Biter.1"')
    assert [change.seq for change in match.outcome.changes] == [at + 1, at + 2]
    assert match.wr.phase == MID
    assert "Nwarrior.1" in match.wr.zones.things


def test_wr_i_22_from_an_empty_eye_that_is_made_anew_the_dead_are_offered():
    match = begun(2, choices={"WR-I 22": "necropolis_monsters_shuffled_in"})
    match.t.state.zones.hidden.draw(60, "eye", "away")
    match.pile("necropolis", "Rat", "A2").play("ana eye-roll 1 0")
    (option,) = (each for each in match.game.options(match.t) if each.verb == "enter")
    assert list(option.fields["monsters"].names()) == ["Rat"]
    match.play("ana enter Rat")


def test_wr_i_25_the_roll_that_passes_over_an_effect_of_the_start_is_offered():
    mill = (
        '[[strongholds]]\nname = "Mill"\ntier = 1\ncost = 0\n[[strongholds.effects]]\n'
        'when = "turn_start"\nmay = true\nsteps = [{ do = "magicka", change = 1 }]'
    )
    choices = {"WR-I 25": "effects_first", "WR-I 19": "every_turn"}
    match = mid(2, mill, choices=choices)
    match.put("bo", "Mill")
    match.play("ana step end")
    assert {"effect", "eye-roll"} <= {each.verb for each in match.game.options(match.t)}


def test_monsters_are_told_apart_of_which_one_came_amid_the_effects_of_the_end():
    match = begun(2, EXTRA, lists=LISTS, choices={"WR-I 74": "as_logged"}).give("ana", points=3)
    match.put("", "Nag", "Herald")
    match.play("ana eye-roll 0 0; ana effect Nag.1; ana effect Herald.1; ana enter Nag")
    assert not match.game.alike(match.t, ["Nag.1", "Nag.2"])
