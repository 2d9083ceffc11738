"""Section 14, Ambush: when it is played, what it answers, stolen kills, whom it makes discard."""

from typing import Any

import pytest

from referee.choice import Fixed
from referee.games.warrift.ambush import may_make_discard
from referee.games.warrift.facts import MonsterKilled
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import END, EYE, MID, START, hand_size
from referee.verdict import Incomplete, Legal
from tests.games.warrift.table import Match, begun, mid

EXTRA = """
[[class_cards]]
name = "Bolt"
cls = "necromancer"
tier = 2
cost = 2
attack = 1
magicka = 2
words = ["ambush"]
[[class_cards.effects]]
when = "played"
steps = [{ do = "damage", monster = { is = "monster" }, amount = 2 }]

[[class_cards]]
name = "Spark"
cls = "werewolf"
tier = 2
cost = 2
magicka = 1
words = ["ambush"]
effects = [{ when = "played", steps = [{ do = "points", change = 1 }] }]

[[class_cards]]
name = "Plan"
cls = "arbiter"
tier = 2
cost = 2
[[class_cards.effects]]
when = "played"
steps = [{ do = "damage", monster = { is = "monster" }, amount = 1 }]

[[monsters]]
name = "Sting"
tier = 1
health = 2
effects = [{ when = "eyestrike", steps = [{ do = "draw", count = [0, 2] }] }]

[[monsters]]
name = "Drum"
tier = 1
health = 3
effects = [{ when = "turn_end", steps = [{ do = "draw", count = [0, 2] }] }]
"""
DISCARDS = """
[[class_cards]]
name = "Thief"
cls = "necromancer"
tier = 2
cost = 2
attack = 1
words = ["ambush"]

[[class_cards.effects]]
when = "played"
aims = { mark = { what = "opponent" } }
steps = [{ do = "discard", player = "mark", cards = { count = 1, by = "chance" } }]
"""


def table(players: int = 3, extra: str = EXTRA, **more: Any) -> Match:
    """Ana's mid step: A4 of hers, Ogre and Wolf; the others hold Ambush cards."""
    match = mid(players, extra, **more)
    match.put("ana", "A4", "A2", turn=match.wr.turn)
    match.put("", "Ogre", "Wolf", "Rat")
    match.hold("ana", "AA", "A2", "A2").hold("bo", "NA", "NA", "N2")
    if players > 2:
        match.hold("cy", "WA")
    return match


def stack(match: Match) -> list[tuple[str, int, int]]:
    """What is pending, oldest first: its source, its entry, and what it answers."""
    return [(each.source, each.entry, each.answers) for each in match.wr.waiting.stack]


# -- when ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [START, MID, END])
def test_wr_14_4_ambush_is_played_in_any_step_of_anybodys_turn(phase: int):
    match = table()
    match.wr.phase = phase
    match.play("bo play NA; ana play AA")
    assert match.wr.phase == phase
    assert match.thing("NA.1").ambush == match.thing("AA.1").ambush == match.wr.turn


def test_wr_14_4_ambush_may_come_before_the_eye_is_rolled_for():
    match = begun(2).hold("bo", "NA").hold("ana", "A2")
    match.play("bo play NA")
    match.refuse("ana play A2", "WR-5.10")
    match.play("ana eye-roll 0 0")


def test_wr_14_4_a_mark_where_nothing_is_pending_changes_nothing():
    match = table().play("bo play NA answers=0")
    assert stack(match) == [("NA.1", match.seq, 0)]
    assert not match.thing("NA.1").response
    plain, marked = table().play("ana play A2"), table().play("ana play A2 answers=3")
    assert isinstance(plain.verdict, Legal)
    assert marked.trusted() == (
        "nothing that entry 3 began is pending, so that nothing is answered",
    )
    assert marked.replay.digest() == plain.replay.digest()


@pytest.mark.rule("WR-4.6")
def test_wr_4_6_an_effect_answers_what_its_card_was_played_against():
    def bolted(said: int) -> Match:
        match = table().hold("bo", "Bolt").play("ana attack A4.1 Ogre.1; bo play Bolt answers=0")
        return match.play(f"bo effect Bolt damage:Wolf.1:2 answers={said}")

    bolt = bolted(0).seq - 1
    assert all(isinstance(bolted(said).verdict, Legal) for said in (0, bolt, bolt - 1))
    (note,) = bolted(3).trusted()
    assert f"came up with entry {bolt}" in note and "entry 3" in note


def test_wr_14_4_a_mark_of_what_is_not_pending_is_asked_about():
    match = table().play("ana attack A4.1 Ogre.1")
    attack = match.seq
    match._log("bo play NA answers=3")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"answers": (str(attack),)}


@pytest.mark.parametrize(("creature", "target"), [("NA.1", "Wolf.1"), ("NA", "Wolf")])
def test_wr_7_2_an_attack_that_lacks_its_mark_is_told_so(creature: str, target: str):
    match = table().hold("bo", "NA")
    attack = match.play("ana attack A4 Wolf; bo play NA answers=0").seq - 1
    line = f"bo attack {creature} {target}"
    refusal = match.refuse(line, "WR-7.2", target=target, since=attack)
    assert "unmarked, the attack answers nothing" in refusal.message
    match.play(f"{line} {refusal.legal}")


def test_wr_14_6_what_an_earlier_response_began_waits_for_a_later_one():
    match = table().hold("bo", "NA").hold("cy", "Bolt")
    attack = match.play("ana attack A4 Ogre; bo play NA answers=0").seq - 1
    bolt = match.play(f"cy play Bolt answers={attack}").seq
    for line in (f"bo attack NA.1 Wolf answers={attack}", "ana retarget Wolf.1"):
        match.refuse(line, "WR-14.6", since=bolt)
    match.refuse("ana play A2", "WR-2.13", since=bolt)
    match.play(f"cy effect Bolt.1 damage:Ogre.1:2; bo attack NA.1 Wolf answers={attack}")


@pytest.mark.parametrize("option", ["counted_to_the_next_turn", "refused"])
def test_wr_i_75_ambush_between_two_rotations(option: str):
    match = table(2, choices={"WR-I 75": option})
    match.play("ana step end; bo step mid; bo step end")
    assert (match.wr.rotation, match.wr.active, match.wr.phase) == (2, "bo", EYE)
    match.hold("ana", "AA")
    if option == "refused":
        match.refuse("ana play AA", "WR-14.4")
    else:
        match.play("ana play AA")
        assert match.thing("AA.1").turn == match.wr.turn
    match.play("bo eye-roll 0 0; ana play AA")


@pytest.mark.rule("WR-14.5")
def test_wr_14_5_an_ambush_card_gives_its_magicka_and_attack_on_anothers_turn():
    match = table().hold("bo", "Bolt").give("bo", magicka=0).play("bo play Bolt")
    assert match.wr.sides["bo"].magicka == 0
    match.play("bo effect Bolt.1 damage:Wolf.1:2")
    assert match.wr.sides["bo"].magicka == 2
    match.play("bo attack Bolt.1 Rat.1; ana play A2")
    assert match.wr.sides["bo"].points == 3


@pytest.mark.parametrize("option", ["yes", "no"])
def test_wr_i_56_an_ambush_card_is_answered_before_it_acts(option: str):
    match = table(choices={"WR-I 56": option}).hold("cy", "Spark")
    match.play("cy play Spark")
    played = match.seq
    if option == "yes":
        assert match.wr.sides["cy"].points == 0
        match.play("bo play NA answers=0")
        assert stack(match) == [("Spark.1", played, 0), ("NA.1", played + 1, played)]
    else:
        assert match.wr.sides["cy"].points == 1
        match.play("bo play NA answers=0")
        assert stack(match) == []


def test_wr_i_56_what_it_owes_is_waited_for_but_not_answered():
    match = table(choices={"WR-I 56": "no"}).hold("bo", "Bolt")
    match.play("bo play Bolt")
    match.refuse("cy play WA answers=0", "WR-2.13")
    match.play("bo effect Bolt.1 damage:Ogre.1:2")
    assert match.wr.sides["bo"].magicka == 2


# -- what it answers -----------------------------------------------------------------------------


def test_wr_14_6_responses_are_carried_out_last_first():
    match = table().hold("ana", "Plan").hold("bo", "Bolt")
    match.play("ana play Plan; bo play Bolt answers=0")
    plan, bolt = (each[1] for each in stack(match))
    match.refuse("ana effect Plan.1 damage:Ogre.1:1", "WR-14.6", since=bolt)
    match.refuse("ana play A2", "WR-2.13", since=bolt)
    match.play("bo effect Bolt.1 damage:Ogre.1:2; ana effect Plan.1 damage:Ogre.1:1")
    assert match.thing("Ogre.1").damage == 3
    assert plan < bolt


@pytest.mark.rule("WR-14.7")
def test_wr_14_7_several_answer_the_same_thing_and_one_another():
    match = table().play("ana attack A4.1 Ogre.1")
    attack = match.seq
    match.play(f"bo play NA answers={attack}; cy play WA answers={attack}; bo play NA answers=0")
    assert stack(match) == [
        ("A4.1", attack, 0),
        ("NA.1", attack + 1, attack),
        ("WA.1", attack + 2, attack),
        ("NA.2", attack + 3, attack + 2),
    ]


def test_wr_14_6_an_attack_in_response_lets_only_what_is_later_take_effect():
    match = table().play("ana attack A4.1 Ogre.1; bo play NA answers=0; cy play WA answers=0")
    match.play("bo attack NA.1 Ogre.1 answers=0")
    assert [each[0] for each in stack(match)] == ["A4.1", "NA.1", "WA.1", "NA.1"]
    match.play("cy attack WA.1 Wolf.1 answers=9")
    assert [each[0] for each in stack(match)] == ["A4.1", "WA.1"]
    assert match.thing("Ogre.1").damage == 2


def test_wr_14_8_a_stolen_kill_from_end_to_end():
    match = table(2)
    cards = LAYOUT.counted(match.t)
    match.play("ana attack A4.1 Ogre.1")
    attack = match.seq
    match.thing("Ogre.1").damage = 2
    match.play(f"bo play NA answers={attack}; bo attack NA.1 Ogre.1 answers={attack}")
    match.play("ana retarget Wolf.1")
    kill = match.one(MonsterKilled)
    assert (kill.seat, kill.thing, kill.points, kill.stolen) == ("bo", "Ogre.1", 4, "ana")
    match.play("ana step end")
    assert match.one(MonsterKilled).seat == "ana"
    assert [match.wr.sides[seat].points for seat in ("ana", "bo")] == [2, 4]
    assert match.wr.zones.piles["necropolis"] == ["Ogre", "Wolf"]
    assert match.wr.zones.piles["bo.discard"] == ["NA"]
    assert LAYOUT.counted(match.t) == cards


def test_wr_14_8_if_the_monster_lives_the_first_attack_goes_on():
    match = table(2).play("ana attack A4.1 Ogre.1; bo play NA answers=0")
    match.play("bo attack NA.1 Ogre.1 answers=0; ana play A2")
    kill = match.one(MonsterKilled)
    assert (kill.seat, kill.stolen) == ("ana", "")


def test_wr_14_8_an_effect_steals_too():
    match = table(2).hold("bo", "Bolt").play("ana attack A4.1 Wolf.1; bo play Bolt answers=0")
    match.play("bo effect Bolt.1 damage:Wolf.1:2")
    kill = match.one(MonsterKilled)
    assert (kill.seat, kill.stolen) == ("bo", "ana")
    match.play("ana retarget Ogre.1")


def test_wr_14_8_an_attack_that_has_struck_is_not_answered():
    match = table().play("ana attack A4.1 Ogre.1")
    attack = match.seq
    match.play("ana play A2")
    match.refuse(f"bo play NA answers={attack}", "WR-14.8", entry=attack, since=attack)
    match.play("bo play NA")
    match.refuse(f"bo attack NA.1 Wolf.1 answers={attack}", "WR-14.8")


# -- discarding ----------------------------------------------------------------------------------


def thief(phase: int, **more: Any) -> Match:
    match = table(3, DISCARDS, **more).hold("bo", "Thief")
    match.wr.phase = phase
    return match


def test_wr_14_9_nobody_is_made_to_discard_in_response_or_after_the_mid_step_began():
    match = thief(START).play("bo play Thief aims=ana")
    assert may_make_discard(match.t, match.thing("Thief.1"), "bo", "ana")
    match = thief(MID).play("bo play Thief aims=ana")
    assert not may_make_discard(match.t, match.thing("Thief.1"), "bo", "ana")
    match = thief(MID).play("ana attack A4.1 Ogre.1; bo play Thief aims=cy answers=0")
    assert not may_make_discard(match.t, match.thing("Thief.1"), "bo", "cy")
    assert may_make_discard(match.t, match.thing("Thief.1"), "bo", "bo")
    assert may_make_discard(match.t, match.thing("A4.1"), "ana", "bo")


def test_wr_14_9_the_ambush_card_of_the_active_player_leaves_the_start_step_open():
    match = thief(START).play("ana play AA; bo play Thief aims=ana")
    assert may_make_discard(match.t, match.thing("Thief.1"), "bo", "ana")


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        ("not_as_response_and_on_Ts_turn_before_mid_step", True),
        ("only_in_Ts_start_step", False),
    ],
)
def test_wr_i_58_on_somebody_elses_turn(option: str, allowed: bool):
    match = thief(MID, choices={"WR-I 58": option}).play("bo play Thief aims=cy")
    assert may_make_discard(match.t, match.thing("Thief.1"), "bo", "cy") is allowed
    match = thief(START, choices={"WR-I 58": option}).play("bo play Thief aims=ana")
    assert may_make_discard(match.t, match.thing("Thief.1"), "bo", "ana")


@pytest.mark.parametrize("option", ["play_stands_discard_void", "play_refused"])
def test_wr_i_59_played_too_late_or_in_response(option: str):
    match = thief(MID, choices={"WR-I 59": option}).play("ana attack A4.1 Ogre.1")
    if option == "play_refused":
        match.refuse("bo play Thief aims=cy answers=0", "WR-14.9")
        match.refuse("bo play Thief aims=ana", "WR-14.9")
    match = thief(MID, choices={"WR-I 59": option}).play("bo play Thief aims=cy")
    assert match.thing("Thief.1").late


# -- afterwards ----------------------------------------------------------------------------------


@pytest.mark.rule("WR-14.10")
def test_wr_14_10_it_leaves_with_that_turn_and_is_missing_in_hand():
    match = table(2)
    hand = hand_size(match.wr, "bo")
    match.play("bo play NA; ana step end")
    assert "NA.1" not in match.wr.zones.things
    assert match.wr.zones.piles["bo.discard"] == ["NA"]
    assert hand_size(match.wr, "bo") == hand - 1


def test_wr_14_11_nothing_else_is_played_in_response():
    match = table().play("ana attack A4.1 Ogre.1; bo play NA answers=0")
    match.refuse("ana play A2 answers=0", "WR-14.11", card="A2")
    match.refuse("bo play N2 answers=0", "WR-6.7", card="N2")


def test_wr_14_4_an_eyestrike_can_be_answered_while_more_monsters_are_to_come():
    match = begun(2, EXTRA).hold("bo", "NA", "NA")
    match.play("ana eye-roll 2 0")
    match.refuse("bo play NA", "WR-2.13")
    hidden = match.wr.zones.hidden
    hidden.put_on_top("eye", ["Sting"])
    match.play("ana enter Sting")
    offered = [each.fields for each in match.game.options(match.t) if each.verb == "play"]
    assert [each["answers"] for each in offered if each["cards"] == Fixed(("NA",))] == [Fixed(0)]
    match.play("bo play NA answers=0; bo attack NA.1 Sting.1 answers=0")
    match.refuse("ana enter Rat", "WR-5.5")
    match.play("ana effect Sting.1 draw:1; ana enter Rat")
