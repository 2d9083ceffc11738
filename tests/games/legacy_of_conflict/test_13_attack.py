"""Section 13: the seven steps of an attack, and area attacks."""

from typing import Any

import msgspec
import pytest

from events.notation import read
from referee.fact import DamageDealt, ScoreChanged, Term, TotalsCompared, UnitDefeated
from referee.games.legacy_of_conflict.characters import (
    Ability,
    Area,
    Attack,
    Character,
    Effect,
    Equipment,
    Grant,
)
from referee.games.legacy_of_conflict.facts import (
    AttackResolved,
    CardsFlipped,
    ConditionChanged,
    TokensSpent,
)
from referee.verdict import Illegal, Incomplete, OnTrust
from tests.games.legacy_of_conflict.table import (
    FORCES,
    GAME,
    Match,
    begun,
    changed,
    forces,
    tokens_add_up,
)

PLAIN = Attack("Cut", range=(0, 50.8))
BLAST = Attack("Blast", range=(0, 300), targets=("character", "point", "terrain"), area=Area(40))
HEX = Effect("condition", condition="hinder")


def warden(*attacks: Attack, **more: Any) -> Match:
    """The Warden is activated, with these attacks and no abilities."""
    return against((), *attacks, **more)


def against(others: tuple[Any, ...], *attacks: Attack, **more: Any) -> Match:
    """As :func:`warden`, with other things in the catalog as well."""
    extra = {name: more.pop(name) for name in ("skill", "equipment", "abilities") if name in more}
    changes = {"abilities": (), **extra}
    catalog = forces(changed("Warden", attacks=attacks or (PLAIN,), **changes), *others)
    return begun(catalog=catalog, **more).play("ana activate Warden")


def totals(match: Match) -> tuple[int, int]:
    """The two totals of the attack that was just resolved."""
    compared = match.one(TotalsCompared)
    return compared.total, compared.other_total


# -- the order of the steps --------------------------------------------------------------------


def test_lc_13_1_no_cards_before_the_declaration():
    match = warden()
    match.refuse("ana flip 3C-3D purpose=attack", "LC-13.1", seat="ana")
    match.play("ana attack Cut Brute 10")
    assert [(d.seat, d.rule) for d in match.game.obligations(match.replay.table)] == [
        ("ana", "LC-13.4")
    ]
    match.play("ana flip 3C-3D purpose=attack")
    assert match.one(AttackResolved).total == 9


@pytest.mark.parametrize("line", ["ana move 1", "ana end", "ana attack Cut Seer 10 AH-AD"])
def test_lc_13_1_nothing_comes_between(line: str):
    match = warden().play("ana attack Cut Brute 10")
    declared = match.seq
    match.refuse(line, "LC-13.1", since=declared, unit="Warden")


def test_lc_13_1_the_cards_may_stand_in_the_same_entry():
    match = warden().play("ana attack Cut Brute 10 3C-3D")
    kinds = [type(fact) for fact in match.facts]
    steps = [TokensSpent, CardsFlipped, TotalsCompared, AttackResolved, DamageDealt]
    assert [kind for kind in kinds if kind in steps] == steps


# -- step 1: the declaration -------------------------------------------------------------------


def test_lc_13_2_one_of_its_own_attacks():
    match = warden()
    verdict = match.refuse("ana attack Maul Brute 10 3C-3D", "LC-13.2", attack="Maul")
    assert verdict.legal == "Cut"
    offered = {(o.verb, o.rule) for o in match.game.options(match.replay.table)}
    assert ("attack", "LC-13.2") in offered


def test_lc_13_2_a_target_and_no_mere_point():
    match = warden()
    match.refuse("ana attack Cut point 10 3C-3D", "LC-13.2", attack="Cut")
    narrow = Attack("Burst", targets=("character",), area=Area(20))
    match = warden(narrow)
    match.refuse("ana attack Burst point 10 3C-3D caught=Brute:0", "LC-13.2", attack="Burst")


@pytest.mark.parametrize(("mm", "accepted"), [("50.8", True), ("50.9", False), ("200", False)])
def test_lc_13_3_in_range(mm: str, accepted: bool):
    match = warden()
    if accepted:
        match.play(f"ana attack Cut Brute {mm} 3C-3D")
    else:
        match.refuse(f"ana attack Cut Brute {mm} 3C-3D", "LC-13.3", have=mm, limit="50.8")


def test_lc_13_3_not_nearer_than_the_least_range():
    match = warden(Attack("Throw", range=(100, 200)))
    match.refuse("ana attack Throw Brute 99.9 3C-3D", "LC-13.3", have="99.9", least="100")
    match.play("ana attack Throw Brute 100 3C-3D")


@pytest.mark.parametrize("target", ["Ghost", "Warden"])
def test_lc_13_3_another_on_the_table(target: str):
    warden().refuse(f"ana attack Cut {target} 10 3C-3D", "LC-13.3", target=target)


def test_lc_13_3_not_one_that_was_defeated():
    match = begun().play("jo adjust defeat:Seer:nobody; ana activate Warden")
    match.refuse("ana attack Halberd Seer 10 3C-3D", "LC-13.3", target="Seer")


def test_lc_13_3_the_name_of_an_attack_is_no_part_of_the_template():
    match = warden(Attack("Arc{target}", range=(0, 50.8), targets=("friend",)))
    match.log(read("ana attack Arc{target} Brute 12", GAME.codec))
    assert isinstance(match.verdict, Illegal)
    assert match.verdict.message == "Brute cannot be attacked: Arc{target} is for friend"


@pytest.mark.parametrize(
    ("targets", "fits", "unfit"),
    [
        (("foe",), "Brute", "Slinger"),
        (("friend",), "Slinger", "Brute"),
        (("terrain",), "wall", "Brute"),
        (("character",), "Slinger", "wall"),
    ],
)
def test_lc_13_3_what_its_record_allows(targets: tuple[Any, ...], fits: str, unfit: str):
    match = warden(Attack("Cut", targets=targets))
    match.refuse(f"ana attack Cut {unfit} 10 3C-3D", "LC-13.3")
    match.play(f"ana attack Cut {fits} 10 3C-3D")


def test_lc_13_3_a_refused_attack_costs_nothing():
    match = warden()
    match.refuse("ana attack Cut Brute 60 3C-3D", "LC-13.3")
    assert match.state.figures["Warden"].pool == 3
    assert match.state.players["ana"].discard == ["3S", "BJ"]


def test_lc_13_3_an_ability_has_targets_in_range_too():
    match = begun().play("ana activate Slinger")
    match.refuse("ana use Salve Warden mm=30", "LC-13.3", have="30", limit="25.4")
    match.refuse("ana use Salve Brute mm=10", "LC-13.3", target="Brute")
    match.refuse("ana use Salve Ghost", "LC-13.3", target="Ghost")
    for told in ("mm=10", "between=wall", "clear_path=yes"):
        match.refuse(f"ana use Salve {told}", "LC-13.3", unit="Slinger", ability="Salve")
    match.play("ana use Salve Warden mm=25.4")


def test_lc_13_3_whom_an_ability_is_used_on_is_asked_where_it_cannot_be_its_user():
    match = begun().play("ana pass; bo activate Seer")
    match._log("bo use Dread mm=10")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"target": ("Colossus", "Slinger", "Warden")}
    match.refuse("bo use Dread Brute mm=10", "LC-13.3", target="Brute")


def test_lc_i_39_anybody_else_may_be_attacked():
    warden().play("ana attack Cut Slinger 10 3C-3D")


def test_lc_i_39_or_enemies_only():
    choices = {"LC-I 39": "enemies_only"}
    warden(choices=choices).refuse("ana attack Cut Slinger 10 3C-3D", "LC-13.3", target="Slinger")
    mend = Attack("Cut", targets=("friend", "foe"))
    warden(mend, choices=choices).play("ana attack Cut Slinger 10 3C-3D")


@pytest.mark.parametrize(
    ("reading", "fits", "other"),
    [("base_edge_to_base_edge", "137.5", "200"), ("centre_to_centre", "200", "137.5")],
)
def test_lc_i_40_edges_or_centres(reading: str, fits: str, other: str):
    """A base of 50 mm and one of 75 by 60, its length along the line."""
    match = warden(Attack("Cut", range=(0, 300)), choices={"LC-I 40": reading})
    for unit, x in (("Warden", 100.0), ("Brute", 300.0)):
        match.state.figures[unit].at = (x, 50.0)
        match.state.figures[unit].facing = 90.0
    match.refuse(f"ana attack Cut Brute {other} 3C-3D", "LC-13.3", declared=other)
    match.refuse("ana attack Cut Brute 0 3C-3D", "LC-13.3", declared="0")
    match.play(f"ana attack Cut Brute {fits} 3C-3D")


def test_lc_i_42_sight_is_needed_unless_the_attack_says_no():
    match = warden()
    match.refuse("ana attack Cut Brute 10 3C-3D between=monolith", "LC-13.3", piece="monolith")
    match.refuse("ana attack Cut wall 10 3C-3D between=monolith", "LC-13.3", piece="monolith")
    warden(Attack("Cut", sight=False)).play("ana attack Cut Brute 10 3C-3D between=monolith,gate")


def test_lc_i_42_or_nowhere():
    choices = {"LC-I 42": "no"}
    for target in ("Brute", "wall"):
        match = warden(choices=choices)
        match.play(f"ana attack Cut {target} 10 3C-3D between=monolith")
        assert match.one(AttackResolved).cover == "none"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Brute 60 3C-3D", "LC-13.3"),
        ("Seer 10 3C-3D between=wall", "LC-13.3"),
        ("Ghost 10 3C-3D", "LC-13.3"),
        ("monolith 10 3C-3D", "LC-17.9"),
        ("Brute 10 3C-3D between=gate", "LC-18.10"),
    ],
)
def test_lc_i_43_an_illegal_target_costs_nothing_or_the_tokens(line: str, rule: str):
    match = warden()
    match.refuse(f"ana attack Cut {line}", rule)
    match = warden(choices={"LC-I 43": "tokens_spent_no_attack"})
    match.play(f"ana attack Cut {line}")
    assert match.one(TokensSpent).action == "Cut"
    assert match.all(CardsFlipped) == match.all(TotalsCompared) == []
    assert match.state.aim is None
    assert match.state.figures["Warden"].slots == {"Cut": 1}


def test_lc_i_43_cards_flipped_for_no_attack_are_looked_at_and_not_counted():
    match = warden(choices={"LC-I 43": "tokens_spent_no_attack"})
    flipped = match.state.players["ana"].discard[-1]
    match.refuse(f"ana attack Cut Brute 60 {flipped}-3D", "LC-4.5")
    before = list(match.state.players["ana"].discard)
    match.play("ana attack Cut Brute 60 3C-3D")
    assert isinstance(match.verdict, OnTrust)
    assert "nothing is flipped for no attack" in " ".join(match.verdict.assumptions)
    assert match.state.players["ana"].discard == before


# -- steps 2 and 3: the totals -----------------------------------------------------------------


def test_lc_13_4_the_attack_total():
    sword = Equipment("Sword", (Grant("attack", 2),))
    focus = Ability("Focus", "always", grants=(Grant("attack", 1),))
    inspire = Ability("Inspire", effects=(Effect("bonus", to="self", applies="attack", amount=3),))
    strong = Attack("Cut", tokens=(1, 2), bonus=1, light=-2)
    match = warden(strong, equipment=(sword,), abilities=(focus, inspire))
    match.play("jo adjust condition:Warden/hinder:2; ana use Inspire")
    match.play("ana attack Cut Brute 10 3C-2D")
    compared = match.one(TotalsCompared)
    assert compared.terms == (
        Term("cards 3C-2D", 5, "LC-4.2"),
        Term("Attack Skill", 3, "LC-13.4"),
        Term("Cut", 1, "LC-13.5"),
        Term("paid lightly", -2, "LC-13.5"),
        Term("Sword", 2, "LC-13.5"),
        Term("Focus", 1, "LC-13.5"),
        Term("Inspire", 3, "LC-13.5"),
        Term("Hinder", -2, "LC-19.5"),
    )
    assert compared.total == 11


def test_lc_13_4_paid_in_full_it_is_not_light():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 10 AH-AD tokens=2")
    assert totals(match) == (5, 3)


def test_lc_13_4_weaken_on_the_attacker_is_nothing_to_it():
    match = warden().play("jo adjust condition:Warden/weaken:2")
    assert totals(match.play("ana attack Cut Brute 10 AH-AD")) == (5, 3)


WHEN = {
    "equipment": (
        Equipment("Lance", (Grant("attack", 2, "it charged"), Grant("attack", 1, "downhill"))),
        Equipment("Belt", (Grant("attack", 1),)),
    )
}


def test_lc_13_5_a_bonus_that_the_state_does_not_show_is_named():
    match = warden(**WHEN).play("ana attack Cut Brute 10 AH-AD bonuses=Lance:2")
    compared = match.one(TotalsCompared)
    assert Term("Lance", 2, "LC-13.5") in compared.terms
    assert compared.total == 8
    assert "Lance: it charged" in match.trusted()


@pytest.mark.parametrize("bonus", ["Lance:3", "Banner:1", "Belt:1", "Lance:-2"])
def test_lc_13_5_no_bonus_without_a_source_that_grants_it(bonus: str):
    source, amount = bonus.split(":")
    warden(**WHEN).refuse(
        f"ana attack Cut Brute 10 AH-AD bonuses={bonus}",
        "LC-13.5",
        source=source,
        amount=int(amount),
    )


def test_lc_13_5_a_source_grants_its_bonus_once():
    match = warden(**WHEN)
    match.refuse("ana attack Cut Brute 10 AH-AD bonuses=Lance:2,Lance:2", "LC-13.5")


def test_lc_13_5_the_defender_names_bonuses_too():
    shield = Equipment("Shield", (Grant("defense", 2, "from the front"),))
    match = against((changed("Brute", equipment=(shield,)),))
    match.refuse("ana attack Cut Seer 10 AH-AD bonuses=Shield:2", "LC-13.5", source="Shield")
    match.refuse("ana attack Cut Brute 10 AH-AD bonuses=Shield:2,Shield:2", "LC-13.5")
    match.play("ana attack Cut Brute 10 AH-AD bonuses=Shield:2")
    assert totals(match) == (5, 5)


def test_lc_13_5_each_target_of_an_area_has_its_own():
    shield = Equipment("Shield", (Grant("defense", 2, "from the front"),))
    match = against((changed("Stalker", equipment=(shield,)),), BLAST)
    line = "ana attack Blast point 100 AH-AD caught=Stalker:0,Stalker.2:0,Seer:0"
    match.play(f"{line} bonuses=Shield:2,Shield:2")
    assert [f.other_total for f in match.all(TotalsCompared)] == [5, 5, 2]


def test_lc_13_6_the_defense_total():
    plate = Equipment("Plate", (Grant("defense", 2), Grant("attack", 5)))
    hide = Ability("Hide", "always", grants=(Grant("defense", 1),))
    match = against((changed("Brute", equipment=(plate,), abilities=(hide,)),))
    match.play("jo adjust condition:Brute/weaken:1 condition:Brute/hinder:2")
    match.play("ana attack Cut Brute 10 AH-AD between=wall")
    compared = match.one(TotalsCompared)
    assert compared.other_terms == (
        Term("Defense", 3, "LC-13.6"),
        Term("partial cover", 1, "LC-16.3"),
        Term("Plate", 2, "LC-13.5"),
        Term("Hide", 1, "LC-13.5"),
        Term("Weaken", -1, "LC-19.4"),
    )
    assert compared.other_total == 6


@pytest.mark.parametrize(("flip", "total"), [("adds", 5), ("replaces", 2), ("unsaid", 5)])
def test_lc_13_6_a_defender_that_always_flips(flip: Any, total: int):
    ward = Ability("Ward", "always", flip=flip)
    match = against((changed("Brute", abilities=(ward,)),))
    match.play("ana attack Cut Brute 10 AH-AD")
    assert match.due("bo") == [("defense", "LC-4.4")]
    match.refuse("ana end", "LC-4.4")
    match.play("bo flip AC-AS")
    assert totals(match) == (5, total)


def test_lc_13_6_who_flips_already_does_not_flip_again():
    ward = Ability("Ward", "always", flip="adds")
    dodge = Ability("Dodge", "response", answers="attack", flip="adds")
    match = against((changed("Brute", abilities=(ward, dodge)),))
    match.play("ana attack Cut Brute 10")
    match.refuse("bo respond Brute Dodge AC-AS", "LC-4.4", ability="Dodge")
    match.play("bo respond Brute Dodge; bo flip AC-AS; ana flip AH-AD")
    assert totals(match) == (5, 5)


def test_lc_13_6_no_flip_for_somebody_else():
    dodge = Ability("Dodge", "response", answers="friend_attacked", flip="adds")
    match = against((changed("Brute", abilities=(dodge,)),))
    match.play("ana attack Cut Seer 10").refuse("bo respond Brute Dodge AC-AS", "LC-4.4")
    match.play("bo respond Brute Dodge; ana flip AH-AD")
    assert totals(match) == (5, 2)


@pytest.mark.parametrize(
    ("reading", "expected"), [("counted_once", (3, 2)), ("counted_twice", (1, 1))]
)
def test_lc_i_44_hinder_and_weaken_once_or_twice(reading: str, expected: tuple[int, int]):
    match = warden(choices={"LC-I 44": reading})
    match.play("jo adjust condition:Warden/hinder:2 condition:Brute/weaken:1")
    assert totals(match.play("ana attack Cut Brute 10 AH-AD")) == expected


@pytest.mark.parametrize(("reading", "total"), [("yes", -2), ("no", 0)])
def test_lc_i_45_a_total_below_0(reading: str, total: int):
    match = warden(skill=0, choices={"LC-I 45": reading})
    assert totals(match.play("ana attack Cut Brute 10 JH-JD")) == (total, 3)


@pytest.mark.parametrize(("reading", "expected"), [("yes", (2, 2)), ("no", (3, 3))])
def test_lc_i_45_a_weakened_value_below_0(reading: str, expected: tuple[int, int]):
    """Skill 1 with two Hinder, and Defense 1 with two Weaken behind cover."""
    match = against((changed("Brute", defense=1, size=4),), skill=1, choices={"LC-I 45": reading})
    match.play("jo adjust condition:Warden/hinder:2 condition:Brute/weaken:2")
    match.play("ana attack Cut Brute 10 2C-AD between=wall,fence")
    assert totals(match) == (expected[0], expected[1] - 1)


# -- steps 4 to 6: hit, damage, Wounds ---------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "hit", "damage"),
    [("JH-AC", False, 0), ("AH-JC", False, 0), ("2H-JC", True, 1), ("3H-3C", True, 6)],
)
def test_lc_13_7_equal_totals_miss(cards: str, hit: bool, damage: int):
    match = warden().play(f"ana attack Cut Brute 10 {cards}")
    resolved = match.one(AttackResolved)
    assert (resolved.hit, resolved.damage) == (hit, damage)
    assert resolved.rule == ("LC-13.8" if hit else "LC-13.7")
    compared = match.one(TotalsCompared)
    assert (compared.winner, compared.rule) == ("ana" if hit else "bo", "LC-13.7")
    assert match.state.figures["Brute"].wounds == 7 - damage


def test_lc_13_8_damage_is_the_difference():
    match = warden().play("ana attack Cut Seer 10 2H-AC")
    resolved = match.one(AttackResolved)
    assert (resolved.total, resolved.other_total, resolved.damage) == (6, 2, 4)
    assert resolved.rule == "LC-13.8"


def test_lc_13_9_wounds_fall_by_the_damage():
    match = warden().play("ana attack Cut Brute 10 AH-AC")
    dealt = match.one(DamageDealt)
    assert dealt == DamageDealt("ana", "Warden", "bo", "Brute", "Brute", 2, 5, "attack", "LC-13.9")
    assert match.all(UnitDefeated) == []


@pytest.mark.parametrize("wounds", [2, 1])
def test_lc_13_9_at_0_or_less_it_is_defeated(wounds: int):
    match = warden().play(f"jo adjust wounds:Brute:{wounds} condition:Brute/slow:1")
    match.play("ana attack Cut Brute 10 AH-AC")
    assert match.one(UnitDefeated) == UnitDefeated("bo", "Brute", "Brute", "ana", "LC-13.9")
    brute = match.state.figures["Brute"]
    assert (brute.down, brute.pool, brute.slots, brute.conditions) == (True, 0, {}, {})
    assert match.one(ScoreChanged).value == 2
    tokens_add_up(match)


def test_lc_13_9_at_1_it_is_not():
    match = warden().play("jo adjust wounds:Brute:3; ana attack Cut Brute 10 AH-AC")
    assert match.all(UnitDefeated) == []
    assert match.state.figures["Brute"].wounds == 1


# -- step 7: effects ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "on_hit", "on_miss"), [("always", 1, 1), ("hit", 1, 0), ("miss", 0, 1)]
)
def test_lc_13_10_effects_happen_on_a_hit_and_on_a_miss(when: Any, on_hit: int, on_miss: int):
    hexing = Attack("Cut", effects=(Effect("condition", when, condition="slow"),))
    for cards, count in (("AH-AC", on_hit), ("AH-JC", on_miss)):
        match = warden(hexing).play(f"ana attack Cut Brute 10 {cards}")
        given = match.all(ConditionChanged)
        assert len(given) == count
        assert all((g.unit, g.rule) == ("Brute", "LC-13.10") for g in given)


def test_lc_13_10_effects_happen_in_their_order():
    effects = (
        Effect("condition", condition="weaken"),
        Effect("damage", amount=2),
        Effect("heal", to="self", amount=1),
        Effect("condition", to="self", condition="slow"),
    )
    match = warden(Attack("Cut", effects=effects)).play("jo adjust wounds:Warden:3")
    match.play("ana attack Cut Brute 10 AH-AC")
    after = match.facts[-4:]
    assert [(type(f).__name__, f.rule) for f in after] == [  # type: ignore[attr-defined]
        ("ConditionChanged", "LC-13.10"),
        ("DamageDealt", "LC-13.10"),
        ("WoundsHealed", "LC-13.10"),
        ("ConditionChanged", "LC-13.10"),
    ]
    assert match.state.figures["Brute"].wounds == 3


def test_lc_13_10_what_is_chosen_or_measured_is_due():
    effects = (Effect("condition"), Effect("push"))
    match = warden(Attack("Cut", effects=effects)).play("ana attack Cut Seer 10 JH-JC")
    assert match.due("bo") == [("choose", "LC-19.1")]
    assert match.due("ana") == [("push", "LC-20.1")]


LAST = (
    Effect("condition", condition="slow"),
    Effect("ruling", text="the body bursts"),
    Effect("condition", to="self", condition="hinder"),
)


@pytest.mark.parametrize(("reading", "due"), [("none_on_it_others_happen", 0), ("all_happen", 1)])
def test_lc_i_47_effects_on_one_that_was_just_defeated(reading: str, due: int):
    match = warden(Attack("Cut", effects=LAST), choices={"LC-I 47": reading})
    match.play("jo adjust wounds:Brute:1; ana attack Cut Brute 10 AH-AC")
    assert [(g.unit, g.condition) for g in match.all(ConditionChanged)] == [("Warden", "hinder")]
    assert match.due("ana") == [("settle", "LC-21.8")] * due


def test_lc_i_47_one_that_stands_has_them_all():
    match = warden(Attack("Cut", effects=LAST)).play("ana attack Cut Brute 10 AH-AC")
    assert [g.unit for g in match.all(ConditionChanged)] == ["Brute", "Warden"]
    assert match.due("ana") == [("settle", "LC-21.8")]


# -- areas -------------------------------------------------------------------------------------


def test_lc_13_11_everyone_in_the_area():
    match = warden(BLAST)
    match.play("ana attack Blast Stalker 100 AH-AD caught=Stalker:0,Seer:40,Slinger:20.5")
    assert "all who are in the area are named" in match.trusted()
    found = [(r.target, r.total, r.other_total) for r in match.all(AttackResolved)]
    assert found == [("Stalker", 5, 3), ("Seer", 5, 2), ("Slinger", 5, 2)]


def test_lc_13_3_a_point_is_in_range_too():
    match = warden(BLAST)
    verdict = match.refuse(
        "ana attack Blast point 301.1 AH-AD caught=Seer:0", "LC-13.3", have="301.1", limit="300"
    )
    assert verdict.legal == "a target in range"


def test_lc_13_11_nobody_beyond_it():
    match = warden(BLAST)
    line = "ana attack Blast Stalker 100 AH-AD caught=Stalker:0,Seer:40.1"
    match.refuse(line, "LC-13.11", target="Seer", have="40.1", limit="40")


@pytest.mark.parametrize(
    ("attack", "caught", "facts"),
    [
        ("Blast Stalker", "", {"attack": "Blast"}),
        ("Blast Stalker", "caught=Seer:10", {"target": "Stalker"}),
        ("Blast wall", "caught=Seer:10", {"target": "wall"}),
        ("Blast point", "caught=Seer:10,Seer:20", {"target": "Seer"}),
        ("Blast point", "caught=Ghost:10", {"target": "Ghost"}),
        ("Blast point", "caught=wall:10", {"target": "wall"}),
        ("Cut Stalker", "caught=Stalker:0", {"attack": "Cut"}),
    ],
)
def test_lc_13_11_each_is_named_once_and_may_be_hit(
    attack: str, caught: str, facts: dict[str, str | int]
):
    match = warden(BLAST, PLAIN)
    match.refuse(f"ana attack {attack} 40 AH-AD {caught}", "LC-13.11", **facts)


def test_lc_13_11_not_one_that_was_defeated():
    match = warden(BLAST).play("jo adjust defeat:Seer:nobody")
    match.refuse("ana attack Blast point 40 AH-AD caught=Seer:0", "LC-13.11", target="Seer")


def test_lc_13_11_effects_on_the_attacker_happen_once():
    effects = (HEX, Effect("condition", "hit", "self", "slow"), Effect("push", "miss", "self"))
    area = Attack("Blast", range=(0, 300), targets=("point",), area=Area(40), effects=effects)
    match = warden(area)
    match.play("ana attack Blast point 100 AH-JD caught=Stalker:0,Seer:40,Stalker.2:0")
    assert [r.hit for r in match.all(AttackResolved)] == [False, True, False]
    given = [(g.unit, g.condition) for g in match.all(ConditionChanged)]
    assert given == [
        ("Stalker", "hinder"),
        ("Seer", "hinder"),
        ("Stalker.2", "hinder"),
        ("Warden", "slow"),
    ]


def test_lc_13_11_they_wait_for_the_last_target():
    effects = (Effect("condition", "hit", "self", "slow"),)
    area = Attack("Blast", range=(0, 300), targets=("point",), area=Area(40), effects=effects)
    match = warden(area, choices={"LC-I 49": "once_per_target"})
    match.play("ana attack Blast point 100 AH-AD caught=Stalker:0,Seer:40")
    assert match.all(ConditionChanged) == []
    match.play("ana flip JH-JD")
    assert match.one(ConditionChanged).unit == "Warden"


def test_lc_13_11_an_area_that_hits_nobody_is_a_miss():
    effects = (Effect("condition", "hit", "self", "slow"), Effect("heal", "miss", "self"))
    area = Attack("Blast", range=(0, 300), targets=("point",), area=Area(40), effects=effects)
    match = warden(area).play("jo adjust wounds:Warden:3")
    match.play("ana attack Blast point 100 JH-JD caught=Stalker:0,Seer:40")
    assert match.all(ConditionChanged) == []
    assert match.state.figures["Warden"].wounds == 4


def test_lc_i_49_one_flip_for_all():
    match = warden(BLAST).play("ana attack Blast point 100 AH-AD caught=Stalker:0,Seer:40")
    assert [f.seat for f in match.all(CardsFlipped)] == ["ana"]
    assert len(match.all(AttackResolved)) == 2


def test_lc_i_49_or_one_for_each():
    match = warden(BLAST, choices={"LC-I 49": "once_per_target"})
    match.play("ana attack Blast point 100 AH-AD caught=Stalker:0,Seer:40")
    assert match.one(AttackResolved).target == "Stalker"
    match.refuse("ana end", "LC-13.1")
    match.play("ana flip 2H-2D")
    resolved = match.one(AttackResolved)
    assert (resolved.target, resolved.total) == ("Seer", 7)
    match.play("ana end")


def test_lc_i_50_terrain_in_the_area_is_not_hit():
    match = warden(BLAST)
    match.refuse("ana attack Blast Seer 100 AH-AD caught=Seer:0,wall:10", "LC-13.11", target="wall")
    match.play("ana attack Blast wall 100 AH-AD caught=wall:0,Seer:10")
    assert [r.target for r in match.all(AttackResolved)] == ["wall", "Seer"]


def test_lc_i_50_or_it_is():
    match = warden(BLAST, choices={"LC-I 50": "yes"})
    line = "ana attack Blast Seer 100 AH-AD caught=Seer:0"
    match.refuse(f"{line},monolith:10", "LC-17.9", target="monolith")
    match.play("jo adjust terrain:slab:destroyed").refuse(f"{line},slab:10", "LC-13.11")
    match.play(f"{line},crates:10,wall:40")
    assert match.state.ground["crates"].destroyed
    assert match.state.ground["wall"].destroyed


@pytest.mark.rule("LC-13.4")
def test_lc_13_4_an_attacker_that_its_own_area_defeats_has_one_total_for_all():
    boom = Attack("Boom", range=(0, 0), area=Area(100), targets=("point",))
    weak = changed("Warden", wounds=1, skill=9, attacks=(boom,))
    match = begun(catalog=forces(weak)).play("jo adjust condition:Warden/hinder:2")
    match.play("ana activate Warden")
    match.play("ana attack Boom point 0 2S-2H caught=Warden:0,Brute:5")
    assert [(f.target, f.total) for f in match.all(AttackResolved)] == [
        ("Warden", 4 + 9 - 2),
        ("Brute", 4 + 9 - 2),
    ]
    assert (match.state.acting, match.state.active) == ("", "bo")


@pytest.mark.rule("LC-16.1")
def test_lc_13_11_a_point_behind_a_closed_door_is_not_aimed_at():
    boom = Attack("Boom", range=(0, 200), area=Area(100), targets=("point",))
    match = begun(catalog=forces(changed("Warden", attacks=(boom,)))).play("ana activate Warden")
    line = "ana attack Boom point 100 2S-2H caught=Brute:5"
    match.refuse(f"{line} between=tower", "LC-16.1", piece="tower")
    match.refuse(f"{line} between=gate", "LC-18.10", piece="gate")
    match.refuse(f"{line} level=tower", "LC-13.11", piece="tower")
    match.play("jo adjust door:gate:open").play(f"{line} between=gate")


@pytest.mark.rule("LC-18.2")
def test_lc_13_11_a_point_on_another_level_needs_a_clear_path():
    boom = Attack("Boom", range=(0, 200), area=Area(100), targets=("point",))
    match = begun(catalog=forces(changed("Warden", attacks=(boom,))), on={"Warden": "keep/roof"})
    match.play("ana activate Warden")
    line = "ana attack Boom point 100 2S-2H caught=Brute:5 level=ground"
    match.refuse(line, "LC-16.1", other="ground")
    match.refuse(f"{line} clear_path=no", "LC-18.2", other="ground")
    match.play(f"{line} clear_path=yes")


def test_lc_i_49_the_effects_on_one_target_come_before_the_flip_for_the_next():
    match = begun(choices={"LC-I 49": "once_per_target"}, catalog=forces(shoving_slam()))
    match.play("ana activate Colossus; ana attack Slam Seer 0 3C-3D caught=Seer:0,Stalker:10")
    match.refuse("ana flip 2C-2D", "LC-20.1", seat="ana")
    match.play("ana push Seer 38.1; ana flip 2C-2D")


def shoving_slam() -> Character:
    """The Colossus, whose Slam pushes whom it hits."""
    slam = FORCES.character["Colossus"].attack["Slam"]
    pushing = msgspec.structs.replace(slam, effects=(Effect("push", when="hit"),))
    return changed("Colossus", attacks=(pushing,))


def test_lc_i_7_bears_on_the_highest_distance_alone():
    far = forces(changed("Slinger", attacks=(Attack("Lob", range=(50, 100)),)))
    match = begun(catalog=far, choices={"LC-I 7": "2"}).play("ana activate Slinger")
    match.refuse("ana attack Lob Seer 49 AS-AH", "LC-13.3", have="49", least="50")
    match.refuse("ana attack Lob Seer 103 AS-AH", "LC-13.3", have="103", limit="100")
    match.play("ana attack Lob Seer 102 AS-AH")


@pytest.mark.rule("LC-13.11")
@pytest.mark.parametrize("target", ["Brute", "wall"])
def test_lc_13_11_the_level_aimed_at_is_one_of_the_table(target: str):
    match = begun().play("ana activate Warden")
    for level in ("tower", "keep/cellar", "keep", "Brute"):
        match.refuse(f"ana attack Halberd {target} 10 2S-2H level={level}", "LC-13.11", piece=level)


@pytest.mark.rule("LC-13.11")
def test_lc_13_11_a_character_is_aimed_at_where_it_is():
    match = begun().play("ana activate Warden")
    line = "ana attack Halberd Brute 10 2S-2H"
    verdict = match.refuse(f"{line} level=keep/roof", "LC-13.11", have="ground", level="keep/roof")
    assert verdict.legal == "level=ground, or no level"
    match.play(f"{line} level=ground")
