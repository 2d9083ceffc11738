"""Texts of the shipped catalog that were held against print: what is asked as a card is activated
alone, what is chosen as it resolves, what need not be found."""

from functools import partial
from typing import Any

import pytest

from referee.games.grand_archive import harm, places
from referee.games.grand_archive.combat_roles import change_control
from referee.games.grand_archive.prevention import Damage
from referee.games.grand_archive.triggers import set_off
from referee.games.grand_archive.values import has_word
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive import test_effects_played as played

DECK = dict.fromkeys(
    (
        *("Gray Wolf", "Fireball", "Frostbind", "Fracturize", "Freezing Hail", "Dream Fairy"),
        *("Innervate Agility", "Ignis Deus", "Ordinary Bear", "Extricating Touch", "Crux Sight"),
        *("Beseech the Winds", "Dungeon Guide", "Fluffy Shopkeep", "Fount Seraphim"),
        *("Vanish from Sight", "Abnegation", "Jianyu, Fate's Premonition", "Shatter the Brittle"),
        *("Creeping Torment", "Planted Explosive"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Spirit of Wind", "Training Sword", "Inert Sword"),
    *("Rai, Spellcrafter", "Rai, Archmage", "Silvie, With the Pack", "Beastbond Boots"),
    *("Kongming, Wayward Maven", "Kongming, Ascetic Vice", "Alice, Golden Queen"),
)
OTHERS = (
    *(*MATERIAL[:3], "Diana, Cursebreaker", "Steel Slug", "Plated Bullet"),
    *("Alice, Phantom Monarch", "Tristan, Underhanded", "Insignia of the Corhazi"),
)
main = partial(played.main, deck=DECK, material=MATERIAL)


def test_ga_13_8_when_an_ability_may_be_activated_is_not_asked_as_it_resolves() -> None:
    match = main("Spirit of Fire")
    wolf, boots = match.put("ana", "Gray Wolf"), match.put("ana", "Beastbond Boots")
    match.hold("bo", "Fireball").play(f'ana ability "{boots}"; bo activate Fireball "{wolf}"')
    places.goes(match.t, places.Parting(match.thing(wolf), "destroyed", "GA-21.1"))
    match.play("bo resolve; ana resolve")
    assert has_word(match.t, match.champion("ana"), "spellshroud")
    match.refuse(f'ana ability "{match.put("ana", "Beastbond Boots")}"', "GA-1.6")


def test_ga_10_5_what_is_materialized_is_no_activation_that_could_be_negated() -> None:
    match = main("Spirit of Fire", "Spirit of Water", phase="materialize").hold("bo", "Frostbind")
    match.play('ana materialize "Training Sword"')
    match.refuse('bo activate Frostbind "Training Sword"', "GA-8.7")


def test_ga_1_3_a_card_says_itself_when_it_may_be_activated() -> None:
    match = main("Spirit of Fire").unseen("ana", "memory", 3).hold("ana", "Ignis Deus")
    match.level("ana", "Rai, Spellcrafter").refuse('ana activate "Ignis Deus"', "GA-1.3")
    match = main("Spirit of Fire").hold("ana", "Vanish from Sight")
    match.refuse('ana activate "Vanish from Sight"', "GA-1.3")


def test_ga_15_13_only_champions_that_are_no_spirits_do_not_level_up_any_more() -> None:
    match = main("Spirit of Fire").unseen("ana", "memory", 3).hold("ana", "Ignis Deus")
    match.play('ana activate "Ignis Deus"; ana resolve play:"Rai, Spellcrafter"')
    match.play("ana resolve")
    assert match.champion("ana").name == "Rai, Spellcrafter"
    match.at("materialize").unseen("ana", "memory", 3)
    match.refuse('ana materialize "Rai, Archmage" Fireball+Fireball', "GA-15.13")


@pytest.mark.parametrize("said", ["none", "level:none"])
def test_ga_22_6_who_looks_for_a_champion_may_fail_to_find_one(said: str) -> None:
    match = main("Spirit of Fire").unseen("ana", "memory", 2).hold("ana", "Dungeon Guide")
    match.play('ana activate "Dungeon Guide" reserved=3; ana resolve')
    match.play(f"ana resolve banish:Fireball+Fireball:memory {said}")
    assert match.champion("ana").name == "Spirit of Fire"
    assert match.size("ana", "banishment") == 2


def test_ga_11_6_what_is_chosen_as_a_text_resolves_is_open_until_then() -> None:
    for said in ("", " mode=stealth"):
        match = main("Spirit of Wind").level("ana", "Rai, Spellcrafter")
        match.champion("ana").damage = 6
        match.hold("ana", "Innervate Agility")
        match.play(f'ana activate "Innervate Agility"{said}')
        match.play("ana resolve mode=spellshroud")
        assert has_word(match.t, match.champion("ana"), "spellshroud")
        assert not has_word(match.t, match.champion("ana"), "stealth")


def test_ga_6_10_a_unit_sleeps_through_the_next_wake_up_phase_of_its_controller() -> None:
    match = main("Spirit of Water", active="bo").hold("ana", "Freezing Hail", "Freezing Hail")
    wolf = match.put("bo", "Gray Wolf", rested=True)
    bear = match.put("ana", "Ordinary Bear", rested=True)
    match.thing(wolf).counters["buff"] = match.thing(bear).counters["buff"] = 3
    match.play(f'ana activate "Freezing Hail" "{wolf}"; ana resolve')
    match.play(f'ana activate "Freezing Hail" "{bear}"; ana resolve; bo end')
    assert match.thing(bear).rested
    match.play("ana step main; ana end; bo step main")
    assert match.thing(wolf).rested
    match.play("bo end; ana step main; ana end; bo step main")
    assert not match.thing(wolf).rested
    assert not match.thing(bear).rested


def test_ga_1_3_what_lasts_while_an_ally_is_there_does_not_begin_without_it() -> None:
    match = main("Spirit of Wind", "Spirit of Fire").hold("ana", "Dream Fairy")
    wolf = match.put("bo", "Gray Wolf")
    match.play('ana activate "Dream Fairy"; ana resolve')
    match.play(f'ana trigger "Dream Fairy" "{wolf}"')
    places.goes(match.t, places.Parting(match.thing("Dream Fairy.1"), "destroyed", "GA-21.1"))
    match.play("ana resolve; ana end; bo step main").hold("bo", "Gray Wolf")
    match.play('bo activate "Gray Wolf"; bo resolve')


def test_ga_16_31_what_lasts_while_an_ally_is_ones_own_is_over_with_its_control() -> None:
    match = main("Spirit of Wind", "Spirit of Fire").hold("ana", "Dream Fairy")
    wolf = match.put("bo", "Gray Wolf")
    match.play('ana activate "Dream Fairy"; ana resolve')
    match.play(f'ana trigger "Dream Fairy" "{wolf}"; ana resolve; ana end; bo step main')
    match.hold("bo", "Gray Wolf").refuse('bo activate "Gray Wolf"', "GA-1.3")
    change_control(match.t, match.thing("Dream Fairy.1"), "bo")
    match.play('bo activate "Gray Wolf"')


def test_ga_14_18_what_is_a_phantasia_now_is_nothing_else() -> None:
    match = main("Spirit of Water").hold("ana", "Fracturize")
    sword = match.put("bo", "Training Sword")
    match.play(f'ana activate Fracturize "{sword}"; ana resolve')
    found = match.thing(sword)
    assert all(has_word(match.t, found, x) for x in ("cleric", "fractal", "phantasia"))
    kinds = ("weapon", "regalia", "sword", "warrior")
    assert not any(has_word(match.t, found, x) for x in kinds)


def test_ga_11_6_of_a_material_deck_with_one_card_nobody_banishes_two() -> None:
    match = main("Spirit of Fire", material=(*MATERIAL[:3], "Training Sword"))
    match.t.state.zones.hidden.show("ana.material", ("Spirit of Water", "Spirit of Wind"))
    assert match.size("ana", "material") == 1
    match.hold("ana", "Fluffy Shopkeep").play('ana activate "Fluffy Shopkeep"; ana resolve')
    match.refuse('ana resolve banish:"Training Sword":material', "GA-1.6")
    match.play("ana resolve none")


def test_ga_5_24_the_allies_of_others_come_rested_until_the_next_turn() -> None:
    match = main("Spirit of Water")
    seraph = match.put("ana", "Fount Seraphim")
    match.thing(seraph).marks.append("imbued")
    set_off(match.t, match.thing(seraph), "on enter")
    match.play("ana step main; ana end; bo step main").hold("bo", "Gray Wolf", "Gray Wolf")
    match.play('bo activate "Gray Wolf"; bo resolve')
    assert match.thing("Gray Wolf.1").rested
    match.play("bo end; ana step main; ana end; bo step main")
    match.play('bo activate "Gray Wolf"; bo resolve')
    assert not match.thing("Gray Wolf.2").rested


def test_ga_24_17_a_trigger_that_is_told_in_words_works_in_the_lineage() -> None:
    match = main("Spirit of Wind").level("ana", "Kongming, Wayward Maven")
    match.refuse('ana trigger "Kongming, Ascetic Vice"', "GA-16.10")
    match.level("ana", "Kongming, Ascetic Vice", "Rai, Archmage")
    hand = match.size("ana", "hand")
    match.play('ana trigger "Kongming, Ascetic Vice"; ana resolve')
    assert match.size("ana", "hand") == hand + 1


def test_ga_9_23_a_cost_to_recover_asks_for_all_the_damage_whatever_is_recovered() -> None:
    for damage in (4, 5):
        match = main("Spirit of Wind").level("ana", "Rai, Spellcrafter")
        match.put("bo", "Infernal Vessel")
        match.champion("ana").damage = damage
        match.hold("ana", "Innervate Agility")
        if damage < 5:
            match.refuse('ana activate "Innervate Agility"', "GA-9.23")
        else:
            match.play('ana activate "Innervate Agility"')
            assert match.champion("ana").damage == 3


def test_ga_18_11_the_next_time_is_used_up_by_whatever_it_prevents() -> None:
    match = main("Spirit of Fire")
    shield = match.put("ana", "Atmos Shield", rested=False)
    unit = match.put("ana", "Titan Mk II")
    match.play(f'ana ability "{shield}" aims="{unit}"; ana resolve')
    for hurt, left in ((1, 0), (2, 2)):
        harm.deal(match.t, match.thing(unit), Damage(hurt, "Fireball", "bo", "effect", "GA-18.1"))
        assert match.thing(unit).damage == left


def test_ga_5_6_the_top_of_a_deck_is_banished_in_its_order() -> None:
    match = main("Spirit of Fire", active="bo")
    match.put("ana", "Floodbloom")
    match.t.state.zones.hidden.show("ana.deck", ("Gray Wolf",))
    places.put(match.t, "ana", "deck", ("Gray Wolf",), "top")
    match.play("bo end; ana step recollection")
    match.refuse("ana resolve banish:Fireball+Fireball:deck", "GA-25.7")
    match.play('ana resolve banish:"Gray Wolf"+Fireball:deck')
    assert match.size("ana", "banishment") == 2


def test_ga_8_10_curses_of_a_lineage_are_banished_for_an_ability() -> None:
    match = main("Spirit of Fire", material=OTHERS)
    match.level("ana", "Diana, Cursebreaker").unseen("ana", "memory", 3)
    for _ in range(4):
        enter_curse(match)
    line = "ana ability ana.champion pays=banish:"
    match.refuse(line + '"Creeping Torment":lineage', "GA-1.6")
    match.play(line + "+".join(['"Creeping Torment"'] * 4) + ":lineage")
    match.play('ana resolve play:"Steel Slug"+"Plated Bullet"')
    assert match.size("ana", "banishment") == 4
    assert [match.thing(each).link for each in match.ga.begun] == ["rises"]


@pytest.mark.parametrize("said", ["", " reserved=2", " pays=pay:2"])
def test_ga_8_10_what_a_weapon_costs_besides_is_paid_as_it_is_materialized(said: str) -> None:
    match = main("Spirit of Fire", phase="materialize").level("ana", "Silvie, With the Pack")
    astra(match)
    match.play(f'ana materialize "Inert Sword"{said}')
    assert (match.size("ana", "hand"), match.size("ana", "memory")) == (4, 2)


def test_ga_8_10_a_weapon_that_costs_more_than_the_hand_holds_is_not_materialized() -> None:
    match = main("Spirit of Fire", phase="materialize")
    astra(match)
    match.refuse('ana materialize "Inert Sword" reserved=1', "GA-8.9")
    match.t.state.zones.hidden.show("ana.hand", ("Fireball",) * 4 + ("Frostbind",))
    match.refuse('ana materialize "Inert Sword"', "GA-9.1")


def astra(match: Any) -> None:
    """Cards of Astra may be played."""
    begin(match.t, "", "ana", "permit", "element astra", None)


@pytest.mark.parametrize("said", ["", " reserved=2", " pays=pay:2"])
def test_ga_8_9_who_says_what_was_reserved_may_count_what_a_card_costs_besides(said: str) -> None:
    match = main("Spirit of Fire").hold("ana", "Crux Sight").lay("ana", "graveyard", "Gray Wolf")
    begin(match.t, "", "ana", "permit", "element crux", None)
    match.play(f'ana activate "Crux Sight" mode=paid{said}')
    assert match.size("ana", "memory") == 2


def test_ga_24_41_what_a_text_lends_ephemerate_costs_what_the_card_costs() -> None:
    for price, said in ((2, ""), (2, " reserved=2"), (5, " reserved=5")):
        match = main("Spirit of Fire").level("ana", "Alice, Golden Queen")
        match.lay("ana", "graveyard", "Abnegation").champion("ana").damage = 9
        match.ga.done.happened["negated ana"] = 1
        if price > 2:
            jianyu = match.put("bo", "Jianyu, Fate's Premonition")
            match.thing(jianyu).marks.append("named Abnegation")
        match.let_stand(f"ana activate Abnegation origin=graveyard{said}", "GA-8.4")
        assert match.size("ana", "memory") == price


def test_ga_16_20_a_name_that_is_chosen_as_an_object_comes_is_there_before_anybody_acts() -> None:
    line = """ana activate "Jianyu, Fate's Premonition\""""
    for said, named in ((" did=name:Fireball", "ana resolve"), ("", "ana resolve name:Fireball")):
        match = main("Spirit of Water").hold("ana", "Jianyu, Fate's Premonition")
        match.hold("bo", "Fireball").unseen("bo", "hand", 2).play(line + said)
        if not said:
            match.play("ana step end")
            assert isinstance(match.verdict, Incomplete)
        match.play(named)
        match.play("bo activate Fireball ana.champion")
        printed = match.t.catalog.by_name["Fireball"].reserve
        assert match.size("bo", "memory") == printed + 2 + 1
    match = main("Spirit of Water").hold("ana", "Jianyu, Fate's Premonition")
    match.play(line + " did=draw")
    assert isinstance(match.verdict, Incomplete)


def test_ga_16_13_what_holds_while_something_happens_is_not_asked_again() -> None:
    match = main("Spirit of Fire", material=OTHERS).level("ana", "Alice, Phantom Monarch")
    begin(match.t, "", "ana", "permit", "element crux", None)
    match.hold("ana", "Crux Sight", "Crux Sight").play('ana activate "Crux Sight" mode=plain')
    enter_curse(match)
    match.play('ana resolve source="Alice, Phantom Monarch"; ana resolve')
    assert match.champion("ana").damage == 7
    match.play('ana activate "Crux Sight" mode=plain; ana step end')
    assert match.champion("ana").damage == 7


def enter_curse(match: Any) -> None:
    """A Curse comes into the lineage of ana's champion."""
    match.t.state.zones.hidden.show("ana.deck", ("Creeping Torment",))
    champion = match.champion("ana").id
    places.LAYOUT.enter(match.t, "Creeping Torment", "lineage", "ana", "ana", under=champion)


@pytest.mark.parametrize(("hand", "drawn"), [(6, 1), (7, 0)])
def test_ga_16_10_a_prepared_card_is_heard_while_the_influence_is_low(
    hand: int, drawn: int
) -> None:
    match = main("Spirit of Fire", material=OTHERS).level("ana", "Tristan, Underhanded")
    match.put("ana", "Insignia of the Corhazi")
    match.champion("ana").counters["preparation"] = 5
    match.hold("ana", "Planted Explosive").unseen("ana", "hand", hand - 6)
    match.play('ana activate "Planted Explosive" bo.champion prepare=yes; ana step end')
    assert match.size("ana", "hand") + match.size("ana", "memory") == hand + drawn
