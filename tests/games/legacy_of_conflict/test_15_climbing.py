"""Section 15: stepping over, climbing, and other uses of Strides."""

import pytest

from referee.fact import ScoreChanged
from referee.games.legacy_of_conflict.facts import ConditionChanged, UnitMoved
from tests.games.legacy_of_conflict.table import Match, begun, changed, changed_piece, forces


def moving(unit: str = "Warden", tokens: int = 1, **more) -> Match:
    """One of ana's characters in a Move Action."""
    return begun(**more).play(f"ana activate {unit}; ana move {tokens}")


def afflicted(unit: str = "Warden", conditions: str = "slow:1", **more) -> Match:
    """The same with condition tokens, which all players have ruled on it."""
    changes = ",".join(f"condition:{unit}/{each}" for each in conditions.split())
    match = begun(**more).play(
        f'ana ask about="which tokens?"\nana settle consents=ana,bo '
        f'outcome="these" changes={changes}'
    )
    return match.play(f"ana activate {unit}; ana move 1")


# -- stepping over -----------------------------------------------------------------------------


def test_lc_15_1_terrain_up_to_half_the_own_size_is_stepped_over_at_no_extra_stride():
    match = moving("Warden").play("ana stride 50 over=fence")
    assert match.one(UnitMoved).strides == 1
    match.refuse("ana stride 50 over=wall", "LC-14.8", piece="wall", have="2", limit=1)


def test_lc_15_1_half_the_size_is_rounded_down():
    match = moving("Slinger")
    match.refuse("ana stride 32 over=slab", "LC-14.8", have="0.5", limit=0)
    match.refuse("ana stride 32 on=slab", "LC-15.3", have="0.5")
    match = moving(catalog=forces(changed("Warden", size=3.9)))
    match.play("ana stride 50 over=fence").refuse("ana stride 9 over=wall", "LC-14.8", limit=1)


def test_lc_15_1_what_is_stepped_over_may_be_stepped_on():
    match = moving("Colossus").play("ana stride 50 on=wall")
    assert match.state.figures["Colossus"].on == "wall"
    match.play("ana stride 50 on=ground")


def test_lc_15_2_movement_ends_where_the_figure_stands():
    match = moving("Warden").play("ana stride 50 over=fence stands=no")
    match.refuse("ana end", "LC-15.2", since=match.seq)
    match.refuse("ana attack Halberd Brute 12 AS-AH", "LC-15.2")
    match.refuse("ana stride 20 stands=no", "LC-15.2", unit="Warden")
    match.play("ana stride 20; ana end")


def test_lc_15_2_so_does_the_first_of_two_move_actions():
    match = moving("Warden", tokens=2).play("ana stride 50 stands=no")
    match.refuse("ana stride 50 part=2", "LC-15.2")
    match.refuse("ana stride 50 stands=no", "LC-15.2")
    match.play("ana stride 50; ana stride 50 stands=no; ana stride 50; ana end")


def test_lc_15_2_a_climb_ends_where_the_figure_stands():
    moving().refuse("ana climb wall stands=no", "LC-15.2", to="wall")
    moving().refuse("ana stride 50 on=tower", "LC-15.2", piece="tower")
    moving().refuse("ana climb keep", "LC-15.3", piece="keep")


# -- climbing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "surface", "cost"),
    [
        ("Slinger", "fence", 0),
        ("Slinger", "wall", 1),
        ("Slinger", "slab", 0),
        ("Warden", "wall", 0),
        ("Warden", "monolith", 2),
        ("Colossus", "keep/roof", 1),
    ],
)
def test_lc_15_3_a_climb_costs_the_full_steps_above_the_own_size(unit, surface, cost):
    match = moving(unit).play(f"ana climb {surface} 12.7")
    assert match.one(UnitMoved) == UnitMoved("ana", unit, "climb", 0, cost, surface, "LC-15.3")
    assert match.state.moving.used == cost


@pytest.mark.parametrize(("rise", "size", "cost"), [(3.3, 1.3, 2), (2.9, 1.0, 1), (2.0, 1.5, 0)])
def test_lc_15_3_only_full_steps_count(rise: float, size: float, cost: int):
    catalog = forces(changed("Warden", size=size), changed_piece("wall", size=rise))
    match = moving(catalog=catalog).play("ana climb wall")
    assert match.one(UnitMoved).strides == cost


def test_lc_15_3_the_strides_are_those_left_in_this_move_action():
    match = moving("Slinger", tokens=2).play("ana stride 32; ana stride 32")
    match.refuse("ana climb monolith", "LC-15.3", have=3, limit=1)
    match.play("ana climb monolith part=2")
    assert (match.state.moving.part, match.state.moving.used) == (2, 3)
    moving("Slinger").refuse("ana climb keep/roof", "LC-15.3", have=4, limit=3)


def test_lc_15_3_a_climb_begins_in_base_contact():
    moving().refuse("ana climb wall contact=no", "LC-15.3", unit="Warden")


def test_lc_15_3_the_piece_climbed_is_there_and_is_another():
    match = moving()
    match.refuse("ana climb tower", "LC-15.3", piece="tower")
    match.refuse("ana climb ground", "LC-15.3", to="ground")
    match.refuse("ana climb keep/cellar", "LC-15.3", piece="keep/cellar")


def test_lc_15_3_a_stride_does_not_climb():
    moving().refuse("ana stride 50 on=wall", "LC-15.3", have="2")
    moving("Slinger").refuse("ana stride 32 on=fence", "LC-15.3", have="1")


def test_lc_15_3_a_climb_leads_out_of_what_lies_below():
    match = moving().play("ana stride 50 into=embers; ana flip 2S-2H; ana climb wall")
    assert match.state.figures["Warden"].within == []


def test_lc_15_4_half_an_inch_from_the_edge():
    match = moving()
    match.refuse("ana climb wall 12.8", "LC-15.4", have="12.8", limit="12.7")
    match.play("ana climb wall 12.7")
    match = moving(choices={"LC-I 6": "as_25"})
    match.refuse("ana climb wall 12.6", "LC-15.4", limit="12.5")


def test_lc_15_5_down_is_like_up():
    match = moving("Slinger", on={"Slinger": "keep/roof"})
    match.refuse("ana stride 32 on=ground", "LC-15.5", have="5")
    match.refuse("ana climb ground", "LC-15.5", have=4, limit=3)
    match.play("ana climb keep/hall")
    assert match.one(UnitMoved) == UnitMoved(
        "ana", "Slinger", "climb", 0, 2, "keep/hall", "LC-15.5"
    )
    match.play("ana climb ground 3")
    assert match.one(UnitMoved).strides == 1


# -- Shake and Interact ------------------------------------------------------------------------


def test_lc_15_7_shake_removes_one_token_once_in_a_move_action():
    match = afflicted("Slinger", "hinder:2 weaken:1")
    match.refuse("ana shake slow", "LC-15.7", condition="slow")
    match.play("ana shake hinder")
    assert match.one(ConditionChanged) == ConditionChanged(
        "ana", "Slinger", "hinder", -1, 1, "LC-15.7"
    )
    assert match.state.moving.used == 1
    match.refuse("ana shake hinder", "LC-15.7", unit="Slinger")


def test_lc_15_7_the_second_move_action_has_a_shake_of_its_own():
    match = begun().play(
        'ana ask about="?"\nana settle consents=ana,bo outcome="so" '
        "changes=condition:Slinger/hinder:2"
    )
    match.play("ana activate Slinger; ana move 2; ana shake hinder; ana shake hinder part=2")
    assert match.state.figures["Slinger"].conditions == {}


def test_lc_15_8_interact_in_base_contact_once_in_a_move_action():
    match = moving("Slinger")
    match.refuse("ana interact well contact=no", "LC-15.8", target="well")
    match.refuse("ana interact altar", "LC-15.8", piece="altar")
    match.play("ana interact well")
    assert match.one(ScoreChanged).value == 1
    assert match.state.moving.used == 1
    match.refuse("ana interact well", "LC-15.8", unit="Slinger")
    match.refuse("ana door gate open", "LC-15.8", unit="Slinger")


def test_lc_15_8_the_second_move_action_has_an_interact_of_its_own():
    match = moving("Slinger", tokens=2).play("ana interact well; ana interact well part=2")
    assert match.state.points["ana"] == 2


def test_lc_15_8_with_a_terrain_piece_that_is_there():
    match = moving("Colossus", tokens=2).play("ana interact crates; ana stride 50 over=crates")
    match.refuse("ana interact crates part=2", "LC-15.8", piece="crates")


@pytest.mark.rule("LC-15.9")
def test_lc_15_9_strides_spent_otherwise_carry_no_distance():
    match = moving("Slinger").play("ana interact well; ana climb wall")
    assert match.one(UnitMoved).mm == 0
    match.refuse("ana stride 40", "LC-14.5", limit="32")
    match.play("ana stride 32")
    match = moving("Slinger").play("ana traverse steps keep/hall")
    assert (match.one(UnitMoved).mm, match.state.moving.used) == (0, 1)


# -- interpretations ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "fence", "wall", "monolith"),
    [
        ("own_size_free_higher_costs", 0, 0, 2),
        ("own_size_or_less_only_free", 0, 0, None),
        ("own_size_or_less_only_at_the_difference", 1, 0, None),
    ],
)
def test_lc_i_59_what_is_climbed_and_for_what(reading, fence, wall, monolith):
    for surface, cost in (("fence", fence), ("wall", wall), ("monolith", monolith)):
        match = moving("Warden", choices={"LC-I 59": reading})
        if cost is None:
            match.refuse(f"ana climb {surface}", "LC-15.3", have="2")
        else:
            match.play(f"ana climb {surface}")
            assert match.one(UnitMoved).strides == cost


@pytest.mark.parametrize(("reading", "cost"), [("rise", 1), ("size_of_the_piece", 3)])
def test_lc_i_60_the_size_compared_from_a_raised_surface(reading: str, cost: int):
    match = moving("Slinger", on={"Slinger": "wall"}, choices={"LC-I 60": reading})
    match.play("ana climb monolith")
    assert match.one(UnitMoved).strides == cost


def test_lc_i_61_a_climb_must_begin_in_contact():
    moving(choices={"LC-I 61": "yes"}).refuse("ana climb wall contact=no", "LC-15.3")


def test_lc_i_61_or_need_not():
    match = moving(choices={"LC-I 61": "no"}).play("ana climb wall contact=no")
    assert match.state.figures["Warden"].on == "wall"


@pytest.mark.parametrize(("reading", "cost"), [("same_cost_as_up", 1), ("free", 0)])
def test_lc_i_62_going_down_without_stairs(reading: str, cost: int):
    match = moving("Slinger", on={"Slinger": "wall"}, choices={"LC-I 62": reading})
    match.play("ana climb ground")
    assert match.one(UnitMoved).strides == cost


def test_lc_i_62_going_down_without_stairs_is_a_fall():
    on, choices = {"Slinger": "keep/roof"}, {"LC-I 62": "a_fall"}
    match = moving("Slinger", on=on, choices=choices)
    again = match.refuse("ana climb ground at=305:220", "LC-20.6", unit="Slinger")
    assert again.legal == "climb ground"
    match.refuse("ana climb ground out_of=embers", "LC-14.8", unit="Slinger", piece="embers")
    match.play("ana climb ground contact=no")
    assert match.due("ana") == [("fall", "LC-20.6")]
    match.play("ana fall Slinger ground; ana choose Slinger slow")
    assert match.state.figures["Slinger"].down
    match = moving("Warden", on={"Warden": "fence"}, choices=choices)
    match.play("ana climb ground; ana stride 50; ana stride 50")
    assert match.state.figures["Warden"].wounds == 6


def test_lc_i_62_whom_one_lands_on_is_logged_with_the_fall():
    on, choices = {"Warden": "wall"}, {"LC-I 62": "a_fall"}
    match = moving("Warden", on=on, choices=choices).play("ana climb ground")
    match.play("ana fall Warden ground onto=Stalker")
    assert [name for name, _ in match.due("ana")] == ["choose", "choose", "displace"]


def test_lc_15_3_one_stride_is_said_in_the_singular():
    match = moving("Slinger").play("ana stride 10; ana stride 10; ana stride 10")
    verdict = match.refuse("ana climb wall", "LC-15.3", have=1, limit=0)
    assert verdict.message == "the climb costs 1 Stride; left in this Move Action: 0"


def test_lc_i_51_in_one_pool_a_climb_is_paid_with_the_strides_of_both():
    pool = {"LC-I 51": "one_pool_of_strides"}
    match = moving("Slinger", 2, choices=pool).play("ana stride 10")
    match.play("ana climb keep/roof part=2")
    assert match.one(UnitMoved).strides == 4
    match.refuse("ana climb ground", "LC-15.5", have=4, limit=1)
    match = moving("Slinger", 2).play("ana stride 10")
    match.refuse("ana climb keep/roof", "LC-15.3", have=4, limit=2)


def test_lc_i_51_in_one_pool_shake_and_interact_still_come_once_in_each_move_action():
    pool = {"LC-I 51": "one_pool_of_strides"}
    match = moving("Slinger", 2, choices=pool)
    match.play("ana interact well; ana door gate open")
    match.refuse("ana interact well", "LC-15.8", unit="Slinger")
    match = begun(choices=pool)
    match.play('ana ask about="which tokens?"')
    match.play('ana settle outcome="these" consents=ana,bo changes=condition:Slinger/hinder:2')
    match.play("ana activate Slinger; ana move 2; ana shake hinder; ana shake hinder")
    match.refuse("ana shake hinder", "LC-15.7")


def test_lc_15_2_no_stride_is_left_where_all_are_spent_in_the_activation():
    match = moving(tokens=2, choices={"LC-I 52": "character_value_per_activation"})
    match.play("ana stride 10")
    match.refuse("ana stride 10 part=2 stands=no", "LC-15.2")
    match.play("ana stride 10 part=2; ana end")


def test_lc_15_2_a_stride_that_shake_gave_back_is_left():
    match = afflicted(choices={"LC-I 88": "at_every_stride"}).play("ana shake slow")
    match.refuse("ana stride 10 stands=no", "LC-15.2")
    match = afflicted("Slinger", choices={"LC-I 88": "at_every_stride"}).play("ana shake slow")
    match.play("ana stride 10 stands=no; ana stride 10; ana end")


def test_lc_15_3_a_climb_is_paid_with_what_shake_gave_back():
    choices = {"LC-I 88": "at_every_stride"}
    match = afflicted("Slinger", choices=choices, catalog=forces(changed_piece("wall", size=3)))
    match.play("ana shake slow; ana climb wall; ana end")


def test_lc_15_2_the_last_stride_is_not_spent_in_the_air():
    match = moving(on={"Warden": "wall"}).play("ana stride 10 stands=no")
    match.refuse("ana door gate open", "LC-15.2", unit="Warden")
    match.refuse("ana interact fence", "LC-15.2", unit="Warden")
    match.play("ana stride 10; ana end")
    match = moving(on={"Warden": "walkway"}).play("ana stride 10 stands=no; ana door gate open")
    assert match.due("ana") == [("fall", "LC-18.7")]
    match.play("ana fall Warden ground; ana choose Warden slow; ana end")
