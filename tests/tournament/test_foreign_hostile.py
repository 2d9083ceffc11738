"""Files of events that are no such files: each says what is wrong and where, and none is written.

Every form is also taken apart at random: what comes of it is an event whose entries can be logged,
or an error that names the file; nothing else is raised.
"""

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.reading.decks import chosen_catalog
from cli.tournament.foreign import policy_for
from referee.games.registry import game_of
from referee.tournament.policy import Policy
from storage.exchange.foreign import FORMS, NoEvent, compared, taken
from storage.exchange.foreign.tournament import MOST_UNTAKEN
from tests.cli.test_home import Home
from tests.tournament.test_foreign_events import FRIDAY, seats, site, told_by

STREAM = game_of("tournament")


@pytest.fixture
def desk(tmp_path: Path) -> Home:
    return Home(tmp_path)


def line(rank: object, name: str, points: str, *cells: str) -> str:
    """A line of a player in a report of chess."""
    rounds = "".join(f"  {cell}" for cell in cells)
    return f"001 {rank:>4}      {name:33}{'':33}{points:>4} {rank:>4}{rounds}"


REPORT = "\n".join(
    (
        "012 Cup",
        "042 2024/05/01",
        line(1, "Ana", "3.0", "   2 w 1", "   3 b +", "0000 - U"),
        line(2, "Bo", "1.0", "   1 b 0", "   4 w =", "   3 w ="),
        line(3, "Cy", "0.5", "   4 w -", "   1 w -", "   2 b ="),
        line(4, "Dee", "1.0", "   3 b -", "   2 b =", "0000 - H"),
    )
)
CUP = json.dumps(
    told_by(
        "a 2-0-0 b, c 2-1-0 d, e 2-0-0 f",
        "a 2-0-0 c, e 0-0-3 d, b 2-0-0 -",
        standings="a=6 e=4 c=3 b=3 d=1 f=0",
        cut="a 2-0-0 e",
    )
)


def changed(text: str, **at: Any) -> str:
    """An event of a site with other values at places such as ``Standings__0__Points``."""
    whole = json.loads(text)
    for place, value in at.items():
        *steps, last = [int(step) if step.isdecimal() else step for step in place.split("__")]
        inner = whole
        for step in steps:
            inner = inner[step]
        inner[last] = value
    return json.dumps(whole)


REFUSED = {
    "nothing": ("", "no contest"),
    "an object cut off": ('{"Rounds": [', "truncated"),
    "nested too deep": ('{"Tournament": ' + "[" * 100_000, "f.csv"),
    "a list": ("[]", "no contest"),
    "a number for a name": (changed(CUP, Rounds__0__RoundName=7), "$.rounds[0].RoundName"),
    "a name for points": (changed(CUP, Standings__0__Points="six"), "$.standings[0].Points"),
    "an object for a list": (changed(CUP, Rounds__0__Matches={}), "$.rounds[0].Matches"),
    "half a character": (CUP.replace('"a"', '"\\ud800"'), "surrogate"),
    "no rounds": (changed(CUP, Rounds=[]), "no contest"),
    "a round beyond all": (changed(CUP, Rounds__0__RoundName="Round 00"), "round 0"),
    "round 100": ("100,1,a,b,2,0", "round 100"),
    "a huge field": ('"' + "x" * 200_000, "field larger"),
    "a word for a number": ("1,1,a,b,two,0", "line 1"),
    "an unknown ending": ("1,1,a,b,2,0,0,magic", "line 1: 'magic'"),
    "all of it something else": ("lorem ipsum,\n" * (MOST_UNTAKEN + 1), "more than 9,999 things"),
    "a rank that is none": (line("x", "Ana", "1.0", "   2 w 1"), "f.csv:1: 'x' is no number"),
    "a rank twice": (f"{line(1, 'Ana', '1.0')}\n{line(1, 'Bo', '1.0')}", "f.csv:2"),
    "a broken score": (line(1, "Ana", "1/0 ", "   2 w 1"), "f.csv:1: '1/0'"),
    "an opponent that is none": (line(1, "Ana", "1.0", " ²  w 1"), "f.csv:1: ' ² ' is no number"),
    "a hundred rounds": (line(1, "Ana", "1.0", *(["0000 - U"] * 100)), "round 100"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_is_no_event_names_the_place_and_nothing_is_written(
    desk: Home, tmp_path: Path, what: str
) -> None:
    text, place = REFUSED[what]
    file = tmp_path / "f.csv"
    file.write_text(text, encoding="utf-8", errors="surrogatepass")
    said = desk.error("tournament", "import", file, status=2)
    assert place.casefold() in said.casefold() and "f.csv" in said
    assert not desk.log.exists()


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"\n1,1,a,\xff\xfe,2,0", "f.csv:2"),
        (b"\xef\xbb\xbf\xff", "UTF-8"),
        ("1,1,a,b,2,0".encode("utf-16"), "UTF-8"),
    ],
)
def test_bytes_that_are_no_text_are_refused(
    desk: Home, tmp_path: Path, content: bytes, place: str
) -> None:
    file = tmp_path / "f.csv"
    file.write_bytes(content)
    assert place in desk.error("tournament", "import", file, status=2)
    assert not desk.log.exists()


def test_a_file_that_is_none_is_refused(desk: Home, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.csv", "/dev/null"):
        assert str(path) in desk.error("tournament", "import", path, status=1)
    assert not desk.log.exists()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--event", "../x"), "no name of a tournament"),
        (("--event", ""), "no name of a tournament"),
        (("--by", " "), "names nobody"),
        (("--form", "xml"), "no such form"),
        (("--policy", "melee"), "melee-2024-1"),
        (("--policy", "nowhere"), "no catalog nowhere"),
    ],
)
def test_what_is_asked_for_and_cannot_be_is_said_before_anything_is_written(
    desk: Home, tmp_path: Path, options: tuple[str, str], why: str
) -> None:
    file = tmp_path / "f.csv"
    file.write_text(FRIDAY)
    assert why in desk.error("tournament", "import", file, *options)
    assert not desk.log.exists()


LEFT_OUT = {
    "a name with NUL": ("1,1,a\0,b,2,0\n", "is no name"),
    "a name that turns the text round": ("1,1,a\u202e,b,2,0\n", "is no name"),
    "a name of a page": (f"1,1,{'a' * 201},b,2,0\n", "is no name"),
    "a player against themself": ("1,1,a,a,2,0\n", "meets nobody else"),
    "a player at two tables": ("1,1,x,y,2,0\n", "another place"),
    "another result of a contest": ("1,2,y,x,2,0\n", "another"),
    "a table beyond all": ("1,10000,a,b,2,0\n", "no number"),
    "games beyond all": ("1,1,a,b,99999,0\n", "no number"),
    "less than nothing": ("1,1,a,b,-2,0\n", "no number"),
    "games that no contest has": ("1,1,a,b,12,0\n", "does not fit"),
}


@pytest.mark.parametrize("what", LEFT_OUT)
def test_what_cannot_be_is_left_out_and_told_and_the_rest_is_taken(
    desk: Home, tmp_path: Path, what: str
) -> None:
    text, why = LEFT_OUT[what]
    file = tmp_path / "f.csv"
    file.write_text(f"1,7,x,z,2,0\n{text}1,,y,,2,0\n", encoding="utf-8")
    said = desk.json("tournament", "import", file)
    left, *more = said["untaken"]
    assert why in left["what"]
    assert [each["where"] for each in more] == (["the end"] if "fit" in why else [])
    assert left["where"] == ("round 1" if "fit" in why else "line 2")
    assert "EXACT" in desk.ok("verify", "f")


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"Standings__1__Player": "a\u2028"}, "Standings[1]"),
        ({"Standings__1__Player": "a"}, "Standings[1]"),
        ({"Rounds__2__Matches__0__Player2": "\x1b[2J"}, "Rounds[2]"),
        ({"Rounds__2__Matches__0__Player2": "a"}, "Rounds[2]"),
        ({"Rounds__0__Matches__0__Result": "two"}, "Rounds[0].Matches[0]"),
        ({"Rounds__0__Matches__0__Result": "2-0-0-0"}, "Rounds[0].Matches[0]"),
        ({"Rounds__0__Matches__0__Player1": None}, ""),
        ({"Tournament__Date": "0001-01-01T00:00:00+23:59"}, ""),
        ({"Tournament__Date": "yesterday"}, ""),
        ({"Tournament__Uri": "javascript:alert(1)"}, ""),
        ({"Standings__0__Rank": -(10**30)}, ""),
        ({"Standings__0__Points": 10**300}, ""),
    ],
)
def test_a_place_of_a_site_that_cannot_be_is_left_out(
    desk: Home, tmp_path: Path, changes: dict[str, Any], where: str
) -> None:
    file = tmp_path / "w.json"
    file.write_text(changed(CUP, **changes))
    said = desk.json("tournament", "import", file)
    assert said["untaken"][0]["where"] == where if where else said["players"] == 6
    assert "EXACT" in desk.ok("verify", "w")


def test_more_players_than_a_tournament_has_are_refused(desk: Home, tmp_path: Path) -> None:
    many = [(at, f"p{at}", 0, 0.0) for at in range(1, 10_000)]
    file = tmp_path / "w.json"
    file.write_text(site([*many, (10_000, "one", 0, 0.0)]))
    assert "more than 9,999 players" in desk.error("tournament", "import", file, status=2)
    assert not desk.log.exists()


def test_a_cut_larger_than_any_is_left_out(desk: Home, tmp_path: Path) -> None:
    pairs = [(f"a{at}", f"b{at}") for at in range(600)]
    rows = [{"Player1": a, "Player2": b, "Result": "2-0-0"} for a, b in pairs]
    event = {
        "Tournament": {"Name": "Cup"},
        "Rounds": [
            {"RoundName": name, "Matches": rows} for name in ("Round 1", "Round 2", "Top 1200")
        ],
    }
    file = tmp_path / "w.json"
    file.write_text(json.dumps(event))
    said = desk.json("tournament", "import", file)
    assert "cut cannot be 1200" in said["untaken"][-1]["what"] and said["rounds"] == 2


def test_marks_at_the_beginning_and_semicolons_are_read_as_spreadsheets_write_them(
    desk: Home, tmp_path: Path
) -> None:
    for at, text in enumerate((FRIDAY, FRIDAY.replace(",", ";"), FRIDAY.replace(",", "\t"))):
        file = tmp_path / f"f{at}.csv"
        file.write_text(f"\ufeff{text}".replace("\n", "\r\n"), encoding="utf-8")
        assert desk.json("tournament", "import", file)["untaken"] == []


# -- taken apart at random ------------------------------------------------------------------------


def fate(text: str, form: str) -> str:
    """What becomes of a text: taken, or why not; its entries can be written and read."""
    try:
        told = FORMS[form](text, "file")
        policy = chosen_catalog(STREAM, policy_for(told))
        assert isinstance(policy, Policy)
        number = count(1)
        found = taken(told, STREAM, policy, "desk", lambda _: f"p{next(number)}")
    except NoEvent as error:
        assert str(error) and "\n" not in str(error)
        return "refused"
    compared(told, found)
    for event in found.events:
        assert STREAM.codec.event(msgspec.json.encode(event)) == event
    return "taken"


PIECES = st.sampled_from(
    [
        *("", " ", "-", "0", "1", "9999999", "-1", "1e999", "null", "\0", "\u202e", "²", '"', ","),
        *("\n", "001 ", "Bye", "a", "2-0-0", "0-0-9999", "[", "{", "}", "Round 1", "H", "+", "="),
    ]
)


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A text of which some pieces are cut out, doubled or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 1, 3, 10, 90])))
        piece = draw(PIECES | st.just(text[start:end] * 2) | st.text(max_size=3))
        text = text[:start] + piece + text[end:]
    return text


@st.composite
def rewritten(draw: st.DrawFn, text: str) -> str:
    """An event of a site in which some values are others of any kind."""
    whole = json.loads(text)
    values: st.SearchStrategy[Any] = st.sampled_from(
        [
            *(None, "", " ", "-", "a", "b", 0, -1, 2**70, 1e308, [], {}, True, "x" * 300, "\u2028"),
            *("0-0-0", "0-0-9999", "3-0-0", "1-1-1", "Round 1", "Round 2", "Round 99", "Finals"),
        ]
    ) | st.text(max_size=4)
    for _ in range(draw(st.integers(1, 5))):
        inner: Any = whole
        while True:
            keys = sorted(inner) if isinstance(inner, dict) else [*range(len(inner))]
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(inner[key], dict | list) and draw(st.integers(0, 9)):
                inner = inner[key]
                continue
            inner[key] = draw(values)
            break
    return json.dumps(whole)


SLOW = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@SLOW
@given(mutated(FRIDAY))
def test_a_table_of_rounds_taken_apart_is_taken_or_refused(text: str) -> None:
    fate(text, "rounds")


@SLOW
@given(mutated(REPORT))
def test_a_report_of_chess_taken_apart_is_taken_or_refused(text: str) -> None:
    fate(text, "trf")


@SLOW
@given(mutated(CUP))
def test_an_event_of_a_site_taken_apart_is_taken_or_refused(text: str) -> None:
    fate(text, "site")


@SLOW
@given(rewritten(CUP))
def test_an_event_of_a_site_with_other_values_is_taken_or_refused(text: str) -> None:
    fate(text, "site")


NIGHT = json.dumps(
    {
        "tournamentName": "Night",
        "startDate": 1_741_000_000,
        "rounds": [
            {"round": 1, "tables": [seats(1, "a b", "a"), seats("Byes", "c", "", "Bye")]},
            {"round": 2, "tables": [seats(1, "a c", "Draw"), seats(2, "b", "b")]},
            {"round": "Top 2", "tables": [seats(1, "a c", "a")]},
        ],
        "standings": [{"name": "a", "points": 4, "opponentWinRate": 0.5}],
    }
)


@SLOW
@given(mutated(NIGHT) | rewritten(NIGHT))
def test_an_event_of_topdeck_taken_apart_is_taken_or_refused(text: str) -> None:
    fate(text, "topdeck")


WHOLE: dict[str, Callable[[], str]] = {
    "rounds": lambda: FRIDAY,
    "trf": lambda: REPORT,
    "site": lambda: CUP,
    "topdeck": lambda: NIGHT,
}


@pytest.mark.parametrize("form", WHOLE)
def test_what_is_taken_apart_is_taken_as_it_is(form: str) -> None:
    assert fate(WHOLE[form](), form) == "taken"


def test_both_who_did_not_come_to_a_contest_have_lost_it(desk: Home, tmp_path: Path) -> None:
    file = tmp_path / "cup.trf"
    file.write_text(REPORT)
    said = desk.json("tournament", "import", file)
    assert [said["policy"], said["untaken"], said["points"]] == ["chess-2024-1", [], 4]
    file = tmp_path / "f.csv"
    file.write_text("1,,a,b,0,0,,no-show\n1,,c,d,2,0,,no-show\n2,,a,c,2,0\n2,,b,d,2,0\n")
    said = desk.json("tournament", "import", file)
    places = desk.json("tournament", "standings", "f")["places"]
    points = {each["name"]: each["points"] for each in places}
    assert [said["untaken"], points] == [[], {"a": "3", "b": "3", "c": "3", "d": "0"}]
