"""Sections 1 and 3: editions, setup, first turns."""

import pytest

from referee.fact import CardMoved, CardsDrawn, FirstPlayer
from referee.games.grand_archive.facts import ChampionLeveled
from referee.games.grand_archive.state import MAIN
from referee.games.registry import game_of
from tests.games.grand_archive.table import MATERIAL, Match, opened, turn

TWO_SPIRITS = {"ana": ("Fire", "Water", *MATERIAL[1:11])}


@pytest.mark.rule("GA-1.1")
def test_ga_1_1_an_edition_switches_its_rules():
    assert "GA-3.10" not in game_of("grand_archive", "R25").rulebook.rules
    assert "GA-3.10" in game_of("grand_archive", "R26").rulebook.rules
    assert not opened().side("bo").had
    assert opened(edition="R26").side("bo").had


@pytest.mark.rule("GA-29.1")
def test_ga_29_1_a_log_is_of_the_older_edition_unless_it_says_so():
    assert game_of("grand_archive").version == "R25"
    assert opened().game.version == "R25"


def test_ga_1_4_a_first_champion_comes_by_a_special_action_alone():
    opened(materials=TWO_SPIRITS).refuse("ana act play:Water::materialize", "GA-1.4")


def test_ga_15_3_a_second_champion_is_not_placed():
    match = opened(materials=TWO_SPIRITS).play("ana place Fire")
    match.refuse("ana place Water", "GA-15.3", card="Fire")


@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_15_3_a_champion_that_was_placed_by_itself_may_be_named_once(edition: str):
    match = opened(edition=edition)
    match.refuse('ana place "Kai, One"', "GA-15.3", card="Fire")
    match.play("ana place Fire").refuse("ana place", "GA-15.3")
    later = opened(edition=edition, contest="cup/1/1/2").play("ana place Fire")
    assert later.champion("ana").name == "Fire"


@pytest.mark.rule("GA-3.1")
@pytest.mark.rule("GA-3.3")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_3_3_everything_lies_in_the_two_decks(edition: str):
    match = opened(edition=edition, contest="cup/1/1/2")
    assert (match.size("ana", "deck"), match.size("ana", "material")) == (60, 12)
    for place in ("hand", "memory", "graveyard", "banishment", "facedown"):
        assert match.size("ana", place) == 0
    assert not match.ga.zones.things


def test_ga_3_1_the_deck_is_in_no_known_order():
    match = opened()
    assert len(match.ga.zones.hidden.candidates("ana.deck")) > 20


def test_ga_3_2_the_opening_says_who_begins():
    match = opened()
    assert match.one(FirstPlayer).rule == "GA-3.2"
    assert match.ga.active == match.one(FirstPlayer).seat == "ana"


@pytest.mark.parametrize("line", ["ana activate A1", "ana step main", "ana end"])
def test_ga_3_4_nothing_comes_before_the_champion(line: str):
    opened(materials=TWO_SPIRITS).refuse(line, "GA-3.4", seat="ana")


def test_ga_3_4_a_champion_that_can_only_be_one_is_placed_by_itself():
    match = opened()
    assert match.champion("ana").name == "Fire"
    assert match.one(ChampionLeveled).how == "placed"
    match.play("ana end")
    assert match.champion("bo").name == "Fire"


def test_ga_3_4_of_several_one_is_said():
    match = opened(materials=TWO_SPIRITS).play("ana place Water")
    assert match.champion("ana").name == "Water"
    assert match.size("ana", "material") == 11


def test_ga_3_4_a_player_places_in_the_own_turn():
    opened(materials=TWO_SPIRITS).refuse("bo place Fire", "GA-3.4", active="ana")


def test_ga_15_3_what_is_placed_is_of_level_0():
    opened(materials=TWO_SPIRITS).refuse('ana place "Kai, One"', "GA-15.3")


@pytest.mark.rule("GA-3.5")
@pytest.mark.rule("GA-3.14")
def test_ga_3_5_a_placed_champion_costs_nothing():
    match = opened(materials=TWO_SPIRITS)
    assert (match.size("ana", "hand"), match.size("ana", "memory")) == (0, 0)
    match.play("ana place Fire")
    assert not match.ga.done.materialized
    assert not match.all(CardMoved)


def test_ga_3_14_without_a_champion_yet_nobody_has_lost():
    match = opened()
    assert not match.side("bo").had
    assert not match.side("bo").lost
    assert (match.size("bo", "hand"), match.size("bo", "memory")) == (0, 0)
    assert not match.ga.over


@pytest.mark.rule("GA-3.6")
def test_ga_3_6_the_first_turn_of_two_players_goes_from_champion_to_main():
    match = opened().play("ana step main")
    assert match.ga.phase == MAIN
    assert match.size("ana", "hand") == 7
    match.play("ana resolve") if match.ga.waiting.stack else None
    assert match.size("ana", "deck") == 53


@pytest.mark.parametrize("did", ["draw:1", "pass:1:memory:hand"])
def test_ga_3_6_nothing_is_drawn_or_recollected_in_it(did: str):
    match = opened().play("ana step main").unseen("ana", "memory", 1)
    match.refuse(f"ana act {did}", "GA-3.6")


@pytest.mark.parametrize("phase", ["recollection", "draw"])
def test_ga_3_6_it_has_no_such_phase(phase: str):
    opened().refuse(f"ana step {phase}", "GA-3.6")


@pytest.mark.rule("GA-3.7")
def test_ga_3_7_the_second_player_draws_but_recollects_nothing():
    match = opened().play("ana end")
    match.refuse("bo step recollection", "GA-3.7")
    match.play("bo step main")
    assert match.size("bo", "hand") == 8
    match.unseen("bo", "memory", 1)
    match.refuse("bo act pass:1:memory:hand", "GA-3.7")


@pytest.mark.rule("GA-3.8")
def test_ga_3_8_of_three_players_the_first_draws_too():
    match = opened(3).play("ana step main")
    assert match.size("ana", "hand") == 8
    assert [each.count for each in match.all(CardsDrawn)] == [7, 1]


def test_ga_3_9_all_champions_come_before_the_first_turn():
    match = opened(edition="R26", materials=TWO_SPIRITS)
    assert match.ga.turn == 0
    assert match.champion("bo").name == "Fire"
    match.refuse("bo activate A1", "GA-3.9", seat="ana")
    match.refuse("bo settle bo.champion", "GA-20.5")
    match.play("ana place Fire")
    assert (match.ga.turn, match.ga.active, match.ga.phase) == (1, "ana", MAIN)
    assert match.size("ana", "hand") == match.size("bo", "hand") == 7


def test_ga_3_9_hands_are_drawn_in_turn_order():
    match = opened(3, edition="R26")
    assert [each.seat for each in match.all(CardsDrawn)] == ["ana", "bo", "cy", "ana"]


def test_ga_3_9_the_first_turns_lack_the_same_phases():
    match = opened(edition="R26")
    match.refuse("ana step draw", "GA-3.9")
    match.play("ana end")
    assert match.size("bo", "hand") == 8
    assert match.ga.phase == MAIN


@pytest.mark.parametrize(("players", "last"), [(2, "bo"), (3, "cy")])
def test_ga_3_10_in_the_first_turns_only_the_last_player_attacks(players: int, last: str):
    match = opened(players, edition="R26")
    for seat in ("ana", "bo", "cy")[:players]:
        match.put(seat, "A2")
        if seat == last:
            match.play(f"{seat} attack A2.{players} ana")
            return
        match.refuse(f"{seat} attack A2 {last}", "GA-3.10", seat=seat)
        match.play(f"{seat} end")


def test_ga_3_10_an_attack_card_of_a_first_turn_attacks_nothing():
    match = opened(edition="R26")
    match.refuse("ana activate Cut2 target=bo", "GA-3.10", seat="ana")
    match.play("ana activate Cut2").refuse("ana attack ana.champion bo", "GA-3.10")
    match.play("ana end")
    assert (match.size("ana", "graveyard"), match.champion("bo").damage) == (1, 0)
    match.play("bo activate Cut2 target=ana; bo end")
    assert match.champion("ana").damage == 2


def test_ga_3_10_the_older_edition_has_no_such_ban():
    match = opened().play("ana step main")
    match.put("ana", "A2")
    match.play("ana end; bo step main")
    match = turn()
    match.put("ana", "A2")
    match.side("ana").begun = 1
    match.play("ana attack A2 bo")


@pytest.mark.rule("GA-3.11")
def test_ga_3_11_a_card_may_begin_in_play():
    match = opened(edition="R26", materials=TWO_SPIRITS).play("bo pregame Ring0")
    assert match.trusted() == ("Ring0 may begin in play",)
    assert match.one(CardMoved).rule == "GA-3.11"
    assert match.thing("Ring0.1").controller == "bo"
    assert match.size("bo", "material") == 10


def test_ga_3_11_not_once_something_was_done():
    match = opened(edition="R26").play("ana activate A1")
    match.refuse("ana pregame Ring0", "GA-3.9")
    opened().refuse("ana pregame Ring0", "GA-3.4")


@pytest.mark.rule("GA-3.12")
def test_ga_3_12_the_opening_hand_is_what_the_spirit_gives():
    match = opened().play("ana step main")
    assert match.size("ana", "hand") == 7
    match.refuse("ana act draw:2", "GA-3.12")
    match.play("ana activate A1; ana step end")
    match.refuse("ana act draw:2", "GA-22.1")


REDRAW = "ana act pass:7:hand:deck shuffle draw:7"


def test_ga_3_13_a_hand_is_not_drawn_anew():
    opened().play("ana step main").refuse(REDRAW, "GA-3.13")


def test_ga_i_2_a_redraw_may_be_agreed_by_both():
    match = opened(choices={"GA-I 2": "agreed_by_both"}).play("ana step main").play(REDRAW)
    assert "both players agreed to the redraw" in match.trusted()
    assert (match.size("ana", "hand"), match.size("ana", "deck")) == (7, 53)
    refused = opened(choices={"GA-I 2": "illegal"}).play("ana step main")
    refused.refuse(REDRAW, "GA-3.13")


def test_the_end_is_refused_by_the_rule_of_the_edition():
    assert opened().play("ana concede").refuse("bo end", "REF-1.4")
    assert opened(edition="R26").play("ana concede").refuse("bo end", "GA-4.9")


def test_a_refused_step_in_the_first_turn_changes_nothing():
    match = opened()
    assert isinstance(match, Match)
    before = match.replay.digest()
    match.refuse("ana step draw", "GA-3.6")
    assert match.replay.digest() == before


def test_ga_3_4_a_placement_that_went_without_saying_lets_nothing_resolve():
    match = opened().play("ana place Fire")
    assert match.size("ana", "hand") == 0
    match.play("ana activate A1")
    assert match.size("ana", "hand") == 5


def test_ga_3_9_nobody_passes_before_all_champions_have_made_their_hands():
    match = opened(edition="R26", choices={"GA-I 19": "must_be_logged"})
    assert [match.size(seat, "hand") for seat in ("ana", "bo")] == [7, 7]
    match.play("ana activate A1")
