"""Damage and attacks, with figures computed by hand."""

from referee.fact import DamageDealt
from referee.games.grand_archive.facts import AttackDeclared, Retaliated
from storage.statistics import entries_behind
from tests.games.grand_archive.statistics.season import match, trait
from tests.storage.statistics.season import Season, close


def declared(seat: str, card: str, *means: str) -> AttackDeclared:
    return AttackDeclared(seat, f"{card}.1", card, "bo.champion", len(means), 0, means)


def dealt(
    seat: str, source: str, card: str, amount: int, cause: str, left: int = 5
) -> DamageDealt:  # fmt: skip
    other = "bo" if seat == "ana" else "ana"
    return DamageDealt(seat, source, other, f"{card}.1", card, amount, left, cause, "")


def fights(season: Season) -> None:
    """Wolf hits Kai, and then an Elk that strikes back and dies; Wolf with a sword comes to
    nothing; between, a bolt burns Kai."""
    kinds = {"Wolf": "ally", "Elk": "ally", "Kai": "champion", "Bolt": "action"}
    trait(season, "type", **kinds)
    match(season)
    season.fact("a", 2, declared("ana", "Wolf"), dealt("ana", "Wolf", "Kai", 3, "attack"))
    season.fact("a", 3, dealt("ana", "Bolt", "Kai", 5, "effect"))
    season.fact("a", 4, declared("ana", "Wolf"), Retaliated("bo", "Elk.1", "Elk", "Wolf.1"))
    season.fact("a", 5, dealt("ana", "Wolf", "Elk", 1, "attack", 0))
    season.fact("a", 5, dealt("bo", "Elk", "Wolf", 2, "retaliation"))
    season.fact("a", 6, declared("ana", "Wolf", "Blade", "Cut"))
    season.fact("a", 7, declared("bo", "Elk"), dealt("bo", "Elk", "Wolf", 2, "attack"))
    season.fact("a", 8, dealt("bo", "Imp", "Wolf", 2, "effect"))


def test_damage_is_told_by_its_cause_and_who_deals_and_takes_it(season: Season) -> None:
    fights(season)
    columns = ("cause", "kind", "target", "n", "total", "share", "whole", "most", "last")
    assert season.rows("damage-by-source", *columns) == [
        ("effect", "action", "champion", 1, 5, 0.625, 8, 5, 0),
        ("attack", "ally", "champion", 1, 3, 0.375, 8, 3, 0),
        ("attack", "ally", "other", 2, 3, 3 / 7, 7, 2, 1),
        ("effect", "", "other", 1, 2, 2 / 7, 7, 2, 0),
        ("retaliation", "ally", "other", 1, 2, 2 / 7, 7, 2, 0),
    ]
    # 1 and 2 spread by the root of 1/2, and 1.96 of that over the root of 2 is 0.98
    mean = season.rows("damage-by-source", "mean", "mean_low", "mean_high")[2]
    assert mean == close(1.5, 0.52, 2.48)
    assert [row[0] for row in season.rows("damage-by-source", "n", person="ana")] == [1, 1, 1]
    row = {"cause": "attack", "target": "other"}
    assert entries_behind(season.log, "damage-by-source", row=row) == [("a", 5), ("a", 7)]


def test_attacks_are_told_by_the_attacker_and_what_takes_part(season: Season) -> None:
    fights(season)
    columns = ("attacker", "means", "n", "hits", "damage", "retaliated", "back")
    assert season.rows("attacks", *columns) == [
        ("(all)", "(all)", 4, 3, 1.5, 1, 2),
        ("Wolf", "alone", 2, 2, 2, 1, 2),
        ("Elk", "alone", 1, 1, 2, 0, 0),
        ("Wolf", "Blade + Cut", 1, 0, 0, 0, 0),
    ]
    # 3 of 4 by Wilson; 3, 1, 0, 2 spread by the root of 5/3, times 1.96 over 2
    columns = ("rate", "low", "high", "damage_low", "damage_high")
    whole = season.rows("attacks", *columns)[0]
    assert whole == close(0.75, 0.3006, 0.9544, 0.2349, 2.7651)
    row = {"attacker": "Wolf", "means": "alone"}
    assert entries_behind(season.log, "attacks", row=row) == [("a", 2), ("a", 4)]
