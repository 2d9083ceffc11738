"""Section 7: swap, attack, direct attack, and what a defeat brings."""

import pytest

from referee.fact import (
    AbilityUsed,
    CardMoved,
    CardsDrawn,
    DamageDealt,
    DieRolled,
    Term,
    TotalsCompared,
    UnitDefeated,
    UnitEntered,
)
from tests.games.wondervale.table import Has, all_cards, position

ENTERS = "choose which unit enters battle (Frostling, Cityling)"
DUEL = Has(battle="Frostling", bench="Duneling; Cityling")
"""Two of these are ready to fight; a defender stands in the battle position."""


# -- one action --------------------------------------------------------------------------------


def test_wv_7_1_after_a_swap_nothing_is_attacked():
    match = position(ana=Has(battle="Frostling", bench="Duneling; Starling"), bo=DUEL)
    match.play("ana swap Duneling")
    swap = match.seq
    match.refuse("ana attack 6-1", "WV-7.1", since=swap)
    match.refuse("ana direct-attack", "WV-7.1", since=swap)
    match.refuse("ana champion-battle 6-1", "WV-7.1", since=swap)
    match.refuse("ana swap Starling", "WV-7.1", since=swap)
    match.play("ana end")


@pytest.mark.parametrize("attack", ["attack 6-1", "direct-attack", "champion-battle 6-1"])
def test_wv_7_1_after_an_attack_nothing_is_swapped(attack: str):
    bo = Has() if attack == "direct-attack" else DUEL
    ana = Has(battle="Waveling", bench="Duneling", defeated=3 if "champion" in attack else 0)
    match = position(ana=ana, bo=bo).play(f"ana {attack}")
    match.refuse("ana swap Duneling", "WV-7.1")


def test_wv_7_1_each_turn_has_its_own_action():
    match = position(ana=DUEL, bo=DUEL).play("ana swap Duneling; ana end; bo draw 1")
    match.play("bo swap Cityling; bo end; ana draw 1; ana attack 6-1")


def test_wv_7_2_a_swap_changes_places():
    match = position(ana=DUEL).play("ana swap Cityling")
    assert match.ana.battle.id == "Cityling"
    assert [unit.id for unit in match.ana.bench] == ["Duneling", "Frostling"]
    assert match.one(UnitEntered) == UnitEntered(
        "ana", "Cityling", "Cityling", "swapped in", "WV-7.2"
    )


def test_wv_7_2_it_is_free():
    match = position(ana=Has(battle="Frostling [Aegaryn]", bench="Duneling", bank="Juryn"))
    match.play("ana swap Duneling")
    assert match.ana.bank == ["Juryn"]
    assert match.ana.bench[0].tribes == ["Aegaryn"]


def test_wv_7_2_it_takes_a_unit_in_battle_and_another_on_the_bench():
    position(ana=Has(bench="Duneling")).refuse("ana swap Duneling", "WV-7.2")
    match = position(ana=DUEL, bo=Has(bench="Waveling"))
    match.refuse("ana swap Frostling", "WV-7.2", unit="Frostling")
    match.refuse("ana swap Waveling", "WV-7.2", unit="Waveling")
    match.play("ana swap Duneling")


@pytest.mark.parametrize("line", ["attack 6-1", "direct-attack", "champion-battle 6-1"])
def test_wv_7_3_the_attacker_stands_in_the_battle_position(line: str):
    match = position(ana=Has(bench="Waveling", defeated=3), bo=DUEL)
    match.refuse(f"ana {line}", "WV-7.3", seat="ana")
    match.play("ana promote Waveling; ana attack 6-1")
    assert match.one(TotalsCompared).card == "Waveling"


# -- who defends -------------------------------------------------------------------------------

SEVERAL = Has(bench="Frostling; Duneling flat; Cityling")


def test_wv_7_4_the_defender_chooses_between_several_before_dice():
    match = position(ana=DUEL, bo=SEVERAL)
    match.refuse("ana attack 6-1", "WV-7.4", seat="bo", count=2)
    match.play("ana attack")
    assert match.due("bo") == [("enter", "WV-7.4")]
    match.play("bo enter Cityling")
    assert match.bo.battle.id == "Cityling"
    assert match.one(UnitEntered) == UnitEntered(
        "bo", "Cityling", "Cityling", "entered battle", "WV-7.4"
    )
    assert match.due("ana") == [("roll", "WV-7.7")]
    match.play("ana roll 6-1")
    assert match.one(TotalsCompared).other_card == "Cityling"
    assert match.state.due == []
    match.refuse("ana roll 6-1", "WV-7.7", seat="ana")
    assert [unit.id for unit in match.bo.bench] == ["Frostling", "Duneling"]


@pytest.mark.parametrize("chosen", ["Duneling", "Starling", "Waveling"])
def test_wv_7_4_only_a_ready_unit_of_one_s_own_enters(chosen: str):
    match = position(ana=Has(battle="Waveling"), bo=SEVERAL).play("ana attack")
    attack = match.seq
    verdict = match.refuse(f"bo enter {chosen}", "WV-7.4", since=attack, unit=chosen)
    assert verdict.legal == "one of Frostling, Cityling"
    match.play("bo enter Frostling")


@pytest.mark.parametrize("line", ["ana end", "ana swap Duneling", "ana attack"])
def test_wv_7_4_the_choice_holds_everything_up(line: str):
    match = position(ana=DUEL, bo=SEVERAL).play("ana attack")
    attack = match.seq
    verdict = match.refuse(line, "WV-7.4", since=attack, seat="bo", task=ENTERS)
    assert verdict.legal == f"bo: {ENTERS}"


def test_wv_7_4_it_is_the_defender_s_choice_and_made_once():
    match = position(ana=DUEL, bo=SEVERAL)
    match.refuse("bo enter Frostling", "WV-7.4", seat="bo")
    match.play("ana attack")
    match.refuse("ana enter Duneling", "WV-7.4", seat="ana")
    match.refuse("bo decline", "WV-7.4", seat="bo")
    match.play("bo enter Frostling")
    match.refuse("bo enter Cityling", "WV-7.4", seat="bo")


def test_wv_7_5_the_only_ready_unit_enters_by_itself():
    bo = Has(bench="Frostling flat; Duneling; Cityling flat")
    match = position(ana=DUEL, bo=bo).play("ana attack 6-1")
    assert match.bo.battle.id == "Duneling"
    assert [unit.id for unit in match.bo.bench] == ["Frostling", "Cityling"]
    assert match.one(UnitEntered) == UnitEntered(
        "bo", "Duneling", "Duneling", "entered battle", "WV-7.5"
    )
    assert match.one(TotalsCompared).other_card == "Duneling"


def test_wv_7_5_the_dice_may_be_logged_afterwards():
    match = position(ana=DUEL, bo=Has(bench="Duneling")).play("ana attack")
    assert match.bo.battle.id == "Duneling"
    match.play("ana roll 6-1")
    assert match.one(DamageDealt).target == "Duneling"


def test_wv_7_5_a_unit_in_battle_defends_itself():
    match = position(ana=DUEL, bo=Has(battle="Starling", bench="Duneling")).play("ana attack 6-1")
    assert match.all(UnitEntered) == []
    assert match.one(DamageDealt).target == "Starling"


# -- direct attack -----------------------------------------------------------------------------


def test_wv_7_6_the_power_is_dealt_to_a_champion_without_a_ready_unit():
    match = position(ana=Has(battle="Frostling+Frostguard"), bo=Has(bench="Duneling flat"))
    match.play("ana direct-attack")
    assert match.one(DamageDealt) == DamageDealt(
        "ana", "Frostguard", "bo", "Champion", "Champion", 50, 200, "direct", "WV-7.6"
    )
    assert match.all(DieRolled) == []
    assert match.bo.health == 200


@pytest.mark.parametrize(("turn", "completed"), [(1, 0), (2, 1)])
def test_wv_7_6_not_before_two_turns_are_completed(turn: int, completed: int):
    match = position(ana=Has(battle="Frostling"), turn=turn)
    match.refuse("ana direct-attack", "WV-7.6", have=completed, need=2)
    position(ana=Has(battle="Frostling"), turn=3).play("ana direct-attack")


@pytest.mark.parametrize("units", [{"battle": "Duneling"}, {"bench": "Duneling; Cityling flat"}])
def test_wv_7_6_not_against_a_ready_unit(units: dict[str, str]):
    match = position(ana=Has(battle="Frostling"), bo=Has(**units))
    match.refuse("ana direct-attack", "WV-7.6", seat="bo")


def test_wv_7_6_not_after_three_defeats():
    match = position(ana=Has(battle="Frostling", defeated=3))
    verdict = match.refuse("ana direct-attack", "WV-7.6", have=3, limit=2)
    assert verdict.legal == "a Champion battle"
    position(ana=Has(battle="Frostling", defeated=2)).play("ana direct-attack")


# -- dice --------------------------------------------------------------------------------------


def test_wv_7_4_without_a_defender_there_is_no_attack_on_a_unit():
    match = position(ana=Has(battle="Frostling"), bo=Has(bench="Duneling flat"))
    assert match.refuse("ana attack 6-1", "WV-7.4", seat="bo").legal == "ana direct-attack"
    match = position(ana=Has(battle="Frostling", defeated=3), bo=Has())
    assert match.refuse("ana attack", "WV-7.4").legal == "a Champion battle"
    match = position(ana=Has(battle="Frostling"), bo=Has(), turn=2)
    assert match.refuse("ana attack", "WV-7.4").legal == "ana end"


def test_wv_7_7_a_tie_is_thrown_again_and_every_throw_is_logged():
    match = position(ana=Has(battle="Waveling"), bo=Has(battle="Starling"))
    match.play("ana attack 3-2 6-5 2-4")
    assert match.all(DieRolled) == [
        DieRolled(seat, 6, value, "combat")
        for seat, value in [("ana", 3), ("bo", 2), ("ana", 6), ("bo", 5), ("ana", 2), ("bo", 4)]
    ]
    assert [(t.total, t.other_total, t.winner) for t in match.all(TotalsCompared)] == [
        (4, 4, ""),
        (7, 7, ""),
        (3, 6, "bo"),
    ]
    assert match.one(DamageDealt).target == "Waveling"


def test_wv_7_7_the_modifiers_are_added_to_every_throw():
    match = position(ana=Has(battle="Frostling"), bo=Has(battle="Duneling"))
    match.play("ana attack 3-3 6-1")
    for totals in match.all(TotalsCompared):
        assert [term.value for term in totals.terms[1:]] == [1, 1]
        assert [term.value for term in totals.other_terms[1:]] == [2]


@pytest.mark.parametrize(
    ("rolls", "facts"),
    [
        ("3-2", {"number": 1, "own": 3, "other": 2}),
        ("3-2 4-3", {"number": 2, "own": 4, "other": 3}),
        ("3-3 6-1", {"number": 1, "own": 3, "other": 3}),
        ("4-3 6-1 2-2", {"number": 2, "own": 6, "other": 1}),
    ],
)
@pytest.mark.parametrize("declared", [False, True])
def test_wv_7_7_a_tie_needs_another_throw_and_nothing_else_has_one(rolls, facts, declared: bool):
    match = position(ana=Has(battle="Waveling"), bo=Has(battle="Starling"))
    if declared:
        match.play("ana attack")
    match.refuse(f"ana {'roll' if declared else 'attack'} {rolls}", "WV-7.7", **facts)
    match.play(f"ana {'roll' if declared else 'attack'} 6-1")


def test_wv_7_7_dice_follow_an_attack():
    match = position(ana=DUEL, bo=DUEL)
    match.refuse("ana roll 6-1", "WV-7.7", seat="ana")
    match.play("ana attack")
    match.refuse("bo roll 6-1", "WV-7.7", seat="bo")
    match.refuse("ana end", "WV-7.7", seat="ana", task="roll for the attack on Frostling")
    match.refuse("ana decline", "WV-7.7", seat="ana")
    match.play("ana roll 6-1")


def terms(*given: tuple[str, int], rule: str) -> tuple[Term, ...]:
    return tuple(Term(label, value, rule) for label, value in given)


@pytest.mark.parametrize(
    ("attacker", "defender", "added"),
    [
        ("Waveling", "Starling", [("offense", 1)]),
        ("Frostling", "Duneling", [("offense", 1), ("strong against duneward", 1)]),
        ("Frostling", "Starling", [("offense", 1), ("vulnerable to ascyr", -1)]),
        ("Waveling+Waveguard", "Starling", [("offense", 2), ("guardian and hero", 1)]),
        (
            "Frostling+Frostguard+Frostlord",
            "Duneling",
            [("offense", 3), ("guardian and hero", 2), ("strong against duneward", 1)],
        ),
    ],
)
def test_wv_7_8_the_attacker_s_total_term_by_term(attacker: str, defender: str, added):
    match = position(ana=Has(battle=attacker), bo=Has(battle=defender)).play("ana attack 6-1")
    totals = match.one(TotalsCompared)
    assert totals.terms == terms(("die", 6), *added, rule="WV-7.8")
    assert totals.total == 6 + sum(value for _, value in added)
    assert (totals.kind, totals.seat, totals.card) == ("combat", "ana", attacker.split("+")[-1])


@pytest.mark.parametrize(
    ("attacker", "defender", "added"),
    [
        ("Waveling", "Starling", [("defense", 2)]),
        ("Duneling", "Frostling", [("defense", 2), ("strong against duneward", 1)]),
        ("Starling", "Frostling", [("defense", 2), ("vulnerable to ascyr", -1)]),
        ("Waveling", "Starling+Starguard", [("defense", 3), ("guardian and hero", 1)]),
        (
            "Starling",
            "Frostling+Frostguard+Frostlord",
            [("defense", 4), ("guardian and hero", 2), ("vulnerable to ascyr", -1)],
        ),
    ],
)
def test_wv_7_9_the_defender_s_total_term_by_term(attacker: str, defender: str, added):
    match = position(ana=Has(battle=attacker), bo=Has(battle=defender)).play("ana attack 1-6")
    totals = match.one(TotalsCompared)
    assert totals.other_terms == terms(("die", 6), *added, rule="WV-7.9")
    assert totals.other_total == 6 + sum(value for _, value in added)
    assert (totals.other_seat, totals.other_card) == ("bo", defender.split("+")[-1])


# -- damage and defeat -------------------------------------------------------------------------


def test_wv_7_10_a_higher_attacker_deals_its_power():
    match = position(ana=Has(battle="Waveling+Waveguard"), bo=Has(battle="Starling+Starguard"))
    match.play("ana attack 6-1")
    assert match.one(TotalsCompared).winner == "ana"
    assert match.one(DamageDealt) == DamageDealt(
        "ana", "Waveguard", "bo", "Starling", "Starguard", 50, 40, "combat", "WV-7.10"
    )
    assert (match.ana.battle.damage, match.bo.battle.damage) == (0, 50)


def test_wv_7_10_a_higher_defender_deals_its_intellect():
    match = position(ana=Has(battle="Waveling+Waveguard"), bo=Has(battle="Starling+Starguard"))
    match.play("ana attack 1-6")
    assert match.one(TotalsCompared).winner == "bo"
    assert match.one(DamageDealt) == DamageDealt(
        "bo", "Starguard", "ana", "Waveling", "Waveguard", 30, 60, "counterattack", "WV-7.10"
    )
    assert (match.ana.battle.damage, match.bo.battle.damage) == (30, 0)


def test_wv_7_10_one_more_is_enough():
    match = position(ana=Has(battle="Waveling"), bo=Has(battle="Starling")).play("ana attack 3-1")
    assert match.one(TotalsCompared).winner == "ana"
    assert match.one(DamageDealt).target == "Starling"
    match = position(ana=Has(battle="Waveling"), bo=Has(battle="Starling")).play("ana attack 3-3")
    assert match.one(TotalsCompared).winner == "bo"
    assert match.one(DamageDealt).target == "Waveling"


def test_wv_7_10_a_counterattack_may_defeat_the_attacker():
    match = position(ana=Has(battle="Waveling -30"), bo=Has(battle="Starling"))
    match.play("ana attack 1-6")
    assert match.all(UnitDefeated) == [UnitDefeated("ana", "Waveling", "Waveling", "bo", "WV-6.10")]
    assert match.ana.battle is None
    assert (match.ana.defeated, match.bo.defeated) == (0, 1)
    match.play("ana end; bo draw 1")


def fallen(levels: str = "ling guard lord", tribes: str = "Juryn*2 Duneward*3"):
    """Bo's unit has just fallen to ana's Cityling."""
    stack = "+".join(f"Dune{level}" for level in levels.split())
    health = {"ling": 50, "guard": 90, "lord": 140}[levels.split()[-1]]
    bonus = 10 * (5 if levels.endswith("lord") else 3)
    bo = Has(battle=f"{stack} [{tribes}] -{health + bonus - 1}")
    ana = Has(battle="Cityling+Cityguard+Citylord")
    return position(ana=ana, bo=bo).play("ana attack 6-1")


def test_wv_7_11_its_tribe_cards_go_to_the_owner_s_discard_pile():
    match = fallen()
    assert sorted(match.bo.discard) == sorted(["Juryn"] * 2 + ["Duneward"] * 3)
    assert match.ana.discard == []
    assert match.all(CardMoved) == [
        CardMoved("bo", card, "Duneling", "discard", "WV-7.11")
        for card in ["Juryn", "Juryn", "Duneward", "Duneward", "Duneward"]
    ]


@pytest.mark.parametrize(("levels", "limit"), [("ling guard", 1), ("ling guard lord", 2)])
def test_wv_7_12_one_tribe_card_for_each_guardian_and_hero_comes_back(levels: str, limit: int):
    match = fallen(levels)
    defeat = match.seq
    assert ("reclaim", "WV-7.12") in match.due("bo")
    if limit == 1:
        match.refuse("bo reclaim Juryn Duneward", "WV-7.12", have=2, limit=1, since=defeat)
    taken = ["Juryn", "Duneward"][:limit]
    match.play(f"bo reclaim {' '.join(taken)}")
    assert match.all(CardMoved) == [
        CardMoved("bo", card, "discard", "hand", "WV-7.12") for card in taken
    ]
    assert len(match.bo.discard) == 5 - limit
    assert match.bo.hidden.known("hand") == dict.fromkeys(sorted(taken), 1)
    match.refuse("bo reclaim Juryn", "WV-7.12", seat="bo")


def test_wv_7_12_only_its_own_tribe_cards_come_back():
    match = fallen()
    match.refuse("bo reclaim Aegaryn", "WV-7.12", card="Aegaryn", have=0)
    match.refuse("bo reclaim Juryn Abyssal", "WV-7.12", card="Abyssal")
    match.play("bo reclaim Juryn*2")


def test_wv_7_12_a_card_that_it_held_once_comes_back_once():
    match = fallen(tribes="Juryn Duneward*4")
    match.refuse("bo reclaim Juryn*2", "WV-7.12", card="Juryn", have=1)


def test_wv_7_12_an_apprentice_alone_gives_nothing_back():
    match = fallen("ling", "Juryn")
    assert match.due("bo") == [("draw", "WV-7.13")]
    match.refuse("bo reclaim Juryn", "WV-7.12", seat="bo")


def test_wv_7_12_it_is_the_owner_s_choice():
    match = fallen()
    match.refuse("ana reclaim Juryn", "WV-7.12", seat="ana")
    match.play("bo decline")
    assert match.due("bo") == []
    match.refuse("bo reclaim Juryn", "WV-7.12")


def test_wv_7_13_the_owner_of_a_defeated_unit_may_draw_one_card():
    match = fallen("ling", "Juryn")
    match.refuse("bo draw 2", "WV-7.13", have=2)
    match.refuse("ana draw 1", "WV-4.3", seat="ana")
    match.play("bo draw 1")
    assert match.one(CardsDrawn) == CardsDrawn("bo", 1, "WV-7.13")
    assert match.bo.hidden.size("hand") == 6
    match.refuse("bo draw 1", "WV-4.3", seat="bo")


def test_wv_7_13_the_attacker_s_owner_may_draw_too():
    match = position(ana=Has(battle="Waveling -30"), bo=Has(battle="Cityling"))
    match.play("ana attack 1-6")
    assert match.due("ana") == [("draw", "WV-7.13")]
    match.play("ana draw 1")
    assert match.one(CardsDrawn) == CardsDrawn("ana", 1, "WV-7.13")


def test_wv_7_13_it_may_be_declined_and_lapses_with_the_turn():
    match = fallen("ling", "Juryn").play("bo decline")
    match.refuse("bo draw 1", "WV-4.3")
    match = fallen("ling", "Juryn").play("ana end")
    match.refuse("bo draw 2", "WV-4.3", have=2, due=1)
    match.refuse("ana decline", "WV-7.13", seat="ana")


@pytest.mark.rule("WV-7.14")
@pytest.mark.parametrize(
    ("winner", "owed"),
    [
        ("Duneling", [("duneward", "WV-8.1")]),
        ("Cityling", [("juryn", "WV-8.2")]),
        ("Fernling", [("verdari", "WV-8.3")]),
        ("Frostling", [("aegaryn", "WV-8.4")]),
        ("Starling", []),
        ("Waveling", [("abyssal", "WV-8.6")]),
    ],
)
def test_wv_7_14_the_winning_unit_s_ability_happens_at_once(winner: str, owed):
    bo = Has(battle="Duneling -49", bench="Cityling flat")
    match = position(ana=Has(battle=winner), bo=bo).play("ana attack 6-1")
    assert match.due("ana") == owed
    assert bool(match.all(AbilityUsed)) is (winner == "Starling")


@pytest.mark.rule("WV-7.14")
def test_wv_7_14_it_is_the_defender_s_ability_where_the_defender_wins():
    match = position(ana=Has(battle="Waveling -30"), bo=Has(battle="Frostling"))
    match.play("ana attack 1-6")
    assert match.due("bo") == [("aegaryn", "WV-8.4")]


@pytest.mark.rule("WV-7.14")
def test_wv_7_14_no_defeat_no_ability():
    match = position(ana=Has(battle="Starling"), bo=Has(battle="Waveling")).play("ana attack 6-1")
    assert match.bo.health == 250
    assert match.state.due == []


@pytest.mark.parametrize("line", ["ana end", "ana attack 6-1"])
def test_wv_7_14_an_ability_that_is_owed_holds_everything_up(line: str):
    match = position(ana=Has(battle="Frostling"), bo=Has(battle="Waveling -40"))
    match.play("ana attack 6-1")
    attack = match.seq
    match.refuse(
        line,
        "WV-8.4",
        since=attack,
        seat="ana",
        task="pick a card of the opponent's hand (Aegaryn)",
    )
    match.refuse("ana decline", "WV-8.4")


# -- three attacks -----------------------------------------------------------------------------


def test_wv_7_15_a_turn_has_three_attacks():
    bo = Has(battle="Starling+Starguard+Starlord")
    match = position(ana=Has(battle="Waveling+Waveguard"), bo=bo)
    match.play("ana attack 6-1; ana attack 1-6; ana attack 6-1")
    match.refuse("ana attack 6-1", "WV-7.15", have=3, limit=3)
    match.play("ana end; bo draw 1; bo attack 6-1")


def test_wv_7_15_the_attacker_may_stop_at_any_time():
    position(ana=DUEL, bo=DUEL).play("ana attack 6-1; ana end")


def test_wv_7_15_no_attack_after_a_defeat():
    ana = Has(battle="Cityling")
    match = position(ana=ana, bo=Has(battle="Waveling -40", bench="Frostling"))
    match.play("ana attack 6-1")
    defeat = match.seq
    match.refuse("ana attack 6-1", "WV-7.15", since=defeat)
    match.play("ana end")


def test_wv_7_15_nor_after_the_attacker_s_own_unit_was_defeated():
    ana = Has(battle="Waveling -30", bench="Duneling")
    match = position(ana=ana, bo=Has(battle="Cityling")).play("ana attack 1-6")
    match.refuse("ana promote Duneling", "WV-6.1")
    match.refuse("ana attack 6-1", "WV-7.3")


def test_wv_7_15_nor_after_a_unit_was_defeated_by_an_ability():
    ana = Has(battle="Waveling")
    match = position(ana=ana, bo=Has(battle="Starling -40", bench="Duneling; Cityling -40"))
    match.play("ana attack 6-1; ana drown Cityling")
    match.refuse("ana attack 6-1", "WV-7.15")


def test_wv_7_15_the_next_turn_has_attacks_again():
    ana = Has(battle="Cityling")
    match = position(ana=ana, bo=Has(battle="Waveling -40", bench="Frostling"))
    match.play("ana attack 6-1; ana end; bo draw 1; bo end; ana draw 1; ana attack 6-1")


def test_wv_7_15_cards_are_conserved_through_a_fight():
    match = position(
        ana=Has(battle="Frostling+Frostguard [Aegaryn*3]"),
        bo=Has(battle="Duneling+Duneguard [Juryn*3] -60"),
    )
    everything = all_cards(match.ana), all_cards(match.bo)
    match.play("ana attack 6-1; bo reclaim Juryn; bo draw 1; ana pick Juryn; bo draw 1; ana end")
    assert (all_cards(match.ana), all_cards(match.bo)) == everything
