"""Mana and drain, with figures computed by hand."""

import pytest

from cli.screen.plots import course_text
from referee.fact import FirstPlayer, StateRepaired
from referee.games.tower_wizwar.facts import (
    DrainMoved,
    ManaSpent,
    PoolLeft,
    SpaceCleared,
)
from storage.statistics import Filters, entries_behind
from tests.games.tower_wizwar.statistics.season import begun, match
from tests.storage.statistics.season import Season, close


def drained(season: Season, name: str, first: str = "ana") -> None:
    """Ana stands at 2 and 3 at the ends of two turns, bo at 0 and 4."""
    match(season, name)
    begun(season, name, 1)
    season.fact(name, 2, FirstPlayer(first, ""))
    season.fact(name, 3, DrainMoved("ana", 1, 1, "TW-6.4"), DrainMoved("ana", 1, 2, "TW-6.4"))
    begun(season, name, 2, 4)
    season.fact(name, 5, DrainMoved("bo", 4, 4, "TW-6.8"), StateRepaired("drain", "ana", "3"))
    begun(season, name, 3, 6)


def test_the_drain_of_a_match_is_told_by_the_wizards(season: Season) -> None:
    drained(season, "a")
    columns = ("line", "turn", "n", "drain")
    assert season.rows("drain-by-turn", *columns, match="a") == [
        ("ana", 1, 1, 2),
        ("ana", 2, 1, 3),
        ("bo", 1, 1, 0),
        ("bo", 2, 1, 4),
    ]
    for line, turn, seq in [("ana", 1, 3), ("ana", 2, 5), ("bo", 1, 4)]:
        row = {"line": line, "turn": turn}
        behind = entries_behind(season.log, "drain-by-turn", Filters(match="a"), row=row)
        assert behind == [("a", seq)]
    text = course_text(season.figure("drain-by-turn", match="a"))
    assert text.startswith("drain at the end of each turn")
    assert "bo, 4 after turn 2" in text


def test_the_drain_of_several_matches_is_told_by_who_went_first(season: Season) -> None:
    drained(season, "a")
    drained(season, "b", first="bo")
    assert season.rows("drain-by-turn", "line", "turn", "n", "drain") == [
        ("went first", 1, 2, 1),
        ("went first", 2, 2, 3.5),
        ("went later", 1, 2, 1),
        ("went later", 2, 2, 3.5),
    ]
    # 2 and 0 spread by the root of 2, and 1.96 of that over the root of 2 is 1.96
    assert season.rows("drain-by-turn", "sd", "low", "high")[0] == close(1.4142, -0.96, 2.96)


def test_the_drain_of_a_wizard_counts_in_retreat_but_not_when_it_has_left(season: Season) -> None:
    match(season, "a", "ana", "bo", "cy", "di", sides=("odd", "even", "odd", "even"))
    begun(season, "a", 1)
    season.fact("a", 3, SpaceCleared("ana", True, ""), SpaceCleared("bo", False, ""))
    begun(season, "a", 2, 4)
    rows = season.rows("drain-by-turn", "line", match="a")
    assert [line for (line,) in rows] == ["ana", "cy", "di"]


def test_the_moves_of_the_counter_are_told_by_what_made_them(season: Season) -> None:
    match(season)
    season.fact("a", 2, DrainMoved("ana", 1, 1, "TW-6.4"), DrainMoved("bo", 1, 1, "TW-6.4"))
    season.fact("a", 3, DrainMoved("ana", 1, 2, "TW-6.3"), DrainMoved("ana", 4, 6, "TW-6.8"))
    season.fact("a", 4, DrainMoved("ana", -2, 4, "TW-19.6"))
    season.fact("a", 5, DrainMoved("ana", -4, 0, "TW-11.5"), DrainMoved("bo", -1, 0, "TW-18.7"))
    season.fact("a", 6, DrainMoved("ana", 2, 2, "TW-6.8"))
    assert season.rows("drain-moves", "why", "n", "steps", "mean") == [
        ("tower's draft", 2, 6, 3),
        ("cast or payment", 2, 2, 1),
        ("activation", 1, 1, 1),
        ("reduction in retreat", 1, -1, -1),
        ("effect", 1, -2, -2),
        ("renewal", 1, -4, -4),
    ]
    assert season.rows("drain-moves", "sd", "low", "high")[0] == close(1.4142, 1.04, 4.96)
    assert len(season.figure("drain-moves", person="bo").rows) == 2
    behind = entries_behind(season.log, "drain-moves", row={"why": "tower's draft"})
    assert behind == [("a", 3), ("a", 6)]


def test_surcharge_is_told_for_what_was_paid(season: Season) -> None:
    match(season)
    season.fact("a", 2, ManaSpent("ana", 3, 3, "cast", 1), ManaSpent("bo", 2, 2, "cast"))
    season.fact("a", 3, ManaSpent("ana", 4, 3, "activation", 2), ManaSpent("bo", 1, 0, "nothing"))
    season.fact("a", 4, ManaSpent("bo", 2, 2, "cast"))
    columns = ("purpose", "n", "dearer", "rate", "surcharge", "most")
    assert season.rows("surcharge-paid", *columns) == [
        ("(all)", 4, 2, 0.5, 3, 2),
        ("cast", 3, 1, pytest.approx(1 / 3), 1, 1),
        ("activation", 1, 1, 1, 2, 2),
    ]
    assert season.rows("surcharge-paid", "low", "high")[0] == close(0.15, 0.85)
    casts = season.figure("surcharge-paid").records()[1]
    assert entries_behind(season.log, "surcharge-paid", row=casts) == [("a", 2), ("a", 4)]


def spend(season: Season) -> None:
    match(season)
    season.fact("a", 2, ManaSpent("ana", 3, 3, "cast"), ManaSpent("ana", 2, 1, "activation"))
    season.fact("a", 3, PoolLeft("ana", 5), ManaSpent("bo", 5, 4, "cast"))
    season.fact("a", 4, ManaSpent("ana", 1, 0, "nothing"), PoolLeft("bo", 0))
    season.fact("a", 5, PoolLeft("ana", 2))


def test_mana_is_told_by_what_it_was_for(season: Season) -> None:
    spend(season)
    columns = ("purpose", "n", "made", "used", "lost", "rate", "mean")
    assert season.rows("mana-by-purpose", *columns) == [
        ("(all)", 4, 11, 8, 3, pytest.approx(3 / 11), 2.75),
        ("cast", 2, 8, 7, 1, 0.125, 4),
        ("activation", 1, 2, 1, 1, 0.5, 2),
        ("nothing", 1, 1, 0, 1, 1, 1),
    ]
    assert season.rows("mana-by-purpose", "sd", "low", "high")[1] == close(1.4142, 2.04, 5.96)
    behind = entries_behind(season.log, "mana-by-purpose", row={"purpose": "cast"})
    assert behind == [("a", 2), ("a", 3)]


def test_mana_is_told_with_what_a_turn_left_in_the_pool(season: Season) -> None:
    spend(season)
    columns = ("person", "n", "made", "lost", "rate", "left", "empty")
    assert season.rows("mana-left", *columns) == [
        ("(all)", 3, 11, 3, pytest.approx(3 / 11), pytest.approx(7 / 3), 1),
        ("ana", 2, 6, 2, pytest.approx(1 / 3), 3.5, 0),
        ("bo", 1, 5, 1, 0.2, 0, 1),
    ]
    # 2 of 6 by Wilson; 5 and 2 spread by the root of 4.5, times 1.96 over the root of 2
    low, high, left_low, left_high = season.rows(
        "mana-left", "low", "high", "left_low", "left_high"
    )[1]
    assert (low, high) == close(0.0968, 0.7)
    assert (left_low, left_high) == close(0.56, 6.44)
    behind = entries_behind(season.log, "mana-left", row={"person": "bo"})
    assert behind == [("a", 3), ("a", 4)]


def test_who_made_no_mana_has_no_rate_of_what_was_lost(season: Season) -> None:
    match(season)
    season.fact("a", 2, PoolLeft("ana", 5))
    columns = ("person", "made", "rate", "low", "left", "left_low")
    assert season.rows("mana-left", *columns)[1] == ("ana", 0, None, None, 5, None)
