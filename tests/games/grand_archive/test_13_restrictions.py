"""What a restriction asks for (section 13)."""

from typing import Any

import pytest

from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.values import holds
from tests.games.grand_archive.table import Match, turn
from tests.games.grand_archive.test_22_cards import action


def held(m: Match, *conditions: str, **more: Any) -> bool:
    """Whether all of these hold for a mage's card of ana's."""
    card = Card(name="Flag", types=("ally",), classes=("mage",), **more)
    return holds(m.t, "ana", card, conditions)


@pytest.mark.rule("GA-13.2")
def test_ga_13_2_each_of_several_conditions_is_asked() -> None:
    m = turn().level("ana", "Kai, One")
    assert held(m, "class bonus")
    assert not held(m, "class bonus", "level 2+")
    m.level("ana", "Kai, Two")
    assert held(m, "class bonus", "level 2+")


@pytest.mark.rule("GA-13.3")
def test_ga_13_3_the_class_bonus_asks_for_a_class_of_the_top_card() -> None:
    m = turn()
    assert not held(m, "class bonus")
    assert held(m.level("ana", "Kai, One"), "class bonus")


@pytest.mark.rule("GA-13.5")
def test_ga_13_5_a_champion_bonus_asks_for_the_name_without_its_title() -> None:
    m = turn().level("ana", "Kai, One")
    assert held(m, "kai bonus")
    assert not held(m, "mo bonus")


@pytest.mark.rule("GA-13.6")
def test_ga_13_6_a_level_is_asked_for_with_all_that_changes_it() -> None:
    m = turn().level("ana", "Kai, One")
    assert not held(m, "level 2+")
    m.champion("ana").counters["level"] = 1
    assert held(m, "level 2+")


LOST = action("Vow", '{ do = "damage", thing = "one", amount = 1 }',
              aims='{ one = { what = { is = "ally" } } }', **{"if": '{ ask = "level", least = 1 }'}
              ) + action("Fall", '{ do = "delevel", player = "opponent" }')  # fmt: skip


@pytest.mark.rule("GA-13.8")
def test_ga_13_8_a_restriction_lost_while_it_waits_is_asked_again_in_the_newer_edition() -> None:
    for edition, damage in (("R25", 1), ("R26", 0)):
        m = turn(extra=LOST, edition=edition).hold("ana", "Vow").hold("bo", "Fall")
        m.level("ana", "Kai, One").put("bo", "A4")
        m.play("ana activate Vow A4; bo activate Fall; ana step end")
        assert m.thing("A4.1").damage == damage


@pytest.mark.rule("GA-13.11")
def test_ga_13_11_damage_is_asked_of_the_champion() -> None:
    m = turn(edition="R26")
    assert not held(m, "damage 3+")
    m.champion("ana").damage = 3
    assert held(m, "damage 3+")
