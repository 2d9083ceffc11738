"""Keywords that work at a moment of the turn (section 24)."""

import pytest

from referee.games.grand_archive.facts import KeywordWorked
from referee.games.grand_archive.words import WORDS
from tests.games.grand_archive.table import turn

NIMBLE = """
[[cards]]
name = "Nimble"
types = ["ally"]
reserve = 2
power = 2
life = 2
keywords = ["agility 2"]

[[cards]]
name = "Sapling"
types = ["ally"]
reserve = 2
power = 1
life = 4
keywords = ["foster", "on foster"]
[[cards.effects]]
when = "on foster"
steps = [{ do = "draw", count = 1 }]

[[cards]]
name = "Sleepy"
types = ["ally"]
reserve = 2
power = 2
life = 2
keywords = ["hindered"]
conditions = { hindered = [["class bonus"]] }
classes = ["ranger"]

[[cards]]
name = "Clock"
types = ["item"]
reserve = 1
keywords = ["on charge 2"]
[[cards.effects]]
when = "on charge"
steps = [{ do = "draw", count = 2 }]

[[cards]]
name = "Boots"
types = ["item"]
reserve = 1
[[cards.effects]]
when = "activated"
steps = [{ do = "grant", player = "you", word = "agility", amount = 2, until = "turn" }]
"""


# -- Agility ---------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.1")
def test_ga_24_1_agility_takes_cards_of_the_memory_to_hand_as_the_end_phase_begins():
    match = turn(extra=NIMBLE)
    match.unseen("ana", "memory", 2).put("ana", "Nimble")
    match.play("ana step end")
    assert match.size("ana", "memory") == 4, "it triggers, and may be answered first"
    match.play("ana resolve")
    assert (match.size("ana", "memory"), match.size("ana", "hand")) == (2, 9)
    assert match.one(KeywordWorked).amount == 2


def test_ga_24_1_agility_works_once_for_each_copy_and_only_in_its_players_turn():
    match = turn(extra=NIMBLE)
    match.unseen("ana", "memory", 3)
    for seat in ("ana", "ana", "bo"):
        match.put(seat, "Nimble")
    match.play("ana end")
    assert (match.size("ana", "memory"), match.size("ana", "hand")) == (1, 11)
    assert match.size("bo", "memory") == 2


def test_ga_24_1_agility_takes_all_of_a_memory_that_is_smaller():
    match = turn(extra=NIMBLE)
    match.put("ana", "Nimble")
    match.put("ana", "Nimble")
    match.play("ana end")
    assert (match.size("ana", "memory"), match.size("ana", "hand")) == (0, 9)


@pytest.mark.rule("GA-24.1")
def test_ga_24_1_a_player_may_have_agility_for_a_turn():
    match = turn(extra=NIMBLE)
    match.unseen("ana", "memory", 2).play(f"ana ability {match.put('ana', 'Boots')}; ana end")
    assert (match.size("ana", "memory"), match.size("ana", "hand")) == (2, 9)
    match.play("bo end; ana step draw")
    memory = match.size("ana", "memory")
    match.unseen("ana", "memory", 2).play("ana end")
    assert match.size("ana", "memory") == memory + 2, "the turn is over"


# -- Vigor -----------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.39")
def test_ga_24_39_vigor_wakes_its_object_as_the_end_phase_begins():
    match = turn()
    tired = match.put("ana", "Vigor2", rested=True)
    plain = match.put("ana", "A2", rested=True)
    other = match.put("bo", "Vigor2", rested=True)
    match.play("ana step end")
    assert match.thing(tired).rested, "it triggers first"
    match.play("ana resolve")
    assert not match.thing(tired).rested
    assert match.thing(plain).rested and match.thing(other).rested


# -- Foster ----------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.13")
def test_ga_24_13_an_ally_not_damaged_since_its_players_turn_is_fostered_once():
    match = turn(extra=NIMBLE, phase="end", seat="bo")
    young = match.put("ana", "Sapling")
    match.play("bo end; ana step recollection")
    assert match.thing(young).marks == ["fostered"]
    hand = match.size("ana", "hand")
    match.play("ana resolve")
    assert match.size("ana", "hand") == hand + 1, "On Foster draws"
    match.play("ana end; bo end; ana step recollection")
    assert match.thing(young).marks == ["fostered"]
    assert not match.ga.waiting.stack, "it does not trigger again"


def test_ga_24_13_damage_since_the_players_last_turn_keeps_an_ally_from_being_fostered():
    match = turn(extra=NIMBLE)
    hurt = match.put("ana", "Sapling")
    hitter = match.put("bo", "A1")
    match.play(f"ana end; bo attack {hitter} {hurt}; bo end; ana step recollection")
    assert match.thing(hurt).marks == []
    match.play("ana end; bo end; ana step recollection")
    assert match.thing(hurt).marks == ["fostered"], "a turn later it is"


def test_ga_24_13_damage_in_its_own_players_turn_does_not_keep_an_ally_from_being_fostered():
    match = turn(extra=NIMBLE)
    bold = match.put("ana", "Sapling")
    stout = match.put("bo", "A1")
    match.play(f"ana attack {bold} {stout}; bo retaliate {stout}; ana end")
    match.play("bo end; ana step recollection")
    assert match.thing(bold).marks == ["fostered"]


# -- Hindered --------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.14")
def test_ga_24_14_a_hindered_object_arrives_rested_where_its_condition_holds():
    match = turn(extra=NIMBLE)
    assert match.thing(match.put("ana", "Slow2")).rested
    assert not match.thing(match.put("ana", "A2")).rested
    assert not match.thing(match.put("ana", "Sleepy")).rested, "no Class Bonus"


# -- On Charge -------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.41")
def test_ga_24_41_on_charge_triggers_once_there_are_as_many_counters():
    match = turn(extra=NIMBLE, edition="R26", phase="end", seat="bo")
    clock = match.put("ana", "Clock")
    match.play("bo end; ana step recollection")
    assert match.thing(clock).counters == {"charge": 1}
    assert not match.ga.waiting.stack
    match.play("ana end; bo end; ana step recollection")
    hand = match.size("ana", "hand")
    match.play("ana resolve")
    assert match.size("ana", "hand") == hand + 2
    match.play("ana end; bo end; ana step recollection")
    assert match.thing(clock).counters == {"charge": 2}, "it has triggered"


def test_what_keywords_do_by_themselves_is_told():
    told = {
        ("agility", 2): "ana takes 2 cards from memory to hand by Agility",
        ("on charge", 1): "Clock.1 has 1 charge counter now",
        ("imbue", 0): "Clock.1 is imbued",
        ("empower", 3): "Clock.1 is empowered by 3",
    }
    for (word, amount), sentence in told.items():
        assert WORDS[KeywordWorked](KeywordWorked("ana", "Clock.1", word, amount, "")) == sentence
