"""What the shipped catalog tells of champions, regalia and allies, played through whole lines."""

from functools import partial

import pytest

from events.grand_archive import Activate
from referee.games.grand_archive.effects.example_tables import lay
from referee.games.grand_archive.further_ways import further_way
from referee.games.grand_archive.triggers import set_off
from referee.games.grand_archive.values import price_of
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.test_effects_played import shipped

DECK = dict.fromkeys(
    (
        *("Dungeon Guide", "Liminal Guide", "Gray Wolf", "Giant Tortoise", "Fireball"),
        *("Trained Hawk", "Ordinary Horse", "Arcane Blast", "Fairy Whispers", "Opening Cut"),
        *("Ordinary Bear", "Clumsy Apprentice", "Library Witch", "Veteran Soldier"),
        "Arcane Elemental",
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Rai, Spellcrafter", "Silvie, Wilds Whisperer", "Lorraine, Crux Knight"),
    *("Merlin, Kingslayer", "Training Sword", "Sword of Seeking", "Flash Grenade"),
    *("The Looking Glass", "Spirit of Water", "Sword of Shadows"),
)


main = partial(played.main, deck=DECK, material=MATERIAL)
"""A phase with these champions, and hands of six of these cards that nobody has seen."""


def test_every_spirit_whose_text_is_known_deals_its_opening_hand() -> None:
    spirits = [card for card in shipped().champions if card.level == 0]
    assert {card.name for card in spirits if not card.effects} == {"Dinah, Lost Spirit"}
    for card in spirits:
        drawn = [step.count for e in card.effects for step in e.steps if hasattr(step, "count")]
        assert not card.effects or {6, 7} & set(drawn), card.name


def test_ga_15_6_a_guide_levels_the_champion_up_and_its_text_triggers() -> None:
    match = main("Spirit of Fire").hold("ana", "Dungeon Guide").unseen("ana", "memory", 2)
    match.play('ana activate "Dungeon Guide"; ana resolve')
    match.play('ana resolve banish:Fireball+Fireball:memory level:"Rai, Spellcrafter"')
    champion = match.champion("ana")
    assert champion.name == "Rai, Spellcrafter"
    match.play("ana resolve")
    assert champion.counters == {"enlighten": 2}


def test_ga_11_6_a_guide_may_be_declined() -> None:
    match = main("Spirit of Fire").hold("ana", "Dungeon Guide")
    match.play('ana activate "Dungeon Guide"; ana resolve; ana resolve; ana end')
    assert match.champion("ana").name == "Spirit of Fire"


def test_ga_13_1_on_enter_does_nothing_without_its_class_bonus() -> None:
    match = main("Rai, Spellcrafter", phase="materialize")
    match.ga.done.materialized = 0
    match.unseen("ana", "memory", 1)
    hand = match.size("ana", "hand")
    match.play('ana materialize "Flash Grenade" Fireball; ana step main')
    assert match.thing("Flash Grenade.1").place == "field"
    assert match.size("ana", "hand") <= hand + 1


def test_ga_17_42_attacks_are_stronger_by_what_lies_in_banishment() -> None:
    match = main("Lorraine, Crux Knight")
    match.put("ana", "Training Sword")
    match.put("bo", "Giant Tortoise")
    match.ga.zones.piles["ana.banishment"] = ["Sword of Seeking"]
    match.play('ana attack ana.champion "Giant Tortoise.1" uses="Training Sword.1"; ana step main')
    assert match.thing("Giant Tortoise.1").damage == 1 + 1


def test_ga_10_7_a_text_in_play_lets_distortions_be_played() -> None:
    match = main("Spirit of Fire", phase="materialize").unseen("ana", "memory", 1)
    match.refuse('ana materialize "Sword of Shadows"', "GA-10.7")
    match.put("ana", "The Looking Glass")
    match.play('ana materialize "Sword of Shadows"; ana step main')
    assert match.thing("Sword of Shadows.1").place == "field"


def test_ga_16_2_a_card_of_the_graveyard_is_triggered_by_hand() -> None:
    match = main("Spirit of Fire")
    match.ga.zones.piles["ana.graveyard"] = ["Liminal Guide"]
    before = match.size("ana", "hand")
    match.play('ana trigger "Liminal Guide"; ana resolve')
    assert "ephemeral" in match.thing("Liminal Guide.1").marks
    assert match.size("ana", "hand") == before + 1
    match.refuse('ana trigger "Gray Wolf"', "GA-16.10")


def test_ga_16_31_the_next_animal_comes_with_a_counter() -> None:
    match = main("Silvie, Wilds Whisperer").hold("ana", "Gray Wolf", "Gray Wolf")
    match.put("ana", "Trained Hawk")
    set_off(match.t, match.champion("ana"), "on enter")
    match.play('ana activate "Gray Wolf"; ana resolve; ana activate "Gray Wolf"')
    match.play("ana resolve; ana step end")
    assert match.thing("Trained Hawk.1").counters == {}
    assert match.thing("Gray Wolf.1").counters == {"buff": 1}
    assert match.thing("Gray Wolf.2").counters == {}


def test_ga_16_10_a_champion_gains_a_level_counter_each_turn_and_draws_on_even_ones() -> None:
    match = main("Merlin, Kingslayer", active="bo")
    before = match.size("ana", "hand") + match.size("ana", "memory")
    match.champion("ana").counters["level"] = 1
    match.play("bo end; ana step main")
    assert match.champion("ana").counters == {"level": 2}
    assert match.size("ana", "hand") == before + 2


@pytest.mark.parametrize(("have", "left"), [(5, 2), (2, 0), (0, 0)])
def test_ga_11_5_of_three_counters_that_go_as_many_go_as_there_are(have: int, left: int) -> None:
    match = main("Spirit of Fire", deck=DECK | {"Staggering Strike": 4})
    match.hold("ana", "Staggering Strike").champion("bo").counters["preparation"] = have
    match.play('ana activate "Staggering Strike"; ana resolve')
    match.play("ana attack ana.champion bo.champion; ana step main")
    assert match.champion("bo").damage == 3
    assert match.champion("bo").counters.get("preparation", 0) == left


@pytest.mark.parametrize(
    ("card", "champion", "has", "short"),
    [
        ("Cinder Geyser", "Arisanna, Herbalist Prodigy", "memory 4", "memory 2"),
        ("Mob Vantage", "Diana, Keen Huntress", "Gray Wolf, Gray Wolf", "Gray Wolf"),
    ],
)
def test_ga_8_9_what_an_opponent_has_is_what_one_of_them_has(
    card: str, champion: str, has: str, short: str
) -> None:
    printed = shipped().by_name[card].reserve
    for table, less in ((f"bo: {has}", 2), (f"bo: {short}; cy: {short}", 0)):
        t = lay(shipped(), f'ana: "{champion}"; {table}')
        assert price_of(t, "ana", "activate", printed, card) == printed - less


def test_ga_8_1_two_rested_units_of_an_opponent_are_of_one_of_them() -> None:
    e = Activate("ana", "Eventide Spear", origin="material")
    wolf = "Gray Wolf rested"
    for table, way in ((f"bo: {wolf}, {wolf}", True), (f"bo: {wolf}; cy: {wolf}", False)):
        t = lay(shipped(), f'ana: "Lorraine, Wandering Warrior"; {table}')
        assert (further_way(t, e, shipped().by_name[e.card]) is not None) == way
