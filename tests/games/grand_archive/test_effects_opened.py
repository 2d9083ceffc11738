"""Texts of the shipped catalog that open what is banished, shut what is not to be left, split and
double damage, and give back what they took, played through whole lines."""

from functools import partial

import pytest

from referee.games.grand_archive import turn_actions
from referee.games.grand_archive.places import Parting, goes
from referee.games.grand_archive.values import has_word, price_of
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match

DECK = dict.fromkeys(
    (
        *("Ignition Draw", "Charge the Soul", "Pouvoir Absolu", "Lightweaver's Assault"),
        *("Rending Flames", "Fireball", "Gray Wolf", "Ordinary Bear", "Giant Tortoise"),
        *("Uther, Illustrious King", "Sasha, Purifying Acolyte", "Golden Pawn", "Frostbind"),
        *("Eternal Magistrate", "Dungeon Guide", "Reveal the Hidden", "Optical Control"),
        *("Striking Illuminance", "Luxem Sight", "Honorable Vanguard"),
        *("Stalwart Shieldmate", "Deadly Opportunist", "Shademist Priestess"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Spirit of Wind", "Training Sword"),
    *("Rai, Spellcrafter", "Lorraine, Wandering Warrior", "Ciel, Loyal Valet"),
    *(
        "Merlin, Memory Thief",
        "Kongming, Fel Eidolon",
        "Incandescent Reliquary",
        "Quicksilver Grail",
    ),
)


def main(*elements: str, phase: str = "main", active: str = "ana", **agreed: str) -> Match:
    """A phase with hands of six, in which ana plays these elements, too."""
    match = partial(played.main, deck=DECK, material=MATERIAL)(phase=phase, active=active, **agreed)
    for element in elements:
        begin(match.t, "", "ana", "permit", f"element {element}", None)
    return match


def test_ga_8_1_cards_that_a_text_has_banished_are_activated_this_turn() -> None:
    match = main().hold("ana", "Ignition Draw").unseen("ana", "hand", 4)
    match.play('ana activate "Ignition Draw"')
    match.play('ana resolve banish:"Charge the Soul"+"Charge the Soul":deck')
    match.lay("ana", "banishment", "Gray Wolf")
    match.refuse('ana activate "Gray Wolf" origin=banishment', "GA-8.1")
    line = 'ana activate "Charge the Soul" bo.champion origin=banishment'
    match.play(f"{line}; ana resolve; ana end; bo step main")
    match.refuse(line, "GA-8.1")
    assert match.champion("bo").damage == 1


def test_ga_8_1_omens_are_activated_for_the_rest_of_the_game() -> None:
    match = main("umbra").level("ana", "Ciel, Loyal Valet")
    match.hold("ana", "Pouvoir Absolu").unseen("ana", "hand", 14)
    ten = "+".join(["Fireball"] * 4 + ['"Gray Wolf"'] * 4 + ["Frostbind"] * 2)
    match.play(f'ana activate "Pouvoir Absolu"; ana resolve banish:{ten}:deck')
    match.lay("ana", "banishment", "Honorable Vanguard")
    match.refuse('ana activate "Honorable Vanguard" origin=banishment', "GA-8.1")
    match.play("ana activate Fireball bo.champion origin=banishment; ana resolve")


@pytest.mark.parametrize("agreed", ["each", "there"])
def test_ga_19_1_of_two_cards_of_a_name_the_omen_is_activated(agreed: str) -> None:
    match = main("umbra", omens=agreed).level("ana", "Ciel, Loyal Valet")
    match.hold("ana", "Pouvoir Absolu").unseen("ana", "hand", 14)
    ten = "+".join(["Fireball"] + ['"Gray Wolf"'] * 4 + ["Frostbind"] * 4 + ['"Ordinary Bear"'])
    match.play(f'ana activate "Pouvoir Absolu"; ana resolve banish:{ten}:deck')
    match.lay("ana", "banishment", "Fireball")
    line = "ana activate Fireball bo.champion origin=banishment"
    match.play(f"{line}; ana resolve").unseen("ana", "hand", 4)
    if agreed == "each":
        match.refuse(line, "GA-8.1")
    else:
        match.play(line)


@pytest.mark.parametrize(("bear", "champion"), [(3, 1), (0, 4)])
def test_ga_18_1_damage_is_split_as_somebody_likes(bear: int, champion: int) -> None:
    match = main("luxem").hold("ana", "Lightweaver's Assault")
    thing = match.put("bo", "Ordinary Bear")
    match.play('''ana activate "Lightweaver's Assault"''')
    shown = "reveal:Fireball+Fireball+Fireball+Frostbind:memory"
    match.refuse(f'ana resolve {shown} damage:"{thing}":3', "GA-1.6", whole=4, shared=3)
    line = f'ana resolve {shown} damage:"{thing}":3 damage:bo.champion'
    match.refuse(f"{line}:2", "GA-1.6", whole=4, shared=5)
    match.refuse(f"{line}:1 damage:ana.champion:1", "GA-1.6", whole=4, shared=5)
    first = f'damage:"{thing}":{bear} ' if bear else ""
    match.play(f"ana resolve {shown} {first}damage:bo.champion:{champion}")
    assert match.champion("bo").damage == champion


@pytest.mark.parametrize(("said", "damage"), [(" banish:Fireball+Fireball+Fireball", 6), ("", 3)])
def test_ga_16_20_the_damage_of_an_attack_is_doubled(said: str, damage: int) -> None:
    match = main().level("ana", "Lorraine, Wandering Warrior").hold("ana", "Rending Flames")
    match.lay("ana", "graveyard", *["Fireball"] * 3).champion("ana").rested = False
    tortoise = match.put("bo", "Giant Tortoise", rested=False)
    match.play(f'ana activate "Rending Flames" "{tortoise}"; ana resolve{said}')
    match.play(f'bo retaliate "{tortoise}"; ana step main')
    gone = tortoise not in match.ga.zones.things
    assert gone == (damage == 6) and (gone or match.thing(tortoise).damage == damage)
    assert match.champion("ana").damage == 1


@pytest.mark.parametrize("whose", ["ana", "bo"])
def test_ga_16_31_what_was_banished_comes_back_rested_as_its_source_leaves(whose: str) -> None:
    match = main("luxem").hold("ana", "Uther, Illustrious King", "Fireball")
    match.unseen("ana", "hand", 4)
    bear = match.put(whose, "Ordinary Bear")
    match.play('ana activate "Uther, Illustrious King"; ana resolve; ana resolve rest')
    match.play(f'ana trigger "Uther, Illustrious King" "{bear}"; ana resolve')
    assert match.ga.zones.piles[f"{whose}.banishment"] == ["Ordinary Bear"]
    match.thing("Uther, Illustrious King.1").damage = 3
    match.play('ana activate Fireball "Uther, Illustrious King.1"; ana resolve; ana resolve')
    back = match.thing("Ordinary Bear.2")
    assert (back.owner, back.controller, back.rested) == (whose, whose, True)


def test_ga_16_20_what_would_enter_a_graveyard_is_banished() -> None:
    match = main().hold("ana", "Fireball", "Fireball").unseen("ana", "hand", 4)
    sasha = match.put("bo", "Sasha, Purifying Acolyte")
    pawns = [match.put("ana", "Golden Pawn") for _ in range(2)]
    match.play(f'ana activate Fireball "{pawns[0]}"; ana resolve; ana resolve')
    assert match.ga.zones.piles["ana.graveyard"] == ["Fireball", "Golden Pawn"]
    match.thing(sasha).marks.append("fostered")
    match.play(f'ana activate Fireball "{pawns[1]}"; ana resolve')
    assert match.ga.zones.piles["ana.banishment"] == ["Fireball", "Golden Pawn"]
    assert not match.ga.waiting.stack  # what was banished has not died


def test_ga_1_3_no_card_leaves_a_material_deck_that_is_shut() -> None:
    match = main().hold("ana", "Dungeon Guide").unseen("ana", "memory", 2)
    match.put("bo", "Eternal Magistrate", marks=["imbued"])
    match.play('ana activate "Dungeon Guide"; ana resolve')
    gone = "banish:Fireball+Fireball:memory"
    match.refuse(f'ana resolve {gone} level:"Rai, Spellcrafter"', "GA-1.3")
    match.play(f"ana resolve {gone}")
    assert match.champion("ana").name == "Spirit of Fire"


def test_ga_1_3_a_material_deck_is_open_in_its_own_materialize_phase() -> None:
    match = main(phase="materialize").unseen("ana", "memory", 1)
    match.put("bo", "Eternal Magistrate", marks=["imbued"])
    match.ga.done.materialized = 0
    match.play('ana materialize "Rai, Spellcrafter" Fireball')
    assert match.champion("ana").name == "Spirit of Fire"
    match.play("ana step main")
    assert match.champion("ana").name == "Rai, Spellcrafter"


def test_ga_1_3_what_gains_no_stealth_has_none() -> None:
    match = main().hold("ana", "Reveal the Hidden")
    cat = match.put("bo", "Cheshire Cat, Impish Grin")
    assert has_word(match.t, match.thing(cat), "stealth")
    match.play('ana activate "Reveal the Hidden"; ana resolve')
    assert not has_word(match.t, match.thing(cat), "stealth")


def test_ga_22_4_who_does_not_lose_by_drawing_draws_what_there_is() -> None:
    for name, over in (("Training Sword", True), ("Chime of Endless Dreams", False)):
        match = main()
        match.put("ana", name)
        hidden = match.ga.zones.hidden
        hidden.draw(match.size("ana", "deck"), "ana.deck", "bo.facedown")
        turn_actions.draw(match.t, "ana", 1, "GA-22.1")
        assert bool(match.ga.over) == over


@pytest.mark.parametrize(("hand", "drawn"), [(6, 1), (7, 0)])
def test_ga_16_10_a_tie_for_the_least_influence_draws(hand: int, drawn: int) -> None:
    match = main(phase="materialize")
    match.put("ana", "Incandescent Reliquary")
    match.unseen("ana", "hand", hand - 6)
    match.play("ana step main")
    assert match.size("ana", "hand") == hand + 1 + drawn


@pytest.mark.parametrize(
    ("name", "levels"), [("Stalwart Shieldmate", 1), ("Deadly Opportunist", 0)]
)
def test_ga_13_1_floating_memory_counts_where_it_works_for_its_owner(
    name: str, levels: int
) -> None:
    match = main().level("ana", "Merlin, Memory Thief").lay("bo", "graveyard", name, "Fireball")
    match.champion("ana").rested = False
    match.play(f'ana ability ana.champion; ana resolve banish:"{name}":graveyard:bo')
    assert match.champion("ana").counters.get("level", 0) == levels


@pytest.mark.parametrize(("seat", "heard"), [("ana", False), ("bo", True)])
def test_ga_16_10_a_champion_that_is_hurt_by_what_is_anothers(seat: str, heard: bool) -> None:
    match = main(active=seat).hold(seat, "Fireball").unseen(seat, "hand", 4)
    match.put("ana", "Shademist Priestess")
    match.play(f"{seat} activate Fireball ana.champion; {seat} resolve")
    assert bool(match.ga.waiting.stack) == heard


def test_ga_1_6_shifting_currents_turn_to_an_adjacent_direction() -> None:
    match = main().level("ana", "Kongming, Fel Eidolon").hold("ana", "Fireball", "Fireball")
    match.unseen("ana", "hand", 8)
    match.side("ana").direction = "north"
    match.play("ana activate Fireball bo.champion")
    for direction in ("north", "south"):
        match.refuse(f"ana resolve mastery::{direction}", "GA-1.6", logged=direction)
    match.play("ana resolve mastery")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"did": ("mastery::east:ana", "mastery::west:ana")}
    match.play("ana resolve mastery::east")
    assert match.side("ana").direction == "east"


def test_ga_8_9_cards_of_the_chosen_type_cost_opponents_more() -> None:
    match = main("luxem").hold("ana", "Optical Control")
    match.play('ana activate "Optical Control"; ana resolve begin:allies')
    assert price_of(match.t, "bo", "activate", 2, "Gray Wolf") == 6
    assert price_of(match.t, "bo", "activate", 4, "Fireball") == 4
    assert price_of(match.t, "ana", "activate", 2, "Gray Wolf") == 2


def test_ga_16_10_a_card_of_the_intent_hears_what_is_shown() -> None:
    match = main("luxem").hold("ana", "Striking Illuminance").unseen("ana", "memory", 2)
    match.champion("ana").counters["preparation"] = 2
    match.champion("ana").rested = False
    match.play('ana activate "Striking Illuminance" bo.champion prepare=yes')
    match.play('ana resolve reveal:"Luxem Sight"+Fireball+"Gray Wolf"+"Gray Wolf":memory')
    match.play('ana trigger "Striking Illuminance"; ana resolve; ana step main')
    assert match.champion("bo").damage == 4 + 1


def with_grail(*material: str, **agreed: str) -> Match:
    """Quicksilver Grail has come from a material deck of these cards beside it and two Spirits."""
    own = ("Spirit of Fire", "Spirit of Wind", "Quicksilver Grail", *material)
    match = played.main(deck=DECK, material=own, phase="materialize", **agreed)
    return match.play('ana materialize "Quicksilver Grail"; ana resolve')


@pytest.mark.parametrize("said", ["", "none", "pass:0"])
def test_ga_5_26_no_champion_is_put_face_down_where_there_is_nothing_else(said: str) -> None:
    match = with_grail("Rai, Spellcrafter")
    match.refuse("ana resolve pass:1", "GA-1.6")
    match.play(f"ana resolve {said}")
    assert not isinstance(match.verdict, Incomplete)
    assert (match.size("ana", "facedown"), match.size("ana", "material")) == (0, 2)


@pytest.mark.parametrize(("said", "down"), [("none", 0), ("pass:0", 0), ("pass", 1), ("", 1)])
def test_ga_22_6_no_card_need_be_found_that_is_no_champion(said: str, down: int) -> None:
    match = with_grail("Rai, Spellcrafter", "Training Sword")
    match.refuse("ana resolve pass:2", "GA-1.6")
    match.play(f"ana resolve {said}")
    assert (match.size("ana", "facedown"), match.size("ana", "material")) == (down, 3 - down)


@pytest.mark.parametrize("agreed", ["fitting", "any"])
def test_ga_5_26_what_a_grail_has_put_face_down_is_no_champion(agreed: str) -> None:
    match = with_grail("Rai, Spellcrafter", "Training Sword", facedown=agreed)
    match.play("ana resolve pass")
    down = match.t.state.zones.hidden.candidates("ana.facedown")
    left = match.t.state.zones.hidden.candidates("ana.material")
    could = {"Spirit of Wind", "Rai, Spellcrafter", "Training Sword"}
    assert set(down) == ({"Training Sword"} if agreed == "fitting" else could)
    assert set(left) == (could - {"Training Sword"} if agreed == "fitting" else could)
    match.play("bo concede")
    if agreed == "fitting":
        match.refuse('ana inspection facedown "Rai, Spellcrafter"', "GA-26.23")
    match.play('ana inspection facedown "Training Sword"')
    assert "ana.material>facedown" not in match.t.state.zones.hidden.zones


def test_ga_5_26_a_grail_plays_what_it_has_banished_itself() -> None:
    match = with_grail("Training Sword", "Prismatic Edge").unseen("ana", "hand", 4)
    match.play("ana resolve pass")
    goes(match.t, Parting(match.thing("Quicksilver Grail.1"), "destroyed", "GA-21.1"))
    again = match.put("ana", "Quicksilver Grail")
    match.play(f'ana step main; ana ability "{again}"')
    match.refuse('ana resolve play:"Training Sword":facedown:materialize', "GA-1.6")
    match.play("ana resolve")
    assert match.size("ana", "facedown") == 1


def test_ga_5_26_the_card_that_a_grail_has_banished_is_played() -> None:
    match = with_grail("Training Sword", "Prismatic Edge").unseen("ana", "hand", 4)
    match.play('ana resolve pass; ana step main; ana ability "Quicksilver Grail.1"')
    match.play('ana resolve play:"Training Sword":facedown:materialize; ana resolve')
    assert match.thing("Training Sword.1").place == "field"
