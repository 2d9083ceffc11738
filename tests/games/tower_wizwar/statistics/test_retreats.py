"""Wizards in retreat, with figures computed by hand."""

from referee.fact import TurnEnded
from referee.games.tower_wizwar.facts import CardCast, SpaceCleared
from referee.parts.responses import Resolved
from storage.statistics import entries_behind
from tests.games.tower_wizwar.statistics.season import match
from tests.storage.statistics.season import Season, close

FOUR = ("ana", "bo", "cy", "di")


def cast(seat: str, on: str) -> CardCast:
    return CardCast(seat, "Wolf.1", "Wolf", "minion", "F1", 1, 0, on)


def retreat(season: Season, name: str, turns: int, *, out: str = "ana") -> None:
    """A wizard of a 2v2 ends one turn before its retreat, and so many in it."""
    match(season, name, *FOUR, sides=("odd", "even", "odd", "even"))
    season.fact(name, 2, TurnEnded("ana", 1), cast("ana", "ana"), SpaceCleared(out, True, ""))
    for turn in range(turns):
        season.fact(name, 3, TurnEnded("bo", 2), TurnEnded(out, turn + 3))


def test_retreats_are_told_by_their_length_and_how_they_end(season: Season) -> None:
    retreat(season, "a", 3)
    season.fact("a", 4, cast("ana", "cy"), cast("ana", "ana"), cast("bo", "di"))
    season.fact("a", 5, cast("ana", "cy"), Resolved(5, "ana", "Wolf.1", "cast", "rebuked"))
    season.won("a", "odd")
    retreat(season, "b", 1)
    season.won("b", "even")
    retreat(season, "c", 0)
    season.ended("c", (), "no result")
    retreat(season, "on", 9)
    match(season, "d", "ana", "bo", "cy", "di", "ed", "flo", sides=("odd", "even") * 3)
    season.fact("d", 2, SpaceCleared("di", True, ""), SpaceCleared("ed", False, ""))
    season.won("d", "even")
    columns = ("sides", "n", "wins", "no_result", "rate", "turns", "most", "casts", "rebuked")
    assert season.rows("retreats", *columns) == [
        ("2v2", 2, 1, 1, 0.5, 2, 3, 2, 1),
        ("3v3", 1, 1, 0, 1, 0, 0, 0, 0),
    ]
    # 1 of 2 by Wilson; 3 and 1 spread by the root of 2
    columns = ("low", "high", "turns_low", "turns_high")
    assert season.rows("retreats", *columns)[0] == close(0.0945, 0.9055, 0.04, 3.96)
    assert season.figure("retreats", person="bo").rows == []
    behind = entries_behind(season.log, "retreats", row={"sides": "2v2"})
    assert behind == [("a", 2), ("b", 2), ("c", 2)]
