"""Texts of the shipped catalog that know each copy of the cards that they have banished, and the
last texts of champions, played through whole lines."""

from functools import partial

import pytest

from referee.games.grand_archive.begun_texts import TextBegan, lay_mastery
from referee.games.grand_archive.begun_texts import begin as begin_text
from referee.games.grand_archive.effects.numbers import FACE_DOWN
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.places import moved, put, take
from referee.games.grand_archive.state import combat_of, mastery_of
from referee.games.grand_archive.triggers import set_off
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match, turn

DECK = dict.fromkeys(
    (
        *("Fireball", "Frostbind", "Gray Wolf", "Ordinary Bear", "Giant Tortoise", "Clean Cut"),
        *("Ashen Riffle", "Limitless Defiance", "Seething Intercession", "Five of Hearts"),
        *("Honorable Vanguard", "Stalwart Shieldmate", "Deadly Opportunist", "Dungeon Guide"),
        *("Charge the Soul", "Three Visits", "Shattering Discharge", "Beguiling Coup"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Wind", "Training Sword", "Quicksilver Grail"),
    *("Arisanna, Lucent Arbiter", "Kongming, Erudite Strategist", "Merlin, Brilliant Vestige"),
    *("Lorraine, Ascendant Wings", "Jin, Zealous Maverick", "Rai, Archmage", "Ciel, Loyal Valet"),
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
    begin_text(match.t, TextBegan("ana", "Lorraine, Ascendant Wings", "wings", "", "", 0))
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


def sealed(match: Match, *names: str) -> Match:
    """Cards of ana's banishment are turned face down, by what all have seen."""
    take(match.t, "ana", "banishment", names)
    put(match.t, "ana", "facedown", names)
    moved(match.t, "ana", names, "banishment", "facedown", "GA-5.26")
    return match


def test_ga_5_27_a_card_turned_face_down_is_activated_by_its_own_text() -> None:
    match = (
        main("wind")
        .level("ana", "Arisanna, Lucent Arbiter")
        .lay("ana", "banishment", "Three Visits")
    )
    sealed(match, "Three Visits")
    deck = match.size("ana", "deck")
    match.champion("ana").rested = False
    match.play('ana activate "Three Visits" origin=facedown; ana resolve glimpse:2:0')
    assert (match.size("ana", "deck"), match.size("ana", "facedown")) == (deck + 1, 0)
    match.lay("ana", "banishment", "Gray Wolf")
    sealed(match, "Gray Wolf").refuse('ana activate "Gray Wolf" origin=facedown', "GA-8.1")


def test_ga_5_27_a_charged_card_is_activated_though_it_lies_face_down() -> None:
    match = main("arcane").level("ana", "Rai, Archmage").unseen("ana", "memory", 1)
    match.lay("ana", "banishment", "Shattering Discharge")
    line = 'ana activate "Shattering Discharge" bo.champion origin=facedown'
    sealed(match, "Shattering Discharge").refuse(line, "GA-8.1")
    begin_text(match.t, TextBegan("ana", "Shattering Discharge", "charged", "", "", 1))
    match.play(f"{line}; ana step main")
    assert match.champion("bo").damage == 2


def test_ga_8_1_what_a_text_has_banished_stays_its_own_face_down_and_up_again() -> None:
    match = main().hold("ana", "Ashen Riffle").unseen("ana", "hand", 14)
    match.play('ana activate "Ashen Riffle"')
    shown = 'reveal:"Five of Hearts"+"Gray Wolf"+"Five of Hearts"+Fireball:deck'
    match.play(f'ana resolve {shown} banish:"Five of Hearts"+"Five of Hearts":deck')
    sealed(match, "Five of Hearts", "Five of Hearts")
    match.play('ana activate "Five of Hearts" origin=facedown; ana resolve')
    take(match.t, "ana", "facedown", ("Five of Hearts",))
    put(match.t, "ana", "banishment", ("Five of Hearts", "Five of Hearts"))
    line = 'ana activate "Five of Hearts" origin=banishment'
    match.play(f"{line}; ana resolve").refuse(line, "GA-8.1")


CITADEL = """
[[cards]]
name = "Citadel"
types = ["domain"]
reserve = 0
[[cards.effects]]
when = { on = "recollection begins", seat = "opponent" }
steps = [{ do = "begin", effect = "freezes", thing = "their champion", uses = 1, until = "turn" }]
[[cards.effects]]
name = "freezes"
when = "always"
change = [{ on = "controller of bearer", layer = "add", what = "activate", amount = 2 }]
"""


def test_ga_8_9_of_several_opponents_that_one_pays_more_whose_turn_it_is() -> None:
    match = turn(3, CITADEL)
    match.put("ana", "Citadel")
    match.play("ana end; bo step main").hold("cy", "Bolt1").hold("bo", "A1", "A1")
    match.play("cy activate Bolt1")
    assert match.size("cy", "memory") == 2 + 1
    memory = match.size("bo", "memory")
    match.play("bo activate A1")
    assert match.size("bo", "memory") == memory + 1 + 2
    match.play("bo activate A1")
    assert match.size("bo", "memory") == memory + 1 + 2 + 1


def test_ga_19_8_an_omen_of_another_player_comes_into_the_intent() -> None:
    match = main("umbra").level("ana", "Ciel, Loyal Valet").hold("ana", "Beguiling Coup")
    match.unseen("ana", "hand", 9).lay("ana", "banishment", "Gray Wolf")
    match.lay("bo", "banishment", "Clean Cut", "Fireball").side("bo").omens = ["Clean Cut"]
    match.play('ana activate "Beguiling Coup" target=bo.champion')
    match.refuse('ana ability "Beguiling Coup.1" Fireball', "GA-8.7")
    match.play('ana ability "Beguiling Coup.1" "Clean Cut"; ana resolve; ana step main')
    assert match.champion("bo").damage == 2
    assert (match.size("bo", "graveyard"), match.size("bo", "banishment")) == (1, 1)


def test_ga_17_10_a_new_target_is_one_that_could_be_attacked_whatever_has_taunt() -> None:
    match = main("umbra").level("ana", "Ciel, Loyal Valet").hold("ana", "Beguiling Coup")
    match.unseen("ana", "hand", 9).lay("ana", "banishment", "Clean Cut")
    match.side("ana").omens = ["Clean Cut"]
    shield, vanguard = match.put("bo", "Stalwart Shieldmate"), match.put("bo", "Gray Wolf")
    hidden = match.put("bo", "Ordinary Bear")
    begin(match.t, "", hidden, "grant", "stealth", None)
    match.play(f'ana activate "Beguiling Coup" target="{shield}"')
    match.play('ana ability "Beguiling Coup.1" "Clean Cut"')
    match.refuse(f'ana resolve redirect:"{hidden}"', "GA-1.6")
    match.refuse(f'bo resolve redirect:"{vanguard}"', "GA-11.6", chooser="ana")
    match.play(f'ana resolve redirect:"{vanguard}"')
    assert combat_of(match.ga).targets == [vanguard]


def test_ga_5_27_the_grail_plays_a_card_of_the_material_deck_alone() -> None:
    match = main().unseen("ana", "hand", 9)
    grail = match.put("ana", "Quicksilver Grail")
    put(match.t, "ana", "facedown", ("Gray Wolf",))
    match.thing(grail).marks = [FACE_DOWN]
    match.play(f'ana ability "{grail}"')
    match.refuse('ana resolve play:"Gray Wolf":facedown:activate', "GA-1.6")
    match.ga.players["ana"].preserved = ["Gray Wolf"]
    match.play('ana resolve play:"Gray Wolf":facedown:activate; ana resolve')
    assert "Gray Wolf.1" in match.ga.zones.things
