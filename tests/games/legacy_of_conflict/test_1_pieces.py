"""Section 1: characters, terrain, and how distances are measured."""

import pytest

from referee.games.legacy_of_conflict.effects import push_distance
from referee.games.legacy_of_conflict.facts import UnitMoved
from referee.games.legacy_of_conflict.scenarios import Laid, Level, Table
from tests.games.legacy_of_conflict.table import (
    FORCES,
    GAME,
    Match,
    begun,
    changed,
    changed_piece,
    changed_scenario,
    forces,
    opened,
)

BARE = Table("bare", 600, 600, ())


def lacking(topics: str) -> Match:
    """Setup, in which bo alone has not agreed these topics."""
    match = opened().play("ana agree; ana shuffle; bo shuffle")
    match.play("ana place Warden Slinger Colossus; bo place Brute Stalker Stalker.2 Seer")
    every = {"sizes", "terrain", "tokens", "deck", "points", "hazards", "scenario"}
    return match.play(f"bo agree {' '.join(sorted(every - set(topics.split())))}")


def with_base(*base: float, **choices: str) -> Match:
    """An opening in which the Brute has that base."""
    chosen = {f"LC-I {name[1:]}": option for name, option in choices.items()}
    return opened(catalog=forces(changed("Brute", base=base)), choices=chosen)


# -- LC-1.1 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [(24.9, 24.9), (60, 24.9), (170.1, 60), (24, 171)])
def test_lc_1_1_a_base_measures_25_to_170_mm_in_every_dimension(base):
    match = with_base(*base)
    match.refused("LC-1.1", name="Brute")
    assert not match.replay.opened


@pytest.mark.parametrize("base", [(25, 25), (170, 170), (170, 25)])
def test_lc_1_1_the_limits_belong_to_it(base):
    assert with_base(*base).replay.opened


def test_lc_i_4_what_the_limits_of_a_base_measure():
    narrow, limits = (60, 20), (170, 25)
    with_base(*narrow, i4="inclusive_every_dimension").refused("LC-1.1", mm="20")
    assert with_base(*narrow, i4="inclusive_longest_only").replay.opened
    with_base(*narrow, i4="exclusive").refused("LC-1.1", mm="20")
    assert with_base(*limits, i4="inclusive_every_dimension").replay.opened
    assert with_base(*limits, i4="inclusive_longest_only").replay.opened
    with_base(*limits, i4="exclusive").refused("LC-1.1", mm="170")
    # the Stalker's oval of 35 x 25 mm has a limit of its own
    shy = forces(changed("Stalker", base=(35, 26)), changed("Brute", base=(169, 26)))
    assert opened(catalog=shy, choices={"LC-I 4": "exclusive"}).replay.opened
    opened(choices={"LC-I 4": "exclusive"}).refused("LC-1.1", name="Stalker", mm="25")


def test_lc_i_4_a_refusal_says_the_bounds_of_its_reading():
    told = {
        "inclusive_every_dimension": "25 to 170 mm",
        "inclusive_longest_only": "a longest dimension of 25 to 170 mm",
        "exclusive": "more than 25 and less than 170 mm",
    }
    for reading, bounds in told.items():
        assert with_base(171, 20, i4=reading).refused("LC-1.1").legal == bounds


def test_lc_i_4_the_longest_dimension_has_both_limits():
    with_base(24, 20, i4="inclusive_longest_only").refused("LC-1.1", mm="24")
    with_base(171, 20, i4="inclusive_longest_only").refused("LC-1.1", mm="171")


# -- LC-1.2 ------------------------------------------------------------------------------------


def test_lc_1_2_the_sizes_are_agreed_by_all_before_play():
    match = lacking("sizes")
    match.refuse("ana flip AS-2S", "LC-1.2", other="bo", what="agree: sizes")
    match.play("bo agree sizes; ana flip AS-2S")


def test_lc_1_2_a_character_is_one_of_the_catalog():
    opened(decks={"bo": {"Brut": 1}}).refused("LC-1.2", name="Brut")


def test_lc_i_1_where_a_size_comes_from():
    match = opened(choices={"LC-I 1": "longest_base_mm_over_25"})
    match.refused("LC-1.2", name="Slinger", size="1", limit="1.28")
    measured = forces(*(changed(c.name, size=round(c.longest / 25, 2)) for c in FORCES.characters))
    assert opened(catalog=measured, choices={"LC-I 1": "longest_base_mm_over_25"}).replay.opened
    assert opened(choices={"LC-I 1": "agreed_per_piece"}).replay.opened


def test_lc_i_2_a_size_may_be_a_decimal_or_not():
    half = forces(changed("Seer", size=1.5), changed_piece("slab", size=1))
    assert opened(catalog=half, choices={"LC-I 2": "decimals_allowed"}).replay.opened
    match = opened(catalog=half, choices={"LC-I 2": "whole_only"})
    match.refused("LC-1.2", name="Seer", size="1.5")
    whole = forces(changed_piece("slab", size=1))
    assert opened(catalog=whole, choices={"LC-I 2": "whole_only"}).replay.opened


# -- LC-1.4, 1.5, 1.9 --------------------------------------------------------------------------


def test_lc_1_4_there_is_terrain_on_the_table():
    match = opened(catalog=forces(BARE), options={"table": "bare"})
    match.refused("LC-1.4", table="bare")
    one = Table("bare", 600, 600, (Laid("fence"),))
    assert opened(catalog=forces(one), options={"table": "bare"}).replay.opened


def test_lc_1_4_only_the_pieces_of_the_table_bear_on_the_match():
    one = Table("bare", 600, 600, (Laid("fence"),))
    match = begun(catalog=forces(one), options={"table": "bare"})
    assert set(match.state.ground) == {"fence"}
    match.play("ana activate Warden; ana move")
    match.refuse("ana stride 5 over=wall", "LC-14.8", piece="wall")


def test_lc_i_5_a_table_without_terrain():
    bare = forces(BARE)
    options = {"table": "bare"}
    match = opened(catalog=bare, options=options, choices={"LC-I 5": "at_least_one_piece"})
    match.refused("LC-1.4", table="bare")
    match = opened(catalog=bare, options=options, choices={"LC-I 5": "any_number"})
    assert match.replay.opened
    assert match.state.ground == {}


def test_lc_1_5_the_terrain_is_agreed_by_all():
    match = lacking("terrain")
    match.refuse("ana flip AS-2S", "LC-1.5", other="bo", what="agree: terrain")
    match.play("bo agree terrain; ana flip AS-2S")


def test_lc_1_5_a_piece_of_a_broken_size_where_sizes_are_whole():
    opened(choices={"LC-I 2": "whole_only"}).refused("LC-1.5", piece="slab", size="0.5")
    halls = changed_piece("keep", levels=(Level("hall", 2.5), Level("roof", 5)))
    whole = forces(changed_piece("slab", size=1), halls)
    match = opened(catalog=whole, choices={"LC-I 2": "whole_only"})
    match.refused("LC-1.5", piece="keep", size="2.5")


def test_lc_1_5_the_limits_of_a_base_do_not_bind_terrain():
    long = forces(changed_piece("wall", width=1000, depth=5))
    assert opened(catalog=long).replay.opened


def test_lc_1_9_the_tokens_are_confirmed_by_all():
    match = lacking("tokens")
    assert ("bo", "LC-1.9") in [(o.seat, o.rule) for o in GAME.obligations(match.replay.table)]
    match.refuse("bo flip AS-2S", "LC-1.9", what="agree: tokens")
    match.play("bo agree tokens")
    assert match.state.duel is not None


# -- LC-1.6 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mm", ["-1", "-0.1", "12.34", "0.05", "20.001"])
def test_lc_1_6_a_distance_is_zero_or_more_with_one_decimal_at_most(mm: str):
    match = begun().play("ana activate Warden")
    match.refuse(f"ana attack Halberd Brute {mm} AS-2H", "LC-1.6", mm=mm)
    match.play("ana move")
    match.refuse(f"ana stride {mm}", "LC-1.6", mm=mm)
    match.refuse(f"ana stride 5 inside={mm}", "LC-1.6", mm=mm)
    match.refuse(f"ana climb fence {mm}", "LC-1.6", mm=mm)


@pytest.mark.parametrize("mm", ["0", "0.1", "12.3", "25"])
def test_lc_1_6_any_other_distance_is_as_it_was_measured(mm: str):
    match = begun().play(f"ana activate Warden; ana move; ana stride {mm}")
    assert match.one(UnitMoved).mm == float(mm)


def test_lc_1_6_distances_of_abilities_areas_and_pushes_too():
    match = begun().play("ana activate Slinger")
    match.refuse("ana use Salve Warden 1.25", "LC-1.6", mm="1.25")
    match = begun().play("ana activate Colossus")
    match.refuse("ana attack Slam Brute 0 AS-2H caught=Brute:1.25", "LC-1.6", mm="1.25")
    match = begun().play("ana activate Warden; ana attack Halberd Brute 10 2H-2S")
    match.refuse("ana push Brute 25.44", "LC-1.6", mm="25.44")


@pytest.mark.parametrize(
    "reading",
    ["from_contact_with_one_end_to_the_other_end", "counts_as_an_ordinary_stride_too"],
)
def test_lc_1_6_and_of_the_way_by_a_feature(reading: str):
    match = begun(choices={"LC-I 63": reading}).play("ana activate Slinger; ana move")
    match.refuse("ana traverse steps keep/hall mm=1.25", "LC-1.6", mm="1.25")


@pytest.mark.parametrize("tolerance", ["a lot", "-1", "1.5", ""])
def test_lc_1_6_the_agreed_tolerance_is_a_whole_number(tolerance: str):
    opened(options={"tolerance": tolerance}).refused("LC-1.6", value=tolerance)
    assert opened(options={"tolerance": "0"}).state.tolerance == 0


# -- LC-1.7, and the inch ----------------------------------------------------------------------


def pushed(**choices: str) -> Match:
    """The Warden has hit the Brute, which is pushed an inch."""
    chosen = {f"LC-I {name[1:]}": option for name, option in choices.items()}
    match = begun(choices=chosen)
    return match.play("ana activate Warden; ana attack Halberd Brute 10 2H-2S")


def test_lc_1_7_a_fixed_distance_is_met():
    pushed().refuse("ana push Brute 26.5", "LC-20.1", have="26.5", limit="25.4")
    pushed().refuse("ana push Brute 100", "LC-20.1", have="100")
    pushed().refuse("ana push Brute 24.3", "LC-20.3", have="24.3")
    for mm in ("24.4", "25.4", "26.4"):
        assert pushed().play(f"ana push Brute {mm}").one(UnitMoved).mm == float(mm)


def test_lc_1_7_a_maximum_is_not_exceeded():
    match = begun().play("ana activate Warden; ana move")
    match.refuse("ana stride 50.1", "LC-14.5", have="50.1", limit="50")
    match.play("ana stride 50")
    match = begun().play("ana activate Warden")
    match.refuse("ana attack Halberd Brute 50.9 AS-2H", "LC-13.3", have="50.9", limit="50.8")
    match.play("ana attack Halberd Brute 50.8 AS-2H")


@pytest.mark.parametrize(("reading", "inch"), [("exact_25.4", 25.4), ("as_25", 25.0)])
def test_lc_i_6_how_long_an_inch_is(reading: str, inch: float):
    match = pushed(i6=reading, i8="0")
    figures = match.state.figures
    assert push_distance(match.replay.table, figures["Warden"], figures["Brute"]) == inch
    match.refuse(f"ana push Brute {inch + 0.1:.1f}", "LC-20.1", limit=f"{inch:g}")
    match.play(f"ana push Brute {inch}")


@pytest.mark.parametrize(("reading", "half"), [("exact_25.4", 12.7), ("as_25", 12.5)])
def test_lc_i_6_half_an_inch_from_the_edge_climbed(reading: str, half: float):
    match = begun(choices={"LC-I 6": reading}).play("ana activate Warden; ana move")
    match.refuse(f"ana climb fence {half + 0.1:.1f}", "LC-15.4", have=f"{half + 0.1:.1f}")
    match.play(f"ana climb fence {half}")


@pytest.mark.parametrize("reading", ["0", "1", "2"])
def test_lc_i_7_by_how_much_a_maximum_may_be_overshot(reading: str):
    match = begun(choices={"LC-I 7": reading}).play("ana activate Warden; ana move")
    most = 50 + int(reading)
    match.refuse(f"ana stride {most}.1", "LC-14.5", have=f"{most}.1")
    match.play(f"ana stride {most}")
    match = begun(choices={"LC-I 7": reading}).play("ana activate Warden")
    far = 50.8 + int(reading)
    match.refuse(f"ana attack Halberd Brute {far + 0.1:.1f} AS-2H", "LC-13.3")
    match.play(f"ana attack Halberd Brute {far:.1f} AS-2H")


@pytest.mark.parametrize("reading", ["0", "1", "2"])
def test_lc_i_8_by_how_much_a_fixed_distance_may_be_missed(reading: str):
    least, most = 25.4 - int(reading), 25.4 + int(reading)
    match = pushed(i8=reading)
    match.refuse(f"ana push Brute {most + 0.1:.1f}", "LC-20.1")
    match.refuse(f"ana push Brute {least - 0.1:.1f}", "LC-20.3")
    for mm in (least, most):
        pushed(i8=reading).play(f"ana push Brute {mm:.1f}")


def test_lc_1_4_the_scenario_says_which_table_it_is_unless_another_is_agreed():
    small = Table("small", 300, 300, (Laid("fence"),))
    catalog = forces(small, changed_scenario("wellspring", table="small"))
    match = opened(catalog=catalog, options={"scenario": "wellspring"})
    assert (match.state.table, set(match.state.ground)) == ("small", {"fence"})
    match = opened(catalog=catalog, options={"scenario": "wellspring", "table": "old-quarter"})
    assert set(match.state.ground) == set(FORCES.piece)
