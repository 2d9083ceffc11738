"""The score over the turns, and its plots."""

import xml.etree.ElementTree as ElementTree
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.screen.plots import course_drawn, course_svg, course_text
from referee.fact import ScoreChanged, TurnBegan, TurnEnded
from storage.statistics import Edition, Figure, without_thin_rows
from tests.storage.statistics.season import Season, duel

COLUMNS = ("game", "measure", "line", "turn", "value", "n")


def test_a_score_holds_until_it_changes(season: Season) -> None:
    duel(season)
    assert season.rows("score-by-turn", "measure", "line", "turn", "value", match="a") == [
        ("health", "ana", 0, 250),
        ("health", "ana", 1, 200),
        ("health", "ana", 2, 200),
        ("health", "ana", 3, 150),
        ("health", "bo", 0, 250),
        ("health", "bo", 1, 250),
        ("health", "bo", 2, 230),
        ("health", "bo", 3, 230),
    ]


def test_over_several_matches_the_score_is_the_mean_by_who_went_first(season: Season) -> None:
    duel(season)
    duel(season, "b", ("bo", "ana"))
    season.fact("b", 9, TurnEnded("bo", 3), TurnBegan("ana", 4), ScoreChanged("bo", "health", 0))
    rows = season.rows("score-by-turn", "line", "turn", "value", "n")
    assert ("went first", 3, 150, 2) in rows
    assert ("went first", 4, 0, 1) in rows
    assert ("went later", 4, 230, 1) in rows


def test_the_plot_in_the_terminal_is_ascii_within_its_width_and_names_each_line(
    season: Season,
) -> None:
    duel(season)
    for width in (40, 78):
        plot = course_text(season.figure("score-by-turn", match="a"), width)
        assert plot.isascii()
        assert max(len(line) for line in plot.splitlines()) <= width
    lines = plot.splitlines()
    assert lines[0] == "health at the end of each turn"
    assert lines[1] == "skirmish 1, catalog catalog, 1 match, 2025-05-01"
    assert lines[2].startswith(" 250 |******bbbbbb")
    assert " a = ana, 150 after turn 3" in lines
    assert " b = bo, 230 after turn 3" in lines


def means(*n: int) -> Figure:
    """A course of means, of which each turn's rests on one of the numbers."""
    columns = ("game", "measure", "line", "turn", "value", "sd", "low", "high", "n")
    rows: list[tuple[object, ...]] = [
        ("g", "points", "went first", turn, 100.0, 9.0, 80.0, 120.0, each)
        for turn, each in enumerate(n)
    ]
    edition = Edition("g", "1", "0123456789", 40, datetime(2025, 5, 1), datetime(2025, 6, 2))
    return Figure("score-by-turn", "Score over the turns", columns, rows, 40, (), (edition,))


def test_a_mean_of_fewer_than_thirty_is_no_point_of_a_plot_and_is_counted() -> None:
    told = without_thin_rows(means(40, 40, 30, 29, 2))
    assert [row[-1] for row in told.rows] == [40, 40, 30]
    assert told.notes == ("Left out: 2 of 5 points, which rest on fewer than 30 scores each.",)
    plot = course_text(means(40, 40, 30, 29, 2))
    assert "after turn 2 (80 to 120, n 30)" in plot
    assert "n 29" not in course_svg(means(40, 40, 30, 29, 2))
    assert "no point rests on 30 scores or more" in course_text(means(29, 3))


def test_a_plot_of_means_shows_the_n_and_the_interval_of_each() -> None:
    lines = course_text(means(40, 35, 31), 60).splitlines()
    assert lines[1] == "g 1, catalog 01234567, 40 matches, 2025-05-01 to 2025-06-02"
    (counts,) = (line for line in lines if line.startswith(" f  "))
    assert counts.split() == ["f", "40", "35", "31"]
    assert lines[-1] == " : = 95 % interval of a mean"
    columns = [line.split("|")[1] for line in lines if "|" in line]
    beside = {line[:1] for line in columns if line.strip()}
    assert beside == {"f", ":"}
    assert sum(line.startswith(":") for line in columns) >= 2
    root = ElementTree.fromstring(course_svg(means(40, 35, 31)))
    space = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in root.iter(f"{space}text")]
    assert "g 1, catalog 01234567, 40 matches, 2025-05-01 to 2025-06-02" in texts
    assert {"n went first", "40", "35", "31"} <= set(texts)
    (band,) = root.iter(f"{space}polygon")
    assert len((band.get("points") or "").split()) == 10


def test_the_interval_of_a_mean_is_that_of_its_standard_deviation(season: Season) -> None:
    duel(season)
    duel(season, "b", ("bo", "ana"))
    season.fact("b", 9, TurnEnded("bo", 3), TurnBegan("ana", 4), ScoreChanged("bo", "health", 0))
    rows = season.rows("score-by-turn", "line", "turn", "value", "sd", "low", "high", "n")
    (alone,) = (row for row in rows if row[:2] == ("went later", 4))
    assert alone[2:] == (230, None, None, None, 1)
    for _, _, value, sd, low, high, n in (row for row in rows if row[-1] == 2):
        assert low == pytest.approx(value - 1.96 * sd / n**0.5, abs=0.01)
        assert high - value == pytest.approx(value - low)


def test_a_long_match_fits_the_terminal_and_shows_its_first_and_last_turn() -> None:
    rows = [("g", "points", "ana", turn, float(turn), 1) for turn in range(301)]
    plot = course_text(Figure("score-by-turn", "", COLUMNS, list(rows), 1))
    lines = plot.splitlines()
    assert max(len(line) for line in lines) <= 78
    assert lines[0 + 1].endswith("a") and lines[16].split("|")[1].startswith("a")
    assert " a = ana, 300 after turn 300" in lines


@given(
    st.lists(st.integers(-2000, 2000), min_size=1, max_size=120),
    st.lists(st.floats(0, 1000), min_size=1, max_size=120),
    st.integers(40, 120),
)
def test_any_course_of_scores_can_be_drawn(ana: list[int], bo: list[float], width: int) -> None:
    courses: dict[str, list[float]] = {"ana": [*ana], "bo": bo}
    rows = [
        ("g", "points", seat, turn, score, 1)
        for seat, scores in courses.items()
        for turn, score in enumerate(scores)
    ]
    figure = Figure("score-by-turn", "", COLUMNS, list(rows), 1)
    lines = course_text(figure, width).splitlines()
    assert len(lines) == 1 + 16 + 3 + 2 + 1
    assert max(len(line) for line in lines) <= width
    drawn = "".join(line.split("|", 1)[1] for line in lines[1:17])
    assert "*" in drawn or {"a", "b"} <= set(drawn)
    ElementTree.fromstring(course_svg(figure))


def test_seats_with_the_same_initial_get_letters_of_their_own() -> None:
    rows = [("g", "points", label, 0, 5.0, 1) for label in ("anna", "anne", "went first")]
    plot = course_text(Figure("score-by-turn", "", COLUMNS, list(rows), 1))
    assert " a = anna, 5 after turn 0" in plot
    assert " n = anne, 5 after turn 0" in plot
    assert " f = went first, 5 after turn 0" in plot


def test_the_svg_is_well_formed_and_its_lines_differ_without_colour(season: Season) -> None:
    duel(season)
    tree = ElementTree.fromstring(course_svg(season.figure("score-by-turn", match="a")))
    space = "{http://www.w3.org/2000/svg}"
    assert tree.tag == f"{space}svg"
    courses = [p for p in tree.iter(f"{space}path") if p.get("stroke-width") == "2.5"]
    assert len({p.get("stroke-dasharray") for p in courses}) == 2
    texts = [text.text for text in tree.iter(f"{space}text")]
    assert {"ana 150", "bo 230", "turn", "health at the end of each turn"} <= set(texts)
    lowered = {t.text: t.get("dy") for t in tree.iter(f"{space}text")}
    assert lowered["ana 150"] == lowered["bo 230"] == lowered["200"], "beside the line, as a tick"


def test_turning_points_are_rings_on_the_line_of_who_gained(season: Season) -> None:
    duel(season)
    figure = season.figure("score-by-turn", match="a")
    drawn = course_drawn(figure, [("ana", 2), ("bo", 99), ("nobody", 1)])
    (ring,) = drawn.iter("circle")
    assert [title.text for title in ring] == ["ana, turn 2"]
    assert not list(course_drawn(figure).iter("circle"))


def test_what_is_counted_when_a_turn_begins_says_so() -> None:
    columns = ("game", "match", "line", "turn", "n", "lead", "chance", "low", "high", "matches")
    rows = [("g", "a", "ana", 1, 30, 0.0, 0.5, 0.4, 0.6, 200)]
    svg = course_svg(Figure("advantage", "", columns, list(rows), 1))
    assert "chance (%) when each turn began" in svg


def test_names_are_escaped_in_the_svg() -> None:
    rows = [("g", "<points> & more\x1b", 'a"<b>', 0, 5.0, 1)]
    svg = course_svg(Figure("score-by-turn", "", COLUMNS, list(rows), 1))
    texts = [t.text for t in ElementTree.fromstring(svg).iter() if t.tag.endswith("text")]
    assert "<points> & more\\x1b at the end of each turn" in texts
    assert 'a"<b> 5' in texts


def test_a_score_of_nothing_is_said_and_another_figure_is_refused(season: Season) -> None:
    nothing = season.figure("score-by-turn")
    assert "Nothing to draw" in course_text(nothing)
    assert "Nothing to draw" in "".join(ElementTree.fromstring(course_svg(nothing)).itertext())
    with pytest.raises(ValueError, match="wins-by-seat is not a course over turns"):
        course_text(season.figure("wins-by-seat"))
    with pytest.raises(ValueError, match="40 columns"):
        course_text(nothing, 39)
