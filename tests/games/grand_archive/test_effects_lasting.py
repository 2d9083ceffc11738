"""Texts of the shipped catalog that take and lend abilities, change the cards in a place, remember
cards, and are aimed at cards of graveyards."""

from functools import partial

import pytest

from tests.games.grand_archive import test_effects_played as played

DECK = dict.fromkeys(
    (
        *("Fracturize", "Displace", "Embercrypt Burn", "Gray Wolf", "Fireball", "Clean Cut"),
        *("Angelic Channeling", "Stifling Gyre", "Dungeon Guide", "Luxem Sight", "Crux Sight"),
        *("Bandit, Gaze Leader", "Portly Raccoon", "Cheshire Cat, Impish Grin", "Three Visits"),
        *("Feu Awakening", "Frostbind", "Numinous Monk", "Healing Aura", "Spalling Cleanse"),
        *("Jianyu, Fate's Premonition", "Ordinary Bear", "Cyclical Breeze", "Fairy Whispers"),
        *("Creative Shock", "Weaving Manastream", "Gleaming Cut"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Spirit of Wind", "Training Sword", "Flash Grenade"),
    *("Nullifying Lantern", "Nullifying Mirror", "Censer of Restful Peace", "Palvor Sword"),
    *("Lorraine, Wandering Warrior", "Lorraine, Blademaster", "Lorraine, Crux Knight"),
)
OTHERS = (*MATERIAL[:9], "Ciel, Loyal Valet", "Merlin, Kingslayer", "Zander, Blinding Steel")
main = partial(played.main, deck=DECK, material=MATERIAL)
others = partial(played.main, deck=DECK, material=OTHERS)


def test_ga_16_30_what_has_lost_its_abilities_has_none_and_may_be_reserved() -> None:
    match = main("Spirit of Water").hold("ana", "Fracturize")
    grenade = match.put("ana", "Flash Grenade", rested=False)
    match.play(f'ana activate Fracturize "{grenade}"; ana resolve')
    match.refuse(f'ana ability "{grenade}"', "GA-16.6")
    match.hold("ana", "Fracturize")
    hand = match.size("ana", "hand")
    other = match.put("bo", "Training Sword")
    match.play(f'ana activate Fracturize "{other}" rest="{grenade}"; ana resolve')
    assert match.size("ana", "hand") == hand - 2
    assert match.thing(grenade).rested


def test_ga_17_20_what_is_no_weapon_any_more_is_not_used_for_an_attack() -> None:
    match = main("Spirit of Water").hold("ana", "Fracturize")
    sword = match.put("ana", "Training Sword", rested=False)
    attack = f'ana attack ana.champion bo uses="{sword}"'
    assert "attack" in match.options("ana")
    match.play(f'ana activate Fracturize "{sword}"; ana resolve')
    match.refuse(attack, "GA-17.20")
    assert "attack" not in match.options("ana")


def test_ga_16_30_a_text_that_is_lost_changes_and_hears_nothing_any_more() -> None:
    match = main("Spirit of Water").hold("ana", "Fracturize", "Fracturize")
    lantern = match.put("bo", "Nullifying Lantern")
    match.lay("bo", "graveyard", "Fireball")
    match.play(f'ana activate Fracturize "{lantern}"; ana resolve')
    assert not match.ga.changes.statics.get("element")


def test_ga_5_24_an_ally_that_is_displaced_comes_back_rested_as_another_object() -> None:
    match = main("Spirit of Wind").hold("ana", "Displace")
    wolf = match.put("bo", "Gray Wolf", rested=False)
    match.thing(wolf).counters["buff"] = 2
    match.play(f'ana activate Displace "{wolf}"; ana resolve')
    (back,) = (each for each in match.ga.zones.things.values() if each.name == "Gray Wolf")
    assert (back.rested, back.counters, back.controller) == (True, {}, "bo")


def test_ga_8_7_a_card_of_a_graveyard_is_aimed_at_by_its_name_and_its_seat() -> None:
    match = main("Spirit of Fire").hold("ana", "Embercrypt Burn")
    match.lay("ana", "graveyard", "Fireball").lay("bo", "graveyard", "Fireball", "Gray Wolf")
    match.refuse('ana activate "Embercrypt Burn" "Clean Cut"', "GA-8.7")
    match.play('ana activate "Embercrypt Burn" "Fireball of bo"; ana resolve')
    assert match.ga.zones.piles["bo.banishment"] == ["Fireball"]
    assert match.champion("bo").damage == 2


def test_ga_11_2_without_the_card_in_the_graveyard_it_fizzles() -> None:
    match = main("Spirit of Fire").hold("ana", "Embercrypt Burn").lay("bo", "graveyard", "Fireball")
    match.play('ana activate "Embercrypt Burn" Fireball')
    match.ga.zones.piles["bo.graveyard"] = []
    match.play("ana resolve")
    assert match.champion("bo").damage == 0


def test_ga_16_30_cards_in_graveyards_have_no_abilities_and_are_norm() -> None:
    match = others("Merlin, Kingslayer").lay("ana", "graveyard", "Three Visits", "Fairy Whispers")
    match.put("bo", "Censer of Restful Peace")
    match.refuse('ana activate "Three Visits" origin=graveyard', "GA-8.1")
    match = main("Spirit of Wind").lay("ana", "graveyard", "Fairy Whispers")
    match.hold("ana", "Cyclical Breeze").put("bo", "Nullifying Lantern")
    match.refuse('ana activate "Cyclical Breeze" "Fairy Whispers"', "GA-8.7")


def test_ga_24_12_a_card_without_abilities_does_not_float() -> None:
    for censer in (False, True):
        match = main("Spirit of Fire", phase="materialize").lay("ana", "graveyard", "Fracturize")
        match.ga.done.materialized = 0
        match.unseen("ana", "memory", 2)
        if censer:
            match.put("bo", "Censer of Restful Peace")
            line = 'ana materialize "Lorraine, Wandering Warrior" floating=Fracturize'
            match.refuse(line, "GA-24.12")
        else:
            match.play('ana materialize "Lorraine, Wandering Warrior" floating=Fracturize')


@pytest.mark.parametrize("norm", [False, True])
def test_ga_16_30_the_memory_of_an_opponent_is_norm_for_a_turn(norm: bool) -> None:
    match = others(bo="Zander, Blinding Steel", active="bo")
    mirror = match.put("ana", "Nullifying Mirror", rested=False)
    match.hold("bo", "Gleaming Cut").unseen("bo", "memory", 3)
    if norm:
        match.play(f'ana ability "{mirror}" bo; ana resolve')
    match.play('bo activate "Gleaming Cut" target=ana.champion')
    match.play('bo resolve reveal:"Gleaming Cut":memory; bo end; ana step main')
    assert match.champion("ana").damage == played.shipped().by_name["Gleaming Cut"].power + 2 * (
        not norm
    )


def test_ga_16_30_a_cat_uses_what_distortions_can_do() -> None:
    match = main("Spirit of Fire")
    cat = match.put("ana", "Cheshire Cat, Impish Grin", rested=False)
    match.put("ana", "Palvor Sword")
    match.put("bo", "Gray Wolf")
    match.play(f'ana attack "{cat}" "Gray Wolf.1"; ana step main')
    assert "Gray Wolf.1" not in match.ga.zones.things


def test_ga_16_6_allies_use_what_another_lends_them() -> None:
    match = main("Spirit of Fire").lay("bo", "graveyard", "Fireball")
    match.put("ana", "Bandit, Gaze Leader")
    raccoon = match.put("ana", "Portly Raccoon", rested=False)
    wolf = match.put("ana", "Gray Wolf", rested=False)
    match.refuse(f'ana ability "{wolf}" Fireball', "GA-16.6")
    match.play(f'ana ability "{raccoon}" Fireball; ana resolve')
    assert match.ga.zones.piles["bo.banishment"] == ["Fireball"]


def test_ga_11_10_who_names_an_ally_negates_what_it_does_as_it_comes() -> None:
    match = main("Spirit of Wind", bo="Spirit of Fire").hold("ana", "Stifling Gyre")
    match.play('ana activate "Stifling Gyre"; ana resolve name:"Dungeon Guide"')
    match.play("ana end; bo step main").hold("bo", "Dungeon Guide").unseen("bo", "memory", 2)
    match.play('bo activate "Dungeon Guide"; bo resolve; ana resolve')
    assert not match.ga.waiting.stack
    assert match.champion("bo").name == "Spirit of Fire"


def test_ga_23_10_an_ally_is_named() -> None:
    match = main("Spirit of Wind").hold("ana", "Stifling Gyre")
    match.play('ana activate "Stifling Gyre"')
    match.refuse("ana resolve name:Fireball", "GA-23.10")


def test_ga_8_9_cards_of_the_named_name_cost_more() -> None:
    match = main("Spirit of Water").hold("ana", "Jianyu, Fate's Premonition")
    match.play("""ana activate "Jianyu, Fate's Premonition\"""")
    match.play('ana resolve name:"Gray Wolf"').hold("ana", "Gray Wolf", *["Ordinary Bear"] * 3)
    hand = match.size("ana", "hand")
    match.play('ana activate "Gray Wolf"')
    printed = played.shipped().by_name["Gray Wolf"].reserve
    assert match.size("ana", "hand") == hand - 1 - printed - 3


def test_ga_16_31_what_was_banished_comes_back_with_the_third_level() -> None:
    match = main("Lorraine, Blademaster", phase="main").hold("ana", "Angelic Channeling")
    match.unseen("ana", "memory", 1).hold("ana", "Luxem Sight", "Crux Sight")
    banished = 'banish:"Luxem Sight"+"Crux Sight":hand banish:none:memory draw:2::memory'
    match.play(f'ana activate "Angelic Channeling"; ana resolve {banished}; ana end; bo end')
    match.unseen("ana", "memory", 3)
    match.play('ana materialize "Lorraine, Crux Knight" "Gray Wolf" Fireball "Clean Cut"')
    deck = match.size("ana", "deck")
    line = 'fetch:"Luxem Sight":banishment:deck fetch:"Crux Sight":banishment:deck'
    match.play(f'ana resolve source="Angelic Channeling" {line}')
    assert match.size("ana", "deck") == deck + 2


def test_ga_11_10_card_activations_are_not_negated_this_turn() -> None:
    match = others(bo="Spirit of Water").level("ana", "Ciel, Loyal Valet")
    match.hold("ana", "Feu Awakening")
    hand = match.size("ana", "hand") - 1
    gone = "+".join((["Fireball"] * 4 + ['"Gray Wolf"'] * 4)[:hand])
    match.play(f'ana activate "Feu Awakening"; ana resolve discard:{gone} banish:none')
    match.hold("ana", "Creative Shock", "Clean Cut", "Clean Cut", "Clean Cut")
    match.hold("bo", "Frostbind").play('ana activate "Creative Shock"')
    match.play('bo activate Frostbind "Creative Shock"; bo resolve source=Frostbind')
    assert any(each.card == "Creative Shock" for each in match.ga.waiting.stack)


@pytest.mark.parametrize(("seat", "rule"), [("ana", ""), ("bo", "GA-16.6")])
def test_ga_16_6_regalia_have_what_a_monk_lends_them(seat: str, rule: str) -> None:
    match = main("Spirit of Fire")
    match.put("ana", "Numinous Monk")
    sword = match.put(seat, "Training Sword", rested=False)
    line = f'{seat} ability "{sword}" bo.champion'
    if rule:
        match.refuse(line, rule)
    else:
        match.play(f"{line}; ana resolve")
        assert match.champion("bo").damage == 1
