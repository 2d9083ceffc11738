"""The table from above: what the SVG of a picture holds, and the way to it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import referee.games.wondervale
from cli.screen.picture import picture_svg
from referee.games.registry import game_of
from referee.house import AnyTable
from referee.picture import Picture, Shape
from tests.cli.test_home import Home, home

__all__ = ["home"]

SVG = "{http://www.w3.org/2000/svg}"
SEATS = {"ana": "ana: Ana Bell", "bo": "bo: Bo & Co"}


def square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


TABLE = Picture(
    900,
    600,
    (
        Shape("character", "ana-1", "Hekla", square(100, 50, 30), "ana", (115, 65, 115, 95)),
        Shape("character", "bo-1", 'The "Old" <Smith> & Son', square(140, 50, 30), "bo"),
        Shape("terrain", "hut", "Old mill", square(400, 300, 120), note="2 Wounds left"),
        Shape("terrain", "fence", "fence", square(600, 100, 40), faded=True),
        Shape("area", "wood", "Wood", square(200, 300, 150)),
        Shape("zone", "south", "South half", square(0, 0, 300), "ana"),
        Shape("marker", "cache", "", ((450, 150),)),
    ),
)


def drawn(picture: Picture = TABLE, title: str = "m1, turn 2") -> Element:
    return ElementTree.fromstring(picture_svg(picture, title, SEATS))


def shape_of(root: Element, id: str) -> Element:
    (found,) = (group for group in root.iter(f"{SVG}g") if group.get("data-id") == id)
    return found


def texts(root: Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


# -- the document ------------------------------------------------------------------------------


def test_every_shape_is_there_by_its_id_and_kind() -> None:
    root = drawn()
    for shape in TABLE.shapes:
        group = shape_of(root, shape.id)
        assert group.get("class") == shape.kind
        assert (group.get("data-seat") or "") == shape.seat


def test_y_grows_upwards_and_a_unit_is_a_millimetre() -> None:
    root = drawn()
    polygon = shape_of(root, "hut").find(f"{SVG}polygon")
    assert polygon is not None
    assert polygon.get("points") == "400,300 520,300 520,180 400,180"
    line = shape_of(root, "ana-1").find(f"{SVG}line")
    assert line is not None
    assert [line.get(name) for name in ("x1", "y1", "x2", "y2")] == ["115", "535", "115", "505"]
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert left <= 0 and top <= 0 and left + width >= 900 and top + height >= 600


def test_as_much_is_left_under_the_scale_as_beside_the_table() -> None:
    root = drawn()
    left, top, _, height = map(float, root.get("viewBox", "").split())
    (scale,) = (each for each in root.iter(f"{SVG}path") if "H100" in each.get("d", ""))
    middle = float(scale.get("d", "").rpartition("M0 ")[2].partition("H")[0])
    assert top + height - middle == pytest.approx(-left)


def test_labels_are_escaped_and_long_ones_are_whole_in_the_tooltip() -> None:
    root = drawn(title="m<1> & more")
    assert "m<1> & more" in texts(root)
    assert {"Hekla", "hut", "Old mill", "2 Wounds left", "wood", "cache"} <= set(texts(root))
    assert 'The "Old" <Smith> & Son' in texts(root)
    tooltip = shape_of(root, "bo-1").find(f"{SVG}title")
    assert tooltip is not None
    assert tooltip.text == 'bo-1, The "Old" <Smith> & Son, bo'
    named = Shape("terrain", "x", "a label of more than twenty-four letters", square(0, 0, 9))
    odd = Shape("marker", """a'"><b> & c""", "", ((0, 0),), 's"&<')
    assert shape_of(drawn(Picture(90, 90, (odd,))), odd.id).get("data-seat") == odd.seat
    assert "a label of more than tw…" in texts(drawn(Picture(90, 90, (named,))))


def test_control_characters_leave_the_document_well_formed() -> None:
    named = Shape("terrain", "x\x07", "a\x00\x1b[2J", square(0, 0, 9), "s\x01")
    assert "a\\x00\\x1b[2J" in texts(drawn(Picture(90, 90, (named,))))


def test_seats_are_in_the_legend_and_told_apart_without_colour() -> None:
    root = drawn()
    assert {"ana: Ana Bell", "bo: Bo & Co", "100 mm"} <= set(texts(root))
    strokes = set()
    for id in ("ana-1", "bo-1"):
        polygon = shape_of(root, id).find(f"{SVG}polygon")
        assert polygon is not None
        strokes.add(polygon.get("stroke-dasharray"))
    assert len(strokes) == 2


def test_what_is_destroyed_is_faded_and_struck_through() -> None:
    root = drawn()
    assert shape_of(root, "fence").get("opacity")
    assert not shape_of(root, "hut").get("opacity")
    struck = [t.text for t in root.iter(f"{SVG}text") if t.get("text-decoration")]
    assert struck == ["fence"]


def test_labels_of_neighbours_do_not_lie_on_each_other() -> None:
    one = Shape("character", "a", "Abelard", square(100, 100, 30), "ana")
    two = Shape("character", "b", "Bertram", square(100, 100, 30), "bo")
    labels = drawn(Picture(900, 600, (one, two))).iter(f"{SVG}text")
    spots = {(t.get("x"), t.get("y")) for t in labels if t.text in ("Abelard", "Bertram")}
    assert len(spots) == 2


def test_an_empty_table_is_drawn() -> None:
    assert drawn(Picture(900, 600, ())).find(f"{SVG}rect[@class='table']") is not None


# -- the command -------------------------------------------------------------------------------


@pytest.fixture
def pictured(home: Home, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """A match of 15 entries whose game has a drawing from its first turn on."""

    def drawing(t: AnyTable) -> Picture | None:
        return TABLE if t.state.turn else None

    game = replace(referee.games.wondervale.GAME, drawing=drawing)
    home.play()
    monkeypatch.setattr(referee.games.wondervale, "GAME", game)
    game_of.cache_clear()
    yield home
    game_of.cache_clear()


def test_show_draws_into_a_file(pictured: Home) -> None:
    file = pictured.folder / "table.svg"
    told = pictured.ok("show", "r1", "--svg", file)
    assert "turn 3, ana" in told
    assert f"drawn: {file.name}" in " ".join(told.replace(str(file), file.name).split())
    root = ElementTree.parse(file).getroot()
    assert "turn 3, after entry 15" in texts(root)[0]
    assert "ana: ana with frost-and-sand" in texts(root)


def test_show_prints_the_drawing_of_an_earlier_moment(pictured: Home) -> None:
    root = ElementTree.fromstring(pictured.ok("show", "r1", "--at", 6, "--svg", "-"))
    assert "turn 1, after entry 6 of 15" in texts(root)[0]
    assert shape_of(root, "hut") is not None


def test_drawing_and_json_go_together_but_not_both_to_the_terminal(pictured: Home) -> None:
    file = pictured.folder / "table.svg"
    assert pictured.json("show", "r1", "--svg", file)["at"] == 15
    assert file.exists()
    assert "both print" in pictured.error("show", "r1", "--json", "--svg", "-")


def test_nothing_is_drawn_while_no_positions_are_known(pictured: Home) -> None:
    file = pictured.folder / "table.svg"
    assert "no positions at entry 2" in pictured.error("show", "r1", "--at", 2, "--svg", file)
    assert not file.exists()


def test_a_game_without_positions_has_no_drawing(home: Home, tmp_path: Path) -> None:
    home.open()
    told = home.error("show", "r1", "--svg", tmp_path / "table.svg")
    assert "Wondervale: Ascension Campaign has no positions to draw" in told


def test_a_drawing_that_cannot_be_written_is_named(pictured: Home) -> None:
    missing = pictured.folder / "none" / "table.svg"
    assert "No such file" in pictured.error("show", "r1", "--svg", missing, status=1)
