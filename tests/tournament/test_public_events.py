"""Why published standings differ from the results published with them, each cause by hand."""

import json
from pathlib import Path

import pytest

from tests import foreign

ROUNDS = [
    [("a", "b", "2-0-0"), ("c", "d", "2-1-0"), ("e", "-", "2-0-0")],
    [("a", "c", "2-0-0"), ("b", "e", "0-0-0"), ("d", "-", "2-0-0")],
    [("a", "e", "2-0-0"), ("d", "b", "2-1-0"), ("c", "-", "2-0-0")],
]
RIGHT = {"a": 9, "c": 6, "d": 6, "e": 4, "b": 1}
"""The points that these rounds give; 0-0-0 is a draw."""


def event(
    tmp_path: Path, points: dict[str, int], played: dict[str, int] | None = None
) -> foreign.Event:
    played = dict.fromkeys(points, 3) | (played or {})
    site = {
        "Tournament": {"Date": "2026-01-11", "Uri": "https://melee.gg/T/1"},
        "Rounds": [
            {
                "RoundName": f"Round {number}",
                "Matches": [
                    dict(zip(("Player1", "Player2", "Result"), met, strict=True)) for met in round
                ],
            }
            for number, round in enumerate(ROUNDS, 1)
        ],
        "Standings": [
            {
                "Rank": rank,
                "Player": name,
                "Points": gained,
                "Wins": gained // 3,
                "Draws": gained % 3,
                "Losses": played[name] - gained // 3 - gained % 3,
            }
            for rank, (name, gained) in enumerate(points.items(), 1)
        ],
    }
    file = tmp_path / "event.json"
    file.write_text(json.dumps(site))
    return foreign.event(file)


def test_what_is_published_as_it_was_played_is_equal(tmp_path: Path) -> None:
    assert event(tmp_path, RIGHT).cause == foreign.POINTS


def test_an_order_against_its_own_figures_is_told_apart(tmp_path: Path) -> None:
    against = {name: RIGHT[name] for name in "cadeb"}
    assert event(tmp_path, against).cause == foreign.AGAINST


@pytest.mark.parametrize(
    ("points", "played", "cause"),
    [
        (
            {"a": 6, "e": 4, "c": 3, "d": 3, "b": 1},
            dict.fromkeys("abcde", 2),
            "stale standings: 1 round behind",
        ),
        (
            {"a": 3, "c": 3, "e": 3, "b": 0, "d": 0},
            dict.fromkeys("abcde", 1),
            "stale standings: 2 rounds behind",
        ),
        (RIGHT | {"e": 3, "b": 0}, {}, "0-0-0 counted as lost by both"),
        (RIGHT | {"c": 3, "a": 9, "d": 6}, {}, "a bye counted otherwise"),
        (RIGHT | {"a": 6, "b": 4}, {}, "another result of a contest"),
        (RIGHT | {"a": 6}, {}, "an assigned loss"),
        (RIGHT | {"b": 0}, {}, "an assigned loss"),
        (RIGHT | {"d": 9}, {}, "an assigned win"),
        (RIGHT | {"a": 6, "e": 4}, {"a": 2, "e": 2}, "results of the last round not counted"),
        (RIGHT | {"b": 3, "e": 3}, {}, "another result of a contest"),
        (RIGHT | {"a": 7}, {}, "unknown"),
        (RIGHT | {"a": 12}, {}, "rounds or players missing in the file"),
    ],
)
def test_each_cause_is_computed(
    tmp_path: Path, points: dict[str, int], played: dict[str, int], cause: str
) -> None:
    assert event(tmp_path, points, played).cause == cause


def test_stale_standings_are_equal_as_of_their_round(tmp_path: Path) -> None:
    stale = event(tmp_path, {"a": 6, "e": 4, "c": 3, "d": 3, "b": 1}, dict.fromkeys("abcde", 2))
    assert stale.held is not None and stale.held.points < stale.as_of == 5


def test_a_roster_is_complete_where_rounds_and_standings_have_the_same_players(
    tmp_path: Path,
) -> None:
    assert event(tmp_path, RIGHT).complete
    assert not event(tmp_path, {name: RIGHT[name] for name in "acde"}).complete
    assert not event(tmp_path, RIGHT | {"f": 3}, {"f": 1}).complete
    assert not event(tmp_path, RIGHT, {"b": 4}).complete
