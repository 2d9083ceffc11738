"""Section 9: the Champion battle."""

import pytest

from referee.fact import (
    DamageDealt,
    DieRolled,
    MatchEnded,
    Term,
    TotalsCompared,
    UnitDefeated,
)
from tests.games.wondervale.table import Has, position

ANA = Has(battle="Frostling", defeated=3)


def test_wv_9_1_it_takes_three_defeated_units():
    match = position(ana=Has(battle="Frostling", defeated=2), bo=Has(defeated=5))
    match.refuse("ana champion-battle 6-1", "WV-9.1", have=2, need=3)
    position(ana=ANA).play("ana champion-battle 6-1")


def test_wv_9_1_a_unit_of_three_cards_counts_once():
    ana = Has(battle="Cityling+Cityguard+Citylord", defeated=1)
    bo = Has(battle="Duneling+Duneguard+Dunelord -139")
    match = position(ana=ana, bo=bo).play("ana attack 6-1; ana end; bo draw 1; bo end; ana draw 1")
    match.refuse("ana champion-battle 6-1", "WV-9.1", have=2, need=3)


def test_wv_9_1_not_in_a_turn_in_which_a_unit_was_attacked():
    match = position(ana=ANA, bo=Has(battle="Waveling")).play("ana attack 6-1")
    attack = match.seq
    match.refuse("ana champion-battle 6-1", "WV-9.1", since=attack)
    match.play("ana end; bo draw 1; bo end; ana draw 1; ana champion-battle 6-1")


def test_wv_9_1_ready_defenders_do_not_prevent_it():
    match = position(ana=ANA, bo=Has(battle="Waveling", bench="Starling"))
    match.play("ana champion-battle 6-1")
    assert match.bo.health == 220


def test_wv_9_2_a_turn_has_two_of_them():
    match = position(ana=ANA).play("ana champion-battle 6-1; ana champion-battle 6-1")
    match.refuse("ana champion-battle 6-1", "WV-9.2", have=2, limit=2)
    match.play("ana end; bo draw 1; bo end; ana draw 1; ana champion-battle 6-1")


@pytest.mark.parametrize(
    ("own", "other", "least"), [(3, 0, 2), (3, 1, 2), (4, 2, 2), (3, 3, 3), (5, 4, 4)]
)
def test_wv_9_3_each_adds_the_units_that_player_has_defeated(own: int, other: int, least: int):
    match = position(ana=Has(battle="Frostling", defeated=own), bo=Has(defeated=other))
    match.play("ana champion-battle 6-1")
    totals = match.one(TotalsCompared)
    assert totals.terms == (Term("die", 6, "WV-9.3"), Term("units defeated", own, "WV-9.3"))
    assert totals.total == 6 + own
    assert totals.other_terms == (
        Term("die", 1, "WV-9.3"),
        Term("units defeated (at least 2)", least, "WV-9.3"),
    )
    assert totals.other_total == 1 + least
    assert (totals.kind, totals.card, totals.other_card) == (
        "champion battle",
        "Frostling",
        "Champion",
    )
    assert [(die.seat, die.value) for die in match.all(DieRolled)] == [("ana", 6), ("bo", 1)]


def test_wv_9_4_a_higher_attacker_deals_its_power_to_the_champion():
    match = position(ana=Has(battle="Frostling+Frostguard", defeated=3))
    match.play("ana champion-battle 6-1")
    assert match.one(TotalsCompared).winner == "ana"
    assert match.one(DamageDealt) == DamageDealt(
        "ana", "Frostguard", "bo", "Champion", "Champion", 50, 200, "champion battle", "WV-9.4"
    )


def test_wv_9_4_a_higher_defender_deals_50_to_the_attacking_unit_and_champions_are_safe():
    ana = Has(battle="Frostling+Frostguard", defeated=3)
    match = position(ana=ana).play("ana champion-battle 1-6")
    assert match.one(TotalsCompared).winner == "bo"
    assert match.one(DamageDealt) == DamageDealt(
        "bo", "Champion", "ana", "Frostling", "Frostguard", 50, 40, "champion battle", "WV-9.4"
    )
    assert (match.ana.health, match.bo.health) == (250, 250)
    match.play("ana champion-battle 6-1")


def test_wv_9_4_it_may_win_the_match():
    match = position(ana=ANA, bo=Has(health=30)).play("ana champion-battle 6-1")
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "Champion at 0 health", "WV-1.1")


@pytest.mark.rule("WV-9.5")
def test_wv_9_5_if_the_attacking_unit_falls_the_turn_is_over():
    ana = Has(battle="Frostling", bench="Duneling", defeated=3, bank="Juryn")
    match = position(ana=ana).play("ana champion-battle 1-6")
    battle = match.seq
    assert match.one(UnitDefeated) == UnitDefeated("ana", "Frostling", "Frostling", "bo", "WV-6.10")
    match.refuse("ana champion-battle 6-1", "WV-9.5", since=battle)
    match.refuse("ana swap Duneling", "WV-9.5", since=battle)
    assert match.options("ana") == {"decline", "draw", "end"}
    match.play("ana end; bo draw 1")


def test_wv_9_5_no_ability_follows():
    match = position(ana=ANA, bo=Has(battle="Starling")).play("ana champion-battle 1-6")
    assert match.ana.health == 250
    assert match.due("bo") == []
