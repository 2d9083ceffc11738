"""Section 17: attacks on terrain, and what destroys it."""

from typing import Any

import pytest

from referee.fact import DamageDealt, Term, TotalsCompared, UnitDefeated
from referee.games.legacy_of_conflict.characters import Attack, Effect
from referee.games.legacy_of_conflict.facts import AttackResolved, TerrainChanged
from tests.games.legacy_of_conflict.table import (
    Match,
    begun,
    changed,
    changed_piece,
    changed_scenario,
    forces,
)

RAM = Attack("Ram", range=(0, 300))


def ramming(*others: Any, ram: Attack = RAM, skill: int = 3, **more: Any) -> Match:
    """The Warden is activated; it attacks with this."""
    warden = changed("Warden", attacks=(ram,), abilities=(), skill=skill)
    return begun(catalog=forces(warden, *others), **more).play("ana activate Warden")


# -- as a target -------------------------------------------------------------------------------


def test_lc_17_1_a_piece_may_be_attacked():
    match = ramming()
    offered = {(o.verb, o.rule) for o in match.game.options(match.replay.table)}
    assert ("attack", "LC-17.1") in offered
    match.play("ana attack Ram wall 100 AH-JC")
    resolved = match.one(AttackResolved)
    assert (resolved.target, resolved.other_seat, resolved.hit) == ("wall", "", True)


def test_lc_17_1_not_one_that_is_destroyed():
    match = ramming().play("jo adjust terrain:wall:destroyed")
    match.refuse("ana attack Ram wall 100 AH-JC", "LC-17.1", target="wall")


def test_lc_17_1_section_13_applies():
    match = ramming()
    match.refuse("ana attack Ram wall 301 AH-JC", "LC-13.3", have="301", limit="300")
    match.refuse("ana attack Ram tower 100 AH-JC", "LC-13.3", target="tower")
    match.refuse("ana attack Ram wall 100 AH-JC between=keep", "LC-13.3", piece="keep")
    match = ramming(ram=Attack("Ram", targets=("foe",)))
    match.refuse("ana attack Ram wall 10 AH-JC", "LC-13.3", attack="Ram", kinds="foe")


def test_lc_17_1_an_equal_total_misses_it_too():
    match = ramming(skill=2).play("ana attack Ram wall 100 AH-JC")
    assert not match.one(AttackResolved).hit
    assert match.all(DamageDealt) == []


def test_lc_17_1_effects_on_a_piece():
    effects = (
        Effect("condition", "miss", condition="slow"),
        Effect("condition", "always", "self", "hinder"),
        Effect("ruling", "hit", text="it burns"),
        Effect("destroy", "hit"),
    )
    match = ramming(ram=Attack("Ram", range=(0, 300), effects=effects))
    match.play("ana attack Ram keep 100 2C-AD")
    assert match.state.figures["Warden"].conditions == {"hinder": 1}
    assert match.state.ground["keep"].wounds == 10
    match = ramming(ram=Attack("Ram", range=(0, 300), effects=effects))
    match.play("ana attack Ram keep 100 3C-3D")
    assert match.one(TerrainChanged) == TerrainChanged("ana", "keep", "destroyed", "LC-13.10")
    assert match.due("ana") == [("settle", "LC-21.8")]


@pytest.mark.parametrize(("reading", "defense"), [("no", 2), ("yes", 4)])
def test_lc_i_73_cover_for_terrain(reading: str, defense: int):
    match = ramming(changed_piece("wall", size=3, defense=2), choices={"LC-I 73": reading})
    match.play("ana attack Ram wall 100 AH-JC between=fence,wall")
    assert match.one(AttackResolved).other_total == defense


# -- standard terrain --------------------------------------------------------------------------


def test_lc_17_2_defense_and_wounds_are_its_size():
    match = ramming()
    wounds = {name: ground.wounds for name, ground in match.state.ground.items()}
    assert (wounds["wall"], wounds["fence"], wounds["woods"]) == (2, 1, 3)
    match.play("ana attack Ram woods 100 AH-JC")
    assert match.one(TotalsCompared).other_terms == (Term("Defense", 3, "LC-17.2"),)


def test_lc_17_2_unless_its_record_says_otherwise():
    match = ramming(changed_piece("wall", defense=4, wounds=9))
    match.play("ana attack Ram wall 100 AH-AC")
    assert match.one(TotalsCompared).other_total == 4
    assert match.state.ground["wall"].wounds == 8


@pytest.mark.parametrize(
    ("reading", "size", "defense", "wounds"),
    [("floor", 2.5, 2, 2), ("round_up", 2.5, 3, 3), ("floor", 0.5, 0, 1), ("round_up", 0.5, 1, 1)],
)
def test_lc_i_74_sizes_that_are_not_whole(reading: str, size: float, defense: int, wounds: int):
    match = ramming(changed_piece("wall", size=size), choices={"LC-I 74": reading})
    assert match.state.ground["wall"].wounds == wounds
    match.play("ana attack Ram wall 100 JH-JC")
    assert match.one(TotalsCompared).other_total == defense


def test_lc_17_3_damage_stays():
    match = ramming(changed_piece("wall", wounds=4)).play("ana attack Ram wall 100 AH-AC; ana end")
    assert match.state.ground["wall"].wounds == 1
    match.play("bo activate Brute; bo attack Maul wall 10 2H-JC")
    dealt = match.one(DamageDealt)
    assert (dealt.target, dealt.left, dealt.rule) == ("wall", 0, "LC-17.3")


@pytest.mark.parametrize(("wounds", "destroyed"), [(4, False), (3, True), (2, True)])
def test_lc_17_3_damage_of_all_its_wounds_destroys_it(wounds: int, destroyed: bool):
    match = ramming(changed_piece("wall", wounds=wounds)).play("ana attack Ram wall 100 AH-AC")
    assert match.one(DamageDealt).amount == 3
    assert match.state.ground["wall"].destroyed is destroyed
    found = [TerrainChanged("ana", "wall", "destroyed", "LC-17.3")]
    assert match.all(TerrainChanged) == (found if destroyed else [])


# -- what a destroyed piece does ---------------------------------------------------------------


def test_lc_17_4_what_was_agreed_happens_to_those_on_it():
    dust = changed_piece("wall", destroyed=(Effect("condition", condition="hinder"),))
    match = ramming(dust, on={"Seer": "wall", "Slinger": "fence"})
    match.play("ana attack Ram wall 100 AH-AC")
    figures = match.state.figures
    assert figures["Seer"].conditions == {"hinder": 1}
    assert figures["Slinger"].conditions == {}
    assert [f.rule for f in match.facts if getattr(f, "unit", "") == "Seer"] == ["LC-17.4"]


def test_lc_17_4_who_is_defeated_by_it_does_not_fall():
    blast = changed_piece("wall", destroyed=(Effect("damage", amount=4),))
    match = ramming(blast, on={"Seer": "wall"}).play("ana attack Ram wall 100 AH-AC")
    assert match.one(UnitDefeated).unit == "Seer"
    assert match.due("ana") == []
    match.play("ana end")


@pytest.mark.parametrize(("reading", "rubble"), [("nothing", False), ("difficult_ground", True)])
def test_lc_i_76_what_is_left(reading: str, rubble: bool):
    match = ramming(choices={"LC-I 76": reading})
    match.play("ana attack Ram wall 100 AH-AC; ana move 1")
    assert match.state.ground["wall"].rubble is rubble
    if rubble:
        match.play("ana stride 10 inside=20 into=wall")
        assert match.state.figures["Warden"].within == ["wall"]
    else:
        match.refuse("ana stride 10 inside=20 into=wall", "LC-18.11")


def test_lc_i_76_a_record_or_the_scenario_says_more():
    gone = {"LC-I 76": "nothing"}
    match = ramming(changed_piece("wall", remains="difficult_ground"), choices=gone)
    assert match.play("ana attack Ram wall 100 AH-AC").state.ground["wall"].rubble
    match = ramming(options={"scenario": "breakthrough"}, choices=gone)
    assert match.play("ana attack Ram wall 100 AH-AC").state.ground["wall"].rubble


def test_lc_17_5_everyone_on_it_falls():
    match = ramming(
        changed_piece("keep", kind="standard", wounds=1),
        on={"Seer": "keep/roof", "Slinger": "keep/hall", "Brute": "wall"},
        skill=6,
    )
    match.play("ana attack Ram keep 100 AH-AC")
    assert match.due("ana") == [("fall", "LC-17.5"), ("fall", "LC-17.5")]
    match.refuse("ana end", "LC-17.5")
    match.play("ana fall Seer ground; ana fall Slinger ground")
    match.play("bo choose Seer slow; ana choose Slinger slow")
    assert match.one(UnitDefeated).unit == "Seer"
    assert match.state.figures["Slinger"].on == "ground"
    assert match.state.figures["Slinger"].wounds == 1
    assert match.state.figures["Brute"].on == "wall"


# -- types -------------------------------------------------------------------------------------


def test_lc_17_6_reinforced_is_harder():
    match = ramming(changed_piece("wall", kind="reinforced"))
    assert match.state.ground["wall"].wounds == 4
    match.play("ana attack Ram wall 100 2H-AC")
    assert match.one(TotalsCompared).other_terms == (Term("Defense", 4, "LC-17.6"),)
    assert match.state.ground["wall"].wounds == 2


def test_lc_17_6_damage_below_its_size_does_nothing():
    match = ramming(changed_piece("wall", kind="reinforced"))
    match.play("ana attack Ram wall 100 AH-AC")
    assert match.one(AttackResolved).damage == 1
    assert match.all(DamageDealt) == []
    assert match.state.ground["wall"].wounds == 4


def test_lc_17_7_fragile_has_no_defense_and_one_wound():
    match = ramming()
    assert match.state.ground["crates"].wounds == 1
    match.play("ana attack Ram crates 100 JH-JC")
    compared = match.one(TotalsCompared)
    assert (compared.other_terms, compared.total) == ((Term("Defense", 0, "LC-17.7"),), 1)
    assert match.one(TerrainChanged) == TerrainChanged("ana", "crates", "destroyed", "LC-17.7")


def test_lc_17_7_any_hit_destroys_it():
    match = ramming(changed_piece("crates", wounds=9)).play("ana attack Ram crates 100 JH-JC")
    assert match.state.ground["crates"].destroyed


def test_lc_17_8_a_larger_character_breaks_it_by_moving_through():
    match = ramming().play("ana move 1; ana stride 40 over=crates")
    assert match.one(TerrainChanged) == TerrainChanged("ana", "crates", "destroyed", "LC-17.8")


def test_lc_17_8_one_of_its_size_does_not():
    match = begun().play("ana activate Slinger; ana move 1")
    match.refuse("ana stride 30 over=crates", "LC-14.8", piece="crates")


def test_lc_17_8_nor_does_anything_else_break():
    match = begun().play("ana activate Colossus; ana move 1; ana stride 90 over=wall,fence")
    assert match.all(TerrainChanged) == []


@pytest.mark.parametrize(
    ("reading", "broken"), [("any_crossing_also_stepping_over", True), ("not_stepping_over", False)]
)
def test_lc_i_77_stepping_over_it(reading: str, broken: bool):
    match = begun(choices={"LC-I 77": reading}).play("ana activate Warden; ana move 1")
    match.play("ana stride 40 over=crates")
    assert match.state.ground["crates"].destroyed is broken


def test_lc_i_77_what_it_cannot_step_over_breaks():
    tall = changed_piece("crates", size=1.5)
    match = ramming(tall, choices={"LC-I 77": "not_stepping_over"}).play("ana move 1")
    match.play("ana stride 40 over=crates")
    assert match.state.ground["crates"].destroyed


def test_lc_17_9_indestructible_is_no_target():
    ramming().refuse("ana attack Ram monolith 100 AH-AC", "LC-17.9", target="monolith")


def test_lc_17_9_unless_the_scenario_says_so():
    match = ramming(options={"scenario": "breakthrough"})
    match.refuse("ana attack Ram monolith 100 AH-AC level=fence", "LC-13.11", level="fence")
    match.play("ana attack Ram monolith 100 AH-AC")
    assert match.state.ground["monolith"].wounds == 3
    match.refuse("ana attack Ram chasm 100 AH-AC", "LC-12.5")
    match = ramming(changed_scenario("wellspring", changes=("LC-17.9",)))
    match.play("ana attack Ram monolith 100 AH-AC")


def test_lc_17_9_or_the_attack():
    match = ramming(ram=Attack("Ram", range=(0, 300), changes=("LC-17.9",)))
    match.play("ana attack Ram monolith 100 3H-3C")
    assert match.state.ground["monolith"].destroyed
