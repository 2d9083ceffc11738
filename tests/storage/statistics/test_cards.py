"""Damage, attacks, cards and dice, with figures computed by hand."""

from collections.abc import Sequence

import pytest

from referee.fact import DamageDealt, DieRolled, UnitEntered
from tests.storage.statistics.season import Season, attack, close

# -- cards and attacks -------------------------------------------------------------------------


def test_damage_by_card_is_told_for_each_cause(season: Season) -> None:
    season.match("a")
    season.match("b")
    for match, source, amount, cause in [
        ("a", "Wolf", 30, "combat"),
        ("a", "Wolf", 50, "combat"),
        ("b", "Wolf", 10, "ability"),
        ("b", "Wolf", 10, "combat"),
    ]:
        season.fact(match, 5, DamageDealt("ana", source, "bo", "u", "Bear", amount, 0, cause, ""))
    season.fact("b", 6, DamageDealt("", "no deck", "bo", "bo", "bo", 40, 0, "no deck", "R-4"))
    columns = ("card", "cause", "n", "matches", "total", "mean", "min", "max")
    assert season.rows("damage-by-card", *columns) == [
        ("Wolf", "combat", 3, 2, 90, 30, 10, 50),
        ("no deck", "no deck", 1, 1, 40, 40, 40, 40),
        ("Wolf", "ability", 1, 1, 10, 10, 10, 10),
    ]
    assert len(season.figure("damage-by-card", person="ana").rows) == 2


def test_damage_per_attack_counts_the_attacks_that_fail(season: Season) -> None:
    season.match("a")
    attack(season, "a", 5, (6, 1), (1, 0), harm=50)
    attack(season, "a", 6, (1, 6), (1, 0))
    attack(season, "a", 7, (2, 3), (1, 0))
    attack(season, "a", 7, (4, 3), (1, 0), harm=40)
    columns = ("kind", "card", "n", "wins", "total", "mean", "max")
    assert season.rows("damage-per-attack", *columns) == [("combat", "Wolf", 3, 2, 90, 30, 50)]


def test_attack_success_goes_by_the_edge_without_dice_and_counts_ties_apart(
    season: Season,
) -> None:
    season.match("a")
    attack(season, "a", 5, (6, 1), (3, 2))
    attack(season, "a", 6, (1, 6), (2, 1))
    attack(season, "a", 7, (3, 4), (1, 0))
    attack(season, "a", 7, (4, 3), (1, 0))
    attack(season, "a", 8, (4, 3), (0, 0), seat="bo")
    columns = ("edge", "n", "wins", "ties")
    assert season.rows("attack-success", *columns) == [(0, 1, 1, 0), (1, 3, 2, 1)]
    assert season.rows("attack-success", "expected") == [(0.5,), (pytest.approx(21 / 31),)]
    rates = season.rows("attack-success", "rate", "low", "high")[1]
    assert rates == close(0.6667, 0.2077, 0.9385)
    assert season.rows("attack-success", *columns, person="bo") == [(0, 1, 1, 0)]


def test_no_chance_is_expected_where_the_dice_are_not_one_of_a_kind_each(season: Season) -> None:
    season.match("a")
    attack(season, "a", 5, (6, 1), (1, 0))
    season.fact("a", 5, DieRolled("ana", 8, 3, "combat"))
    assert season.rows("attack-success", "edge", "n", "expected") == [(1, 1, None)]


def test_attacks_are_counted_by_the_difference_of_the_totals(season: Season) -> None:
    season.match("a")
    attack(season, "a", 5, (6, 1), (3, 2))
    attack(season, "a", 6, (6, 2), (3, 1))
    attack(season, "a", 7, (3, 4), (1, 0))
    attack(season, "a", 7, (1, 4), (1, 0))
    assert season.rows("attack-margin", "difference", "n", "compared", "rate") == [
        (-2, 4, 1, 0.25),
        (0, 4, 1, 0.25),
        (6, 4, 2, 0.5),
    ]


def test_a_card_performs_in_the_matches_in_which_it_came_to_the_table(season: Season) -> None:
    for name, winner in [("a", "ana"), ("b", "bo"), ("c", "")]:
        season.match(name)
        season.fact(
            name,
            3,
            UnitEntered("ana", "Wolf", "Wolf", "laid", ""),
            UnitEntered("ana", "Wolf", "Wolf", "moved up", ""),
            UnitEntered("ana", "Wolf.2", "Wolf", "laid", ""),
        )
        season.fact(name, 4, DamageDealt("ana", "Wolf", "bo", "u", "Bear", 30, 0, "combat", ""))
        season.fact(name, 4, DamageDealt("ana", "a rule", "bo", "u", "Bear", 5, 0, "rule", ""))
        season.won(name, winner)
    columns = ("card", "n", "wins", "laid", "damage", "per_match")
    assert season.rows("card-performance", *columns) == [("Wolf", 3, 1, 6, 90, 30)]


# -- dice --------------------------------------------------------------------------------------


def thrown(season: Season, match: str, seat: str, faces: Sequence[int]) -> None:
    for face, times in enumerate(faces, 1):
        for _ in range(times):
            season.fact(match, face, DieRolled(seat, len(faces), face, "combat"))


def test_60_throws_of_5_8_9_8_10_20_have_a_chi_square_of_13_4_and_p_0_02(season: Season) -> None:
    season.match("a")
    thrown(season, "a", "ana", [5, 8, 9, 8, 10, 20])
    row = season.figure("dice-fairness", person="ana").records()[0]
    assert (row["person"], row["n"], row["faces"]) == ("(all)", 60, [5, 8, 9, 8, 10, 20])
    assert row["chi_square"] == pytest.approx(13.4)
    assert row["p"] == pytest.approx(0.0199, abs=5e-5)
    assert row["warning"] == ""


def test_dice_are_told_for_everybody_and_for_each_person_over_all_seats(season: Season) -> None:
    season.match("a", people=("p1", "p2"))
    season.match("b", people=("p2", "p3"))
    thrown(season, "a", "ana", [6, 4, 5, 5, 5, 5])
    thrown(season, "a", "bo", [1, 0, 0, 0, 0, 0])
    thrown(season, "b", "ana", [0, 0, 0, 0, 0, 2])
    columns = ("person", "sides", "n", "faces", "warning")
    assert season.rows("dice-fairness", *columns) == [
        ("(all)", 6, 33, [7, 4, 5, 5, 5, 7], ""),
        ("p1", 6, 30, [6, 4, 5, 5, 5, 5], ""),
        ("p2", 6, 3, [1, 0, 0, 0, 0, 2], "too few throws"),
    ]
    assert season.rows("dice-fairness", "chi_square")[1] == (pytest.approx(0.4),)


def shown(season: Season, faces: tuple[int, ...], *fallen: int) -> None:
    for value in fallen:
        season.fact("a", 2, DieRolled("ana", len(faces), value, "eye", faces))


def test_dice_may_show_other_numbers_than_1_up(season: Season) -> None:
    season.match("a")
    shown(season, (0, 1, 2, 3, 4, 5, 6), *[0] * 6, *[6] * 4, *range(1, 6))
    shown(season, (1, 2, 3, 4, 5, 6), 1)
    columns = ("sides", "shows", "n", "faces")
    assert season.rows("dice-fairness", *columns, person="ana")[::2] == [
        (6, "1 to 6", 1, [1, 0, 0, 0, 0, 0]),
        (7, "0 to 6", 15, [6, 1, 1, 1, 1, 1, 4]),
    ]
    # 7 times the squares 36 + 5 + 16, by 15, less 15
    last = season.figure("dice-fairness").records()[-1]
    assert last["chi_square"] == pytest.approx(11.6)
    assert last["p"] == pytest.approx(0.0715, abs=5e-5)


def test_a_number_that_several_sides_show_is_expected_as_often_more(season: Season) -> None:
    season.match("a")
    shown(season, (2, 1, 0, 1, 2, 2), *[0] * 9, *[1] * 6, *[2] * 15)
    row = season.figure("dice-fairness").records()[0]
    assert (row["sides"], row["shows"], row["faces"]) == (6, "0, 1, 1, 2, 2, 2", [9, 6, 15])
    # 5, 10 and 15 are expected of 30: 16 / 5 and 16 / 10
    assert row["chi_square"] == pytest.approx(4.8)
    assert row["p"] == pytest.approx(0.0907, abs=5e-5)
    assert row["warning"] == ""


def test_throws_are_too_few_where_under_5_of_a_number_are_expected(season: Season) -> None:
    season.match("a")
    shown(season, (7, 7, 8, 8, 9, 9), *[7] * 15)
    shown(season, (1, 1, 1, 1, 1, 2), *[1] * 29)
    rows = season.rows("dice-fairness", "shows", "n", "warning", person="ana")[::2]
    assert rows == [
        ("1, 1, 1, 1, 1, 2", 29, "too few throws"),
        ("7, 7, 8, 8, 9, 9", 15, ""),
    ]
    shown(season, (1, 1, 1, 1, 1, 2), 1)
    assert season.rows("dice-fairness", "warning")[0] == ("",)


def test_dice_with_other_numbers_of_sides_are_told_apart(season: Season) -> None:
    season.match("a")
    thrown(season, "a", "ana", [1, 1])
    thrown(season, "a", "ana", [1, 1, 1, 1])
    assert season.rows("dice-fairness", "person", "sides", "n", "p") == [
        ("(all)", 2, 2, 1.0),
        ("ana", 2, 2, 1.0),
        ("(all)", 4, 4, 1.0),
        ("ana", 4, 4, 1.0),
    ]
