"""Section 7: who attacks what and when, new targets, kills and what they are worth."""

from typing import Any

import pytest

from events.notation import read
from referee.fact import DamageDealt, ScoreChanged
from referee.games.warrift.effects.protection import protect
from referee.games.warrift.facts import MonsterKilled
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import Strike
from referee.parts.lasting_changes import begin
from referee.parts.responses import Resolved
from referee.verdict import Incomplete, Legal
from tests.games.warrift.table import Match, begun, mid

EXTRA = """
[[class_cards]]
name = "Split"
cls = "arbiter"
tier = 4
cost = 4
attack = 4
words = ["overwhelm"]

[[class_cards]]
name = "Idle"
cls = "arbiter"
tier = 2
cost = 2

[[monsters]]
name = "Crasher"
tier = 1
health = 1
effects = [{ when = "deathcrash", steps = [{ do = "magicka", change = 1 }] }]

[[monsters]]
name = "Thorns"
tier = 2
health = 1
effects = [{ when = "turn_end", steps = [{ do = "damage", monster = "self", amount = 1 }] }]
"""


def asked(match: Match, line: str) -> Incomplete:
    """What is asked about a line that lacks a choice; it changes nothing."""
    before = match.replay.digest()
    match._log(line)
    assert isinstance(match.verdict, Incomplete), match.verdict
    assert match.replay.digest() == before
    return match.verdict


def fight(players: int = 2, **more: Any) -> Match:
    """Ana's mid step: A4 (attack 4), Split (4, Overwhelm), Rat, Wolf, Ogre (1, 2 and 4 health);
    bo and cy each hold an Ambush card with attack 2."""
    match = mid(players, EXTRA, **more)
    turn = match.wr.turn
    match.put("ana", "A4", "A2", "Split", "Amage", "Idle", turn=turn)
    match.put("", "Rat", "Wolf", "Ogre")
    for seat, card in zip(("bo", "cy"), ("NA", "WA"), strict=True):
        if seat in match.wr.seats:
            match.hold(seat, card)
    return match


def settled(match: Match) -> Match:
    """What is pending takes effect with an entry that belongs to nothing."""
    return match.play("ana play Amage")


def pending(match: Match) -> list[int]:
    return [each.entry for each in match.wr.waiting.stack]


# -- who attacks ---------------------------------------------------------------------------------


def test_wr_7_1_who_attacks_is_in_play_under_ones_control():
    match = fight()
    match.put("ana", "Hut1")
    match.put("bo", "N4", turn=match.wr.turn)
    match.refuse("ana attack N4.1 Ogre.1", "WR-7.1")
    match.refuse("ana attack A3 Ogre.1", "WR-7.1")
    match.refuse("ana attack Hut1.1 Ogre.1", "WR-7.1")
    match.refuse("ana attack Idle.1 Ogre.1", "WR-7.1")
    match.refuse("ana attack Nobody Ogre.1", "WR-2.2")
    match.refuse("ana attack Nobody.1 Ogre.1", "WR-2.2", card="Nobody.1")
    match.refuse("ana attack A4.1 Ogre.1:0", "WR-7.5", logged=0, full=4)
    match.refuse("ana attack A4.x Ogre.1", "WR-2.2", card="A4.x")
    able = "one of A4.1, A2.1, Split.1, Amage.1"
    assert match.refuse("ana attack A4.7 Ogre.1", "WR-2.1").legal == able
    assert match.refuse("bo attack N4.7 Ogre.1", "WR-2.1").legal == ""
    assert match.refuse("ana attack A4.1 Rat.7", "WR-2.1").legal == "one of Rat.1, Wolf.1, Ogre.1"


def test_wr_7_1_only_ambush_attacks_on_anothers_turn():
    match = fight()
    match.put("bo", "N4", turn=match.wr.turn)
    match.refuse("bo attack N4.1 Ogre.1", "WR-7.1")
    match.play("bo play NA; bo attack NA.1 Ogre.1")
    assert match.wr.waiting.stack[-1].source == "NA.1"


def test_wr_7_1_an_attack_begins_the_mid_step_and_none_comes_in_the_end_step():
    match = fight()
    match.wr.phase = 2
    match.play("ana attack A4.1 Ogre.1")
    assert match.wr.phase == 3
    match.play("ana play Amage").wr.phase = 4
    match.refuse("ana attack A2.1 Rat.1", "WR-7.1")


def test_wr_7_1_an_own_ambush_card_attacks_in_the_start_step_and_leaves_it_open():
    match = fight().hold("ana", "AA")
    match.wr.phase = 2
    match.play("ana play AA; ana attack AA.1 Ogre.1")
    assert match.wr.phase == 2


def test_wr_7_1_an_ambush_card_attacks_before_the_eye_is_rolled_for():
    match = begun(2).hold("bo", "NA")
    match.put("", "Rat")
    match.play("bo play NA; bo attack NA.1 Rat.1; ana eye-roll 0 0")
    assert match.wr.sides["bo"].points == 1


@pytest.mark.parametrize("option", ["yes_no_damage", "no"])
def test_wr_i_29_a_creature_with_attack_0(option: str):
    match = fight(choices={"WR-I 29": option})
    if option == "no":
        match.refuse("ana attack Amage.1 Rat.1", "WR-7.1")
        return
    match.play("ana attack Amage.1 Rat.1:0; ana play Amage")
    assert match.thing("Rat.1").damage == 0
    assert match.thing("Amage.1").attacks == 1


@pytest.mark.parametrize("option", ["at_once_or_later_that_turn", "at_once_only"])
def test_wr_i_30_an_ambush_creature_attacks_at_once_or_later(option: str):
    match = fight(choices={"WR-I 30": option})
    match.play("bo play NA; ana play Amage")
    if option == "at_once_only":
        match.refuse("bo attack NA.1 Ogre.1", "WR-7.1", since=match.thing("NA.1").since)
    else:
        match.play("bo attack NA.1 Ogre.1")


def test_wr_i_30_at_once_is_directly_after_the_play_or_what_it_did():
    match = fight(choices={"WR-I 30": "at_once_only"}).play("bo play NA; bo attack NA.1 Ogre.1")
    assert match.wr.waiting.stack[-1].source == "NA.1"
    match = fight(choices={"WR-I 30": "at_once_only"}).play("ana attack A4.1 Ogre.1")
    match.play("bo play NA answers=0; bo attack NA.1 Ogre.1 answers=0")
    assert len(pending(match)) == 2


@pytest.mark.parametrize("answered", ["yes", "no"])
def test_wr_i_30_a_remark_or_what_was_refused_comes_not_between(answered: str):
    choices = {"WR-I 30": "at_once_only", "WR-I 56": answered}
    match = fight(choices=choices).play("bo play NA; sk note spilt")
    assert bool(pending(match)) == (answered == "yes")
    match.refuse("bo attack NA.1 Dragon1", "WR-7.2")
    match.play("bo attack NA.1 Ogre.1")
    match = fight(choices=choices).play("bo play NA; ana play Amage")
    match.refuse("bo attack NA.1 Ogre.1", "WR-7.1")


@pytest.mark.parametrize("answered", ["yes", "no"])
def test_wr_i_30_a_play_that_a_judge_inserted_bears_a_later_number(answered: str):
    choices = {"WR-I 30": "at_once_only", "WR-I 56": answered}
    match = fight(choices=choices).play("bo play NA")
    match.t.last = 900  # the entry that inserted it
    match.play("bo attack NA.1 Ogre.1")


def test_wr_i_30_in_ones_own_mid_step_it_is_a_creature_like_others():
    match = fight(choices={"WR-I 30": "at_once_only"}).hold("ana", "AA")
    match.play("ana play AA; ana play Amage; ana attack AA.1 Ogre.1")


# -- what is attacked ----------------------------------------------------------------------------


def test_wr_7_2_only_a_monster_in_play_is_attacked():
    match = fight()
    match.put("bo", "N4", "Hut1", turn=match.wr.turn)
    match.refuse("ana attack A4.1 N4.1", "WR-7.2")
    match.refuse("ana attack A4.1 Hut1.1", "WR-7.2")
    hint = match.refuse("ana attack A4.1 Dragon1", "WR-7.2").legal
    assert hint == "one of Rat.1, Wolf.1, Ogre.1"
    match.play("ana attack A4.1 Ogre.1; ana play Amage")
    match.refuse("ana attack A2.1 Ogre.1", "WR-7.2")


def test_wr_7_1_whoever_cannot_attack_is_told_who_can():
    match = fight()
    able = "one of A4.1, A2.1, Split.1, Amage.1"
    assert match.refuse("ana attack Idle.1 Ogre.1", "WR-7.1").legal == able
    match.play("ana attack A4.1 Ogre.1")
    able = "one of A2.1, Split.1, Amage.1"
    assert match.refuse("ana attack A4.1 Wolf.1", "WR-7.3").legal == able


def test_wr_7_3_a_creature_attacks_once():
    match = fight().play("ana attack A4.1 Ogre.1")
    match.refuse("ana attack A4.1 Wolf.1", "WR-7.3", times=1, most=1)
    match.thing("A4.1").again = 1
    match.play("ana attack A4.1 Wolf.1")
    match.refuse("ana attack A4.1 Rat.1", "WR-7.3", times=2, most=2)


def test_wr_7_3_of_several_namesakes_the_one_that_has_not_attacked_is_meant():
    match = fight()
    match.put("ana", "A4", turn=match.wr.turn, again=1)
    verdict = asked(match, "ana attack A4 Ogre.1")
    assert verdict.choices == {"creature": ("A4.1", "A4.2")}
    match.play("ana attack A4.1 Ogre.1; ana attack A4 Wolf.1")
    assert match.thing("A4.2").attacks == 1


def test_wr_7_2_one_of_several_monsters_of_a_name_has_to_be_told():
    match = fight()
    match.put("", "Rat", damage=1)
    assert asked(match, "ana attack A4.1 Rat").choices == {"parts": ("Rat.1", "Rat.2")}


def test_wr_7_4_an_attack_is_over_before_the_next():
    match = fight().play("ana attack A4.1 Ogre.1; ana attack A2.1 Rat.1")
    assert match.one(MonsterKilled).thing == "Ogre.1"
    assert len(pending(match)) == 1


def test_wr_7_4_only_an_ambush_creature_attacks_in_response():
    match = fight(3).play("ana attack A4.1 Ogre.1")
    match.refuse("ana attack A2.1 Ogre.1 answers=9", "WR-7.4", since=9)
    match.put("bo", "N4", turn=match.wr.turn)
    match.refuse("bo attack N4.1 Ogre.1 answers=0", "WR-7.1")
    match.hold("ana", "AA").play("bo play NA answers=0; ana play AA answers=0")
    match.play("ana attack AA.1 Rat.1 answers=12")
    assert pending(match) == [9, 12, match.seq]


# -- how much ------------------------------------------------------------------------------------


def test_wr_7_5_without_overwhelm_one_monster_takes_it_all():
    match = fight()
    match.refuse("ana attack A4.1 Ogre.1:3", "WR-7.5", logged=3, full=4)
    match.refuse("ana attack A4.1 Ogre.1:2 Wolf.1:2", "WR-7.5", count=2)
    match.refuse("ana attack A4.1 Rat.1:1", "WR-7.5", logged=1, full=4)
    match.play("ana attack A4.1 Rat.1:4; ana play Amage")
    assert "Rat.1" not in match.wr.zones.things


def test_wr_7_6_damage_is_the_attack_as_it_is_when_it_strikes():
    match = fight().play("ana attack A2.1 Ogre.1; ana play Amage")
    dealt = match.one(DamageDealt)
    assert (dealt.amount, dealt.left, dealt.seat, dealt.source) == (2, 2, "ana", "A2")


@pytest.mark.rule("WR-7.7")
def test_wr_7_7_damage_of_the_turn_and_counters_are_taken_off_together():
    match = fight()
    match.thing("Ogre.1").counters = 2
    match.play("ana attack A2.1 Ogre.1; ana play Amage")
    assert "Ogre.1" not in match.wr.zones.things


@pytest.mark.rule("WR-7.8")
def test_wr_7_8_a_dead_monster_lies_in_the_necropolis():
    match = fight()
    cards = LAYOUT.counted(match.t)
    match.play("ana attack A4.1 Ogre.1; ana step end")
    assert match.wr.zones.piles["necropolis"] == ["Ogre"]
    assert LAYOUT.counted(match.t) == cards


# -- new targets ---------------------------------------------------------------------------------


def stolen(**more: Any) -> Match:
    """Ana's A4 attacks the Wolf (entry 9), which bo's NA kills first; ana may turn it."""
    match = fight(3, **more)
    match.play("ana attack A4.1 Wolf.1; bo play NA answers=0; bo attack NA.1 Wolf.1 answers=9")
    return match


def test_wr_7_9_an_attack_turns_to_another_monster_when_its_target_is_gone():
    match = stolen()
    match.play("ana retarget Ogre.1")
    assert match.one(MonsterKilled).seat == "bo"
    assert pending(match) == [9]
    assert settled(match).one(MonsterKilled).thing == "Ogre.1"
    assert match.wr.sides["ana"].points == 4


def test_wr_7_9_a_turned_attack_can_be_answered_anew():
    match = stolen().play("ana retarget Ogre.1 attack=9 part=Wolf")
    turned = match.seq
    match.play(f"cy play WA answers={turned}; cy attack WA.1 Ogre.1 answers=0")
    assert pending(match) == [9, match.seq]
    match.play("ana play Amage")
    assert [kill.seat for kill in match.all(MonsterKilled)] == ["ana"]


def test_wr_7_9_not_while_the_target_is_in_play_and_not_once_it_struck():
    match = fight(3).play("ana attack A4.1 Ogre.1")
    match.refuse("ana retarget Wolf.1", "WR-7.9", since=9)
    match.refuse("bo retarget Wolf.1", "WR-7.9", owner="ana", seat="bo")
    match.refuse("bo retarget Wolf.1 attack=9", "WR-7.9", owner="ana", seat="bo")
    match.play("ana play Amage")
    match.refuse("ana retarget Wolf.1", "WR-7.9")
    struck = match.refuse("ana retarget Wolf.1 attack=9", "WR-7.9", entry=9)
    assert struck.message == "the attack of entry 9 has struck"
    none = match.refuse("ana retarget Wolf.1 attack=2", "WR-7.9")
    assert none.message == "no attack waits to be turned"


def test_wr_7_9_all_targets_that_are_in_play_are_told():
    match = fight(3).play("ana attack Split.1 Wolf.1:2 Rat.1:2")
    told = match.refuse("ana retarget Ogre.1", "WR-7.9").message
    assert told == "Wolf.1, Rat.1 are still in play"
    one = match.refuse("ana retarget Ogre.1 part=Rat.1", "WR-7.9").message
    assert one == "Rat.1 is still in play"


def test_wr_7_9_the_new_target_is_a_monster_in_play():
    match = stolen()
    match.refuse("ana retarget A4.1", "WR-7.2")
    match.refuse("ana retarget Wolf.1", "WR-7.2")
    match.refuse("ana retarget Ogre.1 part=Rat", "WR-7.9", part="Rat")


def test_wr_2_13_a_monster_that_is_still_to_come_in_comes_before_the_attack_turns():
    caller = (
        '[[class_cards]]\nname = "Caller"\ncls = "necromancer"\ntier = 2\ncost = 2\n'
        'words = ["ambush"]\n'
        'effects = [{ when = "played", steps = [{ do = "enter", count = 1, place = "eye" }] }]\n'
    )
    match = mid(2, f"{EXTRA}{caller}").hold("bo", "Caller", "NA")
    match.put("ana", "A4", turn=match.wr.turn)
    match.put("", "Wolf", "Ogre")
    match.play("ana attack A4.1 Wolf.1; bo play NA answers=0; bo attack NA.1 Wolf.1 answers=0")
    after = match.play("bo play Caller answers=0; bo effect Caller enter:1").seq
    match.refuse("ana retarget Ogre.1", "WR-2.13", since=after, what="1 more monster comes in")
    match.play("ana enter Rat; ana retarget Ogre.1")


def test_wr_7_9_of_several_attacks_the_one_that_can_be_turned_is_meant():
    match = stolen().hold("ana", "AA")
    match.play("ana play AA answers=0; ana attack AA.1 Rat.1 answers=0; ana retarget Ogre.1")
    assert pending(match) == [9]
    assert [kill.thing for kill in match.all(MonsterKilled)] == ["Rat.1", "Wolf.1"]


def test_wr_7_9_of_several_monsters_of_a_name_one_has_to_be_told():
    match = stolen()
    match.put("", "Ogre", damage=1)
    assert asked(match, "ana retarget Ogre").choices == {"monster": ("Ogre.1", "Ogre.2")}


def test_wr_7_9_going_on_declines():
    match = stolen().play("ana play Amage")
    assert match.all(MonsterKilled)[0].seat == "bo"
    assert [each.how for each in match.all(Resolved)][-1] == "its target is gone"
    assert match.thing("Ogre.1").damage == 0


@pytest.mark.parametrize("option", ["spent", "kept"])
def test_wr_i_32_an_attack_that_is_not_turned(option: str):
    match = stolen(choices={"WR-I 32": option}).play("ana play Amage")
    if option == "kept":
        match.play("ana attack A4.1 Ogre.1")
    else:
        match.refuse("ana attack A4.1 Ogre.1", "WR-7.3")


# -- Overwhelm -----------------------------------------------------------------------------------


@pytest.mark.rule("WR-14.23")
def test_wr_14_23_the_parts_are_whole_and_make_the_attack():
    match = fight()
    match.refuse("ana attack Split.1 Ogre.1:2 Wolf.1:1", "WR-14.23", total=3, full=4)
    match.refuse("ana attack Split.1 Ogre.1:3 Wolf.1:2", "WR-14.23", total=5, full=4)
    match.refuse("ana attack Split.1 Ogre.1:4 Wolf.1:0", "WR-14.23")
    match.refuse("ana attack Split.1 Ogre.1:2 Ogre.1:2", "WR-14.23", monster="Ogre.1")
    match.refuse("ana attack Split.1 Ogre.1:3", "WR-14.23", total=3)
    assert "Wolf.1:2" in asked(match, "ana attack Split.1 Ogre.1:2 Wolf.1").choices["parts"]
    match.play("ana attack Split.1 Ogre.1:1 Wolf.1:2 Rat.1:1")


@pytest.mark.parametrize("option", ["exactly", "at_most"])
def test_wr_i_65_the_parts_use_the_whole_attack(option: str):
    match = fight(choices={"WR-I 65": option})
    if option == "at_most":
        match.play("ana attack Split.1 Ogre.1:1 Wolf.1:2; ana play Amage")
        assert match.thing("Ogre.1").damage == 1
    else:
        match.refuse("ana attack Split.1 Ogre.1:1 Wolf.1:2", "WR-14.23")
    match = fight(choices={"WR-I 65": option})
    match.refuse("ana attack Split.1 Ogre.1:3 Wolf.1:2", "WR-14.23")


@pytest.mark.rule("WR-14.24")
def test_wr_14_24_all_parts_strike_together_then_deaths_follow_in_their_order():
    match = fight()
    match.put("", "Crasher", "Crasher")
    match.play("ana attack Split.1 Crasher.2:1 Wolf.1:2 Crasher.1:1; ana effect Crasher.2")
    facts = [type(each) for each in match.facts]
    assert facts.index(MonsterKilled) > max(
        at for at, kind in enumerate(facts) if kind is DamageDealt
    )
    assert [kill.thing for kill in match.all(MonsterKilled)] == ["Crasher.2", "Wolf.1", "Crasher.1"]
    match.play("ana effect Crasher.1")
    assert match.wr.sides["ana"].magicka == 2


def test_wr_14_24_parts_of_an_attack_that_has_become_less_are_on_trust():
    match = fight().play("ana attack Split.1 Ogre.1:2 Wolf.1:2")
    begin(match.t, "A4.1", "Split.1", "add", "attack", -1, until="turn")
    match.play("ana play Amage")
    assert match.trusted() == (
        "Split.1: its parts are as they were said, and its attack is 3 by now",
    )
    assert match.thing("Ogre.1").damage == 2


def test_wr_5_7_deathcrashes_come_in_the_order_of_the_deaths():
    match = fight()
    match.put("", "Crasher", "Crasher")
    match.play("ana attack Split.1 Crasher.2:2 Crasher.1:2")
    match.refuse("ana effect Crasher.1", "WR-5.7")
    match.refuse("ana play Amage", "WR-2.13")
    match.play("ana effect Crasher.2 also=Crasher.1")


@pytest.mark.rule("WR-14.24")
def test_wr_14_24_a_part_turns_also_to_a_monster_that_has_one():
    match = fight(3)
    match.play("ana attack Split.1 Wolf.1:2 Ogre.1:2; bo play NA answers=0")
    match.play("bo attack NA.1 Wolf.1 answers=9; ana retarget Ogre.1 part=Wolf.1")
    strike = match.wr.waiting.stack[0]
    assert isinstance(strike, Strike)
    assert [(part.monster, part.amount) for part in strike.parts] == [("Ogre.1", 2), ("Ogre.1", 2)]
    assert settled(match).one(MonsterKilled).thing == "Ogre.1"


def test_wr_14_24_with_two_targets_gone_the_part_has_to_be_told():
    match = fight(3)
    match.play("ana attack Split.1 Wolf.1:2 Rat.1:2")
    for name in ("Wolf.1", "Rat.1"):
        LAYOUT.leave(match.t, match.thing(name), "", "necropolis")
    assert asked(match, "ana retarget Ogre.1").choices == {"part": ("Wolf.1", "Rat.1")}
    match.play("ana retarget Ogre.1 part=Rat; ana play Amage")
    assert match.thing("Ogre.1").damage == 2


def test_wr_7_9_the_part_that_is_turned_is_named_at_the_table_though_its_target_is_gone():
    match = fight(3)
    match.play("ana attack Split.1 Wolf.1:2 Rat.1:2")
    for name in ("Wolf.1", "Rat.1"):
        LAYOUT.leave(match.t, match.thing(name), "", "necropolis")
    line, codec = "ana retarget ogre part=rat.1", match.game.codec
    names, called = match.game.all_names(match.t), match.game.called(match.t)
    event = read(line, codec, names=names, called=called)
    assert event == read("ana retarget Ogre.1 part=Rat.1", codec)


# -- kills ---------------------------------------------------------------------------------------


@pytest.mark.rule("WR-7.10")
def test_wr_7_10_who_takes_the_last_health_has_the_kill():
    match = fight(3).play("ana attack A2.1 Ogre.1; bo play NA; bo attack NA.1 Ogre.1")
    kill = match.play("ana play Amage").one(MonsterKilled)
    assert (kill.seat, kill.points, kill.source, kill.stolen) == ("bo", 4, "NA.1", "")
    assert [match.wr.sides[seat].points for seat in ("ana", "bo")] == [0, 4]


@pytest.mark.rule("WR-7.11")
@pytest.mark.parametrize(
    ("monster", "points"), [("Rat", 1), ("Wolf", 2), ("Ogre", 4), ("Dragon1", 6)]
)
def test_wr_7_11_points_go_by_the_tier(monster: str, points: int):
    match = fight()
    match.put("", "Dragon1", damage=5)
    match.play(f"ana attack A4.1 {monster}; ana play Amage")
    assert match.one(ScoreChanged).value == points


@pytest.mark.rule("WR-7.12")
def test_wr_7_12_a_monster_that_leaves_otherwise_gives_nothing():
    match = mid(
        2,
        '[[class_cards]]\nname = "Banish"\ncls = "arbiter"\ntier = 2\ncost = 2\n'
        'effects = [{ when = "played", steps = '
        '[{ do = "remove", thing = { is = "monster" }, to = "necropolis" }] }]',
    )
    match.put("", "Ogre")
    match.hold("ana", "Banish").play("ana play Banish; ana effect Banish.1 remove:Ogre.1")
    assert "Ogre.1" not in match.wr.zones.things
    assert match.wr.sides["ana"].points == 0


@pytest.mark.parametrize("option", ["nobody", "active_player"])
def test_wr_i_33_a_monster_dies_of_its_own_effect(option: str):
    match = fight(choices={"WR-I 33": option})
    match.put("", "Thorns")
    match.play("ana step end; ana effect Thorns.1")
    kill = match.one(MonsterKilled)
    assert (kill.seat, kill.points) == (("", 0) if option == "nobody" else ("ana", 2))


@pytest.mark.parametrize(("option", "points"), [("yes_as_health_0", 4), ("no", 0)])
def test_wr_i_34_killing_outright(option: str, points: int):
    match = mid(
        2,
        '[[class_cards]]\nname = "Doom"\ncls = "arbiter"\ntier = 2\ncost = 2\n'
        'effects = [{ when = "played", steps = [{ do = "kill", monster = { is = "monster" } }] }]',
        choices={"WR-I 34": option},
    )
    match.put("", "Ogre")
    match.hold("ana", "Doom").play("ana play Doom; ana effect Doom.1 kill:Ogre.1")
    kill = match.one(MonsterKilled)
    assert (kill.seat, kill.points) == ("ana", points)


@pytest.mark.parametrize("option", ["entry_into_play", "turn"])
@pytest.mark.parametrize("card", ["AL1", "A5"])
def test_wr_i_31_a_creature_that_is_played_again_in_the_same_turn(option: str, card: str):
    match = fight(choices={"WR-I 31": option})
    assert match.wr.zones.hidden.take("ana.class", (card,)) is None
    match.put("ana", card, turn=match.wr.turn)
    match.play(f"ana attack {card}.1 Ogre.1; ana play Amage")
    LAYOUT.leave(match.t, match.thing(f"{card}.1"), "ana", "hand")
    match.play(f"ana play {card}")
    if option == "turn" and card == "AL1":
        match.refuse("ana attack AL1.2 Wolf.1", "WR-7.3")
        return
    match._log(f"ana attack {card}.2 Wolf.1")
    if option == "turn":
        told = "A5.2 is another card than the A5 that has attacked this turn"
        assert match.trusted() == (told,)
    else:
        assert isinstance(match.verdict, Legal)


def test_wr_i_31_the_next_turn_it_may_attack():
    match = fight(choices={"WR-I 31": "turn"})
    match.play("ana attack A2.1 Ogre.1; ana step end")
    assert match.wr.left == []


@pytest.mark.parametrize("option", ["no", "yes"])
def test_wr_i_62_the_kill_of_a_protected_player(option: str):
    match = fight(3, choices={"WR-I 62": option})
    match.put("ana", "A3", turn=match.wr.turn)
    protect(match.t, "A3.1", "ana", "ana")
    match.play("ana attack A4.1 Ogre.1; bo play NA answers=0")
    if option == "yes":
        match.refuse("bo attack NA.1 Ogre.1 answers=0", "WR-14.20", owner="ana", source="A3.1")
        match.play("bo attack NA.1 Rat.1 answers=0")
    else:
        match.play("bo attack NA.1 Ogre.1 answers=0")
