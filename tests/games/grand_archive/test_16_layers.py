"""Layers, keywords of a kind, and what acts as its source or as a Spell (section 16)."""

import pytest

from referee.games.grand_archive.facts import Fizzled
from referee.games.grand_archive.values import has_word, life_of, number_of, power_of
from tests.games.grand_archive.table import Match, turn
from tests.games.grand_archive.test_22_cards import action

ALLY = '{ one = { what = { is = "ally" } } }'


def changing(name: str, step: str) -> str:
    """An action that does something to an ally for this turn."""
    return action(name, f'{{ {step}, thing = "one", until = "turn" }}', aims=ALLY)


CARDS = (
    changing("Grow2", 'do = "modify", what = "power", change = 2')
    + changing("Set1", 'do = "set", what = "power", amount = 1')
    + changing("Set5", 'do = "set", what = "power", amount = 5')
    + changing("Sharp", 'do = "grant", word = "ranged", amount = 2')
    + changing("Shine", 'do = "grant", word = "taunt"')
    + changing("Dull", 'do = "lose", word = "taunt"')
    + action(
        "Rally",
        '{ do = "modify", each = { is = "ally" }, thing = "it", what = "power", change = 1,'
        ' until = "turn" }',
    )
    + action("Summoner", '{ do = "play", place = "hand", card = { count = 1 } }')
    + """
[[cards]]
name = "Hex"
types = ["phantasia"]
subtypes = ["spell"]
element = "fire"
elements = ["fire"]
reserve = 0
[[cards.effects]]
name = "hexes"
when = "on enter"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "one", amount = 1 }]

[[cards]]
name = "Spike"
types = ["phantasia"]
reserve = 0
[[cards.effects]]
name = "pricks"
when = "on enter"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "one", amount = 1 }]

[[cards]]
name = "Wand"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "bolt"
when = "activated"
acts_as = "spell"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "damage", thing = "one", amount = 1 }]

[[cards]]
name = "Warded"
types = ["ally"]
reserve = 1
power = 1
life = 3
keywords = ["spellshroud"]

[[cards]]
name = "Banner"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "waves"
when = "always"
change = [{ on = { is = "ally" }, layer = "add", what = "power", amount = 1 }]

[[cards]]
name = "Well"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "dips"
when = "activated"
cost = [{ do = "rest", thing = "self" }]
steps = [{ do = "draw" }]
"""
)

HELD = ("Grow2", "Grow2", "Set1", "Set5", "Sharp", "Sharp", "Shine", "Shine", "Dull", "Summoner")


def table(**more: str) -> Match:
    """Ana's main phase with an ally A2 of hers; ana holds all of the cards."""
    m = turn(extra=CARDS, **more).hold("ana", *HELD, "Hex", "Spike")
    m.put("ana", "A2")
    return m


def cast(m: Match, *names: str) -> Match:
    """Actions take effect on the ally, one after another."""
    for name in names:
        m.play(f"ana activate {name} A2.1; ana resolve")
    return m


def power(m: Match) -> int | None:
    return power_of(m.t, m.thing("A2.1"))


# -- keywords, sources ----------------------------------------------------------------------------


@pytest.mark.rule("GA-16.4")
def test_ga_16_4_a_redundant_keyword_counts_once_and_others_add_up() -> None:
    m = cast(table(), "Shine", "Shine", "Sharp", "Sharp")
    thing = m.thing("A2.1")
    assert number_of(m.t, thing, "taunt") == 1
    assert number_of(m.t, thing, "ranged") == 4
    cast(m, "Dull")
    assert not has_word(m.t, thing, "taunt")


@pytest.mark.rule("GA-16.8")
@pytest.mark.parametrize(
    ("reading", "first"), [("turn_player", "ana"), ("activating_player", "bo")]
)
def test_ga_16_8_who_has_opportunity_first_after_an_ability(reading: str, first: str) -> None:
    m = table(choices={"GA-I 10": reading, "GA-I 19": "must_be_logged"}, event="no")
    m.put("bo", "Well")
    m.play("ana pass; bo ability Well.1")
    other = "bo" if first == "ana" else "ana"
    m.refuse(f"{other} pass", "GA-7.5", other=first)


@pytest.mark.rule("GA-16.16")
def test_ga_16_16_the_trigger_of_a_spell_is_a_spell() -> None:
    for name, harm in (("Hex", 0), ("Spike", 1)):
        m = turn(extra=CARDS).hold("ana", name)
        m.put("bo", "Warded")
        m.play(f"ana activate {name}; ana resolve")
        if harm:
            m.play("ana resolve")
        else:
            assert m.one(Fizzled).rule == "GA-16.12"
        assert m.thing("Warded.1").damage == harm


@pytest.mark.rule("GA-16.17")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_16_17_an_ability_as_a_spell_targets_nothing_with_spellshroud(edition: str) -> None:
    m = table(edition=edition)
    m.put("ana", "Wand")
    m.put("bo", "Warded")
    m.refuse("ana ability Wand.1 Warded.1", "GA-24.33")
    m.play("ana ability Wand.1 A2.1; ana resolve")
    assert m.thing("A2.1").damage == 1
    assert not has_word(m.t, m.thing("Wand.1"), "spell")


@pytest.mark.rule("GA-16.20")
def test_ga_16_22_a_hidden_card_that_is_played_another_way_is_one_that_can_be() -> None:
    m = table(choices={"GA-I 4": "pays_reserve"}).hold("ana", "A1")
    m.play("ana activate Summoner")
    m.refuse("ana resolve play:Bolt1:hand", "GA-16.22")
    m.play("ana resolve play:A1:hand; ana resolve")
    assert m.thing("A1.1").place == "field"


@pytest.mark.rule("GA-16.30")
def test_ga_16_30_what_resolved_has_its_objects_and_a_static_text_any_that_fit() -> None:
    m = table().hold("ana", "Rally").play("ana activate Rally; ana resolve")
    late = m.thing(m.put("ana", "A2"))
    assert (power(m), power_of(m.t, late)) == (3, 2)
    m = table()
    m.put("ana", "Banner")
    late = m.thing(m.put("ana", "A2"))
    assert (power(m), power_of(m.t, late)) == (3, 3)


# -- layers ---------------------------------------------------------------------------------------


@pytest.mark.rule("GA-16.32")
def test_ga_16_32_base_values_come_before_increases_and_counters_last() -> None:
    m = cast(table(), "Grow2")
    assert power(m) == 2 + 2
    cast(m, "Set1")
    assert power(m) == 1 + 2
    m.thing("A2.1").counters["buff"] = 1
    assert power(m) == 1 + 2 + 1
    assert life_of(m.t, m.thing("A2.1")) == 2 + 1


@pytest.mark.rule("GA-16.33")
def test_ga_16_33_of_two_base_values_the_newest_prevails() -> None:
    assert power(cast(table(), "Set1", "Set5")) == 5
    assert power(cast(table(), "Set5", "Set1")) == 1


@pytest.mark.rule("GA-16.34")
def test_ga_16_34_buffs_apply_where_the_match_has_it() -> None:
    for reading, found in (("layer_e", 5 + 1), ("before_other_changes", 5)):
        m = table(choices={"GA-I 11": reading})
        m.thing("A2.1").counters["buff"] = 1
        assert power(cast(m, "Set5")) == found
