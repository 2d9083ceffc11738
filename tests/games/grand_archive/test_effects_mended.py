"""Plays of cards of the shipped catalog that were once told otherwise than they are printed."""

from functools import partial

import pytest

from referee.games.grand_archive.begun_texts import lay_mastery
from referee.games.grand_archive.effects import objects
from referee.games.grand_archive.game_end import leave
from referee.games.grand_archive.values import elements_of, enabled, price_of
from referee.parts.effects import Doing, Run, happen
from referee.parts.lasting_changes import begin
from tests.games.grand_archive import test_effects_played as played

DECK = dict.fromkeys(
    (
        *("Fireball", "Gray Wolf", "Ordinary Bear", "Meltdown", "Red Slime", "Rending Flames"),
        *("Tune Up", "Arcane Blast", "Giant Tortoise", "Clean Cut", "Trained Hawk"),
        *("Dungeon Guide", "Vermilion Decree", "Suzaku's Command", "Slay the King"),
        *("Maledictum Vitae", "Tempest Downfall"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Wind", "Rai, Spellcrafter", "Rai, Mana Weaver"),
    *("Vorpal Sword", "Merlin, Kingslayer", "Training Sword"),
    *("Lorraine, Wandering Warrior", "Silvie, Wilds Whisperer", "Alice, Phantom Monarch"),
)
OTHERS = (
    *("Spirit of Fire", "Spirit of Wind", "Training Sword", "Lorraine, Wandering Warrior"),
    *(
        "Merlin, Kingslayer",
        "Tonoris, Genesis Aegis",
        "Mordred, Aurelian Regent",
        "Merlin, Memorite Vassal",
    ),
)
main = partial(played.main, deck=DECK, material=MATERIAL)
other = partial(played.main, deck=DECK, material=OTHERS)


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
    keep = match.put("bo", "Jianye, Dawn's Keep")
    match.play(f'ana activate "Rending Flames" target="{keep}"')
    match.play("ana resolve banish:Fireball+Fireball+Fireball; ana resolve; ana resolve")
    assert match.thing(keep).counters["durability"] == 7 - 2 * 3


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


def test_ga_16_12_modes_that_are_chosen_once_are_none_when_all_were() -> None:
    match = other("Spirit of Fire", phase="materialize").level("ana", "Tonoris, Genesis Aegis")
    champion = match.champion("ana")
    for mode in ("armaments", "fabrication"):
        champion.uses[f" {mode}"] = (0, 1)
    match.play("ana step main")
    assert match.thing("Obelisk of Protection.1").controller == "ana"
    match.at("materialize").play("ana step main")
    assert not match.ga.waiting.stack


def test_ga_17_7_the_next_attack_of_a_beast_ignores_taunt_and_the_one_after_does_not() -> None:
    match = main("Spirit of Fire").level("ana", "Silvie, Wilds Whisperer")
    bear, guard = match.put("ana", "Ordinary Bear"), match.put("bo", "Fount Seraphim")
    match.hold("ana", "Suzaku's Command").champion("ana").counters["level"] = 3
    match.refuse(f'ana attack "{bear}" bo.champion', "GA-17.7")
    match.play(f'ana activate "Suzaku\'s Command" "{bear}"; ana resolve')
    match.play(f'ana attack "{bear}" bo.champion; ana resolve; ana step main')
    assert match.champion("bo").damage == 2 + 2
    match.thing(bear).rested = False
    match.refuse(f'ana attack "{bear}" bo.champion', "GA-17.7")
    assert guard in match.ga.zones.things


@pytest.mark.parametrize("hits", [True, False])
def test_ga_16_15_what_the_next_attack_has_is_no_later_ones(hits: bool) -> None:
    match = other("Spirit of Fire").level("ana", "Lorraine, Wandering Warrior")
    match.level("ana", "Mordred, Aurelian Regent").champion("ana").damage = 9
    match.put("ana", "Training Sword")
    regent = match.t.catalog.compiled("Mordred, Aurelian Regent")[0]
    happen(match.t, regent, Doing("ana", "ana.champion"))
    tortoise = match.put("bo", "Giant Tortoise")
    match.play(f'ana attack ana.champion "{tortoise}" uses="Training Sword.1"')
    if not hits:
        begin(match.t, "", tortoise, "next", "damage", until="turn")
    match.play("ana step main")
    assert match.champion("ana").damage == (9 - 3 if hits else 9)
    match.champion("ana").rested = False
    match.play('ana attack ana.champion bo.champion uses="Training Sword.1"; ana step main')
    assert match.champion("ana").damage == (9 - 3 if hits else 9)


@pytest.mark.parametrize(("recollected", "counters"), [(2, 0), (3, 1), (7, 2)])
def test_ga_6_31_what_counts_recollected_cards_knows_how_many(
    recollected: int, counters: int
) -> None:
    match = other("Spirit of Fire", phase="materialize", active="bo")
    match.level("ana", "Merlin, Memorite Vassal", "Merlin, Kingslayer")
    match.unseen("bo", "memory", recollected)
    match.play("bo step main")
    assert match.champion("bo").counters.get("sheen", 0) == counters


@pytest.mark.parametrize("mirrored", [False, True])
def test_ga_24_15_cards_that_are_norm_in_the_memory_imbue_nothing(mirrored: bool) -> None:
    match = main("Spirit of Fire").hold("ana", "Vermilion Decree", *["Fireball"] * 3)
    if mirrored:
        begin(match.t, "", "ana", "grant", "element memory", until="turn")
    wolf = match.put("bo", "Gray Wolf")
    line = f'ana activate "Vermilion Decree" "{wolf}" imbue=Fireball,Fireball,Fireball mode='
    one, two = f"{line}singe", f'{line}"singe and draw"'
    match.refuse(two if mirrored else one, "GA-8.6")
    match.play(one if mirrored else two)


def test_ga_16_10_what_a_kill_lets_play_is_what_was_banished() -> None:
    match = main("Spirit of Fire").level("ana", "Lorraine, Wandering Warrior")
    match.hold("ana", "Slay the King")
    begin(match.t, "", "ana", "permit", "element crux", None)
    wolf = match.put("bo", "Gray Wolf")
    match.play(f'ana activate "Slay the King" target="{wolf}"')
    match.play('ana resolve banish:"Training Sword":material; ana resolve; ana resolve')
    match.play('ana resolve play:"Training Sword":banishment; ana resolve')
    assert match.thing("Training Sword.1").place == "field"


def test_ga_15_20_a_champion_is_of_the_elements_that_a_spirit_gives_it() -> None:
    match = main("Spirit of Fire").level("ana", "Silvie, Wilds Whisperer")
    begin(match.t, "", match.champion("ana").id, "grant", "element wind", until="game")
    assert elements_of(match.t, match.champion("ana")) >= {"fire", "wind"}
    assert "wind" in enabled(match.t, "ana")


def test_ga_5_3_a_card_of_the_graveyard_comes_into_a_lineage() -> None:
    match = main("Spirit of Fire").level("ana", "Alice, Phantom Monarch")
    match.lay("ana", "graveyard", "Maledictum Vitae", "Fireball").champion("bo").damage = 6
    line = 'ana ability "Maledictum Vitae" bo.champion pays='
    match.refuse(f'{line}banish:"Maledictum Vitae"', "GA-1.6")
    match.play(f"{line}banish:Fireball; ana resolve; ana resolve")
    (vitae,) = (
        x
        for x in match.ga.zones.things.values()
        if x.place == "lineage" and x.under == match.champion("bo").id
    )
    assert vitae.name == "Maledictum Vitae" and match.champion("bo").damage == 2


def test_ga_21_8_that_an_item_was_suppressed_makes_nothing_cheaper() -> None:
    match = main("Spirit of Wind").level("ana", "Rai, Spellcrafter").hold("ana", "Tempest Downfall")
    sword, wolf = match.put("bo", "Training Sword"), match.put("bo", "Gray Wolf")
    run = Run(match.t, match.t.catalog.compiled("Tempest Downfall")[1], Doing("ana", ""))
    costs = []
    for each in (sword, wolf):
        objects.suppress(run, match.thing(each))
        costs.append(price_of(match.t, "ana", "activate", 3, "Tempest Downfall"))
    assert costs == [3, 0]


@pytest.mark.rule("GA-4.11")
def test_ga_4_11_the_mastery_of_who_leaves_goes_while_a_text_that_was_begun_lasts() -> None:
    match = main("Spirit of Fire").hold("ana", "Suzaku's Command")
    begin(match.t, "", "ana", "permit", "element exia", None)
    lay_mastery(match.t, "bo", "Fractured Memories")
    wolf = match.put("ana", "Gray Wolf")
    match.play(f"""ana activate "Suzaku's Command" "{wolf}"; ana resolve""")
    assert match.ga.begun
    leave(match.t, "bo")
    assert "bo.mastery" not in match.ga.zones.things
