"""The map of the hall (VN-20.1): how tables stand, what each shows, and the call taken there."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.failure import Failure
from cli.language import LANGUAGES
from cli.main import app
from cli.tournament.paper.hall_map import grid_of, in_rows, spots_in
from cli.venue.web.pages import texts
from storage.log import Log
from storage.venue.probes import Probe, keep_probe
from tests.cli.test_answers import validator
from tests.tournament.logged import CUP, contests, logs
from tests.venue.watched import MATCH, Devices, cup, watched

HALL = "table,x,y\n1,0,0\n# the door\n2,1.5,0\n\n7,1.5,4\n"
BEGUN = "2026-03-14T12:00:00Z"


def late() -> datetime:
    return datetime(2026, 3, 14, 12, 55, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return cup(tmp_path / "hall.duckdb", minutes="50", decklists="closed")


@pytest.fixture
def at(path: Path) -> Iterator[Devices]:
    with watched(path, clock=late) as at:
        yield at


def told(at: Devices, who: str = "kim") -> dict[int, Any]:
    """What the map tells somebody of each table."""
    answer = at.get(who, "/api/floor")
    assert answer.status_code == 200, answer.text
    return {each["table"]: each for each in answer.json()["tables"]}


def sends(at: Devices, who: str, path: str, **form: str) -> Any:
    return at.client.post(path, data=form, headers={"x-device": who})


# -- how they stand -----------------------------------------------------------------------------


def test_vn_20_1_tables_stand_as_measured_with_one_free_line_for_an_aisle() -> None:
    spots = spots_in(HALL, "hall.csv")
    assert grid_of(spots, [1, 2, 7]) == ((1, 2), (0, 0), (0, 7))
    assert grid_of(spots, [1, 2, 7, 9]) == ((1, 2), (0, 0), (0, 7), (0, 0), (9, 0))
    in_centimetres = spots_in("1,0,0\n2,150,3\n3,1500,0\n", "hall.csv")
    assert grid_of(in_centimetres, [1, 2, 3]) == ((1, 2, 0, 3),)
    assert grid_of(in_rows(2), [1, 2, 5]) == ((1, 2), (0, 0), (5, 0))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no table stands in it"),
        ("1,0", "hall.csv:1: 2 fields"),
        ("1,0,north", "hall.csv:1: 0 north is no place"),
        ("one,0,0", "hall.csv:1: one is no number of a table"),
        ("0,8,0", "no number of a table"),
        ("1,nan,0", "no place"),
        ("1,0,0\n1,1,0", "hall.csv:2: table 1 stands in line 1 too"),
        ("1,0,0\n2,0,0", "hall.csv:2: table 2 stands where table 1 does"),
    ],
)
def test_vn_20_1_a_line_that_is_no_place_is_named(text: str, said: str) -> None:
    with pytest.raises(Failure) as refused:
        spots_in(text, "hall.csv")
    assert said in refused.value.message


def test_vn_20_1_the_command_keeps_them_and_shows_them_again(path: Path, tmp_path: Path) -> None:
    run, file = CliRunner(), tmp_path / "hall.csv"
    file.write_text("1,0,0\n2,0,1\n")
    assert run.invoke(app, ["venue", "floor", CUP, "--file", str(file), "--log", str(path)])
    shown = run.invoke(app, ["venue", "floor", CUP, "--json", "--log", str(path)])
    answer = json.loads(shown.stdout)
    validator("venue floor").validate(answer)
    assert answer["rows"] == [[1], [2]]
    assert run.invoke(app, ["venue", "floor", CUP, "--log", str(path)]).stdout == "  1\n  2\n"
    page = run.invoke(app, ["tournament", "print", CUP, "map", "--log", str(path)]).stdout
    assert page.count("<tr>") == 2, "on paper they stand so, too"
    wrong = run.invoke(app, ["venue", "floor", CUP, "--rows", "0", "--log", str(path)])
    assert wrong.exit_code and "0 tables in a row" in wrong.stderr
    both = ["venue", "floor", CUP, "--rows", "2", "--file", str(file), "--log", str(path)]
    assert "not both" in run.invoke(app, both).stderr


def test_vn_20_1_the_desk_says_it_on_the_page_and_screens_follow(at: Devices) -> None:
    assert "floor" not in at.get("wall", "/api/show").json()
    answer = sends(at, "sam", "/floor", places="2,0,0\n1,1,0")
    assert answer.text.index('id="at-2"') < answer.text.index('id="at-1"')
    assert at.get("kim", "/api/floor").json()["rows"] == [[2, 1]]
    assert "Table 2" not in at.get("lena", "/print/map").text
    assert sends(at, "sam", "/floor", places="nothing").status_code == 422
    assert sends(at, "sam", "/floor", rows="1").status_code == 200
    assert at.get("kim", "/api/floor").json()["rows"] == [[1], [2]]
    with Log.open(at.hall.path.parent / "other.duckdb", write=True) as other:
        assert not other.has_table("venue_floor")


# -- what each shows ----------------------------------------------------------------------------


def test_vn_20_1_each_table_has_its_signs(path: Path) -> None:
    with Log.open(path, write=True) as log:
        two = contests(log, 1)[1]
        logs(log, [f"lena start 1 {BEGUN}", "lena report 1 2 2 0"])
        for _ in range(6):
            now = late() - timedelta(minutes=1)
            keep_probe(log, Probe(MATCH, now, "device-x", "ana", "ana lay Elk", "AB-1"))
    with watched(path, clock=late) as at:
        tables = told(at)
        assert tables[1]["signs"] == ["overtime", "probes", "check", "open"]
        assert (tables[1]["left"], tables[1]["tried"]) == (-300, 6)
        assert tables[2]["signs"] == ["in"] and tables[2]["score"] == "2-0"
        assert [who for who, _ in tables[2]["seats"]] == [two.a, two.b]
        assert told(at, "sam")[1]["signs"] == ["overtime", "open"], "the rest is for judges"
        at.post(two.a, f"/api/tournaments/{CUP}/call", b'{"table": 2, "about": "a card is bent"}')
        assert told(at)[2]["signs"] == ["call", "in"]


def test_vn_20_1_a_judge_who_plays_is_told_no_more_of_the_own_table_than_a_player(
    path: Path,
) -> None:
    with Log.open(path, write=True) as log:
        one = contests(log, 1)[0]
        logs(log, f"lena appoint {one.a} judge")
        for _ in range(6):
            keep_probe(log, Probe(MATCH, late(), "device-x", one.b, f"{one.b} lay Elk", "AB-1"))
    with watched(path, clock=late) as at:
        seen, known = told(at, f"{one.a} judges"), told(at)
        assert known[1]["signs"] == ["probes", "check", "open"]
        assert (seen[1]["signs"], seen[1]["tried"]) == (["open"], 0)
        assert seen[2] == known[2] and "check" in seen[2]["signs"]


def test_vn_20_1_a_checked_table_is_marked_until_its_time_is_given(at: Devices) -> None:
    at_one = told(at)[1]["seats"][0][0]
    act = f"/api/tournaments/{CUP}"
    assert "check" in told(at)[1]["signs"], "it is drawn"

    def checked(log: Log) -> None:
        logs(log, f"kim deck-check {at_one} 1 random 240")

    at.asked(lambda: at.hall.ask(checked))
    assert told(at)[1]["signs"] == ["check", "open"] and told(at)[1]["offered"] > 240
    more = told(at)[1]["offered"]
    body = json.dumps({"table": 1, "seconds": more, "cause": "check"}).encode()
    assert at.post("kim", f"{act}/extend", body).status_code == 200
    assert told(at)[1]["signs"] == ["open"]


def test_vn_20_1_a_tap_shows_who_sits_there_and_one_more_takes_the_call(at: Devices) -> None:
    who = told(at)[1]["seats"][0][0]
    call = b'{"table": 1, "about": "<b>a question</b>"}'
    assert at.post(who, f"/api/tournaments/{CUP}/call", call).status_code == 200
    seat = at.get("kim", "/floor/table/1").text
    assert "&lt;b&gt;a question" in seat and f"/judge/{MATCH}" in seat
    assert f"{who.capitalize()} Example" in seat
    key = at.get("kim", "/api/calls").json()["calls"][0]["number"]
    assert "Take the call" not in at.get("sam", "/floor/table/1").text
    taken = sends(at, "kim", "/floor/take", call=str(key), table="1")
    assert taken.status_code == 200 and "taken by kim" in taken.text
    assert "Take the call" not in taken.text
    assert told(at)[1]["signs"][0] == "taken"


@pytest.mark.parametrize("language", LANGUAGES)
def test_vn_20_1_the_map_speaks_the_language_of_its_reader(at: Devices, language: str) -> None:
    page = at.get("kim", "/floor", **{"accept-language": language}).text
    words = texts(language)
    assert f'<html lang="{language}">' in page
    assert words["floor.sign.open"] in page and words["floor.tap"] in page
    assert "None" not in page


def test_vn_20_1_who_is_appointed_no_more_sees_no_map(at: Devices) -> None:
    def ended(log: Log) -> None:
        logs(log, "lena appoint kim judge ends=yes")

    at.asked(lambda: at.hall.ask(ended))
    assert at.get("kim", "/api/floor").status_code == 403
    assert sends(at, "kim", "/floor/take", call="1", table="1").status_code == 403
