"""Section 5: the table, its cards, and what they cost."""

import pytest

from referee.fact import DamageDealt, UnitDefeated, UnitEntered
from tests.games.wondervale.table import Has, all_cards, position

BENCH = "; ".join(["Duneling", "Cityling", "Fernling", "Frostling", "Starling", "Waveling"])


def test_wv_5_1_the_battle_position_holds_one_unit():
    match = position(ana=Has(battle="Frostling", bench="Duneling"))
    match.refuse("ana promote Duneling", "WV-5.1", unit="Frostling")
    match = position(ana=Has(bench="Frostling; Duneling")).play("ana promote Duneling")
    assert match.ana.battle.id == "Duneling"
    match.refuse("ana promote Frostling", "WV-5.1", unit="Duneling")


def test_wv_5_2_the_bench_holds_7_units():
    match = position(ana=Has(bench=BENCH, bank="Juryn*3")).play("ana lay Duneling tribes=Juryn")
    match.refuse("ana lay Cityling tribes=Juryn", "WV-5.2", have=7, limit=7)


def test_wv_5_2_the_battle_position_is_not_on_the_bench():
    match = position(ana=Has(bench=f"{BENCH}; Duneling", bank="Juryn"))
    match.play("ana promote Starling; ana lay Cityling tribes=Juryn")
    assert len(match.ana.bench) == 7


@pytest.mark.rule("WV-5.3")
def test_wv_5_3_an_apprentice_enters_horizontal_and_is_not_ready():
    match = position(ana=Has(bank="Aegaryn")).play("ana lay Frostling tribes=Aegaryn")
    (laid,) = match.ana.bench
    assert not laid.vertical
    assert match.one(UnitEntered) == UnitEntered("ana", "Frostling", "Frostling", "laid", "WV-6.2")
    match.refuse("ana promote Frostling", "WV-5.4", unit="Frostling")
    match.play("ana end; bo draw 1; bo end; ana draw 1; ana promote Frostling")


@pytest.mark.rule("WV-5.3")
def test_wv_5_3_tribe_cards_enter_ready_for_use():
    match = position().play("ana deposit Aegaryn; ana lay Frostling tribes=Aegaryn")
    assert match.ana.bank == []
    assert match.ana.bench[0].tribes == ["Aegaryn"]


def test_wv_5_4_only_vertical_units_enter_the_battle_position():
    match = position(ana=Has(bench="Frostling flat; Duneling"))
    match.refuse("ana promote Frostling", "WV-5.4", unit="Frostling")
    match.play("ana promote Duneling")


def test_wv_5_4_only_vertical_units_are_swapped_in():
    match = position(ana=Has(battle="Starling", bench="Frostling flat; Duneling"))
    match.refuse("ana swap Frostling", "WV-5.4", unit="Frostling")
    match.play("ana swap Duneling")


def test_wv_5_4_only_vertical_units_are_upgraded():
    bench = "Frostling [Aegaryn] flat; Duneling [Aegaryn]"
    match = position(ana=Has(bench=bench, bank="Juryn*2"))
    match.refuse("ana upgrade Frostling Frostguard tribes=Juryn*2", "WV-5.4", unit="Frostling")
    match.play("ana upgrade Duneling Duneguard tribes=Juryn*2")


def test_wv_5_4_a_unit_may_be_vertical_on_the_bench():
    match = position(ana=Has(bench="Frostling flat"), step="discard").play("ana draw 1; ana end")
    assert match.ana.bench[0].vertical


def test_wv_5_5_tribe_cards_are_attached_from_the_bank_alone():
    match = position(ana=Has(bank="Juryn", bench="Duneling [Duneward]"))
    match.refuse("ana lay Frostling tribes=Aegaryn", "WV-5.5", card="Aegaryn", asked=1, have=0)
    match.refuse(
        "ana upgrade Duneling Duneguard tribes=Juryn*2", "WV-5.5", card="Juryn", asked=2, have=1
    )
    match.play("ana deposit Aegaryn; ana lay Frostling tribes=Aegaryn")


def test_wv_5_5_they_are_attached_during_deployment():
    ana = Has(bank="Aegaryn", battle="Duneling [Duneward]")
    match = position(ana=ana, bo=Has(battle="Waveling")).play("ana attack 6-1")
    match.refuse("ana lay Frostling tribes=Aegaryn", "WV-6.1")


@pytest.mark.parametrize("attached", ["", "Aegaryn", "Aegaryn,Juryn,Abyssal"])
def test_wv_5_6_a_character_costs_as_many_tribe_cards_as_its_value(attached: str):
    match = position(ana=Has(bank="Aegaryn Juryn Abyssal"))
    have = len(attached.split(",")) if attached else 0
    verdict = match.refuse(f"ana lay Bulkling tribes={attached}", "WV-5.6", have=have, value=2)
    assert verdict.legal == "exactly 2"
    match.play("ana lay Bulkling tribes=Aegaryn,Abyssal")
    assert match.ana.bank == ["Juryn"]


@pytest.mark.parametrize("tribe", ["Aegaryn", "Juryn", "Abyssal"])
def test_wv_5_6_any_tribe_will_do(tribe: str):
    position(ana=Has(bank=tribe)).play(f"ana lay Frostling tribes={tribe}")


@pytest.mark.rule("WV-5.7")
@pytest.mark.parametrize(
    ("attached", "health"),
    [
        ("", 140),
        ("Juryn*5", 140),
        ("Juryn*4 Aegaryn", 150),
        ("Juryn*2 Aegaryn*3", 170),
        ("Aegaryn*3 Tundra_Banner*2", 190),
    ],
)
def test_wv_5_7_each_tribe_card_of_the_unit_s_tribe_adds_10_health(attached: str, health: int):
    city = Has(battle="Cityling+Cityguard+Citylord")
    lord = f"Frostling+Frostguard+Frostlord [{attached}]"
    match = position(ana=city, bo=Has(battle=f"{lord} -{health - 81}")).play("ana attack 6-1")
    assert match.one(DamageDealt).left == 1
    assert match.bo.battle is not None
    match = position(ana=city, bo=Has(battle=f"{lord} -{health - 80}")).play("ana attack 6-1")
    assert match.one(DamageDealt).left == 0
    assert match.one(UnitDefeated).unit == "Frostling"


def with_room():
    """Ana's Fernling has won; her Frostguard on the bench holds 2 tribe cards of 3."""
    ana = Has(
        battle="Fernling [Verdari]",
        bench="Frostling+Frostguard [Juryn*2]; Duneling [Duneward]",
        bank="Abyssal",
    )
    return position(ana=ana, bo=Has(battle="Waveling -40")).play("ana attack 6-1")


def test_wv_5_8_a_unit_holds_as_many_tribe_cards_as_its_highest_value():
    match = with_room()
    match.refuse("ana graft Juryn Duneling", "WV-5.8", unit="Duneling", have=1, limit=1)
    match.refuse("ana graft Abyssal Fernling bank", "WV-5.8", have=1, limit=1)
    match.play("ana graft Juryn Frostling")
    assert match.ana.bench[0].tribes == ["Juryn"] * 3


def test_wv_5_8_a_full_unit_takes_no_more():
    ana = Has(battle="Fernling [Verdari]", bench="Frostling+Frostguard [Juryn*3]")
    match = position(ana=ana, bo=Has(battle="Waveling -40")).play("ana attack 6-1")
    match.refuse("ana graft Abyssal Frostling", "WV-5.8", have=3, limit=3)


@pytest.mark.parametrize(
    "line",
    [
        "exchange Duneward Duneling Aegaryn Frostling",
        "exchange Duneward Duneling Abyssal bank",
        "replace Duneward Duneling Juryn",
    ],
)
def test_wv_5_9_attached_tribe_cards_stay(line: str):
    ana = Has(battle="Frostling [Aegaryn]", bench="Duneling [Duneward]", bank="Abyssal")
    match = position(ana=ana, bo=Has(battle="Waveling -40"))
    match.refuse(f"ana {line}", "WV-5.9", seat="ana", tribe="juryn")
    match.play("ana attack 6-1").refuse(f"ana {line}", "WV-5.9")


def test_wv_5_9_a_tribal_ability_may_move_them():
    ana = Has(battle="Cityling [Aegaryn]", bench="Duneling [Duneward]")
    match = position(ana=ana, bo=Has(battle="Waveling -40"))
    everything = all_cards(match.ana)
    match.play("ana attack 6-1; ana exchange Duneward Duneling Aegaryn Cityling")
    assert match.ana.battle.tribes == ["Duneward"]
    assert match.ana.bench[0].tribes == ["Aegaryn"]
    assert all_cards(match.ana) == everything
