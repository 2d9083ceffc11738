"""Texts of the shipped catalog that know each copy of the cards that they have banished, and the
last texts of champions, played through whole lines."""

from functools import partial

import pytest

from referee.games.grand_archive.begun import begin as begin_text
from referee.games.grand_archive.begun import lay_mastery
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.hearing import set_off
from referee.games.grand_archive.state import mastery_of
from referee.parts.lasting import begin
from referee.verdict import Incomplete
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match

DECK = dict.fromkeys(
    (
        *("Fireball", "Frostbind", "Gray Wolf", "Ordinary Bear", "Giant Tortoise", "Clean Cut"),
        *("Ashen Riffle", "Limitless Defiance", "Seething Intercession", "Five of Hearts"),
        *("Honorable Vanguard", "Stalwart Shieldmate", "Deadly Opportunist", "Dungeon Guide"),
        "Charge the Soul",
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Wind", "Training Sword", "Quicksilver Grail"),
    *("Arisanna, Lucent Arbiter", "Kongming, Erudite Strategist", "Merlin, Brilliant Vestige"),
    *("Lorraine, Ascendant Wings", "Jin, Zealous Maverick"),
)


def main(*elements: str, phase: str = "main", active: str = "ana") -> Match:
    """A phase with hands of six, in which ana plays these elements, too."""
    match = partial(played.main, deck=DECK, material=MATERIAL)(phase=phase, active=active)
    for element in elements:
        begin(match.t, "", "ana", "permit", f"element {element}", None)
    return match


@pytest.mark.parametrize(("shown", "negated"), [("Giant Tortoise", True), ("Gray Wolf", False)])
def test_ga_11_10_an_activation_is_negated_if_it_costs_what_the_card_shown_does(
    shown: str, negated: bool
) -> None:
    match = main().level("ana", "Arisanna, Lucent Arbiter").hold("ana", "Fireball")
    match.unseen("ana", "hand", 3)
    match.play("ana activate Fireball bo.champion; ana ability ana.champion Fireball")
    if not negated:
        match.refuse(f'ana resolve reveal:"{shown}":deck negate:"Fireball.1"', "GA-1.6")
    match.play(f'ana resolve reveal:"{shown}":deck; ana end')
    assert (match.champion("bo").damage == 0) == negated


def faced(match: Match, way: str) -> str:
    """A line that activates the Fireball of banishment, while Shifting Currents face that way."""
    match.side("ana").direction = way
    return "ana activate Fireball bo.champion origin=banishment"


def test_ga_8_1_each_banished_card_is_played_while_the_currents_face_its_way() -> None:
    match = main().unseen("ana", "hand", 9).level("ana", "Kongming, Erudite Strategist")
    set_off(match.t, match.champion("ana"), "on enter")
    handles.follows(match.t)
    match.refuse('ana resolve banish:Fireball+"Gray Wolf"+Fireball:deck', "GA-1.6")
    match.play('ana resolve banish:Fireball+"Gray Wolf"+Fireball+Frostbind:deck')
    match.refuse(faced(match, ""), "GA-8.1")
    match.refuse(faced(match, "east"), "GA-8.1")
    match.play(f"{faced(match, 'north')}; ana resolve")
    match.refuse(faced(match, "north"), "GA-8.1")
    match.play(f"{faced(match, 'south')}; ana resolve")
    assert match.size("ana", "graveyard") == 2
    match.lay("ana", "banishment", "Fireball")
    match.refuse(faced(match, "south"), "GA-8.1")
    faced(match, "east")
    match.play('ana activate "Gray Wolf" origin=banishment; ana end')


@pytest.mark.parametrize("over", [False, True])
def test_ga_16_31_it_is_played_until_ones_own_next_turn_begins(over: bool) -> None:
    match = main().unseen("ana", "hand", 9).level("ana", "Kongming, Erudite Strategist")
    set_off(match.t, match.champion("ana"), "on enter")
    handles.follows(match.t)
    match.play("ana resolve banish:Frostbind+Fireball+Fireball+Frostbind:deck; ana end")
    match.play("bo end; ana step main" if over else "bo step main")
    line = faced(match, "south")
    if over:
        match.refuse(line, "GA-8.1")
    else:
        match.play(line)


def test_ga_8_1_who_lost_a_card_of_the_memory_may_activate_it_until_the_next_turn_ends() -> None:
    match = main().level("ana", "Merlin, Brilliant Vestige")
    lay_mastery(match.t, "ana", "Fractured Memories")
    match.side("ana").mastery = "Fractured Memories"
    match.thing(mastery_of("ana")).counters["sheen"] = 24
    match.unseen("bo", "memory", 2).unseen("bo", "hand", 4)
    match.play("ana step end")
    assert isinstance(match.play("ana resolve").verdict, Incomplete)
    match.play("ana resolve banish:Fireball:memory:bo")
    match.lay("ana", "banishment", "Fireball").hold("ana", "Gray Wolf")
    line = "bo activate Fireball ana.champion origin=banishment"
    match.refuse(line.replace("bo ", "ana "), "GA-8.1")
    match.play("ana end; bo step main")
    match.play(f"{line}; bo resolve").lay("bo", "banishment", "Fireball")
    match.refuse(line, "GA-8.1")


@pytest.mark.parametrize(
    ("turns", "held"), [("ana end; bo end", False), ("ana end; bo step main", True)]
)
def test_ga_16_31_the_turn_that_ends_it_is_the_next_of_who_lost_the_card(
    turns: str, held: bool
) -> None:
    match = main().level("ana", "Merlin, Brilliant Vestige")
    lay_mastery(match.t, "ana", "Fractured Memories")
    match.thing(mastery_of("ana")).counters["sheen"] = 24
    match.unseen("bo", "memory", 2).unseen("bo", "hand", 4)
    match.play("ana step end; ana resolve banish:Fireball:memory:bo")
    begun = match.ga.begun
    assert any("open" in key for key in begun)
    match.play(turns)
    assert any("open" in key for key in begun) == held


def test_ga_17_1_swords_attack_as_if_they_were_allies() -> None:
    match = main().level("ana", "Lorraine, Ascendant Wings")
    sword = match.put("ana", "Training Sword")
    bear = match.put("bo", "Ordinary Bear")
    match.refuse(f'ana attack "{sword}" bo.champion', "GA-17.1")
    match.refuse("ana ability ana.champion", "GA-1.6")
    match.champion("ana").marks.append("ascendant")
    match.unseen("ana", "hand", 6)
    match.refuse("ana ability ana.champion", "GA-9.1")
    begin_text(match.t, "Lorraine, Ascendant Wings", "wings", "ana", "")
    match.play(f'ana attack "{sword}" "{bear}"; bo retaliate "{bear}"; ana step main')
    assert match.thing(sword).rested
    assert match.thing(sword).counters["durability"] == 2
    assert match.thing(bear).damage == 1


def test_ga_8_1_of_two_copies_in_banishment_that_one_is_activated_which_was_put_there() -> None:
    match = main().hold("ana", "Ashen Riffle").unseen("ana", "hand", 14)
    match.lay("ana", "banishment", "Five of Hearts").play('ana activate "Ashen Riffle"')
    shown = 'reveal:Fireball+"Gray Wolf"+"Five of Hearts"+Fireball:deck'
    match.play(f'ana resolve {shown} banish:"Five of Hearts":deck')
    line = 'ana activate "Five of Hearts" origin=banishment'
    match.play(f"{line}; ana resolve")
    assert match.size("ana", "banishment") == 1
    match.refuse(line, "GA-8.1")


def test_ga_16_14_the_champion_wakes_for_each_copy_that_was_banished_so() -> None:
    match = main("exia").level("ana", "Jin, Zealous Maverick").hold("ana", "Limitless Defiance")
    match.champion("ana").damage = 2
    match.unseen("ana", "hand", 14).lay("ana", "banishment", "Clean Cut")
    match.play('ana activate "Limitless Defiance"')
    match.play('ana resolve banish:"Clean Cut"+Fireball:deck')
    match.refuse("ana activate Fireball bo.champion origin=banishment", "GA-8.1")
    line = 'ana activate "Clean Cut" origin=banishment target=bo.champion'
    match.play(f"{line}; ana resolve; ana resolve")
    assert not match.champion("ana").rested
    match.refuse(line, "GA-8.1")


def test_ga_8_10_a_card_that_two_texts_know_costs_what_one_of_them_says() -> None:
    match = main("exia").level("ana", "Jin, Zealous Maverick").unseen("ana", "hand", 14)
    for _ in range(2):
        match.hold("ana", "Seething Intercession").play('ana activate "Seething Intercession"')
        match.play('ana resolve banish:"Clean Cut"+"Gray Wolf"+"Ordinary Bear":deck')
    for damage in (2, 4):
        match.play('ana activate "Clean Cut" origin=banishment target=bo.champion; ana step main')
        assert match.champion("ana").damage == damage
        match.champion("ana").rested = False
    match.lay("ana", "banishment", "Clean Cut", "Fireball")
    match.refuse('ana activate "Clean Cut" origin=banishment target=bo.champion', "GA-8.1")
    match.refuse("ana activate Fireball bo.champion origin=banishment", "GA-8.1")
