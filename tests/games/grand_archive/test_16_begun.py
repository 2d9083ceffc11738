"""Texts that effects begin: delayed triggers, what holds for a turn, gained abilities (GA-16)."""

import pytest

from referee.games.grand_archive.begun_texts import TextBegan, TextEnded
from referee.games.grand_archive.facts import CardActivated
from referee.games.grand_archive.places import LAYOUT
from tests.games.grand_archive.table import Match, turn

CARDS = """
[[cards]]
name = "Haste"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
name = "begins"
when = "played"
steps = [{ do = "begin", effect = "cheap", uses = 1 }]
[[cards.effects]]
name = "cheap"
when = "always"
change = [{ on = { is = "ally", of = "you" }, layer = "add", what = "activate", amount = -2 }]

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

[[cards]]
name = "Doom"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
name = "begins"
when = "played"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "begin", effect = "later", uses = 1, until = "game", thing = "one" }]
[[cards.effects]]
name = "later"
when = { on = "end begins" }
steps = [{ do = "destroy", thing = "bearer" }]

[[cards]]
name = "Bloodlust"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
name = "begins"
when = "played"
aims = { one = { what = { is = "ally" } } }
steps = [{ do = "begin", effect = "feeds", thing = "one" }]
[[cards.effects]]
name = "feeds"
when = "on kill"
steps = [{ do = "draw" }]

[[cards]]
name = "Herald"
types = ["ally"]
reserve = 1
power = 1
life = 1
[[cards.effects]]
name = "comes"
when = "on enter"
steps = [{ do = "begin", effect = "sings", until = "stay" }]
[[cards.effects]]
name = "sings"
when = { on = "recovers", seat = "you" }
steps = [{ do = "draw" }]
"""


def table() -> Match:
    return turn(extra=CARDS).hold("ana", "Haste", "Muster", "Doom", "Bloodlust", "A3", "A3", "A1")


@pytest.mark.rule("GA-16.31")
def test_ga_16_31_the_next_card_of_a_kind_costs_less_and_no_other() -> None:
    m = table().play("ana activate Haste; ana activate Bolt1")
    assert m.size("ana", "memory") == 2 + 1
    m.play("ana activate A3")
    assert m.size("ana", "memory") == 2 + 1 + 1
    assert m.one(TextEnded).effect == "cheap"
    m.play("ana activate A3")
    assert m.size("ana", "memory") == 2 + 1 + 1 + 3


def test_ga_16_31_a_rule_for_this_turn_is_over_with_it() -> None:
    m = table().play("ana activate Muster; ana activate A1; ana step end")
    assert m.thing("A1.1").counters == {"buff": 1}
    m.play("ana end")
    assert not m.ga.begun
    assert not m.ga.listeners
    assert not m.ga.zones.generated


def test_ga_16_31_what_was_begun_is_no_card() -> None:
    m = table()
    before = LAYOUT.counted(m.t)
    m.play("ana activate Muster; ana resolve")
    counted = LAYOUT.counted(m.t)
    assert counted.pop("Muster") == before.pop("Muster") + m.ga.zones.generated["Muster"]
    assert counted == before
    assert m.one(TextBegan).until == "turn"


@pytest.mark.rule("GA-16.15")
def test_ga_16_15_a_delayed_trigger_fires_once() -> None:
    m = table()
    m.put("bo", "A2")
    m.play("ana activate Doom A2.1; ana end")
    assert "A2.1" not in m.ga.zones.things
    assert not m.ga.begun


def test_ga_16_15_a_delayed_trigger_is_gone_with_what_it_is_about() -> None:
    m = table()
    m.put("bo", "A2")
    m.play("ana activate Doom A2.1; ana resolve")
    thing = m.thing("A2.1")
    LAYOUT.leave(m.t, thing)
    assert not m.ga.begun


def test_ga_16_30_an_ability_that_an_object_has_for_a_turn_is_triggered() -> None:
    m = table()
    m.put("ana", "A4")
    m.put("bo", "A1")
    m.play("ana activate Bloodlust A4.1; ana resolve")
    before = m.size("ana", "hand")
    m.play("ana attack A4.1 A1.1; ana step end")
    assert "A1.1" not in m.ga.zones.things
    assert m.size("ana", "hand") == before + 1


def test_ga_16_31_what_lasts_while_its_source_stays_is_over_when_that_leaves() -> None:
    m = table().hold("ana", "Herald")
    m.play("ana activate Herald; ana resolve; ana resolve")
    assert len(m.ga.begun) == 1
    LAYOUT.leave(m.t, m.thing("Herald.1"))
    assert not m.ga.begun
    assert not m.ga.listeners


def test_a_text_that_is_used_twice_is_over_with_the_second_use() -> None:
    twice = CARDS.replace("uses = 1 }]", "uses = 2 }]", 1)
    match = turn(extra=twice).hold("ana", "Haste", "A2", "A2", "A2")
    match.play("ana activate Haste; ana resolve")
    paid = []
    for _ in range(3):
        match.play("ana activate A2")
        paid.append(match.one(CardActivated).reserved)
        match.play("ana resolve")
    assert paid == [0, 0, 2]


HOARDS = """
[[cards]]
name = "Hoard"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
name = "does"
when = "played"
steps = [
    { do = "banish", cards = { count = 1 }, place = "hand", as = "gone" },
    { do = "begin", effect = "open", cards = "gone", until = "game" },
]
[[cards.effects]]
name = "open"
when = "always"
[[cards.effects.change]]
on = { with = { "is kept still" = 1 }, of = "you" }
layer = "permit"
what = "activate banished"
[[cards.effects.change]]
on = { with = { "is kept still" = 1 }, of = "you" }
layer = "add"
what = "damage to activate"
amount = 2

[[cards]]
name = "Toll"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "always"
change = [{ on = { of = "you" }, layer = "add", what = "damage to activate", amount = 1 }]
"""


@pytest.mark.rule("GA-8.10")
def test_ga_8_10_what_all_banished_cards_cost_comes_to_what_the_own_text_of_a_copy_says() -> None:
    m = turn(extra=HOARDS).hold("ana", "Hoard", "Hoard", "A1", "A1")
    for _ in range(2):
        m.put("ana", "Toll")
        m.play("ana activate Hoard; ana resolve banish:A1:hand")
    m.play("ana activate A1 origin=banishment")
    assert m.champion("ana").damage == 2 + 1 + 1
