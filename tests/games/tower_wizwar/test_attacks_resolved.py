"""Section 15 from the damage on: how it is assigned, harm, the counterattack, the four moments
(TW-15.14 to 15.24), and keywords of the cards in a group (TW-16.4 to 16.6)."""

import pytest

from referee.fact import Term
from referee.games.tower_wizwar.facts import (
    DamageAssigned,
    DamageLost,
    DamageReckoned,
    DrainMoved,
    HarmChanged,
)
from referee.parts.responses import Resolved
from tests.games.tower_wizwar.table import Match, turn

SPRINGS = """
[[implements]]
name = "Spring"
spellbook = "Blue"
cost = 1
[[implements.effects]]
when = "activated"
text = "Anything."
[[creatures]]
name = "Thorn"
spellbook = "Blue"
cost = 2
type = "minion"
power = 2
might = 2
[[creatures.effects]]
when = { on = "damaged", what = "self" }
steps = [{ do = "drain", wizard = "you", change = 1 }]
"""
"""A card whose text is words alone, so that an effect of it may be anything."""


def fight(power: int = 3, **more: object) -> Match:
    """Ana's attack phase: a creature with that power in F1, Springs on both sides."""
    match = turn(phase="attack", extra=SPRINGS, **more)
    match.put("ana", "F1", f"C{power}")
    match.put("ana", "J1", "Spring")
    match.put("bo", "J1", "Spring")
    return match


def assigned(match: Match, source: str = "attack") -> list[tuple[str, int, int, int]]:
    """Target, amount, harm, and what was left, in order."""
    return [
        (each.target, each.amount, each.harm, each.left)
        for each in match.all(DamageAssigned)
        if each.source == source
    ]


def lost(match: Match) -> list[tuple[str, int, str]]:
    return [(each.source, each.amount, each.rule) for each in match.all(DamageLost)]


def harm(match: Match, *ids: str) -> list[int]:
    return [match.thing(each).harm for each in ids]


def expended(match: Match, *ids: str) -> list[bool]:
    return [match.thing(each).expended for each in ids]


# -- how damage is assigned ----------------------------------------------------------------------


def test_tw_15_14_the_power_of_all_attackers_is_added_up():
    match = fight(3)
    match.put("ana", "F2", "C4")
    match.play("ana attack bo F1 F2")
    reckoned = match.one(DamageReckoned)
    assert (reckoned.total, [each.value for each in reckoned.terms]) == (7, [3, 4])
    assert match.side("bo").harm == 1


def test_tw_15_14_what_changes_power_is_a_term_of_its_own():
    match = fight(3).play("ana effect Spring.1 modify:C3.1:power:4:turn")
    match.play("ana attack bo F1")
    assert match.one(DamageReckoned).terms == (
        Term("C3.1", 3, "TW-15.1"),
        Term("C3.1, Spring.1", 4, "TW-19.10"),
    )


def test_tw_15_15_blockers_take_damage_in_order_of_rising_might():
    match = fight(8)
    match.put("bo", "S1", "C4")
    match.put("bo", "S2", "Guard1")
    match.play("ana attack bo F1; bo block S1 S2")
    assert assigned(match) == [
        ("Guard1.1", 3, 1, 5),
        ("C4.1", 4, 1, 1),
        ("bo", 1, 0, 0),
    ]
    assert [each.rule for each in match.all(DamageAssigned)[:3]] == [
        "TW-15.15",
        "TW-15.15",
        "TW-15.19",
    ]


def test_tw_15_16_the_order_of_equals_is_asked_where_damage_runs_out_among_them():
    match = fight(4)
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    match.play("ana attack bo F1; bo block S1 S2")
    assert assigned(match) == []
    match.refuse("ana attack bo F1", "TW-15.16")
    match.refuse("ana order S1", "TW-5.9", spot="ana.S1")
    match.refuse("ana order Guard1.1", "TW-15.16", seat="bo")
    match.play("bo order S2")
    assert assigned(match) == [("Guard2.1", 3, 1, 1), ("Guard1.1", 1, 0, 0)]
    assert expended(match, "Guard1.1", "Guard2.1") == [True, True]


@pytest.mark.parametrize("power", [6, 7, 8])
def test_tw_15_16_the_order_is_not_asked_where_damage_suffices_for_all(power: int):
    match = fight(power)
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    match.play("ana attack bo F1; bo block S1 S2")
    assert harm(match, "Guard1.1", "Guard2.1") == [1, 1]


def test_tw_15_16_the_order_is_not_asked_where_all_that_the_damage_reaches_go_back_to_hands():
    match = fight(power=3)
    attackers = [match.put("ana", spot, "Mist1") for spot in ("F2", "F3")]
    match.put("bo", "S3", "C3")
    match.play(f"ana attack bo {' '.join(attackers)}; bo block S3; ana phase last")
    assert not {*attackers} & {*match.tw.zones.things}


def test_tw_15_16_the_order_is_said_with_the_block():
    match = fight(3)
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    match.play("ana attack bo F1; bo block S1 S2 order=S2")
    assert expended(match, "Guard1.1", "Guard2.1") == [False, True]


@pytest.mark.parametrize("cards", ["C3.2,C3.1", "F2,F1"])
def test_tw_15_16_who_says_the_order_of_the_attackers_is_shown_its_field(cards: str):
    match = turn(phase="attack")
    match.put("ana", "F1", "C3")
    match.put("ana", "F2", "C3")
    refused = match.refuse(f"ana attack bo F1 F2 order={cards}", "TW-15.16")
    assert refused.legal == "ana attack bo C3.1 C3.2 counter=C3.2,C3.1"
    match.play(refused.legal)


def test_tw_15_16_only_cards_of_the_group_are_put_in_order():
    match = fight(3)
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "Guard2")
    match.put("bo", "S3", "Guard3")
    match.play("ana attack bo F1 waiting=yes")
    match.refuse("bo block S1 S2 order=S3", "TW-15.16", thing="Guard3.1")


def test_tw_15_15_no_order_puts_the_greater_might_first():
    match = fight(3)
    match.put("bo", "S1", "C4")
    match.put("bo", "S2", "Guard2")
    match.play("ana attack bo F1")
    match.refuse("bo block S1 S2 order=S1,S2", "TW-15.15", thing="C4.1", have=4)


def test_tw_15_17_what_blockers_leave_goes_to_the_card_and_the_rest_is_lost():
    match = fight(8)
    match.put("bo", "F1", "C2")
    match.put("bo", "F2", "Guard1")
    match.play("ana attack C2.1 F1; bo block F2")
    assert assigned(match) == [("Guard1.1", 3, 1, 5), ("C2.1", 2, 1, 3)]
    assert lost(match) == [("attack", 3, "TW-15.17")]


def test_tw_15_17_what_is_left_after_a_tower_is_lost():
    match = fight(8)
    keep = match.tower("bo", "Keep2")
    match.play("ana attack bo F1")
    assert assigned(match) == [(keep, 2, 1, 6)]
    assert (match.side("bo").harm, lost(match)) == (0, [("attack", 6, "TW-15.17")])


def test_tw_14_1_a_tower_stands_in_for_its_wizard():
    match = fight(3)
    keep = match.tower("bo", "Keep3")
    match.play("ana attack bo F1")
    assert (harm(match, keep), match.side("bo").harm) == ([1], 0)


@pytest.mark.parametrize(
    "reading, keep, wizard", [("lost", 1, 0), ("to_wizard", 1, 1), ("loops", 5, 0)]
)
def test_tw_i_57_damage_beyond_a_tower(reading: str, keep: int, wizard: int):
    match = fight(8, choices={"TW-I 57": reading})
    match.put("ana", "F2", "C3")
    tower = match.tower("bo", "Keep2")
    match.play("ana attack bo F1 F2")
    assert (match.thing(tower).harm, match.side("bo").harm) == (keep, wizard)
    assert match.thing(tower).expended
    first, rest = assigned(match)[0], lost(match)
    assert (first, rest) == {
        "lost": (("Keep2.1", 2, 1, 9), [("attack", 9, "TW-15.17")]),
        "to_wizard": (("Keep2.1", 2, 1, 9), [("attack", 2, "TW-15.19")]),
        "loops": (("Keep2.1", 11, 5, 0), []),
    }[reading]


@pytest.mark.parametrize(
    "reading, card, tower",
    [("target_then_lost", 1, 0), ("target_then_tower", 1, 1), ("tower_without_target", 0, 1)],
)
def test_tw_i_56_damage_that_the_blockers_of_a_card_leave(reading: str, card: int, tower: int):
    match = fight(8, choices={"TW-I 56": reading})
    match.put("bo", "F1", "C2")
    match.put("bo", "F2", "Guard1")
    keep = match.tower("bo", "Keep3")
    match.play("ana attack C2.1 F1; bo block F2")
    assert harm(match, "C2.1", keep) == [card, tower]


def test_tw_i_56_without_a_block_it_is_the_card_that_takes_it():
    match = fight(3, choices={"TW-I 56": "tower_without_target"})
    match.put("bo", "F1", "C2")
    match.play("ana attack C2.1 F1")
    assert harm(match, "C2.1") == [1]


def test_tw_15_18_a_card_is_saturated_by_its_might_and_takes_one_harm():
    match = fight(8)
    match.put("bo", "F1", "C2")
    match.play("ana attack C2.1 F1")
    assert harm(match, "C2.1") == [1]
    assert match.one(HarmChanged).rule == "TW-15.18"


def test_tw_15_18_less_than_its_might_gives_no_harm_and_is_not_remembered():
    match = fight(2)
    match.put("ana", "F2", "C2")
    match.put("bo", "F1", "C3")
    match.play("ana attack C3.1 F1; ana attack C3.1 F2")
    assert (harm(match, "C3.1"), expended(match, "C3.1")) == ([0], [True])


@pytest.mark.parametrize("powers, taken", [((6,), 0), ((7,), 1), ((8, 6), 2)])
def test_tw_15_19_a_wizard_takes_one_harm_for_each_full_seven(powers: tuple[int], taken: int):
    match = turn(phase="attack")
    for at, power in enumerate(powers, 1):
        match.put("ana", f"F{at}", f"C{power}")
    match.play("ana attack bo " + " ".join(f"F{at}" for at in range(1, len(powers) + 1)))
    assert match.side("bo").harm == taken


def test_tw_i_58_one_harm_for_each_attack():
    match = fight(8, choices={"TW-I 58": "one_harm_per_attack"})
    match.put("ana", "F2", "C6")
    match.play("ana attack bo F1 F2")
    assert match.side("bo").harm == 1


@pytest.mark.parametrize("reading, taken", [("lost", 0), ("adds_up_within_turn", 1)])
def test_tw_i_59_a_remainder_below_seven(reading: str, taken: int):
    match = fight(4, choices={"TW-I 59": reading})
    match.put("ana", "F2", "C3")
    match.play("ana attack bo F1; ana attack bo F2")
    assert match.side("bo").harm == taken


def test_tw_15_20_cards_that_the_damage_did_not_reach_are_not_expended():
    match = fight(3)
    match.put("bo", "F1", "C2")
    match.put("bo", "F2", "Guard1")
    match.play("ana attack C2.1 F1; bo block F2")
    assert expended(match, "Guard1.1", "C2.1") == [True, False]


def test_tw_16_4_might_00_that_the_blockers_kept_the_damage_from_is_not_expended():
    match = fight(3)
    glass = match.put("bo", "F1", "Glass2")
    match.put("bo", "F2", "Guard1")
    match.play(f"ana attack {glass} F1; bo block F2")
    assert expended(match, glass) == [False]


def test_tw_8_4_blocking_alone_does_not_expend():
    match = fight(3)
    match.put("bo", "S1", "Guard1")
    match.put("bo", "S2", "C5")
    match.play("ana attack bo F1; bo block S2 S1")
    assert expended(match, "Guard1.1", "C5.1") == [True, False]


# -- the counterattack ---------------------------------------------------------------------------


def test_tw_15_21_the_blockers_strike_back_at_the_attackers():
    match = fight(3)
    match.put("ana", "F2", "C1")
    match.put("bo", "S1", "C5")
    match.play("ana attack bo F1 F2; bo block S1")
    assert assigned(match, "counterattack") == [("C1.1", 1, 1, 4), ("C3.1", 3, 1, 1)]
    assert lost(match) == [("counterattack", 1, "TW-15.21")]
    assert match.all(DamageReckoned)[1].terms == (Term("C5.1", 5, "TW-15.1"),)


def test_tw_15_21_the_attacker_says_the_order_of_its_cards():
    match = fight(3)
    match.put("ana", "F2", "C3")
    match.put("bo", "S1", "C4")
    match.play("ana attack bo F1 F2; bo block S1")
    assert assigned(match) == [("C4.1", 4, 1, 2), ("bo", 2, 0, 0)]
    assert assigned(match, "counterattack") == []
    match.refuse("bo order C3.1", "TW-15.16", seat="ana")
    match.play("ana order C3.2")
    assert assigned(match, "counterattack") == [("C3.2", 3, 1, 1), ("C3.1", 1, 0, 0)]


def test_tw_15_21_that_order_may_be_part_of_the_attack():
    match = fight(3)
    match.put("ana", "F2", "C3")
    match.put("bo", "S1", "C4")
    match.play("ana attack bo F1 F2 counter=F2; bo block S1")
    assert harm(match, "C3.1", "C3.2") == [0, 1]


def test_tw_22_2_an_order_that_changes_nothing_is_not_asked():
    match = fight(3)
    match.put("ana", "F2", "C3")
    match.put("bo", "S1", "C2")
    match.play("ana attack bo F1 F2; bo block S1")
    assert assigned(match, "counterattack") == [("C3.1", 2, 0, 0)]


def test_tw_15_21_an_unblocked_attack_is_not_answered():
    match = fight(3)
    match.put("bo", "F1", "C5")
    match.play("ana attack C5.1 F1")
    assert assigned(match, "counterattack") == []


@pytest.mark.parametrize("reading, taken", [("blockers_only", 0), ("target_too", 1)])
def test_tw_i_60_what_is_attacked_strikes_back(reading: str, taken: int):
    match = fight(3, choices={"TW-I 60": reading})
    match.put("bo", "F1", "C5")
    match.play("ana attack C5.1 F1")
    assert harm(match, "C3.1") == [taken]


def test_tw_15_22_a_blocker_that_has_gone_strikes_back_with_the_power_that_it_had_last():
    match = fight(3)
    match.put("bo", "S1", "Mist1")
    match.play("ana attack bo F1; bo block S1 waiting=yes")
    match.play("bo effect Spring.2 modify:Mist1.1:power:3:turn; ana end")
    assert match.all(DamageReckoned)[1].total == 5


def test_tw_15_21_an_order_is_asked_by_the_power_that_the_blockers_have_by_then():
    match = fight(3)
    match.put("ana", "F2", "C3")
    match.put("bo", "S1", "C4")
    match.play("ana attack bo F1 F2; bo block S1 waiting=yes; ana go-on")
    match.play("bo effect Spring.2 modify:C4.1:power:2:turn; ana go-on")
    assert harm(match, "C3.1", "C3.2") == [1, 1]


def test_tw_i_60_a_tower_strikes_back_too():
    match = fight(3, choices={"TW-I 60": "target_too"})
    match.tower("bo", "Keep3")
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1; bo no-block")
    assert harm(match, "C3.1") == [1]


def test_tw_15_22_blockers_that_the_damage_expended_or_removed_strike_back():
    match = fight(3)
    match.put("bo", "S1", "Mist1")
    match.play("ana attack bo F1; bo block S1")
    assert "Mist1.1" not in match.tw.zones.things
    assert match.all(DamageReckoned)[1].terms == (Term("Mist1.1", 2, "TW-15.22"),)


@pytest.mark.parametrize(
    "reading, powers",
    [("as_declared", [3, 8, 2]), ("still_in_play_only", [3, 8]), ("still_unexpended_only", [8])],
)
def test_tw_i_61_blockers_counted_in_the_counterattack(reading: str, powers: list[int]):
    match = fight(5, choices={"TW-I 61": reading})
    match.put("bo", "F2", "Mist1")
    match.put("bo", "S1", "C3")
    match.put("bo", "S2", "C8")
    match.play("ana attack bo F1 waiting=yes")
    for each in ("Mist1.1", "C8.1", "C3.1"):
        match.play(f"bo effect Spring.2 grant:{each}:guardian:turn")
    match.play("bo block Mist1.1 S1 S2; ")
    terms = match.all(DamageReckoned)[1].terms
    assert sorted(each.value for each in terms) == sorted(powers)


# -- the four moments ----------------------------------------------------------------------------


@pytest.mark.rule("TW-15.24")
def test_tw_15_24_an_attack_that_waits_goes_on_moment_by_moment():
    match = fight(3)
    match.put("bo", "S1", "C5")
    match.play("ana attack bo F1 waiting=yes")
    match.refuse("ana go-on", "TW-15.8", since=2)
    match.play("bo block S1 waiting=yes")
    assert assigned(match) == []
    match.play("ana go-on")
    assert assigned(match) == [("C5.1", 3, 0, 0)]
    match.play("ana effect Spring.1 modify:C5.1:power:-3:turn")
    match.play("ana go-on")
    assert assigned(match, "counterattack") == [("C3.1", 2, 0, 0)]
    assert match.one(Resolved).how == "took effect"


def test_tw_15_24_what_waits_goes_on_to_its_end_ahead_of_the_next_act():
    match = fight(3)
    match.put("bo", "S1", "C5")
    match.play("ana attack bo F1 waiting=yes; bo block S1 waiting=yes; ana end")
    assert match.thing("C5.1").expended


def test_tw_15_24_nothing_is_held_back():
    fight(3).refuse("ana go-on", "TW-15.24")


def test_tw_15_16_no_order_is_said_without_an_attack():
    match = fight(3)
    match.refuse("ana order F1", "TW-15.16")
    match.play("ana attack bo F1; ana end")
    match.refuse("bo order F1", "TW-15.16")


def test_tw_15_24_to_go_on_with_an_attack_that_is_over_changes_nothing():
    match = fight(3).play("ana attack bo F1; ana go-on; ana order C3.1")
    assert match.facts == []
    match.refuse('ana order "a: b"', "TW-2.10", card="a: b")


def test_tw_15_24_what_the_damage_sets_off_comes_before_the_counterattack():
    match = fight(3)
    match.put("bo", "S1", "Thorn")
    match.play("ana attack bo F1; bo block S1")
    kinds = [type(fact) for fact in match.facts]
    first, second = (at for at, kind in enumerate(kinds) if kind is DamageReckoned)
    assert first < kinds.index(DrainMoved) < second


@pytest.mark.rule("TW-15.23")
def test_tw_15_23_an_attacker_that_has_left_adds_nothing():
    match = fight(3)
    match.put("ana", "F2", "C4")
    match.play("ana attack bo F1 F2 waiting=yes; bo effect Spring.2 destroy:C3.1; ana go-on")
    assert match.one(DamageReckoned).terms == (Term("C4.1", 4, "TW-15.1"),)


def test_tw_15_23_a_target_that_has_left_ends_the_attack():
    match = fight(3)
    match.put("bo", "F1", "C2")
    match.put("bo", "F2", "Guard1")
    match.play("ana attack C2.1 F1; bo effect Spring.2 destroy:C2.1")
    match.refuse("bo block F2", "TW-15.8", since=2)
    match.play("ana end")
    assert match.all(Resolved)[0].how == "without a target"


@pytest.mark.parametrize("reading, struck", [("attack_ends", []), ("blockers_still_fight", [3])])
def test_tw_i_62_blockers_of_a_target_that_has_left(reading: str, struck: list[int]):
    match = fight(3, choices={"TW-I 62": reading})
    match.put("bo", "F1", "C2")
    match.put("bo", "F2", "Guard1")
    match.play("ana attack C2.1 F1; bo block F2 waiting=yes; bo effect Spring.2 destroy:C2.1")
    match.play("ana go-on")
    assert [each.amount for each in match.all(DamageAssigned)] == struck


def test_tw_i_62_without_blockers_an_attack_on_what_has_left_is_over():
    match = fight(3, choices={"TW-I 62": "blockers_still_fight"})
    match.put("bo", "F1", "C2")
    match.play("ana attack C2.1 F1 waiting=yes; bo effect Spring.2 destroy:C2.1; ana go-on")
    assert match.all(Resolved)[-1].how == "without a target"


def test_tw_15_23_an_attack_on_a_wizard_whose_tower_has_left_meets_the_wizard():
    match = fight(8)
    keep = match.tower("bo", "Keep3")
    match.put("bo", "S1", "C1")
    match.play(f"ana attack bo F1; ana effect Spring.1 destroy:{keep}; bo no-block")
    assert match.side("bo").harm == 1


def test_tw_15_8_a_block_that_an_effect_made_impossible_is_not_waited_for():
    match = fight(8)
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1; ana effect Spring.1 expend:C1.1; ana end")
    assert match.side("bo").harm == 1


def test_tw_15_12_a_card_that_an_effect_renews_blocks_an_attack_that_waits():
    match = fight(8)
    match.put("bo", "S1", "C1", expended=True)
    match.play("ana attack bo F1 waiting=yes; bo effect Spring.2 renew:C1.1; bo block S1")
    assert harm(match, "C1.1") == [1]


def test_tw_19_10_what_lasts_for_an_attack_ends_with_it():
    match = fight(3)
    match.put("ana", "F2", "C3")
    match.play("ana attack bo F1 waiting=yes; ana effect Spring.1 modify:C3.1:power:4:attack")
    match.play("ana go-on")
    assert match.one(DamageReckoned).total == 7
    assert not match.tw.changes.on


def test_tw_19_10_what_lasts_for_an_attack_ends_when_it_is_cancelled():
    match = fight(3)
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F1; ana effect Spring.1 modify:C3.1:power:4:attack")
    assert match.tw.changes.on
    match.play("bo effect Spring.2 cancel:attack")
    assert not match.tw.changes.on
    assert match.side("bo").harm == 0


# -- Might 00, Ephemeral -------------------------------------------------------------------------


def test_tw_16_4_might_00_takes_no_harm_but_is_expended():
    match = fight(3)
    glass = match.put("bo", "F1", "Glass2")
    match.play(f"ana attack {glass} F1")
    assert (harm(match, glass), expended(match, glass)) == ([0], [True])
    assert match.one(DamageAssigned).rule == "TW-16.4"


def test_tw_16_5_might_00_in_a_group_is_expended_first_and_soaks_nothing():
    match = fight(3)
    glass = match.put("bo", "S1", "Glass2")
    match.put("bo", "S2", "Guard1")
    match.play("ana attack bo F1; bo block S1 S2")
    assert assigned(match) == [(glass, 0, 0, 3), ("Guard1.1", 3, 1, 0)]
    assert match.all(DamageAssigned)[0].rule == "TW-16.5"


@pytest.mark.parametrize("reading, spent", [("no", False), ("yes", True)])
def test_tw_i_63_a_damage_of_0(reading: str, spent: bool):
    match = fight(0, choices={"TW-I 63": reading})
    glass = match.put("bo", "S1", "Glass2")
    match.put("bo", "S2", "Guard1")
    match.play("ana attack bo F1; bo block S1 S2")
    assert expended(match, glass, "Guard1.1") == [spent, False]


def test_tw_16_6_an_ephemeral_card_goes_back_unharmed():
    match = fight(3)
    hand = match.tw.zones.hidden.size("bo.hand/spell")
    mist = match.put("bo", "S1", "Mist1")
    match.play("ana attack bo F1; bo block S1")
    assert assigned(match) == [(mist, 2, 0, 1), ("bo", 1, 0, 0)]
    assert mist not in match.tw.zones.things
    assert match.tw.zones.hidden.size("bo.hand/spell") == hand + 1


@pytest.mark.parametrize(
    "reading, on_tower, stays",
    [
        ("its_might_any_might", 1, False),
        ("nothing_any_might", 3, False),
        ("only_might_00", 1, True),
    ],
)
def test_tw_i_64_what_an_ephemeral_card_soaks(reading: str, on_tower: int, stays: bool):
    match = fight(3, choices={"TW-I 64": reading})
    keep = match.tower("bo", "Keep5")
    mist = match.put("bo", "S1", "Mist1")
    match.play("ana attack bo F1; bo block S1")
    assert (mist in match.tw.zones.things) is stays
    assert assigned(match)[-1][:2] == (keep, on_tower)


def test_tw_16_1_the_damage_of_an_effect_is_not_blocked():
    match = fight(3)
    match.put("bo", "S1", "C1")
    match.play("ana use Spring.1")
    match.refuse("bo block S1", "TW-16.1")
