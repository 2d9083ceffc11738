"""Section 14: the Move Action, Strides, and what is in their way."""

import pytest

from referee.fact import UnitDefeated
from referee.games.legacy_of_conflict.characters import Ability, Grant
from referee.games.legacy_of_conflict.facts import TerrainChanged, TokensSpent, UnitMoved
from referee.games.legacy_of_conflict.state import scenario_of
from tests.games.legacy_of_conflict.table import Match, begun, changed, changed_piece, forces


def moving(unit: str = "Warden", tokens: int = 1, **more) -> Match:
    """One of ana's characters in a Move Action."""
    return begun(**more).play(f"ana activate {unit}; ana move {tokens}")


@pytest.mark.rule("LC-14.1")
def test_lc_14_1_every_character_has_the_move_action_with_its_own_slot():
    match = begun()
    for unit in ("Warden", "Brute", "Slinger", "Stalker", "Colossus"):
        seat = match.state.figures[unit].seat
        match.play(f"{seat} activate {unit}; {seat} move 1")
        assert match.state.figures[unit].slots == {"move": 1}
        match.play(f"{seat} end")


def test_lc_14_2_a_move_action_costs_one_token_or_two():
    match = begun().play("ana activate Warden")
    match.refuse("ana move 0", "LC-14.2", have=0)
    match.refuse("ana move 3", "LC-14.2", have=3)
    match.play("ana move 2")
    assert match.one(TokensSpent) == TokensSpent("ana", "Warden", "Warden", "move", 2, 1, "LC-12.2")


def test_lc_14_2_each_token_is_one_move_action():
    match = moving(tokens=1).play("ana stride 50; ana stride 50")
    match.refuse("ana stride 50 part=2", "LC-14.2", unit="Warden")
    match.refuse("ana stride 50", "LC-14.3", have=3, limit=2)
    match = moving(tokens=2).play("ana stride 50; ana stride 50; ana stride 50; ana stride 50")
    assert match.state.moving.part == 2
    match.refuse("ana stride 1", "LC-14.3", have=3, limit=2)


def test_lc_14_2_the_second_begins_when_it_is_named_and_the_first_does_not_come_back():
    match = moving(tokens=2).play("ana stride 50; ana stride 50 part=2")
    assert (match.state.moving.part, match.state.moving.used) == (2, 1)
    match.refuse("ana stride 50 part=1", "LC-14.2", unit="Warden")
    match.play("ana stride 50")
    match.refuse("ana stride 50", "LC-14.3")


def test_lc_i_51_two_move_actions_may_have_their_strides_in_one_pool():
    pool = {"LC-I 51": "one_pool_of_strides"}
    match = moving(tokens=2, choices=pool).play("ana stride 50 part=2; ana stride 50 part=1")
    match.play("ana stride 50 stands=no; ana stride 50")
    match.refuse("ana stride 1", "LC-14.3", have=5, limit=4)
    moving(tokens=1, choices=pool).refuse("ana stride 9 part=2", "LC-14.2", unit="Warden")
    activation = {"LC-I 52": "character_value_per_activation"}
    match = moving(tokens=2, choices=pool | activation).play("ana stride 50; ana stride 50")
    match.refuse("ana stride 1", "LC-14.3", have=3, limit=2)


def test_lc_i_51_two_separate_move_actions_end_each_where_the_figure_stands():
    match = moving(tokens=2).play("ana stride 50")
    match.refuse("ana stride 50 stands=no", "LC-15.2", unit="Warden")


def test_lc_14_2_nothing_comes_between_two_move_actions():
    match = moving(tokens=2).play("ana stride 50; ana attack Halberd Brute 12 AS-AH")
    for line in ("stride 50", "stride 50 part=2", "climb crates", "shake slow", "interact well"):
        verdict = match.refuse(f"ana {line}", "LC-14.2", unit="Warden")
        assert verdict.message.startswith("another action has ended Warden's Move Action")
        assert verdict.legal == "ana end, or another action"
    match.refuse("ana move", "LC-12.5")
    match.play("ana end")


def test_lc_14_2_strides_need_a_move_action():
    match = begun().play("ana activate Warden")
    for line in ("stride 10", "climb wall", "shake slow", "interact well", "door gate open"):
        assert match.refuse(f"ana {line}", "LC-14.2", unit="Warden").legal == "ana move"
    match.play("ana move")


def test_lc_14_2_a_move_action_is_not_suggested_that_could_not_be_paid():
    match = begun().play("jo adjust tokens:Warden/move:2")
    verdict = match.play("ana activate Warden").refuse("ana stride 10", "LC-14.2", unit="Warden")
    assert verdict.legal == "ana end, or another action"
    match.refuse("ana move", "LC-12.5")


def test_lc_14_3_no_more_strides_than_the_character_has():
    match = moving("Slinger").play("ana stride 32; ana stride 32; ana stride 32")
    match.refuse("ana stride 1", "LC-14.3", have=4, limit=3)


def test_lc_14_3_shake_interact_and_features_are_strides_too():
    match = moving("Slinger").play("ana interact well; ana stride 10; ana stride 10")
    match.refuse("ana traverse steps keep/hall", "LC-14.3", have=4, limit=3)


def test_lc_14_3_an_ability_may_add_strides():
    swift = Ability("Swift", kind="always", grants=(Grant("strides", 1),))
    catalog = forces(changed("Warden", abilities=(swift,)))
    match = moving(catalog=catalog).play("ana stride 50; ana stride 50; ana stride 50")
    match.refuse("ana stride 1", "LC-14.3", have=4, limit=3)


@pytest.mark.rule("LC-14.4")
def test_lc_14_4_ahead_of_every_stride_the_figure_turns_to_any_facing():
    match = moving().play("ana stride 50 at=100:100:0; ana stride 50 at=150:100:90")
    assert match.state.figures["Warden"].facing == 90
    assert match.state.moving.used == 2


def test_lc_14_5_the_length_is_the_longest_dimension_straight_ahead_and_the_shortest_otherwise():
    match = moving("Colossus").play("ana stride 110")
    match.refuse("ana stride 95.1 ahead=no", "LC-14.5", have="95.1", limit="95")
    match.play("ana stride 95 ahead=no")


def test_lc_14_6_what_a_stride_leaves_is_lost():
    match = moving().play("ana stride 20")
    match.refuse("ana stride 50.1", "LC-14.5", have="50.1", limit="50")
    match.refuse("ana stride 80", "LC-14.5", have="80", limit="50")
    match.play("ana stride 50")
    assert match.one(UnitMoved) == UnitMoved("ana", "Warden", "stride", 50, 1, "ground", "LC-14.6")
    match.refuse("ana stride 1", "LC-14.3")


def test_lc_14_6_distances_are_measured_ones():
    match = moving()
    match.refuse("ana stride -1", "LC-1.6")
    match.refuse("ana stride 10.25", "LC-1.6")
    match.refuse("ana stride 1 inside=-1 into=woods", "LC-1.6")
    match.play("ana stride 0")


def test_lc_14_7_other_characters_are_in_the_way():
    match = moving("Colossus")
    match.refuse("ana stride 50 through=Slinger", "LC-14.7", other="Slinger", unit="Colossus")
    match.refuse("ana stride 50 through=Brute", "LC-14.7", other="Brute")
    match.refuse("ana stride 50 through=Colossus", "LC-14.7", unit="Colossus")
    match.refuse("ana stride 50 through=Zoe", "LC-14.7", unit="Zoe")


def test_lc_14_7_the_edge_of_the_table_is_in_the_way():
    moving().refuse("ana stride 50 off_table=yes", "LC-14.7", unit="Warden")


def test_lc_14_7_an_ability_may_lead_through_characters():
    ghost = Ability("Ghost", kind="always", changes=("LC-14.7",))
    match = moving(catalog=forces(changed("Warden", abilities=(ghost,))))
    match.play("ana stride 50 through=Brute")


def test_lc_14_8_solid_terrain_is_in_the_way():
    match = moving()
    match.refuse("ana stride 50 over=wall", "LC-14.8", have="2", limit=1)
    match.refuse("ana stride 50 into=wall", "LC-14.8", piece="wall")
    match.refuse("ana stride 50 over=tower", "LC-14.8", piece="tower")
    match.refuse("ana stride 50 into=keep/hall", "LC-14.8", piece="keep/hall")


def test_lc_14_8_area_terrain_is_entered_and_left_freely():
    match = moving("Slinger").play("ana stride 16 into=woods")
    assert match.state.figures["Slinger"].within == ["woods"]
    match.refuse("ana stride 10 inside=5 into=woods", "LC-14.8", piece="woods")
    verdict = match.refuse("ana stride 0 inside=5 out_of=mire", "LC-14.8", piece="mire")
    assert verdict.legal == "out_of=woods"
    match.play("ana stride 10 inside=5 out_of=woods")
    assert match.state.figures["Slinger"].within == []
    match.play("ana stride 16 inside=8 over=woods")


def test_lc_14_8_who_stands_in_plain_area_terrain_may_leave_it():
    glade = changed_piece("woods", difficult=False)
    match = moving(catalog=forces(glade)).play("ana stride 20 into=woods")
    match.play("ana stride 20 out_of=woods")


def test_lc_14_8_a_climb_leaves_what_the_character_stands_in():
    match = moving()
    for name in ("woods", "tower", "wall"):
        match.refuse(f"ana climb crates out_of={name}", "LC-14.8", piece=name)
    match.play("ana climb crates")


def test_lc_15_1_solid_ground_that_is_hazardous_or_difficult_is_stepped_into():
    catalog = forces(changed_piece("mire", solid=True, size=2))
    match = moving(catalog=catalog)
    match.refuse("ana stride 10 inside=5 into=mire", "LC-15.1", piece="mire", have="2", limit="1")
    match.play("ana end; bo activate Seer; bo end; ana activate Colossus; ana move 1")
    match.play("ana stride 10 inside=5 into=mire")


def test_lc_14_8_what_may_not_be_crossed_comes_before_how_far_it_went():
    match = moving()
    match.refuse("ana stride 400 over=wall", "LC-14.8", piece="wall")
    match.refuse("ana stride 400 through=Brute", "LC-14.7", other="Brute")
    match.refuse("ana stride 400 over=chasm", "LC-18.12", piece="chasm")
    match.refuse("ana stride 400 over=gate", "LC-18.10", piece="gate")
    match.refuse("ana stride 400 over=fence", "LC-14.5", have="400", limit="50")


@pytest.mark.parametrize(
    ("line", "then", "now"),
    [
        ("ana stride 50 over=wall", "LC-15.1", "LC-14.8"),
        ("ana stride 60", "LC-14.6", "LC-14.5"),
    ],
)
def test_lc_3_1_a_ruling_that_waived_what_was_cited_once_still_holds(line, then, now):
    match = moving()
    match.refuse(line, now)
    match.play(f"jo stand {match.seq} {then}")
    assert match.state.moving.used == 1


def test_lc_14_8_what_is_destroyed_is_in_nobodys_way():
    match = moving("Colossus").play("ana stride 40 over=crates; ana stride 30 over=crates")
    assert match.state.ground["crates"].destroyed
    match.play("ana end; bo activate Stalker; bo move 1; bo stride 30 over=crates")


def test_lc_14_8_entering_a_fragile_piece_breaks_it_too():
    match = moving()
    match.play("ana stride 40 into=crates")
    assert match.one(TerrainChanged) == TerrainChanged("ana", "crates", "destroyed", "LC-17.8")
    assert match.state.figures["Warden"].within == []


# -- interpretations ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "second"),
    [("character_value_per_move_action", True), ("character_value_per_activation", False)],
)
def test_lc_i_52_how_many_strides_two_move_actions_have(reading: str, second: bool):
    match = moving(tokens=2, choices={"LC-I 52": reading}).play("ana stride 50; ana stride 50")
    if second:
        match.play("ana stride 50; ana stride 50")
    else:
        match.refuse("ana stride 50", "LC-14.3", have=3, limit=2)


def test_lc_i_54_nobody_moves_through_others():
    moving("Colossus").refuse("ana stride 50 through=Slinger", "LC-14.7")


def test_lc_i_54_friends_only():
    match = moving("Slinger", choices={"LC-I 54": "friends_only"})
    match.play("ana stride 32 through=Warden,Colossus")
    match.refuse("ana stride 32 through=Seer", "LC-14.7", other="Seer")


def test_lc_i_54_by_the_step_over_limit():
    match = moving("Colossus", choices={"LC-I 54": "by_the_step_over_limit"})
    match.play("ana stride 50 through=Slinger,Seer,Warden")
    match.refuse("ana stride 50 through=Brute", "LC-14.7", other="Brute")


def test_lc_i_55_nobody_leaves_the_table():
    moving().refuse("ana stride 50 off_table=yes", "LC-14.7", unit="Warden")


def test_lc_i_55_leaving_is_defeat():
    match = moving(choices={"LC-I 55": "leaving_is_defeat"}).play("ana stride 50 off_table=yes")
    assert match.one(UnitDefeated) == UnitDefeated("ana", "Warden", "Warden", "", "LC-14.7")
    assert match.state.figures["Warden"].down
    assert match.state.active == "bo"
    assert scenario_of(match.t).defeat_points == 2
    assert not any(match.state.points.values())


def test_lc_i_56_by_its_record():
    match = moving("Slinger").play("ana stride 16 into=woods")
    assert match.state.figures["Slinger"].within == ["woods"]


def test_lc_i_56_all_terrain_is_solid():
    match = moving("Slinger", choices={"LC-I 56": "all_terrain_solid"})
    match.refuse("ana stride 16 into=woods", "LC-14.8", piece="woods")
    match.refuse("ana stride 10 inside=5 over=woods", "LC-14.8", piece="woods")
    match.play("ana stride 16 into=embers")
