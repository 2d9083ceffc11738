"""Points, monsters, who wins and who loses, with figures computed by hand."""

from xml.etree import ElementTree

import pytest

from cli.screen.plots import course_svg, course_text
from referee.fact import FirstPlayer, ScoreChanged, SideLeft
from storage.statistics import Filters, entries_behind
from tests.games.warrift.statistics.season import match, monsters, rotation
from tests.storage.statistics.season import Season, close

# -- points ------------------------------------------------------------------------------------


def points(seat: str, value: int) -> ScoreChanged:
    return ScoreChanged(seat, "points", value)


def race(season: Season, name: str, *seats: str, **more: object) -> None:
    """Ana has 0, 3, 3 and bo 2, 2, 7 points at the ends of three rotations."""
    match(season, name, *seats, **more)  # type: ignore[arg-type]
    season.fact(name, 2, rotation(1), points("bo", 1))
    season.fact(name, 3, points("bo", 2), monsters(1, 0))
    season.fact(name, 4, rotation(2), points("ana", 3), monsters(2, 0))
    season.fact(name, 5, rotation(3), points("bo", 6), monsters(3, 0))
    season.fact(name, 6, points("bo", 7))


def test_the_race_of_one_match_is_told_by_the_players(season: Season) -> None:
    race(season, "a")
    columns = ("line", "rotation", "n", "points", "low")
    assert season.rows("points-by-rotation", *columns, match="a") == [
        ("ana", 1, 1, 0, None),
        ("ana", 2, 1, 3, None),
        ("ana", 3, 1, 3, None),
        ("bo", 1, 1, 2, None),
        ("bo", 2, 1, 2, None),
        ("bo", 3, 1, 7, None),
    ]
    for line, at, seq in [("ana", 1, 1), ("ana", 3, 4), ("bo", 1, 3), ("bo", 3, 6)]:
        row = {"line": line, "rotation": at}
        behind = entries_behind(season.log, "points-by-rotation", Filters(match="a"), row=row)
        assert behind == [("a", seq)]


def test_the_race_of_several_matches_is_told_by_the_classes(season: Season) -> None:
    race(season, "a")
    race(season, "b", classes=("necromancer", "arbiter"))
    season.fact("b", 7, rotation(4), points("ana", 9))
    columns = ("line", "rotation", "n", "points")
    assert season.rows("points-by-rotation", *columns) == [
        ("arbiter", 1, 2, 1),
        ("arbiter", 2, 2, 2.5),
        ("arbiter", 3, 2, 5),
        ("arbiter", 4, 1, 7),
        ("necromancer", 1, 2, 1),
        ("necromancer", 2, 2, 2.5),
        ("necromancer", 3, 2, 5),
        ("necromancer", 4, 1, 9),
    ]
    # 3 and 2 spread by the root of 1/2, and 1.96 of that over the root of 2 is 0.98
    spread = season.rows("points-by-rotation", "sd", "low", "high")[1]
    assert spread == close(0.7071, 1.52, 3.48)
    assert len(season.figure("points-by-rotation", person="bo").rows) == 7


def test_a_team_races_with_the_sum_of_its_points(season: Season) -> None:
    race(season, "a", "ana", "bo", "cy", "di", sides=("odd", "even", "odd", "even"))
    season.fact("a", 7, points("di", 4))
    rows = season.rows("points-by-rotation", "line", "rotation", "n", "points", match="a")
    assert rows == [
        ("even", 1, 1, 2),
        ("even", 2, 1, 2),
        ("even", 3, 1, 11),
        ("odd", 1, 1, 0),
        ("odd", 2, 1, 3),
        ("odd", 3, 1, 3),
    ]


def test_who_has_left_races_no_more(season: Season) -> None:
    race(season, "a", "ana", "bo", "cy")
    season.fact("a", 7, SideLeft("cy", "concession", ""), rotation(4))
    last = season.rows("points-by-rotation", "line", "rotation", match="a")
    assert [line for line, at in last if at == 4] == ["ana", "bo"]
    assert ("cy", 3) in last


def test_the_race_is_drawn_over_the_rotations(season: Season) -> None:
    race(season, "a")
    figure = season.figure("points-by-rotation", match="a")
    lines = course_text(figure).splitlines()
    assert lines[0] == "points at the end of each rotation"
    assert "rotation" in [line.strip() for line in lines]
    assert any(line.endswith(" = bo, 7 after rotation 3") for line in lines)
    assert max(map(len, lines)) <= 80
    drawn = ElementTree.fromstring(course_svg(figure))
    words = [t.text for t in drawn.iter() if t.tag.endswith("text")]
    assert {"points at the end of each rotation", "rotation", "bo 7"} <= set(words)


# -- monsters ----------------------------------------------------------------------------------


def test_monsters_are_told_beside_the_limit_of_their_difficulty(season: Season) -> None:
    match(season, "a")
    match(season, "b")
    match(season, "c", difficulty="rekt")
    season.fact("a", 2, monsters(1, 4), monsters(2, 13))
    season.fact("b", 3, monsters(1, 8))
    season.fact("c", 4, monsters(1, 4, 3))
    columns = ("line", "rotation", "n", "monsters", "over")
    assert season.rows("monsters-by-rotation", *columns) == [
        ("normal limit", 1, 2, 12, 0),
        ("normal limit", 2, 1, 12, 1),
        ("normal monsters", 1, 2, 6, 0),
        ("normal monsters", 2, 1, 13, 1),
        ("rekt limit", 1, 1, 3, 1),
        ("rekt monsters", 1, 1, 4, 1),
    ]
    # 4 and 8 spread by the root of 8, and 1.96 of that over the root of 2 is 3.92
    limit, _, found, *_ = season.rows("monsters-by-rotation", "sd", "low", "high")
    assert limit == (0, None, None)
    assert found == close(2.8284, 2.08, 9.92)
    row = season.figure("monsters-by-rotation").records()[3]
    assert entries_behind(season.log, "monsters-by-rotation", row=row) == [("a", 2)]
    text = course_text(season.figure("monsters-by-rotation", match="a"))
    assert text.startswith("monsters in play at the end of each rotation")
    assert "normal limit, 12 after rotation 2" in text


def test_each_difficulty_is_lost_so_often_by_each_number_of_players(season: Season) -> None:
    for name, difficulty, seats, ending in [
        ("a", "normal", ("ana", "bo"), ("all lost", ())),
        ("b", "normal", ("ana", "bo"), ("won", ("bo",))),
        ("c", "normal", ("ana", "bo", "cy"), ("shared", ("bo", "cy"))),
        ("d", "normal", ("ana", "bo", "cy"), ("no result", ())),
        ("e", "hard", ("ana", "bo", "cy", "di"), ("all lost", ())),
    ]:
        teams = {"sides": ("odd", "even", "odd", "even")} if name == "e" else {}
        match(season, name, *seats, difficulty=difficulty, **teams)  # type: ignore[arg-type]
        season.fact(name, 2, rotation(1))
        season.ended(name, ending[1], ending[0])  # type: ignore[arg-type]
    season.fact("a", 3, rotation(2))
    match(season, "on")
    columns = ("difficulty", "limit", "players", "n", "lost", "no_result", "rate", "rotations")
    assert season.rows("losses-by-difficulty", *columns) == [
        ("normal", 12, "(all)", 3, 1, 1, pytest.approx(1 / 3), pytest.approx(4 / 3)),
        ("normal", 12, "2", 2, 1, 0, 0.5, 1.5),
        ("normal", 12, "3", 1, 0, 1, 0, 1),
        ("hard", 9, "(all)", 1, 1, 0, 1, 1),
        ("hard", 9, "2v2", 1, 1, 0, 1, 1),
    ]
    found = season.rows("losses-by-difficulty", "low", "high")
    assert found[1] == close(0.0945, 0.9055)
    first, two, *_ = season.figure("losses-by-difficulty").records()
    behind = entries_behind(season.log, "losses-by-difficulty", row=first)
    assert behind == [("a", 9), ("b", 9), ("c", 9), ("d", 9)]
    assert len(entries_behind(season.log, "losses-by-difficulty", row=two)) == 2


def test_a_difficulty_without_results_has_no_rate(season: Season) -> None:
    match(season, "a")
    season.ended("a", (), "no result")
    columns = ("players", "n", "rate", "low", "high", "rotations")
    assert season.rows("losses-by-difficulty", *columns) == [
        ("(all)", 0, None, None, None, None),
        ("2", 0, None, None, None, None),
    ]


# -- wins --------------------------------------------------------------------------------------


def test_wins_are_told_apart_for_each_number_of_players(season: Season) -> None:
    match(season, "a")
    match(season, "b", classes=("necromancer", "arbiter"))
    match(season, "c", "ana", "bo", "cy")
    for name, first, winner in [("a", "bo", "bo"), ("b", "bo", "ana"), ("c", "ana", "ana")]:
        season.fact(name, 2, FirstPlayer(first, ""))
        season.won(name, winner)
    columns = ("players", "by", "value", "n", "wins")
    assert season.rows("wins-by-players", *columns) == [
        ("2", "class", "arbiter", 2, 0),
        ("2", "class", "necromancer", 2, 2),
        ("2", "place", "1", 2, 1),
        ("2", "place", "2", 2, 1),
        ("2", "start", "went first", 2, 1),
        ("2", "start", "went later", 2, 1),
        ("3", "class", "arbiter", 1, 1),
        ("3", "class", "necromancer", 1, 0),
        ("3", "class", "werewolf", 1, 0),
        ("3", "place", "1", 1, 1),
        ("3", "place", "2", 1, 0),
        ("3", "place", "3", 1, 0),
        ("3", "start", "went first", 1, 1),
        ("3", "start", "went later", 2, 0),
    ]
    assert season.rows("wins-by-players", "rate", "low", "high")[2] == close(0.5, 0.0945, 0.9055)
    row = season.figure("wins-by-players").records()[8]
    assert entries_behind(season.log, "wins-by-players", row=row) == [("c", 9)]


def test_a_team_that_went_first_is_counted_once_and_all_can_lose(season: Season) -> None:
    match(season, "a", "ana", "bo", "cy", "di", sides=("odd", "even", "odd", "even"))
    season.fact("a", 2, FirstPlayer("cy", ""))
    season.won("a", "odd")
    match(season, "b")
    season.fact("b", 2, FirstPlayer("ana", ""))
    season.ended("b", (), "all lost", how="monsters overrun")
    rows = season.rows("wins-by-players", "players", "by", "value", "n", "wins")
    assert [row[2:] for row in rows if row[:2] == ("2v2", "start")] == [
        ("went first", 1, 1),
        ("went later", 1, 0),
    ]
    assert [row[2:] for row in rows if row[:2] == ("2v2", "class")] == [
        ("arbiter", 1, 1),
        ("grandmaster", 1, 0),
        ("necromancer", 1, 0),
        ("werewolf", 1, 1),
    ]
    assert {row[4] for row in rows if row[0] == "2"} == {0}
