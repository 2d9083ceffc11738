"""Section 18: levels, features, bridges, doors, difficult, impassable and hazardous terrain."""

import pytest

from referee.fact import DamageDealt, UnitDefeated
from referee.games.legacy_of_conflict.characters import Ability, Area, Attack, Effect
from referee.games.legacy_of_conflict.facts import (
    AttackResolved,
    CardsFlipped,
    ConditionChanged,
    TerrainChanged,
    UnitMoved,
)
from referee.games.legacy_of_conflict.scenarios import Feature, Hazard, Level
from tests.games.legacy_of_conflict.table import (
    FORCES,
    Match,
    begun,
    changed,
    changed_piece,
    forces,
    opened,
)


def moving(unit: str = "Warden", tokens: int = 1, **more) -> Match:
    """One of ana's characters in a Move Action."""
    return begun(**more).play(f"ana activate {unit}; ana move {tokens}")


def slung(target: str, more: str = "", **setting) -> Match:
    """Slinger shoots, with two tokens."""
    match = begun(**setting).play("ana activate Slinger")
    return match.play(f"ana attack Sling {target} 100 AS-AH tokens=2 {more}")


# -- levels ------------------------------------------------------------------------------------


@pytest.mark.rule("LC-18.1")
def test_lc_18_1_every_level_has_a_size_of_its_own():
    match = moving("Slinger").play("ana climb keep/hall")
    assert match.one(UnitMoved).strides == 1
    assert FORCES.piece["keep"].level["hall"] == Level("hall", 2)
    moving("Slinger").refuse("ana climb keep/roof", "LC-15.3", have=4, limit=3)


def test_lc_18_1_a_level_that_a_piece_has_not_is_told_from_a_piece_that_is_not_there():
    match = moving("Slinger")
    told = match.refuse("ana stride 1 into=keep/attic", "LC-17.8")
    assert (told.message, told.legal) == ("keep/attic has no such level", "keep/hall, keep/roof")
    told = match.refuse("ana stride 1 into=kepe/hall", "LC-17.8")
    assert told.message == "kepe/hall is not a terrain piece on this table"


@pytest.mark.parametrize(
    ("reading", "up", "damage"),
    [("height_of_its_floor_above_ground", 2, 6), ("thickness_of_that_level", 4, 8)],
)
def test_lc_i_78_what_the_size_of_a_level_measures(reading: str, up: int, damage: int):
    tall = changed("Slinger", wounds=60, strides=9)
    match = moving("Slinger", catalog=forces(tall), choices={"LC-I 78": reading})
    match.play("ana climb keep/hall; ana climb keep/roof")
    assert match.one(UnitMoved).strides == up
    match = moving(
        "Slinger",
        on={"Slinger": "keep/roof"},
        catalog=forces(tall),
        choices={"LC-I 78": reading, "LC-I 62": "a_fall"},
    )
    match.play("ana climb ground; ana fall Slinger ground")
    assert match.one(DamageDealt).amount == damage


@pytest.mark.rule("LC-18.2")
def test_lc_18_2_between_levels_there_is_sight_only_by_a_clear_path():
    match = begun(on={"Brute": "keep/roof"}).play("ana activate Slinger")
    match.refuse("ana attack Sling Brute 100 AS-AH clear_path=no", "LC-18.2", target="Brute")
    match.refuse("ana attack Sling Brute 100 AS-AH", "LC-16.1", target="Brute")
    match.play("ana attack Sling Brute 100 AS-AH clear_path=yes between=fence")
    assert match.one(AttackResolved).cover == "full"
    match = slung("Brute", "between=wall", on={"Brute": "keep/roof", "Slinger": "keep/roof"})
    assert match.one(AttackResolved).cover == "partial"


AREA = Attack("Blast", range=(0, 300), area=Area(60), targets=("character", "point"))


def blasting(area: Area = AREA.area, changes: tuple[str, ...] = (), **more) -> Match:
    blast = Attack("Blast", range=(0, 300), area=area, targets=AREA.targets, changes=changes)
    catalog = forces(changed("Slinger", attacks=(blast,)))
    on = {"Brute": "keep/roof", "Stalker": "keep/hall", "Seer": "keep/roof"}
    return begun(on=on, catalog=catalog, **more).play("ana activate Slinger")


def test_lc_18_3_an_area_catches_those_on_the_same_level():
    match = blasting()
    line = "ana attack Blast Brute 100 AS-AH clear_path=yes caught=Brute:0,"
    match.refuse(line + "Stalker:30", "LC-18.3", target="Stalker", have="keep/hall")
    match.play(line + "Seer:30")
    assert {fact.target for fact in match.all(AttackResolved)} == {"Brute", "Seer"}


def test_lc_18_3_unless_its_own_text_says_otherwise():
    line = "ana attack Blast Brute 100 AS-AH clear_path=yes caught=Brute:0,Stalker:30"
    blasting(Area(60, "all")).play(line)
    blasting(changes=("LC-18.3",)).play(line)


def test_lc_18_4_a_feature_leads_between_adjacent_levels_for_one_stride():
    match = moving("Slinger").play("ana traverse steps keep/hall; ana traverse rungs keep/roof")
    assert match.one(UnitMoved) == UnitMoved(
        "ana", "Slinger", "feature", 0, 1, "keep/roof", "LC-18.4"
    )
    assert match.trusted() == ("it is in base contact", "it stands at the end")
    match.play("ana traverse rungs keep/hall")
    match.refuse("ana traverse steps ground", "LC-14.3")


def test_lc_18_4_no_other_levels_and_no_other_place():
    match = moving("Slinger")
    match.refuse("ana traverse rungs keep/roof", "LC-18.4", before="ground")
    match.refuse("ana traverse steps keep/roof", "LC-18.4", to="keep/roof")
    match.refuse("ana traverse ladder keep/hall", "LC-18.4", feature="ladder")
    match.refuse("ana traverse steps keep/hall contact=no", "LC-18.4", feature="steps")


@pytest.mark.rule("LC-18.12")
def test_lc_18_12_no_feature_leads_onto_what_is_impassable():
    match = moving("Slinger", catalog=forces(changed_piece("keep", impassable=True)))
    verdict = match.refuse("ana traverse steps keep/hall", "LC-18.12", piece="keep")
    assert verdict.legal == "another surface"


def test_lc_18_4_upstairs_one_leaves_what_lies_on_the_ground():
    match = moving("Slinger").play("ana stride 20 into=embers; ana flip 2S-2H")
    match.play("ana traverse steps keep/hall")
    assert match.state.figures["Slinger"].within == []


def pushing(on: dict[str, str] | None = None, changes: tuple[str, ...] = (), **more) -> Match:
    """Warden has hit Brute or another, who is pushed 25.4 mm."""
    halberd = Attack(
        "Halberd", range=(0, 50.8), effects=(Effect("push", when="hit"),), bonus=9, changes=changes
    )
    catalog = more.pop("catalog", FORCES)
    catalog = forces(
        changed("Warden", attacks=(halberd,)),
        changed("Seer", wounds=60),
        changed("Brute", wounds=60),
        changed("Stalker", wounds=60),
        base=catalog,
    )
    target = more.pop("target", "Stalker")
    on = on or {}
    match = begun(on=on, catalog=catalog, **more).play("ana activate Warden")
    told = "" if on.get("Warden") == on.get(target) else "clear_path=yes"
    return match.play(f"ana attack Halberd {target} 10 AS-AH {told}")


def test_lc_18_5_nobody_is_pushed_up_a_feature():
    match = pushing()
    match.refuse("ana push Stalker 25.4 on=keep/hall", "LC-18.5", have="ground", limit="keep/hall")
    match.play("ana push Stalker 25.4")


def test_lc_18_5_nor_up_a_low_one():
    stairs = FORCES.piece["keep"].features[0]
    low = changed_piece("slab", features=(type(stairs)("kerb", "ramp", ("ground", "slab")),))
    match = pushing(target="Brute", catalog=forces(low))
    match.refuse("ana push Brute 25.4 on=slab", "LC-18.5")
    pushing(target="Brute").play("ana push Brute 25.4 on=slab")


def test_lc_18_5_unless_a_special_rule_allows_it():
    match = pushing(changes=("LC-18.5",)).play("ana push Stalker 25.4 on=keep/hall")
    assert match.state.figures["Stalker"].on == "keep/hall"


# -- bridges -----------------------------------------------------------------------------------


@pytest.mark.rule("LC-18.6")
def test_lc_18_6_a_bridge_is_ordinary_ground():
    match = moving(on={"Warden": "walkway"}).play("ana stride 50; ana stride 50 on=wall")
    assert match.state.figures["Warden"].on == "wall"
    moving().play("ana stride 50 over=walkway")


def test_lc_18_7_off_a_bridge_a_character_falls_where_its_movement_ends_unsupported():
    match = moving(on={"Warden": "walkway"}).play("ana stride 50; ana stride 50 stands=no")
    assert match.due("ana") == [("fall", "LC-18.7")]
    match.play("ana fall Warden ground")
    assert match.one(DamageDealt).amount == 2 + 2


def test_lc_18_7_it_may_also_end_its_movement_there_before_the_last_stride():
    match = moving(on={"Warden": "walkway"}).play("ana stride 50 stands=no")
    match.refuse("ana end", "LC-15.2")
    again = moving(on={"Warden": "walkway"}).play("ana stride 50 stands=no; ana stride 50")
    again.refuse("ana fall Warden ground", "LC-20.6")
    match.play("ana fall Warden ground; ana choose Warden slow")
    match.refuse("ana stride 50", "LC-14.3")
    match.play("ana end")


def test_lc_18_7_off_a_wall_nobody_walks_into_the_air():
    match = moving(on={"Warden": "wall"}).play("ana stride 50 stands=no")
    match.refuse("ana fall Warden ground", "LC-20.6")
    match.refuse("ana stride 50 stands=no", "LC-15.2")


def test_lc_18_7_off_a_bridge_a_character_falls_when_it_is_pushed_off():
    match = pushing({"Stalker": "walkway"}).play("ana push Stalker 25.4 stands=no")
    assert match.due("ana") == [("fall", "LC-18.7")]


@pytest.mark.rule("LC-18.8")
def test_lc_18_8_a_bridge_gives_cover_as_its_record_says():
    assert slung("Brute", "between=walkway").one(AttackResolved).cover == "partial"
    full = forces(changed_piece("walkway", cover="full"))
    assert slung("Brute", "between=walkway", catalog=full).one(AttackResolved).cover == "full"
    by_size = forces(changed_piece("walkway", cover="by_size", size=1))
    assert slung("Brute", "between=walkway", catalog=by_size).one(AttackResolved).cover == "full"


# -- doors -------------------------------------------------------------------------------------


def test_lc_18_9_a_door_is_opened_for_one_stride_in_base_contact():
    match = moving()
    match.refuse("ana door gate open contact=no", "LC-18.9", target="gate")
    match.refuse("ana door gate closed", "LC-18.9", door="gate")
    match.refuse("ana door wall open", "LC-18.9", door="wall")
    match.play("ana door gate open")
    assert match.one(TerrainChanged) == TerrainChanged("ana", "gate", "open", "LC-18.9")
    assert match.state.moving.used == 1


def test_lc_18_10_closed_nothing_passes_whatever_the_sizes():
    match = moving("Colossus")
    match.refuse("ana stride 50 over=gate", "LC-18.10", piece="gate")
    match.refuse("ana climb gate", "LC-18.10", piece="gate")
    match.refuse("ana stride 50 into=gate", "LC-18.10", piece="gate")
    low = forces(changed_piece("gate", size=1))
    moving("Colossus", catalog=low).refuse("ana stride 50 over=gate", "LC-18.10")
    moving("Colossus", catalog=low).refuse("ana stride 50 on=gate", "LC-18.10")
    begun(catalog=low).play("ana activate Slinger").refuse(
        "ana attack Sling Brute 100 AS-AH between=gate", "LC-18.10", piece="gate"
    )


def test_lc_18_10_open_movement_and_sight_pass():
    match = moving("Warden", catalog=forces(changed_piece("gate", door="open")))
    match.play("ana stride 50 over=gate")
    match = moving("Slinger").play(
        "ana door gate open; ana attack Sling Brute 99 AS-AH between=gate"
    )
    assert match.one(AttackResolved).cover == "none"


# -- difficult and impassable ground -----------------------------------------------------------


def test_lc_18_11_in_difficult_ground_a_stride_goes_half_as_far():
    match = moving()
    match.refuse("ana stride 10 inside=20.1 into=woods", "LC-18.11", have="50.2", limit="50")
    match.play("ana stride 10 inside=20 into=woods")
    match.refuse("ana stride 0 inside=26", "LC-18.11", have="52")
    match.refuse("ana stride 50", "LC-18.11", piece="woods")
    match.play("ana stride 0 inside=25")


def test_lc_18_11_it_is_difficult_only_where_such_ground_is():
    match = moving()
    match.refuse("ana stride 10 inside=5", "LC-18.11", mm="5")
    match.refuse("ana stride 10 inside=5 into=embers", "LC-18.11")
    match.play("ana stride 0 inside=25 over=woods")


def test_lc_18_11_who_could_step_over_it_is_not_slowed():
    match = moving("Colossus").play("ana stride 30 inside=80 into=mire; ana stride 110")
    match = moving("Colossus")
    match.refuse("ana stride 30 inside=80 into=woods", "LC-18.11", have="190")
    match.refuse("ana stride 30 inside=81 into=mire", "LC-14.5", have="111")
    match = moving("Warden").play("ana stride 10 inside=40 into=mire")


def test_lc_18_11_of_two_pieces_one_is_enough_to_slow():
    match = moving("Warden")
    match.refuse("ana stride 10 inside=21 into=mire,woods", "LC-18.11", have="52")
    match.play("ana stride 10 inside=20 into=mire,woods")


def test_lc_18_11_rubble_is_difficult_ground():
    catalog = forces(changed_piece("crates", remains="difficult_ground", size=2))
    catalog = forces(changed("Colossus", size=3), base=catalog)
    match = moving("Colossus", catalog=catalog).play("ana stride 60 over=crates")
    match.refuse("ana stride 20 inside=46 into=crates", "LC-18.11", have="112")
    match.play("ana stride 20 inside=45 into=crates")


def test_lc_18_11_an_ability_may_set_it_aside():
    sure = Ability("Sure", kind="always", changes=("LC-18.11",))
    match = moving(catalog=forces(changed("Warden", abilities=(sure,))))
    match.play("ana stride 10 inside=40 into=woods; ana stride 50")


def test_lc_18_12_impassable_terrain_is_not_crossed_climbed_or_stood_on():
    match = moving("Colossus")
    match.refuse("ana stride 50 over=chasm", "LC-18.12", piece="chasm")
    match.refuse("ana climb chasm", "LC-18.12", piece="chasm")
    match.refuse("ana stride 50 on=chasm", "LC-18.12", piece="chasm")
    match.refuse("ana stride 50 into=chasm", "LC-18.12", piece="chasm")
    opened().play("ana agree").refuse("ana place Warden on=chasm", "LC-18.12", piece="chasm")


# -- hazards -----------------------------------------------------------------------------------


def test_lc_18_13_who_enters_a_hazard_flips_before_all_else():
    match = moving().play("ana stride 50 into=embers")
    assert match.due("ana") == [("hazard", "LC-18.13")]
    match.refuse("ana stride 10", "LC-18.13")
    match.refuse("ana end", "LC-18.13")
    match.refuse("bo flip AS-AH", "LC-4.1")
    match.play("ana flip 2S-2H")
    flipped = match.one(CardsFlipped)
    assert (flipped.total, flipped.purpose, flipped.rule) == (4, "hazard", "LC-18.13")
    match.play("ana stride 10")


def test_lc_18_13_a_hazard_crossed_is_entered():
    match = moving().play("ana stride 50 over=embers; ana flip 2S-2H")
    assert match.state.figures["Warden"].within == []
    match = moving().play("ana stride 50 over=embers into=embers; ana flip 2S-2H; ana stride 1")
    assert match.state.figures["Warden"].within == ["embers"]


def test_lc_18_13_a_hazard_named_twice_is_entered_once():
    match = opened().play("ana agree; ana place Warden within=embers,embers")
    assert match.state.figures["Warden"].within == ["embers"]
    match = moving().play("ana stride 50 into=embers,embers")
    assert match.due("ana") == [("hazard", "LC-18.13")]
    match.play("ana flip 2S-2H; ana stride 10")
    for left, flips in (("", 1), (" out_of=embers", 2)):
        match = begun().play("ana activate Warden; ana attack Halberd Seer 10 AH-AC")
        match.play(f"ana push Seer 25.4 into=embers,embers{left}")
        assert [due.rule for due in match.state.due].count("LC-18.13") == flips


def test_lc_18_13_every_such_piece_is_flipped_for():
    catalog = forces(changed_piece("mire", hazard=Hazard()))
    match = moving(catalog=catalog).play("ana stride 40 into=embers,mire")
    assert [due.piece for due in match.state.due] == ["embers", "mire"]
    match.play("ana flip 2S-2H").refuse("ana stride 1", "LC-18.13", seat="ana")
    match.play("ana flip AS-AH")


def test_lc_18_13_a_hazard_that_one_stands_in_is_flipped_for_at_each_activation():
    match = moving().play("ana stride 50 into=embers; ana flip 2S-2H; ana end")
    for seat, unit in ("bo", "Brute"), ("ana", "Slinger"), ("bo", "Seer"), ("ana", "Colossus"):
        match.play(f"{seat} activate {unit}; {seat} end")
    match.play("bo activate Stalker; bo end; bo activate Stalker.2; bo end")
    match.play("ana close-turn crossing:nobody; ana activate Warden")
    assert match.state.turn == 2
    assert match.due("ana") == [("hazard", "LC-18.13")]
    match.refuse("ana move 1", "LC-18.13", seat="ana")


def test_lc_18_14_a_sum_of_0_or_less_is_one_wound_and_one_hinder():
    match = moving().play("ana stride 50 into=embers; ana flip JS-AH")
    hurt, hindered = match.one(DamageDealt), match.one(ConditionChanged)
    assert (hurt.amount, hurt.left, hurt.cause, hurt.rule) == (1, 5, "hazard", "LC-18.14")
    assert hindered == ConditionChanged("ana", "Warden", "hinder", 1, 1, "LC-18.14")
    match = moving().play("ana stride 50 into=embers; ana flip JS-2H")
    assert match.all(DamageDealt) == []
    assert match.state.figures["Warden"].wounds == 6


def test_lc_18_14_the_record_may_hold_other_effects():
    hazard = Hazard(at_most=2, effects=(Effect("condition", condition="dot"),))
    match = moving(catalog=forces(changed_piece("embers", hazard=hazard)))
    match.play("ana stride 50 into=embers; ana flip AS-AH")
    assert match.one(ConditionChanged).condition == "dot"
    assert match.state.figures["Warden"].wounds == 6


def test_lc_18_14_a_hazard_may_end_the_activation_for_good():
    catalog = forces(changed("Warden", wounds=1))
    match = moving(catalog=catalog).play("ana stride 50 into=embers; ana flip JS-JH")
    assert match.one(UnitDefeated).unit == "Warden"
    assert (match.state.acting, match.state.active) == ("", "bo")


def test_lc_18_15_what_each_hazard_does_is_agreed():
    match = opened()
    for seat in "ana", "bo":
        match.play(f"{seat} shuffle; {seat} agree sizes terrain tokens deck points scenario")
        units = [f.id for f in match.state.figures.values() if f.seat == seat]
        match.play(f"{seat} place {' '.join(units)}")
    match.play("bo agree hazards").refuse("ana flip AS-AH", "LC-18.15", other="ana")
    match.play("ana agree hazards; ana flip AS-AH")


# -- interpretations ---------------------------------------------------------------------------


def test_lc_i_79_the_level_of_the_point_aimed_at():
    match = blasting(choices={"LC-I 79": "the_point_aimed_at"})
    line = "ana attack Blast Brute 100 AS-AH clear_path=yes caught=Brute:0,Seer:9"
    match.play(line)


def test_lc_i_79_the_level_of_the_attacker():
    match = blasting(choices={"LC-I 79": "the_attacker"})
    line = "ana attack Blast Brute 100 AS-AH clear_path=yes caught=Brute:0,Seer:9"
    match.refuse(line, "LC-18.3", have="keep/roof", limit="ground")


def test_lc_i_80_who_is_pushed_off_a_bridge_always_falls():
    match = pushing({"Stalker": "walkway"}).play("ana push Stalker 25.4 stands=no")
    match.refuse("ana end", "LC-18.7")
    match.play("ana fall Stalker ground")


def test_lc_i_80_by_the_choice_of_the_pusher():
    reading = {"LC-I 80": "by_the_pusher's_choice"}
    match = pushing({"Stalker": "walkway"}, choices=reading)
    match.play("ana push Stalker 25.4 stands=no; ana end; bo activate Brute")
    match.refuse("ana fall Stalker ground", "LC-20.6")
    match = pushing({"Stalker": "walkway"}, choices=reading)
    match.play("ana push Stalker 25.4 stands=no; ana fall Stalker ground; bo choose Stalker slow")
    assert match.state.figures["Stalker"].on == "ground"


def test_lc_i_80_the_choice_is_about_bridges_alone():
    match = pushing({"Stalker": "wall"}, choices={"LC-I 80": "by_the_pusher's_choice"})
    match.play("ana push Stalker 25.4 stands=no")
    match.refuse("ana end", "LC-20.6")


def test_lc_i_82_a_door_is_an_interact():
    match = moving("Slinger").play("ana door gate open")
    match.refuse("ana door gate closed", "LC-15.8")
    match.refuse("ana interact well", "LC-15.8")


def test_lc_i_82_or_is_none():
    match = moving("Slinger", choices={"LC-I 82": "no"})
    match.refuse("ana door gate open contact=no", "LC-18.9")
    match.play("ana door gate open; ana interact well; ana door gate closed")


def test_lc_i_83_by_share():
    match = moving(choices={"LC-I 83": "by_share"}).play("ana stride 30 inside=10 into=woods")
    assert match.state.moving.used == 1


def test_lc_i_83_the_whole_stride_halved():
    match = moving(choices={"LC-I 83": "whole_stride_halved"})
    match.refuse("ana stride 30 inside=10 into=woods", "LC-18.11", have="80", limit="50")
    match.play("ana stride 15 inside=10 into=woods")


@pytest.mark.parametrize(("reading", "flips"), [("flips_each_time", 2), ("once_per_activation", 1)])
def test_lc_i_84_leaving_and_entering_again(reading: str, flips: int):
    match = moving("Slinger", choices={"LC-I 84": reading})
    match.play("ana stride 20 into=embers; ana flip 2S-2H; ana stride 20 out_of=embers")
    match.play("ana stride 20 into=embers")
    assert match.due("ana") == [("hazard", "LC-18.13")] * (flips - 1)


def test_lc_i_84_the_next_activation_flips_again():
    match = pushing(choices={"LC-I 84": "once_per_activation"})
    match.play("ana push Stalker 25.4 into=embers; ana flip 2S-2H; ana end; bo activate Stalker")
    assert match.due("bo") == [("hazard", "LC-18.13")]


def test_lc_i_85_stepping_over_a_hazard_is_entering_it():
    assert moving().play("ana stride 50 over=embers").due("ana") == [("hazard", "LC-18.13")]


def test_lc_i_85_or_is_not():
    match = moving(choices={"LC-I 85": "no"}).play("ana stride 50 over=embers")
    assert match.due("ana") == []
    high = changed_piece("embers", size=3)
    match = moving(choices={"LC-I 85": "no"}, catalog=forces(high)).play("ana stride 9 over=embers")
    assert match.due("ana") == [("hazard", "LC-18.13")]


def test_lc_i_63_a_stride_by_a_feature_leads_from_end_to_end():
    match = moving("Slinger")
    match.refuse("ana traverse steps keep/hall mm=10", "LC-18.4", have="10", feature="steps")
    match.refuse("ana traverse steps keep/hall contact=no", "LC-18.4", unit="Slinger")


def test_lc_i_63_or_it_counts_as_an_ordinary_stride_too():
    too = {"LC-I 63": "counts_as_an_ordinary_stride_too"}
    match = moving("Colossus", choices=too)
    match.refuse("ana traverse steps keep/hall mm=111", "LC-14.5", have="111", limit="110")
    match.refuse("ana traverse steps keep/hall mm=96 ahead=no", "LC-14.5", limit="95")
    match.refuse("ana traverse steps keep/hall contact=no", "LC-18.4", unit="Colossus")
    match.play("ana traverse steps keep/hall mm=110 contact=no")
    assert match.one(UnitMoved).mm == 110
    assert "110 mm straight ahead, with nothing in the way and nothing that slows" in (
        match.trusted()
    )


def test_lc_18_4_two_pieces_may_have_features_of_one_name():
    rungs = Feature("steps", "ladder", ("ground", "wall"))
    catalog = forces(changed_piece("wall", features=(rungs,)))
    match = moving(catalog=catalog).play("ana traverse steps wall")
    assert match.state.figures["Warden"].on == "wall"
    moving(catalog=catalog).play("ana traverse steps keep/hall")


def test_lc_18_11_who_crosses_difficult_ground_goes_some_way_inside():
    match = moving("Slinger")
    match.refuse("ana stride 30 over=mire", "LC-18.11", piece="mire")
    match.play("ana stride 10 over=mire inside=11")
    moving("Warden").play("ana stride 50 over=mire")


def test_lc_18_13_a_turn_does_not_end_before_a_hazard_is_flipped_for():
    match = moving(options={"scenario": "breakthrough"}, choices={"LC-I 31": "stop_at_once"})
    match.play("ana stride 10 into=embers").refuse("bo declare nightfall", "LC-18.13")
    match.play("ana flip 2S-2H; bo declare nightfall")
