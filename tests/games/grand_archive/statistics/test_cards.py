"""Use of cards, draws, opening hands and responses, with figures computed by hand."""

import pytest

from referee.fact import CardsDrawn
from referee.games.grand_archive.facts import AbilityActivated, BanishedAtRandom
from storage.statistics import entries_behind
from tests.games.grand_archive.statistics.season import activated, begun, match, materialized
from tests.storage.statistics.season import Season, close


def ability(seat: str, answers: bool) -> AbilityActivated:
    return AbilityActivated(seat, "Lamp.1", "Lamp", "", answers)


def used(season: Season) -> None:
    """Deck x wins two of four, and deck y the others; Wolf is activated in the first two."""
    for name, winner in (("a", "ana"), ("b", "bo"), ("c", "ana"), ("d", "bo")):
        match(season, name, decks=("x", "y"))
        if name in "ab":
            season.fact(name, 2, activated("ana", "Wolf"), activated("ana", "Wolf"))
        season.won(name, winner)
    season.fact("a", 3, materialized("ana", "Blade"), BanishedAtRandom("ana", "Elk", 1, 4, 1))
    season.fact("d", 4, activated("bo", "Wolf"))
    match(season, "e", decks=("x", "y"))
    season.fact("e", 5, activated("ana", "Wolf"))
    season.ended("e", (), "no result")


def test_use_of_cards_is_held_against_what_their_decks_win(season: Season) -> None:
    used(season)
    columns = ("way", "card", "n", "wins", "no_result", "rate", "baseline", "times")
    assert season.rows("card-use", *columns) == [
        # three seats: two of x, one of y
        ("activated", "Wolf", 3, 2, 1, pytest.approx(2 / 3), 0.5, 6),
        ("banished from memory", "Elk", 1, 1, 0, 1, 0.5, 1),
        ("materialized", "Blade", 1, 1, 0, 1, 0.5, 1),
    ]
    # 2 of 3 by Wilson
    found = season.rows("card-use", "low", "high", "difference")[0]
    assert found == close(0.2077, 0.9385, 1 / 6)
    row = {"way": "activated", "card": "Wolf"}
    behind = entries_behind(season.log, "card-use", row=row)
    assert behind == [("a", 2), ("b", 2), ("d", 4), ("e", 5)]


def test_the_baseline_is_that_of_the_deck(season: Season) -> None:
    """Deck x wins three of four; where Elk is activated, it wins one of two."""
    for name, winner in (("a", "ana"), ("b", "ana"), ("c", "ana"), ("d", "bo")):
        match(season, name, decks=("x", "y"))
        if name in "cd":
            season.fact(name, 2, activated("ana", "Elk"))
        season.won(name, winner)
    columns = ("n", "rate", "baseline", "difference")
    assert season.rows("card-use", *columns) == [(2, 0.5, 0.75, -0.25)]


def test_draws_after_the_opening_hand_are_told_by_their_number(season: Season) -> None:
    for name, winner in (("a", "ana"), ("b", "bo")):
        match(season, name)
        season.fact(name, 2, CardsDrawn("ana", 7, "GA-22.1"))
        begun(season, name, 1, 2)
        season.fact(name, 3, CardsDrawn("ana", 2, "GA-22.1"), CardsDrawn("ana", 1, "GA-6.40"))
        begun(season, name, 2, 4)
        season.fact(name, 5, CardsDrawn("bo", 1, "GA-6.40"))
        season.won(name, winner)
    season.fact("b", 6, CardsDrawn("ana", 1, "GA-19.4"))
    columns = ("source", "cards", "n", "wins", "rate", "baseline", "difference")
    assert season.rows("cards-drawn", *columns) == [
        ("by effects", "0", 2, 1, 0.5, 0.5, 0),
        ("by effects", "1 to 2", 1, 1, 1, 0.5, 0.5),
        ("by effects", "3 to 5", 1, 0, 0, 0.5, -0.5),
        ("in all", "1 to 2", 2, 1, 0.5, 0.5, 0),
        ("in all", "3 to 5", 2, 1, 0.5, 0.5, 0),
    ]
    assert season.rows("cards-drawn", "low", "high")[0] == close(0.0945, 0.9055)
    row = {"source": "by effects", "cards": "3 to 5"}
    assert entries_behind(season.log, "cards-drawn", row=row) == [("b", 3), ("b", 6)]
    row = {"source": "by effects", "cards": "0"}
    assert entries_behind(season.log, "cards-drawn", row=row) == [("a", 9), ("b", 9)]


def test_opening_hands_are_told_by_what_came_of_them(season: Season) -> None:
    match(season)
    season.fact("a", 2, CardsDrawn("ana", 7, "GA-22.1"), CardsDrawn("bo", 6, "GA-22.1"))
    begun(season, "a", 1, 2)
    season.fact("a", 3, activated("ana", "Wolf", 2), activated("ana", "Elk", 3))
    begun(season, "a", 2, 4)
    season.fact("a", 5, CardsDrawn("bo", 1, "GA-6.40"), activated("ana", "Bolt", 1))
    begun(season, "a", 3, 6)
    season.fact("a", 7, materialized("ana", "Blade"), activated("ana", "Owl", 1))
    begun(season, "a", 4, 8)
    begun(season, "a", 5, 8)
    season.fact("a", 8, activated("ana", "Owl", 1), materialized("ana", "Ring"))
    season.won("a", "ana")
    columns = ("measure", "count", "n", "wins", "start")
    rows = season.rows("opening-hands", *columns)
    assert [row[:4] for row in rows if row[4] == "(all)"] == [
        ("opening draw", 6, 1, 0),
        ("opening draw", 7, 1, 1),
        ("activated in the first turn", 0, 1, 0),
        ("activated in the first turn", 2, 1, 1),
        ("activated in two turns", 0, 1, 0),
        ("activated in two turns", 3, 1, 1),
        ("materialized in two turns", 0, 1, 0),
        ("materialized in two turns", 1, 1, 1),
        ("reserved in the first turn", 0, 1, 0),
        ("reserved in the first turn", 5, 1, 1),
    ]
    assert ("opening draw", 7, 1, 1, "went first") in rows
    # 0 of 1 by Wilson; both decks have no name and win one of two
    columns = ("low", "high", "baseline", "difference")
    assert season.rows("opening-hands", *columns)[0] == close(0, 0.7935, 0.5, -0.5)
    row = {"measure": "opening draw", "count": 6}
    assert entries_behind(season.log, "opening-hands", row=row) == [("a", 4)]


def test_responses_are_told_for_every_turn(season: Season) -> None:
    match(season)
    begun(season, "a", 1, 2)
    season.fact("a", 3, activated("ana", "Wolf"), activated("bo", "Bolt", answers=True))
    season.fact("a", 4, ability("bo", True), ability("bo", False))
    begun(season, "a", 2, 5)
    season.fact("a", 6, activated("bo", "Wolf"))
    columns = ("person", "turns", "n", "activated", "responses", "rate", "mean", "most")
    assert season.rows("responses", *columns) == [
        ("(all)", "(all)", 4, 5, 2, 0.4, 0.5, 2),
        ("(all)", "own", 2, 2, 0, 0, 0, 0),
        ("(all)", "others'", 2, 3, 2, pytest.approx(2 / 3), 1, 2),
        ("ana", "(all)", 2, 1, 0, 0, 0, 0),
        ("ana", "own", 1, 1, 0, 0, 0, 0),
        ("ana", "others'", 1, 0, 0, None, 0, 0),
        ("bo", "(all)", 2, 4, 2, 0.5, 1, 2),
        ("bo", "own", 1, 1, 0, 0, 0, 0),
        ("bo", "others'", 1, 3, 2, pytest.approx(2 / 3), 2, 2),
    ]
    # 2 of 5 by Wilson; 2, 0, 0, 0 spread by 1, times 1.96 over 2
    columns = ("low", "high", "mean_low", "mean_high")
    assert season.rows("responses", *columns)[0] == close(0.1176, 0.7693, -0.48, 1.48)
    row = {"person": "bo", "turns": "others'"}
    assert entries_behind(season.log, "responses", row=row) == [("a", 2), ("a", 3), ("a", 4)]
