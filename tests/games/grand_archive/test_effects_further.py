"""Texts of the shipped catalog with history, prices by what is aimed at, masteries and cards that
lie face down, played through whole lines."""

from functools import partial

import pytest

from referee.games.grand_archive import harm
from referee.games.grand_archive.places import Parting, goes
from referee.games.grand_archive.prevention import Damage
from referee.games.grand_archive.triggers import set_off
from referee.games.grand_archive.values import power_of, price_of
from referee.parts.lasting_changes import begin
from tests.games.grand_archive import test_effects_played as played

DECK = dict.fromkeys(
    (
        *("Snow White, Weiss Queen", "Abnegation", "Spalling Cleanse", "Break Apart", "Fireball"),
        *("Seiryuu's Command", "Excalibur, Cleansing Light", "Fractal of Snow", "Gray Wolf"),
        *("Resonating Fugue", "Enrage", "Spellshield: Arcane", "Ordinary Bear", "Clean Cut"),
        *("Slime Eruption", "Baby Red Slime", "Baby Gray Slime", "Frostbind", "Molten Echo"),
        *("Inspiring Call", "Tempest Downfall", "Three Visits", "Quiet Refraction"),
        *("Rally the Peasants", "Lu Xun, Pyre Strategist"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Spirit of Wind", "Training Sword", "Palvor Sword"),
    *("Orb of Sealing", "Alice, Golden Queen", "Merlin, Memorite Vassal", "Rai, Spellcrafter"),
    *("Lorraine, Wandering Warrior", "Guo Jia, Chosen Disciple", "Fabled Ruby Fatestone"),
)
main = partial(played.main, deck=DECK, material=MATERIAL)


def test_ga_16_13_on_attack_abilities_trigger_twice_beside_their_own_trigger() -> None:
    match = main("Spirit of Fire").hold("ana", "Seiryuu's Command")
    begin(match.t, "", "ana", "permit", "element arcane", None)
    hare = match.put("ana", "Red Hare, Unrivaled Stallion", rested=False, turn=1)
    match.put("ana", "Lu Xun, Pyre Strategist")
    match.champion("ana").counters["level"] = 3
    match.play(f"""ana activate "Seiryuu's Command" "{hare}"; ana resolve""")
    match.play(f'ana attack "{hare}" bo.champion')
    found = [each for each in match.ga.waiting.stack if each.source == hare]
    assert len([each for each in found if getattr(each, "trigger", "") == "on attack"]) == 3


@pytest.mark.parametrize("said", ["", "look:6 ", "look:6:deck "])
def test_ga_22_6_of_cards_that_are_looked_at_one_is_taken_and_no_deck_is_shuffled(
    said: str,
) -> None:
    match = main("Spirit of Wind").hold("ana", "Rally the Peasants")
    match.play('ana activate "Rally the Peasants"')
    match.play(f'ana resolve {said}fetch:"Lu Xun, Pyre Strategist":deck:hand')
    layers = match.ga.zones.layers["ana.deck"]
    assert match.size("ana", "deck") - match.ga.zones.hidden.size(layers[0]) == 5


def test_ga_16_20_into_a_rested_champion_no_card_levels_up() -> None:
    for rested in (True, False):
        match = main("Spirit of Water", phase="materialize").unseen("ana", "memory", 1)
        match.ga.done.materialized = 0
        match.put("bo", "Snow White, Weiss Queen")
        match.champion("bo").counters["level"] = 1
        match.champion("ana").rested = rested
        match.play('ana materialize "Rai, Spellcrafter" Fireball; ana step main')
        assert (match.champion("ana").name == "Spirit of Water") is rested
        assert match.size("ana", "material") == len(MATERIAL) - (1 if rested else 2)


def test_ga_8_1_a_card_is_ephemerate_in_a_turn_in_which_one_was_negated() -> None:
    for negated in (True, False):
        match = main("Spirit of Fire").level("ana", "Alice, Golden Queen")
        match.lay("ana", "graveyard", "Abnegation").champion("ana").damage = 9
        match.ga.changes.on.setdefault("ana", [])
        if not negated:
            match.refuse("ana activate Abnegation origin=graveyard", "GA-8.1")
            continue
        match.ga.done.happened["negated ana"] = 1
        hand = match.size("ana", "hand")
        match.let_stand("ana activate Abnegation origin=graveyard", "GA-8.4")
        assert match.size("ana", "hand") == hand - 2


def test_ga_11_10_what_is_negated_is_counted_for_who_played_it() -> None:
    match = main("Spirit of Fire", bo="Spirit of Water").hold("ana", "Fireball")
    match.hold("bo", "Frostbind").unseen("ana", "hand", 0)
    match.play("ana activate Fireball bo.champion; bo activate Frostbind Fireball; bo resolve")
    assert match.ga.done.happened.get("negated ana", 0) in (0, 1)


def test_ga_19_1_sheen_is_counted_on_the_mastery() -> None:
    match = main("Spirit of Water").hold("ana", *["Spalling Cleanse"] * 2)
    match.champion("ana").damage = 9
    match.play('ana activate "Spalling Cleanse"; ana resolve')
    assert match.champion("ana").damage == 6
    set_off(match.t, match.level("ana", "Merlin, Memorite Vassal").champion("ana"), "on enter")
    match.hold("ana", "Gray Wolf").play('ana activate "Gray Wolf"; ana step main')
    match.play('ana activate "Spalling Cleanse"; ana resolve')
    assert match.champion("ana").damage == 6
    assert match.thing("ana.mastery").counters == {"sheen": 2}


def test_ga_8_9_what_a_card_is_aimed_at_makes_it_dearer() -> None:
    match = main("Spirit of Fire")
    sword = match.put("bo", "Training Sword")
    printed = played.shipped().by_name["Break Apart"].reserve
    assert price_of(match.t, "ana", "activate", printed, "Break Apart") == printed
    assert price_of(match.t, "ana", "activate", printed, "Break Apart", (sword,)) == printed + 2


def test_ga_1_3_nobody_plays_cards_of_an_element_that_is_forbidden() -> None:
    match = main("Spirit of Fire").hold("ana", "Fireball")
    wolf = match.put("bo", "Gray Wolf")
    match.hold("ana", "Excalibur, Cleansing Light")
    match.level("ana", "Lorraine, Wandering Warrior")
    line = f'ana activate "Excalibur, Cleansing Light" "{wolf}"'
    match.let_stand(line, "GA-8.4")
    match.play("ana resolve element:fire:forbid")
    match.refuse("ana activate Fireball bo.champion", "GA-1.3")


def test_ga_5_24_the_next_ally_comes_rested_and_no_further_one() -> None:
    match = main("Spirit of Water").level("ana", "Alice, Golden Queen")
    fractal = match.put("ana", "Fractal of Snow", rested=False)
    match.hold("ana", "Gray Wolf", "Ordinary Bear")
    match.play(f'ana ability "{fractal}" melts; ana resolve')
    match.play('ana activate "Gray Wolf"; ana resolve; ana activate "Ordinary Bear"; ana resolve')
    assert match.thing("Gray Wolf.1").rested
    assert not match.thing("Ordinary Bear.1").rested


def test_ga_16_32_power_and_life_change_places_for_a_turn() -> None:
    match = main("Spirit of Water").hold("ana", "Resonating Fugue", *["Clean Cut"] * 4)
    bear = match.put("ana", "Ordinary Bear")
    card = played.shipped().by_name["Ordinary Bear"]
    match.play(f'ana activate "Resonating Fugue" "{bear}"; ana resolve')
    assert power_of(match.t, match.thing(bear)) == card.life
    match.play("ana end; bo step main")
    assert power_of(match.t, match.thing(bear)) == card.power


def test_ga_18_10_as_many_counters_come_as_damage_was_prevented() -> None:
    match = main("Spirit of Fire").hold("ana", "Spellshield: Arcane")
    match.let_stand('ana activate "Spellshield: Arcane"', "GA-8.4")
    match.play("ana resolve")
    harm.deal(match.t, match.champion("ana"), Damage(4, "Fireball", "bo", "effect", "GA-18.1"))
    match.hold("ana", "Gray Wolf").play('ana activate "Gray Wolf"; ana resolve')
    assert match.champion("ana").damage == 0
    assert match.champion("ana").counters == {"enlighten": 4}


def test_ga_16_31_a_graveyard_is_hidden_until_the_sword_leaves() -> None:
    match = main("Spirit of Fire", phase="materialize").lay(
        "bo", "graveyard", "Fireball", "Clean Cut"
    )
    match.ga.done.materialized = 0
    match.unseen("ana", "memory", 1).champion("ana").counters["level"] = 1
    begin(match.t, "", "ana", "permit", "element astra", None)
    sword = "Palvor Sword.1"
    match.play('ana materialize "Palvor Sword" "Gray Wolf"; ana trigger "Palvor Sword" bo')
    match.play("ana resolve; ana step main")
    assert match.size("bo", "facedown") == 2
    assert not match.ga.zones.piles["bo.graveyard"]
    goes(match.t, Parting(match.thing(sword), "destroyed", "GA-21.1"))
    assert match.size("bo", "facedown") == 0
    assert sorted(match.ga.zones.piles["bo.graveyard"]) == ["Clean Cut", "Fireball"]


def test_ga_16_31_sealed_cards_turn_up_as_the_orb_leaves() -> None:
    match = main("Spirit of Fire").lay("bo", "banishment", "Fireball", "Gray Wolf")
    orb = match.put("ana", "Orb of Sealing", rested=False)
    match.play(f'ana ability "{orb}" Fireball,"Gray Wolf"; ana resolve')
    assert match.size("bo", "facedown") == 2
    goes(match.t, Parting(match.thing(orb), "destroyed", "GA-21.1"))
    match.hold("ana", "Ordinary Bear").play('ana activate "Ordinary Bear"; ana resolve')
    assert sorted(match.ga.zones.piles["bo.banishment"]) == ["Fireball", "Gray Wolf"]


def test_ga_10_2_the_cheapest_fatestone_comes_with_its_champion() -> None:
    match = main("Spirit of Fire", phase="materialize").unseen("ana", "memory", 1)
    match.ga.done.materialized = 0
    match.play('ana materialize "Guo Jia, Chosen Disciple" Clean'.replace("Clean", '"Clean Cut"'))
    match.play('ana resolve fetch:"Fabled Ruby Fatestone":material:field')
    assert match.thing("Fabled Ruby Fatestone.1").place == "field"


@pytest.mark.parametrize("others", [2, 3])
def test_ga_1_6_of_slimes_that_are_banished_two_at_most_are_of_another_element(others: int) -> None:
    match = main("Spirit of Fire").hold("ana", "Slime Eruption")
    match.lay("ana", "graveyard", "Baby Red Slime", *["Baby Gray Slime"] * 3)
    match.play('ana activate "Slime Eruption"')
    gone = "+".join(['"Baby Red Slime"', *['"Baby Gray Slime"'] * others])
    hurt = " ".join(["damage:bo.champion:1"] * (1 + others))
    line = f"ana resolve banish:{gone} {hurt}"
    if others > 2:
        match.refuse(line, "GA-1.6")
    else:
        match.play(line)
        assert match.champion("bo").damage == 1 + others
