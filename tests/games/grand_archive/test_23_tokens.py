"""Tokens, masteries and statuses, cards with two faces, named cards (section 23)."""

import pytest

from cli.reading.door import event_of
from events.grand_archive import Ability
from referee.games.grand_archive.places import LAYOUT
from referee.games.grand_archive.values import power_of
from tests.games.grand_archive.table import Match, turn
from tests.games.grand_archive.test_22_cards import action

CARDS = (
    action("Call Imp", '{ do = "summon", card = { what = { named = "Imp" } } }')
    + action("Smite", '{ do = "destroy", thing = "one" }',
             aims='{ one = { what = { is = "ally" } } }')
    + action("Turn Over", '{ do = "transform", thing = "one" }',
             aims='{ one = { what = { is = "ally" } } }')
    + action("Back Home", '{ do = "return", thing = "one" }',
             aims='{ one = { what = { is = "ally" } } }')
    + action("Chart", '{ do = "mastery", card = "Shifting Currents" }')
    + action("Dream", '{ do = "mastery", card = "Reverie" }')
    + action("Bless", '{ do = "mastery", card = "Blessed" }, { do = "mastery", card = "Marked" }')
    + action("Steer", '{ do = "mastery", direction = ["north", "east", "south", "west"] }')
    + action("Utter", '{ do = "name" }')
    + """
[[cards]]
name = "Pupa"
types = ["ally"]
reserve = 1
power = 1
life = 3
[cards.back]
name = "Moth"
types = ["ally"]
power = 4
life = 4

[[cards]]
name = "Shifting Currents"
types = ["mastery"]
deck = "none"

[[cards]]
name = "Reverie"
types = ["mastery"]
deck = "none"

[[cards]]
name = "Blessed"
types = ["status"]
deck = "none"

[[cards]]
name = "Marked"
types = ["status"]
deck = "none"
"""
)  # fmt: skip

SPELLS = (
    *("Call Imp", "Smite", "Smite", "Turn Over", "Turn Over", "Back Home", "Chart", "Dream"),
    *("Bless", "Bless", "Steer", "Utter", "Pupa"),
)


def table(edition: str = "R25") -> Match:
    """Ana's main phase; ana holds all of the actions."""
    return turn(extra=CARDS, edition=edition).hold("ana", *SPELLS)


def cast(m: Match, name: str, at: str = "", said: str = "") -> Match:
    """An action takes effect."""
    return m.play(f'ana activate "{name}" {at}; ana resolve {said}'.strip())


@pytest.mark.rule("GA-23.1")
def test_ga_23_1_a_token_is_its_makers_and_exists_on_the_field_alone() -> None:
    m = table()
    before = LAYOUT.counted(m.t)
    cast(m, "Call Imp")
    imp = m.thing("Imp.1")
    assert (imp.owner, imp.controller, imp.token) == ("ana", "ana", True)
    cast(m, "Smite", "Imp.1")
    assert "Imp" not in m.ga.zones.piles["ana.graveyard"]
    assert LAYOUT.counted(m.t) == before


def test_ga_23_1_a_token_is_no_card() -> None:
    m = table()
    m.refuse("ana activate Imp", "GA-23.1")
    m.play("ana activate Utter")
    m.refuse("ana resolve name:Imp", "GA-23.10")


@pytest.mark.rule("GA-23.5")
def test_ga_23_5_a_new_mastery_takes_the_place_of_another() -> None:
    m = cast(table(), "Chart")
    assert (m.side("ana").mastery, m.side("ana").direction) == ("Shifting Currents", "north")
    cast(m, "Steer", said="mastery::west")
    assert m.side("ana").direction == "west"
    cast(m, "Dream")
    assert (m.side("ana").mastery, m.side("ana").direction) == ("Reverie", "")


def test_ga_23_5_a_mastery_is_a_thing_that_is_named() -> None:
    text = '[[cards.effects]]\nwhen = "always"\nchange = [{ on = "player", layer = "add", '
    text += 'what = "activate", amount = 1 }]\n'
    m = turn(
        extra=f'{CARDS}[[cards]]\nname = "Trance"\ntypes = ["mastery"]\ndeck = "none"\n{text}'
        + action("Fall", '{ do = "mastery", card = "Trance" }')
    ).hold("ana", "Fall")
    cast(m, "Fall")
    event = event_of("ana ability ana.mastery", m.replay)
    assert event == Ability("ana", "ana.mastery")
    m.refuse("ana ability ana.mastery", "GA-2.11")


@pytest.mark.rule("GA-23.6")
def test_ga_23_6_statuses_are_had_together_and_one_of_each_kind() -> None:
    m = cast(table("R26"), "Bless")
    cast(m, "Bless")
    assert m.side("ana").statuses == ["Blessed", "Marked"]
    assert m.side("ana").mastery == ""


@pytest.mark.rule("GA-23.7")
def test_ga_23_7_a_card_is_played_by_its_usual_side() -> None:
    m = table()
    m.refuse("ana activate Moth", "GA-23.7")
    m.play("ana activate Pupa; ana resolve")
    assert power_of(m.t, m.thing("Pupa.1")) == 1


@pytest.mark.rule("GA-23.8")
def test_ga_23_8_what_transforms_is_the_same_object_and_leaves_by_its_usual_side() -> None:
    m = table()
    m.put("ana", "Pupa", damage=1, counters={"buff": 1})
    cast(m, "Turn Over", "Pupa.1")
    pupa = m.thing("Pupa.1")
    assert (power_of(m.t, pupa), pupa.damage, pupa.counters) == (5, 1, {"buff": 1})
    cast(m, "Smite", "Pupa.1")
    assert "Pupa" in m.ga.zones.piles["ana.graveyard"]
    m = table()
    m.put("ana", "Pupa")
    cast(cast(m, "Turn Over", "Pupa.1"), "Turn Over", "Pupa.1")
    assert power_of(m.t, m.thing("Pupa.1")) == 1


@pytest.mark.rule("GA-23.9")
def test_ga_23_9_what_has_one_face_does_not_transform_and_nothing_is_paid_back() -> None:
    m = table()
    m.put("ana", "A2")
    hand = m.size("ana", "hand")
    cast(m, "Turn Over", "A2.1")
    assert m.thing("A2.1").marks == []
    assert (m.size("ana", "hand"), m.size("ana", "graveyard")) == (hand - 1, 1)


@pytest.mark.rule("GA-23.10")
def test_ga_23_10_a_card_is_named_in_full() -> None:
    m = table().play("ana activate Utter")
    m.refuse("ana resolve name:Pup", "GA-23.10")
    m.play("ana resolve name:Moth")
    assert m.side("ana").named == ["Moth"]
