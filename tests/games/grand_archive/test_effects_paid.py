"""Texts of the shipped catalog that pay, make dearer, amplify and lend, played through whole
lines."""

from functools import partial

import pytest

from referee.games.grand_archive import harm
from referee.games.grand_archive.effects.thing_words import has
from referee.games.grand_archive.lineages import UNPLAYED
from referee.games.grand_archive.prevention import Damage
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match

DECK = dict.fromkeys(
    (
        *("Avatar of Suzaku", "Captivating Opulence", "Fireball", "Gray Wolf", "Ordinary Bear"),
        *("Seaside Ringleader", "Expeditious Opening", "Suzaku's Command", "Clean Cut"),
        *("Spirit Blade: Retribution", "Auspicious Manifestation", "Nimue, Cursed Touch"),
        *("Dungeon Guide", "Spalling Cleanse", "Yuan Shao, Crown General", "Rending Flames"),
        *("Avatar of Genbu", "Frostbind", "Overlapping Visages"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Spirit of Wind", "Training Sword"),
    *("Clarent, Reimagined", "Clarent, Sword of Peace", "Devouring Malice", "Rai, Spellcrafter"),
    *("Lorraine, Wandering Warrior", "Guo Jia, Chosen Disciple", "Diao Chan, Enchantress"),
    "Silvie, With the Pack",
)
main = partial(played.main, deck=DECK, material=MATERIAL)


def test_ga_9_5_swords_of_the_material_deck_pay_a_part_of_a_memory_cost() -> None:
    match = main("Spirit of Fire", phase="materialize").unseen("ana", "memory", 3)
    match.level("ana", "Lorraine, Wandering Warrior")
    match.ga.done.materialized = 0
    peace = 'pays=banish:"Clarent, Sword of Peace":material'
    match.refuse(
        'ana materialize "Clarent, Reimagined" pays=banish:"Training Sword":material "Clean Cut"',
        "GA-1.6",
    )
    match.refuse(
        f'ana materialize "Clarent, Reimagined" {peace} "Clean Cut","Clean Cut"', "GA-10.4"
    )
    match.play(f'ana materialize "Clarent, Reimagined" {peace} "Clean Cut"')
    assert match.size("ana", "memory") == 2


@pytest.mark.parametrize("count", [0, 1, 2])
def test_ga_9_5_quest_counters_pay_a_part_of_a_reserve_cost(count: int) -> None:
    match = main("Spirit of Fire").level("ana", "Guo Jia, Chosen Disciple")
    match.hold("ana", "Avatar of Suzaku").champion("ana").counters["quest"] = 3
    hand = match.size("ana", "hand")
    pays = f" pays=counter:quest:-{count}:ana.champion" if count else ""
    match.refuse('ana activate "Avatar of Suzaku" pays=counter:quest:-3:ana.champion', "GA-1.6")
    match.play(f'ana activate "Avatar of Suzaku"{pays}')
    assert match.size("ana", "hand") == hand - 1 - (5 - count)
    assert match.champion("ana").counters["quest"] == 3 - count


@pytest.mark.parametrize("dear", [False, True])
def test_ga_8_9_abilities_of_regalia_of_others_cost_more(dear: bool) -> None:
    match = main("Spirit of Fire").level("bo", "Diao Chan, Enchantress")
    if dear:
        match.put("bo", "Captivating Opulence")
    eye, wolf = match.put("ana", "Eye of Argus"), match.put("ana", "Gray Wolf")
    hand = match.size("ana", "hand")
    match.play(f'ana ability "{eye}" "{wolf}"; ana resolve')
    assert match.size("ana", "hand") == hand + 1 - 2 * dear


def dear(hand: int, rested: int = 0) -> Match:
    """Abilities of ana's regalia cost 2 more; a Fractal could rest for 1 of it."""
    match = main("Spirit of Fire").level("bo", "Diao Chan, Enchantress")
    match.put("bo", "Captivating Opulence")
    for name in ("Fractal of Rain", "Stonescale Band", "Orb of Sealing"):
        match.put("ana", name, rested=False)
    match.lay("bo", "banishment", "Fireball")
    hidden = match.ga.zones.hidden
    hidden.draw(match.size("ana", "hand") - hand, "ana.hand", "ana.deck")
    return match


FRACTAL = '"Fractal of Rain.1"'


@pytest.mark.parametrize(
    ("line", "hand", "left"),
    [
        ('"Stonescale Band.1"', 3, 0),
        ('"Stonescale Band.1" pays=pay:4', 3, 0),
        (f'"Stonescale Band.1" rest={FRACTAL}', 4, 1),
        (f'"Orb of Sealing.1" Fireball rest={FRACTAL}', 1, 0),
        (f'"Orb of Sealing.1" Fireball rest={FRACTAL} pays=pay:1', 3, 2),
        (f'"Orb of Sealing.1" Fireball pays=pay:2::{FRACTAL}', 1, 0),
        (f'"Orb of Sealing.1" Fireball pays=rest:{FRACTAL}', 1, 0),
    ],
)
def test_ga_24_31_reservable_objects_pay_what_an_ability_costs_more(
    line: str, hand: int, left: int
) -> None:
    match = dear(hand).play(f"ana ability {line}")
    assert match.size("ana", "hand") == left
    assert match.thing("Fractal of Rain.1").rested


def test_ga_9_5_which_reservable_objects_rest_is_asked_where_the_hand_is_too_small() -> None:
    match = dear(1)
    match.play('ana ability "Orb of Sealing.1" Fireball')
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"rest": ("Fractal of Rain.1",)}
    match.refuse('ana ability "Orb of Sealing.1" Fireball pays=pay:1', "GA-8.9", due=2)
    match.refuse(f'ana ability "Orb of Sealing.1" Fireball pays=pay:2 rest={FRACTAL}', "GA-8.9")
    dear(0).refuse('ana ability "Orb of Sealing.1" Fireball', "GA-9.6", due=2)


def test_ga_9_5_which_reservable_objects_rest_for_a_card_is_asked() -> None:
    match = dear(1).hold("ana", "Gray Wolf")
    match.play('ana activate "Gray Wolf"')
    assert isinstance(match.verdict, Incomplete)
    match.refuse('ana activate "Gray Wolf" reserved=1', "GA-8.9", due=2)
    match.play(f'ana activate "Gray Wolf" rest={FRACTAL}')


@pytest.mark.parametrize("taxed", [True, False])
def test_ga_8_9_an_ability_that_is_lent_is_one_of_what_has_it(taxed: bool) -> None:
    match = dear(3)
    lender, thing = ("Numinous Monk", "Training Sword") if taxed else ("Ranger Strides", CAT)
    match.put("ana", lender, rested=False)
    aim = match.put("ana", "Stillwater Patrol")
    hand = match.size("ana", "hand")
    match.play(f'ana ability "{match.put("ana", thing, rested=False)}" "{aim}"')
    assert match.size("ana", "hand") == hand - 2 * taxed


CAT = "Cheshire Cat, Impish Grin"


def test_ga_9_5_quest_counters_may_be_taken_off_one_by_one() -> None:
    match = main("Spirit of Fire").level("ana", "Guo Jia, Chosen Disciple")
    match.hold("ana", "Avatar of Suzaku").champion("ana").counters["quest"] = 2
    one = "counter:quest:-1:ana.champion"
    match.play(f'ana activate "Avatar of Suzaku" pays={one},{one}')
    assert match.champion("ana").counters == {}


def test_ga_9_5_what_else_pays_is_asked_where_a_part_of_the_cost_is_missing() -> None:
    match = main("Spirit of Fire").level("ana", "Guo Jia, Chosen Disciple")
    match.hold("ana", "Avatar of Suzaku").champion("ana").counters["quest"] = 2
    match.play('ana activate "Avatar of Suzaku" reserved=3')
    assert isinstance(match.verdict, Incomplete)
    match.refuse('ana activate "Avatar of Suzaku" pays=none reserved=3', "GA-8.9", due=5)
    match = main("Spirit of Fire", phase="materialize").unseen("ana", "memory", 3)
    match.level("ana", "Lorraine, Wandering Warrior")
    match.ga.done.materialized = 0
    match.play('ana materialize "Clarent, Reimagined" "Clean Cut"')
    assert isinstance(match.verdict, Incomplete)
    match.refuse('ana materialize "Clarent, Reimagined" pays=none "Clean Cut"', "GA-9.10", due=2)


def test_ga_16_20_damage_of_a_spell_is_more_by_what_its_player_has() -> None:
    match = main("Spirit of Fire").hold("ana", "Fireball").hold("bo", "Fireball")
    crucible = match.put("ana", "Essence Crucible")
    match.thing(crucible).counters["refinement"] = 2
    match.play("ana activate Fireball bo.champion; ana resolve")
    assert match.champion("bo").damage == 1 + 2
    match.play("bo activate Fireball ana.champion; bo resolve")
    assert match.champion("ana").damage == 1


def test_ga_16_20_half_of_the_damage_is_prevented_rounded_up() -> None:
    match = main("Spirit of Fire")
    match.put("ana", "The Majestic Spirit")
    crux = match.put("ana", "Sabela, Gossamer Penance")
    for damage, left in ((3, 1), (2, 1), (1, 0)):
        match.t.set(match.thing(crux), "damage", 0)
        harm.deal(match.t, match.thing(crux), Damage(damage, "Fireball", "bo", "effect", "GA-18.1"))
        assert match.thing(crux).damage == left


def test_ga_16_20_an_ally_that_is_activated_comes_with_a_counter_more() -> None:
    match = main("Spirit of Water").level("ana", "Silvie, With the Pack")
    match.lay("ana", "graveyard", "Seaside Ringleader").hold("ana", "Gray Wolf", "Dungeon Guide")
    match.unseen("ana", "hand", 6)
    match.play('ana ability "Seaside Ringleader"; ana resolve')
    match.play('ana activate "Gray Wolf"; ana resolve; ana activate "Dungeon Guide"; ana resolve')
    assert match.thing("Gray Wolf.1").counters == {"buff": 1}
    assert match.thing("Dungeon Guide.1").counters == {}
    assert match.thing(match.put("ana", "Ordinary Bear")).counters == {}


def test_ga_7_4_the_next_ally_is_activated_fast_and_no_further_one() -> None:
    match = main("Spirit of Wind", active="bo").hold("ana", "Expeditious Opening")
    match.hold("ana", "Gray Wolf", "Ordinary Bear")
    match.refuse('ana activate "Gray Wolf"', "GA-6.47")
    match.play('ana activate "Expeditious Opening"; ana resolve')
    match.play('ana activate "Gray Wolf"; ana resolve')
    match.refuse('ana activate "Ordinary Bear"', "GA-6.47")


def test_ga_15_6_a_top_that_came_by_an_effect_was_not_played() -> None:
    match = main("Spirit of Fire").hold("ana", "Dungeon Guide").unseen("ana", "memory", 2)
    assert not has(match.t, match.champion("ana"), UNPLAYED)
    match.play('ana activate "Dungeon Guide"; ana resolve')
    gone = 'banish:"Clean Cut"+"Clean Cut":memory'
    match.play(f'ana resolve {gone} level:"Rai, Spellcrafter"')
    assert match.champion("ana").name == "Rai, Spellcrafter"
    assert has(match.t, match.champion("ana"), UNPLAYED)


def test_ga_15_6_a_top_that_was_materialized_was_played() -> None:
    match = main("Spirit of Fire", phase="materialize").unseen("ana", "memory", 1)
    match.ga.done.materialized = 0
    match.play('ana materialize "Rai, Spellcrafter" "Clean Cut"; ana resolve')
    assert not has(match.t, match.champion("ana"), UNPLAYED)


def test_ga_8_6_a_mode_is_chosen_once_of_an_object_that_came_with_x_counters() -> None:
    match = main("Spirit of Fire", phase="materialize").unseen("ana", "memory", 3)
    match.ga.done.materialized = 0
    begin(match.t, "", "ana", "permit", "element umbra", None)
    match.play('ana materialize "Devouring Malice" x=3 "Clean Cut","Clean Cut","Gray Wolf"')
    match.play("ana step main")
    malice = match.thing("Devouring Malice.1")
    assert malice.counters["gem"] == 3
    match.play(f'ana ability "{malice.id}" bo.champion mode=drain; ana resolve')
    assert match.champion("bo").damage == 3
    match.t.set(malice, "rested", False)
    match.refuse(f'ana ability "{malice.id}" bo.champion mode=drain', "GA-8.6")
    match.play(f'ana ability "{malice.id}" mode=devour; ana resolve')
    assert match.champion("ana").damage == 8


def test_ga_8_1_a_blade_that_was_activated_comes_back_for_nothing() -> None:
    match = main("Spirit of Fire")
    begin(match.t, "", "ana", "permit", "element crux", None)
    match.lay("ana", "graveyard", "Spirit Blade: Retribution")
    line = 'ana activate "Spirit Blade: Retribution" bo.champion origin=graveyard'
    match.refuse(line, "GA-8.1")
    match.side("ana").activated = ["Spirit Blade: Retribution"]
    hand = match.size("ana", "hand")
    match.champion("ana").rested = False
    match.play('ana activate "Spirit Blade: Retribution" origin=graveyard')
    assert match.size("ana", "hand") == hand


def test_ga_16_14_an_action_that_is_aimed_at_an_ally_sets_off_its_end() -> None:
    match = main("Spirit of Fire").level("ana", "Rai, Spellcrafter").hold("ana", "Fireball")
    match.put("ana", "Nimue, Cursed Touch")
    bear = match.put("bo", "Ordinary Bear")
    match.play(f'ana activate Fireball "{bear}"; ana resolve; ana resolve')
    assert bear not in match.ga.zones.things


def test_ga_23_8_a_banished_ally_comes_back_turned_over() -> None:
    match = main("Spirit of Fire").level("ana", "Guo Jia, Chosen Disciple")
    begin(match.t, "", "ana", "permit", "element luxem", None)
    stone = match.put("ana", "Fabled Ruby Fatestone", marks=["back"])
    match.hold("ana", "Auspicious Manifestation")
    match.play('ana activate "Auspicious Manifestation"; ana resolve')
    assert stone not in match.ga.zones.things
    match.play("ana end")
    back = [each for each in match.ga.zones.things.values() if each.name == "Fabled Ruby Fatestone"]
    assert [each.marks for each in back] == [["back"]]


def test_ga_24_28_pride_is_lent_to_unique_allies_of_opponents() -> None:
    match = main("Spirit of Fire", active="bo")
    match.put("ana", "Yuan Shao, Crown General")
    nimue = match.put("bo", "Nimue, Cursed Touch", rested=False, turn=1)
    match.refuse(f'bo attack "{nimue}" ana.champion', "GA-21.11")
