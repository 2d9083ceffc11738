"""Section 10: materializing; sections 12 and 13: elements, and abilities under conditions."""

import pytest

from referee.games.grand_archive.facts import CardMaterialized
from referee.games.grand_archive.values import (
    elements_of,
    enabled,
    has_word,
    holds,
    level_of,
)
from tests.games.grand_archive.invented import card
from tests.games.grand_archive.table import Match, turn

EFFECTS = """
[[cards]]
name = "Call"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "play", place = "hand", how = "materialize" }]

[[cards]]
name = "Invoke"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "play", place = "material", how = "activate" }]

[[cards]]
name = "Spark"
types = ["action"]
reserve = 1
speed = "fast"
element = "arcane"
elements = ["arcane"]

[[cards]]
name = "Crown"
types = ["action"]
reserve = 1
speed = "fast"
element = "exalted"
elements = ["exalted"]

[[cards]]
name = "Lend"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "element", element = "water", how = "enable", until = "turn" }]

[[cards]]
name = "Dampen"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "element", element = "fire", how = "disable", until = "turn" }]

[[cards]]
name = "Fall"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "delevel", player = "you" }]

[[cards]]
name = "Stall"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "always"
change = [{ on = "player", layer = "add", what = "materialize", amount = 1 }]

[[cards]]
name = "Bonus"
types = ["ally"]
reserve = 1
power = 1
life = 1
classes = ["mage", "warrior"]
keywords = ["taunt", "vigor", "stealth", "steadfast"]
[cards.conditions]
taunt = [["class bonus"]]
vigor = [["level 2+"]]
stealth = [["memory 3+"]]
steadfast = [["class bonus", "level 3+"]]

[[cards]]
name = "Guild"
types = ["ally"]
reserve = 1
power = 1
life = 1
classes = ["warrior"]
keywords = ["class locked"]

[[cards]]
name = "Peak"
types = ["ally"]
reserve = 1
power = 1
life = 1
keywords = ["level locked 2"]
"""


def game(*hand: str, **more: object) -> Match:
    m = turn(extra=EFFECTS, **more)  # type: ignore[arg-type]
    return m.hold("ana", "A1", "A2", "Bolt1", "Ember2", *hand)


def material(**more: object) -> Match:
    return game(phase="materialize", **more).hold("ana", "A1", "A2", place="memory")


# -- section 10 ----------------------------------------------------------------------------------


def test_ga_10_1_one_card_is_materialized_in_the_phase() -> None:
    m = material().play("ana materialize Ring0")
    m.refuse("ana materialize Blade0", "GA-10.1", since=2)
    game().refuse("ana materialize Ring0", "GA-10.1")


def test_ga_10_3_level_and_lineage_have_to_fit() -> None:
    m = material().level("ana", "Mo, One")
    m.refuse('ana materialize "Kai, Three" A1 A2', "GA-10.3")


@pytest.mark.rule("GA-10.4")
def test_ga_10_4_the_price_is_the_one_of_this_moment() -> None:
    m = material()
    m.put("bo", "Stall")
    m.refuse("ana materialize Ring1 A1", "GA-10.4", due=2, paid=1)
    m.play("ana materialize Ring1 A1 A2")
    assert m.one(CardMaterialized).cost == 2


@pytest.mark.rule("GA-10.5")
def test_ga_10_5_it_waits_on_the_stack() -> None:
    m = material().play("ana materialize Ring0")
    assert [each.source for each in m.ga.waiting.stack] == ["Ring0.1"]


def test_ga_10_6_no_champion_of_level_0() -> None:
    material().refuse("ana materialize Fire", "GA-10.6")


@pytest.mark.rule("GA-10.7")
def test_ga_10_7_the_element_of_a_regalia_is_enabled() -> None:
    m = material()
    m.champion("ana").name = "Water"
    m.refuse("ana materialize Pact A1", "GA-10.7", element="fire")
    m = material().play("ana materialize Pact A1; ana step main")
    assert m.thing("Pact.1").place == "field"


def test_ga_i_4_what_costs_reserve_is_materialized_or_not() -> None:
    m = game("Call").play("ana activate Call")
    m.refuse("ana resolve play:A2", "GA-9.20")
    m = game("Call", choices={"GA-I 4": "pays_reserve"}).play("ana activate Call")
    m.play("ana resolve play:A2; ana step end")
    assert (m.thing("A2.1").place, m.size("ana", "memory")) == ("field", 4)


@pytest.mark.rule("GA-9.21")
def test_ga_9_21_what_is_materialized_for_reserve_goes_by_its_reserve_cost() -> None:
    m = game("Call", choices={"GA-I 4": "pays_reserve"}).play("ana activate Call")
    hand = m.size("ana", "hand")
    m.play("ana resolve play:A2")
    assert m.size("ana", "hand") == hand - 3


@pytest.mark.rule("GA-8.13")
def test_ga_8_13_what_an_effect_has_activated_is_no_materialization() -> None:
    m = game("Invoke").play("ana activate Invoke; ana resolve play:Ring1:material:activate")
    assert m.size("ana", "memory") == 1
    assert not m.ga.done.materialized


@pytest.mark.rule("GA-8.14")
def test_ga_8_14_another_price_is_no_other_cost() -> None:
    m = material()
    m.put("bo", "Stall")
    m.play("ana materialize Ring1 A1 A2")
    assert m.t.catalog.by_name["Ring1"].memory == 1


def test_ga_12_5_what_an_effect_plays_needs_its_elements() -> None:
    m = game("Call", "Wave2", choices={"GA-I 4": "pays_reserve"}).play("ana activate Call")
    m.refuse("ana resolve play:Wave2", "GA-12.5", element="water")


# -- section 12 ----------------------------------------------------------------------------------


@pytest.mark.rule("GA-12.2")
def test_ga_12_2_norm_is_enabled_for_all() -> None:
    assert "norm" in enabled(game().t, "bo")


@pytest.mark.rule("GA-12.3", "GA-15.44")
def test_ga_12_3_every_card_of_the_lineage_enables_its_elements() -> None:
    m = game("Spark")
    m.refuse("ana activate Spark", "GA-8.4", element="arcane")
    m.level("ana", "Kai, One", "Kai, Two", "Kai, Storm").play("ana activate Spark")
    m.play("ana activate Ember2")


@pytest.mark.rule("GA-12.4")
def test_ga_12_4_effects_enable_and_disable_and_the_newest_prevails() -> None:
    m = game("Wave2", "Lend", "Dampen")
    m.refuse("ana activate Wave2", "GA-8.4")
    m.play("ana activate Lend; ana activate Dampen; ana activate Wave2")
    m.refuse("ana activate Ember2", "GA-8.4", element="fire")


@pytest.mark.rule("GA-12.6")
def test_ga_12_6_exalted_comes_with_another_advanced_element() -> None:
    m = game("Crown", edition="R26")
    m.refuse("ana activate Crown", "GA-12.6")
    m.level("ana", "Kai, One", "Kai, Two", "Kai, Storm").play("ana activate Crown")


@pytest.mark.rule("GA-12.8")
def test_ga_12_8_an_element_is_gone_with_the_card_that_was_deleveled() -> None:
    m = game("Fall", "Spark", "Spark").level("ana", "Kai, One", "Kai, Two", "Kai, Storm")
    m.play("ana activate Spark; ana activate Fall; ana resolve")
    m.refuse("ana activate Spark", "GA-12.8", since=4)


# -- section 13 ----------------------------------------------------------------------------------


def words(m: Match, id: str) -> set[str]:
    every = ("taunt", "vigor", "stealth", "steadfast")
    return {word for word in every if has_word(m.t, m.thing(id), word)}


@pytest.mark.rule("GA-13.1", "GA-13.2", "GA-13.3", "GA-13.6", "GA-13.7")
def test_ga_13_1_a_restricted_ability_is_there_while_all_its_conditions_hold() -> None:
    m = game()
    bonus = m.put("ana", "Bonus")
    assert words(m, bonus) == set()
    m.level("ana", "Kai, One")
    assert words(m, bonus) == {"taunt"}
    m.level("ana", "Kai, Two").unseen("ana", "memory", 1)
    assert words(m, bonus) == {"taunt", "vigor", "stealth"}
    m.champion("ana").counters["level"] = 1
    assert words(m, bonus) == {"taunt", "vigor", "stealth", "steadfast"}


@pytest.mark.rule("GA-13.4", "GA-13.5", "GA-13.11")
@pytest.mark.parametrize(
    ("condition", "champion"),
    [("element bonus", "Kai, Storm"), ("kai bonus", "Kai, One"), ("damage 3+", "")],
)
def test_ga_13_4_bonuses_ask_for_elements_names_and_damage(condition: str, champion: str) -> None:
    found = card("Flag", element="arcane", elements=["arcane"], keywords=["taunt"],
                 conditions={"taunt": [[condition]]})  # fmt: skip
    m = game()
    assert not holds(m.t, "ana", found, [condition])
    if champion:
        m.champion("ana").name = champion
    m.champion("ana").damage = 3
    assert holds(m.t, "ana", found, [condition])


@pytest.mark.rule("GA-13.10")
def test_ga_13_10_a_level_is_the_printed_one_with_its_changes() -> None:
    m = game().level("ana", "Kai, One")
    m.champion("ana").counters["level"] = -3
    assert level_of(m.t, m.champion("ana")) == -2


@pytest.mark.rule("GA-12.7")
def test_ga_12_7_a_champion_has_its_own_elements_whatever_it_strikes_with() -> None:
    m = game().level("ana", "Kai, One")
    assert elements_of(m.t, m.champion("ana")) == {"fire", "norm"}


def test_ga_13_9_locked_cards_want_their_champion() -> None:
    m = game("Guild", "Peak", edition="R26")
    m.refuse("ana activate Guild", "GA-13.9")
    m.refuse("ana activate Peak", "GA-13.9", least=2, have=0)
    m.level("ana", "Kai, One").champion("ana").counters["level"] = 5
    m.refuse("ana activate Peak", "GA-13.9", least=2, have=1)
    m.level("ana", "Kai, Two").play("ana activate Peak")


def test_ga_13_9_is_no_rule_of_the_older_edition() -> None:
    game("Guild", "Peak").play("ana activate Guild; ana activate Peak")
