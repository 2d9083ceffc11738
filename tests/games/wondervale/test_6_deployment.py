"""Section 6: deployment."""

import pytest

from referee.fact import DamageDealt, TotalsCompared, UnitDefeated, UnitEntered
from tests.games.wondervale.table import Has, all_cards, position

RICH = Has(
    bench="Frostling [Aegaryn]; Duneling [Duneward]; Cityling [Juryn]",
    bank="Abyssal*4 Ascyr*4",
    hand=9,
)


def test_wv_6_1_any_number_of_deployments_in_any_order():
    match = position(ana=RICH).play(
        """
        ana lay Starling tribes=Ascyr
        ana upgrade Duneling Duneguard tribes=Abyssal,Ascyr
        ana promote Frostling
        ana upgrade Frostling Frostguard tribes=Abyssal,Ascyr
        ana lay Starling tribes=Ascyr
        """
    )
    assert [unit.id for unit in match.ana.bench] == [
        "Duneling",
        "Cityling",
        "Starling",
        "Starling.2",
    ]
    assert match.ana.battle.cards == ["Frostling", "Frostguard"]


def test_wv_6_1_or_none():
    position(ana=Has(bench="Frostling", bank="Aegaryn")).play("ana end")


@pytest.mark.parametrize("action", ["swap Duneling", "attack 6-1"])
@pytest.mark.parametrize(
    "line",
    [
        "lay Starling tribes=Aegaryn",
        "upgrade Duneling Duneguard tribes=Aegaryn*2",
        "promote Duneling",
    ],
)
def test_wv_6_1_deployment_belongs_to_its_step(action: str, line: str):
    ana = Has(battle="Frostling", bench="Duneling [Duneward]", bank="Aegaryn*3")
    match = position(ana=ana, bo=Has(battle="Waveling")).play(f"ana {action}")
    match.refuse(f"ana {line}", "WV-6.1", step="deployment", now="action")


@pytest.mark.parametrize(
    ("card", "level"),
    [("Frostguard", "a guardian"), ("Frostlord", "a hero"), ("Juryn", "a tribe card")],
)
def test_wv_6_2_only_apprentices_are_laid(card: str, level: str):
    match = position(ana=RICH)
    match.refuse(f"ana lay {card} tribes=Abyssal*3", "WV-6.2", card=card, level=level)
    match.play("ana lay Starling tribes=Abyssal")
    assert match.one(UnitEntered).how == "laid"
    assert match.ana.hidden.size("hand") == 8


def test_wv_6_2_a_second_unit_of_an_apprentice_has_a_number():
    match = position(ana=RICH).play(
        "ana lay Frostling tribes=Ascyr; ana lay Frostling tribes=Ascyr"
    )
    assert [unit.id for unit in match.ana.bench[-2:]] == ["Frostling.2", "Frostling.3"]


@pytest.mark.parametrize(
    ("unit", "card", "follows", "top"),
    [
        ("Frostling", "Duneguard", "Duneling", "Frostling"),
        ("Frostling", "Frostlord", "Frostguard", "Frostling"),
    ],
)
def test_wv_6_3_an_upgrade_goes_on_the_card_that_it_names(unit, card, follows, top):
    match = position(ana=RICH)
    match.refuse(
        f"ana upgrade {unit} {card} tribes=Abyssal*2", "WV-6.3", card=card, follows=follows, top=top
    )
    match.play("ana upgrade Frostling Frostguard tribes=Abyssal*2")
    assert match.one(UnitEntered) == UnitEntered(
        "ana", "Frostling", "Frostguard", "upgraded", "WV-6.3"
    )


def test_wv_6_3_a_hero_goes_on_the_guardian_that_it_names():
    reef = Has(bench="Frostling+Reefguard [Abyssal*3]", bank="Juryn*2")
    match = position(ana=reef)
    line = "ana upgrade Frostling Frostlord tribes=Juryn*2"
    match.refuse(line, "WV-6.3", follows="Frostguard", top="Reefguard")
    frost = Has(bench="Frostling+Frostguard [Abyssal*3]", bank="Juryn*2")
    match = position(ana=frost).play(line)
    assert match.ana.bench[0].cards == ["Frostling", "Frostguard", "Frostlord"]


@pytest.mark.parametrize("card", ["Starling", "Juryn"])
def test_wv_6_3_only_guardians_and_heroes_upgrade(card: str):
    position(ana=RICH).refuse(f"ana upgrade Frostling {card} tribes=Abyssal", "WV-6.3", card=card)


def test_wv_6_3_a_unit_of_one_s_own_is_upgraded():
    match = position(ana=RICH, bo=Has(bench="Waveling [Juryn]"))
    match.refuse("ana upgrade Waveling Waveguard tribes=Abyssal*2", "WV-6.3", unit="Waveling")


@pytest.mark.parametrize("added", ["", "Abyssal", "Abyssal,Ascyr,Ascyr"])
def test_wv_6_4_an_upgrade_takes_just_the_missing_tribe_cards(added: str):
    match = position(ana=RICH)
    have = len(added.split(",")) if added else 0
    verdict = match.refuse(
        f"ana upgrade Frostling Frostguard tribes={added}", "WV-6.4", have=have, attached=1, value=3
    )
    assert verdict.legal == "exactly 2"
    match.play("ana upgrade Frostling Frostguard tribes=Abyssal,Ascyr")
    assert match.ana.bench[0].tribes == ["Aegaryn", "Abyssal", "Ascyr"]
    assert match.ana.bank == ["Abyssal"] * 3 + ["Ascyr"] * 3


@pytest.mark.parametrize("attached", ["Aegaryn*3", "Aegaryn*4"])
def test_wv_6_4_a_unit_with_enough_tribe_cards_takes_none(attached: str):
    match = position(ana=Has(bench=f"Frostling [{attached}]", bank="Juryn"))
    match.refuse("ana upgrade Frostling Frostguard tribes=Juryn", "WV-6.4", have=1, value=3)
    match.play("ana upgrade Frostling Frostguard")


@pytest.mark.rule("WV-6.5")
def test_wv_6_5_an_upgrade_keeps_the_damage_and_is_ready_at_once():
    ana = Has(bench="Frostling [Aegaryn] -40", bank="Juryn*2")
    match = position(ana=ana, bo=Has(battle="Waveling"))
    match.play("ana upgrade Frostling Frostguard tribes=Juryn*2")
    (unit,) = match.ana.bench
    assert (unit.damage, unit.vertical) == (40, True)
    match.play("ana promote Frostling; ana attack 6-1")


def test_wv_6_6_a_unit_is_upgraded_once_a_turn():
    match = position(ana=RICH).play("ana upgrade Frostling Frostguard tribes=Abyssal*2")
    match.refuse("ana upgrade Frostling Frostlord tribes=Ascyr*2", "WV-6.6", unit="Frostling")
    match.play("ana discard Verdari; ana end; bo draw 1; bo end; ana draw 1")
    match.play("ana upgrade Frostling Frostlord tribes=Ascyr*2")


def test_wv_6_6_each_unit_has_its_own_upgrade():
    position(ana=RICH).play(
        "ana upgrade Frostling Frostguard tribes=Abyssal*2;"
        "ana upgrade Duneling Duneguard tribes=Ascyr*2"
    )


@pytest.mark.parametrize("second", ["Frostguard", "Reefguard"])
def test_wv_6_7_a_unit_has_one_card_of_each_level(second: str):
    match = position(
        ana=Has(bench="Frostling+Frostguard [Aegaryn*3]", hidden="Frostguard Reefguard", hand=2)
    )
    match.refuse(f"ana upgrade Frostling {second}", "WV-6.7", unit="Frostling", level="guardian")


def test_wv_6_7_nor_a_second_hero():
    match = position(ana=Has(bench="Frostling+Frostguard+Frostlord [Aegaryn*4 Juryn]"))
    match.refuse("ana upgrade Frostling Dunelord", "WV-6.7", level="hero")


def test_wv_6_8_a_vertical_unit_is_promoted_while_the_position_is_open():
    match = position(ana=RICH)
    match.refuse("ana promote Starling", "WV-6.8", seat="ana", unit="Starling")
    match.play("ana promote Duneling")
    assert match.ana.battle.id == "Duneling"
    assert [unit.id for unit in match.ana.bench] == ["Frostling", "Cityling"]
    assert match.one(UnitEntered) == UnitEntered(
        "ana", "Duneling", "Duneling", "promoted", "WV-6.8"
    )
    match.refuse("ana promote Frostling", "WV-5.1")


@pytest.mark.rule("WV-6.9")
def test_wv_6_9_the_topmost_card_alone_gives_the_values():
    ana = Has(battle="Frostling+Reefguard [Juryn*3]")
    match = position(ana=ana, bo=Has(battle="Duneling+Duneguard [Juryn*3]")).play("ana attack 6-1")
    totals = match.one(TotalsCompared)
    assert [term.label for term in totals.terms] == ["die", "offense", "guardian and hero"]
    assert [term.value for term in totals.terms] == [6, 2, 1]
    assert match.one(DamageDealt).amount == 50
    assert match.one(DamageDealt).left == 40


@pytest.mark.rule("WV-6.9")
def test_wv_6_9_the_unit_has_one_set_of_damage_counters():
    ana = Has(battle="Waveling")
    match = position(ana=ana, bo=Has(battle="Duneling+Duneguard [Juryn*3]"))
    match.play("ana attack 6-1; ana attack 6-1")
    assert match.bo.battle.damage == 60


@pytest.mark.parametrize(("before", "falls"), [(69, False), (70, True), (71, True)])
def test_wv_6_10_damage_that_reaches_the_health_defeats_the_whole_unit(before: int, falls: bool):
    lord = f"Duneling+Duneguard+Dunelord [Juryn*4 Duneward] -{before}"
    match = position(ana=Has(battle="Cityling+Cityguard+Citylord"), bo=Has(battle=lord))
    everything = all_cards(match.bo)
    match.play("ana attack 6-1")
    assert match.one(DamageDealt).left == (1 if before == 69 else 0)
    assert bool(match.all(UnitDefeated)) is (match.bo.battle is None) is falls
    assert all_cards(match.bo) == everything
    if falls:
        assert match.bo.defeat_pile == ["Duneling", "Duneguard", "Dunelord"]
        assert match.one(UnitDefeated) == UnitDefeated(
            "bo", "Duneling", "Dunelord", "ana", "WV-6.10"
        )
        assert match.ana.defeated == 1
