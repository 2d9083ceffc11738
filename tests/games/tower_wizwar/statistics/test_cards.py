"""Towers, celestials, orbitals and what else is played, with figures computed by hand."""

import pytest

from referee.fact import CardMoved
from referee.games.tower_wizwar.facts import CardCast, CardPlayed, Drafted
from referee.parts.effects import EffectHappened
from storage.statistics import entries_behind
from tests.games.tower_wizwar.statistics.season import (
    begun,
    harmed,
    kinds,
    match,
    wounded,
)
from tests.storage.statistics.season import Season, close


def played(seat: str, card: str, kind: str) -> CardPlayed:
    return CardPlayed(seat, f"{card}.1", card, kind)


def tower(seat: str, card: str) -> CardPlayed:
    return played(seat, card, "tower")


def left(seat: str, card: str, rule: str, to: str = "towers") -> CardMoved:
    return CardMoved(seat, card, f"{seat}.play", f"{seat}.{to}", rule)


def cast(seat: str, card: str) -> CardCast:
    return CardCast(seat, f"{card}.1", card, "minion", "F1", 1, 0, seat)


# -- towers --------------------------------------------------------------------------------------


def test_a_tower_stands_until_it_is_replaced_or_destroyed(season: Season) -> None:
    match(season)
    begun(season, "a", 1)
    season.fact("a", 2, tower("ana", "Keep"), tower("bo", "Keep"))
    for turn in (2, 3):
        begun(season, "a", turn, turn + 1)
    # bo's is destroyed in the third turn, after one of bo's own
    season.fact("a", 4, Drafted("ana", "tower", 3, 3, 0), left("bo", "Keep", "TW-17.2"))
    season.fact("a", 4, Drafted("ana", "full", 5, 1, 2))
    begun(season, "a", 4, 5)
    season.fact("a", 6, left("ana", "Keep", "TW-14.2"), tower("ana", "Spire"))
    season.fact("a", 6, left("ana", "Wolf", "TW-17.2"), tower("bo", "Keep"))
    season.fact("a", 7, Drafted("ana", "tower", 2, 2, 0), Drafted("ana", "tower", 2, 2, 0))
    for turn in (5, 6, 7):
        begun(season, "a", turn, turn + 3)
    columns = ("tower", "n", "destroyed", "replaced", "stood", "turns", "drafts", "spells")
    assert season.rows("tower-use", *columns) == [
        # of ana two turns; of bo one, and later two
        ("Keep", 3, 1, 1, 1, pytest.approx(5 / 3), 1, 3),
        ("Spire", 1, 0, 0, 1, 1, 2, 4),
    ]
    # 1 of 3 by Wilson; 2, 1, 2 spread by the root of 1/3, times 1.96 over the root of 3
    columns = ("rate", "low", "high", "turns_low", "turns_high")
    assert season.rows("tower-use", *columns)[0] == close(1 / 3, 0.0615, 0.7923, 1.0133, 2.32)
    assert [r[0] for r in season.rows("tower-use", "n", person="bo")] == [2]
    behind = entries_behind(season.log, "tower-use", row={"tower": "Spire"})
    assert behind == [("a", 6), ("a", 7)]


# -- celestials and orbitals ---------------------------------------------------------------------


def happened(seat: str, card: str, trigger: str) -> EffectHappened:
    return EffectHappened(seat, f"{card}.1", card, "", trigger, 0, "all")


def test_celestials_and_orbitals_are_told_by_what_they_brought(season: Season) -> None:
    kinds(season)
    match(season)
    season.fact("a", 2, played("ana", "Sun", "celestial"), wounded("ana", 1, 1, "Sun", "ana"))
    season.fact("a", 3, happened("ana", "Sun", "celestial"), harmed("Wolf.1", 2, 2, "Sun"))
    season.fact("a", 3, harmed("Wolf.1", -1, 1, "Sun"), harmed("Wolf.1", 1, 2, "attack"))
    season.fact("a", 4, played("bo", "Sun", "celestial"), played("bo", "Hat", "orbital"))
    season.fact("a", 5, harmed("ana", 1, 1, "Sun"), wounded("ana", -1, 0, "Hat", "ana"))
    season.fact("a", 6, happened("bo", "Hat", "orbital"), happened("bo", "Wolf", "activated"))
    columns = ("kind", "card", "n", "matches", "effects", "harm", "wounds")
    assert season.rows("celestials-and-orbitals", *columns) == [
        ("celestial", "Sun", 2, 1, 1, 3, 1),
        ("orbital", "Hat", 1, 1, 1, 0, 0),
    ]
    assert season.rows("celestials-and-orbitals", *columns, person="bo") == [
        ("celestial", "Sun", 1, 1, 0, 1, 0),
        ("orbital", "Hat", 1, 1, 1, 0, 0),
    ]
    behind = entries_behind(season.log, "celestials-and-orbitals", row={"card": "Sun"})
    assert behind == [("a", 2), ("a", 3), ("a", 4), ("a", 5)]


# -- wins ----------------------------------------------------------------------------------------


def test_who_cast_or_played_a_card_won_so_often(season: Season) -> None:
    for name, winner in [("a", "ana"), ("b", "bo"), ("c", "ana"), ("d", "")]:
        match(season, name)
        season.fact(name, 2, cast("ana", "Wolf"), cast("ana", "Wolf"), tower("bo", "Keep"))
        if winner:
            season.won(name, winner)
    season.ended("d", (), "no result")
    match(season, "on")
    season.fact("on", 2, cast("ana", "Wolf"))
    columns = ("kind", "card", "n", "wins", "no_result", "rate", "times")
    assert season.rows("wins-by-played-card", *columns) == [
        ("minion", "Wolf", 3, 2, 1, pytest.approx(2 / 3), 8),
        ("tower", "Keep", 3, 1, 1, pytest.approx(1 / 3), 4),
    ]
    assert season.rows("wins-by-played-card", "low", "high")[0] == close(0.2077, 0.9385)
    behind = entries_behind(season.log, "wins-by-played-card", row={"card": "Wolf"})
    assert behind == [(name, 2) for name in "abcd"]
