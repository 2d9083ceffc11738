"""Shipped cards where they were looser, stricter or other than print once."""

from functools import partial

import pytest

from referee.games.grand_archive.hearing import set_off
from referee.games.grand_archive.places import enter
from referee.parts.lasting import begin
from referee.verdict import Incomplete
from tests.games.grand_archive import test_effects_played as played

DECK = dict.fromkeys(
    (
        *("Gray Wolf", "Ordinary Bear", "Giant Tortoise", "Fireball", "Engulf", "Three Visits"),
        *("Rococo, Explosive Maven", "Morgan, Soul Guide", "Tune Up", "Snow Fairy", "Red Slime"),
        *("Second Wind", "Freezing Hail", "Stifling Gyre", "Rouge, Ace of Hearts"),
        *("Winbless Lookout", "Fount Seraphim", "Artificer's Opus", "Fractal of Snow"),
        *("Gather Slimes", "Nimble Longbowman", "Optical Control"),
        "Jianyu, Fate's Premonition",
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Spirit of Wind", "Rai, Spellcrafter"),
    *("Rai, Archmage", "Alice, Golden Queen", "Silvie, Wilds Whisperer", "Training Sword"),
    *("Lorraine, Crux Knight", "Diana, Keen Huntress"),
)
main = partial(played.main, deck=DECK, material=MATERIAL)


@pytest.mark.rule("GA-16.12")
def test_ga_16_12_nothing_is_aimed_at_where_the_condition_of_a_trigger_fails() -> None:
    match = main().hold("ana", "Rococo, Explosive Maven").unseen("ana", "memory", 1)
    match.play('ana activate "Rococo, Explosive Maven"; ana resolve; ana end')
    assert match.champion("bo").damage == 0
    few = main().hold("ana", "Rococo, Explosive Maven")
    few.play('ana activate "Rococo, Explosive Maven"; ana resolve')
    few.ga.zones.hidden.draw(3, "ana.hand", "ana.deck")
    few.refuse("ana end", "GA-16.12")
    few.play('ana trigger "Rococo, Explosive Maven" bo.champion; ana resolve; ana end')
    assert few.champion("bo").damage == 2


@pytest.mark.rule("GA-1.3")
def test_ga_1_3_who_may_not_recover_keeps_the_damage() -> None:
    match = main().level("ana", "Rai, Spellcrafter", "Rai, Archmage").hold("bo", "Tune Up")
    match.put("ana", "Morgan, Soul Guide")
    match.champion("bo").damage = 5
    match.play('ana activate Fireball bo.champion; bo activate "Tune Up"')
    match.refuse("bo resolve recover:2", "GA-1.3")
    match.play("bo resolve")
    assert match.champion("bo").damage == 5


@pytest.mark.rule("GA-6.10")
def test_ga_6_10_what_does_not_wake_in_the_wake_up_phase_wakes_by_an_effect() -> None:
    match = main("Spirit of Water", bo="Spirit of Wind").hold("bo", "Second Wind")
    wolf = match.put("bo", "Gray Wolf", rested=True)
    fairy = match.thing(match.put("ana", "Snow Fairy"))
    set_off(match.t, fairy, "on enter")
    match.play("ana end; bo step main")
    assert match.thing(wolf).rested
    match.play('bo activate "Second Wind" "Gray Wolf.1"; bo resolve')
    assert not match.thing(wolf).rested


@pytest.mark.rule("GA-16.31")
def test_ga_16_31_a_unit_does_not_wake_in_its_controllers_next_wake_up_phase() -> None:
    match = main("Spirit of Water", active="bo").hold("ana", "Freezing Hail")
    tortoise = match.put("bo", "Giant Tortoise", rested=True)
    match.play("bo step main")
    match.play('ana activate "Freezing Hail" "Giant Tortoise.1"; ana resolve; bo end')
    match.play("ana end; bo step main")
    assert match.thing(tortoise).rested
    match.play("bo end; ana end; bo step main")
    assert not match.thing(tortoise).rested


@pytest.mark.rule("GA-11.11")
def test_ga_11_11_a_negated_card_goes_where_its_text_sends_it() -> None:
    match = main("Spirit of Wind", bo="Spirit of Water").level("ana", "Rai, Spellcrafter")
    match.lay("ana", "graveyard", "Three Visits").hold("bo", "Engulf")
    match.play('ana activate "Three Visits" origin=graveyard')
    match.play('bo activate Engulf "Three Visits.1"; bo resolve')
    assert match.ga.zones.piles.get("ana.banishment") == ["Three Visits"]
    assert not match.ga.zones.piles.get("ana.graveyard")


@pytest.mark.rule("GA-5.10")
def test_ga_5_10_what_is_asked_of_the_dead_is_as_it_was_last() -> None:
    match = main("Spirit of Fire").level("ana", "Silvie, Wilds Whisperer").hold("ana", "Fireball")
    slime = match.put("ana", "Red Slime")
    tortoise = match.put("bo", "Giant Tortoise")
    bear = match.put("bo", "Ordinary Bear")
    begin(match.t, "test", slime, "add", "power", 2, until="turn")
    match.play('ana activate Fireball "Red Slime.1"; ana resolve')
    match.refuse('ana resolve damage:"Giant Tortoise.1":3', "GA-1.6")
    match.play('ana resolve damage:"Giant Tortoise.1":5')
    assert match.thing(tortoise).damage == 5
    assert bear not in match.ga.zones.things


@pytest.mark.rule("GA-5.24")
def test_ga_5_24_what_comes_rested_is_never_awake() -> None:
    match = main("Spirit of Water").hold("bo", "Gray Wolf")
    seraphim = match.thing(match.put("ana", "Fount Seraphim", marks=["imbued"]))
    set_off(match.t, seraphim, "on enter")
    match.play('ana end; bo step main; bo activate "Gray Wolf"; bo resolve')
    assert match.thing("Gray Wolf.1").rested
    assert not match.ga.waiting.stack
    match.put("ana", "Artificer's Opus")
    assert match.thing("Artificer's Opus.1").rested


def test_ga_16_20_allies_that_come_together_all_come_rested() -> None:
    match = main("Spirit of Water").level("ana", "Alice, Golden Queen")
    match.put("ana", "Fractal of Snow")
    match.play('ana ability "Fractal of Snow"; ana resolve')
    rested = [
        enter(match.t, "Ominous Shadow", "ana", "ana", token=True, more=more).rested
        for more in (True, False, False)
    ]
    assert rested == [True, True, False]


def test_ga_24_25_each_on_enter_trigger_is_heard_by_itself() -> None:
    match = main("Spirit of Wind", bo="Spirit of Wind").level("bo", "Silvie, Wilds Whisperer")
    match.put("ana", "Stifling Gyre", marks=["named Winbless Lookout"])
    match.hold("bo", "Winbless Lookout").at("main", "bo")
    match.play('bo activate "Winbless Lookout"; bo resolve')
    triggers = [each.trigger for each in match.ga.waiting.stack]
    assert triggers.count("on enter") == triggers.count("triggers") == 2


@pytest.mark.rule("GA-16.20")
def test_ga_16_20_what_is_chosen_as_an_object_comes_is_there_before_anybody_answers() -> None:
    match = main("Spirit of Water").hold("ana", "Jianyu, Fate's Premonition").hold("bo", "Fireball")
    match.play("""ana activate "Jianyu, Fate's Premonition\"""")
    match.play("ana resolve")
    assert isinstance(match.verdict, Incomplete)
    match.play("ana resolve name:Fireball")
    assert not match.ga.waiting.stack
    hand = match.size("bo", "hand")
    match.play("ana end; bo step main; bo activate Fireball ana.champion")
    assert match.size("bo", "hand") == hand - 1 - 3 - 2 - 1


def test_ga_16_20_a_card_type_that_was_chosen_costs_more_at_once() -> None:
    match = main("Lorraine, Crux Knight").hold("ana", "Optical Control").hold("bo", "Fireball")
    begin(match.t, "test", "ana", "permit", "element luxem")
    match.play('ana activate "Optical Control"; ana resolve begin:actions')
    assert not match.ga.waiting.stack
    match.unseen("bo", "hand", 3)
    match.play("bo activate Fireball ana.champion")
    assert match.size("bo", "memory") == 4 + 4


def test_ga_16_20_the_next_card_alone_comes_as_it_was_promised() -> None:
    match = main("Spirit of Water", bo="Spirit of Water").hold("ana", "Gray Wolf", "Ordinary Bear")
    match.level("ana", "Silvie, Wilds Whisperer").hold("bo", "Engulf")
    set_off(match.t, match.champion("ana"), "on enter")
    match.play('ana activate "Gray Wolf"; bo activate Engulf "Gray Wolf.1"; bo resolve')
    match.play('ana activate "Ordinary Bear"; ana resolve; ana end')
    assert match.thing("Ordinary Bear.1").counters == {}


def test_ga_16_20_an_ally_comes_distant_whoever_puts_it_there() -> None:
    match = main().level("ana", "Diana, Keen Huntress").hold("ana", "Nimble Longbowman")
    match.play('ana activate "Nimble Longbowman"; ana resolve')
    assert "distant" in match.thing("Nimble Longbowman.1").marks
    assert len(match.ga.waiting.stack) == 1
    assert "distant" in enter(match.t, "Nimble Longbowman", "ana", "ana").marks
    assert "distant" not in enter(match.t, "Nimble Longbowman", "bo", "bo").marks
