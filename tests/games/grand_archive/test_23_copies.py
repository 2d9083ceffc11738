"""Copies of activations, abilities and objects (section 23)."""

import pytest

from cli.reading.door import event_of
from referee.games.grand_archive.places import LAYOUT
from referee.games.grand_archive.state import Activation, Used
from referee.games.grand_archive.values import power_of
from referee.verdict import applied
from tests.games.grand_archive.table import Match, turn
from tests.games.grand_archive.test_22_cards import action

PENDING = '{ one = { what = "pending" } }'
UNIT = '{ one = { what = { any = ["ally", "champion"] } } }'
CARDS = (
    action("Zap3", '{ do = "damage", thing = "one", amount = 3 }', aims=UNIT)
    + action("Echo", '{ do = "copy", item = "one" }', aims=PENDING)
    + action("Fork", '{ do = "copy", item = "one", how = "new" }', aims=PENDING)
    + action("Clone", '{ do = "copy", item = "one" }', aims='{ one = { what = { is = "ally" } } }')
    + action("Nix", '{ do = "negate", item = "one" }', aims=PENDING)
    + action("No", '{ do = "negate", item = "one", to = "banishment" }', aims=PENDING)
    + """
[[cards]]
name = "Blaze"
types = ["action"]
subtypes = ["spell"]
reserve = "X"
speed = "fast"
[[cards.effects]]
when = "played"
x = { least = 0 }
aims = { one = { what = { any = ["ally", "champion"] } } }
modes = [
    { name = "burn", steps = [{ do = "damage", thing = "one", amount = "X" }] },
    { name = "grow", steps = [{ do = "counter", thing = "one", kind = "buff", change = "X" }] },
]

[[cards]]
name = "Surge"
types = ["action"]
subtypes = ["spell"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
steps = [{ do = "recover", amount = { ask = "level" } }]

[[cards]]
name = "Well"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "dips"
when = "activated"
cost = [{ do = "rest", thing = "self" }]
steps = [{ do = "draw" }]

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
"""
)

HELD = ("Zap3", "Echo", "Fork", "Clone", "No", "Blaze", "Surge", "A2", "Cut2")


def table(edition: str = "R25") -> Match:
    """Ana's main phase; ana holds all of the cards."""
    return turn(extra=CARDS, edition=edition).hold("ana", *HELD)


def test_ga_23_3_a_copied_activation_has_the_targets_of_the_original() -> None:
    m = table()
    before, played = LAYOUT.counted(m.t), m.ga.done.played
    m.play("ana activate Zap3 bo; ana activate Echo Zap3.1; ana resolve")
    original, copied = m.ga.waiting.stack
    assert (copied.card, copied.aims, copied.seat) == ("Zap3", original.aims, "ana")
    assert m.ga.done.played == played + 2
    assert m.ga.zones.generated == {"Zap3": 1}
    m.play("ana resolve")
    assert m.champion("bo").damage == 3
    m.play("ana resolve")
    assert m.champion("bo").damage == 6
    assert m.size("ana", "graveyard") == 2
    assert LAYOUT.counted(m.t) == before
    assert m.ga.zones.generated == {}


def test_ga_23_3_new_targets_only_where_the_text_allows_them() -> None:
    m = table()
    m.put("bo", "Wall3")
    m.play("ana activate Zap3 bo; ana activate Echo Zap3.1")
    m.refuse("ana resolve copy:Zap3.1:Wall3.1", "GA-23.3")
    m = table()
    m.put("bo", "Wall3")
    m.put("ana", "Lamp1")
    m.play("ana activate Zap3 bo; ana activate Fork Zap3.1")
    m.refuse("ana resolve copy:Zap3.1:Lamp1.1", "GA-23.3")
    m.play("ana resolve copy:Zap3.1:Wall3.1; ana resolve")
    assert "Wall3.1" not in m.ga.zones.things
    assert m.champion("bo").damage == 0


@pytest.mark.rule("GA-23.3")
def test_ga_23_3_modes_and_x_are_copied() -> None:
    m = table()
    m.put("ana", "A1")
    m.play("ana activate Blaze A1.1 x=2 mode=grow; ana activate Echo Blaze.1; ana resolve")
    m.play("ana resolve; ana resolve")
    assert m.thing("A1.1").counters == {"buff": 4}


@pytest.mark.rule("GA-23.3")
def test_ga_23_3_an_ability_is_copied_with_its_source() -> None:
    m = table()
    m.put("ana", "Well")
    hand = m.size("ana", "hand")
    m.play("ana ability Well.1; ana activate Echo Well.1; ana resolve")
    assert [type(each) for each in m.ga.waiting.stack] == [Used, Used]
    m.play("ana resolve; ana resolve")
    assert m.size("ana", "hand") == hand - 1 + 2


@pytest.mark.rule("GA-23.4")
def test_ga_23_4_a_copied_activation_of_an_object_card_makes_a_token() -> None:
    m = table()
    before = LAYOUT.counted(m.t)
    m.play("ana activate A2; ana activate Echo A2.1; ana resolve; ana resolve")
    assert (m.thing("A2.2").token, m.thing("A2.2").place) == (True, "field")
    m.play("ana resolve")
    assert (m.thing("A2.1").token, m.thing("A2.1").place) == (False, "field")
    before["A2"] += 1
    assert LAYOUT.counted(m.t) == before
    assert m.ga.zones.generated == {"A2": 1}


def test_ga_23_4_a_copy_that_is_negated_goes_nowhere() -> None:
    m = table()
    before = LAYOUT.counted(m.t)
    m.play("ana activate Zap3 bo; ana activate Echo Zap3.1; ana resolve")
    m.play("ana activate No Zap3.2; ana resolve")
    (left,) = m.ga.waiting.stack
    assert isinstance(left, Activation)
    assert (left.source, m.size("ana", "banishment")) == ("Zap3.1", 0)
    assert LAYOUT.counted(m.t) == before


@pytest.mark.rule("GA-7.14")
def test_ga_7_14_a_copy_keeps_the_card_of_the_negated_original_on_the_stack_in_r26() -> None:
    for edition, place in (("R25", None), ("R26", "stack")):
        m = table(edition).hold("bo", "Nix")
        m.play("ana activate Zap3 bo; ana activate Echo Zap3.1; ana resolve")
        m.play("bo activate Nix Zap3.1; bo resolve")
        card = m.ga.zones.things.get("Zap3.1")
        assert (card and card.place) == place
        m.play("ana resolve")
        assert not m.ga.waiting.stack
        assert m.champion("bo").damage == 3
        assert "Zap3" in m.ga.zones.piles["ana.graveyard"]
        assert "Zap3.1" not in m.ga.zones.things


@pytest.mark.rule("GA-7.14")
def test_ga_7_14_a_copy_fizzles_in_r26_when_the_card_was_removed_before() -> None:
    for edition, damage in (("R25", 3), ("R26", 0)):
        m = table(edition).hold("bo", "No")
        before = LAYOUT.counted(m.t)
        m.play("ana activate Zap3 bo; ana activate Echo Zap3.1; ana resolve")
        m.play("bo activate No Zap3.1; bo resolve; ana step end")
        assert m.champion("bo").damage == damage
        assert m.ga.zones.piles["ana.banishment"] == ["Zap3"]
        assert LAYOUT.counted(m.t) == before


def test_ga_23_4_the_copy_of_an_attack_leaves_the_intent_for_nowhere() -> None:
    m = table()
    before = LAYOUT.counted(m.t)
    m.play("ana activate Cut2; ana activate Echo Cut2.1; ana resolve; ana resolve")
    m.play("ana end")
    assert m.champion("bo").damage == 2 + 2
    assert m.size("ana", "graveyard") == 2
    assert LAYOUT.counted(m.t) == before


@pytest.mark.rule("GA-23.2")
def test_ga_23_2_a_copied_object_is_as_printed() -> None:
    m = table()
    m.put("bo", "Pupa", damage=2, rested=True, counters={"buff": 2})
    m.play("ana activate Clone Pupa.1; ana resolve")
    copied = m.thing("Pupa.2")
    assert (copied.damage, copied.rested, copied.counters) == (0, False, {})
    assert (copied.controller, copied.owner, copied.token) == ("ana", "ana", True)


def test_ga_23_2_the_face_that_is_up_is_copied() -> None:
    m = table()
    m.put("bo", "Pupa", marks=["back"])
    m.play("ana activate Clone Pupa.1; ana resolve")
    assert power_of(m.t, m.thing("Pupa.2")) == 4


@pytest.mark.rule("GA-23.11")
def test_ga_23_11_what_an_object_is_by_its_payment_is_copied_in_the_older_edition() -> None:
    for edition, marks in (("R25", ["imbued"]), ("R26", [])):
        m = table(edition)
        m.put("bo", "A2", marks=["imbued", "distant"])
        m.play("ana activate Clone A2.1; ana resolve")
        assert m.thing("A2.2").marks == marks


@pytest.mark.rule("GA-23.12")
def test_ga_23_12_that_it_is_empowered_is_copied_with_an_activation() -> None:
    for edition, damage in (("R25", 5 - 2), ("R26", 5 - 2 - 2)):
        m = table(edition)
        m.side("ana").empower = 2
        m.champion("ana").damage = 5
        m.play("ana activate Surge; ana activate Echo Surge.1; ana resolve")
        m.play("ana resolve; ana resolve")
        assert m.champion("ana").damage == damage


def test_what_the_copy_of_a_champion_is_is_on_trust():
    aims = '{ one = { what = { is = "unit" } } }'
    m = turn(extra=action("Mirror", '{ do = "copy", item = "one" }', aims=aims))
    m.hold("ana", "Mirror").play("ana activate Mirror bo.champion")
    things = list(m.ga.zones.things)
    m.play("ana resolve")
    assert m.trusted() == ("bo.champion: what the copy of a champion is",)
    assert list(m.ga.zones.things) == [each for each in things if each != "Mirror.1"]


def test_ga_23_7_what_waits_on_the_stack_is_named_by_the_side_that_lay_up() -> None:
    two_sided = """
[[cards]]
name = "Egg"
types = ["ally"]
reserve = 1
power = 1
life = 3
[cards.back]
name = "Old Wyrm"
types = ["ally"]
power = 4
life = 4
[[cards.back.effects]]
when = "activated"
steps = [{ do = "draw", player = "player" }]
"""
    m = turn(extra=two_sided)
    m.put("ana", "Egg", marks=["back"])
    m.play("ana ability Egg.1")
    event = event_of('ana resolve draw:1:bo source="Old Wyrm"', m.replay)
    assert event is not None and applied(m.replay.would(event))
