"""Cards of the shipped catalog, played through whole lines: what they cost, answer and do."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from events.notation.words import quote
from referee.games.grand_archive.effects.levels import load
from referee.games.grand_archive.effects.numbers import NUMBERS
from referee.games.grand_archive.lineages import enter_champion
from referee.games.registry import game_of
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete, Legal
from storage.catalogs import samples
from tests.games.grand_archive.table import Match, opening

DECK = {
    **dict.fromkeys(("Gray Wolf", "Ordinary Bear", "Giant Tortoise", "Trained Hawk"), 4),
    **dict.fromkeys(("Flamebolt Arbalist", "Fireball", "Engulf", "Frostbind"), 4),
    **dict.fromkeys(("Creative Shock", "Fairy Whispers", "Crux Sight", "Arcane Blast"), 4),
    **dict.fromkeys(("Heated Vengeance", "Opening Cut", "Charge the Soul", "Prudent Nock"), 4),
    **dict.fromkeys(("Take Aim", "Beseech the Winds", "Song of Frost", "Baleful Oblation"), 4),
    **dict.fromkeys(("Primordial Ritual", "Evasive Positioning"), 4),
    **dict.fromkeys(("Conniving Plans", "Planted Explosive", "Nascent Blast"), 4),
}
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Spirit of Wind"),
    *("Training Sword", "Rai, Spellcrafter"),
)


@cache
def shipped() -> Any:
    (found,) = samples("grand_archive").values()
    return found


def main(
    ana: str = "Spirit of Fire",
    bo: str = "Spirit of Fire",
    phase: str = "main",
    active: str = "ana",
    *,
    deck: Mapping[str, int] = DECK,
    material: Sequence[str] = MATERIAL,
    edition: str = "R25",
    **agreed: str,
) -> Match:
    """A phase with these champions, and hands of six that nobody has seen."""
    players = ("ana", "bo")
    e = opening(
        cards=shipped(),
        decks=dict.fromkeys(players, deck),
        materials=dict.fromkeys(players, material),
        edition=edition,
        **agreed,
    )
    match = Match(game_of("grand_archive", edition), shipped(), e)
    state = match.t.state
    state.waiting.stack.clear()
    for each, champion in zip(players, (ana, bo), strict=True):
        side = state.players[each]
        if side.had:
            side.champions.clear()
            state.zones.things.clear()
        state.zones.hidden.show(f"{each}.material", (champion,))
        enter_champion(match.t, each, champion)
        side.begun = 3
        match.unseen(each, "hand", 6 - match.size(each, "hand"))
    state.heard.clear()
    state.turn = 7
    return match.at(phase, active)


@pytest.mark.rule("GA-8.9")
def test_ga_8_9_a_shipped_card_costs_less_by_its_class_bonus():
    match = main().hold("ana", "Fireball", "Fireball")
    match.play("ana activate Fireball bo.champion")
    assert match.size("ana", "memory") == 4
    match.play("ana resolve").level("ana", "Rai, Spellcrafter")
    match.play("ana activate Fireball bo.champion; ana resolve")
    assert match.size("ana", "memory") == 4 + 2
    assert match.champion("bo").damage == 1 + 2


@pytest.mark.parametrize("answer", ["", "bo activate Fireball ana.champion hold=yes"])
def test_ga_5_29_what_resolves_is_named_in_short_wherever_it_lies_on_the_stack(answer: str):
    match = main(bo="Spirit of Water").hold("ana", "Fireball").hold("bo", "Frostbind", "Fireball")
    begin(match.t, "", "bo", "permit", "element fire", None)
    match.unseen("bo", "hand", 4).play("ana activate Fireball bo.champion")
    match.play(f"bo activate Frostbind Fireball hold=yes; {answer}")
    match.play("ana resolve pay:2 source=frostbind")
    assert [each.card for each in match.ga.waiting.stack] == ["Fireball"]


@pytest.mark.rule("GA-11.10")
def test_ga_11_10_an_activation_is_negated_and_its_card_banished_unless_its_controller_pays():
    match = main(bo="Spirit of Water").hold("ana", "Fireball", "Fireball")
    match.hold("bo", "Frostbind", "Frostbind")
    match.play("ana activate Fireball bo.champion; bo activate Frostbind Fireball; bo resolve")
    assert (match.size("ana", "banishment"), match.size("ana", "graveyard")) == (1, 0)
    assert match.champion("bo").damage == 0
    match.unseen("ana", "hand", 4)
    match.play("ana activate Fireball bo.champion; bo activate Frostbind Fireball")
    match.play("bo resolve pay:2:ana; ana resolve")
    assert match.size("ana", "memory") == 4 + 4 + 2
    assert match.champion("bo").damage == 1


def test_ga_22_5_what_was_glimpsed_is_drawn_from_the_top_of_the_deck():
    match = main(ana="Spirit of Wind").hold("ana", "Fairy Whispers")
    match.play('ana activate "Fairy Whispers"')
    before = match.size("ana", "deck")
    match.play('ana resolve glimpse:3:2 reveal:"Trained Hawk":deck')
    assert match.size("ana", "deck") == before - 1
    assert match.size("ana", "graveyard") == 1
    match.play(f"ana tally deck={before - 1}")


@pytest.mark.rule("GA-5.30")
def test_ga_5_30_the_text_of_an_attack_card_works_in_the_intent():
    match = main().hold("ana", "Heated Vengeance", "Heated Vengeance")
    match.play('ana activate "Heated Vengeance" target=bo.champion damage=2')
    assert match.champion("bo").damage == 2
    match.champion("ana").rested = False
    match.champion("ana").hurt = match.ga.turn
    match.play('ana activate "Heated Vengeance" target=bo.champion damage=5')
    assert match.champion("bo").damage == 2 + 5


def test_a_text_that_finds_no_card_to_load_does_not_load_its_source():
    match = main()
    wing, wolf = match.put("ana", "Aquamirage Whisper"), match.thing(match.put("ana", "Gray Wolf"))
    asked = SimpleNamespace(source=wolf.id)
    run: Any = SimpleNamespace(t=match.t, seat="ana", source=wolf, doing=asked)
    assert load(run, match.thing(wing), ()) == 0
    assert (wolf.place, wolf.under) == ("field", "")


def test_which_cards_a_text_loads_is_asked_where_nobody_said_it():
    dianas = ("Diana, Aether Dilettante", "Diana, Judgment's Arrow")
    match = main(phase="materialize", material=[*MATERIAL, *dianas])
    match.level("ana", dianas[0]).unseen("ana", "memory", 2)
    wing, arrow = match.put("ana", "Aquamirage Whisper"), quote(dianas[1])
    match.play(f'ana materialize {arrow} Fireball "Gray Wolf"')
    match.play(f"ana resolve load:{quote(wing)}::hand source={arrow}")
    assert isinstance(match.verdict, Incomplete)
    match.play(f'ana resolve load:{quote(wing)}:"Charge the Soul":hand source={arrow}')
    loaded = [each.name for each in match.ga.zones.things.values() if each.place == "loaded"]
    assert loaded == ["Charge the Soul"]


@pytest.mark.rule("GA-5.32")
def test_ga_5_32_an_action_may_load_itself_and_then_goes_into_the_intent():
    match = main().hold("ana", "Charge the Soul")
    wing = match.put("ana", "Aquamirage Whisper")
    match.play('ana activate "Charge the Soul" bo.champion')
    match.play(f'ana resolve load:"{wing}"')
    (loaded,) = (each for each in match.ga.zones.things.values() if each.place == "loaded")
    assert (loaded.name, loaded.under) == ("Charge the Soul", wing)
    assert match.size("ana", "graveyard") == 0
    match.play(f'ana attack ana.champion bo.champion uses="{wing}"')
    assert loaded.place == "intent"
    match.play("ana resolve; ana resolve")
    assert match.size("ana", "graveyard") == 1


def test_ga_11_8_a_card_that_banishes_itself_does_not_go_to_the_graveyard():
    match = main(ana="Spirit of Fire").hold("ana", "Nascent Blast")
    match.side("ana").empower = 3
    match.play('ana activate "Nascent Blast" bo.champion; ana resolve')
    assert match.champion("bo").damage == 3
    assert (match.size("ana", "graveyard"), match.size("ana", "memory")) == (0, 3 + 1)


def test_ga_24_24_what_a_weapon_does_on_attack_is_done_by_itself():
    match = main()
    match.put("ana", "Impact Hammer")
    match.play('ana attack ana.champion bo.champion uses="Impact Hammer.1" damage=2')
    assert (match.champion("ana").damage, match.champion("bo").damage) == (3, 2)


@pytest.mark.rule("GA-16.15")
def test_ga_16_15_the_next_attack_alone_is_stronger():
    match = main().hold("ana", "Take Aim")
    drone, other = match.put("ana", "Automaton Drone"), match.put("ana", "Automaton Drone")
    match.play(f'ana activate "Take Aim" "{drone}"')
    match.play(f'ana attack "{other}" bo.champion damage=1')
    match.play(f'ana attack "{drone}" bo.champion damage=3')
    match.thing(drone).rested = False
    match.refuse(f'ana attack "{drone}" bo.champion damage=3', "GA-17.43")
    match.play(f'ana attack "{drone}" bo.champion damage=1')


def test_ga_10_2_a_card_is_materialized_by_an_action():
    match = main(ana="Spirit of Wind").hold("ana", "Beseech the Winds")
    match.play('ana activate "Beseech the Winds"; ana resolve play:"Training Sword"; ana resolve')
    assert match.thing("Training Sword.1").place == "field"


@pytest.mark.rule("GA-6.71")
def test_ga_6_71_the_combat_ends_by_an_action():
    match = main(bo="Spirit of Water").hold("bo", "Song of Frost")
    drone = match.put("ana", "Automaton Drone")
    match.play(f'ana attack "{drone}" bo.champion; bo activate "Song of Frost"; bo resolve')
    assert match.champion("bo").damage == 0
    assert not match.ga.waiting.stack


@pytest.mark.rule("GA-8.7")
def test_ga_8_7_a_player_is_aimed_at_by_name_and_stands_for_a_champion_elsewhere():
    match = main(ana="Spirit of Water").hold("ana", "Primordial Ritual", "Evasive Positioning")
    match.put("ana", "Automaton Drone")
    match.play('ana activate "Primordial Ritual" bo; ana resolve mill:Fireball+Fireball:bo')
    assert match.size("bo", "graveyard") == 2
    match.play('ana activate "Evasive Positioning" ana; ana resolve')
    assert "distant" in match.champion("ana").marks


@pytest.mark.rule("GA-5.10")
def test_ga_5_10_what_an_ability_asks_of_the_thing_that_paid_for_it_is_as_it_was():
    for marks, drawn in ((["brewed"], 1), ([], 0)):
        match = main()
        match.thing(match.put("ana", "Distilled Water")).marks.extend(marks)
        match.play('ana ability "Distilled Water.1"; ana resolve')
        assert match.size("ana", "hand") == 6 + drawn
        assert isinstance(match.verdict, Legal)


@pytest.mark.rule("GA-12.1")
def test_ga_12_1_a_text_that_asks_for_advanced_elements_means_exalted_too():
    deck = {**DECK, "Noble Dissolution": 4}
    material = (*MATERIAL, "Alice, Phantom Monarch")
    match = main(ana="Spirit of Wind", deck=deck, material=material)
    match.level("ana", "Alice, Phantom Monarch").hold("ana", "Noble Dissolution")
    match.play('ana activate "Noble Dissolution"; ana step end')
    assert match.champion("ana").damage == 7


@pytest.mark.rule("GA-17.43")
def test_ga_17_43_what_cheshire_cat_has_of_a_distortion_weapon_is_dealt_as_said():
    deck = {**DECK, "Cheshire Cat, Impish Grin": 4}
    match = main(deck=deck, material=(*MATERIAL, "Sword of Shadows"))
    match.put("ana", "Sword of Shadows")
    match.put("ana", "Cheshire Cat, Impish Grin")
    match.play('ana attack "Cheshire Cat, Impish Grin" bo damage=2; bo tally damage=2')


@pytest.mark.rule("GA-17.43")
def test_ga_17_43_what_an_action_did_that_nobody_told_may_explain_the_damage_that_is_said():
    match = main(deck={**DECK, "Ingress of Sanguine Ire": 4}).hold("ana", "Ingress of Sanguine Ire")
    begin(match.t, "", "ana", "permit", "element exia", None)
    match.put("ana", "Automaton Drone")
    match.play('ana activate "Ingress of Sanguine Ire"; ana attack "Automaton Drone" bo damage=4')
    assert match.trusted()[-1] == "GA-17.43: the text of Ingress of Sanguine Ire may allow it"
    match.play("bo tally damage=4; ana end; bo end")
    match.refuse('ana attack "Automaton Drone" bo damage=4', "GA-17.43", total=1, said=4)


@pytest.mark.rule("GA-19.8")
def test_ga_19_8_an_action_reads_the_costs_of_omens():
    match = main().hold("ana", "Baleful Oblation").lay("ana", "banishment", "Fireball", "Zephyr")
    match.side("ana").omens = ["Fireball"]
    drone = match.put("bo", "Automaton Drone")
    begin(match.t, "", "ana", "permit", "element umbra", None)
    match.play('ana activate "Baleful Oblation"; ana resolve')
    assert (match.champion("bo").damage, match.champion("ana").damage) == (4, 0)
    assert drone not in match.ga.zones.things


def test_where_no_opponent_is_left_nobody_has_influence():
    alone: Any = SimpleNamespace(t=main().t, opponents=lambda: ())
    assert NUMBERS["highest influence"](alone, None) == 0
