"""Plays of cards of the shipped catalog that were once told otherwise than they are printed."""

from functools import partial

import pytest

from referee.parts.lasting import begin
from tests.games.grand_archive import test_effects_played as played

DECK = dict.fromkeys(
    (
        *("Fireball", "Gray Wolf", "Ordinary Bear", "Meltdown", "Red Slime", "Rending Flames"),
        *("Tune Up", "Arcane Blast", "Giant Tortoise", "Clean Cut", "Trained Hawk"),
        *("Dungeon Guide", "Frostbind", "Reclaim", "Engulf"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Wind", "Rai, Spellcrafter", "Rai, Mana Weaver"),
    *("Vorpal Sword", "Merlin, Kingslayer", "Training Sword", "Everflame Staff"),
    *("Lorraine, Wandering Warrior", "Silvie, Wilds Whisperer", "Alice, Phantom Monarch"),
)
main = partial(played.main, deck=DECK, material=MATERIAL)


@pytest.mark.parametrize("empowered", [0, 1])
def test_ga_24_10_a_price_by_the_level_counts_empower(empowered: int) -> None:
    match = main("Spirit of Fire").level("ana", "Rai, Spellcrafter").hold("ana", "Meltdown")
    match.side("ana").empower = empowered
    sword, hand = match.put("bo", "Training Sword"), match.size("ana", "hand")
    match.play(f'ana activate Meltdown "{sword}"')
    assert match.size("ana", "hand") == hand - 1 - (4 - empowered)


def test_ga_17_43_a_siegeable_domain_takes_the_doubled_damage_too() -> None:
    match = main("Spirit of Fire").level("ana", "Lorraine, Wandering Warrior")
    match.hold("ana", "Rending Flames").lay("ana", "graveyard", *["Fireball"] * 3)
    keep = match.put("bo", "Tricastles of Lucenia")
    match.play(f'ana activate "Rending Flames" target="{keep}"')
    match.play("ana resolve banish:Fireball+Fireball+Fireball; ana resolve; ana resolve")
    assert match.thing(keep).counters["durability"] == 8 - 2 * 3


@pytest.mark.parametrize("more", [0, 2])
def test_ga_5_10_the_last_power_of_what_died_has_what_effects_gave_it(more: int) -> None:
    match = main("Spirit of Fire").level("ana", "Silvie, Wilds Whisperer").hold("ana", "Fireball")
    slime, tortoise = match.put("ana", "Red Slime"), match.put("bo", "Giant Tortoise")
    if more:
        begin(match.t, "", slime, "add", "power", more, until="turn")
    match.thing(slime).damage = 1
    match.play(f'ana activate Fireball "{slime}"; ana resolve')
    match.refuse(f'ana resolve damage:"{tortoise}":{5 - more}', "GA-1.6")
    match.play("ana resolve")
    assert match.thing(tortoise).damage == 3 + more


def test_ga_24_24_the_attacker_is_known_as_what_its_hit_sets_off_resolves() -> None:
    match = main("Spirit of Fire").level("ana", "Merlin, Kingslayer")
    match.champion("ana").counters["preparation"] = 1
    sword, tortoise = match.put("ana", "Vorpal Sword"), match.put("bo", "Giant Tortoise")
    match.play(f'ana attack ana.champion "{tortoise}" uses="{sword}" damage=3')
    match.play("ana resolve counter:preparation:-1:ana.champion")
    assert not match.champion("ana").rested


def test_ga_24_33_an_ability_as_a_spell_targets_no_unit_with_spellshroud() -> None:
    match = main("Spirit of Fire")
    conduit, wolf = match.put("ana", "Lunar Conduit", rested=False), match.put("bo", "Gray Wolf")
    begin(match.t, "", wolf, "grant", "spellshroud", until="turn")
    match.refuse(f'ana ability "{conduit}" "{wolf}"', "GA-24.33")
    match.play(f'ana ability "{conduit}" bo.champion')


def test_ga_23_3_a_copy_has_other_targets_where_its_text_lets_it() -> None:
    match = main("Spirit of Fire").level("ana", "Rai, Spellcrafter", "Rai, Mana Weaver")
    match.champion("ana").counters["enlighten"] = 4
    tortoise = match.put("bo", "Giant Tortoise")
    match.hold("ana", "Fireball").play("ana activate Fireball bo.champion")
    match.play("ana ability ana.champion Fireball")
    match.refuse('ana resolve copy:Fireball:"Training Sword"', "GA-23.3")
    match.play(f'ana resolve copy:Fireball:"{tortoise}"; ana resolve')
    assert match.thing(tortoise).damage == 4
