"""Plays that the printed texts allow, of cards that were once told otherwise."""

from functools import partial

from referee.games.grand_archive import harm, places
from referee.games.grand_archive.prevention import Damage
from referee.games.grand_archive.values import price_of
from referee.parts.effects import Doing, happen
from referee.parts.effects.catalog import compiled_effect
from tests.games.grand_archive import test_effects_played as played

DECK = dict.fromkeys(
    (
        *("Gleaming Cut", "Feu Awakening", "Regal Inquisition", "Vermilion Decree", "Gray Wolf"),
        *("Reclaim", "Fireball", "Ordinary Bear", "Dungeon Guide", "Trained Hawk", "Dream Fairy"),
        *("Luxem Sight", "Crystallized Destiny", "Crusader of Aesa", "Stifling Trap"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Wind", "Spirit of Water", "Zander, Prepared Scout"),
    *("Zander, Blinding Steel", "Ciel, Loyal Valet", "Ciel, Omenbringer", "Rai, Spellcrafter"),
)
main = partial(played.main, deck=DECK, material=MATERIAL)


def test_ga_16_10_a_card_that_is_shown_from_the_memory_triggers() -> None:
    match = main("Zander, Blinding Steel").hold("ana", "Gleaming Cut").unseen("ana", "memory", 3)
    match.play('ana activate "Gleaming Cut" target=bo.champion')
    match.play('ana resolve reveal:"Gleaming Cut":memory')
    hand = match.size("ana", "hand")
    match.play('ana trigger "Gleaming Cut"; ana resolve banish:"Gleaming Cut":memory')
    assert match.size("ana", "hand") == hand + 2
    assert match.ga.zones.piles["ana.banishment"] == ["Gleaming Cut"]


def test_ga_1_6_for_each_omen_a_card_is_discarded_and_one_drawn_in_turn() -> None:
    match = main("Spirit of Fire", phase="materialize").level("ana", "Ciel, Loyal Valet")
    match.lay("ana", "banishment", "Reclaim", "Fireball").unseen("ana", "memory", 2)
    match.side("ana").omens = ["Reclaim", "Fireball"]
    match.play('ana materialize "Ciel, Omenbringer" "Gray Wolf" "Ordinary Bear"')
    pairs = ("discard:Reclaim draw:1:ana:memory", "discard:Fireball:ana:memory draw:1:ana:memory")
    match.play(f"ana resolve {' '.join(pairs)}")
    assert match.size("ana", "graveyard") == 2


def test_ga_13_1_what_stands_behind_a_bonus_does_nothing_without_it() -> None:
    match = main("Spirit of Fire").hold("ana", "Feu Awakening")
    match.play('ana activate "Feu Awakening"; ana resolve')
    assert match.ga.zones.piles["ana.graveyard"] == ["Feu Awakening"]


def test_ga_5_24_what_comes_rested_is_rested_as_it_comes() -> None:
    match = main("Spirit of Fire").hold("ana", "Crusader of Aesa")
    match.play('ana activate "Crusader of Aesa"; ana resolve')
    assert match.thing("Crusader of Aesa.1").rested
    assert not match.ga.waiting.stack


def test_ga_7_1_an_ability_of_slow_speed_waits_for_ones_own_main_phase() -> None:
    match = main("Spirit of Fire", active="bo")
    map_ = match.put("ana", "Luxera's Map", rested=False)
    match.refuse(f'ana ability "{map_}" map', "GA-6.47")


def test_ga_8_7_of_two_modes_each_has_its_own_aim() -> None:
    match = main("Spirit of Fire").hold("ana", "Vermilion Decree")
    wolf = match.put("bo", "Gray Wolf")
    match.refuse(f'ana activate "Vermilion Decree" "{wolf}" mode=scorch', "GA-8.7")
    match.refuse('ana activate "Vermilion Decree" bo.champion mode=draw', "GA-8.7")
    match.play('ana activate "Vermilion Decree" bo.champion mode=scorch; ana resolve')
    assert match.champion("bo").damage == 3


def test_ga_18_11_as_much_is_prevented_as_there_are_cards_in_the_memory() -> None:
    match = main(bo="Spirit of Fire").hold("ana", "Vermilion Decree").unseen("bo", "memory", 2)
    match.put("bo", "Blanche, Sheltering Saint")
    match.play('ana activate "Vermilion Decree" bo.champion mode=scorch; ana resolve')
    assert match.champion("bo").damage == 1


def test_ga_16_20_who_recovers_recovers_so_much_less() -> None:
    match = main("Spirit of Fire")
    match.put("bo", "Infernal Vessel")
    match.champion("ana").damage = 8
    found = next(
        compiled_effect(match.t, "Enchanted Fete", at)
        for at in match.t.catalog.triggered[("Enchanted Fete", "played")]
    )
    happen(match.t, found, Doing("ana", "Enchanted Fete"))
    assert match.champion("ana").damage == 8


def test_ga_1_3_cards_of_the_name_of_an_ally_that_was_sent_back_are_not_activated() -> None:
    match = main("Spirit of Wind").hold("ana", "Dream Fairy")
    wolf = match.put("bo", "Gray Wolf")
    match.play('ana activate "Dream Fairy"; ana resolve')
    match.play(f'ana trigger "Dream Fairy" "{wolf}"; ana resolve; ana end')
    match.play("bo step main").hold("bo", "Gray Wolf", "Ordinary Bear")
    match.refuse('bo activate "Gray Wolf"', "GA-1.3")
    match.play('bo activate "Ordinary Bear"; bo resolve')
    places.goes(match.t, places.Parting(match.thing("Dream Fairy.1"), "destroyed", "GA-21.1"))
    match.play('bo activate "Gray Wolf"')


def test_ga_18_10_what_is_prevented_sets_off_what_follows_from_so_much() -> None:
    for hurt, price in ((7, 2), (6, 0)):
        match = main("Spirit of Fire").hold("ana", "Crystallized Destiny", "Ordinary Bear")
        match.play('ana activate "Crystallized Destiny"; ana resolve')
        harm.deal(
            match.t, match.champion("ana"), Damage(hurt, "Fireball", "bo", "effect", "GA-18.1")
        )
        match.play('ana activate "Ordinary Bear"; ana resolve')
        assert match.champion("ana").damage == 0
        assert price_of(match.t, "bo", "activate", 2, "Gray Wolf") == 2 + price, hurt


def test_ga_24_33_a_player_with_spellshroud_is_no_target_of_spells() -> None:
    match = main("Spirit of Water").hold("ana", "Regal Inquisition")
    match.put("bo", "Void's Cloak")
    match.refuse('ana activate "Regal Inquisition" bo', "GA-24.33")


def test_ga_5_24_the_allies_of_opponents_come_rested() -> None:
    match = main("Spirit of Fire").hold("ana", "Gray Wolf", "Ordinary Bear")
    match.put("bo", "Lunete, Frostbinder Priest")
    match.play('ana activate "Gray Wolf"; ana resolve')
    assert match.thing("Gray Wolf.1").rested


def test_ga_11_10_a_trap_out_of_the_memory_negates_what_an_ally_does_as_it_comes() -> None:
    match = main("Spirit of Wind", bo="Spirit of Wind").level("bo", "Zander, Prepared Scout")
    match.unseen("bo", "memory", 1).hold("ana", "Dungeon Guide")
    match.champion("bo").counters["preparation"] = 2
    match.play('ana activate "Dungeon Guide"; ana resolve')
    trap = 'bo activate "Stifling Trap" "Dungeon Guide.1" origin=memory'
    match.play(f"{trap}; bo resolve")
    assert match.champion("bo").counters.get("preparation", 0) == 0
    assert match.thing("Dungeon Guide.1").damage == 2
    assert not match.ga.waiting.stack
