"""Keywords of champions and of their lineage, and of the champion's level (section 24)."""

import pytest

from referee.games.grand_archive.combat import obeys
from referee.games.grand_archive.facts import CardActivated, StrikeReckoned
from referee.games.grand_archive.values import has_word
from tests.games.grand_archive.table import Match, turn

CHAMPIONS = """
[[cards]]
name = "Dia, Early"
types = ["champion"]
classes = ["ranger"]
level = 1
memory = 1
life = 20
deck = "material"
keywords = ["inherited effect", "ranged 1"]
[[cards.effects]]
when = "on attack"
inherited = true
steps = [{ do = "draw", count = 1 }]
[[cards.effects]]
when = "activated"
name = "ponder"
inherited = true
cost = [{ do = "rest", thing = "self" }]
steps = [{ do = "draw", count = 1 }]
[[cards.effects]]
when = "activated"
name = "brood"
steps = [{ do = "draw", count = 3 }]

[[cards]]
name = "Dia, Late"
types = ["champion"]
classes = ["ranger"]
level = 2
memory = 2
life = 25
deck = "material"
requires = "Dia"
keywords = ["dia lineage", "inherited effect", "ranged 2"]

[[cards]]
name = "Soul"
types = ["champion"]
classes = ["spirit"]
level = 1
memory = 1
life = 20
deck = "material"
[[cards.effects]]
when = "lineage release"
steps = [{ do = "recover", amount = 3 }]

[[cards]]
name = "Mute"
types = ["champion"]
level = 1
memory = 1
life = 20
deck = "material"
keywords = ["ranged 3"]
[[cards.effects]]
when = "activated"
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Bolster"
types = ["ally"]
classes = ["mage"]
reserve = 2
power = 2
life = 2
keywords = ["taunt", "stealth", "true sight", "steadfast"]
[cards.conditions]
taunt = [["class bonus"]]
stealth = [["kai bonus"]]
"true sight" = [["level 2+", "memory 3+"], ["damage 4+"]]
steadfast = [["element bonus"]]

[[cards]]
name = "Surge"
types = ["action"]
subtypes = ["spell"]
reserve = 4
speed = "fast"
keywords = ["efficiency"]
[[cards.effects]]
when = "played"
steps = [{ do = "recover", amount = { ask = "level" } }]

[[cards]]
name = "Jig"
types = ["action"]
reserve = 4
speed = "fast"
keywords = ["efficiency"]

[[cards]]
name = "Hype"
types = ["item"]
reserve = 1
[[cards.effects]]
when = "activated"
steps = [{ do = "empower", amount = 2 }]
"""


MATERIALS = ("Fire", "Dia, Early", "Dia, Late", "Soul", "Mute", "Brute, Two", "Blade1")


def led(*names: str) -> Match:
    """A match in which ana's champion has these cards on top."""
    match = turn(extra=CHAMPIONS, materials={"ana": MATERIALS})
    return match.level("ana", *names)


def has(match: Match, thing: str, *words: str) -> list[bool]:
    """Which of these words an object has."""
    return [has_word(match.t, match.thing(thing), word) for word in words]


# -- bonuses, Level, Memory ------------------------------------------------------------------------


@pytest.mark.rule("GA-24.4")
def test_ga_24_4_text_under_a_bonus_works_with_a_champion_of_that_class_name_or_element():
    match = turn(extra=CHAMPIONS)
    thing = match.put("ana", "Bolster")
    assert has(match, thing, "taunt", "stealth", "steadfast") == [False, False, False]
    match.level("ana", "Kai, One")
    assert has(match, thing, "taunt", "stealth", "steadfast") == [True, True, True]


@pytest.mark.rule("GA-24.20")
def test_ga_24_20_text_under_a_level_or_memory_wants_that_many():
    match = turn(extra=CHAMPIONS).level("ana", "Kai, One")
    thing = match.put("ana", "Bolster")
    match.unseen("ana", "memory", 1)
    assert has(match, thing, "true sight") == [False]
    match.champion("ana").counters["level"] = 1
    assert has(match, thing, "true sight") == [True]
    match.t.state.zones.hidden.draw(1, "ana.memory", "ana.hand")
    assert has(match, thing, "true sight") == [False]
    match.champion("ana").damage = 4
    assert has(match, thing, "true sight") == [True], "the other way is enough"


# -- Pride -----------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.28")
def test_ga_24_28_an_ally_with_pride_obeys_a_champion_of_its_level():
    match = turn().level("ana", "Kai, One")
    proud = match.put("ana", "Proud3")
    match.refuse(f"ana attack {proud} bo", "GA-21.11", thing=proud)
    match.level("ana", "Kai, Two").play(f"ana attack {proud} bo")


def test_ga_24_28_of_several_prides_the_highest_number_counts():
    extra = """
[[cards]]
name = "Vanity"
types = ["item"]
reserve = 1
[[cards.effects]]
when = "activated"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "grant", thing = "one", word = "pride", amount = 1, until = "turn" }]
"""
    match = turn(extra=extra).level("ana", "Kai, One", "Kai, Two")
    proud, vanity = match.put("ana", "Proud3"), match.put("ana", "Vanity")
    match.play(f"ana ability {vanity} {proud}; ana resolve")
    assert obeys(match.t, match.thing(proud)), "2, not 3"


# -- Inherited Effect ------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.17")
def test_ga_24_17_a_champion_has_the_inherited_keywords_of_its_whole_lineage():
    match = led("Dia, Early", "Dia, Late")
    blade = match.put("ana", "Blade1")
    match.champion("ana").marks.append("distant")
    match.play(f"ana attack ana bo uses={blade}; ana damage")
    reckoned = [fact for fact in match.all(StrikeReckoned) if fact.seat == "ana"]
    assert reckoned[0].total == 2 + 1 + 2


@pytest.mark.rule("GA-24.17")
def test_ga_24_17_what_is_not_inherited_is_lost_under_another_card():
    match = led("Mute", "Brute, Two")
    match.champion("ana").marks.append("distant")
    match.play("ana attack ana bo; ana damage")
    assert match.one(StrikeReckoned).total == 1


@pytest.mark.rule("GA-24.17")
def test_ga_24_17_an_inherited_trigger_is_the_champions():
    match = led("Dia, Early", "Brute, Two")
    hand = match.size("ana", "hand")
    match.play("ana attack ana bo; ana resolve")
    assert match.size("ana", "hand") == hand + 1


def test_ga_24_17_an_inherited_ability_is_used_by_the_champion_and_no_other_of_that_card():
    match = led("Dia, Early", "Brute, Two")
    hand = match.size("ana", "hand")
    match.refuse('ana ability "Dia, Early" which=brood', "GA-24.17", card="Dia, Early")
    match.play('ana ability "Dia, Early" which=ponder; ana resolve')
    assert match.champion("ana").rested
    assert match.size("ana", "hand") == hand + 1
    match = led("Mute", "Brute, Two")
    match.refuse("ana ability Mute", "GA-24.17", card="Mute")


# -- Lineage, Lineage Release ----------------------------------------------------------------------


@pytest.mark.rule("GA-24.22")
def test_ga_24_22_a_card_of_the_inner_lineage_is_banished_for_its_release():
    match = led("Soul")
    match.champion("ana").damage = 5
    match.refuse("ana ability Soul", "GA-24.22", card="Soul")
    match.level("ana", "Brute, Two").play("ana ability Soul")
    assert match.ga.zones.piles["ana.banishment"] == ["Soul"]
    match.play("ana resolve")
    assert match.champion("ana").damage == 2
    match.refuse("ana ability Soul", "GA-16.2")


# -- Empower ---------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.10")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_24_10_the_next_spell_of_the_turn_takes_the_champion_for_levels_more(edition: str):
    match = turn(extra=CHAMPIONS, edition=edition).level("ana", "Kai, One")
    match.hold("ana", "Surge", "Surge", "Jig").champion("ana").damage = 9
    one, two = match.put("ana", "Hype"), match.put("ana", "Hype")
    match.play(f"ana ability {one}; ana resolve; ana ability {two}; ana resolve")
    match.play("ana activate Jig")
    assert match.one(CardActivated).cost == 3, "it is no Spell"
    match.play("ana resolve; ana activate Surge")
    assert match.one(CardActivated).cost == 0, "twice 2, and Lv 1"
    match.play("ana resolve")
    assert match.champion("ana").damage == 4
    match.play("ana activate Surge; ana resolve")
    assert match.champion("ana").damage == 3, "used up"


@pytest.mark.rule("GA-24.10")
def test_ga_24_10_empower_is_over_with_the_turn():
    match = turn(extra=CHAMPIONS).hold("bo", "Surge")
    match.play(f"ana ability {match.put('ana', 'Hype')}; ana end; bo end; ana step main")
    assert match.side("ana").empower == 0
