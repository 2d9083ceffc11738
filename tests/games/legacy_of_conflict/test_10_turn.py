"""Section 10: the turn, passing, its end, cleanup."""

import pytest

from referee.fact import MatchEnded, ScoreChanged, TurnBegan, TurnEnded, UnitDefeated
from referee.games.legacy_of_conflict.characters import Ability, Effect
from referee.games.legacy_of_conflict.facts import ActivationEnded, MarkerHeld, OpportunityPassed
from referee.games.legacy_of_conflict.state import CLEANUP, PLAY
from tests.games.legacy_of_conflict.table import (
    Match,
    begun,
    changed,
    changed_piece,
    forces,
    teams,
    tokens_add_up,
)

FREE = {"LC-I 30": "passing_always_allowed"}
NIGHT = {"scenario": "breakthrough"}
THREE = {"Stalker": 3}
SMALL = {"ana": {"Slinger": 1}, "bo": {"Stalker": 2}, "cy": THREE}


def take_turns(match: Match, count: int = 99) -> Match:
    """So many activations in which nothing is done, or all that are left of the turn."""
    while count and match.state.phase == PLAY:
        seat = match.state.active
        figures = match.state.figures.values()
        unit = next(f.id for f in figures if f.seat == seat and not f.activated and not f.down)
        match.play(f"{seat} activate {unit}; {seat} end")
        count -= 1
    return match


# -- phases ------------------------------------------------------------------------------------


def test_lc_10_1_nobody_is_activated_after_the_turn_is_over():
    match = take_turns(begun())
    assert match.state.phase == CLEANUP
    verdict = match.refuse("ana activate Warden", "LC-10.1")
    assert verdict.legal == "ana: close the turn, and say who holds crossing"
    match.refuse("bo activate Brute", "LC-10.1")


def test_lc_10_1_a_turn_is_not_closed_while_characters_are_to_come():
    match = take_turns(begun(), 3)
    match.refuse("bo close-turn crossing:nobody", "LC-10.1", seat="bo")
    match.play("bo activate Stalker").refuse("bo close-turn crossing:nobody", "LC-10.1")


def test_lc_10_1_cleanup_is_done_once():
    match = take_turns(begun()).play("ana close-turn crossing:nobody")
    match.refuse("ana close-turn crossing:nobody", "LC-10.1")
    assert (match.state.turn, match.state.phase) == (2, PLAY)


# -- an opportunity ----------------------------------------------------------------------------


def test_lc_10_2_an_activation_is_no_pass_as_well():
    match = begun(choices=FREE).play("ana activate Warden")
    match.refuse("ana pass", "LC-10.2", unit="Warden")
    match.refuse("bo pass", "LC-10.2", unit="Warden")


def test_lc_10_2_an_opportunity_is_not_ended_by_neither():
    match = begun()
    verdict = match.refuse("ana end", "LC-10.2")
    assert verdict.legal == "activate a character first"
    match.play("ana activate Warden; ana end").refuse("bo end", "LC-10.2")


def test_lc_10_2_one_character_at_an_opportunity():
    match = begun().play("ana activate Warden; ana end")
    assert match.state.active == "bo"
    match.refuse("ana activate Slinger", "LC-9.7", active="bo")


# -- passing -----------------------------------------------------------------------------------


def test_lc_10_3_a_player_with_fewer_to_come_may_pass():
    match = begun()
    assert "pass" in match.options("ana")
    match.play("ana pass")
    assert match.one(OpportunityPassed) == OpportunityPassed("ana", 1, "LC-10.3")
    assert match.state.active == "bo"
    assert [f.id for f in match.state.figures.values() if f.activated] == []


def test_lc_10_3_a_player_with_more_to_come_may_not_pass():
    match = begun().play("ana activate Warden; ana end")
    assert "pass" not in match.options("bo")
    match.refuse("bo pass", "LC-10.3", have=4, limit=2)


def test_lc_10_3_as_many_are_not_more():
    match = begun().play("ana pass; bo activate Brute; bo end")
    match.refuse("ana pass", "LC-10.3", have=3, limit=3)


def test_lc_10_3_a_defeated_character_does_not_come():
    match = begun().play("jo adjust defeat:Seer:nobody")
    match.refuse("ana pass", "LC-10.3", have=3, limit=3)


@pytest.mark.parametrize(
    ("reading", "allowed"),
    [
        ("any_opposing_side_against_own_side", True),
        ("every_opposing_side_against_own_side", False),
        ("any_opposing_player_against_own", True),
    ],
)
def test_lc_i_28_one_opponent_with_more_or_all_of_them(reading: str, allowed: bool):
    decks = {"ana": {"Slinger": 1}, "bo": {"Stalker": 2}, "cy": {"Seer": 1}}
    match = begun("ana bo cy", decks=decks, choices={"LC-I 28": reading})
    if allowed:
        match.play("ana pass")
    else:
        match.refuse("ana pass", "LC-10.3", have=1, limit=1)


@pytest.mark.parametrize(
    ("reading", "have", "limit"),
    [
        ("any_opposing_side_against_own_side", 4, 4),
        ("every_opposing_side_against_own_side", 4, 4),
        ("any_opposing_player_against_own", 1, 2),
    ],
)
def test_lc_i_28_sides_or_players_are_compared(reading: str, have: int, limit: int):
    decks = {"ana": {"Stalker": 1}, "bo": {"Stalker": 2}, "cy": THREE, "di": {"Stalker": 2}}
    match = teams(decks=decks, choices={"LC-I 28": reading})
    if have < limit:
        match.play("ana pass")
    else:
        match.refuse("ana pass", "LC-10.3", have=have, limit=limit)


def test_lc_i_29_a_player_who_passed_may_activate_later():
    match = begun().play("ana pass; bo activate Brute; bo end")
    assert match.state.active == "ana"
    match.play("ana activate Warden")


def test_lc_i_29_or_is_out_of_the_turn():
    match = begun(choices={"LC-I 29": "no"}).play("ana pass; bo activate Brute; bo end")
    assert match.state.active == "bo"
    match.refuse("ana activate Warden", "LC-9.7", active="bo")
    take_turns(match, 3)
    assert match.state.phase == CLEANUP
    match.play("ana close-turn crossing:nobody")
    assert match.state.active == "ana"


# -- the end of a turn -------------------------------------------------------------------------


@pytest.mark.rule("LC-10.4")
def test_lc_10_4_the_turn_ends_when_all_have_activated():
    match = take_turns(begun(), 6)
    assert match.state.phase == PLAY
    take_turns(match, 1)
    assert match.state.phase == CLEANUP
    assert match.due("ana") == [("close", "LC-10.7")]


@pytest.mark.rule("LC-10.4")
def test_lc_10_4_passes_in_a_row_end_it():
    match = begun("ana bo cy", decks=SMALL, choices=FREE).play("ana pass; bo pass")
    assert match.state.phase == PLAY
    match.play("cy pass")
    assert match.state.phase == CLEANUP


@pytest.mark.rule("LC-10.4")
def test_lc_10_4_an_activation_breaks_the_row():
    match = begun("ana bo cy", decks=SMALL, choices=FREE)
    match.play("ana pass; bo activate Stalker; bo end; cy pass; ana pass")
    assert match.state.phase == PLAY
    match.play("bo pass")
    assert match.state.phase == CLEANUP


@pytest.mark.rule("LC-10.4")
def test_lc_10_4_who_is_skipped_need_not_pass():
    match = begun("ana bo cy", decks=SMALL, choices=FREE)
    match.play("ana activate Slinger; ana end; bo pass; cy pass")
    assert match.state.phase == CLEANUP


def test_lc_10_4_the_scenario_may_end_it():
    match = begun(options=NIGHT)
    offered = {(o.verb, o.rule) for o in match.game.options(match.replay.table)}
    assert ("declare", "LC-10.4") in offered
    match.play("bo declare nightfall")
    assert match.trusted() == ("it has come true: the players agree that night falls",)
    assert match.state.phase == CLEANUP
    match.play("ana close-turn")
    assert (match.state.turn, match.state.active) == (2, "ana")


def test_lc_10_4_what_is_due_comes_before_the_end():
    match = begun(options=NIGHT).play("ana activate Warden; ana attack Halberd Brute 10 3H-3D")
    assert match.due("ana") == [("push", "LC-20.1")]
    match.play("bo declare nightfall").refuse("ana end", "LC-20.1")
    match.play("ana push Brute 25.4; ana end")
    assert match.state.phase == CLEANUP


def test_lc_i_30_the_one_with_most_to_come_cannot_pass():
    match = begun().play("ana pass")
    match.refuse("bo pass", "LC-10.3", have=4, limit=3)


def test_lc_i_30_or_anybody_passes():
    match = begun(choices=FREE).play("ana activate Warden; ana end; bo pass; ana pass")
    assert match.state.phase == CLEANUP


def test_lc_i_31_the_activation_is_finished():
    match = begun(options=NIGHT).play("ana activate Warden; ana move 1; bo declare nightfall")
    assert (match.state.acting, match.state.phase) == ("Warden", PLAY)
    match.play("ana stride 20; ana end")
    assert match.state.phase == CLEANUP


def test_lc_i_31_or_stops_at_once():
    choices = {"LC-I 31": "stop_at_once", "LC-I 35": "one_of_each_kind"}
    match = begun(options=NIGHT, choices=choices)
    match.play("jo adjust condition:Warden/dot:1")
    match.play("ana activate Warden; ana attack Halberd Brute 10 3H-3D; bo declare nightfall")
    assert (match.state.acting, match.state.phase) == ("", CLEANUP)
    assert match.due("ana") == [("close", "LC-10.7")]
    assert match.all(ActivationEnded) == []
    assert match.state.figures["Warden"].wounds == 6
    match.play("ana close-turn")
    assert match.state.active == "bo"
    match.play("bo activate Brute; bo end; ana activate Warden; ana move 1")
    assert match.state.figures["Warden"].actions == ["move"]


def test_lc_i_31_a_fall_that_is_cut_short_has_its_defeat():
    weak = forces(changed_piece("wall", wounds=1, size=5), changed("Warden", skill=8))
    choices = {"LC-I 31": "stop_at_once"}
    match = begun(catalog=weak, options=NIGHT, choices=choices, on={"Seer": "wall"})
    match.play("ana activate Warden; ana attack Halberd wall 10 2C-2D; ana fall Seer ground")
    assert match.due("bo") == [("choose", "LC-20.7")]
    match.play("bo declare nightfall")
    assert match.one(UnitDefeated).unit == "Seer"


def test_lc_10_4_what_is_owed_between_two_activations_comes_first():
    shiver = Ability("Shiver", "response", effects=(Effect("condition", to="self"),))
    match = begun(catalog=forces(changed("Brute", abilities=(shiver,))), options=NIGHT)
    match.play("bo respond Brute Shiver").refuse("ana declare nightfall", "LC-19.1", seat="bo")
    match.play("bo choose Brute slow; ana declare nightfall")


# -- end phase and cleanup ---------------------------------------------------------------------


@pytest.mark.rule("LC-10.5")
def test_lc_10_5_activated_tokens_go_and_all_else_stays():
    match = begun().play("jo adjust condition:Warden/slow:1")
    match.play("ana activate Warden; ana attack Halberd Brute 10 JH-JD; ana end")
    assert match.state.figures["Warden"].activated
    take_turns(match)
    assert not any(f.activated for f in match.state.figures.values())
    warden = match.state.figures["Warden"]
    assert (warden.pool, warden.slots, warden.conditions) == (2, {"Halberd": 1}, {"slow": 1})
    match.play("ana close-turn crossing:nobody")
    warden = match.state.figures["Warden"]
    assert (warden.pool, warden.slots, warden.conditions) == (2, {"Halberd": 1}, {"slow": 1})
    tokens_add_up(match)


def test_lc_10_6_objectives_are_looked_at_before_the_next_turn():
    match = take_turns(begun()).play("ana close-turn crossing:ana")
    kinds = [type(fact) for fact in match.facts]
    assert match.all(MarkerHeld) == [
        MarkerHeld("well", "", 1, "LC-10.6"),
        MarkerHeld("crossing", "ana", 1, "LC-10.6"),
    ]
    assert match.one(ScoreChanged).value == 1
    assert kinds.index(MarkerHeld) < kinds.index(TurnEnded) < kinds.index(TurnBegan)
    assert match.one(TurnBegan).turn == 2


def test_lc_10_6_victory_is_looked_at_before_the_next_turn():
    match = begun()
    for unit in ("Brute", "Stalker", "Stalker.2", "Seer"):
        match.play(f"jo adjust defeat:{unit}:ana")
    assert not match.state.over
    take_turns(match).play("ana close-turn crossing:nobody")
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "last side standing", "LC-21.1")
    assert match.all(TurnBegan) == []


def test_lc_10_6_the_next_turn_goes_on_with_who_is_next():
    match = begun().play("ana pass")
    take_turns(match)
    last = match.state.last
    match.play("ana close-turn crossing:nobody")
    assert match.state.active == ("bo" if last == "ana" else "ana")


def test_lc_10_7_nothing_of_the_next_turn_before_cleanup():
    match = take_turns(begun())
    verdict = match.refuse("bo pass", "LC-10.7")
    assert verdict.legal == "ana: close the turn, and say who holds crossing"
    match.refuse("ana pass", "LC-10.7")
    match.refuse("ana move 1", "LC-10.7", seat="ana")
    match.refuse("ana end", "LC-10.7")
    match.play("bo close-turn crossing:nobody; ana pass")


def test_lc_10_7_the_turn_is_closed_when_nothing_else_is_owed():
    match = begun(on={"Warden": "walkway"}).play("ana activate Colossus")
    match.play("ana end; bo activate Brute; bo end; ana activate Slinger; ana end")
    match.play("bo activate Seer; bo end; ana activate Warden; ana end")
    match.play("bo activate Stalker; bo end; bo activate Stalker.2; bo end")
    match.play("jo adjust terrain:walkway:destroyed")
    match.refuse("ana close-turn crossing:nobody", "LC-17.5")
    assert match.options("ana") | match.options("bo") == {"fall"}


@pytest.mark.rule("LC-10.4")
def test_lc_10_4_passes_of_the_last_turn_do_not_count_in_the_next():
    match = begun(choices=FREE).play("ana pass; bo pass; ana close-turn crossing:nobody")
    match.play("ana pass")
    assert (match.state.phase, match.state.active) == (PLAY, "bo")
    match.play("bo pass")
    assert match.due("ana") == [("close", "LC-10.7")]
