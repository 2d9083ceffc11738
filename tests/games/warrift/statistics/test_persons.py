"""Kills, magicka and time of the people at the table, with figures computed by hand."""

import re

from referee.fact import TurnBegan, TurnEnded
from referee.games.registry import game_of
from referee.games.warrift.facts import MagickaLost
from storage.statistics import entries_behind, statistic
from tests.games.warrift.statistics.season import killed, match
from tests.storage.statistics.season import Season, close

# -- kills -------------------------------------------------------------------------------------


def test_kills_are_told_with_those_stolen_and_those_lost(season: Season) -> None:
    match(season, "a", "ana", "bo", "cy", people=("p1", "p2", "p3"))
    season.fact("a", 2, killed("ana", 1), killed("ana", 4, "bo"), killed("", 0))
    season.fact("a", 3, killed("bo", 6, "ana"), killed("ana", 2))
    match(season, "b", people=("p2", "p1"))
    season.fact("b", 4, killed("bo", 1), killed("", 0))
    columns = ("person", "n", "points", "stolen", "rate", "gained", "lost", "missed")
    assert season.rows("kills-stolen", *columns) == [
        ("p1", 4, 8, 1, 0.25, 4, 1, 6),
        ("p2", 1, 6, 1, 1, 6, 1, 4),
    ]
    # 1 of 4, by Wilson
    assert season.rows("kills-stolen", "low", "high")[0] == close(0.0456, 0.6994)
    first, second = season.figure("kills-stolen").records()
    behind = entries_behind(season.log, "kills-stolen", row=first)
    assert behind == [("a", 2), ("a", 3), ("b", 4)]
    assert entries_behind(season.log, "kills-stolen", row=second) == [("a", 2), ("a", 3)]
    assert season.rows("kills-stolen", "person", person="p2") == [("p2",)]


def test_who_only_lost_kills_has_no_rate(season: Season) -> None:
    match(season, "a")
    season.fact("a", 2, killed("ana", 1, "bo"))
    assert season.rows("kills-stolen", "person", "n", "rate", "low", "lost")[1] == (
        "bo", 0, None, None, 1,
    )  # fmt: skip


# -- magicka -----------------------------------------------------------------------------------


def test_magicka_unused_is_told_for_own_turns_and_those_of_others(season: Season) -> None:
    match(season, "a", people=("p1", "p2"))
    season.fact("a", 2, MagickaLost("ana", 3), MagickaLost("bo", 2), TurnEnded("ana", 1))
    season.fact("a", 3, TurnEnded("bo", 2))
    season.fact("a", 4, MagickaLost("ana", 1), TurnEnded("ana", 3))
    season.fact("a", 5, TurnEnded("bo", 4))
    season.fact("a", 6, TurnEnded("ana", 5))
    columns = ("person", "n", "wasteful", "total", "mean", "max", "elsewhere")
    assert season.rows("magicka-unused", *columns) == [
        ("p1", 3, 2, 4, 4 / 3, 3, 0),
        ("p2", 2, 0, 0, 0, 0, 2),
    ]
    # 2 of 3, by Wilson
    assert season.rows("magicka-unused", "rate", "low", "high")[0] == close(0.6667, 0.2077, 0.9385)
    second = season.figure("magicka-unused").records()[1]
    behind = entries_behind(season.log, "magicka-unused", row=second)
    assert behind == [("a", 2), ("a", 3), ("a", 5)]


# -- time --------------------------------------------------------------------------------------


def test_time_in_a_turn_is_that_of_its_player_or_of_those_who_respond(season: Season) -> None:
    match(season, "a")
    for seq, kind, second, seat, more in [
        (2, "first-roll", 10, "ana", {}),
        (3, "play", 30, "ana", {}),
        (4, "play", 37, "bo", {"answers": 0}),
        (5, "attack", 40, "ana", {"answers": 4}),
        (6, "trade", 45, "bo", {}),
        (7, "step", 50, "ana", {}),
        (8, "play", 80, "bo", {}),
        (9, "rift-deal", 95, "ana", {}),
    ]:
        season.entry("a", seq, kind, second, seat=seat, **more)  # type: ignore[arg-type]
    season.fact("a", 2, TurnBegan("ana", 1))
    season.fact("a", 7, TurnEnded("ana", 1), TurnBegan("bo", 2))
    columns = ("place", "what", "n", "entries", "mean", "max", "judge_seconds")
    assert season.rows("pace-by-seat", *columns) == [
        (1, "own turn", 1, 2, 25, 25, 0),
        (1, "response", 1, 1, 3, 3, 0),
        (2, "own turn", 1, 1, 30, 30, 0),
        (2, "response", 1, 2, 12, 12, 0),
    ]
    rows = season.figure("pace-by-seat").records()
    assert entries_behind(season.log, "pace-by-seat", row=rows[3]) == [("a", 4), ("a", 6)]
    assert [r[0] for r in season.rows("pace-by-seat", "place", person="bo")] == [2, 2]


def test_time_under_a_call_and_that_of_entries_out_of_force_is_left_out(season: Season) -> None:
    match(season, "a")
    season.fact("a", 2, TurnBegan("ana", 1))
    season.entry("a", 2, "first-roll", 10, seat="ana")
    season.entry("a", 3, "call-judge", 30, seat="bo")
    season.entry("a", 4, "close-call", 90, judge="j")
    season.entry("a", 5, "play", 100, seat="ana")
    season.entry("a", 6, "attack", 120, seat="ana", standing="not in force", undone_by=7)
    season.entry("a", 7, "strike", 130, judge="j", entry=6)
    season.entry("a", 8, "attack", 135, seat="ana")
    season.entry("a", 9, "call-judge", 140, seat="bo")
    season.entry("a", 10, "step", 150, seat="ana")
    season.entry("a", 11, "close-call", 160, judge="j")
    columns = ("place", "what", "n", "entries", "mean", "judge_seconds")
    # 90 s less 60 under the call, 5 from the strike, 15 less 10 under the second call
    assert season.rows("pace-by-seat", *columns) == [(1, "own turn", 1, 3, 40, 70)]


def test_every_event_of_a_turn_but_the_deal_has_a_time() -> None:
    """Those of the setup are of no turn."""
    tags = {str(kind.__struct_config__.tag) for kind in game_of("warrift").events}
    timed = statistic("pace-by-seat").sql.partition("type IN (")[2].partition(")")[0]
    assert set(re.findall(r"'([\w-]+)'", timed)) == tags - {
        *("selection", "replace", "first-roll", "rift-deal")
    }
