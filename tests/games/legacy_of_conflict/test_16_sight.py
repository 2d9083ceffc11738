"""Section 16: sight and cover."""

from typing import Any

import pytest

from referee.fact import Term, TotalsCompared
from referee.games.legacy_of_conflict.characters import Attack, Equipment, Grant
from referee.games.legacy_of_conflict.facts import AttackResolved
from tests.games.legacy_of_conflict.table import Match, begun, changed, changed_piece, forces

CUT = Attack("Cut", range=(0, 300))
PEER = Attack("Peer", range=(0, 300), changes=("LC-16.5",))
CAST = Attack("Cast", range=(0, 300), sight=False)


def shooting(*others: Any, size: float = 2, **more: Any) -> Match:
    """The Warden of Size 2 is activated; it can shoot without effects."""
    archer = changed("Warden", attacks=(CUT, PEER, CAST), abilities=(), size=size)
    return begun(catalog=forces(archer, *others), **more).play("ana activate Warden")


def cover(match: Match, between: str, target: str = "Brute", attack: str = "Cut") -> int:
    """The Defense that this target, or Brute of Size 3, has from what lies between."""
    match.play(f"ana attack {attack} {target} 100 AH-AD between={between}")
    terms = match.one(TotalsCompared).other_terms
    return sum(t.value for t in terms if t.label != "Defense")


# -- the declaration ---------------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["Brute", "tower", "keep/cellar", "wall/top", "ground"])
def test_lc_16_1_only_terrain_lies_between(piece: str):
    match = shooting()
    match.refuse(f"ana attack Cut Brute 100 AH-AD between={piece}", "LC-16.1", piece=piece)


@pytest.mark.parametrize("attack", ["Cut", "Cast"])
@pytest.mark.parametrize(("target", "piece"), [("Brute", "keep/cellar"), ("wall", "ground")])
def test_lc_16_1_nor_does_what_is_no_terrain_below_attacker_or_target(
    attack: str, target: str, piece: str
):
    match = shooting(on={"Brute": "keep/roof"})
    line = f"ana attack {attack} {target} 100 AH-AD clear_path=yes between={piece}"
    match.refuse(line, "LC-16.1", piece=piece)


def test_lc_16_1_for_an_ability_too_only_terrain_lies_between():
    match = begun().play("ana activate Slinger")
    match.refuse("ana use Salve Warden mm=10 between=ground", "LC-16.1", piece="ground")


@pytest.mark.parametrize(("on", "other"), [("keep/hall", "ground"), ("keep/hall", "keep/roof")])
def test_lc_16_1_between_levels_a_clear_path_is_declared(on: str, other: str):
    match = shooting(on={"Brute": on, "Warden": other})
    match.refuse("ana attack Cut Brute 100 AH-AD", "LC-16.1", on=other, other=on)
    match.refuse("ana attack Cut Brute 100 AH-AD clear_path=no", "LC-18.2", on=other, other=on)
    match.play("ana attack Cut Brute 100 AH-AD clear_path=yes")


@pytest.mark.parametrize(("on", "other"), [("keep/hall", "keep/hall"), ("wall", "ground")])
def test_lc_16_1_on_one_level_it_need_not_be(on: str, other: str):
    shooting(on={"Brute": on, "Warden": other}).play("ana attack Cut Brute 100 AH-AD")


def test_lc_16_1_where_no_sight_is_needed_it_need_not_be():
    match = shooting(on={"Brute": "keep/hall"}).play("ana attack Cast Brute 100 AH-AD")
    assert match.one(AttackResolved).cover == "none"


def test_lc_16_1_an_ability_that_needs_sight_declares_it_too():
    match = begun(on={"Warden": "keep/roof"}).play("ana pass; bo activate Seer")
    match.refuse("bo use Dread Warden mm=100", "LC-16.1", target="Warden")
    match.refuse("bo use Dread Warden mm=100 clear_path=no", "LC-18.2")
    match.refuse("bo use Dread Slinger mm=100 between=wall", "LC-13.3", piece="wall")
    match.play("bo use Dread Warden mm=100 clear_path=yes between=keep")


def test_lc_16_1_nobody_has_seen_it():
    match = shooting().play("ana attack Cut Brute 100 AH-AD between=wall")
    assert "the distance, and nothing but what is declared lies between" in match.trusted()


# -- cover -------------------------------------------------------------------------------------


@pytest.mark.rule("LC-16.2")
def test_lc_16_2_nothing_between_is_no_cover():
    match = shooting().play("ana attack Cut Brute 100 AH-AD")
    compared, resolved = match.one(TotalsCompared), match.one(AttackResolved)
    assert compared.other_terms == (Term("Defense", 3, "LC-13.6"),)
    assert resolved.cover == "none"


def test_lc_16_3_one_size_below_is_partial_cover():
    match = shooting().play("ana attack Cut Brute 100 AH-AD between=wall")
    assert Term("partial cover", 1, "LC-16.3") in match.one(TotalsCompared).other_terms
    assert match.one(AttackResolved).cover == "partial"


@pytest.mark.parametrize(("target", "defense"), [("Brute", 5), ("Colossus", 5)])
def test_lc_16_4_two_or_more_sizes_below_is_full_cover(target: str, defense: int):
    match = shooting().play(f"ana attack Cut {target} 100 AH-AD between=fence")
    assert Term("full cover", 2, "LC-16.4") in match.one(TotalsCompared).other_terms
    assert match.one(AttackResolved).cover == "full"
    assert match.one(AttackResolved).other_total == defense


@pytest.mark.rule("LC-16.5")
@pytest.mark.parametrize(("piece", "size"), [("woods", "3"), ("monolith", "4"), ("keep", "5")])
def test_lc_16_5_of_its_size_or_more_there_is_no_sight(piece: str, size: str):
    match = shooting()
    match.refuse(
        f"ana attack Cut Brute 100 AH-AD between={piece}",
        "LC-13.3",
        piece=piece,
        have=size,
        limit="3",
    )
    match.refuse(f"ana attack Cut Brute 100 AH-AD between=fence,{piece}", "LC-13.3")


@pytest.mark.rule("LC-16.5")
def test_lc_16_5_unless_the_attack_sets_that_aside():
    match = shooting()
    match.refuse("ana attack Peer Brute 100 AH-AD between=gate", "LC-18.10", piece="gate")
    assert cover(match, "monolith", attack="Peer") == 0
    assert cover(shooting(), "monolith,wall", attack="Peer") == 1


@pytest.mark.rule("LC-16.6")
def test_lc_16_6_no_sight_is_needed_and_no_door_is_in_the_way():
    assert cover(shooting(), "gate,monolith", attack="Cast") == 0
    assert cover(shooting(), "gate,wall", attack="Cast") == 1


@pytest.mark.rule("LC-16.6")
@pytest.mark.parametrize(
    ("recorded", "amount"), [("none", 0), ("partial", 1), ("full", 2), ("by_size", 1)]
)
def test_lc_16_6_a_record_may_say_how_much(recorded: Any, amount: int):
    assert cover(shooting(changed_piece("wall", cover=recorded)), "wall") == amount


@pytest.mark.rule("LC-16.6")
def test_lc_16_6_a_record_may_say_that_it_hides():
    match = shooting(changed_piece("fence", cover="obscures"))
    match.refuse("ana attack Cut Brute 100 AH-AD between=fence", "LC-13.3", piece="fence")


@pytest.mark.rule("LC-16.6")
@pytest.mark.parametrize("repair", ["terrain:wall:destroyed", "door:gate:open"])
def test_lc_16_6_what_is_destroyed_or_open_is_no_cover(repair: str):
    piece = repair.split(":")[1]
    match = shooting().play(f"jo adjust {repair}")
    assert cover(match, piece) == 0


@pytest.mark.rule("LC-16.6")
@pytest.mark.parametrize("who", ["Warden", "Brute"])
def test_lc_16_6_what_they_stand_on_is_not_between(who: str):
    match = shooting(on={who: "monolith"})
    assert cover(match, "monolith") == 0
    match = shooting(on={who: "keep/roof"})
    match.play("ana attack Cut Brute 100 AH-AD between=keep,fence clear_path=yes")
    assert match.one(AttackResolved).cover == "full"


@pytest.mark.parametrize(
    ("reading", "expected"),
    [("target", 2), ("attacker", 0), ("smaller_of_both", 0)],
)
def test_lc_i_67_whose_size_counts(reading: str, expected: int):
    """The attacker is of Size 1, the target of Size 3, the fence of Size 1."""
    match = shooting(size=1, choices={"LC-I 67": reading})
    if expected:
        assert cover(match, "fence") == expected
    else:
        match.refuse("ana attack Cut Brute 100 AH-AD between=fence", "LC-13.3", limit="1")


@pytest.mark.parametrize(
    ("reading", "limit"), [("target", "1"), ("attacker", ""), ("smaller_of_both", "1")]
)
def test_lc_i_67_a_small_target_of_a_large_attacker(reading: str, limit: str):
    match = shooting(size=3, choices={"LC-I 67": reading})
    if limit:
        match.refuse("ana attack Cut Seer 100 AH-AD between=fence", "LC-13.3", limit=limit)
    else:
        assert cover(match, "fence", "Seer") == 2


@pytest.mark.parametrize(("reading", "wall", "fence"), [("as_printed", 1, 2), ("swapped", 2, 1)])
def test_lc_i_68_lower_terrain_gives_more_or_less(reading: str, wall: int, fence: int):
    choices = {"LC-I 68": reading}
    assert cover(shooting(choices=choices), "wall") == wall
    assert cover(shooting(choices=choices), "fence") == fence


@pytest.mark.parametrize(
    ("reading", "total"), [("best_one_counts_any_obscures", 2), ("bonuses_add_up", 3)]
)
def test_lc_i_69_the_best_cover_or_all_of_it(reading: str, total: int):
    choices = {"LC-I 69": reading}
    match = shooting(choices=choices)
    assert cover(match, "wall,fence") == total
    assert match.one(TotalsCompared).other_total == 3 + total
    assert cover(shooting(choices=choices), "fence,wall") == total
    assert cover(shooting(choices=choices), "fence,fence") == 2
    shooting(choices=choices).refuse(
        "ana attack Cut Brute 100 AH-AD between=fence,monolith", "LC-13.3"
    )


@pytest.mark.parametrize(
    ("size", "by_category", "exactly"),
    [(2.9, 1, 0), (2, 1, 1), (1.5, 2, 0), (1, 2, 2), (3.5, None, None), (2.5, 1, 0)],
)
def test_lc_i_70_sizes_that_are_not_whole(
    size: float, by_category: int | None, exactly: int | None
):
    for reading, amount in (("compare_categories", by_category), ("compare_exactly", exactly)):
        match = shooting(changed_piece("wall", size=size), choices={"LC-I 70": reading})
        if amount is None:
            match.refuse("ana attack Cut Brute 100 AH-AD between=wall", "LC-13.3", piece="wall")
        else:
            assert cover(match, "wall") == amount


def test_lc_i_70_an_exact_step_is_exact():
    giant = changed("Brute", size=4.1)
    choices = {"LC-I 70": "compare_exactly"}
    assert cover(shooting(giant, changed_piece("wall", size=3.1), choices=choices), "wall") == 1


def test_lc_i_70_categories_may_hide_what_exact_sizes_do_not():
    half, choices = changed("Brute", size=3.5), {"LC-I 70": "compare_exactly"}
    shooting(half).refuse("ana attack Cut Brute 100 AH-AD between=woods", "LC-13.3")
    assert cover(shooting(half, choices=choices), "woods") == 0


@pytest.mark.parametrize(("reading", "amount"), [("no", 0), ("yes", 2)])
def test_lc_i_71_flat_terrain(reading: str, amount: int):
    assert cover(shooting(choices={"LC-I 71": reading}), "slab") == amount


@pytest.mark.parametrize(("reading", "amount"), [("no", 1), ("yes", 2)])
def test_lc_i_72_height_below_may_add_to_the_size(reading: str, amount: int):
    """Brute of Size 3 stands on a piece of Size 1; the wall between is of Size 2."""
    match = shooting(on={"Brute": "fence"}, choices={"LC-I 72": reading})
    assert cover(match, "wall") == amount


def test_lc_16_6_other_bonuses_come_on_top():
    plate = changed("Brute", equipment=(Equipment("Plate", (Grant("defense", 2),)),))
    assert cover(shooting(plate), "wall") == 3


@pytest.mark.rule("LC-16.6")
@pytest.mark.parametrize(
    ("between", "cover"),
    [("Stalker", "full"), ("Warden", "partial"), ("Brute", "none"), ("Slinger,Stalker", "full")],
)
def test_lc_i_65_characters_between_count_as_terrain_of_their_size_but_for_the_two_themselves(
    between: str, cover: str
):
    match = begun(choices={"LC-I 65": "as_terrain_of_their_size"}).play("ana activate Slinger")
    match.play(f"ana attack Sling Brute 100 AS-AH between={between}")
    assert match.one(AttackResolved).cover == cover


@pytest.mark.rule("LC-16.5")
def test_lc_i_65_and_hide_who_is_no_larger():
    match = begun(choices={"LC-I 65": "as_terrain_of_their_size"}).play("ana activate Slinger")
    verdict = match.refuse(
        "ana attack Sling Brute 100 AS-AH between=Colossus", "LC-13.3", have="4", limit="3"
    )
    assert verdict.legal == "a target in sight"
    match.play("jo adjust defeat:Colossus:nobody")
    match.refuse("ana attack Sling Brute 100 AS-AH between=Colossus", "LC-16.1", piece="Colossus")
