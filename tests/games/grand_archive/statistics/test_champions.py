"""Wins by champion and element, and levels, with figures computed by hand."""

import pytest

from referee.fact import TurnBegan
from referee.games.grand_archive.facts import TurnStood
from storage.statistics import entries_behind
from tests.games.grand_archive.statistics.season import activated, begun, leveled, match, trait
from tests.storage.statistics.season import Season, close


def champions(season: Season) -> None:
    """Three matches between Kai and Mo: Kai wins one and draws one; in the third, without a
    result, Kai never levels. In the last one Kai is still at play."""
    for name in "abc":
        match(season, name)
        season.fact(name, 2, leveled("ana", "Fire", 0), leveled("bo", "Water", 0))
        season.fact(name, 4, leveled("bo", "Mo, One", 1))
        if name != "c":
            season.fact(name, 5, leveled("ana", "Kai, One", 1), leveled("ana", "Kai, Two", 2))
            season.fact(name, 6, leveled("ana", "Kai, One", 1, "deleveled"))
    season.won("a", "ana")
    season.won("b", "")
    season.ended("c", (), "no result")
    match(season, "on")
    season.fact("on", 2, leveled("ana", "Fire", 0))


def test_the_highest_champion_of_a_lineage_counts_though_it_delevels(season: Season) -> None:
    champions(season)
    columns = ("role", "card", "start", "n", "wins", "draws", "no_result", "rate")
    assert season.rows("wins-by-champion", *columns) == [
        ("champion", "Kai, Two", "(all)", 2, 1, 1, 0, 0.5),
        ("champion", "Kai, Two", "went first", 2, 1, 1, 0, 0.5),
        ("champion", "Mo, One", "(all)", 2, 0, 1, 1, 0),
        ("champion", "Mo, One", "went later", 2, 0, 1, 1, 0),
        ("champion", "Fire", "(all)", 0, 0, 0, 1, None),
        ("champion", "Fire", "went first", 0, 0, 0, 1, None),
        ("spirit", "Fire", "(all)", 2, 1, 1, 1, 0.5),
        ("spirit", "Fire", "went first", 2, 1, 1, 1, 0.5),
        ("spirit", "Water", "(all)", 2, 0, 1, 1, 0),
        ("spirit", "Water", "went later", 2, 0, 1, 1, 0),
    ]
    # 1 of 2 by Wilson
    assert season.rows("wins-by-champion", "low", "high")[0] == close(0.0945, 0.9055)
    assert len(season.figure("wins-by-champion", person="bo").rows) == 4
    behind = entries_behind(season.log, "wins-by-champion", row={"card": "Kai, Two"})
    assert behind == [("a", 5), ("b", 5)]


def test_champions_meet_as_far_as_they_came(season: Season) -> None:
    champions(season)
    columns = ("champion", "against", "n", "wins", "draws", "no_result")
    assert season.rows("champion-against-champion", *columns) == [
        ("Fire", "Mo, One", 0, 0, 0, 1),
        ("Kai, Two", "Mo, One", 2, 1, 1, 0),
        ("Mo, One", "Kai, Two", 2, 0, 1, 0),
        ("Mo, One", "Fire", 0, 0, 0, 1),
    ]
    row = {"champion": "Kai, Two"}
    assert entries_behind(season.log, "champion-against-champion", row=row) == [("a", 9), ("b", 9)]


def test_champions_of_one_side_do_not_meet(season: Season) -> None:
    match(season, "a", "ana", "bo", "cy", "di", sides=("odd", "even", "odd", "even"))
    for seat, card in zip(
        ("ana", "bo", "cy", "di"), ("Fire", "Water", "Fire", "Wind"), strict=True
    ):
        season.fact("a", 2, leveled(seat, card, 0))
    season.won("a", "odd")
    columns = ("champion", "against", "n", "wins")
    assert season.rows("champion-against-champion", *columns) == [
        ("Fire", "Water", 2, 2),
        ("Fire", "Wind", 2, 2),
        ("Water", "Fire", 2, 0),
        ("Wind", "Fire", 2, 0),
    ]


def test_elements_are_told_of_spirit_champion_and_what_is_activated(season: Season) -> None:
    kinds = {"Fire": "fire", "Water": "water", "Kai, One": "norm", "Mo, One": "norm"}
    trait(season, "element", **kinds)
    for name in "ab":
        match(season, name)
        season.fact(name, 2, leveled("ana", "Fire", 0), leveled("bo", "Water", 0))
        season.fact(name, 3, activated("ana", "Wolf"), activated("ana", "Wolf"))
        season.fact(name, 4, leveled("ana", "Kai, One", 1))
        season.fact(name, 5, activated("ana", "Ember", element="fire"))
        season.won(name, "ana" if name == "a" else "bo")
    columns = ("role", "element", "n", "wins")
    rows = season.rows("wins-by-element", *columns, "start")
    assert [row[:4] for row in rows if row[4] == "(all)"] == [
        ("spirit", "fire", 2, 1),
        ("spirit", "water", 2, 1),
        ("champion", "norm", 2, 1),
        ("champion", "water", 2, 1),
        ("activated", "fire", 2, 1),
        ("activated", "norm", 2, 1),
    ]
    assert len(rows) == 12
    assert season.rows("wins-by-element", "low", "high")[0] == close(0.0945, 0.9055)
    row = {"role": "activated", "element": "norm"}
    assert entries_behind(season.log, "wins-by-element", row=row) == [("a", 3), ("b", 3)]


def test_a_level_is_reached_once_and_in_an_own_turn(season: Season) -> None:
    for name in "ab":
        match(season, name)
        season.fact(name, 2, leveled("bo", "Water", 0))
        begun(season, name, 1, 2)
        season.fact(name, 2, leveled("ana", "Fire", 0))
        for turn in (2, 3):
            begun(season, name, turn, turn + 1)
        season.fact(name, 5, leveled("ana", "Kai, One", 1))
        season.fact(name, 5, leveled("ana", "Fire", 0, "deleveled"))
        season.won(name, "ana")
    # in the second match level 1 comes back later, and bo reaches it in the second own turn
    season.fact("b", 6, leveled("ana", "Kai, One", 1), TurnBegan("bo", 4))
    season.fact("b", 7, leveled("bo", "Mo, One", 1))
    columns = ("level", "n", "wins", "rate", "share", "turn", "median")
    assert season.rows("levels-reached", *columns) == [
        (0, 4, 2, 0.5, 1, 0.5, 0),
        (1, 3, 2, pytest.approx(2 / 3), 0.75, 2, 2),
    ]
    # 2 of 4 by Wilson; 1, 1, 0, 0 spread by the root of 1/3, times 1.96 over 2
    columns = ("low", "high", "turn_low", "turn_high")
    assert season.rows("levels-reached", *columns)[0] == close(0.15, 0.85, -0.0658, 1.0658)
    behind = entries_behind(season.log, "levels-reached", row={"level": 1})
    assert behind == [("a", 5), ("b", 5), ("b", 7)]


def test_standing_is_told_by_who_went_first(season: Season) -> None:
    for name, level in (("a", 0), ("b", 2)):
        match(season, name)
        season.fact(name, 3, TurnStood("ana", 1, level, 15, 7, 50))
        season.fact(name, 4, TurnStood("ana", 2, level, 15, 7, 50), TurnStood("bo", 2, 1, 9, 5, 48))
    columns = ("measure", "line", "turn", "n", "value")
    assert season.rows("standing-by-turn", *columns) == [
        ("level", "went first", 1, 2, 1),
        ("level", "went first", 2, 2, 1),
        ("level", "went later", 2, 2, 1),
        ("influence", "went first", 1, 2, 7),
        ("influence", "went first", 2, 2, 7),
        ("influence", "went later", 2, 2, 5),
        ("main deck", "went first", 1, 2, 50),
        ("main deck", "went first", 2, 2, 50),
        ("main deck", "went later", 2, 2, 48),
    ]
    # 2 and 0 spread by the root of 2, and 1.96 of that over the root of 2 is 1.96
    assert season.rows("standing-by-turn", "sd", "low", "high")[0] == close(1.4142, -0.96, 2.96)
    assert season.rows("standing-by-turn", "line", "value", match="b")[:3] == [
        ("ana", 2),
        ("ana", 2),
        ("bo", 1),
    ]
    row = {"measure": "level", "turn": 2, "line": "went later"}
    assert entries_behind(season.log, "standing-by-turn", row=row) == [("a", 4), ("b", 4)]
