"""Further texts of the shipped catalog, played through whole lines: what is limited, comes
otherwise, is called for nothing, lies preserved or under a champion."""

from typing import Any

import pytest

from referee.games.grand_archive.begun_texts import lay_mastery
from referee.games.grand_archive.places import Parting, goes
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive import test_effects_played as played

DECK = dict.fromkeys(
    (
        *("Gray Wolf", "Trained Hawk", "Fireball", "Fairy Whispers", "Idle Thoughts"),
        *("Blessed Clergy", "Indolent Leisure", "Glacial Binding", "Water Barrier", "Diablerie"),
        *("Dwarf Star's Glow", "Meteor Strike", "Nipping Kicker", "Straight Flare", "Astral Seal"),
        *("Verita, Queen of Hearts", "Three of Diamonds", "Two of Spades", "Horticounter"),
        *("Magnificent Banquet", "Fractal of Duplication", "Maledictum Vitae", "Golden Bishop"),
        *("Volda, Smolder's Spite", "Flourishing Restoration", "Remnant of Will"),
        *("Auravolt Current", "Spirelle, Schwartz Queen", "Mirrorbound Covenant"),
        *("Lakereaving Chill", "Potion Infusion: Seal", "Combustible Potion"),
    ),
    4,
)
SPIRITS = ("Spirit of Fire", "Spirit of Water", "Spirit of Wind")
QUEEN, ALCHEMIST, CORSAGE = (
    "Alice, Golden Queen",
    "Arisanna, Master Alchemist",
    "Diao Chan, Idyll Corsage",
)


def table(*material: str, ana: str = "Spirit of Fire", level: str = "", **more: Any) -> Any:
    """A table with these in the material decks, all elements enabled, hands of nine."""
    champions = (level,) if level and level not in material else ()
    match = played.main(ana, deck=DECK, material=(*SPIRITS, *material, *champions), **more)
    for seat in ("ana", "bo"):
        for element in ("fire", "water", "wind", "astra", "tera", "umbra", "neos", "exalted"):
            begin(match.t, "", seat, "permit", f"element {element}", None)
    if level:
        match.level("ana", level)
    return match


def hold(match: Any, seat: str, *names: str) -> Any:
    """These in hand, and six that nobody has seen."""
    match.hold(seat, *names)
    return match.unseen(seat, "hand", 6)


@pytest.mark.rule("GA-1.3")
def test_ga_1_3_a_player_plays_no_more_than_two_cards_in_the_turn_that_is_meant():
    match = hold(table(level=QUEEN), "ana", "Blessed Clergy", "Trained Hawk", "Fairy Whispers")
    match.play('ana activate "Blessed Clergy" imbue="Trained Hawk","Fairy Whispers"; ana resolve')
    match.play('ana trigger "Blessed Clergy" bo; ana resolve; ana end')
    hold(match, "bo", *["Trained Hawk"] * 4).unseen("bo", "hand", 6)
    for _ in range(2):
        match.play('bo activate "Trained Hawk"; bo resolve')
    match.refuse('bo activate "Trained Hawk"', "GA-1.3")
    match.play("bo end; ana end")
    match.unseen("bo", "hand", 12)
    for _ in range(3):
        match.hold("bo", "Trained Hawk").play('bo activate "Trained Hawk"; bo resolve')


@pytest.mark.rule("GA-1.3")
def test_ga_1_3_nobody_draws_more_than_texts_in_play_allow():
    match = table("Tithe Proclamation", "Mandate of Honor")
    match.put("ana", "Tithe Proclamation")
    for count in (1, 2, 3, 3):
        hold(match, "ana", "Indolent Leisure").play('ana activate "Indolent Leisure"; ana resolve')
        assert match.ga.done.happened["drawn ana"] == count
    match = table("Mandate of Honor")
    match.put("bo", "Mandate of Honor")
    hold(match, "ana", "Indolent Leisure").unseen("ana", "memory", 5)
    before = match.size("ana", "deck")
    match.play('ana activate "Indolent Leisure"; ana resolve')
    assert match.size("ana", "deck") == before - 1
    match.put("bo", "Verita, Queen of Hearts")
    hold(match, "ana", "Indolent Leisure")
    match.play('ana activate "Indolent Leisure"; ana resolve')
    assert match.size("ana", "deck") == before - 1 - 6


@pytest.mark.rule("GA-11.10")
def test_ga_11_10_a_card_that_is_warded_is_not_negated():
    match = hold(table("Spellward Scepter"), "ana", "Fireball")
    match.put("ana", "Spellward Scepter", rested=False)
    hold(match, "bo", "Glacial Binding")
    match.play('ana ability "Spellward Scepter"; ana activate Fireball bo')
    match.play('bo activate "Glacial Binding" Fireball; bo resolve; ana resolve')
    assert match.champion("bo").damage > 0


def test_ga_11_10_a_ward_for_the_next_card_does_not_keep_one_that_was_activated_before():
    match = hold(table("Spellward Scepter"), "ana", "Fireball")
    match.put("ana", "Spellward Scepter", rested=False)
    hold(match, "bo", "Glacial Binding")
    match.play('ana activate Fireball bo; bo activate "Glacial Binding" Fireball')
    match.play('ana ability "Spellward Scepter"; ana resolve; bo resolve')
    assert not match.ga.waiting.stack
    assert match.champion("bo").damage == 0


@pytest.mark.rule("GA-9.12")
def test_ga_9_12_a_card_may_be_paid_for_with_floating_memory_alone():
    match = table("Teardrop Diadem", phase="materialize").unseen("ana", "memory", 5)
    match.ga.done.materialized = 0
    match.lay("ana", "graveyard", *["Idle Thoughts"] * 3)
    match.refuse('ana materialize "Teardrop Diadem"', "GA-9.12")
    match.play('ana materialize "Teardrop Diadem" floating="Idle Thoughts","Idle Thoughts",'
               '"Idle Thoughts"')  # fmt: skip


@pytest.mark.rule("GA-18.10")
def test_ga_18_10_all_but_one_is_prevented_once_and_three_more_are_dealt_once():
    match = hold(table(level=QUEEN), "bo", "Water Barrier")
    match.play('bo activate "Water Barrier"; bo resolve')
    for damage in (1, 3):
        hold(match, "ana", "Fireball").play("ana activate Fireball bo; ana resolve")
        assert match.champion("bo").damage == damage
    hold(match, "ana", "Nipping Kicker", "Straight Flare", "Straight Flare")
    match.play('ana activate "Nipping Kicker" bo; ana resolve')
    match.play('ana activate "Straight Flare" bo; ana resolve')
    assert match.champion("bo").damage > 3 + 3


@pytest.mark.rule("GA-24.34")
def test_ga_24_34_a_card_that_is_called_may_cost_nothing_once_a_turn():
    match = table(level="Arisanna, Astral Zenith")
    for said in ("asked", "costs"):
        hold(match, "ana", "Fairy Whispers").play('ana activate "Fairy Whispers"')
        match.play('ana resolve glimpse:3:2:"Dwarf Star\'s Glow"')
        line = 'ana activate "Dwarf Star\'s Glow" bo origin=deck'
        if said == "asked":
            match.play(line)
            assert isinstance(match.outcome.verdict, Incomplete)
            match.play(f"{line} reserved=0; ana resolve")
        else:
            match.refuse(f"{line} reserved=0", "GA-8.9")
            match.play(f"{line}; ana resolve")


@pytest.mark.rule("GA-11.8")
def test_ga_11_8_what_was_called_does_what_it_does_then_alone():
    match = table()
    match.put("ana", "Gray Wolf"), match.put("bo", "Gray Wolf")
    hold(match, "ana", "Fairy Whispers").play('ana activate "Fairy Whispers"')
    match.play('ana resolve glimpse:3:2:"Meteor Strike"')
    match.play('ana activate "Meteor Strike" origin=deck; ana resolve')
    assert (match.champion("ana").damage, match.champion("bo").damage) == (0, 3)
    match.put("bo", "Gray Wolf")
    hold(match, "ana", "Meteor Strike")
    match.play('ana activate "Meteor Strike" "Gray Wolf"; ana resolve')
    assert match.champion("bo").damage == 3


@pytest.mark.rule("GA-8.10")
def test_ga_8_10_cards_that_come_to_ten_pay_for_the_queen():
    match = table()
    match.lay("ana", "graveyard", *["Three of Diamonds"] * 2, *["Two of Spades"] * 3)
    match.hold("ana", "Verita, Queen of Hearts")
    paid = 'pays=banish:"Three of Diamonds"+"Three of Diamonds"+"Two of Spades"'
    match.refuse(f'ana activate "Verita, Queen of Hearts" {paid}', "GA-1.6")
    match.play(f'ana activate "Verita, Queen of Hearts" {paid}+"Two of Spades"; ana resolve')
    assert match.size("ana", "banishment") == 4


@pytest.mark.rule("GA-24.27")
def test_ga_24_27_what_is_preserved_has_a_text_there():
    match = hold(table(), "ana", "Magnificent Banquet")
    match.champion("ana").damage = 9
    match.play('ana activate "Magnificent Banquet"; ana resolve')
    assert match.side("ana").preserved == ["Magnificent Banquet"]
    match.play("ana end; bo end; ana step main")
    assert match.champion("ana").damage == 9 - 5 - 1


@pytest.mark.rule("GA-15.17")
def test_ga_15_17_an_object_comes_under_the_champion_that_is_aimed_at():
    match = table("Blight's Ring").unseen("ana", "hand", 4)
    match.put("ana", "Blight's Ring", rested=False)
    match.play('ana ability "Blight\'s Ring" bo; ana resolve; ana end; bo step main')
    assert match.champion("bo").damage == 1
    (ring,) = (x for x in match.ga.zones.things.values() if x.name == "Blight's Ring")
    assert (ring.place, ring.under) == ("lineage", "bo.champion")


@pytest.mark.rule("GA-5.10")
def test_ga_5_10_what_set_a_trigger_off_is_known_when_it_is_gone():
    for buffs, charged in ((0, 0), (1, 1)):
        match = table()
        bishop = match.put("ana", "Golden Bishop", rested=False, turn=1)
        match.ga.zones.things[bishop].counters["buff"] = 5
        hawk = match.put("bo", "Trained Hawk")
        match.ga.zones.things[hawk].counters["buff"] = buffs
        match.play(f'ana attack "{bishop}" "{hawk}"; ana step main')
        assert hawk not in match.ga.zones.things
        assert match.ga.zones.things[bishop].counters.get("charge", 0) == charged


@pytest.mark.rule("GA-21.1")
def test_ga_21_1_what_was_destroyed_is_banished_and_a_flower_comes():
    match = hold(table(level=CORSAGE), "ana", "Fireball")
    match.put("bo", "Gray Wolf")
    match.play('ana activate Fireball "Gray Wolf"; ana resolve; ana resolve banish:"Gray Wolf"')
    assert match.size("bo", "banishment") == 1
    assert [x.controller for x in match.ga.zones.things.values() if x.name == "Flowerbud"] == ["bo"]


@pytest.mark.rule("GA-23.2")
def test_ga_23_2_a_copy_that_comes_rested_is_not_rested_by_that():
    match = hold(table(), "ana", "Fireball")
    fractal = match.put("ana", "Fractal of Duplication")
    match.play(f'ana activate Fireball bo rest="{fractal}"; ana resolve; ana resolve')
    rested = [x.rested for x in match.ga.zones.things.values() if x.name == fractal[:-2]]
    assert rested == [True, True]


@pytest.mark.rule("GA-16.20")
def test_ga_16_20_a_divine_relic_comes_under_the_control_of_another():
    match = table("Apotheosis Rite", phase="materialize").unseen("ana", "memory", 3)
    match.ga.done.materialized = 0
    hold(match, "bo", "Diablerie")
    match.play('ana materialize "Apotheosis Rite"; bo activate Diablerie; bo resolve; ana resolve')
    assert match.ga.zones.things["Apotheosis Rite.1"].controller == "bo"


@pytest.mark.rule("GA-15.6")
def test_ga_15_6_a_champion_is_activated_out_of_the_material_deck_for_less():
    names = ("Vanitas, Obliviate Schemer", "Vanitas, Convergent Ruin", "Vanitas, Dominus Rex")
    match = table(*names, ana="Spirit of Wind").level("ana", names[0])
    match.unseen("ana", "memory", 5)
    match.level("ana", names[1])
    match.ga.done.happened["champion damage ana"] = 7
    line = f'ana activate "{names[2]}" origin=material'
    match.refuse(f'{line} random="Gray Wolf","Gray Wolf"', "GA-9.10")
    match.play(f'{line} random="Gray Wolf"; ana resolve')
    assert match.champion("ana").name == names[2]


@pytest.mark.rule("GA-15.13")
def test_ga_15_13_a_champion_levels_up_into_its_own_character_alone():
    names = ("Vanitas, Obliviate Schemer", "Tristan, Grim Stalker")
    match = table(*names, ana="Spirit of Wind", phase="materialize").level("ana", names[0])
    match.ga.done.materialized = 0
    match.unseen("ana", "memory", 5)
    match.refuse(f'ana materialize "{names[1]}" "Gray Wolf" "Gray Wolf"', "GA-15.13")


@pytest.mark.rule("GA-18.12")
def test_ga_18_12_nothing_prevents_what_fire_sources_deal():
    match = hold(table(level=QUEEN), "ana", "Volda, Smolder's Spite", "Fireball")
    match.play('ana activate "Volda, Smolder\'s Spite"; ana resolve; ana resolve')
    begin(match.t, "", "bo.champion", "shield", "damage", 9, until="turn", word="shield")
    match.play("ana activate Fireball bo; ana resolve")
    assert match.champion("bo").damage > 0


@pytest.mark.rule("GA-16.30")
def test_ga_16_30_cards_of_a_graveyard_have_no_abilities_but_for_some():
    match = table("Cosmic Astroscope", level="Alice, Distorted Queen")
    lay_mastery(match.t, "ana", "Phantasmagoria")
    match.side("ana").mastery = "Phantasmagoria"
    hold(match, "ana", "Remnant of Will").play('ana activate "Remnant of Will"; ana resolve')
    assert match.ga.zones.things["ana.mastery"].counters == {"haunt": 2}
    match.lay("ana", "graveyard", "Idle Thoughts").unseen("ana", "memory", 3)
    match.play("ana end; bo end")
    match.refuse('ana materialize "Cosmic Astroscope" floating="Idle Thoughts"', "GA-24.12")


@pytest.mark.rule("GA-19.1")
def test_ga_19_1_a_charge_counter_in_banishment_is_lost_with_the_place():
    match = table("Cosmic Astroscope", phase="materialize").unseen("ana", "memory", 3)
    match.ga.done.materialized = 0
    begin(match.t, "", "ana", "permit", "element arcane", None)
    match.unseen("bo", "memory", 3)
    match.play('ana materialize "Cosmic Astroscope" "Auravolt Current"; ana step main')
    match.unseen("ana", "hand", 4)
    match.play('ana activate "Auravolt Current" bo origin=banishment')
    match.play('bo resolve banish:Fireball+"Gray Wolf"')
    assert (match.size("bo", "memory"), match.size("bo", "banishment")) == (3, 2)
    assert match.side("ana").charged == []
    match.refuse('ana activate "Auravolt Current" bo origin=banishment', "GA-8.1")


@pytest.mark.rule("GA-6.52")
def test_ga_6_52_who_has_more_in_hand_and_memory_than_seven_discards_down():
    match = table().unseen("ana", "memory", 4)
    match.put("bo", "Mirrorbound Covenant")
    due = match.size("ana", "hand") + match.size("ana", "memory") - 7
    assert due == 3
    match.play("ana end")
    assert isinstance(match.outcome.verdict, Incomplete)
    match.refuse('ana settle cards="Gray Wolf"', "GA-6.52")
    match.play('ana settle cards="Gray Wolf","Gray Wolf" pays=discard:Fireball:ana:memory; ana end')
    assert (match.size("ana", "graveyard"), match.ga.active) == (3, "bo")


@pytest.mark.rule("GA-24.23")
def test_ga_24_23_what_is_linked_has_no_abilities_until_the_link_is_gone():
    match = hold(table("Orbiting Cosmos", "Training Sword"), "ana", *["Lakereaving Chill"] * 2)
    cosmos, sword = match.put("bo", "Orbiting Cosmos"), match.put("ana", "Training Sword")
    for each in (cosmos, sword):
        match.unseen("ana", "hand", 3)
        match.play(f'ana activate "Lakereaving Chill" "{each}"; ana resolve')
    match.refuse(f'bo ability "{cosmos}"', "GA-16.6")
    match.refuse(f'ana attack ana.champion bo uses="{sword}"', "GA-1.3")
    chill = match.ga.zones.things["Lakereaving Chill.1"]
    goes(match.t, Parting(chill, "destroyed", "GA-21.1"))
    match.play(f'bo ability "{cosmos}"')


@pytest.mark.rule("GA-11.11")
def test_ga_11_11_cards_of_the_cost_that_is_shown_are_negated_into_the_memories():
    match = hold(table(), "ana", "Spirelle, Schwartz Queen")
    hold(match, "bo", "Fireball")
    match.play('ana activate "Spirelle, Schwartz Queen"; ana resolve')
    match.play('ana trigger "Spirelle, Schwartz Queen" bo; ana resolve pass:1:hand:facedown')
    match.at("main", "bo").play("bo activate Fireball ana")
    memory = match.size("bo", "memory")
    match.unseen("ana", "hand", 3)
    line = 'ana ability "Spirelle, Schwartz Queen"'
    match.refuse(f"{line} x=3 pays=reveal:Fireball:facedown", "GA-1.6")
    match.play(f"{line} x=4 pays=reveal:Fireball:facedown; ana resolve")
    assert match.size("bo", "memory") == memory + 1
    match.play('ana trigger "Spirelle, Schwartz Queen" bo; ana resolve')
    assert match.champion("bo").damage == 6


@pytest.mark.rule("GA-21.4")
def test_ga_21_4_what_a_potion_was_given_works_as_it_is_sacrificed():
    match = hold(table(), "ana", "Potion Infusion: Seal")
    hold(match, "bo", "Fireball")
    potion = match.put("ana", "Combustible Potion")
    match.play(f'ana activate "Potion Infusion: Seal" "{potion}"; ana resolve')
    match.at("main", "bo").play("bo activate Fireball ana")
    match.play(f'ana ability "{potion}" bo; ana resolve; ana resolve')
    assert (match.champion("ana").damage, match.champion("bo").damage) == (0, 2)
