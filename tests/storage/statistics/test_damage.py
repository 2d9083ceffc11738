"""Attacks and the damage taken, with figures computed by hand."""

from referee.fact import DamageDealt, Term, TotalsCompared
from tests.storage.statistics.season import Season, attack, compared


def test_wounds_are_told_by_cause_for_whoever_took_them(season: Season) -> None:
    season.match("a")
    season.match("b")
    for match, taker, cause, amount, left in [
        ("a", "bo", "attack", 5, 2),
        ("b", "bo", "attack", 3, 0),
        ("a", "ana", "falling", 2, 0),
        ("a", "", "attack", 9, 0),
    ]:
        season.fact(match, 4, DamageDealt("", "x", taker, "u", "Bear", amount, left, cause, ""))
    columns = ("cause", "n", "matches", "total", "share", "mean", "max", "last")
    assert season.rows("wounds-by-cause", *columns) == [
        ("attack", 2, 2, 8, 0.8, 4, 5, 1),
        ("falling", 1, 1, 2, 0.2, 2, 2, 1),
    ]
    assert season.rows("wounds-by-cause", "cause", "share", person="ana") == [("falling", 1)]


def test_wounds_of_any_game_are_told(season: Season) -> None:
    season.match("a")
    attack(season, "a", 5, (6, 1), (1, 0), harm=50)
    assert season.rows("wounds-by-cause", "cause", "total") == [("combat", 50)]


def test_flipped_cards_are_no_edge_and_fair_dice_say_nothing_of_them(season: Season) -> None:
    season.match("a")
    season.fact("a", 4, compared(2, 3, 4), compared(0, 3, 4), compared(1, 2, 4, 0))
    assert season.rows("attack-success", "edge", "n", "wins", "expected", "ties") == [
        (-2, 1, 0, None, 0),
        (-1, 2, 1, None, 0),
    ]


def test_a_total_that_may_not_fall_below_0_has_the_edge_of_its_terms(season: Season) -> None:
    season.match("a")
    own, theirs = (Term("cards RJ-JS", -3, ""), Term("skill", 2, "")), (Term("defence", 4, ""),)
    season.fact(
        "a",
        3,
        TotalsCompared("attack", "ana", "Wolf", own, 0, "bo", "Bear", theirs, 4, "bo", ""),
    )
    assert season.rows("attack-success", "edge", "n", "wins") == [(-2, 1, 0)]


def test_an_attack_on_what_nobody_owns_that_fails_is_no_tie(season: Season) -> None:
    season.match("a")
    season.fact("a", 3, DamageDealt("ana", "Wolf", "", "wall", "wall", 3, 0, "attack", ""))
    for seq, (own, winner) in enumerate([(5, "ana"), (3, "")], 3):
        totals = (Term("skill", own, ""),), own, "", "wall", (Term("wall", 4, ""),), 4, winner, ""
        season.fact("a", seq, TotalsCompared("attack", "ana", "Wolf", *totals))
    assert season.rows("attack-success", "edge", "n", "wins", "ties") == [
        (-1, 1, 0, 0),
        (1, 1, 1, 0),
    ]
    assert season.rows("damage-per-attack", "n", "wins", "total", "mean") == [(2, 1, 3, 1.5)]


def test_an_attack_on_an_own_unit_that_fails_is_not_won(season: Season) -> None:
    season.match("a")
    for seq, own in enumerate((5, 3), 3):
        skill, limit = (Term("skill", own, ""),), (Term("defence", 4, ""),)
        season.fact(
            "a",
            seq,
            TotalsCompared("attack", "ana", "Wolf", skill, own, "ana", "Fox", limit, 4, "ana", ""),
        )
    assert season.rows("attack-success", "edge", "n", "wins") == [(-1, 1, 0), (1, 1, 1)]
    assert season.rows("damage-per-attack", "n", "wins") == [(2, 1)]


def test_an_attack_on_several_targets_at_once_brings_its_damage_once(season: Season) -> None:
    season.match("a")
    season.fact("a", 3, compared(1, 5, 4), compared(1, 5, 9))
    for amount in (2, 5):
        season.fact("a", 3, DamageDealt("ana", "Wolf", "bo", "u", "Bear", amount, 0, "attack", ""))
    assert season.rows("damage-per-attack", "n", "wins", "total") == [(1, 1, 7)]
