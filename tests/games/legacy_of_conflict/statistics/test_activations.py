"""Activations and markers, with figures computed by hand."""

from xml.etree import ElementTree

from cli.screen.plots import course_svg, course_text
from referee.fact import SideLeft, TurnBegan, TurnEnded, UnitDefeated
from referee.games.legacy_of_conflict.facts import (
    ActivationBegan,
    ActivationEnded,
    MarkerHeld,
    TokensSpent,
)
from storage.statistics import entries_behind
from tests.games.legacy_of_conflict.statistics.season import match
from tests.storage.statistics.season import Season


def began(seat: str = "ana", unit: str = "Wolf", turn: int = 1) -> ActivationBegan:
    return ActivationBegan(seat, unit, unit.partition(".")[0], turn, "")


def ended(idle: int = 0, seat: str = "ana", unit: str = "Wolf", turn: int = 1) -> ActivationEnded:
    return ActivationEnded(seat, unit, unit.partition(".")[0], turn, idle, "")


def spent(count: int, action: str = "bite", unit: str = "Wolf") -> TokensSpent:
    return TokensSpent("ana", unit, unit.partition(".")[0], action, count, 0, "")


# -- tokens ------------------------------------------------------------------------------------


def test_tokens_are_told_for_each_activation_and_action_and_those_that_stay(
    season: Season,
) -> None:
    match(season, "a")
    season.fact("a", 2, began(), spent(2), spent(0, "shove"), ended(1))
    season.fact("a", 3, began(unit="Wolf.2"), spent(1, unit="Wolf.2"), ended(3, unit="Wolf.2"))
    season.fact("a", 4, began("bo", "Bear"), ended(2, "bo", "Bear"))
    columns = ("card", "action", "n", "taken", "spent", "per_activation", "idle")
    assert season.rows("tokens-spent-and-idle", *columns) == [
        ("Bear", "(all)", 1, 0, 0, 0, 2),
        ("Wolf", "(all)", 2, 3, 3, 1.5, 2),
        ("Wolf", "bite", 2, 2, 3, 1.5, None),
        ("Wolf", "shove", 2, 1, 0, 0, None),
    ]
    assert len(season.figure("tokens-spent-and-idle", person="bo").rows) == 1
    rows = season.figure("tokens-spent-and-idle").records()
    assert entries_behind(season.log, "tokens-spent-and-idle", row=rows[3]) == [("a", 2)]
    assert len(entries_behind(season.log, "tokens-spent-and-idle", row=rows[1])) == 2


def test_a_unit_that_fell_in_its_activation_has_no_idle_tokens(season: Season) -> None:
    match(season, "a")
    season.fact("a", 2, began(), ended(1))
    season.fact("a", 3, began(), UnitDefeated("ana", "Wolf", "Wolf", "", ""), ended(0))
    assert season.rows("tokens-spent-and-idle", "n", "idle") == [(2, 1)]


# -- markers -----------------------------------------------------------------------------------


def test_markers_are_told_for_the_sides_of_one_match_or_for_decks(season: Season) -> None:
    match(season, "a", decks=("Wolves", "Bears"))
    match(season, "b", decks=("Wolves", "Bears"))
    for name, seq, marker, side, turn in [
        ("a", 2, "ford", "ana", 1),
        ("a", 2, "hill", "", 1),
        ("a", 3, "ford", "ana", 2),
        ("a", 3, "hill", "bo", 2),
        ("b", 2, "ford", "ana", 1),
        ("b", 2, "hill", "ana", 1),
    ]:
        season.fact(name, seq, MarkerHeld(marker, side, turn, ""))
    columns = ("line", "turn", "n", "markers", "held", "nobodys", "share")
    assert season.rows("marker-control", *columns, match="a") == [
        ("ana", 1, 1, 2, 1, 1, 0.5),
        ("ana", 2, 1, 2, 1, 0, 0.5),
        ("bo", 1, 1, 2, 0, 1, 0),
        ("bo", 2, 1, 2, 1, 0, 0.5),
    ]
    assert season.rows("marker-control", *columns) == [
        ("Bears", 1, 2, 2, 0, 0.5, 0),
        ("Bears", 2, 1, 2, 1, 0, 0.5),
        ("Wolves", 1, 2, 2, 1.5, 0.5, 0.75),
        ("Wolves", 2, 1, 2, 1, 0, 0.5),
    ]
    row = season.figure("marker-control").records()[1]
    assert entries_behind(season.log, "marker-control", row=row) == [("a", 3)]


def test_a_team_holds_its_markers_together_until_it_leaves(season: Season) -> None:
    match(
        season,
        "a",
        "ana",
        "bo",
        "cy",
        decks=("Wolves", "Bears", "Foxes"),
        sides=("red", "blue", "red"),
    )
    season.fact("a", 2, MarkerHeld("ford", "red", 1, ""), SideLeft("red", "concession", ""))
    season.fact("a", 3, MarkerHeld("ford", "", 2, ""))
    assert season.rows("marker-control", "line", "turn", "held") == [
        ("Bears", 1, 0),
        ("Bears", 2, 0),
        ("Foxes + Wolves", 1, 1),
    ]


def test_the_markers_held_are_drawn(season: Season) -> None:
    match(season, "a", decks=("Wolves", "Bears"))
    season.fact("a", 2, MarkerHeld("ford", "ana", 1, ""), MarkerHeld("hill", "ana", 1, ""))
    figure = season.figure("marker-control")
    lines = course_text(figure).splitlines()
    assert lines[0] == "markers held at the end of each turn"
    assert any(line.endswith(" = Wolves, 2 after turn 1") for line in lines)
    drawn = ElementTree.fromstring(course_svg(figure))
    assert "Wolves 2" in [t.text for t in drawn.iter() if t.tag.endswith("text")]
    season.log.execute("DELETE FROM fact_legacy_of_conflict__marker_held")
    assert "no marker was asked about" in course_text(season.figure("marker-control"))


# -- time --------------------------------------------------------------------------------------


def test_an_activation_lasts_from_its_declaration_to_its_end_without_calls(
    season: Season,
) -> None:
    match(season, "a", people=("p1", "p2"))
    for seq, kind, second in [
        (2, "activate", 10),
        (3, "end", 70),
        (4, "activate", 100),
        (5, "call-judge", 110),
        (6, "close-call", 150),
        (7, "end", 160),
        (8, "activate", 200),
    ]:
        season.entry("a", seq, kind, second)
    season.fact("a", 2, began())
    season.fact("a", 3, ended())
    season.fact("a", 4, began("bo", "Bear"))
    season.fact("a", 7, ended(0, "bo", "Bear"))
    season.fact("a", 8, began(unit="Fox"))
    columns = ("person", "n", "mean", "judge_seconds")
    assert season.rows("pace-by-activation", *columns) == [("p1", 1, 60, 0), ("p2", 1, 20, 40)]
    season.entry("a", 9, "concede", 230)
    season.won("a", "ana", seq=9)
    assert season.rows("pace-by-activation", *columns) == [("p1", 2, 45, 0), ("p2", 1, 20, 40)]
    first = season.figure("pace-by-activation").records()[0]
    assert entries_behind(season.log, "pace-by-activation", row=first) == [("a", 2), ("a", 8)]


def test_an_activation_that_the_turn_cut_off_ends_with_the_turn(season: Season) -> None:
    match(season, "a")
    for seq, second in [(2, 10), (3, 40), (4, 50), (5, 90)]:
        season.entry("a", seq, "x", second)
    season.fact("a", 2, began())
    season.fact("a", 3, TurnEnded("", 1), TurnBegan("", 2))
    season.fact("a", 4, began(turn=2))
    season.fact("a", 5, ended(turn=2))
    assert season.rows("pace-by-activation", "n", "min", "max") == [(2, 30, 40)]
