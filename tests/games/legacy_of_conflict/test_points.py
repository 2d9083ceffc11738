"""The sample characters against the published tables for building a character."""

from typing import NamedTuple

import msgspec
import pytest

from referee.games.legacy_of_conflict.catalog import force_points
from referee.games.legacy_of_conflict.characters import Ability, Attack, Character
from tests.games.legacy_of_conflict.table import DECKS, FORCES

INCH = 25.4


class Build(NamedTuple):
    """What a Size costs and brings: the base in mm, Strides, Wounds, and an extra Stride's cost."""

    base: range
    cost: int
    strides: int
    wounds: int
    stride: int


SIZES = {
    1: Build(range(25, 40), 0, 3, 4, 2),
    2: Build(range(40, 60), 2, 2, 4, 4),
    3: Build(range(60, 90), 4, 2, 4, 8),
    4: Build(range(90, 130), 6, 1, 5, 10),
    5: Build(range(130, 171), 8, 1, 5, 12),
}
DEFENSE = 2
WOUNDS = (0, 2, 6, 12, 20)
SKILL = (0, 3, 8, 15, 24, 35, 48)
ARMOUR = (0, 4, 10, 18)
SINGLE = (0, 1, 2, 3, 5, 7, 9, 11, 13, 14, 17, 20, 23)
AREA_DIAMETER = (0, 2, 5, 10, 20)
AREA_RANGE = (1, 2, 4, 6, 9, 12, 16, 20, 25)
EFFECTS = {"push": 4, "hinder": 4, "slow": 5, "weaken": 4, "dot": 5}
"""An effect that always happens on a hit; knockback is a push."""
ABILITIES = {"Brace": 8, "Salve": 8, "Hurl": 14, "Dread": 7}
"""Increase defense, remove a temporary effect, throw a target, compel (the nearest to Dread)."""


def attack_points(attack: Attack) -> int:
    """A single target costs 8, an area 14 and a point of skill; both by their range."""
    if attack.area is None:
        points = 8 + SINGLE[round(attack.range[1] / INCH)]
    else:
        assert attack.bonus == -1
        diameter = round(2 * attack.area.mm / INCH)
        points = 14 + AREA_DIAMETER[diameter] + AREA_RANGE[round(attack.range[1] / INCH)]
    assert attack.light == -2, "one token attacks at skill -2"
    for effect in attack.effects:
        assert effect.when == "hit"
        points += EFFECTS["push" if effect.kind == "push" else effect.condition]
    return points


def ability_points(ability: Ability) -> int:
    """What an ability costs."""
    return ABILITIES[ability.name]


def points(character: Character) -> int:
    """The force points of a character by the tables."""
    build = SIZES[int(character.size)]
    return (
        build.cost
        + build.stride * (character.strides - build.strides)
        + WOUNDS[character.wounds - build.wounds]
        + SKILL[character.skill]
        + ARMOUR[character.defense - DEFENSE]
        + sum(map(attack_points, character.attacks))
        + sum(map(ability_points, character.abilities))
    )


@pytest.mark.parametrize("name", FORCES.character)
def test_a_sample_character_costs_what_the_tables_say(name: str):
    character = FORCES.character[name]
    assert character.points == points(character)
    assert all(mm in SIZES[int(character.size)].base for mm in character.base)


@pytest.mark.parametrize("name", FORCES.character)
def test_a_sample_character_has_a_token_for_each_action(name: str):
    character = FORCES.character[name]
    assert character.capacity == 1 + len(character.attacks) + len(character.abilities)


def test_a_character_may_cost_more_than_100_force_points():
    text = msgspec.json.encode(msgspec.structs.replace(FORCES.character["Colossus"], points=101))
    assert msgspec.json.decode(text, type=Character).points == 101


def test_the_sample_forces_are_equal_and_differ_in_their_bases():
    totals = {name: force_points(FORCES, deck) for name, deck in DECKS.items()}
    assert set(totals.values()) == {162}
    bases = {FORCES.character[name].base for deck in DECKS.values() for name in deck}
    assert len(bases) == 6


def test_the_sample_table_has_every_kind_of_terrain():
    pieces = [FORCES.piece[laid.piece] for laid in FORCES.tables[0].pieces]
    assert {p.kind for p in pieces} == {"standard", "reinforced", "fragile", "indestructible"}
    assert any(p.levels and p.features for p in pieces)
    assert {f.kind for p in pieces for f in p.features} == {"stairs", "ladder"}
    assert any(p.bridge for p in pieces)
    assert any(p.door for p in pieces)
    assert any(p.hazard for p in pieces)
    assert any(p.impassable for p in pieces)
    assert {p.solid for p in pieces if p.difficult} == {False}
