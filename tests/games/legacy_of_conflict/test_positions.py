"""Positions: optional, and where they are logged they are compared with what is declared."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.games.legacy_of_conflict.catalog import Forces
from referee.games.legacy_of_conflict.characters import Ability, Area, Attack, Effect
from referee.games.legacy_of_conflict.scenarios import Laid, Table
from referee.games.legacy_of_conflict.state import State
from referee.replay.replay import replay
from referee.verdict import LEGAL, Illegal
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
    where: Mapping[str, str] = {}, on: Mapping[str, str] = {}, within: str = "", **more: Any
) -> Match:
    """A match in its first turn, ana first; ``where`` moves some, to ``-`` for no position."""
    match = opened(**more)
    for seat in match.state.seats:
        match.play(f"{seat} agree; {seat} shuffle")
    for figure in list(match.state.figures.values()):
        at = {**WHERE, **where}.get(figure.id, "-")
        surface = f" on={on[figure.id]}" if figure.id in on else ""
        spot = "" if at == "-" else f" at={at}"
        match.play(f"{figure.seat} place {figure.id}{surface}{spot}")
    return match.play(f"ana flip {FIRST[0]}; bo flip {FIRST[1]}")


def moving(unit: str = "Warden", where: Mapping[str, str] = {}, **more: Any) -> Match:
    """One of ana's characters in a Move Action."""
    return placed(where, **more).play(f"ana activate {unit}; ana move 1")


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
    match = moving()
    match.refuse("ana stride 49 at=330:102:0", "LC-14.5", measured="25 mm beside that line")
    match.refuse("ana stride 20 at=305:40:0", "LC-14.5", measured="the other way")
    match.play("ana stride 49 at=330:102:30.8")
    assert match.state.figures["Warden"].facing == 30.8


def test_an_oval_goes_its_shortest_dimension_another_way():
    match = moving("Colossus", {"Colossus": "60:60:90"})
    match.refuse("ana stride 100 ahead=no at=60:160", "LC-14.5", limit="95")
    match.play("ana stride 95 ahead=no at=60:155")


def test_a_stride_with_a_bend_is_longer_than_the_distance_between_its_ends():
    match = moving(where={"Brute": "305:115:90"})
    match.play("ana stride 50 ahead=no at=330:70")
    match = moving()
    match.refuse("ana stride 10 ahead=no at=330:70", "LC-14.6", measured="26.9 or more")


def test_terrain_that_is_run_through_is_named():
    match = moving(where={"Warden": "160:200:270"})
    match.refuse("ana stride 50 at=110:200", "LC-14.8", measured="wall")
    match.refuse("ana stride 50 over=wall at=110:200", "LC-15.1", piece="wall")
    match.refuse("ana stride 50 over=gate,wall at=110:200", "LC-18.10")
    match = moving(where={"Warden": "480:172:0"})
    match.refuse("ana stride 50 at=480:222", "LC-14.8", measured="fence", declared="ground")
    match.play("ana stride 50 over=fence at=480:222")


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
    match = moving(where={"Seer": "305:110:0"}, on={"Seer": "keep/roof"})
    match.play("ana stride 50 at=305:110")
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
    match.refuse("ana climb ground 2 at=305:200", "LC-15.4", measured="45 or more")
    match.refuse("ana climb ground 10 at=305:235", "LC-14.8", measured="embers")
    match.play("ana climb ground 10 at=305:235 into=embers")


def test_a_climb_of_a_level_of_equal_height_is_trusted_where_nothing_is_known():
    match = moving(where={"Warden": "-"}).play("ana climb wall 5")
    assert "it is in base contact" in match.trusted()


def test_a_feature_ends_where_its_piece_is():
    match = moving("Slinger", {"Slinger": "305:250:0"})
    match.refuse("ana traverse steps keep/hall at=305:200", "LC-18.4", name="keep/hall")
    match.play("ana traverse steps keep/hall at=305:300")


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
    match = placed({"Brute": "150:160"}).play("ana activate Slinger")
    line = "ana attack Sling Brute {} AS-AH tokens=2"
    match.refuse(line.format(43), "LC-13.3", measured="46.5 to 54")
    match.refuse(line.format(58), "LC-13.3", measured="46.5 to 54")
    match.play(line.format(54))
    match = placed({"Brute": "150:160:0"}).play("ana activate Slinger")
    match.refuse(line.format(54), "LC-13.3", measured="46.5")


def test_what_lies_between_is_what_the_lines_cross():
    match = placed({"Slinger": "480:160:0", "Seer": "480:240:0", "Colossus": "-"})
    match.play("ana activate Slinger")
    line = "ana attack Sling Seer 49 AS-AH tokens=2 between={}"
    match.refuse(line.format(""), "LC-16.1", measured="fence")
    match.refuse(line.format("fence,wall"), "LC-16.1", measured="wall")
    match.refuse(line.format("fence"), "LC-13.3", piece="fence")


def test_where_no_line_is_free_something_lies_between():
    """Two walls, each before one half of the target: no line crosses both, and none is free."""
    left, right = (changed_piece(n, width=90, depth=6) for n in ("wall", "fence"))
    table = Table("two", 610, 610, (Laid("wall", (260, 196, 0)), Laid("fence", (340, 205, 0))))
    where = {name: "-" for name in WHERE} | {"Warden": "300:150:0", "Brute": "300:260:0"}
    match = placed(where, catalog=forces(left, right, table), options={"table": "two"})
    match.play("ana activate Warden; ana move 1; ana stride 10 ahead=no at=300:158")
    line = "ana attack Halberd Brute 39.5 AS-AH{}"
    match.refuse(line.format(""), "LC-16.1", declared="none", measured="fence, wall")
    match.play(line.format(" between=wall"))


def test_flat_ground_is_not_between():
    match = placed({"Slinger": "305:160:0", "Seer": "305:262:0"}).play("ana activate Slinger")
    match.play("ana attack Sling Seer 71 AS-AH tokens=2")


def test_whom_an_area_catches_is_as_far_from_the_target_as_declared():
    blast = Attack("Blast", range=(0, 300), area=Area(60), targets=("character",))
    catalog = forces(changed("Slinger", attacks=(blast,)))
    where = {"Seer": "150:160:0", "Stalker": "200:160:0", "Brute": "-"}
    match = placed(where, catalog=catalog).play("ana activate Slinger")
    line = "ana attack Blast Seer 69 AS-AH caught=Seer:0,Stalker:{}"
    match.refuse(line.format(10), "LC-13.11", declared="10", measured="22.5")
    match.play(line.format(23))


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
    match = shoved({"Warden": "230:220:90", "Seer": "270:220:0"})
    match.refuse("ana push Seer 25.4 at=295.4:220", "LC-20.3", measured="embers")
    match.play("ana push Seer 25.4 at=295.4:220 into=embers")


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
    match.play("ana displace Seer 26 at=305:266")


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
    match = shoved(where, {"Warden": "keep/roof", "Seer": "keep/roof"})
    match.play("ana push Seer 25.4 at=305:262.6 stands=no")
    match.play("ana fall Seer ground onto=Brute into=embers at=305:240; ana flip 2S-2H")
    match.play("bo choose Seer slow; bo choose Seer slow; bo choose Brute slow")
    return match.play("ana displace Seer 26 at=305:266; ana end")


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
