"""Rates by turn, and which share is the largest: what their drawings say."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

import pytest

from cli.report.figures import pictured
from cli.report.page import _add_words
from cli.report.ranks import ranks_drawn
from cli.screen.intervals import Rate
from cli.screen.matrix import heat_drawn
from storage.statistics import Figure


def rate(value: float, n: int = 100, expected: float | None = None) -> Rate:
    return Rate("x", value, value - 0.1, value + 0.1, n, expected)


def written(root: Element) -> list[str]:
    return [each.text or "" for each in root.iter("text")]


def test_the_area_of_a_rate_grows_with_what_it_is_of_and_its_sign_is_told_in_figures() -> None:
    cells = {("Wolf", "1"): rate(0.6, 400, 0.5), ("Wolf", "2"): rate(0.4, 100, 0.5),
             ("Bear", "1"): rate(0.9, 9, 0.5)}  # fmt: skip
    root = heat_drawn("cards", ["Wolf", "Bear"], ["1", "2"], cells, least=30)
    boxes = [each for each in root.iter("rect") if each.get("fill-opacity")]
    first, second = (float(b.attrib["width"]) * float(b.attrib["height"]) for b in boxes)
    assert first / second == pytest.approx(4, rel=0.05)
    assert boxes[0].get("fill") != boxes[1].get("fill")
    assert {"n 400, +0.10", "n 100, -0.10", "n 9, +0.40"} <= {*written(root)}


def test_a_name_keeps_its_line_in_each_panel_and_rises_with_its_share() -> None:
    first = {"Wolf": rate(0.6), "Bear": rate(0.3), "Newt": rate(0.1)}
    second = {"Wolf": rate(0.2), "Bear": rate(0.5), "Newt": rate(0.3)}
    panels = {"all": {1: first, 2: second}, "top": {1: second, 2: {"Bear": rate(1.0)}}}
    root = ranks_drawn("field", "round", panels, most=2)
    above, below = root.findall("g")
    ends = {text: each for each in above.iter("text") if (text := each.text or "").endswith("%")}
    assert {*ends} == {"Wolf 60 %", "Bear 50 %", "Newt 30 %"}
    assert float(ends["Bear 50 %"].attrib["y"]) < float(ends["Newt 30 %"].attrib["y"])
    (bear,) = (each for each in below.iter("text") if each.text == "Bear 100 %")
    assert bear.get("fill") == ends["Bear 50 %"].get("fill")
    # the second has no place for Wolf, and no line goes through it
    assert len([*above.iter("line")]) == 1
    (line,) = above.iter("line")
    assert float(line.attrib["y1"]) > float(line.attrib["y2"])


@pytest.mark.parametrize(
    ("chances", "is_drawn"), [((None, None, 1.0), False), ((0.4, None, 1.0), True)]
)
def test_a_course_is_drawn_where_a_line_has_two_moments(
    chances: Sequence[float | None], is_drawn: bool
) -> None:
    columns = ("game", "match", "line", "turn", "n", "lead", "chance")
    rows = [("chess", "m", "ana", turn, 300, 1, each) for turn, each in enumerate(chances, 1)]
    figure = Figure("advantage", "Advantage", columns, rows, 1)
    assert (pictured(figure) is not None) == is_drawn


def test_names_of_columns_are_set_apart_in_the_words_of_a_page() -> None:
    part = Element("p")
    _add_words(part, "how often: `mirror` says", "en")
    assert part.text == "how often: "
    assert [(each.tag, each.text, each.tail) for each in part] == [("code", "mirror", " says")]
