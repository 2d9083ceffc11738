"""Harm and wounds, with figures computed by hand."""

from xml.etree import ElementTree

import pytest

from cli.screen.plots import course_svg, course_text
from referee.fact import ScoreChanged, StateRepaired
from referee.games.tower_wizwar.facts import CardPlayed
from storage.statistics import entries_behind
from tests.games.tower_wizwar.statistics.season import begun, harmed, kinds, match, wounded
from tests.storage.statistics.season import Season, close

BY_BEARER = ("bearer", "cause", "how", "n", "share", "last")


def turned(target: str, count: int, left: int, cause: str, seat: str = "bo") -> tuple[object, ...]:
    """All harm of something turns."""
    return (harmed(target, -count, 0, cause), wounded(target, count, left, cause, seat))


def test_harm_turns_into_wounds_of_what_had_harmed(season: Season) -> None:
    kinds(season)
    match(season)
    begun(season, "a", 1)
    season.fact("a", 3, harmed("Wolf.1", 1, 1, "attack"), harmed("Keep.1", 1, 1, "Ray"))
    season.fact("a", 4, harmed("Wolf.1", 2, 3, "counterattack"))
    season.fact("a", 5, *turned("Wolf.1", 3, 3, "turn"), *turned("Keep.1", 1, 1, "turn"))
    begun(season, "a", 2, 5)
    season.fact("a", 6, harmed("ana", 1, 1, "attack"), harmed("Keep.1", 1, 1, "attack"))
    season.fact("a", 7, *turned("ana", 1, 1, "Sun", "ana"))
    season.fact("a", 8, *turned("Keep.1", 1, 2, "Ray"), wounded("Ogre.2", 2, 2, "Ray"))
    season.fact("a", 9, wounded("Ogre.2", -1, 1, "Balm"))
    assert season.rows("wounds-by-bearer", *BY_BEARER) == [
        ("wizard", "attack", "celestial", 1, 1, 0),
        ("minion", "counterattack", "end of turn", 2, pytest.approx(2 / 3), 1),
        ("minion", "attack", "end of turn", 1, pytest.approx(1 / 3), 0),
        ("monster", "effect", "effect at once", 2, 1, 0),
        ("tower", "attack", "effect", 1, 0.5, 0),
        ("tower", "effect", "end of turn", 1, 0.5, 0),
    ]
    assert [r[0] for r in season.rows("wounds-by-bearer", "median")] == [2, 1, 1, 2, 2, 1]
    assert len(season.figure("wounds-by-bearer", person="ana").rows) == 1
    row = {"bearer": "minion", "cause": "attack"}
    assert entries_behind(season.log, "wounds-by-bearer", row=row) == [("a", 5)]


def test_the_oldest_harm_turns_first_and_what_went_turns_no_more(season: Season) -> None:
    kinds(season)
    match(season)
    begun(season, "a", 1)
    season.fact("a", 3, harmed("Wolf.1", 1, 1, "attack"), harmed("Wolf.1", 1, 2, "Ray"))
    season.fact("a", 4, harmed("Wolf.1", -1, 1, "Balm"), *turned("Wolf.1", 1, 1, "turn"))
    # healed by an effect that wounds at once, in one entry but by other numbers
    season.fact("a", 5, harmed("Wolf.1", 2, 2, "attack"), harmed("Wolf.1", -2, 0, "Pact"))
    season.fact("a", 5, wounded("Wolf.1", 1, 2, "Pact"))
    assert season.rows("wounds-by-bearer", *BY_BEARER[:4]) == [
        ("minion", "effect", "effect at once", 1),
        ("minion", "effect", "end of turn", 1),
    ]


def test_a_wound_at_once_is_told_apart_from_harm_that_turned_in_the_same_entry(
    season: Season,
) -> None:
    kinds(season)
    match(season)
    begun(season, "a", 1)
    season.fact("a", 3, harmed("Wolf.1", 1, 1, "attack"), *turned("Wolf.1", 1, 1, "Pact"))
    season.fact("a", 3, wounded("Wolf.1", 1, 2, "Pact"))
    assert season.rows("wounds-by-bearer", *BY_BEARER[:4]) == [
        ("minion", "attack", "effect", 1),
        ("minion", "effect", "effect at once", 1),
    ]


def test_harm_that_a_judge_put_there_turns_too(season: Season) -> None:
    kinds(season)
    match(season)
    begun(season, "a", 1)
    season.fact("a", 3, harmed("Wolf.1", 1, 1, "attack"), StateRepaired("harm", "Wolf.1", "2"))
    season.fact("a", 3, StateRepaired("expended", "Wolf.1", "yes"))
    season.fact("a", 4, *turned("Wolf.1", 2, 2, "turn"))
    assert season.rows("wounds-by-bearer", *BY_BEARER[:4]) == [
        ("minion", "attack", "end of turn", 1),
        ("minion", "repair", "end of turn", 1),
    ]


def wounds(season: Season, name: str, seq: int = 3) -> None:
    """A wizard and twice a tower in the first turn, a minion in the second; no end of the third."""
    match(season, name)
    begun(season, name, 1)
    season.fact(name, 2, CardPlayed("bo", "Keep.1", "Keep", "tower"))
    season.fact(name, seq, wounded("ana", 1, 1, "Ray", "ana"), wounded("Keep.1", 2, 2, "turn"))
    begun(season, name, 2, 4)
    season.fact(name, 5, wounded("Wolf.1", 1, 1, "turn"), wounded("Keep.1", -1, 1, "Balm"))
    begun(season, name, 3, 6)
    season.fact(name, 7, wounded("ana", 1, 2, "Ray", "ana"))


def test_wounds_add_up_over_the_turns(season: Season) -> None:
    wounds(season, "a")
    columns = ("line", "turn", "n", "wounds")
    assert season.rows("wounds-by-turn", *columns) == [
        ("wizards", 1, 1, 1),
        ("wizards", 2, 1, 1),
        ("towers", 1, 1, 2),
        ("towers", 2, 1, 2),
        ("other cards", 1, 1, 0),
        ("other cards", 2, 1, 1),
    ]
    match(season, "b")
    begun(season, "b", 1)
    begun(season, "b", 2, 8)
    assert season.rows("wounds-by-turn", *columns)[:2] == [
        ("wizards", 1, 2, 0.5),
        ("wizards", 2, 1, 1),
    ]
    # 1 and 0 spread by the root of 1/2, and 1.96 of that over the root of 2 is 0.98
    assert season.rows("wounds-by-turn", "sd", "low", "high")[0] == close(0.7071, -0.48, 1.48)
    assert season.rows("wounds-by-turn", "wounds", person="bo")[:2] == [(0,), (0,)]
    row = {"line": "wizards", "turn": 2}
    assert entries_behind(season.log, "wounds-by-turn", row=row) == [("a", 3), ("a", 6)]


def test_wounds_are_drawn_over_the_turns(season: Season) -> None:
    wounds(season, "a")
    figure = season.figure("wounds-by-turn", match="a")
    lines = course_text(figure).splitlines()
    assert lines[0] == "wounds at the end of each turn"
    assert any(line.endswith("towers, 2 after turn 2") for line in lines)
    assert max(map(len, lines)) <= 80
    drawn = ElementTree.fromstring(course_svg(figure))
    words = [t.text for t in drawn.iter() if t.tag.endswith("text")]
    assert {"wounds at the end of each turn", "wizards 1", "towers 2"} <= set(words)


def test_the_harm_of_wizards_is_drawn_with_the_shared_scores(season: Season) -> None:
    match(season)
    begun(season, "a", 1)
    season.fact("a", 2, ScoreChanged("ana", "harm", 0), ScoreChanged("bo", "harm", 0))
    season.fact("a", 3, ScoreChanged("bo", "harm", 2))
    begun(season, "a", 2, 4)
    columns = ("measure", "line", "turn", "value")
    assert season.rows("score-by-turn", *columns, match="a") == [
        ("harm", "ana", 1, 0),
        ("harm", "ana", 2, 0),
        ("harm", "bo", 1, 2),
        ("harm", "bo", 2, 2),
    ]
    assert course_text(season.figure("score-by-turn", match="a")).startswith("harm at the end")
