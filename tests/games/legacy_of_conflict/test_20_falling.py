"""Section 20: push, throw, fall, impact."""

from collections.abc import Mapping

import pytest

from events.legacy_of_conflict import Fall
from referee.fact import DamageDealt, UnitDefeated
from referee.games.legacy_of_conflict.catalog import Forces
from referee.games.legacy_of_conflict.characters import Ability, Effect
from referee.games.legacy_of_conflict.facts import ConditionChanged, UnitMoved
from referee.games.legacy_of_conflict.move_options import surfaces_to_stand_on
from referee.verdict import applied
from tests.games.legacy_of_conflict.table import Match, begun, changed, changed_piece, forces

STRONG = {name: 60 for name in ("Brute", "Stalker", "Seer", "Slinger", "Warden", "Colossus")}


def tough(*things, wounds: Mapping[str, int] = {}, **fields) -> Forces:
    """Forces that outlast what the tests do to them, with other ``fields`` of a character."""
    amounts = {**STRONG, **wounds}
    made = (changed(name, wounds=n, **fields.get(name, {})) for name, n in amounts.items())
    return forces(*things, *made)


def pushed(
    target: str = "Stalker",
    by: str = "Warden",
    *,
    kind: str = "push",
    mm: float = 0.0,
    times: int = 1,
    changes: tuple[str, ...] = (),
    on: Mapping[str, str] | None = None,
    wounds: Mapping[str, int] = {},
    pieces: tuple = (),
    fields: Mapping[str, dict] = {},
    **more,
) -> Match:
    """Ana's character has used Shove on another, who is to be pushed or thrown."""
    shove = Ability(
        "Shove",
        targets=("foe", "friend"),
        effects=(Effect(kind, mm=mm),) * times,
        changes=changes,
    )
    given = {name: dict(values) for name, values in fields.items()}
    given[by] = {**given.get(by, {}), "abilities": (shove,)}
    catalog = tough(*pieces, wounds=wounds, **given)
    match = begun(catalog=catalog, on=on, **more)
    return match.play(f"ana activate {by}; ana use Shove {target} 10")


def fallen(to: str = "ground", more: str = "", **setting) -> Match:
    """Stalker was pushed off the keep's roof, from Size 5, and has landed."""
    on = {"Stalker": "keep/roof", **setting.pop("on", {})}
    match = pushed(on=on, **setting).play("ana push Stalker 25.4 stands=no")
    return match.play(f"ana fall Stalker {to} {more}")


# -- push --------------------------------------------------------------------------------------


def test_lc_20_1_a_push_is_half_the_difference_of_sizes_in_inches():
    match = pushed("Seer", "Colossus")
    assert match.due("ana") == [("push", "LC-20.1")]
    match.refuse("ana push Seer 25.4", "LC-20.3", have="25.4", due="38.1")
    match.play("ana push Seer 38.1")
    assert match.one(UnitMoved) == UnitMoved("bo", "Seer", "push", 38.1, 0, "ground", "LC-20.1")


def test_lc_20_1_at_least_one_inch():
    match = pushed("Brute", "Warden")
    match.refuse("ana push Brute 27", "LC-20.1", have="27", limit="25.4")
    match.play("ana push Brute 25.4")


@pytest.mark.parametrize("line", ["push 25", "push 26.4", "push stalker 24.4", "ana push 25.0"])
def test_lc_20_1_the_distance_may_be_missed_by_what_is_agreed(line: str):
    assert pushed().play(line).due("ana") == []


def test_lc_20_1_straight_away_from_the_pusher():
    match = pushed()
    match.refuse("ana push Stalker 25.4 straight_away=no", "LC-20.1", unit="Stalker")
    match.refuse("bo push Stalker 25.4", "LC-20.1", seat="bo")
    match.play("ana push Stalker 25.4")
    assert "Stalker went straight away from Warden" in match.trusted()


def test_lc_20_1_a_push_stops_at_its_distance_and_at_what_is_solid():
    match = pushed()
    match.refuse("ana push Stalker 60", "LC-20.1", have="60", limit="25.4")
    match.refuse("ana push Stalker 25.4 into=wall", "LC-20.1", piece="wall")
    match.refuse("ana push Stalker 25.4 into=chasm", "LC-18.12", piece="chasm")
    match.play(f"jo stand {match.seq - 2} LC-1.7")
    assert match.due("ana") == []
    thrown = pushed(kind="throw", mm=50.8)
    thrown.refuse("ana throw Stalker 60", "LC-1.7", have="60", limit="50.8")


def test_lc_20_1_no_push_without_an_effect():
    match = begun().play("ana activate Colossus")
    match.refuse("ana push Stalker 25.4", "LC-20.1", unit="Stalker")
    pushed().refuse("ana throw Stalker 25.4", "LC-20.5", unit="Stalker")


def test_lc_20_1_play_waits_for_it():
    match = pushed()
    match.refuse("ana end", "LC-20.1")
    match.refuse("ana move 1", "LC-20.1")


def test_lc_20_2_a_target_more_than_one_size_larger_is_not_pushed():
    match = pushed("Brute", "Slinger")
    assert match.due("ana") == []
    match.refuse("ana push Brute 25.4", "LC-20.2", have="3", size="1")
    match.play("ana end")


@pytest.mark.parametrize(("size", "due"), [(2.2, 1), (2.3, 0), (1.2, 1)])
def test_lc_20_2_one_size_is_exactly_one(size: float, due: int):
    fields = {"Slinger": {"size": 1.2}, "Stalker": {"size": size}}
    assert len(pushed("Stalker", "Slinger", fields=fields).due("ana")) == due


def test_lc_20_2_unless_the_effect_sets_it_aside():
    pushed("Brute", "Slinger", changes=("LC-20.2",)).play("ana push Brute 25.4")


def test_lc_20_3_the_whole_distance_unless_something_stops_it():
    match = pushed()
    match.refuse("ana push Stalker 24", "LC-20.3", have="24", due="25.4")
    for stop in ("wall", "chasm", "Brute", "edge", "gate", "monolith"):
        pushed().play(f"ana push Stalker 12 stopped_by={stop}")


def test_lc_20_3_what_stops_it_has_to_be_in_the_way():
    match = pushed("Brute")
    match.refuse("ana push Brute 12 stopped_by=fence", "LC-20.3", piece="fence")
    match.refuse("ana push Brute 12 stopped_by=woods", "LC-20.3", piece="woods")
    match.refuse("ana push Brute 12 stopped_by=Brute", "LC-20.3", by="Brute")
    match.refuse("ana push Brute 12 stopped_by=tower", "LC-20.3", piece="tower")
    match.refuse("ana push Brute 12 stopped_by=ground", "LC-20.3", piece="ground")


def test_lc_20_3_a_level_stops_nobody_its_piece_does():
    match = pushed()
    verdict = match.refuse("ana push Stalker 12 stopped_by=keep/roof", "LC-20.3", piece="keep/roof")
    assert verdict.legal == "stopped_by=keep"
    match.play("ana push Stalker 12 stopped_by=keep")


@pytest.mark.rule("LC-14.8")
def test_lc_14_8_a_push_leaves_what_the_character_stood_in_or_went_through():
    for name in ("woods", "tower", "ground", "wall", "keep/hall"):
        match = pushed()
        match.refuse(f"ana push Stalker 25.4 out_of={name}", "LC-14.8", piece=name)
    match.play("ana push Stalker 25.4 into=woods out_of=woods")
    assert match.state.figures["Stalker"].within == []


def test_lc_20_3_a_closed_door_stops_whoever_could_step_over_it():
    low = changed_piece("gate", size=1)
    match = pushed("Brute", pieces=(low,)).play("ana push Brute 12 stopped_by=gate")
    assert match.all(DamageDealt) == []
    opened = changed_piece("gate", size=1, door="open")
    pushed("Brute", pieces=(opened,)).refuse("ana push Brute 12 stopped_by=gate", "LC-20.3")


def test_lc_20_3_what_is_stepped_over_is_no_obstacle_and_may_be_its_end():
    match = pushed("Brute").play("ana push Brute 25.4 on=slab")
    assert match.state.figures["Brute"].on == "slab"
    pushed("Stalker").refuse("ana push Stalker 25.4 on=slab", "LC-18.5")


def test_lc_20_3_hazards_on_the_way_count():
    match = pushed().play("ana push Stalker 25.4 into=embers")
    assert match.due("ana") == [("hazard", "LC-18.13")]
    match.refuse("bo flip AS-AH", "LC-4.1")
    match.play("ana flip JS-JH")
    assert match.state.figures["Stalker"].conditions == {"hinder": 1}
    assert match.state.figures["Stalker"].within == ["embers"]


def test_lc_20_3_also_those_that_it_goes_through():
    match = pushed().play("ana push Stalker 25.4 into=embers out_of=embers; ana flip 2S-2H")
    assert match.state.figures["Stalker"].within == []


def test_lc_20_3_what_it_stands_in_is_not_entered_again():
    match = pushed(times=2).play("ana push Stalker 25.4 into=embers; ana flip 2S-2H")
    match.play("ana push Stalker 25.4 into=embers")
    assert match.due("ana") == []
    match = pushed(times=2).play("ana push Stalker 25.4 into=embers; ana flip 2S-2H")
    match.play("ana push Stalker 25.4 out_of=embers into=embers")
    assert match.due("ana") == [("hazard", "LC-18.13")]


def test_lc_20_4_pushed_into_impassable_terrain():
    match = pushed().play("ana push Stalker 5 stopped_by=chasm")
    hurt = match.one(DamageDealt)
    assert (hurt.amount, hurt.cause, hurt.rule) == (2, "impassable terrain", "LC-20.4")
    assert hurt.source == "Warden"


def test_lc_20_5_a_throw_goes_as_far_as_its_effect_says():
    match = pushed("Seer", kind="throw", mm=50.8)
    assert match.due("ana") == [("throw", "LC-20.5")]
    match.refuse("ana throw Seer 25.4", "LC-20.3", due="50.8")
    match.refuse("ana throw Seer 50.8 straight_away=no", "LC-20.5")
    match.play("ana throw Seer 50.8")
    assert match.one(UnitMoved).rule == "LC-20.5"


# -- fall --------------------------------------------------------------------------------------


def test_lc_20_6_who_is_moved_to_where_nothing_carries_it_falls():
    match = pushed(on={"Stalker": "keep/roof"})
    match.refuse("ana fall Stalker ground", "LC-20.6", unit="Stalker")
    match.play("ana push Stalker 25.4 stands=no")
    assert match.due("ana") == [("fall", "LC-20.6")]
    match.refuse("ana end", "LC-20.6")
    match.refuse("cy fall Stalker ground", "REF-1.3", seat="cy")
    match.refuse("ana fall Stalker tower", "LC-20.6", piece="tower")
    match.play("ana fall Stalker keep/hall")
    moved = match.one(UnitMoved)
    assert (moved.how, moved.surface, moved.rule) == ("fall", "keep/hall", "LC-20.6")


def test_lc_20_6_every_surface_that_takes_who_falls_is_offered():
    match = pushed(on={"Stalker": "wall"}).play("ana push Stalker 25.4 stands=no")
    surfaces = ["ground", *surfaces_to_stand_on(match.replay.table)]
    takes = {to for to in surfaces if applied(match.replay.would(Fall("ana", "Stalker", to)))}
    landings = match.game.options(match.replay.table)
    offered = {option.fields["to"].only()[0] for option in landings}
    assert offered == takes
    assert len(takes) > 1


def test_lc_20_6_nobody_falls_up():
    match = pushed(on={"Stalker": "wall"}).play("ana push Stalker 25.4 stands=no")
    match.refuse("ana fall Stalker keep/roof", "LC-20.6", have="wall")


def test_lc_20_6_the_loss_of_the_terrain_below():
    match = begun(catalog=tough(), on={"Seer": "crates"})
    match.play("ana activate Slinger; ana attack Sling crates 50 AS-AH tokens=2")
    assert match.due("ana") == [("fall", "LC-17.5")]
    match.refuse("ana fall Seer crates", "LC-20.6", piece="crates")
    match.play("ana fall Seer ground")
    assert match.one(DamageDealt).amount == 1 + 1


def test_lc_17_5_and_20_11_a_fall_and_what_makes_way_may_be_logged_by_any_seat():
    match = begun(catalog=tough(), on={"Seer": "crates"})
    match.play("ana activate Slinger; ana attack Sling crates 50 AS-AH tokens=2")
    match.play("bo fall Seer ground")
    assert match.due("ana") != [("fall", "LC-17.5")]
    match = fallen(more="onto=Brute").play("bo displace Stalker 14.5")
    assert not match.due("ana")


def test_lc_20_7_a_fallen_character_gains_a_condition_of_its_owners_choice():
    match = fallen()
    assert match.due("bo") == [("choose", "LC-20.7")]
    match.refuse("ana end", "LC-20.7")
    match.refuse("ana choose Stalker slow", "LC-20.7", seat="ana")
    for reading in ("refused_if_another_is_free", "allowed_and_nothing_placed"):
        match = fallen(choices={"LC-I 96": reading})
        verdict = match.refuse("bo choose Stalker dot", "LC-20.7", condition="dot")
        assert verdict.legal == "slow or weaken or hinder"
        assert "have" not in verdict.facts
    match.refuse("bo choose Seer slow", "LC-20.7", unit="Seer")
    match.play("bo choose Stalker weaken")
    assert match.one(ConditionChanged) == ConditionChanged(
        "bo", "Stalker", "weaken", 1, 1, "LC-20.7"
    )


@pytest.mark.parametrize(
    ("surface", "to", "size", "damage"),
    [
        ("keep/roof", "ground", 1, 5 + 1),
        ("keep/roof", "keep/hall", 1, 3 + 1),
        ("slab", "ground", 1, 1 + 1),
        ("walkway", "fence", 0.5, 1 + 0),
        ("wall", "ground", 3.9, 2 + 3),
    ],
)
def test_lc_20_8_fall_damage_is_the_height_and_the_size(surface, to, size, damage):
    match = pushed(on={"Stalker": surface}, by="Colossus", fields={"Stalker": {"size": size}})
    mm = match.state.due[0].mm
    match.play(f"ana push Stalker {mm:g} stands=no; ana fall Stalker {to}")
    hurt = match.one(DamageDealt)
    assert (hurt.amount, hurt.cause, hurt.rule) == (damage, "falling", "LC-20.8")


def test_lc_20_8_only_whole_sizes_of_height_count():
    pieces = (changed_piece("wall", size=3.3), changed_piece("fence", size=1.3))
    match = pushed(on={"Stalker": "wall"}, pieces=pieces)
    match.play("ana push Stalker 25.4 stands=no; ana fall Stalker fence")
    assert match.one(DamageDealt).amount == 2 + 1
    match = pushed(on={"Stalker": "wall"}, pieces=pieces)
    match.play("ana push Stalker 25.4 stands=no; ana fall Stalker ground")
    assert match.one(DamageDealt).amount == 3 + 1


# -- impact ------------------------------------------------------------------------------------


def test_lc_20_9_each_of_the_two_gains_a_condition():
    match = fallen(more="onto=Brute")
    assert sorted(match.due("bo")) == [
        ("choose", "LC-20.7"),
        ("choose", "LC-20.9"),
        ("choose", "LC-20.9"),
    ]
    match.play("bo choose Stalker slow; bo choose Stalker slow; bo choose Brute hinder")
    assert match.one(ConditionChanged).rule == "LC-20.9"
    assert match.state.figures["Stalker"].conditions == {"slow": 2}


def test_lc_20_9_each_by_its_owner():
    match = fallen(more="onto=Warden")
    assert match.due("ana")[0] == ("choose", "LC-20.9")
    match.refuse("bo choose Warden slow", "LC-20.9", seat="bo")
    match.play("ana choose Warden slow")


def test_lc_20_9_the_other_stands_where_it_lands():
    match = pushed(on={"Stalker": "keep/roof"}).play("ana push Stalker 25.4 stands=no")
    match.refuse("ana fall Stalker keep/hall onto=Brute", "LC-20.9", other="Brute")
    match.refuse("ana fall Stalker ground onto=Stalker", "LC-20.9", other="Stalker")


def test_lc_20_10_each_takes_1_damage_per_category_of_the_other():
    match = fallen(more="onto=Brute", fields={"Brute": {"size": 3.9}})
    found = {(f.target, f.amount, f.source) for f in match.all(DamageDealt) if f.cause == "impact"}
    assert found == {("Stalker", 3, "Brute"), ("Brute", 1, "Stalker")}
    assert {f.rule for f in match.all(DamageDealt)} == {"LC-20.8", "LC-20.10"}


def test_lc_20_10_nobody_is_hurt_by_what_has_no_size():
    match = fallen(more="onto=Brute", fields={"Stalker": {"size": 0.5}})
    assert [f.target for f in match.all(DamageDealt) if f.cause == "impact"] == ["Stalker"]


def test_lc_20_11_the_smaller_gives_way():
    match = fallen(more="onto=Brute")
    assert match.due("ana") == [("displace", "LC-20.11")]
    match.refuse("ana end", "LC-20.7")
    match.refuse("ana displace Brute 10", "LC-20.11", unit="Brute")
    match.refuse("cy displace Stalker 10", "REF-1.3", seat="cy")
    match.refuse("ana displace Stalker 10 on=wall", "LC-20.11", to="wall")
    match.refuse("ana displace Stalker -1", "LC-1.6")
    match.play("ana displace Stalker 14.5")
    moved = match.one(UnitMoved)
    assert (moved.unit, moved.how, moved.mm, moved.rule) == (
        "Stalker",
        "displaced",
        14.5,
        "LC-20.11",
    )
    assert "14.5 mm is the least that parts them" in match.trusted()


@pytest.mark.parametrize(
    ("more", "rule", "piece", "legal"),
    [
        ("on=moon", "LC-20.11", "moon", "did you mean"),
        ("on=keep", "LC-20.11", "keep", "one of keep/hall, keep/roof"),
        ("on=chasm", "LC-18.12", "chasm", "another surface"),
        ("into=wall", "LC-14.8", "wall", "around it"),
        ("into=chasm", "LC-18.12", "chasm", "around it"),
        ("into=gate", "LC-18.10", "gate", "open it first"),
        ("into=keep/hall", "LC-20.11", "keep/hall", "keep"),
    ],
)
def test_lc_20_11_it_gives_way_to_where_one_may_be(more: str, rule: str, piece: str, legal: str):
    match = fallen(more="onto=Brute")
    assert match.refuse(f"ana displace Stalker 10 {more}", rule, piece=piece).legal.startswith(
        legal
    )


@pytest.mark.parametrize(
    ("to", "rule", "piece"),
    [
        ("moon", "LC-20.6", "moon"),
        ("ground into=wall", "LC-14.8", "wall"),
        ("ground into=chasm", "LC-18.12", "chasm"),
        ("ground into=gate", "LC-18.10", "gate"),
        ("mire", "LC-20.6", "mire"),
    ],
)
def test_lc_20_6_it_lands_where_one_may_be(to: str, rule: str, piece: str):
    match = pushed(on={"Stalker": "keep/roof"}).play("ana push Stalker 25.4 stands=no")
    match.refuse(f"ana fall Stalker {to}", rule, piece=piece)


def test_lc_20_11_where_nothing_carries_it_it_falls_too():
    match = fallen("keep/hall", "onto=Seer", on={"Seer": "keep/hall"})
    match.play("ana displace Stalker 14 stands=no; ana fall Stalker ground")
    assert match.one(DamageDealt).amount == 2 + 1
    assert match.state.figures["Stalker"].on == "ground"


def test_lc_20_11_also_the_other_if_it_is_smaller():
    match = fallen(more="onto=Slinger", fields={"Stalker": {"size": 2}})
    match.refuse("ana displace Stalker 10", "LC-20.11")
    match.play("ana displace Slinger 10")


def test_lc_20_12_defeat_comes_after_all_of_it():
    match = fallen(more="onto=Brute", wounds={"Stalker": 2, "Brute": 1})
    assert match.all(UnitDefeated) == []
    match.play("bo choose Stalker slow; bo choose Stalker slow; bo choose Brute slow")
    assert match.all(UnitDefeated) == []
    match.play("ana displace Stalker 10")
    assert [(f.unit, f.by, f.rule) for f in match.all(UnitDefeated)] == [
        ("Stalker", "ana", "LC-20.12"),
        ("Brute", "ana", "LC-20.12"),
    ]
    match.play("ana end")


def test_lc_20_12_a_hazard_where_it_lands_does_not_defeat_it_twice():
    match = fallen(more="into=embers", wounds={"Stalker": 2})
    match.play("ana flip JS-JH; bo choose Stalker slow")
    assert len(match.all(UnitDefeated)) == 1
    assert match.state.points == {"ana": 2, "bo": 0}


def test_lc_20_12_who_has_left_the_match_meanwhile_is_not_defeated_too():
    match = pushed(on={"Stalker": "keep/roof"}, wounds={"Stalker": 1}, seats="ana bo cy")
    match.play("ana push Stalker 25.4 stands=no; ana fall Stalker ground; bo concede")
    assert match.all(UnitDefeated) == []
    match.play("ana end")
    assert match.all(UnitDefeated) == []
    assert match.state.points["ana"] == 0


def test_lc_20_12_an_own_fall_ends_the_activation():
    catalog = tough(wounds={"Warden": 1})
    match = begun(catalog=catalog, on={"Warden": "walkway"}).play("ana activate Warden; ana move 1")
    match.play("ana stride 50; ana stride 50 stands=no; ana fall Warden ground")
    match.play("ana choose Warden slow")
    assert match.one(UnitDefeated).rule == "LC-20.12"
    assert (match.state.acting, match.state.active) == ("", "bo")


# -- interpretations ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "mm"),
    [
        ("half_the_difference_of_Size_in_inches", 38.1),
        ("half_the_difference_of_longest_base_in_mm", 40.0),
    ],
)
def test_lc_i_90_how_far_a_push_goes(reading: str, mm: float):
    match = pushed("Seer", "Colossus", choices={"LC-I 90": reading, "LC-I 8": "0"})
    match.refuse(f"ana push Seer {78.1 - mm:g}", "LC-20.1" if mm < 40 else "LC-20.3")
    match.play(f"ana push Seer {mm}")


@pytest.mark.parametrize(
    ("stop", "damage"), [("Brute", 3), ("wall", 2), ("gate", 3), ("edge", 0), ("chasm", 2)]
)
def test_lc_i_91_what_stops_a_push(stop: str, damage: int):
    match = pushed(choices={"LC-I 91": "stops_as_in_20.4"})
    match.play(f"ana push Stalker 5 stopped_by={stop}")
    assert sum(f.amount for f in match.all(DamageDealt)) == damage
    match = pushed(choices={"LC-I 91": "stops_without_damage"})
    match.play(f"ana push Stalker 5 stopped_by={stop}")
    assert sum(f.amount for f in match.all(DamageDealt)) == (2 if stop == "chasm" else 0)


def test_lc_i_55_pushed_to_the_edge_it_stops_or_is_defeated():
    match = pushed().play("ana push Stalker 5 stopped_by=edge")
    assert match.all(UnitDefeated) == []
    match = pushed(choices={"LC-I 55": "leaving_is_defeat"})
    match.play("ana push Stalker 5 stopped_by=edge")
    assert match.one(UnitDefeated) == UnitDefeated("bo", "Stalker", "Stalker", "ana", "LC-14.7")


@pytest.mark.parametrize(("reading", "damage"), [("no", 2), ("yes", 1)])
def test_lc_i_93_whether_defense_counts_against_impassable_terrain(reading: str, damage: int):
    match = pushed("Seer", choices={"LC-I 93": reading}, fields={"Seer": {"defense": 1}})
    match.play("ana push Seer 5 stopped_by=chasm")
    assert match.one(DamageDealt).amount == damage


@pytest.mark.parametrize("weaken", [1, 2])
def test_lc_19_4_a_weakened_defense_against_impassable_terrain_is_none_at_least(weaken: int):
    fields = {"Seer": {"defense": 1}}
    match = pushed("Seer", choices={"LC-I 93": "yes"}, fields=fields)
    match.play(f"jo adjust condition:Seer/weaken:{weaken}; ana push Seer 5 stopped_by=chasm")
    assert match.one(DamageDealt).amount == 2


def test_lc_i_94_a_throw_is_a_push_with_the_distance_of_its_effect():
    pushed("Seer", kind="throw", mm=40).play("ana throw Seer 40")


def test_lc_i_94_or_waits_for_a_ruling():
    match = pushed("Seer", kind="throw", choices={"LC-I 94": "refused_without_a_ruling"})
    match.refuse("ana throw Seer 25.4", "LC-20.5")
    match.refuse("ana end", "LC-20.5")
    match.play(
        'ana settle consents=ana,bo outcome="it lands on the wall" changes=surface:Seer:wall'
    )
    assert match.state.figures["Seer"].on == "wall"
    match.play("ana end")


def test_lc_i_96_what_has_two_tokens_is_not_chosen_while_another_is_free():
    match = _three_choices("refused_if_another_is_free")
    match.refuse("bo choose Stalker slow", "LC-19.1", have=2, condition="slow")
    match.play("bo choose Stalker weaken")


def test_lc_i_96_or_it_is_and_nothing_is_placed():
    match = _three_choices("allowed_and_nothing_placed").play("bo choose Stalker slow")
    assert match.all(ConditionChanged) == []
    assert match.due("bo") == []


def _three_choices(reading: str) -> Match:
    """Stalker has two Slow, and its owner chooses again."""
    curse = Ability("Curse", targets=("foe",), effects=(Effect("condition", amount=3),))
    catalog = forces(changed("Warden", abilities=(curse,)))
    match = begun(catalog=catalog, choices={"LC-I 96": reading})
    match.play("ana activate Warden; ana use Curse Stalker 9")
    return match.play("bo choose Stalker slow; bo choose Stalker slow")


@pytest.mark.parametrize(("reading", "own"), [("both", 2), ("one_only", 1)])
def test_lc_i_98_a_condition_for_the_fall_and_one_for_the_impact(reading: str, own: int):
    match = fallen(more="onto=Warden", choices={"LC-I 98": reading})
    assert len(match.due("bo")) == own
    assert ("choose", "LC-20.9") in match.due("ana")


@pytest.mark.parametrize(("reading", "damage"), [("no", 3), ("yes", 1)])
def test_lc_i_99_whether_defense_counts_against_an_impact(reading: str, damage: int):
    fields = {"Stalker": {"defense": 2}}
    match = fallen(more="onto=Brute", choices={"LC-I 99": reading}, fields=fields)
    found = {f.target: f.amount for f in match.all(DamageDealt) if f.cause == "impact"}
    assert found["Stalker"] == damage
    assert found.get("Brute", 0) == (1 if reading == "no" else 0)


@pytest.mark.parametrize(
    ("reading", "moves"), [("the_falling_one_moves", "Stalker"), ("the_other_moves", "Seer")]
)
def test_lc_i_100_who_moves_of_two_equals(reading: str, moves: str):
    match = fallen(more="onto=Seer", choices={"LC-I 100": reading})
    match.refuse(f"ana displace {'Seer' if moves == 'Stalker' else 'Stalker'} 9", "LC-20.11")
    match.play(f"ana displace {moves} 9")


def test_lc_i_102_defeat_after_all_of_it():
    match = fallen(
        more="onto=Brute", wounds={"Stalker": 2}, choices={"LC-I 102": "after_all_of_it"}
    )
    assert match.all(UnitDefeated) == []
    assert [f.target for f in match.all(DamageDealt)] == ["Stalker", "Stalker", "Brute"]


def test_lc_i_102_defeat_after_each_step():
    match = fallen(
        more="onto=Brute", wounds={"Stalker": 2}, choices={"LC-I 102": "after_each_step"}
    )
    assert match.one(UnitDefeated).unit == "Stalker"
    assert [f.target for f in match.all(DamageDealt)] == ["Stalker"]
    assert match.due("bo") == match.due("ana") == []


@pytest.mark.parametrize("stands", ["", " stands=no"])
def test_lc_20_6_nobody_is_pushed_down_without_a_fall(stands: str):
    match = pushed(on={"Stalker": "keep/roof"})
    line = f"ana push Stalker 25.4 on=ground{stands}"
    match.refuse(line, "LC-20.6", have="keep/roof", limit="ground")
    pushed("Brute", on={"Brute": "slab"}).play("ana push Brute 25.4 on=ground")
    pushed(on={"Stalker": "keep/hall"}).play("ana push Stalker 25.4 on=ground")


def test_lc_20_6_nobody_lands_on_what_does_not_carry_it():
    match = pushed(on={"Stalker": "keep/roof"}).play("ana push Stalker 25.4 stands=no")
    match.refuse("ana fall Stalker keep/roof", "LC-20.6", to="keep/roof")


@pytest.mark.rule("LC-20.6")
def test_lc_20_6_half_a_size_down_is_a_fall_for_who_steps_over_nothing():
    match = pushed(on={"Stalker": "slab"})
    verdict = match.refuse("ana push Stalker 25.4 on=ground", "LC-20.6", have="slab")
    assert verdict.legal == "stands=no without that surface, then where it lands"
    pushed("Brute", on={"Brute": "slab"}).play("ana push Brute 25.4 on=ground")


@pytest.mark.rule("LC-20.6")
def test_lc_20_6_off_a_bridge_less_than_a_size_is_a_step():
    kerb = changed_piece("slab", bridge=True)
    pushed(on={"Stalker": "slab"}, pieces=(kerb,)).play("ana push Stalker 25.4 on=ground")
    match = pushed(on={"Stalker": "walkway"})
    match.refuse("ana push Stalker 25.4 on=ground", "LC-20.6", have="walkway")
    step = changed_piece("slab", bridge=True, size=1)
    match = pushed(on={"Stalker": "slab"}, pieces=(step,))
    match.refuse("ana push Stalker 25.4 on=ground", "LC-20.6", have="slab")


@pytest.mark.rule("LC-20.9")
def test_lc_20_9_the_other_still_chooses_where_one_is_defeated():
    match = fallen(more="onto=Brute").play("jo adjust defeat:Stalker:nobody")
    assert (match.due("bo"), match.due("ana")) == ([("choose", "LC-20.9")], [])
    match.play("bo choose Brute slow; ana end")


def test_lc_20_11_nobody_gives_way_downward_without_a_fall():
    match = fallen("keep/hall", "onto=Seer", on={"Seer": "keep/hall"})
    match.play("bo choose Stalker slow; bo choose Stalker slow; bo choose Seer slow")
    match.refuse("ana displace Stalker 14 on=fence", "LC-20.11", limit="fence")
    match.play("ana displace Stalker 14 stands=no; ana fall Stalker fence")


def test_lc_20_6_no_turn_stops_at_once_during_a_fall():
    night = {"scenario": "breakthrough"}
    match = pushed(
        on={"Stalker": "keep/roof"}, options=night, choices={"LC-I 31": "stop_at_once"}
    ).play("ana push Stalker 25.4 stands=no")
    match.refuse("bo declare nightfall", "LC-20.6", unit="Stalker")
    match.play("ana fall Stalker ground; bo declare nightfall; ana close-turn")
