"""Positions: optional, and where they are logged they are compared with what is declared."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.choice import Fixed
from referee.games.legacy_of_conflict.catalog import Forces
from referee.games.legacy_of_conflict.characters import Ability, Area, Attack, Effect
from referee.games.legacy_of_conflict.facts import AttackResolved
from referee.games.legacy_of_conflict.scenarios import Laid, Table
from referee.games.legacy_of_conflict.state import State
from referee.replay.replay import replay
from referee.verdict import LEGAL, Illegal, Legal
from tests.games.legacy_of_conflict.table import (
    FIRST,
    GAME,
    Match,
    changed,
    changed_piece,
    forces,
    opened,
)
from tests.golden import records, replayed

WHERE = {
    "Warden": "305:60:0",
    "Slinger": "150:60:0",
    "Colossus": "500:80:0",
    "Brute": "215:430:180",
    "Stalker": "560:260:180",
    "Stalker.2": "560:420:180",
    "Seer": "420:430:180",
}
"""On the table of the sample, all on the ground and apart from terrain and each other."""


def placed(
    where: Mapping[str, str] = {},
    on: Mapping[str, str] = {},
    within: Mapping[str, str] = {},
    **more: Any,
) -> Match:
    """A match in its first turn, ana first; ``where`` moves some, to ``-`` for no position."""
    match = opened(**more)
    for seat in match.state.seats:
        match.play(f"{seat} agree; {seat} shuffle")
    for figure in list(match.state.figures.values()):
        at = {**WHERE, **where}.get(figure.id, "-")
        surface = f" on={on[figure.id]}" if figure.id in on else ""
        spot = "" if at == "-" else f" at={at}"
        named = f" within={within[figure.id]}" if figure.id in within else ""
        match.play(f"{figure.seat} place {figure.id}{surface}{named}{spot}")
    return match.play(f"ana flip {FIRST[0]}; bo flip {FIRST[1]}")


def moving(unit: str = "Warden", where: Mapping[str, str] = {}, **more: Any) -> Match:
    """One of ana's characters in a Move Action."""
    match = placed(where, **more).play(f"ana activate {unit}")
    if match.due("ana") == [("hazard", "LC-18.13")]:
        match.play("ana flip 2S-2H")
    return match.play("ana move 1")


# -- setting up and the table ------------------------------------------------------------------


def test_a_character_is_set_up_on_the_table():
    match = opened()
    match.refuse("ana place Warden at=20:100", "LC-21.7", unit="Warden", width="610")
    match.refuse("ana place Warden at=100:600:0", "LC-21.7")
    match.play("ana place Warden at=25:100")
    assert match.state.figures["Warden"].at == (25, 100)


def test_an_oval_of_unknown_facing_is_off_the_table_only_where_it_surely_is():
    match = opened().play("ana place Colossus at=48:100")
    match.refuse("ana place Colossus at=40:100", "LC-21.7")
    match.refuse("ana place Colossus at=48:100:90", "LC-21.7")


def test_lc_21_7_two_bases_are_not_set_up_on_top_of_each_other():
    match = opened().play("ana place Warden at=305:60")
    match.refuse("ana place Slinger at=330:60", "LC-21.7", other="Warden", measured="9.6")
    match.refuse("bo place Brute at=315:100:90", "LC-21.7", other="Warden")
    match.play("ana place Slinger at=343:60; bo place Stalker on=keep/roof at=305:330")
    match.refuse("bo place Seer on=keep/roof at=320:330", "LC-21.7", other="Stalker")
    match.play("bo place Seer on=keep/hall at=320:330")


def test_lc_18_12_nobody_is_set_up_in_impassable_or_solid_terrain():
    match = opened()
    match.refuse("ana place Warden at=305:555", "LC-18.12", other="chasm", limit="3")
    match.refuse("ana place Slinger at=130:330", "LC-18.10", other="gate")
    match.refuse("ana place Warden at=305:330", "LC-21.7", other="keep")
    match.refuse("ana place Warden on=keep/roof at=130:200", "LC-21.7", name="keep/roof")
    match.refuse("ana place Warden within=woods at=305:60", "LC-21.7", name="woods")
    match.play("ana place Warden at=305:220")
    assert match.trusted() == ("Warden is in embers, which was not said",)
    match.play("ana place Warden within=embers at=305:220")
    assert match.verdict == LEGAL


def test_lc_18_13_who_is_set_up_in_a_hazard_flips_for_it_though_nobody_named_it():
    match = placed({"Warden": "305:220:180"}).play("ana activate Warden")
    assert match.due("ana") == [("hazard", "LC-18.13")]
    match.refuse("ana move 1", "LC-18.13")
    match.play("ana flip 2S-2H; ana move 1; ana stride 20 at=305:200:180")


def test_difficult_ground_that_nobody_named_may_begin_beside_who_is_set_up():
    match = bogged("300:240:0")
    assert match.state.figures["Warden"].within == []


def test_who_is_set_up_again_without_a_position_has_none():
    match = opened().play("ana place Warden at=305:60; ana place Warden on=wall")
    assert match.state.figures["Warden"].at is None


def test_lc_i_81_a_base_whose_centre_is_past_the_edge_stands_on_trust():
    match = opened().play("bo place Seer on=keep/roof at=305:265")
    assert match.trusted() == ("Seer stands with its centre 5 mm past the edge of keep/roof",)
    match.refuse("bo place Stalker on=keep/roof at=305:245", "LC-21.7", name="keep/roof")


def test_lc_i_81_a_centre_past_the_edge_by_no_more_than_the_tolerance_is_not_noted():
    match = opened(options={"tolerance": "5"}).play("bo place Seer on=keep/roof at=305:265")
    assert isinstance(match.verdict, Legal)


def test_nobody_strides_off_the_table():
    match = moving(where={"Warden": "60:60:270"})
    match.refuse("ana stride 50 at=10:60", "LC-14.7", unit="Warden")


# -- a Stride ----------------------------------------------------------------------------------


def test_the_distance_of_a_stride_is_that_between_its_ends():
    match = moving()
    match.refuse("ana stride 40 at=305:110", "LC-14.6", declared="40", measured="50")
    match.refuse("ana stride 50 at=305:106", "LC-14.6", declared="50", measured="46")
    match.play("ana stride 47 at=305:110")
    assert match.state.figures["Warden"].at == (305, 110)


def test_the_tolerance_is_agreed():
    match = moving(options={"tolerance": "0"})
    match.refuse("ana stride 49 at=305:110", "LC-14.6", declared="49", measured="50")
    match.play("ana stride 50 at=305:110")
    moving(options={"tolerance": "10"}).play("ana stride 40 at=305:110")


def test_straight_ahead_is_along_the_facing():
    match = moving("Colossus", {"Colossus": "300:60:90", "Warden": "-"})
    match.refuse("ana stride 49 at=345:82:90", "LC-14.5", measured="22 mm beside that line")
    match.refuse("ana stride 49 at=251:60:90", "LC-14.5", measured="the other way")
    match.play("ana stride 50 at=345:82:64")
    assert match.state.figures["Colossus"].facing == 64


def test_lc_14_4_a_round_base_has_no_facing_and_goes_straight_ahead_any_way():
    match = moving().play("ana stride 49 at=330:102:0")
    assert match.verdict == LEGAL
    match = moving().play("ana stride 20 at=305:40:0")
    assert match.verdict == LEGAL


def test_lc_14_4_an_unlogged_turn_of_a_round_base_counts_only_where_attacks_go_by_facing():
    match = moving().play("ana stride 49 at=330:102")
    assert match.state.figures["Warden"].facing == 0  # so are the digests of older records
    match = moving(choices={"LC-I 41": "front_half_only"}).play("ana stride 49 at=330:102")
    assert match.state.figures["Warden"].facing is None
    assert match.verdict == LEGAL


def test_lc_14_4_a_free_turn_of_an_oval_that_nobody_logged_is_on_trust():
    match = moving("Colossus", {"Colossus": "300:60:90", "Warden": "-"}).play(
        "ana stride 50 at=345:82"
    )
    assert match.trusted() == ("Colossus was turned ahead of the Stride, to face where it went",)
    assert match.state.figures["Colossus"].facing is None
    match = moving("Colossus", {"Colossus": "300:60:90", "Warden": "-"}).play(
        "ana stride 50 at=350:61"
    )
    assert match.verdict == LEGAL
    assert match.state.figures["Colossus"].facing == 90
    match = moving("Colossus", {"Colossus": "300:60:90", "Warden": "-"}).play(
        "ana stride 50 ahead=no at=350:61"
    )
    assert match.state.figures["Colossus"].facing is None


def test_an_oval_goes_its_shortest_dimension_another_way():
    match = moving("Colossus", {"Colossus": "60:60:90"})
    match.refuse("ana stride 100 ahead=no at=60:160", "LC-14.5", limit="95")
    match.play("ana stride 95 ahead=no at=60:155")


def test_a_stride_with_a_bend_is_longer_than_the_distance_between_its_ends():
    match = moving(where={"Brute": "305:117:90"})
    match.play("ana stride 50 ahead=no at=330:70")
    match = moving()
    match.refuse("ana stride 10 ahead=no at=330:70", "LC-14.6", measured="26.9 or more")


def test_terrain_that_is_run_through_is_named():
    match = moving(where={"Warden": "160:200:270"})
    match.refuse("ana stride 50 at=110:200", "LC-14.8", measured="wall")
    match.refuse("ana stride 50 over=wall at=110:200", "LC-14.8", piece="wall")
    match.refuse("ana stride 50 over=gate,wall at=110:200", "LC-18.10")
    match = moving(where={"Warden": "480:172:0"})
    match.refuse("ana stride 50 at=480:222", "LC-14.8", measured="fence", declared="nothing")
    match.play("ana stride 50 over=fence at=480:222")


def test_lc_14_8_a_straight_way_that_is_not_ahead_runs_through_walls_as_well():
    match = moving("Colossus", {"Colossus": "200:210:0", "Warden": "-"})
    match.refuse("ana stride 95 ahead=no at=105:210", "LC-14.8", measured="wall")
    match.play("ana stride 95 ahead=no over=wall stands=no at=105:210")
    match = moving(where={"Warden": "165:250:0"}, catalog=forces(changed("Warden", size=1)))
    match.refuse("ana stride 50 ahead=no at=115:250", "LC-14.8", measured="wall")


def test_lc_14_7_a_stride_of_any_kind_ends_with_room_to_stand():
    match = moving(where={"Seer": "340:80:0"})
    match.refuse("ana stride 45 ahead=no at=325:90", "LC-14.7", other="Seer", limit="3")
    match = moving(where={"Warden": "190:250:0"})
    match.refuse("ana stride 49 ahead=no at=150:250", "LC-14.8", other="wall")
    match = moving(where={"Warden": "190:130:0"}, catalog=forces(changed("Warden", size=2)))
    match.play("ana stride 20 ahead=no over=crates at=190:145")


def test_lc_14_7_characters_on_a_roof_are_in_the_way():
    roof = {"Warden": "keep/roof", "Seer": "keep/roof", "Stalker": "walkway"}
    match = placed({"Warden": "280:300:0", "Seer": "280:350:0", "Stalker": "305:410:0"}, roof)
    match.play("ana activate Warden; ana move 1")
    match.refuse("ana stride 50 at=280:350", "LC-14.7", measured="Seer")
    match.refuse("ana stride 50 ahead=no at=290:340", "LC-14.7", other="Seer")
    bridged = {"Warden": "keep/hall", "Stalker": "walkway"}
    match = placed({"Warden": "305:360:0", "Stalker": "305:405:0"}, bridged)
    match.play("ana activate Warden; ana move 1")
    match.refuse("ana stride 45 on=walkway at=305:405", "LC-14.7", measured="Stalker")


def test_terrain_that_is_named_is_run_through():
    match = moving()
    match.refuse("ana stride 50 over=fence at=305:110", "LC-14.8", name="fence")
    match.refuse("ana stride 50 over=embers at=305:110", "LC-14.8", measured="50")


def test_a_bridge_is_passed_under():
    moving(where={"Warden": "340:460:270"}).play("ana stride 50 at=290:460")


def test_characters_that_are_run_through_are_named():
    match = moving(where={"Seer": "305:110:0"})
    match.refuse("ana stride 50 at=305:110", "LC-14.7", measured="Seer")
    match.refuse("ana stride 50 through=Seer at=305:110", "LC-14.7", other="Seer")
    match = moving(where={"Warden": "345:460:270", "Seer": "305:460:0"}, on={"Seer": "walkway"})
    match.play("ana stride 50 at=295:460")
    match = moving(choices={"LC-I 54": "friends_only"})
    match.refuse("ana stride 50 through=Slinger at=305:110", "LC-14.7", name="Slinger")


def test_hazards_and_difficult_ground_at_the_end_are_named():
    match = moving(where={"Warden": "305:150:0"})
    match.refuse("ana stride 50 at=305:200", "LC-14.8", measured="embers")
    match.refuse("ana stride 50 into=mire at=305:200", "LC-14.8", name="mire")
    match.refuse("ana stride 50 over=embers at=305:200", "LC-14.8", measured="embers")
    match.play("ana stride 50 into=embers at=305:200; ana flip 2S-2H")
    match.refuse("ana stride 20 out_of=embers at=305:220", "LC-14.8", measured="embers")
    match.play("ana stride 42 at=305:242:0")


def test_the_surface_at_the_end_is_there():
    match = moving("Colossus", {"Colossus": "160:200:0"})
    match.refuse("ana stride 30 ahead=no on=wall at=230:150", "LC-15.2", name="wall")
    match.play("ana stride 30 ahead=no on=wall at=130:200")


def test_a_stride_from_or_to_an_unknown_place_is_trusted():
    match = moving(where={"Warden": "-"}).play("ana stride 50 at=305:110")
    assert any(a.startswith("straight ahead") for a in match.trusted())
    match.play("ana stride 50 at=305:160:0")
    assert match.verdict == LEGAL
    match = moving().play("ana stride 50")
    assert match.state.figures["Warden"].at is None
    assert match.state.figures["Warden"].facing is None


# -- difficult ground --------------------------------------------------------------------------

BOG = Table("bog", 610, 610, (Laid("mire", (300, 300, 0)),))


def bogged(at: str, unit: str = "Warden", **more: Any) -> Match:
    """One of ana's characters beside a square mire of 200 mm, from 200 to 400."""
    mire = changed_piece("mire", size=2, width=200, depth=200, round=False)
    catalog = more.pop("catalog", forces(mire, BOG))
    where = {name: "-" for name in WHERE} | {unit: at}
    return moving(unit, where, catalog=catalog, options={"table": "bog"}, **more)


def test_the_mm_inside_difficult_ground_follow_from_the_positions():
    match = bogged("300:240:0").play("ana stride 0 at=300:240 into=mire")
    match.refuse("ana stride 25 at=300:265", "LC-18.11", piece="mire")
    match.refuse("ana stride 15 inside=10 at=300:265", "LC-18.11", declared="10", measured="25")
    match.play("ana stride 0 inside=25 at=300:265")


def test_on_the_way_in_the_base_leaves_some_room():
    """Its edge is inside after 25 mm; how much counts as inside is between the first touch and
    the whole base."""
    match = bogged("300:150:0")
    match.refuse("ana stride 0 inside=24 into=mire at=300:174", "LC-18.11", measured="0")
    match = bogged("300:170:0")
    match.refuse("ana stride 0 inside=25 into=mire at=300:180", "LC-14.6", measured="10")
    match.play("ana stride 10 inside=20 into=mire at=300:200")


def test_difficult_ground_of_which_no_distance_is_named_is_on_trust():
    match = bogged("300:170:0")
    match.play("ana stride 30 into=mire at=300:200")
    assert any("no distance inside difficult ground" in each for each in match.trusted())


def test_who_steps_over_it_declares_nothing():
    match = bogged("300:140:0", "Colossus").play("ana stride 110 into=mire at=300:250")
    assert match.state.moving.used == 1


# -- climbing, contact -------------------------------------------------------------------------


def test_a_climb_begins_in_contact_and_ends_on_the_piece():
    match = moving(where={"Warden": "170:200:270"})
    match.refuse("ana climb wall 5", "LC-15.3", name="wall", measured="7.5")
    match = moving(where={"Warden": "163:200:270"})
    match.refuse("ana climb wall 5 at=200:200", "LC-15.2", name="wall")
    match.play("ana climb wall 0 at=130:200")
    assert match.state.figures["Warden"].at == (130, 200)


def test_where_a_climb_needs_no_contact_the_position_contradicts_nothing():
    match = moving(where={"Warden": "170:200:270"}, choices={"LC-I 61": "no"})
    match.play("ana climb wall 0 at=130:200")


def test_after_a_climb_the_edge_is_as_near_as_declared():
    match = moving(where={"Warden": "305:244:0"}, catalog=forces(changed("Warden", size=5)))
    match.refuse("ana climb keep/roof 2 at=305:310", "LC-15.4", declared="2")
    match.refuse("ana climb keep/roof 15 at=305:310", "LC-15.4", limit="12.7")
    match.play("ana climb keep/roof 10 at=305:305")
    match.refuse("ana climb ground 2 at=305:200", "LC-15.4", measured="45")
    match.refuse("ana climb ground 10 at=305:235", "LC-14.8", measured="embers")
    match.play("ana climb ground 10 at=305:235 into=embers")


def test_lc_15_4_a_climb_ends_at_the_edge_that_was_climbed():
    match = moving(where={"Warden": "305:244:0"}, catalog=forces(changed("Warden", size=5)))
    line = "ana climb keep/roof 2 at={}"
    match.refuse(line.format("305:363"), "LC-15.4", declared="2", measured="68")
    match.refuse(line.format("272:330"), "LC-15.4", declared="2", measured="35")
    match.play(line.format("345:297"))
    assert "Warden climbed from where it stood, 66.4 mm from where it is now" in match.trusted()
    other = moving(where={"Warden": "305:244:0"}, catalog=forces(changed("Warden", size=5)))
    other.play("ana climb keep/roof 2 at=305:297")
    assert other.trusted() == ("it stands at the end",)


def test_lc_15_4_a_climb_ends_with_room_to_stand():
    where = {"Warden": "305:244:0", "Seer": "305:310:0"}
    catalog = forces(changed("Warden", size=5))
    match = placed(where, {"Seer": "keep/roof"}, catalog=catalog)
    match.play("ana activate Warden; ana flip 2S-2H; ana move 1")
    match.refuse("ana climb keep/roof 5 at=305:300", "LC-15.2", other="Seer")
    match.play("ana climb keep/roof 5 at=270:300")


def test_a_climb_of_a_level_of_equal_height_is_trusted_where_nothing_is_known():
    match = moving(where={"Warden": "-"}).play("ana climb wall 5")
    assert "it is in base contact" in match.trusted()


def test_a_feature_ends_where_its_piece_is():
    match = moving("Slinger", {"Slinger": "305:250:0"})
    match.refuse("ana traverse steps keep/hall at=305:200", "LC-18.4", name="keep/hall")
    match.play("ana traverse steps keep/hall at=305:300")


def test_lc_18_4_a_feature_ends_on_the_table_and_with_room():
    match = placed({"Slinger": "305:300:0"}, {"Slinger": "keep/hall"})
    match.play("ana activate Slinger; ana move")
    match.refuse("ana traverse steps ground at=5:330", "LC-18.4", unit="Slinger", width="610")
    match = placed({"Slinger": "305:250:0", "Seer": "305:315:0"}, {"Seer": "keep/hall"})
    match.play("ana activate Slinger; ana flip 2S-2H; ana move")
    match.refuse("ana traverse steps keep/hall at=305:300", "LC-18.4", other="Seer")


def test_lc_15_2_a_climb_ends_on_the_table():
    match = placed({"Warden": "130:200:0"}, {"Warden": "wall"}).play(
        "ana activate Warden; ana move"
    )
    match.refuse("ana climb ground 5 at=5:200", "LC-15.2", unit="Warden", width="610")


def test_interact_and_doors_in_contact():
    match = moving("Slinger", {"Slinger": "160:330:0"})
    match.refuse("ana door gate open", "LC-18.9", name="gate", measured="6.5")
    match.refuse("ana interact wall", "LC-15.8", name="wall")
    match = moving("Slinger", {"Slinger": "155:330:0"}, choices={"LC-I 82": "no"})
    match.play("ana door gate open")
    assert "it is in base contact" not in getattr(match.verdict, "assumptions", ())
    far = moving("Slinger", {"Slinger": "160:330:0"}, choices={"LC-I 82": "no"})
    far.refuse("ana door gate open", "LC-18.9", measured="6.5")


def test_interact_with_a_marker_that_has_a_position():
    match = moving("Slinger", {"Slinger": "305:110:0"})
    match.refuse("ana interact well", "LC-15.8", name="well", measured="4")
    moving("Slinger", {"Slinger": "305:112:0"}).play("ana interact well")
    moving("Slinger", {"Slinger": "-"}).play("ana interact well")


# -- attacks -----------------------------------------------------------------------------------


def test_the_distance_of_an_attack_is_that_between_the_bases():
    match = placed({"Seer": "150:160:0"}).play("ana activate Slinger")
    line = "ana attack Sling Seer {} AS-AH tokens=2"
    match.refuse(line.format(60), "LC-13.3", declared="60", measured="69")
    match.play(line.format(70))
    match = placed({"Seer": "150:160:0"}, choices={"LC-I 40": "centre_to_centre"})
    match.play("ana activate Slinger").refuse(line.format(70), "LC-13.3", measured="100")
    match.play(line.format(100))


def test_the_facing_of_an_oval_that_nobody_logged_leaves_room():
    match = placed({"Brute": "250:60", "Warden": "-"}).play("ana activate Slinger")
    line = "ana attack Sling Brute {} AS-AH tokens=2"
    match.refuse(line.format(43), "LC-13.3", measured="46.5 to 54")
    match.refuse(line.format(58), "LC-13.3", measured="46.5 to 54")
    match.play(line.format(54))
    match = placed({"Brute": "250:60:90", "Warden": "-"}).play("ana activate Slinger")
    match.refuse(line.format(54), "LC-13.3", measured="46.5")


def test_what_lies_between_is_what_the_lines_cross():
    match = placed({"Slinger": "480:160:0", "Seer": "480:240:0", "Colossus": "-"})
    match.play("ana activate Slinger")
    line = "ana attack Sling Seer 49 AS-AH tokens=2 between={}"
    match.refuse(line.format(""), "LC-16.1", measured="fence")
    match.refuse(line.format("fence,wall"), "LC-16.1", declared="wall", measured="326.5")
    match.refuse(line.format("fence"), "LC-13.3", piece="fence")


def test_what_lies_between_for_an_ability_that_needs_sight():
    where = {"Slinger": "480:160:0", "Seer": "480:240:0", "Colossus": "-"}
    match = placed(where).play("ana pass; bo activate Seer")
    match.refuse("bo use Dread Slinger 49", "LC-16.1", measured="fence", declared="nothing")
    match.refuse("bo use Dread Slinger 49 between=fence", "LC-13.3", piece="fence", have="1")


def test_where_no_line_is_free_something_lies_between():
    """Two walls, each before one half of the target: no line crosses both, and none is free."""
    left, right = (changed_piece(n, width=90, depth=6) for n in ("wall", "fence"))
    table = Table("two", 610, 610, (Laid("wall", (260, 196, 0)), Laid("fence", (340, 205, 0))))
    where = {name: "-" for name in WHERE} | {"Warden": "300:150:0", "Brute": "300:260:0"}
    match = placed(where, catalog=forces(left, right, table), options={"table": "two"})
    match.play("ana activate Warden; ana move 1; ana stride 10 ahead=no at=300:158")
    line = "ana attack Halberd Brute 39.5 AS-AH{}"
    match.refuse(line.format(""), "LC-16.1", declared="nothing", measured="fence, wall")
    match.play(line.format(" between=wall"))


def test_flat_ground_is_not_between():
    match = placed({"Slinger": "305:160:0", "Seer": "305:257:0"}).play("ana activate Slinger")
    match.play("ana attack Sling Seer 66 AS-AH tokens=2")


def test_whom_an_area_catches_is_as_far_from_the_target_as_declared():
    blast = Attack("Blast", range=(0, 300), area=Area(60), targets=("character",))
    catalog = forces(changed("Slinger", attacks=(blast,)))
    where = {"Seer": "150:160:0", "Stalker": "200:160:0", "Brute": "-"}
    match = placed(where, catalog=catalog).play("ana activate Slinger")
    line = "ana attack Blast Seer 69 AS-AH caught=Seer:0,Stalker:{}"
    match.refuse(line.format(10), "LC-13.11", declared="10", measured="22.5")
    match.play(line.format(23))


def test_lc_13_11_an_area_about_a_piece_reaches_as_far_from_it():
    blast = Attack("Blast", range=(0, 300), area=Area(60), targets=("character", "terrain"))
    catalog = forces(changed("Slinger", attacks=(blast,)))
    match = placed({"Seer": "180:200:0", "Brute": "-"}, catalog=catalog).play(
        "ana activate Slinger"
    )
    line = "ana attack Blast wall 50 AS-AH caught=wall:0{}"
    match.refuse(line.format(",Seer:10"), "LC-13.11", declared="10", measured="27.5")
    match.refuse(line.format(""), "LC-13.11", unit="Seer", measured="27.5", limit="60")
    match.play(line.format(",Seer:27.5"))


def test_lc_i_48_how_far_a_whole_base_may_be_from_a_point():
    blast = Attack("Blast", range=(0, 300), area=Area(200), targets=("foe", "point"))
    catalog = forces(changed("Slinger", attacks=(blast,)))
    choices = {"LC-I 48": "whole_base"}
    match = placed({"Seer": "150:110:0"}, catalog=catalog, choices=choices)
    match.play("ana activate Slinger")
    line = "ana attack Blast point 10 AS-AH caught=Seer:{}"
    match.refuse(line.format(95), "LC-13.11", declared="95", measured="39 to 91")
    match.play(line.format(91))


@pytest.mark.parametrize(("levels", "caught"), [("same", ["Seer"]), ("all", ["Seer", "Stalker"])])
def test_lc_18_3_who_is_offered_as_caught(levels: Any, caught: list[str]):
    blast = Attack("Blast", range=(0, 600), area=Area(200, levels), targets=("foe",), sight=False)
    catalog = forces(changed("Slinger", attacks=(blast,)))
    where = {"Seer": "305:360:0", "Stalker": "305:300:0"}
    match = placed(where, {"Seer": "keep/roof", "Stalker": "keep/hall"}, catalog=catalog)
    match.play("ana activate Slinger")
    [option] = [
        option
        for option in GAME.options(match.replay.table)
        if option.verb == "attack" and option.fields["target"] == Fixed("Seer")
    ]
    fixed = option.fields["caught"]
    assert isinstance(fixed, Fixed)
    assert [name for name, _ in fixed.value if name != "Brute"] == caught


def test_lc_13_11_nobody_in_the_area_is_left_out():
    blast = Attack("Blast", range=(0, 300), area=Area(60), targets=("character", "point"))
    catalog = forces(changed("Slinger", attacks=(blast,)))
    where = {"Seer": "150:160:0", "Stalker": "200:160:0", "Brute": "-", "Stalker.2": "150:251:0"}
    match = placed(where, catalog=catalog).play("ana activate Slinger")
    line = "ana attack Blast Seer 69 AS-AH caught=Seer:0"
    match.refuse(line, "LC-13.11", unit="Stalker", measured="22.5", limit="60")
    match.play(line + ",Stalker:22.5")
    assert match.trusted() == ("not in the area: Brute, Stalker.2",)


@pytest.mark.parametrize(("levels", "missed"), [("same", ""), ("all", "Stalker")])
def test_lc_18_3_who_is_on_another_level_is_left_out_of_an_area_that_stays_on_one(
    levels: Any, missed: str
):
    blast = Attack("Blast", range=(0, 600), area=Area(200, levels), targets=("foe",), sight=False)
    where = {"Seer": "305:360:0", "Stalker": "305:300:0", "Brute": "-", "Stalker.2": "-"}
    on = {"Seer": "keep/roof", "Stalker": "keep/hall"}
    match = placed(where, on, catalog=forces(changed("Slinger", attacks=(blast,))))
    match.play("ana activate Slinger")
    line = "ana attack Blast Seer 306.7 AS-AH caught=Seer:0"
    if missed:
        match.refuse(line, "LC-13.11", unit=missed)
        line += ",Stalker:27.5"
    match.play(line)


def test_lc_13_11_a_point_is_as_far_from_the_attacker_as_declared():
    blast = Attack("Blast", range=(0, 300), area=Area(90), targets=("foe", "point"))
    catalog = forces(changed("Slinger", attacks=(blast,)))
    where = {"Seer": "150:110:0", "Stalker": "300:110:0", "Brute": "-", "Warden": "110:60:0"}
    match = placed(where, catalog=catalog).play("ana activate Slinger")
    line = "ana attack Blast point 10 AS-AH caught={}"
    match.refuse(line.format("Seer:19,Stalker:20"), "LC-13.11", declared="20")
    match.refuse(line.format("Stalker:89"), "LC-13.11", unit="Seer", limit="90")
    match.play(line.format("Seer:19"))
    assert match.trusted() == ("not in the area: Brute",)
    other = placed(where, catalog=catalog).play("ana activate Slinger")
    other.refuse(
        "ana attack Blast point 0 AS-AH caught=Seer:19,Stalker:89", "LC-13.11", declared="89"
    )


@pytest.mark.parametrize(
    ("reading", "mm"),
    [("any_part_of_the_base", 20), ("centre_of_the_base", 35), ("whole_base", 50)],
)
def test_lc_i_48_how_much_of_a_base_is_in_an_area(reading: str, mm: int):
    blast = Attack("Blast", range=(0, 300), area=Area(mm), targets=("character",))
    catalog = forces(changed("Slinger", attacks=(blast,)))
    where = {"Stalker": "150:160:0", "Seer": "197.5:160:0", "Brute": "-"}
    match = placed(where, catalog=catalog, choices={"LC-I 48": reading})
    match.play("ana activate Slinger")
    line = "ana attack Blast Stalker 66.5 AS-AH caught=Stalker:0{}"
    match.refuse(line.format(f",Seer:{mm - 10}"), "LC-13.11", measured=str(mm))
    match.play(line.format(""))
    assert match.trusted() == ("not in the area: Brute, Seer",)
    far = forces(changed("Slinger", attacks=(msgspec.structs.replace(blast, area=Area(mm + 4)),)))
    match = placed(where, catalog=far, choices={"LC-I 48": reading}).play("ana activate Slinger")
    match.refuse(line.format(""), "LC-13.11", unit="Seer", measured=str(mm))


# -- the line of sight ---------------------------------------------------------------------------


def bare(*pieces: str, wide: float = 60, **more: Any) -> Match:
    """Slinger and Seer look along x = 300 from y = 100 to 300; each piece lies across at its
    ``x:y``, so wide and 10 mm deep."""
    names = ("fence", "slab", "crates", "wall")
    made = [
        changed_piece(n, width=wide, depth=10, size=1, kind="standard", round=False)
        for n in names[: len(pieces)]
    ]
    spots = [tuple(map(float, piece.split(":"))) for piece in pieces]
    laid = tuple(Laid(m.name, (x, y, 0.0)) for m, (x, y) in zip(made, spots, strict=True))
    where = {name: "-" for name in WHERE} | {"Slinger": "300:100", "Brute": "300:300:0"}
    catalog = forces(*made, Table("bare", 610, 610, laid))
    match = placed(where, catalog=catalog, options={"table": "bare"}, **more)
    return match.play("ana activate Slinger")


SHOT = "ana attack Sling Brute 146.5 AS-AH tokens=2{}"


def test_lc_i_64_no_cover_where_a_line_is_free():
    match = bare("290:200", wide=30)
    refusal = match.refuse(SHOT.format(" between=fence"), "LC-16.1", declared="fence")
    assert refusal.facts.keys() == {"declared", "start", "end"}
    match.play(SHOT.format(""))
    assert match.verdict == LEGAL


def test_lc_16_1_what_every_line_crosses_is_between():
    match = bare("300:200", wide=200)
    match.refuse(SHOT.format(""), "LC-16.1", measured="fence")
    match.play(SHOT.format(" between=fence"))
    assert match.verdict == LEGAL


def test_lc_16_1_all_that_every_line_crosses_is_between():
    match = bare("300:170", "300:230", wide=200)
    match.refuse(SHOT.format(" between=fence"), "LC-16.1", declared="fence", measured="slab")
    match.play(SHOT.format(" between=fence,slab"))


def test_lc_16_1_what_lies_beside_every_line_is_not_between():
    match = bare("300:200", "450:200", wide=200)
    match.refuse(SHOT.format(" between=fence,slab"), "LC-16.1", declared="slab", measured="26.5")


def test_lc_16_1_a_line_within_the_tolerance_is_on_trust_either_way():
    wide = 44
    match = bare("300:200", wide=wide).play(SHOT.format(""))
    assert match.trusted() == ("a line is free of fence",)
    match = bare("300:200", wide=wide).play(SHOT.format(" between=fence"))
    assert match.trusted() == ("no line is free of fence",)


def test_lc_16_1_which_of_several_lines_counts_is_on_trust():
    match = bare("270:190", "330:210", wide=70)
    match.refuse(SHOT.format(""), "LC-16.1", measured="fence, slab")
    match.play(SHOT.format(" between=slab"))
    assert match.trusted() == ("the line that counts runs through slab, and nothing else",)


def test_lc_i_64_from_centre_to_centre_there_is_one_line():
    choices = {"LC-I 64": "centre_to_centre"}
    match = bare("300:200", wide=30, choices=choices)
    match.refuse(SHOT.format(""), "LC-16.1", measured="fence")
    match.play(SHOT.format(" between=fence"))
    assert match.verdict == LEGAL
    match = bare("330:200", wide=30, choices=choices)
    match.refuse(SHOT.format(" between=fence"), "LC-16.1", measured="14.9")
    match = bare("317:200", wide=30, choices=choices).play(SHOT.format(""))
    assert match.trusted() == ("a line is free of fence",)


def test_lc_i_65_characters_between_are_terrain_of_their_size():
    choices = {"LC-I 65": "as_terrain_of_their_size"}
    match = placed({"Slinger": "200:60:0", "Stalker": "250:60:0", "Brute": "330:60:0",
                    "Warden": "-", "Colossus": "-", "Seer": "-"}, choices=choices)  # fmt: skip
    match.play("ana activate Slinger")
    line = "ana attack Sling Brute 84 AS-AH tokens=2{}"
    match.play(line.format(""))
    match = placed({"Slinger": "200:60:0", "Warden": "250:60:0", "Stalker": "330:60:0",
                    "Brute": "-", "Colossus": "-", "Seer": "-"}, choices=choices)  # fmt: skip
    match.play("ana activate Slinger")
    line = "ana attack Sling Stalker 101.5 AS-AH tokens=2{}"
    match.refuse(line.format(""), "LC-16.1", measured="Warden")
    match.refuse(line.format(" between=Warden"), "LC-13.3", piece="Warden", have="2")
    plain = placed({"Slinger": "200:60:0", "Warden": "250:60:0", "Stalker": "330:60:0"})
    plain.play("ana activate Slinger")
    plain.refuse(line.format(" between=Warden"), "LC-16.1", piece="Warden")
    plain.play(line.format(""))


def test_lc_i_65_whether_a_line_passes_under_who_stands_on_a_piece_is_on_trust():
    where = {"Slinger": "480:150:0", "Brute": "480:260:90", "Seer": "480:200:0"}
    where |= {"Colossus": "60:60:0"}
    line = "ana attack Sling Brute 64 AS-AH tokens=2 between={}"
    for said, trusted in ("fence", "a line is"), ("fence,Seer", "no line is"):
        match = placed(where, {"Seer": "fence"}, choices={"LC-I 65": "as_terrain_of_their_size"})
        match.play("ana activate Slinger; " + line.format(said))
        assert match.trusted() == (f"{trusted} free of Seer",)


def test_lc_i_66_the_piece_underfoot_counts_where_that_is_agreed():
    where, on = {"Slinger": "145:200:0", "Brute": "300:60:0", "Warden": "-"}, {"Slinger": "wall"}
    line = "ana attack Sling Brute {} AS-AH tokens=2"
    choices = {"LC-I 66": "counts"}
    match = placed(where, on, choices=choices).play("ana activate Slinger")
    match.play(line.format(162))
    assert "a line is free of wall, which one of them stands on" in match.trusted()
    match = placed(where, on, choices=choices).play("ana activate Slinger")
    match.play(line.format(162) + " between=wall")
    assert match.one(AttackResolved).cover == "partial"
    match = placed(where, on).play("ana activate Slinger")
    match.play(line.format(162) + " between=wall")
    assert match.one(AttackResolved).cover == "none"


def test_lc_i_41_nobody_attacks_behind_its_back_where_that_is_agreed():
    choices = {"LC-I 41": "front_half_only"}
    where = {"Seer": "150:160:0", "Stalker": "150:20:0"}
    match = placed(where, choices=choices).play("ana activate Slinger")
    line = "ana attack Sling Stalker 6.5 AS-AH tokens=2"
    match.refuse(line, "LC-13.3", target="Stalker", measured="22.5", facing="0")
    match.play("ana attack Sling Seer 69 AS-AH tokens=2")
    assert match.verdict == LEGAL
    match = placed(where | {"Slinger": "150:60"}, choices=choices).play("ana activate Slinger")
    match.play(line)
    assert match.trusted() == ("Stalker is in the front half of Slinger",)


def test_lc_i_41_holds_for_terrain_and_for_a_point():
    choices = {"LC-I 41": "front_half_only"}
    match = placed({"Slinger": "150:120:180"}, choices=choices).play("ana activate Slinger")
    match.refuse("ana attack Sling wall 50 AS-AH tokens=2", "LC-13.3", target="wall")
    match = placed(choices=choices).play("ana activate Colossus")
    match.play("ana attack Slam point 0 AS-AH tokens=2 caught=Colossus:0")
    assert "the point is in the front half of Colossus" in match.trusted()


def test_lc_18_2_what_a_line_passes_over_is_on_trust():
    match = placed({"Slinger": "305:330:0", "Seer": "480:230:0"}, {"Slinger": "keep/roof"})
    match.play("ana activate Slinger; ana attack Sling Seer 177 AS-AH tokens=2 clear_path=yes")
    assert not any("fence" in said for said in match.trusted())
    match = placed({"Slinger": "220:270:0", "Seer": "305:460:0"}, {"Seer": "walkway"})
    match.play("ana activate Slinger; ana attack Sling Seer 183 AS-AH tokens=2")
    assert any(said.startswith("a line passes keep") for said in match.trusted())


def test_lc_13_3_from_one_height_to_another_the_distance_may_be_aslant():
    match = placed(
        {"Slinger": "305:330:0", "Seer": "305:110:0", "Warden": "-"}, {"Slinger": "keep/roof"}
    )
    match.play("ana activate Slinger")
    line = "ana attack Sling Seer {} AS-AH tokens=2 clear_path=yes"
    match.refuse(line.format(150), "LC-13.3", declared="150")
    match.play(line.format(220))
    assert match.trusted()[0].startswith("220 mm aslant")


# -- push, fall, displacement ------------------------------------------------------------------


def shoving() -> Forces:
    """The Warden has an ability that pushes, and the Seer stands much."""
    shove = Ability("Shove", targets=("foe",), effects=(Effect("push"),))
    return forces(changed("Warden", abilities=(shove,)), changed("Seer", wounds=60))


def shoved(
    where: Mapping[str, str], on: Mapping[str, str] = {}, mm: float = 0, **more: Any
) -> Match:
    """Warden's Shove, from so far away, is to push Seer 25.4 mm."""
    match = placed(where, on, catalog=shoving(), **more)
    return match.play(f"ana activate Warden; ana use Shove Seer {mm:g}")


EAST = {"Warden": "400:60:90", "Seer": "440:60:0", "Colossus": "-"}


def test_a_push_goes_straight_away_and_as_far_as_declared():
    match = shoved(EAST)
    match.refuse("ana push Seer 25.4 at=455:60", "LC-20.1", declared="25.4", measured="15")
    match.refuse("ana push Seer 25.4 at=460:75", "LC-20.1", measured="15 mm beside that line")
    match.refuse("ana push Seer 25.4 at=414.6:60", "LC-20.1", measured="the other way")
    match.play("ana push Seer 25.4 at=465.4:60")
    assert match.state.figures["Seer"].at == (465.4, 60)
    assert match.state.figures["Seer"].facing == 0


def test_lc_20_3_a_push_ends_on_the_table():
    match = shoved({"Warden": "550:60:90", "Seer": "590:60:0", "Colossus": "-"})
    match.refuse("ana push Seer 25.4 at=615.4:60", "LC-20.3", unit="Seer", width="610")


def test_lc_20_3_who_is_pushed_and_stands_is_on_the_surface_still():
    where = {"Warden": "305:330:180", "Seer": "305:275:0"}
    match = shoved(where, {"Warden": "keep/roof", "Seer": "keep/roof"}, 15)
    match.refuse("ana push Seer 25.4 at=305:249.6", "LC-20.3", name="keep/roof", measured="5.4")
    match.play("ana push Seer 25.4 at=305:249.6 stands=no")


def test_lc_20_3_the_ground_at_the_end_of_a_push_is_named_wherever_it_began():
    match = shoved({"Warden": "-", "Seer": "-"})
    match.refuse("ana push Seer 25.4 at=305:220", "LC-20.3", declared="nothing", measured="embers")
    match.play("ana push Seer 25.4 at=305:220 into=embers")


def test_lc_20_3_so_is_the_ground_that_it_only_runs_through():
    hurl = Ability("Hurl", targets=("foe",), effects=(Effect("throw", mm=60),))
    catalog = forces(changed("Warden", abilities=(hurl,)), changed("Seer", wounds=60))
    match = placed({"Warden": "225:180:90", "Seer": "275:180:0"}, catalog=catalog)
    match.play("ana activate Warden; ana use Hurl Seer 10")
    line = "ana throw Seer 60 at=335:180"
    match.refuse(line, "LC-20.3", declared="nothing", measured="embers")
    match.play(f"{line} into=embers out_of=embers")


def test_lc_20_3_a_push_ends_with_room_to_stand_wherever_it_began():
    match = shoved({"Warden": "-", "Seer": "-"})
    match.refuse("ana push Seer 25.4 at=215:420", "LC-20.3", unit="Seer", other="Brute")


def landed(on: str, onto: str) -> Match:
    """Seer was pushed off a roof, from nobody knows where, and has landed on another."""
    surfaces = {"Warden": "keep/roof", "Seer": "keep/roof", onto: on}
    match = shoved({"Warden": "-", "Seer": "-", onto: "-"}, surfaces)
    match.play(f"ana push Seer 25.4 stands=no; ana fall Seer {on} onto={onto}")
    return match.play(f"bo choose Seer slow; bo choose Seer slow; bo choose {onto} slow")


def test_lc_20_11_who_gives_way_stays_on_the_table_and_on_the_surface():
    match = landed("ground", "Brute")
    match.refuse("ana displace Seer 5 at=5:60", "LC-20.11", unit="Seer", width="610")
    match = landed("keep/hall", "Brute")
    match.refuse("ana displace Seer 5 at=305:230", "LC-20.11", name="keep/hall", measured="25")
    match.play("ana displace Seer 5 at=305:300")


def test_lc_20_11_the_ground_where_one_gives_way_to_is_named():
    match = landed("ground", "Brute")
    match.refuse("ana displace Seer 5 at=305:220", "LC-20.11", measured="embers")
    match.play("ana displace Seer 5 at=305:220 into=embers")


def test_lc_20_6_a_fall_ends_on_the_table():
    where = {"Warden": "305:330:180", "Seer": "305:288:0"}
    match = shoved(where, {"Warden": "keep/roof", "Seer": "keep/roof"})
    match.play("ana push Seer 25.4 at=305:262.6 stands=no")
    match.refuse("ana fall Seer ground at=5:262.6", "LC-20.6", unit="Seer", width="610")


def test_a_push_to_or_from_the_unknown_is_trusted():
    match = shoved(EAST).play("ana push Seer 25.4")
    assert "Seer went straight away from Warden" in match.trusted()
    assert match.state.figures["Seer"].at is None
    match = shoved({**EAST, "Warden": "-"}).play("ana push Seer 25.4 at=440:85.4")
    assert "Seer went straight away from Warden" in match.trusted()


def test_what_stops_a_push_is_there_and_what_is_there_stops_it():
    match = shoved({**EAST, "Slinger": "485:60:0"})
    match.refuse("ana push Seer 25.4 at=465.4:60", "LC-20.3", measured="Slinger")
    match.refuse("ana push Seer 10 stopped_by=Slinger at=450:60", "LC-20.3", measured="4")
    match.play("ana push Seer 14 stopped_by=Slinger at=454:60")
    match = shoved({"Warden": "215:495:45", "Seer": "255:520:0"}, mm=7.2)
    match.refuse("ana push Seer 25.4 at=276.5:533.5", "LC-20.3", measured="chasm")
    match.refuse("ana push Seer 3 stopped_by=wall at=257.5:521.6", "LC-20.3", name="wall")
    match.play("ana push Seer 9.4 stopped_by=chasm at=263:525")


def test_hazards_on_the_way_of_a_push_are_named():
    match = shoved({"Warden": "204:220:90", "Seer": "244:220:0"})
    match.refuse("ana push Seer 25.4 at=269.4:220", "LC-20.3", measured="embers")
    match.play("ana push Seer 25.4 at=269.4:220 into=embers")


def test_a_fall_ends_where_it_is_declared():
    where = {"Warden": "305:330:180", "Seer": "305:288:0", "Brute": "305:220:90"}
    match = shoved(where, {"Warden": "keep/roof", "Seer": "keep/roof"})
    match.play("ana push Seer 25.4 at=305:262.6 stands=no")
    match.refuse("ana fall Seer keep/hall at=305:200", "LC-20.6", name="keep/hall")
    match.refuse("ana fall Seer ground onto=Brute at=305:170", "LC-20.9", name="Brute")
    match.refuse("ana fall Seer ground onto=Brute at=305:240", "LC-20.6", measured="embers")
    match.play("ana fall Seer ground onto=Brute into=embers at=305:240; ana flip 2S-2H")
    match.play("bo choose Seer slow; bo choose Seer slow; bo choose Brute slow")
    match.refuse("ana displace Seer 10 at=305:250", "LC-20.11", other="Brute")
    match.refuse("ana displace Seer 5 at=305:264", "LC-20.11", declared="5", measured="24")
    match.refuse("ana displace Seer 26 at=305:266", "LC-20.11", other="keep", measured="6.9")
    match.refuse("ana displace Seer 55 at=358:254", "LC-20.11", measured="54.8", limit="44.1")
    match.play("ana displace Seer 39 at=341:255")
    assert "no place is nearer than the 39 mm that Seer is moved" in match.trusted()


def test_lc_20_6_a_fall_ends_at_the_nearest_place_that_has_room():
    where = {"Warden": "305:330:180", "Seer": "305:288:0"}
    match = shoved(where, {"Warden": "keep/roof", "Seer": "keep/roof"})
    match.play("ana push Seer 25.4 at=305:262.6 stands=no")
    match.refuse("ana fall Seer ground at=220:262.6", "LC-20.6", measured="85", limit="43.8")
    match.refuse("ana fall Seer ground into=embers at=305:262.6", "LC-20.6", other="keep")
    match.play("ana fall Seer ground at=262:252")


def test_lc_20_3_a_push_ends_at_what_stopped_it_and_not_in_it():
    match = shoved({**EAST, "Slinger": "485:60:0"})
    match.refuse("ana push Seer 21 stopped_by=Slinger at=461:60", "LC-20.3", name="Slinger")
    match = shoved({**EAST, "Slinger": "460:80:0"})
    match.refuse(
        "ana push Seer 18 stopped_by=Slinger at=458:60", "LC-20.3", name="Slinger", unit="Seer"
    )
    match = shoved({**EAST, "Slinger": "440:90:0"})
    match.refuse("ana push Seer 1 stopped_by=Brute at=441:60", "LC-20.3", name="Brute")
    match = shoved({"Warden": "550:60:90", "Seer": "590:60:0", "Colossus": "-"}, mm=0)
    match.play("ana push Seer 5 stopped_by=edge at=595:60")


def test_lc_20_3_what_stopped_a_push_lay_on_its_way():
    match = shoved({**EAST, "Slinger": "426:87:0"})
    match.refuse("ana push Seer 0 stopped_by=Slinger at=440:60", "LC-20.3", name="Slinger")


def test_lc_20_3_the_edge_stops_a_push_where_it_is():
    match = shoved(EAST)
    match.refuse("ana push Seer 5 stopped_by=edge at=445:60", "LC-20.3", name="edge", measured="45")


def test_lc_20_3_a_push_ends_beside_impassable_terrain():
    match = shoved({"Warden": "215:495:45", "Seer": "255:520:0"}, mm=7.2)
    match.refuse(
        "ana push Seer 15.4 stopped_by=chasm at=268:528.2", "LC-20.3", name="chasm", unit="Seer"
    )


# -- all of it is optional ---------------------------------------------------------------------

PLAYED = """
ana activate Slinger
ana end
bo activate Stalker
bo move 1
bo climb keep/hall 10 at=345:310
bo traverse steps ground at=345:250
bo stride 23 ahead=no at=365:240
bo end
ana activate Warden
ana move 2
ana stride 50 at=305:110:0
ana interact well
ana stride 50 at=305:160
ana stride 40 into=embers at=305:200
ana flip 2S-2H
ana attack Halberd Stalker 33.5 2D-AH
ana push Stalker 25.4 at=386.1:254.1
ana end
bo activate Brute
bo move 1
bo stride 60 ahead=no at=275:430
bo end
"""


def strip(event: Any) -> Any:
    """The same event without a position."""
    if getattr(event, "at", None) is None:
        return event
    return msgspec.structs.replace(event, at=None)


def without_positions(state: State) -> State:
    """The state as if nobody had logged a position."""
    copy = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    for figure in copy.figures.values():
        figure.at = figure.facing = None
    return copy


def positioned() -> Match:
    """Climb, feature, Strides, hazard, attack, push."""
    match = placed({"Stalker": "345:300:180", "Seer": "-"}, {"Stalker": "keep/roof"})
    return match.play(PLAYED)


def toppled() -> Match:
    """Push, fall onto another, displacement."""
    where = {"Warden": "305:330:180", "Seer": "305:288:0", "Brute": "305:220:90"}
    on = {"Warden": "keep/roof", "Seer": "keep/roof"}
    match = shoved(where, on, within={"Brute": "embers"})
    match.play("ana push Seer 25.4 at=305:262.6 stands=no")
    match.play("ana fall Seer ground onto=Brute into=embers at=305:240; ana flip 2S-2H")
    match.play("bo choose Seer slow; bo choose Seer slow; bo choose Brute slow")
    return match.play("ana displace Seer 39 at=341:255; ana end")


@pytest.mark.parametrize("played", [positioned, toppled])
def test_without_its_positions_a_match_is_the_same(played: Callable[[], Match]):
    match = played()
    first, *events = match.replay.events
    plain = Match(GAME, match.replay.catalog, first)
    for event in events:
        plain.log(strip(event))
        assert not isinstance(plain.verdict, Illegal), f"{event}: {plain.verdict}"
    assert without_positions(match.state) == plain.state
    known = {figure.id for figure in match.state.figures.values() if figure.at is not None}
    assert known == set(WHERE) - ({"Seer"} if played is positioned else set())
    assert all(figure.at is None for figure in plain.state.figures.values())


SILENT = """
import re, sys
from tests.games.legacy_of_conflict.table import begun
from tests.games.legacy_of_conflict.test_positions import PLAYED
match = begun(on={"Stalker": "keep/roof"}).play(re.sub(r" at=\\S+", "", PLAYED))
match.play("ana activate Colossus; ana move 1; ana climb wall 5; ana door gate open; ana end")
assert match.game.options(match.replay.table)
print(sorted(name for name in sys.modules if name.startswith("shapely")))
"""


def test_without_positions_the_geometry_is_not_loaded():
    done = subprocess.run(
        [sys.executable, "-c", SILENT],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_a_destroyed_piece_is_nowhere():
    flat: Forces = forces(changed_piece("crates", size=1))
    match = moving("Colossus", {"Colossus": "220:60:0", "Slinger": "-"}, catalog=flat)
    match.play("ana stride 70 over=crates at=220:130")
    assert match.state.ground["crates"].destroyed
    match.play("ana stride 60 at=220:190")


@pytest.mark.parametrize("at", ["305:110", "305:110:0", "305:110:360"])
def test_a_position_is_written_with_or_without_a_facing(at: str):
    assert moving().play(f"ana stride 50 at={at}").state.figures["Warden"].at == (305, 110)


def test_the_distance_of_an_ability_is_compared():
    match = placed({"Warden": "400:60:90", "Seer": "440:60:0"}, catalog=shoving())
    match.play("ana activate Warden")
    match.refuse("ana use Shove Seer 20", "LC-13.3", declared="20", measured="0")
    match.play("ana use Shove Seer 0")
    assert match.verdict == LEGAL


def test_a_throw_that_the_positions_contradict_is_refused_as_a_throw():
    match = placed({"Brute": "440:282.5:0", "Warden": "440:220:0"})
    match.play("ana pass; bo activate Brute; bo use Hurl Warden 0")
    match.refuse("bo throw Warden 50.8 at=440:200", "LC-20.5", declared="50.8", measured="20")


@pytest.mark.parametrize("name", ["rooftop", "teams"])
def test_without_its_positions_a_recorded_match_goes_the_same_way(name: str):
    played = replayed(records()[f"{GAME.id}/{name}"])
    events = [entry.event for entry in played.record.entries]
    bare = [msgspec.structs.replace(e, at=None) if hasattr(e, "at") else e for e in events]
    assert bare != events
    one, other = (replay(GAME, played.replay.catalog, each) for each in (events, bare))
    for figure in (*one.state.figures.values(), *other.state.figures.values()):
        figure.at = figure.facing = None
    assert one.digest() == other.digest()
    refused = [
        [seq for seq, verdict in enumerate(match.verdicts) if isinstance(verdict, Illegal)]
        for match in (one, other)
    ]
    assert refused[0] == refused[1]


# -- the picture -------------------------------------------------------------------------------


def test_the_picture_shows_what_stands_where_and_how():
    where = {"Warden": "305:60:90", "Slinger": "150:60", "Colossus": "-", "Seer": "305:330:180"}
    match = placed(where, {"Seer": "keep/roof"})
    match.play("jo adjust terrain:crates:destroyed marker:well:bo defeat:Stalker:nobody")
    assert GAME.drawing is not None
    picture = GAME.drawing(match.replay.table)
    assert picture is not None
    assert (picture.width, picture.depth) == (610, 610)
    shapes = {shape.id: shape for shape in picture.shapes}
    assert {s.id for s in picture.shapes if s.kind == "area"} == {"woods", "mire", "embers"}
    assert [(s.id, s.points, s.note) for s in picture.shapes if s.kind == "marker"] == [
        ("well", ((305, 130),), "bo"),
        ("crossing", ((305, 410),), ""),
    ]
    assert [(s.id, s.seat, s.note) for s in picture.shapes if s.kind == "character"] == [
        ("Slinger", "ana", ""),
        ("Warden", "ana", ""),
        ("Brute", "bo", ""),
        ("Seer", "bo", "keep/roof"),
        ("Stalker.2", "bo", ""),
    ]
    assert [s.id for s in picture.shapes if s.faded] == ["crates"]
    assert {s.id: s.note for s in picture.shapes if s.kind == "terrain" and s.note} == {
        "gate": "closed"
    }
    assert shapes["Warden"].facing == pytest.approx((305, 60, 330, 60))
    assert shapes["Brute"].facing == pytest.approx((215, 430, 215, 392.5))
    assert shapes["Slinger"].facing is None
    assert set(shapes["fence"].points) == {(420, 197), (420, 203), (540, 197), (540, 203)}


def test_there_is_no_picture_where_nothing_has_a_place():
    nowhere = Table("nowhere", 610, 610, (Laid("wall"),))
    match = opened(catalog=forces(nowhere), options={"table": "nowhere"})
    assert GAME.drawing is not None
    assert GAME.drawing(match.replay.table) is None
    match.play("ana place Warden at=305:60")
    assert GAME.drawing(match.replay.table) is not None
