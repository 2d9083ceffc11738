"""Sections 4.4 to 4.6 and 2.13 to 2.16: what is pending, what an entry belongs to, what takes
effect before it, what has to come first, and what one line may say."""

from typing import Any

import pytest

from referee.games.warrift.facts import MonsterKilled
from referee.games.warrift.state import END, MID, START
from tests.games.warrift.effects import card, does
from tests.games.warrift.table import Match, begun, mid

EXTRA = """
[[class_cards]]
name = "Plan"
cls = "arbiter"
tier = 2
cost = 2
magicka = 2
[[class_cards.effects]]
when = "played"
steps = [{ do = "damage", monster = { is = "monster" }, amount = 1 }]

[[class_cards]]
name = "Gift"
cls = "arbiter"
tier = 2
cost = 2
effects = [{ when = "played", steps = [{ do = "points", change = 1 }] }]

[[class_cards]]
name = "Maybe"
cls = "arbiter"
tier = 2
cost = 2
effects = [{ when = "played", may = true, steps = [{ do = "points", change = 1 }] }]

[[class_cards]]
name = "Bolt"
cls = "necromancer"
tier = 2
cost = 2
words = ["ambush"]
[[class_cards.effects]]
when = "played"
steps = [{ do = "damage", monster = { is = "monster" }, amount = 2 }]

[[class_cards]]
name = "Wand"
cls = "arbiter"
tier = 2
cost = 2
attack = 0

[[class_cards.effects]]
when = "used"
uses = 1
aims = { prey = { what = { is = "monster" } } }
steps = [{ do = "damage", monster = "prey", amount = 1 }]

[[monsters]]
name = "Sting"
tier = 1
health = 2
effects = [{ when = "eyestrike", steps = [{ do = "draw", count = [0, 2] }] }]

[[monsters]]
name = "Dawn"
tier = 1
health = 3
effects = [{ when = "turn_start", steps = [{ do = "draw", count = [0, 2] }] }]

[[monsters]]
name = "Dusk"
tier = 1
health = 3
effects = [{ when = "turn_end", steps = [{ do = "draw", count = [0, 2] }] }]

[[monsters]]
name = "Toll"
tier = 1
health = 3
effects = [{ when = "turn_end", steps = [{ do = "points", change = -1 }] }]

[[monsters]]
name = "Crash"
tier = 1
health = 1
effects = [{ when = "deathcrash", steps = [{ do = "draw", count = [0, 2] }] }]
"""


def table(players: int = 3, **more: Any) -> Match:
    """Ana's mid step: A4 of hers, Ogre and Rat; bo and cy hold Ambush cards."""
    match = mid(players, EXTRA, **more)
    match.put("ana", "A4", "A2", turn=match.wr.turn)
    match.put("", "Ogre", "Rat")
    match.hold("ana", "AA", "A2", "A2", "Plan", "Gift", "Gift", "Maybe")
    match.hold("bo", "NA", "Bolt")
    if players > 2:
        match.hold("cy", "WA")
    return match


def stack(match: Match) -> list[str]:
    return [each.source for each in match.wr.waiting.stack]


# -- what is pending, and what takes effect ------------------------------------------------------


@pytest.mark.rule("WR-4.4")
def test_wr_4_4_an_attack_and_a_card_wait_and_what_leaves_a_hand_does_so_at_once():
    match = table().play("ana attack A4.1 Ogre.1")
    assert stack(match) == ["A4.1"]
    assert match.thing("A4.1").attacks == 1
    assert match.thing("Ogre.1").damage == 0
    match.play("ana play Gift")
    assert stack(match) == ["Gift.1"]
    assert match.one(MonsterKilled).thing == "Ogre.1"
    assert match.wr.sides["ana"].points == 4
    match.play("ana play A2")
    assert match.wr.sides["ana"].points == 5


@pytest.mark.rule("WR-4.4")
def test_wr_4_4_what_came_up_at_one_moment_is_equally_old():
    match = table()
    match.put("", "Dusk", "Dusk")
    match.play("ana step end; ana effect Dusk.1 draw:1; ana effect Dusk.2 draw:0")
    assert match.wr.active == "bo"


@pytest.mark.rule("WR-4.6")
def test_wr_4_6_what_belongs_to_nothing_lets_everything_take_effect_last_first():
    match = table().play("ana attack A4.1 Ogre.1; bo play NA answers=0")
    match.play("bo attack NA.1 Rat.1 answers=0; ana play A2")
    assert [kill.seat for kill in match.all(MonsterKilled)] == ["bo", "ana"]


def test_wr_4_6_a_refused_entry_lets_nothing_take_effect():
    match = table().play("ana attack A4.1 Ogre.1; bo play NA answers=0")
    match.refuse("bo play N2", "WR-6.7")
    match.refuse("ana attack A4.1 Rat.1", "WR-7.3")
    match.refuse("ana play Ogre", "WR-6.2")
    assert stack(match) == ["A4.1", "NA.1"]


@pytest.mark.rule("WR-4.6")
def test_wr_4_6_a_summon_on_anothers_turn_belongs_to_the_last_thing_of_somebody_else():
    match = table().give("bo", magicka=4).play("ana attack A4.1 Ogre.1; bo play NA answers=0")
    match.play("bo summon N2 N2")
    assert stack(match) == ["A4.1"]
    match.play("cy play WA answers=0; bo summon N2 N2")
    assert stack(match) == ["A4.1", "WA.1"]


@pytest.mark.rule("WR-4.6")
def test_wr_4_6_what_a_monster_began_is_answered_by_whoever_it_means():
    match = begun(2, EXTRA).hold("ana", "AA").play("ana eye-roll 1 0")
    match.wr.zones.hidden.put_on_top("eye", ["Sting"])
    match.play("ana enter Sting; ana play AA answers=0")
    eyestrike, card = match.wr.waiting.stack
    assert (eyestrike.seat, card.answers) == ("ana", eyestrike.entry)


@pytest.mark.rule("WR-4.6")
def test_wr_4_6_a_cross_check_is_asked_when_everything_has_taken_effect():
    match = table().play("ana attack A4.1 Ogre.1; ana tally points=4")
    assert stack(match) == []
    match.play("ana attack A2.1 Rat.1")
    match.refuse("ana tally points=4", "WR-2.10", have=5)
    assert stack(match) == ["A2.1"]


def test_wr_4_6_a_cross_check_passes_over_nothing_that_is_owed():
    match = table().play("ana play Plan; ana tally points=0 monsters=2")
    assert stack(match) == ["Plan.1"]


def test_wr_4_6_a_bare_mark_means_the_last_thing_of_another_or_of_a_monster():
    match = table().play("ana attack A4.1 Ogre.1")
    attack = match.seq
    match.play("bo play NA answers=0; bo play Bolt answers=0")
    assert [each.answers for each in match.wr.waiting.stack] == [0, attack, attack]


@pytest.mark.rule("WR-4.6")
def test_wr_4_6_a_use_in_response_or_not_waits_for_its_effect():
    match = table()
    match.put("ana", "Wand", turn=match.wr.turn)
    match.refuse("ana use Wand.1 A4.1", "WR-15.3")
    match.refuse("ana use A4.1", "WR-15.1")
    match.refuse("bo use Wand.1 Ogre.1", "WR-2.4")
    match.play("ana use Wand.1 Rat.1; bo play NA answers=0; bo attack NA.1 Rat.1 answers=0")
    match.play("ana effect Wand.1")
    assert match.one(MonsterKilled).seat == "bo"
    assert stack(match) == []
    match.refuse("ana use Wand.1 Ogre.1", "WR-15.9")


def test_wr_4_6_a_use_takes_effect_when_play_goes_on():
    match = table()
    match.put("ana", "Wand", turn=match.wr.turn)
    match.play("ana use Wand.1 Ogre.1; ana play A2")
    assert match.thing("Ogre.1").damage == 1


# -- the steps -----------------------------------------------------------------------------------


@pytest.mark.rule("WR-4.5")
@pytest.mark.parametrize(
    "line", ["ana play A2", "ana attack A4.1 Ogre.1", "ana summon A2 A2", "ana step mid"]
)
def test_wr_4_5_the_mid_step_begins_with_what_only_it_allows(line: str):
    match = table().give("ana", magicka=5)
    match.wr.phase = START
    match.play(line)
    assert match.wr.phase == MID


@pytest.mark.rule("WR-4.5")
@pytest.mark.parametrize("line", ["ana play AA", "bo play NA", "ana trade bo unseen=1 taken=1"])
def test_wr_4_5_what_belongs_anywhere_leaves_the_start_step_open(line: str):
    match = table()
    match.wr.phase = START
    match.play(line)
    assert match.wr.phase == START


@pytest.mark.rule("WR-4.5")
def test_wr_4_5_the_end_step_begins_with_the_first_effect_of_it():
    match = table()
    match.put("", "Dusk")
    match.play("ana attack A4.1 Ogre.1; ana effect Dusk.1 draw:1")
    assert match.wr.phase == END
    assert not match.wr.closing
    match.refuse("ana play A2", "WR-6.1")
    match.play("bo play NA; ana step end")
    assert match.wr.active == "bo"


# -- what comes first ----------------------------------------------------------------------------


def test_wr_2_13_while_an_effect_is_owed_only_it_is_accepted():
    match = table().play("ana play Plan")
    owed = match.seq
    hint = match.refuse("ana play A2", "WR-2.13", since=owed).legal
    assert hint == "ana effect Plan.1"
    match.refuse("bo play NA", "WR-2.13")
    match.refuse("ana attack A4.1 Ogre.1", "WR-2.13")
    match.play("ana trade bo unseen=1 taken=1; bo play NA answers=0")
    match.play("ana effect Plan.1 damage:Ogre.1:1; ana play A2")
    assert match.wr.sides["ana"].magicka == 2


def test_wr_2_13_what_is_not_for_that_player_is_refused_for_that():
    match = table().play("ana play Plan")
    match.refuse("bo step mid", "WR-4.3")
    match.refuse("bo attack N2 Ogre.1", "WR-7.1")
    match.refuse("ana eye-roll 0 0 0", "WR-5.1")
    match.refuse("ana rift-deal", "WR-13.1")


def test_wr_5_10_nothing_of_the_mid_step_before_the_start_is_done():
    match = begun(3, EXTRA).hold("ana", "A2", "AA").hold("bo", "NA")
    match.put("", "Dawn")
    match.refuse("ana step mid", "WR-5.10")
    match.play("ana eye-roll 0 0 0")
    assert match.wr.phase == START
    match.refuse("ana step mid", "WR-5.10")
    match.refuse("ana play A2", "WR-5.10")
    match.refuse("ana play AA", "WR-2.13")
    match.play("bo play NA answers=0; ana effect Dawn.1 draw:0; ana play A2")


def test_wr_5_5_the_next_monster_waits_for_an_eyestrike():
    match = begun(2, EXTRA)
    match.play("ana eye-roll 2 0")
    match.wr.zones.hidden.put_on_top("eye", ["Sting"])
    match.play("ana enter Sting")
    match.refuse("ana enter Rat", "WR-5.5")
    match.refuse("ana eye-roll 0 0", "WR-5.1")
    match.play("ana effect Sting.1 draw:1; ana enter Rat")


def test_wr_5_5_the_next_monster_waits_for_an_eyestrike_and_what_answers_it():
    match = begun(2, EXTRA).hold("bo", "Bolt").play("ana eye-roll 2 0")
    match.put("", "Ogre")
    match.wr.zones.hidden.put_on_top("eye", ["Sting"])
    match.play("ana enter Sting; bo play Bolt answers=0")
    match.refuse("ana enter Rat", "WR-5.5")
    match.refuse("ana effect Sting.1 draw:1", "WR-14.6", card="Bolt")
    match.play("bo effect Bolt.1 damage:Sting.1:2; ana effect Sting.1 draw:1; ana enter Rat")


def test_wr_12_2_the_roll_for_the_eye_waits_for_the_end_of_the_last_turn():
    match = table(2).play("ana step end; bo step mid")
    match.put("", "Dusk")
    match.play("bo step end")
    match.refuse("bo eye-roll 0 0", "WR-12.2")
    match.refuse("ana eye-roll 0 0", "WR-5.1")
    match.refuse("bo rift-deal", "WR-12.2")


def test_wr_12_2_the_next_turn_waits_for_the_end_of_this_one():
    match = table(2).hold("bo", "N2")
    match.put("", "Dusk")
    match.play("ana step end")
    match.refuse("ana step end", "WR-4.2")
    match.refuse("bo play N2", "WR-12.2")
    match.refuse("bo eye-roll 0 0", "WR-5.1")
    match.refuse("bo step mid", "WR-12.2")
    match.refuse("ana play A2", "WR-6.1")
    match.play("ana effect Dusk.1 draw:0; bo play N2")


def test_wr_2_13_a_deathcrash_comes_before_anything_else():
    match = table()
    match.put("", "Crash")
    match.play("ana attack A2.1 Crash.1")
    refused = match.refuse("ana play A2", "WR-2.13")
    assert (refused.since, refused.legal) == (None, "ana effect Crash.1")
    match.play("ana effect Crash.1 draw:1; ana play A2")


@pytest.mark.rule("WR-2.13")
def test_wr_2_13_what_may_be_declined_is_declined_by_going_on():
    match = table().play("ana play Maybe; ana play A2")
    assert match.wr.sides["ana"].points == 0


def test_wr_2_13_a_gap_is_filled_before_what_was_pending_is_answered():
    match = table().give("bo", magicka=4).play("ana attack A4.1 Ogre.1")
    attack = match.seq
    match.play("bo summon N2")
    match.refuse(f"cy play WA answers={attack}", "WR-2.13")
    match.play(f"bo refill N2; cy play WA answers={attack}")


# -- one line ------------------------------------------------------------------------------------


@pytest.mark.rule("WR-2.14")
def test_wr_2_14_what_is_known_anyway_need_not_be_said_but_has_to_agree():
    match = table().play("ana play Plan; ana effect Plan damage:Ogre.1")
    assert match.thing("Ogre.1").damage == 1
    match.refuse("ana attack A4.1 Ogre.1:3", "WR-7.5", full=4)


def test_wr_2_15_several_cards_in_a_line_count_as_that_many_entries():
    match = table().play("ana play Gift A2 Gift")
    assert match.wr.sides["ana"].points == 1
    assert stack(match) == ["Gift.2"]


def test_wr_2_15_several_cards_in_response_all_lie_on_top():
    match = table().play("ana attack A4.1 Ogre.1; bo play NA Bolt answers=0")
    assert stack(match) == ["A4.1", "NA.1", "Bolt.1"]


def test_wr_2_15_nothing_that_has_to_be_said_comes_in_between():
    match = table()
    refused = match.refuse("ana play Gift Plan A2", "WR-2.15", place=3, card="Plan")
    assert refused.message.endswith("(3 of the line)")
    assert (refused.since, refused.legal) == (None, "that card as the last of a line")
    match.play("ana play A2 Plan; ana effect Plan.1 damage:Ogre.1:1")


def test_wr_2_15_if_one_is_refused_the_whole_line_is_and_it_is_named():
    match = table()
    match.refuse("ana play A2 Gift A5", "WR-2.7", place=3, card="A5")
    match.refuse("bo play NA N2", "WR-6.7", place=2)
    assert "A2.2" not in match.wr.zones.things


def test_wr_2_15_several_effects_of_one_moment():
    match = table()
    match.put("", "Toll", "Toll", "Crash")
    match.play("ana step end")
    match.refuse("ana effect Toll.1 also=Crash.1", "WR-2.15", place=2)
    match.play("ana effect Toll.1 also=Toll.2")
    assert match.wr.active == "bo"


@pytest.mark.rule("WR-2.16")
def test_wr_2_16_what_carries_its_outcomes_is_done_at_once_and_is_not_answered():
    match = table().play("ana play Plan damage:Ogre.1:1")
    assert match.thing("Ogre.1").damage == 1
    assert match.wr.sides["ana"].magicka == 2
    assert stack(match) == []
    match.play("bo play NA answers=0")
    assert match.wr.waiting.stack[-1].answers == 0


def test_wr_2_16_the_outcomes_are_those_of_the_card():
    match = table()
    match.refuse("ana play Plan damage:Ogre.1:2", "WR-15.3")
    match.refuse("ana play A2 damage:Ogre.1:1", "WR-15.3")


def test_wr_2_16_outcomes_in_response_are_done_under_what_is_answered():
    match = table().play("ana attack A4.1 Rat.1; bo play Bolt damage:Rat.1:2 answers=0")
    assert match.one(MonsterKilled).seat == "bo"
    assert stack(match) == ["A4.1"]
    match.play("ana retarget Ogre.1; ana play A2")
    assert match.one(MonsterKilled).thing == "Ogre.1"


# -- who is refused whatever is still owed or pending ----------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule", "facts"),
    [
        ("zed use Wand", "REF-1.3", {"seat": "zed"}),
        ("zed trade bo unseen=1", "REF-1.3", {"seat": "zed"}),
        ("bo step mid", "WR-4.3", {"active": "ana", "seat": "bo"}),
        ("bo step end", "WR-4.3", {"active": "ana", "seat": "bo"}),
        ("bo take Hut2 A2", "WR-10.8", {"active": "ana", "seat": "bo"}),
        ("ana step mid", "WR-2.13", {"card": "Plan"}),
        ("ana take Hut2 A2", "WR-2.13", {"card": "Plan"}),
    ],
)
def test_wr_2_13_who_may_not_act_anyway_is_not_told_of_the_effect_that_is_owed(
    line: str, rule: str, facts: dict[str, str]
):
    table().play("ana play Plan").refuse(line, rule, **facts)


@pytest.mark.parametrize("act", ["play A2", "play AA", "hire Hand1 A2", "hire Sneak1 A2"])
def test_a_seat_that_there_is_not_answers_nothing(act: str):
    match = table().play("ana attack A4.1 Ogre.1")
    match.refuse(f"zed {act} answers=0", "REF-1.3", seat="zed")


COMES_FIRST = {"what": "1 more monster comes in"}
QUICK = (
    card("Quick", does('do = "magicka", change = 2', when="used", speed='"fast"'))
    + "\n"
    + card("Vague", 'when = "used"\ntext = "Something."')
    + "\n"
    + card("Trap", kind="strongholds", words=("ambush",))
)


@pytest.mark.parametrize(("mark", "waits"), [(" answers=0", ["A4.1"]), ("", [])])
def test_wr_4_4_an_attack_waits_for_an_effect_that_answers_it(mark: str, waits: list[str]):
    match = mid(2, QUICK)
    match.put("ana", "A4", turn=match.wr.turn)
    match.put("bo", "Quick")
    match.put("", "Ogre")
    match.play(f"ana attack A4.1 Ogre.1; bo effect Quick{mark}")
    assert stack(match) == waits


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ("ana attack AA.1 Rat.1", {}),
        ("bo attack NA.1 Rat.1", {}),
        ("bo use Quick", {}),
        ("ana take Hut2.1 A3", {}),
        ("ana store Hut2 A2", {"WR-I 43": "any_time"}),
        ("bo store Hut2 N2", {"WR-I 43": "any_time"}),
        ("bo gain Trap Hut1", {"WR-I 41": "any_turn_if_it_has_ambush"}),
    ],
)
def test_wr_2_13_what_has_ambush_or_any_time_comes_before_the_roll_and_not_before_the_monsters(
    line: str, reading: dict[str, str]
):
    match = begun(2, QUICK, choices=reading).pile("offers", "Trap", *["Hut1"] * 5)
    match.hold("ana", "A2").hold("bo", "N2").pile("Hut2.1.garrison", "A3")
    match.put("ana", "Hut2", "AA", ambush=match.wr.turn, turn=0)
    match.put("bo", "Hut2", "NA", "Quick", ambush=match.wr.turn, turn=0)
    match.put("", "Rat")
    after = match.play("ana eye-roll 1 0").seq
    refusal = match.refuse(line, "WR-2.13", since=after, **COMES_FIRST)
    assert refusal.legal == "ana: 1 more monster comes in"
    match.play("ana enter Wolf").play(line)


def test_wr_2_13_what_a_text_alone_would_let_be_used_waits_for_the_monsters():
    match = begun(2, QUICK)
    match.put("bo", "Vague")
    match.play("ana eye-roll 1 0").refuse("bo use Vague", "WR-5.10", **COMES_FIRST)
    match.play("ana enter Rat; bo use Vague")
    assert match.trusted() == ("Vague: its text would have to let it be used now",)


@pytest.mark.parametrize(
    "line",
    [
        "ana attack A2.1 Ogre.1",
        "ana play A2",
        "ana play AA",
        "ana use Wand.1 Ogre.1",
        "ana use Quick.1",
        "bo use Quick.2",
        "ana hire Hand1 A2",
        "ana hire Sneak1 A2",
        "bo play NA",
    ],
)
def test_wr_14_8_nothing_answers_an_attack_that_has_struck(line: str):
    match = mid(2, f"{EXTRA}\n{QUICK}")
    match.put("ana", "A4", "A2", "Wand", "Quick", turn=match.wr.turn)
    match.put("bo", "Quick")
    match.put("", "Ogre", "Dragon1")
    match.hold("ana", "A2", "A2", "AA").hold("bo", "NA")
    struck = match.play("ana attack A4.1 Dragon1.1").seq
    match.play("ana play A2")
    match.refuse(f"{line} answers={struck}", "WR-14.8", since=struck, entry=struck)
