"""Section 11: the activation of a character."""

import pytest

from referee.fact import DamageDealt, UnitDefeated
from referee.games.legacy_of_conflict.characters import Attack, Effect
from referee.games.legacy_of_conflict.facts import ActivationBegan, ActivationEnded, TokensReturned
from referee.games.legacy_of_conflict.scenarios import Hazard
from tests.games.legacy_of_conflict.table import begun, changed, changed_piece, forces, teams

TWO_ATTACKS = forces(
    changed("Warden", attacks=(Attack("Halberd", range=(0, 50.8)), Attack("Kick", range=(0, 10))))
)
ONE_OF_EACH = {"LC-I 35": "one_of_each_kind"}


def test_lc_11_1_the_character_is_named_first():
    match = begun()
    assert ("activate", "LC-11.1") in {
        (o.verb, o.rule) for o in match.game.options(match.replay.table)
    }
    for line in (
        "move 1",
        "stride 10",
        "attack Halberd Brute 10 3H-3D",
        "use Salve Warden",
        "transfer Salve Warden Slinger 1",
        "climb wall",
        "shake slow",
    ):
        verdict = match.refuse(f"ana {line}", "LC-11.1")
        assert verdict.legal == "activate a character first"
    match.play("ana activate Slinger")
    assert match.one(ActivationBegan) == ActivationBegan("ana", "Slinger", "Slinger", 1, "LC-11.1")
    assert match.state.acting == "Slinger"


@pytest.mark.parametrize("unit", ["Brute", "Stalker.2", "Zoe", "Wardens"])
def test_lc_11_2_only_an_own_character(unit: str):
    verdict = begun().refuse(f"ana activate {unit}", "LC-11.2", unit=unit, seat="ana")
    assert verdict.legal == "Colossus, Slinger, Warden"


def test_lc_11_2_only_one_on_the_table():
    match = begun().play("jo adjust defeat:Slinger:nobody")
    assert match.refuse("ana activate Slinger", "LC-11.2").legal == "Colossus, Warden"


def test_lc_11_2_the_team_mates_are_not_under_control():
    match = teams(decks={s: {"Stalker": 1} for s in ("ana", "bo", "cy", "di")})
    match.refuse("ana activate Stalker.3", "LC-11.2", unit="Stalker.3", seat="ana")


def test_lc_11_3_not_twice_in_a_turn():
    match = begun().play("ana activate Warden; ana end; bo activate Brute; bo end")
    verdict = match.refuse("ana activate Warden", "LC-11.3", unit="Warden")
    assert verdict.legal == "Colossus, Slinger"


def test_lc_11_3_again_in_the_next_turn():
    decks = {"ana": {"Warden": 1}, "bo": {"Brute": 1}}
    match = begun(decks=decks).play("ana activate Warden; ana end; bo activate Brute; bo end")
    match.play("ana close-turn crossing:nobody; ana activate Warden")


def test_lc_i_33_it_counts_from_its_declaration():
    match = begun().play("ana activate Warden")
    assert match.state.figures["Warden"].activated


def test_lc_i_33_or_from_its_end():
    match = begun(choices={"LC-I 33": "end_of_activation"}).play("ana activate Warden")
    assert not match.state.figures["Warden"].activated
    match.refuse("ana activate Warden", "LC-11.4", unit="Warden")
    match.play("ana end")
    assert match.state.figures["Warden"].activated


@pytest.mark.parametrize("line", ["ana activate Slinger", "bo activate Brute"])
def test_lc_11_4_a_named_character_is_not_changed(line: str):
    match = begun().play("ana activate Warden")
    verdict = match.refuse(line, "LC-11.4", unit="Warden")
    assert verdict.legal == "ana end"
    match.play("ana move 1; ana stride 10").refuse(line, "LC-11.4", unit="Warden")


def test_lc_11_4_only_its_player_closes_it():
    match = begun().play("ana activate Warden")
    match.refuse("bo end", "LC-9.7", active="ana")
    match.play("ana end")


def test_lc_11_5_the_course_of_an_activation():
    match = begun(decks={"ana": {"Warden": 1}, "bo": {"Brute": 1}})
    match.play("ana activate Warden; ana attack Halberd Brute 10 JH-JD; ana end")
    match.play("bo activate Brute; bo end; ana close-turn crossing:nobody")
    match.play("jo adjust within:Warden/embers:yes condition:Warden/dot:1")
    match.play("ana activate Warden")
    assert [type(f) for f in match.facts] == [ActivationBegan, TokensReturned]
    assert match.one(TokensReturned) == TokensReturned("ana", "Warden", 1, 3, "LC-12.3")
    assert match.due("ana") == [("hazard", "LC-18.13")]
    match.refuse("ana move 1", "LC-18.13")
    match.play("ana flip 3C-2C; ana move 1; ana stride 10; ana end")
    harmed, ended = match.facts
    assert isinstance(harmed, DamageDealt) and (harmed.cause, harmed.rule) == ("DOT", "LC-19.6")
    assert ended == ActivationEnded("ana", "Warden", "Warden", 2, 2, "LC-11.5")
    assert match.state.figures["Warden"].activated


def test_lc_11_5_a_defeat_on_the_way_ends_it():
    match = begun().play("jo adjust within:Warden/embers:yes wounds:Warden:1")
    match.play("ana activate Warden; ana flip JH-JD")
    assert match.one(UnitDefeated).unit == "Warden"
    assert match.one(ActivationEnded).rule == "LC-11.5"
    assert (match.state.acting, match.state.active) == ("", "bo")
    match.refuse("ana move 1", "LC-9.7")


def test_lc_11_5_damage_over_time_may_be_that_defeat():
    match = begun().play("jo adjust condition:Warden/dot:1 wounds:Warden:1")
    match.play("ana activate Warden; ana move 1; ana stride 20; ana end")
    assert match.one(UnitDefeated).unit == "Warden"
    assert match.state.active == "bo"


def test_lc_11_5_each_hazard_that_it_stands_in_is_flipped_for():
    hot = forces(changed_piece("mire", hazard=Hazard(effects=(Effect("damage"),))))
    match = begun(catalog=hot)
    match.play("jo adjust within:Warden/embers:yes within:Warden/mire:yes; ana activate Warden")
    assert match.due("ana") == [("hazard", "LC-18.13")] * 2
    match.play("ana flip 2H-AH").refuse("ana end", "LC-18.13")
    match.play("ana flip 2D-AD; ana end")


def test_lc_11_5_a_hazard_entered_in_another_activation_counts_anew():
    match = begun(choices={"LC-I 84": "once_per_activation"})
    match.play("ana activate Warden; ana attack Halberd Seer 10 AH-AC")
    match.play("ana push Seer 25.4 into=embers; ana flip 2H-2D; ana end; bo activate Seer")
    assert match.due("bo") == [("hazard", "LC-18.13")]


def test_lc_11_5_what_is_only_offered_ends_with_it():
    choices = {"LC-I 80": "by_the_pusher's_choice"}
    match = begun(choices=choices, on={"Seer": "walkway", "Warden": "walkway"})
    match.play("ana activate Warden; ana attack Halberd Seer 10 AH-AC")
    match.play("ana push Seer 25.4 stands=no")
    assert match.due("ana") == [("fall", "LC-18.7")]
    match.play("ana end")
    assert match.state.due == []


@pytest.mark.rule("LC-11.6")
def test_lc_11_6_any_actions_in_any_order_while_tokens_last():
    match = begun(catalog=TWO_ATTACKS).play("ana activate Warden")
    match.play("ana attack Kick Brute 5 JH-JD; ana move 1; ana stride 10")
    match.play("ana attack Halberd Brute 30 AH-JC")
    assert match.state.figures["Warden"].slots == {"Kick": 1, "move": 1, "Halberd": 1}
    match = begun(catalog=TWO_ATTACKS).play("ana activate Warden; ana move 1; ana stride 10")
    match.play("ana attack Halberd Brute 30 AH-JC; ana attack Kick Brute 5 JH-JD")


@pytest.mark.rule("LC-11.6")
def test_lc_11_6_or_none():
    match = begun().play("ana activate Warden; ana end")
    assert match.one(ActivationEnded).idle == 3


def test_lc_i_35_no_limit_but_tokens():
    match = begun(catalog=TWO_ATTACKS).play("ana activate Warden")
    match.play("ana attack Kick Brute 5 JH-JD; ana attack Halberd Brute 30 AH-JC")


def test_lc_i_35_or_one_action_of_each_kind():
    match = begun(catalog=TWO_ATTACKS, choices=ONE_OF_EACH).play("ana activate Warden")
    match.play("ana attack Kick Brute 5 JH-JD; ana move 1; ana stride 10")
    match.refuse("ana attack Halberd Brute 30 AH-JC", "LC-11.6", unit="Warden", kind="attack")
    match.play("ana end; bo activate Brute; bo end")
